"""What was wagered, against what it may expect: mean, spread, and luck in standard deviations."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from nomorebets.pricing.sheet import Line
from nomorebets.table import Table
from nomorebets.table.wagers import Place


@dataclass(frozen=True)
class Expectation:
    """Wagers taken together, in cents: what they brought, what they may expect, and how far that spreads."""

    wagers: int = 0
    staked: int = 0
    net: int = 0
    mean: Fraction = Fraction(0)
    variance: Fraction = Fraction(0)

    def __add__(self, other: Expectation) -> Expectation:
        return Expectation(
            self.wagers + other.wagers,
            self.staked + other.staked,
            self.net + other.net,
            self.mean + other.mean,
            self.variance + other.variance,
        )

    @property
    def deviation(self) -> float:
        return math.sqrt(self.variance)

    @property
    def luck(self) -> float | None:
        """By how many standard deviations more came back than expected; None where nothing could vary.

        >>> Expectation(1, 100, 100, Fraction(0), Fraction(10_000)).luck
        1.0
        """
        return float(self.net - self.mean) / self.deviation if self.variance else None


def total(parts: Iterable[Expectation]) -> Expectation:
    """All of them together, as if every wager were decided for itself."""
    return sum(parts, Expectation())


@dataclass(frozen=True)
class Moments:
    """What a unit staked may expect, and how far that spreads."""

    edge: Fraction
    variance: Fraction

    @classmethod
    def of(cls, line: Line) -> Moments:
        return cls(line.edge, line.variance)


def expected(moments: Moments | None, amount: int, wagers: int, net: int) -> Expectation:
    """So many wagers of one amount; without moments, they are part of the wager that started the round."""
    if moments is None:
        return Expectation(0, 0, net)
    stakes = wagers * amount
    return Expectation(wagers, stakes, net, -moments.edge * stakes, moments.variance * wagers * amount**2)


# --- which line prices a wager ---------------------------------------------------------------------------------------


STARTS = ("before-deal", "before-roll", "before-spin")  # moments at which wagers are made that start a round


def line_at(table: Table, place: Place, lines: Mapping[str, Line]) -> Line | None:
    """The line that prices a wager of a table: that of what it is part of, its own, or that of its kind."""
    return lines.get(_bundle(table, place.kind)) or lines.get(place.id) or lines.get(place.kind)


def line_of_wager(table: Table, wager: str, lines: Mapping[str, Line]) -> Line | None:
    """The same for a wager as a record names it; none for a pot, which players win from each other."""
    bet = table.game.bet.get(wager.partition(":")[0])
    if not table.has_place(wager) or (bet is not None and bet.bank == "pot"):
        return None
    return line_at(table, table.place(wager), lines)


def is_counted_in(table: Table, wager: str, lines: Mapping[str, Line]) -> bool:
    """Whether the line of another wager counts it in: that of wagers made together, or of the one that began it."""
    kind = wager.partition(":")[0]
    bet, bundle = table.game.bet.get(kind), _bundle(table, kind)
    if bundle in lines:
        return kind != table.game.betting.bundles[bundle][0]
    if bet is None or wager in lines or kind in lines:
        return False
    return bet.opens not in STARTS or (bool(bet.beside) and not bet.has_stake)


def _bundle(table: Table, kind: str) -> str:
    """What wagers that are made together are called; nothing where a wager is made by itself."""
    return next((name for name, kinds in table.game.betting.bundles.items() if kind in kinds), "")
