// The referee puts right what was written: undoes the last thing, or lets a decision be another one.
import { t } from "../../words.js";
import { el } from "../dom.js";
import { button, cited } from "./common.js";

/** @param {HTMLElement} host @param {App} app */
export function corrections(host, app) {
  const why = el("input", { class: "field", maxlength: 200, "aria-label": t("Why?"), placeholder: t("Why? Everybody can read it"), "data-key": "why" });

  async function load() {
    host.replaceChildren(el("p", { class: "second" }, "…"));
    const answer = await fetch(`/api/tables/${app.root.dataset.table}/corrections?lang=${app.lang}`);
    if (!answer.ok) return;
    show(await answer.json());
  }

  /** @param {Omit<Wire.Undo, "why"> | Omit<Wire.ChangeDecision, "why">} order */
  function send(order) {
    const reason = why.value.trim();
    if (!reason) {
      why.focus();
      return;
    }
    app.order({ ...order, why: reason }).then((answer) => (answer.type === "done" ? load() : undefined));
  }

  /** @param {Wire.Corrections} told */
  function show({ keep, undone, decisions }) {
    host.replaceChildren(
      why,
      undone.length
        ? el("div", { class: "correction" }, el("p", {}, undone.join(" · ")), button(t("Undo the last thing"), () => send({ order: "undo", keep }), { key: "undo" }))
        : el("p", { class: "second" }, t("There is nothing to undo.")),
      ...decisions.map((one) =>
        el(
          "div",
          { class: "correction" },
          el("p", {}, one.text, " ", cited(one.article, app), el("span", { class: "second" }, ` · ${one.taken}`)),
          el("div", { class: "choices" }, one.others.map((other) => button(other.text, () => send({ order: "change_decision", infraction: one.infraction, answer: other.answer }), { key: `${one.infraction}-${other.answer}` }))),
        ),
      ),
    );
  }

  return { load };
}
