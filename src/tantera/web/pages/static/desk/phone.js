/* A phone at the table. What is sent is kept on the phone first and sent until the server has it: every form has an
   id, and under one id it counts once. What comes back is the page as it now is. Without this script the same forms
   are plain forms. */
import { morph, touched } from "../morph.js";
import { t } from "../words.js";

const RETRY = [1000, 2000, 4000, 8000];
const PATIENCE = 15000;
/** The server answers within 25 seconds whether there is news or not. */
const NEWS = 40000;
const SMALL = 1200;
const phone = document.getElementById("phone");
const outbox = `tantera.outbox.${phone.dataset.event}`;
let sending = false;
let failures = 0;
let retry = 0;
/** What was refused stopped what waits behind it: it goes on when somebody says so. */
let held = false;
/** A photo that is on its way: kept while the page stays open. */
let photo = null;
document.documentElement.classList.add("script");

// --- what waits to be sent

function waiting() {
  try {
    return JSON.parse(localStorage.getItem(outbox) ?? "[]");
  } catch {
    return [];
  }
}

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
  const data = new FormData(form);
  if (event.submitter?.name) data.append(event.submitter.name, event.submitter.value);
  const figures = [...form.querySelectorAll("input.points")].map((field) => field.value);
  const hand = "again" in form.dataset ? Number(data.get("hand")) : 0;
  const said = hand ? t("Hand {hand}", { hand }) : form.dataset.said ?? ("score" in form.dataset ? figures.join("–") : "");
  const item = { key: newId(), to: form.getAttribute("action"), body: new URLSearchParams(data).toString(), said, hand };
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

/** The next hand can be written while the one before is still on its way. */
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
      if (!item) {
        await sendPhoto();
        continue;
      }
      const body = new URLSearchParams(item.body);
      body.set("_csrf_token", phone.dataset.token); // the one it was kept with is gone if the browser was closed
      const answer = await ask(item.to, PATIENCE, {
        method: "POST",
        headers: { accept: "text/html", "content-type": "application/x-www-form-urlencoded" },
        body: body.toString(),
      });
      const page = await ours(answer);
      failures = 0;
      // By its key: another page of this phone may have taken the first one off meanwhile.
      const left = waiting().filter((one) => one.key !== item.key);
      held = !answer.ok && left.length > 0;
      keep(left);
      if (!left.length || !answer.ok) put(page, answer.url, answer.redirected, item.said);
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

/** A fetch that ends. AbortSignal.timeout would do, but a phone of 2021 has none. */
async function ask(address, patience, options = {}) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), patience);
  try {
    return await fetch(address, { ...options, signal: stop.signal });
  } finally {
    clearTimeout(timer);
  }
}

/** The page that was answered, if it is one of ours: a router that wants a password answers too, and has kept nothing. */
async function ours(answer) {
  if (answer.status >= 500 || answer.status === 429) throw new Error(String(answer.status));
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (!page.querySelector('link[href^="/static/"][href$="/tokens.css"]')) throw new Error(answer.url);
  return page;
}

addEventListener("online", send);

// --- the page as it now is

function put(fresh, url, moved, unsent = "") {
  const whole = fresh.getElementById("phone");
  if (whole) {
    phone.replaceChildren(...whole.childNodes);
    Object.assign(phone.dataset, whole.dataset);
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

const typing = () => touched(phone).some((one) => one.type !== "file");

async function follow() {
  for (;;) {
    if (document.visibilityState !== "visible") {
      await new Promise((done) => document.addEventListener("visibilitychange", done, { once: true }));
    }
    try {
      const { event, about, stamp } = phone.dataset;
      const answer = await ask(`/api/events/${event}/news?about=${encodeURIComponent(about)}&since=${stamp}`, NEWS);
      if (!answer.ok) throw new Error(String(answer.status));
      const { version } = await answer.json();
      if (version !== phone.dataset.stamp && !typing() && !waiting().length) await look();
      else if (version !== phone.dataset.stamp) await pause(2000);
    } catch {
      await pause(3000);
    }
  }
}

async function look() {
  const before = [...phone.querySelectorAll("[data-call]")].map((one) => one.dataset.call);
  const answer = await ask(location.href, PATIENCE, { headers: { accept: "text/html" } });
  if (!answer.ok) throw new Error(String(answer.status));
  const page = await ours(answer);
  const whole = page.getElementById("phone");
  if (typing() || waiting().length) return;
  if (whole) {
    morph(phone, whole);
    document.title = page.title;
    begin();
  } else {
    put(page, answer.url, false);
  }
  const called = [...phone.querySelectorAll("[data-call]")].some((one) => !before.includes(one.dataset.call));
  if (called) navigator.vibrate?.([200, 100, 200]);
}

function pause(length) {
  return new Promise((done) => setTimeout(done, length));
}

// --- clocks

let shown = 0;

function tick() {
  const passed = performance.now() - shown;
  const clock = phone.querySelector("[data-clock]");
  const figure = clock?.querySelector("[data-figure]");
  if (figure && clock.dataset.clock === "running") {
    const left = Number(clock.dataset.left) - passed;
    figure.textContent = left > 0 ? minutes(left) : t("Time!");
  }
  for (const one of phone.querySelectorAll("[data-since]")) {
    const waited = Number(one.dataset.now) - Number(one.dataset.since) + passed;
    one.textContent = minutes(waited);
    one.classList.toggle("long", waited > 180000);
  }
}

function minutes(length) {
  const seconds = Math.max(0, Math.floor(length / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

// --- a photo of the slip: made small before it is sent, which also takes off where it was made

phone.addEventListener("change", async (event) => {
  const form = event.target.closest?.("[data-photo]");
  if (!form || !event.target.files?.length) return;
  const data = new FormData(form);
  data.set("photo", await small(event.target.files[0]), "photo.jpg");
  form.reset();
  photo = { to: form.getAttribute("action"), data };
  show();
  send();
});

/** Sent until the server has it; the same photo twice is one. */
async function sendPhoto() {
  const { to, data } = photo;
  const answer = await ask(to, 4 * PATIENCE, { method: "POST", body: data, headers: { accept: "text/html" } });
  const page = await ours(answer);
  failures = 0;
  if (photo?.data === data) photo = null;
  put(page, answer.url, answer.redirected);
}

async function small(file) {
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, SMALL / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    return await new Promise((done) => canvas.toBlob((blob) => done(blob ?? file), "image/jpeg", 0.7));
  } catch {
    return file;
  }
}

function begin() {
  shown = performance.now();
  show();
  tick();
}

begin();
setInterval(tick, 500);
send();
follow();
