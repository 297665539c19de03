"""The battery of statistics: its figures agree with another library, honest chance passes, every cheat is caught."""

import random
import re
from collections.abc import Callable

import numpy as np
import pytest
from scipy import stats

from nomorebets.errors import UnknownName
from nomorebets.fairness import battery, pvalues
from nomorebets.fairness.outcomes import Source, seeded_source

DRAWS = 10_000


@pytest.mark.parametrize("freedom", [1, 2, 5, 19, 37, 255, 2601, 65_535])
def test_chi_square_agrees_with_scipy(freedom: int) -> None:
    for share in (0.0, 0.01, 0.5, 0.9, 0.99, 1.0, 1.01, 1.1, 1.5, 2, 5):
        ours, theirs = pvalues.chi_square(share * freedom, freedom), stats.chi2.sf(share * freedom, freedom)
        assert ours == pytest.approx(theirs, rel=1e-9, abs=1e-290)


def test_normal_and_kolmogorov_agree_with_scipy() -> None:
    for z in (-8, -1.96, -0.1, 0, 0.5, 3, 12):
        assert pvalues.normal(z) == pytest.approx(2 * stats.norm.sf(abs(z)), rel=1e-12)
    for size in (40_000, 200_000):
        for distance in (0.2, 0.5, 1, 1.36, 2, 4):
            at = distance / size**0.5
            assert pvalues.kolmogorov(at, size) == pytest.approx(stats.kstwo.sf(at, size), abs=5e-4)


def test_holm_agrees_with_the_definition() -> None:
    dice = random.Random(5)
    for size in (1, 2, 7, 60):
        given = [dice.random() ** 3 for _ in range(size)]
        ranked = sorted(given)
        for p, corrected in zip(given, pvalues.holm(given), strict=True):
            below = [min(1.0, q * (size - rank)) for rank, q in enumerate(ranked) if q <= p]
            assert corrected == pytest.approx(max(below))


def test_statistics_agree_with_scipy() -> None:
    """The same series, by our functions and by another library's."""
    drawn = np.array(random.Random(1).choices(range(38), k=60_000))
    counts = np.bincount(drawn, minlength=38)
    found = {name: (statistic, p) for name, _, statistic, p in battery._bounded(drawn, 38)}
    known = stats.chisquare(counts)
    assert found["frequency"][0] == pytest.approx(known.statistic)
    assert found["frequency"][1] == pytest.approx(2 * min(known.pvalue, 1 - known.pvalue))
    table = np.zeros((38, 38))
    np.add.at(table, (drawn[::2], drawn[1::2]), 1)
    assert found["pairs"][0] == pytest.approx(stats.chisquare(table.ravel()).statistic)
    words = np.random.default_rng(3).random(5000)
    assert battery._kolmogorov(words)[0] == pytest.approx(stats.kstest(words, "uniform").statistic)


def test_the_ways_of_a_pack_are_counted_right() -> None:
    """Fixed places and kept neighbours of all orders of six cards, counted one by one."""
    from itertools import permutations
    from math import comb

    everything = np.array(list(permutations(range(6))))
    fixed = np.bincount((everything == np.arange(6)).sum(axis=1), minlength=7)
    kept = np.bincount((np.diff(everything, axis=1) == 1).sum(axis=1), minlength=6)
    assert list(fixed) == [comb(6, k) * battery._derangements(6 - k) for k in range(7)]
    ways = [comb(5, k) * (battery._derangements(6 - k) + battery._derangements(5 - k)) for k in range(6)]
    assert list(kept) == ways
    assert battery._fixed(everything)[0] == pytest.approx(0)
    assert battery._successions(np.repeat(everything, 30, axis=0))[0] == pytest.approx(0)
    assert battery._places(everything)[0] == pytest.approx(0)
    assert battery._inversions(everything)[0] == pytest.approx(0)


def test_over_all_sequences_nothing_is_off() -> None:
    """Where every sequence comes once, each count is what is expected, and each z has the mean 0 and the variance 1."""
    from itertools import combinations, permutations, product

    chosen = np.array(list(combinations(range(10), 4)))
    sides = np.zeros((len(chosen), 10), bool)
    np.put_along_axis(sides, chosen, values=True, axis=1)
    orders = np.array(list(permutations(range(6))))
    for scores in (
        [battery._runs(row)[0] for row in sides],
        [battery._up_and_down(row)[0] for row in orders],
        [battery._inversions(row[None, :])[0] for row in orders],
    ):
        assert np.mean(scores) == pytest.approx(0)
        assert np.var(scores) == pytest.approx(1)
    assert battery._poker(np.array(list(product(range(4), repeat=5))).ravel(), 4)[0] == pytest.approx(0)
    assert battery._poisson(np.array(list(product(range(5), repeat=5))).ravel(), 5)[0] == pytest.approx(0)
    found = {name: (draws, score) for name, draws, score, _ in battery._all_orders(np.repeat(orders, 30, axis=0))}
    assert found["every order"] == (720 * 30, pytest.approx(0))


def test_every_pair_of_bytes_once() -> None:
    class Pairs(Biased):
        left = b"".join(bytes(pair) for pair in np.ndindex(256, 256))

        def take(self, size: int) -> bytes:
            taken, self.left = self.left[:size], self.left[size:]
            return taken

    found = {name: (draws, score) for name, draws, score, _ in battery._raw(Pairs, 8_192)}
    assert found["monobit"] == (8 * 131_072, 0)
    assert found["frequency of bytes"] == (131_072, 0)
    assert found["frequency of pairs of bytes"] == (65_536, 0)
    assert found["highest of five"][0] == 6_553  # of 32,768 words, three are left


def test_subsequences_and_correlations_are_sums_over_their_parts() -> None:
    drawn = np.array(random.Random(2).choices(range(10), k=6_000))
    parts = [stats.chisquare(np.bincount(drawn[step::3], minlength=10)).statistic for step in range(3)]
    assert battery._subsequences(drawn, 10)[0] == pytest.approx(sum(parts))
    centred = drawn - drawn.mean()
    shares = [(centred[lag:] @ centred[:-lag]) / (centred @ centred) for lag in range(1, 11)]
    box = 6_000 * 6_002 * sum(share**2 / (6_000 - lag) for lag, share in enumerate(shares, 1))
    assert battery._correlation(drawn.astype(float)) == (pytest.approx(box), pytest.approx(battery._unlikely(box, 10)))
    gaps = np.diff(np.flatnonzero(drawn == 0)) - 1
    longest = int(np.log(20 / gaps.size) / np.log(0.9))
    counts = [np.count_nonzero(gaps == gap) for gap in range(longest)] + [np.count_nonzero(gaps >= longest)]
    chances = stats.geom(0.1)
    expected = [chances.pmf(gap + 1) * gaps.size for gap in range(longest)] + [chances.sf(longest) * gaps.size]
    assert battery._gaps(drawn, 10) == pytest.approx(battery._chi_square(np.array(counts), np.array(expected)))


def test_both_sides_of_a_coin_are_collected_as_often_as_they_must() -> None:
    """In n tosses with the chance of 2 to the power of 1 - n; the lengths are counted here from a text."""
    drawn = random.Random(4).choices("01", k=4_000)
    lengths = [len(tosses) for tosses in re.findall(r"0+1|1+0", "".join(drawn))]
    longest = max(lengths)
    chances = [0.0, 0.0] + [2.0 ** (1 - n) for n in range(2, longest)] + [2.0 ** (2 - longest)]
    expected = np.array(chances) * len(lengths)
    ours = battery._collector(np.array([int(side) for side in drawn]), 2)
    assert ours == pytest.approx(battery._chi_square(np.bincount(lengths), expected))


@pytest.mark.parametrize(
    ("expected", "joined"),
    [([20, 20], [20, 20]), ([30, 5, 15, 40], [30, 20, 40]), ([30, 40, 5, 5], [30, 50]), ([19, 1, 30], [20, 30])],
)
def test_cells_of_which_too_little_is_expected_are_joined(expected: list[int], joined: list[int]) -> None:
    counts, found = battery._joined(np.array(expected), np.array(expected, float))
    assert list(found) == list(counts) == joined


def test_honest_chance_passes() -> None:
    report = battery.run(seeded_source(1), DRAWS)
    assert not report.failed
    assert report.to_dict()["passed"]
    names = {finding.test for finding in report.findings}
    assert {"frequency", "pairs", "serial correlation", "gaps", "poker", "every order", "inversions"} <= names
    assert {"subsequences", "Poisson", "interplay correlation", "Kolmogorov-Smirnov", "collecting all"} <= names
    assert len(report.findings) > 60


class Biased:
    """A plain generator of Python's with one fault."""

    def __init__(self, seed: int = 1) -> None:
        self.dice = random.Random(seed)
        self.last = 0
        self.turn = 0

    def below(self, bound: int) -> int:
        return self.dice.randrange(bound)

    def take(self, size: int) -> bytes:
        return self.dice.randbytes(size)


class Remainder(Biased):
    """A byte or two, taken modulo the bound."""

    def below(self, bound: int) -> int:
        return self.dice.getrandbits(8 if bound <= 256 else 16) % bound


class Sticky(Biased):
    """One number in twenty is the last one again."""

    def below(self, bound: int) -> int:
        if self.dice.random() >= 0.05 or self.last >= bound:
            self.last = self.dice.randrange(bound)
        return self.last


class OffByOne(Biased):
    """The last number never comes: cards never stay where they are drawn last."""

    def below(self, bound: int) -> int:
        return self.dice.randrange(bound - 1) if bound > 1 else 0


class Counting(Biased):
    """Every number exactly as often as the others."""

    def below(self, bound: int) -> int:
        self.turn += 1
        return self.turn % bound


class Alternating(Biased):
    """High and low take turns a little too often."""

    def below(self, bound: int) -> int:
        number = self.dice.randrange(bound)
        high = number >= bound // 2
        if self.dice.random() < 0.1 and high == (self.last >= bound // 2):
            number = (number + bound // 2) % bound
        self.last = number
        return number


class LeaningBits(Biased):
    """One bit in a hundred is set for sure."""

    def take(self, size: int) -> bytes:
        content = bytearray(self.dice.randbytes(size))
        for at in range(0, size, 12):
            content[at] |= 1 << self.dice.randrange(8)
        return bytes(content)


class LoadedWheel(Biased):
    """On the double zero wheel one number comes twice as often as it should."""

    def below(self, bound: int) -> int:
        number = self.dice.randrange(bound)
        return 17 if bound == 38 and number == 16 and self.dice.random() < 0.9 else number


def one(kind: type[Biased]) -> Source:
    """The same generator for every round."""
    held = kind()
    return lambda: held


CAUGHT_BY = {
    Remainder: ("roulette", "frequency"),
    Sticky: ("numbers below 10", "pairs"),
    OffByOne: ("shuffles of 52 cards", "every card in every place"),
    Counting: ("numbers below 52", "frequency"),
    Alternating: ("numbers below 416", "runs about the middle"),
    LeaningBits: ("raw bytes", "monobit"),
    LoadedWheel: ("roulette", "frequency"),
}


@pytest.mark.parametrize("kind", CAUGHT_BY, ids=lambda kind: kind.__name__)
def test_a_biased_generator_is_caught(kind: type[Biased]) -> None:
    report = battery.run(one(kind), 2 * DRAWS, confidence=0.9999)
    assert CAUGHT_BY[kind] in [(finding.series, finding.test) for finding in report.failed]


def test_the_faults_are_faults_of_the_generators_and_not_of_the_one_below_them() -> None:
    assert not battery.run(one(Biased), DRAWS).failed


def naive(cards: int, count: int, swap: Callable[[random.Random, int, int], int]) -> np.ndarray:
    """Shuffles that exchange each card with another one, chosen by ``swap``."""
    dice, found = random.Random(3), []
    for _ in range(count):
        pack = list(range(cards))
        for at in range(cards):
            other = swap(dice, at, cards)
            pack[at], pack[other] = pack[other], pack[at]
        found.append(pack)
    return np.array(found)


def failing(tests: list[battery.Tested]) -> set[str]:
    return {name for name, _, _, p in tests if p < 1e-6}


def test_a_naive_shuffle_is_caught_and_a_right_one_is_not() -> None:
    """Every card exchanged with any other, instead of with one of those that are left."""
    wrong = naive(52, 1000, lambda dice, at, cards: dice.randrange(cards))
    right = naive(52, 1000, lambda dice, at, cards: dice.randrange(at, cards))
    assert "every card in every place" in failing(battery._shuffles(wrong))
    assert not failing(battery._shuffles(right))
    small_wrong = naive(5, 3000, lambda dice, at, cards: dice.randrange(cards))
    small_right = naive(5, 3000, lambda dice, at, cards: dice.randrange(at, cards))
    assert "every order" in failing(battery._all_orders(small_wrong))
    assert not failing(battery._all_orders(small_right))


def test_a_cycle_a_cut_and_the_same_shuffle_twice_are_caught() -> None:
    cyclic = naive(52, 1000, lambda dice, at, cards: dice.randrange(min(at + 1, cards - 1), cards))  # Sattolo's
    assert "cards that stay in their place" in failing(battery._shuffles(cyclic))
    dice = random.Random(4)
    only_cut = np.array([np.roll(np.arange(52), dice.randrange(52)) for _ in range(1000)])
    found = failing(battery._shuffles(only_cut))
    assert "cards that stay behind their neighbour" in found
    assert "every card in every place" not in found  # a cut alone puts every card everywhere
    right = naive(52, 500, lambda dice, at, cards: dice.randrange(at, cards))
    twice = np.repeat(right, 2, axis=0)
    assert "neighbours of the shuffle before" in failing(battery._shuffles(twice))


def test_too_few_draws_or_too_many_and_no_confidence_are_refused() -> None:
    for draws in (9_999, 10_000_001):
        with pytest.raises(UnknownName, match="accepted: 10,000 to 10,000,000"):
            battery.run(seeded_source(1), draws)
    for confidence in (0.0, 0.49, 1.0, float("nan")):
        with pytest.raises(UnknownName, match="less than 1"):
            battery.run(seeded_source(1), DRAWS, confidence)


def p_of(found: tuple[float, float]) -> float:
    return found[1]


def test_every_third_number_that_leans_is_caught() -> None:
    """Frequency and neighbours alone may look right: what one step has too few of, another has too many."""
    drawn = np.array(random.Random(6).choices(range(10), k=30_000))
    assert p_of(battery._subsequences(drawn, 10)) > 0.001
    leaning = drawn.reshape(-1, 3).copy()
    low = np.random.default_rng(1).random(len(leaning)) < 0.2
    exchanged = low & (leaning[:, 0] > leaning[:, 1])
    leaning[exchanged, 0], leaning[exchanged, 1] = leaning[exchanged, 1], leaning[exchanged, 0].copy()
    assert p_of(battery._chi_square(np.bincount(leaning.ravel()), np.full(10, 3_000.0))) > 0.001
    assert p_of(battery._subsequences(leaning.ravel(), 10)) < 1e-6


def test_a_rare_number_that_comes_in_clumps_is_caught() -> None:
    dice = random.Random(7)
    drawn = np.array(dice.choices(range(52), k=52_000))
    assert p_of(battery._poisson(drawn, 52)) > 0.001
    assert p_of(battery._poisson(np.array(dice.choices(range(2), k=20_000)), 2)) > 0.001
    clumps = drawn.reshape(-1, 52).copy()
    for block in range(0, len(clumps), 4):  # of two blocks one gets what both had
        zeros = np.flatnonzero(clumps[block] == 0)
        clumps[block, zeros] = 1
        clumps[block + 1, : len(zeros)] = 0
    assert p_of(battery._poisson(clumps.ravel(), 52)) < 1e-6


def test_two_tables_that_know_of_each_other_are_caught() -> None:
    dice = random.Random(8)
    here, there = (np.array(dice.choices(range(52), k=20_000)) for _ in range(2))
    assert not failing(battery._beside(here, there))
    assert failing(battery._beside(here, here)) == {"pairs", "interplay correlation"}
    partly = np.where(np.random.default_rng(2).random(20_000) < 0.1, here, there)
    assert "interplay correlation" in failing(battery._beside(here, partly))


@pytest.mark.slow
def test_the_stated_confidence_holds() -> None:
    """300 honest runs at 95 %: at most 15 should fail; 29 would come once in a thousand such tests."""
    held = Biased(11)
    assert sum(bool(battery.run(lambda: held, DRAWS, 0.95).failed) for _ in range(300)) < 29
