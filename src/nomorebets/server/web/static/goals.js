// What somebody set himself for the day: a calm line when it is reached. Nothing waits for it, and nothing is refused.

import { say } from "./words.js";

const told = new Set();

export async function showGoals(banner) {
  const answer = await fetch("/sessions/goals");
  if (!answer.ok) return;
  const fresh = (await answer.json()).reached.filter((words) => !told.has(words));
  for (const words of fresh) told.add(words);
  if (!fresh.length) return;
  banner.querySelector("span").textContent = fresh.map(say).join(" ");
  banner.querySelector("button").onclick = () => { banner.hidden = true; };
  banner.hidden = false;
}
