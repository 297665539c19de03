// Three words to somebody who comes for the first time; never again after that.

import { t } from "./words.js";

const KEY = "coached";
const coach = document.getElementById("coach");
const marks = [...(coach?.querySelectorAll("[data-at]") ?? [])];
const known = () => { try { return localStorage.getItem(KEY); } catch { return "unknown"; } };
let at = -1;

function point(to) {
  document.querySelector(".coached")?.classList.remove("coached");
  at = to;
  marks.forEach((mark, n) => { mark.hidden = n !== at; });
  coach.hidden = at >= marks.length;
  if (coach.hidden) {
    try { localStorage.setItem(KEY, "yes"); } catch { /* who keeps nothing is told again */ }
    return;
  }
  coach.querySelector("button").textContent = at === marks.length - 1 ? t`Got it` : t`Next`;
  document.querySelector(marks[at].dataset.at)?.classList.add("coached");
}

if (coach && !known()) {
  coach.querySelector("button").addEventListener("click", () => point(at + 1));
  coach.querySelector("[data-skip]").addEventListener("click", () => point(marks.length));
  point(0);
}
