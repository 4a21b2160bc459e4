/* A phone at the table. What is sent is kept on the phone first and sent until the server has it: every form has an
   id, and under one id it counts once. What comes back is the page as it now is. Without this script the same forms
   are plain forms. */
import { t } from "../words.js";

const RETRY = [1000, 2000, 4000, 8000];
const PATIENCE = 15000;
const SMALL = 1600;
const phone = document.getElementById("phone");
const outbox = `tantera.outbox.${phone.dataset.event}`;
let sending = false;
let failures = 0;
let retry = 0;
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
  line.hidden = items.length === 0;
  line.classList.toggle("unsent", failures > 0);
  const what = items.map((item) => item.said).filter(Boolean).join(", ");
  const words = t("Kept on this phone; it is sent once");
  line.querySelector("span").textContent = what ? `${words}: ${what}` : words;
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!("once" in form.dataset) || !storable()) return;
  event.preventDefault();
  const data = new FormData(form);
  if (event.submitter?.name) data.append(event.submitter.name, event.submitter.value);
  const figures = [...form.querySelectorAll("input.points")].map((field) => field.value);
  const said = form.dataset.said ?? ("score" in form.dataset ? figures.join("–") : "");
  keep([...waiting(), { to: form.getAttribute("action"), body: new URLSearchParams(data).toString(), said }]);
  document.activeElement?.blur();
  if ("again" in form.dataset) next(form);
  send();
});

/** The next hand can be written while the one before is still on its way. */
function next(form) {
  const number = form.querySelector("[name=hand]");
  number.value = String(Number(number.value) + 1);
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
  if (sending) return;
  sending = true;
  clearTimeout(retry);
  try {
    for (let items = waiting(); items.length; items = waiting()) {
      const answer = await fetch(items[0].to, {
        method: "POST",
        headers: { accept: "text/html", "content-type": "application/x-www-form-urlencoded" },
        body: items[0].body,
        signal: AbortSignal.timeout(PATIENCE),
      });
      if (answer.status >= 500 || answer.status === 429) throw new Error(String(answer.status));
      const html = await answer.text();
      failures = 0;
      keep(waiting().slice(1));
      if (!waiting().length || !answer.ok) put(html, answer.url, answer.redirected);
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

function put(html, url, moved) {
  const fresh = new DOMParser().parseFromString(html, "text/html");
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
    document.getElementById("main").replaceChildren(...fresh.querySelector("main").childNodes);
  }
  begin();
}

function typing() {
  return [...phone.querySelectorAll("input:not([type=hidden]):not([type=radio]):not([type=file]), textarea")].some((one) => one.value !== one.defaultValue)
    || [...phone.querySelectorAll("[type=radio]")].some((one) => one.checked !== one.defaultChecked);
}

async function follow() {
  for (;;) {
    if (document.visibilityState !== "visible") {
      await new Promise((done) => document.addEventListener("visibilitychange", done, { once: true }));
    }
    try {
      const { event, about, stamp } = phone.dataset;
      const answer = await fetch(`/api/events/${event}/news?about=${encodeURIComponent(about)}&since=${stamp}`);
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
  const answer = await fetch(location.href, { headers: { accept: "text/html" } });
  if (!answer.ok) throw new Error(String(answer.status));
  const html = await answer.text();
  if (typing() || waiting().length) return;
  put(html, answer.url, false);
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
  const line = document.getElementById("kept");
  line.hidden = false;
  line.querySelector("span").textContent = t("Sending the photo…");
  const data = new FormData(form);
  data.set("photo", await small(event.target.files[0]), "photo.jpg");
  try {
    const answer = await fetch(form.getAttribute("action"), { method: "POST", body: data, headers: { accept: "text/html" } });
    put(await answer.text(), answer.url, answer.redirected);
  } catch {
    line.querySelector("span").textContent = t("The photo was not sent: try again when the Wi-Fi is back");
    line.classList.add("unsent");
    form.reset();
  }
});

async function small(file) {
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, SMALL / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    return await new Promise((done) => canvas.toBlob((blob) => done(blob ?? file), "image/jpeg", 0.8));
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
