"""Entrants of tournaments: how often each bought in again, and why a supervisor took one out."""

from alembic import op
from sqlalchemy import Column, Integer, Text

revision = "0016"
down_revision = "0014"


def upgrade() -> None:
    op.add_column("entrants", Column("rebuys", Integer, nullable=False, server_default="0"))
    op.add_column("entrants", Column("why_out", Text, nullable=False, server_default=""))
