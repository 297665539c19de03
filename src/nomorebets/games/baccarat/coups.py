"""From deals to coups: the drawing table decides who takes the next cards."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nomorebets.games.baccarat.deals import Deals
from nomorebets.hands.baccarat import (
    CODES,
    DRAWING_TABLE,
    NATURALS,
    NO_CARD,
    VALUES,
    Coup,
    DrawingTable,
    code,
    coup_with,
)

Counts = NDArray[Any]  # by code


@cache
def _cells(drawing_table: DrawingTable) -> tuple[NDArray[np.int64], ...]:
    """For each of the three tables of :class:`Deals`, the cells that a drawing table reaches and their coups."""
    reached: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)  # table: (flat index, code)
    for player in range(VALUES):
        for banker in range(VALUES):
            at = player * VALUES + banker
            if player in NATURALS or banker in NATURALS:
                reached["none"].append((at, code(Coup(player, banker))))
                continue
            if drawing_table.player_action(player) == "S":
                if drawing_table.banker_action(banker, None) == "S":
                    reached["none"].append((at, code(Coup(player, banker))))
                    continue
                for card in range(VALUES):
                    coup = Coup(player, (banker + card) % VALUES, False, True)
                    reached["one"].append((at * VALUES + card, code(coup)))
                continue
            for third in range(VALUES):
                made, cell = (player + third) % VALUES, at * VALUES + third
                if drawing_table.banker_action(banker, third) == "S":
                    reached["one"].append((cell, code(Coup(made, banker, True, False))))
                    continue
                for card in range(VALUES):
                    coup = Coup(made, (banker + card) % VALUES, True, True)
                    reached["two"].append((cell * VALUES + card, code(coup)))
    assert NO_CARD == 0
    return tuple(np.array(reached[table], np.int64).reshape(-1, 2).T for table in ("none", "one", "two"))


def count_codes(deals: Deals, drawing_table: DrawingTable) -> Counts:
    """In how many of the deals each coup comes out, by its code; together they are all deals."""
    counts = np.zeros(CODES, deals.two.dtype)
    for ways, (cells, codes) in zip((deals.none, deals.one, deals.two), _cells(drawing_table), strict=True):
        np.add.at(counts, codes, ways.ravel()[cells])
    return counts


def coup_counts(deals: Deals, drawing_table: DrawingTable = DRAWING_TABLE) -> dict[Coup, int]:
    """In how many of the deals each coup comes out."""
    return {coup_with(code): int(ways) for code, ways in enumerate(count_codes(deals, drawing_table)) if ways}
