"""How each game says its table looks; the kit of drawings knows no game."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from nomorebets import drawing
from nomorebets.drawing.facet import felt_of
from nomorebets.games import entries, facet, game, game_ids
from nomorebets.library import open_table

KIT = Path(drawing.__file__).parent


def strings(file: Path) -> set[str]:
    """Every string of a module that is no docstring."""
    tree = ast.parse(file.read_text())
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    texts = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in docs)
    return {node.value for node in texts if isinstance(node.value, str)}


@pytest.mark.parametrize("file", sorted(KIT.glob("*.py")), ids=lambda file: file.name)
def test_the_kit_names_no_game_and_no_wager(file: Path) -> None:
    colours = {"red", "black", "even"}  # of chips, dice and bars
    wagers = {wager for known in game_ids() for wager in open_table(known).layout.kinds()} - colours
    assert not strings(file) & {*entries(), *wagers}


def test_the_kit_imports_no_game_and_no_server() -> None:
    for file in KIT.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.ImportFrom) and node.module:
                assert not node.module.startswith(("nomorebets.games.", "nomorebets.server", "nomorebets.cli")), file


@pytest.mark.parametrize("known", game_ids())
def test_every_game_says_how_its_table_looks(known: str) -> None:
    assert facet(known, "felt", drawing.GameFelt) is not None
    felt = felt_of(game(known))
    assert felt.emblem
    assert (felt.score is None) == (not felt.sides)
    named = {place for row in felt.seats.rows for place in row} | {*felt.seats.boxes, *felt.seats.slots}
    rows = {bet.kind for bet in game(known).bets} | set(game(known).minimum_pays) | set(open_table(known).layout)
    assert named <= rows, named - rows


def test_two_games_do_not_share_an_emblem() -> None:
    emblems = [drawing.emblem(game(known)) for known in game_ids()]
    assert len(set(emblems)) == len(emblems)


def test_as_many_seats_are_drawn_as_the_terms_give() -> None:
    for known in game_ids():
        table = open_table(known)
        if not drawing.has_board(table.game):
            assert drawing.layout(table).count('class="seat"') == table.seats
    nine = open_table("casino-war", options={"players": "9"})
    assert drawing.layout(nine).count('class="seat"') == nine.seats == 9
