"""One round of Spanish 21: N.J.A.C. 19:47-19.3 to 19.15."""

from __future__ import annotations

from functools import partial

from nomorebets.games.spanish_21.cutting import begin_anew
from nomorebets.games.spanish_21.irregular import DEAL, READER, SHOE
from nomorebets.games.spanish_21.play import INSURANCE, INSURED, SpanishPlay
from nomorebets.games.spanish_21.settlement import SuperBonus, is_super
from nomorebets.games.spanish_21.terms import MAIN, MID_SHOE, RAISES, SHUFFLE, decks_of
from nomorebets.games.twenty_one.added_wagers import SECOND_CARD
from nomorebets.games.twenty_one.boxes import Box, Hand, play_box, serve_forgotten
from nomorebets.games.twenty_one.dealing import Deal, deal_two_each
from nomorebets.games.twenty_one.entry import bar_others
from nomorebets.games.twenty_one.hand import MOST, count
from nomorebets.games.twenty_one.insurance import insurance, settle_insurances
from nomorebets.games.twenty_one.outcome import FirstCards, HandOutcome
from nomorebets.games.twenty_one.reader import look_at_reader
from nomorebets.games.twenty_one.settling import (
    Play,
    announce_blackjacks,
    boxes_of,
    bust,
    finish_round,
    outcome_of,
    pay_blackjacks,
    pick_up_order,
    settle_hand,
    surrender_at_once,
    void_round,
)
from nomorebets.games.twenty_one.shoe import open_cards
from nomorebets.procedures.deck import HandsVoid, collect_cards, seats_with
from nomorebets.procedures.opening import JUST_OPENED, TABLE, nobody_plays
from nomorebets.procedures.positions import positions_of
from nomorebets.procedures.shoe import finish_shoe, leave_shoe
from nomorebets.regulation import cite, reading
from nomorebets.table import Round, Script, Wager, announce, collect, pay, take_wagers
from nomorebets.table.chips import pay_bonus
from nomorebets.table.steps import note


def spanish_21(table: Round) -> Script[None]:
    """One round of play, from the wagers to the last card in the discard rack."""
    decks, method = decks_of(table.house), table.house[SHUFFLE]
    try:
        shoe = yield from open_cards(table, SHOE, decks, method, by=reading("R-19.5-mid-shoe"))
        yield from take_wagers("until the dealer calls", by=cite("19.5"))
        if (yield from nobody_plays(table, shoe.opening)):
            yield from finish_shoe(reading("R-19.4-idle"))
            yield from begin_anew(table)
            return
        yield from announce("No more bets", by=reading("R-19.5-late"))
        played = seats_with(table, *MAIN)
        deal = Deal(table, shoe, DEAL)
        seats = yield from deal_two_each(deal, list(played))
        play = Play(deal, SpanishPlay(table.house), boxes_of(deal, seats, MAIN))
        if play.boxes:
            yield from play_round(play, everybody(table))
        yield from collect_cards(table, pick_up_order(table), by=cite("19.7(h)"))
    except HandsVoid as void:
        yield from void_round(table, void, MAIN, by=reading("R-19.15-lost-before"))
        yield from finish_shoe(void.by)
        if void.what == "ten-found":
            yield from note(TABLE, JUST_OPENED, by=void.by)
        return
    if table.house[MID_SHOE] == "on":
        yield from bar_others(table, played, by=reading("R-19.5-mid-shoe"))
    yield from leave_shoe(table, shoe, method)


def everybody(table: Round) -> list[Wager]:
    """The main wagers of the round: who is at the table when a super bonus is paid."""
    return [w for w in table.wagers if w.kind in MAIN]


def play_round(play: Play, wagered: list[Wager]) -> Script[None]:
    """From the second cards to the last settlement, in the order of the sections."""
    yield from settle_matches(play)
    yield from announce_blackjacks(play)
    yield from insurance(play.deal, INSURED, play.boxes)
    known = yield from look_at_reader(play.table, READER, play.dealer_may_have_blackjack)
    yield from pay_blackjacks(play, play.boxes, by=reading("R-19.5-blackjack"))
    if known and play.dealer_has_blackjack:
        yield from finish_round(play, INSURANCE)
        return
    if known:
        yield from settle_insurances(play.deal, INSURANCE)
    decides = partial(decide, play, wagered, known)
    for box in play.boxes:
        if not box.has_blackjack:
            yield from play_box(play.deal, play.terms, box, decides)
            yield from surrender_at_once(play, box, known)
    yield from serve_forgotten(play.deal, play.terms, play.boxes, decides)
    yield from finish_round(play, INSURANCE)


# --- match-the-dealer: 19.6 ------------------------------------------------------------------------------------------


def settle_matches(play: Play) -> Script[None]:
    """On the first two cards and the card the dealer shows, game files' wagers too: losers collected, winners paid."""
    table, results = play.table, []
    for box in play.boxes:
        own = [w for w in table.wagers if w.seat == box.seat and table.game.bet[w.kind].decided == SECOND_CARD]
        results += table.game.settle(own, FirstCards(box.cards, play.deal.up), table.house)
    yield from collect([r for r in results if r.outcome == "lose"], by=cite("19.6"))
    yield from pay([r for r in results if r.outcome == "win"], by=cite("19.6"))


# --- hands that are decided before the dealer's: 19.5, 19.9 ----------------------------------------------------------


def decide(play: Play, wagered: list[Wager], known: bool, box: Box, hand: Hand) -> Script[None]:
    """A hand over 21 loses, one of 21 wins, and a rescued one is over for whoever rescued it."""
    total = count(play.table.felt.hand(hand.area)).total
    if total > MOST:
        yield from bust(play, known, box, hand)
    elif total == MOST:
        ended = outcome_of(play, hand)
        yield from settle_hand(play, box, hand, ended, reading("R-19.5-21"))
        if ended.is_whole and is_super(ended.hand, ended.up):
            yield from pay_super_bonus(play.table, box, wagered)
    else:
        yield from settle_rescues(play, box, hand)


def settle_rescues(play: Play, box: Box, hand: Hand) -> Script[None]:
    """What was added last goes back, and all that was staked before it is lost."""
    for player in [player for player in box.players if player in hand.rescued]:
        own = play.wagers_on(hand, player)
        last = max(RAISES.index(w.kind) for w in own if w.kind in RAISES)
        ended = HandOutcome(0, ended="rescue", doubles=last + 1)
        yield from settle_hand(play, box, hand, ended, reading("R-19.9-rescue"), own)


def pay_super_bonus(table: Round, box: Box, wagered: list[Wager]) -> Script[None]:
    """A fixed sum to each player on the box by his own wager, and one to everybody else who wagered, once."""
    holders = positions_of(table, box.seat)
    earned = [w for w in wagered if w.seat == box.seat]
    for wager in earned:
        bonus = Wager(wager.seat, "super-bonus", 0, player=wager.player)
        due = table.game.settle([bonus], SuperBonus(wager.amount), table.house)
        yield from pay_bonus(due, by=cite("19.5(g)"))
    people = {(positions_of(table, w.seat)[0], w.player): w for w in reversed(wagered) if w.seat not in holders}
    others = [Wager(w.seat, "super-bonus-others", 0, player=w.player) for w in reversed(people.values())]
    largest = SuperBonus(max(w.amount for w in earned))
    yield from pay_bonus(table.game.settle(others, largest, table.house), by=reading("R-19.5-others"))
