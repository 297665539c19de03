"""Rules of a blackjack table in one line, read and written."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from nomorebets.cli import nomorebets
from nomorebets.errors import UnknownName
from nomorebets.games.blackjack.rules_line import RULES_LINE
from nomorebets.games.blackjack.terms import rules_of
from nomorebets.library import open_table
from nomorebets.pricing.rules_line import line_of_table

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
def test_single_options_go_before_the_line(settings, decks, soft_17):
    more = [word for setting in settings for word in ("--set", setting)]
    done = CliRunner().invoke(
        nomorebets, ["odds", "blackjack", "--wager", "insurance", "--rules", "6D H17", "--json", *more]
    )
    told = json.loads(done.output)
    assert (told["options"]["decks"], told["options"]["soft-17"]) == (decks, soft_17)
    assert told["rules"] == f"{decks}D {'H17' if soft_17 == 'hit' else 'S17'} DAS 3:2"


def test_the_library_reads_the_line_too():
    table = open_table("blackjack", rules="6D H17 DAS LS RSA 3:2", options={"decks": "2"})
    assert line_of_table(table) == "2D H17 DAS LS RSA 3:2"


def test_a_table_and_what_decides_its_price_say_the_same():
    for line in ("8D S17 DAS 3:2", "6D H17 DAS LS RSA 3:2", "1D S17 NDAS D10 SP4 6:5", "8D H17 DAS SP3 3:2"):
        table = open_table("blackjack", rules=line)
        assert line_of_table(table) == rules_of(table.house).shorthand == line
