"""What a program may look up without being anybody: games, paragraphs, odds, rulings on transcripts."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter

from nomorebets.errors import UnknownName, shown
from nomorebets.games import open_table
from nomorebets.library import rule
from nomorebets.regulation import law
from nomorebets.rulebook.pages import list_games
from nomorebets.server.web.api.problems import refusals
from nomorebets.server.web.api.shapes import Transcribed
from nomorebets.server.web.pages.floor import ruled
from nomorebets.server.web.pages.odds import Asked, sheet_of
from nomorebets.server.web.rooms import COUNTER, AnyRequest, Busy, entity_tag, require_game, require_no_rules
from nomorebets.table import Settings

AsOf = Annotated[date | None, QueryParameter(description="a date, such as 1998-11-16")]
GameId = Annotated[str, PathParameter(description="a game, such as roulette", min_length=1, max_length=40)]
Short = Annotated[str, QueryParameter(max_length=200)]


@get("/games", act="read", responses=refusals(400, 422))
async def games(as_of: AsOf = None) -> dict[str, Any]:
    """Every game of the chapter: where it stands, and whether it can be dealt."""
    day = as_of or law.newest()
    listed = await COUNTER.get(("games", day), lambda: list_games(day))
    return {"as_of": day.isoformat(), "chapter": law.chapter_on(day).number, "games": listed}


@get("/rules/{citation:str}", act="read", responses=refusals(400, 404, 422))
async def paragraph(
    request: AnyRequest,
    citation: Annotated[str, PathParameter(description="such as 19:47-5.6(b)", min_length=1, max_length=80)],
    as_of: AsOf = None,
) -> Response[dict[str, Any]]:
    """What a paragraph says in our words, since when, how firm that is, and what enforces it; with an ETag."""
    described = await COUNTER.get(("rule", citation, as_of), lambda: rule(citation, as_of))
    assert described is not None
    headers, is_known = entity_tag(request, msgspec.json.encode(described))
    if is_known:
        unchanged: Response[Any] = Response(None, status_code=304, headers=headers)
        return unchanged
    return Response(described, headers=headers)


@get("/odds/{game:str}", act="calculate", responses=refusals(400, 404, 422, 503))
async def odds(
    game: GameId,
    as_of: AsOf = None,
    stake: Short = "",
    meter: Short = "",
    strategy: Short = "",
    removed: Short = "",
    option: Annotated[list[str] | None, QueryParameter(max_items=80, description="NAME=VALUE, as --set takes")] = None,
) -> dict[str, Any]:
    """The odds of every wager, exactly: the same object as ``nomorebets odds GAME --json``."""
    require_game(game)
    table = open_table(game, as_of, _settings(option or []))
    sheet = await sheet_of(Asked(table, stake, meter, strategy, removed), 60.0)
    if sheet is None:
        raise Busy
    return sheet.to_dict()


def _settings(words: list[str]) -> Settings:
    settings = Settings()
    for setting in words:
        name, equals, value = setting.partition("=")
        if not equals or len(setting) > 200:
            raise UnknownName(f"{shown(setting, 40)} is no setting", accepts="NAME=VALUE")
        settings.add(name.strip(), value.strip())
    require_no_rules(settings)
    return settings


@post("/rulings", act="rule-on-transcript", status_code=200, responses=refusals(400, 413, 422, 503))
async def ruling(data: JSONBody[Transcribed]) -> dict[str, Any]:
    """The ruling on a transcript (TOML) or a record (JSON Lines): what the rules required, and what was done."""
    verdict = await ruled(data.transcript.replace("\r\n", "\n"))
    return verdict.to_dict()


HANDLERS: list[Any] = [games, paragraph, odds, ruling]
