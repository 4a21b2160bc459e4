// Who the bots of this table are, and how long they take.
import { t } from "../../words.js";
import { el } from "../dom.js";
import { facts } from "./common.js";

const PACES = () => ({ slow: t("slow"), usual: t("usual"), quick: t("quick"), at_once: t("at once") });

/** The character that plays as this bot, or none.
 * @param {string | null} bot */
export const faceOf = (bot) => facts.characters.find(({ id }) => id === bot) ?? null;

/** The bots that sit here by themselves, each with what it is like; and their pace, for who may set it.
 * @param {App} app */
export function cast(app) {
  const { table } = app.connection;
  const seated = table.seats.filter((seat) => seat.bot && !seat.person);
  if (!seated.length) return null;
  return el(
    "section",
    { class: "cast" },
    el("h2", {}, t("The bots")),
    el("dl", {}, seated.map((seat) => el("div", {}, el("dt", {}, seat.name, " ", el("small", {}, levelOf(seat.bot ?? ""))), el("dd", {}, likeness(seat.bot ?? ""))))),
    table.is_host && pace(app),
  );
}

/** @param {string} bot */
function levelOf(bot) {
  const face = faceOf(bot);
  return face ? t("level {level}", { level: face.level }) : (facts.bots[bot] ?? bot);
}

/** @param {string} bot */
function likeness(bot) {
  const face = faceOf(bot);
  return face ? `${face.manner}. ${face.good_at}.` : "";
}

/** @param {App} app */
function pace(app) {
  const chosen = app.connection.table.settings.pace;
  /** @param {Changed} event */
  const set = ({ target }) => app.order({ order: "set_pace", pace: /** @type {Wire.SetPace["pace"]} */ (target.value) });
  const options = Object.entries(PACES()).map(([value, told]) => el("option", { value, selected: value === chosen }, told));
  return el("label", { class: "pace" }, el("span", {}, t("Their pace")), el("select", { class: "field", "data-key": "pace", onchange: set }, options));
}
