"""Pai gow poker: N.J.A.C. 19:47-11 (since 2012, 13:69F-11)."""

from __future__ import annotations

from msgspec.structs import replace

from nomorebets.games.pai_gow_poker import settlement as settle
from nomorebets.games.pai_gow_poker.script import BANK, IRREGULARITIES, MAIN, pai_gow_poker
from nomorebets.games.pai_gow_poker.terms import (
    BONUS,
    BONUS_PACKAGE,
    BONUS_TABLE,
    DRAGONS_EYE,
    DYNASTY,
    DYNASTY_ENVY,
    ENVY,
    IMPERIAL_BANKER,
    IMPERIAL_PLAYER,
    INSURANCE,
    OFFER_PROGRESSIVE,
    OPTIONS,
    POSITIONS,
    PROGRESSIVE,
    PROGRESSIVE_STAKE,
    PROTECTION,
    SEVEN,
    THREE_CARD,
    TWO_AREAS,
    limit_too_low,
)
from nomorebets.procedures.banking import (
    AGAINST_DEALER,
    ANYBODY,
    BANK_REMEMBERS,
    DEALERS_WAGER,
    settle_bank_by,
    verify_against_bank,
)
from nomorebets.procedures.deck import REMEMBERS, wager_of
from nomorebets.procedures.dragons_eye import dragons_eye_bet
from nomorebets.procedures.meter import METER
from nomorebets.procedures.positions import verify_positions
from nomorebets.procedures.starting import BUTTON_REMEMBERS
from nomorebets.regulation import PayTable, cite, pay_table, reading, to
from nomorebets.table import Game, House, Round, Wager
from nomorebets.table.acceptance import refusal
from nomorebets.table.betting_areas import area_finder, areas_for, whole_chips
from nomorebets.table.game import CARDS_AND_JOKER, Bet, Betting, Memory, Settle, Terms
from nomorebets.table.memory import MONEY
from nomorebets.table.wagers import FixedStake, Layout, Place

COLOURS = ("red", "black")


def _in_package(
    package: str, kind: str, section: str, pays: PayTable, settled: Settle, beside: str = MAIN, **fields: object
) -> Bet:
    """A bonus wager that a package brings, with limits and a pay table of its own."""
    return Bet(
        kind=kind,
        by=cite(section),
        offered=BONUS_PACKAGE,
        brought_by=(package,),
        pays=pays,
        settle=settled,
        beside=beside,
        own_limits=True,
        **({"own_odds": True} | fields),  # type: ignore[arg-type]
    )


_RED_BLACK = pay_table("11.22", {"red-black": to(1)})
_QUEENS_DRAGON = pay_table("11.22", {"queens-dragon.queen-high": to(50)})
_IMPERIAL = pay_table("11.20(b)", IMPERIAL_PLAYER) | pay_table("11.20(c)", IMPERIAL_BANKER)
BETS = (
    Bet(
        kind=MAIN,
        by=cite("11.7"),
        pays=pay_table("11.9", {MAIN: to(1)}),
        settle=settle.settle_main,
        odds_are_fixed=True,
    ),
    _in_package(
        "bonus",
        "bonus",
        "11.15",
        pay_table("11.16", BONUS["T2"]),
        settle.settle_bonus,
        least=lambda house: BONUS[house[BONUS_TABLE]],
    ),
    _in_package("bonus", "envy", "11.15", pay_table("11.16", ENVY), settle.settle_envy, "bonus", has_stake=False),
    _in_package("bonus", "insurance", "11.15", pay_table("11.16", INSURANCE), settle.settle_insurance),
    _in_package("three-seven", "three-card", "11.17", pay_table("11.18", THREE_CARD), settle.settle_three_card),
    _in_package("three-seven", "seven-card", "11.17", pay_table("11.18", SEVEN), settle.settle_seven_card),
    _in_package(
        "imperial", "imperial", "11.19", _IMPERIAL, settle.settle_imperial, own_odds=False, odds_are_fixed=True
    ),
    _in_package("ez", "dynasty", "11.22", pay_table("11.23", DYNASTY), settle.settle_dynasty),
    _in_package(
        "ez",
        "dynasty-envy",
        "11.22",
        pay_table("11.23", DYNASTY_ENVY),
        settle.settle_dynasty_envy,
        "dynasty",
        has_stake=False,
    ),
    _in_package("ez", "protection", "11.22", pay_table("11.23", PROTECTION), settle.settle_protection),
    _in_package("ez", "red-black", "11.22", _RED_BLACK, settle.settle_red_black),
    _in_package("ez", "queens-dragon", "11.22", _QUEENS_DRAGON, settle.settle_queens_dragon),
    Bet(
        kind="progressive",
        by=cite("11.14"),
        pays=pay_table("11.14", PROGRESSIVE),
        settle=settle.settle_progressive,
        offered=OFFER_PROGRESSIVE,
        stake=FixedStake(PROGRESSIVE_STAKE, reading("R-11.14-progressive")),
        own_limits=True,
        own_odds=True,
        beside=MAIN,
    ),
    dragons_eye_bet(DRAGONS_EYE, MAIN, by=reading("R-11.21-module")),
    Bet(
        kind=DEALERS_WAGER,
        by=reading("R-11.10-dealers-wager"),
        settle=settle.settle_main,
        has_stake=False,
    ),
    settle_bank_by(BANK),
)
AREAS = areas_for(BETS)


def layout(house: House) -> Layout:
    """An area for each wager; for red and black, one of each."""
    places: dict[str, Place] = {}
    for place in AREAS(house).values():
        if place.id != "red-black":
            places[place.id] = place
            continue
        for colour in COLOURS:
            name = f"{place.id}:{colour}"
            places[name] = replace(place, id=name, where=f"the {colour} area")
    return Layout(places)


def verify(table: Round, wager: Wager) -> None:
    """What 11.7, 11.10 and 11.12 demand of a wager."""
    if wager.seat > POSITIONS:
        raise refusal(table, wager, "the table has no such position", cite("11.8"), f"seats 1 to {POSITIONS}")
    two = table.house[TWO_AREAS] == "on"
    verify_positions(table, wager, most=2 if two else 1, by=cite("11.12"))
    verify_against_bank(table, wager, BANK)
    if wager.verbal:
        raise refusal(
            table, wager, "a spoken wager with cash is not taken", reading("R-11.7-seated"), "chips or plaques"
        )
    if wager.coupon or wager.call or wager.fee or wager.late:
        raise refusal(table, wager, "nothing goes with it but chips or plaques", cite("11.7"), "chips or plaques alone")


def complete(table: Round, seat: int) -> None:
    """Bonus wagers go with a pai gow poker wager of the same seat."""
    for side in (w for w in table.wagers if w.seat == seat and table.game.bet[w.kind].beside == MAIN):
        if wager_of(table, seat, MAIN) is None:
            by = reading("R-11.7-beside")
            raise refusal(table, side, "it goes only with a pai gow poker wager", by, f"{MAIN} beside it")


GAME = Game(
    id="pai-gow-poker",
    terms=Terms(
        options=OPTIONS,
        dealt_by=cite("11.8"),
        late_by=reading("R-11.7-closing"),
        to_not_for=cite("11.20(a)"),
        seats=lambda house: POSITIONS,
        faults=limit_too_low,
    ),
    bets=BETS,
    betting=Betting(
        layout=layout,
        place=area_finder(cite("11.7")),
        unit=whole_chips,
        verify=verify,
        complete=complete,
        usual=(MAIN,),
    ),
    script=pai_gow_poker,
    chance=replace(CARDS_AND_JOKER, begins_by_roll=True),
    memory=Memory(
        remembers=REMEMBERS | BANK_REMEMBERS | BUTTON_REMEMBERS | {METER: MONEY},
        assumed={AGAINST_DEALER: ANYBODY},
        public=(METER,),
    ),
    irregularities=IRREGULARITIES,
)
