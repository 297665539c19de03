"""Chances as whole numbers: a sum over what cards were used of (orders of those cards) / (orders of as many cards).

Sums are kept apart by the number of cards, so that nothing is divided before the end.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from math import perm

import numpy as np
from numpy.typing import NDArray

from nomorebets.errors import UnknownName
from nomorebets.games.twenty_one.analysis import kernels
from nomorebets.games.twenty_one.analysis.dealer import MOST_DRAWS, dealer_tree, largest_sum
from nomorebets.games.twenty_one.analysis.hands import all_hands
from nomorebets.games.twenty_one.rules import VALUES, Rules

Ints = NDArray[np.int64]
Words = NDArray[np.uint64]

ACE, TEN = 0, 9
MOST_CARDS = 96  # used by two hands, the dealer, and what is gone besides
DIGITS = 28  # of 32 bits
BITS = 6  # of a count, where a set of cards is written as one number
PLACES: Ints = 2 ** (BITS * np.arange(VALUES))
AT_ONCE = 2**15  # sets of cards walked together
# instead of what the dealer's ends pay: the chance of his blackjack, of none, and of whatever he has
BLACKJACK: tuple[int, ...] = ()
NO_BLACKJACK: tuple[int, ...] = (0,)
WHATEVER: tuple[int, ...] = (1,)
ONE_WORD = 2**64
NO_WORDS: Words = np.zeros((0, 0), np.uint64)  # where all high words are none
# what decimals can still tell: they are wrong by less than one part in 2**40, and that must be less than half a word
WIDEST = 2**100


class Shoe:
    """A shoe whose chances are counted."""

    hit_soft_17: bool
    pushes_at: int

    def __init__(self, rules: Rules) -> None:
        self.counts: tuple[int, ...] = rules.shoe
        self.array: Ints = np.array(rules.shoe, np.int64)
        self.size: int = sum(rules.shoe)
        self.hit_soft_17, self.pushes_at = rules.hit_soft_17, rules.pushes_at
        most_paid = (rules.win_pays.numerator + rules.win_pays.denominator) ** 2  # by two hands, multiplied
        largest = most_paid * largest_sum(rules.shoe, rules.hit_soft_17)
        self.wide: bool = largest >= ONE_WORD
        if largest >= WIDEST:
            raise UnknownName(f"a shoe of {self.size} cards is too large to be counted", accepts="up to 60 decks")

    def orders(self, cards: Sequence[int]) -> int:
        """In how many orders these cards may come."""
        product = 1
        for n, used in zip(self.counts, cards, strict=True):
            product *= perm(n, used)  # none, where the shoe has fewer
        return product

    def dealer(self, removed: Ints, up: int, pays: tuple[int, ...]) -> tuple[Words, Words]:
        """The dealer's ends after these cards, each as often as it pays: low and high words of ``[draws - 1, row]``."""
        left = self.array - removed
        left[:, up] -= 1
        if pays in (BLACKJACK, NO_BLACKJACK, WHATEVER):  # told by his second card alone
            low = np.zeros((MOST_DRAWS, len(removed)), np.uint64)
            his = left[:, ACE + TEN - up] if up in (ACE, TEN) else np.zeros_like(left[:, 0])
            low[0] = his if pays == BLACKJACK else left.sum(axis=1) - (his if pays == NO_BLACKJACK else 0)
            return low, NO_WORDS
        columns = np.ascontiguousarray(left.T)
        tree = dealer_tree(up, self.hit_soft_17, tuple(pay != 0 for pay in pays), self.pushes_at)
        low = np.zeros((MOST_DRAWS, len(removed)), np.uint64)
        kernels.dealer_sums(tree, np.array(pays, np.int64), columns, low)
        if not self.wide:
            return low, NO_WORDS
        estimates = np.zeros(low.shape)
        kernels.dealer_estimates(tree, np.array(pays, np.int64), columns, estimates)
        return low, np.rint((estimates - low.astype(np.float64)) / ONE_WORD).astype(np.uint64)


def codes_of(sets: Ints) -> Ints:
    """Sets of cards, each as one number; the number of two sets together is their sum."""
    return np.asarray(sets @ PLACES)


def sets_of(codes: Ints) -> Ints:
    """The sets of cards that these numbers stand for."""
    return np.asarray((codes[:, None] >> (BITS * np.arange(VALUES))) & (2**BITS - 1))


def together(codes: Ints, *times: Ints) -> tuple[Ints, list[Ints]]:
    """Alike sets of cards taken together: what they are, and how often each counts."""
    if not codes.size:
        return codes, list(times)
    order = np.argsort(codes, kind="stable")  # they come in sorted runs, which need only be merged
    codes = codes[order]
    begins = np.nonzero(np.concatenate(([True], codes[1:] != codes[:-1])))[0]
    return codes[begins], [np.add.reduceat(number[order], begins) for number in times]


class Sum:
    """One sum of chances, exactly."""

    def __init__(self, shoe: Shoe) -> None:
        self.shoe = shoe
        self.by_cards: list[Fraction | int] = [0] * MOST_CARDS
        self.digits: Words = np.zeros((2, MOST_CARDS, DIGITS), np.uint64)
        self.standing: defaultdict[tuple[int, tuple[int, ...]], list[tuple[Ints, Ints]]] = defaultdict(list)

    def add(self, times: Fraction | int, cards: Iterable[int], up: int, *, no_blackjack: bool) -> None:
        """Add so many times the chance of these cards and the card shown, and of no blackjack with it."""
        used = list(cards)
        used[up] += 1
        size = sum(used)
        self.by_cards[size] += times * self.shoe.orders(used)
        if no_blackjack and up in (ACE, TEN):
            used[ACE + TEN - up] += 1
            self.by_cards[size + 1] -= times * self.shoe.orders(used)

    def add_blackjack(self, times: Fraction | int, cards: Ints, up: int) -> None:
        """Add so many times the chance of these cards and a dealer's blackjack with the card shown."""
        if up in (ACE, TEN):
            self.add(times, cards, up, no_blackjack=False)
            self.add(-times, cards, up, no_blackjack=True)

    def stand(self, codes: Ints, times: Ints, up: int, pays: Sequence[int]) -> None:
        """Add, so many times each, the chance of sets of cards with what each end of the dealer's pays after them."""
        if codes.size:
            self.standing[up, tuple(pays)].append((codes, times))

    def _count_standing(self) -> None:
        """Walk the dealer's ends for all that stands, alike sets of cards once."""
        shoe = self.shoe
        for (up, pays), parts in self.standing.items():
            codes, (times,) = together(*(np.concatenate(column) for column in zip(*parts, strict=True)))
            for low in range(0, codes.size, AT_ONCE):
                part = slice(low, low + AT_ONCE)
                sets, counted = kernels.sets_in_shoe(codes[part], times[part], shoe.array, up, BITS)
                kernels.add_products(counted, shoe.array, sets, up, *shoe.dealer(sets, up, pays), self.digits)
        self.standing.clear()

    def value(self) -> Fraction:
        """The sum as one fraction."""
        self._count_standing()
        sums = list(self.by_cards)
        for side, cards in np.argwhere(self.digits.any(axis=2)).tolist():
            # every second digit has room for 64 bits: each half is one long number
            even, odd = (
                int.from_bytes(self.digits[side, cards, at::2].astype("<u8").tobytes(), "little") for at in (0, 1)
            )
            sums[cards] += (1, -1)[side] * (even + (odd << 32))
        longest = max((cards for cards, number in enumerate(sums) if number), default=0)
        size = self.shoe.size
        whole = sum(number * perm(size - cards, longest - cards) for cards, number in enumerate(sums) if number)
        return Fraction(whole) / perm(size, longest)


def one_card(value: int, n: int = 1) -> Ints:
    """So many cards of one value."""
    cards = np.zeros(VALUES, np.int64)
    cards[value] = n
    return cards


def code_of(cards: Ints) -> int:
    """One set of cards as a number."""
    return int(cards @ PLACES)


@cache
def hand_codes() -> Ints:
    """The hands as numbers."""
    return codes_of(all_hands().counts)
