"""Let it ride poker: N.J.A.C. 19:47-18 (since 2012, 13:69F-18)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from typing import TYPE_CHECKING

from nomorebets.equipment.cards import RANKS
from nomorebets.errors import HouseRuleError
from nomorebets.hands.draws import is_one_suit, is_open_ended, straight_gaps
from nomorebets.hands.poker import FiveCardHand, ThreeCardHand, five_card_hand, three_card_hand
from nomorebets.regulation import Citation, Pays, PayTable, choice, cite, house_option, pay_table, reading, to, win
from nomorebets.regulation.options import Settings
from nomorebets.table import (
    Game,
    House,
    Irregularity,
    Layout,
    Place,
    Result,
    Round,
    Script,
    Table,
    Wager,
    announce,
    collect,
    pay,
    remedy,
    take_wagers,
)
from nomorebets.table.acceptance import refusal
from nomorebets.table.areas import betting_areas, find_area, whole_chips
from nomorebets.table.cards import (
    Ask,
    Chosen,
    ask,
    award,
    bank,
    give_back,
    pack_of,
    read_hand,
    reduce,
    stub_to_rack,
    to_rack,
    turn_up,
)
from nomorebets.table.dealing import (
    CardRules,
    HandsVoid,
    alternate_decks,
    collect_cards,
    count_stub_when_due,
    deal_card,
    inspect_deal,
    irregularities,
    seat_area,
    seats_with,
    shuffle_and_cut,
    void_hands,
    wager_of,
)
from nomorebets.table.game import Advice, Pricing, Strategy
from nomorebets.table.money import cents, dollars, share_out, show
from nomorebets.table.procedures import attest

if TYPE_CHECKING:
    from nomorebets.odds.sheet import Line
    from nomorebets.sim.simulate import Simulator

BETS = ("bet-1", "bet-2", "bet-3")
LOWER = "lower"  # than a pair of tens
TENS = "tens-or-better"

MINIMUM_ODDS = pay_table(
    "18.11(b)",
    {
        "bets.royal-flush": to(1000),
        "bets.straight-flush": to(200),
        "bets.four-of-a-kind": to(50),
        "bets.full-house": to(11),
        "bets.flush": to(8),
        "bets.straight": to(5),
        "bets.three-of-a-kind": to(3),
        "bets.two-pair": to(2),
        "bets.tens-or-better": to(1),
    },
) | pay_table(
    "18.11(d)",
    {
        "bonus.royal-flush": win(25_000),
        "bonus.straight-flush": win(2_500),
        "bonus.four-of-a-kind": win(400),
        "bonus.full-house": win(200),
        "bonus.flush": win(50),
        "bonus.straight": win(25),
        "bonus.three-of-a-kind": win(5),
    },
)
# what the player's own three cards win on the three-card bonus; none of these is known to be New Jersey's
THREE_CARD_ROWS = ("mini-royal", "straight-flush", "three-of-a-kind", "straight", "flush", "pair")
THREE_CARD_TABLES = {
    "tcb-1": (50, 40, 30, 6, 3, 1),
    "tcb-2": (50, 40, 30, 6, 4, 1),
    "tcb-3": (100, 50, 25, 6, 3, 1),
    "tcb-4": (40, 40, 30, 5, 4, 1),
}
BONUS_STAKE = 100  # cents: R-18.6A-stake
LEAST_CAP = 5_000_000  # cents: 18.11(c)
POSITIONS = 7  # R-18.6b-seats
RECUT = date(1996, 5, 20)  # when 18.5(d) came
THREE_CARD_BONUS_CAME = date(2012, 3, 19)  # R-18.6B-three-card-bonus

SHUFFLE = house_option(
    "shuffle",
    "18.5(a)",
    "How the cards are shuffled.",
    {
        "manual": choice("18.5(b)2"),
        "automated": choice("18.5(b)1"),
        "pre-shuffled": choice("18.5(a)", since=date(2007, 3, 19), read=reading("R-18.5a-pre-shuffled")),
    },
    "automated",
)
DEALING_METHOD = house_option(
    "dealing-method",
    "18.9(a)",
    "How the cards are dealt.",
    {
        "manual-shoe": choice("18.7(a)"),
        "hand": choice("18.8(a)", needs=("shuffle", "automated"), needs_by="18.8(b)1"),
        "automated-shoe": choice("18.9(a)"),
    },
    "automated-shoe",
)
COUNTING_SHUFFLER = house_option(
    "counting-shuffler",
    "18.7(f)",
    "Whether the shuffling device counts the cards, so that the stub need not be counted.",
    {"on": choice("18.7(f)", needs=("shuffle", "automated")), "off": choice("18.7(e)")},
    "off",
)
SECOND_DECK = house_option(
    "second-deck",
    "18.2(b)",
    "Whether two decks alternate, one being shuffled while the other is played.",
    {"on": choice("18.2(b)", needs=("shuffle", "automated")), "off": choice("18.2(a)")},
    "on",
)
COVER_CARD = house_option(
    "cover-card",
    "18.2(a)",
    "The colour of the cover card.",
    {
        "yellow": choice("18.2(a)"),
        "green": choice("18.2(a)"),
        "another-solid-colour": choice("18.2(a)", since=date(1998, 9, 8)),
    },
    "yellow",
)
TWO_POSITIONS = house_option(
    "two-adjacent-positions",
    "18.6(e)",
    "Whether a player may bet at two positions side by side; each is a seat of its own here.",
    {"on": choice("18.6(e)", read=reading("R-18.6e-two-positions")), "off": choice("18.6(e)")},
    "off",
)
MATCH_PLAY = house_option(
    "match-play-accepted",
    "18.6(a)",
    "Whether match play coupons are taken.",
    {"on": choice("18.6(a)", read=reading("R-18.6a-coupon")), "off": choice("18.6(a)")},
    "off",
)


def _cap(text: str) -> str:
    if cents(text) < LEAST_CAP:
        accepts = f"none, or {show(LEAST_CAP)} and more"
        raise HouseRuleError(f"a payout limit of {dollars(cents(text))}", reading("R-18.11c-amount"), accepts=accepts)
    return show(cents(text))


PAYOUT_LIMIT = house_option(
    "payout-limit",
    "18.11(c)",
    "The most that is paid on the let it ride bets of one hand.",
    {"none": choice("18.11(c)"), "50000.00": choice("18.11(c)")},
    "50000.00",
    parse=_cap,
)
OFFER_BONUS = house_option(
    "offer-bonus",
    "18.6A",
    "Whether the bonus wager is offered.",
    {"on": choice("18.6A", layout="an area for the bonus wager and its payouts"), "off": choice("18.6A")},
    "on",
)
OFFER_THREE_CARD_BONUS = house_option(
    "offer-three-card-bonus",
    "18.6A",
    "Whether the three-card bonus wager is offered.",
    {
        "on": choice("18.6A", read=reading("R-18.6B-three-card-bonus"), layout="an area for the three-card bonus"),
        "off": choice("18.6A"),
    },
    "off",
    since=THREE_CARD_BONUS_CAME,
)


def _no_three_card_bonus(settings: Settings, day: date) -> Citation | None:
    return None if settings.get("offer-three-card-bonus") == "on" else reading("R-18.6B-three-card-bonus")


THREE_CARD_TABLE = house_option(
    "three-card-bonus-table",
    "18.6A",
    "What the three-card bonus wager pays.",
    {name: choice("18.6A", read=reading("R-18.6B-tables")) for name in THREE_CARD_TABLES},
    "tcb-1",
    since=THREE_CARD_BONUS_CAME,
    ruled_out=_no_three_card_bonus,
)

RULES = CardRules(
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
    dealer_hand="community",
    more={
        "community-card-exposed": Irregularity(
            "a community card was exposed before all players had decided what its showing comes after",
            ask="ask",
            facts={"found": "community-card-exposed"},
            remedy="all hands are void",
            by=reading("R-18.10d-exposed"),
            ends_round=True,
        ),
        "burn-card-exposed": Irregularity(
            "the burned card was exposed",
            ask="ask",
            facts={"found": "burn-card-exposed"},
            remedy="nothing changes: the card is not used",
            by=reading("R-18.10d-exposed"),
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
# what a second deck is bound to
TWO_DECKS = {
    "each deck is one that may be used": "18.2(b)1",
    "the backs of the two decks differ in colour": "18.2(b)2",
    "the device shuffles the other deck meanwhile": "18.2(b)3",
    "the discard rack holds cards of this deck only": "18.2(b)5",
}
# the paragraph that ranks each hand
RANKED_BY = {
    "royal-flush": "18.3(b)1",
    "straight-flush": "18.3(b)2",
    "four-of-a-kind": "18.3(b)3",
    "full-house": "18.3(b)4",
    "flush": "18.3(b)5",
    "straight": "18.3(b)6",
    "three-of-a-kind": "18.3(b)7",
    "two-pair": "18.3(b)8",
    "pair": "18.3(b)9",
    "high-card": "18.3(b)",  # none of the hands listed
}


def let_it_ride(table: Round) -> Script[None]:
    """One round of play, from the shuffle to the last card in the discard rack."""
    try:
        yield from prepare_cards(table)
        yield from take_wagers("until the dealer calls", by=cite("18.6(d)"))
        yield from announce("No more bets", by=cite(CALL[table.house[DEALING_METHOD]]))
        yield from give_back_incomplete(table)
        yield from deal(table)
        yield from look_for_misdeals(table)
        yield from attest("each player examines the cards dealt", by=cite("18.10(a)"))
        yield from decide(table, "bet-1", ask_by="18.10(b)", rides_by="18.10(b)1", withdrawn_by="18.10(b)2")
        yield from to_rack("community", by=top_card_by(table), at=2)  # the burned card
        yield from turn_up("community", by=cite("18.10(d)"), at=1)
        yield from decide(table, "bet-2", ask_by="18.10(e)", rides_by="18.10(e)1", withdrawn_by="18.10(e)2")
        yield from turn_up("community", by=cite("18.10(f)"), at=0)
        yield from show_down(table)
    except HandsVoid as void:
        yield from void_hands(table, void)


def prepare_cards(table: Round) -> Script[None]:
    """One deck, or the one of two whose turn it is, shuffled and, if by hand, cut."""
    if table.house[SECOND_DECK] == "on":
        yield from alternate_decks(table, by=cite("18.2(b)4"))
        for condition, paragraph in TWO_DECKS.items():
            yield from attest(condition, by=cite(paragraph))
    yield from shuffle_and_cut(table, rules_on(table.as_of), table.house[SHUFFLE])


def rules_on(day: date) -> CardRules:
    """The paragraphs of a day: there was a time before the recut."""
    return RULES if day >= RECUT else replace(RULES, recut=reading("R-18.5c-before-recut"))


def bets_of(table: Round, seat: int) -> list[Wager]:
    """The bets of a seat that still lie on the layout, in their order."""
    return [bet for kind in BETS if (bet := wager_of(table, seat, kind))]


def seats_in_play(table: Round) -> list[int]:
    """The seats that have cards, from the dealer's left: clockwise. Bet three stays to the end."""
    return seats_with(table, "bet-3")


def give_back_incomplete(table: Round) -> Script[None]:
    """Cards go to players with three bets; whoever was let stand with fewer gets none, and the bets go back."""
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
    """A wrong number of cards voids all hands; unequal bets that somebody let stand are made equal."""
    found = yield from inspect_deal(table, RULES, by=cite("18.12(c)"))
    if found.found:
        cause = IRREGULARITIES[found.found]
        raise HandsVoid(found.found, cause.remedy, cause.by)
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


def decide(table: Round, kind: str, ask_by: str, rides_by: str, withdrawn_by: str) -> Script[None]:
    """Each player in turn, from the dealer's left, takes a bet back or lets it ride, whatever became of the other."""
    for seat in seats_in_play(table):
        answer = yield from ask(seat, "let-it-ride", "withdraw", by=cite(ask_by))
        if answer.found:
            cause = IRREGULARITIES[answer.found]
            if cause.ends_round:
                raise HandsVoid(answer.found, cause.remedy, cause.by)
            yield from remedy(answer.found, cause.remedy, by=cause.by)
        bet = wager_of(table, seat, kind)
        assert bet is not None
        if answer.choice == "withdraw":
            yield from give_back([Result(bet, "void", 0, cite(withdrawn_by))], by=cite(withdrawn_by))
        else:
            yield from attest(f"{kind} of seat {seat} stays to the end of the round", by=cite(rides_by))


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
        yield from read_hand(seat_area(seat), str(hands[seat]), by=ranked_by(hands[seat]))
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


def ranked_by(hand: FiveCardHand) -> Citation:
    """The paragraph by which a hand ranks where it does."""
    ace_is_low = hand.category in ("straight", "straight-flush") and hand.ranks[0] == RANKS.index("5")
    return cite("18.3(a)") if ace_is_low else cite(RANKED_BY[hand.category])


def row_of(hand: FiveCardHand) -> str:
    """The row of 18.11(b) that pays a hand; everything lower than a pair of tens loses.

    >>> row_of(five_card_hand("Ts Td 4c Kh 7s")), row_of(five_card_hand("9s 9d 4c Kh 7s"))
    ('tens-or-better', 'lower')
    """
    if hand.category == "pair":
        return TENS if hand.ranks[0] >= RANKS.index("T") else LOWER
    return LOWER if hand.category == "high-card" else hand.category


def settle(table: Round, seat: int, hand: FiveCardHand) -> list[Result]:
    """What the bets that ride and the bonus wagers of a seat win or lose."""
    bets = bets_of(table, seat)
    row = row_of(hand)
    results = [_lost(bet, cite("18.10(h)")) for bet in bets]
    if row != LOWER:
        paid, by = winnings(table.house, row, [bet.amount + bet.coupon for bet in bets])
        results = [Result(bet, "win", amount, by) for bet, amount in zip(bets, paid, strict=True)]
    bonus, own = wager_of(table, seat, "bonus"), wager_of(table, seat, "three-card-bonus")
    if bonus is not None:
        results.append(settle_bonus(bonus, row, table.house))
    if own is not None:
        results.append(settle_three_cards(own, three_card_hand(table.felt.hand(seat_area(seat))), table.house))
    return results


def winnings(house: House, row: str, amounts: Sequence[int]) -> tuple[list[int], Citation]:
    """What the bets that ride win, each at the odds of the hand, and all of them together no more than the cap."""
    odds = house.pays[f"bets.{row}"]
    due = [odds.of(amount) for amount in amounts]
    cap = payout_limit(house)
    if cap is None or sum(due) <= cap:
        return due, cite("18.11(b)")
    return share_out(cap, due), cite("18.11(c)")  # R-18.11c-division


def payout_limit(house: House) -> int | None:
    """The most that is paid on the bets of a hand, in cents."""
    return None if house[PAYOUT_LIMIT] == "none" else cents(house[PAYOUT_LIMIT])


def settle_bonus(bonus: Wager, row: str, house: House) -> Result:
    """The bonus wager: a sum of money for three of a kind or better, outside the cap of 18.11(c)."""
    won = house.pays.get(f"bonus.{row}")
    if won is None:
        return _lost(bonus, reading("R-18.10h-bonus"))
    return Result(bonus, "win", won.of(bonus.amount) - bonus.amount, cite("18.11(d)"))


def settle_three_cards(wager: Wager, hand: ThreeCardHand, house: House) -> Result:
    """The three-card bonus wager, on the player's own cards."""
    won = house.pays.get(f"three-card-bonus.{hand.pay_class}")
    if won is None:
        return _lost(wager, reading("R-18.6B-three-card-bonus"))
    return Result(wager, "win", won.of(wager.amount), reading("R-18.6B-tables"))


def _lost(wager: Wager, by: Citation) -> Result:
    return Result(wager, "lose", -wager.amount, by)


# --- the table ------------------------------------------------------------------------------------------------------


def three_card_odds(name: str) -> PayTable:
    """One of the pay tables of the three-card bonus."""
    by = reading("R-18.6B-tables")
    rows = zip(THREE_CARD_ROWS, THREE_CARD_TABLES[name], strict=True)
    return PayTable({f"three-card-bonus.{hand}": (to(pays), by) for hand, pays in rows})


def minimum_odds(house: House) -> dict[str, Pays]:
    """The least this table must pay."""
    rows = {**MINIMUM_ODDS, **three_card_odds(house.get(THREE_CARD_TABLE) or "tcb-1")}
    return {row: pays for row, pays in rows.items() if row.partition(".")[0] in ("bets", *extra_wagers(house))}


def extra_wagers(house: House) -> list[str]:
    """The wagers this table offers beside the three bets."""
    return [kind for kind, option in OFFERED_BY.items() if house.get(option) == "on"]


def layout(house: House) -> Layout:
    """Three betting areas per player, and one for each wager that is offered beside."""
    extra = {"bonus": cite("18.6A"), "three-card-bonus": reading("R-18.6B-three-card-bonus")}
    return betting_areas({kind: cite("18.6(d)") for kind in BETS} | {kind: extra[kind] for kind in extra_wagers(house)})


def find(text: str, layout: Layout, house: House) -> Place:
    """The area a patron names."""
    return find_area(text, layout, house, cite("18.6(a)"))


def verify(table: Round, wager: Wager) -> None:
    """What 18.6 and 18.6A demand of a wager by itself."""
    if wager.seat > POSITIONS:
        by = reading("R-18.6b-seats")
        raise refusal(table, wager, "the table has no such position", by, f"seats 1 to {POSITIONS}")
    if wager.verbal:
        raise refusal(table, wager, "a spoken wager with cash is not taken", cite("18.6(a)"), "chips or plaques")
    if wager.coupon and (table.house[MATCH_PLAY] != "on" or wager.kind not in BETS):
        raise refusal(table, wager, "a match play coupon is not taken here", cite("18.6(a)"), "chips or plaques")
    if wager.kind == "bonus" and table.felt.on(wager.seat, "bonus") + _new(table, wager) != BONUS_STAKE:
        raise refusal(table, wager, "it is $1 a position", reading("R-18.6A-stake"), "exactly $1")


def _new(table: Round, wager: Wager) -> int:
    """What a wager adds to the felt; nothing where it lies there already."""
    return 0 if wager_of(table, wager.seat, wager.kind) else wager.amount


def complete(table: Round, seat: int) -> None:
    """When the call comes each player has three equal bets, or none at all."""
    own = [wager for wager in table.wagers if wager.seat == seat]
    if not own or any(wager.accepted for wager in own):  # a dealer let it stand: see what is done about it then
        return
    bets = bets_of(table, seat)
    if len(bets) < 3:
        missing = ", ".join(kind for kind in BETS if wager_of(table, seat, kind) is None)
        by = cite("18.6(d)") if bets else reading("R-18.6A-stake")
        why = f"each player makes three bets, without {missing} there are fewer"
        raise refusal(table, own[-1], why, by, "bet-1, bet-2 and bet-3, all of one amount")
    if len({bet.amount for bet in bets}) > 1:
        odd = max(bets, key=lambda bet: bet.amount)
        least = dollars(min(bet.amount for bet in bets))
        raise refusal(table, odd, "the three bets must be equal", cite("18.6(d)"), f"{least} on each of the three")


# --- ways to decide -------------------------------------------------------------------------------------------------

Cards = tuple[str, ...]


@dataclass(frozen=True)
class Ride:
    """Which bets ride, by the three cards of the first decision and the four of the second."""

    first: Callable[[Cards], bool]
    second: Callable[[Cards], bool]


def pays_already(cards: Cards) -> bool:
    """Whether three or four cards are a paying hand whatever comes.

    >>> pays_already(("Ts", "Td", "2c")), pays_already(("9s", "9d", "2c"))
    (True, False)
    """
    several = {card[0]: number for card in cards if (number := sum(other[0] == card[0] for other in cards)) > 1}
    return len(several) == 2 or any(number > 2 or is_high(rank) for rank, number in several.items())


def is_high(rank: str) -> bool:
    """A ten or better: a pair of them pays."""
    return RANKS.index(rank) >= RANKS.index("T")


def short_first(cards: Cards) -> bool:
    """A paying hand, or three cards of one suit that fit a straight with no more gaps than cards from the ten up."""
    gaps = straight_gaps(cards)
    high = sum(is_high(card[0]) for card in cards)
    return pays_already(cards) or (is_one_suit(cards) and gaps is not None and gaps <= high)


def short_second(cards: Cards) -> bool:
    """A paying hand, four cards of one suit, or four in a row that can be completed at both ends."""
    return pays_already(cards) or is_one_suit(cards) or is_open_ended(cards)


RIDES = {
    "short-rule": Ride(short_first, short_second),
    "paying-hands-only": Ride(pays_already, pays_already),
    "always-ride": Ride(lambda cards: True, lambda cards: True),
    "never-ride": Ride(lambda cards: False, lambda cards: False),
}


def _decides(rides: Ride) -> Strategy:
    def decide(request: Ask, table: Round) -> Chosen:
        shown = _shown_community(table)
        own = table.felt.hand(seat_area(request.seat))
        rides_on = rides.second(own + shown) if shown else rides.first(own)
        return Chosen("let-it-ride" if rides_on else "withdraw")

    return decide


def _shown_community(table: Round) -> Cards:
    return tuple(card for card in table.felt.seen_by(None).get("community", ()) if card != "??")


def gain(house: House, row: str, bets: Sequence[Wager]) -> int:
    """What the bets that ride gain together, in cents."""
    if row == LOWER:
        return -sum(bet.amount for bet in bets)
    return sum(winnings(house, row, [bet.amount + bet.coupon for bet in bets])[0])


def optimal(request: Ask, table: Round) -> Chosen:
    """Let a bet ride where that gains on average, over every card that may come; bets and payout limit as they are."""
    from nomorebets.hands.ranks import FIVE_CARD_HANDS, rank5

    shown, own = _shown_community(table), table.felt.hand(seat_area(request.seat))
    bet = {wager.on: wager for wager in bets_of(table, request.seat)}
    unseen = [card for card in pack_of(table.felt, 1) if card not in own + shown]

    @cache
    def rows_after(four: Cards) -> Counter[str]:
        last = (card for card in unseen if card not in four)
        return Counter(row_of(FIVE_CARD_HANDS[rank5((*four, card))]) for card in last)

    @cache
    def gained(row: str, riding: Cards) -> int:
        return gain(table.house, row, [bet[kind] for kind in riding])

    def worth(four: Cards, riding: Cards) -> int:
        return sum(gained(row, riding) * number for row, number in rows_after(four).items())

    first = ("bet-1",) if "bet-1" in bet else ()
    if shown:
        rides = worth(own + shown, (*first, "bet-2", "bet-3")) > worth(own + shown, (*first, "bet-3"))
        return Chosen("let-it-ride" if rides else "withdraw")

    def best(first: Cards) -> int:
        ways = ((*first, "bet-2", "bet-3"), (*first, "bet-3"))
        return sum(max(worth((*own, card), riding) for riding in ways) for card in unseen)

    return Chosen("let-it-ride" if best(("bet-1",)) > best(()) else "withdraw")


STRATEGIES: dict[str, Strategy] = {"optimal": optimal, **{name: _decides(rides) for name, rides in RIDES.items()}}


def price(table: Table, pricing: Pricing) -> list[Line]:
    from nomorebets.odds.let_it_ride import lines

    return lines(table, pricing)


def simulator(table: Table, pricing: Pricing) -> Simulator:
    from nomorebets.odds.let_it_ride import simulator_of

    return simulator_of(table, pricing)


def advise(table: Table, pricing: Pricing) -> Advice:
    from nomorebets.odds.let_it_ride import advice

    return advice(table, pricing)


OFFERED_BY = {"bonus": OFFER_BONUS, "three-card-bonus": OFFER_THREE_CARD_BONUS}

GAME = Game(
    id="let-it-ride",
    script=let_it_ride,
    dealt_by=cite("18.10(b)"),
    options=(
        SHUFFLE,
        DEALING_METHOD,
        COUNTING_SHUFFLER,
        SECOND_DECK,
        COVER_CARD,
        TWO_POSITIONS,
        MATCH_PLAY,
        PAYOUT_LIMIT,
        OFFER_BONUS,
        OFFER_THREE_CARD_BONUS,
        THREE_CARD_TABLE,
    ),
    minimum_odds=MINIMUM_ODDS | three_card_odds("tcb-1"),
    odds=minimum_odds,
    layout=layout,
    find=find,
    unit=whole_chips,
    verify=verify,
    complete=complete,
    outcomes="cards",
    outcome=lambda token, table: {"card": token},
    irregularities=IRREGULARITIES,
    to_not_for=cite("18.11(a)"),
    late_by=reading("R-18.6c-late"),
    offered_by=OFFERED_BY,
    limit_groups={"bets": BETS},
    bundles={"bets": BETS},
    strategies=STRATEGIES,
    usual_wagers=("bets",),
    price=price,
    simulator=simulator,
    advise=advise,
)
