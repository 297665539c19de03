"""Options that all tables of a pit have alike: when a table is opened, and when one of them is changed.

A served house is one pit; training tables and those of tournaments are of none. A change of such an option is drafted
and noticed at every table, and takes effect when it may at all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from nomorebets.errors import HouseRuleError
from nomorebets.regulation import Citation
from nomorebets.table import Table
from nomorebets.table.game_file import called

if TYPE_CHECKING:
    from nomorebets.server.tables.live import LiveTable


def differing(table: Table, others: Iterable[LiveTable]) -> Iterator[tuple[str, LiveTable, str, Citation]]:
    """Options of a table that another of its pit must have alike and has otherwise: which, where, how, by what."""
    alike = [option for option in table.game.terms.all_options if option.same_in_pit is not None]
    for other in others:
        if other.training or other.stage is not None or called(other.table.game) != called(table.game):
            continue
        for option in alike if table.as_of == other.table.as_of else ():
            own, theirs, by = table.house.get(option), other.table.house.get(option), option.same_in_pit
            if by is not None and theirs is not None and theirs != own:
                yield option.id, other, theirs, by


def require_alike(table: Table, others: Iterable[LiveTable]) -> None:
    """Refuse to open a table with an option that another table of the pit has otherwise."""
    for option, other, theirs, by in differing(table, others):
        text = f"{option} = {table.house.options[option]}; {why(other, theirs)}"
        raise HouseRuleError(text, by, table.as_of, f"{option} = {theirs}")


def why(other: LiveTable, theirs: str) -> str:
    """Why a value is not for one table alone."""
    return f"all tables of a pit have the same, and {other.name} has {theirs}"
