"""Answers that are kept and given again skip only what was looked at once: they are judged as any equal answer is."""

from __future__ import annotations

import msgspec
import pytest

from nomorebets.drivers.bots import bots_at
from nomorebets.drivers.chance import SeededChance
from nomorebets.errors import DealerError, RulesError
from nomorebets.games import open_table
from nomorebets.regulation import cite
from nomorebets.table import Play, Round, Settings
from nomorebets.table.acceptance import verify_wager
from nomorebets.table.cards import Draw, Drawn
from nomorebets.table.felt import Felt
from nomorebets.table.requests import Answer, Bets, Request, TakeWagers, plain
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


@pytest.mark.parametrize(
    "refused",
    [
        Wager(2, "red", 1),  # by itself: no whole chip
        Wager(2, "war", 1000),  # by the game, beside the others
        Wager(3, "tie", 1000),  # when all lie there: it needs an initial wager
    ],
    ids=lambda wager: wager.on,
)
def test_bets_that_are_refused_leave_the_felt_as_it_was(refused: Wager) -> None:
    """Wagers are tried on the felt itself."""
    table = open_table("casino-war")
    played, bots = Play(Round(table, seats={1: 0})), bots_at(table, "variety", 1, SeededChance(7))
    while not isinstance(played.request, TakeWagers):
        played.answer(bots(played.request, played.table))
    felt, good = played.table.felt, Wager(1, "initial", 1000)
    for _ in range(2):
        with pytest.raises(RulesError):
            played.answer(Bets(placed=(good, refused)))
        assert (felt.wagers, felt.ledger.postings, dict(felt.ledger.balance)) == ([], [], {})
    played.answer(Bets(placed=(good,)))
    assert (felt.wagers, len(felt.ledger.postings)) == ([good], 1)


@pytest.mark.parametrize("game", ["craps", "punto-banco", "chemin-de-fer"])
def test_bots_that_try_their_wagers_leave_the_felt_as_it_was(game: str) -> None:
    """Where wagers stand from round to round bots find out what may be made, each beside those before it."""
    table = open_table(game)
    bots, felt, tried = bots_at(table, "variety", 3, SeededChance(7)), Felt(), 0
    for _ in range(6):
        played = Play(Round(table, felt))
        while played.request is not None:
            at, lying = played.table.felt, played.table.felt.wagers
            before = list(lying), list(at.ledger.postings), dict(at.ledger.balance)
            answer = bots(played.request, played.table)
            assert at.wagers is lying
            assert (list(lying), at.ledger.postings, dict(at.ledger.balance)) == before
            tried += isinstance(answer, Bets) and len(answer.placed) > 1
            played.answer(answer)
        felt = Felt.opened(played.next_opening)
    assert tried


def test_rulings_are_there_when_the_round_is_over() -> None:
    table = open_table("roulette")
    played, bots = Play(Round(table)), bots_at(table, "variety", 2, SeededChance(7))
    while played.request is not None:
        assert played.rulings == []
        played.answer(bots(played.request, played.table))
    assert {ruling.seat for ruling in played.rulings} == {1, 2}
    assert played.rulings is played.rulings
    assert played.rulings == played.table.felt.rulings()


def test_a_wager_that_was_taken_once_is_judged_again_by_all_but_its_form() -> None:
    """That an object is a wager is looked at once; whether it may be made, each time."""
    wager, roomy = Wager(1, "red", 1000), open_table("roulette")
    verify_wager(Round(roomy), wager)
    with pytest.raises(RulesError, match="the posted minimum"):
        verify_wager(Round(open_table("roulette", settings=Settings(limits={"red": {"min": "25"}}))), wager)
    with pytest.raises(RulesError, match="is no wager"):
        verify_wager(Round(roomy), Wager(1, "red", "1000"))  # type: ignore[arg-type]


def test_a_place_is_refused_as_often_as_it_is_named() -> None:
    table = open_table("roulette")
    for _ in range(2):
        assert table.place("RED").id == "red"
        with pytest.raises(RulesError, match="no roulette wager"):
            table.place("purple")
