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
from nomorebets.games.caribbean_stud import simulation as caribbean_rounds
from nomorebets.games.caribbean_stud import solver as caribbean_stud
from nomorebets.games.double_down_stud import simulation as double_rounds
from nomorebets.games.double_down_stud import solver as double_down_stud
from nomorebets.games.let_it_ride import simulation as ride_rounds
from nomorebets.games.let_it_ride import solver as let_it_ride
from nomorebets.games.stud import holdings
from nomorebets.games.three_card_poker import simulation as three_card_rounds
from nomorebets.games.three_card_poker import solver as three_card
from nomorebets.hands.compiled import five_card_numbers
from nomorebets.hands.ranks import LOWEST_QUEEN_HIGH, rank3, rank5
from nomorebets.sim.blocks import Kernel

HANDS = 100_000
ROUNDS = 1_600_000  # in 0.2 seconds: 8 million a second
ENUMERATION = "plain enumeration of three card poker"


def measure() -> list[Line]:
    return [*against_phevaluator(), *against_objects(), *solvers(), *simulations()]


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

    batch = times_as_fast(lambda: five_card_numbers(rows), peer(hands), rounds=5)
    by_index = times_as_fast(lambda: [rank5(hand) for hand in hands], peer(hands), rounds=5)
    by_name = times_as_fast(lambda: [rank5(hand) for hand in in_words], peer(in_words), rounds=5)
    return [
        Line("five-card hands in a batch", "phevaluator, a call each", batch, goal=150),
        Line("five-card hands, a call each, by index", "phevaluator, a call each, by index", by_index, goal=1.5),
        Line("five-card hands, a call each, as text", "phevaluator, a call each, as text", by_name, goal=1.5),
    ]


def against_objects() -> list[Line]:
    """Peers whose cards are objects or numbers of their own; they are made before the clock runs."""
    hands = [random.Random(2).sample(range(len(DECK)), 5) for _ in range(HANDS)]
    lines = []
    for name, ranks in (("eval7", eval7_ranks), ("treys", treys_ranks)):
        try:
            peer = ranks(hands)
        except ImportError:
            print(f"{name} is not installed: a line is left out (make test installs it)", file=sys.stderr)
            continue
        ratio = times_as_fast(lambda: [rank5(hand) for hand in hands], peer, rounds=5)
        lines.append(Line("five-card hands, a call each, by index", f"{name}, a call each", ratio, goal=None))
    return lines


def eval7_ranks(hands: list[list[int]]) -> Callable[[], object]:
    import eval7

    own = [[eval7.Card(DECK[card]) for card in hand] for hand in hands]
    return lambda: [eval7.evaluate(hand) for hand in own]


def treys_ranks(hands: list[list[int]]) -> Callable[[], object]:
    import treys

    evaluator = treys.Evaluator()
    own = [[treys.Card.new(DECK[card]) for card in hand] for hand in hands]
    return lambda: [evaluator.evaluate([], hand) for hand in own]


def solvers() -> list[Line]:
    """Each solver counts its game anew and finds the best play."""
    ends = solve_three_card().ends
    if ends.mean(net) * ends.total != enumerate_three_card():
        raise AssertionError("the solver of three card poker and the enumeration disagree")
    works = [
        ("Caribbean stud, exact", solve_caribbean_stud, 0.2),
        ("three card poker, exact", solve_three_card, 4.0),
        ("let it ride, exact", solve_let_it_ride, 1.0),
        ("double down stud, exact", solve_double_down_stud, 1.0),
    ]
    return [
        Line(name, ENUMERATION, times_as_fast(work, enumerate_three_card, rounds=5), goal) for name, work, goal in works
    ]


def simulations() -> list[Line]:
    kernels: list[tuple[str, Kernel]] = [
        ("Caribbean stud", caribbean_rounds.round_kernel(solve_caribbean_stud())),
        ("three card poker", three_card_rounds.round_kernel(solve_three_card())),
        ("let it ride", ride_rounds.round_kernel(solve_let_it_ride())),
        ("double down stud", double_rounds.round_kernel(solve_double_down_stud())),
    ]
    lines = []
    for name, kernel in kernels:
        ratio = times_as_fast(lambda kernel=kernel: kernel(1, 0, ROUNDS), enumerate_three_card, rounds=5)  # type: ignore[misc]
        lines.append(Line(f"{name}, 1.6 million rounds", ENUMERATION, ratio, goal=1.0))
    return lines


def net(category: str, outcome: str) -> int:
    return {"fold": -1, "no-hand": 1, "win": 2, "push": 0, "lose": -2}[outcome]


def solve_caribbean_stud() -> caribbean_stud.Played:
    caribbean_stud._whole.cache_clear()
    return caribbean_stud.solve(net)


def solve_three_card() -> three_card.Played:
    three_card._counted.cache_clear()
    return three_card.solve(net)


def solve_let_it_ride() -> let_it_ride.Played:
    holdings.holdings.cache_clear()
    return let_it_ride.solve(lambda hand, first, second: (1 + first + second) * (-1 if hand == "lower" else 1))


def solve_double_down_stud() -> double_down_stud.Played:
    holdings.holdings.cache_clear()
    return double_down_stud.solve(lambda hand, doubled: (1 + doubled) * (-1 if hand == "lower" else 1))


THREE_CARDS = list(combinations(range(len(DECK)), 3))
SETS = np.array([sum(1 << card for card in hand) for hand in THREE_CARDS], np.uint64)
NUMBERS = np.array([rank3(hand) for hand in THREE_CARDS], np.int32)


def enumerate_three_card() -> int:
    return int(_every_pair(SETS, NUMBERS, np.int32(LOWEST_QUEEN_HIGH), comb(49, 3)))


@numba.njit(error_model="numpy")  # type: ignore[untyped-decorator]
def _every_pair(sets: NDArray[np.uint64], numbers: NDArray[np.int32], lowest: np.int32, dealer_hands: int) -> int:
    """What the best play of three card poker gains, by comparing every two hands that have no card in common."""
    total = 0
    for i in range(sets.size):
        held, number = sets[i], numbers[i]
        no_hand, lower, equal = 0, 0, 0
        for j in range(sets.size):
            apart = (sets[j] & held) == np.uint64(0)
            no_hand += 1 if apart and numbers[j] < lowest else 0
            lower += 1 if apart and numbers[j] >= lowest and numbers[j] < number else 0
            equal += 1 if apart and numbers[j] >= lowest and numbers[j] == number else 0
        total += max(-dealer_hands, no_hand + 2 * lower - 2 * (dealer_hands - no_hand - lower - equal))
    return total
