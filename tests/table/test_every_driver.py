"""A script that asks everything: dealt to bots, enumerated, told as a transcript, written, typed in a terminal."""

from collections import Counter
from fractions import Fraction

import click
import pytest
from click.testing import CliRunner

from nomorebets.cli.terminal import sit_down
from nomorebets.drivers.bots import BotTable
from nomorebets.drivers.chance import SeededChance
from nomorebets.drivers.enumeration import enumerate_round, wager_once
from nomorebets.errors import TranscriptError, WagerRefused
from nomorebets.regulation import cite
from nomorebets.rulings.driver import TranscriptDriver
from nomorebets.rulings.leftovers import leftover
from nomorebets.rulings.steps import step
from nomorebets.rulings.transcript import read_transcript
from nomorebets.rulings.writing import transcript_parts, write_transcript
from nomorebets.table import Play, Round, Wager, play, take_wagers
from nomorebets.table.areas import seat_area
from nomorebets.table.card_decisions import Discarded, HandsSet, discard, set_hands
from nomorebets.table.cards import Shuffle, draw
from nomorebets.table.chips import give_back
from nomorebets.table.decisions import AllChosen, Chosen, Option, ask, ask_all
from nomorebets.table.game import CARDS_AND_JOKER
from nomorebets.table.requests import TakeWagers
from nomorebets.table.wagers import Result
from toys import BY, round_with, table_with

INSURE = (Option("insure", 100, 500), "pass")


def everything(table):
    """Three cards each; insurance for all at once, a hand to set, a discard, and a decision on a second hand."""
    yield from take_wagers("the deal", by=BY)
    yield Shuffle(BY, 1, "manual", table.game.chance.pack)
    seats = sorted({wager.seat for wager in table.wagers})
    for seat in seats:
        for _ in range(3):
            yield from draw(seat_area(seat), "down", by=BY)
    yield from ask_all(dict.fromkeys(seats, INSURE), by=BY, default="pass")
    yield from set_hands(1, {seat: table.felt.hand(seat_area(seat))[:1] for seat in seats}, by=BY)
    for seat in seats:
        for _ in (yield from discard(seat, 2, by=BY)):
            yield from draw(seat_area(seat), "up", by=BY)
        yield from ask(seat, "hit", Option("double", 100, 300), "stand", by=BY, hand=2)
    yield from give_back([Result(wager, "void", 0, BY) for wager in table.wagers], by=BY)


TABLE = table_with(everything, chance=CARDS_AND_JOKER)
STAKES = (Wager(1, "initial", 1000), Wager(2, "initial", 1000))

TOLD = """
game = "casino-war"
wagers = [{ seat = 1, wager = "initial", amount = 10 }, { seat = 2, wager = "initial", amount = 10 }]
cards = "As Jk 7c Kd 6d 5d 2c"
decisions = [
    { seat = 2, choose = "insure", amount = "2.00" },
    { seat = 1, choose = "pass" },
    { seat = 1, low = "Jk" },
    { seat = 2, low = ["5d"] },
    { seat = 1, discard = "7c" },
    { seat = 1, choose = "double", amount = 3, hand = 2 },
    { seat = 2, discard = "" },
    { seat = 2, choose = "stand" },
]
"""


def told(text: str) -> tuple[Play, TranscriptDriver]:
    driver = TranscriptDriver(read_transcript(text.encode()), TABLE, True)
    return play(Round(TABLE), driver), driver


def answers(game: Play) -> list[object]:
    return [entry.answer for entry in game.entries if entry.request.asks == "patrons"][1:]


def test_a_transcript_tells_every_kind_of_decision():
    game, driver = told(TOLD)
    assert answers(game) == [
        AllChosen((Chosen("pass"), Chosen("insure", 200))),
        HandsSet((("Jk",), ("5d",))),
        Discarded(("7c",)),
        Chosen("double", 300),
        Discarded(),
        Chosen("stand"),
    ]
    assert leftover(driver) is None
    assert game.table.felt.hand("seat:1") == ("As", "2c")


def test_a_round_that_was_played_is_written_as_a_transcript_and_told_again():
    game, _ = told(TOLD)
    parts = transcript_parts(game)
    assert parts is not None
    again, driver = told(write_transcript(parts))
    assert again.entries == game.entries
    assert leftover(driver) is None


def test_what_is_not_told_is_set_the_house_way_and_what_must_be_told_is_asked_for():
    lines = [line for line in TOLD.splitlines() if "low" not in line and "insure" not in line and '"pass"' not in line]
    game, _ = told("\n".join(lines))
    assert answers(game)[:2] == [AllChosen((Chosen("pass"),) * 2), HandsSet((("As",), ("Kd",)))]
    with pytest.raises(TranscriptError, match=r"seat 2 is asked and decides nothing.*discard = "):
        told("\n".join(line for line in lines if "seat = 2, d" not in line and '"stand"' not in line))


def test_a_decision_on_another_hand_is_not_taken_for_this_one():
    with pytest.raises(TranscriptError, match="seat 1 is asked and decides nothing"):
        told(TOLD.replace("hand = 2", "hand = 3"))


@pytest.mark.parametrize(
    ("line", "why"),
    [("{ seat = 1 }", "choose is missing"), ("{ seat = 1, choose = 5 }", "choose must be text")],
)
def test_a_decision_line_must_say_what_was_decided(line, why):
    with pytest.raises(TranscriptError, match=why):
        read_transcript(f'game = "casino-war"\ndecisions = [{line}]'.encode())


def test_nobody_sets_cards_he_does_not_hold():
    with pytest.raises(WagerRefused, match="seat 1: Kd is not in the hand"):
        told(TOLD.replace('low = "Jk"', 'low = "Kd"'))


def test_every_entry_is_told_in_words():
    game, _ = told(TOLD)
    steps = [step(entry, TABLE.as_of) for entry in game.entries if entry.request.asks == "patrons"]
    assert steps[1:] == [
        "ask-all: seat 1 insure $1 $5 or pass pass; seat 2 insure $1 $5 or pass pass → chosen pass; insure $2",
        "set-hand: 1; 2, 1, As; Kd → apart Jk; 5d",
        "discard: 1, 2 → cards 7c",
        "ask: 1, hit; double; stand, 100, 300, double, 2 → choice double, amount $3",
        "discard: 2, 2",
        "ask: 2, hit; double; stand, 100, 300, double, 2 → choice stand",
    ]


def test_bots_answer_every_request():
    seen: Counter[str] = Counter()
    for seed in range(30):
        game = play(Round(TABLE), BotTable(STAKES, SeededChance(seed)))
        seen.update(card for entry in game.entries if (card := getattr(entry.answer, "card", "")))
        assert answers(game)[0] == AllChosen((Chosen("pass"),) * 2)
        assert len(game.rulings) == 2
    assert seen["Jk"]


def test_bots_decide_by_any_strategy():
    def boldly(request, table):
        return request.join({seat: request.possible(seat, table)[0] for seat in request.seats()})

    game = play(Round(TABLE), BotTable(STAKES, SeededChance(1), boldly))
    assert answers(game)[0] == AllChosen((Chosen("insure", 100),) * 2)
    assert answers(game)[-1] == Chosen("hit")


def test_every_round_is_enumerated_with_the_usual_answers():
    def short(table):
        yield from take_wagers("the deal", by=BY)
        table.felt.state["pack"] = "As Kd Jk"
        yield Shuffle(BY, 1, "manual")
        for _ in range(2):
            yield from draw("seat:1", "down", by=BY)
        apart = yield from set_hands(1, {1: table.felt.hand("seat:1")[:1]}, by=BY)
        won = apart[1] == ("Jk",)
        yield from give_back([Result(w, "push" if won else "void", 0, BY) for w in table.wagers], by=BY)

    ends = enumerate_round(table_with(short), wager_once(STAKES[:1]))
    assert {rulings[0].result: chance for chance, rulings in ends} == {"push": Fraction(1, 3), "void": Fraction(2, 3)}


def test_every_decision_is_typed_in_a_terminal():
    @click.command()
    def sit() -> None:
        sit_down(TABLE)

    lines = ["initial 10", "go", "insure 9", "insure 2", "Kd Ks", "", "none", "double 2", "quit"]
    result = CliRunner().invoke(sit, input="\n".join(lines) + "\n", catch_exceptions=False)
    assert "insure ($1 to $5) or pass? [pass] >" in result.output
    assert "insure of $9 refused" in result.output
    assert "2 cards are set apart" in result.output
    assert "up to 2 cards to discard, or none? >" in result.output
    assert "hit or double ($1 to $3) or stand? >" in result.output
    assert "initial: void" in result.output


def test_a_window_for_wagers_is_not_for_one_seat_to_decide():
    with pytest.raises(WagerRefused, match="seat 2: take-wagers is not for one seat to decide"):
        TakeWagers(cite("5.1(a)")).read(2, {"choice": "stand"}, round_with())
