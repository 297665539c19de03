"""A drill and a search in a real browser, by keyboard alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from browser.visiting import fits


def test_a_drill_is_done_and_a_rule_found_without_a_mouse(visit: Callable[..., Any]) -> None:
    me = visit(width=390, height=844)
    page = me.page
    me.go("/drills/roulette/pay?course=4")
    expect(page.locator("#answer0")).to_be_focused()
    expect(page.locator(".drill-felt .stake").first).to_be_visible()
    page.keyboard.type("0.01")
    page.keyboard.press("Enter")
    expect(page.locator("#marked")).to_contain_text("No:")
    expect(page.locator("#marked .cite")).to_have_attribute("href", "/rules/13:69F-5.2(a)?as_of=2012-03-19")
    expect(page.locator("#next")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".drill-bar")).to_contain_text("Question 2 of 10")
    me.go("/drills/roulette/next?course=4")
    page.keyboard.press("b")
    expect(page.locator("#marked")).to_be_visible()
    page.locator(".find input").focus()
    page.keyboard.type("roulete")
    page.keyboard.press("Enter")
    expect(page.locator(".near dt").first).to_have_text("Roulette")
    assert fits(page)
