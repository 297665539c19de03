"""All hands a dealer may end with, as a tree of the cards drawn to the card he shows."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import perm, prod

import numpy as np

from nomorebets.games.twenty_one.analysis.hands import NAMES, Counts, Ints, cards_of, with_card
from nomorebets.games.twenty_one.hand import MOST, count, dealer_draws, is_ace_and_ten
from nomorebets.games.twenty_one.rules import NONE, VALUES, Rules

LOWEST = 17  # that a dealer may stand on
BUST = MOST - LOWEST + 1  # an end after those of 17 to 21: more than 21
PUSHED = BUST + 1  # the last: a total over 21 that pushes every hand, where a game has one
ENDS = PUSHED + 1
DECIDES = (True,) * PUSHED + (False,)  # the ends that take or give
OPEN = -1  # no end yet
BLACKJACK = "blackjack"
MOST_DRAWS = 13  # more cards than any dealer draws to the one he shows


@cache
def _ends(up: int, hit_soft_17: bool, pushes_at: int) -> dict[Counts, tuple[int, int]]:
    """The cards drawn to the first, blackjack left out: how the hand ends, and in how many orders they come."""
    ends: dict[Counts, tuple[int, int]] = {}
    open_hands = {NONE: 1}
    known: dict[tuple[bool, int, bool], int | None] = {}  # hands alike: of two cards or more, points, with an ace
    while open_hands:
        grown: dict[Counts, int] = {}
        for drawn, orders in open_hands.items():
            points = sum(n * worth for worth, n in enumerate(drawn, 1))
            for value in range(VALUES):
                now = with_card(drawn, value)
                alike = drawn == NONE, points + value, now[0] > 0
                if alike not in known:
                    known[alike] = _end(NAMES[up] + cards_of(now), hit_soft_17, pushes_at)
                end = known[alike]
                if end == OPEN:
                    grown[now] = grown.get(now, 0) + orders
                elif end is not None:
                    ends[now] = end, ends.get(now, (0, 0))[1] + orders
        open_hands = grown
    return ends


def _end(hand: str, hit_soft_17: bool, pushes_at: int) -> int | None:
    """How a dealer's hand ends; ``OPEN`` where it must draw, nothing where it is a blackjack."""
    if is_ace_and_ten(hand):
        return None
    if dealer_draws(hand, hit_soft_17):
        return OPEN
    total = count(hand).total
    return PUSHED if total == pushes_at else min(total - LOWEST, BUST)


def dealer_ends(rules: Rules) -> dict[str, dict[str, Fraction]]:
    """How often the dealer ends with each total, by the card he shows, when nobody else draws; the aces last.

    The last row is of all cards he may show.

    >>> ends = dealer_ends(Rules(decks=8))
    >>> ends["A"]["blackjack"], sum(ends["any"].values())
    (Fraction(128, 415), Fraction(1, 1))
    """
    shoe, cards = rules.shoe, sum(rules.shoe)
    names = {end: str(LOWEST + end) for end in range(BUST)}
    names |= {PUSHED: str(rules.pushes_at), BUST: "bust"} if rules.pushes_at else {BUST: "bust"}
    every = (*names.values(), BLACKJACK)
    rows: dict[str, dict[str, Fraction]] = {}
    every_card = dict.fromkeys(every, Fraction(0))
    for up in (*range(1, VALUES), 0):
        if not shoe[up]:
            continue
        left = [n - (value == up) for value, n in enumerate(shoe)]
        row = dict.fromkeys(every, Fraction(0))
        if up in (0, VALUES - 1):
            row[BLACKJACK] = Fraction(left[VALUES - 1 - up], cards - 1)
        for drawn, (end, orders) in _ends(up, rules.hit_soft_17, rules.pushes_at).items():
            ways = orders * prod(perm(n, k) for n, k in zip(left, drawn, strict=True))
            row[names[end]] += Fraction(ways, perm(cards - 1, sum(drawn)))
        rows[NAMES[up]] = row
        for end_name, chance in row.items():
            every_card[end_name] += chance * Fraction(shoe[up], cards)
    return rows | {"any": every_card}


@cache
def _sorted_ends(up: int, hit_soft_17: bool, pushes_at: int) -> tuple[Ints, Ints, Ints, Ints]:
    """The same in order: the cards drawn, high ones first and -1 behind the last, how many of its value came just
    before each, how the hand ends, and in how many orders its cards come.
    """
    found = _ends(up, hit_soft_17, pushes_at)
    counts = np.array(list(found))[:, ::-1]
    row, place = np.nonzero(np.arange(MOST_DRAWS) < counts.sum(axis=1)[:, None])
    drawn = np.full((len(found), MOST_DRAWS), -1, np.int64)
    drawn[row, place] = np.repeat(np.tile(np.arange(VALUES)[::-1], len(found)), counts.ravel())
    order = np.lexsort(drawn.T[::-1])
    drawn, (ends, orders) = drawn[order], np.array(list(found.values()))[order].T
    alike = np.zeros_like(drawn)
    for depth in range(1, MOST_DRAWS):
        same = drawn[:, depth] == drawn[:, depth - 1]
        alike[same, depth] = alike[same, depth - 1] + 1
    return drawn, alike, ends, orders


@cache
def dealer_tree(up: int, hit_soft_17: bool, wanted: tuple[bool, ...] = (True,) * ENDS, pushes_at: int = 0) -> Ints:
    """The ends against a card shown, or those that are wanted, as steps to be walked in turn, high cards first.

    A step is: how many cards were drawn before it, the value drawn, how many of that value came just before, the end
    of the hand (or -1) and in how many orders its cards come.
    """
    every = _sorted_ends(up, hit_soft_17, pushes_at)
    chosen = np.array(wanted)[every[2]]
    drawn, alike, ends, orders = (part[chosen] for part in every)
    first = np.zeros(len(drawn), np.int64)  # of the steps that a hand does not share with the one before
    first[1:] = np.cumprod(drawn[1:] == drawn[:-1], axis=1).sum(axis=1)
    number = (drawn >= 0).sum(axis=1) - first
    last = np.cumsum(number) - 1
    hand = np.repeat(np.arange(len(drawn)), number)
    depth = np.arange(len(hand)) - np.repeat(last + 1 - number, number) + first[hand]
    steps = np.zeros((len(hand), 5), np.int64)
    steps[:, 0], steps[:, 1], steps[:, 2], steps[:, 3] = depth, drawn[hand, depth], alike[hand, depth], -1
    steps[last, 3], steps[last, 4] = ends, orders
    return steps


@cache
def largest_sum(shoe: tuple[int, ...], hit_soft_17: bool) -> int:
    """No whole number met on a walk is larger: all grow with every count, so the full shoe bounds them."""
    largest = 0
    for up in range(VALUES):
        product, sums = [0] * (MOST_DRAWS + 1), [0] * (MOST_DRAWS + 1)
        for depth, value, alike, end, orders in dealer_tree(up, hit_soft_17).tolist():
            product[depth] = (product[depth - 1] if depth else 1) * max(shoe[value] - alike, 0)
            if end >= 0:
                sums[depth] += orders * product[depth]
        largest = max(largest, *product, *sums)
    return largest
