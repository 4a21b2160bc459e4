/* Results by keyboard. The form works without this; here it is sent behind the page, the names stand above the figures
   as soon as a table is typed, and the tables follow what happens in the hall while somebody types. */
import { minutes, now, write } from "../clock.js";
import { encoded, formOnItsWay, page } from "../live.js";
import { morph } from "../morph.js";
import { plain, t } from "../words.js";
import { screen } from "./screen.js";

const keys = document.getElementById("keys");
const PARTS = ["todo", "board", "last"];

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
    label.textContent = sides[place - 1] ?? (keys.classList.contains("alone") ? t("Seat {seat}", { seat: place }) : t("Points"));
    label.title = label.textContent;
    label.parentElement.hidden = keys.classList.contains("alone") && sides.length > 0 && place > sides.length;
  }
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

function noteIt(there) {
  const button = keys.querySelector(".note-it");
  if (button) button.hidden = !there;
}

/** Put the parts of a newer page in the place of ours; what is being typed stays. */
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

/** Whether somebody sits at a table who is called so. */
function sits(table, words) {
  const people = [...table.querySelectorAll(".side")].flatMap((side) => side.title.split(" · ").map(plain));
  return people.some((name) => words.every((word) => name.includes(word)));
}

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

/** Sent once at a time; what is typed meanwhile waits for the answer. */
async function send(event) {
  event.preventDefault();
  if (formOnItsWay()) return;
  const body = encoded(keys, event.submitter);
  const table = keys.elements.table.value.trim();
  try {
    const { fresh: other } = await page(keys.action, body);
    const [said, ours] = [other.getElementById("keys-said"), document.getElementById("keys-said")];
    if (!said) return location.reload();
    const refused = said.querySelector(".refused, .asks");
    take(other);
    if (refused) {
      ours.replaceChildren(...said.children);
      noteIt(!ours.querySelector(".asks"));
      const winner = other.querySelector(".winner");
      keys.querySelector(".winner")?.remove();
      if (winner) ours.before(winner);
      for (const field of keys.querySelectorAll(".points input")) field.toggleAttribute("aria-invalid", false);
      if (ours.querySelector(".refused")) {
        for (const field of keys.querySelectorAll(".points input")) field.setAttribute("aria-invalid", "true");
      }
      // Who types on without looking presses Enter: nothing that stands is written over by that.
      (keys.querySelector(".winner input") ?? ours.querySelector("#leave") ?? firstWrong()).focus();
    } else {
      clear();
      document.getElementById("keys-said").replaceChildren(...said.children);
      cell(table)?.classList.add("just");
    }
  } catch {
    document.getElementById("keys-said").textContent = t("No answer from the server: nothing has been written down. Try again.");
  }
}

function firstWrong() {
  const empty = [...keys.querySelectorAll(".figures .key:not([hidden]) input")].find((field) => !field.value.trim());
  if (empty) return empty;
  if (!cell(keys.elements.table.value.trim())) return keys.elements.table;
  const points = [...keys.querySelectorAll(".points:not([hidden]) input")];
  return points[points.length - 1];
}

/** Enter goes to the next figure while one is missing, and writes down what is whole. */
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
  showNames();
}
seek?.addEventListener("input", () => filter(document.querySelector(".filters [aria-current][data-show]")?.dataset.show ?? ""));
seek?.form.addEventListener("submit", (event) => event.preventDefault());
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
