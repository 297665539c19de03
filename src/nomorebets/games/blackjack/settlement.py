"""What the wagers of blackjack win and lose: the main wager, splits, doubles and insurance (19:47-2.3 to 2.11)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from nomorebets.games.blackjack.terms import BLACKJACK, FIVE_CARDS, SURRENDER, WIN
from nomorebets.games.twenty_one.hand import MOST, is_ace
from nomorebets.games.twenty_one.settlement import HandOutcome, SettleRules, settle_against, settle_insured
from nomorebets.regulation import Citation, cite, reading
from nomorebets.table import House, Result, Wager
from nomorebets.table.wagers import lost

FIVE = 5
SETTLE = SettleRules(
    win_row=WIN,
    blackjack_row=BLACKJACK,
    compared=cite("2.3(a)"),
    tied=cite("2.3(b)"),
    taken=cite("2.3(b)"),
    blackjack=reading("R-2.7-pays"),
    surrender=cite("2.8(a)"),
    spared_double=cite("2.10(b)"),
    spared_split=cite("2.11(d)"),
    insured=cite("2.9(c)"),
    uninsured=cite("2.9(d)"),
)


def counted_by(cards: Sequence[str]) -> Citation:
    """The paragraph by which a hand counts what it counts."""
    if any(is_ace(card) for card in cards):
        return cite("2.2(b)3i")
    return cite("2.2(b)2") if any(card[0] in "JQK" for card in cards) else cite("2.2(b)1")


def settle_hand(wager: Wager, hand: HandOutcome, house: House) -> Result | None:
    """The wager on a hand, or what was added to it; None as long as the dealer's hand is open and decides it."""
    if hand.ended == "even-money":
        return Result(wager, "win", wager.amount, reading("R-2.7-consolidated"))
    if hand.ended == "surrender" and house[SURRENDER] == "early":
        return Result(wager, "lose", -(wager.amount // 2), reading("R-2.8-early"))
    found = settle_against(SETTLE, wager, hand, house)
    if found is None or found.outcome != "win" or FIVE_CARDS not in house.pays:
        return found
    if hand.is_whole and (hand.total, hand.cards) == (MOST, FIVE):
        return Result(wager, "win", house.pays[FIVE_CARDS].of(wager.amount), reading("R-2.16-five-cards"))
    return found


settle_insurance = partial(settle_insured, SETTLE)


def settle_fee(wager: Wager, outcome: object, house: House) -> Result:
    """The hand fee, which nothing ever returns."""
    return lost(wager, reading("R-2.3-hand-fee"))
