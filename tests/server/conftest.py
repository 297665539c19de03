"""The tests of the server find their people, and databases to keep the book in."""

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(scope="session")
def postgres() -> Iterator[Any]:
    """A PostgreSQL server; ``postgres.new()`` is the address of an empty database."""
    from benchmarks._postgres import NoPostgres, server

    with ExitStack() as until:
        try:
            found = until.enter_context(server("fsync=off"))
        except NoPostgres as why:
            pytest.skip(str(why))
        yield found


@pytest.fixture(scope="session", autouse=True)
def _live_tables_on_postgresql(request: pytest.FixtureRequest) -> None:
    """NOMOREBETS_TEST_BOOK=postgresql pytest tests/server/test_service.py: the same tests on the other database."""
    if os.environ.get("NOMOREBETS_TEST_BOOK") == "postgresql":
        import people

        people.new_book = request.getfixturevalue("postgres").new


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Somebody who looks around a house of the module's own."""
    from visiting import Visitor

    from nomorebets.server.web.app import build_app

    with Visitor(build_app(f"sqlite:///{tmp_path_factory.mktemp('house') / 'house.db'}")) as visitor:
        yield visitor


_new_book: list[str] = []  # the statements that make a book of the newest schema


@pytest.fixture(autouse=True)
def _new_books_are_copies(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The steps of the schema make the first empty book of SQLite; the next ones are made like it, in a tenth."""
    from sqlalchemy import Connection

    from nomorebets.server.book import migrations

    step_by_step = migrations.upgrade

    def upgrade(connection: Connection, folder: Path | None = None, to: str = "head") -> None:
        fresh = connection.dialect.name == "sqlite" and folder is None and to == "head"
        if not fresh or connection.exec_driver_sql("SELECT count(*) FROM sqlite_master").scalar():
            step_by_step(connection, folder, to)
        elif _new_book:
            for statement in _new_book:
                connection.exec_driver_sql(statement)
        else:
            step_by_step(connection, folder, to)
            _new_book.extend(_statements_of(connection))

    if request.module.__name__ != "test_migrations":
        monkeypatch.setattr(migrations, "upgrade", upgrade)


def _statements_of(connection: Any) -> list[str]:
    made = connection.exec_driver_sql("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL").scalars().all()
    tables = connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'table'").scalars().all()
    written = []
    for table in tables:
        if not table.startswith("sqlite_"):
            for row in connection.exec_driver_sql(f"SELECT * FROM {table}"):
                written.append(f"INSERT INTO {table} VALUES ({', '.join(map(repr, row))})")
    return [sql for sql in made if "sqlite_sequence" not in sql] + written


@pytest.fixture(params=["sqlite", "postgresql"])
def book(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'house.db'}"
    address: str = request.getfixturevalue("postgres").new()
    return address


@pytest.fixture
def stacked(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """The next cards that are dealt; whoever follows a round later finds the same ones."""
    from nomorebets.fairness.sealed import Pick, RoundChance

    cards: list[str] = []
    dealt: dict[tuple[str, int], str] = {}
    usual, drawn = RoundChance.pick, Counter[RoundChance]()

    def pick(self: RoundChance, request: Any, at: Any) -> Pick:
        sealed = usual(self, request, at)
        if request.name != "draw":
            return sealed
        drawn[self] += 1
        key = self.seal.round_id, drawn[self]
        if key not in dealt and cards:
            dealt[key] = cards.pop(0)
        wanted = [face for face in sealed.faces if getattr(face[1], "card", "") == dealt.get(key)]
        return Pick(wanted, 1, 0) if wanted else sealed

    monkeypatch.setattr(RoundChance, "pick", pick)
    yield lambda text: cards.extend(text.split())
    assert not cards, "not all of these cards were dealt"
