"""Pai gow poker, one round: N.J.A.C. 19:47-11.4 to 11.12 (since 2012, 13:69F-11, with the wagers of 11.14 to 11.23).

Of the text only 11.20 was read; what the other sections are taken to say stands in the readings that are cited.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from nomorebets.games.pai_gow_poker.house_way import house_way
from nomorebets.games.pai_gow_poker.settlement import (
    Outcome,
    calls_of,
    compared,
    earns_envy,
    has_wrong_number,
    is_foul,
    meter_award,
)
from nomorebets.games.pai_gow_poker.seven_cards import colours_of, seven_cards_hold, three_cards_hold
from nomorebets.games.pai_gow_poker.terms import (
    BONUS_PACKAGE,
    DEAL_METHOD,
    OFFER_PROGRESSIVE,
    POSITIONS,
    PROGRESSIVE_RATE,
    PROGRESSIVE_SEED,
    PROGRESSIVE_STAKE,
    START_METHOD,
    TWO_DECKS,
    WHOLE_METER,
    imperial_limit,
    way_at,
    wheel_at,
)
from nomorebets.hands.joker import joker_hand, two_cards
from nomorebets.procedures.banking import BankRules, bank_at, offer_bank, remember_bank
from nomorebets.procedures.deck import (
    CardRules,
    HandsVoid,
    deal_card,
    inspect_deal,
    irregularities,
    noticed,
    prepare_deck,
    put_right,
    require_as_dealt,
    void_hands,
)
from nomorebets.procedures.dragons_eye import DICE, settle_dragons_eye
from nomorebets.procedures.meter import HOUSE, METER, feed_meter, set_meter_back
from nomorebets.procedures.opening import OpeningRules, nobody_plays
from nomorebets.procedures.positions import positions_of
from nomorebets.procedures.setting import low_area, set_in_wrong_number, set_wrongly, where_hands_wait
from nomorebets.procedures.shaker import ShakerRules, shake_until_valid, starting_mishaps
from nomorebets.procedures.starting import (
    circle,
    deal_to_all,
    move_button,
    reached,
    show_number,
    take_away_unseen,
)
from nomorebets.procedures.two_hands import (
    HandRules,
    HandsInTwo,
    Pieces,
    areas_in_order,
    compare_and_settle,
    dealer_and_bank_set,
    players_set,
    stakes_of,
)
from nomorebets.regulation import cite, reading
from nomorebets.table import (
    House,
    Irregularity,
    Result,
    Round,
    Script,
    Wager,
    announce,
    collect,
    pay,
    remedy,
    take_wagers,
)
from nomorebets.table.areas import seat_area, waiting_area
from nomorebets.table.cards import DealInspected, count_stub, stub_to_rack, to_rack, turn_up
from nomorebets.table.chips import award, bank, give_back, pay_bonus
from nomorebets.table.ledger import INVENTORY
from nomorebets.table.money import cents
from nomorebets.table.steps import attest
from nomorebets.table.wagers import DEALER

MAIN = "pgp"
HAND, FIRST_THREE = 7, 3  # cards
LEFT_OVER = 4
AROUND = circle(POSITIONS)
ENVIED = {"bonus": "envy", "dynasty": "dynasty-envy"}  # what earns an envy bonus, and what it is called

DEALT_BY = {"manual-shoe": "11.8", "hand": "11.8A", "automated-shoe": "11.8B"}
ROLLS = starting_mishaps(reading("R-11.11-roll"))
SHAKER = ShakerRules(
    dice=DICE,
    round_by=cite("11.8C"),
    wagers_by=cite("11.7"),
    shaken_by=cite("11.8C"),
    called_by=cite("11.8C"),
    void_by=lambda table: reading("R-11.11-roll"),
    irregularities=ROLLS,
    void_call="No Roll",
)
ALL_VOID = "all hands are void and the cards are reshuffled"
PLAYS_ON, HAND_VOID = "the player plays the hand", "the player has the hand declared void, and its wagers go back"
RULES = CardRules(
    opening=OpeningRules(
        inspect=cite("11.5"),
        replace=reading("R-11.5-not-right"),
        show=cite("11.5"),
        mix=cite("11.5"),
        idle=reading("R-11.6-idle"),
        nobody=reading("R-11.6-idle"),
        each_deck=cite("11.5"),
    ),
    second_deck=cite("11.2"),
    shuffle=cite("11.6"),
    cut=reading("R-11.6-cut"),
    cut_size=reading("R-11.6-cut"),
    no_cut=reading("R-11.6-cut"),
    recut=reading("R-11.6-cut"),
    face_up=reading("R-11.11-face-up"),
    face_up_voids=True,
    in_error=reading("R-11.11-in-error"),
    shuffler_jam=reading("R-11.11-devices"),
    shoe_jam=reading("R-11.11-devices"),
    player_misdealt=reading("R-11.11-wrong-number"),
    dealer_misdealt=reading("R-11.11-wrong-number"),
    alternates=TWO_DECKS.id,
    dealing=DEAL_METHOD.id,
    more={
        **noticed(
            "draw",
            "card-found-face-up",
            "a card was found face up in the shoe or the deck",
            "the card is not used; as all cards are needed, all hands are void and the cards are reshuffled",
            reading("R-11.11-face-up"),
            ends_round=True,
        ),
        **noticed(
            "inspect-deal",
            "wrong-count",
            "the total or the count of positions was wrong, and the cards went to wrong positions",
            ALL_VOID,
            reading("R-11.11-wrong-count"),
            ends_round=True,
            may_list_outcome=False,
        ),
        **noticed(
            "inspect-deal",
            "player-card-exposed",
            "the dealer exposed a card of a player",
            "the player chooses, without looking at the other cards, to play the hand or to have it void",
            reading("R-11.11-player-exposed"),
            more=("seat", "plays"),
            needs_seat=True,
            may_list_outcome=False,
        ),
        **noticed(
            "inspect-deal",
            "dealer-card-exposed",
            "a card of the dealer's was exposed before the players had set their hands",
            ALL_VOID,
            reading("R-11.11-dealer-exposed"),
            ends_round=True,
            may_list_outcome=False,
        ),
        **noticed(
            "show-number",
            "number-not-shown",
            "the random number generator failed",
            "another number is drawn",
            reading("R-11.11-devices"),
            may_list_outcome=False,
            needs={START_METHOD.id: "rng"},
        ),
        "stub-count-wrong": Irregularity(
            "other than four cards were left over",
            ask="count-stub",
            facts={"number": LEFT_OVER - 1},
            remedy="all hands are void; unless the cards were misdealt, the deck is removed from the table",
            by=cite("11.8"),
            more=("number", "misdealt"),
            may_list_outcome=False,
            ends_round=True,
        ),
        **set_wrongly(reading("R-11.11-set-wrong")),
        **set_in_wrong_number("the pai gow poker wager loses", reading("R-11.9-foul")),
    },
)
# what voids the whole deal, or is noticed when all cards lie there, need not be told with the number of a card
_AT_ANY_CARD = ("card-found-face-up", "stub-count-wrong", "number-not-shown", "shuffler-jam")
IRREGULARITIES = {
    what: replace(cause, waits=cause.waits or cause.ask == "inspect-deal" or what in _AT_ANY_CARD)
    for what, cause in (irregularities(RULES) | ROLLS).items()
}
BANK = BankRules(
    wager=MAIN,
    offered=reading("R-11.10-offer"),
    eligible=reading("R-11.10-eligible"),
    covers=reading("R-11.10-eligible"),
    co_banked=reading("R-11.10-co-bank"),
    dealers_wager=reading("R-11.10-dealers-wager"),
    one_position=reading("R-11.10-one-position"),
    settled=reading("R-11.10-settlement"),
    vigorish=reading("R-11.10-vigorish"),
)


def low_by_house_way(cards: Pieces, board: Pieces, house: House) -> Pieces:
    """The two cards that the house puts in front."""
    return house_way(cards, way_at(house), wheel_at(house))


def in_words(hand: HandsInTwo, house: House) -> tuple[str, str]:
    """High and low, as the dealer reads them."""
    if has_wrong_number(hand):
        high, low = (f"{len(cards)} cards" for cards in (hand.high, hand.low))
        return high, low
    return str(joker_hand(hand.high, wheel_at(house))), str(two_cards(hand.low))


def settle_bonuses(table: Round, seat: int) -> Script[None]:
    """Every wager of a seat that goes by what its seven cards hold, before they are collected."""
    own = _seven(table, seat_area(seat))
    holds = seven_cards_hold(own)
    yield from pay_progressive(table, seat, holds)
    outcome = Outcome(
        holds=holds, dealer_holds=dealer_holds(table), colours=colours_of(own), left=imperial_left(table, seat)
    )
    results = table.settle([w for w in table.wagers if w.seat == seat and w.kind != MAIN], outcome)
    yield from collect([r for r in results if r.outcome == "lose"], by=cite("11.9"))
    yield from give_back([r for r in results if r.outcome == "push"], by=cite("11.9"))
    yield from pay([r for r in results if r.outcome == "win"], by=cite("11.9"))


HANDS = HandRules(
    wager=MAIN,
    house_way=low_by_house_way,
    outcome=compared,
    in_words=in_words,
    calls=calls_of,
    bank=BANK,
    sets=reading("R-11.9-setting"),
    second=cite("11.12"),
    dealer_sets=reading("R-11.9-dealer"),
    bank_sets=reading("R-11.10-setting"),
    reset=reading("R-11.11-set-wrong"),
    shows=reading("R-11.9-order"),
    collects=cite("11.9"),
    pushes=cite("11.9"),
    pays=cite("11.9"),
    foul=(is_foul, reading("R-11.10-foul")),
    also=settle_bonuses,
    ranks=cite("11.3"),
)


def pai_gow_poker(table: Round) -> Script[None]:
    """One round of play, from the shuffle to the last card in the discard rack."""
    try:
        yield from prepare_deck(table, RULES)
        yield from offer_bank(table, BANK)
        yield from take_wagers("until the dealer calls", by=cite("11.7"))
        if (yield from nobody_plays(table, RULES.opening)):
            return
        yield from announce("No More Bets", by=cite(DEALT_BY[table.house[DEAL_METHOD]]))
        yield from lock_out(table)
        stakes = stakes_of(table, HANDS)
        yield from deal(table, (yield from starting_position(table)))
        yield from look_over(table)
        yield from players_set(table, HANDS)
        yield from dealer_and_bank_set(table, HANDS)
        envied = envy_bonuses(table)
        yield from compare_and_settle(table, HANDS)
        yield from pay_bonus(envied, by=reading("R-11.15-envy"))
        yield from remember_bank(table, stakes, BANK)
    except HandsVoid as void:
        added = added_to_meter(len(table.felt.banked), table.house)
        yield from void_hands(table, void)
        yield from set_meter_back(added, by=reading("R-11.14-meter"))


# --- the deal --------------------------------------------------------------------------------------------------------


def starting_position(table: Round) -> Script[int]:
    """Where the first card or stack goes: counted counterclockwise from the bank, or where the button lies."""
    by = cite("11.8C")
    method = table.house[START_METHOD]
    if method == "button":
        return (yield from move_button(table, AROUND, by=reading("R-11.8C-button")))
    if method == "rng":
        while (shown := (yield from show_number(len(AROUND), by=by))).found:
            yield from put_right(shown.found, IRREGULARITIES)
        number = shown.number
    else:
        roll = yield from shake_until_valid(table, SHAKER)
        yield from settle_dragons_eye(table, roll, by=reading("R-11.21-module"))
        number = sum(roll)
        yield from announce(str(number), by=by)
    return reached(AROUND, number, bank_at(table))


def deal(table: Round, first: int) -> Script[None]:
    """Seven cards face down to every position, wager or not, clockwise from the first; four are left over."""
    by = cite(DEALT_BY[table.house[DEAL_METHOD]])
    ordered, waiting = areas_in_order(table, HANDS, AROUND, first, clockwise=True)
    areas = where_hands_wait(ordered, waiting)
    stacks = table.house[DEAL_METHOD] == "automated-shoe"

    def one(area: str) -> Script[str]:
        return (yield from deal_card(table, RULES, area, "down", by))

    if table.house[BONUS_PACKAGE] == "three-seven":
        yield from deal_to_all(areas, FIRST_THREE, one, stacks)
        yield from settle_three_cards(table)
        yield from deal_to_all(areas, HAND - FIRST_THREE, one, stacks)
    else:
        yield from deal_to_all(areas, HAND, one, stacks)
    counted = yield from count_stub(LEFT_OVER, by)
    if counted.number not in (-1, LEFT_OVER):
        removed = "" if counted.misdealt else ", and the deck is removed from the table"
        raise HandsVoid("stub-count-wrong", f"all hands are void{removed}", cite("11.8"))
    require_as_dealt(table, RULES, areas, HAND)
    yield from stub_to_rack(by=by)
    yield from take_away_unseen(table, by=by)
    if table.house[START_METHOD] == "dice":
        yield from attest("the shaker is covered, shaken once and put to the dealer's right", by=cite("11.8C"))


def settle_three_cards(table: Round) -> Script[None]:
    """The first three cards of those who wagered on them are shown and settled before the others are dealt."""
    by = cite("11.17")
    for wager in [w for w in table.wagers if w.kind == "three-card"]:
        lying = [a for a in (seat_area(wager.seat), waiting_area(wager.seat)) if table.felt.cards.get(a)]
        if not lying:  # it was taken without the wager that it goes with
            continue
        area = lying[0]
        yield from turn_up(area, by=by)
        results = table.settle([wager], Outcome(three=three_cards_hold(table.felt.hand(area))))
        yield from collect([r for r in results if r.outcome == "lose"], by=by)
        yield from pay([r for r in results if r.outcome == "win"], by=by)


def look_over(table: Round) -> Script[None]:
    """Whatever is noticed when the cards lie there and nobody has set a hand."""
    while (seen := (yield from inspect_deal(table, RULES, by=cite("11.11")))).found:
        if seen.found == "player-card-exposed":
            yield from card_exposed(table, seen)
        else:
            yield from put_right(seen.found, IRREGULARITIES)


def card_exposed(table: Round, seen: DealInspected) -> Script[None]:
    """A player whose card was exposed plays the hand or has it void; without the bank's nobody has one to beat."""
    by = reading("R-11.11-player-exposed")
    if not seen.plays and seen.seat == bank_at(table):
        raise HandsVoid(seen.found, f"the player who banks has the hand declared void: {ALL_VOID}", by)
    yield from remedy(seen.found, PLAYS_ON if seen.plays else HAND_VOID, by=by)
    if seen.plays:
        return
    own = [w for w in table.felt.banked if w.seat == seen.seat]
    yield from give_back([Result(w, "void", 0, by) for w in table.wagers if w.seat == seen.seat], by=by)
    yield from award([Result(w, "void", 0, by) for w in own], by=by)
    yield from set_meter_back(added_to_meter(len(own), table.house), by=reading("R-11.14-meter"))
    for area in (seat_area(seen.seat), waiting_area(seen.seat)):
        if table.felt.cards.get(area):
            yield from to_rack(area, by)


# --- the bonus wagers ------------------------------------------------------------------------------------------------


def dealer_holds(table: Round) -> frozenset[str]:
    """What the dealer's seven cards hold; nothing that counts where a player banks (R-11.19-banker)."""
    cards = _seven(table, DEALER)
    return seven_cards_hold(cards) if len(cards) == HAND and not bank_at(table) else frozenset()


def imperial_left(table: Round, seat: int) -> int | None:
    """What is left of the most that a player is paid on imperial wagers in a round."""
    most, own = imperial_limit(table.house), positions_of(table, seat)
    paid = sum(r.net for r in table.felt.results if r.wager.kind == "imperial" and r.wager.seat in own and r.net > 0)
    return None if most is None else most - paid


def envy_bonuses(table: Round) -> list[Result]:
    """What premium hands of others earn the players with a bonus wager that is large enough; paid when all is done."""
    seats = stakes_of(table, HANDS)
    held = {seat: seven_cards_hold(_seven(table, seat_area(seat))) for seat in seats}
    results: list[Result] = []
    for wager in table.wagers:
        if wager.kind in ENVIED and earns_envy(wager):
            own = positions_of(table, wager.seat)
            others = tuple(held[seat] for seat in seats if seat not in own)
            results += table.settle([Wager(wager.seat, ENVIED[wager.kind], 0)], Outcome(others=others))
    return results


def _seven(table: Round, area: str) -> Sequence[str]:
    """All seven cards of a hand that was set."""
    return (*table.felt.hand(area), *table.felt.hand(low_area(area)))


def lock_out(table: Round) -> Script[None]:
    """Take the progressive chips in before the deal, and feed the meter."""
    if table.house.get(OFFER_PROGRESSIVE) != "on":
        return
    by = reading("R-11.14-progressive")
    chips = [w for w in table.wagers if w.kind == "progressive"]
    if METER not in table.felt.state:
        yield from feed_meter(cents(table.house[PROGRESSIVE_SEED]), by=by, source=HOUSE)
    yield from bank(chips, by=by)
    yield from feed_meter(added_to_meter(len(chips), table.house), by=by)


def added_to_meter(chips: int, house: House) -> int:
    """What so many progressive wagers add to the meter."""
    return chips * PROGRESSIVE_STAKE * cents(house[PROGRESSIVE_RATE]) // 100 if chips else 0


def pay_progressive(table: Round, seat: int, holds: frozenset[str]) -> Script[None]:
    """Settle a seat's progressive wager, from the meter or from the table; a meter that is won starts again."""
    by = reading("R-11.14-progressive")
    chips = [w for w in table.felt.banked if w.seat == seat]
    if not chips:
        return
    jackpot = int(table.felt.state[METER])
    source = METER if meter_award(holds, jackpot) else INVENTORY
    yield from award(table.settle(chips, Outcome(holds=holds, jackpot=jackpot)), by=by, source=source)
    if holds & {*WHOLE_METER}:
        yield from feed_meter(cents(table.house[PROGRESSIVE_SEED]), by=by, source=HOUSE)
