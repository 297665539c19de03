// A table in the frame of another site's page: it follows the wire as any spectator does, and takes nothing.

import { Wire } from "./net.js";

const LEAST = 400; // milliseconds between two drawings
const shown = document.getElementById("shown");
const { table, seq } = shown.dataset;
let drawing = false;
let stale = false;

/** The felt once more, as somebody without a name here sees it; what happens meanwhile is drawn together. */
async function draw() {
  stale = true;
  if (drawing) return;
  drawing = true;
  while (stale) {
    stale = false;
    const answer = await fetch(`/tables/${table}/felt`, { credentials: "omit" }).catch(() => null);
    if (answer?.ok) {
      const { outcome, felt } = await answer.json();
      shown.innerHTML = outcome + felt;
    }
    await new Promise((go) => setTimeout(go, LEAST));
  }
  drawing = false;
}

new Wire(`/ws/tables/${table}`, {
  seq: Number(seq),
  frame: (frame) => { if (frame.type === "state") draw(); },
  status: (state, why) => {
    shown.dataset.wire = state;
    document.getElementById("wire").textContent = why || state;
  },
});
