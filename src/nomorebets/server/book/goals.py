"""What patrons set themselves for a day of play, when they reached it, and whether they then stopped."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import func, select

from nomorebets.server.book import schema
from nomorebets.server.book.archive import sat_in
from nomorebets.server.book.changes import Changes
from nomorebets.server.book.store import Store

BREAK = timedelta(minutes=15)  # a longer pause between two rounds is no play


class Goals(NamedTuple):
    """When somebody wants to stop on a day: cents ahead, cents behind, minutes and rounds of play; 0 where not."""

    goal: int = 0
    stop_loss: int = 0
    minutes: int = 0
    rounds: int = 0

    def reached(self, day: Day) -> list[str]:
        """Which of them a day of play has reached.

        >>> Goals(goal=500, rounds=3).reached(Day(net=500, minutes=9, rounds=2))
        ['goal']
        """
        has = {"goal": day.net, "stop_loss": -day.net, "minutes": day.minutes, "rounds": day.rounds}
        return [what for what, wanted in self._asdict().items() if wanted and has[what] >= wanted]


class Day(NamedTuple):
    """How somebody has played on a day."""

    net: int = 0
    minutes: int = 0
    rounds: int = 0


def minutes_of(times: Iterable[tuple[str, str]]) -> int:
    """Whole minutes of play by when its rounds began and ended, breaks left out.

    >>> minutes_of([("2026-01-01T10:00:00", "2026-01-01T10:01:00"), ("2026-01-01T10:03:30", "2026-01-01T10:04:00")])
    4
    """
    played, until = timedelta(), None
    for began, ended in sorted((datetime.fromisoformat(a), datetime.fromisoformat(b)) for a, b in times):
        # a short pause before it counts, and what overlaps only once
        since = until if until is not None and began - until < BREAK else began
        played += max(ended - since, timedelta())
        until = max(until or ended, ended)
    return int(played.total_seconds() // 60)


async def day_of(store: Store, patron: str, day: str) -> Day:
    """A day of play for money; tournament chips are none."""
    p, r, t = schema.play_days.c, schema.rounds.c, schema.tables.c
    for_money = select(t.id).where(t.tournament.is_(None))
    own = (p.patron_id == patron, p.day == day, p.table_id.in_(for_money))
    net = select(func.sum(p.net)).where(*own)
    rounds = select(r.started, r.ended).where(r.table_id.in_(select(p.table_id).where(*own)), *sat_in(patron, day))
    async with store.engine.connect() as connection:
        won = (await connection.execute(net)).scalar()
        times = [(row.started, row.ended) for row in await connection.execute(rounds)]
    return Day(int(won or 0), minutes_of(times), len(times))


async def goals_of(store: Store, patron: str) -> Goals:
    """What a patron set himself."""
    g = schema.goals.c
    query = select(g.goal, g.stop_loss, g.minutes, g.rounds).where(g.patron_id == patron)
    async with store.engine.connect() as connection:
        row = (await connection.execute(query)).first()
    return Goals() if row is None else Goals(*row)


async def set_goals(store: Store, patron: str, goals: Goals) -> None:
    changes = Changes()
    changes.insert_missing(schema.goals, {"patron_id": patron, **Goals()._asdict()})
    changes.change(schema.goals, {"patron_id": patron, **goals._asdict()})
    await store.commit(changes)


class Kept(NamedTuple):
    """On how many days a goal was reached, and on how many of them play stopped there."""

    reached: int
    stopped: int


async def kept_of(store: Store, patron: str) -> dict[str, Kept]:
    """By goal."""
    g = schema.goals_reached.c
    query = select(g.what, g.after).where(g.patron_id == patron)
    async with store.engine.connect() as connection:
        rows = [*await connection.execute(query)]
    by_goal: dict[str, list[int]] = {}
    for row in rows:
        by_goal.setdefault(row.what, []).append(row.after)
    return {what: Kept(len(after), after.count(0)) for what, after in by_goal.items()}


async def note_reached(store: Store, patron: str, day: str, goals: Goals, played: Day) -> Mapping[str, int]:
    """Keep which goals a day has reached; those that it ever reached, each with the rounds played since."""
    g = schema.goals_reached.c
    query = select(g.what, g.rounds, g.after).where(g.patron_id == patron, g.day == day)
    async with store.engine.connect() as connection:
        known = {row.what: (row.rounds, row.after) for row in await connection.execute(query)}
    key, changes = {"patron_id": patron, "day": day}, Changes()
    for what in goals.reached(played):
        if what not in known:
            changes.insert_missing(schema.goals_reached, {**key, "what": what, "rounds": played.rounds, "after": 0})
            known[what] = (played.rounds, 0)
    since = {what: max(0, played.rounds - rounds) for what, (rounds, _) in known.items()}
    for what, after in since.items():
        if after != known[what][1]:
            row = {**key, "what": what, "rounds": known[what][0], "after": after}
            changes.change(schema.goals_reached, row)
    if changes.steps:
        await store.commit(changes)
    return since
