// How the house looks to this visitor: theme, motion, pace, sound and deck, remembered on this machine and nowhere else.
// Loaded before the page is painted, so that nothing flashes.
(() => {
  const root = document.documentElement;
  const kept = { theme: ["auto", "light", "dark"], motion: ["auto", "on", "off"], deck: ["two", "four"], pace: ["usual", "fast"], sound: ["off", "on"] };

  const read = (name) => {
    try {
      const value = localStorage.getItem(`look.${name}`);
      return kept[name].includes(value) ? value : kept[name][0];
    } catch {
      return kept[name][0];
    }
  };

  const show = (name, value) => {
    if (value === kept[name][0]) root.removeAttribute(`data-${name}`);
    else root.setAttribute(`data-${name}`, value);
  };

  for (const name of Object.keys(kept)) show(name, read(name));

  addEventListener("DOMContentLoaded", () => {
    for (const input of document.querySelectorAll("[data-look]")) {
      const name = input.dataset.look;
      input.checked = input.value === read(name);
      input.addEventListener("change", () => {
        show(name, input.value);
        try {
          localStorage.setItem(`look.${name}`, input.value);
        } catch { /* a visitor who keeps nothing still sees the change */ }
        root.dispatchEvent(new CustomEvent("look", { detail: { name, value: input.value } }));
      });
    }
    const menu = document.querySelector("details.look");
    if (!menu) return;
    addEventListener("click", (event) => { if (!menu.contains(event.target)) menu.open = false; });
    menu.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      menu.open = false;
      menu.querySelector("summary").focus();
    });
  });
})();
