"""Simulated dice against the exact figures and against the script; strategies, sessions and ruin."""

import math
import re
from fractions import Fraction

import numpy as np
import pytest

from nomorebets.cli.pictures import draw_bar
from nomorebets.cli.strategy_files import svg
from nomorebets.drivers.bots import BotTable
from nomorebets.drivers.chance import SeededChance
from nomorebets.errors import RulesError
from nomorebets.games import open_table
from nomorebets.games.craps.kernels import move_counts, play_sessions, play_through
from nomorebets.games.craps.plan_file import read_plan
from nomorebets.games.craps.plan_odds import means, plan_odds
from nomorebets.games.craps.plan_sessions import COLUMN, arrays, moments
from nomorebets.games.craps.plans import ROLLS
from nomorebets.pricing.sheet import odds, odds_at
from nomorebets.sim.sessions import simulate_sessions
from nomorebets.sim.simulate import simulate
from nomorebets.table import Round, Settings, play
from nomorebets.table.felt import Felt, Opening

FARTHEST = 4  # standard errors; with fixed seeds this is no chance but a fact


def plan(*have: str, game: str = "craps", **options: str):
    rows = [dict(part.split("=", 1) for part in re.split(r" (?=\w+=)", line)) for line in have]
    text = "".join("[[have]]\n" + "".join(f"{k} = {v}\n" for k, v in row.items()) for row in rows)
    settings = Settings({name.replace("_", "-"): value for name, value in options.items()})
    return read_plan(open_table(game, settings=settings), text.encode())


PASS = 'wager="pass" amount=10'
ODDS = 'wager="pass-odds" amount="max"'
COME = 'wager="come" amount=10'
FULL = (
    PASS,
    ODDS,
    'wager="come" amount=10 up_to=2',
    'wager="come-odds" amount="max"',
    'wager="field" amount=5',
    'wager="place-win-6" amount=12 unless=["point","come"]',
    'wager="place-win-8" amount=12 call="on"',
    'wager="hard-8" amount=1',
    'wager="buy-4" amount=20 when="point"',
    'wager="fire" amount=1',
)


GROWING = (PASS, 'wager="place-win-6" amount=["12","18","30"]', 'wager="hard-8" amount=[1,2] then="again"')
MARTINGALE = ('wager="pass" amount=[10,20,40,80] after="lose"', 'wager="pass-odds" amount="2x"')
DONT = ('wager="dont-pass" amount=10', 'wager="dont-come" amount=10')


# --- wagers ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["craps", "mini-craps", "automated-craps", "mini-dice", "sic-bo"])
def test_every_wager_against_its_exact_edge(game):
    table = open_table(game)
    exact, simulated = odds_at(table), simulate(table, 8_000_000, seed=5)
    assert {line.wager for line in simulated.lines} == set(exact)
    for line in simulated.lines:
        assert abs(line.z(exact[line.wager].edge)) < FARTHEST, line.wager


def test_options_reach_the_simulation():
    table = open_table("craps", settings=Settings({"field-12": "3 to 1", "commission-time": "on-win"}))
    exact = odds_at(table)
    for line in simulate(table, 4_000_000, seed=1).lines:
        assert abs(line.z(exact[line.wager].edge)) < FARTHEST


def test_workers_give_the_same_totals():
    table = open_table("craps")
    one, two = (simulate(table, 9_000_000, seed=2, workers=n) for n in (1, 2))
    assert [(line.wager, line.edge) for line in one.lines] == [(line.wager, line.edge) for line in two.lines]


def test_the_throws_are_fair():
    counts = move_counts(7, 0, 3_600_000, np.zeros(36, np.uint32))
    assert counts.sum() == 3_600_000
    chi_square = float(((counts - 100_000) ** 2 / 100_000).sum())
    assert chi_square < 35 + 4 * math.sqrt(70)


# --- strategies, exactly -------------------------------------------------------------------------------


def test_the_pass_line():
    found = plan_odds(plan(PASS))
    assert found.rolls_per_shooter == Fraction(1671, 196)  # 8.5255, the mean length of a hand
    assert found.loss_per_resolved == 10 * Fraction(7, 495)
    assert found.loss_per_roll == 10 * odds("craps")["pass"].extra["edge_per_roll"]


def test_three_four_five_odds():
    found = plan_odds(plan(PASS, ODDS))
    assert found.loss_per_shooter == plan_odds(plan(PASS)).loss_per_shooter
    assert found.edge_on_resolved == odds("craps")["pass-with-odds"].element_of_risk


def test_a_come_bet_on_every_roll_loses_like_a_pass_bet():
    """Every roll makes one bet of ten dollars, and each loses 7/495 of it."""
    found = plan_odds(plan(PASS, COME))
    assert found.loss_per_roll == 10 * Fraction(7, 495)
    assert found.resolved_per_shooter == found.rolls_per_shooter


@pytest.mark.parametrize("kind", ["field", "any-seven", "eleven", "hop:3-4", "horn"])
def test_one_roll_wagers(kind):
    stake = 4 if kind == "horn" else 1
    assert plan_odds(plan(f'wager="{kind}" amount={stake}')).loss_per_roll == stake * odds("craps")[kind].edge


def test_a_place_bet_costs_its_edge_each_time_it_is_resolved():
    found = plan_odds(plan('wager="place-win-6" amount=12'))
    assert found.loss_per_resolved == 12 * Fraction(1, 66)
    on = plan_odds(plan('wager="place-win-6" amount=12 call="on"'))
    assert on.loss_per_roll == 12 * odds("craps")["place-win-6"].extra["edge_per_roll"]
    assert on.loss_per_roll > found.loss_per_roll


def test_the_fire_bet():
    assert plan_odds(plan('wager="fire" amount=1')).loss_per_shooter == odds("craps")["fire"].edge


def test_parts_that_do_not_hang_together_are_added():
    together = plan_odds(plan(PASS, 'wager="field" amount=5', 'wager="dont-come" amount=10'))
    apart = [plan_odds(plan(line)) for line in (PASS, 'wager="field" amount=5', 'wager="dont-come" amount=10')]
    assert together.loss_per_shooter == sum(part.loss_per_shooter for part in apart)


@pytest.mark.parametrize("up_to", [1, 2, 6])
def test_counted_come_bets_are_solved_with_their_numbers(up_to):
    found = plan_odds(plan(f'wager="come" amount=10 up_to={up_to}'))
    assert found.edge_on_resolved == Fraction(7, 495)
    assert (found.loss_per_shooter == plan_odds(plan(COME)).loss_per_shooter) == (up_to == 6)


def test_the_variance_of_a_pass_line_hand():
    """Ten dollars on the pass line: a hand wins W bets and loses L, of which one loss ends it.

    Bets of a hand are independent; p wins, q is lost to craps, r to the seven-out that ends the hand.
    """
    p, q = Fraction(244, 495), Fraction(4, 36)
    r = 1 - p - q
    bets, square = 1 / r, (2 - r) / r**2  # a geometric number of bets, and the mean of its square
    mean = (bets - 1) * (p - q) / (p + q) - 1
    of_sum = (square - 2 * bets + 1) - (bets - 1)  # E[M (M - 1)] for M bets before the last
    won_square = (bets - 1) + of_sum * ((p - q) / (p + q)) ** 2 - 2 * (bets - 1) * (p - q) / (p + q) + 1
    found = plan_odds(plan(PASS))
    assert found.loss_per_shooter == -10 * mean
    assert found.variance_per_shooter == 100 * (won_square - mean**2) == Fraction(6875, 28)


def test_one_roll_wagers_scatter_as_they_do_alone():
    found = plan_odds(plan('wager="any-seven" amount=1'))
    assert found.variance_per_roll == odds("craps")["any-seven"].variance


def test_variances_of_pairs_are_those_of_the_whole(monkeypatch):
    """Followed apart, two and two together: the same as in one automaton."""
    have = (PASS, 'wager="place-win-6" amount=["12","18"]', 'wager="hard-6" amount=[1,2]', 'wager="field" amount=5')
    whole = plan_odds(plan(*have))
    monkeypatch.setattr("nomorebets.games.craps.plans.TOGETHER", 8)
    apart = plan(*have)
    assert len(apart.automata()) == 3
    assert plan_odds(apart) == whole


def test_odds_by_the_number():
    by_table = plan_odds(plan(PASS, 'wager="pass-odds" amount={4="3x",10="3x",5="4x",9="4x",else="5x"}'))
    assert by_table == plan_odds(plan(PASS, ODDS))
    none_on_six = plan(PASS, 'wager="pass-odds" amount={6=0,else="max"}')
    assert none_on_six.have[1].amounts[6] == (0,)


def test_amounts_by_the_point():
    """Twelve dollars on the six while the point is 4 or 10, twenty-four else: the sum of its parts."""
    both = plan_odds(plan('wager="place-win-6" amount={4=12,10=12,else=24}'))
    first = plan_odds(plan('wager="place-win-6" amount=12 when=[4,10]'))
    rest = plan_odds(plan('wager="place-win-6" amount=24 when=[5,6,8,9]'))
    assert both.loss_per_shooter == first.loss_per_shooter + rest.loss_per_shooter


def test_a_wager_that_grows_with_each_win():
    """One press: the k-th bet since a 7 is of the k-th amount; each loses its edge of 1/66."""
    found = plan_odds(plan('wager="place-win-6" amount=["12","24"] call="on"'))
    flat = plan_odds(plan('wager="place-win-6" amount=12 call="on"'))
    win = Fraction(5, 11)
    assert found.resolved_per_shooter == flat.resolved_per_shooter
    assert found.staked_per_shooter == flat.resolved_per_shooter * (12 * (1 - win) + 24 * win)
    assert found.edge_on_resolved == Fraction(1, 66)


def test_a_wager_that_grows_with_each_loss():
    """Amounts 10, 20, 40, then 40 until a win: the share of bets at each step is that of so many losses in a row."""
    found = plan_odds(plan('wager="pass" amount=[10,20,40] after="lose"'))
    lose = Fraction(251, 495)
    average = 10 * (1 - lose) + 20 * lose * (1 - lose) + 40 * lose**2
    assert found.staked_per_shooter / found.resolved_per_shooter == average
    assert found.edge_on_resolved == Fraction(7, 495)
    again = plan_odds(plan('wager="pass" amount=[10,20,40] after="lose" then="again"'))
    shares = [Fraction(1), lose, lose**2]  # of a cycle of three
    assert again.staked_per_shooter / again.resolved_per_shooter == sum(
        a * s for a, s in zip((10, 20, 40), shares, strict=True)
    ) / sum(shares)


def test_many_wagers_that_grow_are_no_obstacle():
    """Six numbers of four amounts and four hardways of three: two million states if followed together."""
    numbers = [f'wager="place-win-{n}" amount=[30,60,90,120]' for n in (4, 6)]
    hard = [f'wager="hard-{n}" amount=[1,2,4]' for n in (4, 6, 8, 10)]
    together = plan_odds(plan(PASS, *numbers, *hard))
    apart = [plan_odds(plan(line)) for line in (PASS, *numbers, *hard)]
    assert together.loss_per_shooter == sum(part.loss_per_shooter for part in apart)
    assert together.variance_per_shooter != sum(part.variance_per_shooter for part in apart)


def test_amounts_beyond_measure_are_refused_and_not_miscounted():
    with pytest.raises(RulesError, match="more than 33,554,432 times") as fault:
        plan_odds(plan('wager="hop:3-3" amount=2000001', 'wager="field" amount=1'))
    assert fault.value.accepts


def test_come_and_dont_come_bets_that_depend_on_each_other():
    """More than a thousand states that hang together."""
    made = plan(
        'wager="come" amount=10 up_to=2 when=[6,8]',
        'wager="dont-come" amount=10 up_to=2 when=[4,5,9,10]',
        'wager="place-win-6" amount=12 unless=["come","dont-come"]',
    )
    [machine] = made.automata()
    assert machine.states > 1_000
    assert 0 < float(plan_odds(made).loss_per_roll) < 1


# --- strategies, simulated ------------------------------------------------------------------------------


@pytest.mark.parametrize("have", [(PASS,), (PASS, ODDS, COME), FULL, DONT, GROWING, MARTINGALE])
def test_sessions_against_their_exact_mean(have):
    made = plan(*have)
    found = simulate_sessions(made, 10_000_000, seed=11, session=200)
    assert found.sessions == sum(n // 200 for n in (2**22, 2**22, 10_000_000 - 2**23))
    assert abs(found.z) < FARTHEST
    assert sum(found.bins) == found.sessions
    machines = made.automata()
    # a deviation too large would hide every mean; that of 50,000 sessions strays by half a percent
    if len(machines) == 1:
        assert found.deviation == pytest.approx(moments(machines[0], 200)[1] * machines[0].unit / 100, rel=0.02)


def test_the_automata_agree_with_the_exact_chain():
    """The mean loss of a long session tends to the exact loss per roll."""
    machines = plan(*FULL).automata()
    assert len(machines) > 1
    for machine in machines:
        long, longer = (moments(machine, n)[0] for n in (2_000, 4_000))
        found = means(machine)
        assert (longer - long) * machine.unit / 2_000 == pytest.approx(float(found.net / found.rolls), rel=1e-9)


@pytest.mark.parametrize("have", [(PASS,), (PASS, ODDS, COME), GROWING, MARTINGALE])
def test_the_variance_of_a_long_session(have):
    """How much the variance of a session grows from roll to roll tends to the exact variance per roll."""
    made = plan(*have)
    [machine] = made.automata()
    short, long = (moments(machine, n)[1] ** 2 for n in (2_000, 3_000))
    per_roll = (long - short) / 1_000 * (machine.unit / 100) ** 2
    assert per_roll == pytest.approx(float(plan_odds(made).variance_per_roll), rel=1e-6)


def test_the_automaton_agrees_with_the_script_roll_by_roll():
    """A thousand rolls played by the script, with a patron who keeps to the strategy, and by the automaton."""
    made = plan(PASS, 'wager="come" amount=10', 'wager="place-win-6" amount=12', 'wager="field" amount=5')
    [machine], table, chance = made.automata(), made.table, SeededChance(3)
    wagers = tuple(
        Round(table).wager(1, on, n) for on, n in (("pass", 10), ("come", 10), ("place-win-6", 12), ("field", 5))
    )
    opening, state, money = Opening(), 0, 0
    for _ in range(1_000):
        game = play(Round(table, Felt.opened(opening)), BotTable(wagers, chance))
        dice = game.table.felt.dice
        column = ROLLS.index(tuple(int(face) for face in dice.split("-")))
        assert sum(r.net for r in game.rulings) == machine.net[state, column] * machine.unit
        money += machine.net[state, column]
        state, opening = machine.after[state, column], game.next_opening
    assert money


def test_ruin_ends_a_session():
    made = plan(PASS)
    none = simulate_sessions(made, 1_000_000, seed=1, session=100)
    some = simulate_sessions(made, 1_000_000, seed=1, session=100, bankroll=5_000)
    assert none.ruined == 0
    assert none.z is not None
    assert 0 < some.risk_of_ruin < 1
    assert some.z is None
    assert some.rounds < none.rounds
    assert some.quantile(0) >= -50
    smaller = simulate_sessions(made, 1_000_000, seed=1, session=100, bankroll=2_000)
    assert smaller.risk_of_ruin > some.risk_of_ruin


def test_the_risk_of_ruin_against_every_path():
    """Thirty rolls from thirty dollars: the share of ruined sessions, by following every state and bankroll."""
    made = plan(PASS)
    [machine], stack, length = made.automata(), 3, 30  # in units of ten dollars
    alive, ruined = {(0, stack): 1.0}, 0.0
    for _ in range(length):
        after: dict[tuple[int, int], float] = {}
        for (state, bank), share in alive.items():
            for column in COLUMN:
                there, left = machine.after[state, column], bank + machine.net[state, column]
                if left < machine.up[there]:
                    ruined += share / 36
                else:
                    after[there, left] = after.get((there, left), 0.0) + share / 36
        alive = after
    found = simulate_sessions(made, 6_000_000, seed=9, session=length, bankroll=3_000)
    error = math.sqrt(ruined * (1 - ruined) / found.sessions)
    assert abs(found.risk_of_ruin - ruined) < FARTHEST * error


def test_workers_and_seeds_of_sessions():
    made = plan(*FULL)
    one, two = (simulate_sessions(made, 9_000_000, seed=4, session=300, workers=n) for n in (1, 2))
    assert (one.mean, one.bins) == (two.mean, two.bins)
    assert simulate_sessions(made, 9_000_000, seed=5, session=300).mean != one.mean


def test_play_through_follows_the_bankroll():
    """It ends where one session of as many rolls does, with more money than it could lose."""
    automata = arrays(plan(PASS).automata())
    ends = []
    for rolls in range(1, 40):
        bank, low, high = play_through(1, 0, rolls, automata.after, automata.net)
        ends.append(bank)
        assert (low, high) == (min(0, *ends), max(0, *ends))
        session = play_sessions(1, 0, 1, rolls, automata, 1_000_000, 0, 1, 1)
        assert (session[1], session[3]) == (rolls, bank)
    assert min(ends) < 0 < max(ends)


# --- what a strategy file may say --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("have", "complaint"),
    [
        (('wager="put-6" amount=10',), "no wager is called"),
        (('wager="pass-odds" amount=10',), "supports nothing"),
        (('wager="pass" amount=10 when="point"',), "come-out rolls"),
        ((PASS, 'wager="pass-odds" amount="99x"'), "more than the posted multiple"),
        (('wager="place-win-6" amount=10',), "takes multiples of"),
        (('wager="come:6" amount=10',), "only the dice can choose"),
        (('wager="field" amount=5 up_to=2',), "up_to"),
        (('wager="field" amount=5 call="on"',), "cannot be called on"),
        (('wager="place-win-6" amount=12 unless=["moon"]',), "unless"),
        (('wager="place-win-6" amount=12 when="monday"',), "when"),
        ((PASS, PASS), "twice"),
        (('wager="pass" amount="ten"',), "not an amount"),
        (('wager="fire" amount=50',), "posted limits"),
        (('wager="pass" amount=10 colour="red"',), "colour"),
        (('wager="come" amount=[10,20]',), "does not grow"),
        (('wager="fire" amount=[1,2]',), "does not grow"),
        (('wager="pass" amount=[]',), "0 amounts"),
        (('wager="pass" amount={4=10,else=20}',), "made once"),
        (('wager="field" amount={4=10}',), "no amount for come-out"),
        (('wager="field" amount={7=10,else=5}',), "amount for '7'"),
        (('wager="field" amount=5 after="lose"',), "list of amounts"),
        (('wager="field" amount=[5,10] after="push"',), "after"),
        (('wager="field" amount=[5,10] then="stop"',), "then"),
        (('wager="field" amount="double"',), "not an amount"),
    ],
)
def test_what_cannot_be_is_refused_with_a_reason(have, complaint):
    with pytest.raises(RulesError, match=complaint) as fault:
        plan(*have)
    assert fault.value.accepts


@pytest.mark.parametrize("content", [b"", b"[[have]]", b"= =", b"\xff", b"moon = 1", b'game = "roulette"'])
def test_files_that_are_no_strategy(content):
    with pytest.raises(RulesError) as fault:
        read_plan(open_table("craps"), content)
    assert fault.value.accepts


def test_a_bankroll_must_cover_the_first_wagers():
    with pytest.raises(RulesError, match="does not cover"):
        simulate_sessions(plan(PASS), 1000, bankroll=500)


def test_a_house_that_allows_less_is_obeyed():
    assert plan(PASS, ODDS, odds_multiple="2x").have[1].amounts[4] == (2_000,)
    with pytest.raises(RulesError):
        plan('wager="buy-4" amount=20', buy_lay_offered="off")


def test_a_strategy_of_automated_craps():
    assert plan_odds(plan(PASS, game="automated-craps")).loss_per_resolved == 10 * Fraction(7, 495)
    with pytest.raises(RulesError):
        plan(PASS, ODDS, game="automated-craps")


# --- pictures ---------------------------------------------------------------------------------------------------


def test_the_histogram_is_drawn():
    found = simulate_sessions(plan(PASS), 200_000, seed=1, session=100)
    assert sum(count for _, _, count in found.bars()) == found.sessions
    picture = svg(found)
    assert picture.startswith("<svg")
    assert picture.count("<rect") == len(found.bars(60)) + 1
    from xml.etree import ElementTree as xml

    assert xml.fromstring(picture).tag.endswith("svg")


def test_bars():
    assert draw_bar(1, 4) == "████"
    assert draw_bar(0, 4) == ""
    assert draw_bar(0.001, 4) == "▏"
