// A replay: a hand is fetched once, with every step of it; from then on stepping is showing and hiding. What the page
// looks like at a step, in which order things happened and whose tiles are seen, the server has worked out.
import { t } from "../words.js";
import { checkInto } from "./check-deal.js";
import { showStep, turnTable } from "./board.js";
import { askWorth, showWorth } from "./worth.js";

const root = document.getElementById("replay");
/** @param {string} id */
const byId = (id) => document.getElementById(id);
const { address } = root.dataset;
const names = [...byId("view").options].slice(1).map((option) => option.dataset.name);
/** @type {ReplayedAt} */
const now = { hand: +root.dataset.hand, move: +root.dataset.move, view: +root.dataset.view };
const hands = +root.dataset.hands;
const BEAT = 1100; // between two steps that play by themselves
const REST = 2600; // at the end of a hand

const fetched = new Map();

/** A hand with all its steps; asked for once.
 * @param {number} number @returns {Promise<PlayedHand>} */
function fetchHand(number) {
  if (!fetched.has(number)) {
    const asked = fetch(`${address}/hands/${number}`, { headers: { accept: "application/json" } }).then((answer) => {
      if (!answer.ok) throw new Error(answer.statusText);
      return answer.json();
    });
    asked.catch(() => fetched.delete(number));
    fetched.set(number, asked);
  }
  return fetched.get(number);
}

/** @type {PlayedHand} */
let data; // the hand that is shown
const valued = new Set(new URLSearchParams(location.search).get("worth") === "1" ? [now.hand] : []); // hands of which somebody asked what moves were worth
/** @type {ReturnType<typeof setTimeout> | null} */
let playing = null;

/** @param {object} values */
const encoded = (values) => new URLSearchParams(Object.entries(values)).toString();
const query = (more = {}) => encoded({ ...now, ...(valued.has(now.hand) ? { worth: 1 } : {}), ...more });
const last = () => data.steps.length - 1;

/** @param {{hand?: number, move?: number | null, view?: number}} to */
async function go({ hand = now.hand, move = null, view = now.view }) {
  hand = Math.min(Math.max(hand, 1), hands);
  let next;
  try {
    next = await fetchHand(hand);
  } catch {
    location.href = `${address}?${encoded({ hand, move: move ?? 0, view })}`; // the server says what is wrong
    return;
  }
  const other = data !== next;
  if (other) {
    data = next;
    byId("racks").innerHTML = data.parts.racks;
    byId("moves").innerHTML = data.parts.moves;
    byId("deal-part").innerHTML = data.parts.deal;
    unhide(byId("deal-part"));
  }
  Object.assign(now, { hand, view, move: Math.min(Math.max(move ?? (hand === now.hand ? now.move : 0), 0), last()) });
  if (other || view !== shownView) turnTable(data, view);
  shownView = view;
  show();
  if (other && valued.has(hand)) askWorth(address, now);
  if (now.move > last() - 3 && hand < hands) fetchHand(hand + 1).catch(() => {});
}
/** @type {number | null} */
let shownView = now.view;

function show() {
  const step = data.steps[now.move];
  showStep(data, now.move, now.view);
  tell(byId("told"), step.said);
  byId("score").textContent = step.score.join(" – ");
  byId("which-hand").textContent = t("Hand {number}", { number: now.hand });
  byId("asleep").textContent = step.asleep;
  const slider = byId("slider");
  slider.max = last();
  slider.value = now.move;
  slider.setAttribute("aria-valuetext", step.said.map((sentence) => sentence.text).join(". "));
  for (const link of byId("moves").querySelectorAll("[data-step]")) {
    if (+link.dataset.step === now.move) link.setAttribute("aria-current", "step");
    else link.removeAttribute("aria-current");
  }
  for (const part of document.querySelectorAll(".tally tbody")) part.classList.toggle("now", +part.dataset.hand === now.hand);
  enable(byId("hand-before"), now.hand > 1);
  enable(byId("hand-after"), now.hand < hands);
  byId("picture").href = `${address}/position.svg?${query()}`;
  byId("ask-worth").href = `${address}?${query({ worth: 1 })}#worth`;
  for (const name of /** @type {const} */ (["hand", "move"])) document.querySelector(`.eyes [name=${name}]`).value = now[name];
  showWorth(now);
  history.replaceState(null, "", `?${query()}`);
}

/** @param {HTMLAnchorElement} link @param {boolean} can */
function enable(link, can) {
  link.setAttribute("aria-disabled", String(!can));
  if (can && !link.hasAttribute("href")) link.href = "#";
  if (!can) link.removeAttribute("href");
}

/** @param {Element} element @param {Sentence[]} said */
function tell(element, said) {
  element.replaceChildren(
    ...said.map(({ text, tone = "plain", part = "line", mark, article }) => {
      const line = document.createElement("p");
      line.className = `tone-${tone} part-${part}`;
      line.textContent = mark ? `${text} ${mark}` : text;
      if (article) line.append(" ", articleLink(article));
      return line;
    }),
  );
}

/** @param {string} article */
function articleLink(article) {
  const link = document.createElement("a");
  link.className = "article";
  link.href = `/books/${root.dataset.book}#${article}`;
  link.textContent = article;
  return link;
}

// --- playing by itself

/** @param {boolean} on */
function play(on) {
  clearTimeout(playing ?? 0);
  playing = null;
  byId("play").setAttribute("aria-pressed", String(on));
  if (on) tick(now.move === last() && now.hand === hands ? { hand: 1, move: 0 } : null);
}

/** @param {{ hand: number, move: number } | null} jump */
async function tick(jump) {
  const atEnd = now.move === last();
  if (jump) await go(jump);
  else if (!atEnd) await go({ move: now.move + 1 });
  else if (now.hand < hands) await go({ hand: now.hand + 1, move: 0 });
  if (now.move === last() && now.hand === hands) play(false);
  else playing = setTimeout(tick, now.move === last() ? REST : BEAT);
}

// --- what people do

/** @type {Record<string, () => Parameters<typeof go>[0]>} */
const STEPS = {
  first: () => ({ move: 0 }),
  before: () => (now.move > 0 || now.hand === 1 ? { move: now.move - 1 } : { hand: now.hand - 1, move: Infinity }),
  after: () => (now.move < last() || now.hand === hands ? { move: now.move + 1 } : { hand: now.hand + 1, move: 0 }),
  last: () => ({ move: last() }),
  "hand-before": () => ({ hand: now.hand - 1, move: 0 }),
  "hand-after": () => ({ hand: now.hand + 1, move: 0 }),
};
/** @type {Record<string, string>} */
const KEYS = { ArrowLeft: "before", ArrowRight: "after", Home: "first", End: "last", PageUp: "hand-before", PageDown: "hand-after" };

/** @param {string} name */
function step(name) {
  play(false);
  return go(STEPS[name]());
}

function listen() {
  for (const name of Object.keys(STEPS)) {
    byId(name).addEventListener("click", (/** @type {MouseEvent} */ event) => {
      event.preventDefault();
      if (byId(name).getAttribute("aria-disabled") !== "true") step(name);
    });
  }
  byId("play").addEventListener("click", () => play(playing === null));
  byId("slider").addEventListener("input", () => {
    play(false);
    go({ move: +byId("slider").value });
  });
  byId("view").addEventListener("change", () => go({ view: +byId("view").value }));
  document.addEventListener("click", (event) => {
    const link = event.target.closest(".moves [data-step], .tally .hand a, .put-right a");
    const check = event.target.closest("[data-check]");
    if (check) checkInto(byId("deal-part").querySelector(".checked"), data.deal, data.draw, names);
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    play(false);
    const asked = new URL(link.href).searchParams;
    go(link.dataset.step ? { move: +link.dataset.step } : { hand: Number(asked.get("hand")), move: 0 });
  });
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("select, textarea, input:not([type=range])")) return;
    if (event.key === " " && !event.target.closest("a, button")) {
      event.preventDefault();
      play(playing === null);
    } else if (KEYS[event.key]) {
      event.preventDefault();
      step(KEYS[event.key]);
    }
  });
  byId("ask-worth").addEventListener("click", (/** @type {MouseEvent} */ event) => {
    event.preventDefault();
    valued.add(now.hand);
    history.replaceState(null, "", `?${query()}`);
    askWorth(address, now);
  });
}

/** @param {ParentNode} element */
function unhide(element) {
  for (const hidden of element.querySelectorAll(".needs-script")) hidden.hidden = false;
}

fetchHand(now.hand).then(
  async () => {
    document.documentElement.classList.add("scripted");
    unhide(document);
    shownView = null;
    await go({ move: now.move });
    listen();
  },
  () => {}, // without the hand the page stays what it is: links
);
