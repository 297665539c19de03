"""Heads of chains: this house's for whoever wants to keep it, and those that other houses leave here to be kept."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, get, post
from litestar.params import JSONBody, PathParameter
from sqlalchemy import func, select

from nomorebets.errors import UnknownName
from nomorebets.server.book import schema
from nomorebets.server.book.changes import Changes, now
from nomorebets.server.book.witness import Witnessed
from nomorebets.server.people.accounts import TooOften
from nomorebets.server.people.pace import Pace
from nomorebets.server.web.api.problems import Refusal, refusals
from nomorebets.server.web.api.shapes import HeadShape
from nomorebets.server.web.api.tables import patron_of
from nomorebets.server.web.witnessing import current_head

AnyRequest = Request[Any, Any, Any]
NOTED = Pace(0.2, 10)  # heads that one patron may leave: a second, and at once
MOST = 10_000  # of one patron


@get("/head", act="read", responses=refusals())
async def head(request: AnyRequest) -> HeadShape:
    """Where the chain of this house's book ends now: note it, and no book without it can be shown to you later."""
    now_at = await current_head(request.app.state.store)
    return HeadShape(now_at.n, now_at.seal)


@post("/heads", act="leave-head", status_code=200, responses=refusals(400, 401, 403, 409, 429, 503))
async def leave_head(request: AnyRequest, data: JSONBody[HeadShape]) -> HeadShape:
    """Leave the head of another house's book here; what was left is never changed, and later ones only go on."""
    patron, store = (await patron_of(request)).patron, request.app.state.store
    if not NOTED.take(patron):
        raise TooOften("too many heads at once", accepts="one in five seconds")
    w = schema.witnessed.c
    async with store.engine.connect() as connection:
        last = (
            await connection.execute(select(w.n, w.seal).where(w.patron_id == patron).order_by(w.n.desc()).limit(1))
        ).first()
        count = await connection.scalar(select(func.count()).where(w.patron_id == patron))
    if last is not None and (data.n, data.seal) == (last.n, last.seal):
        return data
    if last is not None and data.n <= last.n:
        raise Refusal(409, f"head {last.n} was left here already", f"a number above {last.n}")
    if count is not None and count >= MOST:
        raise Refusal(409, f"{MOST:,} heads of yours are kept here", "coming in as somebody else")
    changes = Changes()
    changes.insert(schema.witnessed, {"patron_id": patron, "n": data.n, "seal": data.seal, "at": now()})
    await store.commit(changes)
    return data


@get("/heads/{patron:str}", act="read", media_type="text/plain", responses=refusals(400, 404))
async def heads_left(request: AnyRequest, patron: Annotated[str, PathParameter(min_length=1, max_length=64)]) -> str:
    """The heads that somebody left here, as audit --witness reads them."""
    w = schema.witnessed.c
    async with request.app.state.store.engine.connect() as connection:
        rows = (await connection.execute(select(schema.witnessed).where(w.patron_id == patron).order_by(w.n))).all()
    if not rows:
        raise UnknownName("nobody of that id left a head here", accepts="an id that a house with --witness printed")
    return "".join(f"{Witnessed(row.seal, row.n, at=row.at)}\n" for row in rows)


HANDLERS: list[Any] = [head, leave_head, heads_left]
