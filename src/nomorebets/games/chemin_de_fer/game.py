"""Baccarat-chemin de fer: N.J.A.C. 19:47-4 (since 2012, 13:69F-4, whose numbers from 4.2 on are one lower).

The participants play against one another: the Banker puts up a Bank, the others wager against it, and one of them, the
Dominant Player, plays the hand. Sections before 4.11(d) were not read; what stands here of them is the European game.
"""

from __future__ import annotations

import math
from dataclasses import replace

from nomorebets.games.baccarat.rules import ErrorRules, chosen, shoe_rules
from nomorebets.games.chemin_de_fer.bank import (
    BANCO,
    BANCO_LOST,
    BANK,
    BANK_REMEMBERS,
    PUNT,
    SEAT_CHANGED,
    SUIVI,
    WITH_TABLE,
    accept_wagers,
    announce_bank,
    bank_of,
    lose_bank,
    note_moves,
    offer_bank,
    pass_or_keep,
    seats_in,
    settle_bank,
)
from nomorebets.games.chemin_de_fer.hands import Seats, drawing_table_of, initial_deal, third_cards
from nomorebets.games.chemin_de_fer.terms import OPTIONS, WAYS
from nomorebets.hands.baccarat import value
from nomorebets.procedures.banker import take_back
from nomorebets.procedures.deck import HandsVoid, collect_cards
from nomorebets.procedures.opening import OpeningRules
from nomorebets.procedures.shoe import (
    IN_PLAY,
    REMEMBERS,
    SHOE,
    ShoeRules,
    finish_shoe,
    leave_shoe,
    open_shoe,
    shoe_irregularities,
)
from nomorebets.regulation import Pays, cite, pay_table, reading, to
from nomorebets.table import (
    Game,
    House,
    Irregularity,
    Layout,
    Place,
    Result,
    Round,
    Script,
    Wager,
    announce,
    remedy,
    take_wagers,
)
from nomorebets.table.acceptance import refusal
from nomorebets.table.betting_areas import betting_areas, find_area
from nomorebets.table.cards import give_back, read_hand, turn_up
from nomorebets.table.game import CARDS, Betting, Memory, Terms, scaffold_bets
from nomorebets.table.money import dollars

MINIMUM_ODDS = pay_table("4.10", {BANK: to(1), BANCO: to(1), SUIVI: to(1), WITH_TABLE: to(1), PUNT: to(1)})
AREAS = {
    BANK: cite("4.6"),
    BANCO: reading("R-4.7-banco"),
    SUIVI: reading("R-4.7-banco"),
    WITH_TABLE: reading("R-4.7-with-the-table"),
    PUNT: cite("4.7"),
}
USUAL_BANK = 10_000  # cents, of a bot

ERRORS = ErrorRules(
    undisclosed=cite("4.12(g)"),
    too_late=reading("R-4.12g-cutting-card-out"),
    disclosed=cite("4.12(h)"),
    before=reading("R-4.12g-disclosed-before"),
    ways=WAYS,
    tens=cite("4.12(h)1"),
    simulated=reading("R-4.12h3-options"),
    values=lambda card: reading("R-4.1-values"),
)
SHOE_RULES = ShoeRules(
    opening=OpeningRules(
        inspect=cite("4.3"),
        replace=reading("R-4.3-not-right"),
        show=cite("4.3"),
        mix=cite("4.3"),
        idle=reading("R-4.4-idle"),
    ),
    shuffle=cite("4.4"),
    cut=reading("R-4.4-cut"),
    recut=reading("R-4.4-cut"),
    marker=reading("R-4.4-marker"),
    burn=reading("R-4.4-burn"),
    shuffler_jam=cite("4.4"),
    face_up=cite("4.12(j)"),
    too_few=cite("4.12(k)"),
    cutting_card=reading("R-4.4-last-hand"),
    hands_after=0,
    with_face_up=value,
    face_up_ends_last_hand=True,
)
IRREGULARITIES = shoe_irregularities(SHOE_RULES) | {
    "wrong-order": Irregularity(
        "the Banker took cards in the wrong order in the Initial Deal",
        ask="inspect-initial-deal",
        facts={"found": "wrong-order"},
        remedy="if it cannot be put right the hand is annulled, and the Bank may move on",
        by=cite("4.12(a)"),
        more=("rectified",),
        may_list_outcome=False,
    ),
    "banker-overdrawn": Irregularity(
        "the Banker took more than two cards in the Initial Deal",
        ask="inspect-initial-deal",
        facts={"found": "banker-overdrawn"},
        remedy="if it cannot be put right the Banker's hand counts zero",
        by=cite("4.12(b)"),
        more=("rectified", "cards"),
        may_list_outcome=False,
    ),
    "player-three-cards": Irregularity(
        "the Dominant Player was given three cards in the Initial Deal",
        ask="inspect-initial-deal",
        facts={"found": "player-three-cards"},
        remedy="if the excess cannot be told the Player's Hand counts the highest its cards make",
        by=cite("4.12(c)"),
        more=("rectified",),
        may_list_outcome=False,
    ),
    "banker-took-two": Irregularity(
        "the Banker took two cards instead of one",
        ask="banker-decides",
        facts={"found": "banker-took-two"},
        remedy="if it cannot be put right the Banker's hand counts the lowest that two of its cards make",
        by=cite("4.12(d)"),
        more=("rectified",),
        may_list_outcome=False,
    ),
    "card-after-stay": Irregularity(
        'a card was dealt face up to the Dominant Player after "Stay"',
        ask="repeat-call",
        facts={"found": "card-after-stay"},
        remedy="it is the Banker's card if the Banker must or may draw, else the procedure of (h)",
        by=cite("4.12(e)"),
        more=("disclosed",),
        may_list_outcome=False,
    ),
    "dealer-said-card": Irregularity(
        'a card was dealt face up to the Dominant Player after "Stay", for which the dealer had said "Card"',
        ask="repeat-call",
        facts={"found": "dealer-said-card"},
        remedy="it is the Banker's card only if the Banker must draw, else the procedure of (h)",
        by=cite("4.12(f)"),
        more=("disclosed",),
        may_list_outcome=False,
    ),
    "card-drawn-in-error": Irregularity(
        "a card was drawn in error when the hand was complete",
        ask="banker-decides",
        facts={"found": "card-drawn-in-error"},
        remedy="undisclosed it opens the next hand; disclosed, the procedure of (h)",
        by=cite("4.12(g)"),
        more=("disclosed",),
        may_list_outcome=False,
    ),
    "banker-drew-first": Irregularity(
        'the Banker drew a card although "Card" had been called and repeated',
        ask="repeat-call",
        facts={"found": "banker-drew-first"},
        remedy="the card goes to the Dominant Player, and the Banker plays on",
        by=cite("4.12(i)"),
        may_list_outcome=False,
    ),
    SEAT_CHANGED: Irregularity(
        "a participant moved to another seat",
        ask="seat-changes",
        facts={"found": SEAT_CHANGED, "left": 1, "taken": 2},
        remedy="a turn as Banker that the move would bring sooner is missed",
        by=cite("4.11(e)"),
        more=("left", "taken"),
        may_list_outcome=False,
    ),
}


def chemin_de_fer(table: Round) -> Script[None]:
    """One hand, from the Bank and the wagers against it to its passing."""
    shoe = shoe_of(table)
    decks, behind = int(chosen(table.house, "decks")), int(chosen(table.house, "cutoff-from-back"))
    try:
        yield from open_shoe(table, shoe, decks, behind, burns=chosen(table.house, "burn-rule") != "none")
        yield from note_moves(table)
        if bank_of(table) is None:
            yield from offer_bank(table)
        yield from play_hand(table, shoe)
    except HandsVoid as void:
        yield from annul(table, void)
        if void.what == "insufficient-cards":
            yield from finish_shoe(by=void.by)
            return
    yield from leave_shoe(table, shoe)


def shoe_of(table: Round) -> ShoeRules:
    """The rules of the shoe as this table has them."""
    after = 1 if chosen(table.house, "last-hand-rule") == "finish-current-plus-one" else 0
    return replace(shoe_rules(table, SHOE_RULES), hands_after=after)


def play_hand(table: Round, shoe: ShoeRules) -> Script[None]:
    """The wagers, the two hands, the result, and what becomes of the Bank."""
    bank = bank_of(table)
    if bank is None:  # nobody wants it
        return
    yield from announce_bank(bank)
    yield from take_wagers("until the dealer calls", by=cite("4.7"))
    dominant = yield from accept_wagers(table, bank)
    if not dominant:  # nobody plays against it
        yield from pass_or_keep(table)
        return
    yield from announce("No more bets", by=cite("4.8"))
    seats = Seats(dominant, bank.seat)
    yield from announce(f"Seat {dominant} plays the Player's Hand", by=reading("R-4.8-dominant-player"))
    standing = yield from initial_deal(table, shoe, ERRORS, seats)
    standing = yield from third_cards(table, shoe, ERRORS, seats, standing, drawing_table_of(table.house))
    for area in (seats.player_area, seats.banker_area):
        yield from turn_up(area, by=cite("4.10"))
    for hand, count, natural in (
        ("player", standing.player, standing.player_natural),
        ("banker", standing.banker, standing.banker_natural),
    ):
        yield from read_hand(hand, f"natural {count}" if natural else str(count), by=reading("R-4.1-values"))
    yield from announce(result_called(standing.player, standing.banker), by=cite("4.10"))
    yield from settle_bank(table, standing.player, standing.banker)
    yield from collect_cards(table, [seats.player_area, seats.banker_area], by=cite("4.10"))
    yield from pass_or_keep(table)


def result_called(player: int, banker: int) -> str:
    """The counts and the winner, as the dealer says them."""
    if player == banker:
        return "Tie Hand"
    return f"Player's Hand {player}, Banker's Hand {banker}: {'Player' if player > banker else 'Banker'}'s Hand wins"


def annul(table: Round, void: HandsVoid) -> Script[None]:
    """A hand that does not count: wagers go back and the Bank is unchanged, unless it moves on."""
    yield from remedy(void.what, void.remedy, by=void.by)
    by = void.by if void.what != "wrong-order" else reading("R-4.12a-annulled")
    yield from give_back([Result(w, "void", 0, by) for w in table.wagers if w.kind != BANK], by=by)
    yield from collect_cards(table, list(table.felt.cards), by=void.by)
    bank = bank_of(table)
    if bank is not None and void.what == "wrong-order" and chosen(table.house, "annulled-hand-bank") == "transfer":
        yield from take_back(bank, bank.amount, by=cite("4.12(a)"))
        yield from lose_bank(table, by=cite("4.12(a)"))


def minimum_odds(house: House) -> dict[str, Pays]:
    """Even money, on both sides."""
    return dict(MINIMUM_ODDS)


def layout(house: House) -> Layout:
    """The Bank, and what can be wagered against it."""
    return betting_areas(AREAS)


def find(text: str, layout: Layout, house: House) -> Place:
    """The wager a participant names."""
    return find_area(text, layout, house, cite("4.7"))


def unit(house: House, place: Place) -> int:
    """Whole chips; what must equal the Bank or half of it may be any sum."""
    return house.smallest_chip if place.kind in (BANK, PUNT) else 1


def verify(table: Round, wager: Wager) -> None:
    """What 4.7 demands of a wager against the Bank."""
    bank, by = bank_of(table), AREAS[wager.kind]
    if wager.kind == BANK:
        raise refusal(table, wager, "the Bank is offered in turn", cite("4.5"), "an answer to that offer")
    if wager.coupon or wager.verbal:
        raise refusal(table, wager, "only chips and plaques lie against the Bank", by, "chips or plaques")
    if bank is None:
        raise refusal(table, wager, "there is no Bank", cite("4.6"), "a wager once a Bank is put up")
    if wager.seat == bank.seat:
        raise refusal(table, wager, "the Banker does not wager against the own Bank", cite("4.7"), "any other seat")
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
    terms=Terms(
        options=OPTIONS,
        dealt_by=cite("4.9"),
        late_by=cite("4.8"),
        needs_company="the participants wager against one another, one of them as Banker",
    ),
    bets=scaffold_bets(
        minimum_odds=MINIMUM_ODDS,
        odds=minimum_odds,
        banked=BANK,
        layout=layout,
    ),
    betting=Betting(
        layout=layout,
        place=find,
        unit=unit,
        verify=verify,
        verify_act=verify_act,
        usual=(PUNT,),
        carries=True,
    ),
    script=chemin_de_fer,
    chance=CARDS,
    memory=Memory(remembers=REMEMBERS | BANK_REMEMBERS, told={SHOE: IN_PLAY}),
    irregularities=IRREGULARITIES,
)
