"""Deals for side wagers, counted in compiled loops by what any of them may ask about. Imports numba.

A round is two cards of a box, the dealer's two, and the next two cards: all that a wager of one round can depend on.
What wins is not known here; every count stands for deals that are alike, and one of them is settled afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiling import compiled
from nomorebets.equipment.cards import DECK, RANKS, SUITS
from nomorebets.sim.dealing import deal, stream_of
from nomorebets.sim.kernels import DrawRule, Word

CARDS, SIX = len(DECK), 6
SORTS = 3  # of a dealer's card: ace, ten, another
MARKS = len(SUITS) + 1  # a card of one rank by its suit, or another card
PATTERNS = 5  # of three suits: all alike, first and second, first and third, second and third, all different
PAIRS = CARDS * CARDS * SORTS * SORTS
TRIPLES = len(RANKS) ** 3 * PATTERNS
SEVENS, ACES = MARKS**3, MARKS**4
SIZE = PAIRS + TRIPLES + SEVENS + ACES

_SUITS_OF = ("ccc", "ccd", "cdc", "dcc", "cdh")
_SORTS_OF = ("A", "K", "2")


@compiled
def count_deals(
    seed: Word, block: Word, rounds: Word, rule: DrawRule, shoe: NDArray[np.uint64], sorts: NDArray[np.uint64]
) -> NDArray[np.int64]:
    """Deal six cards so many times; four counts of each round, one after the other."""
    state, pack = stream_of(seed, block), shoe.copy()
    counts = np.zeros(SIZE, np.int64)
    four, thirteen, five = np.uint64(4), np.uint64(13), np.uint64(5)
    seven, ace = np.uint64(5), np.uint64(12)
    for _ in range(rounds):
        state = deal(state, rule, pack)
        first, second, up, hole, third, fourth = pack[0], pack[1], pack[2], pack[3], pack[4], pack[5]
        pair = (
            (first * np.uint64(CARDS) + second) * np.uint64(SORTS * SORTS) + sorts[up] * np.uint64(SORTS) + sorts[hole]
        )
        counts[pair] += 1
        a, b, c = first % four, second % four, up % four
        pattern = four
        if a == b:
            pattern = np.uint64(0) if a == c else np.uint64(1)
        elif a == c:
            pattern = np.uint64(2)
        elif b == c:
            pattern = np.uint64(3)
        ranks = (first // four * thirteen + second // four) * thirteen + up // four
        counts[np.uint64(PAIRS) + ranks * five + pattern] += 1
        sevens, aces = np.uint64(0), np.uint64(0)
        for card in (first, second, third):
            sevens = sevens * five + (card % four if card // four == seven else four)
        for card in (first, second, third, fourth):
            aces = aces * five + (card % four if card // four == ace else four)
        counts[np.uint64(PAIRS + TRIPLES) + sevens] += 1
        counts[np.uint64(PAIRS + TRIPLES + SEVENS) + aces] += 1
    return counts


def pairs_of(counts: Sequence[int]) -> Iterator[tuple[tuple[str, str], tuple[str, str], int]]:
    """The initial two cards, a dealer's two of the same sorts, and how often they came."""
    for place, count in _came(counts[:PAIRS]):
        cards, sorts = divmod(place, SORTS * SORTS)
        first, second = divmod(cards, CARDS)
        up, hole = divmod(sorts, SORTS)
        yield (DECK[first], DECK[second]), (f"{_SORTS_OF[up]}c", f"{_SORTS_OF[hole]}d"), count


def triples_of(counts: Sequence[int]) -> Iterator[tuple[tuple[str, str, str], int]]:
    """The initial two cards and the dealer's first, with suits alike and different as they came."""
    for place, count in _came(counts[PAIRS : PAIRS + TRIPLES]):
        ranks, pattern = divmod(place, PATTERNS)
        two, third = divmod(ranks, len(RANKS))
        first, second = divmod(two, len(RANKS))
        suits = _SUITS_OF[pattern]
        yield (RANKS[first] + suits[0], RANKS[second] + suits[1], RANKS[third] + suits[2]), count


def sevens_of(counts: Sequence[int]) -> Iterator[tuple[tuple[str, ...], int]]:
    """The first three cards, whatever is no seven as a two."""
    yield from _marked(counts[PAIRS + TRIPLES : PAIRS + TRIPLES + SEVENS], "7", 3)


def aces_of(counts: Sequence[int]) -> Iterator[tuple[tuple[str, ...], int]]:
    """The first four cards, whatever is no ace as a two."""
    yield from _marked(counts[PAIRS + TRIPLES + SEVENS : SIZE], "A", 4)


def _marked(counts: Sequence[int], rank: str, cards: int) -> Iterator[tuple[tuple[str, ...], int]]:
    for place, count in _came(counts):
        marks = [place // MARKS**at % MARKS for at in reversed(range(cards))]
        yield tuple(rank + SUITS[mark] if mark < len(SUITS) else "2c" for mark in marks), count


def _came(counts: Sequence[int]) -> Iterator[tuple[int, int]]:
    return ((place, count) for place, count in enumerate(counts) if count)
