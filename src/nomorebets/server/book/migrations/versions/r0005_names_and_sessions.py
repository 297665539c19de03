"""Patrons may have a name and a password, sessions are kept by the hash of their token, and one link makes the first
administrator."""

from alembic import op
from sqlalchemy import Column, ForeignKey, Text

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "members",
        Column("patron_id", Text, ForeignKey("patrons.id"), primary_key=True),
        Column("login", Text, nullable=False, unique=True),
        Column("password", Text, nullable=False),
        Column("role", Text, nullable=False),
        Column("since", Text, nullable=False),
    )
    op.create_table(
        "sessions",
        Column("token", Text, primary_key=True),
        Column("patron_id", Text, ForeignKey("patrons.id"), nullable=False),
        Column("began", Text, nullable=False),
        Column("expires", Text, nullable=False),
    )
    op.create_index("sessions_of_patron", "sessions", ["patron_id"])
    op.create_table(
        "links",
        Column("token", Text, primary_key=True),
        Column("expires", Text, nullable=False),
    )
