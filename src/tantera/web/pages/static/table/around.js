// The parts around the hand, by the slot they fill: lobby and seats, draw, count, sheet, talk, referee.
export const AROUND = [];
