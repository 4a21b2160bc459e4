// The socket of a table. The screen is current or says that it is not: every frame carries the version, and whoever wakes
// up, comes back or sees a gap asks for the whole screen again. An order is kept until it is acknowledged and sent again
// under the same id, so that it is played once.
import { follow } from "./follow.js";

const SILENCE = 25_000; // a heartbeat comes every 10 s
const RETRY = [300, 1000, 2000, 4000, 8000];

export class Connection extends EventTarget {
  constructor(table, lang) {
    super();
    this.path = `/tables/${table}/socket?lang=${lang}`;
    this.shown = null; // the match as these eyes see it
    this.table = null; // the table around it
    this.sheet = null;
    this.places = null;
    this.write = [];
    this.you = null;
    this.version = 0;
    this.current = false; // whether the screen is sure to be what the server has
    this.retryAt = null;
    this.preparing = false;
    this.unsaved = null;
    this.closed = null; // why there will be no more
    this.roundTrip = null;
    this.pending = []; // orders that are not acknowledged
    this.offset = 0; // server's clock minus ours
    this.tries = 0;
    addEventListener("online", () => this.lookAgain());
    addEventListener("pageshow", () => this.lookAgain());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.lookAgain());
    addEventListener("offline", () => this.unsure());
    setInterval(() => this.check(), 1000);
    this.open();
  }

  /** What time the server has. */
  now() {
    return Date.now() + this.offset;
  }

  /** Give an order: resolves with its version, or with a refusal {text, article, code}. */
  order(order, id = freshId()) {
    return new Promise((resolve) => {
      this.pending.push({ id, order, resolve });
      this.send({ type: "order", id, order });
      this.changed();
    });
  }

  // --- the socket

  open() {
    clearTimeout(this.waiting);
    this.retryAt = null;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = (this.socket = new WebSocket(`${scheme}://${location.host}${this.path}`));
    this.heard = Date.now();
    socket.onmessage = (event) => socket === this.socket && this.take(JSON.parse(event.data));
    socket.onclose = (event) => socket === this.socket && this.lost(event.code);
  }

  send(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  lost(code) {
    if (code === 4403 || code === 4404) {
      this.closed = code === 4404 ? "gone" : "not_allowed";
      this.current = false;
      this.changed();
      return;
    }
    this.unsure();
    const wait = RETRY[Math.min(this.tries++, RETRY.length - 1)];
    this.retryAt = Date.now() + wait;
    this.waiting = setTimeout(() => this.open(), wait);
    this.changed();
  }

  /** After sleep, another network or another page: never trust what is on the screen. */
  lookAgain() {
    if (this.closed) return;
    this.unsure();
    if (this.socket.readyState === WebSocket.OPEN) {
      this.heard = Date.now() - SILENCE + 3000; // an answer within three seconds, or a new socket
      this.send({ type: "again" });
    } else if (this.socket.readyState !== WebSocket.CONNECTING) this.open();
  }

  check() {
    if (!this.closed && !this.retryAt && Date.now() - this.heard > SILENCE) {
      this.socket.onclose = null;
      this.socket.close();
      this.lost(0);
    }
  }

  unsure() {
    this.current = false;
    this.changed();
  }

  // --- what the server says

  take(frame) {
    this.heard = Date.now();
    if (frame.now) this.setClock(frame.now);
    switch (frame.type) {
      case "joined":
        this.you = frame.you;
        this.shown = null;
        this.sheet = frame.sheet ?? null;
        this.tell(frame, true);
        this.current = true;
        this.tries = 0;
        for (const { id, order } of this.pending) this.send({ type: "order", id, order });
        break;
      case "step":
        this.tell(frame, false);
        break;
      case "done":
      case "refused":
        this.answer(frame);
        break;
      case "beat":
        this.send({ type: "beat", n: frame.n });
        if (frame.version !== this.version && this.current) this.send({ type: "again" });
        break;
      case "preparing":
        this.preparing = frame.bots;
        break;
      case "unsaved":
      case "saved":
        this.unsaved = frame.type === "unsaved" ? frame.text : null;
        break;
      default:
        this.dispatchEvent(new CustomEvent("notice", { detail: frame }));
    }
    this.changed();
  }

  tell(frame, whole) {
    const { message } = frame;
    const before = this.shown;
    if (message.table) this.table = message.table;
    else if (message.waits) this.table = { ...this.table, waits: message.waits };
    if (message.match) this.shown = follow(this.shown, message.match);
    this.version = message.version;
    this.places = frame.places ?? null;
    if (frame.write) this.write = frame.write;
    if (frame.sheet && !whole) this.addToSheet(frame.sheet);
    const events = [...(message.events ?? []), ...(message.match?.events ?? [])];
    this.dispatchEvent(new CustomEvent("step", { detail: { whole, before, events, said: frame.said ?? [] } }));
  }

  addToSheet(sheet) {
    const kept = this.sheet?.rows.slice(0, sheet.from) ?? [];
    this.sheet = { ...sheet, rows: [...kept, ...sheet.rows] };
  }

  answer(frame) {
    const place = this.pending.findIndex((one) => one.id === frame.id);
    if (place < 0) return;
    const [{ resolve }] = this.pending.splice(place, 1);
    resolve(frame);
    if (frame.type === "refused") this.dispatchEvent(new CustomEvent("refused", { detail: frame }));
  }

  setClock(now) {
    const offset = now - Date.now();
    // The least delayed message says best what time it is there.
    this.offset = this.offset === 0 || offset > this.offset ? offset : this.offset + (offset - this.offset) / 8;
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

/** Plain-http pages have no randomUUID. */
export function freshId() {
  return [...crypto.getRandomValues(new Uint8Array(10))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
