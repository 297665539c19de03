"""Without a card reader, where busted hands stay lost when the dealer then turns up a blackjack.

The hands of a box are played before anybody knows of the blackjack. It takes one original wager of what still lies
there, and what was collected before stays collected. With one hand this is what it always takes, unless the hand was
doubled and exceeded 21.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from nomorebets.games.twenty_one.analysis.exact import (
    ACE,
    TEN,
    Orders,
    dealt_orders,
    decided_ends,
    split_orders,
    split_pairs,
)
from nomorebets.games.twenty_one.analysis.play import Play
from nomorebets.games.twenty_one.analysis.splitting import ANY, CASES, OTHER, PAIRS
from nomorebets.games.twenty_one.analysis.sums import (
    BITS,
    BLACKJACK,
    Shoe,
    Sum,
    code_of,
    hand_codes,
    one_card,
    together,
)
from nomorebets.games.twenty_one.rules import VALUES, Rules

Ints = NDArray[np.int64]
Counted = tuple[Ints, Ints]  # sets of cards as numbers, and how often each counts
Losses = dict[tuple[int, bool], Counted]  # by what busted hands have lost, and whether one still stands

# the first hand of boxes of three hands and more, by its kind and the further cards of the pair that are gone
FIRST_OF_MORE: dict[int, dict[str, dict[int, int]]] = {
    1: {},
    2: {"n": {2: 1}, "a": {2: 1}},
    3: {"n": {2: 2}, "a": {3: 1}},
}
AT_ONCE = 2**24  # products made at a time


def mean_losses(rules: Rules, play: Play, up: int, shoe: Shoe) -> Iterator[Counted]:
    """What boxes lose on average to a blackjack beside the one original wager, as sets of cards and times.

    That is what busted hands have lost, less one where all are busted.
    """
    if not rules.busted_stay_lost or up not in (ACE, TEN):
        return
    yield from ((codes, times) for _, codes, times in _doubled_and_bust(rules, play, up))
    for pair in _may_bust(rules, play, up):
        yield from split_losses(rules, play, pair, up, shoe)


def split_losses(rules: Rules, play: Play, pair: int, up: int, shoe: Shoe) -> Iterator[Counted]:
    """The same of one pair that is split."""
    for lost, codes, times in _single(rules, play, pair, up):
        yield codes, lost * times
    for _, codes, times in _all_bust(rules, play, pair, up, shoe):
        yield codes, -times


def kept_originals(rules: Rules, play: Play, up: int, shoe: Shoe) -> Iterator[Counted]:
    """Boxes of two hands of which a blackjack takes nothing more, as sets of cards and times.

    That is where 21 is paid at once: both hands are decided before the hole card shows, and the first is not busted.
    """
    if not rules.waits_for_blackjack(up):
        return
    for pair in split_pairs(rules, play, up):
        kind = "n" if rules.splits_of(pair) > 1 else "a"
        decided, still_open = _decided(rules, play, pair, up, kind)
        first: Losses = {(0, False): _standing(decided)}
        other: Losses = {(0, False): _less(_begun(pair, kind), _standing(still_open))}
        yield from _joined(first, other, shoe).values()


def _decided(rules: Rules, play: Play, pair: int, up: int, kind: str) -> tuple[Ints, Ints]:
    """Hands of a split pair that are decided before the dealer's without exceeding 21, and those that are not."""
    hand = split_orders(play, pair, up, any_second=kind == "a")
    ended = hand.single + sum(ends for _, ends, _ in hand.raised)
    decided = sum((end.orders for end in decided_ends(rules, play, hand, up)[1]), np.zeros_like(ended))
    return decided, ended - decided


def most_kept(rules: Rules, play: Play) -> Fraction:
    """How many originals a blackjack leaves at most of boxes of three hands and more: all whose first hand is decided.

    Too many sets of cards come together in such boxes to be counted.
    """
    shoe = Shoe(rules)
    kept = Sum(shoe)
    for up in range(VALUES):
        for pair in split_pairs(rules, play, up) if rules.waits_for_blackjack(up) else ():
            for kind, terms in FIRST_OF_MORE[rules.splits_of(pair)].items():
                codes, times = _standing(_decided(rules, play, pair, up, kind)[0])
                for further, often in terms.items():
                    kept.stand(codes + code_of(one_card(pair, further)), often * times, up, BLACKJACK)
    return kept.value()


def _begun(pair: int, kind: str) -> Counted:
    """A card of a pair, with any card after it or none of the pair."""
    own = code_of(one_card(pair))
    begun = [(own, 1), *([(2 * own, -1)] if kind == "n" else [])]
    codes, times = zip(*begun, strict=True)
    return np.array(codes, np.int64), np.array(times, np.int64)


def square_losses(rules: Rules, play: Play, up: int, shoe: Shoe) -> Iterator[Counted]:
    """How much more than one the squares are of what boxes lose to a blackjack, as sets of cards and times.

    With B lost by busted hands and one more unless all are busted, that is B² + 2B, less 2B + 1 where all are.
    """
    if not rules.busted_stay_lost or up not in (ACE, TEN):
        return
    yield from ((codes, (lost**2 - 1) * times) for lost, codes, times in _doubled_and_bust(rules, play, up))
    for pair in _may_bust(rules, play, up):
        for lost, codes, times in _single(rules, play, pair, up):
            yield codes, (lost**2 + 2 * lost) * times
        busts = {kind: _merged(_busts(play, pair, up, kind), weighted=True) for kind in "an"}
        for kinds, terms in PAIRS[rules.splits_of(pair)].items():
            (codes, counted), (other, also) = busts[kinds[0]], busts[kinds[1]]
            both, number = np.add.outer(codes, other).ravel(), np.multiply.outer(counted, also).ravel()
            for further, coefficient in terms.items():
                yield both + code_of(one_card(pair, further)), coefficient * number
        for lost, codes, times in _all_bust(rules, play, pair, up, shoe):
            yield codes, -(2 * lost + 1) * times


def further_losses(rules: Rules, play: Play, up: int, shoe: Shoe) -> Iterator[tuple[int, Ints, Ints]]:
    """What boxes of one and two hands lose in all to a blackjack, where it is not one: loss, sets of cards, times."""
    if not rules.busted_stay_lost or up not in (ACE, TEN):
        return
    yield from _doubled_and_bust(rules, play, up)
    for pair in _may_bust(rules, play, up):
        kind = "a" if rules.splits_of(pair) == 1 else "n"
        one = _one_hand(split_orders(play, pair, up, any_second=kind == "a"), pair, kind)
        for (lost, stands), (codes, times) in _joined(one, one, shoe).items():
            if lost + stands != 1:
                yield lost + stands, codes, times


def _may_bust(rules: Rules, play: Play, up: int) -> list[int]:
    """The pairs that are split; one card on each ace exceeds nothing."""
    return [pair for pair in split_pairs(rules, play, up) if pair != ACE]


def _doubled_and_bust(rules: Rules, play: Play, up: int) -> Iterator[tuple[int, Ints, Ints]]:
    """Boxes of one hand that was doubled and exceeded 21."""
    dealt = dealt_orders(rules, play, up)
    staked = np.nonzero(dealt.staked)[0]
    if staked.size:
        yield 2, *_less((hand_codes()[staked], dealt.staked[staked]), _standing(dealt.doubled))


def _busts(play: Play, pair: int, up: int, kind: str) -> Losses:
    """One hand of a split pair that is busted, by what it has lost."""
    hand = _one_hand(split_orders(play, pair, up, any_second=kind == "a"), pair, kind)
    return {key: counted for key, counted in hand.items() if key[0]}


def _merged(losses: Losses, *, weighted: bool) -> Counted:
    """All of them as one, each as often as it counts, or times what it has lost."""
    parts = [(codes, (lost if weighted else 1) * times) for (lost, _), (codes, times) in losses.items()]
    if not parts:
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    codes, (times,) = together(*(np.concatenate(column) for column in zip(*parts, strict=True)))
    return codes, times


def _single(rules: Rules, play: Play, pair: int, up: int) -> Iterator[tuple[int, Ints, Ints]]:
    """Busted hands of a pair one by one, whatever the number of hands."""
    splits = rules.splits_of(pair)
    for kind, terms in (("a", ANY[splits]), ("n", OTHER[splits])):
        for further, times in terms.items():
            for (lost, _), (codes, counted) in _busts(play, pair, up, kind).items():
                yield lost, codes + code_of(one_card(pair, further)), times * counted


def _all_bust(rules: Rules, play: Play, pair: int, up: int, shoe: Shoe) -> Iterator[tuple[int, Ints, Ints]]:
    """Boxes whose hands are all busted, by what they have lost."""
    busts = {kind: _busts(play, pair, up, kind) for kind in "an"}
    known: dict[str, Losses] = {}
    for kinds_of_hands, times in CASES[rules.splits_of(pair)]:
        losses: Losses = {(0, False): (np.zeros(1, np.int64), np.ones(1, np.int64))}
        for n in range(1, len(kinds_of_hands) + 1):
            begun = kinds_of_hands[-n:]  # the alike hands at the end first: they are shared by the cases
            if begun not in known:
                known[begun] = _joined(losses, busts[begun[0]], shoe)
            losses = known[begun]
        for (lost, _), (codes, counted) in losses.items():
            yield lost, codes, times * counted


def _standing(orders: Ints) -> Counted:
    at = np.nonzero(orders)[0]
    return hand_codes()[at], orders[at]


def _less(one: Counted, two: Counted) -> Counted:
    codes, (times,) = together(np.concatenate((one[0], two[0])), np.concatenate((one[1], -two[1])))
    return codes[times != 0], times[times != 0]


def _one_hand(hand: Orders, pair: int, kind: str) -> Losses:
    """One hand of a split pair: it stands, or has lost one stake, or two."""
    begun, doubled = _begun(pair, kind), np.nonzero(hand.staked)[0]
    codes, times = (begun[0], hand_codes()[doubled]), (begun[1], hand.staked[doubled])
    single = np.concatenate(codes), np.concatenate((times[0], -times[1]))
    losses: Losses = {
        (0, True): _standing(hand.single + hand.doubled),
        (1, False): _less(single, _standing(hand.single)),
    }
    if doubled.size:
        losses[2, False] = _less((codes[1], times[1]), _standing(hand.doubled))
    return {key: counted for key, counted in losses.items() if counted[0].size}


def _joined(some: Losses, one: Losses, shoe: Shoe) -> Losses:
    """One hand more."""
    parts: defaultdict[tuple[int, bool], list[Counted]] = defaultdict(list)
    for (lost, stands), (codes, times) in some.items():
        for (more, also), (other, counted) in one.items():
            step = max(AT_ONCE // max(other.size, 1), 1)
            for low in range(0, codes.size, step):
                both = np.add.outer(codes[low : low + step], other).ravel()
                number = np.multiply.outer(times[low : low + step], counted).ravel()
                parts[lost + more, stands or also].append(_possible(both, number, shoe))
    joined: Losses = {}
    for key, counted_parts in parts.items():
        codes, (times,) = together(*(np.concatenate(column) for column in zip(*counted_parts, strict=True)))
        joined[key] = codes[times != 0], times[times != 0]
    return joined


def _possible(codes: Ints, times: Ints, shoe: Shoe) -> Counted:
    """Those sets of cards that the shoe has, alike ones together."""
    codes, (times,) = together(codes, times)
    possible = times != 0
    for value in range(VALUES):
        possible &= ((codes >> (BITS * value)) & (2**BITS - 1)) <= shoe.counts[value]
    return codes[possible], times[possible]
