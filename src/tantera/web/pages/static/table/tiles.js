// Tiles, put together from the pieces of the sprite in the page (layout/artwork.py): twenty units are a tile width.
// Light falls from above whichever way a tile lies, so nothing is rotated: there is a standing and a lying form of all.
import { svg } from "./dom.js";

export const UNIT = 20;
/** @type {Record<number, Pair>} */
export const POINTS = { 0: [1, 0], 90: [0, -1], 180: [-1, 0], 270: [0, 1] }; // where the second number is, y downwards

/** @param {number} angle */
export const isUpright = (angle) => angle % 180 === 90;
/** @param {string} tile */
export const isDouble = (tile) => tile[0] === tile[1];

/** What a tile covers, in tile widths: {left, top, right, bottom}.
 * @param {Spot} spot */
export function boxOf({ x, y, angle }) {
  const [wide, high] = isUpright(angle) ? [0.5, 1] : [1, 0.5];
  return { left: x - wide, top: y - high, right: x + wide, bottom: y + high };
}

/** @param {Box[]} boxes */
export function around(boxes) {
  return {
    left: Math.min(...boxes.map((box) => box.left)),
    top: Math.min(...boxes.map((box) => box.top)),
    right: Math.max(...boxes.map((box) => box.right)),
    bottom: Math.max(...boxes.map((box) => box.bottom)),
  };
}

/** The open half of a tile at an end; of a double, all of it. The opening tile is open on both sides.
 * @param {Place} place @param {string} end */
export function openHalf(place, end) {
  if (isDouble(place.tile)) return boxOf(place);
  const first = place.end === null && end === "<";
  const [dx, dy] = POINTS[place.angle];
  const [x, y] = first ? [place.x - dx / 2, place.y - dy / 2] : [place.x + dx / 2, place.y + dy / 2];
  return { left: x - 0.5, top: y - 0.5, right: x + 0.5, bottom: y + 0.5 };
}

/** @param {string} name @param {number} x @param {number} y @param {boolean} upright */
export function use(name, x, y, upright) {
  return svg("use", { href: `#dm-${name}${upright ? "" : "h"}`, x: x * UNIT, y: y * UNIT });
}

/** The shadow of a tile: all of them lie under all faces.
 * @param {Spot} place */
export function shadow(place) {
  return use("shadow", place.x, place.y, isUpright(place.angle));
}

/** A tile face up: `tile` is two figures, the touching number first, and the second one points where `angle` says.
 * @param {Spot & { tile: string }} place */
export function face({ tile, x, y, angle }) {
  const upright = isUpright(angle);
  const [dx, dy] = POINTS[angle];
  const pips = [...tile].map((number, half) => {
    const side = half ? 0.5 : -0.5;
    return number === "0" ? null : use(number, x + dx * side, y + dy * side, upright);
  });
  return svg("g", { class: "dm-tile", "data-tile": tile }, use("face", x, y, upright), pips);
}

/** @param {number} x @param {number} y @param {boolean} upright */
export function back(x, y, upright) {
  return use("back", x, y, upright);
}

/** A line round a tile, `grown` tile widths outside it.
 * @param {Box | Spot} place @param {number} grown @param {Attributes} attributes */
export function outline(place, grown, attributes) {
  const box = "angle" in place ? boxOf(place) : place;
  return svg("rect", {
    x: (box.left - grown) * UNIT,
    y: (box.top - grown) * UNIT,
    width: (box.right - box.left + 2 * grown) * UNIT,
    height: (box.bottom - box.top + 2 * grown) * UNIT,
    rx: 2.6 + grown * UNIT,
    ...attributes,
  });
}

/** A standing tile of a rack as a picture of its own, the higher number above; null is a tile seen from behind.
 * @param {string | null} tile */
export function standing(tile) {
  const drawn = tile === null ? [back(0, 0, true)] : [face({ tile, x: 0, y: 0, angle: 90 })];
  return svg(
    "svg",
    { class: "standing", viewBox: "-12.5 -22.5 25 46", "aria-hidden": "true" },
    use("shadow", 0, 0, true),
    drawn,
  );
}

/** Half a tile, as large as a finger: the number that is open at an end.
 * @param {number} number */
export function half(number) {
  const rect = svg("rect", { x: -9.6, y: -9.6, width: 19.2, height: 19.2, rx: 2.6, class: "half" });
  const pips = number ? [use(String(number), 0, 0, true)] : [];
  return svg("svg", { class: "end-pips", viewBox: "-11 -11 22 22", "aria-hidden": "true" }, rect, pips);
}
