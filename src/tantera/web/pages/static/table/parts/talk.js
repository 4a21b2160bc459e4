// Writing to each other, when and to whom the book and the table let one (TG-7.9, TG-7.10).
import { t } from "../../words.js";
import { el, keep } from "../dom.js";
import { button, personName } from "./common.js";

const MOST = 300;
const TO = {
  table: () => t("everybody"),
  partner: () => t("your partner"),
  watchers: () => t("those who look on"),
  referee: () => t("the referee"),
};

/** What is said in one tap, to whom one may speak at this moment: nothing in it tells of tiles that are still held. */
const PHRASES = {
  table: () => [t("Good luck!"), t("Well played!"), t("One moment, please"), t("Thank you"), t("Again!"), t("What a hand!"), t("Good night")],
  partner: () => [t("Well played!"), t("I had no choice"), t("My mistake"), t("Thank you")],
};

export function phrases(app, to) {
  const told = PHRASES[to]?.() ?? [];
  return told.length > 0 && el("div", { class: "phrases", role: "group", "aria-label": t("To say at once") }, told.map((text, place) => button(text, () => app.order({ order: "say", to, text }), { key: `phrase${place}` })));
}

/** @type {Part} */
export function talk(element, app) {
  const list = el("ol", { class: "talk-list", "aria-live": "polite", "aria-label": t("What was written") });
  const writing = el("div", {});
  let to = null;

  return {
    update() {
      const { table, write } = app.connection;
      if (!table) return;
      const may = Object.keys(table.people).length > 1 ? write : []; // bots do not read
      const any = table.talk.length || may.length;
      if (!any) {
        element.replaceChildren();
        return;
      }
      if (!element.hasChildNodes()) element.append(el("h2", {}, t("Talk")), list, writing);
      if (!may.includes(to)) to = may[0] ?? null;
      if (keep(list, table.talk, () => table.talk.map((one) => line(app, one)))) list.scrollTop = list.scrollHeight;
      const chosen = (whom) => {
        to = whom;
        app.connection.changed();
      };
      keep(writing, [may, to], () => (to ? [phrases(app, to), composer(app, to, may, chosen)] : el("p", { class: "second" }, t("Nobody writes while a hand is played."))));
    },
  };
}

function line(app, one) {
  const { you } = app.connection;
  const whom = one.to === "table" ? "" : ` → ${TO[one.to]()}`;
  return el("li", {}, el("b", {}, one.person === you ? t("You") : personName(app, one.person)), whom && el("span", { class: "second" }, whom), " ", one.text);
}

const WRITE = {
  table: () => t("Write to everybody"),
  partner: () => t("Write to your partner"),
  watchers: () => t("Write to those who look on"),
  referee: () => t("Write to the referee"),
};

/** A line to write on; where several may read, whom it is for. */
export function composer(app, to, may = [to], chosen = (_to) => {}) {
  const field = el("input", { class: "field", maxlength: MOST, "data-key": `say-${to}`, autocomplete: "off", enterkeyhint: "send", "aria-label": WRITE[to](), placeholder: WRITE[to]() });
  const whom =
    may.length > 1 &&
    el(
      "select",
      {
        class: "field",
        "data-key": "say-to",
        "aria-label": t("To whom"),
        onchange: ({ target }) => {
          to = target.value;
          chosen(to);
          field.placeholder = WRITE[to]();
          field.setAttribute("aria-label", field.placeholder);
        },
      },
      may.map((one) => el("option", { value: one, selected: one === to }, TO[one]())),
    );
  const send = async (event) => {
    event.preventDefault();
    const text = field.value.trim();
    if (!text) return;
    field.value = "";
    const answer = await app.order({ order: "say", to, text });
    if (answer.type === "refused" && !field.value) field.value = text;
  };
  return el("form", { class: "composer", onsubmit: send }, whom, el("div", { class: "row" }, field, button(t("Send"), null, { type: "submit", key: "say-send" })));
}
