"""Double down stud, one round: N.J.A.C. 19:47-17.3 to 17.11 (since 2012, 13:69F-17)."""

from __future__ import annotations

from collections.abc import Sequence

from nomorebets.games.double_down_stud.settlement import Outcome, row_of, wagered
from nomorebets.games.double_down_stud.terms import COUNT_STUB, DEALING_METHOD, least_double
from nomorebets.games.stud.ranking import Ranking
from nomorebets.hands.poker import FiveCardHand, five_card_hand
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
from nomorebets.regulation import cite, reading
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
from nomorebets.table.cards import read_hand, stub_to_rack, turn_up
from nomorebets.table.chips import give_back, put_down
from nomorebets.table.decisions import Option, ask
from nomorebets.table.ledger import patron

NOTICED_BEFORE = (cite("17.8(c)"), cite("17.8(d)"))  # each double down wager, and the second "No more bets"

RULES = CardRules(
    opening=OpeningRules(
        inspect=cite("17.3"),
        replace=reading("R-17.3-not-right"),
        show=cite("17.3"),
        mix=cite("17.3"),
        idle=reading("R-17.4-idle"),
        nobody=reading("R-17.4-idle"),
        each_deck=cite("17.3"),
    ),
    second_deck=reading("R-17.2-second-deck"),
    touched=reading("R-17.8e-touch"),
    withdrawn=reading("R-17.6-stays"),
    noticed_before=NOTICED_BEFORE,
    shuffle=cite("17.4"),
    cut=cite("17.4"),
    cut_size=cite("17.4"),
    no_cut=cite("17.4"),
    recut=cite("17.4"),
    face_up=cite("17.11(b)"),
    in_error=cite("17.11(c)"),
    shuffler_jam=cite("17.11(e)"),
    player_misdealt=cite("17.11(d)"),
    dealer_misdealt=cite("17.11(d)"),
    count_stub=reading("R-17.4-wrong-count"),
    wrong_count=reading("R-17.4-wrong-count"),
    other_method=cite("17.11(f)"),
    more={
        **noticed(
            "ask",
            "hole-card-exposed",
            'the hole card was exposed before the second "No more bets"',
            "all hands are void",
            cite("17.11(a)"),
            ends_round=True,
            may_list_outcome=False,
            also=(cite("17.8(d)"),),
        ),
        **noticed(
            "inspect-deal",
            "hole-card-dealt-face-up",
            "the hole card was dealt face up",
            "all hands are void, as where the hole card is exposed",
            reading("R-17.8b-wrong-face"),
            may_list_outcome=False,
            ends_round=True,
        ),
        **noticed(
            "inspect-deal",
            "card-dealt-face-down",
            "a player's card was dealt face down",
            "the card is turned up and the round goes on",
            reading("R-17.8b-wrong-face"),
            more=("seat",),
            may_list_outcome=False,
        ),
    },
)
IRREGULARITIES = irregularities(RULES)

LISTED = ("17.5(b)1", "17.5(b)2", "17.5(b)3", "17.5(b)4", "17.5(b)5", "17.5(b)6", "17.5(b)7", "17.5(b)8", "17.5(b)9")
RANKING = Ranking(LISTED, otherwise=cite("17.5(b)"), ace_low=cite("17.5(a)"))  # without a combination: none of those


def double_down_stud(table: Round) -> Script[None]:
    """One round of play, from the shuffle to the last card in the discard rack."""
    try:
        yield from prepare_deck(table, RULES)
        yield from take_wagers("until the dealer calls", by=cite("17.6"))
        if (yield from nobody_plays(table, RULES.opening)):
            return
        by_hand = table.house[DEALING_METHOD] == "hand"
        yield from announce("No more bets", by=cite("17.8(a)2iv") if by_hand else reading("R-17.8a-announcement"))
        yield from deal(table)
        yield from look_for_misdeals(table)
        yield from double_down(table)
        while (seen := (yield from announce("No more bets", by=cite("17.8(d)")))).found:
            yield from put_right(seen.found, IRREGULARITIES)
        yield from show_hole_card()
        yield from settle_hands(table)
    except HandsVoid as void:
        yield from void_hands(table, void)


def deal(table: Round) -> Script[None]:
    """One card face up to each player, clockwise, then one face down and three face up before the dealer."""
    for seat in seats_with(table, "original"):
        yield from deal_card(table, RULES, seat_area(seat), "up", by=cite("17.8(b)"))
    yield from deal_card(table, RULES, "dealer", "down", by=reading("R-17.8b-order"))
    for _ in range(3):
        yield from deal_card(table, RULES, "dealer", "up", by=cite("17.8(b)"))
    yield from count_stub_when_due(table, RULES, relieved=table.house[COUNT_STUB] == "off")


def look_for_misdeals(table: Round) -> Script[None]:
    """A wrong number of cards or an open hole card voids all hands; a covered card is turned up."""
    while (seen := (yield from inspect_deal(table, RULES, by=cite("17.11(d)")))).found:
        yield from put_right(seen.found, IRREGULARITIES)
    require_as_dealt(table, RULES, map(seat_area, seats_with(table, "original")), 1)
    require_as_dealt(table, RULES, ["dealer"], 4)


def double_down(table: Round) -> Script[None]:
    """Each player in turn may wager more, up to the original wager (R-17.8c-order)."""
    for seat in seats_with(table, "original"):
        original = wager_of(table, seat, "original")
        assert original is not None
        least = least_double(table.house)
        most = min(original.amount, chips_left(table, seat, original.amount)) // table.house.smallest_chip
        most *= table.house.smallest_chip
        if most < least:
            continue  # no chips for it, or a wager too small
        answer = yield from ask(seat, Option("double-down", least, most), "stand", by=cite("17.8(c)"))
        if answer.found:
            yield from put_right(answer.found, IRREGULARITIES)
        if answer.choice == "double-down":
            yield from put_down(Wager(seat, "double-down", answer.amount), by=cite("17.8(c)"))


def show_hole_card() -> Script[None]:
    """Turn the hole card over; whatever is noticed between the call and that comes first."""
    while (seen := (yield from turn_up("dealer", by=cite("17.8(d)")))).found:
        if seen.found == "hole-card-exposed":
            by = IRREGULARITIES[seen.found].by
            yield from remedy(seen.found, 'nothing changes: the second "No more bets" was called before it', by=by)
        else:
            yield from put_right(seen.found, IRREGULARITIES)


def chips_left(table: Round, seat: int, otherwise: int) -> int:
    """The chips a seat still has before it, where they are counted."""
    stack = table.seats.get(seat, 0)
    return stack + table.felt.ledger.balance[patron(seat)] if stack else otherwise


def settle_hands(table: Round) -> Script[None]:
    """Losers first, then pushes, then winners from the dealer's right; hands are cleared in the same order."""
    seats = seats_with(table, "original")[::-1]
    results: list[Result] = []
    for seat in seats:
        hand = five_card_hand(table.felt.hand(seat_area(seat)) + table.felt.hand("dealer"))
        yield from read_hand(seat_area(seat), str(hand), by=RANKING.by(hand))
        results += settle(table, seat, hand)
    lost, pushed, won = ([r for r in results if r.outcome == outcome] for outcome in ("lose", "push", "win"))
    yield from collect(lost, by=cite("17.9(a)"))
    yield from collect_cards(table, _areas(lost), by=cite("17.9(a)"))
    yield from give_back(pushed, by=cite("17.9(b)"))
    yield from collect_cards(table, _areas(pushed), by=cite("17.9(b)"))
    yield from pay(won, by=cite("17.9(c)"))
    yield from collect_cards(table, [*_areas(won), "dealer"], by=cite("17.9(c)"))
    yield from stub_to_rack(by=cite("17.9(c)"))


def _areas(results: Sequence[Result]) -> list[str]:
    return list(dict.fromkeys(seat_area(result.wager.seat) for result in results))


def settle(table: Round, seat: int, hand: FiveCardHand) -> list[Result]:
    """What the wagers of a seat win or lose."""
    wagers = [wager for kind in ("original", "double-down") if (wager := wager_of(table, seat, kind))]
    return table.settle(wagers, Outcome(row_of(hand), wagered(wagers)))
