"""Wagers that a game file adds on the first two cards of a box and the dealer's first card."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from nomorebets.equipment.cards import RANKS
from nomorebets.games.twenty_one.hand import count, is_ace_and_ten
from nomorebets.games.twenty_one.outcome import FirstCards
from nomorebets.games.twenty_one.shoe_counts import ShoeCounts
from nomorebets.games.twenty_one.sides import in_one_suit
from nomorebets.hands.poker import three_card_hand_of
from nomorebets.table import House
from nomorebets.table.added_wagers import Event

SECOND_CARD = "second-card"  # the moment at which they are decided
Holds = Callable[[FirstCards], bool]


def _three(*categories: str) -> Holds:
    """Whether the two cards and the dealer's are a hand of three; of several decks, cards may be the same twice."""

    def holds(dealt: FirstCards) -> bool:
        three = (*dealt.cards, dealt.up)
        return three_card_hand_of([RANKS.index(card[0]) for card in three], in_one_suit(three)).category in categories

    return holds


def _totals(total: int) -> Holds:
    return lambda dealt: count(dealt.cards).total == total


NAMED: Mapping[str, tuple[str, Holds]] = {
    "perfect-pair": ("two cards alike in rank and suit", lambda dealt: dealt.cards[0] == dealt.cards[1]),
    "pair": ("two cards of one rank", lambda dealt: dealt.cards[0][0] == dealt.cards[1][0]),
    "suited-blackjack": (
        "an ace and a card of ten points in one suit",
        lambda dealt: is_ace_and_ten(dealt.cards) and in_one_suit(dealt.cards),
    ),
    "blackjack": ("an ace and a card of ten points", lambda dealt: is_ace_and_ten(dealt.cards)),
    "suited-king-queen": (
        "king and queen of one suit",
        lambda dealt: in_one_suit(dealt.cards) and {card[0] for card in dealt.cards} == {"K", "Q"},
    ),
    "suited": ("two cards of one suit", lambda dealt: in_one_suit(dealt.cards)),
    **{f"total-{total}": (f"two cards that total {total}", _totals(total)) for total in range(4, 22)},
    "three-straight-flush": (
        "with the dealer's first card, three in a row in one suit",
        _three("straight-flush"),
    ),
    "three-alike": (
        "with the dealer's first card, three of one rank",
        _three("three-of-a-kind"),
    ),
    "three-straight": (
        "with the dealer's first card, three in a row",
        _three("straight", "straight-flush"),
    ),
    "three-flush": (
        "with the dealer's first card, three of one suit",
        lambda dealt: in_one_suit((*dealt.cards, dealt.up)),
    ),
    "dealer-ace": ("the dealer's first card is an ace", lambda dealt: dealt.up[0] == "A"),
}


def deals_of(shoe: ShoeCounts) -> dict[FirstCards, int]:
    """Two cards and the dealer's first, card by card: an added wager may tell all of them apart."""
    deals = {}
    for first, some in shoe.of.items():
        for second, others in shoe.of.items():
            if second < first:
                continue
            pairs = some * (some - 1) if first == second else 2 * some * others
            for up, held in shoe.of.items():
                ways = pairs * (held - (up == first) - (up == second))
                if ways > 0:
                    deals[FirstCards((first, second), up)] = ways
    return deals


def first_cards_event(
    beside: tuple[str, ...], shoe: Callable[[House], ShoeCounts], of: Callable[[Any], FirstCards | None]
) -> Event:
    """The first cards of a box, at a game of this family."""

    def every(house: House, gone: Sequence[str]) -> dict[FirstCards, int]:
        return deals_of(shoe(house).without(gone))

    return Event(named=NAMED, every=every, of=of, beside=beside, decided=SECOND_CARD)
