"""Casino war: N.J.A.C. 19:47-22 (since 2012, 13:69F-22).

No sentence of the text was read, only its headings; what the sections are taken to say stands in the readings cited.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from nomorebets.games.casino_war.script import IRREGULARITIES, casino_war
from nomorebets.games.casino_war.settlement import settle_initial, settle_tie, settle_war, settle_war_tie_bonus
from nomorebets.games.casino_war.terms import (
    PLAYERS,
    POSITIONS_PER_PLAYER,
    TERMS,
    TIE_ODDS,
    TIE_OFFERED,
    TIE_PAYS,
    WAR_TIE_BONUS,
    ends_at_tie,
)
from nomorebets.procedures.deck import wager_of
from nomorebets.procedures.positions import SAME_PLAYER, SEATS, verify_positions
from nomorebets.procedures.shoe import REMEMBERS
from nomorebets.regulation import Pays, cite, pay_table, reading, to
from nomorebets.table import Game, House, Layout, Place, Round, Wager
from nomorebets.table.acceptance import refusal
from nomorebets.table.betting_areas import area_finder, betting_areas
from nomorebets.table.game import CARDS, Bet, Betting, Memory


def _tie_row(house: House) -> Mapping[str, Pays]:
    return {"tie": to(int(house[TIE_ODDS]))}


def _bonus_row(house: House) -> Mapping[str, Pays]:
    return {"war-tie-bonus": to(1)} if house[WAR_TIE_BONUS] == "initial-x1" and not ends_at_tie(house) else {}


def _war_row(house: House) -> Mapping[str, Pays]:
    return {} if ends_at_tie(house) else {"war": to(1)}


BETS = (
    Bet(
        kind="initial",
        by=cite("22.6"),
        settle=settle_initial,
        pays=pay_table("22.9", {"initial": to(1)}),
        decided="first-cards",
    ),
    Bet(
        kind="war",
        by=reading("R-22.8-war-amount"),
        settle=settle_war,
        pays=pay_table("22.9", {"war": to(1)}),
        least=_war_row,
        beside="initial",
        opens="tie",
        decided="war-cards",
    ),
    Bet(
        kind="tie",
        by=cite("22.6"),
        settle=settle_tie,
        pays=pay_table("22.9", {"tie": to(TIE_PAYS)}),
        least=_tie_row,
        offered=TIE_OFFERED,
        beside="initial",
        own_limits=True,
        decided="first-cards",
    ),
    Bet(
        kind="war-tie-bonus",
        by=reading("R-22.8-war-tie-bonus"),
        settle=settle_war_tie_bonus,
        pays=pay_table("22.9", {"war-tie-bonus": to(1)}),
        least=_bonus_row,
        beside="war",
        has_stake=False,
        opens="tie",
        decided="war-cards",
    ),
)


def layout(house: House) -> Layout:
    """An area for initial and war wagers, and one for tie wagers where they are offered."""
    tie = ("tie",) if house[TIE_OFFERED] == "on" else ()
    kinds = ("initial", *tie) if ends_at_tie(house) else ("initial", *tie, "war")
    return betting_areas({kind: cite("22.6") for kind in kinds})


def unit(house: House, place: Place) -> int:
    """Whole chips, and an initial wager that can be halved to the cent (R-22.8-surrender)."""
    return house.smallest_chip if place.kind == "tie" else math.lcm(house.smallest_chip, 2)


def verify(table: Round, wager: Wager) -> None:
    """What 22.6 demands of a wager."""
    seats = table.house[PLAYERS]
    if wager.seat > int(seats):
        by = reading("R-22.2-positions")
        raise refusal(table, wager, "the table has no such position", by, f"seats 1 to {seats}")
    most = int(table.house[POSITIONS_PER_PLAYER])
    verify_positions(table, wager, most, by=reading("R-22.6-two-positions"))
    if wager.verbal or wager.coupon or wager.call or wager.fee or wager.late:
        by = reading("R-22.6-seated")
        raise refusal(table, wager, "nothing but chips on the layout is taken", by, "chips or plaques")
    if wager.kind == "war":
        by = reading("R-22.8-choice")
        raise refusal(table, wager, "a war wager is made only after a tie", by, "initial, tie")


def complete(table: Round, seat: int) -> None:
    """A tie wager stands only with an initial wager."""
    tie = wager_of(table, seat, "tie")
    if tie and not wager_of(table, seat, "initial"):
        by = reading("R-22.6-tie-needs-initial")
        raise refusal(table, tie, "it goes only with an initial wager", by, "an initial wager beside it")


GAME = Game(
    id="casino-war",
    terms=TERMS,
    bets=BETS,
    betting=Betting(
        layout=layout, place=area_finder(cite("22.6")), unit=unit, verify=verify, complete=complete, usual=("initial",)
    ),
    script=casino_war,
    chance=CARDS,
    memory=Memory(remembers=REMEMBERS | {SAME_PLAYER: SEATS}),
    irregularities=IRREGULARITIES,
)
