"""Ways to set hands at pai gow poker: as the house does, by the best rules a person can learn, or the best of all."""

from __future__ import annotations

from collections.abc import Callable

from nomorebets.drivers.facet import GameStrategies, Strategy
from nomorebets.games.pai_gow_poker.house_way import house_way
from nomorebets.games.pai_gow_poker.script import BANK
from nomorebets.games.pai_gow_poker.terms import wheel_at
from nomorebets.procedures.banking import CHOICES as BANKING_CHOICES
from nomorebets.procedures.banking import bank_at, stake_of
from nomorebets.table import House, Round
from nomorebets.table.areas import seat_area
from nomorebets.table.card_decisions import SetApart, SetHand
from nomorebets.table.requests import Answer, PatronRequest

USUAL_STAKE = 1000  # cents
Sets = Callable[[tuple[str, ...], House, int, bool], tuple[str, ...]]  # cards, house, stake, whether it is the bank's


def as_the_house(request: PatronRequest, table: Round) -> Answer:
    """What the house would do with the cards; a bank that is offered is declined."""
    return request.usual()


def _setting(low_of: Sets) -> Strategy:
    def decide(request: PatronRequest, table: Round) -> Answer:
        if not isinstance(request, SetHand):
            return request.usual()
        parts = {}
        for seat in request.seats():
            cards = table.felt.hand(seat_area(seat, request.hand))
            stake = stake_of(table, seat, BANK) or USUAL_STAKE
            parts[seat] = SetApart(low_of(cards, table.house, stake, seat == bank_at(table)))
        return request.join(parts)

    return decide


def by_rules(cards: tuple[str, ...], house: House, stake: int, banks: bool) -> tuple[str, ...]:
    """By the best rules that a person can learn."""
    from nomorebets.games.pai_gow_poker.odds import rules_at  # numba: only here

    return house_way(cards, rules_at(house, stake, banks), wheel_at(house))


def optimal(cards: tuple[str, ...], house: House, stake: int, banks: bool) -> tuple[str, ...]:
    """The best of all settings, against every hand that the dealer may have."""
    from nomorebets.games.pai_gow_poker.odds import setting_worths  # numba: only here

    worths = setting_worths(house, stake, cards, banks)
    return max(worths, key=lambda setting: worths[setting]).front


STRATEGIES = GameStrategies(
    named={"house-way": as_the_house, "rules": _setting(by_rules), "optimal": _setting(optimal)},
    takes_long=("rules", "optimal"),  # the best rules are found anew for every stake
    choices=BANKING_CHOICES,
)
