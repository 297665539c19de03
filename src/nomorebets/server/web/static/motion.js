// What stirs on a felt: dice thrown across it, losing chips swept, winners paid. Only called where things may move.

const pause = (ms) => new Promise((go) => setTimeout(go, ms));

/** The dice roll over the felt before they lie beside it. */
export async function throwDice(felt, dice, ms) {
  const { width, height } = felt.getBoundingClientRect();
  const thrown = dice.cloneNode(true);
  thrown.classList.add("thrown-dice");
  thrown.setAttribute("aria-hidden", "true");
  felt.append(thrown);
  dice.style.visibility = "hidden";
  const seen = Math.min(height, innerHeight) * 0.7;
  const way = [
    { translate: `${width * 0.75}px ${seen}px`, rotate: "0turn", scale: 1.5 },
    { translate: `${width * 0.3}px ${seen * 0.25}px`, rotate: "1.6turn", scale: 1.2, offset: 0.6 },
    { translate: `${width * 0.45}px ${seen * 0.35}px`, rotate: "2turn", scale: 1 },
  ];
  await thrown.animate(way, { duration: ms, easing: "cubic-bezier(.2, .7, .3, 1)", fill: "forwards" }).finished;
  await pause(ms / 3);
  thrown.remove();
  dice.style.visibility = "";
}

/** Losing chips are swept to the dealer, winners get as much beside them. */
export async function settleChips(felt, rulings, ms) {
  let stirs = false;
  for (const { seat, on, wager, result, player } of rulings) {
    const place = felt.place(on || wager, seat);
    const stake = [...(place?.querySelectorAll(".stake") ?? [])].find((one) => Number(one.dataset.seat) === seat && one.dataset.player === (player || ""));
    if (!stake || !["win", "lose"].includes(result)) continue;
    stirs = true;
    if (result === "lose") stake.classList.add("swept");
    else {
      const paid = stake.cloneNode(true);
      paid.setAttribute("transform", `${stake.getAttribute("transform")} translate(9 -4)`);
      paid.classList.add("paid");
      stake.after(paid);
    }
  }
  if (stirs) await pause(ms);
}

/** A win worth a second look: the felt glows once, and the call shines. */
export function celebrate(felt, call) {
  for (const node of [felt, call]) {
    node.classList.add("big-win");
    setTimeout(() => node.classList.remove("big-win"), 3200);
  }
}
