"""What a licensee may choose at sic bo, and the least that 9.4 lets it pay."""

from __future__ import annotations

from nomorebets.errors import HouseRuleError
from nomorebets.regulation import Odds, choice, house_option, reading, to
from nomorebets.regulation.options import option_as_read

TOTALS = {4: 60, 5: 30, 6: 17, 7: 12, 8: 8, 9: 6, 10: 6, 11: 6, 12: 6, 13: 8, 14: 12, 15: 17, 16: 30, 17: 60}
SINGLE = {"single-1-die": to(1), "single-2-dice": to(2), "single-3-dice": to(3)}  # by how many dice show it
PAYS: dict[str, dict[str, Odds]] = {  # the rows of each wager
    "triple": {"triple": to(180)},
    "any-triple": {"any-triple": to(30)},
    "double": {"double": to(10)},
    **{f"total-{total}": {f"total-{total}": to(odds)} for total, odds in TOTALS.items()},
    "combo": {"combo": to(5)},
    "small": {"small": to(1)},
    "big": {"big": to(1)},
    "single": SINGLE,
}

SHAKER = option_as_read(
    "shaker",
    "9.5",
    "R-9.5-shake",
    "Whether the dealer shakes the shaker or starts a machine.",
    ("manual", "automated"),
    "manual",
)
DOUBLE_INCLUDES_TRIPLE = option_as_read(
    "double-includes-triple",
    "9.2",
    "R-9.2-double",
    "Whether two of a kind wins on three of a kind.",
    ("on", "off"),
    "on",
)


def _three_or_better(text: str) -> str:
    odds = Odds.parse(text)
    if odds.ratio < SINGLE["single-3-dice"].ratio:
        raise HouseRuleError(f"{odds} is less than the minimum", reading("R-9.4-odds"), accepts="3 to 1 or better")
    return str(odds)


SINGLE_TRIPLE = house_option(
    "single-triple-pays",
    "9.4",
    "What one of a kind pays when all three dice show it.",
    {"3 to 1": choice("9.4", read=reading("R-9.4-odds"))},
    "3 to 1",
    parse=_three_or_better,
)
NON_VALUE_CHIPS = option_as_read(
    "non-value-chips",
    "9.3",
    "R-9.3-chips",
    "Whether patrons may play non-value chips of their own colour.",
    ("on", "off"),
    "on",
)
DISPLAY = option_as_read(
    "display-device",
    "9.6",
    "R-9.6-device",
    "Whether the numbers are entered in a device that lights the winning places.",
    ("on", "off"),
    "on",
)

OPTIONS = (SHAKER, DOUBLE_INCLUDES_TRIPLE, SINGLE_TRIPLE, NON_VALUE_CHIPS, DISPLAY)
