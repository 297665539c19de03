"""Let it ride, one round: N.J.A.C. 19:47-18.4 to 18.12 (since 2012, 13:69F-18)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from msgspec.structs import replace

from nomorebets.games.let_it_ride.settlement import LOWER, Outcome, riding, row_of
from nomorebets.games.let_it_ride.terms import BETS, COUNTING_SHUFFLER, DEALING_METHOD
from nomorebets.games.stud.ranking import Ranking
from nomorebets.hands.poker import FiveCardHand, five_card_hand, three_card_hand
from nomorebets.procedures.deck import (
    CardRules,
    HandsVoid,
    collect_cards,
    count_stub_when_due,
    deal_card,
    inspect_deal,
    irregularities,
    noticed,
    prepare_deck,
    put_right,
    require_as_dealt,
    seats_with,
    void_hands,
    wager_of,
)
from nomorebets.procedures.opening import OpeningRules, nobody_plays
from nomorebets.regulation import Citation, cite, reading
from nomorebets.table import (
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
from nomorebets.table.areas import seat_area
from nomorebets.table.cards import read_hand, stub_to_rack, to_rack, turn_up
from nomorebets.table.chips import award, bank, give_back, reduce
from nomorebets.table.decisions import ask
from nomorebets.table.money import dollars
from nomorebets.table.steps import attest

RECUT = date(1996, 5, 20)  # when 18.5(d) came

# each decision, and the turning of each community card
NOTICED_BEFORE = (cite("18.10(b)"), cite("18.10(d)"), cite("18.10(e)"), cite("18.10(f)"))

RULES = CardRules(
    opening=OpeningRules(
        inspect=cite("18.4"),
        replace=reading("R-18.4-not-right"),
        show=cite("18.4"),
        mix=cite("18.4"),
        idle=cite("18.5(e)"),
        nobody=reading("R-18.5e-nobody"),
        pre_shuffled=reading("R-18.5a-pre-shuffled"),
        each_deck=cite("18.4"),
    ),
    second_deck=cite("18.2(b)4"),
    two_decks={
        "each deck is one that may be used": cite("18.2(b)1"),
        "the backs of the two decks differ in colour": cite("18.2(b)2"),
        "the device shuffles the other deck meanwhile": cite("18.2(b)3"),
        "the discard rack holds cards of this deck only": cite("18.2(b)5"),
    },
    shuffle=cite("18.5(a)"),
    cut=cite("18.5(b)2"),
    cut_size=cite("18.5(c)1ii"),
    no_cut=cite("18.5(b)1"),
    recut=cite("18.5(d)"),
    face_up=cite("18.12(a)"),
    in_error=cite("18.12(b)"),
    shuffler_jam=cite("18.12(d)"),
    shoe_jam=cite("18.12(e)"),
    player_misdealt=cite("18.12(c)"),
    dealer_misdealt=cite("18.12(c)"),
    count_stub=cite("18.7(e)"),
    right_count=cite("18.7(e)1"),
    wrong_count=cite("18.7(e)2"),
    misdealt_and_short=reading("R-18.7e2-both"),
    counting_shuffler=cite("18.7(f)"),
    other_method=cite("18.12(f)"),
    touched=reading("R-18.10a1-touch"),
    withdrawn=cite("18.6(c)"),
    noticed_before=NOTICED_BEFORE,
    dealer_hand="community",
    more={
        **noticed(
            "ask",
            "community-card-exposed",
            "a community card was exposed before all players had decided what its showing comes after",
            "all hands are void",
            reading("R-18.10d-exposed"),
            ends_round=True,
            may_list_outcome=False,
            also=(cite("18.10(f)"),),
        ),
        **noticed(
            "ask",
            "players-communicated",
            "players showed or told each other their cards",
            "nothing is forfeited: this game has no such penalty",
            reading("R-18.10b-exchange"),
            more=("seats",),
            may_list_outcome=False,
            also=(cite("18.10(f)"),),
        ),
        **noticed(
            "ask",
            "burn-card-exposed",
            "the burned card was exposed",
            "nothing changes: the card is not used",
            reading("R-18.10d-exposed"),
            may_list_outcome=False,
            also=(cite("18.10(d)"), cite("18.10(f)")),
        ),
    },
)
IRREGULARITIES = irregularities(RULES)

# the paragraphs of the three ways to deal
CALL = {"manual-shoe": "18.7(b)", "hand": "18.8(b)3", "automated-shoe": "18.9(b)2"}
STUB = {"manual-shoe": "18.7(d)", "hand": "18.8(d)", "automated-shoe": "18.9(d)"}
COUNT = {"manual-shoe": "18.7(e)", "hand": "18.8(e)", "automated-shoe": "18.9(e)"}
PLAYERS = {"manual-shoe": ("18.7(c)1", "18.7(c)3", "18.7(c)5"), "hand": ("18.8(c)1", "18.8(c)3", "18.8(c)5")}
COMMUNITY = {"manual-shoe": ("18.7(c)2", "18.7(c)4", "18.7(c)6"), "hand": ("18.8(c)2", "18.8(c)4", "18.8(c)6")}
LISTED = ("18.3(b)1", "18.3(b)2", "18.3(b)3", "18.3(b)4", "18.3(b)5", "18.3(b)6", "18.3(b)7", "18.3(b)8", "18.3(b)9")
RANKING = Ranking(LISTED, otherwise=cite("18.3(b)"), ace_low=cite("18.3(a)"))  # without a combination: none of those


def let_it_ride(table: Round) -> Script[None]:
    """One round of play, from the shuffle to the last card in the discard rack."""
    try:
        yield from prepare_deck(table, rules_on(table.as_of))
        yield from take_wagers("until the dealer calls", by=cite("18.6(d)"))
        if (yield from nobody_plays(table, RULES.opening)):
            return
        yield from announce("No more bets", by=cite(CALL[table.house[DEALING_METHOD]]))
        yield from give_back_incomplete(table)
        yield from deal(table)
        yield from look_for_misdeals(table)
        yield from attest("each player examines the cards dealt", by=cite("18.10(a)"))
        yield from decide(table, "bet-1", ask_by="18.10(b)", rides_by="18.10(b)1")
        yield from to_rack("community", by=top_card_by(table), at=2)  # the burned card
        yield from show_community_card(1, by=cite("18.10(d)"))
        yield from decide(table, "bet-2", ask_by="18.10(e)", rides_by="18.10(e)1")
        yield from show_community_card(0, by=cite("18.10(f)"))
        yield from show_down(table)
    except HandsVoid as void:
        yield from void_hands(table, void)


def rules_on(day: date) -> CardRules:
    """The paragraphs in force on a day: the recut came later than the rest."""
    return RULES if day >= RECUT else replace(RULES, recut=reading("R-18.5c-before-recut"))


def seats_in_play(table: Round) -> list[int]:
    """The seats that have cards, from the dealer's left: clockwise. Bet three stays to the end."""
    return seats_with(table, "bet-3")


def bets_of(table: Round, seat: int) -> list[Wager]:
    """The bets of a seat that still lie on the layout, in their order."""
    return [bet for kind in BETS if (bet := wager_of(table, seat, kind))]


def give_back_incomplete(table: Round) -> Script[None]:
    """Cards go to players with three bets; one whom the dealer let stand with fewer gets none, and the bets go back."""
    by = reading("R-18.6d-incomplete")
    short = [seat for seat in seats_with(table, *BETS, "bonus", "three-card-bonus") if len(bets_of(table, seat)) < 3]
    if short:
        yield from remedy("fewer-than-three-bets", "the player is dealt no cards and the bets go back", by=by)
        yield from give_back([Result(w, "void", 0, by) for w in table.wagers if w.seat in short], by=by)


def deal(table: Round) -> Script[None]:
    """Three cards face down to each player and to the community area."""
    seats, method = seats_in_play(table), table.house[DEALING_METHOD]
    if method == "automated-shoe":
        for area in [seat_area(seat) for seat in seats] + ["community"]:
            for _ in range(3):
                yield from deal_card(table, RULES, area, "down", by=cite("18.9(c)"))  # R-18.9c-reference
    else:
        for circuit in range(3):
            for seat in seats:
                yield from deal_card(table, RULES, seat_area(seat), "down", by=cite(PLAYERS[method][circuit]))
            yield from deal_card(table, RULES, "community", "down", by=cite(COMMUNITY[method][circuit]))
    relieved = table.house[COUNTING_SHUFFLER] == "on"
    yield from count_stub_when_due(table, RULES, relieved, count_by=cite(COUNT[method]))
    yield from stub_to_rack(by=cite(STUB[method]))


def look_for_misdeals(table: Round) -> Script[None]:
    """A wrong number of cards voids all hands; unequal bets that the dealer let stand are made equal."""
    while (seen := (yield from inspect_deal(table, RULES, by=cite("18.12(c)")))).found:
        yield from put_right(seen.found, IRREGULARITIES)
    require_as_dealt(table, RULES, [*map(seat_area, seats_in_play(table)), "community"], 3)
    by = reading("R-18.6d-unequal")
    for seat in seats_in_play(table):
        bets = bets_of(table, seat)
        least = min(bet.amount for bet in bets)
        if any(bet.amount > least for bet in bets):
            rest = f"seat {seat}: the lowest, {dollars(least)}, is the bet at each place and the rest goes back"
            yield from remedy("unequal-bets", rest, by=by)
            for bet in bets:
                if bet.amount > least:
                    yield from reduce(bet, least, by=by)


def decide(table: Round, kind: str, ask_by: str, rides_by: str) -> Script[None]:
    """Each player in turn, from the dealer's left, takes a bet back or lets it ride, whatever became of the other."""
    for seat in seats_in_play(table):
        answer = yield from ask(seat, "let-it-ride", "withdraw", by=cite(ask_by))
        if answer.found:
            yield from put_right(answer.found, IRREGULARITIES)
        bet = wager_of(table, seat, kind)
        assert bet is not None
        if answer.choice == "withdraw":
            withdrawn = table.settle([bet], Outcome())
            yield from give_back(withdrawn, by=withdrawn[0].by)
        else:
            yield from attest(f"{kind} of seat {seat} stays to the end of the round", by=cite(rides_by))


def show_community_card(at: int, by: Citation) -> Script[None]:
    """Turn a community card up; whatever is noticed before that comes first."""
    while (seen := (yield from turn_up("community", by=by, at=at))).found:
        if seen.found == "community-card-exposed":  # all have decided, and it is turned up now
            cause = IRREGULARITIES[seen.found]
            yield from remedy(seen.found, "nothing changes: every player has decided", by=cause.by)
        else:
            yield from put_right(seen.found, IRREGULARITIES)


def top_card_by(table: Round) -> Citation:
    """The paragraph by which the top card is burned: the last of the three (of a stack, by our reading)."""
    stack = table.house[DEALING_METHOD] == "automated-shoe"
    return reading("R-18.10c-top") if stack else cite("18.10(c)")


def show_down(table: Round) -> Script[None]:
    """Turn every hand from the dealer's right, collect all that loses, then pay all that wins."""
    seats = seats_in_play(table)[::-1]
    hands: dict[int, FiveCardHand] = {}
    yield from attest("a hand is the player's three cards and the two community cards", by=cite("18.10(g)1"))
    for seat in seats:
        yield from turn_up(seat_area(seat), by=cite("18.10(g)"))
        hands[seat] = five_card_hand(table.felt.hand(seat_area(seat)) + table.felt.hand("community"))
        yield from read_hand(seat_area(seat), str(hands[seat]), by=RANKING.by(hands[seat]))
    yield from attest("each hand is examined for what 18.11 pays", by=cite("18.10(g)2"))
    settled = {seat: settle(table, seat, hand) for seat, hand in hands.items()}
    losers = [seat for seat in seats if row_of(hands[seat]) == LOWER]
    for seat in seats:
        yield from collect([r for r in settled[seat] if r.outcome == "lose"], by=cite("18.10(h)"))
    yield from collect_cards(table, map(seat_area, losers), by=cite("18.10(h)"))
    for seat in seats:  # counterclockwise from the far right
        won = [r for r in settled[seat] if r.outcome == "win"]
        yield from pay([r for r in won if r.wager.kind != "bonus"], by=cite("18.10(i)1"))
        yield from pay_bonus([r for r in won if r.wager.kind == "bonus"])
    winners = [seat_area(seat) for seat in seats if seat not in losers]
    yield from collect_cards(table, [*winners, "community"], by=cite("18.10(i)2"))


def pay_bonus(results: Sequence[Result]) -> Script[None]:
    """The dollar of a bonus wager is taken in any case; a winner receives the sum listed."""
    yield from bank([r.wager for r in results], by=reading("R-18.6A-not-returned"))
    yield from award(results, by=cite("18.10(i)"))


def settle(table: Round, seat: int, hand: FiveCardHand) -> list[Result]:
    """What the bets that ride and the bonus wagers of a seat win or lose."""
    own = three_card_hand(table.felt.hand(seat_area(seat))).pay_class
    bets = bets_of(table, seat)
    extra = [w for kind in ("bonus", "three-card-bonus") if (w := wager_of(table, seat, kind))]
    return table.settle([*bets, *extra], Outcome(row_of(hand), riding(bets), own))
