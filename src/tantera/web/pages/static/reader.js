// What the reader does besides being read: steps from hit to hit, and says which article one is at.
const root = document.documentElement;
root.classList.add("scripting");
const articles = [...document.querySelectorAll(".article")];
const index = new Map([...document.querySelectorAll("#index a")].map((link) => [link.hash.slice(1), link]));

/** @type {HTMLElement | null} */
let current = null;

/** Mark the article that is being read: its neighbours stand in the bar below, its line in the contents.
 * @param {HTMLElement} article */
function at(article) {
  if (article === current) return;
  current?.classList.remove("current");
  index.get(current?.id)?.removeAttribute("aria-current");
  current = article;
  current?.classList.add("current");
  const line = index.get(current?.id);
  line?.setAttribute("aria-current", "true");
  const list = line?.closest(".index");
  if (line && list && list.scrollHeight > list.clientHeight) {
    const [top, height] = [line.offsetTop, list.clientHeight];
    if (top < list.scrollTop + 40 || top > list.scrollTop + height - 60) list.scrollTop = top - height / 2;
  }
}

function look() {
  const line = innerHeight * 0.3;
  let found = articles[0];
  for (const article of articles) {
    if (article.getBoundingClientRect().top > line) break;
    found = article;
  }
  at(found);
}
let waiting = false;
addEventListener("scroll", () => {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    look();
  });
}, { passive: true });
addEventListener("hashchange", look);
look();

const marks = [...document.querySelectorAll(".article mark")];
const steps = document.querySelector(".steps");
if (marks.length && steps) {
  const which = document.getElementById("which");
  let shown = -1;
  const words = steps.dataset.of;
  /** @param {number} place */
  const show = (place, scroll = true) => {
    marks[shown]?.classList.remove("shown");
    shown = (place + marks.length) % marks.length;
    marks[shown].classList.add("shown");
    which.textContent = words.replace("{place}", shown + 1).replace("{count}", marks.length);
    if (scroll) marks[shown].scrollIntoView({ block: "center" });
  };
  steps.hidden = false;
  document.getElementById("up").addEventListener("click", () => show(shown - 1));
  document.getElementById("down").addEventListener("click", () => show(shown + 1));
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const first = marks.findIndex((mark) => target?.classList.contains("article") && target.contains(mark));
  show(Math.max(0, first), first >= 0);
}
