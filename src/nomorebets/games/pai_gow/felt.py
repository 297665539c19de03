"""How the table of pai gow looks."""

from __future__ import annotations

from nomorebets.drawing.facet import GameFelt
from nomorebets.drawing.places import Board
from nomorebets.drawing.seats import SeatPlan
from nomorebets.drawing.tiles import tiles
from nomorebets.games.pai_gow.settlement import PAI_GOW
from nomorebets.procedures.banking import MARKERS
from nomorebets.procedures.setting import low_area
from nomorebets.table.wagers import DEALER


def bank_marker(board: Board, seat: int) -> tuple[str, str]:
    """The marker lies in front of the player who banks."""
    held = next((marker for marker in MARKERS if board.marks.get(marker) == f"seat {seat}"), "")
    return (PAI_GOW, held.upper()) if held else ("", "")


FELT = GameFelt(
    emblem=tiles(("6-6", "4-5")),
    seats=SeatPlan(common=(DEALER, low_area(DEALER)), rows=((PAI_GOW,),), reads=True, marker=bank_marker),
)
