"""What a way to play gains, exactly: mean, stakes and second moment as fractions, from orders of cards counted.

A stake is booked where it is made and what comes back where a hand stands, so hands that exceed 21 need no dealer.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from nomorebets.games.twenty_one.analysis import kernels
from nomorebets.games.twenty_one.analysis.hands import Hands, all_hands
from nomorebets.games.twenty_one.analysis.play import Acts, Play
from nomorebets.games.twenty_one.analysis.splitting import ANY, OTHER
from nomorebets.games.twenty_one.analysis.sums import BLACKJACK, Shoe, Sum, code_of, hand_codes, one_card
from nomorebets.games.twenty_one.analysis.values import require_enough_cards
from nomorebets.games.twenty_one.rules import VALUES, Rules

Ints = NDArray[np.int64]
ACE, TEN = 0, 9
NO_CARDS: Ints = np.zeros(VALUES, np.int64)
CLASSES = 6  # of hands that stand: up to 16, and 17 to 21
# what a stake of 1 brings back: by class of the hand and end of the dealer
BACK = [[*(2 if mine > his else 1 if mine == his else 0 for his in range(1, 6)), 2] for mine in range(CLASSES)]
WINS = [[int(back == 2) for back in row] for row in BACK]
PUSHES = [[int(back == 1) for back in row] for row in BACK]


def class_of(hands: Hands) -> Ints:
    """The class of each hand that stands."""
    return np.maximum(hands.total - 16, 0)


@dataclass(frozen=True, eq=False)
class Orders:
    """In how many orders hands end under a play, against one card shown."""

    single: Ints  # stood on with one stake
    doubled: Ints  # with two
    staked: Ints  # doubled, before the third card

    @property
    def units(self) -> Ints:
        return self.single + 2 * self.doubled


def orders_of(acts: Acts, up: int, begun: Ints) -> Orders:
    """Play hands from these beginnings on."""
    hands = all_hands()
    orders = Orders(*(np.zeros(len(hands.total), np.int64) for _ in range(3)))
    kernels.orders_of_play(hands.rising, hands.after, acts, up, begun, orders.single, orders.doubled, orders.staked)
    return orders


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
    return orders_of(play.after_split[pair], up, begun)


def dealt_orders(rules: Rules, play: Play, up: int) -> Orders:
    """The hands of boxes that are neither split nor surrendered."""
    hands = all_hands()
    begun = np.zeros(len(hands.total), np.int64)
    for first, second, hand, orders in hands.starts():
        if (first, second) != (ACE, TEN) and not is_split(rules, play, first, second, up):
            begun[hand] = 0 if play.surrenders[hand, up] else orders
    return orders_of(play.acts, up, begun)


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
    win_pays: Fraction
    rules: Rules | None = None  # where 21 always wins, or doubles may be rescued
    play: Play | None = None
    net: Sum = field(init=False)  # in parts of a unit, in which all that comes back is whole
    added: Sum = field(init=False)  # stakes beyond the original wager
    bonus: Sum = field(init=False)  # wins of five cards that total 21

    def __post_init__(self) -> None:
        self.net, self.added, self.bonus = Sum(self.shoe), Sum(self.shoe), Sum(self.shoe)
        self.unit = self.win_pays.denominator
        won = self.unit + self.win_pays.numerator
        self.back = [[(0, self.unit, won)[back] for back in row] for row in BACK]

    def stake(self, times: int, cards: Ints, up: int) -> None:
        """A further stake, which a dealer's blackjack does not take."""
        self.net.add(-self.unit * times, cards, up, no_blackjack=True)
        self.added.add(times, cards, up, no_blackjack=True)


def price(rules: Rules, play: Play) -> Price:
    """The mean gain of a way to play."""
    from nomorebets.games.twenty_one.analysis.relief import mean_losses

    require_enough_cards(rules)
    book = Book(Shoe(rules), rules.win_pays, rules, play)
    for up in range(VALUES):
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


def book_hand(book: Book, orders: Orders, up: int, times: int = 1, further: Ints = NO_CARDS) -> None:
    """What comes back of hands that stand, and the second stakes of those doubled, with further cards gone."""
    hands = all_hands()
    stand_all(book.net, times * left_to_compare(book, orders, up, times, further), up, book.back, code_of(further))
    for hand in np.nonzero(orders.staked)[0]:
        book.stake(times * int(orders.staked[hand]), hands.counts[hand] + further, up)


def left_to_compare(book: Book, orders: Orders, up: int, times: int, further: Ints) -> Ints:
    """The stakes that the dealer's hand decides; what a sure 21 and a rescue bring back is booked at once."""
    single, doubled, hands = orders.single, orders.doubled, all_hands()
    rules, play = book.rules, book.play
    if rules is not None and play is not None and play.rescues is not None:
        rescued = np.where(play.rescues[:, up], doubled, 0)
        doubled = doubled - rescued
        for hand in np.nonzero(rescued)[0]:
            back = times * book.unit * int(rescued[hand])  # one stake of two
            book.net.add(back, hands.counts[hand] + further, up, no_blackjack=True)
    if rules is not None and rules.always_21 is not None:
        is_21 = hands.total == 21
        for hand in np.nonzero(is_21 & (single + doubled > 0))[0]:
            counts = hands.counts[hand]
            bonus = rules.always_21.pays(counts.tolist(), rules.win_pays, rules.decks)
            paid = int(single[hand]) * (1 + bonus) + 2 * int(doubled[hand]) * (1 + rules.win_pays)
            book.net.add(times * book.unit * paid, counts + further, up, no_blackjack=True)
        single, doubled = np.where(is_21, 0, single), np.where(is_21, 0, doubled)
    return single + 2 * doubled


def book_split(book: Book, play: Play, pair: int, splits: int, up: int) -> None:
    """The hands of a pair that is split as often as it may be."""
    for any_second, terms in ((True, ANY[splits]), (False, OTHER[splits])):
        if not terms:
            continue
        hand = split_orders(play, pair, up, any_second=any_second)
        for further, times in terms.items():
            book.stake(times, one_card(pair, 1 + further), up)
            if not any_second:
                book.stake(-times, one_card(pair, 2 + further), up)
            book_hand(book, hand, up, times, one_card(pair, further))


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


@lru_cache(maxsize=64)
def price_of_best(rules: Rules) -> Price:
    """The price of the best play."""
    from nomorebets.games.twenty_one.analysis.values import best

    return price(rules, best(rules).play)
