"""The page on baccarat names everything that may go wrong, and what a transcript may say of it."""

import re
from pathlib import Path

import pytest

from nomorebets.games import game

PAGE = (Path(__file__).parents[2] / "docs" / "baccarat.md").read_text()
ROWS = [line for line in PAGE.splitlines() if line.startswith("| `")]


@pytest.mark.parametrize("id", ["punto-banco", "minibaccarat", "chemin-de-fer"])
def test_every_irregularity_stands_in_its_row(id):
    for name, known in game(id).irregularities.items():
        (row,) = [row for row in ROWS if f"`{name}`" in row.split("|")[1]]
        where, facts = row.split("|")[2:4]
        assert "all three" in where or id.replace("-", " ") in where
        assert set(re.findall(r"`([a-z-]+)`", facts)) == set(known.more)


def test_nothing_else_stands_there():
    known = {name for id in ("punto-banco", "minibaccarat", "chemin-de-fer") for name in game(id).irregularities}
    assert {name for row in ROWS for name in re.findall(r"`([a-z-]+)`", row.split("|")[1])} == known
