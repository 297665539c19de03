"""Blackjack switch: N.J.A.C. 13:69F-2A."""

from __future__ import annotations

from nomorebets.games.blackjack_switch.irregular import IRREGULARITIES
from nomorebets.games.blackjack_switch.match import MATCH_PAYS, settle_match
from nomorebets.games.blackjack_switch.play import INSURANCE, MATCH
from nomorebets.games.blackjack_switch.script import NOBODY_SEATED, blackjack_switch
from nomorebets.games.blackjack_switch.settlement import settle_hand
from nomorebets.games.blackjack_switch.terms import (
    BLACKJACK,
    BOTH,
    HANDS,
    MATCH_WAGER,
    SURRENDER,
    TERMS,
    WIN,
)
from nomorebets.games.twenty_one.added_wagers import SECOND_CARD
from nomorebets.games.twenty_one.betting import BoxRules, payable_unit, verify_box
from nomorebets.games.twenty_one.entry import remembered
from nomorebets.games.twenty_one.insurance import insurance_bet
from nomorebets.regulation import PayTable, cite, reading, to
from nomorebets.table import Game, House, Place, Round, Wager
from nomorebets.table.acceptance import refusal
from nomorebets.table.betting_areas import area_finder, areas_for
from nomorebets.table.game import CARDS, Bet, Betting, Memory
from nomorebets.table.memory import SEAT_NUMBERS

NO_CONSENT = "no-consent"  # spots whose first player will have nobody else wager there
HAND_PAYS = PayTable({WIN: (to(1), reading("R-2A.5-pays")), BLACKJACK: (to(1), reading("R-2A.5-pays"))})
FIRST, SECOND = HANDS
BETS = (
    Bet(kind=FIRST, by=cite("2A.5"), settle=settle_hand, pays=HAND_PAYS),
    Bet(kind=SECOND, by=cite("2A.5"), settle=settle_hand, beside=FIRST, hand=2),  # paid as that is
    Bet(kind="split", by=cite("2A.11"), settle=settle_hand, opens="decision", beside=FIRST),
    Bet(kind="double", by=cite("2A.10"), settle=settle_hand, opens="decision", beside=FIRST),
    insurance_bet(INSURANCE, beside=FIRST),
    Bet(
        kind=MATCH,
        by=cite("2A.6"),
        settle=settle_match,
        pays=MATCH_PAYS,
        decided=SECOND_CARD,
        offered=MATCH_WAGER,
        beside=FIRST,
        hand=0,
    ),
)


def unit(house: House, place: Place) -> int:
    """Whole chips, which can be halved to the cent where they may be surrendered."""
    return payable_unit(house, (), is_halved=place.kind in HANDS and house[SURRENDER] == "on")


BOX_RULES = BoxRules(
    name="spot",
    boxes=reading("R-2A.1-spots"),
    only_chips=reading("R-2A.5-only-chips"),
    mid_shoe=reading("R-2A.5-mid-shoe"),
)


def verify(table: Round, wager: Wager) -> None:
    """What 2A.5, 2A.13 and 2A.14 demand of a wager."""
    verify_box(table, wager, BOX_RULES, HANDS)
    others = {w.player for w in table.wagers if w.seat == wager.seat} - {wager.player}
    if others and str(wager.seat) in table.felt.state.get(NO_CONSENT, "").split():
        why = "the first player on this spot does not consent"
        raise refusal(table, wager, why, cite("2A.13(a)"), "another spot")


def complete(table: Round, seat: int) -> None:
    """Every player on a spot has two equal wagers, and a match wager only beside them."""
    staked = {(w.player, w.kind): 0 for w in table.wagers if w.seat == seat}
    for wager in table.wagers:
        if wager.seat == seat:
            staked[wager.player, wager.kind] += wager.amount
    for wager in table.wagers:
        if wager.seat != seat:
            continue
        first, second = (staked.get((wager.player, kind), 0) for kind in HANDS)
        if wager.kind == MATCH and not (first and second):
            raise refusal(table, wager, "it goes only with two wagers on the hands", cite("2A.6"), " and ".join(HANDS))
        if first != second:
            by, accepts = reading("R-2A.5-equal"), "as much on either hand"
            raise refusal(table, wager, "the two hands of a spot have equal wagers", by, accepts)


GAME = Game(
    id="blackjack-switch",
    terms=TERMS,
    bets=BETS,
    betting=Betting(
        layout=areas_for(BETS),
        place=area_finder(cite("2A.5")),
        unit=unit,
        verify=verify,
        complete=complete,
        usual=(BOTH,),
        bundles={BOTH: HANDS},
        per_all=(BOTH,),
    ),
    script=blackjack_switch,
    chance=CARDS,
    memory=Memory(
        remembers={
            **remembered("spot"),
            NOBODY_SEATED: SEAT_NUMBERS,
            NO_CONSENT: SEAT_NUMBERS,
        },
    ),
    irregularities=IRREGULARITIES,
)
