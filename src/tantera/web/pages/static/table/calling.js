// Being called: the tab says whose turn it is, and who wants it hears and feels it. While a match is on the screen stays lit.
import { t } from "../words.js";
import { aloneWithBots } from "./parts/common.js";
import { called } from "./sound.js";

const BUZZ = [90, 60, 90]; // ms
const DOT = '<circle cx="25" cy="7" r="6.500" fill="#c0211a" stroke="#fff" stroke-width="1.500"/>';

/** Called once, as a sample, and whenever it is my turn. */
export function callMe() {
  called();
  navigator.vibrate?.(BUZZ);
}

/** @type {Part} */
export function calling(_, app) {
  const { connection } = app;
  const title = document.title;
  const icon = /** @type {any} */ (document.querySelector('link[rel="icon"]'));
  const usual = icon?.href;
  let waited = "";
  let first = true;
  /** @type {Partial<WakeLockSentinel> | null} */
  let lit = null;
  let marked = usual;
  drawn(usual).then((address) => {
    marked = address;
    update();
  });

  /** What the table waits for me to do; the same as long as it is the same. */
  function awaited() {
    const { shown, table, question, current } = connection;
    if (!current || table?.pause?.why === "restart") return waited; // as far as anybody knows
    if (!shown) return "";
    if (app.choice.mine) return `turn ${shown.number} ${shown.moves.length}`;
    if (question?.answers.length) return `question ${question.about} ${question.text}`;
    const needed = !aloneWithBots(app) && shown.options.some(({ order }) => order === "agree_count");
    return needed ? `count ${shown.number}` : "";
  }

  function update() {
    const now = awaited();
    const mine = Boolean(now);
    const told = mine ? `● ${t("Your turn")} · ${title}` : title;
    if (document.title !== told) document.title = told;
    const href = mine ? marked : usual;
    if (icon && icon.href !== href) icon.href = href;
    if (now && now !== waited && !first && app.settings.calls) callMe();
    if (connection.joined) first = false;
    waited = now;
    keepLit();
  }

  /** The screen of somebody who plays does not go dark while a match is on, where a browser can see to it. */
  async function keepLit() {
    const { shown, table } = connection;
    const wanted = Boolean(table?.seat && shown && shown.phase !== "ended") && document.visibilityState === "visible";
    if (!("wakeLock" in navigator) || wanted === Boolean(lit)) return;
    if (!wanted) {
      lit?.release?.();
      lit = null;
      return;
    }
    lit = {}; // asked for
    try {
      const held = (lit = await navigator.wakeLock.request("screen"));
      held.addEventListener("release", () => (lit = null));
    } catch {
      lit = null; // the battery is low, or the page is not in a secure context
    }
  }
  document.addEventListener("visibilitychange", keepLit);

  return { update };
}

/** The icon of the tab with a dot on it.
 * @param {string} address */
async function drawn(address) {
  try {
    const text = await (await fetch(address)).text();
    return `data:image/svg+xml,${encodeURIComponent(text.replace("</svg>", `${DOT}</svg>`))}`;
  } catch {
    return address;
  }
}
