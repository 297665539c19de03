"""The n-th call to the database goes wrong, for every n of an evening: nothing is lost, and the house serves on.

Here at some of the calls, spread over the evening; at every one with ``-m slow``, and killed at every one: make kill.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from evening import Driver, certain, run

HERE = Path(__file__).parent
IN_SHORT = {"sqlite": 12, "postgresql": 5}  # calls of each kind that go wrong where time is short
KILLS = 8


def faults(book: Any, how: str, number: int) -> int:
    """Let so many calls of an evening go wrong, 0: every one; how many did."""
    whole = Driver()
    run(book(), whole)
    every = certain(whole)
    if how == "answer":
        every = [n for n in whole.commits if n in every]
    chosen = every[:: max(1, len(every) // number)] if number else every
    for at in chosen:
        driver = Driver(at, how)
        run(book(), driver)
        assert driver.calls >= at
    return len(chosen)


@pytest.fixture(params=["sqlite", "postgresql"])
def books(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    """A new empty book each time it is called."""
    if request.param == "sqlite":
        return lambda: f"sqlite:///{tmp_path / f'{len(list(tmp_path.iterdir()))}.db'}"
    return request.getfixturevalue("postgres").new


@pytest.fixture(params=[False, pytest.param(True, marks=pytest.mark.slow)], ids=["some", "every"])
def number(request: pytest.FixtureRequest) -> Any:
    """How many calls go wrong on a kind of database."""
    return {} if request.param else IN_SHORT


def test_a_call_that_fails_is_refused_and_done_later(books: Any, number: dict[str, int]) -> None:
    kind = "sqlite" if books().startswith("sqlite") else "postgresql"
    assert faults(books, "fails", number.get(kind, 0)) >= IN_SHORT[kind]


@pytest.mark.parametrize("how", ["lost", "answer"])
def test_a_connection_that_is_lost_before_a_call_or_after_a_commit_loses_nothing(
    postgres: Any, number: dict[str, int], how: str
) -> None:
    assert faults(postgres.new, how, number.get("postgresql", 0)) >= IN_SHORT["postgresql"]


def test_a_house_killed_at_its_calls_goes_on_from_the_book() -> None:
    done = subprocess.run(
        [sys.executable, str(HERE / "evening.py"), "--points", str(KILLS)],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(HERE.parents[1] / "src"), str(HERE.parents[1])))},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(done.stdout.split()[0]) >= KILLS
