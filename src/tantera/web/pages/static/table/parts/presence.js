// Who is away and how long the others wait, pauses, what somebody proposes, who waits for the referee.
import { t } from "../../words.js";
import { capital, el, keep, surname } from "../dom.js";
import { emphasised } from "../news.js";
import { byTheClock, done } from "../plates.js";
import { textOf } from "./talk.js";
import { aloneWithBots, button, cited, countdown, countup, facts, goTo, isReferee, missingNames, mySeat, personName, seatName, strip } from "./common.js";

const [READ, PER_LETTER] = [12_000, 120]; // ms in which everybody has read a note

const EXPLAINED = "tantera.played-for-you";
let explained = ""; // the match in which it was said at length

const DECLINED = "tantera.not-taught";
let declined = false; // here, where the browser keeps nothing

const WHATS = {
  pause: () => t("a pause"),
  resume: () => t("to go on"),
  /** @param {App} _app @param {number | null} _seat @param {boolean} mine */
  take_back: (_app, _seat, mine) => (mine ? t("to take your last move back") : t("to take the last move back")),
  rematch: () => t("a rematch"),
  partners: () => t("a rematch with other partners"),
  /** @param {App} app @param {number | null} seat */
  end_grace: (app, seat) => t("not to wait for {name} any longer", { name: seatName(app, seat) }),
  referee: () => t("to be the referee of this table"),
  /** @param {App} app @param {number | null} seat */
  opener: (app, seat) => t("that {name} opens", { name: seatName(app, seat) }),
};

/** Whether this match has not been seen to play a turn by itself. Kept where the browser keeps anything.
 * @param {string} match */
function isFirst(match) {
  const known = explained === match;
  explained = match;
  try {
    const kept = localStorage.getItem(EXPLAINED) === match;
    localStorage.setItem(EXPLAINED, match);
    return !kept && !known;
  } catch {
    return !known;
  }
}

/** @type {Section} */
export function presence(host, app) {
  /** @type {{ name: string, text: string } | null} */
  let heard = null; // the last thing somebody said that nobody has seen yet
  let going = 0;
  /** What was said to me alone, until I have read it. @type {{text: string, article?: string} | null} */
  let note = null;
  let reading = 0;
  /** @type {Seen | null} */
  let seen = null; // the last of this hand's moves that this page has shown

  /** Whether I have made a move: what I was told about it is yesterday's.
   * @param {Wire.Event[]} events */
  const played = (events) => events.some(({ event, seat }) => seat === mySeat(app) && ["tile_placed", "doubles_placed", "turn_passed", "tile_drawn"].includes(event));

  /**
   * A turn of mine without a choice, which the table has played: the first one of a match is explained, so that nobody asks
   * who has moved their tile; of the others a line under my tiles says so.
   * @param {Sentence[]} said
   */
  function playedForMe(said) {
    const told = said.findLast(({ part }) => part === "for_you");
    if (!told) return null;
    if (!isFirst(`${app.root.dataset.table}/${app.connection.table?.matches}`)) {
      app.say({ ...told, tone: "told" });
      return null;
    }
    return { text: `${capital(told.text)}. ${t("Where there is nothing to choose, the turn plays itself.")}`, article: told.article };
  }

  const read = () => {
    note = null;
    app.connection.changed();
  };

  return {
    update() {
      const { table, shown, you } = app.connection;
      const inPlay = shown && shown.phase !== "ended";
      const key = [table.seats, table.pause, table.proposals, table.calls, table.closed, table.seat, table.eyes, shown?.phase === "ended", heard, note, app.connection.current, isTaught(app)];
      keep(host, key, () => [
        closed(app),
        ...(inPlay ? [bots(app), pause(app), ...away(app), ...calls(app)] : []),
        ...proposals(app, you),
        note && strip("note", "talk", el("span", { role: "status" }, emphasised(note.text, []), " ", cited(note.article, app)), button("", read, { key: "note-read", sign: "close", kind: "quiet", "aria-label": t("Understood") })),
        heard && strip("said", "talk", [el("b", {}, heard.name), " ", heard.text]),
        teaching(app), // last: a phone shows one of these, and an offer keeps no answer away
      ].filter(Boolean));
      return host.childElementCount > 0;
    },
    step({ whole, events, said }) {
      const missed = whole ? lateUnseen(app.connection, seen) : null;
      seen = shownSoFar(app.connection.shown);
      const fresh = said.findLast(({ part }) => part === "note") ?? playedForMe(said) ?? missed;
      note = fresh ?? (whole || played(events) ? null : note);
      if (fresh) {
        clearTimeout(reading);
        reading = setTimeout(read, READ + PER_LETTER * fresh.text.length);
      }
      if (whole) return;
      const { you } = app.connection;
      const last = events.flatMap((event) => (event.event === "said" && event.person !== you ? [event] : [])).at(-1);
      if (!last || talkIsOpen(app)) return;
      heard = { name: personName(app, last.person), text: textOf(last) };
      clearTimeout(going);
      going = setTimeout(() => {
        heard = null;
        app.connection.changed();
      }, 8000);
    },
  };
}

/** @typedef {{ hands: number, at: number }} Seen */

/** How far a page has come.
 * @param {Wire.Snapshot | null} shown */
const shownSoFar = (shown) => shown && { hands: shown.hands, at: shown.moves.at(-1)?.at ?? 0 };

/** What the table played for me because my time ran out, while this page heard nothing and perhaps nobody had noticed.
 * @param {Pick<Connection, "shown" | "table">} connection @param {Seen | null} seen */
export function lateUnseen({ shown, table }, seen) {
  if (!seen || !shown) return null;
  const since = shown.hands === seen.hands ? seen.at : 0;
  const late = shown.moves.filter((one) => one.seat === table.seat && one.at > since && byTheClock(one, table));
  return late.length > 0 ? { text: t("Your time ran out: the table played {moves} for you", { moves: late.map(done).join(", ") }) } : null;
}

/** Whether somebody who has finished nothing yet may be taught instead: until they have laid a tile, and where nobody else
 * would be left alone.
 * @param {App} app */
const isTaught = (app) => {
  const { shown } = app.connection;
  return Boolean(document.getElementById("teach")) && !hasDeclined() && aloneWithBots(app) && app.mode === "play" && shown?.hands === 0 && !shown.moves.some((one) => one.seat === mySeat(app));
};

/** @param {App} app */
function teaching(app) {
  const putAway = () => {
    decline();
    app.connection.changed();
  };
  return isTaught(app) && strip("note teach", "bulb", t("First time?"), button(t("Teach me"), () => goTo(app, "teach"), { kind: "do", key: "teach" }), button("", putAway, { key: "teach-declined", sign: "close", kind: "quiet", "aria-label": t("Close") }));
}

/** Whether the offer was put away on this device: it is not made again. */
function hasDeclined() {
  try {
    return declined || localStorage.getItem(DECLINED) !== null;
  } catch {
    return declined;
  }
}

function decline() {
  declined = true;
  try {
    localStorage.setItem(DECLINED, "yes");
  } catch {
    // Then it is put away until the page is opened again.
  }
}

/** Whether what is said can be read where it stands: beside the table, or in the panel after a hand.
 * @param {App} app */
function talkIsOpen(app) {
  const { top = Infinity, bottom = Infinity, height = 0 } = document.querySelector("#talk .talk-list")?.getBoundingClientRect() ?? {};
  return (height > 0 && top >= 0 && bottom <= innerHeight) || app.mode === "count";
}

/** @param {App} app */
function closed(app) {
  const { closed: why } = app.connection.table;
  if (!why) return null;
  const told = { idle: t("The table was closed: nobody had been here for long."), left: t("The table was closed: everybody has left."), host: t("The host has closed the table."), director: t("The organisers have closed the table."), room: t("The table was closed: another one was opened in its place.") };
  return strip("alert", "close", [told[why], " ", el("a", { href: "/" }, t("Home"))]);
}

/** A bot plays for me until I come back.
 * @param {App} app */
function bots(app) {
  const seat = mySeat(app);
  if (!seat || !app.connection.table.seats[seat - 1].bot) return null;
  return strip("amber", "away", t("A bot plays for you."), button(t("Come back"), () => app.order({ order: "connect" }), { kind: "do", key: "come-back" }));
}

/** @param {App} app */
function pause(app) {
  const { current, table } = app.connection;
  const { pause: on, proposals } = table;
  // Of bots the bar tells; and who comes back alone is who it waited for.
  /** @type {Partial<Record<Wire.Pause["why"], unknown>>} */
  const untold = { away: mySeat(app), restart: aloneWithBots(app), preparing: true };
  if (!on || untold[on.why]) return null;
  /** @type {Partial<Record<Wire.Pause["why"], string>>} */
  const told = {
    agreed: t("Pause"),
    referee: t("The referee has stopped the clock"),
    director: t("The director has stopped the clock"),
    restart: t("The table was away: it goes on when everybody is back"),
    correction: t("Something is being put right"),
    away: t("The table waits for its player"),
  };
  const resume = on.why === "agreed" && mySeat(app) && !proposals.some((one) => one.what === "resume");
  // The hall stands still for as long as it does, and nobody counts days.
  const open = on.why === "away" || (facts.round && on.why === "director");
  const left = open || !current ? [] : [" · ", countdown(on.until), on.why !== "restart" && ` · ${t("then the match goes on")}`];
  return strip("amber", "pause", [told[on.why], ...left], resume && button(t("Go on"), () => app.order({ order: "propose", what: "resume" }), { kind: "do", key: "resume" }));
}

/** Who is away, and until when the others wait.
 * @param {App} app */
function away(app) {
  const { table, shown, current } = app.connection;
  return table.seats.flatMap((seat, place) => {
    const number = place + 1;
    if (!seat.person || seat.where === "here" || number === mySeat(app) || shown.out.includes(number)) return [];
    if (seat.bot) return standIn(seat).map((text) => strip("amber", "away", text));
    const proposed = table.proposals.some((one) => one.what === "end_grace" && one.seat === number);
    const enough = mySeat(app) && seat.grace_until && !proposed && !table.pause;
    const text = seat.where === "left" ? t("{name} has left the table", { name: surname(seat.name) }) : t("{name} has lost the connection", { name: surname(seat.name) });
    return [
      strip(
        "amber",
        "away",
        seat.grace_until && !table.pause && current ? [text, " · ", countdown(seat.grace_until), ` · ${then(table)}`] : text,
        enough && button(t("Wait no longer"), () => app.order({ order: "propose", what: "end_grace", seat: number }), { key: `grace${number}` }),
      ),
    ];
  });
}

/** Who has lost the network has a bot in their place for as long as that lasts; of who has left the plate is enough.
 * @param {Wire.SeatView} seat */
export function standIn({ name, where }) {
  return where === "left" ? [] : [t("{name} has lost the connection: a bot plays until they are back", { name: surname(name) })];
}

/** What follows when nobody waits any longer.
 * @param {Wire.TableView} table */
const then = ({ settings }) => (settings.away === "book" ? t("then what the book says of leaving") : t("then a bot plays on"));

/** @param {App} app */
function calls(app) {
  const { table, you } = app.connection;
  return table.calls.map((call) => {
    const mine = call.person === you;
    const text = mine
      ? table.referee || facts.round ? t("You have called the referee") : t("You have called the referee, but this table has none")
      : t("{name} has called the referee", { name: call.by });
    const act = mine
      ? button(t("Take back"), () => app.order({ order: "answer_call", person: you }), { kind: "quiet", key: "uncall" })
      : isReferee(app) && button(t("Settled"), () => app.order({ order: "answer_call", person: call.person }), { key: `answer-${call.person}` });
    return strip(isReferee(app) ? "amber" : "quiet", "hand", [text, " · ", countup(call.since), call.reason && !mine && el("span", { class: "reason" }, `«${call.reason}»`)], act);
  });
}

/** @param {App} app @param {string | null} you */
function proposals(app, you) {
  const { table } = app.connection;
  return table.proposals
    .filter((one) => one.what !== "opener" && !(["rematch", "partners"].includes(one.what) && app.mode === "ended" && mySeat(app)))
    .map((one) => {
      const mine = one.person === you;
      const what = WHATS[one.what](app, one.seat, mine);
      const asked = one.missing.some((group) => group.includes(you));
      const text = mine ? t("You propose {what}", { what }) : t("{name} proposes {what}", { name: one.by, what });
      const missing = asked ? null : el("span", { class: "second" }, ` · ${t("missing: {names}", { names: missingNames(app, one.missing) })}`);
      const acts = asked
        ? [button(t("No"), () => app.order({ order: "decline", what: one.what }), { key: `no-${one.what}` }), button(t("Yes"), () => app.order({ order: "agree", what: one.what }), { kind: "do", key: `yes-${one.what}` })]
        : mine ? [button(t("Take back"), () => app.order({ order: "decline", what: one.what }), { kind: "quiet", key: `never-${one.what}` })] : [];
      return strip(asked ? "ask" : "quiet", "talk", [text, missing, " ", countdown(one.until)], ...acts);
    });
}
