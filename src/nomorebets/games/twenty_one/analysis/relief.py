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
from nomorebets.games.twenty_one.analysis.splitting import ANY, OTHER
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

# how a box may come by its hands: whether each may have any second card (a) or none of the pair (n), and how often
CASES: dict[int, tuple[tuple[str, int], ...]] = {
    1: (("aa", 1),),
    2: (("nn", 1), ("naa", 1), ("aaa", 1)),
    3: (("nn", 1), ("nnn", 2), ("nnaa", 2), ("naaa", 2), ("aaaa", 1)),
}
# the first hand of boxes of three hands and more, by its kind and the further cards of the pair that are gone
FIRST_OF_MORE: dict[int, dict[str, dict[int, int]]] = {
    1: {},
    2: {"n": {2: 1}, "a": {2: 1}},
    3: {"n": {2: 2}, "a": {3: 1}},
}
AT_ONCE = 2**24  # products made at a time


def matters(rules: Rules) -> bool:
    return rules.relief == "busted-plus-one" and not rules.card_reader


def is_spread(rules: Rules) -> bool:
    """Whether all losses are told apart: four hands have too many, of them only the mean is known."""
    return not matters(rules) or rules.most_hands < 4


def mean_losses(rules: Rules, play: Play, up: int, shoe: Shoe) -> Iterator[Counted]:
    """What boxes lose on average to a blackjack beside the one original wager, as sets of cards and times.

    That is what busted hands have lost, less one where all are busted.
    """
    if not matters(rules) or up not in (ACE, TEN):
        return
    yield from ((codes, times) for n, _, codes, times in _doubled_and_bust(rules, play, up))
    for pair in split_pairs(rules, play, up):
        if pair == ACE:
            continue  # one card each exceeds nothing
        splits = rules.splits_of(pair)
        kinds = {kind: split_orders(play, pair, up, any_second=kind == "a") for kind in "an"}
        losses = {kind: _one_hand(hand, pair, kind) for kind, hand in kinds.items()}
        for kind, terms in (("a", ANY[splits]), ("n", OTHER[splits])):
            for further, times in terms.items():
                for (lost, _), (codes, counted) in losses[kind].items():
                    yield codes + code_of(one_card(pair, further)), times * lost * counted
        bust: dict[str, Losses] = {}
        for kind, of_kind in losses.items():
            parts = [counted for (lost, _), counted in of_kind.items() if lost]
            codes, (numbers,) = together(*(np.concatenate(column) for column in zip(*parts, strict=True)))
            bust[kind] = {(0, False): (codes, numbers)}
        for times, all_bust in _cases(bust, splits, shoe):
            for codes, counted in all_bust.values():
                yield codes, -times * counted


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


def _cases(kinds: dict[str, Losses], splits: int, shoe: Shoe) -> Iterator[tuple[int, Losses]]:
    """Every way in which a box comes by its hands: how often, and what they come to together."""
    known: dict[str, Losses] = {}
    for kinds_of_hands, times in CASES[splits]:
        losses: Losses = {(0, False): (np.zeros(1, np.int64), np.ones(1, np.int64))}
        for n in range(1, len(kinds_of_hands) + 1):
            begun = kinds_of_hands[-n:]  # the alike hands at the end first: they are shared by the cases
            if begun not in known:
                known[begun] = _joined(losses, kinds[begun[0]], shoe)
            losses = known[begun]
        yield times, losses


def _doubled_and_bust(rules: Rules, play: Play, up: int) -> Iterator[tuple[int, int, Ints, Ints]]:
    """Boxes of one hand that was doubled and exceeded 21."""
    dealt = dealt_orders(rules, play, up)
    staked = np.nonzero(dealt.staked)[0]
    if staked.size:
        yield 1, 2, *_less((hand_codes()[staked], dealt.staked[staked]), _standing(dealt.doubled))


def further_losses(rules: Rules, play: Play, up: int, shoe: Shoe) -> Iterator[tuple[int, int, Ints, Ints]]:
    """What boxes lose to a blackjack beside the one original wager: hands, loss, sets of cards, how often."""
    if not matters(rules) or not is_spread(rules) or up not in (ACE, TEN):
        return
    yield from _doubled_and_bust(rules, play, up)
    for pair in split_pairs(rules, play, up):
        if pair == ACE:
            continue
        kinds = {kind: _one_hand(split_orders(play, pair, up, any_second=kind == "a"), pair, kind) for kind in "an"}
        splits = rules.splits_of(pair)
        for (kinds_of_hands, _), (times, losses) in zip(CASES[splits], _cases(kinds, splits, shoe), strict=True):
            for (lost, stands), (codes, counted) in losses.items():
                if lost + stands != 1:
                    yield len(kinds_of_hands), lost + stands, codes, times * counted


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
