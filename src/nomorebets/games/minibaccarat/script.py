"""One round of minibaccarat: 7.7 to 7.12."""

from __future__ import annotations

from nomorebets.games.baccarat.coup import (
    call_count,
    call_result,
    deal_four,
    deal_third_face_up,
    irregularities,
    third_cards,
)
from nomorebets.games.baccarat.rules import ErrorRules, HandRules, ThirdCardRules
from nomorebets.games.baccarat.settlement import settle_round
from nomorebets.games.baccarat.shoe import leave, make_ready, shoe_at
from nomorebets.games.baccarat.terms import WAYS, chosen
from nomorebets.games.minibaccarat.settlement import SETTLING
from nomorebets.games.minibaccarat.terms import SHOE_RULES
from nomorebets.procedures.deck import HandsVoid, collect_cards, void_hands
from nomorebets.procedures.shoe import ShoeRules
from nomorebets.regulation import cite, reading
from nomorebets.table import Round, Script, announce, attest, take_wagers
from nomorebets.table.cards import turn_up

HANDS = HandRules(
    kept=reading("R-7.11-undisclosed"),
    wrong_hand=reading("R-7.11-wrong-area"),
    count=cite("7.1"),
    counts_called=cite("7.8"),
    result=cite("7.10"),
)
ERRORS = ErrorRules(
    undisclosed=reading("R-7.11-undisclosed"),
    several=reading("R-7.11-undisclosed"),
    too_late=reading("R-7.11-undisclosed"),
    gone=reading("R-7.11-gone"),
    before=reading("R-7.11-disclosed-before"),
    ways=dict.fromkeys(WAYS, reading("R-7.11-disclosed")),
    tens=reading("R-7.11-disclosed"),
    simulated=reading("R-7.11-disclosed"),
    values=lambda card: cite("7.1"),
)
THIRD_CARDS = ThirdCardRules(
    dealt=cite("7.8"),
    natural=cite("7.9"),
    player_table=cite("7.9"),
    banker_table=reading("R-7.9-table"),
    to_player=reading("R-7.11-third-to-player"),
    to_banker=reading("R-7.11-undisclosed"),
    not_dealt=reading("R-7.11-not-dealt"),
    errors=ERRORS,
)
MARKS = reading("R-7.3-odds")  # marked vigorish is collected
IRREGULARITIES = irregularities(SHOE_RULES, HANDS, THIRD_CARDS)


def minibaccarat(table: Round) -> Script[None]:
    """One round of play, dealt by the dealer alone."""
    shoe = shoe_at(table, SHOE_RULES)
    try:
        yield from make_ready(table, shoe)
        yield from take_wagers("until the dealer calls", by=cite("7.2"))
        yield from announce("No more bets", by=cite("7.7"))
        yield from deal_hands(table, shoe)
        yield from third_cards(table, THIRD_CARDS, shoe, deal_third_face_up)
        yield from attest("no hand has more than three cards", by=cite("7.8"))
        coup = yield from call_result(table, HANDS)
        yield from settle_round(table, SETTLING, coup)
        yield from collect_cards(table, ["player", "banker"], by=cite("7.10"))
    except HandsVoid as void:
        yield from void_hands(table, void)
        yield from leave(table, shoe, MARKS, HANDS.kept, void)
    else:
        yield from leave(table, shoe, MARKS, HANDS.kept)


def deal_hands(table: Round, shoe: ShoeRules) -> Script[None]:
    """Four cards, face up or turned by the dealer, the Player's Hand first, and the two counts."""
    covered = chosen(table.house, "deal-display") == "face-down-banker-tucked"
    yield from deal_four(table, HANDS, shoe, "down" if covered else "up", by=cite("7.7"))
    for hand in ("player", "banker"):
        if covered:
            yield from turn_up(hand, by=reading("R-7.7-display"))
        yield from call_count(table, HANDS, hand)
