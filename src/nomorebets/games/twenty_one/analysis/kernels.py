"""The compiled loops of the analysis. Imports numba.

Loops run over blocks of removal sets at once, so that each step of a dealer's tree is one pass over a row of numbers.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiling import compiled

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Words = NDArray[np.uint64]

BLOCK = 512  # removal sets walked at once
DEPTH = 14
SIXTEEN, TWENTY_ONE, BUST = 16, 21, 5
STAND, DRAW, DOUBLE, RESCUE = 0, 1, 2, 3
MASK, HALF = np.uint64(0xFFFFFFFF), np.uint64(32)


# --- decimals: which play is best ------------------------------------------------------------------------------------


@compiled
def dealer_chances(tree: Ints, up: int, left: Floats, size: Floats, chances: Floats) -> None:
    """How a dealer ends, by removal set, given the card shown and no blackjack: ``chances[set, up, end]``.

    ``left[value, set]`` and ``size[set]`` count the shoe with the card shown still in it.
    """
    products, divided = np.empty((DEPTH, BLOCK)), np.empty((DEPTH, BLOCK))
    n, sums = np.empty((10, BLOCK)), np.empty((6, BLOCK))
    for low in range(0, size.size, BLOCK):
        width = min(BLOCK, size.size - low)
        for value in range(10):
            for i in range(width):
                n[value, i] = max(left[value, low + i] - (1.0 if value == up else 0.0), 0.0)
        for i in range(width):
            cards = size[low + i] - 1.0
            share = 1.0
            if up == 0:
                share = cards / max(cards - n[9, i], 1.0)
            if up == 9:
                share = cards / max(cards - n[0, i], 1.0)
            for depth in range(DEPTH):
                share = share / max(cards - depth, 1.0)
                divided[depth, i] = share
        sums[:] = 0.0
        for step in range(tree.shape[0]):
            depth, alike, end = tree[step, 0], float(tree[step, 2]), tree[step, 3]
            row, of_value = products[depth], n[tree[step, 1]]
            if depth == 0:
                for i in range(width):
                    row[i] = of_value[i]
            else:
                before = products[depth - 1]
                for i in range(width):
                    row[i] = before[i] * max(of_value[i] - alike, 0.0)
            if end >= 0:
                orders, total, share_at = float(tree[step, 4]), sums[end], divided[depth]
                for i in range(width):
                    total[i] += orders * row[i] * share_at[i]
        for i in range(width):
            for end in range(6):
                chances[low + i, up, end] = sums[end, i]


@compiled
def card_chances(left: Floats, size: Floats, gone: int, up: int) -> tuple[float, float]:
    """How likely one card of the shoe comes next, given the card shown and no dealer's blackjack.

    Any card; and one that would have made the blackjack.
    """
    cards = size[gone] - 1.0
    if up not in (0, 9):
        return 1.0 / cards, 1.0 / cards
    hidden = left[9 - up, gone]
    share = 1.0 / (cards * (1.0 - hidden / cards))
    return share * (1.0 - hidden / (cards - 1.0)), share * (1.0 - (hidden - 1.0) / (cards - 1.0))


@compiled
def draw_chance(left: Floats, size: Floats, gone: int, up: int, value: int) -> float:
    """How likely the next card has this value, given the card shown and no dealer's blackjack."""
    n = left[value, gone] - (1.0 if value == up else 0.0)
    if n <= 0:
        return 0.0
    return float(n * card_chances(left, size, gone, up)[1 if value == 9 - up else 0])


@compiled
def blackjack_draw_chance(left: Floats, size: Floats, gone: int, up: int, value: int) -> float:
    """How likely the next card has this value, given that the dealer has a blackjack with the card shown."""
    n = left[value, gone] - (1.0 if value in (up, 9 - up) else 0.0)
    return float(max(n, 0.0) / max(size[gone] - 2.0, 1.0))


@compiled
def blackjack_chance(left: Floats, size: Floats, gone: int, up: int) -> float:
    """How likely the hole card makes a blackjack of the card shown."""
    return float(left[9 - up, gone] / (size[gone] - 1.0)) if up in (0, 9) else 0.0


@compiled
def sure(gain: float, risk: float, original: float) -> float:
    """A gain that no blackjack of the dealer's undoes, as one that counts only where he has none.

    ``original`` is what the blackjack would have taken instead; negative where the hole card is known already.
    """
    return gain if original < 0 else (gain + original * risk) / (1.0 - risk)


@compiled
def hand_values(  # noqa: PLR0915  # one loop: calls would cost more than the lines
    rising: Ints,
    after: Ints,
    total: Ints,
    gone: Ints,
    may_double: NDArray[np.bool_],
    win_pays: Floats,
    sure_21: bool,
    rescue: bool,
    original: float,
    left: Floats,
    size: Floats,
    chances: Floats,
    chooses: bool,
    values_only: bool,
    bust_costs: Floats,
    act: NDArray[np.int8],
    chooses_again: bool,
    raised: NDArray[np.int8],
    stand: Floats,
    draw: Floats,
    double: Floats,
    value: Floats,
    again: Floats,
) -> None:
    """What standing, drawing and doubling are worth, by hand and card shown, given no dealer's blackjack.

    ``gone[hand]`` is the removal set of a hand, or -1. Where it ``chooses``, the best act is written down; else the
    acts given are followed, and ``values_only`` leaves out what they do not do. With ``sure_21`` a hand of 21 wins
    whatever the dealer has. ``raised`` and ``again`` tell the same of doubled hands, by how often they were: with
    ``rescue`` they may give up half, and all but the last may be doubled again. ``bust_costs[up]`` is what a hand that
    busts costs where the dealer then has a blackjack: a choice looks at it, the values do not.
    """
    lost = np.zeros(stand.shape)
    levels = raised.shape[0]
    more = np.zeros(levels)
    for i in range(rising.size - 1, -1, -1):
        hand = rising[i]
        removed = gone[hand]
        if removed < 0:
            continue
        for up in range(10):
            if left[up, removed] <= 0:
                continue
            stands = chances[removed, up, BUST] * win_pays[hand, up]
            for end in range(BUST):
                if total[hand] > 17 + end:
                    stands += chances[removed, up, end] * win_pays[hand, up]
                elif total[hand] < 17 + end:
                    stands -= chances[removed, up, end]
            if sure_21 and total[hand] == TWENTY_ONE:
                stands = sure(win_pays[hand, up], blackjack_chance(left, size, removed, up), original)
            draws, doubles, draw_lost, double_lost = 0.0, 0.0, 0.0, 0.0
            more[:] = 0.0
            one, other = card_chances(left, size, removed, up)
            stays = values_only and levels == 1 and act[hand, up] == STAND
            for card in range(0 if stays else 10):
                then = after[hand, card]
                if bust_costs[up] > 0:
                    with_blackjack = blackjack_draw_chance(left, size, removed, up, card)
                    draw_lost += with_blackjack * (bust_costs[up] if then < 0 else lost[then, up])
                    double_lost += with_blackjack * (1 + bust_costs[up] if then < 0 else 0.0)
                n = left[card, removed] - (1.0 if card == up else 0.0)
                if n <= 0:
                    continue
                chance = n * (other if card == 9 - up else one)
                if then < 0:
                    draws -= chance
                    doubles -= 2 * chance
                    for level in range(1, levels):
                        more[level - 1] -= 2.0 ** (level + 1) * chance
                    continue
                draws += chance * value[then, up]
                for level in range(levels):
                    if sure_21 and total[then] == TWENTY_ONE:  # no hand at all pays no bonus
                        risk = blackjack_chance(left, size, gone[then], up)
                        worth = sure(2.0 ** (level + 1) * win_pays[0, 0], risk, original)
                    else:
                        worth = again[level, then, up]
                    if level == 0:
                        doubles += chance * worth
                    else:
                        more[level - 1] += chance * worth
            for level in range(levels):
                staked = 2.0 ** (level + 1)
                rescued = sure(-staked / 2, blackjack_chance(left, size, removed, up), original)
                then_act = raised[level, hand, up]
                if chooses_again:
                    then_act = STAND
                    if rescue and rescued > staked * stands:
                        then_act = RESCUE
                    if level + 1 < levels and more[level] > max(
                        staked * stands, rescued if rescue else staked * stands
                    ):
                        then_act = DOUBLE
                    raised[level, hand, up] = then_act
                again[level, hand, up] = (
                    staked * stands if then_act == STAND else rescued if then_act == RESCUE else more[level]
                )
            stand[hand, up], draw[hand, up], double[hand, up] = stands, draws, doubles
            chosen = act[hand, up]
            if chooses:
                odds = 0.0
                if bust_costs[up] > 0:
                    odds = left[9 - up, removed] / max(size[removed] - 1 - left[9 - up, removed], 1.0)
                chosen, best = STAND, stands
                if total[hand] < TWENTY_ONE and draws - odds * draw_lost > best:
                    chosen, best = DRAW, draws - odds * draw_lost
                if may_double[hand] and doubles - odds * double_lost > best:
                    chosen = DOUBLE
                act[hand, up] = chosen
            lost[hand, up] = 0.0 if chosen == STAND else draw_lost if chosen == DRAW else double_lost
            value[hand, up] = stands if chosen == STAND else draws if chosen == DRAW else doubles


@compiled
def bust_chances(
    rising: Ints,
    after: Ints,
    gone: Ints,
    left: Floats,
    size: Floats,
    act: NDArray[np.int8],
    first: int,
    up: int,
    bust: Floats,
    lost: Floats,
) -> None:
    """How often a hand is busted in the end under a way to play, and the stakes it has lost then, by hand, given that
    the dealer has a blackjack with the card shown. The ``first`` card always gets a second.
    """
    for i in range(rising.size - 1, -1, -1):
        hand = rising[i]
        removed = gone[hand]
        chosen = DRAW if hand == first else act[hand, up]
        if removed < 0 or chosen == STAND:
            continue
        for card in range(10):
            chance, then = blackjack_draw_chance(left, size, removed, up, card), after[hand, card]
            if then < 0:
                bust[hand] += chance
                lost[hand] += chance * (2.0 if chosen == DOUBLE else 1.0)
            elif chosen == DRAW:
                bust[hand] += chance * bust[then]
                lost[hand] += chance * lost[then]


@compiled
def second_cards(
    pair: int,
    after: Ints,
    first: int,
    removed: int,
    left: Floats,
    size: Floats,
    worth: Floats,
    any_card: Floats,
    other_card: Floats,
) -> None:
    """What one card of a split pair is worth, by the card shown: whatever comes second, and if it is no more of the
    pair (times the chance of that).
    """
    for up in range(10):
        if left[up, removed] <= 0:
            continue
        for card in range(10):
            chance = draw_chance(left, size, removed, up, card)
            if chance > 0:
                gained = chance * worth[after[first, card], up]
                any_card[up] += gained
                if card != pair:
                    other_card[up] += gained


# --- whole numbers: what a play is worth -----------------------------------------------------------------------------


@compiled
def orders_of_play(
    rising: Ints, after: Ints, act: NDArray[np.int8], up: int, begun: Ints, single: Ints, doubled: Ints, staked: Ints
) -> None:
    """Push the orders in which hands are reached through a way to play.

    ``begun`` holds the hands it starts from, and at the end all that are reached with the player still to act;
    ``single`` and ``doubled`` the hands stood on with one stake or two; ``staked`` those doubled, before the card.
    """
    for i in range(rising.size):
        hand = rising[i]
        orders = begun[hand]
        if orders == 0:
            continue
        chosen = act[hand, up]
        if chosen == STAND:
            single[hand] += orders
            continue
        if chosen == DOUBLE:
            staked[hand] += orders
        for card in range(10):
            then = after[hand, card]
            if then >= 0:
                if chosen == DRAW:
                    begun[then] += orders
                else:
                    doubled[then] += orders


@compiled
def dealer_sums(tree: Ints, pays: Ints, left: Ints, sums: Words) -> None:
    """The ways a dealer may end, each counted as often as ``pays[end]`` says: ``sums[draws - 1, set]``.

    ``left[value, set]`` counts the shoe without the card shown. All is modulo 2**64.
    """
    at_once = 256
    products = np.empty((DEPTH, at_once), np.uint64)
    n = np.empty((10, at_once), np.int64)
    totals = np.empty((DEPTH, at_once), np.uint64)
    for low in range(0, left.shape[1], at_once):
        width = min(at_once, left.shape[1] - low)
        for value in range(10):
            for i in range(width):
                n[value, i] = left[value, low + i]
        totals[:] = np.uint64(0)
        for step in range(tree.shape[0]):
            depth, alike, end = tree[step, 0], tree[step, 2], tree[step, 3]
            row, of_value = products[depth], n[tree[step, 1]]
            if depth == 0:
                for i in range(width):
                    row[i] = np.uint64(of_value[i])
            else:
                before = products[depth - 1]
                for i in range(width):
                    row[i] = before[i] * np.uint64(max(of_value[i] - alike, 0))
            if end >= 0:
                times, total = np.uint64(tree[step, 4] * pays[end]), totals[depth]
                for i in range(width):
                    total[i] += times * row[i]
        for depth in range(sums.shape[0]):
            for i in range(width):
                sums[depth, low + i] = totals[depth, i]


@compiled
def dealer_estimates(tree: Ints, pays: Ints, left: Ints, sums: Floats) -> None:
    """The same sums in decimals, from which the bits beyond the 64th are told."""
    products = np.empty(DEPTH)
    for i in range(left.shape[1]):
        for step in range(tree.shape[0]):
            depth, value, alike, end = tree[step, 0], tree[step, 1], tree[step, 2], tree[step, 3]
            n = float(max(left[value, i] - alike, 0))
            products[depth] = n if depth == 0 else products[depth - 1] * n
            if end >= 0:
                sums[depth, i] += float(tree[step, 4] * pays[end]) * products[depth]


@compiled
def sets_in_shoe(codes: Ints, times: Ints, shoe: Ints, up: int, bits: int) -> tuple[Ints, Ints]:
    """The sets of cards that numbers stand for and the shoe has beside the card shown, and how often they count."""
    sets, counted = np.empty((codes.size, 10), np.int64), np.empty(codes.size, np.int64)
    within, kept = (1 << bits) - 1, 0
    for i in range(codes.size):
        there = times[i] != 0
        for value in range(10):
            used = (codes[i] >> (bits * value)) & within
            sets[kept, value] = used
            there &= used + (1 if value == up else 0) <= shoe[value]
        counted[kept] = times[i]
        kept += 1 if there else 0
    return sets[:kept], counted[:kept]


@compiled
def times_digits(digits: NDArray[np.uint64], length: int, factor: np.uint64) -> int:
    """Multiply a number of 32-bit digits by another; how many digits it has then."""
    carry = np.uint64(0)
    for digit in range(length):
        product = digits[digit] * factor + carry
        digits[digit] = product & MASK
        carry = product >> HALF
    if carry:
        digits[length] = carry
        length += 1
    return length


@compiled
def add_products(
    times: Ints, shoe: Ints, removed: Ints, up: int, low: Words, high: Words, sums: NDArray[np.uint64]
) -> None:
    """Add, by the number of cards used, ``times`` the orders of the removed cards and of the dealer's.

    ``sums[sign, cards]`` are numbers of 32-bit digits, the lowest first, each with room for what is carried.
    """
    digits = np.zeros(sums.shape[2], np.uint64)
    for i in range(times.size):
        sign = 1 if times[i] < 0 else 0
        digits[:] = np.uint64(0)
        size = np.uint64(abs(times[i]))
        digits[0] = size & MASK
        digits[1] = size >> HALF
        length = 2
        cards = 1
        factor = np.uint64(1)
        for value in range(10):
            cards += removed[i, value]
            for before in range(removed[i, value] + (1 if value == up else 0)):
                more = factor * np.uint64(shoe[value] - before)
                if more > MASK:  # as many factors at once as a digit has room for
                    length = times_digits(digits, length, factor)
                    more = np.uint64(shoe[value] - before)
                factor = more
        length = times_digits(digits, length, factor)
        for depth in range(low.shape[0]):
            for part in range(2 if high.size else 1):
                word = low[depth, i] if part == 0 else high[depth, i]
                if word:
                    into = sums[sign, cards + depth + 1]
                    lower, upper = word & MASK, word >> HALF
                    for digit in range(length):
                        first, second = digits[digit] * lower, digits[digit] * upper
                        at = digit + 2 * part
                        into[at] += first & MASK
                        into[at + 1] += (first >> HALF) + (second & MASK)
                        into[at + 2] += second >> HALF


# --- how often a hand is held ----------------------------------------------------------------------------------------


@compiled
def reached(rising: Ints, after: Ints, act: NDArray[np.int8], left: Floats, size: Floats, begun: Floats) -> None:
    """Push the chances of hands as dealt through a way to play: how often each hand is held, by the card shown."""
    for i in range(rising.size):
        hand = rising[i]
        for up in range(10):
            chance = begun[hand, up]
            if chance > 0 and act[hand, up] == DRAW:
                for card in range(10):
                    then = after[hand, card]
                    if then >= 0:
                        begun[then, up] += chance * draw_chance(left, size, hand, up, card)
