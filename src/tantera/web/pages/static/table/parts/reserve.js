// The referee lets a reserve in: who makes room, and who of those that look on sits down.
import { t } from "../../words.js";
import { el, keep } from "../dom.js";
import { button, cited, facts, seatName } from "./common.js";

/** @param {HTMLElement} host @param {App} app @param {() => void} done */
export function reserve(host, app, done) {
  /** @type {number | null} */
  let seat = null;
  /** @type {string | null} */
  let player = null;

  function update() {
    const { table, shown } = app.connection;
    const others = Object.entries(table.people).filter(([, name]) => table.watchers.includes(name));
    if (!others.some(([person]) => person === player)) player = others.length === 1 ? others[0][0] : null;
    keep(host, [shown.names, others, seat, player], () => [
      el("p", { class: "second" }, t("A reserve sits down between two hands; the score stays."), " ", cited(facts.cites.seating, app)),
      others.length
        ? [
            people(t("Who makes room?"), shown.names.map((_, place) => [place + 1, seatName(app, place + 1)]), seat, (one) => (seat = one), "leaves"),
            people(t("Who comes in?"), others, player, (one) => (player = one), "comes"),
            button(t("Put the reserve in"), send, { kind: "do", key: "reserve", off: !seat || !player }),
          ]
        : el("p", {}, t("Nobody looks on: first the reserve opens the table's link.")),
    ]);
  }

  /** @template {number | string} Id
   * @param {string} question @param {[Id, string][]} choices @param {Id | null} chosen @param {(id: Id) => void} choose @param {string} key */
  function people(question, choices, chosen, choose, key) {
    /** @param {[Id, string]} choice */
    const one = ([id, name]) => el("button", { type: "button", class: "person", "aria-pressed": String(id === chosen), "data-key": `${key}-${id}`, onclick: () => (choose(id), update()) }, el("b", {}, name));
    return el("fieldset", { class: "who" }, el("legend", {}, question), el("div", { class: "people" }, choices.map(one)));
  }

  async function send() {
    if (seat === null || player === null) return;
    const answer = await app.order({ order: "replace_player", seat, name: app.connection.table.people[player], player });
    if (answer.type !== "done") return;
    seat = player = null;
    done();
  }

  return { update };
}
