"""Three card poker: N.J.A.C. 19:47-20 (since 2012, 13:69F-20).

Of the text only 20.3 was read; what the other sections are taken to say stands in the readings that are cited.
"""

from __future__ import annotations

from collections.abc import Sequence

from nomorebets.games.three_card_poker.progressive import (
    CHIP,
    OFFER_PROGRESSIVE,
    added_to_meter,
    class_of,
    lock_out,
    pay_progressive,
)
from nomorebets.games.three_card_poker.progressive import OPTIONS as PROGRESSIVE_OPTIONS
from nomorebets.games.three_card_poker.progressive import ROWS as PROGRESSIVE_ROWS
from nomorebets.games.three_card_poker.terms import (
    COUNTING_SHUFFLER,
    DEALING_METHOD,
    LEAST_WITH_FIXED_SUMS,
    MATCH_PLAY,
    MINIMUM_ODDS,
    MISDEAL_SCOPE,
    OFFER_PAIR_PLUS,
    OFFER_SIX_CARD,
    OPTIONS,
    PAIR_PLUS_SURVIVES,
    POSITIONS,
    SIDE_WAGERS_SURVIVE,
    SIX_CARD_TABLE,
    TWO_POSITIONS,
    minimum_odds,
    paid_at,
    payout_limit,
)
from nomorebets.hands.poker import MINI_ROYAL, ThreeCardHand, is_queen_high_or_better, three_card_hand
from nomorebets.procedures.deck import (
    REMEMBERS,
    CardRules,
    HandsVoid,
    collect_cards,
    count_stub_when_due,
    deal_card,
    inspect_deal,
    irregularities,
    prepare_deck,
    put_right,
    seats_with,
    void_hands,
    wager_of,
)
from nomorebets.procedures.meter import METER, set_meter_back
from nomorebets.procedures.opening import OpeningRules, nobody_plays
from nomorebets.procedures.positions import verify_positions
from nomorebets.regulation import Citation, Pays, cite, pay_table, reading
from nomorebets.table import (
    Game,
    House,
    Irregularity,
    Layout,
    Place,
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
from nomorebets.table.acceptance import refusal
from nomorebets.table.areas import seat_area
from nomorebets.table.betting_areas import betting_areas, find_area, whole_chips
from nomorebets.table.cards import award, give_back, pay_bonus, put_down, read_hand, stub_to_rack, turn_up
from nomorebets.table.decisions import Option, ask
from nomorebets.table.game import CARDS, Betting, Memory, Terms, scaffold_bets
from nomorebets.table.memory import MONEY
from nomorebets.table.wagers import lost

AREAS = {"ante": "20.6", "play": "20.6", "pair-plus": "20.6", "six-card-bonus": "20.6", "progressive": "20.6"}
SIDE_WAGERS = ("six-card-bonus", "progressive")
OFFERED_BY = {"pair-plus": OFFER_PAIR_PLUS, "six-card-bonus": OFFER_SIX_CARD, "progressive": OFFER_PROGRESSIVE}
AFTER_THE_DEAL = "play"
MADE_FIRST = ("ante", "pair-plus")  # what a hand is dealt for

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
        "dealer-card-exposed": Irregularity(
            "a card of the dealer's was exposed before every player had played or folded",
            ask="ask",
            facts={"found": "dealer-card-exposed"},
            remedy="all hands are void",
            by=reading("R-20.12-dealer-exposed"),
            ends_round=True,
        ),
    },
)
IRREGULARITIES = irregularities(RULES)
DEALT_BY = {"manual-shoe": "20.7", "hand": "20.8", "automated-shoe": "20.9"}
RANKED_BY = {
    "straight-flush": "20.3(b)1",
    "three-of-a-kind": "20.3(b)2",
    "straight": "20.3(b)3",
    "flush": "20.3(b)4",
    "pair": "20.3(b)5",
    "high-card": "20.3(c)",
}


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
        added = added_to_meter(len(table.felt.banked), table.house)
        yield from void_hands(table, void)
        yield from set_meter_back(added, by=reading("R-20.11-meter"))


def deal(table: Round) -> Script[None]:
    """Three cards face down to each player with an ante or a pair plus wager, and to the dealer."""
    method = table.house[DEALING_METHOD]
    areas = [seat_area(seat) for seat in seats_with(table, *MADE_FIRST)] + ["dealer"]
    by = cite(DEALT_BY[method])
    stacks = [area for area in areas for _ in range(3)]
    for area in stacks if method == "automated-shoe" else areas * 3:
        yield from deal_card(table, RULES, area, "down", by=by)
    yield from stub_to_rack(by=by)
    yield from count_stub_when_due(table, RULES, relieved=table.house[COUNTING_SHUFFLER] == "on")


def look_for_misdeals(table: Round) -> Script[None]:
    """A wrong number of cards, as soon as it is noticed."""
    while True:
        found = yield from inspect_deal(table, RULES, by=reading("R-20.12-wrong-number"))
        if not found.found:
            return
        cause = IRREGULARITIES[found.found]
        if found.found == "dealer-wrong-number" or table.house[MISDEAL_SCOPE] == "all":
            raise HandsVoid(found.found, "all hands are void and the cards are reshuffled", cause.by)
        yield from remedy(found.found, cause.remedy, by=cause.by)
        by = reading("R-20.12-void")
        yield from give_back([Result(w, "void", 0, by) for w in table.wagers if w.seat == found.seat], by=by)
        banked = [w for w in table.felt.banked if w.seat == found.seat]
        yield from award([Result(w, "void", 0, by) for w in banked], by=by)
        yield from set_meter_back(added_to_meter(len(banked), table.house), by=reading("R-20.11-meter"))
        yield from collect_cards(table, [seat_area(found.seat)], by=cause.by)


def play_or_fold(table: Round) -> Script[None]:
    """Each player with an ante makes the play wager, which equals it, or gives the ante up."""
    for seat in seats_with(table, "ante"):
        ante = wager_of(table, seat, "ante")
        assert ante is not None
        answer = yield from ask(seat, Option("play", ante.amount, ante.amount), "fold", by=cite("20.10"))
        if answer.found:
            yield from put_right(answer.found, IRREGULARITIES)
        if answer.choice == "play":
            yield from put_down(Wager(seat, "play", ante.amount), by=reading("R-20.6-play-amount"))
        else:
            yield from fold(table, ante)


def fold(table: Round, ante: Wager) -> Script[None]:
    """What the fold forfeits is collected at once, then the hand, unless a wager on it is still in action."""
    given_up = [lost(ante, reading("R-20.10-folded"))]
    pair_plus, bonus = (wager_of(table, ante.seat, kind) for kind in ("pair-plus", "six-card-bonus"))
    if pair_plus and table.house[PAIR_PLUS_SURVIVES] == "off":
        given_up.append(lost(pair_plus, reading("R-20.10-fold-pair-plus")))
    if bonus and table.house[SIDE_WAGERS_SURVIVE] == "off":
        given_up.append(lost(bonus, reading("R-20.6-side-wagers")))
    yield from collect(given_up, by=reading("R-20.10-folded"))
    if table.house[SIDE_WAGERS_SURVIVE] == "off":
        banked = [w for w in table.felt.banked if w.seat == ante.seat]
        yield from award([lost(w, reading("R-20.6-side-wagers")) for w in banked], by=reading("R-20.6-side-wagers"))
    if not any(w.seat == ante.seat for w in (*table.wagers, *table.felt.banked)):
        yield from collect_cards(table, [seat_area(ante.seat)], by=reading("R-20.10-folded"))


def show_down(table: Round) -> Script[None]:
    """Show the dealer's cards, then turn and settle every hand from the dealer's right."""
    by = cite("20.10")
    yield from turn_up("dealer", by=reading("R-20.10-dealer-shown"))
    dealer = three_card_hand(table.felt.hand("dealer"))
    yield from read_hand("dealer", str(dealer), by=ranked_by(dealer))
    lit = sorted({w.seat for w in table.felt.banked})
    for seat in sorted({w.seat for w in (*table.wagers, *table.felt.banked)}, reverse=True):
        yield from turn_up(seat_area(seat), by=reading("R-20.10-order"))
        player = three_card_hand(table.felt.hand(seat_area(seat)))
        yield from read_hand(seat_area(seat), str(player), by=ranked_by(player))
        yield from pay_progressive(table, seat, class_of(player, table.felt.hand(seat_area(seat))), lit)
        results = limited(settle(table, seat, player, dealer), payout_limit(table.house))
        earned = [r for r in results if not r.wager.amount]
        yield from collect([r for r in results if r.outcome == "lose"], by=by)
        yield from give_back([r for r in results if r.outcome == "push"], by=by)
        yield from pay([r for r in results if r.outcome == "win" and r not in earned], by=by)
        yield from pay_bonus(earned, by=reading("R-20.10-ante-bonus"))
        yield from collect_cards(table, [seat_area(seat)], by=by)
    yield from collect_cards(table, ["dealer"], by=by)


def ranked_by(hand: ThreeCardHand) -> Citation:
    """The paragraph by which a hand ranks where it does."""
    ace_is_low = hand.category in ("straight", "straight-flush") and hand.ranks == (1,)
    return cite("20.3(a)") if ace_is_low else cite(RANKED_BY[hand.category])


# --- settlement ------------------------------------------------------------------------------------------------------


def settle(table: Round, seat: int, player: ThreeCardHand, dealer: ThreeCardHand) -> list[Result]:
    """What every wager of a seat wins or loses, in the order in which a payout limit counts them."""
    results: list[Result] = []
    ante, play = wager_of(table, seat, "ante"), wager_of(table, seat, "play")
    if ante and play:
        results += against_the_dealer(ante, play, player, dealer, table.house)
        bonus = ante_bonus(table.house, player.category, ante.amount)
        if bonus:
            results.append(Result(Wager(seat, "ante-bonus", 0), "win", bonus, reading("R-20.10-ante-bonus")))
    pair_plus, six = wager_of(table, seat, "pair-plus"), wager_of(table, seat, "six-card-bonus")
    if pair_plus:
        results.append(pair_plus_result(pair_plus, player, table.house))
    if six:
        cards = (*table.felt.hand(seat_area(seat)), *table.felt.hand("dealer"))
        results.append(six_card_result(six, cards, table.house))
    return results


def against_the_dealer(
    ante: Wager, play: Wager, player: ThreeCardHand, dealer: ThreeCardHand, house: House
) -> list[Result]:
    """Ante and play against the dealer's hand."""
    by = reading("R-20.10-no-qualifying")
    even = house.pays["ante"]
    ante_wins = Result(ante, "win", even.of(ante.amount) + even.of(ante.coupon), reading("R-20.11-even-money"))
    if not qualifies(dealer):
        return [Result(ante, "win", ante_wins.net, by), Result(play, "push", 0, by)]
    if player == dealer:
        return [Result(w, "push", 0, by) for w in (ante, play)]
    if player < dealer:
        return [lost(w, by) for w in (ante, play)]
    return [ante_wins, Result(play, "win", house.pays["play"].of(play.amount), reading("R-20.11-even-money"))]


def qualifies(dealer: ThreeCardHand) -> bool:
    """Queen high or better (R-20.10-qualifying)."""
    return is_queen_high_or_better(dealer)


def ante_bonus(house: House, category: str, ante: int) -> int:
    """What a straight or better earns on the ante, whatever the dealer holds."""
    odds = house.pays.get(f"ante-bonus.{category}")
    return odds.of(ante) if odds else 0


def pair_plus_pays(house: House, pay_class: str) -> Pays | None:
    """The odds of a hand; a mini royal is never paid less than the straight flush it is."""
    odds = house.pays.get(f"pair-plus.{pay_class}")
    if pay_class == MINI_ROYAL and odds:
        return max(odds, house.pays["pair-plus.straight-flush"], key=lambda pays: pays.size)
    return odds


def pair_plus_result(wager: Wager, player: ThreeCardHand, house: House) -> Result:
    """A pair plus wager, by the player's own cards."""
    odds = pair_plus_pays(house, player.pay_class)
    if odds is None:
        return lost(wager, cite("20.10"))
    return Result(wager, "win", odds.of(wager.amount) + odds.of(wager.coupon), reading("R-20.11-pay-tables"))


def six_card_result(wager: Wager, cards: Sequence[str], house: House) -> Result:
    """A six-card bonus, by the best five of the player's and the dealer's cards."""
    odds = house.pays.get(f"six-card-bonus.{six_card_class(cards, house)}")
    by = reading("R-20.6-six-card")
    return Result(wager, "win", paid_at(odds, wager.amount), by) if odds else lost(wager, by)


def six_card_class(cards: Sequence[str], house: House) -> str:
    """The category of the best five of six cards, or nine to ace of one suit where a fixed sum is paid for it."""
    from nomorebets.hands.ranks import FIVE_CARD_HANDS, best_five

    if {card[0] for card in cards} == set("9TJQKA") and len({card[1] for card in cards}) == 1:
        royal = "six-card-royal" + ("-diamonds" if cards[0][1] == "d" else "")
        if f"six-card-bonus.{royal}" in house.pays:
            return royal
    return FIVE_CARD_HANDS[best_five(list(cards))].category


def limited(results: Sequence[Result], most: int | None) -> list[Result]:
    """The results with no more paid than the limit on a hand, where there is one."""
    if most is None:
        return list(results)
    left, found = most, []
    for result in results:
        if result.net > left:
            by = reading("R-20.11-aggregate-limit")
            if left or result.wager.amount:  # a bonus of nothing is none
                found.append(Result(result.wager, result.outcome, left, by))
        else:
            found.append(result)
        left -= min(max(result.net, 0), left)
    return found


# --- wagers ----------------------------------------------------------------------------------------------------------


def odds_of(house: House) -> dict[str, Pays]:
    """The least this table must pay."""
    return minimum_odds(house) | (PROGRESSIVE_ROWS if house[OFFER_PROGRESSIVE] == "on" else {})


def layout(house: House) -> Layout:
    """An ante and a play area per player, and those of the wagers this table offers."""
    kinds = [kind for kind in AREAS if kind not in OFFERED_BY or house[OFFERED_BY[kind]] == "on"]
    return betting_areas({kind: cite(AREAS[kind]) for kind in kinds}, {"progressive": CHIP})


def find(text: str, layout: Layout, house: House) -> Place:
    """The area a patron names."""
    return find_area(text, layout, house, cite("20.6"))


def verify(table: Round, wager: Wager) -> None:
    """What 20.6 demands of a wager."""
    if wager.seat > POSITIONS:
        by = reading("R-20.2-positions")
        raise refusal(table, wager, "the table has no such position", by, f"seats 1 to {POSITIONS}")
    two = table.house[TWO_POSITIONS] == "on"
    verify_positions(table, wager, most=2 if two else 1, by=reading("R-20.6-two-positions"))
    if wager.verbal:
        by = reading("R-20.6-seated")
        raise refusal(table, wager, "a spoken wager with cash is not taken", by, "chips, plaques or a coupon")
    if wager.call or wager.fee or wager.late:
        raise refusal(table, wager, "it cannot be called off, and no fee goes with it", cite("20.6"), "chips alone")
    if wager.kind == AFTER_THE_DEAL:
        made = [kind for kind in table.table.layout.kinds() if kind != AFTER_THE_DEAL]
        raise refusal(table, wager, "the play wager is made after the cards are dealt", cite("20.6"), ", ".join(made))
    if wager.coupon:
        by = reading("R-20.6-coupon")
        if table.house[MATCH_PLAY] != "on":
            raise refusal(table, wager, "match play coupons are not taken here", by, "chips or plaques alone")
        if wager.kind not in MADE_FIRST:
            raise refusal(table, wager, "a coupon goes with an ante or a pair plus wager", by, "chips or plaques alone")


def complete(table: Round, seat: int) -> None:
    """Side wagers go with an ante or a pair plus wager."""
    for side in filter(None, (wager_of(table, seat, kind) for kind in SIDE_WAGERS)):
        if not any(wager_of(table, seat, kind) for kind in MADE_FIRST):
            by = reading("R-20.6-side-wagers")
            raise refusal(table, side, "it goes only with an ante or a pair plus wager", by, "one of these beside it")
    wager = wager_of(table, seat, "six-card-bonus")
    if wager is None:
        return
    if table.house[SIX_CARD_TABLE] == "six-mm" and wager.amount < LEAST_WITH_FIXED_SUMS:
        raise refusal(table, wager, "it is at least $5", reading("R-20.6-six-card-least"), "$5 and more")


GAME = Game(
    id="three-card-poker",
    terms=Terms(
        options=(*OPTIONS, *PROGRESSIVE_OPTIONS),
        dealt_by=cite("20.10"),
        late_by=reading("R-20.6-closing"),
        to_not_for=reading("R-20.11-printing"),
        seats=lambda house: POSITIONS,
    ),
    bets=scaffold_bets(
        minimum_odds=MINIMUM_ODDS | pay_table("20.11", PROGRESSIVE_ROWS),
        odds=odds_of,
        offered_by=OFFERED_BY,
        bonuses={"ante-bonus": "ante", "progressive-envy": "progressive"},
        own_limits=("pair-plus", *SIDE_WAGERS),
        layout=layout,
    ),
    betting=Betting(
        layout=layout,
        place=find,
        unit=whole_chips,
        verify=verify,
        complete=complete,
        usual=("ante",),
    ),
    script=three_card_poker,
    chance=CARDS,
    memory=Memory(remembers=REMEMBERS | {METER: MONEY}, public=(METER,)),
    irregularities=IRREGULARITIES,
)
