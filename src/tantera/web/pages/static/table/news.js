// What has just happened, said once: the server's sentences, each with its article. A screen reader hears the same.
import { t } from "../words.js";
import { article, capital, el, motion } from "./dom.js";

const PACE = 180; // as the tiles come to the table

/** @type {Part} */
export function news(element, app) {
  const { connection } = app;
  const before = el("span", { class: "before", hidden: true }, t("Last heard:"), " ");
  const line = el("span", { class: "line" });
  const cited = el("span", { class: "cited" });
  element.append(el("span", { class: "told" }, before, line), cited);

  /** Sentences in order; where they do not all fit, the first ones are for the ear only. */
  function show(sentences) {
    const names = (connection.shown?.names ?? []).filter((name) => name.length > 1);
    const said = sentences.map(({ text, tone }, at) =>
      el(
        "span",
        { class: `said ${tone ?? ""}` },
        emphasised(capital(text.trim().replace(/ {2,}/g, " ")), names),
        at < sentences.length - 1 ? " · " : "",
      ),
    );
    const articles = [...new Set(sentences.map((one) => one.article).filter(Boolean))].slice(-2);
    line.replaceChildren(...said);
    cited.replaceChildren(...articles.map((id) => article(id, connection.law)));
    for (const one of said.slice(0, -1)) {
      if (element.scrollHeight <= element.clientHeight + 1) break;
      one.classList.add("sr");
    }
    if (!motion()) return;
    said.forEach((one, at) =>
      one.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 120, delay: at * PACE, fill: "backwards" }),
    );
  }

  return {
    update() {
      before.hidden = connection.current || !connection.version || !line.hasChildNodes();
    },
    step({ said }) {
      const told = said.filter(({ text }) => text);
      const loud = told.filter(({ tone }) => tone !== "quiet");
      if (told.length) show(loud.length ? loud : told);
    },
  };
}

/** Names and tiles stand out: one glance tells who did what. */
export function emphasised(text, names) {
  const alternatives = [...names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")), "\\b[0-9]-[0-9]\\b"];
  const parts = text.split(new RegExp(`(${alternatives.join("|")})`));
  return parts
    .filter(Boolean)
    .map((part) => (names.includes(part) || /^[0-9]-[0-9]$/.test(part) ? el("b", {}, part) : part));
}
