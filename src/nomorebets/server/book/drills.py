"""How members did in their drills: every answer, and from them the scores."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import takewhile

import msgspec
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from nomorebets.server.book import schema
from nomorebets.server.book.changes import Changes, now

MOST_ANSWERS = 20_000  # of one member that are looked at, from the newest back
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


async def answers_of(engine: AsyncEngine, patron: str, game: str | None = None) -> list[DrillAnswer]:
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
