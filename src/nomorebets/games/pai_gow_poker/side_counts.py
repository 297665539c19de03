"""How often seven cards, three cards and colours hold what the bonus wagers go by: exact, over all hands."""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache
from itertools import combinations
from math import comb

import numpy as np

from nomorebets.equipment.cards import JOKER, SUITS, without
from nomorebets.equipment.packs import pack
from nomorebets.games.pai_gow_poker.seven_cards import IN_SEQUENCE, UNPAID, colours_of, three_cards_hold
from nomorebets.games.pai_gow_poker.seven_kinds import OTHERS, Ints, Sevens, sevens
from nomorebets.games.pai_gow_poker.terms import ROYAL_MATCH, SEVEN_CARD, SEVEN_CARD_JOKER, THREE_PAIR, TOP_CARDS
from nomorebets.hands.joker import JOKER_HAND_CATEGORIES, JOKER_RANK
from nomorebets.hands.poker import ACE

Held = frozenset[str]
MATCHED = OTHERS.index((ACE - 2, ACE - 1))  # a queen and a king beside the suit
COLOURS = ("red", "black", "neither")


@cache
def held_by_kind() -> tuple[tuple[Held, ...], Ints]:
    """What kinds of seven cards hold, each set of hands once; and which of them each kind holds.

    Where a king and a queen lie beside a royal flush it says so as if they were of one suit: a third of such hands.
    """
    kinds = sevens()
    marks = np.stack([_categories(kinds), _top(kinds), _special(kinds)])
    rows, which = np.unique(marks, axis=1, return_inverse=True)
    held = [_held(*row) for row in rows.T.tolist()]
    names = tuple(dict.fromkeys(held))
    return names, np.array([names.index(one) for one in held])[which.ravel()]


def _categories(kinds: Sevens) -> Ints:
    """Every category that some setting of the kind makes, as a set of bits.

    Behind a flush of which a card has a twin of another suit, its ranks make a lesser hand too.
    """
    begin, split, behind = kinds.rows
    shapes = kinds.shapes
    made, twins = 1 << kinds.places, (shapes.counts[:, :JOKER_RANK] > 1) @ (1 << np.arange(JOKER_RANK))
    plain = np.bitwise_or.reduceat(made[shapes.plain], shapes.start[:-1])
    lesser = np.where(shapes.behind[split] & twins[shapes.shape[split]], made[shapes.plain[split]], 0)
    return np.concatenate([plain, np.bitwise_or.reduceat(made[behind] | lesser, begin[:-1])])


def _top(kinds: Sevens) -> Ints:
    """The top card of kinds that make nothing."""
    return np.where(kinds.place == 0, np.minimum(kinds.tops, ACE), -1)


def _special(kinds: Sevens) -> Ints:
    """1 and 2: a seven-card straight flush without and with the joker; 4: a royal match; 8: three pairs."""
    shapes, suited = kinds.shapes, kinds.suited
    as_aces = shapes.counts[:, :JOKER_RANK].copy()
    as_aces[:, ACE] += shapes.counts[:, JOKER_RANK]
    three_pairs = ((as_aces == 2).sum(axis=1) == 3) & (as_aces.max(axis=1) == 2)
    special = np.where(three_pairs, 8, 0)[kinds.shape]
    runs = [sum(1 << rank for rank in run) for run in IN_SEQUENCE]
    in_sequence = np.any([suited.ranks & ~run == 0 for run in runs], axis=0) & (suited.others == len(OTHERS) - 1)
    royal = kinds.place[len(shapes.codes) :] >= JOKER_HAND_CATEGORIES.index("royal-flush")
    own = np.where(in_sequence, 1 + suited.joker, 0) + np.where(royal & (suited.others == MATCHED), 4, 0)
    special[len(shapes.codes) :] += own
    return special


def _held(categories: int, top: int, special: int) -> Held:
    if top >= 0:
        return frozenset({TOP_CARDS[top]})
    made = {name for place, name in enumerate(JOKER_HAND_CATEGORIES) if categories >> place & 1} - {*UNPAID}
    specials = {1: SEVEN_CARD, 2: SEVEN_CARD_JOKER, 4: ROYAL_MATCH, 8: THREE_PAIR}
    return frozenset(made | {name for bit, name in specials.items() if special & bit})


@lru_cache(64)
def seven_counts(gone: tuple[str, ...] = ()) -> dict[Held, int]:
    """How many of all hands of seven cards hold what, when some cards have left the pack.

    >>> counts = seven_counts()
    >>> sum(counts.values()) == comb(53, 7), sum(n for held, n in counts.items() if "royal-match" in held)
    (True, 72)
    """
    names, which = held_by_kind()
    counts: Counter[Held] = Counter()
    kinds = sevens()
    every, matched = (_sums(which, number, len(names)) for number in (kinds.beside(gone), _matched(kinds, gone)))
    for held, number, of_one_suit in zip(names, every, matched, strict=True):
        matches = of_one_suit if ROYAL_MATCH in held else number
        counts[held] += matches
        counts[held - {ROYAL_MATCH}] += number - matches
    return {held: n for held, n in counts.items() if n}


def _matched(kinds: Sevens, gone: tuple[str, ...]) -> Ints:
    """How many hands of each kind have one queen and one king beside their suit, both of one other suit."""
    matched = np.zeros(len(kinds.suited.ranks), np.int64)
    for suit in SUITS:
        pairs = sum(other != suit and not {"Q" + other, "K" + other} & {*gone} for other in SUITS)
        matched += np.where(kinds.suited_beside(gone, suit) > 0, pairs, 0)
    matched[kinds.suited.others != MATCHED] = 0
    return np.concatenate([np.zeros(len(kinds.shapes.codes), np.int64), matched])


def _sums(which: Ints, number: Ints, size: int) -> list[int]:
    sums = np.zeros(size, np.int64)
    np.add.at(sums, which, number)
    return [int(n) for n in sums]


@lru_cache(64)
def three_counts(gone: tuple[str, ...] = ()) -> dict[Held, int]:
    """How many of all hands of three cards hold what."""
    return dict(Counter(three_cards_hold(cards) for cards in combinations(without(pack("joker"), gone), 3)))


def colour_counts(gone: tuple[str, ...] = ()) -> dict[str, int]:
    """How many hands of seven cards have more red cards than half, more black ones, or neither."""
    left = without(pack("joker"), gone)
    reds, blacks = colours_of(left)
    counts: Counter[str] = Counter()
    for joker in (0, 1) if JOKER in left else (0,):
        for red in range(8 - joker):
            black = 7 - joker - red
            counts[colour_of(red, black)] += comb(reds, red) * comb(blacks, black)
    return dict(counts)


def colour_of(red: int, black: int) -> str:
    """The colour of more than half of seven cards."""
    return "red" if red > 3 else "black" if black > 3 else "neither"
