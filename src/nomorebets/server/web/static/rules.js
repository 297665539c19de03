// Notices of changes at a table (8.3), and the desk of the supervisor who makes them.

import { cite } from "./citations.js";
import { at, button, make } from "./nodes.js";
import { given, t } from "./words.js";

const ACTS = { posted: t`Post the sign`, announced: t`Announce it`, "regulator told": t`Tell the regulator` };
const STATES = { draft: t`draft`, posted: t`posted`, announced: t`announced`, "regulator told": t`regulator told`, pending: t`pending` };

/** How long a notice still runs, in words. */
function left(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  return whole ? t`in ${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}` : t`when nothing is wagered under the old rule any more`;
}

/** What is to change, with its countdown; to a supervisor also what is still to be done. */
export function showNotices(notices, act) {
  clearInterval(showNotices.ticking);
  const running = [];
  const lines = notices.filter((n) => n.state !== "draft").map((n) => {
    if (n.state === "in force") return make("p", { class: "notice" }, make("strong", {}, t`Changed: `), t(n.words), ". ", cite(n));
    const when = make("strong", { class: "countdown", role: "timer" });
    if (n.seconds !== null) running.push([when, performance.now() + 1000 * n.seconds]);
    return make("p", { class: "notice" }, t`Notice: ${n.words}. `, n.seconds === null ? t`The notice is not complete yet. ` : t`It takes effect between rounds, `, when, " ", cite(n));
  });
  at("notices").replaceChildren(...lines);
  const tick = () => { for (const [node, end] of running) node.textContent = left((end - performance.now()) / 1000); };
  tick();
  if (running.length) showNotices.ticking = setInterval(tick, 1000);
  at("changes")?.replaceChildren(...notices.filter((n) => n.state !== "in force").map((n) => {
    const step = (words, name, go) => button(words, go, { class: "small", "data-notice": name });
    const due = (n.due ?? []).map((name) => step(ACTS[name], name, () => act("give-notice", { change: n.change, act: name })));
    return make("li", {}, `${n.words}: `, make("strong", {}, STATES[n.state]), n.waits ? `; ${n.waits} ` : " ", n.waits ? cite(n) : "", " ", ...due.flatMap((one) => [one, " "]), step(t`Withdraw`, "withdraw", () => act("withdraw-change", { change: n.change })));
  }));
}

/** Limits of one player: his own, or for a supervisor everybody's. */
export function showExceptions(exceptions, act) {
  at("exceptions").replaceChildren(...exceptions.map((one) => {
    const ends = [one.limits.min && t`from $${one.limits.min}`, one.limits.max && t`to $${one.limits.max}`].filter(Boolean).join(" ");
    const line = make("li", {}, t`${given(one.player)} may wager ${ends} on ${one.wager}; allowed by ${given(one.allowed_by)} `);
    if (at("allow")) line.append(button(t`End it`, () => act("end-exception", { exception: one.exception }), { class: "small" }));
    return line;
  }));
}

/** The forms in which a change is drafted. */
export function wireSupervisor(act) {
  const option = at("draft-option");
  if (!option) return;
  const { value: chosen, typed } = option.elements; // a list, or where anything may be typed a field
  const offer = () => {
    const values = JSON.parse(option.elements.option.selectedOptions[0]?.dataset.values ?? "[]");
    chosen.replaceChildren(...values.map(([value, name]) => make("option", { value }, name)));
    chosen.parentElement.hidden = !values.length;
    typed.parentElement.hidden = Boolean(values.length);
  };
  option.elements.option.addEventListener("change", offer);
  offer();
  option.addEventListener("submit", (event) => {
    event.preventDefault();
    act("draft-change", { option: option.elements.option.value, value: chosen.options.length ? chosen.value : typed.value });
  });
  const odds = at("draft-odds"); // missing where the rules fix all that is paid
  const pay = () => {
    const { now, least } = odds.elements.row.selectedOptions[0].dataset;
    odds.elements.pays.value = now;
    odds.querySelector(".quiet").textContent = least ? t`at least ${least}` : t`for the house to say`;
  };
  odds?.addEventListener("submit", (event) => {
    event.preventDefault();
    act("draft-change", { pay_table: { [odds.elements.row.value]: odds.elements.pays.value } });
  });
  odds?.elements.row.addEventListener("change", pay);
  if (odds) pay();
  const limits = at("draft-limits"), all = ["min", "max", "step", "total"];
  const posted = () => JSON.parse(limits.elements.wager.selectedOptions[0].dataset.limits);
  const fill = () => { // with what is posted: what is left standing stays, what is emptied is no limit any more
    for (const name of all) limits.elements[name].value = posted()[name] ?? "";
  };
  limits.elements.wager.addEventListener("change", fill);
  fill();
  limits.addEventListener("submit", (event) => {
    event.preventDefault();
    const asked = (name) => limits.elements[name].value.trim() || (posted()[name] && "none");
    const ends = Object.fromEntries(all.map((name) => [name, asked(name)]).filter(([, value]) => value));
    act("draft-change", { limits: { [limits.elements.wager.value]: ends } });
  });
  const allow = at("allow");
  allow.addEventListener("submit", (event) => {
    event.preventDefault();
    const { seat, wager, min, max } = allow.elements;
    act("allow-exception", { seat: Number(seat.value), wager: wager.value, min: min.value.trim() || null, max: max.value.trim() || null });
  });
}
