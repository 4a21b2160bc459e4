/* The roll without waiting: the search hides and shows rows as one types, and what is done with a row changes the page
   in its place. Every row is on the page already, and every form works without this. */
import { encoded, page } from "../live.js";
import { morph } from "../morph.js";
import { plain } from "../words.js";
import { screen } from "./screen.js";

/** @type {HTMLElement} */
const root = document.querySelector(".roll-screen");

/** @param {HTMLElement} item @param {string[]} words */
function matches(item, words) {
  return words.every((word) => item.dataset.find?.includes(word));
}

function roll() {
  const state = new URLSearchParams(location.search);
  /** @type {HTMLInputElement | null} */
  const search = root.querySelector("[data-live-search]");
  const club = root.querySelector("#club");
  const touched = new Set();  // stay where they are until the filter changes: a second tap in haste meets the same row

  /** @param {HTMLElement} item @param {string} show @param {string} of */
  function fits(item, show, of) {
    if (of && !item.dataset.club?.split("|").some((one) => plain(one) === of)) return false;
    if (show === "owing") return "owes" in item.dataset;
    if (show === "gone") return item.classList.contains("withdrawn") || item.classList.contains("out");
    return !show || show === "all" || item.classList.contains(show);
  }

  function apply() {
    const words = plain(state.get("q") ?? "").split(" ").filter(Boolean);
    const show = state.get("show") ?? "all", of = plain(state.get("club") ?? "");
    const missing = [];
    let seen = 0;
    for (const item of root.querySelectorAll(".roll > li")) {
      item.hidden = !(matches(item, words) && (fits(item, show, of) || touched.has(item.dataset.id)));
      if (item.hidden) continue;
      seen += 1;
      if (item.classList.contains("missing")) missing.push(item.dataset.id);
    }
    const none = root.querySelector(".none");
    if (none) none.hidden = seen > 0;
    const bulk = root.querySelector("[data-bulk]");
    if (bulk) {
      bulk.hidden = missing.length < 2;
      bulk.value = missing.join(" ");
      const words = bulk.querySelector("span");
      words.textContent = words.textContent.replace(/\d+/, String(missing.length));
    }
    for (const chip of root.querySelectorAll("[data-show]")) {
      chip.toggleAttribute("aria-current", false);
      if (chip.dataset.show === show) chip.setAttribute("aria-current", "true");
    }
    for (const name of ["q", "show", "club"]) {
      for (const field of root.querySelectorAll(`input[type=hidden][name=${name}]`)) field.value = state.get(name) ?? (name === "show" ? "all" : "");
    }
    const query = state.toString();
    history.replaceState(null, "", location.pathname + (query ? `?${query}` : "") + location.hash);
  }

  /** @param {string} name @param {string} value */
  function set(name, value) {
    if (value && value !== "all") state.set(name, value); else state.delete(name);
    state.delete("did");
    touched.clear();
    apply();
  }

  search?.addEventListener("input", () => set("q", search.value));
  search?.addEventListener("keydown", (event) => {
    if (event.key === "Escape") { search.value = ""; set("q", ""); }
    if (event.key === "Enter") {  // the only one who is found and missing is here
      event.preventDefault();
      const found = [...root.querySelectorAll(".roll > li:not([hidden])")];
      if (search.value.trim() && found.length === 1) found[0].querySelector("button.person")?.click();
    }
  });
  club?.addEventListener("change", () => set("club", club.value));
  root.addEventListener("click", (event) => {
    const chip = event.target.closest("[data-show]");
    if (!chip || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    set("show", chip.dataset.show);
  });

  /** @param {Document} fresh */
  function take(fresh) {
    if (!fresh.getElementById("roll")) return false;
    const focused = document.activeElement?.closest("li")?.dataset.id;
    /** @param {string | undefined} id */
    const place = (id) => id && root.querySelector(`.roll > li[data-id="${CSS.escape(id)}"]`)?.getBoundingClientRect().top;
    const before = place(focused);
    for (const part of fresh.querySelectorAll("[data-part]")) {
      const ours = root.querySelector(`[data-part="${part.dataset.part}"]`);
      if (ours) morph(ours, part);
    }
    morph(document.getElementById("todo"), fresh.getElementById("todo"));
    document.getElementById("problem")?.remove();
    const problem = fresh.getElementById("problem");
    if (problem) document.getElementById("main").before(document.adoptNode(problem));
    apply();
    const after = place(focused);
    if (before && after) scrollBy(0, after - before);  // nothing moves under a finger
    if (focused && !document.activeElement?.closest("li")) {
      document.querySelector(`.roll > li[data-id="${CSS.escape(focused)}"] .person`)?.focus({ preventScroll: true });
    }
    return true;
  }

  let natively = false;
  root.addEventListener("submit", async (event) => {
    const form = event.target.closest("form[data-stay]");
    if (!form || natively) return;
    event.preventDefault();
    const by = /** @type {HTMLButtonElement} */ (event.submitter);
    const data = encoded(form, by);
    if (by?.closest("li")) touched.add(by.closest("li").dataset.id);
    const answer = await page(by?.hasAttribute("formaction") ? by.formAction : form.action, data).catch(() => null);
    if (answer?.moved) {  // what was done stands above the roll, with its way back
      const did = new URL(answer.url).searchParams.get("did");
      if (did) state.set("did", did); else state.delete("did");
    }
    if (answer && take(answer.fresh)) {
      if (search?.value && by?.classList.contains("person")) { search.select(); search.focus(); }
      return;
    }
    natively = true;  // a question before it is done, or no answer: let the browser show what comes
    form.requestSubmit(by);
  });

  screen.take = take;
  for (const button of root.querySelectorAll("[data-no-script]")) button.hidden = true;
  const wrong = document.getElementById("problem");
  if (wrong) wrong.focus();
  else if (!root.querySelector(".doubt") && matchMedia("(min-width: 900px)").matches) search?.focus();
  apply();
}

/** Ticking people off a long list: the same search.
 * @param {HTMLInputElement} search */
function pick(search) {
  search.closest("[data-with-script]").hidden = false;
  search.addEventListener("input", () => {
    const words = plain(search.value).split(" ").filter(Boolean);
    for (const item of search.closest("fieldset").querySelectorAll("li")) {
      item.hidden = !matches(item, words) && !item.querySelector("input").checked;
    }
  });
  search.addEventListener("keydown", (event) => { if (event.key === "Enter") event.preventDefault(); });
}

/** Tabs belong into rows that are typed by hand, and a file that was chosen is read at once.
 * @param {HTMLTextAreaElement} text */
function sheet(text) {
  const file = document.getElementById("file");
  file?.addEventListener("change", () => { if (file.files.length) text.form?.requestSubmit(); });
}

if (root?.querySelector(".roll-main")) roll();
for (const search of document.querySelectorAll("[data-pick-search]")) pick(search);
const pasted = document.getElementById("pasted");
if (pasted) sheet(pasted);
