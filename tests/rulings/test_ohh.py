"""Hands in the Open Hand History format: what is written adds up, and says what the script did."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from nomorebets.cli import nomorebets
from nomorebets.errors import TranscriptError
from nomorebets.rulings.ohh import write_ohh
from rounds import random_round

CHIPS = ("Post Ante", "Post SB", "Post BB", "Post Extra Blind", "Straddle", "Bet", "Raise", "Call")


@pytest.mark.parametrize("game", ["holdem", "omaha"])
def test_chips_and_cards_of_random_hands_add_up(game):
    """What was put in less what nobody matched is the pots, and what they paid is what the rulings say."""
    streets = set()
    for seed in range(60):
        played = random_round(game, seed)
        if not played.table.felt.pots:
            continue
        hand = json.loads(write_ohh(played))["ohh"]
        actions = [action for one in hand["rounds"] for action in one["actions"]]
        assert [action["action_number"] for action in actions] == list(range(1, len(actions) + 1))
        put = sum(round(100 * action["amount"]) for action in actions if action["action"] in CHIPS)
        pots = sum(round(100 * pot["amount"]) for pot in hand["pots"])
        wagered = sum(ruling.amount for ruling in played.rulings)
        assert pots == wagered <= put
        won = {}
        for pot in hand["pots"]:
            for share in pot["player_wins"]:
                won[share["player_id"]] = won.get(share["player_id"], 0) + round(100 * share["win_amount"])
        assert {r.seat: won.get(r.seat, 0) - r.amount for r in played.rulings} == {
            r.seat: r.net for r in played.rulings
        }
        dealt = [action for action in actions if action["action"] == "Dealt Cards"]
        assert {len(action["cards"]) for action in dealt} == {2 if game == "holdem" else 4}
        assert len(dealt) == len(hand["players"])
        board = [card for one in hand["rounds"] for card in one["cards"]]
        assert len(board) in (0, 3, 4, 5)
        streets |= {one["street"] for one in hand["rounds"]}
    assert streets == {"Preflop", "Flop", "Turn", "River", "Showdown"}


def test_a_game_that_the_format_does_not_know_is_refused():
    played = next(p for p in (random_round("badugi", seed) for seed in range(20)) if p.table.felt.pots)
    with pytest.raises(TranscriptError, match=r"has no name in the Open Hand History format.*Holdem"):
        write_ohh(played)


def test_the_command_writes_several_hands(tmp_path):
    path = tmp_path / "hands.ohh"
    words = ["deal", "holdem", "--seats", "3", "--rounds", "2", "--seed", "3", "--record", str(path)]
    done = CliRunner().invoke(nomorebets, words)
    assert done.exit_code == 0, done.output
    hands = [json.loads(part)["ohh"] for part in path.read_text().strip().split("\n\n")]
    assert [hand["game_number"] for hand in hands] == ["1", "2"]
    assert {hand["spec_version"] for hand in hands} == {"1.4.7"}
