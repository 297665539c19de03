"""A card game of somebody's own: nothing of it is fixed before a game file defines it."""

from __future__ import annotations

import math

from nomorebets.games.own_cards.definition import game_at
from nomorebets.games.own_cards.script import IRREGULARITIES, card_game
from nomorebets.games.own_cards.terms import OPTIONS, POSITIONS
from nomorebets.procedures.deck import REMEMBERS
from nomorebets.procedures.positions import verify_positions
from nomorebets.regulation import Odds, cite
from nomorebets.table import Game, House, Place, Round, Wager
from nomorebets.table.acceptance import refusal
from nomorebets.table.betting_areas import area_finder, areas_for
from nomorebets.table.game import CARDS, Betting, Memory, Terms
from nomorebets.table.game_file import OWN

MADE = cite("D.4(a)")


def verify(table: Round, wager: Wager) -> None:
    """Chips at a seat of the table, before the call; a raise has its own moment."""
    positions = int(table.house[POSITIONS])
    if wager.seat > positions:
        raise refusal(table, wager, "the table has no such place", cite("D.2(b)"), f"seats 1 to {positions}")
    verify_positions(table, wager, most=1, by=MADE)
    if wager.verbal or wager.coupon or wager.call or wager.fee or wager.late:
        raise refusal(table, wager, "nothing but chips on the layout is taken", MADE, "chips or plaques")
    if table.game.bet[wager.kind].opens != "before-deal":
        made = ", ".join(bet.kind for bet in table.game.bets if bet.has_stake and bet.opens == "before-deal")
        raise refusal(table, wager, "it is made when the player decides", cite("D.4(c)"), made)


def unit(house: House, place: Place) -> int:
    """Whole chips that every row pays exactly; the raise and the bonus go by the first wager."""
    own = (place.kind,) if place.kind in game_at(house).sides else ()
    odds = (pays for row, pays in house.pays.items() if not own or row.partition(".")[0] in own)
    return math.lcm(house.smallest_chip, *(pays.on for pays in odds if isinstance(pays, Odds)))


GAME = Game(
    id=f"{OWN}cards",
    terms=Terms(options=OPTIONS, dealt_by=cite("D.5(c)"), late_by=MADE, seats=lambda house: int(house[POSITIONS])),
    bets=(),
    betting=Betting(layout=areas_for(()), place=area_finder(MADE), unit=unit, verify=verify),
    script=card_game,
    chance=CARDS,
    memory=Memory(remembers=REMEMBERS),
    irregularities=IRREGULARITIES,
)
