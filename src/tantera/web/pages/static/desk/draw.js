/* Choosing two names without loading the page for the first, and waiting for the count of the second program.
   Everything works without it: names are links. */
const here = new URL(location.href);
const say = document.getElementById("picking");
/** @type {HTMLAnchorElement | null} */
let first = null;

/** The address of the page with these two chosen.
 * @param {string} [a] @param {string} [b] */
function address(a, b) {
  const url = new URL(here);
  url.hash = "";
  for (const [key, value] of Object.entries({ a, b })) value ? url.searchParams.set(key, value) : url.searchParams.delete(key);
  return url;
}

/** @param {HTMLAnchorElement | null} link */
function choose(link) {
  first = link;
  const who = link?.dataset.pick;
  for (const one of document.querySelectorAll("a[data-pick]")) {
    one.classList.toggle("chosen", one.dataset.pick === who);
    one.href = !who ? address(one.dataset.pick) : one.dataset.pick === who ? address() : address(who, one.dataset.pick);
  }
  for (const turn of document.querySelectorAll("a[data-turn]")) {
    const url = new URL(turn.href);
    who ? url.searchParams.set("a", who) : url.searchParams.delete("a");
    turn.href = url;
  }
  const sought = document.querySelector(".find-table [name=a]");
  if (sought) sought.value = who ?? "";
  history.replaceState(null, "", address(who));
  say.textContent = who ? say.dataset.said.replace("{name}", link.querySelector(".names").textContent.trim()) : "";
}

if (!here.searchParams.has("a")) {
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[data-pick]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (first && first !== link) return; // the second one loads the page, which says what it breaks
    event.preventDefault();
    choose(first === link ? null : link);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && first) choose(null);
  });
} else {
  document.getElementById("reason")?.focus();
}

async function counted() {
  const count = document.getElementById("count");
  if (!count?.hasAttribute("data-pending")) return;
  const answer = await fetch(`/e/${document.getElementById("desk").dataset.event}/desk/draw/count`);
  const { lines } = answer.ok ? await answer.json() : { lines: null };
  if (!lines) return;
  count.removeAttribute("data-pending");
  count.replaceChildren(...lines.map((/** @type {{ ok: boolean, text: string }} */ { ok, text }) => {
    const item = document.createElement("li");
    item.className = ok ? "ok" : "wrong";
    item.textContent = `${ok ? "✓" : "✗"} ${text}`;
    return item;
  }));
}

counted().catch(() => {});
document.addEventListener("desk:fresh", () => counted().catch(() => {}));
