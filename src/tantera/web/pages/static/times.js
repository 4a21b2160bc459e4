// Times of day that a page has as the server's clock says them (pages/times.py): a reader in another zone reads their own.
import { t } from "./words.js";

const LANG = document.documentElement.lang;
const LOCALE = LANG === "en" ? "en-GB" : LANG; // the day before the month, as the server writes it
const DAY = 86_400_000;

/** @param {Intl.DateTimeFormatOptions} parts @param {Date} at */
const written = (parts, at) => new Intl.DateTimeFormat(LOCALE, parts).format(at);
/** @param {Date} at */
const clock = (at) => [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, "0")).join(":");
/** @param {Date} at */
const dayAndMonth = (at) => written({ day: "numeric", month: "short" }, at);
/** @param {Date} at */
const date = (at) => `${dayAndMonth(at)} ${at.getFullYear()}`;
/** Which day of the reader's it is, counted. @param {Date} at */
const dayOf = (at) => Math.floor((at.getTime() - at.getTimezoneOffset() * 60_000) / DAY);
/** @param {Date} at */
const when = (at) => `${date(at)}, ${clock(at)}`;

/** @param {Date} at */
function lately(at) {
  const today = new Date();
  const ago = dayOf(today) - dayOf(at);
  if (ago === 0) return t("today, {time}", { time: clock(at) });
  if (ago > 0 && ago < 7) return written({ weekday: "long" }, at);
  return at.getFullYear() === today.getFullYear() ? dayAndMonth(at) : date(at);
}

/** Minutes by which the clock was ahead that wrote this: of `2026-11-16T10:54+01:00`, 60. @param {string} text */
function ahead(text) {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(text) ?? ["", "+", "0", "0"];
  return Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes));
}

/** @type {NodeListOf<HTMLTimeElement>} */
const times = document.querySelectorAll("time[data-said]");
for (const one of times) {
  const at = new Date(one.dateTime);
  if (ahead(one.dateTime) !== -at.getTimezoneOffset()) one.textContent = one.dataset.said === "lately" ? lately(at) : when(at);
}
