"""A short evening with every kind of writing in it, and a driver whose n-th call to the database goes wrong.

``python evening.py --points N`` kills a house (SQLite) at N of its calls, spread over the evening, or at every one, and
looks into the book after each.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sqlite3
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

if __name__ == "__main__":  # as the tests find it
    sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[2] / "src")]

from benchmarks.kill import count_money, in_the_records, reading
from people import Person
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from nomorebets.drivers.chance import SeededChance
from nomorebets.server.book import store as stores
from nomorebets.server.book.audit import audit
from nomorebets.server.book.changes import StoreError
from nomorebets.server.book.database import make_engine
from nomorebets.server.book.store import Store
from nomorebets.server.people.accounts import WELCOME
from nomorebets.server.tables import live as live_tables
from nomorebets.server.tables.live import LiveTable
from nomorebets.server.tables.service import LiveHouse

TRIES = 60
Heard = Callable[[str], None]  # told the id of every message that was acknowledged


class Driver:
    """Makes engines whose calls are counted, and one of which goes wrong.

    How: it ``fails``; the connection is ``lost`` before it; it is done and its ``answer`` lost (commits of a server);
    or the whole process is ``killed`` before it, or ``after`` it.
    """

    def __init__(self, at: int = 0, how: str = "fails") -> None:
        self.at, self.how, self.calls = at, how, 0
        self.commits: list[int] = []

    def __call__(self, address: Any, *args: Any, **options: Any) -> AsyncEngine:
        engine = make_engine(address, *args, **options)
        dialect: Any = engine.sync_engine.dialect
        execute, commit = dialect.do_execute, dialect.do_commit

        def do_execute(cursor: Any, statement: str, parameters: Any, context: Any = None) -> None:
            self._call(cursor._adapt_connection, lambda: execute(cursor, statement, parameters, context))

        def do_commit(connection: Any) -> None:
            self.commits.append(self.calls + 1)
            self._call(connection.dbapi_connection, lambda: commit(connection))

        dialect.do_execute, dialect.do_commit = do_execute, do_commit
        return engine

    def _call(self, connection: Any, do: Callable[[], None]) -> None:
        self.calls += 1
        if self.calls != self.at:
            do()
            return
        if self.how == "killed":
            os._exit(9)
        if self.how in ("answer", "after"):
            do()
        if self.how == "after":
            os._exit(9)
        if self.how == "fails" and connection.dbapi.__class__.__name__.endswith("aiosqlite_dbapi"):
            raise sqlite3.OperationalError("disk I/O error")
        import psycopg

        if self.how != "fails":
            connection._connection.pgconn.finish()
        raise psycopg.OperationalError("the server does not answer")


# --- the evening -----------------------------------------------------------------------------------------------------


async def insist(what: Callable[[], Any]) -> Any:
    """Try until the book takes it."""
    for _ in range(TRIES):
        try:
            return await what()
        except (StoreError, SQLAlchemyError):
            await asyncio.sleep(0.01)
    raise AssertionError("the book does not recover")


async def do(person: Person, heard: Heard, type: str, **fields: Any) -> None:
    """Say something under one id until it is acknowledged."""
    assert person.purse is not None
    name = f"{person.purse.patron[:8]}-{type}-{person._said}"
    for _ in range(TRIES):
        answer = await person.say(type, id=name, **fields)
        if answer["type"] == "ack":
            heard(name)
            return
        assert answer["who"] == "database", answer
        await asyncio.sleep(0.01)
    raise AssertionError(f"{name} is never done")


async def spend(house: LiveHouse, heard: Heard) -> list[str]:
    """Two games, one with decisions and a shoe; everybody leaves. The patrons."""
    patrons = []
    for game, on, amount in (("roulette", "red", 500), ("blackjack", "blackjack", 1_000)):
        table: LiveTable = await insist(lambda game=game: house.open_table(game))
        purse = await insist(house.people.create)
        patrons.append(purse.patron)
        person = Person(table, purse)
        await do(person, heard, "sit", amount=20_000)
        await do(person, heard, "word", word="mine")
        await do(person, heard, "wager", on=on, amount=amount)
        await do(person, heard, "deal")
        while person.view["ask"]:
            await do(person, heard, "decide", choice=person.view["ask"]["choices"][-1])
        assert table.rounds == 1
        await do(person, heard, "buy-in", amount=5_000)
        await do(person, heard, "wager", on=on, amount=amount)
        await do(person, heard, "leave")
        person.go()
    return patrons


def verify(book: str, acknowledged: list[str], patrons: list[str] | None = None) -> None:
    """What must hold in the book after whatever happened."""
    assert audit(book).findings == []
    with reading(book) as connection:
        kept = "".join(row.messages for row in connection.execute(text("SELECT messages FROM heard")))
        for name in acknowledged:
            assert kept.count(f'"{name}"') == 1, name
        _, _, nets, _ = in_the_records(connection)
        known = patrons or [row.id for row in connection.execute(text("SELECT id FROM patrons"))]
        for patron in known:
            assert not (wrong := count_money(connection, patron, nets[patron], WELCOME)), wrong
        assert connection.scalar(text("SELECT coalesce(sum(balance), 0) FROM accounts")) == 0


async def open_house(book: str, driver: Driver) -> LiveHouse:
    """As whoever looks after it would: again and again until it opens."""
    for _ in range(TRIES):
        house = LiveHouse(Store(book, driver), SeededChance(1))
        try:
            await house.open()
        except (StoreError, SQLAlchemyError):
            await asyncio.sleep(0.01)
        else:
            return house
    raise AssertionError("the house does not open")


def run(book: str, driver: Driver, heard: Heard | None = None) -> None:
    """The whole evening; the book is in order afterwards."""
    acknowledged: list[str] = []

    async def work() -> list[str]:
        house = await open_house(book, driver)
        try:
            return await asyncio.wait_for(spend(house, heard or acknowledged.append), 60)
        finally:
            await house.close()

    before = stores.RETRY, live_tables.RETRY
    stores.RETRY = live_tables.RETRY = 0.01  # nobody waits for a second here
    try:
        patrons = asyncio.run(work())
    finally:
        stores.RETRY, live_tables.RETRY = before
    verify(book, acknowledged, patrons)


def certain(driver: Driver) -> list[int]:
    """The calls that every evening comes to: the last of one vary with what happens to be written together."""
    return list(range(1, driver.calls * 9 // 10 + 1))


def points(driver: Driver, number: int) -> list[tuple[int, str]]:
    """At which calls to kill, and before or after them: so many, spread over the evening; 0 is all of them."""
    sure = certain(driver)
    every = [(n, "killed") for n in sure] + [(n, "after") for n in driver.commits if n in sure]
    every.sort()
    step = max(1, len(every) // number) if number else 1
    return every[::step]


# --- kills -----------------------------------------------------------------------------------------------------------


def kill_at(book: str, at: int, how: str) -> None:
    """A child spends the evening until it is killed; then the book is looked into, and another evening spent on it."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        try:
            run(book, Driver(at, how), lambda name: void(os.write(write, f"{name}\n".encode())))
        except BaseException as fault:
            print(f"the evening ended: {fault!r}", file=sys.stderr, flush=True)
            os._exit(3)
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as told:
        acknowledged = told.read().split()
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert status == 9, f"call {at}: the evening was not killed ({status})"
    if Path(book.removeprefix("sqlite:///")).stat().st_size:
        run(book, Driver())
        verify(book, acknowledged)


def void(_: object) -> None:
    """Nothing comes of it."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--points", type=int, default=0, help="of how many calls; 0: at every one")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        whole = Driver()
        child = os.fork()
        if not child:
            run(f"sqlite:///{folder}/whole.db", whole)
            Path(folder, "counted").write_text(f"{whole.calls}\n{' '.join(map(str, whole.commits))}")
            os._exit(0)
        assert os.waitpid(child, 0)[1] == 0
        calls, commits = Path(folder, "counted").read_text().split("\n")
        whole.calls, whole.commits = int(calls), [int(n) for n in commits.split()]
        chosen = points(whole, asked.points)
        for n, (at, how) in enumerate(chosen):
            kill_at(f"sqlite:///{folder}/{n}.db", at, how)
            if n % 50 == 49:
                print(f"{n + 1} of {len(chosen)} kills", file=sys.stderr, flush=True)
    print(f"{len(chosen)} kills at {whole.calls} calls with {len(whole.commits)} commits: nothing lost, nothing twice")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
