// Who asks me to another table, or to another match, on a page that is about a match which is over.
const EVERY = 5000;

/** @type {(host: Element, changed?: () => void, but?: string, may?: () => boolean) => void} Keep what is in `host` current,
 * not of the table `but`, while one may ask. */
export function follow(host, changed = () => {}, but = "", may = () => true) {
  let tag = "";

  async function refresh() {
    if (document.visibilityState !== "visible" || !may()) return;
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

  refresh();
  setInterval(refresh, EVERY);
}

const host = document.getElementById("asked");
if (host) follow(host);
