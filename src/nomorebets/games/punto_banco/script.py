"""One round of punto banco: 3.6 to 3.12."""

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
from nomorebets.games.baccarat.settlement import OTHER, settle_round
from nomorebets.games.baccarat.shoe import leave, make_ready, shoe_at
from nomorebets.games.baccarat.terms import WAYS, chosen
from nomorebets.games.baccarat.third_cards import hand_over
from nomorebets.games.punto_banco.curator import (
    KEPT,
    ORDERED,
    WHEN,
    choose_curator,
    dealer_deals,
    highest_bettor,
    pass_or_keep,
)
from nomorebets.games.punto_banco.settlement import SETTLING
from nomorebets.games.punto_banco.terms import SHOE_RULES
from nomorebets.hands.baccarat import value
from nomorebets.procedures.deck import HandsVoid, collect_cards, void_hands
from nomorebets.procedures.shoe import ShoeRules, deal_from_shoe, not_here
from nomorebets.regulation import Citation, cite, reading
from nomorebets.table import Irregularity, Round, Script, announce, attest, take_wagers
from nomorebets.table.cards import Face, turn_up
from nomorebets.table.decisions import ask

VALUES = {"two to nine": "3.1(b)1", "ten to king": "3.1(b)2", "ace": "3.1(b)3"}
HANDS = HandRules(
    kept=reading("R-3.12-undisclosed"),
    wrong_hand=reading("R-3.7c-order-governs"),
    count=cite("3.1(c)"),
    counts_called=cite("3.8(a)"),
    result=cite("3.10(a)"),
)
THIRD_CARDS = ThirdCardRules(
    dealt=cite("3.8(c)"),
    natural=cite("3.9(a)"),
    player_table=cite("3.9(b)"),
    banker_table=reading("R-3.9c-table"),
    to_player=reading("R-3.12-third-to-player"),
    to_banker=reading("R-3.12-third-to-banker"),
    not_dealt=reading("R-3.12-not-dealt"),
    errors=ErrorRules(
        undisclosed=reading("R-3.12-undisclosed"),
        several=reading("R-3.12-undisclosed"),
        too_late=reading("R-3.12-undisclosed"),
        gone=reading("R-3.12-gone"),
        before=reading("R-3.12-disclosed-before"),
        ways=dict.fromkeys(WAYS, reading("R-3.12-disclosed")),
        tens=reading("R-3.12-disclosed-ten"),
        simulated=reading("R-3.12-disclosed"),
        values=lambda card: cite(VALUES[{"A": "ace"}.get(card[0], "two to nine" if value(card) else "ten to king")]),
    ),
)
MARKS = reading("R-3.3-vigorish-collection")  # marked vigorish is collected
IRREGULARITIES = {
    **irregularities(SHOE_RULES, HANDS, THIRD_CARDS),
    ORDERED: Irregularity(
        "the curator delayed, misdealt again and again or broke the rules",
        ask="ask",
        facts={"found": ORDERED},
        remedy="the dealer or a supervisor may have the shoe passed",
        by=reading("R-3.11-compulsory"),
    ),
    KEPT: Irregularity(
        "the curator kept the shoe although the Banker's Hand had lost",
        ask="ask",
        facts={"found": KEPT},
        remedy="the shoe is passed on",
        by=cite("3.11(a)1"),
        shown_by="keep",
    ),
}


def punto_banco(table: Round) -> Script[None]:
    """One round of play, from the shoe and its curator to the passing of the shoe."""
    shoe = shoe_at(table, SHOE_RULES)
    try:
        yield from make_ready(table, shoe)
        reported = yield from choose_curator(table)
        yield from take_wagers("until the dealer calls", by=cite("3.2(a)"))
        yield from announce("No More Bets", by=cite("3.7(b)"))
        yield from announce("Cards", by=cite("3.7(b)"))  # tells the curator to deal
        yield from deal_hands(table, shoe)
        yield from attest("no third card before both counts are called", by=cite("3.8(b)"))
        yield from third_cards(table, THIRD_CARDS, shoe, deal_third)
        yield from attest("no hand has more than three cards", by=cite("3.8(d)"))
        coup = yield from call_result(table, HANDS)
        yield from settle_round(table, SETTLING, coup)
        yield from collect_cards(table, ["player", "banker"], by=cite("3.10(a)"))
        yield from pass_or_keep(table, coup.winner == "player", reported)
    except HandsVoid as void:
        yield from void_hands(table, void)
        yield from leave(table, shoe, MARKS, HANDS.kept, void)
    else:
        yield from leave(table, shoe, MARKS, HANDS.kept)


def deal_hands(table: Round, shoe: ShoeRules) -> Script[None]:
    """Four cards, laid face up by the dealer or turned by the highest bettors, and the two counts."""
    squeezed = chosen(table.house, "deal-display") == "squeeze"
    may_ask = dealer_deals(table) and chosen(table.house, "banker-first-on-request") == "on"
    face: Face = "down" if squeezed or may_ask else "up"
    yield from deal_four(table, HANDS, shoe, face, by=cite("3.7(d)") if squeezed else cite("3.7(c)"))
    order = ["player", "banker"]
    if may_ask:
        answer = yield from ask(0, "player-first", "banker-first", by=cite("3.8(a)"), default="player-first")
        if answer.found:
            raise not_here(table, answer.found, "a player says which hand is turned first", WHEN)
        order = order[::-1] if answer.choice == "banker-first" else order
    for hand in order:
        if squeezed:
            yield from show_to_bettor(table, hand, cite("3.7(d)1") if hand == "player" else cite("3.7(d)2"))
        elif may_ask:
            yield from turn_up(hand, by=cite("3.8(a)"))
        yield from call_count(table, HANDS, hand)


def turner(table: Round, hand: str) -> int:
    """Who may turn a hand: its highest bettor, or one of the other side if the licensee lets them; 0: the dealer."""
    own = highest_bettor(table, hand)
    if own or chosen(table.house, "squeeze-no-wager-hand") == "dealer-turns":
        return own
    return highest_bettor(table, OTHER[hand])


def show_to_bettor(table: Round, hand: str, by: Citation, at: int | None = None) -> Script[None]:
    """Hand covered cards to whoever may turn them; where there is nobody, the dealer does."""
    seat = turner(table, hand)
    if not seat:
        yield from turn_up(hand, by=reading("R-3.7d6-dealer"), at=at)
        return
    highest = [w for w in table.wagers if w.kind == hand and table.felt.on(w.seat, hand) == table.felt.on(seat, hand)]
    if not highest:
        by = cite("3.7(d)6")
    elif len({w.seat for w in highest}) > 1:
        by = cite("3.7(d)5")
    yield from hand_over(seat, hand, by=by, at=at)


def deal_third(table: Round, rules: ThirdCardRules, shoe: ShoeRules, hand: str) -> Script[str]:
    """A third card face up, or laid down covered, handed to whoever turned the hand, and given back face up."""
    if chosen(table.house, "deal-display") != "squeeze":
        return (yield from deal_third_face_up(table, rules, shoe, hand))
    by = cite("3.7(d)3") if hand == "player" else cite("3.7(d)4")
    card = yield from deal_from_shoe(table, shoe, hand, "down", by=by)
    yield from show_to_bettor(table, hand, by, at=2)
    return card
