"""Compiled loops that count what hands win: over all boards, and over all cards two hands may still get. Imports numba.

Counts are by player: won alone, shared, and the same of low hands, then the shares in parts of a pot. A pot has
`POT_PARTS` parts, so that up to nine hands share it, or half of it, without a remainder.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiling import compiled
from nomorebets.equipment.cards import RANKS
from nomorebets.hands.compiled import Tables, five_card_number
from nomorebets.hands.compiled_seven import COLUMN, RANK_KEYS_7, ROW_BITS, SevenTables, seven_slot
from nomorebets.hands.orders import rank_sets

Ints: TypeAlias = NDArray[np.int64]
Words: TypeAlias = NDArray[np.uint64]
Numbers: TypeAlias = NDArray[np.uint16]

POT_PARTS = 5040
WIN, TIE, LOW_WIN, LOW_TIE, PARTS = range(5)
COLUMNS = 5
NO_NUMBERS = np.zeros(0, np.uint16)


@compiled
def _award(numbers: Any, weight: Any, parts: Any, win: int, counts: Ints) -> None:
    """A pot, or half of it, to the best hands."""
    best, sharing = numbers[0], 0
    for player in range(numbers.size):
        if numbers[player] > best:
            best, sharing = numbers[player], 1
        elif numbers[player] == best:
            sharing += 1
    for player in range(numbers.size):
        if numbers[player] == best:
            counts[player, win if sharing == 1 else win + 1] += weight
            counts[player, PARTS] += weight * (parts // sharing)


@compiled
def _award_both(high: Any, low: Any, none_is_low: bool, counts: Ints) -> None:
    """A pot in halves to the best high and low hands; the whole to the high hand where no low hand counts."""
    halved = not none_is_low
    for player in range(low.size):
        halved |= low[player] > 0
    _award(high, 1, POT_PARTS // 2 if halved else POT_PARTS, WIN, counts)
    if halved:
        _award(low, 1, POT_PARTS // 2, LOW_WIN, counts)


# --- hold 'em: ranks first, then what flushes change -----------------------------------------------------------------


class Boards(NamedTuple):
    """All boards by their ranks, and their parts that are of one suit."""

    ranks: Ints  # rows of five, the lowest first
    suited: Ints  # sets of three to five ranks
    sizes: Ints


@cache
def rank_boards() -> tuple[Ints, Boards]:
    """The keys of ranks, and all boards by them."""
    sets = [few for size in (3, 4, 5) for few in combinations(range(len(RANKS)), size)]
    suited = [sum(1 << rank for rank in few) for few in sets]
    every = Boards(np.array(rank_sets(5)), np.array(suited), np.array([len(few) for few in sets]))
    return np.array(RANK_KEYS_7, np.int64), every


@compiled
def _ways(ranks: Ints, board: int, left: Ints) -> int:
    """In how many ways the cards of a board, by its ranks, can be chosen of those left of each."""
    ways, chosen = 1, 0
    for at in range(5):
        rank = ranks[board, at]
        chosen = chosen + 1 if at and ranks[board, at - 1] == rank else 0
        ways = ways * (left[rank] - chosen) // (chosen + 1)
    return ways


@compiled
def _rank_only(own: Any, key: Any, rows: Words, table: Numbers, numbers: Numbers) -> None:
    """As `rank_slot`, of the tables themselves: numba would count who holds them at every call."""
    for player in range(np.uint64(own.size)):
        total = np.uint64(own[player] + key)
        numbers[player] = table[rows[total >> ROW_BITS] + (total & COLUMN)]


@compiled
def _key(few: Any, keys: Ints) -> Any:
    """The sum of the keys of a set of ranks."""
    key = np.int64(0)
    for rank in range(13):
        if few >> rank & 1:
            key += keys[rank]
    return key


@compiled
def before_the_flop(hands: Words, gone: Words, keys: Ints, all_boards: Boards, look_up: SevenTables) -> Ints:
    """What hands of two cards win over all boards; ``gone`` are cards that cannot come.

    Boards are counted by ranks as if there were no flushes. Those with three cards or more of a suit are then taken
    away and counted again for what they are, suit by suit, if anybody may have a flush in it.
    """
    players = hands.shape[0]
    counts = np.zeros((players, COLUMNS), np.int64)
    left = np.full((5, 13), 1)  # by suit; and all together
    left[4] = 4
    own, held = np.zeros(players, np.int64), np.zeros((players, 4), np.int64)
    suited = np.zeros((players, 4), np.int64)
    for player in range(players):
        for at in range(2):
            card = np.int64(hands[player, at])
            own[player] += keys[card >> 2]
            held[player, card & 3] |= 1 << (card >> 2)
            suited[player, card & 3] += 1
            left[card & 3, card >> 2] -= 1
            left[4, card >> 2] -= 1
    for at in range(gone.size):
        card = np.int64(gone[at])
        left[card & 3, card >> 2] -= 1
        left[4, card >> 2] -= 1
    rows, table = look_up.rows, look_up.numbers
    numbers, true, every = np.zeros(players, np.uint16), np.zeros(players, np.uint16), left[4]
    for at in range(all_boards.ranks.shape[0]):
        weight = _ways(all_boards.ranks, at, every)
        if weight:
            key = np.int64(0)
            for place in range(5):
                key += keys[all_boards.ranks[at, place]]
            _rank_only(own, key, rows, table, numbers)
            _award(numbers, weight, POT_PARTS, WIN, counts)
    for suit in range(4):
        longest, free, rest = 0, 0, left[4] - left[suit]
        for player in range(players):
            longest = max(longest, suited[player, suit])
        for rank in range(13):
            free |= left[suit, rank] << rank
        for at in range(all_boards.suited.size):
            few, size = all_boards.suited[at], all_boards.sizes[at]
            if few & ~free or size + longest < 5:
                continue
            key = _key(few, keys)
            for a in range(13 if size < 5 else 1):
                for b in range(a, 13 if size < 4 else a + 1):
                    weight, total = 1, key  # of one suit all of them; else one other card, or two
                    if size == 4:
                        weight, total = rest[a], key + keys[a]
                    elif size == 3:
                        weight = rest[a] * (rest[a] - 1) // 2 if a == b else rest[a] * rest[b]
                        total = key + keys[a] + keys[b]
                    if weight == 0:
                        continue
                    _rank_only(own, total, rows, table, numbers)
                    changed = False
                    for player in range(players):
                        flush = held[player, suit] | few
                        true[player] = numbers[player]
                        if size + suited[player, suit] >= 5:
                            true[player] = table[np.uint64(flush)]
                            changed = True
                    if changed:
                        _award(numbers, -weight, POT_PARTS, WIN, counts)
                        _award(true, weight, POT_PARTS, WIN, counts)
    return counts


# --- boards one by one -----------------------------------------------------------------------------------------------


@compiled
def _next(chosen: Ints, stub: int) -> bool:
    """The next choice of cards of which one more may follow; False after the last."""
    at = chosen.size - 1
    while at >= 0 and chosen[at] == stub - 1 - (chosen.size - at):
        at -= 1
    if at < 0:
        return False
    chosen[at] += 1
    for after in range(at + 1, chosen.size):
        chosen[after] = chosen[after - 1] + 1
    return True


@compiled
def holdem_boards(own: Words, known: Words, stub: Words, look_up: SevenTables) -> Ints:
    """What hands win over all boards that begin with up to four known cards and go on with cards of the stub."""
    players = own.shape[0]
    counts = np.zeros((players, COLUMNS), np.int64)
    words, bits = np.zeros(players, np.uint64), np.zeros(players, np.uint64)
    for player in range(players):
        for card in own[player]:
            words[player] += look_up.words[card]
            bits[player] |= look_up.bits[card]
    chosen, numbers = np.arange(4 - known.size), np.zeros(players, np.uint16)
    going = chosen.size < stub.size
    while going:
        total, suits = np.uint64(0), np.uint64(0)
        for card in known:
            total += look_up.words[card]
            suits |= look_up.bits[card]
        for at in chosen:
            total += look_up.words[stub[at]]
            suits |= look_up.bits[stub[at]]
        for last in range(chosen[-1] + 1 if chosen.size else 0, stub.size):
            word, bit = total + look_up.words[stub[last]], suits | look_up.bits[stub[last]]
            for player in range(players):
                slot = seven_slot(word + words[player], bit | bits[player], look_up)
                numbers[player] = look_up.numbers[slot]
            _award(numbers, 1, POT_PARTS, WIN, counts)
        going = _next(chosen, stub.size)
    return counts


@compiled
def best_with_three(own: Words, cards: Words, look_up: Tables) -> NDArray[np.uint16]:
    """The best number of two own cards with any three others, by their places among the cards, in any order."""
    size = cards.size
    best = np.zeros((size, size, size), np.uint16)
    for a in range(size):
        for b in range(a):
            for c in range(b):
                number = np.uint16(0)
                for x in range(own.size):
                    for y in range(x):
                        made = five_card_number(own[x], own[y], cards[a], cards[b], cards[c], look_up)
                        number = max(number, made)
                best[a, b, c] = best[a, c, b] = best[b, a, c] = number
                best[b, c, a] = best[c, a, b] = best[c, b, a] = number
    return best


@compiled
def _fill(best: Any, player: Any, size: Any, four: Words, first: int, numbers: Any) -> None:
    """The numbers of one hand with four cards of the board and each that may be the last.

    The table is read by one place of a row: a view of it for every pair would take longer than the reading.
    """
    a, b, c, d, hand = four[0], four[1], four[2], four[3], player * size * size * size
    ab, ac, ad = hand + (a * size + b) * size, hand + (a * size + c) * size, hand + (a * size + d) * size
    bc, bd, cd = hand + (b * size + c) * size, hand + (b * size + d) * size, hand + (c * size + d) * size
    least = max(best[ab + c], best[ab + d], best[ac + d], best[bc + d])
    for last in range(np.uint64(first), np.uint64(numbers.shape[1])):
        x, y, z = max(best[ab + last], best[ac + last]), max(best[ad + last], best[bc + last]), best[bd + last]
        numbers[player, last] = max(x, y, z, best[cd + last], least)


@compiled
def _award_two(numbers: Any, first: int, counts: Ints) -> None:
    """Pots to the better of two hands."""
    win, lose = np.int64(0), np.int64(0)
    for last in range(np.uint64(first), np.uint64(numbers.shape[1])):
        win += np.int64(numbers[0, last] > numbers[1, last])
        lose += np.int64(numbers[0, last] < numbers[1, last])
    tie = numbers.shape[1] - first - win - lose
    for player, won in ((0, win), (1, lose)):
        counts[player, WIN] += won
        counts[player, TIE] += tie
        counts[player, PARTS] += won * POT_PARTS + tie * (POT_PARTS // 2)


@compiled
def omaha_boards(high: Any, low: Any, known: int, stub: int) -> Ints:
    """The same for omaha, from the best numbers with any three cards, hand after hand; known cards follow the stub."""
    splits, size = low.size > 0, np.uint64(stub + known)
    players = high.size // np.int64(size * size * size)
    counts = np.zeros((players, COLUMNS), np.int64)
    chosen, four = np.arange(4 - known), np.zeros(4, np.uint64)
    for at in range(known):
        four[4 - known + at] = stub + at
    highs, lows = np.zeros((players, stub), np.uint16), np.zeros((players, stub), np.uint16)
    one, other = np.zeros(players, np.uint16), np.zeros(players, np.uint16)
    going = chosen.size < stub
    while going:
        for at in range(chosen.size):
            four[at] = chosen[at]
        first = chosen[-1] + 1 if chosen.size else 0
        for player in range(players):
            _fill(high, np.uint64(player), size, four, first, highs)
            if splits:
                _fill(low, np.uint64(player), size, four, first, lows)
        if players == 2 and not splits:
            _award_two(highs, first, counts)
        else:
            for last in range(first, stub):
                for player in range(players):
                    one[player], other[player] = highs[player, last], lows[player, last]
                if splits:
                    _award_both(one, other, True, counts)
                else:
                    _award(one, 1, POT_PARTS, WIN, counts)
        going = _next(chosen, stub)
    return counts


# --- cards of one's own: stud ----------------------------------------------------------------------------------------


@compiled
def _count(cards: Any, size: int, base: int, held: Any, add: int) -> int:
    """Add a set to the counts of all its parts; or, adding nothing, how many sets share no card with this one."""
    disjoint = 0
    for part in range(1 << cards.size):
        place, sign, parts = 0, 1, 0
        for at in range(cards.size):
            if part >> at & 1:
                place = place * base + cards[at] + 1
                sign, parts = -sign, parts + 1
        if parts <= size:
            held[place] += add
            disjoint += sign * held[place]
    return disjoint


@compiled
def two_hands(first: Ints, one: Any, second: Ints, other: Any, stub: int) -> tuple[int, int, int]:
    """How often one hand wins, shares and loses against another, over all sets of cards that both may still get.

    Sets are taken by their numbers, the lowest first. How many of the lower sets of the other hand have no card of a
    set is a matter of inclusion and exclusion, from how many of them hold each part of it.
    """
    size, base = min(first.shape[1], second.shape[1]), stub + 1
    held = np.zeros(base**size, np.int32)
    by_one, by_other = np.argsort(one), np.argsort(other)
    win, tie, every, at, done = 0, 0, 0, 0, 0
    while at < by_one.size:
        number, begin = one[by_one[at]], at
        while done < by_other.size and other[by_other[done]] < number:
            _count(second[by_other[done]], size, base, held, 1)
            done += 1
        while at < by_one.size and one[by_one[at]] == number:
            lower = _count(first[by_one[at]], size, base, held, 0)
            win += lower
            tie -= lower
            at += 1
        while done < by_other.size and other[by_other[done]] == number:
            _count(second[by_other[done]], size, base, held, 1)
            done += 1
        for again in range(begin, at):
            tie += _count(first[by_one[again]], size, base, held, 0)
    while done < by_other.size:
        _count(second[by_other[done]], size, base, held, 1)
        done += 1
    for at in range(by_one.size):
        every += _count(first[at], size, base, held, 0)
    return win, tie, every - win - tie


@compiled
def many_hands(
    sets: Words, starts: Ints, high: Numbers, low: Numbers, has_high: bool, has_low: bool, none_is_low: bool
) -> tuple[Ints, int]:
    """What hands win over all choices of a set each, no card being in two; sets of a player stand side by side.

    A set is a word with a bit for every card. Also, how many such choices there are.
    """
    players, every = starts.size - 1, 0
    counts = np.zeros((players, COLUMNS), np.int64)
    at, taken = starts[:-1].copy(), np.zeros(players + 1, np.uint64)
    highs, lows = np.zeros(players, np.uint16), np.zeros(players, np.uint16)
    player = 0
    while player >= 0:
        if at[player] == starts[player + 1]:
            at[player] = starts[player]
            player -= 1
            continue
        chosen = at[player]
        at[player] += 1
        if sets[chosen] & taken[player]:
            continue
        highs[player], lows[player] = high[chosen], low[chosen]
        taken[player + 1] = taken[player] | sets[chosen]
        if player + 1 < players:
            player += 1
            continue
        every += 1
        if has_high and has_low:
            _award_both(highs, lows, none_is_low, counts)
        else:
            _award(highs if has_high else lows, 1, POT_PARTS, WIN, counts)
    return counts, every


@compiled
def pairs_before_the_flop(pairs: Words, keys: Ints, all_boards: Boards, look_up: SevenTables) -> Ints:
    """Of many pairs of hands, rows of four cards, how often the first wins and shares over all boards."""
    counted, none = np.zeros((pairs.shape[0], 2), np.int64), np.zeros(0, np.uint64)
    for at in range(pairs.shape[0]):
        counts = before_the_flop(pairs[at].reshape(2, 2), none, keys, all_boards, look_up)
        counted[at, 0], counted[at, 1] = counts[0, WIN], counts[0, TIE]
    return counted
