"""Linear systems of Markov chains, solved exactly.

Small ones by elimination in fractions; large ones by Dixon's lifting: the matrix is inverted once modulo a prime, the
solution is found digit by digit to that base, and the fraction is read off the digits.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, TypeVar

from nomorebets.errors import ScriptError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

S = TypeVar("S", bound=Hashable)
PRIME = 2**31 - 1  # products of two residues fit 64 bits


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
    found = [Fraction(0)] * size
    for row in reversed(range(size)):
        known = sum((rows[row][k] * found[k] for k in range(row + 1, size) if rows[row][k]), Fraction(0))
        found[row] = (right[row] - known) / rows[row][row]
    return found


def functionals(
    matrix: Sequence[Mapping[int, int]], right: Sequence[int], wanted: Sequence[Sequence[int]]
) -> list[Fraction]:
    """Sums ``wanted · x`` of the solution of ``matrix x = right``, all in whole numbers; exact, for large systems.

    The matrix is given by rows, each a mapping from column to entry.
    """
    import numpy as np

    size = len(right)
    dense = np.zeros((size, size), np.int64)
    for row, entries in enumerate(matrix):
        for column, entry in entries.items():
            dense[row, column] = entry
    inverse = _inverse_modulo(dense % PRIME)
    residue = np.array(right, np.int64)
    weights = np.array(wanted, dtype=object).reshape(len(wanted), size)
    # Hadamard's bound: numerators and denominators are determinants of columns of this length
    norms = sum(math.log2(max(1, sum(e * e for e in entries.values()))) / 2 for entries in matrix)
    bits = 2 * (norms + math.log2(max(1, sum(r * r for r in right))) / 2 + 64)
    bits += 2 * math.log2(max(1, *(sum(abs(w) for w in row) for row in wanted)))
    digits = int(bits / math.log2(PRIME)) + 2
    sums, power = [0] * len(wanted), 1
    found: list[Fraction | None] = [None] * len(wanted)
    for digit in range(digits):
        x = _times_modulo(inverse, residue % PRIME)
        residue = (residue - dense @ x) // PRIME
        values = weights @ x.astype(object)
        sums = [s + power * int(v) for s, v in zip(sums, values, strict=True)]
        power *= PRIME
        if digit % 8 == 7 or digit == digits - 1:  # mostly far fewer digits are needed than the bound has
            read = [_fraction(s % power, power) for s in sums]
            if all(a is not None and a == b for a, b in zip(read, found, strict=True)):
                return [f for f in read if f is not None]
            found = read
    if any(f is None for f in found):
        raise ScriptError("a system without a solution in fractions")
    return [f for f in found if f is not None]


def _inverse_modulo(matrix: NDArray[np.int64]) -> NDArray[np.int64]:
    import numpy as np

    size = len(matrix)
    work = np.concatenate([matrix, np.eye(size, dtype=np.int64)], axis=1)
    for column in range(size):
        pivots = np.nonzero(work[column:, column])[0]
        if not len(pivots):
            raise ScriptError("a chain that never ends")
        pivot = column + int(pivots[0])
        if pivot != column:
            work[[column, pivot]] = work[[pivot, column]]
        work[column] = work[column] * pow(int(work[column, column]), -1, PRIME) % PRIME
        others = np.nonzero(work[:, column])[0]
        others = others[others != column]
        cells = np.nonzero(work[column])[0]
        work[np.ix_(others, cells)] = (
            work[np.ix_(others, cells)] - work[others, column][:, None] * work[column, cells][None, :]
        ) % PRIME
    return work[:, size:]


def _times_modulo(matrix: NDArray[np.int64], vector: NDArray[np.int64]) -> NDArray[np.int64]:
    """In two halves of 16 bits, whose sums of products do not overflow."""
    low, high = matrix & 0xFFFF, matrix >> 16
    product: NDArray[np.int64] = ((high @ vector % PRIME) * 65536 + low @ vector) % PRIME
    return product


def _fraction(value: int, modulus: int) -> Fraction | None:
    """The fraction with small numerator and denominator that a residue stands for (Wang's reconstruction)."""
    bound = math.isqrt(modulus // 2)
    before, now, s_before, s_now = modulus, value, 0, 1
    while now > bound:
        quotient = before // now
        before, now = now, before - quotient * now
        s_before, s_now = s_now, s_before - quotient * s_now
    if not s_now or abs(s_now) > bound or math.gcd(now, s_now) != 1:
        return None
    return Fraction(now, s_now)
