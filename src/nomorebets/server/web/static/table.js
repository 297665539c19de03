// A table one sits at. What may be done, what it pays and what happened all come from the house; this shows it.

import { FeltView, dollars } from "./felt.js";
import { openSeats, showRail } from "./rail.js";
import { picking } from "./setting.js";
import { amountChooser, showEquities, showStakes } from "./stakes.js";
import { TicketPad, ticketWords } from "./ticket.js";
import { showExceptions, showNotices, wireSupervisor } from "./rules.js";
import { Wire } from "./net.js";
import { Help } from "./help.js";
import { at, button, capital, make, spoken } from "./nodes.js";
import { cite, openCitations } from "./citations.js";
import { showGoals } from "./goals.js";
import { note, noted } from "./noted.js";
import { celebrate, settleChips, throwDice } from "./motion.js";
import { play } from "./sounds.js";
import { given, isEnglish, say, t } from "./words.js";

const page = at("table");
const base = `/tables/${page.dataset.table}`;
const tournament = Boolean(page.dataset.tournament); // seats are drawn, and chips are given
const stakes = Boolean(page.dataset.stakes); // only the chips in front of the seats play
const still = matchMedia("(prefers-reduced-motion: reduce)");
const letter = (facts) => facts.player || ""; // of somebody who wagers behind whoever sits there
const spot = (facts) => (letter(facts) ? `${facts.seat}:${facts.player}` : String(facts.seat));
const isMine = (facts) => Boolean(view?.own.includes(spot(facts)));

/** Somebody as others call him: by his seat, and by name where several wager there. */
function whose(facts) {
  if (!facts.seat) return t`the dealer`; // who wagers against a player that banks
  if (isMine(facts)) return view.own.length > 1 ? t`you, seat ${facts.seat}` : t`you`;
  const there = view.seats.filter((s) => s.seat === facts.seat);
  const known = there.find((s) => spot(s) === spot(facts));
  if (there.length < 2 && !letter(facts)) return t`seat ${facts.seat}`;
  return t`seat ${facts.seat}, ${known ? given(known.name) : t`player ${letter(facts) || "A"}`}`;
}

let view = null;
let pad = null; // where tickets are marked on a board
let chip = null;
let felt = null;
let taking = false;
const put = []; // the chips put down for this round, the last one behind: what Undo takes back
const outcomes = JSON.parse(page.dataset.outcomes); // an outcome of the record as patrons call it
let info = { places: {}, bundles: {} };
let said = []; // words for the live region, since the last state
let drawn = ""; // what the layout was drawn for: seats and markers
let focused = ""; // the part of the page in which somebody acts
let fresh = true; // the next card belongs to another round
let chosen = ""; // the random word given to this round
const shownCards = {};

const moves = () => {
  const look = document.documentElement.dataset.motion;
  return !document.hidden && look !== "off" && (look === "on" || !still.matches);
};
const paced = (ms) => (document.documentElement.dataset.pace === "fast" ? 0.35 * ms : ms);
const pause = (ms) => new Promise((go) => setTimeout(go, paced(ms)));
const sound = (name) => play(name, moves());
const BIG_WIN = 5; // times what was wagered

// --- frames, one after the other ---------------------------------------------------------------------------------------

const frames = [];
let reading = false;

async function read() {
  if (reading) return;
  reading = true;
  while (frames.length) {
    const frame = frames.shift();
    if (frame.type === "event") await happened(frame);
    else if (frame.type === "refused") refuse(frame);
    else if (frame.type === "state" && !frames.some((next) => next.type === "state")) await show(frame.view);
  }
  reading = false;
}

async function happened(event) {
  const quick = !moves() || frames.length > 150;
  const shown = event.shown;
  if (!quick) wait();
  if (shown.wheel !== undefined || shown.dice !== undefined) await comesToRest(shown, quick); // told when one can see it
  if (event.words) {
    const yours = toYou(event.words);
    const told = t(yours);
    event.words = isEnglish || told !== yours ? told : t(event.words); // not every language tells it to oneself
    said.push(event.words);
    tell(event);
  }
  if (event.words && shown.choice !== undefined && !isMine(shown)) at("dealer-says").textContent = capital(event.words); // what another did, where all look
  if (event.request === "announce") {
    at("dealer-says").textContent = event.words;
    if (!quick) await pause(260);
  } else if (event.request === "draw") {
    if (fresh) for (const area of Object.keys(shownCards)) delete shownCards[area];
    fresh = false;
    const lie = (shownCards[shown.to] ??= []);
    if (!quick && event.words && lie.length > 1 && !shown.to.startsWith("seat:")) await pause(800); // the card that may decide it
    lie.push(shown.card);
    if (!quick && event.words) {
      sound("card");
      felt.showCards(shownCards);
      await pause(230);
    }
  } else if (shown.ball !== undefined) {
    if (fresh) for (const area of Object.keys(shownCards)) delete shownCards[area];
    fresh = false;
    (shownCards[shown.to] ??= []).push(shown.ball);
    if (!quick) {
      felt.showCards(shownCards);
      await pause(320);
    }
  } else if (shown.from !== undefined && shownCards[shown.from]) { // from one hand to another
    (shownCards[shown.to] ??= []).push(...shownCards[shown.from].splice(shown.at, 1));
    if (!quick) {
      felt.showCards(shownCards);
      await pause(420);
    }
  } else if (shown.cards && shown.area) {
    shownCards[shown.area] = shown.cards;
    if (!quick) {
      felt.showCards(shownCards);
      await pause(420);
    }
  } else if (shown.results && !quick) {
    await pause(200);
  }
}

/** While the dealer acts nobody else does. */
function wait() {
  for (const button of page.querySelectorAll("#wagering button, #decision button")) button.disabled = true;
  at("prompt").textContent = t(page.dataset.working);
}

async function comesToRest(shown, quick) {
  const answer = await fetch(`${base}/outcome`);
  if (!answer.ok) return;
  at("outcome").innerHTML = await answer.text();
  if (quick) return;
  const dice = at("outcome").querySelector(".dice");
  sound(shown.dice !== undefined ? "dice" : "ball");
  if (shown.dice === undefined) await Promise.race([Promise.all(at("outcome").getAnimations({ subtree: true }).map((one) => one.finished)), pause(8000)]); // where it stands
  else if (dice) await throwDice(at("felt"), dice, paced(800));
}

const lineOf = (event) => make("li", {}, `${capital(event.words)} `, cite(event));

function tell(event) {
  at("calls").prepend(lineOf(event));
  while (at("calls").children.length > 80) at("calls").lastChild.remove();
}

/** What was told before this page was opened, as to everybody: whoever sits here now may not have sat here then. */
function tellAgain() {
  const events = JSON.parse(page.dataset.told).reverse();
  at("calls").append(...events.map((event) => lineOf({ ...event, words: t(event.words) })));
}

// --- the table as it stands ----------------------------------------------------------------------------------------------

const PARTS = ["sit", "decision", "wagering"];

/** Whoever acted by keys goes on where he was: at the next decision, or at the button that deals. */
function keepFocus(part) {
  const here = document.activeElement;
  if (!part || (here && here !== document.body && here.checkVisibility() && !here.disabled)) return;
  const next = at("decision").hidden ? at("wagering").querySelector("[data-act=deal]:enabled") : at("decision").querySelector("button:enabled");
  (next?.checkVisibility() ? next : at("prompt")).focus({ preventScroll: true });
}

page.addEventListener("focusin", (event) => { if (event.target !== at("prompt")) focused = PARTS.find((id) => at(id).contains(event.target)) ?? ""; });

async function show(next) {
  const before = view;
  view = next;
  if (String(view.rules) !== page.dataset.rules) return location.reload(); // the layout, the signs and the limits are others now
  showNotices(view.notices, act);
  showExceptions(view.exceptions, act);
  const decided = before && before.last_round !== view.last_round;
  if (decided && moves()) await settleChips(felt, view.rulings, paced(650));
  fresh = view.phase === "wagers" || view.phase === "pause";
  const areas = Object.keys(view.tableau.cards).filter((area) => !/^seat:\d+$/.test(area) && view.tableau.cards[area].length);
  const tickets = page.dataset.tickets ? wagersOf(view).map((w) => `${spot(w)} ${w.on}`) : []; // each is drawn when it lies
  const layout = JSON.stringify([view.own, view.seats.map(spot), view.state, view.tableau.markers, areas, tickets]);
  if (drawn && layout !== drawn) await redraw();
  drawn = layout;
  for (const area of Object.keys(shownCards)) delete shownCards[area];
  Object.assign(shownCards, structuredClone(view.tableau.cards));
  const missing = felt.showCards(view.tableau.cards).filter((area) => view.tableau.cards[area].length);
  if (missing.length) { // drawn when its first hand was over already
    await redraw();
    felt.showCards(view.tableau.cards);
  }
  felt.showReads(view.tableau.hands, view.tableau.cards);
  felt.showWagers(wagersOf(view));
  felt.mark("crown", view.tableau.markers.crown || "");
  showShoe();
  showResults(decided);
  if (decided) showBefore();
  if (at("goal") && (!before || (decided && view.rulings.some(isMine)))) showGoals(at("goal"));
  showClosed();
  showSeats();
  showActs();
  showTurn();
  showSeal();
  const pointed = at("wager-info");
  if (pointed.dataset.place && !pointed.contains(document.activeElement)) inform(pointed.dataset.place, pointed.dataset.seat); // what lies there now
  if (pad) showSlips();
  at("round").textContent = t`round ${view.round}`;
  page.dataset.phase = view.phase;
  page.dataset.round = view.round;
  page.dataset.seq = view.at;
  keepFocus(focused);
  speak(before, decided);
  help.ask();
}

function wagersOf(shown) {
  const removed = new Set(shown.seats.flatMap((s) => s.removed.map((on) => `${spot(s)} ${on}`)));
  const lying = [...shown.wagers, ...shown.banked].filter((w) => !removed.has(`${spot(w)} ${w.on}`));
  const piles = new Map(lying.map((w) => [`${spot(w)} ${w.on}`, { ...w }]));
  for (const seat of shown.seats) {
    for (const order of seat.orders) {
      const known = piles.get(`${spot(seat)} ${order.on}`);
      piles.set(`${spot(seat)} ${order.on}`, { ...known, ...order, amount: order.amount + (known?.amount || 0), pending: true });
    }
    for (const [on, call] of Object.entries(seat.called)) piles.set(`${spot(seat)} ${on}`, { ...piles.get(`${spot(seat)} ${on}`), call });
  }
  const several = (w) => letter(w) || shown.seats.filter((s) => s.seat === w.seat).length > 1;
  return [...piles.values()].map((w) => (several(w) || isMine(w) ? { ...w, who: whose(w), mine: isMine(w) } : w));
}

/** Own tickets, each with the page that prints it. */
function showSlips() {
  const own = wagersOf(view).filter(isMine);
  const links = own.map((w) => make("a", { href: `/tickets?table=${encodeURIComponent(page.dataset.table)}&on=${encodeURIComponent(w.on)}` }, t`Print ${nameOf(w.on)}`));
  at("slips").replaceChildren(...links.flatMap((link) => [" · ", link]));
}

async function redraw() {
  const answer = await fetch(`${base}/felt`);
  if (!answer.ok) return;
  const focused = document.activeElement?.closest?.(".place")?.dataset;
  at("felt").innerHTML = (await answer.json()).felt;
  attach();
  pad?.show();
  if (focused) felt.place(focused.place, Number(focused.seat))?.focus();
}

function attach() {
  felt = new FeltView(at("felt").querySelector(".felt"), { choose, take, spelled: stakes });
  for (const kind of ["pointerover", "focusin"]) {
    felt.root.addEventListener(kind, (event) => {
      const place = event.target.closest(".place");
      if (place) inform(place.dataset.place, place.dataset.seat);
    });
  }
}

let closed = {}; // by seat: places that take nothing now, and why
const whyClosed = (place, seat) => closed[seat || view?.you]?.[place];

/** Only what may be wagered now is offered; why the rest is not stands beside it. */
async function showClosed() {
  const asked = view;
  if (!page.dataset.closes) return;
  const answer = view.you && view.phase === "wagers" ? await fetch(`${base}/closed`) : null;
  if (view !== asked || (answer && !answer.ok)) return;
  closed = answer ? await answer.json() : {};
  for (const place of felt.root.querySelectorAll('.place[role="button"]')) {
    const is = Boolean(whyClosed(place.dataset.place, place.dataset.seat));
    place.classList.toggle("closed", is);
    if (is) place.setAttribute("aria-disabled", "true");
    else place.removeAttribute("aria-disabled");
  }
  const own = [...felt.root.querySelectorAll('.place[role="button"]')].map((place) => whyClosed(place.dataset.place, place.dataset.seat));
  if (own.length && own.every(Boolean)) at("prompt").replaceChildren(t`No bet from you now: ${own[0]}. `, cite(view)); // who has the bank
  const pointed = at("wager-info").dataset;
  if (pointed.place) inform(pointed.place, pointed.seat);
}

/** The shoe empties as cards are dealt, and the discard rack fills. */
async function showShoe() {
  const level = JSON.stringify(view.shoe ?? null);
  const old = felt.root.querySelector(".dealer-side > :is(.shoe, .shoe-level)");
  if (!view.shoe || !old || old.dataset.level === level) return;
  const answer = await fetch(`${base}/shoe`);
  const drawn = answer.ok ? await answer.text() : "";
  if (!drawn || !old.isConnected) return;
  const both = make("div", {});
  both.innerHTML = drawn;
  old.parentNode.querySelector(".rack")?.replaceWith(both.querySelector(".rack"));
  both.querySelector(".shoe-level").dataset.level = level;
  old.replaceWith(both.querySelector(".shoe-level"));
}

async function showBefore() {
  const answer = await fetch(`${base}/results`);
  if (answer.ok) at("before").innerHTML = await answer.text();
}

function showResults(decided) {
  const rows = view.rulings.filter((r) => r.result !== "stands");
  const standing = view.rulings.length - rows.length;
  if (!view.last_round) return;
  const list = rows.map((r) => {
    const net = r.net > 0 ? `+${dollars(r.net)}` : dollars(r.net);
    const what = make("span", {}, `${capital(whose(r))}: ${t(r.words ?? wordsFor(r.wager))} ${r.amount ? dollars(r.amount) : ""} `, make("strong", { class: `result-${r.result}` }, outcomes[r.result] ?? r.result), r.paid && !stakes ? t` at ${r.paid}` : "");
    const because = make("span", { class: "because" }, cite(r), " ", basis(r.basis));
    return make("div", { class: `ruling${isMine(r) ? " mine" : ""}` }, what, make("span", { class: `net result-${r.result}` }, net), because);
  });
  if (!list.length) list.push(make("p", { class: "quiet" }, t`No bet was decided in this round.`));
  if (standing) list.push(make("p", { class: "quiet" }, standing > 1 ? t`${standing} wagers stand.` : t`1 wager stands.`));
  if (stakes && rows.some(isMine)) list.push(make("p", {}, make("a", { href: `/records/${view.last_round}/hand.phh`, download: "" }, t`Your hand in the PHH format`)));
  list.push(make("p", {}, make("a", { href: `/records/${view.last_round}` }, t`The record of round ${view.round - 1}`)));
  at("results").replaceChildren(...list);
  showPaid(decided ? rows.filter((r) => isMine(r) && r.paid) : []);
  felt.showResults(decided ? rows.filter(isMine).map((r) => ({ ...r, on: r.on || r.wager })) : []);
}

/** The rows of the pay tables by which one was just paid. */
function showPaid(won) {
  for (const row of page.querySelectorAll(".pay-sign .lit")) row.classList.remove("lit");
  for (const { wager, on, paid, seat, net } of won) {
    const sign = [...page.querySelectorAll(".pay-sign")].find((one) => one.dataset.kinds.split(" ").some((kind) => kind === wager || kind === on));
    const rows = [...(sign?.querySelectorAll("tr") ?? [])].filter((row) => [paid, `win ${dollars(net)}`].includes(row.dataset.pays));
    const hand = Object.entries(view.tableau.hands).filter(([area]) => area.startsWith(`seat:${seat}`)).map(([, words]) => words.toLowerCase()).join(" ");
    const named = rows.filter((row) => hand.includes(row.dataset.case)); // where several pay alike, the one that was called
    for (const row of named.length ? named : rows) row.classList.add("lit");
  }
}

const BASES = { text: "", parallel: t`parallel text`, reading: t`our reading`, reconstructed: t`reconstructed`, proposed: t`proposed` };
const basis = (name) => (BASES[name] ? make("span", { class: `basis basis-${name}` }, BASES[name]) : "");

function showSeats() {
  const turn = (s) => Boolean(view.ask) && (isMine(s) ? view.ask.your_seat === s.seat : view.ask.waiting.includes(spot(s)));
  const mine = view.seats.filter(isMine);
  const rows = view.seats.map((s) => {
    const notes = [isMine(s) ? t`you` : "", s.here ? "" : t`away`, s.ready && view.phase !== "decision" ? t`ready` : "", s.leaving ? t`leaving` : "", turn(s) ? t`decides` : ""].filter(Boolean);
    return make("li", { class: [turn(s) ? "turn" : "", letter(s) ? "behind" : ""].filter(Boolean).join(" ") || null }, make("span", { translate: "no" }, `${s.seat}${letter(s)} · ${given(s.name)}`), make("span", { class: "quiet" }, document.createTextNode(notes.join(", "))), make("strong", {}, mine.indexOf(s) > 0 ? "" : dollars(isMine(s) ? chipsOf(mine) : s.stack)), mine.length > 1 && isMine(s) && !s.leaving ? seatButton("leave", s.seat, t`Give this seat up`) : "");
  });
  const further = view.own.length && view.own.length < view.seats_of_one && !view.player && mine.every((s) => !s.leaving);
  for (let seat = 1; further && seat <= view.positions; seat += 1) {
    if (!view.seats.some((s) => s.seat === seat)) rows.push(make("li", { class: "free" }, make("span", {}, t`${seat} · free`), seatButton("sit", seat, t`Play this seat too`)));
  }
  if (at("further")) at("further").hidden = !mine.length;
  if (!rows.length) rows.push(make("li", { class: "quiet" }, t`Nobody here yet.`));
  if (view.spectators) rows.push(make("li", { class: "quiet" }, t`${view.spectators} watching`));
  if (make("ul", {}, ...rows).innerHTML !== at("seats").innerHTML) at("seats").replaceChildren(...rows); // a button that is being pressed stays
  if (stakes) showStakes(felt.root, view, isMine);
  if (stakes) showEquities(felt.root, view, `${base}/equities`);
  for (const seat of felt.root.querySelectorAll(".seat")) {
    const there = view.seats.filter((s) => s.seat === Number(seat.dataset.seat));
    seat.classList.toggle("turn", there.some(turn));
    showPeople(seat, there, turn);
    const button = there.length && mayComeBehind(there[0]) ? behindButton(there[0]) : null, lies = seat.querySelector("[data-behind]");
    if (button?.outerHTML === lies?.outerHTML) continue;
    lies?.remove();
    if (button) seat.append(button);
  }
  const sits = view.seats.find((s) => isMine(s) && !letter(s));
  if (!at("agreeing")) return;
  at("agreeing").hidden = !sits || sits.leaving;
  at("agrees").checked = Boolean(sits?.agrees);
}

/** At a seat where several wager: who they are, first whoever sits there, and what each has on it. */
function showPeople(seat, there, turn) {
  const old = seat.querySelector(".seat-people");
  if (there.length < 2) return old?.remove();
  const lying = wagersOf(view);
  const rows = there.map((s) => {
    const amount = lying.filter((w) => spot(w) === spot(s)).reduce((sum, w) => sum + w.amount, 0);
    return make("li", { class: turn(s) ? "turn" : null, "data-player": letter(s) }, make("span", { translate: "no" }, isMine(s) ? "you" : given(s.name)), make("strong", {}, amount ? dollars(amount) : "–"));
  });
  const list = make("ul", { class: "seat-people", "aria-label": t`who wagers at seat ${there[0].seat}` }, ...rows);
  seat.querySelector(".seat-plate").textContent = t`seat ${there[0].seat}, shared`;
  if (old) old.replaceWith(list);
  else seat.append(list);
}

const chipsOf = (seats) => seats.reduce((sum, s) => sum + s.stack, 0);

/** To take a further seat, or to give one up. */
function seatButton(type, seat, words) {
  return button(words, () => act(type, { seat }), { class: "small", "data-seat-act": type, "aria-label": `${words}: ${seat}` });
}

/** Whether this visitor may wager behind somebody: he agrees, and there is room. */
function mayComeBehind(s) {
  const number = view.seats.filter((other) => other.seat === s.seat).length;
  return view.you === null && view.purse !== null && s.agrees && !letter(s) && !s.leaving && number < view.at_a_seat;
}

function behindButton(s) {
  const sit = () => act("sit", { seat: s.seat, behind: true, amount: cents(at("sit")) });
  return button(t`Wager behind`, sit, { class: "small", "data-behind": s.seat, "aria-label": t`Wager behind ${given(s.name)} at seat ${s.seat}` });
}

/** What is published of this round's chance; a word may be given until somebody has wagered. */
function showSeal() {
  at("commitment").textContent = view.commitment;
  at("series").textContent = view.series;
  at("series").parentElement.hidden = !view.series;
  at("word").hidden = view.you === null || !view.takes_words;
  const given = at("word").elements.word;
  if (document.activeElement !== given) given.value = view.word === chosen ? "" : view.word;
}

function showActs() {
  const mine = view.seats.filter(isMine);
  const own = mine.find((s) => !s.leaving) ?? mine[0];
  const wagering = Boolean(own) && !own.leaving && (view.phase === "wagers" || (view.phase === "pause" && !own.sits_out));
  at("sit").hidden = tournament || (Boolean(own) && !own.leaving);
  const down = wagersOf(view).filter(isMine).length;
  at("refill").hidden = tournament || view.purse === null || Boolean(down) || view.purse + chipsOf(mine) >= Number(page.dataset.empty);
  if (at("waiting")) showRail(at("waiting"), at("sit"), view, own);
  at("buy-in").hidden = tournament || !own || own.leaving;
  at("stack").hidden = !own;
  at("wagering").hidden = !own || own.leaving || (view.phase === "decision" && view.ask.yours);
  const wanted = at("sit").elements.amount;
  if (view.purse !== null && !stakes && wanted.value === wanted.defaultValue && 100 * Number(wanted.value) > view.purse) wanted.value = wanted.defaultValue = String(view.purse / 100); // no more than there is
  at("purse").textContent = view.purse === null ? "" : t`You have ${dollars(view.purse)} of play money.`;
  if (own) {
    at("chips").textContent = dollars(chipsOf(mine));
    const lying = wagersOf(view).filter(isMine).reduce((sum, w) => sum + w.amount, 0);
    at("down").textContent = lying ? t`on the layout: ${dollars(lying)}` : "";
  }
  for (const button of at("wagering").querySelectorAll("button")) button.disabled = !wagering;
  while (put.length && put[0].round !== view.round) put.shift();
  if (at("undo")) at("undo").disabled = !wagering || !put.length;
  const act = (name) => at("wagering").querySelector(`[data-act="${name}"]`);
  if (at("sits-out")) {
    at("sits-out").checked = Boolean(own?.sits_out);
    at("sits-out").closest("p").hidden = !own;
  }
  if (wagering && !stakes) {
    for (const [name, may] of Object.entries(EACH)) act(name).disabled = !mine.some(may);
  }
  act("deal").textContent = view.several ? (own?.ready ? t`Waiting` : t`Ready`) : t(page.dataset.deal);
}

// what is done at each of one's seats where there is something to do
const EACH = {
  repeat: (s) => s.can_repeat,
  double: (s) => s.can_double,
  clear: (s) => Boolean(s.orders.length || s.removed.length || Object.keys(s.called).length),
};

/** Where the panel lies over the table, the hand that is to be decided comes out from behind it. */
function bringHandUp() {
  const hand = document.querySelector(".seat.mine.turn .hand");
  if (!hand || !matchMedia("(max-width: 61.99rem)").matches) return;
  const hidden = hand.parentElement.getBoundingClientRect().bottom - document.querySelector(".acting").getBoundingClientRect().top;
  if (hidden > 0) scrollBy({ top: hidden + 8, behavior: moves() ? "smooth" : "instant" });
}

/** Whether somebody sits here with nothing to wager and nothing that lies. */
function isSpent() {
  const mine = view.seats.filter(isMine);
  return mine.length > 0 && !chipsOf(mine) && !wagersOf(view).some(isMine);
}

const spent = () => (tournament ? t`You have no chips left.` : t`Out of chips: buy more, or leave.`);

function showTurn() {
  const prompt = at("prompt");
  const choices = at("decision");
  choices.hidden = true;
  if (view.phase === "decision" && view.ask.yours) {
    prompt.replaceChildren(`${asked(view.ask)} `, cite(view.ask));
    const question = `${view.at} ${view.ask.your_seat}`;
    if (choices.dataset.at !== question) {
      choices.dataset.at = question;
      choices.replaceChildren(...decisions(view.ask));
      if (!view.ask.cards) requestAnimationFrame(bringHandUp); // those are in the panel
    }
    for (const button of choices.querySelectorAll("button")) button.disabled = false;
    choices.querySelector("[data-choice=set]")?.toggleAttribute("disabled", choices.querySelectorAll("[aria-pressed=true]").length !== view.ask.number);
    choices.hidden = false;
  } else if (view.phase === "decision") {
    const seats = deciding(view.ask);
    prompt.replaceChildren(`${seats.length > 1 ? t`Seats ${seats.join(", ")} decide` : t`${capital(whose({ seat: seats[0], player: view.ask.player }))} decides`} `, cite(view.ask));
  } else if (view.phase === "wagers") {
    const late = view.several && view.seats.some((s) => isMine(s) && s.ready) ? view.seats.filter((s) => s.here && !s.ready && !isMine(s)) : [];
    if (!late.length && isSpent()) prompt.textContent = spent();
    else prompt.replaceChildren(late.length ? t`Waiting for ${late.map(whose).join(", ")} ` : view.you || tournament ? t`Place your bets ` : openSeats(view) > 0 || view.waits?.seconds != null ? t`Bets are open. Sit down to join. ` : t`Bets are open. `, cite(view));
  } else if (view.phase === "pause") {
    const own = view.seats.find(isMine);
    prompt.textContent = !own ? (tournament || openSeats(view) <= 0 ? t`Between rounds.` : t`Between rounds: sit down and be dealt in.`) : own.sits_out ? t`You sit out.` : own.stack ? t`Between rounds.` : spent();
  } else prompt.textContent = view.phase === "waiting" ? (tournament ? t`This stage is over.` : t`Empty table. Sit down to start.`) : "";
  const clock = at("clock");
  clock.hidden = view.clock === null;
  clearInterval(showTurn.ticking);
  if (view.clock !== null) {
    const end = performance.now() + 1000 * view.clock;
    const whole = view.clock;
    const tick = () => {
      const left = Math.max(0, (end - performance.now()) / 1000);
      clock.firstElementChild.style.width = `${(100 * left) / Math.max(whole, 1)}%`;
      clock.title = `${Math.ceil(left)} s`;
    };
    tick();
    showTurn.ticking = setInterval(tick, 250);
  }
}

/** What the one who is asked may answer: choices, each with an amount where it takes one, or cards to pick. */
function decisions(ask) {
  return ask.cards ? picking(ask, decide) : choosing(ask);
}

const decide = (fields) => act("decide", { ...fields, at: view.at, seat: view.ask.your_seat });

function choosing(ask) {
  const options = ask.options || ask.choices.map((name) => ({ name }));
  const purse = stakes ? Infinity : chipsOf(view.seats.filter(isMine)); // a limit above one's chips is none
  const ends = (option) => ({ least: option.least ?? 0, most: Math.max(option.least ?? 0, Math.min(option.most, purse)) });
  const open = options.filter((option) => option.most && (option.least || 0) !== option.most).map((option) => ({ ...option, ...ends(option) }));
  const amounts = new Map();
  const named = (name) => t(ask.names?.[name] ?? capital(spoken(name)));
  const down = wagersOf(view).filter(isMine).reduce((sum, w) => sum + w.amount, 0);
  const fields = open.map((option) => {
    const what = t`${named(option.name)}, ${dollars(option.least)} to ${dollars(option.most)}`;
    const whole = ask.most_if_unsaid || (!ask.presets && option.most <= down); // double means the whole
    const usual = whole ? option.most : ask.presets ? option.least : Math.max(option.least, Math.min(chip, option.most)); // else the chip one plays with
    const { field, node } = amountChooser(option.name, what, option, ask, usual);
    amounts.set(option.name, field);
    return node;
  });
  const nodes = options.map(({ name, least = 0, most }, n) => {
    const button = make("button", { type: "button", class: n ? null : "primary", "data-choice": name, "aria-keyshortcuts": ask.keys?.[name]?.toUpperCase() ?? null }, make("span", {}, named(name)), costOf(ask, name, least, most));
    button.addEventListener("click", () => {
      help.remember(name);
      decide({ choice: name, ...(most ? { amount: amounts.get(name)?.value ?? least } : {}) });
    });
    return button;
  });
  return [...nodes, ...fields];
}

/** What a choice puts down, on its button. */
function costOf(ask, name, least, most) {
  const cents = most && least === most ? most : ask.costs?.[name];
  return cents ? make("span", { class: "cost" }, stakes ? ` ${dollars(cents)}` : t` ${dollars(cents)} more`) : "";
}

/** What is asked, in a few words: which hand, and how many cards. */
function asked(ask) {
  const hand = `${view.own.length > 1 ? t`, seat ${ask.your_seat}` : ""}${ask.hand ? t`, hand ${ask.hand}` : ""}`;
  if (!ask.cards) return ask.asks ? `${hand ? `${capital(hand.slice(2))}: ` : ""}${t(ask.asks)}` : t`Your turn${hand}`;
  return ask.number ? t`Choose ${ask.number} for the ${ask.name} hand${hand}` : t`Choose up to ${ask.most} to discard${hand}`;
}

/** Who has still to decide. */
const deciding = (ask) => ask.seats || (ask.seat ? [ask.seat] : []);

function speak(before, decided) {
  const words = said.filter(Boolean);
  said = [];
  if (view.phase === "decision" && view.ask.yours && (before?.at !== view.at || before.ask?.your_seat !== view.ask.your_seat)) words.push(view.ask.cards ? asked(view.ask) : `${asked(view.ask)} ${view.ask.choices.map((name) => t(view.ask.names?.[name] ?? spoken(name))).join(t` or `)}`);
  if (decided) {
    const own = view.rulings.filter((r) => isMine(r) && r.result !== "stands");
    const net = own.reduce((sum, r) => sum + r.net, 0);
    const sentence = own.length ? t`Round ${view.round - 1}: you ${net > 0 ? t`win ${dollars(net)}` : net < 0 ? t`lose ${dollars(-net)}` : t`break even`}.` : "";
    if (sentence) words.push(sentence);
    at("dealer-says").textContent = sentence || ofOthers() || at("dealer-says").textContent;
    if (net > 0) sound("win");
    if (net >= BIG_WIN * own.reduce((sum, r) => sum + r.amount, 0) && moves()) celebrate(felt.root, at("dealer-says"));
  }
  if (words.length) at("live").textContent = words.join(". ");
}

/** How a round ended, to those who only looked on. */
function ofOthers() {
  const nets = new Map();
  for (const r of view.rulings) if (r.result !== "stands") nets.set(spot(r), { ...r, net: r.net + (nets.get(spot(r))?.net ?? 0) });
  if (nets.size > 3) return t`Round ${view.round - 1} is over.`;
  const told = [...nets.values()].map((r) => (r.net > 0 ? t`${whose(r)} wins ${dollars(r.net)}` : r.net < 0 ? t`${whose(r)} loses ${dollars(-r.net)}` : t`${whose(r)} breaks even`));
  return told.length ? `${capital(told.join(", "))}.` : "";
}

/** What is told of one's own seat, as it is said to oneself. */
function toYou(words) {
  const seats = view?.own ?? [];
  if (outcomes.void !== "void") words = words.replaceAll(" is void", ` is a ${outcomes.void}`);
  if (seats.length !== 1) return words;
  const seat = seats[0].replace(":", ", player ");
  words = words.replaceAll(new RegExp(`\\b[Ss]eat ${seat}(?= \\$)`, "g"), "You:");
  if (isEnglish) words = words.replaceAll(new RegExp(`\\b[Ss]eat ${seat},? (hand \\d+|\\w+)(?=:| shows)`, "g"), "Your $1"); // one of several hands
  return words.replaceAll(new RegExp(`(?<!“)\\b[Ss]eat ${seat}(:| (?!(?:low|high)\\b)(\\w+?)s?\\b)`, "g"), (all, after, verb) => (after === ":" ? "You:" : !isEnglish ? `You${after}` : verb === "ha" ? "You have" : /^\d/.test(verb) ? all : `You ${verb}`));
}

function refuse(frame) {
  const box = at("refusal");
  const [, why = frame.reason] = frame.reason.split(" refused: "); // who and what one knows oneself
  box.replaceChildren(`${capital(t(why)).replace(/\.?$/, ".")} `);
  if (frame.cite) box.append("[", cite(frame), "] ");
  if (frame.accepts) box.append(t`Accepted: ${frame.accepts}`);
  box.hidden = false;
}

// --- what a person does ------------------------------------------------------------------------------------------------

const unanswered = new Map(); // what the house has not answered yet
const SLOW = 1000; // milliseconds after which somebody wonders whether he was heard

/** Says something to the table, and whether it was done. A double click says it once; chips may be put down twice. */
function act(type, fields = {}) {
  at("refusal").hidden = true;
  const said = type === "wager" ? Symbol(type) : JSON.stringify([type, fields]);
  if (!unanswered.has(said)) {
    const refused = (refusal) => { refuse(refusal); return false; };
    const slow = setTimeout(() => { at("unanswered").hidden = false; }, SLOW);
    const answered = () => {
      clearTimeout(slow);
      unanswered.delete(said);
      if (!unanswered.size) at("unanswered").hidden = true;
    };
    unanswered.set(said, wire.send(type, fields).then(() => true, refused).finally(answered));
  }
  return unanswered.get(said);
}

async function choose(place, seat) {
  inform(place, seat);
  if (view?.you == null) return refuse({ reason: t`You have no seat at this table.`, accepts: t`Sit down first.` });
  if (taking) return take(place, seat);
  const bundle = Object.entries(info.bundles).find(([, kinds]) => kinds.includes(place));
  const on = bundle ? bundle[0] : place;
  const fixed = document.querySelector(`[data-place="${CSS.escape(place)}"]`)?.dataset.stake; // of wagers that have one stake only
  const amount = Number(fixed) || chip;
  await putDown({ on, amount, seat, place });
}

/** Chips on a place; where it takes multiples of another amount, the next one that is right is a click away. */
async function putDown({ on, amount, seat, place }) {
  const { round } = view;
  const there = (one) => one.place === place && one.seat === seat && one.round === round;
  const lying = view.seats.filter((s) => isMine(s) && (!seat || s.seat === Number(seat))).flatMap((s) => s.orders).find((o) => o.on === place)?.amount ?? 0;
  const last = put.findLast(there); // a chip may still be on its way
  const laid = { on, place, amount, before: last ? last.before + last.amount : lying, seat, round };
  put.push(laid);
  if (await act("wager", { on, amount, round, ...ofSeat(seat) })) {
    sound("chip");
    at("undo")?.removeAttribute("disabled");
    at("live").textContent = t`${dollars(amount)} on ${nameOf(place)}`;
    return;
  }
  forget((one) => one === laid);
  for (const later of put.filter(there)) if (later.before > laid.before) later.before -= amount;
  const unit = info.places[place]?.unit ?? 1;
  const right = Math.ceil(amount / unit) * unit;
  if (right === amount) return;
  at("refusal").append(" ", button(t`Put ${dollars(right)} down`, () => putDown({ on, amount: right, seat, place }), { class: "small" }));
}

/** Chips that Undo has nothing to do with any more: refused, or moved in another way. */
function forget(are) {
  put.splice(0, put.length, ...put.filter((one) => !are(one)));
  if (!put.length) at("undo")?.setAttribute("disabled", "");
}

let undone = Promise.resolve(); // one after the other: the chip below is put down again before it is taken back too
const undo = () => { undone = undone.then(undoLast); };

/** The last chip comes back; what lay there before it stays. */
async function undoLast() {
  const last = put.pop();
  if (!last || last.round !== view.round) return;
  if (!(await act("take-back", { on: last.on, round: view.round, ...ofSeat(last.seat) }))) return;
  if (last.before) await act("wager", { on: last.on, amount: last.before, round: view.round, ...ofSeat(last.seat) });
  at("live").textContent = t`taken back: ${nameOf(last.place)}`;
}

function take(place, seat) {
  if (view?.you == null) return false;
  forget((one) => one.place === place);
  act("take-back", { on: place, round: view.round, ...ofSeat(seat) }).then((done) => { if (done) at("live").textContent = t`taken back: ${nameOf(place)}`; });
  return true;
}

const ofSeat = (seat) => (seat ? { seat } : {}); // a layout that all share has no seats

const wordsFor = (wager) => (pad && wager.startsWith("ticket:") ? ticketWords(wager) : wager);
const nameOf = (place) => say(info.places[place]?.name || wordsFor(place), "wager");

function inform(place, seat) {
  const facts = info.places[place];
  if (!facts) return;
  const box = at("wager-info");
  box.dataset.place = place;
  box.dataset.seat = seat ?? "";
  const edge = facts.edge ? make("span", {}, t`costs `, make("strong", {}, facts.edge_percent), " (", facts.edge.length < 24 || !page.dataset.oddsUrl ? facts.edge : make("a", { href: `${page.dataset.oddsUrl}&wager=${encodeURIComponent(facts.line)}#line`, title: facts.edge }, t`exactly`), ")") : make("span", { class: "quiet" }, info.complete ? "" : t`the edge is being worked out`);
  const line = [make("strong", {}, say(facts.name, "wager")), facts.pays ? t` pays ${facts.pays} · ` : " · ", edge, at("help-switch") ? " · " : "", cite(facts), " ", basis(facts.basis)];
  const why = whyClosed(place, seat);
  if (why) line.push(make("span", { class: "not-now" }, t` Not now: ${why}.`));
  const here = view && !seat ? wagersOf(view).filter((w) => w.on === place) : [];
  if (here.some((w) => !isMine(w))) line.push(make("span", { class: "lying" }, t` On it: ${here.map((w) => `${whose(w)} ${dollars(w.amount)}`).join(", ")}.`));
  if (facts.limits) line.push(make("span", { class: "quiet" }, ` ${facts.limits}`));
  const own = view?.wagers.find((w) => isMine(w) && w.on === place);
  if (own && page.dataset.carries && view.phase === "wagers") {
    line.push(" ", button(t`Take down`, () => take(place), { class: "small" }));
    for (const call of ["off", "on"]) if (own.call !== call) line.push(" ", button(call === "off" ? t`Call off` : t`Call on`, () => act("call", { on: place, call }), { class: "small" }));
  }
  box.replaceChildren(make("p", {}, ...line));
}

async function learn() {
  const answer = await fetch(`${base}/wagers`);
  if (!answer.ok) return;
  info = await answer.json();
  const rows = new Map();
  for (const [place, facts] of Object.entries(info.places)) {
    const kind = place.split(":")[0];
    const key = `${kind} ${facts.pays} ${facts.edge}`;
    if (!rows.has(key)) rows.set(key, [facts.kind_name, facts]);
  }
  at("all-wagers").tBodies[0].replaceChildren(...[...rows.values()].map(([kind, facts]) =>
    make("tr", {}, make("th", { scope: "row" }, kind), make("td", {}, facts.pays), ...(at("help-switch") ? [make("td", { class: "num" }, facts.edge_percent || "")] : []), make("td", {}, cite(facts)))));
  page.dataset.odds = info.complete ? "complete" : "waiting";
  if (!info.complete) setTimeout(learn, 900);
  const { place, seat } = at("wager-info").dataset;
  if (place) inform(place, seat);
}

// --- wiring ----------------------------------------------------------------------------------------------------------------

function pick(button) {
  if (!button) return;
  chip = Number(button.dataset.chip);
  for (const other of at("wagering").querySelectorAll("[data-chip]")) {
    other.setAttribute("aria-checked", other === button);
    other.tabIndex = other === button ? 0 : -1;
  }
}

const cents = (form) => form.elements.amount.value;
const help = new Help(base, () => ({ view, places: info.places }));

tellAgain();
attach();
const chips = [...at("wagering").querySelectorAll("[data-chip]")];
pick(chips.find((button) => button.dataset.chip === "500") || chips[0]);
for (const button of chips) {
  button.addEventListener("click", () => pick(button));
  button.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = chips[(chips.indexOf(button) + step + chips.length) % chips.length];
    pick(next);
    next.focus();
  });
}
for (const button of page.querySelectorAll("[data-act]")) {
  const name = button.dataset.act;
  button.addEventListener("click", async () => {
    if (name === "leave") return (await act(name)) && scrollTo({ top: 0 }); // its button is far below, and what one may do then above
    if (!(name in EACH)) return act(name, { round: view.round });
    const { round, seats } = view;
    forget(() => true);
    for (const s of seats.filter((one) => isMine(one) && EACH[name](one))) if (!(await act(name, { round, seat: s.seat }))) return false;
    return true;
  });
}
at("sit").addEventListener("submit", (event) => { event.preventDefault(); act("sit", { amount: cents(event.target) }); });
at("buy-in").querySelector("button").addEventListener("click", (event) => { if (event.detail > 1) event.preventDefault(); }); // a double click buys once
at("buy-in").addEventListener("submit", (event) => { event.preventDefault(); act("buy-in", { amount: cents(event.target) }); });
at("agrees")?.addEventListener("change", async (event) => {
  const agrees = event.target.checked;
  for (const s of view.seats.filter(isMine)) if (!(await act("agree", { agrees, seat: s.seat }))) event.target.checked = !agrees;
});
pad = at("pad") && new TicketPad(at("pad"), at("felt"), (on, amount) => {
  if (view?.you == null) return refuse({ reason: t`You have no seat at this table.`, accepts: t`Sit down first.` });
  return act("wager", { on, amount, round: view.round });
});
at("ticket")?.addEventListener("submit", (event) => { event.preventDefault(); choose(event.target.elements.on.value); });
at("word").addEventListener("submit", (event) => {
  event.preventDefault();
  const word = event.target.elements.word.value;
  act("word", { word, round: view.round }).then((done) => {
    if (!done) return;
    note(`${page.dataset.table}-${view.round}`, { word });
    at("live").textContent = t`Your word will be mixed in.`;
  });
});
at("waiting")?.querySelector("button").addEventListener("click", () => act("wait", { waits: !view.waits }));
at("sits-out")?.addEventListener("change", (event) => act("sit-out", { out: event.target.checked }));
at("undo")?.addEventListener("click", undo);
at("taking")?.addEventListener("click", () => {
  taking = !taking;
  at("taking").setAttribute("aria-pressed", taking);
});
const zoom = at("zoom");
zoom?.addEventListener("click", () => {
  const on = zoom.getAttribute("aria-pressed") !== "true";
  zoom.setAttribute("aria-pressed", on);
  at("felt").classList.toggle("zoomed", on);
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select")) return;
  const key = event.key.toUpperCase();
  const choice = at("decision").hidden || !/^[A-Z]$/.test(key) ? null : at("decision").querySelector(`[aria-keyshortcuts="${key}"]`);
  if (choice && !choice.disabled) {
    event.preventDefault();
    choice.click();
    return;
  }
  const acts = { d: "deal", r: "repeat", x: "double", c: "clear" };
  const button = acts[event.key.toLowerCase()] && at("wagering").querySelector(`[data-act="${acts[event.key.toLowerCase()]}"]`);
  if (button && !button.disabled && !at("wagering").hidden) button.click();
  else if (key === "U" && at("undo") && !at("undo").disabled) undo();
  else if (/^[1-9]$/.test(event.key)) pick(chips[Number(event.key) - 1]);
  else return;
  event.preventDefault();
});

// What was published of each round is noted when it is first seen, and only then a word of our own is given: the house,
// which knows the seed, cannot have chosen it to suit the word. The record room compares (record.js).
let spokenTo = "";

function giveWord(seen) {
  if (!seen.commitment) return;
  const id = `${page.dataset.table}-${seen.round}`;
  const before = noted(id);
  if (before && before.commitment !== seen.commitment) {
    at("exchanged").hidden = false;
    return;
  }
  if (!before) note(id, { commitment: seen.commitment, series: seen.series });
  if (seen.you === null || !seen.takes_words || seen.word || spokenTo === id) return;
  spokenTo = id;
  const word = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  chosen = word;
  wire.send("word", { word, round: seen.round }).then(() => note(id, { word }), () => {}); // refused: it came too late
}

const STATES = { connected: t`connected`, reconnecting: t`reconnecting`, closed: t`closed` };

/** A stage that is over: on to the tournament, when everybody has seen how the last round ended. */
async function leaveStage() {
  while (reading) await pause(200);
  wait();
  at("prompt").textContent = t`This stage is over.`;
  await pause(moves() ? 4000 : 1500);
  location.assign(`/tournaments/${page.dataset.tournament}`);
}

const wire = new Wire(`/ws/tables/${page.dataset.table}`, {
  seq: Number(page.dataset.seq),
  frame: (frame) => {
    if (frame.type === "state") giveWord(frame.view);
    frames.push(frame);
    read();
  },
  status: (state, why) => {
    at("wire").textContent = t(why) || STATES[state];
    page.dataset.wire = state;
    if (state === "closed" && tournament) leaveStage();
  },
});
wireSupervisor(act);
openCitations(page);
learn();
