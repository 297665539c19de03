"""What all tables of a pit, or of the casino, have alike: when a table is opened, and when one of them is changed.

A served house is one pit; training tables and those of tournaments are of none. A change of such an option or of such
odds is drafted and noticed at every table, and takes effect when it may at all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from nomorebets.errors import HouseRuleError
from nomorebets.regulation import Citation, law
from nomorebets.table import Settings, Table
from nomorebets.table.game_file import called

if TYPE_CHECKING:
    from nomorebets.server.tables.live import LiveTable


_ODDS = "pay-table."


class Alike(NamedTuple):
    """What a table has as others must have it."""

    value: str
    compared: object  # 4 to 2 is 2 to 1
    why: str
    by: Citation


def alike(table: Table) -> dict[str, Alike]:
    """What others must have as this table has it: options by their names, odds as ``pay-table.field``."""
    terms, house, odds = table.game.terms, table.house, table.game.terms.same_odds_by
    own: dict[str, Alike] = {}
    for option in terms.all_options:
        if option.same_in_pit is not None and (value := house.get(option)) is not None:
            own[option.id] = Alike(value, value, "all tables of a pit have the same", option.same_in_pit)
    if odds is not None and law.in_force(odds, table.as_of):
        for row, pays in house.pays.items():
            own[f"{_ODDS}{row}"] = Alike(str(pays), pays.size, "all tables of the casino pay the same odds", odds)
    return own


def differing(table: Table, others: Iterable[LiveTable]) -> Iterator[tuple[str, LiveTable, Alike]]:
    """What another table must have alike and has otherwise: which, where, and what it has."""
    own = alike(table)
    for other in others if own else ():
        if other.training or other.stage is not None or called(other.table.game) != called(table.game):
            continue
        for name, theirs in alike(other.table).items() if table.as_of == other.table.as_of else ():
            if name in own and own[name].compared != theirs.compared:
                yield name, other, theirs


def as_paid_elsewhere(table: Table, settings: Settings, others: Iterable[LiveTable]) -> Settings:
    """Settings of a table that is opened: odds that nobody asked for are those of the others, where all pay the same."""
    theirs = {name: theirs.value for name, _, theirs in differing(table, others)}
    odds = {name.removeprefix(_ODDS): pays for name, pays in theirs.items() if name.startswith(_ODDS)}
    return settings.over(Settings(pay_table=odds))


def require_alike(table: Table, others: Iterable[LiveTable]) -> None:
    """Refuse to open a table with an option or odds that another table has otherwise and must have alike."""
    for name, other, theirs in differing(table, others):
        text = f"{name} = {alike(table)[name].value}; {why(other, theirs)}"
        raise HouseRuleError(text, theirs.by, table.as_of, f"{name} = {theirs.value}")


def why(other: LiveTable, theirs: Alike) -> str:
    """Why a value is not for one table alone."""
    return f"{theirs.why}, and {other.name} has {theirs.value}"
