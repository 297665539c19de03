"""Pai gow simulated: against the exact odds, for every strategy, as player and as banker.

Within 4 standard errors: with these seeds the tests either always pass or never; by chance one would fail once in
16,000 seeds.
"""

import pytest

from nomorebets.drivers.facet import strategies_of
from nomorebets.games import game, open_table
from nomorebets.pricing.sheet import odds_at
from nomorebets.sim.simulate import simulate
from nomorebets.table import Settings

CASES = [
    *((None, name, {}) for name in strategies_of(game("pai-gow")).named),
    ("bank", "optimal", {}),
    ("bank", "house-way", {"dealer-set-method": "priority"}),
    (None, "house-way", {"dragons-eye": "17: 25 to 1, 8: 3 to 1", "dealer-set-method": "priority"}),
]


@pytest.mark.parametrize(("wager", "strategy", "options"), CASES)
def test_simulated_equals_exact(wager, strategy, options):
    table = open_table("pai-gow", settings=Settings(dict(options)))
    exact = odds_at(table, wager=wager, strategy=strategy)
    found = simulate(table, 10**6, seed=20, wager=wager, strategy=strategy)
    assert {line.wager for line in found.lines} == set(exact)
    for line in found.lines:
        assert abs(line.z(exact[line.wager].edge)) < 4, line


def test_the_number_of_workers_does_not_matter():
    table = open_table("pai-gow")
    rounds = 5 * 10**6  # more than one block
    one, two = (simulate(table, rounds, seed=3, workers=workers) for workers in (1, 2))
    assert [line.edge for line in one.lines] == [line.edge for line in two.lines]
