"""Decisions of every kind in a real browser: several amounts, several hands, cards to set apart and to discard."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from msgspec import structs
from playwright.sync_api import expect

from browser.visiting import EntranceSettings
from nomorebets.games.twenty_one.hand import count
from nomorebets.server.tables import service
from nomorebets.table import Round, announce, collect, take_wagers
from nomorebets.table.card_decisions import discard, set_hands
from nomorebets.table.cards import Draw, Shuffle
from nomorebets.table.decisions import Option, ask, ask_all
from nomorebets.table.wagers import lost
from toys import BY, table_with


def everything(table: Round) -> Iterator[Any]:
    """Three cards, three options of which two take amounts, a second hand, a hand to set, cards to discard."""
    yield from take_wagers("until the deal", by=BY)
    (seat,) = {wager.seat for wager in table.wagers}
    yield Shuffle(BY, 1, "by hand")
    for _ in range(3):
        yield Draw(BY, f"seat:{seat}", "down")
    options = ("fold", Option("raise", 1000, 3000), Option("double-for-less", 500, 900))
    chosen = yield from ask_all({seat: options}, by=BY, default="fold")
    yield from announce(f"{chosen[seat].choice} {chosen[seat].amount}", by=BY)
    yield from ask(seat, "stand", "draw", by=BY, hand=2)
    yield from set_hands(1, {seat: table.felt.hand(f"seat:{seat}")[:1]}, by=BY)
    yield from discard(seat, 1, by=BY)
    yield from collect([lost(wager, BY) for wager in table.wagers], by=BY)


def test_decisions_of_every_kind(
    visit: Callable[..., Any], other_doors: EntranceSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = table_with(everything)
    terms = structs.replace(plain.game.terms, said={"draw": ("hit", "h")})
    table = replace(plain, game=structs.replace(plain.game, terms=terms))
    monkeypatch.setattr(service, "open_table", lambda *given, **more: table)
    other_doors.open()
    me = visit(address=other_doors.address)
    me.sit_down("casino-war")
    me.put("initial")
    me.play()
    decision, prompt = me.page.locator("#decision"), me.page.locator("#prompt")
    expect(decision.locator("button")).to_have_text(["Fold", "Raise", "Double for less"])
    expect(decision.locator("label")).to_have_text(["Raise, $10 to $30 ", "Double for less, $5 to $9 "])
    me.page.fill('[data-amount-for="double-for-less"]', "7.50")
    me.decide("double-for-less")
    expect(me.page.locator("#calls")).to_contain_text("double-for-less 750")
    expect(prompt).to_contain_text("Hand 2: Another card?")
    expect(decision.locator('[aria-keyshortcuts="H"]')).to_have_text("Draw")
    me.page.keyboard.press("h")
    expect(prompt).to_contain_text("Choose 1 for the low hand")
    pieces = decision.locator(".piece")
    expect(pieces).to_have_count(3)
    expect(decision.locator('[data-choice="set"]')).to_be_disabled()
    pieces.nth(0).click()
    pieces.nth(2).click()  # takes the place of the first
    expect(decision.locator('[aria-pressed="true"]')).to_have_count(1)
    apart = pieces.nth(2).get_attribute("data-piece")
    me.decide("set")
    expect(prompt).to_contain_text("Choose up to 1 to discard")
    expect(decision.locator(".piece")).to_have_count(2)
    assert apart not in [piece.get_attribute("data-piece") for piece in decision.locator(".piece").all()]
    expect(decision.locator('[data-choice="discard"]')).to_have_text("Stand pat")
    decision.locator(".piece").first.click()
    expect(decision.locator('[data-choice="discard"]')).to_have_text("Discard 1")
    me.decide("discard")
    me.until("round", "1")
    expect(me.page.locator("#calls")).to_contain_text("You discard")
    other_doors.close()


def test_the_total_beside_a_hand_is_that_of_its_cards(visit: Callable[..., Any]) -> None:
    """Round after round, where the same areas are dealt to again."""
    me = visit()
    me.sit_down("blackjack")
    spot = me.page.locator('.spot[data-area="seat:1"]')
    asked = 0
    while asked < 3:
        number = me.at("round")
        me.put("blackjack")
        me.play()
        while me.at("round") == number:
            me.page.wait_for_selector(f'#decision:not([hidden]), #table:not([data-round="{number}"])')
            if me.at("round") != number:
                break
            if me.page.locator('#decision [data-choice="stand"]').count():
                held = spot.locator(".card").evaluate_all("cards => cards.map((card) => card.dataset.card)")
                expect(spot.locator(".spot-read")).to_have_text(count(held).words)
                asked += 1
            before = me.at("seq")
            me.page.locator("#decision [data-choice]").last.click()
            me.until("seq", before)
