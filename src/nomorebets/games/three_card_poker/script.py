"""Three card poker, one round: N.J.A.C. 19:47-20.3 to 20.12 (since 2012, 13:69F-20).

Of the text only 20.3 was read; what the other sections are taken to say stands in the readings that are cited.
"""

from __future__ import annotations

from functools import lru_cache

from nomorebets.games.stud.qualifying import lowest_at
from nomorebets.games.stud.ranking import three_card_ranking
from nomorebets.games.stud.showdown import end_of
from nomorebets.games.three_card_poker.settlement import Outcome, class_of, limited, six_card_class
from nomorebets.games.three_card_poker.terms import (
    COUNTING_SHUFFLER,
    DEALING_METHOD,
    MISDEAL_SCOPE,
    OFFER_PROGRESSIVE,
    PROGRESSIVE_RATE,
    PROGRESSIVE_SEED,
    PROGRESSIVE_STAKE,
    QUALIFIES,
    SPADES,
)
from nomorebets.hands.poker import ThreeCardHand, three_card_hand
from nomorebets.hands.ranks import THREE_CARD_HANDS
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
    collect,
    pay,
    remedy,
    take_wagers,
)
from nomorebets.table.areas import seat_area
from nomorebets.table.cards import DealInspected, read_hand, stub_to_rack, turn_up
from nomorebets.table.chips import award, bank, give_back, hand_back, pay_bonus, put_down
from nomorebets.table.decisions import Chosen, Option, ask
from nomorebets.table.ledger import INVENTORY
from nomorebets.table.money import cents
from nomorebets.table.requests import Noticed

MADE_FIRST = ("ante", "pair-plus")  # what a hand is dealt for
HAND = 3  # cards
SETTLED = ("ante", "play", "pair-plus", "six-card-bonus")  # wagers that lie on the layout

# each decision, and the showing of the dealer's cards
NOTICED_BEFORE = (cite("20.10"), reading("R-20.10-dealer-shown"))

RULES = CardRules(
    opening=OpeningRules(
        inspect=cite("20.4"),
        replace=reading("R-20.4-not-right"),
        show=cite("20.4"),
        mix=cite("20.4"),
        idle=reading("R-20.5-idle"),
        nobody=reading("R-20.5-idle"),
        pre_shuffled=cite("20.5"),
        each_deck=cite("20.4"),
    ),
    second_deck=reading("R-20.2-second-deck"),
    touched=reading("R-20.10-touch"),
    withdrawn=reading("R-20.6-closing"),
    noticed_before=NOTICED_BEFORE,
    shuffle=cite("20.5"),
    cut=reading("R-20.5-cut"),
    cut_size=reading("R-20.5-cut"),
    no_cut=reading("R-20.5-cut"),
    recut=reading("R-20.5-cut"),
    face_up=reading("R-20.12-face-up"),
    in_error=reading("R-20.12-in-error"),
    shuffler_jam=reading("R-20.12-shuffler"),
    shoe_jam=reading("R-20.12-shoe"),
    player_misdealt=reading("R-20.12-wrong-number"),
    dealer_misdealt=reading("R-20.12-wrong-number"),
    count_stub=reading("R-20.7-stub"),
    wrong_count=reading("R-20.7-stub"),
    counting_shuffler=reading("R-20.7-stub"),
    other_method=reading("R-20.12-shuffler"),
    void_whole_round_for_a_player=False,
    more={
        **noticed(
            "ask",
            "dealer-card-exposed",
            "a card of the dealer's was exposed before every player had played or folded",
            "all hands are void",
            reading("R-20.12-dealer-exposed"),
            ends_round=True,
            may_list_outcome=False,
            also=(reading("R-20.10-dealer-shown"),),
        ),
    },
)
IRREGULARITIES = irregularities(RULES)
DEALT_BY = {"manual-shoe": "20.7", "hand": "20.8", "automated-shoe": "20.9"}
LISTED = ("20.3(b)1", "20.3(b)2", "20.3(b)3", "20.3(b)4", "20.3(b)5")
RANKING = three_card_ranking(LISTED, otherwise=cite("20.3(c)"), ace_low=cite("20.3(a)"))


def three_card_poker(table: Round) -> Script[None]:
    """One round of play, from the shuffle to the last card in the discard rack."""
    try:
        yield from prepare_deck(table, RULES)
        yield from take_wagers("until the dealer calls", by=cite("20.6"))
        if (yield from nobody_plays(table, RULES.opening)):
            return
        yield from announce("No more bets", by=cite(DEALT_BY[table.house[DEALING_METHOD]]))
        yield from lock_out(table)
        yield from deal(table)
        yield from look_for_misdeals(table)
        yield from play_or_fold(table)
        yield from show_down(table)
    except HandsVoid as void:
        folded = [Result(w, "void", 0, reading("R-20.12-folded")) for w in folded_wagers(table)]
        chips = [*table.felt.banked, *(r.wager for r in folded if r.wager.kind == "progressive")]
        added = added_to_meter(len(chips), table.house)
        yield from void_hands(table, void, folded)
        yield from set_meter_back(added, by=reading("R-20.11-meter"))


def lock_out(table: Round) -> Script[None]:
    """Take the progressive chips in before the deal, and feed the meter."""
    if table.house[OFFER_PROGRESSIVE] == "off":
        return
    by = reading("R-20.6-progressive")
    chips = [w for w in table.wagers if w.kind == "progressive"]
    if METER not in table.felt.state:
        yield from feed_meter(cents(table.house[PROGRESSIVE_SEED]), by=by, source=HOUSE)
    yield from bank(chips, by=by)
    yield from feed_meter(added_to_meter(len(chips), table.house), by=by)


def added_to_meter(chips: int, house: House) -> int:
    """What so many progressive wagers add to the meter."""
    return chips * PROGRESSIVE_STAKE * cents(house[PROGRESSIVE_RATE]) // 100


def deal(table: Round) -> Script[None]:
    """Three cards face down to each player with an ante or a pair plus wager, and to the dealer."""
    method = table.house[DEALING_METHOD]
    areas = [seat_area(seat) for seat in seats_with(table, *MADE_FIRST)] + ["dealer"]
    by = cite(DEALT_BY[method])
    stacks = [area for area in areas for _ in range(HAND)]
    for area in stacks if method == "automated-shoe" else areas * HAND:
        yield from deal_card(table, RULES, area, "down", by=by)
    yield from stub_to_rack(by=by)
    yield from count_stub_when_due(table, RULES, relieved=table.house[COUNTING_SHUFFLER] == "on")


def look_for_misdeals(table: Round) -> Script[None]:
    """A wrong number of cards, as soon as it is noticed; then every hand is counted."""
    while (seen := (yield from inspect_deal(table, RULES, by=reading("R-20.12-wrong-number")))).found:
        yield from attend_to(table, seen)
    for seat in seats_with(table, *MADE_FIRST):
        if misdealt(table, [seat_area(seat)], HAND):
            yield from attend_to(table, DealInspected("player-wrong-number", seat))
    if misdealt(table, ["dealer"], HAND):
        yield from attend_to(table, DealInspected("dealer-wrong-number"))


def attend_to(table: Round, seen: DealInspected | Chosen | Noticed) -> Script[None]:
    """Do what the rules require about something noticed between the deal and the showing of the hands."""
    cause = IRREGULARITIES[seen.found]
    if seen.found != "player-wrong-number":
        yield from put_right(seen.found, IRREGULARITIES)
        return
    if table.house[MISDEAL_SCOPE] == "all":
        raise HandsVoid(seen.found, "all hands are void and the cards are reshuffled", cause.by)
    yield from remedy(seen.found, cause.remedy, by=cause.by)
    yield from void_hand(table, seen.seat, cause.by)


def void_hand(table: Round, seat: int, collect_by: Citation) -> Script[None]:
    """One player's hand is void: all wagers on it go back, those of a fold too."""
    by = reading("R-20.12-void")
    yield from give_back([Result(w, "void", 0, by) for w in table.wagers if w.seat == seat], by=by)
    banked = [w for w in table.felt.banked if w.seat == seat]
    yield from award([Result(w, "void", 0, by) for w in banked], by=by)
    folded = [w for w in folded_wagers(table) if w.seat == seat]
    yield from hand_back([Result(w, "void", 0, by) for w in folded], by=by)
    chips = len(banked) + sum(w.kind == "progressive" for w in folded)
    yield from set_meter_back(added_to_meter(chips, table.house), by=reading("R-20.11-meter"))
    yield from collect_cards(table, [seat_area(seat)], by=collect_by)


def folded_wagers(table: Round) -> list[Wager]:
    """Wagers of folded hands, collected before any hand is shown."""
    return [r.wager for r in table.felt.results if r.outcome == "lose"]


def play_or_fold(table: Round) -> Script[None]:
    """Each player with an ante makes the play wager, which equals it, or gives the ante up."""
    for seat in seats_with(table, "ante"):
        ante = wager_of(table, seat, "ante")
        if ante is None:
            continue  # the hand is void
        answer = yield from ask(seat, Option("play", ante.amount, ante.amount), "fold", by=cite("20.10"))
        if answer.found:
            yield from attend_to(table, answer)
        if wager_of(table, seat, "ante") is None:
            continue
        if answer.choice == "play":
            yield from put_down(Wager(seat, "play", ante.amount), by=reading("R-20.6-play-amount"))
        else:
            yield from fold(table, ante)


def show_dealer(table: Round) -> Script[None]:
    """Show the dealer's cards; whatever is noticed before that comes first."""
    while (seen := (yield from turn_up("dealer", by=reading("R-20.10-dealer-shown")))).found:
        if seen.found == "dealer-card-exposed":
            by = IRREGULARITIES[seen.found].by
            yield from remedy(seen.found, "nothing changes: every player has played or folded", by=by)
        else:
            yield from attend_to(table, seen)


def fold(table: Round, ante: Wager) -> Script[None]:
    """What the fold forfeits is collected at once, then the hand, unless a wager on it is still in action."""
    wagers = [w for kind in SETTLED if (w := wager_of(table, ante.seat, kind))]
    banked = [w for w in table.felt.banked if w.seat == ante.seat]
    folded = Outcome("fold")
    yield from collect(table.settle(wagers, folded), by=reading("R-20.10-folded"))
    yield from award(table.settle(banked, folded), by=reading("R-20.6-side-wagers"))
    if not any(w.seat == ante.seat for w in (*table.wagers, *table.felt.banked)):
        yield from collect_cards(table, [seat_area(ante.seat)], by=reading("R-20.10-folded"))


def show_down(table: Round) -> Script[None]:
    """Show the dealer's cards, then turn and settle every hand from the dealer's right."""
    by = cite("20.10")
    yield from show_dealer(table)
    dealer = three_card_hand(table.felt.hand("dealer"))
    yield from read_hand("dealer", str(dealer), by=RANKING.by(dealer))
    lit = sorted({w.seat for w in table.felt.banked})
    for seat in sorted({w.seat for w in (*table.wagers, *table.felt.banked)}, reverse=True):
        if not table.felt.cards.get(seat_area(seat)):  # a side wager that was taken without another
            continue
        yield from turn_up(seat_area(seat), by=reading("R-20.10-order"))
        player = three_card_hand(table.felt.hand(seat_area(seat)))
        yield from read_hand(seat_area(seat), str(player), by=RANKING.by(player))
        yield from pay_progressive(table, seat, class_of(player, table.felt.hand(seat_area(seat))), lit)
        results = settle(table, seat, player, dealer)
        earned = [r for r in results if not r.wager.amount]
        yield from collect([r for r in results if r.outcome == "lose"], by=by)
        yield from give_back([r for r in results if r.outcome == "push"], by=by)
        yield from pay([r for r in results if r.outcome == "win" and r not in earned], by=by)
        yield from pay_bonus(earned, by=reading("R-20.10-ante-bonus"))
        yield from collect_cards(table, [seat_area(seat)], by=by)
    yield from collect_cards(table, ["dealer"], by=by)


def settle(table: Round, seat: int, player: ThreeCardHand, dealer: ThreeCardHand) -> list[Result]:
    """What every wager of a seat wins or loses, in the order in which a payout limit counts them."""
    ante, play, pair_plus, six = (wager_of(table, seat, kind) for kind in SETTLED)
    against = [ante, play, Wager(seat, "ante-bonus", 0)] if ante and play else []
    outcome = Outcome(
        end_of(player, dealer, qualifies(dealer, table.house)) if against else None,
        player.pay_class,
        ante=ante.amount if ante else 0,
        six=six_card_class((*table.felt.hand(seat_area(seat)), *table.felt.hand("dealer"))) if six else "",
    )
    wagers = [wager for wager in (*against, pair_plus, six) if wager]
    return limited(table.settle(wagers, outcome), table.house)


def qualifies(dealer: ThreeCardHand, house: House) -> bool:
    """Queen high or better (R-20.10-qualifying), or what a game file has instead."""
    return dealer >= THREE_CARD_HANDS[lowest_of(house)]


@lru_cache(1 << 8)
def lowest_of(house: House) -> int:
    """The place of the lowest hand with which the dealer plays."""
    return lowest_at(house, QUALIFIES, THREE_CARD_HANDS)


def pay_progressive(table: Round, seat: int, pay_class: str, lit: list[int]) -> Script[None]:
    """Settle a seat's progressive wager; a mini royal is also paid to the others who made one."""
    by = reading("R-20.6-progressive")
    chips = [w for w in table.felt.banked if w.seat == seat]
    if not chips:
        return
    outcome = Outcome(hand=pay_class, jackpot=int(table.felt.state[METER]))
    source = METER if pay_class == SPADES else INVENTORY
    yield from award(table.settle(chips, outcome), by=by, source=source)
    if pay_class == SPADES:
        yield from feed_meter(cents(table.house[PROGRESSIVE_SEED]), by=by, source=HOUSE)
    others = [Wager(other, "progressive-envy", 0) for other in lit if other != seat]
    yield from pay_bonus(table.settle(others, outcome), by=reading("R-20.6-envy"))
