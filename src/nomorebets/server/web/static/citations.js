// A citation opens over the table: what the paragraph says, and the way to the rulebook. The table goes on behind it.

import { button, make } from "./nodes.js";
import { t } from "./words.js";

const WORTH_READING = "h1, .in-english, .says, .says + .bar, .note:not([id])"; // our readings of it are in the rulebook

/** A citation as people read it: what we call a reading of ours is no name for them. */
export const cite = (facts) => make("a", { class: "cite", href: facts.href || facts.url }, facts.cite.split(" R-")[0]);

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
    const meant = link.hash && page.getElementById(decodeURIComponent(link.hash.slice(1)));
    const parts = [...page.querySelectorAll(`main :is(${WORTH_READING})`), ...(meant ? [meant] : [])];
    for (const id of page.querySelectorAll(".reading-id")) id.remove();
    if (!answer.ok || !parts.length) return location.assign(link.href);
    parts[0] = make("h2", { tabindex: "-1", autofocus: "" }, ...parts[0].childNodes); // one reads from the top
    dialog.replaceChildren(...parts, make("p", { class: "bar" }, button(t`Close`, () => dialog.close()), make("a", { href: link.href }, t`Read on in the rulebook`)));
    dialog.showModal();
  });
}
