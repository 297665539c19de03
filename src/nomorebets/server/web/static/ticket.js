// A ticket marked on a board of numbers: by click, by drawing over it, or with the keys; groups by colour, and the price
// as it is marked. What may be played is the house's to say: it refuses what it does not sell.

import { dollars } from "./felt.js";
import { make } from "./nodes.js";
import { t } from "./words.js";

const COLOURS = 8;
const ACROSS = 10;
const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -ACROSS, ArrowDown: ACROSS };

/** A ticket as one reads it: `ticket 1 2 / 5 6, 2/2, 3 games`. */
export const ticketWords = (name) => {
  const [, groups, ...rest] = name.split(":");
  const told = rest.map((part) => (/^x\d+$/.test(part) ? t`${part.slice(1)} games` : part.replaceAll("_", " ")));
  return [t`ticket ${groups.replaceAll("-", " ").replaceAll("/", " / ")}`, ...told].join(", ");
};

/** How many unions of groups there are, by how many spots they have. */
const waysBySpots = (sizes) => {
  let unions = new Map([[0, 1]]);
  for (const size of sizes) {
    const more = new Map(unions);
    for (const [spots, ways] of unions) more.set(spots + size, (more.get(spots + size) || 0) + ways);
    unions = more;
  }
  unions.delete(0);
  return [...unions].sort(([a], [b]) => a - b);
};

/** Whole cents of an amount as somebody types it; NaN where it is none. */
export const centsOf = (text) => {
  const match = /^\s*\$?(\d{1,9})(?:\.(\d{1,2}))?\s*$/.exec(text);
  return match ? Number(match[1]) * 100 + Number((match[2] || "0").padEnd(2, "0")) : NaN;
};

export class TicketPad {
  constructor(form, felt, buy) {
    this.form = form;
    this.felt = felt;
    this.groups = [[]];
    this.current = 0;
    this.played = new Set(); // spots of the ways that are played
    this.quick = false;
    this.drawing = null; // whether numbers that are drawn over are marked or unmarked
    felt.addEventListener("pointerdown", (event) => this.#down(event));
    felt.addEventListener("pointerover", (event) => this.#over(event));
    addEventListener("pointerup", () => { this.drawing = null; });
    addEventListener("pointercancel", () => { this.drawing = null; });
    felt.addEventListener("keydown", (event) => this.#key(event));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const price = this.price();
      if (!this.name() || !Number.isFinite(price)) return;
      if (await buy(this.name(), price)) this.clear();
    });
    form.addEventListener("input", (event) => {
      if (event.target.name === "way") {
        if (event.target.checked) this.played.add(Number(event.target.value));
        else this.played.delete(Number(event.target.value));
      }
      this.#tell();
    });
    form.querySelector("#new-group").addEventListener("click", () => this.begin());
    form.querySelector("#unmark").addEventListener("click", () => this.clear());
    form.querySelector("#quick-pick").addEventListener("click", () => this.pick(Number(form.elements.spots.value)));
    this.show();
  }

  cell(number) {
    return this.felt.querySelector(`[data-number="${number}"]`);
  }

  groupOf(number) {
    return this.groups.findIndex((group) => group.includes(number));
  }

  /** A number into the current group, or out of the one it is in. */
  mark(number, on = this.groupOf(number) < 0) {
    const at = this.groupOf(number);
    if (at >= 0) this.groups[at] = this.groups[at].filter((other) => other !== number);
    if (on) this.groups[this.current].push(number);
    this.quick = false;
    this.show();
  }

  begin() {
    const empty = this.groups.findIndex((group) => !group.length);
    if (empty < 0) this.groups.push([]);
    this.current = empty < 0 ? this.groups.length - 1 : empty;
    this.show();
  }

  clear() {
    this.groups = [[]];
    this.current = 0;
    this.played.clear();
    this.quick = false;
    this.show();
  }

  /** So many numbers that the system chooses, all equally likely. */
  pick(spots) {
    const board = [...this.felt.querySelectorAll("[data-number]")].map((cell) => Number(cell.dataset.number));
    const wanted = Math.min(Math.max(1, spots || 1), board.length);
    for (let at = 0; at < wanted; at += 1) {
      const left = board.length - at;
      const most = Math.floor(2 ** 32 / left) * left; // what is beyond would favour the first numbers
      let word = most;
      while (word >= most) [word] = crypto.getRandomValues(new Uint32Array(1));
      const other = at + (word % left);
      [board[at], board[other]] = [board[other], board[at]];
    }
    this.clear();
    this.groups = [board.slice(0, wanted)];
    this.quick = true;
    this.show();
  }

  marked() {
    return this.groups.filter((group) => group.length);
  }

  ways() {
    const groups = this.marked();
    if (groups.length === 1) return [[groups[0].length, 1]];
    return waysBySpots(groups.map((group) => group.length)).filter(([spots]) => this.played.has(spots));
  }

  /** The ticket as the house reads it; nothing where there is none yet. */
  name() {
    const groups = this.marked().map((group) => [...group].sort((a, b) => a - b)).sort((a, b) => a[0] - b[0]);
    const ways = this.ways();
    if (!groups.length || !ways.length) return "";
    const games = Number(this.form.elements.games.value) || 1;
    const parts = [groups.map((group) => group.join("-")).join("/")];
    if (groups.length > 1) parts.push(ways.map(([spots, number]) => `${number}/${spots}`).join("_"));
    if (games > 1) parts.push(`x${games}`);
    if (this.quick) parts.push("quick");
    return `ticket:${parts.join(":")}`;
  }

  price() {
    const ways = this.ways().reduce((sum, [, number]) => sum + number, 0);
    return centsOf(this.form.elements.price.value) * ways * (Number(this.form.elements.games.value) || 1);
  }

  show() {
    for (const cell of this.felt.querySelectorAll("[data-number]")) {
      const at = this.groupOf(Number(cell.dataset.number));
      for (let colour = 1; colour <= COLOURS; colour += 1) cell.classList.toggle(`group-${colour}`, at >= 0 && at % COLOURS === colour - 1);
      cell.setAttribute("aria-pressed", at >= 0);
    }
    const choose = this.groups.map((group, at) => {
      const words = t`Group ${at + 1}: ${group.length}`;
      const button = make("button", { type: "button", class: `small group group-${(at % COLOURS) + 1}`, "aria-pressed": at === this.current }, words);
      button.addEventListener("click", () => { this.current = at; this.show(); });
      return button;
    });
    this.form.querySelector("#groups").replaceChildren(...choose);
    const groups = this.marked();
    const every = groups.length > 1 ? waysBySpots(groups.map((group) => group.length)) : [];
    const boxes = every.map(([spots, ways]) => {
      const box = make("input", { type: "checkbox", name: "way", value: spots });
      box.checked = this.played.has(spots);
      return make("label", {}, box, ` ${ways}/${spots}`);
    });
    const one = groups.length ? `1/${groups[0].length}` : t`Mark numbers on the board.`;
    this.form.querySelector("#ways").replaceChildren(...(boxes.length ? boxes : [make("span", { class: "quiet" }, one)]));
    this.#tell();
  }

  #tell() {
    const price = this.price();
    const ways = this.ways().reduce((sum, [, number]) => sum + number, 0);
    const words = !this.name() ? t`no ticket yet` : Number.isFinite(price) ? ways === 1 ? t`1 way, ${dollars(price)}` : t`${ways} ways, ${dollars(price)}` : t`say a price`;
    this.form.querySelector("#ticket-price").textContent = words;
  }

  #down(event) {
    const cell = event.target.closest("[data-number]");
    if (!cell || event.button) return;
    cell.releasePointerCapture?.(event.pointerId); // a finger goes on to the next number
    const number = Number(cell.dataset.number);
    this.drawing = this.groupOf(number) < 0;
    this.mark(number, this.drawing);
  }

  #over(event) {
    const cell = event.target.closest("[data-number]");
    if (this.drawing === null || !cell) return;
    const number = Number(cell.dataset.number);
    if (this.drawing !== this.groupOf(number) >= 0) this.mark(number, this.drawing);
  }

  #key(event) {
    const cell = event.target.closest("[data-number]");
    if (!cell) return;
    const number = Number(cell.dataset.number);
    if (event.key === " " || event.key === "Enter") this.mark(number);
    else if (event.key.toLowerCase() === "g") this.begin();
    else if (STEPS[event.key]) {
      const next = this.cell(number + STEPS[event.key]);
      if (!next) return;
      cell.setAttribute("tabindex", -1);
      next.setAttribute("tabindex", 0);
      next.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
