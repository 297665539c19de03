"""Old rounds put away: their records in a file of their own, whose digest is a link of the book's chain.

Only the lines of the records go, which are most of a book: rounds, results, postings, seals and closings stay, and so
do all lists. A file is a SQLite database with a compressed record for each round. Its digest is the SHA-256 of round
ids and records in the order of the rounds; each record is also a chain that ends with the hash in its closing. So
nobody can alter a file unnoticed, and the audit replays its rounds as if they were in the book.
"""

from __future__ import annotations

import hashlib
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, func, select, text, update

from nomorebets.errors import RulesError
from nomorebets.server.book import schema
from nomorebets.server.book.changes import Archived, Changes, StoreError
from nomorebets.server.book.store import Store

FORMAT = "nomorebets archive 1"
KEPT_AT_A_TABLE = 100  # of the last rounds of a table that is open: it shows their results
AT_ONCE = 500  # rounds
LARGEST = 64_000_000  # bytes of a record
EXPECTED = "a file that nomorebets archive put wrote"


class Line(msgspec.Struct, frozen=True):
    """A line of a record."""

    n: int
    line: bytes


class ArchiveFile:
    """A file with records, to be read."""

    def __init__(self, path: Path) -> None:
        self.path = path
        if not path.is_file():
            raise RulesError(f"{path}: there is no such file", accepts=EXPECTED)
        self._file = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
        try:
            (said,) = self._file.execute("SELECT value FROM about WHERE name = 'format'").fetchone() or ("",)
        except sqlite3.Error:
            said = ""
        if said != FORMAT:
            self.close()
            raise RulesError(f"{path} is no archive of records", accepts=EXPECTED)

    def close(self) -> None:
        self._file.close()

    def records(self) -> Iterator[tuple[str, bytes]]:
        """Every round with its record, in order."""
        try:
            for round_id, packed in self._file.execute("SELECT round_id, record FROM records ORDER BY n"):
                yield round_id, _unpacked(packed)
        except (sqlite3.Error, zlib.error) as fault:
            raise RulesError(f"{self.path} is damaged: {fault}", accepts="a copy of it that is whole") from None

    def record(self, round_id: str) -> bytes | None:
        try:
            row = self._file.execute("SELECT record FROM records WHERE round_id = ?", (round_id,)).fetchone()
            return None if row is None else _unpacked(row[0])
        except (sqlite3.Error, zlib.error) as fault:
            raise RulesError(f"{self.path} is damaged: {fault}", accepts="a copy of it that is whole") from None

    def digest(self) -> tuple[int, str]:
        """How many rounds it has, and the digest of all of them."""
        number, digest = 0, hashlib.sha256()
        for round_id, record in self.records():
            number += 1
            digest.update(_marked(round_id, record))
        return number, digest.hexdigest()


def _unpacked(packed: bytes) -> bytes:
    opened = zlib.decompressobj()
    record = opened.decompress(packed, LARGEST)
    if opened.unconsumed_tail:
        raise zlib.error("a record is too long")
    return record


def _marked(round_id: str, record: bytes) -> bytes:
    return msgspec.json.encode((round_id, len(record))) + record


class PutAway:
    """The archives of a book as an audit has them: some given, the others only known by their links."""

    def __init__(self, connection: Connection, paths: Iterable[Path] = ()) -> None:
        rows = list(connection.execute(select(schema.archives)))
        in_use = {number for (number,) in connection.execute(select(schema.rounds.c.archive).distinct())}
        self._known = {row.number: row for row in rows}
        self._in_use = in_use & self._known.keys()
        self._given: dict[int, ArchiveFile] = {}
        for path in paths:
            file = ArchiveFile(path)
            number = number_of(file, {row.digest: row for row in rows})
            self._given[number] = file

    def require_all(self) -> None:
        """Refuse to go on from a checkpoint, which vouches for every round, where records are not at hand."""
        missing = [self._known[number].name for number in sorted(self._in_use - self._given.keys())]
        if missing:
            text = f"a checkpoint vouches for every round, and records are in the archive {missing[0]}"
            raise RulesError(text, accepts=" ".join(f"--archive {name}" for name in missing))

    def is_known(self, number: int) -> bool:
        return number in self._known

    def lines(self, row: Any) -> list[Any]:
        """The record of a round that was put away; nothing where its archive was not given."""
        file = self._given.get(row.archive)
        record = file.record(row.id) if file is not None else None
        return [Line(n, line) for n, line in enumerate(record.splitlines())] if record is not None else []


def number_of(file: ArchiveFile, known: dict[str, Any]) -> int:
    """Which archive of a book a file is; refused where it is none of them, or not any more."""
    rounds, digest = file.digest()
    if digest not in known or known[digest].rounds != rounds:
        names = ", ".join(row.name for row in known.values()) or "none"
        text = f"{file.path} is no archive of this book, or it was altered since"
        raise RulesError(text, accepts=f"the archives of its chain: {names}")
    return int(known[digest].number)


# --- putting away and bringing back ----------------------------------------------------------------------------------


async def put_away(store: Store, before: date, path: Path) -> Archived:
    """Move the records of rounds that were over before a day into a new file; the book keeps everything else."""
    if path.exists():
        raise RulesError(f"{path} exists already", accepts="the name of a new file")
    rows = await _old_rounds(store, before)
    if not rows:
        raise RulesError(f"no record of a round over before {before} is left to be put away", accepts="a later day")
    try:
        await _write(store, rows, path)
        with closing(ArchiveFile(path)) as file:
            number, digest = file.digest()
        if number != len(rows):
            raise StoreError(f"{path} has {number} of {len(rows)} records; nothing has moved")
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    async with store.engine.connect() as connection:
        last = await connection.scalar(select(func.max(schema.archives.c.number)))
    archive = Archived(int(last or 0) + 1, path.name, number, digest)
    changes, r = Changes(), schema.rounds.c
    for first in range(0, len(rows), AT_ONCE):
        ids = [row.id for row in rows[first : first + AT_ONCE]]
        changes.do(update(schema.rounds).where(r.id.in_(ids)).values(archive=archive.number))
        changes.do(delete(schema.lines).where(schema.lines.c.round_id.in_(ids)))
    changes.archived.append(archive)
    await store.commit(changes)
    if not store.is_shared:
        async with store.engine.connect() as connection:
            plain = await connection.execution_options(isolation_level="AUTOCOMMIT")
            with suppress(Exception):  # only the room on the disk: what was done is done
                await plain.execute(text("VACUUM"))
    return archive


async def _old_rounds(store: Store, before: date) -> list[Any]:
    """Rounds whose records may go, in order, each with the hash that its record must end with."""
    r, c, t = schema.rounds.c, schema.closings.c, schema.tables.c
    may_go = t.closed.is_not(None) | (r.number <= t.rounds - KEPT_AT_A_TABLE)
    query = (
        select(r.n, r.id, c.record)
        .join(schema.closings, c.round_id == r.id)
        .join(schema.tables, t.id == r.table_id)
        .where(r.ended < before.isoformat(), r.archive.is_(None), may_go)
    )
    async with store.engine.connect() as connection:
        return list(await connection.execute(query.order_by(r.n)))


async def _write(store: Store, rows: list[Any], path: Path) -> None:
    line = schema.lines.c
    with closing(sqlite3.connect(path)) as file:
        file.execute("CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT")
        file.execute("CREATE TABLE records (n INTEGER PRIMARY KEY, round_id TEXT NOT NULL UNIQUE, record BLOB) STRICT")
        file.execute("INSERT INTO about VALUES ('format', ?)", (FORMAT,))
        for first in range(0, len(rows), AT_ONCE):
            some = {row.id: row for row in rows[first : first + AT_ONCE]}
            records: dict[str, list[bytes]] = {name: [] for name in some}
            query = select(schema.lines).where(line.round_id.in_(some)).order_by(line.round_id, line.n)
            async with store.engine.connect() as connection:
                for found in await connection.execute(query):
                    records[found.round_id].append(found.line)
            for name, lines in records.items():
                if not lines or msgspec.json.decode(lines[-1]).get("hash") != some[name].record:
                    text = f"the record of round {name} does not end with what was sealed; nothing has moved"
                    raise StoreError(text, accepts="what nomorebets audit finds in order")
                packed = zlib.compress(b"".join(line + b"\n" for line in lines), 9)
                file.execute("INSERT INTO records VALUES (?, ?, ?)", (some[name].n, name, packed))
        file.commit()


async def bring_back(store: Store, path: Path) -> int:
    """Put the records of an archive into the book again; how many there were."""
    with closing(ArchiveFile(path)) as file:
        async with store.engine.connect() as connection:
            known = {row.digest: row for row in await connection.execute(select(schema.archives))}
            number = number_of(file, known)
            r = schema.rounds.c
            away = set((await connection.scalars(select(r.id).where(r.archive == number))).all())
        if not away:
            raise RulesError(f"the records of {path.name} are in the book", accepts="an archive that is put away")
        changes = Changes()
        for round_id, record in file.records():
            if round_id in away:
                rows = [{"round_id": round_id, "n": n, "line": line} for n, line in enumerate(record.splitlines())]
                changes.insert(schema.lines, *rows)
        changes.do(update(schema.rounds).where(r.archive == number).values(archive=None))
        await store.commit(changes)
        return len(away)
