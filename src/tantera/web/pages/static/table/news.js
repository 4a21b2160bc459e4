// What has just happened, said once: the server's sentences, each with its article. A screen reader hears the same.
import { t } from "../words.js";
import { article, capital, el, motion } from "./dom.js";

const PACE = 180; // as the tiles come to the table
const QUIET = new Set(["quiet"]);

export function news(element, app) {
  const { connection } = app;
  let last = [];

  /** Sentences in order; where they do not fit, the first ones are for the ear only. */
  function show(sentences) {
    last = sentences;
    const names = (connection.shown?.names ?? []).filter((name) => name.length > 1);
    const said = sentences.map(({ text, article: id, tone }, at) =>
      el("span", { class: `said ${tone ?? ""}` }, emphasised(sentence(text), names), at < sentences.length - 1 ? " · " : "", id && [" ", article(id, connection.law)]),
    );
    element.replaceChildren(...said);
    if (motion()) {
      said.forEach((one, at) => one.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 120, delay: at * PACE, fill: "backwards" }));
    }
    for (const one of said.slice(0, -1)) {
      if (element.scrollHeight <= element.clientHeight + 2) break;
      one.classList.add("heard");
    }
  }

  return {
    update() {
      const lost = !connection.current && connection.version > 0;
      if (element.classList.toggle("lost", lost) && element.dataset.lost !== "yes") {
        element.dataset.lost = "yes";
        element.prepend(el("span", { class: "before" }, t("Last heard:"), " "));
      } else if (!lost && element.dataset.lost === "yes") {
        element.dataset.lost = "no";
        element.querySelector(".before")?.remove();
      }
    },
    step({ whole, said }) {
      const told = said.filter(({ text }) => text);
      const loud = told.filter(({ tone }) => !QUIET.has(tone));
      if (told.length) show(loud.length ? loud : told);
      else if (whole && !last.length) element.replaceChildren();
    },
  };
}

function sentence(text) {
  return capital(text.trim().replace(/ {2,}/g, " "));
}

/** Names and tiles stand out: one glance tells who did what. */
export function emphasised(text, names) {
  const alternatives = [...names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")), "\\b[0-9]-[0-9]\\b"];
  const parts = text.split(new RegExp(`(${alternatives.join("|")})`));
  return parts.filter(Boolean).map((part, at) => (names.includes(part) || /^[0-9]-[0-9]$/.test(part) ? el("b", {}, part) : part));
}
