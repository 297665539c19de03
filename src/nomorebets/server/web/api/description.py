"""The routes for programs, and their description in OpenAPI 3.1."""

from __future__ import annotations

from importlib.metadata import version

from litestar import Router
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

from nomorebets.server.web.api import heads, looking_up, tables, tournaments
from nomorebets.server.web.api.problems import HANDLERS

ROUTER = Router(
    "/api/v1",
    route_handlers=[*looking_up.HANDLERS, *tables.HANDLERS, *tournaments.HANDLERS, *heads.HANDLERS],
    exception_handlers=HANDLERS,
    include_in_schema=True,
    opt={"programs": True, "forms": False},
    tags=["house"],
)

DESCRIPTION = OpenAPIConfig(
    title="nomorebets",
    version=version("nomorebets"),
    description="The casino rulebook that runs. Play money only; amounts are whole cents.",
    # at this path and not at /api: what is unknown below its own path the router answers with a page, not a problem
    openapi_router=Router(
        "/api/openapi.json", route_handlers=[], opt={"act": "read", "forms": False}, include_in_schema=False
    ),
    render_plugins=[JsonRenderPlugin(path="/")],
    components=Components(
        security_schemes={"patron": SecurityScheme(type="http", scheme="bearer", description="from POST /patrons")}
    ),
    security=[{}, {"patron": []}],
    use_handler_docstrings=True,
)
