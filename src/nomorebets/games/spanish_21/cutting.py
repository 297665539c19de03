"""Who cuts at Spanish 21: from the dealer's right the offer goes round counterclockwise (19:47-19.4(c), (d))."""

from __future__ import annotations

from nomorebets.games.twenty_one.cutting import CutRules, offering
from nomorebets.games.twenty_one.dealing import OUT_AT
from nomorebets.regulation import Citation, cite, reading
from nomorebets.table import Round, Script
from nomorebets.table.memory import Remembered
from nomorebets.table.steps import attest, note

GOES_ROUND = 2  # the procedure since which the offer goes round; earlier records have it by the cutting card
OFFERED = "cut-offered"  # whom the last cut was offered to, in the state of the table
FIRST_PLAYER = "first player"
REMEMBERED = Remembered(rf"(\d{{1,3}}|{FIRST_PLAYER})?", "the number of a box, first player, or nothing")
BY_CUTTING_CARD = CutRules(
    backs=cite("19.4(c)"),
    first_player=cite("19.4(d)1"),
    on_box=reading("R-19.4-on-box"),
    on_dealer=reading("R-19.4-on-dealer"),
    at_will=None,
    nobody=cite("19.4(c)"),
)
offer_by_cutting_card = offering(BY_CUTTING_CARD)


def next_offered(table: Round) -> tuple[int, Citation] | None:
    """Whom the cut is offered to; nobody, where no player is known."""
    seats, state = sorted(table.seats), table.felt.state
    if not seats:
        return None
    last = state.get(OFFERED, "")
    if not last and not state.get(OUT_AT):  # nothing was dealt here before
        return seats[0], cite("19.4(d)1")
    before = [seat for seat in seats if last.isdigit() and seat < int(last)]  # boxes are numbered clockwise
    return before[-1] if before else seats[-1], cite("19.4(d)2")


def offer_cut(table: Round) -> Script[None]:
    """Offer the stack to be cut, and remember to whom."""
    if table.procedure < GOES_ROUND:
        yield from offer_by_cutting_card(table)
        return
    offered = next_offered(table)
    if offered is None:
        return
    seat, by = offered
    is_first = by == cite("19.4(d)1")
    yield from attest("the stack is offered to be cut, its backs away from the dealer", by=cite("19.4(c)"))
    yield from attest(f"the cut is offered to seat {seat} first", by=by)
    yield from note(OFFERED, FIRST_PLAYER if is_first else str(seat), by=by)
    yield from attest("whoever refuses it passes it on counterclockwise", by=reading("R-19.4-refused"))
    yield from attest("where nobody takes it the dealer cuts", by=cite("19.4(c)"))


def begin_anew(table: Round) -> Script[None]:
    """Nobody plays: whoever comes next is the first player to the table."""
    if table.procedure < GOES_ROUND:
        return
    for what in (OFFERED, OUT_AT):
        if table.felt.state.get(what):
            yield from note(what, "", by=cite("19.4(d)1"))
