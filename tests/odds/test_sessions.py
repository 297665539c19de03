"""The result of a session, by convolution of exact outcomes."""

from collections import defaultdict
from fractions import Fraction

import pytest

from nomorebets.errors import UnknownName
from nomorebets.odds.sessions import Session, session
from nomorebets.odds.sheet import Line, odds


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


@pytest.mark.parametrize(
    ("game", "wager", "wagers"),
    [
        ("roulette", "red", 25),  # halves are lost
        ("roulette", "straight", 40),
        ("punto-banco", "banker", 12),  # twentieths
        ("let-it-ride", "bonus", 6),  # one result is far beyond all others
        ("craps", "pass", 1),
    ],
)
def test_a_session_is_what_adding_up_one_wager_after_the_other_gives(game: str, wager: str, wagers: int) -> None:
    line = odds(game)[wager]
    found, exact = session(line, wagers), added_up(line, wagers)
    for at, probability in enumerate(found.probabilities):
        true = exact.get((found.lowest + at) * found.step, Fraction(0))
        assert probability == pytest.approx(float(true), abs=1e-14)
    beyond = sum(p for result, p in exact.items() if result > found.result(len(found.probabilities) - 1))
    assert found.beyond == pytest.approx(float(beyond), abs=1e-12)
    assert found.ahead == pytest.approx(float(sum(p for r, p in exact.items() if r > 0)), abs=1e-12)
    assert found.even == pytest.approx(float(exact.get(Fraction(0), 0)), abs=1e-12)
    assert found.behind == pytest.approx(float(sum(p for r, p in exact.items() if r < 0)), abs=1e-12)


def test_the_mean_of_a_session_is_its_expected_loss() -> None:
    found = session(odds("roulette")["red"], 100)
    mean = sum(found.result(at) * p for at, p in enumerate(found.probabilities))
    assert mean == pytest.approx(-100 / 38)
    assert found.mean == pytest.approx(mean)


def test_quantiles_are_in_order_and_within_the_possible() -> None:
    found: Session = session(odds("roulette")["dozen"], 30)
    low, middle, high = (found.quantile(share) for share in (0.05, 0.5, 0.95))
    assert -30 <= low <= middle <= high <= 60


@pytest.mark.parametrize("wagers", [0, -1, 10_001])
def test_a_session_has_a_number_of_wagers_that_can_be_played(wagers: int) -> None:
    with pytest.raises(UnknownName, match="are no session"):
        session(odds("big-six")["bigsix-1"], wagers)
