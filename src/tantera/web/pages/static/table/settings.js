// What somebody has set for themselves, kept in this browser: no more than a few switches.
import { t } from "../words.js";
import { el, keep } from "./dom.js";

const KEY = "tantera.table";
const USUAL = { confirm: false, guides: false, sound: false };

export class Settings {
  constructor(changed) {
    this.changed = changed;
    this.confirm = this.guides = this.sound = false;
    let kept = {};
    try {
      kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    } catch {
      // a browser that keeps nothing: every visit begins as usual
    }
    Object.assign(this, Object.fromEntries(Object.keys(USUAL).map((name) => [name, kept[name] === true])));
  }

  set(name, value) {
    this[name] = value;
    try {
      localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(Object.keys(USUAL).map((one) => [one, this[one]]))));
    } catch {
      // it holds until the page is left
    }
    this.changed();
  }
}

/** @type {Part} */
export function settings(element, app) {
  const told = {
    confirm: [t("Confirm with a second tap"), t("against slips of the finger")],
    guides: [t("Guide lines on the table"), ""],
    sound: [t("Sound of the tiles"), ""],
  };
  let open = false;
  return {
    update() {
      keep(element, [app.settings.confirm, app.settings.guides, app.settings.sound], () =>
        el(
          "details",
          { open, ontoggle: ({ target }) => (open = target.open) },
          el("summary", {}, el("h2", {}, t("Your screen"))),
          ...Object.entries(told).map(([name, [label, note]]) =>
            el(
              "label",
              { class: "switch" },
              el("input", {
                type: "checkbox",
                role: "switch",
                "data-key": name,
                checked: app.settings[name],
                onchange: ({ target }) => app.settings.set(name, target.checked),
              }),
              el("span", {}, label, note && el("small", {}, note)),
            ),
          ),
          el(
            "button",
            { type: "button", class: "plain", "data-key": "keys", onclick: () => app.help.show() },
            t("Keys and help"),
          ),
        ),
      );
    },
  };
}
