"""What the side wagers of blackjack pay, and what the house may choose about them (13:69F-2.17, 2.19 to 2.26)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from nomorebets.games.twenty_one.sides import MATCHES
from nomorebets.procedures.meter import rates
from nomorebets.regulation import Citation, HouseOption, Pays, PayTable, choice, cite, reading, switch, to, win
from nomorebets.regulation.options import Idle, idle_where, option
from nomorebets.table import House
from nomorebets.table.money import amounts_from

ADDITIONAL_STAKE = 100  # cents: 2.17(a)
PROGRESSIVE_STAKE = 100  # cents: R-2.19-stake
STREAKS = {f"streak-{rounds}": rounds for rounds in (2, 3, 4, 5)}


def _rows(wager: str, odds: Mapping[str, int]) -> dict[str, Pays]:
    return {f"{wager}.{row}": to(pays) for row, pays in odds.items()}


# --- pay tables ------------------------------------------------------------------------------------------------------

SAME_SUIT: dict[str, dict[str, Pays]] = {
    "A": {"same-suit.king-queen": to(25), "same-suit.suited": to(5, 2)},
    "B": {"same-suit.king-queen": to(10), "same-suit.suited": to(3)},
}
SEVENS = {
    "consecutive-from-first": _rows(
        "sevens",
        {"first-three-suited": 5000, "first-three": 500, "first-two-suited": 100, "first-two": 50, "first": 3},
    ),
    "any-of-three": _rows("sevens", {"three-suited": 500, "three": 100, "two-suited": 10, "two": 5, "one": 3}),
}
# what aces from the first card on win of the meter, and in dollars
METER_PARTS = {"four-aces-suited": Fraction(1), "four-aces": Fraction(1, 10)}
PROGRESSIVE: dict[str, Pays] = {
    "progressive.three-aces-suited": win(2500),
    "progressive.three-aces": win(250),
    "progressive.two-aces-suited": win(50),
    "progressive.two-aces": win(25),
    "progressive.one-ace": win(3),
}
BLACKJACK_BONUS = _rows("blackjack-bonus", {"player": 15, "dealer": 15})
STREAK: dict[str, Pays] = {kind: to(pays) for kind, pays in zip(STREAKS, (3, 7, 17, 37), strict=True)}
MATCH = {
    decks: _rows("match-the-dealer", dict(zip(MATCHES, odds, strict=True)))
    for decks, odds in {"6": (22, 15, 11, 8, 4), "8": (28, 17, 14, 6, 3)}.items()
}
_TWENTIES = ("queens-and-dealer-blackjack", "queens", "matched", "suited", "any")
TWENTY = {
    table: _rows("twenty-point-bonus", dict(zip(_TWENTIES, odds, strict=True)))
    for table, odds in {"A": (1000, 125, 19, 9, 4), "B": (1000, 200, 25, 10, 4)}.items()
}
OPTIONAL = _rows("optional-bonus", {"straight-flush": 9, "three-of-a-kind": 9, "straight": 9, "flush": 9})
IN_BETWEEN = {
    version: _rows(
        "in-between", {"three-of-a-kind": 30, "spread-1": one, "spread-2": 6, "spread-3": 4, "spread-4-or-more": 1}
    )
    for version, one in {"12": 12, "10": 10}.items()
}


def table_by(by: Citation, rows: Mapping[str, Pays]) -> PayTable:
    """A pay table that a reading gives."""
    return PayTable({row: (pays, by) for row, pays in rows.items()})


# --- options ---------------------------------------------------------------------------------------------------------

ADDITIONAL_WAGER = option(
    "additional-wager",
    cite("2.17(a)"),
    "Which of the additional wagers of one dollar is offered, if any; notice is due before it is withdrawn.",
    {
        "none": cite("2.17(a)"),
        "over-under": cite("2.17(a)1"),
        "same-suit": cite("2.17(a)2"),
        "sevens": cite("2.17(a)3"),
    },
)
SAME_SUIT_TABLE = option(
    "same-suit-table",
    cite("2.17(e)"),
    "What the same suit wager pays: A is for a shoe, B for one or two decks.",
    dict.fromkeys(SAME_SUIT, reading("R-2.17-same-suit-odds")),
)
SEVENS_MODE = option(
    "sevens-mode",
    cite("2.17(b)4"),
    "Which sevens count: those from the first card on without a gap, or any of the first three cards.",
    {"consecutive-from-first": reading("R-2.17-sevens-run"), "any-of-three": reading("R-2.17-sevens-any")},
)
PROGRESSIVE_WAGER = switch(
    "progressive",
    cite("2.19"),
    "Whether the progressive wager is offered.",
    on=choice("2.19", read=reading("R-2.19-pays"), sign="8.3"),
    off=choice("2.19"),
)
_METER = reading("R-2.19-meter")
PROGRESSIVE_RATE = option(
    "progressive-rate",
    cite("2.19"),
    "How much of each progressive wager goes to the meter.",
    {"0.20": _METER},
    parse=rates("0.00", "0.99", _METER),
)
_JACKPOT = amounts_from(PROGRESSIVE_STAKE, "a meter that starts at", "an amount from 1.00 on", _METER)
PROGRESSIVE_INITIAL = option(
    "progressive-initial", cite("2.19"), "What the meter shows at first.", {"25000.00": _METER}, parse=_JACKPOT
)
PROGRESSIVE_RESET = option(
    "progressive-reset",
    cite("2.19"),
    "What the meter shows after the whole of it was won.",
    {"25000.00": _METER},
    parse=_JACKPOT,
)
PROGRESSIVE_SHARING = option(
    "progressive-sharing",
    cite("2.19"),
    "How boxes that win the whole meter in one round are paid: each in turn what it then shows, or equal shares.",
    dict.fromkeys(("in-turn", "equal"), reading("R-2.19-sharing")),
)


def _offer(id: str, section: str, says: str, rests_on: str) -> HouseOption:
    """A wager that is offered or not, with notice."""
    return switch(id, cite(section), says, on=choice(section, read=reading(rests_on), sign="8.3"), off=choice(section))


def _offer_by_table(id: str, section: str, says: str, rests_on: str, tables: Mapping[str, object]) -> HouseOption:
    """A wager whose pay table is chosen where it is offered, with notice."""
    offered = choice(section, read=reading(rests_on), sign="8.3")
    return option(id, cite(section), says, {"off": choice(section), **dict.fromkeys(tables, offered)})


BLACKJACK_BONUS_WAGER = _offer("blackjack-bonus", "2.20", "Whether the blackjack bonus is offered.", "R-2.20-pays")
STREAK_WAGER = _offer("streak", "2.22", "Whether the four streak wagers are offered.", "R-2.22-pays")
STREAK_SURRENDER = option(
    "streak-surrender",
    cite("2.22"),
    "Whether a surrendered round is a lost one for streak wagers, or does not count.",
    dict.fromkeys(("loss", "void"), reading("R-2.22-surrender")),
)
MATCH_WAGER = _offer("match-the-dealer", "2.23", "Whether match-the-dealer is offered.", "R-2.23-pays")
TWENTY_WAGER = _offer_by_table(
    "twenty-point-bonus", "2.24", "Whether the 20 point bonus is offered, and by which table.", "R-2.24-pays", TWENTY
)
OPTIONAL_WAGER = _offer("optional-bonus", "2.25", "Whether the optional bonus is offered.", "R-2.25-pays")
IN_BETWEEN_WAGER = _offer_by_table(
    "in-between",
    "2.26",
    "Whether the in-between wager is offered, and what one rank between pays, to 1.",
    "R-2.26-pays",
    IN_BETWEEN,
)

SIDE_OPTIONS = idle_where(
    (
        ADDITIONAL_WAGER,
        SAME_SUIT_TABLE,
        SEVENS_MODE,
        PROGRESSIVE_WAGER,
        PROGRESSIVE_RATE,
        PROGRESSIVE_INITIAL,
        PROGRESSIVE_RESET,
        PROGRESSIVE_SHARING,
        BLACKJACK_BONUS_WAGER,
        STREAK_WAGER,
        STREAK_SURRENDER,
        MATCH_WAGER,
        TWENTY_WAGER,
        OPTIONAL_WAGER,
        IN_BETWEEN_WAGER,
    ),
    {
        SAME_SUIT_TABLE.id: Idle(without=("same-suit",), rows=("same-suit",)),
        SEVENS_MODE.id: Idle(without=("sevens",)),
        **dict.fromkeys(
            (PROGRESSIVE_RATE.id, PROGRESSIVE_INITIAL.id, PROGRESSIVE_RESET.id, PROGRESSIVE_SHARING.id),
            Idle(without=("progressive",)),
        ),
        STREAK_SURRENDER.id: Idle(without=("streak",), beside={"surrender": ("none",)}),
    },
)
"""In the order in which they are settled: what an option needs of others is settled before it."""


def decks_of(house: House) -> str:
    """How many decks a table deals from."""
    return house.options["decks"]
