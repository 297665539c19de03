"""One player at more than one position. A seat is a player unless the table is told otherwise."""

from __future__ import annotations

from nomorebets.regulation import Citation
from nomorebets.table.acceptance import refusal
from nomorebets.table.memory import Remembered
from nomorebets.table.round import Round
from nomorebets.table.wagers import Wager

SAME_PLAYER = "same-player"  # which seats are one player's: "3 4", or "1 2, 5 6" where there are two such players

SEATS = Remembered(r"(\d{1,3}( +\d{1,3})*( *, *|$))*", 'seats like "3 4, 6 7"')


def positions_of(table: Round, seat: int) -> tuple[int, ...]:
    """The seats of whoever sits at a seat.

    >>> from nomorebets.games import open_table
    >>> from nomorebets.table.felt import Felt, Opening
    >>> table = Round(open_table("let-it-ride"), Felt.opened(Opening({SAME_PLAYER: "4 3, 6 7"})))
    >>> positions_of(table, 3), positions_of(table, 5)
    ((3, 4), (5,))
    """
    groups = table.felt.state.get(SAME_PLAYER)
    if not groups:
        return (seat,)
    players = (sorted({int(own) for own in group.split()}) for group in groups.split(","))
    return next((tuple(own) for own in players if seat in own), (seat,))


def verify_positions(table: Round, wager: Wager, most: int, by: Citation, side_by_side: bool = True) -> None:
    """A player has so many positions and no more, and where the rules say so they lie side by side."""
    own = positions_of(table, wager.seat)
    if len(own) == 1:
        return
    used = sorted({wager.seat, *(w.seat for w in table.wagers if w.seat in own)})
    other = next((seat for seat in used if seat != wager.seat), 0)
    if len(used) > most:
        beside = " side by side" if side_by_side else ""
        positions = "one position" if most == 1 else f"{most} positions{beside}"
        raise refusal(table, wager, f"the player wagers at seat {other} too", by, positions)
    if side_by_side and used[-1] - used[0] >= most:
        why = f"it is not beside seat {other}, the player's other position"
        raise refusal(table, wager, why, by, "adjacent seats")
