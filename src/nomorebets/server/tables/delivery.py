"""How what happens at a table reaches the book, and then the people: written together, acknowledged and shown after."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection
from datetime import date

from nomorebets.server.book.changes import StoreError
from nomorebets.server.book.seldom import Seldom
from nomorebets.server.book.store import Store
from nomorebets.server.tables.outbox import Batch, Outbox, Reply
from nomorebets.server.tables.watchers import Frame, Watcher

log = logging.getLogger(__name__)

SELDOM = Seldom(log)
PATIENCE = 1.0  # seconds for which the state of a busy table may be out of date


class Delivery:
    """Takes the outbox to the book, again and again as long as something has happened since."""

    def __init__(
        self,
        outbox: Outbox,
        store: Store,
        watchers: Collection[Watcher],
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
        self._shows_all = False  # to everybody, not only to those who have come
        self._fresh: list[Watcher] = []  # who have come
        self._soon: asyncio.TimerHandle | None = None
        self._defect: StoreError | None = None  # why nothing of what waits may be written

    def due(self) -> None:
        """Something has happened: write what is to be written, then show everybody what is to be shown."""
        self._shows_all = True
        self._begin()

    def greet(self, watcher: Watcher) -> None:
        """Somebody has come: he sees the table, and the others are not bothered for it."""
        self._fresh.append(watcher)
        self._begin()

    def due_soon(self) -> None:
        """Something that nobody waits for: shown within a second, with whatever else happens."""
        if self._soon is None:
            self._soon = asyncio.get_running_loop().call_later(PATIENCE, self._is_due_now)
        self._begin()

    def _is_due_now(self) -> None:
        self._soon = None
        self.due()

    def stop(self) -> None:
        if self._soon is not None:
            self._soon.cancel()
            self._soon = None

    def _begin(self) -> None:
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
            try:
                if not await self._deliver_once():
                    return
            except Exception:  # ours: nobody waits for an answer for ever
                self.spoil()
                self._is_due = True

    async def _deliver_once(self) -> bool:
        """Write what waits and tell it; False where the book did not take it, and the table is another one now."""
        if self._defect is None:
            self._prepare()
        batch = self._outbox.take()
        try:
            defect, self._defect = self._defect, None
            watching, shown = self._seen_first()
            if defect is not None:
                raise defect
            await self._store.commit(batch.changes)
        except StoreError as fault:
            SELDOM.error("table %s: %s", self._outbox.table_id, fault)
            for watcher in self._watchers:
                watcher.seen = None  # what was made for him was not sent
            unanswered = [*batch.replies, *self._outbox.replies]  # what came meanwhile was built on it
            self._outbox.empty()  # and is refused: nobody is told later that it was done
            await self._fail(fault, unanswered)
            return False
        except Exception:
            self._outbox.replies = [*batch.replies, *self._outbox.replies]
            raise
        frames: defaultdict[Watcher, list[Frame]] = defaultdict(list)
        for watcher, reply in batch.replies:
            frames[watcher].append(reply)
        self._outbox.writing = []
        try:
            self._tell(frames, batch, watching, shown)
        finally:  # what is done is acknowledged, whatever becomes of the rest
            for watcher, own in frames.items():
                watcher.send(*own)
        return True

    def _seen_first(self) -> tuple[list[Watcher], list[bytes] | None]:
        """Everybody who is here; and the table as each sees it, where that cannot wait until all is written."""
        watching = list(self._watchers)
        return watching, self._show(watching) if self._shows_all and self._is_overdue() else None

    def _tell(
        self,
        frames: defaultdict[Watcher, list[Frame]],
        batch: Batch,
        watching: list[Watcher],
        shown: list[bytes] | None,
    ) -> None:
        """What has happened, to everybody; and the table as it stands, if nothing has happened since."""
        seeing = watching
        if shown is None and not self._is_due:  # the table is as it is in the book
            if not self._shows_all:
                seeing = [watcher for watcher in self._fresh if watcher in self._watchers]
            shown = self._show(seeing)
        for watcher in list(self._watchers) if batch.events else ():  # also who came while it was written
            frames[watcher] += [event.told_to(watcher.patron, self._day) for event in batch.events]
        for watcher, state in zip(seeing, shown or (), strict=False):
            frames[watcher].append(state)

    def _is_overdue(self) -> bool:
        """A table where something always happens shows its state all the same, now and then."""
        return asyncio.get_running_loop().time() - self._shown_at > PATIENCE

    def _show(self, watching: list[Watcher]) -> list[bytes]:
        """The table for some; whoever was to see it has then seen it."""
        if self._shows_all:
            self._shown_at = asyncio.get_running_loop().time()
        self._shows_all = False
        self._fresh = []
        return self._states(watching) if watching else []
