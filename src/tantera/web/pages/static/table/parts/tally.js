// Who has won how many matches at this table, with whom.
import { t } from "../../words.js";
import { el, surname } from "../dom.js";
import { dotted, mySeat } from "./common.js";

const called = (app, name) => (name === myName(app) ? t("you") : surname(name));
const myName = (app) => app.connection.table.seats[(mySeat(app) ?? 0) - 1]?.name;

/** The sides of a meeting with what each has won, mine first. */
function met(app, { sides, won, level }) {
  const mine = myName(app);
  const places = sides.map((_, place) => place).sort((one, other) => Number(sides[other].includes(mine)) - Number(sides[one].includes(mine)));
  const named = (side) => [...side].sort((one, other) => Number(one === mine) - Number(other === mine)).map((name) => called(app, name)).join(" + ");
  const told = places.map((place, at) => [at > 0 && " · ", el("span", {}, named(sides[place]), " ", el("b", {}, won[place]))]);
  return [told, level > 0 && ` · ${t("level: {matches}", { matches: level })}`];
}

/** All of it, the latest to meet first; nothing before a second match has begun. */
export function tally(app) {
  const { table } = app.connection;
  const { meetings, wins } = table.tally;
  if (table.matches < 2 || !meetings.length || table.won.length > 1) return null; // a series says so itself
  return el(
    "section",
    { class: "tally" },
    el("h3", {}, t("Matches at this table")),
    el("ul", {}, [...meetings].reverse().map((one) => el("li", {}, met(app, one)))),
    wins.length > 0 && el("p", { class: "second" }, t("Everybody's: {names}", { names: dotted(wins.map(({ name, won }) => `${called(app, name)} ${won}`)) })),
  );
}
