"""One table that people sit at: it takes wagers, deals, asks whoever's turn it is, and writes everything down.

Memory follows the book: what a person did is verified and applied at once, written with whatever else happened
meanwhile, and only then acknowledged and shown. If it cannot be written, the table is read from the book again.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Any

import msgspec
from sqlalchemy import delete, insert, update
from sqlalchemy.dialects import sqlite

from nomorebets.drivers.chance import Chance, draw
from nomorebets.errors import RulesError, ScriptError, WagerRefused, one_line, shown
from nomorebets.regulation import reading
from nomorebets.server import schema
from nomorebets.server.people import Purse
from nomorebets.server.round_book import RoundBook
from nomorebets.server.seating import Clock, Orders, Seated, Watcher, joined, put_down_in_any_order, unless_told
from nomorebets.server.store import HOUSE, PLAY_MONEY, BegunRow, Changes, KeptRow, Store, StoreError, TableRow, now
from nomorebets.server.table_view import view_of
from nomorebets.server.views import Event, Tableau, event_of, paragraph, ruling_facts
from nomorebets.table import Play, Round, Table, Wager
from nomorebets.table.acceptance import verify_bets
from nomorebets.table.cards import Ask, Chosen
from nomorebets.table.felt import Felt, Opening
from nomorebets.table.ledger import patron
from nomorebets.table.money import cents, dollars, show
from nomorebets.table.record import RecordBegun, header_of, read_begun
from nomorebets.table.requests import Answer, Bets, Request, TakeWagers
from nomorebets.table.wagers import Change

log = logging.getLogger(__name__)

USUAL_SEATS = 7
USUAL_BUY_IN = 50_000  # cents
EVENTS_KEPT = 600  # for people who come back
REMEMBERED = 512  # message ids, so that one sent twice is done once
RETRY = 1.0  # seconds until a table that cannot be read is tried again
MOST_ROUNDS_AT_ONCE = 3  # rounds that pass without anybody being asked, before the table waits


class LiveTable:
    """A table that is open."""

    def __init__(self, row: TableRow, table: Table, store: Store, chance: Chance, clock: Clock) -> None:
        self.id, self.name, self.table = row.id, row.name, table
        self.store, self.chance, self.clock = store, chance, clock
        self.seats: dict[int, Seated] = {}
        self.purses: dict[str, Purse] = {}
        self.watchers: set[Watcher] = set()
        self.rounds, self.seq = row.rounds, row.seq
        self.opening = msgspec.json.decode(row.opening, type=Opening)
        self.play: Play | None = None
        self.book: RoundBook | None = None  # as soon as somebody has wagered or decided
        self.events: deque[Event] = deque(maxlen=EVENTS_KEPT)
        self.tableau = Tableau()
        self.rulings: list[dict[str, Any]] = []  # of the last round that is over
        self.last_round = ""
        self.closed = False
        self._windows = 0  # how often this round has taken wagers
        self._owners: dict[int, str] = {}  # who sat where when the round began
        self._changes = Changes()
        self._replies: list[tuple[Watcher, dict[str, Any]]] = []
        self._events_to_tell: list[Event] = []
        self._done: OrderedDict[tuple[str, str], None] = OrderedDict()
        self._flushing: asyncio.Task[None] | None = None
        self._stale = False  # something is to be shown
        self.deadline: float | None = None
        self._deadline_for: tuple[int, str] | None = None
        self._timer: asyncio.TimerHandle | None = None

    # --- as it stands in the book ------------------------------------------------------------------------------------

    def restore(self, kept: KeptRow, purses: dict[str, Purse]) -> None:
        """Sit everybody where they sat, and go on with the round from its stored answers."""
        self.purses = purses
        self._done = OrderedDict.fromkeys(kept.said)
        for row in kept.seats:
            orders = msgspec.json.decode(row.orders, type=Orders)
            last = msgspec.json.decode(row.last, type=tuple[Wager, ...])
            self.seats[row.seat] = Seated(
                row.seat, row.patron_id, row.name, row.stack, orders, last, leaving=row.leaving
            )
        if kept.begun is None:
            self._begin_round()
        else:
            self._resume(kept.begun)
        self._advance()

    def _resume(self, begun: BegunRow) -> None:
        record, entries = read_begun(begun.lines)
        seats = {int(seat): cents(stake) for seat, stake in record.header.seats.items()}
        self.rounds = begun.number - 1
        self.opening = record.header.opening
        self._owners = begun.owners
        self.play = Play(Round(self.table, Felt.opened(self.opening), seats))
        for entry in entries:
            if self.play.request != entry.request:
                raise ScriptError(f"table {self.id}: the script asks otherwise than the record of round {begun.id}")
            self.play.answer(entry.answer, trusted=True)
            self._note(len(self.play.entries), tell=False)
        self.book = RoundBook(begun.id, begun.number, record)
        self.book.resume(self.play)
        self._windows = sum(isinstance(entry.request, TakeWagers) for entry in entries)

    @property
    def positions(self) -> int:
        """How many may sit: what the house has chosen, where that is a choice."""
        options = self.table.house.options
        return int(options.get("positions") or options.get("max-positions") or USUAL_SEATS)

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
        """An account of a round as the book calls it: what a round calls a patron are the chips of a seat."""
        if name == HOUSE:
            return HOUSE
        return f"{self.id}/{name.replace('patron:', 'seat:', 1)}"

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

    def is_here(self, patron: str) -> bool:
        return any(watcher.patron == patron for watcher in self.watchers)

    def seat_of(self, patron: str | None) -> Seated | None:
        return next((seated for seated in self.seats.values() if seated.patron == patron), None)

    @property
    def present(self) -> list[Seated]:
        """Who sits here and is connected."""
        return [s for s in self.seats.values() if not s.leaving and self.is_here(s.patron)]

    # --- messages ----------------------------------------------------------------------------------------------------

    def receive(self, watcher: Watcher, message: dict[str, Any]) -> None:
        """Do what a person asks, or refuse it with the reason; the acknowledgement waits for the book."""
        asked = message.get("id")
        name = str(asked)[:80] if asked is not None else None
        key = (watcher.patron or "", name or "")
        try:
            if name is None or key not in self._done:
                self._obey(watcher, message)
                if name is not None:
                    self._remember(key)
        except RulesError as fault:
            self._replies.append((watcher, self.refused(name, fault)))
        else:
            self._replies.append((watcher, {"type": "ack", "id": name}))
        self._show()

    def _remember(self, key: tuple[str, str]) -> None:
        """A message that is sent again, even after a restart, is done once."""
        self._done[key] = None
        if len(self._done) > REMEMBERED:
            self._done.popitem(last=False)
        row = {"table_id": self.id, "patron_id": key[0], "id": key[1], "round": self.number}
        self._changes.do(sqlite.insert(schema.said).on_conflict_do_nothing(), [row])

    def refused(self, name: str | None, fault: RulesError) -> dict[str, Any]:
        facts: dict[str, Any] = {"type": "refused", "id": name, "reason": fault.text, "accepts": fault.accepts or ""}
        if fault.by is not None:
            facts |= paragraph(fault.by, fault.on or self.table.as_of)
        return facts

    def _obey(self, watcher: Watcher, message: dict[str, Any]) -> None:
        kind = message.get("type")
        acts: dict[str, Callable[[Seated, dict[str, Any]], None]] = {
            "leave": self._leave,
            "buy-in": self._buy_in,
            "wager": self._wager,
            "take-back": self._take_back,
            "call": self._call,
            "clear": self._clear,
            "repeat": self._repeat,
            "double": self._double,
            "deal": self._deal,
            "say-ready": self._deal,
            "decide": self._decide,
        }
        if self.closed:
            raise WagerRefused("the table is closed", accepts="another table")
        if watcher.purse is None:
            raise WagerRefused("nobody knows you yet", accepts="a visit to the lobby first")
        if kind == "sit":
            self._sit(watcher.purse, message)
            return
        if not isinstance(kind, str) or kind not in acts:
            raise WagerRefused(f"{shown(kind, 40)} is nothing one does here", accepts=", ".join(("sit", *acts)))
        seated = self.seat_of(watcher.patron)
        if seated is None:
            raise WagerRefused(f"{kind}: you have no seat at this table", accepts="sit")
        self._require_fresh(message)
        acts[kind](seated, message)

    def _require_fresh(self, message: dict[str, Any]) -> None:
        """Refuse what was meant for a round or a moment that is over."""
        meant = message.get("round")
        if meant is not None and meant != self.number:
            text = f"that was meant for round {one_line(meant, 20)}; this is round {self.number}"
            raise WagerRefused(text, self.table.game.late_by, self.table.as_of, f"round {self.number}")
        at = message.get("at")
        if at is not None and at != self.seq:
            text = "the table has moved on since"
            raise WagerRefused(text, self.table.game.late_by, self.table.as_of, "what the table asks now")

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

    # --- seats -------------------------------------------------------------------------------------------------------

    def _sit(self, purse: Purse, message: dict[str, Any]) -> None:
        known = self.seat_of(purse.patron)
        if known is not None:
            if not known.leaving:
                raise WagerRefused(f"you sit in seat {known.seat} already", accepts="leave")
            known.leaving = False
            self._keep_seat(known)
            if message.get("amount") is not None:
                self._buy_in(known, message)
            self._reseat()
            return
        free = [seat for seat in range(1, self.positions + 1) if seat not in self.seats]
        wanted = message.get("seat", free[0] if free else None)
        if wanted not in free:
            choices = ", ".join(map(str, free)) or "watching, until somebody leaves"
            raise WagerRefused(f"seat {one_line(wanted, 20)} is taken or does not exist", accepts=choices)
        assert isinstance(wanted, int)
        amount = self._amount(message, min(USUAL_BUY_IN, purse.balance))
        self._require_money(purse, amount)
        seated = Seated(wanted, purse.patron, purse.name)
        self.seats[wanted] = seated
        self.purses[purse.patron] = purse
        self._changes.do(
            insert(schema.seats).values(
                table_id=self.id, seat=wanted, patron_id=purse.patron, since=now(), leaving=0, orders="{}", last="[]"
            )
        )
        self._move_in(seated, purse, amount)
        self._reseat()
        self._advance()

    def _buy_in(self, seated: Seated, message: dict[str, Any]) -> None:
        purse = self.purses[seated.patron]
        amount = self._amount(message, min(USUAL_BUY_IN, purse.balance))
        self._require_money(purse, amount)
        self._move_in(seated, purse, amount)
        self._reseat()

    def _require_money(self, purse: Purse, amount: int) -> None:
        if not 0 < amount <= purse.balance:
            text = f"{dollars(amount)} of chips refused: you have {dollars(purse.balance)} of play money"
            raise WagerRefused(text, reading("R-8.2-limits"), self.table.as_of, f"at most {dollars(purse.balance)}")

    def _move_in(self, seated: Seated, purse: Purse, amount: int) -> None:
        purse.balance -= amount
        seated.stack += amount
        self._changes.move(purse.account, self.account(patron(seated.seat)), amount, PLAY_MONEY)

    def _leave(self, seated: Seated, message: dict[str, Any]) -> None:
        """Chips in front go back at once; wagers on the layout stay until they are decided."""
        seated.leaving = True
        seated.orders = Orders()
        self._keep_seat(seated)
        if self.book is None or not self._is_in_round(seated.seat):
            self._clear_seat(seated)
            self._reseat()
        self._advance()

    def _is_in_round(self, seat: int) -> bool:
        if self.play is None:
            return False
        felt = self.play.table.felt
        return seat in self.play.table.seats or any(w.seat == seat for w in (*felt.wagers, *felt.banked))

    def _clear_seat(self, seated: Seated) -> None:
        """Cash a leaving seat in; it is free when nothing of it lies on the layout."""
        purse = self.purses[seated.patron]
        self._changes.move(self.account(patron(seated.seat)), purse.account, seated.stack, PLAY_MONEY)
        purse.balance += seated.stack
        seated.stack = 0
        if not any(wager.seat == seated.seat for wager in self.opening.wagers):
            del self.seats[seated.seat]
            where = (schema.seats.c.table_id == self.id, schema.seats.c.seat == seated.seat)
            self._changes.do(delete(schema.seats).where(*where))

    def _keep_seat(self, seated: Seated) -> None:
        """Write a seat's orders down: whatever is acknowledged must survive."""
        self._changes.do(
            update(schema.seats)
            .where(schema.seats.c.table_id == self.id, schema.seats.c.seat == seated.seat)
            .values(
                leaving=int(seated.leaving),
                orders=msgspec.json.encode(seated.orders).decode(),
                last=msgspec.json.encode(seated.last).decode(),
            )
        )

    # --- wagers ------------------------------------------------------------------------------------------------------

    def _window(self) -> TakeWagers:
        """The request that wagers answer; refused when none are taken."""
        request = self.request
        if not isinstance(request, TakeWagers) or request.late:
            waits = f"seat {request.seat} decides" if isinstance(request, Ask) else "no wagers are taken now"
            raise WagerRefused(
                f"it comes too late: {waits}", self.table.game.late_by, self.table.as_of, "wagers before the next round"
            )
        return request

    def _rehearsal(self, without: Seated | None = None) -> Round:
        """The felt with everything on it that people have ordered."""
        assert self.play is not None
        request = self._window()
        at = self.play.table.copy()
        for seated in self.seats.values():
            if seated is not without:
                seated.orders.carry_out(at, request.by)
        return at

    def _wager(self, seated: Seated, message: dict[str, Any]) -> None:
        """Chips on a place, beside those already ordered there."""
        amount = self._amount(message)
        on = message.get("on")
        self._require_chips(seated, amount)
        meant_at = self._rehearsal()
        meant = self.table.game.meant(meant_at, seated.seat, str(on), False)
        placed = dict(seated.orders.placed)
        for place in self.table.places(meant):
            fresh = meant_at.wager(seated.seat, str(on) if meant != str(on) else place.id, show(amount))
            before = placed.get(fresh.on)
            whole = meant_at.wager(seated.seat, fresh.on, show(amount + (before.amount if before else 0)))
            placed[fresh.on] = msgspec.structs.replace(whole, made_as=fresh.made_as)
        self._replace(seated, placed)

    def _require_chips(self, seated: Seated, amount: int) -> None:
        left = seated.stack - sum(wager.staked for wager in seated.orders.wagers)
        if amount > left:
            text = f"seat {seated.seat}: {dollars(amount)} refused: the seat has {dollars(left)} left"
            raise WagerRefused(text, reading("R-8.2-limits"), self.table.as_of, f"at most {dollars(left)}, or buy in")

    def _replace(self, seated: Seated, placed: dict[str, Wager]) -> None:
        """Try new orders beside everybody else's; keep them if every wager may be made."""
        request = self._window()
        if sum(wager.staked for wager in placed.values()) > seated.stack:
            self._require_chips(seated, sum(wager.staked for wager in placed.values()) - seated.stack + 1)
        at = self._rehearsal(without=seated)
        Orders({}, seated.orders.removed, seated.orders.changed).carry_out(at, request.by)
        put_down_in_any_order(at, list(placed.values()), request.by)
        seated.orders.placed = placed
        seated.ready = False
        self._keep_seat(seated)

    def _take_back(self, seated: Seated, message: dict[str, Any]) -> None:
        """A wager that was ordered, or one that lies from an earlier round, back to its patron."""
        request = self._window()
        on = self._place(seated, message)
        if on in seated.orders.placed:
            seated.orders.placed = {k: w for k, w in seated.orders.placed.items() if k != on}
        else:
            wager = self._lying(seated, on)
            orders = [*seated.orders.removed, wager]
            assert self.play is not None
            verify_bets(self.play.table, (), tuple(orders), request.by, tuple(seated.orders.changed))
            seated.orders.removed = orders
        self._keep_seat(seated)

    def _call(self, seated: Seated, message: dict[str, Any]) -> None:
        """A wager that lies, called on or off."""
        request = self._window()
        call = message.get("call")
        if call not in ("on", "off"):
            raise WagerRefused(f"{shown(call, 20)} is no call", accepts="on, off")
        wager = self._lying(seated, self._place(seated, message))
        others = [c for c in seated.orders.changed if c.wager != wager]
        orders = [*others, Change(wager, msgspec.structs.replace(wager, call=call, button=True))]
        assert self.play is not None
        verify_bets(self.play.table, (), tuple(seated.orders.removed), request.by, tuple(orders))
        seated.orders.changed = orders
        self._keep_seat(seated)

    def _place(self, seated: Seated, message: dict[str, Any]) -> str:
        assert self.play is not None
        said = str(message.get("on"))
        if said in seated.orders.placed:
            return said
        return self.table.place(self.table.game.meant(self.play.table, seated.seat, said, True)).id

    def _lying(self, seated: Seated, on: str) -> Wager:
        assert self.play is not None
        for wager in self.play.table.wagers:
            if (wager.seat, wager.on) == (seated.seat, on) and wager not in seated.orders.removed:
                return wager
        own = ", ".join(seated.orders.placed) or "nothing: there is no wager of yours"
        raise WagerRefused(f"seat {seated.seat} has nothing on {on}", self._window().by, self.table.as_of, own)

    def _clear(self, seated: Seated, message: dict[str, Any]) -> None:
        self._window()
        seated.orders = Orders()
        self._keep_seat(seated)

    def _repeat(self, seated: Seated, message: dict[str, Any]) -> None:
        if not seated.last:
            raise WagerRefused("there is nothing to repeat", accepts="a wager")
        at = self._rehearsal(without=seated)
        again = [at.wager(seated.seat, wager.on, show(wager.amount)) for wager in seated.last]
        self._replace(seated, {wager.on: wager for wager in again})

    def _double(self, seated: Seated, message: dict[str, Any]) -> None:
        if not seated.orders.placed:
            raise WagerRefused("there is nothing to double", accepts="a wager, or repeat")
        at = self._rehearsal(without=seated)
        twice = [at.wager(seated.seat, on, show(2 * wager.amount)) for on, wager in seated.orders.placed.items()]
        self._replace(seated, {wager.on: wager for wager in twice})

    # --- dealing -----------------------------------------------------------------------------------------------------

    def _deal(self, seated: Seated, message: dict[str, Any]) -> None:
        """No more bets from this seat; whoever sits alone has the cards dealt, the ball spun, the dice thrown."""
        request = self._window()
        waiting_for = [s for s in self.present if s is not seated and not s.ready]
        self._require_something(seated)
        assert self.play is not None
        request.verify(self.play.table, seated.orders.bets())
        if waiting_for:
            seated.ready = True
            return
        self._close_window()

    def _require_something(self, seated: Seated) -> None:
        assert self.play is not None
        if not self.play.table.wagers and not any(s.orders.placed for s in self.seats.values()):
            example = next(iter((*self.table.game.bundles, *self.table.game.usual_wagers, *self.table.layout)))
            by, day = self.table.game.dealt_by, self.table.as_of
            raise WagerRefused("nothing lies on the layout", by, day, f"a wager first, such as {example}")

    def _close_window(self) -> None:
        """Everybody's orders onto the layout, seat by seat; what the rules do not allow together goes back."""
        request, play = self._window(), self.play
        assert play is not None
        together = Bets()
        for seated in sorted(self.seats.values(), key=lambda s: s.seat):
            if not seated.orders:
                continue
            with_it = joined(together, seated.orders.bets())
            try:
                request.verify(play.table, with_it)
            except RulesError as fault:
                for watcher in self.watchers:
                    if watcher.patron == seated.patron:
                        self._replies.append((watcher, self.refused(None, fault)))
            else:
                together = with_it
                if seated.orders.placed:
                    seated.last = seated.orders.wagers
            seated.orders = Orders()
            seated.ready = False
            self._keep_seat(seated)
        if not play.table.wagers and not together.placed:
            return
        self._windows += 1
        self._answer(together)
        self._advance()

    def _decide(self, seated: Seated, message: dict[str, Any]) -> None:
        """The decision of whoever's turn it is."""
        request = self.request
        if not isinstance(request, Ask):
            what = "wagers are taken" if isinstance(request, TakeWagers) else "nothing is to be decided"
            raise WagerRefused(f"seat {seated.seat}: not now: {what}", self.table.game.dealt_by, self.table.as_of)
        if request.seat != seated.seat:
            text = f"seat {seated.seat}: it is the turn of seat {request.seat}"
            raise WagerRefused(text, request.by, self.table.as_of, "waiting for your turn")
        amount = self._amount(message, 0) if message.get("amount") else 0
        chosen = Chosen(str(message.get("choice", ""))[:80], amount)
        self._require_means(seated, request, chosen)
        self._answer(chosen)
        self._advance()

    def _require_means(self, seated: Seated, request: Ask, chosen: Chosen) -> None:
        """Refuse a decision that brings a wager for which the seat has no chips; tried on a copy of the round."""
        assert self.play is not None
        table = self.play.table
        trial = Play(Round(self.table, Felt.opened(self.play.opening), dict(table.seats)))
        for entry in self.play.entries:
            trial.answer(entry.answer, trusted=True)
        trial.answer(chosen)
        before = table.felt.ledger.balance[patron(seated.seat)]
        least = trial.table.felt.ledger.balance[patron(seated.seat)]
        while trial.request is not None and trial.request.asks == "dealer":
            trial.answer(trial.request.usual())
            least = min(least, trial.table.felt.ledger.balance[patron(seated.seat)])
        if seated.stack + least - before < 0:
            need = dollars(before - least)
            text = f"seat {seated.seat}: {chosen.choice} needs {need}; it has {dollars(seated.stack)}"
            others = ", ".join(choice for choice in request.choices if choice != chosen.choice)
            raise WagerRefused(text, request.by, self.table.as_of, f"{others}, or buy in")

    def _answer(self, answer: Answer) -> None:
        """One answer of the round; the first that a person gives begins its record."""
        assert self.play is not None
        person = self.play.request is not None and self.play.request.asks == "patrons"
        self.play.answer(answer)
        self._note(len(self.play.entries))
        if self.book is None and person:
            self._seal()
        self._write_down()

    def _note(self, number: int, tell: bool = True) -> None:
        """Follow an entry: number it, and keep it for those who come back."""
        assert self.play is not None
        entry, felt, day = self.play.entries[number - 1], self.play.table.felt, self.table.as_of
        owners = self._owners or {s.seat: s.patron for s in self.seats.values()}
        self.seq += 1
        event = event_of(self.seq, self.number, entry, felt, owners, day)
        self.tableau.follow(entry, felt, owners)
        self.events.append(event)
        if tell:
            self._events_to_tell.append(event)

    def _seal(self) -> None:
        """The round begins for the book: who sits where, with how much, and what happened so far."""
        assert self.play is not None
        self._owners = {s.seat: s.patron for s in self.seats.values()}
        self.book = RoundBook(self.round_id, self.number, RecordBegun(header_of(self.play)))
        self.book.begin(self._changes, self.play, self.id, self._owners)

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
                self._answer(draw(request, self.play.table, self.chance))
            elif request.asks == "dealer":
                self._answer(request.usual())
            elif isinstance(request, Ask):
                if self._is_asked(request):
                    break
                self._answer(unless_told(request))
            elif isinstance(request, TakeWagers) and not request.late and self._takes_wagers():
                break
            else:
                self._answer(Bets())
        self._show()

    def _is_asked(self, request: Ask) -> bool:
        seated = self.seats.get(request.seat)
        return seated is not None and not seated.leaving

    def _takes_wagers(self) -> bool:
        """A round's first window waits for people; a second one only where several play."""
        return self._windows == 0 or (len(self.present) > 1 and self.clock.again > 0)

    def _begin_round(self) -> None:
        """The next round, as the last one left the table; nobody there, no round."""
        self.book, self._windows, self._owners = None, 0, {}
        self.tableau.begin()
        playing = [s for s in self.seats.values() if not s.leaving]
        for seated in self.seats.values():
            seated.ready = False
        self.play = Play(self._round()) if playing else None

    def _round(self) -> Round:
        chips = {s.seat: s.stack for s in self.seats.values() if s.stack and not s.leaving}
        return Round(self.table, Felt.opened(self.opening), dict(sorted(chips.items())))

    def _reseat(self) -> None:
        """Before the first wager or decision, whoever comes, goes or buys chips is part of the round."""
        if self.book is not None:
            return
        before = self.play
        if not any(not s.leaving for s in self.seats.values()):
            self._forget(len(before.entries) if before else 0)
            self.play = None
            return
        self.play = Play(self._round())
        kept = 0
        for entry in before.entries if before else ():
            if self.play.request != entry.request:
                break
            self.play.answer(entry.answer, trusted=True)
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
        self.opening = self.play.next_opening
        self.rounds += 1
        self._changes.do(
            update(schema.tables)
            .where(schema.tables.c.id == self.id)
            .values(rounds=self.rounds, seq=self.seq, opening=msgspec.json.encode(self.opening).decode())
        )
        old = (schema.said.c.table_id == self.id, schema.said.c.round < self.number - 1)
        self._changes.do(delete(schema.said).where(*old))
        for seated in [s for s in self.seats.values() if s.leaving]:
            self._clear_seat(seated)
        self._begin_round()

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
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self.deadline is not None:
            self._timer = loop.call_at(self.deadline, self._time_is_up)

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
        except RulesError:
            log.exception("table %s: the clock ran out and nothing could be done", self.id)
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
        self._set_clock()
        self._stale = True
        if self._flushing is None or self._flushing.done():
            self._flushing = asyncio.get_running_loop().create_task(self._flush(), name=f"table {self.id}")

    async def _flush(self) -> None:
        while self._stale:
            self._stale = False
            changes, self._changes = self._changes, Changes()
            replies, self._replies = self._replies, []
            events, self._events_to_tell = self._events_to_tell, []
            views = [(watcher, self._frames(watcher, events)) for watcher in self.watchers]
            try:
                await self.store.commit(changes)
            except StoreError as fault:
                log.error("table %s: %s", self.id, fault)
                for watcher, reply in replies:
                    watcher.send(self.refused(reply.get("id"), fault))
                await self.reload()
                return
            for watcher, reply in replies:
                watcher.send(reply)
            for watcher, frames in views:
                for frame in frames:
                    watcher.send(frame)

    def _frames(self, watcher: Watcher, events: list[Event]) -> list[dict[str, Any]]:
        told = [event.told_to(watcher.patron, self.table.as_of) for event in events]
        return [*told, {"type": "state", "seq": self.seq, "view": view_of(self, watcher.purse)}]

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
            kept = await self.store.kept(self.id)
            for purse in self.purses.values():
                purse.balance = await self.store.balance(purse.account)
        except StoreError as fault:
            log.error("table %s cannot be read: %s", self.id, fault)
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(RETRY, lambda: loop.create_task(self.reload()))
            return
        purses, watchers = self.purses, self.watchers
        LiveTable.__init__(self, row, self.table, self.store, self.chance, self.clock)
        self.watchers = watchers
        self.restore(kept, purses)

    @property
    def is_idle(self) -> bool:
        """Nobody is here, no round is under way and nothing stands."""
        return not self.watchers and self.book is None and not self.opening.wagers

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
