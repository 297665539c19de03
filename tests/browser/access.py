"""What keeps somebody from using a page: found by axe-core, and by looks of our own at fingers, keys and names."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path
from typing import Any

RULES = (Path(__file__).parent / "access.js").read_text()
AXE = "axe_playwright_python"  # only for the axe-core that it ships
VIOLATIONS = """async () => (await axe.run(document, { resultTypes: ["violations"] })).violations.map(
  (v) => `${v.id}: ${v.help}: ${v.nodes.map((node) => node.target).join(", ")}`)"""
INTERACTIVE = {"button", "link", "textbox", "combobox", "checkbox", "radio", "switch", "searchbox", "spinbutton"}
MOST_TABS = 30


def violations_in(page: Any, themes: Iterable[str] = ("light", "dark")) -> list[str]:
    """What axe-core finds on a page as it is, by day and by night."""
    page.evaluate((files(AXE) / "axe.min.js").read_text())
    found = []
    for theme in themes:
        page.emulate_media(color_scheme=theme)
        found += [f"{theme}: {fault}" for fault in page.evaluate(VIOLATIONS)]
    return found


def faults_of(page: Any) -> list[str]:
    """What is wrong with a page for fingers, keys and screen readers, beside what axe-core knows."""
    found = list(page.evaluate(RULES))
    wire = page.context.new_cdp_session(page)
    for node in wire.send("Accessibility.getFullAXTree")["nodes"]:
        role = node.get("role", {}).get("value", "")
        if node.get("ignored") or role not in (*INTERACTIVE, "image", "img"):
            continue
        if not node.get("name", {}).get("value", "").strip():
            found.append(f"a {role} without a name: node {node.get('backendDOMNodeId')}")
    wire.detach()
    return found + unseen_focus(page)


def unseen_focus(page: Any) -> list[str]:
    """Tab through a page: wherever the focus is, it shows."""
    page.evaluate("document.activeElement?.blur()")
    found = []
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        lost = page.evaluate(
            """() => {
              const at = document.activeElement;
              if (!at || at === document.body) return "end";
              const style = getComputedStyle(at);
              const inner = getComputedStyle(at.querySelector(":scope > .hit") || at.nextElementSibling || at);
              const rings = [style, inner].some((one) => one.outlineStyle !== "none");
              const date = at.type === "date"; // of which the browser rings the part that has the focus
              return date || rings || inner.stroke !== "none" ? "" : at.outerHTML.slice(0, 120);
            }"""
        )
        if lost == "end":
            break
        if lost:
            found.append(f"focus does not show: {lost}")
    return found
