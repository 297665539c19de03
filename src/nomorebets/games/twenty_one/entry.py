"""Who may wager in the middle of a shoe, at a table that bars those who passed a round."""

from __future__ import annotations

from nomorebets.procedures.shoe import SHOE
from nomorebets.regulation import Citation
from nomorebets.table import Round, Script
from nomorebets.table.steps import note

ENTITLED = "wagered-since-shuffle"  # the boxes that have wagered in every round since; nothing after a shuffle
NOBODY = "0"


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
