"""Pai gow: N.J.A.C. 19:47-10 (since 2012, 13:69F-10). Thirty-two tiles, four to a hand, set as a high and a low hand.

No sentence of the text was read, only its headings; what the sections are taken to say stands in the readings cited.
"""

from __future__ import annotations

from nomorebets.games.pai_gow.script import BANK_RULES, IRREGULARITIES, pai_gow
from nomorebets.games.pai_gow.settlement import PAI_GOW, settle_dealers_wager, settle_pai_gow
from nomorebets.games.pai_gow.terms import DRAGONS_EYE, OPTIONS, TWO_AREAS, seats_at
from nomorebets.procedures.banking import (
    AGAINST_DEALER,
    ANYBODY,
    BANK_REMEMBERS,
    DEALERS_WAGER,
    settle_bank_by,
    verify_against_bank,
)
from nomorebets.procedures.deck import wager_of
from nomorebets.procedures.dragons_eye import dragons_eye_bet
from nomorebets.procedures.opening import STANDINGS, TABLE
from nomorebets.procedures.positions import SAME_PLAYER, SEATS, verify_positions
from nomorebets.regulation import cite, pay_table, reading, to
from nomorebets.table import Game, Round, Wager
from nomorebets.table.acceptance import refusal
from nomorebets.table.betting_areas import area_finder, areas_for, whole_chips
from nomorebets.table.game import TILES, Bet, Betting, Memory, Terms
from nomorebets.table.memory import one_of

BETS = (
    Bet(
        kind=PAI_GOW,
        by=cite("10.5"),
        settle=settle_pai_gow,
        pays=pay_table("10.7", {PAI_GOW: to(1)}),
        odds_are_fixed=True,
        paid_by=reading("R-10.7-vigorish"),
    ),
    dragons_eye_bet(DRAGONS_EYE, PAI_GOW, by=reading("R-10.11-module")),
    settle_bank_by(BANK_RULES),
    Bet(kind=DEALERS_WAGER, by=BANK_RULES.dealers_wager, settle=settle_dealers_wager, has_stake=False),
)


def verify(table: Round, wager: Wager) -> None:
    """What 10.5, 10.8 and 10.10 demand of a wager by itself."""
    seats = seats_at(table.house)
    if wager.seat > seats:
        raise refusal(
            table, wager, "the table has no such betting area", reading("R-10.5-areas"), f"seats 1 to {seats}"
        )
    most = 2 if table.house[TWO_AREAS] == "on" else 1
    verify_positions(table, wager, most=most, by=reading("R-10.10-areas"))
    if wager.verbal or wager.coupon:
        raise refusal(table, wager, "only chips are taken", reading("R-10.5-until"), "chips on the betting area")
    verify_against_bank(table, wager, BANK_RULES)


def complete(table: Round, seat: int) -> None:
    """A dragon's eye wager goes only beside a pai gow wager."""
    own = [wager for wager in table.wagers if wager.seat == seat and not wager.accepted]
    if own and wager_of(table, seat, PAI_GOW) is None:
        why = "it goes only beside a pai gow wager"
        raise refusal(table, own[-1], why, reading("R-10.11-module"), f"{PAI_GOW} at the same seat")


GAME = Game(
    id="pai-gow",
    terms=Terms(
        options=OPTIONS,
        dealt_by=cite("10.7"),
        late_by=reading("R-10.5-until"),
        seats=seats_at,
    ),
    bets=BETS,
    betting=Betting(
        layout=areas_for(BETS),
        place=area_finder(cite("10.5")),
        unit=whole_chips,
        verify=verify,
        complete=complete,
        usual=(PAI_GOW,),
    ),
    script=pai_gow,
    chance=TILES,
    memory=Memory(
        remembers={TABLE: one_of(*STANDINGS), SAME_PLAYER: SEATS, **BANK_REMEMBERS},
        assumed={AGAINST_DEALER: ANYBODY},
        public=(),
    ),
    irregularities=IRREGULARITIES,
)
