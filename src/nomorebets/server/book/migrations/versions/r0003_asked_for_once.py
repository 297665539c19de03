"""What a message or a program asked for is kept with its id, so that one used for something else is refused."""

from alembic import op
from sqlalchemy import Column, Text

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("said", Column("asked", Text, nullable=False, server_default=""))
    op.create_table(
        "made_once",
        Column("patron_id", Text, primary_key=True),
        Column("key", Text, primary_key=True),
        Column("asked", Text, nullable=False),
        Column("made", Text, nullable=False),
        Column("at", Text, nullable=False),
    )
