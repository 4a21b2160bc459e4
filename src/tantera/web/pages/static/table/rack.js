// My tiles, in the order lifted, with the gaps of those I have played. Those I can play stand up, the others rest.
import { t } from "../words.js";
import { adviceSign } from "./advice.js";
import { el, motion, spoken, svg } from "./dom.js";
import { drags } from "./drag.js";
import { isDouble, standing } from "./tiles.js";

const LIFT = 250;

/** @type {Part} */
export function rack(element, app) {
  const { connection, choice, slots } = app;
  let shownTiles = "";
  let wereDown = false;
  drags(element, app);

  element.addEventListener("click", (event) => {
    const tile = event.target.closest("button")?.dataset.tile;
    if (tile && !app.dragged) choice.pick(tile);
  });

  function update() {
    const { shown, table } = connection;
    const seat = table?.seat ?? null;
    const places = seat && shown && (app.ending.lasts || ["choosing", "playing", "awaiting"].includes(shown.phase)) ? slots.places : [];
    element.hidden = !seat;
    const tiles = JSON.stringify(places.map(({ tile, held }) => [tile, held]));
    if (tiles !== shownTiles) {
      build(places);
      shownTiles = tiles;
    }
    const leaving = moving();
    for (const button of element.querySelectorAll("button")) state(button, leaving);
    const down = places.some(({ tile }) => tile === null);
    if (wereDown && !down && places.length) liftAll();
    wereDown = down;
  }

  /** The tiles of my move that is on its way. */
  function moving() {
    const order = choice.moving?.order;
    return order ? [order.tile, order.left, order.right].filter((tile) => tile !== undefined) : [];
  }

  /** @param {Slot[]} places */
  function build(places) {
    element.style.setProperty("--slots", String(Math.max(7, places.length)));
    element.style.setProperty("--columns", String(Math.ceil(places.length / 2)));
    element.dataset.many = String(places.length > 8);
    const focused = document.activeElement?.dataset?.tile;
    element.replaceChildren(
      el(
        "ol",
        {},
        places.map(({ tile, held }, at) => {
          const key = at < 9 ? String(at + 1) : at === 9 ? "0" : null;
          if (!held) return el("li", { class: "gap" }, el("span", { class: "sr" }, t("gap")));
          if (tile === null)
            return el(
              "li",
              { class: "down" },
              standing(null),
              el("span", { class: "sr" }, t("a tile that is not lifted yet")),
            );
          return el(
            "li",
            {},
            el(
              "button",
              { type: "button", "data-tile": tile, "data-key": key },
              standing(tile),
              el("span", { class: "mark", "aria-hidden": "true" }),
              svg("svg", { class: "advised-sign", viewBox: "-13 -13 26 26", "aria-hidden": "true" }, adviceSign()),
            ),
            key && el("kbd", { "aria-hidden": "true" }, key),
          );
        }),
      ),
    );
    if (focused) element.querySelector(`[data-tile="${focused}"]`)?.focus({ preventScroll: true });
  }

  /** @param {HTMLElement} button @param {string[]} leaving */
  function state(button, leaving) {
    const { tile = "" } = button.dataset;
    const { shown } = connection;
    const plays = choice.mine ? choice.of(tile) : [];
    const rests = choice.mine && !plays.length;
    const both = choice.both ? choice.only("place_doubles")?.order : null;
    const chosen = choice.tile === tile || (both && isDouble(tile) ? [both.left, both.right].includes(tile) : false);
    const open = shown.exposed[app.below - 1]?.includes(tile) ?? false;
    const killed = shown.killed.includes(tile);
    const away = leaving.includes(tile);
    const advised = plays.length > 0 && (app.advice?.names(tile) ?? false);
    button.className = [
      plays.length && "up",
      rests && "rests",
      chosen && "chosen",
      away && "leaving",
      open && "open",
      killed && "killed",
      advised && "advised",
    ]
      .filter(Boolean)
      .join(" ");
    button.setAttribute("aria-pressed", String(chosen));
    const words = [spoken(tile)];
    if (choice.mine)
      words.push(plays.length > 1 ? t("fits both ends") : plays.length ? t("can be played") : t("does not fit"));
    if (advised) words.push(t("what the bot would play"));
    if (open) words.push(t("lies open"));
    if (killed) words.push(t("can no longer be played"));
    button.setAttribute("aria-label", words.join(", "));
    button.querySelector(".mark").textContent = open ? t("open") : killed ? t("dead") : "";
  }

  /** The tiles are lifted, one after the other (TG-8.6). */
  function liftAll() {
    if (!motion()) return;
    element.querySelectorAll("button .standing").forEach((tile, at) =>
      tile.animate(
        [
          { transform: "rotateX(88deg) translateY(12px)", opacity: 0.4 },
          { transform: "none", opacity: 1 },
        ],
        { duration: LIFT, delay: at * 60, easing: "ease-out", fill: "backwards" },
      ),
    );
  }

  return { update };
}
