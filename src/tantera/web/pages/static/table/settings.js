// What somebody has set for themselves, kept on this device: a few switches in this browser, and how pages look (look.js).
import { beCalled, canBeCalled, isCalled } from "../device.js";
import { chooseLook, chosenLook } from "../look.js";
import { whyNotCalled } from "../refused.js";
import { t } from "../words.js";
import { callMe } from "./calling.js";
import { article, el, keep } from "./dom.js";
import { wakeUp } from "./sound.js";
import { standing } from "./tiles.js";

/** @typedef {"confirm" | "guides" | "sound" | "calls" | "sorted"} Switch */

const KEY = "tantera.table";
/** @type {Switch[]} */
const SWITCHES = ["confirm", "guides", "sound", "calls", "sorted"];

export class Settings {
  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    this.confirm = this.guides = this.sound = this.calls = this.sorted = false;
    /** @type {Partial<Record<Switch, boolean>>} */
    let kept = {};
    try {
      kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    } catch {
      // a browser that keeps nothing: every visit begins as usual
    }
    for (const name of SWITCHES) this[name] = kept[name] === true;
  }

  /** @param {Switch} name @param {boolean} value */
  set(name, value) {
    this[name] = value;
    try {
      localStorage.setItem(KEY, JSON.stringify(this, SWITCHES));
    } catch {
      // it holds until the page is left
    }
    this.changed();
  }
}

/** What can be chosen of how pages look: in words, and where it can be shown, as it looks. */
const LOOKS = () => ({
  theme: { label: t("Day and night"), words: { auto: t("as the device"), light: t("day"), dark: t("night") } },
  text: { label: t("Size of the text"), words: { usual: t("usual"), large: t("large"), larger: t("larger") } },
  tiles: { label: t("Tiles"), words: { ivory: t("ivory"), ebony: t("black"), colours: t("colours"), numerals: t("figures") } },
  hand: { label: t("The hand you play with"), words: { right: t("the right one"), left: t("the left one") } },
});

/** @type {Part} */
export function settings(element, app) {
  /** @type {[Switch, string, string][]} */
  const told = [
    ["calls", t("Call me when it is my turn"), t("a sound, and a short buzz where a device has one")],
    ["sound", t("Sound of the tiles"), ""],
    ["confirm", t("Confirm with a second tap"), t("against slips of the finger")],
    ["sorted", t("Sort my tiles"), t("the high ones first, without gaps")],
    ["guides", t("Guide lines on the table"), ""],
  ];
  let open = false;
  let away = false; // whether this browser is called when the page is closed
  let failed = false;
  isCalled().then((is) => {
    away = is;
    update();
  });

  function update() {
    const { law, table } = app.connection;
    const may = canBeCalled() && Boolean(table?.seat);
    const look = Object.keys(LOOKS()).map(chosenLook);
    keep(element, [SWITCHES.map((name) => app.settings[name]), look, law?.as_lifted, may, away, failed], () =>
      el(
        "details",
        { open, ontoggle: ({ target }) => (open = target.open) },
        el("summary", {}, el("h2", {}, t("Your screen"))),
        told.map(([name, label, note]) => toggle(name, label, note, law)),
        may && called(),
        Object.entries(LOOKS()).map(([part, { label, words }]) => choices(part, label, words)),
        el("p", { class: "note" }, t("The switches are kept on this device; how it looks goes with you to a new phone.")),
        el("button", { type: "button", class: "plain", "data-key": "keys", onclick: () => app.help.show() }, t("Keys and help")),
      ),
    );
  }

  /** @param {Switch} name @param {string} label @param {string} note @param {Wire.LawFacts | null} law */
  function toggle(name, label, note, law) {
    const forbidden = name === "sorted" ? (law?.as_lifted ?? null) : null;
    return el(
      "label",
      { class: "switch" },
      el("input", {
        type: "checkbox",
        role: "switch",
        "data-key": name,
        checked: app.settings[name] && !forbidden,
        disabled: Boolean(forbidden),
        onchange: ({ target }) => switched(name, target.checked),
      }),
      el("span", {}, label, el("small", {}, forbidden ? [t("in this book tiles stay as they were lifted"), " ", article(forbidden, law)] : note)),
    );
  }

  /** Being called when the page is closed, by the push service of one's own browser. */
  function called() {
    const note = failed ? whyNotCalled() : t("by your browser's own push service, which cannot read it; nothing is sent while you are here");
    return el(
      "label",
      { class: "switch" },
      el("input", { type: "checkbox", role: "switch", "data-key": "away", checked: away, onchange: ({ target }) => callAway(target.checked) }),
      el("span", {}, t("Call me when this page is closed, too"), el("small", {}, note)),
    );
  }

  /** @param {boolean} on */
  async function callAway(on) {
    away = await beCalled(on);
    failed = on && !away;
    element.kept = null; // the switch shows what is so
    update();
  }

  /** Who wants to be called hears once what it sounds like.
   * @param {Switch} name @param {boolean} on */
  async function switched(name, on) {
    app.settings.set(name, on);
    if (name !== "calls" || !on) return;
    await wakeUp();
    callMe();
  }

  /** @param {string} part @param {string} label @param {Record<string, string>} words */
  function choices(part, label, words) {
    return el(
      "fieldset",
      { class: `look ${part}` },
      el("legend", {}, label),
      Object.entries(words).map(([word, text]) =>
        el(
          "label",
          {},
          el("input", { type: "radio", name: part, value: word, "data-key": `${part}-${word}`, checked: chosenLook(part) === word, onchange: () => choose(part, word) }),
          el("span", {}, text),
        ),
      ),
      part === "tiles" && el("div", { class: "sample", "aria-hidden": "true" }, ["65", "43", "21"].map(standing)),
    );
  }

  /** @param {string} part @param {string} word */
  function choose(part, word) {
    chooseLook(part, word);
    app.connection.changed();
  }

  return { update };
}
