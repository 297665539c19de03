"""A round of the blackjack family from the hole card on: hands that are over, the dealer's hand, the settlement.

Which paragraph commands a step is the game's to say: ``terms.by("settle")``.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Protocol

from nomorebets.games.twenty_one.boxes import Box, Hand, PlayTerms, may_split, show_hand
from nomorebets.games.twenty_one.dealing import DEALER, Deal, burn_aside, deal_card
from nomorebets.games.twenty_one.hand import MOST, count, dealer_draws, is_ace, is_ace_and_ten, may_be_blackjack
from nomorebets.games.twenty_one.rules import DOUBLED_TOTALS, Rules
from nomorebets.games.twenty_one.settlement import HandOutcome, HoleCard, most_insurance
from nomorebets.procedures.deck import collect_cards
from nomorebets.procedures.shoe import shoe_irregularities
from nomorebets.regulation import Citation
from nomorebets.table import Result, Round, Script, Wager, announce, collect, pay, remedy
from nomorebets.table.cards import award, bank, give_back, inspect, put_down, read_hand, turn_up
from nomorebets.table.decisions import Chosen, Option, ask, ask_all
from nomorebets.table.steps import attest

ADDED = ("split", "double")  # wagers that decisions bring
NO_INSURANCE = "no-insurance"
MOST_NAMED = 18  # of the totals on which a dealer who draws is named in the text


class RoundTerms(PlayTerms, Protocol):
    """What else a game of the family says of its round."""

    @property
    def rules(self) -> Rules:
        """What decides play and price at the table."""

    def wagers_on(self, table: Round, hand: Hand, player: str) -> list[Wager]:
        """All that a player has on a hand: what it started with, and what doubling added."""

    def index_of(self, wager: Wager) -> int:
        """Which of the dealer's hands decides a wager, where he has several; otherwise 0."""

    def insured(self, stake: Wager, amount: int) -> Wager:
        """The insurance of a wager."""

    def instead(self, box: Box) -> tuple[str, ...]:
        """What else may be chosen when insurance is offered."""


@dataclass
class Play:
    """A round as its dealer keeps it in mind."""

    deal: Deal
    terms: RoundTerms
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


# --- decisions -------------------------------------------------------------------------------------------------------


def usual_choices(deal: Deal, terms: RoundTerms, box: Box, hand: Hand) -> list[str | Option]:
    """Draw, double, split, surrender and stand, as far as the hand and the house allow; nothing at 21 or more."""
    cards, rules = deal.table.felt.hand(hand.area), terms.rules
    if count(cards).total >= MOST or hand.seat in deal.refused:
        return []
    found: list[str | Option] = [] if hand.of_aces else ["draw"]  # one card to a split ace
    stakes = terms.stakes(deal.table, box, hand, box.players[0])
    if may_double(rules, hand, cards):
        found.append(Option("double", deal.table.house.smallest_chip, max(stake.amount for stake in stakes)))
    if may_split(box, cards, hand, rules.most_hands, rules.resplit_aces):
        equal = sum(stake.amount for stake in stakes)
        found.append(Option("split", equal, equal))
    if rules.surrender != "none" and len(cards) == 2 and not hand.from_split:
        found.append("surrender")
    return [*found, "stand"] if found else []


def may_double(rules: Rules, hand: Hand, cards: tuple[str, ...]) -> bool:
    """Two cards of any total, or of those the house allows; a split hand too, but not aces."""
    if len(cards) != 2 or hand.of_aces or (hand.from_split and not rules.double_after_split):
        return False
    return count(cards).total in DOUBLED_TOTALS[rules.double_on]


# --- blackjacks ------------------------------------------------------------------------------------------------------


def announce_blackjacks(play: Play) -> Script[None]:
    for box in play.boxes:
        if box.has_blackjack:
            yield from show_hand(play.deal, box.hands[0], by=play.terms.by("blackjack-waits"))
            yield from read_hand(box.hands[0].area, "blackjack", by=play.terms.by("blackjack"))


def pay_blackjacks(play: Play, boxes: list[Box], by: Citation) -> Script[None]:
    for box in boxes:
        if box.has_blackjack and box.open_hands:
            yield from settle_hand(play, box, box.hands[0], HandOutcome(MOST, is_blackjack=True), by)


# --- insurance -------------------------------------------------------------------------------------------------------


def insurance(play: Play, kinds: tuple[str, ...]) -> Script[list[tuple[Box, Wager]]]:
    """Every box may insure against a dealer's ace, each player on it, before any further card.

    The boxes and wagers that chose something else instead, where the game has that.
    """
    table, terms = play.table, play.terms
    if not is_ace(play.deal.up):
        return []
    yield from announce("Insurance", by=terms.by("insure"))
    taken = []
    for kind in kinds:
        asked = {box.seat: box for box in play.boxes if main_wager(play, box, box.players[0], kind)}
        first = {seat: insurance_choices(play, box, box.players[0], kind) for seat, box in asked.items()}
        if not first:
            continue
        hand = next(box.number for box in asked.values())
        by = terms.by("insure")
        decided = yield from ask_all(first, by=by, default=NO_INSURANCE, most_if_unsaid=True, hand=hand)
        for box in play.boxes:
            for player in box.players:
                wager = main_wager(play, box, player, kind)
                if wager is None:
                    continue
                alone = player != box.players[0]
                chosen = (yield from ask_other(play, box, player, kind)) if alone else decided[box.seat]
                if chosen.choice == "insure":
                    amount = chosen.amount or most_insurance(wager.amount, table.house.smallest_chip)
                    yield from put_down(terms.insured(wager, amount), by=terms.by("insure-most"))
                elif chosen.choice != NO_INSURANCE:
                    taken.append((box, wager))
    return taken


def main_wager(play: Play, box: Box, player: str, kind: str) -> Wager | None:
    """What a player has on a box, of one kind."""
    own = play.terms.wagers_on(play.table, box.hands[0], player)
    return next((wager for wager in own if wager.kind == kind), None)


def ask_other(play: Play, box: Box, player: str, kind: str) -> Script[Chosen]:
    """Each of several players on a box decides for himself."""
    own, by = insurance_choices(play, box, player, kind), play.terms.by("insure-other")
    return (
        yield from ask(box.seat, *own, by=by, default=NO_INSURANCE, hand=box.number, player=player, most_if_unsaid=True)
    )


def insurance_choices(play: Play, box: Box, player: str, kind: str) -> tuple[str | Option, ...]:
    """Insurance up to half of the wager, and what the game offers instead."""
    wager, chip = main_wager(play, box, player, kind), play.table.house.smallest_chip
    assert wager is not None
    return (*play.terms.instead(box), Option("insure", chip, most_insurance(wager.amount, chip)), NO_INSURANCE)


def settle_insurances(
    play: Play, hole: str, index: int = 0, surrendered: Collection[tuple[int, int]] = ()
) -> Script[None]:
    """As soon as the hole card is known: losers collected, winners paid; on a surrendered hand by itself."""
    table, by = play.table, play.terms.by
    mine = (w for w in table.wagers if w.kind == "insurance" and play.terms.index_of(w) == index)
    results = table.game.settle(sorted(mine, key=lambda w: (w.seat, w.hand)), HoleCard(hole), table.house)
    apart = [r for r in results if (r.wager.seat, r.wager.hand) in surrendered]
    rest = [r for r in results if r not in apart]
    yield from collect([r for r in rest if r.outcome == "lose"], by=by("insurance-loses"))
    yield from collect([r for r in apart if r.outcome == "lose"], by=by("insurance-apart"))
    yield from pay([r for r in rest if r.outcome == "win"], by=by("insurance-wins"))
    yield from pay([r for r in apart if r.outcome == "win"], by=by("insurance-apart"))


# --- hands that end before the dealer's ------------------------------------------------------------------------------


def bust(play: Play, known: bool, box: Box, hand: Hand) -> Script[None]:
    """A hand over 21 loses at once; what a dealer's blackjack would give back is only taken in until that is known."""
    by, hand.is_over = play.terms.by("over-21"), True
    open_yet = play.dealer_may_have_blackjack and not known and play.terms.rules.relief == "original-only"
    for player in box.players:
        own = play.terms.wagers_on(play.table, hand, player)
        waiting = [w for w in own if w.kind in ADDED] if open_yet else []
        ended = outcome_of(play, hand)
        results = play.table.game.settle([w for w in own if w not in waiting], ended, play.table.house)
        box.count_in(results)
        if open_yet and any(w.kind not in ADDED for w in own):
            box.taken |= {(player, play.terms.index_of(w)) for w in own}
        yield from collect(results, by=by)
        yield from bank(waiting, by=play.terms.by("taken-in"))
    yield from collect_cards(play.table, [hand.area], by=by)


def surrender_at_once(play: Play, box: Box, known: bool) -> Script[None]:
    """A surrendered wager is halved at once, unless it waits for the hole card."""
    hand = box.hands[0]
    early = play.terms.rules.surrender == "early"
    if hand.surrendered and (known or early or not play.dealer_may_have_blackjack):
        yield from settle_hand(play, box, hand, HandOutcome(0, ended="surrender"), play.terms.by("surrender"))


def surrendered_hands(play: Play) -> set[tuple[int, int]]:
    """Seat and number of each hand that was surrendered."""
    return {(box.seat, box.number) for box in play.boxes if box.hands[0].surrendered}


# --- the dealer's hand and the settlement ----------------------------------------------------------------------------


def has_open_wagers(play: Play) -> bool:
    """Whether a hand, insurance, or a wager that was taken in waits for the hole card."""
    if any(box.open_hands for box in play.boxes):
        return True
    return any(w.kind in ("insurance", *ADDED) for w in (*play.table.wagers, *play.table.felt.banked))


def show_hole_card(play: Play) -> Script[None]:
    """The hole card is turned up, and the dealer's hand announced."""
    yield from turn_up(DEALER, by=play.terms.by("hole-card"))
    yield from announce_dealer(play)


def announce_dealer(play: Play) -> Script[None]:
    cards = play.deal.dealer
    words = "blackjack" if is_ace_and_ten(cards) else count(cards).words
    yield from read_hand(DEALER, words, by=play.terms.counted_by(cards))


def finish_dealers_hand(play: Play, index: int = 0, is_last: bool = True) -> Script[None]:
    """Draw where that changes a result, and settle from the right."""
    table, deal = play.table, play.deal
    if dealers_total_matters(play, index):
        yield from draw_dealer(play)
    elif not play.dealer_has_blackjack:
        yield from attest("the dealer draws no card: it could change no result", by=play.terms.by("no-draw"))
    yield from overdrawn(deal)
    if is_last:
        yield from burn_aside(deal)
    yield from decide_banked(play, index)
    for box in reversed(play.boxes):
        for hand in box.open_hands:
            yield from show_hand(deal, hand, by=play.terms.by("settle"))
            ended = outcome_of(play, hand, dealer_is_done=True)
            every = (w for player in box.players for w in play.terms.wagers_on(table, hand, player))
            mine = [w for w in every if play.terms.index_of(w) == index]
            yield from settle_hand(play, box, hand, ended, play.terms.by("settle"), mine)


def overdrawn(deal: Deal) -> Script[None]:
    """A card that the dealer drew when bound to stand is burned."""
    seen = yield from inspect("dealer", by=deal.rules.overdrew)
    if seen.found:
        named = count(deal.dealer).total <= MOST_NAMED or deal.rules.overdrew_higher is None
        by = deal.rules.overdrew if named else deal.rules.overdrew_higher
        assert by is not None
        yield from remedy(seen.found, shoe_irregularities(deal.shoe)[seen.found].remedy, by=by)


def dealers_total_matters(play: Play, index: int = 0) -> bool:
    """Whether any hand with a wager that this hand decides is still to be compared with the dealer's."""
    if play.dealer_has_blackjack:
        return False
    boxes = [box for box in play.boxes if not box.has_blackjack]
    hands = [(box, hand) for box in boxes for hand in box.open_hands if not hand.surrendered]
    return any(
        play.terms.index_of(wager) == index
        for box, hand in hands
        for player in box.players
        for wager in play.terms.wagers_on(play.table, hand, player)
    )


def draw_dealer(play: Play) -> Script[None]:
    """The dealer draws to 16, and to a soft 17 where the table says so."""
    deal = play.deal
    while dealer_draws(deal.dealer, play.terms.rules.hit_soft_17):
        total, soft = count(deal.dealer)
        by = play.terms.by("dealer-soft-17") if (soft, total) == (True, 17) else deal.rules.dealer
        yield from deal_card(deal, DEALER, "up", by, "")
        yield from announce_dealer(play)


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
    )


def settle_hand(
    play: Play, box: Box, hand: Hand, outcome: HandOutcome, by: Citation, wagers: list[Wager] | None = None
) -> Script[None]:
    """Collect, give back or pay the wagers on a hand, all of them or some; when none is left, remove its cards."""
    results: list[Result] = []
    every = [w for player in box.players for w in play.terms.wagers_on(play.table, hand, player)]
    for wager in every if wagers is None else wagers:
        spared = outcome.dealer_has_blackjack and is_spared(play, box, wager)
        results += play.table.game.settle([wager], replace(outcome, spared=spared), play.table.house)
    box.count_in(results)
    yield from collect([r for r in results if r.outcome == "lose"], by=by)
    yield from give_back([r for r in results if r.outcome in ("push", "void")], by=by)
    yield from pay([r for r in results if r.outcome == "win"], by=by)
    if len(results) == len(every):
        hand.is_over = True
        yield from collect_cards(play.table, [hand.area], by=play.terms.by("pick-up"))


def is_spared(play: Play, box: Box, wager: Wager) -> bool:
    """Whether a dealer's blackjack leaves a wager alone: it takes one original wager of each player on a box."""
    mine = wager.player, play.terms.index_of(wager)
    if wager.kind == "double" or mine in box.taken:
        return True
    box.taken.add(mine)
    return False


def decide_banked(play: Play, index: int = 0) -> Script[None]:
    """Wagers of hands that went over 21 before the hole card was known: back to a dealer's blackjack, else lost."""
    spared = play.dealer_has_blackjack
    outcome = HandOutcome(MOST + 1, dealer_has_blackjack=spared, spared=spared)
    mine = [w for w in play.table.felt.banked if w.kind in ADDED and play.terms.index_of(w) == index]
    results = play.table.game.settle(mine, outcome, play.table.house)
    for box in play.boxes:
        own = {(hand.seat, hand.number) for hand in box.hands}
        box.count_in(result for result in results if (result.wager.seat, result.wager.hand) in own)
    yield from award(results, by=play.terms.by("taken-in"))


def pick_up_order(play: Play) -> list[str]:
    """From the dealer's right, counterclockwise; the dealer's cards last."""
    areas = [area for area in play.table.felt.cards if area != DEALER]
    return [*sorted(areas, reverse=True), DEALER]
