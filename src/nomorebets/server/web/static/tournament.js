// One tournament: what changes while it is played is fetched again, as long as somebody looks.
const EVERY = 2000; // milliseconds
const OVER = ["over", "stopped"];

async function look() {
  const now = document.getElementById("now");
  if (OVER.includes(now.dataset.state)) return;
  if (!document.hidden && !now.contains(document.activeElement)) {
    const answer = await fetch(location.href).catch(() => null);
    const fresh = answer?.ok ? new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("now") : null;
    if (fresh && fresh.dataset.state !== now.dataset.state && now.dataset.state === "entering") return location.reload();
    if (fresh) now.replaceWith(fresh);
  }
  setTimeout(look, EVERY);
}
setTimeout(look, EVERY);
