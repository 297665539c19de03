"""Settling a shake of mini-dice: 13.2 and 13.6. Script, odds, simulation and disputes all call :func:`settle`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from nomorebets.equipment.dice import Roll
from nomorebets.games.craps.wagers import FIELD, PLACE_WIN
from nomorebets.regulation import Citation, Odds, Pays, cite, to
from nomorebets.table import House, Result, Wager

PLACE = {f"place-{n}": odds for n, odds in PLACE_WIN.items()}  # the table of 13.6(b), from which craps has its odds
WINS_ON: dict[str, tuple[int, ...]] = {
    "field": (2, 3, 4, 9, 10, 11, 12),
    "any-7": (7,),
    "over-7": (8, 9, 10, 11, 12),
    "under-7": (2, 3, 4, 5, 6),
}
PAYS: dict[str, dict[str, Odds]] = {  # the rows of each wager
    **{kind: {kind: odds} for kind, odds in PLACE.items()},
    "field": FIELD,
    "any-7": {"any-7": to(4)},
    "over-7": {"over-7": to(1)},
    "under-7": {"under-7": to(1)},
}
PARAGRAPH = {"field": "13.2(a)2", "any-7": "13.2(a)3", "over-7": "13.2(a)4", "under-7": "13.2(a)5"}


def provided_by(kind: str) -> Citation:
    return cite(PARAGRAPH.get(kind, "13.2(a)1"))


def settle(wager: Wager, roll: Roll, house: House) -> Result | None:
    """What a shake wins or loses for one wager; None where a place bet stands."""
    by, outcome = provided_by(wager.on), decide(wager.on, roll)
    if outcome == "lose":
        return Result(wager, "lose", -wager.amount, by=by)
    if outcome == "stands":
        return None
    chip = house.smallest_chip
    odds = odds_for(wager.on, roll, house.pays)
    net = -(-odds.of(wager.amount) // chip) * chip  # up, never down (R-13.6b-up)
    net += odds.of(wager.coupon)  # paid like chips, and taken in either way (R-13.4-coupon)
    return Result(wager, "win", net, by=by, stays=wager.on in PLACE)


def decide(kind: str, roll: Roll) -> str:
    """What a shake does to a wager: ``win``, ``lose`` or ``stands``. No wager is ever off."""
    total = sum(roll)
    if kind in WINS_ON:
        return "win" if total in WINS_ON[kind] else "lose"
    number = int(kind.removeprefix("place-"))
    return "win" if total == number else "lose" if total == 7 else "stands"


def odds_for(kind: str, roll: Roll, pays: Mapping[str, Pays]) -> Odds:
    """The odds of a wager that has won; the field pays better on 2 and 12."""
    if kind == "field":
        return cast(Odds, pays.get(f"field-{sum(roll)}", pays["field"]))
    return cast(Odds, pays[kind])
