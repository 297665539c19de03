"""Double down stud, paragraph by paragraph: 19:47-17."""

import itertools
from datetime import date, timedelta

import pytest

from nomorebets.compliance.check import check
from nomorebets.drivers.bots import bots_at
from nomorebets.drivers.chance import SeededChance
from nomorebets.errors import DealerError, EditionError, HouseRuleError, TranscriptError, WagerRefused
from nomorebets.games import open_table
from nomorebets.games.double_down_stud.game import GAME
from nomorebets.games.double_down_stud.script import RANKING
from nomorebets.games.double_down_stud.settlement import row_of
from nomorebets.hands.poker import five_card_hand
from nomorebets.rulebook.pages import differences
from nomorebets.rulings.transcript import read_transcript
from nomorebets.table import Play, Round, Settings, Wager, play
from nomorebets.table.cards import Drawn
from nomorebets.table.decisions import Ask, Chosen
from nomorebets.table.felt import Felt, Opening
from nomorebets.table.requests import Bets
from told import Told, noticed, remedied, text_of
from told import told as told_game

DAY = timedelta(1)
FIRST_DAY, DEVICE, SHOE = date(1994, 12, 5), date(1997, 9, 15), date(1999, 4, 5)
SHARED = "Jd 7c 4s 2c"  # the hole card, then three face up


def told(hands, shared=SHARED, double="", original="10.00", **more):
    """One card to each seat, then the four shared ones; every seat doubles by the same amount, or stands."""
    wagers = ", ".join(f"{seat} original {original}" for seat in hands)
    each = f"double-down {double}" if double else "stand"
    decisions = more.pop("decisions", ", ".join(f"{seat} {each}" for seat in hands))
    return told_game("double-down-stud", wagers, f"{' '.join(hands.values())} {shared}", decisions, **more)


def opened(as_of=None, **options):
    return open_table("double-down-stud", as_of, Settings({k.replace("_", "-"): v for k, v in options.items()}))


def requests(found: Told):
    return [entry.request for entry in found.play.entries]


def first_named(found: Told, name: str):
    return next(request for request in requests(found) if request.name == name)


# --- the worked examples of the rules -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("original", "double", "own", "shared", "nets"),
    [
        ("10.00", "10.00", "Js", "Jd 7c 4s 2h", ["10.00", "10.00"]),
        ("10.00", "5.00", "9s", "9d Kc 4s 2h", ["0.00", "0.00"]),
        ("10.00", "", "5s", "5d Ac Ks Qh", ["-10.00"]),
        ("10.00", "10.00", "As", "Kd Qc 9s 3h", ["-10.00", "-10.00"]),
        ("10.00", "10.00", "2s", "2d 3c 3s Kh", ["20.00", "20.00"]),
        ("100.00", "100.00", "As", "Ks Qs Js Ts", ["50000.00", "50000.00"]),
        ("10.00", "10.00", "As", "2d 3c 4s 5h", ["50.00", "50.00"]),
    ],
)
def test_17_10_b_worked_examples(original, double, own, shared, nets):
    assert list(told({1: own}, shared, double, original).net.values()) == nets


def test_17_9_b_nobody_can_lose_with_a_shared_pair_of_eights():
    found = told({1: "As", 2: "3d", 3: "8s"}, "8h 8d 4c 2s")
    assert found.result == {(1, "original"): "push", (2, "original"): "push", (3, "original"): "win"}


# --- 17.2 to 17.6: decks, shuffle, hands, wagers ------------------------------------------------------------------


def test_17_2_two_decks_alternate_with_a_shuffler():
    first = told({1: "Js"}).play.next_opening.state["deck-in-play"]
    second = told({1: "Js"}, opening={"deck-in-play": first}).play.next_opening.state["deck-in-play"]
    assert {first, second} == {"A", "B"}
    with pytest.raises(HouseRuleError, match="second-deck = on needs shuffle = automated"):
        opened(shuffle="manual", dealing_method="manual-shoe", second_deck="on")


def test_17_2_one_deck_of_52_is_dealt_from():
    found = told({1: "Js"})
    assert first_named(found, "shuffle").decks == 1
    assert (len(found.play.table.felt.rack), found.play.table.felt.shoe.total()) == (5, 47)


@pytest.mark.parametrize("stands", ["just-opened", "in-play"])
@pytest.mark.parametrize("method", ["manual", "automated"])
def test_17_4_shuffled_before_play_begins_and_after_every_round(stands, method):
    found = told({1: "Js"}, opening={"table": stands}, shuffle=method, dealing_method="manual-shoe")
    assert [r.method for r in requests(found) if r.name == "shuffle"] == [method]
    assert found.asked.index("shuffle") < found.asked.index("draw")


@pytest.mark.parametrize(("before", "possible"), [(1, True), (2, False)])
def test_17_4_a_recut_at_the_supervisors_word_before_the_first_card(before, possible):
    wrong = ({"before_card": before, "what": "improper-cut"},)
    if possible:
        found = told({1: "Js"}, shuffle="manual", dealing_method="manual-shoe", wrong=wrong)
        assert found.remedied_by == {"improper-cut": "17.4"}
        return
    with pytest.raises(TranscriptError, match="never came to the irregularity 'improper-cut'"):
        told({1: "Js"}, shuffle="manual", dealing_method="manual-shoe", wrong=wrong)


@pytest.mark.parametrize(("shuffle", "cuts"), [("manual", 1), ("automated", 0)])
def test_17_4_cut_after_a_shuffle_by_hand_only(shuffle, cuts):
    found = told({1: "Js"}, shuffle=shuffle, dealing_method="manual-shoe")
    assert [r.name for r in requests(found)].count("cut") == cuts


@pytest.mark.parametrize(("taken", "again"), [(9, True), (10, False)])
def test_17_4_at_least_ten_cards_are_cut_off(taken, again):
    wrong = ({"before_card": 1, "what": "improper-cut", "taken": taken},)
    if again:
        found = told({1: "Js"}, shuffle="manual", dealing_method="manual-shoe", wrong=wrong)
        assert [r.name for r in requests(found)].count("cut") == 2
        return
    with pytest.raises(TranscriptError, match="leads to nothing that the rules remedy"):
        requests(told({1: "Js"}, shuffle="manual", dealing_method="manual-shoe", wrong=wrong))


def rounds_in_a_row(count, **options):
    table, opening, counted = opened(**options), Opening(), []
    bots = bots_at(table, "never-double", 1, SeededChance(7))
    for _ in range(count):
        played = play(Round(table, Felt.opened(opening)), bots)
        opening = played.next_opening
        counted.append("count-stub" in [entry.request.name for entry in played.entries])
    return counted


def test_17_4_the_stub_need_not_be_counted_and_the_house_may_count_it():
    assert rounds_in_a_row(6) == [False] * 6
    assert rounds_in_a_row(6, count_stub="on") == [False] * 4 + [True, False]


@pytest.mark.parametrize(("misdealt", "removed"), [(False, True), (True, False)])
def test_17_4_a_wrong_count_where_the_house_counts(misdealt, removed):
    wrong = ({"before_card": 1, "what": "stub-count-wrong", "number": 46, "misdealt": misdealt},)
    found = told({1: "Js"}, decisions="", wrong=wrong, count_stub="on")
    assert found.result == {(1, "original"): "void"}
    assert found.remedied_by == {"stub-count-wrong": "R-17.4-wrong-count"}
    assert ("removed" in found.remedies["stub-count-wrong"]) is removed


@pytest.mark.parametrize(
    ("cards", "row", "paragraph"),
    [
        ("As Ks Qs Js Ts", "royal-flush", "17.5(b)1"),
        ("As 2s 3s 4s 5s", "straight-flush", "17.5(a)"),
        ("Ad 2s 3s 4s 5s", "straight", "17.5(a)"),
        ("Ad Ks Qs Js Ts", "straight", "17.5(b)6"),
        ("Qd Ks As 2s 3h", "lower", "17.5(b)"),  # no straight runs through the ace
        ("As Kd Qc Jh 9s", "lower", "17.5(b)"),
    ],
)
def test_17_5_a_the_ace_is_high_and_with_the_five_low(cards, row, paragraph):
    hand = five_card_hand(cards)
    assert (row_of(hand), str(RANKING.by(hand))) == (row, paragraph)


def test_17_5_b_the_hands_rank_in_their_order():
    in_order = "As Ks Qs Js Ts|9s 8s 7s 6s 5s|9s 9d 9c 9h 5s|9s 9d 9c 5h 5s|Ks 9s 7s 5s 3s|9s 8d 7s 6s 5s"
    in_order += "|9s 9d 9c 4h 5s|9s 9d 5c 5h 4s|As Ad 9c 5h 4s|As Kd 9c 5h 4s"
    hands = [five_card_hand(cards) for cards in in_order.split("|")]
    assert hands == sorted(hands, reverse=True)


def read_by(cards):
    """The paragraph by which a hand is read when the hole card is shown."""
    own, shared = cards.split()[0], " ".join(cards.split()[1:])
    return str(first_named(told({1: own}, shared), "read-hand").by)


def test_17_5_b_1_royal_flush():
    assert read_by("As Ks Qs Js Ts") == "17.5(b)1"


def test_17_5_b_2_straight_flush():
    assert read_by("9s 8s 7s 6s 5s") == "17.5(b)2"


def test_17_5_b_3_four_of_a_kind():
    assert read_by("9s 9d 9c 9h 5s") == "17.5(b)3"


def test_17_5_b_4_full_house():
    assert read_by("9s 9d 9c 5h 5s") == "17.5(b)4"


def test_17_5_b_5_flush():
    assert read_by("Ks 9s 7s 5s 3s") == "17.5(b)5"


def test_17_5_b_6_straight():
    assert read_by("9s 8d 7s 6s 5s") == "17.5(b)6"


def test_17_5_b_6_ace_high_is_the_best_and_five_high_the_least_straight():
    in_order = "As Kd Qs Js Ts|Ks Qd Js Ts 9s|6s 5d 4s 3s 2s|5s 4d 3s 2s As"
    hands = [five_card_hand(cards) for cards in in_order.split("|")]
    assert [hand.category for hand in hands] == ["straight"] * 4
    assert all(high > low for high, low in itertools.pairwise(hands))


def test_17_5_b_7_three_of_a_kind():
    assert read_by("9s 9d 9c 4h 5s") == "17.5(b)7"


def test_17_5_b_8_two_pair():
    assert read_by("9s 9d 5c 5h 4s") == "17.5(b)8"


def test_17_5_b_9_pair():
    assert read_by("As Ad 9c 5h 4s") == "17.5(b)9"


@pytest.mark.parametrize(("higher", "lower"), list(itertools.pairwise("AKQJT98765432")))
def test_17_5_b_9_pairs_rank_from_aces_down_to_twos(higher, lower):
    """And so cards rank, (a): beside the same other cards."""
    others = next(three for three in ("3h 8s Jc", "4h 9s Qc", "2h 7s Tc") if not {higher, lower} & set(three))
    assert five_card_hand(f"{higher}c {higher}d {others}") > five_card_hand(f"{lower}c {lower}d {others}")


def refused(*wagers, **options):
    asked = Play(Round(opened(**options)))
    while asked.request.name != "take-wagers":
        asked.answer(asked.request.usual())
    with pytest.raises(WagerRefused) as found:
        asked.answer(Bets(placed=wagers))
    return found.value


@pytest.mark.parametrize(("positions", "seat", "stands"), [("7", 7, True), ("7", 8, False), ("5", 6, False)])
def test_17_6_as_many_positions_as_the_table_has(positions, seat, stands):
    if stands:
        assert told({seat: "Js"}, positions=positions).result[seat, "original"] == "win"
    else:
        assert refused(Wager(seat, "original", 1000), positions=positions).by.reading == "R-17.6-seats"


def test_17_6_no_spoken_wager():
    assert refused(Wager(1, "original", 1000, verbal="confirmed")).by.reading == "R-17.6-no-spoken"


def test_17_6_a_coupon_only_where_coupons_are_taken():
    assert refused(Wager(1, "original", 1000, coupon=1000)).by.reading == "R-17.6-coupon"


def with_coupon(shared, double=""):
    each = f"1 double-down {double}" if double else "1 stand"
    text = text_of("double-down-stud", "1 original 10.00", f"Js {shared}", each, match_play_accepted="on")
    return Told(read_transcript(text.replace('amount = "10.00"', 'amount = "10.00", coupon = "10.00"', 1).encode()))


def test_17_6_a_coupon_is_paid_at_the_odds_and_does_not_raise_the_double():
    assert with_coupon(SHARED, "10.00").net == {(1, "original"): "20.00", (1, "double-down"): "10.00"}
    assert with_coupon("7d 7c 4s 2c").net == {(1, "original"): "0.00"}
    with pytest.raises(WagerRefused, match=r"\$0\.50 to \$10"):
        with_coupon(SHARED, "10.50")


def test_17_6_a_wager_put_down_after_the_call_goes_back():
    late = {"before_card": 1, "what": "late-wager", "seat": 2, "wager": "original", "amount": "10.00"}
    found = told({1: "Js"}, wrong=(late,))
    assert (found.result[2, "original"], found.cite[2, "original"]) == ("void", "R-17.6-stays")


def test_17_6_an_original_wager_is_not_raised_after_the_call():
    late = {"before_card": 1, "what": "late-wager", "seat": 1, "wager": "original", "amount": "5.00"}
    required = told({1: "Js"}, wrong=(late,)).verdict.required
    assert [(r.amount, r.result) for r in required] == [(1000, "win"), (500, "void")]


# --- 17.8: dealing and doubling -----------------------------------------------------------------------------------


def test_17_8_a_from_a_shoe_or_from_the_hand_and_no_other_way():
    methods = next(o for o in GAME.terms.options if o.id == "dealing-method").choices
    assert list(methods) == ["manual-shoe", "hand"]
    assert told({1: "Js"}, dealing_method="manual-shoe").net == told({1: "Js"}, dealing_method="hand").net


@pytest.mark.parametrize(("day", "free"), [(SHOE - DAY, False), (SHOE, True)])
def test_17_8_a_1_the_shoe_may_stand_elsewhere_since_april_5_1999(day, free):
    options = {"dealing_method": "manual-shoe", "shoe_location": "elsewhere"}
    if free:
        assert opened(day, **options).house.options["shoe-location"] == "elsewhere"
    else:
        with pytest.raises(EditionError, match="1999-04-05"):
            opened(day, **options)


def test_17_8_a_2_the_hand_is_the_usual_way():
    assert opened().house.options["dealing-method"] == "hand"


@pytest.mark.parametrize(("day", "bound"), [(DEVICE - DAY, False), (DEVICE, True)])
def test_17_8_a_2_i_dealing_from_the_hand_needs_a_device_since_september_15_1997(day, bound):
    options = {"shuffle": "manual", "dealing_method": "hand"}
    if not bound:
        assert opened(day, **options).house.options["shuffle"] == "manual"
    else:
        with pytest.raises(HouseRuleError, match="needs shuffle = automated") as refusal:
            opened(day, **options)
        assert str(refusal.value.by) == "17.8(a)2i"


@pytest.mark.parametrize(("method", "by"), [("hand", "17.8(a)2iv"), ("manual-shoe", "R-17.8a-announcement")])
def test_17_8_a_2_iv_no_more_bets_before_the_first_card(method, by):
    found = told({1: "Js"}, dealing_method=method)
    names = [r.name for r in requests(found)]
    assert names.index("announce") < names.index("draw")
    call = first_named(found, "announce").by
    assert (call.reading or str(call)) == by


def test_17_8_b_one_card_up_to_each_player_then_one_down_and_three_up():
    found = told({1: "Js", 3: "7h", 6: "Ah"})
    went = [(r.to, r.face) for r in requests(found) if r.name == "draw"]
    assert went == [("seat:1", "up"), ("seat:3", "up"), ("seat:6", "up"), ("dealer", "down"), *[("dealer", "up")] * 3]


def test_17_8_b_all_may_see_all_cards_but_the_hole_card():
    table = Round(opened())
    asked, cards = Play(table), iter("Js 7h Jd 7c 4s 2c".split())
    while not isinstance(asked.request, Ask):
        request = asked.request
        if request.name == "take-wagers":
            asked.answer(Bets(placed=(Wager(1, "original", 1000), Wager(2, "original", 1000))))
        else:
            asked.answer(Drawn(next(cards)) if request.name == "draw" else request.usual())
    assert table.felt.seen_by(None) == {"seat:1": ["Js"], "seat:2": ["7h"], "dealer": ["??", "7c", "4s", "2c"]}


def test_17_8_b_the_four_shared_cards_complete_every_players_hand():
    read = {r.area: r.hand for r in requests(told({1: "Js", 2: "7h"})) if r.name == "read-hand"}
    assert read["seat:1"].startswith("pair of jacks")
    assert read["seat:2"].startswith("pair of sevens")


@pytest.mark.parametrize("double", ["0.50", "5.00", "10.00"])
def test_17_8_c_a_double_of_any_amount_up_to_the_original(double):
    found = told({1: "Js"}, double=double)
    assert found.net == {(1, "original"): "10.00", (1, "double-down"): double}


@pytest.mark.parametrize("double", ["10.50", "20.00", "0.00", "0.25", "-5.00"])
def test_17_8_c_no_double_above_the_original_or_below_a_chip(double):
    with pytest.raises(WagerRefused, match=r"accepted: \$0\.50 to \$10 in chips of \$0\.50"):
        told({1: "Js"}, double=double)


@pytest.mark.parametrize(
    ("least", "limits", "allowed"),
    [
        ("5.00", {}, True),
        ("5.25", {}, False),
        ("500.00", {"table": {"max": "500.00"}}, True),
        ("500.50", {"table": {"max": "500.00"}}, False),
        ("100.50", {"table": {"max": "500.00"}, "original": {"max": "100.00"}}, False),
    ],
)
def test_17_1_a_least_double_can_be_made(least, limits, allowed):
    settings = Settings({"double-min": least}, {}, limits)
    if allowed:
        open_table("double-down-stud", settings=settings)
    else:
        with pytest.raises(HouseRuleError, match="a least double of") as fault:
            open_table("double-down-stud", settings=settings)
        assert fault.value.by.reading == "R-17.1-double-any-amount"


@pytest.mark.parametrize(("original", "asked"), [("5.00", True), ("4.50", False)])
def test_17_8_c_the_least_double_of_the_house(original, asked):
    found = told({1: "Js"}, original=original, double_min="5.00", decisions="1 stand" if asked else "")
    assert ("ask" in [r.name for r in requests(found)]) is asked


def test_17_8_c_players_are_asked_from_the_left():
    asked = [r for r in requests(told({5: "Js", 2: "7h"})) if r.name == "ask"]
    assert [(r.seat, r.choices, r.least, r.most) for r in asked] == [
        (2, ("double-down", "stand"), 50, 1000),
        (5, ("double-down", "stand"), 50, 1000),
    ]


def test_17_8_c_no_double_before_the_cards_are_dealt():
    assert str(refused(Wager(1, "original", 1000), Wager(1, "double-down", 1000)).by) == "17.8(c)"


def most_doubled(stack: int) -> int | None:
    """The most that a seat with so many chips may add to $10; None where it is not asked."""
    asked, cards = Play(Round(opened(), seats={1: stack})), iter(f"Js {SHARED}".split())
    while asked.request is not None and not isinstance(asked.request, Ask):
        request = asked.request
        if request.name == "take-wagers":
            asked.answer(Bets(placed=(Wager(1, "original", 1000),)))
        else:
            asked.answer(Drawn(next(cards)) if request.name == "draw" else request.usual())
    return asked.request.most if asked.request else None


@pytest.mark.parametrize(("stack", "most"), [(2000, 1000), (1700, 700), (1040, None)])
def test_17_8_c_nobody_doubles_with_chips_that_are_not_there(stack, most):
    assert most_doubled(stack) == most


@pytest.mark.parametrize("stack", [2000, 2050, 100_000])
def test_17_8_c_no_more_than_the_original_however_many_chips_there_are(stack):
    assert most_doubled(stack) == 1000


def test_17_8_d_no_more_bets_a_second_time_and_then_the_hole_card():
    found = told({1: "Js"})
    assert found.called == ["No more bets", "No more bets"]
    by = [(r.name, str(r.by)) for r in requests(found)]
    assert by.index(("announce", "17.8(d)")) == by.index(("turn-up", "17.8(d)")) - 1


def test_17_8_d_after_all_double_down_wagers():
    names = [(r.name, str(r.by)) for r in requests(told({1: "Js", 2: "7h"}, double="5.00"))]
    assert names.count(("put-down", "17.8(c)")) == 2
    assert names[names.index(("announce", "17.8(d)")) :].count(("put-down", "17.8(c)")) == 0


# --- 17.9: losers, pushes, winners --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("own", "shared", "result", "by"),
    [
        ("5s", "5d Ac Ks Qh", "lose", "17.9(a)"),
        ("2s", "2d Ac Ks Qh", "lose", "17.9(a)"),
        ("As", "Kd Qc Js 9h", "lose", "17.9(a)"),
        ("6s", "6d 2c 3s 4h", "push", "17.9(b)"),
        ("Ts", "Td Ac Ks Qh", "push", "17.9(b)"),
        ("Js", "Jd 2c 3s 4h", "win", "17.10(b)"),
        ("2s", "2d 3c 3s 4h", "win", "17.10(b)"),
    ],
)
def test_17_9_a_fives_lose_sixes_push_jacks_win(own, shared, result, by):
    found = told({1: own}, shared, double="10.00")
    assert set(found.result.values()) == {result}  # the double with the original
    assert set(found.cite.values()) == {by}


def test_17_9_b_a_push_is_neither_paid_nor_taken():
    found = told({1: "Ts"}, "Td Ac Ks Qh", double="10.00")
    assert found.net == {(1, "original"): "0.00", (1, "double-down"): "0.00"}
    assert not any(name in found.asked for name in ("collect", "pay"))


def test_17_9_c_losers_then_pushes_then_winners_from_the_right():
    found = told({1: "Js", 2: "7h", 3: "Ah", 4: "Jh"}, double="5.00")
    acts = [r for r in requests(found) if r.name in ("collect", "give-back", "pay", "to-rack")]
    shown = [(r.name, getattr(r, "area", "") or [result.wager.seat for result in r.results]) for r in acts]
    assert shown == [
        ("collect", [3, 3]),
        ("to-rack", "seat:3"),
        ("give-back", [2, 2]),
        ("to-rack", "seat:2"),
        ("pay", [4, 4, 1, 1]),
        ("to-rack", "seat:4"),
        ("to-rack", "seat:1"),
        ("to-rack", "dealer"),
    ]
    assert (requests(found)[-1].name, str(requests(found)[-1].by)) == ("stub-to-rack", "17.9(c)")


# --- 17.10: payouts -----------------------------------------------------------------------------------------------

LEAST = {
    "royal-flush": 1000,
    "straight-flush": 100,
    "four-of-a-kind": 25,
    "full-house": 10,
    "flush": 8,
    "straight": 5,
    "three-of-a-kind": 3,
    "two-pair": 2,
    "jacks-or-better": 1,
}


def test_17_10_a_odds_are_stated_with_to():
    house = b'[[table]]\ngame = "double-down-stud"\npay-table = { "original.flush" = "9 for 1" }\n'
    assert any(found.paragraph == "13:69F-17.10(a)" for found in check(house))


@pytest.mark.parametrize(("printed", "cited"), [("8 to 1", []), ("win 8", []), ("8 for 1", ["17.10(a)"])])
def test_17_10_a_printed_with_to_or_win_and_never_with_for(printed, cited):
    house = f'[[table]]\ngame = "double-down-stud"\nprinted-odds = {{ "original.flush" = "{printed}" }}\n'
    assert [str(found.cite) for found in check(house.encode())] == cited


@pytest.mark.parametrize(("row", "pays"), LEAST.items())
def test_17_10_b_no_less_than_the_odds_listed(row, pays):
    assert str(opened().house.pays[f"original.{row}"]) == f"{pays:,} to 1"
    better = open_table("double-down-stud", None, Settings(pay_table={f"original.{row}": f"{pays + 1} to 1"}))
    assert better.house.pays[f"original.{row}"].pays == pays + 1
    with pytest.raises(HouseRuleError, match="the minimum is") as refusal:
        open_table("double-down-stud", None, Settings(pay_table={f"original.{row}": f"{2 * pays - 1} to 2"}))
    assert str(refusal.value.by) == "17.10(b)"


def test_17_10_b_the_double_has_no_odds_of_its_own():
    with pytest.raises(HouseRuleError, match="goes by what is set for original"):
        open_table("double-down-stud", None, Settings(pay_table={"double-down": "2 to 1"}))


ROYAL = "Ts Ks Qs Js"


@pytest.mark.parametrize(
    ("original", "double", "nets", "by"),
    [
        ("100.00", "", ["100000.00"], "17.10(b)"),
        ("100.50", "", ["100000.00"], "17.10(c)"),
        ("50.00", "50.00", ["50000.00", "50000.00"], "17.10(b)"),
        ("60.00", "40.50", ["59701.50", "40298.50"], "17.10(c)"),
        ("100.00", "50.00", ["66666.67", "33333.33"], "17.10(c)"),
    ],
)
def test_17_10_c_the_limit_covers_both_wagers_of_a_hand(original, double, nets, by):
    found = told({1: "As"}, ROYAL, double, original)
    assert list(found.net.values()) == nets
    assert set(found.cite.values()) == {by}
    assert sum(round(100 * float(net)) for net in nets) <= 10_000_000


@pytest.mark.parametrize(("original", "by"), [("1000.00", "17.10(b)"), ("1000.50", "17.10(c)")])
def test_17_10_c_each_hand_has_its_own_limit(original, by):
    found = told({1: "9s", 2: "As"}, "Ks Qs Js Ts", original=original)
    assert found.net == {(1, "original"): "100000.00", (2, "original"): "100000.00"}
    assert found.cite[1, "original"] == by


# --- 17.11: irregularities ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("decision", [1, 2])
def test_17_11_a_a_hole_card_seen_before_the_second_call_voids_all_hands(decision):
    done = ["1 double-down 5.00", "2 stand"][: decision - 1]
    wrong = ({"before_decision": decision, "what": "hole-card-exposed"},)
    found = told({1: "Js", 2: "7h"}, decisions=", ".join(done), wrong=wrong)
    assert set(found.result.values()) == {"void"}  # the double too
    assert len(found.result) == 1 + decision
    assert set(found.cite.values()) == {"17.11(a)"}
    assert found.verdict.void


def test_17_11_b_one_card_face_up_is_not_used():
    wrong = ({"before_card": 1, "what": "card-found-face-up"},)
    found = told_game("double-down-stud", "1 original 10.00", f"As Js {SHARED}", "1 stand", wrong=wrong)
    assert found.net == {(1, "original"): "10.00"}
    assert found.play.table.felt.rack[0] == "As"
    assert found.remedied_by == {"card-found-face-up": "17.11(b)"}


def test_17_11_b_a_second_card_face_up_voids_all_hands():
    wrong = tuple({"before_card": n, "what": "card-found-face-up"} for n in (1, 3))
    found = told_game("double-down-stud", "1 original 10.00", "As Js Ad", "", wrong=wrong)
    assert (found.result, found.cite) == ({(1, "original"): "void"}, {(1, "original"): "17.11(b)"})


def test_17_11_c_a_card_drawn_in_error_is_the_next_card():
    found = told({1: "Js"}, wrong=({"before_card": 2, "what": "card-drawn-in-error"},))
    assert found.net == {(1, "original"): "10.00"}
    assert found.remedied_by == {"card-drawn-in-error": "17.11(c)"}


@pytest.mark.parametrize(
    "wrong",
    [
        {"what": "player-wrong-number", "seat": 1, "cards": 2},
        {"what": "player-wrong-number", "seat": 2, "cards": 0},
        {"what": "dealer-wrong-number", "cards": 3},
        {"what": "dealer-wrong-number", "cards": 5},
    ],
)
def test_17_11_d_a_wrong_number_of_cards_voids_all_hands(wrong):
    found = told({1: "Js", 2: "7h"}, decisions="", wrong=({"before_card": 1, **wrong},))
    assert set(found.result.values()) == {"void"}
    assert found.remedied_by == {wrong["what"]: "17.11(d)"}


def reshuffled(found: Told, by: str) -> None:
    """All hands are void, and the next round is dealt from all 52 cards, shuffled."""
    assert set(found.cite.values()) == {by}
    assert set(found.result.values()) == {"void"}
    assert not any(found.play.table.felt.cards.values())
    again = told({1: "2c"}, "3c 4d 5h 7s", opening=found.play.next_opening.state)
    assert [(r.decks, r.pack) for r in requests(again) if r.name == "shuffle"] == [(1, "")]


def test_17_11_b_after_a_second_card_face_up_the_cards_are_reshuffled():
    wrong = tuple({"before_card": n, "what": "card-found-face-up"} for n in (1, 3))
    reshuffled(told_game("double-down-stud", "1 original 10.00", "As Js Ad", "", wrong=wrong), "17.11(b)")


def test_17_11_d_after_a_misdeal_the_cards_are_reshuffled():
    wrong = ({"before_card": 1, "what": "dealer-wrong-number", "cards": 3},)
    reshuffled(told({1: "Js"}, decisions="", wrong=wrong), "17.11(d)")


def test_17_11_e_a_jammed_shuffler_shuffles_again():
    wrong = ({"before_card": 1, "what": "shuffler-jam"},)
    found = told({1: "Js"}, wrong=wrong)
    assert [r.name for r in requests(found)].count("shuffle") == 2
    assert found.remedied_by == {"shuffler-jam": "17.11(e)"}
    with pytest.raises(TranscriptError, match="shuffle = manual"):
        told({1: "Js"}, wrong=wrong, shuffle="manual", dealing_method="manual-shoe")


def test_17_11_f_a_device_leaves_the_table_before_another_method():
    found = told({1: "Js"}, wrong=({"before_card": 1, "what": "device-not-removed"},))
    assert found.remedied_by == {"device-not-removed": "17.11(f)"}
    assert [r.name for r in requests(found)].count("shuffle") == 2


def test_17_8_b_a_hole_card_dealt_face_up_voids_all_hands():
    wrong = ({"before_card": 1, "what": "hole-card-dealt-face-up"},)
    found = told({1: "Js"}, decisions="", wrong=wrong)
    assert found.cite == {(1, "original"): "R-17.8b-wrong-face"}
    assert found.verdict.void


def test_17_8_b_a_players_card_dealt_face_down_is_turned_up():
    found = told({1: "Js"}, wrong=({"before_card": 1, "what": "card-dealt-face-down", "seat": 1},))
    assert found.net == {(1, "original"): "10.00"}
    assert found.remedied_by == {"card-dealt-face-down": "R-17.8b-wrong-face"}


def test_17_11_nothing_else_can_be_found():
    asked = Play(Round(opened()))
    while asked.request.name != "take-wagers":
        asked.answer(asked.request.usual())
    asked.answer(Bets(placed=(Wager(1, "original", 1000),)))
    asked.answer(asked.request.usual())
    for found in ("shoe-jam", "hole-card-exposed", "no such thing"):
        with pytest.raises(DealerError, match="cannot be reported here"):
            asked.answer(Drawn("Js", found))
    asked.answer(Drawn("Js"))
    with pytest.raises(DealerError):
        asked.answer(Chosen("stand"))


# --- editions, disputes ------------------------------------------------------------------------------------------


def test_the_first_day():
    assert open_table("double-down-stud", FIRST_DAY)
    with pytest.raises(EditionError):
        open_table("double-down-stud", FIRST_DAY - DAY)


def test_what_changed_from_1997_to_1999():
    found = differences("double-down-stud", DEVICE - DAY, SHOE)
    assert [p["cite"] for p in found["came"]] == ["19:47-17.8(a)2i"]
    assert [a["date"] for a in found["amended"]] == ["1997-09-15", "1999-04-05"]
    assert [(v["option"], v["value"]) for v in found["options"]["values_came"]] == [("shoe-location", "elsewhere")]
    assert found["odds"] == []


def test_17_10_b_a_dealer_who_paid_a_pair_of_tens_is_found_out():
    done = ({"seat": 1, "wager": "original", "paid": "10.00"},)
    (difference,) = told({1: "Ts"}, "Td Ac Ks Qh", done=done).verdict.differences
    assert (difference.done, difference.required, str(difference.by)) == (1000, 0, "17.9(b)")


def test_17_8_e_touching_cards_changes_nothing():
    wrong = ({"before_decision": 1, "what": "cards-touched", "seats": [1]},)
    found = told({1: "Js"}, wrong=wrong)
    assert found.net == told({1: "Js"}).net
    assert found.remedied_by == {"cards-touched": "R-17.8e-touch"}


def test_17_4_a_misdeal_found_by_the_count_keeps_the_deck():
    wrong = {"before_card": 1, "what": "stub-count-wrong", "number": 46}
    for misdealt, removed in ((True, False), (False, True)):
        found = told({1: "Js"}, decisions="", wrong=({**wrong, "misdealt": misdealt},), count_stub="on")
        assert set(found.result.values()) == {"void"}
        assert ("removed" in found.remedies["stub-count-wrong"]) == removed


# --- 17.11 and 17.6: noticed at any moment, and whose card it was -----------------------------------------------------


def test_17_11_a_a_hole_card_exposed_after_the_last_double_and_before_the_call_voids_all_hands():
    found = told({1: "Js", 2: "7h"}, double="10.00")
    verdict = noticed(found.transcript, "announce", "17.8(d)", found="hole-card-exposed")
    assert remedied(verdict) == [("hole-card-exposed", "17.11(a)")]
    assert {(r.result, str(r.by)) for r in verdict.required} == {("void", "17.11(a)")}
    assert verdict.announcements == ["No more bets"]  # the second call was not made


def test_17_11_a_exposed_after_the_second_call_it_changes_nothing():
    verdict = noticed(told({1: "Js"}).transcript, "turn-up", "17.8(d)", found="hole-card-exposed")
    assert remedied(verdict) == [("hole-card-exposed", "17.11(a)")]
    assert [r.result for r in verdict.required] == ["win"]
    assert verdict.announcements == ["No more bets", "No more bets"]


@pytest.mark.parametrize(("request_name", "by"), [("ask", "17.8(c)"), ("announce", "17.8(d)"), ("turn-up", "17.8(d)")])
@pytest.mark.parametrize("what", ["player-wrong-number", "dealer-wrong-number"])
def test_17_11_d_a_misdeal_found_at_any_moment_voids_all_hands(request_name, by, what):
    verdict = noticed(told({1: "Js", 2: "7h"}).transcript, request_name, by, found=what)
    assert remedied(verdict) == [(what, "17.11(d)")]
    assert {(r.result, str(r.by)) for r in verdict.required} == {("void", "17.11(d)")}


@pytest.mark.parametrize(
    ("cards", "wrong"),
    [
        ("Js Jd 7c 4s 2c", {"before_card": 2, "what": "card-left-out", "seat": 2}),
        ("Js Qs Jd 7c 4s", {"before_card": 6, "what": "card-left-out"}),
        ("Js Kd Qs Jd 7c 4s 2c", {"before_card": 2, "what": "card-dealt-twice", "seat": 1}),
        ("Js Qs Jd Kd 7c 4s 2c", {"before_card": 4, "what": "card-dealt-twice"}),
    ],
)
def test_17_11_d_whose_card_was_left_out_or_came_twice(cards, wrong):
    found = told_game("double-down-stud", "1 original 10.00, 2 original 10.00", cards, wrong=(wrong,))
    assert set(found.result.values()) == {"void"}
    whose = "player" if "seat" in wrong else "dealer"
    assert found.remedied_by == {str(wrong["what"]): "17.11(d)", f"{whose}-wrong-number": "17.11(d)"}


def test_17_6_an_original_wager_taken_back_after_the_call_stands():
    wrong = {"before_card": 2, "what": "wager-withdrawn", "seat": 1, "wager": "original"}
    found = told({1: "Js"}, wrong=(wrong,))
    assert (found.remedied_by, found.net) == ({"wager-withdrawn": "R-17.6-stays"}, {(1, "original"): "10.00"})
