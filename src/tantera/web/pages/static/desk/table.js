/* One table: infractions are found while somebody types; the form works without this. */
document.body.dataset.staysPut = "yes";
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
/* A page whose form is on its way is not loaded again: the answer comes. */
let leaving = false;
document.addEventListener("submit", (event) => setTimeout(() => { leaving ||= !event.defaultPrevented; }));
/* News of another table change nothing here; of this one the page says so by loading again where nobody types. */
document.addEventListener("desk:news", () => {
  const typed = [...document.querySelectorAll("input:not([type=hidden]):not([type=radio]), textarea")].some((one) => one.value !== one.defaultValue);
  const chosen = [...document.querySelectorAll("input[type=radio]")].some((one) => one.checked !== one.defaultChecked);
  if (!leaving && !typed && !chosen && !document.getElementById("desk").dataset.posted) location.reload();
});
/* How a table online stands is no news of the event: it is looked at. */
async function look() {
  const ours = document.getElementById("online");
  if (!ours || document.hidden || ours.contains(document.activeElement)) return;
  const answer = await fetch(location.href, { headers: { accept: "text/html" } });
  const theirs = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("online");
  if (theirs) ours.replaceWith(theirs);
}
setInterval(() => look().catch(() => {}), 3_000);
