"""Roulette, paragraph by paragraph: 19:47-5.1 to 5.4."""

from contextlib import suppress
from datetime import date
from itertools import combinations

import pytest

from nomorebets.equipment import wheels
from nomorebets.errors import DealerError, EditionError, HouseRuleError, TranscriptError, WagerRefused
from nomorebets.rulings.dispute import rule_on_record
from nomorebets.table import Play, Round, Wager
from nomorebets.table.house import required_layout, required_notices
from nomorebets.table.record import read, write
from nomorebets.table.requests import Bets
from nomorebets.table.wheels import BallRest, BallSpun

# --- what the paragraphs say, written out here once more and not taken from the code ---------------------------------

NUMBERS = [str(n) for n in range(1, 37)]
SPLITS = {frozenset((str(n), str(n + 3))) for n in range(1, 34)}  # 33 across the rows' line
SPLITS |= {frozenset((str(3 * r - 2), str(3 * r - 1))) for r in range(1, 13)}  # 24 within a row
SPLITS |= {frozenset((str(3 * r - 1), str(3 * r))) for r in range(1, 13)}
DOUBLE_ZERO_SPLITS = {frozenset(pair.split()) for pair in ("0 00", "0 1", "0 2", "00 2", "00 3")}
SINGLE_ZERO_SPLITS = {frozenset(pair.split()) for pair in ("0 1", "0 2", "0 3")}
ROWS = {frozenset(str(n) for n in range(first, first + 3)) for first in range(1, 37, 3)}
DOUBLE_ZERO_GROUPS = {frozenset(g.split()) for g in ("0 1 2", "0 2 00", "00 2 3")}
CORNERS = {frozenset(str(n) for n in (3 * r - 2, 3 * r - 1, 3 * r + 1, 3 * r + 2)) for r in range(1, 12)}
CORNERS |= {frozenset(str(n) for n in (3 * r - 1, 3 * r, 3 * r + 2, 3 * r + 3)) for r in range(1, 12)}
SIXES = {frozenset(str(n) for n in range(first, first + 6)) for first in range(1, 32, 3)}
RED = frozenset("1 3 5 7 9 12 14 16 18 19 21 23 25 27 30 32 34 36".split())
BLACK = frozenset("2 4 6 8 10 11 13 15 17 20 22 24 26 28 29 31 33 35".split())
DOUBLE_ZERO_WHEEL = (
    "0 28 9 26 30 11 7 20 32 17 5 22 34 15 3 24 36 13 1 00 27 10 25 29 12 8 19 31 18 6 21 33 16 4 23 35 14 2"
).split()
SINGLE_ZERO_WHEEL = (
    "0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26"
).split()
EVEN_MONEY = ("red", "black", "odd", "even", "low", "high")
MINIMUM = {
    "straight": 35,
    "split": 17,
    "three-numbers": 11,
    "four-numbers": 8,
    "first-five": 6,
    "six-numbers": 5,
    "seven-numbers": 4,
    "column": 2,
    "dozen": 2,
    **dict.fromkeys(EVEN_MONEY, 1),
}
STAKE = 1000  # cents; $10 divides by five and by two

BEFORE_FIVE_ADJACENT, FIVE_ADJACENT_CAME = date(1995, 3, 19), date(1995, 3, 20)
BEFORE_COUPONS, COUPONS_CAME = date(1997, 10, 5), date(1997, 10, 6)
BEFORE_WHOLE, WHOLE_CAME = date(1998, 8, 16), date(1998, 8, 17)
BEFORE_SINGLE_ZERO_RULE, SINGLE_ZERO_RULE_CAME = date(1981, 11, 1), date(1981, 11, 2)
BEFORE_DOUBLE_AS_SINGLE, DOUBLE_AS_SINGLE_CAME = date(1992, 11, 15), date(1992, 11, 16)


def place_of(kind, numbers):
    """A place as a patron names it."""
    return f"{kind}:{'-'.join(sorted(numbers, key=int))}"


def ball_in_the_track(table, *wagers):
    """A round in which "No More Bets" was just called."""
    game = Play(Round(table))
    game.answer(Bets(placed=wagers))
    while game.request.name != "ball-rests":
        game.answer(game.request.usual())
    return game


@pytest.fixture(scope="module")
def every_spin(deal, opened):
    """$10 on every place of a double zero table with all wagers offered; number spun -> place -> net in cents."""
    options = {"five-adjacent": "on", "seven-numbers": "on"}
    wagers = {1: dict.fromkeys(opened("roulette", **{k.replace("-", "_"): v for k, v in options.items()}).layout, "10")}
    dealt = {n: deal("roulette", wagers, n, options=options) for n in ("0", "00", *NUMBERS)}
    return {n: {place: net for (_, place), net in round_.net.items()} for n, round_ in dealt.items()}


@pytest.fixture(scope="module")
def wins_on(every_spin):
    """The numbers on which a place wins; its net there must be what ``to_one`` says."""

    def numbers(place, to_one):
        won = {number: nets[place] for number, nets in every_spin.items() if nets[place] > 0}
        assert set(won.values()) == {STAKE * to_one}
        return set(won)

    return numbers


# --- 5.1 placement of wagers; permissible and optional wagers --------------------------------------------------------


def test_5_1_a_chips_on_the_layout_make_a_wager(deal):
    dealt = deal("roulette", {1: {"straight:17": "5.00"}}, "17")
    assert dealt.net == {(1, "straight:17"): 35 * 500}
    assert dealt.asked[0] == "take-wagers"


def test_5_1_a_a_spoken_wager_with_cash_counts_if_the_dealer_confirms_it(deal):
    dealt = deal("roulette", [{"seat": 1, "wager": "red", "amount": "10", "verbal": "confirmed"}], "1")
    assert dealt.net == {(1, "red"): 1000}


def test_5_1_a_a_spoken_wager_is_none_until_the_dealer_confirms_it(deal, refused, cited):
    spoken = [{"seat": 1, "wager": "red", "amount": "10", "verbal": "unconfirmed"}]
    error = refused(deal, "roulette", spoken, "1")
    assert isinstance(error, WagerRefused)
    assert cited(error.by) == "5.1(a)"
    assert "confirmed" in str(error)


@pytest.mark.parametrize("verbal", ["confirmed", "unconfirmed"])
def test_5_1_a_a_house_may_take_no_spoken_wagers_at_all(deal, refused, cited, verbal):
    spoken = [{"seat": 1, "wager": "red", "amount": "10", "verbal": verbal}]
    error = refused(deal, "roulette", spoken, "1", options={"verbal-cash-wagers": "refuse"})
    assert cited(error.by) == "5.1(a)"
    assert "spoken" in str(error)


def test_5_1_a_a_coupon_counts_where_the_house_takes_coupons(deal):
    line = {"seat": 1, "wager": "red", "amount": "10", "coupon": "5", "chips": "blue"}
    dealt = deal("roulette", [line], "1", options={"match-play-accepted": "on"})
    assert dealt.net == {(1, "red"): 1000 + 500}


def test_5_1_a_a_losing_coupon_costs_its_patron_nothing_more(deal):
    line = {"seat": 1, "wager": "red", "amount": "10", "coupon": "5", "chips": "blue"}
    dealt = deal("roulette", [line], "2", options={"match-play-accepted": "on"})
    assert dealt.net == {(1, "red"): -1000}


def test_5_1_a_a_coupon_is_refused_where_the_house_takes_none(deal, refused, cited):
    line = {"seat": 1, "wager": "red", "amount": "10", "coupon": "5", "chips": "blue"}
    error = refused(deal, "roulette", [line], "1")
    assert isinstance(error, WagerRefused)
    assert cited(error.by) == "5.1(a)"


def test_5_1_a_coupons_came_on_october_6_1997(opened, refused):
    assert opened("roulette", COUPONS_CAME, match_play_accepted="on").house.options["match-play-accepted"] == "on"
    assert "match-play-accepted" not in opened("roulette", BEFORE_COUPONS).house.options
    error = refused(opened, "roulette", BEFORE_COUPONS, match_play_accepted="on")
    assert isinstance(error, EditionError)
    assert "1997-10-06" in str(error)


def test_5_1_a_wagers_are_raised_moved_and_taken_down_until_the_call(opened):
    """Reading R-5.1a-removal: between the spin and the call too."""
    game = Play(Round(opened("roulette")))
    red, black = Wager(1, "red", 1000), Wager(1, "black", 1000)
    game.answer(Bets(placed=(red,)))
    game.answer(BallSpun())
    assert game.request.name == "take-wagers"
    game.answer(Bets(placed=(black, black), removed=(red,)))
    assert game.table.wagers == (Wager(1, "black", 2000),)
    assert game.request.words == "No More Bets"


def test_5_1_a_only_what_lies_there_can_be_taken_down(opened, refused):
    game = Play(Round(opened("roulette")))
    game.answer(Bets(placed=(Wager(1, "red", 1000),)))
    game.answer(BallSpun())
    for strange in (Wager(2, "red", 1000), Wager(1, "red", 500), Wager(1, "black", 1000)):
        assert "to take down" in str(refused(game.answer, Bets(removed=(strange,))))
    assert game.table.wagers == (Wager(1, "red", 1000),)


def test_5_1_b_two_persons_may_not_play_the_same_non_value_chips(deal, refused, cited):
    lines = [{"seat": seat, "wager": "red", "amount": "10", "chips": "blue"} for seat in (1, 2)]
    error = refused(deal, "roulette", lines, "1")
    assert isinstance(error, WagerRefused)
    assert cited(error.by) == "5.1(b)"
    assert "seat 1 plays the same" in str(error)


def test_5_1_b_chips_of_different_colours_lie_beside_each_other(deal):
    lines = [{"seat": seat, "wager": "red", "amount": "10", "chips": c} for seat, c in ((1, "blue"), (2, "brown"))]
    assert deal("roulette", lines, "1").net == {(1, "red"): 1000, (2, "red"): 1000}


def test_5_1_b_one_person_may_play_one_colour_on_many_places(deal):
    lines = [{"seat": 1, "wager": w, "amount": "10", "chips": "blue"} for w in ("red", "straight:1")]
    assert deal("roulette", lines, "1").net == {(1, "red"): 1000, (1, "straight:1"): 35000}


def test_5_1_b_value_chips_are_anybodys(deal):
    assert deal("roulette", {1: {"red": "10"}, 2: {"red": "10"}}, "1").net == {(1, "red"): 1000, (2, "red"): 1000}


def test_5_1_b_a_coupon_does_not_go_with_a_value_chip(deal, refused, cited):
    line = {"seat": 1, "wager": "red", "amount": "5", "coupon": "5"}
    error = refused(deal, "roulette", [line], "1", options={"match-play-accepted": "on"})
    assert isinstance(error, WagerRefused)
    assert cited(error.by) == "5.1(b)"
    assert "non-value chips" in error.accepts


@pytest.mark.parametrize("coupon_first", [True, False])
def test_5_1_b_a_value_chip_does_not_join_a_coupon_whichever_lies_first(opened, refused, cited, coupon_first):
    game = Play(Round(opened("roulette", match_play_accepted="on")))
    coupon, value = Wager(1, "red", 500, coupon=500, chips="blue"), Wager(1, "red", 500)
    first, second = (coupon, value) if coupon_first else (value, coupon)
    game.answer(Bets(placed=(first,)))
    game.answer(BallSpun())
    error = refused(game.answer, Bets(placed=(second,)))
    assert cited(error.by) == "5.1(b)"
    assert "a value chip may not be wagered with a coupon" in str(error)
    assert game.table.wagers == (first,)


def test_5_1_b_a_value_chip_lies_elsewhere_beside_a_coupon(deal):
    coupon = {"seat": 1, "wager": "red", "amount": "5", "coupon": "5", "chips": "blue"}
    others = [{"seat": 1, "wager": "odd", "amount": "5"}, {"seat": 2, "wager": "red", "amount": "5"}]
    dealt = deal("roulette", [coupon, *others], "1", options={"match-play-accepted": "on"})
    assert dealt.net == {(1, "red"): 1000, (1, "odd"): 500, (2, "red"): 500}


def test_5_1_b_a_coupon_is_paid_at_the_odds_of_its_wager(deal):
    """Reading R-5.1b-coupon."""
    line = {"seat": 1, "wager": "straight:17", "amount": "5", "coupon": "5", "chips": "blue"}
    dealt = deal("roulette", [line], "17", options={"match-play-accepted": "on"})
    assert dealt.net == {(1, "straight:17"): 35 * 500 + 35 * 500}


def test_5_1_c_a_chip_the_dealer_put_on_the_wrong_place_counts_where_it_lies(deal, cited):
    line = {"seat": 1, "wager": "split:17-20", "amount": "5", "said": "straight:17"}
    dealt = deal("roulette", [line], "17")
    assert dealt.net == {(1, "split:17-20"): 17 * 500}
    (remark,) = dealt.verdict.remedies
    assert remark.what == "misplaced-wager"
    assert cited(remark.by) == "5.1(c)"


def test_5_1_c_what_was_said_does_not_win_either(deal):
    line = {"seat": 1, "wager": "straight:20", "amount": "5", "said": "straight:17"}
    assert deal("roulette", [line], "17").net == {(1, "straight:20"): -500}


def test_5_1_d_a_wager_counts_where_it_lies_when_the_ball_rests(opened):
    game = Play(Round(opened("roulette")))
    game.answer(Bets(placed=(Wager(1, "straight:17", 500),)))
    game.answer(BallSpun())
    game.answer(Bets(placed=(Wager(1, "straight:20", 500),), removed=(Wager(1, "straight:17", 500),)))
    game.answer(game.request.usual())
    game.answer(BallRest("17"))
    while not game.over:
        game.answer(game.request.usual())
    assert [(r.wager, r.net) for r in game.rulings] == [("straight:20", -500)]


def test_5_1_d_the_same_numbers_by_two_places_are_two_wagers(deal):
    dealt = deal("roulette", {1: {"three-numbers:1-2-3": "5", "straight:2": "5"}}, "2")
    assert dealt.net == {(1, "three-numbers:1-2-3"): 11 * 500, (1, "straight:2"): 35 * 500}


@pytest.mark.parametrize(
    "words", ["straight:37", "straight:-1", "straight:000", "straight:07", "straight:", "straight"]
)
def test_5_1_d_a_chip_on_no_place_is_no_wager(opened, refused, cited, words):
    error = refused(opened("roulette").place, words)
    assert isinstance(error, WagerRefused)
    assert cited(error.by) == "R-5.1d-no-place"


KINDS = {*MINIMUM, "five-adjacent"}


def test_5_1_e_only_the_listed_wagers_are_on_the_layout(opened):
    everything = opened("roulette", five_adjacent="on", seven_numbers="on").layout.kinds()
    assert set(everything) == KINDS
    assert set(opened("roulette").layout.kinds()) == KINDS - {"five-adjacent", "seven-numbers"}


@pytest.mark.parametrize("words", ["neighbours:17", "voisins", "final:7", "green", "dozen:4", "column:0", "", "snake"])
def test_5_1_e_no_other_wager_is_permissible(opened, refused, words):
    error = refused(opened("roulette", five_adjacent="on", seven_numbers="on").place, words)
    assert isinstance(error, WagerRefused)
    assert error.by.section == "5.1"


def test_5_1_e_1_a_straight_wins_on_its_own_number_only(wins_on):
    for number in ("0", "00", *NUMBERS):
        assert wins_on(f"straight:{number}", 35) == {number}


@pytest.mark.parametrize(("wheel", "count"), [("double-zero", 38), ("single-zero", 37), ("double-as-single", 37)])
def test_5_1_e_1_every_number_in_play_has_a_box(opened, wheel, count):
    straights = [p.covers for p in opened("roulette", wheel_kind=wheel).layout.values() if p.kind == "straight"]
    expected = {("0",), *((n,) for n in NUMBERS)} | ({("00",)} if wheel == "double-zero" else set())
    assert len(straights) == count
    assert set(straights) == expected


def test_5_1_e_1_i_is_offered_only_if_the_house_says_so(opened, refused, cited):
    assert opened("roulette", five_adjacent="on").place("five-adjacent:17").covers == ("20", "32", "17", "5", "22")
    error = refused(opened("roulette").place, "five-adjacent:17")
    assert isinstance(error, WagerRefused)
    assert cited(error.by) == "5.1(e)1i"
    assert "five-adjacent = on" in error.accepts


def test_5_1_e_1_i_every_player_has_the_option(deal):
    wagers = {seat: {"five-adjacent:17": "10"} for seat in (1, 2, 7)}
    dealt = deal("roulette", wagers, "17", options={"five-adjacent": "on"})
    assert set(dealt.net.values()) == {31 * 200}
    assert len(dealt.net) == 3


@pytest.mark.parametrize(
    ("kind", "wheel"),
    [("double-zero", DOUBLE_ZERO_WHEEL), ("single-zero", SINGLE_ZERO_WHEEL)],
)
def test_5_1_e_1_i_the_five_lie_side_by_side_on_the_wheel(opened, kind, wheel):
    layout = opened("roulette", wheel_kind=kind, five_adjacent="on").layout
    assert len(layout.kinds()["five-adjacent"]) == len(wheel)
    around = wheel[-2:] + wheel + wheel[:2]
    for at, centre in enumerate(wheel):
        assert layout[f"five-adjacent:{centre}"].covers == tuple(around[at : at + 5])


@pytest.mark.parametrize(
    ("kind", "centre", "five"),
    [
        ("double-zero", "0", "14 2 0 28 9"),
        ("double-zero", "00", "13 1 00 27 10"),
        ("double-zero", "17", "20 32 17 5 22"),
        ("double-zero", "33", "6 21 33 16 4"),
        ("double-zero", "2", "35 14 2 0 28"),
        ("double-zero", "1", "36 13 1 00 27"),
        ("single-zero", "0", "3 26 0 32 15"),
        ("single-zero", "26", "35 3 26 0 32"),
        ("single-zero", "32", "26 0 32 15 19"),
        ("single-zero", "17", "2 25 17 34 6"),
        ("single-zero", "5", "23 10 5 24 16"),
    ],
)
def test_5_1_e_1_i_examples(opened, kind, centre, five):
    place = opened("roulette", wheel_kind=kind, five_adjacent="on").place(f"five-adjacent:{centre}")
    assert place.covers == tuple(five.split())


def test_5_1_e_1_i_no_centre_beside_a_00_that_is_not_in_play(opened, refused, cited):
    """Reading R-5.1e1i-neighbours: 33 centres are left of a double zero wheel used as single zero."""
    table = opened("roulette", wheel_kind="double-as-single", five_adjacent="on")
    centres = {p.id.split(":")[1] for p in table.layout.kinds()["five-adjacent"]}
    assert len(centres) == 33
    assert set(DOUBLE_ZERO_WHEEL) - centres == {"13", "1", "00", "27", "10"}
    assert table.place("five-adjacent:17").covers == ("20", "32", "17", "5", "22")  # the order of the wheel itself
    for centre in ("13", "1", "27", "10"):
        assert cited(refused(table.place, f"five-adjacent:{centre}").by) == "R-5.1e1i-neighbours"
    assert cited(refused(table.place, "five-adjacent:00").by) == "R-5.1e2-double-as-single"


def test_5_1_e_1_i_came_on_march_20_1995(opened, refused):
    """The date is our inference from R.1995 d.167."""
    assert opened("roulette", FIVE_ADJACENT_CAME, five_adjacent="on").place("five-adjacent:17")
    assert isinstance(refused(opened, "roulette", BEFORE_FIVE_ADJACENT, five_adjacent="on"), EditionError)
    error = refused(opened("roulette", BEFORE_FIVE_ADJACENT).place, "five-adjacent:17")
    assert isinstance(error, EditionError)
    assert "1995-03-20" in error.accepts


def test_5_1_e_1_i_1_the_layout_must_show_the_wheel(opened, cited):
    with_it = opened("roulette", five_adjacent="on")
    assert cited(required_layout(with_it.game, with_it.house)["wheel-replica"]) == "5.1(e)1i(1)"
    without = opened("roulette")
    assert required_layout(without.game, without.house) == {}


@pytest.mark.parametrize(
    ("chips", "counts"), [(1, 0), (2, 0), (4, 0), (5, 1), (6, 0), (9, 0), (10, 1), (25, 1), (26, 0)]
)
def test_5_1_e_1_i_2_five_chips_or_a_multiple(deal, refused, cited, chips, counts):
    """In chips of fifty cents, the smallest of this table."""
    wager = {1: {"five-adjacent:17": f"{chips * 50 // 100}.{chips * 50 % 100:02d}"}}
    if counts:
        assert deal("roulette", wager, "17", options={"five-adjacent": "on"}).net == {
            (1, "five-adjacent:17"): chips // 5 * 50 * 31
        }
    else:
        error = refused(deal, "roulette", wager, "17", options={"five-adjacent": "on"})
        assert isinstance(error, WagerRefused)
        assert cited(error.by) == "5.1(e)1i(2)"
        assert "multiples of $2.50" in error.accepts


def test_5_1_e_1_i_2_no_dealer_can_let_four_chips_stand(deal, refused, cited):
    """A dealer may accept a wager beyond a posted limit; that it is five equal wagers is no limit."""
    line = {"seat": 1, "wager": "five-adjacent:17", "amount": "2.00", "accepted": True}
    error = refused(deal, "roulette", [line], "17", options={"five-adjacent": "on"})
    assert cited(error.by) == "5.1(e)1i(2)"


def test_5_1_e_1_i_2_is_made_with_chips_or_plaques_and_no_coupon(deal, refused, cited):
    line = {"seat": 1, "wager": "five-adjacent:17", "amount": "5", "coupon": "5", "chips": "blue"}
    error = refused(deal, "roulette", [line], "17", options={"five-adjacent": "on", "match-play-accepted": "on"})
    assert isinstance(error, WagerRefused)
    assert cited(error.by) == "5.1(e)1i(2)"


def test_5_1_e_1_i_2_counts_as_five_equal_straights(every_spin):
    around = DOUBLE_ZERO_WHEEL[-2:] + DOUBLE_ZERO_WHEEL + DOUBLE_ZERO_WHEEL[:2]
    for at, centre in enumerate(DOUBLE_ZERO_WHEEL):
        five = around[at : at + 5]
        for number, nets in every_spin.items():
            as_straights = sum(nets[f"straight:{n}"] // 5 for n in five)
            assert nets[f"five-adjacent:{centre}"] == as_straights == (6200 if number in five else -STAKE)


def test_5_1_e_1_i_2_the_limits_of_a_straight_hold_for_each_fifth(deal, refused, cited):
    """Reading R-5.1e1i-fifths."""
    options = {"five-adjacent": "on", "limits": {"straight": {"min": "1.00", "max": "10.00"}}}
    for amount in ("5.00", "50.00"):
        assert deal("roulette", {1: {"five-adjacent:17": amount}}, "17", options=options).net
    for amount, why in (("2.50", "minimum is $5"), ("52.50", "maximum is $50")):
        error = refused(deal, "roulette", {1: {"five-adjacent:17": amount}}, "17", options=options)
        assert why in str(error)
        assert cited(error.by) == "R-8.2-limits"


def test_5_1_e_2_a_split_wins_on_either_number(wins_on):
    for pair in SPLITS | DOUBLE_ZERO_SPLITS:
        assert wins_on("split:" + "-".join(sorted(pair, key=lambda n: (int(n), n))), 17) == pair


def test_5_1_e_2_the_dozen_line_is_a_second_place_for_0_and_00(wins_on, opened):
    assert wins_on("split:0-00@dozen-line", 17) == {"0", "00"}
    assert opened("roulette").place("split:0-00").id == "split:0-00"


@pytest.mark.parametrize(
    ("wheel", "numbers", "splits"),
    [
        ("double-zero", ["0", "00", *NUMBERS], SPLITS | DOUBLE_ZERO_SPLITS),
        ("single-zero", ["0", *NUMBERS], SPLITS | SINGLE_ZERO_SPLITS),
        ("double-as-single", ["0", "00", *NUMBERS], SPLITS | SINGLE_ZERO_SPLITS),
    ],
)
def test_5_1_e_2_the_two_boxes_share_a_line(opened, wheel, numbers, splits):
    """Every pair of numbers, in both orders: 62 splits on a double zero layout, 60 on a single zero one."""
    table = opened("roulette", wheel_kind=wheel)
    assert len(splits) == {"double-zero": 62}.get(wheel, 60)
    found = set()
    for one, other in combinations(numbers, 2):
        for words in (f"split:{one}-{other}", f"split:{other}/{one}"):
            with suppress(WagerRefused):
                found.add(frozenset(table.place(words).covers) | {one, other})
    assert found == splits


@pytest.mark.parametrize("words", ["split:3-4", "split:0-3", "split:00-1", "split:1-36", "split:0-28", "split:17-17"])
def test_5_1_e_2_never_legal(opened, refused, cited, words):
    error = refused(opened("roulette").place, words)
    assert isinstance(error, WagerRefused)
    assert cited(error.by) == "5.1(e)2"


@pytest.mark.parametrize("wheel", ["single-zero", "double-as-single"])
def test_5_1_e_2_where_00_is_not_in_play_no_wager_covers_it(opened, refused, wheel):
    """Reading R-5.1e2-double-as-single."""
    table = opened("roulette", wheel_kind=wheel)
    assert not any("00" in place.covers for place in table.layout.values())
    for words in ("straight:00", "split:0-00", "split:0-00@dozen-line", "trio:0-00-2", "trio:00-2-3", "first-five"):
        error = refused(table.place, words)
        assert isinstance(error, WagerRefused)
        assert error.by.section == "5.1"


def test_5_1_e_3_a_row_wins_on_its_three_numbers(wins_on):
    for row in ROWS:
        assert wins_on(place_of("three-numbers", row), 11) == row


@pytest.mark.parametrize(
    ("wheel", "groups"),
    [
        ("double-zero", ROWS | DOUBLE_ZERO_GROUPS),
        ("single-zero", ROWS | {frozenset("0 1 2".split())}),
        ("double-as-single", ROWS | {frozenset("0 1 2".split())}),
    ],
)
def test_5_1_e_3_a_row_or_a_listed_group(opened, wheel, groups):
    """Every three numbers: 15 wagers on a double zero layout, 13 on a single zero one."""
    table = opened("roulette", wheel_kind=wheel)
    assert len(groups) == {"double-zero": 15}.get(wheel, 13)
    assert {frozenset(p.covers) for p in table.layout.kinds()["three-numbers"]} == groups
    for three in combinations(["0", "00", *NUMBERS[:12], "34", "35", "36"], 3):
        try:
            found = table.place(f"three-numbers:{'-'.join(three)}")
        except WagerRefused:
            assert frozenset(three) not in groups
        else:
            assert set(found.covers) == set(three)
            assert frozenset(three) in groups


def test_5_1_e_3_a_row_is_chosen_on_the_outside_line_of_its_first_number(opened):
    for place in opened("roulette").layout.kinds()["three-numbers"]:
        if "0" not in place.covers and "00" not in place.covers:
            assert place.where == f"the outside line of {place.covers[0]}"


@pytest.mark.parametrize(
    ("group", "place"),
    [("0 1 2", "three-numbers:0-1-2"), ("0 2 00", "three-numbers:0-00-2"), ("00 2 3", "three-numbers:00-2-3")],
)
def test_5_1_e_3_i_the_groups_with_a_zero(wins_on, group, place):
    assert wins_on(place, 11) == set(group.split())


def test_5_1_e_3_i_zero_two_three_is_not_listed(opened, refused, cited):
    """Reading R-5.1e3i-023: refused on a single zero layout unless the house switches it on; then as three numbers."""
    assert cited(refused(opened("roulette", wheel_kind="single-zero").place, "trio:0-2-3").by) == "R-5.1e3i-023"
    assert isinstance(refused(opened("roulette").place, "trio:0-2-3"), WagerRefused)
    allowed = opened("roulette", wheel_kind="single-zero", allow_trio023="on").place("trio:0-2-3")
    assert (allowed.kind, cited(allowed.by)) == ("three-numbers", "R-5.1e3i-023")
    error = refused(opened, "roulette", wheel_kind="double-zero", allow_trio023="on")
    assert isinstance(error, HouseRuleError)
    assert cited(error.by) == "5.1(e)3i"


def test_5_1_e_3_i_zero_two_three_is_paid_as_three_numbers_where_it_is_on(deal):
    options = {"wheel-kind": "single-zero", "allow-trio023": "on"}
    for number, net in (("0", 11000), ("2", 11000), ("3", 11000), ("1", -1000)):
        assert deal("roulette", {1: {"trio:0-2-3": "10"}}, number, options=options).net == {
            (1, "three-numbers:0-2-3"): net
        }


def test_5_1_e_3_ii_the_groups_are_chosen_at_the_common_corner(opened, cited):
    corners = {
        place.where: cited(place.by)
        for place in opened("roulette").layout.kinds()["three-numbers"]
        if set(place.covers) & {"0", "00"}
    }
    assert corners == dict.fromkeys(
        (f"the common corner of {g}" for g in ("0, 1, 2", "0, 00, 2", "00, 2, 3")), "5.1(e)3ii"
    )


def test_5_1_e_4_four_numbers_win_on_each_of_the_four(wins_on):
    for corner in CORNERS:
        assert wins_on(place_of("four-numbers", corner), 8) == corner


@pytest.mark.parametrize("wheel", ["double-zero", "single-zero", "double-as-single"])
def test_5_1_e_4_there_are_22_common_corners_of_four(opened, wheel):
    table = opened("roulette", wheel_kind=wheel)
    assert len(CORNERS) == 22
    assert {frozenset(p.covers) for p in table.layout.kinds()["four-numbers"]} == CORNERS
    for four in combinations(["0", *NUMBERS[:9]], 4):
        try:
            table.place(f"corner:{'-'.join(four)}")
        except WagerRefused:
            assert frozenset(four) not in CORNERS
        else:
            assert frozenset(four) in CORNERS


@pytest.mark.parametrize(
    "words", ["corner:1-2-3-4", "corner:3-4-6-7", "corner:0-1-2-4", "corner:34-35-37-38", "corner:1-2-4"]
)
def test_5_1_e_4_four_boxes_without_a_common_corner_are_no_wager(opened, refused, cited, words):
    error = refused(opened("roulette").place, words)
    assert isinstance(error, WagerRefused)
    assert cited(error.by) == "5.1(e)4"


def test_5_1_e_4_zero_to_three_have_no_common_corner(opened, refused, cited):
    """Reading R-5.1e4-0123."""
    assert cited(refused(opened("roulette", wheel_kind="single-zero").place, "corner:0-1-2-3").by) == "R-5.1e4-0123"


def test_5_1_e_5_first_five(wins_on, opened):
    assert wins_on("first-five", 6) == {"0", "00", "1", "2", "3"}
    assert [p.where for p in opened("roulette").layout.kinds()["first-five"]] == [
        'the common corner of "1st 12", 0 and 1'
    ]


@pytest.mark.parametrize("wheel", ["single-zero", "double-as-single"])
def test_5_1_e_5_needs_a_00_in_play(opened, refused, wheel):
    table = opened("roulette", wheel_kind=wheel)
    assert isinstance(refused(table.place, "first-five"), WagerRefused)
    assert "first-five" not in table.house.pays


def test_5_1_e_6_six_numbers_are_two_rows_next_to_each_other(wins_on, opened, refused, cited):
    assert len(SIXES) == 11
    assert {frozenset(p.covers) for p in opened("roulette").layout.kinds()["six-numbers"]} == SIXES
    for six in SIXES:
        assert wins_on(place_of("six-numbers", six), 5) == six
    for words in ("six:2-7", "six:34-39", "six-numbers:1-2-3-7-8-9", "six:1-5"):
        assert cited(refused(opened("roulette").place, words).by) == "5.1(e)6"


def test_5_1_e_6_is_chosen_at_the_outside_common_corner_of_the_first_numbers(opened):
    assert opened("roulette").place("six:1-6").where == "the outside common corner of 1 and 4"


@pytest.mark.parametrize("column", [1, 2, 3])
def test_5_1_e_7_a_column_is_twelve_numbers(wins_on, opened, column):
    assert wins_on(f"column:{column}", 2) == {str(n) for n in range(column, 37, 3)}
    assert opened("roulette").place(f"column:{column}").where == f"the box below column {column}"


@pytest.mark.parametrize(("dozen", "box"), [(1, "1st 12"), (2, "2nd 12"), (3, "3rd 12")])
def test_5_1_e_8_a_dozen_is_twelve_consecutive_numbers(wins_on, opened, dozen, box):
    assert wins_on(f"dozen:{dozen}", 2) == {str(n) for n in range(12 * dozen - 11, 12 * dozen + 1)}
    assert opened("roulette").place(f"dozen:{dozen}").where == f'the box "{box}"'


def test_5_1_e_9_red_by_the_background_on_the_wheel(wins_on):
    assert wins_on("red", 1) == RED


def test_5_1_e_10_black_by_the_background_on_the_wheel(wins_on):
    assert wins_on("black", 1) == BLACK
    assert {*RED, *BLACK} == set(NUMBERS)


def test_5_1_e_10_colours_alternate_around_both_wheels():
    """So the orders and the colours of our wheels fit each other; zeros are green."""
    assert (list(wheels.DOUBLE_ZERO), list(wheels.SINGLE_ZERO)) == (DOUBLE_ZERO_WHEEL, SINGLE_ZERO_WHEEL)
    for wheel in (wheels.DOUBLE_ZERO, wheels.SINGLE_ZERO):
        assert {n for n in wheel if wheels.colour(n) == "green"} == {"0", "00"} & set(wheel)
        coloured = [wheels.colour(n) for n in wheel if n not in ("0", "00")]
        same = sum(a == b for a, b in zip(coloured, coloured[1:] + coloured[:1], strict=True))
        assert same == (2 if "00" in wheel else 0)  # black 2 and 28 around 0, red 1 and 27 around 00


def test_5_1_e_11_odd(wins_on):
    assert wins_on("odd", 1) == {str(n) for n in range(1, 37, 2)}


def test_5_1_e_12_even_and_zero_is_not_even(wins_on):
    assert wins_on("even", 1) == {str(n) for n in range(2, 37, 2)}


def test_5_1_e_13_low_is_1_to_18(wins_on):
    assert wins_on("low", 1) == {str(n) for n in range(1, 19)}


def test_5_1_e_14_high_is_19_to_36(wins_on):
    assert wins_on("high", 1) == {str(n) for n in range(19, 37)}


def test_5_1_f_seven_numbers(wins_on):
    assert wins_on("seven-numbers", 4) == {"10", "11", "12", "13", "14", "15", "33"}


def test_5_1_f_is_offered_only_if_the_house_says_so(opened, refused, cited):
    assert opened("roulette", seven_numbers="on").place("seven").id == "seven-numbers"
    error = refused(opened("roulette").place, "seven-numbers")
    assert isinstance(error, WagerRefused)
    assert cited(error.by) == "5.1(f)"


def test_5_1_f_every_player_has_the_option(deal):
    dealt = deal("roulette", {1: {"seven": "10"}, 5: {"seven": "10"}}, "33", options={"seven-numbers": "on"})
    assert dealt.net == {(1, "seven-numbers"): 4000, (5, "seven-numbers"): 4000}


def test_5_1_f_came_on_march_20_1995(opened, refused):
    """The date is our inference from R.1995 d.167."""
    assert opened("roulette", FIVE_ADJACENT_CAME, seven_numbers="on").place("seven-numbers")
    assert isinstance(refused(opened, "roulette", BEFORE_FIVE_ADJACENT, seven_numbers="on"), EditionError)
    assert isinstance(refused(opened("roulette", BEFORE_FIVE_ADJACENT).place, "seven"), EditionError)


def test_5_1_f_1_needs_an_approved_layout(opened, cited):
    with_it = opened("roulette", seven_numbers="on")
    assert cited(required_layout(with_it.game, with_it.house)["seven-numbers-area"]) == "5.1(f)1"


def test_5_1_f_2_is_chosen_in_the_area_set_aside(opened, cited):
    place = opened("roulette", seven_numbers="on").place("seven-numbers")
    assert (place.where, cited(place.by)) == ("the area set aside for it", "5.1(f)2")


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("straight:17", "straight:17"),
        ("STRAIGHT:17", "straight:17"),
        (" red ", "red"),
        ("split:17/20", "split:17-20"),
        ("split:20-17", "split:17-20"),
        ("split:0-00", "split:0-00"),
        ("split:0-00@dozen-line", "split:0-00@dozen-line"),
        ("row:4", "three-numbers:10-11-12"),
        ("street:12", "three-numbers:34-35-36"),
        ("trio:0-1-2", "three-numbers:0-1-2"),
        ("trio:0-00-2", "three-numbers:0-00-2"),
        ("trio:0-2-00", "three-numbers:0-00-2"),
        ("trio:00-2-3", "three-numbers:00-2-3"),
        ("corner:1-2-4-5", "four-numbers:1-2-4-5"),
        ("four-numbers:5-4-2-1", "four-numbers:1-2-4-5"),
        ("first-five", "first-five"),
        ("six:1-6", "six-numbers:1-2-3-4-5-6"),
        ("column:1", "column:1"),
        ("dozen:3", "dozen:3"),
        ("low", "low"),
        ("1-to-18", "low"),
        ("19-to-36", "high"),
        ("seven", "seven-numbers"),
        ("five-adjacent:17", "five-adjacent:17"),
        ("five-adjacent:00", "five-adjacent:00"),
    ],
)
def test_5_1_e_how_a_patron_names_a_place(opened, words, place):
    assert opened("roulette", five_adjacent="on", seven_numbers="on").place(words).id == place


@pytest.mark.parametrize("words", ["row:0", "row:13", "row:x", "six:1-7", "seven:1", "red:1", "trio:1-2-4", "column:4"])
def test_5_1_e_a_misspelt_place_is_not_repaired(opened, refused, words):
    assert isinstance(refused(opened("roulette", seven_numbers="on").place, words), WagerRefused)


# --- 5.2 payout odds -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "to_one"), MINIMUM.items())
def test_5_2_a_the_least_odds(opened, refused, cited, kind, to_one):
    """The table as printed; a unit less is refused, a unit more is the house's own affair."""
    table = opened("roulette", seven_numbers="on")
    assert str(table.house.pays[kind]) == f"{to_one} to 1"
    more = opened("roulette", seven_numbers="on", pay_table={kind: f"{to_one + 1} to 1"})
    assert str(more.house.pays[kind]) == f"{to_one + 1} to 1"
    for less in (f"{to_one * 100 - 1} to 100", f"{to_one} to 2"):
        error = refused(opened, "roulette", seven_numbers="on", pay_table={kind: less})
        assert isinstance(error, HouseRuleError)
        assert cited(error.by) == "5.2(a)"


def test_5_2_a_lists_fifteen_wagers(opened):
    assert set(opened("roulette", seven_numbers="on").house.pays) == set(MINIMUM)


def test_5_2_a_every_winner_is_paid_by_it(deal):
    dealt = deal("roulette", {1: {"straight:1": "1", "red": "1", "dozen:1": "1", "low": "1", "first-five": "1"}}, "1")
    assert set(dealt.cites.values()) == {"5.2(a)"}
    assert {r.result for r in dealt.rulings.values()} == {"win"}


@pytest.mark.parametrize("zero", ["0", "00"])
@pytest.mark.parametrize("option", ["half", "whole"])
def test_5_2_b_half_or_all_of_each_even_money_wager(deal, zero, option):
    dealt = deal("roulette", {1: dict.fromkeys(EVEN_MONEY, "10")}, zero, options={"even-money-on-zero": option})
    assert dealt.net == {(1, kind): -500 if option == "half" else -1000 for kind in EVEN_MONEY}
    assert set(dealt.cites.values()) == {"5.2(b)"}
    assert {r.result for r in dealt.rulings.values()} == {"lose"}


@pytest.mark.parametrize("zero", ["0", "00"])
def test_5_2_b_the_other_half_is_returned(deal, zero):
    dealt = deal("roulette", {1: {"red": "10"}}, zero)
    assert dealt.felt.ledger.balance["patron:1"] == -500
    assert dealt.felt.ledger.balance["inventory"] == 500
    back = [p for p in dealt.felt.ledger.postings if (p.source, p.target) == ("layout:1:red", "patron:1")]
    assert [p.amount for p in back] == [500]


@pytest.mark.parametrize("zero", ["0", "00"])
def test_5_2_b_everything_else_loses_whole(every_spin, zero):
    """Reading R-5.2b-others."""
    for place, net in every_spin[zero].items():
        if place not in EVEN_MONEY and net < 0:
            assert net == -STAKE


def test_5_2_b_half_is_the_default(opened):
    assert opened("roulette").house.options["even-money-on-zero"] == "half"


def test_5_2_b_the_option_in_effect_is_noticed(opened, cited):
    for option in ("half", "whole"):
        table = opened("roulette", even_money_on_zero=option)
        assert cited(required_notices(table.game, table.house)["even-money-on-zero"]) == "5.2(b)"


def test_5_2_b_all_of_it_only_since_august_17_1998(deal, opened, refused):
    """Before that only half was lost, and with nothing to choose there was nothing to notice (both inferred)."""
    whole = {"even-money-on-zero": "whole"}
    assert deal("roulette", {1: {"red": "10"}}, "0", as_of=WHOLE_CAME, options=whole).net == {(1, "red"): -1000}
    assert isinstance(
        refused(deal, "roulette", {1: {"red": "10"}}, "0", as_of=BEFORE_WHOLE, options=whole), EditionError
    )
    assert deal("roulette", {1: {"red": "10"}}, "0", as_of=BEFORE_WHOLE).net == {(1, "red"): -500}
    before, after = opened("roulette", BEFORE_WHOLE), opened("roulette", WHOLE_CAME)
    assert "even-money-on-zero" not in required_notices(before.game, before.house)
    assert "even-money-on-zero" in required_notices(after.game, after.house)


def test_5_2_b_half_on_every_wheel_until_november_1_1981(deal):
    """Reading R-5.2b-1981."""
    options = {"wheel-kind": "single-zero"}
    before = deal("roulette", {1: {"red": "10"}}, "0", as_of=BEFORE_SINGLE_ZERO_RULE, options=options)
    assert (before.net, before.cites) == ({(1, "red"): -500}, {(1, "red"): "R-5.2b-1981"})
    after = deal("roulette", {1: {"red": "10"}}, "0", as_of=SINGLE_ZERO_RULE_CAME, options=options)
    assert (after.net, after.cites) == ({(1, "red"): -1000}, {(1, "red"): "5.2(c)"})
    double = deal("roulette", {1: {"red": "10"}}, "0", as_of=BEFORE_SINGLE_ZERO_RULE)
    assert (double.net, double.cites) == ({(1, "red"): -500}, {(1, "red"): "5.2(b)"})


@pytest.mark.parametrize(("amount", "halves"), [("0.25", False), ("0.50", True), ("0.75", False), ("1.00", True)])
def test_5_2_b_an_amount_that_cannot_be_halved_is_refused_when_made(deal, refused, amount, halves):
    """Reading R-5.2b-odd-half, "exact": at a table with quarters, 25 cents have no half in whole cents."""
    options = {"smallest-chip": "0.25"}
    if halves:
        assert deal("roulette", {1: {"red": amount}}, "0", options=options).net[1, "red"] * 2 == -int(
            float(amount) * 100
        )
    else:
        assert isinstance(refused(deal, "roulette", {1: {"red": amount}}, "0", options=options), WagerRefused)
    assert deal("roulette", {1: {"dozen:1": amount}}, "0", options=options)  # a dozen is never halved


@pytest.mark.parametrize(("amount", "lost"), [("0.25", 12), ("0.50", 25), ("0.75", 37)])
def test_5_2_b_or_the_patron_loses_the_smaller_part(deal, amount, lost):
    """Reading R-5.2b-odd-half, "favour-player"."""
    options = {"smallest-chip": "0.25", "half-loss-rounding": "favour-player"}
    assert deal("roulette", {1: {"red": amount}}, "00", options=options).net == {(1, "red"): -lost}


def test_5_2_b_where_all_is_lost_nothing_needs_a_half(deal):
    options = {"smallest-chip": "0.25", "even-money-on-zero": "whole"}
    assert deal("roulette", {1: {"red": "0.25"}}, "00", options=options).net == {(1, "red"): -25}


def test_5_2_b_the_half_is_taken_with_the_losing_wagers(deal):
    """Reading R-5.2b-moment."""
    dealt = deal("roulette", {1: {"red": "10"}, 2: {"straight:0": "10"}, 3: {"dozen:1": "10"}}, "0")
    collected = next(e.request for e in dealt.play.entries if e.request.name == "collect")
    assert [(r.wager.seat, r.net) for r in collected.results] == [(1, -500), (3, -1000)]


@pytest.mark.parametrize("kind", EVEN_MONEY)
def test_5_2_c_zero_takes_even_money_whole_on_a_single_zero_wheel(deal, kind):
    dealt = deal("roulette", {1: {kind: "10"}}, "0", options={"wheel-kind": "single-zero"})
    assert (dealt.net, dealt.cites) == ({(1, kind): -1000}, {(1, kind): "5.2(c)"})


@pytest.mark.parametrize("value", ["half", "whole"])
def test_5_2_c_leaves_the_house_no_option(opened, refused, cited, value):
    error = refused(opened, "roulette", wheel_kind="single-zero", even_money_on_zero=value)
    assert isinstance(error, HouseRuleError)
    assert cited(error.by) == "5.2(c)"
    assert "even-money-on-zero" not in opened("roulette", wheel_kind="single-zero").house.options


def test_5_2_c_came_on_november_2_1981(deal, opened):
    """The day before, the half-loss was not confined to the double zero wheel (reading R-5.2b-1981)."""
    for day, net in ((BEFORE_SINGLE_ZERO_RULE, -500), (SINGLE_ZERO_RULE_CAME, -1000)):
        dealt = deal("roulette", {1: {"odd": "10"}}, "0", as_of=day, options={"wheel-kind": "single-zero"})
        assert dealt.net == {(1, "odd"): net}
    table = opened("roulette", SINGLE_ZERO_RULE_CAME, wheel_kind="single-zero")
    assert "even-money-on-zero" not in table.house.options


def test_5_2_c_there_is_no_00_on_a_single_zero_wheel(deal, refused):
    error = refused(deal, "roulette", {1: {"red": "10"}}, "00", options={"wheel-kind": "single-zero"})
    assert isinstance(error, DealerError)
    assert "no compartment" in str(error)


def test_5_2_d_came_on_november_16_1992(opened, refused, cited):
    assert opened("roulette", DOUBLE_AS_SINGLE_CAME, wheel_kind="double-as-single")
    error = refused(opened, "roulette", BEFORE_DOUBLE_AS_SINGLE, wheel_kind="double-as-single")
    assert isinstance(error, EditionError)
    assert cited(error.by) == "5.2(d)"


def test_5_2_d_1_must_be_noticed(opened, cited):
    table = opened("roulette", wheel_kind="double-as-single")
    assert cited(required_notices(table.game, table.house)["wheel-kind"]) == "5.2(d)1"
    for wheel in ("double-zero", "single-zero"):
        other = opened("roulette", wheel_kind=wheel)
        assert "wheel-kind" not in required_notices(other.game, other.house)


def test_5_2_d_2_a_ball_in_00_is_no_spin(deal):
    wagers = {1: {"red": "10", "straight:17": "5", "dozen:2": "10"}}
    dealt = deal("roulette", wagers, "00 17", options={"wheel-kind": "double-as-single"})
    assert dealt.called == ["No More Bets", "No Spin", "No More Bets", "17"]
    assert dealt.net == {(1, "red"): -1000, (1, "straight:17"): 17500, (1, "dozen:2"): 2000}
    assert dealt.remedies == {"ball-in-double-zero": "5.2(d)2"}


def test_5_2_d_2_as_often_as_it_happens(deal):
    dealt = deal("roulette", {1: {"red": "10"}}, "00 00 00 1", options={"wheel-kind": "double-as-single"})
    assert dealt.called.count("No Spin") == 3
    assert dealt.net == {(1, "red"): 1000}


def test_5_2_d_2_on_a_double_zero_table_00_counts(deal):
    dealt = deal("roulette", {1: {"straight:00": "10"}}, "00")
    assert dealt.called == ["No More Bets", "00"]
    assert dealt.net == {(1, "straight:00"): 35000}


@pytest.mark.parametrize("kind", EVEN_MONEY)
def test_5_2_d_3_zero_takes_even_money_whole(deal, kind):
    dealt = deal("roulette", {1: {kind: "10"}}, "0", options={"wheel-kind": "double-as-single"})
    assert (dealt.net, dealt.cites) == ({(1, kind): -1000}, {(1, kind): "5.2(d)3"})


def test_5_2_d_3_leaves_the_house_no_option(opened, refused, cited):
    error = refused(opened, "roulette", wheel_kind="double-as-single", even_money_on_zero="half")
    assert isinstance(error, HouseRuleError)
    assert cited(error.by) == "5.2(d)3"


# --- 5.3 rotation of wheel and ball ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("revolutions", "counts"), [(0, False), (3, False), (4, True), (5, True)])
def test_5_3_a_at_least_four_revolutions(opened, revolutions, counts):
    game = ball_in_the_track(opened("roulette"), Wager(1, "straight:17", 500))
    game.answer(BallRest("17", revolutions=revolutions))
    assert game.request.words == ("17" if counts else "No Spin")


def test_5_3_a_spun_against_the_rotation_of_the_wheel(opened):
    for direction, then in (("opposite", "take-wagers"), ("same", "announce")):
        game = Play(Round(opened("roulette")))
        game.answer(Bets())
        game.answer(BallSpun(direction))
        assert game.request.name == then


def test_5_3_a_a_direction_that_is_none_is_refused(opened, refused):
    game = Play(Round(opened("roulette")))
    game.answer(Bets())
    assert isinstance(refused(game.answer, BallSpun("sideways")), DealerError)
    assert game.request.name == "spin-ball"


def test_5_3_b_no_more_bets_while_the_ball_is_in_the_track(deal):
    dealt = deal("roulette", {1: {"red": "10"}}, "17")
    assert dealt.asked[:5] == ["take-wagers", "spin-ball", "take-wagers", "announce", "ball-rests"]
    assert dealt.play.entries[3].request.words == "No More Bets"
    assert str(dealt.play.entries[3].request.by) == "5.3(b)"


def test_5_3_b_a_wager_after_the_call_is_none(opened, refused):
    game = ball_in_the_track(opened("roulette"), Wager(1, "red", 1000))
    assert isinstance(refused(game.answer, Bets(placed=(Wager(1, "black", 1000),))), DealerError)
    assert game.table.wagers == (Wager(1, "red", 1000),)


def test_5_3_b_what_comes_late_goes_back(deal, cited):
    """Reading R-5.3b-late: neither wins nor loses."""
    late = {"spin": 1, "what": "late-wager", "seat": 2, "wager": "straight:17", "amount": "5.00"}
    verdict = deal("roulette", {1: {"red": "10"}}, "17", irregularities=[late]).verdict
    found = {(r.seat, r.wager): (r.result, r.net, cited(r.by)) for r in verdict.required}
    assert found[2, "straight:17"] == ("void", 0, "R-5.3b-late")
    assert found[1, "red"][1] == -1000


@pytest.mark.parametrize("number", ["0", "00", "1", "36"])
def test_5_3_c_the_number_is_announced_and_crowned(deal, number):
    dealt = deal("roulette", {1: {"red": "10"}}, number)
    assert dealt.called[-1] == number
    assert dealt.felt.markers == {"crown": number}
    assert dealt.asked[4:7] == ["ball-rests", "announce", "mark"]


def test_5_3_c_also_where_nobody_has_a_wager(deal):
    dealt = deal("roulette", {}, "17")
    assert dealt.called == ["No More Bets", "17"]
    assert dealt.asked[-1] == "mark"


def test_5_3_d_a_fifth_is_moved_to_the_box_of_the_number(deal):
    dealt = deal("roulette", {1: {"five-adjacent:17": "25"}}, "32", options={"five-adjacent": "on"})
    (move,) = [e.request for e in dealt.play.entries if e.request.name == "move-part"]
    assert (move.wager.on, move.to, move.amount, str(move.by)) == ("five-adjacent:17", "straight:32", 500, "5.3(d)")
    assert dealt.net == {(1, "five-adjacent:17"): 35 * 500 - 2000}
    assert dealt.cites == {(1, "five-adjacent:17"): "5.2(a)"}


def test_5_3_d_after_the_crown_and_before_anything_is_collected(deal):
    dealt = deal("roulette", {1: {"five-adjacent:17": "25"}}, "17", options={"five-adjacent": "on"})
    assert dealt.asked[-4:] == ["mark", "move-part", "collect", "pay"]


def test_5_3_d_each_winning_wager_and_no_losing_one(deal):
    wagers = {1: {"five-adjacent:17": "10", "five-adjacent:0": "10"}, 2: {"five-adjacent:5": "5"}}
    dealt = deal("roulette", wagers, "17", options={"five-adjacent": "on"})
    moved = [(e.request.wager.seat, e.request.wager.on) for e in dealt.play.entries if e.request.name == "move-part"]
    assert moved == [(1, "five-adjacent:17"), (2, "five-adjacent:5")]
    assert dealt.net == {(1, "five-adjacent:17"): 6200, (1, "five-adjacent:0"): -1000, (2, "five-adjacent:5"): 3100}


def test_5_3_d_a_straight_of_the_same_seat_stays_apart(deal):
    wagers = {1: {"five-adjacent:17": "10", "straight:17": "3"}}
    dealt = deal("roulette", wagers, "17", options={"five-adjacent": "on"})
    assert dealt.net == {(1, "five-adjacent:17"): 6200, (1, "straight:17"): 35 * 300}


def test_5_3_e_all_losers_are_collected_before_any_winner_is_paid(deal):
    wagers = {1: {"straight:17": "5"}, 2: {"red": "5"}, 3: {"black": "5"}, 4: {"straight:1": "5"}}
    dealt = deal("roulette", wagers, "17")
    assert dealt.asked[-3:] == ["mark", "collect", "pay"]
    collect, pay = (e.request for e in dealt.play.entries[-2:])
    assert {r.wager.on for r in collect.results} == {"red", "straight:1"}
    assert {r.wager.on for r in pay.results} == {"straight:17", "black"}
    assert str(collect.by) == str(pay.by) == "5.3(e)"
    into = [p.target == "inventory" for p in dealt.felt.ledger.postings if "inventory" in (p.source, p.target)]
    assert into == sorted(into, reverse=True)  # no cent leaves the inventory before the last has come in


def test_5_3_e_a_wager_that_misses_loses_by_it(deal):
    assert deal("roulette", {1: {"straight:17": "5"}}, "18").cites == {(1, "straight:17"): "5.3(e)"}


# --- 5.4 irregularities ----------------------------------------------------------------------------------------------

VOID_SPINS = {
    "same-direction": "5.4(a)",
    "fewer-than-four-revolutions": "5.4(b)",
    "foreign-object": "5.4(c)",
    "ball-left-wheel": "R-5.4-ball-left",
}


def test_5_4_a_a_ball_spun_with_the_wheel_is_no_spin(deal):
    wrong = [{"spin": 1, "what": "same-direction"}]
    dealt = deal("roulette", {1: {"red": "10"}}, "?? 1", irregularities=wrong)
    assert dealt.called == ["No Spin", "No More Bets", "1"]
    assert dealt.remedies == {"same-direction": "5.4(a)"}
    assert dealt.net == {(1, "red"): 1000}


@pytest.mark.parametrize("revolutions", [0, 1, 3])
def test_5_4_b_fewer_than_four_revolutions_are_no_spin(deal, revolutions):
    wrong = [{"spin": 1, "what": "fewer-than-four-revolutions", "revolutions": revolutions}]
    dealt = deal("roulette", {1: {"straight:17": "10"}}, "17 18", irregularities=wrong)
    assert dealt.called == ["No More Bets", "No Spin", "No More Bets", "18"]
    assert dealt.remedies == {"fewer-than-four-revolutions": "5.4(b)"}
    assert dealt.net == {(1, "straight:17"): -1000}


def test_5_4_b_four_revolutions_are_a_spin(opened):
    game = ball_in_the_track(opened("roulette"))
    game.answer(BallRest("17", revolutions=4))
    assert (game.request.words, str(game.request.by)) == ("17", "5.3(c)")


def test_5_4_b_four_revolutions_are_not_told_as_fewer(deal, refused):
    four = [{"spin": 1, "what": "fewer-than-four-revolutions", "revolutions": 4}]
    error = refused(deal, "roulette", {1: {"straight:17": "10"}}, "17", irregularities=four)
    assert "leads to nothing that the rules remedy" in error.text


def test_5_4_b_a_ball_caught_after_three_revolutions_is_no_spin(opened):
    """The dealer did remove it: no compartment at all."""
    game = ball_in_the_track(opened("roulette"))
    game.answer(BallRest("", revolutions=3))
    assert (game.request.words, str(game.request.by)) == ("No Spin", "5.4(b)")


def test_5_4_c_a_foreign_object_makes_no_spin(deal):
    wrong = [{"spin": 1, "what": "foreign-object"}]
    dealt = deal("roulette", {1: {"straight:17": "10"}}, "17 18", irregularities=wrong)
    assert dealt.called == ["No More Bets", "No Spin", "No More Bets", "18"]
    assert dealt.remedies == {"foreign-object": "5.4(c)"}
    assert dealt.net == {(1, "straight:17"): -1000}


def test_5_4_c_a_ball_that_leaves_the_wheel_makes_no_spin(deal):
    """Reading R-5.4-ball-left, after a sister rule."""
    wrong = [{"spin": 1, "what": "ball-left-wheel"}]
    dealt = deal("roulette", {1: {"straight:17": "10"}}, "?? 17", irregularities=wrong)
    assert dealt.called == ["No More Bets", "No Spin", "No More Bets", "17"]
    assert dealt.remedies == {"ball-left-wheel": "R-5.4-ball-left"}


@pytest.mark.parametrize(("what", "by"), VOID_SPINS.items())
def test_5_4_a_void_spin_moves_no_money_and_the_wagers_stand(opened, what, by):
    """Readings R-5.4-rests (wherever the ball came to lie) and R-5.4-wagers-stand."""
    table = opened("roulette")
    cause = table.game.irregularities[what]
    game = Play(Round(table))
    wagers = (Wager(1, "straight:17", 500), Wager(1, "red", 1000), Wager(2, "dozen:2", 1000))
    game.answer(Bets(placed=wagers))
    while game.request.name != "remedy":
        asked = game.request
        facts = dict(cause.facts) if asked.name == cause.ask else {}
        if asked.name == "ball-rests":
            facts = {"compartment": "17", **facts}
        game.answer(asked.answer(**facts) if facts else asked.usual())
    assert (game.request.by.reading or str(game.request.by)) == by
    game.answer(game.request.usual())
    assert game.table.felt.called[-1] == "No Spin"
    assert game.table.wagers == wagers
    assert game.table.felt.results == []
    assert game.table.felt.ledger.balance["inventory"] == 0
    assert game.request.name == "take-wagers"  # they may be changed and taken down before the next spin
    game.answer(Bets(placed=(Wager(1, "black", 1000),), removed=wagers[1:]))
    assert game.table.wagers == (wagers[0], Wager(1, "black", 1000))


@pytest.mark.parametrize("what", VOID_SPINS)
def test_5_4_a_wagers_may_change_before_the_respin(deal, what):
    lines = [
        {"seat": 1, "wager": "red", "amount": "10"},
        {"seat": 1, "wager": "red", "remove": True, "before": 2},
        {"seat": 1, "wager": "black", "amount": "20", "before": 2},
    ]
    dealt = deal("roulette", lines, "17 17", irregularities=[{"spin": 1, "what": what}])
    assert dealt.net == {(1, "black"): 2000}


def test_5_4_a_three_void_spins_in_a_row(deal):
    wrong = [
        {"spin": 1, "what": "same-direction"},
        {"spin": 2, "what": "foreign-object"},
        {"spin": 3, "what": "fewer-than-four-revolutions"},
    ]
    dealt = deal("roulette", {1: {"red": "10"}}, "1 3 5 7", irregularities=wrong)
    assert dealt.called.count("No Spin") == 3
    assert dealt.net == {(1, "red"): 1000}
    assert list(dealt.remedies.values()) == ["5.4(a)", "5.4(c)", "5.4(b)"]


# --- disputes: the ruling examples of the rule notes -----------------------------------------------------------------


def differences(dealt):
    return [(d.seat, d.wager, d.done, d.required, d.by.reading or str(d.by)) for d in dealt.verdict.differences]


def test_5_1_d_ruling_i_said_17_and_it_lay_on_the_line(deal):
    line = {"seat": 1, "wager": "split:17-20", "amount": "5", "said": "straight:17"}
    dealt = deal("roulette", [line], "17", done=[{"seat": 1, "wager": "split:17-20", "paid": "175.00"}])
    assert differences(dealt) == [(1, "split:17-20", 17500, 8500, "5.2(a)")]
    assert str(dealt.verdict.remedies[0].by) == "5.1(c)"


@pytest.mark.parametrize(
    ("wheel", "option", "required", "by"),
    [
        ("double-zero", {"even-money-on-zero": "half"}, -500, "5.2(b)"),
        ("double-zero", {"even-money-on-zero": "whole"}, -1000, "5.2(b)"),
        ("single-zero", {}, -1000, "5.2(c)"),
    ],
)
def test_5_2_b_ruling_zero_is_not_even(deal, wheel, option, required, by):
    done = [{"seat": 1, "wager": "even", "paid": "10.00"}]
    dealt = deal("roulette", {1: {"even": "10"}}, "0", options={"wheel-kind": wheel, **option}, done=done)
    assert differences(dealt) == [(1, "even", 1000, required, by)]


def test_5_2_c_ruling_no_half_back_at_a_single_zero_table(deal):
    done = [{"seat": 1, "wager": "red", "collected": "5.00"}]
    dealt = deal("roulette", {1: {"red": "10"}}, "0", options={"wheel-kind": "single-zero"}, done=done)
    assert differences(dealt) == [(1, "red", -500, -1000, "5.2(c)")]


def test_5_2_b_ruling_a_column_loses_whole_at_a_half_loss_table(deal):
    done = [{"seat": 1, "wager": "column:1", "collected": "5.00"}]
    dealt = deal("roulette", {1: {"column:1": "10"}}, "00", done=done)
    assert differences(dealt) == [(1, "column:1", -500, -1000, "5.3(e)")]


def test_5_1_e_2_ruling_chips_between_2nd_and_3rd_12_win_on_00(deal):
    done = [{"seat": 1, "wager": "split:0-00@dozen-line", "collected": "10.00"}]
    dealt = deal("roulette", {1: {"split:0-00@dozen-line": "10"}}, "00", done=done)
    assert differences(dealt) == [(1, "split:0-00@dozen-line", -1000, 17000, "5.2(a)")]


def test_5_1_e_1_i_2_ruling_two_chips_on_the_replica_are_no_wager(deal, refused, cited):
    error = refused(deal, "roulette", {1: {"five-adjacent:17": "1.00"}}, "17", options={"five-adjacent": "on"})
    assert cited(error.by) == "5.1(e)1i(2)"


def test_5_4_b_ruling_three_revolutions_and_the_ball_fell_in_32(deal):
    wrong = [{"spin": 1, "what": "fewer-than-four-revolutions", "revolutions": 3}]
    done = [{"seat": 1, "wager": "straight:32", "paid": "350.00"}]
    dealt = deal("roulette", {1: {"straight:32": "10"}}, "32 5", irregularities=wrong, done=done)
    assert differences(dealt) == [(1, "straight:32", 35000, -1000, "5.3(e)")]
    assert dealt.remedies == {"fewer-than-four-revolutions": "5.4(b)"}


def test_5_1_b_ruling_a_value_chip_under_a_coupon(deal, refused, cited):
    line = {"seat": 1, "wager": "red", "amount": "5", "coupon": "5", "chips": "value"}
    assert cited(refused(deal, "roulette", [line], "1", options={"match-play-accepted": "on"}).by) == "5.1(b)"


def test_5_2_a_ruling_a_house_may_pay_36_to_1(deal):
    dealt = deal("roulette", {1: {"straight:17": "1"}}, "17", options={"pay-table": {"straight": "36 to 1"}})
    assert dealt.net == {(1, "straight:17"): 3600}


def test_5_2_a_ruling_first_five_at_5_to_1_is_a_violation(opened, refused, cited):
    error = refused(opened, "roulette", pay_table={"first-five": "5 to 1"})
    assert isinstance(error, HouseRuleError)
    assert cited(error.by) == "5.2(a)"
    assert "6 to 1" in error.accepts


def test_5_3_e_ruling_a_round_settled_rightly_has_no_differences(deal):
    done = [{"seat": 1, "wager": "red", "collected": "5.00"}, {"seat": 1, "wager": "straight:0", "paid": "350.00"}]
    assert differences(deal("roulette", {1: {"red": "10", "straight:0": "10"}}, "0", done=done)) == []


def test_5_3_e_a_record_of_chips_of_two_kinds_on_one_place_has_no_differences(deal):
    """One seat, one place, value chips and colours: two rulings of the same name, each compared with its own."""
    lines = [{"seat": 1, "wager": "red", "amount": "10"}, {"seat": 1, "wager": "red", "amount": "6", "chips": "blue"}]
    verdict = rule_on_record(read(write(deal("roulette", lines, "1").record)))
    assert [r.net for r in verdict.required] == [1000, 600]
    assert verdict.differences == []


@pytest.mark.parametrize(
    ("wheel", "can_be"), [("double-zero", False), ("single-zero", False), ("double-as-single", True)]
)
def test_5_2_d_2_a_void_double_zero_is_told_only_where_the_wheel_serves_as_a_single_zero_one(deal, wheel, can_be):
    wrong = [{"spin": 1, "what": "ball-in-double-zero"}]
    options = {"wheel-kind": wheel}
    if can_be:
        assert deal("roulette", {1: {"red": "5"}}, "00 17", options=options, irregularities=wrong).remedies
        return
    with pytest.raises(TranscriptError) as found:
        deal("roulette", {1: {"red": "5"}}, "0 17", options=options, irregularities=wrong)
    assert str(found.value.by) == "5.2(d)2"
    assert "wheel-kind" in found.value.text
