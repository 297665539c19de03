// Steps through a round: keys, a slider, and by itself. Without this script the links and buttons do the same.
import { noted } from "./noted.js";
import { t } from "./words.js";

const keys = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" };
const form = document.getElementById("stepping");
const [player, autoplay, pace, jump] = [".player", "#autoplay", "#pace", "#jump"].map((part) => document.querySelector(part));

const PLAY = autoplay?.innerHTML; // as the page has it

let steps = Promise.resolve(); // one after the other, however fast the keys come
let playing = null;

const room = () => document.getElementById("step");
const now = () => Number(room().dataset.entry);

function go(to) {
  steps = steps.then(() => {
    const [at, last] = [now(), Number(room().dataset.last)];
    return show({ first: 0, prev: Math.max(at - 1, 0), next: Math.min(at + 1, last), last, here: at }[to] ?? Number(to));
  });
  return steps;
}

function announce() {
  const words = [...document.querySelectorAll("#step .stepper b, #step .asked, #step .ask .cost")];
  const live = document.getElementById("live");
  if (live) live.textContent = words.map((part) => part.textContent.replace(/\s+/g, " ").trim()).join(". ");
}

function ask(entry) {
  if (!form) return fetch(`?entry=${entry}&costs=yes`, { headers: { accept: "text/html" } });
  const body = new FormData(form);
  body.set("entry", entry);
  body.set("costs", "yes");
  return fetch(form.action, { method: "POST", body });
}

async function show(entry) {
  const before = room();
  const focused = before.contains(document.activeElement) ? document.activeElement.dataset.step : "";
  if (entry !== now()) before.setAttribute("aria-busy", "true");
  const answer = await ask(entry).catch(() => null);
  if (!answer?.ok) {
    pause();
    before.removeAttribute("aria-busy");
    if (!form) location.search = `?entry=${entry}`; // let the browser show what is wrong
    return;
  }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [fresh, waited] = [page.getElementById("step"), before.dataset.costs];
  before.replaceWith(fresh);
  if (waited && !fresh.dataset.costs) document.querySelector(".entries").replaceWith(page.querySelector(".entries"));
  mark(entry);
  if (!form) history.replaceState(null, "", `?entry=${entry}`);
  if (focused) document.querySelector(`#step [data-step="${focused}"]`)?.focus({ preventScroll: true });
  if (entry !== Number(before.dataset.entry)) announce();
}

/** Shows in the list of entries and on the slider where we are. */
function mark(entry) {
  const list = document.querySelector(".entries");
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const line = list.querySelector(`[data-n="${entry}"]`);
  line?.setAttribute("aria-current", "step");
  if (line) list.scrollTop = line.offsetTop - list.offsetTop - list.clientHeight / 2;
  jump.value = entry;
  for (const link of document.querySelectorAll("[data-felt]")) link.href = `${link.dataset.felt}?entry=${entry}`;
  jump.setAttribute("aria-valuetext", document.querySelector("#step .stepper b").textContent.trim());
}

function pause() {
  clearTimeout(playing);
  playing = null;
  autoplay.setAttribute("aria-pressed", "false");
  autoplay.innerHTML = PLAY;
}

/** Goes on to the next entry that is worth a word, until the round is over. */
async function play() {
  if (now() === Number(room().dataset.last)) await go(0);
  autoplay.setAttribute("aria-pressed", "true");
  autoplay.innerHTML = `<span aria-hidden="true">⏸</span> ${t`Pause`}`;
  const on = async () => {
    await go(room().dataset.forward);
    if (playing === null) return;
    if (now() === Number(room().dataset.last)) pause();
    else playing = setTimeout(on, Number(pace.value));
  };
  playing = setTimeout(on, 0);
}

/** Asks again for what the decisions cost, as long as that is being worked out. */
async function await_costs() {
  const note = document.querySelector("[data-pending]");
  if (!note) return;
  note.textContent = t`Working out what each decision cost…`;
  while (room().dataset.costs) {
    await new Promise((wake) => setTimeout(wake, 1500));
    if (room().dataset.costs) await go("here"); // wherever that is when its turn comes
  }
}

document.addEventListener("keydown", (event) => {
  const typing = event.target.closest?.("input, textarea, select");
  if (typing || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const to = keys[event.key];
  if (event.key === "p") autoplay.click();
  if (!to) return;
  event.preventDefault();
  pause();
  go(to);
});

document.addEventListener("click", (event) => {
  const control = event.target.closest?.("[data-step], .entries li > a, .entries li > button");
  if (!control || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0 || !event.isTrusted) return;
  event.preventDefault();
  pause();
  go(control.dataset.step ?? control.parentElement.dataset.n);
});

if (player) {
  player.hidden = false;
  autoplay.addEventListener("click", () => (playing === null ? play() : pause()));
  jump.addEventListener("change", () => { pause(); go(jump.value); });
  if (!form || form.elements.record.value) await_costs();
}

/** Whether this round was sealed as this browser noted at the table, and has the word that it gave. */
function compare(line) {
  const before = noted(line.dataset.round);
  if (!before) return;
  const same = before.commitment === line.dataset.commitment;
  const mixed = !before.word || JSON.parse(line.dataset.words).includes(before.word);
  line.className = `verified ${same && mixed ? "yes" : "no"}`;
  line.textContent = !same ? t`Your browser noted another commitment before this round: ${before.commitment}`
    : !mixed ? t`The word that your browser gave was not mixed in: ${before.word}`
    : t`Sealed as your browser noted before the round${before.word ? t`, and its word was mixed in` : ""}`;
  if (!same || !mixed) line.setAttribute("role", "alert");
  line.hidden = false;
}

const line = document.getElementById("noted");
if (line) compare(line);
