"""Baccarat: coups of whole shoes a second, and the exact odds of an eight-deck shoe in milliseconds.

The yardsticks are figures, not other programs: 30 million coups a second on one core, and 10 ms. So the time is that of
the processor, of which other programs on the machine take no part.
"""

from __future__ import annotations

from statistics import median
from time import thread_time

from benchmarks import Line
from nomorebets.odds.sheet import odds_at
from nomorebets.sim.baccarat import shoe_kernel
from nomorebets.sim.blocks import BLOCK_ROUNDS
from nomorebets.table import Wishes, open_table

COUPS_A_SECOND = 30e6
EXACT_SECONDS = 0.010
TURNS = 15


def measure() -> list[Line]:
    return [coups(), exact_odds()]


def coups() -> Line:
    kernel = shoe_kernel(open_table("punto-banco").house.options)
    kernel(0, 0, 1)
    rates = [BLOCK_ROUNDS / _seconds(lambda block=block: kernel(1, block, BLOCK_ROUNDS)) for block in range(TURNS)]
    return Line("coups from eight-deck shoes", "30 million a second, one core", median(rates) / COUPS_A_SECOND, 1.0)


def exact_odds() -> Line:
    table = open_table("punto-banco", wishes=Wishes({"offer-bonus": "on", "offer-cards-456": "on"}))
    odds_at(table)
    times = [_seconds(lambda: odds_at(table)) for _ in range(TURNS)]
    return Line("every wager of eight decks, exactly", "10 ms", EXACT_SECONDS / median(times), 1.0)


def _seconds(work: object) -> float:
    started = thread_time()
    work()  # type: ignore[operator]
    return thread_time() - started
