"""Let it ride poker, paragraph by paragraph: 19:47-18 in its editions."""

from datetime import date, timedelta

import pytest

from nomorebets.compliance.check import check
from nomorebets.drivers.bots import bots_at
from nomorebets.drivers.chance import SeededChance
from nomorebets.errors import EditionError, HouseRuleError, TranscriptError, WagerRefused
from nomorebets.games import open_table
from nomorebets.games.let_it_ride.game import GAME
from nomorebets.games.let_it_ride.script import RANKING
from nomorebets.games.let_it_ride.settlement import row_of
from nomorebets.games.let_it_ride.terms import THREE_CARD_TABLES
from nomorebets.hands.poker import five_card_hand
from nomorebets.regulation import cite
from nomorebets.rulebook.pages import differences
from nomorebets.rulings.driver import TranscriptDriver
from nomorebets.rulings.transcript import read_transcript
from nomorebets.table import Play, Round, Settings, Wager, play
from nomorebets.table.acceptance import verify_bets
from nomorebets.table.decisions import Chosen
from nomorebets.table.felt import Felt, Opening
from nomorebets.table.requests import Bets
from told import Told, noticed, remedied, text_of
from told import told as told_game

RIDE, BACK = "let-it-ride", "withdraw"
TENS, NINES = "Ts Td 4c", "9s 9d 4d"
COMMUNITY = "Kh 7s 2c"  # the second community card, the first, the burned one
ROYAL, ROYAL_REST = "As Ks Qs", "Js Ts 2d"
BETS = ("bet-1", "bet-2", "bet-3")
FIRST_DAY, RECUT, COLOURS, BONUS, NEW_CHAPTER = (
    date(1995, 1, 24),
    date(1996, 5, 20),
    date(1998, 9, 8),
    date(1998, 11, 16),
    date(2012, 3, 19),
)
DAY = timedelta(1)


def decided(seats, first=RIDE, second=RIDE):
    return ", ".join(f"{seat} {choice}" for choice in (first, second) for seat in seats)


def told(hands, community=COMMUNITY, first=RIDE, second=RIDE, bets="10.00", extra="", **more):
    """A round at the automated shoe: three cards to each seat, then three to the community area."""
    wagers = ", ".join(f"{seat} bets {bets}" for seat in hands) + (f", {extra}" if extra else "")
    decisions = more.pop("decisions", decided(hands, first, second))
    return told_game("let-it-ride", wagers, f"{' '.join(hands.values())} {community}", decisions, **more)


def single(hands, community, **more):
    """The same cards dealt one at a time."""
    stacks = [stack.split() for stack in (*hands.values(), community)]
    cards = " ".join(stack[circuit] for circuit in range(3) for stack in stacks)
    wagers = ", ".join(f"{seat} bets 10.00" for seat in hands)
    return told_game("let-it-ride", wagers, cards, decided(hands), **more)


def opened(as_of=None, **options):
    return open_table("let-it-ride", as_of, Settings({k.replace("_", "-"): v for k, v in options.items()}))


def requests(found: Told):
    return [entry.request for entry in found.play.entries]


def first_named(found: Told, name: str):
    return next(request for request in requests(found) if request.name == name)


# --- the worked examples of the rules -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("own", "community", "first", "second", "nets"),
    [
        ("Ts Td 4c", "Kh 7s 2h", RIDE, RIDE, "10.00 10.00 10.00"),
        ("9s 9d 4c", "Kh 7s 2h", BACK, BACK, "0.00 0.00 -10.00"),
        ("Ks 8d 3c", "Kh 2s 9h", BACK, RIDE, "0.00 10.00 10.00"),
        ("2s 3d 9c", "2h 3s Ah", BACK, BACK, "0.00 0.00 20.00"),
        ("As Ks Qs", "Js Ts 2d", RIDE, RIDE, "10000.00 10000.00 10000.00"),
        ("5s 6d 7c", "Ah Ad 9h", BACK, BACK, "0.00 0.00 10.00"),
        ("9s 9d 9c", "Kh 2s 4h", RIDE, RIDE, "30.00 30.00 30.00"),
    ],
)
def test_18_11_b_worked_examples(own, community, first, second, nets):
    assert list(told({1: own}, community, first, second).net.values()) == nets.split()


def test_18_11_d_worked_examples_with_the_bonus_wager():
    royal = told({1: ROYAL}, ROYAL_REST, bets="25.00", extra="1 bonus 1.00")
    assert royal.net[1, "bonus"] == "24999.00"  # $25,000 for the dollar that is not returned, outside the limit
    assert sum(float(royal.net[1, bet]) for bet in BETS) == 50_000
    trips = told({1: "9s 9d 9c"}, "Kh 2s 4h", extra="1 bonus 1.00")
    assert trips.net == {(1, "bet-1"): "30.00", (1, "bet-2"): "30.00", (1, "bet-3"): "30.00", (1, "bonus"): "4.00"}


# --- 18.2 and 18.5: decks, shuffle and cut --------------------------------------------------------------------------


def test_18_2_a_one_deck_of_52():
    found = told({1: TENS}, second_deck="off")
    assert first_named(found, "shuffle").decks == 1
    felt = found.play.table.felt
    assert felt.shoe.total() + len(felt.rack) == 52
    assert "note" not in [r.name for r in requests(found)][:1]  # no second deck takes its turn


@pytest.mark.parametrize("colour", ["yellow", "green"])
def test_18_2_a_yellow_and_green_cover_cards_were_always_allowed(colour):
    assert opened(COLOURS - DAY, cover_card=colour).house.options["cover-card"] == colour


def test_18_2_a_the_colour_of_the_cover_card_is_free_from_september_8_1998():
    with pytest.raises(EditionError, match="did not exist on 1998-09-07"):
        opened(COLOURS - DAY, cover_card="another-solid-colour")
    assert opened(COLOURS, cover_card="another-solid-colour").house.options["cover-card"] == "another-solid-colour"


def test_18_2_b_a_second_deck_needs_a_shuffling_device():
    with pytest.raises(HouseRuleError, match="second-deck = on needs shuffle = automated"):
        opened(shuffle="manual", second_deck="on")
    assert opened(shuffle="manual").house.options["second-deck"] == "off"


@pytest.mark.parametrize("paragraph", ["18.2(b)1", "18.2(b)2", "18.2(b)3", "18.2(b)5"])
def test_18_2_b_1_the_conditions_of_a_second_deck_are_seen_to(paragraph):
    assert paragraph in [str(r.by) for r in requests(told({1: TENS}))]
    assert paragraph not in [str(r.by) for r in requests(told({1: TENS}, second_deck="off"))]


def test_18_2_b_2_the_backs_differ():
    assert "the backs of the two decks differ in colour" in [getattr(r, "what", "") for r in requests(told({1: TENS}))]


def test_18_2_b_3_the_other_deck_is_shuffled_meanwhile():
    assert "the device shuffles the other deck meanwhile" in [getattr(r, "what", "") for r in requests(told({1: TENS}))]


def test_18_2_b_4_the_decks_alternate():
    first = told({1: TENS}).play.next_opening.state["deck-in-play"]
    second = told({1: TENS}, opening={"deck-in-play": first}).play.next_opening.state["deck-in-play"]
    assert {first, second} == {"A", "B"}


def test_18_2_b_5_one_deck_in_the_rack():
    assert "the discard rack holds cards of this deck only" in [
        getattr(r, "what", "") for r in requests(told({1: TENS}))
    ]


@pytest.mark.parametrize(
    ("cards", "row", "paragraph"),
    [
        ("As Ks Qs Js Ts", "royal-flush", "18.3(b)1"),
        ("Ks Qs Js Ts 9s", "straight-flush", "18.3(b)2"),
        ("As 2s 3s 4s 5s", "straight-flush", "18.3(a)"),
        ("2s 2d 2c 2h 3s", "four-of-a-kind", "18.3(b)3"),
        ("2s 2d 2c 3h 3s", "full-house", "18.3(b)4"),
        ("2s 4s 6s 8s Ts", "flush", "18.3(b)5"),
        ("Ad Ks Qs Js Ts", "straight", "18.3(b)6"),
        ("Ad 2s 3s 4s 5s", "straight", "18.3(a)"),
        ("Qd Ks As 2s 3h", "lower", "18.3(b)"),  # no straight runs through the ace
        ("2s 2d 2c 3h 4s", "three-of-a-kind", "18.3(b)7"),
        ("2s 2d 3c 3h 4s", "two-pair", "18.3(b)8"),
        ("Ts Td 3c 2h 4s", "tens-or-better", "18.3(b)9"),
        ("9s 9d Ac Kh Qs", "lower", "18.3(b)9"),
        ("As Kd Qc Jh 9s", "lower", "18.3(b)"),
    ],
)
def test_18_3_b_every_hand_by_its_paragraph(cards, row, paragraph):
    hand = five_card_hand(cards)
    assert (row_of(hand), str(RANKING.by(hand))) == (row, paragraph)


def test_18_3_a_the_ace_is_high_and_with_the_five_low():
    assert str(RANKING.by(five_card_hand("As Kd Qc Jh Ts"))) == "18.3(b)6"
    assert str(RANKING.by(five_card_hand("As 2d 3c 4h 5s"))) == "18.3(a)"


def test_18_3_a_cards_rank_from_the_ace_down_to_the_two():
    pairs = [five_card_hand(f"{rank}s {rank}d 3c 5h 7s") for rank in "AKQJT98642"]
    assert pairs == sorted(pairs, reverse=True)
    for rank, row in zip("AKQJT98642", ["tens-or-better"] * 5 + ["lower"] * 5, strict=True):
        assert row_of(five_card_hand(f"{rank}s {rank}d 3c 5h 7s")) == row


def test_18_3_a_all_suits_are_equal():
    flushes = {five_card_hand(" ".join(f"{rank}{suit}" for rank in "KT852")) for suit in "cdhs"}
    assert len(flushes) == 1


def test_18_3_b_from_the_highest_down():
    best_first = ["As Ks Qs Js Ts", "Ks Qs Js Ts 9s", "2s 2d 2c 2h 3s", "2s 2d 2c 3h 3s", "2s 3s 4s 5s 7s"]
    best_first += ["Ad 2s 3s 4s 5s", "2s 2d 2c 3h 4s", "2s 2d 3c 3h 4s", "2s 2d 3c 4h 5s", "As Kd Qc Jh 9s"]
    hands = [five_card_hand(cards) for cards in best_first]
    assert hands == sorted(hands, reverse=True)
    assert len(set(hands)) == len(hands)


def test_18_3_b_6_ace_high_is_the_best_straight_and_five_high_the_least():
    straights = [
        five_card_hand(cards) for cards in ("Ad Ks Qs Js Ts", "Kd Qs Js Ts 9s", "6d 5s 4s 3s 2s", "5d 4s 3s 2s As")
    ]
    assert straights == sorted(straights, reverse=True)
    assert {hand.category for hand in straights} == {"straight"}


@pytest.mark.parametrize("cards", ["Qd Ks As 2s 3h", "Kd As 2s 3s 4h", "Jd Qs Ks As 2h"])
def test_18_3_b_6_no_sequence_runs_through_the_ace(cards):
    assert row_of(five_card_hand(cards)) == "lower"


def read_by(cards):
    """The paragraph by which a hand is read at the showdown."""
    own, rest = cards.split()[:3], cards.split()[3:]
    return str(first_named(told({1: " ".join(own)}, f"{rest[0]} {rest[1]} 2d"), "read-hand").by)


def test_18_3_b_1_royal_flush():
    assert read_by("As Ks Qs Js Ts") == "18.3(b)1"


def test_18_3_b_2_straight_flush():
    assert read_by("9s 8s 7s 6s 5s") == "18.3(b)2"


def test_18_3_b_3_four_of_a_kind():
    assert read_by("9s 9d 9c 9h 5s") == "18.3(b)3"


def test_18_3_b_4_full_house():
    assert read_by("9s 9d 9c 5h 5s") == "18.3(b)4"


def test_18_3_b_5_flush():
    assert read_by("Ks 9s 7s 5s 3s") == "18.3(b)5"


def test_18_3_b_6_straight():
    assert read_by("9s 8d 7s 6s 5s") == "18.3(b)6"


def test_18_3_b_7_three_of_a_kind():
    assert read_by("9s 9d 9c 4h 5s") == "18.3(b)7"


def test_18_3_b_8_two_pair():
    assert read_by("9s 9d 5c 5h 4s") == "18.3(b)8"


def test_18_3_b_9_pair():
    assert read_by("As Ad 9c 5h 4s") == "18.3(b)9"


def test_18_5_a_every_round_begins_with_a_shuffle_into_one_stack():
    names = [r.name for r in requests(told({1: TENS}))]
    assert names.index("shuffle") < names.index("take-wagers")


@pytest.mark.parametrize(("day", "allowed"), [(date(2007, 3, 18), False), (date(2007, 3, 19), True)])
def test_18_5_a_pre_shuffled_cards_from_march_19_2007(day, allowed):
    if allowed:
        assert opened(day, shuffle="pre-shuffled", dealing_method="manual-shoe")
    else:
        with pytest.raises(EditionError):
            opened(day, shuffle="pre-shuffled", dealing_method="manual-shoe")


def test_18_5_b_1_cards_shuffled_by_a_device_are_not_cut():
    assert "cut" not in [r.name for r in requests(told({1: TENS}))]


@pytest.mark.parametrize("shuffle", ["manual", "pre-shuffled"])
def test_18_5_b_2_cards_shuffled_by_hand_are_cut(shuffle):
    found = single({1: TENS}, COMMUNITY, shuffle=shuffle, dealing_method="manual-shoe")
    assert str(first_named(found, "cut").by) == "18.5(b)2"


def test_18_5_c_the_dealer_cuts_and_no_player():
    found = single({1: TENS}, COMMUNITY, shuffle="manual", dealing_method="manual-shoe")
    assert first_named(found, "cut").asks == "dealer"


@pytest.mark.parametrize(("taken", "again"), [(9, True), (10, False), (51, False)])
def test_18_5_c_1_ii_at_least_ten_cards_are_cut_off(taken, again):
    wrong = ({"before_card": 1, "what": "improper-cut", "taken": taken},)
    if again:
        found = single({1: TENS}, COMMUNITY, shuffle="manual", dealing_method="manual-shoe", wrong=wrong)
        assert [r.name for r in requests(found)].count("cut") == 2
        return
    with pytest.raises(TranscriptError, match="leads to nothing that the rules remedy"):
        requests(single({1: TENS}, COMMUNITY, shuffle="manual", dealing_method="manual-shoe", wrong=wrong))


@pytest.mark.parametrize(("day", "by"), [(RECUT - DAY, "R-18.5c-before-recut"), (RECUT, "18.5(d)")])
def test_18_5_d_a_supervisor_may_have_the_cards_recut_since_may_20_1996(day, by):
    wrong = ({"before_card": 1, "what": "improper-cut"},)
    found = single(
        {1: TENS}, COMMUNITY, shuffle="manual", dealing_method="manual-shoe", wrong=wrong, as_of=day.isoformat()
    )
    assert found.remedied_by == {"improper-cut": by}


@pytest.mark.parametrize("card", [2, 6])
def test_18_5_d_no_recut_once_a_card_is_dealt(card):
    wrong = ({"before_card": card, "what": "improper-cut"},)
    with pytest.raises(TranscriptError, match="never came to the irregularity 'improper-cut'"):
        single({1: TENS}, COMMUNITY, shuffle="manual", dealing_method="manual-shoe", wrong=wrong)


# --- 18.6 and 18.6A: wagers -----------------------------------------------------------------------------------------


def refused(*wagers, as_of=None, **options):
    asked = Play(Round(opened(as_of, **options)))
    while asked.request.name != "take-wagers":
        asked.answer(asked.request.usual())
    with pytest.raises(WagerRefused) as found:
        asked.answer(Bets(placed=wagers))
    return found.value


def three(seat=1, amount=1000, **more):
    return tuple(Wager(seat, bet, amount, **more) for bet in BETS)


def test_18_6_a_wagers_lie_on_their_areas_of_the_layout():
    assert list(opened().layout) == [*BETS, "bonus"]
    assert str(refused(*three(), Wager(1, "ante", 1000)).by) == "18.6(a)"


def test_18_6_a_no_spoken_wager_with_cash():
    assert str(refused(*three(verbal="confirmed")).by) == "18.6(a)"


def test_18_6_a_a_coupon_only_where_coupons_are_taken():
    wagers = (*three()[:2], Wager(1, "bet-3", 1000, coupon=1000))
    assert str(refused(*wagers).by) == "18.6(a)"
    bets = ", ".join(f"1 {bet} 10.00" for bet in BETS)
    text = text_of("let-it-ride", bets, f"{TENS} {COMMUNITY}", decided([1]), match_play_accepted="on")
    for bet in BETS:
        with_coupon = text.replace(f'"{bet}", amount = "10.00"', f'"{bet}", amount = "10.00", coupon = "5.00"')
        found = Told(read_transcript(with_coupon.encode()))  # the coupon is paid at the odds, and taken
        assert found.net == {(1, each): "15.00" if each == bet else "10.00" for each in BETS}


def test_18_6_a_no_coupon_on_a_bonus_wager():
    bonus = Wager(1, "bonus", 100, coupon=100)
    assert str(refused(*three(), bonus, match_play_accepted="on").by) == "18.6(a)"


@pytest.mark.parametrize(("seat", "stands"), [(7, True), (8, False)])
def test_18_6_b_seven_positions(seat, stands):
    if stands:
        assert told({seat: TENS}).net[seat, "bet-3"] == "10.00"
    else:
        assert refused(*three(seat)).by.reading == "R-18.6b-seats"


def test_18_6_c_a_bet_put_down_after_the_call_goes_back():
    late = {"before_card": 1, "what": "late-wager", "seat": 2, "wager": "bet-1", "amount": "10.00"}
    found = told({1: TENS}, wrong=(late,))
    assert (found.result[2, "bet-1"], found.cite[2, "bet-1"]) == ("void", "R-18.6c-late")


def test_18_6_c_nothing_is_raised_after_the_call():
    more = {"before_card": 1, "what": "late-wager", "seat": 1, "wager": "bet-3", "amount": "5.00"}
    found = told({1: TENS}, wrong=(more,))
    bets = [(r.result, r.net) for r in found.verdict.required if r.wager == "bet-3"]
    assert bets == [("win", 1000), ("void", 0)]


@pytest.mark.parametrize(
    "wagers",
    [
        (Wager(1, "bet-1", 1000),),
        (Wager(1, "bet-1", 1000), Wager(1, "bet-2", 1000)),
        (Wager(1, "bet-2", 1000), Wager(1, "bet-3", 1000)),
        (*three()[:2], Wager(1, "bet-3", 1050)),
        (Wager(1, "bet-1", 950), *three()[1:]),
    ],
)
def test_18_6_d_three_equal_bets(wagers):
    assert str(refused(*wagers).by) == "18.6(d)"


def test_18_6_d_three_equal_bets_are_one_word_in_a_transcript_and_for_a_bot():
    table = opened()
    assert [w.on for w in bots_at(table, "always-ride", 1, SeededChance(1)).wagers] == list(BETS)
    assert set(told({1: TENS}).net) == {(1, bet) for bet in BETS}


def test_18_6_d_bets_three_and_those_that_ride_cannot_be_taken_back():
    asked = [r for r in requests(told({1: TENS})) if r.name == "ask"]
    assert [str(r.by) for r in asked] == ["18.10(b)", "18.10(e)"]


def accepted(lines):
    return ", ".join(f'{{seat = 1, wager = "{w}", amount = "{a}", accepted = true}}' for w, a in lines)


def test_18_6_d_unequal_bets_that_were_let_stand_are_cut_down_to_the_lowest():
    text = f"""
    game = "let-it-ride"
    wagers = [{accepted([("bet-1", "15.00"), ("bet-2", "10.00"), ("bet-3", "12.50")])}]
    cards = "{TENS} {COMMUNITY}"
    decisions = [{{seat = 1, choose = "let-it-ride"}}, {{seat = 1, choose = "let-it-ride"}}]
    """
    found = Told(read_transcript(text.encode()))
    assert found.net == {(1, bet): "10.00" for bet in BETS}
    assert found.remedied_by == {"unequal-bets": "R-18.6d-unequal"}
    assert found.play.table.felt.ledger.balance["patron:1"] == 3000


def test_18_6_d_three_bets_or_none_whatever_others_bet():
    at, by = Round(open_table("let-it-ride")), cite("18.6(d)")
    own, others = (tuple(Wager(seat, bet, 1000) for bet in BETS) for seat in (1, 2))
    for bet in (*own, *others):
        at.felt.put_down(bet, by)
    verify_bets(at, (), own, by)
    with pytest.raises(WagerRefused, match="three bets"):
        verify_bets(at, (), own[:1], by)


def test_18_6_d_whoever_was_let_stand_with_two_bets_gets_no_cards():
    text = f"""
    game = "let-it-ride"
    wagers = [{accepted([("bet-1", "10.00"), ("bet-2", "10.00")])}]
    cards = "{COMMUNITY}"
    """
    found = Told(read_transcript(text.encode()))
    assert found.result == {(1, "bet-1"): "void", (1, "bet-2"): "void"}
    assert set(found.cite.values()) == {"R-18.6d-incomplete"}
    others = ", ".join(f'{{seat = 2, wager = "{bet}", amount = "10.00"}}' for bet in BETS)
    text = text.replace("wagers = [", f"wagers = [{others}, ").replace(f'"{COMMUNITY}"', f'"{TENS} {COMMUNITY}"')
    text += 'decisions = [{seat = 2, choose = "let-it-ride"}, {seat = 2, choose = "let-it-ride"}]'
    found = Told(read_transcript(text.encode()))
    assert {seat for (seat, _), result in found.result.items() if result == "void"} == {1}
    assert {found.net[2, bet] for bet in BETS} == {"10.00"}


def test_18_6_e_two_positions_are_two_hands():
    found = told({1: TENS, 2: NINES}, two_adjacent_positions="on")
    assert found.net[1, "bet-3"] == "10.00"
    assert found.net[2, "bet-3"] == "-10.00"


@pytest.mark.parametrize(("day", "offered"), [(BONUS - DAY, False), (BONUS, True), (NEW_CHAPTER, True)])
def test_18_6a_the_bonus_wager_came_on_november_16_1998(day, offered):
    table = opened(day)
    assert ("bonus" in table.layout) is offered
    assert ("offer-bonus" in table.house.options) is offered
    if not offered:
        with pytest.raises(EditionError, match="1998-11-16"):
            opened(day, offer_bonus="on")
        with pytest.raises(EditionError, match="it came on 1998-11-16"):
            open_table("let-it-ride", day, Settings(pay_table={"bonus.flush": "$60"}))


@pytest.mark.parametrize("cents", [50, 150, 200])
def test_18_6a_the_bonus_wager_is_one_dollar(cents):
    assert refused(*three(), Wager(1, "bonus", cents)).by.reading == "R-18.6A-stake"


def test_18_6a_bonus_one_dollar_once():
    again = refused(*three(), Wager(1, "bonus", 100), Wager(1, "bonus", 100))
    assert (again.by.reading, "it has been made" in again.text) == ("R-18.6A-stake", True)


def test_18_6a_the_bonus_wager_goes_with_the_three_bets():
    assert refused(Wager(1, "bonus", 100)).by.reading == "R-18.6A-stake"


def test_18_6a_the_house_need_not_offer_it():
    assert "bonus" not in opened(offer_bonus="off").layout
    with pytest.raises(HouseRuleError, match="does not offer"):
        open_table("let-it-ride", None, Settings({"offer-bonus": "off"}, {"bonus.flush": "$60"}))


@pytest.mark.parametrize(("day", "allowed"), [(NEW_CHAPTER - DAY, False), (NEW_CHAPTER, True)])
def test_18_6a_the_three_card_bonus_is_known_since_2012(day, allowed):
    if allowed:
        assert "three-card-bonus" in opened(day, offer_three_card_bonus="on").layout
        assert "three-card-bonus" not in opened(day).layout
    else:
        with pytest.raises(EditionError):
            opened(day, offer_three_card_bonus="on")


@pytest.mark.parametrize(
    ("own", "tables"),
    [
        ("As Ks Qs", "50 50 100 40"),
        ("Ks Qs Js", "40 40 50 40"),
        ("2s 2d 2c", "30 30 25 30"),
        ("4s 3d 2c", "6 6 6 5"),
        ("9s 4s 2s", "3 4 3 4"),
        ("2s 2d Kc", "1 1 1 1"),
        ("As Kd Jc", "-1 -1 -1 -1"),
    ],
)
def test_18_6a_what_the_three_card_bonus_pays(own, tables):
    community = "8h 6d 7d"
    for name, pays in zip(THREE_CARD_TABLES, tables.split(), strict=True):
        house = {"offer_three_card_bonus": "on", "three_card_bonus_table": name}
        found = told({1: own}, community, BACK, BACK, extra="1 three-card-bonus 5.00", **house)
        assert found.net[1, "three-card-bonus"] == f"{5 * int(pays)}.00"


# --- 18.7 to 18.9: dealing ------------------------------------------------------------------------------------------


def where_cards_went(found: Told):
    return [(r.to, r.face, str(r.by)) for r in requests(found) if r.name == "draw"]


@pytest.mark.parametrize(("method", "section"), [("manual-shoe", "18.7"), ("hand", "18.8")])
def test_18_7_c_one_card_at_a_time_clockwise(method, section):
    found = single({1: TENS, 4: NINES}, COMMUNITY, dealing_method=method)
    expected = []
    for circuit in range(3):
        expected += [(f"seat:{seat}", "down", f"{section}(c){2 * circuit + 1}") for seat in (1, 4)]
        expected.append(("community", "down", f"{section}(c){2 * circuit + 2}"))
    assert where_cards_went(found) == expected


def card_dealt(method, number):
    """Where the card of this number went, at a table of one player."""
    to, face, by = where_cards_went(single({2: TENS}, COMMUNITY, dealing_method=method))[number - 1]
    return to, face, by


def test_18_7_c_1_a_first_card_to_each_player():
    assert card_dealt("manual-shoe", 1) == ("seat:2", "down", "18.7(c)1")


def test_18_7_c_2_a_first_community_card():
    assert card_dealt("manual-shoe", 2) == ("community", "down", "18.7(c)2")


def test_18_7_c_3_a_second_card_to_each_player():
    assert card_dealt("manual-shoe", 3) == ("seat:2", "down", "18.7(c)3")


def test_18_7_c_4_a_second_community_card():
    assert card_dealt("manual-shoe", 4) == ("community", "down", "18.7(c)4")


def test_18_7_c_5_a_third_card_to_each_player():
    assert card_dealt("manual-shoe", 5) == ("seat:2", "down", "18.7(c)5")


def test_18_7_c_6_a_third_community_card():
    assert card_dealt("manual-shoe", 6) == ("community", "down", "18.7(c)6")


def test_18_8_c_1_a_first_card_to_each_player():
    assert card_dealt("hand", 1) == ("seat:2", "down", "18.8(c)1")


def test_18_8_c_2_a_first_community_card():
    assert card_dealt("hand", 2) == ("community", "down", "18.8(c)2")


def test_18_8_c_3_a_second_card_to_each_player():
    assert card_dealt("hand", 3) == ("seat:2", "down", "18.8(c)3")


def test_18_8_c_4_a_second_community_card():
    assert card_dealt("hand", 4) == ("community", "down", "18.8(c)4")


def test_18_8_c_5_a_third_card_to_each_player():
    assert card_dealt("hand", 5) == ("seat:2", "down", "18.8(c)5")


def test_18_8_c_6_a_third_community_card():
    assert card_dealt("hand", 6) == ("community", "down", "18.8(c)6")


@pytest.mark.parametrize(
    ("method", "paragraph"), [("manual-shoe", "18.7(b)"), ("hand", "18.8(b)3"), ("automated-shoe", "18.9(b)2")]
)
def test_18_7_b_no_more_bets_before_the_first_card(method, paragraph):
    found = (told if method == "automated-shoe" else single)({1: TENS}, COMMUNITY, dealing_method=method)
    names = [r.name for r in requests(found)]
    assert found.called == ["No more bets"]
    assert names.index("announce") < names.index("draw")
    assert str(first_named(found, "announce").by) == paragraph


def test_18_8_b_3_no_more_bets_when_dealing_from_the_hand():
    assert str(first_named(single({1: TENS}, COMMUNITY, dealing_method="hand"), "announce").by) == "18.8(b)3"


def test_18_9_b_2_no_more_bets_before_a_stack():
    assert str(first_named(told({1: TENS}), "announce").by) == "18.9(b)2"


def test_18_8_a_the_house_may_deal_from_the_hand():
    assert opened(dealing_method="hand").house.options["dealing-method"] == "hand"


def test_18_8_b_1_dealing_from_the_hand_needs_a_shuffling_device():
    with pytest.raises(HouseRuleError, match="needs shuffle = automated") as refusal:
        opened(shuffle="manual", dealing_method="hand")
    assert str(refusal.value.by) == "18.8(b)1"


def test_18_9_a_the_automated_shoe_is_one_of_three_ways():
    methods = next(o for o in GAME.terms.options if o.id == "dealing-method").choices
    assert list(methods) == ["manual-shoe", "hand", "automated-shoe"]


def test_18_9_c_stacks_of_three_the_community_area_last():
    went = where_cards_went(told({2: TENS, 5: NINES}))
    assert [to for to, _, _ in went] == ["seat:2"] * 3 + ["seat:5"] * 3 + ["community"] * 3
    assert {by for _, _, by in went} == {"18.9(c)"}
    assert {face for _, face, _ in went} == {"down"}


@pytest.mark.parametrize(
    ("method", "paragraph"), [("manual-shoe", "18.7(d)"), ("hand", "18.8(d)"), ("automated-shoe", "18.9(d)")]
)
def test_18_7_d_the_stub_goes_unseen_to_the_rack(method, paragraph):
    found = (told if method == "automated-shoe" else single)({1: TENS}, COMMUNITY, dealing_method=method)
    assert str(first_named(found, "stub-to-rack").by) == paragraph
    names = [r.name for r in requests(found)]
    last_card = max(i for i, name in enumerate(names) if name == "draw")
    assert last_card < names.index("stub-to-rack") < names.index("ask")
    assert sorted(found.play.table.felt.rack) == sorted(f"{TENS} {COMMUNITY}".split())  # of the stub no card was seen


def test_18_8_d_the_stub_of_a_deck_held_in_the_hand():
    assert str(first_named(single({1: TENS}, COMMUNITY, dealing_method="hand"), "stub-to-rack").by) == "18.8(d)"


def test_18_9_d_the_stub_of_the_automated_shoe():
    assert str(first_named(told({1: TENS}), "stub-to-rack").by) == "18.9(d)"


def rounds_in_a_row(count, **options):
    table, opening, counted = opened(**options), Opening(), []
    bots = bots_at(table, "never-ride", 1, SeededChance(7))
    for _ in range(count):
        played = play(Round(table, Felt.opened(opening)), bots)
        opening = played.next_opening
        counted.append("count-stub" in [entry.request.name for entry in played.entries])
    return counted


def test_18_7_e_the_stub_is_counted_once_in_five_rounds():
    counted = rounds_in_a_row(10)
    assert counted == [False] * 4 + [True] + [False] * 4 + [True]


@pytest.mark.parametrize(
    ("method", "paragraph"), [("manual-shoe", "18.7(e)"), ("hand", "18.8(e)"), ("automated-shoe", "18.9(e)")]
)
def test_18_8_e_counted_by_every_method(method, paragraph):
    due = {"rounds-since-stub-count": "4"}
    deal = told if method == "automated-shoe" else single
    assert (
        str(first_named(deal({1: TENS}, COMMUNITY, dealing_method=method, opening=due), "count-stub").by) == paragraph
    )


def test_18_9_e_counted_with_an_automated_shoe():
    assert rounds_in_a_row(5, dealing_method="automated-shoe")[-1]


def test_18_7_e_1_a_count_that_makes_52():
    found = told({1: TENS}, opening={"rounds-since-stub-count": "4"})
    assert first_named(found, "count-stub").expected == 46
    by = [str(r.by) for r in requests(found)]
    assert by.index("18.7(e)1") < by.index("18.9(d)")
    assert sorted(found.play.table.felt.rack) == sorted(f"{TENS} {COMMUNITY}".split())  # of the stub no card was seen


@pytest.mark.parametrize(
    ("facts", "removed", "by"),
    [
        ({"number": 45}, True, "18.7(e)2"),
        ({"number": 47}, True, "18.7(e)2"),
        ({"number": 45, "misdealt": True}, False, "18.7(e)2"),
        ({"number": 44, "misdealt": True, "short": True}, True, "R-18.7e2-both"),
    ],
)
def test_18_7_e_2_a_wrong_count_voids_all_hands(facts, removed, by):
    wrong = ({"before_card": 1, "what": "stub-count-wrong", **facts},)
    found = told({1: TENS}, decisions="", wrong=wrong)
    assert set(found.result.values()) == {"void"}
    assert found.verdict.void
    assert found.remedied_by == {"stub-count-wrong": by}
    assert ("removed from the table" in found.remedies["stub-count-wrong"]) is removed


def counted_wrongly(method="automated-shoe", **facts):
    wrong = ({"before_card": 1, "what": "stub-count-wrong", **facts},)
    deal = told if method == "automated-shoe" else single_without_decisions
    found = deal({1: TENS}, COMMUNITY, dealing_method=method, wrong=wrong, decisions="")
    assert set(found.result.values()) == {"void"}
    return found.remedies["stub-count-wrong"]


def single_without_decisions(hands, community, decisions="", **more):
    cards = " ".join(f"{own} {shared}" for own, shared in zip(hands[1].split(), community.split(), strict=True))
    return told_game("let-it-ride", "1 bets 10.00", cards, decisions, **more)


def test_18_7_e_2_a_misdeal_keeps_the_deck():
    assert counted_wrongly(number=45, misdealt=True) == "all hands are void"


@pytest.mark.parametrize("number", [45, 47])
def test_18_7_e_2_a_deck_that_is_not_whole_leaves_the_table(number):
    assert counted_wrongly(number=number) == "all hands are void and the deck is removed from the table"


@pytest.mark.parametrize("method", ["manual-shoe", "hand", "automated-shoe"])
def test_18_8_e_a_wrong_count_is_that_of_18_7(method):
    assert counted_wrongly(method, number=45) == "all hands are void and the deck is removed from the table"
    assert counted_wrongly(method, number=45, misdealt=True) == "all hands are void"


@pytest.mark.parametrize("method", ["manual-shoe", "hand", "automated-shoe"])
def test_18_8_e_a_device_that_counts_relieves_by_every_method(method):
    assert not any(rounds_in_a_row(5, dealing_method=method, counting_shuffler="on"))


def test_18_7_f_a_device_that_counts_relieves_of_the_count():
    assert rounds_in_a_row(10, counting_shuffler="on") == [False] * 10
    with pytest.raises(HouseRuleError, match="needs shuffle = automated"):
        opened(shuffle="manual", counting_shuffler="on")


def test_18_7_f_a_deck_the_device_finds_wrong_leaves_the_table():
    wrong = ({"before_card": 1, "what": "shuffler-count-wrong"},)
    found = told({1: TENS}, wrong=wrong, counting_shuffler="on")
    assert "removed from the table" in found.remedies["shuffler-count-wrong"]
    assert found.net[1, "bet-3"] == "10.00"  # nothing was dealt yet: the round goes on with another deck
    with pytest.raises(TranscriptError, match="counting-shuffler = off"):
        told({1: TENS}, wrong=wrong)


# --- 18.10: the round -----------------------------------------------------------------------------------------------


def test_18_10_a_the_players_look_at_their_cards_before_they_decide():
    by = [str(r.by) for r in requests(told({1: TENS}))]
    assert by.index("18.10(a)") < by.index("18.10(b)")


def test_18_10_b_bet_one_is_asked_clockwise_from_the_left():
    asked = [r for r in requests(told({5: TENS, 2: NINES})) if r.name == "ask"]
    assert [(r.seat, str(r.by)) for r in asked] == [
        (2, "18.10(b)"),
        (5, "18.10(b)"),
        (2, "18.10(e)"),
        (5, "18.10(e)"),
    ]
    assert {r.choices for r in asked} == {("let-it-ride", "withdraw")}


def test_18_10_b_1_a_bet_that_rides_stays_to_the_end():
    assert told({1: NINES}).net == {(1, bet): "-10.00" for bet in BETS}


@pytest.mark.parametrize(("first", "second"), [(RIDE, RIDE), (RIDE, BACK), (BACK, RIDE), (BACK, BACK)])
def test_18_10_b_2_a_bet_withdrawn_is_void(first, second):
    found = told({1: NINES}, first=first, second=second)
    expected = {(1, "bet-1"): first, (1, "bet-2"): second}
    for at, choice in expected.items():
        assert found.result[at] == ("void" if choice == BACK else "lose")
        assert found.net[at] == ("0.00" if choice == BACK else "-10.00")
    assert found.result[1, "bet-3"] == "lose"
    if first == BACK:
        assert found.cite[1, "bet-1"] == "18.10(b)2"


def test_18_10_b_2_it_is_taken_off_at_once():
    names = [r.name for r in requests(told({1: TENS, 2: NINES}, first=BACK)) if r.name in ("ask", "give-back")]
    assert names == ["ask", "give-back"] * 2 + ["ask", "ask"]


def test_18_10_c_burned_when_all_have_decided_on_bet_one():
    acts = [r for r in requests(told({1: TENS, 2: NINES})) if r.name in ("ask", "to-rack")]
    named = [(r.name, str(r.by.paragraph)) for r in acts]
    assert named[:4] == [("ask", "18.10(b)")] * 2 + [("to-rack", "18.10(c)"), ("ask", "18.10(e)")]


def test_18_10_c_nobody_sees_the_burned_card():
    transcript = told({1: "Ks 8d 3c"}, "7h 2s Qd").transcript
    driver, seen = TranscriptDriver(transcript, transcript.table(), takes_outcome=False), set()

    def watched(request, table):
        seen.update(card for cards in table.felt.seen_by(None).values() for card in cards)
        return driver(request, table)

    play(Round(transcript.table()), watched)
    assert seen == {"??", "Ks", "8d", "3c", "7h", "2s"}


def test_18_10_c_the_top_card_is_burned():
    found = single({1: TENS}, "Kh 7s 2c", dealing_method="hand")
    burned = next(r for r in requests(found) if r.name == "to-rack")
    assert (burned.area, burned.at, str(burned.by)) == ("community", 2, "18.10(c)")
    assert found.play.table.felt.rack[0] == "2c"
    assert next(r for r in requests(told({1: TENS})) if r.name == "to-rack").by.reading == "R-18.10c-top"


def test_18_10_c_a_burned_card_makes_no_hand():
    assert told({1: "Ks 8d 3c"}, "7h 2s Kd").result[1, "bet-3"] == "lose"


def test_18_10_d_the_second_card_dealt_is_the_first_shown():
    shown = [r for r in requests(told({1: TENS})) if r.name == "turn-up"]
    assert [(r.area, r.at, str(r.by)) for r in shown] == [
        ("community", 1, "18.10(d)"),
        ("community", 0, "18.10(f)"),
        ("seat:1", None, "18.10(g)"),
    ]


def test_18_10_d_nobody_sees_a_community_card_too_early():
    table = Round(opened())
    asked = Play(table)
    seen = {}
    cards = iter("Ts Td 4c Kh 7s 2c".split())
    while asked.request is not None:
        request = asked.request
        if request.name == "ask":
            seen[str(request.by)] = table.felt.seen_by(1)["community"]
            asked.answer(Chosen("withdraw"))
        elif request.name == "take-wagers":
            asked.answer(Bets(placed=three()))
        elif request.name == "draw":
            asked.answer(request.answer(next(cards)))
        else:
            asked.answer(request.usual())
    assert seen == {"18.10(b)": ["??", "??", "??"], "18.10(e)": ["??", "7s"]}


def test_18_10_e_bet_two_is_asked_whatever_was_done_with_bet_one():
    decisions = f"1 {BACK}, 2 {RIDE}, 1 {RIDE}, 2 {BACK}"
    found = told({1: TENS, 2: "Js Jd 4d"}, decisions=decisions)
    assert found.result == {
        (1, "bet-1"): "void",
        (1, "bet-2"): "win",
        (1, "bet-3"): "win",
        (2, "bet-1"): "win",
        (2, "bet-2"): "void",
        (2, "bet-3"): "win",
    }


def test_18_10_e_asked_when_the_first_community_card_lies_face_up():
    by = [str(r.by) for r in requests(told({1: TENS, 2: NINES}))]
    assert by.index("18.10(d)") < by.index("18.10(e)") < by.index("18.10(f)")
    assert by.count("18.10(e)") == 2


def test_18_10_e_2_it_is_taken_off_at_once():
    names = [r.name for r in requests(told({1: TENS, 2: NINES}, second=BACK)) if r.name in ("ask", "give-back")]
    assert names == ["ask", "ask"] + ["ask", "give-back"] * 2


def test_18_10_e_1_bet_two_rides():
    assert told({1: TENS}, first=BACK).net[1, "bet-2"] == "10.00"


def test_18_10_e_2_bet_two_is_taken_back():
    assert told({1: TENS}, second=BACK).cite[1, "bet-2"] == "18.10(e)2"


def test_18_10_f_the_first_card_dealt_is_the_second_shown():
    assert told({1: "Ks 8d 3c"}, "Kh 2s 9h", BACK, BACK).net[1, "bet-3"] == "10.00"


def test_18_10_g_hands_are_turned_from_the_right():
    shown = [r.area for r in requests(told({1: TENS, 3: NINES, 6: "Js Jd 4h"})) if r.name == "turn-up"]
    assert shown[2:] == ["seat:6", "seat:3", "seat:1"]


def test_18_10_g_1_a_hand_is_three_cards_and_two():
    assert first_named(told({1: "5s 6d 7c"}, "8h 9d Ah", BACK, BACK), "read-hand").hand == "straight to the nine"


def test_18_10_g_2_every_hand_is_examined():
    reads = [r for r in requests(told({1: TENS, 2: NINES})) if r.name == "read-hand"]
    assert [r.area for r in reads] == ["seat:2", "seat:1"]


@pytest.mark.parametrize(
    ("own", "community", "result"),
    [
        ("9s 9d 4c", "Kh 7s 2h", "lose"),
        ("9s 9d Ac", "Kh Qs 2h", "lose"),
        ("Ts Td 2c", "3h 4s 5h", "win"),
        ("As Kd Qc", "Jh 9s 2h", "lose"),
        ("2s 2d 3c", "3h 4s 5h", "win"),
        ("9s 8d 2c", "Th Td 5h", "win"),  # both tens are community cards
        ("8s 7d 2c", "9h 9d 5h", "lose"),
    ],
)
def test_18_10_h_lower_than_a_pair_of_tens_loses(own, community, result):
    found = told({1: own}, community)
    assert set(found.result.values()) == {result}
    if result == "lose":
        assert set(found.cite.values()) == {"18.10(h)"}


def test_18_10_h_all_losing_wagers_are_taken_before_any_is_paid():
    found = told({1: NINES, 2: TENS, 3: "8s 8d 4h"}, "Kh 7s 2c")
    money = [r.name for r in requests(found) if r.name in ("collect", "pay")]
    assert money == ["collect", "collect", "pay"]
    assert found.play.table.felt.rack[:7] == ["2c", "8s", "8d", "4h", "9s", "9d", "4d"]  # burned, then losers


def test_18_10_h_losing_wagers_go_to_the_table_inventory():
    balance = told({1: NINES}, second=BACK).play.table.felt.ledger.balance
    assert (balance["inventory"], balance["patron:1"]) == (2000, -2000)


def test_18_10_h_the_cards_of_losers_go_to_the_rack_before_anything_is_paid():
    acts = [r for r in requests(told({1: NINES, 2: TENS, 3: "8s 8d 4h"})) if r.name in ("to-rack", "pay")]
    named = [(r.name, getattr(r, "area", "")) for r in acts[1:]]  # the first one is the burned card
    assert named[:3] == [("to-rack", "seat:3"), ("to-rack", "seat:1"), ("pay", "")]


def test_18_10_h_a_losing_bonus_wager_is_taken_before_the_bets_are_paid():
    found = told({1: TENS}, extra="1 bonus 1.00")
    assert found.net[1, "bonus"] == "-1.00"
    assert found.cite[1, "bonus"] == "R-18.10h-bonus"
    money = [r.name for r in requests(found) if r.name in ("collect", "pay", "award")]
    assert money == ["collect", "pay"]


@pytest.mark.parametrize(("day", "bonus"), [(BONUS - DAY, False), (BONUS, True)])
def test_18_10_i_winning_bonus_wagers_are_paid_since_november_16_1998(day, bonus):
    extra = "1 bonus 1.00" if bonus else ""
    found = told({1: "9s 9d 9c"}, "Kh 2s 4h", extra=extra, as_of=day.isoformat())
    assert found.net.get((1, "bonus")) == ("4.00" if bonus else None)
    if not bonus:
        with pytest.raises(WagerRefused):
            told({1: "9s 9d 9c"}, "Kh 2s 4h", extra="1 bonus 1.00", as_of=day.isoformat())


def test_18_10_i_1_winners_are_paid_from_the_right():
    found = told({1: TENS, 4: "Js Jd 4h", 7: "Qs Qd 4d"}, extra="4 bonus 1.00, 7 bonus 1.00")
    paid = [r.results[0].wager.seat for r in requests(found) if r.name == "pay"]
    assert paid == [7, 4, 1]


def test_18_10_i_2_winning_hands_stay_until_all_are_paid():
    found = told({1: TENS, 4: "Js Jd 4h"})
    names = [(r.name, getattr(r, "area", "")) for r in requests(found)]
    last_paid = max(i for i, (name, _) in enumerate(names) if name == "pay")
    assert names[last_paid + 1 :] == [("to-rack", "seat:4"), ("to-rack", "seat:1"), ("to-rack", "community")]


# --- 18.11: payouts -------------------------------------------------------------------------------------------------

LEAST = {
    "royal-flush": 1000,
    "straight-flush": 200,
    "four-of-a-kind": 50,
    "full-house": 11,
    "flush": 8,
    "straight": 5,
    "three-of-a-kind": 3,
    "two-pair": 2,
    "tens-or-better": 1,
}


@pytest.mark.parametrize("asked", ["9 for 1", "9 for one"])
def test_18_11_a_odds_are_stated_with_to(asked):
    with pytest.raises(HouseRuleError):
        open_table("let-it-ride", None, Settings(pay_table={"bets.flush": asked}))
    house = b'[[table]]\ngame = "let-it-ride"\npay-table = { "bets.flush" = "9 for 1" }\n'
    assert any(found.paragraph == "13:69F-18.11(a)" for found in check(house))


@pytest.mark.parametrize(
    ("printed", "conforms"),
    [("8 to 1", True), ("win 8", True), ("1 wins 8", True), ("8 for 1", False), ("9 for 1", False), ("8:1", False)],
)
def test_18_11_a_odds_in_print_say_to_or_win(printed, conforms):
    house = f"""
        as_of = 1999-01-01
        [[table]]
        game = "let-it-ride"
        options = {{ offer-bonus = false }}
        printed-odds = {{ "bets.flush" = "{printed}" }}
    """
    found = check(house.encode())
    assert [violation.paragraph for violation in found] == ([] if conforms else ["19:47-18.11(a)"])


@pytest.mark.parametrize(("row", "pays"), LEAST.items())
def test_18_11_b_no_less_than_the_odds_listed(row, pays):
    assert str(opened().house.pays[f"bets.{row}"]) == f"{pays:,} to 1"
    better = open_table("let-it-ride", None, Settings(pay_table={f"bets.{row}": f"{pays + 1} to 1"}))
    assert better.house.pays[f"bets.{row}"].pays == pays + 1
    with pytest.raises(HouseRuleError, match="the minimum is") as refusal:
        open_table("let-it-ride", None, Settings(pay_table={f"bets.{row}": f"{2 * pays - 1} to 2"}))
    assert str(refusal.value.by) == "18.11(b)"


@pytest.mark.parametrize(
    ("bet", "paid"),
    [
        ("16.50", ["16500.00", "16500.00", "16500.00"]),  # $49,500
        ("17.00", ["16666.67", "16666.67", "16666.66"]),  # $51,000 is capped
        ("50.00", ["16666.67", "16666.67", "16666.66"]),
    ],
)
def test_18_11_c_the_cap_covers_the_bets_of_a_hand_together(bet, paid):
    found = told({1: ROYAL}, ROYAL_REST, bets=bet)
    assert [found.net[1, kind] for kind in BETS] == paid
    assert found.cite[1, "bet-1"] == ("18.11(b)" if bet == "16.50" else "18.11(c)")


def test_18_11_c_the_cap_to_the_cent():
    exactly = told({1: ROYAL}, ROYAL_REST, BACK, bets="25.00")  # two bets: $50,000
    assert [exactly.net[1, bet] for bet in BETS] == ["0.00", "25000.00", "25000.00"]
    assert exactly.cite[1, "bet-3"] == "18.11(b)"
    above = told({1: ROYAL}, ROYAL_REST, BACK, bets="25.01", smallest_chip="0.01")
    assert [above.net[1, bet] for bet in BETS] == ["0.00", "25000.00", "25000.00"]
    assert above.cite[1, "bet-3"] == "18.11(c)"


def test_18_11_c_each_position_has_its_own_cap_and_the_house_may_have_none_or_a_higher_one():
    community = "Js Ts 2d"
    both = told({1: "As Ks Qs", 2: "9s 8s 7s"}, community, bets="100.00")
    assert sum(float(both.net[1, bet]) for bet in BETS) == 50_000
    assert sum(float(both.net[2, bet]) for bet in BETS) == 50_000
    assert told({1: ROYAL}, ROYAL_REST, bets="100.00", payout_limit="none").net[1, "bet-1"] == "100000.00"
    higher = told({1: ROYAL}, ROYAL_REST, bets="100.00", payout_limit="90000")
    assert higher.net[1, "bet-1"] == "30000.00"


@pytest.mark.parametrize("cap", ["49999.99", "0", "-50000"])
def test_18_11_c_no_cap_below_50000(cap):
    with pytest.raises(HouseRuleError) as refusal:
        opened(payout_limit=cap)
    assert refusal.value.by.reading == "R-18.11c-amount"
    assert opened(payout_limit="50000.01").house.options["payout-limit"] == "50000.01"


@pytest.mark.parametrize(
    ("before", "now", "told_so", "conforms"),
    [
        ("75000.00", "50000.00", "", False),
        ("none", "50000.00", "", False),
        ("75000.00", "50000.00", 'notices = { payout-limit = "50000.00" }', True),
        ("75000.00", "50000.00", 'layout = ["the payout limit"]', True),
        ("50000.00", "50000.00", "", True),
        ("50000.00", "75000.00", "", True),
        ("50000.00", "none", "", True),
    ],
)
def test_18_11_c_notice_is_given_of_a_decrease_unless_the_layout_shows_the_limit(before, now, told_so, conforms):
    house = f"""
        as_of = 1998-12-01
        [[table]]
        game = "let-it-ride"
        options = {{ payout-limit = "{now}", offer-bonus = false }}
        before = {{ payout-limit = "{before}" }}
        {told_so}
    """
    found = check(house.encode())
    assert [violation.paragraph for violation in found] == ([] if conforms else ["19:47-18.11(c)"])


@pytest.mark.parametrize(
    ("day", "cap", "signs", "missing"),
    [
        ("2012-03-18", "50000.00", "", []),
        ("2012-03-19", "50000.00", "", ["18.11(c) R-18.11c-sign"]),
        ("2012-03-19", "75000.00", "", ["18.11(c) R-18.11c-sign"]),
        ("2012-03-19", "75000.00", 'payout-limit = "75000.00"', []),
        ("2012-03-19", "75000.00", 'payout-limit = "50000.00"', ["18.11(c) R-18.11c-sign"]),
        ("2012-03-19", "none", "", []),
    ],
)
def test_18_11_c_a_sign_explains_the_cap(day, cap, signs, missing):
    """R-18.11c-sign: since 2012-03-19, also where the layout shows it; a table without a cap needs none."""
    options = f'options = {{ payout-limit = "{cap}", offer-bonus = false }}\nlayout = ["the payout limit"]'
    house = f'as_of = {day}\n[[table]]\ngame = "let-it-ride"\n{options}\nnotices = {{ {signs} }}'
    assert [str(found.cite) for found in check(house.encode())] == missing


def test_18_11_c_what_was_decreased_is_an_option():
    settings = 'options = { offer-bonus = false, payout-limit = "none" }\nbefore = { cap = "1" }'
    (strange,) = check(f'[[table]]\ngame = "let-it-ride"\n{settings}'.encode())
    assert "no option is called 'cap'" in strange.what


def test_18_11_c_the_cap_does_not_touch_the_bonus():
    assert told({1: ROYAL}, ROYAL_REST, bets="100.00", extra="1 bonus 1.00").net[1, "bonus"] == "24999.00"


@pytest.mark.parametrize(
    ("own", "community", "pays"),
    [
        ("As Ks Qs", "Js Ts 2d", 25_000),
        ("9s Ks Qs", "Js Ts 2d", 2_500),
        ("9s 9d 9c", "9h Ts 2d", 400),
        ("9s 9d 9c", "Th Ts 2d", 200),
        ("2s Ks Qs", "Js Ts 2d", 50),
        ("9d Ks Qs", "Js Ts 2d", 25),
        ("9s 9d 9c", "4h Ts 2d", 5),
        ("9s 9d Tc", "4h Ts 2d", 0),  # two pair
    ],
)
def test_18_11_d_sums_of_money(own, community, pays):
    found = told({1: own}, community, extra="1 bonus 1.00", as_of="1998-11-16")
    assert found.net[1, "bonus"] == f"{pays - 1}.00"


def test_18_11_d_no_less_than_the_sums_listed():
    better = open_table("let-it-ride", None, Settings(pay_table={"bonus.flush": "$75"}))
    assert better.house.pays["bonus.flush"].cents == 7500
    with pytest.raises(HouseRuleError, match=r"bonus\.flush pays \$49\.99; the minimum is \$50"):
        open_table("let-it-ride", None, Settings(pay_table={"bonus.flush": "$49.99"}))


# --- 18.12: irregularities ------------------------------------------------------------------------------------------


def test_18_12_a_one_card_face_up_is_not_used():
    wrong = ({"before_card": 2, "what": "card-found-face-up"},)
    found = told_game("let-it-ride", "1 bets 10.00", f"Ts As Td 4c {COMMUNITY}", decided([1]), wrong=wrong)
    assert found.net[1, "bet-3"] == "10.00"
    assert found.play.table.felt.rack[0] == "As"
    assert found.remedied_by == {"card-found-face-up": "18.12(a)"}
    assert not found.verdict.void


def test_18_12_a_a_second_card_face_up_voids_all_hands():
    wrong = tuple({"before_card": n, "what": "card-found-face-up"} for n in (2, 3))
    found = told_game("let-it-ride", "1 bets 10.00, 2 bets 5.00", "Ts As Ad", "", wrong=wrong)
    assert set(found.result.values()) == {"void"}
    assert set(found.cite.values()) == {"18.12(a)"}
    assert found.verdict.void


@pytest.mark.parametrize(
    ("cards", "wrong"),
    [
        ("Ts As Ad", tuple({"before_card": n, "what": "card-found-face-up"} for n in (2, 3))),
        (f"{TENS} {COMMUNITY}", ({"before_card": 1, "what": "community-wrong-number", "cards": 2},)),
        ("Ts Td", ({"before_card": 3, "what": "shoe-jam"},)),
    ],
)
def test_18_12_c_after_void_hands_all_cards_are_shuffled_again(cards, wrong):
    void = told_game("let-it-ride", "1 bets 10.00", cards, "", wrong=wrong)
    assert void.verdict.void
    assert not any(void.play.table.felt.cards.values())  # what was dealt is gathered in
    after = told({1: TENS}, opening=void.play.next_opening.state)
    assert [r.name for r in requests(after)].count("shuffle") == 1
    felt = after.play.table.felt
    assert felt.shoe.total() + len(felt.rack) == 52


def test_18_12_b_a_card_drawn_in_error_is_the_next_card():
    found = told({1: TENS}, wrong=({"before_card": 3, "what": "card-drawn-in-error"},))
    assert found.net[1, "bet-3"] == "10.00"
    assert found.remedied_by == {"card-drawn-in-error": "18.12(b)"}


@pytest.mark.parametrize(
    "wrong",
    [
        {"what": "player-wrong-number", "seat": 1, "cards": 4},
        {"what": "player-wrong-number", "seat": 2, "cards": 2},
        {"what": "community-wrong-number", "cards": 2},
        {"what": "community-wrong-number", "cards": 4},
    ],
)
def test_18_12_c_a_misdeal_found_at_the_table_voids_all_hands(wrong):
    found = told({1: TENS, 2: NINES}, decisions="", wrong=({"before_card": 1, **wrong},), extra="1 bonus 1.00")
    assert set(found.result.values()) == {"void"}
    assert (1, "bonus") in found.result
    assert found.remedied_by == {wrong["what"]: "18.12(c)"}


def test_18_12_c_a_misdeal_found_by_the_count_is_another_paragraph():
    at_the_table = {"before_card": 1, "what": "player-wrong-number", "seat": 1, "cards": 4}
    by_the_count = {"before_card": 1, "what": "stub-count-wrong", "number": 45, "misdealt": True}
    cites = [set(told({1: TENS}, decisions="", wrong=(w,)).cite.values()) for w in (at_the_table, by_the_count)]
    assert cites == [{"18.12(c)"}, {"18.7(e)2"}]


def test_18_12_d_a_jammed_shuffler_shuffles_again():
    wrong = ({"before_card": 1, "what": "shuffler-jam"},)
    found = told({1: TENS}, wrong=wrong)
    assert [r.name for r in requests(found)].count("shuffle") == 2
    assert found.remedied_by == {"shuffler-jam": "18.12(d)"}
    with pytest.raises(TranscriptError, match="shuffle = manual"):
        single({1: TENS}, COMMUNITY, wrong=wrong, shuffle="manual", dealing_method="manual-shoe")


@pytest.mark.parametrize("at", [1, 4, 6])
def test_18_12_e_a_jammed_shoe_voids_the_round(at):
    cards = " ".join(f"{TENS} {COMMUNITY}".split()[: at - 1])
    found = told_game("let-it-ride", "1 bets 10.00", cards, "", wrong=({"before_card": at, "what": "shoe-jam"},))
    assert set(found.result.values()) == {"void"}
    assert found.remedied_by == {"shoe-jam": "18.12(e)"}
    with pytest.raises(TranscriptError, match="dealing-method = hand"):
        single({1: TENS}, COMMUNITY, wrong=({"before_card": 1, "what": "shoe-jam"},), dealing_method="hand")


def test_18_12_f_a_device_leaves_the_table_before_another_method():
    found = told({1: TENS}, wrong=({"before_card": 1, "what": "device-not-removed"},))
    assert found.remedied_by == {"device-not-removed": "18.12(f)"}
    assert [r.name for r in requests(found)].count("shuffle") == 2


@pytest.mark.parametrize("decision", [1, 2, 3, 4])
def test_18_10_d_a_community_card_shown_too_early_voids_all_hands(decision):
    done = [f"1 {BACK}", f"2 {RIDE}", f"1 {RIDE}", f"2 {BACK}"][: decision - 1]
    wrong = ({"before_decision": decision, "what": "community-card-exposed"},)
    found = told({1: TENS, 2: NINES}, decisions=", ".join(done), wrong=wrong)
    assert set(found.result.values()) == {"void"}
    assert found.remedied_by == {"community-card-exposed": "R-18.10d-exposed"}
    if decision > 1:
        assert found.cite[1, "bet-1"] == "18.10(b)2"  # withdrawn before, and with the player already


@pytest.mark.parametrize("decision", [1, 2])
def test_18_10_d_the_burned_card_shown_changes_nothing(decision):
    found = told({1: TENS}, wrong=({"before_decision": decision, "what": "burn-card-exposed"},))
    assert found.net == {(1, bet): "10.00" for bet in BETS}
    assert found.remedied_by == {"burn-card-exposed": "R-18.10d-exposed"}


# --- disputes, editions, coverage -----------------------------------------------------------------------------------


def test_18_11_b_a_dealer_who_paid_a_pair_of_nines_is_found_out():
    done = ({"seat": 1, "wager": "bets", "paid": "30.00"},)
    (difference,) = told({1: NINES}, done=done).verdict.differences
    assert (difference.done, difference.required, str(difference.by)) == (3000, -3000, "18.10(h)")
    each = tuple({"seat": 1, "wager": bet, "collected": "10.00"} for bet in BETS)
    assert told({1: NINES}, done=each).verdict.differences == []


def test_three_editions_are_three_games():
    houses = [opened(day).house for day in (date(1996, 6, 17), COLOURS, BONUS)]
    colours = next(o for o in GAME.terms.options if o.id == "cover-card")
    assert [len(colours.possible(house.as_of)) for house in houses] == [2, 3, 3]
    assert ["bonus.flush" in house.pays for house in houses] == [False, False, True]


def test_what_changed_between_1996_and_1998_and_what_the_bonus_wager_costs():
    found = differences("let-it-ride", date(1996, 6, 17), BONUS)
    assert [p["cite"] for p in found["came"]] == ["19:47-18.6A", "19:47-18.11(d)"]
    assert [a["date"] for a in found["amended"]] == ["1998-09-08", "1998-11-16", "1998-11-16", "1998-11-16"]
    assert found["wagers"]["came"] == [
        {"wager": "bonus", "option": "offer-bonus", "edge": "460/1911", "edge_decimal": float(460 / 1911)}
    ]
    assert found["odds"] == []  # the three bets cost what they did
    assert {o["id"] for o in found["options"]["came"]} == {"offer-bonus"}


def test_there_is_no_game_before_its_first_day():
    assert open_table("let-it-ride", FIRST_DAY)
    with pytest.raises(EditionError):
        open_table("let-it-ride", FIRST_DAY - DAY)


def test_18_10_a_1_touching_cards_changes_nothing():
    wrong = ({"before_decision": 1, "what": "cards-touched", "seats": [2]},)
    found = told({1: TENS, 2: NINES}, wrong=wrong)
    assert found.net == told({1: TENS, 2: NINES}).net
    assert found.remedied_by == {"cards-touched": "R-18.10a1-touch"}


def test_18_10_b_players_who_tell_their_cards_forfeit_nothing():
    """Unlike 16.10(c); and those who talked decide as they like."""
    wrong = ({"before_decision": 1, "what": "players-communicated", "seats": [1, 2]},)
    found = told({1: TENS, 2: NINES}, wrong=wrong)
    assert found.net == told({1: TENS, 2: NINES}).net
    assert found.remedied_by == {"players-communicated": "R-18.10b-exchange"}


# --- 18.12, 18.6(c): noticed at any moment, and whose card it was -----------------------------------------------------


TWO_HANDS = {1: TENS, 2: NINES}


@pytest.mark.parametrize(
    ("request_name", "by"),
    [("ask", "18.10(b)"), ("turn-up", "18.10(d)"), ("ask", "18.10(e)"), ("turn-up", "18.10(f)")],
)
@pytest.mark.parametrize("what", ["player-wrong-number", "community-wrong-number"])
def test_18_12_c_a_misdeal_found_at_any_moment_voids_all_hands(request_name, by, what):
    verdict = noticed(told(TWO_HANDS, second=BACK).transcript, request_name, by, found=what)
    assert remedied(verdict) == [(what, "18.12(c)")]
    assert {r.result for r in verdict.required} == {"void"}


def test_18_12_c_found_when_the_hands_are_shown_bets_withdrawn_stay_with_the_player():
    verdict = noticed(told(TWO_HANDS, first=BACK).transcript, "turn-up", "18.10(f)", found="player-wrong-number")
    cites = {(r.seat, r.wager): str(r.by) for r in verdict.required}
    assert (cites[1, "bet-1"], cites[1, "bet-2"], cites[1, "bet-3"]) == ("18.10(b)2", "18.12(c)", "18.12(c)")


def test_18_10_f_a_community_card_exposed_after_the_last_decision_changes_nothing():
    verdict = noticed(told(TWO_HANDS).transcript, "turn-up", "18.10(f)", found="community-card-exposed")
    assert remedied(verdict) == [("community-card-exposed", "R-18.10d-exposed")]
    assert "void" not in {r.result for r in verdict.required}


@pytest.mark.parametrize(
    ("cards", "wrong"),
    [
        ("Ts 9s Kh Td 9d 7s 4c 2c", {"before_card": 8, "what": "card-left-out", "seat": 2}),
        ("Ts 9s Kh Td 9d 7s 4c 4d", {"before_card": 9, "what": "card-left-out"}),
        ("Ts 9s Kh Td 9d 5h 7s 4c 4d 2c", {"before_card": 6, "what": "card-dealt-twice", "seat": 2}),
        ("Ts 9s Kh Td 9d 7s 5h 4c 4d 2c", {"before_card": 7, "what": "card-dealt-twice"}),
    ],
)
def test_18_12_c_whose_card_was_left_out_or_came_twice(cards, wrong):
    found = told_game(
        "let-it-ride", "1 bets 10.00, 2 bets 10.00", cards, wrong=(wrong,), dealing_method="hand", as_of="1999-01-01"
    )
    assert set(found.result.values()) == {"void"}
    assert set(found.cite.values()) == {"18.12(c)"}
    whose = "player" if "seat" in wrong else "community"
    assert found.remedied_by == {str(wrong["what"]): "18.12(c)", f"{whose}-wrong-number": "18.12(c)"}


@pytest.mark.parametrize(("kind", "seat"), [("bet-3", 1), ("bonus", 2)])
def test_18_6_c_nothing_is_taken_back_after_the_call(kind, seat):
    wrong = {"before_card": 4, "what": "wager-withdrawn", "seat": seat, "wager": kind}
    found = told(TWO_HANDS, extra="2 bonus 1.00", wrong=(wrong,), as_of="1999-01-01")
    assert found.remedied_by == {"wager-withdrawn": "18.6(c)"}
    assert (found.net[1, "bet-3"], found.net[2, "bet-3"]) == ("10.00", "-10.00")
