/* A screen that says when it is no longer current: it waits for news of the event (long polling) and loads itself
   again, unless somebody is typing; then it says so and lets them finish. A page that answered a form is not loaded
   again, which would send the form once more, and neither is one whose form is on its way. */
const desk = document.getElementById("desk");
let leaving = false;
document.addEventListener("submit", (event) => setTimeout(() => { leaving ||= !event.defaultPrevented; }));

async function wait(version) {
  const answer = await fetch(`/api/events/${desk.dataset.event}/news?since=${version}`);
  if (!answer.ok) throw new Error(String(answer.status));
  return (await answer.json()).version;
}

function typing() {
  const field = document.activeElement;
  const typed = [...document.querySelectorAll("input, textarea, select")].some((one) => one.type !== "hidden" && one.value !== one.defaultValue && one.tagName !== "SELECT");
  return typed || (field && ["INPUT", "TEXTAREA"].includes(field.tagName) && field.value !== "");
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
        /* The answer to a form is not loaded again: the form would be sent a second time. */
        if (!leaving && !typing() && !document.body.dataset.staysPut && !("posted" in desk.dataset)) location.reload();
        else document.body.classList.add("stale");
      }
    } catch {
      document.body.classList.add("offline");
      since = ""; /* answered at once: a server that is back is not waited for until there is news */
      await new Promise((done) => setTimeout(done, 2000));
    }
  }
}

if (desk) follow();
