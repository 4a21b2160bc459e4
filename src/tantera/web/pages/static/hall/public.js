/* The page of an event on a phone: a search among the names, the clock by the server's time (by the phone's own while
   the server is away), and news: a new round or the clock soon (a thousand phones do not ask in the same second),
   results at leisure. */
import { figures, isTold, lastMinutes, now, reading, write } from "../clock.js";
import { follow, replace, sayAway } from "../live.js";
import { morph } from "../morph.js";
import { plain } from "../words.js";

const shown = document.getElementById("event");
let clock = JSON.parse(shown.dataset.clock);
let wanted = "";

function search() {
  const box = shown.querySelector("[data-search]");
  const list = shown.querySelector("[data-names]");
  if (!box || !list) return;
  box.hidden = false;
  const field = box.querySelector("input");
  field.value = wanted;
  const filter = () => {
    wanted = field.value;
    const words = plain(wanted).split(" ").filter(Boolean);
    let found = 0;
    for (const line of list.children) {
      const name = plain(line.dataset.name);
      line.hidden = !words.every((word) => name.startsWith(word) || name.includes(` ${word}`));
      if (!line.hidden) found += 1;
    }
    list.classList.toggle("one", words.length > 0 && found > 0 && found <= 3);
    shown.querySelector("[data-found]").textContent = words.length && !found ? shown.querySelector("[data-found]").dataset.none : "";
  };
  field.oninput = filter;
  filter();
}

function tick() {
  const place = shown.querySelector("[data-public-clock]");
  if (!place) return;
  const ours = clock && shown.dataset.stage === "open" && String(clock.round) === shown.dataset.round && clock.started;
  if (!ours || !isTold()) {
    write(place, ours ? "–:––" : "");
    place.classList.remove("late");
    return;
  }
  const told = reading(clock, now());
  write(place, told.phase === "time" ? shown.dataset.time : figures(told.left));
  place.title = told.phase === "paused" ? shown.dataset.paused : "";
  place.classList.toggle("late", told.phase === "time" || lastMinutes(clock, told));
}

/** @param {Document} fresh */
function show(fresh) {
  const newer = fresh.getElementById("event");
  if (shown.dataset.over === newer.dataset.over) morph(shown, newer);
  else replace(shown, newer);
  clock = JSON.parse(shown.dataset.clock);
  search();
  tick();
  return true;
}

follow(shown, {
  show,
  heard: (told) => (clock = told.clock),
  lost: () => sayAway(),
  rest: (told) => (String(told.round) !== shown.dataset.round ? Math.random() * 4_000 : 10_000 + Math.random() * 20_000),
});
search();
tick();
setInterval(tick, 500);
