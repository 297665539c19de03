"""Answers that are kept and given again skip only what was looked at once: they are judged as any equal answer is."""

from __future__ import annotations

import msgspec
import pytest

from nomorebets.drivers.bots import bots_at
from nomorebets.drivers.chance import SeededChance
from nomorebets.errors import DealerError, RulesError
from nomorebets.games import open_table
from nomorebets.regulation import cite
from nomorebets.table import Play, Round
from nomorebets.table.cards import Draw, Drawn
from nomorebets.table.felt import Felt
from nomorebets.table.requests import Answer, Request, plain
from nomorebets.table.wagers import Wager


def judged(request: Request, table: Round, answer: Answer) -> str:
    """The refusal of an answer, or nothing."""
    try:
        request.verify(table, answer)
    except RulesError as fault:
        return str(fault)
    return ""


@pytest.mark.parametrize("game", ["roulette", "craps", "pokette", "keno", "casino-war", "badugi"])
def test_every_answer_is_judged_as_an_equal_one_at_every_step(game: str) -> None:
    table = open_table(game)
    seats = dict.fromkeys((1, 2, 3), 0) if any(bet.bank == "pot" for bet in table.game.bets) else {}
    bots = bots_at(table, "variety", 2, SeededChance(7))
    given: list[Answer] = []
    played = Play(Round(table, seats=seats))
    while played.request is not None:
        request = played.request
        for answer in given[-12:]:  # also what was right before, and is not now
            equal = msgspec.convert(msgspec.to_builtins(answer), type(answer))
            assert judged(request, played.table, answer) == judged(request, played.table, equal)
        given.append(bots(request, played.table))
        played.answer(given[-1])


def test_a_kept_card_that_is_gone_is_refused() -> None:
    table = Round(open_table("caribbean-stud"))
    table.felt.shoe.update(["As", "Kd"])
    draw = Draw(cite("16.5"), "seat:1", "down")
    answer = draw.answer_at(0, table)
    draw.verify(table, answer)
    draw.apply(table.felt, answer)
    with pytest.raises(DealerError, match="As cannot be drawn"):
        draw.verify(table, answer)


def test_what_is_malformed_or_reports_something_is_never_kept() -> None:
    with pytest.raises(msgspec.ValidationError):
        plain(Drawn(7))  # type: ignore[arg-type]
    table = Round(open_table("caribbean-stud"))
    table.felt.shoe.update(["As"])
    with pytest.raises(DealerError, match="cannot be reported here"):
        Draw(cite("16.5"), "seat:1", "down").verify(table, plain(Drawn("As", found="nonsense")))


@pytest.mark.parametrize(("first", "second"), [((0, 500), (0, 500)), ((500, 0), (1000, 0)), ((0, 500), (500, 0))])
def test_what_lies_on_a_place_is_added_to(first: tuple[int, int], second: tuple[int, int]) -> None:
    felt = Felt()
    for amount, coupon in (first, second):
        felt.put_down(Wager(1, "red", amount, coupon), cite("5.1(a)"))
    felt.put_down(Wager(2, "red", 500), cite("5.1(a)"))
    together = Wager(1, "red", first[0] + second[0], first[1] + second[1])
    assert felt.wagers == [together, Wager(2, "red", 500)]


def test_a_place_is_refused_as_often_as_it_is_named() -> None:
    table = open_table("roulette")
    for _ in range(2):
        assert table.place("RED").id == "red"
        with pytest.raises(RulesError, match="no roulette wager"):
            table.place("purple")
