"""The documentation in the house: the same pages as on its site, with what the house has on each game."""

from __future__ import annotations

from typing import Any

from litestar import Response, Router, get
from litestar.params import FromPath
from markupsafe import Markup

from nomorebets.docs import site, writing
from nomorebets.docs.sources import INDEX
from nomorebets.games import can_be_dealt, subchapter_of
from nomorebets.regulation import law
from nomorebets.server.addresses import rule_url
from nomorebets.server.web.rooms import COUNTER, SORRY, AnyRequest, page, tagged

DOCS = "/docs"
SEARCHED = f"{DOCS}/{writing.SEARCHED}"


def rooms_of(game: str) -> list[tuple[str, str]]:
    """What the house has on a game."""
    rules = ("Rules", rule_url(f"{law.chapter_on(law.newest()).number}-{subchapter_of(game)}"))
    if not can_be_dealt(game):
        return [rules]
    return [
        ("Open a table", f"/tables/new?game={game}"),
        ("Odds", f"/odds/{game}"),
        rules,
        ("Gaming guide", f"/guide/sample/{game}"),
        ("Drills", f"/drills/{game}"),
        ("Settle a dispute", f"/floor/{game}"),
    ]


def address(here: str, to: str) -> str:
    return DOCS if to == INDEX else f"{DOCS}/{to}"


SHELF = site.Shelf(address, rule_url, rooms_of)


@get([DOCS, f"{DOCS}/{{name:path}}"], act="read")
async def show_page(request: AnyRequest, name: FromPath[str] = INDEX) -> Response[Any]:
    """A page of the documentation."""
    asked = str(name).strip("/") or INDEX
    made = await COUNTER.get(("docs", asked), lambda: site.page(asked, SHELF))
    assert made is not None
    body = Markup(writing.body_of(made, SHELF, SEARCHED))
    return tagged(request, page("docs.html", title=made.title, body=body))


@get(SEARCHED, act="read")
async def show_searched() -> Response[str]:
    """What the search of these pages looks through."""
    made = await COUNTER.get(("docs", writing.SEARCHED), lambda: writing.searched(SHELF))
    return Response(made or "", media_type="text/javascript")


ROUTES: list[Any] = [Router("/", route_handlers=[show_page, show_searched], exception_handlers=SORRY)]
