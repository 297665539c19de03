"""Several processes share the tables of one database: who serves which, and since which taking over."""

from alembic import op
from sqlalchemy import Column, Text

from nomorebets.server.book.schema import CENTS

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("tables", Column("holder", Text))
    op.add_column("tables", Column("fence", CENTS, nullable=False, server_default="0"))
    op.create_table(
        "processes",
        Column("id", Text, primary_key=True),
        Column("address", Text, nullable=False),
        Column("seen", CENTS, nullable=False),
    )
