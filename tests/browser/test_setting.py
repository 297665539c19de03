"""Hands set in a real browser: tapped, dragged or by the keyboard, judged before they are laid; a bank that moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.visiting import EntranceSettings, fits
from nomorebets import games
from nomorebets.equipment.cards import ranks_shown
from nomorebets.games.fast_action_holdem.hands import set_by, two_hands
from nomorebets.games.fast_action_holdem.terms import Shape
from nomorebets.games.pai_gow.house_ways import atlantic
from nomorebets.games.pai_gow_poker.house_way import house_way, settings
from nomorebets.hands.joker import joker_hand, two_cards
from nomorebets.hands.tiles import in_order, split
from nomorebets.server.tables.offering import serve_for
from offered import OFFERED, forget, offering  # noqa: F401  # a fixture

PHONE = {"width": 390, "height": 844}
SIZES = pytest.mark.parametrize("size", [{}, PHONE], ids=["desktop", "phone"])


def held(me: Any) -> list[str]:
    return [piece.get_attribute("data-piece") for piece in me.page.locator("#decision .piece").all()]


def in_tray(me: Any, name: str) -> list[str]:
    return [p.get_attribute("data-piece") for p in me.page.locator(f'[data-tray="{name}"] .piece').all()]


@SIZES
def test_a_hand_is_tapped_judged_and_laid(visit: Callable[..., Any], size: dict[str, int]) -> None:
    me = visit(**size)
    me.sit_down("pai-gow")
    me.put("pai-gow")
    me.play()
    page = me.page
    page.wait_for_selector("#decision .setting")
    tiles = held(me)
    assert len(tiles) == 4
    lay = page.locator('#decision [data-choice="set"]')
    expect(lay).to_be_disabled()
    page.locator("#decision .piece").nth(0).click()
    expect(page.locator('[data-tray="low"] .tray-says')).to_have_text("1 more")
    page.locator('[data-tray="high"] .piece').first.focus()
    page.keyboard.press("Enter")  # from the keyboard too
    expect(lay).to_be_enabled()
    apart = in_tray(me, "low")
    made = split(apart, in_tray(me, "high"))
    said = {page.inner_text(f'[data-tray="{name}"] .tray-says') for name in ("high", "low")}
    assert said == {str(made.high_hand), str(made.low_hand)}
    page.locator('[data-tray="low"] .piece').first.drag_to(page.locator('[data-tray="high"]'))
    expect(page.locator('[data-tray="low"] .piece')).to_have_count(1)
    page.click("#decision [data-house]")
    assert sorted(in_tray(me, "low")) == sorted(atlantic(in_order(tiles)).low)
    assert fits(page)
    number = me.at("round")
    me.decide("set")
    me.until("round", number)
    expect(page.locator("#results .ruling").first).to_be_visible()


@SIZES
def test_cards_are_set_beside_the_community_cards(visit: Callable[..., Any], size: dict[str, int]) -> None:
    me = visit(**size)
    me.sit_down(*OFFERED)
    expect(me.page.locator("body")).to_contain_text("fast-action-holdem.toml")
    me.put("fast-action")
    me.play()
    page = me.page
    page.wait_for_selector("#decision .setting")
    board = page.locator('[data-area="community"] [data-card]')
    expect(board.first).to_be_attached()
    cards = held(me)
    shape = Shape(own=3, apart=1, community=2, high=3, low=2)
    shown = [str(card.get_attribute("data-card")) for card in board.all()]
    assert (len(cards), len(shown)) == (3, 2)
    page.locator("#decision .piece").nth(0).click()
    apart = in_tray(me, "low")
    high, low = two_hands(in_tray(me, "high"), apart, shown, shape)
    expect(page.locator('[data-tray="high"] .tray-says')).to_have_text(ranks_shown(str(high)))
    expect(page.locator('[data-tray="low"] .tray-says')).to_contain_text(ranks_shown(str(low)))
    page.click("#decision [data-house]")
    assert in_tray(me, "low") == list(set_by("low-first", cards, shown, shape))
    assert fits(page)
    number = me.at("round")
    me.decide("set")
    me.until("round", number)
    expect(page.locator("#results .ruling").first).to_be_visible()
    if not size:
        play_a_game_of_ones_own(me)


def play_a_game_of_ones_own(me: Any) -> None:
    """A card game that is all a file's: offered by the licensee who tests it, dealt, raised and paid."""
    games.offer(games.SAMPLES / "three-card-duel.toml")
    forget()
    serve_for("Sample Casino")
    try:
        me.sit_down("three-card-duel")
        expect(me.page.locator("body")).to_contain_text("Three Card Duel")
        me.put("ante")
        me.play()
        expect(me.page.locator('#decision [data-choice="fold"]')).to_be_visible()
        number = me.at("round")
        me.decide("raise-1")
        me.until("round", number)
        expect(me.page.locator("#results .ruling").first).to_be_visible()
    finally:
        serve_for("")


def test_help_weighs_every_setting(visit: Callable[..., Any]) -> None:
    me = visit()
    me.sit_down("pai-gow")
    me.page.click(".switch")
    me.put("pai-gow")
    me.play()
    best = me.page.locator("#help .best")
    expect(best).to_contain_text("Best play: low hand")
    tiles = held(me)
    if len(set(tiles)) == 4:
        assert best.inner_text().count("ow hand") == 3  # the best and two others


def test_one_banks_and_one_wagers(visit: Callable[..., Any]) -> None:
    bank, other = visit(), visit()
    bank.sit_down("pai-gow")
    other.go(f"/tables/{bank.at('table')}")
    other.take_seat()
    for me in (bank, other):
        me.put("pai-gow")
    for me in (bank, other):
        me.page.click('[data-act="deal"]')
    for me in (bank, other):  # both set at the same time
        me.page.wait_for_selector("#decision .setting")
    number = bank.at("round")
    for me in (bank, other):
        me.page.click("#decision [data-house]")
        me.page.click('#decision [data-choice="set"]')
    bank.until("round", number)
    bank.page.wait_for_selector('#decision [data-choice="co-bank"]')
    bank.decide("bank")
    bank.page.wait_for_selector('#decision [data-choice="none"]')
    bank.decide("none")
    expect(bank.page.locator(".seat.mine .seat-marker")).to_have_count(1)
    expect(other.page.locator(".seat-marker")).to_have_count(1)
    other.page.wait_for_selector('#table[data-phase="wagers"]')
    other.put("pai-gow")
    for me in (bank, other):
        me.page.click('[data-act="deal"]')
    number = bank.at("round")
    other.page.wait_for_selector("#decision .setting")
    other.decide("set")
    bank.page.wait_for_selector("#decision .setting")  # the bank sets last
    bank.decide("set")
    bank.until("round", number)
    expect(bank.page.locator("#results")).to_contain_text("bank")
    for me in (bank, other):
        assert me.faults == []


# --- cards -----------------------------------------------------------------------------------------------------------


def open_with(me: Any, game: str, **options: str) -> None:
    """Open a table with these options and sit down at it."""
    me.go(f"/tables/new?game={game}")
    for name, value in options.items():
        me.page.select_option(f'[name="{name.replace("_", "-")}"]', value)
    me.page.click("button.primary")
    me.take_seat()


def set_in_tray(me: Any, low: tuple[str, ...]) -> None:
    """Tap cards until these two are in front."""
    for card in in_tray(me, "low"):
        me.page.click(f'[data-tray="low"] [data-piece="{card}"]')
    for card in low:
        me.page.click(f'[data-tray="high"] [data-piece="{card}"]')


def foul_and_fair(cards: list[str]) -> tuple[Any, ...]:
    """A way to set a hand that is foul, and one that is not and has other cards in front."""
    ways = list(settings(cards))
    for foul in (way for way in ways if way.is_foul):
        for fair in (way for way in ways if not way.is_foul and not {*way.front} & {*foul.front}):
            return foul, fair
    return ()


@SIZES
def test_seven_cards_are_tapped_dragged_judged_and_laid(visit: Callable[..., Any], size: dict[str, int]) -> None:
    for _ in range(9):  # a hand in thirty can be set in no wrong way, or in none that shares no card with a right one
        me = visit(**size)
        me.sit_down("pai-gow-poker")
        me.put("pgp")
        me.play()
        page = me.page
        page.wait_for_selector("#decision .setting")
        number, cards = me.at("round"), held(me)
        assert len(cards) == 7
        if found := foul_and_fair(cards):
            break
    lay = page.locator('#decision [data-choice="set"]')
    expect(lay).to_be_disabled()
    foul, fair = found
    set_in_tray(me, foul.front)
    expect(page.locator("#decision .setting")).to_contain_text("foul")  # said before it is laid
    set_in_tray(me, ())
    expect(page.locator("#decision .setting")).not_to_contain_text("foul")
    page.locator(f'[data-tray="high"] [data-piece="{fair.front[0]}"]').drag_to(page.locator('[data-tray="low"]'))
    expect(page.locator('[data-tray="low"] .tray-says')).to_have_text("1 more")
    page.locator(f'[data-tray="high"] [data-piece="{fair.front[1]}"]').focus()
    page.keyboard.press("Enter")
    expect(lay).to_be_enabled()
    said = [page.inner_text(f'[data-tray="{name}"] .tray-says') for name in ("high", "low")]
    behind = [card for card in cards if card not in fair.front]
    assert said == [ranks_shown(str(joker_hand(behind))), ranks_shown(str(two_cards(fair.front)))]
    page.click("#decision [data-house]")
    assert two_cards(in_tray(me, "low")) == two_cards(house_way(cards))
    assert fits(page)
    me.decide("set")
    me.until("round", number)
    expect(page.locator("#results .ruling").first).to_be_visible()


def test_pay_tables_of_the_bonus_wagers_are_in_view(visit: Callable[..., Any]) -> None:
    me = visit()
    open_with(me, "pai-gow-poker", bonus_package="bonus")
    sign = me.page.locator(".pay-sign", has_text="bonus").first
    expect(sign).to_contain_text("royal match")
    expect(sign).to_contain_text("2,000 to 1")
    expect(me.page.locator(".pay-sign", has_text="insurance")).to_contain_text("9 high")


def test_three_people_one_of_them_the_bank_one_leaves_in_mid_round(
    visit: Callable[..., Any], doors: EntranceSettings
) -> None:
    bank, player, leaver = visit(), visit(), visit(**PHONE)
    bank.sit_down("pai-gow-poker")
    for other in (player, leaver):
        other.go(f"/tables/{bank.at('table')}")
        other.take_seat()
    everybody = (bank, player, leaver)
    for me in everybody:
        me.put("pgp")
    for me in everybody:
        me.page.click('[data-act="deal"]')
    number = bank.at("round")
    for me in everybody:  # all set at the same time
        me.page.wait_for_selector("#decision .setting")
    for me in everybody:
        me.page.click("#decision [data-house]")
        me.page.click('#decision [data-choice="set"]')
    bank.until("round", number)
    bank.page.wait_for_selector('#decision [data-choice="co-bank"]')
    bank.decide("bank")
    bank.page.wait_for_selector('#decision [data-choice="none"]')
    bank.decide("none")
    for me in (player, leaver):
        me.page.wait_for_selector('#table[data-phase="wagers"]')
        me.put("pgp")
    with doors.other_times(decision=8):
        for me in everybody:
            me.page.click('[data-act="deal"]')
        number = bank.at("round")
        for me in (player, leaver):
            me.page.wait_for_selector("#decision .setting")
    expect(leaver.page.locator("#clock")).to_be_visible()
    leaver.page.context.close()  # the hand is set by the house way when the time is up
    expect(player.page.locator(".seat-marker")).to_have_count(1)
    player.decide("set")
    bank.page.wait_for_selector("#decision .setting")
    bank.decide("set")
    bank.until("round", number)
    expect(bank.page.locator("#results")).to_contain_text("bank")
    assert bank.page.locator("#results .ruling").count() >= 3
    for me in (bank, player):
        assert me.faults == []
