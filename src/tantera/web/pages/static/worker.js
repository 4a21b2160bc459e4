// The worker behind the pages, where there can be one. It keeps one page, which says that there is no network, and files
// whose address changes with their content; nothing else is ever kept. It also shows that somebody is called. What it keeps is written before this.
const worker = /** @type {PageWorker} */ (/** @type {unknown} */ (self));
const { KEPT, STATIC } = worker.kept ?? { KEPT: [], STATIC: "" };


worker.addEventListener("install", (event) => {
  event.waitUntil(caches.open(STATIC).then((cache) => cache.addAll(KEPT)));
  worker.skipWaiting();
});

worker.addEventListener("activate", (event) => {
  const old = async () => {
    for (const name of await caches.keys()) if (name !== STATIC) await caches.delete(name);
  };
  event.waitUntil(old());
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match(KEPT[0])));
  else if (pathname.startsWith(STATIC)) event.respondWith(file(request));
});

/** A file of this version: as it was kept, else as it comes.
 * @param {Request} request */
async function file(request) {
  const cache = await caches.open(STATIC);
  const kept = await cache.match(request.url);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) cache.put(request.url, answer.clone());
  return answer;
}

// --- being called (web/calls): what to say comes encrypted, and who looks at the table already is not called

worker.addEventListener("push", (event) => {
  const { title, body, url } = event.data.json();
  const tell = async () => {
    const pages = await worker.clients.matchAll({ type: "window" });
    if (pages.some((page) => page.visibilityState === "visible" && new URL(page.url).pathname === url)) return;
    await worker.registration.showNotification(title, { body, tag: url, data: url, icon: "/icons/192.png" });
  };
  event.waitUntil(tell());
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = event.notification.data;
  const come = async () => {
    const pages = await worker.clients.matchAll({ type: "window" });
    const there = pages.find((page) => new URL(page.url).pathname === url);
    return there ? there.focus() : worker.clients.openWindow(url);
  };
  event.waitUntil(come());
});
