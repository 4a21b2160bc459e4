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

/** @type {Record<string, Part>} */
export const PLAYING = {
  help: keys,
  bar,
  plates,
  cloth,
  news,
  score,
  band,
  rack,
  refusal,
  moves,
  settings,
};
