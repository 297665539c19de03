"""The rulebook: every paragraph as of a date, what enforces it, which rounds cited it, and what changed when."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Callable
from datetime import date
from functools import cache
from typing import Any

from litestar import Response, Router, get
from litestar.params import FromPath
from litestar.response import Redirect, Template

from nomorebets.errors import EditionError, RulesError, UnknownName, shown
from nomorebets.games import entries, open_table
from nomorebets.regulation import Citation, law
from nomorebets.regulation.citations import DRAFT
from nomorebets.rulebook import coverage
from nomorebets.rulebook import pages as rulebook
from nomorebets.rulebook.beside import beside
from nomorebets.server.addresses import rule_url
from nomorebets.server.web.pages.records import own_only
from nomorebets.server.web.rooms import (
    COUNTER,
    PATIENCE,
    SORRY,
    WORKSHOP,
    AnyRequest,
    day_from,
    is_dealt_on,
    page,
    tagged,
)

ROUNDS_SHOWN = 12
_LEADING = re.compile(
    r"^(?:n\.?\s*j\.?\s*(?:a\.?\s*c\.?|admin(?:istrative)?\.?\s*code))?\s*"
    r"(?:§+|sec(?:tion|\.)?|par(?:agraph|\.)?|subch(?:apter|\.)?|rule)?\s*",
    re.IGNORECASE,
)
_READING = re.compile(r"\s*\b(R-\S+)$")
_NUMBER = re.compile(r"^((?:19:47|13:69f)-)?(\d{1,3}[a-z]?(?:\.\d{1,3}[a-z]?)?)", re.IGNORECASE)


def as_cited(text: str) -> str:
    """A citation in any printed form, in ours.

    >>> as_cited("N.J.A.C. § 19:47–5.1 (e) 1 i (2)"), as_cited("Subchapter 2a"), as_cited("R-5.6b-respin")
    ('19:47-5.1(e)1i(2)', '2A', '5.6(b) R-5.6b-respin')
    """
    words = unicodedata.normalize("NFKC", text[:200]).strip().rstrip(".,;")
    words = re.sub(r"[\u2010-\u2015\u2212]", "-", words)
    reading = _READING.search(words)
    if reading:
        words = words[: reading.start()] or str(law.reading(reading[1]).on)
    words = re.sub(r"\s+", "", _LEADING.sub("", words, count=1))
    words = _NUMBER.sub(lambda match: match.group().upper(), words)
    return f"{words} {reading[1]}" if reading else words


# --- the chapters ---------------------------------------------------------------------------------------------------


@get("/rules", sync_to_thread=True, act="read")
def show_chapters(request: AnyRequest) -> Response[Any]:
    """The chapter of a day, subchapter by subchapter."""
    day = day_from(request.query_params.get("as_of")) or law.newest()
    chapter = law.chapter_on(day)
    listed = []
    for sub in law.subchapters():
        try:
            about = rulebook.describe(f"{chapter.number}-{sub.subchapter}", day)
        except EditionError as fault:
            about = {"number": sub.subchapter, "heading": next(iter(sub.headings.values())), "missing": fault.text}
        else:
            about |= {"paragraphs": sum(s["paragraphs"] for s in about["sections"])}
            about |= {"in_chapter": chapter.number in sub.headings, "number": sub.subchapter}
        listed.append(about | {"games": [(g.id, g.name, is_dealt_on(g.id, day)) for g in sub.game]})
    events = [event for event in law.chapters().event if event.effective == day]
    return tagged(
        request,
        page(
            "chapters.html",
            title="The rulebook",
            day=day,
            chapter=chapter,
            chapters=law.chapters().chapter,
            subchapters=listed,
            dates=law.effective_dates(),
            events=events,
        ),
    )


@get("/rules/find", sync_to_thread=False, act="read")
def find(request: AnyRequest) -> Redirect:
    """The form with which a citation is looked up."""
    asked = request.query_params.get("citation", "").strip()[:200].replace("/", " ")
    day = request.query_params.get("as_of", "").strip()
    return Redirect(rule_url(asked, day_from(day)) if asked else "/rules")


@get("/rules/map", sync_to_thread=True, act="read")
def show_map(request: AnyRequest) -> Response[Any]:
    """The chapter of a day at a glance: every subchapter and section, and how much of each is enforced."""
    day = day_from(request.query_params.get("as_of")) or law.newest()
    chapter = law.chapter_on(day)
    rows: dict[str, list[coverage.Row]] = {}
    for row in coverage.coverage():
        rows.setdefault(row.citation.section, []).append(row)
    listed = []
    for sub in law.subchapters():
        there = [s.number for s in sub.section if rulebook.section_is_in_force(s.number, day)]
        sections = [
            {
                "cite": Citation(number).on(day),
                "heading": rulebook.heading_on(number, day),
                "rows": len(rows[number]),
                "counts": _counts(rows[number]),
            }
            for number in there
        ]
        heading = sub.headings.get(chapter.number) or next(iter(sub.headings.values()))
        listed.append({"cite": f"{chapter.number}-{sub.subchapter}", "heading": heading, "sections": sections})
    context = {"day": day, "chapter": chapter, "dates": law.effective_dates()}
    shown_subs = [sub for sub in listed if sub["sections"]]
    return tagged(request, page("map.html", title="Map of the chapter", subchapters=shown_subs, **context))


# --- one paragraph, section or subchapter ---------------------------------------------------------------------------


@get("/rules/{citation:str}", act="read")
async def show_rule(request: AnyRequest, citation: FromPath[str]) -> Response[Any] | Template:
    """What a paragraph says on a day, where it comes from, who enforces it, and which rounds it decided."""
    day = day_from(request.query_params.get("as_of"))
    if request.query_params.get("and"):
        return _two_days(request, citation)
    try:
        cited_as = as_cited(citation)
        rule = await COUNTER.get(("rule", cited_as, day), lambda: rulebook.describe(cited_as, day))
    except (UnknownName, EditionError) as fault:
        return _not_there(citation, day, fault)
    assert rule is not None
    kind = "subchapter" if "sections" in rule else "paragraph" if "says" in rule else "section"
    on = date.fromisoformat(rule["as_of"])
    context = rule | {
        "kind_of_page": kind,
        "title": f"{rule['cite']} {rule['heading']}",
        "title_is_english": True,  # the law is told in English
        "day": on,
        "above": _above(cited_as, on) if kind != "subchapter" else [],
        "rounds": [] if kind == "subchapter" else await _rounds(request, rule),
        "reading_cited": cited_as.partition(" ")[2],
        "paragraph_kind": rule.get("kind"),
        "dates": law.effective_dates(),
        "on_day": lambda text: _on_day(cited_as, date.fromisoformat(text)),
        "chapters": law.chapters().chapter,
        "game_names": {game_id: entry.name for game_id, entry in entries().items()},
        "dealt": lambda game_id: is_dealt_on(game_id, on),
    }
    context |= {"around": _around(cited_as, on) if kind == "paragraph" else None}
    return tagged(request, page("rule.html", **context))


def _two_days(request: AnyRequest, citation: str) -> Response[Any]:
    """A section on two days, side by side; the earlier one first."""
    asked = (day_from(request.query_params.get(name)) or law.newest() for name in ("on", "and"))
    first, second = sorted(asked)
    cited = Citation.parse(as_cited(citation)).paragraph
    both = beside(cited, first, second)
    there = max((day for day in (first, second) if rulebook.section_is_in_force(cited.section, day)), default=second)
    context = {"title": f"{cited.on(there)}: two days", "cite": cited.on(there), "both": both}
    context |= {"heading": rulebook.heading_on(cited.section, there), "dates": law.effective_dates()}
    return tagged(request, page("beside.html", **context))


def _on_day(cited_as: str, day: date) -> str | None:
    """Where the rulebook has the same paragraph on another day, or at least its section; None where it had neither."""
    if re.fullmatch(r"(.*-)?\d+[A-Z]?", cited_as):
        number = cited_as.rpartition("-")[2]
        return rule_url(number, day) if day >= law.subchapter_since(number) else None
    citation = Citation.parse(cited_as).paragraph
    if citation in _known() and law.in_force(citation, day):
        return rule_url(citation.on(day), day)
    there = rulebook.section_is_in_force(citation.section, day)
    return rule_url(Citation(citation.section).on(day), day) if there else None


async def _rounds(request: AnyRequest, rule: dict[str, Any]) -> list[Any]:
    """The newest rounds that cited a paragraph, under either chapter's number for it."""
    return list(
        await request.app.state.store.archive.rounds_citing(rule["cite"], ROUNDS_SHOWN, await own_only(request))
    )


def _above(cited_as: str, day: date) -> list[tuple[str, str]]:
    """The way up: subchapter, section, paragraph."""
    citation = Citation.parse(cited_as).paragraph
    if citation.subchapter == DRAFT:  # of no chapter
        return []
    chapter = law.chapter_on(day).number
    heading = rulebook.describe(f"{chapter}-{citation.subchapter}", day)["heading"]
    steps = [(f"{chapter}-{citation.subchapter}", heading)]
    for depth in range(len(citation.path)):
        above = Citation(citation.section, citation.path[:depth])
        if not depth or above in _known():
            steps.append((above.on(day), law.section(above.section).headings.get(chapter, "") if not depth else ""))
    return steps


def _around(cited_as: str, day: date) -> tuple[str | None, str | None]:
    """The paragraphs before and behind one, in force on a day."""
    citation = Citation.parse(cited_as).paragraph
    known = [c for c in _known() if c.subchapter == citation.subchapter and law.in_force(c, day)]
    if citation not in known:
        return None, None
    at = known.index(citation)
    before, behind = known[at - 1] if at else None, known[at + 1] if at + 1 < len(known) else None
    return before.on(day) if before else None, behind.on(day) if behind else None


@cache
def _known() -> tuple[Citation, ...]:
    """Every paragraph there is data on, in the order of the chapter."""
    return tuple(sorted(p.cite for sub in law.subchapters() for p in sub.paragraph))


def _not_there(asked: str, day: date | None, fault: RulesError) -> Template:
    """There is no such rule, or was none on that day: say so, and offer the nearest."""
    if isinstance(fault, EditionError):
        near = [_offer(fault.by, fault.on)] if fault.by else []
    else:
        near = [_offer(c, None) for c in nearest(asked)]
    is_number = isinstance(fault, UnknownName) and fault.text.startswith("no ")  # and not what is no citation at all
    text = "there is no section or paragraph of that number" if is_number else fault.text
    return page(
        "no_rule.html", 404, title="No such rule", asked=shown(asked), text=text, accepts=fault.accepts, near=near
    )


def _offer(citation: Citation, day: date | None) -> dict[str, str]:
    on = day or coverage.newest_day_of(citation)
    known = next((p.says for p in law.subchapter(citation.subchapter).paragraph if p.cite == citation), "")
    says = known or next(iter(law.section(citation.section).headings.values()))
    return {"cite": citation.on(on), "url": rule_url(citation.on(on), on), "says": says}


def nearest(asked: str, most: int = 5) -> list[Citation]:
    """The paragraphs or sections nearest to one that does not exist.

    >>> nearest("19:47-5.6(z)")[0]
    Citation('5.6')
    """
    near: list[Citation] = []
    words = re.sub(r"[^0-9A-Za-z.()]", "", asked.partition("-")[2] or asked)[:40]
    sections = [Citation(s.number) for sub in law.subchapters() for s in sub.section]
    try:
        above = Citation.parse(as_cited(asked)).paragraph.parent
        while above is not None:
            if above in _known() or above in sections:
                near.append(above)
                break
            above = above.parent
    except RulesError:
        pass
    every = {str(c): c for c in (*sections, *_known())}
    near += [every[name] for name in difflib.get_close_matches(words, every, n=most, cutoff=0.4)]
    return list(dict.fromkeys(near))[:most]


# --- coverage -------------------------------------------------------------------------------------------------------


@get("/rules/coverage", sync_to_thread=True, act="read")
def show_coverage(request: AnyRequest) -> Response[Any]:
    """How much of the chapter is enforced and tested, subchapter by subchapter."""
    rows = coverage.coverage()
    listed = []
    for sub in law.subchapters():
        own = [row for row in rows if row.citation.subchapter == sub.subchapter]
        heading = next(iter(sub.headings.values()))
        listed.append({"number": sub.subchapter, "heading": heading, "rows": len(own), "counts": _counts(own)})
    return tagged(
        request,
        page(
            "coverage.html",
            title="Coverage of the chapter",
            subchapters=listed,
            counts=_counts(rows),
            total=len(rows),
            tests_are_here=coverage.checkout() is not None,
        ),
    )


@get("/rules/coverage/{part:str}", sync_to_thread=True, act="read")
def show_coverage_of(request: AnyRequest, part: FromPath[str]) -> Response[Any]:
    """Every paragraph of a game, or of a subchapter: enforced where, tested where, or why not."""
    numbers = {sub.subchapter: next(iter(sub.headings.values())) for sub in law.subchapters()}
    if part.upper() in numbers:
        rows = [row for row in coverage.coverage() if row.citation.subchapter == part.upper()]
        named = {"number": part.upper(), "heading": numbers[part.upper()]}
    else:
        rows = coverage.coverage(part)
        named = {"name": entries()[part].name}
    shown_rows = [
        {
            "row": row,
            "cite": row.citation.on(coverage.newest_day_of(row.citation)),
            "url": rule_url(row.citation.on(on := coverage.newest_day_of(row.citation)), on),
            "inside": list(dict.fromkeys(m.inside for m in row.code)),
            "word": row.verdict.partition(": ")[0],
            "why": row.verdict.partition(": ")[2],
            "kept": sum(command.is_kept for command in row.commands)
            if row.verdict.startswith(coverage.IN_PART)
            else None,
        }
        for row in rows
    ]
    return tagged(
        request,
        page(
            "coverage_rows.html",
            **named,
            rows=shown_rows,
            counts=_counts(rows),
            total=len(rows),
            tests_are_here=coverage.checkout() is not None,
        ),
    )


def _counts(rows: list[coverage.Row]) -> dict[str, int]:
    """How many rows of each verdict; what nobody wrote yet apart from what need not be enforced."""
    verdicts = coverage.summary(rows)
    return {("no code cites it" if word == "NOT ENFORCED" else word): count for word, count in verdicts.items()}


# --- what changed ---------------------------------------------------------------------------------------------------


@get("/rules/changes", sync_to_thread=False, act="read")
def choose_changes(request: AnyRequest) -> Redirect | Template:
    """Which game, and between which dates."""
    game_id = request.query_params.get("game", "").strip()
    if game_id:
        query = {name: request.query_params.get(name, "") for name in ("from", "to")}
        from nomorebets.server.web.rooms import query_url

        if game_id not in entries():
            raise UnknownName(f"no game is called {shown(game_id)}", accepts="a game of the chapter")
        return Redirect(query_url(f"/rules/changes/{game_id}", query))
    dates = law.effective_dates()
    return page("choose_changes.html", title="What changed", games=_games(), dates=dates)


def _games() -> list[tuple[str, str]]:
    return [(game_id, entry.name) for game_id, entry in entries().items()]


@get("/rules/changes/{game:str}", act="read")
async def show_changes(request: AnyRequest, game: FromPath[str]) -> Response[Any] | Template:
    """What changed in a game between two dates, with its effect on the odds."""
    sections = coverage.sections_of(game)  # or the refusal
    first = day_from(request.query_params.get("from")) or _first_day(game, sections)
    second = day_from(request.query_params.get("to")) or law.newest()
    work: Callable[[], dict[str, Any]] = lambda: rulebook.differences(game, first, second)  # noqa: E731
    changes = await WORKSHOP.get(("changes", game, first, second), work, PATIENCE)
    name = entries()[game].name
    context = {
        "title": f"{name}: what changed",
        "name": name,
        "game": game,
        "first": first,
        "second": second,
        "games": _games(),
        "dates": law.effective_dates(),
    }
    if changes is None:
        return page("changes.html", 200, {"Refresh": "2", "Cache-Control": "no-store"}, changes=None, **context)
    return tagged(request, page("changes.html", changes=changes, together=together, **context))


@cache
def _first_day(game: str, sections: tuple[str, ...]) -> date:
    """The first day on which a game could be dealt; of one that cannot be, the first day of its text."""
    since = min(law.section_since(number) for number in sections)
    for day in (since, *(d for d in law.effective_dates() if d > since)):
        try:
            open_table(game, day)
        except EditionError:
            continue
        except RulesError:
            return since
        return day
    return since


def together(rows: list[dict[str, Any]], *said: str) -> list[tuple[dict[str, Any], list[str]]]:
    """Wagers of which the same is said, as one row."""
    groups: dict[str, tuple[dict[str, Any], list[str]]] = {}
    for row in rows:
        key = repr([row.get(name) for name in said])
        groups.setdefault(key, (row, []))[1].append(row["wager"])
    return list(groups.values())


ROUTES: list[Any] = [
    Router(
        "/",
        route_handlers=[
            show_chapters,
            show_map,
            find,
            show_coverage,
            show_coverage_of,
            choose_changes,
            show_changes,
            show_rule,
        ],
        exception_handlers=SORRY,
    )
]
