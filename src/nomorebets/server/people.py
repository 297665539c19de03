"""Who is visiting: a signed cookie with a random patron id, and play money to begin with.

The one place where the current patron is found; accounts and passwords will come in here.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from sqlalchemy import insert

from nomorebets.server import schema
from nomorebets.server.store import HOUSE, PLAY_MONEY, Changes, Store, now

COOKIE = "patron"
BOT = "house-bot"  # a patron of the house's own
WELCOME = 100_000  # cents of play money
_SIGNED = re.compile(r"([0-9a-f]{32})\.([0-9a-f]{64})", re.ASCII)
_YEAR = 365 * 24 * 3600

AnyConnection = ASGIConnection[Any, Any, Any, Any]


@dataclass
class Purse:
    """A patron and the play money that is not at a table."""

    patron: str
    name: str
    balance: int  # cents

    @property
    def account(self) -> str:
        return f"patron:{self.patron}"


class People:
    """Everybody this house knows."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._key = b""
        self._purses: dict[str, Purse] = {}

    async def open(self) -> None:
        self._key = bytes.fromhex(await self._store.secret("cookie-key", secrets.token_hex(32)))

    async def purse(self, patron: str) -> Purse | None:
        """A patron's purse; everybody shares the same one, at whatever table."""
        known = self._purses.get(patron)
        if known is not None:
            return known
        name = await self._store.patron_name(patron)
        if name is None:
            return None
        balance = await self._store.balance(f"patron:{patron}")
        return self._purses.setdefault(patron, Purse(patron, name, balance))

    async def token(self, purse: Purse) -> str:
        """What a program sends as ``Authorization: Bearer`` to act as this patron."""
        return self.signed(purse)

    async def find(self, connection: AnyConnection) -> Purse | None:
        """The patron a connection belongs to, if its cookie is one of ours."""
        bearer = connection.headers.get("authorization", "").removeprefix("Bearer ")
        signed = _SIGNED.fullmatch(bearer or connection.cookies.get(COOKIE, ""))
        if signed is None or not hmac.compare_digest(self._sign(signed[1]), signed[2]):
            return None
        return await self.purse(signed[1])

    async def welcome(self, connection: AnyConnection) -> tuple[Purse, list[Cookie]]:
        """The patron of a visit, made and given play money on the first one; with the cookie to set."""
        known = await self.find(connection)
        if known is not None:
            return known, []
        purse = await self.create()
        value = f"{purse.patron}.{self._sign(purse.patron)}"
        secure = connection.scope.get("scheme") == "https"
        cookie = Cookie(COOKIE, value=value, max_age=_YEAR, httponly=True, samesite="lax", path="/", secure=secure)
        return purse, [cookie]

    async def company(self) -> Purse:
        """The bot that sits down with somebody alone; nobody can be it, for its id is no cookie's."""
        if await self.purse(BOT) is None:
            changes = Changes()
            changes.do(insert(schema.patrons).values(id=BOT, name="House bot", since=now()))
            await self._store.commit(changes)
        known = await self.purse(BOT)
        assert known is not None
        return known

    async def create(self, name: str = "", note: Callable[[Changes, str], None] | None = None) -> Purse:
        patron = secrets.token_hex(16)
        name = name or f"Guest {patron[:4].upper()}"
        changes = Changes()
        changes.do(insert(schema.patrons).values(id=patron, name=name, since=now()))
        changes.move(HOUSE, f"patron:{patron}", WELCOME, PLAY_MONEY)
        if note is not None:
            note(changes, patron)
        await self._store.commit(changes)
        return self._purses.setdefault(patron, Purse(patron, name, WELCOME))

    def signed(self, purse: Purse) -> str:
        """The cookie of a patron, for tests and for clients without a browser."""
        return f"{purse.patron}.{self._sign(purse.patron)}"

    def _sign(self, patron: str) -> str:
        return hmac.new(self._key, patron.encode(), hashlib.sha256).hexdigest()
