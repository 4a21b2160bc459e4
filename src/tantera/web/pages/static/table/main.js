// The page of a table: one connection, and parts that each show a piece of what it knows.
import { watchLinks } from "../busy.js";
import { haveWorker } from "../device.js";
import { t } from "../words.js";
import { Advice } from "./advice.js";
import { band } from "./band.js";
import { bar } from "./bar.js";
import { Bend } from "./bend.js";
import { calling } from "./calling.js";
import { Choice } from "./choice.js";
import { TurnClock } from "./clocks.js";
import { cloth } from "./cloth.js";
import { Connection, freshId } from "./connection.js";
import { Ending } from "./ending.js";
import { guide } from "./guide.js";
import { keys } from "./keys.js";
import { moves } from "./moves.js";
import { news } from "./news.js";
import { atHome } from "./parts/common.js";
import { panel } from "./parts/panel.js";
import { sheet } from "./parts/sheet.js";
import { talk } from "./parts/talk.js";
import { tools } from "./parts/tools.js";
import { plates } from "./plates.js";
import { quick } from "./quick.js";
import { rack } from "./rack.js";
import { reading } from "./reading.js";
import { refusal } from "./refusal.js";
import { score } from "./score.js";
import { quarters } from "./seats.js";
import { Settings, settings } from "./settings.js";
import { Slots } from "./slots.js";
import { wakeUp } from "./sound.js";
import { watching } from "./watching.js";

const TICK = 250;
const WIDE = matchMedia("(min-width: 900px)");
const LYING = matchMedia("(min-width: 900px), (max-height: 520px) and (min-width: 560px)"); // the cloth is wider than high

const root = document.getElementById("table");
const { table, code, lang } = root.dataset;
const connection = new Connection(table, lang);

/**
 * A part is a function (element, app) that returns {update()?, tick()?, step(detail)?, refused(detail)?}: `update` after
 * anything changed, `tick` four times a second for what changes by itself, `step` with {whole, before, events, said} when
 * something happened. It shows `app.connection` and orders by `app.order({order: "sit", seat: 1})`.
 */
/** @type {App} */
const app = /** @type {any} */ ({
  connection,
  code,
  lang,
  root,
  /** @param {Wire.AnyOrder} order @param {About} about */
  order(order, about) {
    app.ending.gives(order);
    return connection.order(order, about);
  },
  /** A line under the tiles: {text, article, tone}. The part `refusal` shows it. */
  say: () => {},
  /** My seat, or 1 for those who look on: whose side of the table is below. */
  get below() {
    return connection.table?.seat ?? 1;
  },
  get mode() {
    return modeOf(connection);
  },
  /** By how many quarters the table is turned: until my side is below; at home on a wide cloth by one more where the carro
   * would else stand upright there, unless it matters on whose right an end lies (TG-9.2). */
  get quarters() {
    const turns = quarters(app.below, connection.shown?.opener);
    return LYING.matches && turns % 2 === 0 && atHome(app) && !connection.law?.sides_matter ? (turns + 3) % 4 : turns;
  },
  /** Not my turn, or nobody hears me: said here, because an order given now might be legal by the time it arrives. */
  explainTurn() {
    const { shown, law, current } = connection;
    if (!shown || choiceIsMine()) return;
    if (!current) return app.say(app.choice.moving ? null : { text: t("you can play again as soon as you are connected"), tone: "note" });
    const name = shown.turn ? shown.names[shown.turn - 1] : null;
    app.say(
      name && shown.turn !== app.below
        ? { text: t("it is {name}'s turn", { name }), article: law?.turn, tone: "note" }
        : { text: t("wait a moment"), tone: "note" },
    );
  },
  side: {
    get open() {
      return root.dataset.side === "open";
    },
    toggle() {
      root.dataset.side = this.open ? "" : "open";
      connection.changed();
    },
  },
});
app.settings = new Settings(() => {
  if (app.settings.sound || app.settings.calls) wakeUp();
  connection.changed();
});
app.slots = new Slots();
app.turnClock = new TurnClock(connection);
app.choice = new Choice(app);
app.advice = new Advice();
app.ending = new Ending(connection);
const bend = new Bend(app);

const choiceIsMine = () => app.choice.mine;

/** What the page is about now; table.css shows what each mode needs.
 * @param {Connection} connection */
function modeOf({ shown }) {
  if (app.ending.held) return "count";
  switch (shown?.phase) {
    case undefined:
      return "lobby";
    case "seating":
      return "draw";
    case "dealing":
      return shown.hands ? "play" : "draw"; // between two hands the table is swept, and that is all
    case "counting":
      return app.ending.lasts ? "play" : "count";
    case "ended":
      return app.ending.lasts ? "play" : "ended";
    default:
      return "play";
  }
}

/** Everybody's own part of the seed of the next deal: nobody can doubt it then, the server's owner neither. */
function addEntropy() {
  const { table: around, shown, pending } = connection;
  const mine = around?.seats[(around.seat ?? 0) - 1];
  const asked = around?.waits.some(({ what }) => what === "entropy");
  if (!asked || !mine || mine.added || shown?.phase !== "dealing" || !connection.current) return;
  if (pending.some(({ order }) => order.order === "add_entropy")) return;
  app.order({ order: "add_entropy", text: freshId() }, { silent: true });
}

/** @type {Record<string, Part>} The parts by the slot they fill: those of a hand that is played, then those around it. */
const PARTS = { help: keys, table: calling, guide, bar, plates, cloth, news, score, band, rack, refusal, quick, watching, moves, settings, sheet, talk, tools, panel };

const parts = Object.entries(PARTS).flatMap(([id, part]) => {
  const element = document.getElementById(id);
  return element ? [part(element, app)] : [];
});
/** One part that fails keeps no other from showing how things are: the table would stand still under people's hands.
 * @param {(part: Partial<Shows>) => unknown} tell */
function each(tell) {
  for (const part of parts) {
    try {
      tell(part);
    } catch (error) {
      reportError(error);
    }
  }
}

/** What lies under something else is not there for keys and screen readers either. What is said aloud stays. */
function cover() {
  const help = document.getElementById("help");
  const writing = root.dataset.referee === "open";
  const over = !help.hidden ? "#help" : app.side.open && !WIDE.matches ? "#bar, #side" : writing && !WIDE.matches ? "#bar, #panel" : null;
  for (const part of root.children) {
    const spoken = part.matches("#news, #refusal");
    part.inert = !spoken && (over ? !part.matches(over) : writing && part.id === "side");
  }
}

/**
 * Whoever plays by keys is not thrown back to the top of the page when what they pressed is gone: they are where they were,
 * at their tiles or at what is asked now. Not on another button: a key held down would press it.
 * @param {Element} before
 */
function keepFocus(before) {
  if (!root.contains(before) && before.isConnected) return;
  if (document.activeElement !== document.body || before === document.body) return;
  const place = ["#rack", "#result h2", "#panel h2"].map((one) => root.querySelector(one)).find((one) => one?.checkVisibility());
  if (!place) return;
  place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

connection.addEventListener("change", () => {
  const focused = document.activeElement ?? document.body;
  app.ending.free();
  root.dataset.mode = app.mode;
  root.dataset.current = String(connection.current);
  bend.update();
  app.slots.update(connection.shown, connection.table?.seat, connection.rack, app.settings.sorted && !connection.law?.as_lifted);
  app.choice.tidy();
  addEntropy();
  root.dataset.turn = app.choice.mine ? "mine" : "";
  root.dataset.choosing = app.choice.mine && app.choice.tile !== null ? "yes" : "";
  each((part) => part.update?.());
  cover();
  keepFocus(focused);
});
app.help.changed = cover;
for (const [id, what] of [["panel", "click"], ["rack", "pointerdown"], ["rack", "click"]])
  document.getElementById(id)?.addEventListener(what, (/** @type {Event} */ event) => app.ending.settles && (event.preventDefault(), event.stopPropagation()), true);
WIDE.addEventListener("change", cover);
connection.addEventListener("step", (/** @type {any} */ { detail }) => {
  app.ending.step(detail);
  app.advice.step(detail, connection.table?.seat);
  each((part) => part.step?.(detail));
});
connection.addEventListener("refused", (/** @type {any} */ { detail }) => each((part) => part.refused?.(detail)));
setInterval(() => document.visibilityState === "visible" && each((part) => part.tick?.()), TICK);
addEventListener("pointerdown", () => (app.settings.sound || app.settings.calls) && wakeUp());
reading(root);
haveWorker();
watchLinks();
