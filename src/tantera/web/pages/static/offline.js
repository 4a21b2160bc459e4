// The page that a browser shows without a network: it is left as soon as there is one. A browser says that it is online
// only where its own network came back; a server that was away says nothing, so it is asked every few seconds. The page
// was kept once for all, so it looks as was chosen since.
import { wearLook } from "./look.js";

const EVERY = 3000;

async function tryAgain() {
  const answer = await fetch(location.href, { cache: "no-store" }).catch(() => null);
  if (answer && answer.status < 502) location.reload(); // from there on it is somebody in between who answers
}

wearLook();
if (location.pathname !== "/offline") {
  addEventListener("online", tryAgain);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && tryAgain());
  setInterval(tryAgain, EVERY);
}
