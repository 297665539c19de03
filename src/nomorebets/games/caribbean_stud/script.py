"""Caribbean stud, one round: N.J.A.C. 19:47-16.3 to 16.13 (since 2012, 13:69F-16)."""

from __future__ import annotations

from datetime import date
from functools import lru_cache

from msgspec.structs import replace

from nomorebets.errors import DealerError
from nomorebets.games.caribbean_stud.settlement import Outcome, from_meter
from nomorebets.games.caribbean_stud.terms import (
    BET_TIMES,
    COUNTING_SHUFFLER,
    DEALING_METHOD,
    FIRST_CARD_UP,
    INITIAL,
    QUALIFIES,
    RATE,
    RESET,
    SHOW_HANDS,
)
from nomorebets.games.stud.qualifying import lowest_at
from nomorebets.games.stud.ranking import Ranking
from nomorebets.games.stud.showdown import end_of
from nomorebets.hands.poker import FiveCardHand, five_card_hand
from nomorebets.procedures.deck import (
    CardRules,
    HandsVoid,
    collect_cards,
    count_stub_when_due,
    deal_card,
    inspect_deal,
    irregularities,
    misdealt,
    noticed,
    prepare_deck,
    put_right,
    seats_with,
    void_hands,
    wager_of,
)
from nomorebets.procedures.meter import HOUSE, METER, feed_meter, set_meter_back
from nomorebets.procedures.opening import OpeningRules, nobody_plays
from nomorebets.regulation import Citation, cite, reading
from nomorebets.table import (
    House,
    Result,
    Round,
    Script,
    Wager,
    announce,
    attest,
    collect,
    pay,
    remedy,
    take_wagers,
)
from nomorebets.table.areas import seat_area
from nomorebets.table.cards import DealInspected, Face, inspect, read_hand, stub_to_rack, turn_up
from nomorebets.table.chips import award, bank, give_back, hand_back, put_down
from nomorebets.table.decisions import Chosen, ask
from nomorebets.table.ledger import INVENTORY
from nomorebets.table.money import cents
from nomorebets.table.requests import Noticed
from nomorebets.table.wagers import lost

RECUT = date(1996, 5, 20)  # when 16.4(d) came

IN_TURN = 2  # the procedure since which losing hands, pushes and winning hands are picked up each in their turn

# each decision, and the showing of the hole cards: up to there something may be noticed
NOTICED_BEFORE = (cite("16.10(a)"), cite("16.10(d)"))
HAND = 5  # cards

RULES = CardRules(
    opening=OpeningRules(
        inspect=cite("16.3"),
        replace=reading("R-16.3-not-right"),
        show=cite("16.3"),
        mix=cite("16.3"),
        idle=cite("16.4(e)"),
        nobody=reading("R-16.4e-nobody"),
        pre_shuffled=reading("R-16.3-pre-shuffled"),
        each_deck=cite("16.3"),
    ),
    second_deck=cite("16.2"),
    shuffle=cite("16.4(a)"),
    cut=cite("16.4(b)2"),
    cut_size=cite("16.4(c)1ii"),
    no_cut=cite("16.4(b)1"),
    recut=cite("16.4(d)"),
    face_up=cite("16.13(b)"),
    in_error=cite("16.13(c)"),
    shuffler_jam=cite("16.13(e)"),
    shoe_jam=cite("16.13(f)"),
    player_misdealt=cite("16.13(d)"),
    dealer_misdealt=cite("16.13(d)"),
    count_stub=cite("16.7(f)"),
    right_count=cite("16.7(f)1"),
    wrong_count=cite("16.7(f)2"),
    misdealt_and_short=reading("R-16.7f2-both"),
    counting_shuffler=cite("16.9(f)"),
    other_method=cite("16.13(g)"),
    touched=reading("R-16.10b-touch"),
    withdrawn=cite("16.6(b)"),
    noticed_before=NOTICED_BEFORE,
    completes_dealer=True,
    void_whole_round_for_a_player=False,
    more={
        **noticed(
            "ask",
            "hole-card-exposed",
            "a hole card was exposed before every player had bet or folded",
            "all hands are void",
            reading("R-16.13a-hole-card"),
            ends_round=True,
            may_list_outcome=False,
            also=(cite("16.10(d)"),),
        ),
        **noticed(
            "ask",
            "players-communicated",
            "players exchanged information about their hands before the hole cards were shown",
            "they forfeit all their wagers of the round",
            cite("16.10(c)"),
            more=("seats",),
            forfeits=True,
            may_list_outcome=False,
            also=(cite("16.10(d)"),),
        ),
        **noticed(
            "inspect-lights",
            "chips-and-lights-differ",
            "before the deal a seat was found with a chip and no light, or with a light and no chip",
            "a chip without a light goes back, a light without a chip is put out, before any card is dealt",
            reading("R-16.7b-lights"),
            more=("seat",),
            needs_seat=True,
            may_list_outcome=False,
        ),
        **noticed(
            "inspect-deal",
            "light-not-lit",
            "a player's acceptor light was not lit",
            "no progressive payout: seeing to the light is the player's own business",
            cite("16.11(b)2"),
            more=("seat",),
            needs_seat=True,
            may_list_outcome=False,
            also=NOTICED_BEFORE,
        ),
    },
)
IRREGULARITIES = irregularities(RULES)

# the paragraphs of the three ways to deal
CALL = {"manual-shoe": "16.7(b)", "hand": "16.8(b)3", "automated-shoe": "16.9(b)2"}
STUB = {"manual-shoe": "16.7(e)", "hand": "16.8(d)", "automated-shoe": "16.9(d)"}
COUNT = {"manual-shoe": "16.7(f)", "hand": "16.8(e)", "automated-shoe": "16.9(e)"}
# first and second card of the players, and of the dealer; then the other three circuits
PLAYERS = {
    "manual-shoe": ("16.7(d)1", "16.7(d)3", "16.7(d)5", "16.7(d)5", "16.7(d)5"),
    "hand": ("16.8(c)1", "16.8(c)3", "16.8(c)5", "16.8(c)5", "16.8(c)5"),
}
DEALER = {
    "manual-shoe": ("16.7(d)2", "16.7(d)4", "16.7(d)5", "16.7(d)5", "16.7(d)5"),
    "hand": ("16.8(c)2", "16.8(c)4", "16.8(c)5", "16.8(c)5", "16.8(c)5"),
}
LISTED = ("16.5(b)1", "16.5(b)2", "16.5(b)3", "16.5(b)4", "16.5(b)5", "16.5(b)6", "16.5(b)7", "16.5(b)8", "16.5(b)9")
RANKING = Ranking(LISTED, otherwise=cite("16.5(c)"), ace_low=cite("16.5(a)"))
# what is verified before a progressive payout
VERIFIED = {
    "the hand is a winning hand": "16.11(b)1",
    "the light of the acceptor is lit": "16.11(b)2",
    "a casino supervisor validates the payout": "16.11(b)3",
}


def caribbean_stud(table: Round) -> Script[None]:
    """One round of play, from the shuffle to the last card in the discard rack."""
    try:
        yield from prepare_deck(table, rules_on(table.as_of))
        yield from take_wagers("until the dealer calls", by=cite("16.6(b)"))
        if (yield from nobody_plays(table, RULES.opening)):
            return
        yield from announce("No more bets", by=cite(CALL[table.house[DEALING_METHOD]]))
        yield from lock_out(table)
        yield from deal(table)
        yield from look_for_misdeals(table)
        yield from bet_or_fold(table)
        yield from show_down(table)
    except HandsVoid as void:
        folded = [Result(w, "void", 0, reading("R-16.13a-folded")) for w in collected_before(table)]
        chips = [r.wager for r in folded if r.wager.kind == "progressive-payout"]
        added = added_to_meter([*table.felt.banked, *chips, *chips_of_void_hands(table)], table.house)
        yield from void_hands(table, void, folded)
        yield from set_meter_back(added, by=reading("R-16.13f-progressive"))


def rules_on(day: date) -> CardRules:
    """The paragraphs in force on a day: the recut came later than the rest."""
    return RULES if day >= RECUT else replace(RULES, recut=reading("R-16.4c-before-recut"))


def lock_out(table: Round) -> Script[None]:
    """Take the progressive chips in, count them against the lights, and feed the meter."""
    chips = [w for w in table.felt.wagers if w.kind == "progressive-payout"]
    if METER not in table.felt.state:
        yield from feed_meter(cents(table.house[INITIAL]), by=cite("16.12(f)"), source=HOUSE)
    if not chips:
        return
    chips = yield from match_chips_and_lights(chips)
    yield from bank(chips, by=cite("16.7(b)"))
    yield from feed_meter(added_to_meter(chips, table.house), by=cite("16.12(f)"))


def match_chips_and_lights(chips: list[Wager]) -> Script[list[Wager]]:
    """There are as many chips as lights: a chip without a light goes back, a light without a chip is put out."""
    while (seen := (yield from inspect("lights", by=cite("16.7(b)")))).found:
        yield from put_right(seen.found, IRREGULARITIES)
        unlit = [Result(w, "void", 0, IRREGULARITIES[seen.found].by) for w in chips if w.seat == seen.seat]
        yield from give_back(unlit, by=cite("16.7(b)"))
        chips = [w for w in chips if w.seat != seen.seat]
    return chips


def added_to_meter(chips: list[Wager], house: House) -> int:
    """What progressive wagers add to the meter, a coupon like a chip (R-16.6c-coupon)."""
    return sum(w.amount + w.coupon for w in chips) * cents(house[RATE]) // 100  # the rate as cents of a dollar


def deal(table: Round) -> Script[None]:
    """Five cards to each player who made an ante wager and to the dealer, one of the dealer's face up."""
    seats, method = seats_with(table, "ante"), table.house[DEALING_METHOD]
    first_up = table.as_of >= FIRST_CARD_UP
    if method == "automated-shoe":
        for area in [seat_area(seat) for seat in seats] + ["dealer"]:
            for _ in range(HAND):
                yield from deal_card(table, RULES, area, "down", by=cite("16.9(c)"))
        yield from put_stub_away(table, method)
        by = cite("16.9(g)") if first_up else reading("R-16.7d-before-1999")
        yield from turn_up("dealer", by=by, at=0 if first_up else 4)
        return
    for circuit in range(HAND):
        for seat in seats:
            yield from deal_card(table, RULES, seat_area(seat), "down", by=cite(PLAYERS[method][circuit]))
        up = circuit == (0 if first_up else 4)
        by = cite(DEALER[method][circuit]) if first_up else reading("R-16.7d-before-1999")
        yield from deal_card(table, RULES, "dealer", "up" if up else "down", by=by)
    yield from put_stub_away(table, method)


def put_stub_away(table: Round, method: str) -> Script[None]:
    """The stub to the discard rack, counted first when a count is due."""
    relieved = table.house[COUNTING_SHUFFLER] == "on"
    yield from count_stub_when_due(table, RULES, relieved, count_by=cite(COUNT[method]))
    yield from stub_to_rack(by=cite(STUB[method]))


def look_for_misdeals(table: Round) -> Script[None]:
    """A wrong number of cards, or a light that is not lit, as soon as it is noticed; then every hand is counted."""
    while (seen := (yield from inspect_deal(table, RULES, by=cite("16.13(d)")))).found:
        yield from attend_to(table, seen)
    for seat in seats_with(table, "ante"):
        if misdealt(table, [seat_area(seat)], HAND):
            yield from attend_to(table, DealInspected("player-wrong-number", seat))
    if misdealt(table, ["dealer"], HAND):
        yield from complete_dealer(table, len(table.felt.hand("dealer")))


def attend_to(table: Round, seen: DealInspected | Chosen | Noticed) -> Script[None]:
    """Do what the rules require about something noticed between the deal and the showing of the hands."""
    cause = IRREGULARITIES[seen.found]
    if seen.found == "dealer-wrong-number":
        yield from complete_dealer(table, seen.cards)
        return
    yield from put_right(seen.found, IRREGULARITIES)
    if seen.found == "light-not-lit":
        unlit = [w for w in table.felt.banked if w.seat == seen.seat]
        yield from award([lost(w, reading("R-16.6c-light")) for w in unlit], by=cause.by)
    elif seen.found == "player-wrong-number":
        yield from void_hand(table, seen.seat, cause.by)


def complete_dealer(table: Round, cards: int) -> Script[None]:
    """A dealer with four cards is dealt the fifth; any other wrong number voids all hands."""
    cause = IRREGULARITIES["dealer-wrong-number"]
    if cards != HAND - 1:
        raise HandsVoid("dealer-wrong-number", cause.remedy, cause.by)
    lying = table.felt.cards["dealer"]
    require_card_named(table, len(lying))
    yield from remedy("dealer-wrong-number", "the dealer deals one more card to complete the hand", by=cause.by)
    if len(lying) < HAND:  # it is not yet among the cards that were listed
        face: Face = "down" if any(laid.up for laid in lying) else "up"
        yield from deal_card(table, RULES, "dealer", face, by=cause.by)


def require_card_named(table: Round, cards: int) -> None:
    """Cards dealt one by one: the transcript must say which of the dealer's was left out."""
    one_by_one = table.house[DEALING_METHOD] != "automated-shoe"
    if cards == HAND and one_by_one and table.procedure >= IN_TURN:
        raise DealerError(
            "dealer-wrong-number: the dealer has five cards in the list; it must say which of the five was left out",
            cite("16.13(d)"),
            table.as_of,
            '{ before_card = 6, what = "card-left-out" }, with the number of the card that went to somebody else',
        )


def void_hand(table: Round, seat: int, by: Citation) -> Script[None]:
    """One player's hand is void: all wagers on it go back, those of a fold too."""
    yield from give_back([Result(w, "void", 0, by) for w in table.wagers if w.seat == seat], by=by)
    yield from award([Result(w, "void", 0, by) for w in table.felt.banked if w.seat == seat], by=by)
    yield from hand_back([Result(w, "void", 0, by) for w in collected_before(table) if w.seat == seat], by=by)
    yield from collect_cards(table, [seat_area(seat)], by=by)


def chips_of_void_hands(table: Round) -> list[Wager]:
    """Progressive wagers that went back with single hands: what they added leaves the meter with a void round."""
    void = [r for r in table.felt.results if r.outcome == "void" and r.by == RULES.player_misdealt]
    return [r.wager for r in void if r.wager.kind == "progressive-payout"]


def collected_before(table: Round) -> list[Wager]:
    """Wagers collected before the hands are shown: those of folded hands, not what was forfeited (16.10(c))."""
    return [r.wager for r in table.felt.results if r.outcome == "lose" and r.by != cite("16.10(c)")]


def bet_or_fold(table: Round) -> Script[None]:
    """Each player either makes the bet wager, twice the ante, or folds and forfeits the ante."""
    for seat in seats_with(table, "ante"):
        if wager_of(table, seat, "ante") is None:
            continue  # forfeited for talking about the hand, or void
        answer = yield from ask(seat, "bet", "fold", by=cite("16.10(a)"))
        if answer.found == "players-communicated":
            yield from forfeit(table, answer.seats or (seat,))
        elif answer.found:
            yield from attend_to(table, answer)
        ante = wager_of(table, seat, "ante")
        if ante is None:
            continue
        if answer.choice == "bet":
            yield from put_down(Wager(seat, "bet", BET_TIMES * ante.amount), by=cite("16.10(a)"))
        else:
            yield from fold(table, ante)


def show_hole_cards(table: Round) -> Script[None]:
    """Reveal the hole cards; whatever is noticed before that comes first."""
    while (seen := (yield from turn_up("dealer", by=cite("16.10(d)")))).found:
        if seen.found == "players-communicated":
            yield from forfeit(table, seen.seats)
        elif seen.found == "hole-card-exposed":
            by = IRREGULARITIES[seen.found].by
            yield from remedy(seen.found, "nothing changes: every player has bet or folded", by=by)
        else:
            yield from attend_to(table, seen)


def fold(table: Round, ante: Wager) -> Script[None]:
    """The ante is collected at once, then the hand; a progressive wager goes with it."""
    folded = Outcome("fold")
    given_up = [w for w in table.felt.banked if w.seat == ante.seat]
    yield from collect(table.settle([ante], folded), by=cite("16.10(a)"))
    yield from award(table.settle(given_up, folded), by=cite("16.10(a)"))
    yield from collect_cards(table, [seat_area(ante.seat)], by=cite("16.10(a)"))


def forfeit(table: Round, seats: tuple[int, ...]) -> Script[None]:
    """Players who exchanged information lose all their wagers of the round."""
    by = cite("16.10(c)")
    yield from remedy("players-communicated", IRREGULARITIES["players-communicated"].remedy, by=by)
    yield from collect([lost(w, by) for w in table.wagers if w.seat in seats], by=by)
    yield from award([lost(w, by) for w in table.felt.banked if w.seat in seats], by=by)
    yield from collect_cards(table, [seat_area(seat) for seat in seats], by=by)


def show_down(table: Round) -> Script[None]:
    """Reveal the hole cards, then settle every hand from the dealer's right."""
    yield from show_hole_cards(table)
    dealer = five_card_hand(table.felt.hand("dealer"))
    yield from read_hand("dealer", str(dealer), by=RANKING.by(dealer))
    seats = seats_with(table, "bet")[::-1]
    dealer_plays = qualifies(dealer, table.house)
    if not dealer_plays:
        yield from no_hand(table, seats)
    else:
        for seat in seats:
            yield from show_hand(table, seat, by=cite("16.10(e)"))
        yield from pay_progressives(table, seats)
        results = [result for seat in seats for result in settle(table, seat, dealer)]
        if losing := [r for r in results if r.outcome == "lose"]:
            yield from collect(losing, by=cite("16.10(e)1"))
            yield from pick_up(table, losing, by=cite("16.10(e)1"))
        if pushed := [r for r in results if r.outcome == "push"]:
            yield from give_back(pushed, by=cite("16.10(e)2"))
            yield from pick_up(table, pushed, by=cite("16.10(e)2"))
        yield from pay([r for r in results if r.outcome == "win"], by=cite("16.10(e)3"))
    by = cite("16.10(e)3") if dealer_plays else cite("16.10(f)4")
    yield from pick_up_the_rest(table, seats, by)  # in an order from which each hand can be rebuilt: 16.10(g)


def pick_up(table: Round, settled: list[Result], by: Citation) -> Script[None]:
    """The hands of wagers just settled go to the discard rack at once, but for those that papers are made out for."""
    if table.procedure < IN_TURN:
        return
    waiting = paid_from_meter(table)
    seats = dict.fromkeys(r.wager.seat for r in settled if r.wager.seat not in waiting)
    yield from collect_cards(table, map(seat_area, seats), by=by)


def pick_up_the_rest(table: Round, seats: list[int], by: Citation) -> Script[None]:
    """Winning hands and the dealer's; a hand paid from the meter stays until the papers are complete."""
    waiting = paid_from_meter(table) if table.procedure >= IN_TURN else []
    yield from collect_cards(table, [*(seat_area(s) for s in seats if s not in waiting), "dealer"], by=by)
    for seat in waiting:
        yield from attest(f"the papers for the progressive payout of seat {seat} are complete", by=by)
        yield from collect_cards(table, [seat_area(seat)], by=by)


def paid_from_meter(table: Round) -> list[int]:
    """Seats whose progressive payout did not come from the table inventory container, in the order of payment."""
    won = [r.wager.seat for r in table.felt.results if r.outcome == "win" and r.wager.kind == "progressive-payout"]
    hands = {seat: table.felt.hand(seat_area(seat)) for seat in won}
    return [s for s, hand in hands.items() if hand and from_meter(five_card_hand(hand).category, table.house)]


def show_hand(table: Round, seat: int, by: Citation) -> Script[None]:
    """Turn a player's cards over and read them."""
    yield from turn_up(seat_area(seat), by=by)
    hand = five_card_hand(table.felt.hand(seat_area(seat)))
    yield from read_hand(seat_area(seat), str(hand), by=RANKING.by(hand))


def no_hand(table: Round, seats: list[int]) -> Script[None]:
    """The dealer does not qualify: antes are paid, bets are void, progressive wagers are settled all the same."""
    yield from announce("No hand", by=cite("16.10(f)2"))
    for seat in seats:
        lit = any(w.seat == seat for w in table.felt.banked)
        if lit or table.house[SHOW_HANDS] == "on":
            yield from show_hand(table, seat, by=cite("16.10(f)1"))
    yield from pay_progressives(table, seats)
    antes = [w for seat in seats if (w := wager_of(table, seat, "ante"))]
    bets = [w for seat in seats if (w := wager_of(table, seat, "bet"))]
    yield from pay(table.settle(antes, Outcome("no-hand")), by=cite("16.10(f)2"))
    yield from give_back(table.settle(bets, Outcome("no-hand")), by=cite("16.10(f)3"))


def qualifies(dealer: FiveCardHand, house: House) -> bool:
    """Ace and king or better (R-16.1-qualifying), or what a game file has instead."""
    return dealer >= _lowest(house)[1]


def lowest_of(house: House) -> int:
    """The place of the lowest hand with which the dealer plays."""
    return _lowest(house)[0]


@lru_cache(1 << 8)
def _lowest(house: House) -> tuple[int, FiveCardHand]:
    from nomorebets.hands.ranks import FIVE_CARD_HANDS  # tables that are made when they are first needed

    place = lowest_at(house, QUALIFIES, FIVE_CARD_HANDS)
    return place, FIVE_CARD_HANDS[place]


def settle(table: Round, seat: int, dealer: FiveCardHand) -> list[Result]:
    """What a seat's ante and bet win or lose against a qualifying hand."""
    player = five_card_hand(table.felt.hand(seat_area(seat)))
    wagers = [w for kind in ("ante", "bet") if (w := wager_of(table, seat, kind))]
    return table.settle(wagers, Outcome(end_of(player, dealer, qualifies(dealer, table.house)), player.category))


def pay_progressives(table: Round, seats: list[int]) -> Script[None]:
    """Each progressive wager in its turn, from the meter as it then stands; royal flushes share it equally.

    A royal flush empties the meter: what a later straight flush wins is a part of the reset amount, while the shares
    of royal flushes still to be paid are set apart (R-16.12g-after-royal).
    """
    if not table.felt.banked:
        return
    lit = {w.seat: w for w in table.felt.banked}
    hands = {seat: five_card_hand(table.felt.hand(seat_area(seat))).category for seat in seats if seat in lit}
    royals = unpaid = list(hands.values()).count("royal-flush")
    shared = set_apart = 0  # what the meter showed at the first royal flush, and what the others still get of it
    is_set_back = False
    for seat, category in hands.items():
        if category == "royal-flush":
            shared, unpaid = shared or int(table.felt.state[METER]), unpaid - 1
            set_apart = shared // royals * unpaid
            outcome = Outcome("win", category, shared, sharing=royals)
        else:
            after_royal = unpaid < royals
            if after_royal and not is_set_back and from_meter(category, table.house):
                yield from set_to_reset(table, set_apart)
                is_set_back = True
            outcome = Outcome("win", category, int(table.felt.state[METER]) - set_apart, after_royal=after_royal)
        results = table.settle([lit[seat]], outcome)
        if results[0].outcome == "lose":
            yield from award(results, by=cite("16.11(a)"))
            continue
        for what, by in VERIFIED.items():
            yield from attest(what, by=cite(by))
        source = METER if from_meter(category, table.house) else INVENTORY
        yield from award(results, by=cite("16.11(c)"), source=source)  # whatever the dealer holds
    if royals and not is_set_back:
        yield from set_to_reset(table, set_apart)


def set_to_reset(table: Round, set_apart: int) -> Script[None]:
    """The meter begins again at the reset amount; shares of royal flushes still to be paid lie beside it."""
    left = int(table.felt.state[METER]) - set_apart
    yield from feed_meter(cents(table.house[RESET]) - left, by=cite("16.12(f)"), source=HOUSE)
