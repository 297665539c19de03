"""What open hands may expect of the pot while the rest is dealt: exactly, street by street."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from litestar import Response, get
from litestar.params import FromPath

from nomorebets.errors import RulesError
from nomorebets.pricing.facet import odds_of
from nomorebets.server.tables.service import LiveHouse
from nomorebets.server.web.rooms import SORRY, TABLESIDE, AnyRequest, Busy, percent
from nomorebets.table import Play, Round, Table
from nomorebets.table.felt import Felt

WAIT = 3.0  # seconds; figures that take longer are asked for again


@get("/tables/{table_id:str}/equities", exception_handlers=SORRY, act="watch")
async def show_equities(request: AnyRequest, table_id: FromPath[str]) -> Response[dict[str, Any]]:
    """Each street from which on nobody could bet, and every open hand with its share of a pot.

    Of the round in which hands lie open now, as far as it is dealt, and of the last one else. What is counted of a
    round that goes on is told to everybody at the table.
    """
    house: LiveHouse = request.app.state.house
    live = house.table(table_id)
    await live.settled()
    open_now, known = live.dealer.open_hands.now, odds_of(live.table.game)
    if open_now is None:
        _count_an_example(live.table)
    played = live.round.last if open_now is None else live.round.trial()
    number = live.round.rounds if open_now is None else live.round.number
    key = ("equities", live.id, number, open_now[1] if open_now is not None else "")
    shown: dict[str, Any] = {"round": number, "streets": [], "complete": True}
    if played is not None and known is not None and known.all_in is not None:
        counted = await TABLESIDE.get(key, lambda: equities_of(played), wait=WAIT)
        shown |= {"streets": counted or [], "complete": counted is not None}
        if open_now is not None and live.dealer.open_hands.tell(number, counted or []):
            live.delivery.due()
    return Response(shown, media_type="application/json", headers={"Cache-Control": "no-store"})


def _count_an_example(table: Table) -> None:
    """The first count of a game takes seconds: it is made before hands lie open, where they may."""
    known = odds_of(table.game)
    example = known.example(table) if known is not None and known.example is not None else None
    if example is not None and known is not None and known.equities is not None:
        hands, board, count = *example, known.equities
        with suppress(Busy):
            TABLESIDE.begin(("example", table.game.id), lambda: count(table, hands, board, ""))


def equities_of(played: Play) -> list[dict[str, Any]]:
    """Every street of a round at which all hands lay open and cards were still to come."""
    table = played.table.table
    return [_street(table, hands, board) for hands, board in open_streets(played)]


def open_streets(played: Play) -> list[tuple[Mapping[int, str], str]]:
    """The hands and the board of those streets: only what everybody saw."""
    known, table = odds_of(played.table.game), played.table
    if known is None or known.all_in is None:
        return []
    again = Play(Round(table.table, Felt.opened(played.opening), table.seats, table.procedure, table.behind))
    found: list[tuple[Mapping[int, str], str]] = []
    for entry in played.entries:
        again.answer(entry.answer, trusted=True)
        state = known.all_in(again.table)
        if state is not None and state not in found:
            found.append(state)
    return found


def _street(table: Table, hands: Mapping[int, str], board: str) -> dict[str, Any]:
    known = odds_of(table.game)
    assert known is not None
    assert known.equities is not None
    shown: dict[str, Any] = {"board": board, "hands": [], "deals": 0}
    try:
        counted = known.equities(table, " ".join(hands.values()), board, "")
    except RulesError as fault:  # a game whose hands are not counted, or too many ways
        return shown | {"why": fault.text}
    rows = [
        {"seat": seat, "hand": one.hand, "share": percent(one.share, 1), "exact": str(one.share)}
        for seat, one in zip(hands, counted.hands, strict=True)
    ]
    return shown | {"hands": rows, "deals": counted.deals}


ROUTES = [show_equities]
