"""The second moment and the distribution of what a box gains, exactly.

Hands of one box share the shoe and the dealer, so pairs of them are counted together: as sums of two sets of cards.
A hand that loses is worth as much as one that exceeds 21, so only pairs that both win or push need the dealer.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import numpy as np
from numpy.typing import NDArray

from nomorebets.games.twenty_one.analysis.exact import (
    ACE,
    BACK,
    CLASSES,
    NO_CARDS,
    PUSHES,
    TEN,
    WINS,
    Orders,
    bonus_hands,
    class_of,
    dealt_orders,
    is_split,
    split_orders,
    split_pairs,
)
from nomorebets.games.twenty_one.analysis.hands import all_hands
from nomorebets.games.twenty_one.analysis.play import Play
from nomorebets.games.twenty_one.analysis.relief import further_losses
from nomorebets.games.twenty_one.analysis.splitting import ANY, OTHER, PAIRS
from nomorebets.games.twenty_one.analysis.sums import BLACKJACK, Shoe, Sum, code_of, hand_codes, one_card, together
from nomorebets.games.twenty_one.analysis.values import require_enough_cards
from nomorebets.games.twenty_one.rules import VALUES, Rules

Ints = NDArray[np.int64]
Event = tuple[Ints, int]  # cards, and how often (or how much) they count


# --- the second moment -----------------------------------------------------------------------------------------------


def second_moment(rules: Rules, play: Play) -> Fraction:
    """The mean square of what a box gains, whatever the number of its hands."""
    require_enough_cards(rules)
    shoe = Shoe(rules)
    total, bonus = Sum(shoe), Sum(shoe)
    for up in range(VALUES):
        if not rules.shoe[up]:
            continue
        _square_dealt(rules, play, up, total)
        dealt = dealt_orders(rules, play, up)
        _square_hands(total, dealt, up, 1, NO_CARDS)
        at = np.nonzero(bonus_hands(dealt))[0]
        if rules.five_card_21 is not None and at.size:
            bonus.stand(hand_codes()[at], dealt.single[at], up, WINS[CLASSES - 1])
        for pair in split_pairs(rules, play, up):
            _square_split(rules, play, pair, up, total)
        for _, loss, codes, times in further_losses(rules, play, up, shoe):
            total.stand(codes, (loss**2 - 1) * times, up, BLACKJACK)
    square = total.value()
    if rules.five_card_21 is not None:
        square += (rules.five_card_21**2 - 1) * bonus.value()
    return square


def _square_dealt(rules: Rules, play: Play, up: int, total: Sum) -> None:
    """Blackjacks, surrenders, and the stakes of hands as dealt: all but what is pushed."""
    hands = all_hands()
    for first, second, hand, orders in hands.starts():
        cards = hands.counts[hand]
        if (first, second) == (ACE, TEN):
            total.add(orders * rules.blackjack_pays**2, cards, up, no_blackjack=True)
        elif play.surrenders[hand, up] and rules.surrender != "none":
            lost = Fraction(1, 4)
            total.add(orders * (lost if rules.surrender == "early" else 1), cards, up, no_blackjack=False)
            if rules.surrender == "late":
                total.add(orders * (lost - 1), cards, up, no_blackjack=True)
        else:
            total.add(orders, cards, up, no_blackjack=False)
            if is_split(rules, play, first, second, up):
                total.add(-orders, cards, up, no_blackjack=True)  # counted hand by hand


def _square_hands(total: Sum, orders: Orders, up: int, times: int, further: Ints) -> None:
    """Of single hands: three more for a double, and nothing where a hand is pushed."""
    hands = all_hands()
    classes = class_of(hands)
    for hand in np.nonzero(orders.staked)[0]:
        total.add(3 * times * int(orders.staked[hand]), hands.counts[hand] + further, up, no_blackjack=True)
    squares = orders.single + 4 * orders.doubled
    for standing in range(1, CLASSES):
        at = np.nonzero((squares != 0) & (classes == standing))[0]
        if at.size:
            total.stand(hand_codes()[at] + code_of(further), -times * squares[at], up, PUSHES[standing])


def _square_split(rules: Rules, play: Play, pair: int, up: int, total: Sum) -> None:
    """The hands of a split pair: each by itself, then each with each other."""
    hands, splits = all_hands(), rules.splits_of(pair)
    orders = {kind: split_orders(play, pair, up, any_second=kind == "a") for kind in "an"}
    staked: dict[str, list[Event]] = {}  # the stake of a hand as a sum of events, its own first card apart
    for kind, terms in (("a", ANY[splits]), ("n", OTHER[splits])):
        own = [(NO_CARDS, 1), *([(one_card(pair), -1)] if kind == "n" else [])]
        doubles = np.nonzero(orders[kind].staked)[0]
        staked[kind] = [*own, *((hands.counts[h] - one_card(pair), int(orders[kind].staked[h])) for h in doubles)]
        for further, times in terms.items():
            for cards, number in own:
                total.add(times * number, one_card(pair, 1 + further) + cards, up, no_blackjack=True)
            _square_hands(total, orders[kind], up, times, one_card(pair, further))
    units = {kind: orders[kind].units for kind in "an"}
    for kinds, further_terms in PAIRS[splits].items():
        _square_stakes(total, kinds, further_terms, units, staked, pair, up)
    _square_backs(total, PAIRS[splits], units, pair, up)


def _square_stakes(
    total: Sum,
    kinds: str,
    terms: dict[int, int],
    units: dict[str, Ints],
    staked: dict[str, list[Event]],
    pair: int,
    up: int,
) -> None:
    """Of two hands: the product of their stakes, less that of each stake with what the other brings back."""
    classes, codes = class_of(all_hands()), hand_codes()
    one, two = kinds[0], kinds[1]
    for further, times in terms.items():
        for (cards, number), (more, also) in product(staked[one], staked[two]):
            total.add(times * number * also, one_card(pair, 2 + further) + cards + more, up, no_blackjack=True)
        for stake, back in ((one, two), (two, one)):
            for standing in range(CLASSES):
                at = np.nonzero((units[back] != 0) & (classes == standing))[0]
                for cards, number in staked[stake]:
                    removed = codes[at] + code_of(one_card(pair, 1 + further) + cards)
                    total.stand(removed, -times * number * units[back][at], up, BACK[standing])


def _square_backs(total: Sum, pairs: dict[str, dict[int, int]], units: dict[str, Ints], pair: int, up: int) -> None:
    """Of two hands: the product of what they bring back."""
    classes, codes = class_of(all_hands()), hand_codes()
    for low in range(CLASSES):
        x = np.nonzero((units["a"] != 0) & (classes == low))[0]
        for high in range(low, CLASSES):
            y = np.nonzero((units["a"] != 0) & (classes == high))[0]
            if not x.size or not y.size:
                continue
            weights = []
            for kinds in pairs:
                one, two = units[kinds[0]], units[kinds[1]]
                weights.append((np.multiply.outer(one[x], two[y]) + np.multiply.outer(two[x], one[y])).ravel())
            removed, weights = together(np.add.outer(codes[x], codes[y]).ravel(), *weights)
            pays = [a * b for a, b in zip(BACK[low], BACK[high], strict=True)]
            for further in sorted({j for terms in pairs.values() for j in terms}):
                times = sum(
                    (terms.get(further, 0) * weight for terms, weight in zip(pairs.values(), weights, strict=True)),
                    np.zeros_like(removed),
                )
                if low == high:
                    times //= 2  # both orders are among the pairs already; all terms are even
                total.stand(removed + code_of(one_card(pair, further)), times, up, pays)


# --- the distribution ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Distribution:
    """How often a box gains each sum. Boxes of three hands and more are taken together: only their chance is known."""

    chances: dict[Fraction, Fraction]  # what is gained per unit of the wager: how likely
    more_hands: Fraction  # the chance of three hands and more

    @property
    def mean(self) -> Fraction:
        """Of boxes of one or two hands, the others counted as nothing."""
        return sum((net * chance for net, chance in self.chances.items()), Fraction(0))

    @property
    def square(self) -> Fraction:
        return sum((net**2 * chance for net, chance in self.chances.items()), Fraction(0))


class _Tally:
    """Chances by what is gained; combinations of signed sums, each of which is one :class:`Sum`."""

    def __init__(self, shoe: Shoe) -> None:
        self.shoe = shoe
        self.sums: defaultdict[tuple[tuple[Fraction | int, int], ...], Sum] = defaultdict(lambda: Sum(shoe))

    def of(self, *nets: tuple[Fraction | int, int]) -> Sum:
        """The sum of the chances that count so often for each of these gains."""
        return self.sums[nets]

    def chances(self) -> dict[Fraction, Fraction]:
        chances: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
        for nets, total in self.sums.items():
            value = total.value()
            for net, times in nets:
                chances[Fraction(net)] += times * value
        return {net: chance for net, chance in sorted(chances.items()) if chance}


def distribution(rules: Rules, play: Play) -> Distribution:
    """How often a box gains each sum, exactly, as far as it has one or two hands."""
    require_enough_cards(rules)
    shoe = Shoe(rules)
    tally, more_hands = _Tally(shoe), Sum(shoe)
    for up in range(VALUES):
        if not rules.shoe[up]:
            continue
        _spread_dealt(rules, play, up, tally)
        for pair in split_pairs(rules, play, up):
            again = rules.splits_of(pair) > 1
            _spread_split(split_orders(play, pair, up, any_second=not again), pair, up, again, tally)
            if again:  # either hand drew one more of the pair
                more_hands.add(2, one_card(pair, 3), up, no_blackjack=True)
                more_hands.add(-1, one_card(pair, 4), up, no_blackjack=True)
        for number, loss, codes, times in further_losses(rules, play, up, shoe):
            if number <= 2:
                tally.of((-loss, 1), (-1, -1)).stand(codes, times, up, BLACKJACK)
            else:  # counted with the other boxes of three hands and more
                tally.of((-1, -1)).stand(codes, times, up, BLACKJACK)
                more_hands.stand(codes, times, up, BLACKJACK)
    return Distribution(tally.chances(), more_hands.value())


def _spread_dealt(rules: Rules, play: Play, up: int, tally: _Tally) -> None:
    """Boxes that are not split. A hand counts as lost until it is known to win or push."""
    hands = all_hands()
    classes, lost = class_of(hands), tally.of((-1, 1))
    for first, second, hand, orders in hands.starts():
        cards = hands.counts[hand]
        if (first, second) == (ACE, TEN):
            tally.of((rules.blackjack_pays, 1), (0, -1)).add(orders, cards, up, no_blackjack=True)
            tally.of((0, 1)).add(orders, cards, up, no_blackjack=False)
        elif play.surrenders[hand, up] and rules.surrender != "none":
            half = Fraction(-1, 2)
            if rules.surrender == "early":
                tally.of((half, 1)).add(orders, cards, up, no_blackjack=False)
            else:
                lost.add(orders, cards, up, no_blackjack=False)
                tally.of((half, 1), (-1, -1)).add(orders, cards, up, no_blackjack=True)
        else:
            lost.add(orders, cards, up, no_blackjack=False)
            if is_split(rules, play, first, second, up):
                lost.add(-orders, cards, up, no_blackjack=True)
    dealt = dealt_orders(rules, play, up)
    for doubled in np.nonzero(dealt.staked)[0]:
        tally.of((-2, 1), (-1, -1)).add(int(dealt.staked[doubled]), hands.counts[doubled], up, no_blackjack=True)
    bonus = bonus_hands(dealt) if rules.five_card_21 is not None else np.zeros_like(dealt.single)
    ways = [(dealt.single - bonus, 1, Fraction(1)), (dealt.doubled, 2, Fraction(2))]
    if rules.five_card_21 is not None:
        ways.append((bonus, 1, rules.five_card_21))
    for orders_by_hand, stake, pays in ways:
        for standing in range(CLASSES):
            at = np.nonzero((orders_by_hand != 0) & (classes == standing))[0]
            if at.size:
                times, cards = orders_by_hand[at], hand_codes()[at]
                tally.of((pays, 1), (-stake, -1)).stand(cards, times, up, WINS[standing])
                if standing:
                    tally.of((0, 1), (-stake, -1)).stand(cards, times, up, PUSHES[standing])


def _spread_split(hand: Orders, pair: int, up: int, again: bool, tally: _Tally) -> None:
    """A pair split into two hands: both lost, one of them not, neither."""
    hands = all_hands()
    classes, codes = class_of(hands), hand_codes()
    doubles = [(hands.counts[h] - one_card(pair), int(hand.staked[h])) for h in np.nonzero(hand.staked)[0]]
    stakes: dict[int, list[Event]] = {  # what a hand has staked in the end, as a sum of events
        1: [(NO_CARDS, 1), *([(one_card(pair), -1)] if again else []), *((cards, -n) for cards, n in doubles)],
        2: doubles,
    }
    standing = {1: hand.single, 2: hand.doubled}
    for one, two in product((1, 2), repeat=2):
        both_lost = tally.of((-one - two, 1))
        for (cards, number), (more, also) in product(stakes[one], stakes[two]):
            both_lost.add(number * also, one_card(pair, 2) + cards + more, up, no_blackjack=True)
        for low in range(CLASSES):
            x = np.nonzero((standing[one] != 0) & (classes == low))[0]
            if not x.size:
                continue
            for cards, number in stakes[two]:  # the first stands, or the second: twice
                removed, times = codes[x] + code_of(one_card(pair) + cards), 2 * number * standing[one][x]
                tally.of((one - two, 1), (-one - two, -1)).stand(removed, times, up, WINS[low])
                if low:
                    tally.of((-two, 1), (-one - two, -1)).stand(removed, times, up, PUSHES[low])
            _spread_pairs(tally, standing[one], standing[two], x, low, one, two, up)


def _spread_pairs(tally: _Tally, first: Ints, second: Ints, x: Ints, low: int, one: int, two: int, up: int) -> None:
    """Two hands that stand, the first no higher than the second, against one card shown."""
    classes, codes, lost = class_of(all_hands()), hand_codes(), (-one - two, 1)
    for higher in (True, False):
        y = np.nonzero((second != 0) & (classes > low if higher else classes == low))[0]
        if not y.size:
            continue
        orders = np.multiply.outer(first[x], second[y]).ravel() * (2 if higher else 1)
        removed, (times,) = together(np.add.outer(codes[x], codes[y]).ravel(), orders)
        both_win = tally.of((one + two, 1), (one - two, -1), (two - one, -1), lost)
        both_win.stand(removed, times, up, WINS[low])
        if low:
            gain = two if higher else 0  # the second wins where the first pushes, or pushes too
            tally.of((gain, 1), (-two, -1), (gain - one, -1), lost).stand(removed, times, up, PUSHES[low])
