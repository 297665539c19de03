"""What the wagers of Caribbean stud win and lose, and by which paragraph (19:47-16.10 to 16.12). Pure."""

from __future__ import annotations

import msgspec

from nomorebets.games.caribbean_stud.terms import (
    BET_LIMIT,
    FIXED_STRAIGHT_FLUSH,
    PROGRESSIVE_STAKE,
    STRAIGHT_FLUSH_AWARD,
)
from nomorebets.games.stud.showdown import End
from nomorebets.regulation import Citation, cite, reading
from nomorebets.table import House, Result, Wager
from nomorebets.table.wagers import lost


class Outcome(msgspec.Struct, frozen=True):
    """How a hand ended against the dealer's; without a category where it was folded unseen."""

    end: End
    category: str = ""  # of the player's hand
    jackpot: int = 0  # cents: what the meter shows when the progressive wager is settled
    sharing: int = 1  # royal flushes among which it is divided
    after_royal: bool = False  # in the same round, so that the meter began again at its reset amount


def settle_ante(ante: Wager, outcome: Outcome, house: House) -> Result:
    """The ante: forfeited by a fold, paid when the dealer has no hand or the lower one."""
    match outcome.end:
        case "fold":
            return lost(ante, cite("16.10(a)"))
        case "lose":
            return lost(ante, cite("16.10(e)1"))
        case "push":
            return Result(ante, "push", 0, cite("16.10(e)2"))
        case "no-hand":
            return _ante_wins(ante, house, cite("16.10(f)2"))
        case "win":
            return _ante_wins(ante, house, cite("16.12(b)"))


def _ante_wins(ante: Wager, house: House, by: Citation) -> Result:
    return Result(ante, "win", house.pays["ante"].of(ante.amount + ante.coupon), by)


def settle_bet(bet: Wager, outcome: Outcome, house: House) -> Result | None:
    """The bet: void when the dealer has no hand, paid by the player's own hand up to the limit. A fold makes none."""
    match outcome.end:
        case "fold":
            return None
        case "lose":
            return lost(bet, cite("16.10(e)1"))
        case "push":
            return Result(bet, "push", 0, cite("16.10(e)2"))
        case "no-hand":
            return Result(bet, "void", 0, cite("16.10(f)3"))
        case "win":
            due = house.pays[f"bet.{outcome.category}"].of(bet.amount)
            if due > BET_LIMIT:
                return Result(bet, "win", BET_LIMIT, cite("16.12(d)"))
            return Result(bet, "win", due, cite("16.12(c)"))


def settle_progressive(chip: Wager, outcome: Outcome, house: House) -> Result:
    """The progressive wager: by the player's own hand, whatever the dealer holds; a fold gives it up."""
    if outcome.end == "fold":
        return lost(chip, reading("R-16.10a-fold-progressive"))
    amount = _progressive_award(outcome, house)
    if not amount:
        return lost(chip, cite("16.11(b)1"))
    return Result(chip, "win", amount - chip.amount, _progressive_by(outcome, house))


def _progressive_by(outcome: Outcome, house: House) -> Citation:
    """The paragraph by which a winning hand is paid."""
    if outcome.after_royal and from_meter(outcome.category, house):
        return reading("R-16.12g-after-royal")
    return cite("16.12(g)") if outcome.sharing > 1 else cite("16.12(e)")


def _progressive_award(outcome: Outcome, house: House) -> int:
    """What a hand wins: all of the meter, a part of it, or a fixed sum."""
    if outcome.category == "royal-flush":
        return outcome.jackpot // outcome.sharing
    if outcome.category == "straight-flush":
        ten_percent = outcome.jackpot // 10  # down to the cent: R-16.12e-rounding
        return ten_percent if from_meter(outcome.category, house) else FIXED_STRAIGHT_FLUSH
    fixed = house.pays.get(f"progressive-payout.{outcome.category}")
    return fixed.of(PROGRESSIVE_STAKE) if fixed else 0


def from_meter(category: str, house: House) -> bool:
    """Whether the meter pays a hand, and not the table inventory."""
    percent = house[STRAIGHT_FLUSH_AWARD] == "ten-percent"
    return category == "royal-flush" or (category == "straight-flush" and percent)
