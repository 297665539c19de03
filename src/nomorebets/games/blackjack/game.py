"""Blackjack: N.J.A.C. 19:47-2 (since 2012, 13:69F-2)."""

from __future__ import annotations

import math
from collections.abc import Mapping

from nomorebets.games.blackjack.irregular import IRREGULARITIES
from nomorebets.games.blackjack.script import blackjack
from nomorebets.games.blackjack.settlement import settle_fee, settle_hand, settle_insurance
from nomorebets.games.blackjack.terms import (
    BLACKJACK,
    BOXES,
    BOXES_PER_PLAYER,
    FIVE_CARDS,
    HAND_FEE,
    PLAYERS_PER_BOX,
    SURRENDER,
    TERMS,
    WIN,
    blackjack_odds,
    five_card_odds,
    main_kinds,
)
from nomorebets.games.twenty_one.dealing import OUT_AT
from nomorebets.procedures.positions import SAME_PLAYER, SEATS, verify_positions
from nomorebets.procedures.shoe import REMEMBERS
from nomorebets.regulation import Odds, Pays, PayTable, cite, reading, to
from nomorebets.table import Game, House, Layout, Place, Round, Wager
from nomorebets.table.acceptance import refusal
from nomorebets.table.betting_areas import area_finder, betting_areas
from nomorebets.table.game import CARDS, Bet, Betting, Memory
from nomorebets.table.memory import NUMBER

AFTER_THE_DEAL = {"double": "decision", "split": "decision", "insurance": "second-card"}
MAIN_PAYS = PayTable(
    {
        WIN: (to(1), cite("2.3(a)")),
        BLACKJACK: (to(3, 2), reading("R-2.7-pays")),
        FIVE_CARDS: (to(2), reading("R-2.16-five-cards")),
    }
)


def _main_rows(house: House) -> Mapping[str, Pays]:
    """What the main wager pays at a table: a win, a blackjack, and five cards where they are paid better."""
    five = five_card_odds(house)
    return {WIN: to(1), BLACKJACK: blackjack_odds(house)} | ({} if five is None else {FIVE_CARDS: five})


BETS = (
    Bet(kind="blackjack", by=cite("2.3(a)"), settle=settle_hand, pays=MAIN_PAYS, least=_main_rows),
    Bet(kind="split", by=cite("2.11(a)"), settle=settle_hand, opens="decision", beside="blackjack"),  # paid as that is
    Bet(kind="double", by=cite("2.10(a)"), settle=settle_hand, opens="decision", beside="blackjack"),
    Bet(
        kind="insurance",
        by=cite("2.9(a)"),
        settle=settle_insurance,
        pays=PayTable({"insurance": (to(2), cite("2.9(c)"))}),
        opens="second-card",
        decided="hole-card",
        beside="blackjack",
    ),
    Bet(kind="hand-fee", by=reading("R-2.3-hand-fee"), settle=settle_fee, offered=HAND_FEE, has_stake=False),
)


def layout(house: House) -> Layout:
    """A box with its main wager, and room beside it for what is added."""
    return betting_areas({bet.kind: bet.by for bet in BETS if bet.has_stake and bet.is_offered(house)})


def unit(house: House, place: Place) -> int:
    """Whole chips that can be paid exactly, and halved to the cent where they may be surrendered."""
    if place.kind not in main_kinds(house):
        return house.smallest_chip
    rows = [house.pays.get(row) for row in (BLACKJACK, FIVE_CARDS)]
    parts = [odds.on // math.gcd(odds.on, odds.pays) for odds in rows if isinstance(odds, Odds)]
    return math.lcm(house.smallest_chip, *parts, *([2] if house[SURRENDER] != "none" else []))


def verify(table: Round, wager: Wager) -> None:
    """What 2.3, 2.13 and 2.14 demand of a wager."""
    boxes = int(table.house[BOXES])
    if wager.seat > boxes:
        raise refusal(table, wager, "the table has no such box", reading("R-2.1-boxes"), f"seats 1 to {boxes}")
    verify_positions(table, wager, int(table.house[BOXES_PER_PLAYER]), by=cite("2.14"), side_by_side=False)
    if wager.verbal or wager.coupon or wager.call or wager.late or wager.hand != 1:
        by = reading("R-2.3-only-chips")
        raise refusal(table, wager, "nothing but chips on the layout is taken", by, "chips or plaques")
    if wager.kind in AFTER_THE_DEAL:
        when = "against a dealer's ace" if wager.kind == "insurance" else "on a hand that is dealt"
        mine = table.game.bet[wager.kind].by
        raise refusal(table, wager, f"it is made only {when}", mine, ", ".join(main_kinds(table.house)))
    most = int(table.house[PLAYERS_PER_BOX])
    players = {w.player for w in (*table.wagers, wager) if w.seat == wager.seat}
    if len(players) > most:
        people = "one player" if most == 1 else f"{most} players"
        raise refusal(table, wager, "others wager on this box", cite("2.13(a)"), f"{people} on a box")


GAME = Game(
    id="blackjack",
    terms=TERMS,
    bets=BETS,
    betting=Betting(layout=layout, place=area_finder(cite("2.3(d)")), unit=unit, verify=verify, usual=("blackjack",)),
    script=blackjack,
    chance=CARDS,
    memory=Memory(remembers=REMEMBERS | {SAME_PLAYER: SEATS, OUT_AT: NUMBER}),
    irregularities=IRREGULARITIES,
)
