"""Sitting down at a live table, buying chips, and leaving with what is left."""

from __future__ import annotations

from typing import Any

from nomorebets.errors import WagerRefused, one_line
from nomorebets.regulation import reading
from nomorebets.server.book import schema
from nomorebets.server.book.changes import DROP_BOX, PLAY_MONEY, now
from nomorebets.server.people.accounts import Purse
from nomorebets.server.tables.orders import LiveOrders
from nomorebets.server.tables.seating import Orders, Seated
from nomorebets.table.ledger import INVENTORY, patron
from nomorebets.table.money import dollars

USUAL_BUY_IN = 50_000  # cents


class LiveSeats(LiveOrders):
    """Who comes, who goes, and with how many chips."""

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
        if type(wanted) is not int or wanted not in free:  # True and 1.0 are no seats
            choices = ", ".join(map(str, free)) or "watching, until somebody leaves"
            raise WagerRefused(f"seat {one_line(wanted, 20)} is taken or does not exist", accepts=choices)
        amount = self._amount(message, min(USUAL_BUY_IN, purse.balance))
        self._require_money(purse, amount)
        self._move_in(self._take_seat(wanted, purse), purse, amount)
        self._reseat()
        self._advance()

    def _take_seat(self, seat: int, purse: Purse) -> Seated:
        seated = self.seats[seat] = Seated(seat, purse.patron, purse.name)
        self.purses[purse.patron] = purse
        row = {"table_id": self.id, "seat": seat, "patron_id": purse.patron, "since": now()}
        self._changes.insert(schema.seats, row | {"leaving": 0, "orders": "{}", "last": "[]"})
        return seated

    def _buy_in(self, seated: Seated, message: dict[str, Any]) -> None:
        purse = self.purses[seated.patron]
        amount = self._amount(message, min(USUAL_BUY_IN, purse.balance))
        self._require_money(purse, amount)
        self._move_in(seated, purse, amount)
        self._reseat()

    def _require_money(self, purse: Purse, amount: int) -> None:
        if not 0 < amount <= purse.balance:
            self.miscounted(purse)
            text = f"{dollars(amount)} of chips refused: you have {dollars(purse.balance)} of play money"
            raise WagerRefused(text, reading("R-8.2-limits"), self.table.as_of, f"at most {dollars(purse.balance)}")

    def _move_in(self, seated: Seated, purse: Purse, amount: int) -> None:
        purse.balance -= amount
        seated.stack += amount
        self._changes.move(purse.account, self.account(DROP_BOX), amount, PLAY_MONEY)
        self._changes.move(self.account(INVENTORY), self.account(patron(seated.seat)), amount, PLAY_MONEY)

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
