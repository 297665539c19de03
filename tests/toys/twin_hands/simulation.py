"""Twin hands, simulated: showdowns dealt and counted, and priced as the exact ones are. Imports numba."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiling import compiled
from nomorebets.equipment.packs import pack
from nomorebets.pricing.ends import Ends
from nomorebets.pricing.facet import Pricing
from nomorebets.sim.dealing import deal, deal_rule, stream_of
from nomorebets.sim.facet import GameSimulation
from nomorebets.sim.kernels import DrawRule, Word
from nomorebets.sim.simulate import Simulated, Simulator, estimate_of
from nomorebets.table import Table
from twin_hands.odds import DEALT, lines_from
from twin_hands.settlement import NAMES, Showdown, value

SHAPE = (len(NAMES),) * len(Showdown._fields)


@compiled
def _count_showdowns(
    seed: Word, block: Word, rounds: Word, rule: DrawRule, values: NDArray[np.uint64], counts: NDArray[np.int64]
) -> NDArray[np.int64]:
    stream, cards = stream_of(seed, block), values.copy()
    for _ in range(rounds):
        stream = deal(stream, rule, cards)
        counts[max(cards[0], cards[1]), max(cards[2], cards[3]), cards[4]] += 1
    return counts


def simulator(table: Table, pricing: Pricing) -> Simulator:
    """Every round from a freshly shuffled pack."""
    cards = pack(table.game.chance.pack)
    rule, values = deal_rule(DEALT, len(cards)), np.array([value(card) for card in cards], np.uint64)

    def kernel(seed: int, block: int, rounds: int) -> NDArray[np.int64]:
        counts = np.zeros(SHAPE, np.int64)
        return _count_showdowns(np.uint64(seed), np.uint64(block), np.uint64(rounds), rule, values, counts).reshape(-1)

    def estimates(counts: list[int], rounds: int) -> list[Simulated]:
        came = zip(np.ndindex(SHAPE), counts, strict=True)
        ends = Ends({Showdown(*shown): count for shown, count in came if count}, rounds)
        return [estimate_of(line, rounds) for line in lines_from(table, pricing, ends)]

    return Simulator(kernel, estimates)


SIMULATION = GameSimulation(simulator=simulator)
