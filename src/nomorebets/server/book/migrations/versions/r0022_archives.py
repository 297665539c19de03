"""Records of old rounds are put away in files; rounds are found by day, and those under way, without reading all."""

from alembic import op
from sqlalchemy import Column, Integer, Text, text

from nomorebets.server.book.schema import CENTS

revision = "0022"
down_revision = "0020"


def upgrade() -> None:
    op.create_table(
        "archives",
        Column("n", CENTS, primary_key=True, autoincrement=False),
        Column("at", Text, nullable=False),
        Column("number", Integer, nullable=False, unique=True),
        Column("name", Text, nullable=False),
        Column("rounds", CENTS, nullable=False),
        Column("digest", Text, nullable=False),
        Column("hash", Text, nullable=False),
        sqlite_strict=True,
    )
    op.add_column("rounds", Column("archive", Integer))
    op.drop_index("rounds_of_game", "rounds")
    op.create_index("rounds_of_game", "rounds", ["game", "n"])
    op.create_index("rounds_by_day", "rounds", ["started"])
    under_way = text("ended IS NULL")
    op.create_index("rounds_under_way", "rounds", ["table_id"], sqlite_where=under_way, postgresql_where=under_way)
