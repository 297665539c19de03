// Steps through a record with the arrow keys, without loading the whole page again. Without it the links do the same.
const keys = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" };

let steps = Promise.resolve(); // one after the other, however fast the keys come

function go(to) {
  steps = steps.then(() => step(to));
}

function announce() {
  const words = [...document.querySelectorAll("#step .stepper b, #step .asked, #step .answer")];
  const live = document.getElementById("live");
  if (live) live.textContent = words.map((part) => part.textContent.replace(/\s+/g, " ").trim()).join(". ");
}

async function step(to) {
  const room = document.getElementById("step");
  const control = room?.querySelector(`[data-step="${to}"]`);
  if (!control) return;
  room.setAttribute("aria-busy", "true");
  let answer;
  try {
    if (control.tagName === "A") {
      answer = await fetch(control.href, { headers: { accept: "text/html" } });
    } else {
      const form = new FormData(control.form);
      form.set("entry", control.value);
      answer = await fetch(control.form.action, { method: "POST", body: form });
    }
  } catch {
    answer = null;
  }
  if (!answer?.ok) {
    room.removeAttribute("aria-busy");
    control.click(); // let the browser show what is wrong
    return;
  }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const part of ["#step", ".entries ol"]) {
    const fresh = page.querySelector(part);
    if (fresh) document.querySelector(part)?.replaceWith(fresh);
  }
  if (control.tagName === "A") history.replaceState(null, "", control.href.replace(/#.*$/, ""));
  document.querySelector(`#step [data-step="${to}"]`)?.focus({ preventScroll: true });
  announce();
}

document.addEventListener("keydown", (event) => {
  const to = keys[event.key];
  const typing = event.target.closest?.("input, textarea, select");
  if (!to || typing || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(to);
});

document.addEventListener("click", (event) => {
  const control = event.target.closest?.("[data-step]");
  if (!control || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0 || !event.isTrusted) return;
  event.preventDefault();
  go(control.dataset.step);
});

/** Whether this round was sealed as this browser noted at the table, and has the word that it gave. */
function compare(line) {
  let noted = null;
  try {
    noted = (JSON.parse(localStorage.getItem("noted")) ?? []).find((one) => one.id === line.dataset.round);
  } catch { /* nothing was noted here */ }
  if (!noted) return;
  const same = noted.commitment === line.dataset.commitment;
  const mixed = !noted.word || JSON.parse(line.dataset.words).includes(noted.word);
  line.className = `verified ${same && mixed ? "yes" : "no"}`;
  line.textContent = !same ? `Your browser noted another commitment before this round: ${noted.commitment}`
    : !mixed ? `The word that your browser gave was not mixed in: ${noted.word}`
    : `Sealed as your browser noted before the round${noted.word ? ", and its word was mixed in" : ""}`;
  if (!same || !mixed) line.setAttribute("role", "alert");
  line.hidden = false;
}

const line = document.getElementById("noted");
if (line) compare(line);
