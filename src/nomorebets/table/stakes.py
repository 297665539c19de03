"""Table stakes: a game that is played with the chips in front of the seats, which change only between two rounds."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from nomorebets.errors import WagerRefused
from nomorebets.regulation import Citation
from nomorebets.table.game import Script
from nomorebets.table.requests import PatronRequest


class BuyIn(NamedTuple):
    """With how many chips somebody may sit down, in cents."""

    usual: int
    least: int
    most: int
    by: Citation


class BetweenRounds(PatronRequest, frozen=True, tag="between-rounds"):
    """Players come, go, buy chips and sit out, until the next round is called; from then on nothing is added."""

    is_pause: ClassVar[bool] = True
    players: int  # how many are needed at least

    def require_players(self, number: int) -> None:
        """Refuse to deal to fewer than are needed."""
        if number < self.players:
            text = f"the next round waits: {number} of at least {self.players} players are in with chips"
            raise WagerRefused(text, self.by, accepts="another player, chips for a seat that has none, or coming back")


def between_rounds(players: int, by: Citation) -> Script[None]:
    """Wait until the next round is called."""
    yield BetweenRounds(by, players)
