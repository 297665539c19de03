"""Three card poker simulated: rounds dealt by a compiled loop, settled as the exact odds are. Imports numba."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiling import compiled
from nomorebets.games.stud.rounds import DECK_BITS, FIVE, ONE, THREE, ZERO, by_set, kernel_of, place_of_end
from nomorebets.games.stud.showdown import ENDS
from nomorebets.games.stud.side_by_side import against_dealer
from nomorebets.games.three_card_poker import odds, solver
from nomorebets.games.three_card_poker import terms as options
from nomorebets.games.three_card_poker.script import lowest_of
from nomorebets.games.three_card_poker.settlement import in_any_suit
from nomorebets.games.three_card_poker.six_cards import SIX_CARD_CLASSES, six_card_place
from nomorebets.games.three_card_poker.solver import Played
from nomorebets.hands.compiled import Tables, tables
from nomorebets.hands.poker import MINI_ROYAL, THREE_CARD_PAY_CLASSES
from nomorebets.hands.ranks import FIVE_CARD_PLACE, THREE_CARD_PLACE
from nomorebets.pricing.ends import Ends
from nomorebets.pricing.facet import Pricing
from nomorebets.pricing.sheet import Line
from nomorebets.sim.blocks import Kernel
from nomorebets.sim.dealing import (
    BINOMIALS,
    cards_at,
    deck_rule,
    highest_card,
    lowest_card,
    number_of_set,
    numbers_of_sets,
    sets_of,
    stream_of,
)
from nomorebets.sim.facet import GameSimulation
from nomorebets.sim.kernels import DrawRule, Word, fair_word, umulh
from nomorebets.sim.side_by_side import ByTables
from nomorebets.sim.simulate import Simulated, Simulator, estimate_of
from nomorebets.table import Table

Counted: TypeAlias = Mapping[tuple[Hashable, ...], int]

SIX = np.uint64(len(SIX_CARD_CLASSES))
MINI_ROYAL_PLACE = np.uint64(THREE_CARD_PAY_CLASSES.index(MINI_ROYAL))
CLASSES = (*THREE_CARD_PAY_CLASSES, options.SPADES)
COUNTED = tuple((pay_class, end) for pay_class in THREE_CARD_PAY_CLASSES for end in ENDS)
WITH_SIDE_WAGERS = tuple((name, end, best) for name in CLASSES for end in ENDS for best in SIX_CARD_CLASSES)


PLAYS_BIT, NUMBER = (
    np.uint64(15),
    np.uint64(0x7FFF),
)  # of a word that holds the number of a hand and whether it is played


@compiled
def _ends(
    cards: Word, hand: Word, hands: NDArray[np.uint16], binomials: NDArray[np.uint64], lowest: Word
) -> tuple[Word, Word]:
    """The number of the player's hand, and how it ends against the dealer's three cards."""
    number, dealer = hand & NUMBER, np.uint64(hands[number_of_set(cards, binomials)]) & NUMBER
    return number, place_of_end(hand >> PLAYS_BIT, number, dealer, lowest)


@compiled
def _play(
    seed: Word,
    block: Word,
    rounds: Word,
    rule: DrawRule,
    sets: tuple[Word, ...],
    threes: NDArray[np.uint64],
    hands: NDArray[np.uint16],
    binomials: NDArray[np.uint64],
    place_of: NDArray[np.uint8],
    lowest: Word,
) -> NDArray[np.int64]:
    state, word, left_in_word = stream_of(seed, block), ZERO, ZERO
    counts = np.zeros(35, np.int64)
    for _ in range(rounds):
        if left_in_word == ZERO:
            word, state = fair_word(state, rule)
            left_in_word = rule.draws
        left_in_word -= ONE
        three = umulh(word, sets[0])
        word *= sets[0]
        dealers = cards_at(threes[umulh(word, sets[1])], threes[three] ^ DECK_BITS)
        word *= sets[1]
        number, end = _ends(dealers, np.uint64(hands[three]), hands, binomials, lowest)
        counts[np.uint64(place_of[number]) * FIVE + end] += 1
    return counts


def _dealt(played: Played) -> tuple[Any, ...]:
    """How the cards of a round are drawn, and what is looked up by the number of a set of three."""
    rows = played.situations
    hands = by_set(rows.cards, rows.hand.astype(np.uint16) | played.bets.astype(np.uint16) << np.uint16(PLAYS_BIT))
    return deck_rule(3, 3), numbers_of_sets(3, 3), sets_of(3), hands, BINOMIALS


def round_kernel(played: Played) -> Kernel:
    """Rounds of three card poker, played by the exact solver's decisions; counts as `COUNTED` lists them."""
    place_of, lowest = np.array(THREE_CARD_PLACE, np.uint8), np.uint64(played.situations.qualifies_from)
    return kernel_of(_play, *_dealt(played), place_of, lowest)


@compiled
def _play_with_side_wagers(
    seed: Word,
    block: Word,
    rounds: Word,
    rule: DrawRule,
    sets: tuple[Word, ...],
    threes: NDArray[np.uint64],
    hands: NDArray[np.uint16],
    binomials: NDArray[np.uint64],
    places: tuple[NDArray[np.uint8], NDArray[np.uint8]],
    lowest: Word,
    look_up: Tables,
) -> NDArray[np.int64]:
    """The same, and with it the best five of the six cards and the suit of a mini royal."""
    state, word, left_in_word = stream_of(seed, block), ZERO, ZERO
    three_card, five_card = places
    counts = np.zeros(8 * 5 * 12, np.int64)
    for _ in range(rounds):
        if left_in_word == ZERO:
            word, state = fair_word(state, rule)
            left_in_word = rule.draws
        left_in_word -= ONE
        three = umulh(word, sets[0])
        word *= sets[0]
        own = threes[three]
        dealers = cards_at(threes[umulh(word, sets[1])], own ^ DECK_BITS)
        word *= sets[1]
        number, end = _ends(dealers, np.uint64(hands[three]), hands, binomials, lowest)
        a, b, c = lowest_card(own), lowest_card(own & (own - ONE)), highest_card(own)
        d, e, f = lowest_card(dealers), lowest_card(dealers & (dealers - ONE)), highest_card(dealers)
        pay_class = np.uint64(three_card[number])
        if pay_class == MINI_ROYAL_PLACE and a & THREE == THREE:
            pay_class += ONE
        best = six_card_place(a, b, c, d, e, f, five_card, look_up)
        counts[(pay_class * FIVE + end) * SIX + best] += 1
    return counts


def side_wager_kernel(played: Played) -> Kernel:
    """Rounds of three card poker with its side wagers; counts as `WITH_SIDE_WAGERS` lists them."""
    places = np.array(THREE_CARD_PLACE, np.uint8), np.array(FIVE_CARD_PLACE, np.uint8)
    return kernel_of(
        _play_with_side_wagers, *_dealt(played), places, np.uint64(played.situations.qualifies_from), tables()
    )


def _by(counted: Counted, rounds: int, key_of: Callable[[Any], tuple[Hashable, ...]]) -> Ends:
    """The counts added up by what matters to a line."""
    counts: defaultdict[tuple[Hashable, ...], int] = defaultdict(int)
    for end, count in counted.items():
        counts[key_of(end)] += count
    return Ends(counts, rounds)


def simulator(table: Table, pricing: Pricing) -> Simulator:
    """Rounds by a named strategy, counted and settled line by line."""
    stake = pricing.stake or odds.USUAL_STAKE
    played = odds.played(table.house, stake, pricing.strategy)
    wanted = [line.wager for line in odds.lines(table, pricing)]
    with_sides = bool({"six-card-bonus", "progressive"} & set(wanted))
    ends: tuple[tuple[Hashable, ...], ...] = WITH_SIDE_WAGERS if with_sides else COUNTED
    forfeits = table.house[options.SIDE_WAGERS_SURVIVE] == "off"
    key_of: dict[str, Callable[[Any], tuple[Hashable, ...]]] = {
        "ante": lambda end: (in_any_suit(end[0]), end[1]),
        "pair-plus": lambda end: (in_any_suit(end[0]),),
        "progressive": lambda end: end[:2],
        "six-card-bonus": lambda end: ("fold",) if forfeits and end[1] == "fold" else end[2:],
    }
    line_from: dict[str, Callable[[Ends], Line]] = {
        "ante": lambda counts: odds.ante_line(table, stake, counts),
        "pair-plus": lambda counts: odds.pair_plus_line(table, stake, counts),
        "progressive": lambda counts: odds.progressive_line(table, counts, pricing.meter),
        "six-card-bonus": lambda counts: odds.six_card_line(table, stake, counts),
    }

    def lines(counts: list[int], rounds: int) -> list[Simulated]:
        counted = {end: n for end, n in zip(ends, counts, strict=True) if n}
        return [estimate_of(line_from[wager](_by(counted, rounds, key_of[wager])), rounds) for wager in wanted]

    return Simulator(side_wager_kernel(played) if with_sides else round_kernel(played), lines)


def side_by_side(table: Table, number: int) -> ByTables:
    """Many rounds to be decided together: the ante with its play wager and bonus."""
    rows = solver.situations(qualifies_from=lowest_of(table.house))
    ranks, suits = rows.cards >> 2, rows.cards & 3
    one_suit = (suits == suits[:, :1]).all(axis=1)
    seen = np.column_stack([ranks[:, ::-1] + 2, one_suit]).astype(np.int8)
    features = "highest", "middle", "lowest", "one suit"
    net = odds.net_at(table.house, odds.USUAL_STAKE)
    return ByTables(against_dealer(rows, net, odds.USUAL_STAKE, "play", features, seen), number)


SIMULATION = GameSimulation(simulator=simulator, side_by_side=side_by_side)
