"""What a hand of the blackjack family wins and loses against the dealer's: a pure function of how both ended."""

from __future__ import annotations

import msgspec

from nomorebets.games.twenty_one.hand import MOST
from nomorebets.games.twenty_one.outcome import HandOutcome
from nomorebets.regulation import Citation
from nomorebets.table import House, Result, Wager
from nomorebets.table.wagers import lost


class HandRules(msgspec.Struct, frozen=True, kw_only=True):
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
    pushes_at: int = 0  # a dealer's total over 21 that pushes instead of losing; 0: there is none
    pushed: Citation | None = None


def settle_against(rules: HandRules, wager: Wager, hand: HandOutcome, house: House) -> Result | None:
    """The wager on a hand, or what was added to it; None as long as the dealer's hand is open and decides it."""
    if hand.ended == "surrender":
        return _surrendered(rules, wager, hand)
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


def _surrendered(rules: HandRules, wager: Wager, hand: HandOutcome) -> Result:
    """Half is lost; all of it to a dealer's blackjack."""
    if hand.dealer_has_blackjack:
        return lost(wager, rules.surrender_taken or rules.surrender)
    return Result(wager, "lose", -(wager.amount // 2), rules.surrender)


def _against_blackjack(rules: HandRules, wager: Wager, hand: HandOutcome) -> Result:
    if hand.is_blackjack:
        return Result(wager, "push", 0, rules.tied)
    if hand.spared:
        return Result(wager, "push", 0, rules.spared_split if wager.kind == "split" else rules.spared_double)
    return lost(wager, rules.taken)
