/* The book's own figures stand in the empty fields of a new tournament, and change with the book; what means something in
   other formats only is out of the way, unless something is written in it. */
const form = document.querySelector(".new-event");

function show() {
  const chosen = form.querySelector("input[name=book]:checked");
  if (!chosen) return;
  for (const [name, value] of Object.entries(JSON.parse(chosen.dataset.defaults))) {
    const field = form.querySelector(`[name="${name}"]`);
    if (field) field.placeholder = String(value);
  }
  const format = form.querySelector("[name=format]").value || chosen.dataset.format;
  for (const part of form.querySelectorAll("[data-formats]")) {
    part.hidden = !part.dataset.formats.split(" ").includes(format) && !part.querySelector("input, select").value;
  }
  for (const part of form.querySelectorAll("[data-needs]")) part.hidden = !form.querySelector(`[name="${part.dataset.needs}"]`).value;
}

form?.addEventListener("input", show);
if (form) show();
