"""Who is visiting: the one place where the current patron is found, by a session's token in a cookie or a header.

Whoever comes first is a guest with play money to begin with, and may take a name and a password later; the money stays.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.utils.scope.state import ScopeState
from sqlalchemy import insert

from nomorebets.errors import RulesError, shown
from nomorebets.server import machine
from nomorebets.server.book import schema
from nomorebets.server.book.changes import HOUSE, PLAY_MONEY, Changes, now
from nomorebets.server.book.store import Store
from nomorebets.server.people.members import MemberRow, Members, hash_of
from nomorebets.server.people.pace import Pace, network_of
from nomorebets.server.people.passwords import AccountError, key_of
from nomorebets.server.people.rights import NotAllowed, Role, Standing

log: logging.Logger = logging.getLogger(__name__)

COOKIE = "patron"
BOT = "house-bot"  # a patron of the house's own; others have numbers, "house-bot-3"
VISIT = "visit"  # of somebody without a session: what a form of his is tied to
SECURE = "__Host-"  # before a cookie's name where the page came by https
WELCOME = 100_000  # cents of play money
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}", re.ASCII)

AnyConnection = ASGIConnection[Any, Any, Any, Any]


def is_bot(patron: str) -> bool:
    """Whether a patron is one of the house's own; nobody else's id has letters beyond f."""
    return patron.startswith(BOT)


class TooOften(AccountError):
    """Something was tried too often."""


def account_of_purse(patron: str) -> str:
    """The account of a patron's play money that is not at a table."""
    return f"patron:{patron}"


@dataclass
class Purse:
    """A patron and the play money that is not at a table."""

    patron: str
    name: str
    balance: int  # cents
    role: Role = "patron"
    is_member: bool = False  # has a password

    @property
    def account(self) -> str:
        return account_of_purse(self.patron)


@dataclass(frozen=True)
class Visit:
    """Somebody who has come in, and how the house knows."""

    purse: Purse | None = None
    session: str = ""  # the hash of its token
    by_cookie: bool = False  # sent by a browser without being asked: unsafe requests must prove where they come from

    @property
    def standing(self) -> Standing:
        return self.purse.role if self.purse else "stranger"


class People:
    """Everybody this house knows."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.members: Members = Members(store)
        self.admits_guests = True
        self._key = b""
        self.relay_token: str = ""  # what processes on one book know each other by
        self._purses: dict[str, Purse] = {}
        self.recount: Callable[[Purse], Awaitable[None]] = _as_it_is  # from the book, where others write in it too
        self.guests: Pace = Pace(2, 1_200)  # new guests per address
        self.attempts: Pace = Pace(1 / 30, 10)  # passwords per name and address
        self.attempts_by_name: Pace = Pace(1 / 10, 60)  # passwords per name, from wherever
        self.attempts_from: Pace = Pace(1 / 5, 40)  # passwords and new names per address

    async def open(self) -> None:
        self._key = bytes.fromhex(await self._store.secret("cookie-key", machine.token_hex(32)))
        self.relay_token = hmac.new(self._key, b"relay", hashlib.sha256).hexdigest()

    async def purse(self, patron: str) -> Purse | None:
        """A patron's purse; everybody shares the same one, at whatever table."""
        known = self._purses.get(patron)
        if known is not None:
            return known
        name = await self._store.patron_name(patron)
        if name is None:
            return None
        balance = await self._store.balance(account_of_purse(patron))
        return self._purses.setdefault(patron, Purse(patron, name, balance))

    # --- coming in ---------------------------------------------------------------------------------------------------

    async def visit(self, connection: AnyConnection) -> Visit:
        """Whose connection this is; asked of the book once per connection."""
        state = connection.scope["state"]
        visit: Visit | None = state.get("visit")
        if visit is None:
            visit = state["visit"] = await self._visit(connection)
        return visit

    async def _visit(self, connection: AnyConnection) -> Visit:
        bearer = connection.headers.get("authorization", "")
        by_cookie = not bearer
        token = _cookie_of(connection, COOKIE) if by_cookie else bearer.removeprefix("Bearer ")
        return await self.known_by(token, by_cookie)

    async def known_by(self, token: str, by_cookie: bool = False) -> Visit:
        """Whose a token is."""
        session = await self.members.session(token) if _TOKEN.fullmatch(token) else None
        purse = await self.purse(session.patron) if session is not None else None
        if session is None or purse is None:
            return Visit()
        purse.name, purse.role, purse.is_member = session.name, session.role, session.is_member
        await self.recount(purse)
        return Visit(purse, session.token, by_cookie)

    async def find(self, connection: AnyConnection) -> Purse | None:
        """The patron a connection belongs to, if the house knows."""
        return (await self.visit(connection)).purse

    async def welcome(self, connection: AnyConnection) -> tuple[Purse | None, list[Cookie]]:
        """The patron of a visit, made and given play money on the first one; with the cookie to set."""
        known = await self.find(connection)
        if known is not None:
            return known, []
        try:
            self.require_guests(connection)
            purse, changes = self.newcomer()
            cookies = [await self.let_in(connection, purse, changes)]
            return self._purses.setdefault(purse.patron, purse), cookies
        except RulesError:  # no more guests, or a book that cannot be written: whoever comes may still look
            return None, []

    async def house_bot(self, number: int = 0) -> Purse:
        """The bot that sits down with somebody alone, or a numbered one; nobody can be it: its id is no cookie's."""
        patron, name = (f"{BOT}-{number}", f"House bot {number}") if number else (BOT, "House bot")
        if await self.purse(patron) is None:
            changes = Changes()
            changes.do(insert(schema.patrons).values(id=patron, name=name, since=now()))
            await self._store.commit(changes)
        known = await self.purse(patron)
        assert known is not None
        return known

    def require_guests(self, connection: AnyConnection) -> None:
        """Refuse a guest where the house takes none, and more than it takes from one address."""
        if not self.admits_guests:
            raise NotAllowed("this house takes no guests", accepts="logging in, or registering")
        if not self.guests.take(network_of(address_of(connection))):
            log.warning("too many new guests from %s", address_of(connection))
            raise TooOften("too many new guests from one address", accepts="waiting a minute")

    async def let_in(self, connection: AnyConnection, purse: Purse, changes: Changes | None = None) -> Cookie:
        """A session with a token of its own: whatever came with the request is not used again."""
        token, stays = await self.members.begin_session(purse.patron, changes)
        self._now_known_as(connection, Visit(purse, hash_of(token), True))
        return _cookie(connection, COOKIE, token, int(stays.total_seconds()))

    async def create(
        self, name: str = "", note: Callable[[Changes, str], None] | None = None, money: int = WELCOME
    ) -> Purse:
        purse, changes = self.newcomer(name, money)
        if note is not None:
            note(changes, purse.patron)
        await self._store.commit(changes)
        return self._purses.setdefault(purse.patron, purse)

    def newcomer(self, name: str = "", money: int = WELCOME) -> tuple[Purse, Changes]:
        """A patron to be, and what makes him one when it is written."""
        self._store.means.require()
        patron = machine.token_hex(16)
        purse = Purse(patron, name or f"Guest {patron[:4].upper()}", money)
        changes = Changes()
        changes.do(insert(schema.patrons).values(id=patron, name=purse.name, since=now()))
        changes.move(HOUSE, purse.account, money, PLAY_MONEY)
        return purse, changes

    async def token(self, purse: Purse) -> str:
        """A session for a client without a browser: sent as ``Authorization: Bearer``, or as the cookie."""
        return (await self.members.begin_session(purse.patron))[0]

    # --- names, passwords, roles -------------------------------------------------------------------------------------

    async def register(self, connection: AnyConnection, name: str, password: str) -> Cookie:
        """A guest takes a name; seats, chips and money stay his."""
        self._take_attempt(connection, name)
        purse, changes = await self.find(connection), None
        if purse is None:
            purse, changes = self.newcomer()
        purse.name = await self.members.register(purse.patron, name, password, changes=changes)
        purse = self._purses.setdefault(purse.patron, purse)
        purse.is_member = True
        return await self.let_in(connection, purse)

    async def log_in(self, connection: AnyConnection, name: str, password: str) -> Cookie:
        self._take_attempt(connection, name)
        patron = await self.members.recognize(name, password)
        if patron is None:
            log.warning("a login as %s from %s failed", shown(name, 40), address_of(connection))
            raise AccountError("the name or the password is wrong")
        before = await self.visit(connection)
        if before.session:
            await self.members.end_session(before.session)
        purse = await self.purse(patron)
        assert purse is not None
        return await self.let_in(connection, purse)

    async def log_out(self, connection: AnyConnection) -> list[Cookie]:
        """The session ends in the book; the cookie is taken back."""
        visit = await self.visit(connection)
        if visit.session:
            await self.members.end_session(visit.session)
        self._now_known_as(connection, Visit())
        return [_cookie(connection, name, "", 0) for name in (COOKIE, VISIT)]

    async def change_password(self, connection: AnyConnection, old: str, fresh: str) -> Cookie:
        purse = await self.find(connection)
        if purse is None or not purse.is_member:
            raise AccountError("you have no password here", accepts="registering first")
        self._take_attempt(connection, purse.name)
        await self.members.change_password(purse.patron, old, fresh, purse.name)
        return await self.let_in(connection, purse)

    async def make_first_administrator(self, connection: AnyConnection, link: str, name: str, password: str) -> Cookie:
        self._take_attempt(connection, name)
        await self.members.require_link(link)
        await self.members.verify(name, password)
        purse, changes = self.newcomer(money=0)
        self.members.use_link(link, changes)
        purse.name = await self.members.register(purse.patron, name, password, "administrator", changes)
        purse = self._purses.setdefault(purse.patron, purse)
        log.warning("%s is the first administrator", purse.name)
        return await self.let_in(connection, purse)

    async def give_role(self, patron: str, role: Role) -> MemberRow:
        """A role for a member; he logs in again to have it."""
        member = await self.members.give_role(patron, role)
        if patron in self._purses:
            self._purses[patron].role = role
        return member

    def _take_attempt(self, connection: AnyConnection, name: str) -> None:
        """Guessing is slow: by address, by name, and by both."""
        where, who = network_of(address_of(connection)), key_of(name)
        # the name's own last: what one address may not try does not use up what others may
        paces = ((self.attempts_from, where), (self.attempts, f"{where} {who}"), (self.attempts_by_name, who))
        if not all(pace.take(key) for pace, key in paces):
            log.warning("too many passwords tried from %s as %s", where, shown(name, 40))
            raise TooOften("too many attempts", accepts="waiting a few minutes")

    # --- forms -------------------------------------------------------------------------------------------------------

    async def give_form_token(self, connection: AnyConnection) -> None:
        """What the forms of a page bring back: tied to the session, or to a cookie of its own where there is none."""
        tied_to = (await self.visit(connection)).session or _cookie_of(connection, VISIT)
        if not tied_to:
            tied_to = machine.token_urlsafe(32)
            connection.scope["state"]["to_set"] = _cookie(connection, VISIT, tied_to, 12 * 3600)
        ScopeState.from_scope(connection.scope).csrf_token = self._form_token(tied_to)

    def _now_known_as(self, connection: AnyConnection, visit: Visit) -> None:
        """From here on the page and its forms belong to another session."""
        connection.scope["state"]["visit"] = visit
        connection.scope["state"].pop("to_set", None)
        ScopeState.from_scope(connection.scope).csrf_token = self._form_token(visit.session) if visit.session else ""

    async def is_own_form(self, connection: AnyConnection, said: str) -> bool:
        visit = await self.visit(connection)
        tied_to = visit.session or _cookie_of(connection, VISIT)
        return bool(tied_to) and hmac.compare_digest(self._form_token(tied_to).encode(), said.encode())

    def _form_token(self, tied_to: str) -> str:
        return hmac.new(self._key, b"form:" + tied_to.encode(), hashlib.sha256).hexdigest()


async def _as_it_is(purse: Purse) -> None:
    """One process alone knows what is in a purse."""


def is_secure(connection: AnyConnection) -> bool:
    return connection.scope.get("scheme") in ("https", "wss")


def _named(name: str, connection: AnyConnection) -> str:
    return SECURE + name if is_secure(connection) else name


def _cookie(connection: AnyConnection, name: str, value: str, seconds: int) -> Cookie:
    return Cookie(
        _named(name, connection),
        value=value,
        max_age=seconds,
        httponly=True,
        samesite="lax",
        path="/",
        secure=is_secure(connection),
    )


def _cookie_of(connection: AnyConnection, name: str) -> str:
    """A cookie; over https only one that no other host could have set. What was passed on to us came by either."""
    cookie = connection.cookies.get(SECURE + name, "")
    return cookie if cookie or is_secure(connection) else connection.cookies.get(name, "")


def address_of(connection: AnyConnection) -> str:
    """Where a connection comes from; behind a trusted proxy, what the proxy says."""
    return connection.client.host if connection.client else "nowhere"
