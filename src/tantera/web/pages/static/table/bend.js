// Where the carro bends. The book that says on whose right an end lies says that too, and the server has laid it so (TG-9.1);
// elsewhere it turns where the tiles are seen largest on the cloth of this device: rows to and fro, from the centre outwards.
import { LEAST, sizeIn } from "./fit.js";
import { ENDS, turned } from "./seats.js";
import { boxOf, isDouble } from "./tiles.js";

const REACHES = [4, 5, 6, 7, 8, 9, 10.5, 12, 13.5]; // tile widths from the centre to the end of a row, along it
const STEPS = [1, 2, 3]; // mixed tiles from a row to the next
const ROOM = 3; // a mixed tile and a double after it: a row runs on while both would end within reach
const ENOUGH = 0.75; // a carro stays as it lies while it is no smaller than this part of what it could be
const EASY = [24, 0.85]; // px a tile width, and part of the largest one: so it is read at ease, and a larger one is no reason to bend
const AIRY = 0.94; // of two shapes that show tiles nearly as large, the one with fewer turns and more room between rows
const [AHEAD, MOST] = [8, 20]; // tiles for which room is kept, while there are no more than so many
/** @type {Record<string, number>} */
const DEGREES = { "1,0": 0, "0,1": 90, "-1,0": 180, "0,-1": 270 };

/** @type {(from: Pair, way: Pair, by?: number) => Pair} */
const plus = ([a, b], [c, d], by = 1) => [a + by * c + 0, b + by * d + 0];
/** @type {(heading: Pair, way: number) => Pair} By a quarter, counter-clockwise where `way` is 1. */
const turn = ([x, y], way) => [-y * way + 0, x * way + 0];

/** @typedef {{ heading: Pair, square: Pair, double: boolean, line: number, mixed: number }} Arm */
/** @typedef {{ reach: number, step: number }} Shape */
/** @typedef {{ tile: string, end: Wire.End | null }} Laying A tile of a chain, wherever it lies. */

/** The end of the chain before its next tile: as much as that one needs to know.
 * @param {boolean} double @param {Pair} heading @returns {Arm} */
function opened(double, heading) {
  return { heading, square: double ? [0, 0] : [heading[0] / 2, heading[1] / 2], double, line: 1, mixed: 0 };
}

/** The end with one more tile, and that tile's place on the table.
 * @param {Arm} arm @param {boolean} double @param {Shape} shape @returns {[Arm, Spot]} */
function longer(arm, double, { reach, step }) {
  const { heading, square, line, mixed } = arm;
  const far = square[0] * heading[0] + square[1] * heading[1];
  if (double) {
    const on = plus(square, heading);
    return [{ ...arm, square: on, double }, { x: on[0], y: on[1], angle: (DEGREES[String(heading)] + 90) % 180 }];
  }
  const turns = line % 2 ? far + 0.5 + ROOM > reach && mixed > 0 : mixed >= step;
  const ahead = turns ? turn(heading, line % 4 === 1 || line % 4 === 2 ? 1 : -1) : heading;
  const touch = plus(square, ahead, arm.double && turns ? 1.5 : 1);
  const centre = plus(touch, ahead, 0.5);
  const next = { heading: ahead, square: plus(touch, ahead), double, line: line + Number(turns), mixed: turns ? 1 : mixed + 1 };
  return [next, { x: centre[0], y: centre[1], angle: DEGREES[String(ahead)] }];
}

/** A chain of the wire, laid in this shape: its places, and `next`, where a tile would lie on one of its ends.
 * @template {Laying} Lying
 * @param {Shape} shape @param {Lying[]} chain */
export function laidIn(shape, chain) {
  const [first, ...others] = chain;
  const double = isDouble(first.tile);
  /** @type {Record<string, Arm>} */
  const arms = { "<": opened(double, [0, -1]), ">": opened(double, [0, 1]) };
  const places = others.map((one) => {
    const [arm, place] = longer(arms[String(one.end)], isDouble(one.tile), shape);
    arms[String(one.end)] = arm;
    return { ...one, ...place };
  });
  /** @template {Laying} Next
   * @param {Next} one @returns {Next & Spot} */
  const next = (one) => ({ ...one, ...longer(arms[String(one.end)], isDouble(one.tile), shape)[1] });
  return { places: [{ ...first, x: 0, y: 0, angle: double ? 0 : 90 }, ...places], next };
}

/** @param {Box} one @param {Box} other */
const apart = (one, other) => one.left >= other.right || other.left >= one.right || one.top >= other.bottom || other.top >= one.bottom;

/** Whether no tile lies on another, nor would one of those that could come next, of which one will.
 * @param {Spot[]} places @param {Spot[]} possible */
export function isFree(places, possible = []) {
  const boxes = places.map(boxOf);
  const clear = boxes.every((one, at) => boxes.slice(at + 1).every((other) => apart(one, other)));
  return clear && possible.map(boxOf).every((one) => boxes.every((other) => apart(one, other)));
}

const SHAPES = STEPS.flatMap((step) => REACHES.map((reach) => ({ reach, step }))); // the airier, the later

/** The chain with as many tiles more as are likely to come, on both ends: it is laid so that they have room.
 * @param {Laying[]} chain @returns {Laying[]} */
function withMore(chain) {
  const more = Math.max(0, Math.min(AHEAD, MOST - chain.length));
  return [...chain, ...Array.from({ length: more }, (_, at) => ({ tile: at % 5 === 4 ? "11" : "01", end: ENDS[1 - (at % 2)] }))];
}

/** The shape in which a chain is seen largest, as far as that helps a reader, by `scale` of its places: now with the tiles that could come next, and, where
 * it goes on, a few tiles later. The shape it has while that does nearly as well: the carro stays as it lies. Null where in
 * every shape some tile would lie on another.
 * @param {Place[]} chain @param {Laying[]} coming @param {boolean} goesOn @param {(places: Spot[]) => number} scale @param {Shape | null} before @param {number} enough */
export function bestShape(chain, coming, goesOn, scale, before, enough = ENOUGH) {
  const longerChain = goesOn ? withMore(chain) : chain;
  const easy = Math.max(EASY[0], EASY[1] * scale([chain[0]]));
  /** @param {Spot[]} places */
  const sized = (places) => Math.min(easy, scale(places));
  /** @param {Shape} shape */
  const seen = (shape) => {
    const { places, next } = laidIn(shape, chain);
    const possible = coming.map(next);
    if (!isFree(places, possible)) return 0;
    const now = sized([...places, ...possible]);
    return goesOn ? Math.sqrt(now * sized(laidIn(shape, longerChain).places)) : now;
  };
  const sizes = SHAPES.map(seen);
  const [most, kept] = [Math.max(...sizes), before ? seen(before) : 0];
  if (kept > 0 && kept >= enough * most) return before;
  return most > 0 ? SHAPES[sizes.findLastIndex((size) => size >= AIRY * most)] : null;
}

/** The carro of a page: what the wire has told of the places of its tiles is told anew for this cloth. */
export class Bend {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {Shape | null} */
    this.shape = null;
    /** @type {number | null} */
    this.hand = null;
    this.lies = "";
    this.kept = false;
  }

  /** As it lay on the page before this one: it stays so while its tiles do.
   * @param {Shape} shape @param {number} hand */
  keep(shape, hand) {
    Object.assign(this, { shape, hand, kept: true });
  }

  update() {
    const { connection, quarters, room } = this.app;
    const { shown, law } = connection;
    const area = room?.();
    if (!shown?.chain.length || !law || law.sides_matter || !area) return;
    const goesOn = shown.phase === "playing";
    if (this.hand !== shown.number) this.shape = null;
    this.hand = shown.number;
    const options = shown.options.flatMap(({ place }) => (place?.end ? [place] : []));
    /** @param {Spot[]} places */
    const scale = (places) => sizeIn(area, places.map((one) => boxOf(turned(one, quarters))));
    const lies = JSON.stringify([shown.chain.map(({ tile }) => tile), innerWidth, quarters]);
    // A panel that comes and goes moves no tile: they are only seen smaller. When the hand is over, not so small that no pip is read.
    const stays = goesOn ? this.lies === lies : !this.shape || scale(laidIn(this.shape, shown.chain).places) >= LEAST;
    this.shape = bestShape(shown.chain, options, goesOn, scale, this.shape, stays || this.kept ? 0 : ENOUGH);
    this.lies = lies;
    if (!this.shape) return;
    const { places, next } = laidIn(this.shape, shown.chain);
    const told = shown.options.map((one) => (one.place?.end ? { ...one, place: next(one.place) } : one));
    connection.shown = { ...shown, chain: places, options: told };
  }
}
