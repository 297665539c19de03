"""Side wagers of blackjack, simulated, against their exact odds."""

from __future__ import annotations

import numpy as np
import pytest

from nomorebets.errors import UnknownName
from nomorebets.games.blackjack.side_odds import side_line, side_lines
from nomorebets.games.blackjack.side_simulation import beside, side_simulator
from nomorebets.games.twenty_one.shoe_counts import ShoeCounts, fresh_shoe
from nomorebets.games.twenty_one.side_kernels import ACES, PAIRS, SEVENS, SIZE, TRIPLES
from nomorebets.games.twenty_one.side_simulation import side_kernel
from nomorebets.pricing.facet import Pricing
from nomorebets.sim.simulate import Simulated, Simulator
from side_tables import side_table

ROUNDS = 1_000_000
TABLES = [
    {"decks": "6", "match-the-dealer": "on", "optional-bonus": "on", "in-between": "12", "blackjack-bonus": "on"},
    {"decks": "8", "twenty-point-bonus": "B", "additional-wager": "over-under"},
    {"decks": "2", "additional-wager": "same-suit", "same-suit-table": "B"},
    {"decks": "4", "additional-wager": "sevens"},
    {"decks": "4", "additional-wager": "sevens", "sevens-mode": "any-of-three"},
    {"decks": "8", "progressive": "on"},
]


@pytest.mark.parametrize("options", TABLES)
def test_simulated_and_exact_agree(options):
    """Within five exact standard errors: a right line is farther off once in two million times."""
    table, pricing = side_table(**options), Pricing(meter=2_500_000)
    made = side_simulator(table, pricing)
    simulated = made.lines([int(n) for n in made.kernel(7, 3, ROUNDS)], ROUNDS)
    exact = side_lines(table, pricing)
    assert [line.wager for line in simulated] == [line.wager for line in exact]
    for came, line in zip(simulated, exact, strict=True):
        assert abs(came.edge - line.edge_decimal) < 5 * float(line.variance / ROUNDS) ** 0.5, line.wager


def test_every_round_is_counted_four_times_and_again_alike():
    kernel = side_kernel(fresh_shoe(6))
    counts = kernel(1, 2, 5000)
    ends = np.cumsum([PAIRS, TRIPLES, SEVENS, ACES])
    assert ends[-1] == SIZE == counts.size
    assert [part.sum() for part in np.split(counts, ends[:-1])] == [5000] * 4
    assert (kernel(1, 2, 5000) == counts).all()
    assert (kernel(1, 3, 5000) != counts).any()


def test_only_cards_of_the_shoe_are_dealt():
    few = ShoeCounts(dict.fromkeys(fresh_shoe(1).of, 0) | {"Qh": 4, "As": 2, "7c": 2})
    table = side_table(decks="6", twenty_point_bonus="A")
    counts = side_kernel(few)(5, 0, 200_000)
    (came,) = side_simulator(table, Pricing()).lines([int(n) for n in counts], 200_000)
    exact = side_line(table, "twenty-point-bonus", few)
    assert abs(came.edge - exact.edge_decimal) < 5 * float(exact.variance / 200_000) ** 0.5
    assert exact.edge < -70  # queens of hearts in a fifth of all deals


def test_a_shoe_too_large_for_one_word_is_refused():
    side_kernel(fresh_shoe(30))
    with pytest.raises(UnknownName, match="too large to be simulated"):
        side_kernel(fresh_shoe(99))


def test_side_wagers_beside_another_simulator():
    table = side_table(decks="6", in_between="12")
    main = Simulator(
        lambda seed, block, rounds: np.full(3, rounds, np.int64),
        lambda counts, rounds: [Simulated("main", float(sum(counts)), 0.0, rounds)],
    )
    both = beside(main, side_simulator(table, Pricing()))
    lines = both.lines([int(n) for n in both.kernel(1, 0, 100)], 100)
    assert [(line.wager, line.rounds) for line in lines] == [("main", 100), ("in-between", 100)]
    assert lines[0].edge == 300
