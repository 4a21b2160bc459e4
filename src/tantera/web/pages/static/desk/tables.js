/* Results by keyboard. The form works without this; here it is sent behind the page, the names stand above the figures
   as soon as a table is typed, and the tables follow what happens in the hall while somebody types. */
import { minutes, now, write } from "../clock.js";
import { encoded, page } from "../live.js";
import { morph } from "../morph.js";
import { plain, t } from "../words.js";
import { screen } from "./screen.js";

/** @type {HTMLFormElement & { elements: Record<"table" | "show", HTMLInputElement> }} */
const keys = document.getElementById("keys");
const PARTS = ["todo", "still-open", "board", "last"];

/** @param {string} number */
function cell(number) {
  return /^\d+$/.test(number) ? document.getElementById(`table-${Number(number)}`) : null;
}

function showNames() {
  const at = cell(keys.elements.table.value.trim());
  for (const one of document.querySelectorAll("li.typed")) one.classList.remove("typed");
  at?.classList.add("typed");
  const sides = at ? [...at.querySelectorAll("[data-short]")].map((side) => side.dataset.short) : [];
  for (const label of keys.querySelectorAll("[data-side]")) {
    const place = Number(label.dataset.side);
    label.textContent = sides[place - 1] ?? (keys.classList.contains("alone") ? t("Seat {seat}", { seat: place }) : place === 1 ? t("First pair") : t("Second pair"));
    label.title = label.textContent;
    label.parentElement.hidden = keys.classList.contains("alone") && sides.length > 0 && place > sides.length;
  }
  const reason = document.getElementById("reason");
  const late = reason?.dataset.late;
  if (late && at && [late, ""].includes(reason.value)) reason.value = at.querySelector(".scores") ? "" : late;
  for (const again of keys.querySelectorAll(".again")) {
    const place = Number(again.querySelector("input").name.slice(-1));
    again.hidden = sides.length > 0 && place > sides.length;
  }
}

function clear() {
  for (const field of keys.querySelectorAll(".figures input, #reason")) {
    field.value = "";
    field.removeAttribute("aria-invalid");
  }
  keys.querySelector(".winner")?.remove();
  document.getElementById("keys-said").replaceChildren();
  noteIt(true);
  showNames();
  keys.elements.table.focus();
}

/** @param {boolean} there */
function noteIt(there) {
  const button = keys.querySelector(".note-it");
  if (button) button.hidden = !there;
}

/** Put the parts of a newer page in the place of ours; what is being typed stays.
 * @param {Document} other */
function take(other) {
  const show = document.querySelector(".filters [aria-current][data-show]")?.dataset.show ?? "";
  for (const id of PARTS) {
    const [ours, theirs] = [document.getElementById(id), other.getElementById(id)];
    if (ours && theirs) morph(ours, theirs);
  }
  const [noted, note] = [keys?.querySelector(".note-it"), other.querySelector(".note-it")];
  if (noted && note) noted.className = note.className; // whether it is the one filled button
  filter(show);
  tick();
  if (keys) showNames();
}

const seek = document.getElementById("seek");

/** Whether somebody sits at a table who is called so.
 * @param {Element} table @param {string[]} words */
function sits(table, words) {
  const people = [...table.querySelectorAll(".side")].flatMap((side) => side.title.split(" · ").map(plain));
  return people.some((name) => words.every((word) => name.includes(word)));
}

/** @param {string} show */
function filter(show) {
  const words = seek ? plain(seek.value).split(" ").filter(Boolean) : [];
  for (const one of document.querySelectorAll(".cells > li")) {
    one.hidden = (show !== "" && one.dataset.condition !== show) || (words.length > 0 && !sits(one, words));
  }
  const nobody = document.getElementById("nobody");
  if (nobody) nobody.hidden = words.length === 0 || document.querySelector(".cells > li:not([hidden])") !== null;
  for (const one of document.querySelectorAll(".filters [data-show]")) {
    if (one.dataset.show === show) one.setAttribute("aria-current", "true");
    else one.removeAttribute("aria-current");
  }
  if (keys) keys.elements.show.value = show;
}

/** @typedef {{ body: URLSearchParams, table: string, figures: [string, string][] }} Result */
/** Whole results that wait until the one before has its answer: whoever types fast is never asked to wait. */
/** @type {Result[]} */
const waiting = [];
let sending = false;

/** @param {SubmitEvent} event */
function send(event) {
  event.preventDefault();
  /** @type {[string, string][]} */
  const figures = [...keys.querySelectorAll(".figures input, #reason")].map((field) => [field.id, field.value]);
  waiting.push({ body: encoded(keys, event.submitter), table: keys.elements.table.value.trim(), figures });
  clear();
  if (!sending) sendAll();
}

async function sendAll() {
  sending = true;
  for (let one = waiting.shift(); one; one = waiting.shift()) await sendOne(one);
  sending = false;
}

/** @param {Result} result */
async function sendOne(result) {
  const ours = document.getElementById("keys-said");
  try {
    const { fresh: other } = await page(keys.action, result.body);
    const said = other.getElementById("keys-said");
    if (!said) return location.reload();
    take(other);
    if (!said.querySelector(".refused, .asks")) return written(result, said);
    if (typesOn()) return keep(result, said.querySelector(".refused span, .asks p span").textContent);
    putBack(result);
    ours.replaceChildren(...said.children);
    noteIt(!ours.querySelector(".asks"));
    const winner = other.querySelector(".winner");
    if (winner) ours.before(winner);
    if (ours.querySelector(".refused")) {
      for (const field of keys.querySelectorAll(".points input")) field.setAttribute("aria-invalid", "true");
    }
    // Who types on without looking presses Enter: nothing that stands is written over by that.
    (keys.querySelector(".winner input") ?? ours.querySelector("#leave") ?? firstWrong()).focus();
  } catch {
    const said = t("No answer from the server: nothing has been written down. Try again.");
    if (typesOn()) return keep(result, said);
    putBack(result);
    ours.textContent = said;
  }
}

/** Whether the next result is being typed already, or waits: then an answer takes neither the fields nor the focus. */
function typesOn() {
  return waiting.length > 0 || [...keys.querySelectorAll(".figures input")].some((field) => field.value.trim());
}

/** @param {Result} result @param {HTMLElement} said */
function written(result, said) {
  document.querySelector(`#unwritten [data-table="${CSS.escape(result.table)}"]`)?.remove();
  if (!typesOn()) document.getElementById("keys-said").replaceChildren(...said.children);
  cell(result.table)?.classList.add("just");
}

/** A result that was not written down while the next one was typed stands below until it is: pressed, it is back in its fields.
 * @param {Result} result @param {string} said */
function keep(result, said) {
  const line = document.createElement("li");
  line.dataset.table = result.table;
  const again = document.createElement("button");
  again.type = "button";
  again.textContent = t("Table {table} is not written down: {score}", {
    table: result.table,
    score: result.figures.filter(([id, value]) => id !== "table" && id !== "reason" && value).map(([, value]) => value).join("–"),
  });
  again.addEventListener("click", () => {
    line.remove();
    clear();
    putBack(result);
    firstWrong().focus();
  });
  line.append(again, said);
  document.getElementById("unwritten").append(line);
}

/** @param {Result} result */
function putBack(result) {
  for (const [id, value] of result.figures) document.getElementById(id).value = value;
  showNames();
}

function firstWrong() {
  const empty = [...keys.querySelectorAll(".figures .key:not([hidden]) input")].find((field) => !field.value.trim());
  if (empty) return empty;
  if (!cell(keys.elements.table.value.trim())) return keys.elements.table;
  const points = [...keys.querySelectorAll(".points:not([hidden]) input")];
  return points[points.length - 1];
}

/** Enter goes to the next figure while one is missing, and writes down what is whole.
 * @param {KeyboardEvent} event */
function enter(event) {
  if (event.key === "Escape") {
    event.preventDefault();
    clear();
  } else if (event.key === "Enter" && event.target.matches(".figures input")) {
    const next = [...keys.querySelectorAll(".figures .key:not([hidden]):not(.again) input")].find((field) => !field.value.trim());
    if (next && next !== event.target && event.target.value.trim()) {
      event.preventDefault();
      next.focus();
    }
  }
}

/** What is left of a table's own time. */
function tick() {
  for (const one of document.querySelectorAll("[data-ends]")) {
    write(one, `, ${minutes(Number(one.dataset.ends) - now())}`);
  }
}

if (keys) {
  keys.addEventListener("submit", send);
  keys.addEventListener("keydown", enter);
  keys.elements.table.addEventListener("input", showNames);
  addEventListener("beforeunload", (event) => {
    if (sending || document.querySelector("#unwritten li")) event.preventDefault();
  });
  showNames();
}
seek?.addEventListener("input", () => filter(document.querySelector(".filters [aria-current][data-show]")?.dataset.show ?? ""));
seek?.form.addEventListener("submit", (/** @type {SubmitEvent} */ event) => event.preventDefault());
document.addEventListener("click", (event) => {
  const link = event.target.closest(".filters [data-show]");
  if (!link || event.metaKey || event.ctrlKey) return;
  event.preventDefault();
  filter(link.dataset.show);
  const address = new URL(location.href);
  if (link.dataset.show) address.searchParams.set("show", link.dataset.show);
  else address.searchParams.delete("show");
  history.replaceState(null, "", address);
});
screen.take = take;
screen.address = () => {
  const address = new URL(location.href);
  address.searchParams.delete("done");
  address.pathname = address.pathname.replace(/\/(close|final|online)$/, "");
  return address.href;
};
setInterval(tick, 1000);
tick();
