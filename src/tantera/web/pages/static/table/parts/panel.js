// The panel: what the table asks or tells around the hand, one section below the other. In play it stays small.
import { el } from "../dom.js";
import { cited, showTimes } from "./common.js";
import { asked } from "./asked.js";
import { count } from "./count.js";
import { decision } from "./decision.js";
import { draw } from "./draw.js";
import { ended } from "./ended.js";
import { lobby } from "./lobby.js";
import { presence } from "./presence.js";
import { referee } from "./referee.js";

/** Each returns {update, step?}: update says whether the section has anything to show. */
const SECTIONS = { presence, asked, lobby, draw, count, ended, decision, referee };
const STAYS = 6000;

/** @type {Part} */
export function panel(element, app) {
  const sections = Object.entries(SECTIONS).map(([name, make]) => {
    const host = el("div", { class: `section ${name}` });
    return { host, part: make(host, app) };
  });
  const refusal = el("p", { class: "panel-refusal", role: "alert" });
  const live = el("p", { class: "sr", role: "status" });
  document.body.append(live);
  let going = 0;
  /** @type {string | null} */
  let before = null;

  // The cloth makes room for what lies over its lower part.
  new ResizeObserver(() => {
    app.root.style.setProperty("--panel-height", `${element.offsetHeight}px`);
    tellMore();
  }).observe(element);
  element.addEventListener("scroll", tellMore, { passive: true });

  /** Whether something is to be read further down. */
  function tellMore() {
    element.toggleAttribute("data-more", element.scrollHeight - element.scrollTop - element.clientHeight > 1);
  }

  /** @param {Element[]} hosts */
  function arrange(hosts) {
    for (const child of [...element.children]) if (!hosts.includes(child)) child.remove();
    hosts.forEach((host, place) => {
      if (element.children[place] !== host) element.insertBefore(host, element.children[place] ?? null);
    });
  }

  function update() {
    if (!app.connection.table) return;
    const told = sections.filter(({ part }) => part.update()).map(({ host }) => host);
    // A referee who writes something down sees that and nothing else.
    const writing = app.root.dataset.referee === "open";
    const shown = writing ? told.filter((host) => host.matches(".referee, .presence")) : told;
    const tells = refusal.hasChildNodes() && app.mode !== "play" ? [refusal] : [];
    arrange([...shown, ...tells]);
    uncover();
    showTimes(app);
    announce();
    tellMore();
  }

  /** What is asked or has begun, for those who listen. */
  function announce() {
    const headings = [...app.root.querySelectorAll("#result h2, #panel :is(h2, h3, .answer)")].filter((one) => one.checkVisibility());
    const told = headings.map((one) => one.textContent.trim()).join(". "); // the result of the last match is hidden, and over
    if (live.textContent !== told && app.mode !== "lobby") live.textContent = told;
  }

  /** On a phone the side lies over everything: it goes away when something new is asked or another part begins. */
  function uncover() {
    const now = JSON.stringify([app.mode, app.connection.question?.answers.length ? app.connection.question.about : null]);
    if (before !== null && before !== now && app.side.open) app.side.toggle();
    before = now;
  }

  return {
    update,
    tick: () => showTimes(app),
    step: (detail) => sections.forEach(({ part }) => part.step?.(detail)),
    refused({ text, article, about }) {
      if (about?.silent || app.mode === "play") return; // said under the tiles
      clearTimeout(going);
      refusal.replaceChildren(text, " ", cited(article, app) ?? "");
      going = setTimeout(() => {
        refusal.replaceChildren();
        update();
      }, STAYS);
      update();
    },
  };
}
