// Somebody asks me to another table while I look at a match that is over here.
import { follow } from "../../asked.js";
import { el } from "../dom.js";
import { facts, mySeat } from "./common.js";

/** @type {Section} */
export function asked(host, app) {
  const known = el("div", { role: "status" });
  host.append(known);
  let followed = false;

  return {
    update() {
      const over = app.mode === "ended" && !facts.round && Boolean(mySeat(app));
      if (over && !followed) {
        followed = true;
        follow(known, () => app.connection.changed(), app.root.dataset.table, () => app.connection.current && app.mode === "ended");
      }
      return over && known.childElementCount > 0;
    },
  };
}
