"""Patrons share rounds, see their play day by day, and set themselves goals."""

import json
from collections import Counter

from alembic import op
from sqlalchemy import CheckConstraint, Column, ForeignKey, Text, text

from nomorebets.server.book.schema import CENTS

revision = "0018"
down_revision = "0016"

FITS = 2**62


def upgrade() -> None:
    op.create_table(
        "shared_rounds",
        Column("token", Text, primary_key=True),
        Column("round_id", Text, ForeignKey("rounds.id"), nullable=False),
        Column("patron_id", Text, ForeignKey("patrons.id"), nullable=False),
        Column("at", Text, nullable=False),
        sqlite_strict=True,
    )
    op.create_index("shared_rounds_of_patron", "shared_rounds", ["round_id", "patron_id"], unique=True)
    op.create_table(
        "play_days",
        Column("patron_id", Text, ForeignKey("patrons.id"), primary_key=True),
        Column("day", Text, primary_key=True),
        Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
        Column("wager", Text, primary_key=True),
        Column("amount", CENTS, primary_key=True, autoincrement=False),
        Column("wagers", CENTS, nullable=False),
        Column("net", CENTS, nullable=False),
        CheckConstraint(f"net BETWEEN -{FITS} AND {FITS}", name="net_fits_the_book"),
        sqlite_strict=True,
    )
    op.create_table(
        "goals",
        Column("patron_id", Text, ForeignKey("patrons.id"), primary_key=True),
        Column("goal", CENTS, nullable=False),
        Column("stop_loss", CENTS, nullable=False),
        CheckConstraint("goal >= 0 AND stop_loss >= 0", name="some_or_none"),
        sqlite_strict=True,
    )
    _count_what_was_played()


def _count_what_was_played() -> None:
    """The days of rounds that were over before days were counted."""
    bind = op.get_bind()
    ended = bind.execute(
        text(
            "SELECT r.owners, r.ended, r.table_id, e.seat, e.player, e.wager, e.amount, e.net FROM rounds r "
            "JOIN results e ON e.round_id = r.id WHERE r.ended IS NOT NULL AND e.result NOT IN ('stands', 'void')"
        )
    )
    wagers: Counter[tuple[str, str, str, str, int]] = Counter()
    nets: Counter[tuple[str, str, str, str, int]] = Counter()
    for row in ended:
        patron = json.loads(row.owners).get(f"{row.seat}:{row.player}" if row.player else str(row.seat))
        if patron is not None:
            day = patron, row.ended[:10], row.table_id, row.wager, row.amount
            wagers[day] += 1
            nets[day] += row.net
    into = text("INSERT INTO play_days VALUES (:patron, :day, :table_id, :wager, :amount, :wagers, :net)")
    for (patron, on, table_id, wager, amount), number in wagers.items():
        key = {"patron": patron, "day": on, "table_id": table_id, "wager": wager, "amount": amount}
        bind.execute(into, key | {"wagers": number, "net": nets[patron, on, table_id, wager, amount]})
