"""What each choice with a hand at the table is worth, exactly, for any cards that have left the shoe."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from msgspec import structs

from nomorebets.games.twenty_one.analysis.exact import (
    NO_CARDS,
    WINS,
    Book,
    Orders,
    bonus_hands,
    book_hand,
    book_split,
    double_again,
    orders_of,
    stand_all,
)
from nomorebets.games.twenty_one.analysis.hands import NAMES, all_hands, counts_of
from nomorebets.games.twenty_one.analysis.play import DOUBLE, RESCUE, STAND, Play
from nomorebets.games.twenty_one.analysis.relief import split_losses
from nomorebets.games.twenty_one.analysis.sums import BLACKJACK, Shoe, Sum
from nomorebets.games.twenty_one.analysis.values import best
from nomorebets.games.twenty_one.rules import Rules

ACE, TEN = 0, 9


def choice_worths(
    rules: Rules, cards: str, up: str, choices: Iterable[str], *, from_split: bool = False
) -> dict[str, Fraction]:
    """What each choice gains per unit of the hand's wager, given that the dealer has no blackjack.

    ``rules`` says what has left the shoe besides this hand and the card shown; what is drawn later is played as well
    as it can be. A hand made by splitting is not paid for five cards, nor surrendered.
    """
    here = structs.replace(rules, five_card_21=None, surrender="none") if from_split else rules
    hand, column = all_hands().of("".join(sorted(cards, key=NAMES.index))), NAMES.index(up)
    held = _held(here, hand, column)
    return {choice: gained_by(here, hand, column, choice, from_split=from_split).net / held for choice in choices}


def _held(rules: Rules, hand: int, up: int) -> Fraction:
    """The chance of a hand in one order, of the card shown, and of no blackjack with it."""
    held = Sum(Shoe(rules))
    held.add(1, all_hands().counts[hand], up, no_blackjack=True)
    return held.value()


def raised_worths(
    rules: Rules, cards: str, up: str, doubles: int, choices: Iterable[str], *, from_split: bool
) -> dict[str, Fraction]:
    """The same with a hand that was doubled so often."""
    hands, play = all_hands(), best(rules).play
    hand, column = hands.of("".join(sorted(cards, key=NAMES.index))), NAMES.index(up)
    held, staked = _held(rules, hand, column), 2**doubles
    assert play.raised is not None
    alone, none = np.zeros(len(hands.total), np.int64), np.zeros(len(hands.total), np.int64)
    alone[hand] = 1
    worths = {}
    for choice in choices:
        raised = play.raised.copy()
        raised[doubles - 1, hand, column] = {"stand": STAND, "rescue": RESCUE}.get(choice, DOUBLE)
        levels = [(none, none)] * (doubles - 1)
        first, then, more = double_again(alone, none, column, raised[doubles - 1 :])
        levels += [(first, then), *more]
        book = Book(Shoe(rules), rules, replace(play, raised=raised))
        book.net.add(-book.unit * staked, hands.counts[hand], column, no_blackjack=True)
        book_hand(book, Orders(none, *levels[0], tuple(levels[1:])), column, further=NO_CARDS if from_split else None)
        worths[choice] = book.net.value() / book.unit / held
    return worths


class Gained(NamedTuple):
    """What a choice gains, and what it adds to the wager, times the chance of the hand."""

    net: Fraction
    added: Fraction


def gained_by(rules: Rules, hand: int, up: int, choice: str, *, from_split: bool = False) -> Gained:
    """What a choice gains per unit of the wager times the chance of the hand in one order, and of no blackjack.

    Where 21 is paid before the hole card is known, what is paid so is counted against a blackjack, too.
    """
    hands, shoe, play = all_hands(), Shoe(rules), best(rules).play
    book, cards = Book(shoe, rules, play), hands.counts[hand]
    if choice == "surrender":
        book.net.add(Fraction(-book.unit, 2), cards, up, no_blackjack=True)
        return Gained(book.net.value() / book.unit, Fraction(0))
    if choice == "split":
        pair = int(cards.argmax())
        book_split(book, play, pair, rules.splits_of(pair), up)
        if rules.busted_stay_lost and up in (ACE, TEN) and pair != ACE:  # as of a pair split once: more take too long
            for codes, times in split_losses(structs.replace(rules, most_hands=2), play, pair, up, shoe):
                book.net.stand(codes, -book.unit * times, up, BLACKJACK)
        book.added.add(-1, cards, up, no_blackjack=True)
        return Gained(book.net.value() / book.unit, book.added.value())
    orders = ended_after(play, hand, up, choice)
    book.net.add(-book.unit, cards, up, no_blackjack=True)
    book_hand(book, orders, up, further=NO_CARDS if from_split else None)
    gained, added = book.net.value() / book.unit, book.added.value()
    if rules.five_card_21 is not None:
        stand_all(book.bonus, bonus_hands(orders), up, WINS)
        gained += (rules.five_card_21 - rules.win_pays) * book.bonus.value()
    return Gained(gained, added)


def ended_after(play: Play, hand: int, up: int, choice: str, pair: int | None = None) -> Orders:
    """The orders in which a hand ends after a choice; a hand of a pair that was split, where it is named."""
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
        if play.raised is None:
            return Orders(np.zeros_like(begun), begun, staked)
        return Orders(np.zeros_like(begun), *double_again(begun, staked, up, play.raised))
    return orders_of(play.acts if pair is None else play.after_split[pair], up, begun, play.raised)


def blackjack_risk(rules: Rules, cards: str, up: str) -> Fraction:
    """The chance that the hole card makes a blackjack, by what is unseen."""
    if up not in "AT":
        return Fraction(0)
    left = [n - held for n, held in zip(rules.shoe, counts_of(cards + up), strict=True)]
    return Fraction(left[TEN if up == "A" else ACE], sum(left))
