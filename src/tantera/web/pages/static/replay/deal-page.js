// The page of one deal: the facts are in the page.
import { checkInto } from "./check-deal.js";

const { deal, names } = JSON.parse(document.getElementById("told-deal").textContent);
for (const hidden of document.querySelectorAll(".needs-script")) hidden.hidden = false;
document.querySelector("[data-check]").addEventListener("click", () => checkInto(document.querySelector(".checked"), deal, null, names));
