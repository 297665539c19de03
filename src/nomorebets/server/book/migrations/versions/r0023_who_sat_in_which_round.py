"""Who sat in which round, so that one's own rounds are found without reading everybody's."""

import json
from collections.abc import Iterator
from typing import Any

from alembic import op
from sqlalchemy import Column, Connection, ForeignKey, Text, text

revision = "0023"
down_revision = "0022"

AT_ONCE = 10_000  # rounds


def upgrade() -> None:
    op.create_table(
        "sat_in",
        Column("patron_id", Text, ForeignKey("patrons.id"), primary_key=True),
        Column("ended", Text, primary_key=True),
        Column("round_id", Text, ForeignKey("rounds.id"), primary_key=True),
        sqlite_with_rowid=False,
        sqlite_strict=True,
    )
    into = text("INSERT INTO sat_in VALUES (:patron, :ended, :round)")
    for rounds in _over(bind := op.get_bind()):
        sat = [
            {"patron": patron, "ended": row.ended, "round": row.id}
            for row in rounds
            for patron in set(json.loads(row.owners).values())
        ]
        if sat:
            bind.execute(into, sat)


def _over(bind: Connection) -> Iterator[list[Any]]:
    """The rounds that are over, many at once: a book may have millions."""
    last = 0
    query = text("SELECT n, id, ended, owners FROM rounds WHERE n > :last AND ended IS NOT NULL ORDER BY n LIMIT :some")
    while rows := [*bind.execute(query, {"last": last, "some": AT_ONCE})]:
        yield rows
        last = rows[-1].n
