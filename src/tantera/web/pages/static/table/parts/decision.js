// The match awaits a decision: whoever has it is asked on their own screen, the others see whom they wait for.
import { t } from "../../words.js";
import { el, icon, keep } from "../dom.js";
import { ICONS, button, cited, countdown, waitFor } from "./common.js";

/** @type {Section} */
export function decision(host, app) {
  return {
    update() {
      const { question, table, shown } = app.connection;
      const open = shown?.phase === "awaiting" ? question : null;
      app.root.dataset.asks = open ? "decision" : "";
      if (!open) return false;
      const until = waitFor(app, ["take_decision", "give_ruling", "record_infraction"]);
      keep(host, [open, until, table.referee], () => [
        el(
          "header",
          { class: "panel-head" },
          el("h2", {}, open.answers.length || open.ruling ? t("You decide") : open.text, " ", cited(open.article, app)),
          until && el("span", { class: "until" }, icon(ICONS.clock), countdown(until)),
        ),
        open.about && el("p", { class: "about" }, open.about),
        open.answers.length ? el("div", { class: "answers" }, open.answers.map((one, place) => answer(app, one, place))) : null,
        open.ruling && ruling(app, open.ruling),
        !table.referee && isForAnOffice(shown.awaiting) && el("p", { class: "second" }, t("There is no referee at this table: when the time is over, the table decides what harms nobody.")),
      ]);
      return true;
    },
  };
}

/** @param {Wire.DecisionAwaited | null} awaiting */
const isForAnOffice = (awaiting) => awaiting && typeof awaiting.who === "string";

/** @param {App} app @param {Wire.Answer} answer @param {number} place */
function answer(app, { order, text, follows }, place) {
  return el(
    "button",
    { type: "button", class: "answer", "data-key": `answer${place}`, onclick: () => app.order(order) },
    el("b", {}, text),
    follows && el("span", {}, follows),
  );
}

/** What is not written, the director rules in their own words, with points for a side or without (CI-18).
 * @param {App} app @param {string} article */
export function ruling(app, article) {
  const { shown } = app.connection;
  const text = el("input", { class: "field", required: true, maxlength: 300, "aria-label": t("What is ruled"), placeholder: t("What is ruled"), "data-key": "ruling" });
  const seat = el("select", { class: "field", "aria-label": t("Points for"), "data-key": "ruling-seat" }, el("option", { value: "" }, t("no points")), shown.names.map((name, place) => el("option", { value: place + 1 }, t("points for {name}", { name }))));
  const points = el("input", { class: "field points", type: "number", step: 1, min: -1000, max: 1000, value: 0, "aria-label": t("Points"), "data-key": "ruling-points" });
  /** @param {SubmitEvent} event */
  const send = (event) => {
    event.preventDefault();
    /** @type {[string, string][]} */
    const details = [["text", text.value.trim()]];
    const number = Number(points.value);
    if (seat.value && number) details.push(["points", `${seat.value}:${number > 0 ? "+" : "-"}${Math.abs(number)}`]);
    if (text.value.trim()) app.order({ order: "record_infraction", article, details });
  };
  return el("form", { class: "ruling", onsubmit: send }, text, el("div", { class: "row" }, seat, points), button(t("Rule so"), null, { kind: "do", type: "submit" }));
}
