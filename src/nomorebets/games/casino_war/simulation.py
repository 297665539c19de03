"""Casino war, simulated: rounds dealt from a fresh shoe and counted by their ends. Imports numba."""

from __future__ import annotations

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiling import compiled
from nomorebets.equipment.cards import RANKS
from nomorebets.errors import UnknownName
from nomorebets.games.casino_war.odds import initial_line, lines, solve, tie_line, wars_by
from nomorebets.games.casino_war.strategies import ENDS, ends_of, war_ends
from nomorebets.games.casino_war.terms import DECKS, ends_at_tie
from nomorebets.games.rank_games.counting import fresh
from nomorebets.games.rank_games.kernels import ONE, THREE, TWO, behind, shoe_of_ranks
from nomorebets.pricing.ends import Ends
from nomorebets.pricing.facet import Pricing
from nomorebets.sim.blocks import Kernel
from nomorebets.sim.dealing import deal_rule, stream_of
from nomorebets.sim.facet import GameSimulation
from nomorebets.sim.kernels import DrawRule, Word, fair_word, umulh
from nomorebets.sim.side_by_side import ByTables, Decisions
from nomorebets.sim.simulate import Simulated, Simulator, estimate_of
from nomorebets.table import Table

WIN, LOSE, SURRENDER, WAR_WON, WAR_TIED, WAR_LOST = (np.uint64(i) for i in range(6))  # as `ENDS` lists them


@compiled
def _play_rounds(
    seed: Word, block: Word, rounds: Word, rule: DrawRule, shoe: NDArray[np.uint64], wars: NDArray[np.bool_]
) -> NDArray[np.int64]:
    state, cards = stream_of(seed, block), np.uint64(shoe.size)
    counts, pairs = np.zeros(6, np.int64), np.zeros((13, 13), np.int64)
    for _ in range(rounds):
        word, state = fair_word(state, rule)
        first = umulh(word, cards)
        word *= cards
        second = behind(umulh(word, cards - ONE), first)
        player, dealer = shoe[first], shoe[second]
        pairs[player, dealer] += 1
        if player == dealer and wars[player]:
            word *= cards - ONE
            third = umulh(word, cards - TWO)
            word *= cards - TWO
            fourth = behind(umulh(word, cards - THREE), third)
            low, high = min(first, second), max(first, second)
            own, other = shoe[behind(behind(third, low), high)], shoe[behind(behind(fourth, low), high)]
            counts[WAR_WON + np.uint64(own <= other) + np.uint64(own < other)] += 1
    for player in range(13):
        counts[WIN] += pairs[player, :player].sum()
        counts[LOSE] += pairs[player, player + 1 :].sum()
        if not wars[player]:
            counts[SURRENDER] += pairs[player, player]
    return counts


def kernel_of(decks: int, wars: dict[int, bool]) -> Kernel:
    """Rounds of casino war, counted by their ends."""
    shoe = shoe_of_ranks(decks)
    rule = deal_rule(4, shoe.size)
    decided = np.array([wars[rank] for rank in range(len(RANKS))])

    def kernel(seed: int, block: int, rounds: int) -> NDArray[np.int64]:
        return _play_rounds(np.uint64(seed), np.uint64(block), np.uint64(rounds), rule, shoe, decided)

    return kernel


def simulator(table: Table, pricing: Pricing) -> Simulator:
    """Casino war by a named strategy, from a fresh shoe every round."""
    decks = int(table.house[DECKS])
    wars = wars_by(fresh(decks), table.house, pricing.strategy)
    wanted = [line.wager for line in lines(table, pricing)]
    line_from = {"initial": initial_line, "tie": tie_line}

    def estimates(counts: list[int], rounds: int) -> list[Simulated]:
        ends = Ends({(end,): n for end, n in zip(ENDS, counts, strict=True) if n}, rounds)
        return [estimate_of(line_from[wager](table, ends), rounds) for wager in wanted]

    return Simulator(kernel_of(decks, wars), estimates)


def side_by_side(table: Table, number: int) -> ByTables:
    """Many ties to be decided together; rounds without one are passed over."""
    house, shoe = table.house, fresh(int(table.house[DECKS]))
    if ends_at_tie(house):
        raise UnknownName("a tie is over at once: there is nothing to decide", accepts="a table that goes to war")
    ends, rest = ends_of(house), solve(shoe, dict.fromkeys(shoe, False)).counts
    left = [war_ends(Counter({**shoe, rank: shoe[rank] - 2})) for rank in shoe]
    ways = np.array([[[of_rank.total() if e == "surrender" else 0 for e in ends] for of_rank in left],
                     [[of_rank[e] for e in ends] for of_rank in left]], np.int64)  # fmt: skip
    pairs = (shoe.total() - 2) * (shoe.total() - 3)
    game = Decisions(
        actions=("surrender", "war"),
        features=("rank",),
        seen=np.array([[rank + 2] for rank in shoe], np.int8),
        begins=np.array([shoe[rank] * (shoe[rank] - 1) * pairs for rank in shoe], np.int64),
        ways=ways,
        net=np.broadcast_to(np.array([float(end.net) for end in ends.values()]), ways.shape),
        passed=tuple((rest[end,], float(ends[end].net)) for end in ("win", "lose")),
    )
    return ByTables(game, number)


SIMULATION = GameSimulation(simulator=simulator, side_by_side=side_by_side)
