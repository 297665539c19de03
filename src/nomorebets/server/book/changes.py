"""What becomes durable together: statements, and cents that move from one account to another.

Accounts are named ``patron:ID``, ``house``, and for each table ``TABLE/seat:N`` (a seat's chips; ``TABLE/seat:N:B``
those of somebody who wagers behind it),
``TABLE/layout:N:PLACE`` (one wager, as long as it lies), ``TABLE/inventory``, ``TABLE/meter`` and ``TABLE/drop-box``.
A tournament has ``tournament:ID`` for the fees and prizes, which are money, and ``tournament-chips:ID``, which owes all
the chips that are out at its tables: these are none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from sqlalchemy import Executable
from sqlalchemy import Table as SqlTable

from nomorebets.errors import RulesError
from nomorebets.server import machine
from nomorebets.server.book import schema
from nomorebets.server.book.bulk import How, Kind, Rows
from nomorebets.table.money import is_amount

HOUSE = "house"  # whatever enters or leaves the tables comes from it; its balance is the negative of all others
DROP_BOX = "drop-box"  # of a table: what patrons paid for chips
TOURNAMENT, CHIPS = "tournament", "tournament-chips"  # kinds of accounts: a tournament's money, and its chips
NEVER_OWE = ("patron", "seat", "layout", "drop-box", TOURNAMENT)  # kinds of accounts; the others may
HANDED_OUT = 10**18  # cents: where so much is out, the house hands out no more and takes no wagers
PLAY_MONEY = "play money"  # the citation of what no paragraph commands: play money handed out, chips bought and sold
REFILL = "refill of play money"  # of somebody who had lost all of it
REFILL_EVERY = 3_600  # seconds between two refills of one patron
REFILL_BELOW = 1_000  # cents: whoever has less, away from the tables and in chips, is out of money


class StoreError(RulesError):
    """The database cannot be read or written; nothing has moved."""

    who = "database"


class BrokenBook(StoreError):
    """Something that must hold for money would not hold any more; nothing has moved, and the table stops."""


class LeaseLost(StoreError):
    """Another process serves the table now; nothing has moved."""


def now() -> str:
    return machine.today().isoformat(timespec="milliseconds")


def now_ms() -> int:
    """Milliseconds since 1970, by a clock that does not jump as long as the house runs."""
    return int(machine.seconds() * 1000)


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


def money_of(tournament: str) -> str:
    """The account of the fees and prizes of a tournament."""
    return f"{TOURNAMENT}:{tournament}"


def issuer_of(tournament: str | None) -> str:
    """Where the chips of a table come from: the house, or the stock of the tournament whose table it is."""
    return HOUSE if tournament is None else f"{CHIPS}:{tournament}"


def account_of(table_id: str, name: str, issuer: str = HOUSE) -> str:
    """An account of a round as the book calls it: what a round calls a patron are the chips of a seat."""
    if name == HOUSE:
        return issuer
    return f"{table_id}/{name.replace('patron:', 'seat:', 1)}"


def totals(movements: Iterable[Movement]) -> dict[str, int]:
    """What each account gains or loses."""
    gains: Counter[str] = Counter()
    for movement in movements:
        gains[movement.source] -= movement.amount
        gains[movement.target] += movement.amount
    return dict(gains)


@dataclass(frozen=True)
class Required:
    """A statement that must change one row; where it does not, all it belongs to is undone and refused."""

    statement: Executable
    otherwise: RulesError


Step = Executable | Rows | Required


def together(steps: Iterable[Step]) -> list[Step]:
    """Steps of many tables with rows of one kind joined into one, in an order that leaves the same rows.

    Only the order among steps on one table of the database matters, and that no row comes before one it refers to:
    so the steps are sorted by the tables, which stand in the schema in that order.
    """
    joined: list[Step] = []
    for step in sorted(steps, key=lambda step: _RANK[_target(step)]):
        before = joined[-1] if joined else None
        if len(joined) > 1 and _change_and_go(before, step):
            before = joined[-2]
        if type(step) is Rows and type(before) is Rows and (before.kind is step.kind or before.kind == step.kind):
            before.rows.extend(step.rows)
        else:
            joined.append(Rows(step.kind, list(step.rows)) if isinstance(step, Rows) else step)
    return joined


def _change_and_go(before: Step | None, step: Step) -> bool:
    """Whether one writes over rows and the other deletes some: in either order the same rows are left."""
    if type(step) is not Rows or type(before) is not Rows or step.kind.table is not before.kind.table:
        return False
    return {step.kind.how, before.kind.how} == {"change", "delete"}


def _target(step: Step) -> str:
    step = step.statement if isinstance(step, Required) else step
    table = step.kind.table if isinstance(step, Rows) else getattr(step, "table", None)
    return table.name if isinstance(table, SqlTable) else ""


_RANK = {"": 0} | {name: rank for rank, name in enumerate(schema.metadata.tables, 1)}


class SupervisorRuling(msgspec.Struct, frozen=True):
    """What somebody who supervises ruled on a round that is over."""

    round_id: str
    patron_id: str
    what: str
    cite: str
    remarks: str


class Archived(msgspec.Struct, frozen=True):
    """A file into which the records of old rounds were put away."""

    number: int
    name: str
    rounds: int
    digest: str


@dataclass
class Changes:
    """What becomes durable together, or not at all."""

    table_id: str | None = None  # whose lease these changes need
    fence: int = 0
    steps: list[Step] = field(default_factory=list)
    movements: list[Movement] = field(default_factory=list)
    closings: list[tuple[str, str]] = field(default_factory=list)  # rounds that are over, and their records' last hash
    seals: list[dict[str, Any]] = field(default_factory=list)  # rows of rounds whose chance is sealed
    floor: list[tuple[str, str]] = field(default_factory=list)  # tables, and what supervisors did there
    ruled: list[SupervisorRuling] = field(default_factory=list)
    archived: list[Archived] = field(default_factory=list)

    def __bool__(self) -> bool:
        linked = self.movements or self.closings or self.seals or self.ruled or self.floor or self.archived
        return bool(self.steps or linked)

    def do(self, statement: Executable) -> None:
        self.steps.append(statement)

    def require(self, statement: Executable, otherwise: RulesError) -> None:
        """What must change one row when it is written; another may have been faster."""
        self.steps.append(Required(statement, otherwise))

    def write(self, kind: Kind, *row: object) -> None:
        """One row, its values in the order of the kind's columns: the short way of what is written with every wager."""
        steps = self.steps
        if steps and type(last := steps[-1]) is Rows and last.kind is kind:
            last.rows.append(row)
        else:
            steps.append(Rows(kind, [row]))

    def insert(self, table: SqlTable, *rows: dict[str, Any]) -> None:
        self._write(table, "insert", rows)

    def insert_missing(self, table: SqlTable, *rows: dict[str, Any]) -> None:
        """Insert the rows whose key is not there yet."""
        self._write(table, "insert-missing", rows)

    def change(self, table: SqlTable, row: dict[str, Any], keys: tuple[str, ...] = ()) -> None:
        """Write over the row that has the same keys; where none are said, those of the table."""
        self.steps.append(Rows.of(table, "change", [row], keys))

    def add(self, table: SqlTable, *rows: dict[str, Any]) -> None:
        """Add to the rows that have the same keys what is no key; rows that are not there yet begin with nothing."""
        keys = {column.name for column in table.primary_key}
        self.insert_missing(table, *({k: v if k in keys else 0 for k, v in row.items()} for row in rows))
        self._write(table, "add", rows)

    def _write(self, table: SqlTable, how: How, rows: Sequence[dict[str, Any]]) -> None:
        if rows:
            self.steps.append(Rows.of(table, how, rows))

    def move(self, source: str, target: str, amount: int, cite: str, round_id: str | None = None) -> None:
        if not is_amount(amount) or source == target:
            raise StoreError(f"cannot move {amount} cents from {source} to {target}")
        if amount:
            self.movements.append(Movement(source, target, amount, cite, round_id))
