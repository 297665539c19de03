"""Patrons, money, tables, seats, rounds and records: the schema before there were migrations."""

from alembic import op
from sqlalchemy import CheckConstraint, Column, ForeignKey, Integer, LargeBinary, Text

from nomorebets.server.book.schema import CENTS

revision = "0001"
down_revision = None


def upgrade() -> None:
    meta = op.create_table("meta", Column("name", Text, primary_key=True), Column("value", Text, nullable=False))
    op.create_table(
        "patrons",
        Column("id", Text, primary_key=True),
        Column("name", Text, nullable=False),
        Column("since", Text, nullable=False),
    )
    op.create_table(
        "accounts",
        Column("id", Text, primary_key=True),
        Column("kind", Text, nullable=False),
        Column("balance", CENTS, nullable=False),
        CheckConstraint("balance >= 0 OR kind NOT IN ('patron', 'seat')", name="nobody_owes"),
    )
    op.create_table(
        "postings",
        Column("n", CENTS, primary_key=True, autoincrement=True),
        Column("at", Text, nullable=False),
        Column("source", Text, nullable=False),
        Column("target", Text, nullable=False),
        Column("amount", CENTS, nullable=False),
        Column("cite", Text, nullable=False),
        Column("round_id", Text),
        CheckConstraint("amount > 0", name="something_moves"),
    )
    op.create_table(
        "tables",
        Column("id", Text, primary_key=True),
        Column("name", Text, nullable=False),
        Column("game", Text, nullable=False),
        Column("as_of", Text, nullable=False),
        Column("house", Text, nullable=False),
        Column("opened", Text, nullable=False),
        Column("closed", Text),
        Column("rounds", CENTS, nullable=False),
        Column("seq", CENTS, nullable=False),
        Column("opening", Text, nullable=False),
    )
    op.create_table(
        "seats",
        Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
        Column("seat", Integer, primary_key=True),
        Column("patron_id", Text, ForeignKey("patrons.id"), nullable=False),
        Column("since", Text, nullable=False),
        Column("leaving", Integer, nullable=False),
        Column("orders", Text, nullable=False),
        Column("last", Text, nullable=False),
    )
    op.create_table(
        "said",
        Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
        Column("patron_id", Text, primary_key=True),
        Column("id", Text, primary_key=True),
        Column("round", CENTS, nullable=False),
    )
    _rounds()
    assert meta is not None
    op.bulk_insert(meta, [{"name": "schema", "value": "1"}])


def _rounds() -> None:
    op.create_table(
        "rounds",
        Column("n", CENTS, primary_key=True, autoincrement=True),
        Column("id", Text, nullable=False, unique=True),
        Column("table_id", Text, ForeignKey("tables.id"), nullable=False),
        Column("game", Text, nullable=False),
        Column("as_of", Text, nullable=False),
        Column("number", CENTS, nullable=False),
        Column("started", Text, nullable=False),
        Column("ended", Text),
        Column("owners", Text, nullable=False),
    )
    op.create_index("rounds_of_table", "rounds", ["table_id", "number"])
    op.create_index("rounds_of_game", "rounds", ["game"])
    op.create_table(
        "lines",
        Column("round_id", Text, ForeignKey("rounds.id"), primary_key=True),
        Column("n", Integer, primary_key=True),
        Column("line", LargeBinary, nullable=False),
    )
    op.create_table(
        "results",
        Column("round_id", Text, ForeignKey("rounds.id"), primary_key=True),
        Column("n", Integer, primary_key=True),
        Column("seat", Integer, nullable=False),
        Column("wager", Text, nullable=False),
        Column("amount", CENTS, nullable=False),
        Column("result", Text, nullable=False),
        Column("net", CENTS, nullable=False),
        Column("cite", Text, nullable=False),
    )
    op.create_table(
        "cited",
        Column("cite", Text, primary_key=True),
        Column("round_id", Text, ForeignKey("rounds.id"), primary_key=True),
    )
