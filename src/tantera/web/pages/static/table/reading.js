// Reading at the table: an article of the book, how it is played, or a word of the game, in a dialog over the table, and back to
// it. What is read is the reader's own page; who opens the link elsewhere gets that. Each page that is opened is a step of the
// browser's own history: a phone's way back leads from it to the table, and not away from the table.
import { t } from "../words.js";
import { el, icon } from "./dom.js";
import { ICONS } from "./parts/common.js";

const READ = "a.article, a.how-to-play, a.term";
const LEFT_OUT = ".sprite, .beside, .way-back, .label, .actions, .source, .search, .in-books, script";
const READER = /^\/(books\/|words$)/; // pages that can be read here

/** What of a page of the reader is for the dialog: the article that its address names, or all of it.
 * @param {Document} page @param {URL} address */
function readable(page, { hash }) {
  const found = (hash && page.getElementById(decodeURIComponent(hash.slice(1)))) || page.querySelector("main");
  for (const one of found?.querySelectorAll(LEFT_OUT) ?? []) one.remove();
  return found;
}

/** What a table may choose instead is for who sets one up: there for whoever opens it.
 * @param {Node} node */
function folded(node) {
  if (!(node instanceof Element) || !node.matches(".left-open")) return node;
  const [heading, ...rest] = [...node.children];
  return el("details", { class: "left-open" }, el("summary", {}, heading.textContent), rest);
}

/** A part of a page, as it stands in the dialog: an entry of a list of words is no list by itself.
 * @param {Node} node */
function outOfList(node) {
  if (!(node instanceof Element) || !node.matches("dt, dd")) return document.importNode(node, true);
  return el("p", { class: node.matches("dt") ? "second" : null }, [...node.childNodes].map((one) => document.importNode(one, true)));
}

/** Let links to the book be read here.
 * @param {HTMLElement} root */
export function reading(root) {
  const title = el("h2", { id: "reading-title" });
  const back = el("button", { type: "button", class: "back", "aria-label": t("Back"), hidden: true, onclick: () => history.back() }, icon(ICONS.back));
  const close = el("button", { type: "button", class: "plain", "data-key": "to-the-table", onclick: () => dialog.close() }, t("Back to the table"));
  const text = el("div", { class: "reading-text", tabindex: 0, role: "document" });
  /** @type {HTMLDialogElement} */
  const dialog = el("dialog", { id: "reading", "aria-labelledby": "reading-title" }, el("header", {}, back, title), text, el("footer", {}, close));
  /** @type {URL[]} What has been opened, the last one shown. */
  const way = [];
  /** What is said of this hand before the article. */
  let first = "";
  document.body.append(dialog);

  /** @param {URL} address */
  function open(address) {
    way.push(address);
    history.pushState(null, "");
    show();
  }

  addEventListener("popstate", () => {
    if (!dialog.open) return;
    way.pop();
    if (way.length) show();
    else dialog.close();
  });
  dialog.addEventListener("close", () => {
    const steps = way.splice(0).length; // none, if the way back has led here
    if (steps) history.go(-steps);
  });

  async function show() {
    const address = way[way.length - 1];
    back.hidden = way.length < 2;
    title.textContent = "";
    text.replaceChildren(el("p", { role: "status" }, t("wait a moment")));
    if (!dialog.open) dialog.showModal();
    const found = await fetched(address);
    if (address !== way.at(-1)) return; // something else is read by now
    const heading = found?.querySelector("h1, h3, dt > b");
    const named = address.pathname.startsWith("/books/") && address.hash && found?.id;
    const ofThisHand = first && way.length === 1;
    const called = heading?.textContent.trim() ?? t("The rules");
    title.textContent = ofThisHand ? t("Why these points?") : called;
    heading?.remove();
    const ours = ofThisHand ? [el("p", { class: "of-this-hand" }, first), found && el("h3", {}, t("The rule: {title}", { title: called }))].filter(Boolean) : [];
    text.replaceChildren(...ours, ...(found ? [...found.childNodes].map(folded).map(outOfList) : [el("p", {}, t("The book cannot be read without a connection."))]));
    if (named) text.append(el("p", { class: "number" }, t("Article {article}", { article: named })));
    text.scrollTop = 0;
  }

  /** @param {URL} address */
  async function fetched(address) {
    try {
      const answer = await fetch(address.pathname + address.search);
      return answer.ok ? readable(new DOMParser().parseFromString(await answer.text(), "text/html"), address) : null;
    } catch {
      return null;
    }
  }

  /** Whether a click wants what it says, here.
   * @param {MouseEvent} event */
  const plain = (event) => event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;

  root.addEventListener("click", (event) => {
    const link = event.target.closest(READ);
    if (!link || !plain(event)) return;
    event.preventDefault();
    event.stopPropagation();
    first = link.dataset.first ?? "";
    open(new URL(link.href));
  });

  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) return dialog.close(); // beside it
    const link = event.target.closest("a[href]");
    if (!link || !plain(event)) return;
    const address = new URL(link.getAttribute("href"), way[way.length - 1]);
    if (address.origin !== location.origin || !READER.test(address.pathname)) return;
    event.preventDefault();
    open(address);
  });
}
