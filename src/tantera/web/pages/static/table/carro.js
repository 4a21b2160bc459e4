// The carro itself: tiles, the light at its open ends, the last tile laid, and where the tile I have picked would lie.
import { adviceSign } from "./advice.js";
import { motion, svg } from "./dom.js";
import { isOver } from "./ending.js";
import { ENDS, FROM, sides, stacked, turned } from "./seats.js";
import { clack } from "./sound.js";
import { boxOf, face, isDouble, openHalf, outline, POINTS, shadow, UNIT } from "./tiles.js";

const LAY = 180; // ms from a player's side to the carro
const LATE = 1500; // ms behind which tiles no longer wait for each other
const KEYBOARD = matchMedia("(min-width: 900px) and (min-height: 521px) and (hover: hover)");
const KEY = [15, 12]; // px from the middle of a key to its edges
export const TOUCH = 22; // px from the middle of a halo to its edge, at least

/** @type {any} Told when it is drawn. */
const UNTOLD = null;

export class Carro {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {View} */
    this.view = UNTOLD;
    /** @type {Place[]} */
    this.drawn = []; // places on the screen of the tiles that are drawn
    /** @type {number[]} */
    this.coming = []; // who laid the tiles that are not drawn yet
    this.busyUntil = 0;
    const names = ["guides", "mark", "shadows", "rims", "halos", "faces", "lines", "ghosts", "advice"];
    this.layers = Object.fromEntries(names.map((name) => [name, svg("g", { class: name })]));
    this.element = svg("g", { class: "chain" }, Object.values(this.layers));
    this.layers.mark.append(svg("circle", { class: "dm-mark", r: 2.4 }));
  }

  /** Who laid what, as it happened: the tiles come from their sides. A whole screen comes at once.
   * @param {Step} step */
  step({ whole, events }) {
    if (whole) this.clear();
    else this.coming = [...this.coming, ...events.flatMap(layers)];
  }

  /** @param {Place[]} places @param {Ghost[]} ghosts @param {View} view */
  draw(places, ghosts, view) {
    const { x, y, scale, middle } = view;
    this.view = view;
    this.element.style.transform = `translate(${middle[0] - x * scale}px, ${middle[1] - y * scale}px) scale(${scale / UNIT})`;
    this.drawTiles(places);
    this.drawLight(places, ghosts);
    this.drawLast(places);
    this.drawAdvice(ghosts);
    this.drawGuides();
  }

  // --- tiles

  /** @param {Place[]} places */
  drawTiles(places) {
    const same = places.length >= this.drawn.length && this.drawn.every((place, at) => isAt(place, places[at]));
    if (!same) this.clear();
    const fresh = places.slice(this.drawn.length);
    const seats = fresh.length ? this.coming.slice(-fresh.length) : [];
    const still = seats.length < fresh.length || !motion();
    const now = performance.now();
    if (this.busyUntil - now > LATE) this.busyUntil = now;
    fresh.forEach((place, index) => this.lay(place, seats[index], still, now));
    this.drawn = places;
    this.coming = [];
  }

  clear() {
    this.drawn = [];
    this.coming = [];
    this.layers.shadows.replaceChildren();
    this.layers.faces.replaceChildren();
  }

  /** @param {Place} place @param {number} seat @param {boolean} still @param {number} now */
  lay(place, seat, still, now) {
    const pieces = [shadow(place), face(place)];
    this.layers.shadows.append(pieces[0]);
    this.layers.faces.append(pieces[1]);
    if (still) return;
    const wait = Math.max(0, this.busyUntil - now);
    if (!this.app.choice.laid.delete(place.tile)) {
      // mine lie there already
      fly(pieces, sides(this.app.below, this.app.connection.shown.names.length)[seat], wait);
      this.busyUntil = now + wait + LAY;
    }
    if (this.app.settings.sound) clack(wait + LAY - 30);
  }

  /** The tile laid last has a thin line, once it has come.
   * @param {Place[]} places */
  drawLast(places) {
    const { shown } = this.app.connection;
    const many = shown.moves.at(-1)?.event === "doubles_placed" ? 2 : 1;
    const last = shown.phase === "playing" || isOver(shown) ? places.slice(-many) : [];
    const { lines } = this.layers;
    const key = JSON.stringify(last);
    if (lines.dataset.key === key) return;
    lines.dataset.key = key;
    lines.replaceChildren(...last.map((place) => outline(place, 0.09, { class: "last" })));
    const delay = this.busyUntil - performance.now();
    if (delay > 0) lines.animate([{ opacity: 0 }, { opacity: 0 }], { duration: delay });
  }

  // --- where one can play

  /** The tile at each end, and which half of it is open.
   * @param {Place[]} places */
  ends(places) {
    if (!places.length) return [];
    return ENDS.map((end) => ({
      end,
      box: openHalf(places.findLast((one) => one.end === end) ?? places[0], end),
    }));
  }

  /** Where tiles would lie: of the tile that is picked, or of my move that is on its way.
   * @returns {Ghost[]} */
  ghosts() {
    const { choice } = this.app;
    const { moving } = choice;
    if (moving) {
      const places = moving.about.ghosts ?? [moving.about.place ?? this.opening(moving.order)];
      return places.flatMap((place) => (place ? [{ place, pending: true }] : []));
    }
    const both = choice.both ? choice.only("place_doubles") : null;
    if (both) return choice.ghostsOfBoth(both.order).map((place) => ({ place }));
    return choice.of(choice.tile).flatMap((play) => {
      const place = play.place ?? this.opening(play.order);
      return place ? [{ order: play.order, place }] : [];
    });
  }

  /** My opening tile goes in the centre, a double across (TG-8.7).
   * @param {Wire.Order} order */
  opening({ order, tile }) {
    if (order !== "place_tile" || this.drawn.length) return null;
    return turned({ tile, end: null, x: 0, y: 0, angle: isDouble(tile) ? 0 : 90 }, this.app.quarters);
  }

  /** @param {Place[]} places @param {Ghost[]} ghosts */
  drawLight(places, ghosts) {
    const { connection, choice } = this.app;
    const { phase, line, counts } = connection.shown;
    const blocked = isOver(connection.shown) && (line ? line.how === "block" : counts.every(Boolean)); // nothing fits any more
    const dark = !(phase === "playing" || blocked) || !connection.current || ghosts.length;
    const mine = choice.plays.map(({ order }) => order.end);
    const open = this.app.hint || blocked ? ENDS : choice.mine ? mine : connection.onlyEnd ? [connection.onlyEnd] : ENDS;
    const lit = dark ? [] : this.ends(places).filter(({ end }) => open.includes(end));
    this.layers.rims.replaceChildren(...lit.map(({ end, box }) => rim(box, blocked || mine.includes(end))));
    const free = ghosts.filter(({ place }) => !places.some((laid) => laid.x === place.x && laid.y === place.y));
    this.layers.halos.replaceChildren(...free.flatMap((ghost) => (ghost.pending ? [] : [this.halo(ghost)]))); // under the tiles: their pips are read
    this.layers.ghosts.replaceChildren(...free.map((ghost) => this.ghost(ghost)), ...this.arrows(ghosts));
  }

  /** Where the tile would go that somebody has been advised to play: a frame, and the sign that its tile has, too. It stands
   * in the middle, or beyond the tile that is picked and shown there: over no pips.
   * @param {Ghost[]} ghosts */
  drawAdvice(ghosts) {
    const { advice, choice } = this.app;
    const meant = choice.mine ? (advice?.among(choice.plays) ?? []) : [];
    const size = Math.max(0.7, Math.min(1, this.view.scale / 22)); // no wider than a tile
    const spots = meant.flatMap(({ order, place }) => place ?? this.opening(order) ?? []);
    this.layers.advice.replaceChildren(
      ...spots.map((place) => {
        const [dx, dy] = ghosts.length ? POINTS[place.angle] : [0, 0];
        const at = `translate(${(place.x + dx) * UNIT} ${(place.y + dy) * UNIT})`;
        return svg("g", { class: "advised" }, outline(boxOf(place), 0.1, { class: "frame" }), svg("g", { transform: at }, adviceSign((UNIT / this.view.scale) * size)));
      }),
    );
  }

  /** @param {Ghost} ghost */
  halo({ place, order }) {
    const box = boxOf(place);
    const out = Math.max(0.62, TOUCH / this.view.scale - 0.5);
    const light = [out, out * 0.62, out * 0.3].map((far) => outline(box, far, { class: "soft" }));
    const chosen = this.app.choice.end && order?.end === this.app.choice.end;
    return svg("g", { class: `halo ${chosen ? "chosen" : ""}` }, light, outline(box, out, { class: "hard" }));
  }

  /** @param {Ghost} ghost */
  ghost({ place, pending }) {
    const box = boxOf(place);
    return svg(
      "g",
      { class: `ghost ${pending ? "pending" : ""}` },
      svg("g", { class: "picked" }, shadow(place), face(place)),
      outline(box, 0.04, { class: "dashes" }),
    );
  }

  /** Where there is a keyboard: the arrow that chooses an end, drawn beside it.
   * @param {Ghost[]} ghosts */
  arrows(ghosts) {
    if (ghosts.length !== 2 || ghosts[0].pending || !KEYBOARD.matches) return [];
    const upright = stacked(ghosts.map(({ place }) => place));
    const taken = [...this.drawn.map(boxOf), ...ghosts.map(({ place }) => grown(boxOf(place), 0.62)), ...this.plates()];
    return ghosts.map(({ place }, at) => {
      const [x, y] = this.beside(boxOf(place), place, upright, at, taken);
      return svg(
        "g",
        {
          class: "arrow-key",
          transform: `translate(${x * UNIT} ${y * UNIT}) scale(${UNIT / this.view.scale})`,
        },
        svg("rect", { x: -KEY[0], y: -KEY[1], width: 2 * KEY[0], height: 2 * KEY[1], rx: 4 }),
        svg("text", { "text-anchor": "middle", "dominant-baseline": "central" }, (upright ? "↑↓" : "←→")[at]),
      );
    });
  }

  /** Where a key can stand beside a halo: on the side that it points to, else on one where nothing lies.
   * @param {Box} box @param {Spot} place @param {boolean} upright @param {number} at @param {Box[]} taken */
  beside(box, { x, y }, upright, at, taken) {
    const far = 0.62 + 18 / this.view.scale;
    const [left, right] = [
      [box.left - far, y],
      [box.right + far, y],
    ];
    const [above, below] = [
      [x, box.top - far],
      [x, box.bottom + far],
    ];
    const sides = upright ? [above, below, left, right] : [left, right, above, below];
    const spots = at ? [sides[1], sides[0], ...sides.slice(2).reverse()] : sides;
    const [wide, high] = KEY.map((half) => half / this.view.scale);
    const free = (/** @type {number[]} */ [a, b]) => taken.every((one) => a + wide < one.left || a - wide > one.right || b + high < one.top || b - high > one.bottom);
    const [first, second, ...others] = spots;
    return [first, ...others, second].find(free) ?? first;
  }

  /** The plates that stand on the cloth, in its own measure. */
  plates() {
    const { x, y, scale, middle } = this.view;
    const { left, top } = /** @type {SVGElement} */ (this.element.ownerSVGElement).getBoundingClientRect();
    return [...this.app.root.querySelectorAll(".plate")].map((plate) => {
      const box = plate.getBoundingClientRect();
      const [a, b] = [(/** @type {number} */ px) => (px - left - middle[0]) / scale + x, (/** @type {number} */ px) => (px - top - middle[1]) / scale + y];
      return { left: a(box.left), right: a(box.right), top: b(box.top), bottom: b(box.bottom) };
    });
  }

  /** Lines that guide the carro, for those who want them (TG-2). */
  drawGuides() {
    const { guides } = this.layers;
    const reach = ((this.app.connection.law?.highest ?? 0) > 6 ? 16 : 14) * UNIT;
    const key = `${this.app.settings.guides} ${reach}`;
    if (guides.dataset.key === key) return;
    guides.dataset.key = key;
    const cross = `M0 ${-reach}V${reach}M${-reach} 0H${reach}`;
    const rim = `M${-reach} ${-reach}h${2 * reach}v${2 * reach}h${-2 * reach}z`;
    guides.replaceChildren(...(this.app.settings.guides ? [cross, rim] : []).map((d) => svg("path", { d })));
  }
}

/** Who laid the tiles of an event.
 * @param {Wire.Event} event */
function layers({ event, seat }) {
  return event === "tile_placed" ? [seat] : event === "doubles_placed" ? [seat, seat] : [];
}

/** @param {Box} box @param {number} by */
function grown({ left, top, right, bottom }, by) {
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by };
}

/** @param {Place} one @param {Place} other */
function isAt(one, other) {
  return one.tile === other.tile && one.x === other.x && one.y === other.y;
}

/** @param {Box} box @param {boolean} mine */
function rim(box, mine) {
  const soft = [0.28, 0.2, 0.12].map((far) => outline(box, far, { class: "soft" }));
  return svg("g", { class: `rim ${mine ? "" : "quiet"}` }, soft, outline(box, 0.07, { class: "hard" }));
}

/** @param {SVGElement[]} pieces @param {ScreenSide} side @param {number} delay */
function fly(pieces, side, delay) {
  const [dx, dy] = FROM[side].map((way) => way * 9 * UNIT);
  const way = [
    { transform: `translate(${dx}px, ${dy}px)`, opacity: 0 },
    { opacity: 1, offset: 0.4 },
    { transform: "none", opacity: 1 },
  ];
  for (const piece of pieces) piece.animate(way, { duration: LAY, delay, easing: "ease-out", fill: "backwards" });
}
