"""The book: double entry, all or nothing, and many changes in one transaction."""

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from people import with_store
from sqlalchemy import select

from nomorebets.server.book import schema
from nomorebets.server.book.bulk import Kind, Rows
from nomorebets.server.book.changes import Step, together
from nomorebets.server.book.store import HOUSE, PLAY_MONEY, Changes, Store, StoreError


def moved(*movements: tuple[str, str, int]) -> Changes:
    changes = Changes()
    for source, target, amount in movements:
        changes.move(source, target, amount, PLAY_MONEY)
    return changes


def test_every_movement_is_a_posting_and_the_accounts_together_are_zero(book: str) -> None:
    async def work(store: Store) -> None:
        await store.commit(moved((HOUSE, "patron:a", 1000), ("patron:a", "t/seat:1", 400)))
        await store.commit(moved(("t/seat:1", "t/layout:1:red", 150), ("t/layout:1:red", "t/inventory", 150)))
        balances = await store.balances()
        assert balances == {
            "house": -1000, "patron:a": 600, "t/seat:1": 250, "t/layout:1:red": 0, "t/inventory": 150,
        }  # fmt: skip
        assert sum(balances.values()) == 0
        assert await store.recomputed() == balances

    with_store(book, work)


def test_nobody_owes_and_a_refused_change_leaves_nothing(book: str) -> None:
    async def work(store: Store) -> None:
        await store.commit(moved((HOUSE, "patron:a", 1000)))
        before = await store.balances()
        with pytest.raises(StoreError, match="nothing has moved"):
            await store.commit(moved(("patron:a", "t/seat:1", 10), ("patron:a", "t/seat:1", 991)))
        assert await store.balances() == before == await store.recomputed()

    with_store(book, work)


ODD = 'Zoë "x" \\ \u2028 {"a": [1]} \'; DROP TABLE meta --'


def test_rows_come_back_as_they_were_written(book: str) -> None:
    async def work(store: Store) -> None:
        changes = Changes()
        row = {"id": "r", "table_id": "t", "game": "craps", "as_of": "2012-03-19", "number": 2**53, "started": ODD}
        table = {"id": "t", "name": ODD, "game": "craps", "as_of": "2012-03-19", "house": "{}", "opened": ODD}
        changes.insert(schema.tables, table | {"rounds": 0, "seq": 0, "opening": "{}"})
        changes.insert(schema.rounds, row | {"owners": ODD})
        changes.insert(schema.lines, *({"round_id": "r", "n": n, "line": f"{n} {ODD}".encode()} for n in range(3)))
        await store.commit(changes)
        async with store.engine.connect() as connection:
            kept = (await connection.execute(select(schema.rounds))).one()
            lines = (await connection.scalars(select(schema.lines.c.line).order_by(schema.lines.c.n))).all()
        assert (kept.number, kept.started, kept.owners, kept.ended) == (2**53, ODD, ODD, None)
        assert [bytes(line) for line in lines] == [f"{n} {ODD}".encode() for n in range(3)]

    with_store(book, work)


def test_rows_of_one_kind_that_are_noted_one_by_one_are_all_written(book: str) -> None:
    async def work(store: Store) -> None:
        changes, kind = Changes(), Kind.of(schema.meta, "insert", "name", "value")
        for name in ("a", "b", "c"):
            changes.write(kind, name, name.upper())
        await store.commit(changes)
        async with store.engine.connect() as connection:
            query = select(schema.meta.c.value).where(schema.meta.c.name.in_(["a", "b", "c"]))
            assert sorted(await connection.scalars(query)) == ["A", "B", "C"]

    with_store(book, work)


def test_of_changes_to_one_row_the_last_stands(book: str) -> None:
    async def work(store: Store) -> None:
        changes = Changes()
        changes.insert(schema.meta, {"name": "a", "value": "1"}, {"name": "b", "value": "1"})
        changes.insert_missing(schema.meta, {"name": "a", "value": "2"}, {"name": "c", "value": "1"})
        for value in ("3", "4", "5"):
            changes.change(schema.meta, {"name": "b", "value": value})
        await store.commit(changes)
        async with store.engine.connect() as connection:
            found = await connection.execute(select(schema.meta).where(schema.meta.c.name.in_(("a", "b", "c"))))
            assert {row.name: row.value for row in found} == {"a": "1", "b": "5", "c": "1"}

    with_store(book, work)


def test_one_bad_change_does_not_take_its_neighbours_along(book: str) -> None:
    async def work(store: Store) -> None:
        await store.commit(moved((HOUSE, "patron:a", 100)))
        together = [moved(("patron:a", "t/seat:1", 10)) for _ in range(8)]
        together.insert(3, moved(("patron:b", "t/seat:1", 5)))
        done = await asyncio.gather(*(store.commit(changes) for changes in together), return_exceptions=True)
        assert [isinstance(result, StoreError) for result in done] == [n == 3 for n in range(9)]
        assert await store.balance("patron:a") == 20

    with_store(book, work)


def test_changes_that_wait_share_a_transaction(book: str) -> None:
    async def work(store: Store) -> None:
        await store.commit(moved((HOUSE, "patron:a", 1000)))
        commits: list[int] = []
        together = store._together

        async def counted(connection, batch):  # type: ignore[no-untyped-def]
            commits.append(len(batch))
            await together(connection, batch)

        store._together = counted  # type: ignore[method-assign]
        await asyncio.gather(*(store.commit(moved(("patron:a", "t/seat:1", 1))) for _ in range(200)))
        assert sum(commits) == 200
        assert len(commits) <= 3

    with_store(book, work)


def test_what_was_committed_is_there_for_another_process(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        await store.commit(moved((HOUSE, "patron:a", 1000)))
        with sqlite3.connect(tmp_path / "house.db") as other:
            assert other.execute("PRAGMA journal_mode").fetchone() == ("wal",)
            assert other.execute("SELECT balance FROM accounts WHERE id = 'patron:a'").fetchone() == (1000,)
        other.close()

    with_store(f"sqlite:///{tmp_path / 'house.db'}", work)


@pytest.mark.parametrize("url", ["nonsense", "mysql://somewhere/db", "sqlite:////proc/no/such/place.db"])
def test_a_database_that_cannot_be_opened_is_one_sentence(url: str) -> None:
    async def run() -> None:
        store = Store(url)
        with pytest.raises(StoreError):
            await store.open()

    asyncio.run(run())


def test_an_old_sqlite_is_refused_in_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 37, 2))
    with pytest.raises(StoreError, match=r"this Python has SQLite .*; accepted: SQLite 3\.38 or later"):
        asyncio.run(Store(f"sqlite:///{tmp_path}/book.db").open())


def test_amounts_below_nothing_do_not_move() -> None:
    with pytest.raises(StoreError):
        Changes().move("a", "b", -1, PLAY_MONEY)
    with pytest.raises(StoreError):
        Changes().move("a", "a", 1, PLAY_MONEY)


def test_what_is_committed_is_on_the_disk_whatever_the_databases_default_is(book: str) -> None:
    async def work(store: Store) -> None:
        async with store.engine.connect() as connection:
            ask = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000}
            if store.is_shared:
                name = (await connection.exec_driver_sql("SELECT current_database()")).scalar()
                await connection.exec_driver_sql(f"ALTER DATABASE {name} SET synchronous_commit = off")
                await connection.commit()
            else:
                for name, wanted in ask.items():
                    assert (await connection.exec_driver_sql(f"PRAGMA {name}")).scalar() == wanted, name
        if store.is_shared:
            again = Store(book)
            await again.open()
            async with again.engine.connect() as connection:
                assert (await connection.exec_driver_sql("SHOW synchronous_commit")).scalar() == "on"
            await again.close()

    with_store(book, work)


def test_postgresql_without_its_driver_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(StoreError, match=r"needs psycopg; accepted: pip install \"nomorebets\[postgres\]\""):
        asyncio.run(Store("postgresql://somewhere/house").open())


def test_two_processes_that_open_an_empty_database_at_once_make_it_once(postgres: Any) -> None:
    async def run() -> None:
        book = postgres.new()
        stores = [Store(book) for _ in range(3)]
        await asyncio.gather(*(store.open() for store in stores))
        await asyncio.gather(*(store.commit(moved((HOUSE, f"patron:{n}", 100))) for n, store in enumerate(stores * 5)))
        assert await stores[0].recomputed() == await stores[1].balances()
        assert await stores[2].balance(HOUSE) == -1500
        secrets = await asyncio.gather(*(store.secret("key", str(n)) for n, store in enumerate(stores)))
        assert len(set(secrets)) == 1
        for store in stores:
            await store.close()

    asyncio.run(run())


def test_a_book_that_was_cut_off_is_opened_and_not_written_on(book: str) -> None:
    async def spoil(store: Store) -> None:
        await store.commit(moved((HOUSE, "patron:a", 1000), (HOUSE, "patron:b", 1000)))
        async with store.engine.begin() as connection:
            await connection.exec_driver_sql("DELETE FROM postings WHERE n = 2")

    async def write(store: Store) -> None:
        with pytest.raises(StoreError, match="not sound: its last posting is missing"):
            await store.commit(moved((HOUSE, "patron:a", 1000)))
        assert await store.balance("patron:a") == 1000

    with_store(book, spoil)
    with_store(book, write)


_KEY = st.tuples(st.sampled_from("abc"), st.integers(1, 2))  # a table and a seat


@given(st.lists(st.tuples(st.sampled_from(["insert", "change", "delete"]), _KEY, st.integers(0, 9)), max_size=12))
def test_joined_steps_leave_the_rows_that_they_leave_one_by_one(steps: list[tuple[Any, tuple[str, int], int]]) -> None:
    def left_by(steps: list[Step]) -> dict[tuple[Any, ...], int]:
        """With inserts that find nothing in their place."""
        rows: dict[tuple[Any, ...], int] = {}
        for step in steps:
            assert isinstance(step, Rows)
            for *key, value in step.rows:
                if step.kind.how == "delete":
                    rows.pop(tuple(key), None)
                elif step.kind.how == "insert" or tuple(key) in rows:
                    rows[tuple(key)] = value
        return rows

    one_by_one: list[Step] = [
        Rows(Kind.of(schema.seats, how, "table_id", "seat", "agrees", keys=("table_id", "seat")), [(*key, value)])
        for how, key, value in steps
    ]
    assert left_by(together(one_by_one)) == left_by(one_by_one)


def test_who_leaves_many_tables_is_written_by_one_statement() -> None:
    """And what the others ordered there by another, however they come in turn."""
    steps = []
    for table in range(50):
        changes = Changes()
        changes.write(Kind.of(schema.seats, "change", "table_id", "seat", "player", "leaving"), f"t{table}", 1, "", 1)
        changes.write(Kind.of(schema.seats, "delete", "table_id", "seat", "player"), f"t{table}", 1, "")
        changes.write(Kind.of(schema.seats, "change", "table_id", "seat", "player", "leaving"), f"t{table}", 2, "", 0)
        steps += changes.steps
    assert len(steps) == 150
    assert [(step.kind.how, len(step.rows)) for step in together(steps) if isinstance(step, Rows)] == [
        ("change", 100),
        ("delete", 50),
    ]


def test_rows_are_deleted_by_their_keys(book: str) -> None:
    async def work(store: Store) -> None:
        begun, over = Changes(), Changes()
        begun.insert(schema.meta, *({"name": name, "value": "x"} for name in ("a", "a'", "b")))
        over.write(Kind.of(schema.meta, "delete", "name"), "a'")
        over.write(Kind.of(schema.meta, "delete", "name"), "b")
        await store.commit(begun)
        await store.commit(over)
        async with store.engine.connect() as connection:
            kept = await connection.scalars(select(schema.meta.c.name).where(schema.meta.c.value == "x"))
            assert list(kept) == ["a"]

    with_store(book, work)
