"""How much play money is out, and when that is as much as a book can hold.

Whatever somebody has came from an account that may owe: the house's, or a table's inventory that has paid out more
chips than it had. So what is out is what these accounts owe together.
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from nomorebets.server.book import schema
from nomorebets.server.book.changes import HANDED_OUT, NEVER_OWE, Movement, StoreError, kind_of, totals


class Means:
    """What the accounts that may owe hold, followed from commit to commit."""

    def __init__(self) -> None:
        self._held: dict[str, int] = {}
        self._out = 0  # cents

    async def count(self, connection: AsyncConnection) -> None:
        """From the book: other processes hand out play money too."""
        a = schema.accounts.c
        rows = await connection.execute(select(a.id, a.balance).where(a.kind.not_in(NEVER_OWE), a.balance != 0))
        self._held = {row.id: row.balance for row in rows}
        self._out = sum(max(0, -balance) for balance in self._held.values())

    def follow(self, movements: Iterable[Movement]) -> None:
        """What has become durable."""
        for account, gain in totals(movements).items():
            if kind_of(account) not in NEVER_OWE:
                before = self._held.get(account, 0)
                self._held[account] = before + gain
                self._out += max(0, -before - gain) - max(0, -before)

    def require(self) -> None:
        """Refuse to hand out, or to play for, more play money than the accounts of the book can hold."""
        if self._out >= HANDED_OUT:
            text = "the house has handed out as much play money as its book can hold"
            raise StoreError(text, accepts="leaving and cashing in")
