"""The simulation of whole shoes: against exact odds, against a plain simulation, and against the script."""

import itertools
import math
import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from nomorebets.drivers.bots import bots_at
from nomorebets.drivers.chance import SeededChance
from nomorebets.games import open_table
from nomorebets.games.baccarat.coup import score
from nomorebets.games.baccarat.coups import coup_counts
from nomorebets.games.baccarat.deals import count_deals, shoe_values
from nomorebets.games.baccarat.kernels import Drawing, Shoe, coup_codes
from nomorebets.games.baccarat.simulation import coups_of, drawing_of, drawn_by, shoe_kernel
from nomorebets.hands.baccarat import DRAWING_TABLE, Coup, DrawingTable
from nomorebets.pricing.facet import Pricing
from nomorebets.pricing.sheet import odds_at
from nomorebets.sim.jobs import simulator_at
from nomorebets.sim.simulate import simulate
from nomorebets.table import Round, Settings, play
from nomorebets.table.felt import Felt, Opening

ALL = {"offer-bonus": "on", "offer-cards-456": "on"}
FARTHEST = 4.5  # standard errors; farther off than once in 140,000 wagers


def test_a_continuous_shuffler_against_the_exact_odds():
    """Every round from all cards: nothing but chance may lie between the two."""
    table = open_table("minibaccarat", settings=Settings({**ALL, "shoe": "continuous"}))
    exact = odds_at(table)
    for line in simulate(table, 4_000_000, seed=7).lines:
        assert abs(line.z(exact[line.wager].edge)) < FARTHEST, line


def test_whole_shoes_against_the_exact_odds():
    """The last hands of a shoe follow from how many cards were used before: a small effect, far below this noise."""
    table = open_table("punto-banco", settings=Settings(ALL))
    exact = odds_at(table)
    for line in simulate(table, 4_000_000, seed=3).lines:
        assert abs(line.z(exact[line.wager].edge)) < FARTHEST, line


@pytest.mark.parametrize("strategy", [None, "always-draw", "never-draw"])
def test_chemin_de_fer_with_mixed_draws(strategy):
    table = open_table("chemin-de-fer")
    exact = odds_at(table, strategy=strategy)
    for line in simulate(table, 4_000_000, seed=5, strategy=strategy).lines:
        assert abs(line.z(exact[line.wager].edge)) < FARTHEST, line


def chi_square(counts: dict[Coup, int], expected: dict[Coup, float]) -> tuple[float, int]:
    """Cells of fewer than ten expected are put together."""
    rare = [coup for coup in expected if expected[coup] < 10]
    cells = [(counts.get(coup, 0), expected[coup]) for coup in expected if coup not in rare]
    if rare:
        cells.append((sum(counts.get(coup, 0) for coup in rare), sum(expected[coup] for coup in rare)))
    return sum((seen - due) ** 2 / due for seen, due in cells if due), len(cells) - 1


def test_every_coup_as_often_as_it_should():
    options = open_table("minibaccarat", settings=Settings({"shoe": "continuous"})).house.options
    rounds = 2_000_000
    counts = coups_of(shoe_kernel(options)(11, 0, rounds).tolist())
    ways = coup_counts(count_deals(shoe_values(8)))
    total = sum(ways.values())
    assert set(counts) <= set(ways)
    statistic, freedom = chi_square(counts, {coup: rounds * n / total for coup, n in ways.items()})
    assert statistic < freedom + 6 * math.sqrt(2 * freedom)


def plain_shoes(rounds: int, decks: int, behind: int, hands_after: int, seed: int) -> tuple[Counter, int]:
    """The same written plainly, with Python's own generator: shuffle, burn, deal to the last hand."""
    chance, found, shoes = random.Random(seed), Counter(), 0
    values = [v for v, n in enumerate(shoe_values(decks)) for _ in range(n)]
    done = 0
    while done < rounds:
        shoe = values[:]
        chance.shuffle(shoe)
        shoes += 1
        first = shoe.pop()
        for _ in range(first or 10):
            shoe.pop()
        hands_left = None
        while done < rounds and hands_left != 0:
            player, banker = [shoe.pop()], [shoe.pop()]
            player.append(shoe.pop())
            banker.append(shoe.pop())
            p, b = sum(player) % 10, sum(banker) % 10
            if p < 8 and b < 8:
                third = None
                if DRAWING_TABLE.player_action(p) == "D":
                    third = shoe.pop()
                    player.append(third)
                if DRAWING_TABLE.banker_action(b, third) == "D":
                    banker.append(shoe.pop())
            found[len(player) + len(banker)] += 1
            done += 1
            if hands_left is not None:
                hands_left -= 1
            elif len(shoe) < behind:
                hands_left = hands_after
    return found, shoes


def test_the_end_of_a_shoe_against_a_plain_simulation():
    """A cutting card so early that it matters: half of the hands lie near it."""
    options = {**open_table("punto-banco").house.options, "decks": "6", "cutoff-from-back": "280"}
    rounds = 150_000
    counts: Counter = Counter()
    for coup, number in coups_of(shoe_kernel(options)(1, 0, rounds).tolist()).items():
        counts[coup.cards] += number
    plain, _ = plain_shoes(rounds, 6, 280, 1, seed=1)
    for cards in (4, 5, 6):
        share = (counts[cards] + plain[cards]) / (2 * rounds)
        error = math.sqrt(2 * share * (1 - share) / rounds)
        assert abs(counts[cards] - plain[cards]) / rounds < FARTHEST * error


def drawing() -> Drawing:
    return drawing_of(*drawn_by(DRAWING_TABLE))


Pool = tuple[tuple[int, int], ...]  # values, and how many cards of each are left


def orders(pool: Pool, cards: int, chance: float = 1.0) -> Iterator[tuple[tuple[int, ...], Pool, float]]:
    """Every row of so many cards, what is left after it, and how likely it is."""
    if cards == 0:
        yield (), pool, chance
        return
    for value, number in pool:
        if number:
            less = tuple((other, count - (other == value)) for other, count in pool)
            for row, rest, so in orders(less, cards - 1, chance * number / sum(n for _, n in pool)):
                yield (value, *row), rest, so


def due_in_a_shoe(values: list[int], behind: int, hands_after: int) -> Counter[Coup]:
    """How many hands of a shoe come out how on average, by every order of its cards: burned, then hand after hand."""

    @cache
    def hands(pool: Pool, left: int, further: int | None) -> Counter[Coup]:
        due: Counter = Counter()
        if further == 0:
            return due
        for (p1, b1, p2, b2), four, chance in orders(pool, 4):
            player, banker = (p1 + p2) % 10, (b1 + b2) % 10
            goes_on = player < 8 and banker < 8
            draws = goes_on and DRAWING_TABLE.player_action(player) == "D"
            for third, five, so in orders(four, int(draws), chance):
                replies = goes_on and DRAWING_TABLE.banker_action(banker, third[0] if draws else None) == "D"
                after = left - 4 - draws - replies
                if after < 0:  # the hand is void, and the shoe ends
                    continue
                for sixth, rest, likely in orders(five, int(replies), so):
                    counts = (player + sum(third)) % 10, (banker + sum(sixth)) % 10
                    due[Coup(*counts, draws, replies)] += likely
                    next_hand = further - 1 if further is not None else hands_after if after < behind else None
                    for coup, number in hands(rest, after, next_hand).items():
                        due[coup] += likely * number
        return due

    found: Counter = Counter()
    for (burned,), pool, chance in orders(tuple(sorted(Counter(values).items())), 1):
        for coup, number in hands(pool, len(values) - 1 - (burned or 10), None).items():
            found[coup] += chance * number
    return found


@pytest.mark.parametrize(
    ("behind", "hands_after"), [(8, 0), (14, 0), (14, 1), (12, 1), (20, 2), (4, 0), (4, 1), (10, 9)]
)
def test_the_hands_of_a_small_shoe_against_all_orders_of_its_cards(behind, hands_after):
    """Burned by a nine the shoe deals fewer hands, and they have fewer nines: one hand more or less is seen."""
    values, rounds = [1] * 13 + [9] * 12, 20_000_000
    shoe = Shoe(np.bool_(True), np.uint64(10), np.uint64(behind), np.uint64(hands_after), np.bool_(False))
    dealt = coups_of(coup_codes(1, 0, rounds, np.array(values, np.uint8), shoe, drawing()).tolist())
    due = due_in_a_shoe(values, behind, hands_after)
    assert set(dealt) <= set(due)
    for coup, number in due.items():
        share = number / sum(due.values())
        error = math.sqrt(share * (1 - share) / rounds)
        assert abs(dealt.get(coup, 0) / rounds - share) < FARTHEST * error, coup


def test_a_hand_is_void_only_if_it_lacks_a_card_it_needs():
    """Five cards: who needs none or one more is dealt, who needs two is not; against all orders of the five."""
    cards = [7, 6, 5, 1, 0]
    due: Counter = Counter()
    for p1, b1, p2, b2, fifth in itertools.permutations(cards):
        player, banker = (p1 + p2) % 10, (b1 + b2) % 10
        if player >= 8 or banker >= 8 or (player >= 6 and banker >= 6):
            due[4] += 1
        elif player >= 6 or DRAWING_TABLE.banker_action(banker, fifth) == "S":
            due[5] += 1
    assert set(due) == {4, 5}
    shoe = Shoe(np.bool_(False), np.uint64(0), np.uint64(0), np.uint64(1), np.bool_(True))
    rounds = 200_000
    counts: Counter = Counter()
    for coup, number in coups_of(coup_codes(1, 0, rounds, np.array(cards, np.uint8), shoe, drawing()).tolist()).items():
        counts[coup.cards] += number
    share = due[4] / due.total()
    assert abs(counts[4] / rounds - share) < FARTHEST * math.sqrt(share * (1 - share) / rounds)
    assert counts[6] == 0


def test_a_shoe_that_is_cut_early_deals_more_hands_of_six_cards():
    """The effect of the cutting card is there and goes this way, some eight errors; exact odds are of a first hand."""
    options = {**open_table("punto-banco").house.options, "decks": "1", "cutoff-from-back": "47", "burn-rule": "none"}
    rounds = 64_000_000
    counts = coups_of(shoe_kernel(options, hands_after=0)(2, 0, rounds).tolist())
    six = sum(number for coup, number in counts.items() if coup.cards == 6) / rounds
    ways = coup_counts(count_deals(shoe_values(1)))
    exact = sum(n for coup, n in ways.items() if coup.cards == 6) / sum(ways.values())
    assert six > exact + 3 * math.sqrt(exact * (1 - exact) / rounds)


MIXED_PLAYER = {5: Fraction(1, 3), 4: Fraction(7, 8)}
MIXED_BANKER = {6 * 11: Fraction(3, 4), 3 * 11 + 9: Fraction(1, 5), 5 * 11 + 5: Fraction(1, 2)}


def mixed_due(decks: int) -> dict[Coup, Fraction]:
    """How likely each coup is with these mixed draws: every way to decide them all beforehand, by its share."""
    deals, due = count_deals(shoe_values(decks)), Counter()
    for decided in itertools.product("DS", repeat=len(MIXED_PLAYER) + len(MIXED_BANKER)):
        player, banker, share = list(DRAWING_TABLE.player), list("".join(DRAWING_TABLE.banker)), Fraction(1)
        cells = [(player, *cell) for cell in MIXED_PLAYER.items()] + [(banker, *cell) for cell in MIXED_BANKER.items()]
        for action, (side, cell, draws) in zip(decided, cells, strict=True):
            side[cell] = action
            share *= draws if action == "D" else 1 - draws
        rows = tuple("".join(banker[row : row + 11]) for row in range(0, 88, 11))
        ways = coup_counts(deals, DrawingTable("".join(player), rows))
        for coup, number in ways.items():
            due[coup] += share * Fraction(int(number), sum(map(int, ways.values())))
    return due


@pytest.mark.parametrize("shoe", ["continuous", "cut"])
def test_every_coup_of_mixed_draws_as_often_as_it_should(shoe):
    """Also of shoes that are cut after a few hands, whose last hands hardly differ from the first."""
    player, banker = drawn_by(DRAWING_TABLE)
    draws = (
        [MIXED_PLAYER.get(count, share) for count, share in enumerate(player)],
        [MIXED_BANKER.get(cell, share) for cell, share in enumerate(banker)],
    )
    options = open_table(
        "minibaccarat", settings=Settings({"shoe": "continuous"} if shoe == "continuous" else {})
    ).house
    rounds = 4_000_000
    kernel = shoe_kernel({**options.options, "cutoff-from-back": "300"}, draws)
    counts = coups_of(kernel(12, 0, rounds).tolist())
    due = mixed_due(8)
    assert set(counts) <= set(due)
    statistic, freedom = chi_square(counts, {coup: float(rounds * share) for coup, share in due.items()})
    assert statistic < freedom + 6 * math.sqrt(2 * freedom)


def test_no_word_of_chance_decides_two_draws():
    """Cards worth nothing, and every draw even: how many of nine hands each side draws in is independent of the other.

    Chance that was used twice, or by both sides, would bring some of these numbers too often.
    """
    even, rounds, runs = Fraction(1, 2), 9, 5_000
    drawing = drawing_of([even] * 8, [even] * 88)
    shoe = Shoe(np.bool_(False), np.uint64(0), np.uint64(0), np.uint64(0), np.bool_(True))
    found: Counter = Counter()
    for block in range(runs):
        coups = coups_of(coup_codes(3, block, rounds, np.zeros(52, np.uint8), shoe, drawing).tolist())
        drew = [sum(n for coup, n in coups.items() if getattr(coup, who)) for who in ("player_drew", "banker_drew")]
        found[Coup(*drew)] += 1
    ways = [math.comb(rounds, drew) / 2**rounds for drew in range(rounds + 1)]
    due = {Coup(*drew): runs * math.prod(ways[n] for n in drew) for drew in itertools.product(range(10), repeat=2)}
    statistic, freedom = chi_square(found, due)
    assert statistic < freedom + 6 * math.sqrt(2 * freedom)


@pytest.mark.parametrize("game", ["chemin-de-fer", "minibaccarat"])
@pytest.mark.parametrize("rounds", [1, 2, 3, 5, 239, 241, 1000])
def test_as_many_coups_as_asked_for_are_counted_whatever_a_shoe_has(game, rounds):
    assert sum(simulator_at(open_table(game), Pricing()).kernel(1, 0, rounds)) == rounds


def test_the_script_deals_the_same_shoes():
    """Coups a bot table really deals, over several shoes, against the exact shares: within 4.5 standard errors."""
    table = open_table("punto-banco")
    bots = bots_at(table, "player", 1, SeededChance(17))
    opening, won, rounds = Opening(), Counter(), 600
    for _ in range(rounds):
        game = play(Round(table, Felt.opened(opening), {1: 0}), bots)
        opening = game.next_opening
        won[score(game.table.felt)[0]] += 1
    ways = coup_counts(count_deals(shoe_values(8)))
    for winner, mark in (("player", "P"), ("banker", "B"), ("tie", "T")):
        share = float(Fraction(sum(n for c, n in ways.items() if c.winner == winner), sum(ways.values())))
        error = math.sqrt(share * (1 - share) / rounds)
        assert abs(won[mark] / rounds - share) < FARTHEST * error


def test_one_worker_or_two_the_same_totals():
    table = open_table("punto-banco")
    one, two = (simulate(table, 10_000_000, seed=9, workers=workers) for workers in (1, 2))
    assert [line.edge for line in one.lines] == [line.edge for line in two.lines]


def test_a_very_large_shoe_takes_a_word_for_each_card():
    options = {**open_table("punto-banco").house.options, "decks": "40"}
    counts = shoe_kernel(options)(1, 0, 100_000)
    assert int(counts.sum()) == 100_000
    assert counts.dtype == np.int64
