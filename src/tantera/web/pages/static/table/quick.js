// Alone with bots: what they would play, and a move taken back, in one tap beside my tiles.
import { t } from "../words.js";
import { keep } from "./dom.js";
import { aloneWithBots, button, mayTakeBack } from "./parts/common.js";

/** @type {Part} */
export function quick(element, app) {
  const { connection, choice, root } = app;

  function update() {
    const { table, shown } = connection;
    const here = Boolean(table) && app.mode === "play" && aloneWithBots(app);
    root.dataset.quick = here ? "yes" : "";
    element.hidden = !here;
    if (!here) return;
    const { current } = connection;
    const ask = shown.phase === "playing" && shown.turn === table.seat && !table.pause && !choice.moving;
    const back = current ? mayTakeBack(app) : Boolean(choice.moving);
    keep(element, [ask, back, table.settings.take_backs], () => [
      act(t("What would you play?"), "hint", "bulb", ask, () => app.order({ order: "ask_hint" })),
      table.settings.take_backs && act(t("Undo"), "take-back", "undo", back, takeBack),
    ]);
  }

  /** My last move; without a network the one that is kept, and nobody has to be asked. */
  function takeBack() {
    if (connection.current || !choice.moving) app.order({ order: "propose", what: "take_back" });
    else connection.withdraw(choice.moving);
  }

  /** On a phone its sign, elsewhere with its words. */
  function act(label, key, sign, may, ondo) {
    const press = () => (connection.current || (key === "take-back" && choice.moving) ? ondo() : app.explainTurn());
    return button(label, press, { key, sign, off: !may, "aria-label": label, title: label });
  }

  return { update };
}
