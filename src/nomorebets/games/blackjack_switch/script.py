"""One round of blackjack switch: N.J.A.C. 13:69F-2A.5 to 2A.15."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import count as numbers_from

from nomorebets.games.blackjack_switch.irregular import DEAL, READER, SHOE
from nomorebets.games.blackjack_switch.match import FourCards
from nomorebets.games.blackjack_switch.play import INSURANCE, INSURED, SwitchPlay
from nomorebets.games.blackjack_switch.terms import (
    DECKS,
    HANDS,
    MID_SHOE_ENTRY,
    SHUFFLE_METHOD,
    SURRENDER,
    SWITCHED_BLACKJACK,
)
from nomorebets.games.twenty_one.added_wagers import SECOND_CARD
from nomorebets.games.twenty_one.boxes import Box, announce_total, play_box, players_on, serve_forgotten
from nomorebets.games.twenty_one.dealing import Deal, deal_two_each
from nomorebets.games.twenty_one.entry import bar_others
from nomorebets.games.twenty_one.hand import is_ace_and_ten
from nomorebets.games.twenty_one.insurance import insurance, settle_insurances
from nomorebets.games.twenty_one.reader import look_at_reader
from nomorebets.games.twenty_one.settling import (
    Play,
    announce_blackjacks,
    bust,
    finish_round,
    pay_blackjacks,
    pick_up_order,
    surrender_at_once,
    void_round,
)
from nomorebets.games.twenty_one.shoe import open_cards
from nomorebets.procedures.deck import HandsVoid, collect_cards, seats_with
from nomorebets.procedures.opening import nobody_plays
from nomorebets.procedures.shoe import finish_shoe, leave_shoe, move_card
from nomorebets.regulation import cite, reading
from nomorebets.table import Round, Script, announce, collect, pay, take_wagers
from nomorebets.table.areas import seat_area
from nomorebets.table.chips import give_back
from nomorebets.table.decisions import ask
from nomorebets.table.steps import attest

NOBODY_SEATED = "nobody-seated"  # spots at which everybody who wagers stands behind
FIRST, SECOND = 1, 2  # the hands of a spot, the first on the dealer's left


@dataclass
class Spot:
    """One spot with wagers: its boxes that were dealt a hand."""

    seat: int
    boxes: list[Box]


def blackjack_switch(table: Round) -> Script[None]:
    """One round of play, from the wagers to the last card in the discard rack."""
    decks, method = int(table.house[DECKS]), table.house[SHUFFLE_METHOD]
    try:
        shoe = yield from open_cards(table, SHOE, decks, method, by=reading("R-2A.5-mid-shoe"))
        yield from take_wagers("until the dealer calls", by=cite("2A.5"))
        if (yield from nobody_plays(table, shoe.opening)):
            yield from finish_shoe(reading("R-2A.4-idle"))
            return
        played = seats_with(table, *HANDS)
        yield from announce("No more bets", by=cite("2A.5"))
        deal = Deal(table, shoe, DEAL)
        spots = yield from deal_spots(deal, played)
        play = Play(deal, SwitchPlay(table.house), [box for spot in spots for box in spot.boxes])
        yield from settle_matches(play, played)
        if play.boxes:
            yield from play_round(play, spots)
        yield from collect_cards(table, pick_up_order(table), by=reading("R-2A.7-pick-up"))
    except HandsVoid as void:
        yield from void_round(table, void, HANDS, by=reading("R-2A.15-lost-before"))
        yield from finish_shoe(void.by)
        return
    if table.house[MID_SHOE_ENTRY] == "on":
        yield from bar_others(table, played, by=reading("R-2A.5-mid-shoe"))
    yield from leave_shoe(table, shoe, method)


def deal_spots(deal: Deal, seats: list[int]) -> Script[list[Spot]]:
    """Two cards to each of the two boxes of a spot, and to the dealer."""
    table = deal.table
    served = yield from deal_two_each(deal, seats, (FIRST, SECOND))
    spots = []
    for seat in seats:
        numbers, players = numbers_from(len(HANDS) + 1), players_of(table, seat)
        mine = [number for number in (FIRST, SECOND) if (seat, number) in served]
        hands = {number: table.felt.hand(seat_area(seat, number)) for number in mine}
        boxes = [Box(seat, cards, players, number=number, numbers=numbers) for number, cards in hands.items()]
        if boxes:
            spots.append(Spot(seat, boxes))
    return spots


def players_of(table: Round, seat: int) -> tuple[str, ...]:
    """Who wagers on a spot; the first decides: whoever sits there, else whoever has the highest wager (2A.13(b))."""
    return players_on(table, seat, HANDS, str(seat) in table.felt.state.get(NOBODY_SEATED, "").split())


def settle_matches(play: Play, seats: list[int]) -> Script[None]:
    """Match wagers and those of game files, on the cards as they were dealt: losers collected, then winners paid."""
    table = play.table
    results = []
    for seat in seats:
        cards = tuple(card for box in play.boxes if box.seat == seat for card in box.cards)
        own = [w for w in table.wagers if w.seat == seat and table.game.bet[w.kind].decided == SECOND_CARD]
        results += table.game.settle(own, FourCards(cards), table.house)
    yield from collect([r for r in results if r.outcome == "lose"], by=reading("R-2A.6-as-dealt"))
    yield from give_back([r for r in results if r.outcome == "void"], by=reading("R-2A.6-as-dealt"))
    yield from pay([r for r in results if r.outcome == "win"], by=reading("R-2A.6-as-dealt"))


def play_round(play: Play, spots: list[Spot]) -> Script[None]:
    """From the second cards to the last settlement, in the order of the sections."""
    yield from announce_blackjacks(play)
    yield from insurance(play.deal, INSURED, play.boxes)
    known = yield from look_at_reader(play.table, READER, play.dealer_may_have_blackjack)
    if known and play.dealer_has_blackjack:
        yield from finish_round(play, INSURANCE)
        return
    if known:
        yield from settle_insurances(play.deal, INSURANCE)
    busts = partial(bust, play, known)
    for spot in spots:
        yield from offer_switch(play, spot)
        if known or not play.dealer_may_have_blackjack:
            yield from pay_blackjacks(play, spot.boxes, by=cite("2A.5"))
        for box in spot.boxes:
            if is_ace_and_ten(box.cards):
                yield from attest(f"hand {box.number} takes no card", by=cite("2A.12(a)1"))
            if not box.has_blackjack:
                yield from play_box(play.deal, play.terms, box, busts)
                yield from surrender_at_once(play, box, known)
    yield from serve_forgotten(play.deal, play.terms, play.boxes, busts)
    yield from finish_round(play, INSURANCE)


def offer_switch(play: Play, spot: Spot) -> Script[None]:
    """The player keeps both hands, or exchanges their second cards, once."""
    deal, by = play.deal, reading("R-2A.7-switch")
    for box in spot.boxes:
        yield from announce_total(deal, play.terms, box.hands[0])
    if len(spot.boxes) < len(HANDS):
        yield from attest("one hand of the spot is dead: nothing can be switched", by=reading("R-2A.15-one-hand"))
        return
    first, second = spot.boxes
    decided = yield from ask(spot.seat, "switch", "keep", by=by, default="keep", player=first.players[0])
    if decided.choice == "keep":
        return
    if play.table.house[SURRENDER] == "on":
        yield from attest("a switched hand may still be surrendered", by=reading("R-2A.9-after-switch"))
    yield from move_card(first.hands[0].area, 1, second.hands[0].area, by=by)
    yield from move_card(second.hands[0].area, 1, first.hands[0].area, by=by)
    for box in spot.boxes:
        box.cards = play.table.felt.hand(box.hands[0].area)
        box.hands[0].only_21 = play.table.house[SWITCHED_BLACKJACK] == "counts-as-21"
