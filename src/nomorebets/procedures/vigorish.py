"""Vigorish: how much it is, winners paid in full, and the commission collected at once or marked at their seat."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from nomorebets.regulation import Citation, HouseOption
from nomorebets.regulation.options import Choice, option
from nomorebets.table.game import Script
from nomorebets.table.handed import Handed
from nomorebets.table.house import House
from nomorebets.table.ledger import INVENTORY, patron
from nomorebets.table.requests import Answer, Pay, Request, at_rest, over
from nomorebets.table.round import Round
from nomorebets.table.wagers import Result

if TYPE_CHECKING:
    from nomorebets.table.felt import Felt

VIGORISH = "vigorish"
_MARK = re.compile(rf"{VIGORISH}:([1-9]\d{{0,2}})", re.ASCII)
_CENTS = re.compile(r"\d{1,12}", re.ASCII)
MARKED = f"{VIGORISH}:"  # what a seat owes, in the state of the table; also the account of it


def marked(seat: int) -> str:
    return f"{MARKED}{seat}"


class PayInFull(Pay, frozen=True, tag="pay-in-full"):
    """Winning wagers are paid without regard to the vigorish they owe, which their results have already deducted."""

    owed: tuple[int, ...] = ()  # cents, beside each result

    def apply(self, felt: Felt, answer: Answer) -> None:
        for result, owed in zip(self.results, self.owed, strict=True):
            felt.pay(msgspec.structs.replace(result, net=result.net + owed))
            felt.results[-1] = result

    def hands_over(self) -> tuple[Handed, ...]:
        pairs = zip(self.results, self.owed, strict=True)
        return tuple(over(r, paid=r.net + owed + r.wager.fee, **at_rest(r))._replace(owes=owed) for r, owed in pairs)


class TakeVigorish(Request, frozen=True, tag="take-vigorish"):
    """What a seat owes is collected, or marked in the numbered space of the seat."""

    seat: int
    amount: int
    marks: bool

    def apply(self, felt: Felt, answer: Answer) -> None:
        own = marked(self.seat)
        felt.ledger.move(patron(self.seat), own if self.marks else INVENTORY, self.amount, self.by)
        if self.marks:
            felt.state[own] = str(int(felt.state.get(own, "0")) + self.amount)

    def hands_over(self) -> tuple[Handed, ...]:
        kept, taken = (self.amount, 0) if self.marks else (0, self.amount)
        return (Handed(self.seat, VIGORISH, collected=taken, marked=kept),)


class CollectMarked(Request, frozen=True, tag="collect-marked"):
    """Vigorish that was marked is collected, and the mark taken away."""

    seat: int
    amount: int

    def apply(self, felt: Felt, answer: Answer) -> None:
        felt.ledger.move(marked(self.seat), INVENTORY, self.amount, self.by)
        del felt.state[marked(self.seat)]

    def hands_over(self) -> tuple[Handed, ...]:
        return (Handed(self.seat, VIGORISH, collected=self.amount),)


def pay_in_full(results: Sequence[Result], owed: Sequence[int], by: Citation) -> Script[None]:
    """Pay winners, if there are any; what they owe is another step."""
    if results:
        yield PayInFull(by, tuple(results), tuple(owed))


def take_vigorish(seat: int, amount: int, marks: bool, by: Citation) -> Script[None]:
    """Collect or mark what a seat owes, if it owes anything."""
    if amount:
        yield TakeVigorish(by, seat, amount, marks)


def collect_marked(table: Round, by: Citation) -> Script[None]:
    """Collect everything that is marked, from the highest numbered position down."""
    owing = marks(table)
    for seat in sorted(owing, reverse=True):
        yield CollectMarked(by, seat, owing[seat])


def marks(table: Round) -> dict[int, int]:
    """What each seat owes by its mark, in cents."""
    state = table.felt.state.items()
    return {int(m[1]): int(owed) for key, owed in state if (m := _MARK.fullmatch(key)) and _CENTS.fullmatch(owed)}


# --- how much it is --------------------------------------------------------------------------------------------------

QUARTER = 25  # cents
USUAL_RATE = 5  # percent
RATE, ROUNDING, COLLECTION = "vig-rate", "vig-rounding", "vig-collection"
UP_TO_A_QUARTER = ("up-to-25c", "quarter-up")


def vigorish(won: int, percent: int, rounded_to: int) -> int:
    """The commission on an amount won, rounded up to a multiple of so many cents.

    >>> vigorish(1000, 5, 25), vigorish(1050, 5, 25), vigorish(1050, 5, 1)
    (50, 75, 53)
    """
    return -(-won * percent // (100 * rounded_to)) * rounded_to


def vigorish_at(house: House, won: int) -> int:
    """The commission of this house on an amount won."""
    return vigorish(won, rate_at(house), QUARTER if house.options[ROUNDING] in UP_TO_A_QUARTER else 1)


def rate_at(house: House) -> int:
    """How many percent this house takes: what it chose, or where it has no choice the usual."""
    return int(house.options.get(RATE, USUAL_RATE))


def marks_at(house: House) -> bool:
    """Whether this house marks vigorish and collects it before the cards are reshuffled."""
    return house.options[COLLECTION] == "deferred"


def rate_option(by: Citation, of_what: str, *percents: str) -> HouseOption:
    return option(RATE, by, f"How many percent of {of_what} are vigorish.", percents)


def rounding_option(by: Citation, *values: str, sign: Citation | None = None) -> HouseOption:
    says = "Whether vigorish is rounded up to 25 cents."
    return option(ROUNDING, by, says, values or ("up-to-25c", "exact"), sign=sign)


def collection_option(by: Citation, values: Mapping[str, Citation | Choice] | None = None) -> HouseOption:
    says = "Whether vigorish is taken with the payment, or marked and collected later."
    return option(COLLECTION, by, says, values or ("at-payment", "deferred"), "deferred")
