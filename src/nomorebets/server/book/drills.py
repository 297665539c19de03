"""How members did in their drills: every answer, the scores, and the mistakes that come back on other days."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, timedelta
from fractions import Fraction
from itertools import takewhile
from typing import NamedTuple

import msgspec
from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncEngine

from nomorebets.server.book import schema
from nomorebets.server.book.changes import Changes, now

MOST_ANSWERS = 20_000  # of one member that are looked at, from the newest back
RETURNS = (1, 3, 7)  # days until a mistake comes back, each time it was right; after the last it is known
LONGEST = 60 * 60 * 1000  # milliseconds: whoever took longer did something else


class DrillAnswer(msgspec.Struct, frozen=True):
    """One answer of a member; ``number`` counts those of its course."""

    course: int
    number: int
    game: str
    kind: str
    is_right: bool
    is_first: bool
    ms: int


@dataclass
class CourseScore:
    """How one course went, by the first attempts."""

    right: int = 0
    asked: int = 0
    ms: int = 0

    @property
    def share(self) -> Fraction:
        return Fraction(self.right, self.asked) if self.asked else Fraction(0)


@dataclass
class DrillScore:
    """How somebody does in one kind of drill of one game."""

    courses: list[CourseScore] = field(default_factory=list)  # the oldest first
    streak: int = 0  # right answers in a row, up to the last

    @property
    def best(self) -> CourseScore:
        """The course with most right answers, and of those the quickest."""
        return max(self.courses, key=lambda course: (course.right, course.share, -course.ms))

    @property
    def last(self) -> CourseScore:
        return self.courses[-1]


def keep(changes: Changes, patron: str, answer: DrillAnswer) -> None:
    """Keep an answer; one that was kept already is left as it is."""
    row = {"patron_id": patron, **msgspec.structs.asdict(answer), "at": now()}
    row |= {"is_right": int(answer.is_right), "is_first": int(answer.is_first), "ms": min(max(answer.ms, 0), LONGEST)}
    changes.insert_missing(schema.drill_answers, row)


async def answers_of(engine: AsyncEngine, patron: str, game: str | None) -> list[DrillAnswer]:
    """What a member answered, the oldest first."""
    d = schema.drill_answers.c
    query = select(schema.drill_answers).where(d.patron_id == patron)
    query = query.where(d.game == game) if game is not None else query
    query = query.order_by(d.at.desc(), d.course.desc(), d.number.desc()).limit(MOST_ANSWERS)
    async with engine.connect() as connection:
        rows = (await connection.execute(query)).all()
    return [
        DrillAnswer(r.course, r.number, r.game, r.kind, bool(r.is_right), bool(r.is_first), r.ms)
        for r in reversed(rows)
    ]


def scores(answers: Iterable[DrillAnswer]) -> dict[tuple[str, str], DrillScore]:
    """The scores by game and kind."""
    by_drill: dict[tuple[str, str], list[DrillAnswer]] = {}
    for answer in answers:
        by_drill.setdefault((answer.game, answer.kind), []).append(answer)
    found = {}
    for drill, given in by_drill.items():
        courses: dict[int, CourseScore] = {}
        for answer in given:
            course = courses.setdefault(answer.course, CourseScore())
            course.right += answer.is_first and answer.is_right
            course.asked += answer.is_first
            course.ms += answer.ms
        streak = sum(1 for _ in takewhile(lambda answer: answer.is_right, reversed(given)))
        found[drill] = DrillScore(list(courses.values()), streak)
    return found


class Return(NamedTuple):
    """A question that comes back to a member."""

    game: str
    kind: str
    seed: int
    step: int  # how often it was right since it was wrong
    due: str  # the day


async def returns_of(engine: AsyncEngine, patron: str) -> list[Return]:
    """The questions that come back, those first that are due."""
    d = schema.drill_returns.c
    query = select(d.game, d.kind, d.seed, d.step, d.due).where(d.patron_id == patron).order_by(d.due, d.seed)
    async with engine.connect() as connection:
        return [Return(*row) for row in await connection.execute(query)]


def bring_back(changes: Changes, patron: str, game: str, kind: str, seed: int, today: date) -> None:
    """A question that was answered wrongly comes back tomorrow."""
    row = {"patron_id": patron, "game": game, "kind": kind, "seed": seed}
    row |= {"step": 0, "due": (today + timedelta(days=RETURNS[0])).isoformat()}
    changes.insert_missing(schema.drill_returns, row)
    changes.change(schema.drill_returns, row)


def answer_return(changes: Changes, patron: str, one: Return, is_right: bool, today: date) -> None:
    """One that came back and was right comes again later, or no more; one that was wrong begins anew."""
    if not is_right:
        bring_back(changes, patron, one.game, one.kind, one.seed, today)
        return
    step = one.step + 1
    if step < len(RETURNS):
        due = (today + timedelta(days=RETURNS[step])).isoformat()
        changes.change(schema.drill_returns, {"patron_id": patron, **one._asdict(), "step": step, "due": due})
        return
    d = schema.drill_returns.c
    where = (d.patron_id == patron, d.game == one.game, d.kind == one.kind, d.seed == one.seed)
    changes.do(delete(schema.drill_returns).where(*where))
