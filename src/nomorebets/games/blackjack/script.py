"""One round of blackjack: N.J.A.C. 19:47-2.3 to 2.16 (since 2012, 13:69F-2)."""

from __future__ import annotations

from functools import partial

from nomorebets.games.blackjack.irregular import DEAL, READER, SHOE
from nomorebets.games.blackjack.play import INSURANCE, play_at
from nomorebets.games.blackjack.shoe import boxes_in_play, choose_side, open_cards, put_cards_away
from nomorebets.games.blackjack.side_terms import STREAKS
from nomorebets.games.blackjack.side_wagers import HOLE_CARD
from nomorebets.games.blackjack.sides import (
    finish_sides,
    lock_out,
    outcome_for,
    return_chips,
    set_back,
    settle_sides,
    side_wagers,
    streaks_up,
)
from nomorebets.games.blackjack.terms import (
    DEALING,
    decks_dealt,
    hand_fee,
    is_multiple,
    main_kinds,
    rules_of,
)
from nomorebets.games.twenty_one.boxes import index_of, play_box, players_on, serve_forgotten, show_hand
from nomorebets.games.twenty_one.dealing import DEALER, Deal, deal_card, deal_two_each
from nomorebets.games.twenty_one.hand import MOST
from nomorebets.games.twenty_one.insurance import insurance, settle_insurances
from nomorebets.games.twenty_one.outcome import HandOutcome
from nomorebets.games.twenty_one.reader import look_at_reader
from nomorebets.games.twenty_one.settling import (
    Play,
    announce_blackjacks,
    boxes_of,
    bust,
    call_dealer,
    finish_dealers_hand,
    has_open_wagers,
    pay_blackjacks,
    pick_up_order,
    settle_hand,
    show_hole_card,
    surrender_at_once,
    surrendered_hands,
    void_round,
)
from nomorebets.procedures.deck import HandsVoid, collect_cards, seats_with
from nomorebets.procedures.opening import nobody_plays
from nomorebets.procedures.shoe import finish_shoe
from nomorebets.regulation import cite, reading
from nomorebets.table import Round, Script, Wager, announce, collect, take_wagers
from nomorebets.table.cards import Face, to_rack
from nomorebets.table.chips import put_down


def blackjack(table: Round) -> Script[None]:
    """One round of play, from the wagers to the last card in the discard rack."""
    shoe = SHOE.but(refill=decks_dealt(table.house))
    try:
        yield from open_cards(table, shoe)
        yield from take_wagers("until the dealer calls", by=cite("2.3(a)"))
        if (yield from nobody_plays(table, shoe.opening)):
            yield from finish_shoe(reading("R-2.5-idle"))
            return
        played = boxes_in_play(table)
        yield from announce("No more bets", by=cite("2.3(c)"))
        yield from collect_fees(table)
        yield from lock_out(table)
        yield from choose_side(table, shoe)
        face: Face = "down" if table.house[DEALING] == "hand" else "up"
        deal = Deal(table, shoe, DEAL, face, not is_multiple(table.house), streaks_up(table))
        play = yield from deal_initial(deal)
        if play.boxes:
            yield from play_round(play)
        yield from collect_cards(table, pick_up_order(table), by=reading("R-2.6-pick-up"))
    except HandsVoid as void:
        yield from set_back(table)
        standing = streaks_up(table)
        yield from void_round(table, void, main_kinds(table.house), reading("R-2.15-lost-before"), standing)
        yield from finish_shoe(void.by)
        return
    yield from put_cards_away(table, shoe, played)


def collect_fees(table: Round) -> Script[None]:
    """The fee of each box, where the house charges one: of the player who decides for it."""
    amount, by = hand_fee(table.house), reading("R-2.3-hand-fee")
    if not amount:
        return
    payers = {seat: players_on(table, seat, main_kinds(table.house))[0] for seat in boxes_in_play(table)}
    fees = [Wager(seat, "hand-fee", amount, player=player) for seat, player in payers.items()]
    for fee in fees:
        yield from put_down(fee, by=by)
    yield from collect(table.game.settle(fees, None, table.house), by=by)


def deal_initial(deal: Deal) -> Script[Play]:
    """Two cards to each box with a wager, and to the dealer."""
    table, terms = deal.table, play_at(deal.table.house)
    played = seats_with(table, *terms.main)
    served = yield from deal_two_each(deal, played)
    if len(served) < len(played):
        yield from return_chips(table, [seat for seat, _ in served])
    return Play(deal, terms, boxes_of(deal, served, terms.main))


def play_round(play: Play) -> Script[None]:
    """From the second cards to the last settlement, in the order of the sections."""
    if side_wagers(play.table):
        yield from show_for_sides(play)
        yield from settle_sides(play.deal, play.boxes, by=cite("2.17(d)"))
    yield from announce_blackjacks(play)
    yield from pay_blackjacks_at_once(play)
    yield from offer_insurance(play)
    known = yield from read_hole_card(play)
    if known and play.dealer_has_blackjack:
        yield from settle_round(play)
        return
    if known:
        yield from settle_insurances(play.deal, INSURANCE)
        yield from pay_blackjacks(play, play.boxes, by=cite("2.7(b)"))
    busts = partial(bust, play, known)
    for box in play.boxes:
        if not box.has_blackjack:
            yield from play_box(play.deal, play.terms, box, busts)
            yield from surrender_at_once(play, box, known or rules_of(play.table.house).surrender == "early")
    yield from serve_forgotten(play.deal, play.terms, play.boxes, busts)
    yield from settle_round(play)


def read_hole_card(play: Play) -> Script[bool]:
    """Whether the table has a card reader and it has told whether the dealer has a blackjack."""
    if not play.deal.has_hole_card:
        return False
    return (yield from look_at_reader(play.table, READER, play.dealer_may_have_blackjack))


def show_for_sides(play: Play) -> Script[None]:
    """Cards that were dealt face down are turned up where a side wager goes by them."""
    seats = {wager.seat for wager in side_wagers(play.table) if wager.kind not in STREAKS}
    for box in play.boxes:
        if box.seat in seats:
            yield from show_hand(play.deal, box.hands[0], by=cite("2.17(d)"))


# --- blackjacks: 2.7 -------------------------------------------------------------------------------------------------


def pay_blackjacks_at_once(play: Play) -> Script[None]:
    """Against a two to a nine every blackjack is paid and removed before any player gets a third card."""
    if not play.dealer_may_have_blackjack:
        yield from pay_blackjacks(play, play.boxes, by=cite("2.7(a)"))


def offer_insurance(play: Play) -> Script[None]:
    """Against an ace: even money to blackjacks, and insurance to every box, all asked before any further card."""
    insured = play_at(play.table.house).insured
    for box, wager in (yield from insurance(play.deal, insured, play.boxes)):
        ended = HandOutcome(MOST, ended="even-money")
        yield from settle_hand(play, box, box.hands[0], ended, cite("2.7(c)"), [wager])


# --- the dealer's hand and the settlement: 2.6, 2.12 -----------------------------------------------------------------


def settle_round(play: Play) -> Script[None]:
    """The dealer's hand, or each of several that begin with his first card, and the wagers it decides."""
    waiting = needs_hole_card(play)
    hands = hands_of_dealer(play)
    for index in hands:
        yield from dealers_hand(play, index, waiting, is_last=index == hands[-1])
    if waiting and not hands:  # a side wager alone goes by the dealer's second card
        yield from begin_again(play)
    yield from finish_sides(play.deal, play.boxes, hole_is_shown=waiting)


def hands_of_dealer(play: Play) -> list[int]:
    """The numbers of the dealer's hands: of one hand 0, of several those that a wager is on."""
    if not is_multiple(play.table.house):
        return [0]
    return sorted({index_of(w) for w in (*play.table.wagers, *play.table.felt.banked) if index_of(w)})


def dealers_hand(play: Play, index: int, waiting: bool, is_last: bool) -> Script[None]:
    """Show the hole card where anything depends on it, draw where that changes a result, and settle from the right."""
    if index or waiting:
        if index:
            yield from begin_again(play)
        else:
            yield from show_hole_card(play)
        yield from settle_insurances(play.deal, INSURANCE, index, surrendered_hands(play))
    yield from finish_dealers_hand(play, index, is_last)


def begin_again(play: Play) -> Script[None]:
    """All cards of the dealer's last hand but the first go away, and he draws the second of the next."""
    by = reading("R-2.18-hands")
    while len(play.deal.dealer) > 1:
        yield from to_rack(DEALER, by, at=1)
    yield from deal_card(play.deal, DEALER, "up", by, "")
    yield from call_dealer(play)


def needs_hole_card(play: Play) -> bool:
    """Whether a hand, insurance, a wager taken in, or a side wager that goes by the hole card is still open."""
    if has_open_wagers(play):
        return True
    table, lying = play.table, side_wagers(play.table)
    if not lying:
        return False
    own = {box.seat: box for box in play.boxes}
    sides = [w for w in lying if w.seat in own and table.game.bet[w.kind].decided == HOLE_CARD]
    known = [outcome_for(play.deal, own[w.seat], w.player, hole_is_shown=False, is_over=False) for w in sides]
    return any(not table.game.settle([w], k, table.house) for w, k in zip(sides, known, strict=True))
