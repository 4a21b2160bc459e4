// The search of the site of documents: in the page itself, so that it works without a server. It imports nothing, for a
// page opened from a disk may load no modules.

(() => {
  const MOST = 60;
  const AROUND = 90;

  /** @param {string} id */
  const at = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

  /** Without accents and capitals, and as long as before. @param {string} text */
  const plain = (text) => Array.from(text, (letter) => (letter.normalize("NFD")[0] ?? letter).toLowerCase()[0] ?? letter).join("");

  /** A word of more than four letters is found in the singular too. @param {string} word */
  const stem = (word) => (word.length > 4 ? word.replace(/(es|s)$/, "") : word);

  /** @type {[address: string, page: string, title: string, text: string][]} */
  const index = JSON.parse(at("index").textContent ?? "[]");
  const sections = index.map(([address, page, title, text]) => ({ address, page, title, text, inTitle: plain(title), inPage: plain(page), inText: plain(text) }));

  /** A piece of text round the first word, with the words marked. @param {string} text @param {string[]} words */
  const piece = (text, words) => {
    const letters = Array.from(text);
    const found = words.map((word) => plain(text).indexOf(word)).filter((place) => place >= 0);
    const first = found.length ? Math.min(...found) : 0;
    const start = Math.max(0, first - AROUND);
    const shown = letters.slice(start, first + 2 * AROUND).join("");
    const line = document.createElement("p");
    if (start) line.append("… ");
    let done = 0;
    const low = plain(shown);
    while (done < shown.length) {
      const next = words.map((word) => ({ word, place: low.indexOf(word, done) })).filter(({ place }) => place >= 0).sort((one, other) => one.place - other.place)[0];
      if (!next) break;
      const mark = document.createElement("mark");
      mark.textContent = shown.slice(next.place, next.place + next.word.length);
      line.append(shown.slice(done, next.place), mark);
      done = next.place + next.word.length;
    }
    line.append(shown.slice(done), first + 2 * AROUND < letters.length ? " …" : "");
    return line;
  };

  /** @param {string} typed */
  const search = (typed) => {
    const words = plain(typed).split(/[^\p{L}\p{N}.·_-]+/u).filter(Boolean).map(stem);
    if (!words.length) return;
    const hits = sections
      .map((one) => ({
        one,
        worth: words.every((word) => one.inTitle.includes(word) || one.inText.includes(word) || one.inPage.includes(word))
          ? words.reduce((sum, word) => sum + (one.inTitle.startsWith(word) ? 30 : one.inTitle.includes(word) ? 20 : one.inText.includes(word) ? 4 : 1), 0)
          : 0,
      }))
      .filter(({ one, worth }) => worth > words.length || (worth && one.address.indexOf("#") < 0))
      .sort((one, other) => other.worth - one.worth);
    at("found").replaceChildren(
      ...hits.slice(0, MOST).map(({ one }) => {
        const item = document.createElement("li");
        const link = document.createElement("a");
        link.href = one.address;
        link.textContent = one.title;
        const page = document.createElement("small");
        page.textContent = one.page;
        item.append(link, " ", page, piece(one.text, words));
        return item;
      }),
    );
    const said = at("said");
    said.textContent = hits.length ? (said.dataset.some ?? "").replace("{count}", String(hits.length)) : (said.dataset.none ?? "");
  };

  const box = /** @type {HTMLInputElement} */ (at("q"));
  box.value = new URLSearchParams(location.search).get("q") ?? "";
  search(box.value);
  if (!box.value) box.focus();
})();
