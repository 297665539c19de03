"""The four cards of a spot from a full shoe, dealt by a compiled loop: for wagers of game files. Imports numba."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nomorebets.equipment.cards import DECK, RANKS, SUITS
from nomorebets.games.blackjack_switch.match import FourCards
from nomorebets.games.blackjack_switch.terms import DECKS
from nomorebets.games.blackjack_switch.variations import COLOURS, LIKE_SUITS, TWO_RANKS, like
from nomorebets.sim.blocks import Kernel
from nomorebets.sim.dealing import deal_hands, deal_rule
from nomorebets.table import Table

FOUR = 4
COLOUR_OF = np.array([suit in COLOURS[0] for suit in SUITS])
NUMBER = np.zeros((len(RANKS), len(RANKS)), np.int64)  # of two ranks, in either order
for _at, _two in enumerate(TWO_RANKS):
    _low, _high = map(RANKS.index, _two)
    NUMBER[_low, _high] = NUMBER[_high, _low] = _at
SIZE = len(TWO_RANKS) ** 2 * len(LIKE_SUITS)


def spot_kernel(table: Table) -> tuple[Kernel, int, Callable[[list[int]], Mapping[Any, int]]]:
    """Spots by the ranks of both hands, and how their suits are alike."""
    pack = len(DECK) * int(table.house[DECKS])
    rule = deal_rule(FOUR, pack)

    def kernel(seed: int, block: int, rounds: int) -> NDArray[np.int64]:
        words = np.uint64(seed), np.uint64(block), np.uint64(rounds)
        cards = deal_hands(*words, rule, np.arange(pack).astype(np.uint64))
        ranks, suits = np.divmod(cards, len(SUITS))
        one_suit = (suits == suits[:, :1]).all(axis=1)
        colours = COLOUR_OF[suits]
        one_colour = (colours == colours[:, :1]).all(axis=1)
        suited = np.where(one_suit, 0, np.where(one_colour, 1, 2))
        first, second = NUMBER[ranks[:, 0], ranks[:, 1]], NUMBER[ranks[:, 2], ranks[:, 3]]
        codes = (first * len(TWO_RANKS) + second) * len(LIKE_SUITS) + suited
        return np.bincount(codes, minlength=SIZE).astype(np.int64)

    def read(counts: list[int]) -> dict[FourCards, int]:
        places = [(first, second, suits) for first in TWO_RANKS for second in TWO_RANKS for suits in LIKE_SUITS]
        return {like(*place): n for place, n in zip(places, counts, strict=True) if n}

    return kernel, SIZE, read
