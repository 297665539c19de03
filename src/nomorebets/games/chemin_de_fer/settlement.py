"""What is won and lost at chemin de fer, 4.10: the Bank and every wager against it, hand for hand at even money."""

from __future__ import annotations

from dataclasses import dataclass

from nomorebets.procedures.vigorish import vigorish_at
from nomorebets.regulation import cite, pay_table, reading, to
from nomorebets.table import House, Result, Wager
from nomorebets.table.game import Bet
from nomorebets.table.wagers import lost

BANK = "bank"
BANCO = "banco"
SUIVI = "banco-suivi"
WITH_TABLE = "avec-la-table"
PUNT = "punt"
WINNERS = ("player", "tie", "banker")


@dataclass(frozen=True)
class HandResult:
    """How a hand came out: which hand won, or that they tied, and what was wagered against the Bank in all."""

    winner: str
    against: int  # cents


def settle_against(wager: Wager, hand: HandResult, house: House) -> Result:
    """A wager against the Bank: its own amount, paid out of the Bank or added to it."""
    if hand.winner == "tie":
        return Result(wager, "void", 0, reading("R-4.10-tie"))
    if hand.winner == "banker":
        return lost(wager, cite("4.10"))
    return Result(wager, "win", wager.amount, reading("R-4.10-payment"))


def settle_bank(wager: Wager, hand: HandResult, house: House) -> Result:
    """The Bank: all that was wagered against it; what it wins stays in it, less vigorish."""
    if hand.winner == "tie":
        return Result(wager, "void", 0, reading("R-4.10-tie"))
    if hand.winner == "player":
        return Result(wager, "lose", -hand.against, reading("R-4.10-payment"))
    net = hand.against - vigorish_at(house, hand.against)
    return Result(wager, "win", net, reading("R-4.10-vigorish"), stays=True)


EVEN = to(1)  # another patron pays it, so no house makes it more
BETS = (
    Bet(
        kind=BANK,
        by=cite("4.6"),
        pays=pay_table("4.10", {BANK: EVEN}),
        odds_are_fixed=True,
        opens="offer-of-the-bank",
        bank="player",
        settle=settle_bank,
    ),
    *(
        Bet(kind=kind, by=by, pays=pay_table("4.10", {kind: EVEN}), odds_are_fixed=True, settle=settle_against)
        for kind, by in (
            (BANCO, reading("R-4.7-banco")),
            (SUIVI, reading("R-4.7-banco")),
            (WITH_TABLE, reading("R-4.7-with-the-table")),
            (PUNT, cite("4.7")),
        )
    ),
)
