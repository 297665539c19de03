"""Scoreboards: bead plate and big road."""

import json

import pytest
from click.testing import CliRunner

from nomorebets.cli import nomorebets
from nomorebets.cli.scoreboard import DEPTH, bead_plate, big_road, drawn
from nomorebets.errors import UnknownName


def column(rows, at):
    return [row[at] for row in rows if row[at]]


def test_the_bead_plate_goes_down_and_then_right():
    rows = bead_plate(list("PBTPBTP"))
    assert len(rows) == DEPTH
    assert column(rows, 0) == list("PBTPBT")
    assert column(rows, 1) == ["P"]


def test_the_big_road_begins_a_column_with_every_change():
    rows = big_road(["P", "P", "B", "B", "B", "P"])
    assert [column(rows, at) for at in range(3)] == [["P", "P"], ["B", "B", "B"], ["P"]]


def test_ties_are_slashes_on_the_last_cell():
    rows = big_road(["T", "P", "T", "T", "B*", "T"])
    assert rows[0] == ["P/3", "B*/"]


def test_only_ties_so_far():
    assert big_road(["T", "T"])[0] == ["/2"]


def test_a_long_streak_turns_right_at_the_bottom():
    rows = big_road(["B"] * 9)
    assert column(rows, 0) == ["B"] * 6
    assert [rows[5][at] for at in range(4)] == ["B"] * 4


def test_a_streak_that_meets_another_turns_earlier():
    """Eight bankers run to the right along the bottom row; the players beside them turn above it."""
    rows = big_road(["B"] * 8 + ["P"] * 7)
    assert column(rows, 1)[:5] == ["P"] * 5
    assert rows[5][:3] == ["B", "B", "B"]
    assert rows[4][1:4] == ["P", "P", "P"]


def test_nothing_dealt_yet():
    assert big_road([]) == [[]] * DEPTH
    assert bead_plate([]) == [[]] * DEPTH


@pytest.mark.parametrize(("room", "strips"), [(160, 1), (10, 1), (9, 2), (4, 3), (1, 5)])
def test_a_board_wider_than_the_terminal_is_drawn_in_strips(room, strips):
    """Five columns, two characters each with the space behind them; none is lost."""
    board = drawn("big road", big_road(list("PBPBP")), room).plain
    assert board.count("\n\n") == strips - 1
    assert [line for line in board.split() if line in "PB"] == list("PBPBP")
    assert max(len(line) for line in board.splitlines()[1:]) <= max(room, 2)


@pytest.mark.parametrize("game", ["punto-banco", "minibaccarat", "chemin-de-fer"])
def test_deal_draws_them(game):
    shown = CliRunner().invoke(nomorebets, ["deal", game, "--rounds", "12", "--seed", "4", "--scoreboard"])
    assert shown.exit_code == 0
    assert "bead plate" in shown.output
    assert "big road" in shown.output
    told = CliRunner().invoke(nomorebets, ["deal", game, "--rounds", "12", "--seed", "4", "--scoreboard", "--json"])
    board = json.loads(told.output)
    assert len(board["marks"]) == 12
    assert board["big_road"] == big_road(board["marks"])


def test_other_games_have_none():
    shown = CliRunner().invoke(nomorebets, ["deal", "roulette", "--scoreboard"])
    assert isinstance(shown.exception, UnknownName)


def test_odds_for_a_shoe_that_lacks_cards():
    run = ["odds", "punto-banco", "--removed", "As 4d 4d", "--json"]
    lines = json.loads(CliRunner().invoke(nomorebets, run).output)["wagers"]
    fresh = json.loads(CliRunner().invoke(nomorebets, ["odds", "punto-banco", "--json"]).output)["wagers"]
    assert lines[0]["edge"] != fresh[0]["edge"]


def test_the_best_play_of_chemin_de_fer():
    shown = json.loads(CliRunner().invoke(nomorebets, ["strategy", "chemin-de-fer", "--json"]).output)
    assert [rule["when"] for rule in shown["decisions"]] == [
        "with 5",
        "with 3 against a third card of 9",
        "with 5 against a third card of 4",
        'with 6 after "Stay"',
    ]
    assert "7631761/9407656" in shown["decisions"][0]["play"]
