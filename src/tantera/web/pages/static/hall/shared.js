/* The plan of a hall on a phone: a newer one is put in when something moves at one of its tables. */
import { follow, sayAway } from "../live.js";
import { morph } from "../morph.js";

const shown = document.getElementById("shared");
follow(shown, {
  show(fresh) {
    morph(shown, fresh.getElementById("shared"));
    return true;
  },
  lost: () => sayAway(),
  rest: () => 2_000 + Math.random() * 3_000,
});
