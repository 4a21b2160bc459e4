// How my tables stand and who invites me, on the home page of somebody who is known here, also in a tab behind another: its
// title calls them. What is drawn anew is the server's own page.
const EVERY = 5000;
const MINE = ".home-left > .left-match, .home-left > .more-mine";
let tag = "";

async function refresh() {
  try {
    const answer = await fetch("/tables/mine", { headers: tag ? { "If-None-Match": tag } : {}, cache: "no-store" });
    if (!answer.ok) return;
    const first = !tag;
    tag = answer.headers.get("ETag") ?? "";
    if (first) return;
    const page = new DOMParser().parseFromString(await (await fetch("/", { cache: "no-store" })).text(), "text/html");
    document.title = page.title;
    for (const old of document.querySelectorAll(MINE)) old.remove();
    document.querySelector(".home-left > .invitations")?.after(...page.querySelectorAll(MINE));
    const [before, now] = [document, page].map((one) => one.querySelector(".invitations > div"));
    if (before && now && before.innerHTML !== now.innerHTML) before.replaceChildren(...now.childNodes);
    const [old, fresh] = [document, page].map((one) => one.querySelector(".play-pair > a"));
    if (old && fresh) old.replaceWith(fresh);
  } catch {
    // away for a moment: it stays as it is
  }
}

refresh();
setInterval(refresh, EVERY);
