"""Two at once: of what only one may do, one does it; what is refused has changed nothing."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient
from people import Person, audited, seated, with_house
from sqlalchemy import func, select
from visiting import form_token

from nomorebets.drivers.chance import SeededChance
from nomorebets.errors import RulesError, UnknownName
from nomorebets.server.book import schema
from nomorebets.server.book.store import Store, StoreError
from nomorebets.server.people.accounts import WELCOME
from nomorebets.server.people.passwords import AccountError
from nomorebets.server.tables import service
from nomorebets.server.tables.service import LiveHouse
from nomorebets.server.web.app import build_app

PASSWORD = "a password of theirs"


async def administrators(house: LiveHouse, *names: str) -> list[str]:
    patrons = []
    for name in names:
        purse = await house.people.create(money=0)
        await house.people.members.register(purse.patron, name, PASSWORD, "administrator")
        patrons.append(purse.patron)
    return patrons


def test_of_two_administrators_who_demote_each_other_one_stays(book: str) -> None:
    async def work(house: LiveHouse) -> None:
        both = await administrators(house, "Anna", "Berta")
        done = await asyncio.gather(
            *(house.people.give_role(patron, "patron") for patron in both), return_exceptions=True
        )
        assert sorted(isinstance(one, AccountError) for one in done) == [False, True]
        assert "without an administrator" in next(str(one) for one in done if isinstance(one, AccountError))
        assert await house.people.members._administrators() == 1

    with_house(book, work)


def test_also_in_two_processes(postgres: Any) -> None:
    address = postgres.new()

    async def run() -> None:
        houses = [LiveHouse(Store(address), SeededChance(1)) for _ in range(2)]
        for house in houses:
            await house.open()
        both = await administrators(houses[0], "Anna", "Berta")
        asked = (house.people.give_role(who, "patron") for house, who in zip(houses, both, strict=True))
        done = await asyncio.gather(*asked, return_exceptions=True)
        assert sorted(isinstance(one, AccountError) for one in done) == [False, True]
        for house in houses:
            await house.close()

    asyncio.run(run())


def test_the_limit_of_tables_holds_for_many_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "MOST_TABLES", 3)

    async def work(house: LiveHouse) -> None:
        watching = []
        for _ in range(2):
            watching.append(Person(await house.open_table("big-six"), None))  # not idle
        done = await asyncio.gather(*(house.open_table("big-six") for _ in range(3)), return_exceptions=True)
        assert len(house.tables) <= 3
        assert any(isinstance(one, UnknownName) for one in done) or len(house.tables) == 3
        assert all(person.live.id in house.tables for person in watching)
        await audited(house)

    with_house(tmp_path, work)


def test_a_table_that_two_close_is_closed_once(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table("big-six")
        await seated(house, live)
        done = await asyncio.gather(*(house.close_table(live) for _ in range(2)), return_exceptions=True)
        assert sorted(isinstance(one, RulesError) for one in done) == [False, True]
        balances = await house.store.balances()
        assert {name: cents for name, cents in balances.items() if name.startswith(live.id) and cents} == {}
        await audited(house)

    with_house(tmp_path, work)


def test_a_table_whose_closing_cannot_be_written_stays_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table("big-six")
        person = await seated(house, live)
        right = house.store._write_all

        async def full(*_: object) -> None:
            raise StoreError("the disk is full; nothing has moved")

        monkeypatch.setattr(house.store, "_write_all", full)
        with pytest.raises(StoreError):
            await house.close_table(live)
        monkeypatch.setattr(house.store, "_write_all", right)
        while live.closed:
            await asyncio.sleep(0.05)
        assert live.id in house.tables
        await person.do("wager", on="$1", amount=100)
        await audited(house)

    with_house(tmp_path, work)


async def patrons_in(house: LiveHouse) -> int:
    async with house.store.engine.connect() as connection:
        return int(await connection.scalar(select(func.count()).select_from(schema.patrons)) or 0)


@pytest.mark.parametrize(("name", "password"), [("Anna", PASSWORD), ("x", PASSWORD), ("Berta", "short")])
def test_a_registration_that_fails_leaves_nobody_and_no_money(tmp_path: Path, name: str, password: str) -> None:
    with TestClient(build_app(f"sqlite:///{tmp_path / 'house.db'}")) as client:
        house = client.app.state.house
        with client.portal() as portal:
            portal.call(administrators, house, "Anna")
            before = portal.call(house.store.balances)
            token = form_token(client.get("/account").text)
            form = {"_csrf_token": token, "name": name, "password": password}
            assert client.post("/register", data=form).status_code == 400
            assert portal.call(house.store.balances) == before
            assert portal.call(patrons_in, house) == 1


def test_of_two_who_register_one_name_one_is_refused_and_nobody_is_left_over(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        async def register() -> object:
            purse, changes = house.people.newcomer()
            return await house.people.members.register(purse.patron, "Anna", PASSWORD, changes=changes)

        done = await asyncio.gather(register(), register(), return_exceptions=True)
        assert sorted(isinstance(one, AccountError) for one in done) == [False, True]
        assert await patrons_in(house) == 1
        assert await house.store.balance("house") == -WELCOME

    with_house(tmp_path, work)


def test_a_link_whose_name_is_refused_is_not_used_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with TestClient(build_app(f"sqlite:///{tmp_path / 'house.db'}")) as client:
        house = client.app.state.house
        with client.portal() as portal:
            link = portal.call(house.people.members.first_link)
            token = form_token(client.get(f"/first-administrator/{link}").text)
            form = {"_csrf_token": token, "name": "Anna", "password": PASSWORD}
            right = house.store._write_all

            async def full(*_: object) -> None:
                raise StoreError("the disk is full; nothing has moved")

            monkeypatch.setattr(house.store, "_write_all", full)
            assert client.post(f"/first-administrator/{link}", data=form).status_code in (400, 503)
            monkeypatch.setattr(house.store, "_write_all", right)
            assert client.post(f"/first-administrator/{link}", data=form, follow_redirects=False).status_code == 303
            assert portal.call(house.people.members._administrators) == 1


def test_a_refused_sit_does_not_undo_a_leave(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        person = await seated(house, await house.open_table("craps"))
        await person.do("wager", on="pass", amount=1000)
        await person.do("deal")
        while not person.live.round.opening.wagers:
            await person.do("wager", on="pass", amount=1000)
            await person.do("deal")
        await person.do("leave")
        (seat,) = person.live.seats.values()
        assert seat.leaving
        assert (await person.say("sit", amount=10**10))["type"] == "refused"
        assert seat.leaving
        await person.do("sit", amount=100)
        assert not seat.leaving

    with_house(tmp_path, work)


def test_a_leavers_word_is_not_the_next_sitters(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table("roulette")
        one = await seated(house, live)
        await one.do("word", word="mine alone")
        await one.do("leave")
        other = Person(live, await house.people.create())
        await other.do("sit", seat=1, amount=1000)
        assert live.round.chance.word_of(1) == ""
        await other.do("wager", on="red", amount=500)
        await other.do("deal")
        seal = await house.store.archive.opened_seal(f"{live.id}-1")
        assert seal is not None
        assert seal.words == {}
        await audited(house)

    with_house(tmp_path, work)


def test_what_one_process_moved_another_shows(postgres: Any) -> None:
    address = postgres.new()

    async def run() -> None:
        houses = [LiveHouse(Store(address), SeededChance(1)) for _ in range(2)]
        for house in houses:
            await house.open()
        here, there = houses
        live, elsewhere = await here.open_table("roulette"), await there.open_table("roulette")
        mine = await here.people.create()
        watching = Person(live, mine)
        token = await here.people.token(mine)
        visit = await there.people.known_by(token)
        assert visit.purse is not None
        await Person(elsewhere, visit.purse).do("sit", amount=40_000)
        assert mine.balance == WELCOME  # what this process remembers
        frame = await watching.wait_for(lambda f: f["type"] == "state" and f["view"]["purse"] != WELCOME)
        assert frame["view"]["purse"] == WELCOME - 40_000
        await Person(elsewhere, visit.purse).do("buy-in", amount=1_000)
        again = await here.people.known_by(token)
        assert again.purse is not None
        assert again.purse.balance == WELCOME - 41_000
        for house in houses:
            await house.close()

    asyncio.run(run())


def test_a_table_that_is_opened_while_the_leases_are_read_is_not_lost(postgres: Any) -> None:
    async def work(house: LiveHouse) -> None:
        right, is_read = house.leases.beat, asyncio.Event()

        async def slowly() -> dict[str, int]:
            held = await right()
            is_read.set()
            await asyncio.sleep(0.5)
            return held

        house.leases.beat = slowly  # type: ignore[method-assign]
        await is_read.wait()
        live = await house.open_table("roulette")
        await asyncio.sleep(1)
        assert not live.is_lost
        await (await seated(house, live)).do("wager", on="red", amount=500)

    with_house(postgres.new(), work)
