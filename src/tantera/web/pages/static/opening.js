// What a folded part of the form is set to stays true while it is changed.
const LINES = {
  company: ["public", "bots"],
  rest: ["clock", "manner", "seat"],
};
const LIMITS = ["points", "minutes", "hands"];
const form = /** @type {HTMLFormElement} */ (document.querySelector(".opening-form"));

/** @type {(name: string) => string} In a word or two, what a field is set to; nothing of one that is hidden. */
function setTo(name) {
  const select = form.querySelector(`select[name="${name}"]`);
  if (select instanceof HTMLSelectElement) return select.selectedOptions[0]?.text ?? "";
  const ticked = form.querySelector(`input[name="${name}"]:checked + span`);
  return ticked?.firstChild?.textContent ?? form.querySelector(`[data-says="${name}"]`)?.textContent ?? "";
}

/** @type {(id: string) => string[]} The options of a part that are not as the book has them. */
function options(id) {
  const some = /** @type {NodeListOf<HTMLOptionElement>} */ (form.querySelectorAll(`#${id} option:checked:not([data-usual])`));
  /** @param {HTMLOptionElement} one */
  const named = (one) => (/^\d+$/.test(one.text) ? `${one.closest("select")?.labels?.[0].textContent}: ${one.text}` : one.text);
  return [...some].filter((one) => one.closest("[data-option]")).map(named);
}

function limits() {
  const fields = LIMITS.map((name) => /** @type {HTMLInputElement} */ (document.getElementById(name)));
  return fields.filter((one) => one.value.trim()).map((one) => `${one.labels?.[0].textContent}: ${one.value.trim()}`);
}

function tell() {
  const book = form.querySelector("[name=choose][aria-pressed=true] b")?.textContent ?? "";
  const lines = { game: [book, ...limits(), ...options("game")], company: LINES.company.map(setTo), rest: [...LINES.rest.map(setTo), ...options("rest")] };
  for (const [id, told] of Object.entries(lines)) {
    const line = document.querySelector(`#${id} .set-to`);
    if (line) line.textContent = told.map((one) => one.trim()).filter(Boolean).join(" · ");
  }
}

form.addEventListener("input", tell);
form.addEventListener("change", tell);
