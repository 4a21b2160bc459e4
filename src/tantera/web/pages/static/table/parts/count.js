// A hand is over: what everybody is left with, pair by pair, the line of the sheet, who is conforme, the time to talk.
import { t } from "../../words.js";
import { capital, el, icon, keep, listed, spoken, surname, svg } from "../dom.js";
import { ICONS, aloneWithBots, atHome, button, cited, countdown, facts, isReferee, mayTakeBack, mySeat, personName, seatName, waitFor } from "./common.js";
import { withTerms } from "../terms.js";
import { composer, phrases, textOf } from "./talk.js";

/** @type {Section} */
export function count(host, app) {
  const counted = el("div", {});
  const talk = el("div", {});
  const foot = el("div", { class: "count-foot" });
  host.append(counted, foot);
  let writing = false;
  let silence = 0; // wakes this when the time to talk is over

  return {
    update() {
      const { shown, table, count: told, sheet, write } = app.connection;
      if (app.mode !== "count") {
        writing = false;
        return false;
      }
      const { held } = app.ending;
      if (!held) keep(counted, [told, sheet?.rows, mySeat(app), shown.sides], () => told && [heading(told, app), racksInWords(app), countTable(app, told), next(app, told)]);
      const company = table.seats.filter((one) => one.person).length > 1; // bots have nothing to say
      const until = app.connection.current && company ? table.comments_until : null;
      const left = until === null ? 0 : until - app.connection.now();
      const mayTalk = write.includes("partner") && left > 0;
      clearTimeout(silence);
      if (mayTalk) silence = setTimeout(() => this.update(), left);
      if (!mayTalk) writing = false;
      keep(foot, held ? [held, shown.phase] : [app.ending.wentOn, shown.agreed, shown.options, table.seats, table.calls, until, mayTalk, writing, table.pause, waitFor(app, ["agree_count"])], () => held ? [gone(app), el("div", { class: "acts" }, goOn(app))] : [
        until !== null && comments(app, until, mayTalk, writing, () => ((writing = true), this.update(), talk.querySelector("input")?.focus())),
        talk,
        !atHome(app) && agreement(app),
        acts(app),
      ]);
      keep(talk, [writing, table.talk.filter((one) => one.to === "partner").slice(-3)], () => {
        const recent = table.talk.filter((one) => one.to === "partner" && one.at >= (shown.line?.at ?? 0)).slice(-3);
        return [...recent.map((one) => said(app, one)), writing && [phrases(app, "partner"), composer(app, "partner")]];
      });
      return true;
    },
  };
}

/** @param {Wire.Count} told @param {App} app */
export function heading(told, app) {
  return el(
    "header",
    { class: "panel-head" },
    el("h2", {}, withTerms(told.heading), told.article && [" ", cited(told.article, app)]),
    told.second && el("p", { class: "second" }, withTerms(told.second)),
    told.why && el("p", { class: "why" }, withTerms(told.why)),
  );
}

/** Who opens then; and the deal, which anybody can check now.
 * @param {App} app @param {Wire.Count} told */
function next(app, told) {
  const check = app.connection.shown.seed && !atHome(app) && el("a", { href: `/tables/${app.root.dataset.table}/deals/${told.number}`, target: "_blank", rel: "noopener" }, t("Check this deal"));
  return el("p", { class: "next second" }, el("span", {}, told.opens), check);
}

/** The racks that lie open on the cloth, for those who listen.
 * @param {App} app */
function racksInWords(app) {
  const { shown } = app.connection;
  const lines = shown.racks.flatMap((rack, place) => {
    if (!rack) return []; // of a hand that may come back, everybody knows their own
    const name = seatName(app, place + 1);
    const tiles = rack.filter((tile) => tile !== null).map(spoken).join(", ");
    if (place + 1 === mySeat(app)) return el("li", {}, tiles ? t("you are left with {tiles}", { tiles }) : t("you have no tiles left"));
    return el("li", {}, tiles ? t("{name} is left with {tiles}", { name, tiles }) : t("{name} has no tiles left", { name }));
  });
  return el("ul", { class: "sr" }, lines);
}

/** @param {App} app @param {number[]} side */
export const sideName = (app, side) => {
  const mine = mySeat(app);
  if (!mine || side.length === 1) return side.map((seat) => (seat === mine ? t("You") : surname(seatName(app, seat)))).join(" · ");
  return side.includes(mine) ? t("You two") : t("Them");
};

/** What is left, what is written, the running total; below the hand its bonuses and cards as on the sheet.
 * @param {App} app @param {Wire.Count} told */
export function countTable(app, told) {
  const sides = ordered(app, told.sides);
  return sides.length === 2 ? twoSides(app, told, sides) : manySides(app, told, sides);
}

/** My side first, as one reads it.
 * @param {App} app @param {Wire.Counted[]} sides */
function ordered(app, sides) {
  const mine = mySeat(app);
  return mine ? [...sides].sort((one, other) => Number(other.side.includes(mine)) - Number(one.side.includes(mine))) : sides;
}

/** Points are good news for whose they are; who looks on is glad for everybody.
 * @param {App} app @param {Wire.Counted} counted */
const tone = (app, { side }) => (!mySeat(app) || side.includes(mySeat(app)) ? "plus" : "");

/** @param {(number | string)[]} terms */
const sum = (terms) => (terms.length > 1 ? terms.join(" + ") : "");

/** @param {App} app @param {Wire.Count} told @param {Wire.Counted[]} sides */
function twoSides(app, told, sides) {
  /** @param {Wire.Counted} side */
  const place = (side) => told.sides.indexOf(side);
  /** @param {Wire.Counted} side */
  const sumOf = (side) => {
    const terms = sum(side.sum);
    return side.times > 1 ? `${terms ? `(${terms})` : side.sum[0]} × ${side.times}` : terms;
  };
  /** @param {Child} small @param {Child} figure @param {string} kind */
  const cell = (small, figure, kind = "") => el("td", {}, small && el("small", {}, small), " ", el("b", { class: kind }, figure));
  return el(
    "table",
    { class: "count-table" },
    el("thead", {}, el("tr", {}, el("td", {}), sides.map((side) => el("th", { scope: "col" }, sideName(app, side.side))))),
    el(
      "tbody",
      {},
      sides.some((side) => side.total !== null) &&
        el("tr", {}, el("th", { scope: "row" }, t("Pips left")), sides.map((side) => cell(sum(side.left.map((pips) => pips ?? "?")), side.total ?? "—"))),
      el("tr", {}, el("th", { scope: "row" }, t("Hand {number}", { number: told.number }), " ", explained(app, told)), sides.map((side) => (side.points ? cell(sumOf(side), `+${side.points}`, tone(app, side)) : cell("", "—", "none")))),
      under(app, told.number).map((row) =>
        row.points.some(Boolean)
          ? el("tr", { class: "under" }, el("th", { scope: "row" }, rowWords(app, row)), sides.map((side) => cell("", row.points[place(side)] ? signed(row.points[place(side)]) : "")))
          : el("tr", { class: "under" }, el("th", { scope: "row", colspan: 3 }, rowWords(app, row))),
      ),
    ),
    el("tfoot", {}, el("tr", {}, el("th", { scope: "row" }, total(app)), sides.map((side) => cell(side.had && side.had !== side.score ? `${side.had} →` : "", side.score, "total")))),
  );
}

/** @param {App} app @param {Wire.Count} told @param {Wire.Counted[]} sides */
function manySides(app, told, sides) {
  return el(
    "table",
    { class: "count-table many" },
    el("thead", {}, el("tr", {}, el("td", {}), [t("Pips left"), t("Hand {number}", { number: told.number }), t("Sheet")].map((one) => el("th", { scope: "col" }, one)))),
    el(
      "tbody",
      {},
      sides.map((side) =>
        el(
          "tr",
          { class: side.side.includes(mySeat(app)) ? "mine" : "" },
          el("th", { scope: "row" }, sideName(app, side.side)),
          el("td", {}, el("b", {}, side.total ?? "—")),
          el("td", {}, side.times > 1 && el("small", {}, `${side.sum[0] ?? ""} × ${side.times} `), el("b", { class: tone(app, side) }, side.points ? `+${side.points}` : "—")),
          el("td", {}, el("b", { class: "total" }, side.score)),
        ),
      ),
      under(app, told.number).map((row) => el("tr", { class: "under" }, el("th", { scope: "row", colspan: 4 }, rowWords(app, row), row.points.some(Boolean) && ` ${row.points.filter(Boolean).map(signed).join(", ")}`))),
    ),
  );
}

/** Why these points: what this hand comes to, and then the article.
 * @param {App} app @param {Wire.Count} told */
function explained(app, told) {
  const link = cited(facts.cites.count, app);
  if (link && told.sums) link.dataset.first = told.sums;
  return link;
}

/** What the running total is called: at home plainly, else as on the sheet.
 * @param {App} app */
function total(app) {
  const limit = app.connection.law?.points;
  return atHome(app) && limit ? [t("Total"), " ", el("small", {}, t("up to {limit}", { limit }))] : [t("Sheet"), " ", el("small", {}, upTo(app))];
}

/** What the match is played to, short where it has points: *a 300*.
 * @param {App} app */
function upTo(app) {
  return t("to {limit}", { limit: app.connection.law?.points ?? facts.law.limit });
}

/** @param {number} points */
export const signed = (points) => (points > 0 ? `+${points}` : String(points).replace("-", "−"));

/** The rows of the sheet that belong to this hand, below its own line.
 * @param {App} app @param {number} number */
function under(app, number) {
  const rows = app.connection.sheet?.rows ?? [];
  const place = rows.findIndex((row) => row.number === number);
  if (place < 0) return [];
  const rest = rows.slice(place + 1);
  const end = rest.findIndex((row) => row.number !== null);
  return end < 0 ? rest : rest.slice(0, end);
}

/** What a row of the sheet says, with its card and its article.
 * @param {App} app @param {Wire.Row} row */
export function rowWords(app, row) {
  const mine = app.connection.shown?.names[(mySeat(app) ?? 0) - 1];
  const what = mine && row.what === t("domino by {name}", { name: mine }) ? t("your domino") : row.what;
  return [row.letters && el("span", { class: `card ${row.colour}`, title: row.card }, row.letters), what, row.article && [" · ", cited(row.article, app)]].flat();
}

/** The 30 seconds in which partners may talk (TG-7.9).
 * @param {App} app @param {number} until @param {boolean} mayTalk @param {boolean} writing @param {() => void} write */
function comments(app, until, mayTalk, writing, write) {
  if (!mayTalk) return null;
  const { shown } = app.connection;
  const whole = Math.max(1000, until - (shown.line?.at ?? until - 30000));
  return el(
    "div",
    { class: "comments" },
    el(
      "span",
      { class: "talk-ring" },
      svg("svg", { viewBox: "0 0 40 40", "aria-hidden": "true" }, svg("circle", { cx: 20, cy: 20, r: 16.5, class: "ring-ground" }), svg("circle", { cx: 20, cy: 20, r: 16.5, class: "ring-left", pathLength: 100, "data-ring-until": until, "data-ring-whole": whole })),
      countdown(until, { "data-unit": "s", role: "timer" }),
    ),
    el("p", {}, t("You two may talk"), facts.cites.talk && [" · ", cited(facts.cites.talk, app)]),
    !writing && button(t("Write"), write, { key: "write" }),
  );
}

/** @param {App} app @param {Wire.Said} one */
function said(app, one) {
  return el("p", { class: "said" }, el("b", {}, one.person === app.connection.you ? t("You") : personName(app, one.person)), " ", textOf(one));
}

/** That a side is conforme, said of it as one speaks.
 * @param {App} app @param {number[]} side */
function agree(app, side) {
  const mine = mySeat(app);
  if (side.length === 1) return side[0] === mine ? t("you agree") : t("{name} agrees", { name: surname(seatName(app, side[0])) });
  if (!mine) return t("{names} agree", { names: listed(side.map((seat) => surname(seatName(app, seat)))) });
  return side.includes(mine) ? t("we agree") : t("they agree");
}

/** Who is conforme, and whose word is missing.
 * @param {App} app */
function agreement(app) {
  const { shown, table } = app.connection;
  const mine = mySeat(app);
  const sides = shown.sides.filter((side) => !side.every((seat) => shown.out.includes(seat)));
  const ordered = mine ? [...sides].sort((one, other) => Number(one.includes(mine)) - Number(other.includes(mine))) : sides;
  const until = waitFor(app, ["agree_count"]);
  const lines = ordered.map((side) => {
    const agreed = side.some((seat) => shown.agreed.includes(seat));
    const people = side.filter((seat) => !table.seats[seat - 1].bot);
    if (ordered.length > 2) return el("li", { class: agreed ? "agreed" : "missing" }, icon(agreed ? ICONS.check : ICONS.clock), el("span", {}, el("b", {}, sideName(app, side)), el("span", { class: "sr" }, agreed ? t("conforme") : t("not yet"))));
    const missing = side.includes(mine) ? t("waiting for you") : t("waiting for {names}", { names: people.map((seat) => surname(seatName(app, seat))).join(` ${t("or")} `) });
    return el("li", { class: agreed ? "agreed" : "missing" }, icon(agreed ? ICONS.check : ICONS.clock), el("span", {}, capital(agreed ? agree(app, side) : missing), !agreed && until && [" · ", countdown(until, { title: t("then it counts as agreed") })]));
  });
  return el("ul", { class: "agreement", "data-sides": lines.length }, lines);
}

/** Whose word is missing, by name; of a side one is enough.
 * @param {App} app */
function whoIsMissing(app) {
  const { shown, table } = app.connection;
  const missing = shown.sides.filter((side) => !side.some((seat) => shown.agreed.includes(seat))).map((side) => side.filter((seat) => !table.seats[seat - 1].bot));
  const names = missing.filter((people) => people.length).map((people) => people.map((seat) => surname(seatName(app, seat))).join(` ${t("or")} `));
  return names.length === 1 ? capital(t("waiting for {names}", { names: names[0] })) : t("Waiting for the others");
}

/** @param {App} app */
function acts(app) {
  const { table, you } = app.connection;
  if (!mySeat(app) || isReferee(app)) return null;
  const called = table.calls.some((call) => call.person === you);
  const back = aloneWithBots(app) && mayTakeBack(app) && button(t("Undo"), () => app.order({ order: "propose", what: "take_back" }), { key: "take-back", sign: "undo" });
  if (atHome(app)) return el("div", { class: "acts" }, back, goOn(app));
  return el(
    "div",
    { class: "acts" },
    back,
    !(aloneWithBots(app) && !table.referee) && button(called ? t("Referee called") : t("It does not add up"), () => app.order({ order: "call_referee", reason: t("The count does not add up") }), { key: "wrong", off: called }),
    goOn(app),
  );
}

/** My word on the count; where my partner has given ours, only that I have read it.
 * @param {App} app */
function goOn(app) {
  const { shown } = app.connection;
  const conforme = shown.options.find((one) => one.order === "agree_count");
  const done = !app.ending.held && (shown.agreed.includes(mySeat(app)) || (!conforme && app.ending.wentOn));
  const ask = conforme && !atHome(app) ? t("Conforme") : t("Go on");
  const wait = atHome(app) ? whoIsMissing(app) : t("Waiting for the others");
  return button(done ? wait : ask, () => (conforme ? app.order(conforme) : app.ending.goOn()), { kind: "do", key: "conforme", sign: atHome(app) ? null : "check", off: done });
}

/** The table has gone on, and what becomes of this.
 * @param {App} app */
function gone(app) {
  const over = app.connection.shown.phase === "ended";
  return el("p", { class: "second", role: "status" }, over ? t("The match is over: this stays until you go on.") : t("The next hand has begun: this stays until you go on or it is your turn."));
}
