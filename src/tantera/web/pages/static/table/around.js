// The parts around the hand, by the slot they fill: lobby and seats, draw, count, sheet, talk, referee.
import { panel } from "./parts/panel.js";
import { sheet } from "./parts/sheet.js";
import { talk } from "./parts/talk.js";
import { tools } from "./parts/tools.js";

export const AROUND = [
  ["sheet", sheet],
  ["talk", talk],
  ["tools", tools],
  ["panel", panel],
];
