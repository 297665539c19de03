"""Tickets in the book of a house: a ticket for three games, followed through kills between its draw and its payment."""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from evening import Driver
from people import Person, audited, with_house

from nomorebets.drivers.chance import SeededChance
from nomorebets.procedures.tickets import ticket_number
from nomorebets.server.book.store import Store
from nomorebets.server.machine import Machine
from nomorebets.server.machine import on as running_on
from nomorebets.server.people.accounts import WELCOME
from nomorebets.server.tables import orders
from nomorebets.server.tables.live import LiveTable
from nomorebets.server.tables.service import LiveHouse
from nomorebets.table import Settings, Wager
from nomorebets.table.record import read
from nomorebets.table.requests import Bets

TICKET = "ticket:3-17-22/41-58:1/2_1/3_1/5:x3"
PRICE = 900
PATRON = "patron"  # the file that says who it was


async def buy(house: LiveHouse, folder: Path) -> tuple[LiveTable, Person]:
    live = await house.open_table("keno", settings=Settings({"multi-game-max": "5"}))
    person = Person(live, await house.people.create())
    assert person.purse is not None
    (folder / PATRON).write_text(f"{live.id} {person.purse.patron}")
    await person.do("sit", amount=20_000)
    await person.do("wager", on=TICKET, amount=PRICE)
    return live, person


def address_of(folder: Path) -> str:
    return f"sqlite:///{folder / 'house.db'}"


def buy_ticket(address: str, folder: Path) -> None:
    """A ticket is bought and acknowledged, and the house closes."""

    async def work(house: LiveHouse) -> None:
        await buy(house, folder)

    with_house(address, work)


async def holder(house: LiveHouse, folder: Path) -> tuple[LiveTable, Person]:
    """Whoever bought the ticket, and the table."""
    table_id, patron = (folder / PATRON).read_text().split()
    live = house.table(table_id)
    return live, Person(live, await house.people.purse(patron))


def first_game(folder: Path, driver: Driver) -> tuple[int, int]:
    """The first game of a ticket; the calls to the database before the game and after it."""
    counted: list[int] = []

    async def work() -> None:
        house = LiveHouse(Store(address_of(folder), driver), SeededChance(1))
        await house.open()
        _, person = await holder(house, folder)
        counted.append(driver.calls)
        await person.do("deal")
        counted.append(driver.calls)
        await house.close()

    asyncio.run(work())
    return counted[0], counted[1]


def play_on(address: str, folder: Path) -> None:
    """The house opens again: every game of the ticket is played once, and every cent is where it belongs."""

    async def after(house: LiveHouse) -> None:
        live, person = await holder(house, folder)
        while live.rounds < 3:
            await person.do("deal")
        rows = await house.store.archive.find_rounds(table=live.id)
        ends = [end for row in rows for end in row.summary if end["result"] != "stands"]
        assert [(end["wager"], end["amount"]) for end in ends] == [(TICKET, PRICE // 3)] * 3
        await person.do("leave")
        await audited(house)
        assert person.purse is not None
        assert person.purse.balance == WELCOME + sum(end["net"] for end in ends)

    with_house(address, after, SeededChance(2))


def kill_in_first_game(folder: Path, at: int, how: str) -> None:
    """A child is killed before a call to the database, or after it."""
    child = os.fork()
    if not child:
        try:
            first_game(folder, Driver(at, how))
        except BaseException as fault:
            print(f"it ended: {fault!r}", file=sys.stderr, flush=True)
            os._exit(3)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9


def test_15_6_a_ticket_for_three_games_through_a_kill_between_draw_and_payment(tmp_path: Path) -> None:
    """The ticket is bought once; from there on every copy of the house is killed before or after another commit.

    What was not committed is gone, at whichever call a process is killed between two commits.
    """
    bought, whole = tmp_path / "bought", tmp_path / "whole"
    bought.mkdir()
    buy_ticket(address_of(bought), bought)
    shutil.copytree(bought, whole)
    driver = Driver()
    before, over = first_game(whole, driver)
    play_on(address_of(whole), whole)
    commits = [at for at in driver.commits if before < at <= over]
    assert commits
    for at, how in [(at, how) for at in commits for how in ("killed", "after")]:
        folder = tmp_path / f"{how}-{at}"
        shutil.copytree(bought, folder)
        kill_in_first_game(folder, at, how)
        play_on(address_of(folder), folder)


def test_15_6_a_ticket_for_three_games_through_a_restart_on_either_database(book: str, tmp_path: Path) -> None:
    buy_ticket(book, tmp_path)
    play_on(book, tmp_path)


def test_15_4_a_ticket_is_voided_until_the_game_closes(book: str, tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        live, person = await buy(house, tmp_path)
        assert live.seats[1].orders.staked == PRICE
        await person.do("take-back", on=TICKET)
        assert live.seats[1].orders.staked == 0
        await person.do("wager", on="ticket:7", amount=500)
        await person.do("clear")
        await person.do("wager", on=TICKET, amount=PRICE)
        await person.do("deal")
        (played,) = await house.store.archive.find_rounds(table=live.id)
        record = read(await house.store.archive.record(played.id))
        slips = [w for entry in record.entries if isinstance(entry.answer, Bets) for w in entry.answer.voided]
        assert [(w.seat, w.on, w.amount) for w in slips] == [(1, TICKET, PRICE), (1, "ticket:7", 500)]
        assert (await person.say("take-back", on="ticket:3-17-22/41-58:1/2_1/3_1/5"))["type"] == "refused"
        await audited(house)

    with_house(book, work)


def test_so_many_tickets_of_a_game_are_made_void(book: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert orders.MOST_VOID == 200
    monkeypatch.setattr(orders, "MOST_VOID", 2)

    async def work(house: LiveHouse) -> None:
        live, person = await buy(house, tmp_path)
        await person.do("take-back", on=TICKET)
        await person.do("wager", on="ticket:7", amount=500)
        await person.do("take-back", on="ticket:7")
        await person.do("wager", on="ticket:8", amount=500)
        for act in ({"type": "take-back", "on": "ticket:8"}, {"type": "clear"}):
            assert "2 tickets of this game were made void already" in (await person.say(**act))["reason"]
        assert [*live.seats[1].orders.placed] == ["ticket:8"]
        await person.do("deal")
        await person.do("wager", on="ticket:8", amount=500)
        await person.do("take-back", on="ticket:8")  # of the next game
        await audited(house)

    with_house(book, work)


def test_15_4_a_ticket_has_its_time_of_issue_before_the_draw_and_after_it(book: str, tmp_path: Path) -> None:
    class Hours(Machine):
        hour = 0

        def today(self) -> datetime:
            return datetime(2026, 1, 1, self.hour, tzinfo=UTC)

    machine = Hours()

    async def work(house: LiveHouse) -> None:
        live, person = await buy(house, tmp_path)

        async def hour_of(on: str, game: int) -> int:
            number = ticket_number(f"{live.id}-{game}", Wager(1, on, PRICE))
            issued = await house.store.archive.ticket_issued(number)
            return datetime.fromisoformat(issued or "").hour

        machine.hour = 1
        await person.do("wager", on="ticket:7", amount=500)
        assert [await hour_of(on, 1) for on in (TICKET, "ticket:7")] == [0, 1]
        machine.hour = 2
        await person.do("take-back", on="ticket:7")
        assert await hour_of("ticket:7", 1) == 1
        await person.do("wager", on="ticket:7", amount=500)  # another of the same numbers
        machine.hour = 3
        await person.do("deal")
        for_two = TICKET.replace("x3", "x2")  # a replacement, from the end of the first game on
        assert [await hour_of(TICKET, 1), await hour_of("ticket:7", 1), await hour_of(for_two, 2)] == [0, 2, 3]

    with running_on(machine):
        with_house(book, work)


@pytest.mark.parametrize(
    "on",
    ["ticket:", "ticket:81", "ticket:7-7", "ticket:1-2/3-4:9/9", "ticket:7:x6", "ticket:" + "7-" * 300, "ticket:\x00"],
)
def test_15_2_tickets_of_nonsense_are_refused_with_a_paragraph(tmp_path: Path, on: str) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table("keno", settings=Settings({"multi-game-max": "5"}))
        person = Person(live, await house.people.create())
        await person.do("sit", amount=20_000)
        answer = await person.say("wager", on=on, amount=500)
        assert answer["type"] == "refused"
        assert answer["cite"]
        assert answer["accepts"]

    with_house(f"sqlite:///{tmp_path / 'house.db'}", work)


def test_15_2_the_whole_board_is_bought(tmp_path: Path) -> None:
    groups = "/".join("-".join(str(4 * at + n) for n in range(1, 5)) for at in range(20))

    async def work(house: LiveHouse) -> None:
        live = await house.open_table("keno")
        person = Person(live, await house.people.create())
        await person.do("sit", amount=20_000)
        await person.do("wager", on=f"ticket:{groups}:190/8", amount=1_900)
        await person.do("deal")
        assert live.rounds == 1
        await audited(house)

    with_house(f"sqlite:///{tmp_path / 'house.db'}", work)
