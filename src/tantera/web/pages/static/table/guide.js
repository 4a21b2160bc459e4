// Somebody's first hand: one bubble with one sentence, which points at the ends, or from a tile to its end. What is
// said and when, the server knows (`telling/first_hand.py`); here is remembered what has been read.
import { t } from "../words.js";
import { called } from "./band.js";
import { capital, el, keep, spoken, svg } from "./dom.js";
import { emphasised } from "./news.js";
import { playOn } from "./parts/ended.js";
import { openEnds, stacked } from "./seats.js";

const KEY = "tantera.first-hand";
const BLINK = 350; // ms in which a tap is meant for the sentence that stood there before
const GAP = 8; // px between an arrow and what it points at
const HEAD = 9; // px of an arrow's head
const CLOSING = new Set(["domino", "block"]); // sentences before which nothing is counted
const DONE = "first_hand=done; path=/; max-age=31536000; samesite=lax"; // home asks no more whether it is the first time
const ARC = 60; // px that an arrow dips below the tiles that it goes round

/** What has been read at this table, and whether its player wants no more of it. Kept where the browser keeps anything. */
class Read {
  /** @param {string} table */
  constructor(table) {
    this.table = table;
    /** @type {string[]} */
    this.keys = [];
    this.enough = false;
    try {
      const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
      if (kept.table === table) Object.assign(this, { keys: kept.keys, enough: kept.enough });
    } catch {
      // a browser that keeps nothing: each sentence is shown once a visit
    }
  }

  keep() {
    try {
      localStorage.setItem(KEY, JSON.stringify({ table: this.table, keys: this.keys, enough: this.enough }));
    } catch {
      // it holds until the page is left
    }
  }
}

/** @type {Part} */
export function guide(element, app) {
  const { connection, choice, root } = app;
  const read = new Read(root.dataset.table ?? "");
  const arrows = svg("svg", { class: "pointing", "aria-hidden": "true" });
  const bubble = el("div", { class: "bubble" });
  const told = el("div", { role: "status" });
  const buttons = el("div", { class: "acts" });
  bubble.append(told, buttons);
  element.append(bubble, arrows);
  /** Why a tile was refused, until something happens. @type {string | null} */
  let refused = null;
  /** What is said of my own move: it was another one than the sentence had shown. @type {{tile: string, text: string} | null} */
  let praised = null;
  /** For which sentence its tile has been picked. @type {string | null} */
  let picked = null;
  /** Which sentence is shown; and since when, if it took the place of one that nobody has read. */
  let now = { key: /** @type {string | null} */ (null), since: -Infinity };
  app.hint = null;

  const on = () => connection.table?.settings.manner === "first_hand" && !read.enough;

  /** The sentence for now: the first one of the moment that has not been read. */
  function next() {
    if (!on() || !connection.current || choice.moving) return null;
    const unread = connection.guide.filter(({ key }) => !read.keys.includes(key));
    return unread.find(({ does }) => does !== "tap") ?? unread[0] ?? null; // first what is read, then what is done
  }

  function update() {
    if (app.mode === "ended" && connection.table?.settings.manner === "first_hand") document.cookie = DONE;
    if (app.hint && choice.moving) {
      const { tile } = choice.moving.order;
      if (app.hint.tile && tile && tile !== app.hint.tile) praised = { tile, text: t("Your {tile} fits too: well played.", { tile: spoken(tile) }) };
      have(app.hint); // who plays has understood
    }
    if (app.mode !== "play" || (choice.moving && choice.moving.order.tile !== praised?.tile)) praised = null;
    app.hint = next();
    root.dataset.closing = app.hint && CLOSING.has(app.hint.key) ? "yes" : "";
    const choosing = choice.tile !== null && choice.tile !== app.hint?.tile; // its ends are asked for below
    const shown = on() && (answer() !== null || app.hint !== null) && !choosing;
    root.dataset.guide = shown ? "says" : on() ? "listens" : "";
    element.hidden = !shown;
    if (shown) show(app.hint);
    else {
      now = { key: null, since: -Infinity };
      arrows.replaceChildren();
    }
  }

  /** What the bubble answers to what I did, before anything else. */
  const answer = () => refused ?? praised?.text ?? null;

  /** @param {Wire.Hint | null} hint */
  function show(hint) {
    const key = answer() === null ? (hint?.key ?? null) : null;
    const unread = now.key !== null && !read.keys.includes(now.key);
    if (key !== now.key) now = { key, since: key !== null && unread ? performance.now() : -Infinity };
    keep(told, [answer(), hint], () => [
      el("p", { class: "sentence" }, emphasised(answer() ?? hint?.text ?? "", [])),
      answer() === null && hint?.tile && el("p", { class: "sr" }, about(hint)),
    ]);
    const taps = answer() === null && hint?.does === "tap"; // a tile, and no button
    keep(buttons, [answer(), hint?.key], () => [
      !taps && el("button", { type: "button", class: "do", "data-key": "understood", onclick: understood }, doing(hint)),
      hint?.does !== "play" && el("button", { type: "button", class: "may", "data-key": "enough", onclick: enough }, t("I know how to play")),
    ]);
    if (answer() === null && hint?.tile && picked !== hint.key && choice.tile === null) {
      picked = hint.key;
      choice.choose(hint.tile, hint.ends[0]);
    }
    requestAnimationFrame(point);
  }

  /** The tile, and then the end, for those who hear the sentence.
   * @param {Wire.Hint} hint */
  function about(hint) {
    const ends = openEnds(connection.shown, app.quarters);
    const [one, other] = ends.map(({ place }) => place);
    const at = ends.findIndex(({ end }) => end === hint.ends[0]);
    return `${spoken(hint.tile ?? "")}, ${called(at, stacked([one, other]), ends[at])}`;
  }

  /** @param {Wire.Hint | null} hint */
  function doing(hint) {
    if (answer() !== null || !hint) return t("Got it");
    return { read: t("Got it"), tap: t("Got it"), pass: t("Pass"), play: t("Play a match") }[hint.does];
  }

  function understood() {
    if (performance.now() - now.since < BLINK) return;
    const hint = app.hint;
    const answers = answer() !== null;
    refused = praised = null;
    if (answers || !hint) return connection.changed();
    have(hint);
    const pass = hint.does === "pass" && choice.only("pass_turn");
    if (pass) choice.play(pass);
    if (hint.does === "play") playOn(app);
    connection.changed();
  }

  /** @param {Wire.Hint} hint */
  function have(hint) {
    if (!read.keys.includes(hint.key)) read.keys.push(hint.key);
    read.keep();
  }

  function enough() {
    read.enough = true;
    read.keep();
    refused = praised = null;
    choice.letGo();
    connection.changed();
  }

  // --- pointing

  /** An arrow to every end that the sentence is about: from the tile where it is about one, and behind the bubble. */
  function point() {
    if (element.hidden) return;
    const advised = choice.mine && app.advice?.among(choice.plays).length; // one thing at a time
    const hint = answer() === null && !advised ? app.hint : null;
    const box = bubble.getBoundingClientRect();
    const tile = hint?.tile && root.querySelector(`#rack [data-tile="${hint.tile}"] .standing`)?.getBoundingClientRect();
    bubble.classList.toggle("before", Boolean(tile));
    const ends = hint?.ends.length ? [...root.querySelectorAll(hint.tile ? ".felt .ghost .dashes" : ".felt .rim .hard")] : [];
    const targets = ends.map((end) => end.getBoundingClientRect()).sort((one, other) => one.left - other.left);
    arrows.replaceChildren(...targets.flatMap((target, at) => arrow(tile || box, target, at, targets.length)));
  }

  /** From a tile or the bubble to below an end. Where the bubble stands beside the table, in an arc under the tiles that lie there.
   * @param {DOMRect} from @param {DOMRect} to @param {number} at @param {number} count */
  function arrow(from, to, at, count) {
    const [x, y] = [to.left + to.width / 2, to.bottom + GAP + HEAD / 2];
    const beneath = from.top > to.bottom;
    const start = beneath ? [from.left + (from.width * (at + 1)) / (count + 1), from.top] : [from.left, from.bottom - 2 * GAP];
    const far = beneath ? (start[1] - y) / 2 : ARC;
    const bend = beneath ? [start[0], start[1] - far] : [start[0] - far, Math.max(start[1], y) + far];
    const path = `M${start} C${bend} ${x} ${(beneath ? y : Math.max(start[1], y)) + far} ${x} ${y}`;
    const head = `M${x - HEAD} ${y + HEAD}L${x} ${y}L${x + HEAD} ${y + HEAD}`;
    return ["under", "over"].map((name) => svg("path", { class: name, d: `${path}${head}` }));
  }

  new ResizeObserver(() => requestAnimationFrame(point)).observe(root);

  return {
    update,
    tick: point,
    step({ events }) {
      if (events.length) refused = null;
    },
    refused({ text, about: given }) {
      if (!on() || given.silent) return;
      refused = `${capital(text)}.`;
      connection.changed();
    },
  };
}
