"""Commitments are part of the chain, rounds that belong together are sealed together, and heads are kept for others."""

from alembic import op
from sqlalchemy import Column, ForeignKey, Text

from nomorebets.server.book.schema import CENTS

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    for column in (Column("series", Text), Column("n", CENTS), Column("hash", Text)):
        op.add_column("seals", column)
    op.create_index("seals_in_chain", "seals", ["n"], unique=True)
    op.create_table(
        "series",
        Column("root", Text, primary_key=True),
        Column("table_id", Text, ForeignKey("tables.id"), nullable=False),
        Column("first", CENTS, nullable=False),
        Column("length", CENTS, nullable=False),
        Column("secret", Text, nullable=False),
        sqlite_strict=True,
    )
    op.create_table(
        "witnessed",
        Column("patron_id", Text, ForeignKey("patrons.id"), primary_key=True),
        Column("n", CENTS, primary_key=True, autoincrement=False),
        Column("seal", Text, nullable=False),
        Column("at", Text, nullable=False),
        sqlite_strict=True,
    )
