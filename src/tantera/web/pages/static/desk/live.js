/* A screen that stays current: it waits for news of the event (long polling) and puts the newer page into the one that is
   there, so that nobody loses what they are doing (`morph.js`). A page that answered a form stays as it is: it cannot be
   asked for again. Screens that follow by themselves say so with `data-stays-put` and hear `desk:news`. */
import { morph } from "../morph.js";

const desk = document.getElementById("desk");
let leaving = false;
document.addEventListener("submit", (event) => setTimeout(() => { leaving ||= !event.defaultPrevented; }));
addEventListener("pageshow", () => { leaving = false; });

async function wait(version) {
  const answer = await fetch(`/api/events/${desk.dataset.event}/news?since=${version}`);
  if (!answer.ok) throw new Error(String(answer.status));
  return (await answer.json()).version;
}

/** The page as it now is, in the place of the one that is shown; whether it could be had. */
export async function refresh() {
  if (leaving || "posted" in desk.dataset) return false;
  const answer = await fetch(location.href, { headers: { accept: "text/html" } });
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (!answer.ok || !fresh.getElementById("desk") || leaving) return false;
  document.body.classList.remove("stale");
  for (const part of ["#desk", "#todo", "#notices", "main"]) morph(document.querySelector(part), fresh.querySelector(part));
  document.dispatchEvent(new CustomEvent("desk:fresh"));
  return true;
}

async function follow() {
  let version = desk.dataset.version;
  let since = version;
  for (;;) {
    try {
      const now = await wait(since);
      since = now;
      document.body.classList.remove("offline");
      if (now !== version) {
        version = now;
        document.dispatchEvent(new CustomEvent("desk:news", { detail: { version } }));
        if (!document.body.dataset.staysPut && !(await refresh())) document.body.classList.add("stale");
      }
    } catch {
      document.body.classList.add("offline");
      since = ""; /* answered at once: a server that is back is not waited for until there is news */
      await new Promise((done) => setTimeout(done, 2000));
    }
  }
}

if (desk) follow();
