"""Three card poker simulated: rounds dealt by a compiled loop, settled as the exact odds are. Imports numba."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiling import compiled
from nomorebets.games.stud.dealer import OUTCOMES
from nomorebets.games.stud.rounds import (
    DECK_SIZE,
    FIVE,
    FOLD,
    ONE,
    THREE,
    THREE_CARD,
    _by_three_cards,
    _deal,
    _deal_rule,
    _new_deck,
    _outcome,
    three_card_kernel,
)
from nomorebets.games.three_card_poker import odds
from nomorebets.games.three_card_poker import terms as options
from nomorebets.games.three_card_poker.progressive import SPADES
from nomorebets.games.three_card_poker.six_cards import SIX_CARD_CLASSES, six_card_place
from nomorebets.games.three_card_poker.solver import Played
from nomorebets.hands.compiled import Tables, tables
from nomorebets.hands.poker import MINI_ROYAL, THREE_CARD_PAY_CLASSES
from nomorebets.hands.ranks import FIVE_CARD_PLACE, LOWEST_QUEEN_HIGH, THREE_CARD_PLACE
from nomorebets.pricing.ends import Ends
from nomorebets.pricing.facet import Pricing
from nomorebets.sim.blocks import Kernel
from nomorebets.sim.facet import GameSimulation
from nomorebets.sim.kernels import DrawRule, Word, _block_state
from nomorebets.sim.simulate import Simulated, Simulator, estimate_of
from nomorebets.table import Table

Counted: TypeAlias = Mapping[tuple[Hashable, ...], int]

SIX = np.uint64(len(SIX_CARD_CLASSES))
MINI_ROYAL_PLACE = np.uint64(THREE_CARD_PAY_CLASSES.index(MINI_ROYAL))
CLASSES = (*THREE_CARD_PAY_CLASSES, SPADES)
WITH_SIDE_WAGERS = tuple((name, end, best) for name in CLASSES for end in OUTCOMES for best in SIX_CARD_CLASSES)


@compiled
def _play_with_side_wagers(
    seed: Word,
    block: Word,
    rounds: Word,
    rule: DrawRule,
    numbers: NDArray[np.uint16],
    plays: NDArray[np.bool_],
    places: tuple[NDArray[np.uint8], NDArray[np.uint8]],
    lowest: int,
    look_up: Tables,
) -> NDArray[np.int64]:
    """As the kernel of `poker_kernels`, and with it the best five of the six cards."""
    state, deck = _block_state(seed, block), _new_deck()
    three, five = places
    counts = np.zeros(8 * 5 * 12, np.int64)
    for _ in range(rounds):
        state = _deal(state, rule, deck)
        hand = (deck[0] * DECK_SIZE + deck[1]) * DECK_SIZE + deck[2]
        number = numbers[hand]
        dealer = numbers[(deck[3] * DECK_SIZE + deck[4]) * DECK_SIZE + deck[5]]
        outcome = _outcome(number, dealer, lowest) if plays[hand] else FOLD
        pay_class = np.uint64(three[np.uint64(number)])
        if pay_class == MINI_ROYAL_PLACE and deck[0] & THREE == THREE:
            pay_class += ONE
        end = pay_class * FIVE + outcome
        best = six_card_place(deck[0], deck[1], deck[2], deck[3], deck[4], deck[5], five, look_up)
        counts[end * SIX + best] += 1
    return counts


def side_wager_kernel(played: Played) -> Kernel:
    """Rounds of three card poker with its side wagers; counts as `WITH_SIDE_WAGERS` lists them."""
    rows, rule, look_up = played.situations, _deal_rule(6), tables()
    numbers, plays = _by_three_cards(rows.cards, rows.hand), _by_three_cards(rows.cards, played.bets)
    places = np.array(THREE_CARD_PLACE, np.uint8), np.array(FIVE_CARD_PLACE, np.uint8)

    def kernel(seed: int, block: int, rounds: int) -> NDArray[np.int64]:
        stream = np.uint64(seed), np.uint64(block), np.uint64(rounds)
        return _play_with_side_wagers(*stream, rule, numbers, plays, places, LOWEST_QUEEN_HIGH, look_up)

    return kernel


def _any_suit(end: tuple[Hashable, ...]) -> Hashable:
    """The pay class of an end, whatever the suit of a mini royal."""
    return MINI_ROYAL if end[0] == SPADES else end[0]


def _by(counted: Counted, rounds: int, told_apart_by: Callable[[Any], tuple[Hashable, ...]]) -> Ends:
    """The counts added up by what a line tells apart."""
    found: defaultdict[tuple[Hashable, ...], int] = defaultdict(int)
    for end, count in counted.items():
        found[told_apart_by(end)] += count
    return Ends(found, rounds)


def simulator_of(table: Table, pricing: Pricing) -> Simulator:
    """Rounds by a named strategy, counted and settled line by line."""
    stake = pricing.stake or odds.USUAL_STAKE
    rounds_by = odds.played(table.house, stake, pricing.strategy)
    wanted = [line.wager for line in odds.lines(table, pricing)]
    with_sides = bool({"six-card-bonus", "progressive"} & set(wanted))
    ends: tuple[tuple[Hashable, ...], ...] = WITH_SIDE_WAGERS if with_sides else THREE_CARD
    forfeits = table.house[options.SIDE_WAGERS_SURVIVE] == "off"

    def lines(counts: list[int], rounds: int) -> list[Simulated]:
        counted = {end: n for end, n in zip(ends, counts, strict=True) if n}
        found = {
            "ante": lambda: odds.ante_line(table, stake, _by(counted, rounds, lambda end: (_any_suit(end), end[1]))),
            "pair-plus": lambda: odds.pair_plus_line(table, stake, _by(counted, rounds, lambda end: (_any_suit(end),))),
            "progressive": lambda: odds.progressive_line(
                table, _by(counted, rounds, lambda end: end[:2]), pricing.meter
            ),
            "six-card-bonus": lambda: odds.six_card_line(
                table, stake, _by(counted, rounds, lambda end: ("fold",) if forfeits and end[1] == "fold" else end[2:])
            ),
        }
        return [estimate_of(found[wager](), rounds) for wager in wanted]

    return Simulator(side_wager_kernel(rounds_by) if with_sides else three_card_kernel(rounds_by), lines)


SIMULATION = GameSimulation(simulator=simulator_of)
