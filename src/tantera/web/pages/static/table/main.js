// The page of a table: one connection, and parts that each show a piece of what it knows.
import { AROUND } from "./around.js";
import { Connection } from "./connection.js";
import { PLAYING } from "./playing.js";

const root = document.getElementById("table");
const { table, code, lang } = root.dataset;
const connection = new Connection(table, lang);

/**
 * A part is a function (element, app) that returns {update()?, step(detail)?, refused(detail)?}: `update` after anything
 * changed, `step` with {whole, before, events, said} when something happened. It shows `app.connection` and orders by
 * `app.order({order: "sit", seat: 1})`.
 */
const app = {
  connection,
  code,
  lang,
  root,
  order: (order) => connection.order(order),
  /** My seat, or 1 for those who look on: whose side of the table is below. */
  get below() {
    return connection.table?.seat ?? 1;
  },
  get mode() {
    return modeOf(connection);
  },
};

/** What the page is about now; table.css shows what each mode needs. */
function modeOf({ shown }) {
  switch (shown?.phase) {
    case undefined:
      return "lobby";
    case "seating":
    case "dealing":
      return "draw";
    case "counting":
      return "count";
    case "ended":
      return "ended";
    default:
      return "play";
  }
}

const parts = [...PLAYING, ...AROUND].flatMap(([id, part]) => {
  const element = document.getElementById(id);
  return element ? [part(element, app)] : [];
});
connection.addEventListener("change", () => {
  root.dataset.mode = app.mode;
  parts.forEach((part) => part.update?.());
});
connection.addEventListener("step", ({ detail }) => parts.forEach((part) => part.step?.(detail)));
connection.addEventListener("refused", ({ detail }) => parts.forEach((part) => part.refused?.(detail)));
