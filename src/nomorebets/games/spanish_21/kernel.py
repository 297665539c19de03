"""The compiled loop of Spanish 21: every round from a full shoe, cards with their suits. Imports numba."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiling import compiled
from nomorebets.sim.kernels import State, Word, _block_state, _next_word, umulh

GAIN, SQUARE, ACES, ACES_TEN, MATCHES, SIZE = 0, 1, 2, 3, 4, 13  # what is counted; matches: three times ranks, suits
WIN, BLACKJACK, CARDS, OF_678, OF_777, PAYS = 0, 1, 2, 5, 8, 11  # rows of what is paid
DRAW, DOUBLE = 1, 2
SPADES = 3


class Moves(NamedTuple):
    """A way to play, as tables by hand and card shown."""

    after: NDArray[np.int64]
    total: NDArray[np.int64]
    size: NDArray[np.int64]
    acts: NDArray[np.int8]
    after_split: NDArray[np.int8]
    splits: NDArray[np.bool_]
    surrenders: NDArray[np.bool_]
    rescues: NDArray[np.bool_]
    one: NDArray[np.int64]  # the hand of one card of a value


class Cards(NamedTuple):
    """The cards of a shoe: what each counts (the ace 0, a ten 9), and its suit."""

    shoe: NDArray[np.int64]
    value: NDArray[np.int64]
    suit: NDArray[np.int64]
    rank: NDArray[np.int64]


class Terms(NamedTuple):
    """What the table pays a stake, and what it allows."""

    stake: int
    pays: NDArray[np.int64]
    most_hands: int
    most_aces: int
    aces_play: bool
    hit_soft_17: bool


@compiled
def next_card(state: State, shoe: NDArray[np.int64], at: int) -> tuple[int, State]:
    """Any of the cards that are left, which goes to its place in the order of the deal."""
    word, state = _next_word(state)
    chosen = at + np.int64(umulh(word, np.uint64(shoe.size - at)))
    card = shoe[chosen]
    shoe[chosen] = shoe[at]
    shoe[at] = card
    return card, state


@compiled
def paid_21(hand: int, moves: Moves, suits: NDArray[np.int64], value: int, terms: Terms) -> int:
    """What a hand of 21 gains; ``value``, the squares of its cards together, tells 6-7-8 and 7-7-7."""
    number = moves.size[hand]
    if number > 4:
        return int(terms.pays[CARDS + min(number, 7) - 5])
    if number == 3 and value in (149, 147):
        row = OF_678 if value == 149 else OF_777
        same = suits[0] == suits[1] and suits[1] == suits[2]
        return int(terms.pays[row + (0 if not same else 2 if suits[0] == SPADES else 1)])
    return int(terms.pays[WIN])


@compiled
def play(  # noqa: PLR0915  # one loop: calls would cost more than the lines
    seed: Word, block: Word, rounds: Word, cards: Cards, moves: Moves, terms: Terms
) -> NDArray[np.int64]:
    """So many rounds of one box."""
    state = _block_state(seed, block)
    counts = np.zeros(SIZE, np.int64)
    shoe, stake = cards.shoe.copy(), terms.stake
    suits, firsts = np.zeros(32, np.int64), np.zeros(4, np.int64)
    totals, stakes = np.zeros(4, np.int64), np.zeros(4, np.int64)
    for _ in range(np.int64(rounds)):
        first, state = next_card(state, shoe, 0)
        up_card, state = next_card(state, shoe, 1)
        second, state = next_card(state, shoe, 2)
        hole, state = next_card(state, shoe, 3)
        at = 4
        ranks = (cards.rank[first] == cards.rank[up_card]) + (cards.rank[second] == cards.rank[up_card])
        same = (first == up_card) + (second == up_card)
        counts[MATCHES + 3 * ranks + same] += 1
        up, below = cards.value[up_card], cards.value[hole]
        dealers = up + below == 9 and (up == 0 or below == 0)
        if up == 0:
            counts[ACES] += 1
            counts[ACES_TEN] += below == 9
        a, b = cards.value[first], cards.value[second]
        hand = moves.after[moves.one[a], b]
        gain = 0
        if moves.total[hand] == 21:
            gain = terms.pays[BLACKJACK]
        elif dealers:
            gain = -stake
        elif moves.surrenders[hand, up]:
            gain = -stake // 2
        else:
            split = a == b and moves.splits[a, up]
            made, done, waiting = 1, 0, 0
            firsts[0] = first
            if split:
                firsts[1] = second
                made = 2
            most = terms.most_aces if a == 0 else terms.most_hands
            while done < made:
                own = firsts[done]
                card = second
                if split:
                    card, state = next_card(state, shoe, at)
                    at += 1
                    if cards.value[card] == a and made < most:
                        firsts[made] = card
                        made += 1
                        continue
                hand = moves.after[moves.one[cards.value[own]], cards.value[card]]
                suits[0], suits[1] = cards.suit[own], cards.suit[card]
                squares = (cards.value[own] + 1) ** 2 + (cards.value[card] + 1) ** 2
                number, doubled = 2, False
                while hand >= 0 and moves.total[hand] < 21 and not doubled:
                    act = moves.after_split[a, hand, up] if split else moves.acts[hand, up]
                    if split and a == 0 and not terms.aces_play:
                        break
                    if act not in (DRAW, DOUBLE):
                        break
                    doubled = act == DOUBLE
                    card, state = next_card(state, shoe, at)
                    at += 1
                    suits[number] = cards.suit[card]
                    squares += (cards.value[card] + 1) ** 2
                    number += 1
                    hand = moves.after[hand, cards.value[card]]
                on_it = 2 * stake if doubled else stake
                if hand < 0:
                    gain -= on_it
                elif moves.total[hand] == 21:
                    gain += 2 * terms.pays[WIN] if doubled else paid_21(hand, moves, suits, squares, terms)
                elif doubled and moves.rescues[hand, up]:
                    gain -= stake
                else:
                    totals[waiting], stakes[waiting] = moves.total[hand], on_it
                    waiting += 1
                done += 1
            if waiting:
                low, has_ace = up + below + 2, up == 0 or below == 0
                while True:
                    soft = has_ace and low + 10 <= 21
                    his = low + 10 if soft else low
                    if his > 17 or (his == 17 and not (soft and terms.hit_soft_17)):
                        break
                    card, state = next_card(state, shoe, at)
                    at += 1
                    low += cards.value[card] + 1
                    has_ace = has_ace or cards.value[card] == 0
                for i in range(waiting):
                    if his > 21 or totals[i] > his:
                        gain += stakes[i] // stake * terms.pays[WIN]
                    elif totals[i] < his:
                        gain -= stakes[i]
        counts[GAIN] += gain
        counts[SQUARE] += gain * gain
    return counts
