// Who looks on is told so, in the place of the tiles that they do not have, and how they come to a seat.
import { t } from "../words.js";
import { el, icon, keep } from "./dom.js";
import { ICONS, facts, isReferee, mySeat } from "./parts/common.js";

/** @type {Part} */
export function watching(element, app) {
  const { connection } = app;

  return {
    update() {
      const { table } = connection;
      const here = Boolean(table) && app.mode === "play" && !mySeat(app) && !isReferee(app) && !table.closed;
      element.hidden = !here;
      if (!here) return;
      const room = !facts.round && !table.series_open && table.seats.some((one) => !one.person);
      const whole = table.settings.watching === "all_racks" && (connection.shown?.hands ?? 0) >= table.settings.delay;
      keep(element, [room, whole], () => [
        icon(ICONS.eye),
        el("span", {}, el("b", {}, t("You are looking on")), room && ` · ${t("there is room: you can sit down when the match is over")}`),
        whole && el("a", { href: `/replays/${app.root.dataset.table}/so-far`, target: "_blank", rel: "noopener" }, t("Hands with all tiles")),
      ]);
    },
  };
}
