"""Roulette: N.J.A.C. 19:47-5.1 to 5.4 (since 2012, 13:69F-5.1 to 5.4)."""

from __future__ import annotations

import math
from datetime import date

from nomorebets.equipment.wheels import DOUBLE_ZERO, SINGLE_ZERO, ZEROS
from nomorebets.games.roulette.layout import EVEN_MONEY, INSIDE, OUTSIDE, find, roulette_layout
from nomorebets.regulation import Citation, Pays, choice, cite, house_option, pay_table, reading, to
from nomorebets.regulation.options import Settings
from nomorebets.table import (
    Game,
    House,
    Irregularity,
    Layout,
    Place,
    Result,
    Round,
    Script,
    Wager,
    announce,
    ball_rests,
    checkpoint,
    collect,
    mark,
    move_part,
    pay,
    remedy,
    spin_ball,
    take_wagers,
)
from nomorebets.table.acceptance import refusal
from nomorebets.table.game import Betting, ChanceKind, Terms, least_unit, scaffold_bets

MINIMUM_ODDS = pay_table(
    "5.2(a)",
    {
        "straight": to(35),
        "split": to(17),
        "three-numbers": to(11),
        "four-numbers": to(8),
        "first-five": to(6),
        "six-numbers": to(5),
        "seven-numbers": to(4),
        "column": to(2),
        "dozen": to(2),
        "red": to(1),
        "black": to(1),
        "odd": to(1),
        "even": to(1),
        "low": to(1),
        "high": to(1),
    },
)

WHEEL_KIND = house_option(
    "wheel-kind",
    "5.2",
    "Which wheel is used, and how.",
    {
        "double-zero": choice("5.2(b)"),
        "single-zero": choice("5.2(c)", since=date(1978, 6, 2)),  # before 5.2(c) the loss on zero was 5.2(b)'s
        "double-as-single": choice("5.2(d)", sign="5.2(d)1"),
    },
    "double-zero",
    since=date(1978, 6, 2),
)


def _zero_is_settled(settings: Settings, day: date) -> Citation | None:
    """Why a table has no choice about even-money wagers on zero: only the double zero wheel has one."""
    if settings.get("wheel-kind") == "single-zero" and day >= date(1981, 11, 2):
        return cite("5.2(c)")
    return cite("5.2(d)3") if settings.get("wheel-kind") == "double-as-single" else None


EVEN_MONEY_ON_ZERO = house_option(
    "even-money-on-zero",
    "5.2(b)",
    "What red, black, odd, even, 1 to 18 and 19 to 36 lose when 0 or 00 comes up.",
    {"half": choice("5.2(b)"), "whole": choice("5.2(b)", since=date(1998, 8, 17))},
    "half",
    sign="5.2(b)",
    ruled_out=_zero_is_settled,
)

HALF_LOSS_ROUNDING = house_option(
    "half-loss-rounding",
    "5.2(b)",
    "What happens to a wager whose half is no whole cent: refused when made, or the patron loses the smaller part.",
    {
        "exact": choice("5.2(b)", read=reading("R-5.2b-odd-half")),
        "favour-player": choice("5.2(b)", read=reading("R-5.2b-odd-half")),
    },
    "exact",
    ruled_out=lambda settings, day: None if settings.get("even-money-on-zero") == "half" else cite("5.2(b)"),
)

FIVE_ADJACENT = house_option(
    "five-adjacent",
    "5.1(e)1i",
    "Whether everyone at the table may bet five adjacent numbers of the wheel at once.",
    {"on": choice("5.1(e)1i(1)", layout="wheel-replica"), "off": choice("5.1(e)1i")},
    "off",
)

SEVEN_NUMBERS = house_option(
    "seven-numbers",
    "5.1(f)",
    "Whether everyone at the table may bet 10 to 15 and 33 as seven numbers.",
    {"on": choice("5.1(f)1", layout="seven-numbers-area"), "off": choice("5.1(f)")},
    "off",
)

ALLOW_023 = house_option(
    "allow-trio023",
    "5.1(e)3i",
    "Whether 0-2-3 is taken as three numbers on a single zero layout; the text does not list it.",
    {"on": choice("5.1(e)3i", read=reading("R-5.1e3i-023")), "off": choice("5.1(e)3i")},
    "off",
    ruled_out=lambda settings, day: cite("5.1(e)3i") if settings.get("wheel-kind") == "double-zero" else None,
)

MATCH_PLAY = house_option(
    "match-play-accepted",
    "5.1(a)",
    "Whether match play coupons are taken.",
    {"on": choice("5.1(b)", since=date(1997, 10, 6)), "off": choice("5.1(a)")},
    "off",
    since=date(1997, 10, 6),
)

VERBAL_CASH = house_option(
    "verbal-cash-wagers",
    "5.1(a)",
    "Whether a spoken wager with cash is taken if the dealer confirms it.",
    {"accept": choice("5.1(a)"), "refuse": choice("5.1(a)")},
    "accept",
)

IRREGULARITIES = {
    "same-direction": Irregularity(
        "the ball was spun in the direction of the wheel",
        ask="spin-ball",
        facts={"direction": "same"},
        remedy="no spin: the ball is taken out if it can be, and spun again; every wager stands",
        by=cite("5.4(a)"),
    ),
    "fewer-than-four-revolutions": Irregularity(
        "the ball did not go round the track four times",
        ask="ball-rests",
        facts={"revolutions": 3},
        more=("revolutions",),
        remedy="no spin: the ball is taken out if it can be, and spun again; every wager stands",
        by=cite("5.4(b)"),
    ),
    "foreign-object": Irregularity(
        "something fell into the wheel before the ball was at rest",
        ask="ball-rests",
        facts={"foreign_object": True},
        remedy="no spin: the object and the ball are taken out, and the ball is spun again; every wager stands",
        by=cite("5.4(c)"),
    ),
    "ball-left-wheel": Irregularity(
        "the ball left the wheel",
        ask="ball-rests",
        facts={"left_wheel": True},
        remedy="no spin: the ball is found and inspected, and spun again; every wager stands",
        by=reading("R-5.4-ball-left"),
    ),
    "ball-in-double-zero": Irregularity(
        "the ball rested in 00 of a double zero wheel used as a single zero wheel",
        ask="ball-rests",
        facts={"compartment": "00"},
        remedy="no spin: the spin is void and the ball is spun again; every wager stands",
        by=cite("5.2(d)2"),
        needs={"wheel-kind": "double-as-single"},
    ),
}


def roulette(table: Round) -> Script[None]:
    """One round of play, from the first wager to the last payment."""
    number = yield from valid_spin(table)
    yield from announce(number, by=cite("5.3(c)"))
    yield from mark("crown", number, by=cite("5.3(c)"))
    yield from move_winning_fifths(table, number)
    results = [settle(wager, number, table) for wager in table.wagers]
    yield from collect((r for r in results if r.outcome == "lose"), by=cite("5.3(e)"))  # all losing wagers first
    yield from pay((r for r in results if r.outcome == "win"), by=cite("5.3(e)"))


def valid_spin(table: Round) -> Script[str]:
    """Spin until a spin counts; return the number of the compartment."""
    while True:
        yield from checkpoint("before the spin", by=cite("5.3(a)"))
        yield from take_wagers("until the ball is spun", by=cite("5.1(a)"))
        spun = yield from spin_ball(by=cite("5.3(a)"))
        if spun.direction == "same":
            yield from no_spin("same-direction")
            continue
        yield from take_wagers("until the dealer calls", by=cite("5.1(a)"))  # betting goes on while the ball turns
        yield from announce("No More Bets", by=cite("5.3(b)"))
        rest = yield from ball_rests(wheel_of(table.house), by=cite("5.3(a)"))
        if rest.foreign_object:
            yield from no_spin("foreign-object")
        elif rest.left_wheel or not rest.compartment:
            yield from no_spin("fewer-than-four-revolutions" if rest.revolutions < 4 else "ball-left-wheel")
        elif rest.revolutions < 4:
            yield from no_spin("fewer-than-four-revolutions")
        elif rest.compartment == "00" and table.house[WHEEL_KIND] == "double-as-single":
            yield from no_spin("ball-in-double-zero")
        else:
            return rest.compartment


def no_spin(what: str) -> Script[None]:
    """Call a spin off: nothing has won or lost, and wagers may be changed before the next (R-5.4-wagers-stand)."""
    cause = IRREGULARITIES[what]
    yield from announce("No Spin", by=cause.by)
    yield from remedy(what, cause.remedy, by=cause.by)


def move_winning_fifths(table: Round, number: str) -> Script[None]:
    """Move a fifth of each winning five-adjacent wager from the replica to the box of the number."""
    for wager in table.wagers:
        place = table.place_of(wager)
        if place.kind == "five-adjacent" and number in place.covers:
            yield from move_part(wager, f"straight:{number}", wager.amount // place.parts, by=cite("5.3(d)"))


def settle(wager: Wager, number: str, table: Round) -> Result:
    """What one wager wins or loses by its position; odds, simulation and disputes call it too."""
    place = table.place_of(wager)
    if number in place.covers and place.kind != "five-adjacent":  # what is left on the replica lies on other numbers
        odds = table.house.pays[place.odds_of]
        coupon = odds.of(wager.coupon)  # the coupon is paid like chips and taken either way (R-5.1b-coupon)
        return Result(wager, "win", odds.of(wager.amount) + coupon, by=cite("5.2(a)"))
    if number in ZEROS and place.kind in EVEN_MONEY:
        return on_zero(wager, table.house)
    return Result(wager, "lose", -wager.amount, by=cite("5.3(e)"))


def on_zero(wager: Wager, house: House) -> Result:
    """An even-money wager when a zero comes up: the house's option, or the whole of it where there is none."""
    option = house.get(EVEN_MONEY_ON_ZERO)
    if option is None:
        by = cite("5.2(c)") if house[WHEEL_KIND] == "single-zero" else cite("5.2(d)3")
        return Result(wager, "lose", -wager.amount, by)
    by = reading("R-5.2b-1981") if house[WHEEL_KIND] == "single-zero" else cite("5.2(b)")
    lost = wager.amount // 2 if option == "half" else wager.amount  # a broken cent is the patron's (R-5.2b-odd-half)
    return Result(wager, "lose", -lost, by)


def minimum_odds(house: House) -> dict[str, Pays]:
    """The odds of each wager this table offers."""
    without = {"first-five"} if house[WHEEL_KIND] != "double-zero" else set()
    if house.get(SEVEN_NUMBERS) != "on":
        without.add("seven-numbers")
    return {kind: odds for kind, odds in MINIMUM_ODDS.items() if kind not in without}


def wheel_of(house: House) -> str:
    """The wheel that is really spun: a double zero wheel used as single zero keeps its 00."""
    return "single-zero" if house[WHEEL_KIND] == "single-zero" else "double-zero"


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
    for other in table.wagers:
        beside = (other.seat, other.on) == (wager.seat, wager.on) and "value" in (other.chips, wager.chips)
        if beside and (other.coupon or wager.coupon):
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


def layout(house: House) -> Layout:
    """The layout that belongs to the wheel and the options."""
    return roulette_layout(
        double_zero=house[WHEEL_KIND] == "double-zero",
        wheel=SINGLE_ZERO if wheel_of(house) == "single-zero" else DOUBLE_ZERO,
        five_adjacent=house.get(FIVE_ADJACENT) == "on",
        seven_numbers=house.get(SEVEN_NUMBERS) == "on",
        zero_two_three=house.get(ALLOW_023) == "on",
    )


GAME = Game(
    id="roulette",
    terms=Terms(
        options=(
            WHEEL_KIND,
            EVEN_MONEY_ON_ZERO,
            HALF_LOSS_ROUNDING,
            FIVE_ADJACENT,
            SEVEN_NUMBERS,
            ALLOW_023,
            MATCH_PLAY,
            VERBAL_CASH,
        ),
        dealt_by=cite("5.3(a)"),
        late_by=reading("R-5.3b-late"),
        position_by=cite("5.1(c)"),
        limit_groups={"inside": INSIDE, "outside": OUTSIDE},
        no_decision="a roulette wager is made before the ball rests and then left alone: there is nothing to decide",
    ),
    bets=scaffold_bets(
        minimum_odds=MINIMUM_ODDS,
        odds=minimum_odds,
        offered_by={"five-adjacent": FIVE_ADJACENT, "seven-numbers": SEVEN_NUMBERS},
        layout=layout,
    ),
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
