// Whose turn it is, and what there is to decide: the band by the thumb.
import { minutes, write } from "../clock.js";
import { t } from "../words.js";
import { hasClock, moveTime, ring, ringOf, timeBeside, turnRing } from "./clocks.js";
import { article, capital, el, icon, keep, listed, spoken, surname } from "./dom.js";
import { aloneWithBots, ICONS } from "./parts/common.js";
import { cardChip } from "./plates.js";
import { openEnds, stacked } from "./seats.js";
import { half } from "./tiles.js";

const LONG = 13; // letters of a title from which it is written smaller where there is little room

/** @type {Part} */
export function band(element, app) {
  const { connection, choice } = app;
  const heard = el("p", { class: "sr", role: "status" });
  const body = el("div", { class: "body" });
  element.append(body, heard);

  function update() {
    const { shown } = connection;
    if (!shown) return;
    const state = now(shown);
    element.className = state.tone;
    keep(body, { ...state, heard: null }, () => [
      state.ring && ring(),
      state.kept && icon(ICONS.away, { class: "icon large" }),
      el(
        "div",
        { class: "text" },
        el(
          "strong",
          { class: state.title.length > LONG ? "long" : null },
          capital(state.title),
          state.cards.map((card) => cardChip(card)),
        ),
        el("span", { class: "second" }, el("span", { class: "time" }), el("span", { class: "note" }, told(state.note))),
      ),
      state.ends && ends(state),
      state.buttons.length > 0 && el("div", { class: "buttons" }, state.buttons.map(button)),
    ]);
    if (heard.textContent !== state.heard) heard.textContent = state.heard;
    tick();
  }

  /** A note is words, words with their article, or my time that runs out.
   * @param {Banner["note"]} note */
  function told(note) {
    if (typeof note === "string") return note;
    return note.runs ? el("span", { class: "runs-offline" }) : [note.text, " ", article(note.article, connection.law)];
  }

  /** @param {Wire.Snapshot} shown @returns {Banner} */
  function now(shown) {
    const base = {
      tone: "quiet",
      title: "",
      note: "",
      ring: false,
      time: false,
      ends: null,
      buttons: [],
      kept: false,
      heard: "",
      cards: myCards(shown),
    };
    const { moving } = choice;
    if (connection.closed) return { ...base, title: t("This table is closed") };
    if (!connection.current) {
      if (!moving)
        return {
          ...base,
          kept: true,
          title: t("No connection"),
          buttons: [{ key: "now", label: t("Retry") }],
          note: leftOffline(app) === null ? meanwhile(connection.table?.seat ? { alone: aloneWithBots(app), clock: hasClock(connection) && !shown.clock.paused, mine: shown.turn === connection.table.seat } : null) : { runs: true },
        };
      const tile = moving.order.tile;
      return {
        ...base,
        kept: true,
        title: tile ? t("Your {tile} is kept", { tile: spoken(tile) }) : t("Your move is kept"),
        note: t("it is sent once, when the network is back"),
      };
    }
    if (shown.phase === "awaiting") return { ...base, title: t("A decision is open"), note: hasClock(connection) ? t("time stands still") : "" };
    if (shown.clock.paused) return { ...base, title: t("Pause"), note: hasClock(connection) ? t("nobody's time runs") : aloneWithBots(app) ? t("the table waits for you") : "" };
    if (shown.phase === "dealing")
      return { ...base, title: t("Hand {number}", { number: shown.hands + 1 }), note: t("shuffling…") };
    if (shown.phase === "choosing")
      return {
        ...base,
        title: t("Hand {number}", { number: shown.hands + 1 }),
        note: t("The winners choose which of the two opens"),
        buttons: askRedeal(shown) ? [redealButton()] : [],
      };
    if (app.ending.lasts && connection.count) return { ...base, tone: "over", title: connection.count.heading, note: connection.count.closed || connection.count.second };
    if (shown.phase !== "playing") return base;
    if (choice.mine) return { ...base, tone: "mine", ring: true, time: true, ...myTurn(shown) };
    const redeal = askRedeal(shown) ? [redealButton()] : [];
    return { ...base, ring: true, ends: numbers(shown), buttons: redeal, ...theirs(shown, moving) };
  }

  /** The order that throws the tiles in, where the book lets me ask for it.
   * @param {Wire.Snapshot} shown */
  function askRedeal(shown) {
    return shown.options.find(({ order }) => order === "ask_redeal");
  }

  function redealButton() {
    return { key: "redeal", label: t("Ask for a new deal") };
  }

  /** @param {Wire.Snapshot} shown */
  function myTurn(shown) {
    const pass = choice.only("pass_turn");
    const draw = choice.only("draw_tile");
    const both = choice.only("place_doubles");
    const playable = [
      ...new Set(choice.plays.flatMap(({ order }) => (order.order === "place_tile" ? [order.tile] : []))),
    ];
    const only = playable.length === 1 && !both ? playable[0] : null;
    const heard = [
      shown.chain.length ? t("Your turn.") : t("You open."),
      openEndsInWords(shown),
      playable.length && t("You can play {tiles}.", { tiles: listed(playable.map(spoken)) }),
      !playable.length && draw && (pass ? t("You can draw or pass.") : t("You can only draw.")),
      !playable.length && !draw && pass && t("You can only pass."),
    ];
    /** @type {Pick<Banner, "title" | "buttons" | "heard">} */
    const state = {
      title: shown.chain.length ? t("Your turn") : only ? t("You open with {tile}", { tile: spoken(only) }) : t("You open"),
      buttons: [],
      heard: heard.filter(Boolean).join(" "),
    };
    if (draw) state.buttons.push({ key: "draw", label: t("Draw"), hint: "D" });
    if (pass) state.buttons.push({ key: "pass", label: t("Pass"), hint: "P" });
    if (askRedeal(shown)) state.buttons.push(redealButton());
    if (choice.tile !== null) {
      const places = choice.of(choice.tile).flatMap(({ place }) => place ?? []);
      if (places.length > 1)
        return {
          ...state,
          title: t("which end?"),
          buttons: [],
          choose: places.map((place, at) => ({ end: place.end, number: Number(place.tile[0]), leaves: leaving(shown, place, at) })),
          upright: stacked(places),
          end: choice.end,
          note: "",
          ends: numbers(shown),
        };
      return {
        ...state,
        buttons: [{ key: "play", label: t("Play {tile}", { tile: spoken(choice.tile) }), hint: "↵" }],
        note: t("once more to play it"),
      };
    }
    if (both)
      state.buttons.push({
        key: "both",
        label: `${spoken(both.order.left)} + ${spoken(both.order.right)}`,
        hint: "",
      });
    if (both) return { ...state, note: t("or both doubles at once") };
    const note = !shown.chain.length && !only
      ? t("choose the opening tile")
      : !playable.length
        ? t("nothing fits")
        : equal(shown) || then(shown);
    return { ...state, note, ends: numbers(shown) };
  }

  /** Who plays after that: so one sees which way the turn goes round.
   * @param {Wire.Snapshot} shown */
  function then(shown) {
    return shown.next === connection.table?.seat ? t("you are next") : t("then {name}", { name: surname(shown.names[(shown.next ?? 0) - 1]) });
  }

  /** Which numbers stay open, from the left, when a tile is laid at one of the ends.
   * @param {Wire.Snapshot} shown @param {Place} place @param {number} at */
  function leaving({ ends }, { end, tile }, at) {
    const [left, right] = ends ?? [0, 0];
    const open = [Number(tile[1]), end === "<" ? right : left];
    return at ? open.reverse() : open;
  }

  /** Two equal ends, and only one of them is played on (TG-9.2).
   * @param {Wire.Snapshot} shown */
  function equal(shown) {
    const { onlyEnd, law } = connection;
    return (
      onlyEnd && { text: t("two {number}s: only where it glows", { number: shown.ends?.[0] }), article: law?.equal_ends }
    );
  }

  /** @param {Wire.Snapshot} shown @param {Pending | null} moving */
  function theirs(shown, moving) {
    const { table } = connection;
    if (moving) return { title: onItsWay(moving.order), note: "", ring: false };
    const name = surname(shown.names[(shown.turn ?? 0) - 1]);
    const mine = table.seat !== null && !shown.lifted.includes(table.seat);
    return {
      title:
        shown.turn === table.seat
          ? t("Your turn")
          : shown.chain.length
            ? t("{name} plays", { name })
            : t("{name} opens", { name }),
      note: mine ? t("your tiles are not lifted yet") : (equal(shown) || then(shown)),
    };
  }

  /** My move, which the table has not answered yet.
   * @param {Wire.Order} order */
  function onItsWay({ order, tile, left, right }) {
    if (order === "pass_turn") return t("you pass");
    if (order === "draw_tile") return t("you draw…");
    return t("you play {what}", { what: tile ? spoken(tile) : `${spoken(left ?? "")} + ${spoken(right ?? "")}` });
  }

  /** @param {Wire.Snapshot} shown */
  function openEndsInWords(shown) {
    const [one, other] = numbers(shown) ?? [];
    return one !== undefined && t("Open ends: {one} and {other}.", { one, other });
  }

  /** The open numbers as they lie on the screen; null before the opening.
   * @param {Wire.Snapshot} shown */
  function numbers(shown) {
    return shown.ends && openEnds(shown, app.quarters).map(({ number }) => number);
  }

  /** @param {Wire.Snapshot} shown */
  function myCards(shown) {
    const seat = connection.table?.seat;
    return Object.entries((seat && shown.cards[seat]) || {}).flatMap(([card, count]) =>
      count > 0 ? [{ card, count, ...(connection.law?.cards[card] ?? { name: card, letters: card.slice(0, 2) }) }] : [],
    );
  }

  /** The two open ends: to look at, or to choose from, in the order in which they lie on the screen.
   * @param {Banner} state */
  function ends({ choose, ends: open, end, upright }) {
    if (!choose)
      return el(
        "div",
        { class: "ends" },
        el("span", { class: "label" }, t("ends")),
        open?.map((number) => el("span", { class: "end", role: "img", "aria-label": String(number) }, half(number))),
      );
    const same = choose.every(({ number }) => number === choose[0].number);
    return el(
      "div",
      { class: "ends choose" },
      choose.map((one, at) =>
        el(
          "button",
          {
            type: "button",
            "data-key": `end${at}`,
            class: one.end === end ? "chosen" : null,
            "aria-label": `${called(at, upright, one)}: ${t("{one} and {other} stay open", { one: one.leaves[0], other: one.leaves[1] })}`,
            onclick: () => playAt(one.end),
          },
          at === 0 && !same && icon(upright ? "M6 15l6-6 6 6" : "M14 6l-6 6 6 6"),
          same ? el("span", {}, side(at, upright)) : half(one.number),
          at > 0 && !same && icon(upright ? "M6 9l6 6 6-6" : "M10 6l6 6-6 6"),
          el("small", { "aria-hidden": "true" }, t("leaves {one} · {other}", { one: one.leaves[0], other: one.leaves[1] })),
        ),
      ),
    );
  }

  /** @param {string | null | undefined} end */
  function playAt(end) {
    const play = choice.of(choice.tile).find(({ order }) => order.end === end);
    if (play) choice.play(play);
  }

  /** @param {Banner["buttons"][number]} told */
  function button({ key, label, hint }) {
    const act = {
      draw: () => choice.play(choice.only("draw_tile")),
      pass: () => choice.play(choice.only("pass_turn")),
      both: () => choice.chooseBoth(),
      play: () => choice.play(choice.picked),
      now: () => connection.hurry(),
      redeal: () => {
        const order = askRedeal(connection.shown);
        if (order) app.order(order);
      },
    }[key];
    return el(
      "button",
      { type: "button", "data-key": key, onclick: act },
      label,
      hint && el("kbd", { "aria-hidden": "true" }, hint),
    );
  }

  function tick() {
    const time = body.querySelector(".time");
    if (!time) return;
    const { shown, table } = connection;
    write(time, shown?.turn && shown.turn === table?.seat ? timeBeside(app) : "");
    const runs = body.querySelector(".runs-offline");
    if (runs) write(runs, running(leftOffline(app) ?? 0));
    const round = body.querySelector(".ring");
    if (round) turnRing(round, ringOf(app));
  }

  return { update, tick };
}

/** What is left of my time while nobody hears me, until the table plays or a bot takes the seat; null where nothing of mine
 * runs out: alone with bots and without a clock the table waits.
 * @param {App} app */
export function leftOffline(app) {
  const { connection } = app;
  const { current, lostAt, shown, table } = connection;
  const alone = aloneWithBots(app);
  if (current || !shown?.turn || shown.turn !== table?.seat || (alone && !hasClock(connection))) return null;
  const left = moveTime(connection);
  if (left === null || alone || !lostAt) return left;
  return Math.min(left, Math.max(0, lostAt + table.settings.times.grace - Date.now()));
}

/** The same in words.
 * @param {number} left */
export function running(left) {
  return left > 0 ? t("{time} left, then it is played for you", { time: minutes(left) }) : t("Your time is up: it is played for you");
}

/** What becomes of the match while this device hears nothing of it; null for who only looks on.
 * @param {{ alone: boolean, clock: boolean, mine: boolean } | null} told */
export function meanwhile(told) {
  if (!told) return t("The match goes on.");
  const { alone, clock, mine } = told;
  if (alone && !clock) return mine ? t("The table waits for you; it was your turn.") : t("The table waits for you.");
  if (clock) return mine ? t("It was your turn, and the clock runs.") : t("The match goes on, and the clock runs.");
  return mine ? t("It was your turn; the others wait for a while.") : t("The match goes on.");
}

/** Where an end lies, in a word: for two that carry the same number.
 * @param {number} at @param {boolean | undefined} upright */
export function side(at, upright) {
  if (upright) return at === 0 ? t("top end") : t("bottom end");
  return at === 0 ? t("left end") : t("right end");
}

/** How an end is called, from where it lies on the screen: the first of the two, or the second.
 * @param {number} at @param {boolean | undefined} upright @param {{ number: number }} end */
export function called(at, upright, { number }) {
  if (upright)
    return at === 0
      ? t("on the upper end, the {number}", { number })
      : t("on the lower end, the {number}", { number });
  return at === 0 ? t("on the left end, the {number}", { number }) : t("on the right end, the {number}", { number });
}
