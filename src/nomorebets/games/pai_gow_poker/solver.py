"""The main wager of pai gow poker exactly: every hand against every hand that may be dealt beside it. Imports numba.

All 8,250,459,031,214,400 deals are counted, as whole numbers, without dealing them:

1. What a dealer's hand is set as follows from its ranks alone, unless five of its cards are of one suit. The hands of
   given ranks that can be dealt beside a player's number one product of binomials. So for every choice of a player's
   seven ranks one sweep through the dealers' ranks, from the lowest hand behind to the highest, counts by low hand
   those that each setting beats.
2. A dealer's hand with five cards of a suit counts where it is set and not where its ranks alone would have it. How
   many there are depends on the player's ranks in that suit and on the rest by rank: one more sweep for each set of
   ranks in a suit.
3. Each way the suits of a player's cards may fall, but for their names, adds up step 1 and four corrections.

Where cards have left the pack fewer are there of a rank; suits that lack the same ranks are alike, and step 2 is done
once for each kind of suit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import groupby, product
from math import comb

import numpy as np
from numpy.typing import NDArray

from nomorebets.equipment.cards import SUITS as SUIT_NAMES
from nomorebets.games.pai_gow_poker import kernels
from nomorebets.games.pai_gow_poker.house_way import Way
from nomorebets.games.pai_gow_poker.kernels import Dealers, Deals, Events, Gone, Options, Parts
from nomorebets.games.pai_gow_poker.seven_kinds import CHOOSE, CODE, HAND, OF_EACH, OTHERS, SUITS, Ints, Sevens, in_suit
from nomorebets.hands.joker import JOKER_RANK, LOW_HANDS, ranks_of

LOWER = 7  # ranks in the lower half of a shape
SetAs = tuple[Ints, Ints]  # the numbers of the low and the high hand, by kind


@dataclass(frozen=True)
class Hands:
    """How often each shape comes: the ways in which its suits may fall, but for their names."""

    kinds: Sevens
    cards_gone: tuple[str, ...] = ()

    @cached_property
    def there(self) -> Ints:
        """How many cards of each rank there are, the joker last."""
        return OF_EACH - np.bincount(ranks_of(self.cards_gone), minlength=len(OF_EACH))

    @cached_property
    def gone(self) -> Gone:
        """What suits lack, those alike side by side: their names do not matter."""
        held = (ranks_of(in_suit(self.cards_gone, suit)) for suit in SUIT_NAMES)
        lacks, kind = np.unique(sorted(sum(1 << rank for rank in some) for some in held), return_inverse=True)
        return Gone(lacks[kind], kind, int(1 - self.there[JOKER_RANK]))

    @cached_property
    def held(self) -> Ints:
        """The set of ranks of each shape."""
        ranks: Ints = (self.kinds.shapes.counts[:, :JOKER_RANK] > 0) @ (1 << np.arange(JOKER_RANK))
        return ranks

    @cached_property
    def falls(self) -> tuple[Deals, Ints]:
        """How suits may fall, for every pattern of numbers of cards of the ranks; and the pattern of each shape."""
        patterns: dict[tuple[int, ...], int] = {}
        found = [tuple(n for n in row if n) for row in self.kinds.shapes.counts[:, :JOKER_RANK].tolist()]
        of_shape = np.array([patterns.setdefault(pattern, len(patterns)) for pattern in found])
        alike = tuple(len([*some]) for _, some in groupby(self.gone.kind.tolist()))
        rows = [sorted(_falls(pattern, alike).items()) for pattern in patterns]
        start = np.cumsum([0, *(len(falls) for falls in rows)])
        suits = np.array([suits for falls in rows for suits, _ in falls])
        return Deals(start, suits, np.array([times for falls in rows for _, times in falls])), of_shape

    @cached_property
    def start(self) -> Ints:
        """Where the hands of each shape begin among all, but for the names of suits; and the end."""
        deals, pattern = self.falls
        return np.concatenate([[0], np.diff(deals.start)[pattern].cumsum()])

    @cached_property
    def deals(self) -> int:
        """How many deals of two hands there are."""
        hands = int(self.kinds.number.sum())
        pack = next(n for n in range(HAND, 54) if comb(n, HAND) == hands) - len(self.cards_gone)
        return comb(pack, HAND) * comb(pack - HAND, HAND)


@cache
def _falls(pattern: tuple[int, ...], alike: tuple[int, ...]) -> dict[tuple[int, ...], int]:
    """The places in each suit, and how many hands are alike: for cards of so many ranks in order.

    ``alike``: how many suits there are of each kind; those of one kind are sorted.
    """
    ends = np.cumsum(alike).tolist()
    kinds = [slice(end - size, end) for end, size in zip(ends, alike, strict=True)]
    falls: dict[tuple[int, ...], int] = {(0,) * SUITS: 1}
    for place, number in enumerate(pattern):
        chosen = [some for some in product((0, 1), repeat=SUITS) if sum(some) == number]
        longer: dict[tuple[int, ...], int] = {}
        for fall, times in falls.items():
            for some in chosen:
                suits = [suit | new << place for suit, new in zip(fall, some, strict=True)]
                after = tuple(suit for kind in kinds for suit in sorted(suits[kind], reverse=True))
                longer[after] = longer.get(after, 0) + times
        falls = longer
    return falls


@dataclass(frozen=True)
class Against:
    """Every setting worth a look against one way of setting the dealer's hand; what a win pays is not yet said."""

    hands: Hands
    options: Options
    parts: Parts
    ways: tuple[Ints, Ints]

    def play(self, pays: tuple[int, int]) -> tuple[Ints, NDArray[np.uint8]]:
        """Wins and losses of each way by question, the best play for what a win pays and a loss costs being the last;

        and the best setting of every hand, among the options of its shape.
        """
        deals, pattern = self.hands.falls
        kinds = self.hands.kinds
        return kernels.all_hands(
            self.options,
            self.parts,
            deals,
            pattern,
            kinds.shapes.counts,
            self.hands.held,
            self.ways,
            PLACE_OF_PAIR,
            pays,
            self.hands.start,
            by_shape_and_suit(kinds, [kinds.questions[1]]),
            self.hands.gone,
        )


def against(
    hands: Hands,
    dealer: Way,
    players: Sequence[Way],
    pushes: NDArray[np.bool_] | None = None,
    wins_copies: bool = False,
) -> Against:
    """Steps 1 and 2. ``pushes``: kinds of dealers' hands with which nobody wins or loses.

    ``wins_copies``: whoever holds the bank wins copies; then "dealer" is the way of the one player against it.
    """
    kinds = hands.kinds
    out = np.zeros(len(kinds.number), np.bool_) if pushes is None else pushes
    played = [kinds.set_by(way) for way in players]
    options = settings_of(kinds, played, wins_copies)
    parts = count(hands, options, kinds.set_by(dealer), out)
    return Against(hands, options, parts, _as_options(kinds, options, played, wins_copies))


PLACE_OF_PAIR = np.zeros((JOKER_RANK + 1, JOKER_RANK + 1), np.int64)
for _at, _pair in enumerate(OTHERS):
    PLACE_OF_PAIR[_pair] = _at


def settings_of(kinds: Sevens, played: Sequence[SetAs], wins_copies: bool) -> Options:
    """The settings worth a look: those that may be best, and those of the ways that are played."""
    shapes = kinds.shapes
    flush = shapes.suited >= 0
    shape = np.concatenate([shapes.shape, shapes.shape[flush]])
    low = np.concatenate([shapes.low, shapes.low[flush]])
    high = np.concatenate([shapes.plain, shapes.suited[flush]])
    needs = np.concatenate([np.zeros(len(shapes.low), np.int64), shapes.behind[flush]])
    legal = kinds.legal[low, high]
    rows = np.unique(np.stack([shape, high, low, needs])[:, legal], axis=1)
    start = np.searchsorted(rows[0], np.arange(len(shapes.codes) + 1))
    keys = _key(rows[0], rows[2], rows[1])
    wanted = np.isin(keys, np.concatenate([_key(kinds.shape, *set_as) for set_as in played]))
    keeps = kernels.not_dominated(Options(start, rows[2], rows[1], rows[3])) | wanted
    rows = np.ascontiguousarray(rows[:, keeps])
    start = np.searchsorted(rows[0], np.arange(len(shapes.codes) + 1))
    return Options(start, rows[2] + wins_copies, rows[1] + wins_copies, rows[3])


def _key(shape: Ints, low: Ints, high: Ints) -> Ints:
    return (shape << 24) + (high << 8) + low


def _as_options(kinds: Sevens, options: Options, played: Sequence[SetAs], wins_copies: bool) -> tuple[Ints, Ints]:
    """The setting of each way that is played, by shape and by what is of one suit."""
    shape = np.repeat(np.arange(len(kinds.shapes.codes)), np.diff(options.start))
    keys = _key(shape, options.low - wins_copies, options.high - wins_copies)
    order = np.argsort(keys, kind="stable")
    chosen = [order[np.searchsorted(keys[order], _key(kinds.shape, *set_as))] for set_as in played]
    return by_shape_and_suit(kinds, chosen)


def by_shape_and_suit(kinds: Sevens, chosen: Sequence[Ints]) -> tuple[Ints, Ints]:
    """What is said of every kind, by shape where no five cards are of one suit, else by joker, ranks and others."""
    shapes, suited = len(kinds.shapes.codes), kinds.suited
    by_shape = np.zeros((len(chosen), shapes), np.int64)
    by_suit = np.zeros((len(chosen), 2, 1 << JOKER_RANK, len(OTHERS)), np.int64)
    for way, said in enumerate(chosen):
        by_shape[way] = said[:shapes]
        by_suit[way, suited.joker, suited.ranks, suited.others] = said[shapes:]
    return by_shape, by_suit


def count(hands: Hands, options: Options, dealt: SetAs, pushes: NDArray[np.bool_]) -> Parts:
    """Steps 1 and 2 for settings of every shape against hands that are set so."""
    kinds = hands.kinds
    counts = kinds.shapes.counts
    dealers, halves, ways = _dealers(kinds, hands.there, dealt, pushes)
    won, edge = kernels.rank_part(options, halves, ways, dealers)
    entries = np.diff(options.start) << (counts[:, :JOKER_RANK] > 0).sum(axis=1)
    base = np.concatenate([[0], entries.cumsum()])
    events, gone = _events(kinds, dealt, pushes), hands.gone
    flush_won, flush_edge = (np.zeros((int(gone.kind[-1]) + 1, base[-1]), np.int32) for _ in range(2))
    for lacks, kind in dict(zip(gone.lacks.tolist(), gone.kind.tolist(), strict=True)).items():
        elsewhere = hands.there[:JOKER_RANK] - (lacks >> np.arange(JOKER_RANK) & 1 ^ 1)
        sums = flush_won[kind], flush_edge[kind]
        kernels.flush_part(options, counts, hands.held, base, events, lacks, elsewhere, gone.joker, *sums)
    return Parts(won, edge, flush_won, flush_edge, base)


def _dealers(
    kinds: Sevens, cards: Ints, dealt: SetAs, pushes: NDArray[np.bool_]
) -> tuple[Dealers, tuple[Ints, Ints], tuple[NDArray[np.int32], NDArray[np.int32]]]:
    """Dealers' hands by ranks alone; the halves of every shape; and the ways of one half beside another."""
    counts, shapes = kinds.shapes.counts, len(kinds.shapes.codes)
    halves, ways = [], []
    for ranks in (slice(0, LOWER), slice(LOWER, None)):
        _, first, half = np.unique(counts[:, ranks] @ CODE[ranks], return_index=True, return_inverse=True)
        some = counts[first][:, ranks]
        beside = np.ones((len(first), len(first)), np.int32)
        for column, there in zip(some.T, cards[ranks], strict=True):
            free = np.maximum(there - column, 0)
            beside *= CHOOSE[free[:, None], column[None, :]].astype(np.int32)
        halves.append(half.ravel())
        ways.append(beside)
    low, high = (part[:shapes] for part in dealt)
    order = np.argsort(high, kind="stable")
    order = order[~pushes[:shapes][order]]
    below = np.searchsorted(high[order], np.arange(len(kinds.high.hands) + 2))
    lower, upper = (half[order].astype(np.uint16) for half in halves)
    return Dealers(below, low[order].astype(np.uint8), lower, upper), (halves[0], halves[1]), (ways[0], ways[1])


def _events(kinds: Sevens, dealt: SetAs, pushes: NDArray[np.bool_]) -> Events:
    """Dealers' hands with five of a suit, where they are set otherwise than their ranks alone would be."""
    shapes, suited = len(kinds.shapes.codes), kinds.suited
    low, high = dealt
    as_ranks, own = suited.shape, np.arange(shapes, len(low))
    differs = (low[own] != low[as_ranks]) | (high[own] != high[as_ranks]) | (pushes[own] != pushes[as_ranks])
    parts = []
    for sign, kind in ((1, own), (-1, as_ranks)):
        here = differs & ~pushes[kind]
        of_hand = np.stack([high[kind], low[kind], suited.ranks, suited.others, suited.joker])[:, here]
        parts.append(np.vstack([of_hand, np.full(of_hand.shape[1], sign)]))
    events = np.concatenate(parts, axis=1)
    return Events(*np.ascontiguousarray(events[:, np.argsort(events[0], kind="stable")]))


assert (len(LOW_HANDS), len(OTHERS)) == (kernels.LOWS, kernels.OTHERS)
