"""The tables in a real browser: played by clicking and by keys, at two sizes, together, and after a break."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.visiting import fits

PHONE = {"width": 390, "height": 844}
SIZES = pytest.mark.parametrize("size", [{}, PHONE], ids=["desktop", "phone"])


@SIZES
def test_a_round_of_roulette_and_the_paragraph_that_ruled_it(visit: Callable[..., Any], size: dict[str, int]) -> None:
    me = visit(**size)
    me.sit_down("roulette")
    me.page.wait_for_selector('#table[data-odds="complete"]')
    me.put("red")
    me.put("straight:17")
    expect(me.page.locator("#wager-info")).to_contain_text("35 to 1")
    expect(me.page.locator("#wager-info")).to_contain_text("1/19")
    expect(me.page.locator("#chips")).to_have_text("$490")
    me.play()
    expect(me.page.locator("#results .ruling")).to_have_count(2)
    expect(me.page.locator("#calls")).to_contain_text("No More Bets")
    expect(me.page.locator("#live")).to_contain_text("Round 1: you")
    assert fits(me.page)
    me.page.click("#results .ruling .cite >> nth=0")
    expect(me.page.get_by_role("dialog")).to_contain_text(re.compile(r"5\.[23]"))  # by 5.2(b) where zero came up
    me.page.keyboard.press("Escape")
    expect(me.page.locator("#felt")).to_be_visible()


@SIZES
def test_a_round_of_caribbean_stud_with_help(visit: Callable[..., Any], size: dict[str, int]) -> None:
    me = visit(**size)
    me.sit_down("caribbean-stud")
    me.put("ante")
    me.put("progressive-payout")  # one dollar, whatever chip is in the hand
    expect(me.page.locator("#chips")).to_have_text("$494")
    me.play()
    expect(me.page.locator("#decision button")).to_have_text(["Bet $10 more", "Fold"])
    expect(me.page.locator('.seat.mine .card:not([data-card="back"])')).to_have_count(5)
    expect(me.page.locator('.dealer-side .card[data-card="back"]')).to_have_count(4)
    me.page.check("#help-switch")
    expect(me.page.locator("#help .best")).to_contain_text("Best play:")
    me.page.click('#decision button[data-choice="bet"]')
    me.until("round", "1")
    expect(me.page.locator('.dealer-side .card:not([data-card="back"])')).to_have_count(5)
    expect(me.page.locator("#results .ruling")).to_have_count(3)


def test_a_wager_that_is_called_off_lies_there_with_a_lammer(visit: Callable[..., Any]) -> None:
    me = visit()
    me.sit_down("craps")
    place = me.page.locator('.place[data-place="hard-8"]')
    for _ in range(40):  # one roll in three takes it, or wins
        me.play_round("hard-8")
        if "stands" in me.page.inner_text("#results"):
            break
    expect(place.locator(".lammer")).to_have_count(0)
    place.hover()
    me.page.get_by_role("button", name="Call off").click()
    expect(place.locator(".lammer")).to_have_text("OFF")
    me.page.reload()
    expect(place.locator(".lammer")).to_have_text("OFF")


def test_craps_by_the_keyboard(visit: Callable[..., Any]) -> None:
    me = visit()
    me.sit_down("craps")
    page = me.page
    page.keyboard.press("2")  # the five-dollar chip
    page.locator('[data-place="pass"]').focus()
    page.keyboard.press("Enter")
    page.wait_for_selector('[data-place="pass"] .stake')
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.dataset.place") != "pass"
    for _ in range(60):
        before = me.at("seq")
        page.keyboard.press("d")
        me.until("seq", before)
        if page.locator('[data-place="pass"] .stake').count():
            break  # a point is set, and the wager stands
        page.keyboard.press("r")
        page.wait_for_selector('[data-place="pass"] .stake')
    expect(page.locator("#results")).to_contain_text("stands")
    page.locator('[data-place="pass"]').focus()
    page.keyboard.press("Delete")
    expect(page.locator("#refusal")).to_contain_text("cannot be taken down")
    expect(page.locator("#refusal .cite")).to_have_attribute(
        "href", re.compile(r"^/rules/13:69F-1\.3\?as_of=2012-03-19#R-1\.3-")
    )


def test_two_people_at_one_table(visit: Callable[..., Any]) -> None:
    first, second, watching = visit(), visit(**PHONE), visit()
    first.go("/tables/new?game=caribbean-stud")
    first.page.click("text=Open the table")
    first.take_seat()
    path = "/tables/" + first.at("table")
    for other in (second, watching):
        other.go(path)
    second.take_seat()
    watching.page.wait_for_selector('#table[data-wire="connected"][data-phase]')
    expect(first.page.locator("#seats li")).to_have_count(3)  # two seats, one watching
    first.put("ante")
    second.put("ante")
    first.page.click('[data-act="deal"]')
    expect(first.page.locator('[data-act="deal"]')).to_have_text("Waiting")
    expect(first.page.locator("#prompt")).to_contain_text("Waiting for seat 2")
    second.page.click('[data-act="deal"]')
    first.page.wait_for_selector("#decision:not([hidden])")
    expect(second.page.locator("#prompt")).to_contain_text("Seat 1 decides")
    expect(second.page.locator('.seat[data-seat="1"] .card[data-card="back"]')).to_have_count(5)
    expect(watching.page.locator('.felt .card:not([data-card="back"])')).to_have_count(1)
    first.page.click('#decision button[data-choice="fold"]')
    second.page.wait_for_selector("#decision:not([hidden])")
    expect(second.page.locator("#dealer-says")).to_have_text("Seat 1: fold")  # what the other did, where all look
    second.page.click('#decision button[data-choice="bet"]')
    for person in (first, second, watching):
        expect(person.page.locator("#results .ruling")).to_have_count(3)
    expect(first.page.locator("#dealer-says")).to_have_text("Round 1: you lose $5.")
    expect(watching.page.locator("#dealer-says")).to_contain_text("eat 1 loses $5")


def test_chips_of_two_people_are_told_apart_on_one_layout(visit: Callable[..., Any]) -> None:
    first, second = visit(), visit(**PHONE)
    first.go("/tables/new?game=roulette")
    first.page.click("text=Open the table")
    first.take_seat()
    second.go("/tables/" + first.at("table"))
    second.take_seat()
    first.put("red")
    expect(first.page.locator(".own-ring:visible")).to_have_count(0)  # nobody else has wagered
    second.page.click('.place[data-place="red"]')
    for person in (first, second):
        expect(person.page.locator('[data-place="red"] .stake')).to_have_count(2)
        expect(person.page.locator(".own-ring:visible")).to_have_count(1)
    expect(second.page.locator("#wager-info")).to_contain_text("On it: seat 1 $5, you $5.")
    second.page.click('[data-act="deal"]')
    expect(second.page.locator('[data-act="deal"]')).to_have_text("Waiting")
    buttons = "[...document.querySelectorAll('.acts button')]"
    assert second.page.evaluate(f"{buttons}.every((one) => one.scrollWidth <= one.clientWidth + 1)")  # each word fits
    assert second.page.evaluate(f"{buttons}.every((one) => one.getBoundingClientRect().right <= innerWidth - 11)")


def test_coming_back_in_the_middle_of_a_round(visit: Callable[..., Any], other_doors: Any) -> None:
    house = other_doors
    house.open()
    try:
        me = visit(address=house.address)
        me.sit_down("caribbean-stud")
        me.put("ante")
        me.play()
        me.page.wait_for_selector("#decision:not([hidden])")
        cards = me.page.eval_on_selector_all(".seat.mine .card", "all => all.map(c => c.dataset.card)")
        me.page.reload()
        me.page.wait_for_selector("#decision:not([hidden])")
        told = me.page.locator("#calls li")
        expect(told.last).to_contain_text("The cards are shuffled")  # the first of the dealer's words
        expect(told.filter(has_text="Seat 1: ")).to_have_count(5)  # with one's own cards
        assert "shuffled" not in me.page.inner_text("#live")  # and nobody has to hear them twice
        assert cards == me.page.eval_on_selector_all(".seat.mine .card", "all => all.map(c => c.dataset.card)")
        house.close()  # the whole house goes, and comes back
        me.page.wait_for_selector('#table[data-wire="reconnecting"]')
        house.open()
        me.page.wait_for_selector('#table[data-wire="connected"]')
        assert cards == me.page.eval_on_selector_all(".seat.mine .card", "all => all.map(c => c.dataset.card)")
        me.page.click('#decision button[data-choice="fold"]')
        me.until("round", "1")
        expect(me.page.locator("#results .ruling")).to_have_count(1)
        me.faults.clear()  # the browser says that a house was closed
    finally:
        house.close()


def test_refusals_are_explained(visit: Callable[..., Any]) -> None:
    me = visit()
    me.go("/tables/new?game=roulette")
    expect(me.page.locator('[name="limits.table.min"]')).to_have_count(0)  # not a guest's to set
    me.page.select_option('[name="even-money-on-zero"]', "whole")
    me.page.fill('[name="as_of"]', "1990-01-01")
    me.page.click("text=Open the table")
    expect(me.page.locator(".refusal")).to_contain_text("on zero lose = whole did not exist on 1990-01-01")
    me.faults.clear()  # the browser notes the status of the refused form
    me.page.fill('[name="as_of"]', "2008-07-21")
    me.page.click("text=Open the table")
    me.take_seat("20")
    me.page.click('[data-chip="2500"]')
    me.page.click('.place[data-place="red"]')
    expect(me.page.locator("#refusal")).to_contain_text("seat has $20 left")
    expect(me.page.locator("#refusal")).to_contain_text("at most $20")
    me.page.click('[data-chip="500"]')
    me.put("red")
    me.page.click("#taking")
    me.page.click('.place[data-place="red"]')
    expect(me.page.locator(".stake")).to_have_count(0)


def test_wagers_are_doubled_cleared_and_repeated(visit: Callable[..., Any]) -> None:
    me = visit()
    me.sit_down("big-six")
    stake = me.page.locator('[data-place="bigsix-1"] .stake')
    me.put("bigsix-1")
    me.page.click('[data-act="double"]')
    expect(stake).to_have_text("10")
    me.page.click('[data-act="clear"]')
    expect(stake).to_have_count(0)
    expect(me.page.locator("#chips")).to_have_text("$500")
    me.play_round("bigsix-1")
    me.page.click('[data-act="repeat"]')
    expect(stake).to_have_text("5")


def test_a_place_that_takes_nothing_now_is_dim_and_says_why(visit: Callable[..., Any]) -> None:
    me = visit()
    me.sit_down("craps")
    odds = me.page.locator('.place[data-place="pass-odds"]')
    expect(odds).to_have_attribute("aria-disabled", "true")
    odds.hover()
    expect(me.page.locator("#wager-info .not-now")).to_contain_text("Not now:")
    odds.click(force=True)  # nobody is kept from asking
    expect(me.page.locator("#refusal .cite")).to_be_visible()
    expect(me.page.locator('.place[data-place="pass"]')).not_to_have_attribute("aria-disabled", "true")
