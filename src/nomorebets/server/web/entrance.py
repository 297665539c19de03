"""The entrance: what every request and connection must pass before it reaches a page or a table.

Under which name the house was called, how large and how slow a request may be, where a form came from, whether its
sender may do what it asks; and on the way out, the headers that bind a browser.
"""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
import logging
import re
from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from litestar._parsers import parse_url_encoded_form_data
from litestar.datastructures import Cookie
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException
from litestar.handlers.base import BaseRouteHandler
from litestar.types import ASGIApp, Message, Receive, Scope, Send, WebSocketScope

from nomorebets.errors import one_line
from nomorebets.server.people.accounts import COOKIE, SECURE, VISIT, AnyConnection, address_of
from nomorebets.server.people.pace import MOST_KEYS, Budget, Meter, Pace, network_of
from nomorebets.server.people.rights import NotAllowed, may, require
from nomorebets.server.tables.watchers import AT_ONCE, AtOnce
from nomorebets.server.web.languages import COOKIE as LANGUAGE
from nomorebets.server.web.relay import RELAYED, RELAYED_FOR
from nomorebets.server.web.rooms import AnyRequest

log: logging.Logger = logging.getLogger(__name__)

LONGEST_PART = 255  # bytes between two strokes of a path: no file has a longer name
LONGEST_QUERY, LONGEST_COOKIE = 16_384, 4_096  # bytes
MOST_FIELDS = 500  # of a form or a query
LARGE_FORM = 16_384  # bytes
BODY_WITHIN = 20.0  # seconds for a whole request to arrive
TAKEN_WITHIN = 30.0  # seconds in which a visitor must have taken a piece of the answer
TURNS_A_SECOND, TURNS_AT_ONCE = 40.0, 300.0  # requests from one address that are answered at once
LONGEST_WAIT = 1.0  # seconds for the others
JOIN_TURNS = 3.0  # requests that a connection to a table counts for, whether it is let in or not
JOINS_A_SECOND = 5.0  # connections to tables from one address, after as many as it may have
ADDRESS_TIMES = 20.0  # what all connections of one address may have read for them, in those of one
FORM_FIELD, FORM_HEADER = "_csrf_token", "x-csrf-token"
FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
_HOST = re.compile(
    r"(?:\[(?P<number>[0-9A-Fa-f:.]{2,45})\]|(?P<name>[A-Za-z0-9._-]{1,255}))(?::(?P<port>[0-9]{1,5})?)?"
)
_BARE_PERCENT = re.compile(rb"%(?![0-9A-Fa-f]{2})")
SAFE = ("GET", "HEAD", "OPTIONS")
_COOKIES = {f"{before}{name}".encode() for before in ("", SECURE) for name in (COOKIE, VISIT, LANGUAGE)}

# our own pages only: no script, style, picture or connection from anywhere else, nothing inline, and nobody frames them
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
# an embedded page has no forms and no session: anybody may frame it
EMBEDDED = {
    "Content-Security-Policy": POLICY.replace("frame-ancestors 'none'", "frame-ancestors *").replace(
        "form-action 'self'", "form-action 'none'"
    )
}
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cache-Control": "no-store",  # unless a page says otherwise
}
HTTPS_ONLY = {"Strict-Transport-Security": "max-age=31536000"}


@dataclass(frozen=True)
class EntranceSettings:
    """How far the house is open."""

    names: tuple[str, ...] | None = None  # what it may be called beside localhost and addresses; None: anything
    admits_guests: bool = True
    requests_a_second: float = 0  # per address; 0: as many as come
    requests_at_once: float = 600
    wires_from: int = 0  # connections to tables from one address; 0: as many as come


class Refusal(HTTPException):
    """A request that is turned away at the entrance."""


class Entrance:
    """Wraps the application."""

    def __init__(self, app: ASGIApp, settings: EntranceSettings, relay_token: Callable[[], str] = lambda: "") -> None:
        self._app, self._settings = app, settings
        self._relay_token = relay_token  # of the processes on the same book
        self._pace = Pace(settings.requests_a_second, settings.requests_at_once)
        self._joining = Pace(JOINS_A_SECOND, settings.wires_from)
        self._turns: OrderedDict[str, Meter] = OrderedDict()  # of addresses, those used last at the end
        self._wires: Counter[str] = Counter()  # by address
        self._budgets: OrderedDict[str, Budget] = OrderedDict()  # of addresses, those used last at the end

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._believe(scope)
        scope["headers"] = [(k, own_cookies(v) if k == b"cookie" else v) for k, v in scope["headers"]]
        if scope["type"] == ScopeType.WEBSOCKET:
            await self._wait_for_turn(_from(scope), JOIN_TURNS)
        fault = self._fault(scope)
        if scope["type"] == ScopeType.WEBSOCKET:
            if fault is not None:
                _log(scope, fault[1])
                await send({"type": "websocket.close", "code": 4403, "reason": fault[1]})
                return
            await self._wire(scope, receive, send)
            return
        leaving = _Leaving(scope, send)
        if fault is not None:
            _log(scope, fault[1])
            await _say(leaving, *fault)
            return
        await self._wait_for_turn(_from(scope))
        if scope["type"] == ScopeType.HTTP and scope["method"] == "HEAD":  # the page's headers, without the page
            leaving.with_body = False
            scope = {**scope, "method": "GET"}  # whoever sends the answer still knows that no body belongs to it
        try:
            await self._app(scope, _Arriving(receive), leaving)
        except TimeoutError:
            _log(scope, "too slow")

    def _believe(self, scope: Scope) -> None:
        """What another process of this house passes on counts for whoever it is passed on for."""
        if scope["type"] not in (ScopeType.HTTP, ScopeType.WEBSOCKET):
            return
        said = {name: value for name, value in scope["headers"] if name in (RELAYED, RELAYED_FOR)}
        token = self._relay_token().encode()
        if token and hmac.compare_digest(said.get(RELAYED, b""), token):
            scope["client"] = (said.get(RELAYED_FOR, b"").decode("latin-1"), 0)

    async def _wire(self, scope: WebSocketScope, receive: Receive, send: Send) -> None:
        """A connection to a table, which shares what is read for it with others from its address."""
        where = _from(scope)
        offered = (scope.get("extensions") or {}).get(AT_ONCE, {}).get("wire")
        wire = offered if isinstance(offered, AtOnce) else AtOnce()
        if self._settings.wires_from:
            budget = self._budgets.setdefault(where, Budget(ADDRESS_TIMES))
            self._budgets.move_to_end(where)
            if len(self._budgets) > MOST_KEYS:
                self._budgets.popitem(last=False)
            wire.share(budget)
        self._wires[where] += 1
        try:
            await self._app(scope, receive, send)
        finally:
            if wire.is_kept:
                wire.lost.append(partial(self._release, where))
            else:
                self._release(where)

    def _release(self, where: str) -> None:
        self._wires[where] -= 1
        if not self._wires[where]:
            del self._wires[where]

    async def _wait_for_turn(self, where: str, turns: float = 1.0) -> None:
        """Who asks without a pause is answered more slowly, so that others are not."""
        if not self._settings.requests_a_second:
            return
        meter = self._turns.setdefault(where, Meter(TURNS_A_SECOND, TURNS_AT_ONCE))
        self._turns.move_to_end(where)
        if len(self._turns) > MOST_KEYS:
            self._turns.popitem(last=False)
        wait = meter.spend(turns, asyncio.get_running_loop().time())
        if wait:
            await asyncio.sleep(min(wait, LONGEST_WAIT))

    def _fault(self, scope: Scope) -> tuple[int, str] | None:
        """Why a request is turned away without being looked at."""
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        if sum(name == b"host" for name, _ in scope["headers"]) > 1:
            return 400, "the house is called by one name at a time"  # readers of a head differ in which of them counts
        if not self._is_called(headers.get(b"host", "")):
            return 421, "the house is not known by that name"
        if scope["path"].startswith("/static/") and not _could_be_a_file(scope["path"]):
            return 404, "there is no such page"
        if scope["type"] == ScopeType.WEBSOCKET:
            if not is_own_origin(headers.get(b"origin"), headers.get(b"host")):
                return 403, "another site's page may not play here"
            where, most = _from(scope), self._settings.wires_from
            if most and (self._wires[where] >= most or not self._joining.take(where)):
                return 429, "too many connections from one address"
        query = scope["query_string"]
        if len(query) > LONGEST_QUERY or query.count(b"&") >= MOST_FIELDS:
            return 414, "that is more than a page can be asked"
        if headers.get(b"content-encoding", "identity") != "identity":
            return 415, "a body must come uncompressed"
        if self._settings.requests_a_second and not self._pace.take(_from(scope)):
            return 429, "too much at once: wait a moment"
        return None

    def _is_called(self, host: str) -> bool:
        """A name that somebody else's name server could point here is not ours: only those we know, and numbers."""
        if self._settings.names is None and not host:
            return True
        found = _HOST.fullmatch(host)
        if found is None or int(found["port"] or 0) > 65_535:
            return False
        if self._settings.names is None:
            return True
        name = (found["name"] or found["number"]).casefold()
        if name in ("localhost", *self._settings.names):
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True


class _Arriving:
    """A body that must arrive in time."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._until = asyncio.get_running_loop().time() + BODY_WITHIN
        self._whole = False

    async def __call__(self) -> Any:
        if self._whole:  # what comes now is only the end of the connection
            return await self._receive()
        async with asyncio.timeout_at(self._until):
            message = await self._receive()
        self._whole = message["type"] != "http.request" or not message.get("more_body", False)
        return message


class _Leaving:
    """An answer with our headers, which must be taken in time."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self._scope, self._send = scope, send
        self.with_body = True

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._put_headers(message)
        elif message["type"] == "http.response.body" and not self.with_body:
            message["body"] = b""
        async with asyncio.timeout(TAKEN_WITHIN):
            await self._send(message)

    def _put_headers(self, message: Any) -> None:
        headers = list(message.get("headers", []))
        present = {name.lower() for name, _ in headers}
        ours = HEADERS | (HTTPS_ONLY if self._scope["scheme"] == "https" else {})
        if b"content-security-policy" in present:
            ours = {name: value for name, value in ours.items() if name != "X-Frame-Options"}
        headers += [(k.lower().encode(), v.encode()) for k, v in ours.items() if k.lower().encode() not in present]
        cookie: Cookie | None = self._scope["state"].pop("to_set", None)
        if cookie is not None and any(k == b"content-type" and v.startswith(b"text/html") for k, v in headers):
            name, value = cookie.to_encoded_header()
            headers.append((name, value))
        message["headers"] = headers


async def _say(send: Send, status: int, text: str) -> None:
    body = f"{text}\n".encode()
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(body)).encode())]
    headers += [(b"connection", b"close")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def own_cookies(cookies: bytes) -> bytes:
    """Of a browser's cookies those of this house, each once; whatever else its address sets is not read.

    Ours have no backslash, and Python's reader of cookies may take time by the square of those.

    >>> own_cookies(b'theme=dark; language=es; patron="' + b"\\\\" * 9 + b'"; language=en')
    b'language=en'
    """
    parts = (part.strip() for part in cookies.split(b";"))
    own = {
        name: part
        for part in parts
        if (name := part.partition(b"=")[0].rstrip()) in _COOKIES and len(part) <= LONGEST_COOKIE and b"\\" not in part
    }
    return b"; ".join(own.values())


def _could_be_a_file(path: str) -> bool:
    """Whether a file system can be asked for a path at all."""
    return "\0" not in path and all(len(part) <= LONGEST_PART for part in path.encode(errors="replace").split(b"/"))


def _from(scope: Scope) -> str:
    """Whom a request or a connection counts for."""
    client = scope.get("client")
    return network_of(client[0]) if client else ""


def _log(scope: Scope, reason: str) -> None:
    client = scope.get("client")
    where = client[0] if client else "nowhere"
    log.warning("refused %s from %s: %s", one_line(scope["path"], 100), one_line(where, 60), reason)


def is_own_origin(origin: str | None, host: str | None) -> bool:
    """A browser says which page a request comes from; other clients say nothing."""
    if origin is None:
        return True
    try:
        return bool(host) and urlsplit(origin).netloc == host
    except ValueError:
        return False


# --- what a route asks for ------------------------------------------------------------------------------------------


async def may_enter(connection: AnyConnection, handler: BaseRouteHandler) -> None:
    """The guard of every route: its act, against the standing of whoever asks. A route without an act is nobody's."""
    act = handler.opt.get("act", "")
    if may("stranger", act):
        return
    visit = await connection.app.state.house.people.visit(connection)
    try:
        require(visit.standing, act)
    except NotAllowed as fault:
        log.warning("refused %s from %s: %s", one_line(connection.url.path, 100), address_of(connection), fault.text)
        raise


async def _form_of(request: AnyRequest) -> Mapping[str, Any]:
    """What a form says; refused where it cannot be read, or has more fields than any of ours."""
    try:
        if request.content_type[0] != FORMS[0]:
            return await request.form()
        body = await request.body()
        if body.count(b"&") >= MOST_FIELDS:
            _log(request.scope, "too many fields")
            raise HTTPException(status_code=413)
        if _BARE_PERCENT.search(body):  # no browser sends it, and a form of nothing else takes a second to read
            raise ValueError("a percent sign without its two digits")
        form = await request.form()
        if len(body) > LARGE_FORM:
            parse_url_encoded_form_data.cache_clear()  # it keeps a thousand forms: of this size that is gigabytes
        return form
    except (LookupError, ValueError) as fault:  # an encoding that nobody knows, or bytes that are not in it
        log.warning("refused %s from %s: a form that is none", one_line(request.url.path, 100), address_of(request))
        raise HTTPException(status_code=400, detail="the form cannot be read") from fault


async def own_forms_only(request: AnyRequest) -> None:
    """Before every handler: a page gets a token for its forms; an unsafe request must bring it back.

    A request that is known by a header of its own needs none: no browser sends that for another site.
    """
    people = request.app.state.house.people
    if request.method in SAFE:
        if request.route_handler.opt.get("forms", True):
            await people.give_form_token(request)
        return
    is_form = request.content_type[0] in FORMS and not request.route_handler.opt.get("programs")
    form = await _form_of(request) if is_form else {}
    visit = await people.visit(request)
    if not is_own_origin(request.headers.get("origin"), request.headers.get("host")):
        raise _not_own(request, "another site's page may not do this")
    if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise _not_own(request, "another site's page may not do this")
    if not visit.by_cookie and (visit.session or request.route_handler.opt.get("programs")):
        return
    said = request.headers.get(FORM_HEADER) or str(form.get(FORM_FIELD, ""))
    if not await people.is_own_form(request, said):
        raise _not_own(request, "this form is not from a page of yours, or older than your visit: load the page again")
    await people.give_form_token(request)


def _not_own(request: AnyRequest, text: str) -> Refusal:
    log.warning("refused %s from %s: %s", one_line(request.url.path, 100), address_of(request), text)
    return Refusal(status_code=403, detail=text)
