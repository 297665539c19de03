"""Find: full-text search over the rulebook, the games, their wagers and options, the dates, and the documentation."""

from __future__ import annotations

from typing import Any

from litestar import Response, Router, get

from nomorebets.docs import site
from nomorebets.games import can_be_dealt
from nomorebets.rulebook.search import LONGEST, Entry, groups, search
from nomorebets.server.addresses import rule_url
from nomorebets.server.web.pages.docs import SHELF
from nomorebets.server.web.rooms import COUNTER, SORRY, AnyRequest, page, query_url, tagged

PLURALS = {"Date": "Dates", "Game": "Games", "Option": "Options of the house", "Paragraph": "Paragraphs"}
PLURALS |= {"Reading": "Our readings", "Section": "Sections", "Wager": "Wagers"}


@get("/find", act="read")
async def find(request: AnyRequest) -> Response[Any]:
    """What somebody may be looking for, by what it is."""
    asked = request.query_params.get("q", "").strip()[:LONGEST]
    found = await COUNTER.get(("find", asked.lower()), lambda: search(asked)) if asked else []
    by_kind = [
        (
            PLURALS[kind],
            [{"url": url_of(one.entry), "entry": one.entry, "says": one.marked(one.entry.says)} for one in own],
        )
        for kind, own in groups(found or []).items()
    ]
    pages = await COUNTER.get(("find in docs", asked.lower()), lambda: site.pages_with(asked, SHELF)) if asked else []
    return tagged(
        request, page("find.html", title="Find", asked=asked, by_kind=by_kind, pages=pages or [], longest=LONGEST)
    )


def url_of(entry: Entry) -> str:
    """Where the house has something that was found."""
    if entry.game and can_be_dealt(entry.game):
        return f"/odds/{entry.game}"
    if entry.by is None:
        return query_url("/rules", {"as_of": entry.day})
    return rule_url(entry.by.full(entry.day) if entry.day else str(entry.by), entry.day)


ROUTES: list[Any] = [Router("/", route_handlers=[find], exception_handlers=SORRY)]
