// The table: the carro fitted to it, the racks round it, and what everybody may know beside them.
import { t } from "../words.js";
import { Carro, TOUCH } from "./carro.js";
import { el, keep, spoken, svg } from "./dom.js";
import { depth, Edges } from "./edges.js";
import { fitted } from "./fit.js";
import { quarters, sides, turned } from "./seats.js";
import { boxOf, use } from "./tiles.js";

const THICK = 5; // px of the line along the edge of whoever is in turn
const SMALL = 96; // px of the whole carro at most, where only its ends are shown large
const BESIDE = 214; // px that a plate takes on a wide screen
const WIDE = matchMedia("(min-width: 900px) and (min-height: 521px)");

/** @type {Part} */
export function cloth(element, app) {
  const { connection, choice } = app;
  const carro = new Carro(app);
  const edges = new Edges(app);
  const turn = svg("rect", { class: "turn-edge" });
  const small = svg("g", { class: "small" });
  const ground = ["dm-ground", "dm-wood"].map((paint) =>
    svg("rect", { width: "100%", height: "100%", fill: `url(#${paint})` }),
  );
  const picture = svg("svg", { class: "felt", role: "img" }, ground, turn, carro.element, edges.element, small);
  const asleep = el("p", { class: "asleep" });
  const killed = el("p", { class: "killed" });
  element.append(picture, edges.sums, asleep, killed);

  let view = null;
  let hand = null;

  new ResizeObserver(() => {
    view = null;
    update();
  }).observe(element);

  function update() {
    const { shown } = connection;
    const [wide, high] = [element.clientWidth, element.clientHeight];
    if (!shown || !wide || !high) return;
    const swept = shown.phase === "dealing" || shown.phase === "seating"; // the tiles of the last hand are off the table
    const dealt = hand !== null && hand !== shown.number && !swept && !shown.chain.length;
    if (hand !== shown.number || swept) view = null;
    if (!swept) hand = shown.number;
    const offset = quarters(app.below, shown.opener);
    const places = swept ? [] : shown.chain.map((place) => turned(place, offset));
    const racks = swept ? {} : edges.racks(shown, wide);
    const ghosts = carro.ghosts();
    const area = areaOf(racks, wide, high);
    // With all the places where I could lay a tile: the view need not jump when I pick one.
    const possible = choice.plays.map(({ place }) => place);
    const boxes = [...places, ...ghosts.map(({ place }) => place), ...possible].filter(Boolean).map(boxOf);
    const ends = shown.phase === "playing" ? carro.ends(places).map(({ box }) => box) : [];
    view = clear(boxes, inFocusLast(ends), area);

    picture.setAttribute("viewBox", `0 0 ${wide} ${high}`);
    picture.setAttribute("aria-label", inWords(shown, places));
    carro.draw(places, ghosts, view);
    edges.draw(racks, wide, high, shown, dealt);
    drawSmall(places, wide, high);
    drawTurn(shown, wide, high);
    drawNotes(shown);
    element.dataset.current = String(connection.current);
  }

  /** Where both ends do not fit, the one I have chosen is shown, else the one where a tile was laid last. */
  function inFocusLast(ends) {
    const end = choice.end ?? connection.shown.chain.at(-1)?.end;
    return end === "<" ? [...ends].reverse() : ends;
  }

  /** The view, clear of the plates that stand on a wide cloth. */
  function clear(boxes, ends, area) {
    const free = placed(fitted(boxes, ends, area, view), area);
    const plates = WIDE.matches && app.mode === "play" ? app.root.querySelectorAll(".plate.above, .plate.below") : [];
    const { left, top } = element.getBoundingClientRect();
    const covered = [...plates].map((plate) => plate.getBoundingClientRect());
    const hidden = covered.filter((plate) =>
      boxes.some((box) => {
        const [x, y] = [left + free.middle[0] - free.x * free.scale, top + free.middle[1] - free.y * free.scale];
        const apart = x + box.left * free.scale > plate.right || x + box.right * free.scale < plate.left;
        return !apart && y + box.top * free.scale < plate.bottom + 8 && y + box.bottom * free.scale > plate.top - 8;
      }),
    );
    if (!hidden.length) return free;
    const less = { ...area };
    for (const plate of hidden) {
      if (plate.top - top < element.clientHeight / 2) less.top = Math.max(less.top, plate.bottom - top + 2);
      else less.bottom = Math.min(less.bottom, plate.top - top - 2);
    }
    return placed(fitted(boxes, ends, less, view), less);
  }

  function placed(one, area) {
    return { ...one, middle: [(area.left + area.right) / 2, (area.top + area.bottom) / 2] };
  }

  /** The part of the cloth that is the carro's. On a wide screen the plates stand on it. */
  function areaOf(racks, wide, high) {
    const of = (side) => (racks[side] ? depth(racks[side], side) : 4);
    const plates = WIDE.matches && app.mode === "play" && wide > high * 1.2;
    const beside = plates ? Math.min(BESIDE, (wide - high * 0.8) / 2) : 0;
    return {
      left: Math.max(of("left"), racks.left ? beside : 0) + 4,
      top: of("above") + 4,
      right: wide - Math.max(of("right"), racks.right ? beside : 0) - 4,
      bottom: high - of("below") - 4,
    };
  }

  // --- fingers

  picture.addEventListener("pointerdown", (event) => {
    const play = touched(event);
    if (!play) return;
    event.preventDefault();
    choice.play(play);
  });

  /** The play whose halo is under a finger, of the tile that is picked. */
  function touched(event) {
    const [near] = nearest(event);
    return near && near.far * view.scale <= Math.max(TOUCH, 0.9 * view.scale) ? near.play : null;
  }

  /** The play that a tile dropped here means: the nearer end, where one is clearly nearer. */
  app.dropAt = (event) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const inside = event.clientX > left && event.clientX < right && event.clientY > top && event.clientY < bottom;
    const [near, other] = inside ? nearest(event) : [];
    const clear = near && (!other || near.far * 2 < other.far || near.far * view.scale < 2 * TOUCH);
    return clear ? near.play : null;
  };

  /** The plays of the tile that is picked, with how far each is from a point of the screen, in tile widths. */
  function nearest({ clientX, clientY }) {
    if (!view || choice.tile === null) return [];
    const { left, top } = element.getBoundingClientRect();
    const x = (clientX - left - view.middle[0]) / view.scale + view.x;
    const y = (clientY - top - view.middle[1]) / view.scale + view.y;
    const plays = choice
      .of(choice.tile)
      .map((play) => ({ play, far: distance(play.place ?? { x: 0, y: 0, angle: 0 }, x, y) }));
    return plays.sort((one, other) => one.far - other.far);
  }

  function distance(place, x, y) {
    const box = boxOf(place);
    return Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
  }

  // --- beside the carro

  /** A line along the edge where the player in turn sits. */
  function drawTurn(shown, wide, high) {
    const lines = {
      above: [0, 0, wide, THICK],
      below: [0, high - THICK, wide, THICK],
      left: [0, 0, THICK, high],
      right: [wide - THICK, 0, THICK, high],
    };
    const side = shown.turn && connection.current ? sides(app.below, shown.names.length)[shown.turn] : null;
    const line = lines[side] ?? [0, 0, 0, 0];
    ["x", "y", "width", "height"].forEach((name, at) => turn.setAttribute(name, line[at]));
  }

  /** What everybody may know: how many tiles sleep, which doubles are dead (CL-matar). */
  function drawNotes(shown) {
    const playing = ["choosing", "playing", "awaiting"].includes(shown.phase);
    asleep.hidden = !playing || !shown.boneyard;
    keep(asleep, shown.boneyard, () => [
      svg("svg", { viewBox: "-11 -21 22 42", "aria-hidden": "true" }, use("back", 0, 0, true)),
      el("span", { "aria-hidden": "true" }, String(shown.boneyard)),
      el("span", { class: "sr" }, t("{count} asleep", { count: shown.boneyard })),
    ]);
    killed.hidden = !playing || !shown.killed.length;
    const dead = { tiles: shown.killed.map(spoken).join(" ") };
    keep(killed, shown.killed, () =>
      shown.killed.length > 1 ? t("dead doubles: {tiles}", dead) : t("dead: {tiles}", dead),
    );
  }

  /** The whole carro in a corner, where only its ends are shown large. */
  function drawSmall(places, wide, high) {
    small.replaceChildren();
    if (view.whole) return;
    const [across, down] = [view.box.right - view.box.left, view.box.bottom - view.box.top];
    const side = Math.min(SMALL, 0.36 * high);
    const scale = Math.min(side / across, side / down);
    const [half, tall] = [view.wide / view.scale / 2, view.high / view.scale / 2];
    const seen = { left: view.x - half, right: view.x + half, top: view.y - tall, bottom: view.y + tall };
    // While the view moves, a part of the carro or of what is seen may lie outside its box: nothing of it is drawn.
    const within = (low, high, least, most) => Math.max(0, Math.min(high, most) - Math.max(low, least)) * scale;
    const rect = (box, name) =>
      svg("rect", {
        class: name,
        x: (Math.max(box.left, view.box.left) - view.box.left) * scale,
        y: (Math.max(box.top, view.box.top) - view.box.top) * scale,
        width: within(box.left, box.right, view.box.left, view.box.right),
        height: within(box.top, box.bottom, view.box.top, view.box.bottom),
      });
    const ground = svg("rect", {
      class: "ground",
      x: -4,
      y: -4,
      width: across * scale + 8,
      height: down * scale + 8,
      rx: 4,
    });
    const bits = places.map((place) => rect(boxOf(place), "bit"));
    const corner = `translate(${wide - across * scale - 12} 30)`;
    small.append(svg("g", { transform: corner }, ground, bits, rect(seen, "seen")));
  }

  /** The carro from its left end to its right one, for those who hear it. */
  function inWords(shown, places) {
    if (!places.length) return t("The table is empty");
    const line = [];
    for (const { tile, end } of places) {
      if (end === "<") line.unshift(`${tile[1]}|${tile[0]}`);
      else line.push(`${tile[0]}|${tile[1]}`);
    }
    const [one, other] = shown.ends;
    return t("The carro: {tiles}. Open ends: {one} and {other}", { tiles: line.join(" "), one, other });
  }

  return { update, step: (detail) => carro.step(detail) };
}
