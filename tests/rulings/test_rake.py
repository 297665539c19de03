"""What the rake of a table takes of hands in files: the script plays them again."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from nomorebets.cli import nomorebets
from nomorebets.errors import TranscriptError
from nomorebets.library import open_table
from nomorebets.rulings.rake import rake_of_hands
from nomorebets.rulings.transcript import read_transcript

SHOWN = b"""
variant = "NT"
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 100]
actions = ["d dh p1 AsAd", "d dh p2 KsKd", "p2 cbr 12.50", "p1 cc", "d db 2c3c4h", "p1 cc", "p2 cc", "d db 9h",
  "p1 cc", "p2 cc", "d db Td", "p1 cc", "p2 cc", "p1 sm AsAd", "p2 sm KsKd"]
"""
NO_FLOP = b"""
variant = "NT"
antes = [0, 0]
blinds_or_straddles = [10, 20]
min_bet = 20
starting_stacks = [100, 100]
actions = ["d dh p1 AsAd", "d dh p2 KsKd", "p2 f"]
"""


def taken(*hands, **options):
    table = open_table("holdem", options={name.replace("_", "-"): value for name, value in options.items()})
    return rake_of_hands(table, [read_transcript(hand) for hand in hands])


def test_rake_in_steps_of_the_tables_chip():
    """Ten percent of $25 are $2.50; in steps of a dollar $2; the cap is the least of all."""
    assert (taken(SHOWN).pots, taken(SHOWN).rake) == (2_500, 250)
    assert taken(SHOWN, smallest_chip="1.00").rake == 200
    assert taken(SHOWN, rake_cap="1.50").rake == 150
    assert taken(SHOWN, rake_percent="0").rake == 0


def test_no_flop_no_drop():
    assert (taken(NO_FLOP).pots, taken(NO_FLOP).rake) == (2_000, 0)
    assert taken(NO_FLOP, rake_no_flop_no_drop="off").rake == 200
    assert (taken(SHOWN, NO_FLOP).hands, taken(SHOWN, NO_FLOP).pots, taken(SHOWN, NO_FLOP).rake) == (2, 4_500, 250)


def test_hands_of_another_game_and_games_without_rake_are_refused():
    with pytest.raises(TranscriptError, match="hand 1 is one of holdem"):
        rake_of_hands(open_table("omaha"), [read_transcript(SHOWN)])
    with pytest.raises(TranscriptError, match="no rake is taken"):
        rake_of_hands(open_table("roulette"), [])


def test_the_command(tmp_path):
    file = tmp_path / "hand.phh"
    file.write_bytes(SHOWN)
    done = CliRunner().invoke(nomorebets, ["odds", "holdem", "--hand-file", str(file), "--json"])
    assert json.loads(done.output)["edge"] == "1/10"
    words = CliRunner().invoke(nomorebets, ["odds", "holdem", "--hand-file", str(file)]).output
    assert "1 hand, pots of $25: the house takes $2.50" in words
