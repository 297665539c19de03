"""The round at a live table: its script, its sealed chance, and its record in the book, line by line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import cast

import msgspec

from nomorebets.errors import ScriptError, WagerRefused
from nomorebets.procedures.tickets import ticket_number
from nomorebets.server.book import schema
from nomorebets.server.book.changes import now
from nomorebets.server.book.rounds import RoundBook
from nomorebets.server.book.rows import BegunRow, TableRow
from nomorebets.server.tables.behind import chips_behind
from nomorebets.server.tables.buying import stakes_of
from nomorebets.server.tables.chance import TableChance
from nomorebets.server.tables.event_log import EventLog
from nomorebets.server.tables.further_seats import bring_chips
from nomorebets.server.tables.outbox import Outbox
from nomorebets.server.tables.seated import Seated
from nomorebets.server.tables.seats import Seats
from nomorebets.table import Entry, Play, Round, Table, Wager
from nomorebets.table.felt import Felt, Opening
from nomorebets.table.ledger import spot
from nomorebets.table.record import RecordBegun, header_of, read_begun, seats_of
from nomorebets.table.requests import Answer, Bets, PatronRequest, Request


class RoundInPlay:
    """The round that is being played or comes next. It is in the book as soon as somebody has wagered or decided."""

    table: Table
    chance: TableChance
    log: EventLog

    def __init__(
        self, row: TableRow, table: Table, seats: Seats, chance: TableChance, log: EventLog, outbox: Outbox
    ) -> None:
        self._table_id, self.table, self._training = row.id, table, row.training
        self._seats, self.chance, self.log, self._outbox = seats, chance, log, outbox
        self.rounds: int = row.rounds  # that are over
        self.opening: Opening = msgspec.json.decode(row.opening, type=Opening)
        self.play: Play | None = None
        self.last: Play | None = None  # the round before, as long as this process has it
        self.windows: int = 0  # how often it has taken wagers
        self._book: RoundBook | None = None
        self._owners: dict[str, str] = {}  # who sat where when it began

    @property
    def number(self) -> int:
        return self.rounds + 1

    @property
    def id(self) -> str:
        return f"{self._table_id}-{self.number}"

    @property
    def has_begun(self) -> bool:
        """Somebody has wagered or decided: from here on it is in the book, and ends."""
        return self._book is not None

    @property
    def request(self) -> Request | None:
        return self.play.request if self.play else None

    @property
    def asked(self) -> PatronRequest | None:
        """What people are asked now."""
        request = self.play.request if self.play is not None else None
        if request is None or request.asks != "patrons":
            return None
        return request  # type: ignore[return-value]  # whatever asks patrons is a PatronRequest

    @property
    def at(self) -> Round:
        """The felt and who sits around it."""
        assert self.play is not None
        return self.play.table

    def involves(self, seated: Seated) -> bool:
        """Whether somebody may still win or lose something in it."""
        if self.play is None or not self.has_begun:
            return False
        at, felt = self.at, self.at.felt
        is_counted = (seated.seat, seated.player) in at.behind if seated.player else at.seats.get(seated.seat, 0)
        return bool(is_counted) or any(w.owner == seated.account for w in (*felt.wagers, *felt.banked))

    def require_open_stacks(self, seated: Seated) -> None:
        """At table stakes nothing is added to the chips that play until the round is over."""
        stakes = stakes_of(self.table)
        if stakes is not None and self.involves(seated):
            text = f"{seated.words}: chips refused: only those that were there when the round was called play in it"
            raise WagerRefused(text, stakes.by, self.table.as_of, "buying between two rounds")

    def trial(self) -> Play:
        """The same round so far, to try an answer on."""
        assert self.play is not None
        trial = Play(replace(self.at, felt=Felt.opened(self.play.opening)))
        for entry in self.play.entries:
            trial.answer(entry.answer, trusted=True)
        return trial

    # --- how it begins -----------------------------------------------------------------------------------------------

    def begin(self, is_played: bool) -> None:
        """The next round, as the last one left the table; nobody there, no round."""
        self._book, self.windows, self._owners = None, 0, {}
        self.log.shown.begin()
        self.play = self._fresh() if is_played else None

    def reseat(self, is_played: bool) -> None:
        """Before the first wager or decision, whoever comes, goes or buys chips is part of the round."""
        before = self.play.entries if self.play else []
        self.play = self._fresh() if is_played else None
        again = 0
        for entry in before if self.play is not None else ():
            if self.request != entry.request:
                break
            self._follow(entry)
            again += 1
        self.log.forget(len(before) - again)

    def bring_chips(self, needs: Mapping[str, int]) -> None:
        """Chips of one person to those of his spots that need them; a round that has not begun counts them there."""
        if bring_chips(self._seats, self._outbox, needs) and not self.has_begun:
            self.reseat(True)

    def _fresh(self) -> Play:
        self.chance.begin(self.id, self.number, self.opening)
        seats, behind = self._seats.chips, chips_behind(self._seats)
        return Play(Round(self.table, Felt.opened(self.opening), seats, behind=behind))

    def resume(self, begun: BegunRow) -> None:
        """Go on with a round from its stored answers."""
        record, entries = read_begun(begun.lines)
        seats, behind = seats_of(record.header)
        self.rounds = begun.number - 1
        self.opening = record.header.opening
        self._owners = begun.owners
        self.log.shown.begin()  # who sat there in the round before may not be who sits there now
        self.play = Play(Round(self.table, Felt.opened(self.opening), seats, record.header.procedure, behind))
        for entry in entries:
            if self.play.request != entry.request:
                text = f"table {self._table_id}: the script asks otherwise than the record of round {begun.id}"
                raise ScriptError(text)
            self._follow(entry)
            self.log.note(self.play, self.number, self._owners, tell=False)
        self.chance.close_words()
        self._book = RoundBook(begun.id, begun.number, record)
        self._book.resume(self.play)
        self.windows = sum(_takes_wagers(entry.request) for entry in entries)

    def _follow(self, entry: Entry) -> None:
        """An entry of this round that is answered again as it was."""
        assert self.play is not None
        self.chance.follow(entry.request, self.play.table, entry.answer, self.id)
        self.play.answer(entry.answer, trusted=True)

    # --- how it goes on ----------------------------------------------------------------------------------------------

    def answer(self, answer: Answer) -> None:
        """One answer of the round; the first that a person gives begins its record."""
        assert self.play is not None
        request = self.play.request
        self.play.answer(answer)
        assert request is not None
        self.chance.answered(request)
        self.windows += _takes_wagers(request)
        self.log.note(self.play, self.number, self._owners or self._seats.owners)
        if self._book is None and request.asks == "patrons":
            self._begin_record()
        elif isinstance(answer, Bets):
            self._take_in(answer)
        self._write_down()

    def _take_in(self, bets: Bets) -> None:
        """Whoever sat down after the round had begun and wagers in a later window: it is his round too."""
        sitting = self._seats.owners
        spots = {spot(wager.seat, wager.player) for wager in bets.placed}
        came = {where: who for where, who in sitting.items() if where in spots}
        if self._owners != self._owners | came:
            self._owners |= came
            row = {"id": self.id, "owners": msgspec.json.encode(self._owners).decode()}
            self._outbox.changes.change(schema.rounds, row, keys=("id",))

    def issue(self, wagers: Iterable[Wager]) -> None:
        """Wagers that are tickets: the book has the time of each, that of the last where one is issued again."""
        if self.table.game.betting.is_listed:
            return
        for wager in wagers:
            row = {"number": ticket_number(self.id, wager), "issued": now()}
            self._outbox.changes.insert_missing(schema.issued_tickets, row)
            self._outbox.changes.change(schema.issued_tickets, row)

    def keep(self) -> None:
        """Put the round in the book, if it is not: from here on it goes on as it is, whoever comes."""
        if self._book is None:
            self._begin_record()
            self._write_down()

    def _begin_record(self) -> None:
        """The round begins for the book: who sits where, with how much, and what happened so far."""
        assert self.play is not None
        self._owners = self._seats.owners
        header = header_of(self.play, self.chance.close_words(), self._training)
        self._book = RoundBook(self.id, self.number, RecordBegun(header))
        self._book.begin(self._outbox.changes, self.play, self._table_id, self._owners)
        before = self.log.seq - len(self.play.entries)
        if before != self.log.kept_seq:  # rounds in which nobody did anything have passed
            self.log.kept_seq = before
            self._outbox.changes.change(schema.tables, {"id": self._table_id, "seq": before})

    def _write_down(self) -> None:
        """Lines of the record, and the money they moved."""
        if self._book is not None and self.play is not None:
            self._seats.follow(self._book.go_on(self._outbox.changes, self.play, self._seats.account))

    def end(self) -> None:
        """Results, and what stands; a round in which nobody wagered or decided anything leaves no trace."""
        if self._book is None or self.play is None:
            return
        self._write_down()
        self._book.end(self._outbox.changes, self.play, self._table_id, self._owners)
        self.last = self.play
        self.log.end_round(self.play, self.id)
        self.opening = self.play.next_opening
        self.rounds += 1
        stands = msgspec.json.encode(self.opening).decode()
        row = {"id": self._table_id, "rounds": self.rounds, "seq": self.log.seq, "opening": stands}
        self._outbox.changes.change(schema.tables, row)
        self.issue(self.opening.wagers)  # for the games to come
        self._book = None

    def stop(self) -> None:
        """No round any more."""
        self.play = None


def _takes_wagers(request: Request) -> bool:
    return request.asks == "patrons" and cast(PatronRequest, request).takes_wagers
