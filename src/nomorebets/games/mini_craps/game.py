"""Mini-craps: craps on a shorter table with at most nine seated players, by the same subchapter (1.2(a))."""

from __future__ import annotations

from msgspec.structs import replace

from nomorebets.games.craps.acceptance import verify as verify_at_craps
from nomorebets.games.craps.game import GAME as CRAPS
from nomorebets.regulation import reading
from nomorebets.table import Round, Wager
from nomorebets.table.acceptance import refusal

SEATS = 9


def verify(table: Round, wager: Wager) -> None:
    """Nine seats; otherwise as at craps."""
    if wager.seat > SEATS:
        by = reading("R-1.2a-mini-craps")
        raise refusal(table, wager, "a mini-craps table has nine seats", by, f"seats 1 to {SEATS}")
    verify_at_craps(table, wager)


GAME = replace(
    CRAPS,
    id="mini-craps",
    terms=replace(CRAPS.terms, seats=lambda house: SEATS),
    betting=replace(CRAPS.betting, verify=verify),
)
