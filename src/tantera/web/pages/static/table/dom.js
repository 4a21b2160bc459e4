// Making elements, and a few words that every part of the page writes alike.
import { t } from "../words.js";

const SVG = "http://www.w3.org/2000/svg";
const TYPED = "input[data-key]:not([type=radio], [type=checkbox]), textarea[data-key]";

/** An element: attributes, `on…` listeners, and children that are elements or texts. Null and false are left out.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name @param {Attributes} attributes @param {Child[]} children */
export function el(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name @param {Attributes} attributes @param {Child[]} children */
export function svg(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

/** @template {Element} Made
 * @param {Made} element @param {Attributes} attributes @param {any} children nested as deep as they come */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(
    ...children.flat(Infinity).filter((/** @type {unknown} */ child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

/** A drawing of one line weight, on a square of 24.
 * @param {string} paths @param {Attributes} more */
export function icon(paths, more = {}) {
  return svg(
    "svg",
    {
      class: "icon",
      viewBox: "0 0 24 24",
      "aria-hidden": "true",
      fill: "none",
      stroke: "currentColor",
      "stroke-width": 2,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
      ...more,
    },
    svg("path", { d: paths }),
  );
}

/**
 * Build the children of an element anew only when `key` is another one than last time: whoever has the focus or a finger
 * on one of them keeps it. Where they are built anew, the focus and what somebody has typed go to the child with the same
 * data-key; what has no place meanwhile waits for one.
 * @param {HTMLElement} element @param {unknown} key @param {() => Child} build
 */
export function keep(element, key, build) {
  const text = JSON.stringify(key);
  if (element.kept === text) return false;
  element.kept = text;
  const focused = element.contains(document.activeElement) ? document.activeElement?.dataset.key : undefined;
  const typed = (element.typed ??= new Map());
  for (const field of element.querySelectorAll(TYPED)) {
    if (field.value !== field.defaultValue) typed.set(field.dataset.key, field.value);
    else typed.delete(field.dataset.key);
  }
  /** @type {any[]} nested as deep as they come */
  const built = [build()];
  element.replaceChildren(...built.flat(Infinity).filter(Boolean));
  for (const field of element.querySelectorAll(TYPED)) if (typed.has(field.dataset.key)) field.value = typed.get(field.dataset.key);
  if (focused) element.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  return true;
}

/** A sentence begins with a capital.
 * @param {string} text */
export function capital(text) {
  return text.replace(/^¿?./u, (first) => first.toLocaleUpperCase());
}

/** A tile as it is said, the higher number first: 6-1.
 * @param {string} tile */
export function spoken(tile) {
  const [one, other] = [...tile].map(Number);
  return `${Math.max(one, other)}-${Math.min(one, other)}`;
}

/** @type {Map<string, string>} */
const CALLED = new Map();

/** What the people here are called in short: the server knows which word of a name is the surname.
 * @param {string[]} names @param {string[]} short */
export function called(names, short) {
  names.forEach((name, at) => short[at] && CALLED.set(name, short[at]));
}

/** The name by which somebody is called in a sentence: the first surname, or as much as tells them from the others.
 * @param {string} name */
export function surname(name) {
  return CALLED.get(name) ?? name;
}

/** A name that fits where there is little room, as it is said elsewhere: A. Mas.
 * @param {string} name */
export function initials(name) {
  const short = surname(name);
  return short === name || name.startsWith(short) || short.includes(".") ? short : `${name[0]}. ${short}`;
}

/** Why something is so: the article of the book, in words (reading.js). Its number stands there.
 * @param {string | null | undefined} id @param {{ book: string | undefined } | null} law */
export function article(id, law) {
  return id && law ? el("a", { class: "article", href: `/books/${law.book}#${id}`, "aria-haspopup": "dialog" }, t("why?")) : null;
}

/** How this table plays, in two minutes, to be read over the table. */
export function howToPlay() {
  const { how_to_play: href } = JSON.parse(document.getElementById("facts")?.textContent ?? "{}");
  return href ? el("a", { class: "how-to-play", href, "aria-haspopup": "dialog" }, t("How to play")) : null;
}

/** What the words of the game mean; another page too. */
export const theWords = () => el("a", { class: "how-to-play", href: "/words", target: "_blank", rel: "noopener" }, t("The words of the game"));

/** The site of documents, which has everything. */
export const theDocuments = () => el("a", { class: "how-to-play", href: "/docs", target: "_blank", rel: "noopener" }, t("Everything about Tantera"));

/** Those who move want to see it; those who asked for no motion are asked. */
export function motion() {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Tiles one after the other, in words: 6-1, 4-4 and 1-0.
 * @param {string[]} words */
export function listed(words) {
  if (words.length < 2) return words.join("");
  return t("{some} and {last}", { some: words.slice(0, -1).join(", "), last: words.at(-1) });
}
