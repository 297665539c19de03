"""What each choice with a hand at the table is worth, exactly, for any cards that have left the shoe."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

import numpy as np

from nomorebets.games.twenty_one.analysis.exact import (
    WINS,
    Book,
    Orders,
    bonus_hands,
    book_hand,
    book_split,
    orders_of,
    stand_all,
)
from nomorebets.games.twenty_one.analysis.hands import NAMES, all_hands, counts_of
from nomorebets.games.twenty_one.analysis.sums import Shoe, Sum
from nomorebets.games.twenty_one.analysis.values import Analysis, best
from nomorebets.games.twenty_one.rules import Rules

ACE, TEN = 0, 9


def choice_worths(
    rules: Rules, cards: str, up: str, choices: Iterable[str], *, from_split: bool = False
) -> dict[str, Fraction]:
    """What each choice gains per unit of the hand's wager, given that the dealer has no blackjack.

    ``rules`` says what has left the shoe besides this hand and the card shown; what is drawn later is played as well
    as it can be. A hand made by splitting is not paid for five cards, nor surrendered.
    """
    here = replace(rules, five_card_21=None, surrender="none") if from_split else rules
    analysis = best(here)
    hand, column = all_hands().of("".join(sorted(cards, key=NAMES.index))), NAMES.index(up)
    return {choice: _worth(here, analysis, hand, column, choice) for choice in choices}


def _worth(rules: Rules, analysis: Analysis, hand: int, up: int, choice: str) -> Fraction:
    if choice == "surrender":
        return Fraction(-1, 2)
    hands, shoe = all_hands(), Shoe(rules)
    book, held = Book(shoe, rules.win_pays, rules, analysis.play), Sum(shoe)
    cards = hands.counts[hand]
    held.add(1, cards, up, no_blackjack=True)
    if choice == "split":
        pair = int(cards.argmax())
        book_split(book, analysis.play, pair, rules.splits_of(pair), up)
        return book.net.value() / book.unit / held.value()
    orders = _after(analysis, hand, up, choice)
    book.net.add(-book.unit, cards, up, no_blackjack=True)
    book_hand(book, orders, up)
    gained = book.net.value() / book.unit
    if rules.five_card_21 is not None:
        stand_all(book.bonus, bonus_hands(orders), up, WINS)
        gained += (rules.five_card_21 - rules.win_pays) * book.bonus.value()
    return gained / held.value()


def _after(analysis: Analysis, hand: int, up: int, choice: str) -> Orders:
    """The orders in which a hand ends after a choice."""
    hands = all_hands()
    begun = np.zeros(len(hands.total), np.int64)
    if choice == "stand":
        begun[hand] = 1
        return Orders(begun, np.zeros_like(begun), np.zeros_like(begun))
    for then in hands.after[hand]:
        if then >= 0:
            begun[then] += 1
    if choice == "double":
        staked = np.zeros_like(begun)
        staked[hand] = 1
        return Orders(np.zeros_like(begun), begun, staked)
    return orders_of(analysis.play.acts, up, begun)


def blackjack_risk(rules: Rules, cards: str, up: str) -> Fraction:
    """The chance that the hole card makes a blackjack, by what is unseen."""
    if up not in "AT":
        return Fraction(0)
    left = [n - held for n, held in zip(rules.shoe, counts_of(cards + up), strict=True)]
    return Fraction(left[TEN if up == "A" else ACE], sum(left))
