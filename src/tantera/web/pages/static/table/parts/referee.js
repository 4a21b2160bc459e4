// For the referee: who, what, what follows, one button. The book's catalogue is searched by the server.
import { plain, t } from "../../words.js";
import { capital, el, icon, keep, spoken } from "../dom.js";
import { ICONS, button, cited, facts, isReferee, seatName } from "./common.js";
import { corrections } from "./corrections.js";
import { ruling } from "./decision.js";
import { reserve } from "./reserve.js";

const PATIENCE = 180; // ms without a key before the catalogue is asked

/** @type {Writing} Nothing is written down. */
const CLOSED = { open: null, seat: undefined, words: "", all: false, found: null, chosen: null, tile: "", turn: "", touched: false, noticed: false, foreseen: null, problem: null };

/** @type {Section} */
export function referee(host, app) {
  const state = { ...CLOSED };
  const parts = { who: el("fieldset", { class: "who" }), what: el("div", { class: "what" }), found: el("div", { class: "found" }), details: el("div", { class: "details" }), follows: el("div", { class: "follows" }) };
  const correcting = el("div", { class: "correcting" });
  /** @type {HTMLInputElement} */
  const field = el("input", { class: "field", type: "search", "aria-label": t("What happened?"), placeholder: t("What happened?"), autocomplete: "off", "data-key": "search", oninput: () => ask(field.value) });
  const form = el("div", { class: "referee-form" }, parts.who, parts.what, parts.found);
  const verdict = el("div", { class: "verdict" }, parts.details, parts.follows);
  const replacing = el("div", { class: "referee-form" });
  const fix = corrections(correcting, app);
  const letIn = reserve(replacing, app, () => close());
  let waiting = 0;

  parts.what.append(el("h3", {}, t("What happened?")), el("div", { class: "search" }, icon(ICONS.search), field));

  // --- the catalogue

  /** @param {string} words */
  function ask(words, all = false) {
    Object.assign(state, { words, all, chosen: null, foreseen: null, problem: null });
    find();
  }

  /** Asks the catalogue: what can have happened at this table comes first. */
  function find() {
    const { words, all, seat } = state;
    clearTimeout(waiting);
    if (!words.trim() && !all) {
      state.found = null;
      show();
      return;
    }
    waiting = setTimeout(async () => {
      const query = new URLSearchParams({ q: all ? "" : words, lang: app.lang, ...(seat ? { seat: String(seat) } : {}) });
      const answer = await fetch(`/api/tables/${app.root.dataset.table}/infractions?${query}`);
      if (state.words !== words || state.seat !== seat || !answer.ok) return;
      state.found = await answer.json();
      show();
    }, all ? 0 : PATIENCE);
  }

  /** @param {number | undefined} seat */
  const rackOf = (seat) => ((seat && app.connection.shown.racks[seat - 1]) || []).filter((tile) => tile !== null);

  /** What would follow, as the server sees the match now. */
  async function foresee() {
    Object.assign(state, { foreseen: null, problem: null });
    const { chosen, seat, tile, turn, touched, noticed } = state;
    show();
    if (!chosen || chosen.ruling || (chosen.offender === "named" && !seat) || seat === undefined) return;
    const query = new URLSearchParams({ article: chosen.article, lang: app.lang });
    for (const [name, value] of Object.entries({ seat, tile: chosen.tile ? tile : "", turn: chosen.turn ? turn : "", touched: chosen.touched && touched, noticed: chosen.noticed && noticed })) if (value) query.set(name, String(value));
    const answer = await fetch(`/api/tables/${app.root.dataset.table}/foresee?${query}`);
    if (state.chosen !== chosen || state.seat !== seat) return;
    const told = await answer.json();
    if (answer.ok && !told.refused) state.foreseen = told;
    else state.problem = { text: told.refused ?? told.message, article: told.article };
    show();
  }

  function record() {
    const { chosen, seat, tile, turn, touched, noticed } = state;
    if (!chosen) return;
    /** @type {[string, string][]} */
    const details = [];
    if (chosen.tile && tile) details.push(["tile", tile]);
    if (chosen.turn && turn) details.push(["turn", String(turn)]);
    if (chosen.touched && touched) details.push(["touched", "yes"]);
    if (chosen.noticed && noticed) details.push(["noticed", "own"]);
    /** @type {Wire.RecordInfraction} */
    const order = { order: "record_infraction", article: chosen.article, seat: seat || null, details, ...(chosen.turn && turn ? { turn: Number(turn) } : {}) };
    app.order(order).then((answer) => answer.type === "done" && close());
  }

  function close() {
    Object.assign(state, CLOSED);
    field.value = "";
    app.connection.changed();
  }

  /** @param {Writing["open"]} which */
  function open(which) {
    state.open = which;
    app.connection.changed();
    if (which === "correct") fix.load();
    else queueMicrotask(() => host.querySelector(".person")?.focus());
  }

  // --- what is shown

  function show() {
    const { connection } = app;
    const { shown } = connection;
    keep(parts.who, [shown.names, shown.turn, shown.opener, shown.cards, state.seat, state.chosen?.offender], () => who(app, state, (seat) => ((state.seat = seat), find(), foresee())));
    keep(parts.found, [state.found, state.chosen?.article, state.words], () => list());
    keep(parts.details, [state.chosen, state.seat, state.tile, state.touched, state.noticed, shown.racks], () => details());
    keep(parts.follows, [state.chosen, state.seat, state.foreseen, state.problem], () => follows());
  }

  function list() {
    const all = button(t("All infractions of {book}", { book: facts.law.name }), () => ask("", true), { kind: "quiet row-next", key: "all", sign: "next" });
    if (!state.found) return all;
    const rows = state.found.map((one) => entry(one));
    return [el("div", { role: "radiogroup", "aria-label": t("What happened?") }, rows), state.all ? null : all];
  }

  /** @param {Wire.FoundInfraction} one */
  function entry(one) {
    const chosen = state.chosen?.article === one.article;
    const choose = () => {
      Object.assign(state, { chosen: one, tile: "", turn: "", touched: false, noticed: false });
      foresee();
    };
    return el(
      "label",
      { class: `entry ${chosen ? "chosen" : ""} ${one.against ? "cannot" : ""}` },
      el("input", { type: "radio", name: "infraction", checked: chosen, "data-key": `entry-${one.article}`, onchange: choose }),
      el("span", { class: "entry-text" }, el("b", {}, one.name), one.grade && el("small", {}, ` ${one.grade}`), one.against && el("span", { class: "second against" }, capital(one.against)), el("span", { class: "second" }, marked(one.example, state.words), one.also && [` ${t("Also:")} `, marked(one.also, state.words), "."])),
      one.article.includes("-") ? cited(one.article, app) : null,
    );
  }

  /** What else the book asks for. */
  function details() {
    const { chosen, seat } = state;
    if (!chosen) return null;
    const asked = [];
    if (chosen.tile) {
      asked.push(el("label", {}, t("Which tile?"), el("select", { class: "field", "data-key": "tile", onchange: ({ target }) => ((state.tile = target.value), foresee()) }, el("option", { value: "" }, "—"), rackOf(seat).map((tile) => el("option", { value: tile, selected: tile === state.tile }, spoken(tile))))));
    }
    if (chosen.turn) asked.push(el("label", {}, t("On which turn, if it was found later?"), el("input", { class: "field", type: "number", min: 1, max: 999, inputmode: "numeric", value: state.turn, "data-key": "turn", onchange: ({ target }) => ((state.turn = target.value), foresee()) })));
    /** @type {["touched" | "noticed", string][]} */
    const asks = [["touched", t("The tile was touched")], ["noticed", t("They noticed it themselves")]];
    for (const [name, text] of asks) {
      if (chosen[name]) asked.push(el("label", { class: "check" }, el("input", { type: "checkbox", checked: state[name], "data-key": name, onchange: ({ target }) => ((state[name] = target.checked), foresee()) }), text));
    }
    return asked;
  }

  function follows() {
    const { chosen, seat, foreseen, problem } = state;
    if (!chosen) return null;
    if (chosen.ruling) return ruling(app, chosen.article);
    if (problem && chosen.tile && !state.tile) return el("p", { class: "second" }, t("Say which tile it was."));
    if (problem) return el("p", { class: "problem" }, capital(problem.text), " ", cited(problem.article, app));
    const told = foreseen ? foreseen.follows : chosen.follows.map((text) => ({ text, card: "" }));
    const cards = app.connection.law?.cards ?? {};
    const lines = el("ul", {}, told.map(({ text, card }) => el("li", {}, card && el("span", { class: `card ${card}` }, cards[card]?.letters ?? "")," ", text)));
    const asks = foreseen?.asks && [
      el("p", { class: "asks" }, foreseen.asks, " ", cited(foreseen.article, app)),
      foreseen.choices.length ? el("div", { class: "foreseen" }, foreseen.choices.map((one) => el("div", {}, el("b", {}, one.text), el("span", {}, one.follows)))) : null,
    ];
    const ready = Boolean(foreseen) && seat !== undefined;
    return [told.length ? lines : foreseen && !foreseen.asks && el("p", { class: "second" }, t("It is recorded; nothing follows.")), asks, button(foreseen?.asks ? t("Record it and ask") : t("Record it"), record, { kind: "do", key: "record", off: !ready })].flat();
  }

  const foot = el("div", { class: "acts" });

  return {
    update() {
      const { shown, table } = app.connection;
      const on = isReferee(app) && shown && shown.phase !== "ended";
      app.root.dataset.eyes = isReferee(app) ? "referee" : "";
      app.root.dataset.referee = on && state.open ? "open" : "";
      if (!on) return false;
      keep(foot, [state.open, shown.clock.paused !== null, shown.options, shown.phase], () => acts());
      if (state.open === "record") show();
      if (state.open === "reserve") letIn.update();
      const contents = { record: () => [head(t("Record an infraction")), form, verdict], correct: () => [head(t("Put something right")), correcting], reserve: () => [head(t("Put a reserve in")), replacing] };
      const content = state.open ? contents[state.open]() : [foot];
      if (host.dataset.open !== (state.open ?? "closed")) {
        host.dataset.open = state.open ?? "closed";
        host.replaceChildren(...content);
      }
      return !(shown.phase === "awaiting" && app.connection.question?.answers.length && !state.open) || !table.pause;
    },
  };

  /** @param {string} text */
  function head(text) {
    return el("header", { class: "panel-head" }, el("h2", {}, text), button(t("Back"), close, { kind: "quiet", key: "back", sign: "close" }));
  }

  function acts() {
    const { shown } = app.connection;
    const pause = shown.options.find((one) => one.order === "pause_clock");
    const resume = shown.options.find((one) => one.order === "resume_clock");
    return [
      pause && button(t("Stop the clock"), () => app.order(pause), { key: "clock", sign: "pause" }),
      resume && button(t("Let the clock go on"), () => app.order(resume), { key: "clock" }),
      button(t("Put right…"), () => open("correct"), { key: "correct" }),
      !facts.round && shown.phase !== "playing" && button(t("Reserve…"), () => open("reserve"), { key: "reserve-open" }),
      button(t("Record an infraction"), () => open("record"), { kind: "do", key: "record-open", sign: "hand" }),
    ];
  }
}

/** Who did it, in turn order; where the book lets it be, nobody knows who.
 * @param {App} app @param {Writing} state @param {(seat: number) => void} choose */
function who(app, state, choose) {
  const { shown, law } = app.connection;
  const seats = shown.names.map((_, place) => place + 1);
  const from = Math.max(0, seats.indexOf(shown.opener));
  const turned = [...seats.slice(from), ...seats.slice(0, from)];
  /** @param {number} seat */
  const second = (seat) => [seat === shown.opener && t("opened"), seat === shown.turn && t("in turn")].filter(Boolean).join(", ");
  /** @param {number} seat */
  const cards = (seat) =>
    Object.entries(shown.cards[seat] ?? {}).flatMap(([card, times]) => Array.from({ length: times }, () => el("span", { class: `card ${card}` }, law?.cards[card]?.letters ?? "")));
  /** @param {number} seat @param {string} name @param {string} more @param {Child} [shownCards] */
  const one = (seat, name, more, shownCards) => el("button", { type: "button", class: "person", "aria-pressed": String(state.seat === seat), "data-key": `who${seat}`, onclick: () => choose(seat) }, el("b", {}, name, shownCards), more && el("span", {}, more));
  return [
    el("legend", {}, t("Who?")),
    el("div", { class: "people" }, turned.map((seat) => one(seat, seatName(app, seat), second(seat), cards(seat)))),
    state.chosen?.offender === "maybe" && one(0, t("Nobody knows who"), ""),
  ];
}

/** A text with the words that were looked for underlined.
 * @param {string} text @param {string} words */
function marked(text, words) {
  const wanted = words.trim().split(/\s+/).filter((word) => word.length > 2);
  if (!wanted.length) return text;
  const roots = wanted.map((word) => plain(word).slice(0, Math.max(4, word.length - 2))).filter(Boolean);
  return text.split(/(\s+)/).map((word) => (roots.some((root) => plain(word).startsWith(root)) ? el("mark", {}, word) : word));
}
