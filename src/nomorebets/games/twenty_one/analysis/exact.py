"""What a way to play gains, exactly: mean, stakes and second moment as fractions, from orders of cards counted.

A stake is booked where it is made and what comes back where a hand stands, so hands that exceed 21 need no dealer.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from math import lcm
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nomorebets.games.twenty_one.analysis import kernels
from nomorebets.games.twenty_one.analysis.dealer import ENDS, PUSHED
from nomorebets.games.twenty_one.analysis.hands import Hands, all_hands
from nomorebets.games.twenty_one.analysis.play import DOUBLE, RESCUE, Acts, Play
from nomorebets.games.twenty_one.analysis.splitting import ANY, OTHER
from nomorebets.games.twenty_one.analysis.sums import (
    BLACKJACK,
    NO_BLACKJACK,
    WHATEVER,
    Shoe,
    Sum,
    code_of,
    hand_codes,
    one_card,
)
from nomorebets.games.twenty_one.analysis.values import require_enough_cards
from nomorebets.games.twenty_one.hand import MOST
from nomorebets.games.twenty_one.rules import VALUES, Rules, is_by_suits

Ints = NDArray[np.int64]
ACE, TEN = 0, 9
NO_CARDS: Ints = np.zeros(VALUES, np.int64)
CLASSES = 6  # of hands that stand: up to 16, and 17 to 21
# what a stake of 1 brings back: by class of the hand and end of the dealer
BACK = [[*(2 if mine > his else 1 if mine == his else 0 for his in range(1, 6)), 2, 1] for mine in range(CLASSES)]
WINS = [[int(back == 2) for back in row] for row in BACK]
PUSHES = [[int(back == 1) for back in row] for row in BACK]
TIES = [[*row[:PUSHED], 0] for row in PUSHES]  # of equal totals
ALL_PUSH = [int(end == PUSHED) for end in range(ENDS)]


def paid_back(win_pays: Fraction, unit: int = 0) -> tuple[int, list[list[int]]]:
    """The parts of a unit in which all that comes back is whole, and what a stake of a unit brings back in them."""
    unit = unit or win_pays.denominator
    comes = (0, unit, int(unit * (1 + win_pays)))
    return unit, [[comes[back] for back in row] for row in BACK]


def class_of(hands: Hands) -> Ints:
    """The class of each hand that stands."""
    return np.maximum(hands.total - 16, 0)


@dataclass(frozen=True, eq=False)
class Orders:
    """In how many orders hands end under a play, against one card shown."""

    single: Ints  # stood on with one stake
    doubled: Ints  # with two
    staked: Ints  # doubled, before the card that follows
    again: tuple[tuple[Ints, Ints], ...] = ()  # the last two of hands that were doubled again, and yet again

    @property
    def units(self) -> Ints:
        return self.single + 2 * self.doubled

    @property
    def raised(self) -> list[tuple[int, Ints, Ints]]:
        """Doubled hands by what lies on them in the end: those that ended, and those just before their last card."""
        return [(2 ** (at + 1), *both) for at, both in enumerate(((self.doubled, self.staked), *self.again))]


def orders_of(acts: Acts, up: int, begun: Ints, raised: Acts | None = None) -> Orders:
    """Play hands from these beginnings on."""
    hands = all_hands()
    single, doubled, staked = (np.zeros(len(hands.total), np.int64) for _ in range(3))
    kernels.orders_of_play(hands.rising, hands.after, acts, up, begun, single, doubled, staked)
    if raised is None:
        return Orders(single, doubled, staked)
    return Orders(single, *double_again(doubled, staked, up, raised))


def double_again(doubled: Ints, staked: Ints, up: int, raised: Acts) -> tuple[Ints, Ints, Any]:
    """Doubled hands played on, as far as they are doubled again: the fields of :class:`Orders`."""
    hands, levels = all_hands(), []
    for acts in raised:
        below = np.where((acts[:, up] == DOUBLE) & (hands.total < MOST), doubled, 0)
        levels.append((doubled - below, staked))
        doubled, staked = np.zeros_like(doubled), below
        for card in range(VALUES):
            then = hands.after[:, card]
            np.add.at(doubled, then[then >= 0], below[then >= 0])
    return *levels[0], tuple(levels[1:])


def split_orders(play: Play, pair: int, up: int, *, any_second: bool) -> Orders:
    """One hand of a split pair; its second card may be any, or any but one more of the pair."""
    hands = all_hands()
    begun = np.zeros(len(hands.total), np.int64)
    first = hands.place[tuple(one_card(pair).tolist())]
    for card in range(VALUES):
        if any_second or card != pair:
            begun[hands.after[first, card]] += 1
    if pair == ACE and not play.split_aces_play:  # one card each, which is stood on
        return Orders(begun, np.zeros_like(begun), np.zeros_like(begun))
    return orders_of(play.after_split[pair], up, begun, play.raised)


def dealt_orders(rules: Rules, play: Play, up: int) -> Orders:
    """The hands of boxes that are neither split nor surrendered."""
    hands = all_hands()
    begun = np.zeros(len(hands.total), np.int64)
    for first, second, hand, orders in hands.starts():
        if (first, second) != (ACE, TEN) and not is_split(rules, play, first, second, up):
            begun[hand] = 0 if play.surrenders[hand, up] else orders
    return orders_of(play.acts, up, begun, play.raised)


def is_split(rules: Rules, play: Play, first: int, second: int, up: int) -> bool:
    """Whether two cards as dealt are split."""
    if first != second or not rules.splits_of(first) or not play.splits[first, up]:
        return False
    hand = all_hands().place[tuple(one_card(first, 2).tolist())]
    return not play.surrenders[hand, up]


def split_pairs(rules: Rules, play: Play, up: int) -> list[int]:
    """The pairs that are split against a card shown."""
    return [pair for pair in range(VALUES) if rules.shoe[pair] > 1 and is_split(rules, play, pair, pair, up)]


@dataclass(frozen=True)
class Price:
    """What a way to play gains per unit of the wager, and what it puts at risk for it."""

    mean: Fraction
    average_wager: Fraction  # a dealer's blackjack takes only the original wager, so only that is at risk then

    @property
    def edge(self) -> Fraction:
        return -self.mean


@dataclass
class Book:
    """The sums a price is made of."""

    shoe: Shoe
    rules: Rules
    play: Play
    net: Sum = field(init=False)  # in parts of a unit, in which all that comes back is whole
    added: Sum = field(init=False)  # stakes beyond the original wager
    bonus: Sum = field(init=False)  # wins of five cards that total 21
    unit: int = field(init=False)
    back: list[list[int]] = field(init=False)

    def __post_init__(self) -> None:
        self.net, self.added, self.bonus = Sum(self.shoe), Sum(self.shoe), Sum(self.shoe)
        pays = [self.rules.win_pays]
        if self.rules.always_21 is not None:
            pays += [paid for _, paid in self.rules.always_21.by_cards]
        self.unit, self.back = paid_back(self.rules.win_pays, lcm(*(paid.denominator for paid in pays)))

    def stake(self, times: int, cards: Ints, up: int) -> None:
        """A further stake, which a dealer's blackjack does not take."""
        self.net.add(-self.unit * times, cards, up, no_blackjack=True)
        self.added.add(times, cards, up, no_blackjack=True)

    def stakes(self, codes: Ints, times: Ints, up: int) -> None:
        """The same for many sets of cards."""
        self.net.stand(codes, -self.unit * times, up, NO_BLACKJACK)
        self.added.stand(codes, times, up, NO_BLACKJACK)

    def sure(self, codes: Ints, times: Ints, gain: int, stake: int, up: int, original: int) -> None:
        """What comes back of a stake that gains so much, in parts of a unit, whatever the dealer has.

        ``original`` is what a blackjack would have taken instead.
        """
        if self.rules.waits_for_blackjack(up):
            self.net.stand(codes, times * (self.unit * original + gain), up, WHATEVER)
            stake, gain = stake - original, 0
        self.net.stand(codes, times * (self.unit * stake + gain), up, NO_BLACKJACK)

    def suited(self, paid: Fraction, times: int, cards: Ints, up: int) -> None:
        """What three cards are paid that are paid by their suits, besides what any 21 is."""
        waits = self.rules.waits_for_blackjack(up)
        more = self.unit * (paid - self.rules.win_pays)
        self.net.add(times * more, cards, up, no_blackjack=not waits)


def price(rules: Rules, play: Play, ups: Iterable[int] = range(VALUES)) -> Price:
    """The mean gain of a way to play; that part of it which is made against some of the cards shown."""
    from nomorebets.games.twenty_one.analysis.relief import kept_originals, mean_losses

    require_enough_cards(rules)
    book = Book(Shoe(rules), rules, play)
    for up in ups:
        if not rules.shoe[up]:
            continue
        _book_dealt(rules, play, up, book)
        dealt = dealt_orders(rules, play, up)
        book_hand(book, dealt, up)
        for pair in split_pairs(rules, play, up):
            book_split(book, play, pair, rules.splits_of(pair), up)
        if rules.five_card_21 is not None:
            stand_all(book.bonus, bonus_hands(dealt), up, WINS)
        for codes, times in mean_losses(rules, play, up, book.shoe):
            book.net.stand(codes, -book.unit * times, up, BLACKJACK)
        for codes, times in kept_originals(rules, play, up, book.shoe):
            book.net.stand(codes, book.unit * times, up, BLACKJACK)
    mean = book.net.value() / book.unit
    if rules.five_card_21 is not None:
        mean += (rules.five_card_21 - rules.win_pays) * book.bonus.value()
    return Price(mean, 1 + book.added.value())


def stand_all(total: Sum, times: Ints, up: int, pays: list[list[int]], further: int = 0) -> None:
    """Add hands that stand, so many times each, by what each class of hands is paid; ``further`` cards are gone."""
    classes, codes = class_of(all_hands()), hand_codes()
    at = np.nonzero(times)[0]
    for standing in range(CLASSES):
        of_class = at[classes[at] == standing]
        if any(pays[standing]):
            total.stand(codes[of_class] + further, times[of_class], up, pays[standing])


def book_hand(book: Book, orders: Orders, up: int, times: int = 1, further: Ints | None = None) -> None:
    """What comes back of hands that stand, and the stakes of those doubled; of split hands, with further cards gone."""
    codes, gone, split = hand_codes(), NO_CARDS if further is None else further, further is not None
    compared, decided = decided_ends(book.rules, book.play, orders, up)
    stand_all(book.net, times * compared, up, book.back, code_of(gone))
    for end in decided:
        at = np.nonzero(end.orders)[0]
        book.sure(
            codes[at] + code_of(gone), times * end.orders[at], int(book.unit * end.gain), end.stake, up, not split
        )
        if end.by_suits:
            counts = all_hands().counts[at[0]]
            paid = book.rules.pays_21(counts.tolist(), None if split else up)
            book.suited(paid, times * int(end.orders[at[0]]), counts + gone, up)
    for stake, _, staked in orders.raised:
        at = np.nonzero(staked)[0]
        book.stakes(codes[at] + code_of(gone), stake // 2 * times * staked[at], up)


class Decided(NamedTuple):
    """Hands that are decided whatever the dealer has."""

    orders: Ints  # [hand]
    gain: Fraction  # per unit of the wager
    stake: int  # that lies on them
    how: str  # "21" or "rescue"
    by_suits: bool = False  # one hand, of three cards whose suits decide what it is paid besides


def decided_ends(rules: Rules, play: Play, orders: Orders, up: int) -> tuple[Ints, list[Decided]]:
    """The stakes that the dealer's hand decides, and the hands that are decided before it."""
    hands = all_hands()
    always, is_21 = rules.always_21, hands.total == MOST
    compared = np.where(is_21, 0, orders.single) if always is not None else orders.single
    decided: list[Decided] = []
    if always is not None:
        won = np.where(is_21, orders.single, 0)
        for number in np.unique(hands.size[won != 0]).tolist():
            paid = always.by_number(number)
            gain = rules.win_pays if paid is None else paid
            of_number = np.where(hands.size == number, won, 0)
            suited = [hand for hand in _by_suits() if of_number[hand]] if paid is None else []
            for hand in suited:
                alone = np.zeros_like(won)
                alone[hand] = of_number[hand]
                of_number = of_number - alone
                decided.append(Decided(alone, gain, 1, "21", by_suits=True))
            decided.append(Decided(of_number, gain, 1, "21"))
    for level, (stake, ended, _) in enumerate(orders.raised):
        still_open = ended
        if play.raised is not None:
            rescued = np.where((play.raised[level, :, up] == RESCUE) & ~is_21, ended, 0)
            decided.append(Decided(rescued, Fraction(-stake, 2), stake, "rescue"))
            still_open = still_open - rescued
        if always is not None:
            decided.append(Decided(np.where(is_21, ended, 0), stake * rules.win_pays, stake, "21"))
            still_open = np.where(is_21, 0, still_open)
        compared = compared + stake * still_open
    return compared, [end for end in decided if end.orders.any()]


@cache
def _by_suits() -> list[int]:
    """The hands that are paid by their suits."""
    hands = all_hands()
    return [hand for hand in np.nonzero(hands.size == 3)[0].tolist() if is_by_suits(hands.counts[hand].tolist())]


def book_split(book: Book, play: Play, pair: int, splits: int, up: int, times: int = 1, gone: Ints = NO_CARDS) -> None:
    """The hands of a pair that is split as often as it may be, so many times, with further cards gone."""
    for any_second, terms in ((True, ANY[splits]), (False, OTHER[splits])):
        if not terms:
            continue
        hand = split_orders(play, pair, up, any_second=any_second)
        for further, number in terms.items():
            book.stake(times * number, one_card(pair, 1 + further) + gone, up)
            if not any_second:
                book.stake(-times * number, one_card(pair, 2 + further) + gone, up)
            book_hand(book, hand, up, times * number, one_card(pair, further) + gone)


def bonus_hands(dealt: Orders) -> Ints:
    """The orders of hands that stand on five cards that total 21."""
    hands = all_hands()
    return np.where((hands.size == 5) & (hands.total == 21), dealt.single, 0)


def _book_dealt(rules: Rules, play: Play, up: int, book: Book) -> None:
    """The original wagers, blackjacks and surrenders against one card shown."""
    hands = all_hands()
    for first, second, hand, orders in hands.starts():
        cards, unit = hands.counts[hand], book.unit
        if (first, second) == (ACE, TEN):
            always = rules.always_21 is not None
            book.net.add(unit * orders * rules.blackjack_pays, cards, up, no_blackjack=not always)
        elif play.surrenders[hand, up] and rules.surrender != "none":
            early = rules.surrender == "early"
            book.net.add(-unit * orders * (Fraction(1, 2) if early else 1), cards, up, no_blackjack=False)
            if not early:
                book.net.add(Fraction(unit * orders, 2), cards, up, no_blackjack=True)
        elif is_split(rules, play, first, second, up):
            book.net.add(-unit, cards, up, no_blackjack=False)
            book.net.add(unit, cards, up, no_blackjack=True)  # booked again hand by hand
            book.added.add(-1, cards, up, no_blackjack=True)
        else:
            book.net.add(-unit * orders, cards, up, no_blackjack=False)
