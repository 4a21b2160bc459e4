// Who is away and how long the others wait, pauses, what somebody proposes, who waits for the referee.
import { t } from "../../words.js";
import { el, keep, surname } from "../dom.js";
import { button, countdown, countup, facts, isReferee, missingNames, mySeat, personName, seatName, strip } from "./common.js";

export const WHATS = {
  pause: () => t("a pause"),
  resume: () => t("to go on"),
  take_back: (app, seat, mine) => (mine ? t("to take your last move back") : t("to take the last move back")),
  rematch: () => t("a rematch"),
  end_grace: (app, seat) => t("not to wait for {name} any longer", { name: seatName(app, seat) }),
  referee: () => t("to be the referee of this table"),
  opener: (app, seat) => t("that {name} opens", { name: seatName(app, seat) }),
};

/** @type {Section} */
export function presence(host, app) {
  let heard = null; // the last thing somebody said that nobody has seen yet
  let going = null;

  return {
    update() {
      const { table, shown, you } = app.connection;
      const inPlay = shown && shown.phase !== "ended";
      const key = [table.seats, table.pause, table.proposals, table.calls, table.closed, table.seat, table.eyes, shown?.phase === "ended", heard];
      keep(host, key, () => [
        closed(app),
        ...(inPlay ? [bots(app), pause(app), ...away(app), ...calls(app)] : []),
        ...proposals(app, you),
        heard && strip("said", "talk", [el("b", {}, heard.name), " ", heard.text]),
      ].filter(Boolean));
      return host.childElementCount > 0;
    },
    step({ whole, events }) {
      if (whole) return;
      const { you } = app.connection;
      const last = events.flatMap((event) => (event.event === "said" && event.person !== you ? [event] : [])).at(-1);
      if (!last || talkIsOpen(app)) return;
      heard = { name: personName(app, last.person), text: last.text };
      clearTimeout(going);
      going = setTimeout(() => {
        heard = null;
        app.connection.changed();
      }, 8000);
    },
  };
}

/** Whether what is said can be read where it stands: beside the table, or in the panel after a hand. */
const talkIsOpen = (app) => (document.getElementById("talk")?.offsetParent ?? null) !== null || app.mode === "count";

function closed(app) {
  const { closed: why } = app.connection.table;
  if (!why) return null;
  const told = { idle: t("The table was closed: nobody had been here for long."), left: t("The table was closed: everybody has left."), host: t("The host has closed the table.") };
  return strip("alert", "close", [told[why], " ", el("a", { href: "/" }, t("Home"))]);
}

/** A bot plays for me until I come back. */
function bots(app) {
  const seat = mySeat(app);
  if (!seat || !app.connection.table.seats[seat - 1].bot) return null;
  return strip("amber", "away", t("A bot plays for you."), button(t("Come back"), () => app.order({ order: "connect" }), { kind: "do", key: "come-back" }));
}

function pause(app) {
  const { pause: on, proposals } = app.connection.table;
  if (!on) return null;
  const told = {
    agreed: t("Pause"),
    referee: t("The referee has stopped the clock"),
    director: t("The director has stopped the clock"),
    restart: t("The table was away: it goes on when everybody is back"),
    correction: t("Something is being put right"),
  };
  const resume = on.why === "agreed" && mySeat(app) && !proposals.some((one) => one.what === "resume");
  const open = facts.round && on.why === "director"; // the hall stands still for as long as it does
  return strip("amber", "pause", open ? [told[on.why]] : [told[on.why], " · ", countdown(on.until)], resume && button(t("Go on"), () => app.order({ order: "propose", what: "resume" }), { kind: "do", key: "resume" }));
}

/** Who is away, and until when the others wait. */
function away(app) {
  const { table, shown } = app.connection;
  return table.seats.flatMap((seat, place) => {
    const number = place + 1;
    if (!seat.person || seat.where === "here" || number === mySeat(app) || shown.out.includes(number)) return [];
    if (seat.bot) return []; // the plate shows it
    const proposed = table.proposals.some((one) => one.what === "end_grace" && one.seat === number);
    const enough = mySeat(app) && seat.grace_until && !proposed && !table.pause;
    const text = seat.where === "left" ? t("{name} has left the table", { name: surname(seat.name) }) : t("{name} has lost the connection", { name: surname(seat.name) });
    return [
      strip(
        "amber",
        "away",
        seat.grace_until && !table.pause ? [text, " · ", countdown(seat.grace_until)] : text,
        enough && button(t("Wait no longer"), () => app.order({ order: "propose", what: "end_grace", seat: number }), { key: `grace${number}` }),
      ),
    ];
  });
}

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

function proposals(app, you) {
  const { table } = app.connection;
  return table.proposals
    .filter((one) => one.what !== "opener" && !(one.what === "rematch" && app.mode === "ended" && mySeat(app)))
    .map((one) => {
      const mine = one.person === you;
      const what = WHATS[one.what](app, one.seat, mine);
      const asked = one.missing.some((group) => group.includes(you));
      const text = mine ? t("You propose {what}", { what }) : t("{name} proposes {what}", { name: one.by, what });
      const missing = asked ? null : el("span", { class: "second" }, ` · ${t("missing: {names}", { names: missingNames(app, one.missing) })}`);
      const acts = asked
        ? [button(t("Yes"), () => app.order({ order: "agree", what: one.what }), { kind: "do", key: `yes-${one.what}` }), button(t("No"), () => app.order({ order: "decline", what: one.what }), { key: `no-${one.what}` })]
        : mine ? [button(t("Take back"), () => app.order({ order: "decline", what: one.what }), { kind: "quiet", key: `never-${one.what}` })] : [];
      return strip(asked ? "ask" : "quiet", "talk", [text, missing, " ", countdown(one.until)], ...acts);
    });
}
