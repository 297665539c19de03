"""A round of the blackjack family from the players' hands to the last settlement: who calls, draws, collects, pays."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Protocol

import msgspec
from msgspec.structs import replace

from nomorebets.games.twenty_one.boxes import Box, Hand, PlayTerms, index_of, players_on, show_hand, wagers_on
from nomorebets.games.twenty_one.dealing import DEALER, Deal, burn_aside, deal_card, overdrawn
from nomorebets.games.twenty_one.hand import MOST, count, dealer_draws, is_ace_and_ten, may_be_blackjack
from nomorebets.games.twenty_one.insurance import InsuranceRules, settle_insurances
from nomorebets.games.twenty_one.outcome import HandOutcome
from nomorebets.procedures.deck import HandsVoid, collect_cards, void_hands
from nomorebets.regulation import Citation
from nomorebets.table import Result, Round, Script, Wager, collect, pay
from nomorebets.table.areas import seat_area
from nomorebets.table.cards import read_hand, turn_up
from nomorebets.table.chips import award, bank, give_back
from nomorebets.table.steps import attest


class SettleRules(msgspec.Struct, frozen=True, kw_only=True):
    """The paragraphs by which a game of the family ends and settles its hands."""

    blackjack: Citation  # what a blackjack is
    shows_blackjack: Citation
    over_21: Citation
    original_only: Citation  # what a dealer's blackjack gives back
    surrender: Citation
    settle: Citation
    pick_up: Citation
    hole_card: Citation  # when it is turned up
    draws: Citation  # the dealer, to 16
    draws_to_soft_17: Citation
    no_draw: Citation  # a card that could change no result


class RoundTerms(PlayTerms, Protocol):
    """What a game of the family says about a round."""

    @property
    def settling(self) -> SettleRules:
        """The paragraphs."""

    @property
    def main(self) -> tuple[str, ...]:
        """The wagers that start a box."""

    @property
    def raises(self) -> tuple[str, ...]:
        """The wagers that doubling adds; a dealer's blackjack never takes them."""

    @property
    def gives_back(self) -> bool:
        """Whether a dealer's blackjack gives back what was collected before beyond one original wager."""

    @property
    def hits_soft_17(self) -> bool:
        """Whether the dealer draws to a soft 17."""


@dataclass
class Play:
    """A round as its dealer keeps it in mind."""

    deal: Deal
    terms: RoundTerms
    boxes: list[Box]
    table: Round = field(init=False)
    by: SettleRules = field(init=False)
    added: tuple[str, ...] = field(init=False)  # the wagers that are put down after the first cards
    kinds: tuple[str, ...] = field(init=False)  # all that may lie on a hand

    def __post_init__(self) -> None:
        self.table, self.by = self.deal.table, self.terms.settling
        self.added = ("split", *self.terms.raises)
        self.kinds = (*self.terms.main, *self.added)

    @property
    def dealer_may_have_blackjack(self) -> bool:
        return may_be_blackjack(self.deal.up)

    @property
    def dealer_has_blackjack(self) -> bool:
        return is_ace_and_ten(self.deal.dealer)

    def wagers_on(self, hand: Hand, player: str) -> list[Wager]:
        return wagers_on(self.deal, self.kinds, hand, player)

    def all_on(self, box: Box, hand: Hand) -> list[Wager]:
        """All that lies on a hand, whosever it is."""
        return [w for player in box.players for w in self.wagers_on(hand, player)]


def boxes_of(deal: Deal, served: list[tuple[int, int]], main: tuple[str, ...]) -> list[Box]:
    """The boxes that have their first two cards, one to a seat; of several players on one the first decides."""
    table = deal.table
    return [Box(seat, table.felt.hand(seat_area(seat)), players_on(table, seat, main)) for seat, _ in served]


def announce_blackjacks(play: Play) -> Script[None]:
    for box in play.boxes:
        if box.has_blackjack:
            yield from show_hand(play.deal, box.hands[0], by=play.by.shows_blackjack)
            yield from read_hand(box.hands[0].area, "blackjack", by=play.by.blackjack)


def pay_blackjacks(play: Play, boxes: list[Box], by: Citation) -> Script[None]:
    for box in boxes:
        if box.has_blackjack and box.open_hands:
            yield from settle_hand(play, box, box.hands[0], HandOutcome(MOST, is_blackjack=True), by)


# --- hands that end before the dealer's ------------------------------------------------------------------------------


def bust(play: Play, known: bool, box: Box, hand: Hand) -> Script[None]:
    """A hand over 21 loses at once; what a dealer's blackjack would give back is only taken in until that is known."""
    by, hand.is_over = play.by.over_21, True
    open_yet = play.dealer_may_have_blackjack and not known and play.terms.gives_back
    for player in box.players:
        own = play.wagers_on(hand, player)
        waiting = [w for w in own if w.kind not in play.terms.main] if open_yet else []
        results = play.table.game.settle([w for w in own if w not in waiting], outcome_of(play, hand), play.table.house)
        box.count_in(results)
        if open_yet and any(w.kind in play.terms.main for w in own):
            box.taken |= {(player, index_of(w)) for w in own}
        yield from collect(results, by=by)
        yield from bank(waiting, by=play.by.original_only)
    yield from collect_cards(play.table, [hand.area], by=by)


def surrender_at_once(play: Play, box: Box, known: bool) -> Script[None]:
    """A surrendered wager is halved at once, unless it waits for the hole card."""
    hand = box.hands[0]
    if hand.surrendered and (known or not play.dealer_may_have_blackjack):
        yield from settle_hand(play, box, hand, HandOutcome(0, ended="surrender"), play.by.surrender)


def surrendered_hands(play: Play) -> set[tuple[int, int]]:
    """Seat and number of each hand that was given up."""
    return {(box.seat, box.number) for box in play.boxes if box.hands[0].surrendered}


# --- the dealer's hand -----------------------------------------------------------------------------------------------


def dealer_words(cards: tuple[str, ...]) -> str:
    return "blackjack" if is_ace_and_ten(cards) else count(cards).words


def call_dealer(play: Play) -> Script[None]:
    """The dealer says what his own hand counts."""
    cards = play.deal.dealer
    yield from read_hand(DEALER, dealer_words(cards), by=play.terms.counted_by(cards))


def dealers_total_matters(play: Play, index: int = 0) -> bool:
    """Whether any hand with a wager that this hand decides is still to be compared with the dealer's."""
    if play.dealer_has_blackjack:
        return False
    at_stake = {(w.seat, play.deal.hand_of(w)) for w in play.table.felt.wagers if index_of(w) == index}
    for box in play.boxes:
        for hand in box.hands:
            waits = not (hand.is_over or hand.surrendered) and (hand.seat, hand.number) in at_stake
            if waits and not box.has_blackjack:
                return True
    return False


def draw_dealer(play: Play) -> Script[None]:
    """The dealer draws to 16, and to a soft 17 where the table says so."""
    deal = play.deal
    hits_soft_17 = play.terms.hits_soft_17
    while dealer_draws(cards := deal.dealer, hits_soft_17):
        total, soft = count(cards)
        by = play.by.draws_to_soft_17 if (soft, total) == (True, 17) else play.by.draws
        yield from deal_card(deal, DEALER, "up", by, "")
        yield from call_dealer(play)


def has_open_wagers(play: Play) -> bool:
    """Whether a hand, insurance, or a wager that was taken in waits for the hole card."""
    for box in play.boxes:
        if box.open_hands:
            return True
    felt, waiting = play.table.felt, ("insurance", *play.added)
    return any(w.kind in waiting for w in (*felt.wagers, *felt.banked))


def show_hole_card(play: Play) -> Script[None]:
    """The hole card is turned up, and the dealer's hand called."""
    yield from turn_up(DEALER, by=play.by.hole_card)
    yield from call_dealer(play)


def finish_dealers_hand(play: Play, index: int = 0, is_last: bool = True) -> Script[None]:
    """The dealer draws where that changes a result, and settles from the right."""
    if dealers_total_matters(play, index):
        yield from draw_dealer(play)
    elif not play.dealer_has_blackjack:
        yield from attest("the dealer draws no card: it could change no result", by=play.by.no_draw)
    yield from overdrawn(play.deal)
    if is_last:
        yield from burn_aside(play.deal)
    yield from decide_banked(play, index)
    yield from settle_open_hands(play, index)


def finish_round(play: Play, insured: InsuranceRules) -> Script[None]:
    """Show the hole card where anything depends on it, draw where that changes a result, and settle from the right."""
    if has_open_wagers(play):
        yield from show_hole_card(play)
        yield from settle_insurances(play.deal, insured, surrendered=surrendered_hands(play))
    yield from finish_dealers_hand(play)


# --- settlement ------------------------------------------------------------------------------------------------------


def outcome_of(play: Play, hand: Hand, dealer_is_done: bool = False) -> HandOutcome:
    """How a hand stands against the dealer's."""
    cards, dealer = play.table.felt.hand(hand.area), play.deal.dealer
    if hand.surrendered:
        return HandOutcome(0, ended="surrender", dealer_has_blackjack=play.dealer_has_blackjack)
    return HandOutcome(
        count(cards).total,
        len(cards),
        is_blackjack=not (hand.from_split or hand.only_21) and is_ace_and_ten(cards),
        is_whole=not (hand.from_split or hand.doubled),
        dealer=count(dealer).total if dealer_is_done else None,
        dealer_has_blackjack=dealer_is_done and is_ace_and_ten(dealer),
        hand=cards,
        up=play.deal.up,
        doubles=hand.doubles,
    )


def settle_hand(
    play: Play,
    box: Box,
    hand: Hand,
    outcome: HandOutcome,
    by: Citation,
    wagers: list[Wager] | None = None,
    every: list[Wager] | None = None,
) -> Script[None]:
    """Collect, give back or pay the wagers on a hand, all of them or some; when none is left, remove its cards.

    ``every``: all that lies on the hand, where that is known.
    """
    results: list[Result] = []
    every = play.all_on(box, hand) if every is None else every
    for wager in every if wagers is None else wagers:
        ended = replace(outcome, spared=is_spared(play, box, wager)) if outcome.dealer_has_blackjack else outcome
        result = play.table.table.result_of(wager, ended)
        if result is not None:
            results.append(result)
    box.count_in(results)
    ended_as = [r.outcome for r in results]
    if "lose" in ended_as:
        yield from collect([r for r in results if r.outcome == "lose"], by=by)
    if "push" in ended_as or "void" in ended_as:
        yield from give_back([r for r in results if r.outcome in ("push", "void")], by=by)
    if "win" in ended_as:
        yield from pay([r for r in results if r.outcome == "win"], by=by)
    if len(results) == len(every):
        hand.is_over = True
        yield from collect_cards(play.table, [hand.area], by=play.by.pick_up)


def settle_open_hands(play: Play, index: int = 0) -> Script[None]:
    """Every hand that is still open, from the dealer's right."""
    for box in reversed(play.boxes):
        for hand in box.open_hands:
            yield from show_hand(play.deal, hand, by=play.by.settle)
            ended = outcome_of(play, hand, dealer_is_done=True)
            every = play.all_on(box, hand)
            mine = [w for w in every if index_of(w) == index]
            yield from settle_hand(play, box, hand, ended, play.by.settle, mine, every)


def is_spared(play: Play, box: Box, wager: Wager) -> bool:
    """Whether a dealer's blackjack leaves a wager alone: it takes one original wager of each player on a box."""
    if wager.kind in play.terms.raises or (wager.player, index_of(wager)) in box.taken:
        return True
    box.taken.add((wager.player, index_of(wager)))
    return False


def decide_banked(play: Play, index: int = 0) -> Script[None]:
    """Wagers of hands that went over 21 before the hole card was known: back to a dealer's blackjack, else lost."""
    if not play.table.felt.banked:
        return
    spared = play.dealer_has_blackjack
    outcome = HandOutcome(MOST + 1, dealer_has_blackjack=spared, spared=spared)
    mine = [w for w in play.table.felt.banked if w.kind in play.added and index_of(w) == index]
    results = play.table.game.settle(mine, outcome, play.table.house)
    for box in play.boxes:
        own = {(hand.seat, hand.number) for hand in box.hands}
        box.count_in(r for r in results if (r.wager.seat, play.deal.hand_of(r.wager)) in own)
    yield from award(results, by=play.by.original_only)


def void_round(
    table: Round, void: HandsVoid, main: Collection[str], by: Citation, standing: Collection[Wager] = ()
) -> Script[None]:
    """Every wager goes back, also of a hand that was lost before; one that was given up or paid stays so.

    ``standing``: wagers of earlier rounds, which stay up.
    """
    kinds = {*main, *(bet.kind for bet in table.game.bets if bet.opens != "before-deal")}
    collected = [r.wager for r in table.felt.results if r.outcome == "lose" and r.net == -r.wager.amount]
    yield from void_hands(table, void, [Result(w, "void", 0, by) for w in collected if w.kind in kinds], standing)


def pick_up_order(table: Round) -> list[str]:
    """From the dealer's right, counterclockwise; the dealer's cards last."""
    areas = [area for area in table.felt.cards if area != DEALER]
    return [*sorted(areas, reverse=True), DEALER]
