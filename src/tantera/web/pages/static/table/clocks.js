// Clocks go by the server's time, and only while the screen is sure to be current.
import { minutes, write } from "../clock.js";
import { t } from "../words.js";
import { svg } from "./dom.js";

/** Milliseconds until the minutes of the match are over; null where it has none. Once it is over they stand still.
 * @param {Connection} connection */
export function matchTime(connection) {
  const { shown } = connection;
  const clock = shown?.clock;
  const at = shown?.phase === "ended" ? (shown.line?.at ?? null) : (clock?.paused ?? connection.now());
  return clock?.ends && at !== null ? Math.max(0, clock.ends - at) : null;
}

/** Milliseconds that the player in turn still has; null where nobody waits for a person.
 * @param {Connection} connection */
export function moveTime(connection) {
  const { shown, table } = connection;
  if (!shown?.turn || shown.clock.turn_stopped) return null;
  const until =
    shown.deadline ??
    (table.seats[shown.turn - 1]?.bot ? null : table.waits.find(({ what }) => what === "move")?.until);
  return until ? Math.max(0, until - connection.now()) : null;
}

/** Whether anybody's time runs at this table: its own for a move, the book's, or the minutes of the match.
 * @param {Connection} connection */
export function hasClock({ shown, table, law }) {
  return Boolean(law?.move_seconds || shown?.clock.ends || shown?.deadline || table?.settings.times.move);
}

/** Whether seconds mean anything: there is a clock, or pauses are speech and there is somebody who hears them.
 * @param {Connection} connection */
export function isTimed(connection) {
  const { law, table } = connection;
  const others = table?.seats.some(({ person }, place) => person && place + 1 !== table.seat);
  return hasClock(connection) || Boolean(law?.pauses_speak && others);
}

/** How long the player in turn has been thinking: by the server's word, so that a page that is loaded again knows it. */
export class TurnClock {
  /** @param {Connection} connection */
  constructor(connection) {
    this.connection = connection;
  }

  /** Milliseconds of thought, of whoever is in turn. */
  get thought() {
    const { shown } = this.connection;
    const until = shown?.clock.turn_stopped ?? this.connection.now();
    return Math.max(0, until - (shown?.turn_began ?? until));
  }
}

/**
 * How the turn's time is shown, one reading of it: what is left where the book has a clock, and the last of the table's own
 * time. A ring that empties, with the seconds that are left in it; null where there is no hurry.
 * @param {App} app
 */
export function ringOf(app) {
  const { connection } = app;
  const { shown, law } = connection;
  if (!shown?.turn || !connection.current) return null;
  const left = moveTime(connection);
  if (shown.deadline && left !== null) {
    const whole = Math.max(left, 1000 * (law?.move_seconds ?? 20));
    return { part: left / whole, seconds: Math.ceil(left / 1000), hurry: left < 5000 };
  }
  return left !== null && left < LAST
    ? { part: left / LAST, seconds: Math.ceil(left / 1000), hurry: left < 10_000 }
    : null;
}

/** Whether a pause is told: where one is speech, and no clock of the book's runs.
 * @param {Connection} connection */
const countsThought = (connection) => Boolean(connection.law?.pauses_speak && !connection.law.move_seconds && isTimed(connection));

/** What is told beside the ring, or in its place: how long somebody else has been thinking, once that is a pause where
 * pauses are speech; else, and to me in my turn, the table's own time for a move.
 * @param {App} app */
export function timeBeside(app) {
  const { current, shown, table } = app.connection;
  const left = moveTime(app.connection);
  if (!current || ringOf(app) !== null) return "";
  if (shown?.turn === table?.seat || !countsThought(app.connection)) return left === null ? "" : minutes(left);
  const { thought } = app.turnClock;
  return thought < PAUSE ? "" : t("{seconds} s so far", { seconds: Math.floor(thought / 1000) });
}

const PAUSE = 5_000; // from so long on it says something
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

/** @param {HTMLElement} element @param {ReturnType<typeof ringOf>} state */
export function turnRing(element, state) {
  element.toggleAttribute("hidden", state === null);
  if (state === null) return;
  element.querySelector(".part").setAttribute("stroke-dasharray", `${(100 * state.part).toFixed(1)} 100`);
  write(element.querySelector("text"), String(state.seconds));
  element.classList.toggle("hurry", state.hurry);
}
