"""Ways to decide at double down stud: the best play, and rules that a person can keep in mind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache, lru_cache

from nomorebets.drivers.facet import GameStrategies, Strategy
from nomorebets.equipment.cards import RANKS
from nomorebets.games.double_down_stud.settlement import Outcome, row_of, settle_wager, wagered
from nomorebets.games.double_down_stud.terms import LIMIT
from nomorebets.hands.draws import is_one_suit, is_open_ended
from nomorebets.pricing.facet import ChoiceValue
from nomorebets.procedures.deck import wager_of
from nomorebets.table import House, Round, Wager
from nomorebets.table.areas import seat_area
from nomorebets.table.cards import pack_of
from nomorebets.table.decisions import Ask, Chosen, chosen

Cards = tuple[str, ...]


def cannot_fall_below(rank: str) -> Callable[[Cards], bool]:
    """Whether four cards are at least a pair of a rank already.

    >>> cannot_fall_below("6")(("6s", "6d", "2c", "Kh")), cannot_fall_below("6")(("5s", "5d", "2c", "Kh"))
    (True, False)
    """

    def holds(cards: Cards) -> bool:
        several = {card[0]: number for card in cards if (number := sum(other[0] == card[0] for other in cards)) > 1}
        return len(several) == 2 or any(
            number > 2 or RANKS.index(held) >= RANKS.index(rank) for held, number in several.items()
        )

    return holds


def short_rule(cards: Cards) -> bool:
    """A hand that cannot lose, four cards of one suit, or four in a row that can be completed at both ends."""
    return cannot_fall_below("6")(cards) or is_one_suit(cards) or is_open_ended(cards)


DOUBLES: dict[str, Callable[[Cards], bool]] = {
    "short-rule": short_rule,
    "cannot-lose": cannot_fall_below("6"),
    "paying-hands-only": cannot_fall_below("J"),
    "always-double": lambda cards: True,
    "never-double": lambda cards: False,
}


def _decides(doubles: Callable[[Cards], bool]) -> Strategy:
    def decide(request: Ask, table: Round) -> Chosen:
        shown = _shown(table, "dealer")
        return _chosen(request.most if doubles(_shown(table, seat_area(request.seat)) + shown) else 0)

    return decide


def _chosen(amount: int) -> Chosen:
    return chosen("double-down", amount) if amount else chosen("stand")


def _shown(table: Round, area: str) -> Cards:
    return tuple(card for card in table.felt.seen_by(None).get(area, ()) if card != "??")


@lru_cache(1 << 10)
def doubles_worth_trying(house: House, original: int, least: int, most: int) -> tuple[int, ...]:
    """Amounts among which the best double is: none, all, and those at which some hand reaches the limit.

    Between these what a double gains on average is a straight line.
    """
    chip = house.smallest_chip
    amounts = {0, most}
    for pays in house.pays.values():
        near = (int(LIMIT / pays.size) - original) // chip * chip
        amounts |= {min(max(amount, least), most) for amount in (near - chip, near, near + chip)}
    return tuple(sorted(amounts))


def optimal(request: Ask, table: Round) -> Chosen:
    """Double by the amount that gains most on average; by the smaller where two gain the same."""
    choices = choice_values(request, table)
    best = choices["double-down"]
    return _chosen(best.amount if best.worth > choices["stand"].worth else 0)


@cache
def _row(number: int) -> str:
    """The row of a hand by its number."""
    from nomorebets.hands.ranks import FIVE_CARD_HANDS

    return row_of(FIVE_CARD_HANDS[number])


@lru_cache(1 << 12)
def _gained(house: House, chips: int, coupon: int, double: int, row: str) -> int:
    """What an original wager and a double gain together on a row."""
    wagers = [Wager(1, "original", chips, coupon)] + ([Wager(1, "double-down", double)] if double else [])
    outcome = Outcome(row, wagered(wagers))
    return sum(settle_wager(wager, outcome, house).net for wager in wagers)


def choice_values(request: Ask, table: Round) -> dict[str, ChoiceValue]:
    """The average gain of standing, and of doubling by the best amount, over every hole card that is not seen."""
    from nomorebets.hands.ranks import rank5

    seen = [card for area in table.felt.cards for card in _shown(table, area)]
    four = _shown(table, seat_area(request.seat)) + _shown(table, "dealer")
    unseen = [card for card in pack_of(table.felt, 1) if card not in seen]
    rows = Counter(_row(rank5((*four, card))) for card in unseen)
    original = wager_of(table, request.seat, "original")
    assert original is not None

    def worth(double: int) -> Fraction:
        gains = (
            number * _gained(table.house, original.amount, original.coupon, double, r) for r, number in rows.items()
        )
        return Fraction(sum(gains), len(unseen))

    staked = original.amount + original.coupon
    amounts = doubles_worth_trying(table.house, staked, request.least, request.most)
    best = max((double for double in amounts if double), key=lambda double: (worth(double), -double))
    return {"stand": ChoiceValue(worth(0)), "double-down": ChoiceValue(worth(best), best)}


NAMED: dict[str, Strategy] = {"optimal": optimal, **{name: _decides(rule) for name, rule in DOUBLES.items()}}

STRATEGIES = GameStrategies(named=NAMED, choices=("double-down", "stand"))
