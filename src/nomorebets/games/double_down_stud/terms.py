"""What the chapter fixes and what it leaves to the house at double down stud: pay table, limit, options (19:47-17)."""

from __future__ import annotations

from datetime import date

from nomorebets.errors import HouseRuleError, RulesError
from nomorebets.procedures.deck_options import (
    BY_DEVICE,
    dealing_option,
    match_play_option,
    positions_option,
    second_deck_option,
    shuffle_option,
)
from nomorebets.regulation import choice, cite, house_option, pay_table, reading, switch, to
from nomorebets.regulation.options import Idle, idle_where
from nomorebets.table import House
from nomorebets.table.money import amounts_from, cents, dollars, show

ORIGINAL_PAYS = pay_table(
    "17.10(b)",
    {
        "original.royal-flush": to(1000),
        "original.straight-flush": to(100),
        "original.four-of-a-kind": to(25),
        "original.full-house": to(10),
        "original.flush": to(8),
        "original.straight": to(5),
        "original.three-of-a-kind": to(3),
        "original.two-pair": to(2),
        "original.jacks-or-better": to(1),
    },
)
LIMIT = 10_000_000  # cents, on any hand: 17.10(c)

SHUFFLE = shuffle_option(
    cite("17.4"),
    manual=choice("17.4", read=reading("R-17.4-shuffle")),
    automated=choice("17.4", read=reading("R-17.4-shuffle")),
)
DEALING_METHOD = dealing_option(
    cite("17.8(a)"),
    "hand",
    manual_shoe=choice("17.8(a)1"),
    hand=choice("17.8(a)2", needs=BY_DEVICE, needs_by="17.8(a)2i"),
)
SHOE_LOCATION = house_option(
    "shoe-location",
    "17.8(a)1",
    "Where the dealing shoe stands, where there is one.",
    {
        "left-of-the-dealer": choice("17.8(a)1"),
        "elsewhere": choice("17.8(a)1", since=date(1999, 4, 5)),
    },
    "left-of-the-dealer",
)
SECOND_DECK = second_deck_option(
    cite("17.2"), on=choice("17.2", read=reading("R-17.2-second-deck"), needs=BY_DEVICE), off=choice("17.2")
)
COUNT_STUB = switch(
    "count-stub",
    cite("17.4"),
    "Whether the stub is counted, once every five rounds.",
    on=choice("17.4", read=reading("R-17.4-wrong-count")),
    off=choice("17.4", read=reading("R-17.4-stub-count")),
)
MATCH_PLAY = match_play_option(cite("17.6"), on=choice("17.6", read=reading("R-17.6-coupon")), off=choice("17.6"))


DOUBLE_MIN = house_option(
    "double-min",
    "17.1",
    "The least double down wager.",
    {"one-chip": choice("17.1", read=reading("R-17.1-double-any-amount"))},
    "one-chip",
    parse=amounts_from(1, "a least double of", "one-chip, or an amount of money"),
)
MAX_POSITIONS = house_option(
    "max-positions-per-player",
    "17.6",
    "At how many positions a player may bet; each is a seat of its own here.",
    {number: choice("17.6", read=reading("R-17.6-positions")) for number in ("1", "2")},
    "1",
)
POSITIONS = positions_option(
    cite("17.6"),
    "How many positions the table has.",
    {str(number): choice("17.6", read=reading("R-17.6-seats")) for number in range(1, 8)},
)
OPTIONS = idle_where(
    (
        SHUFFLE,
        DEALING_METHOD,
        SHOE_LOCATION,
        SECOND_DECK,
        COUNT_STUB,
        MATCH_PLAY,
        DOUBLE_MIN,
        MAX_POSITIONS,
        POSITIONS,
    ),
    {SHOE_LOCATION.id: Idle(beside={DEALING_METHOD.id: ("hand",)})},
)


def least_double(house: House) -> int:
    """The least double down wager, in cents."""
    return house.smallest_chip if house[DOUBLE_MIN] == "one-chip" else cents(house[DOUBLE_MIN])


def faults(house: House) -> dict[str, RulesError]:
    """A least double that is no whole chips, or that no original wager comes to: nobody could double."""
    least, by = least_double(house), reading("R-17.1-double-any-amount")
    posted = (house.limits[name].max for name in ("original", "table") if name in house.limits)
    most = next(filter(None, posted), 0)
    if 0 < most < least:
        text = f"a least double of {dollars(least)} is more than the largest original wager, {dollars(most)}"
        return {DOUBLE_MIN.id: HouseRuleError(text, by, house.as_of, f"one-chip, or an amount up to {show(most)}")}
    if least % house.smallest_chip:
        text = f"a least double of {dollars(least)} is no whole number of chips of {dollars(house.smallest_chip)}"
        return {DOUBLE_MIN.id: HouseRuleError(text, by, house.as_of, "one-chip, or whole chips")}
    return {}
