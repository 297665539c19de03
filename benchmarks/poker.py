"""Poker hands and the stud games: against phevaluator, and against a plain compiled enumeration of three card poker.

The enumeration compares every hand of three cards with every other, 488 million pairs: about 0.2 seconds where the
goals were set. A goal of 0.2 for Caribbean stud is thus one second there, of 4 for three card poker 50 milliseconds.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from itertools import combinations
from math import comb

import numba
import numpy as np
from numpy.typing import NDArray

from benchmarks import Line, times_as_fast
from nomorebets.equipment.cards import DECK
from nomorebets.hands.compiled import five_card_numbers
from nomorebets.hands.ranks import LOWEST_QUEEN_HIGH, rank3, rank5
from nomorebets.odds.poker import caribbean_stud, double_down_stud, holdings, let_it_ride, three_card
from nomorebets.sim import poker_kernels
from nomorebets.sim.blocks import Kernel

HANDS = 100_000
ROUNDS = 1_600_000  # in 0.2 seconds: 8 million a second
ENUMERATION = "plain enumeration of three card poker"


def measure() -> list[Line]:
    return [*against_phevaluator(), *solvers(), *simulations()]


def against_phevaluator() -> list[Line]:
    try:
        from phevaluator import evaluate_cards
    except ImportError:
        print("phevaluator is not installed: two lines are left out (make test installs it)", file=sys.stderr)
        return []
    deal = random.Random(1).sample
    hands = [deal(range(len(DECK)), 5) for _ in range(HANDS)]
    in_words = [tuple(DECK[card] for card in hand) for hand in hands]
    rows = np.array(hands, np.uint8)

    def peer(of: list[list[int]] | list[tuple[str, ...]]) -> Callable[[], object]:
        return lambda: [evaluate_cards(*hand) for hand in of]

    batch = times_as_fast(lambda: five_card_numbers(rows), peer(hands), rounds=7)
    by_index = times_as_fast(lambda: [rank5(hand) for hand in hands], peer(hands), rounds=7)
    by_name = times_as_fast(lambda: [rank5(hand) for hand in in_words], peer(in_words), rounds=7)
    return [
        Line("five-card hands in a batch", "phevaluator, a call each", batch, goal=150),
        Line("five-card hands, a call each, by index", "phevaluator, a call each, by index", by_index, goal=1.5),
        Line("five-card hands, a call each, as text", "phevaluator, a call each, as text", by_name, goal=1.5),
    ]


def solvers() -> list[Line]:
    """Each solver counts its game anew and finds the best play."""
    works = [
        ("Caribbean stud, exact", solve_caribbean_stud, 0.2),
        ("three card poker, exact", solve_three_card, 4.0),
        ("let it ride, exact", solve_let_it_ride, 1.0),
        ("double down stud, exact", solve_double_down_stud, 1.0),
    ]
    return [
        Line(name, ENUMERATION, times_as_fast(work, enumerate_three_card, rounds=7), goal) for name, work, goal in works
    ]


def simulations() -> list[Line]:
    kernels: list[tuple[str, Kernel]] = [
        ("Caribbean stud", poker_kernels.caribbean_stud_kernel(solve_caribbean_stud())),
        ("three card poker", poker_kernels.three_card_kernel(solve_three_card())),
        ("let it ride", poker_kernels.let_it_ride_kernel(solve_let_it_ride())),
        ("double down stud", poker_kernels.double_down_stud_kernel(solve_double_down_stud())),
    ]
    lines = []
    for name, kernel in kernels:
        ratio = times_as_fast(lambda kernel=kernel: kernel(1, 0, ROUNDS), enumerate_three_card, rounds=7)  # type: ignore[misc]
        lines.append(Line(f"{name}, 1.6 million rounds", ENUMERATION, ratio, goal=1.0))
    return lines


def dealer_net(category: str, outcome: str) -> int:
    return {"fold": -1, "no-hand": 1, "win": 3, "push": 0, "lose": -3}[outcome]


def solve_caribbean_stud() -> caribbean_stud.Played:
    caribbean_stud.situations.cache_clear()
    return caribbean_stud.solve(dealer_net)


def solve_three_card() -> three_card.Played:
    three_card.situations.cache_clear()
    return three_card.solve(dealer_net)


def solve_let_it_ride() -> let_it_ride.Played:
    holdings.holdings.cache_clear()
    return let_it_ride.solve(lambda hand, first, second: (1 + first + second) * (-1 if hand == "lower" else 1))


def solve_double_down_stud() -> double_down_stud.Played:
    holdings.holdings.cache_clear()
    return double_down_stud.solve(lambda hand, doubled: (1 + doubled) * (-1 if hand == "lower" else 1))


def enumerate_three_card() -> int:
    cards = np.array([sum(1 << card for card in hand) for hand in THREE_CARDS], np.int64)
    return int(_every_pair(cards, NUMBERS, LOWEST_QUEEN_HIGH, comb(49, 3)))


THREE_CARDS = list(combinations(range(len(DECK)), 3))
NUMBERS = np.array([rank3(hand) for hand in THREE_CARDS], np.int32)


@numba.njit(error_model="numpy")  # type: ignore[untyped-decorator]
def _every_pair(cards: NDArray[np.int64], numbers: NDArray[np.int32], lowest: int, dealer_hands: int) -> int:
    """The best play of three card poker, by comparing every two hands that have no card in common."""
    total = 0
    for i in range(cards.size):
        no_hand, lower, equal = 0, 0, 0
        for j in range(cards.size):
            apart = cards[i] & cards[j] == 0
            no_hand += 1 if apart and numbers[j] < lowest else 0
            lower += 1 if apart and lowest <= numbers[j] < numbers[i] else 0
            equal += 1 if apart and numbers[j] >= lowest and numbers[j] == numbers[i] else 0
        total += max(-dealer_hands, no_hand + 2 * lower - 2 * (dealer_hands - no_hand - lower - equal))
    return total
