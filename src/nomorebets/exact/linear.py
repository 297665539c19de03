"""Small linear systems of Markov chains, solved exactly by elimination in fractions; large ones are for `lifting`."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import TypeVar

from nomorebets.errors import ScriptError

S = TypeVar("S", bound=Hashable)


def expected_visits(start: Mapping[S, Fraction], moves: Mapping[S, Mapping[S, Fraction]]) -> dict[S, Fraction]:
    """How often each state is visited on average: v = start + v P, where the rows of P lack what ends."""
    states = list(moves)
    at = {state: i for i, state in enumerate(states)}
    rows = [[Fraction(int(i == j)) for j in range(len(states))] for i in range(len(states))]
    right = [start.get(state, Fraction(0)) for state in states]
    for state, onward in moves.items():
        for after, probability in onward.items():
            rows[at[after]][at[state]] -= probability
    return dict(zip(states, solve(rows, right), strict=True))


def solve(rows: list[list[Fraction]], right: list[Fraction]) -> list[Fraction]:
    """The solution of a small system; rows and right side are used up."""
    size = len(rows)
    for column in range(size):
        pivot = next((r for r in range(column, size) if rows[r][column]), None)
        if pivot is None:
            raise ScriptError("a chain that never ends")
        rows[column], rows[pivot] = rows[pivot], rows[column]
        right[column], right[pivot] = right[pivot], right[column]
        scale = rows[column][column]
        for row in range(column + 1, size):
            if rows[row][column]:
                factor = rows[row][column] / scale
                right[row] -= factor * right[column]
                for k in range(column, size):
                    if rows[column][k]:
                        rows[row][k] -= factor * rows[column][k]
    solution = [Fraction(0)] * size
    for row in reversed(range(size)):
        known = sum((rows[row][k] * solution[k] for k in range(row + 1, size) if rows[row][k]), Fraction(0))
        solution[row] = (right[row] - known) / rows[row][row]
    return solution
