"""How wagers with the house are made: the layout, and what is demanded of a wager on it."""

from __future__ import annotations

import math

from nomorebets.games.baccarat.settlement import BONUS, CARDS, OTHER, TIE, WagerRules
from nomorebets.games.baccarat.terms import OFFER_BONUS, OFFER_CARDS, chosen
from nomorebets.procedures.vigorish import ROUNDING, rate_at
from nomorebets.table import House, Layout, Place, Round, Wager
from nomorebets.table.acceptance import refusal
from nomorebets.table.betting_areas import area_finder
from nomorebets.table.game import Betting, least_unit
from nomorebets.table.money import dollars

WHERE = {
    "banker": "the space of the Banker's Hand",
    "player": "the space of the Player's Hand",
    "tie": "the space of the Tie Bet",
}


def betting_of(rules: WagerRules) -> Betting:
    """How wagers are made at a table of a game with these paragraphs."""

    def layout(house: House) -> Layout:
        """The areas a table offers."""
        cards = CARDS if chosen(house, OFFER_CARDS) == "on" else ()
        bonus = BONUS if chosen(house, OFFER_BONUS) == "on" else ()
        kinds = (*OTHER, TIE, *cards, *bonus)
        return Layout({kind: area(kind, row) for row, kind in enumerate(kinds)})

    def area(kind: str, row: int) -> Place:
        where, paid_as = WHERE.get(kind, f"the {kind} area"), "bonus" if kind in BONUS else ""
        return Place(kind, kind, (), rules.permitted[kind], where, paid_as=paid_as, at=(row, 0))

    def verify(table: Round, wager: Wager) -> None:
        """What is demanded of a wager beyond its place and amount."""
        chip = table.house.smallest_chip
        if wager.coupon and chosen(table.house, "match-play-accepted") != "on":
            raise refusal(table, wager, "match play coupons are not taken here", rules.coupon, "chips or plaques alone")
        if wager.coupon % chip:
            whole = f"a face amount in multiples of {dollars(chip)}"
            raise refusal(table, wager, "the coupon cannot be paid in whole cents", rules.coupon, whole)
        if wager.verbal == "unconfirmed":
            why = "a spoken wager counts only if a dealer confirms it"
            raise refusal(table, wager, why, rules.form, "chips or plaques")
        other = OTHER.get(wager.kind, "")
        if chosen(table.house, "back-both-hands", "on") == "off" and other and table.felt.on(wager.seat, other):
            why, instead = "this table lets nobody back both hands", f"{other} or {wager.kind}"
            raise refusal(table, wager, why, rules.permitted[wager.kind], instead)

    return Betting(layout=layout, place=area_finder(rules.permitted["banker"]), unit=unit, verify=verify, carries=True)


def unit(house: House, place: Place) -> int:
    """The step in which a wager is whole chips and is paid, and owes vigorish, in whole cents."""
    if place.kind in BONUS:
        return house.smallest_chip
    if place.kind == "banker" and chosen(house, ROUNDING) == "exact":
        return math.lcm(house.smallest_chip, 100 // math.gcd(rate_at(house), 100))
    return least_unit(house, place)
