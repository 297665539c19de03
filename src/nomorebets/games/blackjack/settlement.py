"""What the wagers of blackjack win and lose: the main wager, splits, doubles and insurance (19:47-2.3 to 2.11)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from nomorebets.games.blackjack.terms import BLACKJACK, FIVE_CARDS, SURRENDER, WIN
from nomorebets.games.twenty_one.hand import MOST, is_ace, value
from nomorebets.regulation import Citation, cite, reading
from nomorebets.table import House, Result, Wager
from nomorebets.table.wagers import lost

TEN = 10
FIVE = 5


@dataclass(frozen=True)
class HandOutcome:
    """How one hand ended, and how the dealer's did."""

    total: int
    cards: int = 2
    is_blackjack: bool = False  # the first two cards of the box, an ace and a ten
    is_whole: bool = True  # neither split nor doubled
    dealer: int | None = None  # the dealer's total; None as long as it is not known
    dealer_has_blackjack: bool = False
    ended: Literal["", "surrender", "even-money"] = ""
    spared: bool = False  # a dealer's blackjack takes another wager of the box, and not this one


@dataclass(frozen=True)
class HoleCard:
    """The dealer's second card, which decides insurance."""

    card: str


def counted_by(cards: Sequence[str]) -> Citation:
    """The paragraph by which a hand counts what it counts."""
    if any(is_ace(card) for card in cards):
        return cite("2.2(b)3i")
    return cite("2.2(b)2") if any(card[0] in "JQK" for card in cards) else cite("2.2(b)1")


def settle_hand(wager: Wager, hand: HandOutcome, house: House) -> Result | None:
    """The wager on a hand, or what was added to it; None as long as the dealer's hand is open and decides it."""
    if hand.ended == "even-money":
        return Result(wager, "win", wager.amount, reading("R-2.7-consolidated"))
    if hand.ended == "surrender":
        return _surrendered(wager, hand, house)
    if hand.total > MOST and not hand.spared:
        return lost(wager, cite("2.3(a)"))
    if hand.dealer_has_blackjack:
        return _against_blackjack(wager, hand)
    if hand.is_blackjack:
        return Result(wager, "win", house.pays[BLACKJACK].of(wager.amount), reading("R-2.7-pays"))
    if hand.total > MOST:
        return lost(wager, cite("2.3(a)"))
    if hand.dealer is None:
        return None
    if hand.dealer > MOST or hand.total > hand.dealer:
        if FIVE_CARDS in house.pays and hand.is_whole and (hand.total, hand.cards) == (MOST, FIVE):
            return Result(wager, "win", house.pays[FIVE_CARDS].of(wager.amount), reading("R-2.16-five-cards"))
        return Result(wager, "win", house.pays[WIN].of(wager.amount), cite("2.3(a)"))
    if hand.total == hand.dealer:
        return Result(wager, "push", 0, cite("2.3(b)"))
    return lost(wager, cite("2.3(a)"))


def _surrendered(wager: Wager, hand: HandOutcome, house: House) -> Result:
    """Half is lost; all of it to a dealer's blackjack, unless surrender is early."""
    if house[SURRENDER] == "early":
        return Result(wager, "lose", -(wager.amount // 2), reading("R-2.8-early"))
    if hand.dealer_has_blackjack:
        return lost(wager, cite("2.8(a)"))
    return Result(wager, "lose", -(wager.amount // 2), cite("2.8(a)"))


def _against_blackjack(wager: Wager, hand: HandOutcome) -> Result:
    if hand.is_blackjack:
        return Result(wager, "push", 0, cite("2.3(b)"))
    if hand.spared:
        return Result(wager, "push", 0, cite("2.10(b)") if wager.kind == "double" else cite("2.11(d)"))
    return lost(wager, cite("2.3(b)"))


def settle_insurance(wager: Wager, hole: HoleCard, house: House) -> Result:
    """Insurance: won by a hole card that counts ten."""
    if value(hole.card) == TEN:
        return Result(wager, "win", house.pays["insurance"].of(wager.amount), cite("2.9(c)"))
    return lost(wager, cite("2.9(d)"))


def settle_fee(wager: Wager, outcome: object, house: House) -> Result:
    """The hand fee, which nothing ever returns."""
    return lost(wager, reading("R-2.3-hand-fee"))


def most_insurance(amount: int, chip: int) -> int:
    """Half of a wager, or the next amount that can be made in chips: 2.9(b).

    >>> most_insurance(1500, 500), most_insurance(1000, 500), most_insurance(2500, 50)
    (1000, 500, 1250)
    """
    return -(-amount // (2 * chip)) * chip
