// A link that was tapped says so at once. Where nothing has come after a moment (a tunnel, a lift), the page says that
// too, and opens what was asked for as soon as the server answers: a browser alone would wait without a word.
import { t } from "./words.js";

const SAID_AFTER = 3000;
const EVERY = 3000;

/** @typedef {{ link: HTMLAnchorElement, timer: number, said: HTMLElement | null }} Waiting */
/** @type {Waiting | null} */
let waiting = null;

/** Watch over all links of this page. */
export function watchLinks() {
  addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || !leaves(link) || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    forget();
    link.setAttribute("aria-busy", "true");
    waiting = { link, timer: setTimeout(tell, SAID_AFTER), said: null };
  });
  addEventListener("pagehide", forget); // also of a page that somebody comes back to
}

/** Whether a link leads from this page to another one of ours.
 * @param {HTMLAnchorElement} link */
function leaves({ href, origin, pathname, search, target, hash }) {
  const here = pathname === location.pathname && search === location.search && hash;
  return Boolean(href) && origin === location.origin && !target && !here;
}

function forget() {
  if (!waiting) return;
  clearTimeout(waiting.timer);
  waiting.link.removeAttribute("aria-busy");
  waiting.said?.remove();
  waiting = null;
}

function tell() {
  if (!waiting) return;
  if (!waiting.said) {
    waiting.said = document.createElement("p");
    waiting.said.className = "held-up";
    waiting.said.setAttribute("role", "status");
    document.body.append(waiting.said);
    waiting.said.textContent = t("No connection: it opens by itself as soon as it is back");
  }
  ask(waiting);
}

/** A new request, which does not wait for what was lost of the first one.
 * @param {Waiting} one */
async function ask(one) {
  const { href } = one.link;
  const answer = await fetch(href, { cache: "no-store", signal: AbortSignal.timeout(EVERY) }).catch(() => null);
  if (waiting !== one) return;
  if (answer && answer.status < 502) location.assign(href);
  else one.timer = setTimeout(tell, EVERY);
}
