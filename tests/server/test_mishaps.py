"""Full disk, read-only file, locked or vanished database, a clock that jumps: a clear message, and nothing lost."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from people import Person, audited, seated, with_house

from nomorebets.server import machine
from nomorebets.server.book import database
from nomorebets.server.book.audit import audit
from nomorebets.server.book.store import Store, StoreError
from nomorebets.server.tables.service import LiveHouse
from small_disk import no_file_larger_than


async def refused_and_done_later(person: Person, *words: str) -> None:
    """A wager is refused with the reason; the table is as before."""
    before = person.view["seats"][0]
    answer = await person.say("wager", on="black", amount=300, id="mishap")
    assert answer["type"] == "refused"
    for word in words:
        assert word in answer["reason"], answer
    while person.live.closed:  # until the book can be read again
        await asyncio.sleep(0.05)
    assert person.view["seats"][0]["orders"] == before["orders"]
    assert person.view["seats"][0]["stack"] == before["stack"]


async def a_table(house: LiveHouse) -> Person:
    person = await seated(house, await house.open_table("roulette"))
    await person.do("wager", on="red", amount=500)
    return person


def test_a_full_disk_refuses_and_loses_nothing(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        person = await a_table(house)
        with no_file_larger_than((tmp_path / "house.db-wal").stat().st_size):
            await refused_and_done_later(person, "cannot be written", "nothing has moved")
            await refused_and_done_later(person, "cannot be written", "nothing has moved")
        await person.do("wager", on="black", amount=300, id="mishap")  # the same message, when there is room again
        await person.do("deal")
        assert person.live.rounds == 1
        await audited(house)

    with_house(tmp_path, work)
    assert audit(f"sqlite:///{tmp_path / 'house.db'}").findings == []


def test_a_full_disk_at_the_opening_is_one_sentence_and_the_book_is_as_it_was(tmp_path: Path) -> None:
    async def run() -> None:
        with no_file_larger_than(4096), pytest.raises(StoreError, match=r"house\.db.*; accepted: "):
            await Store(f"sqlite:///{tmp_path / 'house.db'}").open()

    asyncio.run(run())
    with_house(tmp_path, audited)  # type: ignore[arg-type]


@contextmanager
def an_ordinary_user() -> Iterator[Path]:
    """A folder that its reader may not write to; root may write everywhere, and becomes nobody."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        was = os.geteuid()
        folder.chmod(0o755)
        try:
            yield folder
        finally:
            os.seteuid(was)
            folder.chmod(0o755)


def test_a_read_only_book_is_refused_with_its_name_and_can_be_audited() -> None:
    with an_ordinary_user() as folder:
        book = f"sqlite:///{folder / 'house.db'}"

        async def work(house: LiveHouse) -> None:
            await a_table(house)

        with_house(book, work)
        (folder / "house.db").chmod(0o444)
        (folder / "house.db.lock").chmod(0o444)
        folder.chmod(0o555)
        if os.geteuid() == 0:
            os.seteuid(65534)
        for _ in range(2):
            with pytest.raises(StoreError, match=r"house\.db") as fault:
                asyncio.run(Store(book).open())
            assert "can be written" in str(fault.value.accepts)
            with suppress(OSError):  # the second time there is no lock beside it, and none can be made
                (folder / "house.db.lock").unlink()
        assert audit(book).findings == []


def test_a_book_locked_by_somebody_else_refuses_until_it_is_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY", 50)

    async def work(house: LiveHouse) -> None:
        person = await a_table(house)
        with closing(sqlite3.connect(tmp_path / "house.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            await refused_and_done_later(person, "locked", "nothing has moved")
            other.execute("ROLLBACK")
        await person.do("wager", on="black", amount=300, id="mishap")
        await person.do("deal")
        await audited(house)

    with_house(tmp_path, work)

    async def opening() -> None:
        with closing(sqlite3.connect(tmp_path / "house.db", isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            with pytest.raises(StoreError, match=r"house\.db.*locked; accepted: "):
                await Store(f"sqlite:///{tmp_path / 'house.db'}").open()

    asyncio.run(opening())


def test_a_lock_on_a_postgresql_book_refuses_until_it_is_free(postgres: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "BUSY", 1_000)
    psycopg = pytest.importorskip("psycopg")
    book = postgres.new()

    async def work(house: LiveHouse) -> None:
        person = await a_table(house)
        with psycopg.connect(book) as other:
            other.execute("LOCK TABLE seats IN EXCLUSIVE MODE")
            answer = await person.say("wager", on="black", amount=300, id="mishap")
            assert "lock timeout" in answer["reason"]
        await person.live.settled()
        await person.do("wager", on="black", amount=300, id="mishap")
        await audited(house)

    with_house(book, work)


def test_a_postgresql_server_that_goes_away_and_comes_back(postgres: Any) -> None:
    book = postgres.new()

    async def work(house: LiveHouse) -> None:
        person = await a_table(house)
        await asyncio.to_thread(postgres.stop, "immediate")
        answer = await person.say("wager", on="black", amount=300, id="mishap")
        assert answer["type"] == "refused"
        assert "book" in answer["reason"]
        with pytest.raises(StoreError, match="accepted: a PostgreSQL server that runs"):
            await Store(book).open()
        await asyncio.to_thread(postgres.start, "fsync=off")
        while person.live.closed:
            await asyncio.sleep(0.1)
        for _ in range(20):  # the writer connects again
            if (await person.say("wager", on="black", amount=300, id="mishap"))["type"] == "ack":
                break
            await asyncio.sleep(0.5)
        assert {w["on"]: w["amount"] for w in person.view["seats"][0]["orders"]} == {"red": 500, "black": 300}
        await person.do("deal")
        await audited(house)

    with_house(book, work)


def test_a_clock_that_jumps_changes_times_only(tmp_path: Path) -> None:
    jumps = iter([datetime(2031, 1, 1, tzinfo=UTC), datetime(1999, 12, 31, tzinfo=UTC)] * 500)

    class Jumping(machine.Machine):
        def today(self) -> datetime:
            return next(jumps)

    async def work(house: LiveHouse) -> None:
        person = await a_table(house)
        for _ in range(3):
            await person.do("deal")
            await person.do("wager", on="red", amount=500)
        assert [row.number for row in await house.store.archive.find_rounds()] == [3, 2, 1]
        await audited(house)

    with machine.on(Jumping()):
        with_house(tmp_path, work)
        with_house(tmp_path, audited)  # type: ignore[arg-type]
