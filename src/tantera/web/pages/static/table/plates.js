// The others: name, last move, time, cards, and who is away. Whoever is in turn is seen from two metres.
import { minutes, write } from "../clock.js";
import { t } from "../words.js";
import { hasClock, isTimed, ring, ringOf, timeBeside, turnRing } from "./clocks.js";
import { el, icon, initials, keep, spoken, surname } from "./dom.js";
import { fromTheLeft, sides } from "./seats.js";

const ROBOT =
  "M12 3v3M6 9h12a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1v-8a1 1 0 0 1 1-1zM9.5 13.5h.01M14.5 13.5h.01M2.5 13v3M21.5 13v3";
const TIGHT = 9; // letters that a plate of a phone has room for
const SYLLABLE = /([aeiouàáèéíïòóúü])(?=[bcçdfghjklmnñpqrstvxz][aeiouàáèéíïòóúü])/gi;
const BESIDE = 728; // px of the plates beside a rack and of what is between them
const [OPEN, BACK] = [31, 22]; // px from tile to tile, see edges.js

/** @type {Part} */
export function plates(element, app) {
  const { connection } = app;

  function update() {
    const { shown, table } = connection;
    if (!shown || !table) return;
    const players = shown.names.length;
    const at = sides(app.below, players);
    const seats = fromTheLeft(app.below, players).filter((seat) => seat !== table.seat);
    const facts = seats.map((seat) => factsOf(seat, at[seat]));
    element.dataset.count = String(seats.length);
    element.style.setProperty("--row", `${rowLength(shown)}px`);
    inARow();
    keep(element, facts, () => facts.map(plate));
    tick();
  }

  /** On a wide cloth the plates stand beside each other along its upper edge, where there is room for that: what is below
   * is the carro's. */
  function inARow() {
    if (!connection.shown) return;
    element.dataset.row = element.clientWidth >= rowLength(connection.shown) + BESIDE ? "yes" : "";
  }
  new ResizeObserver(inARow).observe(element);

  /** How long a whole rack is on the cloth of a wide screen: plates stand clear of it, and stay where they are.
   * @param {Wire.Snapshot} shown */
  function rowLength(shown) {
    const open = shown.racks.some((rack, at) => rack && at + 1 !== connection.table.seat);
    return (connection.law?.tiles ?? 7) * (open ? OPEN : BACK);
  }

  /** @param {number} seat @param {ScreenSide} side */
  function factsOf(seat, side) {
    const { shown, table } = connection;
    const sitting = table.seats[seat - 1] ?? {};
    return {
      seat,
      side,
      name: shown.names[seat - 1],
      turn: shown.turn === seat,
      partner: shown.sides.some((one) => one.length > 1 && one.includes(seat) && one.includes(table.seat ?? 0)),
      bot: Boolean(sitting.bot),
      away: sitting.person && sitting.where && sitting.where !== "here" ? sitting.where : null,
      out: shown.out.includes(seat),
      count: shown.counts[seat - 1],
      done: shown.phase === "playing" && shown.counts[seat - 1] === 0 && !shown.out.includes(seat),
      down: shown.phase === "playing" && !shown.lifted.includes(seat),
      last: lastMove(seat),
      cards: cardsOf(seat),
      current: connection.current,
    };
  }

  /** @param {ReturnType<typeof factsOf>} facts */
  function plate(facts) {
    const { name, turn, side, bot, away, out, partner, down, last, cards, count, seat } = facts;
    return el(
      "article",
      {
        class: `plate ${side} ${turn ? "turn" : ""} ${away ? "away" : ""} ${out ? "out" : ""} ${partner ? "with-me" : ""}`,
        "data-seat": seat,
        "aria-label": name, // whatever of it is to be seen
        "aria-current": turn ? "true" : null,
      },
      turn && ring(),
      el(
        "div",
        { class: "who" },
        el(
          "b",
          { class: `name ${name.length > 12 ? "long" : ""}`, title: name },
          el("span", { class: "full" }, name),
          el("span", { class: `short ${surname(name).length > TIGHT ? "tight" : ""}`, "aria-hidden": "true" }, shortName(name, turn)),
        ),
        bot &&
          icon(ROBOT, {
            class: "icon bot",
            "aria-hidden": null,
            role: "img",
            "aria-label": t("a bot plays here"),
          }),
        partner && el("span", { class: "mate" }, t("partner")),
        cards.map((card) => cardChip(card)),
      ),
      el(
        "div",
        { class: "what" },
        el(
          "span",
          { class: `last ${partner && !last ? "partner" : ""}` },
          out
            ? t("out of the match")
            : down
              ? t("face down")
              : turn
                ? t("thinking")
                : [partner && (!last || !isTimed(connection)) && el("span", { class: "mate" }, t("partner"), last && " · "), last],
        ),
        el("span", { class: "tiles" }, facts.done ? t("no tiles left") : tilesLeft(count)),
        el("span", { class: "time" }),
      ),
    );
  }

  /** What somebody did last in this hand, and how long it took them.
   * @param {number} seat */
  function lastMove(seat) {
    const { shown, law } = connection;
    const move = shown.moves.findLast((one) => one.seat === seat);
    return move ? [done(move), byTheClock(move, connection.table) ? t("out of time") : took(move, law, isTimed(connection))].filter(Boolean).join(" · ") : "";
  }

  /** @param {number} seat */
  function cardsOf(seat) {
    const shownCards = connection.shown.cards[seat] ?? {};
    return Object.entries(shownCards).flatMap(([card, count]) =>
      count > 0 ? [{ card, count, ...(connection.law?.cards[card] ?? { name: card, letters: card.slice(0, 2) }) }] : [],
    );
  }

  function tick() {
    for (const one of element.children) {
      const seat = Number(one.dataset.seat);
      const sitting = connection.table?.seats[seat - 1];
      const time = one.querySelector(".time");
      if (!time) continue;
      const turn = connection.shown?.turn === seat;
      if (!connection.current) write(time, hasClock(connection) ? "—" : "");
      else if (sitting?.grace_until)
        write(time, t("away · {time}", { time: minutes(sitting.grace_until - connection.now()) }));
      else write(time, turn ? timeBeside(app) : "");
      const round = one.querySelector(".ring");
      if (round) turnRing(round, ringOf(app));
    }
  }

  return { update, tick };
}

/** A name that is not cut: with an initial where there is room for one, else the surname alone; a long one may go on in a
 * second line, after a syllable.
 * @param {string} name @param {boolean} turn */
function shortName(name, turn) {
  const [short, own] = [initials(name), surname(name)];
  if (!turn && short.length <= TIGHT) return short;
  return own.length > TIGHT ? own.replace(SYLLABLE, "$1\u00ad") : own;
}

/** How many tiles somebody holds.
 * @param {number} count */
export function tilesLeft(count) {
  return count === 1 ? t("1 tile") : t("{count} tiles", { count });
}

/** A card: its colour, and always letters.
 * @param {Cards} cards */
export function cardChip({ card, count, name, letters }) {
  return el(
    "span",
    { class: `card ${card}`, title: name, role: "img", "aria-label": count > 1 ? `${name} × ${count}` : name },
    letters,
    count > 1 && el("sup", {}, String(count)),
  );
}

/** A move in few words.
 * @param {Move} move */
export function done(move) {
  switch (move.event) {
    case "tile_placed":
      return move.points ? `${spoken(move.tile)} +${move.points}` : spoken(move.tile);
    case "doubles_placed":
      return `${spoken(move.left)} + ${spoken(move.right)}`;
    case "turn_passed":
      return t("pass");
    case "tile_drawn":
      return move.tile ? t("draws {tile}", { tile: spoken(move.tile) }) : t("draws");
    default:
      return move.tile ? spoken(move.tile) : t("pass");
  }
}

/** Whether the table made this move, since its player had no time left.
 * @param {Move} move @param {Wire.TableView | null} table */
export function byTheClock(move, table) {
  return table?.late?.some(([seat, at]) => seat === move.seat && at === move.at) ?? false;
}

/** How long it took: a turn that the table plays at once, where there is nothing to think about, took nothing.
 * @param {Move} move @param {Wire.LawFacts | null} law @param {boolean} timed */
export function took(move, law, timed) {
  if (move.took === null || move.took === undefined) return "";
  if (move.took === 0 && law?.forced) return move.event === "turn_passed" ? "" : t("forc.");
  if (!timed) return "";
  const seconds = Math.round(move.took / 1000);
  return seconds || law?.pauses_speak ? `${seconds} s` : "";
}
