// Why not: a line under my tiles, and the article in words for who asks. It goes away by itself.
import { article, capital, el, icon } from "./dom.js";
import { emphasised } from "./news.js";

const STAYS = 6000;
const FADES = 200;

/** @type {Part} */
export function refusal(element, app) {
  let timer = 0;

  /** @param {{text?: string, article?: string, tone?: string}} line */
  function show({ text = "", article: id, tone = "refused" }) {
    clearTimeout(timer);
    const told = capital(text);
    element.classList.remove("fading");
    element.dataset.tone = tone;
    const line = el(
      "span",
      { class: "line" },
      tone === "refused" && icon("M5.6 5.6l12.8 12.8M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18", { class: "icon no" }),
      el("span", {}, emphasised(/[.!?…]$/.test(told) ? told : `${told}.`, []), " ", article(id, app.connection.law)),
    );
    element.removeAttribute("data-long");
    element.replaceChildren(line);
    // What does not fit beside hint and undo has the whole line; what does not fit there either grows upwards.
    element.toggleAttribute("data-long", line.offsetHeight > element.clientHeight);
    timer = setTimeout(() => {
      element.classList.add("fading");
      timer = setTimeout(() => element.replaceChildren(), FADES);
    }, STAYS);
  }

  function clear() {
    clearTimeout(timer);
    element.replaceChildren();
  }

  app.say = (what) => (what ? show(what) : clear());
  return {
    /** That one has to wait is over when something has happened. */
    step: () => element.dataset.tone === "note" && clear(),
    refused(refused) {
      if (!refused.about.silent) show(refused);
    },
  };
}
