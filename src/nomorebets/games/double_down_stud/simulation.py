"""Double down stud simulated: rounds dealt by a compiled loop, settled as the exact odds are. Imports numba."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiling import compiled
from nomorebets.games.double_down_stud import odds, solver
from nomorebets.games.stud.holdings import FEATURES, cards_seen, holdings
from nomorebets.games.stud.kernels import BINOMIALS
from nomorebets.games.stud.rounds import kernel_of, new_deck, number_of_four
from nomorebets.hands.compiled import Tables, five_card_number, tables
from nomorebets.pricing.ends import Ends
from nomorebets.pricing.facet import Pricing
from nomorebets.sim.blocks import Kernel
from nomorebets.sim.dealing import deal, deal_rule, stream_of
from nomorebets.sim.facet import GameSimulation
from nomorebets.sim.kernels import DrawRule, Word
from nomorebets.sim.side_by_side import ByTables, Decisions
from nomorebets.sim.simulate import Simulated, Simulator, estimate_of
from nomorebets.table import Table


@compiled
def _play(
    seed: Word,
    block: Word,
    rounds: Word,
    rule: DrawRule,
    double: NDArray[np.uint8],
    amounts: Word,
    class_of: NDArray[np.uint8],
    binomials: NDArray[np.uint64],
    look_up: Tables,
) -> NDArray[np.int64]:
    state, deck = stream_of(seed, block), new_deck()
    counts = np.zeros(np.uint64(11) * amounts, np.int64)
    for _ in range(rounds):
        state = deal(state, rule, deck)
        doubled = np.uint64(double[number_of_four(deck, binomials)])
        number = np.uint64(five_card_number(deck[0], deck[1], deck[2], deck[3], deck[4], look_up))
        counts[np.uint64(class_of[number]) * amounts + doubled] += 1
    return counts


def counted(played: solver.Played) -> tuple[tuple[str, int], ...]:
    """What the counts of `round_kernel` count."""
    return tuple((hand, doubled) for hand in solver.CLASSES.names for doubled in played.amounts)


def round_kernel(played: solver.Played) -> Kernel:
    """Rounds of double down stud, played by the exact solver's decisions; counts as `counted` lists them."""
    double, rule, look_up = played.double[played.deck.four_of], deal_rule(5), tables()
    amounts, class_of = np.uint64(len(played.amounts)), solver.CLASSES.of_number
    return kernel_of(_play, rule, double, amounts, class_of, BINOMIALS, look_up)


def simulator(table: Table, pricing: Pricing) -> Simulator:
    """Play by a named strategy, or by the best one."""
    odds.require_wager(table, pricing)
    played = odds.played(table, pricing)
    ends = counted(played)

    def lines(counts: list[int], rounds: int) -> list[Simulated]:
        came = {end: count for end, count in zip(ends, counts, strict=True) if count}
        return [estimate_of(odds.original_line(table, pricing, Ends(came, rounds)), rounds)]

    return Simulator(round_kernel(played), lines)


def side_by_side(table: Table, number: int) -> ByTables:
    """Many rounds to be decided together: the original wager and its double."""
    deck, original = holdings(), odds.original_of(table, Pricing())
    last = deck.last_cards(solver.CLASSES)
    doubles = 0, original
    net = [
        [
            sum(r.net for r in odds.settled(table.house, original, row, double)) / original
            for row in solver.CLASSES.names
        ]
        for double in doubles
    ]
    game = Decisions(
        actions=("stand", "double-down"),
        features=FEATURES,
        seen=cards_seen(deck.fours),
        begins=deck.ways_of_4,
        ways=np.broadcast_to(last, (2, *last.shape)),
        net=np.broadcast_to(np.array(net)[:, None, :], (2, *last.shape)),
    )
    return ByTables(game, number)


SIMULATION = GameSimulation(simulator=simulator, side_by_side=side_by_side)
