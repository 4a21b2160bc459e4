// What one may do beside playing: call the referee, a pause, a move taken back, leaving.
import { t } from "../../words.js";
import { el, howToPlay, keep } from "../dom.js";
import { cast } from "./cast.js";
import { aloneWithBots, atHome, button, facts, isReferee, mayTakeBack, mySeat, twice } from "./common.js";

const REASONS = () => [t("an infraction"), t("the count"), t("a doubt about the rules")];

/** @type {Part} */
export function tools(element, app) {
  let calling = false;

  /** @param {Wire.Propose["what"]} what */
  const propose = (what) => () => app.order({ order: "propose", what });

  /** What comes of it is seen at the table: where the side lies over that, it goes.
   * @param {Wire.AnyOrder} order */
  const atTheTable = (order) => () => {
    if (app.side.open) app.side.toggle();
    app.order(order);
  };

  function update() {
    const { table, shown, you } = app.connection;
    if (!table || table.closed) {
      element.replaceChildren();
      element.kept = null;
      return;
    }
    const seat = mySeat(app);
    const inPlay = Boolean(shown && shown.phase !== "ended");
    /** @param {string} what */
    const open = (what) => table.proposals.some((one) => one.what === what);
    const called = table.calls.some((call) => call.person === you);
    const alone = aloneWithBots(app);
    const back = !alone && mayTakeBack(app); // alone with bots it lies beside the tiles (quick.js)
    const mayPause = table.settings.pauses && inPlay && seat && !table.pause && !open("pause");
    const mayJudge = !facts.round && !seat && !isReferee(app) && !table.referee && !open("referee") && you && table.people[you];
    if (called || !inPlay) calling = false;
    keep(element, [seat, alone, table.referee, inPlay, called, calling, back, mayPause, mayJudge, table.is_host, table.eyes, table.seats.map((one) => (one.person ? "" : one.bot)), table.settings.pace], () => [
      inPlay && seat && (table.referee || !atHome(app)) && !(alone && !table.referee) && !called && (calling ? call() : button(t("Call the referee"), () => ((calling = true), update(), element.querySelector("input")?.focus()), { key: "call", sign: "hand" })),
      back && button(t("Take my last move back"), atTheTable({ order: "propose", what: "take_back" }), { key: "take-back" }),
      mayPause && button(alone ? t("Pause") : t("Propose a pause"), atTheTable({ order: "propose", what: "pause" }), { key: "pause", sign: "pause" }),
      mayJudge && button(t("Be the referee, if all agree"), propose("referee"), { key: "judge", sign: "hand" }),
      isReferee(app) && twice(t("Stop being the referee"), t("Tap again to stand up"), () => app.order({ order: "stand_up" }), { key: "stand" }),
      table.is_host && !inPlay && twice(t("Close the table"), t("Tap again to close it"), () => app.order({ order: "close_table" }), { key: "close" }),
      you && table.people[you] && twice(t("Leave the table"), inPlay && seat ? goodbye(alone, table.settings) : t("Tap again to leave"), leave, { key: "leave", kind: "quiet" }),
      cast(app),
      howToPlay(),
      languages(),
    ].filter(Boolean));
  }

  function languages() {
    const here = `/tables/${app.root.dataset.table}`;
    /** @param {[string, string]} language */
    const one = ([code, name]) => el("a", { href: `/lang/${code}?to=${encodeURIComponent(here)}`, lang: code, "aria-label": name, "aria-current": code === app.lang ? "true" : null }, code.toUpperCase());
    return el("nav", { class: "languages", "aria-label": t("Language") }, Object.entries({ es: "Español", ca: "Català", en: "English" }).map(one));
  }

  /** What follows when somebody leaves in the middle of a match.
   * @param {boolean} alone @param {Wire.Settings} settings */
  function goodbye(alone, settings) {
    if (alone) return t("The table waits for you: tap again to leave");
    if (facts.round || settings.away === "book") return t("A match is on: tap again to leave");
    return t("A bot plays on, and you can come back: tap again to leave");
  }

  async function leave() {
    await app.order({ order: "leave" });
    location.assign(facts.round?.link ?? `/?left=${app.root.dataset.table}`);
  }

  /** Why, is for the referee alone to read: words to the whole table would be words to one's partner. */
  function call() {
    const field = el("input", { class: "field", required: true, maxlength: 300, "data-key": "reason", "aria-label": t("What is it about?"), placeholder: t("What is it about?"), enterkeyhint: "send" });
    /** @param {string} reason */
    const send = (reason) => {
      if (!reason.trim()) {
        field.reportValidity();
        return;
      }
      calling = false;
      app.order({ order: "call_referee", reason: reason.trim() });
    };
    return el(
      "form",
      { class: "calling", onsubmit: (event) => (event.preventDefault(), send(field.value)) },
      el("h3", {}, t("Call the referee")),
      el("div", { class: "choices" }, REASONS().map((reason) => button(reason, () => send(reason), { key: reason }))),
      el("div", { class: "row" }, field, button(t("Call"), null, { kind: "do", type: "submit", key: "call-send" })),
      button(t("Never mind"), () => ((calling = false), update()), { kind: "quiet", key: "never" }),
    );
  }

  return { update };
}
