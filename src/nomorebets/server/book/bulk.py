"""Many rows in one statement: they travel as one JSON text, and the database goes through them by itself.

Row by row, a driver's thread would give way to the tables between any two of them, and every wager waits for all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from operator import itemgetter
from typing import Any, Literal

import msgspec
from sqlalchemy import Dialect, LargeBinary, TextClause, text
from sqlalchemy import Table as SqlTable
from sqlalchemy.dialects import postgresql
from sqlalchemy.ext.asyncio import AsyncConnection

How = Literal["insert", "insert-missing", "change", "add", "delete"]
_POSTGRESQL: Dialect = postgresql.dialect()  # type: ignore[no-untyped-call]
_encode = msgspec.json.Encoder().encode


@dataclass(frozen=True)
class Kind:
    """What is done with rows: inserted; inserted where the key is new; by the key written over, added to or deleted."""

    table: SqlTable
    how: How
    columns: tuple[str, ...]
    keys: tuple[str, ...]

    @classmethod
    @cache
    def of(cls, table: SqlTable, how: How, *columns: str, keys: tuple[str, ...] = ()) -> Kind:
        """Where no keys are said, those of the table."""
        return cls(table, how, columns, keys or tuple(column.name for column in table.primary_key))


@dataclass(slots=True)
class Rows:
    """Rows of one kind, each with its values in the order of the columns."""

    kind: Kind
    rows: list[tuple[Any, ...]]

    @classmethod
    def of(cls, table: SqlTable, how: How, rows: Sequence[dict[str, Any]], keys: tuple[str, ...] = ()) -> Rows:
        kind = Kind.of(table, how, *rows[0], keys=keys)
        return cls(kind, [tuple(_as_text(row[name]) for name in kind.columns) for row in rows])

    @property
    def json(self) -> str:
        """The values of every row; those with one key as one: the last to be written, or the sum to be added."""
        rows, columns = self.rows, self.kind.columns
        at = [columns.index(name) for name in self.kind.keys if name in columns]
        if self.kind.how == "change" and len(rows) > 1:
            rows = list(dict(zip(map(itemgetter(*at), rows), rows, strict=True)).values())
        if self.kind.how == "add":
            sums: dict[tuple[Any, ...], tuple[Any, ...]] = {}
            for row in rows:
                key = tuple(row[i] for i in at)
                before = sums.get(key)
                sums[key] = (
                    row
                    if before is None
                    else tuple(_added(i in at, *two) for i, two in enumerate(zip(before, row, strict=True)))
                )
            rows = list(sums.values())
        return _encode(rows).decode()


def _added(is_key: bool, before: Any, more: Any) -> Any:
    return more if is_key else before + more


def _as_text(value: object) -> object:
    """Bytes travel as the text they are, which JSON would make something else of."""
    return value.decode() if isinstance(value, bytes) else value


async def write(connection: AsyncConnection, rows: Rows) -> None:
    await connection.execute(_statement(rows.kind, connection.dialect.name), {"rows": rows.json})


@cache
def _statement(kind: Kind, dialect: str) -> TextClause:
    """The statement, with the rows as the parameter ``rows``."""
    name, columns, keys = kind.table.name, kind.columns, kind.keys
    values = {column: _value(kind.table, column, at, dialect) for at, column in enumerate(columns)}
    source = (
        "json_each(:rows) AS v" if dialect == "sqlite" else "jsonb_array_elements(CAST(:rows AS jsonb)) AS v(value)"
    )
    if kind.how in ("insert", "insert-missing"):
        conflict = " ON CONFLICT DO NOTHING" if kind.how == "insert-missing" else ""
        selected = f"SELECT {', '.join(values.values())} FROM {source} WHERE true"
        return text(f"INSERT INTO {name} ({', '.join(columns)}) {selected}{conflict}")
    if kind.how == "delete":
        selected = f"SELECT {', '.join(values[key] for key in keys)} FROM {source}"
        return text(f"DELETE FROM {name} WHERE ({', '.join(keys)}) IN ({selected})")
    before = {column: f"{name}.{column} + " if kind.how == "add" else "" for column in columns}
    given = ", ".join(f"{column} = {before[column]}{values[column]}" for column in columns if column not in keys)
    where = " AND ".join(f"{name}.{key} = {values[key]}" for key in keys)
    return text(f"UPDATE {name} SET {given} FROM {source} WHERE {where}")


def _value(table: SqlTable, column: str, at: int, dialect: str) -> str:
    kind = table.c[column].type
    if dialect == "sqlite":
        field = f"json_extract(v.value, '$[{at}]')"
        return f"CAST({field} AS BLOB)" if isinstance(kind, LargeBinary) else field
    field = f"(v.value ->> {at})"
    if isinstance(kind, LargeBinary):
        return f"convert_to({field}, 'UTF8')"
    return f"CAST({field} AS {kind.compile(dialect=_POSTGRESQL)})"
