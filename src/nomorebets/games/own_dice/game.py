"""A dice game of somebody's own: every wager is decided by one shake."""

from __future__ import annotations

from nomorebets.equipment.dice import Roll, written
from nomorebets.games.own_dice.definition import game_at
from nomorebets.procedures.shaker import ShakerRules, mishaps, valid_shake
from nomorebets.regulation import cite
from nomorebets.table import Game, House, Result, Round, Script, Wager, announce, collect, pay
from nomorebets.table.acceptance import refusal
from nomorebets.table.betting_areas import area_finder, areas_for
from nomorebets.table.chips import give_back
from nomorebets.table.game import DICE, Betting, Terms, least_unit
from nomorebets.table.game_file import OWN
from nomorebets.table.variation import RULES, file_option
from nomorebets.table.wagers import lost

MADE, SHAKEN, WRONG, PAID = cite("D.4(a)"), cite("D.5(f)"), cite("D.7(a)"), cite("D.6(b)")
IRREGULARITIES = mishaps(WRONG, WRONG, WRONG)


def settle(wager: Wager, roll: Roll, house: House) -> Result:
    """A wager by the throw."""
    own = game_at(house).wagers[wager.kind]
    if own.wins.holds(roll):
        return Result(wager, "win", house.pays[wager.kind].of(wager.amount), PAID)
    return Result(wager, "push", 0, PAID) if own.push is not None and own.push.holds(roll) else lost(wager, PAID)


def _nothing(table: Round) -> Script[None]:
    """The dealer has the shaker."""
    yield from ()


def dice_game(table: Round) -> Script[None]:
    """One round of play: the wagers, the shake, and what the dice decide."""
    dice = game_at(table.house).dice
    shaker = ShakerRules(dice, SHAKEN, MADE, cite("D.5(a)"), SHAKEN, lambda table: WRONG, IRREGULARITIES)
    roll = yield from valid_shake(table, shaker, _nothing)
    yield from announce(f"{written(roll)}, {sum(roll)}", by=SHAKEN)
    results = table.settle(table.wagers, roll)
    yield from collect((r for r in results if r.outcome == "lose"), by=cite("D.6(c)"))
    yield from give_back([r for r in results if r.outcome == "push"], by=PAID)
    yield from pay((r for r in results if r.outcome == "win"), by=cite("D.6(c)"))


def verify(table: Round, wager: Wager) -> None:
    if wager.verbal or wager.coupon or wager.call or wager.fee or wager.late:
        raise refusal(table, wager, "nothing but chips on the layout is taken", MADE, "chips or plaques")


GAME = Game(
    id=f"{OWN}dice",
    terms=Terms(
        options=(file_option(cite("D.1(a)")), RULES),
        dealt_by=SHAKEN,
        late_by=MADE,
        no_decision="nothing is decided after the wagers are made",
    ),
    bets=(),
    betting=Betting(layout=areas_for(()), place=area_finder(MADE), unit=least_unit, verify=verify),
    script=dice_game,
    chance=DICE,
    irregularities=IRREGULARITIES,
)
