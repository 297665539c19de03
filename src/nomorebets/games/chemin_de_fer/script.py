"""One hand of chemin de fer, from the Bank and the wagers against it to its passing: 4.5 to 4.12."""

from __future__ import annotations

from nomorebets.games.baccarat.cards_in_error import misdealt
from nomorebets.games.baccarat.coup import result_called
from nomorebets.games.baccarat.rules import ErrorRules
from nomorebets.games.baccarat.shoe import make_ready, shoe_at
from nomorebets.games.baccarat.terms import chosen
from nomorebets.games.chemin_de_fer.bank import (
    SEAT_CHANGED,
    accept_wagers,
    announce_bank,
    bank_of,
    move_on,
    note_moves,
    offer_bank,
    pass_or_keep,
    settle_hand,
)
from nomorebets.games.chemin_de_fer.hands import (
    DRAWN_IN_ERROR,
    Seats,
    drawing_table_of,
    initial_deal,
    show_hands,
    third_cards,
)
from nomorebets.games.chemin_de_fer.moments import (
    OVERDRAWN,
    THREE_CARDS,
    TOOK_TWO,
    error_barred,
    overdrawn_barred,
    three_cards_barred,
    took_two_barred,
)
from nomorebets.games.chemin_de_fer.settlement import BANK
from nomorebets.games.chemin_de_fer.terms import SHOE_RULES, WAYS
from nomorebets.hands.baccarat import Coup
from nomorebets.procedures.banker import take_back
from nomorebets.procedures.deck import HandsVoid, collect_cards
from nomorebets.procedures.shoe import (
    ShoeRules,
    finish_shoe,
    leave_shoe,
    let_go_of_set_aside,
    shoe_irregularities,
    void_if_last,
)
from nomorebets.regulation import cite, reading
from nomorebets.table import Irregularity, Result, Round, Script, announce, remedy, take_wagers
from nomorebets.table.cards import read_hand
from nomorebets.table.chips import give_back
from nomorebets.table.game import AnyOf

ERRORS = ErrorRules(
    undisclosed=cite("4.12(g)"),
    several=reading("R-4.12g-several"),
    too_late=reading("R-4.12g-cutting-card-out"),
    gone=reading("R-4.12j-gone"),
    before=reading("R-4.12g-disclosed-before"),
    ways=WAYS,
    tens=cite("4.12(h)1"),
    simulated=reading("R-4.12h3-options"),
    values=lambda card: reading("R-4.1-values"),
)
IRREGULARITIES = {
    **shoe_irregularities(SHOE_RULES),
    **misdealt(
        "inspect-initial-deal",
        "wrong-order",
        "the Banker took cards in the wrong order in the Initial Deal",
        "if it cannot be put right the hand is annulled, and the Bank may move on",
        cite("4.12(a)"),
        more=("rectified",),
    ),
    **misdealt(
        AnyOf("inspect-initial-deal draw banker-decides"),
        OVERDRAWN,
        "the Banker took more than two cards in the Initial Deal",
        "if it cannot be put right the Banker's hand counts zero",
        cite("4.12(b)"),
        more=("rectified", "cards", "disclosed"),
        usually={"disclosed": False},
        barred=overdrawn_barred,
    ),
    **misdealt(
        AnyOf("inspect-initial-deal draw repeat-call"),
        THREE_CARDS,
        "the Dominant Player was given three cards in the Initial Deal",
        "if the excess cannot be told the Player's Hand counts the highest its cards make",
        cite("4.12(c)"),
        more=("rectified", "disclosed"),
        usually={"disclosed": False},
        barred=three_cards_barred,
    ),
    **misdealt(
        AnyOf("banker-decides turn-up"),
        TOOK_TWO,
        "the Banker took two cards instead of one",
        "if it cannot be put right the Banker's hand counts the lowest that two of its cards make",
        cite("4.12(d)"),
        more=("rectified", "disclosed"),
        usually={"disclosed": False},
        barred=took_two_barred,
    ),
    **misdealt(
        "repeat-call",
        "card-after-stay",
        'a card was dealt face up to the Dominant Player after "Stay"',
        "it is the Banker's card if the Banker must or may draw, else the procedure of (h)",
        cite("4.12(e)"),
        more=("disclosed",),
    ),
    **misdealt(
        "repeat-call",
        "dealer-said-card",
        'a card was dealt face up to the Dominant Player after "Stay", for which the dealer had said "Card"',
        "it is the Banker's card only if the Banker must draw, else the procedure of (h)",
        cite("4.12(f)"),
        more=("disclosed",),
    ),
    **misdealt(
        AnyOf("draw banker-decides turn-up"),
        DRAWN_IN_ERROR,
        "a card was drawn in error",
        "undisclosed it opens the next hand; disclosed, the procedure of (h)",
        cite("4.12(g)"),
        more=("disclosed",),
        barred=error_barred,
    ),
    **misdealt(
        "repeat-call",
        "banker-drew-first",
        'the Banker drew a card although "Card" had been called and repeated',
        "the card goes to the Dominant Player, and the Banker plays on",
        cite("4.12(i)"),
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
    try:
        yield from make_ready(table, shoe)
        yield from note_moves(table)
        if bank_of(table) is None:
            yield from offer_bank(table)
        yield from play_hand(table, shoe)
    except HandsVoid as void:
        yield from annul(table, void)
        if void.what == "insufficient-cards":
            yield from let_go_of_set_aside(table, by=ERRORS.too_late)
            yield from finish_shoe(by=void.by)
            return
    yield from let_go_of_set_aside(table, by=ERRORS.too_late)
    yield from leave_shoe(table, shoe)


def shoe_of(table: Round) -> ShoeRules:
    """The rules of the shoe as this table has them."""
    after = 1 if chosen(table.house, "last-hand-rule") == "finish-current-plus-one" else 0
    return shoe_at(table, SHOE_RULES).but(hands_after=after)


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
    standing = yield from show_hands(table, shoe, ERRORS, seats, standing, by=cite("4.10"))
    void_if_last(table, shoe)
    for hand, count, natural in (
        ("player", standing.player, standing.player_natural),
        ("banker", standing.banker, standing.banker_natural),
    ):
        yield from read_hand(hand, f"natural {count}" if natural else str(count), by=reading("R-4.1-values"))
    coup = Coup(standing.player, standing.banker)
    yield from announce(result_called(coup), by=cite("4.10"))
    yield from settle_hand(table, coup.winner)
    yield from collect_cards(table, [seats.player_area, seats.banker_area], by=cite("4.10"))
    yield from pass_or_keep(table)


def annul(table: Round, void: HandsVoid) -> Script[None]:
    """A hand that does not count: wagers go back and the Bank is unchanged, unless it moves on."""
    yield from remedy(void.what, void.remedy, by=void.by)
    by = void.by if void.what != "wrong-order" else reading("R-4.12a-annulled")
    yield from give_back([Result(w, "void", 0, by) for w in table.wagers if w.kind != BANK], by=by)
    yield from collect_cards(table, list(table.felt.cards), by=void.by)
    bank = bank_of(table)
    if bank is not None and void.what == "wrong-order" and chosen(table.house, "annulled-hand-bank") == "transfer":
        yield from take_back(bank, bank.amount, by=reading("R-4.12a-transferred"))
        yield from move_on(table, bank)
