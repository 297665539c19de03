"""Every game and every kind of page for a visitor who speaks Spanish: no English is left, and no identifier."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.screenshots import PAGES, wagers_of
from browser.test_every_game import SMALL_PRINT
from browser.visiting import Forged, fits
from browser.wording import english_in, gathered, no_words_in
from nomorebets.library import game_ids


def wrong_on(page: Any) -> dict[str, str]:
    texts = gathered(page)
    return english_in(texts) | no_words_in(texts)


def test_the_look_finds_english_and_identifiers() -> None:
    texts = dict.fromkeys(
        ("Hagan sus apuestas", "Place your bets", "El puesto 1 has the shoe", "R-8.1-training", "T-9-8"), ""
    )
    assert sorted(english_in(texts)) == ["El puesto 1 has the shoe", "Place your bets"]
    assert sorted(no_words_in(texts)) == ["R-8.1-training", "T-9-8"]


@pytest.mark.slow
@pytest.mark.parametrize("name", game_ids())
def test_a_round_in_spanish(visit: Callable[..., Any], name: str) -> None:
    me = visit(width=390, locale="es")
    me.sit_down(name)
    me.page.check("#help-switch", force=True)
    me.until_wagers()
    found = wrong_on(me.page)
    number = me.at("round")
    for wager in wagers_of(name):
        me.put(wager)
    me.play()
    while me.at("round") == number:
        me.page.wait_for_selector(f'#decision:not([hidden]), #table:not([data-round="{number}"])')
        if me.at("round") == number:
            found |= wrong_on(me.page)
            me.decide()
    found |= wrong_on(me.page)
    assert found == {}
    assert me.page.evaluate(SMALL_PRINT) == []
    assert fits(me.page)


@pytest.mark.slow
@pytest.mark.parametrize("name", PAGES)
def test_a_page_in_spanish(visit: Callable[..., Any], name: str) -> None:
    me = visit(locale="es")
    me.go(PAGES[name])
    me.until_figures()
    assert wrong_on(me.page) == {}
    me.faults.clear()


def test_every_limit_that_was_changed_is_told_in_spanish(visit: Callable[..., Any]) -> None:
    me = visit(locale="es-ES")
    forged = Forged(me.page)
    me.sit_down("roulette")
    words = "Each wager, minimum: $10.00 (previously none); Each wager, maximum: $200.00 (previously none)"
    forged.changes(["notices"], [{"state": "in force", "words": words, "cite": "13:69F-8.3", "href": "/rules/8.3"}])
    expect(me.page.locator("#notices")).to_contain_text("máximo: $200.00 (antes ninguno).")
