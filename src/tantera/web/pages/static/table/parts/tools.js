// What one may do beside playing: call the referee, a pause, a move taken back, leaving.
import { t } from "../../words.js";
import { el, keep } from "../dom.js";
import { button, facts, isReferee, mySeat, twice } from "./common.js";

const REASONS = () => [t("an infraction"), t("the count"), t("a doubt about the rules")];

/** @type {Part} */
export function tools(element, app) {
  let calling = false;

  const propose = (what) => () => app.order({ order: "propose", what });

  function update() {
    const { table, shown, you } = app.connection;
    if (!table || table.closed) {
      element.replaceChildren();
      element.kept = null;
      return;
    }
    const seat = mySeat(app);
    const inPlay = Boolean(shown && shown.phase !== "ended");
    const open = (what) => table.proposals.some((one) => one.what === what);
    const called = table.calls.some((call) => call.person === you);
    const last = shown?.moves?.at(-1);
    const mayTakeBack = table.settings.take_backs && shown?.phase === "playing" && seat && last?.seat === seat && !table.pause && !open("take_back");
    const mayPause = table.settings.pauses && inPlay && seat && !table.pause && !open("pause");
    const mayJudge = !facts.round && !seat && !isReferee(app) && !table.referee && !open("referee") && you && table.people[you];
    if (called || !inPlay) calling = false;
    keep(element, [seat, inPlay, called, calling, mayTakeBack, mayPause, mayJudge, table.is_host, table.eyes, Boolean(table.seats.some((one) => one.person))], () => [
      inPlay && seat && !called && (calling ? call() : button(t("Call the referee"), () => ((calling = true), update(), element.querySelector("input")?.focus()), { key: "call", sign: "hand" })),
      mayTakeBack && button(t("Take my last move back"), propose("take_back"), { key: "take-back" }),
      mayPause && button(t("Propose a pause"), propose("pause"), { key: "pause", sign: "pause" }),
      mayJudge && button(t("Be the referee, if all agree"), propose("referee"), { key: "judge", sign: "hand" }),
      isReferee(app) && twice(t("Stop being the referee"), t("Tap again to stand up"), () => app.order({ order: "stand_up" }), { key: "stand" }),
      table.is_host && !inPlay && twice(t("Close the table"), t("Tap again to close it"), () => app.order({ order: "close_table" }), { key: "close" }),
      you && table.people[you] && twice(t("Leave the table"), inPlay && seat ? t("A match is on: tap again to leave") : t("Tap again to leave"), leave, { key: "leave", kind: "quiet" }),
      languages(),
    ].filter(Boolean));
  }

  function languages() {
    const here = `/tables/${app.root.dataset.table}`;
    const one = ([code, name]) => el("a", { href: `/lang/${code}?to=${encodeURIComponent(here)}`, lang: code, "aria-label": name, "aria-current": code === app.lang ? "true" : null }, code.toUpperCase());
    return el("nav", { class: "languages", "aria-label": t("Language") }, Object.entries({ es: "Español", ca: "Català", en: "English" }).map(one));
  }

  async function leave() {
    await app.order({ order: "leave" });
    location.assign(facts.round?.link ?? "/");
  }

  /** Why, is for the referee alone to read: words to the whole table would be words to one's partner. */
  function call() {
    const field = el("input", { class: "field", maxlength: 300, "data-key": "reason", "aria-label": t("What is it about?"), placeholder: t("What is it about?"), enterkeyhint: "send" });
    const send = (reason) => {
      if (!reason.trim()) return;
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
