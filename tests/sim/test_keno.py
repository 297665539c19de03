"""Keno, simulated: every kind of ticket against the exact odds."""

import pytest

from nomorebets.equipment.tickets import read_ticket
from nomorebets.games import open_table
from nomorebets.games.keno.simulation import ways_of
from nomorebets.pricing.sheet import odds_at
from nomorebets.sim.simulate import simulate
from nomorebets.sim.verify import FARTHEST_Z, verify


def test_every_way_of_a_ticket_once():
    ways = ways_of(read_ticket("1-2/3-4/5-6:3/4_1/6"))
    assert sorted(ways) == [(1, 2, 3, 4), (1, 2, 3, 4, 5, 6), (1, 2, 5, 6), (3, 4, 5, 6)]


WIDE = (
    "ticket:" + "/".join(f"{n}-{n + 1}-{n + 2}-{n + 3}" for n in range(61, 80, 4)) + ":5/4"
)  # twenty numbers: no group


@pytest.mark.parametrize("wager", [None, "ticket:1-2-3-4/5-6-7-8/77-78-79-80:3/4_3/8_1/12", WIDE])
def test_simulated_tickets_hold(wager):
    table = open_table("keno")
    exact = odds_at(table, wager=wager)
    lines = simulate(table, 400_000, seed=5, wager=wager).lines
    assert [line.wager for line in lines] == list(exact)
    for line in lines:
        # by the exact variance: a rare prize that did not come must not narrow it
        error = (float(exact[line.wager].variance) / line.rounds) ** 0.5
        assert abs(line.edge - exact[line.wager].edge_decimal) < FARTHEST_Z * error, line.wager


def test_script_and_odds_agree():
    assert verify(open_table("keno"), rounds=100_000, deals=60, seed=3).holds
