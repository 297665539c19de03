"""Messages that people send to a table: read with care, and each done once."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from datetime import date
from typing import Any

import msgspec
from sqlalchemy import delete

from nomorebets.errors import WagerRefused, one_line, shown
from nomorebets.regulation import reading
from nomorebets.server.book import schema
from nomorebets.server.book.bulk import Kind
from nomorebets.server.book.changes import Changes
from nomorebets.server.book.rows import DoneMessages
from nomorebets.table.money import cents

REMEMBERED = 512  # message ids, so that one sent twice is done once
MOST_CENTS = 10**11
_DONE = Kind.of(schema.heard, "insert", "table_id", "n", "round", "messages")

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


class Inbox:
    """Which messages were done: one that is sent again, even after a restart, is done once."""

    def __init__(self, table_id: str) -> None:
        self._table_id = table_id
        self._done: OrderedDict[tuple[str, str], str] = OrderedDict()  # what each asked for, by patron and id
        self._unwritten: DoneMessages = []
        self._times = 0  # how often some were written
        self._round = 0  # that was under way then

    def restore(self, written: dict[int, DoneMessages]) -> None:
        self._done = OrderedDict(((who, name), asked) for some in written.values() for who, name, asked in some)
        self._times = max(written, default=0)

    def is_done(self, patron: str, name: str, message: Message) -> bool:
        """Whether a message was done before; refused where its id was used for another one."""
        known = self._done.get((patron, name))
        if known is not None and known not in ("", _fingerprint(message)):
            raise WagerRefused(f"the id {shown(name, 40)} was used for something else", accepts="a new id")
        return known is not None

    def note(self, patron: str, name: str, message: Message) -> None:
        """A message has been done."""
        asked = self._done[patron, name] = _fingerprint(message)
        if len(self._done) > REMEMBERED:
            self._done.popitem(last=False)
        self._unwritten.append((patron, name, asked))

    def write(self, changes: Changes, number: int) -> None:
        """Write down which messages were done in a round, with what they did; those of rounds long over may go."""
        if self._unwritten:
            self._times += 1
            messages = msgspec.json.encode(self._unwritten).decode()
            changes.write(_DONE, self._table_id, self._times, number, messages)
            self._unwritten = []
        if self._round not in (0, number):
            old = (schema.heard.c.table_id == self._table_id, schema.heard.c.round < number - 1)
            changes.do(delete(schema.heard).where(*old))
        self._round = number

    def forget_unwritten(self) -> None:
        self._unwritten = []


def _fingerprint(message: Message) -> str:
    """What a message asks for, whatever its id."""
    asked = {name: value for name, value in message.items() if name != "id"}
    return hashlib.sha256(msgspec.json.encode(asked, order="sorted")).hexdigest()[:32]
