"""Under and over seven: two dice, three wagers."""

from __future__ import annotations

from nomorebets.equipment.dice import read
from nomorebets.regulation import cite, pay_table, to
from nomorebets.table import (
    Game,
    House,
    Layout,
    Place,
    Result,
    Round,
    Script,
    Wager,
    announce,
    collect,
    dice_rest,
    pay,
    take_wagers,
)
from nomorebets.table.betting_areas import find_area
from nomorebets.table.game import DICE, Bet, Betting, Terms, least_unit
from nomorebets.table.wagers import lost

PAYS = {"under": to(1), "seven": to(4), "over": to(1)}


def script(table: Round) -> Script[None]:
    """One throw."""
    yield from take_wagers("until the dice are thrown", by=cite("90.1(b)"))
    yield from announce("No more bets", by=cite("90.1(b)"))
    thrown = yield from dice_rest(2, by=cite("90.1(b)"))
    results = table.settle(table.wagers, total(thrown.dice))
    yield from collect([r for r in results if r.net < 0], by=cite("90.1(b)"))
    yield from pay([r for r in results if r.net > 0], by=cite("90.1(a)"))


def total(dice: str) -> int:
    return sum(read(dice, 2) or ())


def settle(wager: Wager, total: int, house: House) -> Result:
    """What one wager wins or loses."""
    came = "under" if total < 7 else "over" if total > 7 else "seven"
    if wager.kind != came:
        return lost(wager, cite("90.1(b)"))
    return Result(wager, "win", house.pays[wager.kind].of(wager.amount), cite("90.1(a)"))


def layout(house: House) -> Layout:
    places = [Place(kind, kind, (), cite("90.1(a)"), f"the {kind} area", at=(at, 0)) for at, kind in enumerate(PAYS)]
    return Layout({place.id: place for place in places})


GAME = Game(
    id="under-over",
    terms=Terms(options=(), dealt_by=cite("90.1(b)"), late_by=cite("90.1(b)"), no_decision="nothing is decided"),
    bets=tuple(
        Bet(kind=kind, by=cite("90.1(a)"), pays=pay_table("90.1(a)", {kind: odds}), settle=settle)
        for kind, odds in PAYS.items()
    ),
    betting=Betting(
        layout=layout,
        place=lambda text, layout, house: find_area(text, layout, house, cite("90.1(a)")),
        unit=least_unit,
        usual=("under", "seven"),
    ),
    script=script,
    chance=DICE,
)
