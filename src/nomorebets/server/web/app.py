"""The house as a web application: pages, live tables, static files, and errors in one sentence."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from litestar import Litestar, Response, Router
from litestar.config.compression import CompressionConfig
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import HTTPException
from litestar.response import Template
from litestar.static_files import create_static_files_router
from litestar.template import TemplateConfig
from sqlalchemy.exc import DataError

from nomorebets.drivers.chance import Chance
from nomorebets.equipment.cards import ranks_shown
from nomorebets.equipment.packs import printed
from nomorebets.errors import RulesError, one_line
from nomorebets.games import entries
from nomorebets.regulation import names
from nomorebets.server.book.database import OUTAGES, reason
from nomorebets.server.book.seldom import Seldom
from nomorebets.server.book.store import Store
from nomorebets.server.tables.clock import Clock
from nomorebets.server.tables.delivery import WENT_WRONG
from nomorebets.server.tables.idle import IdleTables
from nomorebets.server.tables.offering import licensee
from nomorebets.server.tables.service import LiveHouse
from nomorebets.server.tournaments.service import Tournaments
from nomorebets.server.web.api import problems
from nomorebets.server.web.api.description import DESCRIPTION, ROUTER
from nomorebets.server.web.entrance import Entrance, EntranceSettings, may_enter, own_forms_only
from nomorebets.server.web.languages import Interpreter
from nomorebets.server.web.languages.engine import SpokenEngine
from nomorebets.server.web.pages import lobby, routes
from nomorebets.server.web.relay import LARGEST_BODY, Relay
from nomorebets.server.web.rooms import OUTCOMES, AnyRequest, paragraph_only, refused, warm
from nomorebets.server.web.witnessing import Witnessing
from nomorebets.table.money import dollars

log: logging.Logger = logging.getLogger(__name__)
SELDOM = Seldom(log)

HERE = Path(__file__).parent
WORDS = {
    404: "there is no such page",
    405: "that cannot be done here",
    413: "that is more than this page takes",
    429: "too much at once: wait a moment",
}


def build_app(
    db_url: str,
    chance: Chance | None = None,
    clock: Clock | None = None,
    settings: EntranceSettings | None = None,
    address: str = "",
    witnesses: Sequence[str] = (),
) -> Litestar:
    """The application over one database; ``address`` is where other processes on the same database reach this one.

    ``witnesses`` are files and other houses that note the head of its book.
    """
    return app_of(LiveHouse(Store(db_url), chance, clock, address), settings, witnesses)


def _game_name(game_id: str) -> str:
    known = entries().get(game_id)
    return known.name if known is not None else "A game from a file"


def _know_names(engine: SpokenEngine) -> None:
    """Templates call things by their names, never by their identifiers."""
    called = {"wager": names.wager, "option": names.option, "value": names.value, "choice": names.choice}
    engine.engine.filters.update({f"{kind}_name": name for kind, name in called.items()})
    engine.engine.filters |= {
        "incident_name": names.incident,
        "pay_name": names.pay_row,
        "ranks_shown": ranks_shown,
        "card_shown": printed,
        "game_name": _game_name,
        "dollars": dollars,
        "outcome_name": names.outcome,
        "result_name": lambda result: OUTCOMES.get(result, result),
        "paragraph": paragraph_only,
    }
    engine.engine.globals["licensee"] = licensee


def app_of(house: LiveHouse, settings: EntranceSettings | None = None, witnesses: Sequence[str] = ()) -> Litestar:
    """The application of a house, which opens and closes it."""
    settings = settings or EntranceSettings()
    house.people.admits_guests = settings.admits_guests
    witnessing, tournaments = Witnessing(house.store, witnesses), Tournaments(house)
    idle = IdleTables(house)

    @asynccontextmanager
    async def opening_hours(app: Litestar) -> AsyncIterator[None]:
        await house.open()
        witnessing.open()
        if house.store.sound.fault is None:
            tournaments.begin()
            idle.begin()
        lobby.games()  # every game is imported before the first visitor waits for it
        warm()
        try:
            yield
        finally:
            idle.end()
            await tournaments.close()
            await house.close(before=witnessing.close)

    app = Litestar(
        route_handlers=[*routes(), ROUTER, _static_files()],
        lifespan=[opening_hours],
        template_config=TemplateConfig(directory=HERE / "templates", engine=SpokenEngine, engine_callback=_know_names),
        compression_config=CompressionConfig(backend="gzip", minimum_size=1_000, gzip_compress_level=5),
        exception_handlers={
            RulesError: refused,
            HTTPException: _http_fault,
            Exception: _fault,
        },
        guards=[may_enter],
        before_request=own_forms_only,
        openapi_config=DESCRIPTION,
        include_in_schema=False,
        logging_config=None,
        request_max_body_size=LARGEST_BODY,
    )
    app.asgi_handler = Entrance(Interpreter(Relay(app.asgi_handler, house)), settings, lambda: house.people.relay_token)
    app.state.store = house.store
    app.state.house = house
    app.state.tournaments = tournaments
    return app


def _static_files() -> Router:
    return create_static_files_router(
        path="/static",
        directories=[HERE / "static"],
        cache_control=CacheControlHeader(public=True, no_cache=True),  # kept, and asked for again by its tag
        opt={"act": "read", "forms": False},
    )


def _http_fault(request: AnyRequest, fault: HTTPException) -> Response[Any] | Template:
    if request.url.path.startswith("/api/"):  # a route that is none, or another method
        return problems.http_fault(request, fault)
    status = fault.status_code
    said = str(fault.detail or "").rstrip(".")
    text = WORDS.get(status) or (said if status < 500 and said else "the house could not do that")
    return _sorry(request, status, text)


def _fault(request: AnyRequest, fault: Exception) -> Response[Any] | Template:
    if isinstance(fault, OUTAGES):
        SELDOM.error("the book cannot be read: %s", reason(fault))
        return _sorry(request, 503, "the book cannot be read at the moment: come again")
    if isinstance(fault, DataError):  # PostgreSQL takes no NUL, and no number beyond its own
        return _sorry(request, 400, "that cannot be looked up")
    if isinstance(fault, TimeoutError):
        log.warning("refused %s: it did not come in time", one_line(request.url.path, 100))
        return _sorry(request, 408, "that came too slowly")
    log.error("%s %s", request.method, one_line(request.url.path), exc_info=fault)
    return _sorry(request, 500, WENT_WRONG)


def _sorry(request: AnyRequest, status: int, text: str) -> Response[Any] | Template:
    if request.headers.get("accept", "").startswith("application/json"):
        problem = {"type": "about:blank", "title": text, "status": status}
        return Response(problem, media_type="application/problem+json", status_code=status, headers=_again(status))
    context = {"title": "Not here" if status == 404 else "Refused", "text": text, "status": status}
    return Template("sorry.html", context=context, status_code=status, headers=_again(status))


def _again(status: int) -> dict[str, str]:
    return {"Retry-After": "2"} if status == 503 else {}
