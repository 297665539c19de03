"""The floorperson's page: a game to choose, or a transcript to paste; and the ruling on a round."""

from __future__ import annotations

from asyncio import to_thread
from functools import lru_cache
from typing import Any

from litestar import Response, Router, get, post
from litestar.response import Template

from nomorebets.errors import RulesError, TranscriptError, UnknownName, shown
from nomorebets.games import entries, first_game
from nomorebets.regulation import law
from nomorebets.regulation.names import wager as wager_name
from nomorebets.rulings.dispute import Verdict, rule_on, rule_on_record
from nomorebets.rulings.form import FIELDS, WHO, gaming_dispute, in_words
from nomorebets.rulings.transcript import read_transcript
from nomorebets.rulings.writing import example
from nomorebets.server.people.rights import may
from nomorebets.server.web.rooms import (
    COUNTER,
    OUTCOMES,
    SORRY,
    AnyRequest,
    Busy,
    as_json,
    cited,
    day_from,
    download,
    games_for_menu,
    page,
    shown_fault,
    status_of,
    table_asked,
)
from nomorebets.table.money import dollars
from nomorebets.table.record import is_record, read
from nomorebets.table.wagers import DEALER, seat_words

LONGEST = 200_000  # characters of a transcript or a record
DETAILS = (*FIELDS, *WHO)


# --- pages ----------------------------------------------------------------------------------------------------------


@get("/floor", act="rule-on-transcript")
async def show_floor(request: AnyRequest) -> Template:
    """Paste a transcript, or choose a game and fill in a form; and, for those who may read it, what was ruled."""
    example_text = await to_thread(_usual_example)
    return _floor(text=example_text, fault=None, **await _rulings(request))


def _floor(status: int = 200, **context: Any) -> Template:
    return page("floor.html", status, title="The floorperson’s page", games=games_for_menu(), **context)


async def _rulings(request: AnyRequest) -> dict[str, Any]:
    """Supervisors' rulings, the newest first; of one table and between two days where that is asked."""
    standing = (await request.app.state.house.people.visit(request)).standing
    if not may(standing, "read-all-rounds"):
        return {}
    archive, asked = request.app.state.store.archive, request.query_params
    since, until = day_from(asked.get("since")), day_from(asked.get("until"))
    tables = await archive.tables_ruled_on()
    table = asked.get("table", "")
    if table and table not in tables:
        raise UnknownName(f"nothing was ruled on at table {shown(table, 40)}", accepts="a table of the list")
    ruled = await archive.rulings_listed(table, str(since or ""), str(until or ""))
    return {"ruled": ruled, "tables": tables, "table": table, "since": since or "", "until": until or ""}


@lru_cache(maxsize=1)
def _usual_example() -> str:
    return example(table_asked(first_game(), {})) or ""


@post("/floor", status_code=200, request_max_body_size=LONGEST * 4, act="rule-on-transcript")
async def rule(request: AnyRequest) -> Template:
    """The ruling on a transcript or a record that was pasted."""
    form = await request.form()
    text = str(form.get("transcript", "")).replace("\r\n", "\n")
    try:
        verdict = await ruled(text)
    except RulesError as fault:
        return _floor(status_for(fault), text=text[:LONGEST], fault=shown_fault(fault))
    return _ruling_page(text, verdict, _details(form))


@post("/floor/ruling.json", status_code=200, request_max_body_size=LONGEST * 4, act="rule-on-transcript")
async def ruling_json(request: AnyRequest) -> Response[Any]:
    """The ruling as the file of a gaming dispute."""
    form = await request.form()
    text = str(form.get("transcript", "")).replace("\r\n", "\n")
    verdict = await ruled(text)
    filed = gaming_dispute(verdict, _details(form), text)
    return download(as_json(filed), f"dispute-{verdict.game}-{verdict.as_of}.json", "application/json")


# --- ruling ---------------------------------------------------------------------------------------------------------


def status_for(fault: RulesError) -> int:
    return 400 if status_of(fault) == 404 else status_of(fault)


async def ruled(text: str) -> Verdict:
    """The ruling on a transcript (TOML) or on a record (JSON Lines)."""
    if not text.strip():
        raise TranscriptError("the transcript is empty", accepts=f'lines like game = "{first_game()}"')
    if len(text) > LONGEST:
        raise TranscriptError(f"the transcript has {len(text):,} characters", accepts=f"at most {LONGEST:,}")
    content = text.encode("utf-8", "replace")

    def work() -> Verdict:
        if is_record(content):
            return rule_on_record(read(content.strip(b"\n") + b"\n"))
        return rule_on(read_transcript(content))

    try:
        verdict = await COUNTER.get(("ruling", text), work, 30.0)
    except UnknownName as fault:  # in what was written: the page that rules on it is there
        raise TranscriptError(fault.text, fault.by, fault.on, fault.accepts) from None
    if verdict is None:
        raise Busy
    return verdict


def _details(form: Any) -> dict[str, str]:
    return {name: str(form.get(name, "") or "").strip()[:500] for name in DETAILS}


def _ruling_page(text: str, verdict: Verdict, details: dict[str, str]) -> Template:
    day = verdict.as_of
    return page(
        "ruling.html",
        title="Ruling",
        text=text,
        is_record=is_record(text.encode("utf-8", "replace")),
        verdict=verdict,
        name=entries()[verdict.game].name,
        chapter=law.chapter_on(day).number,
        required=[
            {
                "seat": r.seat or DEALER,
                "wager": r.name,
                "staked": dollars(r.amount),
                "result": r.result,
                "net": f"{'+' if r.net > 0 else ''}{dollars(r.net)}",
                "by": cited(r.by, day),
                "says": _says(r.by),
            }
            for r in verdict.required
        ],
        remedies=[{"what": m.what, "remedy": m.remedy, "by": cited(m.by, day)} for m in verdict.remedies],
        differences=[
            {
                "whose": d.key.whose,
                "wager": d.wager,
                "done": in_words(d.done_as) or dollars(d.done),
                "required": in_words(d.required_as) or dollars(d.required),
                "owed": dollars(abs(d.required - d.done)),
                "to_patron": d.required > d.done,
                "by": cited(d.by, day),
            }
            for d in verdict.differences
        ],
        not_told=verdict.not_told,
        moves=[
            {"whose": seat_words(h.seat, h.player), "wager": h.wager, "moves": in_words(h.moves)}
            for h in verdict.moves
            if h.moves
        ],
        decided_by=[
            {
                "fact": w.fact,
                "instead": w.says
                or "; ".join(
                    f"seat {r.seat}, {wager_name(r.wager)}: {OUTCOMES[r.result]} {dollars(r.net)}" for r in w.rulings
                ),
            }
            for w in verdict.decided_by
        ],
        fields=DETAILS,
        details=details,
    )


def _says(by: Any) -> str:
    return law.reading(by.reading).says if by.reading else law.paragraph(by).says


ROUTES: list[Any] = [Router("/", route_handlers=[show_floor, rule, ruling_json], exception_handlers=SORRY)]
