"""What a hand of the blackjack family wins and loses against the dealer's, and insurance: pure functions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from nomorebets.games.twenty_one.hand import MOST, value
from nomorebets.regulation import Citation
from nomorebets.table import House, Result, Wager
from nomorebets.table.wagers import lost

TEN = 10


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


@dataclass(frozen=True, kw_only=True)
class SettleRules:
    """The rows that a winning hand is paid by, and the paragraphs of each end of a hand."""

    win_row: str
    blackjack_row: str
    compared: Citation  # the higher hand wins, and more than 21 loses
    tied: Citation
    taken: Citation  # a dealer's blackjack beats all but a blackjack
    blackjack: Citation
    surrender: Citation
    surrender_taken: Citation | None = None  # all of it to a dealer's blackjack, where that is another
    spared_double: Citation
    spared_split: Citation
    insured: Citation
    uninsured: Citation
    pushes_at: int = 0  # a dealer's total over 21 that pushes instead of losing; 0: there is none
    pushed: Citation | None = None


def settle_against(rules: SettleRules, wager: Wager, hand: HandOutcome, house: House) -> Result | None:
    """The wager on a hand, or what was added to it; None as long as the dealer's hand is open and decides it."""
    if hand.ended == "surrender":
        return surrendered(rules, wager, hand)
    if hand.total > MOST and not hand.spared:
        return lost(wager, rules.compared)
    if hand.dealer_has_blackjack:
        return _against_blackjack(rules, wager, hand)
    if hand.is_blackjack:
        return Result(wager, "win", house.pays[rules.blackjack_row].of(wager.amount), rules.blackjack)
    if hand.total > MOST:
        return lost(wager, rules.compared)
    if hand.dealer is None:
        return None
    if rules.pushed is not None and hand.dealer == rules.pushes_at:
        return Result(wager, "push", 0, rules.pushed)
    if hand.dealer > MOST or hand.total > hand.dealer:
        return Result(wager, "win", house.pays[rules.win_row].of(wager.amount), rules.compared)
    if hand.total == hand.dealer:
        return Result(wager, "push", 0, rules.tied)
    return lost(wager, rules.compared)


def surrendered(rules: SettleRules, wager: Wager, hand: HandOutcome) -> Result:
    """Half is lost; all of it to a dealer's blackjack."""
    if hand.dealer_has_blackjack:
        return lost(wager, rules.surrender_taken or rules.surrender)
    return Result(wager, "lose", -(wager.amount // 2), rules.surrender)


def _against_blackjack(rules: SettleRules, wager: Wager, hand: HandOutcome) -> Result:
    if hand.is_blackjack:
        return Result(wager, "push", 0, rules.tied)
    if hand.spared:
        return Result(wager, "push", 0, rules.spared_double if wager.kind == "double" else rules.spared_split)
    return lost(wager, rules.taken)


def settle_insured(rules: SettleRules, wager: Wager, hole: HoleCard, house: House) -> Result:
    """Insurance: won by a hole card that counts ten."""
    if value(hole.card) == TEN:
        return Result(wager, "win", house.pays["insurance"].of(wager.amount), rules.insured)
    return lost(wager, rules.uninsured)


def most_insurance(amount: int, chip: int) -> int:
    """Half of a wager, or the next amount that can be made in chips.

    >>> most_insurance(1500, 500), most_insurance(1000, 500), most_insurance(2500, 50)
    (1000, 500, 1250)
    """
    return -(-amount // (2 * chip)) * chip
