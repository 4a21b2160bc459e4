/* The book's own figures stand in the empty fields of a new tournament, and change with the book. */
const form = document.querySelector(".new-event");

function show() {
  const chosen = form.querySelector("input[name=book]:checked");
  if (!chosen) return;
  for (const [name, value] of Object.entries(JSON.parse(chosen.dataset.defaults))) {
    const field = form.querySelector(`[name="${name}"]`);
    if (field) field.placeholder = String(value);
  }
}

form?.addEventListener("change", show);
if (form) show();
