"""Several people may wager at one seat: each has a row, chips and results of his own, told apart by a letter."""

from alembic import op
from sqlalchemy import CheckConstraint, Column, ForeignKey, Integer, Text, text

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.add_column("results", Column("player", Text, nullable=False, server_default=""))
    if op.get_bind().dialect.name == "sqlite":  # which cannot change the key of a table
        op.create_table(
            "seats_of_several",
            Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
            Column("seat", Integer, primary_key=True),
            Column("patron_id", Text, ForeignKey("patrons.id"), nullable=False),
            Column("since", Text, nullable=False),
            Column("leaving", Integer, nullable=False),
            Column("orders", Text, nullable=False),
            Column("last", Text, nullable=False),
            Column("player", Text, primary_key=True, server_default=""),
            Column("agrees", Integer, nullable=False, server_default="0"),
            CheckConstraint("leaving IN (0, 1)", name="leaves_or_stays"),
            CheckConstraint("agrees IN (0, 1)", name="agrees_or_not"),
            sqlite_strict=True,
        )
        op.execute("INSERT INTO seats_of_several SELECT *, '', 0 FROM seats")
        op.drop_table("seats")
        op.rename_table("seats_of_several", "seats")
        return
    op.add_column("seats", Column("player", Text, nullable=False, server_default=""))
    op.add_column("seats", Column("agrees", Integer, nullable=False, server_default="0"))
    op.create_check_constraint("agrees_or_not", "seats", text("agrees IN (0, 1)"))
    op.drop_constraint("seats_pkey", "seats", type_="primary")
    op.create_primary_key("seats_pkey", "seats", ["table_id", "seat", "player"])
