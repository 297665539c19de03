"""Wagers that a game file adds, simulated beside the game: hands dealt, or events drawn, in a compiled loop.

Imports numba: not before a simulation starts.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations_with_replacement, permutations

import numpy as np
from numpy.typing import NDArray

from nomorebets.equipment.cards import DECK
from nomorebets.hands.rankings import Ranking
from nomorebets.pricing.added_wagers import event_line, hand_line
from nomorebets.pricing.sheet import Line
from nomorebets.sim.blocks import Kernel
from nomorebets.sim.dealing import deal_hands, deal_rule
from nomorebets.sim.facet import AddedKernel
from nomorebets.sim.kernels import wheel_counts
from nomorebets.sim.simulate import Simulated, Simulator, estimate_of
from nomorebets.table import Table
from nomorebets.table.added_wagers import Event, SeatHand

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


def with_added(
    made: Simulator | None, table: Table, on: SeatHand | Event, kinds: list[str], own: AddedKernel | None
) -> Simulator:
    """A simulator of a game, where any of its own lines are asked for, and of added wagers beside it.

    ``own``: how the game itself simulates what they are on.
    """
    kernel, size, line = _events(table, on, own) if isinstance(on, Event) else _hands(table, on)

    def both(seed: int, block: int, rounds: int) -> NDArray[np.int64]:
        came = kernel(seed, STREAM + block, rounds)
        return came if made is None else np.concatenate([came, made.kernel(seed, block, rounds)])

    def lines(counts: list[int], rounds: int) -> list[Simulated]:
        others = [] if made is None else made.lines(counts[size:], rounds)
        return others + [estimate_of(line(kind, counts[:size]), rounds) for kind in kinds]

    return Simulator(both, lines)


Added = tuple[Kernel, int, Callable[[str, list[int]], Line]]  # what counts, how many counts, and the line of them


def _hands(table: Table, hand: SeatHand) -> Added:
    size, classes = hand.own + hand.shared, hand.ranking.classes
    decks = hand.decks(table.house)
    rule, place_of = deal_rule(size, SIZE * decks), _places(hand.ranking, size)

    def kernel(seed: int, block: int, rounds: int) -> NDArray[np.int64]:
        pack = np.arange(SIZE * decks).astype(np.uint64)
        hands = deal_hands(np.uint64(seed), np.uint64(block), np.uint64(rounds), rule, pack)
        return np.bincount(place_of(hands), minlength=len(classes)).astype(np.int64)

    def line(kind: str, counts: list[int]) -> Line:
        return hand_line(table, kind, {name: n for name, n in zip(classes, counts, strict=True) if n})

    return kernel, len(classes), line


def _events(table: Table, event: Event, own: AddedKernel | None) -> Added:
    """An event as its game simulates it, or drawn like a compartment of a wheel, of as many as there are ways."""
    if own is not None:
        kernel, size, read = own(table)
        return kernel, size, lambda kind, counts: event_line(table, kind, event, read(counts))
    every = event.every(table.house, ())
    ways = np.array([*every.values()], np.int64)
    first, total = np.cumsum(ways) - ways, int(ways.sum())

    def drawn(seed: int, block: int, rounds: int) -> NDArray[np.int64]:
        return np.add.reduceat(wheel_counts(seed, block, rounds, total), first)

    def line(kind: str, counts: list[int]) -> Line:
        return event_line(table, kind, event, {came: n for came, n in zip(every, counts, strict=True) if n})

    return drawn, len(every), line
