"""Spanish 21: the exact analysis of six decks, and rounds a second beside blackjack's.

All decisions by the number of cards and by suits, and the edge as a fraction, in five seconds of one core; a round
takes at most three times as long as one of blackjack.
"""

from __future__ import annotations

from statistics import median

from benchmarks import Line
from benchmarks.blackjack import TURNS, _median, _seconds
from nomorebets.games import open_table
from nomorebets.games.blackjack.simulation import shoe_kernel
from nomorebets.games.spanish_21.ends import priced
from nomorebets.games.spanish_21.simulation import kernel_of
from nomorebets.games.spanish_21.terms import rules_of
from nomorebets.games.twenty_one.analysis import named, suits, values
from nomorebets.games.twenty_one.rules import Rules
from nomorebets.sim.blocks import BLOCK_ROUNDS
from nomorebets.table import Settings

EXACT_SECONDS = 5.0


def measure() -> list[Line]:
    return [
        exact("all decisions, suits looked at, and the edge", {}),
        exact("the same with two redoubles", {"redouble-max": "2"}),
        exact("the same without a card reader", {"card-reader": "off"}),
        rounds(),
    ]


def exact(work: str, options: dict[str, str]) -> Line:
    rules = rules_of(open_table("spanish-21", settings=Settings(options)).house)

    def analyse() -> None:
        for known in (values.chances_of, values.best, named.play_named, suits.suited_plays, priced):
            known.cache_clear()
        _ = priced(rules, "optimal").edge

    return Line(f"Spanish 21: {work}", "5 s", EXACT_SECONDS / _median(analyse, turns=3), 1.0)


def rounds() -> Line:
    """How many rounds of blackjack take as long as one of Spanish 21."""
    plain = Rules(decks=6, most_hands=4)
    spanish = kernel_of(rules_of(open_table("spanish-21").house), "optimal")
    blackjack = shoe_kernel(open_table("blackjack").house, plain, named.play_named("optimal", plain))
    for kernel in (spanish, blackjack):
        kernel(0, 0, 1)
    ratios = []
    for block in range(TURNS):
        theirs = _seconds(lambda block=block: blackjack(1, block, BLOCK_ROUNDS))
        ratios.append(theirs / _seconds(lambda block=block: spanish(1, block, BLOCK_ROUNDS)))
    return Line("Spanish 21: rounds by the best play", "blackjack's kernel", median(ratios), 1 / 3)
