/* The page of an event on a phone: a search among the names, the clock by the server's time (by the phone's own while
   the server is away), and news: a new round or the clock soon (a thousand phones do not ask in the same second),
   results at leisure. */
import { figures, lastMinutes, reading } from "./clock.js";
import { morph } from "../morph.js";
import { follow } from "./news.js";

const away = document.getElementById("away");
let shown = document.getElementById("event");
let clock = JSON.parse(shown.dataset.clock);
let offset = null;
let seen = Date.now();
let wanted = "";

const plain = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();

function search() {
  const box = shown.querySelector("[data-search]");
  const list = shown.querySelector("[data-names]");
  if (!box || !list) return;
  box.hidden = false;
  const field = box.querySelector("input");
  field.value = wanted;
  const filter = () => {
    wanted = field.value;
    const words = plain(wanted).split(/\s+/).filter(Boolean);
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
  if (!ours || offset === null) {
    place.textContent = ours ? "–:––" : "";
    place.classList.remove("late");
    return;
  }
  const told = reading(clock, Date.now() + offset);
  place.textContent = told.phase === "time" ? shown.dataset.time : figures(told.left);
  place.title = told.phase === "paused" ? shown.dataset.paused : "";
  place.classList.toggle("late", told.phase === "time" || lastMinutes(clock, told));
}

async function load() {
  const answer = await fetch(location.href, { cache: "no-cache" });
  if (!answer.ok) throw new Error(String(answer.status));
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("event");
  if (shown.dataset.over === fresh.dataset.over) {
    morph(shown, fresh);
  } else {
    shown.replaceWith(fresh);
    shown = fresh;
  }
  clock = JSON.parse(shown.dataset.clock);
  search();
  tick();
  return shown.dataset.version;
}

follow(
  shown.dataset.event,
  shown.dataset.version,
  {
    news: load,
    heard(told) {
      offset = told.now - Date.now();
      seen = Date.now();
      clock = told.clock;
      document.body.classList.remove("offline");
      away.hidden = true;
    },
    lost() {
      document.body.classList.add("offline");
      away.dataset.said ??= away.textContent;
      away.textContent = away.dataset.said.replace("{time}", new Date(seen).toTimeString().slice(0, 5));
      away.hidden = false;
    },
  },
  (told) => (String(told.round) !== shown.dataset.round ? Math.random() * 4_000 : 10_000 + Math.random() * 20_000),
);
search();
tick();
setInterval(tick, 500);
