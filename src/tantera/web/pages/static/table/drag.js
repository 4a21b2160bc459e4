// A tile can be carried to the carro with a finger, a pen or a mouse: what a tap does, for those who like to feel it.
const FAR = 8; // px from which a tap is a drag

/** @param {HTMLElement} rack @param {App} app */
export function drags(rack, app) {
  const { choice } = app;
  /** @typedef {{ button: HTMLElement, tile: string, x: number, y: number, id: number, ghost: HTMLElement | null }} Held */
  /** @type {Held | null} */
  let held = null;

  rack.addEventListener("pointerdown", (event) => {
    const button = event.target.closest("button");
    app.dragged = false;
    if (!button || event.button !== 0 || held || !choice.mine || !choice.of(button.dataset.tile).length) return;
    held = {
      button,
      tile: button.dataset.tile,
      x: event.clientX,
      y: event.clientY,
      id: event.pointerId,
      ghost: null,
    };
  });

  addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.id) return;
    if (!held.ghost && Math.hypot(event.clientX - held.x, event.clientY - held.y) < FAR) return;
    const ghost = (held.ghost ??= begin(held));
    ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -60%) scale(1.1)`;
  });

  addEventListener("pointerup", (event) => end(event, true));
  addEventListener("pointercancel", (event) => end(event, false));

  /** @param {Held} held */
  function begin({ button, tile }) {
    app.dragged = true;
    const ghost = button.querySelector(".standing").cloneNode(true);
    ghost.classList.add("carried");
    ghost.style.width = `${button.querySelector(".standing").clientWidth}px`;
    document.body.append(ghost);
    button.dataset.carried = "yes";
    choice.choose(tile);
    return ghost;
  }

  /** @param {PointerEvent} event @param {boolean} released */
  function end(event, released) {
    if (!held || event.pointerId !== held.id) return;
    const { ghost, button } = held;
    held = null;
    if (!ghost) return;
    ghost.remove();
    delete button.dataset.carried;
    const play = released ? app.dropAt(event) : null;
    if (play) choice.play(play);
    else choice.letGo();
    setTimeout(() => (app.dragged = false)); // the click that follows a drag is none
  }
}
