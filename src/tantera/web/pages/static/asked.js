// Who asks me to another table, or to another match, on a page that is about a match which is over.
const EVERY = 15_000;

/** @type {(host: Element, changed?: () => void, but?: string) => () => Promise<void>} What brings what is in `host` up to date;
 * without the table `but`. */
export function follow(host, changed = () => {}, but = "") {
  let tag = "";

  async function refresh() {
    if (document.visibilityState !== "visible") return;
    try {
      const answer = await fetch("/tables/invited", { headers: tag ? { "If-None-Match": tag } : {}, cache: "no-store" });
      if (!answer.ok) return;
      tag = answer.headers.get("ETag") ?? "";
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const asked = [...page.querySelectorAll(".invited")].filter((one) => /** @type {HTMLElement} */ (one).dataset.table !== but);
      host.replaceChildren(...asked);
      changed();
    } catch {
      // away for a moment: it stays as it is
    }
  }

  /** Who says no stays where they are. */
  host.addEventListener("submit", async (event) => {
    const { submitter, target } = /** @type {SubmitEvent} */ (event);
    if (!submitter?.hasAttribute("formaction")) return;
    event.preventDefault();
    await fetch("/tables/decline", { method: "POST", body: new URLSearchParams(/** @type {any} */ (new FormData(/** @type {HTMLFormElement} */ (target)))) });
    refresh();
  });

  return refresh;
}

const host = document.getElementById("asked");
if (host) {
  const refresh = follow(host);
  refresh();
  setInterval(refresh, EVERY);
}
