// A task of a lesson: the table's own cloth, rack and keys, on a table that stands still. Whatever is played goes to the
// server as the answer of a form, and the next page says what it came to.
import { Bend } from "../table/bend.js";
import { Choice } from "../table/choice.js";
import { cloth } from "../table/cloth.js";
import { capital, el, keep } from "../table/dom.js";
import { Ending } from "../table/ending.js";
import { keys } from "../table/keys.js";
import { rack } from "../table/rack.js";
import { quarters } from "../table/seats.js";
import { Settings } from "../table/settings.js";
import { Slots } from "../table/slots.js";
import { t } from "../words.js";

const root = document.getElementById("table");
const form = document.getElementById("answer");
const { shown, rack: lifted, asked } = JSON.parse(document.getElementById("task").textContent);
const LEARNER = 1;

/** What the parts of a table ask its connection for, where nothing moves. */
const connection = {
  shown,
  rack: lifted,
  table: { seat: LEARNER },
  law: { highest: 6 },
  current: true,
  onlyEnd: null,
  /** @type {any[]} */
  pending: [],
  changed: () => update(),
};

/** @type {App} */
const app = /** @type {any} */ ({
  connection,
  root,
  below: LEARNER,
  quarters: quarters(LEARNER, shown.opener),
  mode: root.dataset.mode,
  side: { open: false, toggle() {} },
  settings: new Settings(() => update()),
  slots: new Slots(),
  say() {},
  explainTurn() {},
  order: answer,
});
app.choice = new Choice(app);
app.ending = new Ending(app.connection);
const bend = new Bend(app);

const LAY = `tantera.lay ${location.pathname}`;

/** Where the carro lay and how high the cloth was when this was asked: after the answer one finds it where one left it. */
function asItLay() {
  try {
    return asked ? null : JSON.parse(sessionStorage.getItem(LAY) ?? "null");
  } catch {
    return null;
  }
}

function rememberHowItLies() {
  try {
    sessionStorage.setItem(LAY, JSON.stringify({ shape: bend.shape, high: document.getElementById("cloth").clientHeight }));
  } catch {
    // Then it is laid anew after the answer.
  }
}

const lay = asItLay();
if (lay) {
  if (lay.shape) bend.keep(lay.shape, shown.number);
  root.dataset.kept = "yes";
  root.style.setProperty("--cloth", `${lay.high}px`);
}

/** A move is an answer, one that cannot be made too: the server says why not. It is given once. */
/** @param {{order: string, tile?: string | null, end?: string | null}} move */
function answer({ order, tile, end }, { question = false } = {}) {
  if (!asked || connection.pending.length) return;
  connection.pending = [{ order: { order, tile, end }, about: { question } }];
  const value = order === "pass_turn" ? "-" : `${question ? "" : (end ?? "")}${tile}`;
  const field = document.createElement("input");
  Object.assign(field, { type: "hidden", name: "answer", value });
  form.append(field);
  rememberHowItLies();
  form.submit();
}

/** Where the table does not show what can be played, any tile is an answer: by its button, or by its key. */
const unaided = asked && !shown.options.length;
if (unaided) {
  document.getElementById("rack").addEventListener("click", (/** @type {MouseEvent} */ event) => {
    const tile = event.target.closest("button")?.dataset.tile;
    if (tile) answer({ order: "place_tile", tile }, { question: true });
  });
  document.addEventListener("keydown", ({ key, ctrlKey, metaKey, altKey }) => {
    const place = /^[1-7]$/.test(key) && !ctrlKey && !metaKey && !altKey ? app.slots.places[Number(key) - 1] : null;
    if (place?.held) answer({ order: "place_tile", tile: place.tile }, { question: true });
    else if (key.toLowerCase() === "p" && !ctrlKey && !metaKey && !altKey) answer({ order: "pass_turn" });
  });
}

/** Where a tile fits both ends it is asked, as at any table. */
const which = el("div", { class: "which", role: "status" });
document.getElementById("asking").append(which);
function askWhich() {
  const plays = app.choice.tile === null ? [] : app.choice.of(app.choice.tile);
  keep(which, [plays], () => plays.length > 1 && [
    el("b", {}, capital(t("which end?"))),
    plays.map((play) => el("button", { type: "button", onclick: () => app.choice.play(play) }, play.place?.tile[0])),
  ]);
}

root.classList.add("scripted");
const parts = [
  keys(document.getElementById("help"), app),
  cloth(document.getElementById("cloth"), app),
  rack(document.getElementById("rack"), app),
];

function update() {
  bend.update();
  app.slots.update(shown, LEARNER, lifted);
  app.choice.tidy();
  root.dataset.turn = app.choice.mine ? "mine" : "";
  for (const part of parts) part.update?.();
  askWhich();
}
update();

// Whoever comes back by the browser's own button finds the page as it was, with an answer on its way that is not.
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});
