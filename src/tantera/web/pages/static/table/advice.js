// What a bot would play, as the server has told me alone: until somebody has moved, the tile in my rack and its place on
// the carro carry the sign of the button that asks for it.
import { svg } from "./dom.js";
import { ICONS } from "./parts/common.js";

const SIZE = 11; // px from the middle of the sign to its edge
const MOVES = ["tile_placed", "doubles_placed", "turn_passed", "tile_drawn"];

/** A move as DGN has it, ">64" or "<66&>55", as the tiles it lays: [{tile, end}]. A pass or a draw lays none.
 * @param {string} move */
export function laidBy(move) {
  return [...move.matchAll(/([<>]?)([0-9]{2})/g)].map(([, end, tile]) => ({ tile, end: end || null }));
}

/** @param {string} one @param {string} other */
const same = (one, other) => [...one].sort().join() === [...other].sort().join();

export class Advice {
  constructor() {
    /** @type {{tile: string, end: string | null}[]} */
    this.laid = [];
  }

  /** What has happened: advice for this seat, or a move, after which it is yesterday's.
   * @param {Step} step @param {number | null | undefined} seat */
  step({ whole, events }, seat) {
    if (whole) this.laid = [];
    for (const one of events) {
      if (one.event === "hint_given" && one.seat === seat) this.laid = laidBy(one.move);
      else if (MOVES.includes(one.event)) this.laid = [];
    }
  }

  /** Whether it is about this tile.
   * @param {string} tile */
  names(tile) {
    return this.laid.some((one) => same(one.tile, tile));
  }

  /** Of these plays the ones that are meant.
   * @param {Play[]} plays */
  among(plays) {
    return plays.filter(({ order }) => this.laid.some((one) => same(one.tile, order.tile ?? "") && (one.end ?? null) === (order.end ?? null)));
  }
}

/** The sign, of the same size whatever it stands on: a shape, and no colour alone. */
export function adviceSign(scale = 1) {
  return svg(
    "g",
    { class: "advice-sign", transform: `scale(${scale})` },
    svg("circle", { r: SIZE }),
    svg("path", { d: ICONS.bulb, transform: "scale(.66) translate(-12 -12)", fill: "none", "stroke-width": 2.4, "stroke-linecap": "round", "stroke-linejoin": "round" }),
  );
}
