"""Goals of minutes and rounds, when goals were reached, and the questions of drills that come back on other days."""

from alembic import op
from sqlalchemy import CheckConstraint, Column, ForeignKey, Integer, Text

from nomorebets.server.book.schema import CENTS

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    for name in ("minutes", "rounds"):
        op.add_column("goals", Column(name, Integer, nullable=False, server_default="0"))
    op.create_table(
        "goals_reached",
        Column("patron_id", Text, ForeignKey("patrons.id"), primary_key=True),
        Column("day", Text, primary_key=True),
        Column("what", Text, primary_key=True),
        Column("rounds", CENTS, nullable=False),
        Column("after", CENTS, nullable=False),
        CheckConstraint("rounds >= 0 AND after >= 0", name="counts_rounds"),
        sqlite_strict=True,
    )
    op.create_table(
        "drill_returns",
        Column("patron_id", Text, ForeignKey("patrons.id"), primary_key=True),
        Column("game", Text, primary_key=True),
        Column("kind", Text, primary_key=True),
        Column("seed", CENTS, primary_key=True, autoincrement=False),
        Column("step", Integer, nullable=False),
        Column("due", Text, nullable=False),
        CheckConstraint("step >= 0", name="counts_up"),
        sqlite_strict=True,
    )
