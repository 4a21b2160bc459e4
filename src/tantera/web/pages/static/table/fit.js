// How large the carro is shown: always as a whole, with the places where a tile would lie. Where that would be too small to
// read, the ends are shown large, and the whole of it small in a corner; where they would not be read either, the whole.
import { around, boxOf } from "./tiles.js";

export const LEAST = 14; // px a tile width at which pips are read
const BOTH = 8; // px a tile width at which both ends are still shown together: what they are, the band says as well
const CLOSEST = 9; // tile widths across: a short chain is not drawn larger
const LARGEST = 46; // px a tile width, or what the area is this many times as large as
const PARTS = 15;
const MARGIN = 0.4; // tile widths round the chain
const SLACK = 0.86; // a view stays as it is while it is no smaller than this part of what it could be

/**
 * The view of a chain in an area {left, top, right, bottom} of the screen: {scale, x, y, whole}. `x`, `y` is the point
 * of the table in the middle of the area, `scale` px a tile width. `ends` are the boxes that must be seen.
 * @param {Box[]} boxes @param {Box[]} ends @param {Box} area @param {Fitted | null} before
 */
export function fitted(boxes, ends, area, before) {
  const [wide, high] = [area.right - area.left, area.bottom - area.top];
  const box = roundAll(boxes);
  const fit = inArea(box, wide, high, largest(wide, high));
  if (fit.scale < LEAST && ends.length) {
    const both = inArea(grown(around(ends), 1), wide, high, LEAST + 4);
    if (both.scale >= LEAST || fit.scale < BOTH) return atTheEnds(box, ends, both, wide, high);
  }
  if (
    before?.whole &&
    before.wide === wide &&
    before.high === high &&
    fits(box, before, wide, high) &&
    before.scale >= SLACK * fit.scale
  ) {
    return before;
  }
  return { ...fit, whole: true, wide, high };
}

/** How large a tile is where all of these are shown in an area, in px a tile width.
 * @param {Box} area @param {Box[]} boxes */
export function sizeIn(area, boxes) {
  const [wide, high] = [area.right - area.left, area.bottom - area.top];
  return inArea(roundAll(boxes), wide, high, largest(wide, high)).scale;
}

/** @param {number} wide @param {number} high */
function largest(wide, high) {
  return Math.min(Math.max(LARGEST, Math.min(wide, high) / PARTS), Math.min(wide, high) / CLOSEST);
}

/** @param {Box[]} boxes */
function roundAll(boxes) {
  return grown(around(boxes.length ? boxes : [boxOf({ x: 0, y: 0, angle: 0 })]), MARGIN);
}

/** Whether a view of the whole carro still does for these boxes, beside the best there is.
 * @param {Box[]} boxes @param {Fitted} view @param {Fitted} best */
export function stillGood(boxes, view, best) {
  if (!view.whole || !boxes.length || view.scale < SLACK * best.scale) return false;
  return fits(grown(around(boxes), MARGIN), view, view.wide, view.high);
}

/** @param {Box} box @param {number} wide @param {number} high @param {number} most */
function inArea(box, wide, high, most) {
  const [across, down] = [box.right - box.left, box.bottom - box.top];
  return {
    scale: Math.min(most, wide / across, high / down),
    x: (box.left + box.right) / 2,
    y: (box.top + box.bottom) / 2,
  };
}

/** @param {Box} box @param {Fit} fit @param {number} wide @param {number} high */
function fits(box, { scale, x, y }, wide, high) {
  const [half, tall] = [wide / scale / 2 + 0.001, high / scale / 2 + 0.001];
  return box.left >= x - half && box.right <= x + half && box.top >= y - tall && box.bottom <= y + tall;
}

/** Both ends, as large as that allows; on a screen where that is next to nothing the last of them; never beyond the chain.
 * @param {Box} box @param {Box[]} ends @param {Fit} both @param {number} wide @param {number} high */
function atTheEnds(box, ends, both, wide, high) {
  const view =
    both.scale >= BOTH ? both : { ...inArea(grown(ends[ends.length - 1], 4), wide, high, LEAST + 2), scale: LEAST + 2 };
  const [half, tall] = [wide / view.scale / 2, high / view.scale / 2];
  return {
    scale: view.scale,
    x: within(view.x, box.left + half, box.right - half),
    y: within(view.y, box.top + tall, box.bottom - tall),
    whole: false,
    box,
    wide,
    high,
  };
}

/** @param {number} value @param {number} least @param {number} most */
function within(value, least, most) {
  return least > most ? (least + most) / 2 : Math.min(Math.max(value, least), most);
}

/** @param {Box} box @param {number} by */
function grown(box, by) {
  return { left: box.left - by, top: box.top - by, right: box.right + by, bottom: box.bottom + by };
}
