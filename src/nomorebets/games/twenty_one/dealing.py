"""Dealing in the blackjack family: two cards to each box and the dealer, further cards, and cards that went wrong.

A :class:`Deal` is a round as its dealer keeps it in mind; which paragraph commands a step is data: :class:`DealRules`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec

from nomorebets.games.twenty_one.hand import count
from nomorebets.procedures.deck import collect_cards
from nomorebets.procedures.shoe import ShoeRules, cutting_card_is_out, move_card, next_card, shoe_irregularities
from nomorebets.procedures.shuffling import put_right
from nomorebets.regulation import Citation
from nomorebets.table import Irregularity, Result, Round, Script, Wager, remedy
from nomorebets.table.areas import owner_of, seat_area
from nomorebets.table.cards import ASIDE, FURTHER, Drawn, Face, inspect, to_rack
from nomorebets.table.chips import give_back
from nomorebets.table.game import A_CARD_MORE
from nomorebets.table.steps import note

DEALER = "dealer"
OUT_AT = "cutting-card-at"  # the box on which the cutting card came out; 0 for the dealer's hand
# the parts of a round in which a card is drawn: some things can go wrong only then
FIRST, SECOND, DEALERS_FIRST, DEALERS_SECOND = "first", "second", "dealer-first", "dealer-second"

INITIAL = (FIRST, SECOND, DEALERS_FIRST, DEALERS_SECOND)
# the totals of a dealer who drew when bound to stand that the text names: a hard 17, and a hard or soft 18
LEAST_NAMED, MOST_NAMED = 17, 18
FACES: dict[str, Face] = {DEALERS_FIRST: "up", DEALERS_SECOND: "down"}


class DealRules(msgspec.Struct, frozen=True, kw_only=True):
    """The paragraphs by which a game of the family deals, and by which it puts right what went wrong with a card."""

    order: Citation
    further: Citation  # a card that a player asks for
    doubled: Citation | None = None  # the one card of a doubled hand, where that is another
    dealer: Citation  # one that the dealer must draw
    cutting_card: Citation
    in_error: Citation
    exposed: Citation
    dealer_skipped: Citation
    not_dealt: Citation
    one_card: Citation
    forgotten: Citation
    overdrew: Citation
    hole_card: Citation  # one that was exposed by accident
    exposed_early: Citation | None = None  # before everybody has the initial cards, where that is another
    overdrew_higher: Citation | None = None  # on more than 18, where that is another
    overdrew_idle: Citation | None = None  # on less than a hard 17 when no hand waited for it, where that is another
    extra: Citation | None = None  # a card too many in the initial deal, where a game knows what is done with it
    declined: Citation | None = None  # a second card that a player will not have late, where that is another


def _extra_card(by: Citation) -> Irregularity:
    return Irregularity(
        "a box got a card too many in the initial deal",
        ask="draw",
        facts={"found": "extra-card", "exposed": True},
        remedy="a supervisor is told; the card is the next card of the deal, as one exposed in error",
        by=by,
        needs_outcome=True,
        stages=INITIAL,
    )


def deal_irregularities(rules: DealRules) -> dict[str, Irregularity]:
    """What may go wrong with the cards of a box or the dealer."""
    return {
        "card-drawn-in-error": Irregularity(
            "a card was drawn in error",
            ask="draw",
            facts={"found": "card-drawn-in-error"},
            remedy="the card is used as the next card",
            by=rules.in_error,
            more=("exposed", "refused"),
            needs_outcome=True,
        ),
        "dealer-skipped": Irregularity(
            "the dealer passed himself over with the first or the second card",
            ask="draw",
            facts={"found": "dealer-skipped"},
            remedy="every box gets its two cards, and then the dealer what he lacks",
            by=rules.dealer_skipped,
            may_list_outcome=False,
            stages=(DEALERS_FIRST, DEALERS_SECOND),
            stage_says_when=True,
        ),
        "hole-card-exposed": Irregularity(
            "the hole card was exposed by accident",
            ask="draw",
            facts={"found": "hole-card-exposed", "exposed": True},
            remedy="it stays the hole card, face up, and play goes on; a supervisor is told",
            by=rules.hole_card,
            needs_outcome=True,
            stages=(DEALERS_SECOND,),
            stage_says_when=True,
        ),
        **({} if rules.extra is None else {"extra-card": _extra_card(rules.extra)}),
        "hand-not-dealt": Irregularity(
            "a player got no initial card",
            ask="draw",
            facts={"found": "hand-not-dealt"},
            remedy="the hand is dead and its wagers go back; the player is in the next deal",
            by=rules.not_dealt,
            more=("seat",),
            may_list_outcome=False,
            stages=(FIRST,),
            seat_says_when=True,
        ),
        "one-card-only": Irregularity(
            "a player got only one card",
            ask="draw",
            facts={"found": "one-card-only"},
            remedy="a second card when everybody else has two, if the player takes it; otherwise the hand is dead",
            by=rules.one_card,
            more=("seat", "takes"),
            may_list_outcome=False,
            stages=(SECOND,),
            seat_says_when=True,
        ),
        "card-forgotten": Irregularity(
            "the dealer forgot a card that a player had asked for",
            ask="draw",
            facts={"found": "card-forgotten"},
            remedy="the card when all others are served, before the hole card is shown, if the player takes it; "
            "otherwise the hand is dead and the wager goes back",
            by=rules.forgotten,
            more=("seat", "takes"),
            may_list_outcome=False,
            stages=(FURTHER,),
        ),
        "dealer-overdrew": Irregularity(
            "the dealer drew a card when bound to stand",
            ask="inspect-dealer",
            facts={"found": "dealer-overdrew"},
            remedy="the card is burned",
            by=rules.overdrew,
            outcome_is="card",
            shown_by=A_CARD_MORE,
        ),
    }


@dataclass
class Deal:
    """A round as its dealer keeps it in mind."""

    table: Round
    shoe: ShoeRules
    rules: DealRules
    face: Face = "up"  # how the initial cards of the boxes lie
    has_hole_card: bool = True  # the dealer's second card is dealt with the others
    standing: tuple[Wager, ...] = ()  # wagers of earlier rounds, which a dead hand leaves up
    refused: set[int] = field(default_factory=set)  # seats that would not have an exposed card: they get no more

    @property
    def dealer(self) -> tuple[str, ...]:
        return self.table.felt.hand(DEALER)

    @property
    def up(self) -> str:
        """The dealer's first card."""
        return self.table.felt.cards[DEALER][0].card

    def hand_of(self, wager: Wager) -> int:
        """The hand of its seat that a wager is on; 0 where on all of them."""
        return self.table.game.bet[wager.kind].hand_of(wager.hand)


def deal_card(deal: Deal, to: str, face: Face, by: Citation, stage: str) -> Script[Drawn]:
    """The next card to an area: one that lies aside because it was exposed in error, or one from the shoe."""
    table = deal.table
    if table.felt.cards.get(ASIDE):
        yield from move_card(ASIDE, 0, to, by=deal.rules.exposed)
        return Drawn(table.felt.hand(to)[-1])
    was_out = cutting_card_is_out(table)
    drawn = yield from next_card(table, deal.shoe, to, face, by, stage)
    if cutting_card_is_out(table) and not was_out:
        yield from note(OUT_AT, str(owner_of(to)), by=deal.rules.cutting_card)
    if drawn.found == "card-drawn-in-error":
        yield from drawn_in_error(deal, drawn, is_early=stage in INITIAL)
    elif drawn.found:
        yield from put_right(drawn.found, shoe_irregularities(deal.shoe))
    return drawn


def drawn_in_error(deal: Deal, drawn: Drawn, is_early: bool) -> Script[None]:
    """An unseen card is the next card; an exposed one too, but whoever refuses it gets no more cards."""
    if drawn.exposed and is_early and deal.rules.exposed_early is not None:
        yield from remedy(drawn.found, "the exposed card is the next card", by=deal.rules.exposed_early)
        return
    deal.refused |= set(drawn.refused)
    if not drawn.exposed:
        yield from remedy(drawn.found, "the card is used as the next card", by=deal.rules.in_error)
        return
    seats = ", ".join(f"seat {seat}" for seat in drawn.refused)
    no_more = f"; {seats} would not have it and gets no more cards" if seats else ""
    yield from remedy(drawn.found, f"the exposed card is the next card{no_more}", by=deal.rules.exposed)


def deal_two_each(deal: Deal, seats: list[int], boxes: tuple[int, ...] = (0,)) -> Script[list[tuple[int, int]]]:
    """A card to each box, one face up to the dealer, a second to each box, one face down to the dealer.

    A seat has one box, or those that are numbered. Returns the seats and boxes that have a hand.
    """
    by, late, owed = deal.rules.order, [], []
    served = [(seat, box) for seat in seats for box in boxes]
    for stage, dealers in ((FIRST, DEALERS_FIRST), (SECOND, DEALERS_SECOND)):
        for seat, box in list(served):
            drawn = yield from deal_card(deal, seat_area(seat, box or 1), deal.face, by, stage)
            if drawn.found == "one-card-only" and drawn.takes:
                late.append(seat_area(seat, box or 1))
            elif drawn.found in ("hand-not-dealt", "one-card-only"):
                served.remove((seat, box))
                declined = deal.rules.declined or deal.rules.one_card
                how = deal.rules.not_dealt if drawn.found == "hand-not-dealt" else declined
                yield from dead_hand(deal, seat, by=how, hand=box)
        if dealers == DEALERS_SECOND and not deal.has_hole_card:
            continue
        if served and not (yield from deal_dealer(deal, dealers)):
            owed.append(dealers)
    for area in late:
        yield from deal_card(deal, area, deal.face, by, "")
    for stage in owed if served else ():  # when every box has two
        yield from deal_card(deal, DEALER, FACES[stage], by, "")
    return served


def deal_dealer(deal: Deal, stage: str) -> Script[bool]:
    """The dealer's own first card face up, or second face down; False where he passed himself over."""
    if stage == DEALERS_SECOND and not deal.dealer:
        return False  # the first is dealt before it
    drawn = yield from deal_card(deal, DEALER, FACES[stage], deal.rules.order, stage)
    return drawn.found != "dealer-skipped"


def dead_hand(deal: Deal, seat: int, by: Citation, hand: int = 0) -> Script[None]:
    """A hand, or all of a box, is dead: its wagers go back and its cards to the discard rack."""
    lying = [w for w in deal.table.wagers if w.seat == seat and w not in deal.standing]
    own = [w for w in lying if hand in (0, deal.hand_of(w))]
    yield from give_back([Result(wager, "void", 0, by) for wager in own], by=by)
    yield from collect_cards(deal.table, [seat_area(seat, hand or 1)], by=by)


def burn_aside(deal: Deal) -> Script[None]:
    """An exposed card that nobody could use is burned."""
    if deal.table.felt.cards.get(ASIDE):
        what = "refused by the players and of no use to the dealer: the card is burned"
        yield from remedy("card-drawn-in-error", what, by=deal.rules.exposed)
        yield from to_rack(ASIDE, by=deal.rules.exposed)


def overdrawn(deal: Deal) -> Script[None]:
    """A card that the dealer drew when bound to stand is burned."""
    seen = yield from inspect("dealer", by=deal.rules.overdrew)
    if seen.found:
        by = overdrawn_by(deal) or deal.rules.overdrew
        yield from remedy(seen.found, deal.table.game.irregularities[seen.found].remedy, by=by)


def overdrawn_by(deal: Deal) -> Citation | None:
    """The paragraph by which such a card is burned on a total that the text does not name."""
    total, soft = count(deal.dealer)
    if total > MOST_NAMED:
        return deal.rules.overdrew_higher
    return deal.rules.overdrew_idle if total < LEAST_NAMED + soft else None
