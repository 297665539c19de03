"""The languages of the house: English as it is written, and those that have a catalogue beside this file.

The record, the wires and the API speak English; a page is put into the visitor's language where it is made or shown.
"""

from __future__ import annotations

import re
from contextvars import ContextVar
from functools import cache
from http.cookies import CookieError, SimpleCookie

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from nomorebets.games import entries
from nomorebets.server.people.passwords import RESERVED
from nomorebets.server.web.languages.catalogue import HERE, catalogue

ENGLISH = "en"
NAMES = {ENGLISH: "English", "es": "Español"}  # each as its speakers call it
SPOKEN = (ENGLISH, *sorted(path.stem for path in HERE.glob("*.po")))
COOKIE = "language"
_spoken: ContextVar[str] = ContextVar("language", default=ENGLISH)


def language() -> str:
    """The language of whoever is being answered."""
    return _spoken.get()


def say(text: str, context: str = "") -> str:
    """A sentence of the house in the visitor's language."""
    return text if language() == ENGLISH else catalogue(language()).say(text, context)


class Own(str):
    """What somebody called himself, his table or his tournament: it is not translated."""

    __slots__ = ()


def given(name: str) -> Own:
    """A name in the visitor's language where the house gave it, and as it is where somebody chose it."""
    game, _, number = name.rpartition(" ")
    is_ours = name.lower().startswith(RESERVED) or (number.isdecimal() and game in _games())
    return Own(say(name) if is_ours else name)


@cache
def _games() -> frozenset[str]:
    return frozenset(entry.name for entry in entries().values())


def fragment(html: str) -> str:
    """A drawing, or another piece of a page, in the visitor's language."""
    return html if language() == ENGLISH else catalogue(language()).fragment(html)


def chosen(cookie: str, accept: str) -> str:
    """The language somebody chose, or else the first that his browser asks for and the house speaks.

    >>> chosen("", "pt, es-MX;q=0.8, en;q=0.5"), chosen("language=en", "es"), chosen("", "")
    ('es', 'en', 'en')
    """
    try:
        kept = SimpleCookie(cookie).get(COOKIE)
    except CookieError:
        kept = None
    if kept is not None and kept.value in SPOKEN:
        return kept.value
    wanted: list[tuple[float, int, str]] = []
    for part in accept.split(",")[:20]:
        found = re.fullmatch(r"\s*([a-zA-Z]{1,8})(?:-[\w-]*)?\s*(?:;\s*q=([01](?:\.\d{0,3})?))?\s*", part, re.ASCII)
        if found and found[1].lower() in SPOKEN and float(found[2] or 1):
            wanted.append((-float(found[2] or 1), len(wanted), found[1].lower()))
    return min(wanted)[2] if wanted else ENGLISH


class Interpreter:
    """Notes the language of every request before it is answered."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request in the language of whoever asks."""
        if scope["type"] == ScopeType.HTTP:
            headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
            _spoken.set(chosen(headers.get(b"cookie", ""), headers.get(b"accept-language", "")))
        await self._app(scope, receive, send)
