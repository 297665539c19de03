"""Tables may be training tables, and what supervisors do at open tables is kept in the chain."""

from alembic import op
from sqlalchemy import Column, ForeignKey, Integer, Text

from nomorebets.server.book.schema import CENTS

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.add_column("tables", Column("training", Integer, nullable=False, server_default="0"))
    op.create_table(
        "floor_log",
        Column("n", CENTS, primary_key=True, autoincrement=False),
        Column("at", Text, nullable=False),
        Column("table_id", Text, ForeignKey("tables.id"), nullable=False),
        Column("entry", Text, nullable=False),
        Column("hash", Text, nullable=False),
        sqlite_strict=True,
    )
    op.create_index("floor_log_of_table", "floor_log", ["table_id", "n"])
