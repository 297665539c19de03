"""Three card poker, casino war and red dog simulated: against the exact odds, for every strategy and some options.

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
    *(("three-card-poker", name, {}) for name in strategies_of(game("three-card-poker")).named),
    ("three-card-poker", "optimal", {"offer-six-card-bonus": "on", "ante-bonus-table": "ab-3"}),
    ("three-card-poker", "optimal", {"offer-six-card-bonus": "on", "side-wagers-survive-fold": "off"}),
    ("three-card-poker", "queen-or-better", {"offer-progressive": "on", "side-wagers-survive-fold": "off"}),
    *(("casino-war", name, {}) for name in strategies_of(game("casino-war")).named),
    *(("casino-war", "always-war", {"decks": decks, "war-tie-bonus": "none"}) for decks in "18"),
    *(("red-dog", name, {}) for name in strategies_of(game("red-dog")).named),
    *(("red-dog", "optimal", {"decks": decks, "raise-max": "1/2"}) for decks in "18"),
]


@pytest.mark.parametrize(("game_id", "strategy", "options"), CASES)
def test_simulated_equals_exact(game_id, strategy, options):
    table = open_table(game_id, settings=Settings(dict(options)))
    exact = odds_at(table, strategy=strategy)
    found = simulate(table, 10**6, seed=20, workers=2, strategy=strategy)
    assert {line.wager for line in found.lines} == set(exact)
    for line in found.lines:
        assert abs(line.z(exact[line.wager].edge)) < 4, line


@pytest.mark.parametrize("game_id", ["three-card-poker", "casino-war", "red-dog"])
def test_the_number_of_workers_does_not_matter(game_id):
    table = open_table(game_id)
    rounds = 5 * 10**6  # more than one block
    assert simulate(table, rounds, seed=3).lines == simulate(table, rounds, seed=3, workers=3).lines


@pytest.mark.parametrize(
    ("game_id", "wager"), [("three-card-poker", "pair-plus"), ("casino-war", "tie"), ("red-dog", "bet")]
)
def test_one_wager_only(game_id, wager):
    assert [line.wager for line in simulate(open_table(game_id), 1000, wager=wager).lines] == [wager]
