"""Red dog, simulated: rounds dealt from a fresh shoe and counted by their ends. Imports numba."""

from __future__ import annotations

from math import perm

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiling import compiled
from nomorebets.equipment.cards import RANKS
from nomorebets.games.rank_games.counting import fresh
from nomorebets.games.rank_games.kernels import ONE, TWO, ZERO, behind, shoe_of_ranks
from nomorebets.games.red_dog.odds import ENDS, End, bet_line, end_of, lines, raises_by, settled, solve
from nomorebets.games.red_dog.terms import DECKS
from nomorebets.pricing.ends import Ends
from nomorebets.pricing.facet import Pricing
from nomorebets.sim.blocks import Kernel
from nomorebets.sim.dealing import stream_of
from nomorebets.sim.facet import GameSimulation
from nomorebets.sim.kernels import DrawRule, Word, draw_rule, fair_word, umulh
from nomorebets.sim.side_by_side import ByTables, Decisions
from nomorebets.sim.simulate import Simulated, Simulator, estimate_of
from nomorebets.table import Table


@compiled
def _play_rounds(
    seed: Word, block: Word, rounds: Word, rule: DrawRule, shoe: NDArray[np.uint64], raises: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """Counts by how far the first two ranks are apart, raised or not, won or not."""
    state, word, left_in_word, cards = stream_of(seed, block), ZERO, ZERO, np.uint64(shoe.size)
    ranks = np.zeros((13, 13, 13), np.int64)
    for _ in range(rounds):
        if left_in_word == ZERO:
            word, state = fair_word(state, rule)
            left_in_word = rule.draws
        left_in_word -= ONE
        first = umulh(word, cards)
        word *= cards
        second = behind(umulh(word, cards - ONE), first)
        word *= cards - ONE
        third = behind(behind(umulh(word, cards - TWO), min(first, second)), max(first, second))
        word *= cards - TWO
        ranks[shoe[first], shoe[second], shoe[third]] += 1
    counts = np.zeros(13 * 4, np.int64)
    for first_rank in range(13):
        for second_rank in range(13):
            low, high = min(first_rank, second_rank), max(first_rank, second_rank)
            place = (high - low) * 4 + 2 * int(raises[low, high])
            for third_rank in range(13):
                won = third_rank == low if low == high else low < third_rank < high
                counts[place + int(won)] += ranks[first_rank, second_rank, third_rank]
    return counts


def kernel_of(decks: int, raises: NDArray[np.bool_]) -> Kernel:
    """Rounds of red dog, counted by their ends."""
    shoe = shoe_of_ranks(decks)
    rule = draw_rule(perm(shoe.size, 3))

    def kernel(seed: int, block: int, rounds: int) -> NDArray[np.int64]:
        return _play_rounds(np.uint64(seed), np.uint64(block), np.uint64(rounds), rule, shoe, raises)

    return kernel


def simulator(table: Table, pricing: Pricing) -> Simulator:
    """Red dog by a named strategy, from a fresh shoe every round."""
    decks = int(table.house[DECKS])
    raises = np.zeros((len(RANKS), len(RANKS)), np.bool_)
    for (low, high), does in raises_by(fresh(decks), table.house, pricing.strategy).items():
        raises[low, high] = does
    wanted = lines(table, pricing)

    def estimates(counts: list[int], rounds: int) -> list[Simulated]:
        ends = dict.fromkeys(ENDS, 0)
        for place, count in enumerate(counts):
            ends[end_of(place // 4, bool(place // 2 % 2), bool(place % 2))] += count
        line = bet_line(table, Ends({end: n for end, n in ends.items() if n}, rounds))
        return [estimate_of(line, rounds) for _ in wanted]

    return Simulator(kernel_of(decks, raises), estimates)


def net_of(table: Table, end: End) -> float:
    """What a round gains, per unit of the bet."""
    results = settled(table, *end)
    return sum(result.net for result in results) / results[0].wager.amount


def side_by_side(table: Table, number: int) -> ByTables:
    """Many spreads to be decided together; rounds without one are passed over."""
    shoe = fresh(int(table.house[DECKS]))
    spreads = [(low, high) for low in shoe for high in shoe if high - low > 1]
    inside = np.array([sum(shoe[rank] for rank in range(low + 1, high)) for low, high in spreads], np.int64)
    both = np.stack([inside, shoe.total() - 2 - inside], axis=1)
    nets = [[[net_of(table, end_of(high - low, raised, won)) for won in (True, False)] for low, high in spreads]
            for raised in (False, True)]  # fmt: skip
    ends = solve(shoe, {}).counts
    game = Decisions(
        actions=("stand", "raise"),
        features=("low", "high"),
        seen=np.array([[low + 2, high + 2] for low, high in spreads], np.int8),
        begins=np.array([2 * shoe[low] * shoe[high] * (shoe.total() - 2) for low, high in spreads], np.int64),
        ways=np.broadcast_to(both, (2, *both.shape)),
        net=np.array(nets),
        passed=tuple((ways, net_of(table, end)) for end, ways in ends.items() if not end[0].spread),
    )
    return ByTables(game, number)


SIMULATION = GameSimulation(simulator=simulator, side_by_side=side_by_side)
