"""What a way to play a spot gains, as a fraction: every deal of four cards, each hand priced beside the other."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import numpy as np
from numpy.typing import NDArray

from nomorebets.games.blackjack_switch.spots import (
    ACE_TEN,
    LIKE_DEALS,
    STARTS,
    SpotPlay,
    start_at,
    start_counts,
)
from nomorebets.games.blackjack_switch.terms import SpotRules
from nomorebets.games.twenty_one.analysis.exact import Book, Price, book_hand, book_split, orders_of
from nomorebets.games.twenty_one.analysis.hands import all_hands
from nomorebets.games.twenty_one.analysis.play import Flags, Play
from nomorebets.games.twenty_one.analysis.sums import Shoe
from nomorebets.games.twenty_one.analysis.values import require_enough_cards
from nomorebets.games.twenty_one.rules import VALUES, Rules

Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Deals:
    """In how many orders of four cards a hand comes to lie beside another: ``[start, start of the other, up]``."""

    played: Ints  # not blackjacks
    blackjacks: Ints
    taken: Ints  # by a dealer's blackjack


def deals_of(spot: SpotRules, switches: Flags) -> Deals:
    """The hands of all deals once the switch is decided."""
    at = start_at()
    a, b, c, d = (np.repeat(card.ravel(), VALUES) for card in np.indices(LIKE_DEALS))
    up = np.tile(np.arange(VALUES), VALUES**4)
    switched = switches.ravel()
    shape = (len(STARTS), len(STARTS), VALUES)
    played, blackjacks, taken = (np.zeros(shape, np.int64) for _ in range(3))
    first, second = np.where(switched, at[a, d], at[a, b]), np.where(switched, at[c, b], at[c, d])
    for mine, other in ((first, second), (second, first)):
        is_blackjack = (mine == ACE_TEN) & (~switched | spot.switched_counts)
        np.add.at(played, (mine, other, up), ~is_blackjack)
        np.add.at(blackjacks, (mine, other, up), is_blackjack)
    if not spot.rules.card_reader:
        return Deals(played, blackjacks, played)
    for mine, other in ((at[a, b], at[c, d]), (at[c, d], at[a, b])):  # nothing is decided any more
        np.add.at(taken, (mine, other, up), mine != ACE_TEN)
    return Deals(played, blackjacks, taken)


def price_spot(spot: SpotRules, play: SpotPlay) -> Price:
    """The mean gain per unit of both wagers together."""
    rules = spot.rules
    require_enough_cards(rules, hands=2)
    book, deals = Book(Shoe(rules), rules, play.plays[0]), deals_of(spot, play.switches)
    for other, of_hand in enumerate(play.plays):
        for up in range(VALUES):
            if rules.shoe[up]:
                book_beside(book, rules, of_hand, deals, other, up)
    return Price(book.net.value() / book.unit / 2, 1 + book.added.value() / 2)


def book_beside(book: Book, rules: Rules, play: Play, deals: Deals, other: int, up: int) -> None:
    """All hands that lie beside another against one card shown."""
    hands, gone, unit = all_hands(), np.array(start_counts(other), np.int64), book.unit
    begun = np.zeros(len(hands.total), np.int64)
    for start, (first, second) in enumerate(STARTS):
        hand, cards = start_hands()[start], start_cards()[start] + gone
        if taken := int(deals.taken[start, other, up]):
            book.net.add_blackjack(-unit * taken, cards, up)
        if paid := int(deals.blackjacks[start, other, up]):
            book.net.add(unit * paid * rules.blackjack_pays, cards, up, no_blackjack=True)
        times = int(deals.played[start, other, up])
        if not times:
            continue
        if play.surrenders[hand, up]:
            book.net.add(-Fraction(unit * times, 2), cards, up, no_blackjack=True)
        elif first == second and rules.splits_of(first) and play.splits[first, up]:
            book.added.add(-times, cards, up, no_blackjack=True)  # booked hand by hand
            book_split(book, play, first, rules.splits_of(first), up, times, gone)
        else:
            book.net.add(-unit * times, cards, up, no_blackjack=True)
            begun[hand] = times
    book_hand(book, orders_of(play.acts, up, begun), up, 1, gone)


@cache
def start_hands() -> tuple[int, ...]:
    """The places of the hands of two cards."""
    return tuple(all_hands().place[start_counts(start)] for start in range(len(STARTS)))


@cache
def start_cards() -> Ints:
    return np.array([start_counts(start) for start in range(len(STARTS))], np.int64)
