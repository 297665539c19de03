"""Drills: questions to learn to deal and to play by. A course is all in its address; members' answers are kept."""

from __future__ import annotations

from datetime import date
from functools import cache
from typing import Any, NamedTuple

from litestar import Router, get, post
from litestar.params import FromPath
from litestar.response import Redirect, Template

from nomorebets import drawing
from nomorebets.drawing.charts import score_bars
from nomorebets.drills.course import QUESTIONS, Course
from nomorebets.drills.dealing import whose
from nomorebets.drills.kinds import KINDS, kind_called, kinds_of, question
from nomorebets.drills.question import Marked, NoAnswer, Question
from nomorebets.equipment.packs import printed
from nomorebets.games import menu, open_table
from nomorebets.pricing.mistakes import in_money
from nomorebets.server import machine
from nomorebets.server.book.changes import Changes, now_ms
from nomorebets.server.book.drills import (
    DrillAnswer,
    DrillScore,
    Return,
    answer_return,
    answers_of,
    bring_back,
    keep,
    returns_of,
    scores,
)
from nomorebets.server.people.accounts import Purse
from nomorebets.server.web.rooms import (
    SORRY,
    AnyRequest,
    Workshop,
    cited,
    games_for_menu,
    number_from,
    page,
    query_url,
    require_game,
)
from nomorebets.table.areas import owner_of

SEEDS = 10**9  # courses
CHARTED = 20  # courses in a chart
LARGEST_FORM = 4_000  # bytes
BENCH = Workshop(threads=1)  # where questions are made
PATIENCE = 3.0  # seconds that a page waits for its question


# --- which drill ----------------------------------------------------------------------------------------------------


@get("/drills", act="drill")
async def show_drills(request: AnyRequest) -> Template:
    """Every game with its drills."""
    own = await _scores(request)
    games = [
        {"id": game, "name": name, "kinds": [_kind(game, kind, own) for kind in _kinds_of(game)]}
        for game, name in games_for_menu()
    ]
    member = await _member(request)
    back = await _returns(request)
    due = sum(one.due <= today().isoformat() for one in back)
    context = {"games": games, "is_member": member is not None, "due": due, "next_due": back[0].due if back else ""}
    return page("drills.html", title="Drills", **context)


@get("/drills/returns", act="drill")
async def come_back(request: AnyRequest) -> Redirect:
    """The next mistake of another day that is due; when there is none, all drills."""
    due = [one for one in await _returns(request) if one.due <= today().isoformat()]
    if not due:
        return Redirect("/drills")
    return Redirect(query_url(f"/drills/{due[0].game}/{due[0].kind}", {"again": due[0].seed}))


@get("/drills/{game:str}", act="drill")
async def show_drills_of(request: AnyRequest, game: FromPath[str]) -> Template:
    """The drills of one game, and how you did in them."""
    require_game(game)
    own = await _scores(request, game)
    kinds = [_kind(game, kind, own) for kind in _kinds_of(game)]
    name = menu()[game]
    member = await _member(request)
    return page("drills_of_game.html", title=f"{name}: drills", name=name, kinds=kinds, is_member=member is not None)


@cache
def _kinds_of(game: str) -> tuple[str, ...]:
    return kinds_of(open_table(game))


def _kind(game: str, kind: str, own: dict[tuple[str, str], DrillScore]) -> dict[str, Any]:
    """One kind of drill of a game, with the scores of whoever looks."""
    known, score = KINDS[kind], own.get((game, kind))
    shown: dict[str, Any] = {"url": f"/drills/{game}/{kind}", "name": known.name, "says": known.says, "who": known.who}
    if score is None:
        return shown
    newest = score.courses[-CHARTED:]
    says = "Share of right answers: " + ", ".join(f"{float(course.share):.0%}" for course in newest)
    chart = score_bars([course.share for course in newest], says)
    return shown | {"score": score, "chart": chart}


# --- one question ---------------------------------------------------------------------------------------------------


class Posed(NamedTuple):
    """The question that comes next in somebody's course."""

    course: Course
    question: Question | None  # none when the course is over, or it is still being made


@get("/drills/{game:str}/{kind:str}", act="drill")
async def ask(request: AnyRequest, game: FromPath[str], kind: FromPath[str]) -> Redirect | Template:
    """The next question of a course; without one, a new course."""
    require_game(game)
    kind_called(open_table(game), kind)
    if "again" in request.query_params:
        one = await _returned(request, game, kind, request.query_params)
        return await _page(request, game, kind, await _posed_again(one), again=one) if one else Redirect("/drills")
    if "course" not in request.query_params:
        return Redirect(_url(game, kind, Course(machine.below(SEEDS))))
    course = _course(request.query_params)
    posed = await _posed(game, kind, course, PATIENCE)
    if posed.question is None and course.next is not None:  # the page comes back by itself
        context = {"title": "Dealing", "kind": KINDS[kind], "game": game, "name": menu()[game]}
        return page("drill_waits.html", 200, {"Refresh": "2", "Cache-Control": "no-store"}, **context)
    return await _page(request, game, kind, posed)


@post("/drills/{game:str}/{kind:str}", status_code=200, request_max_body_size=LARGEST_FORM, act="drill")
async def answer(request: AnyRequest, game: FromPath[str], kind: FromPath[str]) -> Template:
    """An answer, marked; a member's is kept."""
    require_game(game)
    form = await request.form()
    again = await _returned(request, game, kind, form) if "again" in form else None
    posed = await (_posed(game, kind, _course(form)) if again is None else _posed_again(again))
    if posed.question is None:
        return await _page(request, game, kind, posed)
    asked = number_from(str(form.get("asked", "")), "moment", 0, 10**15, now_ms())
    said = [" ".join(str(word) for word in form.getall(f"answer{n}", [])) for n in range(len(posed.question.parts))]
    try:
        marked = posed.question.mark(said)
    except NoAnswer as fault:
        return await _page(request, game, kind, posed, fault=fault, asked=asked, again=again)
    took = max(0, now_ms() - asked)
    after = posed.course.after(all(one.is_right for one in marked))
    member = await _member(request)
    if member is not None and again is not None:
        changes = Changes()
        answer_return(changes, member.patron, again, all(one.is_right for one in marked), today())
        await request.app.state.store.commit(changes)
    elif member is not None:
        await _keep(request, member, game, kind, posed.course, after, took)
    return await _page(request, game, kind, posed, marked=marked, after=after, took=took, again=again)


async def _keep(
    request: AnyRequest, member: Purse, game: str, kind: str, before: Course, after: Course, took: int
) -> None:
    changes = Changes()
    is_right = after.streak > before.streak
    given = DrillAnswer(before.seed, len(before.marks), game, kind, is_right, not before.returns, took)
    keep(changes, member.patron, given)
    if not is_right and before.next is not None:
        bring_back(changes, member.patron, game, kind, before.next, today())
    await request.app.state.store.commit(changes)


def _course(said: Any) -> Course:
    seed = number_from(str(said.get("course", "")), "course", 0, SEEDS, 0)
    return Course(seed, str(said.get("marks", ""))[:400])


async def _posed(game: str, kind: str, course: Course, wait: float | None = None) -> Posed:
    seed = course.next
    if seed is None:
        return Posed(course, None)
    return Posed(course, await BENCH.get((game, kind, seed), lambda: _question(game, kind, seed), wait))


async def _posed_again(one: Return) -> Posed:
    return Posed(Course(0), await BENCH.get(one[:3], lambda: _question(*one[:3])))


def _question(game: str, kind: str, seed: int) -> Question:
    made = question(open_table(game), kind, seed)
    for part in made.parts:
        _ = part.known  # worked out in the thread where it does not hold up others
    return made


async def _page(
    request: AnyRequest,
    game: str,
    kind: str,
    posed: Posed,
    *,
    marked: tuple[Marked, ...] = (),
    after: Course | None = None,
    took: int = 0,
    fault: NoAnswer | None = None,
    asked: int = 0,
    again: Return | None = None,
) -> Template:
    course, known, made = after or posed.course, KINDS[kind], posed.question
    name = menu()[game]
    right, of = course.score
    context = {
        "title": f"{name}: {known.name.lower()}",
        "name": name,
        "game": game,
        "kind": known,
        "course": posed.course,
        "score": (right, of, QUESTIONS, course.streak),
        "is_member": await _member(request) is not None,
        "question": made,
        "view": _view(made) if made is not None else {},
        "marked": [_marking(one, made) for one in marked] if made is not None else [],
        "took": f"{took / 1000:.1f}",
        "fault": fault,
        "asked": asked or now_ms(),
        "again": again,
        "next_url": _url(game, kind, course) if again is None else "/drills/returns",
        "new_url": f"/drills/{game}/{kind}",
        "printed": printed,
    }
    return page("drill.html", 400 if fault else 200, {"Cache-Control": "no-store"}, **context)


def _view(made: Question) -> dict[str, Any]:
    """What a question shows, drawn; and the same in words."""
    at, cards = made.at, made.cards
    felt, table = at.felt, at.table
    staked = {wager.seat for wager in felt.wagers} | {owner_of(area) for area in cards}
    marks = {**felt.state, **felt.markers}
    drawn = drawing.layout(table, list(felt.wagers), marks=marks, seats_open=sorted(staked - {0}), cards=cards)
    return {
        "layout": drawing.looked_at(drawn) if felt.wagers or cards else "",
        "wheel": drawing.wheel(table, felt.wheel) if felt.wheel in drawing.compartments(table) else "",
        "dice": drawing.dice(*map(int, felt.dice.split("-"))) if felt.dice else "",
        "lies": [*made.wagers, *(f"{whose(area)}: {' '.join(map(printed, lying))}" for area, lying in cards.items())],
    }


def _marking(one: Marked, made: Question) -> dict[str, Any]:
    cost = in_money(one.cost) if one.cost else ""
    return {"one": one, "by": cited(one.by, made.at.as_of), "cost": cost}


def _url(game: str, kind: str, course: Course) -> str:
    return query_url(f"/drills/{game}/{kind}", {"course": course.seed, "marks": course.marks})


# --- mistakes of other days ---------------------------------------------------------------------------------------


def today() -> date:
    return machine.today().date()


async def _returns(request: AnyRequest) -> list[Return]:
    member = await _member(request)
    return await returns_of(request.app.state.store.engine, member.patron) if member else []


async def _returned(request: AnyRequest, game: str, kind: str, said: Any) -> Return | None:
    """The question that has come back, if it is this member's and due."""
    seed = number_from(str(said.get("again", "")), "question", 0, SEEDS * SEEDS, 0)
    back = [one for one in await _returns(request) if one.due <= today().isoformat()]
    return next((one for one in back if one[:3] == (game, kind, seed)), None)


# --- whose ----------------------------------------------------------------------------------------------------------


async def _member(request: AnyRequest) -> Purse | None:
    """Whoever asks, if he has a name here: of others nothing is kept."""
    purse: Purse | None = await request.app.state.house.people.find(request)
    return purse if purse is not None and purse.is_member else None


async def _scores(request: AnyRequest, game: str | None = None) -> dict[tuple[str, str], DrillScore]:
    member = await _member(request)
    return scores(await answers_of(request.app.state.store.engine, member.patron, game)) if member else {}


ROUTES: list[Any] = [
    Router("/", route_handlers=[show_drills, come_back, show_drills_of, ask, answer], exception_handlers=SORRY),
]
