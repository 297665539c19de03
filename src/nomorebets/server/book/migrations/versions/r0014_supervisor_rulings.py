"""What supervisors rule on rounds that are over is kept, in the chain."""

from alembic import op
from sqlalchemy import Column, ForeignKey, Text

from nomorebets.server.book.schema import CENTS

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.create_table(
        "supervisor_rulings",
        Column("n", CENTS, primary_key=True, autoincrement=False),
        Column("at", Text, nullable=False),
        Column("round_id", Text, ForeignKey("rounds.id"), nullable=False),
        Column("patron_id", Text, ForeignKey("patrons.id"), nullable=False),
        Column("what", Text, nullable=False),
        Column("cite", Text, nullable=False),
        Column("remarks", Text, nullable=False),
        Column("hash", Text, nullable=False),
        sqlite_strict=True,
    )
    op.create_index("supervisor_rulings_of_round", "supervisor_rulings", ["round_id"])
