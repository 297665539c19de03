"""Baccarat: card values, point counts, the drawing tables, and what a coup came to. Pure functions and one table.

>>> point_count(["As", "2d", "9c"])
2
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Literal

import msgspec

Action = Literal["D", "S", "O"]
"""What a cell of a drawing table says: must draw, must stay, may choose."""

VALUE = {"A": 1, "T": 0, "J": 0, "Q": 0, "K": 0, **{str(face): face for face in range(2, 10)}}
VALUES = 10  # of a card, and of a count
NATURALS = (8, 9)
NO_CARD = 0
"""The column of Table 2 for a Player's Hand that took no third card; a third card of value v has column v + 1."""

PLAYER_TABLE = "DDDDDDSS"
"""Table 1 of 3.9(b), by the count of the Player's Hand on two cards, 0 to 7."""

BANKER_TABLE = (
    "DDDDDDDDDDD",
    "DDDDDDDDDDD",
    "DDDDDDDDDDD",
    "DDDDDDDDDSD",
    "DSSDDDDDDSS",
    "DSSSSDDDDSS",
    "SSSSSSSDDSS",
    "SSSSSSSSSSS",
)
"""Table 2 of 3.9(c) as restored by R-3.9c-table: a row for each count of the Banker's Hand on two cards, 0 to 7; its
first letter where the Player's Hand took no third card, then one for each value of that card, 0 to 9."""


class DrawingTable(msgspec.Struct, frozen=True):
    """Who draws when: Table 1 and Table 2, perhaps with cells that leave a choice."""

    player: str = PLAYER_TABLE
    banker: tuple[str, ...] = BANKER_TABLE

    def player_action(self, count: int) -> Action:
        """What the Player's Hand does on a two-card count below 8."""
        return self.player[count]  # type: ignore[return-value]

    def banker_action(self, count: int, third: int | None) -> Action:
        """What the Banker's Hand does on a two-card count below 8 after a third card of this value, or none.

        >>> DRAWING_TABLE.banker_action(5, 4), DRAWING_TABLE.banker_action(6, None)
        ('D', 'S')
        """
        return self.banker[count][NO_CARD if third is None else third + 1]  # type: ignore[return-value]


DRAWING_TABLE = DrawingTable()


def own_table(draws_to: int, banker: Sequence[str]) -> DrawingTable:
    """Tables of somebody's own: the Player's Hand draws up to a count, the Banker's by rows of its own.

    >>> own_table(5, BANKER_TABLE) == DRAWING_TABLE
    True
    """
    return DrawingTable("".join("D" if count <= draws_to else "S" for count in range(NATURALS[0])), tuple(banker))


class _Values(dict[str, int]):
    """What each card is worth; found once."""

    def __missing__(self, card: str) -> int:
        worth = VALUE[card[:1]]
        if len(self) < 1 << 10:
            self[card] = worth
        return worth


_OF_CARDS = _Values()


def value(card: str) -> int:
    """Two to nine their face, an ace one, ten and pictures nothing."""
    return _OF_CARDS[card]


def point_count(cards: Sequence[str]) -> int:
    """The last digit of the sum of the values."""
    return sum(map(_OF_CARDS.__getitem__, cards)) % VALUES


class Coup(msgspec.Struct, frozen=True):
    """How a round came out: the final counts, and whether each hand took a third card."""

    player: int
    banker: int
    player_drew: bool = False
    banker_drew: bool = False

    @property
    def cards(self) -> int:
        return 4 + self.player_drew + self.banker_drew

    @property
    def winner(self) -> str:
        """``player``, ``banker`` or ``tie``."""
        return "player" if self.player > self.banker else "banker" if self.banker > self.player else "tie"

    def count(self, hand: str) -> int:
        return self.player if hand == "player" else self.banker

    def natural(self, hand: str) -> bool:
        """Whether a hand is a natural: two cards, and the other hand did not draw against one."""
        return not (self.player_drew or self.banker_drew) and self.count(hand) in NATURALS


def coup_of(player: Sequence[str], banker: Sequence[str]) -> Coup:
    """What two complete hands came to."""
    return Coup(point_count(player), point_count(banker), len(player) > 2, len(banker) > 2)


CODES = 4 * VALUES**2
"""A coup is one number below this: the two counts, and a hundred and two hundred for a Player and a Banker who drew."""


def code(coup: Coup) -> int:
    """A coup as one number.

    >>> coup_with(code(Coup(7, 3, True, False)))
    Coup(player=7, banker=3, player_drew=True, banker_drew=False)
    """
    return coup.player + VALUES * coup.banker + 100 * coup.player_drew + 200 * coup.banker_drew


@cache
def coup_with(number: int) -> Coup:
    """The coup that a number stands for."""
    return Coup(number % VALUES, number // VALUES % VALUES, bool(number // 100 % 2), bool(number // 200))
