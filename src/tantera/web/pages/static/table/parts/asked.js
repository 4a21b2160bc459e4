// Somebody asks me to another table while I look at a match that is over here.
import { follow } from "../../asked.js";
import { el } from "../dom.js";
import { facts, mySeat } from "./common.js";

const EVERY = 4000; // ms at least; a heartbeat comes every 5 s
const JUST_NOW = 500;

/** @type {Section} */
export function asked(host, app) {
  const known = el("div", { role: "status" });
  host.append(known);
  const refresh = follow(known, () => app.connection.changed(), app.root.dataset.table);
  let at = 0;

  return {
    update() {
      const { connection } = app;
      const over = app.mode === "ended" && !facts.round && Boolean(mySeat(app));
      const now = Date.now();
      // With the server's heartbeat: one that has gone is asked nothing.
      if (over && connection.current && now - connection.heardAt < JUST_NOW && now - at > EVERY) {
        at = now;
        refresh();
      }
      return over && known.childElementCount > 0;
    },
  };
}
