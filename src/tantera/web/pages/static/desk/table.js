/* One table: infractions are found while somebody types; the form works without this. */
import { page } from "../live.js";

const field = document.getElementById("q");
/** @type {HTMLFormElement} */
const form = field?.form;
let asked = 0;

async function find() {
  const mine = ++asked;
  const player = document.querySelector('.who input:checked')?.value ?? "";
  const address = new URL(form.action);
  address.hash = "";
  address.search = String(new URLSearchParams({ q: field.value, player }));
  const { fresh } = await page(address);
  if (mine !== asked) return;
  const found = fresh.getElementById("infractions");
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
/* An article that was found goes into the form that sanctions as the judge says. */
document.getElementById("infractions")?.addEventListener("click", (/** @type {MouseEvent} */ event) => {
  const link = event.target.closest("[data-article]");
  if (!link) return;
  event.preventDefault();
  const other = document.getElementById("other");
  other.open = true;
  document.getElementById("article").value = link.dataset.article;
  other.scrollIntoView({ block: "nearest" });
  other.querySelector("[type=radio]")?.focus();
});
/* A figure typed means "neither". */
for (const points of document.querySelectorAll(".slip .points input")) {
  points.addEventListener("input", () => {
    const other = document.querySelector('.versions [value="other"]');
    if (other) other.checked = true;
  });
}
document.addEventListener("desk:fresh", () => {
  const sent = document.querySelector('.sanction [name="q"]');
  if (sent && field) sent.value = field.value;
});
