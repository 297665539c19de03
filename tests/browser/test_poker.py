"""A hand of hold 'em between three people, on desk and phone: one bets, one leaves in mid-hand, one is cut off."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from browser.visiting import EntranceSettings, fits
from nomorebets.fairness.verify_round import verify
from nomorebets.server.tables.clock import Clock

PHONE = {"width": 390, "height": 844}


def is_asked(person: Any) -> bool:
    return bool(person.page.locator("#decision:not([hidden])").count())


def amount(person: Any) -> str:
    return str(person.page.locator("#decision [data-amount-for]").input_value())


def sit_together(people: list[Any]) -> None:
    """At a table that is full then."""
    first, *others = people
    first.go("/tables/new?game=holdem")
    first.page.locator('[name="max-players"]').fill(str(len(people)))
    first.page.click("text=Open the table")
    first.take_seat()
    for other in others:
        other.go("/tables/" + first.at("table"))
        other.take_seat()


def waits_at_the_rail(late: Any, table: str) -> None:
    """The visitor after the last seat."""
    late.go(table)
    expect(late.page.locator("#waiting")).to_contain_text("All seats are taken; you are watching from the rail")
    expect(late.page.locator("#sit")).to_be_hidden()
    late.page.click("text=Wait for a seat")
    expect(late.page.locator("#waiting")).to_contain_text("You are next.")


def sits_down_from_the_rail(late: Any) -> None:
    expect(late.page.locator("#waiting")).to_contain_text("A seat has opened")
    late.take_seat()
    expect(late.page.locator("#waiting")).to_be_hidden()


def test_a_hand_between_three_people(visit: Any, other_doors: EntranceSettings) -> None:
    other_doors.clock = Clock(pause=600, decision=90)  # whoever is there is not hurried
    other_doors.open()
    try:
        people = [visit(address=other_doors.address, **size) for size in ({}, PHONE, PHONE)]
        first = people[0]
        sit_together(people)
        for person in people:
            person.page.click('[data-act="deal"]')
        for person in people:
            person.page.wait_for_selector('#table[data-phase="decision"]')
            expect(person.page.locator(".seat.mine .hand .card")).to_have_count(2)
            expect(person.page.locator(".dealer-button")).to_have_count(1)
            expect(person.page.locator(".pot-line")).to_have_text("Pot $3")
            assert fits(person.page)
        first.page.wait_for_function("document.querySelectorAll('.seat.turn').length === 1")
        bettor = next(person for person in people if is_asked(person))
        leaver, absent = (person for person in people if person is not bettor)
        assert amount(bettor) == "4.00"
        bettor.page.locator("#decision").press("p")
        assert amount(bettor) == "7.00"  # the pot after a call of two
        bettor.page.locator("[data-slider]").press("ArrowRight")
        assert float(amount(bettor)) > 7
        bettor.page.click('[data-preset="the pot"]')
        with other_doors.other_times(decision=8):
            bettor.page.click('[data-choice="raise"]')
            expect(bettor.page.locator(".pot-line")).to_have_text("Pot $10")
            own = bettor.page.eval_on_selector_all(
                ".seat.mine .hand .card", "all => all.map((card) => card.dataset.card)"
            )
            assert len(own) == 2
            late = visit(address=other_doors.address, **PHONE)
            waits_at_the_rail(late, "/tables/" + first.at("table"))
            leaver.page.click('[data-act="leave"]')
            absent.page.close()
            expect(bettor.page.locator("#results .mine")).to_contain_text("won")
            expect(bettor.page.locator("#seats")).to_contain_text("away")
        sits_down_from_the_rail(late)
        hand = bettor.page.request.get(
            other_doors.address + bettor.page.get_attribute("#results a[download]", "href")
        ).text()
        assert "????" in hand
        assert "".join(own) in hand
        table = bettor.at("table")
        noted = json.loads(bettor.page.evaluate("localStorage.getItem('noted')"))[0]
        bettor.go(f"/records/{table}-1")  # the others folded: their cards stay covered, and the hand is checked
        expect(bettor.page.locator("#noted")).to_contain_text("Sealed as your browser noted before the round")
        with bettor.page.expect_download() as waiting:
            bettor.page.click("text=The hand to be checked")
        opened = json.loads(Path(waiting.value.path()).read_text())
        report = verify(opened, noted["commitment"], noted["word"])
        assert any(line.endswith(f": {' '.join(own)}") for line in report)
        assert fits(leaver.page)
    finally:
        other_doors.close()
