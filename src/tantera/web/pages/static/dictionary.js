// The words of the game: what is typed leaves the words that have it. Return looks in the books too.
const list = document.querySelector(".dictionary");
const field = /** @type {HTMLInputElement} */ (document.getElementById("q"));
const none = document.querySelector(".no-word");
const link = none.querySelector("a");

/** Without accents and capitals: "salidor" finds "Salidor", and "tranque" whoever types "tranqué".
 * @param {string} text */
const plain = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();

/** A word is looked for in its names; where none has it, in what is said of it too. */
const entries = [...list.children].map((entry) => ({ entry, names: plain(entry.querySelector("dt").textContent), all: plain(entry.textContent) }));

function filter() {
  const wanted = plain(field.value.trim());
  const named = entries.some(({ names }) => names.includes(wanted));
  for (const { entry, names, all } of entries) entry.toggleAttribute("hidden", !(named ? names : all).includes(wanted));
  const found = entries.some(({ entry }) => !entry.hidden);
  link.href = `/books?q=${encodeURIComponent(field.value.trim())}`;
  none.toggleAttribute("hidden", found);
}

field.addEventListener("input", filter);
addEventListener("pageshow", filter); // a browser that goes back has kept what was typed
