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
/* News of another table change nothing here; of this one the page says so by loading again where nobody types. */
document.addEventListener("desk:news", () => {
  const typed = [...document.querySelectorAll("input:not([type=hidden]):not([type=radio]), textarea")].some((one) => one.value !== one.defaultValue);
  const chosen = [...document.querySelectorAll("input[type=radio]")].some((one) => one.checked !== one.defaultChecked);
  if (!typed && !chosen && !document.getElementById("desk").dataset.posted) location.reload();
});
