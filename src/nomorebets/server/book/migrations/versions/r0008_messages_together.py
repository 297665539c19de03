"""Messages that were done are kept together, as they were written: one row instead of one for each."""

from itertools import groupby

import msgspec
from alembic import op
from sqlalchemy import Column, ForeignKey, Text, column, insert, select, table

from nomorebets.server.book.schema import CENTS

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    heard = op.create_table(
        "heard",
        Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
        Column("n", CENTS, primary_key=True, autoincrement=False),
        Column("round", CENTS, nullable=False),
        Column("messages", Text, nullable=False),
        sqlite_with_rowid=False,
    )
    said = table("said", *map(column, ("table_id", "patron_id", "id", "round", "asked")))
    book = op.get_bind()
    rows = book.execute(select(said).order_by(said.c.table_id, said.c.round)).all()
    for n, ((table_id, number), some) in enumerate(groupby(rows, key=lambda row: (row.table_id, row.round)), 1):
        messages = msgspec.json.encode([(row.patron_id, row.id, row.asked) for row in some]).decode()
        book.execute(insert(heard).values(table_id=table_id, n=n, round=number, messages=messages))
    op.drop_table("said")
