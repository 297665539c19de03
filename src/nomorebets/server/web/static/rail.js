// The rail of a table that is full: who waits for a seat, and what one may do about it oneself.

import { given, t } from "./words.js";

/** How many seats are free for whoever comes now: those who wait go first. */
export const openSeats = (view) => view.positions - new Set(view.seats.map((s) => s.seat)).size - view.waiting.names.length;

/** The line at the rail; it tells when a seat opens, and the form to sit down comes back with it. */
export function showRail(line, sit, view, own) {
  const { names, called } = view.waiting;
  const mine = view.waits;
  const open = openSeats(view) > 0;
  if (!own && !open && mine?.seconds == null) sit.hidden = true;
  line.hidden = Boolean(own) || (open && !mine);
  const here = names.length ? ` ${t`Waiting: ${names.map(given).join(", ")}.`}${called ? ` ${t`${given(called)} called.`}` : ""}` : "";
  const before = !mine ? "" : mine.before ? ` ${t`${mine.before} before you.`}` : ` ${t`You are next.`}`;
  const words = mine && mine.seconds != null ? t`A seat has opened: it is yours for ${Math.ceil(mine.seconds)} seconds.` : `${t`All seats are taken; you are watching from the rail.`}${here}${before}`;
  const said = line.querySelector("span");
  if (said.textContent !== words) said.textContent = words; // read out once
  line.querySelector("button").textContent = mine ? t`Leave the list` : t`Wait for a seat`;
}
