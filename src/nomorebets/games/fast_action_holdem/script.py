"""Fast action hold'em, one round, by the terms that a game file supplies: N.J.A.C. 19:47-21.4 to 21.10.

What sister subchapters have alike is taken from them and cited as a parallel; everything else is the licensee's.
"""

from __future__ import annotations

from nomorebets.games.fast_action_holdem.settlement import (
    MAIN,
    calls_of,
    compared,
    low_by_house_way,
    made_of,
    vigorish_owed,
)
from nomorebets.games.fast_action_holdem.terms import shape_at
from nomorebets.procedures.deck import (
    CardRules,
    HandsVoid,
    collect_cards,
    deal_card,
    inspect_deal,
    irregularities,
    prepare_deck,
    put_right,
    require_as_dealt,
    seats_with,
    void_hands,
)
from nomorebets.procedures.opening import OpeningRules, nobody_plays
from nomorebets.procedures.setting import set_wrongly
from nomorebets.procedures.two_hands import (
    HandRules,
    HandsInTwo,
    compare_and_settle,
    dealer_and_bank_set,
    players_set,
)
from nomorebets.regulation import cite, reading
from nomorebets.table import House, Round, Script, announce, take_wagers
from nomorebets.table.areas import seat_area
from nomorebets.table.cards import stub_to_rack
from nomorebets.table.wagers import DEALER

COMMUNITY = "community"
RULES = CardRules(
    opening=OpeningRules(
        inspect=reading("R-21.4-opening"),
        replace=reading("R-21.4-opening"),
        show=reading("R-21.4-opening"),
        mix=reading("R-21.4-opening"),
        idle=reading("R-21.5-idle"),
        nobody=reading("R-21.5-idle"),
        each_deck=reading("R-21.4-opening"),
    ),
    second_deck=reading("R-21.5-shuffle"),
    shuffle=reading("R-21.5-shuffle"),
    cut=reading("R-21.5-cut"),
    cut_size=reading("R-21.5-cut"),
    no_cut=reading("R-21.5-cut"),
    recut=reading("R-21.5-cut"),
    face_up=reading("R-21.9-face-up"),
    in_error=reading("R-21.9-in-error"),
    shuffler_jam=reading("R-21.9-devices"),
    shoe_jam=reading("R-21.9-devices"),
    other_method=reading("R-21.9-devices"),
    player_misdealt=reading("R-21.9-wrong-number"),
    dealer_misdealt=reading("R-21.9-wrong-number"),
    more=set_wrongly(reading("R-21.9-set-wrong")),
)
IRREGULARITIES = irregularities(RULES)


def in_words(hand: HandsInTwo, house: House) -> tuple[str, str]:
    """High and low, as the dealer reads them."""
    high, low = made_of(hand, house)
    return str(high), str(low)


HANDS = HandRules(
    wager=MAIN,
    house_way=low_by_house_way,
    outcome=compared,
    in_words=in_words,
    calls=calls_of,
    sets=cite("21.8"),
    second=cite("21.10"),
    dealer_sets=cite("21.8"),
    reset=reading("R-21.9-set-wrong"),
    shows=reading("R-21.8-order"),
    collects=reading("R-21.8-order"),
    pushes=cite("21.8"),
    pays=cite("21.8"),
    ranks=cite("21.3"),
    community=COMMUNITY,
    owed=vigorish_owed,
)


def fast_action_holdem(table: Round) -> Script[None]:
    """One round of play, from the shuffle to the last card in the discard rack."""
    try:
        yield from prepare_deck(table, RULES)
        yield from take_wagers("until the dealer calls", by=cite("21.6"))
        if (yield from nobody_plays(table, RULES.opening)):
            return
        yield from announce("No more bets", by=reading("R-21.6-closing"))
        yield from deal(table)
        yield from look_for_misdeals(table)
        yield from players_set(table, HANDS)
        yield from dealer_and_bank_set(table, HANDS)
        yield from compare_and_settle(table, HANDS)
        yield from collect_cards(table, [COMMUNITY], by=HANDS.collects)
    except HandsVoid as void:
        yield from void_hands(table, void)


def hands_dealt(table: Round) -> list[str]:
    """Where cards go, clockwise from the dealer's left: seats are counted from the right; the dealer is last."""
    return [*map(seat_area, seats_with(table, MAIN)[::-1]), DEALER]


def deal(table: Round) -> Script[None]:
    """One card at a time face down to each player and the dealer; then the community cards, face up."""
    by, shape = cite("21.7"), shape_at(table.house)
    for _ in range(shape.own):
        for area in hands_dealt(table):
            yield from deal_card(table, RULES, area, "down", by)
    for _ in range(shape.community):
        yield from deal_card(table, RULES, COMMUNITY, "up", by)
    yield from stub_to_rack(by=reading("R-21.7-shoe"))


def look_for_misdeals(table: Round) -> Script[None]:
    """A wrong number of cards voids all hands."""
    while (seen := (yield from inspect_deal(table, RULES, by=reading("R-21.9-wrong-number")))).found:
        yield from put_right(seen.found, IRREGULARITIES)
    shape = shape_at(table.house)
    require_as_dealt(table, RULES, hands_dealt(table), shape.own)
    require_as_dealt(table, RULES, [COMMUNITY], shape.community)
