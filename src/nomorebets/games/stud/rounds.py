"""The compiled loops of the stud games. Imports numba: not before a simulation starts.

Every round takes its cards from one fair word: the words and blocks are those of `kernels`, the cards of a round are
the front of a deck of which each card in turn changes places with one behind it or itself. The deck goes on from round
to round as it lies, which is as good as a new one. Decisions come as tables, made once for a strategy.

A kernel returns its counts in one row; what they count is listed under the name of the game in capitals:
`Ends(dict(zip(CARIBBEAN_STUD, counts)), rounds)` makes of them what the exact solvers return.
"""

from __future__ import annotations

from itertools import permutations
from math import perm
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiling import compiled
from nomorebets.equipment.cards import DECK
from nomorebets.games.caribbean_stud import solver as caribbean_stud
from nomorebets.games.double_down_stud import solver as double_down_stud
from nomorebets.games.let_it_ride import solver as let_it_ride
from nomorebets.games.stud.dealer import OUTCOMES
from nomorebets.games.stud.kernels import BINOMIALS
from nomorebets.games.three_card_poker import solver as three_card
from nomorebets.hands.compiled import Tables, five_card_number, tables
from nomorebets.hands.poker import FIVE_CARD_CATEGORIES, THREE_CARD_PAY_CLASSES
from nomorebets.hands.ranks import FIVE_CARD_PLACE, THREE_CARD_PLACE
from nomorebets.sim.blocks import Kernel
from nomorebets.sim.kernels import WORD_VALUES, DrawRule, State, Word, _block_state, _fair_word, umulh

CARIBBEAN_STUD = tuple((category, outcome) for category in FIVE_CARD_CATEGORIES for outcome in OUTCOMES)
THREE_CARD = tuple((pay_class, outcome) for pay_class in THREE_CARD_PAY_CLASSES for outcome in OUTCOMES)
LET_IT_RIDE = tuple(
    (hand, first, second) for hand in let_it_ride.CLASSES.names for first in (False, True) for second in (False, True)
)
DOUBLE_DOWN_STUD = tuple((hand, doubled) for hand in double_down_stud.CLASSES.names for doubled in (False, True))
"""Where the wager is doubled or not; with other amounts to choose from see `double_down_stud_ends`."""

Value = TypeVar("Value", bound=np.generic)

ALL_BITS = np.uint32(0xFFFFFFFF)
ONE, TWO, THREE, FOUR, FIVE, FORTY, DECK_SIZE = (np.uint64(n) for n in (1, 2, 3, 4, 5, 40, 52))
FOLD, NO_HAND, WIN, PUSH, LOSE = (np.uint64(OUTCOMES.index(outcome)) for outcome in OUTCOMES)


def _deal_rule(cards: int) -> DrawRule:
    """How the cards of a round are drawn from one word: by numbers below 52, 51, 50 and so on."""
    product = perm(len(DECK), cards)
    return DrawRule(np.uint64(cards), np.uint64(product), np.uint64(WORD_VALUES % product))


@compiled
def _deal(state: State, rule: DrawRule, deck: NDArray[np.uint64]) -> State:
    """Bring the cards of a round to the front of the deck."""
    word, state = _fair_word(state, rule)
    for place in range(rule.draws):
        left = DECK_SIZE - place
        chosen = place + umulh(word, left)
        word *= left
        deck[place], deck[chosen] = deck[chosen], deck[place]
    return state


@compiled
def _new_deck() -> NDArray[np.uint64]:
    return np.arange(52).astype(np.uint64)


@compiled
def _outcome(number: Any, dealer: Any, lowest: int) -> Word:
    """How a hand that did not fold ends against the dealer's."""
    if dealer < lowest:
        return NO_HAND
    if number > dealer:
        return WIN
    return PUSH if number == dealer else LOSE


# Caribbean stud ----------------------------------------------------------------------------------------------


@compiled
def _in_suit(deck: NDArray[np.uint64]) -> Word:
    """Which ranks of the first five cards are held in the suit of the sixth: a bit for each, the lowest first."""
    suit = deck[FIVE] & THREE
    ranks, held = np.uint64(0), np.uint64(0)
    for i in range(FIVE):
        bit = ONE << (deck[i] >> TWO)
        ranks |= bit
        if deck[i] & THREE == suit:
            held |= bit
    found, place = np.uint64(0), np.uint64(0)
    while ranks:
        lowest = ranks & (~ranks + ONE)
        if held & lowest:
            found |= ONE << place
        place += ONE
        ranks ^= lowest
    return found


@compiled
def _play_caribbean_stud(
    seed: Word,
    block: Word,
    rounds: Word,
    rule: DrawRule,
    bets: NDArray[np.uint32],
    place_of: NDArray[np.uint8],
    lowest: int,
    look_up: Tables,
) -> NDArray[np.int64]:
    state, deck = _block_state(seed, block), _new_deck()
    counts = np.zeros(50, np.int64)
    for _ in range(rounds):
        state = _deal(state, rule, deck)
        number = np.uint64(five_card_number(deck[0], deck[1], deck[2], deck[3], deck[4], look_up))
        dealer = five_card_number(deck[5], deck[6], deck[7], deck[8], deck[9], look_up)
        decision = bets[number, deck[FIVE] >> TWO]
        outcome = FOLD
        if decision == ALL_BITS or (decision and decision >> _in_suit(deck) & ONE):
            outcome = _outcome(number, dealer, lowest)
        counts[np.uint64(place_of[number]) * FIVE + outcome] += 1
    return counts


def caribbean_stud_kernel(played: caribbean_stud.Played) -> Kernel:
    """Rounds of Caribbean stud, played as the exact solver has it; counts as `CARIBBEAN_STUD` lists them."""
    bets, rule = caribbean_stud.bet_table(played), _deal_rule(10)
    place_of, lowest, look_up = np.array(FIVE_CARD_PLACE, np.uint8), played.situations.qualifies_from, tables()

    def kernel(seed: int, block: int, rounds: int) -> NDArray[np.int64]:
        stream = np.uint64(seed), np.uint64(block), np.uint64(rounds)
        return _play_caribbean_stud(*stream, rule, bets, place_of, lowest, look_up)

    return kernel


# Three card poker --------------------------------------------------------------------------------------------


@compiled
def _play_three_card(
    seed: Word,
    block: Word,
    rounds: Word,
    rule: DrawRule,
    numbers: NDArray[np.uint16],
    plays: NDArray[np.bool_],
    place_of: NDArray[np.uint8],
    lowest: int,
) -> NDArray[np.int64]:
    state, deck = _block_state(seed, block), _new_deck()
    counts = np.zeros(35, np.int64)
    for _ in range(rounds):
        state = _deal(state, rule, deck)
        hand = (deck[0] * DECK_SIZE + deck[1]) * DECK_SIZE + deck[2]
        number = numbers[hand]
        dealer = numbers[(deck[3] * DECK_SIZE + deck[4]) * DECK_SIZE + deck[5]]
        outcome = _outcome(number, dealer, lowest) if plays[hand] else FOLD
        counts[np.uint64(place_of[np.uint64(number)]) * FIVE + outcome] += 1
    return counts


def three_card_kernel(played: three_card.Played) -> Kernel:
    """Rounds of three card poker, played as the exact solver has it; counts as `THREE_CARD` lists them."""
    rows, rule = played.situations, _deal_rule(6)
    numbers, plays = _by_three_cards(rows.cards, rows.hand), _by_three_cards(rows.cards, played.bets)
    place_of, lowest = np.array(THREE_CARD_PLACE, np.uint8), rows.qualifies_from

    def kernel(seed: int, block: int, rounds: int) -> NDArray[np.int64]:
        stream = np.uint64(seed), np.uint64(block), np.uint64(rounds)
        return _play_three_card(*stream, rule, numbers, plays, place_of, lowest)

    return kernel


def _by_three_cards(cards: NDArray[np.uint8], values: NDArray[Value]) -> NDArray[Value]:
    """Values of sets of three cards, to be looked up by the cards in any order."""
    table = np.zeros((52, 52, 52), values.dtype)
    for order in permutations(range(3)):
        table[tuple(cards[:, i] for i in order)] = values
    return table.reshape(-1)


# Let it ride and double down stud ----------------------------------------------------------------------------


@compiled
def _four_cards(deck: NDArray[np.uint64], binomials: NDArray[np.uint64]) -> Word:
    """The number of the set of the first four cards, as in the solvers."""
    a, b = min(deck[0], deck[1]), max(deck[0], deck[1])
    c, d = min(deck[2], deck[3]), max(deck[2], deck[3])
    first, last = min(a, c), max(b, d)
    x, y = max(a, c), min(b, d)
    second, third = min(x, y), max(x, y)
    number: Word = first + binomials[second, TWO] + binomials[third, THREE] + binomials[last, FOUR]
    return number


@compiled
def _play_let_it_ride(
    seed: Word,
    block: Word,
    rounds: Word,
    rule: DrawRule,
    first: NDArray[np.bool_],
    second: NDArray[np.bool_],
    class_of: NDArray[np.uint8],
    own: NDArray[np.uint8],
    binomials: NDArray[np.uint64],
    look_up: Tables,
) -> NDArray[np.int64]:
    state, deck = _block_state(seed, block), _new_deck()
    counts = np.zeros(47, np.int64)
    for _ in range(rounds):
        state = _deal(state, rule, deck)
        three = (deck[0] * DECK_SIZE + deck[1]) * DECK_SIZE + deck[2]
        one = np.uint64(first[three])
        counts[FORTY + np.uint64(own[three])] += 1
        two = np.uint64(second[one, _four_cards(deck, binomials)])
        number = np.uint64(five_card_number(deck[0], deck[1], deck[2], deck[3], deck[4], look_up))
        counts[np.uint64(class_of[number]) * FOUR + one * TWO + two] += 1
    return counts


def let_it_ride_kernel(played: let_it_ride.Played) -> Kernel:
    """Rounds of let it ride, played as the exact solver has it; counts as `LET_IT_RIDE` lists them, and after these
    by the pay class of the player's own three cards, as `THREE_CARD_PAY_CLASSES` lists them.
    """
    deck, rule, look_up = played.deck, _deal_rule(5), tables()
    every = three_card.situations().cards
    first = _by_three_cards(every, played.first[deck.three_of[deck.numbers_of(every)]])
    second = np.ascontiguousarray(played.second[:, deck.four_of])
    class_of = let_it_ride.CLASSES.of_number
    own = _by_three_cards(every, np.array(THREE_CARD_PLACE, np.uint8)[three_card.situations().hand])

    def kernel(seed: int, block: int, rounds: int) -> NDArray[np.int64]:
        stream = np.uint64(seed), np.uint64(block), np.uint64(rounds)
        return _play_let_it_ride(*stream, rule, first, second, class_of, own, BINOMIALS, look_up)

    return kernel


@compiled
def _play_double_down_stud(
    seed: Word,
    block: Word,
    rounds: Word,
    rule: DrawRule,
    double: NDArray[np.uint8],
    amounts: Word,
    class_of: NDArray[np.uint8],
    binomials: NDArray[np.uint64],
    look_up: Tables,
) -> NDArray[np.int64]:
    state, deck = _block_state(seed, block), _new_deck()
    counts = np.zeros(np.uint64(11) * amounts, np.int64)
    for _ in range(rounds):
        state = _deal(state, rule, deck)
        doubled = np.uint64(double[_four_cards(deck, binomials)])
        number = np.uint64(five_card_number(deck[0], deck[1], deck[2], deck[3], deck[4], look_up))
        counts[np.uint64(class_of[number]) * amounts + doubled] += 1
    return counts


def double_down_stud_ends(played: double_down_stud.Played) -> tuple[tuple[str, int], ...]:
    """What the counts of `double_down_stud_kernel` count."""
    return tuple((hand, doubled) for hand in double_down_stud.CLASSES.names for doubled in played.amounts)


def double_down_stud_kernel(played: double_down_stud.Played) -> Kernel:
    """Rounds of double down stud, played as the exact solver has it; counts as `double_down_stud_ends` lists them."""
    double, rule, look_up = played.double[played.deck.four_of], _deal_rule(5), tables()
    amounts, class_of = np.uint64(len(played.amounts)), double_down_stud.CLASSES.of_number

    def kernel(seed: int, block: int, rounds: int) -> NDArray[np.int64]:
        stream = np.uint64(seed), np.uint64(block), np.uint64(rounds)
        return _play_double_down_stud(*stream, rule, double, amounts, class_of, BINOMIALS, look_up)

    return kernel
