"""The kernel of every game against the bare loop: as many random numbers drawn and counted, and nothing else.

Wheels draw a compartment a round, dice a throw (craps with the fire bet two: it has a table of its own), card games
every card that a round may need, or of blackjack and its like as many as a round takes on average. 70 percent is
promised for wheels and dice, 35 for card games.
"""

from __future__ import annotations

import sys

from benchmarks import Line, times_as_fast
from nomorebets.games import open_table
from nomorebets.library import game_ids
from nomorebets.pricing.facet import Pricing
from nomorebets.sim.jobs import can_be_simulated, simulator_at
from nomorebets.sim.kernels import bare_draws
from nomorebets.table import Settings

SEED = 1
ROUNDS = 1 << 20
TURNS = 11
# game: random numbers a round, each below; and what is promised
DRAWS: dict[str, tuple[int, int, float | None]] = {
    "roulette": (1, 38, 0.7),
    "big-six": (1, 54, 0.7),
    "sic-bo": (1, 216, 0.7),
    "craps": (2, 36, 0.7),
    "mini-craps": (2, 36, 0.7),
    "automated-craps": (1, 36, 0.7),
    "mini-dice": (1, 36, 0.7),
    "caribbean-stud": (10, 52, 0.35),
    "three-card-poker": (6, 52, 0.35),
    "let-it-ride": (5, 52, 0.35),
    "double-down-stud": (5, 52, 0.35),
    "casino-war": (4, 312, 0.35),
    "red-dog": (3, 312, 0.35),
    "punto-banco": (6, 416, 0.35),
    "minibaccarat": (6, 416, 0.35),
    "chemin-de-fer": (6, 312, 0.35),
    "blackjack": (6, 416, 0.35),
    "spanish-21": (6, 288, 0.35),
    "blackjack-switch": (9, 312, 0.35),
    "pai-gow": (8, 32, 0.35),
    "pai-gow-poker": (14, 53, 0.35),
    "keno": (20, 80, 0.35),
    "pokette": (1, 56, 0.35),
}


# the poker room, six seats: all own cards and the board
POKER = {"holdem": 6 * 2 + 5, "omaha": 6 * 4 + 5, "five-card-omaha": 6 * 5 + 5}
HANDS = 1 << 18


def measure() -> list[Line]:
    lines = []
    for game in game_ids():
        if game in DRAWS:
            lines.append(against_the_bare_loop(game, *DRAWS[game]))
        elif game not in POKER and can_be_simulated(open_table(game).game):
            print(f"{game}: how many numbers a round of it draws is not written down here", file=sys.stderr)
    six = Settings({"max-players": "6"})
    return lines + [against_the_bare_loop(game, draws, 52, 0.35, HANDS, six) for game, draws in POKER.items()]


def against_the_bare_loop(
    game: str, draws: int, below: int, goal: float | None, rounds: int = ROUNDS, settings: Settings | None = None
) -> Line:
    kernel = simulator_at(open_table(game, settings=settings or Settings()), Pricing()).kernel
    ratio = times_as_fast(
        lambda: kernel(SEED, 0, rounds), lambda: bare_draws(SEED, 0, rounds * draws, below), rounds=TURNS
    )
    drawn = "one number" if draws == 1 else f"{draws} numbers"
    return Line(f"{game}, kernel", f"bare compiled loop, {drawn} a round", ratio, goal)
