"""A book of any earlier program is brought up to date as a whole, or left as it was."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, text

from nomorebets.drivers.chance import SeededChance
from nomorebets.server.book import migrations, schema
from nomorebets.server.book.changes import StoreError
from nomorebets.server.book.database import address_of, make_engine, prepare
from nomorebets.server.book.store import Store
from nomorebets.server.tables.service import LiveHouse

FIRST = Path(__file__).parent / "first_schema" / "house.sql"
NEWEST = migrations.newest()


def within(address: str, work: Callable[[Connection], Any]) -> Any:
    """The result of some work in one transaction."""

    async def run() -> Any:
        engine = make_engine(address_of(address))
        try:
            async with engine.begin() as connection:
                return await connection.run_sync(work)
        finally:
            await engine.dispose()

    return asyncio.run(run())


def rows(address: str, query: str) -> Sequence[Any]:
    return within(address, lambda connection: [tuple(row) for row in connection.execute(text(query))])  # type: ignore[no-any-return]


@pytest.fixture
def first(book: str, tmp_path: Path) -> str:
    """A book as the first program left it: three tables, rounds, a wager that stands, an order, a decision to come."""
    made = tmp_path / "first.db"
    with sqlite3.connect(made) as connection:
        connection.executescript(FIRST.read_text())
    connection.close()
    if book.startswith("sqlite"):
        made.rename(tmp_path / "house.db")
        return book

    def fill(into: Connection) -> None:
        migrations.upgrade(into, to="0001")
        into.execute(text("DELETE FROM meta"))
        source = sqlite3.connect(made)
        for table in ("meta", "patrons", "accounts", "postings", "tables", "seats", "said", "rounds", "lines",
                      "results", "cited"):  # fmt: skip
            found = source.execute(f"SELECT * FROM {table}")
            names = [column[0] for column in found.description]
            values = ", ".join(f":{name}" for name in names)
            several = [dict(zip(names, row, strict=True)) for row in found]
            if several:
                into.execute(text(f"INSERT INTO {table} ({', '.join(names)}) VALUES ({values})"), several)
        source.close()
        into.execute(text("DROP TABLE alembic_version"))

    within(book, fill)
    return book


def test_the_steps_end_at_the_schema_of_the_program(book: str) -> None:
    asyncio.run(prepare(address_of(book)))

    def differences(connection: Connection) -> list[Any]:
        return list(compare_metadata(MigrationContext.configure(connection), schema.metadata))

    assert within(book, differences) == []
    assert rows(book, "SELECT version_num FROM alembic_version") == [(NEWEST,)]


def test_the_first_schema_is_brought_up_to_date_with_every_row_in_place(first: str) -> None:
    tables = ("patrons", "tables", "seats", "rounds", "lines", "results", "cited")
    said = {tuple(row) for row in rows(first, "SELECT table_id, patron_id, id, round FROM said")}
    before = {name: rows(first, f"SELECT * FROM {name} ORDER BY 1, 2") for name in tables}
    money = dict(rows(first, "SELECT id, balance FROM accounts"))
    postings = rows(first, "SELECT source, target, amount, cite FROM postings ORDER BY n")
    asyncio.run(prepare(address_of(first)))
    for name, kept in before.items():
        after = rows(first, f"SELECT * FROM {name} ORDER BY 1, 2")
        assert [row[: len(old)] for row, old in zip(after, kept, strict=True)] == kept
    heard = {
        (table_id, patron, name, number)
        for table_id, number, messages in rows(first, "SELECT table_id, round, messages FROM heard")
        for patron, name, _ in json.loads(messages)
    }
    assert said == heard != set()
    after_money = dict(rows(first, "SELECT id, balance FROM accounts"))
    assert sum(after_money.values()) == 0
    table = rows(first, "SELECT id FROM tables WHERE game = 'craps'")[0][0]
    assert money[f"{table}/carried"] == 1000  # the wager that stands on the pass line
    moved = {f"{table}/carried": 0, f"{table}/layout:1:pass": 1000}
    assert after_money == money | moved
    assert rows(first, "SELECT source, target, amount, cite FROM postings ORDER BY n")[: len(postings)] == postings
    decided = "FROM results JOIN rounds ON id = round_id WHERE ended IS NOT NULL AND result NOT IN ('stands', 'void')"
    [(number, net)] = rows(first, f"SELECT count(*), sum(net) {decided}")
    assert rows(first, "SELECT sum(wagers), sum(net) FROM play_days") == [(number, net)]
    assert number
    over = rows(first, "SELECT id, ended, owners FROM rounds WHERE ended IS NOT NULL")
    sat = {(patron, ended, number) for number, ended, owners in over for patron in json.loads(owners).values()}
    assert set(rows(first, "SELECT patron_id, ended, round_id FROM sat_in")) == sat != set()


def test_the_house_goes_on_with_the_first_schemas_tables(first: str) -> None:
    async def run() -> None:
        house = LiveHouse(Store(first), SeededChance(1))
        await house.open()
        try:
            roulette = next(live for live in house.tables.values() if live.table.game.id == "roulette")
            assert roulette.rounds == 3
            assert roulette.seats[1].orders.placed["black"].amount == 700
            assert len(await house.store.archive.find_rounds()) >= 9
            assert await house.store.recomputed() == await house.store.balances()
        finally:
            await house.close()

    asyncio.run(run())


def broken(tmp_path: Path, step: str) -> Path:
    """The migrations with one more at the end."""
    folder = tmp_path / "migrations"
    shutil.copytree(Path(migrations.__file__).parent, folder, ignore=shutil.ignore_patterns("__pycache__"))
    number = int(NEWEST) + 1
    head = f'from alembic import op\nrevision = "{number:04d}"\ndown_revision = "{NEWEST}"\n'
    (folder / "versions" / f"r{number:04d}_broken.py").write_text(f"{head}def upgrade():\n{step}")
    return folder


@pytest.mark.parametrize("step", ["    op.execute('UPDATE nothing SET x = 1')\n", "    raise ValueError('a slip')\n"])
def test_a_broken_step_leaves_the_book_as_it_was_and_says_so(first: str, tmp_path: Path, step: str) -> None:
    before = rows(first, "SELECT * FROM postings ORDER BY n"), rows(first, "SELECT * FROM accounts ORDER BY id")
    folder = broken(tmp_path, "    op.execute('DELETE FROM accounts')\n" + step)
    with pytest.raises(StoreError, match=f"behind {NEWEST}.*; it is as it was"):
        asyncio.run(prepare(address_of(first), folder))
    after = rows(first, "SELECT * FROM postings ORDER BY n"), rows(first, "SELECT * FROM accounts ORDER BY id")
    assert after == before
    assert rows(first, "SELECT value FROM meta WHERE name = 'schema'") == [("1",)]
    asyncio.run(prepare(address_of(first)))
    assert rows(first, "SELECT version_num FROM alembic_version") == [(NEWEST,)]


def test_a_book_of_a_later_program_is_refused(book: str) -> None:
    asyncio.run(prepare(address_of(book)))
    within(book, lambda connection: connection.execute(text("UPDATE alembic_version SET version_num = '9999'")))
    with pytest.raises(StoreError, match=f"schema 9999; this program knows up to {NEWEST}; accepted: the later"):
        asyncio.run(prepare(address_of(book)))


def test_the_first_program_refuses_a_book_of_this_one(book: str) -> None:
    asyncio.run(prepare(address_of(book)))
    assert rows(book, "SELECT value FROM meta WHERE name = 'schema'") == [("2",)]
