"""Gaming guides: of every table that is open, and of every game under the defaults; to be printed."""

from __future__ import annotations

from datetime import date
from typing import Any

from litestar import Response, Router, get
from litestar.params import FromPath
from litestar.response import Template
from markupsafe import Markup

from nomorebets.compliance.guide import forms, guide_html, guide_of, signs_html
from nomorebets.errors import UnknownName, shown
from nomorebets.games import can_be_dealt, first_game, open_table
from nomorebets.server.tables.offering import licensee
from nomorebets.server.web.rooms import (
    COUNTER,
    SORRY,
    AnyRequest,
    download,
    games_for_menu,
    page,
    table_asked,
    tagged,
)
from nomorebets.table.game import Table
from nomorebets.table.house import Settings

MEDIA = {"html": "text/html", "md": "text/markdown", "pdf": "application/pdf"}


@get(["/guide", "/guides"], act="read")
async def show_guides(request: AnyRequest) -> Template:
    """Which table, or which game."""
    tables = await request.app.state.store.open_tables()
    return page("guides.html", title="Gaming guides", tables=tables, games=games_for_menu())


@get("/guide/sample/{game:str}", act="read")
async def show_sample(request: AnyRequest, game: FromPath[str]) -> Response[Any]:
    """The guide of a game under the defaults, or under the settings of the query."""
    table = table_asked(game, dict(request.query_params), ("form",))
    return await _answer(request, table, "", f"/guide/sample/{game}")


@get("/guide/{table_id:str}", act="read")
async def show_guide(request: AnyRequest, table_id: FromPath[str]) -> Response[Any]:
    """The guide of a table that is open, made from its own options."""
    tables = await request.app.state.store.open_tables()
    opened = next((row for row in tables if row.id == table_id), None)
    if opened is None:
        open_ones = ", ".join(row.id for row in tables[:12]) or f"none is open; /guide/sample/{first_game()}"
        raise UnknownName(f"no table {shown(table_id)} is open", accepts=open_ones)
    house = {name: dict(opened.house.get(name) or {}) for name in ("options", "pay_table", "limits")}
    day = opened.as_of if isinstance(opened.as_of, date) else date.fromisoformat(str(opened.as_of))
    table = open_table(opened.game, day, Settings(**house))
    return await _answer(request, table, opened.name or opened.id, f"/guide/{table_id}")


async def _answer(request: AnyRequest, table: Table, label: str, here: str) -> Response[Any]:
    house = table.house
    key = ("guide", label, house.game, house.as_of, repr(house.options), repr(house.pays), repr(house.limits))
    made = await COUNTER.get(key, lambda: guide_of(table, label, licensee()))
    assert made is not None
    form = request.query_params.get("form", "")
    if form:
        known = forms()
        if form not in known:
            raise UnknownName(f"no form of a guide is called {shown(form, 40)}", accepts=", ".join(known))
        file = await COUNTER.get((*key, form), lambda: known[form](made))
        assert file is not None
        return download(file, f"{made.table or made.game}-{form}", MEDIA[form.rpartition(".")[2]])
    return tagged(
        request,
        page(
            "guide.html",
            title=made.title,
            guide=made,
            body=Markup(guide_html(made, whole=False)),
            signs=Markup(signs_html(made, whole=False)),
            here=here,
            forms=forms(),
            has_odds=can_be_dealt(house.game),
            query={k: v for k, v in request.query_params.items() if k != "form"},
        ),
    )


ROUTES: list[Any] = [Router("/", route_handlers=[show_guides, show_sample, show_guide], exception_handlers=SORRY)]
