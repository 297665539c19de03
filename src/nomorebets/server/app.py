"""The house as a web application: pages, live tables, static files, and errors in one sentence."""

from __future__ import annotations

import importlib
import logging
import pkgutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from litestar import Litestar, Response
from litestar.config.compression import CompressionConfig
from litestar.exceptions import HTTPException
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.response import Template
from litestar.static_files import create_static_files_router
from litestar.template import TemplateConfig

from nomorebets.drivers.chance import Chance
from nomorebets.errors import RulesError
from nomorebets.server import pages
from nomorebets.server.api import problems
from nomorebets.server.api.description import DESCRIPTION, ROUTER
from nomorebets.server.pages import lobby
from nomorebets.server.rooms import AnyRequest, refused, warm
from nomorebets.server.seating import Clock
from nomorebets.server.service import House
from nomorebets.server.store import Store

log = logging.getLogger(__name__)

HERE = Path(__file__).parent
# our own pages only: no script, picture or connection from anywhere else, and nobody frames them
POLICY = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self' ws: wss:; "
    "object-src 'none'; frame-ancestors 'none'; base-uri 'self'; form-action 'self'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}
WORDS = {
    404: "there is no such page",
    405: "that cannot be done here",
    413: "that is more than this page takes",
    429: "too much at once: wait a moment",
}


def build_app(db_url: str, chance: Chance | None = None, clock: Clock | None = None) -> Litestar:
    """The application over one database."""
    store = Store(db_url)
    house = House(store, chance, clock)

    @asynccontextmanager
    async def doors(app: Litestar) -> AsyncIterator[None]:
        await house.open()
        lobby.games()  # every game is imported before the first visitor waits for it
        warm()
        try:
            yield
        finally:
            await house.close()

    app = Litestar(
        route_handlers=[*routes(), ROUTER, create_static_files_router(path="/static", directories=[HERE / "static"])],
        lifespan=[doors],
        template_config=TemplateConfig(directory=HERE / "templates", engine=JinjaTemplateEngine),
        compression_config=CompressionConfig(backend="gzip", minimum_size=1_000, gzip_compress_level=5),
        exception_handlers={
            RulesError: refused,
            HTTPException: _http_fault,
            Exception: _fault,
        },
        after_request=_with_headers,
        openapi_config=DESCRIPTION,
        include_in_schema=False,
        logging_config=None,
        request_max_body_size=4_000_000,
    )
    app.state.store = store
    app.state.house = house
    return app


def routes() -> list[Any]:
    """The handlers of every page."""
    found: list[Any] = []
    for module in sorted(info.name for info in pkgutil.iter_modules(pages.__path__)):
        found += getattr(importlib.import_module(f"{pages.__name__}.{module}"), "ROUTES", [])
    return found


async def _with_headers(response: Response[Any]) -> Response[Any]:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    return response


def _http_fault(request: AnyRequest, fault: HTTPException) -> Response[Any] | Template:
    if request.url.path.startswith("/api/"):  # a route that is none, or another method
        return problems.http_fault(request, fault)
    status = fault.status_code
    said = str(fault.detail or "").rstrip(".")
    text = WORDS.get(status) or (said if status < 500 and said else "the house could not do that")
    return _sorry(request, status, text)


def _fault(request: AnyRequest, fault: Exception) -> Response[Any] | Template:
    log.error("%s %s", request.method, request.url.path, exc_info=fault)
    return _sorry(request, 500, "something went wrong in the house; nothing has moved, and it was noted")


def _sorry(request: AnyRequest, status: int, text: str) -> Response[Any] | Template:
    if request.headers.get("accept", "").startswith("application/json"):
        problem = {"type": "about:blank", "title": text, "status": status}
        return Response(problem, media_type="application/problem+json", status_code=status, headers=dict(HEADERS))
    context = {"title": "Not here" if status == 404 else "Refused", "text": text, "status": status}
    return Template("sorry.html", context=context, status_code=status, headers=dict(HEADERS))
