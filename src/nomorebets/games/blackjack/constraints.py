"""What options of a blackjack table need of each other (13:69F-2.2(a), 2.5(d), 2.11(e), 2.17(a))."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from nomorebets.equipment.cards import DECK
from nomorebets.errors import HouseRuleError
from nomorebets.games.twenty_one.cutting import cards_behind
from nomorebets.regulation import cite, reading
from nomorebets.regulation.options import Needs

LEAST_BEHIND = Fraction(1, 4)  # of the stack, behind the cutting card: 2.5(d)


def _at_least(decks: int) -> Callable[[str, str], bool]:
    return lambda value, chosen: int(chosen) >= decks


def _one_of(*accepted: str) -> Callable[[str, str], bool]:
    return lambda value, chosen: chosen in accepted


def read_depth(text: str) -> str:
    """Where the cutting card goes: a part of the stack, or a number of cards."""
    part, of, whole = text.strip().partition("/")
    numbers = (part, whole) if of else (part,)
    if all(n.isascii() and n.isdigit() and len(n) <= 4 and int(n) for n in numbers):
        if not of:
            return str(int(part))
        if int(part) < int(whole):
            return f"{int(part)}/{int(whole)}"
    raise HouseRuleError(
        f"a cutting card at {text[:20]!r}", cite("2.5(d)"), accepts="a part of the stack like 1/4, or a number of cards"
    )


def _deep_enough(depth: str, decks: str) -> bool:
    """Whether about a quarter of the stack, or more, stays behind the cutting card, and something before it."""
    stack = len(DECK) * int(decks)
    return stack * LEAST_BEHIND <= cards_behind(depth, stack) < stack


TWO_DECKS = ("twenty-point-bonus", ("A", "B")), ("in-between", ("10", "12"))
FOUR_DECKS = ("additional-wager", ("sevens",)), ("progressive", ("on",))
SIX_OR_EIGHT = ("match-the-dealer", ("on",)), ("optional-bonus", ("on",))

NEEDS = (
    Needs(
        "dealing", ("hand",), "decks", _one_of("1", "2"), "one deck or two", cite("2.2(a)1"), "decks = 1 or decks = 2"
    ),
    Needs(
        "dealing",
        ("double-shoe",),
        "decks",
        lambda dealing, decks: int(decks) % 2 == 0,
        "as many decks on either side of the shoe",
        reading("R-2.2-double-shoe"),
        "an even number of decks",
    ),
    *(
        Needs(option, values, "decks", _at_least(2), "two decks or more", cite("2.2(a)2"), "decks = 2 or more")
        for option, values in TWO_DECKS
    ),
    *(
        Needs(option, values, "decks", _at_least(4), "four decks or more", cite("2.2(a)3"), "decks = 4 or more")
        for option, values in FOUR_DECKS
    ),
    *(
        Needs(option, values, "decks", _one_of("6", "8"), "six or eight decks", cite("2.2(a)4"), "decks = 6 or 8")
        for option, values in SIX_OR_EIGHT
    ),
    Needs(
        "progressive",
        ("on",),
        "additional-wager",
        _one_of("none"),
        "a table without an additional wager",
        cite("2.17(a)"),
        "additional-wager = none",
    ),
    Needs(
        "multiple-action",
        ("on",),
        "resplit",
        _one_of("none"),
        "a table at which pairs are split once",
        cite("2.11(e)"),
        "resplit = none",
    ),
    Needs(
        "resplit-aces",
        ("allowed",),
        "resplit",
        _one_of("up-to-limit"),
        "a table at which other pairs are split again too",
        cite("2.11(e)"),
        "resplit = up-to-limit",
    ),
    Needs(
        "even-money",
        ("on",),
        "blackjack-pays",
        _one_of("3:2"),
        "a blackjack at 3 to 2, without which it is no even bargain",
        reading("R-2.7-even-money-odds"),
        "blackjack-pays = 3:2",
    ),
    Needs(
        "cut-depth",
        (),
        "decks",
        _deep_enough,
        "a quarter of the stack or more behind the cutting card",
        cite("2.5(d)"),
        "1/4 or more of the stack, and less than all of it",
    ),
)
"""Held by ``constrained(OPTIONS, NEEDS)``, for tables that are opened and for the check alike."""
