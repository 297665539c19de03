"""Who sits where with how many chips: sitting down, buying in, leaving with what is left."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from nomorebets.errors import WagerRefused, one_line
from nomorebets.server.book import schema
from nomorebets.server.book.bulk import Kind
from nomorebets.server.book.changes import DROP_BOX, HOUSE, PLAY_MONEY, account_of, now
from nomorebets.server.book.orders import SeatOrders
from nomorebets.server.book.rows import SeatRow
from nomorebets.server.people.accounts import Purse
from nomorebets.server.tables.buying import chips_to_buy, stakes_of
from nomorebets.server.tables.outbox import Outbox
from nomorebets.server.tables.seated import Seated
from nomorebets.server.tables.watchers import Watcher
from nomorebets.table import Table, Wager
from nomorebets.table.ledger import INVENTORY, Posting, spot

_SEAT = Kind.of(schema.seats, "change", "table_id", "seat", "player", "leaving", "orders", "last", "agrees")
_GONE = Kind.of(schema.seats, "delete", "table_id", "seat", "player")
_encode = msgspec.json.Encoder().encode


def new_seat(table_id: str, seat: int, patron: str, player: str = "") -> dict[str, Any]:
    """The row of somebody who sits down."""
    row = {"table_id": table_id, "seat": seat, "player": player, "patron_id": patron}
    return row | {"since": now(), "leaving": 0, "orders": "{}", "last": "[]"}


class Seats(Mapping[int, Seated]):
    """Who sits in the seats that are taken, by their numbers; and who wagers behind them, and everybody's purses."""

    def __init__(
        self,
        table: Table,
        outbox: Outbox,
        miscounted: Callable[[Purse], None] = lambda purse: None,
        issuer: str = HOUSE,
    ) -> None:
        self._table, self._outbox, self._issuer = table, outbox, issuer
        self._miscounted = miscounted  # a purse may be older than the book
        self._people: dict[str, Seated] = {}  # by where they are: "3", or "3:B" behind whoever sits there
        # looked up once, as long as nobody comes or goes: everybody in order, and the seats of each patron
        self._in_order: list[Seated] | None = None
        self._of: dict[str | None, list[Seated]] = {}
        self.purses: dict[str, Purse] = {}
        self.changes: int = 0  # how often what somebody ordered, or whether he stays, has changed

    def __getitem__(self, seat: int) -> Seated:
        return self._people[str(seat)]

    def __iter__(self) -> Iterator[int]:
        return (seated.seat for seated in self._people.values() if not seated.player)

    def __len__(self) -> int:
        return sum(not seated.player for seated in self._people.values())

    def restore(self, rows: Iterable[SeatRow], purses: dict[str, Purse]) -> None:
        """Everybody where they sat."""
        self.purses = purses
        for row in rows:
            orders = msgspec.json.decode(row.orders, type=SeatOrders)
            last = msgspec.json.decode(row.last, type=tuple[Wager, ...])
            seated = Seated(
                row.seat,
                row.patron_id,
                row.name,
                row.stack,
                orders,
                last,
                leaving=row.leaving,
                player=row.player,
                agrees=row.agrees,
            )
            self._people[seated.spot] = seated
        self._in_order, self._of = None, {}

    # --- who is here -------------------------------------------------------------------------------------------------

    @property
    def people(self) -> list[Seated]:
        """Everybody, those who sit and those behind them."""
        return list(self._people.values())

    @property
    def in_order(self) -> list[Seated]:
        """Everybody seat by seat, first who sits there."""
        if self._in_order is None:
            self._in_order = sorted(self.people, key=lambda seated: (seated.seat, seated.player))
        return self._in_order

    def at(self, seat: int, player: str = "") -> Seated | None:
        """Who sits in a seat, or wagers behind it under a letter."""
        return self._people.get(spot(seat, player))

    def all_of(self, patron: str | None) -> list[Seated]:
        """The seats of a patron, from the lowest number, or where he wagers behind one."""
        own = self._of.get(patron)
        if own is None:
            own = sorted((one for one in self._people.values() if one.patron == patron), key=lambda one: one.seat)
            if own:  # strangers come and go
                self._of[patron] = own
        return own

    def of(self, patron: str | None) -> Seated | None:
        """The first of them."""
        own = self.all_of(patron)
        return own[0] if own else None

    @property
    def staying(self) -> list[Seated]:
        return [seated for seated in self._people.values() if not seated.leaving]

    @property
    def free(self) -> list[int]:
        """Seats at which nobody is."""
        used = {seated.seat for seated in self.people}
        return [seat for seat in range(1, self._table.seats + 1) if seat not in used]

    @property
    def owners(self) -> dict[str, str]:
        """Who sits where: ``3``, or ``3:B`` behind whoever sits there."""
        return {seated.spot: seated.patron for seated in self.people}

    @property
    def chips(self) -> dict[int, int]:
        """The stacks of those who sit and play on, by seat; at table stakes also who sits out, with none that play."""
        own = {s.seat: 0 if s.orders.sits_out else s.stack for s in self.in_order if not s.leaving and not s.player}
        return (
            own
            if stakes_of(self._table) and any(own.values())
            else {seat: stack for seat, stack in own.items() if stack}
        )

    def present(self, watchers: Iterable[Watcher]) -> list[Seated]:
        """Who sits here to stay and is connected."""
        here = {watcher.patron for watcher in watchers}
        return [seated for seated in self.staying if seated.patron in here]

    # --- coming and going --------------------------------------------------------------------------------------------

    def sit(self, purse: Purse, wanted: object, amount: int | None = None, player: str = "") -> None:
        """Take a seat, or come behind one under a letter, and buy chips; for a further seat they need not be bought."""
        free = self.free
        if type(wanted) is not int or not (player or wanted in free):  # True and 1.0 are no seats
            choices = ", ".join(map(str, free)) or "wait, and you are told when a seat opens"
            which = "every seat is taken" if not free else f"seat {one_line(wanted, 20)} is taken or does not exist"
            raise WagerRefused(which, accepts=choices)
        if amount is None and self.of(purse.patron) is not None:
            self.take(wanted, purse)
            return
        amount = chips_to_buy(self._table, purse, amount, self._miscounted)
        self.move_in(self.take(wanted, purse, player), amount)

    def take(self, seat: int, purse: Purse, player: str = "") -> Seated:
        """Somebody sits down, or comes to wager behind a seat, with no chips yet."""
        seated = Seated(seat, purse.patron, purse.name, player=player)
        self._people[seated.spot] = seated
        self._in_order, self._of = None, {}
        self.purses[purse.patron] = purse
        self._outbox.changes.insert(schema.seats, new_seat(self._outbox.table_id, seat, purse.patron, player))
        return seated

    def buy_in(self, seated: Seated, amount: int | None = None) -> None:
        purse = self.purses[seated.patron]
        amount = chips_to_buy(self._table, purse, amount, self._miscounted, has=seated.stack)
        self.move_in(seated, amount)

    def move_in(self, seated: Seated, amount: int) -> None:
        """Money of a purse into the drop box, and chips in front of the seat for it."""
        purse = self.purses[seated.patron]
        purse.balance -= amount
        seated.stack += amount
        changes = self._outbox.changes
        changes.move(purse.account, self.account(DROP_BOX), amount, PLAY_MONEY)
        changes.move(self.account(INVENTORY), self.account(seated.account), amount, PLAY_MONEY)

    def leave(self, seated: Seated) -> None:
        """Nothing is ordered by this seat any more; what it has decided already counts."""
        seated.leaving = True
        seated.orders = SeatOrders(said=seated.orders.said)
        self.keep(seated)

    def cash_in(self, seated: Seated, standing: Iterable[Wager]) -> None:
        """Chips to the cage; the seat is free unless one of the wagers that stand is its own."""
        purse, changes = self.purses[seated.patron], self._outbox.changes
        changes.move(self.account(seated.account), HOUSE, seated.stack, PLAY_MONEY)
        changes.move(HOUSE, purse.account, seated.stack, PLAY_MONEY)
        purse.balance += seated.stack
        seated.stack = 0
        if not any(wager.owner == seated.account for wager in standing):
            self.remove(seated)

    def remove(self, seated: Seated) -> None:
        """Somebody is no longer there."""
        del self._people[seated.spot]
        self._in_order, self._of = None, {}
        self._outbox.changes.write(_GONE, self._outbox.table_id, seated.seat, seated.player)

    # --- what is written ---------------------------------------------------------------------------------------------

    def account(self, name: str) -> str:
        """An account of this table as the book calls it."""
        return account_of(self._outbox.table_id, name, self._issuer)

    def keep(self, seated: Seated) -> None:
        """Write a seat's orders down: whatever is acknowledged must survive."""
        self.changes += 1
        outbox = self._outbox
        outbox.changes.write(
            _SEAT,
            outbox.table_id,
            seated.seat,
            seated.player,
            int(seated.leaving),
            _encode(seated.orders).decode(),
            _encode(seated.last).decode() if seated.last else "[]",
            int(seated.agrees),
        )

    def follow(self, postings: Iterable[Posting]) -> None:
        """Chips that a round has moved."""
        for posting in postings:
            for seated in self.people:
                own = seated.account
                seated.stack += posting.amount * ((posting.target == own) - (posting.source == own))
