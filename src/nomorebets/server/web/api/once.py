"""Doing a thing once, however often it is asked for: idempotency keys, kept with what was done."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Annotated

import msgspec
from litestar.params import HeaderParameter
from sqlalchemy import delete, select

from nomorebets.server import machine
from nomorebets.server.book import schema
from nomorebets.server.book.store import Changes, Store, StoreError, now
from nomorebets.server.web.api.problems import Refusal

KEPT = timedelta(hours=24)  # how long a key is remembered

IdempotencyKey = Annotated[
    str,
    HeaderParameter(
        name="Idempotency-Key",
        pattern=r"^[A-Za-z0-9._:-]{16,80}$",
        description="chosen by you, new for every request: 16 to 80 letters, digits and ._:-",
    ),
]


def fingerprint(asked: msgspec.Struct) -> str:
    """What was asked for, so that a key used for something else is noticed."""
    return hashlib.sha256(msgspec.json.encode(asked, order="sorted")).hexdigest()


Note = Callable[[Changes, str], None]  # adds to the changes that make a thing what it is called


async def once(
    store: Store, patron: str, key: str, asked: str, make: Callable[[Note], Awaitable[str]], good_for: timedelta = KEPT
) -> str:
    """The id of what was made with this key: now, or when it was first asked for.

    A key older than ``good_for`` is refused, and forgotten after ``KEPT``.
    """
    name = hashlib.sha256(key.encode()).hexdigest()  # whoever knows a guest's key is that guest: only its hash is kept

    def note(changes: Changes, made: str) -> None:
        row = {"patron_id": patron, "key": name, "asked": asked, "made": made, "at": now()}
        changes.do(delete(schema.made_once).where(schema.made_once.c.at < _ago(KEPT)))
        changes.insert(schema.made_once, row)

    known = await _known(store, patron, name, asked, good_for)
    if known is not None:
        return known
    try:
        return await make(note)
    except StoreError:
        known = await _known(store, patron, name, asked, good_for)  # the same request, sent twice at once
        if known is None:
            raise
        return known


async def _known(store: Store, patron: str, name: str, asked: str, good_for: timedelta) -> str | None:
    c = schema.made_once.c
    query = select(c.asked, c.made, c.at).where(c.patron_id == patron, c.key == name, c.at >= _ago(KEPT))
    async with store.engine.connect() as connection:
        row = (await connection.execute(query)).first()
    if row is not None and row.asked != asked:
        raise Refusal(422, "this Idempotency-Key was used for something else", "a new key for a new request")
    if row is not None and row.at < _ago(good_for):
        raise used_up()
    return row.made if row else None


def used_up() -> Refusal:
    return Refusal(409, "this Idempotency-Key was used up", "a new key for a new request")


def _ago(time: timedelta) -> str:
    return (machine.today() - time).isoformat(timespec="milliseconds")
