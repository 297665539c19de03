"""What the wagers of red dog win and lose (19:47-6.5)."""

from __future__ import annotations

import msgspec

from nomorebets.regulation import reading
from nomorebets.table import House, Result, Wager
from nomorebets.table.wagers import lost


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """How far apart the first two cards are, and whether the third wins: equal to a pair, or between the two."""

    apart: int  # in values: 0 is a pair, 1 a sequence, more a spread of one less
    third_wins: bool = False

    @property
    def spread(self) -> int:
        """How many values lie between the first two cards."""
        return max(self.apart - 1, 0)


def outcome_of(low: int, high: int, third: int = 0) -> Outcome:
    """The outcome of these values, the first two in order; a sequence needs no third.

    >>> outcome_of(5, 9, 7), outcome_of(5, 5, 7)
    (Outcome(apart=4, third_wins=True), Outcome(apart=0, third_wins=False))
    """
    return Outcome(high - low, third == low if low == high else low < third < high)


def settle_bet(wager: Wager, outcome: Outcome, house: House) -> Result:
    """A bet: a tie on a sequence, and on a pair unless the third makes it three; else the third is between, or not."""
    if outcome.apart == 1:
        return Result(wager, "push", 0, reading("R-6.5-consecutive"))
    if not outcome.third_wins and outcome.spread:
        return lost(wager, reading("R-6.5-spread"))
    if not outcome.third_wins:
        return Result(wager, "push", 0, reading("R-6.5-pair"))
    odds = house.pays[f"bet.spread-{outcome.spread}" if outcome.spread else "bet.three-of-a-kind"]
    return Result(wager, "win", odds.of(wager.amount) + odds.of(wager.coupon), reading("R-6.5-odds"))


def settle_raise(wager: Wager, outcome: Outcome, house: House) -> Result:
    """A raise goes as its bet; where there is no spread it is no wager."""
    if not outcome.spread:
        return Result(wager, "void", 0, reading("R-6.7-raise-on-pair"))
    return settle_bet(wager, outcome, house)
