"""The best five of six cards in compiled loops, for the six-card bonus of three card poker. Imports numba."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiling import compiled
from nomorebets.games.three_card_poker.settlement import SIX_CARD_ROYAL, SIX_CARD_ROYAL_DIAMONDS
from nomorebets.hands.compiled import Tables, Word, five_card_number, tables
from nomorebets.hands.poker import FIVE_CARD_CATEGORIES
from nomorebets.hands.ranks import FIVE_CARD_PLACE

SIX_CARD_CLASSES = (*FIVE_CARD_CATEGORIES, SIX_CARD_ROYAL, SIX_CARD_ROYAL_DIAMONDS)
ROYAL_PLACE = np.uint64(FIVE_CARD_CATEGORIES.index("royal-flush"))
SIX_CARD_ROYAL_PLACE = np.uint64(len(FIVE_CARD_CATEGORIES))
NINE_TO_ACE = np.uint64(0b1111110000000)
ONE, TWO, THREE = np.uint64(1), np.uint64(2), np.uint64(3)


@compiled
def six_card_place(
    a: Word, b: Word, c: Word, d: Word, e: Word, f: Word, place_of: NDArray[np.uint8], look_up: Tables
) -> Any:
    """The place of the best five of six cards in `SIX_CARD_CLASSES`."""
    best = five_card_number(a, b, c, d, e, look_up)
    best = max(best, five_card_number(a, b, c, d, f, look_up))
    best = max(best, five_card_number(a, b, c, e, f, look_up))
    best = max(best, five_card_number(a, b, d, e, f, look_up))
    best = max(best, five_card_number(a, c, d, e, f, look_up))
    best = max(best, five_card_number(b, c, d, e, f, look_up))
    place = np.uint64(place_of[np.uint64(best)])
    if place == ROYAL_PLACE:
        ranks = ONE << (a >> TWO) | ONE << (b >> TWO) | ONE << (c >> TWO)
        ranks |= ONE << (d >> TWO) | ONE << (e >> TWO) | ONE << (f >> TWO)
        suits = (a ^ b) | (a ^ c) | (a ^ d) | (a ^ e) | (a ^ f)
        if ranks == NINE_TO_ACE and suits & THREE == np.uint64(0):
            return SIX_CARD_ROYAL_PLACE + np.uint64(a & THREE == ONE)
    return place


@compiled
def _count(
    hands: NDArray[np.uint64], ways: NDArray[np.int64], place_of: NDArray[np.uint8], look_up: Tables
) -> NDArray[np.int64]:
    counts = np.zeros(12, np.int64)
    rest = np.empty(49, np.uint64)
    for row in range(np.uint64(hands.shape[0])):
        a, b, c = hands[row, 0], hands[row, 1], hands[row, 2]
        left = 0
        for card in range(np.uint64(52)):
            if card not in (a, b, c):
                rest[left] = card
                left += 1
        for i in range(np.uint64(47)):
            for j in range(i + ONE, np.uint64(48)):
                for k in range(j + ONE, np.uint64(49)):
                    counts[six_card_place(a, b, c, rest[i], rest[j], rest[k], place_of, look_up)] += ways[row]
    return counts


def count_six_cards(hands: NDArray[np.uint8]) -> NDArray[np.int64]:
    """How often the best five of six cards are of each class, over these hands and every hand of the dealer's.

    Hands that differ only in the names of suits are gone through once.
    """
    names = np.full((len(hands), 4), -1, np.int64)
    known = np.zeros(len(hands), np.int64)
    alike = np.empty(hands.shape, np.uint64)
    every = np.arange(len(hands))
    for i in range(3):
        suit = hands[:, i] & 3
        new = names[every, suit] < 0
        names[every[new], suit[new]] = known[new]
        known += new
        alike[:, i] = (hands[:, i] & 0xFC).astype(np.uint64) | names[every, suit].astype(np.uint64)
    kinds, ways = np.unique(alike, axis=0, return_counts=True)
    return np.asarray(_count(np.ascontiguousarray(kinds), ways, np.array(FIVE_CARD_PLACE, np.uint8), tables()))
