"""A table as it stands: who sits where with what, the round, and what is to be written and told."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Any

import msgspec
from sqlalchemy import delete

from nomorebets.drivers.chance import Chance
from nomorebets.errors import RulesError, WagerRefused, one_line
from nomorebets.fairness.sealed import RoundChance
from nomorebets.regulation import reading
from nomorebets.server.book import schema
from nomorebets.server.book.bulk import Kind
from nomorebets.server.book.changes import account_of
from nomorebets.server.book.rounds import RoundBook
from nomorebets.server.book.rows import Heard
from nomorebets.server.book.store import HOUSE, PLAY_MONEY, Changes, Store, StoreError, TableRow
from nomorebets.server.people.accounts import Purse
from nomorebets.server.tables.events import Event, ShownTable, paragraph
from nomorebets.server.tables.seating import Clock, Seated, Watcher
from nomorebets.table import Play, Round, Table
from nomorebets.table.felt import Opening
from nomorebets.table.ledger import patron
from nomorebets.table.money import cents
from nomorebets.table.requests import Request

USUAL_SEATS = 7
EVENTS_KEPT = 600  # for people who come back

_SEAT = Kind.of(schema.seats, "change", "table_id", "seat", "leaving", "orders", "last")
_encode = msgspec.json.Encoder().encode


def positions_of(table: Table) -> int:
    """How many may sit: what the house has chosen, where that is a choice."""
    options = table.house.options
    return int(options.get("positions") or options.get("max-positions") or USUAL_SEATS)


class TableState(ABC):
    """What a table that is open keeps in mind."""

    def __init__(
        self,
        row: TableRow,
        table: Table,
        store: Store,
        chance: Chance,
        clock: Clock,
        company: Purse | None = None,
        fence: int = 0,
    ) -> None:
        self.id, self.name, self.table = row.id, row.name, table
        self.store, self.secrets, self.clock = store, chance, clock
        self.company = company  # a bot's, for a game that nobody can play alone
        self.fence = fence  # of this process's lease; another process takes the table with a higher one
        self.is_lost = False  # to another process
        self.miscounted: Callable[[Purse], None] = lambda purse: None  # a purse may be older than the book
        self.seats: dict[int, Seated] = {}
        self.purses: dict[str, Purse] = {}
        self.watchers: set[Watcher] = set()
        self.rounds, self.seq = row.rounds, row.seq
        self.kept_seq = row.seq  # in the book: the number of the last event before the round
        self.opening = msgspec.json.decode(row.opening, type=Opening)
        self.play: Play | None = None
        self.book: RoundBook | None = None  # as soon as somebody has wagered or decided
        self.events: deque[Event] = deque(maxlen=EVENTS_KEPT)
        self.tableau = ShownTable()
        self.rulings: list[dict[str, Any]] = []  # of the last round that is over
        self.last_round = ""
        self.closed = False
        self.chance: RoundChance | None = None  # of the round that is being played or comes next
        self._is_sealed = False  # a round begun before there were seals goes on without one
        self._windows = 0  # how often this round has taken wagers
        self._owners: dict[int, str] = {}  # who sat where when the round began
        self._changes = Changes(self.id, fence)
        self._replies: list[tuple[Watcher, dict[str, Any]]] = []
        self._events_to_tell: list[Event] = []
        self._done: OrderedDict[tuple[str, str], str] = OrderedDict()
        self._heard: Heard = []  # what was done and is not written yet
        self._times_heard = 0
        self._flushing: asyncio.Task[None] | None = None
        self._trial: tuple[Play, int, Round] | None = None  # the felt with everybody's orders, after so many entries
        self._stale = False  # something is to be shown
        self._shown_at = 0.0
        self._defect: StoreError | None = None  # why nothing of what waits may be written
        self.deadline: float | None = None
        self._deadline_for: tuple[int, str] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at: float | None = None  # what it was set to; uvloop's own timers do not say

    @property
    def positions(self) -> int:
        return positions_of(self.table)

    @property
    def number(self) -> int:
        """The number of the round that is being played or comes next."""
        return self.rounds + 1

    @property
    def round_id(self) -> str:
        return f"{self.id}-{self.number}"

    @property
    def request(self) -> Request | None:
        return self.play.request if self.play else None

    def account(self, name: str) -> str:
        return account_of(self.id, name)

    def moves(self, account: str) -> bool:
        """Whether something is not written yet that moves money of an account."""
        return any(account in (moved.source, moved.target) for moved in self._changes.movements)

    def is_here(self, patron: str) -> bool:
        return any(watcher.patron == patron for watcher in self.watchers)

    def seat_of(self, patron: str | None) -> Seated | None:
        for seated in self.seats.values():
            if seated.patron == patron:
                return seated
        return None

    @property
    def present(self) -> list[Seated]:
        """Who sits here and is connected."""
        here = {watcher.patron for watcher in self.watchers}
        return [s for s in self.seats.values() if not s.leaving and s.patron in here]

    def refused(self, name: str | None, fault: RulesError) -> dict[str, Any]:
        facts: dict[str, Any] = {
            "type": "refused",
            "id": name,
            "who": fault.who,
            "reason": fault.text,
            "accepts": fault.accepts or "",
        }
        if fault.by is not None:
            facts |= paragraph(fault.by, fault.on or self.table.as_of)
        return facts

    def _amount(self, message: dict[str, Any], usual: int | None = None) -> int:
        given = message.get("amount")
        if given is None and usual is not None:
            return usual
        if isinstance(given, float):
            raise WagerRefused(f"{one_line(given, 20)} is no amount", accepts='cents as a whole number, or "25.00"')
        amount = given if isinstance(given, int) and not isinstance(given, bool) else cents(given)
        if not 0 < amount <= 10**11:
            raise WagerRefused("that is no amount of chips", reading("R-8.2-limits"), self.table.as_of, "0.01 and more")
        return amount

    def _clear_seat(self, seated: Seated) -> None:
        """Cash a leaving seat in; it is free when nothing of it lies on the layout."""
        purse = self.purses[seated.patron]
        self._changes.move(self.account(patron(seated.seat)), HOUSE, seated.stack, PLAY_MONEY)  # chips to the cage
        self._changes.move(HOUSE, purse.account, seated.stack, PLAY_MONEY)
        purse.balance += seated.stack
        seated.stack = 0
        if not any(wager.seat == seated.seat for wager in self.opening.wagers):
            del self.seats[seated.seat]
            where = (schema.seats.c.table_id == self.id, schema.seats.c.seat == seated.seat)
            self._changes.do(delete(schema.seats).where(*where))

    def _keep_seat(self, seated: Seated) -> None:
        """Write a seat's orders down: whatever is acknowledged must survive."""
        self._trial = None
        orders, last = _encode(seated.orders).decode(), _encode(seated.last).decode()
        self._changes.write(_SEAT, self.id, seated.seat, int(seated.leaving), orders, last)

    @abstractmethod
    def _show(self) -> None:
        """Write what is to be written, then show everybody what is to be shown."""
