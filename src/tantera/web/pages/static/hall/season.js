/* A season on a phone: a newer table is put in while a night of it goes on, at leisure. */
import { follow, sayAway } from "../live.js";
import { morph } from "../morph.js";

const shown = document.getElementById("season");
if (shown.dataset.event) {
  follow(shown, {
    show(fresh) {
      morph(shown, fresh.getElementById("season"));
      return true;
    },
    lost: () => sayAway(),
    rest: () => 10_000 + Math.random() * 20_000,
  });
}
