"""What a big six wager wins or loses (5.5(a), 5.6(e)): script, odds, simulation and disputes settle by it."""

from __future__ import annotations

from nomorebets.games.big_six.terms import SYMBOL
from nomorebets.regulation import cite
from nomorebets.table import House, Result, Wager
from nomorebets.table.wagers import lost


def settle(wager: Wager, symbol: str, house: House) -> Result:
    """A wager on a symbol, when the clapper has come to rest at a section with one."""
    if SYMBOL[wager.on] != symbol:
        return lost(wager, cite("5.6(e)"))
    return Result(wager, "win", house.pays[wager.on].of(wager.amount), by=cite("5.5(a)"))
