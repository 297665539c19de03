"""The poker room: seven cards in a batch, exact equities, and compiled hands beside the script's.

Equities are measured against times of one core, hands against the script that plays the same way.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from statistics import median
from time import thread_time

import numpy as np

from benchmarks import Line, times_as_fast
from nomorebets.drivers.bots import BotTable
from nomorebets.drivers.chance import SeededChance
from nomorebets.drivers.facet import Strategy, strategies_of
from nomorebets.equipment.cards import DECK
from nomorebets.games import open_table
from nomorebets.hands.compiled_seven import seven_card_numbers
from nomorebets.pricing.equities import equities_at
from nomorebets.pricing.facet import Pricing
from nomorebets.rulings.phh import write_phh
from nomorebets.sim.jobs import simulator_at
from nomorebets.table import Play, Round, Settings, Table, play

HANDS = 50_000
NINE = "AsKs QhQd JcTc 9c9d 2s2h 3c3d 4s4h 5c6c 7c8c"
EQUITIES = (
    ("hold 'em, two hands before the flop", "holdem", "AcAd KhKs", 5),
    ("hold 'em, nine hands before the flop", "holdem", NINE, 5),
    ("omaha, two hands before the flop", "omaha", "AcAdKcKd JhTh9s8s", 20),
    ("seven-card stud, two hands of three cards", "seven-card-stud", "AcAdKc JhThJs", 500),
)
SCRIPT_HANDS, COMPILED_HANDS, PLAY = 20, 200_000, "by-its-cards"
TURNS = 9


def measure() -> list[Line]:
    equities = (exact(*work) for work in EQUITIES)
    return [*seven_cards(), *equities, *script_against_pokerkit(), *(hands(game) for game in ("holdem", "omaha"))]


def seven_cards() -> list[Line]:
    try:
        from phevaluator import evaluate_cards
    except ImportError:
        print("phevaluator is not installed: a line is left out (make test installs it)", file=sys.stderr)
        return []
    dealt = [random.Random(1).sample(range(len(DECK)), 7) for _ in range(HANDS)]
    rows = np.array(dealt, np.uint8)
    ratio = times_as_fast(lambda: seven_card_numbers(rows), lambda: [evaluate_cards(*hand) for hand in dealt], rounds=5)
    return [Line("the best of seven cards in a batch", "phevaluator, a call each", ratio, goal=80)]


def script_against_pokerkit() -> list[Line]:
    """The same hands: dealt, decided and recorded by the script, and played again by pokerkit from what was written."""
    try:
        from pokerkit import HandHistory
    except ImportError:
        print("pokerkit is not installed: a line is left out (make test installs it)", file=sys.stderr)
        return []
    table, decide = _six_seats("holdem")
    histories = [HandHistory.loads(write_phh(done)) for done in _by_the_script(table, decide)]

    def by_pokerkit() -> None:
        for history in histories:
            for _ in history:
                pass

    ratio = times_as_fast(lambda: _by_the_script(table, decide), by_pokerkit, rounds=5)
    return [Line("hold 'em, script against pokerkit, six seats", "pokerkit, the same hands", ratio, goal=100)]


def exact(work: str, game: str, asked: str, milliseconds: int) -> Line:
    table = open_table(game)
    equities_at(table, asked)
    times = [_seconds(lambda: equities_at(table, asked)) for _ in range(TURNS)]
    return Line(f"equities: {work}", f"{milliseconds} ms, one core", milliseconds / 1000 / median(times), goal=1)


def hands(game: str) -> Line:
    """So many compiled hands against a ten-thousandth as many of the script."""
    table, decide = _six_seats(game)
    kernel = simulator_at(table, Pricing(strategy=PLAY)).kernel
    ratio = times_as_fast(lambda: kernel(1, 0, COMPILED_HANDS), lambda: _by_the_script(table, decide), rounds=5)
    return Line(f"{game}, compiled hands of six seats", "the script", ratio * COMPILED_HANDS / SCRIPT_HANDS, goal=100)


def _six_seats(game: str) -> tuple[Table, Strategy]:
    table = open_table(game, settings=Settings({"max-players": "6"}))
    return table, strategies_of(table.game).named[PLAY]


def _by_the_script(table: Table, decide: Strategy) -> list[Play]:
    seats = dict.fromkeys(range(1, 7), 0)
    return [play(Round(table, seats=seats), BotTable((), SeededChance(seed), decide)) for seed in range(SCRIPT_HANDS)]


def _seconds(work: Callable[[], object]) -> float:
    started = thread_time()
    work()
    return thread_time() - started
