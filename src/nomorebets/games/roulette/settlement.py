"""What a roulette wager wins or loses (5.2, 5.3(e)): script, odds, simulation and disputes settle by it."""

from __future__ import annotations

from nomorebets.equipment.wheels import ZEROS
from nomorebets.games.roulette.layout import layout
from nomorebets.games.roulette.terms import EVEN_MONEY_ON_ZERO, WHEEL_KIND
from nomorebets.regulation import cite, reading
from nomorebets.table import House, Result, Wager
from nomorebets.table.wagers import lost


def settle(wager: Wager, number: str, house: House) -> Result:
    """A wager by its position, when the ball has come to rest in the compartment of a number."""
    place = layout(house).places[wager.on]
    if number not in place.covers:
        return lost(wager, cite("5.3(e)"))
    odds = house.pays[place.odds_of]
    coupon = odds.of(wager.coupon)  # the coupon is paid like chips and taken either way (R-5.1b-coupon)
    return Result(wager, "win", odds.of(wager.amount) + coupon, by=cite("5.2(a)"))


def settle_even_money(wager: Wager, number: str, house: House) -> Result:
    """Red, black, odd, even, low and high: on a zero the house's option decides, or all is lost where there is none."""
    if number not in ZEROS:
        return settle(wager, number, house)
    option = house.get(EVEN_MONEY_ON_ZERO)
    if option is None:
        return lost(wager, cite("5.2(c)") if house[WHEEL_KIND] == "single-zero" else cite("5.2(d)3"))
    by = reading("R-5.2b-1981") if house[WHEEL_KIND] == "single-zero" else cite("5.2(b)")
    taken = wager.amount // 2 if option == "half" else wager.amount  # a broken cent is the patron's (R-5.2b-odd-half)
    return Result(wager, "lose", -taken, by)


def settle_replica(wager: Wager, number: str, house: House) -> Result:
    """Five adjacent numbers: what is left on the replica lies on the four others, for a winning fifth was moved."""
    return lost(wager, cite("5.3(e)"))
