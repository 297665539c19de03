"""Caribbean stud poker: N.J.A.C. 19:47-16 (since 2012, 13:69F-16)."""

from __future__ import annotations

from nomorebets.equipment.cards import RANKS
from nomorebets.games.caribbean_stud.terms import (
    AREAS,
    BET_LIMIT,
    BET_TIMES,
    COUNTING_SHUFFLER,
    DEALING_METHOD,
    FIRST_CARD_UP,
    FIXED_STRAIGHT_FLUSH,
    INITIAL,
    MATCH_PLAY,
    MINIMUM_ODDS,
    OPTIONS,
    POSITIONS,
    PROGRESSIVE_STAKE,
    RATE,
    RESET,
    SHOW_HANDS,
    STRAIGHT_FLUSH_AWARD,
)
from nomorebets.hands.poker import FiveCardHand, five_card_hand, is_ace_king_or_better
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
from nomorebets.procedures.meter import HOUSE, METER, feed_meter, set_meter_back
from nomorebets.procedures.opening import OpeningRules, nobody_plays
from nomorebets.procedures.positions import verify_positions
from nomorebets.regulation import Citation, Pays, cite, reading
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
    attest,
    collect,
    pay,
    remedy,
    take_wagers,
)
from nomorebets.table.acceptance import refusal
from nomorebets.table.areas import seat_area
from nomorebets.table.betting_areas import betting_areas, find_area, whole_chips
from nomorebets.table.cards import award, bank, give_back, inspect, put_down, read_hand, stub_to_rack, turn_up
from nomorebets.table.decisions import ask
from nomorebets.table.game import CARDS, Betting, Memory, Terms, scaffold_bets
from nomorebets.table.memory import MONEY
from nomorebets.table.money import cents
from nomorebets.table.wagers import FixedStake, lost

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
    void_whole_round_for_a_player=False,
    more={
        "hole-card-exposed": Irregularity(
            "a hole card was exposed before every player had bet or folded",
            ask="ask",
            facts={"found": "hole-card-exposed"},
            remedy="all hands are void",
            by=reading("R-16.13a-hole-card"),
            ends_round=True,
        ),
        "players-communicated": Irregularity(
            "players exchanged information about their hands before the hole cards were shown",
            ask="ask",
            facts={"found": "players-communicated"},
            remedy="they forfeit all their wagers of the round",
            by=cite("16.10(c)"),
            more=("seats",),
            forfeits=True,
        ),
        "chips-and-lights-differ": Irregularity(
            "before the deal a seat was found with a chip and no light, or with a light and no chip",
            ask="inspect-lights",
            facts={"found": "chips-and-lights-differ"},
            remedy="a chip without a light goes back, a light without a chip is put out, before any card is dealt",
            by=reading("R-16.7b-lights"),
            more=("seat",),
            needs_seat=True,
            may_list_outcome=False,
        ),
        "light-not-lit": Irregularity(
            "a player's acceptor light was not lit",
            ask="inspect-deal",
            facts={"found": "light-not-lit"},
            remedy="no progressive payout: seeing to the light is the player's own business",
            by=cite("16.11(b)2"),
            more=("seat",),
            needs_seat=True,
            may_list_outcome=False,
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
# the paragraph that ranks each hand; an ace used low is 16.5(a), hands without any combination compare by 16.5(c)
RANKED_BY = {
    "royal-flush": "16.5(b)1",
    "straight-flush": "16.5(b)2",
    "four-of-a-kind": "16.5(b)3",
    "full-house": "16.5(b)4",
    "flush": "16.5(b)5",
    "straight": "16.5(b)6",
    "three-of-a-kind": "16.5(b)7",
    "two-pair": "16.5(b)8",
    "pair": "16.5(b)9",
    "high-card": "16.5(c)",
}


# what is verified before a progressive payout
VERIFIED = {
    "the hand is a winning hand": "16.11(b)1",
    "the light of the acceptor is lit": "16.11(b)2",
    "a casino supervisor validates the payout": "16.11(b)3",
}


def caribbean_stud(table: Round) -> Script[None]:
    """One round of play, from the shuffle to the last card in the discard rack."""
    try:
        yield from prepare_deck(table, RULES)
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
        added = added_to_meter(table.felt.banked, table.house)
        yield from void_hands(table, void)
        yield from set_meter_back(added, by=reading("R-16.13f-progressive"))


def lock_out(table: Round) -> Script[None]:
    """Take the progressive chips in, count them against the lights, and feed the meter."""
    chips = [w for w in table.wagers if w.kind == "progressive-payout"]
    if METER not in table.felt.state:
        yield from feed_meter(cents(table.house[INITIAL]), by=cite("16.12(f)"), source=HOUSE)
    if chips:
        chips = yield from match_chips_and_lights(chips)
    yield from bank(chips, by=cite("16.7(b)"))
    yield from feed_meter(added_to_meter(chips, table.house), by=cite("16.12(f)"))


def match_chips_and_lights(chips: list[Wager]) -> Script[list[Wager]]:
    """There are as many chips as lights: a chip without a light goes back, a light without a chip is put out."""
    while (found := (yield from inspect("lights", by=cite("16.7(b)")))).found:
        yield from put_right(found.found, IRREGULARITIES)
        unlit = [Result(w, "void", 0, IRREGULARITIES[found.found].by) for w in chips if w.seat == found.seat]
        yield from give_back(unlit, by=cite("16.7(b)"))
        chips = [w for w in chips if w.seat != found.seat]
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
            for _ in range(5):
                yield from deal_card(table, RULES, area, "down", by=cite("16.9(c)"))
        yield from put_stub_away(table, method)
        by = cite("16.9(g)") if first_up else reading("R-16.7d-before-1999")
        yield from turn_up("dealer", by=by, at=0 if first_up else 4)
        return
    for circuit in range(5):
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
    """A wrong number of cards, or a light that is not lit, as soon as it is noticed."""
    while True:
        found = yield from inspect_deal(table, RULES, by=cite("16.13(d)"))
        if not found.found:
            return
        cause = IRREGULARITIES[found.found]
        if found.found == "dealer-wrong-number":
            if found.cards != 4:
                raise HandsVoid(found.found, cause.remedy, cause.by)
            yield from remedy(found.found, "the dealer deals one more card to complete the hand", by=cause.by)
            continue
        yield from remedy(found.found, cause.remedy, by=cause.by)
        if found.found == "light-not-lit":
            unlit = [w for w in table.felt.banked if w.seat == found.seat]
            yield from award([lost(w, reading("R-16.6c-light")) for w in unlit], by=cause.by)
        else:
            yield from void_hand(table, found.seat, cause.by)


def void_hand(table: Round, seat: int, by: Citation) -> Script[None]:
    """One player's hand is void: all wagers on it go back."""
    yield from give_back([Result(w, "void", 0, by) for w in table.wagers if w.seat == seat], by=by)
    yield from award([Result(w, "void", 0, by) for w in table.felt.banked if w.seat == seat], by=by)
    yield from collect_cards(table, [seat_area(seat)], by=by)


def bet_or_fold(table: Round) -> Script[None]:
    """Each player either makes the bet wager, twice the ante, or folds and forfeits the ante."""
    for seat in seats_with(table, "ante"):
        ante = wager_of(table, seat, "ante")
        if ante is None:
            continue  # forfeited for talking about the hand
        answer = yield from ask(seat, "bet", "fold", by=cite("16.10(a)"))
        if answer.found == "players-communicated":
            yield from forfeit(table, answer.seats or (seat,))
            if seat in (answer.seats or (seat,)):
                continue
        elif answer.found:
            yield from put_right(answer.found, IRREGULARITIES)
        if answer.choice == "bet":
            yield from put_down(Wager(seat, "bet", BET_TIMES * ante.amount), by=cite("16.10(a)"))
        else:
            yield from fold(table, ante)


def fold(table: Round, ante: Wager) -> Script[None]:
    """The ante is collected at once, then the hand; a progressive wager goes with it."""
    yield from collect([lost(ante, cite("16.10(a)"))], by=cite("16.10(a)"))
    given_up = [w for w in table.felt.banked if w.seat == ante.seat]
    yield from award([lost(w, reading("R-16.10a-fold-progressive")) for w in given_up], by=cite("16.10(a)"))
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
    yield from turn_up("dealer", by=cite("16.10(d)"))
    dealer = five_card_hand(table.felt.hand("dealer"))
    yield from read_hand("dealer", str(dealer), by=ranked_by(dealer))
    seats = seats_with(table, "bet")[::-1]
    if not qualifies(dealer):
        yield from no_hand(table, seats)
    else:
        for seat in seats:
            yield from show_hand(table, seat, by=cite("16.10(e)"))
        yield from pay_progressives(table, seats)
        results = [r for seat in seats for r in settle(table, seat, dealer)]
        yield from collect([r for r in results if r.outcome == "lose"], by=cite("16.10(e)1"))
        yield from give_back([r for r in results if r.outcome == "push"], by=cite("16.10(e)2"))
        yield from pay([r for r in results if r.outcome == "win"], by=cite("16.10(e)3"))
    areas = [*(seat_area(seat) for seat in seats), "dealer"]
    by = cite("16.10(e)3") if qualifies(dealer) else cite("16.10(f)4")
    yield from collect_cards(table, areas, by=by)  # in an order from which each hand can be rebuilt: 16.10(g)


def show_hand(table: Round, seat: int, by: Citation) -> Script[None]:
    """Turn a player's cards over and read them."""
    yield from turn_up(seat_area(seat), by=by)
    hand = five_card_hand(table.felt.hand(seat_area(seat)))
    yield from read_hand(seat_area(seat), str(hand), by=ranked_by(hand))


def ranked_by(hand: FiveCardHand) -> Citation:
    """The paragraph by which a hand ranks where it does."""
    ace_is_low = hand.category in ("straight", "straight-flush") and hand.ranks[0] == RANKS.index("5")
    return cite("16.5(a)") if ace_is_low else cite(RANKED_BY[hand.category])


def no_hand(table: Round, seats: list[int]) -> Script[None]:
    """The dealer does not qualify: antes are paid, bets are void, progressive wagers are settled all the same."""
    yield from announce("No hand", by=cite("16.10(f)2"))
    for seat in seats:
        lit = any(w.seat == seat for w in table.felt.banked)
        if lit or table.house[SHOW_HANDS] == "on":
            yield from show_hand(table, seat, by=cite("16.10(f)1"))
    yield from pay_progressives(table, seats)
    antes = [w for seat in seats if (w := wager_of(table, seat, "ante"))]
    yield from pay([_ante_wins(w, table.house, cite("16.10(f)2")) for w in antes], by=cite("16.10(f)2"))
    bets = [w for seat in seats if (w := wager_of(table, seat, "bet"))]
    yield from give_back([Result(w, "void", 0, cite("16.10(f)3")) for w in bets], by=cite("16.10(f)3"))


def qualifies(dealer: FiveCardHand) -> bool:
    """Ace and king or better (R-16.1-qualifying)."""
    return is_ace_king_or_better(dealer)


def settle(table: Round, seat: int, dealer: FiveCardHand) -> list[Result]:
    """What a seat's ante and bet win or lose against a qualifying hand."""
    player = five_card_hand(table.felt.hand(seat_area(seat)))
    ante, bet = wager_of(table, seat, "ante"), wager_of(table, seat, "bet")
    assert ante is not None
    assert bet is not None
    if player < dealer:
        return [lost(ante, cite("16.10(e)1")), lost(bet, cite("16.10(e)1"))]
    if player == dealer:
        return [Result(w, "push", 0, cite("16.10(e)2")) for w in (ante, bet)]
    return [_ante_wins(ante, table.house, cite("16.12(b)")), bet_wins(bet, player, table.house)]


def bet_wins(bet: Wager, player: FiveCardHand, house: House) -> Result:
    """A winning bet wager: paid by the player's own hand, up to the limit."""
    paid, by = bet_payout(player.category, bet.amount, house)
    return Result(bet, "win", paid, by)


def bet_payout(category: str, bet: int, house: House) -> tuple[int, Citation]:
    """What a winning bet is paid, and the paragraph that says so."""
    paid = house.pays[f"bet.{category}"].of(bet)
    return (BET_LIMIT, cite("16.12(d)")) if paid > BET_LIMIT else (paid, cite("16.12(c)"))


def _ante_wins(ante: Wager, house: House, by: Citation) -> Result:
    return Result(ante, "win", house.pays["ante"].of(ante.amount + ante.coupon), by)


def pay_progressives(table: Round, seats: list[int]) -> Script[None]:
    """Each progressive wager in its turn, from the meter as it then stands; royal flushes share it equally."""
    lit = {w.seat: w for w in table.felt.banked}
    hands = {seat: five_card_hand(table.felt.hand(seat_area(seat))) for seat in seats if seat in lit}
    royals = [seat for seat, hand in hands.items() if hand.category == "royal-flush"]
    share = 0
    for seat, hand in hands.items():
        jackpot = int(table.felt.state[METER])
        if hand.category == "royal-flush":
            share = share or jackpot // len(royals)
            amount, source = share, METER
        else:
            amount, source = progressive_award(hand, table.house, jackpot)
        if not amount:
            yield from award([lost(lit[seat], cite("16.11(b)1"))], by=cite("16.11(a)"))
            continue
        for what, by in VERIFIED.items():
            yield from attest(what, by=cite(by))
        shared = hand.category == "royal-flush" and len(royals) > 1
        won = Result(lit[seat], "win", amount - lit[seat].amount, cite("16.12(g)") if shared else cite("16.12(e)"))
        yield from award([won], by=cite("16.11(c)"), source=source)  # whatever the dealer holds
    if royals:
        left = int(table.felt.state[METER])
        yield from feed_meter(cents(table.house[RESET]) - left, by=cite("16.12(f)"), source=HOUSE)


def progressive_award(hand: FiveCardHand, house: House, jackpot: int) -> tuple[int, str]:
    """What a hand below a royal flush wins on the progressive wager, and whether the meter pays it."""
    if hand.category == "straight-flush":
        if house[STRAIGHT_FLUSH_AWARD] == "ten-percent":
            return jackpot // 10, METER  # down to the cent: R-16.12e-rounding
        return FIXED_STRAIGHT_FLUSH, "inventory"
    fixed = house.pays.get(f"progressive-payout.{hand.category}")
    return (fixed.of(PROGRESSIVE_STAKE) if fixed else 0), "inventory"


def minimum_odds(house: House) -> dict[str, Pays]:
    """The least this table must pay."""
    return dict(MINIMUM_ODDS)


def layout(house: House) -> Layout:
    """An ante, a bet and a progressive area per player."""
    chip_or_coupon = FixedStake(PROGRESSIVE_STAKE, cite("16.6(c)"), coupon=True)
    return betting_areas({kind: cite(by) for kind, by in AREAS.items()}, {"progressive-payout": chip_or_coupon})


def find(text: str, layout: Layout, house: House) -> Place:
    """The area a patron names."""
    return find_area(text, layout, house, cite("16.6(a)"))


def verify(table: Round, wager: Wager) -> None:
    """What 16.6 demands of a wager."""
    if wager.seat > int(table.house[POSITIONS]):
        raise refusal(
            table, wager, "the table has no such position", cite("16.6(f)"), f"seats 1 to {table.house[POSITIONS]}"
        )
    verify_positions(table, wager, most=1, by=cite("16.6(e)"))
    if wager.verbal:
        raise refusal(table, wager, "a spoken wager with cash is not taken", cite("16.6(a)"), "chips or plaques")
    if wager.coupon and wager.amount and (table.house[MATCH_PLAY] != "on" or wager.kind != "ante"):
        by = reading("R-16.6a-coupon")
        raise refusal(table, wager, "a match play coupon is not taken here", by, "chips or plaques alone")
    if wager.kind == "bet":
        raise refusal(
            table, wager, "the bet wager is made after the cards are dealt", cite("16.6(d)"), "ante, progressive-payout"
        )
    if wager.kind == "progressive-payout" and wager_of(table, wager.seat, "ante") is None:
        beside = "an ante wager of the same seat"
        raise refusal(table, wager, "it goes only with an ante wager", cite("16.6(c)"), beside)


GAME = Game(
    id="caribbean-stud",
    terms=Terms(
        options=OPTIONS,
        dealt_by=cite("16.10(a)"),
        late_by=cite("16.6(b)"),
        to_not_for=cite("16.12(a)"),
        seats=lambda house: int(house[POSITIONS]),
    ),
    bets=scaffold_bets(
        minimum_odds=MINIMUM_ODDS,
        odds=minimum_odds,
        layout=layout,
    ),
    betting=Betting(
        layout=layout,
        place=find,
        unit=whole_chips,
        verify=verify,
        usual=("ante",),
    ),
    script=caribbean_stud,
    chance=CARDS,
    memory=Memory(remembers=REMEMBERS | {METER: MONEY}, public=(METER,)),
    irregularities=IRREGULARITIES,
)
