"""How all hands of a card game of one's own end against the dealer's, board by board. Imports numba.

Two ways to count. Few hands, or of several decks: every hand meets every hand of the dealer's, as often as it can be
dealt. Many, of one deck: hands are gone through from the lowest on, while it is counted how many of the dealer's lie
below that hold each card, each two cards, and so on; those that share no card with a hand follow by adding and
taking away in turn.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiling import compiled
from nomorebets.hands.compiled_seven import SevenTables, seven_slot
from nomorebets.sim.dealing import deal, stream_of
from nomorebets.sim.kernels import DrawRule, Word

NUMBERS = 7462  # different hands of five cards
ENDS = 4  # no hand, win, push, lose
Ints = NDArray[np.int64]


class Subsets(NamedTuple):
    """Where the cards, the twos, the threes … that a hand holds are counted, by which of its cards they are."""

    choose: Ints
    first: Ints  # by how many cards: where their counters begin
    size: Ints
    top: Ints  # the highest of them
    rest: Ints  # all but this


@compiled
def numbers_of(rows: NDArray[np.uint8], board: NDArray[np.uint8], look_up: SevenTables) -> Ints:
    """The numbers of the best five cards, of hands with the cards that belong to all of them."""
    numbers = np.empty(rows.shape[0], np.int64)
    lying, bits_lying = np.uint64(0), np.uint64(0)
    for card in board:
        lying += look_up.words[card]
        bits_lying |= look_up.bits[card]
    for at in range(rows.shape[0]):
        total, bits = lying, bits_lying
        for card in rows[at]:
            total += look_up.words[card]
            bits |= look_up.bits[card]
        numbers[at] = look_up.numbers[seven_slot(total, bits, look_up)]
    return numbers


@compiled
def _place(cards: Ints, size: int, choose: Ints, apart: int) -> int:
    """Where some cards stand among all of so many; they are put in order."""
    for j in range(1, size):
        card, at = cards[j], j
        while at > 0 and cards[at - 1] > card:
            cards[at] = cards[at - 1]
            at -= 1
        cards[at] = card
    place = 0
    for j in range(size):
        place += choose[cards[j] + apart * j, j + 1]
    return place


@compiled
def rows_named(rows: NDArray[np.uint8], namings: Ints, choose: Ints, apart: int) -> Ints:
    """Where each hand stands under other names of the suits: of several the first. ``apart``: 1 with several decks."""
    each = rows.shape[1]
    found, hand = np.zeros(rows.shape[0], np.int64), np.zeros(each, np.int64)
    for row in range(rows.shape[0]):
        for naming in range(namings.shape[0]):
            for j in range(each):
                hand[j] = np.int64(rows[row, j]) & ~3 | namings[naming, rows[row, j] & 3]
            place = _place(hand, each, choose, apart)
            found[row] = place if naming == 0 else min(found[row], place)
    return found


@compiled
def meet_all(
    rows: NDArray[np.uint8],
    mine: Ints,
    numbers: Ints,
    theirs: NDArray[np.uint8],
    their_numbers: Ints,
    left: Ints,
    lowest: int,
    ends: Ints,
) -> None:
    """Some hands against every hand of the dealer's, of the cards that are left: in how many ways it ends so."""
    each, cards = rows.shape[1], theirs.shape[1]
    for i in range(mine.size):
        at = mine[i]
        for j in range(each):
            left[rows[at, j]] -= 1
        own = numbers[at]
        no_hand, win, push, lose = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
        for other in range(theirs.shape[0]):
            ways, run, last = np.int64(1), 0, np.int64(-1)
            for j in range(cards):
                card = np.int64(theirs[other, j])
                run = run + 1 if card == last else 0
                last = card
                ways *= max(left[card] - run, 0)
                if run:
                    ways //= run + 1
            if ways:
                dealer = their_numbers[other]
                if dealer < lowest:
                    no_hand += ways
                elif own > dealer:
                    win += ways
                elif own == dealer:
                    push += ways
                else:
                    lose += ways
        for j in range(each):
            left[rows[at, j]] += 1
        ends[at, 0], ends[at, 1], ends[at, 2], ends[at, 3] = no_hand, win, push, lose


@compiled
def decide(
    row: int,
    at: int,
    kept: int,
    place: int,
    ends: Ints,
    weight: int,
    nets: Ints,
    paths: Ints,
    every: Ints,
    played: Ints,
    chosen: NDArray[np.int8],
) -> None:
    """Add how a hand ends on a board: undecided, and at each node by the choice that gains most.

    Choices stand in the order in which they are taken where several gain the same.
    """
    for end in range(ENDS):
        every[row, place * ENDS + end] += weight * ends[end]
    for node in range(nets.shape[0]):
        best, most = -1, np.int64(0)
        for choice in range(nets.shape[1]):
            if paths[node, choice] < 0:
                break
            worth = np.int64(0)
            for end in range(ENDS):
                worth += nets[node, choice, place, end] * ends[end]
            if best < 0 or worth > most:
                best, most = choice, worth
        if kept >= 0:
            chosen[kept, node, at] = best
        first = paths[node, best] * every.shape[1] + place * ENDS
        for end in range(ENDS):
            played[node, row, first + end] += weight * ends[end]


@compiled
def decide_all(
    mine: Ints,
    numbers: Ints,
    places: NDArray[np.uint8],
    ends: Ints,
    weights: Ints,
    kept: int,
    nets: Ints,
    paths: Ints,
    by_hand: bool,
    every: Ints,
    played: Ints,
    chosen: NDArray[np.int8],
) -> None:
    """`decide` for hands of a board, each with its own weight."""
    for i in range(mine.size):
        at = mine[i]
        if weights[i]:
            row = at if by_hand else 0
            decide(row, at, kept, places[numbers[at]], ends[at], weights[i], nets, paths, every, played, chosen)


@compiled
def _below(rows: NDArray[np.uint8], row: int, most: int, look: Subsets, held: NDArray[np.int32], sums: Ints) -> Any:
    """How many of the counted hands share no card with a hand."""
    if rows.shape[1] == 2 and most == 2:
        a, b = np.int64(rows[row, 0]), np.int64(rows[row, 1])
        return held[0] - held[1 + a] - held[1 + b] + held[look.first[2] + a + look.choose[b, 2]]
    apart = np.int64(held[0])
    for few in range(1, 1 << rows.shape[1]):
        size = look.size[few]
        sums[few] = sums[look.rest[few]] + look.choose[rows[row, look.top[few]], size]
        if size <= most:
            count = held[look.first[size] + sums[few]]
            apart += -count if size & 1 else count
    return apart


@compiled
def _count(rows: NDArray[np.uint8], row: int, look: Subsets, held: NDArray[np.int32], sums: Ints) -> None:
    """Count one of the dealer's hands under all that it holds."""
    held[0] += 1
    for few in range(1, 1 << rows.shape[1]):
        size = look.size[few]
        sums[few] = sums[look.rest[few]] + look.choose[rows[row, look.top[few]], size]
        held[look.first[size] + sums[few]] += 1


@compiled
def _in_order(
    mine: Ints,
    masks: NDArray[np.uint64],
    totals: NDArray[np.uint64],
    bits: NDArray[np.uint64],
    used: Any,
    total: Any,
    of_suits: Any,
    look_up: SevenTables,
    starts: NDArray[np.int32],
    numbers: NDArray[np.int32],
    found: Ints,
    order: Ints,
) -> int:
    """The hands that are possible beside what lies, as places of the list, the lowest first; how many there are."""
    starts[:] = 0
    size = 0
    for at in range(mine.size):
        row = mine[at]
        if masks[row] & used == 0:
            number = np.int32(look_up.numbers[seven_slot(total + totals[row], of_suits | bits[row], look_up)])
            numbers[at] = number
            starts[number + 1] += 1
            found[size] = at
            size += 1
    for i in range(1, starts.size):
        starts[i] += starts[i - 1]
    for i in range(size):
        number = numbers[found[i]]
        order[starts[number]] = found[i]
        starts[number] += 1
    return size


@compiled
def sweep(  # noqa: PLR0915  # one loop: calls would cost more than the lines
    boards: NDArray[np.uint8],
    weights: Ints,
    gone: NDArray[np.uint8],
    shown: NDArray[np.uint8],
    rows: NDArray[np.uint8],
    mine: Ints,
    times: Ints,
    theirs: NDArray[np.uint8],
    look_up: SevenTables,
    look: Subsets,
    lowest: int,
    places: NDArray[np.uint8],
    nets: Ints,
    paths: Ints,
    by_hand: bool,
    every: Ints,
    played: Ints,
    chosen: NDArray[np.int8],
) -> None:
    """Some hands of one deck, each for so many, on every board: how they end against all of the dealer's, decided.

    ``gone``: cards that have left the deck.
    """
    words, suits = look_up.words, look_up.bits
    masks, totals, bits = _sums(rows, words, suits)
    their_masks, their_totals, their_bits = _sums(theirs, words, suits)
    one = np.uint64(1)
    for card in shown:  # it is in every hand of the dealer's
        for row in range(theirs.shape[0]):
            their_totals[row] += words[card]
            their_bits[row] |= suits[card]
    most = theirs.shape[1]
    held, sums = np.zeros(look.first[most + 1], np.int32), np.zeros(1 << rows.shape[1], np.int64)
    starts = np.zeros(NUMBERS + 1, np.int32)
    numbers, found, order = np.zeros(mine.size, np.int32), np.zeros(mine.size, np.int64), np.zeros(mine.size, np.int64)
    all_theirs, dealers = np.arange(theirs.shape[0]), theirs.shape[0]
    their_numbers = np.zeros(dealers, np.int32)
    their_found, their_order = np.zeros(dealers, np.int64), np.zeros(dealers, np.int64)
    is_same = shown.size == 0 and mine.size == dealers  # what players and the dealer may hold
    if is_same:
        their_numbers, their_order = numbers, order
    unqualified, below = np.zeros(mine.size, np.int64), np.zeros(mine.size, np.int64)
    ends = np.zeros(ENDS, np.int64)
    left = 52 - gone.size - boards.shape[1] - shown.size - rows.shape[1]
    dealer_hands = look.choose[left, most]
    for at in range(boards.shape[0]):
        used, total, of_suits = np.uint64(0), np.uint64(0), np.uint64(0)
        for j in range(boards.shape[1]):
            card = boards[at, j]
            used |= one << np.uint64(card)
            total += words[card]
            of_suits |= suits[card]
        for card in shown:
            used |= one << np.uint64(card)
        for card in gone:
            used |= one << np.uint64(card)
        size = _in_order(mine, masks, totals, bits, used, total, of_suits, look_up, starts, numbers, found, order)
        their_size = size
        if not is_same:
            their_size = _in_order(
                all_theirs, their_masks, their_totals, their_bits, used, total, of_suits, look_up, starts,
                their_numbers, their_found, their_order,
            )  # fmt: skip
        held[:] = 0
        j = 0
        while j < their_size and their_numbers[their_order[j]] < lowest:
            _count(theirs, their_order[j], look, held, sums)
            j += 1
        if lowest:
            for i in range(size):
                unqualified[order[i]] = _below(rows, mine[order[i]], most, look, held, sums)
        i = 0
        while i < size:
            number = numbers[order[i]]
            last = i
            while last < size and numbers[order[last]] == number:
                last += 1
            if number >= lowest:
                while j < their_size and their_numbers[their_order[j]] < number:
                    _count(theirs, their_order[j], look, held, sums)
                    j += 1
                for k in range(i, last):
                    below[order[k]] = _below(rows, mine[order[k]], most, look, held, sums)
                while j < their_size and their_numbers[their_order[j]] == number:
                    _count(theirs, their_order[j], look, held, sums)
                    j += 1
            for k in range(i, last):
                hand = order[k]
                row = mine[hand]
                ends[0] = unqualified[hand]
                ends[1] = ends[2] = 0
                if number >= lowest:
                    ends[1] = below[hand] - ends[0]
                    ends[2] = _below(rows, row, most, look, held, sums) - below[hand]
                ends[3] = dealer_hands - ends[0] - ends[1] - ends[2]
                kept = at if chosen.shape[0] else -1
                into = row if by_hand else 0
                weight = weights[at] * times[hand]
                decide(into, row, kept, places[number], ends, weight, nets, paths, every, played, chosen)
            i = last


@compiled
def _sums(rows: NDArray[np.uint8], words: NDArray[np.uint64], suits: NDArray[np.uint64]) -> Any:
    """What each hand holds: its cards as bits, and the sums that the evaluator looks up."""
    size = rows.shape[0]
    masks, totals, bits = np.zeros(size, np.uint64), np.zeros(size, np.uint64), np.zeros(size, np.uint64)
    for row in range(size):
        for j in range(rows.shape[1]):
            card = rows[row, j]
            masks[row] |= np.uint64(1) << np.uint64(card)
            totals[row] += words[card]
            bits[row] |= suits[card]
    return masks, totals, bits


@compiled
def count_hands(look_up: SevenTables, size: Any, left: NDArray[np.uint8], counts: Ints) -> None:
    """How many of all hands of six or seven of the cards that are left have each number."""
    words, suits = look_up.words[left], look_up.bits[left]
    last = np.uint64(1) if size == 6 else np.uint64(0)  # of six cards, the innermost loop goes round once
    for a in range(np.uint64(left.size)):
        for b in range(a):
            for c in range(b):
                w3, b3 = words[a] + words[b] + words[c], suits[a] | suits[b] | suits[c]
                for d in range(c):
                    for e in range(d):
                        w5, b5 = w3 + words[d] + words[e], b3 | suits[d] | suits[e]
                        for f in range(e):
                            w6, b6 = w5 + words[f], b5 | suits[f]
                            if last:
                                counts[look_up.numbers[seven_slot(w6, b6, look_up)]] += 1
                                continue
                            for g in range(f):
                                counts[look_up.numbers[seven_slot(w6 + words[g], b6 | suits[g], look_up)]] += 1


# --- rounds ----------------------------------------------------------------------------------------------------------


@compiled
def deal_rounds(
    seed: Word, block: Word, rounds: int, first: DrawRule, second: DrawRule, more: int, pack: NDArray[np.uint64]
) -> NDArray[np.uint8]:
    """The cards of the rounds of a block; more than one word deals need a second."""
    state, dealt = stream_of(seed, block), np.int64(first.draws)
    cards = np.empty((rounds, dealt + more), np.uint8)
    for at in range(rounds):
        state = deal(state, first, pack)
        if more:
            state = deal(state, second, pack[dealt:])
        for card in range(dealt + more):
            cards[at, card] = pack[card] % np.uint64(52)
    return cards


@compiled
def seen_codes(
    seen: NDArray[np.uint8],
    sizes: Ints,
    many: Ints,
    own: NDArray[np.uint8],
    namings: Ints,
    choose: Ints,
    apart: int,
) -> Any:
    """What is seen in each round as the number that stands for all that are like it, and the hand named so."""
    rounds, each = seen.shape[0], own.shape[1]
    codes, rows = np.empty(rounds, np.int64), np.empty(rounds, np.int64)
    few = np.zeros(8, np.int64)
    for at in range(rounds):
        best, by = np.int64(-1), 0
        for naming in range(namings.shape[0]):
            code, card = np.int64(0), 0
            for street in range(sizes.size):
                for j in range(sizes[street]):
                    few[j] = np.int64(seen[at, card]) & ~3 | namings[naming, seen[at, card] & 3]
                    card += 1
                code = code * many[street] + _place(few, sizes[street], choose, apart)
            if best < 0 or code < best:
                best, by = code, naming
        codes[at] = best
        for j in range(each):
            few[j] = np.int64(own[at, j]) & ~3 | namings[by, own[at, j] & 3]
        rows[at] = _place(few, each, choose, apart)
    return codes, rows


@compiled
def best_choice(
    own: NDArray[np.uint8],
    board: NDArray[np.uint8],
    theirs: NDArray[np.uint8],
    look_up: SevenTables,
    lowest: int,
    places: NDArray[np.uint8],
    nets: Ints,
) -> Ints:
    """The choice that gains most in each round, with all community cards seen, against all hands of the dealer's."""
    words, suits = look_up.words, look_up.bits
    masks, totals, bits = _sums(theirs, words, suits)
    chosen, ends = np.empty(own.shape[0], np.int64), np.zeros(ENDS, np.int64)
    for at in range(own.shape[0]):
        total, of_suits, used = np.uint64(0), np.uint64(0), np.uint64(0)
        for j in range(board.shape[1]):
            total += words[board[at, j]]
            of_suits |= suits[board[at, j]]
            used |= np.uint64(1) << np.uint64(board[at, j])
        mine, mine_bits = total, of_suits
        for j in range(own.shape[1]):
            mine += words[own[at, j]]
            mine_bits |= suits[own[at, j]]
            used |= np.uint64(1) << np.uint64(own[at, j])
        number = np.int64(look_up.numbers[seven_slot(mine, mine_bits, look_up)])
        ends[:] = 0
        for row in range(theirs.shape[0]):
            if masks[row] & used == 0:
                dealer = np.int64(look_up.numbers[seven_slot(total + totals[row], of_suits | bits[row], look_up)])
                ends[0 if dealer < lowest else 1 if number > dealer else 2 if number == dealer else 3] += 1
        best, most = 0, np.int64(0)
        for choice in range(nets.shape[0]):
            worth = np.int64(0)
            for end in range(ENDS):
                worth += nets[choice, places[number], end] * ends[end]
            if choice == 0 or worth > most:
                best, most = choice, worth
        chosen[at] = best
    return chosen
