"""Tournaments for programs: which there are, how one stands, and entering it."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request, get, post
from litestar.params import PathParameter

from nomorebets.compliance.tournament import read_submission
from nomorebets.server.book.tournaments import EntrantRow, TournamentRow
from nomorebets.server.tournaments.service import Tournaments
from nomorebets.server.web.api.problems import refusals
from nomorebets.server.web.api.shapes import EntrantShape, TournamentList, TournamentShape
from nomorebets.server.web.api.tables import patron_of

AnyRequest = Request[Any, Any, Any]
TournamentId = Annotated[str, PathParameter(min_length=1, max_length=40)]


def _shape(row: TournamentRow, people: list[EntrantRow]) -> TournamentShape:
    own = read_submission(row.file)
    facts = {"id": row.id, "name": row.name, "games": list(own.games), "state": row.state, "stage": row.stage}
    facts |= {"starts": own.starts.isoformat() if own.starts else None, "fee": own.fee}
    shapes = [msgspec.convert(one, EntrantShape, from_attributes=True) for one in people]
    return msgspec.convert(facts | {"entrants": shapes}, TournamentShape)


@get("/tournaments", act="watch", responses=refusals(400))
async def tournaments(request: AnyRequest) -> TournamentList:
    """The tournaments of the house."""
    held: Tournaments = request.app.state.tournaments
    return TournamentList([_shape(row, []) for row in await held.all()])


@get("/tournaments/{tournament:str}", act="watch", responses=refusals(400, 404))
async def tournament_now(request: AnyRequest, tournament: TournamentId) -> TournamentShape:
    """A tournament as it stands."""
    held: Tournaments = request.app.state.tournaments
    row = await held.one(tournament)
    return _shape(row, await held.entrants(row))


@post("/tournaments/{tournament:str}/entries", act="play", responses=refusals(400, 401, 403, 404, 503))
async def enter(request: AnyRequest, tournament: TournamentId) -> TournamentShape:
    """Enter a tournament: the fee is paid when this answers, and once only."""
    held: Tournaments = request.app.state.tournaments
    await held.enter(await patron_of(request), tournament)
    row = await held.one(tournament)
    return _shape(row, await held.entrants(row))


HANDLERS: list[Any] = [tournaments, tournament_now, enter]
