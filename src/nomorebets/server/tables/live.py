"""One table that people sit at: it takes wagers, deals, asks whoever's turn it is, and writes everything down.

It is made of parts, each with one thing to keep: who sits where (``seats``), what they have ordered (``orders``) and
decided (``decisions``), the round (``round``), what has been shown of it (``log``), and a ``dealer`` who takes it on.

Memory follows the book: what a person did is verified and applied at once, written with whatever else happened
meanwhile, and only then acknowledged and shown. If it cannot be written, the table is read from the book again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable

from sqlalchemy import update
from sqlalchemy.exc import SQLAlchemyError

from nomorebets.drivers.chance import Chance
from nomorebets.errors import RulesError, ScriptError, WagerRefused, one_line
from nomorebets.server.book import schema
from nomorebets.server.book.changes import BrokenBook, LeaseLost, StoreError, issuer_of, now
from nomorebets.server.book.floor_log import table_of
from nomorebets.server.book.orders import SeatOrders
from nomorebets.server.book.rows import KeptRow, SeatRow, StageRow, TableRow
from nomorebets.server.book.seldom import Seldom
from nomorebets.server.book.store import Store
from nomorebets.server.people.accounts import Purse
from nomorebets.server.people.rights import act_of, require
from nomorebets.server.tables.acts import ACTS, do_without_seat, speaks_for
from nomorebets.server.tables.bot_seats import BotSeats
from nomorebets.server.tables.chance import TableChance
from nomorebets.server.tables.clock import Clock, Timer
from nomorebets.server.tables.dealer import Dealer
from nomorebets.server.tables.decisions import Decisions
from nomorebets.server.tables.delivery import Delivery
from nomorebets.server.tables.event_log import EventLog
from nomorebets.server.tables.events import rounds_recalled
from nomorebets.server.tables.exceptions import Exceptions
from nomorebets.server.tables.inbox import Inbox, Message, id_of, require_id
from nomorebets.server.tables.orders import Orders
from nomorebets.server.tables.outbox import Outbox, Reply
from nomorebets.server.tables.round_in_play import RoundInPlay
from nomorebets.server.tables.rules import Rules
from nomorebets.server.tables.seats import Seats
from nomorebets.server.tables.shown import states
from nomorebets.server.tables.sight import Sight
from nomorebets.server.tables.stage import require_done
from nomorebets.server.tables.waiting import WaitingList
from nomorebets.server.tables.watchers import COME_AGAIN, Watcher
from nomorebets.table import Table

log: logging.Logger = logging.getLogger(__name__)

SELDOM = Seldom(log)
RETRY = 1.0  # seconds until a table that cannot be read is tried again

PurseOf = Callable[[str], Awaitable[Purse | None]]


class LiveTable:
    """A table that is open."""

    id: str
    name: str
    table: Table
    fence: int
    closed: bool
    why_closed: str

    seats: Seats  # who sits where with how many chips
    orders: Orders  # what they want done when the window closes
    decisions: Decisions  # what they have decided
    round: RoundInPlay  # its script, its chance, its record
    log: EventLog  # what has been shown of it
    bot: BotSeats | None  # where nobody can play alone, and at tournaments
    dealer: Dealer  # who takes the round on
    inbox: Inbox  # which messages were done
    outbox: Outbox  # what is to be written and told
    delivery: Delivery  # how it gets there
    rules: Rules  # what supervisors change of them
    exceptions: Exceptions  # whom they let wager outside the limits
    timer: Timer
    stage: StageRow | None  # where it is a table of a tournament

    def __init__(
        self,
        row: TableRow,
        table: Table,
        store: Store,
        purse_of: PurseOf,
        chance: Chance,
        clock: Clock,
        bot: Purse | None = None,  # the house's, for a game that nobody can play alone
        fence: int = 0,  # of this process's lease; another process takes the table with a higher one
        miscounted: Callable[[Purse], None] = lambda purse: None,  # a purse may be older than the book
    ) -> None:
        self.id, self.name, self.table, self.fence = row.id, row.name, table, fence
        self.training: bool = row.training
        self._store, self._secrets, self._clock, self._bot_purse = store, chance, clock, bot
        self._purse_of = purse_of
        self._miscounted = miscounted
        self.watchers: dict[Watcher, None] = {}  # in the order in which they came
        self.is_lost: bool = False  # to another process
        self.closing = ""  # why it closes after the round
        self.pit: Callable[[], Iterable[LiveTable]] = lambda: ()  # the other tables of its pit
        self._changing: asyncio.Task[None] | None = None  # to other rules
        # rings when the notice of a change has run; there may be another delivery by then
        self._notice = Timer(lambda: self.delivery.due())  # noqa: PLW0108
        self.waiting: WaitingList = WaitingList(table)  # for a seat; it is kept when the table is read again
        self._set_up(row)

    def _set_up(self, row: TableRow) -> None:
        """The parts of a table at which nobody sits yet."""
        table, day, self.stage = self.table, self.table.as_of, row.stage
        self.closed, self.why_closed = False, "the table is closed"
        self._unreadable: StoreError | None = None  # why nothing can be said for the moment
        self._held: list[tuple[Watcher, Message]] | None = None  # said while the table is being read
        self.outbox = Outbox(self.id, self.fence, day)
        self.inbox = Inbox(self.id)
        self.log = EventLog(table, row.seq, self.outbox)
        issuer = issuer_of(row.stage.tournament if row.stage else None)
        self.seats = Seats(table, self.outbox, self._miscounted, issuer)
        chance = TableChance(table, self._secrets, self.outbox)
        self.round = RoundInPlay(row, table, self.seats, chance, self.log, self.outbox)
        self.rules = Rules(
            row, table, self.seats, self.round, self.outbox, lambda: bool(self.dealer.people), lambda: list(self.pit())
        )
        self.exceptions = Exceptions(table, self.seats, self.rules)
        self.orders = Orders(table, self.seats, self.round, self._store.means.require, self.exceptions.taker)
        purse = self._bot_purse
        bots = BotSeats(table, purse, self.seats, self._secrets, self.outbox)
        self.bot = bots if purse is not None or row.stage is not None else None
        self.decisions = Decisions(table, self.seats, self.round, self.bot)
        self.dealer = Dealer(
            self.round,
            self.seats,
            self.orders,
            self.decisions,
            self.bot,
            self.watchers,
            self._clock,
            self.outbox,
            lambda: self.stage,
        )
        self.timer = Timer(self._time_is_up)
        self.sight: Sight = Sight(self.watchers)
        self.delivery = Delivery(
            self.outbox,
            self._store,
            self.watchers,
            day,
            prepare=self._prepare,
            # what the book did not take is shown to nobody; all see the table when it is read again
            states=lambda watching: [] if self._unreadable else states(self, watching),
            fail=self._fail,
            sits=lambda watcher: self.seats.of(watcher.patron) is not None,
        )
        self.waiting.changed = self.delivery.due_now

    @property
    def rounds(self) -> int:
        """How many rounds are over."""
        return self.round.rounds

    # --- as it stands in the book ------------------------------------------------------------------------------------

    def restore(self, kept: KeptRow, purses: dict[str, Purse]) -> None:
        """Sit everybody where they sat, and go on with the round from its stored answers."""
        self.inbox.restore(kept.heard, self.round.number)
        self.seats.restore(kept.seats, purses)
        self.log.recall(kept.before)
        self.round.chance.restore(kept.seal, self.round.id)
        if kept.begun is None:
            self.dealer.begin_round()
        else:
            self.round.resume(kept.begun)
        self.dealer.advance()
        self.delivery.due()

    async def reload(self) -> None:
        """Forget what is in memory and read the table from the book again; until that succeeds it is closed."""
        self.closed, self._held = True, []
        self.stop()
        try:
            row = next((r for r in await self._store.open_tables() if r.id == self.id), None)
            if row is None:
                self._answer_held(StoreError("the table is closed"))
                return
            kept = await self._store.kept(self.id, rounds_recalled(self.table.game))
            purses = await read_purses(self._store, self._purse_of, self.seats.purses, kept.seats)
        except (StoreError, SQLAlchemyError, OSError) as fault:
            SELDOM.error("table %s cannot be read: %s", self.id, fault)
            self._reload_in_a_while()
            return
        held = self._held or []
        self.stop()  # whoever came or went while it was read has set a timer of the parts that go
        try:
            self.table = table_of(row)
            self._set_up(row)
            self.restore(kept, purses)
        except Exception as fault:  # what is in the book does not come back as a table
            self._held = held
            await self._stop_for(fault)
            return
        self._held = None
        for watcher, message in held:
            self.receive(watcher, message)

    def _answer_held(self, fault: StoreError) -> None:
        """Refuse what was said while the table was being read."""
        held, self._held = self._held or [], None
        for watcher, message in held:
            watcher.send(self.outbox.refusal(id_of(message), fault))

    def _reload_in_a_while(self) -> None:
        """Closed for a moment; nothing of what could not be written is kept."""
        self.closed, self._unreadable = True, _unreadable()
        self._answer_held(self._unreadable)
        self.outbox.empty()
        self.inbox.forget_unwritten()
        loop = asyncio.get_running_loop()
        self.timer.call_after(RETRY, lambda: loop.create_task(self.reload()))

    async def _fail(self, fault: StoreError, unanswered: list[Reply]) -> None:
        """The book did not take what happened."""
        for watcher, name, _ in unanswered:
            watcher.send(self.outbox.refusal(name, fault))
        if isinstance(fault, LeaseLost):
            self.lose()
            return
        if isinstance(fault, BrokenBook):
            await self._stop_for(fault)
            return
        if unanswered:
            await self.reload()
        else:  # nobody asked for it: the table itself would try again and again
            self._reload_in_a_while()

    async def _stop_for(self, fault: Exception) -> None:
        """What must hold does not: nothing more happens at this table, which is as in the book; the others go on."""
        log.error("table %s is stopped: %s: %s", self.id, type(fault).__name__, one_line(fault))
        self._answer_held(StoreError("the table is stopped: its book is not in order; nothing has moved"))
        self._close_for("the table is stopped: its book is not in order")
        try:
            row = next(r for r in await self._store.open_tables() if r.id == self.id)
            seats = await self._store.seats_at(self.id)
            purses = await read_purses(self._store, self._purse_of, self.seats.purses, seats)
        except (StoreError, SQLAlchemyError, OSError, StopIteration):
            return
        why = self.why_closed
        self._set_up(row)
        self._close_for(why)
        self.seats.restore(seats, purses)

    def _close_for(self, why: str) -> None:
        self.closed, self.why_closed = True, why
        self.stop()
        self.outbox.empty()
        self.inbox.forget_unwritten()

    def _prepare(self) -> None:
        """Before what happened is written: how long people have, and which messages were done."""
        if self._held is None and not self.closed and self.rules.take_effect():
            self._held = []  # what is said until the table is read again, under its other rules
            self.stop()
            self.inbox.write(self.outbox.changes, self.round.number)
            self._changing = asyncio.get_running_loop().create_task(_read_when_written(self))
            return
        request = self.round.request
        if self._unreadable is None:  # else it rings when the table is to be read again
            self.timer.set(self.dealer.seconds(), None if request is None else (self.log.seq, request.name))
        self._notice.set(self.rules.seconds(), (self.rules.floor.number, "notice"))
        self.waiting.offer(self.seats)
        self.inbox.write(self.outbox.changes, self.round.number)

    async def settled(self) -> None:
        """Wait until everything that happened is in the book, and shown."""
        self.delivery.hurry()
        while tasks := [t for t in (self.delivery.task, self._changing) if t is not None and not t.done()]:
            await tasks[0]
            self.delivery.hurry()

    # --- people ------------------------------------------------------------------------------------------------------

    def join(self, watcher: Watcher, after: int | None = None) -> None:
        """A connection begins: what was missed since ``after``, and the table as it stands."""
        self.watchers[watcher] = None
        self.delivery.greet(watcher)
        is_as_written = self._unreadable is None and self._held is None
        for event in self.log.missed(after) if after is not None and is_as_written else ():
            watcher.send(event.told_to(watcher.patron, self.table.as_of))
        self._show_who_is_here(watcher)

    def part(self, watcher: Watcher) -> None:
        """A connection ends; a seat stays whose it is."""
        self.watchers.pop(watcher, None)
        if all(other.patron != watcher.patron for other in self.watchers):
            self.waiting.leave(watcher.patron)
        self._show_who_is_here(watcher)

    def _show_who_is_here(self, watcher: Watcher) -> None:
        """At once where it is somebody who plays; spectators are counted now and then."""
        if self.seats.of(watcher.patron) is not None:
            self.delivery.due()
        else:
            self.delivery.due_soon()

    def receive(self, watcher: Watcher, message: Message) -> None:
        """Do what a person asks, or refuse it with the reason; the acknowledgement waits for the book."""
        name = id_of(message)
        if self._held is not None:  # until it is known what was done
            self._held.append((watcher, message))
            return
        if self._unreadable is not None:
            watcher.send(self.outbox.refusal(name, self._unreadable))
            return
        try:
            require_id(name)
            self._do_once(watcher, message, name)
        except ScriptError:  # ours: what is in memory may be half done
            self.delivery.spoil()
            self.outbox.refuse(watcher, name)
        except RulesError as fault:
            self.outbox.refuse(watcher, name, fault)
        except Exception:
            self.delivery.spoil()
            self.outbox.refuse(watcher, name)
        else:
            self.outbox.acknowledge(watcher, name)
        self.delivery.due()

    def _do_once(self, watcher: Watcher, message: Message, name: str | None) -> None:
        """A message that is sent again, even after a restart, is done once."""
        who = watcher.patron or ""
        if name is None:
            self._do(watcher, message)
        elif not self.inbox.is_done(who, name, message):
            self._do(watcher, message)
            self.inbox.note(who, name, message)

    def _do(self, watcher: Watcher, message: Message) -> None:
        kind = message.get("type")
        if self.closed:
            raise WagerRefused(self.why_closed, accepts="another table")
        purse = watcher.purse
        if purse is None:
            raise WagerRefused("nobody knows you yet", accepts="a visit to the lobby first")
        require(purse.role, act_of(kind))
        require_done(self, purse.patron, kind)
        act = ACTS.get(kind) if isinstance(kind, str) else None
        if act is None:
            do_without_seat(self, purse, kind, message)
            return
        seated = speaks_for(self, purse.patron, message)
        if seated is None:
            raise WagerRefused(f"{kind}: you have no seat at this table", accepts="sit")
        self._require_fresh(message)
        act(self, seated, message)

    def _require_fresh(self, message: Message) -> None:
        """Refuse what was said to a round or a moment that is over."""
        wanted, at = message.get("round"), message.get("at")
        if wanted is not None and wanted != self.round.number:
            text = f"that was meant for round {one_line(wanted, 20)}; this is round {self.round.number}"
            raise WagerRefused(text, self.table.game.terms.late_by, self.table.as_of, f"round {self.round.number}")
        if at is not None and at != self.log.seq:
            text, by = "the table has moved on since", self.table.game.terms.late_by
            raise WagerRefused(text, by, self.table.as_of, "what the table asks now")

    def _time_is_up(self) -> None:
        try:
            self.dealer.time_is_up()
        except Exception:
            self.delivery.spoil()
        self.delivery.due()

    # --- how it ends -------------------------------------------------------------------------------------------------

    @property
    def can_close(self) -> bool:
        """No round is under way and nothing stands."""
        return not self.round.has_begun and not self.round.opening.wagers

    @property
    def is_idle(self) -> bool:
        """Nobody is here, no round is under way and nothing stands."""
        return not self.watchers and self.can_close and self.stage is None

    def lose(self) -> None:
        """Another process serves the table: whoever comes back and asks once more is sent to it."""
        self.closed = self.is_lost = True
        self._unreadable = LeaseLost("another process serves this table now; nothing has moved", accepts="come again")
        self.stop()
        for watcher in self.watchers:
            watcher.end(COME_AGAIN, "another process serves this table now")

    def close(self) -> None:
        """Everybody is cashed in, and the table is no more."""
        for seated in self.seats.people:
            seated.orders = SeatOrders()
            self.seats.cash_in(seated, self.round.opening.wagers)
        self.closed = True
        self.round.stop()
        where = schema.tables.c.id == self.id
        self.outbox.changes.do(update(schema.tables).where(where).values(closed=now()))
        self.delivery.due()

    def stop(self) -> None:
        self.timer.stop()
        self._notice.stop()
        self.waiting.stop()
        self.delivery.stop()


async def _read_when_written(live: LiveTable) -> None:
    while (task := live.delivery.task) is not None and not task.done():
        await task
    await live.reload()


def _unreadable() -> StoreError:
    text = "the book cannot be read; whether this was done before shows when it can"
    return StoreError(text, accepts="the same message with the same id, which is done once")


async def read_purses(
    store: Store, purse_of: PurseOf, known: dict[str, Purse], seats: Iterable[SeatRow]
) -> dict[str, Purse]:
    """The purses of everybody known and of whoever sits there by the book: he may have sat down unheard."""
    purses = dict(known)
    for patron in {seat.patron_id for seat in seats} - purses.keys():
        if (purse := await purse_of(patron)) is not None:
            purses[patron] = purse
    for purse in purses.values():
        purse.balance = await store.balance(purse.account)
    return purses
