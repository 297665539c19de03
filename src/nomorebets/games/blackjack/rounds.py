"""Many rounds of blackjack side by side, each of which waits for its decision: the compiled loop. Imports numba.

A round is a row of numbers; a step answers every row that waits, and deals a new round where one has ended. Every round
is dealt from a whole shoe. Rounds in which nothing is decided are passed over; what they brought is added up apart.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiling import compiled
from nomorebets.sim.kernels import Word, umulh

STAND, DRAW, DOUBLE, SPLIT, SURRENDER = range(5)
ACTIONS = 5
MOST_HANDS, VALUES = 4, 10
# what is seen of a row: total, soft, card shown, pair (its value, or 0), cards, which hand, how many hands
SEEN = 7
# and what else it holds: stake of each hand, total of each hand, the hole card, whether aces were split
UP, HOLE, HANDS, NOW, ACES, GIVEN_UP = range(6)
STATE = 6


class Terms(NamedTuple):
    """What decides a round."""

    shoe: NDArray[np.int64]  # cards of each value, the ace first
    hit_soft_17: np.bool_
    reader: np.bool_  # a dealer's blackjack is known before anybody decides
    early: np.bool_  # surrender comes before the hole card counts
    busted_stay: np.bool_
    surrender: np.bool_
    any_number: np.bool_  # any number of cards may be doubled
    double_low: np.int64  # totals that may be doubled
    double_high: np.int64
    after_split: np.bool_
    most_hands: np.int64
    most_aces: np.int64
    blackjack: np.float64  # what it pays
    win: np.float64


class Rows(NamedTuple):
    """Rounds, a row each."""

    random: NDArray[np.uint64]
    gone: NDArray[np.int64]  # [row, value]: cards that have left the shoe
    state: NDArray[np.int64]  # [row, STATE]
    total: NDArray[np.int64]  # [row, hand], an ace as one
    aces: NDArray[np.int64]  # [row, hand]
    cards: NDArray[np.int64]
    pair: NDArray[np.int64]  # [row, hand]: the value of its two cards where they are alike
    stake: NDArray[np.int64]


@compiled
def _word(rows: Rows, row: int) -> Word:
    """The next word of a row's own sequence (splitmix64)."""
    rows.random[row] += np.uint64(0x9E3779B97F4A7C15)
    word = rows.random[row]
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.uint64(word ^ (word >> np.uint64(31)))


@compiled
def _draw(rows: Rows, row: int, terms: Terms) -> np.int64:
    """A card from what is left of the row's shoe: its value."""
    left = np.int64(0)
    for value in range(VALUES):
        left += terms.shoe[value] - rows.gone[row, value]
    least = (np.uint64(0) - np.uint64(left)) % np.uint64(left)
    word = _word(rows, row)
    while word * np.uint64(left) < least:  # what would favour a card
        word = _word(rows, row)
    at = np.int64(umulh(word, np.uint64(left)))
    for value in range(VALUES):
        at -= terms.shoe[value] - rows.gone[row, value]
        if at < 0:
            rows.gone[row, value] += 1
            return np.int64(value + 1)
    return np.int64(VALUES)


@compiled
def _counts(total: np.int64, aces: np.int64) -> np.int64:
    """What a hand counts, an ace as eleven where that is no more than 21."""
    return total + np.int64(10) if aces and total <= 11 else total


@compiled
def _give(rows: Rows, row: int, hand: int, terms: Terms) -> None:
    card = _draw(rows, row, terms)
    first = rows.total[row, hand] if rows.cards[row, hand] == 1 else 0
    rows.total[row, hand] += card
    rows.aces[row, hand] += card == 1
    rows.cards[row, hand] += 1
    rows.pair[row, hand] = card if rows.cards[row, hand] == 2 and card == first else 0


@compiled
def _deal(rows: Rows, row: int, terms: Terms) -> float:
    """A new round; what it brought where nothing is decided in it, else not a number."""
    rows.gone[row, :] = 0
    rows.state[row, :] = 0
    for hand in range(MOST_HANDS):
        rows.total[row, hand] = rows.aces[row, hand] = rows.cards[row, hand] = rows.pair[row, hand] = 0
        rows.stake[row, hand] = 1
    _give(rows, row, 0, terms)
    up = _draw(rows, row, terms)
    _give(rows, row, 0, terms)
    hole = _draw(rows, row, terms)
    rows.state[row, UP], rows.state[row, HOLE], rows.state[row, HANDS] = up, hole, 1
    dealers = up + hole == 11 and 1 in (up, hole)
    if _counts(rows.total[row, 0], rows.aces[row, 0]) == 21:
        return 0.0 if dealers else terms.blackjack
    if dealers and terms.reader:
        return -1.0
    return np.nan


@compiled
def _settle(rows: Rows, row: int, terms: Terms) -> float:
    """What the round brings, when every hand of it is played."""
    state = rows.state[row]
    up, hole, hands = state[UP], state[HOLE], state[HANDS]
    dealers = up + hole == 11 and 1 in (up, hole)
    if state[GIVEN_UP] and (terms.early or not dealers):
        return -0.5
    if dealers:
        if not terms.busted_stay:
            return -1.0
        lost, stands = 0.0, False
        for hand in range(hands):
            if rows.total[row, hand] > 21:
                lost += rows.stake[row, hand]
            else:
                stands = True
        return -(lost + (1.0 if stands else 0.0))
    waits = False
    for hand in range(hands):
        waits |= rows.total[row, hand] <= 21
    total, aces = up + hole, np.int64(up == 1) + np.int64(hole == 1)
    his = _counts(total, aces)
    while waits and (his < 17 or (his == 17 and terms.hit_soft_17 and aces and total <= 11)):
        card = _draw(rows, row, terms)
        total, aces = total + card, aces + np.int64(card == 1)
        his = _counts(total, aces)
    brought = 0.0
    for hand in range(hands):
        own = _counts(rows.total[row, hand], rows.aces[row, hand])
        if own > 21 or (his <= 21 and own < his):
            brought -= rows.stake[row, hand]
        elif his > 21 or own > his:
            brought += rows.stake[row, hand] * terms.win
    return brought


@compiled
def _may(rows: Rows, row: int, terms: Terms, seen: NDArray[np.int8], mask: NDArray[np.int8]) -> None:
    """What is seen of a row that waits, and what it may do."""
    state, hand = rows.state[row], rows.state[row, NOW]
    total, aces, cards = rows.total[row, hand], rows.aces[row, hand], rows.cards[row, hand]
    counted, pair, hands = _counts(total, aces), rows.pair[row, hand], state[HANDS]
    seen[0], seen[1], seen[2], seen[3] = counted, counted != total, state[UP], pair
    seen[4], seen[5], seen[6] = cards, hand + 1, hands
    most = terms.most_aces if pair == 1 else terms.most_hands
    enough = cards == 2 or (cards > 2 and terms.any_number)
    double = enough and terms.double_low <= counted <= terms.double_high and (hands == 1 or terms.after_split)
    mask[STAND], mask[DRAW] = 1, 1
    mask[DOUBLE] = double
    mask[SPLIT] = pair > 0 and hands < most
    mask[SURRENDER] = terms.surrender and hands == 1 and cards == 2


@compiled
def _waits(rows: Rows, row: int, terms: Terms) -> bool:
    """Whether the hand that is played now has something to decide; a split hand gets its second card first."""
    hand, state = rows.state[row, NOW], rows.state[row]
    if rows.cards[row, hand] == 1:
        _give(rows, row, hand, terms)
    if state[ACES]:  # one card each; another pair of aces may be split where that is allowed
        return bool(rows.pair[row, hand] == 1 and state[HANDS] < terms.most_aces)
    return bool(_counts(rows.total[row, hand], rows.aces[row, hand]) < 21)


@compiled
def _answer(rows: Rows, row: int, action: int, terms: Terms) -> bool:
    """Do what a row decided; whether its hand is over."""
    hand, state = rows.state[row, NOW], rows.state[row]
    if action == DRAW:
        _give(rows, row, hand, terms)
        return bool(rows.total[row, hand] > 21)
    if action == DOUBLE:
        rows.stake[row, hand] = 2
        _give(rows, row, hand, terms)
        return True
    if action == SPLIT:
        value, new = rows.pair[row, hand], state[HANDS]
        state[HANDS] += 1
        state[ACES] = value == 1
        for one in (hand, new):
            rows.total[row, one], rows.cards[row, one], rows.pair[row, one] = value, 1, 0
            rows.aces[row, one] = np.int64(value == 1)
            rows.stake[row, one] = 1
        return False
    if action == SURRENDER:
        state[GIVEN_UP] = 1
    return True


@compiled
def step(
    rows: Rows,
    actions: NDArray[np.int64],
    terms: Terms,
    seen: NDArray[np.int8],
    mask: NDArray[np.int8],
    rewards: NDArray[np.float64],
    over: NDArray[np.bool_],
    passed: NDArray[np.float64],
) -> None:
    """Answer every row; where a round ends, deal the next. An action that is not offered is to stand.

    ``passed`` gains how many rounds were passed over, and what they brought. Actions below nothing deal anew.
    """
    for row in range(actions.size):
        action = actions[row]
        rewards[row], over[row] = 0.0, False
        if action >= 0:
            if action >= ACTIONS or not mask[row, action]:
                action = STAND
            ended = _answer(rows, row, action, terms)
            while ended or not _waits(rows, row, terms):
                rows.state[row, NOW] += 1
                ended = False
                if rows.state[row, NOW] >= rows.state[row, HANDS] or rows.state[row, GIVEN_UP]:
                    over[row] = True
                    break
            if over[row]:
                rewards[row] = _settle(rows, row, terms)
        if action < 0 or over[row]:
            brought = _deal(rows, row, terms)
            while not np.isnan(brought):
                passed[0] += 1
                passed[1] += brought
                brought = _deal(rows, row, terms)
        _may(rows, row, terms, seen[row], mask[row])
        if rows.state[row, ACES]:
            mask[row, DRAW] = mask[row, DOUBLE] = 0
