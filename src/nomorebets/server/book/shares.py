"""Rounds that patrons made public: each by a link that cannot be guessed, until they withdraw it."""

from __future__ import annotations

import secrets
from typing import NamedTuple

from sqlalchemy import delete, select

from nomorebets.server.book import schema
from nomorebets.server.book.store import Changes, Store, now

TOKEN_BYTES = 16
_shared = schema.shared_rounds.c


class Shared(NamedTuple):
    """A round that is public, and who made it so."""

    round_id: str
    patron: str


async def share(store: Store, round_id: str, patron: str) -> None:
    """Make a round public; one that is already keeps its link."""
    changes, token = Changes(), secrets.token_urlsafe(TOKEN_BYTES)
    row = {"token": token, "round_id": round_id, "patron_id": patron, "at": now()}
    changes.insert_missing(schema.shared_rounds, row)
    await store.commit(changes)


async def withdraw(store: Store, round_id: str, patron: str) -> None:
    """The link of a patron to a round leads nowhere from now on."""
    changes = Changes()
    changes.do(delete(schema.shared_rounds).where(_shared.round_id == round_id, _shared.patron_id == patron))
    await store.commit(changes)


async def link_of(store: Store, round_id: str, patron: str) -> str | None:
    """The unguessable part of a patron's link to a round, where he has made it public."""
    query = select(_shared.token).where(_shared.round_id == round_id, _shared.patron_id == patron)
    async with store.engine.connect() as connection:
        token: str | None = await connection.scalar(query)
        return token


async def shared_by(store: Store, token: str) -> Shared | None:
    """The round behind a link."""
    query = select(_shared.round_id, _shared.patron_id).where(_shared.token == token[:80])
    async with store.engine.connect() as connection:
        row = (await connection.execute(query)).first()
    return None if row is None else Shared(row.round_id, row.patron_id)
