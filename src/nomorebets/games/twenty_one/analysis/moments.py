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
    ALL_PUSH,
    CLASSES,
    NO_CARDS,
    PUSHES,
    TEN,
    TIES,
    WINS,
    Orders,
    bonus_hands,
    class_of,
    dealt_orders,
    is_split,
    paid_back,
    split_orders,
    split_pairs,
    stand_all,
)
from nomorebets.games.twenty_one.analysis.hands import all_hands
from nomorebets.games.twenty_one.analysis.play import Play
from nomorebets.games.twenty_one.analysis.relief import further_losses, square_losses
from nomorebets.games.twenty_one.analysis.splitting import ANY, OTHER, PAIRS
from nomorebets.games.twenty_one.analysis.sums import BLACKJACK, Shoe, Sum, code_of, hand_codes, one_card, together
from nomorebets.games.twenty_one.analysis.values import require_enough_cards
from nomorebets.games.twenty_one.rules import VALUES, Rules

Ints = NDArray[np.int64]
Event = tuple[Ints, int]  # cards, and how often (or how much) they count


# --- the second moment -----------------------------------------------------------------------------------------------


class _Squares:
    """The parts of a mean square, by what multiplies them in the end."""

    def __init__(self, rules: Rules) -> None:
        self.shoe = Shoe(rules)
        self.unit, self.back = paid_back(rules.win_pays)
        self.stakes = Sum(self.shoe)  # squares of stakes, and products of two
        self.won = Sum(self.shoe)  # squares of stakes that won
        self.bonus = Sum(self.shoe)  # wins of five cards that total 21
        self.mixed = Sum(self.shoe)  # a stake times what another brings back, in parts of a unit
        self.backs = Sum(self.shoe)  # what two stakes bring back, multiplied
        self.win_pays, self.five_card_21 = rules.win_pays, rules.five_card_21

    def value(self) -> Fraction:
        paid = self.win_pays**2
        square = self.stakes.value() + self.mixed.value() / self.unit + self.backs.value() / self.unit**2
        square += (paid - 1) * self.won.value() if paid != 1 else 0
        return square if self.five_card_21 is None else square + (self.five_card_21**2 - paid) * self.bonus.value()


def second_moment(rules: Rules, play: Play) -> Fraction:
    """The mean square of what a box gains, whatever the number of its hands."""
    require_enough_cards(rules)
    squares = _Squares(rules)
    for up in range(VALUES):
        if not rules.shoe[up]:
            continue
        _square_dealt(rules, play, up, squares.stakes)
        dealt = dealt_orders(rules, play, up)
        _square_hands(squares, dealt, up, 1, NO_CARDS)
        if rules.five_card_21 is not None:
            stand_all(squares.bonus, bonus_hands(dealt), up, WINS)
        for pair in split_pairs(rules, play, up):
            _square_split(rules, play, pair, up, squares)
        for codes, times in square_losses(rules, play, up, squares.shoe):
            squares.stakes.stand(codes, times, up, BLACKJACK)
    return squares.value()


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


def _square_hands(squares: _Squares, orders: Orders, up: int, times: int, further: Ints) -> None:
    """Of single hands: three more for a double, and nothing where a hand is pushed."""
    hands, gone = all_hands(), code_of(further)
    for hand in np.nonzero(orders.staked)[0]:
        cards = hands.counts[hand] + further
        squares.stakes.add(3 * times * int(orders.staked[hand]), cards, up, no_blackjack=True)
    squared = times * (orders.single + 4 * orders.doubled)
    stand_all(squares.stakes, -squared, up, PUSHES, gone)
    if squares.win_pays != 1:
        stand_all(squares.won, squared, up, WINS, gone)


def _square_split(rules: Rules, play: Play, pair: int, up: int, squares: _Squares) -> None:
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
                squares.stakes.add(times * number, one_card(pair, 1 + further) + cards, up, no_blackjack=True)
            _square_hands(squares, orders[kind], up, times, one_card(pair, further))
    units = {kind: orders[kind].units for kind in "an"}
    for kinds, further_terms in PAIRS[splits].items():
        _square_stakes(squares, kinds, further_terms, units, staked, pair, up)
    _square_backs(squares, PAIRS[splits], units, pair, up)


def _square_stakes(
    squares: _Squares,
    kinds: str,
    terms: dict[int, int],
    units: dict[str, Ints],
    staked: dict[str, list[Event]],
    pair: int,
    up: int,
) -> None:
    """Of two hands: the product of their stakes, less that of each stake with what the other brings back."""
    one, two = kinds[0], kinds[1]
    for further, times in terms.items():
        for (cards, number), (more, also) in product(staked[one], staked[two]):
            both = one_card(pair, 2 + further) + cards + more
            squares.stakes.add(times * number * also, both, up, no_blackjack=True)
        for stake, back in ((one, two), (two, one)):
            for cards, number in staked[stake]:
                gone = code_of(one_card(pair, 1 + further) + cards)
                stand_all(squares.mixed, -times * number * units[back], up, squares.back, gone)


def _square_backs(
    squares: _Squares, pairs: dict[str, dict[int, int]], units: dict[str, Ints], pair: int, up: int
) -> None:
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
            pays = [a * b for a, b in zip(squares.back[low], squares.back[high], strict=True)]
            for further in sorted({j for terms in pairs.values() for j in terms}):
                times = sum(
                    (terms.get(further, 0) * weight for terms, weight in zip(pairs.values(), weights, strict=True)),
                    np.zeros_like(removed),
                )
                if low == high:
                    times //= 2  # both orders are among the pairs already; all terms are even
                squares.backs.stand(removed + code_of(one_card(pair, further)), times, up, pays)


# --- the distribution ------------------------------------------------------------------------------------------------

End = tuple[str, ...]  # how each hand of a box ended; a "-2" behind it where it was doubled

DEALERS: End = ("dealer-blackjack",)
BLACKJACK_WINS: End = ("blackjack",)
BLACKJACK_TIES: End = ("blackjack-push",)
SURRENDERED: End = ("surrender",)
FIVE_CARDS: End = ("five-card-21",)
BUSTED = "busted-and-dealer-blackjack-"  # and what was lost in all


def ended(result: str, stake: int) -> str:
    """How one hand ended."""
    return result if stake == 1 else f"{result}-2"


def gain_of(end: End, rules: Rules) -> Fraction:
    """What a box gains per unit of its wager.

    >>> gain_of(("win", "lose-2"), Rules())
    Fraction(-1, 1)
    """
    gains = {
        "win": rules.win_pays,
        "lose": Fraction(-1),
        "push": Fraction(0),
        "dealer-blackjack": Fraction(-1),
        "blackjack": rules.blackjack_pays,
        "blackjack-push": Fraction(0),
        "surrender": Fraction(-1, 2),
        "five-card-21": rules.five_card_21 or Fraction(0),
    }
    total = Fraction(0)
    for hand in end:
        if hand.startswith(BUSTED):
            total -= int(hand.removeprefix(BUSTED))
        else:
            total += 2 * gains[hand[:-2]] if hand.endswith("-2") else gains[hand]
    return total


@dataclass(frozen=True)
class Distribution:
    """How often a box comes to each end; of three hands and more, only how often."""

    ends: dict[End, Fraction]
    many: dict[tuple[int, int], Fraction]  # boxes of three hands and more, by pair and card shown

    def gains(self, rules: Rules) -> dict[Fraction, Fraction]:
        """How likely each gain is, but of boxes of three hands and more."""
        chances: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
        for end, chance in self.ends.items():
            chances[gain_of(end, rules)] += chance
        return dict(sorted(chances.items()))


class _Tally:
    """Chances by end; what counts for several ends at once, with signs, is one :class:`Sum`."""

    def __init__(self, shoe: Shoe) -> None:
        self.shoe = shoe
        self.sums: defaultdict[tuple[tuple[End, int], ...], Sum] = defaultdict(lambda: Sum(shoe))

    def of(self, *ends: tuple[End, int]) -> Sum:
        """The sum of the chances that count so often for each of these ends."""
        return self.sums[ends]

    def instead(self, end: End, before: End) -> Sum:
        """What was counted for one end and belongs to another."""
        return self.of((end, 1), (before, -1))

    def chances(self) -> dict[End, Fraction]:
        chances: defaultdict[End, Fraction] = defaultdict(Fraction)
        for ends, total in self.sums.items():
            value = total.value()
            for end, times in ends:
                chances[tuple(sorted(end))] += times * value
        return {end: chance for end, chance in sorted(chances.items()) if chance}


def distribution(rules: Rules, play: Play) -> Distribution:
    """How often a box comes to each end, exactly but for boxes of three hands and more."""
    require_enough_cards(rules)
    shoe = Shoe(rules)
    tally, many = _Tally(shoe), {}
    for up in range(VALUES):
        if not rules.shoe[up]:
            continue
        _spread_dealt(rules, play, up, tally)
        for pair in split_pairs(rules, play, up):
            again = rules.splits_of(pair) > 1
            _spread_split(split_orders(play, pair, up, any_second=not again), pair, up, again, tally)
            if again:  # either hand drew one more of the pair
                chance = Sum(shoe)
                for number, cards in ((2, one_card(pair, 3)), (-1, one_card(pair, 4))):
                    chance.add(number, cards, up, no_blackjack=not rules.busted_stay_lost)
                    if rules.busted_stay_lost:
                        tally.of((DEALERS, -1)).add_blackjack(number, cards, up)
                many[pair, up] = chance.value()
        for loss, codes, times in further_losses(rules, play, up, shoe):
            tally.instead((f"{BUSTED}{loss}",), DEALERS).stand(codes, times, up, BLACKJACK)
    return Distribution(tally.chances(), {at: chance for at, chance in many.items() if chance})


def _spread_dealt(rules: Rules, play: Play, up: int, tally: _Tally) -> None:
    """Boxes that are not split. A hand counts as lost until it is known to win or push."""
    hands = all_hands()
    classes = class_of(hands)
    lost, lost_doubled = ("lose",), ("lose-2",)
    for first, second, hand, orders in hands.starts():
        cards = hands.counts[hand]
        if (first, second) == (ACE, TEN):
            tally.of((BLACKJACK_WINS, 1)).add(orders, cards, up, no_blackjack=True)
            tally.of((BLACKJACK_TIES, 1)).add_blackjack(orders, cards, up)
            continue
        surrendered = bool(play.surrenders[hand, up]) and rules.surrender != "none"
        early = surrendered and rules.surrender == "early"
        tally.of((SURRENDERED if early else DEALERS, 1)).add_blackjack(orders, cards, up)
        if surrendered:
            tally.of((SURRENDERED, 1)).add(orders, cards, up, no_blackjack=True)
        elif not is_split(rules, play, first, second, up):
            tally.of((lost, 1)).add(orders, cards, up, no_blackjack=True)
    dealt = dealt_orders(rules, play, up)
    for doubled in np.nonzero(dealt.staked)[0]:
        times, cards = int(dealt.staked[doubled]), hands.counts[doubled]
        tally.instead(lost_doubled, lost).add(times, cards, up, no_blackjack=True)
    bonus = bonus_hands(dealt) if rules.five_card_21 is not None else np.zeros_like(dealt.single)
    ways = ((dealt.single - bonus, 1, ("win",)), (dealt.doubled, 2, ("win-2",)), (bonus, 1, FIVE_CARDS))
    for orders_by_hand, stake, won in ways:
        before, pushed = (ended("lose", stake),), (ended("push", stake),)
        for standing in range(CLASSES):
            at = np.nonzero((orders_by_hand != 0) & (classes == standing))[0]
            if at.size:
                counted, codes = orders_by_hand[at], hand_codes()[at]
                tally.instead(won, before).stand(codes, counted, up, WINS[standing])
                tally.instead(pushed, before).stand(codes, counted, up, PUSHES[standing])


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
        lost = (ended("lose", one), ended("lose", two))
        for (cards, number), (more, also) in product(stakes[one], stakes[two]):
            tally.of((lost, 1)).add(number * also, one_card(pair, 2) + cards + more, up, no_blackjack=True)
        for low in range(CLASSES):
            x = np.nonzero((standing[one] != 0) & (classes == low))[0]
            if not x.size:
                continue
            for cards, number in stakes[two]:  # the first stands, or the second: twice
                removed, times = codes[x] + code_of(one_card(pair) + cards), 2 * number * standing[one][x]
                tally.instead((ended("win", one), lost[1]), lost).stand(removed, times, up, WINS[low])
                tally.instead((ended("push", one), lost[1]), lost).stand(removed, times, up, PUSHES[low])
            _spread_pairs(tally, standing[one], standing[two], x, low, one, two, up)


def _spread_pairs(tally: _Tally, first: Ints, second: Ints, x: Ints, low: int, one: int, two: int, up: int) -> None:
    """Two hands that stand, the first no higher than the second, against one card shown."""
    classes, codes = class_of(all_hands()), hand_codes()

    def both(mine: str, other: str) -> Sum:
        """Two hands that do not lose, which were counted as one of them doing so, and as both losing."""
        results, lost = (ended(mine, one), ended(other, two)), (ended("lose", one), ended("lose", two))
        return tally.of((results, 1), ((results[0], lost[1]), -1), ((lost[0], results[1]), -1), (lost, 1))

    for higher in (True, False):
        y = np.nonzero((second != 0) & (classes > low if higher else classes == low))[0]
        if not y.size:
            continue
        orders = np.multiply.outer(first[x], second[y]).ravel() * (2 if higher else 1)
        removed, (times,) = together(np.add.outer(codes[x], codes[y]).ravel(), orders)
        both("win", "win").stand(removed, times, up, WINS[low])
        both("push", "win" if higher else "push").stand(removed, times, up, TIES[low])
        both("push", "push").stand(removed, times, up, ALL_PUSH)
