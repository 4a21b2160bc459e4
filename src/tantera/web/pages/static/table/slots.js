// My tiles where they stand: in the order lifted, and what is played leaves its gap (TG-8.6, TG-13.2).

/** The places of a rack: [{tile, held}], a tile that is not lifted yet is null. */
export class Slots {
  constructor() {
    this.hand = null;
    this.places = [];
  }

  /** What the rack is now. `lifted` is the order of all my tiles, where the server has just told it. */
  update(shown, seat, lifted) {
    const rack = shown?.racks[seat - 1] ?? null;
    const count = shown?.counts[seat - 1] ?? 0;
    const hand = shown?.number;
    if (hand !== this.hand) this.places = [];
    this.hand = hand;
    if (rack === null) this.places = Array.from({ length: count }, () => ({ tile: null, held: true }));
    else {
      const known = this.places.every((place) => place.tile !== null) ? this.places.map((place) => place.tile) : [];
      const order = lifted?.length && rack.every((tile) => lifted.includes(tile)) ? lifted : known;
      const tiles = [...order, ...rack.filter((tile) => !order.includes(tile))];
      this.places = tiles.map((tile) => ({ tile, held: rack.includes(tile) }));
    }
    return this.places;
  }
}
