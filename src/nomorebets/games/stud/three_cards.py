"""All hands of three cards."""

from __future__ import annotations

from itertools import chain, combinations

import numpy as np
from numpy.typing import NDArray

from nomorebets.equipment.cards import RANKS, SUITS, deck_of, index, without
from nomorebets.hands.ranks import THREE_CARD_NUMBER_OF


def three_card_hands(
    ranks: str = RANKS, suits: str = SUITS, gone: tuple[str, ...] = ()
) -> tuple[NDArray[np.int64], NDArray[np.uint8], NDArray[np.int64]]:
    """Every hand of a deck: the places of its cards in the deck, their indices, the lowest first, and its number."""
    deck = np.array([index(card) for card in without(deck_of(ranks, suits), gone)], np.uint8)
    at = np.fromiter(chain.from_iterable(combinations(range(len(deck)), 3)), np.int64).reshape(-1, 3)
    return at, deck[at], _numbers(deck[at])


def _numbers(cards: NDArray[np.uint8]) -> NDArray[np.int64]:
    """The numbers of many hands of three cards."""
    table = np.zeros((2, 13, 13, 13), np.int64)
    for ((low, middle, high), one_suit), number in THREE_CARD_NUMBER_OF.items():
        table[int(one_suit), low, middle, high] = number
    a, b, c = cards.T
    same = (((a ^ b) | (a ^ c)) & 3 == 0).astype(np.int64)
    numbers: NDArray[np.int64] = table[same, a >> 2, b >> 2, c >> 2]  # the cards of a row ascend
    return numbers
