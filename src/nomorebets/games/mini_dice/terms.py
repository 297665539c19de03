"""What a licensee may choose at mini-dice."""

from __future__ import annotations

from nomorebets.games.craps.terms import rounding_option, whole_dollar_chip
from nomorebets.regulation.options import option_as_read

SHAKER = option_as_read(
    "shaker",
    "13.5",
    "R-13.5-procedure",
    "Whether a player shakes the shaker or starts a machine.",
    ("manual", "automated"),
    "manual",
)
MATCH_PLAY = option_as_read(
    "match-play-accepted",
    "13.4",
    "R-13.4-coupon",
    "Whether match play coupons are taken with over 7 and under 7.",
    ("on", "off"),
    "off",
)
PLACE_REMOVAL = option_as_read(
    "place-removal",
    "13.4",
    "R-13.4-place-removal",
    "Whether an undecided place bet may be reduced or taken down.",
    ("allowed", "not-allowed"),
    "allowed",
)
ROTATION = option_as_read(
    "shaker-rotation",
    "13.7",
    "R-13.7-rotation",
    "Whether the shaker passes on after a 7, or only when its holder gives it up.",
    ("on-choice-only", "on-seven"),
    "on-choice-only",
)
ROUNDING = rounding_option("13.6(b)1", "R-13.6b-up")
CHIP = whole_dollar_chip("R-13.6b-up")

OPTIONS = (SHAKER, ROUNDING, MATCH_PLAY, PLACE_REMOVAL, ROTATION, CHIP)
