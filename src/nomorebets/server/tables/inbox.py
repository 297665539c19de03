"""Messages that people send to a table: read with care, and each done once."""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Callable, Iterable
from datetime import date
from typing import Any

import msgspec
from sqlalchemy import delete

from nomorebets.errors import WagerRefused, one_line, shown, written
from nomorebets.server.book import schema
from nomorebets.server.book.bulk import Kind
from nomorebets.server.book.changes import Changes, now_ms
from nomorebets.server.book.rows import DoneMessages, HeardRow
from nomorebets.table.house import limits_by
from nomorebets.table.money import cents, show
from nomorebets.untrusted import MOST_CENTS

GOOD_FOR = 600  # seconds for which a patron's ids are kept at least; and until the second round after theirs
SPANS = 4  # into which that time is divided
MOST_IDS = 200_000  # of one patron at one table in that time: no wire brings so many
LONGEST_ID = 80  # characters
_sorted = msgspec.json.Encoder(order="sorted").encode
_DONE = Kind.of(schema.heard, "insert", "table_id", "n", "round", "messages", "at")

Message = dict[str, Any]


def amount_of(message: Message, day: date) -> int | None:
    """The amount a message says, in cents; None where it says none."""
    given = message.get("amount")
    if given is None:
        return None
    if isinstance(given, float):
        raise WagerRefused(f"{one_line(given, 20)} is no amount", accepts='cents as a whole number, or "25.00"')
    amount = given if type(given) is int else cents(given)  # True is none
    if not 0 < amount <= MOST_CENTS:
        accepts = f"0.01 to {show(MOST_CENTS)}"
        raise WagerRefused("that is no amount of chips", limits_by(day), day, accepts)
    return amount


def required_amount(message: Message, day: date) -> int:
    """The amount a message must say, in cents."""
    amount = amount_of(message, day)
    return cents(None) if amount is None else amount


def id_of(message: Message) -> str | None:
    """The id of a message, as its answer names it; None where it has none."""
    given = message.get("id")
    return None if given is None else written(given)


def require_id(name: str | None) -> None:
    """Refuse an id that could not be told from another one."""
    if name is not None and (len(name) > LONGEST_ID or "\0" in name):  # PostgreSQL takes no NUL
        raise WagerRefused(f"{shown(name, 40)} is no id", accepts=f"at most {LONGEST_ID} characters, without NUL")


class _Span:
    """Ids of some minutes, which are forgotten together: one by one they would take twice the memory."""

    __slots__ = ("done", "last", "round", "row", "since")

    def __init__(self, since: int) -> None:
        self.since = self.last = since  # when the first message was done, and the last
        self.round = 0  # in which the last was done
        self.row = 0  # the last in the book that tells of one
        self.done: dict[str, dict[str, bytes]] = {}  # what each asked for, by patron and id


class Inbox:
    """Which messages were done: one that a patron sends again while its id is good, even after a restart, is done once.

    Each patron's ids are his own, and nobody else's messages push them out.
    """

    def __init__(self, table_id: str, clock: Callable[[], int] = now_ms) -> None:
        self._table_id, self._clock = table_id, clock
        self._spans: deque[_Span] = deque()
        self._unwritten: DoneMessages = []
        self._times = 0  # how often some were written: the number of the last row
        self._gone, self._deleted = 0, 0  # the last row of which nothing is good any more, and that has left the book
        self._round = 0  # that is under way

    def restore(self, rows: Iterable[HeardRow], number: int) -> None:
        for row in rows:
            self._round, self._times = row.round, row.n
            for who, name, asked in row.messages:
                self._keep(row.at, who, name, bytes.fromhex(asked)).row = row.n
        self._round = number
        self._forget_old()

    def is_done(self, patron: str, name: str, message: Message) -> bool:
        """Whether a message was done before; refused where its id was used for another one."""
        self._forget_old()
        kept = 0
        for span in self._spans:
            own = span.done.get(patron)
            if own is None:
                continue
            known = own.get(name)
            if known is None:
                kept += len(own)
                continue
            if known not in (b"", _fingerprint(message)):
                raise WagerRefused(f"the id {shown(name, 40)} was used for something else", accepts="a new id")
            return True
        if kept >= MOST_IDS:
            raise WagerRefused("too many messages: their ids could not all be kept", accepts="waiting some minutes")
        return False

    def note(self, patron: str, name: str, message: Message) -> None:
        """A message has been done."""
        asked = _fingerprint(message)
        self._keep(self._clock(), patron, name, asked)
        self._unwritten.append((patron, name, asked.hex()))

    def _keep(self, at: int, patron: str, name: str, asked: bytes) -> _Span:
        span = self._spans[-1] if self._spans else None
        if span is None or at >= span.since + GOOD_FOR * 1000 // SPANS:
            span = _Span(at)
            self._spans.append(span)
        span.last, span.round = max(span.last, at), self._round
        own = span.done.get(patron)
        if own is None:
            span.done[patron] = {name: asked}
        else:
            own[name] = asked
        return span

    def _forget_old(self) -> None:
        while self._spans and self._is_old(self._spans[0]):
            self._gone = max(self._gone, self._spans.popleft().row)

    def _is_old(self, span: _Span) -> bool:
        return span.round < self._round - 1 and span.last < self._clock() - GOOD_FOR * 1000

    def write(self, changes: Changes, number: int) -> None:
        """Write down which messages were done in a round, with what they did; those that are too old may go."""
        if self._unwritten:
            self._times += 1
            messages = msgspec.json.encode(self._unwritten).decode()
            changes.write(_DONE, self._table_id, self._times, number, messages, self._clock())
            self._spans[-1].row = self._times  # it may tell of the span before too
            self._unwritten = []
        self._round = number
        self._forget_old()
        last = min(self._gone, self._times - 1)  # the last row keeps the count
        if last > self._deleted:
            self._deleted = last
            h = schema.heard.c
            changes.do(delete(schema.heard).where(h.table_id == self._table_id, h.n <= last))

    def forget_unwritten(self) -> None:
        self._unwritten = []


def _fingerprint(message: Message) -> bytes:
    """What a message asks for, whatever its id."""
    asked = message.copy()
    asked.pop("id", None)
    return hashlib.sha256(_sorted(asked)).digest()[:16]
