// The table: the carro fitted to it, the racks round it, and what everybody may know beside them.
import { t } from "../words.js";
import { Carro, TOUCH } from "./carro.js";
import { el, keep, spoken, svg } from "./dom.js";
import { depth, Edges } from "./edges.js";
import { fitted, stillGood } from "./fit.js";
import { sides, turned } from "./seats.js";
import { withTerms } from "./terms.js";
import { boxOf, use } from "./tiles.js";

const THICK = 5; // px of the line along the edge of whoever is in turn
const SMALL = 96; // px of the whole carro at most, where only its ends are shown large
const APART = 6; // px between a plate and a tile
const NOTE = 26; // px of a line that says what everybody may know
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

  /** @type {View | null} */
  let view = null;
  /** @type {number | null} */
  let hand = null;

  new ResizeObserver(() => {
    view = null;
    connection.changed(); // the carro may have to bend elsewhere
  }).observe(element);

  /** What is the carro's of the cloth as it is now. */
  app.room = () => {
    const [wide, high] = [element.clientWidth, element.clientHeight];
    return connection.shown && wide && high ? areaOf(edges.racks(connection.shown, wide), wide, high) : null;
  };

  function update() {
    const { shown } = connection;
    const [wide, high] = [element.clientWidth, element.clientHeight];
    if (!shown || !wide || !high || app.ending.held) return;
    const swept = shown.phase === "dealing" || shown.phase === "seating"; // the tiles of the last hand are off the table
    const dealt = hand !== null && hand !== shown.number && !swept && !shown.chain.length;
    if (hand !== shown.number || swept) view = null;
    if (!swept) hand = shown.number;
    const places = swept ? [] : shown.chain.map((place) => turned(place, app.quarters));
    const racks = swept ? {} : edges.racks(shown, wide);
    const ghosts = carro.ghosts();
    const area = areaOf(racks, wide, high);
    // With all the places where I could lay a tile: the view need not jump when I pick one.
    const possible = choice.plays.map(({ place }) => place);
    const boxes = [...places, ...ghosts.map(({ place }) => place), ...possible].filter((place) => place !== null).map(boxOf);
    const ends = shown.phase === "playing" ? carro.ends(places).map(({ box }) => box) : [];
    view = clear(boxes, inFocusLast(ends), area);

    picture.setAttribute("viewBox", `0 0 ${wide} ${high}`);
    picture.setAttribute("aria-label", inWords(shown, places));
    carro.draw(places, ghosts, view);
    edges.draw(racks, wide, high, shown, dealt);
    drawSmall(places, wide, high, view);
    drawTurn(shown, wide, high);
    element.dataset.current = String(connection.current);
  }

  /** Where both ends do not fit, the one I have chosen is shown, else the one where a tile was laid last.
   * @param {Box[]} ends */
  function inFocusLast(ends) {
    const end = choice.end ?? connection.shown.chain.at(-1)?.end;
    return end === "<" ? [...ends].reverse() : ends;
  }

  /** The view, clear of the plates that stand on a wide cloth: of all ways to keep out of theirs the one that shows most.
   * While the one there is does nearly as well, the carro stays where it lies.
   * @param {Box[]} boxes @param {Box[]} ends @param {Box} area */
  function clear(boxes, ends, area) {
    const plates = WIDE.matches && app.mode === "play" ? [...app.root.querySelectorAll(".plate")].map(onCloth) : [];
    if (!plates.length) return placed(fitted(boxes, ends, area, view), area);
    /** @param {View} one */
    const isFree = (one) => !plates.some((plate) => covers(plate, boxes, one));
    const views = withouts(area, plates).map((one) => placed(fitted(boxes, ends, one, null), one));
    if (!views.length) return placed(fitted(boxes, ends, area, null), area); // no room beside them, for a moment
    const free = views.filter(isFree);
    const best = (free.length ? free : views).reduce((one, other) => (shows(other, one) ? other : one));
    return view && isWithin(view, area) && isFree(view) && stillGood(boxes, view, best) ? view : best;
  }

  /** Whether a view shows more than another, or as much and nearer the middle of the cloth.
   * @param {View} one @param {View} other */
  function shows(one, other) {
    const [x, y] = [element.clientWidth / 2, element.clientHeight / 2];
    /** @param {View} view */
    const off = ({ middle }) => Math.hypot(middle[0] - x, middle[1] - y);
    return Math.abs(one.scale - other.scale) > 0.01 ? one.scale > other.scale : off(one) < off(other);
  }

  /** Whether a view that was chosen before lies in what is the carro's now.
   * @param {View} one @param {Box} area */
  function isWithin(one, area) {
    const [[x, y], half, tall] = [one.middle, one.wide / 2, one.high / 2];
    return x - half >= area.left - 1 && x + half <= area.right + 1 && y - tall >= area.top - 1 && y + tall <= area.bottom + 1;
  }

  /** Where something stands, with a little room round it, in px of the cloth.
   * @param {Element} one */
  function onCloth(one) {
    const { left, top } = element.getBoundingClientRect();
    const box = one.getBoundingClientRect();
    return { left: box.left - left - APART, top: box.top - top - APART, right: box.right - left + APART, bottom: box.bottom - top + APART };
  }

  /** Whether something on the cloth lies over a tile, or over where one would lie.
   * @param {Box} plate @param {Box[]} boxes @param {View} view */
  function covers(plate, boxes, { x, y, scale, middle }) {
    const [dx, dy] = [middle[0] - x * scale, middle[1] - y * scale];
    return boxes.some((box) => {
      const beside = dx + box.left * scale > plate.right || dx + box.right * scale < plate.left;
      return !beside && dy + box.top * scale < plate.bottom && dy + box.bottom * scale > plate.top;
    });
  }

  /** The areas that are left when each plate is kept out of, to the side or above and below.
   * @param {Box} area @param {Box[]} plates */
  function withouts(area, plates) {
    const [wide, high] = [element.clientWidth, element.clientHeight];
    /** @param {Box} one @param {Box} plate */
    const without = (one, plate) => [
      (plate.left + plate.right) / 2 < wide / 2 ? { ...one, left: Math.max(one.left, plate.right) } : { ...one, right: Math.min(one.right, plate.left) },
      (plate.top + plate.bottom) / 2 < high / 2 ? { ...one, top: Math.max(one.top, plate.bottom) } : { ...one, bottom: Math.min(one.bottom, plate.top) },
    ];
    const all = plates.reduce((areas, plate) => areas.flatMap((one) => [one, ...without(one, plate)]), [area]);
    return all.filter((one) => one.right - one.left > SMALL && one.bottom - one.top > SMALL);
  }

  /** @param {Fitted} one @param {Box} area @returns {View} */
  function placed(one, area) {
    return { ...one, middle: [(area.left + area.right) / 2, (area.top + area.bottom) / 2] };
  }

  /** The part of the cloth that is the carro's. On a wide screen the plates stand on it.
   * @param {Racks} racks @param {number} wide @param {number} high */
  function areaOf(racks, wide, high) {
    /** @param {ScreenSide} side */
    const of = (side) => (racks[side] ? depth(racks[side], side) : 4);
    const notes = drawNotes(connection.shown, of("below")) ? NOTE : 0;
    return {
      left: of("left") + 4,
      top: of("above") + 4,
      right: wide - of("right") - 4,
      bottom: high - of("below") - notes - 4,
    };
  }

  // --- fingers

  picture.addEventListener("pointerdown", (event) => {
    const play = touched(event);
    if (!play) return;
    event.preventDefault();
    choice.play(play);
  });

  /** The play whose halo is under a finger, of the tile that is picked.
   * @param {MouseEvent} event */
  function touched(event) {
    const [near] = nearest(event);
    return view && near && near.far * view.scale <= Math.max(TOUCH, 0.9 * view.scale) ? near.play : null;
  }

  /** The play that a tile dropped here means: the nearer end, where one is clearly nearer. */
  app.dropAt = (event) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const inside = event.clientX > left && event.clientX < right && event.clientY > top && event.clientY < bottom;
    const [near, other] = inside ? nearest(event) : [];
    const clear = view && near && (!other || near.far * 2 < other.far || near.far * view.scale < 2 * TOUCH);
    return clear ? near.play : null;
  };

  /** The plays of the tile that is picked, with how far each is from a point of the screen, in tile widths.
   * @param {MouseEvent} event */
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

  /** @param {Spot} place @param {number} x @param {number} y */
  function distance(place, x, y) {
    const box = boxOf(place);
    return Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
  }

  // --- beside the carro

  /** A line along the edge where the player in turn sits.
   * @param {Wire.Snapshot} shown @param {number} wide @param {number} high */
  function drawTurn(shown, wide, high) {
    const lines = {
      above: [0, 0, wide, THICK],
      below: [0, high - THICK, wide, THICK],
      left: [0, 0, THICK, high],
      right: [wide - THICK, 0, THICK, high],
    };
    const side = shown.turn && connection.current ? sides(app.below, shown.names.length)[shown.turn] : null;
    const line = side ? lines[side] : [0, 0, 0, 0];
    ["x", "y", "width", "height"].forEach((name, at) => turn.setAttribute(name, String(line[at])));
  }

  /** What everybody may know: how many tiles sleep, which doubles are dead (CL-matar). On a line of its own above the tiles
   * of whoever sits below; whether there is one.
   * @param {Wire.Snapshot} shown @param {number} low */
  function drawNotes(shown, low) {
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
      el("span", {}, withTerms(shown.killed.length > 1 ? t("dead doubles: {tiles}", dead) : t("dead: {tiles}", dead))),
    );
    for (const note of [asleep, killed]) note.style.bottom = `${low + 2}px`;
    return !asleep.hidden || !killed.hidden;
  }

  /** The whole carro in a corner, where only its ends are shown large.
   * @param {Place[]} places @param {number} wide @param {number} high @param {View} view */
  function drawSmall(places, wide, high, view) {
    small.replaceChildren();
    const { box: all } = view;
    if (view.whole || !all) return;
    const [across, down] = [all.right - all.left, all.bottom - all.top];
    const side = Math.min(SMALL, 0.36 * high);
    const scale = Math.min(side / across, side / down);
    const [half, tall] = [view.wide / view.scale / 2, view.high / view.scale / 2];
    const seen = { left: view.x - half, right: view.x + half, top: view.y - tall, bottom: view.y + tall };
    // While the view moves, a part of the carro or of what is seen may lie outside its box: nothing of it is drawn.
    /** @param {number} low @param {number} high @param {number} least @param {number} most */
    const within = (low, high, least, most) => Math.max(0, Math.min(high, most) - Math.max(low, least)) * scale;
    /** @param {Box} box @param {string} name */
    const rect = (box, name) =>
      svg("rect", {
        class: name,
        x: (Math.max(box.left, all.left) - all.left) * scale,
        y: (Math.max(box.top, all.top) - all.top) * scale,
        width: within(box.left, box.right, all.left, all.right),
        height: within(box.top, box.bottom, all.top, all.bottom),
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
    const spot = freeCorner(places, across * scale, down * scale, wide, high, view);
    if (spot) small.append(svg("g", { transform: `translate(${spot.left} ${spot.top})` }, ground, bits, rect(seen, "seen")));
  }

  /** A corner of the cloth where something of this size lies over no tile; null where there is none.
   * @param {Place[]} places @param {number} across @param {number} down @param {number} wide @param {number} high @param {View} view */
  function freeCorner(places, across, down, wide, high, view) {
    const rows = [30, high - down - 30];
    const columns = [wide - across - 24, 24];
    const spots = rows.flatMap((top) => columns.map((left) => ({ left, top, right: left + across, bottom: top + down })));
    /** @param {Box} box */
    const around = ({ left, top, right, bottom }) => ({ left: left - APART, top: top - APART, right: right + APART, bottom: bottom + APART });
    return spots.find((spot) => !covers(around(spot), places.map(boxOf), view)) ?? null;
  }

  /** The carro from its left end to its right one, for those who hear it.
   * @param {Wire.Snapshot} shown @param {Place[]} places */
  function inWords(shown, places) {
    if (!places.length) return t("The table is empty");
    const line = [];
    for (const { tile, end } of places) {
      if (end === "<") line.unshift(`${tile[1]}|${tile[0]}`);
      else line.push(`${tile[0]}|${tile[1]}`);
    }
    const [one, other] = shown.ends ?? [];
    return t("The carro: {tiles}. Open ends: {one} and {other}", { tiles: line.join(" "), one, other });
  }

  return { update, step: (detail) => app.ending.held || carro.step(detail) };
}
