"""What is posted before the cards, in the formats of hand histories: blinds that nobody posts or that were missed."""

from __future__ import annotations

import json
import tomllib

import pytest

from nomorebets.errors import TranscriptError
from nomorebets.rulings.dispute import play_transcript
from nomorebets.rulings.ohh import write_ohh
from nomorebets.rulings.phh import read_phh, recorded, write_phh
from nomorebets.table import Play
from pots import BLINDS, Table

ONE, THREE = {"blinds": "2.00"}, {"blinds": "1.00 2.00 4.00"}
STRADDLE = {"straddle": "on"}
FOR_ALL = {"ante-amount": "2.00", "ante-from": "big-blind"}
LEFT = {"button": "1", "last-big-blind": "2"}


def played(seats: int | tuple[int, ...], house: dict[str, str], state: dict[str, str]) -> Play:
    """Everybody straddles who may, calls and checks; the player to the left of the button has the worst hand."""
    at = tuple(range(1, seats + 1)) if isinstance(seats, int) else seats
    low, others = ["2c", "7d"], ["As", "Kh", "Ad", "Kd", "Ac", "Kc", "Qh", "Qd"]
    cards = [low[0], *others[: len(at) - 1], low[1], *others[4 : 4 + len(at) - 1], "3h", "Jc", "Jd", "8s", "4h", "9s"]
    cards += ["4c", "Ts"]
    table = Table("holdem", dict.fromkeys(at, 200), {**BLINDS, **house}, " ".join(cards), state)
    while table.play.asked is not None:
        choices = getattr(table.play.asked, "choices", ())
        table.do(next(choice for choice in ("straddle", "call", "check", "show") if choice in choices))
    return table.play


@pytest.mark.parametrize(
    ("seats", "house", "state", "phh", "ohh"),
    [
        (3, {}, {"button": "3"}, [1, 2, 0], "1 Post SB, 2 Post BB"),
        (3, {}, {"button": "1", "last-big-blind": "2"}, [1, 2, 0], "2 Post SB, 3 Post BB"),
        # seat 2 has left: the small blind is nobody's
        ((1, 3, 4), {}, LEFT, [2, 0, 0], "3 Post BB"),
        ((1, 3, 4, 5), THREE, LEFT, [2, 4, 0, 0], "3 Post BB, 4 Post Extra Blind"),
        # who comes back pays what he missed, the small blind as dead money
        (4, {}, {**LEFT, "missed-blinds": "4:small"}, [1, 2, -1, 0], "2 Post SB, 3 Post BB, 4 Post Dead"),
        (4, {}, {**LEFT, "missed-blinds": "4:big"}, [1, 2, -2, 0], "2 Post SB, 3 Post BB, 4 Post Extra Blind"),
        (
            4,
            STRADDLE,
            {**LEFT, "missed-blinds": "1:both"},
            [1, 2, 4, -3],
            "2 Post SB, 3 Post BB, 1 Post Dead, 1 Post Extra Blind, 4 Straddle",
        ),
        (5, THREE, {**LEFT, "missed-blinds": "1:both"}, [1, 2, 4, 0, -5], None),
        (4, {**STRADDLE, **FOR_ALL}, {"button": "4"}, [1, 2, 4, 0], "2 Post Ante, 1 Post SB, 2 Post BB, 3 Straddle"),
        (5, {**THREE, **STRADDLE}, {"button": "5"}, [1, 2, 4, 8, 0], None),
        # one blind: a straddle behind it is the button's between two players
        (2, {**ONE, **STRADDLE}, {"button": "2"}, [4, 2], "1 Post BB, 2 Straddle"),
        (2, {**ONE, **STRADDLE, **FOR_ALL}, {"button": "2"}, [4, 2], "1 Post Ante, 1 Post BB, 2 Straddle"),
        (3, {**ONE, **STRADDLE, **FOR_ALL}, {"button": "3"}, [2, 4, 0], "1 Post Ante, 1 Post BB, 2 Straddle"),
    ],
)
def test_14_10_what_was_posted_is_written_and_read_again(seats, house, state, phh, ohh):
    hand = played(seats, house, state)
    text = write_phh(hand)
    raw = tomllib.loads(text)
    assert raw["blinds_or_straddles"] == phh
    assert {ruling.seat: ruling.net for ruling in play_transcript(read_phh(raw)).rulings} == recorded(text.encode())
    told = json.loads(write_ohh(hand))["ohh"]["rounds"][0]["actions"]
    posts = [f"{action['player_id']} {action['action']}" for action in told if action["action"][:4] in ("Post", "Stra")]
    assert ohh is None or ", ".join(posts) == ohh
    assert "Raise" not in {action["action"] for action in told}


def test_14_10_a_blind_that_nobody_posts_has_no_place_in_phh():
    """Two players at a table of three blinds post two, and must match the third."""
    hand = played(2, THREE, {"button": "2"})
    assert {ruling.amount for ruling in hand.rulings} == {400}
    with pytest.raises(TranscriptError, match=r"3 blinds and 2 players.*3 players or more"):
        write_phh(hand)
    told = json.loads(write_ohh(hand))["ohh"]["rounds"][0]["actions"]
    assert [action["action"] for action in told if action["action"] != "Dealt Cards"] == [
        "Post SB",
        "Post BB",
        "Call",
        "Call",
    ]
