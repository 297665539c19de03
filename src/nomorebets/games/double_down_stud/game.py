"""Double down stud: N.J.A.C. 19:47-17 (since 2012, 13:69F-17)."""

from __future__ import annotations

from msgspec.structs import replace

from nomorebets.games.double_down_stud.script import IRREGULARITIES, double_down_stud
from nomorebets.games.double_down_stud.settlement import settle_wager
from nomorebets.games.double_down_stud.terms import MATCH_PLAY, MAX_POSITIONS, OPTIONS, ORIGINAL_PAYS, POSITIONS, faults
from nomorebets.procedures.deck import REMEMBERS
from nomorebets.procedures.positions import verify_positions
from nomorebets.regulation import cite, reading
from nomorebets.table import Game, House, Layout, Round, Wager
from nomorebets.table.acceptance import refusal
from nomorebets.table.betting_areas import area_finder, areas_for, whole_chips
from nomorebets.table.game import CARDS, Bet, Betting, Memory, Terms

BETS = (
    Bet(kind="original", by=cite("17.6"), pays=ORIGINAL_PAYS, settle=settle_wager),
    Bet(kind="double-down", by=cite("17.8(c)"), settle=settle_wager, opens="decision", beside="original"),
)


def layout(house: House) -> Layout:
    """An area for the original wager and one for the double, which is paid alike."""
    areas = areas_for(BETS)(house)
    return Layout({**areas, "double-down": replace(areas["double-down"], paid_as="original")})


def verify(table: Round, wager: Wager) -> None:
    """What is demanded of a wager before the cards are dealt."""
    positions = int(table.house[POSITIONS])
    if wager.seat > positions:
        by = reading("R-17.6-seats")
        raise refusal(table, wager, "the table has no such position", by, f"seats 1 to {positions}")
    verify_positions(table, wager, most=int(table.house[MAX_POSITIONS]), by=reading("R-17.6-positions"))
    if wager.verbal:
        by = reading("R-17.6-no-spoken")
        raise refusal(table, wager, "a spoken wager with cash is not taken", by, "chips or plaques")
    if wager.kind == "double-down":
        why = "the double down wager is made when all cards are dealt"
        raise refusal(table, wager, why, cite("17.8(c)"), "original")
    if wager.coupon and table.house[MATCH_PLAY] != "on":
        by = reading("R-17.6-coupon")
        raise refusal(table, wager, "match play coupons are not taken here", by, "chips or plaques")


GAME = Game(
    id="double-down-stud",
    terms=Terms(
        options=OPTIONS,
        dealt_by=cite("17.8(b)"),
        late_by=reading("R-17.6-stays"),
        to_not_for=cite("17.10(a)"),
        seats=lambda house: int(house[POSITIONS]),
        faults=faults,
    ),
    bets=BETS,
    betting=Betting(
        layout=layout,
        place=area_finder(cite("17.6")),
        unit=whole_chips,
        verify=verify,
        usual=("original",),
    ),
    script=double_down_stud,
    chance=CARDS,
    memory=Memory(remembers=REMEMBERS),
    irregularities=IRREGULARITIES,
)
