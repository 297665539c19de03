"""An exact linear program: the simplex method in whole numbers, so that an optimum is a fraction and not a guess.

Every pivot keeps the tableau integral by dividing with the pivot before it (Edmonds, Bareiss); the division leaves no
remainder. Entering and leaving variables are chosen by Bland's rule, so the method ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Optimum:
    """The largest value, where it is reached, and the price of each bound (the solution of the dual)."""

    value: Fraction
    at: tuple[Fraction, ...]
    prices: tuple[Fraction, ...]


def maximize(gain: Sequence[int], rows: Sequence[Sequence[int]], bounds: Sequence[int]) -> Optimum:
    """The most that ``gain · x`` can be where ``rows · x`` is at most ``bounds`` and no ``x`` is below zero.

    All bounds must be zero or more, so that doing nothing is allowed.

    >>> maximize([3, 2], [[1, 1], [1, 3]], [4, 6])
    Optimum(value=Fraction(12, 1), at=(Fraction(4, 1), Fraction(0, 1)), prices=(Fraction(3, 1), Fraction(0, 1)))
    """
    if min(bounds, default=0) < 0:
        raise ValueError("a bound below zero: doing nothing is not allowed")
    width, height = len(gain), len(rows)
    # one row per bound and the gain last; columns of the variables that are zero, and the bound last
    table = [[*map(int, row), int(bound)] for row, bound in zip(rows, bounds, strict=True)]
    table.append([-int(g) for g in gain] + [0])
    outside = list(range(width))  # variables at zero; slack of row r is variable width + r
    inside = [width + r for r in range(height)]
    scale = 1
    while (column := _entering(table[-1], outside)) is not None:
        row = _leaving(table, column, inside)
        pivot = table[row][column]
        for r, line in enumerate(table):
            if r != row:
                factor = line[column]
                for c, there in enumerate(table[row]):
                    if c != column:
                        line[c] = (line[c] * pivot - factor * there) // scale
                line[column] = -factor
        table[row][column] = scale
        inside[row], outside[column] = outside[column], inside[row]
        scale = pivot
    at = [Fraction(0)] * width
    for row, variable in enumerate(inside):
        if variable < width:
            at[variable] = Fraction(table[row][-1], scale)
    prices = [Fraction(0)] * height
    for column, variable in enumerate(outside):
        if variable >= width:
            prices[variable - width] = Fraction(table[-1][column], scale)
    return Optimum(Fraction(table[-1][-1], scale), tuple(at), tuple(prices))


def _entering(gain: list[int], outside: list[int]) -> int | None:
    """The variable of lowest number that would still bring something."""
    better = [column for column in range(len(outside)) if gain[column] < 0]
    return min(better, key=lambda column: outside[column]) if better else None


def _leaving(table: list[list[int]], column: int, inside: list[int]) -> int:
    """The row that first stops the entering variable; among equals that of lowest number."""
    best: int | None = None
    for row in range(len(inside)):
        rise = table[row][column]
        if rise <= 0:
            continue
        if best is not None:
            ours, theirs = table[row][-1] * table[best][column], table[best][-1] * rise
            if ours > theirs or (ours == theirs and inside[row] > inside[best]):
                continue
        best = row
    if best is None:
        raise ValueError("there is no largest value")
    return best
