"""The progressive meter: an account of its own, fed by wagers and emptied by jackpots."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from nomorebets.errors import HouseRuleError
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


def rates(least: str, most: str, by: Citation) -> Callable[[str], str]:
    """How a rate of progression is read: two digits behind the point, from the least to the most.

    >>> rates("0.70", "1.00", by=Citation.parse("16.12(f)"))("0.8")
    '0.80'
    """

    def parse(text: str) -> str:
        digits = text.removeprefix("0.").ljust(2, "0")
        written_out = text.startswith("0.") and digits.isascii() and digits.isdigit() and len(digits) == 2
        rate = "1.00" if text in ("1", "1.00") else f"0.{digits}" if written_out else ""
        if not least <= rate <= most:
            raise HouseRuleError(f"a rate of progression of {text[:20]!r}", by, accepts=f"{least} to {most}")
        return rate

    return parse


def set_meter_back(amount: int, by: Citation) -> Script[None]:
    """Undo what was added to the meter, if anything was."""
    if amount > 0:
        yield SetMeterBack(by, amount)


def feed_meter(amount: int, by: Citation, source: str = INVENTORY) -> Script[None]:
    """Add to the meter, if there is anything to add."""
    if amount > 0:
        yield FeedMeter(by, amount, source)
