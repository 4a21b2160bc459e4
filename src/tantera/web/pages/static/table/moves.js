// The moves of the hand with their times, a column a player, from the opener on.
import { t } from "../words.js";
import { isTimed } from "./clocks.js";
import { el, keep, surname } from "./dom.js";
import { byTheClock, done, took } from "./plates.js";

/** @typedef {(Move | null)[]} Cell Null: somebody is thinking. */

/** @type {Part} */
export function moves(element, app) {
  const { connection } = app;
  return {
    update() {
      const { shown, law, table } = connection;
      if (!shown || !shown.opener || shown.phase === "seating") {
        keep(element, null, () => []);
        return;
      }
      keep(element, [shown.moves, shown.turn, shown.opener, shown.names, shown.killed, table?.seat, table?.late, shown.out, isTimed(connection)], () => [
        el("h2", {}, t("Moves")),
        list(shown, law, table?.seat),
        shown.killed.length > 0 &&
          el(
            "p",
            { class: "note" },
            t("Doubles that can no longer be played: {tiles}", {
              tiles: shown.killed.map((tile) => `${tile[0]}-${tile[1]}`).join(" · "),
            }),
          ),
      ]);
    },
  };

  /** @param {Wire.Snapshot} shown @param {Wire.LawFacts | null} law @param {number | null} mine */
  function list(shown, law, mine) {
    const players = shown.names.length;
    const seats = shown.names
      .map((_, at) => (((shown.opener ?? 1) - 1 + at) % players) + 1)
      .filter((seat) => !shown.out.includes(seat) || shown.moves.some((move) => move.seat === seat));
    const rows = inRows(shown.moves, seats);
    const turn = shown.turn ? seats.indexOf(shown.turn) : -1;
    if (turn >= 0) {
      const last = rows.at(-1);
      if (!last || (last[turn] && !drawing(last[turn])) || last.slice(turn + 1).some(Boolean)) rows.push([]);
      (rows[rows.length - 1][turn] ??= []).push(null);
    }
    return el(
      "table",
      {},
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          el("td", {}),
          seats.map((seat) => el("th", { scope: "col" }, seat === mine ? t("You") : surname(shown.names[seat - 1]))),
        ),
      ),
      el(
        "tbody",
        {},
        rows.map((row, at) =>
          el(
            "tr",
            {},
            el("th", { scope: "row" }, String(at + 1)),
            seats.map((_, column) => cell(row[column], law, seats[column] === mine)),
          ),
        ),
      ),
    );
  }

  /** A row each time it goes round; somebody who draws stays in their place.
   * @param {Move[]} made @param {number[]} seats */
  function inRows(made, seats) {
    /** @type {Cell[][]} */
    const rows = [];
    let last = seats.length;
    for (const move of made) {
      const column = seats.indexOf(move.seat);
      if (column < 0) continue;
      if (column < last || (column === last && !drawing(rows[rows.length - 1][column]))) rows.push([]);
      (rows[rows.length - 1][column] ??= []).push(move);
      last = column;
    }
    return rows;
  }

  /** @param {Cell} of */
  function drawing(of) {
    return of.at(-1)?.event === "tile_drawn";
  }

  /** @param {Cell | undefined} of @param {Wire.LawFacts | null} law @param {boolean} mine */
  function cell(of, law, mine) {
    if (!of) return el("td", {});
    return el(
      "td",
      { class: of.includes(null) ? "now" : null },
      of.map((move, at) => [
        at ? " " : "",
        move === null
          ? el("b", {}, mine ? t("you think…") : t("thinking…"))
          : [done(move), " ", el("small", {}, byTheClock(move, connection.table) ? t("out of time") : took(move, law, isTimed(connection)).replace(" s", "s"))],
      ]),
    );
  }
}
