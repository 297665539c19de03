"""Disputes told by clicking only, where players wager against each other and where tiles are dealt."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect


def piece(page: Any, code: str) -> Any:
    return page.locator(f'#pieces [data-piece="{code}"]')


def pick(page: Any, kind: str, *codes: str) -> None:
    """One after the other, each answered: the transcript has it."""
    for code in codes:
        piece(page, code).click()
        expect(page.locator("#transcript")).to_have_value(re.compile(rf"\b{code}\b"))
    expect(page.locator("#transcript")).to_have_value(re.compile(kind))


def test_a_hand_of_poker_is_told_by_clicking_only_and_no_card_comes_twice(visit: Callable[..., Any]) -> None:
    me = visit(width=390, height=844)
    me.go("/floor/holdem")
    page = me.page
    for seat in ("1", "2"):
        page.select_option("#seat", seat)
        page.click("#put")
        expect(page.locator("#wagers")).to_contain_text(f"Seat {seat}: $200.00")
    pick(page, "cards", "9s", "As", "Ac", "7c")
    expect(piece(page, "As")).to_have_attribute("aria-disabled", "true")
    expect(piece(page, "Ks")).not_to_have_attribute("aria-disabled", "true")
    piece(page, "As").click(force=True)  # it is gone
    expect(page.locator("#outcomes li")).to_have_count(4)
    page.click('#outcomes [aria-label*="7♣"]')  # taken back, it may come again
    expect(piece(page, "7c")).not_to_have_attribute("aria-disabled", "true")
    pick(page, "cards", "7c")
    page.click('#questions button:text-is("Fold")')
    expect(page.locator("#decisions")).to_contain_text("Fold")
    expect(page.locator("#needs")).to_contain_text("the ruling can be given")
    page.click("text=Get ruling")
    expect(page.locator("main")).to_contain_text("Pot")


def test_tiles_are_told_by_clicking_only_and_only_pairs_come_twice(visit: Callable[..., Any]) -> None:
    me = visit()
    me.go("/floor/pai-gow")
    page = me.page
    expect(page.locator("#needs")).not_to_be_empty()
    page.click('.place[data-place="pai-gow"][data-seat="1"]')
    for face in ("1", "4", "4"):
        page.click(f'#dice [data-face="{face}"]')
    expect(page.locator("#transcript")).to_have_value(re.compile("1-4-4"))
    page.select_option("#goes-to", "1")
    pick(page, "1 = ", "2-4", "6-6", "1-3", "4-5")
    expect(piece(page, "2-4")).to_have_attribute("aria-disabled", "true")  # there is one
    expect(piece(page, "6-6")).not_to_have_attribute("aria-disabled", "true")  # there are two
    page.select_option("#goes-to", "dealer")
    pick(page, "dealer = ", "6-6", "1-1", "2-3", "5-6")
    expect(piece(page, "6-6")).to_have_attribute("aria-disabled", "true")
    group = page.locator("#questions [role=group]:has(button[aria-pressed])")  # the house way unless told
    group.locator("button[aria-pressed]").nth(0).click()
    group.locator("button[aria-pressed]").nth(2).click()
    group.locator('button:text-is("Set as the low hand")').click()
    expect(page.locator("#needs")).to_contain_text("the ruling can be given")
    page.locator("#rows select").first.select_option("collected")
    expect(page.locator("#transcript")).to_have_value(re.compile("collected"))
    page.click("text=Get ruling")
    expect(page.locator(".against")).to_be_visible()


def test_what_is_clicked_before_the_text_is_read_is_told_beside_it(visit: Callable[..., Any]) -> None:
    me = visit()
    page, asked = me.page, []

    def hold_the_first(route: Any) -> None:
        asked.append(route)
        if len(asked) > 1:
            route.continue_()

    page.route("**/draft", hold_the_first)
    me.go("/floor/roulette?example=yes")
    example = page.input_value("#transcript")
    wagers = example.count("wager =")
    assert wagers
    page.click('.place[data-place="odd"]')
    page.keyboard.press("Enter")  # and once more, by the keys
    assert len(asked) == 1  # for the text; nothing is told by itself
    asked[0].continue_()
    expect(page.locator("#transcript")).to_have_value(re.compile('wager = "odd", amount = "20.00"'))
    assert page.input_value("#transcript").count("wager =") == wagers + 1


def test_a_click_does_not_take_the_place_of_a_text_that_cannot_be_read(visit: Callable[..., Any]) -> None:
    me = visit()
    me.go("/floor/roulette")
    page = me.page
    expect(page.locator("#needs")).to_contain_text("Next: a spin")
    page.fill("#transcript", 'game = "roulette"\nwagers = [')
    page.click('.place[data-place="odd"]')
    expect(page.locator("#needs")).to_contain_text("TOML")
    assert page.input_value("#transcript") == 'game = "roulette"\nwagers = ['
    page.click("text=Start over")
    expect(page.locator("#transcript")).to_have_value(re.compile('game = "roulette"'))
    page.click('.place[data-place="odd"]')
    expect(page.locator("#transcript")).to_have_value(re.compile('wager = "odd"'))
