// The racks round the table: backs that peek in from the edge, and tiles that lie open, each in front of its player. When
// the hand is over they are turned up one after the other, with their sums.
import { t } from "../words.js";
import { el, motion, surname, svg } from "./dom.js";
import { isOver } from "./ending.js";
import { FROM, sides } from "./seats.js";
import { back, face, shadow, UNIT } from "./tiles.js";

const BACK = 17; // px a tile width
const PEEK = 18; // px of a standing tile that are seen
const FLAT = 27; // and of one that lies there, not lifted yet
const GAP = 5;
const CHIP = 64; // px that a sum takes beside the carro
const SHORT = 7; // letters of a name that such a sum has room for on a phone
const ROOMY = 700; // px of a cloth that has room for longer ones
const TURN_UP = 250; // ms for a rack to be turned up
const DEAL = 350; // ms from the middle of the table to a player

/** @param {ScreenSide} side */
const lies = (side) => side === "left" || side === "right";

export class Edges {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.element = svg("g", { class: "edges" });
    this.sums = el("div", { class: "sums" });
    /** @type {string | null} */
    this.key = null;
    /** @type {number | null} */
    this.turnedUp = null; // the hand whose racks are turned up
  }

  /** What lies in front of whom, by side: my own rack has a place of its own while I play.
   * @param {Wire.Snapshot} shown @param {number} wide @returns {Racks} */
  racks(shown, wide) {
    const over = this.areUp(shown);
    const mine = this.app.connection.table?.seat ?? null;
    const around = Object.entries(sides(this.app.below, shown.names.length));
    return Object.fromEntries(
      around.flatMap(([at, side]) => {
        const seat = Number(at);
        if (seat === mine && !over) return [];
        const held = this.app.ending.rack(seat);
        const known = held?.every((tile) => tile !== null) ? held : null;
        const open = known ?? shown.exposed[seat - 1] ?? [];
        const backs = known ? 0 : Math.max(0, shown.counts[seat - 1] - open.length);
        const size = wide > 700 ? 26 : over || !known ? 22 : 18;
        return [[side, { seat, backs, open, lifted: shown.lifted.includes(seat), size, over }]];
      }),
    );
  }

  /** Whether the racks are turned up.
   * @param {Wire.Snapshot} shown */
  areUp(shown) {
    return isOver(shown) && !this.app.ending.lasts;
  }

  /** `dealt`: a new hand has just been dealt.
   * @param {Racks} racks @param {number} wide @param {number} high @param {Wire.Snapshot} shown @param {boolean} dealt */
  draw(racks, wide, high, shown, dealt) {
    const key = JSON.stringify([racks, wide, high]);
    if (this.key === key) return;
    const over = this.areUp(shown);
    const turning = over && this.turnedUp !== shown.number && this.key !== null && motion();
    this.key = key;
    this.turnedUp = over ? shown.number : null;
    const drawn = /** @type {[ScreenSide, Rack][]} */ (Object.entries(racks)).map(([side, rack]) => ({ side, rack, ...row(side, rack, wide, high) }));
    this.element.replaceChildren(...drawn.map(({ group }) => group));
    this.sums.replaceChildren(...(over ? drawn : []).flatMap((one) => this.sum(one, shown, wide) ?? []));
    if (turning) drawn.forEach(({ group, side }, turn) => turnUp(group, side, turn));
    if (turning) [...this.sums.children].forEach((chip, turn) => appear(chip, turn));
    if (dealt && motion()) drawn.forEach(({ group, side }) => dealOut(group, side));
  }

  /** What somebody has left, counted.
   * @param {{ side: ScreenSide, rack: Rack, end: number }} row @param {Wire.Snapshot} shown @param {number} wide */
  sum({ side, rack: { seat }, end }, shown, wide) {
    const left = shown.line?.left?.[seat - 1];
    if (left === null || left === undefined) return null;
    const whole = shown.names[seat - 1];
    const short = surname(whole);
    const fits = wide >= ROOMY || short.length <= SHORT; // else its letters: no name is cut
    const name = seat === this.app.connection.table?.seat ? t("You") : fits ? short : `${whole[0]}. ${short[0]}.`;
    const chip = el("p", { class: `sum ${side}`, title: name === t("You") ? null : whole }, el("span", {}, name), " ", el("b", {}, String(left)));
    const at = lies(side) ? { [side]: 6, top: end + 4 } : { [side === "above" ? "top" : "bottom"]: 14, left: end + 8 };
    for (const [edge, px] of Object.entries(at)) chip.style.setProperty(edge, `${Math.round(px)}px`);
    return chip;
  }
}

/** How many px a rack takes from the carro.
 * @param {Rack} rack @param {ScreenSide} side */
export function depth({ backs, open, lifted, size, over }, side) {
  const whole = 2 * size + 12;
  if (over) return lies(side) ? Math.max(CHIP, whole) : open.length ? whole : 44;
  if (open.length) return whole;
  return backs ? (lifted ? PEEK : FLAT) + 2 : 4;
}

/** The tiles of a rack side by side in the middle of their edge, and where they end. When the hand is over, those above and
 * below leave the corners to those beside them, and tiles that do not fit with their sum are drawn smaller.
 * @param {ScreenSide} side @param {Rack} rack @param {number} wide @param {number} high */
function row(side, { backs, open, lifted, size: usual, over }, wide, high) {
  const room = over ? (lies(side) ? 52 : 92) : 0; // for the sum
  const corner = over && !lies(side) ? CHIP : 0;
  const long = (lies(side) ? high : wide) - room - 2 * corner;
  const steps = [...Array(backs).fill(BACK + GAP), ...open.map(() => usual + GAP)];
  const whole = steps.reduce((sum, step) => sum + step, 0);
  const squeeze = Math.min(1, (long - (over ? 8 : 24)) / Math.max(1, whole));
  const size = over ? usual * squeeze : usual;
  let at = corner + (long - whole * squeeze) / 2;
  const pieces = steps.map((step, index) => {
    const along = at + (step * squeeze) / 2;
    at += step * squeeze;
    const tile = open[index - backs];
    return tile === undefined
      ? placed(side, along, (lifted ? PEEK : FLAT) - BACK, BACK, wide, high, [backOf(side)])
      : placed(side, along, size + 6, size, wide, high, [openTile(side, tile)]);
  });
  return { group: svg("g", { class: `edge ${side}` }, pieces), end: at };
}

/** Something `along` an edge, its middle so many px `inside`.
 * @param {ScreenSide} side @param {number} along @param {number} inside @param {number} size @param {number} wide @param {number} high @param {Child[]} what */
function placed(side, along, inside, size, wide, high, what) {
  const spots = {
    above: [along, inside],
    below: [along, high - inside],
    left: [inside, along],
    right: [wide - inside, along],
  };
  const [x, y] = spots[side];
  return svg("g", { transform: `translate(${x} ${y}) scale(${size / UNIT})` }, what);
}

/** @param {ScreenSide} side */
function backOf(side) {
  return svg("g", {}, shadow({ x: 0, y: 0, angle: lies(side) ? 0 : 90 }), back(0, 0, !lies(side)));
}

/** A tile that lies open: its higher number is where its player reads it.
 * @param {ScreenSide} side @param {string} tile */
function openTile(side, tile) {
  const place = { tile, x: 0, y: 0, angle: { above: 270, below: 90, left: 180, right: 0 }[side] };
  return svg("g", { class: "open" }, shadow(place), face(place));
}

/** @param {Element} group @param {ScreenSide} side @param {number} turn */
function turnUp(group, side, turn) {
  const flat = lies(side) ? "scaleX(.04)" : "scaleY(.04)";
  const times = { duration: TURN_UP, delay: turn * TURN_UP, fill: "backwards", easing: "ease-out" };
  for (const piece of group.querySelectorAll(".open"))
    piece.animate([{ transform: flat }, { transform: "none" }], times);
}

/** @param {Element} chip @param {number} turn */
function appear(chip, turn) {
  chip.animate([{ opacity: 0 }, { opacity: 1 }], {
    duration: TURN_UP,
    delay: (turn + 0.6) * TURN_UP,
    fill: "backwards",
  });
}

/** The tiles of a new hand slide from the middle to where they stand.
 * @param {Element} group @param {ScreenSide} side */
function dealOut(group, side) {
  const [dx, dy] = FROM[side].map((way) => -way * 110);
  const way = [
    { transform: `translate(${dx}px, ${dy}px)`, opacity: 0 },
    { transform: "none", opacity: 1 },
  ];
  group.animate(way, { duration: DEAL, easing: "ease-out" });
}
