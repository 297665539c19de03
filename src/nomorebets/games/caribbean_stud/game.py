"""Caribbean stud poker: N.J.A.C. 19:47-16 (since 2012, 13:69F-16)."""

from __future__ import annotations

from nomorebets.games.caribbean_stud.script import IN_TURN, IRREGULARITIES, caribbean_stud
from nomorebets.games.caribbean_stud.settlement import settle_ante, settle_bet, settle_progressive
from nomorebets.games.caribbean_stud.terms import (
    ANTE_PAYS,
    BET_PAYS,
    MATCH_PLAY,
    OPTIONS,
    POSITIONS,
    PROGRESSIVE_PAYS,
    PROGRESSIVE_STAKE,
)
from nomorebets.procedures.deck import REMEMBERS, wager_of
from nomorebets.procedures.meter import METER
from nomorebets.procedures.positions import verify_positions
from nomorebets.regulation import cite, reading
from nomorebets.table import Game, Round, Wager
from nomorebets.table.acceptance import refusal
from nomorebets.table.betting_areas import area_finder, areas_for, whole_chips
from nomorebets.table.game import CARDS, Bet, Betting, Memory, Terms
from nomorebets.table.memory import MONEY
from nomorebets.table.wagers import FixedStake

BETS = (
    Bet(kind="ante", by=cite("16.6(b)"), pays=ANTE_PAYS, settle=settle_ante, odds_are_fixed=True),
    Bet(kind="bet", by=cite("16.6(d)"), pays=BET_PAYS, settle=settle_bet, opens="decision", beside="ante"),
    Bet(
        kind="progressive-payout",
        by=cite("16.6(c)"),
        pays=PROGRESSIVE_PAYS,
        settle=settle_progressive,
        beside="ante",
        stake=FixedStake(PROGRESSIVE_STAKE, cite("16.6(c)"), coupon=True),
    ),
)


def verify(table: Round, wager: Wager) -> None:
    """What 16.6 demands of a wager."""
    if wager.seat > int(table.house[POSITIONS]):
        raise refusal(
            table, wager, "the table has no such position", cite("16.6(f)"), f"seats 1 to {table.house[POSITIONS]}"
        )
    verify_positions(table, wager, most=1, by=cite("16.6(e)"))
    if wager.verbal:
        raise refusal(table, wager, "a spoken wager with cash is not taken", cite("16.6(a)"), "chips or plaques")
    if wager.coupon and wager.amount and (table.house[MATCH_PLAY] != "on" or wager.kind != "ante"):
        by = reading("R-16.6a-coupon")
        raise refusal(table, wager, "a match play coupon is not taken here", by, "chips or plaques alone")
    if wager.kind == "bet":
        raise refusal(
            table, wager, "the bet wager is made after the cards are dealt", cite("16.6(d)"), "ante, progressive-payout"
        )
    if wager.kind == "progressive-payout" and wager_of(table, wager.seat, "ante") is None:
        beside = "an ante wager of the same seat"
        raise refusal(table, wager, "it goes only with an ante wager", cite("16.6(c)"), beside)


GAME = Game(
    id="caribbean-stud",
    terms=Terms(
        options=OPTIONS,
        dealt_by=cite("16.10(a)"),
        late_by=cite("16.6(b)"),
        to_not_for=cite("16.12(a)"),
        seats=lambda house: int(house[POSITIONS]),
        procedure=IN_TURN,
    ),
    bets=BETS,
    betting=Betting(
        layout=areas_for(BETS),
        place=area_finder(cite("16.6(a)")),
        unit=whole_chips,
        verify=verify,
        usual=("ante",),
    ),
    script=caribbean_stud,
    chance=CARDS,
    memory=Memory(remembers=REMEMBERS | {METER: MONEY}, public=(METER,)),
    irregularities=IRREGULARITIES,
)
