/* A phone at the table. What is sent is kept on the phone first and sent until the server has it: every form has an
   id, and under one id it counts once. What comes back is the page as it now is. Without this script the same forms
   are plain forms. */
import { elapsed, hear, minutes, now, write } from "../clock.js";
import { encoded, follow, page, replace } from "../live.js";
import { morph, touched } from "../morph.js";
import { t } from "../words.js";

const RETRY = [1000, 2000, 4000, 8000];
const PHOTO = 60000; // for one to arrive
const SMALL = 1200;
/** @type {HTMLElement} */
const phone = document.getElementById("phone");
const outbox = `tantera.outbox.${phone.dataset.event}`;
let sending = false;
let failures = 0;
let retry = 0;
/** What was refused stopped what waits behind it: it goes on when somebody says so. */
let held = false;
/** @typedef {{ to: string, data: FormData }} Photo */
/** @type {Photo | null} A photo that is on its way: kept while the page stays open. */
let photo = null;
document.documentElement.classList.add("script");

// --- what waits to be sent

/** What waits: under its key, to where it goes, its fields, what it says in words, and of which hand.
 * @typedef {{ key: string, to: string, body: string, said: string, hand: number }} Kept */
/** @returns {Kept[]} */
function waiting() {
  try {
    return JSON.parse(localStorage.getItem(outbox) ?? "[]");
  } catch {
    return [];
  }
}

/** @param {Kept[]} items */
function keep(items) {
  if (items.length) localStorage.setItem(outbox, JSON.stringify(items));
  else localStorage.removeItem(outbox);
  show();
}

function show() {
  const items = waiting();
  const line = document.getElementById("kept");
  document.body.classList.toggle("waiting-to-be-sent", items.length > 0);
  for (const form of phone.querySelectorAll("form[data-once]:not([data-again])")) form.inert = items.length > 0;
  if (!line) return;
  line.hidden = items.length === 0 && !photo;
  line.classList.toggle("unsent", failures > 0 || held);
  const what = items.map((item) => item.said).filter(Boolean).join(", ");
  const words = !items.length ? t("Sending the photo…") : held ? t("Not sent yet") : t("Kept on this phone; it is sent once");
  line.querySelector("span").textContent = what ? `${words}: ${what}` : words;
  for (const button of line.querySelectorAll("button")) button.hidden = !held || !items.length;
}

phone.addEventListener("click", (event) => {
  const button = event.target.closest?.("#kept button");
  if (!button) return;
  if ("discard" in button.dataset) keep([]);
  held = false;
  show();
  send();
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!("once" in form.dataset) || !storable()) return;
  event.preventDefault();
  const data = encoded(form, event.submitter);
  const figures = [...form.querySelectorAll("input.points")].map((field) => field.value);
  const hand = "again" in form.dataset ? Number(data.get("hand")) : 0;
  const said = hand ? t("Hand {hand}", { hand }) : form.dataset.said ?? ("score" in form.dataset ? figures.join("–") : "");
  const item = { key: newId(), to: form.getAttribute("action"), body: data.toString(), said, hand };
  const items = waiting();
  // A hand that was refused and put right goes before those that were written after it.
  const after = hand ? items.findIndex((one) => one.to === item.to && one.hand > hand) : -1;
  items.splice(after < 0 ? items.length : after, 0, item);
  held = false;
  keep(items);
  document.activeElement?.blur();
  if (hand) next(form);
  send();
});

/** The next hand can be written while the one before is still on its way.
 * @param {HTMLFormElement} form */
function next(form) {
  const number = form.querySelector("[name=hand]");
  number.value = String(1 + Math.max(Number(number.value), ...waiting().map((item) => item.hand)));
  form.querySelector("[name=id]").value = newId();
  for (const field of form.querySelectorAll("input.points")) field.value = "";
  for (const field of form.querySelectorAll("[type=radio]")) field.checked = false;
}

function newId() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function storable() {
  try {
    localStorage.setItem("tantera.try", "1");
    localStorage.removeItem("tantera.try");
    return true;
  } catch {
    return false;
  }
}

async function send() {
  if (sending || held) return;
  sending = true;
  clearTimeout(retry);
  try {
    for (let [item] = waiting(); item || photo; [item] = waiting()) {
      if (photo && !item) {
        await sendPhoto(photo);
        continue;
      }
      const body = new URLSearchParams(item.body);
      body.set("_csrf_token", phone.dataset.token ?? ""); // the one it was kept with is gone if the browser was closed
      const answer = await page(item.to, body);
      failures = 0;
      // By its key: another page of this phone may have taken the first one off meanwhile.
      const left = waiting().filter((one) => one.key !== item.key);
      held = !answer.ok && left.length > 0;
      keep(left);
      if (!left.length || !answer.ok) put(answer, item.said);
      if (!answer.ok) break;
    }
  } catch {
    failures += 1;
    show();
    retry = setTimeout(send, RETRY[Math.min(failures, RETRY.length) - 1]);
  } finally {
    sending = false;
  }
}

addEventListener("online", send);

// --- the page as it now is

/** @param {{ fresh: Document, url?: string, moved?: boolean }} answer */
function put({ fresh, url = "", moved = false }, unsent = "") {
  const whole = fresh.getElementById("phone");
  if (whole) {
    replace(phone, whole);
    document.title = fresh.title;
    if (moved) history.replaceState(null, "", url);
    const said = document.getElementById("problem");
    document.getElementById("main").focus({ preventScroll: true });
    if (said || moved) scrollTo(0, 0);
  } else {
    const lost = document.createElement("p");
    lost.textContent = `${t("Not sent yet")}: ${unsent}`;
    document.getElementById("main").replaceChildren(...fresh.querySelector("main").childNodes, ...(unsent ? [lost] : []));
  }
  begin();
}

/** What comes while somebody writes, or while something waits to be sent, waits too. */
const busy = () => touched(phone).length > 0 || waiting().length > 0;

/** @param {Document} fresh */
function look(fresh) {
  const before = [...phone.querySelectorAll("[data-call]")].map((one) => one.dataset.call);
  const whole = fresh.getElementById("phone");
  if (whole) {
    morph(phone, whole);
    document.title = fresh.title;
    begin();
  } else {
    put({ fresh });
  }
  const called = [...phone.querySelectorAll("[data-call]")].some((one) => !before.includes(one.dataset.call));
  if (called) navigator.vibrate?.([200, 100, 200]);
  return true;
}

// --- clocks

function tick() {
  const clock = phone.querySelector("[data-ends]");
  if (clock) {
    const left = Number(clock.dataset.ends) - now();
    write(clock, left > 0 ? minutes(left) : t("Time!"));
  }
  for (const one of phone.querySelectorAll("[data-since]")) {
    const waited = now() - Number(one.dataset.since);
    write(one, elapsed(waited));
    one.classList.toggle("long", waited > 180000);
  }
}

// --- a photo of the slip: made small before it is sent, which also takes off where it was made

phone.addEventListener("change", async (/** @type {any} its target is whatever can be changed */ event) => {
  const form = event.target.closest?.("[data-photo]");
  if (!form || !event.target.files?.length) return;
  const data = new FormData(form);
  data.set("photo", await small(event.target.files[0]), "photo.jpg");
  form.reset();
  photo = { to: form.getAttribute("action"), data };
  show();
  send();
});

/** Sent until the server has it; the same photo twice is one.
 * @param {Photo} kept */
async function sendPhoto({ to, data }) {
  const answer = await page(to, data, PHOTO);
  failures = 0;
  if (photo?.data === data) photo = null;
  put(answer);
}

/** @param {File} file */
async function small(file) {
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, SMALL / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return await new Promise((done) => canvas.toBlob((blob) => done(blob ?? file), "image/jpeg", 0.7));
  } catch {
    return file;
  }
}

function begin() {
  show();
  tick();
}

hear(Number(phone.dataset.now));
begin();
setInterval(tick, 500);
send();
follow(phone, { show: look, hold: busy });
