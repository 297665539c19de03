"""What the wagers of blackjack win and lose: the main wager, splits and doubles (19:47-2.3 to 2.11)."""

from __future__ import annotations

from nomorebets.games.blackjack.terms import BLACKJACK, FIVE_CARDS, SURRENDER, WIN
from nomorebets.games.twenty_one.hand import MOST
from nomorebets.games.twenty_one.outcome import HandOutcome
from nomorebets.regulation import cite, reading
from nomorebets.table import House, Result, Wager
from nomorebets.table.wagers import lost

FIVE = 5


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


def settle_fee(wager: Wager, outcome: object, house: House) -> Result:
    """The hand fee, which nothing ever returns."""
    return lost(wager, reading("R-2.3-hand-fee"))
