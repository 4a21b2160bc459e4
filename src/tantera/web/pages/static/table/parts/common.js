// What the parts around the hand share: facts of the page, who is who, buttons, times that run.
import { elapsed, minutes } from "../../clock.js";
import { t } from "../../words.js";
import { article, el, icon, listed, surname } from "../dom.js";

/** @type {Wire.TableFacts} What the page was told once. */
export const facts = JSON.parse(document.getElementById("facts")?.textContent ?? "{}");

export const ICONS = {
  check: "M5 12.5l4.5 4.5L19 7.5",
  clock: "M12 7.5V12l3 2M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17z",
  search: "M11 4.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM15.8 15.8L20.5 20.5",
  close: "M6 6l12 12M18 6L6 18",
  next: "M9.5 5.5L16 12l-6.5 6.5",
  back: "M14.5 5.5L8 12l6.5 6.5",
  hand: "M8 12.5V6.2a1.3 1.3 0 0 1 2.6 0V11m0-5.8V4.4a1.3 1.3 0 0 1 2.6 0V11m0-5.6a1.3 1.3 0 0 1 2.6 0v6m0-3.4a1.3 1.3 0 0 1 2.6 0V14c0 4-2.4 6.8-6 6.8-2.6 0-4-1-5.4-3.2l-2.6-4.2c-.9-1.5 1-2.6 2-1.4L8 13.6",
  away: "M3.5 9.5c5-4.5 12-4.5 17 0M6.8 13c3-2.6 7.4-2.6 10.4 0M12 17.5h.01M4 4l16 16",
  pause: "M9 6v12M15 6v12",
  plus: "M12 5.5v13M5.5 12h13",
  eye: "M3 12c2.5-4.2 5.5-6 9-6s6.5 1.8 9 6c-2.5 4.2-5.5 6-9 6s-6.5-1.8-9-6zM12 9.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z",
  talk: "M4 5.5h16v10.5H11l-4 3.5V16H4z",
  bulb: "M9.5 18h5M10.5 21h3M12 3a6 6 0 0 1 3.6 10.8c-.7.6-1.1 1.3-1.1 2.2h-5c0-.9-.4-1.6-1.1-2.2A6 6 0 0 1 12 3z",
  undo: "M9 14L4 9l5-5M4 9h9.5a5.5 5.5 0 0 1 0 11H10",
  sound: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4.2 4.2 0 0 1 0 6M18.3 6.2a8.2 8.2 0 0 1 0 11.6",
  silence: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5",
};

/** @type {(label: Child, onclick: Attributes["onclick"], options?: ButtonOptions) => HTMLButtonElement} A button. */
export function button(label, onclick, { kind = "may", key = null, sign = null, off = false, ...more } = {}) {
  return el(
    "button",
    { type: "button", class: `act ${kind}`, "data-key": key, onclick, disabled: off, ...more },
    sign && icon(ICONS[sign]),
    el("span", {}, label),
  );
}

/** A button that is asked twice: the second tap within four seconds does it.
 * @param {string} label @param {string} again @param {() => unknown} ondo @param {ButtonOptions} options */
export function twice(label, again, ondo, options = {}) {
  let armed = 0;
  const one = button(label, () => {
    if (armed) {
      clearTimeout(armed);
      armed = 0;
      ondo();
      return;
    }
    one.querySelector("span").textContent = again;
    one.classList.add("armed");
    armed = setTimeout(() => {
      armed = 0;
      one.querySelector("span").textContent = label;
      one.classList.remove("armed");
    }, 4000);
  }, options);
  return one;
}

/** An article of this table's book as a link.
 * @param {string | null | undefined} id @param {App} app */
export const cited = (id, app) => article(id, app.connection.law ?? { book: app.connection.table?.law.book });

/** My seat, or null for who looks on.
 * @param {App} app */
export const mySeat = (app) => app.connection.table?.seat ?? null;

/** Whether one plays as at home: what is only ceremony is not shown on the way.
 * @param {App} app */
export const atHome = (app) => app.connection.table?.settings.manner !== "book";

/** @param {App} app */
export const isReferee = (app) => app.connection.table?.eyes === "referee";

/** Whether I play alone with bots: nobody else has to be asked.
 * @param {App} app */
export function aloneWithBots(app) {
  const { table } = app.connection;
  return Boolean(table?.seat) && !facts.round && table.seats.every((one, place) => place + 1 === table.seat || !one.person);
}

/** Whether I may take my last move back, which alone with bots nobody has to agree to.
 * @param {App} app */
export function mayTakeBack(app) {
  const { shown, table } = app.connection;
  const seat = mySeat(app);
  if (!seat || !table.settings.take_backs || table.pause || table.proposals.some((one) => one.what === "take_back")) return false;
  const last = shown?.moves.findLast((one) => table.seats[one.seat - 1]?.person); // bots do not mind
  if (!aloneWithBots(app)) return shown?.phase === "playing" && last?.seat === seat;
  return ["playing", "counting"].includes(shown?.phase) && shown.moves.some((one) => one.seat === seat);
}

/** Who a person is, by name; "you" for myself.
 * @param {App} app @param {string} person */
export function personName(app, person) {
  const { table, you } = app.connection;
  if (person === you) return t("you");
  return table.people[person] ?? t("somebody");
}

/** The player of a seat by name, or "you".
 * @param {App} app @param {number | null | undefined} seat */
export function seatName(app, seat) {
  if (seat === mySeat(app)) return t("you");
  const place = (seat ?? 0) - 1;
  return app.connection.shown?.names[place] ?? app.connection.table?.seats[place]?.name ?? "";
}

/** Whose word is missing: of each group somebody.
 * @param {App} app @param {string[][]} groups */
export function missingNames(app, groups) {
  return listed(groups.map((group) => group.map((person) => surname(personName(app, person))).join(` ${t("or")} `)));
}

/** Whether somebody is asked for one of these.
 * @param {App} app @param {string[]} what */
export const isAsked = (app, what) => (app.connection.table?.waits ?? []).some((one) => what.includes(one.what));

/** How long the table waits for this, as its view says: the earliest time for one of these, or null.
 * @param {App} app @param {string[]} what */
export function waitFor(app, what) {
  const times = (app.connection.table?.waits ?? []).flatMap((one) => (what.includes(one.what) && one.until !== null ? [one.until] : []));
  return times.length ? Math.min(...times) : null;
}

/** Time that is left, running: nothing runs while the screen is not sure to be current.
 * @param {number | null} until @param {Attributes} more */
export function countdown(until, more = {}) {
  return el("time", { class: "runs", "data-until": until, ...more });
}

/** Time since, running.
 * @param {number} since */
export const countup = (since) => el("time", { class: "runs", "data-since": since });

/** Let every countdown on the page run on.
 * @param {App} app */
export function showTimes({ connection }) {
  const now = connection.now();
  for (const one of document.querySelectorAll("[data-until], [data-since]")) {
    if (!connection.current) one.textContent = "";
    else if (one.dataset.since) one.textContent = elapsed(now - Number(one.dataset.since));
    else if (one.dataset.unit === "s") one.textContent = String(Math.max(0, Math.ceil((Number(one.dataset.until) - now) / 1000)));
    else one.textContent = minutes(Number(one.dataset.until) - now);
  }
  for (const ring of document.querySelectorAll("[data-ring-until]")) {
    const part = Math.max(0, Math.min(1, (Number(ring.dataset.ringUntil) - now) / Number(ring.dataset.ringWhole)));
    ring.style.strokeDashoffset = String(100 - (connection.current ? part : 0) * 100);
  }
}

/** A line that says something about the table, and what can be done about it.
 * @param {string} kind @param {Sign} sign @param {Child} text @param {Child[]} acts */
export function strip(kind, sign, text, ...acts) {
  return el("div", { class: `strip ${kind}` }, icon(ICONS[sign]), el("p", {}, text), acts.filter(Boolean).length ? el("div", { class: "strip-acts" }, acts) : null);
}

/** Sentences beside each other with a dot between them.
 * @param {unknown[]} parts */
export const dotted = (parts) => parts.filter(Boolean).join(" · ");

/** From this table to another one, by a form of the page: this one is left, and closes.
 * @param {App} app @param {string} form */
export async function goTo(app, form) {
  await app.order({ order: "leave" });
  document.getElementById(form).submit();
}
