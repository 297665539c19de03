"""Hands in the PHH format: read as transcripts, written from rounds, and read again."""

from __future__ import annotations

import json
import tomllib

import pytest
from click.testing import CliRunner

from nomorebets.cli import nomorebets
from nomorebets.errors import TranscriptError
from nomorebets.games import open_table
from nomorebets.rulings.dispute import play_transcript, rule_on
from nomorebets.rulings.phh import codes, write_phh
from nomorebets.rulings.transcript import read_transcript
from nomorebets.table import Play, Round, play
from nomorebets.table.money import cents
from pots import net, pots, random_hand
from rounds import RandomTable

HOLDEM = """
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [200, 100, 50.5]
actions = [
  "d dh p1 AsAd", "d dh p2 ????", "d dh p3 KsKd",  # before the flop
  "p3 cbr 50.50", "p1 cc", "p2 f",
  "p3 sm KsKd", "p1 sm AsAd",
  "d db 2c3c4h", "d db 9h", "d db Td",
]
"""
STUD = """
variant = "FR"
antes = [1, 1, 1]
bring_in = 2
small_bet = 4
big_bet = 8
starting_stacks = [100, 100, 100]
actions = [
  "d dh p1 2c3dKd", "d dh p2 4c5dKh", "d dh p3 7c8d9h",
  {FIRST}
]
"""
BADUGI = """
variant = "FB"
antes = [0, 0]
blinds_or_straddles = [1, 2]
small_bet = 2
big_bet = 4
starting_stacks = [100, 100]
actions = [
  "d dh p1 ????????", "d dh p2 ????????", "p2 cc", "p1 cc",
  "p1 sd ????", "p2 sd", "d dh p1 ????", "p1 cc", "p2 cc",
  "p1 sd", "p2 sd ??", "d dh p2 ??", "p1 cc", "p2 cbr 4", "p1 cc",
  "p1 sd", "p2 sd", "p1 cc", "p2 cc", {SHOWN}
]
"""


def hand(text: str) -> Play:
    return play_transcript(read_transcript(text.encode()))


def test_a_hand_is_a_transcript():
    played = hand(HOLDEM)
    assert played.table.game.id == "holdem"
    assert [(r.seat, r.net) for r in played.rulings] == [(1, 5250), (2, -200), (3, -5050)]
    assert played.table.house.options["smallest-chip"] == "0.50"
    assert played.table.felt.rake == 0


def test_cards_that_nobody_saw_decide_nothing():
    assert "the ruling is the same" in rule_on(read_transcript(HOLDEM.encode())).unseen


def test_with_two_players_the_last_one_has_the_button():
    text = (
        HOLDEM.replace("[0, 0, 0]", "[0, 0]").replace("[1, 2, 0]", "[1, 2]").replace("[200, 100, 50.5]", "[200, 100]")
    )
    text = text[: text.index("actions")] + 'actions = ["d dh p1 AsAd", "d dh p2 KsKd", "p2 f"]'
    assert net(hand(text)) == {1: 1, 2: -1}


@pytest.mark.parametrize(
    ("first", "result"),
    [
        ('"p2 pb", "p3 f", "p1 f"', {1: -1, 2: 2, 3: -1}),
        ('"p2 cbr 4", "p3 f", "p1 f"', {1: -1, 2: 2, 3: -1}),
        ('"p2 pb", "p3 cbr 4", "p1 f", "p2 cbr 8", "p3 f"', {1: -1, 2: 6, 3: -5}),
        ('"p2 cbr 4", "p3 cbr 8", "p1 f", "p2 f"', {1: -1, 2: -5, 3: 6}),
    ],
)
def test_a_bring_in_is_posted_or_completed(first, result):
    assert net(hand(STUD.replace("{FIRST}", first))) == result


@pytest.mark.parametrize(
    ("shown", "winner"),
    [
        ('"p1 sm Ac2d3h4s", "p2 sm Kc2h3d4c"', 1),
        ('"p1 sm Ac2d3h4s", "p2 sm"', 1),
        ('"p1 sm", "p2 sm Kc2h3d4c"', 2),
    ],
)
def test_hands_that_are_shown_at_last_were_held(shown, winner):
    assert net(hand(BADUGI.replace("{SHOWN}", shown))) == {winner: 6, 3 - winner: -6}


def test_an_ante_of_the_big_blind():
    text = HOLDEM.replace("antes = [0, 0, 0]", "antes = [0, 3, 0]")
    assert [(r.seat, r.net) for r in hand(text).rulings] == [(1, 5550), (2, -500), (3, -5050)]
    with pytest.raises(TranscriptError, match="neither everybody's nor the big blind's"):
        hand(HOLDEM.replace("antes = [0, 0, 0]", "antes = [3, 0, 0]"))


@pytest.mark.parametrize(
    ("antes", "blinds", "result"),
    [
        ([0, 2, 0, 0], [1, 2, 4, 0], {1: -1, 2: -4, 3: 5}),  # a straddle behind the big blind, who pays for all
        ([0, 0, 2, 0], [1, 2, 4, 0], {1: -1, 2: -2, 3: 3}),  # three blinds: the last is the big one
        ([2, 0, 0, 0], [2, 0, 0, 0], {1: 0}),  # one blind
    ],
)
def test_14_7_an_ante_of_the_big_blind_is_his_who_pays_it(antes, blinds, result):
    last = len([blind for blind in blinds if blind])
    folds = ", ".join(f'"p{(last + turn) % 4 + 1} f"' for turn in range(3))
    deals = ", ".join(f'"d dh p{player} ????"' for player in range(1, 5))
    text = f'variant = "NT"\nantes = {antes}\nblinds_or_straddles = {blinds}\nmin_bet = 2\n'
    played = hand(f"{text}starting_stacks = [100, 100, 100, 100]\nactions = [{deals}, {folds}]\n")
    assert net(played) == result


def test_14_10_d_the_only_blind_of_two_players_is_not_the_buttons(tmp_path):
    """As the format has it, the amount of the second of two players stands first."""
    path, run = tmp_path / "hand.phh", CliRunner().invoke
    for seed in range(4):
        one_blind = ["--set", "blinds=2.00", "--seats", "2", "--seed", str(seed), "--record", str(path)]
        assert run(nomorebets, ["deal", "holdem", *one_blind]).exit_code == 0
        assert tomllib.loads(path.read_text())["blinds_or_straddles"] == [0, 2]
        again = run(nomorebets, ["dispute", str(path), str(path)])
        assert [json.loads(line).get("as_recorded") for line in again.output.splitlines()] == [True, True]


@pytest.mark.parametrize(
    ("code", "why"),
    [("NS", "short-deck hold'em"), ("N2L1D", "single draw"), ("XX", "the variant 'XX'")],
)
def test_what_may_not_be_played_says_why(code, why):
    with pytest.raises(TranscriptError, match=rf"{why}.*none of the games.*14\.8"):
        hand(HOLDEM.replace('"NT"', f'"{code}"'))


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('"p1 cc"', '"p1 jump"', "no action"),
        ('"p1 cc"', '"p9 cc"', "no such player"),
        ("[1, 2, 0]", "[1, 0, 2]", "left of the button"),
        ("[200, 100, 50.5]", "200", "not a list"),
        ('"p3 cbr 50.50"', '"p3 cbr 3"', r"\$3 refused.*\$4 to \$50.50"),
        ("[200, 100, 50.5]", "[200, 100, 50.5]\n_house = {blinds = '1 2'}", "_house is.*table of rake-percent"),
        ("[200, 100, 50.5]", "[200, 100, 50.5]\n_house = 5", "_house is '5'"),
        ("[200, 100, 50.5]", "[200, 100, 50.5]\n_house = {rake-percent = '40'}", "rake-percent"),
    ],
)
def test_a_hand_that_cannot_be_is_refused(old, new, why):
    from nomorebets.errors import RulesError

    with pytest.raises(RulesError, match=why):
        hand(HOLDEM.replace(old, new))


@pytest.mark.parametrize("code", list(codes()))
def test_a_hand_is_written_and_read_again(code):
    for seed in range(25):
        played = random_hand(code, seed)
        text = write_phh(played)
        again = hand(text)
        seats = tomllib.loads(text)["seats"]  # the players' seats, from the left of the button
        assert {seats[seat - 1]: won for seat, won in net(again).items()} == net(played)
        assert sorted(amount for _, amount, _ in pots(again)) == sorted(amount for _, amount, _ in pots(played))
        ends = [cents(chips) for chips in tomllib.loads(text)["finishing_stacks"]]
        assert sum(ends) == sum(played.table.seats.values())


@pytest.mark.parametrize("game", ["holdem", "seven-card-stud", "badugi"])
def test_a_hand_of_which_the_house_takes_its_rake_comes_back_as_it_was_written(tmp_path, game):
    path, run = tmp_path / "hand.phh", CliRunner().invoke
    rakes = set()
    for seed in range(6):
        takes = ("rake-percent=10", "rake-cap=3.00", "jackpot-drop=1.00", "jackpot-drop-from=5.00")
        raked = ["--seats", "6", *(word for one in takes for word in ("--set", one))]
        assert run(nomorebets, ["deal", game, "--seed", str(seed), "--record", str(path), *raked]).exit_code == 0
        written = tomllib.loads(path.read_text())
        rakes.add(sum(map(cents, written["starting_stacks"])) - sum(map(cents, written["finishing_stacks"])))
        again = run(nomorebets, ["dispute", str(path), str(path)])
        assert [json.loads(line)["as_recorded"] for line in again.output.splitlines()] == [True, True]
    assert max(rakes) > 100


def test_a_game_without_a_code_says_so():
    played = play(Round(open_table("mambo-stud"), seats={1: 10_000, 2: 10_000}), RandomTable(1, accidents=False))
    with pytest.raises(TranscriptError, match="no code"):
        write_phh(played)


def test_the_command_line_reads_and_writes_hands(tmp_path):
    first, second, other = tmp_path / "a.phh", tmp_path / "b.phh", tmp_path / "c.phh"
    first.write_text(HOLDEM)
    other.write_text(HOLDEM.replace('"NT"', '"NS"'))
    run = CliRunner().invoke
    assert run(nomorebets, ["deal", "--transcript", str(first), "--record", str(second)]).exit_code == 0
    assert [(r.seat, r.net) for r in hand(second.read_text()).rulings] == [(1, 5250), (2, -200), (3, -5050)]
    both = run(nomorebets, ["dispute", str(first), str(second), str(other)])
    lines = [json.loads(line) for line in both.output.splitlines()]
    assert both.exit_code == 1
    assert lines[0]["pots"] == lines[1]["pots"]
    assert "short-deck" in lines[2]["refused"]
