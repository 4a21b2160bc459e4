// The end of a hand as one sees it at a table: the last tile lands, the word for it is said, and only then are the racks
// turned up and counted. Who comes when it is over already, or wants nothing to move, waits for nothing.
import { motion } from "./dom.js";

const MOMENT = 1600; // ms in which the table stays as it was
const SETTLES = 600; // ms more in which a tap was meant for what lay there before

/** @type {(shown: Wire.Snapshot | null) => boolean} */
export const isOver = (shown) => shown?.phase === "counting" || shown?.phase === "ended";

export class Ending {
  constructor(connection) {
    this.connection = connection;
    this.at = -Infinity;
    /** @type {Wire.Snapshot | null} */
    this.before = null;
  }

  step({ whole, before }) {
    const { shown } = this.connection;
    if (whole || before?.phase !== "playing" || !isOver(shown) || !motion()) return;
    this.at = performance.now();
    this.before = before;
    setTimeout(() => this.connection.changed(), MOMENT);
  }

  /** Whether the table is still as the last tile left it. */
  get lasts() {
    return isOver(this.connection.shown) && performance.now() - this.at < MOMENT - 1;
  }

  /** Whether what can be tapped has only just come. */
  get settles() {
    return isOver(this.connection.shown) && performance.now() - this.at < MOMENT + SETTLES;
  }

  /** The tiles of a seat, as far as these eyes have seen them up to now. */
  rack(seat) {
    const { shown } = this.connection;
    const unseen = this.lasts && !this.before?.racks[seat - 1]?.every((tile) => tile !== null);
    return unseen ? null : shown.racks[seat - 1];
  }
}
