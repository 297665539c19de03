"""The pages of the house: a module imported here is on the site, with the handlers in its ROUTES."""

from types import ModuleType
from typing import Any

from nomorebets.server.web.pages import (  # noqa: F401
    account,
    art,
    disputes,
    docs,
    drills,
    equities,
    fairness,
    find,
    floor,
    goals,
    guide,
    help,
    language,
    live,
    lobby,
    odds,
    office,
    records,
    rulebook,
    sessions,
    sharing,
    tables,
    tickets,
    tournaments,
)


def routes() -> list[Any]:
    """The handlers of every page."""
    pages = [page for page in globals().values() if isinstance(page, ModuleType)]
    return [route for page in pages for route in page.ROUTES]
