/* The wall: pages turn by themselves, the clock follows the server's time, news replace the pages in place.
   When the server is away it goes on turning what it has and says since when; the clock goes on by this machine's own.

   One wall of several: ?only=names (or tables, clock, results, standings) keeps to that; ?part=2/3 shows the second
   third of the pages with names. The wall of a hall that tournaments share has one of them in each `.board`, each with
   its own clock, and sheets of the whole hall before them; ?only=clocks is the screen with all clocks. */
import { figures, isTold, lastMinutes, now, reading, share, write } from "../clock.js";
import { follow, replace, sayAway } from "../live.js";

const TURN = 12_000;
const SMALLEST = 0.75; // of the usual size: 31 px at 1,080 lines, two of which stand in a row
const SMALLEST_OF_TWO = 0.5; // for a name that two lines at that size do not hold
const LEAST = 0.4; // for the names of a table of which four have two lines each
const OFFERED = 60_000; // for so long the sound is offered; and again when somebody moves the mouse
const asked = new URL(location.href).searchParams;
const sound = document.getElementById("sound");
const wall = document.getElementById("wall");
/** What is shown of each tournament: its element, its clock, what it was doing when we last looked, what was left then.
 * @typedef {{ root: HTMLElement, clock: HallClock | null, phase: string, left: number | null }} Board */
/** @type {Board[]} */
let boards = read([]);
/** @type {string | null} */
let current = null;
/** Of a hall in whose last minutes all clocks stand between any two pages: the last one of these. */
let before = "";
let turned = Date.now();

/** @param {Board[]} known what only shows in a phase is told again, and what was left is not rung for again */
function read(known) {
  const roots = wall.dataset.clock === undefined ? [...wall.querySelectorAll("[data-clock]")] : [wall];
  return roots.map((root) => ({
    root,
    clock: JSON.parse(root.dataset.clock),
    phase: "",
    left: known.find((one) => one.root.dataset.event === root.dataset.event)?.left ?? null,
  }));
}

/** Whether the clock is that of the round which is shown.
 * @param {Board} board */
const counts = ({ root, clock }) => clock !== null && root.dataset.stage === "open" && String(clock.round) === root.dataset.round;

/** What a tournament is doing: the clock's phase while it is this round's.
 * @param {Board} board */
function phaseNow(board) {
  if (board.root.dataset.stage !== "open") return board.root.dataset.stage ?? "none";
  const { clock } = board;
  if (!clock || !counts(board)) return "none";
  if (!isTold()) return board.phase || "none";
  const shown = reading(clock, now());
  return lastMinutes(clock, shown) ? "last" : shown.phase;
}

/** @param {Board} board */
const hurries = ({ phase }) => phase === "last" || phase === "time";

function pages() {
  const all = [...wall.querySelectorAll(".page")];
  /** @param {Element} page */
  const boardOf = (page) => boards.find(({ root }) => root.contains(page));
  let fit = all.filter((page) => page.dataset.when?.split(" ").includes(boardOf(page)?.phase) ?? true);
  const open = boards.filter(({ root }) => root.dataset.stage === "open");
  const clocks = fit.filter((page) => page.dataset.kind === "clocks");
  if (clocks.length && open.length && open.every(({ phase }) => phase === "last")) fit = clocks;
  const only = asked.get("only");
  if (only) {
    const chosen = all.filter((page) => page.dataset.kind === only);
    if (chosen.length) fit = chosen;
  }
  const [part, parts] = (asked.get("part") ?? "").split("/").map(Number);
  if (parts > 1) {
    const names = fit.filter((page) => page.dataset.kind === "names");
    const mine = names.slice(Math.floor(((part - 1) * names.length) / parts), Math.floor((part * names.length) / parts));
    fit = fit.filter((page) => page.dataset.kind !== "names" || mine.includes(page));
  }
  return fit.length ? fit : all.slice(0, 1);
}

/** @param {Element} one */
const whole = (one) => one.scrollWidth <= one.clientWidth;

/** A column is written in one size, where people look for their names the whole page: as small as the longest name needs,
 * down to a size that is still read across the hall. What has no room then stands on two lines, for half a name tells
 * nobody from a namesake; and where that is too much for the row of a table, the names of that table are smaller.
 * @param {HTMLElement} page */
function shrink(page) {
  for (const column of page.querySelectorAll(page.dataset.kind === "names" ? ".columns" : ".columns > *")) {
    const names = [...column.querySelectorAll(".who, .card p > span:first-child")].map((one) => one.querySelector(":scope > span") ?? one);
    for (const one of names) {
      one.style.fontSize = "";
      one.classList.remove("two-lines");
    }
    const needed = names.map((one) => (whole(one) ? 1 : one.clientWidth / one.scrollWidth - 0.01));
    const size = Math.max(SMALLEST, Math.min(1, ...needed));
    if (size < 1) for (const one of names) one.style.fontSize = `${size}em`;
    for (const one of names.filter((one) => !whole(one))) {
      one.classList.add("two-lines");
      for (let own = size; own > SMALLEST_OF_TWO && one.scrollHeight > one.clientHeight + 1; own -= 0.05) one.style.fontSize = `${own}em`;
    }
    for (const card of column.querySelectorAll(".card")) {
      const own = names.filter((one) => card.contains(one));
      const high = () => card.lastElementChild.offsetHeight > card.clientHeight;
      for (let less = size; less > LEAST && high(); less -= 0.05) for (const one of own) one.style.fontSize = `${less}em`;
    }
  }
}

/** @param {HTMLElement | null} page */
function show(page) {
  for (const one of wall.querySelectorAll(".page")) one.classList.toggle("on", one === page);
  if (page) shrink(page);
  if (page?.id !== current) turned = Date.now();
  current = page?.id ?? null;
}

function turn() {
  const fit = pages();
  const clocks = fit.find((page) => page.dataset.kind === "clocks");
  if (clocks && boards.some(hurries) && current !== clocks.id) {
    before = current ?? "";
    show(clocks);
  } else {
    const at = fit.findIndex((page) => page.id === (current === clocks?.id ? before || current : current));
    const next = fit[(at + 1) % fit.length];
    before = "";
    show(next === clocks && current === clocks?.id ? (fit[(at + 2) % fit.length] ?? next) : next);
  }
  turned = Date.now();
}

// --- the clock ------------------------------------------------------------------------------------------------------

/** What shows something of a tournament's clock: in its own pages, and where all clocks are.
 * @param {Board} board @param {string} what */
function places({ root }, what) {
  const event = root.dataset.event ?? "";
  return [...root.querySelectorAll(what), ...wall.querySelectorAll(`[data-of="${CSS.escape(event)}"] ${what}`)];
}

function tick() {
  let moved = false;
  for (const board of boards) {
    const is = phaseNow(board);
    if (is === board.phase) continue;
    board.phase = is;
    moved = true;
    for (const one of places(board, "[data-only]")) one.hidden = !one.dataset.only.split(" ").includes(is);
  }
  if (moved || !current) {
    const fit = pages();
    const first = fit.find((page) => page.dataset.kind === "clocks") ?? fit[0];
    const hurried = boards.some(hurries);
    if (hurried && first && current !== first.id) before = current ?? ""; // where the others go on afterwards
    show(hurried ? first : fit.find((page) => page.id === current) ?? fit[0]);
  }
  const hour = !isTold() ? "" : new Date(now()).toTimeString().slice(0, 5);
  for (const board of boards) told(board, hour);
  for (const one of wall.querySelectorAll("[data-hour]")) write(one, hour);
  const still = pages().length < 2;
  const gone = Date.now() - turned;
  for (const one of document.querySelectorAll(".on [data-turn]")) {
    one.parentElement.hidden = still;
    one.style.width = `${Math.min(100, (100 * gone) / TURN)}%`;
  }
  if (gone >= TURN) turn();
}

/** @param {Board} board @param {string} hour */
function told(board, hour) {
  const running = counts(board);
  const shown = board.clock && running && isTold() ? reading(board.clock, now()) : null;
  const text = shown ? figures(shown.left) : running ? "–:––" : "";
  const word = places(board, "[data-figures]")[0]?.dataset.time;
  for (const one of places(board, "[data-head-clock]")) write(one, shown?.phase === "time" ? (word ?? "") : text || hour);
  for (const one of places(board, "[data-figures]")) {
    one.classList.toggle("word", shown?.phase === "time");
    write(one, shown?.phase === "time" ? one.dataset.time : text || "–:––");
  }
  for (const one of places(board, "[data-bar]")) one.style.width = `${shown && board.clock ? 100 * share(board.clock, shown.left) : 0}%`;
  if (shown) ring(board, shown);
}

// --- what is heard --------------------------------------------------------------------------------------------------

/** @type {AudioContext | null} */
let audio = null;

/** A tone when the clock passes one of the minutes that the book warns of, three at time.
 * @param {Board} board @param {{ phase: string, left: number }} shown */
function ring(board, shown) {
  const was = board.left;
  const left = shown.phase === "running" ? shown.left : shown.phase === "time" ? 0 : null;
  board.left = left;
  if (was === null || left === null || was <= left) return;
  if (was > 0 && left <= 0) tones(3);
  else if (board.clock?.warn.some((minutes) => was > minutes * 60_000 && shown.left <= minutes * 60_000)) tones(1);
}

/** @param {number} count */
function tones(count) {
  if (!audio) return;
  for (let at = 0; at < count; at += 1) {
    const begin = audio.currentTime + at * 0.7;
    const tone = audio.createOscillator();
    const loud = audio.createGain();
    tone.frequency.value = 880;
    loud.gain.setValueAtTime(0.0001, begin);
    loud.gain.exponentialRampToValueAtTime(0.6, begin + 0.03);
    loud.gain.exponentialRampToValueAtTime(0.0001, begin + 0.5);
    tone.connect(loud).connect(audio.destination);
    tone.start(begin);
    tone.stop(begin + 0.55);
  }
  document.body.dataset.rang = String(Number(document.body.dataset.rang ?? 0) + count);
}

sound?.addEventListener("click", () => {
  audio = new AudioContext();
  audio.resume();
  sound.hidden = true;
  tones(1);
});

// --- news -----------------------------------------------------------------------------------------------------------

/** @param {Document} fresh */
function load(fresh) {
  const round = wall.dataset.round;
  replace(wall, fresh.getElementById("wall"));
  boards = read(boards);
  if (wall.dataset.round !== round) current = null;
  show(current && document.getElementById(current));
  tick();
  return true;
}

follow(wall, {
  show: load,
  rest: () => 1_000,
  lost() {
    const goesOn = isTold() && boards.some(({ root, clock }) => clock && String(clock.round) === root.dataset.round);
    sayAway(goesOn ? document.getElementById("away").dataset.clock : "");
  },
});

addEventListener("resize", () => show(current && document.getElementById(current))); // somebody fills the screen with it
document.body.classList.add("turns");
if (sound) {
  /** A projector has nobody who would answer: what is offered goes away by itself. */
  let offered = 0;
  const offer = () => {
    if (audio) return;
    sound.hidden = false;
    clearTimeout(offered);
    offered = setTimeout(() => (sound.hidden = true), OFFERED);
  };
  for (const sign of ["pointermove", "keydown"]) addEventListener(sign, offer);
  offer();
}
tick();
setInterval(tick, 200);
