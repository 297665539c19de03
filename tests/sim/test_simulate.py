"""The fast simulator against the script, compartment by compartment, and both against the exact odds."""

import math
from fractions import Fraction

import pytest

from nomorebets.drivers.bots import BotTable
from nomorebets.drivers.chance import SeededChance
from nomorebets.errors import UnknownName
from nomorebets.games import open_table
from nomorebets.pricing.sheet import odds_at, stakes
from nomorebets.sim.simulate import compartments, simulate
from nomorebets.table import Play, Round, Settings, Wager, play
from nomorebets.table.requests import Bets
from nomorebets.table.wheels import BallRest, WheelRest, wheel

ROULETTE = {"five-adjacent": "on", "seven-numbers": "on"}
TABLES = [
    ("roulette", {"wheel-kind": "double-zero", **ROULETTE}),
    ("roulette", {"wheel-kind": "double-zero", "even-money-on-zero": "whole"}),
    ("roulette", {"wheel-kind": "single-zero", **ROULETTE}),
    ("roulette", {"wheel-kind": "double-as-single", **ROULETTE}),
    ("big-six", {"wheel": "nj"}),
    ("big-six", {"wheel": "las-vegas"}),
]
every_table = pytest.mark.parametrize(
    ("game", "options"), TABLES, ids=lambda v: v if isinstance(v, str) else "+".join(v.values())
)

# Estimates are compared with the exact edge in standard errors. Under a right simulator |z| > 4 comes once in 15,800
# lines; about 80 lines are checked, with a fixed seed, so a failure means a fault and not bad luck. A fault in one
# compartment of 38 moves the edge of red by 0.05: at 10**7 rounds that is 160 standard errors.
MOST_Z = 4
ROUNDS = 10**7
# The script is slower: 2,000 rounds, the same reasoning, a little more room for a skewed wager like straight.
MOST_Z_LIVE = 4.5
LIVE_ROUNDS = 2_000


def opened(game, options):
    return open_table(game, settings=Settings(dict(options)))


def settled_by_the_script(table, wagers, rest):
    """One round of the script that ends in a given compartment: wager -> net per unit; None if the spin is void."""
    game = Play(Round(table))
    game.answer(Bets(placed=wagers))
    while game.request.asks != "chance":
        game.answer(game.request.usual())
    game.answer(rest)
    if game.request is not None and getattr(game.request, "words", "") == "No Spin":
        return None
    while not game.over:
        game.answer(game.request.usual())
    return {r.wager: Fraction(r.net, r.amount) for r in game.rulings}


@every_table
def test_the_kernels_table_is_the_script_in_every_compartment(game, options):
    table = opened(game, options)
    wagers = stakes(table, None, None)
    seen = compartments(table, wagers)
    if game == "roulette":
        order = [BallRest(n) for n in wheel("single-zero" if options["wheel-kind"] == "single-zero" else "double-zero")]
    else:
        sections = wheel(options["wheel"])
        order = [
            WheelRest(s)
            for symbol in dict.fromkeys(("$1", "$2", "$5", "$10", "$20", "joker", "flag"))
            for s in sections
            if s == symbol
        ]
    assert len(seen.void) == len(order)
    assert set(seen.net) == {w.on for w in wagers}
    for at, rest in enumerate(order):
        script = settled_by_the_script(table, wagers, rest)
        assert seen.void[at] is (script is None)
        if script is not None:
            assert {w.on: seen.net[w.on][at] for w in wagers} == script


@every_table
def test_the_void_compartment_is_00_where_it_is_not_in_play(game, options):
    table = opened(game, options)
    void = compartments(table, stakes(table, None, None)).void
    assert sum(void) == (options.get("wheel-kind") == "double-as-single")


@every_table
def test_simulated_edges_are_the_exact_ones(game, options):
    table = opened(game, options)
    exact = odds_at(table)
    simulation = simulate(table, ROUNDS, seed=5, workers=2)
    assert simulation.rounds == ROUNDS
    assert {line.wager for line in simulation.lines} == set(exact)
    for line in simulation.lines:
        assert abs(line.z(exact[line.wager].edge)) < MOST_Z, line
        deviation = math.sqrt(float(exact[line.wager].variance) / ROUNDS)
        assert line.standard_error == pytest.approx(deviation, rel=0.01)  # of 10**7 rounds: known to a part in 1,000
        low, high = line.interval
        assert high - low == pytest.approx(2 * 1.96 * line.standard_error)


@every_table
def test_the_script_played_live_has_the_exact_edges(game, options):
    """One wager of each kind, dealt round by round through the script with seeded chance."""
    table = opened(game, options)
    exact = odds_at(table)
    one_of_each: dict[str, Wager] = {}
    for wager in stakes(table, None, None):
        one_of_each.setdefault(wager.kind, wager)
    bots = BotTable(tuple(one_of_each.values()), SeededChance(11))
    nets: dict[str, list[Fraction]] = {kind: [] for kind in one_of_each}
    for _ in range(LIVE_ROUNDS):
        for ruling in play(Round(table), bots).rulings:
            nets[ruling.wager.split(":")[0]].append(Fraction(ruling.net, ruling.amount))
    for kind, found in nets.items():
        assert len(found) == LIVE_ROUNDS
        edge = -float(sum(found) / LIVE_ROUNDS)
        error = math.sqrt(float(exact[kind].variance) / LIVE_ROUNDS)
        assert abs(edge - float(exact[kind].edge)) < MOST_Z_LIVE * error, kind


def test_the_same_seed_gives_the_same_figures_with_any_number_of_workers():
    table = open_table("roulette")
    one, three = (simulate(table, 10**6, seed=9, workers=workers) for workers in (1, 3))
    assert one.lines == three.lines
    assert simulate(table, 10**6, seed=10).lines != one.lines


def test_one_wager_alone():
    (line,) = simulate(open_table("roulette"), 10**5, seed=1, wager="straight:17").lines
    assert line.wager == "straight:17"


@pytest.mark.parametrize("asked", [{"rounds": 0}, {"rounds": 10**16}, {"workers": 0}, {"seed": -1}, {"seed": 2**64}])
def test_what_cannot_be_simulated_is_refused(asked):
    with pytest.raises(UnknownName):
        simulate(open_table("roulette"), **{"rounds": 10, **asked})


def test_a_single_round_has_no_standard_error_worth_the_name():
    (line,) = simulate(open_table("roulette"), 1, seed=1, wager="red").lines
    assert line.standard_error == 0
    assert line.edge in (-1, 0.5, 1)
