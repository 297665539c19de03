"""The archive of the book: rounds that are over, found again, with their records and opened seals."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, func, or_, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from nomorebets.fairness.sealed import Seal
from nomorebets.fairness.series import Series
from nomorebets.regulation import Citation, law
from nomorebets.server.book import schema
from nomorebets.server.book.changes import StoreError
from nomorebets.server.book.rows import RoundRow, SealRow

MOST_RULINGS = 200  # of supervisors that are listed together
FEW = 1_000  # rounds


class Archive:
    """Rounds that are over."""

    def __init__(self, engine: Callable[[], AsyncEngine]) -> None:
        self._engine = engine  # known when the book is open

    async def find_rounds(
        self,
        table: str | None = None,
        game: str | None = None,
        day: date | None = None,
        seat: int | None = None,
        result: str | None = None,
        before: str | None = None,
        limit: int = 50,
        patron: str | None = None,
    ) -> list[RoundRow]:
        """Rounds that are over, the latest first. ``before`` is the id of the last one already known."""
        r, ends, own = schema.rounds.c, schema.results.c, schema.sat_in.c
        query = select(schema.rounds).where(r.ended.is_not(None))
        if table is not None:
            t = schema.tables.c
            query = query.where(r.table_id.in_(select(t.id).where(or_(t.id == table, t.name == table))))
        if game is not None:
            query = query.where(r.game == game)
        if day is not None:
            next_day = day + timedelta(1) if day < date.max else day
            query = query.where(r.started >= day.isoformat(), r.started < next_day.isoformat())
        if seat is not None or result is not None:
            match = select(ends.round_id).where(ends.round_id == r.id)
            match = match if seat is None else match.where(ends.seat == seat)
            match = match if result is None else match.where(ends.result == result)
            query = query.where(match.exists())
        if patron is None:
            latest: tuple[Any, ...] = (r.n.desc(),)
            known = r.n < select(r.n).where(r.id == before).scalar_subquery()
        else:
            query, latest = query.where(*sat_in(patron)), (own.ended.desc(), own.round_id.desc())
            ended = select(r.ended).where(r.id == before).scalar_subquery()
            known = tuple_(own.ended, own.round_id) < tuple_(ended, before)
        query = query if before is None else query.where(known)
        return await self._rounds(query.order_by(*latest).limit(limit))

    async def round(self, round_id: str) -> RoundRow | None:
        """A round by its id, over or begun."""
        rows = await self._rounds(select(schema.rounds).where(schema.rounds.c.id == round_id))
        return rows[0] if rows else None

    async def rounds_citing(self, citation: str, limit: int, patron: str | None = None) -> list[RoundRow]:
        """Rounds that acted by a paragraph or by a reading of it, the latest first."""
        r, c = schema.rounds.c, schema.cited.c
        name = str(Citation.parse(citation))
        readings = [f"{name} {one.id}" for sub in law.subchapters() for one in sub.reading if str(one.on) == name]
        match = select(c.round_id).where(c.cite.in_([name, *readings]))
        async with self._engine().connect() as connection:
            some = select(func.count()).select_from(match.limit(FEW).subquery())
            is_rare = int(await connection.scalar(some) or 0) < FEW
        # of few, all are looked at; where there are many, the latest rounds soon have enough of them
        cites = r.id.in_(match) if is_rare else match.where(c.round_id == r.id).exists()
        query = select(schema.rounds).where(r.ended.is_not(None), cites)
        if patron is not None:
            query = query.where(*sat_in(patron))
        return await self._rounds(query.order_by(r.n.desc()).limit(limit))

    async def _rounds(self, query: Any) -> list[RoundRow]:
        async with self._engine().connect() as connection:
            rows = list(await connection.execute(query))
            ends = schema.results
            wanted = select(ends).where(ends.c.round_id.in_([row.id for row in rows])).order_by(ends.c.n)
            summaries: dict[str, list[dict[str, Any]]] = defaultdict(list)
            for end in await connection.execute(wanted):
                facts = {k: getattr(end, k) for k in ("seat", "wager", "amount", "result", "net", "cite")}
                facts |= {"player": end.player} if end.player else {}
                summaries[end.round_id].append(facts)
            t = schema.tables.c
            named = select(t.id, t.name).where(t.id.in_({row.table_id for row in rows}))
            tables = {row.id: row.name for row in await connection.execute(named)}
        return [
            RoundRow(
                row.id,
                row.table_id,
                row.game,
                row.as_of,
                row.number,
                row.started,
                row.ended,
                summaries[row.id],
                tables.get(row.table_id, ""),
            )
            for row in rows
        ]

    async def owners(self, round_id: str) -> dict[str, str]:
        """Who sat where in a round."""
        query = select(schema.rounds.c.owners).where(schema.rounds.c.id == round_id)
        async with self._engine().connect() as connection:
            return msgspec.json.decode(await connection.scalar(query) or "{}", type=dict[str, str])

    async def supervisor_rulings(self, round_id: str) -> list[Any]:
        """What supervisors ruled on a round, the first one first, each with the name of who did."""
        ruled, people = schema.supervisor_rulings, schema.patrons.c
        query = select(ruled, people.name).join(schema.patrons, people.id == ruled.c.patron_id)
        async with self._engine().connect() as connection:
            return [*await connection.execute(query.where(ruled.c.round_id == round_id).order_by(ruled.c.n))]

    async def rulings_listed(self, table: str, since: str, until: str) -> list[Any]:
        """What supervisors ruled on any round, the newest first: by table, and between two days."""
        ruled, r, t = schema.supervisor_rulings, schema.rounds.c, schema.tables.c
        query = (
            select(ruled, schema.patrons.c.name, r.number, r.as_of, r.game, r.table_id, t.name.label("table"))
            .join(schema.patrons, schema.patrons.c.id == ruled.c.patron_id)
            .join(schema.rounds, r.id == ruled.c.round_id)
            .join(schema.tables, t.id == r.table_id)
            .order_by(ruled.c.n.desc())
            .limit(MOST_RULINGS)
        )
        if table:
            query = query.where(r.table_id == table)
        if since:
            query = query.where(ruled.c.at >= since)
        if until:
            query = query.where(ruled.c.at < f"{until}T~")  # any time of that day
        async with self._engine().connect() as connection:
            return [*await connection.execute(query)]

    async def tables_ruled_on(self) -> dict[str, str]:
        """The names of the tables on whose rounds supervisors ruled, by their ids."""
        r, t, ruled = schema.rounds.c, schema.tables.c, schema.supervisor_rulings
        query = select(t.id, t.name).join(schema.rounds, r.table_id == t.id).join(ruled, ruled.c.round_id == r.id)
        async with self._engine().connect() as connection:
            return {row.id: row.name for row in await connection.execute(query.distinct().order_by(t.name))}

    async def opened_seal(self, round_id: str) -> SealRow | None:
        """The seal of a round that is over; before there were seals, rounds had none."""
        s, r = schema.seals.c, schema.rounds.c
        over = SEALED.join(schema.rounds, r.id == s.round_id)
        return await seal_of(self._engine(), over.where(s.round_id == round_id, r.ended.is_not(None)))

    async def sealed_with(self, round_id: str) -> list[str]:
        """The rounds that are over and were sealed with a round, itself among them, in the order they were played."""
        s, r = schema.seals.c, schema.rounds.c
        series = select(s.series).where(s.round_id == round_id).scalar_subquery()
        over = select(s.round_id).join(schema.rounds, r.id == s.round_id)
        async with self._engine().connect() as connection:
            query = over.where(s.series == series, r.ended.is_not(None)).order_by(s.number)
            return list((await connection.scalars(query)).all())

    async def record(self, round_id: str) -> bytes:
        """The record of a round as JSON Lines; of a round that is not over, nothing."""
        r, a = schema.rounds.c, schema.archives.c
        query = select(r.id, r.archive, a.name).outerjoin(schema.archives, a.number == r.archive)
        async with self._engine().connect() as connection:
            row = (await connection.execute(query.where(r.id == round_id, r.ended.is_not(None)))).first()
            if row is None:
                raise StoreError(f"no round that is over is called {round_id[:60]!r}", accepts="an id of the list")
            if row.archive is not None:
                text = f"the record of round {round_id} was put away in the archive {row.name}"
                raise StoreError(text, accepts="the house’s office, which can read it there or bring it back")
            return b"".join(line + b"\n" for line in await lines_of(connection, round_id))


def sat_in(patron: str, day: str = "") -> tuple[ColumnElement[bool], ...]:
    """That a patron sat in a round that is over, or was over on a day."""
    r, own = schema.rounds.c, schema.sat_in.c
    that_day = (own.ended >= day, own.ended < f"{day}T~") if day else ()  # any time of it
    return own.patron_id == patron, own.ended == r.ended, own.round_id == r.id, *that_day


async def lines_of(connection: AsyncConnection, round_id: str) -> list[bytes]:
    query = select(schema.lines.c.line).where(schema.lines.c.round_id == round_id).order_by(schema.lines.c.n)
    return [row.line for row in await connection.execute(query)]


_kept = schema.series.c
SEALED = select(schema.seals, _kept.first, _kept.length, _kept.secret).outerjoin(
    schema.series, _kept.root == schema.seals.c.series
)


def series_of(row: Any) -> Series | None:
    """The series of a row of ``SEALED``."""
    if row.secret is None:
        return None
    by_card = kept_seal(row).by_card
    return Series(row.table_id, row.first, row.length, bytes.fromhex(row.secret), by_card)


def kept_seal(row: Any) -> Seal:
    """The seal of a row."""
    return Seal.published_as(row.commitment, row.round_id, bytes.fromhex(row.salt), bytes.fromhex(row.seed))


async def seal_of(engine: AsyncEngine, query: Any) -> SealRow | None:
    """The seal that a query finds."""
    async with engine.connect() as connection:
        row = (await connection.execute(query)).first()
    if row is None:
        return None
    return SealRow(kept_seal(row), msgspec.json.decode(row.words, type=dict[str, str]), row.published, series_of(row))
