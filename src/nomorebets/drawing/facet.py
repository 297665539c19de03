"""What a game knows of how its table looks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from nomorebets.games import facet
from nomorebets.table import Game
from nomorebets.table.felt import Felt


@dataclass(frozen=True, kw_only=True)
class GameFelt:
    """The facet ``felt`` of a game. Without one, its seats or its places are drawn as the kit draws any."""

    score: Callable[[Felt], str] | None = None  # a round that is over, as one mark of a scoreboard


def felt_of(game: Game) -> GameFelt:
    """How the table of a game looks."""
    return facet(game.id, "felt", GameFelt) or GameFelt()
