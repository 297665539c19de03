"""What the read-only rooms share: dates and tables out of a query, pages, and refusals in one sentence."""

from __future__ import annotations

import asyncio
import hashlib
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from functools import cache
from typing import Any, TypeVar
from urllib.parse import urlencode

from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.response import Template

from nomorebets.drawing.facet import felt_of
from nomorebets.errors import EditionError, RulesError, ScriptError, UnknownName, shown
from nomorebets.games import menu, open_table
from nomorebets.library import game_ids
from nomorebets.regulation import Citation, law
from nomorebets.server.addresses import rule_url
from nomorebets.server.book.changes import StoreError
from nomorebets.server.people.accounts import TooOften
from nomorebets.server.people.rights import NotAllowed
from nomorebets.server.tables.offering import words_of_status
from nomorebets.table.game import Game, Table
from nomorebets.table.game_file import RULES_OPTION, file_of
from nomorebets.table.house import Settings
from nomorebets.table.money import dollars, show

T = TypeVar("T")
AnyRequest = Request[Any, Any, Any]
LONGEST_SETTING = 400
MOST_SETTINGS = 80
BASIS_WORDS = {
    "text": "read in the text",
    "parallel": "from the parallel text",
    "reading": "our reading",
    "reconstructed": "reconstructed",
    "proposed": "proposed, of no chapter",
}


# --- what a visitor asks for ----------------------------------------------------------------------------------------


def day_from(text: str | None) -> date | None:
    """A date as a form sends it; None where the field is empty."""
    text = (text or "").strip()
    if not text:
        return None
    if re.fullmatch(r"\d{4}-\d\d-\d\d", text, re.ASCII):
        try:
            return date.fromisoformat(text)
        except ValueError:
            pass
    raise EditionError(f"{shown(text, 40)} is not a date", accepts="a form like 1998-11-16")


def number_from(text: str | None, what: str, least: int, most: int, default: int) -> int:
    """A whole number as a form sends it."""
    text = (text or "").strip().replace(",", "")
    if not text:
        return default
    if not re.fullmatch(r"\d{1,18}", text, re.ASCII) or not least <= int(text) <= most:
        raise UnknownRequest(f"{shown(text, 40)} is no {what}", accepts=f"whole numbers from {least:,} to {most:,}")
    return int(text)


class UnknownRequest(RulesError):
    """A field of a form or a query that cannot be understood."""

    who = "visitor"


def require_game(game_id: str) -> None:
    """Refuse a game that nobody knows or that cannot be dealt, with the nearest ones."""
    from nomorebets.games import game

    game(game_id)


def settings_from(query: Mapping[str, str], but: tuple[str, ...]) -> Settings:
    """What a form asks of a table: options by their names, odds as pay-table.NAME, limits as limits.NAME.max."""
    settings = Settings()
    asked = {name: value.strip() for name, value in query.items() if name not in but and value.strip()}
    if len(asked) > MOST_SETTINGS or any(len(n) + len(v) > LONGEST_SETTING for n, v in asked.items()):
        raise UnknownRequest("too much is asked of one table", accepts=f"at most {MOST_SETTINGS} short settings")
    for name, value in asked.items():
        settings.add(name, value)
    require_no_rules(settings)
    return settings


def require_no_rules(settings: Settings) -> None:
    """Nobody whom the house serves brings a game of his own: those are offered by whoever runs it."""
    if RULES_OPTION in settings.options:
        raise UnknownRequest("the rules of a game are not set by visitors", accepts="a game that the house offers")


def table_asked(game_id: str, query: Mapping[str, str], but: tuple[str, ...] = ()) -> Table:
    """The table that a query describes: as_of, and any settings."""
    require_game(game_id)
    return open_table(game_id, day_from(query.get("as_of")), settings_from(query, ("as_of", *but)))


# --- what it is shown -----------------------------------------------------------------------------------------------


def query_url(path: str, query: Mapping[str, object]) -> str:
    """A path with what is not empty of a query."""
    given = {name: value for name, value in query.items() if value not in (None, "")}
    return f"{path}?{urlencode(given)}" if given else path


def percent(value: Fraction | float, places: int = 4) -> str:
    return f"{float(value):.{places}%}"


def one_in(value: Fraction) -> str:
    """A probability as people say it: 1 in 38."""
    if not value:
        return "never"
    against = 1 / value
    return f"1 in {against.numerator:,}" if against.denominator == 1 else f"1 in {float(against):,.2f}"


def cited(by: Citation, day: date) -> dict[str, str]:
    """A citation as a page shows it: the paragraph, how firm it is, and where the rulebook has it or our reading."""
    basis = law.basis(by, day)
    return {
        "cite": by.on(day),
        "basis": basis,
        "basis_words": BASIS_WORDS[basis],
        "url": rule_url(by.full(day), day),
    }


def paragraph_only(cite: str) -> str:
    """A citation as people read it: what we call a reading of ours is no name for them.

    >>> paragraph_only("13:69F-5.6(b) R-5.6b-respin"), paragraph_only("13:69F-5.6(b)")
    ('13:69F-5.6(b)', '13:69F-5.6(b)')
    """
    return cite.partition(" R-")[0]


def shown_fault(fault: RulesError) -> dict[str, Any]:
    """Why something was refused, as a page shows it."""
    cite = {"cite": paragraph_only(fault.cite), "url": rule_url(fault.cite, fault.on)} if fault.cite else None
    return {"text": fault.text, "accepts": fault.accepts, "cite": cite}


OUTCOMES = {"win": "won", "lose": "lost", "push": "push", "void": "void", "stands": "stands"}


def outcomes_of(game: Game) -> dict[str, str]:
    """What patrons of a game call each outcome of the record."""
    return {**OUTCOMES, **felt_of(game).outcomes}


def by_file(table: Table) -> str:
    """The game file that the terms of a table are from, where there is one."""
    file = file_of(table.house.options)
    status = words_of_status(table)
    return f"by the terms of {file}{f' ({status})' if status else ''}" if file else ""


@cache
def is_dealt_on(game_id: str, day: date) -> bool:
    """Whether a game can be dealt under the text of a day."""
    try:
        open_table(game_id, day)
    except RulesError:
        return False
    return True


def games_for_menu() -> list[tuple[str, str]]:
    """Every game that can be dealt, with its name."""
    names = menu()
    return [(game_id, names[game_id]) for game_id in game_ids()]


_SHOWN = {
    "rule_url": rule_url,
    "query_url": query_url,
    "percent": percent,
    "one_in": one_in,
    "dollars": dollars,
    "money": show,
    "cited": cited,
    "basis_words": BASIS_WORDS,
}


def page(template: str, status: int = 200, headers: dict[str, Any] | None = None, /, **context: Any) -> Template:
    """A page of a room."""
    return Template(f"rooms/{template}", context=_SHOWN | context, status_code=status, headers=headers)


def tagged(request: AnyRequest, answer: Template) -> Response[Any]:
    """The page with an entity tag of its own text, or 304 where the visitor has it already."""
    engine = request.app.template_engine
    assert engine is not None
    assert answer.template_name is not None
    body = engine.get_template(answer.template_name).render(**answer.create_template_context(request))
    headers, is_known = entity_tag(request, body.encode())
    if is_known:
        return Response(None, status_code=304, headers=headers)
    return Response(body, media_type="text/html", status_code=answer.status_code or 200, headers=headers)


def entity_tag(request: AnyRequest, body: bytes) -> tuple[dict[str, str], bool]:
    """The headers that name a text by its content, and whether whoever asks has it already."""
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    known = {part.strip().removeprefix("W/") for part in request.headers.get("if-none-match", "").split(",")}
    return {"ETag": tag, "Cache-Control": "private, no-cache"}, bool(known & {tag, "*"})


def download(content: bytes | str, name: str, media_type: str) -> Response[Any]:
    """A file to keep."""
    plain = re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip("-.") or "download"
    headers = {"Content-Disposition": f'attachment; filename="{plain}"', "X-Content-Type-Options": "nosniff"}
    body = content.encode() if isinstance(content, str) else content
    return Response(body, media_type=media_type, headers=headers)


def as_json(value: object) -> bytes:
    import json

    return (json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False) + "\n").encode()


# --- refusals -------------------------------------------------------------------------------------------------------


def status_of(fault: RulesError) -> int:
    known: dict[type[RulesError], int] = {
        UnknownName: 404,
        ScriptError: 500,
        NotAllowed: 403,
        TooOften: 429,
        StoreError: 503,
    }
    return next((status for kind, status in known.items() if isinstance(fault, kind)), 400)


def refused(request: AnyRequest, fault: RulesError) -> Response[Any] | Template:
    """Why something cannot be shown, in one sentence."""
    status = status_of(fault)
    if request.headers.get("accept", "").startswith("application/json"):
        problem = {"type": "about:blank", "title": fault.text, "status": status, "detail": str(fault)}
        return Response(problem, media_type="application/problem+json", status_code=status)
    shown_here = shown_fault(fault) | {"accepts": _games_named(fault.accepts)}
    is_stranger = isinstance(fault, NotAllowed) and fault.is_stranger
    return page("refused.html", status, title="Refused", is_stranger=is_stranger, **shown_here)


def _games_named(accepts: str | None) -> str | None:
    """What would be accepted; games are listed by their names."""
    names_of = menu()
    return accepts and ", ".join(names_of.get(one, one) for one in accepts.split(", "))


class Busy(HTTPException):
    """Too much is being worked out already."""

    status_code = 503
    detail = "the house is working out other figures: try again in a moment"


def too_busy(request: AnyRequest, fault: Busy) -> Template:
    return page("refused.html", 503, {"Retry-After": "5"}, title="Busy", text=fault.detail, cite=None, accepts=None)


SORRY: Any = {RulesError: refused, Busy: too_busy}


# --- what takes time ------------------------------------------------------------------------------------------------


@dataclass
class _Job:
    """Figures that are to be worked out."""

    made: Future[Any]
    make: Callable[[], Any]
    asked: float = field(default_factory=time.monotonic)  # when somebody last did

    def ask_again(self) -> None:
        self.asked = time.monotonic()


class Workshop:
    """Figures that take time: worked out once, in a thread, and kept.

    What was asked for last comes first: a page asks again until it has its figures, and who went away does not. Where
    too much waits, what nobody has asked for lately makes room.
    """

    def __init__(self, keep: int = 200, threads: int = 2, waiting: int = 24) -> None:
        self._kept: OrderedDict[object, Future[Any]] = OrderedDict()
        self._to_do: OrderedDict[object, _Job] = OrderedDict()
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="nomorebets-figures")
        self._keep, self._waiting = keep, waiting

    def begin(self, key: object, make: Callable[[], T]) -> Future[T]:
        """Have figures worked out, if they are not yet."""
        future: Future[T] | None = self._kept.get(key)
        if future is None:
            if sum(not known.done() for known in self._kept.values()) >= self._waiting:
                self._make_room()
            future = self._kept[key] = Future()
            self._to_do[key] = _Job(future, make)
            self._threads.submit(self._work)
            while len(self._kept) > self._keep:
                oldest = next((k for k, known in self._kept.items() if known.done()), None)
                if oldest is None:
                    break
                del self._kept[oldest]
        self._kept.move_to_end(key)
        with suppress(KeyError):
            self._to_do.move_to_end(key)
            self._to_do[key].ask_again()
        return future

    def _make_room(self) -> None:
        """Give up what was asked for longest ago, unless somebody may still wait for it."""
        oldest, job = next(iter(self._to_do.items()), (None, None))
        if job is None or time.monotonic() - job.asked < GIVEN_UP:
            raise Busy
        if self._to_do.pop(oldest, None) is job:  # no thread has begun it meanwhile
            self._kept.pop(oldest, None)
            job.made.set_exception(Busy())

    def _work(self) -> None:
        """Whatever was asked for last; nothing, where that was given up."""
        try:
            _, job = self._to_do.popitem()
        except KeyError:
            return
        try:
            job.made.set_result(job.make())
        except BaseException as fault:  # whoever asks is told
            job.made.set_exception(fault)

    async def get(self, key: object, make: Callable[[], T], wait: float | None = None) -> T | None:
        """The figures; None where they take longer than a visitor is to wait, or wait themselves for others."""
        try:
            future = self.begin(key, make)
        except Busy:
            if wait is None:
                raise
            return None  # not begun: whoever asks again begins them
        give_up = None if wait is None else time.monotonic() + wait
        pause = 0.001
        while not future.done():
            if give_up is not None and time.monotonic() > give_up:
                return None
            if (job := self._to_do.get(key)) is not None:
                job.ask_again()
            await asyncio.sleep(pause)
            pause = min(2 * pause, 0.03)
        if future.exception() is not None and not isinstance(future.exception(), RulesError):
            self._kept.pop(key, None)  # a defect of ours is not kept
        return future.result()


GIVEN_UP = 10.0  # seconds after which nobody waits for figures that he has not asked for again: pages ask every second
WORKSHOP = Workshop()  # odds, simulations, comparisons: seconds
TABLESIDE = Workshop(threads=1)  # what a choice is worth: a player waits, and is not to wait behind the others
LAYOUTS = Workshop()  # what the wagers of a table cost, beside them: not behind what somebody asks of other tables
COUNTER = Workshop(threads=2, waiting=64)  # records, rulings, guides, sessions: milliseconds


def warm() -> None:
    """Work out in the background what many pages need: which code and tests enforce which paragraph, and the games."""

    def work() -> None:
        from nomorebets.rulebook.pages import describe, list_games

        describe("5.6(b)")
        list_games()

    COUNTER.begin("warm", work)


PATIENCE = 0.35  # seconds that a page waits for figures before it is shown without them
