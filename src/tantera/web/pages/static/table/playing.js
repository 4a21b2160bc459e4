// The parts of a hand that is being played, by the slot they fill.
import { band } from "./band.js";
import { bar } from "./bar.js";
import { cloth } from "./cloth.js";
import { keys } from "./keys.js";
import { moves } from "./moves.js";
import { news } from "./news.js";
import { plates } from "./plates.js";
import { rack } from "./rack.js";
import { refusal } from "./refusal.js";
import { score } from "./score.js";
import { settings } from "./settings.js";

export const PLAYING = [
  ["help", keys],
  ["bar", bar],
  ["plates", plates],
  ["cloth", cloth],
  ["news", news],
  ["score", score],
  ["band", band],
  ["rack", rack],
  ["refusal", refusal],
  ["moves", moves],
  ["settings", settings],
];
