"""Let it ride and double down stud simulated: against the exact odds, for every strategy and with limits."""

import pytest

from nomorebets.games import open_table
from nomorebets.games.double_down_stud import strategies as double_down_stud
from nomorebets.games.let_it_ride import strategies as let_it_ride
from nomorebets.pricing.sheet import odds_at
from nomorebets.sim.simulate import simulate
from nomorebets.table import Settings

# Within 4 standard errors: with these seeds a test always passes or never; by chance a line would fail once in 16,000
# seeds, and there are about 50 lines.
MOST_Z = 4
ROUNDS = 10**6
CASES = [("let-it-ride", name) for name in let_it_ride.NAMED]
CASES += [("double-down-stud", name) for name in double_down_stud.NAMED]


@pytest.mark.parametrize(("game", "strategy"), CASES)
def test_simulated_equals_exact(game, strategy):
    table = open_table(game)
    exact = odds_at(table, strategy=strategy)
    result = simulate(table, ROUNDS, seed=1718, workers=2, strategy=strategy)
    assert {line.wager for line in result.lines} == set(exact)
    for line in result.lines:
        assert abs(line.z(exact[line.wager].edge)) < MOST_Z, line


@pytest.mark.parametrize(("game", "stake"), [("let-it-ride", "10000"), ("double-down-stud", "8000")])
def test_simulated_equals_exact_where_limits_change_the_play(game, stake):
    table = open_table(game)
    exact = odds_at(table, stake=stake)
    for line in simulate(table, ROUNDS, seed=18, workers=2, stake=stake).lines:
        assert abs(line.z(exact[line.wager].edge)) < MOST_Z, line


@pytest.mark.parametrize("pays", ["tcb-1", "tcb-3"])
def test_the_three_card_bonus_simulated_equals_exact(pays):
    settings = Settings({"offer-three-card-bonus": "on", "three-card-bonus-table": pays})
    table = open_table("let-it-ride", None, settings)
    exact = odds_at(table)
    result = simulate(table, ROUNDS, seed=1863, workers=2)
    assert {line.wager for line in result.lines} == set(exact)
    (line,) = (line for line in result.lines if line.wager == "three-card-bonus")
    assert abs(line.z(exact[line.wager].edge)) < MOST_Z, line


@pytest.mark.parametrize(("game", "wager"), [("let-it-ride", "bet-2"), ("double-down-stud", "original")])
def test_one_wager(game, wager):
    assert [line.wager for line in simulate(open_table(game), 1000, wager=wager).lines] == [wager]


@pytest.mark.parametrize("game", ["let-it-ride", "double-down-stud"])
def test_the_number_of_workers_does_not_matter(game):
    table, rounds = open_table(game), 5 * 10**6  # more than one block
    assert simulate(table, rounds, seed=3).lines == simulate(table, rounds, seed=3, workers=3).lines
