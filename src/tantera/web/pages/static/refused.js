// Why a browser does not call, in the page's words, and where one allows it: one that was told no does not ask again.
import { t } from "./words.js";

/** Once somebody wanted to be called and is not. */
export function whyNotCalled() {
  if (Notification.permission !== "denied") return t("this browser did not allow it");
  return {
    chrome: t("this browser was told no: tap the sign left of the address, then Permissions, Notifications, Allow"),
    firefox: t("this browser was told no: tap the padlock left of the address, and take the block off Notifications"),
    safari: t("this browser was told no: Safari, Settings, Websites, Notifications, Allow"),
    iphone: t("this phone was told no: Settings, Notifications, Tantera, Allow"),
  }[whereAllowed()];
}

/** Their browser's name for the place, which no page can open.
 * @returns {"firefox" | "safari" | "iphone" | "chrome"} */
function whereAllowed() {
  const { userAgent, maxTouchPoints } = navigator;
  if (/iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)) return "iphone";
  if (/Firefox|FxiOS/.test(userAgent)) return "firefox";
  return /Chrome|Chromium|Edg/.test(userAgent) ? "chrome" : "safari";
}
