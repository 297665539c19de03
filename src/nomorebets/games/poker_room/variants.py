"""What tells one game of the poker room from another, as data: its streets, who acts first, and which hands win."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from nomorebets.games.poker_room.betting import Structure
from nomorebets.games.poker_room.rankings import Ranking
from nomorebets.regulation import Citation


@dataclass(frozen=True, kw_only=True)
class Street:
    """One dealing of cards, or one draw, and the betting round that follows it."""

    name: str
    by: Citation  # how its cards are dealt
    betting: Citation
    down: int = 0  # cards to each player
    up: int = 0
    board: int = 0  # cards for everybody
    draws: bool = False  # each player may exchange cards
    is_late: bool = False  # the big bet is due where limits are fixed


@dataclass(frozen=True, kw_only=True)
class Wins:
    """One way to win: by one ranking the whole pot, by two of them half of it each."""

    rankings: tuple[Ranking, ...]
    by: Citation  # how its hands rank
    posted_by: Citation | None = None  # that the game may be played for it, where a paragraph says so
    opens_low: bool = False  # with cards face up the lowest hand acts first, and the highest card brings it in


@dataclass(frozen=True, kw_only=True)
class Variant:
    """One game of the poker room."""

    id: str
    by: Citation  # by which it is dealt
    streets: tuple[Street, ...]
    wins: Mapping[str, Wins]  # what a licensee may post, the usual first
    most: int  # players at a table
    most_by: Citation
    begins: Literal["blinds", "bring-in"]
    structure: Structure = "fixed-limit"  # the usual
    ante_by: Citation
    blinds_by: Citation | None = None
    third_card: Mapping[str, Sequence[Street]] = field(default_factory=dict)  # streets by an option of the house

    @property
    def has_flop(self) -> bool:
        """Whether a board is dealt after the first betting round, without which no rake is taken."""
        return self.streets[1].board > 0

    @property
    def has_button(self) -> bool:
        return self.begins == "blinds"
