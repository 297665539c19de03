"""Enumeration against sums and loops worked out by hand, and the sources of chance."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from msgspec import structs

from nomorebets.drivers.chance import SecureChance, SeededChance, draw
from nomorebets.drivers.enumeration import branches, enumerate_round, wager_once
from nomorebets.errors import ScriptError, UnknownName
from nomorebets.games import open_table
from nomorebets.regulation import cite
from nomorebets.table import Result, Round, Settings, Wager, checkpoint, collect, pay, spin_wheel, take_wagers

BY = cite("5.6(b)")
STAKE = Wager(1, "bigsix-1", 100)


def toy(script):
    """A big six table with another script: 54 equal sections, of which 23, 15, 8, 4, 2, 1 and 1 are alike."""
    table = open_table("big-six")
    return replace(table, game=structs.replace(table.game, script=script))


def end(table, wins):
    """Settle the only wager."""
    (wager,) = table.wagers
    if wins:
        yield from pay([Result(wager, "win", wager.amount, cite("5.5(a)"))], by=BY)
    else:
        yield from collect([Result(wager, "lose", -wager.amount, cite("5.6(e)"))], by=BY)


def chance_of_winning(table):
    ends = enumerate_round(table, wager_once((STAKE,)))
    assert sum(probability for probability, _ in ends) == 1
    return sum(probability for probability, (ruling,) in ends if ruling.result == "win")


def test_a_single_spin_is_a_plain_sum():
    def script(table):
        yield from take_wagers("", by=BY)
        rest = yield from spin_wheel("nj", by=BY)
        yield from end(table, rest.symbol in ("$2", "$5", "joker"))

    assert chance_of_winning(toy(script)) == Fraction(15 + 8 + 1, 54)


def test_as_many_rounds_as_may_be_dealt_are_dealt():
    """Seven symbols end a spin in seven ways."""

    def script(table):
        yield from take_wagers("", by=BY)
        rest = yield from spin_wheel("nj", by=BY)
        yield from end(table, rest.symbol == "joker")

    table, choose = toy(script), wager_once((STAKE,))
    assert enumerate_round(table, choose, most=7) == enumerate_round(table, choose)
    with pytest.raises(UnknownName, match="more than 6 rounds"):
        enumerate_round(table, choose, most=6)


def test_two_spins_are_a_sum_of_products():
    """Two alike: the squares of the counts."""

    def script(table):
        yield from take_wagers("", by=BY)
        first = yield from spin_wheel("nj", by=BY)
        second = yield from spin_wheel("nj", by=BY)
        yield from end(table, first.symbol == second.symbol)

    alike = 23**2 + 15**2 + 8**2 + 4**2 + 2**2 + 1 + 1
    assert chance_of_winning(toy(script)) == Fraction(alike, 54**2)


def test_a_loop_is_its_geometric_series():
    """$1 wins, $2 loses, anything else is spun again: 23 / (23 + 15)."""

    def script(table):
        while True:
            yield from checkpoint("again", by=BY)
            yield from take_wagers("", by=BY)
            rest = yield from spin_wheel("nj", by=BY)
            if rest.symbol in ("$1", "$2"):
                yield from end(table, rest.symbol == "$1")
                return

    assert chance_of_winning(toy(script)) == Fraction(23, 38)


def test_two_states_that_lead_to_each_other():
    """From low: $1 (23/54) up, $2 (15/54) loses, else stay. From high: $1 wins, $2 down, else stay.

    Per move up 23/38, down 15/38: from low w = u h, h = u + d w with u = 23/38, d = 15/38, so w = u**2 / (1 - u d).
    """

    def script(table):
        high = False
        yield from take_wagers("", by=BY)
        while True:
            yield from checkpoint("high" if high else "low", by=BY)
            rest = yield from spin_wheel("nj", by=BY)
            if rest.symbol == "$1" and high:
                return (yield from end(table, True))
            if rest.symbol == "$2" and not high:
                return (yield from end(table, False))
            if rest.symbol in ("$1", "$2"):
                high = rest.symbol == "$1"

    up, down = Fraction(23, 38), Fraction(15, 38)
    assert chance_of_winning(toy(script)) == up**2 / (1 - up * down)


def test_a_round_that_never_ends_is_a_defect():
    def script(table):
        yield from take_wagers("", by=BY)
        while True:
            yield from checkpoint("for ever", by=BY)
            yield from spin_wheel("nj", by=BY)

    with pytest.raises(ScriptError, match="never ends"):
        enumerate_round(toy(script), wager_once((STAKE,)))


def test_a_double_zero_wheel_used_as_single_zero_by_hand():
    """00 is spun again: 1/38 + 1/38 (1/38) + … = 1/37 for each number, and the edge is 1/37."""
    table = open_table("roulette", settings=Settings({"wheel-kind": "double-as-single"}))
    ends = enumerate_round(table, wager_once((Wager(1, "straight:17", 100),)))
    by_result = {ruling.result: probability for probability, (ruling,) in ends}
    assert by_result == {"win": Fraction(1, 37), "lose": Fraction(36, 37)}
    assert 35 * by_result["win"] - by_result["lose"] == -Fraction(1, 37)
    ways = list(branches(table, wager_once((Wager(1, "straight:17", 100),)), ()))
    assert len(ways) == 38
    assert {way.probability for way in ways} == {Fraction(1, 38)}
    assert sum(way.state is not None for way in ways) == 1


def test_wagers_together_are_enumerated_as_they_are_alone():
    table = open_table("roulette")
    red, seventeen = Wager(1, "red", 100), Wager(2, "straight:17", 100)
    both = Counter()
    for probability, rulings in enumerate_round(table, wager_once((red, seventeen))):
        both[tuple(sorted((r.wager, r.net) for r in rulings))] += probability
    assert both[("red", -100), ("straight:17", 3500)] == Fraction(1, 38)
    assert both[("red", -50), ("straight:17", -100)] == Fraction(2, 38)
    assert both[("red", 100), ("straight:17", -100)] == Fraction(18, 38)
    assert both[("red", -100), ("straight:17", -100)] == Fraction(17, 38)


# --- chance ----------------------------------------------------------------------------------------------------------

# Chi-square with so many degrees of freedom exceeds these once in 10,000 fair samples (tables of the distribution at
# the 99.99 % confidence level). The seeds are fixed: a failure means a bias, not bad luck.
CHI_SQUARE_9999 = {2: 18.42, 4: 23.51, 36: 76.37, 37: 77.79, 53: 99.26}


@pytest.mark.parametrize("bound", [3, 5, 37, 38, 54])
def test_seeded_chance_favours_nobody(bound):
    """Bounds that are no powers of two: a modulo of a byte would put 38 far above any chi-square."""
    chance, draws = SeededChance(2024), 400 * bound
    counts = Counter(chance.below(bound) for _ in range(draws))
    assert set(counts) == set(range(bound))
    expected = draws / bound
    assert sum((n - expected) ** 2 / expected for n in counts.values()) < CHI_SQUARE_9999[bound - 1]


def test_the_chi_square_would_notice_a_modulo():
    """The same test fails a generator that takes a six-bit number modulo 38."""
    chance, draws = SeededChance(2024), 400 * 38
    counts = Counter(chance.below(64) % 38 for _ in range(draws))
    assert sum((n - 400) ** 2 / 400 for n in counts.values()) > CHI_SQUARE_9999[37]


def test_seeded_chance_repeats_itself_and_no_other_seed():
    first, again, other = (
        [c.below(10**6) for _ in range(50)] for c in (SeededChance(7), SeededChance(7), SeededChance(8))
    )
    assert first == again
    assert first != other


@pytest.mark.parametrize("chance", [SeededChance(7), SecureChance()])
def test_where_there_is_nothing_to_draw_from_nothing_is_drawn(chance):
    with pytest.raises(ValueError, match=r"."):
        chance.below(0)


def test_successive_numbers_are_independent():
    """Pairs of successive draws below 6: 36 cells, 35 degrees of freedom, again at 99.99 %."""
    chance = SeededChance(99)
    pairs = Counter((chance.below(6), chance.below(6)) for _ in range(36 * 300))
    assert sum((pairs[a, b] - 300) ** 2 / 300 for a in range(6) for b in range(6)) < 74.93


@pytest.mark.parametrize("chance", [SecureChance(), SeededChance(1)], ids=["secure", "seeded"])
@pytest.mark.parametrize("bound", [1, 2, 37, 2**64 + 1])
def test_numbers_stay_below_the_bound(chance, bound):
    assert all(0 <= chance.below(bound) < bound for _ in range(200))


def test_secure_chance_reaches_every_number():
    """2,000 draws below 38 miss one number with probability 38 (37/38)**2000, about 3 in 10**22."""
    chance = SecureChance()
    assert {chance.below(38) for _ in range(2000)} == set(range(38))


class Counting:
    """Chance that gives every number below its bound, one after the other."""

    def __init__(self):
        self.at = -1

    def below(self, bound):
        self.at += 1
        return self.at % bound


def test_a_draw_is_as_likely_as_its_weight():
    table = Round(open_table("big-six"))
    script = spin_wheel("nj", by=BY)
    request, chance = next(script), Counting()
    drawn = Counter(draw(request, table, chance).symbol for _ in range(54))
    assert drawn == {"$1": 23, "$2": 15, "$5": 8, "$10": 4, "$20": 2, "joker": 1, "flag": 1}
