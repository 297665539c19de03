"""One seat: who sits there, the chips in front, and what is ordered for when the window closes."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from nomorebets.server.book.orders import SeatOrders
from nomorebets.table import Wager
from nomorebets.table.ledger import patron, spot
from nomorebets.table.wagers import seat_words


@dataclass
class Seated:
    """Somebody at the table, with the chips in front."""

    seat: int
    patron: str
    name: str
    stack: int = 0  # cents
    orders: SeatOrders = field(default_factory=SeatOrders)
    last: tuple[Wager, ...] = ()  # what was wagered before, to be repeated
    ready: bool = False
    leaving: bool = False
    player: str = ""  # the letter of one who wagers behind whoever sits there
    agrees: bool = False  # that others wager behind him

    @cached_property
    def spot(self) -> str:
        """Where he is, as records name it: ``3``, or ``3:B`` behind whoever sits there."""
        return spot(self.seat, self.player)

    @cached_property
    def account(self) -> str:
        """Of his chips, as a round calls it."""
        return patron(self.seat, self.player)

    @property
    def words(self) -> str:
        """As people say it: ``seat 3``, ``seat 3, player B``."""
        return seat_words(self.seat, self.player)
