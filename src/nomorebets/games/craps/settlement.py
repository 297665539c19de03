"""Settling a roll of craps: which wagers are on, what each wins or loses, and by which paragraph (1.2 to 1.6, 1.12).

:func:`settle` is the one statement of it: the script, the exact odds, the simulation and disputes all call it.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal, NamedTuple, cast

import msgspec

from nomorebets.equipment.dice import Roll
from nomorebets.games.craps.memory import point_in
from nomorebets.games.craps.terms import (
    COME_ODDS_COME_OUT,
    COMMISSION_RATE,
    COMMISSION_ROUNDING,
    COMMISSION_TIME,
    HARDWAYS_COME_OUT,
    PLACE_LOSE_COME_OUT,
)
from nomorebets.games.craps.wagers import (
    BARRED,
    BOX,
    COME_OUT,
    CRAPS,
    EVEN_MONEY,
    HARD,
    HORNS,
    NATURAL,
    ODDS_BETS,
    STAY_UP,
    CrapsWager,
    true_odds,
    wagers,
)
from nomorebets.regulation import Citation, Odds, cite, reading
from nomorebets.table import House, Result, Wager
from nomorebets.table.money import cents
from nomorebets.table.wagers import Place

Outcome = Literal["win", "lose", "void", "travel", "stands"]


class Rolled(msgspec.Struct, frozen=True):
    """A valid roll, and how the table stood before it."""

    roll: Roll
    point: int = COME_OUT
    points_made: frozenset[int] = frozenset()  # the different ones of this hand, which the fire bet counts

    @property
    def total(self) -> int:
        return sum(self.roll)


class Decision(NamedTuple):
    """What a roll does to a wager, and the clause of its paragraph that says so."""

    outcome: Outcome
    clause: str = ""


STANDS = Decision("stands")


# --- one wager -------------------------------------------------------------------------------------------------------


def settle(wager: Wager, rolled: Rolled, house: House) -> Result | None:
    """What a roll wins or loses for one wager; None where it stands or travels."""
    bet = wagers()[wager.on]
    if bet.family == "fire":
        return settle_fire(wager, rolled, house)
    active = is_active(wager, house, rolled.point)
    decision = decide(bet, rolled.roll, rolled.point, active)
    if bet.family in ODDS_BETS and not active and rolled.total in (bet.number or rolled.point, 7):
        return Result(wager, "void", 0, by=reading("R-1.6-come-out"))  # what they support is decided without them
    if decision.outcome == "win":
        return paid(wager, bet, rolled, house, by=decided_by(bet, decision))
    if decision.outcome == "lose":
        return Result(wager, "lose", -wager.staked, by=decided_by(bet, decision))
    if decision.outcome == "void":
        return Result(wager, "void", 0, by=decided_by(bet, decision), stays=True)  # R-1.10-void-stays
    return None


def paid(wager: Wager, bet: CrapsWager, rolled: Rolled, house: House, by: Citation) -> Result:
    """A winning wager: paid at its odds, less the commission where there is one."""
    net = winnings(bet, rolled, wager.amount, house)
    if wager.coupon:  # paid like chips, and taken in with the decision (R-1.3-coupon)
        net += winnings(bet, rolled, wager.coupon, house)
    if house.get(COMMISSION_TIME) == "on-win":
        net -= commission(house, bet, wager.amount)
    net -= wager.fee
    if net == 0 and bet.parts:  # a 7 for the world bet: one part wins what four lose
        return Result(wager, "push", 0, by=by)
    return Result(wager, "win", net, by=by, stays=stays_up(bet))


def settle_fire(wager: Wager, rolled: Rolled, house: House) -> Result | None:
    """The fire bet on the roll that ends it: the loser 7, or the sixth different point (1.12)."""
    points = len(fire_points(rolled.points_made, rolled.point, rolled.total))
    is_over = points == len(BOX) or (rolled.point != COME_OUT and rolled.total == 7)
    if not is_over:
        return None
    pays = house.pays.get(f"fire-{points}")  # from four points on
    net = -wager.amount if pays is None else pays.of(wager.amount)
    return Result(wager, "lose" if pays is None else "win", net, by=reading("R-1.12-pays"))


def travels_to(wager: Wager, rolled: Rolled) -> str:
    """Where a roll sends a Come or Don't Come Bet that lies in its area; empty where it stays."""
    if wager.on not in ("come", "dont-come"):
        return ""
    travels = decide(wagers()[wager.on], rolled.roll, rolled.point).outcome == "travel"
    return f"{wager.on}:{rolled.total}" if travels else ""


def is_active(wager: Wager, house: House, point: int) -> bool:
    """Whether a wager can win or lose on the next roll: 1.2(a)5, and where it is silent the house's options."""
    return off_by(wager, house, point) is None


def off_by(wager: Wager, house: House, point: int) -> Citation | None:
    """Why a wager can neither win nor lose on the next roll; None where it can."""
    if wager.call == "off":
        return reading("R-1.3-turn-off")
    if point != COME_OUT or (wager.call == "on" and wager.button):  # a call without the button changes nothing
        return None
    family = wagers()[wager.on].family
    if family in ("place-win", "buy"):
        return cite("1.2(a)5")
    if family in ("place-lose", "lay"):
        return None if house.get(PLACE_LOSE_COME_OUT) == "on" else reading("R-1.2a5-lose-off")
    if family == "hardway":
        return None if house.get(HARDWAYS_COME_OUT) == "on" else reading("R-1.2a7-come-out")
    if family == "come-odds":
        return None if house.get(COME_ODDS_COME_OUT) == "on" else reading("R-1.6-come-out")
    return None


def off_before(wager: Wager, state: Mapping[str, str], house: House) -> Citation | None:
    """Why a wager was off on the roll before which the table remembered this."""
    return off_by(wager, house, point_in(state))


# --- 1.2: how each wager is decided ----------------------------------------------------------------------------------


def decide(bet: CrapsWager, roll: Roll, point: int, active: bool = True) -> Decision:
    """What one roll does to one wager while this point is on (0: a come-out roll)."""
    total = sum(roll)
    if bet.family in ("pass", "come"):
        return _right(bet.number or (point if bet.family == "pass" else 0), total, bet.family == "come")
    if bet.family in ("dont-pass", "dont-come"):
        return _wrong(bet.number or (point if bet.family == "dont-pass" else 0), total, bet.family == "dont-come")
    if bet.family == "one-roll":
        return Decision("win") if roll in bet.wins_on else Decision("lose")
    if not active or bet.family == "fire":  # a fire bet is decided with its hand: see settle_fire
        return STANDS
    number = bet.number or point
    if bet.family == "hardway":
        if total == number:
            return Decision("win" if roll == HARD[number] else "lose")
        return Decision("lose") if total == 7 else STANDS
    if bet.family in ("place-win", "buy", "pass-odds", "come-odds"):
        return Decision("win") if total == number else Decision("lose") if total == 7 else STANDS
    return Decision("win") if total == 7 else Decision("lose") if total == number else STANDS  # against the number


def _right(point: int, total: int, travels: bool) -> Decision:
    """Pass and Come: with the shooter."""
    if not point:
        if total in NATURAL:
            return Decision("win", "i(1)")
        if total in CRAPS:
            return Decision("lose", "ii(1)")
        return Decision("travel") if travels else STANDS
    if total == point:
        return Decision("win", "i(2)")
    return Decision("lose", "ii(2)") if total == 7 else STANDS


def _wrong(point: int, total: int, travels: bool) -> Decision:
    """Don't Pass and Don't Come: against the shooter, and void on 12."""
    if not point:
        if total in (2, 3):
            return Decision("win", "i(1)")
        if total in NATURAL:
            return Decision("lose", "ii(1)")
        if total == BARRED:
            return Decision("void", "iii")
        return Decision("travel") if travels else STANDS
    if total == 7:
        return Decision("win", "i(2)")
    return Decision("lose", "ii(2)") if total == point else STANDS


def next_point(point: int, total: int) -> int:
    """The point after a roll: set, kept, or gone with the decision of the line bets."""
    if point == COME_OUT:
        return total if total in BOX else COME_OUT
    return COME_OUT if total in (point, 7) else point


def fire_points(made: frozenset[int], point: int, total: int) -> frozenset[int]:
    """The different points a shooter has made, after a roll."""
    return made | {point} if point and total == point else made


CLAUSES = {
    "pass": {"i(1)": "1.2(a)1i(1)", "i(2)": "1.2(a)1i(2)", "ii(1)": "1.2(a)1ii(1)", "ii(2)": "1.2(a)1ii(2)"},
    "dont-pass": {
        "i(1)": "1.2(a)2i(1)",
        "i(2)": "1.2(a)2i(2)",
        "ii(1)": "1.2(a)2ii(1)",
        "ii(2)": "1.2(a)2ii(2)",
        "iii": "1.2(a)2iii",
    },
    "come": {"i(1)": "1.2(a)3i(1)", "i(2)": "1.2(a)3i(2)", "ii(1)": "1.2(a)3ii(1)", "ii(2)": "1.2(a)3ii(2)"},
    "dont-come": {
        "i(1)": "1.2(a)4i(1)",
        "i(2)": "1.2(a)4i(2)",
        "ii(1)": "1.2(a)4ii(1)",
        "ii(2)": "1.2(a)4ii(2)",
        "iii": "1.2(a)4iii",
    },
}


def decided_by(bet: CrapsWager, decision: Decision) -> Citation:
    """The paragraph that commands a result."""
    if bet.family in CLAUSES:
        return cite(CLAUSES[bet.family][decision.clause])
    if bet.id == "hard-4" and decision.outcome == "lose":
        return reading("R-1.2a7-loses")
    return bet.by


# --- 1.4, 1.5, 1.6: what a winning wager is paid ---------------------------------------------------------------------


def odds_of(bet: CrapsWager, rolled: Rolled, pays: Mapping[str, Odds]) -> Odds:
    """The odds at which a simple wager that has won on this roll is paid."""
    if bet.family in ("buy", "lay", *ODDS_BETS):
        return true_odds(bet, bet.number or rolled.point)
    if bet.id == "field":
        return pays.get(f"field-{rolled.total}", pays["field"])
    if bet.id.startswith("hop:"):
        first, second = rolled.roll
        return pays["hop-pair" if first == second else "hop-mixed"]
    return pays[bet.family if bet.family in EVEN_MONEY else bet.id]


def winnings(bet: CrapsWager, rolled: Rolled, amount: int, house: House) -> int:
    """What a wager that has won is paid, in cents: never less than the odds, and up to the next chip (R-1.4-up).

    Of a wager in several parts, what the winning parts are paid less what the others lose.
    """
    if not bet.parts:
        odds, chip = odds_of(bet, rolled, cast("Mapping[str, Odds]", house.pays)), house.smallest_chip
        return -(-odds.of(amount) // chip) * chip
    part = amount // sum(bet.parts.values())
    net = 0
    for kind, share in bet.parts.items():
        single, stake = wagers()[kind], share * part
        net += winnings(single, rolled, stake, house) if rolled.roll in single.wins_on else -stake
    return net


def paid_by(bet: CrapsWager) -> Citation:
    """The reading that gives a wager its odds."""
    by = {
        "place-win": "R-1.4-place-win",
        "place-lose": "R-1.4-place-lose",
        "buy": "R-1.5-true-odds",
        "lay": "R-1.5-true-odds",
        "hardway": "R-1.4-hardways",
        "fire": "R-1.12-pays",
    }
    if bet.family in EVEN_MONEY:
        return reading("R-1.4-even-money")
    if bet.family in ODDS_BETS:
        return reading("R-1.6-odds")
    special = {"field": "R-1.4-field", "any-seven": "R-1.4-any-seven"}
    return reading(by.get(bet.family) or special.get(bet.id, "R-1.4-one-roll"))


def stays_up(bet: CrapsWager) -> bool:
    return bet.family in STAY_UP or bet.id in HORNS


# --- 1.5: commission -------------------------------------------------------------------------------------------------


def commission_rate(house: House) -> Fraction:
    return Fraction(house[COMMISSION_RATE].removesuffix("%")) / 100


def commission_base(bet: CrapsWager, amount: int) -> int:
    """What the rate is applied to: of a buy bet its amount, of a lay bet what it would win."""
    return amount if bet.family == "buy" else true_odds(bet, bet.number).of(amount)


def commission(house: House, bet: CrapsWager, amount: int) -> int:
    """The commission of a buy or lay bet in cents; none on any other wager (R-1.5-no-fee)."""
    if bet.family not in ("buy", "lay"):
        return 0
    rate = commission_rate(house)
    step = cents(house[COMMISSION_ROUNDING].removeprefix("down-"))
    return max(int(rate * commission_base(bet, amount)) // step * step, step) if rate else 0


def fee(house: House, place: Place, amount: int) -> int:
    """What is put down beside a buy or lay bet when it is made; nothing where it is taken from the winnings."""
    bet = wagers()[place.id]
    on_make = bet.family in ("buy", "lay") and house.get(COMMISSION_TIME) == "on-make"
    return commission(house, bet, amount) if on_make else 0
