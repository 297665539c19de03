"""Baccarat-chemin de fer: N.J.A.C. 19:47-4 (since 2012, 13:69F-4, whose numbers from 4.2 on are one lower).

The participants play against one another: the Banker puts up a Bank, the others wager against it, and one of them, the
Dominant Player, plays the hand. Sections before 4.11(d) were not read; what stands here of them is the European game.
"""

from __future__ import annotations

import math

from nomorebets.games.chemin_de_fer.bank import BANCO_LOST, BANK_REMEMBERS, bank_of, seats_in
from nomorebets.games.chemin_de_fer.script import IRREGULARITIES, chemin_de_fer
from nomorebets.games.chemin_de_fer.settlement import BANCO, BANK, BETS, PUNT, SUIVI, WITH_TABLE
from nomorebets.games.chemin_de_fer.terms import TERMS
from nomorebets.procedures.shoe import IN_PLAY, REMEMBERS, SHOE
from nomorebets.regulation import cite, reading
from nomorebets.table import Game, House, Place, Round, Wager
from nomorebets.table.acceptance import refusal
from nomorebets.table.betting_areas import area_finder, areas_for
from nomorebets.table.game import CARDS, Betting, Memory
from nomorebets.table.money import dollars


def unit(house: House, place: Place) -> int:
    """Whole chips; what must equal the Bank or half of it may be any sum."""
    return house.smallest_chip if place.kind in (BANK, PUNT) else 1


def verify(table: Round, wager: Wager) -> None:
    """What 4.7 demands of a wager against the Bank."""
    bank, by = bank_of(table), table.game.bet[wager.kind].by
    if wager.kind == BANK:
        raise refusal(table, wager, "the Bank is offered in turn", cite("4.5"), "an answer to that offer")
    if wager.coupon or wager.verbal:
        raise refusal(table, wager, "only chips and plaques are wagered against the Bank", by, "chips or plaques")
    if bank is None:
        raise refusal(table, wager, "there is no Bank", cite("4.6"), "a wager once a Bank is put up")
    if wager.seat == bank.seat:
        raise refusal(table, wager, "the Banker may not wager against their own Bank", cite("4.7"), "any other seat")
    whole = {BANCO: bank.amount, SUIVI: bank.amount, WITH_TABLE: math.ceil(bank.amount / 2)}
    if wager.kind in whole and wager.amount != whole[wager.kind]:
        raise refusal(table, wager, "it covers the Bank, or half of it", by, dollars(whole[wager.kind]))
    if wager.kind == SUIVI and wager.seat not in seats_in(table, BANCO_LOST):
        raise refusal(table, wager, "it is for whoever lost a banco in the hand before", by, BANCO)


def verify_act(table: Round, act: str, wager: Wager) -> None:
    """The Bank stays on the table until it is lost or passed."""
    if wager.kind == BANK and act not in ("make", "raise"):
        by = reading("R-4.6-amount")
        raise refusal(table, wager, "the Bank is played whole or passed", by, "passing it after a hand")


GAME = Game(
    id="chemin-de-fer",
    terms=TERMS,
    bets=BETS,
    betting=Betting(
        layout=areas_for(BETS),
        place=area_finder(cite("4.7")),
        unit=unit,
        verify=verify,
        verify_act=verify_act,
        usual=(PUNT,),
        carries=True,
    ),
    script=chemin_de_fer,
    chance=CARDS,
    memory=Memory(remembers=REMEMBERS | BANK_REMEMBERS, assumed={SHOE: IN_PLAY}),
    irregularities=IRREGULARITIES,
)
