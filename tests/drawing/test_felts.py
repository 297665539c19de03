"""How each game says its table looks."""

from __future__ import annotations

import pytest

from nomorebets import drawing
from nomorebets.drawing.facet import felt_of
from nomorebets.games import facet, game, game_ids
from nomorebets.library import open_table


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
