// What every drawn layout does: arrow keys move between places, a place shows the numbers it covers, chips and cards
// are put where they lie. No rule is in here: places, names and what they pay come from the server's drawing.
//
//   const felt = new FeltView(document.querySelector(".felt"), { choose(place, seat) { … } });
//   felt.showWagers([{seat: 1, on: "split:17-20", amount: 2500}]);   // amounts in cents
//   felt.showCards({"seat:1": ["As", "??"], dealer: ["Kd"]});
//   felt.mark("crown", "17");                                        // the box of a number that has won

import { draw } from "./nodes.js";
import { say, t } from "./words.js";

const CHIPS = [500000, 100000, 50000, 10000, 2500, 500, 100, 50, 25, 5, 1];
const PRINT = 12.4; // of figures, at least, as drawn by the house: eleven pixels to whoever looks
const ALSO = [2000, 250]; // chips that are seldom used to make up an amount
const RANKS = { A: "ace", K: "king", Q: "queen", J: "jack", T: "ten", 9: "nine", 8: "eight", 7: "seven", 6: "six", 5: "five", 4: "four", 3: "three", 2: "two" };
const SIGNS = { c: "♣", d: "♦", h: "♥", s: "♠" };
const SUITS = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };

const TILES = JSON.parse(document.querySelector("[data-tile-names]")?.dataset.tileNames || "{}");

export const dollars = (cents) => {
  const whole = Math.floor(Math.abs(cents) / 100).toLocaleString("en-US");
  const part = Math.abs(cents) % 100;
  return `${cents < 0 ? "-" : ""}$${whole}${part ? `.${String(part).padStart(2, "0")}` : ""}`;
};

const short = (cents) => {
  if (cents < 100) return `${cents}¢`;
  if (cents >= 100000 && cents % 10000 === 0) return `${cents / 100000}K`;
  if (cents >= 1000000) return `${Math.floor(cents / 100000)}K+`;
  return String(cents / 100);
};

const CLASS = { card: "card", tile: "domino" };

export const nameOf = (code, kind = "card") => {
  if (code === "??") return kind === "tile" ? t`a tile face down` : t`a card face down`;
  if (code === "Jk") return t`the joker`;
  return kind === "tile" ? TILES[code] ? t`${TILES[code]}, ${code}` : t`tile ${code}` : t`${RANKS[code[0]]} of ${SUITS[code[1]]}`;
};

/** A card as it is printed: ``10♥``. */
export const printed = (code) => (code === "Jk" ? "joker" : `${code[0] === "T" ? "10" : code[0]}${SIGNS[code[1]]}`);

/** A card or a tile: its front, or its back for "??" or null. */
export const card = (code, kind = "card") => {
  const known = code && code !== "??";
  const use = draw("use", { href: `/art/${kind}s.svg#${known ? (kind === "tile" ? "t" : "") + code : "back"}` });
  const box = `0 0 ${kind === "tile" ? 40 : 64} 90`;
  return draw("svg", { class: CLASS[kind], viewBox: box, role: "img", "aria-label": nameOf(code || "??", kind), "data-card": known ? code : "back" }, use);
};

/** The inside of a chip, around the origin. */
const disc = (cents, radius) => {
  const value = ALSO.includes(cents) ? cents : CHIPS.find((chip) => chip <= cents) || 1;
  const text = short(cents);
  const size = Math.max(PRINT, radius * [1, 1, 0.86, 0.66][Math.min(text.length, 3)]);
  const side = radius * 2.2;
  const face = draw("use", { href: `/art/chips.svg#c${value}`, x: -side / 2, y: -side / 2, width: side, height: side });
  const label = draw("text", { y: size * 0.36, "font-size": size, "text-anchor": "middle", "font-weight": 700, fill: "#17181b" }, text);
  const [wide, high] = [size * (0.6 * text.length + 0.2), size * 0.98];
  if (wide <= 1.9 * radius) return [face, label];
  const over = { x: -wide / 2, y: -high / 2, width: wide, height: high, rx: high * 0.3, fill: "#fdf8ea", stroke: "#0000005c", "stroke-width": 0.6 };
  return [face, draw("rect", over), label]; // what is too long for the chip has a label over it
};

/** A lammer beside a wager that was called on or off; its word is too long for a round piece, so it is a plate. */
const lammer = (word, x, y, radius) => {
  const [wide, high] = [PRINT * (0.64 * word.length + 0.3), PRINT * 1.06];
  const face = draw("rect", { x: -wide / 2, y: -high / 2, width: wide, height: high, rx: high * 0.3, fill: "#fdfaf0", stroke: "#14171a", "stroke-width": 0.8 });
  const text = draw("text", { y: PRINT * 0.36, "font-size": PRINT, "text-anchor": "middle", "font-weight": 700, fill: "#14171a" }, word);
  return draw("g", { class: "lammer", translate: "no", transform: `translate(${x + radius * 0.9} ${y - radius * 0.8})` }, face, text);
};

/** One chip as a picture of its own. */
export const chip = (cents) =>
  draw("svg", { class: "chip", viewBox: "-22 -22 44 44", role: "img", "aria-label": t`${dollars(cents)} chip` }, ...disc(cents, 20));

/** The crown beside a number that has won. */
const crown = (box) => {
  const [x, y, wide, high] = ["x", "y", "width", "height"].map((name) => Number(box.getAttribute(name)));
  const gold = { fill: "#f0c956", stroke: "#6d4d08", "stroke-width": 1.1 };
  const mark = draw("g", { class: "up" }, draw("path", { d: "M-9 7L-10-5-4.5 0 0-9 4.5 0 10-5 9 7Z", ...gold }), draw("path", { d: "M-9 7H9V10H-9Z", ...gold, fill: "#c9973a" }));
  return draw("g", { class: "crown over", transform: `translate(${x + wide / 2 - 20} ${y + high / 2})` }, mark);
};

const middle = (node) => {
  const box = node.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
};

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class FeltView {
  constructor(root, { choose = () => {}, take = () => {}, spelled = false } = {}) {
    this.root = root;
    this.spelled = spelled; // amounts are written beside the chips
    this.said = new Map([...root.querySelectorAll(".place")].map((place) => [place, place.getAttribute("aria-label").split("; ")[0]]));
    root.addEventListener("click", (event) => this.#act(event.target.closest(".place"), choose));
    root.addEventListener("contextmenu", (event) => {
      const place = event.target.closest(".place");
      if (!place || !take(place.dataset.place, this.#seat(place))) return;
      event.preventDefault();
    });
    root.addEventListener("keydown", (event) => this.#key(event, choose, take));
    for (const kind of ["pointerover", "focusin"]) root.addEventListener(kind, (event) => this.#cover(event.target.closest(".place")));
    for (const kind of ["pointerleave", "focusout"]) root.addEventListener(kind, () => this.#cover(null));
  }

  place(id, seat) {
    const found = [...this.root.querySelectorAll(`[data-place="${CSS.escape(id)}"]`)];
    return found.find((place) => !place.dataset.seat || Number(place.dataset.seat) === seat) || null;
  }

  /** Chips on the layout: all of them, each time. Amounts in cents; `pending` ones are not yet the dealer's. */
  showWagers(wagers) {
    const before = [...this.root.querySelectorAll(".place .stake")];
    const lain = new Map(before.filter((stake) => stake.dataset.key && !stake.matches(".swept, .paid")).map((stake) => [stake.dataset.key, stake]));
    const stay = new Set(); // a chip that still falls is not put down again
    for (const old of this.root.querySelectorAll(".place .lammer")) old.remove();
    for (const [place, words] of this.said) place.setAttribute("aria-label", words);
    const lying = new Map();
    for (const wager of wagers) {
      const place = this.place(wager.on, wager.seat);
      if (place) lying.set(place, [...(lying.get(place) || []), wager]);
    }
    for (const [place, here] of lying) {
      const [x, y, radius] = (place.dataset.lie || "0 0 9.5").split(" ").map(Number);
      // several people at one seat: the one who decides nearest the dealer, the others behind him, all of them readable
      const shared = place.dataset.seat && new Set(here.map((wager) => wager.player || "")).size > 1;
      const step = Math.min(radius * (shared ? 1.5 : 0.7), ((shared ? 3 : 1.6) * radius) / Math.max(here.length - 1, 1));
      here.forEach((wager, at) => {
        const key = `${wager.seat} ${wager.player || ""} ${wager.on} ${wager.amount}`;
        const known = lain.get(key)?.closest(".place") === place ? lain.get(key) : null;
        const stake = known ?? draw("g", { class: "stake new", "data-seat": wager.seat, "data-player": wager.player || "", "data-key": key }, draw("g", { class: "up" }, draw("circle", { class: "own-ring", r: radius * 1.16 }), ...disc(wager.amount, radius)));
        stake.classList.toggle("mine", Boolean(wager.mine));
        stake.classList.toggle("pending", Boolean(wager.pending));
        stay.add(stake);
        if (this.spelled && !known) stake.querySelector("text").replaceWith(draw("text", { x: radius * 1.3, y: 6, "font-size": 18.6, "font-weight": 700, fill: "#fff6dd" }, dollars(wager.amount)));
        stake.setAttribute("transform", `translate(${x + (at - (here.length - 1) / 2) * step} ${y + (shared ? at * radius * 0.22 : 0)})`);
        if (!known) place.append(stake);
      });
      const call = here.map((wager) => wager.call || "").sort().pop();
      if (call) place.append(lammer(call.toUpperCase(), x, y, radius));
      const words = here.map((wager) => wager.mine ? t`${wager.who} have ${dollars(wager.amount)} here` : t`${wager.who || t`seat ${wager.seat}`} has ${dollars(wager.amount)} here`);
      place.setAttribute("aria-label", [this.said.get(place), ...words].join("; "));
    }
    for (const stake of before) if (!stay.has(stake)) stake.remove();
    this.root.classList.toggle("among-others", wagers.some((wager) => wager.mine) && wagers.some((wager) => !wager.mine));
  }

  /** Cards by area; an area that the layout has no spot for is left out and named in the answer. */
  showCards(cards) {
    const missing = [];
    const spots = new Map([...this.root.querySelectorAll(".spot[data-area]")].map((spot) => [spot.dataset.area, spot]));
    const board = this.root.querySelector("g[data-area]"); // of numbers, which light up where they are
    if (board) this.showBalls(cards[board.dataset.area] || []);
    for (const area of Object.keys(cards)) if (!spots.has(area) && area !== board?.dataset.area) missing.push(area);
    for (const [area, spot] of spots) {
      const hand = spot.querySelector(".hand");
      const codes = cards[area] || [];
      const kind = hand.classList.contains("tiles") ? "tile" : "card";
      const old = [...hand.querySelectorAll(`.${CLASS[kind]}`)].map((one) => one.dataset.card);
      const next = codes.map((code) => (code && code !== "??" ? code : "back"));
      if (old.join() === next.join() && hand.children.length) continue;
      spot.querySelector(".spot-read")?.replaceChildren(); // what it counted before
      hand.replaceChildren(...codes.map((code, at) => {
        const drawn = card(code, kind);
        if (at >= old.length) drawn.classList.add("new");
        else if (old[at] !== next[at]) drawn.classList.add("turned");
        return drawn;
      }));
      hand.setAttribute("role", "group");
      hand.setAttribute("aria-label", `${t(area.replace("#", ", hand ").replaceAll(":", " "))}: ${codes.map((code) => nameOf(code || "??", kind)).join(", ") || (kind === "tile" ? t`no tiles` : t`no cards`)}`);
    }
    return missing;
  }

  /** The numbers that came, on a board of numbers. */
  showBalls(balls) {
    for (const cell of this.root.querySelectorAll("[data-number]")) {
      const came = balls.includes(cell.dataset.number);
      cell.classList.toggle("came", came);
      cell.setAttribute("aria-label", came ? t`${cell.dataset.number}, came` : cell.dataset.number);
    }
  }

  /** What the dealer read each hand as: `{area: words}`, where the game shows that. */
  showReads(hands, cards) {
    for (const read of this.root.querySelectorAll(".spot[data-area] > .spot-read")) {
      const area = read.parentElement.dataset.area;
      read.textContent = cards[area]?.length ? say(hands[area] || "") : "";
    }
  }

  /** Places decided: `{seat, on, result: "win" | "lose"}` of each; an empty list clears them. */
  showResults(results) {
    for (const place of this.root.querySelectorAll(".place.win, .place.lose")) place.classList.remove("win", "lose");
    for (const { seat, on, result } of results) if (result === "win" || result === "lose") this.place(on, seat)?.classList.add(result);
  }

  /** The number that has won, or "" for none; the puck is moved by drawing the layout again. */
  mark(name, value) {
    if (name !== "crown") return;
    for (const old of this.root.querySelectorAll(".won, .crown")) old.remove();
    if (!value) return;
    for (const box of this.root.querySelectorAll(`.box[data-number="${CSS.escape(value)}"]`)) {
      const won = box.cloneNode();
      won.setAttribute("class", "won over");
      won.setAttribute("fill", "none");
      won.removeAttribute("data-number");
      box.parentNode.append(won);
      if (box.tagName === "rect") box.parentNode.append(crown(box));
    }
  }

  #seat(place) {
    return place.dataset.seat ? Number(place.dataset.seat) : null;
  }

  #act(place, choose) {
    if (place && place.getAttribute("role") === "button") choose(place.dataset.place, this.#seat(place));
  }

  #key(event, choose, take) {
    const place = event.target.closest(".place");
    if (!place) return;
    if (event.key === "Enter" || event.key === " ") this.#act(place, choose);
    else if (event.key === "Backspace" || event.key === "Delete") take(place.dataset.place, this.#seat(place));
    else if (event.key in WAYS) this.#move(place, WAYS[event.key]);
    else if (event.key === "Home" || event.key === "End") this.#focus(this.#buttons().at(event.key === "Home" ? 0 : -1));
    else return;
    event.preventDefault();
  }

  #buttons() {
    return [...this.root.querySelectorAll('.place[role="button"]')];
  }

  /** To the nearest place in that direction, as the eye sees it. */
  #move(from, [dx, dy]) {
    const [x, y] = middle(from);
    let best = null;
    let least = Infinity;
    for (const place of this.#buttons()) {
      const [a, b] = middle(place);
      const along = (a - x) * dx + (b - y) * dy;
      const aside = Math.abs((a - x) * dy) + Math.abs((b - y) * dx);
      const cost = along + 2.5 * aside;
      if (place !== from && along > 1 && cost < least) [best, least] = [place, cost];
    }
    this.#focus(best);
  }

  #focus(place) {
    if (!place) return;
    for (const other of this.#buttons()) other.setAttribute("tabindex", other === place ? "0" : "-1");
    place.focus();
  }

  #cover(place) {
    for (const box of this.root.querySelectorAll(".covered")) box.classList.remove("covered");
    const numbers = place?.dataset.covers?.split(" ") || [];
    for (const number of numbers) for (const box of this.root.querySelectorAll(`.box[data-number="${CSS.escape(number)}"]`)) box.classList.add("covered");
  }
}
