"""The compiled loops of pai gow poker's exact solver. Imports numba. What they count is said in `solver`."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiling import compiled

LOWS = 91  # hands of two cards
OTHERS = 105  # pairs, single ranks or nothing beside five of a suit
WIDTH = 112  # the same, filled up to whole registers
BLOCK = 10  # sums over low hands are kept by blocks, and within each block
BLOCKS = 10
SUITS = 4
RANKS = 13
I0 = np.int32(0)


class Options(NamedTuple):
    """The settings of every shape, by shape and then by the hand behind."""

    start: NDArray[np.int64]  # by shape, and the end
    low: NDArray[np.int64]  # beats all low hands with a smaller number
    high: NDArray[np.int64]
    needs: NDArray[np.int64]  # ranks that must be of one suit, 0 without a flush


class Events(NamedTuple):
    """Dealers' hands with five of a suit: one more where they are set, one less where their ranks alone would be."""

    high: NDArray[np.int64]  # ascending
    low: NDArray[np.int64]
    ranks: NDArray[np.int64]
    others: NDArray[np.int64]
    joker: NDArray[np.int64]
    sign: NDArray[np.int64]


class Gone(NamedTuple):
    """The cards that have left the pack."""

    lacks: NDArray[np.int64]  # the set of ranks that each suit lacks, ascending
    kind: NDArray[np.int64]  # by suit: those that lack the same are of one kind
    joker: int


class Dealers(NamedTuple):
    """Dealers' hands by ranks alone, by the hand behind: what is set, and the two halves of their ranks."""

    first: NDArray[np.int64]  # by number of a high hand: how many are lower
    low: NDArray[np.uint8]
    lower: NDArray[np.uint16]
    upper: NDArray[np.uint16]


@compiled
def not_dominated(options: Options) -> NDArray[np.bool_]:
    """The settings that no other one of the shape is at least as good as, in front and behind, whatever the suits."""
    keeps = np.ones(options.low.size, np.bool_)
    for shape in range(options.start.size - 1):
        begin, end = options.start[shape], options.start[shape + 1]
        for a in range(begin, end):
            for b in range(begin, end):
                if a == b or not keeps[b] or (options.needs[b] != 0 and options.needs[b] != options.needs[a]):
                    continue
                if options.low[b] >= options.low[a] and options.high[b] >= options.high[a]:
                    keeps[a] = False
                    break
    return keeps


@compiled
def rank_part(
    options: Options,
    halves: tuple[NDArray[np.int64], NDArray[np.int64]],
    ways: tuple[NDArray[np.int32], NDArray[np.int32]],
    dealers: Dealers,
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """For every setting: dealers beaten twice, and wins less losses, as if no five cards were ever of one suit."""
    won, edge = np.zeros(options.low.size, np.int32), np.zeros(options.low.size, np.int32)
    below = np.zeros(options.low.size, np.int64)
    even, odd = np.zeros(128, np.int32), np.zeros(128, np.int32)  # two in turn: no sum waits for the one before
    prefix = np.zeros(LOWS + 1, np.int64)
    low, lower, upper = dealers.low, dealers.lower, dealers.upper
    for shape in range(options.start.size - 1):
        in_lower, in_upper = ways[0][halves[0][shape]], ways[1][halves[1][shape]]
        even[:] = 0
        odd[:] = 0
        at = 0
        begin, end = options.start[shape], options.start[shape + 1]
        for option in range(begin, end + 1):
            until = dealers.first[options.high[option]] if option < end else low.size
            while at + 1 < until:
                even[low[at]] += in_lower[lower[at]] * in_upper[upper[at]]
                odd[low[at + 1]] += in_lower[lower[at + 1]] * in_upper[upper[at + 1]]
                at += 2
            if at < until:
                even[low[at]] += in_lower[lower[at]] * in_upper[upper[at]]
                at += 1
            for number in range(LOWS):
                prefix[number + 1] = prefix[number] + even[number] + odd[number]
            if option < end:
                won[option] = prefix[options.low[option]]
                below[option] = prefix[LOWS]
        for option in range(begin, end):
            edge[option] = prefix[options.low[option]] + below[option] - prefix[LOWS]
    return won, edge


@compiled
def local_of(ranks: int, held: int) -> int:
    """A set of ranks as a set of places among the ranks that are held."""
    local, bit = 0, 1
    for rank in range(RANKS):
        if held >> rank & 1:
            if ranks >> rank & 1:
                local |= bit
            bit <<= 1
    return local


@compiled
def ranks_at(local: int, held: int) -> int:
    """The other way round."""
    ranks = 0
    for rank in range(RANKS):
        if held >> rank & 1:
            if local & 1:
                ranks |= 1 << rank
            local >>= 1
    return ranks


@compiled
def size_of(some: int) -> int:
    """How many are in a set."""
    size = 0
    while some:
        some &= some - 1
        size += 1
    return size


@compiled
def _dot(weights: NDArray[np.int16], a: NDArray[np.int16], b: NDArray[np.int16]) -> int:
    total = I0
    for x in range(WIDTH):
        total = np.int32(total + np.int32(weights[x]) * np.int32(np.int16(a[x] + b[x])))
    return int(total)


@compiled
def _weigh(counts: NDArray[np.int64], suit: int, there: NDArray[np.int64], weights: NDArray[np.int16]) -> None:
    """In how many ways other cards come from the suits that are not the dealer's, given the player's cards.

    ``there``: how many cards of each rank these suits have.
    """
    at = 0
    for a in range(RANKS):
        free = max(there[a] - counts[a] + (suit >> a & 1), 0)
        weights[at] = free * (free - 1) // 2
        at += 1
        for b in range(a + 1, RANKS):
            weights[at] = free * max(there[b] - counts[b] + (suit >> b & 1), 0)
            at += 1
        weights[at] = free
        at += 1
    weights[at] = 1


@compiled
def _add(event: int, events: Events, blocks: NDArray[np.int16], within: NDArray[np.int16]) -> None:
    """Count an event for all low hands above its own; the last block counts all."""
    low, other, sign = events.low[event], events.others[event], events.sign[event]
    block = low // BLOCK
    for b in range(block + 1, BLOCKS + 1):
        blocks[b, other] += sign
    for number in range(low + 1, (block + 1) * BLOCK):
        within[number, other] += sign


@compiled
def _misses_one_of_four(counts: NDArray[np.int64], suit: int) -> bool:
    """Whether four cards of a rank are held, of which one would be of the suit, and is not."""
    missed = False
    for rank in range(RANKS):
        missed |= counts[rank] == 4 and not suit >> rank & 1
    return missed


class Asked(NamedTuple):
    """The settings of all shapes that may have some cards of a suit, by the hand behind; room for all there are."""

    option: NDArray[np.int64]
    weights: NDArray[np.int64]  # the row of its weights
    place: NDArray[np.int64]  # where the answer goes
    below: NDArray[np.int64]


@compiled
def _ask(
    options: Options,
    counts: NDArray[np.int64],
    held: NDArray[np.int64],
    base: NDArray[np.int64],
    suit: int,
    joker: int,
    there: NDArray[np.int64],
    weights: NDArray[np.int16],
    asked: Asked,
    highs: int,
) -> int:
    """Bring the settings of the shapes with these ranks in a suit in order; how many there are."""
    number = 0
    chosen = np.zeros(counts.shape[0], np.int64)
    begins = np.zeros(highs + 1, np.int64)
    for shape in range(counts.shape[0]):
        if counts[shape, RANKS] != joker or held[shape] & suit != suit or _misses_one_of_four(counts[shape], suit):
            continue
        chosen[number] = shape
        _weigh(counts[shape], suit, there, weights[number])
        number += 1
        for option in range(options.start[shape], options.start[shape + 1]):
            begins[options.high[option] + 1] += 1
    begins = begins.cumsum()
    total = begins[-1]
    for at in range(number):
        shape = chosen[at]
        begin, end = options.start[shape], options.start[shape + 1]
        first = base[shape] + local_of(suit, held[shape]) * (end - begin)
        for option in range(begin, end):
            slot = begins[options.high[option]]
            begins[options.high[option]] += 1
            asked.option[slot], asked.weights[slot], asked.place[slot] = option, at, first + option - begin
    return int(total)


@compiled
def flush_part(
    options: Options,
    counts: NDArray[np.int64],
    held: NDArray[np.int64],
    base: NDArray[np.int64],
    events: Events,
    lacks: int,
    there: NDArray[np.int64],
    joker_gone: int,
    won: NDArray[np.int32],
    edge: NDArray[np.int32],
) -> None:
    """What the dealers' flushes of one suit change, for every shape, player's ranks in that suit, and setting.

    ``lacks``: the ranks that have left the suit; ``there``: how many cards of each rank the other suits have.
    """
    highs = int(max(events.high[-1], options.high.max())) + 2
    most = options.low.size
    asked = Asked(
        np.zeros(most, np.int64), np.zeros(most, np.int64), np.zeros(most, np.int64), np.zeros(most, np.int64)
    )
    weights = np.zeros((counts.shape[0], WIDTH), np.int16)
    near, nothing = np.zeros(events.high.size, np.int64), np.zeros(WIDTH, np.int16)
    for suit in range(1 << RANKS):
        for joker in range(2 - joker_gone if size_of(suit) <= 7 and not suit & lacks else 0):
            total = _ask(options, counts, held, base, suit, joker, there, weights, asked, highs)
            if not total:
                continue
            size = 0
            for event in range(events.high.size):
                near[size] = event
                size += not (events.ranks[event] & (suit | lacks) or (joker | joker_gone) & events.joker[event])
            blocks, within = np.zeros((BLOCKS + 1, WIDTH), np.int16), np.zeros((LOWS + BLOCK, WIDTH), np.int16)
            added = 0
            for slot in range(total):
                option, mine = asked.option[slot], weights[asked.weights[slot]]
                while added < size and events.high[near[added]] < options.high[option]:
                    _add(near[added], events, blocks, within)
                    added += 1
                low = options.low[option]
                won[asked.place[slot]] = _dot(mine, blocks[low // BLOCK], within[low])
                asked.below[slot] = _dot(mine, blocks[BLOCKS], nothing)
            while added < size:
                _add(near[added], events, blocks, within)
                added += 1
            for slot in range(total):
                mine, low = weights[asked.weights[slot]], options.low[asked.option[slot]]
                lower = _dot(mine, blocks[low // BLOCK], within[low])
                edge[asked.place[slot]] = lower + asked.below[slot] - _dot(mine, blocks[BLOCKS], nothing)


class Deals(NamedTuple):
    """How the suits of a shape's cards may fall, alike but for the names of the suits once."""

    start: NDArray[np.int64]  # by pattern, and the end
    suits: NDArray[np.int64]  # the places of the ranks in each of the four suits
    times: NDArray[np.int64]


class Parts(NamedTuple):
    """Dealers beaten twice and wins less losses, by setting: from the ranks, and what flushes of a suit change.

    The latter by the kind of the suit.
    """

    won: NDArray[np.int32]
    edge: NDArray[np.int32]
    flush_won: NDArray[np.int32]
    flush_edge: NDArray[np.int32]
    base: NDArray[np.int64]


@compiled
def _flush_of(suits: NDArray[np.int64], held: int, joker: int) -> int:
    """The ranks in the suit that five cards are of, the joker counted; 0 where there is none."""
    for suit in range(SUITS):
        if size_of(suits[suit]) + joker >= 5:
            return ranks_at(suits[suit], held)
    return 0


@compiled
def _others_of(counts: NDArray[np.int64], ranks: int, place_of_pair: NDArray[np.int64]) -> int:
    """The place of the ranks that are not in the suit."""
    first, second = RANKS, RANKS
    for rank in range(RANKS - 1, -1, -1):
        for _ in range(counts[rank] - (ranks >> rank & 1)):
            first, second = rank, first
    return int(place_of_pair[first, second])


@compiled
def all_hands(
    options: Options,
    parts: Parts,
    deals: Deals,
    pattern: NDArray[np.int64],
    counts: NDArray[np.int64],
    held: NDArray[np.int64],
    ways: tuple[NDArray[np.int64], NDArray[np.int64]],
    place_of_pair: NDArray[np.int64],
    pays: tuple[int, int],
    start: NDArray[np.int64],
    groups: tuple[NDArray[np.int64], NDArray[np.int64]],
    gone: Gone,
) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """Wins and losses of every way to play by group of hands, the best way last; and the best setting of each hand.

    ``ways``: the setting of each way by shape, and by joker, ranks in the suit and others where five are of one; and so
    ``groups``, as the only way.
    """
    by_shape, by_suit = ways
    number = by_shape.shape[0]
    sums = np.zeros((number + 1, max(groups[0].max(), groups[1].max()) + 1, 2), np.int64)
    best_of = np.zeros(start[-1], np.uint8)
    won, edge, lacks = np.zeros(64, np.int64), np.zeros(64, np.int64), np.zeros(SUITS, np.int64)
    for shape in range(counts.shape[0]):
        begin, end = options.start[shape], options.start[shape + 1]
        size, joker = end - begin, counts[shape, RANKS]
        if joker and gone.joker:
            continue
        for suit in range(SUITS):
            lacks[suit] = local_of(gone.lacks[suit], held[shape])
        for at in range(deals.start[pattern[shape]], deals.start[pattern[shape] + 1]):
            suits, times = deals.suits[at], deals.times[at]
            if (suits & lacks).any():
                continue
            for o in range(size):
                won[o], edge[o] = parts.won[begin + o], parts.edge[begin + o]
            for suit in range(SUITS):
                first = parts.base[shape] + suits[suit] * size
                for o in range(size):
                    won[o] += parts.flush_won[gone.kind[suit], first + o]
                    edge[o] += parts.flush_edge[gone.kind[suit], first + o]
            flush = _flush_of(suits, held[shape], joker)
            best, most = 0, np.int64(-(1 << 62))
            for o in range(size):
                needs = options.needs[begin + o]
                if needs == 0 or (flush and needs & ~flush == 0):
                    worth = pays[0] * won[o] - pays[1] * (won[o] - edge[o])
                    if worth > most:
                        best, most = o, worth
            best_of[start[shape] + at - deals.start[pattern[shape]]] = best
            other = _others_of(counts[shape], flush, place_of_pair) if flush else 0
            group = groups[1][0, joker, flush, other] if flush else groups[0][0, shape]
            sums[number, group, 0] += times * won[best]
            sums[number, group, 1] += times * (won[best] - edge[best])
            for way in range(number):
                o = (by_suit[way, joker, flush, other] if flush else by_shape[way, shape]) - begin
                sums[way, group, 0] += times * won[o]
                sums[way, group, 1] += times * (won[o] - edge[o])
    return sums, best_of
