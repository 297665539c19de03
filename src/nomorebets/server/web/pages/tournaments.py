"""Tournaments: the list, opening one from its submission, and one with its leader board, tables and prizes."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from litestar import Router, get, post
from litestar.datastructures import UploadFile
from litestar.params import FromPath
from litestar.response import Redirect, Template

from nomorebets.compliance.tournament import Submission, judge_tournament, read_submission
from nomorebets.errors import RulesError
from nomorebets.games import entries
from nomorebets.regulation import cite, reading
from nomorebets.server.book.changes import now_ms
from nomorebets.server.book.tournaments import EntrantRow, TournamentRow, tables_of
from nomorebets.server.people.accounts import Purse
from nomorebets.server.people.rights import NotAllowed, may
from nomorebets.server.tables.service import LiveHouse
from nomorebets.server.tournaments.during_play import sold_again
from nomorebets.server.tournaments.service import STATE_WORDS, Tournaments
from nomorebets.server.tournaments.service import practise as practise_against_bots
from nomorebets.server.web.languages import given
from nomorebets.server.web.rooms import SORRY, AnyRequest, cited, games_for_menu, number_from, page, require_game
from nomorebets.table.acceptance import MOST_SEATS
from nomorebets.table.money import dollars
from nomorebets.untrusted import GAME_FILE

OPEN = ("entering", "playing", "stopping")
MOST_BOTS = 100  # at once


def _all(request: AnyRequest) -> Tournaments:
    held: Tournaments = request.app.state.tournaments
    return held


def shown_in_list(row: TournamentRow) -> dict[str, Any]:
    """A tournament as lists show it."""
    own = _submission(row.file)
    return {
        "id": row.id,
        "name": row.name,
        "games": [entries()[game].name if game in entries() else game for game in own.games],
        "words": STATE_WORDS[row.state],
        "fee": dollars(own.fee),
        "starts": f"{own.starts:%Y-%m-%d %H:%M}" if own.starts else "",
    }


@lru_cache(maxsize=64)
def _submission(file: str) -> Submission:
    return read_submission(file)


@get("/tournaments", act="read")
async def show_all(request: AnyRequest) -> Template:
    """Every tournament of the house, and for who may the form to open one."""
    _, cookies = await request.app.state.house.people.welcome(request)
    answer = await _list(request, "", [])
    answer.cookies = cookies
    return answer


async def _list(request: AnyRequest, file: str, faults: list[dict[str, Any]], status: int = 200) -> Template:
    visit = await request.app.state.house.people.visit(request)
    return page(
        "tournaments.html",
        status,
        title="Tournaments",
        rows=[shown_in_list(row) for row in await _all(request).all()],
        may_open=may(visit.standing, "run-tournament"),
        may_practise=may(visit.standing, "play"),
        games=games_for_menu(),
        file=file,
        faults=faults,
    )


@post("/tournaments", act="run-tournament")
async def open_one(request: AnyRequest) -> Redirect | Template:
    """Open a tournament, or say everything that its submission lacks."""
    form = await request.form()
    upload = form.get("upload")
    sent = await upload.read(GAME_FILE + 1) if isinstance(upload, UploadFile) else b""
    file = sent.decode("utf-8", "replace") or str(form.get("file", ""))[: GAME_FILE + 1]
    purse = await _known(request)
    try:
        judged = judge_tournament(read_submission(file))
        day = judged.submission.day
        faults = [{"text": one.what, "remedy": one.remedy, **cited(one.by, day)} for one in judged.missing]
        if not faults:
            return Redirect(f"/tournaments/{await _all(request).open(purse, file)}", status_code=303)
    except NotAllowed:
        raise
    except RulesError as fault:
        faults = [{"text": fault.text, "remedy": fault.accepts or "", "cite": ""}]
    return await _list(request, file, faults, 422)


async def _known(request: AnyRequest) -> Purse:
    house: LiveHouse = request.app.state.house
    purse = await house.people.find(request)
    if purse is None:
        raise NotAllowed("nobody knows you", accepts="a visit to the lobby first")
    return purse


# --- one --------------------------------------------------------------------------------------------------------------


@get("/tournaments/{tournament:str}", act="read")
async def show_one(request: AnyRequest, tournament: FromPath[str]) -> Template:
    """One tournament: clock, leader board, tables and prizes."""
    house: LiveHouse = request.app.state.house
    purse, cookies = await house.people.welcome(request)
    standing = (await house.people.visit(request)).standing
    row = await _all(request).one(tournament)
    own, people = _submission(row.file), await _all(request).entrants(row)
    mine = next((one for one in people if purse is not None and one.patron == purse.patron), None)
    tables = await tables_of(house.store.engine, row.id)
    context = {
        "title": given(row.name),
        "row": row,
        "words": STATE_WORDS[row.state],
        "facts": shown_in_list(row),
        "own": own,
        "play": own.play,
        "stack": _chips(own.play.stack if own.play else 0),
        "left": _left(row),
        "board": [_line(one, row, mine) for one in people],
        "tables": tables,
        "mine": mine,
        "seat": mine.table if mine is not None and mine.table in tables else None,
        "prizes": [dollars(prize) for prize in own.prizes_for(len(people), sum(one.rebuys for one in people))],
        "rebuy": dollars(own.rebuy_fee) if mine is not None and not mine.chips and sold_again(row, own, mine) else "",
        "rebuy_fee": dollars(own.rebuy_fee),
        "at_tables": [one for one in people if one.table in tables and not one.is_out],
        "shares": own.prizes if own.prizes and own.prizes[0].endswith("%") else (),
        "full": len(people) >= own.participants,
        "may_enter": may(standing, "play"),
        "may_run": may(standing, "run-tournament"),
        "may_sign": may(standing, "countersign-chips") and purse is not None and purse.patron != row.opened_by,
        "by": {name: cited(by, own.day) for name, by in _BY.items()},
    }
    answer = page("tournament.html", **context)
    answer.cookies = cookies
    return answer


_BY = {
    "posted": reading("R-8.6e-posted"),
    "chips": reading("R-8.6e-chips"),
    "tips": cite("8.6(d)"),
    "stopped": cite("8.6(c)"),
    "rebuy": reading("R-8.6e-rebuy"),
    "out": reading("R-8.6e-disqualified"),
}


def _chips(amount: int) -> str:
    """Chips of no value, without the sign of dollars."""
    return dollars(amount).removeprefix("$")


def _left(row: TournamentRow) -> int | None:
    """Seconds until the time of the stage is over."""
    return None if row.ends is None or row.state != "playing" else max(0, (row.ends - now_ms()) // 1000)


def _line(one: EntrantRow, row: TournamentRow, mine: EntrantRow | None) -> dict[str, Any]:
    is_out = row.state == "playing" and one.stage < row.stage
    return {
        "name": one.name,
        "is_you": one is mine,
        "stage": one.stage,
        "chips": _chips(one.chips) if one.stage else "",
        "number": one.number or "",
        "place": one.place or "",
        "prize": dollars(one.prize) if one.prize else "",
        "words": f"disqualified: {one.why_out}"
        if one.is_out
        else "out"
        if is_out or (row.state == "playing" and one.stage and not one.chips)
        else "",
        "bought": one.rebuys,
    }


def _back(tournament: str) -> Redirect:
    return Redirect(f"/tournaments/{tournament}", status_code=303)


@post("/tournaments/{tournament:str}/enter", status_code=303, act="play")
async def enter(request: AnyRequest, tournament: FromPath[str]) -> Redirect:
    """Pay the fee and be part of the draw."""
    await _all(request).enter(await _known(request), tournament)
    return _back(tournament)


@post("/tournaments/{tournament:str}/withdraw", status_code=303, act="play")
async def withdraw(request: AnyRequest, tournament: FromPath[str]) -> Redirect:
    """Have the fee back before the draw."""
    await _all(request).withdraw(await _known(request), tournament)
    return _back(tournament)


@post("/tournaments/practice", status_code=303, act="play")
async def practise(request: AnyRequest) -> Redirect:
    """A tournament of one person against bots of the house, at a game of his choice."""
    form = await request.form()
    game = str(form.get("game", ""))[:60]
    require_game(game)
    house = request.app.state.house
    return _back(await practise_against_bots(_all(request), house, await _known(request), game))


@post("/tournaments/{tournament:str}/bots", status_code=303, act="run-tournament")
async def add_bots(request: AnyRequest, tournament: FromPath[str]) -> Redirect:
    """Bots of the house enter."""
    form = await request.form()
    number = number_from(str(form.get("number", "")), "number of bots", 1, MOST_BOTS, 1)
    await _all(request).add_bots(tournament, number)
    return _back(tournament)


@post("/tables/{table_id:str}/rebuy", status_code=303, act="play")
async def rebuy(request: AnyRequest, table_id: FromPath[str]) -> Redirect:
    """Buy in again at the table of a tournament."""
    live = request.app.state.house.table(table_id)
    await _all(request).rebuy(await _known(request), live)
    return _back(live.stage.tournament)


@post("/tables/{table_id:str}/disqualify", status_code=303, act="run-tournament")
async def disqualify(request: AnyRequest, table_id: FromPath[str]) -> Redirect:
    """Take an entrant out of a tournament, with the reason."""
    form = await request.form()
    seat = number_from(str(form.get("seat", "")), "seat", 1, MOST_SEATS, 0)
    live = request.app.state.house.table(table_id)
    await _all(request).disqualify(await _known(request), live, seat, str(form.get("why", ""))[:2000])
    return _back(live.stage.tournament)


@post("/tournaments/{tournament:str}/countersign", status_code=303, act="countersign-chips")
async def countersign(request: AnyRequest, tournament: FromPath[str]) -> Redirect:
    """Be the second of the two who issue the chips and take them back."""
    await _all(request).countersign(await _known(request), tournament)
    return _back(tournament)


@post("/tournaments/{tournament:str}/start", status_code=303, act="run-tournament")
async def start(request: AnyRequest, tournament: FromPath[str]) -> Redirect:
    """Draw the seats of the first stage."""
    await _all(request).start(tournament)
    return _back(tournament)


@post("/tournaments/{tournament:str}/stop", status_code=303, act="run-tournament")
async def stop(request: AnyRequest, tournament: FromPath[str]) -> Redirect:
    """Stop it, as the Division may order at any time."""
    form = await request.form()
    await _all(request).stop(tournament, str(form.get("why", ""))[:2000])
    return _back(tournament)


ROUTES: list[Any] = [
    Router(
        "/",
        route_handlers=[
            *(show_all, open_one, show_one, practise, enter, withdraw),
            *(add_bots, countersign, start, stop, rebuy, disqualify),
        ],
        exception_handlers=SORRY,
    )
]
