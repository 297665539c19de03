"""The result of a session, by convolution of exact outcomes."""

from collections import defaultdict
from fractions import Fraction

import pytest
from msgspec.structs import replace

from nomorebets.errors import UnknownName
from nomorebets.games import open_table
from nomorebets.games.craps.plan_file import read_plan
from nomorebets.pricing import ruin as ruins
from nomorebets.pricing import sessions
from nomorebets.pricing.ruin import ruin
from nomorebets.pricing.session_report import session_report
from nomorebets.pricing.sessions import MOST_WAGERS, Session, session
from nomorebets.pricing.sheet import Line, odds
from nomorebets.sim.sessions import simulate_sessions


def added_up(line: Line, wagers: int) -> dict[Fraction, Fraction]:
    """The same in fractions, one wager after the other."""
    total = {Fraction(0): Fraction(1)}
    for _ in range(wagers):
        after: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
        for result, probability in total.items():
            for outcome in line.outcomes:
                after[result + outcome.net] += probability * outcome.probability
        total = dict(after)
    return total


CASES = [
    ("roulette", "red", 25),  # halves are lost
    ("roulette", "straight", 40),
    ("punto-banco", "banker", 12),  # twentieths
    ("let-it-ride", "bonus", 6),  # one result is far beyond all others
    ("craps", "pass", 1),
]


@pytest.mark.parametrize(("game", "wager", "wagers"), CASES)
def test_a_short_session_is_exactly_what_adding_up_one_wager_after_the_other_gives(game, wager, wagers) -> None:
    line = odds(game)[wager]
    found, exact = session(line, wagers), added_up(line, wagers)
    assert found.exact
    assert found.error == found.beyond == found.below == 0
    assert sum(found.ways) == found.of
    for at, ways in enumerate(found.ways):
        assert Fraction(ways, found.of) == exact.get((found.lowest + at) * found.step, 0)
    assert found.exact_ahead == sum(p for r, p in exact.items() if r > 0)
    assert found.exact_even == exact.get(Fraction(0), 0)
    assert found.ahead == float(found.exact_ahead)
    assert found.behind == pytest.approx(float(sum(p for r, p in exact.items() if r < 0)), abs=1e-15)


@pytest.mark.parametrize(
    ("game", "wager", "wagers"), [*CASES, ("roulette", "red", 700), ("big-six", "bigsix-joker", 90)]
)
def test_a_numeric_session_is_within_its_bound_of_the_exact_one(game, wager, wagers, monkeypatch) -> None:
    line = odds(game)[wager]
    exact = session(line, wagers)
    monkeypatch.setattr(sessions, "MOST_DIGITS", 0)
    found = session(line, wagers)
    assert exact.exact
    assert not found.exact
    assert 0 < found.error < 1e-12
    offset = found.lowest - exact.lowest
    for at, probability in enumerate(found.probabilities):
        assert abs(probability - exact.probabilities[offset + at]) <= found.error
    assert sum(exact.probabilities[:offset]) <= found.below
    assert sum(exact.probabilities[offset + len(found.probabilities) :]) <= found.beyond
    assert abs(found.ahead - exact.ahead) <= found.error * len(found.probabilities)
    assert found.quantile(0.05) == exact.quantile(0.05)


def test_a_session_of_a_million_wagers() -> None:
    found = session(odds("roulette")["red"], 10**6)
    mean = sum(found.result(at) * p for at, p in enumerate(found.probabilities))
    assert mean == pytest.approx(-(10**6) / 38, rel=1e-9)
    assert sum(found.probabilities) == pytest.approx(1, abs=1e-9)
    assert found.error < 1e-11


def test_a_session_is_what_simulated_sessions_give() -> None:
    """The field is decided by every roll: sessions of rolls, as strategies are simulated, are its sessions."""
    table = open_table("craps")
    plan = read_plan(table, b'[[have]]\nwager = "field"\namount = 10\n')
    line = odds("craps")["field"]
    played = simulate_sessions(plan, 4_000_000, seed=1, session=100)
    exact = session(line, 100)
    assert played.sessions == 40_000
    for share in (0.05, 0.5, 0.95):
        assert played.quantile(share) == pytest.approx(10 * exact.quantile(share), abs=10)
    ahead = sum(
        n for low, _, n in ((played.low + i * played.width, 0, n) for i, n in enumerate(played.bins)) if low > 0
    )
    error = (exact.ahead * (1 - exact.ahead) / played.sessions) ** 0.5
    assert abs(ahead / played.sessions - exact.ahead) < 4 * error
    assert played.deviation == pytest.approx(10 * exact.deviation, rel=0.02)
    broke = simulate_sessions(plan, 4_000_000, seed=2, session=100, bankroll=15_000)
    risk = ruin(line, Fraction(15), 100)
    error = (risk.chance * (1 - risk.chance) / broke.sessions) ** 0.5
    assert abs(broke.risk_of_ruin - risk.chance) < 4 * error


# Ruin -------------------------------------------------------------------------------------------------------


def ruined_by_hand(line: Line, bankroll: Fraction, wagers: int) -> Fraction:
    """One wager after the other, in fractions, without a limit."""
    need = max(-o.net for o in line.outcomes)
    at, ruined = {bankroll: Fraction(1)}, Fraction(0)
    for _ in range(wagers):
        after: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
        for held, probability in at.items():
            for o in line.outcomes:
                if held + o.net < need:
                    ruined += probability * o.probability
                else:
                    after[held + o.net] += probability * o.probability
        at = dict(after)
    return ruined


@pytest.mark.parametrize(
    ("game", "wager", "bankroll", "wagers"),
    [
        ("roulette", "red", Fraction(3), 12),
        ("roulette", "red", Fraction(7, 2), 12),
        ("roulette", "straight", Fraction(5), 9),
        ("casino-war", "initial", Fraction(4), 6),  # a round may cost two units
        ("caribbean-stud", "ante", Fraction(6), 3),  # three
        ("punto-banco", "banker", Fraction(3), 6),  # a unit is twenty steps of its gains
        ("roulette", "red", Fraction(100), 5),  # cannot be ruined so soon
    ],
)
def test_the_risk_of_ruin_is_exact_and_the_numeric_one_within_its_bound(
    game, wager, bankroll, wagers, monkeypatch
) -> None:
    line = odds(game)[wager]
    true = ruined_by_hand(line, bankroll, wagers)
    assert ruin(line, bankroll, wagers).exact == true
    monkeypatch.setattr(ruins, "MOST_EXACT", 0)
    found = ruin(line, bankroll, wagers)
    assert found.exact is None
    assert abs(found.chance - true) <= found.error


@pytest.mark.parametrize(("short", "enough"), [(Fraction(99, 100), Fraction(1))])
def test_a_bankroll_covers_a_round(short: Fraction, enough: Fraction) -> None:
    line = odds("roulette")["straight"]
    assert ruin(line, enough, 1).exact == Fraction(37, 38)
    with pytest.raises(UnknownName, match="does not cover one round; accepted: 1 times the stake, or more"):
        ruin(line, short, 1)


def test_who_cannot_lose_is_never_ruined() -> None:
    line = odds("big-six")["bigsix-1"]
    win = next(o for o in line.outcomes if o.net == 1)
    given = replace(line, outcomes=(replace(win, probability=Fraction(1)),))
    found = ruin(given, Fraction(0), 5)
    assert (found.chance, found.exact, found.error, found.ever) == (0, 0, 0, (0, 0))


@pytest.mark.parametrize("wagers", [0, MOST_WAGERS + 1, True, 1.0])
def test_a_risk_of_ruin_is_of_a_number_of_wagers_that_can_be_played(wagers: int) -> None:
    with pytest.raises(UnknownName, match="wagers are no session; accepted: 1 to 100,000,000 wagers"):
        ruin(odds("big-six")["bigsix-1"], Fraction(1), wagers)


def test_a_risk_of_ruin_that_would_take_hours_is_refused() -> None:
    with pytest.raises(UnknownName, match="100,000,000 wagers are too many for a risk of ruin; accepted: fewer"):
        ruin(odds("roulette")["straight"], Fraction(10**6), MOST_WAGERS)


def test_in_the_end_who_loses_on_average_is_ruined_and_who_gains_may_last() -> None:
    line = odds("big-six")["bigsix-1"]
    assert ruin(line, Fraction(10), 5).ever == (1.0, 1.0)
    win, lose = (next(o for o in line.outcomes if o.net == net) for net in (1, -1))
    coin = replace(line, outcomes=(replace(win, probability=Fraction(3, 5)), replace(lose, probability=Fraction(2, 5))))
    low, high = ruin(coin, Fraction(4), 5).ever
    assert low == pytest.approx(high)
    assert low == pytest.approx((2 / 3) ** 4)  # the gambler's ruin
    assert ruin(coin, Fraction(4), 5000).chance == pytest.approx((2 / 3) ** 4, rel=1e-9)


def test_an_evening_in_money() -> None:
    found = session_report(open_table("roulette"), "red", 100, stake="25.00", bankroll="200.00", per_hour=40)
    assert found.n0 == found.line.variance / Fraction(1, 38) ** 2
    shown = found.to_dict()
    assert shown["mean"] == pytest.approx(-2500 / 38)
    assert shown["mean_per_hour"] == pytest.approx(-25 * 40 / 38)
    assert shown["standard_deviation_per_hour"] == pytest.approx(25 * (40 * float(found.line.variance)) ** 0.5)
    assert Fraction(shown["risk_of_ruin_exact"]) == ruin(found.line, Fraction(8), 100).exact
    assert sum(bar["probability"] for bar in shown["histogram"]) == pytest.approx(1, abs=1e-3)
    assert any(bar["from"] == 0 or bar["to"] == 0 for bar in shown["histogram"])


def test_a_wager_that_costs_nothing_has_no_n0() -> None:
    assert session_report(open_table("craps"), "pass-odds", 10).n0 is None


def test_which_wager_must_be_said_where_there_are_several() -> None:
    with pytest.raises(UnknownName, match="Roulette has several wagers; accepted: --wager straight, split"):
        session_report(open_table("roulette"), None, 10)
    assert session_report(open_table("red-dog"), None, 10).line.wager == "bet"
    assert session_report(open_table("roulette"), "straight:17", 10).line.wager == "straight:17"


def test_the_mean_of_a_session_is_its_expected_loss() -> None:
    found = session(odds("roulette")["red"], 100)
    mean = sum(found.result(at) * p for at, p in enumerate(found.probabilities))
    assert mean == pytest.approx(-100 / 38)
    assert found.mean == pytest.approx(mean)


def test_quantiles_are_in_order_and_within_the_possible() -> None:
    found: Session = session(odds("roulette")["dozen"], 30)
    low, middle, high = (found.quantile(share) for share in (0.05, 0.5, 0.95))
    assert -30 <= low <= middle <= high <= 60


@pytest.mark.parametrize("wagers", [0, -1, 10**8 + 1])
def test_a_session_has_a_number_of_wagers_that_can_be_played(wagers: int) -> None:
    with pytest.raises(UnknownName, match="are no session"):
        session(odds("big-six")["bigsix-1"], wagers)
