// How pages look on this device: day or night, the design of the tiles, the size of the text, which hand plays. The server
// writes it on the page (pages/look.py); here it is changed at once, kept in the same cookie, and told to the server, which
// knows it then on a new phone.
const PARTS = ["theme", "tiles", "text", "hand"];
const DAYS = 400;

const page = document.documentElement.dataset;

/** @param {string} part */
export const chosenLook = (part) => page[part];

/** @param {string} part @param {string} word */
export function chooseLook(part, word) {
  page[part] = word;
  const words = PARTS.map((one) => page[one]).join(".");
  document.cookie = `look=${words}; path=/; max-age=${DAYS * 86400}; samesite=lax`;
  fetch(`/look/${word}`, { redirect: "manual", keepalive: true }).catch(() => {}); // without a network it holds here
}

/** As the cookie says now, on a page that was written before. */
export function wearLook() {
  const words = /(?:^|; )look=([a-z.]+)/.exec(document.cookie)?.[1].split(".") ?? [];
  words.slice(0, PARTS.length).forEach((word, at) => (page[PARTS[at]] = word));
  const scheme = page.theme === "auto" ? "light dark" : page.theme;
  document.querySelector('meta[name="color-scheme"]')?.setAttribute("content", scheme ?? "light dark");
}
