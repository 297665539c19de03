"""What a seat wants done, as the book keeps it beside the seat: wagers, and a decision that waits for others."""

from __future__ import annotations

from typing import Any

import msgspec

from nomorebets.regulation import Citation
from nomorebets.table import Round, Wager
from nomorebets.table.requests import Bets
from nomorebets.table.wagers import Change


class PendingDecision(msgspec.Struct, frozen=True):
    """One seat's part of a decision that others have still to answer: the message, and the moment it answers."""

    at: int  # the number of the last event before the question
    message: dict[str, Any]


class SeatOrders(msgspec.Struct, omit_defaults=True):
    """What a seat wants done; acknowledged, and not yet on the layout."""

    placed: dict[str, Wager] = {}
    removed: list[Wager] = []
    changed: list[Change] = []
    said: PendingDecision | None = None
    voided: list[Wager] = []  # tickets that were made void again
    sits_out: bool = False  # keeps the seat and is not dealt in
    time_paid_until: int = 0  # milliseconds since 1970, where the seat pays for its time

    @property
    def wagers(self) -> tuple[Wager, ...]:
        return tuple(self.placed.values())

    @property
    def staked(self) -> int:
        staked = 0
        for wager in self.placed.values():
            staked += wager.staked
        return staked

    def __bool__(self) -> bool:
        """Whether anything is to be done on the layout, or to be written down."""
        return bool(self.placed or self.removed or self.changed or self.voided)

    def carry_out(self, at: Round, by: Citation) -> None:
        """Do all of it on a felt."""
        for wager in self.removed:
            at.felt.take_up(wager, by)
        for change in self.changed:
            at.felt.change(change.wager, change.to, by)
        for wager in self.wagers:
            at.felt.put_down(wager, by)

    def bets(self) -> Bets:
        return Bets(self.wagers, tuple(self.removed), tuple(self.changed), tuple(self.voided))
