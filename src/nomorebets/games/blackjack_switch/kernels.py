"""The compiled loop of blackjack switch: shoe after shoe, to the cutting card, any number of spots. Imports numba.

Cards are ranks here, ace to king, for the match wager. Values count from 0, the ace, and all that count ten are one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiling import compiled
from nomorebets.games.twenty_one.kernels import FIGURES, Count, counted, get_cards, needs_cards_from, note_gain, play_at
from nomorebets.games.twenty_one.kernels import Table as Loop
from nomorebets.sim.kernels import Word, _block_state

ZERO, ONE, TWO, TEN, ELEVEN, WIDE = (np.uint64(n) for n in (0, 1, 2, 10, 11, 16))
DRAW, DOUBLE = 1, 2
PLAYED, SPLIT, SURRENDERED = 0, 1, 2
MOST = 17  # units that a spot may win or lose: eight hands, doubled
FEW = 3  # hands that may be blackjacks, or surrendered
ENDS = FEW * FEW * MOST * MOST  # how a spot ended: blackjacks paid, hands surrendered, units won, units lost
# counted besides: dealer's aces, those with a ten below, pairs of like ranks among the four cards
ACES, ACES_TEN, LIKE = ENDS, ENDS + 1, ENDS + 2
CODES = LIKE + 7
SEEN_BEFORE = CODES  # more than any code: what each hand of a round adds whose end is counted otherwise


class Table(NamedTuple):
    """What the loop must know of a table."""

    loop: Loop  # of two boxes for each spot
    switched_counts: np.bool_
    pushes_at: np.int64


class Moves(NamedTuple):
    """A way to play a spot, and the dealer's, as arrays."""

    after: NDArray[np.uint16]  # [hand * 16 + rank]; 0 where it exceeds 21
    total: NDArray[np.uint8]  # [hand]
    hands: Word  # how many there are
    start: NDArray[np.uint8]  # [value * 16 + value]: two cards in either order
    dealt: NDArray[np.uint16]  # [start]: the hand of two cards
    begins: NDArray[np.uint8]  # [(other start * starts + start) * 10 + up]
    acts: NDArray[np.uint8]  # [((other start * 11 + pair that was split + 1) * hands + hand) * 10 + up]
    switches: NDArray[np.uint8]  # [four values as digits, then the card shown]
    ace_ten: Word  # the start that is a blackjack
    starts: Word
    dealer_draws: NDArray[np.uint8]  # [points with aces counted one * 2 + whether there is an ace]
    dealer_total: NDArray[np.uint8]


@compiled
def value_of(rank: Word) -> Word:
    return np.uint64(min(rank, TEN) - ONE)


@compiled
def seen_in(count: Count | None, running: int, shoe: NDArray[np.uint8], low: Word, upto: Word) -> int:
    """The count after the cards from one place of the shoe up to another are seen."""
    if count is not None:
        for i in range(low, upto):
            running = counted(count, running, value_of(np.uint64(shoe[i])) + ONE)
    return running


@compiled
def finish(moves: Moves, row: Word, own: Word, up: Word, shoe: NDArray[np.uint8], pos: Word) -> tuple[Word, int, Word]:
    """One hand to its end: its last state, its stake, and the next card of the shoe."""
    while True:
        act = moves.acts[(row * moves.hands + own) * TEN + up]
        if act not in (DRAW, DOUBLE):
            return own, 1, pos
        own = np.uint64(moves.after[own * WIDE + np.uint64(shoe[pos])])
        pos += ONE
        if act == DOUBLE:
            return own, 2, pos
        if own == ZERO:
            return own, 1, pos


@compiled
def play(  # noqa: PLR0915  # one loop: calls would cost more than the lines
    seed: Word,
    block: Word,
    rounds: Word,
    shoe: NDArray[np.uint8],
    table: Table,
    moves: Moves,
    count: Count | None,
    gains: NDArray[np.int64],
) -> NDArray[np.int64]:
    """How often the first spot came to each end, in exactly so many counted rounds.

    By a count all rounds are counted, and what each end gains per unit makes the figures of a plan.
    """
    state = _block_state(seed, block)
    counts = np.zeros(CODES, np.int64)
    size, boxes = table.loop.cards, table.loop.boxes
    pos, of_shoe, done = size, ZERO, ZERO
    scarce = needs_cards_from(table.loop)
    totals, stakes = np.empty(8, np.int64), np.empty(8, np.int64)  # hands of the first spot
    figures = np.zeros((1 if count is None else count.wagers.size, FIGURES), np.int64)
    running, before, insurance = 0, 0, np.int64(0)
    while done < rounds:
        if pos >= scarce:
            state, pos, of_shoe = get_cards(state, shoe, pos, of_shoe, table.loop)
        counting = count is not None or of_shoe < table.loop.counted
        if count is not None:
            running = running if of_shoe else count.start
            before = play_at(count, running, size - pos)
        of_shoe += ONE
        begun, over = pos, pos + boxes + ONE  # where the first and the second cards lie
        up, hole = value_of(np.uint64(shoe[pos + boxes])), value_of(np.uint64(shoe[over + boxes]))
        pos = over + boxes + ONE
        if count is not None:
            running = seen_in(count, running, shoe, begun, pos - ONE)  # all cards but the hole card lie face up
            insures = up == ZERO and count.insures[play_at(count, running, size - pos)]
            insurance = count.insured[1 if hole == TEN - ONE else 0] if insures else np.int64(0)
        dealt = pos
        his = up + hole + TWO
        ace = ZERO in (up, hole)
        dealers = his == ELEVEN and ace
        won, lost, blackjacks, surrendered, played, waits = 0, 0, 0, 0, 0, False
        for spot in range(boxes // TWO):
            box = begun + TWO * spot
            a, c = np.uint64(shoe[box]), np.uint64(shoe[box + ONE])
            box = over + TWO * spot
            b, d = np.uint64(shoe[box]), np.uint64(shoe[box + ONE])
            if spot == ZERO and counting:
                like = (a == b) + (a == c) + (a == d) + (b == c) + (b == d) + (c == d)
                counts[LIKE + like] += 1
            a, b, c, d = value_of(a), value_of(b), value_of(c), value_of(d)
            switched = False
            if not (dealers and table.loop.reader):
                digits = (((a * TEN + b) * TEN + c) * TEN + d) * TEN + up
                switched = moves.switches[digits] != 0
                if switched:
                    b, d = d, b
            first = np.uint64(moves.start[a * WIDE + b])
            second = np.uint64(moves.start[c * WIDE + d])
            for at in range(2):
                start, other = (first, second) if at == 0 else (second, first)
                if start == moves.ace_ten and (not switched or table.switched_counts):
                    if spot == ZERO and not dealers:
                        blackjacks += 1
                    continue
                if dealers:
                    lost += 1 if spot == ZERO else 0
                    if table.loop.reader:
                        continue
                how = moves.begins[(other * moves.starts + start) * TEN + up]
                row = other * ELEVEN
                if how == SURRENDERED:
                    surrendered += 1 if spot == ZERO and not dealers else 0
                    continue
                if how == SPLIT:
                    pair = a if at == 0 else c
                    most = table.loop.most_aces if pair == ZERO else table.loop.most_hands
                    made, ready = TWO, ZERO
                    while ready < made:
                        rank = np.uint64(shoe[pos])
                        pos += ONE
                        if value_of(rank) == pair and made < most:
                            made += ONE
                            continue
                        own = np.uint64(moves.dealt[np.uint64(moves.start[pair * WIDE + value_of(rank)])])
                        own, stake, pos = finish(moves, row + pair + ONE, own, up, shoe, pos)
                        ready += ONE
                        waits |= own != ZERO
                        if spot == ZERO and not dealers:
                            totals[played], stakes[played] = np.int64(moves.total[own]), stake
                            played += 1
                    continue
                own, stake, pos = finish(moves, row, np.uint64(moves.dealt[start]), up, shoe, pos)
                waits |= own != ZERO
                if spot == ZERO and not dealers:
                    totals[played], stakes[played] = np.int64(moves.total[own]), stake
                    played += 1
        if waits and not dealers:
            while moves.dealer_draws[his * TWO + np.uint64(ace)]:
                card = value_of(np.uint64(shoe[pos]))
                his += card + ONE
                ace |= card == ZERO
                pos += ONE
        running = seen_in(count, running, shoe, dealt - ONE, pos)
        if not counting:
            continue
        done += ONE
        if up == ZERO:
            counts[ACES] += 1
            counts[ACES_TEN] += np.int64(hole == TEN - ONE)
        total = np.int64(moves.dealer_total[his * TWO + np.uint64(ace)])
        for at in range(played):
            if totals[at] == 0:  # over 21
                lost += stakes[at]
            elif total == table.pushes_at or totals[at] == total:
                continue
            elif total > 21 or totals[at] > total:
                won += stakes[at]
            else:
                lost += stakes[at]
        code = ((blackjacks * FEW + surrendered) * MOST + won) * MOST + lost
        counts[code] += 1
        if count is not None:
            note_gain(figures, before, gains[code], insurance, count)
    return counts if count is None else figures.ravel()
