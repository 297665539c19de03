"""A round as it goes into the book: its record line by line, the money it moves, and what it cites."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from nomorebets.server.book import schema
from nomorebets.server.book.store import Changes, now
from nomorebets.table import Entry, Play
from nomorebets.table.felt import CARRIED
from nomorebets.table.ledger import Posting, spot
from nomorebets.table.record import RecordBegun
from nomorebets.table.wagers import Result, Ruling

UNDECIDED = ("stands", "void")  # results of wagers that are not decided by a round


class RoundBook:
    """Writes a round down as it goes on."""

    round_id: str
    number: int
    record: RecordBegun

    def __init__(self, round_id: str, number: int, record: RecordBegun) -> None:
        self.round_id, self.number, self.record = round_id, number, record
        self._posted = 0  # postings that are in the book
        self._cited: set[str] = set()

    def resume(self, play: Play) -> None:
        """Go on behind what is in the book already."""
        self._posted = len(play.table.felt.ledger.postings)
        self._cited = citations(play.entries)

    def begin(self, changes: Changes, play: Play, table_id: str, owners: dict[str, str]) -> None:
        row = {
            "id": self.round_id,
            "table_id": table_id,
            "game": play.table.game.id,
            "as_of": play.table.as_of.isoformat(),
            "number": self.number,
            "started": now(),
            "owners": msgspec.json.encode(owners).decode(),
        }
        changes.insert(schema.rounds, row)

    def go_on(self, changes: Changes, play: Play, account: Callable[[str], str]) -> Sequence[Posting]:
        """Everything since the last time; returns the postings."""
        first = self.record.lines
        lines = self.record.go_on(play)
        rows = [{"round_id": self.round_id, "n": first + i, "line": line} for i, line in enumerate(lines)]
        changes.insert(schema.lines, *rows)
        postings = play.table.felt.ledger.postings[self._posted :]
        self._posted += len(postings)
        for posting in postings:
            if CARRIED in (posting.source, posting.target):
                continue  # from round to round a wager that stands lies in its own account
            cite = posting.by.full(play.table.as_of)
            changes.move(account(posting.source), account(posting.target), posting.amount, cite, self.round_id)
        fresh = citations(play.entries[max(first - 1, 0) :]) - self._cited
        self._cited |= fresh
        cites = [{"cite": cite, "round_id": self.round_id} for cite in sorted(fresh)]
        changes.insert_missing(schema.cited, *cites)
        return postings

    def end(self, changes: Changes, play: Play, table_id: str, owners: dict[str, str]) -> None:
        """The results, and that the round is over."""
        rows = [
            {
                "round_id": self.round_id,
                "n": n,
                "seat": ruling.seat,
                "wager": ruling.wager,
                "amount": ruling.amount,
                "result": ruling.result,
                "net": ruling.net,
                "cite": ruling.by.full(play.table.as_of),
                "player": ruling.player,
            }
            for n, ruling in enumerate(play.rulings)
        ]
        ended = now()
        changes.insert(schema.results, *rows)
        changes.add(schema.play_days, *played(play.rulings, ended[:10], table_id, owners))
        changes.closings.append((self.round_id, self.record.last))
        changes.change(schema.rounds, {"id": self.round_id, "ended": ended}, keys=("id",))
        sat = sorted(set(owners.values()))
        changes.insert(schema.sat_in, *({"patron_id": p, "ended": ended, "round_id": self.round_id} for p in sat))


def played(rulings: Sequence[Ruling], day: str, table_id: str, owners: dict[str, str]) -> list[dict[str, Any]]:
    """What a round adds to the days of its patrons: every wager that was decided."""
    return [
        {
            "patron_id": patron,
            "day": day,
            "table_id": table_id,
            "wager": ruling.wager,
            "amount": ruling.amount,
            "wagers": 1,
            "net": ruling.net,
        }
        for ruling in rulings
        if ruling.result not in UNDECIDED
        if (patron := owners.get(spot(ruling.seat, ruling.player))) is not None
    ]


def citations(entries: Sequence[Entry]) -> set[str]:
    """Every paragraph that entries act by, and the results in them."""
    results = [r for e in entries for r in getattr(e.request, "results", ()) if isinstance(r, Result)]
    return {str(by) for by in (*(e.request.by for e in entries), *(r.by for r in results))}
