"""Tickets: places that no layout lists, found by their names alone."""

import re
from dataclasses import replace

import msgspec
import pytest

from nomorebets.errors import RecordError, RulesError, WagerRefused
from nomorebets.games import open_table
from nomorebets.regulation import cite
from nomorebets.table import Place, Play, Round, Wager, play, take_wagers
from nomorebets.table import record as records
from nomorebets.table.acceptance import can_wager
from nomorebets.table.cards import give_back
from nomorebets.table.felt import Felt, Opening
from nomorebets.table.requests import Bets, TakeWagers
from nomorebets.table.wagers import Result

BY = cite("8.2")
TICKET = "ticket:3-17-80"


def place(text, layout, house):
    """A ticket by the numbers on it, in any order; anything else by the layout."""
    numbers = re.fullmatch(r"ticket:(\d{1,2}(?:-\d{1,2})*)", text.strip().lower())
    if numbers:
        spots = sorted({int(n) for n in numbers[1].split("-")})
        if spots[0] >= 1 and spots[-1] <= 80:
            marked = "-".join(map(str, spots))
            return Place(f"ticket:{marked}", "ticket", tuple(map(str, spots)), BY, f"a ticket for {marked}")
    if text in layout:
        return layout[text]
    raise WagerRefused(f"{text[:40]!r} is no ticket", BY, house.as_of, TICKET)


def script(table):
    yield from take_wagers("the draw", by=BY)
    yield from give_back([Result(wager, "void", 0, BY) for wager in table.wagers], by=BY)


def table(is_listed=False):
    opened = open_table("casino-war")
    betting = replace(
        opened.game.betting,
        place=place,
        unit=lambda house, place: 100,
        verify=lambda at, wager: None,
        verify_act=lambda at, act, wager: None,
        complete=lambda at, seat: None,
        is_listed=is_listed,
    )
    return replace(opened, game=replace(opened.game, betting=betting, script=script))


def test_a_ticket_is_a_place_though_no_layout_lists_it():
    opened = table()
    assert TICKET not in opened.layout
    assert opened.place("ticket:80-3-17").id == TICKET
    assert opened.has_place(TICKET)
    assert opened.place_of(Wager(1, TICKET, 100)).covers == ("3", "17", "80")


@pytest.mark.parametrize("name", ["ticket:80-3-17", "ticket:81", "ticket:0", "ticket:", "tarot"])
def test_another_spelling_and_what_is_no_ticket_are_no_places(name):
    assert not table().has_place(name)


def test_where_the_layout_lists_all_places_a_name_is_not_enough():
    assert not table(is_listed=True).has_place(TICKET)
    assert table(is_listed=True).has_place("initial")


def test_tickets_are_accepted_paid_back_and_named_in_refusals():
    at = Round(table())
    wager = at.wager(1, "ticket:80-17-3", "5.00")
    assert wager == Wager(1, TICKET, 500)
    assert can_wager(at, wager)
    with pytest.raises(WagerRefused, match=re.escape(f"on {TICKET} refused")):
        TakeWagers(BY).verify(at, Bets((msgspec.structs.replace(wager, amount=550),)))
    game = play(at, lambda request, table: Bets((wager,)) if request.asks == "patrons" else request.usual())
    assert [(r.wager, r.result) for r in game.rulings] == [(TICKET, "void")]
    assert game.table.felt.ledger.balance["patron:1"] == 0


def test_a_ticket_that_stands_is_reduced_like_any_wager():
    at = Round(table(), Felt.opened(Opening({}, (Wager(1, TICKET, 500),))))
    assert at.place_of(at.wagers[0]).where == "a ticket for 3-17-80"
    game = Play(at)
    game.answer(Bets(removed=(Wager(1, TICKET, 500),)))
    assert not at.wagers


@pytest.mark.parametrize(("on", "stands"), [(TICKET, True), ("ticket:80-3-17", False), ("tarot", False)])
def test_a_record_may_open_with_a_ticket_that_stands(on, stands):
    opened = table()
    begun = Play(Round(opened, Felt.opened(Opening({}, (Wager(1, TICKET, 500),)))))
    header = records.header_of(begun)
    moved = msgspec.structs.replace(header, opening=Opening({}, (Wager(1, on, 500),)))
    record = records.Record(moved, [])
    if stands:
        assert records.opened(record, opened).wagers == (Wager(1, TICKET, 500),)
    else:
        with pytest.raises(RecordError, match="cannot stand"):
            records.opened(record, opened)


def test_a_place_that_cannot_be_read_is_refused_by_the_game_itself():
    with pytest.raises(RulesError, match="is no ticket"):
        table().place("ticket:99")
