"""Fast action hold'em exactly: all boards but for the names of suits, all hands of a player, all of the dealer.

Imports numba. Every deal is counted, as whole numbers; of the sample in a few seconds.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations, permutations, product
from math import comb

import numpy as np
from numpy.typing import NDArray

from nomorebets.equipment.cards import DECK, RANKS
from nomorebets.games.fast_action_holdem import kernels
from nomorebets.games.fast_action_holdem.hands import HighHand
from nomorebets.games.fast_action_holdem.kernels import Counts, Look
from nomorebets.games.fast_action_holdem.terms import OPTIMAL, WAYS, Shape
from nomorebets.hands.compiled import tables
from nomorebets.hands.joker import LOW_HANDS, LOW_NUMBER, Wheel, may_stand_behind, placed, two_cards_of
from nomorebets.hands.ranks import FIVE_CARD_HANDS, THREE_CARD_HANDS, rank3

Ints = NDArray[np.int64]
RANK_BITS = len(RANKS)  # of a key, for each suit
Ends = tuple[int, int, int]  # how often two, one and none of a player's hands win


@dataclass(frozen=True)
class Game:
    """All that the odds depend on, but for what is paid."""

    shape: Shape
    wheel: Wheel
    way: str  # the dealer's
    free: bool  # no hand need outrank the other
    copies_win: bool
    gone: tuple[int, ...] = ()  # cards that have left the deck

    @property
    def counts(self) -> Counts:
        """The same as the loops take it."""
        shape, way = self.shape, WAYS.index(self.way)
        return Counts(shape.own, shape.apart, shape.fills_high, shape.fills_low, way, int(self.copies_win))

    @property
    def left(self) -> int:
        """Cards that a board leaves."""
        return len(DECK) - len(self.gone) - self.shape.community

    @property
    def dealers(self) -> int:
        """Dealers' hands beside a player's."""
        return comb(self.left - self.shape.own, self.shape.own)


@lru_cache(4)
def look_up(high: int, wheel: Wheel, free: bool) -> Look:
    """The tables of hands."""
    five = [placed(hand, wheel) for hand in FIVE_CARD_HANDS]
    in_order = sorted(range(len(five)), key=five.__getitem__)
    order = np.zeros(len(five), np.int64)
    order[in_order] = range(len(five))
    ordered: list[HighHand] = [*THREE_CARD_HANDS] if high == 3 else [five[number] for number in in_order]
    most = len(LOW_HANDS) - 1
    stands = [most if free else _highest_in_front_of(hand) for hand in ordered]
    return Look(tables(), order, _threes(), _twos(), np.array(stands, np.int64))


def _highest_in_front_of(hand: HighHand) -> int:
    """The number of the highest low hand that may stand in front of a high hand."""
    return bisect_right(LOW_HANDS, False, key=lambda low: not may_stand_behind(hand, low)) - 1


@cache
def _threes() -> NDArray[np.int16]:
    numbers = np.full((len(DECK),) * 3, -1, np.int16)
    for cards in combinations(range(len(DECK)), 3):
        number = rank3(cards)
        for a, b, c in permutations(cards):
            numbers[a, b, c] = number
    return numbers


@cache
def _twos() -> NDArray[np.int16]:
    cards = range(len(DECK))
    return np.array([[LOW_NUMBER[two_cards_of((a >> 2, b >> 2))] for a in cards] for b in cards], np.int16)


@cache
def boards(number: int) -> tuple[Ints, Ints, Ints]:
    """All boards but for the names of suits: their cards, how many are alike, and the ranks in each suit as one key.

    The suits are in the order of their ranks, and boards in that of their keys.

    >>> [int(times.sum()) for _, times, _ in map(boards, (1, 2, 3))], len(boards(3)[0])
    ([52, 1326, 22100], 1755)
    """
    found: dict[tuple[int, ...], int] = {(0,) * kernels.SUITS: 1}
    for rank in range(len(RANKS)):
        longer: dict[tuple[int, ...], int] = {}
        for suits, times in found.items():
            held = sum(some.bit_count() for some in suits)
            for new in product((0, 1), repeat=kernels.SUITS):
                if held + sum(new) <= number:
                    after = tuple(sorted(some | bit << rank for some, bit in zip(suits, new, strict=True)))
                    longer[after] = longer.get(after, 0) + times
        found = longer
    whole = sorted((key_of(suits), suits, n) for suits, n in found.items() if sum(map(int.bit_count, suits)) == number)
    cards = [
        [card for card in range(len(DECK)) if suits[card % kernels.SUITS] >> card // kernels.SUITS & 1]
        for _, suits, _ in whole
    ]
    return np.array(cards), np.array([n for *_, n in whole]), np.array([key for key, *_ in whole])


def boards_without(number: int, gone: tuple[int, ...]) -> tuple[Ints, Ints]:
    """All boards of the cards that are left, but for the names of suits that lack the same ranks; how many are alike.

    >>> [int(boards_without(2, gone)[1].sum()) for gone in ((), (51,), (0, 51))]
    [1326, 1275, 1225]
    """
    alike = [
        naming
        for naming in permutations(range(kernels.SUITS))
        if {card & ~3 | naming[card & 3] for card in gone} == {*gone}
    ]
    left = [card for card in range(len(DECK)) if card not in gone]
    times = Counter(
        min(tuple(sorted(card & ~3 | naming[card & 3] for card in board)) for naming in alike)
        for board in combinations(left, number)
    )
    return np.array([*times]), np.array([*times.values()])


def key_of(suits: tuple[int, ...]) -> int:
    """The ranks of four suits as one number."""
    return sum(some << RANK_BITS * at for at, some in enumerate(suits))


@dataclass(frozen=True)
class Solved:
    """How often two, one and none of a player's hands win, by each way to set; and the best setting of every hand."""

    ends: dict[str, Ends]
    best: NDArray[np.uint8]  # by board and hand; of no use where cards have left


@lru_cache(4)
def solved(game: Game, pays: tuple[int, int, int]) -> Solved:
    """All deals counted; ``pays``: what two, one and no hand won bring, in cents."""
    number, gone = game.shape.community, np.array(game.gone, np.int64)
    cards, times = boards_without(number, game.gone) if game.gone else boards(number)[:2]
    best = np.zeros((1 if game.gone else len(cards), comb(game.left, game.shape.own)), np.uint8)
    look = look_up(game.shape.high, game.wheel, game.free)
    ends = kernels.count_boards(cards, times, game.counts, np.array(pays), game.dealers, look, best, gone)
    named = zip((*WAYS, OPTIMAL), ends.tolist(), strict=True)
    return Solved({name: (two, one, none) for name, (two, one, none) in named}, best)


def settings_on(game: Game, board: tuple[int, ...], hand: tuple[int, ...]) -> list[Ends]:
    """For each card of a hand, set alone in its hand: how many dealers' hands win two, one and none."""
    left = [card for card in range(len(DECK)) if card not in board]
    places = sorted(left.index(card) for card in hand)
    filled = np.array([*places, *[0] * (3 - len(places))])
    look = look_up(game.shape.high, game.wheel, game.free)
    ends = kernels.ends_on(np.array(board), filled, game.counts, game.dealers, look).tolist()
    by_card = {left[place]: (two, one, none) for place, (two, one, none) in zip(places, ends, strict=True)}
    return [by_card[card] for card in hand]


def worth(ends: Ends, pays: tuple[int, int, int]) -> Fraction:
    """What counted ends bring on average, in cents."""
    return Fraction(sum(number * net for number, net in zip(ends, pays, strict=True)), sum(ends))
