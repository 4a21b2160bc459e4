// The table of a replay: every tile of the hand is drawn already, a step says which of them are seen.
/** @param {string} id */
const byId = (id) => document.getElementById(id);
const seats = () => document.querySelectorAll("#racks .seat");

/** Look from another side: where everybody sits, and how the tiles lie from there.
 * @param {PlayedHand} data @param {number} view */
export function turnTable(data, view) {
  for (const seat of seats()) seat.dataset.side = data.sides[view][seat.dataset.seat - 1];
  const carro = byId("carro");
  const { view: box, pieces } = data.carros[data.below[view]];
  carro.setAttribute("viewBox", box);
  carro.innerHTML = pieces;
}

/** The table after a step, as these eyes see it.
 * @param {PlayedHand} data @param {number} number @param {number} view */
export function showStep(data, number, view) {
  const { shown, labels } = data.steps[number];
  const carro = byId("carro");
  const laid = new Set(shown.laid);
  const last = new Set(shown.last);
  for (const layer of carro.children) {
    const on = layer.classList.contains("laid-last") ? last : laid;
    for (const piece of layer.children) piece.classList.toggle("off", !on.has(+piece.dataset.n));
  }
  carro.setAttribute("aria-label", shown.chain || "–");
  for (const seat of seats()) {
    const place = +seat.dataset.seat;
    const up = shown.up[view].includes(place);
    seat.classList.toggle("up", up);
    seat.classList.toggle("in-turn", shown.turn === place);
    const left = shown.left[place - 1] ?? null;
    const plate = seat.querySelector(".plate");
    if (left === null) delete plate.dataset.left;
    else plate.dataset.left = left;
    seat.querySelector(".rack").setAttribute("aria-label", labels[place - 1][+up]);
    seat.querySelectorAll(".slot").forEach((/** @type {HTMLElement} */ slot, /** @type {number} */ index) => (slot.dataset.state = shown.racks[place - 1][index]));
  }
}
