"""What the house may choose at pokette, and what is paid (19:47-12)."""

from __future__ import annotations

from nomorebets.equipment.cards import SUITS
from nomorebets.errors import HouseRuleError, shown
from nomorebets.procedures.spinning import PREVIOUS
from nomorebets.regulation import choice, cite, house_option, pay_table, reading, switch, to
from nomorebets.regulation.options import Idle, idle_where, option
from nomorebets.table import House
from nomorebets.table.game import Terms

GROUPS = {"group-akq": "AKQ", "group-j109": "JT9", "group-876": "876", "group-543": "543"}
MINIMUM_ODDS = pay_table(
    "12.6(b)",
    {
        "card": to(50),
        "split": to(24),
        "corner": to(12),
        "rank": to(12),
        "double-rank": to(5),
        **dict.fromkeys(GROUPS, to(3)),
        "red": to(1),
        "black": to(1),
        "suit": to(3),
        "jacer": to(12),
        "pair-in-two": to(11),
        "pair-in-three": to(5),
        "three-of-a-kind": to(11),
        "flush": to(3),
        "straight-open": to(5),
        "straight-inside": to(11),
        "straight-flush-open": to(24),
        "straight-flush-inside": to(49),
    },
)
HANDS = tuple(MINIMUM_ODDS)[tuple(MINIMUM_ODDS).index("pair-in-two") :]  # the poker hand wagers

JACERS = option(
    "jacer-sections",
    reading("R-12.2-jacers"),
    "How many sections of the wheel bear the jacer, beside the 52 cards.",
    ("1", "2", "3", "4"),
    "4",
)


def _columns(text: str) -> str:
    """The suits from left to right, each once."""
    letters = text.lower().replace(" ", "").replace("-", "")
    if sorted(letters) != sorted(SUITS):
        raise HouseRuleError(
            f"{shown(text, 20)} is no order of the four suits",
            reading("R-12.5-layout"),
            accepts="the letters s, h, c and d, each once: shcd",
        )
    return letters


SUIT_ORDER = option(
    "suit-order",
    reading("R-12.5-layout"),
    "The columns of the layout from left to right: which suits adjoin.",
    ("shcd",),
    parse=_columns,
)
ACE_LOW = switch(
    "ace-low",
    reading("R-12.8-straights"),
    "Whether an ace also stands below the two in a straight.",
    on=choice("12.8", read=reading("R-12.8-straights")),
    off=choice("12.8", read=reading("R-12.8-straights")),
    default="on",
)
JACER_IN_HAND = option(
    "jacer-in-hand",
    reading("R-12.8-jacer"),
    "What a jacer does to the poker hand: it ends it, or completes every wager that is open.",
    ("breaks", "wild"),
)
POKER_HANDS = switch(
    "offer-poker-hands",
    cite("12.8"),
    "Whether wagers on the poker hand are offered.",
    on=choice("12.8"),
    off=choice("12.8"),
    default="on",
)
CLAPPER_BETWEEN = house_option(
    "clapper-between-two",
    "12.9",
    "What happens when the clapper stops between two sections.",
    {PREVIOUS: choice("12.9", read=reading("R-12.9-between")), "void-respin": choice("12.9")},
    "void-respin",
    sign="12.9",
)
TERMS = Terms(
    options=idle_where(
        (JACERS, SUIT_ORDER, ACE_LOW, JACER_IN_HAND, POKER_HANDS, CLAPPER_BETWEEN),
        dict.fromkeys((ACE_LOW.id, JACER_IN_HAND.id), Idle(beside={POKER_HANDS.id: ("off",)})),
    ),
    dealt_by=cite("12.7"),
    late_by=reading("R-12.4-late"),
    to_not_for=cite("12.6(a)"),
    no_decision="a pokette wager is made before the wheel is spun and then left alone: there is nothing to decide",
)


def wheel_of(house: House) -> str:
    """The name of the table's wheel."""
    return f"jacers-{house[JACERS]}"
