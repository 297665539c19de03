"""Table stakes: a game that is played with the chips in front of the seats, which change only between two rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from nomorebets.regulation import Citation
from nomorebets.table.game import Script
from nomorebets.table.requests import PatronRequest

if TYPE_CHECKING:
    from nomorebets.table.round import Round


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

    def question(self, seat: int, table: Round) -> dict[str, Any]:
        return {"players": self.players}


def between_rounds(players: int, by: Citation) -> Script[None]:
    """Wait until the next round is called."""
    yield BetweenRounds(by, players)
