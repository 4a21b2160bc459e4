// The score at a glance: us and them, or everybody alone; up to how many, and how long.
import { minutes, write } from "../clock.js";
import { t } from "../words.js";
import { matchTime } from "./clocks.js";
import { el, keep, surname } from "./dom.js";

/** @type {Part} */
export function score(element, app) {
  const { connection } = app;

  function update() {
    const { shown, law, table } = connection;
    if (!shown || !law || !table) return;
    const pairs = shown.sides.length === 2;
    element.classList.toggle("alone", !pairs);
    keep(
      element,
      [shown.score, shown.names, shown.sides, table.seat, law, shown.hands_left, shown.hands, shown.out],
      () => (pairs ? two(shown, table.seat) : several(shown, table.seat)),
    );
    tick();
  }

  /** @param {Wire.Snapshot} shown @param {number | null} seat */
  function two(shown, seat) {
    const mine = shown.sides.findIndex((side) => side.includes(seat));
    const order = mine === 1 ? [1, 0] : [0, 1];
    const [first, second] = order.map((at) => side(shown, at, seat, mine));
    return [first, limit(shown), second];
  }

  /** @param {Wire.Snapshot} shown @param {number} at @param {number | null} seat @param {number} mine */
  function side(shown, at, seat, mine) {
    const seats = shown.sides[at];
    const heading = mine < 0 || seats.length === 1 ? null : at === mine ? t("You two") : t("Them");
    const names = seats.filter((one) => one !== seat).map((one) => surname(shown.names[one - 1]));
    if (seats.includes(seat)) names.push(seats.length === 1 ? t("You") : t("you"));
    return el(
      "div",
      { class: "side" },
      el("b", { class: "points" }, String(shown.score[at])),
      el("span", { class: "names" }, heading && el("span", {}, heading), el("span", {}, names.join(" · "))),
    );
  }

  /** @param {Wire.Snapshot} shown @param {number | null} seat */
  function several(shown, seat) {
    const columns = shown.sides.map((seats, at) => {
      const [one] = seats;
      return el(
        "div",
        { class: `side ${shown.out.includes(one) ? "out" : ""} ${one === seat ? "me" : ""}` },
        el("b", { class: "points" }, String(shown.score[at])),
        el("span", { class: "names" }, el("span", {}, one === seat ? t("You") : surname(shown.names[one - 1]))),
      );
    });
    return [...columns, limit(shown)];
  }

  /** @param {Wire.Snapshot} shown */
  function limit(shown) {
    return el("div", { class: "limit" }, inWords(shown), el("span", { class: "clock" }));
  }

  /** @param {Wire.Snapshot} shown */
  function inWords(shown) {
    const { points, hands } = /** @type {Wire.LawFacts} */ (connection.law);
    if (shown.hands_left !== null) return el("span", {}, t("hands left: {hands}", { hands: shown.hands_left }));
    return [
      points !== null && el("span", {}, bold(t("to {points}"), "points", points)),
      hands !== null && el("span", {}, hands === 1 ? t("of one hand") : bold(t("of {hands} hands"), "hands", hands)),
    ];
  }

  /** A sentence with one figure that stands out.
   * @param {string} words @param {string} gap @param {number} figure */
  function bold(words, gap, figure) {
    const [before, after] = words.split(`{${gap}}`);
    return [before, el("b", {}, String(figure)), after ?? ""];
  }

  function tick() {
    const clock = element.querySelector(".clock");
    if (!clock) return;
    const left = matchTime(connection);
    write(clock, left === null ? "" : connection.current ? minutes(left) : "—");
    clock.classList.toggle("hurry", left !== null && left < 60_000);
  }

  return { update, tick };
}
