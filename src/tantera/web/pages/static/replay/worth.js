// What each move was worth: asked for once a hand, then shown beside the moves and below them.
import { t } from "../words.js";

/** @param {string} id */
const byId = (id) => document.getElementById(id);
/** @type {Map<number, HandWorth>} */
const known = new Map(); // by hand
const asked = new Set();

/** Have the moves of a hand valued; it may take some seconds.
 * @param {string} address @param {ReplayedAt} now */
export async function askWorth(address, now) {
  const { hand } = now;
  if (asked.has(hand) || known.has(hand)) return;
  asked.add(hand);
  showWorth(now);
  try {
    const answer = await fetch(`${address}/hands/${hand}/worth`, { headers: { accept: "application/json" } });
    const told = await answer.json();
    if (answer.ok) known.set(hand, told);
    else fail(hand, told.message);
  } catch {
    fail(hand, t("The server does not answer."));
  }
  asked.delete(hand);
  showWorth(now);
}

/** @type {{ hand: number, text: string } | null} */
let failed = null;

/** @param {number} hand @param {string} text */
function fail(hand, text) {
  failed = { hand, text };
}

/** What is known of the hand that is shown, and of its step.
 * @param {ReplayedAt} now */
export function showWorth(now) {
  const place = byId("worth");
  const told = known.get(now.hand);
  const waiting = asked.has(now.hand);
  byId("ask-worth").hidden = Boolean(told) || waiting;
  if (!told) {
    const text = waiting ? t("Calculating… the first time takes a while") : failed?.hand === now.hand ? failed.text : "";
    place.replaceChildren(...(text ? [element("p", "note", text)] : []));
    return;
  }
  for (const link of byId("moves").querySelectorAll("[data-step]")) {
    const turn = told.turns[link.dataset.step];
    if (turn && !link.querySelector(".worth")) link.append(element("span", turn.best ? "worth best" : "worth", turn.mark));
  }
  const turn = told.turns[now.move];
  const sums = element("ul", "sums");
  sums.append(...told.sums.map(({ text }) => element("li", "", text)));
  place.replaceChildren(...(turn ? [options(turn)] : []), sums, ...(told.note ? [element("p", "note", told.note)] : []));
}

/** @param {TurnWorth} turn */
function options(turn) {
  const table = element("table", "options");
  const head = element("tr");
  head.append(...[t("Move"), t("Worth"), t("Less than the best")].map((text) => {
    const cell = element("th", "", text);
    cell.scope = "col";
    return cell;
  }));
  table.createTHead().append(head);
  const body = table.createTBody();
  for (const { move, value, lost, played } of turn.options) {
    const row = element("tr", played ? "chosen" : "");
    const first = element("td", "", move);
    if (played) first.append(" ", element("small", "", t("played")));
    row.append(first, element("td", "number", value), element("td", "number", lost));
    body.append(row);
  }
  return table;
}

/** @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name */
function element(name, kind = "", text = "") {
  const made = document.createElement(name);
  if (kind) made.className = kind;
  if (text) made.textContent = text;
  return made;
}
