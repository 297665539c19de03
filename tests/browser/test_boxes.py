"""Blackjack in a real browser: its chart, side wagers and their pay tables, streak, meter, shoe, and seven boxes."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.test_every_game import SMALL_PRINT
from browser.visiting import fits

PHONE = {"width": 390, "height": 844}
SIZES = pytest.mark.parametrize("size", [{}, PHONE], ids=["desktop", "phone"])
TRIES = 40


def open_table(me: Any, **options: str) -> None:
    """A table with a house's options, and a seat at it."""
    me.go("/tables/new?game=blackjack")
    for name, value in options.items():
        me.page.select_option(f'[name="{name.replace("_", "-")}"]', value)
    me.page.click("text=Open the table")
    me.take_seat()


def until_asked(me: Any, *wagers: str) -> None:
    """Rounds until one asks what to do with a hand: not every one does."""
    for _ in range(TRIES):
        number = me.at("round")
        for wager in wagers:
            me.put(wager)
        me.play()
        while me.at("round") == number:
            me.page.wait_for_selector("#decision:not([hidden])")
            if me.page.locator('#decision [data-choice="stand"]').count():
                return
            me.decide()  # insurance
    raise AssertionError("no hand was ever to be played")


@SIZES
def test_the_chart_lights_the_cell_of_the_hand_and_help_tells_the_cost(
    visit: Callable[..., Any], size: dict[str, int]
) -> None:
    me = visit(**size)
    me.sit_down("blackjack")
    me.page.click(".switch")
    until_asked(me, "blackjack")
    lit = me.page.locator("#help .chart .lit")
    expect(lit).to_have_count(1)
    up = me.page.locator('.spot[data-area="dealer"] .card').first.get_attribute("data-card")
    shown = "T" if up[0] in "TJQK" else up[0]
    expect(lit).to_have_attribute("data-against", shown)
    own = me.page.eval_on_selector_all(".seat.mine .card", "all => all.map(c => c.dataset.card[0])")
    values = ["T" if rank in "TJQK" else rank for rank in own]
    total = sum(10 if v == "T" else 1 if v == "A" else int(v) for v in values)
    split = me.page.locator('#decision [data-choice="split"]').count()
    row = f"{values[0]}-{values[1]}" if split else f"soft {total + 10}" if "A" in values else f"hard {total}"
    expect(lit).to_have_attribute("data-hand", row)
    expect(me.page.locator("#help .chart-says")).to_contain_text(f"{row} against {shown}: ".replace("T", "10"))
    expect(me.page.locator("#help .best")).to_contain_text("of the first wager")
    expect(me.page.locator("#help ul")).to_have_count(0)  # the chart says it shorter
    assert fits(me.page)
    if me.page.locator('#decision [data-choice="draw"]').count():
        before = me.page.locator("#help .chart .chart-cell").count()
        me.decide("draw")
        told = me.page.locator("#help .decided")
        expect(told).to_contain_text("Your last decision: draw ")
        words = told.text_content()
        assert words.endswith("is the best play.") or ("costs " in words and words.endswith(" was best.")), words
        assert me.page.locator("#help .chart .chart-cell").count() == before
        assert lit.count() <= 1


@SIZES
def test_side_wagers_stand_with_their_pay_tables(visit: Callable[..., Any], size: dict[str, int]) -> None:
    me = visit(**size)
    open_table(me, match_the_dealer="on", streak="on", progressive="on")
    signs = me.page.locator(".pay-sign")
    expect(signs).to_have_count(3)
    expect(signs.locator("caption")).to_contain_text(["Progressive", "Streak", "Match the dealer"])
    expect(me.page.locator(".pay-sign", has_text="match the dealer")).to_contain_text("one of each")
    progressive = me.page.locator(".pay-sign", has_text="of the meter")
    expect(progressive.locator("tr").first).to_contain_text("four aces suited")
    expect(progressive.locator("tr").first).to_contain_text("100% of the meter")
    expect(progressive).to_contain_text("win $2,500")
    expect(progressive.locator("caption .basis")).to_have_text("reconstructed")  # nobody could read it
    expect(me.page.locator(".pay-sign", has_text="streak")).to_contain_text("37 to 1")
    assert fits(me.page)


def test_a_table_without_side_wagers_has_no_pay_signs_and_no_meter(visit: Callable[..., Any]) -> None:
    me = visit()
    me.sit_down("blackjack")
    expect(me.page.locator(".pay-sign")).to_have_count(0)
    expect(me.page.locator(".meter")).to_have_count(0)


@SIZES
def test_the_meter_is_fed_by_a_progressive_wager(visit: Callable[..., Any], size: dict[str, int]) -> None:
    me = visit(**size)
    open_table(me, progressive="on")
    meter = me.page.locator(".meter")
    expect(meter).to_be_visible()
    before = int(meter.get_attribute("data-cents"))
    me.play_round("blackjack", "progressive")
    rounds = me.page.locator(".meter")
    expect(rounds).not_to_have_attribute("data-cents", str(before))


def stand(me: Any) -> None:
    """To the end of the round without another card, and without insurance."""
    number = me.at("round")
    me.play()
    while me.at("round") == number:
        me.page.wait_for_selector(f'#decision:not([hidden]), #table:not([data-round="{number}"])')
        if me.at("round") == number:
            choices = [c.get_attribute("data-choice") for c in me.page.locator("#decision [data-choice]").all()]
            me.decide("stand" if "stand" in choices else choices[-1])


def test_2_22_the_streak_marker_lies_on_the_next_win_it_needs(visit: Callable[..., Any]) -> None:
    me = visit()
    open_table(me, streak="on")
    marker = me.page.locator(".seat.mine .seat-marker")
    expect(marker).to_have_count(0)
    for _ in range(TRIES):
        me.put("blackjack")
        me.put("streak-5")
        stand(me)
        result = me.page.locator("#results .ruling", has_text="You: Blackjack")
        if result.locator("strong.result-win").count():
            break
        if result.locator("strong.result-lose").count():
            expect(marker).to_have_count(0)
    expect(marker).to_contain_text("1 W")
    expect(me.page.locator('.place[data-place="streak-2"] .seat-marker')).to_have_count(1)
    me.page.reload()
    expect(marker).to_have_count(1)


@SIZES
def test_the_shoe_empties_to_the_cutting_card(visit: Callable[..., Any], size: dict[str, int]) -> None:
    me = visit(**size)
    me.sit_down("blackjack")
    level, cutting = me.page.locator(".shoe-level"), me.page.locator(".shoe-level .cutting-card")
    expect(level).to_be_visible()
    expect(cutting).to_have_count(1)

    def left() -> int:
        return int(level.inner_text().split(" of ")[0])

    before, was = left(), cutting.get_attribute("d")
    me.play_round("blackjack")
    expect(cutting).not_to_have_attribute("d", was)
    assert before - 12 <= left() <= before - 4
    expect(level).to_contain_text("before the cutting card")
    expect(me.page.locator(".rack rect")).to_have_count(2)  # the pile in it, and the glass


def test_seven_boxes_are_played_by_seven_people(visit: Callable[..., Any]) -> None:
    people = [visit(**(PHONE if at % 2 else {})) for at in range(7)]
    first = people[0]
    open_table(first, boxes="7")
    for other in people[1:]:
        other.go("/tables/" + first.at("table"))
        other.take_seat()
    expect(first.page.locator(".seat")).to_have_count(7)
    for person in people:
        person.put("blackjack")
    for person in people:  # the chips of others lie in small areas
        expect(person.page.locator(".stake")).to_have_count(7)
        assert person.page.evaluate(SMALL_PRINT) == []
    for person in people:
        person.page.click('[data-act="deal"]')
    until = time.monotonic() + 90
    while any(p.at("round") != "2" for p in people):
        assert time.monotonic() < until, "the round does not end"
        asked = [p for p in people if p.page.locator("#decision").is_visible()]
        for person in asked:
            choices = person.page.locator("#decision [data-choice]")
            if choices.count():
                stand = person.page.locator('#decision [data-choice="stand"]')
                (stand if stand.count() else choices.last).click()
        first.page.wait_for_timeout(100)
    for person in people:
        expect(person.page.locator("#results .ruling", has_text="Blackjack")).to_have_count(7)
        expect(person.page.locator("#results .ruling.mine")).to_have_count(1)
        assert fits(person.page)


@SIZES
def test_2_14_one_person_plays_further_boxes(visit: Callable[..., Any], size: dict[str, int]) -> None:
    me = visit(**size)
    open_table(me, boxes_per_player="3")
    expect(me.page.locator("#further")).to_contain_text("up to 3 seats")
    expect(me.page.locator("#further .cite")).to_contain_text("2.14")
    free = me.page.locator('[data-seat-act="sit"]')
    expect(free).to_have_count(5)
    for seat in (3, 4):
        me.page.get_by_label(f"Play this seat too: {seat}").click()
        expect(me.page.locator(f'.seat.mine[data-seat="{seat}"]')).to_have_count(1)
    expect(free).to_have_count(0)  # three are enough
    assert fits(me.page)
    for seat in (1, 3, 4):
        me.page.click(f'.place[data-seat="{seat}"][data-place="blackjack"]')
        expect(me.page.locator(f'.place[data-seat="{seat}"][data-place="blackjack"] .stake')).to_have_count(1)
    expect(me.page.locator("#down")).to_have_text("on the layout: $15")
    expect(me.page.locator("#chips")).to_have_text("$485")
    me.page.click('[data-act="double"]')
    expect(me.page.locator("#down")).to_have_text("on the layout: $30")
    asked = []
    me.page.click('[data-act="deal"]')
    while me.at("round") == "1":
        me.page.wait_for_selector('#decision:not([hidden]), #table:not([data-round="1"])')
        if me.at("round") == "1":
            words, choices = me.page.inner_text("#prompt"), me.page.locator("#decision [data-choice]")
            seat = re.match(r"Seat (\d)", words)
            assert seat, words
            asked.append(("Insurance" not in words and "Even money" not in words, int(seat[1])))
            stand = me.page.locator('#decision [data-choice="stand"]')
            (stand if stand.count() else choices.last).click()  # no further card, and no insurance
            me.page.wait_for_function("words => document.getElementById('prompt').innerText !== words", arg=words)
    assert asked == sorted(asked)  # insurance first, then the hands, each by the seats
    mine = me.page.locator("#results .ruling.mine", has_text="Blackjack")
    expect(mine).to_have_count(3)
    for seat in (1, 3, 4):
        expect(mine.filter(has_text=f"you, seat {seat}:")).to_have_count(1)
    me.page.click('[data-act="repeat"]')
    expect(me.page.locator("#down")).to_have_text("on the layout: $30")
    me.page.click('[data-act="clear"]')
    expect(me.page.locator("#down")).to_have_text("")
    me.page.get_by_label("Give this seat up: 3").click()
    expect(me.page.locator(".seat.mine")).to_have_count(2)
    expect(free).to_have_count(4)
    me.page.click('[data-act="leave"]')
    expect(me.page.locator("#sit")).to_be_visible()
    expect(me.page.locator(".seat.mine")).to_have_count(0)
