"""The shoe of blackjack: opened, shuffled, cut by the right player, marked, and put away (19:47-2.4 to 2.6, 2.21)."""

from __future__ import annotations

from nomorebets.games.blackjack.terms import CUT_DEPTH, DEALING, DECKS, cards_behind
from nomorebets.procedures.shoe import ShoeRules, leave_shoe, open_shoe
from nomorebets.regulation import cite
from nomorebets.table import Round, Script
from nomorebets.table.cards import pack_of
from nomorebets.table.steps import attest

METHODS = {"shoe": "manual", "hand": "automated", "continuous": "continuous", "double-shoe": "manual"}


def method_of(table: Round) -> str:
    """How the cards are shuffled."""
    return METHODS[table.house[DEALING]]


def open_cards(table: Round, rules: ShoeRules) -> Script[None]:
    """Take up the cards in use, or shuffle, cut, mark and burn."""
    decks = int(table.house[DECKS])
    behind = cards_behind(table.house[CUT_DEPTH], len(pack_of(table.felt, decks)))
    if table.house[DEALING] == "hand":
        yield from attest("a device shuffles one set of cards while the other is played", by=cite("2.2(c)"))
    yield from open_shoe(table, rules, decks, behind, method_of(table))


def put_cards_away(table: Round, rules: ShoeRules) -> Script[None]:
    """Leave the cards for the next round, or have them shuffled before it."""
    yield from leave_shoe(table, rules, method_of(table))
