"""Blackjack in the terminal: the chart with the present cell, what a mistake costs, pay tables, and the shoe."""

from __future__ import annotations

import re

import click
import pytest
from click.testing import CliRunner

from nomorebets.cli import terminal
from nomorebets.drivers.chance import SeededChance
from nomorebets.games import open_table
from nomorebets.table import Settings


def at_the_table(monkeypatch: pytest.MonkeyPatch, seed: int, *typed: str, **options: str) -> str:
    """What a patron sees who types this, with the cards of a seed."""
    monkeypatch.setattr(terminal, "SecureChance", lambda: SeededChance(seed))
    table = open_table("blackjack", settings=Settings(dict(options)))
    command = click.Command("play", callback=lambda: terminal.sit_down(table))
    result = CliRunner().invoke(command, input="\n".join((*typed, "quit", "quit", "")))
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.parametrize("seed", [2, 3, 4, 6])
def test_what_a_decision_cost_is_said_after_it_and_the_chart_shows_the_cell(
    monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """These seeds deal hands to be played; letters in any case choose."""
    shown = at_the_table(monkeypatch, seed, "blackjack 10", "go", "chart", "S")
    (cell,) = re.findall(r"\[(H|S|D|Ds|P|R)\*?\]", shown)
    line = next(line for line in shown.splitlines() if re.search(r"\[(H|S|D|Ds|P|R)\*?\]", line))
    assert line.startswith(("hard", "soft")) or line[1] == "-"
    best = "stand is the best play" in shown
    assert best == (cell == "S")
    if not best:
        assert re.search(r"stand costs \S+ on average, [\d.]+% of the first wager; (draw|double|split) is best", shown)
    left, rack = map(int, re.search(r"shoe: (\d+) of 416 cards left, .*; (\d+) in the discard rack", shown).groups())
    assert left + rack == 416
    assert rack > 4


def test_the_pay_tables_of_side_wagers_are_shown_where_there_are_any(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = at_the_table(monkeypatch, 4, "pays", streak="on")
    assert "streak 5: 37 to 1" in shown
    assert "the pay tables of the side wagers" in shown
    assert "the pay tables of the side wagers" not in at_the_table(monkeypatch, 4)


def test_2_14_further_boxes_are_played_from_one_stack(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = at_the_table(
        monkeypatch,
        2,
        "blackjack 10",
        "2 blackjack 15",
        "3 blackjack 20",
        "9 blackjack 5",
        "go",
        *["S"] * 4,
        **{"boxes-per-player": "2"},
    )
    assert "the same at seat 2, which you play too; up to 2 seats" in shown
    assert "you play seats 1, 2 already" in shown
    assert "13:69F-2.14" in shown
    assert "there is no seat 9; accepted: 1 to 6" in re.sub(r" \[[^]]*\]", "", shown)
    assert len(re.findall(r"^  seat [12], blackjack: ", shown, re.MULTILINE)) == 2


def test_2_14_one_box_is_the_usual(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = at_the_table(monkeypatch, 2, "2 blackjack 15")
    assert "at seat 2" not in shown
