"""What an audit keeps in mind of the rounds behind it, and the file in which it vouches for them.

A checkpoint says: the links of the chain up to a number end with this seal, and the rounds closed by them, whose rows
together have this digest, were replayed and in order. The next audit still reads every one of these rows, follows the
whole chain and adds every balance up; it leaves out only what a row that has not changed would do again: running the
script. Where one byte of it has changed since, the digest is another one, and everything is examined from the start.
The file is the auditor's, and worth as much as the place where it is kept.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import msgspec

from nomorebets.errors import RulesError
from nomorebets.server.book.chain import Head
from nomorebets.server.book.changes import StoreError
from nomorebets.sim.jobs import code_version
from nomorebets.table.felt import Opening
from nomorebets.table.record import HouseLines, Record

FORMAT = "nomorebets audit checkpoint 1"
SOURCES = ("fairness/*.py", "server/book/*.py")  # with those of the games, what an audit is made of
WRITTEN_EVERY = 2_000  # rounds
LARGEST = 64_000_000  # bytes


class Finding(msgspec.Struct, frozen=True):
    """Something that is not as it must be: of which kind, where, and what."""

    kind: str
    where: str
    text: str


class Left(msgspec.Struct, frozen=True):
    """What the last round of a table left behind."""

    opening: Opening | None = Opening()  # nothing, before the first; None where that cannot be told
    house: HouseLines | None = None  # the rules it was played by
    seals: int = 0  # 1: rounds of this table are sealed; 2: in the chain too
    series: str = ""  # the root of the series it belonged to
    series_ends: int = 0  # with this round

    @classmethod
    def behind(cls, opening: Opening | None, record: Record, sealed: Any, before: Left) -> Left:
        seals = 0 if sealed is None else 1 if sealed.n is None else 2
        ends = 0 if sealed is None or sealed.secret is None else sealed.first + sealed.length - 1
        series = sealed.series or "" if sealed is not None else ""
        return cls(opening, record.header.house, max(seals, before.seals), series, ends)


class Checkpoint(msgspec.Struct, forbid_unknown_fields=True):
    """What an audit vouches for."""

    format: str
    code: str  # a hash of the program that replayed them
    database: str
    n: int  # the last link of the chain
    seal: str
    rounds: int  # closed by these links
    digest: str  # of their rows
    left: dict[str, Left]  # with which each table was left


class Changed(Exception):
    """What a checkpoint vouches for is not there any more."""


class Vouched:
    """The rounds behind an audit: which of them a checkpoint vouches for, and what the next one will say."""

    def __init__(self, path: Path | None, database: str, findings: list[Finding], is_used: bool = True) -> None:
        self._path, self._database, self._findings = path, database, findings
        self._known = _read(path, database) if path is not None and is_used else None
        self.left: dict[str, Left] = {}
        self.skipped: int = 0  # rounds that were not replayed again
        self._digest, self._rounds, self._written = hashlib.sha256(), 0, 0
        self._end = Head()

    def needs(self, n: int, digest: bytes) -> bool:
        """Whether the round that a link closes must be replayed."""
        known = self._known
        if known is not None and n > known.n:
            self._require(known)
            known = None
        self._digest.update(digest)
        self._rounds += 1
        self.skipped += known is not None
        return known is None

    def link(self, head: Head) -> None:
        """A link of the chain: where the checkpoint ends, it must be the one that it names."""
        if self._known is not None and head.n == self._known.n and head.seal != self._known.seal:
            raise Changed

    def _require(self, known: Checkpoint) -> None:
        if (self._rounds, self._digest.hexdigest()) != (known.rounds, known.digest):
            raise Changed
        self.left.update(known.left)
        self._known, self._written = None, known.rounds

    def examined(self, link: Any) -> None:
        """All rounds closed up to a link have been; now and then, what was in order is written down."""
        self._end = Head(link.n, link.hash)
        if self._known is None and self._rounds >= self._written + WRITTEN_EVERY:
            self._write()

    def all_examined(self) -> None:
        """The end of the chain; a checkpoint that lies beyond it was made of more than there is."""
        if self._known is not None:
            if self._end.n < self._known.n:
                raise Changed
            self._require(self._known)

    def finish(self) -> None:
        """Write down what was in order."""
        if self._rounds > self._written:
            self._write()

    def _write(self) -> None:
        if self._path is None or self._findings:
            return
        digest, end = self._digest.hexdigest(), self._end
        said = Checkpoint(
            FORMAT, code_version(*SOURCES), self._database, end.n, end.seal, self._rounds, digest, self.left
        )
        fresh = self._path.with_name(self._path.name + ".new")
        try:
            fresh.write_bytes(msgspec.json.format(msgspec.json.encode(said), indent=1) + b"\n")
            fresh.replace(self._path)
        except OSError as fault:
            raise StoreError(f"{self._path} cannot be written: {fault.strerror}", accepts="a file of yours") from None
        self._written = self._rounds


def _read(path: Path, database: str) -> Checkpoint | None:
    """A checkpoint of this database by this very program; another one replays everything once more."""
    if not path.exists():
        return None
    try:
        content = path.read_bytes() if path.stat().st_size <= LARGEST else b""
        said = msgspec.json.decode(content, type=Checkpoint)
    except (OSError, msgspec.MsgspecError):
        raise RulesError(f"{path} is no checkpoint", accepts="a file that audit --checkpoint wrote, or none") from None
    if said.format != FORMAT or said.database != database:
        text = f"{path} is no checkpoint of {database}"
        raise RulesError(text, accepts="a file that audit --checkpoint wrote for it, or none")
    return said if said.code == code_version(*SOURCES) else None
