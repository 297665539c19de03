"""Strategy files: what to have on the table in which state, where wagers stand from round to round.

A game that takes them reads one into a :class:`StrategyFile`; the command line and the simulation need no more of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import msgspec

from nomorebets.regulation import law
from nomorebets.table import Table

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FIGURES = 6  # before the bins: sessions, rounds, ruined, sum of nets, and the sum of their squares in two halves
HALF = 32  # bits of the lower half


class Figure(NamedTuple):
    """An exact figure of a strategy, in words."""

    name: str
    value: Fraction
    unit: str = ""  # written before it


class SessionKernel(msgspec.Struct, frozen=True):
    """How sessions of a strategy are played, and how the histogram of their results is laid out, in units."""

    # seed, block and rounds in; the figures, then a bin for each width of results
    play: Callable[[int, int, int], NDArray[np.int64]]
    unit: int  # cents
    mean: float  # of a session that ruin does not end
    low: int  # where the first bin begins
    width: int
    bins: int


class StrategyFile(Protocol):
    """A strategy at a table, as its file describes it."""

    @property
    def table(self) -> Table: ...

    @property
    def name(self) -> str: ...

    @property
    def source(self) -> bytes:
        """The text it was read from."""

    @property
    def basis(self) -> law.Basis: ...

    @property
    def rounds_are(self) -> str:
        """What the game calls its rounds."""

    def figures(self) -> tuple[Figure, ...]:
        """What it costs, exactly."""

    def to_dict(self) -> Mapping[str, Any]:
        """The same figures by their names in JSON."""

    def sessions(self, length: int, bankroll: int | None) -> SessionKernel:
        """Sessions of so many rounds; with a bankroll, one ends where what is left does not cover the next wagers."""
