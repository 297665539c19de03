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
from nomorebets.server.tables.watchers import Watcher, encoded

WENT_WRONG = "something went wrong in the house; nothing has moved, and it was noted"
log: logging.Logger = logging.getLogger(__name__)

SELDOM = Seldom(log)
PATIENCE = 1.0  # seconds for which the state of a busy table may be out of date
LEAST = 0.01  # between two looks whether it is time
SHOWN_EVERY = 0.2  # and for whoever sits there, where nothing has happened but what people ordered


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
        sits: Callable[[Watcher], bool] = lambda watcher: True,
    ) -> None:
        self._sits = sits
        self._outbox, self._store, self._watchers, self._day = outbox, store, watchers, day
        self._prepare, self._states, self._fail = prepare, states, fail
        self.task: asyncio.Task[None] | None = None
        self._is_due = False
        self._shown_at = self._near_at = 0.0  # to all, and to those who sit
        self._shows_all = False  # to everybody, not only to those who have come
        self._fresh: list[Watcher] = []  # who have come
        self._soon: asyncio.TimerHandle | None = None
        self._again: asyncio.TimerHandle | None = None  # when a busy table is shown the next time
        self._again_at = 0.0
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

    def due_now(self) -> None:
        """Something that those who watch wait for: a seat has opened."""
        self._shown_at = 0.0
        self.due()

    def hurry(self) -> None:
        """Show what waits to be shown now."""
        if self._again is not None:
            self._again.cancel()
            self._shown_at = 0.0
            self._show_again()

    def _show_again(self) -> None:
        self._again = None
        self.due()

    def stop(self) -> None:
        for timer in filter(None, (self._soon, self._again)):
            timer.cancel()
        self._soon = self._again = None

    def _begin(self) -> None:
        self._is_due = True
        if self.task is None or self.task.done():
            name = f"table {self._outbox.table_id}"
            self.task = asyncio.get_running_loop().create_task(self._deliver(), name=name)

    def spoil(self) -> None:
        """A defect of ours: what is in memory may be half done, so none of it is written and the book is read again."""
        log.exception("table %s: something went wrong", self._outbox.table_id)
        self._defect = StoreError(WENT_WRONG)

    async def _deliver(self) -> None:
        while self._is_due:
            await self._store.turn()
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
        frames: defaultdict[Watcher, list[bytes]] = defaultdict(list)
        for watcher, _, text in batch.replies:
            frames[watcher].append(text)
        self._outbox.writing = []
        try:
            self._tell(frames, batch, watching, shown)
        finally:  # what is done is acknowledged, whatever becomes of the rest
            for watcher, own in frames.items():
                watcher.send_texts(own)
        return True

    def _seen_first(self) -> tuple[list[Watcher], list[bytes] | None]:
        """Everybody who is here; and the table as each sees it, where that cannot wait until all is written."""
        watching = list(self._watchers)
        is_overdue = self._shows_all and self._now >= self._shown_at + PATIENCE
        return watching, self._show(watching, is_all=True) if is_overdue else None

    def _tell(
        self,
        frames: defaultdict[Watcher, list[bytes]],
        batch: Batch,
        watching: list[Watcher],
        shown: list[bytes] | None,
    ) -> None:
        """What has happened, to everybody; and the table as it stands, if nothing has happened since."""
        seeing = watching
        if shown is None and not self._is_due:  # the table is as it is in the book
            is_all = self._shows_all and bool(batch.events)
            seeing = watching if is_all else self._seeing_soon(watching, batch.replies)
            # where everybody is answered, everybody has seen it: nobody need be shown it again in a moment
            shown = self._show(seeing, is_all or len(seeing) == len(watching))
        for watcher in list(self._watchers) if batch.events else ():  # also who came while it was written
            frames[watcher] += [encoded(event.told_to(watcher.patron, self._day)) for event in batch.events]
        for watcher, state in zip(seeing, shown or (), strict=False):
            frames[watcher].append(state)

    @property
    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    def _seeing_soon(self, watching: list[Watcher], replies: list[Reply]) -> list[Watcher]:
        """Who sees the table now where only orders came: a state is a frame for each, and orders come one by one.

        Who has come, and who is answered; who sits, unless he saw it a moment ago; the others when everybody does.
        """
        fresh = {*self._fresh, *[watcher for watcher, _, _ in replies]}
        if fresh.issuperset(watching):
            return watching
        is_near = self._shows_all and self._now >= self._near_at + SHOWN_EVERY
        if is_near:
            self._near_at = self._now
        if self._shows_all:
            self._plan(self._shown_at + PATIENCE if is_near else self._near_at + SHOWN_EVERY)
        return [watcher for watcher in watching if watcher in fresh or (is_near and self._sits(watcher))]

    def _plan(self, at: float) -> None:
        """The table is shown again then, or before; never at once, for a timer may ring a moment early."""
        at = max(at, self._now + LEAST)
        if self._again is not None and self._again_at <= at:
            return
        if self._again is not None:
            self._again.cancel()
        self._again_at = at
        self._again = asyncio.get_running_loop().call_at(at, self._show_again)

    def _show(self, watching: list[Watcher], is_all: bool) -> list[bytes]:
        """The table for some; whoever was to see it has then seen it."""
        if is_all:
            self._shown_at = self._near_at = self._now
            self._shows_all = False
            if self._again is not None:
                self._again.cancel()
                self._again = None
        self._fresh = []
        return self._states(watching) if watching else []
