// My tiles where they stand: in the order lifted, and what is played leaves its gap (TG-8.6, TG-13.2); or sorted, where the
// book lets one.

/** The places of a rack: [{tile, held}], a tile that is not lifted yet is null. */
export class Slots {
  constructor() {
    /** @type {number | undefined} */
    this.hand = undefined;
    /** @type {Slot[]} */
    this.lifted = [];
    /** @type {Slot[]} */
    this.places = [];
  }

  /** What the rack is now. `order` is that of all my tiles, where the server has just told it.
   * @param {Wire.Snapshot | null} shown @param {number | null | undefined} seat @param {string[] | null} order @param {boolean} sorted */
  update(shown, seat, order, sorted = false) {
    this.lift(shown, seat, order);
    this.places = sorted ? sort(this.lifted) : this.lifted;
    return this.places;
  }

  /** @param {Wire.Snapshot | null} shown @param {number | null | undefined} seat @param {string[] | null} lifted */
  lift(shown, seat, lifted) {
    const mine = (seat ?? 0) - 1;
    const rack = shown?.racks[mine] ?? null;
    const count = shown?.counts[mine] ?? 0;
    const hand = shown?.number;
    if (hand !== this.hand) this.lifted = [];
    this.hand = hand;
    if (rack === null) this.lifted = Array.from({ length: count }, () => ({ tile: null, held: true }));
    else {
      const known = this.lifted.every((place) => place.tile !== null) ? this.lifted.map((place) => place.tile) : [];
      const order = lifted?.length && rack.every((tile) => lifted.includes(tile)) ? lifted : known;
      const tiles = [...order, ...rack.filter((tile) => !order.includes(tile))];
      this.lifted = tiles.map((tile) => ({ tile, held: rack.includes(tile) }));
    }
  }
}

/** By the higher number and then the lower one; nothing has a gap. Tiles that are not lifted yet stay as they lie.
 * @param {Slot[]} places */
function sort(places) {
  if (places.some(({ tile }) => tile === null)) return places;
  /** @param {Slot} place */
  const worth = ({ tile }) => Number([...(tile ?? "")].sort().reverse().join(""));
  return places.filter(({ held }) => held).sort((one, other) => worth(other) - worth(one));
}
