"""An option that takes one value and is given two: which counts is not guessed."""

import pytest

from cli.test_commands import check_refused, run


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("odds", "roulette", "--wager", "red", "--wager", "black"), "--wager is given 2 times"),
        (("odds", "roulette", "--wager=red", "--as-of", "2000-01-01", "--wager=red"), "--wager is given 2 times"),
        (("games", "-o", "a.json", "--out", "b.json"), "--out is given 2 times"),
        (("fairness", "test", "--draws", "10", "--draws", "20"), "--draws is given 2 times"),
        (("odds", "roulette", "--set", "wheel-kind=single-zero", "--set", "wheel-kind=double-zero"), "is given twice"),
        (("deal", "caribbean-stud", "--opening", "meter=1", "--opening", "meter=2"), "is given twice"),
        (("odds", "roulette", "--set", "=half"), "has no name"),
    ],
)
def test_what_is_given_twice_is_refused(words, says) -> None:
    check_refused(run(*words), says)


def test_what_may_be_repeated_may_be() -> None:
    sets = ("--set", "even-money-on-zero=whole", "--set", "five-adjacent=on")
    found = run("odds", "roulette", "--wager", "red", *sets, "--json", "--json")
    assert found.json["options"]["five-adjacent"] == "on"
