// A citation opens over the table: what the paragraph says, and the way to the rulebook. The table goes on behind it.

import { t } from "./words.js";

const make = (name, attributes = {}, ...children) => {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
};

const WORTH_READING = "h1, .says, .says + .bar, .note.meant, .note";

/** Citations within `root` open in a dialog instead of leaving the page. */
export function openCitations(root) {
  const dialog = make("dialog", { class: "rule-over", "aria-label": t`What the rule says` });
  document.body.append(dialog);
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); }); // beside it
  root.addEventListener("click", async (event) => {
    const link = event.target.closest?.("a.cite");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    const answer = await fetch(link.href);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const parts = [...page.querySelectorAll(`main :is(${WORTH_READING})`)];
    if (!answer.ok || !parts.length) return location.assign(link.href);
    parts[0] = make("h2", {}, ...parts[0].childNodes);
    const close = make("button", { type: "button" }, t`Close`);
    close.addEventListener("click", () => dialog.close());
    dialog.replaceChildren(...parts, make("p", { class: "bar" }, close, make("a", { href: link.href }, t`Read on in the rulebook`)));
    dialog.showModal();
  });
}
