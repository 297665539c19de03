"""Table stakes: a game that is played with the chips in front of the seats, which change only between two rounds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import msgspec

from nomorebets.errors import DealerError, listed
from nomorebets.regulation import Citation
from nomorebets.table.game import Script
from nomorebets.table.ledger import INVENTORY, patron
from nomorebets.table.money import dollars
from nomorebets.table.requests import Answer, PatronRequest, Telling

if TYPE_CHECKING:
    from nomorebets.table.felt import Felt
    from nomorebets.table.round import Round


class BuyIn(NamedTuple):
    """With how many chips somebody may sit down, in cents."""

    usual: int
    least: int
    most: int
    by: Citation
    waiting_by: Citation | None = None  # by which a full table keeps a waiting list


class TimeCharge(msgspec.Struct, frozen=True):
    """What a seat pays for its time, in cents, and by which paragraph."""

    amount: int
    by: Citation


class TimePaid(msgspec.Struct, frozen=True):
    """What a seat paid, in cents."""

    seat: int
    amount: int


class RoundCalled(Answer, frozen=True):
    """The next round is called; before it these seats paid for their time."""

    paid: tuple[TimePaid, ...] = ()


class BetweenRounds(PatronRequest, frozen=True, tag="between-rounds"):
    """Players come, go, buy chips and sit out, until the next round is called; from then on nothing is added.

    Where a charge is posted, whoever begins a new period pays it before the round. How long a period is a script does
    not know: whoever has a clock says whose has begun.
    """

    answer: ClassVar[type[Answer]] = RoundCalled
    is_pause: ClassVar[bool] = True
    players: int  # how many are needed at least
    charge: TimeCharge | None = None

    def question(self, seat: int, table: Round) -> dict[str, Any]:
        return {"players": self.players}

    def called(self, due: Iterable[int], table: Round) -> RoundCalled:
        """The round is called, and some seats pay, each as far as its chips go."""
        amount = self.charge.amount if self.charge else 0
        return RoundCalled(tuple(TimePaid(seat, min(amount, table.seats.get(seat, 0))) for seat in due))

    def verify(self, table: Round, answer: Answer) -> None:
        super().verify(table, answer)
        assert isinstance(answer, RoundCalled)
        seats = [paid.seat for paid in answer.paid]
        if answer.paid and self.charge is None:
            raise DealerError("no charge for time is posted at this table", self.by, table.as_of, "that nobody pays")
        playing = sorted(seat for seat, chips in table.seats.items() if chips)
        if len({*seats}) < len(seats) or not {*seats} <= {*playing}:
            text = f"seats {listed(map(str, seats))} pay for their time"
            raise DealerError(text, self.by, table.as_of, f"seats among {listed(map(str, playing))}, each once")
        if answer.paid != self.called(seats, table).paid:
            raise DealerError("another amount than the posted charge", self.by, table.as_of, "the charge of every seat")

    def apply(self, felt: Felt, answer: Answer) -> None:
        assert isinstance(answer, RoundCalled)
        for paid in answer.paid:
            assert self.charge is not None
            felt.ledger.move(patron(paid.seat), INVENTORY, paid.amount, self.charge.by)
            felt.time_charge += paid.amount

    def tell(self, answer: Answer, table: Round) -> Telling:
        assert isinstance(answer, RoundCalled)
        words = [f"seat {paid.seat} pays {dollars(paid.amount)} for its time" for paid in answer.paid]
        return Telling("; ".join(words), {"paid": msgspec.to_builtins(answer.paid)} if answer.paid else {})


def between_rounds(players: int, by: Citation, charge: TimeCharge | None = None) -> Script[None]:
    """Wait until the next round is called."""
    yield BetweenRounds(by, players, charge)
