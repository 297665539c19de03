"""Chips that the dealer moves beside collecting and paying: put down in a round, given back, banked, awarded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from nomorebets.regulation import Citation, names
from nomorebets.table.felt import return_collected
from nomorebets.table.game import Script
from nomorebets.table.handed import Handed
from nomorebets.table.money import dollars
from nomorebets.table.requests import Answer, Request, Telling, at_rest, over, tell_results
from nomorebets.table.wagers import Result, Wager, wager_facts

if TYPE_CHECKING:
    from nomorebets.table.felt import Felt
    from nomorebets.table.round import Round


class PutDown(Request, frozen=True, tag="put-down"):
    """A patron who decided so puts a wager down."""

    wager: Wager

    def apply(self, felt: Felt, answer: Answer) -> None:
        felt.put_down(self.wager, self.by)

    def tell(self, answer: Answer, table: Round) -> Telling:
        wager, facts = self.wager, {"wager": wager_facts(self.wager)}
        bet = table.game.bet.get(wager.kind)  # none by the first word of a ticket
        if bet is not None and bet.bank == "pot":
            return Telling(f"{wager.whose} puts {dollars(wager.amount)} in the pot", facts)
        return Telling(f"{wager.whose} puts {dollars(wager.amount)} on {names.wager(wager.on)}", facts)


class GiveBack(Request, frozen=True, tag="give-back"):
    """Wagers that neither win nor lose go back to their patrons."""

    results: tuple[Result, ...]

    def apply(self, felt: Felt, answer: Answer) -> None:
        for result in self.results:
            felt.give_back(result)

    def hands_over(self) -> tuple[Handed, ...]:
        back = ({**at_rest(r)} if r.stays else {"returned": r.wager.staked} for r in self.results)
        return tuple(over(r, beside=r.wager.fee, **amounts) for r, amounts in zip(self.results, back, strict=True))

    def tell(self, answer: Answer, table: Round) -> Telling:
        return tell_results(self.results)


class HandBack(Request, frozen=True, tag="hand-back"):
    """Wagers that were collected of hands that are void after all go back to their patrons."""

    results: tuple[Result, ...]

    def apply(self, felt: Felt, answer: Answer) -> None:
        for result in self.results:
            return_collected(felt, result)

    def hands_over(self) -> tuple[Handed, ...]:
        """What was collected before counts no more."""
        return tuple(over(r, collected=-r.wager.amount, returned=r.wager.amount) for r in self.results)

    def tell(self, answer: Answer, table: Round) -> Telling:
        return tell_results(self.results)


class Reduce(Request, frozen=True, tag="reduce"):
    """A part of a wager goes back to its patron, because so much of it cannot be wagered."""

    wager: Wager
    to: Wager

    def apply(self, felt: Felt, answer: Answer) -> None:
        felt.change(self.wager, self.to, self.by)


class Bank(Request, frozen=True, tag="bank"):
    """Wagers go into the table inventory although their result is still open."""

    wagers: tuple[Wager, ...]

    def apply(self, felt: Felt, answer: Answer) -> None:
        for wager in self.wagers:
            felt.bank(wager, self.by)


class Award(Request, frozen=True, tag="award"):
    """Banked wagers are decided and what they win is paid, from the inventory or from a meter."""

    results: tuple[Result, ...]
    source: str = "inventory"

    def apply(self, felt: Felt, answer: Answer) -> None:
        for result in self.results:
            felt.award(result, self.source)
            if self.source in felt.state:  # a meter shows what is left on it
                paid = result.net + result.wager.amount
                felt.state[self.source] = str(int(felt.state[self.source]) - paid)

    def hands_over(self) -> tuple[Handed, ...]:
        """The stake was taken in before; a winner is paid its whole award, and what is void comes back."""
        return tuple(self._over(result) for result in self.results)

    def _over(self, result: Result) -> Handed:
        award = result.net + result.wager.amount
        if result.outcome in ("void", "push"):
            return over(result, returned=award)
        return over(result, paid=award, collected=result.wager.amount)._replace(in_full=False)

    def tell(self, answer: Answer, table: Round) -> Telling:
        return tell_results(self.results)


class PayBonus(Request, frozen=True, tag="pay-bonus"):
    """The dealer pays what a hand earns beyond its wagers, in this order."""

    results: tuple[Result, ...]

    def apply(self, felt: Felt, answer: Answer) -> None:
        for result in self.results:
            felt.pay_bonus(result)

    def hands_over(self) -> tuple[Handed, ...]:
        return tuple(over(result, paid=result.net) for result in self.results)

    def tell(self, answer: Answer, table: Round) -> Telling:
        return tell_results(self.results)


# --- as steps of a script --------------------------------------------------------------------------------------------


def put_down(wager: Wager, by: Citation) -> Script[None]:
    """Take the wager that a decision brings."""
    yield PutDown(by, wager)


def give_back(results: Sequence[Result], by: Citation) -> Script[None]:
    """Give back what neither wins nor loses, if there is any."""
    if results:
        yield GiveBack(by, tuple(results))


def hand_back(results: Sequence[Result], by: Citation) -> Script[None]:
    """Give back what had been collected already, if there is any."""
    if results:
        yield HandBack(by, tuple(results))


def reduce(wager: Wager, amount: int, by: Citation) -> Script[None]:
    """Leave so much of a wager and give the rest back."""
    yield Reduce(by, wager, msgspec.structs.replace(wager, amount=amount))


def pay_bonus(results: Sequence[Result], by: Citation) -> Script[None]:
    """Pay bonuses for which nothing was staked, if there are any."""
    if results:
        yield PayBonus(by, tuple(results))


def bank(wagers: Sequence[Wager], by: Citation) -> Script[None]:
    """Take wagers in before their result is known, if there are any."""
    if wagers:
        yield Bank(by, tuple(wagers))


def award(results: Sequence[Result], by: Citation, source: str = "inventory") -> Script[None]:
    """Decide banked wagers and pay what they win, if there are any."""
    if results:
        yield Award(by, tuple(results), source)
