// Before a match: who sits where, free seats to tap, bots, the code to share, the host's start.
import { t } from "../../words.js";
import { el, icon, keep } from "../dom.js";
import { sides } from "../seats.js";
import { ICONS, button, dotted, facts, isReferee, mySeat } from "./common.js";

/** @type {Section} */
export function lobby(host, app) {
  return {
    update() {
      const { table } = app.connection;
      if (app.mode !== "lobby" || table.closed) return false;
      keep(host, [table.seats, table.watchers, table.referee, table.is_host, table.seat, table.eyes, table.settings.fill], () => [
        law(table),
        seatTable(app),
        unknowing(table),
        app.code && share(app),
        looking(table),
        foot(app),
      ]);
      return true;
    },
  };
}

/** The book and what is played to, in words. */
function law({ settings }) {
  const { name, limit, customs, own } = facts.law;
  const talk = { off: t("nobody writes"), book: null, free: t("free talk") }[settings.chat];
  const more = [...own, talk].filter(Boolean);
  return el(
    "header",
    { class: "lobby-law" },
    facts.round && el("p", { class: "of-round" }, facts.round.title),
    el("h1", {}, name),
    el("p", {}, dotted([t("to {limit}", { limit }), ...customs])),
    more.length ? el("ul", {}, more.map((one) => el("li", {}, one))) : null,
  );
}

/** The seats round a table, mine below. */
export function seatTable(app) {
  const { table } = app.connection;
  const at = sides(app.below, table.seats.length);
  return el("div", { class: "seat-table", "data-players": table.seats.length }, table.seats.map((seat, place) => seatPlate(app, seat, place + 1, at[place + 1])));
}

/** What bots that look ahead do not know of this book, where one of them sits here. */
function unknowing({ seats }) {
  const looksAhead = ({ bot, person }) => bot && !person && !facts.simple_bots.includes(bot);
  return facts.bots_without && seats.some(looksAhead) && el("p", { class: "second" }, facts.bots_without);
}

/** What lets others in: to read out, to type, to scan. */
function share(app) {
  const where = facts.link.replace(/^https?:\/\//, "");
  const send = navigator.share && button(t("Share"), () => navigator.share({ url: facts.link }).catch(() => {}), { key: "share" });
  return el(
    "div",
    { class: "share" },
    el("img", { src: `/tables/${app.root.dataset.table}/qr.svg`, alt: t("QR code that leads to this table"), width: 120, height: 120 }),
    el("div", {}, el("strong", { class: "code", "aria-label": t("Code {code}", { code: [...app.code].join(" ") }) }, app.code), el("a", { href: facts.link }, where), send),
  );
}

function seatPlate(app, seat, number, side) {
  const { table } = app.connection;
  const mine = table.seat === number;
  const attributes = { class: `seat ${mine ? "mine" : ""} ${seat.name ? "taken" : "free"}`, "data-side": side };
  if (facts.round && !seat.person) {
    return el("div", { ...attributes, class: "seat free" }, el("strong", {}, seat.name), el("span", { class: "second" }, t("not there yet")));
  }
  if (!seat.name) {
    return el(
      "div",
      attributes,
      isReferee(app)
        ? el("span", { class: "second" }, t("free"))
        : button(table.seat ? t("Move here") : t("Sit down"), () => app.order({ order: "sit", seat: number }), { key: `sit${number}`, sign: "plus", "aria-label": t("Sit at seat {number}", { number }) }),
      table.is_host && botChoice(app, number, null),
    );
  }
  if (seat.bot && !seat.person) {
    return el(
      "div",
      attributes,
      el("strong", {}, seat.name),
      table.is_host ? botChoice(app, number, seat) : el("span", { class: "second" }, facts.bots[seat.bot] ?? seat.bot),
      !table.seat && !isReferee(app) ? button(t("Sit down"), () => app.order({ order: "sit", seat: number }), { kind: "quiet", key: `sit${number}` }) : null,
    );
  }
  return el(
    "div",
    attributes,
    el("strong", {}, mine ? t("You") : seat.name),
    el("span", { class: "second" }, seat.where !== "here" ? [icon(ICONS.away), t("away")] : mine ? seat.name : seat.person === table.host ? t("host") : t("here")),
  );
}

/** A bot for this seat, of a level; or, where one sits there, another level or none. */
function botChoice(app, number, seat) {
  const chosen = seat?.bot ?? "";
  const bots = { ...facts.bots, ...(chosen && !facts.bots[chosen] ? { [chosen]: chosen } : {}) };
  const choose = async ({ target }) => {
    const { value } = target;
    if (seat) await app.order({ order: "remove_bot", seat: number });
    if (value) app.order({ order: "seat_bot", seat: number, bot: value, name: seat?.name ?? "" });
  };
  return el(
    "select",
    { class: "bot", "data-key": `bot${number}`, "aria-label": seat ? t("The bot at seat {number}", { number }) : t("A bot for seat {number}", { number }), onchange: choose },
    el("option", { value: "", selected: !chosen }, seat ? t("Remove the bot") : t("or a bot…")),
    Object.entries(bots).map(([bot, told]) => el("option", { value: bot, selected: bot === chosen }, seat ? t("bot, {level}", { level: told }) : told)),
  );
}

function looking({ watchers, referee }) {
  const lines = [];
  if (referee) lines.push(el("p", { class: "second" }, icon(ICONS.hand), t("Referee: {name}", { name: referee })));
  if (watchers.length) lines.push(el("p", { class: "second" }, icon(ICONS.eye), t("Looking on: {names}", { names: watchers.join(", ") })));
  return lines.length ? el("div", { class: "lobby-looking" }, lines) : null;
}

function foot(app) {
  const { table } = app.connection;
  const free = table.seats.filter((seat) => !seat.name).length;
  const people = table.seats.filter((seat) => seat.person).length;
  const seated = mySeat(app) !== null;
  const acts = [];
  if (facts.round) {
    const missing = table.seats.some((seat) => seat.where !== "here");
    const waits = missing ? t("It begins when everybody is there.") : t("Everybody is there: it begins with the hall’s clock.");
    return el("footer", { class: "acts" }, el("p", { class: "second" }, waits), el("a", { class: "act", href: facts.round.link }, t("Back to my page of this table")));
  }
  if (seated) acts.push(button(t("Stand up"), () => app.order({ order: "stand_up" }), { key: "stand" }));
  if (table.is_host) {
    const can = people > 0 && (!free || table.settings.fill);
    const label = free && table.settings.fill && people ? (free === 1 ? t("Start with a bot") : t("Start with {bots} bots", { bots: free })) : t("Start");
    acts.push(button(label, () => app.order({ order: "start" }), { kind: "do", key: "start", off: !can }));
  }
  const note = table.is_host && !people ? t("Somebody has to sit down first.") : !table.is_host && free ? t("It begins when every seat is taken, or when the host says so.") : "";
  return el("footer", { class: "acts" }, note && el("p", { class: "second" }, note), acts);
}
