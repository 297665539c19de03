// Strategy help at a table: the best play, what every other choice costs, and the chart with the cell of the hand.

import { at, capital, make, spoken } from "./nodes.js";
import { remembered } from "./noted.js";
import { t } from "./words.js";

const costs = (other) => (other.cost ? t`costs ${other.cost} on average${other.share ? t`, ${other.share} of the first wager` : ""}` : t`is as good`);

/** What each choice costs, on its button. */
function weigh(help) {
  for (const button of at("decision").querySelectorAll("button[data-choice]")) {
    const known = help.choices.find((c) => c.choice === button.dataset.choice);
    const best = button.dataset.choice === help.best.choice;
    button.classList.toggle("best", best);
    button.querySelector("small")?.remove();
    if (best || known) button.append(make("small", known ? { title: t`exactly ${known.exact} of the first wager` } : {}, best ? t`best play` : known.cost ? t`costs ${known.cost} · ${known.share}` : t`as good`));
  }
}

function clear() {
  for (const button of at("decision").querySelectorAll("button")) {
    button.classList.remove("best");
    button.querySelector("small")?.remove();
  }
}

/** Where nothing is decided but what to wager: the wagers that cost least. */
function cheapest(places) {
  const found = new Map();
  for (const facts of Object.values(places)) {
    if (!facts.edge) continue;
    const [above, below] = facts.edge.split("/").map(Number);
    if (!found.has(facts.edge)) found.set(facts.edge, { edge: above / (below || 1), words: facts.edge_percent, kinds: new Set() });
    found.get(facts.edge).kinds.add(facts.kind_name);
  }
  const rows = [...found.values()].sort((a, b) => a.edge - b.edge).slice(0, 4);
  if (!rows.length) return [];
  const line = ({ words, kinds }) => make("li", {}, `${[...kinds].slice(0, 6).join(", ")}${kinds.size > 6 ? ", …" : ""}: `, make("strong", {}, words));
  return [make("p", { class: "quiet" }, t`What costs least here:`), make("ul", { class: "compact" }, ...rows.map(line))];
}

/** The best play and what it is weighed against, as a line. */
function bestPlay(help) {
  const named = help.of_settings ? (choice) => t`low hand ${choice}` : spoken;
  const line = make("p", { class: "best" }, t`Best play: `, make("strong", {}, help.of_settings ? help.best.words : spoken(help.best.words)), ". ");
  const others = help.choices.filter((c) => c.choice !== help.best.choice);
  for (const other of others) line.append(`${capital(named(other.choice))} ${costs(other)}. `);
  if (help.against && others.length) line.append(t`Weighed against ${help.against}.`);
  return line;
}

/** What each way to play costs over all rounds. */
function waysToPlay(help) {
  const rows = help.costs.map((c) => make("tr", {}, make("th", { scope: "row" }, c.strategy.replaceAll("-", " ")), make("td", { class: "num" }, c.edge), make("td", { class: "num" }, c.more)));
  const head = make("tr", {}, make("th", {}, t`way to play`), make("th", { class: "num" }, t`edge`), make("th", { class: "num" }, t`mistakes cost`));
  return make("div", { class: "wide" }, make("table", { class: "plain" }, make("thead", {}, head), make("tbody", {}, ...rows)));
}

export class Help {
  #asked = ""; // the decision for which help was asked last
  #weighed = null; // what the choices of the last decision cost
  #decided = ""; // what the choice that was made cost
  #chart = null; // drawn once: the page is read again when a rule changes

  /** `seen` tells what the table looks like now, and what is known of its places. */
  constructor(base, seen) {
    this.base = base;
    this.seen = seen;
    const wanted = at("help-switch");
    if (!wanted) return; // a table without it gives no help (8.1)
    wanted.checked = remembered("help") === "on";
    wanted.addEventListener("change", () => { remembered("help", wanted.checked ? "on" : "off"); this.askAgain(); });
  }

  /** Remember what a choice costs beside the best, if help has told. */
  remember(choice) {
    const { view } = this.seen();
    const told = this.#weighed;
    const known = told?.at === view.at && told.seat === view.ask?.your_seat && told.choices.find((c) => c.choice === choice);
    const best = known && !known.cost ? t`is the best play` : known && t`${costs(known)}; ${spoken(told.best.choice)} was best`;
    this.#decided = known ? t`Your last decision: ${spoken(choice)} ${best}.` : "";
  }

  askAgain() {
    this.#asked = "";
    return this.ask();
  }

  async ask() {
    const { view } = this.seen();
    const on = Boolean(at("help-switch")?.checked);
    at("help").hidden = !on;
    const seat = view?.ask?.your_seat;
    const key = `${view?.at} ${seat}`;
    if (!on) clear();
    if (!on || !view || key === this.#asked) return;
    this.#asked = key;
    if (!at("help").children.length) at("help").replaceChildren(make("h2", {}, t`Strategy help`), make("p", { class: "quiet" }, t`Being worked out…`));
    const answer = await fetch(`${this.base}/help`);
    if (!answer.ok) return;
    const help = await answer.json();
    if (key !== this.#asked) return; // another decision waits by now, or no help is wanted any more
    const nodes = [make("h2", {}, t`Strategy help`)];
    if (this.#decided) nodes.push(make("p", { class: "decided", role: "status" }, this.#decided));
    if (help.best) {
      this.#weighed = { ...help, seat };
      const line = bestPlay(help);
      nodes.push(line);
      at("help").dataset.at = help.at;
      weigh(help);
      at("live").textContent = line.textContent;
    }
    if (help.unknown) nodes.push(make("p", {}, t`No best play has been worked out for this game.`));
    if (help.chart) nodes.push(await this.#chartOf(help));
    if (help.rules.length) nodes.push(make("p", { class: "quiet" }, t`In short (${help.short.replaceAll("-", " ")}):`), make("ul", { class: "compact" }, ...help.rules.map((r) => make("li", {}, `${t(r.decision)}: ${t(r.play)} ${t(r.when)}`))));
    if (help.costs.length) nodes.push(waysToPlay(help));
    if (help.no_decision) nodes.push(make("p", {}, `${capital(help.no_decision)}.`), ...cheapest(this.seen().places));
    else if (nodes.length === 1) nodes.push(make("p", { class: "quiet" }, !help.complete ? t`Being worked out…` : seat ? t`There is no advice for this decision.` : t`Nothing is to be decided now.`));
    at("help").replaceChildren(...nodes);
    if (!help.complete) setTimeout(() => this.askAgain(), 1200);
  }

  /** The chart of the play, with the cell lit that speaks of the hand one is asked about. */
  async #chartOf(help) {
    if (!this.#chart) {
      const answer = await fetch(help.chart);
      const drawn = answer.ok ? await answer.text() : "";
      if (!drawn) return "";
      this.#chart = make("div", { class: "wide chart", tabindex: 0, role: "region", "aria-label": t`the chart of the play` });
      this.#chart.innerHTML = drawn;
    }
    for (const cell of this.#chart.querySelectorAll(".lit")) cell.classList.remove("lit");
    const cell = help.cell && this.#chart.querySelector(`[data-hand="${CSS.escape(help.cell.hand)}"][data-against="${CSS.escape(help.cell.against)}"]`);
    if (!cell) return this.#chart;
    cell.classList.add("lit");
    cell.parentNode.append(cell); // its frame lies over its neighbours
    return make("div", {}, make("p", { class: "chart-says" }, t`The chart: ${cell.querySelector("title").textContent}.`), this.#chart);
  }
}
