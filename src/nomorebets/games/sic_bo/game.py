"""Sic bo: N.J.A.C. 19:47-9 (since 2012, 13:69F-9). Three dice, every wager decided by one shake.

The text was not read: the wagers are Pennsylvania's 625a.3, the odds those reported of Atlantic City.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import cast

from nomorebets.equipment.dice import FACES, Roll, read, written
from nomorebets.errors import HouseRuleError, WagerRefused, unknown
from nomorebets.procedures.shaker import ShakerRules, mishaps, shaken, uncovered
from nomorebets.regulation import Odds, Pays, choice, cite, house_option, pay_table, reading, to
from nomorebets.table import (
    Game,
    House,
    Irregularity,
    Layout,
    Place,
    Result,
    Round,
    Script,
    Wager,
    announce,
    checkpoint,
    collect,
    pay,
    take_wagers,
)
from nomorebets.table.acceptance import refusal
from nomorebets.table.game import DICE, Betting, Terms, scaffold_bets

TOTALS = {4: 60, 5: 30, 6: 17, 7: 12, 8: 8, 9: 6, 10: 6, 11: 6, 12: 6, 13: 8, 14: 12, 15: 17, 16: 30, 17: 60}
MINIMUM_ODDS = pay_table(
    "9.4",
    {
        "triple": to(180),
        "any-triple": to(30),
        "double": to(10),
        **{f"total-{total}": to(odds) for total, odds in TOTALS.items()},
        "combo": to(5),
        "small": to(1),
        "big": to(1),
        "single-1-die": to(1),
        "single-2-dice": to(2),
        "single-3-dice": to(3),
    },
)
SINGLE = {1: "single-1-die", 2: "single-2-dice", 3: "single-3-dice"}

SHAKER = house_option(
    "shaker",
    "9.5",
    "Whether the dealer shakes the shaker or starts a machine.",
    {value: choice("9.5", read=reading("R-9.5-shake")) for value in ("manual", "automated")},
    "manual",
)
DOUBLE_INCLUDES_TRIPLE = house_option(
    "double-includes-triple",
    "9.2",
    "Whether two of a kind wins on three of a kind.",
    {value: choice("9.2", read=reading("R-9.2-double")) for value in ("on", "off")},
    "on",
)


def _three_or_better(text: str) -> str:
    odds = Odds.parse(text)
    if odds.ratio < cast(Odds, MINIMUM_ODDS["single-3-dice"]).ratio:
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
NON_VALUE_CHIPS = house_option(
    "non-value-chips",
    "9.3",
    "Whether patrons may play non-value chips of their own colour.",
    {value: choice("9.3", read=reading("R-9.3-chips")) for value in ("on", "off")},
    "on",
)
DISPLAY = house_option(
    "display-device",
    "9.6",
    "Whether the numbers are entered in a device that lights the winning places.",
    {value: choice("9.6", read=reading("R-9.6-device")) for value in ("on", "off")},
    "on",
)

IRREGULARITIES = {
    **mishaps(reading("R-9.6-void"), reading("R-9.6-tampering"), reading("R-9.6-device")),
    "wrong-entry": Irregularity(
        "the numbers were wrongly entered in the device",
        "dice-rest",
        {"found": "wrong-entry"},
        "the entry is corrected before anything is paid: the dice, not the lights, decide",
        by=reading("R-9.6-device"),
        needs_outcome=True,
    ),
    "device-fails": Irregularity(
        "the device that lights the winning places fails",
        "dice-rest",
        {"found": "device-fails"},
        "the dealer settles from the dice by hand",
        by=reading("R-9.6-device"),
        needs_outcome=True,
    ),
}
RULES = ShakerRules(
    3, reading("R-9.5-shake"), reading("R-9.5-call"), lambda table: reading("R-9.6-void"), IRREGULARITIES
)


def sic_bo(table: Round) -> Script[None]:
    """One round of play: the covered shake, the wagers, and what the dice decide."""
    roll = yield from valid_shake(table)
    yield from announce(f"{written(roll)}, {sum(roll)}", by=reading("R-9.5-call"))
    results = [settle(wager, roll, table) for wager in table.wagers]
    yield from collect((r for r in results if r.outcome == "lose"), by=reading("R-9.5-order"))  # losing wagers first
    yield from pay((r for r in results if r.outcome == "win"), by=reading("R-9.5-order"))


def valid_shake(table: Round) -> Script[Roll]:
    """Shake under the cover, take wagers, and uncover, until a shake counts."""
    while True:
        yield from checkpoint("before the shake", by=cite("9.5"))
        counts = yield from shaken(table, RULES)
        if not counts:
            continue
        yield from take_wagers("until the dealer calls", by=reading("R-9.3-until"))  # the dice are hidden
        yield from announce("No More Bets", by=reading("R-9.5-shake"))
        roll = yield from uncovered(table, RULES)
        if roll is not None:
            return roll


def paid_as(place: Place, roll: Roll, house: House) -> str:
    """The line of the odds by which a wager on a place is paid on a roll; empty where it loses."""
    shown, kind = Counter(roll), place.kind
    number = int(place.covers[0]) if place.covers else 0
    triple = len(shown) == 1
    if kind == "single":
        return SINGLE.get(shown[number], "")
    wins = {
        "triple": shown[number] == 3,
        "double": shown[number] == 2 or (shown[number] == 3 and house[DOUBLE_INCLUDES_TRIPLE] == "on"),
        "any-triple": triple,
        "combo": all(shown[int(n)] for n in place.covers),
        "small": 4 <= sum(roll) <= 10 and not triple,
        "big": 11 <= sum(roll) <= 17 and not triple,
    }.get(kind, sum(roll) == number)
    return kind if wins else ""


def settle(wager: Wager, roll: Roll, table: Round) -> Result:
    """What one wager wins or loses; odds, simulation and disputes call it too."""
    place = table.place_of(wager)
    line = paid_as(place, roll, table.house)
    if not line:
        return Result(wager, "lose", -wager.amount, by=place.by)
    return Result(wager, "win", cast(Odds, table.house.pays[line]).of(wager.amount), by=reading("R-9.4-odds"))


def layout(house: House) -> Layout:
    """The fifty places."""
    places = [
        *(_place(f"triple-{n}", "triple", f"three {n}s", n) for n in FACES),
        *(_place(f"double-{n}", "double", f"two {n}s", n) for n in FACES),
        _place("any-triple", "any-triple", "any three of a kind"),
        *(_place(f"total-{t}", f"total-{t}", f"total {t}", t, read="R-9.2-total") for t in TOTALS),
        *(_place(f"combo-{a}-{b}", "combo", f"{a} and {b}", a, b) for a, b in combinations(FACES, 2)),
        _place("small", "small", "small"),
        _place("big", "big", "big"),
        *(_place(f"single-{n}", "single", f"the number {n}", n, paid_as="single-1-die") for n in FACES),
    ]
    return Layout({place.id: place for place in places})


def _place(id: str, kind: str, where: str, *covers: int, read: str = "", paid_as: str = "") -> Place:
    by = reading(read or f"R-9.2-{kind}")
    return Place(id, kind, tuple(map(str, covers)), by, f'the place "{where}"', paid_as=paid_as)


def find(text: str, layout: Layout, house: House) -> Place:
    """The wager a patron names; the list is closed."""
    words = text.strip().lower().replace(":", "-").replace(" ", "-")
    roll = read(words.removeprefix("combo-"), 2) if words.startswith("combo-") else None
    words = f"combo-{written(roll)}" if roll else words
    if words in layout:
        return layout[words]
    near = unknown("wager of sic bo", words, layout)
    raise WagerRefused(near.text, reading("R-9.2-closed-list"), house.as_of, near.accepts)


def minimum_odds(house: House) -> dict[str, Pays]:
    return {**MINIMUM_ODDS, "single-3-dice": Odds.parse(house[SINGLE_TRIPLE])}


def verify(table: Round, wager: Wager) -> None:
    """Chips on the layout, of a colour of the patron's own where they are non-value chips."""
    if wager.coupon or wager.verbal or wager.call or wager.fee:
        raise refusal(
            table, wager, "only chips on the layout are a wager", reading("R-9.3-until"), "chips on the layout"
        )
    if wager.chips != "value":
        if table.house[NON_VALUE_CHIPS] == "off":
            raise refusal(table, wager, "non-value chips are not played here", reading("R-9.3-chips"), "value chips")
        if any(w.seat != wager.seat and w.chips == wager.chips for w in table.wagers):
            raise refusal(
                table, wager, "another seat plays the same non-value chips", reading("R-9.3-chips"), "another colour"
            )


GAME = Game(
    id="sic-bo",
    terms=Terms(
        options=(SHAKER, DOUBLE_INCLUDES_TRIPLE, SINGLE_TRIPLE, NON_VALUE_CHIPS, DISPLAY),
        dealt_by=cite("9.2"),
        late_by=reading("R-9.3-until"),
        to_not_for=reading("R-9.4-to"),
        limit_groups={"totals": tuple(f"total-{t}" for t in TOTALS)},
        no_decision=(
            "a sic bo wager is made before the dice are uncovered and then left alone: there is nothing to decide"
        ),
    ),
    bets=scaffold_bets(
        minimum_odds=MINIMUM_ODDS,
        odds=minimum_odds,
        layout=layout,
    ),
    betting=Betting(
        layout=layout,
        place=find,
        unit=lambda house, place: house.smallest_chip,
        verify=verify,
        usual=("small", "total-9", "single-4"),
    ),
    script=sic_bo,
    chance=DICE,
    irregularities=IRREGULARITIES,
)
