"""A Bank that one participant puts up and the others wager against: it is put down, settled, and taken back.

Money goes from participant to participant; nothing but vigorish reaches the table inventory.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

import msgspec

from nomorebets.errors import DealerError, ScriptError
from nomorebets.regulation import Citation
from nomorebets.table.game import Script
from nomorebets.table.handed import Handed
from nomorebets.table.ledger import INVENTORY, on_layout, patron
from nomorebets.table.requests import Answer, Request, Telling, at_rest, over, tell_results
from nomorebets.table.round import Round
from nomorebets.table.wagers import Result, Wager

if TYPE_CHECKING:
    from nomorebets.table.felt import Felt


class CutDown(Request, frozen=True, tag="cut-down"):
    """A wager that exceeds what is left of the Bank is cut down to it; the rest goes back."""

    wager: Wager
    to: Wager

    def apply(self, felt: Felt, answer: Answer) -> None:
        felt.change(self.wager, self.to, self.by)


class TakeBack(Request, frozen=True, tag="take-back"):
    """The Banker takes the Bank, or what exceeds a limit of it, off the table."""

    bank: Wager
    amount: int

    def apply(self, felt: Felt, answer: Answer) -> None:
        if self.amount == self.bank.amount:
            felt.take_up(self.bank, self.by)
        else:
            felt.change(self.bank, msgspec.structs.replace(self.bank, amount=self.bank.amount - self.amount), self.by)


class PayFromBank(Request, frozen=True, tag="pay-from-bank"):
    """The Bank is beaten: wagers against it are paid out of it, and what is left goes back to the Banker."""

    bank: Result
    against: tuple[Result, ...]

    def apply(self, felt: Felt, answer: Answer) -> None:
        bank = self.bank.wager
        account = on_layout(bank.seat, bank.on)
        if sum(result.net for result in self.against) != -self.bank.net:
            raise ScriptError("what the Bank loses is not what is won against it")
        for result in self.against:
            felt.ledger.move(account, patron(result.wager.seat), result.net, result.by)
            felt.take_up(result.wager, result.by)
            felt.results.append(result)
        felt.ledger.move(account, patron(bank.seat), bank.amount + self.bank.net, self.bank.by)
        felt.wagers.remove(bank)
        felt.results.append(self.bank)

    def hands_over(self) -> tuple[Handed, ...]:
        bank = over(self.bank, collected=-self.bank.net, returned=self.bank.wager.amount + self.bank.net)
        return (*(over(r, paid=r.net, **at_rest(r)) for r in self.against), bank)

    def tell(self, answer: Answer, table: Round) -> Telling:
        return tell_results((*self.against, self.bank))


class AddToBank(Request, frozen=True, tag="add-to-bank"):
    """The Bank has won: the wagers against it are added to it, less vigorish, and it stays on the table."""

    bank: Result
    against: tuple[Result, ...]
    vigorish: int

    def apply(self, felt: Felt, answer: Answer) -> None:
        bank = self.bank.wager
        account = on_layout(bank.seat, bank.on)
        for result in self.against:
            wager = result.wager
            felt.ledger.move(on_layout(wager.seat, wager.on), account, wager.amount, result.by)
            felt.wagers.remove(wager)
            felt.results.append(result)
        felt.ledger.move(account, INVENTORY, self.vigorish, self.by)
        grown = msgspec.structs.replace(bank, amount=bank.amount + self.bank.net)
        felt.wagers[felt.wagers.index(bank)] = grown
        felt.results.append(self.bank)

    def hands_over(self) -> tuple[Handed, ...]:
        won, lies = self.bank.net + self.vigorish, self.bank.wager.amount
        bank = over(self.bank, paid=won, stays=lies, beside=self.vigorish)
        return (*(over(r, collected=-r.net) for r in self.against), bank)

    def tell(self, answer: Answer, table: Round) -> Telling:
        return tell_results((*self.against, self.bank))


class SeatMoved(Answer, frozen=True):
    """A participant who has moved to another seat."""

    found: str = ""
    left: int = 0
    taken: int = 0


class SeatChanges(Request, frozen=True, tag="seat-changes"):
    """Before the Bank is offered: has anybody moved?"""

    answer: ClassVar[type[Answer]] = SeatMoved

    def verify(self, table: Round, answer: Answer) -> None:
        super().verify(table, answer)
        assert isinstance(answer, SeatMoved)
        if answer.found and (answer.left == answer.taken or not (0 < answer.left < 101 and 0 < answer.taken < 101)):
            text = f"nobody moves from seat {answer.left} to seat {answer.taken}"
            raise DealerError(text, self.by, table.as_of, "two numbered places")


# --- as steps of a script --------------------------------------------------------------------------------------------


def cut_down(wager: Wager, amount: int, by: Citation) -> Script[None]:
    """Cut a wager down to an amount."""
    yield CutDown(by, wager, msgspec.structs.replace(wager, amount=amount))


def take_back(bank: Wager, amount: int, by: Citation) -> Script[None]:
    """Give the Bank, or a part of it, back to the Banker."""
    if amount:
        yield TakeBack(by, bank, amount)


def pay_from_bank(bank: Result, against: tuple[Result, ...], by: Citation) -> Script[None]:
    """Pay the wagers against a beaten Bank."""
    yield PayFromBank(by, bank, against)


def add_to_bank(bank: Result, against: tuple[Result, ...], vigorish: int, by: Citation) -> Script[None]:
    """Add what was lost to the Bank."""
    yield AddToBank(by, bank, against, vigorish)


def seat_changes(by: Citation) -> Script[SeatMoved]:
    """Ask whether anybody has moved."""
    answer = yield SeatChanges(by)
    assert isinstance(answer, SeatMoved)
    return answer


# --- whose turn it is ------------------------------------------------------------------------------------------------


def in_turn(seats: Iterable[int], after: int) -> list[int]:
    """Seats in the order of their numbers, beginning after one of them.

    >>> in_turn({1, 2, 5, 6}, after=2)
    [5, 6, 1, 2]
    """
    return sorted(seats, key=lambda seat: (seat <= after, seat))


def turn_of(seat: int, others: set[int], last: int) -> int:
    """How many come before a seat when the Bank goes on from the one who held it last.

    >>> turn_of(5, {1, 2, 6}, last=1), turn_of(1, {2, 6}, last=1)
    (1, 2)
    """
    return in_turn({seat, *others}, last).index(seat)
