// Who sits where on the screen. Places come with the opener below: the table is turned by quarters until my side is.

/** Where play goes clockwise the next player sits on the left: everybody's place is the mirror's. */
const WAY = JSON.parse(document.getElementById("facts")?.textContent ?? "{}").clockwise ? -1 : 1;

/** The sides of the table as players sit round it, each to the right of the one before. */
/** @type {Record<number, ScreenSide[]>} */
const SIDES = { 2: ["below", "above"], 3: ["below", "right", "left"], 4: ["below", "right", "above", "left"] };

/** On which side of the screen each seat is, by seat: {1: "below", 2: "right", …}.
 * @param {number} below @param {number} players @returns {Record<number, ScreenSide>} */
export function sides(below, players) {
  const around = SIDES[players] ?? SIDES[4];
  return Object.fromEntries(around.map((side, offset) => [((below - 1 + WAY * offset + players) % players) + 1, side]));
}

/** The seats in the order in which plates stand beside each other: as one looks across the table.
 * @param {number} below @param {number} players */
export function fromTheLeft(below, players) {
  const at = sides(below, players);
  const order = ["left", "above", "right", "below"];
  return Object.keys(at)
    .map(Number)
    .sort((one, other) => order.indexOf(at[one]) - order.indexOf(at[other]));
}

/** By how many quarters the table is turned.
 * @param {number} below @param {number | null | undefined} opener */
export function quarters(below, opener) {
  return (((WAY * (below - (opener ?? below))) % 4) + 4) % 4;
}

/** A place of the wire {tile, end, x, y, angle} as the screen has it: y downwards, the table turned.
 * @template {Spot} Lying
 * @param {Lying} place @param {number} offset */
export function turned(place, offset) {
  const [cos, sin] = [
    [1, 0],
    [0, -1],
    [-1, 0],
    [0, 1],
  ][offset];
  const x = place.x * cos - place.y * sin;
  const y = place.x * sin + place.y * cos;
  return { ...place, x: x + 0, y: -y + 0, angle: (((place.angle - 90 * offset) % 360) + 360) % 360 };
}

/** Where a tile comes from that somebody on this side lays: a direction on the screen. */
/** @type {Record<ScreenSide, Pair>} */
export const FROM = { below: [0, 1], right: [1, 0], above: [0, -1], left: [-1, 0] };

/** @type {Wire.End[]} */
export const ENDS = ["<", ">"];

/** The two open ends in the order in which they lie on a table turned so: [{end, number, place}], the one on the left first.
 * @param {Wire.Snapshot | null} shown @param {number} offset */
export function openEnds(shown, offset) {
  if (!shown?.ends || !shown.chain.length) return [];
  const { ends: numbers, chain } = shown;
  const ends = ENDS.map((end, at) => {
    const last = chain.findLast((place) => place.end === end) ?? chain[0];
    return { end, number: numbers[at], place: turned(last, offset) };
  });
  return ends.sort((one, other) => across(one.place) - across(other.place));
}

/** Whether two places lie rather one above the other than side by side.
 * @param {Spot[]} two */
export function stacked([one, other]) {
  return Math.abs(one.x - other.x) < 1;
}

/** From left to right, and from above where that does not tell.
 * @param {Spot | null} place */
export function across(place) {
  return place ? place.x * 1000 + place.y : 0;
}
