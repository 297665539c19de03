"""What a dealer did is compared with what must change hands: paid, collected, returned, marked."""

import pytest

from nomorebets.errors import TranscriptError
from nomorebets.rulings.comparison import Key
from nomorebets.rulings.dispute import Verdict, rule_on
from nomorebets.rulings.transcript import read_transcript


def ruled(text: str, done: str = "") -> Verdict:
    return rule_on(read_transcript(f"{text}\ndone = [{done}]".encode()))


def differences(text: str, done: str) -> list[tuple[int, str, int, int]]:
    return [(d.seat, d.wager, d.done, d.required) for d in ruled(text, done).differences]


FLUSH = """
game = "caribbean-stud"
as_of = "2005-01-01"
wagers = [ {seat=1, wager="ante", amount="10.00"}, {seat=1, wager="progressive-payout", amount="1.00"} ]
cards = "As Js 9s 6s 3s  Ad Kd 2c 3d 7c"
decisions = [ {seat=1, choose="bet"} ]
"""


@pytest.mark.parametrize(("paid", "right"), [("49.00", False), ("50.00", True), ("51.00", False)])
def test_16_12_e_a_progressive_wager_is_paid_its_whole_award(paid, right):
    """The chip went down the slot: what is paid is the award, not the award less the chip."""
    verdict = ruled(FLUSH, f'{{seat=1, wager="progressive-payout", paid="{paid}"}}')
    assert (not verdict.differences) is right
    if not right:
        row = verdict.to_dict()["differences"][0]
        assert (row["done_as"]["paid"], row["required_as"]["paid"], row["required"]) == (paid, "50.00", "49.00")


@pytest.mark.parametrize(("paid", "right"), [("4.00", False), ("5.00", True)])
def test_18_11_d_the_bonus_for_three_of_a_kind_pays_five_dollars(paid, right):
    told = """
game = "let-it-ride"
as_of = "1999-01-01"
wagers = [ {seat=1, wager="bets", amount="10.00"}, {seat=1, wager="bonus", amount="1.00"} ]
cards = "2s 2d 7c  2h 9s Kd"
decisions = [ {seat=1, choose="let-it-ride"}, {seat=1, choose="let-it-ride"} ]
"""
    assert (not differences(told, f'{{seat=1, wager="bonus", paid="{paid}"}}')) is right


BANKER = """
game = "punto-banco"
as_of = "2000-01-01"
house = { settlement-order = "pay-all-then-vig", vig-collection = "%s" }
wagers = [ {seat=2, wager="banker", amount="100.00"} ]
cards = "2s 9h 3d Kc"
"""
IN_FULL = '{seat=2, wager="banker", paid="100.00"}'


@pytest.mark.parametrize(
    ("collection", "done", "wrong"),
    [
        ("deferred", IN_FULL, []),
        ("deferred", IN_FULL + ', {seat=2, wager="vigorish", marked="5.00"}', []),
        ("deferred", IN_FULL + ', {seat=2, wager="vigorish", marked="3.00"}', [(2, "vigorish", -300, -500)]),
        ("deferred", IN_FULL + ', {seat=2, wager="vigorish", collected="5.00"}', [(2, "vigorish", -500, -500)]),
        ("deferred", '{seat=2, wager="banker", paid="95.00"}', [(2, "banker", 9500, 9500)]),
        ("at-payment", IN_FULL + ', {seat=2, wager="vigorish", collected="5.00"}', []),
        ("at-payment", IN_FULL + ', {seat=2, wager="vigorish", marked="5.00"}', [(2, "vigorish", -500, -500)]),
    ],
)
def test_3_10_b_paid_in_full_and_the_vigorish_collected_or_marked(collection, done, wrong):
    assert differences(BANKER % collection, done) == wrong


def test_3_10_b_vigorish_of_which_nothing_is_told_is_listed():
    verdict = ruled(BANKER % "deferred", IN_FULL)
    assert (verdict.not_told, verdict.is_right) == ([Key(2, "vigorish")], False)


LESS = '{seat=2, wager="banker", paid="95.00"}'
TAKEN = '{seat=2, wager="vigorish", collected="5.00"}'


@pytest.mark.parametrize("order", ["pay-vig-each", "vig-pay-each"])
@pytest.mark.parametrize(
    ("collection", "done", "wrong"),
    [
        ("at-payment", LESS, []),
        ("at-payment", f"{IN_FULL}, {TAKEN}", []),
        ("at-payment", f"{LESS}, {TAKEN}", [(2, "vigorish", -500, 0)]),
        ("at-payment", '{seat=2, wager="banker", paid="94.00"}', [(2, "banker", 9400, 9500)]),
        ("deferred", LESS, [(2, "banker", 9500, 9500)]),
    ],
)
def test_3_10_b_paid_less_vigorish_where_it_is_taken_with_the_payment(order, collection, done, wrong):
    """Vigorish that is marked is not kept from a payment, and what was kept is not collected once more."""
    told = BANKER.replace("pay-all-then-vig", order) % collection
    verdict = ruled(told, done)
    assert [(d.seat, d.wager, d.done, d.required) for d in verdict.differences] == wrong
    assert verdict.is_right is (collection == "at-payment" and not wrong)


@pytest.mark.parametrize("order", ["pay-all-then-vig", "vig-all-then-pay"])
def test_3_10_b_1_all_are_paid_in_full_where_vigorish_is_another_pass(order):
    """With two winners nothing can be kept from a payment: the vigorish of both is taken before or after both."""
    two = BANKER.replace('"100.00"}', '"100.00"}, {seat=4, wager="banker", amount="100.00"}')
    told = two.replace("pay-all-then-vig", order) % "at-payment"
    assert differences(told, LESS) == [(2, "banker", 9500, 9500)]


ZERO = 'game = "roulette"\nwagers = [ {seat=1,wager="red",amount=5} ]\nspins = "0"'


@pytest.mark.parametrize(
    ("done", "wrong"),
    [
        ('{seat=1,wager="red",collected="2.50"}', []),
        ('{seat=1,wager="red",returned="2.50"}', []),
        ('{seat=1,wager="red",collected="2.50"}, {seat=1,wager="red",returned="2.50"}', []),
        ('{seat=1,wager="red",collected="2.50"}, {seat=1,wager="red",returned="1.50"}', [(1, "red", -350, -250)]),
        ('{seat=1,wager="red",collected="5.00"}', [(1, "red", -500, -250)]),
        ('{seat=1,wager="red",returned="5.00"}', [(1, "red", 0, -250)]),
        ('{seat=1,wager="red",returned=true}', [(1, "red", 0, -250)]),
        ('{seat=1,wager="red",paid="5.00"}', [(1, "red", 500, -250)]),
    ],
)
def test_5_2_b_half_is_collected_or_half_returned(done, wrong):
    assert differences(ZERO, done) == wrong


VOID = """
game = "caribbean-stud"
as_of = "2005-01-01"
wagers = [ {seat=1, wager="ante", amount="10.00"} ]
cards = "9s 9c 4d 3h 2h  Ad Kd 2c 3d 7c"
irregularities = [ {before_decision=1, what="hole-card-exposed"} ]
"""


@pytest.mark.parametrize(
    ("returned", "wrong"), [('"1.00"', [(1, "ante", -900, 0)]), ('"10.00"', []), ("true", []), ('"11.00"', None)]
)
def test_16_13_a_a_void_wager_is_returned_whole(returned, wrong):
    found = differences(VOID, f'{{seat=1, wager="ante", returned={returned}}}')
    assert found == wrong if wrong is not None else found


def test_a_winner_whose_wager_is_only_returned_was_not_paid():
    told = 'game = "roulette"\nwagers = [ {seat=1,wager="red",amount=5} ]\nspins = "1"'
    assert differences(told, '{seat=1,wager="red",returned="5.00"}') == [(1, "red", 0, 500)]
    assert differences(told, '{seat=1,wager="red",paid="5.00"}, {seat=1,wager="red",returned="5.00"}') == []


def test_of_what_nothing_is_told_no_claim_is_made():
    verdict = ruled(FLUSH)
    assert [key.words for key in verdict.not_told] == ["seat 1 progressive-payout", "seat 1 ante", "seat 1 bet"]
    assert not verdict.says_what_was_done
    assert not verdict.is_right
    told = ruled(FLUSH, '{seat=1, wager="ante", paid="10.00"}').to_dict()
    assert told["not_told"] == [{"seat": 1, "wager": "progressive-payout"}, {"seat": 1, "wager": "bet"}]
    assert told["differences"] == []


TICKET = """
game = "keno"
tickets = [ {seat = 1, groups = ["1 2", "3"], ways = "1/2 1/3", price = "1.00"} ]
draws = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20"
"""
THREE_GAMES = """
game = "keno"
house = { multi-game-max = 3 }
tickets = [ {seat = 1, groups = ["1"], price = "1.00", games = 3} ]
draws = ["1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20", "2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21",
         "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20"]
"""
COMES = """
game = "craps"
wagers = [ {seat=1, wager="come", amount="10.00", before_roll=2},
           {seat=%d, wager="come", amount="10.00", before_roll=3},
           {seat=1, wager="pass", amount="10.00"} ]
dice = "3-2 4-4 5-4 6-1"
"""


@pytest.mark.parametrize(
    ("told", "names"),
    [
        (TICKET, ["seat 1 ticket-1"]),
        (THREE_GAMES, ["seat 1 ticket-1"]),
        (COMES % 2, ["seat 1 pass", "seat 1 come", "seat 2 come"]),
        (COMES % 1, ["seat 1 pass", "seat 1 come:8", "seat 1 come:9"]),
    ],
)
def test_of_what_nothing_is_told_is_named_as_its_row_is(told, names):
    """By its place only where a seat has two rows of that name."""
    assert [key.words for key in ruled(told).not_told] == names


def test_15_3_a_ticket_that_was_sold_too_cheap_is_told_by_its_number():
    told = TICKET.replace('"1 2", "3"], ways = "1/2 1/3", price = "1.00"', '"1 2"], price = "0.10"')
    assert [(r.wager, r.result) for r in ruled(told).required] == [("ticket-1", "void")]
    assert differences(told, '{ seat = 1, wager = "ticket-1", returned = "0.10" }') == []
    assert differences(told, '{ seat = 1, wager = "ticket-1", paid = "1.20" }') == [(1, "ticket-1", 120, 0)]


def test_a_bundle_tells_of_all_its_wagers():
    told = """
game = "let-it-ride"
as_of = "1999-01-01"
wagers = [ {seat=1, wager="bets", amount="10.00"} ]
cards = "2s 2d 7c  2h 9s Kd"
decisions = [ {seat=1, choose="let-it-ride"}, {seat=1, choose="let-it-ride"} ]
"""
    assert ruled(told, '{seat=1, wager="bets", paid="90.00"}').is_right
    assert differences(told, '{seat=1, wager="bets", paid="60.00"}') == [(1, "bets", 6000, 9000)]


def test_what_must_change_hands_is_listed():
    moves = ruled(ZERO).to_dict()["moves"]
    assert moves == [{"seat": 1, "wager": "red", "collected": "2.50", "returned": "2.50"}]


def test_one_line_says_one_thing():
    with pytest.raises(TranscriptError, match="one line says one thing"):
        ruled(ZERO, '{seat=1,wager="red",paid=1,marked=1}')


def test_the_word_says_which_way_it_went_and_nothing_is_an_amount():
    with pytest.raises(TranscriptError, match=r"collected = '-2\.50' is negative; accepted: an amount like"):
        ruled(ZERO, '{seat=1,wager="red",collected="-2.50"}')
    assert differences(ZERO, '{seat=1,wager="red",paid="0"}') == []
    assert differences(ZERO, '{seat=1,wager="red",paid="0.01"}') == [(1, "red", 1, -250)]
