// The parts around the hand, by the slot they fill: lobby and seats, draw, count, sheet, talk, referee.
import { panel } from "./parts/panel.js";
import { sheet } from "./parts/sheet.js";
import { talk } from "./parts/talk.js";
import { tools } from "./parts/tools.js";

/** @type {Record<string, Part>} */
export const AROUND = {
  sheet,
  talk,
  tools,
  panel,
};
