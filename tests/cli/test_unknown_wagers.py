"""Wagers, stakes and ways to play of which nothing is known: refused at once, and in a sentence."""

from unittest import mock

import pytest

from cli.test_commands import check_refused, run
from nomorebets import odds, open_table, simulate, verify
from nomorebets.errors import UnknownName


@pytest.mark.parametrize("game", ["caribbean_stud", "let_it_ride"])
@pytest.mark.parametrize("ask", [lambda game: odds(game, wager="nonsense"), lambda game: simulate(game, 1, wager="no")])
def test_a_wager_that_nobody_knows_is_refused_before_anything_is_solved(game, ask) -> None:
    solve = mock.patch(f"nomorebets.games.{game}.odds.played", side_effect=AssertionError("solved"))
    with solve, pytest.raises(UnknownName, match="no wager is called"):
        ask(game.replace("_", "-"))


@pytest.mark.parametrize("game", ["holdem", "seven-card-stud"])
def test_the_poker_room_has_no_wager_but_the_pot(game) -> None:
    check_refused(run("odds", game, "--wager", "nonsense"), "accepted: pot")
    assert run("odds", game, "--wager", "pot").status == 0


def test_a_sheet_says_which_wagers_it_has() -> None:
    sheet = odds("roulette")
    with pytest.raises(UnknownName, match="no wager is called 'strait'; accepted: straight"):
        sheet["strait"]
    with pytest.raises(KeyError):  # a mapping's own error, for whoever expects that
        sheet["nonsense"]
    assert sheet.get("nonsense") is None
    assert "nonsense" not in sheet


@pytest.mark.parametrize(("stake", "loses_on_zero"), [("0.25", "0.12"), ("1.25", "0.62"), ("7.00", "3.50")])
def test_5_2_b_a_wheel_is_simulated_for_its_stake(stake, loses_on_zero) -> None:
    rules = {"half-loss-rounding": "favour-player", "smallest-chip": "0.25"}
    table = open_table("roulette", options=rules)
    share = float(loses_on_zero) / float(stake)
    assert odds(table, wager="red", stake=stake)["red"].edge_decimal == pytest.approx(share / 19)
    every = simulate(table, 1000, seed=1, wager="red", stake=stake).lines[0].edge
    usual = simulate(table, 1000, seed=1, wager="red").lines[0].edge  # the same spins, at a half exactly
    zeros = [simulate(table, 1000, seed=1, wager=f"straight:{zero}").lines[0] for zero in ("0", "00")]
    came = sum(round((1 - line.edge) * 1000 / 36) for line in zeros)
    assert usual - every == pytest.approx((0.5 - share) * came / 1000)


def test_simulated_pots_are_what_the_seats_put_in() -> None:
    check_refused(run("simulate", "holdem", "--rounds", "10", "--stake", "100"), "no stake")


@pytest.mark.parametrize(
    "words", ["session --rounds 10", "verify --rounds 10", "simulate --rounds 10 --verify", "odds"]
)
def test_nothing_holds_where_nothing_exact_is_known(words) -> None:
    command, *options = words.split()
    check_refused(run(command, "holdem", "--strategy", "by-its-cards", *options), "is not worked out")


def test_the_library_verifies_nothing_by_nothing() -> None:
    with pytest.raises(UnknownName, match="is not worked out"):
        verify("holdem", 10, deals=1, strategy="by-its-cards")
