// A button that copies what stands elsewhere on the page, by hand where a page without https has no clipboard.
for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("button.copy"))) {
  const source = document.getElementById(button.dataset.copies ?? "");
  if (!source) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const text = source.textContent?.trim() ?? "";
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      getSelection()?.selectAllChildren(source);
      document.execCommand("copy");
    }
    button.textContent = button.dataset.copied ?? "";
  });
}
