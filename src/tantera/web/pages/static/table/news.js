// What has just happened, said once: the server's sentences, each with its article. A screen reader hears the same.
import { t } from "../words.js";
import { article, capital, el, motion } from "./dom.js";
import { aloneWithBots } from "./parts/common.js";
import { withTerms } from "./terms.js";

const PACE = 180; // as the tiles come to the table

/** @type {Part} */
export function news(element, app) {
  const { connection } = app;
  const before = el("span", { class: "before", hidden: true }, t("Last heard:"), " ");
  const line = el("span", { class: "line" });
  const cited = el("span", { class: "cited" });
  element.append(el("span", { class: "told" }, before, line), cited);
  /** @type {Pending | null} */
  let mine = null; // my move that was on its way last time
  /** @type {Element[]} */
  let shown = []; // the sentences
  let heard = ""; // how far the match had come when this was last told of it

  /** As many of the last ones as there is room for, beside what else stands there now. */
  function fit() {
    for (const one of shown.slice(0, -1)) {
      if (element.scrollHeight <= element.clientHeight + 1) break;
      one.classList.add("sr");
    }
  }

  /** Sentences in order; where they do not all fit, the first ones are for the ear only.
   * @param {Sentence[]} sentences */
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
    const last = sentences.findLast((one) => one.article)?.article;
    line.replaceChildren(...said);
    shown = said;
    cited.replaceChildren(article(last, connection.law) ?? "");
    fit();
    if (!motion()) return;
    said.forEach((one, at) =>
      one.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 120, delay: at * PACE, fill: "backwards" }),
    );
  }

  return {
    tick: fit,
    update() {
      const { moving } = app.choice;
      if (moving && moving !== mine) show([]); // what was said before my move is over
      mine = moving;
      queueMicrotask(fit);
      before.hidden = connection.current || aloneWithBots(app) || !connection.version || !line.hasChildNodes();
    },
    step({ said, events, whole }) {
      const { number, moves, phase } = connection.shown ?? {};
      const far = `${number} ${moves?.length} ${phase}`;
      const missed = whole && far !== heard; // what was said before I was away is over
      heard = far;
      const told = said.filter(({ text, part }) => text && part !== "note" && part !== "for_you"); // those stay before one's eyes
      const loud = told.filter(({ tone }) => tone !== "quiet");
      // That I am here I know: it is the first thing that happens on every page of a table.
      const onlyMe = !loud.length && events.every((one) => one.event === "person_came_back" && one.person === connection.you);
      if (told.length && !onlyMe) show(loud.length ? loud : told);
      else if (missed || events.some(({ event }) => event === "hint_given")) show([]); // that a hint was asked for is over, too
    },
  };
}

/** Names and tiles stand out: one glance tells who did what. Words of the game can be looked up.
 * @param {string} text @param {string[]} names */
export function emphasised(text, names) {
  const alternatives = [...names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")), "\\b[0-9]-[0-9]\\b"];
  const parts = text.split(new RegExp(`(${alternatives.join("|")})`));
  return parts
    .filter(Boolean)
    .map((part) => (names.includes(part) || /^[0-9]-[0-9]$/.test(part) ? el("b", {}, part) : withTerms(part)));
}
