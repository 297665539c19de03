"""Pai gow, section by section: 19:47-10, 13:69F-10. No sentence of it was read: every basis says so."""

import itertools
from collections import Counter
from datetime import date

import pytest

from nomorebets.equipment.tiles import KINDS, TILES, pips
from nomorebets.errors import DealerError, EditionError, HouseRuleError, TranscriptError, WagerRefused
from nomorebets.games import open_table
from nomorebets.games.pai_gow.house_ways import BUILT_IN, atlantic, filed, priority
from nomorebets.games.pai_gow.script import BANK_RULES
from nomorebets.games.pai_gow.settlement import Compared, settle_dealers_wager, settle_pai_gow
from nomorebets.hands.tiles import rank, split, splits, tile_hand
from nomorebets.procedures.banking import dealer_wagers
from nomorebets.regulation import cite
from nomorebets.rulings.transcript import read_transcript
from nomorebets.table import Round, Settings, Wager
from nomorebets.table.acceptance import verify_bets, verify_wager
from nomorebets.table.areas import HIDDEN
from nomorebets.table.felt import Felt, Opening
from told import Told

DEALER = 'dealer = "5-6 4-6 3-4 1-3"'  # high 7 with gor, low 4 with foo, by either method


def tell(wagers: str, hands: str, more: str = "", dice: str = "", dealer: bool = True) -> Told:
    """A round: ``tell("1 30.00", '1 = "6-6 …"')`` with the dealer's usual tiles, unless others are given."""
    rows = [line.split() for line in wagers.split(",") if line.strip()]
    made = [
        f'{{ seat = {seat if seat.isdigit() else repr(seat)}, wager = "{rest[0] if rest else "pai-gow"}",'
        f' amount = "{amount}" }}'
        for seat, amount, *rest in rows
    ]
    given = f"{hands}, {DEALER}" if dealer and "dealer" not in hands else hands
    lines = ['game = "pai-gow"', f"wagers = [ {', '.join(made)} ]", f"hands = {{ {given} }}", more]
    if dice:
        lines.append(f'dice = "{dice}"')
    return Told(read_transcript("\n".join(lines).encode()))


# --- 10.2 tiles and ranking ------------------------------------------------------------------------------------------


def test_10_2_g_thirty_two_tiles():
    assert len(TILES) == 32
    assert Counter(Counter(TILES).values()) == {2: 11, 1: 10}
    assert sum(map(pips, TILES)) == 227


PAIRS = (
    *(("2-4", "1-2"), ("6-6", "6-6"), ("1-1", "1-1"), ("4-4", "4-4"), ("1-3", "1-3"), ("5-5", "5-5"), ("3-3", "3-3")),
    *(("2-2", "2-2"), ("5-6", "5-6"), ("4-6", "4-6"), ("1-6", "1-6"), ("1-5", "1-5")),
    *(("3-6", "4-5"), ("3-5", "2-6"), ("3-4", "2-5"), ("1-4", "2-3")),
)


@pytest.mark.parametrize(("higher", "lower"), list(itertools.pairwise(PAIRS)))
def test_10_2_sixteen_pairs_in_order(higher, lower):
    assert rank(*higher) > rank(*lower)
    assert tile_hand(*higher).kind == tile_hand(*lower).kind == "pair"


def test_10_2_there_are_no_other_pairs():
    every = {frozenset((a, b)) for a, b in itertools.combinations(TILES, 2) if tile_hand(a, b).kind == "pair"}
    assert every == {frozenset(pair) for pair in PAIRS}
    for a, b, value in (("1-3", "2-2", 8), ("3-3", "1-5", 2), ("1-6", "3-4", 4), ("4-4", "3-5", 6), ("5-5", "4-6", 0)):
        assert (tile_hand(a, b).kind, tile_hand(a, b).value) == ("value", value)


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        (("1-4", "2-3"), ("6-6", "3-6")),  # the lowest pair and the highest wong
        (("6-6", "4-5"), ("1-1", "3-6")),
        (("1-1", "3-6"), ("6-6", "4-4")),  # the lowest wong and the highest gong
        (("6-6", "2-6"), ("1-1", "4-4")),
        (("1-1", "3-5"), ("6-6", "1-6")),  # the lowest gong and the highest nine
        (("6-6", "1-6"), ("1-1", "3-4")),
        (("3-6", "5-5"), ("4-5", "4-6")),
        (("1-2", "1-1"), ("6-6", "2-3")),  # 8 and 7
        (("1-6", "1-2"), ("5-5", "4-6")),  # 3 and 0
    ],
)
def test_10_2_classes_of_hands(higher, lower):
    assert rank(*higher) > rank(*lower)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("6-6", "4-5"), ("6-6", "3-6")),
        (("1-1", "4-4"), ("1-1", "2-6")),
        (("6-6", "3-4"), ("6-6", "1-6")),
        (("1-4", "4-5"), ("2-3", "3-6")),
    ],
)
def test_10_2_the_second_tile_never_breaks_a_tie(one, other):
    assert rank(*one) == rank(*other)


def test_10_2_zero_is_a_copy_of_zero():
    zeros = [pair for pair in itertools.combinations(KINDS, 2) if tile_hand(*pair).rank == 0]
    assert ("6-6", "4-4") not in zeros  # a gong
    assert {("5-5", "4-6"), ("5-6", "3-6"), ("2-2", "1-5")} <= set(zeros)
    assert {tile_hand(*pair).kind for pair in zeros} == {"value"}


@pytest.mark.parametrize(
    ("gee_joon", "other", "value"), [("2-4", "4-4", 4), ("1-2", "1-3", 7), ("1-2", "4-4", 4), ("2-4", "2-2", 7)]
)
def test_10_2_gee_joon_counts_three_or_six(gee_joon, other, value):
    assert tile_hand(gee_joon, other).value == value
    assert tile_hand(gee_joon, other).top == other  # its own rank stays the lowest


def test_10_2_the_higher_hand_is_the_high_hand():
    laid = '{ seat = 1, choose = "set", low = "%s" }'
    for low in ("6-6 1-6", "4-5 2-3"):  # the nine laid as the low hand is the high hand all the same
        found = tell("1 10.00", '1 = "6-6 1-6 4-5 2-3"', f"decisions = [ {laid % low} ]")
        assert found.result == {(1, "pai-gow"): "push"}
    assert split(("6-6", "1-6"), ("4-5", "2-3")) == split(("4-5", "2-3"), ("6-6", "1-6"))


# --- 10.3 dice, 10.4 opening -----------------------------------------------------------------------------------------


def test_10_3_three_dice():
    found = tell("1 10.00", '1 = "6-6 1-6 4-5 2-3"', dice="1-2-2")
    (rest,) = [e.request for e in found.play.entries if e.request.name == "dice-rest"]
    assert rest.number == 3
    with pytest.raises(DealerError, match="no throw of 3 dice"):
        tell("1 10.00", '1 = "6-6 1-6 4-5 2-3"', dice="1-2")


def attested(found: Told) -> list[str]:
    return [e.request.what for e in found.play.entries if e.request.name == "attest"]


def test_10_4_inspected_shown_and_mixed():
    found = tell("1 10.00", '1 = "6-6 1-6 4-5 2-3"', 'opening = { table = "just-opened" }')
    asked = found.asked
    assert asked.index("inspect-tiles") < asked.index("attest") < asked.index("shuffle") < asked.index("draw")
    assert attested(found)[:4] == [
        "the set has its thirty-two tiles",
        "the tiles lie face up in sixteen pairs by rank, the supreme pair first",
        "the first player has had the chance to look at the tiles",
        "the tiles are turned face down",
    ]


def test_10_4_a_set_that_is_not_right_is_replaced_whole():
    wrong = 'irregularities = [ { before_tile = 1, what = "set-not-right" } ]'
    found = tell("1 10.00", '1 = "6-6 1-6 4-5 2-3"', wrong)
    assert found.remedies == {"set-not-right": "the whole set is replaced, and the new one is inspected"}
    assert found.asked.count("inspect-tiles") == 2


def test_10_4_mixed_and_stacked_before_every_round():
    found = tell("1 10.00", '1 = "6-6 1-6 4-5 2-3"')
    assert "inspect-tiles" not in found.asked  # the table is in play
    assert found.asked.count("shuffle") == 1
    assert "the tiles lie in eight stacks of four, face down" in attested(found)


def test_10_4_without_players_the_tiles_lie_open():
    found = Told(read_transcript(b'game = "pai-gow"'))
    assert found.play.table.felt.state["table"] == "idle-face-up"
    assert "shake" not in found.asked


# --- 10.5 wagers -----------------------------------------------------------------------------------------------------


def test_10_5_wagers_until_the_call():
    found = tell("1 10.00", '1 = "6-6 1-6 4-5 2-3"')
    assert found.asked.count("take-wagers") == 1
    assert found.asked.index("take-wagers") < found.asked.index("announce") < found.asked.index("shake")
    assert found.called[0] == "No More Bets"


@pytest.mark.parametrize(("cents", "taken"), [(1000, True), (999, False), (500, True), (499, False), (50000, True)])
def test_10_5_limits_and_chips(cents, taken):
    limits = {"pai-gow": {"min": "5.00", "max": "500.00"}}
    at = Round(open_table("pai-gow", settings=Settings({}, {}, limits)))
    if taken:
        verify_wager(at, Wager(1, "pai-gow", cents))
    else:
        with pytest.raises(WagerRefused, match="refused"):
            verify_wager(at, Wager(1, "pai-gow", cents))


@pytest.mark.parametrize(("seats", "seat", "taken"), [("6", 6, True), ("6", 7, False), ("7", 7, True), ("7", 8, False)])
def test_10_5_only_where_there_is_a_betting_area(seats, seat, taken):
    at = Round(open_table("pai-gow", settings=Settings({"seats": seats})))
    if taken:
        verify_wager(at, Wager(seat, "pai-gow", 1000))
    else:
        with pytest.raises(WagerRefused, match="no such betting area"):
            verify_wager(at, Wager(seat, "pai-gow", 1000))


# --- 10.6 dealing ----------------------------------------------------------------------------------------------------


def delivered(found: Told) -> list[str]:
    """Where the stacks went, in order."""
    to = [e.request.to for e in found.play.entries if e.request.name == "draw"]
    assert all(len(set(to[at : at + 4])) == 1 for at in range(0, len(to), 4))
    return to[::4]


def test_10_6_the_call_then_the_shake_then_the_tiles():
    asked = tell("1 10.00", '1 = "6-6 1-6 4-5 2-3"').asked
    assert asked.index("announce") < asked.index("shake") < asked.index("dice-rest") < asked.index("draw")


@pytest.mark.parametrize(("shakes", "void"), [(2, True), (3, False), (4, False)])
def test_10_6_at_least_three_shakes(shakes, void):
    what = f'{{ before_roll = 1, what = "fewer-than-three-shakes", shakes = {shakes} }}'
    told = lambda: tell("1 10.00", '1 = "6-6 1-6 4-5 2-3"', f"irregularities = [ {what} ]")  # noqa: E731
    if void:
        assert told().called[:2] == ["No More Bets", "No Roll"]
    else:
        with pytest.raises(TranscriptError, match="leads to nothing"):
            told()


@pytest.mark.parametrize(
    ("dice", "first"),
    [
        ("1-1-1", "vacant:2"),
        ("1-2-4", "vacant:6"),
        ("2-2-4", "dead-hand"),
        ("3-3-3", "dealer"),
        ("2-3-5", "seat:1"),
        ("5-6-6", "dealer"),
        ("6-6-6", "seat:1"),
    ],
)
def test_10_6_the_count_of_positions(dice, first):
    assert delivered(tell("1 10.00", '1 = "6-6 1-6 4-5 2-3"', dice=dice))[0] == first


def test_10_6_every_position_gets_a_stack():
    found = tell("1 10.00, 3 10.00", '1 = "6-6 1-6 4-5 2-3", 3 = "1-1 2-2 3-3 5-5"', dice="2-3-5")
    expected = ["seat:1", "vacant:2", "seat:3", "vacant:4", "vacant:5", "vacant:6", "dead-hand", "dealer"]
    assert delivered(found) == expected  # counterclockwise


def test_10_6_seven_areas_leave_no_dead_hand():
    found = tell("1 10.00", '1 = "6-6 1-6 4-5 2-3"', 'house = { seats = "7" }', dice="2-2-4")
    assert delivered(found)[0] == "vacant:7"
    assert "dead-hand" not in delivered(found)
    assert len(delivered(found)) == 8
    with pytest.raises(HouseRuleError, match="dead-hand-index"):
        open_table("pai-gow", settings=Settings({"seats": "7", "dead-hand-index": "2"}))


@pytest.mark.parametrize(("index", "taken"), [("1", False), ("2", True), ("8", True), ("9", False)])
def test_10_6_where_the_dead_hand_is_counted(index, taken):
    house = f'house = {{ dead-hand-index = "{index}" }}'
    if not taken:
        with pytest.raises(HouseRuleError, match="count of eight"):
            tell("1 10.00", '1 = "6-6 1-6 4-5 2-3"', house)
        return
    first = delivered(tell("1 10.00", '1 = "6-6 1-6 4-5 2-3"', house, dice="2-2-6"))[0]
    assert first == {"2": "dead-hand", "8": "seat:1"}[index]


def test_10_6_what_nobody_plays_stays_unseen():
    found = tell("1 10.00", '1 = "6-6 1-6 4-5 2-3"')
    turned = {e.request.area for e in found.play.entries if e.request.name == "turn-up"}
    assert turned == {"dealer", "seat:1", "seat:1:low"}
    unseen = {e.request.area for e in found.play.entries if e.request.name == "to-rack"} - {*turned, "dealer:low"}
    assert unseen == {"dead-hand", *(f"vacant:{seat}" for seat in (2, 3, 4, 5, 6))}


# --- 10.7 setting, comparing, paying ---------------------------------------------------------------------------------


@pytest.mark.parametrize("high", [1, 0, -1])
@pytest.mark.parametrize("low", [1, 0, -1])
def test_10_7_the_outcome_matrix(high, low):
    house = open_table("pai-gow").house
    result = settle_pai_gow(Wager(1, "pai-gow", 10000), Compared(high, low), house)
    wins = [high == 1, low == 1].count(True)
    assert (result.outcome, result.net) == {2: ("win", 9500), 1: ("push", 0), 0: ("lose", -10000)}[wins]


def test_10_7_copies_are_the_dealers():
    """The same ranks on both sides: two copies lose; one copy beside a better hand is a push."""
    both = tell("1 10.00", '1 = "5-6 4-6 2-5 1-3", dealer = "5-6 4-6 3-4 1-3"')
    assert both.result == {(1, "pai-gow"): "lose"}
    assert both.called[-2:] == ["Copy, high hand", "Copy, low hand"]
    # the high hands are copies, 9 with teen; 8 with day beats 7 with day
    one = tell("1 10.00", '1 = "6-6 1-6 3-3 1-1", dealer = "6-6 3-4 1-4 1-1"')
    assert one.called[-2:] == ["Copy, high hand", "Push"]
    assert one.result == {(1, "pai-gow"): "push"}


@pytest.mark.parametrize(
    ("amount", "rounding", "net"),
    [
        ("30.00", "quarter-up", "28.50"),
        ("33.00", "quarter-up", "31.25"),
        ("12.00", "quarter-up", "11.25"),
        ("33.00", "none", "31.35"),
        ("12.50", "none", "11.87"),
        ("5.00", "quarter-up", "4.75"),
        ("5.50", "quarter-up", "5.00"),
    ],
)
def test_10_7_vigorish(amount, rounding, net):
    found = tell(f"1 {amount}", '1 = "2-4 1-2 3-6 4-5"', f'house = {{ vig-rounding = "{rounding}" }}')
    assert found.net == {(1, "pai-gow"): net}
    assert found.asked.index("pay-in-full") < found.asked.index("take-vigorish")


HAND = '1 = "1-1 1-1 3-3 1-5"'  # any


@pytest.mark.parametrize(
    ("method", "low"),
    [("atlantic", {"1-1", "4-6"}), ("priority", {"6-6", "5-6"}), ("priority; 12 11 2 10 low 12 10", {"6-6", "4-6"})],
)
def test_10_7_the_dealers_hand_goes_by_the_filed_method(method, low):
    held = '1 = "2-2 2-2 3-3 1-5", dealer = "6-6 5-6 1-1 4-6"'
    found = tell("1 10.00", held, f'house = {{ dealer-set-method = "{method}" }}')
    (done,) = [e.request for e in found.play.entries if e.request.name == "set-by-house-way"]
    assert set(done.low) == set(filed(method)(("6-6", "1-1", "5-6", "4-6")).low)


@pytest.mark.parametrize("method", BUILT_IN)
def test_10_7_every_method_sets_every_hand(method):
    for hand in itertools.combinations(TILES, 4):
        assert filed(method)(tuple(sorted(hand, key=KINDS.index))) in splits(tuple(sorted(hand, key=KINDS.index)))


@pytest.mark.parametrize(
    ("tiles", "low"),
    [
        ("2-4 1-2 3-3 1-4", {"1-2", "1-4"}),  # gee joon beside a six and a five: split
        ("2-4 1-2 3-3 1-6", {"3-3", "1-6"}),  # beside a six and a seven: kept
        ("3-6 4-5 1-1 5-5", {"4-5", "5-5"}),  # nines beside 2 and 10: split
        ("3-6 4-5 1-1 5-6", {"1-1", "5-6"}),  # beside 2 and 11: kept
        ("4-4 4-4 5-6 3-6", {"4-4", "3-6"}),  # eights beside 9 and 11: split
        ("4-4 4-4 5-6 1-6", {"5-6", "1-6"}),  # beside 7 and 11: kept
        ("1-6 1-6 1-1 5-6", {"1-6", "5-6"}),  # sevens beside 2 and 11: split
        ("1-6 1-6 5-5 5-6", {"5-5", "5-6"}),  # beside 10 and 11, neither 2 nor 12: kept
        ("5-5 5-5 6-6 1-1", {"6-6", "1-1"}),  # tens are never split
        ("6-6 6-6 3-6 5-6", {"6-6", "5-6"}),  # teens beside 9 and 11: split
        ("1-1 1-1 2-2 2-2", {"2-2"}),  # two pairs: both are played
        ("6-6 1-6 4-5 2-3", {"4-5", "2-3"}),  # high nine before wong, the low hand a high four
        ("6-6 3-6 3-5 2-2", {"3-6", "2-2"}),  # a nine, an eight and bon: gong and three
    ],
)
def test_10_7_atlantic(tiles, low):
    held = tuple(sorted(tiles.split(), key=KINDS.index))
    assert set(atlantic(held).low) == low


@pytest.mark.parametrize(
    ("tiles", "low"),
    [
        ("2-4 1-2 3-3 1-4", {"3-3", "1-4"}),  # the supreme pair is played
        ("6-6 1-6 4-5 2-3", {"1-6", "2-3"}),  # a wong before a nine
        ("6-6 3-5 5-5 1-4", {"5-5", "1-4"}),  # a gong
        ("5-5 3-6 1-3 2-3", {"1-3", "2-3"}),  # nine with either: the higher low hand
    ],
)
def test_10_7_priority(tiles, low):
    held = tuple(sorted(tiles.split(), key=KINDS.index))
    made = priority(held)
    assert set(made.low) == low or made.ranks == split(tuple(low), tuple(set(held) - low)).ranks


@pytest.mark.parametrize(
    "text",
    ["", "best", "atlantic; 6-6 1-1", "atlantic; 6-6 1-1 1-3 low 6-6 1-1", "atlantic; 6-6 1-1 1-3 7-7 low 6-6 1-1"],
)
def test_10_7_a_filed_table_that_cannot_be_read(text):
    with pytest.raises(HouseRuleError) as refused:
        open_table("pai-gow", settings=Settings({"dealer-set-method": text}))
    assert refused.value.accepts


def test_10_7_help_is_the_house_way():
    found = tell("1 10.00", '1 = "6-6 1-6 4-5 2-3"')
    (asked,) = [e.request for e in found.play.entries if e.request.name == "set-hand"]
    assert asked.question(1, found.play.table)["unless_told"] == list(asked.house_way[0])
    assert set(asked.house_way[0]) == set(atlantic(("6-6", "1-6", "4-5", "2-3")).low)


def test_10_7_players_set_before_the_dealer_shows():
    found = tell("1 10.00, 2 10.00", '1 = "6-6 1-6 4-5 2-3", 2 = "1-1 2-2 3-3 5-5"')
    asked = found.asked
    assert asked.count("set-hand") == 1  # all at once
    assert asked.index("set-hand") < asked.index("turn-up") < asked.index("set-by-house-way")
    first = next(e.request for e in found.play.entries if e.request.name == "turn-up")
    assert first.area == "dealer"


def test_10_7_a_hand_that_is_laid_is_not_changed():
    twice = '{ seat = 1, choose = "set", low = "%s" }'
    with pytest.raises(TranscriptError, match="never asked"):
        tell("1 10.00", '1 = "6-6 1-6 4-5 2-3"', f"decisions = [ {twice % '6-6 1-6'}, {twice % '4-5 6-6'} ]")


def test_10_7_compared_counterclockwise():
    found = tell("5 10.00, 2 10.00", '2 = "6-6 1-6 4-5 2-3", 5 = "1-1 2-2 3-3 5-5"')
    shown = [e.request.area for e in found.play.entries if e.request.name == "turn-up"]
    assert shown == ["dealer", "seat:2", "seat:2:low", "seat:5", "seat:5:low"]  # from the dealer's right


# --- 10.8 the bank ---------------------------------------------------------------------------------------------------


def offered(found: Told) -> list[int]:
    return [e.request.seat for e in found.play.entries if e.request.name == "ask" and "decline" in e.request.choices]


def opened(**state: str) -> str:
    return f"opening = {{ {', '.join(f'{k.replace(chr(95), chr(45))} = {v!r}' for k, v in state.items())} }}"


def test_10_8_no_bank_in_the_first_round():
    assert offered(tell("1 10.00", '1 = "6-6 1-6 4-5 2-3"', opened(against_dealer=""))) == []
    assert offered(tell("1 10.00", '1 = "6-6 1-6 4-5 2-3"', opened(against_dealer="1:1000"))) == [1]


THREE = '1 = "6-6 1-6 4-5 2-3", 2 = "1-1 2-2 3-3 5-5", 5 = "6-6 4-4 4-4 1-4"'


@pytest.mark.parametrize(("turn", "order"), [("", [1, 2, 5]), ("1", [2, 5, 1]), ("2", [5, 1, 2]), ("6", [1, 2, 5])])
def test_10_8_offered_counterclockwise(turn, order):
    state = opened(against_dealer="2:1000 5:2000 1:1000", bank_turn=turn)
    found = tell("1 10.00, 2 10.00, 5 10.00", THREE, state)
    assert offered(found) == order
    assert found.play.table.felt.state["bank-turn"] == str(order[0])  # nobody took it: next time the second is first


@pytest.mark.parametrize(("last", "order"), [("", [1, 2]), ("1", [2]), ("2", [1])])
def test_10_8_not_twice_running(last, order):
    state = opened(against_dealer="1:1000 2:1000", last_bank=last)
    found = tell("1 10.00, 2 10.00, 5 10.00", THREE, state)
    assert offered(found) == order


def test_10_8_it_is_remembered_what_each_player_wagered_against_the_dealer():
    found = tell("1 10.00, 2 25.00, 5 40.00", THREE)
    assert found.play.next_opening.state["against-dealer"] == "1:1000 2:2500 5:4000"


def test_10_8_who_may_bank():
    """Who wagered against the dealer the last time; and only so much may be wagered as the bank can pay."""
    state = opened(against_dealer="2:1000 4:1000")  # seat 4 has left
    assert offered(tell("1 10.00, 2 10.00, 5 10.00", THREE, state)) == [2]
    table = open_table("pai-gow")
    for marker, most in (("seat 3", 5000), ("seat 3, co-bank", 10000)):
        at = Round(table, Felt.opened(Opening()), {1: 100_000, 3: 5000})
        at.felt.markers["bank"] = marker
        verify_wager(at, Wager(1, "pai-gow", 1000))
        at.felt.put_down(Wager(1, "pai-gow", most), table.game.terms.dealt_by)
        verify_wager(at, Wager(1, "pai-gow", 50), alone=False)
        table.game.betting.verify(at, Wager(1, "pai-gow", most))
        at.felt.put_down(Wager(2, "pai-gow", 100), table.game.terms.dealt_by)
        with pytest.raises(WagerRefused, match="to cover all wagers"):
            table.game.betting.verify(at, Wager(2, "pai-gow", 100))
        with pytest.raises(WagerRefused, match="the player banks"):
            table.game.betting.verify(at, Wager(3, "pai-gow", 100))


DEALERS = "dealer-vs-bank"
BANK_3 = 'decisions = [ { seat = 3, choose = "bank" } ]'
CO_BANK_3 = BANK_3.replace("bank", "co-bank")
# two pairs, next to nothing, the bank's nine and six
WINS, LOSES, BANK = '1 = "2-4 1-2 3-6 4-5"', '4 = "1-4 1-5 5-6 4-6"', '3 = "6-6 1-3 1-6 1-1"'
ALSO_WINS, DEALER_LOSES = '2 = "2-2 2-2 4-4 4-4"', 'dealer = "2-3 1-5 5-5 4-6"'


def banked(wagers: str, choose: str = BANK_3, more: str = "", dice: str = "") -> Told:
    """A round that seat 3 banks."""
    seats = {line.split()[0] for line in wagers.split(",")}
    hands = [BANK, *(own for seat, own in (("1", WINS), ("2", ALSO_WINS), ("4", LOSES)) if seat in seats)]
    hands += [DEALER_LOSES] if "dealer" in seats else []
    return tell(wagers, ", ".join(hands), f"{choose}\n{more}", dice, dealer=False)


def test_10_8_the_dealers_wager():
    state = opened(against_dealer="3:2500")
    less = banked(f"1 10.00, dealer 5.00 {DEALERS}", more=state)
    assert less.net[0, DEALERS] == "-5.00"
    none = BANK_3.replace(" ]", ', { seat = 3, choose = "none" } ]')
    assert (0, DEALERS) not in banked("1 10.00", none, state).net
    hands = f"{WINS}, {BANK}, {DEALER_LOSES}"
    assert tell("1 10.00", hands, f"{BANK_3}\n{state}").net[0, DEALERS] == "-25.00"  # as much as the bank last wagered
    with pytest.raises(WagerRefused, match="refused"):
        banked(f"1 10.00, dealer 25.50 {DEALERS}", more=state)
    with pytest.raises(WagerRefused, match="no wager at this table"):
        tell(f"1 10.00, 2 10.00 {DEALERS}", WINS)


@pytest.mark.parametrize(("chips", "most"), [(10_000, 2500), (2500, 2500), (2400, 2400)])
def test_10_8_the_dealers_wager_is_no_more_than_the_bank_can_pay(chips, most):
    """The bank wagered 25.00 the last time."""
    at = Round(open_table("pai-gow"), Felt.opened(Opening({"against-dealer": "3:2500"})), {3: chips})
    asked = next(dealer_wagers(at, 3, BANK_RULES))
    assert [option.most for option in asked.options if option.name == DEALERS] == [most]


@pytest.mark.parametrize(
    ("compared", "result", "net", "by"),
    [
        (Compared(1, 1), "win", 500, "R-10.8-vigorish"),  # the house owes itself none
        (Compared(1, -1), "push", 0, "R-10.8-settled"),
        (Compared(0, 1), "push", 0, "R-10.8-settled"),
        (Compared(0, 0), "lose", -500, "R-10.8-settled"),  # a copy goes to the bank
    ],
)
def test_10_8_the_dealers_wager_is_settled_as_a_players(compared, result, net, by):
    settled = settle_dealers_wager(Wager(0, DEALERS, 500), compared, open_table("pai-gow").house)
    assert (settled.outcome, settled.net, settled.by.reading) == (result, net, by)


@pytest.mark.parametrize(("dice", "first"), [("3-3-3", "seat:3"), ("2-3-5", "seat:4"), ("1-1-1", "vacant:5")])
def test_10_8_the_bank_is_number_one(dice, first):
    assert delivered(banked(f"1 40.00, 4 9.00, dealer 20.00 {DEALERS}", dice=dice))[0] == first


def test_10_8_a_shared_bank_is_set_by_the_house_way():
    found = banked("1 40.00, 4 9.00", CO_BANK_3)
    done = [e.request.area for e in found.play.entries if e.request.name == "set-by-house-way"]
    assert done == ["seat:3"]
    assert [e.request.who for e in found.play.entries if e.request.name == "set-hand"] == [(1, 4)]
    assert "vacant:dealer" in delivered(found)  # the dealer makes no wager


def test_10_8_the_bank_sets_last_and_wins_copies():
    found = banked(f"1 40.00, dealer 20.00 {DEALERS}")
    kinds = [
        (e.request.name, getattr(e.request, "who", getattr(e.request, "area", "")))
        for e in found.play.entries
        if e.request.name in ("set-hand", "set-by-house-way")
    ]
    assert kinds == [("set-hand", (1,)), ("set-by-house-way", "dealer"), ("set-hand", (3,))]
    copy = tell("1 10.00", '1 = "5-6 4-6 2-5 1-3", 3 = "5-6 4-6 3-4 1-3"', BANK_3, dealer=False)
    assert copy.result == {(1, "pai-gow"): "lose", (3, "bank"): "win"}


@pytest.mark.parametrize(
    ("choose", "wagers", "nets"),
    [
        (BANK_3, f"1 40.00, 2 10.00, 4 100.00, dealer 20.00 {DEALERS}", ("38.00", "9.50", "-100.00", "66.50")),
        (BANK_3, f"1 90.00, 4 60.00, dealer 25.00 {DEALERS}", ("85.50", None, "-60.00", "-5.00")),
        (BANK_3, "1 10.00, 4 10.00", ("9.50", None, "-10.00", "0.00")),
        (CO_BANK_3, "1 20.00, 4 80.00", ("19.00", None, "-80.00", "28.50")),
        (CO_BANK_3, "1 80.00, 4 20.00", ("76.00", None, "-20.00", "-30.00")),
    ],
)
def test_10_8_settled_from_the_middle(choose, wagers, nets):
    found = banked(wagers, choose)
    seats = ((1, "pai-gow"), (2, "pai-gow"), (4, "pai-gow"), (3, "bank"))
    assert tuple(found.net.get(seat) for seat in seats) == nets
    assert found.play.table.felt.ledger.balance["middle"] == 0
    order = [n for n in found.asked if n in ("into-the-middle", "pay-from-middle", "close-bank")]
    assert order == ["into-the-middle", "pay-from-middle", "close-bank"]
    assert found.play.table.felt.state["last-bank"] == "3"


# --- 10.9 irregularities ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["die-not-flat", "die-left-shaker"])
def test_10_9_invalid_rolls(what):
    wrong = f'irregularities = [ {{ before_roll = 1, what = "{what}" }} ]'
    found = tell("1 10.00", '1 = "6-6 1-6 4-5 2-3"', wrong, dice="1-1-1 2-3-5")
    assert found.called[:3] == ["No More Bets", "No Roll", "10"]
    assert found.remedied_by == {what: "R-10.9-roll"}
    assert found.asked.count("shake") == 2


ALL_VOID = ("wrong-count", "player-wrong-number", "dealer-wrong-number", "dealer-tile-exposed", "dealer-card-exposed")


@pytest.mark.parametrize("what", ALL_VOID)
def test_10_9_all_hands_are_void(what):
    more = {"player-wrong-number": ", seat = 1, cards = 5", "dealer-wrong-number": ", cards = 3"}.get(what, "")
    wrong = f'irregularities = [ {{ before_decision = 1, what = "{what}"{more} }} ]'
    found = tell("1 10.00, 2 20.00", '1 = "6-6 1-6 4-5 2-3", 2 = "1-1 2-2 3-3 5-5"', wrong)
    assert found.result == {(1, "pai-gow"): "void", (2, "pai-gow"): "void"}
    assert found.remedied_by == {what: "R-10.9-void"}
    assert found.verdict.void


@pytest.mark.parametrize("piece", ["tile", "card"])
@pytest.mark.parametrize("plays", [True, False])
def test_10_9_a_players_tile_is_seen(piece, plays):
    what = f"player-{piece}-exposed"
    wrong = f'irregularities = [ {{ before_decision = 1, what = "{what}", seat = 1, plays = {str(plays).lower()} }} ]'
    found = tell("1 10.00, 2 20.00", '1 = "2-4 1-2 3-6 4-5", 2 = "1-1 1-1 3-3 3-3"', wrong)
    assert found.result[1, "pai-gow"] == ("win" if plays else "void")
    assert found.result[2, "pai-gow"] == "win"
    assert found.remedied_by == {what: "R-10.9-seen"}


@pytest.mark.parametrize("plays", ["true", "false"])
def test_10_9_all_hands_are_void_where_a_tile_of_the_bank_is_seen(plays):
    wrong = f'irregularities = [ {{ what = "player-tile-exposed", seat = 3, plays = {plays} }} ]'
    found = tell("1 10.00", '1 = "2-4 1-2 3-6 4-5", 3 = "6-6 1-3 1-6 1-1"', f"{CO_BANK_3}\n{wrong}", dealer=False)
    assert found.result == {(1, "pai-gow"): "void"}
    assert found.remedied_by == {"player-tile-exposed": "R-10.9-void"}


def test_10_9_the_dealers_hand_is_set_again():
    """Set as the dealer did it the player would have lost."""
    wrong = 'irregularities = [ { before_decision = 1, what = "dealer-set-wrong", low = "%s" } ]'
    held = ("1-3", "5-6", "4-6", "3-4")
    house_way = " ".join(atlantic(held).low)
    other = next(" ".join(s.low) for s in splits(held) if set(s.low) != set(atlantic(held).low))
    found = tell("1 10.00", '1 = "6-6 1-6 4-5 2-3"', wrong % other)
    plain = tell("1 10.00", '1 = "6-6 1-6 4-5 2-3"')
    assert found.net == plain.net
    assert found.remedied_by == {"dealer-set-wrong": "R-10.9-set-again"}
    assert found.asked.count("set-by-house-way") == 2
    with pytest.raises(DealerError, match="nothing was set wrongly"):
        tell("1 10.00", '1 = "6-6 1-6 4-5 2-3"', wrong % house_way)


def test_10_9_tiles_touched_after_they_are_laid():
    wrong = 'irregularities = [ { before_decision = 1, what = "tiles-touched", seat = 1 } ]'
    found = tell("1 10.00", '1 = "6-6 1-6 4-5 2-3"', wrong)
    assert found.net == tell("1 10.00", '1 = "6-6 1-6 4-5 2-3"').net
    assert found.remedied_by == {"tiles-touched": "R-10.9-touched"}


# --- 10.10 two betting areas -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("two", "seats", "taken"), [("on", "2 3", True), ("on", "2 4", False), ("off", "2 3", False)])
def test_10_10_two_areas_side_by_side(two, seats, taken):
    first, second = map(int, seats.split())
    table = open_table("pai-gow", settings=Settings({"two-areas": two}))
    at = Round(table, Felt.opened(Opening({"same-player": seats})))
    at.felt.put_down(Wager(first, "pai-gow", 1000), table.game.terms.dealt_by)
    if taken:
        verify_wager(at, Wager(second, "pai-gow", 1000))
    else:
        with pytest.raises(WagerRefused, match="seat"):
            verify_wager(at, Wager(second, "pai-gow", 1000))


TWO = '2 = "6-6 1-6 4-5 2-3", 3 = "1-1 2-2 3-3 5-5", 5 = "6-6 4-4 4-4 1-4"'


@pytest.mark.parametrize(
    ("wagers", "turns"),
    [
        ("2 10.00, 3 20.00, 5 5.00", [(3, 5), (2,)]),
        ("2 20.00, 3 10.00, 5 5.00", [(2, 5), (3,)]),
        ("2 10.00, 3 10.00, 5 5.00", [(2, 5), (3,)]),  # equal: counterclockwise
    ],
)
def test_10_10_the_larger_wager_is_set_first(wagers, turns):
    found = tell(wagers, TWO, 'opening = { same-player = "2 3" }')
    assert [e.request.who for e in found.play.entries if e.request.name == "set-hand"] == turns


@pytest.mark.parametrize(("seen", "left"), [(2, 3), (3, 2)])
def test_10_10_the_other_hand_is_played_where_one_of_two_is_void(seen, left):
    wrong = f'irregularities = [ {{ what = "player-tile-exposed", seat = {seen}, plays = false }} ]'
    found = tell("2 10.00, 3 20.00, 5 5.00", TWO, f'opening = {{ same-player = "2 3" }}\n{wrong}')
    assert found.result[seen, "pai-gow"] == "void"
    assert found.result[left, "pai-gow"] == tell("2 10.00, 3 20.00, 5 5.00", TWO).result[left, "pai-gow"]
    assert not found.play.table.felt.cards.get(f"waiting:{seen}")


def test_10_10_the_second_hand_waits():
    """Until the first is set nobody may look at it, its player neither."""
    found = tell("2 10.00, 3 20.00, 5 5.00", TWO, 'opening = { same-player = "2 3" }')
    assert "waiting:2" in delivered(found)
    felt, states = Felt.opened(found.play.opening), []
    for entry in found.play.entries:
        if entry.request.name == "set-hand":
            states.append(felt.seen_by(2))
        entry.request.apply(felt, entry.answer)
    assert states[0]["waiting:2"] == [HIDDEN] * 4
    assert HIDDEN not in states[1]["seat:2"]


# --- 10.11 dragon's eye ----------------------------------------------------------------------------------------------

FILED = "17: 25 to 1, 16: 6 to 1, 8: 3 to 1"


def test_10_11_only_with_a_filed_pay_table():
    assert list(open_table("pai-gow").layout) == ["pai-gow"]
    assert list(open_table("pai-gow", settings=Settings({"dragons-eye": FILED})).layout) == ["pai-gow", "dragons-eye"]
    for wrong in ("on", "19: 2 to 1", "2: 2 to 1", "8: 3 for 1", "8: 3 to 1, 8: 4 to 1"):
        with pytest.raises(HouseRuleError):
            open_table("pai-gow", settings=Settings({"dragons-eye": wrong}))
    with pytest.raises(EditionError, match="dragons-eye"):  # the older chapter has no such section
        open_table("pai-gow", date(2010, 1, 1), Settings({"dragons-eye": FILED}))


@pytest.mark.parametrize(
    ("dice", "net"), [("5-6-6", "25.00"), ("4-6-6", "6.00"), ("2-3-3", "3.00"), ("6-6-6", "-1.00")]
)
def test_10_11_decided_by_the_dice(dice, net):
    house = f'house = {{ dragons-eye = "{FILED}" }}'
    found = tell("1 10.00, 1 1.00 dragons-eye", '1 = "6-6 1-6 4-5 2-3"', house, dice=dice)
    assert found.net[1, "dragons-eye"] == net
    assert found.asked.index("pay" if net[0] != "-" else "collect") < found.asked.index("draw")
    with pytest.raises((TranscriptError, WagerRefused), match="beside a pai gow wager"):
        tell("1 1.00 dragons-eye", '1 = "6-6 1-6 4-5 2-3"', house)


def test_10_11_dragons_eye_goes_beside_a_pai_gow_wager_of_its_own_seat():
    table = open_table("pai-gow", settings=Settings({"dragons-eye": FILED}))
    eye, own, other = Wager(1, "dragons-eye", 500), Wager(1, "pai-gow", 1000), Wager(2, "pai-gow", 1000)
    at, by = Round(table), cite("10.5")
    verify_bets(at, (eye, own, other), (), by)
    with pytest.raises(WagerRefused, match="only beside a pai gow wager"):
        verify_bets(at, (eye, other), (), by)
    for wager in (own, other):
        at.felt.put_down(wager, by)
    verify_bets(at, (), (own,), by)  # who plays no more needs none, whatever others wager


def test_10_11_the_bank_need_not_cover_dragons_eye():
    table = open_table("pai-gow", settings=Settings({"dragons-eye": FILED}))
    at = Round(table, Felt.opened(Opening()), {1: 100_000, 3: 5000})
    at.felt.markers["bank"] = "seat 3"
    for wager in (Wager(1, "pai-gow", 5000), Wager(1, "dragons-eye", 500)):
        at.felt.put_down(wager, cite("10.5"))
        table.game.betting.verify(at, Wager(1, "pai-gow", 5000))
