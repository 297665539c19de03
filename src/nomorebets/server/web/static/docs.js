// Search in the documentation: what is searched is fetched when somebody begins to type, and stays in this browser.
(() => {
  const MOST = 12;
  const field = document.getElementById("docs-find");
  const found = document.getElementById("docs-found");
  const count = document.getElementById("docs-count");
  let fetched = null;

  const fetch_it = () => fetched ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = field.dataset.search;
    script.addEventListener("load", resolve);
    script.addEventListener("error", reject);
    document.head.append(script);
  });

  const worth = (words, [, page, heading, text]) => {
    const head = heading.toLowerCase(), title = page.toLowerCase(), body = text.toLowerCase();
    let sum = 0;
    for (const word of words) {
      const points = (head.includes(word) ? 8 : 0) + (title.includes(word) ? 4 : 0) + (body.includes(word) ? 1 : 0);
      if (!points) return 0;
      sum += points;
    }
    return sum;
  };

  const line = ([where, page, heading, text], word) => {
    const item = document.createElement("li"), link = document.createElement("a"), about = document.createElement("small");
    link.href = new URL(where, new URL(field.dataset.root, location.href));
    link.textContent = heading;
    const at = Math.max(0, text.toLowerCase().indexOf(word) - 40);
    about.textContent = `${page}${text ? `: …${text.slice(at, at + 110)}…` : ""}`;
    item.append(link, about);
    return item;
  };

  const search = async () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    found.hidden = !words.length;
    if (!words.length) { found.replaceChildren(); count.textContent = ""; return; }
    try { await fetch_it(); } catch { fetched = null; count.textContent = "The search cannot be reached."; return; }
    if (words.join() !== field.value.toLowerCase().split(/\s+/).filter(Boolean).join()) return; // typed on meanwhile
    const best = globalThis.searched.map((one) => [worth(words, one), one]).filter(([points]) => points);
    best.sort(([a], [b]) => b - a);
    found.replaceChildren(...best.slice(0, MOST).map(([, one]) => line(one, words[0])));
    count.textContent = best.length === 1 ? "1 place" : `${best.length} places${best.length > MOST ? `, the best ${MOST} shown` : ""}`;
  };

  field?.addEventListener("input", search);
})();
