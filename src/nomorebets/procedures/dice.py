"""Who has the dice or the shaker: they go round the table clockwise."""

from __future__ import annotations

from collections.abc import Sequence

from nomorebets.table import Round
from nomorebets.table.dice import SOMEBODY, DiceTaken

NOBODY = -1


def clockwise(table: Round, after: int) -> list[int]:
    """The seats in the order in which dice are offered, beginning at the left of one."""
    seats = sorted({*table.seats, *[wager.seat for wager in table.felt.wagers]})
    return [seat for seat in seats if seat > after] + [seat for seat in seats if seat <= after]


def next_holder(taken: DiceTaken, holder: int, order: Sequence[int], keeps: bool) -> int:
    """Who has the dice now: whoever took them, the holder who keeps them, or the first who did not decline."""
    if taken.to >= SOMEBODY:
        return taken.to
    if keeps and not taken.relinquished:
        return holder
    return next((seat for seat in order if seat not in (*taken.refused, holder)), SOMEBODY)
