"""Blackjack's side wagers: the exact odds of each for an eight-deck shoe that lacks some cards, in milliseconds.

The yardstick is a figure, not another program: 5 ms. So the time is that of the processor, of which other programs on
the machine take no part.
"""

from __future__ import annotations

from statistics import median
from time import thread_time

from benchmarks import Line
from nomorebets.games import open_table
from nomorebets.games.blackjack.side_odds import side_line
from nomorebets.games.twenty_one.shoe_counts import fresh_shoe
from nomorebets.table import Settings

EXACT_SECONDS = 0.005
TURNS = 15
GONE = ("As", "Kd", "7c", "Qh", "2s")
EVERY = {
    "over-13": {"additional-wager": "over-under"},
    "same-suit": {"additional-wager": "same-suit"},
    "sevens": {"additional-wager": "sevens"},
    "progressive": {"progressive": "on"},
    "blackjack-bonus": {"blackjack-bonus": "on"},
    "match-the-dealer": {"match-the-dealer": "on"},
    "twenty-point-bonus": {"twenty-point-bonus": "A"},
    "optional-bonus": {"optional-bonus": "on"},
    "in-between": {"in-between": "12"},
}


def measure() -> list[Line]:
    return [exact(kind, options) for kind, options in EVERY.items()]


def exact(kind: str, options: dict[str, str]) -> Line:
    table, shoe = open_table("blackjack", settings=Settings({**options, "decks": "8"})), fresh_shoe(8).without(GONE)
    side_line(table, kind, shoe)
    times = []
    for _ in range(TURNS):
        started = thread_time()
        side_line(table, kind, shoe)
        times.append(thread_time() - started)
    return Line(f"{kind}, exactly", "5 ms", EXACT_SECONDS / median(times), 1.0)
