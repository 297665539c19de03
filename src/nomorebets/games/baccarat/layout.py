"""The layout of punto banco and minibaccarat, and what is demanded of a wager on it."""

from __future__ import annotations

import math
from collections.abc import Callable

from nomorebets.games.baccarat.rules import BaccaratRules, chosen
from nomorebets.games.baccarat.settlement import BONUS, CARDS, OTHER
from nomorebets.table import House, Layout, Place, Round, Wager
from nomorebets.table.acceptance import refusal
from nomorebets.table.betting_areas import find_area
from nomorebets.table.game import least_unit
from nomorebets.table.money import dollars

WHERE = {
    "banker": "the space of the Banker's Hand",
    "player": "the space of the Player's Hand",
    "tie": "the space of the Tie Bet",
}


def layout_of(rules: BaccaratRules) -> Callable[[House], Layout]:
    """The areas a table offers."""

    def layout(house: House) -> Layout:
        kinds = [*OTHER, "tie"]
        kinds += list(CARDS) if chosen(house, "offer-cards-456") == "on" else []
        kinds += list(BONUS) if chosen(house, "offer-bonus") == "on" else []
        return Layout(
            {
                kind: Place(
                    kind,
                    kind,
                    (),
                    rules.areas[kind],
                    WHERE.get(kind, f"the {kind} area"),
                    paid_as="bonus" if kind in BONUS else "",
                    at=(row, 0),
                )
                for row, kind in enumerate(kinds)
            }
        )

    return layout


def find_with(rules: BaccaratRules) -> Callable[[str, Layout, House], Place]:
    """The area a patron names, or the refusal."""
    return lambda text, layout, house: find_area(text, layout, house, rules.areas["banker"])


def unit(house: House, place: Place) -> int:
    """The step in which a wager is whole chips and is paid, and owes vigorish, in whole cents."""
    if place.kind in BONUS:
        return house.smallest_chip
    if place.kind == "banker" and chosen(house, "vig-rounding") == "exact":
        return math.lcm(house.smallest_chip, 100 // math.gcd(int(chosen(house, "vig-rate")), 100))
    return least_unit(house, place)


def verify_with(rules: BaccaratRules) -> Callable[[Round, Wager], None]:
    """What is demanded of a wager beyond its place and amount."""

    def verify(table: Round, wager: Wager) -> None:
        if wager.coupon and chosen(table.house, "match-play-accepted") != "on":
            raise refusal(table, wager, "match play coupons are not taken here", rules.coupon, "chips or plaques alone")
        if wager.coupon % table.house.smallest_chip:
            whole = f"a face amount in multiples of {dollars(table.house.smallest_chip)}"
            raise refusal(table, wager, "the coupon cannot be paid in whole cents", rules.coupon, whole)
        if wager.verbal == "unconfirmed":
            raise refusal(
                table, wager, "a spoken wager that no dealer confirmed is none", rules.form, "chips or plaques"
            )
        both = chosen(table.house, "back-both-hands", "on")
        other = OTHER.get(wager.kind, "")
        if both == "off" and other and table.felt.on(wager.seat, other):
            raise refusal(
                table,
                wager,
                "this table lets nobody back both hands",
                rules.areas[wager.kind],
                f"{other} or {wager.kind}",
            )

    return verify
