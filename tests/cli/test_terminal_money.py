"""Money at a table in the terminal: nobody plays with chips that he has not, and what may not lie goes back."""

from __future__ import annotations

import re

import click
import pytest
from click.testing import CliRunner

from nomorebets.cli import terminal
from nomorebets.drivers.chance import SeededChance
from nomorebets.games import open_table


def at_the_table(monkeypatch: pytest.MonkeyPatch, game: str, seed: int, *typed: str) -> str:
    """What a patron sees who types this, with the chance of a seed."""
    chance = SeededChance(seed)
    monkeypatch.setattr(terminal, "SecureChance", lambda: chance)
    command = click.Command("play", callback=lambda: terminal.sit_down(open_table(game)))
    result = CliRunner().invoke(command, input="\n".join((*typed, "quit", "quit", "")))
    assert result.exit_code == 0, (result.output, result.exception)
    return result.output


def test_a_decision_that_needs_more_chips_than_there_are_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bet of Caribbean stud is twice the ante; so is it said at a live table."""
    shown = at_the_table(monkeypatch, "caribbean-stud", 1, "ante 200", "go", "bet", "fold")
    assert "seat 1: bet needs $400; you have $300" in shown
    assert "accepted: fold" in shown
    assert "You leave with $300." in shown
    lost = at_the_table(monkeypatch, "caribbean-stud", 1, "ante 166.50", "go", "bet")
    assert "needs" not in lost  # one chip is left


def test_chips_at_any_box_of_the_patron_count_for_a_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = at_the_table(
        monkeypatch, "blackjack", 2, "blackjack 10", "2 blackjack 240", "go", "stand", "double 240", "double 5", "stand"
    )
    assert "needs" not in shown


def test_all_chips_standing_on_the_layout_leave_none_to_wager(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hard way stands until it is decided; seed 1 throws neither a seven nor an eight."""
    shown = at_the_table(monkeypatch, "craps", 1, "hard-8 500", "go", "field 5")
    assert "the point is 10\nstanding: hard-8 $500\n[$0, $500 down]" in shown
    assert "seat 1: $5 on Field refused: the seat has $0 left" in shown
    assert "-$" not in shown


@pytest.mark.parametrize(("game", "wager", "by"), [("pai-gow", "pai-gow", "10.8"), ("pai-gow-poker", "pgp", "11.10")])
def test_the_wager_of_whoever_takes_the_bank_goes_back(
    monkeypatch: pytest.MonkeyPatch, game: str, wager: str, by: str
) -> None:
    """10.8, 11.10: the bank is the player's only wager; the dealer's own against it is the house's money."""
    shown = at_the_table(
        monkeypatch, game, 3, f"{wager} 10", "go", "house way", f"{wager} 10", "go", "bank", "", "house way"
    )
    assert f"the player banks this round [13:69F-{by}" in shown
    assert "your wagers go back" in shown
    changes = re.findall(rf"  (?:{wager}|bank): \w+ ([+-]?)\$([\d.]+)", shown)
    won = sum(float(amount) * (-1 if sign == "-" else 1) for sign, amount in changes)
    (left,) = re.findall(r"You leave with \$([\d.]+)", shown)
    assert float(left.rstrip(".")) == 500 + won


@pytest.mark.parametrize("last", ["on", "down"])
def test_what_is_said_last_of_a_standing_wager_counts(monkeypatch: pytest.MonkeyPatch, last: str) -> None:
    """Whoever changes his mind before the next roll is dealt to; seed 1 throws a 10 and then a 6."""
    shown = at_the_table(monkeypatch, "craps", 1, "hard-8 50", "go", "off hard-8", f"{last} hard-8", "go")
    assert "refused" not in shown
    assert "“6”" in shown
    assert ("[$500, $0 down]" in shown.split("“6”")[1]) == (last == "down")
