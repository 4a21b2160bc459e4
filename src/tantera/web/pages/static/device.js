// What a device does for Tantera where the page is in a secure context: it keeps the page that says there is no network,
// and lets itself be called when the page is closed, if somebody wants that.

/** Have the worker behind the pages, where there can be one. */
export async function haveWorker() {
  if (!isSecureContext || !("serviceWorker" in navigator)) return null;
  try {
    return await navigator.serviceWorker.register("/worker.js");
  } catch {
    return null; // a browser that keeps nothing
  }
}

/** Whether this browser can be called when the page is closed. */
export const canBeCalled = () => isSecureContext && "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;

/** Whether it is. */
export async function isCalled() {
  if (!canBeCalled()) return false;
  const worker = await navigator.serviceWorker.getRegistration("/");
  return Boolean(await worker?.pushManager.getSubscription());
}

/** Have this browser called by its own push service, or no longer; whether it is then.
 * @param {boolean} on */
export async function beCalled(on) {
  try {
    return await (on ? wished() : stopped());
  } catch {
    return !on; // no push service answers, or no server: it is as it was
  }
}

async function wished() {
  const worker = await haveWorker();
  if (!worker || (await Notification.requestPermission()) !== "granted") return false;
  const { key } = await (await fetch("/api/calls")).json();
  const known = await worker.pushManager.getSubscription();
  const wish = known ?? (await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
  const { endpoint, keys } = wish.toJSON();
  const answer = await send("/api/calls", { endpoint, p256dh: keys?.p256dh, auth: keys?.auth }).catch(() => null);
  if (!answer?.ok) await wish.unsubscribe();
  return Boolean(answer?.ok);
}

async function stopped() {
  const known = await (await haveWorker())?.pushManager.getSubscription();
  if (!known) return false;
  await send("/api/calls/none", { endpoint: known.endpoint });
  await known.unsubscribe();
  return false;
}

/** @param {string} address @param {object} what */
const send = (address, what) => fetch(address, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(what) });
