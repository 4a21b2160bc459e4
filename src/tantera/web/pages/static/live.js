/* How a page of a tournament stays current, the same on the desk, on phones and on the wall, and one that is being worked out: it waits for news of the event
   (long polling) and has the newer page put in the place of the one that is there. What comes while somebody is filling
   something in waits or goes around it (`morph.js`); while a form is on its way nothing is put in, for what the form
   brings back is newer. */
import { hear, isTold } from "./clock.js";

const PATIENCE = 15_000;
/** The server answers within 25 seconds whether there is news or not. */
const NEWS = 40_000;
const CALM = 500;

let leaving = false;
let sent = 0;
let answered = 0;
let heardAt = Date.now();
document.addEventListener("submit", (event) => setTimeout(() => (leaving ||= !event.defaultPrevented)));
addEventListener("pageshow", () => (leaving = false));

/** Whether a form is on its way: one that the browser sends, or one of `page`. */
export const formOnItsWay = () => leaving || sent > 0;

/** What a form sends when this button is pressed. FormData could tell, but that of a phone of 2021 leaves out the button.
 * @param {HTMLFormElement} form @param {any} button */
export function encoded(form, button = null) {
  const data = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  if (button?.name) data.append(button.name, button.value);
  return data;
}

/** @param {number} length */
const pause = (length) => new Promise((done) => setTimeout(done, length));

/** A fetch that ends. AbortSignal.timeout would do, but a phone of 2021 has none.
 * @param {string | URL} address @param {number} patience @param {RequestInit} options */
async function ask(address, patience, options = {}, stop = new AbortController()) {
  const timer = setTimeout(() => stop.abort(), patience);
  try {
    return await fetch(address, { ...options, signal: stop.signal });
  } finally {
    clearTimeout(timer);
  }
}

/**
 * A page of ours, or the one that a form brings back. It throws where there is none: a router that wants a password
 * answers too, and has kept nothing.
 * @param {string | URL} address @param {BodyInit | null} body
 */
export async function page(address, body = null, patience = PATIENCE) {
  const method = body ? "POST" : "GET";
  sent += body ? 1 : 0;
  try {
    const answer = await ask(address, patience, { method, body, headers: { accept: "text/html" }, cache: "no-cache" });
    if (answer.status >= 500 || answer.status === 429) throw new Error(String(answer.status));
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!fresh.querySelector('link[href^="/static/"][href$="/icon.svg"]')) throw new Error(answer.url);
    return { fresh, ok: answer.ok, moved: answer.redirected, url: answer.url };
  } finally {
    sent -= body ? 1 : 0;
    answered += body ? 1 : 0;
  }
}

/** All of a newer page, where nobody's hands are on the one that is there.
 * @param {HTMLElement} root @param {HTMLElement} fresh */
export function replace(root, fresh) {
  Object.assign(root.dataset, fresh.dataset);
  root.replaceChildren(...fresh.childNodes);
}

/**
 * Follow the event that `root` shows: the element has its data-event, its data-version, and data-about where only a part of
 * it counts; or data-news, the address where there is news of something else, and data-settled once no more will come. `show` puts a newer page in; the rest of what a screen may say about it is in `types.d.ts`.
 * @param {HTMLElement} root @param {Following} screen
 */
export async function follow(root, { show, address = () => location.href, heard, lost, rest = () => 0, hold = () => false, every = () => 0 }) {
  const blocked = () => formOnItsWay() || hold();
  let since = isTold() ? root.dataset.version : ""; // whoever asks without it is answered at once
  while (root.dataset.settled === undefined) {
    if (document.hidden) await new Promise((done) => document.addEventListener("visibilitychange", done, { once: true }));
    // A phone that has slept may wait on a connection that is long dead: as soon as somebody looks it asks anew.
    const stop = new AbortController();
    let woken = false;
    const wake = () => {
      woken = !document.hidden;
      if (woken) stop.abort();
    };
    document.addEventListener("visibilitychange", wake);
    try {
      const { event = "", about = "", news: where = `/api/events/${event}/news` } = root.dataset;
      const asked = new URLSearchParams({ since: since ?? "", about, ...(every() ? { patience: String(every()) } : {}) });
      const answer = await ask(`${where}?${asked}`, NEWS, { cache: "no-store" }, stop);
      if (!answer.ok) throw new Error(String(answer.status));
      const told = await answer.json();
      hear(told.now);
      heardAt = Date.now();
      document.body.classList.remove("offline");
      document.getElementById("away")?.toggleAttribute("hidden", true);
      heard?.(told);
      since = told.version;
      const news = told.version !== root.dataset.version;
      if (!news && !every()) continue;
      await pause(rest(told));
      const fresh = await newest(address, blocked);
      if (fresh && show(fresh, told)) since = root.dataset.version;
      else if (news) document.body.classList.add("stale");
      await pause(CALM);
    } catch {
      since = ""; // a server that is back is not waited for until there is news
      if (woken) continue;
      document.body.classList.add("offline");
      lost?.();
      await pause(2_000 + Math.random() * 1_000);
    } finally {
      document.removeEventListener("visibilitychange", wake);
    }
  }
}

/** The page as it now is, once nobody is in the way; null where it cannot be had. One that was asked for before a form was
 * answered is older than what the form brought.
 * @param {() => string} address @param {() => boolean} blocked */
async function newest(address, blocked) {
  for (;;) {
    while (blocked()) await pause(CALM);
    const before = answered;
    const there = address();
    const { fresh, ok } = there ? await page(there) : { fresh: null, ok: false };
    if (!blocked() && answered === before) return ok ? fresh : null;
  }
}

/** Say in the line #away since when nothing was heard; `words` in the place of its own. */
export function sayAway(words = "") {
  const away = document.getElementById("away");
  away.dataset.said ??= away.textContent;
  away.textContent = (words || away.dataset.said).replace("{time}", new Date(heardAt).toTimeString().slice(0, 5));
  away.hidden = false;
}
