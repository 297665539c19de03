"""Who is logged in and with what password: sessions, members and the link of the first administrator, in the book.

Tokens are random, known to the visitor only, and kept as hashes: whoever reads the database cannot use them.
"""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Collection
from datetime import timedelta
from typing import cast, get_args

import msgspec
from sqlalchemy import ColumnElement, delete, func, insert, or_, select, update

from nomorebets.server import machine
from nomorebets.server.book import schema
from nomorebets.server.book.changes import Changes, StoreError, now
from nomorebets.server.book.notices import notice, notices
from nomorebets.server.book.store import Store
from nomorebets.server.people.passwords import (
    AccountError,
    hashed,
    is_outdated,
    key_of,
    matches,
    name_from,
    require_password,
)
from nomorebets.server.people.rights import Role

GUEST_STAYS = timedelta(days=90)
PATRON_STAYS = timedelta(days=14)
STAFF_STAYS = timedelta(hours=12)
SWEPT_EVERY = 100  # sessions that are over leave the book with about one new one in so many
AT_ONCE = 500  # sessions in one question to the book
ENDED = "nomorebets_sessions"  # what processes tell each other
LINK_LASTS = timedelta(hours=1)


class SessionRow(msgspec.Struct, frozen=True):
    """A session that is good now, and whose it is."""

    token: str  # its hash
    patron: str
    name: str
    role: Role
    is_member: bool


class MemberRow(msgspec.Struct, frozen=True):
    """A patron with a password."""

    patron: str
    name: str
    role: Role
    since: str


def hash_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _expiry(time: timedelta) -> str:
    return (machine.today() + time).isoformat(timespec="milliseconds")


def _role(text: str | None) -> Role:
    """A role that the book has and we do not know gives no more than a patron's rights."""
    return cast(Role, text) if text in get_args(Role) else "patron"


class Members:
    """Sessions and passwords over the store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # --- sessions ----------------------------------------------------------------------------------------------------

    async def begin_session(self, patron: str, changes: Changes | None = None) -> tuple[str, timedelta]:
        """A fresh token, for a visitor who has just come, registered or logged in; never one that came from outside."""
        member = await self._member(patron)
        stays = GUEST_STAYS if member is None else PATRON_STAYS if member.role == "patron" else STAFF_STAYS
        token = machine.token_urlsafe(32)
        changes = changes or Changes()
        if not machine.below(SWEPT_EVERY):
            changes.do(delete(schema.sessions).where(schema.sessions.c.expires < now()))
        changes.do(
            insert(schema.sessions).values(token=hash_of(token), patron_id=patron, began=now(), expires=_expiry(stays))
        )
        await self._store.commit(changes)
        return token, stays

    async def session(self, token: str) -> SessionRow | None:
        """The session of a token, if it is good."""
        s, p, m = schema.sessions.c, schema.patrons.c, schema.members.c
        query = (
            select(s.token, s.patron_id, p.name, m.role)
            .join(schema.patrons, p.id == s.patron_id)
            .outerjoin(schema.members, m.patron_id == s.patron_id)
            .where(s.token == hash_of(token), s.expires > now())
        )
        async with self._store.engine.connect() as connection:
            row = (await connection.execute(query)).first()
        if row is None:
            return None
        return SessionRow(row.token, row.patron_id, row.name, _role(row.role), row.role is not None)

    async def good(self, sessions: Collection[str]) -> set[str]:
        """Which of these sessions are still good."""
        s, asked, good = schema.sessions.c, list(sessions), set[str]()
        async with self._store.engine.connect() as connection:
            for first in range(0, len(asked), AT_ONCE):
                query = select(s.token).where(s.token.in_(asked[first : first + AT_ONCE]), s.expires > now())
                good.update((await connection.scalars(query)).all())
        return good

    def _end(self, changes: Changes, which: ColumnElement[bool]) -> None:
        """Sessions end, and every process on the database hears of it when they have."""
        changes.do(delete(schema.sessions).where(which))
        if self._store.is_shared:
            changes.do(notice(ENDED))

    async def ended(self) -> AsyncIterator[None]:
        """Whenever sessions may have been ended by another process; one process alone has nobody to hear."""
        if self._store.is_shared:
            async for _ in notices(self._store.engine, ENDED):
                yield

    async def end_session(self, token_hash: str) -> None:
        changes = Changes()
        self._end(changes, schema.sessions.c.token == token_hash)
        await self._store.commit(changes)

    async def end_sessions_of(self, patron: str) -> None:
        changes = Changes()
        self._end(changes, schema.sessions.c.patron_id == patron)
        await self._store.commit(changes)

    # --- names and passwords -----------------------------------------------------------------------------------------

    async def verify(self, said: str, password: str) -> str:
        """Refuse a name or a password that cannot be had; the name as it will be kept."""
        name = name_from(said)
        require_password(password, name)
        if await self._by_login(name) is not None:
            raise _taken(name)
        return name

    async def register(
        self, patron: str, said: str, password: str, role: Role = "patron", changes: Changes | None = None
    ) -> str:
        """A guest becomes a member, with everything that is his; the sessions he had as a guest end.

        ``changes`` are done with it or not at all: what makes him a guest in the first place.
        """
        if await self._member(patron) is not None:
            raise AccountError("you have a name here already", accepts="logging out first")
        name = await self.verify(said, password)
        changes = Changes() if changes is None else changes
        changes.do(
            insert(schema.members).values(
                patron_id=patron, login=key_of(name), password=await hashed(password), role=role, since=now()
            )
        )
        changes.do(update(schema.patrons).where(schema.patrons.c.id == patron).values(name=name))
        self._end(changes, schema.sessions.c.patron_id == patron)
        try:
            await self._store.commit(changes)
        except StoreError:
            if await self._by_login(name) is not None:  # somebody was faster
                raise _taken(name) from None
            raise
        return name

    async def recognize(self, said: str, password: str) -> str | None:
        """The patron of a name and a password; None for either being wrong, after the same time."""
        login = await self._by_login(said)
        patron, kept = login if login else (None, None)
        if not await matches(kept, password):
            return None
        assert patron is not None
        assert kept is not None
        if is_outdated(kept):
            await self._keep_password(patron, password)
        return patron

    async def change_password(self, patron: str, old: str, fresh: str, name: str) -> None:
        """Another password; every session of the patron ends."""
        query = select(schema.members.c.password).where(schema.members.c.patron_id == patron)
        async with self._store.engine.connect() as connection:
            kept: str | None = await connection.scalar(query)
        if not await matches(kept, old):
            raise AccountError("that is not your password")
        require_password(fresh, name)
        await self._keep_password(patron, fresh)
        await self.end_sessions_of(patron)

    async def _keep_password(self, patron: str, password: str) -> None:
        changes = Changes()
        keep = update(schema.members).where(schema.members.c.patron_id == patron)
        changes.do(keep.values(password=await hashed(password)))
        await self._store.commit(changes)

    async def _by_login(self, said: str) -> tuple[str, str] | None:
        query = select(schema.members.c.patron_id, schema.members.c.password)
        async with self._store.engine.connect() as connection:
            row = (await connection.execute(query.where(schema.members.c.login == key_of(said)))).first()
        return (row.patron_id, row.password) if row else None

    async def _member(self, patron: str) -> MemberRow | None:
        members = await self._members(patron)
        return members[0] if members else None

    async def is_member(self, patron: str) -> bool:
        return await self._member(patron) is not None

    # --- roles -------------------------------------------------------------------------------------------------------

    async def members(self) -> list[MemberRow]:
        """Everybody with a password, by name."""
        return await self._members()

    async def _members(self, patron: str | None = None) -> list[MemberRow]:
        m, p = schema.members.c, schema.patrons.c
        query = select(m.patron_id, p.name, m.role, m.since).join(schema.patrons, p.id == m.patron_id)
        query = query.order_by(m.login) if patron is None else query.where(m.patron_id == patron)
        async with self._store.engine.connect() as connection:
            rows = await connection.execute(query)
            return [MemberRow(row.patron_id, row.name, _role(row.role), row.since) for row in rows]

    async def give_role(self, patron: str, role: Role) -> MemberRow:
        """Another role, and the sessions begun under the old one end. The last administrator stays."""
        member = await self._member(patron)
        if member is None:
            raise AccountError("that patron has no password here", accepts="one of the members listed")
        m, others = schema.members.c, schema.members.alias().c
        change = update(schema.members).where(m.patron_id == patron)
        if role != "administrator":  # asked when it is written: two may demote each other at once
            remain = select(others.patron_id).where(others.role == "administrator", others.patron_id != patron)
            change = change.where(or_(m.role != "administrator", remain.exists()))
        changes = Changes()
        changes.require(change.values(role=role), _nobody_left())
        self._end(changes, schema.sessions.c.patron_id == patron)
        await self._store.commit(changes)
        return msgspec.structs.replace(member, role=role)

    async def _administrators(self) -> int:
        query = select(func.count()).where(schema.members.c.role == "administrator")
        async with self._store.engine.connect() as connection:
            return int(await connection.scalar(query) or 0)

    # --- the first administrator -------------------------------------------------------------------------------------

    async def first_link(self) -> str | None:
        """The token of a link that makes the first administrator, once; None where there is one."""
        if await self._administrators():
            return None
        token = machine.token_urlsafe(32)
        changes = Changes()
        changes.do(delete(schema.links).where(schema.links.c.expires < now()))
        changes.do(insert(schema.links).values(token=hash_of(token), expires=_expiry(LINK_LASTS)))
        await self._store.commit(changes)
        return token

    async def require_link(self, token: str) -> None:
        """Refuse a link that was used, is too old or never was."""
        links = schema.links.c
        query = select(links.token).where(links.token == hash_of(token), links.expires > now())
        async with self._store.engine.connect() as connection:
            link = await connection.scalar(query)
        if link is None or await self._administrators():
            raise _no_link()

    def use_link(self, token: str, changes: Changes) -> None:
        """The link is used up with what it is used for; of two who use it at once, one is refused."""
        links = schema.links.c
        changes.require(delete(schema.links).where(links.token == hash_of(token), links.expires > now()), _no_link())
        changes.do(delete(schema.links))  # and with it every other one


def _taken(name: str) -> AccountError:
    return AccountError(f"the name {name} cannot be had", accepts="another name")


def _nobody_left() -> AccountError:
    return AccountError("the house would be without an administrator", accepts="another administrator first")


def _no_link() -> AccountError:
    text = "this link was used, is too old or never was"
    return AccountError(text, accepts="the link that nomorebets serve prints while the house has no administrator")
