"""Baccarat-punto banco: N.J.A.C. 19:47-3 (since 2012, 13:69F-3)."""

from __future__ import annotations

from datetime import date

from nomorebets.games.baccarat.against_the_house import leave, make_ready, with_the_house
from nomorebets.games.baccarat.coup import call_count, call_result, deal_four, deal_third_face_up, third_cards
from nomorebets.games.baccarat.rules import (
    BaccaratRules,
    ErrorRules,
    OptionRules,
    chosen,
    option,
    shared_options,
    shoe_rules,
)
from nomorebets.games.baccarat.settlement import LEAST_ODDS, OTHER, settle_round
from nomorebets.games.baccarat.third_cards import hand_over
from nomorebets.games.punto_banco.curator import (
    CURATOR,
    ORDERED,
    REMEMBERED,
    choose_curator,
    dealer_deals,
    highest_bettor,
    pass_or_keep,
)
from nomorebets.hands.baccarat import value
from nomorebets.procedures.deck import HandsVoid, collect_cards, void_hands
from nomorebets.procedures.opening import OpeningRules
from nomorebets.procedures.shoe import ShoeRules, deal_from_shoe
from nomorebets.regulation import Citation, cite, pay_table, reading
from nomorebets.regulation.options import Choice
from nomorebets.table import Irregularity, Round, Script, announce, attest, take_wagers
from nomorebets.table.cards import Face, turn_up
from nomorebets.table.decisions import ask

FACE_DOWN = date(2005, 4, 4)  # when 3.7(d) and the last sentence of 3.8(a) came
RECUT = date(1996, 5, 20)

ORDERS = {
    "pay-all-then-vig": cite("3.10(b)1"),
    "vig-all-then-pay": cite("3.10(b)2"),
    "pay-vig-each": cite("3.10(b)3"),
    "vig-pay-each": cite("3.10(b)4"),
}
VALUES = {"two to nine": "3.1(b)1", "ten to king": "3.1(b)2", "ace": "3.1(b)3"}
BONUS_RESULTS = {
    "win": cite("3.2(a)5i"),
    "natural": reading("R-3.2a5-natural-line"),
    "lose": reading("R-3.2a5-loses"),
    "void": reading("R-3.2a5-natural-tie"),
    "natural-tie": reading("R-3.2a5-natural-tie"),
}
RULES = BaccaratRules(
    shoe=ShoeRules(
        opening=OpeningRules(
            inspect=cite("3.4"),
            replace=reading("R-3.4-not-right"),
            show=cite("3.4"),
            mix=cite("3.4"),
            idle=reading("R-3.5-idle"),
        ),
        shuffle=cite("3.5"),
        cut=reading("R-3.5-cut"),
        recut=cite("3.5(f)"),
        marker=reading("R-3.5-marker"),
        burn=reading("R-3.5-burn"),
        shuffler_jam=reading("R-3.12-shuffler"),
        face_up=reading("R-3.12-face-up"),
        too_few=reading("R-3.12-too-few"),
        other_method=reading("R-3.12-shuffler"),
        cutting_card=cite("3.8(e)"),
        cutter=reading("R-3.5c-order"),
        with_face_up=value,
        face_up_ends_last_hand=True,
    ),
    areas={
        "banker": cite("3.2(a)1"),
        "player": cite("3.2(a)2"),
        "tie": cite("3.2(a)3"),
        "cards-4": cite("3.2(a)4"),
        "cards-5": cite("3.2(a)4"),
        "cards-6": cite("3.2(a)4"),
        "bonus-player": cite("3.2(a)5"),
        "bonus-banker": cite("3.2(a)5"),
    },
    results={
        "banker": {"win": cite("3.2(a)1i"), "lose": cite("3.2(a)1ii"), "void": cite("3.2(a)1iii")},
        "player": {"win": cite("3.2(a)2i"), "lose": cite("3.2(a)2ii"), "void": cite("3.2(a)2iii")},
        "tie": {"win": cite("3.2(a)3"), "lose": cite("3.2(a)3")},
        **{f"cards-{n}": {"win": cite("3.2(a)4"), "lose": cite("3.2(a)4")} for n in (4, 5, 6)},
        "bonus-player": BONUS_RESULTS,
        "bonus-banker": BONUS_RESULTS,
    },
    no_more_bets=cite("3.7(b)"),
    call="No More Bets",
    deal=cite("3.7(c)"),
    wrong_hand=reading("R-3.7c-order-governs"),
    count=cite("3.1(c)"),
    counts_called=cite("3.8(a)"),
    instruct=cite("3.8(b)"),
    third=cite("3.8(c)"),
    one_card=cite("3.8(d)"),
    natural=cite("3.9(a)"),
    player_table=cite("3.9(b)"),
    banker_table=reading("R-3.9c-table"),
    result=cite("3.10(a)"),
    collect=cite("3.10(b)"),
    orders=ORDERS,
    vigorish_collection=reading("R-3.3-vigorish-collection"),
    third_to_player=reading("R-3.12-third-to-player"),
    third_to_banker=reading("R-3.12-third-to-banker"),
    not_dealt=reading("R-3.12-not-dealt"),
    errors=ErrorRules(
        undisclosed=reading("R-3.12-undisclosed"),
        too_late=reading("R-3.12-undisclosed"),
        disclosed=reading("R-3.12-disclosed"),
        before=reading("R-3.12-disclosed-before"),
        ways=dict.fromkeys(("burn-by-value", "burn-one-face-down", "simulated-round"), reading("R-3.12-disclosed")),
        tens=reading("R-3.12-disclosed-ten"),
        simulated=reading("R-3.12-disclosed"),
        values=lambda card: cite(VALUES[{"A": "ace"}.get(card[0], "two to nine" if value(card) else "ten to king")]),
    ),
    form=reading("R-3.2a-form"),
    coupon=reading("R-3.2a-coupon"),
    closing=reading("R-3.2a-closing"),
    odds=pay_table("3.3", LEAST_ODDS),
    printing=reading("R-3.3-printing"),
    more={
        ORDERED: Irregularity(
            "the curator delayed, misdealt again and again or broke the rules",
            ask="ask",
            facts={"found": ORDERED},
            remedy="the dealer or a supervisor may have the shoe passed",
            by=reading("R-3.11-compulsory"),
        ),
    },
)

OPTIONS = shared_options(
    OptionRules(
        decks=cite("3.1(a)"),
        marker=reading("R-3.5-marker"),
        burn=reading("R-3.5-burn"),
        cards_456=cite("3.2(a)4"),
        bonus=cite("3.2(a)5"),
        bonus_table=reading("R-3.3-bonus-table"),
        natural_tie=reading("R-3.2a5-natural-tie"),
        tie=reading("R-3.3-tie-odds"),
        vigorish=reading("R-3.3-vigorish"),
        rounding=reading("R-3.3-vigorish-rounding"),
        collection=reading("R-3.3-vigorish-collection"),
        orders=ORDERS,
        orders_chosen=cite("3.10(c)"),
        orders_in_pit=cite("3.10(c)1"),
        orders_notice=cite("3.10(c)2"),
        recut=cite("3.5(f)"),
        recut_since=RECUT,
        disclosed=reading("R-3.12-disclosed"),
        tens=reading("R-3.12-disclosed-ten"),
        coupon=reading("R-3.2a-coupon"),
    )
) | {
    each.id: each
    for each in (
        option(
            "deal-display",
            cite("3.7(c)"),
            "Whether the dealer lays the hands face up, or the highest bettors turn them.",
            {"dealer-places-face-up": cite("3.7(c)"), "squeeze": Choice(cite("3.7(d)"), since=FACE_DOWN)},
            "dealer-places-face-up",
        ),
        option(
            "squeeze-no-wager-hand",
            cite("3.7(d)6"),
            "Who turns a hand on which nobody has wagered.",
            {"dealer-turns": reading("R-3.7d6-dealer"), "other-side-player-may-turn": cite("3.7(d)6")},
            "dealer-turns",
        ),
        option(
            "banker-first-on-request",
            cite("3.8(a)"),
            "Whether the Banker's Hand is turned first when the dealer deals and a player asks for it.",
            {"on": cite("3.8(a)"), "off": cite("3.8(a)")},
            "on",
            since=FACE_DOWN,
        ),
        option(
            "reshuffle-option",
            cite("3.5(b)"),
            "The reshuffle option, of which nothing but its notice is known.",
            {"off": reading("R-3.5b-off")},
            "off",
        ),
        option(
            "back-both-hands",
            reading("R-3.2a-both-hands"),
            "Whether one person may wager on both hands.",
            {"on": reading("R-3.2a-both-hands"), "off": reading("R-3.2a-both-hands")},
            "on",
        ),
    )
}


def punto_banco(table: Round) -> Script[None]:
    """One round of play, from the shoe and its curator to the passing of the shoe."""
    shoe = shoe_rules(table, RULES.shoe)
    try:
        yield from make_ready(table, shoe)
        yield from choose_curator(table)
        yield from take_wagers("until the dealer calls", by=cite("3.2(a)"))
        yield from announce(RULES.call, by=RULES.no_more_bets)
        yield from announce("Cards", by=cite("3.7(b)"))  # tells the curator to deal
        yield from deal_hands(table, shoe)
        yield from attest("no third card before both counts are called", by=RULES.instruct)
        yield from third_cards(table, RULES, shoe, deal_third)
        yield from attest("no hand has more than three cards", by=RULES.one_card)
        coup = yield from call_result(table, RULES)
        yield from settle_round(table, RULES, coup)
        yield from collect_cards(table, ["player", "banker"], by=RULES.result)
        yield from pass_or_keep(table, coup.winner == "player")
    except HandsVoid as void:
        yield from void_hands(table, void)
        yield from leave(table, RULES, shoe, void)
    else:
        yield from leave(table, RULES, shoe)


def deal_hands(table: Round, shoe: ShoeRules) -> Script[None]:
    """Four cards, laid face up by the dealer or turned by the highest bettors, and the two counts."""
    squeezed = chosen(table.house, "deal-display") == "squeeze"
    may_ask = dealer_deals(table) and chosen(table.house, "banker-first-on-request") == "on"
    face: Face = "down" if squeezed or may_ask else "up"
    yield from deal_four(table, RULES, shoe, face, by=cite("3.7(d)") if squeezed else RULES.deal)
    order = ["player", "banker"]
    if may_ask:
        answer = yield from ask(0, "player-first", "banker-first", by=cite("3.8(a)"), if_untold="player-first")
        order = order[::-1] if answer.choice == "banker-first" else order
    for hand in order:
        if squeezed:
            yield from show_to_bettor(table, hand, cite("3.7(d)1") if hand == "player" else cite("3.7(d)2"))
        elif may_ask:
            yield from turn_up(hand, by=cite("3.8(a)"))
        yield from call_count(table, RULES, hand)


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


def deal_third(table: Round, rules: BaccaratRules, shoe: ShoeRules, hand: str) -> Script[str]:
    """A third card face up, or laid down covered, handed to whoever turned the hand, and given back face up."""
    if chosen(table.house, "deal-display") != "squeeze":
        return (yield from deal_third_face_up(table, rules, shoe, hand))
    by = cite("3.7(d)3") if hand == "player" else cite("3.7(d)4")
    card = yield from deal_from_shoe(table, shoe, hand, "down", by=by)
    yield from show_to_bettor(table, hand, by, at=2)
    return card


GAME = with_the_house("punto-banco", punto_banco, RULES, OPTIONS, remembers=REMEMBERED, public=(CURATOR,))
