"""Areas of the felt where cards or tiles lie, and whose they are: the one rule for what is hidden from whom."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from nomorebets.regulation import names

HIDDEN = "??"  # what is said of a card that may not be seen
VACANT, DEAD_HAND = "vacant", "dead-hand"  # cards that are dealt although nobody plays them, and taken away unseen
WAITING = "waiting"  # a player's second hand, at which nobody may look until the first is set

_OF_A_SEAT = re.compile(r"seat:(\d{1,3})(?:#(\d{1,2}))?(?::(.+))?", re.ASCII)


class Area(NamedTuple):
    """Whose cards lie there (0 is nobody's: the dealer's, the community's), which hand, and what it is called.

    >>> str(Area(3)), str(Area(3, hand=2)), str(Area(3, "low")), str(Area(0, "dealer"))
    ('seat:3', 'seat:3#2', 'seat:3:low', 'dealer')
    >>> Area.read("seat:3#2:low")
    Area(owner=3, name='low', hand=2)
    """

    owner: int
    name: str = ""
    hand: int = 1

    def __str__(self) -> str:
        if not self.owner:
            return self.name
        return (
            f"seat:{self.owner}" + (f"#{self.hand}" if self.hand > 1 else "") + (f":{self.name}" if self.name else "")
        )

    @classmethod
    def read(cls, text: str) -> Area:
        """An area as it is written in a record."""
        return _read(text)

    @property
    def words(self) -> str:
        """As people say it: ``seat 3``, ``seat 3, hand 2``, ``dealer``."""
        if not self.owner:
            return names.area(self.name)
        name = self.name.replace(":", " ").replace("-", " ")
        return f"seat {self.owner}" + (f", hand {self.hand}" if self.hand > 1 else "") + (f" {name}" if name else "")


@lru_cache(1 << 12)
def _read(text: str) -> Area:
    own = _OF_A_SEAT.fullmatch(text)
    return Area(int(own[1]), own[3] or "", int(own[2] or 1)) if own else Area(0, text)


def owner_of(area: str) -> int:
    """The seat whose cards lie in an area, and who may look at them; 0 where they are nobody's."""
    return _read(area).owner


@lru_cache(1 << 12)
def seat_area(seat: int, hand: int = 1) -> str:
    """Where the cards of a seat lie."""
    return str(Area(seat, hand=hand))


def vacant_area(place: int | str) -> str:
    """Where the cards of a position without a wager lie."""
    return f"{VACANT}:{place}"


def waiting_area(seat: int) -> str:
    """Where the cards of a seat lie while its player sets another hand."""
    return f"{WAITING}:{seat}"


def waits_for(area: str) -> int:
    """The seat whose cards wait in an area; 0 where none do."""
    name, _, seat = area.partition(":")
    return int(seat) if name == WAITING and seat.isdigit() else 0
