"""The compiled loop of Spanish 21: shoe after shoe, to the cutting card, any number of boxes. Imports numba."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiling import compiled
from nomorebets.games.twenty_one.kernels import (
    FIGURES,
    ONE,
    OVER,
    TEN,
    TWO,
    ZERO,
    Count,
    Moves,
    Table,
    chosen_play,
    counted,
    get_cards,
    needs_cards_from,
    note_gain,
    play_at,
)
from nomorebets.games.twenty_one.kernels import WIDE as VALUES_WIDE
from nomorebets.sim.kernels import Word, _block_state

# what is counted: rounds, gains and their squares; boxes that were split; dealer's aces, those with a ten below; and
# matches: three times those of rank, and those of suit
ROUNDS, GAIN, SQUARE, SPLITS, ACES, ACES_TEN, MATCHES, SIZE = 0, 1, 2, 3, 4, 5, 6, 15
STAND, DRAW, DOUBLE, RESCUE, SURRENDER, SPLIT = range(6)
WIDE, UPS = np.uint64(32), np.uint64(16)


class Machine(NamedTuple):
    """A way to play, as arrays; see `automaton`."""

    then: NDArray[np.uint16]
    doubled: NDArray[np.uint16]
    act: NDArray[np.uint8]  # of each play
    total: NDArray[np.uint8]
    paid: NDArray[np.int64]
    dealt: NDArray[np.uint16]
    split: NDArray[np.uint16]


class Cards(NamedTuple):
    """What each card of the shoe is: its symbol, what it counts, its rank."""

    symbol: NDArray[np.uint8]
    value: NDArray[np.uint8]
    rank: NDArray[np.uint8]


class Pays(NamedTuple):
    """What a unit is, in parts, and what it is paid."""

    unit: int
    win: int
    blackjack: int


@compiled
def finish_hand(
    machine: Machine,
    cards: Cards,
    own: Word,
    up: Word,
    shoe: NDArray[np.uint8],
    pos: Word,
    size: Word,
    running: int,
    count: Count | None,
) -> tuple[Word, int, Word, int]:
    """One hand to its end: its last state, the units that lie on it, the next card of the shoe, and the count."""
    units = 1
    while True:
        act = machine.act[chosen_play(count, running, size - pos), own * UPS + up]
        if act not in (DRAW, DOUBLE):
            return own, units, pos, running
        card = np.uint64(shoe[pos])
        place = own * WIDE + np.uint64(cards.symbol[card])
        running = counted(count, running, np.uint64(cards.value[card]))
        pos += ONE
        if act == DRAW:
            own = np.uint64(machine.then[place])
        else:
            own = np.uint64(machine.doubled[place])
            units *= 2


@compiled
def play(  # noqa: PLR0915  # one loop: calls would cost more than the lines
    seed: Word,
    block: Word,
    rounds: Word,
    shoe: NDArray[np.uint8],
    table: Table,
    cards: Cards,
    machine: Machine,
    dealer: Moves,
    pays: Pays,
    gains: NDArray[np.int64],
    count: Count | None,
) -> NDArray[np.int64]:
    """What the first box gained, in exactly so many counted rounds; by a count all rounds are counted.

    ``gains`` counts boxes that were split by what they gained, none in its middle; it may be empty.
    """
    state, half = _block_state(seed, block), gains.size // 2
    counts = np.zeros(SIZE, np.int64)
    figures = np.zeros((1 if count is None else count.wagers.size, FIGURES), np.int64)
    running, before, insurance = 0, 0, np.int64(0)
    size, boxes = table.cards, table.boxes
    pos, of_shoe, done = size, ZERO, ZERO
    scarce = needs_cards_from(table)
    ends, units = np.empty(64, np.uint64), np.empty(64, np.int64)  # of hands, the first box's first
    while done < rounds:
        if pos >= scarce:
            state, pos, of_shoe = get_cards(state, shoe, pos, of_shoe, table)
        counting = count is not None or of_shoe < table.counted
        if count is not None:
            running = running if of_shoe else count.start
            before = play_at(count, running, size - pos)
        of_shoe += ONE
        begun = pos
        up_card, hole = np.uint64(shoe[pos + boxes]), np.uint64(shoe[pos + boxes + boxes + ONE])
        up, below = np.uint64(cards.value[up_card]), np.uint64(cards.value[hole])
        pos += boxes + boxes + TWO
        if count is not None:
            for i in range(begun, pos - ONE):  # all cards but the hole card lie face up
                running = counted(count, running, np.uint64(cards.value[np.uint64(shoe[i])]))
            insures = up == ONE and count.insures[play_at(count, running, size - pos)]
            insurance = count.insured[1 if below == TEN else 0] if insures else np.int64(0)
        his = np.uint64(dealer.dealt[up * VALUES_WIDE + below])
        dealers = dealer.total[his] == 21
        hands, of_first, waits = ZERO, ZERO, False
        first_act, has_blackjack, was_split = STAND, False, False
        for box in range(boxes):
            first, second = np.uint64(shoe[begun + box]), np.uint64(shoe[begun + boxes + ONE + box])
            one, two = np.uint64(cards.symbol[first]), np.uint64(cards.symbol[second])
            own = np.uint64(machine.dealt[one * WIDE + two])
            is_first = box == ZERO
            if machine.total[own] == 21:
                has_blackjack |= is_first
                continue
            if dealers and table.reader:
                continue
            act = machine.act[chosen_play(count, running, size - pos), own * UPS + up]
            if is_first:
                first_act = act
            if act == SURRENDER:
                continue
            if act == SPLIT:
                was_split |= is_first
                pair = np.uint64(cards.value[first])
                most = table.most_aces if pair == ONE else table.most_hands
                firsts_made, at = TWO, ZERO
                # the first cards of the hands, in the order in which they lie
                ends[hands], ends[hands + ONE] = one, two
                while at < firsts_made:
                    card = np.uint64(shoe[pos])
                    pos += ONE
                    running = counted(count, running, np.uint64(cards.value[card]))
                    if np.uint64(cards.value[card]) == pair and firsts_made < most:
                        ends[hands + firsts_made] = np.uint64(cards.symbol[card])
                        firsts_made += ONE
                        continue
                    own = np.uint64(machine.split[ends[hands + at] * WIDE + np.uint64(cards.symbol[card])])
                    own, staked, pos, running = finish_hand(machine, cards, own, up, shoe, pos, size, running, count)
                    ends[hands + at], units[hands + at] = own, staked
                    at += ONE
                for i in range(hands, hands + firsts_made):
                    waits |= is_open(machine, ends[i], up)
                hands += firsts_made
            else:
                own, staked, pos, running = finish_hand(machine, cards, own, up, shoe, pos, size, running, count)
                ends[hands], units[hands] = own, staked
                waits |= is_open(machine, own, up)
                hands += ONE
            if is_first:
                of_first = hands
        running = counted(count, running, below)
        if waits and not dealers:
            while dealer.act[his * VALUES_WIDE + ONE]:
                card = np.uint64(cards.value[np.uint64(shoe[pos])])
                running = counted(count, running, card)
                his = np.uint64(dealer.then[his * VALUES_WIDE + card])
                pos += ONE
        if not counting:
            continue
        done += ONE
        first, second = np.uint64(shoe[begun]), np.uint64(shoe[begun + boxes + ONE])
        ranks = (cards.rank[first] == cards.rank[up_card]) + (cards.rank[second] == cards.rank[up_card])
        counts[MATCHES + 3 * ranks + (first == up_card) + (second == up_card)] += 1
        if up == ONE:
            counts[ACES] += 1
            counts[ACES_TEN] += np.int64(dealers)
        gain = np.int64(0)
        if has_blackjack:
            gain = np.int64(pays.blackjack)
        elif dealers and table.reader:
            gain = np.int64(-pays.unit)
        elif first_act == SURRENDER:
            gain = np.int64(-pays.unit if dealers else -pays.unit // 2)
        else:
            his_total = np.int64(dealer.total[his])
            taken = False
            for i in range(of_first):
                own, staked = ends[i], units[i]
                paid = machine.paid[own * UPS + up]
                if paid:
                    gain += paid * staked
                elif is_rescued(machine, own, up):
                    gain -= staked * pays.unit // 2
                elif dealers:  # takes one original wager of what is open, or of the first hand
                    taken |= own != ZERO or i == 0
                else:
                    total = np.int64(machine.total[own])
                    if total == OVER or (his_total != OVER and total < his_total):
                        gain -= staked * pays.unit
                    elif his_total == OVER or total > his_total:
                        gain += staked * pays.win
            if taken:
                gain -= pays.unit
        counts[ROUNDS] += 1
        counts[GAIN] += gain
        counts[SQUARE] += gain * gain
        if was_split:
            counts[SPLITS] += 1
            if -half <= gain <= half and half:
                gains[gain + half] += 1
        if count is not None:
            note_gain(figures, before, gain, insurance, count)
    return counts if count is None else figures.ravel()


@compiled
def is_rescued(machine: Machine, own: Word, up: Word) -> bool:
    """Whether a double is taken back; no count decides of that."""
    return bool(machine.act[0, own * UPS + up] == RESCUE)


@compiled
def is_open(machine: Machine, own: Word, up: Word) -> bool:
    """Whether the dealer's hand decides a hand that is done."""
    return bool(own != ZERO and machine.paid[own * UPS + up] == 0 and not is_rescued(machine, own, up))
