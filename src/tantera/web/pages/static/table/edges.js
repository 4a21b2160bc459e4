// The racks round the table: backs that peek in from the edge, and tiles that lie open, each in front of its player.
import { svg } from "./dom.js";
import { back, face, shadow, UNIT } from "./tiles.js";

const BACK = 17; // px a tile width
const PEEK = 18; // px of a standing tile that are seen
const FLAT = 27; // and of one that lies there, not lifted yet
const GAP = 5;

const CHIP = 64; // px that a sum takes beside the carro

/** How many px an edge takes from the carro: `rack` is {backs, open, lifted, size, over}. */
export function depth({ backs, open, lifted, size, over }, side) {
  if (over) return side === "left" || side === "right" ? Math.max(CHIP, 2 * size + 12) : open.length ? 2 * size + 12 : 44;
  if (open.length) return 2 * size + 12;
  return backs ? (lifted ? PEEK : FLAT) + 6 : 8;
}

/** The rack on one side of a cloth that is wide × high px. `turning` says whether open tiles are turned up now. */
export function edge(side, { backs, open, lifted, size }, wide, high, chip) {
  const lies = side === "left" || side === "right";
  const long = lies ? high : wide;
  const steps = [...Array(backs).fill(BACK + GAP), ...open.map(() => size + GAP)];
  const room = long - 24 - (chip?.room ?? 0);
  const squeeze = Math.min(1, room / Math.max(1, steps.reduce((sum, step) => sum + step, 0)));
  const length = steps.reduce((sum, step) => sum + step * squeeze, 0);
  let at = (long - length - (chip?.room ?? 0)) / 2;
  const pieces = [];
  for (const step of Array(backs).fill(null)) {
    pieces.push(placed(side, at + ((BACK + GAP) * squeeze) / 2, PEEK, lifted, wide, high));
    at += (BACK + GAP) * squeeze;
  }
  for (const tile of open) {
    pieces.push(opened(side, at + ((size + GAP) * squeeze) / 2, tile, size, wide, high));
    at += (size + GAP) * squeeze;
  }
  const group = svg("g", { class: `edge ${side}` }, pieces);
  return { group, end: at };
}

/** A back whose outer part is beyond the edge. */
function placed(side, along, _, lifted, wide, high) {
  const lies = side === "left" || side === "right";
  const seen = lifted ? PEEK : FLAT;
  const from = seen - BACK; // where its middle is, in px from the edge
  const [x, y] = { above: [along, from], below: [along, high - from], left: [from, along], right: [wide - from, along] }[side];
  const inner = svg("g", { transform: `translate(${x} ${y}) scale(${BACK / UNIT})` }, shadow({ x: 0, y: 0, angle: lies ? 0 : 90 }), back(0, 0, !lies));
  return inner;
}

/** A tile that lies open, wholly on the table: its higher number is where its player reads it. */
function opened(side, along, tile, size, wide, high) {
  const lies = side === "left" || side === "right";
  const from = size + 6;
  const [x, y] = { above: [along, from], below: [along, high - from], left: [from, along], right: [wide - from, along] }[side];
  const place = { tile, x: 0, y: 0, angle: { above: 270, below: 90, left: 180, right: 0 }[side] };
  const inner = svg("g", { class: "open" }, shadow(place), face(place));
  return svg("g", { transform: `translate(${x} ${y}) scale(${size / UNIT})`, "data-lies": lies }, inner);
}
