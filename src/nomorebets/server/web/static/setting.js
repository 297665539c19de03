// Own cards or tiles, some of which are picked: to be set apart as a hand, or to be discarded.

import { card, nameOf } from "./felt.js";
import { at, make } from "./nodes.js";
import { t } from "./words.js";

/** Own cards or tiles to pick from: exactly ``number`` of them to set apart, or at most ``most`` to discard. */
export function picking(ask, decide) {
  if (ask.judged) return setting(ask, decide);
  const least = ask.number ?? 0;
  const most = ask.number ?? ask.most;
  const done = make("button", { type: "button", class: "primary", "data-choice": ask.number ? "set" : "discard" });
  const picked = () => [...nodes].filter((node) => node.getAttribute("aria-pressed") === "true");
  const count = () => {
    const number = picked().length;
    done.textContent = ask.number ? t`Set the ${ask.name} hand` : number ? t`Discard ${number}` : t`Stand pat`;
    done.disabled = number < least || number > most;
  };
  const nodes = ask.cards.map((code) => {
    const piece = make("button", { type: "button", class: "piece", "aria-pressed": "false", "data-piece": code }, card(code, /^\d.*-/.test(code) ? "tile" : "card"));
    piece.addEventListener("click", () => {
      const on = piece.getAttribute("aria-pressed") !== "true";
      if (on && picked().length >= most) picked()[0].setAttribute("aria-pressed", "false");
      piece.setAttribute("aria-pressed", String(on));
      count();
    });
    return piece;
  });
  done.addEventListener("click", () => decide({ cards: picked().map((piece) => piece.dataset.piece) }));
  count();
  return [...nodes, done];
}

/** A hand to set in two: pieces are tapped or dragged from tray to tray, and judged before they are laid. */
function setting(ask, decide) {
  const kind = /^\d.*-/.test(ask.cards[0]) ? "tile" : "card";
  const says = { high: make("span", { class: "tray-says" }), low: make("span", { class: "tray-says" }) };
  const trays = {};
  for (const name of ["high", "low"]) {
    trays[name] = make("div", { class: "setting-tray", "data-tray": name, role: "group", "aria-label": t`${name} hand` }, make("span", { class: "tray-name" }, t`${name} hand`), says[name]);
    trays[name].addEventListener("dragover", (event) => event.preventDefault());
    trays[name].addEventListener("drop", (event) => {
      event.preventDefault();
      const piece = pieces[Number(event.dataTransfer.getData("text/plain"))];
      if (piece && (piece.getAttribute("aria-pressed") === "true") !== (name === "low")) move(piece);
    });
  }
  const done = make("button", { type: "button", class: "primary", "data-choice": "set" }, make("span", {}, t`Lay the hands`));
  const house = make("button", { type: "button", "data-house": "", "aria-keyshortcuts": "W" }, make("span", {}, t`House way`));
  const low = () => pieces.filter((piece) => piece.getAttribute("aria-pressed") === "true");
  const codes = () => low().map((piece) => piece.dataset.piece);
  const put = (piece, on) => {
    piece.setAttribute("aria-pressed", String(on));
    piece.querySelector("svg").setAttribute("aria-label", t`${nameOf(piece.dataset.piece, kind)}, ${on ? "low" : "high"} hand`);
    trays[on ? "low" : "high"].append(piece);
  };
  const move = (piece) => {
    const on = piece.getAttribute("aria-pressed") !== "true";
    if (on && low().length >= ask.number) put(low()[0], false);
    put(piece, on);
    piece.focus();
    count();
  };
  const count = () => {
    const judged = ask.judged[codes().sort().join(" ")];
    says.high.textContent = t(judged?.high ?? "");
    says.low.textContent = t(judged?.low) ?? t`${ask.number - low().length} more`;
    trays.low.classList.toggle("wrong", Boolean(judged?.wrong));
    if (judged?.wrong) says.low.append(make("strong", {}, ` ${judged.wrong}`));
    done.disabled = !judged;
    if (judged) at("live").textContent = t`High hand ${judged.high}; low hand ${judged.low}${judged.wrong ? `; ${judged.wrong}` : ""}`;
  };
  const pieces = ask.cards.map((code, n) => {
    const piece = make("button", { type: "button", class: "piece", "aria-pressed": "false", "data-piece": code, draggable: "true" }, card(code, kind));
    piece.addEventListener("click", () => move(piece));
    piece.addEventListener("dragstart", (event) => event.dataTransfer.setData("text/plain", String(n)));
    return piece;
  });
  for (const piece of pieces) put(piece, false);
  house.addEventListener("click", () => {
    for (const piece of low()) put(piece, false);
    for (const code of ask.unless_told) put(pieces.find((piece) => piece.dataset.piece === code && piece.getAttribute("aria-pressed") !== "true"), true);
    count();
  });
  done.addEventListener("click", () => decide({ cards: codes() }));
  count();
  return [make("div", { class: `setting setting-${kind}s` }, trays.high, trays.low), house, done];
}
