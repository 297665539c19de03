// The clock of a question, and choices by their letters.
const clock = document.querySelector(".drill-clock");
if (clock) {
  const began = performance.now();
  const tick = () => { clock.textContent = `${Math.floor((performance.now() - began) / 1000)} s`; };
  tick();
  setInterval(tick, 1000);
}
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, textarea, select")) return;
  document.querySelector(`[data-key="${CSS.escape(event.key)}"]`)?.click();
});
