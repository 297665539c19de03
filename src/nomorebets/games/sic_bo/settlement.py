"""Settling a shake of sic bo: 9.2 and 9.4. Script, odds, simulation and disputes all call :func:`settle`."""

from __future__ import annotations

from collections import Counter

from nomorebets.equipment.dice import Roll
from nomorebets.games.sic_bo.layout import PLACES
from nomorebets.games.sic_bo.terms import DOUBLE_INCLUDES_TRIPLE, SINGLE
from nomorebets.regulation import reading
from nomorebets.table import House, Place, Result, Wager


def settle(wager: Wager, roll: Roll, house: House) -> Result:
    """What one wager wins or loses."""
    place = PLACES[wager.on]
    row = paid_as(place, roll, house)
    if not row:
        return Result(wager, "lose", -wager.amount, by=place.by)
    return Result(wager, "win", house.pays[row].of(wager.amount), by=reading("R-9.4-odds"))


def paid_as(place: Place, roll: Roll, house: House) -> str:
    """The row of the odds by which a wager on a place is paid on a roll; empty where it loses."""
    shown, kind = Counter(roll), place.kind
    number = int(place.covers[0]) if place.covers else 0
    triple = len(shown) == 1
    if kind == "single":
        return list(SINGLE)[shown[number] - 1] if shown[number] else ""
    wins = {
        "triple": shown[number] == 3,
        "double": shown[number] == 2 or (shown[number] == 3 and house[DOUBLE_INCLUDES_TRIPLE] == "on"),
        "any-triple": triple,
        "combo": all(shown[int(n)] for n in place.covers),
        "small": 4 <= sum(roll) <= 10 and not triple,
        "big": 11 <= sum(roll) <= 17 and not triple,
    }.get(kind, sum(roll) == number)
    return kind if wins else ""
