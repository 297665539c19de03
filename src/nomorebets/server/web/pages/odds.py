"""The odds room: exact figures of every wager, what options do to them, the best play, and simulations to compare."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import math
import time
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import Any

from litestar import Response, Router, get
from litestar.params import FromPath
from litestar.response import ServerSentEvent, Template

from nomorebets import drawing
from nomorebets.drivers.facet import strategies_of
from nomorebets.errors import RulesError
from nomorebets.pricing.facet import Advice, Pricing, odds_of, usual_play
from nomorebets.pricing.kept_odds import kept_odds
from nomorebets.pricing.sessions import Session, session
from nomorebets.pricing.sheet import Line, OddsSheet, odds_at
from nomorebets.regulation import law, names
from nomorebets.regulation.options import HouseOption
from nomorebets.rulebook.pages import list_games
from nomorebets.server.web.pictures import session_picture
from nomorebets.server.web.rooms import (
    COUNTER,
    PATIENCE,
    SORRY,
    WORKSHOP,
    AnyRequest,
    Busy,
    as_json,
    cited,
    day_from,
    download,
    games_for_menu,
    number_from,
    page,
    query_url,
    shown_fault,
    table_asked,
)
from nomorebets.sim.blocks import LARGEST_SEED
from nomorebets.sim.jobs import can_be_simulated
from nomorebets.table.game import Game, Table
from nomorebets.table.game_file import FILE_OPTION, RULES_OPTION
from nomorebets.table.money import cents

OWN = ("stake", "meter", "strategy", "removed", "wager", "session", "rounds", "seed")  # what is asked beside the table
MOST_ROUNDS = 200_000_000
MOST_AT_ONCE = 20_000_000  # rounds of a simulation that a page waits for
USUAL_ROUNDS = 40_000_000  # ten blocks or so: one sees it go on
USUAL_SESSION = 100
SESSIONS = (10, 50, 100, 250, 1000, 5000)


# --- the table and its figures --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Asked:
    """A table, and what is to be priced at it."""

    table: Table
    stake: str
    meter: str
    strategy: str
    removed: str

    @property
    def key(self) -> tuple[object, ...]:
        house = self.table.house
        settled = (tuple(house.options.items()), tuple((k, str(v)) for k, v in house.pays.items()))
        return ("odds", house.game, house.as_of, settled, self.stake, self.meter, self.strategy, self.removed)

    def price(self) -> OddsSheet:
        return kept_odds(
            self.table,
            stake=self.stake or None,
            meter=self.meter or None,
            strategy=self.strategy or None,
            removed=self.removed,
        )

    def advise(self) -> Advice | None:
        known = odds_of(self.table.game)
        if known is None or known.advice is None:
            return None
        return known.advice(self.table, Pricing(stake=cents(self.stake) if self.stake else None))


def _has_advice(game: Game) -> bool:
    known = odds_of(game)
    return known is not None and known.advice is not None


def asked_for(request: AnyRequest, game: str) -> Asked:
    """The table a query describes, and how it is to be priced."""
    query = dict(request.query_params)
    table = table_asked(game, query, OWN)
    return Asked(table, *(query.get(name, "").strip()[:200] for name in ("stake", "meter", "strategy", "removed")))


async def sheet_of(asked: Asked, wait: float | None = None) -> OddsSheet | None:
    """The odds of a table, worked out once and kept; None where it takes longer than that."""
    return await WORKSHOP.get(asked.key, asked.price, wait)


async def advice_of(asked: Asked, wait: float | None) -> Advice | None:
    return await WORKSHOP.get(("advice", *asked.key[1:]), asked.advise, wait)


# --- pages ----------------------------------------------------------------------------------------------------------


@get("/odds", sync_to_thread=True, act="calculate")
def show_games(request: AnyRequest) -> Template:
    """Every game that can be dealt on a day."""
    day = day_from(request.query_params.get("as_of")) or law.newest()
    games = list_games(day)
    context = {"day": day, "chapter": law.chapter_on(day).number, "dates": law.effective_dates()}
    return page("odds_games.html", title="The odds room", games=games, **context)


@get("/odds/{game:str}", act="calculate")
async def show_odds(request: AnyRequest, game: FromPath[str]) -> Template:
    """All wagers of a game with their exact figures."""
    query = dict(request.query_params)
    try:
        asked = asked_for(request, game)
        sheet = await sheet_of(asked, PATIENCE)
        line = sheet[query["wager"]] if sheet is not None and query.get("wager", "").strip() else None
    except RulesError as fault:
        return _refused_setting(game, query, fault)
    usual = None
    if sheet is not None and (asked.table.house != _defaults(game, asked.table.as_of).house):
        usual = await sheet_of(Asked(_defaults(game, asked.table.as_of), "", "", "", ""), PATIENCE)
    waits = sheet is None
    advice = None if sheet is None else await advice_of(asked, PATIENCE)
    context = _form(asked.table, query) | {
        "title": f"Odds: {asked.table.game.entry.name}",
        "sheet": sheet,
        "rows": [] if sheet is None else _rows(asked.table, sheet, usual, query),
        "compared": usual is not None,
        "line": None if sheet is None else await _line(asked, line or next(iter(sheet.values())), query),
        "advice": advice,
        "costs": _costs(advice),
        "advice_waits": sheet is not None and advice is None and _has_advice(asked.table.game),
        "no_decision": asked.table.game.terms.no_decision,
        "fault": None,
    }
    headers = {"Cache-Control": "no-store"} if waits or context["advice_waits"] else None
    return page("odds.html", 200, headers, waits=headers is not None, **context)


def _refused_setting(game: str, query: dict[str, str], fault: RulesError) -> Template:
    """A setting the rules do not allow: say why, keep the form, and show no figures."""
    from nomorebets.server.web.rooms import status_of

    table = _defaults(game, None)  # raises where the game itself is not known
    try:
        table = _defaults(game, day_from(query.get("as_of")))
    except RulesError:
        query = {k: v for k, v in query.items() if k != "as_of"}
    context = _form(table, query) | {
        "title": f"Odds: {table.game.entry.name}",
        "sheet": None,
        "rows": [],
        "line": None,
        "advice": None,
        "fault": shown_fault(fault),
    }
    return page("odds.html", 400 if status_of(fault) == 404 else status_of(fault), **context)


def _defaults(game: str, day: date | None) -> Table:
    return table_asked(game, {"as_of": day.isoformat() if day else ""})


def _form(table: Table, query: dict[str, str]) -> dict[str, Any]:
    """The fields that change the table, with what is in force."""
    game, house = table.game, table.house
    return {
        "game": game.id,
        "name": game.entry.name,
        "table": table,
        "day": table.as_of,
        "chapter": law.chapter_on(table.as_of).number,
        "query": query,
        "games": games_for_menu(),
        "dates": law.effective_dates(),
        "is_simulated": can_be_simulated(game),
        "options": [
            _field(option, table, query)
            for option in game.terms.all_options
            if option.id not in (FILE_OPTION, RULES_OPTION) and option.first_day() <= table.as_of
        ],
        "pays": [(kind, str(odds), query.get(f"pay-table.{kind}", "")) for kind, odds in house.pays.items()],
        "strategies": list(strategies_of(game).named),
        "usual_play": usual_play(game),
        "takes_stake": odds_of(game) is not None,
        "takes_meter": any("progressive" in option.id for option in game.terms.options),
        "takes_removed": bool((known := odds_of(game)) and known.takes_removed),
        "usual_rounds": USUAL_ROUNDS,
        "most_rounds": MOST_ROUNDS,
        "here": query_url(f"/odds/{game.id}", {k: v for k, v in query.items() if k != "wager"}),
        "json_url": query_url(f"/odds/{game.id}/odds.json", query),
        "csv_url": query_url(f"/odds/{game.id}/odds.csv", query),
        "outcomes_url": query_url(f"/odds/{game.id}/outcomes.csv", query),
    }


def _field(option: HouseOption, table: Table, query: dict[str, str]) -> dict[str, Any]:
    possible = option.possible(table.as_of)
    return {
        "id": option.id,
        "says": option.says,
        "by": cited(option.by, table.as_of) if law.in_force(option.by, table.as_of) else None,
        "choices": possible,
        "free": option.parse is not None,
        "in_force": table.house.get(option),
        "chosen": query.get(option.id, "").strip(),
        "matters": len(possible) > 1 or option.parse is not None,
    }


def _rows(table: Table, sheet: OddsSheet, usual: OddsSheet | None, query: dict[str, str]) -> list[dict[str, Any]]:
    rows = []
    for line in sheet.values():
        before = usual.get(line.wager) if usual is not None else None
        rows.append(
            {
                "line": line,
                "pays": drawing.paid(table, line.wager),
                "deviation": math.sqrt(float(line.variance)),
                "change": float(line.edge - before.edge) if before is not None else None,
                "is_new": usual is not None and before is None,
                "url": query_url(f"/odds/{table.game.id}", {**query, "wager": line.wager}) + "#line",
            }
        )
    return rows


async def _line(asked: Asked, line: Line, query: dict[str, str]) -> dict[str, Any]:
    """One wager in full: figures, outcomes, and the picture of a session."""
    from nomorebets import drawing

    table = asked.table
    number = number_from(query.get("session"), "number of wagers of a session", 1, 10_000, USUAL_SESSION)
    ways: dict[tuple[str, Fraction, str], dict[str, Any]] = {}
    for o in line.outcomes:
        by = cited(o.by, table.as_of)
        row = {"outcome": o.outcome, "net": o.net, "probability": o.probability, "method": o.method, "by": by}
        ways[o.outcome, o.net, str(o.by)] = row
    result, why = None, ""
    try:
        key = ("session", line.wager, number, *asked.key)
        result = await COUNTER.get(key, lambda: session(line, number))
    except RulesError as fault:
        why = str(fault)
    return {
        "line": line,
        "drawn": drawing.outcomes(line),
        "outcomes": list(ways.values()),
        "session": result,
        "session_drawn": session_picture(result) if result is not None else "",
        "session_words": _session_words(result) if result is not None else "",
        "why_no_session": why,
        "number": number,
        "numbers": sorted({*SESSIONS, number}),
        "extra": {names.figure(name): figure for name, figure in line.extra.items()},
    }


def _session_words(result: Session) -> str:
    low, middle, high = (result.quantile(share) for share in (0.05, 0.5, 0.95))
    after = "After one wager of one unit" if result.wagers == 1 else f"After {result.wagers:,} wagers of one unit"
    return (
        f"{after}: ahead in {result.ahead:.2%} of sessions, "
        f"even in {result.even:.2%}, behind in {result.behind:.2%}; on average {result.mean:+.2f} units; "
        f"the middle session ends at {middle:+g}, nine in ten between {low:+g} and {high:+g}."
    )


def _costs(advice: Advice | None) -> list[dict[str, Any]]:
    if advice is None:
        return []
    return [{"strategy": c.strategy, "edge": c.edge, "more": advice.cost(c.strategy)} for c in advice.costs]


# --- downloads ------------------------------------------------------------------------------------------------------


async def _whole_sheet(request: AnyRequest, game: str) -> OddsSheet:
    sheet = await sheet_of(asked_for(request, game))
    assert sheet is not None
    return sheet


def _named(sheet: OddsSheet, what: str) -> str:
    return f"nomorebets-{sheet.table.game.id}-{sheet.table.as_of}-{what}"


@get("/odds/{game:str}/odds.json", act="calculate")
async def odds_json(request: AnyRequest, game: FromPath[str]) -> Response[Any]:
    """The object that nomorebets odds --json prints."""
    sheet = await _whole_sheet(request, game)
    return download(as_json(sheet.to_dict()), _named(sheet, "odds.json"), "application/json")


@get("/odds/{game:str}/odds.csv", act="calculate")
async def odds_csv(request: AnyRequest, game: FromPath[str]) -> Response[Any]:
    """One row per wager."""
    sheet = await _whole_sheet(request, game)
    rows = [
        {
            "game": sheet.table.game.id,
            "as_of": sheet.table.as_of.isoformat(),
            "wager": line.wager,
            "pays": drawing.paid(sheet.table, line.wager),
            "edge": str(line.edge),
            "edge_decimal": repr(line.edge_decimal),
            "average_wager": str(line.average_wager),
            "element_of_risk": str(line.element_of_risk),
            "variance": str(line.variance),
            "variance_decimal": repr(float(line.variance)),
            "hit_frequency": str(line.hit_frequency),
            "hit_frequency_decimal": repr(float(line.hit_frequency)),
            "method": line.method,
            "basis": line.basis,
            "note": line.note,
        }
        for line in sheet.values()
    ]
    return download(_csv(rows), _named(sheet, "odds.csv"), "text/csv")


@get("/odds/{game:str}/outcomes.csv", act="calculate")
async def outcomes_csv(request: AnyRequest, game: FromPath[str]) -> Response[Any]:
    """One row per outcome of every wager."""
    sheet = await _whole_sheet(request, game)
    day = sheet.table.as_of
    rows = [
        {
            "wager": line.wager,
            "outcome": o.outcome,
            "net": str(o.net),
            "probability": str(o.probability),
            "probability_decimal": repr(float(o.probability)),
            "method": o.method,
            "cite": o.by.full(day),
            "basis": law.basis(o.by, day),
        }
        for line in sheet.values()
        for o in line.outcomes
    ]
    return download(_csv(rows), _named(sheet, "outcomes.csv"), "text/csv")


def _csv(rows: list[dict[str, str]]) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]) if rows else ["wager"], lineterminator="\r\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


# --- simulation -----------------------------------------------------------------------------------------------------


@dataclass
class Run:
    """A simulation in a thread: how far it is, and whether it is to stop."""

    done: int = 0
    total: int = 0
    stop: bool = False
    began: float = field(default_factory=time.monotonic)

    def progress(self, done: int, total: int) -> None:
        self.done, self.total = done, total
        if self.stop and done < total:
            raise KeyboardInterrupt  # what was done is kept


_SIMULATING = ThreadPoolExecutor(2, thread_name_prefix="nomorebets-simulation")
_RUNS: set[int] = set()
MOST_RUNS = 6


def _simulated(asked: Asked, rounds: int, seed: int, run: Run) -> dict[str, Any]:
    from nomorebets.sim.simulate import simulate

    strategy, stake = asked.strategy or None, asked.stake or None
    result = simulate(asked.table, rounds, seed, 1, None, run.progress, strategy, stake)
    exact = odds_at(asked.table, strategy=strategy, stake=stake)
    report = result.to_dict()
    for line, row in zip(result.lines, report["wagers"], strict=True):
        true = exact.get(line.wager)
        z = line.z(true.edge) if true is not None else math.nan
        row |= {"exact_edge": true.edge_decimal if true else None, "z": z if math.isfinite(z) else None}
    return report


def _how_many(request: AnyRequest, most: int) -> tuple[int, int]:
    query = request.query_params
    rounds = number_from(query.get("rounds"), "number of rounds", 1000, most, min(USUAL_ROUNDS, most))
    return rounds, number_from(query.get("seed"), "seed", 0, min(LARGEST_SEED, 10**15), 0)


@get("/odds/{game:str}/simulate", act="calculate")
async def simulate_live(request: AnyRequest, game: FromPath[str]) -> ServerSentEvent:
    """A simulation as a stream of events: progress, then the result. Whoever stops listening stops it."""
    asked = asked_for(request, game)
    rounds, seed = _how_many(request, MOST_ROUNDS)
    if len(_RUNS) >= MOST_RUNS:
        raise Busy
    return ServerSentEvent(_events(lambda run: _simulated(asked, rounds, seed, run), rounds))


async def _events(work: Callable[[Run], dict[str, Any]], rounds: int) -> AsyncGenerator[dict[str, str], None]:
    run = Run(total=rounds)
    _RUNS.add(id(run))
    future = _SIMULATING.submit(work, run)
    future.add_done_callback(lambda _: _RUNS.discard(id(run)))
    try:
        sent = -1
        while not future.done():
            if run.done != sent:
                sent = run.done
                yield {"event": "progress", "data": json.dumps({"done": run.done, "total": run.total})}
            await asyncio.sleep(0.08)
        try:
            yield {"event": "result", "data": json.dumps(future.result())}
        except RulesError as fault:
            yield {"event": "refused", "data": json.dumps({"text": str(fault)})}
    finally:
        run.stop = True
        future.cancel()


@get("/odds/{game:str}/simulation", act="calculate")
async def show_simulation(request: AnyRequest, game: FromPath[str]) -> Template:
    """A simulation on a page of its own, where there is no script."""
    asked = asked_for(request, game)
    rounds, seed = _how_many(request, MOST_AT_ONCE)
    key = ("simulation", rounds, seed, *asked.key)
    simulation = await WORKSHOP.get(key, lambda: _simulated(asked, rounds, seed, Run()), PATIENCE)
    headers = {"Refresh": "1", "Cache-Control": "no-store"} if simulation is None else None
    back = query_url(f"/odds/{game}", {k: v for k, v in request.query_params.items() if k not in ("rounds", "seed")})
    name = asked.table.game.entry.name
    return page(
        "simulation.html",
        200,
        headers,
        title=f"Simulation: {name}",
        simulation=simulation,
        name=name,
        rounds=rounds,
        back=back,
    )


ROUTES: list[Any] = [
    Router(
        "/",
        route_handlers=[
            show_games,
            show_odds,
            odds_json,
            odds_csv,
            outcomes_csv,
            simulate_live,
            show_simulation,
        ],
        exception_handlers=SORRY,
    )
]
