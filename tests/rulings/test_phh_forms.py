"""Hands in the PHH format as others write them: every code, posts, straddles, unknown stacks, several hands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from nomorebets.cli import nomorebets
from nomorebets.errors import RulesError, TranscriptError
from nomorebets.rulings.dispute import play_transcript
from nomorebets.rulings.phh import hands_in, recorded
from nomorebets.rulings.transcript import read_transcript
from nomorebets.table import Play
from pots import net

ONLINE = """
variant = 'NT'
ante_trimming_status = true
antes = [0, 0, 0, 0]
blinds_or_straddles = {BLINDS}
min_bet = 0.50
starting_stacks = {STACKS}
actions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', 'd dh p4 ????', {ACTIONS}]
venue = 'A room on the net'
time = 21:14:04
time_zone_abbreviation = 'ET'
day = 1
month = 7
year = 2009
hand = 3017235114
seats = [2, 3, 5, 6]
seat_count = 6
table = 'Yellow'
players = ['a', 'b', 'c', 'd']
currency = 'USD'
currency_symbol = '$'
_source = 'of our own'
"""


def online(actions: str, blinds: str = "[0.25, 0.50, 0, 0]", stacks: str = "[50, 61.05, 34.4, 98.25]") -> str:
    return ONLINE.replace("{ACTIONS}", actions).replace("{BLINDS}", blinds).replace("{STACKS}", stacks)


def hand(text: str) -> Play:
    return play_transcript(read_transcript(text.encode()))


def ends(played: Play) -> dict[int, int]:
    """What each player won or lost, in cents."""
    return {ruling.seat: ruling.net for ruling in played.rulings}


CHECKED = "'p3 f', 'p4 cc', 'p1 f', 'p2 cc', 'd db 2c3c4c', 'p2 cbr 1', 'p4 f'"
FOLDED = "'p3 f', 'p4 f', 'p1 f'"


def test_amounts_in_cents_and_facts_that_decide_nothing():
    assert ends(hand(online(FOLDED))) == {1: -25, 2: 25}


@pytest.mark.parametrize(
    ("blinds", "actions", "expected"),
    [
        # who comes in posts a big blind, which is his bet: he may check where nobody raises
        (
            "[0.25, 0.50, 0, -0.50]",
            CHECKED,
            (-25, 75, 0, -50),
        ),
        (
            "[0.25, 0.50, 0, 0.50]",
            CHECKED,
            (-25, 75, 0, -50),
        ),
        # who comes back posts both, the small one as dead money
        (
            "[0.25, 0.50, 0, -0.75]",
            CHECKED,
            (-25, 100, 0, -75),
        ),
        ("[0.25, 0.50, 0, -0.25]", "'p3 f', 'p4 f', 'p1 f'", (-25, 50, 0, -25)),
        # a straddle is the last of the blinds, and has the option
        ("[0.25, 0.50, 1, 0]", "'p4 cc', 'p1 f', 'p2 f', 'p3 cbr 3', 'p4 f'", (-25, -50, 175, -100)),
        # one blind alone
        ("[0.50, 0, 0, 0]", "'p2 f', 'p3 f', 'p4 f'", (0, 0, 0, 0)),
    ],
)
def test_14_10_posts_and_straddles(blinds: str, actions: str, expected: tuple[int, ...]) -> None:
    found = ends(hand(online(actions, blinds)))
    assert tuple(found.get(seat, 0) for seat in range(1, 5)) == expected


@pytest.mark.parametrize(
    ("blinds", "why"),
    [
        ("[0.25, 0.50, 0, 1]", r"left of the button.*14\.10\(d\).*straddle right behind"),  # of the button
        ("[0, 0.50, 0, 0]", r"left of the button.*14\.10\(d\)"),  # nobody posts the small blind
        ("[0.25, 0.50, 0, -0.30]", r"player 4 posts 0\.30.*R-14\.10-missed"),
        ("[0.25, 0.50]", "2 amounts, and 4 players"),
    ],
)
def test_14_10_what_may_not_be_posted_says_why(blinds: str, why: str) -> None:
    with pytest.raises(TranscriptError, match=why):
        hand(online(FOLDED, blinds))


def test_a_stack_that_nobody_knows_is_enough():
    played = hand(online("'p3 cbr 34.4', 'p4 f', 'p1 f', 'p2 f'", stacks="[inf, inf, inf, 98.25]"))
    assert ends(played) == {1: -25, 2: -50, 3: 75}
    assert recorded(online(FOLDED, stacks="[inf, 1, 1, 1]").encode() + b"finishing_stacks = [inf, 1, 1, 1]") == {}


def test_14_6_b_who_has_no_chips_is_not_dealt_in():
    with pytest.raises(TranscriptError, match=r"player 3 has no chips.*14\.6\(b\)"):
        hand(online(FOLDED, stacks="[50, 61.05, 0, 98.25]"))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("'p3 f'", "'p3 f # he thinks: a bluff?'"),
        ("'p3 f'", "'# the floor is called', '', 'p3 f'"),
        ("'p3 f'", "'  p3   f  '"),
    ],
)
def test_remarks_and_blanks(old: str, new: str) -> None:
    assert ends(hand(online(FOLDED).replace(old, new))) == {1: -25, 2: 25}


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("'d dh p4 ????'", "'d dh p7 ????'", "'p7' is dealt cards"),
        ("'d dh p4 ????'", "'d dh px ????'", "'px' is dealt cards"),
        ("'d dh p4 ????'", "'d dh p4 ???'", "not whole cards"),
        ("'d dh p4 ????'", "'d dh p4 AsK'", "not whole cards"),
        ("'d dh p4 ????'", "4", "list of texts"),
        ("starting_stacks = [50, 61.05, 34.4, 98.25]", "", "starting_stacks is not a list"),
        ("variant = 'NT'", "variant = 'FT'", "small_bet, big_bet"),
        ("antes = [0, 0, 0, 0]", "antes = [0, 0, 0]", "antes has 3 amounts"),
    ],
)
def test_what_cannot_be_read_says_what_is_wrong(old: str, new: str, why: str) -> None:
    text = online(FOLDED)
    assert old in text
    with pytest.raises(RulesError, match=why):
        hand(text.replace(old, new))


SIZES = "small_bet = 4\nbig_bet = 8"
BLINDS = "antes = [0, 0]\nblinds_or_straddles = [2, 4]"
FORCED = f"antes = [1, 1]\nbring_in = 2\n{SIZES}"
DEALT = "'d dh p1 {0}', 'd dh p2 {0}', 'p2 f'"
CODES = {
    "FT": f"{BLINDS}\n{SIZES}\nactions = [{DEALT.format('????')}]",
    "NT": f"{BLINDS}\nmin_bet = 4\nactions = [{DEALT.format('????')}]",
    "PO": f"{BLINDS}\nmin_bet = 4\nactions = [{DEALT.format('????????')}]",
    "FO/8": f"{BLINDS}\n{SIZES}\nactions = [{DEALT.format('????????')}]",
    "F2L3D": f"{BLINDS}\n{SIZES}\nactions = [{DEALT.format('??' * 5)}]",
    "FB": f"{BLINDS}\n{SIZES}\nactions = [{DEALT.format('????????')}]",
    "F7S": f"{FORCED}\nactions = ['d dh p1 ????2c', 'd dh p2 ????Kh', 'p1 pb', 'p2 cbr 4', 'p1 f']",
    "F7S/8": f"{FORCED}\nactions = ['d dh p1 ????2c', 'd dh p2 ????Kh', 'p1 pb', 'p2 cbr 4', 'p1 f']",
    "FR": f"{FORCED}\nactions = ['d dh p1 ????Kc', 'd dh p2 ????2h', 'p1 pb', 'p2 cbr 4', 'p1 f']",
}


@pytest.mark.parametrize("code", CODES)
def test_14_8_every_code_of_a_game_that_is_played_here(code: str) -> None:
    played = hand(f'variant = "{code}"\nstarting_stacks = [100, 100]\n{CODES[code]}\n')
    assert net(played) == ({1: -3, 2: 3} if "pb" in CODES[code] else {1: 2, 2: -2})


BOTH = "'p1 cc', 'p2 cc', "
SHOWN = f"'p3 f', 'p4 f', {BOTH}'d db 2c3c4c', {BOTH}'d db 5s', {BOTH}'d db Ks', {BOTH}"


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        ("'p1 sm 7h8h', 'p2 sm ????'", {1: 50, 2: -50}),  # who wrote nothing down gave up
        ("'p1 sm ????', 'p2 sm 7h8h'", {1: -50, 2: 50}),
        (
            "'p1 sm ????', 'p2 sm ????', 'p1 sm AhQd', 'p2 sm 7h8h'",
            {1: 50, 2: -50},
        ),  # what came last counts: a straight
        ("'p1 sm', 'p2 sm -'", {1: -50, 2: 50}),
    ],
)
def test_14_16_what_was_shown_last(shown: str, expected: dict[int, int]) -> None:
    assert ends(hand(online(SHOWN + shown))) == expected


def test_14_16_where_nobody_was_seen_it_is_not_decided():
    from nomorebets.rulings.dispute import rule_on

    with pytest.raises(TranscriptError, match=r"nobody saw|not seen|depends"):
        rule_on(read_transcript(online(SHOWN + "'p1 sm ????', 'p2 sm ????'").encode()))


@pytest.mark.parametrize(("code", "poster"), [("F7S", 2), ("F7S", 1), ("FR", 2), ("FR", 1)])
def test_14_9_a_door_card_that_nobody_wrote_down_fits_who_brought_it_in(code: str, poster: int) -> None:
    dealt = "'d dh p1 ??????', 'd dh p2 ????7h', 'd dh p3 ????8h'"
    acts = {1: "'p1 pb', 'p2 f', 'p3 f'", 2: "'p2 pb', 'p3 f', 'p1 f'"}[poster]
    if code == "FR" and poster == 2:
        dealt = dealt.replace("7h", "9h")
    text = f"antes = [1, 1, 1]\nbring_in = 2\n{SIZES}\nactions = [{dealt}, {acts}]"
    found = net(hand(f'variant = "{code}"\nstarting_stacks = [100, 100, 100]\n{text}\n'))
    assert found == {seat: 2 if seat == poster else -1 for seat in (1, 2, 3)}


SEVERAL = "# two hands and one that may not be played\n\n" + "\n".join(
    f"[{number}]{text}"
    for number, text in (
        (1, online(FOLDED) + "finishing_stacks = [49.75, 61.30, 34.4, 98.25]\n"),
        (2, online(FOLDED).replace("'NT'", "'NS'")),
        (7, online(FOLDED) + "finishing_stacks = [49.75, 61.20, 34.4, 98.25]\n"),
    )
)


def test_several_hands_in_a_file(tmp_path: Path) -> None:
    """Each is ruled on by itself, and held against the stacks that the file has."""
    assert [name for name, _ in hands_in(SEVERAL.encode())] == ["1", "2", "7"]
    assert hands_in(online(FOLDED).encode()) == hands_in(b'game = "roulette"\n[house]\nx = 1') == []
    with pytest.raises(TranscriptError, match="3 hands"):
        read_transcript(SEVERAL.encode())
    (tmp_path / "hands.phhs").write_text(SEVERAL)
    done = CliRunner().invoke(nomorebets, ["dispute", str(tmp_path / "hands.phhs")])
    lines = [json.loads(line) for line in done.output.splitlines()]
    assert done.exit_code == 1
    assert [(line["hand"], line.get("as_recorded")) for line in lines] == [("1", True), ("2", None), ("7", False)]
    assert "short-deck hold'em" in lines[1]["refused"]
    assert lines[2]["recorded"] == {"1": "-0.25", "2": "0.15", "3": "0.00", "4": "0.00"}
