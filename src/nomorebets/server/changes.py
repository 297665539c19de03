"""What becomes durable together: statements, and cents that move from one account to another.

Accounts are named ``patron:ID``, ``house``, and for each table ``TABLE/seat:N`` (a seat's chips),
``TABLE/layout:N:PLACE`` (one wager, as long as it lies), ``TABLE/inventory``, ``TABLE/meter`` and ``TABLE/drop-box``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import msgspec
from sqlalchemy import Executable
from sqlalchemy import Table as SqlTable

from nomorebets.errors import RulesError
from nomorebets.server import schema

HOUSE = "house"  # whatever enters or leaves the tables comes from it; its balance is the negative of all others
DROP_BOX = "drop-box"  # of a table: what patrons paid for chips
PLAY_MONEY = "play money"  # the citation of what no paragraph commands: play money handed out, chips bought and sold


class StoreError(RulesError):
    """The database cannot be read or written; nothing has moved."""

    who = "database"


class LeaseLost(StoreError):
    """Another process serves the table now; nothing has moved."""


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class Movement(msgspec.Struct, frozen=True):
    """Cents from one account to another, and why."""

    source: str
    target: str
    amount: int
    cite: str
    round_id: str | None = None


def kind_of(account: str) -> str:
    """``patron``, ``seat``, ``layout``, ``inventory``, … of an account's name."""
    return (account.partition("/")[2] or account).partition(":")[0]


def account_of(table_id: str, name: str) -> str:
    """An account of a round as the book calls it: what a round calls a patron are the chips of a seat."""
    if name == HOUSE:
        return HOUSE
    return f"{table_id}/{name.replace('patron:', 'seat:', 1)}"


def totals(movements: Iterable[Movement]) -> dict[str, int]:
    """What each account gains or loses."""
    found: Counter[str] = Counter()
    for movement in movements:
        found[movement.source] -= movement.amount
        found[movement.target] += movement.amount
    return dict(found)


Step = tuple[Executable | SqlTable, list[dict[str, Any]] | None]


def together(steps: Iterable[Step]) -> list[Step]:
    """Steps of many tables with the same statement joined into one, in an order that leaves the same rows.

    Only the order among steps on one table of the database matters, and that no row comes before one it refers to:
    so the steps are sorted by the tables, which stand in the schema in that order.
    """
    joined: list[Step] = []
    for what, rows in sorted(steps, key=lambda step: _RANK[_target(step[0])]):
        if joined and rows is not None and joined[-1][0] is what and joined[-1][1] is not None:
            joined[-1] = (what, joined[-1][1] + rows)
        else:
            joined.append((what, rows))
    return joined


def _target(what: Executable | SqlTable) -> str:
    table = what if isinstance(what, SqlTable) else getattr(what, "table", None)
    return table.name if isinstance(table, SqlTable) else ""


_RANK = {"": 0} | {name: rank for rank, name in enumerate(schema.metadata.tables, 1)}


@dataclass
class Changes:
    """What becomes durable together, or not at all."""

    table_id: str | None = None  # whose lease these changes need
    fence: int = 0
    steps: list[Step] = field(default_factory=list)
    movements: list[Movement] = field(default_factory=list)
    closings: list[tuple[str, str]] = field(default_factory=list)  # rounds that are over, and their records' last hash

    def __bool__(self) -> bool:
        return bool(self.steps or self.movements or self.closings)

    def do(self, statement: Executable, rows: list[dict[str, Any]] | None = None) -> None:
        if rows is None or rows:
            self.steps.append((statement, rows))

    def add_missing(self, table: SqlTable, rows: list[dict[str, Any]]) -> None:
        """Insert the rows whose key is not there yet."""
        if rows:
            self.steps.append((table, rows))

    def move(self, source: str, target: str, amount: int, cite: str, round_id: str | None = None) -> None:
        if amount < 0 or source == target:
            raise StoreError(f"cannot move {amount} cents from {source} to {target}")
        if amount:
            self.movements.append(Movement(source, target, amount, cite, round_id))
