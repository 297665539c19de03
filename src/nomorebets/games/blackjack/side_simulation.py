"""Side wagers of blackjack, simulated: every round from a full shoe, priced by the same settlement. Imports numba."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from nomorebets.games.blackjack import side_terms as terms
from nomorebets.games.blackjack.outcome import BoxOutcome
from nomorebets.games.blackjack.side_odds import COUNTED, Deal, line_from, priced_kinds, shoe_at
from nomorebets.games.twenty_one.side_kernels import SIZE, aces_of, pairs_of, sevens_of, triples_of
from nomorebets.games.twenty_one.side_simulation import side_kernel
from nomorebets.pricing.facet import Pricing
from nomorebets.sim.simulate import Simulated, Simulator, estimate_of
from nomorebets.table import Table


def _box(cards: Sequence[str], up: str = "2c", hole: str = "2d", drawn: Sequence[str] = ()) -> BoxOutcome:
    return BoxOutcome((cards[0], cards[1]), tuple(drawn), up, hole, None)


def _two(counts: Sequence[int]) -> Iterator[Deal]:
    """Deals by the initial two cards alone."""
    alike: Counter[tuple[str, str]] = Counter()
    for cards, _, count in pairs_of(counts):
        alike[cards] += count
    return ((_box(cards), count) for cards, count in alike.items())


def _two_and_two(counts: Sequence[int]) -> Iterator[Deal]:
    return ((_box(cards, *dealer), count) for cards, dealer, count in pairs_of(counts))


def _three(counts: Sequence[int]) -> Iterator[Deal]:
    return ((_box(cards, up=cards[2]), count) for cards, count in triples_of(counts))


def _first_three(counts: Sequence[int]) -> Iterator[Deal]:
    return ((_box(cards, drawn=cards[2:]), count) for cards, count in sevens_of(counts))


def _first_four(counts: Sequence[int]) -> Iterator[Deal]:
    return ((_box(cards, drawn=cards[2:]), count) for cards, count in aces_of(counts))


DEALT: dict[str, Callable[[Sequence[int]], Iterator[Deal]]] = {
    **dict.fromkeys(("over-13", "under-13", "same-suit", "blackjack-bonus"), _two),
    **dict.fromkeys(("match-the-dealer", "optional-bonus", "in-between"), _three),
    "twenty-point-bonus": _two_and_two,
    "sevens": _first_three,
    "progressive": _first_four,
}
assert set(DEALT) == set(COUNTED)


def side_simulator(table: Table, pricing: Pricing) -> Simulator:
    """The side wagers that one round decides, every round from the whole shoe."""
    kinds = [kind for kind in priced_kinds(table, pricing) if kind not in terms.STREAKS]

    def estimates(counts: list[int], rounds: int) -> list[Simulated]:
        return [estimate_of(line_from(table, kind, DEALT[kind](counts), pricing.meter), rounds) for kind in kinds]

    return Simulator(side_kernel(shoe_at(table, pricing)), estimates)


def beside(main: Simulator, sides: Simulator) -> Simulator:
    """Two simulators as one: the rounds of either are its own, and the counts of the side wagers come last."""

    def kernel(seed: int, block: int, rounds: int) -> NDArray[np.int64]:
        return np.concatenate((main.kernel(seed, block, rounds), sides.kernel(~seed % 2**64, block, rounds)))

    def estimates(counts: list[int], rounds: int) -> list[Simulated]:
        return [*main.lines(counts[:-SIZE], rounds), *sides.lines(counts[-SIZE:], rounds)]

    return Simulator(kernel, estimates)
