// Disputes by hand: what is clicked goes into the parts of a transcript, and the house answers with its text, with how
// far the round has come by it and with what it still asks. No rule is in here. Text that is typed goes the same way.

import { FeltView, nameOf } from "./felt.js";
import { at, button, capital, make } from "./nodes.js";
import { given, t } from "./words.js";

const desk = at("desk");
const { game, kind, one, before } = desk.dataset;
const incidents = JSON.parse(desk.dataset.incidents);
const actions = JSON.parse(desk.dataset.actions);
const text = at("transcript");
const FIRST = 300; // milliseconds of rest before typed text is read

let told = {};
let sent = 0;
let answered = Promise.resolve(); // when the last change is in the text
let faces = []; // of a roll that is not complete yet
let isRead = false; // what is told is what the text says
let reading = null; // until it is
let resting;

const listOf = (part) => (told[part] ??= []);
const words = (name) => t(name.replaceAll("_", " ").replaceAll("-", " "));
const money = (cents) => (cents / 100).toFixed(2);
const centsOf = (value) => Math.round(100 * Number(String(value).replaceAll(",", "")));
const outcomes = (part = kind) => (told[part] ?? "").split(" ").filter(Boolean);
const seat = () => Number(at("seat").value);

// --- the house ---------------------------------------------------------------------------------------------------------

/** Whether the house has read what is said, as far as nothing else was said meanwhile. */
async function ask(said, typed = false) {
  const number = ++sent;
  const token = document.querySelector("#ruling [name=_csrf_token]")?.value ?? "";
  let answer;
  try {
    const reply = await fetch(`/floor/${game}/draft`, { method: "POST", headers: { "content-type": "application/json", accept: "application/json", "x-csrf-token": token }, body: JSON.stringify(said) });
    answer = await reply.json();
    if (!reply.ok) answer = { fault: { text: answer.title ?? answer.detail ?? t`The house does not answer.` } };
  } catch {
    answer = { fault: { text: t`The house does not answer.` } };
  }
  if (number !== sent) return false; // something else was clicked meanwhile
  if (!typed && answer.text !== undefined) text.value = answer.text;
  if (answer.told) told = answer.told;
  show(answer);
  return Boolean(answer.told);
}

function change() {
  isRead = true;
  answered = ask({ told });
  return answered;
}

// --- what is shown -----------------------------------------------------------------------------------------------------

const layout = desk.querySelector(".felt"); // none where tickets are bought
const felt = layout && new FeltView(layout, {
  choose: (place, whose) => (desk.dataset.inPlay ? putInFront() : put(place, whose ?? seat())),
  take: (place, whose) => takeBack(place, whose ?? seat()),
});

/** The seat that is told about: at a card table its areas are the buttons; a click elsewhere moves over to that seat. */
function sit(number) {
  at("seat").value = number;
  for (const one of desk.querySelectorAll(".felt .seat")) {
    const mine = Number(one.dataset.seat) === number;
    one.classList.toggle("mine", mine);
    one.querySelectorAll(".place").forEach((place, n) => {
      place.setAttribute("role", mine ? "button" : "img");
      if (mine) place.setAttribute("tabindex", n ? -1 : 0);
      else place.removeAttribute("tabindex");
    });
  }
}

at("seat").addEventListener("change", () => sit(seat()));
layout?.addEventListener("click", (event) => {
  const other = event.target.closest(".seat:not(.mine)");
  if (!other) return;
  sit(Number(other.dataset.seat));
  const place = event.target.closest(".place");
  if (place && !desk.dataset.inPlay) put(place.dataset.place, seat());
});

function show(answer) {
  const fault = answer.fault;
  const isEmpty = !fault && !answer.wagers?.length && !told.wagers?.length && !Object.keys(told.seats ?? {}).length; // nobody has wagered
  const needs = fault ? [capital(t(fault.text))] : [isEmpty ? t`Put the chips down first.` : t`All told: the ruling can be given.`];
  if (fault?.cite) needs.push(" [", make("a", { class: "cite", href: fault.cite.url }, fault.cite.cite), "]");
  if (fault?.accepts) needs.push(t`; accepted: ${given(fault.accepts)}`); // to be typed into the transcript, whose words are English
  at("needs").replaceChildren(...needs);
  at("needs").classList.toggle("complete", !fault && !isEmpty);
  if (answer.chips) felt?.showWagers(answer.chips);
  if (answer.cards) felt?.showCards(answer.cards);
  at("next").textContent = answer.next?.words ?? "";
  at("dice")?.setAttribute("data-rolled", answer.next?.rolled ?? "");
  showWagers(answer.wagers ?? []);
  showOutcomes();
  if (answer.gone) showGone(answer.gone);
  showDecisions(answer.questions ?? []);
  showIncidents();
  showDone(answer.rows ?? []);
  for (const field of desk.querySelectorAll("[data-option]")) field.value = told.house?.[field.dataset.option] ?? "";
  for (const field of desk.querySelectorAll("[data-remembered]")) field.value = told.opening?.[field.dataset.remembered] ?? "";
  if (at("button")) at("button").value = told.button ?? told.opening?.button ?? "";
}

/** A line that has been told, with the button that takes it back; the focus goes to the line that takes its place. */
function line(said, remove, sign = t`Remove`) {
  const item = make("li", {}, `${said} `);
  item.append(button(sign, () => {
    const list = item.parentElement;
    const position = [...list.children].indexOf(item);
    remove();
    item.remove();
    (list.children[position] ?? list.lastElementChild)?.querySelector("button")?.focus();
    change();
  }, { class: "small", "aria-label": t`Remove: ${said}` }));
  return item;
}

const rest = (facts, known) => Object.entries(facts).filter(([name]) => !known.includes(name)).map(([name, value]) => (value === true ? words(name) : `${words(name)} ${name === "amount" || actions.includes(name) ? "$" : ""}${value}`));
const drop = (part, position) => () => {
  told[part].splice(position, 1);
  if (!told[part].length) delete told[part];
};

function showWagers(lines) {
  const chips = Object.entries(told.seats ?? {}).map(([whose, amount]) => line(t`Seat ${whose}: $${amount}`, () => delete told.seats[whose]));
  const standing = (told.opening?.wagers ?? []).map((wager, n) => line(t`Seat ${wager.seat}, ${words(wager.wager)}: $${wager.amount}, stood`, () => told.opening.wagers.splice(n, 1)));
  const tickets = (told.tickets ?? []).map((ticket, n) => line(t`Seat ${ticket.seat}, ticket ${n + 1}`, drop("tickets", n)));
  const made = (told.wagers ?? []).map((wager, n) => {
    const further = rest(wager, ["seat", "wager", "amount"]);
    const known = lines[(told.tickets ?? []).length + n]?.words ?? t`Seat ${wager.seat}, ${words(String(wager.wager))}`;
    return line([`${known}${wager.amount ? `: $${wager.amount}` : ""}`, ...further].join(", "), drop("wagers", n));
  });
  at("wagers").replaceChildren(...chips, ...standing, ...tickets, ...made);
}

const pieceWords = (code) => desk.querySelector(`[data-piece="${CSS.escape(code)}"]`)?.textContent ?? code;

function showOutcomes() {
  const order = outcomes().map((code, n, all) => line(pieceWords(code), () => { told[kind] = all.toSpliced(n, 1).join(" "); }, "×"));
  const rolls = kind === "dice" ? [] : outcomes("dice").map((roll, n, all) => line(t`deal begins: ${roll}`, () => { told.dice = all.toSpliced(n, 1).join(" "); }, "×"));
  const hands = Object.entries(told.hands ?? {}).flatMap(([whose, cards]) => cards.split(" ").filter(Boolean).map((code, n, all) => line(`${/^\d+$/.test(whose) ? t`seat ${whose}` : whose}: ${pieceWords(code)}`, () => {
    told.hands[whose] = all.toSpliced(n, 1).join(" ");
    if (!told.hands[whose]) delete told.hands[whose];
  }, "×")));
  at("outcomes").replaceChildren(...rolls, ...hands, ...order);
  if (kind === "draws") for (const piece of desk.querySelectorAll("[data-piece]")) piece.setAttribute("aria-pressed", outcomes().includes(piece.dataset.piece));
}

/** A card or tile that has been told cannot be picked again, unless another like it is left. */
function showGone(gone) {
  for (const piece of desk.querySelectorAll("[data-piece]")) {
    if (gone.includes(piece.dataset.piece)) piece.setAttribute("aria-disabled", "true"); // it keeps the focus
    else piece.removeAttribute("aria-disabled");
  }
}

function showDecisions(questions) {
  if (!at("questions")) return;
  at("questions").replaceChildren(...questions.map(question));
  at("decisions").replaceChildren(...(told.decisions ?? []).map((decision, n) => line([t`Seat ${decision.seat}`, ...(decision.choose ? [choiceWords(decision.choose)] : []), ...rest(decision, ["seat", "choose"])].join(", "), drop("decisions", n))));
}

/** A decision that the round asks for, or that is assumed unless something else is told. */
function question({ seat: whose, hand, player, at: position, assumed, asked }) {
  const who = t`Seat ${whose}${hand > 1 ? t`, hand ${hand}` : ""}${player ? t`, player ${player}` : ""}`;
  const tell = (facts) => {
    listOf("decisions").splice(position, 0, { seat: whose, ...(hand > 1 ? { hand } : {}), ...(player ? { player } : {}), ...facts });
    change();
  };
  const group = make("div", { class: "bar", role: "group", "aria-label": t`${who} decides` }, make("strong", {}, assumed ? t`${who}, if nothing else is told: ${assumedWords(assumed, asked)}` : t`${who} decides:`));
  if (asked.cards) {
    const chosen = new Set();
    const pieces = asked.cards.map((code, n) => button(pieceWords(code), (event) => {
      chosen[chosen.has(n) ? "delete" : "add"](n);
      event.currentTarget.setAttribute("aria-pressed", chosen.has(n));
    }, { class: "small", "aria-pressed": "false" }));
    const part = asked.name ? (asked.name === "low" ? "low" : "cards") : "discard";
    group.append(...pieces, button(asked.name ? t`Set as the ${asked.name} hand` : t`Discard`, () => tell({ [part]: [...chosen].sort((a, b) => a - b).map((n) => asked.cards[n]).join(" ") })));
    return group;
  }
  for (const choice of asked.choices ?? []) {
    const option = (asked.options ?? []).find((each) => each.name === choice);
    const [least, most] = option ? [option.least ?? 0, option.most ?? 0] : [0, 0];
    const field = most > least ? make("input", { inputmode: "decimal", size: 7, value: money(asked.most_if_unsaid ? most : least), "aria-label": t`Amount to ${asked.labels[choice].toLowerCase()}` }) : null;
    group.append(button(asked.labels[choice], () => tell({ choose: choice, ...(field ? { amount: field.value } : {}) })), ...(field ? [field] : []));
  }
  return group;
}

const choiceWords = (name) => [...at("choice").options].find((option) => option.value === name)?.text ?? words(name);
const assumedWords = (assumed, asked) => (assumed.choice ? (asked.labels[assumed.choice] ?? assumed.choice) : Object.values(assumed).join(" "));

function showIncidents() {
  at("incidents").replaceChildren(...(told.irregularities ?? []).map((wrong, n) => line([incidents[wrong.what]?.name ?? words(String(wrong.what)), ...rest(wrong, ["what"])].join(", "), drop("irregularities", n))));
}

function showDone(rows) {
  const focused = document.activeElement?.dataset.row;
  at("no-rows").hidden = Boolean(rows.length);
  const matched = new Set(rows.map((row) => row.line));
  at("rows").replaceChildren(...rows.map((row) => {
    const done = row.line < 0 ? {} : told.done[row.line];
    const deeds = actions.filter((deed) => deed in done);
    const id = `${row.words}`;
    const deed = make("select", { "aria-label": t`Action, ${row.words}`, "data-row": `${id} action` }, make("option", { value: "" }, t`not told`), ...actions.map((each) => make("option", { value: each }, each)));
    deed.value = deeds[0] ?? "";
    const amount = make("input", { inputmode: "decimal", size: 8, "aria-label": t`Amount, ${row.words}`, "data-row": `${id} amount`, value: deeds[0] ? done[deeds[0]] : row.staked });
    const set = () => {
      const { words: _words, staked: _staked, line: known, ...key } = row;
      const others = Object.fromEntries(deeds.slice(1).map((each) => [each, done[each]]));
      const fresh = deed.value ? [{ ...key, [deed.value]: amount.value || "0.00", ...others }] : [];
      if (known < 0) listOf("done").push(...fresh);
      else told.done.splice(known, 1, ...fresh);
      if (!told.done.length) delete told.done;
      change();
    };
    deed.addEventListener("change", set);
    amount.addEventListener("change", () => deed.value && set());
    const more = deeds.slice(1).map((each) => t` and ${each} ${done[each]}`).join("");
    return make("p", {}, make("span", {}, capital(t(row.words))), make("label", {}, t`Action `, deed), make("label", {}, t`Amount `, amount), more);
  }));
  if (focused) at("rows").querySelector(`[data-row="${CSS.escape(focused)}"]`)?.focus();
  const others = (told.done ?? []).map((done, n) => (matched.has(n) ? null : line([t`Seat ${done.seat}`, words(String(done.wager)), ...rest(done, ["seat", "wager"])].join(", "), drop("done", n))));
  at("done").replaceChildren(...others.filter(Boolean));
}

// --- what is told ------------------------------------------------------------------------------------------------------

/** Chips on a place: on top of what the seat has there, unless something is said of how they were made. */
function put(place, whose) {
  const amount = centsOf(at("amount").value);
  const { standing, ...manner } = JSON.parse(at("manner")?.value || "{}");
  const after = desk.dataset.carries && outcomes().length ? { [before]: outcomes().length + 1 } : {};
  const facts = { ...manner, ...after };
  if (standing) {
    told.opening = { ...told.opening, wagers: [...(told.opening?.wagers ?? []), { seat: whose, wager: place, amount: money(amount) }] };
    return change();
  }
  const same = (told.wagers ?? []).find((wager) => wager.seat === whose && wager.wager === place && JSON.stringify({ ...wager, seat: 0, wager: 0, amount: 0 }) === JSON.stringify({ seat: 0, wager: 0, amount: 0, ...facts }));
  if (same) same.amount = money(centsOf(same.amount) + amount);
  else listOf("wagers").push({ seat: whose, wager: place, amount: money(amount), ...facts });
  change();
}

function takeBack(place, whose) {
  const position = (told.wagers ?? []).findLastIndex((wager) => wager.seat === whose && wager.wager === place);
  if (position < 0) return false;
  drop("wagers", position)();
  change();
  return true;
}

function putInFront() {
  told.seats = { ...told.seats, [seat()]: money(centsOf(at("amount").value)) };
  change();
}

at("put").addEventListener("click", () => {
  if (desk.dataset.inPlay) return putInFront();
  if (at("place")) return put(at("place").value, seat());
  const marks = [...at("marks").querySelectorAll("[aria-pressed=true]")];
  if (!marks.length) return;
  listOf("tickets").push({ seat: seat(), groups: [marks.map((mark) => mark.dataset.mark).join(" ")], price: money(centsOf(at("amount").value)) });
  for (const mark of marks) mark.setAttribute("aria-pressed", "false");
  change();
});

desk.addEventListener("click", (event) => {
  const { chip, mark, piece, face } = event.target.closest("button")?.dataset ?? {};
  if (chip) at("amount").value = money(Number(chip));
  if (mark) event.target.closest("button").setAttribute("aria-pressed", event.target.closest("button").getAttribute("aria-pressed") !== "true");
  if (piece && !event.target.closest("[aria-disabled]")) came(kind, piece, at("goes-to")?.value);
  if (face) roll(face);
});

function came(part, code, whose = "") {
  if (whose) told.hands = { ...told.hands, [whose]: `${told.hands?.[whose] ?? ""} ${code}`.trim() };
  else if (part === "draws" && outcomes().includes(code)) told[part] = outcomes().filter((other) => other !== code).join(" ");
  else told[part] = `${told[part] ?? ""} ${code}`.trim();
  change();
}

/** Faces make a roll; where a device shows a number, the number is all of it. */
function roll(face) {
  const dice = Number(desk.dataset.dice) || 3;
  faces.push(face);
  if (at("dice").dataset.rolled === "number") faces = faces.slice(-1);
  else if (faces.length < dice) return (at("half").textContent = `${faces.join("-")}-…`);
  at("half").textContent = "";
  came("dice", faces.join("-"));
  faces = [];
}

at("button")?.addEventListener("change", (event) => {
  told.opening = { ...told.opening, button: event.target.value };
  delete told.button;
  if (!event.target.value) delete told.opening.button;
  change();
});

at("decide")?.addEventListener("click", () => {
  const amount = at("decided-amount").value.trim();
  const hand = Number(at("decided-hand").value);
  listOf("decisions").push({ seat: seat(), choose: at("choice").value, ...(amount ? { amount } : {}), ...(hand ? { hand } : {}) });
  change();
});

at("incident").addEventListener("change", () => {
  const known = incidents[at("incident").value];
  const facts = at("incident-facts");
  facts.hidden = !known;
  if (!known) return;
  const decision = known.counts === "before_decision";
  const number = decision ? (told.decisions ?? []).length + 1 : outcomes().length + Object.values(told.hands ?? {}).join(" ").split(" ").filter(Boolean).length + 1;
  const when = make("input", { inputmode: "numeric", size: 3, value: known.when ? number : "" });
  const fields = Object.entries(known.facts).map(([name, sort]) => {
    const choices = sort === "yes-no" ? make("select", {}, make("option", { value: "" }, ""), make("option", { value: "true" }, "yes"), make("option", { value: "false" }, "no")) : make("input", { size: sort === "text" ? 14 : 5, inputmode: sort === "text" ? null : "numeric", placeholder: sort === "numbers" ? "1 2" : null });
    if (name === "seat") choices.value = seat();
    choices.dataset.fact = name;
    choices.dataset.sort = sort;
    return make("label", {}, `${capital(words(name))} `, choices);
  });
  const add = button(t`Add the incident`, () => {
    const wrong = { ...(Number(when.value) ? { [known.counts]: Number(when.value) } : {}), what: at("incident").value };
    for (const field of facts.querySelectorAll("[data-fact]")) {
      const value = field.value.trim();
      if (value) wrong[field.dataset.fact] = { "yes-no": () => value === "true", number: () => Number(value), numbers: () => value.split(/[\s,]+/).map(Number), text: () => value }[field.dataset.sort]();
    }
    listOf("irregularities").push(wrong);
    at("incident").value = "";
    facts.hidden = true;
    at("incident").focus();
    change();
  });
  const says = make("p", {}, `${capital(t(known.says))}. `, `${capital(t(known.remedy))}. `, make("a", { class: "cite", href: known.by.url }, known.by.cite));
  facts.replaceChildren(says, make("p", { class: "bar" }, make("label", {}, decision ? t`Before decision ` : t`Before ${one} `, when), ...fields, add));
});

for (const field of desk.querySelectorAll("[data-remembered]")) field.addEventListener("change", () => {
  told.opening = { ...told.opening, [field.dataset.remembered]: field.value.trim() };
  if (!field.value.trim()) delete told.opening[field.dataset.remembered];
  change();
});

at("use-rules").addEventListener("click", async () => {
  const chosen = [...desk.querySelectorAll("[data-option]")].map((field) => [field.dataset.option, field.value.trim()]);
  const kept = Object.fromEntries(Object.entries(told.house ?? {}).filter(([name]) => !chosen.some(([other]) => other === name)));
  told.house = { ...kept, ...Object.fromEntries(chosen.filter(([, value]) => value)) };
  told.as_of = desk.querySelector("[name=as_of]").value || told.as_of;
  await change();
  const form = at("ruling");
  form.action = `/floor/${game}`; // another layout, perhaps: the whole desk again
  form.submit();
});

at("clear").addEventListener("click", () => {
  told = { game, ...Object.fromEntries(["as_of", "house"].filter((name) => name in told).map((name) => [name, told[name]])) };
  faces = [];
  change();
});

at("zoom")?.addEventListener("click", (event) => event.currentTarget.setAttribute("aria-pressed", at("felt").classList.toggle("zoomed")));

/** What was clicked just before goes into the ruling too: the form waits until the house has put it into the text. */
let isWaited = false;
at("ruling").addEventListener("submit", (event) => {
  if (isWaited) return;
  event.preventDefault();
  const by = event.submitter;
  answered.then(() => setTimeout(() => { // a form that is being submitted cannot be submitted again
    isWaited = true;
    at("ruling").requestSubmit(by);
    isWaited = false;
  }));
});

// --- the text ----------------------------------------------------------------------------------------------------------

async function readText() {
  let said;
  let isTold;
  do {
    clearTimeout(resting);
    said = text.value;
    isTold = await ask({ text: said }, true);
  } while (text.value !== said);
  isRead ||= isTold; // all may have been told anew meanwhile
  reading = null;
}

const read = () => (reading ??= readText());

text.addEventListener("input", () => {
  isRead = false;
  clearTimeout(resting);
  resting = setTimeout(read, FIRST);
});

/** What is clicked before the text is read waits for it: told by itself it would take the text's place. */
async function wait(event) {
  const { target } = event;
  if (isRead || (event.type === "keydown" && !target.closest(".place"))) return;
  event.stopImmediatePropagation();
  event.preventDefault();
  await read();
  if (isRead) target.dispatchEvent(new event.constructor(event.type, event)); // else it is shown what is wrong with the text
}

const clicked = desk.querySelector(".desk-told");
for (const sort of ["click", "contextmenu", "keydown", "change"]) clicked.addEventListener(sort, wait, true);

for (const piece of desk.querySelectorAll("[data-piece]")) {
  const named = piece.title || /^[2-9TJQKA][cdhs]$|^Jk$/.test(piece.dataset.piece);
  if (named) piece.setAttribute("aria-label", nameOf(piece.dataset.piece, kind === "tiles" ? "tile" : "card"));
}
clicked.hidden = false;
sit(seat());
read();
