"""What a Markov chain adds up until it ends, exactly, and the products of two such sums: for chains of many states.

The equations are solved digit by digit to the base of a prime (Dixon's lifting): the chain is cut into parts from
which there is no way back, the matrix of each is inverted once modulo the prime, and fractions are read off the digits.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from nomorebets.errors import ScriptError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Whole = NDArray[np.int64]

PRIME = 2**31 - 1  # products of two residues fit 64 bits
MOST_DIGITS = 40_000


@dataclass(frozen=True)
class Chain:
    """States that lead to others in so many ways; the number after the last state is the end."""

    onward: Whole  # [state, way]
    weights: Whole  # [way]

    def sums(self, start: int, gains: list[Whole], pairs: list[tuple[int, int]]) -> list[Fraction]:
        """What is added up from a state on, on average, of each gain, and the average products of two such sums.

        Still to come of gains a and b are A = a + P A and B = b + P B; of the product, Q = a b + a P B + b P A + P Q.
        """
        parts = [(part, self._inverse(part)) for part in self._parts()]
        value = np.stack([gain @ self.weights for gain in gains])  # what the digits found so far leave over
        product = np.array([(gains[a] * gains[b]) @ self.weights for a, b in pairs], np.int64).reshape(
            len(pairs), len(self.onward)
        )
        totals, power, fractions, agreed = [0] * (len(gains) + len(pairs)), 1, list[Fraction | None](), 8
        for digit in range(MOST_DIGITS):
            x, value = self._digit(parts, value)
            to_come = x[:, self.onward] * self.weights
            for i, (a, b) in enumerate(pairs):
                product[i] += (gains[a] * to_come[b]).sum(axis=1) + (gains[b] * to_come[a]).sum(axis=1)
            y, product = self._digit(parts, product)
            digits = [*x[:, start].tolist(), *y[:, start].tolist()]
            totals = [total + power * one for total, one in zip(totals, digits, strict=True)]
            power *= PRIME
            if digit == agreed:  # read now and then: two readings that agree leave no doubt
                before, fractions = fractions, [fraction(total, power) for total in totals]
                if fractions == before and None not in fractions:
                    return [f for f in fractions if f is not None]
                agreed += 4 + agreed // 4
        raise ScriptError("a chain whose sums have too many digits")

    def _digit(self, parts: list[tuple[Whole, Whole]], right: Whole) -> tuple[Whole, Whole]:
        """The next digit of the solution, with a column of noughts for the end, and what it leaves over."""
        residue = right % PRIME
        x = np.zeros((len(right), len(self.onward) + 1), np.int64)
        for part, inverse in parts:
            known = (x[:, self.onward[part]] * self.weights).sum(axis=2)  # of parts solved before; the rest is nought
            x[:, part] = _times(inverse, (residue[:, part] + known) % PRIME)
        taken = int(self.weights.sum()) * x[:, :-1] - (x[:, self.onward] * self.weights).sum(axis=2)
        return x, (right - taken) // PRIME

    def _inverse(self, part: Whole) -> Whole:
        """The inverse of the matrix of one part modulo the prime."""
        size = len(part)
        place = np.full(len(self.onward) + 1, -1)
        place[part] = np.arange(size)
        matrix = np.zeros((size, size), np.int64)
        leads = place[self.onward[part]]
        for column, weight in zip(leads.T, self.weights, strict=True):
            inside = column >= 0
            np.subtract.at(matrix, (np.nonzero(inside)[0], column[inside]), weight)
        matrix[np.arange(size), np.arange(size)] += self.weights.sum()
        return _inverse_modulo(matrix % PRIME)

    def _parts(self) -> list[Whole]:
        """The states in groups that lead to each other, those that come last first (Tarjan)."""
        after = [sorted(set(row)) for row in self.onward.tolist()]
        end = len(after)
        number, low, on_stack = [-1] * end, [0] * end, [False] * end
        stack: list[int] = []
        parts: list[Whole] = []
        count = 0
        for root in range(end):
            walk = [(root, iter(after[root]))] if number[root] < 0 else []
            while walk:
                state, ways = walk[-1]
                if number[state] < 0:
                    number[state] = low[state] = count
                    count += 1
                    stack.append(state)
                    on_stack[state] = True
                for then in ways:
                    if then == end:
                        continue
                    if number[then] < 0:
                        walk.append((then, iter(after[then])))
                        break
                    if on_stack[then]:
                        low[state] = min(low[state], number[then])
                else:
                    walk.pop()
                    if walk:
                        low[walk[-1][0]] = min(low[walk[-1][0]], low[state])
                    if low[state] == number[state]:
                        at = stack.index(state)
                        parts.append(np.array(sorted(stack[at:]), np.int64))
                        for one in stack[at:]:
                            on_stack[one] = False
                        del stack[at:]
        return parts


def _inverse_modulo(matrix: Whole) -> Whole:
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
        work[np.ix_(others, cells)] -= work[others, column][:, None] * work[column, cells][None, :] % PRIME
        work[np.ix_(others, cells)] %= PRIME
    return work[:, size:]


def _times(matrix: Whole, vectors: Whole) -> Whole:
    """In two halves of 16 bits, whose sums of products do not overflow."""
    low, high = matrix & 0xFFFF, matrix >> 16
    product: Whole = ((vectors @ high.T % PRIME) * 65536 + vectors @ low.T) % PRIME
    return product


def fraction(value: int, modulus: int) -> Fraction | None:
    """The fraction with small numerator and denominator that a residue stands for (Wang's reconstruction).

    >>> fraction(pow(7, -1, 10**9 + 7) * 3, 10**9 + 7)
    Fraction(3, 7)
    """
    bound = math.isqrt(modulus // 2)
    before, now, s_before, s_now = modulus, value % modulus, 0, 1
    while now > bound:
        quotient = before // now
        before, now = now, before - quotient * now
        s_before, s_now = s_now, s_before - quotient * s_now
    if not s_now or abs(s_now) > bound or math.gcd(now, s_now) != 1:
        return None
    return Fraction(now, s_now)
