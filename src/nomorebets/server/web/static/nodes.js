// Parts of a page: found by their id, or made, with their words in the visitor's language.

import { child, label, t } from "./words.js";

export const at = (id) => document.getElementById(id);
export const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);
export const spoken = (choice) => t(choice.replaceAll("-", " "));

/** An element; an attribute without a value is left out. */
export function make(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) if (value !== null && value !== undefined && value !== false) node.setAttribute(key, label(key, value));
  node.append(...children.map(child));
  return node;
}

export function button(words, go, attributes = {}) {
  const made = make("button", { type: "button", ...attributes }, words);
  made.addEventListener("click", go);
  return made;
}

/** A piece of a drawing. */
export function draw(name, attributes = {}, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}
