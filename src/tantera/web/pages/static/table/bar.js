// Where I am and whether what I see is current: the one line above the table, and what is wrong below it.
import { minutes, write } from "../clock.js";
import { t } from "../words.js";
import { capital, el, icon, keep } from "./dom.js";
import { matchTime } from "./clocks.js";
import { aloneWithBots, atHome, facts, ICONS } from "./parts/common.js";
import { clack, wakeUp } from "./sound.js";

const SEEN = 1200; // ms
const WIFI = "M2 8.5a15 15 0 0 1 20 0M5.5 12.2a10 10 0 0 1 13 0M9 16a5 5 0 0 1 6 0M12 19.5h.01";

/** In steps of five seconds, so that whoever hears the page is not told every second.
 * @param {Connection} connection */
function untilBotsAreReady(connection) {
  const steps = connection.readyAt === null ? 0 : Math.ceil((connection.readyAt - connection.now()) / 5000);
  if (steps <= 0) return t("the bots are getting ready");
  return t("the bots are getting ready: about {seconds} seconds", { seconds: 5 * steps });
}

/** @type {Part} */
export function bar(element, app) {
  const { connection } = app;
  const line = el("div", { class: "line" });
  const notes = el("div", { class: "notes", role: "status" });
  const home = facts.round?.link ?? "/";
  const named = facts.round?.table ?? app.code;
  const firstHand = () => connection.table?.settings.manner === "first_hand";
  const inCompany = () => facts.round || !(atHome(app) && aloneWithBots(app)); // else nobody needs its code
  const title = () => (firstHand() ? t("Your first hand") : named && inCompany() ? t("Table {code}", { code: named }) : t("Table"));
  let asked = 0;
  element.append(line, notes);

  function update() {
    const { current, closed, retryAt, law, shown } = connection;
    const lost = !current && connection.version > 0;
    element.classList.toggle("lost", lost || Boolean(closed));
    keep(line, [current, closed, Boolean(retryAt), lost, law?.name, shown?.number, app.mode, app.side.open, sounds(), title()], () =>
      closed ? over(closed) : lost ? looking() : current ? usual(shown, law) : coming(),
    );
    tick();
  }

  function showNotes() {
    const bots = connection.preparing && untilBotsAreReady(connection);
    keep(notes, [connection.unsaved, bots, connection.stopping, connection.closed], () => [
      connection.unsaved !== null && el("p", { class: "alert" }, t("not saved: {why}", { why: connection.unsaved })),
      connection.stopping && !connection.closed && el("p", { class: "amber" }, `${capital(connection.stopping)}.`),
      bots && el("p", { class: "amber" }, bots),
    ]);
  }

  /** @param {Wire.Snapshot} shown @param {Wire.LawFacts | null} law */
  function usual(shown, law) {
    const hand =
      shown && app.mode !== "lobby" && app.mode !== "draw" && !firstHand() ? t("hand {number}", { number: shown.number }) : null;
    return [
      back(),
      el(
        "h1",
        {},
        el("b", {}, title()),
        " ",
        el("span", {}, el("span", { class: "book" }, law?.name ?? ""), hand && el("span", {}, hand)),
      ),
      el("span", { class: "state" }, icon(WIFI), el("b", {}, t("up to date")), el("small", { class: "trip" })),
      el("span", { class: "match-clock" }, icon("M12 7v5l3 2M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18"), el("b", {})),
      sound(),
      more(),
    ];
  }

  const sounds = () => app.settings.sound || app.settings.calls;

  /** All that sounds, on or off: the tiles, and the call when it is my turn. Who switches it on hears it. */
  function sound() {
    const on = sounds();
    return el(
      "button",
      { type: "button", class: "sound", "data-key": "sounds", "aria-pressed": String(on), "aria-label": t("Sound"), title: on ? t("Sound: on") : t("Sound: off"), onclick: () => switchSound(!on) },
      icon(on ? ICONS.sound : ICONS.silence),
    );
  }

  /** @param {boolean} on */
  async function switchSound(on) {
    app.settings.set("sound", on);
    app.settings.set("calls", on);
    if (!on) return;
    await wakeUp();
    clack();
  }

  function back() {
    return el("a", { class: "back", href: home, "aria-label": facts.round ? t("Back to the tournament") : t("Home"), "data-key": "back" }, icon("M15 5l-7 7 7 7"));
  }

  /** A try may fail within a blink: that there was one is to be seen. */
  function tryNow() {
    asked = Date.now();
    connection.hurry();
    tick();
  }

  function more() {
    const { open } = app.side;
    return el(
      "button",
      {
        type: "button",
        class: "more",
        "aria-expanded": String(open),
        "aria-controls": "side",
        "aria-label": open ? t("Back to the table") : t("Sheet, moves and more"),
        "data-key": "more",
        onclick: () => app.side.toggle(),
      },
      open ? icon("M6 6l12 12M18 6L6 18") : icon("M5 12h.01M12 12h.01M19 12h.01", { "stroke-width": 3.5 }),
    );
  }

  function looking() {
    return [
      back(),
      el("p", {}, el("b", { class: "when" })),
      el("span", { class: "sr", role: "status" }, t("Connecting again…")),
      el("button", { type: "button", class: "link", "data-key": "now", onclick: tryNow }, t("Retry")),
      more(),
    ];
  }

  function coming() {
    return [
      back(),
      el("h1", {}, el("b", {}, title())),
      el("span", { class: "state" }, t("connecting…")),
    ];
  }

  /** @param {string} why */
  function over(why) {
    return [
      el(
        "p",
        { role: "status" },
        el("b", {}, why === "gone" ? t("This table is closed") : t("This table is not open to you")),
      ),
      el("a", { class: "link", href: home, "data-key": "home" }, facts.round ? t("Back to the tournament") : t("Home")),
    ];
  }

  /** What changes by itself. */
  function tick() {
    showNotes();
    const when = line.querySelector(".when");
    if (when) {
      const trying = Date.now() - asked < SEEN;
      const left = connection.retryAt && !trying ? Math.max(0, Math.ceil((connection.retryAt - Date.now()) / 1000)) : null;
      write(when, left ? t("Connecting again in {seconds} s", { seconds: left }) : t("Connecting again…"));
    }
    const trip = line.querySelector(".trip");
    if (trip) write(trip, connection.roundTrip === null ? "" : ` · ${connection.roundTrip} ms`);
    const clock = line.querySelector(".match-clock");
    if (clock) {
      const left = matchTime(connection);
      clock.hidden = left === null;
      write(clock.lastChild, left === null ? "" : minutes(left));
    }
  }

  return { update, tick };
}
