// Who has won how many matches at this table, with whom.
import { t } from "../../words.js";
import { el, surname } from "../dom.js";
import { dotted, mySeat } from "./common.js";

/** @param {App} app @param {string} name */
const called = (app, name) => (name === myName(app) ? t("you") : surname(name));
/** @param {App} app */
const myName = (app) => app.connection.table.seats[(mySeat(app) ?? 0) - 1]?.name;

/** The sides of a meeting with what each has won, mine first.
 * @param {App} app @param {Wire.Meeting} meeting */
function met(app, { sides, won, level }) {
  const mine = myName(app);
  const places = sides.map((_, place) => place).sort((one, other) => Number(sides[other].includes(mine)) - Number(sides[one].includes(mine)));
  /** @param {string[]} side */
  const named = (side) => [...side].sort((one, other) => Number(one === mine) - Number(other === mine)).map((name) => called(app, name)).join(" + ");
  const scores = places.map((place, at) => [at > 0 && " · ", el("span", {}, named(sides[place]), " ", el("b", {}, won[place]))]);
  return [scores, level > 0 && ` · ${t("level: {matches}", { matches: level })}`];
}

/** @param {Wire.TableView} table */
const told = ({ matches, won, tally: { meetings } }) => matches > 1 && meetings.length > 0 && won.length < 2; // a series says so itself

/** How those who sit here now stand, in a line.
 * @param {App} app */
export function standing(app) {
  const { shown, table } = app.connection;
  /** @param {number[]} side */
  const now = (side) => side.map((seat) => shown.names[seat - 1]).sort().join();
  /** @param {Wire.Meeting} meeting */
  const same = ({ sides }) => sides.map((side) => [...side].sort().join()).sort().join(";") === shown.sides.map(now).sort().join(";");
  const meeting = told(table) && table.tally.meetings.find(same);
  return meeting ? el("p", { class: "tally" }, el("span", {}, t("Matches here:")), " ", met(app, meeting)) : null;
}

/** All of it, the last to have met first first; nothing before a second match has begun.
 * @param {App} app */
export function tally(app) {
  const { table } = app.connection;
  if (!told(table)) return null;
  const { meetings, wins } = table.tally;
  return el(
    "section",
    { class: "tally" },
    el("h3", {}, t("Matches at this table")),
    el("ul", {}, [...meetings].reverse().map((one) => el("li", {}, met(app, one)))),
    wins.length > 0 && el("p", { class: "second" }, t("Everybody's: {names}", { names: dotted(wins.map(({ name, won }) => `${called(app, name)} ${won}`)) })),
  );
}
