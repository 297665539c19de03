"""What the wagers of pai gow win and lose, and by which paragraph (19:47-10.7 and 10.8). Pure."""

from __future__ import annotations

from typing import NamedTuple

from nomorebets.hands.tiles import Split, split
from nomorebets.procedures.two_hands import HandsInTwo
from nomorebets.procedures.vigorish import vigorish_at
from nomorebets.regulation import reading
from nomorebets.table import House, Result, Wager
from nomorebets.table.wagers import lost

PAI_GOW = "pai-gow"


class Compared(NamedTuple):
    """A player's hands against the dealer's or the bank's: 1 ranks higher, 0 is a copy, -1 ranks lower."""

    high: int
    low: int

    @property
    def better(self) -> int:
        """How many of the two rank higher; a copy does not."""
        return (self.high > 0) + (self.low > 0)


class FourTiles(NamedTuple):
    """All tiles of a player, however they were set: what wagers are decided by that a game file adds."""

    tiles: tuple[str, ...]


WIN, PUSH, LOSE = Compared(1, 1), Compared(1, -1), Compared(-1, -1)


def compare(own: Split, bank: Split) -> Compared:
    """Two hands against two.

    >>> zeros = split(("5-6", "3-6"), ("2-2", "1-5"))
    >>> compare(zeros, zeros)
    Compared(high=0, low=0)
    """
    (high, low), (bank_high, bank_low) = own.ranks, bank.ranks
    return Compared((high > bank_high) - (high < bank_high), (low > bank_low) - (low < bank_low))


def as_laid(hands: HandsInTwo) -> Split:
    """Hands as the dealer turns them over: the higher one is the high hand, whichever way they were laid."""
    return split(hands.high, hands.low)


def settle_pai_gow(wager: Wager, compared: Compared, house: House) -> Result:
    """Both higher wins even money less vigorish, neither loses, one of each is a push."""
    if not compared.better:
        return lost(wager, reading("R-10.7-outcome"))
    if compared.better == 1:
        return Result(wager, "push", 0, reading("R-10.7-outcome"))
    won = house.pays[PAI_GOW].of(wager.amount)
    return Result(wager, "win", won - vigorish_at(house, won), reading("R-10.7-vigorish"))


def settle_dealers_wager(wager: Wager, compared: Compared, house: House) -> Result:
    """The dealer's wager against a bank: as a player's, but it is the house's money and owes no vigorish."""
    if compared.better == 1:
        return Result(wager, "push", 0, reading("R-10.8-settled"))
    net = wager.amount if compared.better else -wager.amount
    by = reading("R-10.8-vigorish") if net > 0 else reading("R-10.8-settled")
    return Result(wager, "win" if net > 0 else "lose", net, by)
