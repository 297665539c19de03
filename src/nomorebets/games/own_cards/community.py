"""Card games of one's own with cards for everybody: every hand with every board, counted exactly.

A hand is a player's own cards and the community cards. All boards are gone through; for each, every hand of a player
meets every hand of the dealer's that has none of its cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

from nomorebets.equipment.cards import index
from nomorebets.games.own_cards.definition import CardGame
from nomorebets.games.own_cards.solver import SIZE, hands_of

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Boards:
    """All boards with all hands of a player, one row for each: what lies, and how the dealer's hands end against it."""

    own: Ints  # the player's cards
    board: Ints
    place: Ints  # of the class that they are together
    ends: Ints  # how many of the dealer's hands end so: all of ENDS but the fold
    dealer_hands: int

    @property
    def ways(self) -> Ints:
        return np.ones(len(self.place), np.int64)


@lru_cache(maxsize=4)
def row_table(ranking: str, size: int) -> Ints:
    """The row of a hand, by its cards in any order."""
    hands = hands_of(ranking, size)
    table = np.zeros((SIZE,) * size, np.int64)
    for order in permutations(range(size)):
        table[tuple(hands.cards[:, column] for column in order)] = np.arange(len(hands.number))
    return table


@lru_cache(maxsize=4)
def boards(game: CardGame) -> Boards:
    """All rows of a game, counted at the first call."""
    hands, rows = hands_of(game.ranking_name, game.size), row_table(game.ranking_name, game.size)
    held = np.array(list(combinations(range(SIZE - game.community), game.each)))  # places among the cards that are left
    apart = np.ones((len(held), len(held)), np.bool_)
    for mine in held.T:
        for theirs in held.T:
            apart &= mine[:, None] != theirs[None, :]
    lie, number, ends = [], [], []
    for board in combinations(range(SIZE), game.community):
        left = np.array([card for card in range(SIZE) if card not in board])
        row = rows[(*left[held].T, *board)]
        worth = hands.number[row]
        qualifies = worth >= game.qualifies_from
        lower = worth[None, :] < worth[:, None]
        equal = worth[None, :] == worth[:, None]
        no_hand = (apart & ~qualifies).sum(axis=1)
        wins = (apart & qualifies & lower).sum(axis=1)
        ties = (apart & qualifies & equal).sum(axis=1)
        ends.append(np.stack([no_hand, wins, ties, apart.sum(axis=1) - no_hand - wins - ties], axis=1))
        lie.append((left[held], np.tile(board, (len(held), 1))))
        number.append(hands.place[row])
    own, lying = (np.concatenate(part) for part in zip(*lie, strict=True))
    return Boards(own, lying, np.concatenate(number), np.concatenate(ends), int(apart[0].sum()))


def decided_by(game: CardGame, rows: Boards) -> Ints:
    """Which rows are decided together: each by itself, or all boards of a hand where it is decided before them."""
    if not game.decides_before_board:
        return np.arange(len(rows.place))
    code = np.zeros(len(rows.place), np.int64)
    for column in rows.own.T:
        code = code * SIZE + column
    return np.unique(code, return_inverse=True)[1].astype(np.int64)


def ends_against(game: CardGame, own: Sequence[str], seen: Sequence[str]) -> Iterator[tuple[int, Ints]]:
    """For each board that may come, or the one that is seen: the class of a hand, and how the dealer's hands end."""
    hands, rows = hands_of(game.ranking_name, game.size), row_table(game.ranking_name, game.size)
    mine = [index(card) for card in own]
    others = [card for card in range(SIZE) if card not in mine]
    for board in [[index(card) for card in seen]] if seen else combinations(others, game.community):
        left = [card for card in others if card not in board]
        theirs = np.array(list(combinations(left, game.each)))
        worth = hands.number[rows[(*theirs.T, *board)]]
        row = rows[(*mine, *board)]
        number = hands.number[row]
        qualified = worth[worth >= game.qualifies_from]
        wins, ties = int((qualified < number).sum()), int((qualified == number).sum())
        ends = np.array([len(worth) - len(qualified), wins, ties, len(qualified) - wins - ties])
        yield int(hands.place[row]), ends
