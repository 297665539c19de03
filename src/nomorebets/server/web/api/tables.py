"""Tables for programs: open one, see it, act at it, read what happened, and find the rounds that are over."""

from __future__ import annotations

import asyncio
from datetime import date, timedelta
from typing import Annotated, Any

import msgspec
from litestar import Request, get, post
from litestar.params import FromQuery, JSONBody, PathParameter, QueryParameter

from nomorebets.server.book.store import RoundRow
from nomorebets.server.people.accounts import Purse
from nomorebets.server.tables.live import LiveTable
from nomorebets.server.tables.service import LiveHouse, OtherTable, seats_taken
from nomorebets.server.tables.shown import view_of
from nomorebets.server.tables.watchers import Watcher
from nomorebets.server.web.api.once import IdempotencyKey, Note, fingerprint, once, used_up
from nomorebets.server.web.api.problems import AlreadyAnswered, Refusal, of_frame, refusals, stranger
from nomorebets.server.web.api.shapes import (
    AnyAct,
    Done,
    EventPage,
    NewPatron,
    Patron,
    RoundPage,
    RoundShape,
    Settled,
    TableNow,
    TablePage,
    TableShape,
    Wished,
)
from nomorebets.server.web.pages.fairness import opened_round, opened_shoe
from nomorebets.server.web.pages.help import help_for
from nomorebets.server.web.pages.records import examined_round, own_only
from nomorebets.server.web.rooms import require_game
from nomorebets.table import Settings
from nomorebets.table.wagers import Outcome

AnyRequest = Request[Any, Any, Any]
TableId = Annotated[str, PathParameter(min_length=1, max_length=40)]
RoundId = Annotated[str, PathParameter(min_length=1, max_length=80)]
Cursor = Annotated[str | None, QueryParameter(max_length=80, description="``next`` of the page before")]
Limit = Annotated[int, QueryParameter(ge=1, le=200)]
ANSWERED_WITHIN = 60.0  # seconds; a table always answers, and nobody waits for ever if it does not
ASKED_AGAIN = timedelta(minutes=10)  # in which a guest who heard no answer gets it once more


async def patron_of(request: AnyRequest) -> Purse:
    """Who asks; refused where nobody does."""
    house: LiveHouse = request.app.state.house
    purse = await house.people.find(request)
    if purse is None:
        raise stranger()
    return purse


# --- patrons --------------------------------------------------------------------------------------------------------


@post("/patrons", act="log-in", responses=refusals(400, 409, 429, 503))
async def come_in(request: AnyRequest, key: IdempotencyKey) -> NewPatron:
    """Come in as a guest: a patron with play money, and the token to act with."""
    house: LiveHouse = request.app.state.house
    house.people.require_guests(request)

    async def make(note: Note) -> str:
        return (await house.people.create(note=note)).patron

    patron = await once(house.store, "", key, "patrons", make, ASKED_AGAIN)
    purse = await house.people.purse(patron)
    if purse is None or await house.people.members.is_member(patron):  # only he himself comes in as that
        raise used_up()
    return NewPatron(purse.patron, purse.name, purse.balance, await house.people.token(purse))


@get("/me", act="leave", responses=refusals(401))
async def me(request: AnyRequest) -> Patron:
    """Who you are, and the play money that you have away from the tables."""
    purse = await patron_of(request)
    return Patron(purse.patron, purse.name, purse.balance)


# --- tables ---------------------------------------------------------------------------------------------------------


def _shape(live: LiveTable | OtherTable) -> TableShape:
    house = live.table.house
    kept = {"options": dict(house.options), "pay_table": {name: str(odds) for name, odds in house.pays.items()}}
    day, taken = live.table.as_of.isoformat(), seats_taken(live)
    return TableShape(live.id, live.name, live.table.game.id, day, kept, live.rounds, taken, live.training)


@get("/tables", act="watch", responses=refusals(400))
async def tables(request: AnyRequest, cursor: Cursor = None, limit: Limit = 50) -> TablePage:
    """The tables that are open, by their ids."""
    house: LiveHouse = request.app.state.house
    everywhere = {live.id: live for live in await house.everywhere()}
    names = sorted(name for name in everywhere if cursor is None or name > cursor)
    shown = names[:limit]
    more = shown[-1] if len(names) > limit else None
    return TablePage([_shape(everywhere[name]) for name in shown], more)


@post("/tables", act="open-table", responses=refusals(400, 401, 403, 404, 409, 422, 503))
async def open_a_table(request: AnyRequest, key: IdempotencyKey, data: JSONBody[Wished]) -> TableShape:
    """Open a table by game, date and house options; pay table, limits and sums not listed are for who supervises."""
    house: LiveHouse = request.app.state.house
    purse = await patron_of(request)
    require_game(data.game)
    settings = Settings(dict(data.options), dict(data.pay_table), dict(data.limits))

    async def make(note: Note) -> str:
        opened = await house.open_table(data.game, data.as_of, settings, data.name, note, purse.role, data.training)
        return opened.id

    return _shape(await house.anywhere(await once(house.store, purse.patron, key, fingerprint(data), make)))


@get("/tables/{table_id:str}", act="watch", responses=refusals(400, 404))
async def table(request: AnyRequest, table_id: TableId) -> TableNow:
    """A table as you may see it; without a token, as a spectator does."""
    house: LiveHouse = request.app.state.house
    live = house.table(table_id)
    purse = await house.people.find(request)
    await live.settled()
    return TableNow(live.log.seq, view_of(live, purse))


@get("/tables/{table_id:str}/help", act="watch", responses=refusals(400, 404, 422, 503))
async def help_at(request: AnyRequest, table_id: TableId) -> dict[str, Any]:
    """The best play of the decision that waits for you, and the worth of each choice: at training tables only (8.1)."""
    house: LiveHouse = request.app.state.house
    return await help_for(house.table(table_id), await house.people.find(request))


@post(
    "/tables/{table_id:str}/acts", act="leave", status_code=200, responses=refusals(400, 401, 403, 404, 409, 429, 503)
)
async def act(request: AnyRequest, table_id: TableId, key: IdempotencyKey, data: JSONBody[AnyAct]) -> Done:
    """Do something at a table: it is in the book when this answers. The same key again does nothing again."""
    house: LiveHouse = request.app.state.house
    live = house.table(table_id)
    watcher = Watcher(await patron_of(request))
    live.receive(watcher, data.message(key))
    try:
        async with asyncio.timeout(ANSWERED_WITHIN):
            frame = msgspec.json.decode(await watcher.frames.get())
    except TimeoutError:
        raise Refusal(503, "the table does not answer", "the same request with the same key") from None
    if frame["type"] == "refused":
        raise AlreadyAnswered(of_frame(frame))
    return Done(key, live.log.seq)


@get("/tables/{table_id:str}/events", act="watch", responses=refusals(400, 404))
async def events(
    request: AnyRequest,
    table_id: TableId,
    after: Annotated[int, QueryParameter(ge=0, le=2**53)] = 0,
    limit: Limit = 100,
) -> EventPage:
    """What happened at a table after an event, as you may know it."""
    house: LiveHouse = request.app.state.house
    live = house.table(table_id)
    purse = await house.people.find(request)
    await live.settled()
    kept = list(live.log.events)
    new = [event for event in kept if event.seq > after][:limit]
    shown = [event.told_to(purse.patron if purse else None, live.table.as_of) for event in new]
    return EventPage(shown, new[-1].seq if new else after, kept[0].seq if kept else live.log.seq)


# --- rounds ---------------------------------------------------------------------------------------------------------


@get("/rounds", act="watch", responses=refusals(400, 404, 422))
async def rounds(
    request: AnyRequest,
    table: Annotated[str | None, QueryParameter(max_length=40)] = None,
    game: Annotated[str | None, QueryParameter(max_length=40)] = None,
    day: FromQuery[date | None] = None,
    seat: Annotated[int | None, QueryParameter(ge=1, le=100)] = None,
    result: FromQuery[Outcome | None] = None,
    cursor: Cursor = None,
    limit: Limit = 50,
) -> RoundPage:
    """Rounds that are over and that you may read, the latest first."""
    if game is not None:
        require_game(game)
    rows: list[RoundRow] = await request.app.state.store.archive.find_rounds(
        table=table,
        game=game,
        day=day,
        seat=seat,
        result=result,
        before=cursor,
        limit=limit + 1,
        patron=await own_only(request),
    )
    more = rows[limit - 1].id if len(rows) > limit else None
    return RoundPage([_round(row) for row in rows[:limit]], more)


def _round(row: RoundRow) -> RoundShape:
    settled = [msgspec.convert(one, Settled) for one in row.summary]
    return RoundShape(row.id, row.table_id, row.game, row.as_of, row.number, row.started, row.ended, settled)


@get("/rounds/{round_id:str}", act="read-own-rounds", responses=refusals(400, 404), media_type="application/jsonl")
async def record(request: AnyRequest, round_id: RoundId) -> bytes:
    """The record of a round that is over and that you may read, as JSON Lines."""
    return (await examined_round(request, round_id)).content


@get("/rounds/{round_id:str}/opened", act="read-own-rounds", responses=refusals(400, 404))
async def opened(request: AnyRequest, round_id: RoundId) -> dict[str, Any]:
    """A round that is over, with its seal opened: what verify_round.py reads. Cards you may not see stay covered."""
    return await opened_round(request, round_id)


@get("/rounds/{round_id:str}/shoe", act="read-own-rounds", responses=refusals(400, 404))
async def shoe(request: AnyRequest, round_id: RoundId) -> dict[str, Any]:
    """All rounds that were sealed with one, its whole shoe, as far as you may read them: verify_round.py reads it."""
    return await opened_shoe(request, round_id)


HANDLERS: list[Any] = [come_in, me, tables, open_a_table, table, help_at, act, events, rounds, record, opened, shoe]
