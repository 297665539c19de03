// One tournament: what changes while it is played is fetched again, as long as somebody looks.
const EVERY = 2000; // milliseconds
const OVER = ["over", "stopped"];

async function look() {
  const now = document.getElementById("now");
  if (OVER.includes(now.dataset.state)) return;
  if (!document.hidden && !now.contains(document.activeElement)) {
    const answer = await fetch(location.href).catch(() => null);
    const fresh = answer?.ok ? new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("now") : null;
    const typing = document.activeElement?.matches("input, textarea"); // what one types is not lost
    if (fresh && !typing && ["state", "stage"].some((name) => fresh.dataset[name] !== now.dataset[name])) return location.reload();
    if (fresh) now.replaceWith(fresh);
  }
  setTimeout(look, EVERY);
}
setTimeout(look, EVERY);
