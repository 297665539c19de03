"""Pots that players wager into against each other: what becomes of the chips, and what the house takes of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

import msgspec

from nomorebets.errors import DealerError, ScriptError
from nomorebets.regulation import Citation
from nomorebets.table.game import Script
from nomorebets.table.handed import Handed
from nomorebets.table.ledger import INVENTORY, JACKPOT, on_layout, patron
from nomorebets.table.money import dollars
from nomorebets.table.requests import Answer, Request, Telling, over, verify_concerned
from nomorebets.table.wagers import Result, seat_words

if TYPE_CHECKING:
    from nomorebets.table.felt import Felt
    from nomorebets.table.round import Round


class PotShare(msgspec.Struct, frozen=True):
    """What a seat gets of a pot, in cents."""

    seat: int
    amount: int


class SharedPot(msgspec.Struct, frozen=True):
    """A pot as it is shared, when the house has taken its part."""

    name: str
    amount: int
    shares: tuple[PotShare, ...]


class PotsShared(Answer, frozen=True):
    """How it went: a pot that was pushed to a wrong player first was put right."""

    found: str = ""
    seat: int = 0  # who had been pushed what was not his


class SharePots(Request, frozen=True, tag="share-pots"):
    """All that was wagered goes to the middle; the house takes its rake, and each pot goes to those who won it."""

    answer: ClassVar[type[Answer]] = PotsShared
    pots: tuple[SharedPot, ...]
    results: tuple[Result, ...]  # of the wager of every seat
    rake: int
    rake_by: Citation
    drop: int = 0  # what goes to a jackpot that is kept apart from the rake
    drop_by: Citation | None = None

    def verify(self, table: Round, answer: Answer) -> None:
        super().verify(table, answer)
        assert isinstance(answer, PotsShared)
        verify_concerned(table, answer, self.by)
        if answer.found and {share.seat for pot in self.pots for share in pot.shares} == {answer.seat}:
            text = f"{answer.found}: {seat_words(answer.seat)} won all there was, and was pushed nothing wrongly"
            raise DealerError(text, self.by, table.as_of, "the seat of somebody else")

    def apply(self, felt: Felt, answer: Answer) -> None:
        middle = account(1)
        for result in self.results:
            wager = result.wager
            felt.wagers.remove(wager)
            felt.ledger.move(on_layout(wager.seat, wager.on), middle, wager.amount, self.by)
        felt.ledger.move(middle, INVENTORY, self.rake, self.rake_by)
        felt.ledger.move(middle, JACKPOT, self.drop, self.drop_by or self.by)
        for number, pot in enumerate(self.pots, 1):
            if number > 1:
                felt.ledger.move(middle, account(number), pot.amount, self.by)
        for number, pot in enumerate(self.pots, 1):
            for share in pot.shares:
                felt.ledger.move(account(number), patron(share.seat), share.amount, self.by)
        felt.results += self.results
        felt.pots, felt.rake, felt.drop = list(self.pots), self.rake, self.drop

    def hands_over(self) -> tuple[Handed, ...]:
        """Every stake is taken in, and whoever won is pushed what is his."""
        return tuple(
            over(r, paid=r.net + r.wager.amount, collected=r.wager.amount)._replace(in_full=False) for r in self.results
        )

    def tell(self, answer: Answer, table: Round) -> Telling:
        lines = [
            f"{seat_words(share.seat)} wins {dollars(share.amount)} of the {pot.name} pot"
            for pot in self.pots
            for share in pot.shares
        ]
        taken = [f"the house takes {dollars(self.rake)}"] if self.rake else []
        taken += [f"{dollars(self.drop)} goes to the jackpot"] if self.drop else []
        return Telling("; ".join(lines + taken), {"rake": self.rake}, self.results)


def account(number: int) -> str:
    """The account of a pot, the main pot being the first."""
    return f"pot:{number}"


def share_pots(
    pots: Sequence[SharedPot],
    results: Sequence[Result],
    by: Citation,
    rake: tuple[int, Citation],
    drop: tuple[int, Citation],
) -> Script[PotsShared]:
    """Share pots among those who won them; no chip may be left over."""
    put, shared = sum(r.wager.amount for r in results), sum(s.amount for pot in pots for s in pot.shares)
    taken = rake[0] + drop[0]
    if put != shared + taken or sum(r.net for r in results) != -taken:
        raise ScriptError(f"{put} cents were put into pots of which {shared} are shared, and {taken} taken")
    answer = yield SharePots(by, tuple(pots), tuple(results), *rake, *(drop if drop[0] else ()))
    assert isinstance(answer, PotsShared)
    return answer
