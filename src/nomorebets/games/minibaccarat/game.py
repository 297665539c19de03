"""Minibaccarat: N.J.A.C. 19:47-7 (since 2012, 13:69F-7). One dealer deals everything; there is no curator.

No text of the subchapter was read: section by section it has the headings of punto banco, whose rules are applied.
"""

from __future__ import annotations

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
from nomorebets.games.baccarat.settlement import ENDS, LEAST_ODDS, PASSES, WAGERS, settle_round
from nomorebets.hands.baccarat import value
from nomorebets.procedures.deck import HandsVoid, collect_cards, void_hands
from nomorebets.procedures.opening import OpeningRules
from nomorebets.procedures.shoe import ShoeRules
from nomorebets.regulation import cite, pay_table, reading
from nomorebets.regulation.options import Choice
from nomorebets.table import Round, Script, announce, attest, take_wagers
from nomorebets.table.cards import turn_up

ORDERS = dict.fromkeys(PASSES, reading("R-7.10-procedures"))
RULES = BaccaratRules(
    shoe=ShoeRules(
        opening=OpeningRules(
            inspect=cite("7.4"),
            replace=reading("R-7.4-not-right"),
            show=cite("7.4"),
            mix=cite("7.4"),
            idle=reading("R-7.5-idle"),
        ),
        shuffle=cite("7.5"),
        cut=reading("R-7.5-shuffle"),
        recut=reading("R-7.5-shuffle"),
        marker=reading("R-7.5-shuffle"),
        burn=reading("R-7.5-shuffle"),
        shuffler_jam=reading("R-7.11-shuffler"),
        face_up=reading("R-7.11-face-up"),
        too_few=reading("R-7.11-too-few"),
        other_method=reading("R-7.11-shuffler"),
        cutting_card=cite("7.8"),
        continuous=reading("R-7.12-continuous"),
        with_face_up=value,
        face_up_ends_last_hand=True,
    ),
    areas=dict.fromkeys(WAGERS, reading("R-7.2-wagers")),
    results=dict.fromkeys(WAGERS, dict.fromkeys(ENDS, reading("R-7.2-wagers"))),
    no_more_bets=cite("7.7"),
    call="No more bets",
    deal=cite("7.7"),
    wrong_hand=reading("R-7.11-wrong-area"),
    count=cite("7.1"),
    counts_called=cite("7.8"),
    instruct=cite("7.8"),
    third=cite("7.8"),
    one_card=cite("7.8"),
    natural=cite("7.9"),
    player_table=cite("7.9"),
    banker_table=reading("R-7.9-table"),
    result=cite("7.10"),
    collect=cite("7.10"),
    orders=ORDERS,
    vigorish_collection=reading("R-7.3-odds"),
    third_to_player=reading("R-7.11-third-to-player"),
    third_to_banker=reading("R-7.11-undisclosed"),
    not_dealt=reading("R-7.11-not-dealt"),
    errors=ErrorRules(
        undisclosed=reading("R-7.11-undisclosed"),
        too_late=reading("R-7.11-undisclosed"),
        disclosed=reading("R-7.11-disclosed"),
        before=reading("R-7.11-disclosed-before"),
        ways=dict.fromkeys(("burn-by-value", "burn-one-face-down", "simulated-round"), reading("R-7.11-disclosed")),
        tens=reading("R-7.11-disclosed"),
        simulated=reading("R-7.11-disclosed"),
        values=lambda card: cite("7.1"),
    ),
    form=cite("7.2"),
    coupon=reading("R-7.2-coupon"),
    closing=reading("R-7.2-closing"),
    odds=pay_table("7.3", LEAST_ODDS),
    printing=reading("R-7.3-printing"),
    more={},
)

_SHARED = shared_options(
    OptionRules(
        decks=reading("R-7.1-decks"),
        marker=reading("R-7.5-shuffle"),
        burn=reading("R-7.5-shuffle"),
        cards_456=reading("R-7.2-wagers"),
        bonus=reading("R-7.2-wagers"),
        bonus_table=reading("R-7.3-odds"),
        natural_tie=reading("R-7.2-wagers"),
        tie=reading("R-7.3-odds"),
        vigorish=reading("R-7.3-odds"),
        rounding=reading("R-7.3-odds"),
        collection=reading("R-7.3-odds"),
        orders=ORDERS,
        orders_chosen=reading("R-7.10-procedures"),
        orders_in_pit=reading("R-7.10-procedures"),
        orders_notice=reading("R-7.10-procedures"),
        recut=reading("R-7.5-shuffle"),
        disclosed=reading("R-7.11-disclosed"),
        tens=reading("R-7.11-disclosed"),
        coupon=reading("R-7.2-coupon"),
    )
)
OPTIONS = {
    "shoe": option(
        "shoe",
        cite("7.12"),
        "Whether the cards last for a shoe or are shuffled without end.",
        {"manual": cite("7.6"), "continuous": cite("7.12")},
        "manual",
    ),
    **_SHARED,
    "vig-collection": option(
        "vig-collection",
        reading("R-7.3-odds"),
        "Whether vigorish is taken with the payment, or marked and collected later.",
        {
            "at-payment": reading("R-7.12-vigorish"),
            "deferred": Choice(reading("R-7.3-odds"), needs=("shoe", "manual"), needs_by=reading("R-7.12-vigorish")),
        },
        "deferred",
    ),
    "deal-display": option(
        "deal-display",
        reading("R-7.7-display"),
        "Whether the cards are laid face up as they are dealt, or face down until the hands are called.",
        {"face-up": reading("R-7.7-display"), "face-down-banker-tucked": reading("R-7.7-display")},
        "face-up",
    ),
    "players-handle-cards": option(
        "players-handle-cards",
        reading("R-7.7-no-touch"),
        "Whether players may touch the cards.",
        {"never": reading("R-7.7-no-touch")},
        "never",
    ),
}


def minibaccarat(table: Round) -> Script[None]:
    """One round of play, dealt by the dealer alone."""
    shoe = shoe_rules(table, RULES.shoe)
    try:
        yield from make_ready(table, shoe)
        yield from take_wagers("until the dealer calls", by=cite("7.2"))
        yield from announce(RULES.call, by=RULES.no_more_bets)
        yield from deal_hands(table, shoe)
        yield from third_cards(table, RULES, shoe, deal_third_face_up)
        yield from attest("no hand has more than three cards", by=RULES.one_card)
        coup = yield from call_result(table, RULES)
        yield from settle_round(table, RULES, coup)
        yield from collect_cards(table, ["player", "banker"], by=RULES.result)
    except HandsVoid as void:
        yield from void_hands(table, void)
        yield from leave(table, RULES, shoe, void)
    else:
        yield from leave(table, RULES, shoe)


def deal_hands(table: Round, shoe: ShoeRules) -> Script[None]:
    """Four cards, face up or turned by the dealer, the Player's Hand first, and the two counts."""
    covered = chosen(table.house, "deal-display") == "face-down-banker-tucked"
    yield from deal_four(table, RULES, shoe, "down" if covered else "up", by=RULES.deal)
    for hand in ("player", "banker"):
        if covered:
            yield from turn_up(hand, by=reading("R-7.7-display"))
        yield from call_count(table, RULES, hand)


GAME = with_the_house("minibaccarat", minibaccarat, RULES, OPTIONS)
