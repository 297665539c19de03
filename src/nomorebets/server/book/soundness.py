"""Whether a book is sound when it is opened, and what must not be done with it where it is not."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from sqlalchemy import func, select

from nomorebets.errors import listed
from nomorebets.server.book import schema
from nomorebets.server.book.chain import head_of, last_of
from nomorebets.server.book.changes import HOUSE, BrokenBook, Changes, StoreError

if TYPE_CHECKING:
    from nomorebets.server.book.store import Store

log: logging.Logger = logging.getLogger(__name__)

AUDIT = "what nomorebets audit --db finds in order"


class Soundness:
    """A book whose end was cut off is only read; accounts that are not what was posted to them move no more."""

    def __init__(self) -> None:
        self.fault: StoreError | None = None  # why nothing may be written
        self._broken: set[str] = set()  # accounts that do not fit their postings

    async def look_into(self, store: Store, name: str) -> None:
        async with store.engine.connect() as connection:
            total = int(await connection.scalar(select(func.sum(schema.accounts.c.balance))) or 0)
            head, last = await connection.run_sync(head_of), await connection.run_sync(last_of)
        if head != last:
            what = "its last posting is missing or altered; it is read, and nothing is written"
            self.fault = StoreError(f"{name} is not sound: {what}", accepts=AUDIT)
            log.error("%s", self.fault)
        if total:
            kept, posted = await store.balances(), await store.recomputed()
            self._broken = {a for a in {*kept, *posted} - {HOUSE} if kept.get(a, 0) != posted.get(a, 0)}
            log.error("%s is not sound: all accounts together are %d cents: %s", name, total, listed(self._broken))

    def require(self, changes: Changes) -> None:
        """Refuse what would be built on something that is not in order."""
        if self.fault is not None:
            raise self.fault
        for moved in changes.movements if self._broken else ():
            for account in (moved.source, moved.target):
                if account in self._broken:
                    text = f"the account {account} is not what was posted to it; nothing has moved"
                    raise BrokenBook(text, accepts=AUDIT)

    def is_broken(self, table_id: str) -> bool:
        """Whether an account of a table is not what was posted to it."""
        return any(account.startswith(f"{table_id}/") for account in self._broken)
