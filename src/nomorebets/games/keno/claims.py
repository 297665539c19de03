"""Tickets in the hands of a writer: looked over before and after the game, presented, and paid once (15.4, 15.6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from nomorebets.errors import DealerError, listed
from nomorebets.games.keno.settlement import prize_of
from nomorebets.games.keno.terms import CLAIM_PERIOD, NEXT_GAME
from nomorebets.regulation import Citation, reading
from nomorebets.table import Result, Round, Script, Wager
from nomorebets.table.felt import Felt
from nomorebets.table.handed import Handed
from nomorebets.table.money import cents, dollars
from nomorebets.table.requests import Answer, Request, Telling, over

LATE_CLAIM = "late-claim"


class TicketSeen(Answer, frozen=True):
    """What is wrong with a ticket, if anything is."""

    found: str = ""
    seat: int = 0
    wager: str = ""  # which of the seat's tickets, where it has several
    paid: str = ""  # what was paid for it, as money is written
    days: int = 0  # after its game
    proved: bool = False  # whether the system's record proves the ticket


class LookOverTickets(Request, frozen=True, tag="look-over-tickets"):
    """Are the tickets as they should be? Its name says when it is asked."""

    answer: ClassVar[type[Answer]] = TicketSeen
    what: str

    @property
    def name(self) -> str:
        return f"inspect-{self.what}"

    def verify(self, table: Round, answer: Answer) -> None:
        super().verify(table, answer)
        assert isinstance(answer, TicketSeen)
        if not answer.found:
            return
        ticket_meant(table, answer, self.by)
        if answer.paid and cents(answer.paid) < 1:
            raise DealerError(f"{answer.found}: nothing was paid", self.by, table.as_of, 'paid = "5.00"')
        period = table.house[CLAIM_PERIOD]
        if answer.found == LATE_CLAIM and period != NEXT_GAME and answer.days <= int(period):
            text = f"{LATE_CLAIM}: {answer.days} days after the game is in time"
            raise DealerError(text, reading("R-15.6-claim"), table.as_of, f"days = {int(period) + 1} or more")


class PayTickets(Request, frozen=True, tag="pay-tickets"):
    """Tickets are validated, cancelled, and paid their prizes: each once, for then it is on no table any more."""

    results: tuple[Result, ...]

    def apply(self, felt: Felt, answer: Answer) -> None:
        for result in self.results:
            felt.award(result, "inventory")

    def hands_over(self) -> tuple[Handed, ...]:
        """The price was taken in when the game closed; what is paid is the whole prize."""
        return tuple(over(r, paid=prize_of(r), collected=r.wager.amount)._replace(in_full=False) for r in self.results)

    def tell(self, answer: Answer, table: Round) -> Telling:
        won = [f"{r.wager.whose}: a ticket is paid {dollars(prize_of(r))}" for r in self.results if prize_of(r)]
        return Telling("; ".join(won), results=self.results)


def ticket_meant(table: Round, seen: TicketSeen, by: Citation) -> Wager:
    """The ticket that something is wrong with; of several, the one that is named."""
    lying = table.felt.banked or table.felt.wagers
    own = [w for w in lying if w.seat == seen.seat and seen.wager in ("", w.name, w.on)]
    if len(own) == 1:
        return own[0]
    names = [f"seat = {w.seat}, wager = {w.name}" for w in lying]
    whose = f"seat {seen.seat} has {len(own) or 'no'} such tickets" if seen.seat else "it must say whose ticket it is"
    raise DealerError(f"{seen.found}: {whose}", by, table.as_of, listed(names) or "no ticket was sold")


def look_over(what: str, by: Citation) -> Script[TicketSeen]:
    """See whether the tickets are as they should be."""
    answer = yield LookOverTickets(by, what)
    assert isinstance(answer, TicketSeen)
    return answer


def pay_tickets(results: Sequence[Result], by: Citation) -> Script[None]:
    """Pay the tickets of a game, if there are any."""
    if results:
        yield PayTickets(by, tuple(results))
