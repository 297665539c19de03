"""Rules of a blackjack table in one line, read and written."""

from __future__ import annotations

import click
import pytest
from click.testing import CliRunner

from nomorebets.cli import nomorebets
from nomorebets.cli.common import table_from, table_options
from nomorebets.errors import UnknownName
from nomorebets.games.blackjack.rules_line import RULES_LINE
from nomorebets.pricing.rules_line import line_of_table
from side_tables import GAME, side_table

USUAL = {
    "decks": "8",
    "soft-17": "stand",
    "double-after-split": "on",
    "surrender": "none",
    "double-on": "any-two",
    "resplit": "none",
    "resplit-aces": "forbidden",
    "boxes": "6",
    "blackjack-pays": "3:2",
}


def test_a_line_as_players_write_it():
    assert RULES_LINE.read("6D H17 DAS LS RSA 3:2") == {
        "decks": "6",
        "soft-17": "hit",
        "double-after-split": "on",
        "surrender": "late",
        "resplit": "up-to-limit",
        "resplit-aces": "allowed",
        "blackjack-pays": "3:2",
    }


@pytest.mark.parametrize(
    "line",
    [
        "8D S17 DAS 3:2",
        "6D H17 DAS LS RSA 3:2",
        "6D H17 DAS LS 3:2",
        "1D H17 NDAS D10 6:5",
        "2D S17 NDAS ES D9 SP4 3:2",
        "8D S17 DAS SP3 3:2",
        "8D S17 DAS SP3 RSA 3:2",
    ],
)
def test_what_is_written_is_read_again(line):
    assert RULES_LINE.write(USUAL | RULES_LINE.read(line)) == line


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("6d h17, das  ls;3:2", "6D H17 DAS LS 3:2"),
        ("3:2 LS DAS H17 6D", "6D H17 DAS LS 3:2"),
        ("8D S17 DAS NS DOA SP2 NRSA 3:2", "8D S17 DAS 3:2"),
        ("6D SP4 RSA", "6D S17 DAS RSA 3:2"),
        ("H17 H17", "8D H17 DAS 3:2"),
    ],
)
def test_order_case_and_words_for_what_is_usual(line, written):
    assert RULES_LINE.write(USUAL | RULES_LINE.read(line)) == written


def test_aces_that_are_split_again_imply_resplitting():
    assert RULES_LINE.read("RSA") == {"resplit": "up-to-limit", "resplit-aces": "allowed"}
    assert "resplit" not in RULES_LINE.read("NRSA")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("6D H18", "'H18' is no word of a line of rules"),
        ("6D S17 H17", "S17 and H17 contradict each other"),
        ("6D 8D", "6D and 8D contradict each other"),
        ("SP2 RSA", "SP2 and RSA contradict each other"),
        ("RSA NRSA", "RSA and NRSA contradict each other"),
        ("0D", "'0D' is no word"),
        ("", "are no rules in a line"),
        ("H17 " * 41, "are no rules in a line"),
    ],
)
def test_what_cannot_be_meant_is_refused(line, says):
    with pytest.raises(UnknownName) as fault:
        RULES_LINE.read(line)
    assert says in str(fault.value)
    assert fault.value.accepts


def test_a_refusal_lists_the_words():
    with pytest.raises(UnknownName, match=r"accepted: decks as in 1D, 6D, 8D; S17 or H17; DAS or NDAS; LS, ES or NS; "):
        RULES_LINE.read("6D XYZ")


def test_a_game_without_such_words_refuses_the_line():
    done = CliRunner().invoke(nomorebets, ["odds", "roulette", "--rules", "6D H17"])
    assert isinstance(done.exception, UnknownName)
    assert str(done.exception) == "the rules of roulette are not written in one line; accepted: options by their names"


@pytest.mark.parametrize(
    ("settings", "decks", "soft_17"), [((), "6", "hit"), (("decks=2",), "2", "hit"), (("soft-17=stand",), "6", "stand")]
)
def test_single_options_go_before_the_line(monkeypatch, settings, decks, soft_17):
    opened = []
    monkeypatch.setattr("nomorebets.games.open_table", lambda game_id, day, asked: opened.append(asked.options))
    monkeypatch.setattr("nomorebets.games.game", lambda game_id: GAME)
    monkeypatch.setattr("nomorebets.pricing.rules_line.rules_line_of", lambda game: RULES_LINE)
    with CliContext("--rules", "6D H17"):
        table_from("blackjack", None, settings, None)
    assert (opened[0]["decks"], opened[0]["soft-17"]) == (decks, soft_17)


class CliContext:
    """A command with these options, in which a table is opened."""

    def __init__(self, *arguments: str) -> None:
        @click.command()
        @table_options
        def command(**options: object) -> None:
            """Nothing but its options."""

        self.context = command.make_context("command", list(arguments))

    def __enter__(self) -> None:
        self.context.__enter__()

    def __exit__(self, *fault: object) -> None:
        self.context.__exit__(None, None, None)


def test_a_table_says_its_rules_in_a_line(monkeypatch):
    monkeypatch.setattr("nomorebets.pricing.rules_line.rules_line_of", lambda game: RULES_LINE)
    assert line_of_table(side_table(decks="6", blackjack_pays="6:5")).startswith("6D ")
    assert line_of_table(side_table(decks="6", blackjack_pays="6:5")).endswith(" 6:5")
