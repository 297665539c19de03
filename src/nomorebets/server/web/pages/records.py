"""The record room: every round that was played, found again, stepped through, verified and downloaded."""

from __future__ import annotations

import hashlib
from typing import Any

from litestar import Request, Response, Router, get, post
from litestar.datastructures import UploadFile
from litestar.params import FromPath
from litestar.response import Redirect, Template

from nomorebets.errors import RecordError, RulesError, UnknownName, one_line, shown
from nomorebets.games import game as game_called
from nomorebets.pricing.mistakes import Decided, decisions_of
from nomorebets.rulings.phh import write_phh
from nomorebets.server.book.changes import Changes, SupervisorRuling
from nomorebets.server.book.rows import SealRow
from nomorebets.server.book.shares import link_of
from nomorebets.server.people.rights import NotAllowed, may
from nomorebets.server.web.board import (
    EVERYTHING,
    Examined,
    Viewer,
    board,
    examine,
    has_decisions,
    never_shown,
    record_view,
)
from nomorebets.server.web.rooms import (
    COUNTER,
    SORRY,
    WORKSHOP,
    AnyRequest,
    UnknownRequest,
    day_from,
    download,
    games_for_menu,
    number_from,
    page,
    query_url,
    require_game,
    tagged,
)
from nomorebets.table.acceptance import MOST_SEATS
from nomorebets.table.areas import Area, owner_of
from nomorebets.table.ledger import seat_of
from nomorebets.table.record import Record, read_all, reproduce, table_of, write

ROUNDS_A_PAGE = 50
MOST_UPLOADED = 2_000_000  # bytes
MOST_STEPPED = 150_000  # bytes of one round that a page hands back and forth
LARGEST_RULING, MOST_REMARKS = 8_000, 500  # bytes of the form, characters
NOT_LONG = 0.05  # seconds that a step waits for what the decisions cost
RESULTS = ("win", "lose", "push", "void", "stands")


# --- finding rounds -------------------------------------------------------------------------------------------------


@get("/records", act="verify-record")
async def show_records(request: AnyRequest) -> Template:
    """Rounds by table, game, day, seat and result, newest first."""
    asked = {name: request.query_params.get(name, "").strip()[:80] for name in (*_FIELDS, "before")}
    if asked["game"]:
        require_game(asked["game"])
    if asked["result"] and asked["result"] not in RESULTS:
        raise UnknownRequest(f"{shown(asked['result'], 40)} is no result of a wager", accepts=", ".join(RESULTS))
    rows = await request.app.state.store.archive.find_rounds(
        table=asked["table"] or None,
        game=asked["game"] or None,
        day=day_from(asked["day"]),
        seat=number_from(asked["seat"], "seat", 1, MOST_SEATS, 0) or None,
        result=asked["result"] or None,
        before=asked["before"] or None,
        limit=ROUNDS_A_PAGE + 1,
        patron=await own_only(request),
    )
    more = len(rows) > ROUNDS_A_PAGE
    rows = rows[:ROUNDS_A_PAGE]
    older = query_url("/records", {**asked, "before": rows[-1].id}) if more else None
    newest = query_url("/records", {**asked, "before": ""}) if asked["before"] else None
    return page(
        "records.html",
        title="The record room",
        rows=rows,
        hand_games=[id for id in {row.game for row in rows} if game_called(id).terms.buy_in is not None],
        asked=asked,
        games=games_for_menu(),
        results=RESULTS,
        older=older,
        newest=newest,
        most=MOST_UPLOADED,
    )


_FIELDS = ("table", "game", "day", "seat", "result")


# --- one round, entry by entry --------------------------------------------------------------------------------------


@get("/records/{round_id:str}", act="read-own-rounds")
async def show_round(request: AnyRequest, round_id: FromPath[str]) -> Response[Any] | Template:
    """A round as a board: the felt as its reader saw it after each entry, and what each decision cost."""
    examined = await read_round(request, round_id)
    viewer, is_whole = await viewer_of(request, round_id, examined)
    entry = entry_asked(request, examined)
    opened = await request.app.state.store.archive.opened_seal(round_id) if is_whole else None
    context = board(examined, entry, viewer, await decisions(examined, request.query_params.get("costs")))
    context |= record_view(examined, viewer, is_whole, entry == examined.last)
    context |= {"round_id": round_id, "content": None, "opened": opened}
    context |= {"covered": None if is_whole else await sealed_by_card(request, round_id)}
    context |= await rulings_on(request, round_id, examined) | await shared_link(request, round_id)
    number = round_id.rpartition("-")[2]  # of its table
    return tagged(
        request, page("round.html", title=f"{context['game_name']}, round {number}", number=number, **context)
    )


async def sealed_by_card(request: AnyRequest, round_id: str) -> SealRow | None:
    """The seal of a round in which cards stay covered, where its players can check those that they saw."""
    row: SealRow | None = await request.app.state.store.archive.opened_seal(round_id)
    return row if row is not None and row.seal.by_card else None


async def shared_link(request: AnyRequest, round_id: str) -> dict[str, Any]:
    """The link that whoever asks has given to a round; None where he may not give one."""
    visit = await request.app.state.house.people.visit(request)
    owners = await request.app.state.store.archive.owners(round_id)
    if visit.purse is None or visit.purse.patron not in owners.values():
        return {"link": None}
    token = await link_of(request.app.state.store, round_id, visit.purse.patron)
    return {"link": f"{str(request.base_url).rstrip('/')}/shared/{token}" if token else "", "token": token}


async def viewer_of(request: AnyRequest, round_id: str, examined: Examined) -> tuple[Viewer, bool]:
    """As whom a visitor looks at a round that he may read, and whether he may read its record as well."""
    patron = await own_only(request)
    if patron is None:
        return EVERYTHING, True
    owners = await request.app.state.store.archive.owners(round_id)
    own = frozenset(seat_of(where) for where, who in owners.items() if who == patron)
    hidden = {owner_of(area) for area, _ in never_shown(examined.record)}
    return Viewer(own), not hidden & ({seat_of(where) for where in owners} - own)


async def decisions(examined: Examined, asked: object) -> list[Decided] | None:
    """What each decision of a round cost; None where nobody asked yet, or as long as that is being worked out."""
    if not has_decisions(examined):
        return []
    if not asked:
        return None
    key = ("decisions", examined.digest)
    return await WORKSHOP.get(key, lambda: decisions_of(examined.record), wait=NOT_LONG)


@post("/records/{round_id:str}/rulings", status_code=303, request_max_body_size=LARGEST_RULING, act="record-ruling")
async def record_ruling(request: AnyRequest, round_id: FromPath[str]) -> Redirect:
    """A supervisor rules on a round that is over: what happened, by which paragraph, and what was done about it."""
    examined, form = await examined_round(request, round_id), await request.form()
    what, causes = str(form.get("what", ""))[:80], examined.table.game.irregularities
    remarks = one_line(str(form.get("remarks", "")), MOST_REMARKS)
    if what not in causes or not remarks.strip():
        text = f"a ruling on {shown(what, 40)}" if what not in causes else "a ruling without a word on what was done"
        raise UnknownRequest(text, accepts=f"one of {', '.join(causes)}, and what was done")
    visit, by = await request.app.state.house.people.visit(request), causes[what].by
    changes = Changes()
    changes.ruled.append(SupervisorRuling(round_id, visit.purse.patron, what, by.full(examined.record.as_of), remarks))
    await request.app.state.store.commit(changes)
    return Redirect(f"/records/{round_id}#rulings", status_code=303)


async def rulings_on(request: AnyRequest, round_id: str, examined: Examined) -> dict[str, Any]:
    """What was ruled on a round, for those who read every round; and what may be ruled on, for who rules."""
    standing = (await request.app.state.house.people.visit(request)).standing
    if not may(standing, "read-all-rounds"):
        return {"ruled": None}
    ruled = await request.app.state.store.archive.supervisor_rulings(round_id)
    may_rule = may(standing, "record-ruling")
    return {"ruled": ruled, "causes": examined.table.game.irregularities if may_rule else {}}


@get("/records/{round_id:str}/record.jsonl", act="read-own-rounds")
async def download_round(request: AnyRequest, round_id: FromPath[str]) -> Response[Any]:
    """The record as it is kept."""
    content = (await examined_round(request, round_id)).content
    return download(content, f"nomorebets-{round_id}.jsonl", "application/jsonl")


@get("/records/{round_id:str}/hand.phh", act="read-own-rounds")
async def download_hand(request: AnyRequest, round_id: FromPath[str]) -> Response[Any]:
    """A hand of the poker room in the PHH format, with what its reader saw of it."""
    examined, hidden = await seen_of(request, round_id)
    if examined.table.game.terms.buy_in is None:
        raise UnknownName(f"round {round_id} is no hand of poker", accepts=f"/records/{round_id}")
    text = write_phh(reproduce(examined.record), hidden)
    return download(text.encode(), f"nomorebets-{round_id}.phh", "application/toml")


def entry_asked(request: AnyRequest, examined: Examined) -> int:
    """Which step is to be shown: 0 is the felt before the first entry, the last is the close of the round."""
    return number_from(request.query_params.get("entry"), "entry of this round", 0, examined.last, 0)


async def _content(request: AnyRequest, round_id: str) -> bytes:
    """The record of a round that is over, as it is kept."""
    missing = UnknownName(f"no round is called {shown(round_id, 60)}", accepts="a round of the record room")
    if len(round_id) > 80:
        raise missing
    try:
        content: bytes = await request.app.state.store.archive.record(round_id)
    except RulesError:
        raise missing from None
    if not content:
        raise missing
    return content


async def examined_round(request: AnyRequest, round_id: str) -> Examined:
    """A round whose whole record whoever asks may read."""
    examined = await read_round(request, round_id)
    await _require_seen(request, round_id, examined.record)
    return examined


async def seen_of(request: AnyRequest, round_id: str) -> tuple[Examined, set[tuple[str, str]]]:
    """A round that whoever asks sat in, and the cards in it that he may not see, each with its area."""
    examined, others = await read_round(request, round_id), await _others(request, round_id)
    unseen = never_shown(examined.record)
    return examined, {(area, card) for area, card in unseen if owner_of(area) in others or not owner_of(area)}


async def read_round(request: AnyRequest, round_id: str) -> Examined:
    """A round that whoever asks sat in, or reads by his role."""
    examined = await examined_as_kept(request, round_id)
    patron = await own_only(request)
    if patron is not None and patron not in (await request.app.state.store.archive.owners(round_id)).values():
        raise UnknownName("This round is private.", accepts="a round you sat in, or a link somebody shared")
    return examined


async def examined_as_kept(request: AnyRequest, round_id: str) -> Examined:
    """A round, whoever asks: what of it is shown is the caller's matter."""
    content = await _content(request, round_id)
    key = ("record", hashlib.sha256(content).digest())
    examined = await COUNTER.get(key, lambda: examine(content))
    assert examined is not None
    return examined


# --- whose rounds ---------------------------------------------------------------------------------------------------


async def own_only(request: AnyRequest) -> str | None:
    """The patron whose rounds alone may be read; None for those who may read all."""
    visit = await request.app.state.house.people.visit(request)
    if may(visit.standing, "read-all-rounds"):
        return None
    return visit.purse.patron if visit.purse else "nobody"


async def _require_seen(request: AnyRequest, round_id: str, record: Record) -> None:
    """A patron reads the rounds he sat in, unless they hold another patron's hand that the rules never showed."""
    others = await _others(request, round_id)
    folded = sorted({area for area, _ in never_shown(record) if owner_of(area) in others})
    if folded:
        who = " and ".join(Area.read(area).words for area in folded)
        text = f"the hand of {who} was never shown: who sat there may read this round, if nobody else’s was covered"
        own_hand = (
            f"; what you saw of it is in /records/{round_id}/hand.phh, and opened to be checked in"
            f" /records/{round_id}/opened.json"
        )
        of_poker = table_of(record).game.terms.buy_in is not None
        raise NotAllowed(text, accepts=f"floorperson, surveillance, administrator{own_hand if of_poker else ''}")


async def _others(request: AnyRequest, round_id: str) -> set[int]:
    """The seats of a round at which somebody else sat; none for those who may read all."""
    patron = await own_only(request)
    if patron is None:
        return set()
    owners = await request.app.state.store.archive.owners(round_id)
    return {seat_of(where) for where in owners} - {seat_of(where) for where, who in owners.items() if who == patron}


# --- somebody's own record ------------------------------------------------------------------------------------------


@post("/records/verify", status_code=200, request_max_body_size=MOST_UPLOADED, act="verify-record")
async def verify_record(request: Request[Any, Any, Any]) -> Template:
    """Verify a record that somebody brought along, and step through it. Nothing of it is kept."""
    form = await request.form()
    content = await _brought(form)
    records = await _read_all(content)
    which = number_from(str(form.get("round", "")), f"round of this file (it has {len(records)})", 1, len(records), 1)
    one = write(records[which - 1])
    key = ("record", hashlib.sha256(one).digest())
    examined = await COUNTER.get(key, lambda: examine(one))
    assert examined is not None
    entry = number_from(str(form.get("entry", "")), "entry of this round", 0, examined.last, 0)
    others = [] if len(records) == 1 else [_line_of(record, n) for n, record in enumerate(records, 1)]
    keep = one if len(one) <= MOST_STEPPED else b""
    return page(
        "round.html",
        title="A record brought along",
        round_id=None,
        content=keep.decode() if keep else "",
        others=others if len(content) <= MOST_STEPPED else [],
        whole=content.decode() if others and len(content) <= MOST_STEPPED else "",
        which=which,
        rounds_in_file=len(records),
        opened=None,
        ruled=None,
        **board(examined, entry, EVERYTHING, await decisions(examined, form.get("costs"))),
        **record_view(examined, EVERYTHING, True, entry == examined.last),
    )


async def _brought(form: Any) -> bytes:
    given = form.get("file")
    content = await given.read() if isinstance(given, UploadFile) and given.filename else b""
    if not content:
        content = str(form.get("record") or "").encode("utf-8", "replace").replace(b"\r\n", b"\n").strip(b"\n")
    if not content.strip():
        raise RecordError("no record was brought along", accepts="a file as written by nomorebets deal --record")
    if len(content) > MOST_UPLOADED:
        raise RecordError("the file is too large", accepts=f"at most {MOST_UPLOADED:,} bytes")
    return content


async def _read_all(content: bytes) -> list[Record]:
    key = ("records", hashlib.sha256(content).digest())
    records = await COUNTER.get(key, lambda: read_all(content))
    assert records is not None
    return records


def _line_of(record: Record, number: int) -> dict[str, Any]:
    return {"number": number, "game": record.header.game, "entries": len(record.entries)}


ROUTES: list[Any] = [
    Router(
        "/",
        route_handlers=[show_records, show_round, record_ruling, download_round, download_hand, verify_record],
        exception_handlers=SORRY,
    )
]
