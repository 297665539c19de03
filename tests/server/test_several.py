"""Several processes over one PostgreSQL database; one only over a SQLite file."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
import urllib.request
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from people import Person, audited, seated
from sqlalchemy import text
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection
from visiting import form_token
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from nomorebets.client import Client, Deal, PlaceWager, Sit
from nomorebets.drivers.chance import SeededChance
from nomorebets.server.book import notices
from nomorebets.server.book.audit import audit
from nomorebets.server.book.chain import locked_head
from nomorebets.server.book.changes import HOUSE, PLAY_MONEY, Changes
from nomorebets.server.book.leases import Guard, Leases
from nomorebets.server.book.store import Store, StoreError
from nomorebets.server.people.accounts import WELCOME, TooOften
from nomorebets.server.people.members import hash_of
from nomorebets.server.people.refill import refill
from nomorebets.server.tables import wires
from nomorebets.server.tables.service import LiveHouse
from nomorebets.server.tables.watchers import Watcher

COMMAND = [sys.executable, "-c", "from nomorebets.cli import main; main()", "serve", "--port", "0", "--db"]


@asynccontextmanager
async def opened(book: str, address: str) -> AsyncIterator[LiveHouse]:
    house = LiveHouse(Store(book), SeededChance(1), address=address)
    await house.open()
    try:
        yield house
    finally:
        await house.close()


async def fall_silent(house: LiveHouse) -> None:
    """A process that stands still for a while, as far as the others can tell."""
    assert house._beating is not None
    house._beating.cancel()
    async with house.store.engine.begin() as connection:
        await connection.execute(text("UPDATE processes SET seen = 0 WHERE id = :id"), {"id": house.leases.process})


def test_a_table_that_was_taken_and_could_not_be_read_is_not_lost(postgres: Any) -> None:
    async def run() -> None:
        book = postgres.new()
        async with opened(book, "http://one") as one, opened(book, "http://two") as two:
            live = await one.open_table("roulette")
            await fall_silent(one)
            fails, read = 1, two.store.open_tables

            async def not_at_first() -> Any:
                nonlocal fails
                if fails:
                    fails -= 1
                    raise StoreError("the book cannot be read")
                return await read()

            two.store.open_tables = not_at_first  # type: ignore[method-assign]
            with pytest.raises(StoreError):  # the lease is in the book by then
                await two.elsewhere(live.id)
            async with asyncio.timeout(20):
                while live.id not in two.tables:
                    await asyncio.sleep(0.02)
            assert two.tables[live.id].fence > live.fence + 1
            assert not fails

    asyncio.run(run())


def test_a_table_is_served_by_one_process_and_taken_over_when_that_one_is_silent(postgres: Any) -> None:
    async def run() -> None:
        book = postgres.new()
        async with opened(book, "http://one") as one, opened(book, "http://two") as two:
            live = await one.open_table("caribbean-stud")
            person = await seated(one, live)
            await person.do("wager", on="ante", amount=1_000)
            await person.do("deal")
            before = person.view
            assert await two.elsewhere(live.id) == "http://one"
            assert await one.elsewhere(live.id) is None
            assert live.id not in two.tables
            assert [row.id for row in await two.other_tables()] == [live.id]
            await fall_silent(one)
            assert await two.elsewhere(live.id) is None  # taken over by asking
            taken = two.tables[live.id]
            assert taken.fence == live.fence + 1
            assert person.purse is not None
            again = Person(taken, await two.people.purse(person.purse.patron))
            for name in ("phase", "round", "at", "wagers", "tableau"):
                assert again.view[name] == before[name], name
            live.receive(person.watcher, {"type": "decide", "id": "slow", "choice": "fold"})
            await live.settled()  # the slow process goes on, and is stopped: nothing is acknowledged
            assert await person.hear() == []
            assert live.is_lost
            assert person.watcher.ending is not None
            assert person.watcher.ending[0] == 1012
            await again.do("decide", choice="bet")
            assert taken.rounds == 1
            await audited(two)

    asyncio.run(run())


def test_a_table_that_a_silent_process_writes_to_holds_up_no_other(postgres: Any) -> None:
    """It is taken when the server has ended what was begun; until then others are, and the process says it lives."""

    async def run() -> None:
        book = postgres.new()
        async with opened(book, "http://one") as one, opened(book, "http://two") as two:
            locked, other = [(await one.open_table("roulette")).id for _ in range(2)]
            async with one.store.engine.begin() as connection:
                await connection.execute(text("SELECT 1 FROM tables WHERE id = :id FOR UPDATE"), {"id": locked})
                await fall_silent(one)
                with pytest.raises(StoreError, match="nobody serves table"):
                    await two.elsewhere(locked)
                async with asyncio.timeout(20):
                    while other not in two.tables:
                        await asyncio.sleep(0.02)
                assert locked not in two.tables
                assert await two.elsewhere("nobody") is None  # there is no such table
            async with asyncio.timeout(20):
                while locked not in two.tables:
                    await asyncio.sleep(0.02)

    asyncio.run(run())


def test_of_two_refills_that_two_processes_write_at_once_one_is_refused(postgres: Any) -> None:
    async def run() -> None:
        book = postgres.new()
        async with opened(book, "http://one") as one, opened(book, "http://two") as two:
            here = await one.people.create()
            lost = Changes()
            lost.move(here.account, HOUSE, here.balance, PLAY_MONEY)
            await one.store.commit(lost)
            here.balance = 0
            there = await two.people.purse(here.patron)
            assert there is not None
            async with one.store.engine.begin() as connection:
                await locked_head(connection)  # nobody writes until both have found that nobody else refills
                both = [asyncio.create_task(refill(h.store, p, 0)) for h, p in ((one, here), (two, there))]
                await asyncio.sleep(0.5)
                assert not any(task.done() for task in both)
            ends = await asyncio.gather(*both, return_exceptions=True)
            assert sorted(type(end) for end in ends if end) == [TooOften]
            assert await one.store.balance(here.account) == WELCOME
            await audited(one)

    asyncio.run(run())


def test_a_process_that_dies_leaves_its_tables_to_the_others_at_once(postgres: Any) -> None:
    async def run() -> None:
        book = postgres.new()
        async with opened(book, "http://one") as one, opened(book, "http://two") as two:
            live = await one.open_table("roulette")
            assert await two.elsewhere(live.id) == "http://one"
            assert one._beating is not None
            assert one.leases._held is not None
            one._beating.cancel()
            await one.leases._held.invalidate()  # what the end of a process does to its connections
            for _ in range(200):  # the server notices in a moment
                if await two.elsewhere(live.id) is None:
                    break
                await asyncio.sleep(0.02)
            assert live.id in two.tables

    asyncio.run(run())


def test_a_process_that_closes_leaves_its_tables_to_the_others_at_once(postgres: Any) -> None:
    async def run() -> None:
        book = postgres.new()
        async with opened(book, "http://two") as two:
            async with opened(book, "http://one") as one:
                live = await one.open_table("roulette")
            assert await two.elsewhere(live.id) is None
            assert live.id in two.tables

    asyncio.run(run())


def test_a_process_that_does_not_get_its_lock_asks_for_it_again(postgres: Any) -> None:
    class Slippery(Guard):
        fails = 0

        async def hold(self, connection: AsyncConnection, process: str) -> None:
            if self.fails:
                self.fails -= 1
                raise OperationalError("SELECT", {}, Exception("the server does not answer"))
            await super().hold(connection, process)

    async def run() -> None:
        book, guard = postgres.new(), Slippery()
        one = LiveHouse(Store(book), SeededChance(1))
        one.leases = Leases(one.store, "http://one", guard)
        await one.open()
        async with opened(book, "http://two") as two:
            live = await one.open_table("roulette")
            assert one._beating is not None
            assert one.leases._held is not None
            one._beating.cancel()
            await one.leases._held.invalidate()
            guard.fails = 1
            with pytest.raises(OperationalError):
                await one.leases.beat()
            assert live.id in await one.leases.beat()
            assert await two.elsewhere(live.id) == "http://one"
        await one.close()

    asyncio.run(run())


def test_money_is_spent_once_whichever_process_is_asked(postgres: Any) -> None:
    async def run() -> None:
        book = postgres.new()
        async with opened(book, "http://one") as one, opened(book, "http://two") as two:
            here, there = await one.open_table("roulette"), await two.open_table("roulette")
            purse = await one.people.create()
            same = await two.people.purse(purse.patron)
            assert same is not None
            both = Person(here, purse), Person(there, same)
            answers = await asyncio.gather(*(person.say("sit", amount=80_000) for person in both))
            assert sorted(answer["type"] for answer in answers) == ["ack", "refused"]
            loser = both[[answer["type"] for answer in answers].index("refused")]
            await loser.live.settled()
            assert loser.purse is not None
            assert loser.purse.balance == 20_000  # read from the book again
            await loser.do("sit", amount=20_000)
            winner = next(person for person in both if person is not loser)
            assert (await winner.say("buy-in", amount=20_000))["type"] == "refused"
            assert winner.purse is not None
            await (one if winner.live is here else two).recount(winner.purse)
            assert winner.purse.balance == 0
            await audited(one)

    asyncio.run(run())


@contextmanager
def process(book: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    with subprocess.Popen([*COMMAND, book], stdout=subprocess.PIPE, text=True) as house:
        try:
            assert house.stdout is not None
            found = re.search(r"http://127\.0\.0\.1:\d+", house.stdout.readline())
            assert found
            yield house, found[0]
        finally:
            house.kill()


def test_a_visitor_of_the_wrong_process_is_passed_on_and_the_table_survives_its_process(postgres: Any) -> None:
    book = postgres.new()

    async def visit(first: subprocess.Popen[str], one: str, two: str) -> None:
        async with Client(one) as host:
            await host.come_in()
            table = await host.open_table("roulette")
            async with Client(two, host.token) as guest, guest.wire(table.id) as wire:
                await wire.act(Sit(amount=20_000))
                await wire.act(PlaceWager(on="red", amount=500))
                assert [found.id async for found in guest.tables()] == [table.id]
                lobby = await asyncio.to_thread(urllib.request.urlopen, two)
                assert f"/tables/{table.id}" in lobby.read().decode()
                page = await asyncio.to_thread(urllib.request.urlopen, f"{two}/tables/{table.id}")
                assert table.name in page.read().decode()
                assert (await guest.table(table.id)).view["seats"][0]["orders"]
                first.kill()
                await asyncio.wait_for(wire.act(Deal()), 60)  # waits for the other process to take the table over
                while wire.view["round"] == 1:
                    await asyncio.sleep(0.05)
                assert wire.connections > 1
                assert [round_.number async for round_ in guest.rounds()] == [1]

    with process(book) as (first, one), process(book) as (_, two):
        asyncio.run(visit(first, one, two))
    assert audit(book).findings == []


@pytest.mark.slow
def test_logging_out_at_one_process_ends_a_silent_connection_to_another(postgres: Any) -> None:
    book = postgres.new()
    with process(book) as (_, one), process(book) as (_, two), httpx.Client(base_url=two, timeout=30) as web:
        form = form_token(web.get("/tables/new").text)
        cookie = {"cookie": f"patron={web.cookies['patron']}"}
        there = httpx.post(f"{one}/play", data={"game": "roulette", "_csrf_token": form}, headers=cookie, timeout=30)
        wire = f"{one.replace('http', 'ws')}/ws{there.headers['location']}"
        with connect(wire, additional_headers=cookie, max_queue=None) as silent:
            silent.recv(timeout=30)
            assert web.post("/logout", data={"_csrf_token": form}).status_code == 303
            with suppress(ConnectionClosed):
                while silent.recv(timeout=30):
                    pass
            assert silent.close_code == 4401


def test_a_second_process_on_one_file_is_refused_with_what_to_do(tmp_path: Path) -> None:
    book = f"sqlite:///{tmp_path / 'house.db'}"

    async def run() -> None:
        async with opened(book, ""):
            with pytest.raises(StoreError, match=r"served by another process \(process \d+\).*postgresql"):
                await Store(book).open()
        async with opened(book, ""):  # the lock ends with the house
            pass

    asyncio.run(run())


def test_a_session_ended_by_another_process_ends_its_connections_at_once(
    postgres: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also after the connection broke over which one hears of it; and nobody else's end."""
    monkeypatch.setattr(wires, "LOOKED_AFTER", 3600.0)  # nothing but the notice
    monkeypatch.setattr(notices, "RETRY", 0.05)

    async def run() -> None:
        book = postgres.new()
        async with opened(book, "http://one") as here, opened(book, "http://two") as there:
            for breaks in (False, True):
                purse, other = await here.people.create(), await here.people.create()
                gone, stays, is_gone = Watcher(purse), Watcher(other), asyncio.Event()
                gone.ended = is_gone.set
                here.wires.add(hash_of(await here.people.token(purse)), gone)
                here.wires.add(hash_of(await here.people.token(other)), stays)
                if breaks:
                    async with there.store.engine.begin() as connection:
                        cut = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
                        assert await connection.scalar(text(cut)) == 2
                await there.people.members.end_sessions_of(purse.patron)
                await asyncio.wait_for(is_gone.wait(), 5)
                assert gone.ending == (4401, "you are logged out")
                assert stays.ending is None

    asyncio.run(run())
