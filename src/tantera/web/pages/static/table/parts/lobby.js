// Before a match: who sits where, free seats to tap, bots, the code to share, the host's start.
import { t } from "../../words.js";
import { el, icon, keep, surname, svg } from "../dom.js";
import { sides } from "../seats.js";
import { faceOf } from "./cast.js";
import { ICONS, button, countdown, dotted, facts, isReferee, mySeat } from "./common.js";

/** Whether the device has a way of its own to send a link. */
const SHARES = "share" in navigator;

/** @type {Section} */
export function lobby(host, app) {
  return {
    update() {
      const { table } = app.connection;
      if (app.mode !== "lobby" || table.closed) return false;
      keep(host, [table.seats, table.watchers, table.referee, table.is_host, table.seat, table.eyes, table.settings.fill, table.fills_at], () => [
        law(table),
        asked(table),
        filling(table),
        app.code && share(app),
        seatTable(app),
        unknowing(table),
        looking(table),
        foot(app),
      ]);
      return true;
    },
  };
}

/** The book and what is played to, in words.
 * @param {Wire.TableView} table */
function law({ settings }) {
  const { name, limit, customs, own } = facts.law;
  const talk = { off: t("nobody writes"), book: null, free: t("free talk") }[settings.chat];
  const more = [...own, facts.clock, talk].filter(Boolean);
  return el(
    "header",
    { class: "lobby-law" },
    facts.round && el("p", { class: "of-round" }, facts.round.title),
    el("h1", {}, name),
    el("p", {}, dotted([t("to {limit}", { limit }), ...customs])),
    more.length ? el("ul", {}, more.map((one) => el("li", {}, one))) : null,
  );
}

/** Whom I have just asked, until they sit here.
 * @param {Wire.TableView} table */
function asked({ seats }) {
  const here = seats.some(({ name }) => name === facts.asked);
  return facts.asked && !here && el("p", { class: "asked", role: "status" }, t("{name} has your invitation on their pages, and sits down here if they come.", { name: facts.asked }));
}

/** How long people may still come before bots take the free seats.
 * @param {Wire.TableView} table */
function filling({ fills_at, seats, seat: mine, settings }) {
  if (!fills_at) return null;
  const taken = seats.filter((seat) => seat.name).length;
  const ring = svg(
    "svg",
    { viewBox: "0 0 36 36", "aria-hidden": "true" },
    svg("circle", { class: "ring-of", cx: 18, cy: 18, r: 15.9 }),
    svg("circle", { class: "ring-left", cx: 18, cy: 18, r: 15.9, pathLength: 100, "stroke-dasharray": 100, "data-ring-until": fills_at, "data-ring-whole": settings.fill_after }),
  );
  return el(
    "div",
    { class: "filling" },
    el("span", { class: "filling-ring" }, ring, countdown(fills_at)),
    el("p", {}, el("strong", {}, taken === 1 && mine ? t("You are here; {missing} are missing", { missing: seats.length - 1 }) : t("You are {taken} of {seats}", { taken, seats: seats.length })), el("br"), el("span", { class: "second" }, t("At 0:00 bots take the free seats."))),
  );
}

/** The seats round a table, mine below.
 * @param {App} app */
export function seatTable(app) {
  const { table } = app.connection;
  const at = sides(app.below, table.seats.length);
  return el("div", { class: "seat-table", "data-players": table.seats.length }, table.seats.map((seat, place) => seatPlate(app, seat, place + 1, at[place + 1])));
}

/** What bots that look ahead do not know of this book, where one of them sits here.
 * @param {Wire.TableView} table */
function unknowing({ seats }) {
  /** @param {Wire.SeatView} seat */
  const looksAhead = ({ bot, person }) => bot && !person && !facts.simple_bots.includes(bot);
  return facts.bots_without && seats.some(looksAhead) && el("p", { class: "second" }, facts.bots_without);
}

/** What lets others in: to read out, to type, to scan.
 * @param {App} app */
function share(app) {
  const [host, path] = facts.link.replace(/^https?:\/\//, "").split(/(?=\/t\/)/);
  /** @type {HTMLButtonElement} */
  const send = button(SHARES ? t("Share") : t("Copy the link"), () => give(send), { key: "share" });
  return el(
    "div",
    { class: "share" },
    el("img", { src: `/tables/${app.root.dataset.table}/qr.svg`, alt: t("QR code that leads to this table"), width: 120, height: 120 }),
    el("div", {}, el("strong", { class: "code", "aria-label": t("Code {code}", { code: [...app.code].join(" ") }) }, app.code), el("a", { href: facts.link }, host, el("wbr"), el("span", { class: "whole" }, path)), send),
  );
}

/** By the phone's own way to share, where there is one; else onto the clipboard, which a page without https does by hand.
 * @param {HTMLElement} pressed */
async function give(pressed) {
  if (SHARES) return navigator.share({ url: facts.link }).catch(() => {});
  try {
    await navigator.clipboard.writeText(facts.link);
  } catch {
    const field = el("input", { value: facts.link, readonly: true, class: "unseen" });
    pressed.after(field);
    field.select();
    document.execCommand("copy");
    field.remove();
    pressed.focus();
  }
  pressed.querySelector("span").textContent = t("Copied");
}

/** @param {App} app @param {Wire.SeatView} seat @param {number} number @param {ScreenSide} side */
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
        : button(table.seat ? t("Move here") : t("Sit down"), () => app.order({ order: "sit", seat: number }), { key: `sit${number}`, sign: "plus", "aria-label": t("Sit down {where}", { where: where(app, number, side) }) }),
      company(app, number),
      table.is_host && botChoice(app, number, null, where(app, number, side)),
    );
  }
  if (seat.bot && !seat.person) {
    return el(
      "div",
      attributes,
      el("strong", {}, seat.name),
      table.is_host ? botChoice(app, number, seat) : el("span", { class: "second" }, faceOf(seat.bot)?.manner ?? facts.bots[seat.bot] ?? seat.bot),
      !table.seat && !isReferee(app)
        ? [button(t("Sit down"), () => app.order({ order: "sit", seat: number }), { kind: "quiet", key: `sit${number}`, "aria-label": t("Sit down {where}", { where: where(app, number, side) }) }), company(app, number)]
        : null,
    );
  }
  return el(
    "div",
    attributes,
    el("strong", {}, mine ? t("You") : seat.name),
    el("span", { class: "second" }, seat.where !== "here" ? [icon(ICONS.away), t("away")] : mine ? seat.name : seat.person === table.host ? t("host") : t("already here")),
  );
}

/** Who would be the partner of somebody at this seat: null where nobody sits there, or everybody plays alone.
 * @param {App} app @param {number} number */
function partnerAt({ connection }, number) {
  const { seats, seat } = connection.table;
  if (!connection.law?.pairs) return null;
  const across = ((number - 1 + seats.length / 2) % seats.length) + 1;
  return across === seat ? null : (seats[across - 1].name ?? null);
}

/** Whom one would play with, said before one sits down.
 * @param {App} app @param {number} number */
function company(app, number) {
  const name = partnerAt(app, number);
  return name && el("span", { class: "second company" }, t("partner of {name}", { name: surname(name) }));
}

/** Which seat is meant, for those who hear it.
 * @param {App} app @param {number} number @param {ScreenSide} side */
function where(app, number, side) {
  const name = partnerAt(app, number);
  return name ? t("as partner of {name}", { name: surname(name) }) : { below: t("on this side"), right: t("on the right"), above: t("across"), left: t("on the left") }[side];
}

/** A bot for this seat, of a level; or, where one sits there, another level or none.
 * @param {App} app @param {number} number @param {Wire.SeatView | null} seat @param {string} place */
function botChoice(app, number, seat, place = "") {
  const chosen = seat?.bot ?? "";
  const strange = chosen && !facts.bots[chosen] && !faceOf(chosen);
  /** @param {Changed} event */
  const choose = async ({ target }) => {
    const { value } = target;
    if (seat) await app.order({ order: "remove_bot", seat: number });
    if (value) app.order({ order: "seat_bot", seat: number, bot: value });
  };
  return el(
    "select",
    { class: "bot", "data-key": `bot${number}`, "aria-label": seat ? t("The bot {name}", { name: seat.name }) : t("A bot {where}", { where: place }), onchange: choose },
    el("option", { value: "", selected: !chosen }, seat ? t("Remove the bot") : t("or a bot…")),
    strange && el("option", { value: chosen, selected: true }, chosen),
    Object.entries(facts.bots).map(([level, told]) =>
      el(
        "optgroup",
        { label: told },
        el("option", { value: level, selected: level === chosen }, t("any of them")),
        facts.characters.filter((one) => `level-${one.level}` === level).map(({ id, name, manner }) => el("option", { value: id, selected: id === chosen, title: manner }, name)),
      ),
    ),
  );
}

/** @param {Wire.TableView} table */
function looking({ watchers, referee }) {
  const lines = [];
  if (referee) lines.push(el("p", { class: "second" }, icon(ICONS.hand), t("Referee: {name}", { name: referee })));
  if (watchers.length) lines.push(el("p", { class: "second" }, icon(ICONS.eye), t("Looking on: {names}", { names: watchers.join(", ") })));
  return lines.length ? el("div", { class: "lobby-looking" }, lines) : null;
}

/** @param {App} app */
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
