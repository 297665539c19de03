"""What a seat wins or loses: what it put into the pots against what it won of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from nomorebets.regulation import Citation
from nomorebets.table import House, Result, Wager


class Won(NamedTuple):
    """What each seat won of all pots, and by which paragraph."""

    by_seat: Mapping[int, int]
    by: Citation


def settle_pot(wager: Wager, won: Won, house: House) -> Result:
    net = won.by_seat[wager.seat] - wager.amount
    return Result(wager, "win" if net > 0 else "lose" if net < 0 else "push", net, won.by)
