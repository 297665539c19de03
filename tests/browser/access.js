() => {
  const faults = [];
  const brush = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true });
  const known = new Map();
  const rgba = (colour) => {
    if (!known.has(colour)) {
      brush.clearRect(0, 0, 1, 1);
      brush.fillStyle = colour;
      brush.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = brush.getImageData(0, 0, 1, 1).data;
      known.set(colour, [r, g, b, a / 255]);
    }
    return known.get(colour);
  };
  const over = ([r, g, b, a], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a), 1];
  const light = ([r, g, b]) => [r, g, b].map((c) => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4).reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const contrast = (a, b) => { const [x, y] = [light(a), light(b)].sort((m, n) => n - m); return (x + 0.05) / (y + 0.05); };
  const behind = (node) => {
    const layers = [];
    for (let at = node; at; at = at.parentElement) {
      const colour = rgba(getComputedStyle(at).backgroundColor);
      if (colour[3]) layers.push(colour);
      if (colour[3] === 1) break;
    }
    return layers.reduceRight((base, layer) => over(layer, base), [255, 255, 255, 1]);
  };
  const what = (node) => `${node.tagName.toLowerCase()}${node.id ? `#${node.id}` : ""}${node.classList.length ? `.${[...node.classList].join(".")}` : ""} “${(node.textContent || "").trim().slice(0, 40)}”`;
  const shown = (node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && node.getBoundingClientRect().width > 1;

  // words and landmarks
  if (!document.documentElement.lang) faults.push("no language");
  if (!document.title.trim()) faults.push("no title");
  for (const part of ["header", "nav", "main", "footer"]) if (!document.querySelector(part)) faults.push(`no ${part}`);
  if (!document.querySelector("[aria-live], [role=status]")) faults.push("no live region");
  if (!document.querySelector('a[href="#main"]')) faults.push("no link past the menu");
  const heads = [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")].filter(shown).map((h) => [Number(h.tagName[1]), h]);
  if (heads.filter(([level]) => level === 1).length !== 1) faults.push(`${heads.filter(([level]) => level === 1).length} first headings`);
  heads.reduce((before, [level, head]) => { if (level > before + 1) faults.push(`heading skips a level: ${what(head)}`); return level; }, 0);
  const ids = [...document.querySelectorAll("[id]")].map((node) => node.id);
  for (const id of new Set(ids.filter((id, at) => ids.indexOf(id) !== at))) faults.push(`id twice: ${id}`);
  for (const name of ["aria-labelledby", "aria-describedby", "aria-controls", "for", "list"]) {
    for (const node of document.querySelectorAll(`[${name}]`)) for (const id of node.getAttribute(name).split(" ")) if (id && !document.getElementById(id)) faults.push(`${name} points nowhere: ${what(node)}`);
  }
  for (const table of document.querySelectorAll("table")) if (shown(table) && !table.querySelector("th")) faults.push(`table without a heading: ${what(table)}`);
  for (const node of document.querySelectorAll('[tabindex]')) if (node.tabIndex > 0) faults.push(`tabindex above 0: ${what(node)}`);
  for (const node of document.querySelectorAll('[aria-hidden="true"] :is(a, button, input, select, textarea, [tabindex="0"])')) faults.push(`hidden but reached: ${what(node)}`);

  // letters against what is behind them
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const said = new Set();
  while (words.nextNode()) {
    const node = words.currentNode.parentElement;
    if (!words.currentNode.data.trim() || !node || node.closest("svg, script, style, noscript, option, .visually-hidden, [aria-hidden='true']") || node.closest(":disabled, [aria-disabled='true']") || !shown(node)) continue;
    const style = getComputedStyle(node);
    const base = behind(node);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const ratio = contrast(over(rgba(style.color), base), base);
    if (ratio < (large ? 3 : 4.5) && !said.has(style.color + base)) {
      said.add(style.color + base);
      faults.push(`contrast ${ratio.toFixed(2)}: ${what(node)}`);
    }
  }

  // a finger's width; links within a sentence are as wide as they are
  if (innerWidth < 500) {
    if (document.documentElement.scrollWidth > innerWidth) faults.push(`wider than the screen: ${document.documentElement.scrollWidth}`);
    for (const node of document.querySelectorAll("a, button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=radio]")) {
      if (!shown(node) || (node.tagName === "A" && getComputedStyle(node).display === "inline") || node.closest(".place.other")) continue;
      const target = node.closest("label") || (node.matches(".place") ? node.querySelector(".hit") : node);
      const { width, height } = target.getBoundingClientRect();
      if (Math.min(width, height) < 23.5) faults.push(`${Math.round(width)} × ${Math.round(height)} px: ${node.dataset.place || what(node)}`);
    }
  }
  return faults;
}
