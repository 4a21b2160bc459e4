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

/** What is said by a tap: the server says what may be said when, and everybody reads it in their language. */
/** @type {Record<string, () => string>} */
const PHRASES = {
  hello: () => t("Hello!"),
  luck: () => t("Good luck!"),
  moment: () => t("One moment, please"),
  back: () => t("I am back"),
  thanks: () => t("Thank you"),
  well_played: () => t("Well played!"),
  what_a_hand: () => t("What a hand!"),
  again: () => t("Again!"),
  good_night: () => t("Good night"),
  no_choice: () => t("I had no choice"),
  my_mistake: () => t("My mistake"),
};

/** What somebody wrote, or said by a tap.
 * @param {Wire.Said} said */
export const textOf = ({ phrase, text }) => PHRASES[phrase]?.() ?? text;

/** Whether anybody is here to read: bots do not.
 * @param {App} app */
export const inCompany = (app) => Object.keys(app.connection.table?.people ?? {}).length > 1;

/** The phrases that may be said to them now, each a tap.
 * @param {App} app @param {Audience} to @param {() => void} then */
export function phrases(app, to, then = () => {}) {
  const told = app.connection.phrases[to] ?? [];
  /** @param {string} phrase */
  const say = (phrase) => {
    app.order({ order: "say_phrase", to, phrase });
    then();
  };
  return told.length > 0 && el("div", { class: "phrases", role: "group", "aria-label": t("To say at once") }, told.map((phrase) => PHRASES[phrase] && button(PHRASES[phrase](), () => say(phrase), { key: `phrase-${phrase}` })));
}

/** @type {Part} */
export function talk(element, app) {
  const list = el("ol", { class: "talk-list", "aria-live": "polite", "aria-label": t("What was written") });
  const writing = el("div", {});
  /** @type {Audience | null} */
  let to = null;

  return {
    update() {
      const { table, write, phrases: told } = app.connection;
      if (!table) return;
      const may = inCompany(app) ? write : [];
      const says = inCompany(app) && told.table?.length;
      const any = table.talk.length || may.length || says;
      if (!any) {
        element.replaceChildren();
        return;
      }
      if (!element.hasChildNodes()) element.append(el("h2", {}, t("Talk")), list, writing);
      if (!may.includes(to)) to = may[0] ?? null;
      if (keep(list, table.talk, () => table.talk.map((one) => line(app, one)))) list.scrollTop = list.scrollHeight;
      /** @param {Audience} whom */
      const chosen = (whom) => {
        to = whom;
        app.connection.changed();
      };
      keep(writing, [may, to, told], () => (to ? [phrases(app, to), composer(app, to, may, chosen)] : [says && phrases(app, "table"), el("p", { class: "second" }, t("Nobody writes while a hand is played."))]));
    },
  };
}

/** @param {App} app @param {Wire.Said} one */
function line(app, one) {
  const { you } = app.connection;
  const whom = one.to === "table" ? "" : ` → ${TO[one.to]()}`;
  return el("li", {}, el("b", {}, one.person === you ? t("You") : personName(app, one.person)), whom && el("span", { class: "second" }, whom), " ", textOf(one));
}

const WRITE = {
  table: () => t("Write to everybody"),
  partner: () => t("Write to your partner"),
  watchers: () => t("Write to those who look on"),
  referee: () => t("Write to the referee"),
};

/** A line to write on; where several may read, whom it is for.
 * @param {App} app @param {Audience} to @param {Audience[]} may @param {(to: Audience) => void} chosen */
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
          to = /** @type {Audience} */ (target.value);
          chosen(to);
          field.placeholder = WRITE[to]();
          field.setAttribute("aria-label", field.placeholder);
        },
      },
      may.map((one) => el("option", { value: one, selected: one === to }, TO[one]())),
    );
  /** @param {SubmitEvent} event */
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
