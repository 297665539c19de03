"""Red dog: N.J.A.C. 19:47-6 (since 2012, 13:69F-6, where 6.7 to 6.9 are numbered 6.6 to 6.8).

Of the text only 6.1(a) was read; what the other sections are taken to say stands in the readings that are cited.
"""

from __future__ import annotations

from nomorebets.games.red_dog.script import IRREGULARITIES, red_dog
from nomorebets.games.red_dog.settlement import settle_bet, settle_raise
from nomorebets.games.red_dog.terms import MATCH_PLAY, MINIMUM_ODDS, MULTIPLE_AREAS, TERMS, VERBAL_CASH
from nomorebets.procedures.positions import SAME_PLAYER, SEATS
from nomorebets.procedures.shoe import REMEMBERS
from nomorebets.regulation import cite, names, reading
from nomorebets.table import Game, House, Layout, Place, Round, Wager
from nomorebets.table.acceptance import refusal
from nomorebets.table.betting_areas import find_area, whole_chips
from nomorebets.table.game import CARDS, Bet, Betting, Memory

BETS = (
    Bet(kind="bet", by=cite("6.5"), settle=settle_bet, pays=MINIMUM_ODDS, decided="third-card"),
    Bet(  # paid at the odds of its bet
        kind="raise",
        by=reading("R-6.5-raise"),
        settle=settle_raise,
        beside="bet",
        opens="spread",
        decided="third-card",
    ),
)


def layout(house: House) -> Layout:
    """A bet and a raise area; and as many more of them as one player may use."""
    places: dict[str, Place] = {}
    for number in range(1, int(house[MULTIPLE_AREAS]) + 1):
        by = cite("6.5") if number == 1 else reading("R-6.8-second-area")
        for at, kind in enumerate(("bet", "raise")):
            name = kind if number == 1 else f"{kind}:{number}"
            where = f"the {names.wager(kind).lower()} area" + (f" number {number}" if number > 1 else "")
            places[name] = Place(name, kind, (), by, where, at=(number - 1, at))
    return Layout(places)


def find(text: str, layout: Layout, house: House) -> Place:
    """The area a patron names."""
    further = text.strip().lower().partition(":")[0] in ("bet", "raise")
    return find_area(text, layout, house, reading("R-6.8-second-area") if further else cite("6.5"))


def verify(table: Round, wager: Wager) -> None:
    """What 6.5 demands of a wager."""
    if wager.kind == "raise":
        by = reading("R-6.5-raise")
        raise refusal(table, wager, "a raise is made only when a spread is announced", by, "bet")
    if wager.verbal and (table.house[VERBAL_CASH] == "refuse" or wager.verbal != "confirmed"):
        by = reading("R-6.5-verbal")
        raise refusal(table, wager, "a spoken wager with cash is not taken", by, "chips or plaques")
    if wager.coupon and table.house[MATCH_PLAY] != "on":
        by = reading("R-6.5-coupon")
        raise refusal(table, wager, "match play coupons are not taken here", by, "chips or plaques alone")
    if wager.call or wager.fee or wager.late:
        raise refusal(table, wager, "it cannot be called off, and no fee goes with it", cite("6.5"), "chips alone")


GAME = Game(
    id="red-dog",
    terms=TERMS,
    bets=BETS,
    betting=Betting(layout=layout, place=find, unit=whole_chips, verify=verify, usual=("bet",)),
    script=red_dog,
    chance=CARDS,
    memory=Memory(remembers=REMEMBERS | {SAME_PLAYER: SEATS}),
    irregularities=IRREGULARITIES,
)
