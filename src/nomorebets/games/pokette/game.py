"""Pokette: N.J.A.C. 19:47-12 (since 2012, 13:69F-12)."""

from __future__ import annotations

from nomorebets.equipment.cards import read_cards
from nomorebets.equipment.wheels import JACER
from nomorebets.errors import listed
from nomorebets.games.pokette.hand import HAND, SHOWN, completing, shown
from nomorebets.games.pokette.layout import BY, find, layout
from nomorebets.games.pokette.script import IRREGULARITIES, pokette
from nomorebets.games.pokette.settlement import settle_card, settle_hand
from nomorebets.games.pokette.terms import HANDS, MINIMUM_ODDS, POKER_HANDS, TERMS
from nomorebets.regulation import cite, pay_table, reading
from nomorebets.table import Game, Round, Table, Wager
from nomorebets.table.acceptance import refusal
from nomorebets.table.game import Bet, Betting, ChanceKind, Memory, least_unit

BETS = tuple(
    Bet(
        kind=kind,
        by=cite("12.8") if kind in HANDS else BY,
        settle=settle_hand if kind in HANDS else settle_card,
        pays=pay_table("12.6(b)", {kind: odds}),
        offered=POKER_HANDS if kind in HANDS else None,
        opens="before-spin",
        decided="clapper-rests",
    )
    for kind, odds in MINIMUM_ODDS.items()
)


def verify(table: Round, wager: Wager) -> None:
    """Chips on the layout, and on the poker hand only what the cards shown open."""
    if wager.coupon or wager.verbal:
        by = reading("R-12.4-only-chips")
        raise refusal(table, wager, "neither coupons nor spoken wagers are taken", by, "chips on the layout")
    hand = shown(table)
    if wager.kind in HANDS and wager.kind not in completing(table.house, hand):
        has = " ".join(hand) if hand else "no card yet"
        opened = listed(completing(table.house, hand)) or "wagers on cards"
        raise refusal(table, wager, f"the hand has {has}: it is not open", reading("R-12.9-not-open"), opened)


def read_section(token: str, table: Table) -> dict[str, object]:
    """A section as people write it: a card, or the jacer."""
    word = token.strip().lower()
    return {"symbol": JACER if word == JACER else read_cards(token)[0]}


GAME = Game(
    id="pokette",
    terms=TERMS,
    bets=BETS,
    betting=Betting(
        layout=layout,
        place=find,
        unit=least_unit,
        verify=verify,
        usual=("red",),
        varied=("red", "card:7h", "rank:A", "split:7h-8h", "suit:spades", "group-akq", "double-rank:K-Q"),
        carries=True,
    ),
    script=pokette,
    chance=ChanceKind(words="spins", read=read_section),
    memory=Memory(remembers={HAND: SHOWN}, public=(HAND,)),
    irregularities=IRREGULARITIES,
)
