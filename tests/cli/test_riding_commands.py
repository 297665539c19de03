"""Let it ride and double down stud at the command line: figures, strategy, differences, a seat in the terminal."""

import json
from fractions import Fraction

import click
import pytest
from click.testing import CliRunner, Result

from nomorebets.cli import nomorebets
from nomorebets.cli.terminal import sit_down
from nomorebets.drivers.facet import strategies_of
from nomorebets.errors import WagerRefused
from nomorebets.games import game as game_of
from nomorebets.games import open_table


def run(*words: str) -> str:
    """What a command prints."""
    result = CliRunner().invoke(nomorebets, words, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def invoke(*words: str) -> Result:
    """What a command makes of itself, failures too."""
    return CliRunner().invoke(nomorebets, words)


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
    assert "wager bonus added" in text
    assert "its edge is 460/1911 = 24.0712%" in text
    assert "cover-card = another-solid-colour added on 1998-09-08" in text


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


CARD_GAMES = ("caribbean-stud", "double-down-stud", "let-it-ride", "three-card-poker", "casino-war", "red-dog")


@pytest.mark.parametrize("game", CARD_GAMES)
@pytest.mark.parametrize("stake", ["0", "-5"])
@pytest.mark.parametrize("command", ["odds", "strategy"])
def test_a_stake_of_nothing_or_less_is_refused(game, stake, command):
    result = invoke(command, game, "--stake", stake)
    assert isinstance(result.exception, WagerRefused)


@pytest.mark.parametrize("game", ["caribbean-stud", "three-card-poker", "let-it-ride", "double-down-stud"])
def test_a_stake_the_table_would_not_take_is_refused(game):
    assert "takes multiples of" in str(invoke("odds", game, "--stake", "0.01").exception)


def test_a_bet_that_never_rides_has_no_element_of_risk():
    result = invoke("odds", "let-it-ride", "--strategy", "never-ride", "--json")
    first = json.loads(result.output)["wagers"][1]
    assert (first["wager"], first["edge"], first["average_wager"], first["element_of_risk"]) == ("bet-1", "0", "0", "0")


@pytest.mark.parametrize(
    ("game", "strategy"), [(game, name) for game in CARD_GAMES for name in strategies_of(game_of(game)).named]
)
def test_every_named_strategy_deals_and_simulates(game, strategy):
    dealt = json.loads(run("deal", game, "--seed", "6", "--strategy", strategy, "--json"))
    assert {ruling["seat"] for ruling in dealt["required"]} == {1, 2, 3}
    simulated = json.loads(run("simulate", game, "--rounds", "1000", "--strategy", strategy, "--json"))
    assert simulated["rounds"] == 1000


def test_a_table_is_opened_before_the_first_round_only(tmp_path):
    record = tmp_path / "record.jsonl"
    run("deal", "casino-war", "--rounds", "2", "--seed", "1", "--opening", "table=just-opened", "--record", str(record))
    assert run("replay", str(record)).count("washed and stacked") == 1


@pytest.mark.parametrize("nonsense", ["table", "=", "table=closed"])
def test_a_table_cannot_remember_nonsense(nonsense):
    assert invoke("deal", "casino-war", "--opening", nonsense).exit_code != 0
