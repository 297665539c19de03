"""Baccarat: coups of whole shoes a second, and the exact odds of an eight-deck shoe in milliseconds.

The yardsticks are figures, not other programs: 30 million coups a second on one core, and 10 ms. So the time is that of
the processor, of which other programs on the machine take no part.
"""

from __future__ import annotations

from statistics import median
from time import thread_time

from benchmarks import Line
from nomorebets.games import open_table
from nomorebets.games.baccarat.simulation import shoe_kernel
from nomorebets.games.chemin_de_fer.simulation import simulator
from nomorebets.pricing.facet import Pricing
from nomorebets.pricing.sheet import odds_at
from nomorebets.sim.blocks import BLOCK_ROUNDS, Kernel
from nomorebets.table import Settings

COUPS_A_SECOND = 30e6
EXACT_SECONDS = 0.010
TURNS = 15


def measure() -> list[Line]:
    punto, chemin = open_table("punto-banco"), open_table("chemin-de-fer")
    endless = open_table("minibaccarat", settings=Settings({"shoe": "continuous"}))
    return [
        coups("coups from eight-deck shoes", shoe_kernel(punto.house.options)),
        coups("coups from a continuous shuffler", shoe_kernel(endless.house.options)),
        coups("coups of chemin de fer, draws mixed", simulator(chemin, Pricing()).kernel),
        exact("every wager of eight decks, exactly", Settings({"offer-bonus": "on", "offer-cards-456": "on"})),
        exact("the equilibrium of chemin de fer, eight decks", Settings({"decks": "8"}), "chemin-de-fer"),
    ]


def coups(work: str, kernel: Kernel) -> Line:
    kernel(0, 0, 1)
    rates = [BLOCK_ROUNDS / _seconds(lambda block=block: kernel(1, block, BLOCK_ROUNDS)) for block in range(TURNS)]
    return Line(work, "30 million a second, one core", median(rates) / COUPS_A_SECOND, 1.0)


def exact(work: str, settings: Settings, game: str = "punto-banco") -> Line:
    table = open_table(game, settings=settings)
    odds_at(table)
    times = [_seconds(lambda: odds_at(table)) for _ in range(TURNS)]
    return Line(work, "10 ms", EXACT_SECONDS / median(times), 1.0)


def _seconds(work: object) -> float:
    started = thread_time()
    work()  # type: ignore[operator]
    return thread_time() - started
