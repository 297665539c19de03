"""A small picture of each game, for the lobby: what decides it, as it lies on the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from nomorebets.drawing.balls import balls
from nomorebets.drawing.cards import hand
from nomorebets.drawing.dice import dice
from nomorebets.drawing.facet import felt_of
from nomorebets.drawing.tiles import tiles
from nomorebets.table.game import Game

# of a game without a picture of its own, by what its outcomes are
_USUAL: Mapping[str, Callable[[], str]] = {
    "dice": lambda: dice(3, 4),
    "tiles": lambda: tiles(("6-6", None)),
    "draws": lambda: balls((7, 23, 61)),
}


def emblem(game: Game) -> str:
    """Cards, dice, tiles or a wheel; a table of a game without a picture of its own shows what it is dealt with."""
    return felt_of(game).emblem or _USUAL.get(game.chance.words, lambda: hand((None, None)))()
