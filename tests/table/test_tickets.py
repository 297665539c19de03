"""Tickets: places that no layout lists, found by their names alone."""

import re
from dataclasses import replace

import msgspec
import pytest
from msgspec import structs

from nomorebets.drawing import layout as drawn
from nomorebets.drivers.bots import wagers_of
from nomorebets.errors import RecordError, RulesError, WagerRefused
from nomorebets.games import open_table
from nomorebets.pricing.sheet import _enumerated, stakes
from nomorebets.regulation import cite, names, pay_table, to
from nomorebets.sim.script import _alone
from nomorebets.table import Place, Play, Round, Wager, play, take_wagers
from nomorebets.table import record as records
from nomorebets.table.acceptance import can_wager
from nomorebets.table.chips import give_back
from nomorebets.table.felt import Felt, Opening
from nomorebets.table.game import Bet
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
            return Place(
                f"ticket:{marked}", "ticket", tuple(map(str, spots)), BY, f"a ticket for {marked}", paid_as="ticket.3"
            )
    if text in layout:
        return layout[text]
    raise WagerRefused(f"{text[:40]!r} is no ticket", BY, house.as_of, TICKET)


def script(table):
    yield from take_wagers("the draw", by=BY)
    yield from give_back([Result(wager, "void", 0, BY) for wager in table.wagers], by=BY)


def settle(wager, outcome, house):
    return Result(wager, "void", 0, BY)


def table(is_listed=False):
    opened = open_table("casino-war")
    ticket = Bet(kind="ticket", by=BY, pays=pay_table("8.2", {"ticket.3": to(40)}), settle=settle)
    betting = structs.replace(
        opened.game.betting,
        place=place,
        unit=lambda house, place: 100,
        verify=lambda at, wager: None,
        verify_act=lambda at, act, wager: None,
        complete=lambda at, seat: None,
        is_listed=is_listed,
        varied=("initial", TICKET),
    )
    game = structs.replace(opened.game, bets=(*opened.game.bets, ticket), betting=betting, script=script)
    return replace(opened, game=game, house=replace(opened.house, pays={**opened.house.pays, "ticket.3": to(40)}))


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
    with pytest.raises(WagerRefused, match=re.escape(f"on {names.wager(TICKET)} refused")):
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


# --- wherever wagers are listed, priced, dealt and drawn -------------------------------------------------------------


def test_tickets_that_bots_know_stand_for_all_of_their_kind():
    assert [place.id for place in table().kinds()["ticket"]] == [TICKET]
    assert "ticket" not in table(is_listed=True).kinds()
    assert table(is_listed=True).kinds() == open_table("casino-war").layout.kinds()


def test_what_a_ticket_pays_is_that_of_its_own_row():
    assert table().pays(TICKET) == "40 to 1"
    assert table().pays("ticket:81") == "40 to 1"  # no ticket: what those of its kind pay
    assert table().pays("tarot") == ""


def test_bots_that_show_what_there_is_buy_tickets():
    assert [wager.on for wager in wagers_of(table(), "variety", 2)] == ["initial", TICKET]
    assert [wager.on for wager in wagers_of(table(is_listed=True), "variety", 2)] == ["initial", "initial"]


@pytest.mark.parametrize("name", [None, "ticket", TICKET, "ticket:1-2-3"])
def test_tickets_are_enumerated_and_dealt_like_any_wager(name):
    wagers = stakes(table(), name, 500)
    lines = [line.wager for line in _enumerated(table(), wagers, single=name not in (None, "ticket"))]
    assert lines[-1] == ("ticket" if name in (None, "ticket") else name)
    assert _alone(table(), lines[-1]).wagers[0].on == (TICKET if lines[-1] == "ticket" else name)


def test_a_ticket_is_drawn_where_its_chips_lie():
    pictures = {seat: drawn(table(), [Wager(2, TICKET, 500)], own=[seat], seats_open=[1, 2]) for seat in (1, 2)}
    for seat, picture in pictures.items():
        (place,) = re.findall(rf'<g class="([^"]*)" data-place="{TICKET}" data-seat="2"', picture)
        assert place == ("place" if seat == 2 else "place other")
        assert "Ticket 3-17-80, a ticket for 3-17-80, pays 40 to 1; seat 2 has $5 here" in picture
    assert TICKET not in drawn(table(), seats_open=[1, 2])
