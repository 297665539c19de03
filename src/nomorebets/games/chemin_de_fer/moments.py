"""When something may have gone wrong in a hand of chemin de fer, and why it cannot have at another moment."""

from __future__ import annotations

from nomorebets.errors import RulesError
from nomorebets.games.chemin_de_fer.bank import bank_of
from nomorebets.games.chemin_de_fer.calls import BankerDecides, RepeatCall
from nomorebets.games.chemin_de_fer.hands import DRAWN_IN_ERROR, THIRD
from nomorebets.procedures.shoe import BURN, not_here
from nomorebets.regulation import cite
from nomorebets.table import Round
from nomorebets.table.areas import owner_of, seat_area
from nomorebets.table.cards import Draw, TurnUp
from nomorebets.table.requests import Request

OVERDRAWN, THREE_CARDS, TOOK_TWO = "banker-overdrawn", "player-three-cards", "banker-took-two"
EXCESS = {OVERDRAWN: cite("4.12(b)"), THREE_CARDS: cite("4.12(c)")}


def error_barred(table: Round, request: Request) -> RulesError | None:
    """A card is drawn in error while a hand is dealt, not among cards that are discarded or dealt for nobody."""
    if isinstance(request, Draw) and (request.to == BURN or request.to.startswith("simulated:")):
        when = "before a card of a hand, or after its last"
        return not_here(table, DRAWN_IN_ERROR, "no card of a hand is dealt", when)
    return None


def overdrawn_barred(table: Round, request: Request) -> RulesError | None:
    """The Banker's excess belongs to the Initial Deal."""
    return _after_initial_deal(table, request, OVERDRAWN, THREE_CARDS)


def three_cards_barred(table: Round, request: Request) -> RulesError | None:
    """So does the Dominant Player's."""
    return _after_initial_deal(table, request, THREE_CARDS, OVERDRAWN)


def _after_initial_deal(table: Round, request: Request, what: str, other: str) -> RulesError | None:
    """Why a card too many is none of the Initial Deal: unless the other hand has one, it ends when all cards lie."""
    if isinstance(request, RepeatCall | BankerDecides):
        over = not any(done.what == other and done.by == EXCESS[other] for done in table.felt.remedies)
    else:
        over = isinstance(request, Draw) and (not owner_of(request.to) or request.by == THIRD)
    when = "before one of the first cards to each hand, or as soon as they lie"
    return not_here(table, what, "the Initial Deal is over", when) if over else None


def took_two_barred(table: Round, request: Request) -> RulesError | None:
    """Whoever took two cards has taken one, which lies face up beside those that do not yet."""
    bank = bank_of(table)
    if not isinstance(request, TurnUp) or bank is None:
        return None
    lying = {laid.up for laid in table.felt.cards.get(seat_area(bank.seat), [])}
    if lying == {True, False}:
        return None
    return not_here(table, TOOK_TWO, "the Banker took no card", "before either of the two cards")
