() => {
  const faults = [];
  const what = (node) => `${node.tagName.toLowerCase()}${node.id ? `#${node.id}` : ""}${node.classList.length ? `.${[...node.classList].join(".")}` : ""} “${(node.textContent || "").trim().slice(0, 40)}”`;
  const shown = (node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && node.getBoundingClientRect().width > 1;

  // what axe-core does not ask for
  for (const part of ["header", "nav", "footer"]) if (!document.querySelector(part)) faults.push(`no ${part}`);
  if (!document.querySelector("[aria-live], [role=status]")) faults.push("no live region");
  if (!document.querySelector('a[href="#main"]')) faults.push("no link past the menu");

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
