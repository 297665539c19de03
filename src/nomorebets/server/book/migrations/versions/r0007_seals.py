"""The chance of a round is sealed before its first wager."""

from alembic import op
from sqlalchemy import Column, ForeignKey, Text

from nomorebets.server.book.schema import CENTS

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "seals",
        Column("round_id", Text, primary_key=True),
        Column("table_id", Text, ForeignKey("tables.id"), nullable=False),
        Column("number", CENTS, nullable=False),
        Column("published", Text, nullable=False),
        Column("commitment", Text, nullable=False),
        Column("salt", Text, nullable=False),
        Column("seed", Text, nullable=False),
        Column("words", Text, nullable=False),
    )
    op.create_index("seals_of_table", "seals", ["table_id", "number"])
