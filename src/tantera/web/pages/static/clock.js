/* The clock of the hall, counted by the server's time, and how time is written: what is left is rounded up and what has
   gone by down, on every screen alike. While the server is away a clock goes on by this machine's own. */

const MINUTE = 60_000;

/** @type {number | null} The server's time less ours; unknown until it has told us. */
let offset = null;

/** The server has just said what time it is.
 * @param {number} time */
export function hear(time) {
  offset = time - Date.now();
}

export const isTold = () => offset !== null;
export const now = () => Date.now() + (offset ?? 0);

/** What a clock shows at a time of the server: its phase and what is left of it, below zero after time.
 * @param {HallClock} clock @param {number} time */
export function reading(clock, time, table = "") {
  const until = clock.more?.[table] ?? clock;
  const left = until.ends === null ? (until.left ?? 0) : until.ends - time;
  const phase = !clock.started ? "ready" : left <= 0 ? "time" : until.ends === null ? "paused" : "running";
  return { phase, left };
}

/** Whether the last minutes run, for which the wall keeps nothing else.
 * @param {HallClock} clock @param {{ phase: string, left: number }} shown */
export function lastMinutes(clock, { phase, left }) {
  return phase === "running" && clock.warn.length > 0 && left <= clock.warn[0] * MINUTE;
}

/** Time that is left: 6:31.
 * @param {number} left */
export function minutes(left) {
  const seconds = Math.max(0, Math.ceil(left / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Time that has gone by.
 * @param {number} gone */
export const elapsed = (gone) => minutes(gone - 999);

/** Time that is left, as large screens show it: 06:31.
 * @param {number} left */
export const figures = (left) => minutes(left).padStart(5, "0");

/** What is written on a clock stands there: a page that is asked four times a second paints only what has changed.
 * @param {Node} place
 * @param {string} text */
export function write(place, text) {
  if (place.textContent !== text) place.textContent = text;
}

/** How much longer the whole clock is than what is left, between 0 and 1.
 * @param {HallClock} clock @param {number} left */
export function share(clock, left) {
  return Math.min(1, Math.max(0, left / clock.length));
}
