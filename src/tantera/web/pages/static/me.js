// One's own page: what is opened at its foot is brought to where it is read.
const erase = document.querySelector("details.erase");
erase?.addEventListener("toggle", () => {
  if (/** @type {HTMLDetailsElement} */ (erase).open) erase.scrollIntoView({ block: "start" });
});

// A phone says nothing of a file that it is being sent.
const download = /** @type {HTMLElement | null} */ (document.querySelector("a[download]"));
const said = document.getElementById("on-its-way");
download?.addEventListener("click", () => {
  if (!said) return;
  said.textContent = download.dataset.said ?? "";
  said.hidden = false;
});
