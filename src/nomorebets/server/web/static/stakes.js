// A table at which players wager against each other with the chips in front of them: amounts to bet, pot, button, stacks.

import { dollars, printed } from "./felt.js";
import { button, make } from "./nodes.js";
import { given, t } from "./words.js";

const KEYS = { least: "M", "half the pot": "H", "the pot": "P" };

/** An amount from least to most: a field, a slider, and buttons for those that are wanted most. */
export function amountChooser(name, what, { least = 0, most }, ask, usual = least) {
  const field = make("input", { inputmode: "decimal", size: 8, value: (usual / 100).toFixed(2), "aria-label": what, "data-amount-for": name });
  if (!ask.presets) return { field, node: make("label", {}, `${what} `, field) };
  const slider = make("input", { type: "range", min: least, max: most, step: ask.step, value: least, "aria-label": t`${what}, by slider`, "data-slider": name });
  const set = (cents) => {
    field.value = (cents / 100).toFixed(2);
    slider.value = cents;
  };
  slider.addEventListener("input", () => set(Number(slider.value)));
  field.addEventListener("input", () => { slider.value = Math.round(100 * Number(field.value)) || least; });
  const buttons = Object.entries({ least, ...ask.presets }).map(([words, cents]) => {
    const made = button(make("span", {}, words), () => set(cents), { class: "small", "data-preset": words, "aria-keyshortcuts": KEYS[words] });
    made.append(` ${dollars(cents)}`);
    return made;
  });
  return { field, node: make("div", { class: "amount", role: "group", "aria-label": what }, make("label", {}, `${what} `, field), slider, make("span", { class: "bar presets" }, ...buttons)) };
}

/** What lies in the pot, whose the button is, and in front of every seat its player and his chips. */
export function showStakes(root, view, isMine) {
  const pot = view.wagers.reduce((sum, w) => sum + w.amount, 0);
  let line = root.querySelector(".pot-line");
  if (!line) {
    line = make("p", { class: "pot-line" });
    root.querySelector(".dealer-side")?.after(line);
  }
  line.replaceChildren(t`Pot `, make("strong", {}, dollars(pot)));
  for (const seat of root.querySelectorAll(".seat")) {
    const number = Number(seat.dataset.seat);
    const there = view.seats.find((s) => s.seat === number);
    const notes = there ? [there.sits_out ? t`sits out` : "", there.leaving ? t`leaving` : "", there.here ? "" : t`away`].filter(Boolean) : [];
    const plate = seat.querySelector(".seat-plate");
    const who = there ? [make("span", { translate: "no" }, isMine(there) ? t`You` : `${number} · ${given(there.name)}`), make("strong", {}, dollars(there.stack)), make("span", {}, notes.join(", "))] : [t`seat ${number}, free`];
    plate.replaceChildren(...who);
    if (there?.plays) plate.title = t`plays ${there.plays.replaceAll("-", " ")}`;
    seat.classList.toggle("empty", !there || there.sits_out);
    seat.querySelector(".dealer-button")?.remove();
    if (Number(view.state.button) === number) seat.append(make("span", { class: "dealer-button", role: "img", "aria-label": t`the button lies at seat ${number}` }, "D"));
  }
}

let asked = 0; // the round after which equities were asked for last
let askedAt = ""; // the street of a round that goes on for which they were

/** What each open hand may expect of the pot, street by street. */
function listEquities(root, streets) {
  const counted = streets.filter((street) => street.hands.length);
  root.querySelector(".equities")?.remove();
  if (!counted.length) return;
  const rows = counted.map(({ board, hands }) => make("li", {}, `${board.match(/../g)?.map(printed).join(" ") ?? t`before the board`}: ${hands.map((one) => t`seat ${one.seat} ${one.share}`).join(", ")}`));
  root.querySelector(".pot-line")?.after(make("ul", { class: "equities", "aria-label": t`What the open hands may expect of the pot` }, ...rows));
}

/** While hands lie open and the rest is dealt: whoever asks first has them counted, and all are told. */
function showOpenHands(root, view, url) {
  listEquities(root, view.all_in.streets);
  const street = `${view.round} ${view.all_in.board}`;
  if (askedAt === street) return;
  askedAt = street;
  fetch(url).catch(() => {}); // the figures come over the wire
}

/** Where hands lay open while the rest was dealt: what each could expect of the pot, street by street. */
export async function showEquities(root, view, url) {
  if (view.all_in) return showOpenHands(root, view, url);
  if (asked === view.round) return;
  const isFirst = !asked;
  asked = view.round;
  root.querySelector(".equities")?.remove();
  if (isFirst) fetch(url).catch(() => {}); // the house gets ready to count
  if (isFirst || view.round < 2) return; // what was before one came is not shown
  for (let tries = 0; tries < 5 && asked === view.round; tries += 1) {
    const answer = await fetch(url);
    if (!answer.ok) return;
    const { round, streets, complete } = await answer.json();
    if (round !== view.round - 1 || asked !== view.round) return;
    if (complete) return listEquities(root, streets);
    await new Promise((go) => setTimeout(go, 2000));
  }
}
