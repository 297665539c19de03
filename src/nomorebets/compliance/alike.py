"""What all tables of a game have alike, in a pit or throughout the casino: options, and odds that a house raised."""

from __future__ import annotations

from typing import Literal, NamedTuple

from nomorebets.regulation import Citation, law
from nomorebets.regulation.citations import DRAFT
from nomorebets.table.game import Game
from nomorebets.table.house import House

ODDS = "pay-table."  # before the name of a row, as settings have it


class Alike(NamedTuple):
    """What a table has as others must have it."""

    value: str
    compared: object  # 4 to 2 is 2 to 1
    where: Literal["pit", "casino"]
    by: Citation


def alike(game: Game, house: House) -> dict[str, Alike]:
    """What others must have as this table has it: options by their names, odds as ``pay-table.field``."""
    own: dict[str, Alike] = {}
    for option in game.terms.all_options:
        value = house.get(option)
        if value is not None and option.same_in_pit is not None:
            own[option.id] = Alike(value, value, "pit", option.same_in_pit)
        elif value is not None and option.same_in_casino is not None:
            own[option.id] = Alike(value, value, "casino", option.same_in_casino)
    odds = game.terms.same_odds_by
    if odds is not None and law.in_force(odds, house.as_of):
        own |= {
            f"{ODDS}{row}": Alike(str(pays), pays.size, "casino", odds)
            for row, pays in house.pays.items()
            if _is_of(odds, game.minimum_pays.by_for(row))
        }
    return own


def _is_of(odds: Citation, row: Citation) -> bool:
    """Whether a paragraph on odds is about a row: those of other sections are wagers with tables of their own."""
    return row.section == odds.section or row.subchapter == DRAFT
