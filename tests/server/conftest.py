"""The tests of the server find their people, and databases to keep the book in."""

import os
import sys
from collections.abc import Iterator
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


@pytest.fixture(params=["sqlite", "postgresql"])
def book(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'house.db'}"
    address: str = request.getfixturevalue("postgres").new()
    return address
