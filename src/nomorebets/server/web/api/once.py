"""Doing a thing once, however often it is asked for: idempotency keys, kept with what was done."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable
from typing import Annotated

import msgspec
from litestar.params import HeaderParameter
from sqlalchemy import select

from nomorebets.server.book import schema
from nomorebets.server.book.store import Changes, Store, StoreError, now
from nomorebets.server.web.api.problems import Refusal

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


async def once(store: Store, patron: str, key: str, asked: str, make: Callable[[Note], Awaitable[str]]) -> str:
    """The id of what was made with this key: now, or when it was first asked for."""
    name = hashlib.sha256(key.encode()).hexdigest()  # whoever knows a guest's key is that guest: only its hash is kept

    def note(changes: Changes, made: str) -> None:
        row = {"patron_id": patron, "key": name, "asked": asked, "made": made, "at": now()}
        changes.insert(schema.made_once, row)

    known = await _known(store, patron, name, asked)
    if known is not None:
        return known
    try:
        return await make(note)
    except StoreError:
        known = await _known(store, patron, name, asked)  # the same request, sent twice at once
        if known is None:
            raise
        return known


async def _known(store: Store, patron: str, name: str, asked: str) -> str | None:
    c = schema.made_once.c
    async with store.engine.connect() as connection:
        row = (await connection.execute(select(c.asked, c.made).where(c.patron_id == patron, c.key == name))).first()
    if row is not None and row.asked != asked:
        raise Refusal(422, "this Idempotency-Key was used for something else", "a new key for a new request")
    return row.made if row else None
