"""Tournaments: the tables they are played at, and who has entered."""

from alembic import op
from sqlalchemy import CheckConstraint, Column, ForeignKey, Integer, Text

from nomorebets.server.book.schema import CENTS

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.add_column("tables", Column("tournament", Text))
    op.create_table(
        "tournaments",
        Column("id", Text, primary_key=True),
        Column("name", Text, nullable=False),
        Column("file", Text, nullable=False),
        Column("state", Text, nullable=False),
        Column("stage", Integer, nullable=False),
        Column("rounds", CENTS, nullable=False),
        Column("ends", CENTS),
        Column("opened", Text, nullable=False),
        Column("opened_by", Text, ForeignKey("patrons.id"), nullable=False),
        Column("second_by", Text, ForeignKey("patrons.id")),
        Column("why", Text, nullable=False),
        Column("version", CENTS, nullable=False),
        CheckConstraint("state IN ('entering', 'playing', 'stopping', 'over', 'stopped')", name="known_state"),
        sqlite_strict=True,
    )
    op.create_table(
        "entrants",
        Column("tournament_id", Text, ForeignKey("tournaments.id"), primary_key=True),
        Column("patron_id", Text, ForeignKey("patrons.id"), primary_key=True),
        Column("since", Text, nullable=False),
        Column("number", Integer),
        Column("table_id", Text),
        Column("seat", Integer),
        Column("stage", Integer, nullable=False),
        Column("chips", CENTS, nullable=False),
        Column("place", Integer),
        Column("prize", CENTS, nullable=False),
        CheckConstraint("chips >= 0 AND prize >= 0", name="owes_nothing"),
        sqlite_strict=True,
    )
