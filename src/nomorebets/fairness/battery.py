"""A battery of statistics: does chance at the tables behave as chance should?

Every statistic gives a probability that an honest source strays as far or farther, on either side. Holm's correction
makes one statement of them all: at a confidence of 99 % an honest source fails the whole battery in at most one run of
a hundred. docs/fairness.md says what each test looks for.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nomorebets.errors import UnknownName
from nomorebets.fairness import pvalues
from nomorebets.fairness.outcomes import Numbers, Source, Wheel, different_wheels, each_round, numbers, orders

LEAST_DRAWS, MOST_DRAWS = 10_000, 10_000_000  # the most take two gigabytes
USUAL_DRAWS = 50_000
USUAL_CONFIDENCE = 0.99
TOGETHER = 52  # numbers below it, of two tables
STEPS = 3  # subsequences
LEAST_BLOCKS = 200  # in which something rare is counted
MOST_EXPECTED = 8  # times in a block
BOUNDS = (2, 10, 52, 416)
LAGS = 10
LEAST_EXPECTED = 20.0  # of a cell; fewer are joined with their neighbours
LEAST_FOR_BOTH = 10  # degrees of freedom
SMALL_PACK = 5


@dataclass(frozen=True)
class Finding:
    """One statistic of one series."""

    series: str
    test: str
    draws: int
    statistic: float
    p: float
    corrected: float = 1.0  # by Holm over the whole battery


@dataclass(frozen=True)
class Report:
    """What the battery found."""

    findings: list[Finding]
    confidence: float

    @property
    def failed(self) -> list[Finding]:
        return [finding for finding in self.findings if finding.corrected < 1 - self.confidence]

    def to_dict(self) -> dict[str, Any]:
        return {
            "confidence": self.confidence,
            "passed": not self.failed,
            "tests": [
                {
                    "series": f.series,
                    "test": f.test,
                    "draws": f.draws,
                    "statistic": f.statistic,
                    "p": f.p,
                    "corrected_p": f.corrected,
                    "passed": f not in self.failed,
                }
                for f in self.findings
            ],
        }


def run(
    source: Source,
    draws: int = USUAL_DRAWS,
    confidence: float = USUAL_CONFIDENCE,
    tell: Callable[[str], None] = lambda series: None,
) -> Report:
    """Draw, and test what was drawn."""
    if not LEAST_DRAWS <= draws <= MOST_DRAWS:
        why = "are too few to tell anything" if draws < LEAST_DRAWS else "do not fit the memory"
        raise UnknownName(f"{draws:,} draws {why}", accepts=f"{LEAST_DRAWS:,} to {MOST_DRAWS:,}")
    if not 0.5 <= confidence < 1:
        raise UnknownName(f"a confidence of {confidence}", accepts="from 0.5 to less than 1, as in 0.99")
    findings = []
    for series, tests in _series(source, draws):
        tell(series)
        findings += [Finding(series, name, size, statistic, p) for name, size, statistic, p in tests()]
    corrected = pvalues.holm([finding.p for finding in findings])
    return Report(
        [Finding(f.series, f.test, f.draws, f.statistic, f.p, c) for f, c in zip(findings, corrected, strict=True)],
        confidence,
    )


Tested = tuple[str, int, float, float]  # name, draws, statistic, p


def _series(source: Source, draws: int) -> Iterator[tuple[str, Callable[[], list[Tested]]]]:
    yield "raw bytes", lambda: _raw(source, draws)
    for bound in BOUNDS:
        yield f"numbers below {bound}", lambda bound=bound: _bounded(numbers(source, bound, draws), bound)  # type: ignore[misc]
    for name, wheel in different_wheels().items():
        yield name, lambda wheel=wheel: _spun(source, wheel, draws)  # type: ignore[misc]
    yield (
        "two tables beside each other",
        lambda: _beside(numbers(source, TOGETHER, draws), numbers(source, TOGETHER, draws)),
    )
    yield "shuffles of 52 cards", lambda: _shuffles(orders(source, 52, draws // 20))
    yield f"shuffles of {SMALL_PACK} cards", lambda: _all_orders(orders(source, SMALL_PACK, draws // 5))


# --- raw bytes -------------------------------------------------------------------------------------------------------


def _raw(source: Source, draws: int) -> list[Tested]:
    chance, size = source(), 16 * draws
    content = b"".join(chance.take(min(65_536, size - at)) for at in range(0, size, 65_536))
    octets = np.frombuffer(content, np.uint8)
    bits = np.unpackbits(octets)
    words = octets.view(">u4").astype(np.float64) / 2**32
    ones = int(bits.sum())
    monobit = (2 * ones - bits.size) / math.sqrt(bits.size)
    counts = np.bincount(octets, minlength=256)
    pairs = np.bincount(octets.view(">u2"), minlength=65_536)
    return [
        ("monobit", bits.size, monobit, pvalues.normal(monobit)),
        ("runs of bits", bits.size, *_runs(bits)),
        ("frequency of bytes", octets.size, *_chi_square(counts, np.full(256, octets.size / 256))),
        ("frequency of pairs of bytes", octets.size // 2, *_chi_square(pairs, np.full(65_536, octets.size / 131_072))),
        ("runs up and down", words.size, *_up_and_down(words)),
        ("serial correlation", words.size, *_correlation(words)),
        ("Kolmogorov-Smirnov", words.size, *_kolmogorov(words)),
        (
            "highest of five",
            words.size // 5,
            *_kolmogorov(words[: words.size // 5 * 5].reshape(-1, 5).max(axis=1) ** 5),
        ),
    ]


# --- numbers below a bound -------------------------------------------------------------------------------------------


def _bounded(drawn: Numbers, bound: int) -> list[Tested]:
    uniform = np.full(bound, drawn.size / bound)
    tested: list[Tested] = [("frequency", drawn.size, *_chi_square(np.bincount(drawn, minlength=bound), uniform))]
    return tested + _sequence(drawn, bound)


def _spun(source: Source, wheel: Wheel, draws: int) -> list[Tested]:
    drawn = each_round(source, wheel.bound, draws)
    expected = np.array(wheel.weights) * (draws / wheel.bound)
    counts = np.bincount(wheel.face_of[drawn], minlength=len(wheel.weights))
    return [("frequency", draws, *_chi_square(counts, expected)), *_sequence(drawn, wheel.bound)]


def _sequence(drawn: Numbers, bound: int) -> list[Tested]:
    """Whether a number tells anything about those after it."""
    return [
        ("pairs", drawn.size // 2, *_pairs(drawn, bound)),
        ("runs about the middle", drawn.size, *_runs(drawn < bound // 2)),
        ("serial correlation", drawn.size, *_correlation(drawn.astype(np.float64))),
        ("gaps", drawn.size, *_gaps(drawn, bound)),
        ("poker", drawn.size // 5, *_poker(drawn, bound)),
        ("subsequences", drawn.size, *_subsequences(drawn, bound)),
        *([("Poisson", drawn.size, *_poisson(drawn, bound))] if drawn.size >= LEAST_BLOCKS * bound else []),
        *(
            [("collecting all", drawn.size, *_collector(drawn, bound))]
            if _collections(drawn.size, bound) >= 100
            else []
        ),
    ]


def _chi_square(counts: NDArray[Any], expected: NDArray[Any]) -> tuple[float, float]:
    counts, expected = _joined(counts, expected)
    statistic = float(((counts - expected) ** 2 / expected).sum())
    return statistic, _unlikely(statistic, len(counts) - 1)


def _unlikely(statistic: float, freedom: int) -> float:
    """Too uneven, and too even where there are cells enough: a few whole numbers may well meet what was expected."""
    survival = pvalues.chi_square(statistic, freedom)
    return pvalues.both_tails(survival) if freedom >= LEAST_FOR_BOTH else survival


def _joined(counts: NDArray[Any], expected: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Cells of which too little is expected, joined with those after them; the rest with the last."""
    if expected.min() >= LEAST_EXPECTED:
        return counts, expected
    groups: list[int] = []
    held = 0.0
    for value in expected:
        groups.append(len(groups) and (groups[-1] + (held >= LEAST_EXPECTED)))
        held = value if held >= LEAST_EXPECTED else held + value
    if held < LEAST_EXPECTED:
        groups = [min(group, groups[-1] - 1) for group in groups]
    return np.bincount(groups, counts), np.bincount(groups, expected)


def _pairs(drawn: Numbers, bound: int) -> tuple[float, float]:
    """Every number with the one after it; many numbers are put into as many boxes as the draws allow."""
    pairs = drawn[: drawn.size // 2 * 2].reshape(-1, 2)
    boxes = min(bound, int(math.sqrt(len(pairs) / LEAST_EXPECTED)))
    share = np.bincount(np.arange(bound) * boxes // bound, minlength=boxes) / bound
    cells = pairs * boxes // bound
    counts = np.bincount(cells[:, 0] * boxes + cells[:, 1], minlength=boxes * boxes)
    return _chi_square(counts, np.outer(share, share).ravel() * len(pairs))


def _runs(above: NDArray[Any]) -> tuple[float, float]:
    """Wald and Wolfowitz: how often a sequence changes sides."""
    size, ones = above.size, int(np.count_nonzero(above))
    runs = 1 + int(np.count_nonzero(above[1:] != above[:-1]))
    mean = 2 * ones * (size - ones) / size + 1
    variance = (mean - 1) * (mean - 2) / (size - 1)
    if variance <= 0:  # it never changes sides
        return math.inf, 0.0
    z = (runs - mean) / math.sqrt(variance)
    return z, pvalues.normal(z)


def _up_and_down(words: NDArray[Any]) -> tuple[float, float]:
    rising = np.diff(words) > 0
    runs = 1 + int(np.count_nonzero(rising[1:] != rising[:-1]))
    z = (runs - (2 * words.size - 1) / 3) / math.sqrt((16 * words.size - 29) / 90)
    return z, pvalues.normal(z)


def _correlation(values: NDArray[Any]) -> tuple[float, float]:
    """Ljung and Box: the correlations with the ten values before, together."""
    centred = values - values.mean()
    power = float((centred**2).sum())
    if power == 0:
        return math.inf, 0.0
    size = values.size
    shares = [float((centred[lag:] * centred[:-lag]).sum()) / power for lag in range(1, LAGS + 1)]
    statistic = size * (size + 2) * sum(r * r / (size - lag) for lag, r in enumerate(shares, 1))
    return statistic, _unlikely(statistic, LAGS)


def _kolmogorov(words: NDArray[Any]) -> tuple[float, float]:
    ranked, size = np.sort(words), words.size
    distance = max(
        float((np.arange(1, size + 1) / size - ranked).max()),
        float((ranked - np.arange(size) / size).max()),
    )
    return distance, pvalues.both_tails(pvalues.kolmogorov(distance, size))


def _gaps(drawn: Numbers, bound: int) -> tuple[float, float]:
    """How many draws pass until one of the lowest tenth of all numbers comes again."""
    wanted = max(1, bound // 10)
    share = wanted / bound
    gaps = np.diff(np.flatnonzero(drawn < wanted)) - 1
    if gaps.size < 100:
        return math.inf, 0.0
    longest = max(1, int(math.log(LEAST_EXPECTED / gaps.size) / math.log(1 - share)))
    counts = np.bincount(np.minimum(gaps, longest), minlength=longest + 1)
    chances = share * (1 - share) ** np.arange(longest + 1)
    chances[-1] = (1 - share) ** longest
    return _chi_square(counts, chances * gaps.size)


def _poker(drawn: Numbers, bound: int) -> tuple[float, float]:
    """How many different numbers there are among five."""
    hands = np.sort(drawn[: drawn.size // 5 * 5].reshape(-1, 5), axis=1)
    different = 1 + (np.diff(hands, axis=1) != 0).sum(axis=1)
    partitions = (0, 1, 15, 25, 10, 1)  # of five things into so many groups
    chances = np.array([math.perm(bound, k) * partitions[k] / bound**5 for k in range(1, 6)])
    counts = np.bincount(different, minlength=6)[1:]
    possible = chances > 0
    return _chi_square(counts[possible], chances[possible] * len(hands))


def _subsequences(drawn: Numbers, bound: int) -> tuple[float, float]:
    """Every third number by itself, from the first, the second and the third on."""
    rows = drawn[: drawn.size // STEPS * STEPS].reshape(-1, STEPS)
    boxes = min(bound, int(len(rows) / LEAST_EXPECTED))
    share = np.bincount(np.arange(bound) * boxes // bound, minlength=boxes) / bound * len(rows)
    statistic = 0.0
    for step in range(STEPS):
        counts = np.bincount(rows[:, step] * boxes // bound, minlength=boxes)
        statistic += float(((counts - share) ** 2 / share).sum())
    return statistic, _unlikely(statistic, STEPS * (boxes - 1))


def _poisson(drawn: Numbers, bound: int) -> tuple[float, float]:
    """How often the lowest number comes in a row of draws in which it is to be expected once."""
    blocks = (drawn[: drawn.size // bound * bound] == 0).reshape(-1, bound)
    often, most = blocks.sum(axis=1), min(bound, MOST_EXPECTED)
    chances = np.array([math.comb(bound, k) * (bound - 1) ** (bound - k) / bound**bound for k in range(most + 1)])
    chances[-1] += 1 - chances.sum()  # or oftener
    return _chi_square(np.bincount(np.minimum(often, most), minlength=most + 1), chances * len(blocks))


def _beside(here: Numbers, there: Numbers) -> list[Tested]:
    """Whether one table tells anything about another at the same moment."""
    both = np.column_stack((here, there)).ravel()
    correlation = float(np.corrcoef(here, there)[0, 1])
    z = correlation * math.sqrt(here.size)
    return [
        ("pairs", here.size, *_pairs(both, TOGETHER)),
        ("interplay correlation", here.size, z, pvalues.normal(z)),
    ]


def _collections(draws: int, bound: int) -> float:
    """How often every number has come, on average, in so many draws."""
    return draws / (bound * sum(1 / k for k in range(1, bound + 1)))


def _collector(drawn: Numbers, bound: int) -> tuple[float, float]:
    """How many draws it takes until every number has come."""
    lengths, seen, begun = [], set[int](), 0
    for at, number in enumerate(drawn.tolist(), 1):
        seen.add(number)
        if len(seen) == bound:
            lengths.append(at - begun)
            seen.clear()
            begun = at
    if len(lengths) < _collections(drawn.size, bound) / 2:  # far too few: some number is rare
        return math.inf, 0.0
    longest = max(lengths)
    alive = np.zeros(bound + 1)  # how likely so many different numbers have come
    alive[0] = 1.0
    fresh = 1 - np.arange(bound + 1) / bound
    chances = np.zeros(longest + 1)
    for length in range(1, longest + 1):
        alive[1:], alive[0] = alive[1:] * (1 - fresh[1:]) + alive[:-1] * fresh[:-1], 0.0
        chances[length], alive[bound] = alive[bound], 0.0
    chances[longest] += 1 - chances.sum()  # or longer
    return _chi_square(np.bincount(lengths, minlength=longest + 1), chances * len(lengths))


# --- shuffles --------------------------------------------------------------------------------------------------------


def _shuffles(dealt: Numbers) -> list[Tested]:
    count = len(dealt)
    return [
        ("every card in every place", count, *_places(dealt)),
        ("cards that stay in their place", count, *_fixed(dealt)),
        ("cards that stay behind their neighbour", count, *_successions(dealt)),
        ("neighbours of the shuffle before", count, *_successions(_since(dealt))),
        ("inversions", count, *_inversions(dealt)),
    ]


def _places(dealt: Numbers) -> tuple[float, float]:
    """Cards by places. Each card is somewhere and each place is filled, hence (n - 1)² degrees and the factor."""
    count, cards = dealt.shape
    cells = np.bincount((dealt * cards + np.arange(cards)).ravel(), minlength=cards * cards)
    statistic = float(((cells - count / cards) ** 2).sum()) * (cards - 1) / count
    return statistic, _unlikely(statistic, (cards - 1) ** 2)


def _since(dealt: Numbers) -> Numbers:
    """Each shuffle as the one before it would call its cards."""
    before = np.argsort(dealt[:-1], axis=1)
    return np.take_along_axis(before, dealt[1:], axis=1)


def _fixed(dealt: Numbers) -> tuple[float, float]:
    cards = dealt.shape[1]
    in_place = (dealt == np.arange(cards)).sum(axis=1)
    ways = [math.comb(cards, k) * _derangements(cards - k) for k in range(cards + 1)]
    return _by_ways(in_place, ways, math.factorial(cards))


def _successions(dealt: Numbers) -> tuple[float, float]:
    cards = dealt.shape[1]
    successions = (np.diff(dealt, axis=1) == 1).sum(axis=1)
    ways = [math.comb(cards - 1, k) * (_derangements(cards - k) + _derangements(cards - k - 1)) for k in range(cards)]
    return _by_ways(successions, ways, math.factorial(cards))


def _by_ways(counts: NDArray[Any], ways: list[int], total: int) -> tuple[float, float]:
    expected = np.array([way / total for way in ways]) * counts.size
    return _chi_square(np.bincount(counts, minlength=len(ways)), expected)


def _derangements(cards: int) -> int:
    """Orders of so many cards in which none lies in its place."""
    return sum((-1) ** k * math.factorial(cards) // math.factorial(k) for k in range(cards + 1))


def _inversions(dealt: Numbers) -> tuple[float, float]:
    """Pairs of cards that lie the other way round than in the pack."""
    count, cards = dealt.shape
    inversions = sum(int((dealt[:, at, None] > dealt[:, at + 1 :]).sum()) for at in range(cards - 1))
    mean, variance = cards * (cards - 1) / 4, cards * (cards - 1) * (2 * cards + 5) / 72
    z = (inversions - count * mean) / math.sqrt(count * variance)
    return z, pvalues.normal(z)


def _all_orders(dealt: Numbers) -> list[Tested]:
    """Every order of a small pack, each as often as the others; and after each order, every other."""
    count, cards = dealt.shape
    total = math.factorial(cards)
    keys = dealt @ (cards ** np.arange(cards)[::-1])
    known = np.sort(np.array(list(permutations(range(cards)))) @ (cards ** np.arange(cards)[::-1]))
    rank = np.searchsorted(known, keys)
    counts = np.bincount(rank, minlength=total)
    return [
        ("every order", count, *_chi_square(counts, np.full(total, count / total))),
        ("orders one after the other", count, *_correlation(rank.astype(np.float64))),
        ("neighbours of the shuffle before", count, *_successions(_since(dealt))),
    ]
