"""What is known of a card game of one's own once it is solved, kept from process to process; and when it is not solved.

Imports numba where something is solved.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import comb, factorial, prod
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nomorebets import kept
from nomorebets.games.own_cards.definition import CardGame

Ints = NDArray[np.int64]
Gone = tuple[int, ...]  # cards that have left, by their places in the deck, in order
FEW_CARDS = 3  # of a hand: all are counted in a moment
MOST_STEPS = 30_000_000_000  # one to two minutes of counting on one core
MOST_BYTES = 1 << 28  # of what is counted for every hand by itself
MOST_HANDS = 3_000_000  # of so many cards: those of five
MOST_CHOSEN = 1 << 26  # choices that are kept; where there are more, the last decision is worked out for each hand
MOST_AT_ONCE = 25_000  # hands of the dealer's that one hand is held against then: those of three cards
SUIT_NAMES = 20  # about so many boards are alike but for the names of suits


def boards_of(game: CardGame, names: int = 24) -> int:
    """About how many boards there are but for the names of suits, as they are turned up; each with a card shown.

    ``names``: in how many ways the suits may be named; fewer where cards of some have left.
    """
    boards, lying = 13 if game.shown else 1, 0
    for seen in sorted({*(decision.seen for decision in game.decisions), game.community}):
        boards *= comb(52 - lying, seen - lying)
        lying = seen
    return -(-boards // max(SUIT_NAMES * names // 24, 1)) if game.community else boards


def not_solved(game: CardGame, gone: Gone = ()) -> str:
    """Why not all hands of a game are counted, when some cards have left; nothing where they are."""
    if not game.main or game.size <= FEW_CARDS:
        return ""
    left = 52 - game.community - game.shown
    hands, dealers = comb(left, game.each), comb(left, game.each - game.shown)
    boards = boards_of(game, names_without(gone))
    steps = boards * (hands * 3 + dealers) * 2**game.each
    entries = len(game.played_out) * (len(game.ranking.classes) if game.bonus else 1) * 4
    nodes = sum(way.asked == len(game.decisions) - 1 for way in game.ways)
    held = comb(52, game.each) * entries * 8 * (nodes + 1) if game.decides_first or len(game.decisions) > 1 else 0
    every = comb(52, game.each)
    is_kept = bool(gone) or boards * every * nodes <= MOST_CHOSEN or every <= MOST_AT_ONCE
    if steps <= MOST_STEPS and held <= MOST_BYTES and every <= MOST_HANDS and is_kept:
        return ""
    return f"{boards * hands:,} hands on boards that differ are too many to be counted against all of the dealer's"


def names_without(gone: Gone) -> int:
    """In how many ways the suits may be named when some cards have left."""
    lacks = Counter(tuple(card >> 2 for card in gone if card & 3 == suit) for suit in range(4))
    return prod(factorial(alike) for alike in lacks.values())


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
def solution(game: CardGame, nets: bytes, gone: Gone = ()) -> Solution:
    """The solution of a game by what its ends gain, found at the first call; the choices only of whole decks."""
    if game.size <= FEW_CARDS:
        found = _solve(game, nets, gone)
    else:
        about = (_about(game), nets, *([gone] if gone else []))
        found = kept.arrays("own-cards", about, _sources(), lambda: _solve(game, nets, gone))
    levels = tuple(
        Level(found[f"codes{at}"], found[f"chosen{at}"]) if f"codes{at}" in found else None
        for at in range(len(game.decisions))
    )
    return Solution(found["ends"], found["whatever"], levels, found["worth"])


def is_at_hand(game: CardGame, nets: bytes) -> bool:
    """Whether the best choices are found in a moment: by now, or because there are few hands."""
    if not_solved(game):
        return False
    return game.size <= FEW_CARDS or kept.are_known("own-cards", (_about(game), nets), _sources())


def _about(game: CardGame) -> tuple[object, ...]:
    return game.each, game.decks, game.community, game.shown, game.qualifies_from, game.ranking_name, game.decisions


def _sources() -> list[Path]:
    own, hands = Path(__file__).parent, Path(__file__).parents[2] / "hands"
    return [own / "solver.py", own / "showdown.py", own / "solution.py", *sorted(hands.glob("*.py"))]


def nets_of(game: CardGame, nets: bytes) -> Ints:
    """What ends gain, by way that is played out, class and end."""
    return np.frombuffer(nets, np.int64).reshape(len(game.played_out), -1, 4)


def _solve(game: CardGame, nets: bytes, gone: Gone) -> Mapping[str, NDArray[Any]]:
    from nomorebets.games.own_cards.solver import Solver, code_of, hands_of

    solver = Solver(game, nets_of(game, nets), hands_of(game.each, game.decks), gone=gone)
    ends, whatever = solver.solve()
    found: dict[str, NDArray[Any]] = {"ends": ends, "whatever": whatever}
    found["worth"] = solver.worth.get((), np.zeros((0, 0), np.int64))
    for at in range(0 if gone else len(game.decisions)):
        by_code = {code_of(seen, game.decks): made for (place, seen), made in solver.chosen.items() if place == at}
        if by_code:
            codes = sorted(by_code)
            found[f"codes{at}"] = np.array(codes, np.int64)
            found[f"chosen{at}"] = np.stack([by_code[code] for code in codes])
    return found
