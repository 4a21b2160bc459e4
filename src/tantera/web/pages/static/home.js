// The home page and the list of tables: pictures stay current, a code is sent when it is whole, the button that plays says
// what it starts.
import { watchLinks } from "./busy.js";
import { haveWorker } from "./device.js";

document.documentElement.classList.add("scripting");
haveWorker();
watchLinks();

const EVERY = 5000;

/** Fetch the pictures again while somebody looks; nothing is sent where nothing has changed. */
for (const list of document.querySelectorAll("[data-live]")) {
  let tag = "";
  const refresh = async () => {
    if (document.visibilityState !== "visible" || list.matches(":hover")) return;
    try {
      const answer = await fetch(list.dataset.live, { headers: tag ? { "If-None-Match": tag } : {}, cache: "no-store" });
      if (!answer.ok) return;
      tag = answer.headers.get("ETag") ?? "";
      const focused = list.contains(document.activeElement) ? document.activeElement?.getAttribute("href") : null;
      list.innerHTML = await answer.text(); // our own server's, escaped there
      list.className = list.className.replace(/watch-\d+/, `watch-${list.children.length}`);
      if (focused) list.querySelector(`a[href="${focused}"]`)?.focus();
      const empty = list.parentElement.querySelector(".empty");
      if (empty) empty.hidden = list.children.length > 0;
    } catch {
      // away for a moment: the pictures stay as they are
    }
  };
  setInterval(refresh, EVERY);
  document.addEventListener("visibilitychange", refresh);
  addEventListener("pageshow", (event) => event.persisted && refresh());
}

for (const field of document.querySelectorAll(".code-field")) {
  const input = field.querySelector("input");
  const boxes = [...field.querySelectorAll("i")];
  field.classList.add("scripted");
  const show = () => boxes.forEach((box, at) => box.classList.toggle("next", at === Math.min(input.value.length, boxes.length - 1)));
  const typed = () => {
    const letters = input.value.toUpperCase().replace(/[^A-Z0-9]/g, "").slice(0, boxes.length);
    if (letters !== input.value) input.value = letters;
    input.scrollLeft = 0;
    show();
    if (letters.length === boxes.length && document.activeElement === input && !input.hasAttribute("aria-invalid")) input.form.requestSubmit();
    input.removeAttribute("aria-invalid");
  };
  input.addEventListener("input", typed);
  show();
}

/** What the big button starts is what it says, also while something else is being chosen: the server puts it in words. */
for (const form of document.querySelectorAll("form.play:has(.change)")) {
  const said = [".starts", ".change summary .second", ".as-chosen"];
  /** @param {UIEvent} event */
  const tell = async ({ target }) => {
    const another = target.name === "book"; // which has points of its own
    const parts = another ? [...said, ".points"] : said;
    const fields = [...form.querySelectorAll(".change [name]")].filter(({ name, type, checked }) => (type !== "radio" || checked) && !(another && name === "points"));
    const chosen = new URLSearchParams(fields.map(({ name, value }) => [name, value]));
    try {
      const answer = await fetch(`/?${chosen}`, { cache: "no-store" });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      for (const part of parts) form.querySelector(part).innerHTML = page.querySelector(part)?.innerHTML ?? "";
    } catch {
      // away for a moment: it starts what is chosen all the same
    }
  };
  form.addEventListener("change", tell);
}
