"""Spanish 21: N.J.A.C. 19:47-19."""

from __future__ import annotations

from nomorebets.games.spanish_21.cutting import OFFERED, REMEMBERED
from nomorebets.games.spanish_21.irregular import IRREGULARITIES
from nomorebets.games.spanish_21.play import INSURANCE
from nomorebets.games.spanish_21.script import spanish_21
from nomorebets.games.spanish_21.settlement import settle_hand, settle_others, settle_super_bonus
from nomorebets.games.spanish_21.terms import (
    DECKS,
    MAIN_PAYS,
    MATCH,
    MATCH_PAYS,
    OTHERS_PAYS,
    RAISES,
    REDOUBLE,
    SUPER_PAYS,
    SURRENDER,
    TERMS,
)
from nomorebets.games.twenty_one.added_wagers import SECOND_CARD
from nomorebets.games.twenty_one.betting import BoxRules, payable_unit, verify_box
from nomorebets.games.twenty_one.entry import remembered
from nomorebets.games.twenty_one.insurance import insurance_bet
from nomorebets.games.twenty_one.outcome import FirstCards
from nomorebets.games.twenty_one.sides import by_row, match_name
from nomorebets.regulation import PayTable, cite, reading
from nomorebets.table import Game, House, Place, Round, Wager
from nomorebets.table.acceptance import refusal
from nomorebets.table.betting_areas import area_finder, areas_for
from nomorebets.table.game import CARDS_WITHOUT_TENS, Bet, Betting, Memory

_MATCHED = PayTable({row: (pays, reading("R-19.6-odds")) for row, pays in MATCH_PAYS["6"].items()})


def match_row(outcome: FirstCards, house: House) -> str:
    return match_name(outcome.cards, outcome.up)


BETS = (
    Bet(kind="main", by=cite("19.5"), settle=settle_hand, pays=MAIN_PAYS),
    Bet(kind="split", by=cite("19.10"), settle=settle_hand, opens="decision", beside="main"),  # paid as that is
    Bet(kind="double", by=cite("19.9"), settle=settle_hand, opens="decision", beside="main"),
    *(
        Bet(
            kind=kind,
            by=reading("R-19.9-redouble"),
            settle=settle_hand,
            opens="decision",
            beside="main",
            offered=REDOUBLE,
            brought_by=tuple(str(most) for most in range(number, len(RAISES))),
        )
        for number, kind in enumerate(RAISES[1:], 1)
    ),
    insurance_bet(INSURANCE, beside="main"),
    Bet(
        kind="match-dealer",
        by=cite("19.6"),
        settle=by_row(match_row, _MATCHED, cite("19.6")),
        pays=_MATCHED,
        least=lambda house: MATCH_PAYS.get(house[DECKS], MATCH_PAYS["6"]),  # other numbers only a file has
        offered=MATCH,
        beside="main",
        own_limits=True,
        decided=SECOND_CARD,
    ),
    Bet(
        kind="super-bonus",
        by=cite("19.5(g)"),
        settle=settle_super_bonus,
        pays=SUPER_PAYS,
        has_stake=False,
        beside="main",
    ),
    Bet(
        kind="super-bonus-others",
        by=reading("R-19.5-others"),
        settle=settle_others,
        pays=OTHERS_PAYS,
        has_stake=False,
        beside="main",
    ),
)
BOX_RULES = BoxRules(
    boxes=reading("R-19.2-boxes"),
    only_chips=reading("R-19.5-only-chips"),
    mid_shoe=reading("R-19.5-mid-shoe"),
)


def unit(house: House, place: Place) -> int:
    """Whole chips that every row can be paid on exactly, and halved where they may be surrendered."""
    if place.kind != "main":
        return house.smallest_chip
    return payable_unit(house, MAIN_PAYS, is_halved=house[SURRENDER] == "on")


def verify(table: Round, wager: Wager) -> None:
    """What 19.5, 19.13 and 19.14 demand of a wager."""
    verify_box(table, wager, BOX_RULES, ("main",))


def complete(table: Round, seat: int) -> None:
    """Match-the-dealer goes only with a main wager of the same player."""
    own = [w for w in table.wagers if w.seat == seat]
    players = {w.player for w in own if w.kind == "main"}
    for wager in own:
        if wager.player not in players:
            raise refusal(table, wager, "it goes only with a main wager", cite("19.6"), "main beside it")


GAME = Game(
    id="spanish-21",
    terms=TERMS,
    bets=BETS,
    betting=Betting(
        layout=areas_for(BETS),
        place=area_finder(cite("19.5")),
        unit=unit,
        verify=verify,
        complete=complete,
        usual=("main",),
    ),
    script=spanish_21,
    chance=CARDS_WITHOUT_TENS,
    memory=Memory(remembers=remembered("box") | {OFFERED: REMEMBERED}),
    irregularities=IRREGULARITIES,
)
