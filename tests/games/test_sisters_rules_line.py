"""Rules of a Spanish 21 or blackjack switch table in one line, in blackjack's words."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from nomorebets.cli import nomorebets
from nomorebets.errors import RulesError
from nomorebets.library import open_table
from nomorebets.pricing.rules_line import line_of_table


@pytest.mark.parametrize(
    ("game", "line"),
    [
        ("spanish-21", "6D S17 DAS LS SP4 RSA"),
        ("spanish-21", "8D H17 DAS SP2"),
        ("blackjack-switch", "6D H17 DAS SP4"),
        ("blackjack-switch", "8D H17 DAS LS SP3 RSA"),
    ],
)
def test_what_is_written_is_read_again(game, line):
    unsaid = ("" if "LS" in line else " NS") + ("" if "RSA" in line else " NRSA")
    assert line_of_table(open_table(game, rules=line + unsaid)) == line


@pytest.mark.parametrize(
    ("game", "line", "says"),
    [
        ("spanish-21", "6D 3:2", r"'3:2' is no word .*accepted: .*S17 or H17; DAS; LS or NS; SP2, SP3 or SP4"),
        ("spanish-21", "NDAS", "'NDAS' is no word"),
        ("spanish-21", "2D", r"19.2\(a\).*accepted: 6, 8"),
        ("blackjack-switch", "6D S17", "'S17' is no word .*accepted: .*; H17;"),
        ("blackjack-switch", "SP2 RSA", r"2A.11\(e\)"),
        ("blackjack-switch", "SP2 SP3", "contradict each other"),
    ],
)
def test_what_a_game_has_not_is_refused(game, line, says):
    with pytest.raises(RulesError, match=says):
        open_table(game, rules=line)


def test_the_line_stands_with_the_odds():
    done = CliRunner().invoke(
        nomorebets, ["odds", "spanish-21", "--wager", "insurance", "--rules", "8D H17 NS", "--json"]
    )
    told = json.loads(done.stdout)
    assert told["rules"] == "8D H17 DAS SP4 RSA"
    assert (told["options"]["decks"], told["options"]["surrender-offered"]) == ("8", "off")
