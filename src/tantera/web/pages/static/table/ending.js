// The end of a hand as one sees it at a table: the last tile lands, the word for it is said, and only then are the racks
// turned up and counted. Who comes when it is over already, or wants nothing to move, waits for nothing.
//
// The count stays for who reads it. The table deals as soon as every side has gone on, and waits for nobody else: on the
// screen of somebody who has not, the count and the racks lie there until they go on, or the next hand needs them.
import { motion } from "./dom.js";

const MOMENT = 1600; // ms in which the table stays as it was
const SETTLES = 600; // ms more in which a tap was meant for what lay there before

/** @type {(shown: Wire.Snapshot | null) => boolean} */
export const isOver = (shown) => shown?.phase === "counting" || shown?.phase === "ended";

export class Ending {
  /** @param {Connection} connection */
  constructor(connection) {
    this.connection = connection;
    this.at = -Infinity;
    /** @type {Wire.Snapshot | null} */
    this.before = null;
    /** @type {string | null} The hand from whose count I have gone on last. */
    this.left = null;
    /** Whether I still read the count of a hand that the table has gone on from. */
    this.held = false;
    this.freedAt = -Infinity;
  }

  /** I go on: the word of one of a pair is enough, and I may have been forestalled. */
  goOn() {
    if (!this.held) this.left = this.hand(this.connection.shown);
    this.held = false;
    this.connection.changed();
  }

  /** My own word on the count, whichever way I give it.
   * @param {Wire.AnyOrder} order */
  gives(order) {
    if (order.order === "agree_count") this.left = this.hand(this.connection.shown);
  }

  /** @param {Wire.Snapshot | null} shown */
  hand(shown) {
    return `${this.connection.table?.matches}/${shown?.number}`;
  }

  /** Whether I have gone on from the count that is shown. */
  get wentOn() {
    return this.left === this.hand(this.connection.shown);
  }

  /** @param {Wire.Snapshot | null} before @param {Wire.Event[]} events */
  hold(before, events) {
    const { shown, table } = this.connection;
    if (shown?.phase === "counting") this.held = false;
    if (shown?.phase === "counting" || before?.phase !== "counting" || !table?.seat) return;
    const late = events.some(({ event }) => event === "time_ran_out"); // then the table has spoken for me
    const onAnother = !late && events.some(({ event, seat }) => event === "count_agreed" && seat === table.seat); // device of mine
    if (this.left !== this.hand(before) && !before.agreed.includes(table.seat) && !onAnother) this.held = true;
  }

  /** Whether the table wants something of me: then I look at it, and no tap that was meant for the count moves a tile. */
  free() {
    const { shown, table, question, closed, you } = this.connection;
    const asked = table?.proposals.some(({ missing }) => missing.some((group) => group.includes(you ?? "")));
    const wanted = asked || shown?.turn === table?.seat || shown?.options.length || question?.answers.length;
    if (!this.held || !(wanted || !table.seat || table.closed || closed)) return;
    this.held = false;
    if (motion()) this.freedAt = performance.now();
  }

  /** @param {Step} step */
  step({ whole, before, events }) {
    const { shown } = this.connection;
    this.hold(whole ? null : before, events);
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
    if (performance.now() - this.freedAt < SETTLES) return true;
    return isOver(this.connection.shown) && performance.now() - this.at < MOMENT + SETTLES;
  }

  /** The tiles of a seat, as far as these eyes have seen them up to now.
   * @param {number} seat */
  rack(seat) {
    const { shown } = this.connection;
    const unseen = this.lasts && !this.before?.racks[seat - 1]?.every((tile) => tile !== null);
    return unseen ? null : shown.racks[seat - 1];
  }
}
