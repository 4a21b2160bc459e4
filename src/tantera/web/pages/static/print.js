// A button that prints, where there is script; without, the browser's own does.
for (const button of document.querySelectorAll("button.print")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
