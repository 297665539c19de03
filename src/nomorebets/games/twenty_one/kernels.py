"""The compiled loops of blackjack: any number of boxes by a count, and boxes split often. Imports numba.

The front of a shoe is shuffled at once, as far as it may be dealt: each card changes places with one behind it or
itself, six at a time from one random word. The shoe goes on from there as it lies, which is as good as a new one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiling import compiled
from nomorebets.sim.kernels import State, Word, _block_state, fair_word_below, umulh

ZERO, ONE, TWO, SIX, EIGHT, TEN, WIDE = (np.uint64(n) for n in (0, 1, 2, 6, 8, 10, 16))
OVER = 22  # what a hand over 21 counts
STAND, DRAW, DOUBLE, SURRENDER = 0, 1, 2, 3
BASE = 5  # a box has up to four hands: how many ended in each way, as the digits of a number
WAYS = 6  # win, lose, push; then the same doubled
COMBINED = BASE**WAYS
# further ends of a box, after the combinations
BLACKJACK, TIED, DEALERS, SURRENDERED, FIVE_CARDS, BUSTED = range(6)
MOST_LOST = 8  # by four busted and doubled hands
# counted besides: dealer's aces, those with a ten below, the same against a blackjack
ACES, ACES_TEN, AGAINST, AGAINST_TEN = range(4)
ENDS = COMBINED + BUSTED + MOST_LOST + 1
CODES = ENDS + 4
MARGIN = 24  # cards for each box, and the dealer, that may be dealt after the cutting card is out
BEYOND = 96  # places behind all cards, which no round reaches: a card there would exceed 21


class Table(NamedTuple):
    """What a loop must know of a table, besides the machines of player and dealer."""

    cards: Word  # in the shoe
    boxes: Word
    behind: Word  # cards behind the cutting card
    counted: Word  # rounds of a shoe that are counted: so many are dealt from every shoe
    most_hands: Word
    most_aces: Word  # hands that aces may be split into
    reader: np.bool_
    early: np.bool_  # surrender comes before the hole card counts
    busted_stay: np.bool_  # busted hands stay lost to a dealer's blackjack


class Moves(NamedTuple):
    """A machine as arrays."""

    then: NDArray[np.uint16]
    act: NDArray[np.uint8]
    total: NDArray[np.uint8]
    bonus: NDArray[np.uint8]
    dealt: NDArray[np.uint16]
    split: NDArray[np.uint16]
    splits: NDArray[np.uint8]  # [pair * WIDE + card shown]


def shoe_of(counts: tuple[int, ...], boxes: int) -> NDArray[np.uint8]:
    """The cards of a shoe as values, with room for discards that follow them, and for nothing."""
    room = np.zeros((MARGIN + BEYOND) * (boxes + 1), np.uint8)
    return np.concatenate((np.repeat(np.arange(1, len(counts) + 1), counts).astype(np.uint8), room))


@compiled
def shuffle(state: State, shoe: NDArray[np.uint8], low: Word, upto: Word, high: Word) -> State:
    """Bring the cards from one place up to another into a random order, out of all up to a third."""
    at = low
    while at < upto:
        left = high - at
        draws = min(SIX, left)
        product = ONE
        for i in range(draws):
            product *= left - np.uint64(i)
        word, state = fair_word_below(state, product)
        for _ in range(draws):
            chosen = at + umulh(word, left)
            word *= left
            left -= ONE
            card = shoe[at]
            shoe[at] = shoe[chosen]
            shoe[chosen] = card
            at += ONE
    return state


@compiled
def follow_with_discards(state: State, shoe: NDArray[np.uint8], dealt: Word, size: Word, needed: Word) -> State:
    """Where a round might need more cards than are left: what was dealt before it is shuffled and follows."""
    number = min(dealt, needed)
    for i in range(number):  # the first of them are as random as any
        shoe[size + i] = shoe[i]
    for i in range(number, needed):
        shoe[size + i] = np.uint8(0)
    return shuffle(state, shoe, size, size + number, size + number)


@compiled
def needs_cards_from(table: Table) -> Word:
    """From which place of the shoe on a round cannot just begin: the cutting card is out, or cards may be lacking."""
    needed = np.uint64(MARGIN) * (table.boxes + ONE)
    return min(table.cards - table.behind, max(table.cards, needed) - needed + ONE)


@compiled
def get_cards(
    state: State, shoe: NDArray[np.uint8], pos: Word, of_shoe: Word, table: Table
) -> tuple[State, Word, Word]:
    """Shuffle where the cutting card is out, else let the discards follow; the next card, and rounds of its shoe."""
    size, last = table.cards, table.cards - table.behind
    needed = np.uint64(MARGIN) * (table.boxes + ONE)
    if pos >= last:
        return shuffle(state, shoe, ZERO, min(size, last + needed), size), ZERO, ZERO
    return follow_with_discards(state, shoe, pos, size, needed), pos, of_shoe


@compiled
def finish_hand(moves: Moves, own: Word, up: Word, shoe: NDArray[np.uint8], pos: Word) -> tuple[Word, int, Word]:
    """One hand to its end: its last state, what doubling added to its stake, and the next card of the shoe."""
    while True:
        act = moves.act[own * WIDE + up]
        if act == STAND:
            return own, 0, pos
        own = np.uint64(moves.then[own * WIDE + np.uint64(shoe[pos])])
        pos += ONE
        if act == DOUBLE:
            return own, 3, pos


@compiled
def lost_to_blackjack(ends: NDArray[np.uint64], stakes: NDArray[np.int64], hands: int) -> int:
    """How a box ends against a blackjack where busted hands stay lost: they, and one more unless all are busted."""
    lost, stands = 0, hands == 0
    for i in range(hands):
        if ends[i] == ZERO:
            lost += 1 if stakes[i] == 0 else 2
        else:
            stands = True
    lost += 1 if stands else 0
    return int(COMBINED + DEALERS if lost == 1 else COMBINED + BUSTED + lost)


@compiled
def deal_many(
    seed: Word,
    block: Word,
    boxes: Word,
    shoe: NDArray[np.uint8],
    size: Word,
    most: Word,
    moves: Moves,
    dealer: Moves,
    pair: Word,
    up: Word,
    busted_stay: bool,
) -> NDArray[np.int64]:
    """How so many boxes ended whose pair was split into three hands or more: against a dealer without a blackjack, or
    against any where busted hands stay lost to a blackjack.

    The shoe is without the pair and the card shown. Second cards are dealt before the others: the order of a shoe means
    nothing.
    """
    state = _block_state(seed, block)
    counts = np.zeros(ENDS, np.int64)
    powers = np.array([BASE**way for way in range(WAYS)], np.int64)
    front, few = min(size, np.uint64(2 * MARGIN)), min(size, EIGHT)
    seconds, ends, stakes = np.empty(4, np.uint64), np.empty(4, np.uint64), np.empty(4, np.int64)
    done = ZERO
    while done < boxes:
        state = shuffle(state, shoe, ZERO, few, size)
        his = np.uint64(dealer.dealt[up * WIDE + np.uint64(shoe[0])])
        dealers = dealer.total[his] == 21
        if dealers and not busted_stay:
            continue
        made, at, pos = TWO, ZERO, ONE
        while at < made:
            card = np.uint64(shoe[pos])
            pos += ONE
            if card == pair and made < most:
                made += ONE
                continue
            seconds[at] = card
            at += ONE
        if made == TWO:
            continue
        state = shuffle(state, shoe, few, front, size)
        waits = False
        for i in range(made):
            own = np.uint64(moves.split[pair * WIDE + seconds[i]])
            ends[i], stakes[i], pos = finish_hand(moves, own, up, shoe, pos)
            waits |= ends[i] != ZERO
        done += ONE
        if dealers:
            counts[lost_to_blackjack(ends, stakes, int(made))] += 1
            continue
        while waits and dealer.act[his * WIDE + ONE]:
            his = np.uint64(dealer.then[his * WIDE + np.uint64(shoe[pos])])
            pos += ONE
        his_total, code = dealer.total[his], np.int64(0)
        for i in range(made):
            total = moves.total[ends[i]]
            lost = total == OVER or (his_total != OVER and total < his_total)
            code += powers[(1 if lost else 2 if total == his_total else 0) + stakes[i]]
        counts[code] += 1
    return counts


# --- with a count ----------------------------------------------------------------------------------------------------


class Count(NamedTuple):
    """How cards are counted, and what the count decides of wagers."""

    tags: NDArray[np.int64]  # [value]
    start: int  # the running count of a new shoe
    per_deck: np.bool_  # the count is divided by the decks that are left
    deck: int  # cards of a deck
    lowest: int  # the count of the first play; lower ones are played like it, and higher ones like the last
    wagers: NDArray[np.int64]  # [play]: units
    insures: NDArray[np.bool_]  # [play]
    insured: NDArray[np.int64]  # what insurance brings beside a unit, in parts: lost, won


class Plays(NamedTuple):
    """What is done at each count, and what it brings."""

    acts: NDArray[np.uint8]  # [play, state * WIDE + card shown]
    splits: NDArray[np.uint8]  # [play, pair * WIDE + card shown]
    gains: NDArray[np.int64]  # [end]: what it brings per unit, in parts


# what is counted for each play: rounds, gains of a unit, their squares; stakes, gains by stake, their squares
FIGURES = 6


@compiled
def play_at(count: Count, running: int, left: Word) -> int:
    """Which play a count calls for."""
    true = running * count.deck // np.int64(left) if count.per_deck else running
    return int(min(max(true - count.lowest, 0), count.wagers.size - 1))


@compiled
def chosen_play(count: Count | None, running: int, left: Word) -> int:
    """Which play a count calls for; the only one where nothing is counted."""
    return 0 if count is None else play_at(count, running, left)


@compiled
def counted(count: Count | None, running: int, value: Word) -> int:
    """The count after a card is seen."""
    return running if count is None else running + count.tags[value]


@compiled
def note_gain(figures: NDArray[np.int64], before: int, gain: np.int64, insurance: np.int64, count: Count) -> None:
    """Count a round that began at such a count: what a unit gained, and what was wagered gained with insurance."""
    staked = count.wagers[before]
    figures[before, 0] += 1
    figures[before, 1] += gain
    figures[before, 2] += gain * gain
    gain += insurance
    figures[before, 3] += staked
    figures[before, 4] += staked * gain
    figures[before, 5] += staked * staked * gain * gain


@compiled
def play_hand(
    shoe: NDArray[np.uint8],
    at: Word,
    own: Word,
    up: Word,
    size: Word,
    running: int,
    moves: Moves,
    count: Count,
    acts: NDArray[np.uint8],
) -> tuple[Word, Word, int, int]:
    """Play one hand card by card: where the shoe then stands, the state it ends in, how it is staked, the count."""
    while True:
        act = acts[play_at(count, running, size - at), own * WIDE + up]
        if act in (STAND, SURRENDER):
            return at, own, 0, running
        card = np.uint64(shoe[at])
        running += count.tags[card]
        own = np.uint64(moves.then[own * WIDE + card])
        at += ONE
        if act == DOUBLE:
            return at, own, 3, running


@compiled
def play_by_count(  # noqa: PLR0915
    seed: Word,
    block: Word,
    rounds: Word,
    shoe: NDArray[np.uint8],
    table: Table,
    moves: Moves,
    dealer: Moves,
    count: Count,
    plays: Plays,
) -> NDArray[np.int64]:
    """Rounds to the cutting card: what the first box gained that is wagered by the count, as all are played."""
    state = _block_state(seed, block)
    figures = np.zeros((count.wagers.size, FIGURES), np.int64)
    powers = np.array([BASE**way for way in range(WAYS)], np.int64)
    size, boxes = table.cards, table.boxes
    at, scarce, running = size, needs_cards_from(table), 0
    ends, stakes = np.empty(8, np.uint64), np.empty(8, np.int64)
    for _ in range(rounds):
        if at >= scarce:
            state, at, of_shoe = get_cards(state, shoe, at, ONE, table)
            running = running if of_shoe else count.start
        before = play_at(count, running, size - at)
        up, hole = np.uint64(shoe[at + boxes]), np.uint64(shoe[at + boxes + boxes + ONE])
        begun = at
        at += boxes + boxes + TWO
        for i in range(begun, at - ONE):  # all cards but the hole card lie face up
            running += count.tags[np.uint64(shoe[i])]
        his = np.uint64(dealer.dealt[up * WIDE + hole])
        dealers = dealer.total[his] == 21
        insurance = np.int64(0)
        if up == ONE and count.insures[play_at(count, running, size - at)]:
            insurance = count.insured[1 if hole == TEN else 0]
        hands, waits, code = 0, False, -1
        for box in range(boxes):
            if dealers and table.reader:
                break
            first = np.uint64(shoe[begun + box])
            second = np.uint64(shoe[begun + boxes + ONE + box])
            if first + second == TEN + ONE and ONE in (first, second):
                continue
            own = np.uint64(moves.dealt[first * WIDE + second])
            now = play_at(count, running, size - at)
            if plays.acts[now, own * WIDE + up] == SURRENDER:
                if box == ZERO:
                    code = COMBINED + SURRENDERED
                continue
            if first == second and plays.splits[now, first * WIDE + up]:
                most = table.most_aces if first == ONE else table.most_hands
                made, done = TWO, ZERO
                while done < made:
                    card = np.uint64(shoe[at])
                    running += count.tags[card]
                    at += ONE
                    if card == first and made < most:
                        made += ONE
                        continue
                    own = np.uint64(moves.split[first * WIDE + card])
                    at, own, stake, running = play_hand(shoe, at, own, up, size, running, moves, count, plays.acts)
                    waits |= own != ZERO
                    if box == ZERO:
                        ends[hands], stakes[hands] = own, stake
                        hands += 1
                    done += ONE
                continue
            at, own, stake, running = play_hand(shoe, at, own, up, size, running, moves, count, plays.acts)
            waits |= own != ZERO
            if box == ZERO:
                ends[hands], stakes[hands] = own, stake
                hands += 1
        running += count.tags[hole]
        if waits and not dealers:
            while dealer.act[his * WIDE + ONE]:
                card = np.uint64(shoe[at])
                running += count.tags[card]
                his = np.uint64(dealer.then[his * WIDE + card])
                at += ONE
        first, second = np.uint64(shoe[begun]), np.uint64(shoe[begun + boxes + ONE])
        if first + second == TEN + ONE and ONE in (first, second):
            code = COMBINED + (TIED if dealers else BLACKJACK)
        elif dealers:
            if not (table.early and code == COMBINED + SURRENDERED):
                code = lost_to_blackjack(ends, stakes, hands) if table.busted_stay else COMBINED + DEALERS
        elif code < 0:
            his_total = dealer.total[his]
            code = 0
            for i in range(hands):
                total = moves.total[ends[i]]
                lost = total == OVER or (his_total != OVER and total < his_total)
                way = 1 if lost else 2 if total == his_total else 0
                code += powers[way + stakes[i]]
                if way == 0 and moves.bonus[ends[i]] != 0:
                    code = COMBINED + FIVE_CARDS
        note_gain(figures, before, plays.gains[code], insurance, count)
    return figures.ravel()
