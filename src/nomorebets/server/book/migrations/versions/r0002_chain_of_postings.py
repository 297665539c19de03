"""Postings are sealed in a chain, and a wager that stands keeps its account."""

import json

from alembic import op
from sqlalchemy import Column, Text, text

from nomorebets.server.book.chain import HEAD, Head, seal
from nomorebets.server.book.changes import Movement, now

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("postings", Column("hash", Text, nullable=False, server_default=""))
    connection = op.get_bind()
    _own_accounts()
    head = Head()
    sealed = []
    for row in connection.execute(text("SELECT * FROM postings ORDER BY n")):
        movement = Movement(row.source, row.target, row.amount, row.cite, row.round_id)
        head = Head(head.n + 1, seal(head.n + 1, row.at, movement, head.seal))
        sealed.append({"was": row.n, "n": head.n, "hash": head.seal})
    if sealed:
        connection.execute(text("UPDATE postings SET n = :n, hash = :hash WHERE n = :was"), sealed)
    connection.execute(text("INSERT INTO meta (name, value) VALUES (:n, :v)"), {"n": HEAD, "v": str(head)})
    connection.execute(text("UPDATE meta SET value = '2' WHERE name = 'schema'"))  # the first program refuses it now


def _own_accounts() -> None:
    """Wagers that stand between two rounds lay in one account of the table; each gets its own."""
    connection = op.get_bind()
    for table in list(connection.execute(text("SELECT id, opening FROM tables"))):
        pooled = f"{table.id}/carried"
        held = connection.scalar(text("SELECT balance FROM accounts WHERE id = :id"), {"id": pooled}) or 0
        for wager in json.loads(table.opening).get("wagers", []):
            staked = wager["amount"] + wager.get("fee", 0)
            if not 0 < staked <= held:
                continue
            held -= staked
            _move(pooled, f"{table.id}/layout:{wager['seat']}:{wager['on']}", staked)


def _move(source: str, target: str, amount: int) -> None:
    connection = op.get_bind()
    last = connection.scalar(text("SELECT max(n) FROM postings")) or 0
    row = {"n": last + 1, "at": now(), "source": source, "target": target, "amount": amount, "cite": "schema 0002"}
    names = ", ".join(row)
    values = ", ".join(f":{name}" for name in row)
    connection.execute(text(f"INSERT INTO postings ({names}) VALUES ({values})"), row)
    known = "SELECT count(*) FROM accounts WHERE id = :id"
    if not connection.scalar(text(known), {"id": target}):
        fresh = "INSERT INTO accounts (id, kind, balance) VALUES (:id, 'layout', 0)"
        connection.execute(text(fresh), {"id": target})
    change = text("UPDATE accounts SET balance = balance + :gain WHERE id = :id")
    connection.execute(change, [{"id": source, "gain": -amount}, {"id": target, "gain": amount}])
