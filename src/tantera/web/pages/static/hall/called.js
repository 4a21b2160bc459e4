/* A player's own page: to be told the table of the next round with the page shut, where the browser can be called; where
   it would not, why. What is shown hangs on the document, so that a newer page that is put in has it too. */
import { beCalled, canBeCalled, isCalled } from "../device.js";
import { whyNotCalled } from "../refused.js";

const root = document.documentElement;

/** @param {boolean} on */
function shown(on) {
  root.classList.toggle("can-be-called", canBeCalled() && !on);
  root.classList.toggle("is-called", on);
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("[data-be-called]");
  if (!button) return;
  const wanted = button.dataset.beCalled === "on";
  const on = await beCalled(wanted);
  shown(on);
  document.getElementById("not-called").textContent = wanted && !on ? whyNotCalled() : "";
});

isCalled().then(shown);
