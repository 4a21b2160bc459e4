// The lobby stays current: what is in its parts is fetched again while somebody looks, and the seconds run.
import { minutes } from "../clock.js";
import { formOnItsWay, page } from "../live.js";
import { morph, touched } from "../morph.js";

const EVERY = 5000;
const began = new WeakMap();

/** Seconds until bots sit down: from when the server said how many there were. */
function run() {
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-left]"))) {
    const known = began.get(one);
    if (known?.left !== one.dataset.left) began.set(one, { left: one.dataset.left, at: Date.now() });
    const left = Number(one.dataset.left) - (Date.now() - began.get(one).at);
    one.textContent = minutes(Math.max(0, left));
    if (left <= 0 && one.dataset.then) location.assign(one.dataset.then); // it begins with those who are at the table
  }
}

async function refresh() {
  if (document.visibilityState !== "visible" || formOnItsWay()) return;
  try {
    const { fresh, ok } = await page(location.href);
    if (!ok || formOnItsWay()) return;
    document.title = fresh.title;
    for (const part of document.querySelectorAll("[data-part]")) {
      const newer = fresh.getElementById(part.id);
      if (newer && !touched(part).length && !part.querySelector("select:focus, input:focus")) morph(part, newer);
    }
  } catch {
    // away for a moment: what is there stays
  }
  run();
}

run();
setInterval(run, 1000);
setInterval(refresh, EVERY);
document.addEventListener("visibilitychange", refresh);
