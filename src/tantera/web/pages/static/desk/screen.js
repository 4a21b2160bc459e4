/* A screen of the desk: it stays current (`live.js`), and the hall's clock runs above it. `data-clock` on the element
   #hall-clock is what the server said. */
import { figures, hear, isTold, lastMinutes, now, reading, share, write } from "../clock.js";
import { follow, formOnItsWay, page } from "../live.js";
import { morph } from "../morph.js";

const desk = document.getElementById("desk");
/** How tables online stand is no news of the event: it is looked at. */
const ONLINE = 5;

/** How a newer page is put in, and where it is had; a screen may have ways of its own. */
export const screen = {
  /** @param {Document} fresh */
  take(fresh) {
    for (const part of ["#todo", "#notices", "main"]) morph(document.querySelector(part), fresh.querySelector(part));
  },
  address: () => ("posted" in desk.dataset ? "" : location.href),
};

/** @param {Document} fresh */
function show(fresh) {
  const head = fresh.getElementById("desk");
  if (!head) return false;
  document.body.classList.remove("stale");
  morph(desk, head);
  screen.take(fresh);
  tick();
  document.dispatchEvent(new CustomEvent("desk:fresh"));
  return true;
}

let before = "";

function tick() {
  const header = document.getElementById("hall-clock");
  const clock = JSON.parse(header?.dataset.clock ?? "null");
  if (!clock) return;
  const words = JSON.parse(header.dataset.words);
  const away = document.body.classList.contains("offline");
  const shown = reading(clock, now());
  write(header, shown.phase === "time" ? words.time : figures(shown.left));
  header.classList.toggle("late", shown.phase === "time" || lastMinutes(clock, shown));
  header.title = away ? words.away : words[shown.phase];
  const big = document.querySelector("[data-clock-figures]");
  if (big) {
    big.dataset.counting = "";
    write(big, figures(shown.left));
    document.querySelector("[data-clock-bar]").style.width = `${100 * share(clock, shown.left)}%`;
    write(document.querySelector("[data-clock-phase]"), away ? words.away : words[shown.phase]);
    for (const one of document.querySelectorAll("[data-clock-table]")) {
      const its = reading(clock, now(), one.dataset.clockTable);
      write(one, its.phase === "running" || its.phase === "paused" ? figures(its.left) : words[its.phase]);
    }
  }
  // Time came by itself: buttons and the next thing to do are others now.
  if (!away && before === "running" && shown.phase === "time") setTimeout(() => look().catch(() => {}), 400);
  before = shown.phase;
}

async function look() {
  const address = screen.address();
  if (address && !formOnItsWay()) show((await page(address)).fresh);
}

if (desk) {
  if (!isTold()) hear(Number(desk.dataset.now));
  tick();
  setInterval(tick, 250);
  follow(desk, {
    show,
    address: () => screen.address(),
    every: () => (document.querySelector("[data-online], #online") ? ONLINE : 0),
  });
}
