"""What all tables of a pit, or of the casino, have alike: when a table is opened, and when one of them is changed.

A served house is one pit; training tables and those of tournaments are of none. A change of such an option or of such
odds is drafted and noticed at every table, and takes effect when it may at all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from nomorebets.compliance.alike import ODDS, Alike, alike
from nomorebets.errors import HouseRuleError
from nomorebets.table import Settings, Table
from nomorebets.table.game_file import called

if TYPE_CHECKING:
    from nomorebets.server.tables.live import LiveTable


def differing(table: Table, others: Iterable[LiveTable]) -> Iterator[tuple[str, LiveTable, Alike]]:
    """What another table must have alike and has otherwise: which, where, and what it has."""
    own = alike(table.game, table.house)
    for other in others if own else ():
        if other.training or other.stage is not None or called(other.table.game) != called(table.game):
            continue
        for name, theirs in (
            alike(other.table.game, other.table.house).items() if table.as_of == other.table.as_of else ()
        ):
            if name in own and own[name].compared != theirs.compared:
                yield name, other, theirs


def as_paid_elsewhere(table: Table, settings: Settings, others: Iterable[LiveTable]) -> Settings:
    """Settings of a table to be opened: what nobody asked for is as at the others, where all tables pay the same."""
    theirs = {name: theirs.value for name, _, theirs in differing(table, others) if theirs.where == "casino"}
    unasked = Settings()
    for name, value in theirs.items():
        if name.removeprefix(ODDS) not in settings.options:  # an option may choose a row
            unasked.add(name, value)
    return settings.over(unasked)


def require_alike(table: Table, others: Iterable[LiveTable]) -> None:
    """Refuse to open a table with an option or odds that another table has otherwise and must have alike."""
    for name, other, theirs in differing(table, others):
        text = f"{name} = {alike(table.game, table.house)[name].value}; {why(other, theirs)}"
        raise HouseRuleError(text, theirs.by, table.as_of, f"{name} = {theirs.value}")


def why(other: LiveTable, theirs: Alike) -> str:
    """Why a value is not for one table alone."""
    if theirs.where == "pit":
        return f"all tables of a pit have the same, and {other.name} has {theirs.value}"
    if not isinstance(theirs.compared, str):
        return f"all tables of the casino pay the same, and {other.name} pays {theirs.value}"
    return f"all tables of the casino have the same, and {other.name} has {theirs.value}"
