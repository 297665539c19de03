"""How boxes of Spanish 21 end and how often, exactly; those that are split together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

import numpy as np

from nomorebets.games.twenty_one.analysis.choices import ended_after
from nomorebets.games.twenty_one.analysis.exact import (
    PUSHES,
    WINS,
    Decided,
    Orders,
    Price,
    dealt_orders,
    decided_ends,
    price,
    split_pairs,
    stand_all,
)
from nomorebets.games.twenty_one.analysis.hands import NAMES, all_hands, cards_of
from nomorebets.games.twenty_one.analysis.named import Way, play_of
from nomorebets.games.twenty_one.analysis.play import Play
from nomorebets.games.twenty_one.analysis.suits import KINDS, SuitedPlay, suited_plays
from nomorebets.games.twenty_one.analysis.sums import NO_BLACKJACK, WHATEVER, Shoe, Sum, hand_codes, one_card
from nomorebets.games.twenty_one.rules import SEVEN, VALUES, Rules, suits_of
from nomorebets.games.twenty_one.strategies import BY_SUITS

ACE, TEN = 0, 9
SPLIT = "split: two hands or more"
RAISED = {1: "", 2: " doubled", 4: " redoubled", 8: " redoubled twice"}  # by what lies on a hand, in units
NUMBERS = {5: "five cards", 6: "six cards", 7: "seven cards or more"}
SUPER = ", super bonus"
Chances = dict[str, Fraction]


def exceptions(way: Way, rules: Rules) -> tuple[SuitedPlay, ...]:
    """Where a way to play looks at suits."""
    return suited_plays(rules) if way == BY_SUITS else ()


@lru_cache(maxsize=64)
def priced(rules: Rules, way: Way) -> Price:
    """What a way to play gains."""
    whole, suited = price(rules, play_of(rules, way)), exceptions(way, rules)
    return Price(
        whole.mean + sum((play.gain for play in suited), Fraction(0)),
        whole.average_wager + sum((play.added for play in suited), Fraction(0)),
    )


@lru_cache(maxsize=32)
def spread(rules: Rules, way: Way) -> Chances:
    """How often boxes end so."""
    play, ends = play_of(rules, way), _Ends(rules)
    for up in range(VALUES):
        _deal(ends, rules, play, up)
        ends.play(play, dealt_orders(rules, play, up), up)
    chances = ends.chances()
    for exception in exceptions(way, rules):
        if exception.pair is None:
            _exchange(chances, rules, play, exception)
    chances["lose"] = 1 - sum(chances.values(), Fraction(0))
    return chances


def _deal(ends: _Ends, rules: Rules, play: Play, up: int) -> None:
    """What is decided by the first two cards: blackjacks, surrenders, and pairs that are split."""
    hands = all_hands()
    for first, second, hand, orders in hands.starts():
        if (first, second) == (ACE, TEN):
            ends.of("blackjack").add(orders, hands.counts[hand], up, no_blackjack=False)
        elif play.surrenders[hand, up]:
            ends.of("surrender").add(orders, hands.counts[hand], up, no_blackjack=True)
    for pair in split_pairs(rules, play, up):
        ends.of(SPLIT).add(1, one_card(pair, 2), up, no_blackjack=not rules.waits_for_blackjack(up))


class _Ends:
    """Chances by the name of the end; of hands that are played from somewhere on."""

    def __init__(self, rules: Rules, suited: Fraction | None = None, kind: int = 0) -> None:
        self.rules, self.shoe = rules, Shoe(rules)
        self.sums: defaultdict[str, Sum] = defaultdict(lambda: Sum(self.shoe))
        self.staked: defaultdict[int, Sum] = defaultdict(lambda: Sum(self.shoe))  # doubled hands that lost, by stake
        self.suited, self.kind = suited, kind  # how often three cards are of one suit, where the first two are known

    def of(self, name: str) -> Sum:
        return self.sums[name]

    def play(self, play: Play, orders: Orders, up: int) -> None:
        """Add hands that end so against one card shown."""
        codes, hands = hand_codes(), all_hands()
        _, decided = decided_ends(self.rules, play, orders, up)
        still_open = {1: orders.single, **{stake: ended for stake, ended, _ in orders.raised}}
        waits = self.rules.waits_for_blackjack(up)
        for end in decided:
            at = np.nonzero(end.orders)[0]
            still_open[end.stake] = still_open[end.stake] - end.orders
            counts = hands.counts[at[0]].tolist()
            self.of(self._name(end, counts, up)).stand(
                codes[at], end.orders[at], up, WHATEVER if waits else NO_BLACKJACK
            )
            if end.stake > 1:
                self.staked[end.stake].stand(codes[at], -end.orders[at], up, NO_BLACKJACK)
        for stake, ended in still_open.items():
            for how, pays in (("win", WINS), ("push", PUSHES)):
                stand_all(self.of(how + RAISED[stake]), ended, up, pays)
                if stake > 1:
                    stand_all(self.staked[stake], -ended, up, pays)
        for stake, _, begun in orders.raised:
            at = np.nonzero(begun)[0]
            self.staked[stake].stand(codes[at], begun[at], up, NO_BLACKJACK)
            if stake > 2:  # no longer among those with half the stake
                self.staked[stake // 2].stand(codes[at], -begun[at], up, NO_BLACKJACK)

    def chances(self) -> Chances:
        """What was added, by the rows of the pay table; what is left over has lost one stake."""
        chances: defaultdict[str, Fraction] = defaultdict(Fraction)
        for name, total in self.sums.items():
            for row, share in self._rows(name):
                chances[row] += share * total.value()
        for stake, total in self.staked.items():
            chances["lose" + RAISED[stake]] += total.value()
        return dict(chances)

    def _name(self, end: Decided, counts: list[int], up: int) -> str:
        """What an end is called; three cards that are paid by their suits, by their values."""
        if end.how == "rescue":
            return "rescue" + RAISED[end.stake].removeprefix(RAISED[2])
        if end.by_suits:
            is_super = (
                up == SEVEN == counts.index(max(counts)) and self.rules.always_21 and self.rules.always_21.super_777
            )
            return cards_of(counts) + (SUPER if is_super else "")
        if end.stake == 1 and sum(counts) >= min(NUMBERS):
            return f"21 with {NUMBERS[min(sum(counts), max(NUMBERS))]}"
        return "21" + RAISED[end.stake]

    def _rows(self, name: str) -> Iterator[tuple[str, Fraction]]:
        """The rows that an end is paid by, with their shares."""
        cards = name.removesuffix(SUPER)
        counts = [cards.count(value) for value in NAMES] if cards.isdigit() else []
        shares = suits_of(counts, self.rules.of_suits) if counts else None
        if shares is None:
            yield name, Fraction(1)
            return
        if self.suited is not None:
            known = [Fraction(0)] * len(KINDS)
            known[self.kind] += self.suited
            known[0] += 1 - self.suited
            shares = known[0], known[1], known[2]
        for words, share in zip(KINDS, shares, strict=True):
            yield f"{cards} {words}" + ("" if words == KINDS[0] else name.removeprefix(cards)), share


def _exchange(chances: Chances, rules: Rules, play: Play, exception: SuitedPlay) -> None:
    """Take two cards of a kind out of the ends by values, and play them as their suits call for."""
    hands = all_hands()
    two = hands.of(exception.cards)
    often = exception.share * (1 if exception.first == exception.second else 2)
    for act, sign in ((exception.does, 1), (exception.instead, -1)):
        ends = _Ends(rules, exception.suited, exception.kind)
        if act == "split":
            ends.of(SPLIT).add(1, hands.counts[two], exception.up, no_blackjack=True)
        elif act == "surrender":
            ends.of("surrender").add(1, hands.counts[two], exception.up, no_blackjack=True)
        else:
            ends.play(play, ended_after(play, two, exception.up, act), exception.up)
        for name, chance in ends.chances().items():
            chances[name] = chances.get(name, Fraction(0)) + sign * often * chance
