"""Who may wager in the middle of a shoe, at a table that bars those who passed a round."""

from __future__ import annotations

from nomorebets.games.twenty_one.dealing import OUT_AT
from nomorebets.procedures.positions import SAME_PLAYER, SEATS
from nomorebets.procedures.shoe import REMEMBERS, SHOE
from nomorebets.regulation import Citation
from nomorebets.table import Round, Script
from nomorebets.table.memory import SEAT_NUMBERS, Remembered
from nomorebets.table.steps import note

ENTITLED = "wagered-since-shuffle"  # the boxes that have wagered in every round since; nothing after a shuffle
NOBODY = "0"


def remembered(box: str) -> dict[str, Remembered]:
    """What a table of the family remembers of its shoe, and of who wagers; a box by what the game calls one."""
    return {
        **REMEMBERS,
        SAME_PLAYER: SEATS,
        OUT_AT: Remembered(r"(\d{1,3})?", f"the number of a {box}, or 0 for the dealer"),
        ENTITLED: SEAT_NUMBERS,
    }


def let_all_in(table: Round, by: Citation) -> Script[None]:
    """After a shuffle everybody may wager again."""
    if table.felt.state.get(ENTITLED):
        yield from note(ENTITLED, "", by=by)


def bar_others(table: Round, played: list[int], by: Citation) -> Script[None]:
    """Remember who has wagered in every round since the shuffle."""
    entitled = table.felt.state.get(ENTITLED)
    seats = [seat for seat in played if not entitled or str(seat) in entitled.split()]
    yield from note(ENTITLED, " ".join(map(str, seats)) or NOBODY, by=by)


def is_barred(table: Round, seat: int) -> bool:
    """Whether a box has passed a round since the shuffle, at a table that bars it until the next."""
    entitled = table.felt.state.get(ENTITLED)
    return bool(entitled) and table.felt.state.get(SHOE, "") != "" and str(seat) not in (entitled or "").split()
