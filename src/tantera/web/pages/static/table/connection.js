// The socket of a table. The screen is current or says that it is not: every frame carries the version, and whoever wakes
// up, comes back or sees a gap asks for the whole screen again. An order is kept until it is acknowledged and sent again
// under the same id, so that it is played once; it is not sent again into another situation than the one it was meant for.
import { t } from "../words.js";
import { called } from "./dom.js";

const SILENCE = 25_000; // a heartbeat comes every 5 s
const QUIET = 7_500; // after so long without one the whole screen is asked for
const OPENING = 8_000; // for the first word of a new socket
const ANSWER = 3_000; // for the whole screen, once it is asked for
const RETRY = [300, 1000, 2000, 3000, 5000, 8000];
/** @type {any} A part that needs it is shown when it has been told; others ask. */
const UNTOLD = null;
const STALE = 120_000; // an order to the table is not sent again after so long

export class Connection extends EventTarget {
  /** @param {string} table @param {string} lang */
  constructor(table, lang) {
    super();
    this.path = `/tables/${table}/socket?lang=${lang}`;
    /** @type {Wire.Snapshot} */
    this.shown = UNTOLD; // the match as these eyes see it
    /** @type {Wire.TableView} */
    this.table = UNTOLD; // the table around it
    /** @type {Wire.LawFacts | null} */
    this.law = null; // a few facts about its rule book
    /** @type {string[] | null} */
    this.rack = null; // my tiles in the order lifted, as the last whole screen had them
    /** @type {Sheet | null} */
    this.sheet = null;
    /** @type {Wire.Count | null} */
    this.count = null; // the last hand's count, in words
    /** @type {Wire.Question | null} */
    this.question = null; // the decision that is open, in words
    /** @type {Wire.Hint[]} */
    this.guide = []; // what belongs to this moment of a first hand
    /** @type {Wire.End | null} */
    this.onlyEnd = null; // where whoever is in turn has to play, both ends being the same
    /** @type {Audience[]} */
    this.write = [];
    /** @type {Record<string, string[]>} */
    this.phrases = {}; // what may be said by a tap, by whom it is for
    /** @type {string | null} */
    this.you = null;
    this.version = 0;
    this.current = false; // whether the screen is sure to be what the server has
    /** @type {number | null} */
    this.lostAt = null; // since when it is not
    /** @type {number | null} */
    this.retryAt = null;
    this.preparing = false;
    /** @type {number | null} */
    this.readyAt = null; // when the bots should be, by the server's clock
    /** @type {string | null} */
    this.unsaved = null;
    /** @type {string | null} */
    this.stopping = null;
    /** @type {"gone" | "not_allowed" | null} */
    this.closed = null; // why there will be no more
    /** @type {number | null} */
    this.roundTrip = null;
    /** @type {Pending[]} */
    this.pending = []; // orders that are not acknowledged
    /** @type {number | null} */
    this.offset = null; // server's clock minus ours
    this.tries = 0;
    /** @type {WebSocket} */
    this.socket = UNTOLD;
    this.due = 0;
    this.heardAt = 0; // when the server has said anything
    addEventListener("online", () => this.lookAgain());
    addEventListener("offline", () => this.lookAgain());
    addEventListener("pageshow", (event) => event.persisted && this.lookAgain());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.lookAgain());
    setInterval(() => this.check(), 500);
    this.open();
  }

  /** What time the server has. */
  now() {
    return Date.now() + (this.offset ?? 0);
  }

  /**
   * Give an order: resolves with {type: "done"}, or with a refusal {type: "refused", text, article, code}. `about` is
   * whatever the page wants to remember of it while it is pending.
   * @param {Wire.AnyOrder} order @param {About} about
   * @returns {Promise<Answer>}
   */
  order(order, about = {}) {
    return new Promise((resolve) => {
      /** @type {Pending} */
      const one = {
        id: freshId(),
        order,
        about,
        resolve,
        at: Date.now(),
        meant: situation(this.shown),
        sent: null,
      };
      this.pending.push(one);
      if (this.current) this.sendOrder(one);
      this.changed();
    });
  }

  /** Take back an order that has not been answered: it is not sent again.
   * @param {Pending} one */
  withdraw(one) {
    this.pending = this.pending.filter((other) => other !== one);
    this.changed();
  }

  /** Try at once, instead of when it is time. */
  hurry() {
    if (this.closed) return;
    this.tries = 0;
    this.open();
  }

  // --- the socket

  open() {
    clearTimeout(this.waiting);
    this.retryAt = null;
    if (this.socket) {
      this.socket.onmessage = this.socket.onclose = null;
      this.socket.close();
    }
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = (this.socket = new WebSocket(`${scheme}://${location.host}${this.path}`));
    this.joined = false; // what comes before the whole screen is part of it
    this.due = Date.now() + OPENING;
    socket.onmessage = (event) => this.take(JSON.parse(event.data, unversioned));
    socket.onclose = (event) => this.lost(event.code);
    this.changed();
  }

  /** @param {object} message */
  send(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** @param {Pending} one */
  sendOrder(one) {
    one.sent = performance.now();
    this.send({ type: "order", id: one.id, order: one.order });
  }

  /** @param {number} code */
  lost(code) {
    if (code === 4403 || code === 4404) {
      this.closed = code === 4404 ? "gone" : "not_allowed";
      this.unsure();
      return;
    }
    // Not all at once: a hall that lost its server comes back within a while, not in one moment.
    const wait = RETRY[Math.min(this.tries++, RETRY.length - 1)] * (0.5 + Math.random());
    this.retryAt = Date.now() + wait;
    this.waiting = setTimeout(() => this.open(), wait);
    this.unsure();
  }

  /** After sleep, another network or another page: never trust what is on the screen. */
  lookAgain() {
    if (this.closed) return;
    this.unsure();
    if (this.socket.readyState === WebSocket.OPEN) this.again();
    else if (this.socket.readyState !== WebSocket.CONNECTING || Date.now() > this.due - OPENING + ANSWER) this.hurry();
  }

  again() {
    this.due = Math.min(this.due, Date.now() + ANSWER); // an answer by then, or a new socket
    this.asked = true;
    this.send({ type: "again" });
  }

  /** A socket that has said nothing for too long is none. Timers sleep with the device: this sees it when it wakes. */
  check() {
    if (this.closed || this.retryAt) return;
    if (this.current && this.pending.some(({ sent }) => sent !== null && performance.now() - sent > ANSWER))
      this.lookAgain(); // an order that nobody answers is the first sign
    else if (this.current && Date.now() - this.heardAt > QUIET) this.lookAgain(); // a heartbeat that does not come is another
    if (Date.now() < this.due) return;
    this.socket.onmessage = this.socket.onclose = null;
    this.socket.close();
    this.lost(0);
  }

  unsure() {
    if (this.current || this.lostAt === null) this.lostAt = Date.now();
    this.current = false;
    this.changed();
  }

  // --- what the server says

  /** @param {Frame} frame */
  take(frame) {
    this.heardAt = Date.now();
    if (!this.asked || frame.type === "joined")
      this.due = Date.now() + (this.joined || frame.type === "joined" ? SILENCE : OPENING);
    if (frame.now) this.setClock(frame.now, frame.type === "joined");
    switch (frame.type) {
      case "joined":
        this.welcome(frame);
        break;
      case "step":
        if (this.joined && frame.version > this.version) this.tell(frame, false);
        break;
      case "done":
      case "refused":
        this.answer(frame);
        break;
      case "beat":
        this.send({ type: "beat", n: frame.n });
        if (this.current && frame.version !== this.version) this.lookAgain();
        break;
      case "preparing":
        this.preparing = frame.bots;
        this.readyAt = frame.ready_at ?? null;
        break;
      case "unsaved":
      case "saved":
        this.unsaved = frame.type === "unsaved" ? frame.text : null;
        break;
      case "stopping":
        this.stopping = frame.text;
        this.unsure();
        break;
      default:
        this.dispatchEvent(new CustomEvent("notice", { detail: frame }));
    }
    this.changed();
  }

  /** @param {Joined} frame */
  welcome(frame) {
    this.you = frame.you;
    this.law = frame.law ?? null;
    this.rack = frame.rack ?? null;
    this.preparing = frame.preparing ?? false;
    this.readyAt = frame.ready_at ?? null;
    this.unsaved = frame.unsaved ?? null;
    this.sheet = frame.sheet ?? null;
    this.write = frame.write ?? [];
    this.phrases = frame.phrases ?? {};
    this.shown = UNTOLD;
    this.stopping = null;
    this.joined = this.current = true;
    this.asked = false;
    this.lostAt = null;
    this.tries = 0;
    this.tell(frame, true);
    for (const one of [...this.pending]) {
      if (this.stillMeant(one)) this.sendOrder(one);
      else
        this.answer({
          type: "refused",
          id: one.id,
          code: "late",
          text: t("the table has gone on without your move"),
          article: "",
        });
    }
  }

  /** @param {Told} frame @param {boolean} whole */
  tell(frame, whole) {
    const before = this.shown;
    if (frame.table) this.table = frame.table;
    else if (frame.waits) this.table = { ...this.table, waits: frame.waits };
    if (frame.view || frame.events) this.shown = follow(this.shown, frame);
    if (frame.called) called(this.shown?.names ?? this.table.seats.map(({ name }) => name ?? ""), frame.called);
    this.version = frame.version;
    this.onlyEnd = frame.only_end ?? null;
    if (!whole) this.rack = null;
    if (frame.write) this.write = frame.write;
    if (frame.phrases) this.phrases = frame.phrases;
    if (frame.count !== undefined) this.count = frame.count;
    if (frame.question !== undefined) this.question = frame.question;
    if (frame.guide) this.guide = frame.guide;
    if (frame.sheet && !whole) this.addToSheet(frame.sheet);
    const events = [...(frame.around ?? []), ...(frame.events ?? [])];
    const afresh = whole || Boolean(frame.view);
    this.dispatchEvent(new CustomEvent("step", { detail: { whole: afresh, before, events, said: frame.said ?? [] } }));
  }

  /** @param {Sheet} sheet */
  addToSheet(sheet) {
    const kept = this.sheet?.rows.slice(0, sheet.from) ?? [];
    this.sheet = { ...sheet, rows: [...kept, ...sheet.rows] };
  }

  /** @param {Answer} frame */
  answer(frame) {
    const place = this.pending.findIndex((one) => one.id === frame.id);
    if (place < 0) return;
    const [{ resolve, sent, order, about }] = this.pending.splice(place, 1);
    if (sent !== null && frame.type === "done") this.roundTrip = Math.round(performance.now() - sent);
    resolve(frame);
    if (frame.type === "refused")
      this.dispatchEvent(new CustomEvent("refused", { detail: { ...frame, order, about } }));
    this.changed();
  }

  /**
   * Whether an order may be sent again. In the situation it was given in, and where it has been applied already: its id
   * says so to the server. A move that the table has gone past would be another move by now.
   * @param {Pending} pending
   */
  stillMeant({ order, meant, at }) {
    if (!OF_THE_MOMENT.has(order.order)) return Date.now() - at < STALE;
    const now = JSON.stringify(situation(this.shown));
    return now === JSON.stringify(meant) || wasMade(order, meant, this.shown);
  }

  /** @param {number} now @param {boolean} whole */
  setClock(now, whole) {
    const offset = now - Date.now();
    // The least delayed message says best what time it is there; after sleep, or when somebody set the clock, anew.
    if (this.offset === null || (whole && Math.abs(offset - this.offset) > 1000)) this.offset = offset;
    else this.offset = Math.max(this.offset - 2, offset);
  }

  changed() {
    if (this.drawing) return;
    this.drawing = true;
    queueMicrotask(() => {
      this.drawing = false;
      this.dispatchEvent(new Event("change"));
    });
  }
}

/** All a client has to do with what a frame says of the match; docs/protocol.md.
 * @param {Wire.Snapshot} shown @param {Told} frame @returns {Wire.Snapshot} */
function follow(shown, frame) {
  if (frame.view) return { ...frame.view };
  /** @type {any} with the fields that the server names */
  const after = { ...shown, ...frame.set };
  for (const [name, more] of Object.entries(frame.add ?? {})) after[name] = [...after[name], ...more];
  return { ...after, ...frame.yours };
}

/** The name of an event without its version: what scripts ask for is what happened, in whatever version it is told.
 * @param {string} key @param {any} value */
function unversioned(key, value) {
  return key === "event" ? value.replace(/\.\d+$/, "") : value;
}

/** Moves, and what the table writes of them. */
/** @type {Record<string, string>} */
const MOVES = {
  place_tile: "tile_placed",
  place_doubles: "doubles_placed",
  pass_turn: "turn_passed",
  draw_tile: "tile_drawn",
};
/** Orders that mean something only in the situation they were given in. */
const OF_THE_MOMENT = new Set([
  ...Object.keys(MOVES),
  "agree_count",
  "shuffle_again",
  "ask_redeal",
  "choose_seat",
  "agree_opener",
  "take_decision",
  "add_entropy",
]);

/** Where the match stands, as far as somebody who orders can tell.
 * @param {Wire.Snapshot | null} shown @returns {Situation} */
function situation(shown) {
  return { phase: shown?.phase, number: shown?.number, moves: shown?.moves.length, hands: shown?.hands };
}

/** Whether a move that was on its way has been made.
 * @param {Wire.Order} order @param {Situation} meant @param {Wire.Snapshot} shown */
function wasMade(order, meant, shown) {
  if (!MOVES[order.order] || shown?.number !== meant.number) return false;
  const since = shown.moves.slice(meant.moves);
  return since.some(
    (move) =>
      move.event === MOVES[order.order] && move.seat === order.seat && (!order.tile || ("tile" in move && move.tile === order.tile)),
  );
}

/** Plain-http pages have no randomUUID. */
export function freshId() {
  return [...crypto.getRandomValues(new Uint8Array(10))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
