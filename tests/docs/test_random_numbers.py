"""Every test that docs/random-numbers.md names exists, and every point of it names one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
PAGE = TESTS.parent / "docs" / "random-numbers.md"
NAMED = re.compile(r"`([\w/]+\.py)::(\w+)`")
ROWS = [
    line for line in PAGE.read_text().splitlines() if line.startswith("| ") and not line.startswith("| what is asked")
]


@pytest.mark.parametrize(("file", "name"), sorted(set(NAMED.findall(PAGE.read_text()))))
def test_a_test_that_is_named_exists(file: str, name: str) -> None:
    assert re.search(rf"^def {name}\(", (TESTS / file).read_text(), re.M)


def test_every_point_has_a_test() -> None:
    assert len(ROWS) == 7 + 12
    assert all(NAMED.search(row) for row in ROWS)
