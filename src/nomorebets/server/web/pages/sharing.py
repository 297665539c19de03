"""Rounds and tables for others: a link that the owner gives and withdraws, pictures, paper, and pages to be framed."""

from __future__ import annotations

from contextvars import copy_context
from functools import partial
from typing import Any

from litestar import Response, Router, get, post
from litestar.params import FromPath
from litestar.response import Redirect, Template

from nomorebets.errors import UnknownName
from nomorebets.server.book.shares import share, shared_by, withdraw
from nomorebets.server.people.rights import NotAllowed
from nomorebets.server.tables.service import LiveHouse
from nomorebets.server.web.board import Examined, Viewer, board
from nomorebets.server.web.entrance import EMBEDDED
from nomorebets.server.web.keepsakes import felt_png, round_pdf
from nomorebets.server.web.languages import given, language
from nomorebets.server.web.pages.records import decisions, entry_asked, examined_as_kept, read_round, viewer_of
from nomorebets.server.web.pages.tables import felt_of, outcome_of
from nomorebets.server.web.rooms import COUNTER, SORRY, AnyRequest, page

LARGEST_FORM = 2_000  # bytes


# --- giving and withdrawing a link ----------------------------------------------------------------------------------


@post("/records/{round_id:str}/share", status_code=303, request_max_body_size=LARGEST_FORM, act="share-round")
async def share_round(request: AnyRequest, round_id: FromPath[str]) -> Redirect:
    """Somebody who sat in a round makes it public."""
    await share(request.app.state.store, round_id, await _owner(request, round_id))
    return Redirect(f"/records/{round_id}#share", status_code=303)


@post("/records/{round_id:str}/withdraw", status_code=303, request_max_body_size=LARGEST_FORM, act="share-round")
async def withdraw_round(request: AnyRequest, round_id: FromPath[str]) -> Redirect:
    """The link leads nowhere any more."""
    await withdraw(request.app.state.store, round_id, await _owner(request, round_id))
    return Redirect(f"/records/{round_id}#share", status_code=303)


async def _owner(request: AnyRequest, round_id: str) -> str:
    """Whoever asks, where he sat in the round."""
    await read_round(request, round_id)
    visit = await request.app.state.house.people.visit(request)
    owners = await request.app.state.store.archive.owners(round_id)
    if visit.purse is None or visit.purse.patron not in owners.values():
        raise NotAllowed("only who sat in a round shares it", accepts="somebody who sat there")
    patron: str = visit.purse.patron
    return patron


# --- what others see ------------------------------------------------------------------------------------------------


async def _shared(request: AnyRequest, token: str) -> tuple[Examined, Viewer]:
    """A round that is public, and as whom everybody sees it: a spectator who is told one player's money alone."""
    store = request.app.state.store
    known = await shared_by(store, token)
    if known is None:
        raise UnknownName("This link leads nowhere any more.", accepts="another link")
    owners = await store.archive.owners(known.round_id)
    spots = frozenset(where for where, who in owners.items() if who == known.patron)
    return await examined_as_kept(request, known.round_id), Viewer(spots=spots)


async def _shown(request: AnyRequest, token: str) -> dict[str, Any]:
    examined, viewer = await _shared(request, token)
    decided = await decisions(examined, request.query_params.get("costs"))
    context = board(examined, entry_asked(request, examined), viewer, decided)
    return context | {"seats": [], "content": None, "token": token, "title": f"{context['game_name']}: a shared round"}


@get("/shared/{token:str}", act="read-shared")
async def show_shared(request: AnyRequest, token: FromPath[str]) -> Template:
    """A round that somebody shared."""
    return page("shared.html", **await _shown(request, token))


@get("/embed/rounds/{token:str}", act="read-shared", forms=False)
async def embed_round(request: AnyRequest, token: FromPath[str]) -> Template:
    """The same for the frame of another site's page."""
    return page("embed.html", 200, dict(EMBEDDED), **await _shown(request, token))


@get("/embed/tables/{table_id:str}", act="watch", forms=False)
async def embed_table(request: AnyRequest, table_id: FromPath[str]) -> Template:
    """A table as a spectator sees it, for the frame of another site's page; it follows the table's wire."""
    house: LiveHouse = request.app.state.house
    live = house.table(table_id)
    await live.settled()
    shown = {"felt": felt_of(live, None), "outcome": outcome_of(live, spinning=False), "seq": live.log.seq}
    return page("embed_table.html", 200, dict(EMBEDDED), title=given(live.name), table_id=table_id, **shown)


# --- pictures and paper ---------------------------------------------------------------------------------------------


@get("/records/{round_id:str}/felt.png", act="read-own-rounds")
async def own_felt(request: AnyRequest, round_id: FromPath[str]) -> Response[bytes]:
    """The felt of a round as its reader saw it."""
    examined = await read_round(request, round_id)
    return await _picture(request, examined, (await viewer_of(request, round_id, examined))[0])


@get("/shared/{token:str}/felt.png", act="read-shared", forms=False)
async def shared_felt(request: AnyRequest, token: FromPath[str]) -> Response[bytes]:
    """The felt of a shared round."""
    return await _picture(request, *await _shared(request, token))


@get("/records/{round_id:str}/round.pdf", act="read-own-rounds")
async def own_paper(request: AnyRequest, round_id: FromPath[str]) -> Response[bytes]:
    """A round on paper, as its reader saw it."""
    examined = await read_round(request, round_id)
    return await _paper(examined, *await viewer_of(request, round_id, examined))


@get("/shared/{token:str}/round.pdf", act="read-shared", forms=False)
async def shared_paper(request: AnyRequest, token: FromPath[str]) -> Response[bytes]:
    """A shared round on paper."""
    return await _paper(*await _shared(request, token), is_whole=False)


async def _picture(request: AnyRequest, examined: Examined, viewer: Viewer) -> Response[bytes]:
    entry = entry_asked(request, examined)
    key = ("felt", examined.digest, entry, viewer, language())
    made = await COUNTER.get(key, partial(copy_context().run, felt_png, examined, entry, viewer))
    return Response(made or b"", media_type="image/png")


async def _paper(examined: Examined, viewer: Viewer, is_whole: bool) -> Response[bytes]:
    decided = await decisions(examined, asked=True)
    key = ("paper", examined.digest, viewer, decided is None, is_whole, language())
    made = await COUNTER.get(key, partial(copy_context().run, round_pdf, examined, viewer, decided, is_whole))
    return Response(made or b"", media_type="application/pdf")


ROUTES: list[Any] = [
    Router(
        "/",
        route_handlers=[
            share_round,
            withdraw_round,
            show_shared,
            embed_round,
            embed_table,
            own_felt,
            shared_felt,
            own_paper,
            shared_paper,
        ],
        exception_handlers=SORRY,
    )
]
