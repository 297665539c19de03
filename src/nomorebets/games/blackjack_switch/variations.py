"""What a game file may do with blackjack switch: decks, the dealer's rules, wagers on the four cards of a spot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations_with_replacement
from math import perm, prod

from nomorebets.equipment.cards import RANKS, SUITS
from nomorebets.games.blackjack_switch.match import FOUR, PAIR, THREE, TWO_PAIR, FourCards, matched
from nomorebets.games.blackjack_switch.terms import DEALER_22, DECKS, HANDS, SOFT_17
from nomorebets.games.twenty_one.added_wagers import SECOND_CARD
from nomorebets.games.twenty_one.hand import ACE, is_ace_and_ten, value
from nomorebets.games.twenty_one.shoe_counts import ShoeCounts, fresh_shoe
from nomorebets.games.twenty_one.sides import in_one_suit
from nomorebets.table import House
from nomorebets.table.added_wagers import Event
from nomorebets.table.variation import GameVariations, widened

Cards = tuple[str, ...]
COLOURS = ("cs", "dh")
TEN = 10
# suits by which four cards are told apart: of one suit, of one colour, of both colours
LIKE_SUITS = ("cccc", "cscs", "cdcd")
TWO_RANKS = tuple("".join(two) for two in combinations_with_replacement(RANKS, 2))


def _blackjacks(cards: Cards) -> int:
    return is_ace_and_ten(cards[:2]) + is_ace_and_ten(cards[2:])


def _matched(row: str) -> Callable[[Cards], bool]:
    return lambda cards: matched(cards) == row


NAMED: dict[str, tuple[str, Callable[[Cards], bool]]] = {
    "four-aces": ("four aces", lambda cards: all(card[0] == ACE for card in cards)),
    "four-alike": ("four cards of one rank", _matched(FOUR)),
    "three-alike": ("three cards of one rank", _matched(THREE)),
    "two-pair": ("two pairs among the four cards", _matched(TWO_PAIR)),
    "pair": ("one pair among the four cards", _matched(PAIR)),
    "two-blackjacks": ("both hands as dealt are a blackjack", lambda cards: _blackjacks(cards) == len(HANDS)),
    "blackjack": ("a hand as dealt is a blackjack", lambda cards: _blackjacks(cards) > 0),
    "four-tens": ("four cards that count ten", lambda cards: all(value(card) == TEN for card in cards)),
    "four-suited": ("four cards of one suit", in_one_suit),
    "one-colour": ("four red or four black cards", lambda cards: any(_are(cards, colour) for colour in COLOURS)),
}


def _are(cards: Cards, suits: str) -> bool:
    return all(card[1] in suits for card in cards)


def like(first: str, second: str, suits: str) -> FourCards:
    """Four cards of these ranks, hand by hand, and of such suits."""
    return FourCards(tuple(rank + suit for rank, suit in zip(first + second, suits, strict=True)))


def deals_of(shoe: ShoeCounts) -> Iterator[tuple[FourCards, int]]:
    """The ranks of both hands and how their suits are alike, and in how many orders they are dealt."""
    for first in TWO_RANKS:
        for second in TWO_RANKS:
            ranks = Counter(first + second)
            orders = (1 + (first[0] != first[1])) * (1 + (second[0] != second[1]))
            one_suit = sum(prod(perm(shoe.of[rank + suit], n) for rank, n in ranks.items()) for suit in SUITS)
            one_colour = sum(
                prod(perm(sum(shoe.of[rank + suit] for suit in colour), n) for rank, n in ranks.items())
                for colour in COLOURS
            )
            every = prod(perm(shoe.rank[rank], n) for rank, n in ranks.items())
            for suits, ways in zip(LIKE_SUITS, (one_suit, one_colour - one_suit, every - one_colour), strict=True):
                if ways:
                    yield like(first, second, suits), orders * ways


def every_spot(house: House, gone: Sequence[str]) -> dict[FourCards, int]:
    """The cards of a spot, as far as a wager can tell them apart."""
    return dict(deals_of(fresh_shoe(int(house[DECKS])).without(gone)))


VARIATIONS = GameVariations(
    terms=(widened(DECKS, "4", "5", "7"), SOFT_17, DEALER_22),
    on=Event(
        named=NAMED,
        every=every_spot,
        of=lambda outcome: outcome.cards if isinstance(outcome, FourCards) else None,
        is_whole=lambda cards: len(cards) == len(LIKE_SUITS[0]),  # a spot with a dead hand has two
        beside=HANDS,
        decided=SECOND_CARD,
    ),
)
