"""What a table remembers from one round to the next: every name known, every value readable."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

import msgspec

from nomorebets.equipment.cards import PATTERN as CARD
from nomorebets.equipment.packs import printed
from nomorebets.errors import RecordError, shown, unknown
from nomorebets.table.money import dollars

if TYPE_CHECKING:
    from nomorebets.table.game import Game


class Remembered(msgspec.Struct, frozen=True):
    """How something a table remembers is written."""

    pattern: str
    accepts: str
    money: bool = False  # kept in cents; written with a decimal point it is dollars
    cards: bool = False


def one_of(*words: str) -> Remembered:
    return Remembered("|".join(map(re.escape, words)), ", ".join(words))


OF_A_SEAT = ":SEAT"  # ends a name that every seat has for itself
_OF_A_SEAT = re.compile(r":[1-9]\d{0,2}$", re.ASCII)

NUMBER = Remembered(r"\d{1,4}", "a whole number")
MONEY = Remembered(r"\d{1,12}|\d{1,10}\.\d\d", "cents, or dollars with a decimal point: 180000.00", money=True)
SEAT_NUMBERS = Remembered(r"(\d{1,3}( +\d{1,3})*)?", "numbers of seats, like 1 or 2 5, or nothing")
CARDS = Remembered(rf"{CARD}( +{CARD})*", "cards like As Kd", cards=True)


def is_of_a_seat(name: str, among: Collection[str]) -> bool:
    """Whether something is remembered for one seat, and its name for every seat is among some.

    >>> is_of_a_seat("streak:3", ["streak:SEAT"]), is_of_a_seat("meter", ["meter"])
    (True, False)
    """
    return (general := _OF_A_SEAT.sub(OF_A_SEAT, name)) != name and general in among


def _known(game: Game, name: str) -> Remembered | None:
    return game.memory.remembers.get(name) or game.memory.remembers.get(_OF_A_SEAT.sub(OF_A_SEAT, name))


def is_money(game: Game, name: str) -> bool:
    """Whether what a table remembers under a name is an amount, in cents."""
    known = _known(game, name)
    return known is not None and known.money


def value_shown(game: Game, name: str, value: str) -> str:
    """What a table remembers, for people: amounts in dollars, cards as they are printed."""
    known = _known(game, name)
    if known is not None and known.cards:
        return " ".join(map(printed, value.split()))
    return dollars(int(value)) if known is not None and known.money and value.isdecimal() else value


def read_opening(game: Game, written: Mapping[str, str]) -> dict[str, str]:
    """What a table shall remember, in its own form; anything else is refused."""
    remembered = {}
    for name, value in written.items():
        known = _known(game, name)
        if known is None:
            strange = unknown(f"thing that a table of {game.id} remembers", name, game.memory.remembers)
            raise RecordError(strange.text, accepts=strange.accepts)
        if not re.fullmatch(known.pattern, value, re.ASCII):
            raise RecordError(f"opening: {name} = {shown(value, 40)} cannot be read", accepts=known.accepts)
        remembered[name] = value.replace(".", "") if known.money else value
    return remembered
