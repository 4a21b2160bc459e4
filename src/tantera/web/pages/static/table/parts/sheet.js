// The tantera: a line a hand, bonuses and cards as lines of their own with their article, the totals.
import { t } from "../../words.js";
import { el, keep, surname } from "../dom.js";
import { atHome, cited, dotted, facts, mySeat, seatName } from "./common.js";
import { rowWords, signed } from "./count.js";
import { short } from "./draw.js";
import { tally } from "./tally.js";

/** @type {Part} */
export function sheet(element, app) {
  // On a phone the score row opens the sheet; the button in the bar does so for keyboards and screen readers.
  document.getElementById("score")?.addEventListener("click", () => app.side.toggle());

  return {
    update() {
      const { shown, table } = app.connection;
      if (!table) return;
      // The sheet of the match before is no longer this one's.
      const told = shown && (shown.hands || app.connection.sheet?.rows.every((row) => row.number === null) ? app.connection.sheet : { rows: [], totals: shown.score });
      if (!told) {
        element.replaceChildren();
        element.kept = null;
        return;
      }
      keep(element, [told, shown.scorer, shown.counter, shown.sides, shown.commitment, shown.shuffled_by, shown.taking, shown.phase, table.seat, table.matches, table.tally], () => [
        el("h2", {}, atHome(app) ? t("Score") : t("Score sheet"), keepers(app)),
        rows(app, told),
        shown.phase !== "ended" && tally(app),
        deal(app),
      ]);
    },
  };
}

/** @param {App} app */
function keepers(app) {
  const { scorer, counter } = app.connection.shown;
  const told = [scorer && (scorer === mySeat(app) ? t("you keep it") : t("{name} keeps it", { name: surname(seatName(app, scorer)) })), counter && (counter === mySeat(app) ? t("you count") : t("{name} counts", { name: surname(seatName(app, counter)) }))];
  return scorer || counter ? el("small", {}, ` ${dotted(told)}`) : null;
}

/** @param {App} app @param {Pick<Sheet, "rows" | "totals">} told */
function rows(app, told) {
  const { shown } = app.connection;
  const mine = mySeat(app);
  const places = shown.sides.map((_, place) => place);
  if (mine) places.sort((one, other) => Number(shown.sides[other].includes(mine)) - Number(shown.sides[one].includes(mine)));
  const nothing = el("tr", { class: "nothing" }, el("td", {}), el("td", { colspan: places.length + 1 }, t("no hand yet")));
  return el(
    "table",
    { class: `sheet-table sides-${places.length}` },
    el("thead", {}, el("tr", {}, el("td", { colspan: 2 }), places.map((place) => el("th", { scope: "col" }, shown.sides[place].map((seat) => (seat === mine ? t("you") : surname(shown.names[seat - 1]))).join(" · "))))),
    el("tbody", {}, told.rows.length ? told.rows.map((row) => line(app, row, places)) : nothing),
    el("tfoot", {}, el("tr", {}, el("td", {}), el("th", { scope: "row" }, app.connection.law?.hands === 1 && app.connection.law.points === null ? t("of one hand") : t("to {limit}", { limit: facts.law.limit })), places.map((place) => el("td", {}, told.totals[place])))),
  );
}

/** @param {App} app @param {Wire.Row} row @param {number[]} places */
function line(app, row, places) {
  const own = row.number !== null;
  /** @param {number} place */
  const cell = (place) => {
    const points = row.points[place] ?? 0;
    return el("td", {}, own ? (points ? points : "—") : points ? signed(points) : "");
  };
  return el("tr", { class: own ? "" : "under" }, el("td", {}, own ? row.number : ""), el("th", { scope: "row" }, rowWords(app, row)), places.map(cell));
}

/** How the hand was dealt, and that everybody can check it.
 * @param {App} app */
function deal(app) {
  const { shown, table } = app.connection;
  const lines = [];
  /** @param {number[]} seats */
  const names = (seats) => seats.map((seat) => surname(seatName(app, seat))).join(", ");
  if (shown.phase === "playing" && shown.shuffled_by.length) lines.push(t("Shuffled: {names}", { names: names(shown.shuffled_by) }));
  if (shown.phase === "playing" && shown.taking.length) lines.push(t("Taken in this order: {names}", { names: names(shown.taking) }));
  if (atHome(app) && shown.phase !== "ended") return null;
  const seal = shown.commitment && t("Sealed deal {hash}", { hash: short(shown.commitment) });
  const over = shown.phase === "counting" && shown.seed && el("a", { href: `/tables/${app.root.dataset.table}/deals/${shown.hands}`, target: "_blank", rel: "noopener" }, t("Check this deal"));
  const check = over ? over : shown.phase === "ended" ? el("a", { href: `/replays/${app.root.dataset.table}/${table.matches}#check` }, t("Check the deals")) : seal && t("checked at the end");
  return el(
    "div",
    { class: "deal second" },
    lines.length ? el("p", {}, dotted(lines), facts.cites.deal && [" · ", cited(facts.cites.deal, app)]) : null,
    seal || check ? el("p", {}, seal, seal && check && " · ", check) : null,
  );
}
