"""The whole house: no link broken, no page large, and every kind of page usable by everybody."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.crawling import Crawl
from browser.screenshots import PAGES
from nomorebets.games import game
from nomorebets.library import game_ids

RULES = (Path(__file__).parent / "access.js").read_text()
AXE = "axe_playwright_python"  # only for the axe-core that it ships
VIOLATIONS = """async () => (await axe.run(document, { resultTypes: ["violations"] })).violations.map(
  (v) => `${v.id}: ${v.help}: ${v.nodes.map((node) => node.target).join(", ")}`)"""
LIKE_OTHERS = {
    kind: name for name in reversed(game_ids()) for kind in [game(name).chance.words]
}  # a table of each kind
INTERACTIVE = {"button", "link", "textbox", "combobox", "checkbox", "radio", "switch", "searchbox", "spinbutton"}
MOST_TABS = 30


@pytest.mark.parametrize("queries", [1, pytest.param(4, marks=pytest.mark.slow)])
def test_no_link_is_broken_and_no_page_is_large(visit: Callable[..., Any], queries: int) -> None:
    me = visit()
    me.sit_down("big-six")
    me.play_round("bigsix-1")
    cookie = "; ".join(f"{c['name']}={c['value']}" for c in me.page.context.cookies())
    crawl = Crawl(me.address, cookie, queries, thorough=queries > 1)
    crawl.go()
    assert "\n".join(crawl.faults) == ""
    paths = {url.partition("?")[0] for url in crawl.seen}
    assert len(paths) > 300
    for part in ("/records/", "/rules/13:69F-", "/rules/19:47-", "/odds/", "/guide/", "/floor/", "/tables/", "/docs/"):
        assert any(path.startswith(part) for path in paths), part


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


@pytest.mark.parametrize("name", PAGES)
def test_every_kind_of_page_is_for_everybody(visit: Callable[..., Any], name: str) -> None:
    me = visit(width=390, height=844)
    me.go(PAGES[name])
    me.page.wait_for_load_state("networkidle")
    expect(me.page.locator(".working")).to_have_count(0)  # such a page comes again by itself
    assert "\n".join(faults_of(me.page)) == ""
    assert violations_in(me.page, ["dark"]) == []
    # the browser notes the status of a page that is not there, or is not for strangers
    noted = {"no-such-rule": "404", "sessions": "403"}.get(name, "none")
    me.faults[:] = [fault for fault in me.faults if noted not in fault]


@pytest.mark.parametrize("name", game_ids())
def test_every_table_is_for_everybody(visit: Callable[..., Any], name: str) -> None:
    me = visit(width=390, height=844)
    me.sit_down(name)
    zoom = me.page.locator("#zoom")
    if zoom.count():
        zoom.click()
        expect(me.page.locator("#felt")).to_have_class("zoomed")
    assert "\n".join(faults_of(me.page)) == ""
    assert game(name).entry.name in me.page.inner_text("main")
    if name in LIKE_OTHERS.values():
        assert violations_in(me.page, ["light"]) == []


@pytest.mark.slow
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("name", [*PAGES, *game_ids()])
def test_axe_finds_nothing_anywhere(visit: Callable[..., Any], name: str, width: int) -> None:
    me = visit(width=width, height=844)
    me.go(PAGES[name]) if name in PAGES else me.sit_down(name)
    me.page.wait_for_load_state("networkidle")
    assert violations_in(me.page) == []
    me.faults.clear() if name == "no-such-rule" else None
