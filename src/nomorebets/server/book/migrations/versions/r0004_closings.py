"""The last line of every round's record is sealed in the chain of postings."""

import json

from alembic import op
from sqlalchemy import Column, ForeignKey, Text, text

from nomorebets.server.book.chain import HEAD, Head, seal_closing
from nomorebets.server.book.changes import now
from nomorebets.server.book.schema import CENTS

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "closings",
        Column("n", CENTS, primary_key=True, autoincrement=False),
        Column("at", Text, nullable=False),
        Column("round_id", Text, ForeignKey("rounds.id"), nullable=False, unique=True),
        Column("record", Text, nullable=False),
        Column("hash", Text, nullable=False),
    )
    connection = op.get_bind()
    head = Head.parse(connection.scalar(text("SELECT value FROM meta WHERE name = :n"), {"n": HEAD})) or Head()
    at = now()
    last = text("SELECT line FROM lines WHERE round_id = :id ORDER BY n DESC LIMIT 1")
    rows = []
    for (round_id,) in list(connection.execute(text("SELECT id FROM rounds WHERE ended IS NOT NULL ORDER BY n"))):
        line = connection.scalar(last, {"id": round_id})
        record = json.loads(line)["hash"] if line else ""
        sealed = seal_closing(head.n + 1, at, round_id, record, head.seal)
        head = Head(head.n + 1, sealed)
        rows.append({"n": head.n, "at": at, "round_id": round_id, "record": record, "hash": sealed})
    if rows:
        names = ", ".join(rows[0])
        values = ", ".join(f":{name}" for name in rows[0])
        connection.execute(text(f"INSERT INTO closings ({names}) VALUES ({values})"), rows)
        connection.execute(text("UPDATE meta SET value = :v WHERE name = :n"), {"n": HEAD, "v": str(head)})
