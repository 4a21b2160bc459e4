// The words of the page in the reader's language: English in the source, the rest from the server.
/** @type {Record<string, string>} */
const words = JSON.parse(document.getElementById("words")?.textContent ?? "{}");

/** A sentence in the reader's language, its gaps filled: t("{name} passes", { name }).
 * @param {string} sentence @param {Record<string, any>} facts whatever can be written */
export function t(sentence, facts = {}) {
  return (words[sentence] ?? sentence).replace(/\{(\w+)\}/g, (gap, name) => facts[name] ?? gap);
}

/** A text as it is looked for, without accents, capitals and signs: as the server has it in data-find.
 * @param {string} text */
export function plain(text) {
  return text.toLowerCase().replace(/[ºª]/g, " ").normalize("NFKD").replace(/\p{M}/gu, "").replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}
