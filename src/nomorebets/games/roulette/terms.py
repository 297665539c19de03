"""What the house may choose at roulette, and what is paid (19:47-5.1, 5.2)."""

from __future__ import annotations

from datetime import date

from nomorebets.regulation import Citation, choice, cite, house_option, pay_table, reading, switch, to
from nomorebets.regulation.options import Idle, Settings, idle_where
from nomorebets.table.game import Terms
from nomorebets.table.house import House

EVEN_MONEY = ("red", "black", "odd", "even", "low", "high")
OUTSIDE = ("column", "dozen", *EVEN_MONEY)
INSIDE = ("straight", "split", "three-numbers", "four-numbers", "first-five", "six-numbers", "seven-numbers")

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
    must_choose="5.2(b)",
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

FIVE_ADJACENT = switch(
    "five-adjacent",
    cite("5.1(e)1i"),
    "Whether everyone at the table may bet five adjacent numbers of the wheel at once.",
    on=choice("5.1(e)1i(1)", layout="wheel-replica"),
    off=choice("5.1(e)1i"),
)

SEVEN_NUMBERS = switch(
    "seven-numbers",
    cite("5.1(f)"),
    "Whether everyone at the table may bet 10 to 15 and 33 as seven numbers.",
    on=choice("5.1(f)1", layout="seven-numbers-area"),
    off=choice("5.1(f)"),
)

ALLOW_023 = house_option(
    "allow-trio023",
    "5.1(e)3i",
    "Whether 0-2-3 is taken as three numbers on a single zero layout; the text does not list it.",
    {"on": choice("5.1(e)3i", read=reading("R-5.1e3i-023")), "off": choice("5.1(e)3i")},
    "off",
    ruled_out=lambda settings, day: cite("5.1(e)3i") if settings.get("wheel-kind") == "double-zero" else None,
)

MATCH_PLAY = switch(
    "match-play-accepted",
    cite("5.1(a)"),
    "Whether match play coupons are taken.",
    on=choice("5.1(b)", since=date(1997, 10, 6)),
    off=choice("5.1(a)"),
    since=date(1997, 10, 6),
)

VERBAL_CASH = house_option(
    "verbal-cash-wagers",
    "5.1(a)",
    "Whether a spoken wager with cash is taken if the dealer confirms it.",
    {"accept": choice("5.1(a)"), "refuse": choice("5.1(a)")},
    "accept",
)

TERMS = Terms(
    options=idle_where(
        (
            WHEEL_KIND,
            EVEN_MONEY_ON_ZERO,
            HALF_LOSS_ROUNDING,
            FIVE_ADJACENT,
            SEVEN_NUMBERS,
            ALLOW_023,
            MATCH_PLAY,
            VERBAL_CASH,
        ),
        {HALF_LOSS_ROUNDING.id: Idle(beside={EVEN_MONEY_ON_ZERO.id: ("whole",)})},
    ),
    dealt_by=cite("5.3(a)"),
    late_by=reading("R-5.3b-late"),
    position_by=cite("5.1(c)"),
    limit_groups={"inside": INSIDE, "outside": OUTSIDE},
    no_decision="a roulette wager is made before the ball rests and then left alone: there is nothing to decide",
)


def wheel_of(house: House) -> str:
    """The wheel that is really spun: a double zero wheel used as single zero keeps its 00."""
    return "single-zero" if house[WHEEL_KIND] == "single-zero" else "double-zero"
