// The carro on the table, the racks round it, and where the tile that I have picked would lie.
import { t } from "../words.js";
import { depth, edge } from "./edges.js";
import { el, keep, motion, spoken, surname, svg } from "./dom.js";
import { fitted } from "./fit.js";
import { FROM, quarters, sides, turned } from "./seats.js";
import { clack } from "./sound.js";
import { boxOf, face, isDouble, openHalf, outline, shadow, UNIT, use } from "./tiles.js";

const LAY = 180; // ms from a player's side to the carro
const TURN_UP = 250; // ms for a rack to be turned up
const LATE = 1500; // ms behind which tiles no longer wait for each other
const TOUCH = 22; // px from the middle of a halo to its edge, at least

export function cloth(element, app) {
  const { connection, choice } = app;
  const layers = Object.fromEntries(
    ["guides", "mark", "shadows", "rims", "faces", "lines", "ghosts"].map((name) => [name, svg("g", { class: name })]),
  );
  const chain = svg("g", { class: "chain" }, Object.values(layers));
  const edges = svg("g", { class: "edges" });
  const turn = svg("rect", { class: "turn-edge" });
  const small = svg("g", { class: "small" });
  const ground = svg("g", {}, svg("rect", { width: "100%", height: "100%", fill: "url(#dm-ground)" }), svg("rect", { width: "100%", height: "100%", fill: "url(#dm-wood)" }));
  const picture = svg("svg", { class: "felt", role: "img" }, ground, turn, chain, edges, small);
  const chips = el("div", { class: "chips" });
  const asleep = el("p", { class: "asleep" });
  const killed = el("p", { class: "killed" });
  element.append(picture, chips, asleep, killed);

  let drawn = []; // places on the screen of the tiles that are drawn
  let coming = []; // who laid the tiles that are not drawn yet
  let busyUntil = 0;
  let view = null;
  let hand = null;
  let wasOpen = "";
  new ResizeObserver(() => {
    view = null;
    update();
  }).observe(element);

  picture.addEventListener("pointerdown", (event) => {
    const ghost = ghostAt(event.clientX, event.clientY);
    if (ghost) {
      event.preventDefault();
      choice.play(ghost);
    }
  });

  /** The play whose halo is under a finger, of the tile that is picked. */
  function ghostAt(clientX, clientY) {
    if (!view || choice.tile === null) return null;
    const { left, top } = element.getBoundingClientRect();
    const [x, y] = toTable(clientX - left, clientY - top);
    const near = choice.of(choice.tile).map((play) => ({ play, far: play.place ? distance(play.place, x, y) : 0 }));
    near.sort((one, other) => one.far - other.far);
    return near.length && near[0].far * view.scale <= Math.max(TOUCH, 0.9 * view.scale) ? near[0].play : null;
  }

  function distance(place, x, y) {
    const box = boxOf(place);
    return Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
  }

  function toTable(x, y) {
    return [(x - view.middle[0]) / view.scale + view.x, (y - view.middle[1]) / view.scale + view.y];
  }

  app.dropAt = (clientX, clientY) => {
    const box = element.getBoundingClientRect();
    const over = clientX > box.left && clientX < box.right && clientY > box.top && clientY < box.bottom;
    if (!over || choice.tile === null) return null;
    const plays = choice.of(choice.tile);
    if (plays.length === 1) return plays[0];
    const [x, y] = toTable(clientX - box.left, clientY - box.top);
    const near = plays.map((play) => ({ play, far: distance(play.place, x, y) })).sort((one, other) => one.far - other.far);
    return near[0].far * 2 < near[1].far || near[0].far * view.scale < 44 ? near[0].play : null;
  };

  function update() {
    const { shown } = connection;
    const [wide, high] = [element.clientWidth, element.clientHeight];
    if (!shown || !wide || !high) return;
    picture.setAttribute("viewBox", `0 0 ${wide} ${high}`);
    const swept = shown.phase === "dealing" || shown.phase === "seating"; // the tiles of the last hand are off the table
    const offset = quarters(app.below, shown.opener);
    const places = swept ? [] : shown.chain.map((place) => turned(place, offset));
    const racks = swept ? {} : racksOf(shown);
    if (hand !== shown.number || swept) view = null;
    hand = shown.number;

    const ghosts = ghostsNow();
    const area = areaOf(racks, wide, high);
    const ends = endsOf(places);
    const boxes = [...places, ...ghosts.flatMap(({ place }) => (place ? [place] : [])), ...possible()].map(boxOf);
    view = fitted(boxes, shown.phase === "playing" ? ends.map(({ box }) => box) : [], area, view);
    view.middle = [(area.left + area.right) / 2, (area.top + area.bottom) / 2];
    chain.style.transform = `translate(${view.middle[0] - view.x * view.scale}px, ${view.middle[1] - view.y * view.scale}px) scale(${view.scale / UNIT})`;

    drawChain(places);
    drawLines(places, ends, ghosts);
    drawGuides();
    drawEdges(racks, wide, high, shown);
    drawSmall(places, wide, high);
    drawTurn(shown, wide, high);
    drawNotes(shown);
    picture.setAttribute("aria-label", inWords(shown, places));
    element.dataset.current = connection.current;
  }

  /** Where tiles of mine could lie: the view need not jump when I pick one. */
  function possible() {
    return choice.plays.flatMap(({ place }) => (place ? [place] : []));
  }

  // --- tiles

  function drawChain(places) {
    const same = places.length >= drawn.length && drawn.every((place, at) => place.tile === places[at].tile && place.x === places[at].x && place.y === places[at].y);
    if (!same) {
      drawn = [];
      layers.shadows.replaceChildren();
      layers.faces.replaceChildren();
    }
    const fresh = places.slice(drawn.length);
    const seats = coming.slice(-fresh.length);
    const still = !same || drawn.length + seats.length < places.length || !motion();
    const at = sides(app.below, connection.shown.names.length);
    const start = performance.now();
    if (busyUntil - start > LATE) busyUntil = start;
    fresh.forEach((place, index) => {
      const pieces = [shadow(place), face(place)];
      layers.shadows.append(pieces[0]);
      layers.faces.append(pieces[1]);
      const seat = seats[index];
      const mine = seat === app.below && app.dropped === place.tile;
      const wait = Math.max(0, busyUntil - start);
      if (!still && !mine && seat) {
        fly(pieces, at[seat], wait);
        busyUntil = start + wait + LAY;
      }
      if (seats.length && app.settings.sound) clack(wait + LAY - 30);
    });
    drawn = places;
    coming = [];
  }

  function fly(pieces, side, delay) {
    const [dx, dy] = FROM[side].map((way) => way * 9 * UNIT);
    for (const piece of pieces) {
      piece.animate(
        [
          { transform: `translate(${dx}px, ${dy}px)`, opacity: 0 },
          { opacity: 1, offset: 0.4 },
          { transform: "none", opacity: 1 },
        ],
        { duration: LAY, delay, easing: "ease-out", fill: "backwards" },
      );
    }
  }

  /** The tile at each end, and which half of it is open. */
  function endsOf(places) {
    if (!places.length) return [];
    return ["<", ">"].map((end) => {
      const last = places.findLast((place) => place.end === end) ?? places[0];
      return { end, box: openHalf(last, end), place: last };
    });
  }

  function ghostsNow() {
    const { moving } = choice;
    if (moving) {
      const places = moving.about.ghosts ?? [moving.about.place ?? openingPlace(moving.order)];
      return places.filter(Boolean).map((place) => ({ place, pending: true }));
    }
    if (choice.both) return choice.ghostsOfBoth(choice.only("place_doubles").order).map((place) => ({ place }));
    return choice.tile === null ? [] : choice.of(choice.tile).map(({ order, place }) => ({ place: place ?? openingPlace(order), order }));
  }

  /** My opening tile goes in the centre, a double across (TG-8.7). */
  function openingPlace({ order, tile }) {
    return order === "place_tile" && !drawn.length ? { tile, end: null, x: 0, y: 0, angle: isDouble(tile) ? 0 : 90 } : null;
  }

  function drawLines(places, ends, ghosts) {
    const { shown, current } = connection;
    const playing = shown.phase === "playing";
    const free = ghosts.length ? [] : choice.mine ? [...new Set(choice.plays.map(({ order }) => order.end))] : ["<", ">"];
    const lit = ends.filter(({ end }) => playing && current && !ghosts.length && free.includes(end));
    layers.rims.replaceChildren(
      ...lit.map(({ box }) => svg("g", { class: `rim ${choice.mine ? "" : "quiet"}` }, [0.28, 0.2, 0.12].map((far) => outline(box, far, { class: "soft" })), outline(box, 0.07, { class: "hard" }))),
    );
    const last = playing ? places.at(-1) : null;
    const moved = shown.moves.at(-1)?.event === "doubles_placed.1" ? places.slice(-2) : [last];
    const key = JSON.stringify(last ? moved : []);
    if (layers.lines.dataset.key !== key) {
      layers.lines.dataset.key = key;
      layers.lines.replaceChildren(...(last ? moved.map((place) => outline(place, 0.09, { class: "last" })) : []));
      const delay = busyUntil - performance.now();
      if (delay > 0) layers.lines.animate([{ opacity: 0 }, { opacity: 0 }], { duration: delay });
    }
    layers.ghosts.replaceChildren(
      ...ghosts.filter(({ place }) => place && !(place.end !== null && places.some((laid) => laid.x === place.x && laid.y === place.y))).map((ghost) => halo(ghost)),
    );
  }

  function halo({ place, pending, order }) {
    const box = boxOf(place);
    const least = TOUCH / view.scale;
    const out = Math.max(0.62, least - Math.min(box.right - box.left, box.bottom - box.top) / 2);
    const chosen = choice.end && order?.end === choice.end;
    const glow = pending ? [] : [out, out * 0.62, out * 0.3].map((far) => outline(box, far, { class: "soft" }));
    const rim = pending ? [] : [outline(box, out, { class: "hard" })];
    return svg("g", { class: `ghost ${pending ? "pending" : ""} ${chosen ? "chosen" : ""}` }, glow, rim, svg("g", { class: "picked" }, shadow(place), face(place)), outline(box, 0.04, { class: "dashes" }));
  }

  function drawGuides() {
    layers.mark.replaceChildren(svg("circle", { class: "dm-mark", r: 2.4 }));
    const reach = connection.law?.highest > 6 ? 16 : 14;
    const key = `${app.settings.guides}${reach}`;
    if (layers.guides.dataset.key === key) return;
    layers.guides.dataset.key = key;
    const lines = app.settings.guides ? [`M0 ${-reach * UNIT}V${reach * UNIT}M${-reach * UNIT} 0H${reach * UNIT}`, `M${-reach * UNIT} ${-reach * UNIT}h${2 * reach * UNIT}v${2 * reach * UNIT}h${-2 * reach * UNIT}z`] : [];
    layers.guides.replaceChildren(...lines.map((d) => svg("path", { d })));
  }

  /** What everybody may know beside the carro: how many tiles sleep, which doubles are dead (CL-matar). */
  function drawNotes(shown) {
    const playing = shown.phase === "playing" || shown.phase === "awaiting";
    asleep.hidden = !playing || !shown.boneyard;
    keep(asleep, shown.boneyard, () => [
      svg("svg", { viewBox: "-11 -21 22 42", "aria-hidden": "true" }, use("back", 0, 0, true)),
      el("span", { "aria-hidden": "true" }, String(shown.boneyard)),
      el("span", { class: "sr" }, t("{count} asleep", { count: shown.boneyard })),
    ]);
    killed.hidden = !playing || !shown.killed.length;
    keep(killed, shown.killed, () => [shown.killed.map(spoken).join(" "), " ", el("small", {}, t("dead"))]);
  }

  // --- round the carro

  /** What lies in front of whom, by side: my own rack has a place of its own while I play. */
  function racksOf(shown) {
    const at = sides(app.below, shown.names.length);
    const over = shown.phase === "counting" || shown.phase === "ended";
    const mine = connection.table?.seat ?? null;
    return Object.fromEntries(
      Object.entries(at).flatMap(([seat, side]) => {
        const index = Number(seat) - 1;
        if (Number(seat) === mine && !over) return [];
        const known = shown.racks[index]?.every((tile) => tile !== null) ? shown.racks[index] : null;
        const open = known ?? shown.exposed[index] ?? [];
        const backs = known ? 0 : Math.max(0, shown.counts[index] - open.length);
        const size = element.clientWidth > 700 ? 26 : over || !known ? 22 : 18;
        return [[side, { seat: Number(seat), backs, open, lifted: shown.lifted.includes(Number(seat)), size, over }]];
      }),
    );
  }

  /** The part of the cloth that is the carro's. On a wide screen the plates stand on it. */
  function areaOf(racks, wide, high) {
    const plates = matchMedia("(min-width: 900px)").matches && app.mode === "play";
    const of = (side) => (racks[side] ? depth(racks[side], side) : 8);
    const beside = plates && wide > high * 1.2 ? Math.min(214, (wide - high * 0.8) / 2) : 0;
    return {
      left: Math.max(of("left"), racks.left ? beside : 0) + 4,
      top: of("above") + 4,
      right: wide - Math.max(of("right"), racks.right ? beside : 0) - 4,
      bottom: high - of("below") - 4,
    };
  }

  function drawEdges(racks, wide, high, shown) {
    const over = shown.phase === "counting" || shown.phase === "ended";
    const key = JSON.stringify([racks, wide, high]);
    if (edges.dataset.key === key) return;
    const opened = over && wasOpen !== `${shown.number}` && edges.dataset.key !== undefined;
    edges.dataset.key = key;
    wasOpen = over ? `${shown.number}` : "";
    const labels = [];
    edges.replaceChildren(
      ...Object.entries(racks).map(([side, rack], turn) => {
        const { group, end } = edge(side, rack, wide, high, over ? { room: side === "left" || side === "right" ? 52 : 96 } : null);
        if (over) labels.push(sumChip(side, rack, end, shown, turn, wide, high));
        if (opened && motion()) turnUp(group, turn, side);
        return group;
      }),
    );
    chips.replaceChildren(...labels.filter(Boolean));
  }

  function sumChip(side, { seat, open }, end, shown, turn, wide, high) {
    const left = shown.line?.left?.[seat - 1];
    if (left === null || left === undefined) return null;
    const name = seat === connection.table?.seat ? t("You") : surname(shown.names[seat - 1]);
    const chip = el("p", { class: `sum ${side} ${open.length ? "" : "none"}` }, el("span", {}, name), " ", el("b", {}, String(left)));
    const style = { above: { left: end + 8, top: 14 }, below: { left: end + 8, bottom: 14 }, left: { left: 6, top: end + 4 }, right: { right: 6, top: end + 4 } }[side];
    for (const [edgeName, value] of Object.entries(style)) chip.style[edgeName] = `${Math.round(value)}px`;
    if (motion()) chip.animate([{ opacity: 0 }, { opacity: 1 }], { duration: TURN_UP, delay: (turn + 0.6) * TURN_UP, fill: "backwards" });
    return chip;
  }

  function turnUp(group, turn, side) {
    const flat = side === "left" || side === "right" ? "scaleX(.04)" : "scaleY(.04)";
    for (const piece of group.querySelectorAll(".open")) {
      piece.animate([{ transform: flat }, { transform: "none" }], { duration: TURN_UP, delay: turn * TURN_UP, fill: "backwards", easing: "ease-out" });
    }
  }

  /** A line along the edge where the player in turn sits. */
  function drawTurn(shown, wide, high) {
    const side = shown.turn ? sides(app.below, shown.names.length)[shown.turn] : null;
    const thick = 5;
    const box = { above: [0, 0, wide, thick], below: [0, high - thick, wide, thick], left: [0, 0, thick, high], right: [wide - thick, 0, thick, high] }[side] ?? [0, 0, 0, 0];
    ["x", "y", "width", "height"].forEach((name, at) => turn.setAttribute(name, box[at]));
    turn.classList.toggle("stands", !connection.current);
  }

  /** The whole carro in a corner, where only its ends are shown large. */
  function drawSmall(places, wide) {
    small.replaceChildren();
    if (view.whole) return;
    const [across, down] = [view.box.right - view.box.left, view.box.bottom - view.box.top];
    const scale = Math.min(96 / across, 96 / down);
    const x = wide - across * scale - 12;
    const [seenWide, seenHigh] = [view.wide / view.scale, view.high / view.scale];
    const rect = (box, more) => svg("rect", { x: (box.left - view.box.left) * scale, y: (box.top - view.box.top) * scale, width: (box.right - box.left) * scale, height: (box.bottom - box.top) * scale, ...more });
    small.append(
      svg(
        "g",
        { transform: `translate(${x} 12)` },
        svg("rect", { class: "ground", x: -4, y: -4, width: across * scale + 8, height: down * scale + 8, rx: 4 }),
        places.map((place) => rect(boxOf(place), { class: "bit" })),
        rect({ left: view.x - seenWide / 2, right: view.x + seenWide / 2, top: view.y - seenHigh / 2, bottom: view.y + seenHigh / 2 }, { class: "seen" }),
      ),
    );
  }

  function inWords(shown, places) {
    if (!places.length) return t("The table is empty");
    const line = [];
    for (const { tile, end } of places) {
      if (end === "<") line.unshift(`${tile[1]}|${tile[0]}`);
      else line.push(`${tile[0]}|${tile[1]}`);
    }
    return t("The carro: {tiles}. Open ends: {one} and {other}", { tiles: line.join(" "), one: shown.ends[0], other: shown.ends[1] });
  }

  return {
    update,
    step({ whole, events }) {
      coming = whole ? [] : [...coming, ...events.flatMap((event) => (event.event === "tile_placed.1" ? [event.seat] : event.event === "doubles_placed.1" ? [event.seat, event.seat] : []))];
      if (whole) {
        drawn = [];
        layers.shadows.replaceChildren();
        layers.faces.replaceChildren();
      }
    },
  };
}
