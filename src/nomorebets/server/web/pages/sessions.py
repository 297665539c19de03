"""A patron's own page: how he has played against what his wagers may expect, his mistakes, and his goals."""

from __future__ import annotations

import csv
import io
import math
from asyncio import to_thread
from fractions import Fraction
from itertools import groupby
from typing import Any

from litestar import Response, Router, get
from litestar.response import Template

from nomorebets.errors import RulesError
from nomorebets.pricing.mistakes import Decided, decisions_of, in_money
from nomorebets.pricing.played import Expectation, total
from nomorebets.server.book.play_days import PlayedRow, days_of, rounds_of
from nomorebets.server.web.board import examine
from nomorebets.server.web.pages.goals import goals_shown, patron_of
from nomorebets.server.web.pictures import bankroll_picture
from nomorebets.server.web.play import FOR_A_FILE, Played, Prices, as_rows, by_wager, course, prices_of
from nomorebets.server.web.rooms import (
    SORRY,
    WORKSHOP,
    AnyRequest,
    as_json,
    day_from,
    download,
    page,
)
from nomorebets.table.ledger import spot
from nomorebets.table.money import dollars

ROUNDS_LOOKED_AT = 20  # for mistakes: working out what a decision cost may take a second
_NOTHING = Fraction(0)
SOON = {"Refresh": "3"}


@get("/sessions", act="own-sessions")
async def show_sessions(request: AnyRequest) -> Template:
    """The bankroll against its expectation, results by wager, mistakes and goals."""
    store, patron = request.app.state.store, await patron_of(request)
    rows = await days_of(store, patron)
    prices = await prices_of(store, {row.table_id for row in rows})
    days = sorted({row.day for row in rows})
    asked = day_from(request.query_params.get("day"))
    day = asked.isoformat() if asked is not None else days[0] if len(days) == 1 else ""
    shown = [row for row in rows if row.day == day] if day else rows
    if day:
        parts = [one.wagers for one in await rounds_of(store, patron, day)]
    else:
        parts = [[*part] for _, part in groupby(rows, key=lambda row: row.day)]
    # very many rows are seconds of work: others do not wait for it
    played, points = await to_thread(lambda: (by_wager(shown, prices), course(parts, prices)))
    wants_mistakes = bool(request.query_params.get("mistakes"))
    found = await mistakes_of(request, patron) if wants_mistakes else None
    waits = not prices.is_complete or (wants_mistakes and found is None)
    priced = total(one.priced for one in played if one.priced is not None)
    return page(
        "sessions.html",
        200,
        dict(SOON) if waits else None,
        title="My sessions",
        days=days[::-1],
        day=day,
        asked=asked,
        net=sum(row.net for row in shown),
        played=[_line(one) for one in played],
        unpriced=[one.wager for one in played if one.priced is None] if prices.is_complete else [],
        picture=bankroll_picture(points, by_day=not day) if shown else "",
        verdict=verdict(priced),
        is_complete=prices.is_complete,
        wants_mistakes=wants_mistakes,
        mistakes=found,
        rounds_looked_at=ROUNDS_LOOKED_AT,
        **await goals_shown(request.app.state.store, patron),
    )


def _line(one: Played) -> dict[str, Any]:
    whole, priced = one.whole, one.priced
    luck = priced.luck if priced is not None else None
    return {
        "game": one.game,
        "wager": one.wager,
        "wagers": whole.wagers,
        "staked": dollars(whole.staked),
        "net": dollars(whole.net),
        "won": whole.net > 0,
        "expected": "" if priced is None else in_money(priced.mean) if priced.wagers else "with its first wager",
        "luck": "" if luck is None or priced is None or not priced.wagers else f"{luck:+.2f}",
    }


def verdict(priced: Expectation) -> str:
    """How lucky somebody was, in a sentence.

    >>> verdict(Expectation(1, 100, 100, Fraction(0), Fraction(10_000)))
    'Luck: +1.00 standard deviations. Of 100 people with the same bets, about 84 do worse.'
    """
    luck = priced.luck
    if luck is None:
        return ""
    worse = min(max(round(50 * (1 + math.erf(luck / math.sqrt(2)))), 1), 99)
    return f"Luck: {luck:+.2f} standard deviations. Of 100 people with the same bets, about {worse} do worse."


# --- mistakes -------------------------------------------------------------------------------------------------------


async def mistakes_of(request: AnyRequest, patron: str) -> dict[str, Any] | None:
    """What the decisions of a patron's last rounds cost him; None as long as that is being worked out."""
    archive = request.app.state.store.archive
    rounds = await archive.find_rounds(patron=patron, limit=ROUNDS_LOOKED_AT)
    own, contents = {}, {}
    for row in rounds:
        owners = await archive.owners(row.id)
        own[row.id] = {where for where, who in owners.items() if who == patron}
        contents[row.id] = await archive.record(row.id)

    def work() -> list[tuple[str, str, Decided]]:
        return [
            (row.id, row.game, made)
            for row in rounds
            for made in _decided(contents[row.id])
            if spot(made.seat, made.player) in own[row.id]
        ]

    key = ("mistakes", patron, tuple(row.id for row in rounds))
    decided = await WORKSHOP.get(key, work, wait=0.3)
    if decided is None:
        return None
    costly = [(round_id, game, made) for round_id, game, made in decided if made.cost]
    return {
        "decisions": len(decided),
        "unsolved": sum(made.cost is None for _, _, made in decided),
        "cost": in_money(sum((made.cost or _NOTHING for _, _, made in decided), _NOTHING)),
        "rows": [
            {"round": round_id, "game": game, "made": made, "cost": in_money(made.cost or _NOTHING)}
            for round_id, game, made in sorted(costly, key=lambda one: -(one[2].cost or 0))
        ],
    }


def _decided(content: bytes) -> list[Decided]:
    try:
        return decisions_of(examine(content).record)
    except RulesError:
        return []  # a round of an earlier program, which the script does not reproduce


# --- files ----------------------------------------------------------------------------------------------------------


@get("/sessions.json", act="own-sessions")
async def export_json(request: AnyRequest) -> Response[Any]:
    """Every day, table, wager and amount; in cents, mean and variance as fractions."""
    rows, prices = await _everything(request)
    return download(
        as_json({"unit": "cents", "played": as_rows(rows, prices)}), "nomorebets-sessions.json", "application/json"
    )


@get("/sessions.csv", act="own-sessions")
async def export_csv(request: AnyRequest) -> Response[Any]:
    """The same as a table."""
    listed, out = as_rows(*await _everything(request)), io.StringIO()
    table = csv.DictWriter(out, ["day", "game", "table", "wager", "amount", "wagers", "net", "mean", "variance"])
    table.writeheader()
    table.writerows(listed)
    return download(out.getvalue(), "nomorebets-sessions.csv", "text/csv")


async def _everything(request: AnyRequest) -> tuple[list[PlayedRow], Prices]:
    rows = await days_of(request.app.state.store, await patron_of(request))
    return rows, await prices_of(request.app.state.store, {row.table_id for row in rows}, FOR_A_FILE)


ROUTES: list[Any] = [Router("/", route_handlers=[show_sessions, export_json, export_csv], exception_handlers=SORRY)]
