"""Ways to set hands at pai gow: the house way, other methods, and the best answer to the house way."""

from __future__ import annotations

from nomorebets.drivers.facet import GameStrategies, Strategy
from nomorebets.games.pai_gow.holdings import NAMED
from nomorebets.games.pai_gow.terms import DEALER_SET_METHOD
from nomorebets.hands.tiles import in_order
from nomorebets.procedures.banking import CHOICES as BANKING_CHOICES
from nomorebets.procedures.banking import bank_at
from nomorebets.table import Round
from nomorebets.table.areas import seat_area
from nomorebets.table.card_decisions import SetApart, SetHand
from nomorebets.table.requests import Answer, PatronRequest

OPTIMAL, ADD_UP = "optimal", "add-up"
SOLVED = (OPTIMAL, ADD_UP)  # what needs figures: worked out when it is asked for


def low_of(strategy: str, tiles: tuple[str, ...], table: Round, seat: int) -> tuple[str, ...]:
    """The low hand that a strategy sets apart."""
    method = table.house[DEALER_SET_METHOD]
    if strategy in SOLVED:
        from nomorebets.games.pai_gow.odds import split_by

        return split_by(table.house, strategy, tiles, banks=seat == bank_at(table)).low
    return NAMED[strategy](method)(in_order(tiles)).low


def _sets(strategy: str) -> Strategy:
    def decide(request: PatronRequest, table: Round) -> Answer:
        if not isinstance(request, SetHand):
            return request.usual()  # no bank is taken
        parts: dict[int, Answer] = {}
        for seat in request.seats():
            tiles = table.felt.hand(seat_area(seat, request.hand))
            parts[seat] = SetApart(low_of(strategy, tiles, table, seat))
        return request.join(parts)

    return decide


STRATEGIES = GameStrategies(named={name: _sets(name) for name in (*SOLVED, *NAMED)}, choices=BANKING_CHOICES)
