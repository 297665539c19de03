"""How chance is made and checked: a page to read, the verifier to keep, and every round that is over, opened."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from litestar import Response, Router, get
from litestar.params import FromPath
from litestar.response import Template

from nomorebets.errors import RulesError, UnknownName, shown
from nomorebets.fairness.bundle import VERIFIER, bundle_of, covered_bundle_of, shoe_of
from nomorebets.server.book.rows import SealRow
from nomorebets.server.people.rights import NotAllowed
from nomorebets.server.web.pages.records import examined_round, seen_of
from nomorebets.server.web.rooms import COUNTER, SORRY, AnyRequest, as_json, download, page


@get("/fairness", act="read")
async def show_fairness() -> Template:
    """What is published before a round, what is opened after it, and how to check it."""
    return page("fairness.html", title="How chance is made and checked")


@get("/fairness/verify_round.py", act="read")
async def download_verifier() -> Response[Any]:
    """The script that checks a round without this software."""
    return download(VERIFIER.read_bytes(), VERIFIER.name, "text/x-python")


@get("/records/{round_id:str}/opened.json", act="read-own-rounds")
async def download_opened(request: AnyRequest, round_id: FromPath[str]) -> Response[Any]:
    """What the verifier reads, as a file."""
    opened = await opened_round(request, round_id)
    return download(as_json(opened), f"nomorebets-{round_id}-opened.json", "application/json")


@get("/records/{round_id:str}/shoe.json", act="read-own-rounds")
async def download_shoe(request: AnyRequest, round_id: FromPath[str]) -> Response[Any]:
    """All rounds of a shoe for the verifier, as a file."""
    opened = await opened_shoe(request, round_id)
    return download(as_json(opened), f"nomorebets-{round_id}-shoe.json", "application/json")


async def opened_shoe(request: AnyRequest, round_id: str) -> dict[str, Any]:
    """The rounds that were sealed with one, its whole shoe, as far as they are over and whoever asks may read them."""
    await _whole_round(request, round_id)
    rounds = []
    for one in await request.app.state.store.archive.sealed_with(round_id):
        with suppress(RulesError):  # a round somebody else sat in
            rounds.append(await _whole_round(request, one))
    if not rounds:
        text = f"round {shown(round_id, 60)} was sealed by itself"
        raise UnknownName(text, accepts="a round of a shoe that is dealt from round to round")
    return shoe_of(rounds)


async def opened_round(request: AnyRequest, round_id: str) -> dict[str, Any]:
    """A round that is over with its seal opened: the whole of it, or the cards that whoever asks may see."""
    try:
        return await _whole_round(request, round_id)
    except NotAllowed:
        (examined, hidden), row = await seen_of(request, round_id), await _seal(request, round_id)
        if not row.seal.by_card:
            raise
        return covered_bundle_of(examined.content, row.seal, row.words, hidden, row.published, row.series)


async def _seal(request: AnyRequest, round_id: str) -> SealRow:
    row: SealRow | None = await request.app.state.store.archive.opened_seal(round_id)
    if row is None:
        raise UnknownName(f"round {shown(round_id, 60)} was played before rounds were sealed", accepts="a later round")
    return row


async def _whole_round(request: AnyRequest, round_id: str) -> dict[str, Any]:
    """A round with its seal opened; whoever may read the round may have it."""
    content, row = (await examined_round(request, round_id)).content, await _seal(request, round_id)
    bundle = await COUNTER.get(
        ("opened", round_id), lambda: bundle_of(content, row.seal, row.words, row.published, row.series)
    )
    assert bundle is not None
    return bundle


ROUTES: list[Any] = [
    Router(
        "/", route_handlers=[show_fairness, download_verifier, download_opened, download_shoe], exception_handlers=SORRY
    )
]
