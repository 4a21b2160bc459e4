// Whether a deal is the one that its seed gives: a second checker, written from docs/fair-deals.md alone and in another
// language than the server's. It needs no page: `node` runs it too.
import { hex, sha256, unhex, utf8 } from "./sha256.js";

/** @param {number} number */
const big = (number) => [24, 16, 8, 0].map((by) => (number >>> by) & 255);

/** @param {string} label @param {Uint8Array} seed @param {number} attempt @param {number} highest */
export function shuffled(label, seed, attempt, highest) {
  const tiles = [];
  for (let high = 0; high <= highest; high++) for (let low = 0; low <= high; low++) tiles.push(`${low}${high}`);
  const prefix = [...utf8(label), 0, ...seed, ...big(attempt)];
  let read = 0, block = new DataView(new ArrayBuffer(0));
  function word() {
    if (read % 8 === 0) block = new DataView(sha256([...prefix, ...big(read / 8)]).buffer);
    return block.getUint32(4 * (read++ % 8));
  }
  for (let i = tiles.length - 1; i > 0; i--) {
    let next;
    do next = word(); while (next >= 2 ** 32 - (2 ** 32 % (i + 1)));
    const j = next % (i + 1);
    [tiles[i], tiles[j]] = [tiles[j], tiles[i]];
  }
  return tiles;
}

/** @param {Uint8Array} server @param {[number, string][]} entropy */
export function dealSeed(server, entropy) {
  const by_seat = [...entropy].sort(([one], [other]) => one - other);
  const lines = by_seat.map(([seat, text]) => `${seat}:${[...text].length}:${text}\n`);
  return sha256([...utf8("tantera seed 1\0"), ...server, 0, ...utf8(lines.join(""))]);
}

/** @param {Wire.ToldDeal} rules @param {number[]} taking @param {Uint8Array} seed */
export function deal({ highest, each, most_doubles }, taking, seed) {
  for (let again = 0; ; again++) {
    const tiles = shuffled("tantera deal 1", seed, again, highest);
    const racks = taking.map((seat, turn) => /** @type {[number, string[]]} */ ([seat, tiles.slice(turn * each, (turn + 1) * each)]));
    const doubles = racks.map(([, rack]) => rack.filter(([one, other]) => one === other).length);
    if (most_doubles !== null && Math.max(...doubles) > most_doubles) continue;
    return { racks: Object.fromEntries([...racks, [0, tiles.slice(taking.length * each)]]), again };
  }
}

/** @param {string[]} told @param {string[]} due */
const same = (told, due) => told.length === due.length && told.every((tile, i) => tile === "??" || tile === due[i]);

/** What was told of a deal, checked. Seat 0 is the tiles that sleep; a rack that nobody told is not compared. @param {Wire.ToldDeal} told */
export function check(told) {
  const server = unhex(told.server), sealed = hex(sha256(server)), seed = dealSeed(server, told.entropy);
  const checked = told.takings.map((taking) => {
    const { racks, again } = deal(told, taking, seed);
    const compared = Object.entries(told.racks).map(([seat, rack]) => {
      const due = racks[seat] ?? [];
      return { seat: +seat, told: rack, due, right: same(rack, due) };
    });
    return { taking, again, racks: compared, dealt: compared.every((rack) => rack.right) };
  });
  const best = checked.find((one) => one.dealt) ?? checked[0], kept = sealed === told.commitment.toLowerCase();
  return { ...best, sealed, seed: hex(seed), kept, right: kept && best.dealt };
}

/** The draw for the opening: what the lots are, by seat, from the seed alone. @param {string} server @param {number} highest @param {number} players */
export const lots = (server, highest, players) => shuffled("tantera draw 1", unhex(server), 0, highest).slice(0, players);
