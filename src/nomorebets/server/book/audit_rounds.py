"""The audit of rounds: each record against the script, its seal, the postings, the results, and the round before it.

Rounds are examined in the order in which their records were closed, a few hundred at a time; what is kept in mind is
what each table was left with, and what the rounds under way have posted.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict, defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, select

from nomorebets.server.book import schema
from nomorebets.server.book.archive import SEALED
from nomorebets.server.book.archive_files import PutAway
from nomorebets.server.book.audit_checkpoints import Finding, Left, Vouched
from nomorebets.server.book.audit_floor import FloorAudit, Since, unannounced
from nomorebets.server.book.audit_seals import faults_of_seal, faults_of_series, follows
from nomorebets.server.book.changes import CHIPS, HOUSE, Movement, account_of, issuer_of, kind_of
from nomorebets.server.book.rounds import citations
from nomorebets.table import Table, Wager
from nomorebets.table.felt import CARRIED, Felt, Opening
from nomorebets.table.ledger import INVENTORY, Posting, spot
from nomorebets.table.record import Header, Record, read, read_begun, require_same_end, rerun, table_of
from nomorebets.table.requests import Bets

AT_ONCE = 200  # rounds read together
MOVED_AND_MISSING = "it moved money, and is missing"
MOST_TABLES = 64  # kept in mind: opening one takes longer than following a round


class Kept(msgspec.Struct):
    """All that the book has of a round."""

    row: Any
    lines: list[Any] = []
    results: list[tuple[Any, ...]] = []
    cited: set[str] = set()
    sealed: Any = None  # with its series

    def digest(self, posted: str | None, closed_with: str, table: Any) -> bytes:
        """One number for all that its examination depends on: itself, what the chain says of it, and its table."""
        row, sealed = tuple(self.row)[:-1], None if self.sealed is None else tuple(self.sealed)
        lines = [(line.n, line.line) for line in self.lines]
        at = None if table is None else (table.id, table.game, table.as_of, table.house, table.training)
        everything = (row, lines, self.results, sorted(self.cited), sealed, posted, closed_with, at)
        return hashlib.sha256(msgspec.json.encode(everything)).digest()


class RoundsAudit:
    """Follows the rounds of a book along its chain."""

    def __init__(self, connection: Connection, findings: list[Finding], vouched: Vouched, away: PutAway) -> None:
        self._connection, self._findings, self._vouched, self._away = connection, findings, vouched, away
        self.left_away: int = 0  # rounds whose archives were not given: they are in the chain, and were not replayed
        self._tables = {row.id: row for row in connection.execute(select(schema.tables))}
        self._posted: dict[str, Any] = {}  # by rounds whose records are not closed: a digest of what they posted
        self._closing: list[tuple[Any, str | None]] = []  # links to be examined, and what their rounds posted
        self._left = vouched.left  # what each table was left with
        self._commits = False  # commitments are in the chain from here on
        self._must_commit: dict[str, bool] = {}  # tables: whether they were opened since
        self._over: dict[str, list[int]] = defaultdict(list)  # numbers of rounds
        self._opened: OrderedDict[bytes, Table] = OrderedDict()
        self.rounds: int = 0
        self.floor: FloorAudit = FloorAudit(self._tables, findings)

    # --- along the chain ---------------------------------------------------------------------------------------------

    def sealed(self, link: Any) -> None:
        """A round is sealed: nothing of its money may have moved before."""
        self._commits = True
        if link.round_id in self._posted:
            self._find("seal", link.round_id, "it was sealed when its money had moved already")

    def posted(self, moved: Movement) -> None:
        noted_posting(self._posted, moved)
        if kind_of(moved.source) in (HOUSE, CHIPS) and kind_of(moved.target) == INVENTORY:  # the first chips of a table
            self._must_commit.setdefault(moved.target.partition("/")[0], self._commits)

    def entered(self, link: Any) -> None:
        """A supervisor did something: the rounds before it were dealt by the old rule."""
        self._examine_closed()
        self.floor.entered(link)

    def closed(self, link: Any) -> None:
        """A record is closed: its round is over."""
        digest = self._posted.pop(link.round_id, None)
        self._closing.append((link, digest.hexdigest() if digest else None))
        if len(self._closing) >= AT_ONCE:
            self._examine_closed()

    def finish(self) -> dict[str, int]:
        """What is left when the chain has been followed: rounds under way, and whatever refers to none. Counts."""
        self._examine_closed()
        self._vouched.all_examined()
        r = schema.rounds.c
        open_ids = select(r.id).where(r.id.not_in(select(schema.closings.c.round_id)))
        under_way = defaultdict[str, list[int]](list)
        for kept in self._kept([row.id for row in self._connection.execute(open_ids.order_by(r.n))]):
            self.rounds += 1
            digest = self._posted.pop(kept.row.id, None)
            since = self.floor.since_last_round(kept.row.table_id)
            self._examine(kept, digest.hexdigest() if digest else None, None, since)
            (self._over if kept.row.ended is not None else under_way)[kept.row.table_id].append(kept.row.number)
        for round_id in sorted(self._posted):
            self._find("round", round_id, MOVED_AND_MISSING)
        for kind in (schema.lines, schema.results, schema.cited):
            query = select(kind.c.round_id).where(kind.c.round_id.not_in(select(r.id))).distinct()
            for (round_id,) in self._connection.execute(query):
                self._find("round", round_id, f"the book has {kind.name} of it, and the round is missing")
        self._examine_numbers(under_way)
        counts = {"rounds": self.rounds, "floor_entries": self.floor.entries, **self._examine_unused()}
        return counts | ({"archived_and_not_replayed": self.left_away} if self.left_away else {})

    def _examine_closed(self) -> None:
        links, self._closing = self._closing, []
        known = {kept.row.id: kept for kept in self._kept([link.round_id for link, _ in links])}
        for link, posted in links:
            kept = known.get(link.round_id)
            if kept is None:
                self._find("round", link.round_id, "its record was closed, and the round is missing")
                if posted is not None:
                    self._find("round", link.round_id, MOVED_AND_MISSING)
                continue
            self.rounds += 1
            self._over[kept.row.table_id].append(kept.row.number)
            if kept.row.archive is not None and not kept.lines:
                self._leave_away(kept.row)
                continue
            digest = kept.digest(posted, link.record, self._tables.get(kept.row.table_id))
            since = self.floor.since_last_round(kept.row.table_id)
            if self._vouched.needs(link.n, digest):
                self._examine(kept, posted, link.record, since)
        if links:
            self._vouched.examined(links[-1][0])

    def _leave_away(self, row: Any) -> None:
        """A round whose record is in an archive that was not given: what it left cannot be told."""
        self.left_away += 1
        if not self._away.is_known(row.archive):
            self._find("round", row.id, f"its record was put away in archive {row.archive}, of which nothing is known")
        self.floor.since_last_round(row.table_id)
        self._left[row.table_id] = Left(opening=None, seals=self._left_at(row.table_id).seals)

    def _kept(self, ids: Sequence[str]) -> Iterable[Kept]:
        """Rounds with everything the book has of them, in the order they are asked for."""
        execute, r = self._connection.execute, schema.rounds.c
        for first in range(0, len(ids), AT_ONCE):
            some = list(ids[first : first + AT_ONCE])
            found = {row.id: Kept(row) for row in execute(select(schema.rounds).where(r.id.in_(some)))}
            of = schema.lines.c
            for line in execute(select(schema.lines).where(of.round_id.in_(some)).order_by(of.round_id, of.n)):
                if line.round_id in found:
                    found[line.round_id].lines.append(line)
            for kept in found.values():
                if kept.row.archive is not None and not kept.lines:
                    kept.lines = self._away.lines(kept.row)
            ends = schema.results.c
            for k in execute(select(schema.results).where(ends.round_id.in_(some)).order_by(ends.round_id, ends.n)):
                if k.round_id in found:
                    found[k.round_id].results.append(
                        (k.n, k.seat, k.player, k.wager, k.amount, k.result, k.net, k.cite)
                    )
            for k in execute(select(schema.cited).where(schema.cited.c.round_id.in_(some))):
                if k.round_id in found:
                    found[k.round_id].cited.add(k.cite)
            for k in execute(SEALED.where(schema.seals.c.round_id.in_(some))):
                if k.round_id in found:
                    found[k.round_id].sealed = k
            yield from (found[name] for name in some if name in found)

    def _find(self, kind: str, where: str, text: str) -> None:
        self._findings.append(Finding(kind, where, text))

    # --- one round ---------------------------------------------------------------------------------------------------

    def _examine(self, kept: Kept, posted: str | None, closed_with: str | None, since: Since) -> None:
        row, left = kept.row, self._left_at(kept.row.table_id)
        is_over = row.ended is not None
        try:
            record = _read(kept, is_over)
        except Exception as fault:  # whatever was done to it, the audit goes on
            text = str(fault) if isinstance(fault, _Lines) else f"its record cannot be read: {_in_a_line(fault)}"
            self._find("round", row.id, text)
            self._left[row.table_id] = Left(opening=None, seals=left.seals)
            return
        for text in faults_of_seal(record, row, kept.sealed, left):
            self._find("seal", row.id, text)
        opening, postings = None, None
        try:
            table = self._table_of(record)
            play = rerun(record, table=table, before=follows(kept.sealed))
            postings = play.table.felt.ledger.postings
            if is_over:
                require_same_end(record, play)
                opening = play.next_opening
            for text in faults_of_series(table.game, record, row, kept.sealed, left):
                self._find("seal", row.id, text)
        except Exception as fault:
            self._find("seal", row.id, f"its record does not follow from its seal: {_in_a_line(fault)}")
            postings = _rebuilt(record, is_over)
        for text in self._faults_of(kept, record, postings, posted, closed_with, left, since):
            self._find("round", row.id, text)
        if is_over:
            self._left[row.table_id] = Left.behind(opening, record, kept.sealed, left)

    def _left_at(self, table_id: str) -> Left:
        return self._left.get(table_id) or Left(seals=2 if self._must_commit.get(table_id) else 0)

    def _faults_of(
        self,
        kept: Kept,
        record: Record,
        postings: Sequence[Posting],
        posted: str | None,
        closed_with: str | None,
        left: Left,
        since: Since,
    ) -> Iterable[str]:
        row, header = kept.row, record.header
        table = self._tables.get(row.table_id)
        if table is None or (header.game, header.as_of.isoformat()) != (table.game, table.as_of):
            yield "its record is of another game or date than its table"
        if table is not None and header.training is not bool(table.training):
            yield f"its record says that it was {'a' if header.training else 'no'} training table; its table does not"
        if (header.game, header.as_of.isoformat()) != (row.game, row.as_of):
            yield f"its record is of {header.game} as of {header.as_of}; the book says {row.game}, {row.as_of}"
        if row.id != f"{row.table_id}-{row.number}":
            yield f"it is numbered {row.number} at table {row.table_id}"
        if left.opening is not None and header.opening != left.opening:
            yield f"it does not begin with what the round before it left: {_difference(left.opening, header.opening)}"
        if left.house is not None and (changed := unannounced(left.house, header.house, since.changed)):
            yield f"the house has changed its rules at an open table: {changed}"
        owners = msgspec.json.decode(row.owners, type=dict[str, str])
        for wager in _accepted(record):
            if not since.explains(owners.get(spot(wager.seat, wager.player))):
                yield f"{wager.whose} wagers outside the limits on {wager.on}, and nobody allowed it"
        if table is not None and table.closed is not None and row.ended is None:
            yield "it was begun and never ended, and its table is closed: it was abandoned"
        issuer = issuer_of(None if table is None else table.tournament)
        if posted != _digest_of(header, postings, row.table_id, issuer):
            yield "the postings of the book are not those of its record"
        if kept.cited != citations(record.entries):
            yield "the book does not say what it cites"
        if row.ended is None:
            if closed_with is not None:
                yield "it is under way, and its record was closed"
            return
        if closed_with is None:
            yield "it is over, and no closing of its record is in the chain"
        elif msgspec.json.decode(kept.lines[-1].line).get("hash") != closed_with:
            yield "its record ends with another line than the one that was sealed in the chain"
        rulings = enumerate(record.rulings)
        if kept.results != [
            (n, g.seat, g.player, g.wager, g.amount, g.result, g.net, g.by.full(record.as_of)) for n, g in rulings
        ]:
            yield "the results of the book are not the rulings of its record"

    def _table_of(self, record: Record) -> Table:
        head = record.header
        key = msgspec.json.encode((head.game, head.chapter, head.as_of, head.house))
        if key not in self._opened:
            self._opened[key] = table_of(record)
            if len(self._opened) > MOST_TABLES:
                self._opened.popitem(last=False)
        return self._opened[key]

    # --- tables ------------------------------------------------------------------------------------------------------

    def _examine_numbers(self, under_way: dict[str, list[int]]) -> None:
        """At each table the rounds are numbered one after the other, only the last may be under way, and what it
        begins with is what the one before it left."""
        for table_id, row in self._tables.items():
            over = self._over[table_id]
            if sorted(over) != list(range(1, row.rounds + 1)):
                missing = sorted({*range(1, row.rounds + 1)} - {*over})
                what = f"round {missing[0]} is missing" if missing else f"it has {len(over)}"
                are_over = "1 round is" if row.rounds == 1 else f"{row.rounds} rounds are"
                self._find("table", table_id, f"{are_over} over at this table: {what}")
            elif over != sorted(over):
                self._find("table", table_id, "the records of its rounds were not closed in the order of their numbers")
            if under_way[table_id] not in ([], [row.rounds + 1]):
                self._find("table", table_id, f"rounds {under_way[table_id]} are under way at once")
            left = self._left.get(table_id, Left()).opening
            if left is not None and msgspec.json.decode(row.opening, type=Opening) != left:
                self._find("table", table_id, "its next round would begin with something else than the last one left")

    def _examine_unused(self) -> dict[str, int]:
        """Seals of which no round is in the book: one that waits for its round at each table, or was never used."""
        s = schema.seals.c
        waiting = unused = with_words = 0
        query = select(schema.seals).where(s.round_id.not_in(select(schema.rounds.c.id)))
        for seal in self._connection.execute(query):
            table = self._tables.get(seal.table_id)
            if table is None or seal.number != table.rounds + 1:
                self._find("seal", seal.round_id, "it was sealed, and there is no such round")
            elif table.closed is None:
                waiting += 1
            else:
                unused += 1
                with_words += seal.words != "{}"
        return {"seals_waiting": waiting, "seals_never_used": unused, "of_these_with_words": with_words}


def _accepted(record: Record) -> list[Wager]:
    """Wagers that were taken although they break a limit."""
    taken = (entry.answer.placed for entry in record.entries if isinstance(entry.answer, Bets))
    return [wager for placed in taken for wager in placed if wager.accepted]


class _Lines(Exception):
    """Lines of a record are missing."""


def _in_a_line(fault: Exception) -> str:
    return " ".join(str(fault).split())[:300]


def _read(kept: Kept, is_over: bool) -> Record:
    numbers = [line.n for line in kept.lines]
    if not numbers:
        raise _Lines("it has no record")
    if numbers != list(range(len(numbers))):
        raise _Lines(f"lines are missing: there are {', '.join(map(str, numbers))[:80]}")
    # a line that somebody else wrote may be text
    lines = [line.line.encode() if isinstance(line.line, str) else line.line for line in kept.lines]
    if is_over:
        return read(b"".join(line + b"\n" for line in lines))
    begun, entries = read_begun(lines)
    return Record(begun.header, entries)


def _rebuilt(record: Record, is_over: bool) -> list[Posting]:
    """What the entries move, without the script."""
    felt = Felt.opened(record.header.opening)
    for entry in record.entries:
        entry.request.apply(felt, entry.answer)
    if is_over:
        felt.close()
    return felt.ledger.postings


def noted_posting(digests: dict[str, Any], moved: Movement) -> None:
    """Keep what a round posted as one number, to be held against its record."""
    if moved.round_id is None or CARRIED in (kind_of(moved.source), kind_of(moved.target)):
        return
    digest = digests.setdefault(moved.round_id, hashlib.sha256())
    digest.update(msgspec.json.encode((moved.source, moved.target, moved.amount, moved.cite)))


def _digest_of(header: Header, postings: Sequence[Posting], table_id: str, issuer: str) -> str | None:
    digests: dict[str, Any] = {}
    for posting in postings:
        source, target = (account_of(table_id, name, issuer) for name in (posting.source, posting.target))
        noted_posting(digests, Movement(source, target, posting.amount, posting.by.full(header.as_of), "this"))
    return digests["this"].hexdigest() if digests else None


def _difference(left: Opening, begun: Opening) -> str:
    names = sorted(k for k in {*left.state, *begun.state} if left.state.get(k) != begun.state.get(k))
    return ", ".join([*names, *(["wagers that stand"] if left.wagers != begun.wagers else [])])[:200]
