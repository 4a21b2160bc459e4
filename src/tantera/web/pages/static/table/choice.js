// What I may do now and what I have picked: one tile, perhaps one end of two. Rack, carro, band and keys all ask here.
// No rule is in it: whatever can be played is among the options that the server sent, with the place where it would lie.
import { across, turned } from "./seats.js";

const MOVES = new Set(["place_tile", "place_doubles", "pass_turn", "draw_tile"]);

export class Choice {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {string | null} */
    this.tile = null; // the one picked
    /** @type {Wire.End | null} */
    this.end = null; // and its end, where the arrow keys have said one
    this.both = false; // two doubles at once (UEH-dobles)
    /** @type {Set<string | undefined>} */
    this.laid = new Set(); // my tiles that lie on the table already while their move is on its way
  }

  /** The moves I may make, each with its place on the screen where it has one.
   * @returns {Play[]} */
  get plays() {
    const { shown, current } = this.app.connection;
    if (!shown || shown.phase !== "playing" || !current) return [];
    return shown.options
      .map((order) => ({ order, place: order.place ? turned(order.place, this.app.quarters) : null }))
      .filter(({ order }) => MOVES.has(order.order));
  }

  /** Whether the table waits for me, and I have not answered yet. */
  get mine() {
    return this.plays.length > 0 && !this.moving;
  }

  /** My move that is on its way: {order, about}. */
  get moving() {
    return this.app.connection.pending.find(({ order, about }) => MOVES.has(order.order) && !about.question) ?? null;
  }

  /** The plays of a tile, in the order in which their ends lie on the screen.
   * @param {string | null | undefined} tile */
  of(tile) {
    const plays = this.plays.filter(({ order }) => order.order === "place_tile" && order.tile === tile && !order.same);
    return plays.sort((one, other) => across(one.place) - across(other.place));
  }

  /** The play that is picked, once it is only one. */
  get picked() {
    if (this.both) return this.only("place_doubles");
    const plays = this.tile === null ? [] : this.of(this.tile);
    return plays.length === 1 ? plays[0] : (plays.find(({ order }) => order.end === this.end) ?? null);
  }

  /** @template {Wire.Order["order"]} Kind
   * @param {Kind} kind @returns {(Play & { order: Extract<Wire.Order, { order: Kind }> }) | null} */
  only(kind) {
    return /** @type {any} */ (this.plays.find(({ order }) => order.order === kind) ?? null);
  }

  /** A tile of mine was tapped, or its key pressed.
   * @param {string} tile */
  pick(tile) {
    if (!this.mine) return this.app.explainTurn();
    const plays = this.of(tile);
    if (!plays.length) return this.ask(tile);
    const again = this.tile === tile;
    if (plays.length === 1 && (again || !this.app.settings.confirm)) return this.play(plays[0]);
    if (again) return this.letGo();
    this.choose(tile);
  }

  /** @param {string | null} tile @param {Wire.End | null} end */
  choose(tile, end = null) {
    this.app.say(null);
    this.tile = tile;
    this.end = end;
    this.both = false;
    this.app.connection.changed();
  }

  letGo() {
    this.choose(null);
  }

  /** An end was chosen by its side on the screen: 0 is the left one. With two ends and no tile it says nothing.
   * @param {number} side */
  towards(side) {
    const plays = this.tile === null ? [] : this.of(this.tile);
    if (plays.length) this.choose(this.tile, plays[Math.min(side, plays.length - 1)].order.end);
  }

  chooseBoth() {
    if (this.both || !this.app.settings.confirm) return this.play(this.only("place_doubles"));
    this.choose(null);
    this.both = true;
  }

  /** @param {Play | null} play none where it is no longer mine to make */
  play(play) {
    if (!play) return;
    const { order, place } = play;
    const ghosts = order.order === "place_doubles" ? this.ghostsOfBoth(order) : null;
    this.laid = new Set((ghosts ?? [place]).map((one) => one?.tile ?? order.tile));
    this.letGo();
    this.app.order(order, { place, ghosts });
    this.app.connection.changed();
  }

  /** Where two doubles would lie: each where it would alone.
   * @param {Wire.Order} order */
  ghostsOfBoth(order) {
    return [this.of(order.left), this.of(order.right)].flat().flatMap(({ place }) => (place ? [place] : []));
  }

  /** Why not this one? The table answers with the article. Only in my turn: nothing can make it legal meanwhile.
   * @param {string} tile */
  ask(tile) {
    this.letGo();
    const { shown } = this.app.connection;
    const end = shown.chain.length ? "<" : null;
    this.app.order({ order: "place_tile", seat: this.app.below, tile, end }, { question: true });
  }

  /** What is picked is gone when its tile is, or when it is somebody else's turn. */
  tidy() {
    if (!this.app.connection.current) return; // what is picked stays so until the table is seen again
    if (!this.mine || (this.tile !== null && !this.of(this.tile).length)) {
      this.tile = this.end = null;
    }
    if (this.both && (!this.mine || !this.only("place_doubles"))) this.both = false;
  }
}
