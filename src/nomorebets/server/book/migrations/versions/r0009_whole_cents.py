"""Whole cents and nothing else: strict tables on SQLite, bounds on both databases; and messages done have their time.

A file that already holds a sum which is no whole number of 64 bits is opened all the same: such postings are set aside
in ``damaged``, where the audit finds them missing, and the accounts they broke are added up from what is left.
"""

import json
import re
import time
from typing import Any

from alembic import op
from sqlalchemy import Column, Text, text

from nomorebets.server.book.schema import CENTS

revision = "0009"
down_revision = "0008"

BOOKED = 2**62
CHECKS = {
    "accounts": {"balance_fits_the_book": f"balance BETWEEN -{BOOKED} AND {BOOKED}"},
    "postings": {
        "amount_fits_the_book": f"amount <= {BOOKED}",
        "from_one_to_another": "source <> target",
    },
    "tables": {"counts_up": "rounds >= 0 AND seq >= 0 AND fence >= 0"},
    "seats": {"leaves_or_stays": "leaving IN (0, 1)"},
    "results": {
        "amount_fits_the_book": f"amount BETWEEN 0 AND {BOOKED}",
        "net_fits_the_book": f"net BETWEEN -{BOOKED} AND {BOOKED}",
    },
}
# of rows that can be set aside
SUMS: dict[str, tuple[str, ...]] = {
    "postings": ("amount",),
    "results": ("amount", "net"),
}


def upgrade() -> None:
    op.add_column("heard", Column("at", CENTS, nullable=False, server_default="0"))
    op.execute(f"UPDATE heard SET at = {int(time.time() * 1000)}")
    op.create_table(
        "damaged",
        Column("id", CENTS, primary_key=True, autoincrement=False),
        Column("name", Text, nullable=False),
        Column("row", Text, nullable=False),
        Column("n", CENTS),
        Column("hash", Text),
    )
    if op.get_bind().dialect.name == "sqlite":
        _set_damaged_aside()
        _make_strict()
        return
    for table, checks in CHECKS.items():
        for name, says in checks.items():
            op.create_check_constraint(name, table, text(says))


def _set_damaged_aside() -> None:
    book = op.get_bind()
    damaged = []
    for table, columns in SUMS.items():
        odd = " OR ".join(f"typeof({c}) <> 'integer' OR abs({c}) > {BOOKED}" for c in columns)
        damaged += [(table, row._asdict()) for row in book.execute(text(f"SELECT * FROM {table} WHERE {odd}"))]
        book.execute(text(f"DELETE FROM {table} WHERE {odd}"))
    odd = f"typeof(balance) <> 'integer' OR abs(balance) > {BOOKED}"
    accounts = [row._asdict() for row in book.execute(text(f"SELECT * FROM accounts WHERE {odd}"))]
    added = text(
        "SELECT coalesce(sum(CASE WHEN target = :id THEN amount ELSE -amount END), 0) "
        "FROM postings WHERE :id IN (source, target)"
    )
    for account in accounts:
        value = {"id": account["id"], "now": book.scalar(added, {"id": account["id"]})}
        book.execute(text("UPDATE accounts SET balance = :now WHERE id = :id"), value)
    damaged += [("accounts", account) for account in accounts]
    keep = text("INSERT INTO damaged (id, name, row, n, hash) VALUES (:id, :name, :row, :n, :hash)")
    for number, (name, row) in enumerate(damaged, 1):
        link = {"n": row["n"], "hash": row["hash"]} if name == "postings" else {"n": None, "hash": None}
        book.execute(keep, {"id": number, "name": name, "row": json.dumps(row, default=str), **link})


def _make_strict() -> None:
    """Every table made anew as it is, and strict; what refers to it goes on to, by its name."""
    book = op.get_bind()
    known = "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'"
    rows: list[Any] = list(book.execute(text(known)))
    for row in rows:
        if row.type != "table" or row.name == "alembic_version":
            continue
        book.exec_driver_sql(_strict(row.name, row.sql))
        book.exec_driver_sql(f"INSERT INTO {row.name}_strict SELECT * FROM {row.name}")
        book.exec_driver_sql(f"DROP TABLE {row.name}")
        book.exec_driver_sql(f"ALTER TABLE {row.name}_strict RENAME TO {row.name}")
        for index in rows:
            if index.type == "index" and index.tbl_name == row.name:
                book.exec_driver_sql(index.sql)


def _strict(name: str, sql: str) -> str:
    """The statement that made a table, for one beside it that is strict and checked."""
    inside, closed, after = sql.rpartition(")")
    checks = "".join(f", CONSTRAINT {check} CHECK ({says})" for check, says in CHECKS.get(name, {}).items())
    named = re.sub(rf'^(CREATE TABLE )"?{name}"?', rf"\1{name}_strict", inside, count=1)
    return f"{named}{checks}{closed}{after}{',' if after.strip() else ''} STRICT"
