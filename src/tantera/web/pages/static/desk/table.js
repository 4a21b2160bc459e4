import { morph } from "../morph.js";

/* One table: infractions are found while somebody types; the form works without this. */
const field = document.getElementById("q");
const form = field?.form;
let asked = 0;

async function find() {
  const mine = ++asked;
  const player = document.querySelector('.who input:checked')?.value ?? "";
  const address = new URL(form.action);
  address.hash = "";
  address.search = new URLSearchParams({ q: field.value, player });
  const answer = await fetch(address, { headers: { accept: "text/html" } });
  const other = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (mine !== asked) return;
  const found = other.getElementById("infractions");
  if (found) document.getElementById("infractions").replaceChildren(...found.children);
  document.querySelector('.sanction [name="q"]').value = field.value;
}

let waiting = 0;
field?.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(() => find().catch(() => {}), 200);
});
form?.addEventListener("submit", (event) => {
  event.preventDefault();
  find().catch(() => form.submit());
});
/* A figure typed means "neither". */
for (const points of document.querySelectorAll(".slip .points input")) {
  points.addEventListener("input", () => {
    const other = document.querySelector('.versions [value="other"]');
    if (other) other.checked = true;
  });
}
/* How a table online stands is no news of the event: it is looked at. */
async function look() {
  const ours = document.getElementById("online");
  if (!ours || document.hidden) return;
  const answer = await fetch(location.href, { headers: { accept: "text/html" } });
  const theirs = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("online");
  if (theirs) morph(ours, theirs);
}
setInterval(() => look().catch(() => {}), 3_000);
document.addEventListener("desk:fresh", () => {
  const sent = document.querySelector('.sanction [name="q"]');
  if (sent && field) sent.value = field.value;
});
