// The sheet for the wall: the button prints, and printing by any other way is remembered too.
/** @type {HTMLFormElement} */
const form = document.getElementById("print");
let told = false;

/** The server is told once that these codes hang on a wall now. */
function remember() {
  if (told) return;
  told = true;
  fetch(form.action, { method: "POST", body: new URLSearchParams(/** @type {any} */ (new FormData(form))) }).catch(() => (told = false));
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  window.print();
});
window.addEventListener("beforeprint", remember);
