"""When each ticket was issued; of those of an earlier program only the time of their game is known."""

from alembic import op
from sqlalchemy import Column, Text

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    op.create_table(
        "issued_tickets",
        Column("number", Text, primary_key=True),
        Column("issued", Text, nullable=False),
        sqlite_with_rowid=False,
        sqlite_strict=True,
    )
