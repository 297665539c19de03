"""The first cards of rounds from a full shoe, counted by a compiled loop: for side wagers, and those of game files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nomorebets.equipment.cards import DECK
from nomorebets.errors import UnknownName
from nomorebets.games.twenty_one.hand import is_ace, value
from nomorebets.games.twenty_one.outcome import FirstCards
from nomorebets.games.twenty_one.shoe_counts import ShoeCounts
from nomorebets.games.twenty_one.side_kernels import SIX, SIZE, count_deals, triples_of
from nomorebets.sim.blocks import Kernel
from nomorebets.sim.dealing import deal_rule

TEN = 10


def side_kernel(shoe: ShoeCounts) -> Kernel:
    """Rounds of six cards from a shoe, counted."""
    cards = np.repeat(np.arange(len(DECK)), [shoe.of[card] for card in DECK]).astype(np.uint64)
    sorts = np.array([0 if is_ace(card) else 1 if value(card) == TEN else 2 for card in DECK], np.uint64)
    try:
        rule = deal_rule(SIX, cards.size)
    except ValueError:
        raise UnknownName(f"a shoe of {cards.size} cards is too large to be simulated", accepts="30 decks") from None

    def kernel(seed: int, block: int, rounds: int) -> NDArray[np.int64]:
        return count_deals(np.uint64(seed), np.uint64(block), np.uint64(rounds), rule, cards, sorts)

    return kernel


def first_cards_kernel(shoe: ShoeCounts) -> tuple[Kernel, int, Callable[[list[int]], Mapping[Any, int]]]:
    """What wagers of a game file are on, as it came: two cards of a box and the dealer's first."""

    def read(counts: list[int]) -> dict[FirstCards, int]:
        return {FirstCards(cards[:2], cards[2]): count for cards, count in triples_of(counts)}

    return side_kernel(shoe), SIZE, read
