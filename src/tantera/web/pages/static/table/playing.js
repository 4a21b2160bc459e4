// The parts of a hand that is being played, by the slot they fill.
export const PLAYING = [];
