// Clocks go by the server's time, and only while the screen is sure to be current.
import { svg } from "./dom.js";

/** Milliseconds until the minutes of the match are over; null where it has none. */
export function matchTime(connection) {
  const clock = connection.shown?.clock;
  return clock?.ends ? Math.max(0, clock.ends - (clock.paused ?? connection.now())) : null;
}

/** Milliseconds that the player in turn still has; null where nobody waits for a person. */
export function moveTime(connection) {
  const { shown, table } = connection;
  if (!shown?.turn || shown.clock.turn_stopped) return null;
  const until =
    shown.deadline ??
    (table.seats[shown.turn - 1]?.bot ? null : table.waits.find(({ what }) => what === "move")?.until);
  return until ? Math.max(0, until - connection.now()) : null;
}

/** Since when the player in turn has been thinking: the last move, the deal, or the end of a pause. */
export class TurnClock {
  constructor(connection) {
    this.connection = connection;
    this.since = null;
  }

  step({ whole, events }) {
    const { shown } = this.connection;
    if (whole) this.since = shown?.moves.at(-1)?.at ?? null;
    for (const { event, at } of events) if (BEGINS.has(event)) this.since = at;
    this.since ??= this.connection.now();
  }

  /** Milliseconds of thought, of whoever is in turn. */
  get thought() {
    const { shown } = this.connection;
    const until = shown?.clock.turn_stopped ?? this.connection.now();
    return Math.max(0, until - (this.since ?? until));
  }
}

const BEGINS = new Set([
  "tile_placed",
  "doubles_placed",
  "turn_passed",
  "tile_drawn",
  "hand_dealt",
  "clock_resumed",
]);

/** How the turn's time is shown: a ring that fills, with seconds in it. Null where it is nobody's business. */
export function ringOf(app) {
  const { connection, law = connection.law } = app;
  const { shown } = connection;
  if (!shown?.turn || !connection.current) return null;
  const left = moveTime(connection);
  if (shown.deadline && left !== null) {
    const whole = Math.max(left, 1000 * (law?.move_seconds ?? 20));
    return { part: 1 - left / whole, seconds: Math.ceil(left / 1000), hurry: left < 5000 };
  }
  const thought = app.turnClock.thought;
  if (law?.pauses_speak)
    return { part: Math.min(1, thought / FULL), seconds: Math.floor(thought / 1000), hurry: false };
  return left !== null && left < LAST
    ? { part: 1 - left / LAST, seconds: Math.ceil(left / 1000), hurry: left < 10_000 }
    : null;
}

const FULL = 20_000; // a pause of so long fills the ring
const LAST = 30_000; // of the table's own time for a move, what is worth a ring

/** The ring itself; `turnRing` lets it show a state. */
export function ring() {
  const round = { cx: 20, cy: 20, r: 17, fill: "none", "stroke-width": 4 };
  return svg(
    "svg",
    { class: "ring", viewBox: "0 0 40 40", "aria-hidden": "true", hidden: true },
    svg("circle", { ...round, class: "rest" }),
    svg("circle", {
      ...round,
      class: "part",
      pathLength: 100,
      "stroke-dasharray": "0 100",
      transform: "rotate(-90 20 20)",
    }),
    svg("text", { x: 20, y: 20, "text-anchor": "middle", "dominant-baseline": "central" }),
  );
}

export function turnRing(element, state) {
  element.toggleAttribute("hidden", state === null);
  if (state === null) return;
  element.querySelector(".part").setAttribute("stroke-dasharray", `${(100 * state.part).toFixed(1)} 100`);
  element.querySelector("text").textContent = state.seconds;
  element.classList.toggle("hurry", state.hurry);
}
