"""The round at a live table: chance and the dealer's acts go by themselves, people's answers are written down."""

from __future__ import annotations

from abc import abstractmethod

import msgspec
from sqlalchemy import delete

from nomorebets.errors import ScriptError
from nomorebets.server.book import schema
from nomorebets.server.book.rounds import RoundBook
from nomorebets.server.book.store import BegunRow
from nomorebets.server.tables.events import event_of, ruling_facts
from nomorebets.server.tables.seals import LiveChance
from nomorebets.server.tables.seating import unless_told
from nomorebets.table import Play, Round
from nomorebets.table.decisions import Ask, Chosen
from nomorebets.table.felt import Felt
from nomorebets.table.ledger import patron
from nomorebets.table.money import cents
from nomorebets.table.record import RecordBegun, header_of, read_begun
from nomorebets.table.requests import Answer, Bets, TakeWagers

MOST_ROUNDS_AT_ONCE = 3  # rounds that pass without anybody being asked, before the table waits


class LiveRound(LiveChance):
    """One round after the other, as far as nobody need be asked."""

    def _resume(self, begun: BegunRow) -> None:
        record, entries = read_begun(begun.lines)
        seats = {int(seat): cents(stake) for seat, stake in record.header.seats.items()}
        self.rounds = begun.number - 1
        self.opening = record.header.opening
        self._owners = begun.owners
        self.play = Play(Round(self.table, Felt.opened(self.opening), seats, record.header.procedure))
        for entry in entries:
            if self.play.request != entry.request:
                raise ScriptError(f"table {self.id}: the script asks otherwise than the record of round {begun.id}")
            self._follow(entry)
            self._note(len(self.play.entries), tell=False)
        self.book = RoundBook(begun.id, begun.number, record)
        self.book.resume(self.play)
        self._windows = sum(isinstance(entry.request, TakeWagers) for entry in entries)

    def _answer(self, answer: Answer) -> None:
        """One answer of the round; the first that a person gives begins its record."""
        assert self.play is not None
        request = self.play.request
        self.play.answer(answer)
        assert request is not None
        assert self.chance is not None
        self.chance.answered(request)
        self._note(len(self.play.entries))
        if self.book is None and request.asks == "patrons":
            self._begin_record()
        self._write_down()

    def _note(self, number: int, tell: bool = True) -> None:
        """Follow an entry: number it, and keep it for those who come back."""
        assert self.play is not None
        entry, felt = self.play.entries[number - 1], self.play.table.felt
        owners = self._owners or {s.seat: s.patron for s in self.seats.values()}
        self.seq += 1
        event = event_of(self.seq, self.number, entry, self.play.table, owners)
        self.tableau.follow(entry, felt, owners)
        self.events.append(event)
        if tell:
            self._events_to_tell.append(event)

    def _begin_record(self) -> None:
        """The round begins for the book: who sits where, with how much, and what happened so far."""
        assert self.play is not None
        self._owners = {s.seat: s.patron for s in self.seats.values()}
        self.book = RoundBook(self.round_id, self.number, RecordBegun(header_of(self.play)))
        self.book.begin(self._changes, self.play, self.id, self._owners)
        before = self.seq - len(self.play.entries)
        if before != self.kept_seq:  # rounds in which nobody did anything have passed
            self.kept_seq = before
            self._changes.change(schema.tables, {"id": self.id, "seq": before})

    def _write_down(self) -> None:
        """Lines of the record, and the money they moved."""
        if self.book is None or self.play is None:
            return
        for posting in self.book.go_on(self._changes, self.play, self.account):
            for seated in self.seats.values():
                own = patron(seated.seat)
                seated.stack += posting.amount * ((posting.target == own) - (posting.source == own))

    def _advance(self) -> None:
        """Do whatever needs no person: the dealer's acts, chance, and what nobody is there to decide."""
        passed = 0
        while self.play is not None:
            request = self.play.request
            if request is None:
                asked = self.book is not None
                self._end_round()
                passed = 0 if asked else passed + 1
                if passed >= MOST_ROUNDS_AT_ONCE:
                    break
            elif request.asks == "chance":
                assert self.chance is not None
                self._answer(self.chance.pick(request, self.play.table).answer)
            elif request.asks == "dealer":
                self._answer(request.usual())
            elif isinstance(request, Ask):
                if self._is_asked(request):
                    break
                self._answer(self._unasked(request))
            elif isinstance(request, TakeWagers) and not request.late and self._takes_wagers():
                break
            elif isinstance(request, TakeWagers) and not request.late:
                self._answer(self._gathered(request))  # what was ordered for this window before a break
            else:
                self._answer(Bets())
        self._show()

    @abstractmethod
    def _gathered(self, request: TakeWagers) -> Bets:
        """What people have ordered for a window, as far as the rules allow it together."""

    def _is_asked(self, request: Ask) -> bool:
        seated = self.seats.get(request.seat)
        return seated is not None and not seated.leaving

    def _unasked(self, request: Ask) -> Chosen:
        """What is taken from a seat that nobody is at any more."""
        return unless_told(request, gone=True)

    def _is_played(self) -> bool:
        """Whether there is somebody for a round."""
        return any(not seated.leaving for seated in self.seats.values())

    def _takes_wagers(self) -> bool:
        """A round's first window waits for people; a second one only where several play."""
        return self._windows == 0 or (len(self.present) > 1 and self.clock.again > 0)

    def _begin_round(self) -> None:
        """The next round, as the last one left the table; nobody there, no round."""
        self.book, self._windows, self._owners = None, 0, {}
        self.tableau.begin()
        for seated in self.seats.values():
            seated.ready = False
        self.play = None
        if self._is_played():
            self._seal_chance()
            self.play = Play(self._round())

    def _round(self) -> Round:
        chips = {s.seat: s.stack for s in self.seats.values() if s.stack and not s.leaving}
        return Round(self.table, Felt.opened(self.opening), dict(sorted(chips.items())))

    def _reseat(self) -> None:
        """Before the first wager or decision, whoever comes, goes or buys chips is part of the round."""
        if self.book is not None:
            return
        before = self.play
        if not self._is_played():
            self._forget(len(before.entries) if before else 0)
            self.play = None
            return
        self._seal_chance()
        self.play = Play(self._round())
        kept = 0
        for entry in before.entries if before else ():
            if self.play.request != entry.request:
                break
            self._follow(entry)
            kept += 1
        if before is not None:
            self._forget(len(before.entries) - kept)

    def _forget(self, entries: int) -> None:
        """Entries of a round that had not begun, and did not come the same way again."""
        self.seq -= entries
        while self.events and self.events[-1].seq > self.seq:
            self.events.pop()
        self._events_to_tell = [event for event in self._events_to_tell if event.seq <= self.seq]

    def _end_round(self) -> None:
        """Results, what stands, and who leaves; then the next round begins."""
        assert self.play is not None
        if self.book is None:  # nobody wagered or decided anything: it leaves no trace
            self._begin_round()
            return
        self._write_down()
        day = self.table.as_of
        self.book.end(self._changes, self.play)
        self.rulings = [ruling_facts(ruling, day) for ruling in self.play.rulings]
        self.last_round = self.round_id
        self.tableau.end(self.table.game, self.play.table.felt)
        self.opening = self.play.next_opening
        self.rounds += 1
        self.kept_seq = self.seq
        stands = msgspec.json.encode(self.opening).decode()
        row = {"id": self.id, "rounds": self.rounds, "seq": self.seq, "opening": stands}
        self._changes.change(schema.tables, row)
        old = (schema.heard.c.table_id == self.id, schema.heard.c.round < self.number - 1)
        self._changes.do(delete(schema.heard).where(*old))
        for seated in [s for s in self.seats.values() if s.leaving]:
            self._clear_seat(seated)
        self._begin_round()
