// Beside my tiles, in one tap: alone with bots what they would play, and a move taken back; in company what may be said.
import { t } from "../words.js";
import { el, keep } from "./dom.js";
import { aloneWithBots, button, mayTakeBack } from "./parts/common.js";
import { inCompany, phrases } from "./parts/talk.js";

/** @type {Part} */
export function quick(element, app) {
  const { connection, choice, root } = app;
  let saying = false;

  addEventListener("pointerdown", ({ target }) => saying && !element.contains(/** @type {Node} */ (target)) && say(false));
  addEventListener("keydown", ({ key }) => saying && key === "Escape" && say(false));

  /** @param {boolean} open */
  function say(open) {
    saying = open;
    update();
    if (open) element.querySelector(".saying button")?.focus();
    else element.querySelector("[data-key=say]")?.focus({ preventScroll: true });
  }

  function update() {
    const { table, shown } = connection;
    const alone = Boolean(table) && aloneWithBots(app);
    const may = !alone && table?.seat && inCompany(app) && connection.current && connection.phrases.table?.length;
    const here = app.mode === "play" && (alone || Boolean(may));
    root.dataset.quick = here ? "yes" : "";
    element.hidden = !here;
    if (!may) saying = false;
    if (!here) return;
    if (!alone) return speak();
    const { current } = connection;
    const ask = shown.phase === "playing" && shown.turn === table.seat && !table.pause && !choice.moving;
    const back = current ? mayTakeBack(app) : Boolean(choice.moving);
    keep(element, [ask, back, table.settings.take_backs], () => [
      act(t("What would you play?"), "hint", "bulb", ask, () => app.order({ order: "ask_hint" })),
      table.settings.take_backs && act(t("Undo"), "take-back", "undo", back, takeBack),
    ]);
  }

  /** What may be said, and to write where one may. */
  function speak() {
    const { write } = connection;
    keep(element, [saying, connection.phrases.table, write], () => [
      saying && el("div", { class: "saying" }, phrases(app, "table", () => say(false)), write.includes("table") && button(t("Write"), writes, { key: "say-write", sign: "talk" })),
      button(t("Talk"), () => say(!saying), { key: "say", sign: "talk", "aria-expanded": String(saying) }),
    ]);
  }

  function writes() {
    say(false);
    const field = () => /** @type {HTMLElement | null} */ (document.querySelector("#talk .composer input"));
    if (!field()?.checkVisibility()) app.side.toggle();
    field()?.focus();
  }

  /** My last move; without a network the one that is kept, and nobody has to be asked. */
  function takeBack() {
    if (connection.current || !choice.moving) app.order({ order: "propose", what: "take_back" });
    else connection.withdraw(choice.moving);
  }

  /** On a phone its sign, elsewhere with its words.
   * @param {string} label @param {string} key @param {Sign} sign @param {boolean} may @param {() => unknown} ondo */
  function act(label, key, sign, may, ondo) {
    const press = () => (connection.current || (key === "take-back" && choice.moving) ? ondo() : app.explainTurn());
    return button(label, press, { key, sign, off: !may, "aria-label": label, title: label });
  }

  return { update };
}
