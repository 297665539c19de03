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
    deck: NDArray[np.uint64], plays: NDArray[np.int64], place_of: NDArray[np.uint8], look_up: Tables
) -> NDArray[np.int64]:
    counts, size = np.zeros(12, np.int64), np.uint64(deck.size)
    with_last = np.empty(52, np.int64)  # hands that are played among the first five cards but one and each last card
    for i in range(size):
        a = deck[i]
        for j in range(i + ONE, size):
            b = deck[j]
            for k in range(j + ONE, size):
                c = deck[k]
                of_three = plays[a, b, c]
                for m in range(k + ONE, size):
                    d = deck[m]
                    of_four = of_three + plays[a, b, d] + plays[a, c, d] + plays[b, c, d]
                    for n in range(m + ONE, size):
                        e = deck[n]
                        with_last[n] = plays[a, b, e] + plays[a, c, e] + plays[b, c, e]
                        with_last[n] += plays[a, d, e] + plays[b, d, e] + plays[c, d, e]
                    for n in range(m + ONE, size):
                        e = deck[n]
                        of_five = of_four + with_last[n]
                        for o in range(n + ONE, size):
                            f = deck[o]
                            played = of_five + with_last[o] + plays[a, e, f] + plays[b, e, f]
                            played += plays[c, e, f] + plays[d, e, f]
                            if played:
                                counts[six_card_place(a, b, c, d, e, f, place_of, look_up)] += played
    return counts


def count_six_cards(deck: NDArray[np.uint8], played: NDArray[np.uint8]) -> NDArray[np.int64]:
    """How often the best five of six cards are of each class, over the hands that are played and all of the dealer's.

    Cards by their index, ascending. Each six cards of the deck are gone through once, and count in as many of their
    twenty ways to be dealt as give the player a hand that is played.
    """
    plays = np.zeros((52, 52, 52), np.int64)
    plays[tuple(played.T)] = 1
    return np.asarray(_count(deck.astype(np.uint64), plays, np.array(FIVE_CARD_PLACE, np.uint8), tables()))
