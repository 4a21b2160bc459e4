// Words of the game where they are first read: a tap opens what they mean over the table (reading.js).
import { el } from "./dom.js";
import { facts } from "./parts/common.js";

const OFTEN = 3; // texts in which a word is linked: who has read past it so often knows it

const names = facts.terms ?? {};
/** @param {string} name */
const escaped = (name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const either = Object.keys(names).sort((one, other) => other.length - one.length).map(escaped).join("|") || "(?!)";
const WORD = new RegExp(`(?<![\\p{L}\\p{N}-])(${either})(?:e?s)?(?![\\p{L}\\p{N}-])`, "giu");
/** @type {Map<string, Set<string>>} The texts in which each word is linked: one that is drawn anew is the same one. */
const linked = new Map();

/** A text with the words of the game in it linked, each once: strings and links, for `el`.
 * @param {string} text */
export function withTerms(text) {
  const parts = [];
  const here = new Set();
  let at = 0;
  for (const found of text.matchAll(WORD)) {
    const id = names[found[1].toLowerCase()];
    const texts = linked.get(id) ?? new Set();
    linked.set(id, texts);
    if (here.has(id) || (!texts.has(text) && texts.size >= OFTEN)) continue;
    texts.add(text);
    here.add(id);
    parts.push(text.slice(at, found.index), el("a", { class: "term", href: `/words#${id}`, "aria-haspopup": "dialog" }, found[0]));
    at = found.index + found[0].length;
  }
  return [...parts, text.slice(at)];
}
