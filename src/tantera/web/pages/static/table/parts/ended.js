// The match is over: who won, the final sheet, signatures, the series, a rematch, the replay.
import { t } from "../../words.js";
import { el, icon, keep, listed, surname } from "../dom.js";
import { ICONS, aloneWithBots, atHome, button, cited, countdown, dotted, facts, goTo, isReferee, missingNames, mySeat, seatName } from "./common.js";
import { countTable, heading, sideName } from "./count.js";
import { seatTable } from "./lobby.js";
import { standing, tally } from "./tally.js";
import { inCompany, phrases } from "./talk.js";
import { withTerms } from "../terms.js";

const UPRIGHT = matchMedia("(max-width: 899px) and (min-height: 521px)"); // a phone as one holds it

/** @typedef {{ asked: boolean, saying: boolean }} Sure */

/** @type {Section} */
export function ended(host, app) {
  /** Whether other partners have been asked for once: alone with bots nobody else would have to agree. */
  const sure = { asked: false, saying: false };
  /** @param {boolean} open */
  const saying = (open) => {
    sure.saying = open;
    app.connection.changed();
  };
  const above = app.root.querySelector("#result");
  UPRIGHT.addEventListener("change", () => app.connection.changed());

  return {
    update() {
      above.hidden = app.mode !== "ended" || !UPRIGHT.matches || firstHand(app);
      if (app.mode !== "ended") return (sure.asked = sure.saying = false);
      const { shown, table, count, sheet } = app.connection;
      if (!above.hidden) keep(above, [shown.winner, shown.ended_by, shown.score, shown.names, table.seat, table.tally], () => [result(app), scores(app), standing(app)]);
      keep(host, [above.hidden, shown.winner, shown.ended_by, shown.score, shown.signatures, shown.options, table.seats, table.proposals, table.won, table.sheet_closed, table.series_open, table.matches, table.closed, table.seat, table.other_pairs, table.tally, count, sheet?.rows, sure.asked, sure.saying, app.connection.phrases], () => firstHand(app) ? [count && [heading(count, app), count.sums && el("p", { class: "sums-in-words" }, withTerms(count.sums))], acts(app, sure)] : [
        above.hidden && [result(app), scores(app)], // there it comes first, and the board has what is between it and the thumb
        signatures(app),
        (above.hidden || table.tally.meetings.length > 1) && tally(app),
        links(app, sure),
        sure.saying && phrases(app, "table", () => saying(false)),
        series(app),
        count && el("details", { class: "last-hand" }, el("summary", {}, t("The last hand: {how}", { how: count.heading })), count.second && heading(count, app), countTable(app, count)),
        !facts.round && !table.series_open && !table.closed && changes(app),
        acts(app, sure),
      ]);
      return true;
    },
  };
}

const WHY = {
  points: () => t("to {limit}", { limit: facts.law.limit }),
  hands: () => t("the hands are played"),
  time: () => t("the time is over"),
  elimination: () => t("the last one in"),
  forfeit: () => t("the match is lost by a sanction"),
  ruling: () => t("by a ruling"),
};

/** @param {App} app */
function result(app) {
  const { shown } = app.connection;
  const mine = mySeat(app);
  const won = shown.winner;
  const title = !won ? t("The match ends level") : won.includes(mine) ? (won.length > 1 ? t("You two win the match") : t("You win the match")) : won.length > 1 ? t("{names} win the match", { names: listed(won.map((seat) => surname(seatName(app, seat)))) }) : t("{name} wins the match", { name: seatName(app, won[0]) });
  return el("header", { class: "panel-head result" }, el("h2", {}, title), el("p", { class: "second" }, shown.ended_by && WHY[shown.ended_by]()));
}

/** @param {App} app */
function scores(app) {
  const { shown } = app.connection;
  const mine = mySeat(app);
  const sides = shown.sides.map((side, place) => ({ side, score: shown.score[place] }));
  if (mine) sides.sort((one, other) => Number(other.side.includes(mine)) - Number(one.side.includes(mine)));
  return el(
    "div",
    { class: "scores", "data-sides": sides.length },
    sides.map(({ side, score }) =>
      el(
        "div",
        { class: side.join() === shown.winner?.join() ? "won" : "" },
        el("b", {}, sideName(app, side)),
        side.length > 1 && el("span", { class: "second" }, side.map((seat) => (seat === mine ? t("you") : surname(shown.names[seat - 1]))).join(" · ")),
        el("strong", {}, score),
      ),
    ),
  );
}

/** Best of several: who has won what so far.
 * @param {App} app */
function series(app) {
  const { table } = app.connection;
  if (table.won.length < 2 && !table.series_open) return null;
  const tally = new Map();
  for (const names of table.won) if (names.length) tally.set(names.join(" · "), (tally.get(names.join(" · ")) ?? 0) + 1);
  return el("p", { class: "series" }, dotted([t("Series"), ...[...tally].map(([names, won]) => `${names} ${won}`)]), table.series_open && el("span", { class: "second" }, ` · ${t("the next match begins by itself")}`));
}

/** Who signs the sheet, and who has (TG-12, CI-3).
 * @param {App} app */
function signatures(app) {
  const { shown, table } = app.connection;
  if (!shown.signers.length || atHome(app)) return null;
  const sign = shown.options.find((one) => one.order === "sign_sheet");
  return el(
    "div",
    { class: "signatures" },
    el("h3", {}, t("Signatures"), " ", cited(facts.cites.sheet, app)),
    el(
      "ul",
      {},
      shown.signers.map((seat) => {
        const signed = shown.signatures.includes(seat);
        return el("li", { class: signed ? "agreed" : "missing" }, icon(signed ? ICONS.check : ICONS.clock), el("span", {}, seat === mySeat(app) ? t("You") : seatName(app, seat)));
      }),
    ),
    sign && !table.sheet_closed && button(t("Sign the sheet"), () => app.order(sign), { key: "sign", sign: "check", kind: "may" }),
  );
}

/** @param {App} app @param {Sure} sure */
function links(app, sure) {
  const replay = `/replays/${app.root.dataset.table}/${app.connection.table.matches}`;
  const home = mySeat(app) && !facts.round && !app.connection.table.closed;
  return el("p", { class: "links" }, el("a", { href: `${replay}/review` }, t("Luck and play")), el("a", { href: replay }, t("Watch the replay")), talks(app, sure), home && el("a", { href: "/", "data-key": "home" }, t("Home")), !atHome(app) && el("a", { href: `${replay}#check` }, t("Check the deals"))); // at home the score beside it says so
}

/** What one says after a match, in one tap; on a laptop it stands beside the table.
 * @param {App} app @param {Sure} sure */
function talks(app, sure) {
  if (!UPRIGHT.matches || !inCompany(app) || !app.connection.phrases.table?.length) return null;
  const turn = () => {
    sure.saying = !sure.saying;
    app.connection.changed();
  };
  return el("button", { type: "button", class: "plain", "data-key": "say", "aria-expanded": String(sure.saying), onclick: turn }, t("Talk"));
}

/** Seats change between matches.
 * @param {App} app */
function changes(app) {
  return el("details", { class: "reseat" }, el("summary", {}, t("Change seats")), seatTable(app), mySeat(app) ? button(t("Stand up"), () => app.order({ order: "stand_up" }), { key: "stand" }) : null);
}

/** @param {App} app */
const firstHand = (app) => app.connection.table.settings.manner === "first_hand";

/** After a first hand a match.
 * @param {App} app */
export const playOn = (app) => goTo(app, "next");

/** @param {App} app @param {Sure} sure */
function acts(app, sure) {
  const { table, you } = app.connection;
  if (facts.round) return el("footer", { class: "acts" }, el("p", { class: "second" }, t("The result is with the organisers: nothing has to be handed in.")), el("a", { class: "act do", href: facts.round.link }, t("Back to the tournament")));
  if (table.closed) return el("footer", { class: "acts" }, el("a", { class: "act do", href: "/" }, t("Home")));
  if (isReferee(app) || table.series_open) return null;
  if (!mySeat(app)) return lookingOn(app);
  if (firstHand(app)) return el("footer", { class: "acts" }, button(t("Play a match"), () => playOn(app), { kind: "do", key: "next" }));
  const open = table.proposals.find((one) => one.what === "rematch" || one.what === "partners");
  if (!open) return el("footer", { class: "acts" }, propose(app, sure));
  const asked = open.missing.some((group) => group.includes(you));
  const what = open.what === "partners" ? t("other partners ({pairs})", { pairs: otherPairs(app) }) : t("a rematch");
  const told = open.person === you ? t("You propose {what}", { what }) : t("{name} proposes {what}", { name: open.by, what });
  return el(
    "footer",
    { class: "acts" },
    el("p", { class: "second" }, told, !asked && ` · ${t("missing: {names}", { names: missingNames(app, open.missing) })}`, " · ", countdown(open.until)),
    asked || open.person === you ? button(asked ? t("No") : t("Take back"), () => app.order({ order: "decline", what: open.what }), { key: "no-rematch" }) : null,
    button(asked ? (open.what === "partners" ? t("Yes") : t("Rematch")) : t("Waiting for the others"), () => app.order({ order: "agree", what: open.what }), { kind: "do", key: "rematch", off: !asked }),
  );
}

/** Who looks on is told so, and may sit down where nobody or only a bot sits.
 * @param {App} app */
function lookingOn(app) {
  const { table, you } = app.connection;
  const free = you && table.people[you] ? table.seats.findIndex((one) => !one.person) + 1 : 0;
  return el(
    "footer",
    { class: "acts" },
    el("p", { class: "second" }, t("You are looking on")),
    free > 0 && button(t("Sit down"), () => app.order({ order: "sit", seat: free }), { kind: "do", key: "sit-down" }),
  );
}

/** Who would play with whom after a change of partners, as the server tells it.
 * @param {App} app */
function otherPairs(app) {
  const mine = mySeat(app);
  const { seats, other_pairs: told } = app.connection.table;
  /** @param {number} seat */
  const name = (seat) => surname(seats[seat - 1].name ?? "");
  const pairs = (told ?? []).map((pair) => (pair[1] === mine ? [mine, pair[0]] : pair));
  pairs.sort((one, other) => Number(one.includes(mine)) - Number(other.includes(mine)));
  return pairs.map(([one, other]) => (one === mine ? t("you with {name}", { name: name(other) }) : t("{one} with {other}", { one: name(one), other: name(other) }))).join(", ");
}

/** Another match: as they sit; or, where two pairs play, with the next one as partner.
 * @param {App} app @param {Sure} sure */
function propose(app, sure) {
  const { seats, other_pairs: pairs } = app.connection.table;
  const mine = mySeat(app);
  const partner = pairs?.find((pair) => pair.includes(mine))?.find((seat) => seat !== mine);
  const name = surname(seats[(partner ?? 0) - 1]?.name ?? "");
  const ask = () => (aloneWithBots(app) && !sure.asked ? ((sure.asked = true), app.connection.changed()) : app.order({ order: "propose", what: "partners" }));
  return [
    partner && button(sure.asked ? t("Yes: you with {name}", { name }) : [t("Change partners"), el("small", {}, t("you with {name}", { name }))], ask, { key: "partners" }),
    button(t("Rematch"), () => app.order({ order: "propose", what: "rematch" }), { kind: "do", key: "rematch" }),
  ];
}
