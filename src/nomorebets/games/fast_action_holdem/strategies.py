"""Ways to set hands at fast action hold'em: as the dealer does, by the best of either hand, or the best of all."""

from __future__ import annotations

from collections.abc import Callable

from nomorebets.drivers.facet import GameStrategies, Strategy
from nomorebets.games.fast_action_holdem.hands import Cards
from nomorebets.games.fast_action_holdem.script import COMMUNITY
from nomorebets.games.fast_action_holdem.settlement import low_by
from nomorebets.games.fast_action_holdem.terms import OPTIMAL, WAYS
from nomorebets.table import Round
from nomorebets.table.areas import seat_area
from nomorebets.table.card_decisions import SetApart, SetHand
from nomorebets.table.requests import Answer, PatronRequest

HOUSE_WAY = "house-way"


def as_the_house(request: PatronRequest, table: Round) -> Answer:
    """As the dealer's own hand is set."""
    return request.usual()


def _setting(low_of: Callable[[SetHand, int, Round], Cards]) -> Strategy:
    def decide(request: PatronRequest, table: Round) -> Answer:
        if not isinstance(request, SetHand):
            return request.usual()
        return request.join({seat: SetApart(low_of(request, seat, table)) for seat in request.seats()})

    return decide


def _by(way: str) -> Strategy:
    return _setting(
        lambda request, seat, table: low_by(
            way, table.felt.hand(seat_area(seat)), table.felt.hand(COMMUNITY), table.house
        )
    )


def _optimal(request: SetHand, seat: int, table: Round) -> Cards:
    from nomorebets.games.fast_action_holdem.odds import setting_values  # numba: only here

    worths = setting_values(request, seat, table)
    return max(worths, key=lambda low: worths[low].worth)


STRATEGIES = GameStrategies(
    named={HOUSE_WAY: as_the_house, **{way: _by(way) for way in WAYS}, OPTIMAL: _setting(_optimal)}
)
