"""Simple ways to play in the poker room, for bots: none of them is good, and each is told in a line."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from nomorebets.drivers.facet import GameStrategies, Strategy
from nomorebets.equipment.cards import RANKS
from nomorebets.games.poker_room.exposed import BOARD, NO_MORE, PLAY_ON
from nomorebets.games.poker_room.rankings import Cards
from nomorebets.games.poker_room.terms import wins_at
from nomorebets.games.poker_room.variants import Variant
from nomorebets.hands.low import ACE_LOW, EIGHT
from nomorebets.table import Round
from nomorebets.table.areas import seat_area
from nomorebets.table.card_decisions import Discard, Discarded
from nomorebets.table.decisions import Ask, chosen
from nomorebets.table.requests import Answer, PatronRequest

WEAK, FAIR, STRONG = range(3)
PREFERENCES: dict[int, tuple[str, ...]] = {  # by strength, what is chosen first of what is offered
    WEAK: ("check", "fold"),
    FAIR: ("check", "call", "fold"),
    STRONG: ("bet", "raise", "call", "check", "fold"),
}
# every word that a seat may be asked to choose
CHOICES = (
    "fold",
    "check",
    "call",
    "bet",
    "raise",
    "all-in",
    "bring-in",
    "straddle",
    "no",
    "show",
    "muck",
    NO_MORE,
    PLAY_ON,
)
BY_CARDS, CALLS = "by-its-cards", "calls-everything"
TEN = RANKS.index("T")


def kept(own: Cards, board: Cards, wants_low: bool) -> list[str]:
    """What is worth something: pairs, or ten and higher; where low wins, one card of each rank up to the eight."""
    if wants_low:
        by_rank = {card[0]: card for card in own if ACE_LOW.index(card[0]) <= EIGHT}
        return list(by_rank.values())
    numbers = Counter(card[0] for card in (*own, *board))
    pairs = [card for card in own if numbers[card[0]] > 1]
    return pairs or [card for card in own if RANKS.index(card[0]) >= TEN]


@lru_cache(1 << 14)
def _strength(own: tuple[str, ...], board: tuple[str, ...], wants_low: bool) -> int:
    return strength(own, board, wants_low)


def strength(own: Cards, board: Cards, wants_low: bool) -> int:
    """How good a hand looks to a simple mind.

    >>> strength(["As", "Ad"], [], False), strength(["As", "Kd"], [], False), strength(["7s", "2d"], [], False)
    (2, 1, 0)
    >>> strength(["As", "Kd"], ["2c", "7d", "9h"], False), strength(["As", "Kd"], ["Ac", "7d", "9h"], False)
    (0, 1)
    """
    worth = kept(own, board, wants_low)
    if wants_low:
        return STRONG if len(worth) > 3 else FAIR if 2 * len(worth) >= len(own) else WEAK
    numbers = Counter(card[0] for card in (*own, *board))
    most = max(numbers[card[0]] for card in own)
    pairs = len({card[0] for card in worth}) if most > 1 else 0
    if most > 2 or pairs > 1 or (pairs and not board):
        return STRONG
    return FAIR if pairs or (len(worth) > 1 and not board) else WEAK


def calls_everything(request: PatronRequest, table: Round) -> Answer:
    """Checks and calls whatever comes, and never bets."""
    return _first_of(request, ("check", "call", "all-in"))


def by_its_cards(variant: Variant) -> Strategy:
    """Bets and raises the least with two pairs or better, calls with a pair or high cards, and gives up otherwise."""

    def decide(request: PatronRequest, table: Round) -> Answer:
        if isinstance(request, Discard):
            own = table.felt.hand(seat_area(request.seat))
            keeps = kept(own, (), _wants_low(variant, table))
            return Discarded(tuple(card for card in own if card not in keeps))
        if not isinstance(request, Ask) or "fold" not in request.choices:
            return request.usual()
        own, board = table.felt.hand(seat_area(request.seat)), table.felt.hand(BOARD)
        return _first_of(request, PREFERENCES[_strength(own, board, _wants_low(variant, table))])

    return decide


def _wants_low(variant: Variant, table: Round) -> bool:
    return wins_at(variant, table.house).rankings[0].name != "high"


def _first_of(request: PatronRequest, preferred: tuple[str, ...]) -> Answer:
    """The first of some choices that is offered, with its least amount; else the usual."""
    if not isinstance(request, Ask):
        return request.usual()
    for name in preferred:
        option = request.option(name)
        if option is not None:
            return chosen(name, option.least)
    return request.usual()


def strategies_for(variant: Variant) -> GameStrategies:
    return GameStrategies(named={BY_CARDS: by_its_cards(variant), CALLS: calls_everything}, choices=CHOICES)
