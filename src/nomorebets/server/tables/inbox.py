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
from nomorebets.regulation import reading
from nomorebets.server.book import schema
from nomorebets.server.book.bulk import Kind
from nomorebets.server.book.changes import Changes, now_ms
from nomorebets.server.book.rows import DoneMessages, HeardRow
from nomorebets.table.money import cents

GOOD_FOR = 600  # seconds for which a patron's ids are kept at least; and until the second round after theirs
MOST_IDS = 200_000  # of one patron at one table in that time: no wire brings so many
LONGEST_ID = 80  # characters
MOST_CENTS = 10**11
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
    amount = given if isinstance(given, int) and not isinstance(given, bool) else cents(given)
    if not 0 < amount <= MOST_CENTS:
        raise WagerRefused("that is no amount of chips", reading("R-8.2-limits"), day, "0.01 and more")
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


class Inbox:
    """Which messages were done: one that a patron sends again while its id is good, even after a restart, is done once.

    Each patron's ids are his own, and nobody else's messages push them out.
    """

    def __init__(self, table_id: str, clock: Callable[[], int] = now_ms) -> None:
        self._table_id, self._clock = table_id, clock
        self._done: dict[str, dict[str, str]] = {}  # what each asked for, by patron and id
        self._order: deque[tuple[int, int, str, str]] = deque()  # when, in which round, whose, which
        self._unwritten: DoneMessages = []
        self._rows: deque[tuple[int, int, int]] = deque()  # as they were written: number, when, in which round
        self._times = 0  # how often some were written
        self._round = 0  # that is under way

    def restore(self, rows: Iterable[HeardRow], number: int) -> None:
        for row in rows:
            self._round, self._times = row.round, row.n
            self._rows.append((row.n, row.at, row.round))
            for who, name, asked in row.messages:
                self._keep(row.at, who, name, asked)
        self._round = number
        self._forget_old()

    def is_done(self, patron: str, name: str, message: Message) -> bool:
        """Whether a message was done before; refused where its id was used for another one."""
        self._forget_old()
        own = self._done.get(patron)
        if own is None:
            return False
        known = own.get(name)
        if known is not None and known not in ("", _fingerprint(message)):
            raise WagerRefused(f"the id {shown(name, 40)} was used for something else", accepts="a new id")
        if known is None and len(own) >= MOST_IDS:
            raise WagerRefused("too many messages: their ids could not all be kept", accepts="waiting some minutes")
        return known is not None

    def note(self, patron: str, name: str, message: Message) -> None:
        """A message has been done."""
        asked = _fingerprint(message)
        self._keep(self._clock(), patron, name, asked)
        self._unwritten.append((patron, name, asked))

    def _keep(self, at: int, patron: str, name: str, asked: str) -> None:
        own = self._done.setdefault(patron, {})
        if name not in own:
            self._order.append((at, self._round, patron, name))
        own[name] = asked

    def _forget_old(self) -> None:
        while self._order and self._is_old(*self._order[0][:2]):
            _, _, patron, name = self._order.popleft()
            del self._done[patron][name]
            if not self._done[patron]:
                del self._done[patron]

    def _is_old(self, at: int, number: int) -> bool:
        return number < self._round - 1 and at < self._clock() - GOOD_FOR * 1000

    def write(self, changes: Changes, number: int) -> None:
        """Write down which messages were done in a round, with what they did; those that are too old may go."""
        if self._unwritten:
            self._times += 1
            messages, at = msgspec.json.encode(self._unwritten).decode(), self._clock()
            changes.write(_DONE, self._table_id, self._times, number, messages, at)
            self._rows.append((self._times, at, number))
            self._unwritten = []
        self._round = number
        last = 0
        while len(self._rows) > 1 and self._is_old(*self._rows[0][1:]):  # the last keeps the count
            last = self._rows.popleft()[0]
        if last:
            h = schema.heard.c
            changes.do(delete(schema.heard).where(h.table_id == self._table_id, h.n <= last))

    def forget_unwritten(self) -> None:
        self._unwritten = []


def _fingerprint(message: Message) -> str:
    """What a message asks for, whatever its id."""
    asked = message.copy()
    asked.pop("id", None)
    return hashlib.sha256(_sorted(asked)).hexdigest()[:32]
