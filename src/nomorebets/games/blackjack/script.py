"""One round of blackjack: N.J.A.C. 19:47-2.3 to 2.16 (since 2012, 13:69F-2)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from nomorebets.games.blackjack.insurance import insurance, settle_insurances
from nomorebets.games.blackjack.irregular import DEAL, SHOE, look_at_reader, overdrawn
from nomorebets.games.blackjack.play import BlackjackPlay, index_of, wagers_on
from nomorebets.games.blackjack.settlement import HandOutcome
from nomorebets.games.blackjack.shoe import boxes_in_play, choose_side, open_cards, put_cards_away
from nomorebets.games.blackjack.side_terms import STREAKS
from nomorebets.games.blackjack.side_wagers import HOLE_CARD
from nomorebets.games.blackjack.sides import finish_sides, lock_out, outcome_for, set_back, settle_sides, side_wagers
from nomorebets.games.blackjack.terms import DEALING, RELIEF, SOFT_17, decks_dealt, hand_fee, is_multiple, main_kinds
from nomorebets.games.twenty_one.boxes import Box, Hand, play_box, players_on, serve_forgotten, show_hand
from nomorebets.games.twenty_one.dealing import DEALER, Deal, burn_aside, deal_card, deal_two_each
from nomorebets.games.twenty_one.hand import MOST, count, dealer_draws, is_ace_and_ten, may_be_blackjack
from nomorebets.procedures.deck import HandsVoid, collect_cards, void_hands
from nomorebets.procedures.opening import nobody_plays
from nomorebets.procedures.shoe import finish_shoe
from nomorebets.regulation import Citation, cite, reading
from nomorebets.table import Result, Round, Script, Wager, announce, collect, pay, take_wagers
from nomorebets.table.cards import Face, award, bank, give_back, put_down, read_hand, to_rack, turn_up
from nomorebets.table.steps import attest


@dataclass
class Play:
    """A round of blackjack as its dealer keeps it in mind."""

    deal: Deal
    terms: BlackjackPlay
    boxes: list[Box]

    @property
    def table(self) -> Round:
        return self.deal.table

    @property
    def dealer_may_have_blackjack(self) -> bool:
        return may_be_blackjack(self.deal.up)

    @property
    def dealer_has_blackjack(self) -> bool:
        return is_ace_and_ten(self.deal.dealer)


def blackjack(table: Round) -> Script[None]:
    """One round of play, from the wagers to the last card in the discard rack."""
    shoe = replace(SHOE, refill=decks_dealt(table.house))
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
        deal = Deal(table, shoe, DEAL, face, has_hole_card=not is_multiple(table.house))
        play = yield from deal_initial(deal)
        if play.boxes:
            yield from play_round(play)
        yield from collect_cards(table, pick_up_order(play), by=reading("R-2.6-pick-up"))
    except HandsVoid as void:
        yield from set_back(table)
        yield from void_hands(table, void)
        yield from finish_shoe(void.by)
        return
    yield from put_cards_away(table, shoe, played)


def collect_fees(table: Round) -> Script[None]:
    """The fee of each box, where the house charges one: of the player who decides for it."""
    amount, by = hand_fee(table.house), reading("R-2.3-hand-fee")
    if not amount:
        return
    own = {seat: main_wagers(table, seat) for seat in boxes_in_play(table)}
    fees = [Wager(seat, "hand-fee", amount, player=players_on(table, mine)[0]) for seat, mine in own.items()]
    for fee in fees:
        yield from put_down(fee, by=by)
    yield from collect(table.game.settle(fees, None, table.house), by=by)


def deal_initial(deal: Deal) -> Script[Play]:
    """Two cards to each box with a wager, and to the dealer."""
    table, terms = deal.table, BlackjackPlay(deal.table.house)
    seats = yield from deal_two_each(deal, boxes_in_play(table))
    boxes = []
    for seat in seats:
        own = main_wagers(table, seat)
        players = players_on(table, own)  # the first of them decides: 2.13(b)
        stake = sum(w.amount for w in own if w.player == players[0])
        boxes.append(Box(seat, table.felt.hand(f"seat:{seat}"), players, stake=stake))
    return Play(deal, terms, boxes)


def main_wagers(table: Round, seat: int) -> list[Wager]:
    return [w for w in table.wagers if w.seat == seat and w.kind in main_kinds(table.house)]


def play_round(play: Play) -> Script[None]:
    """From the second cards to the last settlement, in the order of the sections."""
    yield from show_for_sides(play)
    yield from settle_sides(play.deal, play.boxes, by=cite("2.17(d)"))
    yield from announce_blackjacks(play)
    yield from pay_blackjacks_at_once(play)
    yield from offer_insurance(play)
    known = play.deal.has_hole_card and (yield from look_at_reader(play.table, play.dealer_may_have_blackjack))
    if known and play.dealer_has_blackjack:
        yield from settle_round(play)
        return
    if known:
        yield from settle_insurances(play.table, play.deal.dealer[1])
        yield from pay_blackjacks(play, by=cite("2.7(b)"))
    busts = partial(bust, play, known)
    for box in play.boxes:
        if not box.has_blackjack:
            yield from play_box(play.deal, play.terms, box, busts)
            yield from surrender_at_once(play, box, known)
    yield from serve_forgotten(play.deal, play.terms, play.boxes, busts)
    yield from settle_round(play)


def show_for_sides(play: Play) -> Script[None]:
    """Cards that were dealt face down are turned up where a side wager goes by them."""
    seats = {wager.seat for wager in side_wagers(play.table) if wager.kind not in STREAKS}
    for box in play.boxes:
        if box.seat in seats:
            yield from show_hand(play.deal, box.hands[0], by=cite("2.17(d)"))


# --- blackjacks: 2.7 -------------------------------------------------------------------------------------------------


def announce_blackjacks(play: Play) -> Script[None]:
    for box in play.boxes:
        if box.has_blackjack:
            yield from show_hand(play.deal, box.hands[0], by=cite("2.7(b)"))
            yield from read_hand(box.hands[0].area, "blackjack", by=cite("2.1"))


def pay_blackjacks_at_once(play: Play) -> Script[None]:
    """Against a two to a nine every blackjack is paid and removed before any player gets a third card."""
    if not play.dealer_may_have_blackjack:
        yield from pay_blackjacks(play, by=cite("2.7(a)"))


def pay_blackjacks(play: Play, by: Citation) -> Script[None]:
    for box in play.boxes:
        if box.has_blackjack and box.open_hands:
            yield from settle_hand(play, box, box.hands[0], HandOutcome(MOST, is_blackjack=True), by)


def offer_insurance(play: Play) -> Script[None]:
    """Against an ace: even money to blackjacks, and insurance to every box, all asked before any further card."""
    for box, wager in (yield from insurance(play.table, play.deal.up, play.boxes)):
        ended = HandOutcome(MOST, ended="even-money")
        yield from settle_hand(play, box, box.hands[0], ended, cite("2.7(c)"), [wager])


# --- hands that end before the dealer's: 2.3, 2.8 --------------------------------------------------------------------


def bust(play: Play, known: bool, box: Box, hand: Hand) -> Script[None]:
    """A hand over 21 loses at once; what a dealer's blackjack would give back is only taken in until that is known."""
    by, hand.is_over = cite("2.3(a)"), True
    open_yet = play.dealer_may_have_blackjack and not known and play.table.house[RELIEF] == "original-only"
    for player in box.players:
        own = wagers_on(play.table, hand, player)
        waiting = [w for w in own if w.kind not in main_kinds(play.table.house)] if open_yet else []
        results = play.table.game.settle([w for w in own if w not in waiting], outcome_of(play, hand), play.table.house)
        box.count_in(results)
        if open_yet and any(w.kind not in ("split", "double") for w in own):
            box.taken |= {(player, index_of(w)) for w in own}
        yield from collect(results, by=by)
        yield from bank(waiting, by=reading("R-2.11-original-only"))
    yield from collect_cards(play.table, [hand.area], by=by)


def surrender_at_once(play: Play, box: Box, known: bool) -> Script[None]:
    """A surrendered wager is halved at once, unless it waits for the hole card."""
    hand = box.hands[0]
    early = play.terms.rules.surrender == "early"
    if hand.surrendered and (known or early or not play.dealer_may_have_blackjack):
        yield from settle_hand(play, box, hand, HandOutcome(0, ended="surrender"), cite("2.8(a)"))


# --- the dealer's hand and the settlement: 2.6, 2.12 -----------------------------------------------------------------


def settle_round(play: Play) -> Script[None]:
    """The dealer's hand, or each of several that begin with his first card, and the wagers it decides."""
    waiting = bool(needs_hole_card(play))
    hands = hands_of_dealer(play)
    for index in hands:
        yield from dealers_hand(play, index, is_last=index == hands[-1])
    yield from finish_sides(play.deal, play.boxes, hole_is_shown=waiting)


def hands_of_dealer(play: Play) -> list[int]:
    """The numbers of the dealer's hands: of one hand 0, of several those that a wager is on."""
    if not is_multiple(play.table.house):
        return [0]
    return sorted({index_of(w) for w in (*play.table.wagers, *play.table.felt.banked) if index_of(w)})


def dealers_hand(play: Play, index: int, is_last: bool) -> Script[None]:
    """Show the hole card where anything depends on it, draw where that changes a result, and settle from the right."""
    table, deal = play.table, play.deal
    if index or needs_hole_card(play):
        if index:
            yield from begin_again(deal)
        else:
            yield from turn_up(DEALER, by=reading("R-2.6-hole-card"))
        yield from read_hand(DEALER, dealer_words(deal.dealer), by=play.terms.counted_by(deal.dealer))
        yield from settle_insurances(table, deal.dealer[1], index, surrendered_boxes(play))
    if dealers_total_matters(play, index):
        yield from draw_dealer(play)
    elif not play.dealer_has_blackjack:
        yield from attest("the dealer draws no card: it could change no result", by=cite("2.12(d)"))
    yield from overdrawn(deal)
    if is_last:
        yield from burn_aside(deal)
    yield from decide_banked(play, index)
    for box in reversed(play.boxes):
        for hand in box.open_hands:
            yield from show_hand(deal, hand, by=reading("R-2.6-settle"))
            ended = outcome_of(play, hand, dealer_is_done=True)
            mine = [w for player in box.players for w in wagers_on(table, hand, player) if index_of(w) == index]
            yield from settle_hand(play, box, hand, ended, reading("R-2.6-settle"), mine)


def surrendered_boxes(play: Play) -> set[int]:
    return {box.seat for box in play.boxes if box.hands[0].surrendered}


def begin_again(deal: Deal) -> Script[None]:
    """All cards of the dealer's last hand but the first go away, and he draws the second of the next."""
    by = reading("R-2.18-hands")
    while len(deal.dealer) > 1:
        yield from to_rack(DEALER, by, at=1)
    yield from deal_card(deal, DEALER, "up", by, "")


def needs_hole_card(play: Play) -> bool:
    """Whether a hand, insurance, a wager taken in, or a side wager that goes by the hole card is still open."""
    table, own = play.table, {box.seat: box for box in play.boxes}
    if any(box.open_hands for box in play.boxes):
        return True
    if any(w.kind in ("insurance", "split", "double") for w in (*table.wagers, *table.felt.banked)):
        return True
    sides = [w for w in side_wagers(table) if w.seat in own and table.game.bet[w.kind].decided == HOLE_CARD]
    known = [outcome_for(play.deal, own[w.seat], w.player, hole_is_shown=False, is_over=False) for w in sides]
    return any(not table.game.settle([w], k, table.house) for w, k in zip(sides, known, strict=True))


def dealer_words(cards: tuple[str, ...]) -> str:
    return "blackjack" if is_ace_and_ten(cards) else count(cards).words


def dealers_total_matters(play: Play, index: int) -> bool:
    """Whether any hand with a wager that this hand decides is still to be compared with the dealer's."""
    hands = [hand for box in play.boxes if not box.has_blackjack for hand in box.open_hands if not hand.surrendered]
    at_stake = {(w.seat, w.hand) for w in play.table.wagers if index_of(w) == index}
    return not play.dealer_has_blackjack and any((hand.seat, hand.number) in at_stake for hand in hands)


def draw_dealer(play: Play) -> Script[None]:
    """The dealer draws to 16, and to a soft 17 where the table says so."""
    deal, hits = play.deal, play.table.house[SOFT_17] == "hit"
    while dealer_draws(deal.dealer, hits):
        total, soft = count(deal.dealer)
        by = cite("2.12(c)") if (soft, total) == (True, 17) else cite("2.12(b)")
        yield from deal_card(deal, DEALER, "up", by, "")
        yield from read_hand(DEALER, dealer_words(deal.dealer), by=play.terms.counted_by(deal.dealer))


def outcome_of(play: Play, hand: Hand, dealer_is_done: bool = False) -> HandOutcome:
    """How a hand stands against the dealer's."""
    cards, dealer = play.table.felt.hand(hand.area), play.deal.dealer
    if hand.surrendered:
        return HandOutcome(0, ended="surrender", dealer_has_blackjack=play.dealer_has_blackjack)
    return HandOutcome(
        count(cards).total,
        len(cards),
        is_blackjack=not hand.from_split and is_ace_and_ten(cards),
        is_whole=not (hand.from_split or hand.doubled),
        dealer=count(dealer).total if dealer_is_done else None,
        dealer_has_blackjack=dealer_is_done and is_ace_and_ten(dealer),
    )


def settle_hand(
    play: Play, box: Box, hand: Hand, outcome: HandOutcome, by: Citation, wagers: list[Wager] | None = None
) -> Script[None]:
    """Collect, give back or pay the wagers on a hand, all of them or some; when none is left, remove its cards."""
    results: list[Result] = []
    every = [w for player in box.players for w in wagers_on(play.table, hand, player)]
    for wager in every if wagers is None else wagers:
        ended = replace(outcome, spared=is_spared(box, wager)) if outcome.dealer_has_blackjack else outcome
        results += play.table.game.settle([wager], ended, play.table.house)
    box.count_in(results)
    yield from collect([r for r in results if r.outcome == "lose"], by=by)
    yield from give_back([r for r in results if r.outcome in ("push", "void")], by=by)
    yield from pay([r for r in results if r.outcome == "win"], by=by)
    if len(results) == len(every):
        hand.is_over = True
        yield from collect_cards(play.table, [hand.area], by=reading("R-2.6-pick-up"))


def is_spared(box: Box, wager: Wager) -> bool:
    """Whether a dealer's blackjack leaves a wager alone: it takes one original wager of each player on a box."""
    if wager.kind == "double" or (wager.player, index_of(wager)) in box.taken:
        return True
    box.taken.add((wager.player, index_of(wager)))
    return False


def decide_banked(play: Play, index: int) -> Script[None]:
    """Wagers of hands that went over 21 before the hole card was known: back to a dealer's blackjack, else lost."""
    by = reading("R-2.11-original-only")
    spared = play.dealer_has_blackjack
    outcome = HandOutcome(MOST + 1, dealer_has_blackjack=spared, spared=spared)
    mine = [w for w in play.table.felt.banked if w.kind in ("split", "double") and index_of(w) == index]
    results = play.table.game.settle(mine, outcome, play.table.house)
    for box in play.boxes:
        box.count_in(result for result in results if result.wager.seat == box.seat)
    yield from award(results, by=by)


def pick_up_order(play: Play) -> list[str]:
    """From the dealer's right, counterclockwise; the dealer's cards last."""
    areas = [area for area in play.table.felt.cards if area != DEALER]
    return [*sorted(areas, reverse=True), DEALER]
