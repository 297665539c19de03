"""One seat: who sits there, the chips in front, and what is ordered for when the window closes."""

from __future__ import annotations

from dataclasses import dataclass, field

from nomorebets.server.book.orders import SeatOrders
from nomorebets.table import Wager


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
