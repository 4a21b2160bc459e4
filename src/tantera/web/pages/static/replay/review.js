// A review that is still being worked out: newer figures come by themselves, and what somebody has opened stays open.
import { follow } from "../live.js";
import { morph } from "../morph.js";

const review = document.getElementById("review");

follow(review, {
  show(fresh) {
    const newer = fresh.getElementById("review");
    if (newer) morph(review, newer);
    return Boolean(newer);
  },
});
