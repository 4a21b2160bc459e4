/* The clock of the hall, counted by the server's time. `data-clock` on the element #hall-clock is what the server said,
   `data-now` its time when it said so. While the server is away it goes on by this machine's own, and says so. */
import { refresh } from "./live.js";

const MINUTE = 60_000;

/** What a clock shows at a time of the server: its phase and what is left of it, below zero after time. */
export function reading(clock, now, table) {
  const until = clock.more?.[table] ?? clock;
  const left = until.ends === null ? until.left : until.ends - now;
  const phase = !clock.started ? "ready" : left <= 0 ? "time" : until.ends === null ? "paused" : "running";
  return { phase, left };
}

/** Whether the last minutes run, for which the wall keeps nothing else. */
export function lastMinutes(clock, { phase, left }) {
  return phase === "running" && clock.warn.length > 0 && left <= clock.warn[0] * MINUTE;
}

export function figures(left) {
  const seconds = Math.max(0, Math.ceil(left / 1000));
  return `${String(Math.floor(seconds / 60)).padStart(2, "0")}:${String(seconds % 60).padStart(2, "0")}`;
}

/** How much longer the whole clock is than what is left, between 0 and 1. */
export function share(clock, left) {
  return Math.min(1, Math.max(0, left / clock.length));
}

const desk = document.getElementById("desk");
if (desk) {
  let clock = null;
  let offset = 0;
  let before = null;

  /** What the server said last. */
  const read = () => {
    clock = JSON.parse(document.getElementById("hall-clock")?.dataset.clock ?? "null");
    offset = Number(desk.dataset.now) - Date.now();
  };

  const tick = () => {
    if (!clock) return;
    const header = document.getElementById("hall-clock");
    const words = JSON.parse(header.dataset.words);
    const big = document.querySelector("[data-clock-figures]");
    const away = document.body.classList.contains("offline");
    const now = Date.now() + offset;
    const shown = reading(clock, now);
    const text = shown.phase === "time" ? words.time : figures(shown.left);
    header.textContent = text;
    header.classList.toggle("late", shown.phase === "time" || lastMinutes(clock, shown));
    header.title = away ? words.away : words[shown.phase];
    if (big) {
      big.dataset.counting = "";
      big.textContent = figures(shown.left);
      document.querySelector("[data-clock-bar]").style.width = `${100 * share(clock, shown.left)}%`;
      document.querySelector("[data-clock-phase]").textContent = away ? words.away : words[shown.phase];
      for (const one of document.querySelectorAll("[data-clock-table]")) {
        const its = reading(clock, now, one.dataset.clockTable);
        one.textContent = its.phase === "running" || its.phase === "paused" ? figures(its.left) : words[its.phase];
      }
    }
    // Time came by itself: buttons and the next thing to do are others now.
    if (!away && before === "running" && shown.phase === "time") setTimeout(() => refresh().catch(() => {}), 400);
    before = shown.phase;
  };
  const begin = () => {
    read();
    tick();
  };
  begin();
  document.addEventListener("desk:fresh", begin);
  setInterval(tick, 250);
}
