// The odds room: a changed setting shows its effect at once, and a simulation tells how far it is.
// Without it the forms load the same pages.
import { draw } from "./nodes.js";
import { t } from "./words.js";

const settings = document.getElementById("settings");
const choices = () => document.getElementById("choices");
let latest = 0;

async function show(url, push) {
  const mine = ++latest;
  const figures = document.getElementById("figures");
  figures.setAttribute("aria-busy", "true");
  const answer = await fetch(url, { headers: { accept: "text/html" } });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (mine !== latest) return; // something else was asked meanwhile
  const fresh = page.getElementById("figures");
  if (!fresh) { location.href = url; return; }
  figures.replaceWith(fresh);
  for (const part of ["#as-of", "nav.crumbs"]) document.querySelector(part)?.replaceChildren(...(page.querySelector(part)?.childNodes ?? [])); // the day that was chosen
  const form = page.getElementById("settings");
  if (form && push) {
    const at = document.activeElement?.name;
    const open = choices()?.open;
    settings.replaceChildren(...form.childNodes);
    choices()?.toggleAttribute("open", open);
    if (at) settings.elements[at]?.focus();
  }
  const simulate = page.getElementById("simulate");
  if (simulate) document.getElementById("simulate")?.replaceChildren(...simulate.childNodes);
  if (push) history.replaceState(null, "", url);
  if (fresh.querySelector(".working")) setTimeout(() => mine === latest && show(url, push), 700);
}

function filled(form) {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (String(value).trim()) query.set(name, value);
  return `${form.action.replace(/[?#].*$/, "")}?${query}`;
}

settings?.addEventListener("change", () => show(filled(settings), true));
settings?.addEventListener("submit", (event) => { event.preventDefault(); show(filled(settings), true); });

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-part]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  show(link.href.replace(/#.*$/, ""), false).then(() => {
    history.replaceState(null, "", link.href);
    document.getElementById("line")?.scrollIntoView();
  });
});
document.addEventListener("submit", (event) => {
  if (!event.target.matches("form[data-part]")) return;
  event.preventDefault();
  show(filled(event.target), false).then(() => document.querySelector(".session-drawn")?.scrollIntoView({ block: "nearest" }));
});
document.addEventListener("change", (event) => {
  const form = event.target.closest("form[data-part]");
  if (form) form.requestSubmit();
});

// a page that came without its figures fetches them itself
if (document.querySelector("#figures .working")) show(location.href.replace(/#.*$/, ""), false);

const percent = (value, places = 4) => (value === null || value === undefined ? "" : `${(100 * value).toFixed(places)} %`);
let stream = null;
let moving = 0; // the timer of the bar

function cell(row, text, head) {
  const made = row.appendChild(document.createElement(head ? "th" : "td"));
  made.textContent = text;
  if (!head) made.className = "num";
}

function showResult(result, room) {
  const table = document.createElement("table");
  table.className = "plain";
  const head = table.createTHead().insertRow();
  for (const name of [t`Wager`, t`Edge, simulated`, t`Standard error`, t`95 % interval`, t`Edge, exact`, "z"]) cell(head, name, true);
  const body = table.createTBody();
  for (const line of result.wagers) {
    const row = body.insertRow();
    cell(row, t(line.wager), true);
    cell(row, percent(line.edge));
    cell(row, percent(line.standard_error));
    cell(row, `${percent(line.interval_95[0], 3)} … ${percent(line.interval_95[1], 3)}`);
    cell(row, percent(line.exact_edge));
    cell(row, line.z === null ? "" : (line.z >= 0 ? "+" : "") + line.z.toFixed(2));
  }
  room.replaceChildren(table, picture(result.wagers.filter((line) => line.z !== null)));
}

/** How far each simulated edge lies from the exact one, in standard errors; 95 of 100 lie within the band. */
function picture(lines) {
  const [left, wide, row] = [150, 440, 22];
  const at = (z) => left + wide / 2 + (Math.max(-4, Math.min(4, z)) * wide) / 8;
  const high = row * lines.length + 26;
  const drawn = draw("svg", { class: "session", viewBox: `0 0 ${left + wide + 10} ${high}`, role: "img", "aria-label": t`${lines.filter((line) => Math.abs(line.z) < 1.96).length} of ${lines.length} simulated edges lie within 1.96 standard errors of the exact ones` });
  drawn.append(draw("rect", { x: at(-1.96), y: 0, width: at(1.96) - at(-1.96), height: high - 22, class: "within" }), draw("line", { x1: at(0), x2: at(0), y1: 0, y2: high - 22, class: "mean" }));
  lines.forEach((line, n) => {
    const y = row * n + row / 2;
    drawn.append(draw("text", { x: left - 8, y: y + 4, "text-anchor": "end" }, t(line.wager).slice(0, 22)), draw("circle", { cx: at(line.z), cy: y, r: 4.5, class: Math.abs(line.z) < 1.96 ? "win" : "lose" }));
  });
  for (const z of [-4, -2, 0, 2, 4]) drawn.append(draw("text", { x: at(z), y: high - 6, "text-anchor": "middle" }, z ? `${z > 0 ? "+" : ""}${z}` : t`exact`));
  const figure = document.createElement("figure");
  const words = document.createElement("figcaption");
  words.textContent = t`The simulated edges beside the exact ones, in standard errors. What a session may bring is drawn above, for the wager that is chosen.`;
  figure.append(drawn, words);
  return figure;
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.id !== "simulate") return;
  event.preventDefault();
  stream?.close();
  clearInterval(moving);
  const room = document.getElementById("simulation");
  const [bar, words, stop] = [room.querySelector("progress"), room.querySelector(".simulated"), form.querySelector("[data-stop]")];
  const began = performance.now();
  let done = 0, step = 0, total = 1, at = began;
  // Rounds are counted block by block; between two blocks the bar goes on at the rate so far, never by more than the last step.
  moving = setInterval(() => {
    const guess = Math.min(step, (done / (at - began)) * (performance.now() - at));
    if (done) bar.value = Math.min(1, (done + guess) / total);
  }, 100);
  const end = (text) => { stream.close(); stream = null; clearInterval(moving); bar.hidden = true; stop.hidden = true; words.textContent = text; };
  bar.hidden = false; bar.removeAttribute("value"); stop.hidden = false; words.textContent = t`starting…`;
  stream = new EventSource(filled(form).replace(/^[^?]*/, form.dataset.stream));
  stream.addEventListener("progress", (event) => {
    const told = JSON.parse(event.data);
    [step, done, total, at] = [told.done - done, told.done, told.total, performance.now()];
    const rate = done / (at - began) / 1000;
    words.textContent = t`${done.toLocaleString("en-US")} of ${total.toLocaleString("en-US")} rounds, ${rate.toFixed(1)} million a second`;
  });
  stream.addEventListener("result", (event) => {
    const result = JSON.parse(event.data);
    showResult(result, room.querySelector("[data-result]"));
    end(t`${result.rounds.toLocaleString("en-US")} rounds, seed ${result.seed}, in ${result.seconds} s`);
  });
  stream.addEventListener("refused", (event) => end(t(JSON.parse(event.data).text)));
  stream.onerror = () => stream && end(t`The simulation could not be run: check the number of rounds and the seed.`);
  stop.onclick = () => end(t`stopped`);
});
