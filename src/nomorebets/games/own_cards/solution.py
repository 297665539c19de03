"""What is known of a card game of one's own once it is solved, kept from process to process; and when it is not solved.

Imports numba where something is solved.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nomorebets import kept
from nomorebets.games.own_cards.definition import CardGame

Ints = NDArray[np.int64]
FEW_CARDS = 3  # of a hand: all are counted in a moment
MOST_STEPS = 30_000_000_000  # one to two minutes of counting on one core
MOST_BYTES = 1 << 28  # of what is counted for every hand by itself
MOST_HANDS = 3_000_000  # of so many cards: those of five
MOST_CHOSEN = 1 << 26  # choices that are kept; where there are more, the last decision is worked out for each hand
MOST_AT_ONCE = 25_000  # hands of the dealer's that one hand is held against then: those of three cards
SUIT_NAMES = 20  # about so many boards are alike but for the names of suits


def boards_of(game: CardGame) -> int:
    """About how many boards there are but for the names of suits, as they are turned up; each with a card shown."""
    boards, lying = 13 if game.shown else 1, 0
    for seen in sorted({*(decision.seen for decision in game.decisions), game.community}):
        boards *= comb(52 - lying, seen - lying)
        lying = seen
    return -(-boards // SUIT_NAMES) if game.community else boards


def not_solved(game: CardGame) -> str:
    """Why not all hands of a game are counted; nothing where they are."""
    if not game.main or game.size <= FEW_CARDS:
        return ""
    left = 52 - game.community - game.shown
    hands, dealers = comb(left, game.each), comb(left, game.each - game.shown)
    boards = boards_of(game)
    steps = boards * (hands * 3 + dealers) * 2**game.each
    entries = len(game.played_out) * (len(game.ranking.classes) if game.bonus else 1) * 4
    nodes = sum(way.asked == len(game.decisions) - 1 for way in game.ways)
    held = comb(52, game.each) * entries * 8 * (nodes + 1) if game.decides_first or len(game.decisions) > 1 else 0
    every = comb(52, game.each)
    is_kept = boards * every * nodes <= MOST_CHOSEN or every <= MOST_AT_ONCE
    if steps <= MOST_STEPS and held <= MOST_BYTES and every <= MOST_HANDS and is_kept:
        return ""
    return f"{boards * hands:,} hands on boards that differ are too many to be counted against all of the dealer's"


@dataclass(frozen=True)
class Level:
    """The best choices at one decision, by what is seen, node and hand; nothing where they were too many to keep."""

    codes: Ints  # of what is seen, in order
    chosen: NDArray[np.int8]


@dataclass(frozen=True)
class Solution:
    """A game with the best choices at every decision."""

    ends: Ints  # by way that is played out, class and end
    whatever: Ints  # by class and end, whatever is chosen
    levels: tuple[Level | None, ...]
    worth: Ints  # of the first decision where it comes before the community cards: by choice and hand, in all


@lru_cache(maxsize=8)
def solution(game: CardGame, nets: bytes) -> Solution:
    """The solution of a game by what its ends gain, found at the first call."""
    about = (game.each, game.decks, game.community, game.shown, game.qualifies_from, game.ranking_name, game.decisions)
    own, hands = Path(__file__).parent, Path(__file__).parents[2] / "hands"
    sources = [own / "solver.py", own / "showdown.py", own / "solution.py", *sorted(hands.glob("*.py"))]
    if game.size <= FEW_CARDS:
        found = _solve(game, nets)
    else:
        found = kept.arrays("own-cards", (about, nets), sources, lambda: _solve(game, nets))
    levels = tuple(
        Level(found[f"codes{at}"], found[f"chosen{at}"]) if f"codes{at}" in found else None
        for at in range(len(game.decisions))
    )
    return Solution(found["ends"], found["whatever"], levels, found["worth"])


def nets_of(game: CardGame, nets: bytes) -> Ints:
    """What ends gain, by way that is played out, class and end."""
    return np.frombuffer(nets, np.int64).reshape(len(game.played_out), -1, 4)


def _solve(game: CardGame, nets: bytes) -> Mapping[str, NDArray[Any]]:
    from nomorebets.games.own_cards.solver import Solver, code_of, hands_of

    solver = Solver(game, nets_of(game, nets), hands_of(game.each, game.decks))
    ends, whatever = solver.solve()
    found: dict[str, NDArray[Any]] = {"ends": ends, "whatever": whatever}
    found["worth"] = solver.worth.get((), np.zeros((0, 0), np.int64))
    for at in range(len(game.decisions)):
        by_code = {code_of(seen, game.decks): made for (place, seen), made in solver.chosen.items() if place == at}
        if by_code:
            codes = sorted(by_code)
            found[f"codes{at}"] = np.array(codes, np.int64)
            found[f"chosen{at}"] = np.stack([by_code[code] for code in codes])
    return found
