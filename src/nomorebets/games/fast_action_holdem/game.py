"""Fast action hold'em: N.J.A.C. 19:47-21 (since 2012, 13:69F-21), by the terms of a licensee's game file."""

from __future__ import annotations

from collections.abc import Mapping

from nomorebets.games.fast_action_holdem.script import IRREGULARITIES, fast_action_holdem
from nomorebets.games.fast_action_holdem.settlement import MAIN, settle_main
from nomorebets.games.fast_action_holdem.terms import OPTIONS, PAYOUT_ODDS, POSITIONS, do_not_fit
from nomorebets.procedures.deck import REMEMBERS
from nomorebets.procedures.positions import verify_positions
from nomorebets.regulation import Odds, Pays, cite, pay_table, reading, to
from nomorebets.table import Game, House, Round, Wager
from nomorebets.table.acceptance import refusal
from nomorebets.table.betting_areas import area_finder, areas_for
from nomorebets.table.game import CARDS, Bet, Betting, Memory, Terms, least_unit


def pays_at(house: House) -> Mapping[str, Pays]:
    """What the terms pay; there is no other source of it."""
    return {MAIN: Odds.parse(house[PAYOUT_ODDS])}


BETS = (
    Bet(
        kind=MAIN,
        by=cite("21.6"),
        pays=pay_table("21.8", {MAIN: to(1)}),
        least=pays_at,
        odds_are_fixed=True,
        settle=settle_main,
    ),
)


def verify(table: Round, wager: Wager) -> None:
    """What 21.10 demands of a wager, and what sister rules do."""
    positions = int(table.house[POSITIONS])
    if wager.seat > positions:
        raise refusal(table, wager, "the table has no such betting area", cite("21.6"), f"seats 1 to {positions}")
    verify_positions(table, wager, most=1, by=cite("21.10"))
    by = reading("R-21.6-chips")
    if wager.verbal:
        raise refusal(table, wager, "a spoken wager with cash is not taken", by, "chips or plaques")
    if wager.coupon or wager.call or wager.fee or wager.late:
        raise refusal(table, wager, "nothing goes with it but chips or plaques", by, "chips or plaques alone")


GAME = Game(
    id="fast-action-holdem",
    terms=Terms(
        options=OPTIONS,
        dealt_by=cite("21.7"),
        late_by=reading("R-21.6-closing"),
        to_not_for=reading("R-21.8-to"),
        seats=lambda house: int(house[POSITIONS]),
        faults=do_not_fit,
    ),
    bets=BETS,
    betting=Betting(
        layout=areas_for(BETS),
        place=area_finder(cite("21.6")),
        unit=least_unit,
        verify=verify,
        usual=(MAIN,),
    ),
    script=fast_action_holdem,
    chance=CARDS,
    memory=Memory(remembers=REMEMBERS),
    irregularities=IRREGULARITIES,
)
