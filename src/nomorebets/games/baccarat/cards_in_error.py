"""A card dealt in error: taken from the shoe, kept for the next hand, or one of the three procedures of 4.12(h)."""

from __future__ import annotations

from functools import partial

from nomorebets.equipment.cards import shown
from nomorebets.games.baccarat.rules import ErrorRules
from nomorebets.games.baccarat.terms import TENS_SINCE, chosen
from nomorebets.hands.baccarat import NATURALS, DrawingTable, point_count, value
from nomorebets.procedures.deck import HandsVoid, noticed
from nomorebets.procedures.shoe import (
    BURN,
    ShoeRules,
    aside,
    cutting_card_is_seen,
    deal_from_shoe,
    discard,
    discard_face_up,
    keep_for_next_hand,
    left_in_shoe,
    look_for_cutting_card,
    move_card,
    see_to,
    set_aside,
    too_few,
)
from nomorebets.regulation import Citation
from nomorebets.table import Irregularity, Round, Script, attest, remedy
from nomorebets.table.cards import UNUSED, Face, draw, to_rack

IN_ERROR = "in-error"  # the area of a card that belongs to no hand
# which card it was comes with the cards that are listed
misdealt: partial[dict[str, Irregularity]] = partial(noticed, may_list_outcome=False)

GONE = "the card was face up in the shoe and is discarded; nothing is left that was drawn in error"


def take_wrongly(
    table: Round, shoe: ShoeRules, area: str, face: Face, by: Citation, of_hand: bool = True
) -> Script[str]:
    """A card that should not have left the shoe; empty if it was face up in it and is gone.

    ``of_hand``: whether it was dealt to a hand, which it then voids in the last hand of a shoe if it was face up.
    """
    while True:
        yield from look_for_cutting_card(table, shoe)
        if left_in_shoe(table) < 1:
            raise too_few(shoe)
        drawn = yield from draw(area, face, by)
        if not drawn.found:
            return drawn.card
        if drawn.found == "insufficient-cards":
            raise too_few(shoe)
        if drawn.found in UNUSED:
            yield from discard_face_up(table, shoe if of_hand else aside(shoe), drawn)
            return ""
        yield from see_to(table, shoe, drawn)


def dispose(
    table: Round, shoe: ShoeRules, rules: ErrorRules, what: str, disclosed: bool, drawing_table: DrawingTable
) -> Script[None]:
    """Deal with the card that lies in the area of error; there is none if it was face up in the shoe."""
    if not table.felt.hand(IN_ERROR):
        yield from remedy(what, GONE, by=rules.gone)
        return
    if not disclosed:
        if cutting_card_is_seen(table):
            yield from remedy(
                what, "no penalty; the cutting card is seen, so the card is discarded unseen", rules.too_late
            )
            yield from to_rack(IN_ERROR, by=rules.too_late)
            return
        if set_aside(table.felt):
            yield from remedy(what, "no penalty; it follows the card set aside in the next hand", by=rules.several)
        else:
            yield from remedy(what, "no penalty; the card is the first card of the next hand", by=rules.undisclosed)
        yield from keep_for_next_hand(table, IN_ERROR, by=rules.undisclosed)
        return
    way = chosen(table.house, "exposed-card-procedure")
    card = table.felt.hand(IN_ERROR)[-1]
    if not way:
        yield from remedy(what, "the disclosed card is discarded", by=rules.before)
        yield from to_rack(IN_ERROR, by=rules.before)
    elif way == "simulated-round":
        yield from remedy(what, "the disclosed card opens a simulated round without wagers", by=rules.ways[way])
        yield from simulated_round(table, shoe, rules, drawing_table)
    else:
        further = further_cards(table, card) if way == "burn-by-value" else 1
        face: Face = "up" if way == "burn-by-value" else "down"
        yield from attest(f"{shown(card)} has the value {value(card)}", by=rules.values(card))
        by = rules.tens if value(card) == 0 and way == "burn-by-value" and _proviso(table) else rules.ways[way]
        cards = f"{further} further {'card' if further == 1 else 'cards'}, face {face}"
        yield from remedy(
            what, f"the disclosed card is discarded with {cards}" if further else "it is discarded", by=by
        )
        yield from to_rack(IN_ERROR, by=by)
        try:
            yield from discard(table, shoe, further, face, by)
        except HandsVoid:  # if the hand is complete, it counts
            yield from attest("the shoe has no further card to discard", by=by)
            yield from to_rack(BURN, by=by)


def _proviso(table: Round) -> bool:
    """Whether a card worth nothing takes one or ten cards with it."""
    return table.as_of >= TENS_SINCE


def further_cards(table: Round, card: str) -> int:
    """How many cards go with a disclosed card: its value, or what was chosen for a card worth nothing."""
    return value(card) or (int(chosen(table.house, "exposed-ten-extra", "1")) if _proviso(table) else 0)


def simulated_round(table: Round, shoe: ShoeRules, rules: ErrorRules, drawing_table: DrawingTable) -> Script[None]:
    """A round without wagers that the disclosed card opens; every choice is a draw; all cards are discarded."""
    areas, by, shoe = {"P": "simulated:player", "B": "simulated:banker"}, rules.simulated, aside(shoe)
    yield from move_card(IN_ERROR, -1, areas["P"], by=by)
    try:
        for hand in "BPB":
            yield from deal_from_shoe(table, shoe, areas[hand], "up", by=by)
        player, banker = (point_count(table.felt.hand(areas[hand])) for hand in "PB")
        if player not in NATURALS and banker not in NATURALS:
            third = None
            if drawing_table.player_action(player) != "S":
                third = value((yield from deal_from_shoe(table, shoe, areas["P"], "up", by=by)))
            if drawing_table.banker_action(banker, third) != "S":
                yield from deal_from_shoe(table, shoe, areas["B"], "up", by=by)
    except HandsVoid:
        yield from attest("the shoe ended during the simulated round", by=by)
    for area in areas.values():
        yield from to_rack(area, by=by)
