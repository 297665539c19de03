"""Wagers that a game file adds on the hand of a seat, simulated beside the game: hands dealt in a compiled loop.

Imports numba: not before a simulation starts.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations_with_replacement, permutations

import numpy as np
from numpy.typing import NDArray

from nomorebets.equipment.cards import DECK
from nomorebets.hands.rankings import Ranking
from nomorebets.pricing.added_wagers import added_line
from nomorebets.sim.dealing import deal_hands, deal_rule
from nomorebets.sim.simulate import Simulated, Simulator, estimate_of
from nomorebets.table import Table
from nomorebets.table.added_wagers import SeatHand

SIZE = len(DECK)
STREAM = 1 << 62  # the hands of added wagers have random streams of their own, far from those of the game
_BY_TABLE = 3  # cards of a hand of which all orders are in one table


def _places(ranking: Ranking, size: int) -> Callable[[NDArray[np.uint8]], NDArray[np.int64]]:
    """The place of the class of each hand."""
    if size > _BY_TABLE:
        from nomorebets.hands.compiled import five_card_numbers
        from nomorebets.hands.ranks import FIVE_CARD_PLACE

        by_number = np.array(FIVE_CARD_PLACE, np.int64)
        return lambda hands: by_number[five_card_numbers(hands)]
    table = np.zeros((SIZE,) * size, np.int64)
    for cards in combinations_with_replacement(range(SIZE), size):
        place = ranking.classes.index(ranking.class_of([DECK[card] for card in cards]))
        for order in permutations(cards):
            table[order] = place
    return lambda hands: table[tuple(hands.T)]


def with_added(made: Simulator | None, table: Table, hand: SeatHand, kinds: list[str]) -> Simulator:
    """A simulator of a game, where any of its own lines are asked for, and of added wagers beside it."""
    size, classes = hand.own + hand.shared, hand.ranking.classes
    decks = hand.decks(table.house)
    rule, place_of = deal_rule(size, SIZE * decks), _places(hand.ranking, size)

    def kernel(seed: int, block: int, rounds: int) -> NDArray[np.int64]:
        pack = np.arange(SIZE * decks).astype(np.uint64)
        hands = deal_hands(np.uint64(seed), np.uint64(STREAM + block), np.uint64(rounds), rule, pack)
        held = np.bincount(place_of(hands), minlength=len(classes)).astype(np.int64)
        return held if made is None else np.concatenate([held, made.kernel(seed, block, rounds)])

    def lines(counts: list[int], rounds: int) -> list[Simulated]:
        held = {name: n for name, n in zip(classes, counts, strict=False) if n}
        own = [] if made is None else made.lines(counts[len(classes) :], rounds)
        return own + [estimate_of(added_line(table, kind, held), rounds) for kind in kinds]

    return Simulator(kernel, lines)
