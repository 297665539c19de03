"""How a table of the poker room looks: a board in the middle, and the pot in front of every seat."""

from __future__ import annotations

from collections.abc import Sequence

from nomorebets.drawing.cards import hand
from nomorebets.drawing.facet import GameFelt
from nomorebets.drawing.seats import SeatPlan
from nomorebets.games.poker_room.cards import BOARD
from nomorebets.games.poker_room.posting import POT


def felt_with(cards: Sequence[str | None]) -> GameFelt:
    """The felt, with these cards as the emblem of the game."""
    return GameFelt(emblem=hand(cards), seats=SeatPlan(common=(BOARD,), rows=((POT,),)))
