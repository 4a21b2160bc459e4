// The racks turned up on the cloth when a hand is over, each in its place with its sum, one after the other.
import { t } from "../../words.js";
import { el, keep, spoken, svg, surname } from "../dom.js";
import { sides } from "../seats.js";
import { face, isUpright, use } from "../tiles.js";
import { mySeat } from "./common.js";

export function racks(element, app) {
  const host = el("div", { class: "racks-up" });
  let turning = false; // whether the hand has ended before our eyes

  return {
    step({ whole, before }) {
      turning = !whole && before?.phase === "playing";
    },
    update() {
      const { shown } = app.connection;
      if (!["count", "ended"].includes(app.mode) || !shown.line) {
        host.remove();
        host.kept = null;
        return;
      }
      if (host.parentElement !== element) element.append(host);
      keep(host, [shown.number, shown.racks, shown.line.left, app.below, shown.names], () => {
        const at = sides(app.below, shown.names.length);
        return inTurn(shown).map((seat, place) => rack(app, seat, at[seat], turning ? place : null));
      });
    },
  };
}

/** The seats in turn order from the opener: so they are counted. */
function inTurn({ names, opener }) {
  const seats = names.map((_, place) => place + 1);
  const from = Math.max(0, seats.indexOf(opener));
  return [...seats.slice(from), ...seats.slice(0, from)];
}

function rack(app, seat, side, place) {
  const { shown } = app.connection;
  const tiles = (shown.racks[seat - 1] ?? []).filter(Boolean);
  const left = shown.line.left[seat - 1];
  const name = seat === mySeat(app) ? t("You") : surname(shown.names[seat - 1]);
  const across = side === "left" || side === "right";
  const host = el(
    "div",
    { class: `rack-up ${place === null ? "" : "turning"}`, "data-side": side },
    el("div", { class: "rack-tiles", role: "img", "aria-label": tiles.length ? t("{name} is left with {tiles}", { name, tiles: tiles.map(spoken).join(", ") }) : t("{name} is out of tiles", { name }) }, tiles.map((tile) => drawn(tile, across ? 0 : 90))),
    el("p", { class: "rack-sum" }, el("span", {}, name), " ", el("b", {}, left ?? "—")),
  );
  if (place !== null) host.style.setProperty("--turn", String(place));
  return host;
}

/** A tile lying open in front of its player, the higher number first. */
function drawn(tile, angle) {
  const upright = isUpright(angle);
  const [low, high] = [...tile].sort();
  // At 90° the second number is above; at 0° it is on the right.
  return svg(
    "svg",
    { class: `tile-up ${upright ? "upright" : ""}`, viewBox: upright ? "-12.5 -22.5 25 46" : "-22.5 -12.5 45 26", "aria-hidden": "true" },
    use("shadow", 0, 0, upright),
    face({ tile: low + high, x: 0, y: 0, angle }),
  );
}
