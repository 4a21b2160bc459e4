// The keyboard plays too, and ? says how: a list of keys, and where the hand stands, in words.
import { t } from "../words.js";
import { el, howToPlay, listed, spoken, theDocuments, theWords } from "./dom.js";
import { tilesLeft } from "./plates.js";
import { openEnds } from "./seats.js";

/** @type {Part} */
export function keys(element, app) {
  const { connection, choice, slots } = app;
  /** @type {Element | null} */
  let before = null;

  app.help = {
    show() {
      before = document.activeElement;
      element.replaceChildren(...content());
      element.hidden = false;
      element.querySelector("button").focus();
      app.help.changed?.();
    },
    hide() {
      element.hidden = true;
      app.help.changed?.();
      before?.focus?.();
    },
  };

  function content() {
    const list = [
      ["1 – 9, 0", t("pick a tile, by its place")],
      ["← →", t("choose the end")],
      ["↵", t("play it")],
      ["P", t("pass")],
      ["D", t("draw a tile")],
      ["Esc", t("let go")],
      ["?", t("this list")],
    ];
    return [
      el(
        "header",
        {},
        el("h2", { id: "help-title" }, t("Keys and help")),
        el("button", { type: "button", class: "plain", onclick: () => app.help.hide() }, t("Close")),
      ),
      el("p", {}, inWords()),
      el(
        "dl",
        {},
        list.map(([key, what]) => el("div", {}, el("dt", {}, el("kbd", {}, key)), el("dd", {}, what))),
      ),
      el("p", {}, t("With a finger: tap a tile to play it; where it fits both ends, tap an end. Or carry it there.")),
      el("p", {}, howToPlay(), " · ", theWords(), " · ", theDocuments()),
    ];
  }

  /** Where the hand stands. */
  function inWords() {
    const { shown, table } = connection;
    if (!shown) return t("No match is being played.");
    const mine = slots.places.flatMap(({ held, tile }) => (held && tile !== null ? [spoken(tile)] : []));
    const parts = [];
    if (shown.turn)
      parts.push(
        shown.turn === table.seat ? t("Your turn.") : t("{name} plays.", { name: shown.names[shown.turn - 1] }),
      );
    const [one, other] = openEnds(shown, app.quarters).map(({ number }) => number);
    if (one !== undefined) parts.push(t("Open ends: {one} and {other}.", { one, other }));
    if (table.seat && mine.length) parts.push(t("Your tiles: {tiles}.", { tiles: listed(mine) }));
    parts.push(
      ...shown.names.map((name, at) => (at + 1 === table.seat ? "" : `${name}: ${tilesLeft(shown.counts[at])}.`)),
    );
    return parts.filter(Boolean).join(" ");
  }

  /** @param {string} key */
  function pickByKey(key) {
    const place = slots.places[key === "0" ? 9 : Number(key) - 1];
    if (!place?.held || place.tile === null) return;
    const again = choice.tile === place.tile;
    if (choice.mine && !again && choice.of(place.tile).length) choice.choose(place.tile);
    else choice.pick(place.tile);
  }

  /** @param {"pass_turn" | "draw_tile"} kind */
  function press(kind) {
    if (!choice.mine) return app.explainTurn();
    const play = choice.only(kind);
    if (play) choice.play(play);
    else app.order({ order: kind, seat: app.below }, { question: true }); // the table says why not
  }

  document.addEventListener("keydown", (event) => {
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      document.querySelector("dialog[open]") ||
      event.target.closest("input, textarea, select, [contenteditable]")
    )
      return;
    app.root.dataset.keys = "used"; // from now on the rack shows which key is which tile's
    if (event.key === "?") return element.hidden ? app.help.show() : app.help.hide();
    if (event.key === "Escape") return escape();
    if (app.mode !== "play" || !connection.table?.seat || !element.hidden) return;
    if (/^[0-9]$/.test(event.key)) pickByKey(event.key);
    else if (["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"].includes(event.key)) {
      if (choice.tile === null) return;
      choice.towards(["ArrowLeft", "ArrowUp"].includes(event.key) ? 0 : 1);
    } else if (event.key === "Enter") {
      const elsewhere =
        document.activeElement?.closest("button, a, summary") && !document.activeElement.closest("#rack");
      if (!choice.picked || elsewhere) return;
      choice.play(choice.picked);
    } else if (event.key.toLowerCase() === "p") press("pass_turn");
    else if (event.key.toLowerCase() === "d") press("draw_tile");
    else return;
    event.preventDefault();
  });

  function escape() {
    if (!element.hidden) app.help.hide();
    else if (choice.tile !== null || choice.both) choice.letGo();
    else if (app.side.open) app.side.toggle();
  }

  element.setAttribute("role", "dialog");
  element.setAttribute("aria-labelledby", "help-title");
  return {};
}
