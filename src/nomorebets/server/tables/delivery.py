"""How what happens at a table reaches the book, and then the people: written together, acknowledged and shown after."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable
from datetime import date

from nomorebets.server.book.changes import StoreError
from nomorebets.server.book.store import Store
from nomorebets.server.tables.outbox import Outbox, Reply
from nomorebets.server.tables.watchers import Frame, Watcher

log = logging.getLogger(__name__)

PATIENCE = 1.0  # seconds for which the state of a busy table may be out of date


class Delivery:
    """Takes the outbox to the book, again and again as long as something has happened since."""

    def __init__(
        self,
        outbox: Outbox,
        store: Store,
        watchers: set[Watcher],
        day: date,
        *,
        prepare: Callable[[], None],  # called before the outbox is taken
        states: Callable[[list[Watcher]], list[bytes]],  # the table as it stands, for each of some
        fail: Callable[[StoreError, list[Reply]], Awaitable[None]],  # with what was to be answered
    ) -> None:
        self._outbox, self._store, self._watchers, self._day = outbox, store, watchers, day
        self._prepare, self._states, self._fail = prepare, states, fail
        self.task: asyncio.Task[None] | None = None
        self._is_due = False
        self._shown_at = 0.0
        self._defect: StoreError | None = None  # why nothing of what waits may be written

    def due(self) -> None:
        """Something has happened: write what is to be written, then show everybody what is to be shown."""
        self._is_due = True
        if self.task is None or self.task.done():
            name = f"table {self._outbox.table_id}"
            self.task = asyncio.get_running_loop().create_task(self._deliver(), name=name)

    def spoil(self) -> None:
        """A defect of ours: what is in memory may be half done, so none of it is written and the book is read again."""
        log.exception("table %s: something went wrong", self._outbox.table_id)
        self._defect = StoreError("something went wrong in the house; nothing has moved, and it was noted")

    async def _deliver(self) -> None:
        while self._is_due:
            self._is_due = False
            self._prepare()
            batch = self._outbox.take()
            watching = list(self._watchers)
            shown = self._show(watching) if self._is_overdue() else None
            defect, self._defect = self._defect, None
            try:
                if defect is not None:
                    raise defect
                await self._store.commit(batch.changes)
            except StoreError as fault:
                log.error("table %s: %s", self._outbox.table_id, fault)
                await self._fail(fault, [*batch.replies, *self._outbox.replies])  # what came meanwhile was built on it
                return
            if shown is None and not self._is_due:  # nothing has happened since: the table is as it is in the book
                shown = self._show(watching)
            frames: defaultdict[Watcher, list[Frame]] = defaultdict(list)
            for watcher, reply in batch.replies:
                frames[watcher].append(reply)
            for watcher in watching if batch.events else ():
                frames[watcher] += [event.told_to(watcher.patron, self._day) for event in batch.events]
            for watcher, state in zip(watching, shown or (), strict=False):
                frames[watcher].append(state)
            for watcher, own in frames.items():
                watcher.send(*own)

    def _is_overdue(self) -> bool:
        """A table where something always happens shows its state all the same, now and then."""
        return asyncio.get_running_loop().time() - self._shown_at > PATIENCE

    def _show(self, watching: list[Watcher]) -> list[bytes]:
        self._shown_at = asyncio.get_running_loop().time()
        return self._states(watching)
