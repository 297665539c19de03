"""Settling a roll of craps: which wagers are on, what each wins or loses, and in which order (1.2 to 1.6, 1.10)."""

from __future__ import annotations

from fractions import Fraction
from typing import cast

from nomorebets.equipment.dice import Roll
from nomorebets.games.craps.terms import (
    COME_ODDS_COME_OUT,
    COMMISSION_RATE,
    COMMISSION_ROUNDING,
    COMMISSION_TIME,
    HARDWAYS_COME_OUT,
    PLACE_LOSE_COME_OUT,
)
from nomorebets.games.craps.wagers import (
    COME_OUT,
    ODDS_BETS,
    TRUE_ODDS_AGAINST,
    Bet,
    decide,
    decided_by,
    fire_decision,
    stays_up,
    wagers,
    winnings,
)
from nomorebets.regulation import Citation, Odds, reading
from nomorebets.table import House, Result, Round, Wager
from nomorebets.table.memory import Remembered
from nomorebets.table.money import cents
from nomorebets.table.wagers import Place

SEAT = Remembered(r"\d{0,3}", "the number of a seat, or nothing")
# what a table remembers between rolls; a table of craps, whose dice pass by hand, remembers more
PASSES = {
    "point": Remembered(r"|4|5|6|8|9|10", "4, 5, 6, 8, 9, 10, or nothing"),
    "shooter": SEAT,
    "last-shooter": SEAT,
}
HANDS = {
    "hand": Remembered(r"|under way", "under way, or nothing"),
    "fire": Remembered(r"(?:(?:4|5|6|8|9|10)(?:-(?!$)|$))*", "points made, like 4-6-9, or nothing"),
    "dice": Remembered(r"\d{0,2}", "how many dice are at the table"),
}


def point_of(table: Round) -> int:
    """The come-out point that is on; 0 before a come-out roll."""
    return int(table.felt.state.get("point") or COME_OUT)


def points_made(table: Round) -> frozenset[int]:
    """The different points made in this hand, for the fire bet."""
    return frozenset(int(n) for n in table.felt.state.get("fire", "").split("-") if n)


def is_active(wager: Wager, house: House, point: int) -> bool:
    """Whether a wager can win or lose on the next roll: 1.2(a)5, and where it is silent the house's options."""
    bet = wagers()[wager.on]
    if wager.call == "off":
        return False
    if point != COME_OUT or (wager.call == "on" and wager.button):  # a call without the button changes nothing
        return True
    return on_at_come_out(bet, house)


def on_at_come_out(bet: Bet, house: House) -> bool:
    """Whether a wager nobody called on is on at a come-out roll."""
    if bet.family in ("place-win", "buy"):
        return False
    if bet.family in ("place-lose", "lay"):
        return house.get(PLACE_LOSE_COME_OUT) == "on"
    if bet.family == "hardway":
        return house.get(HARDWAYS_COME_OUT) == "on"
    if bet.family == "come-odds":
        return house.get(COME_ODDS_COME_OUT) == "on"
    return True


# --- commission: 1.5 -------------------------------------------------------------------------------------------------


def commission(house: House, bet: Bet, amount: int) -> int:
    """The commission of a buy or lay bet in cents; none on any other wager (R-1.5-no-fee)."""
    if bet.family not in ("buy", "lay"):
        return 0
    rate = Fraction(house[COMMISSION_RATE].removesuffix("%")) / 100
    base = amount if bet.family == "buy" else TRUE_ODDS_AGAINST[bet.number].of(amount)
    step = cents(house[COMMISSION_ROUNDING].removeprefix("down-"))
    return max(int(rate * base) // step * step, step) if rate else 0


def fee(house: House, place: Place, amount: int) -> int:
    """What is put down beside a wager at a place when it is made."""
    return fee_of(house, wagers()[place.id], amount)


def fee_of(house: House, bet: Bet, amount: int) -> int:
    """What is put down beside a buy or lay bet when it is made; nothing where it is taken from the winnings."""
    on_make = bet.family in ("buy", "lay") and house.get(COMMISSION_TIME) == "on-make"
    return commission(house, bet, amount) if on_make else 0


# --- one wager -------------------------------------------------------------------------------------------------------


def settle(wager: Wager, roll: Roll, table: Round) -> Result | None:
    """What a roll wins or loses for one wager; None where it stands or travels."""
    bet, house, point = wagers()[wager.on], table.house, point_of(table)
    if bet.family == "fire":
        return settle_fire(wager, roll, table)
    active = is_active(wager, house, point)
    decision = decide(bet, roll, point, active)
    if bet.family in ODDS_BETS and not active and sum(roll) in (bet.number or point, 7):
        return Result(wager, "void", 0, by=reading("R-1.6-come-out"))  # what they support is decided without them
    if decision.outcome == "win":
        return paid(wager, bet, roll, point, house, by=decided_by(bet, decision))
    if decision.outcome == "lose":
        return Result(wager, "lose", -wager.staked, by=decided_by(bet, decision))
    if decision.outcome == "void":
        return Result(wager, "void", 0, by=decided_by(bet, decision), stays=True)  # R-1.10-void-stays
    return None


def paid(wager: Wager, bet: Bet, roll: Roll, point: int, house: House, by: Citation) -> Result:
    """A winning wager: paid at its odds, less the commission where there is one."""
    pays = cast("dict[str, Odds]", house.pays)
    net = winnings(bet, roll, point, wager.amount, pays, house.smallest_chip)
    if wager.coupon:  # paid like chips, and taken in with the decision (R-1.3-coupon)
        net += winnings(bet, roll, point, wager.coupon, pays, house.smallest_chip)
    if house.get(COMMISSION_TIME) == "on-win":
        net -= commission(house, bet, wager.amount)
    net -= wager.fee
    if net == 0 and bet.parts:  # a 7 for the world bet: one part wins what four lose
        return Result(wager, "push", 0, by=by)
    return Result(wager, "win", net, by=by, stays=stays_up(bet))


def settle_fire(wager: Wager, roll: Roll, table: Round) -> Result | None:
    """The fire bet on the roll that ends it: the loser 7, or the sixth different point."""
    outcome, points = fire_decision(points_made(table), point_of(table), sum(roll))
    if outcome == "win":
        net = cast(Odds, table.house.pays[f"fire-{points}"]).of(wager.amount)
        return Result(wager, "win", net, by=reading("R-1.12-pays"))
    return Result(wager, "lose", -wager.amount, by=reading("R-1.12-pays")) if outcome == "lose" else None


# --- the whole roll --------------------------------------------------------------------------------------------------


def settle_all(table: Round, roll: Roll) -> list[Result]:
    """Every wager the roll decides, area by area and seat by seat (R-1.10-order)."""
    in_order = sorted(table.wagers, key=lambda w: (wagers()[w.on].area, w.seat))
    return [result for wager in in_order if (result := settle(wager, roll, table)) is not None]


def travellers(table: Round, roll: Roll) -> list[tuple[Wager, str]]:
    """Come and Don't Come Bets in their areas that the roll sends to a point, and where to."""
    point, total = point_of(table), sum(roll)
    return [
        (wager, f"{wager.on}:{total}")
        for wager in table.wagers
        if decide(wagers()[wager.on], roll, point).outcome == "travel"
    ]
