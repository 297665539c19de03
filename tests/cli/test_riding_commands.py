"""Let it ride and double down stud at the command line: figures, strategy, differences, a seat in the terminal."""

import json
from fractions import Fraction

import click
import pytest
from click.testing import CliRunner

from nomorebets.cli import nomorebets
from nomorebets.cli.terminal import sit_down
from nomorebets.table import open_table


def run(*words: str) -> str:
    """What a command prints."""
    result = CliRunner().invoke(nomorebets, words, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def at_the_table(game: str, *typed: str) -> str:
    """What a patron sees who types this at a table in the terminal."""
    command = click.Command("play", callback=lambda: sit_down(open_table(game)))
    result = CliRunner().invoke(command, input="\n".join((*typed, "quit", "")))
    assert result.exit_code == 0, result.output
    return result.output


def test_odds_of_let_it_ride():
    found = json.loads(run("odds", "let-it-ride", "--json"))
    assert [line["wager"] for line in found["wagers"]] == ["bets", "bet-1", "bet-2", "bet-3", "bonus"]
    assert found["strategy"] == "optimal"
    assert found["wagers"][0]["edge"] == "37963/1082900"
    capped = json.loads(run("odds", "let-it-ride", "--stake", "25", "--wager", "bets", "--json"))["wagers"][0]
    assert Fraction(capped["edge"]) > Fraction(37_963, 1_082_900)
    assert "bets" in run("odds", "let-it-ride", "--strategy", "never-ride")


def test_odds_of_double_down_stud_with_better_pay():
    words = ["odds", "double-down-stud", "--set", "pay-table.original.flush=9 to 1", "--json"]
    (line,) = json.loads(run(*words))["wagers"]
    assert line["wager"] == "original"
    assert Fraction(line["edge"]) < Fraction(15_403, 324_870)


@pytest.mark.parametrize(
    ("game", "line", "plays"),
    [
        ("let-it-ride", "bets", {"let-it-ride", "withdraw"}),
        ("double-down-stud", "original", {"double-down", "stand"}),
    ],
)
def test_strategy(game, line, plays):
    found = json.loads(run("strategy", game, "--json"))
    assert found["line"] == line
    assert {rule["play"] for rule in found["decisions"]} == plays
    best, *others = found["strategies"]
    assert (best["strategy"], best["cost"]) == ("optimal", "0")
    assert all(Fraction(other["cost"]) >= 0 for other in others)
    assert found["short"]["strategy"] in {other["strategy"] for other in others}
    text = run("strategy", game)
    assert "the best play:" in text
    assert "in short (short-rule):" in text


def test_simulate_by_a_strategy():
    words = ["simulate", "let-it-ride", "--rounds", "1e5", "--strategy", "always-ride", "--json"]
    line = json.loads(run(*words))["wagers"][0]
    assert line["exact_edge"] == "242173/216580"


def test_what_the_bonus_wager_costs():
    text = run("diff", "let-it-ride", "1996-06-17", "1998-11-16")
    assert "wager bonus came" in text
    assert "its edge is 460/1911 = 24.0712%" in text
    assert "cover-card = another-solid-colour came on 1998-09-08" in text


def test_three_equal_bets_in_one_word():
    shown = at_the_table("let-it-ride", "bets 10", "bonus 1", "go", "withdraw", "let-it-ride")
    assert "$31 down" in shown
    assert "community: ?? ?? ??" in shown
    assert "bet-1: void $0 [13:69F-18.10(b)2" in shown
    assert "bonus: " in shown


def test_one_bet_alone_is_not_dealt():
    shown = at_the_table("let-it-ride", "bet-1 10", "go", "clear", "bets 5", "go", "withdraw", "withdraw")
    assert "each player makes three bets" in shown
    assert "bet-3: " in shown


def test_a_double_is_as_much_as_said_or_all():
    shown = at_the_table("double-down-stud", "original 10", "go", "double-down 20", "double-down")
    assert "double-down of $20 refused" in shown
    assert shown.count("“No more bets”") == 2
    assert "double-down: " in shown
