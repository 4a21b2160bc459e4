// Before a hand: the draw for the opening and the seats, who keeps the sheet, who opens, and what the opener wishes.
import { t } from "../../words.js";
import { el, icon, keep, spoken, surname } from "../dom.js";
import { sides } from "../seats.js";
import { standing } from "../tiles.js";
import { ICONS, atHome, button, cited, countdown, facts, isAsked, missingNames, mySeat, seatName, waitFor } from "./common.js";

const ASKED = ["choose_seat", "agree_opener", "name_scorer", "name_counter", "shuffle_again"];

/** @type {Section} */
export function draw(host, app) {
  return {
    update() {
      const { shown, table } = app.connection;
      const until = waitFor(app, ASKED);
      // Between two hands the table is only swept, unless the opener is asked something (CI-5); having lifted their tiles
      // the winners may say which of them opens.
      if (app.mode !== "draw" && !(shown?.phase === "dealing" && isAsked(app, ASKED)) && shown?.phase !== "choosing") return false;
      keep(host, [shown.phase, shown.options, shown.drawn, shown.draw_winner, shown.names, shown.scorer, shown.counter, shown.opener, shown.commitment, table.proposals, table.pause, until], () => {
        const question = asked(app, until);
        return [heading(app), shown.drawn.length && !shown.hands ? drawn(app) : null, begins(app), keepers(app), question ?? waiting(app, until), sealed(app)];
      });
      return true;
    },
  };
}

/** @param {App} app */
function heading(app) {
  const { shown } = app.connection;
  const title = shown.phase === "seating" ? t("Before the first hand") : t("Hand {number}", { number: shown.hands + 1 });
  const opens = shown.phase === "dealing" && shown.opener && (shown.hands || !shown.drawn.length) ? (shown.opener === mySeat(app) ? t("you open") : t("{name} opens", { name: seatName(app, shown.opener) })) : "";
  return el("header", { class: "panel-head" }, el("h2", {}, title), opens && el("p", { class: "second" }, opens));
}

/** What everybody drew, the highest framed.
 * @param {App} app */
function drawn(app) {
  const { shown } = app.connection;
  const won = shown.draw_winner ?? shown.opener;
  return el(
    "ol",
    { class: "drawn", "aria-label": t("Draw for the opening") },
    shown.drawn.map((tile, place) =>
      el(
        "li",
        { class: place + 1 === won ? "won" : "" },
        standing(tile),
        el("span", {}, place + 1 === mySeat(app) ? t("You") : surname(shown.names[place])),
        el("span", { class: "second" }, spoken(tile)),
      ),
    ),
  );
}

/** Who therefore begins, once nobody has to choose a place any more.
 * @param {App} app */
function begins(app) {
  const { shown } = app.connection;
  if (!shown.drawn.length || shown.hands || shown.phase !== "dealing" || !shown.opener) return null;
  const told = shown.opener === mySeat(app) ? t("You drew the highest: you open.") : t("{name} drew the highest and opens.", { name: seatName(app, shown.opener) });
  return el("p", { class: "begins" }, told, " ", cited(facts.cites.seating, app));
}

/** @param {App} app */
function keepers(app) {
  const { shown } = app.connection;
  if (shown.hands || (!shown.scorer && !shown.counter) || atHome(app)) return null;
  const lines = [];
  if (shown.scorer) lines.push(shown.scorer === mySeat(app) ? t("you keep the sheet") : t("{name} keeps the sheet", { name: seatName(app, shown.scorer) }));
  if (shown.counter) lines.push(shown.counter === mySeat(app) ? t("you do the count") : t("{name} does the count", { name: seatName(app, shown.counter) }));
  return el("p", { class: "second keepers" }, lines.join(" · "));
}

/** The question to me, if there is one.
 * @param {App} app @param {number | null} until */
function asked(app, until) {
  const { shown } = app.connection;
  const options = shown.options;
  /** @param {string} name */
  const of = (name) => options.filter((one) => one.order === name);
  if (of("choose_seat").length) return chooseSeat(app, of("choose_seat"), until);
  // Before a later hand the winners say which of the two opens; before the first one the table agrees.
  const opens = of("agree_opener");
  if (opens.length && shown.hands) return choice(app, t("Your pair won: which of you two opens?"), t("Whoever opens lays the first tile; either of you may say it."), facts.cites.opener, opens, until);
  if (opens.length) return agreeOpener(app, opens, until);
  if (of("name_scorer").length) return choice(app, t("Who keeps the sheet?"), t("One of your pair writes the points of every hand down and signs at the end; the table writes them for you."), facts.cites.scorer, of("name_scorer"), until);
  if (of("name_counter").length) return choice(app, t("Who does the count?"), t("One of your pair counts what is left after every hand, so that both pairs have looked; the table counts for you."), facts.cites.scorer, of("name_counter"), until);
  if (of("shuffle_again").length) return shuffleAgain(app, of("shuffle_again"), until);
  return null;
}

/** What is asked, and in a sentence why.
 * @param {App} app @param {string} text @param {string} why @param {string | null} article @param {number | null} until @param {Child[]} content */
function question(app, text, why, article, until, ...content) {
  return el(
    "div",
    { class: "question" },
    el("h3", {}, text, article && [" ", cited(article, app)], until && el("span", { class: "until" }, icon(ICONS.clock), countdown(until))),
    el("p", { class: "why" }, why),
    content,
  );
}

/** The winner of the draw chooses a place, the others follow (TG-6.3, TG-6.4).
 * @param {App} app @param {Wire.Order[]} options @param {number | null} until */
function chooseSeat(app, options, until) {
  const { shown } = app.connection;
  const at = sides(mySeat(app) ?? 1, shown.names.length);
  const partner = app.connection.law?.pairs ? shown.sides.find((side) => side.includes(mySeat(app)))?.find((seat) => seat !== mySeat(app)) : null;
  /** @param {number | null | undefined} seat */
  const place = (seat) => (seat === mySeat(app) ? t("I stay here") : t("where {name} sits", { name: surname(shown.names[(seat ?? 0) - 1]) }));
  return question(
    app,
    t("You drew the highest: choose your place"),
    partner ? t("You open. {name}, your partner, sits opposite you, and on your right the opponent who drew more.", { name: seatName(app, partner) }) : t("You open. The others sit down on your right, whoever drew more first."),
    facts.cites.seating,
    until,
    el(
      "div",
      { class: "places", "data-players": shown.names.length },
      options.map((option) => el("div", { "data-side": at[option.seat ?? 0] }, button(place(option.seat), () => app.order(option), { key: `place${option.seat}` }))),
      el("div", { class: "places-table", "aria-hidden": "true" }),
    ),
  );
}

/** Who opens is for the people at the table to agree on (CL-inicio).
 * @param {App} app @param {Wire.Order[]} options @param {number | null} until */
function agreeOpener(app, options, until) {
  const { table } = app.connection;
  const proposal = table.proposals.find((one) => one.what === "opener");
  const iAgree = proposal && !proposal.missing.some((group) => group.includes(app.connection.you));
  const note = proposal
    ? el("p", { class: "second" }, t("{name} should open; missing: {names}", { name: seatName(app, proposal.seat), names: missingNames(app, proposal.missing) }))
    : null;
  return question(
    app,
    t("Who opens?"),
    t("Whoever opens lays the first tile. Say whom you have in mind: it is so when the others agree."),
    facts.cites.seating,
    until,
    note,
    el(
      "div",
      { class: "choices" },
      options.map((option) =>
        button(option.seat === mySeat(app) ? t("I do") : seatName(app, option.seat), () => app.order(option), {
          kind: proposal?.seat === option.seat && !iAgree ? "do" : "may",
          key: `opener${option.seat}`,
          off: proposal?.seat === option.seat && iAgree,
        }),
      ),
    ),
  );
}

/** One of the players that the options name.
 * @param {App} app @param {string} text @param {string} why @param {string | null} article @param {Wire.Order[]} options @param {number | null} until */
function choice(app, text, why, article, options, until) {
  return question(
    app,
    text,
    why,
    article,
    until,
    el("div", { class: "choices" }, options.map((option) => button(option.seat === mySeat(app) ? t("I do") : seatName(app, option.seat), () => app.order(option), { key: `seat${option.seat}` }))),
  );
}

/** The opener may shuffle once more, and then takes last (CI-5).
 * @param {App} app @param {Wire.Order[]} options @param {number | null} until */
function shuffleAgain(app, options, until) {
  const [no, yes] = [options.find((one) => !one.again), options.find((one) => one.again)];
  return question(
    app,
    t("Shuffle once more?"),
    t("You open: you may mix the tiles once more, and then you take yours last."),
    facts.cites.deal,
    until,
    el(
      "div",
      { class: "choices" },
      yes && button(t("Shuffle, and take last"), () => app.order(yes), { key: "again" }),
      no && button(t("Deal"), () => app.order(no), { kind: "do", key: "deal" }),
    ),
  );
}

/** Whom the others wait for.
 * @param {App} app @param {number | null} until */
function waiting(app, until) {
  const { shown, table } = app.connection;
  if (table.pause) return null;
  const text = () => {
    if (shown.phase === "seating" && shown.draw_winner) return t("{name} drew the highest and chooses a place", { name: seatName(app, shown.draw_winner) });
    const waited = table.waits.find((one) => one.who);
    if (waited?.what === "shuffle_again") return t("{name} may shuffle once more", { name: seatName(app, Number(waited.who)) });
    if (waited?.what === "name_scorer") return t("The others name who keeps the sheet");
    if (waited?.what === "name_counter") return t("The others name who does the count");
    if (waited?.what === "agree_opener" && shown.hands) return t("The winners choose which of the two opens");
    if (waited?.what === "agree_opener") return t("The players agree who opens");
    if (shown.phase === "choosing") return t("The winners choose which of the two opens");
    return shown.phase === "seating" ? t("Drawing for the opening…") : t("Shuffling and dealing…");
  };
  return el("p", { class: "waiting" }, text(), until && el("span", { class: "until" }, icon(ICONS.clock), countdown(until)));
}

/** The deal is bound to this hash before anybody adds to it.
 * @param {App} app */
function sealed(app) {
  const { commitment } = app.connection.shown;
  return commitment && !atHome(app) ? el("p", { class: "sealed second" }, t("Sealed deal {hash}, to be checked when the hand is over", { hash: short(commitment) })) : null;
}

/** A hash as one compares it at a glance.
 * @param {string} hash */
export const short = (hash) => `${hash.slice(0, 4)} ${hash.slice(4, 8)}`;
