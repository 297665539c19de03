"""One table that people sit at: it takes wagers, deals, asks whoever's turn it is, and writes everything down.

Memory follows the book: what a person did is verified and applied at once, written with whatever else happened
meanwhile, and only then acknowledged and shown. If it cannot be written, the table is read from the book again.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import OrderedDict, defaultdict
from collections.abc import Callable
from typing import Any

import msgspec
from sqlalchemy import update
from sqlalchemy.exc import SQLAlchemyError

from nomorebets.errors import RecordError, RulesError, WagerRefused, one_line, shown
from nomorebets.server.book import schema
from nomorebets.server.book.bulk import Kind
from nomorebets.server.book.store import BegunRow, Changes, KeptRow, LeaseLost, StoreError, now
from nomorebets.server.people.accounts import Purse
from nomorebets.server.people.rights import act_of, require
from nomorebets.server.tables.company import Company
from nomorebets.server.tables.events import event_of, rounds_recalled, ruling_facts
from nomorebets.server.tables.seating import COME_AGAIN, Frame, Orders, Seated, Watcher, unless_told
from nomorebets.server.tables.shown import states
from nomorebets.table import Round, Wager
from nomorebets.table.decisions import Ask
from nomorebets.table.felt import Felt
from nomorebets.table.record import read
from nomorebets.table.requests import Bets, TakeWagers

log = logging.getLogger(__name__)

REMEMBERED = 512  # message ids, so that one sent twice is done once
PATIENCE = 1.0  # seconds for which the state of a busy table may be out of date
RETRY = 1.0  # seconds until a table that cannot be read is tried again
_HEARD = Kind.of(schema.heard, "insert", "table_id", "n", "round", "messages")


class LiveTable(Company):
    """A table that is open."""

    # --- as it stands in the book ------------------------------------------------------------------------------------

    def restore(self, kept: KeptRow, purses: dict[str, Purse]) -> None:
        """Sit everybody where they sat, and go on with the round from its stored answers."""
        self.purses = purses
        self._done = OrderedDict(((who, name), asked) for some in kept.heard.values() for who, name, asked in some)
        self._times_heard = max(kept.heard, default=0)
        for row in kept.seats:
            orders = msgspec.json.decode(row.orders, type=Orders)
            last = msgspec.json.decode(row.last, type=tuple[Wager, ...])
            self.seats[row.seat] = Seated(
                row.seat, row.patron_id, row.name, row.stack, orders, last, leaving=row.leaving
            )
        self._recall(kept.before)
        self._restore_seal(kept.seal)
        if kept.begun is None:
            self._begin_round()
        else:
            self._resume(kept.begun)
        self._advance()

    def _recall(self, before: list[BegunRow]) -> None:
        """The results of the rounds before, and all of the last one for those who were cut off in it."""
        for row in before:
            try:
                record = read(b"".join(line + b"\n" for line in row.lines))
            except RecordError:
                if row is before[-1]:
                    raise
                continue  # the table can go on without that result; the audit tells of the record
            felt, first = Felt.opened(record.header.opening), self.seq - len(record.entries)
            self.tableau.begin()
            for seq, entry in enumerate(record.entries, first + 1):
                entry.request.apply(felt, entry.answer)
                if row is before[-1]:
                    self.events.append(event_of(seq, row.number, entry, Round(self.table, felt), row.owners))
                self.tableau.follow(entry, felt, row.owners)
            self.tableau.end(self.table.game, felt)
            self.rulings = [ruling_facts(ruling, self.table.as_of) for ruling in record.rulings]
            self.last_round = row.id

    # --- people come and go ------------------------------------------------------------------------------------------

    def join(self, watcher: Watcher, after: int | None = None) -> None:
        """A connection begins: what was missed since ``after``, and the table as it stands."""
        self.watchers.add(watcher)
        if after is not None:
            missed = [event for event in self.events if event.seq > after and event not in self._events_to_tell]
            for event in missed:
                watcher.send(event.told_to(watcher.patron, self.table.as_of))
        self._show()

    def part(self, watcher: Watcher) -> None:
        """A connection ends; a seat stays whose it is."""
        self.watchers.discard(watcher)
        self._show()

    # --- messages ----------------------------------------------------------------------------------------------------

    def receive(self, watcher: Watcher, message: dict[str, Any]) -> None:
        """Do what a person asks, or refuse it with the reason; the acknowledgement waits for the book."""
        asked = message.get("id")
        name = str(asked)[:80].replace("\0", "�") if asked is not None else None  # PostgreSQL takes no NUL
        try:
            if name is None:
                self._obey(watcher, message)
            else:
                self._obey_once(watcher, message, (watcher.patron or "", name))
        except RulesError as fault:
            self._replies.append((watcher, self.refused(name, fault)))
        except Exception:
            self._spoil()
            self._replies.append((watcher, {"type": "refused", "id": name}))
        else:
            self._replies.append((watcher, {"type": "ack", "id": name}))
        self._show()

    def _spoil(self) -> None:
        """A defect of ours: what is in memory may be half done, so none of it is written and the book is read again."""
        log.exception("table %s: something went wrong", self.id)
        self._defect = StoreError("something went wrong in the house; nothing has moved, and it was noted")

    def _obey_once(self, watcher: Watcher, message: dict[str, Any], key: tuple[str, str]) -> None:
        """A message that is sent again, even after a restart, is done once."""
        asked = _fingerprint(message)
        known = self._done.get(key)
        if known is not None and known not in ("", asked):
            raise WagerRefused(f"the id {shown(key[1], 40)} was used for something else", accepts="a new id")
        if known is not None:
            return
        self._obey(watcher, message)
        self._done[key] = asked
        if len(self._done) > REMEMBERED:
            self._done.popitem(last=False)
        self._heard.append((*key, asked))

    def _obey(self, watcher: Watcher, message: dict[str, Any]) -> None:
        kind = message.get("type")
        if self.closed:
            raise WagerRefused("the table is closed", accepts="another table")
        if watcher.purse is None:
            raise WagerRefused("nobody knows you yet", accepts="a visit to the lobby first")
        require(watcher.purse.role, act_of(kind))
        if kind == "no-more-bets":
            self._call_no_more_bets()
            return
        if kind == "sit":
            self._sit(watcher.purse, message)
            return
        if not isinstance(kind, str) or kind not in ACTS:
            raise WagerRefused(f"{shown(kind, 40)} is nothing one does here", accepts=", ".join(("sit", *ACTS)))
        seated = self.seat_of(watcher.patron)
        if seated is None:
            raise WagerRefused(f"{kind}: you have no seat at this table", accepts="sit")
        self._require_fresh(message)
        ACTS[kind](self, seated, message)

    def _require_fresh(self, message: dict[str, Any]) -> None:
        """Refuse what was meant for a round or a moment that is over."""
        meant = message.get("round")
        if meant is not None and meant != self.number:
            text = f"that was meant for round {one_line(meant, 20)}; this is round {self.number}"
            raise WagerRefused(text, self.table.game.terms.late_by, self.table.as_of, f"round {self.number}")
        at = message.get("at")
        if at is not None and at != self.seq:
            text = "the table has moved on since"
            raise WagerRefused(text, self.table.game.terms.late_by, self.table.as_of, "what the table asks now")

    # --- the clock ---------------------------------------------------------------------------------------------------

    def _set_clock(self) -> None:
        """Where others wait, a window or a decision ends by itself."""
        seconds = self._seconds()
        key = (self.seq, self.request.name) if self.request is not None else None
        loop = asyncio.get_running_loop()
        if seconds is None or key is None:
            self.deadline = self._deadline_for = None
        elif self.deadline is None or self._deadline_for != key:
            self.deadline, self._deadline_for = loop.time() + seconds, key
        if self._timer is not None and self._timer_at != self.deadline:
            self._timer.cancel()
            self._timer = None
        if self._timer is None and self.deadline is not None:
            self._timer, self._timer_at = loop.call_at(self.deadline, self._time_is_up), self.deadline

    def _seconds(self) -> float | None:
        request, present = self.request, self.present
        if isinstance(request, TakeWagers):
            if len(present) < 2:
                return None
            if self._windows:
                return self.clock.again
            waiting = self.play is not None and self.play.table.wagers
            return self.clock.wagers if waiting or any(s.orders for s in self.seats.values()) else None
        if isinstance(request, Ask):
            others = [s for s in present if s.seat != request.seat]
            return self.clock.decision if others else None
        return None

    def _time_is_up(self) -> None:
        self._timer = self.deadline = self._deadline_for = None
        try:
            request = self.request
            if isinstance(request, Ask):
                self._answer(unless_told(request))
                self._advance()
            elif isinstance(request, TakeWagers):
                if self._windows:
                    self._second_window_ends()
                else:
                    self._close_window()
        except Exception:
            self._spoil()
        self._show()

    def _second_window_ends(self) -> None:
        if any(seated.orders for seated in self.seats.values()):
            self._close_window()
        else:
            self._windows += 1
            self._answer(Bets())
            self._advance()

    # --- what is shown and written -----------------------------------------------------------------------------------

    def _show(self) -> None:
        """Write what is to be written, then show everybody what is to be shown."""
        self._stale = True
        if self._flushing is None or self._flushing.done():
            self._flushing = asyncio.get_running_loop().create_task(self._flush(), name=f"table {self.id}")

    async def _flush(self) -> None:
        while self._stale:
            self._stale = False
            self._set_clock()
            self._keep_heard()
            changes, self._changes = self._changes, Changes(self.id, self.fence)
            replies, self._replies = self._replies, []
            events, self._events_to_tell = self._events_to_tell, []
            watching = list(self.watchers)
            shown = self._states(watching) if self._is_overdue() else None
            defect, self._defect = self._defect, None
            try:
                if defect is not None:
                    raise defect
                await self.store.commit(changes)
            except StoreError as fault:
                log.error("table %s: %s", self.id, fault)
                if isinstance(fault, LeaseLost):
                    self.lose()
                    return
                refused = (*replies, *self._replies)  # what came meanwhile was built on it
                for watcher, reply in refused:
                    watcher.send(self.refused(reply.get("id"), fault))
                if refused:
                    await self.reload()
                else:  # nobody asked for it: the table itself would try again and again
                    self._reload_later()
                return
            if shown is None and not self._stale:  # nothing has happened since: the table is as it is in the book
                shown = self._states(watching)
            told: defaultdict[Watcher, list[Frame]] = defaultdict(list)
            for watcher, reply in replies:
                told[watcher].append(reply)
            for watcher in watching if events else ():
                told[watcher] += [event.told_to(watcher.patron, self.table.as_of) for event in events]
            for watcher, state in zip(watching, shown or (), strict=False):
                told[watcher].append(state)
            for watcher, frames in told.items():
                watcher.send(*frames)

    def _keep_heard(self) -> None:
        """Write down which messages were done, with what they did."""
        if self._heard:
            self._times_heard += 1
            messages = msgspec.json.encode(self._heard).decode()
            self._changes.write(_HEARD, self.id, self._times_heard, self.number, messages)
            self._heard = []

    def _is_overdue(self) -> bool:
        """A table where something always happens shows its state all the same, now and then."""
        return asyncio.get_running_loop().time() - self._shown_at > PATIENCE

    def _states(self, watching: list[Watcher]) -> list[bytes]:
        """The table as it stands, for each of those who watch."""
        self._shown_at = asyncio.get_running_loop().time()
        return states(self, [watcher.purse for watcher in watching])

    async def settled(self) -> None:
        """Wait until everything that happened is in the book."""
        while self._flushing is not None and not self._flushing.done():
            await self._flushing

    async def reload(self) -> None:
        """Forget what is in memory and read the table from the book again; until that succeeds it is closed."""
        self.closed = True
        self.stop()
        try:
            row = next((r for r in await self.store.open_tables() if r.id == self.id), None)
            if row is None:
                return
            kept = await self.store.kept(self.id, rounds_recalled(self.table.game))
            for purse in self.purses.values():
                purse.balance = await self.store.balance(purse.account)
        except (StoreError, SQLAlchemyError, OSError) as fault:
            log.error("table %s cannot be read: %s", self.id, fault)
            self._reload_later()
            return
        purses, watchers, miscounted = self.purses, self.watchers, self.miscounted
        LiveTable.__init__(self, row, self.table, self.store, self.secrets, self.clock, self.company, self.fence)
        self.watchers, self.miscounted = watchers, miscounted
        self.restore(kept, purses)

    def _reload_later(self) -> None:
        """Closed for a moment; nothing of what could not be written is kept."""
        self.closed = True
        self.stop()
        self._changes, self._heard, self._replies, self._events_to_tell = Changes(self.id, self.fence), [], [], []
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(RETRY, lambda: loop.create_task(self.reload()))

    @property
    def is_idle(self) -> bool:
        """Nobody is here, no round is under way and nothing stands."""
        return not self.watchers and self.can_close

    @property
    def can_close(self) -> bool:
        """No round is under way and nothing stands."""
        return self.book is None and not self.opening.wagers

    def lose(self) -> None:
        """Another process serves the table: whoever comes back and asks once more is sent to it."""
        self.closed = self.is_lost = True
        self.stop()
        for watcher in self.watchers:
            watcher.end(COME_AGAIN, "another process serves this table now")

    def close(self) -> None:
        """Everybody is cashed in, and the table is no more."""
        for seated in list(self.seats.values()):
            seated.orders = Orders()
            self._clear_seat(seated)
        self.closed, self.play = True, None
        self._changes.do(update(schema.tables).where(schema.tables.c.id == self.id).values(closed=now()))
        self._show()

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


# what somebody who has a seat may send, and who may send it is said by ``rights``
ACTS: dict[str, Callable[[LiveTable, Seated, dict[str, Any]], None]] = {
    "leave": LiveTable._leave,
    "buy-in": LiveTable._buy_in,
    "wager": LiveTable._wager,
    "take-back": LiveTable._take_back,
    "call": LiveTable._call,
    "clear": LiveTable._clear,
    "repeat": LiveTable._repeat,
    "double": LiveTable._double,
    "deal": LiveTable._deal,
    "say-ready": LiveTable._deal,
    "decide": LiveTable._decide,
    "word": LiveTable._word,
}


def _fingerprint(message: dict[str, Any]) -> str:
    """What a message asks for, whatever its id."""
    asked = {name: value for name, value in message.items() if name != "id"}
    return hashlib.sha256(msgspec.json.encode(asked, order="sorted")).hexdigest()[:32]
