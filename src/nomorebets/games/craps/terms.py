"""What a licensee may choose at craps and mini-craps, as the notes on subchapter 1 have it."""

from __future__ import annotations

import re
from datetime import date
from fractions import Fraction

from msgspec.structs import replace

from nomorebets.errors import HouseRuleError, RulesError
from nomorebets.games.craps.wagers import BOX, HORN_OF
from nomorebets.regulation import HouseOption, choice, house_option, reading
from nomorebets.regulation.options import Idle, idle_where, option_as_read
from nomorebets.table.house import SMALLEST_CHIP as ANY_CHIP
from nomorebets.table.house import House
from nomorebets.table.money import cents, dollars, show

FIRST = date(1978, 6, 2)


def whole_dollar_chip(read: str) -> HouseOption:
    """The smallest chip of a dice table is a dollar unless the house says otherwise."""
    return HouseOption(
        ANY_CHIP.id,
        reading(read),
        "The smallest chip in use at the table; wagers and payments are whole numbers of it.",
        {"1.00": choice("8.2", since=FIRST)},
        "1.00",
        since=FIRST,
        parse=ANY_CHIP.parse,
    )


def rounding_option(paragraph: str, read: str) -> HouseOption:
    """What becomes of amounts that cannot be paid exactly; a house that pays up does so for everyone."""
    option = house_option(
        "rounding",
        paragraph,
        "What becomes of an amount that cannot be paid exactly: refused when made, or paid up to the next chip.",
        {"refuse": choice(paragraph, read=reading(read)), "up": choice(paragraph, read=reading(read))},
        "refuse",
        since=FIRST,
    )
    return replace(option, same_in_casino=reading(read))


def _switch(id: str, paragraph: str, read: str, says: str, default: str, sign: str = "") -> HouseOption:
    return option_as_read(id, paragraph, read, says, ("on", "off"), default, sign)


def _multiple(text: str) -> str:
    """``4x``, or ``3-4-5x`` for the multiples on 4 and 10, 5 and 9, 6 and 8."""
    multiples = re.fullmatch(r"(\d{1,4})(?:-(\d{1,4})-(\d{1,4}))?x?", text.strip(), re.ASCII)
    if not multiples or any(n is not None and int(n) < 1 for n in multiples.groups()):
        raise HouseRuleError("that is no multiple", reading("R-1.6-ceiling"), accepts="4x, or 3-4-5x")
    return "-".join(str(int(n)) for n in multiples.groups() if n) + "x"


ODDS_MULTIPLE = house_option(
    "odds-multiple",
    "1.6",
    "How many times the bet they support odds may be, on 4 and 10, 5 and 9, 6 and 8.",
    {m: choice("1.6", read=reading("R-1.6-ceiling")) for m in ("1x", "2x", "3-4-5x", "5x", "10x", "20x", "100x")},
    "3-4-5x",
    sign="8.3",
    parse=_multiple,
)


CUSTOMARY_ODDS = _switch(
    "customary-odds",
    "1.6",
    "R-1.6-customary",
    "Whether odds of once the bet may be rounded to an amount that can be paid: five beside three on 6 and 8.",
    "off",
    sign="8.3",
)


def multiple_on(house: House, number: int) -> int:
    """The posted multiple of odds on a number."""
    posted = [int(n) for n in house[ODDS_MULTIPLE].removesuffix("x").split("-")]
    return posted[0] if len(posted) == 1 else posted[{4: 0, 10: 0, 5: 1, 9: 1, 6: 2, 8: 2}[number]]


FIELD_2, FIELD_12 = (
    option_as_read(f"field-{n}", "1.4", "R-1.4-field", f"What the field pays on {n}.", ("2 to 1", "3 to 1"), "2 to 1")
    for n in (2, 12)
)

BUY_LAY = _switch("buy-lay-offered", "1.5", "R-1.5-buy-lay", "Whether buy and lay bets are taken.", "on", sign="8.3")


COMMISSION_TIME = option_as_read(
    "commission-time",
    "1.5",
    "R-1.5-commission",
    "When the commission of a buy or lay bet is taken: when it is made, or when it wins.",
    ("on-make", "on-win"),
    "on-make",
    sign="8.3",
    ruled_out=lambda settings, day: None if settings.get("buy-lay-offered") == "on" else reading("R-1.5-buy-lay"),
)


def _rate(text: str) -> str:
    rate = re.fullmatch(r"(\d{1,2}(?:\.\d{1,2})?)\s*%?", text.strip(), re.ASCII)
    if not rate or Fraction(rate[1]) > 5:
        raise HouseRuleError("that is no commission rate", reading("R-1.5-commission"), accepts="0% to 5%")
    return f"{rate[1]}%"


COMMISSION_RATE = house_option(
    "commission-rate",
    "1.5",
    "The commission of a buy bet on its amount, of a lay bet on what it would win.",
    {"5%": choice("1.5", read=reading("R-1.5-commission"))},
    "5%",
    sign="8.3",
    parse=_rate,
    ruled_out=COMMISSION_TIME.ruled_out,
)
COMMISSION_ROUNDING = option_as_read(
    "commission-rounding",
    "1.5",
    "R-1.5-commission",
    "To which amount a commission is rounded down; it is at least that amount.",
    ("down-1", "down-0.25"),
    "down-1",
    sign="8.3",
    ruled_out=COMMISSION_TIME.ruled_out,
)
ROUNDING = rounding_option("1.4", "R-1.4-payable")
CHIP = whole_dollar_chip("R-1.4-payable")
HARDWAYS_COME_OUT = _switch(
    "hardways-come-out", "1.2(a)7", "R-1.2a7-come-out", "Whether hardways are on at a come-out roll.", "on"
)
PLACE_LOSE_COME_OUT = _switch(
    "place-lose-come-out",
    "1.2(a)5",
    "R-1.2a5-lose-off",
    "Whether place bets to lose and lay bets are on at a come-out roll.",
    "off",
)
COME_ODDS_COME_OUT = _switch(
    "come-odds-come-out", "1.6", "R-1.6-come-out", "Whether odds of Come Bets are on at a come-out roll.", "off"
)
C_AND_E = _switch("c-and-e", "1.2(a)", "R-1.2a-c-and-e", "Whether craps-eleven is taken as one wager.", "on")
WORLD = _switch("world", "1.2(a)", "R-1.2a-world", "Whether the world bet is taken.", "on")
HORN_HIGH = _switch("horn-high", "1.2(a)", "R-1.2a-horn-high", "Whether horn high bets are taken.", "on")
HOPS = _switch("hops", "1.2(a)", "R-1.2a-hop", "Whether hop bets are taken.", "on")
MATCH_PLAY = _switch(
    "match-play-accepted",
    "1.3",
    "R-1.3-coupon",
    "Whether match play coupons are taken with line and come bets.",
    "off",
)
LATE_BETS = option_as_read(
    "late-bets",
    "1.3",
    "R-1.3-late",
    "What becomes of a wager made while the dice roll.",
    ("allow-confirmed", "refuse"),
    "allow-confirmed",
)
FIRE_OFFERED = house_option(
    "fire-offered",
    "1.12",
    "Whether the fire bet is offered.",
    {"on": choice("1.12", layout="fire-bet"), "off": choice("1.12")},
    "on",
)
FIRE_PAYTABLE = option_as_read(
    "fire-paytable",
    "1.12",
    "R-1.12-pays",
    "What the fire bet pays on four, five and six points: 24, 249 and 999 to 1, or 10, 200 and 2,000 to 1.",
    ("A", "B"),
    "A",
    ruled_out=lambda settings, day: None if settings.get("fire-offered") == "on" else reading("R-1.12-pays"),
)


def _money(text: str) -> str:
    amount = cents(text)
    if amount < 1:
        raise HouseRuleError(f"{show(amount)} lets nobody in", accepts="an amount above 0.00")
    return show(amount)


def _fire_limit(end: str, default: str) -> HouseOption:
    return house_option(
        f"fire-{end}",
        "1.12",
        f"The {'least' if end == 'min' else 'most'} that may be wagered on the fire bet.",
        {default: choice("1.12", read=reading("R-1.12-when"))},
        default,
        sign="8.3",
        parse=_money,
        ruled_out=FIRE_PAYTABLE.ruled_out,
    )


FIRE_MIN, FIRE_MAX = _fire_limit("min", "1.00"), _fire_limit("max", "10.00")


def faults(house: House) -> dict[str, RulesError]:
    """Limits of the fire bet that let nobody in."""
    if house.get(FIRE_MIN) is None:
        return {}
    least, most = cents(house[FIRE_MIN]), cents(house[FIRE_MAX])
    in_chips = most - most % house.smallest_chip
    if 0 < in_chips >= least:
        return {}
    text = f"no fire bet in chips of {dollars(house.smallest_chip)} lies between {dollars(least)} and {dollars(most)}"
    accepts = f"{show(max(least, house.smallest_chip))} or more, or a smaller {FIRE_MIN.id}"
    return {FIRE_MAX.id: HouseRuleError(text, reading("R-8.2-limits"), house.as_of, accepts)}


OPTIONS = idle_where(
    (
        ODDS_MULTIPLE,
        CUSTOMARY_ODDS,
        FIELD_2,
        FIELD_12,
        BUY_LAY,
        COMMISSION_TIME,
        COMMISSION_RATE,
        COMMISSION_ROUNDING,
        ROUNDING,
        HARDWAYS_COME_OUT,
        PLACE_LOSE_COME_OUT,
        COME_ODDS_COME_OUT,
        C_AND_E,
        WORLD,
        HORN_HIGH,
        HOPS,
        MATCH_PLAY,
        LATE_BETS,
        FIRE_OFFERED,
        FIRE_PAYTABLE,
        FIRE_MIN,
        FIRE_MAX,
        CHIP,
    ),
    {
        FIELD_2.id: Idle(without=("field",), rows=("field-2",)),
        FIELD_12.id: Idle(without=("field",), rows=("field-12",)),
        **dict.fromkeys((COMMISSION_TIME.id, COMMISSION_RATE.id, COMMISSION_ROUNDING.id), Idle(without=("buy", "lay"))),
        PLACE_LOSE_COME_OUT.id: Idle(without=("place-lose", "lay")),
        HARDWAYS_COME_OUT.id: Idle(without=("hard",)),
        FIRE_PAYTABLE.id: Idle(without=("fire",), rows=("fire",)),
        **dict.fromkeys((FIRE_MIN.id, FIRE_MAX.id), Idle(without=("fire",))),
    },
)

# wagers that an option brings
OFFERED_BY: dict[str, HouseOption] = {
    **{f"{kind}-{n}": BUY_LAY for kind in ("buy", "lay") for n in BOX},
    "c-and-e": C_AND_E,
    "world": WORLD,
    **{f"horn-high-{n}": HORN_HIGH for n in HORN_OF},
    "hop": HOPS,
    "fire": FIRE_OFFERED,
}
