"""What has been shown at a table: numbered events, what lies open, and the results of the last round that is over."""

from __future__ import annotations

from collections import deque
from typing import Any

from nomorebets.errors import RecordError
from nomorebets.server.book.rows import BegunRow
from nomorebets.server.tables.events import Event, ShownTable, event_of, ruling_facts
from nomorebets.server.tables.outbox import Outbox
from nomorebets.table import Play, Round, Table
from nomorebets.table.felt import Felt
from nomorebets.table.record import house_lines, read, table_of

EVENTS_KEPT = 600  # for people who come back


class EventLog:
    """Follows the rounds of a table, entry by entry."""

    def __init__(self, table: Table, seq: int, outbox: Outbox) -> None:
        self._table, self._outbox = table, outbox
        self.seq: int = seq  # the number of the last event
        self.kept_seq: int = seq  # in the book: the number of the last event before the round
        self.events: deque[Event] = deque(maxlen=EVENTS_KEPT)
        self.shown: ShownTable = ShownTable()
        self.rulings: list[dict[str, Any]] = []  # of the last round that is over
        self.last_round: str = ""

    def note(self, play: Play, number: int, owners: dict[str, str], tell: bool = True) -> None:
        """The last entry of round ``number``: it gets its number, and is kept for those who come back."""
        entry = play.entries[-1]
        self.seq += 1
        event = event_of(self.seq, number, entry, play.table, owners)
        self.shown.follow(entry, play.table.felt, owners)
        self.events.append(event)
        if tell:
            self._outbox.events.append(event)

    def forget(self, entries: int) -> None:
        """Entries of a round that had not begun, and did not come the same way again."""
        self.seq -= entries
        while self.events and self.events[-1].seq > self.seq:
            self.events.pop()
        self._outbox.forget_events(self.seq)

    def missed(self, after: int) -> list[Event]:
        """Events after a number that were sent already; those that are not in the book yet still go to everybody."""
        waiting = {event.seq for event in (*self._outbox.writing, *self._outbox.events)}
        return [event for event in self.events if event.seq > after and event.seq not in waiting]

    def end_round(self, play: Play, round_id: str) -> None:
        """A round is over: its results stay until the next one is."""
        self.rulings = [ruling_facts(ruling, self._table.as_of) for ruling in play.rulings]
        self.last_round = round_id
        self.shown.end(self._table.game, play.table.felt)
        self.kept_seq = self.seq

    def recall(self, before: list[BegunRow]) -> None:
        """The results of the rounds before, and all of the last one for those who were cut off in it."""
        for row in before:
            try:
                record = read(b"".join(line + b"\n" for line in row.lines))
            except RecordError:
                if row is before[-1]:
                    raise
                continue  # the table can go on without that result; the audit tells of the record
            same = record.header.house == house_lines(self._table)
            table = self._table if same else table_of(record)  # its rules have changed since
            felt, first = Felt.opened(record.header.opening), self.seq - len(record.entries)
            self.shown.begin()
            for seq, entry in enumerate(record.entries, first + 1):
                entry.request.apply(felt, entry.answer)
                if row is before[-1]:
                    self.events.append(event_of(seq, row.number, entry, Round(table, felt), row.owners))
                self.shown.follow(entry, felt, row.owners)
            self.shown.end(self._table.game, felt)
            self.rulings = [ruling_facts(ruling, self._table.as_of) for ruling in record.rulings]
            self.last_round = row.id
