// "Check this deal", for any page: the sums are done here, by verify.js, and what was done is told line by line.
//
//   import { checkDeal, checkTableDeal } from "../replay/check-deal.js";
//   const { right, lines } = await checkTableDeal(table, hand, names);   // a hand that is over, at a live table
//   lines: [{ text, right }]: show each once; right is null for what was only worked out
import { t } from "../words.js";
import { check, lots } from "../verify.js";
import { hex, sha256, unhex } from "../sha256.js";

/** @param {string} tile */
const spoken = (tile) => (tile === "??" ? "?" : `${tile[1]}-${tile[0]}`);
/** @param {string} hash */
const short = (hash) => `${hash.slice(0, 8)}…${hash.slice(-4)}`;

/** What comes of checking a deal as docs/fair-deals.md tells it: whether it is right, and every line of the work.
 * @param {Wire.ToldDeal} told @param {string[]} names */
export function checkDeal(told, names) {
  const found = check(told);
  /** @type {{ text: string, right: boolean | null, verdict?: boolean }[]} */
  const lines = [
    {
      text: found.kept
        ? t("The SHA-256 of the seed is what was sealed before the hand: {hash}", { hash: short(found.sealed) })
        : t("The SHA-256 of the seed is {hash}, and not what was sealed before the hand", { hash: short(found.sealed) }),
      right: found.kept,
    },
    { text: t("The seed and what the players added give the seed of the deal: {hash}", { hash: short(found.seed) }), right: null },
  ];
  if (found.again) lines.push({ text: t("Dealt again {times} times: somebody had too many doubles", { times: found.again }), right: null });
  for (const { seat, told: rack, due, right } of found.racks) {
    const name = seat === 0 ? t("The sleeping tiles") : names[seat - 1];
    const tiles = due.map(spoken).join(" ");
    const text = right
      ? t("{name}: {tiles}", { name, tiles })
      : t("{name}: had {told}, the seed gives {tiles}", { name, told: rack.map(spoken).join(" "), tiles });
    lines.push({ text, right });
  }
  lines.push({
    text: found.right ? t("This deal is the one that was sealed.") : t("This deal is NOT the one that was sealed."),
    right: found.right,
    verdict: true,
  });
  return { right: found.right, lines };
}

/** The same of the draw for the opening.
 * @param {Wire.ToldDraw} told */
export function checkDraw(told) {
  const kept = hex(sha256(unhex(told.server))) === told.commitment;
  const due = lots(told.server, told.highest, told.tiles.length);
  const right = kept && due.every((tile, place) => tile === told.tiles[place]);
  const tiles = due.map(spoken).join(" ");
  return { text: right ? t("The draw for the opening: {tiles}", { tiles }) : t("The draw for the opening is NOT what its seed gives: {tiles}", { tiles }), right };
}

/** The deal of a hand that is over, of a match that is on: the server is asked for the facts, nothing else.
 * @param {string} table @param {number} hand @param {string[]} names */
export async function checkTableDeal(table, hand, names) {
  const answer = await fetch(`/api/tables/${table}/deals/${hand}`);
  if (!answer.ok) throw new Error((await answer.json()).message);
  return checkDeal(await answer.json(), names);
}

/** Check, and write what was done into a list.
 * @param {HTMLElement} list @param {Wire.ToldDeal} deal @param {Wire.ToldDraw | null} draw @param {string[]} names */
export function checkInto(list, deal, draw, names) {
  const { lines } = checkDeal(deal, names);
  if (draw) lines.splice(-1, 0, checkDraw(draw));
  list.replaceChildren(
    ...lines.map(({ text, right, verdict }) => {
      const line = document.createElement("li");
      line.className = [right === null ? "" : right ? "right" : "wrong", verdict ? "verdict" : ""].join(" ").trim();
      line.textContent = text;
      return line;
    }),
  );
}
