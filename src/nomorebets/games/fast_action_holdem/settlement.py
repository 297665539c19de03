"""What the wager of fast action hold'em wins and loses, by the terms of the licensee (19:47-21.8). Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from nomorebets.games.fast_action_holdem.hands import Cards, HighHand, set_by, two_hands
from nomorebets.games.fast_action_holdem.terms import (
    COPIES,
    DEALER_WAY,
    MUST_OUTRANK,
    ONE_HAND_WON,
    WRONG_SETTING,
    shape_at,
    wheel_at,
)
from nomorebets.hands.joker import TwoCards, may_stand_behind
from nomorebets.procedures.two_hands import HandsInTwo
from nomorebets.procedures.vigorish import vigorish_at
from nomorebets.regulation import cite
from nomorebets.table import House, Result, Wager
from nomorebets.table.wagers import lost

MAIN = "fast-action"


class Outcome(NamedTuple):
    """How many of a player's two hands win against the dealer's, and whether they were set wrongly."""

    won: int = 0
    foul: bool = False
    copies: tuple[str, ...] = ()


def either_may_be_higher(house: House) -> bool:
    """Whether no hand need outrank the other."""
    return house[MUST_OUTRANK] == "neither"


def low_by(way: str, cards: Sequence[str], board: Sequence[str], house: House) -> Cards:
    """The low hand by a way to set."""
    return set_by(way, cards, board, shape_at(house), wheel_at(house), either_may_be_higher(house))


def low_by_house_way(cards: Sequence[str], board: Sequence[str], house: House) -> Cards:
    """The low hand as the dealer must set it."""
    return low_by(house[DEALER_WAY], cards, board, house)


def made_of(hand: HandsInTwo, house: House) -> tuple[HighHand, TwoCards]:
    """The two hands that a setting makes."""
    return two_hands(hand.high, hand.low, hand.board, shape_at(house), wheel_at(house))


def is_foul(hand: HandsInTwo, house: House) -> bool:
    """Whether a hand is set wrongly."""
    return not either_may_be_higher(house) and not may_stand_behind(*made_of(hand, house))


def compared(hand: HandsInTwo, dealer: HandsInTwo, house: House) -> Outcome:
    """A player's two hands against the dealer's; where the terms say so, a wrong setting is set again first."""
    foul = is_foul(hand, house)
    if foul and house[WRONG_SETTING] == "loses":
        return Outcome(foul=True)
    if foul:
        cards = (*hand.high, *hand.low)
        low = low_by_house_way(cards, hand.board, house)
        hand = HandsInTwo(tuple(card for card in cards if card not in low), low, hand.board)
    pairs = dict(zip(("high", "low"), zip(made_of(hand, house), made_of(dealer, house), strict=True), strict=True))
    copies = tuple(name for name, (own, against) in pairs.items() if own == against)
    better = [name for name, (own, against) in pairs.items() if own > against]  # type: ignore[operator]
    return Outcome(len(better) + (len(copies) if house[COPIES] == "player" else 0), foul, copies)


def calls_of(outcome: Outcome) -> Sequence[str]:
    """What the dealer announces of two hands."""
    return (*(("Foul",) if outcome.foul else ()), *(f"Copy, {name} hand" for name in outcome.copies))


def settle_main(wager: Wager, outcome: Outcome, house: House) -> Result:
    """Both hands won are paid, less vigorish; one of them is a push or a loss by the terms."""
    by = cite("21.8")
    if outcome.won == 2:
        won = house.pays[MAIN].of(wager.amount)
        return Result(wager, "win", won - vigorish_at(house, won), by)
    if outcome.won == 1 and house[ONE_HAND_WON] == "push":
        return Result(wager, "push", 0, by)
    return lost(wager, by)


def vigorish_owed(result: Result, house: House) -> int:
    """What was deducted from a win."""
    return house.pays[MAIN].of(result.wager.amount) - result.net
