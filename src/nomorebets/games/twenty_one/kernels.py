"""The compiled loops of blackjack: rounds of one box by a machine, or any number of boxes by a count. Imports numba.

The front of a shoe is shuffled at once, as far as it may be dealt: each card changes places with one behind it or
itself, six at a time from one random word. The shoe goes on from there as it lies, which is as good as a new one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiling import compiled
from nomorebets.sim.kernels import State, Word, _block_state, digit, fair_word_below, umulh

ZERO, ONE, TWO, THREE, FOUR, FIVE, SIX, EIGHT, TEN, WIDE = (np.uint64(n) for n in (0, 1, 2, 3, 4, 5, 6, 8, 10, 16))
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
SPARE = np.uint64(12)  # cards of a shoe that are drawn for pairs which are split, before it is known how many need
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


class Walk(NamedTuple):
    """Rounds as a machine that every card moves on; see `round_machine`."""

    then: NDArray[np.uint16]  # [state + value of the card]
    begins: Word  # states below it ended a round, or its walk
    splits_from: Word  # from here on, among those, a pair is split
    first: NDArray[np.uint8]  # of each state that is split
    second: NDArray[np.uint8]
    up: NDArray[np.uint8]
    his: NDArray[np.uint16]  # the dealer's hand, 0 where the hole card was not looked at
    wide: Word  # of a row


class Shoes(NamedTuple):
    """Shoes that are dealt side by side, and the states in which their rounds ended."""

    full: NDArray[np.uint8]  # the cards of a shoe before any is dealt
    cards: NDArray[np.uint8]  # [shoe, place]
    ends: NDArray[np.uint16]  # [shoe, round]
    products: NDArray[np.uint64]  # the ways of six cards, by how many are left


@compiled
def shoes_of(cards: NDArray[np.uint8]) -> Shoes:
    size = np.uint64(cards.size)
    products = np.zeros(size + ONE, np.uint64)
    for left in range(SIX, size + ONE):
        products[left] = left * (left - ONE) * (left - TWO) * (left - THREE) * (left - FOUR) * (left - FIVE)
    return Shoes(cards, np.empty((FOUR, size), np.uint8), np.zeros((FOUR, size), np.uint16), products)


@compiled
def step(
    then: NDArray[np.uint16], shoe: NDArray[np.uint8], left: Word, word: Word, now: Word, ends: NDArray[np.uint16],
    ended: Word, begins: Word, symbols: NDArray[np.uint8] | None, begun: NDArray[np.uint16] | None,
) -> tuple[Word, Word, Word]:  # fmt: skip
    """Draw a card, to whose place the last one goes: the state after it, the rounds that ended, what is left of a word.

    Every state is written down; one that ended no round is written over by the next.
    """
    at, word = digit(word, left)
    card = np.uint64(shoe[at])
    shoe[at] = shoe[left - ONE]
    if begun is not None:  # the card stays behind those that are left, and where the next round begins is known
        shoe[left - ONE] = card
        begun[ended + ONE] = left - ONE
    if symbols is not None:
        card = np.uint64(symbols[card])
    now = np.uint64(then[now + card])
    ends[ended] = now
    return now, ended + np.uint64(now < begins), word


@compiled
def walk(
    state: State, shoes: Shoes, rounds: Word, of: Walk, symbols: NDArray[np.uint8] | None,
    begun: NDArray[np.uint16] | None,
) -> tuple[State, Word, Word]:  # fmt: skip
    """Deal so many rounds or more from each of four full shoes, a card of each in turn: none waits for the others.

    The stream, the cards left in each, and how many rounds have ended in every one. ``symbols`` says what the machine
    sees of each card, ``begun[shoe, round]`` is told how many cards were left when a round began; what is `None` numba
    leaves out of the loop.
    """
    a, b, c, d = shoes.cards[0], shoes.cards[1], shoes.cards[2], shoes.cards[3]
    for i in range(np.uint64(shoes.full.size)):
        a[i] = b[i] = c[i] = d[i] = shoes.full[i]
    ends_a, ends_b, ends_c, ends_d = shoes.ends[0], shoes.ends[1], shoes.ends[2], shoes.ends[3]
    if begun is None:
        begun_a = begun_b = begun_c = begun_d = None
    else:
        begun_a, begun_b, begun_c, begun_d = begun[0], begun[1], begun[2], begun[3]
        begun[:, 0] = shoes.full.size
    now_a, now_b, now_c, now_d = ZERO, ZERO, ZERO, ZERO  # a state that ended a round begins one
    ended_a, ended_b, ended_c, ended_d = ZERO, ZERO, ZERO, ZERO
    left, ended, then, begins = np.uint64(shoes.full.size), ZERO, of.then, of.begins
    while ended < rounds and left >= SIX + SPARE:
        product = shoes.products[left]
        word_a, state = fair_word_below(state, product)
        word_b, state = fair_word_below(state, product)
        word_c, state = fair_word_below(state, product)
        word_d, state = fair_word_below(state, product)
        for _ in range(SIX):
            now_a, ended_a, word_a = step(then, a, left, word_a, now_a, ends_a, ended_a, begins, symbols, begun_a)
            now_b, ended_b, word_b = step(then, b, left, word_b, now_b, ends_b, ended_b, begins, symbols, begun_b)
            now_c, ended_c, word_c = step(then, c, left, word_c, now_c, ends_c, ended_c, begins, symbols, begun_c)
            now_d, ended_d, word_d = step(then, d, left, word_d, now_d, ends_d, ended_d, begins, symbols, begun_d)
            left -= ONE
        ended = min(ended_a, ended_b)
        ended = min(ended, min(ended_c, ended_d))  # noqa: PLW3301  # two at a time is what a processor has
    return state, left, min(ended, rounds)


@compiled
def draw_back(shoe: NDArray[np.uint8], left: Word, word: Word) -> Word:
    """Draw a card and lay it behind those that are left; what is left of the word."""
    at, word = digit(word, left)
    last = shoe[left - ONE]
    shoe[left - ONE] = shoe[at]
    shoe[at] = last
    return np.uint64(word)


@compiled
def draw_spare(state: State, shoes: Shoes, left: Word) -> State:
    """Draw twelve more of each shoe at once, for pairs that are split: most need no further."""
    a, b, c, d = shoes.cards[0], shoes.cards[1], shoes.cards[2], shoes.cards[3]
    for _ in range(SPARE // SIX):
        product = shoes.products[left]
        word_a, state = fair_word_below(state, product)
        word_b, state = fair_word_below(state, product)
        word_c, state = fair_word_below(state, product)
        word_d, state = fair_word_below(state, product)
        for _ in range(SIX):
            word_a = draw_back(a, left, word_a)
            word_b = draw_back(b, left, word_b)
            word_c = draw_back(c, left, word_c)
            word_d = draw_back(d, left, word_d)
            left -= ONE
    return state


@compiled
def next_card(
    state: State, shoe: NDArray[np.uint8], at: Word, upto: Word, left: Word, products: NDArray[np.uint64]
) -> tuple[Word, State, Word, Word, Word]:
    """The next of the cards laid back, or of six more: also where it lies, up to where they do, and the cards left.

    If all are out, those follow that pairs before this one used.
    """
    at += ONE
    if at == upto:
        upto = left if left >= SIX else upto
        word, state = fair_word_below(state, products[upto])
        left = upto - SIX
        for i in range(SIX):
            word = draw_back(shoe, upto - i, word)
        at = left
    return np.uint64(shoe[at]), state, at, upto, left


@compiled
def play(  # noqa: PLR0915  # one loop: a call that is given arrays costs more than the lines
    seed: Word, block: Word, rounds: Word, cards: NDArray[np.uint8], table: Table, of: Walk, moves: Moves, dealer: Moves
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """So many rounds of a box: how often each state ended one, and how often boxes that were split came to each end.

    Pairs that were split are played on with cards that the walks left: of a shoe in random order it does not matter who
    has his cards first.
    """
    state = _block_state(seed, block)
    counts, ended = np.zeros(CODES, np.int64), np.zeros(of.splits_from, np.int64)
    powers = np.array([BASE**way for way in range(WAYS)], np.int64)
    ends, stakes = np.empty(4, np.uint64), np.empty(4, np.int64)  # of the hands of a split pair
    shoes, done = shoes_of(cards), ZERO
    products = shoes.products
    while done < rounds:
        state, walked, number = walk(state, shoes, table.counted, of, None, None)
        state = draw_spare(state, shoes, walked)
        for at_table in range(FOUR):
            number = min(number, rounds - done)
            done += number
            shoe, left, upto = shoes.cards[at_table], walked - SPARE, walked
            at = left - ONE
            for i in range(number):
                end = np.uint64(shoes.ends[at_table, i])
                if end < of.splits_from:
                    ended[end] += 1
                    continue
                which = (end - of.splits_from) // of.wide
                pair, up, his = np.uint64(of.first[which]), np.uint64(of.up[which]), np.uint64(of.his[which])
                if his == ZERO:
                    hole, state, at, upto, left = next_card(state, shoe, at, upto, left, products)
                    his = np.uint64(dealer.dealt[up * WIDE + hole])
                dealers = dealer.total[his] == 21
                if up == ONE:
                    counts[ENDS + ACES] += 1
                    counts[ENDS + ACES_TEN] += np.int64(dealers)
                hands, made, waits = 0, TWO, False
                most = table.most_aces if pair == ONE else table.most_hands
                while np.uint64(hands) < made:
                    card, state, at, upto, left = next_card(state, shoe, at, upto, left, products)
                    if card == pair and made < most:
                        made += ONE
                        continue
                    own, stake = np.uint64(moves.split[pair * WIDE + card]), 0
                    act = moves.act[own * WIDE + up]
                    while act != STAND:
                        card, state, at, upto, left = next_card(state, shoe, at, upto, left, products)
                        own = np.uint64(moves.then[own * WIDE + card])
                        stake = 3 if act == DOUBLE else 0
                        act = STAND if act == DOUBLE else moves.act[own * WIDE + up]
                    ends[hands], stakes[hands] = own, stake
                    waits |= own != ZERO
                    hands += 1
                if dealers:
                    counts[lost_to_blackjack(ends, stakes, hands) if table.busted_stay else COMBINED + DEALERS] += 1
                    continue
                while waits and dealer.act[his * WIDE + ONE]:
                    card, state, at, upto, left = next_card(state, shoe, at, upto, left, products)
                    his = np.uint64(dealer.then[his * WIDE + card])
                his_total, code = dealer.total[his], np.int64(0)
                for hand in range(hands):
                    total = moves.total[ends[hand]]
                    lost = total == OVER or (his_total != OVER and total < his_total)
                    code += powers[(1 if lost else 2 if total == his_total else 0) + stakes[hand]]
                counts[code] += 1
    return ended[:: of.wide], counts


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
