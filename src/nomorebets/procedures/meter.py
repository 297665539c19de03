"""The progressive meter: an account of its own, fed by wagers and emptied by jackpots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nomorebets.regulation import Citation
from nomorebets.table.game import Script
from nomorebets.table.ledger import INVENTORY
from nomorebets.table.requests import Answer, Request, Telling

if TYPE_CHECKING:
    from nomorebets.table.felt import Felt
    from nomorebets.table.round import Round

METER = "meter"
HOUSE = "house"


class FeedMeter(Request, frozen=True, tag="feed-meter"):
    """Money goes to the meter: a part of each wager from the inventory, or a new jackpot from the house."""

    amount: int
    source: str = INVENTORY

    def apply(self, felt: Felt, answer: Answer) -> None:
        felt.ledger.move(self.source, METER, self.amount, self.by)
        felt.state[METER] = str(int(felt.state.get(METER, "0")) + self.amount)

    def tell(self, answer: Answer, table: Round) -> Telling:
        return Telling(facts={"amount": self.amount})


class SetMeterBack(Request, frozen=True, tag="set-meter-back"):
    """What wagers of a void round had added leaves the meter again."""

    amount: int

    def apply(self, felt: Felt, answer: Answer) -> None:
        felt.ledger.move(METER, INVENTORY, self.amount, self.by)
        felt.state[METER] = str(int(felt.state[METER]) - self.amount)


def set_meter_back(amount: int, by: Citation) -> Script[None]:
    """Undo what was added to the meter, if anything was."""
    if amount > 0:
        yield SetMeterBack(by, amount)


def feed_meter(amount: int, by: Citation, source: str = INVENTORY) -> Script[None]:
    """Add to the meter, if there is anything to add."""
    if amount > 0:
        yield FeedMeter(by, amount, source)
