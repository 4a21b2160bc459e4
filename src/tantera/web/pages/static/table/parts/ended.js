// The match is over: who won, the final sheet, signatures, the series, a rematch, the replay.
import { t } from "../../words.js";
import { el, icon, keep, listed, surname } from "../dom.js";
import { ICONS, button, cited, countdown, dotted, facts, isReferee, missingNames, mySeat, seatName } from "./common.js";
import { countTable, heading, sideName } from "./count.js";
import { seatTable } from "./lobby.js";

/** @type {Section} */
export function ended(host, app) {
  return {
    update() {
      if (app.mode !== "ended") return false;
      const { shown, table, count, sheet } = app.connection;
      keep(host, [shown.winner, shown.ended_by, shown.score, shown.signatures, shown.options, table.seats, table.proposals, table.won, table.sheet_closed, table.series_open, table.matches, table.closed, count, sheet?.rows], () => [
        result(app),
        scores(app),
        series(app),
        count && el("details", { class: "last-hand" }, el("summary", {}, t("The last hand: {how}", { how: count.heading })), count.second && heading(count, app), countTable(app, count)),
        signatures(app),
        links(app),
        !facts.round && !table.series_open && !table.closed && changes(app),
        acts(app),
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

function result(app) {
  const { shown } = app.connection;
  const mine = mySeat(app);
  const won = shown.winner;
  const title = !won ? t("The match ends level") : won.includes(mine) ? (won.length > 1 ? t("You two win the match") : t("You win the match")) : won.length > 1 ? t("{names} win the match", { names: listed(won.map((seat) => surname(seatName(app, seat)))) }) : t("{name} wins the match", { name: seatName(app, won[0]) });
  return el("header", { class: "panel-head result" }, el("h2", {}, title), el("p", { class: "second" }, WHY[shown.ended_by]?.() ?? ""));
}

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

/** Best of several: who has won what so far. */
function series(app) {
  const { table } = app.connection;
  if (table.won.length < 2 && !table.series_open) return null;
  const tally = new Map();
  for (const names of table.won) if (names.length) tally.set(names.join(" · "), (tally.get(names.join(" · ")) ?? 0) + 1);
  return el("p", { class: "series" }, dotted([t("Series"), ...[...tally].map(([names, won]) => `${names} ${won}`)]), table.series_open && el("span", { class: "second" }, ` · ${t("the next match begins by itself")}`));
}

/** Who signs the sheet, and who has (TG-12, CI-3). */
function signatures(app) {
  const { shown, table } = app.connection;
  if (!shown.signers.length) return null;
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

function links(app) {
  const replay = `/replays/${app.root.dataset.table}/${app.connection.table.matches}`;
  return el("p", { class: "links" }, el("a", { href: replay }, t("Watch the replay")), el("a", { href: `${replay}#check` }, t("Check the deals")));
}

/** Seats change between matches. */
function changes(app) {
  return el("details", { class: "reseat" }, el("summary", {}, t("Change seats")), seatTable(app), mySeat(app) ? button(t("Stand up"), () => app.order({ order: "stand_up" }), { key: "stand" }) : null);
}

function acts(app) {
  const { table, you } = app.connection;
  if (facts.round) return el("footer", { class: "acts" }, el("p", { class: "second" }, t("The result is with the organisers: nothing has to be handed in.")), el("a", { class: "act do", href: facts.round.link }, t("Back to the tournament")));
  if (table.closed) return el("footer", { class: "acts" }, el("a", { class: "act do", href: "/" }, t("Home")));
  if (!mySeat(app) || isReferee(app) || table.series_open) return null;
  const open = table.proposals.find((one) => one.what === "rematch");
  if (!open) return el("footer", { class: "acts" }, button(t("Rematch"), () => app.order({ order: "propose", what: "rematch" }), { kind: "do", key: "rematch" }));
  const asked = open.missing.some((group) => group.includes(you));
  const told = open.person === you ? t("You propose {what}", { what: t("a rematch") }) : t("{name} proposes {what}", { name: open.by, what: t("a rematch") });
  return el(
    "footer",
    { class: "acts" },
    el("p", { class: "second" }, told, !asked && ` · ${t("missing: {names}", { names: missingNames(app, open.missing) })}`, " · ", countdown(open.until)),
    asked || open.person === you ? button(asked ? t("No") : t("Take back"), () => app.order({ order: "decline", what: "rematch" }), { key: "no-rematch" }) : null,
    button(asked ? t("Rematch") : t("Waiting for the others"), () => app.order({ order: "agree", what: "rematch" }), { kind: "do", key: "rematch", off: !asked }),
  );
}
