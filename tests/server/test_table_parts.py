"""The parts of a live table, each alone: no house, no book, no connection."""

from __future__ import annotations

import ast
import asyncio
from datetime import date
from pathlib import Path

import msgspec
import pytest

import nomorebets.server.tables
from nomorebets.drivers.chance import SeededChance
from nomorebets.errors import WagerRefused
from nomorebets.games import open_table
from nomorebets.server.book.rows import TableRow
from nomorebets.server.people.accounts import Purse
from nomorebets.server.tables.buying import chips_to_buy
from nomorebets.server.tables.chance import TableChance
from nomorebets.server.tables.clock import Timer
from nomorebets.server.tables.event_log import EventLog
from nomorebets.server.tables.further_seats import come_back, require_further
from nomorebets.server.tables.inbox import Inbox, amount_of
from nomorebets.server.tables.orders import Orders
from nomorebets.server.tables.outbox import Outbox
from nomorebets.server.tables.round_in_play import RoundInPlay
from nomorebets.server.tables.seats import Seats
from nomorebets.server.tables.watchers import Watcher
from nomorebets.table.felt import Opening

DAY = date(2008, 1, 1)


class Parts:
    """A roulette table with two people, without a house around it."""

    def __init__(self, game: str = "roulette") -> None:
        table = open_table(game)
        self.outbox = Outbox("t", 0, table.as_of)
        self.log = EventLog(table, 0, self.outbox)
        self.seats = Seats(table, self.outbox)
        row = TableRow("t", "a table", game, table.as_of.isoformat(), {}, 0, 0, msgspec.json.encode(Opening()))
        chance = TableChance(table, SeededChance(1), self.outbox)
        self.round = RoundInPlay(row, table, self.seats, chance, self.log, self.outbox)
        self.orders = Orders(table, self.seats, self.round)
        for seat in (1, 2):
            self.seats.sit(Purse(f"p{seat}", f"Patron {seat}", 100_000), seat, 50_000)
        self.round.begin(is_played=True)
        while (request := self.round.request) is not None and request.asks != "patrons":
            by_chance = request.asks == "chance"
            self.round.answer(chance.pick(request, self.round.at) if by_chance else request.usual())


# --- seats -----------------------------------------------------------------------------------------------------------


def test_seats_move_money_between_purse_and_stack() -> None:
    parts = Parts()
    assert parts.seats.chips == {1: 50_000, 2: 50_000}
    parts.seats.buy_in(parts.seats[1], 20_000)
    assert (parts.seats[1].stack, parts.seats.purses["p1"].balance) == (70_000, 30_000)
    with pytest.raises(WagerRefused, match="you have \\$300 of play money"):
        parts.seats.buy_in(parts.seats[1], 30_001)
    parts.seats.leave(parts.seats[1])
    assert parts.seats.staying == [parts.seats[2]]
    parts.seats.cash_in(parts.seats[1], standing=())
    assert (list(parts.seats), parts.seats.purses["p1"].balance) == ([2], 100_000)
    moved = [(m.source, m.target, m.amount) for m in parts.outbox.changes.movements][-2:]
    assert moved == [("t/seat:1", "house", 70_000), ("house", "patron:p1", 70_000)]


def test_nobody_waits_for_who_is_not_connected_or_leaves() -> None:
    seats = Parts().seats
    here = [Watcher(Purse(f"p{n}", f"Patron {n}", 0)) for n in (1, 2, 3)]  # the last one only looks on
    assert seats.present(here[:1]) == [seats[1]]
    assert seats.present(here) == [seats[1], seats[2]]
    seats.leave(seats[1])
    assert seats.present(here) == [seats[2]]


def test_who_comes_back_before_leaving_keeps_the_seat() -> None:
    parts = Parts()
    parts.seats.leave(parts.seats[2])
    assert come_back(parts.seats, parts.seats.all_of("p2"), wanted=7, amount=None)
    assert not parts.seats[2].leaving
    assert not come_back(parts.seats, parts.seats.all_of("p2"), wanted=7, amount=None)
    with pytest.raises(WagerRefused, match="you sit in seat 2 already"):
        require_further(parts.round.table, parts.seats.all_of("p2"))


@pytest.mark.parametrize("wanted", [1, 0, 8, True, "3", 3.0, None])
def test_a_seat_that_is_taken_or_none(wanted: object) -> None:
    with pytest.raises(WagerRefused, match="is taken or does not exist"):
        Parts().seats.sit(Purse("p3", "Patron 3", 100_000), wanted)


# --- orders and the round --------------------------------------------------------------------------------------------


def test_orders_are_tried_beside_those_of_the_others() -> None:
    parts = Parts()
    first, second = parts.seats[1], parts.seats[2]
    parts.orders.wager(first, "red", 500)
    parts.orders.wager(first, "red", 500)
    parts.orders.wager(second, "straight:17", 100)
    assert {on: wager.amount for on, wager in first.orders.placed.items()} == {"red": 1000}
    parts.orders.double(first)
    parts.orders.take_back(second, "straight:17")
    with pytest.raises(WagerRefused, match="nothing to repeat"):
        parts.orders.repeat(second)
    bets, refused = parts.orders.gather(parts.orders.window())
    assert [(w.seat, w.on, w.amount) for w in bets.placed] == [(1, "red", 2000)]
    assert refused == []
    assert (first.orders.placed, first.last) == ({}, bets.placed)


def test_a_round_is_in_the_book_from_the_first_wager_on() -> None:
    parts = Parts()
    assert not parts.round.has_begun
    parts.orders.wager(parts.seats[1], "red", 500)
    bets, _ = parts.orders.gather(parts.orders.window())
    parts.round.answer(bets)
    assert parts.round.has_begun
    assert (parts.round.windows, parts.seats[1].stack) == (1, 49_500)
    assert parts.round.involves(parts.seats[1])
    trial = parts.round.trial()
    assert trial.request == parts.round.request
    assert trial.table.wagers == parts.round.at.wagers


def test_a_word_is_taken_until_the_first_wager_is() -> None:
    parts = Parts()
    parts.round.chance.take_word("1", "seven")
    assert parts.round.chance.word_of("1") == "seven"
    parts.round.answer(parts.orders.gather(parts.orders.window())[0])
    with pytest.raises(WagerRefused, match="it comes too late for this round"):
        parts.round.chance.take_word("1", "eleven")


def test_events_are_numbered_and_what_did_not_happen_is_forgotten() -> None:
    parts = Parts("punto-banco")
    before = parts.log.seq
    assert before == len(parts.log.events) > 0
    assert parts.log.missed(0) == []  # all of them wait to be told
    parts.outbox.take()
    assert parts.log.missed(0) == []  # being written
    parts.outbox.writing = []
    assert [event.seq for event in parts.log.missed(before - 1)] == [before]
    parts.round.reseat(is_played=True)
    assert parts.log.seq == before
    parts.round.reseat(is_played=False)
    assert (parts.log.seq, list(parts.log.events), parts.round.play) == (0, [], None)


# --- messages, replies, time -----------------------------------------------------------------------------------------


def test_a_message_is_done_once() -> None:
    inbox, outbox = Inbox("t"), Outbox("t", 0, DAY)
    message = {"type": "wager", "on": "red", "amount": 500, "id": "1"}
    assert not inbox.is_done("p1", "1", message)
    inbox.note("p1", "1", message)
    assert inbox.is_done("p1", "1", message)
    assert not inbox.is_done("p2", "1", message)
    with pytest.raises(WagerRefused, match="was used for something else"):
        inbox.is_done("p1", "1", message | {"amount": 600})
    inbox.write(outbox.changes, number=1)
    written = len(outbox.changes.steps)
    inbox.write(outbox.changes, number=1)
    assert len(outbox.changes.steps) == written == 1


@pytest.mark.parametrize(("given", "amount"), [(500, 500), ("5.00", 500), ("$1,000", 100_000), (None, None)])
def test_an_amount_is_cents_or_dollars_as_they_are_written(given: object, amount: int | None) -> None:
    assert amount_of({"amount": given}, DAY) == amount


@pytest.mark.parametrize("given", [0, -5, 10**11 + 1, 5.0])
def test_what_is_no_amount(given: object) -> None:
    with pytest.raises(WagerRefused, match="no amount"):
        amount_of({"amount": given}, DAY)


@pytest.mark.parametrize(("amount", "sold"), [(0, False), (1, True), (5_000, True), (5_001, False)])
def test_chips_are_sold_for_all_of_ones_money_and_no_more(amount: int, sold: bool) -> None:
    table, purse, looked_at = open_table("roulette"), Purse("patron", "Ann", 5_000), list[Purse]()
    if sold:
        assert chips_to_buy(table, purse, amount, looked_at.append) == amount
    else:
        with pytest.raises(WagerRefused, match=r"you have \$50 of play money.*; accepted: at most \$50"):
            chips_to_buy(table, purse, amount, looked_at.append)
    assert looked_at == ([] if sold else [purse])  # perhaps he was miscounted


def test_the_outbox_is_taken_as_a_whole() -> None:
    async def work() -> None:
        outbox, watcher = Outbox("t", 0, DAY), Watcher(None)
        outbox.changes.move("patron:p1", "t/drop-box", 500, "play money")
        outbox.acknowledge(watcher, "1")
        outbox.refuse(watcher, "2", WagerRefused("no", accepts="yes"))
        assert outbox.moves("patron:p1")
        batch = outbox.take()
        told = [(who, name, msgspec.json.decode(text)) for who, name, text in batch.replies]
        assert told[0] == (watcher, "1", {"type": "ack", "id": "1"})
        assert (told[1][:2], told[1][2]["type"], told[1][2]["accepts"]) == ((watcher, "2"), "refused", "yes")
        assert (outbox.replies, outbox.moves("patron:p1"), bool(outbox.changes)) == ([], False, False)

    asyncio.run(work())


@pytest.mark.parametrize("name", [None, "1", 'a "b" \\ c', "\u2028\x01\u00e9"])
def test_an_acknowledgement_names_any_message(name: str | None) -> None:
    outbox = Outbox("t", 0, DAY)
    outbox.acknowledge(Watcher(None), name)
    assert msgspec.json.decode(outbox.replies[0][2]) == {"type": "ack", "id": name}


def test_a_timer_goes_on_for_the_same_moment() -> None:
    async def work() -> None:
        rung: list[float] = []
        loop = asyncio.get_running_loop()
        timer = Timer(lambda: rung.append(loop.time()))
        timer.set(0.05, (1, "take-wagers"))
        deadline = timer.deadline
        timer.set(0.05, (1, "take-wagers"))
        assert timer.deadline == deadline
        timer.set(0.06, (2, "ask"))
        assert timer.deadline != deadline
        await asyncio.sleep(0.15)
        assert len(rung) == 1
        assert timer.left is None
        timer.set(0.01, (3, "ask"))
        timer.set(None, None)
        await asyncio.sleep(0.05)
        assert len(rung) == 1

    asyncio.run(work())


@pytest.mark.parametrize(("number", "oldest"), [(600, 1), (601, 2)])
def test_so_many_events_are_kept_for_people_who_come_back(number: int, oldest: int) -> None:
    parts = Parts("let-it-ride")  # whose cards are shuffled before anybody wagers
    assert parts.round.play is not None
    log = EventLog(parts.round.table, 0, parts.outbox)
    for _ in range(number):
        log.note(parts.round.play, 1, {}, tell=False)
    assert [event.seq for event in log.events] == list(range(oldest, number + 1))


# --- how the table is made -------------------------------------------------------------------------------------------


def classes() -> list[ast.ClassDef]:
    folder = Path(str(nomorebets.server.tables.__file__)).parent
    trees = [ast.parse(path.read_text()) for path in sorted(folder.glob("*.py"))]
    return [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]


def test_no_part_of_a_table_inherits_from_another_or_does_everything() -> None:
    own = {node.name for node in classes()}
    assert {"LiveTable", "Seats", "Orders", "Decisions", "RoundInPlay", "Dealer"} <= own
    for node in classes():
        assert not {ast.unparse(base) for base in node.bases} & own
        assert sum(isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef) for part in node.body) <= 25, node.name
