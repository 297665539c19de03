"""How members answered the questions of their drills is kept."""

from alembic import op
from sqlalchemy import CheckConstraint, Column, ForeignKey, Integer, Text

from nomorebets.server.book.schema import CENTS

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    op.create_table(
        "drill_answers",
        Column("patron_id", Text, ForeignKey("patrons.id"), primary_key=True),
        Column("course", CENTS, primary_key=True, autoincrement=False),
        Column("number", Integer, primary_key=True, autoincrement=False),
        Column("game", Text, nullable=False),
        Column("kind", Text, nullable=False),
        Column("is_right", Integer, nullable=False),
        Column("is_first", Integer, nullable=False),
        Column("ms", CENTS, nullable=False),
        Column("at", Text, nullable=False),
        CheckConstraint("is_right IN (0, 1) AND is_first IN (0, 1) AND ms >= 0", name="an_answer"),
        sqlite_strict=True,
    )
