"""Tickets in the book of a house: a ticket for three games, followed through kills between its draw and its payment."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from evening import Driver
from people import Person, audited, with_house

from nomorebets.drivers.chance import SeededChance
from nomorebets.server.book.store import Store
from nomorebets.server.people.accounts import WELCOME
from nomorebets.server.tables.live import LiveTable
from nomorebets.server.tables.service import LiveHouse
from nomorebets.table import Settings

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


def first_game(folder: Path, driver: Driver, told: Any = None) -> tuple[int, int]:
    """A ticket is bought and its first game played; the calls to the database before the game and after it."""
    counted: list[int] = []

    async def work() -> None:
        house = LiveHouse(Store(f"sqlite:///{folder / 'house.db'}", driver), SeededChance(1))
        await house.open()
        _, person = await buy(house, folder)
        if told is not None:
            told()
        counted.append(driver.calls)
        await person.do("deal")
        counted.append(driver.calls)
        await house.close()

    asyncio.run(work())
    return counted[0], counted[1]


def play_on(folder: Path) -> None:
    """The house opens again: every game of the ticket is played once, and every cent is where it belongs."""

    async def after(house: LiveHouse) -> None:
        table_id, patron = (folder / PATRON).read_text().split()
        live = house.table(table_id)
        purse = await house.people.purse(patron)
        person = Person(live, purse)
        while live.rounds < 3:
            await person.do("deal")
        rows = await house.store.archive.find_rounds(table=table_id)
        ends = [end for row in rows for end in row.summary if end["result"] != "stands"]
        assert [(end["wager"], end["amount"]) for end in ends] == [(TICKET, PRICE // 3)] * 3
        await person.do("leave")
        await audited(house)
        assert purse is not None
        assert purse.balance == WELCOME + sum(end["net"] for end in ends)

    with_house(f"sqlite:///{folder / 'house.db'}", after, SeededChance(2))


def kill_in_first_game(folder: Path, at: int, how: str) -> bool:
    """A child is killed at a call to the database; whether the ticket had been acknowledged before."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        try:
            first_game(folder, Driver(at, how), lambda: os.write(write, b"bought"))
        except BaseException as fault:
            print(f"it ended: {fault!r}", file=sys.stderr, flush=True)
            os._exit(3)
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as told:
        bought = told.read()
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9
    return bought == "bought"


def test_15_6_a_ticket_for_three_games_through_a_kill_between_draw_and_payment(tmp_path: Path) -> None:
    (tmp_path / "whole").mkdir()
    before, over = first_game(tmp_path / "whole", Driver())
    assert before < over
    play_on(tmp_path / "whole")
    for at in range(before + 1, over + 1):
        folder = tmp_path / f"killed-{at}"
        folder.mkdir()
        assert kill_in_first_game(folder, at, "killed")
        play_on(folder)


def test_15_4_a_ticket_is_voided_until_the_game_closes(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        live, person = await buy(house, tmp_path)
        assert live.seats[1].orders.staked == PRICE
        await person.do("take-back", on=TICKET)
        assert live.seats[1].orders.staked == 0
        await person.do("wager", on=TICKET, amount=PRICE)
        await person.do("deal")
        assert (await person.say("take-back", on="ticket:3-17-22/41-58:1/2_1/3_1/5"))["type"] == "refused"
        await audited(house)

    with_house(f"sqlite:///{tmp_path / 'house.db'}", work)


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
