"""What has happened at a table and is not in the book yet: written together, and only then acknowledged and told."""

from __future__ import annotations

from datetime import date
from typing import Any, NamedTuple

from nomorebets.errors import RulesError
from nomorebets.server.book.changes import Changes
from nomorebets.server.tables.events import Event, paragraph
from nomorebets.server.tables.watchers import Watcher, encoded

Reply = tuple[Watcher, str | None, bytes]  # who is answered, to which message, and what


class Batch(NamedTuple):
    """What is written together, and who is told what when it is."""

    changes: Changes
    replies: list[Reply]
    events: list[Event]


class Outbox:
    """What waits for the book. ``changes`` is always what comes next, so it is asked for anew each time."""

    table_id: str

    def __init__(self, table_id: str, fence: int, day: date) -> None:
        self.table_id, self._fence, self._day = table_id, fence, day
        self.empty()

    def empty(self) -> None:
        """Forget all of it."""
        self.changes: Changes = Changes(self.table_id, self._fence)
        self.replies: list[Reply] = []
        self.events: list[Event] = []
        self.writing: list[Event] = []  # taken, and not known to be in the book

    def take(self) -> Batch:
        """All that waits; whatever comes from now on is for the next time."""
        batch = Batch(self.changes, self.replies, self.events)
        self.empty()
        self.writing = batch.events
        return batch

    def acknowledge(self, watcher: Watcher, name: str | None) -> None:
        self.replies.append((watcher, name, b'{"type":"ack","id":%b}' % encoded(name)))

    def refuse(self, watcher: Watcher, name: str | None, fault: RulesError | None = None) -> None:
        """A refusal with its reason; without one where the fault is ours, and is told when the book is read again."""
        reply = {"type": "refused", "id": name} if fault is None else self.refusal(name, fault)
        self.replies.append((watcher, name, encoded(reply)))

    def refusal(self, name: str | None, fault: RulesError) -> dict[str, Any]:
        """A refusal as it goes over the wire: who is at fault, why, what would be accepted, and the paragraph."""
        facts: dict[str, Any] = {
            "type": "refused",
            "id": name,
            "who": fault.who,
            "reason": fault.text,
            "accepts": fault.accepts or "",
        }
        if fault.by is not None:
            facts |= paragraph(fault.by, fault.on or self._day)
        return facts

    def forget_events(self, after: int) -> None:
        """Events that have turned out not to happen."""
        self.events = [event for event in self.events if event.seq <= after]

    def moves(self, account: str) -> bool:
        """Whether something waits that moves money of an account."""
        return any(account in (moved.source, moved.target) for moved in self.changes.movements)
