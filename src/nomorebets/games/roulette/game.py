"""Roulette: N.J.A.C. 19:47-5.1 to 5.4 (since 2012, 13:69F-5.1 to 5.4)."""

from __future__ import annotations

import math
from collections.abc import Mapping

from nomorebets.games.roulette.layout import PARAGRAPH, find, layout
from nomorebets.games.roulette.script import IRREGULARITIES, roulette
from nomorebets.games.roulette.settlement import settle, settle_even_money, settle_replica
from nomorebets.games.roulette.terms import (
    EVEN_MONEY,
    EVEN_MONEY_ON_ZERO,
    FIVE_ADJACENT,
    HALF_LOSS_ROUNDING,
    MATCH_PLAY,
    MINIMUM_ODDS,
    SEVEN_NUMBERS,
    TERMS,
    VERBAL_CASH,
    WHEEL_KIND,
)
from nomorebets.regulation import Pays, cite, pay_table
from nomorebets.table import Game, House, Place, Round, Wager
from nomorebets.table.acceptance import refusal
from nomorebets.table.game import Bet, Betting, ChanceKind, least_unit


def _only_with_double_zero(house: House) -> Mapping[str, Pays]:
    """The first five have no place on a layout without 00."""
    return {"first-five": MINIMUM_ODDS["first-five"]} if house[WHEEL_KIND] == "double-zero" else {}


def _bet(kind: str) -> Bet:
    """The wager of a kind, by the paragraph that names its place and the odds of 5.2(a)."""
    return Bet(
        kind=kind,
        by=cite(PARAGRAPH[kind]),
        settle=settle_even_money if kind in EVEN_MONEY else settle,
        pays=pay_table("5.2(a)", {kind: MINIMUM_ODDS[kind]}),
        least=_only_with_double_zero if kind == "first-five" else None,
        offered=SEVEN_NUMBERS if kind == "seven-numbers" else None,
        opens="before-spin",
        decided="ball-rests",
    )


FIVE = Bet(
    kind="five-adjacent",  # five straight wagers in one: the winning fifth is moved to its box and paid there
    by=cite(PARAGRAPH["five-adjacent"]),
    settle=settle_replica,
    offered=FIVE_ADJACENT,
    opens="before-spin",
    decided="ball-rests",
)
BETS = (_bet("straight"), FIVE, *(_bet(kind) for kind in MINIMUM_ODDS if kind != "straight"))


def unit(house: House, place: Place) -> int:
    """The step of a wager: whole chips, in fifths on the replica, in halves where half may be lost."""
    step = least_unit(house, place)
    halved = place.kind in EVEN_MONEY and house.get(HALF_LOSS_ROUNDING) == "exact"
    return math.lcm(step, 2) if halved and house.get(EVEN_MONEY_ON_ZERO) == "half" else step


def verify(table: Round, wager: Wager) -> None:
    """What 5.1(a) and (b) demand of chips, coupons and spoken wagers."""
    if wager.verbal and table.house[VERBAL_CASH] == "refuse":
        raise refusal(
            table,
            wager,
            "this house takes no spoken wagers",
            cite("5.1(a)"),
            "chips or plaques on the layout",
        )
    if wager.verbal == "unconfirmed":
        raise refusal(
            table,
            wager,
            "the dealer has not confirmed it",
            cite("5.1(a)"),
            "a spoken wager with cash that the dealer confirms",
        )
    if wager.coupon and table.house.get(MATCH_PLAY) != "on":
        raise refusal(table, wager, "match play coupons are not taken here", cite("5.1(a)"), "chips or plaques alone")
    if wager.coupon and wager.chips == "value":
        raise refusal(table, wager, "a value chip may not be wagered with a coupon", cite("5.1(b)"), "non-value chips")
    if wager.coupon and wager.kind == "five-adjacent":
        raise refusal(table, wager, "a coupon is not five chips", cite("5.1(e)1i(2)"), "chips or plaques alone")
    is_plain = wager.chips == "value" and not wager.coupon
    for other in table.felt.wagers:
        if is_plain and not other.coupon:
            continue  # chips of value beside other chips
        is_coupon = other.coupon or wager.coupon
        beside = is_coupon and (other.seat, other.on) == (wager.seat, wager.on)
        if beside and "value" in (other.chips, wager.chips):
            raise refusal(
                table, wager, "a value chip may not be wagered with a coupon", cite("5.1(b)"), "non-value chips alone"
            )
        if other.seat != wager.seat and other.chips == wager.chips != "value":
            raise refusal(
                table,
                wager,
                f"seat {other.seat} plays the same non-value chips",
                cite("5.1(b)"),
                "chips of another colour",
            )


GAME = Game(
    id="roulette",
    terms=TERMS,
    bets=BETS,
    betting=Betting(
        layout=layout,
        place=find,
        unit=unit,
        verify=verify,
        varied=("red", "straight:17", "split:17-20", "dozen:2", "four-numbers:1-2-4-5", "even", "column:1"),
    ),
    script=roulette,
    chance=ChanceKind(words="spins", read=lambda token, table: {"compartment": token}),
    irregularities=IRREGULARITIES,
)
