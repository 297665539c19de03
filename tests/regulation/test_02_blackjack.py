"""Blackjack, section by section: 19:47-2, 13:69F-2. Of its text 2.2, 2.5, 2.11 and 2.17 were read in part."""

from collections import Counter
from datetime import date

import pytest

from nomorebets.compliance.check import check
from nomorebets.drivers.bots import bots_at
from nomorebets.drivers.chance import SeededChance
from nomorebets.errors import DealerError, EditionError, HouseRuleError, RulesError, TranscriptError, WagerRefused
from nomorebets.games import open_table
from nomorebets.games.blackjack.irregular import SHOE as BLACKJACK_SHOE
from nomorebets.games.blackjack.shoe import AtWill
from nomorebets.games.blackjack.terms import rules_of
from nomorebets.games.twenty_one.boxes import players_on
from nomorebets.games.twenty_one.hand import count, dealer_draws, is_pair, value
from nomorebets.games.twenty_one.insurance import most_insurance
from nomorebets.procedures.positions import SAME_PLAYER
from nomorebets.procedures.shoe import CUTTING_CARD, SHOE, cut_shoe
from nomorebets.procedures.shoe_text import read_shoe
from nomorebets.regulation import cite, law
from nomorebets.rulings.transcript import read_transcript
from nomorebets.table import Round, Settings, Wager, play
from nomorebets.table.acceptance import verify_bets, verify_wager
from nomorebets.table.felt import Felt, Opening
from told import Told, areas, said, text_of, told, total

ONE = "1 blackjack 10.00"
TWO = "1 blackjack 10.00, 2 blackjack 10.00"


def bj(wagers: str, cards: str, decisions: str = "", **more) -> Told:
    return told("blackjack", wagers, cards, decisions, **more)


def nets(found: Told, seat: int = 1) -> list[tuple[int, str, str]]:
    """Hand, wager and net of each row of a seat, hand by hand."""
    rows = [(r.hand, r.wager, f"{r.net / 100:.2f}") for r in found.verdict.required if r.seat == seat]
    return sorted(rows)


def acts(found: Told) -> list[str]:
    return [e.request.name for e in found.play.entries]


# --- 2.1 definitions, 2.2 cards --------------------------------------------------------------------------------------


def test_2_1_blackjack_is_an_ace_and_a_ten_as_the_first_two_cards():
    assert nets(bj(ONE, "As 7c Kd 9h")) == [(1, "blackjack", "15.00")]
    assert nets(bj(ONE, "5s Tc 6d 9h Kh", "1 draw")) == [(1, "blackjack", "10.00")]  # 21 with three cards


def test_2_1_an_ace_and_a_ten_after_a_split_are_no_blackjack():
    found = bj(ONE, "As Tc Ad Kh Ks Qd", "1 split")
    assert nets(found) == [(1, "blackjack", "10.00"), (2, "split", "10.00")]


@pytest.mark.parametrize(("decks", "cards"), [("1", 52), ("2", 104), ("5", 260), ("8", 416)])
def test_2_2_a_one_deck_or_more(decks, cards):
    felt = bj(ONE, "9s 7c Td Th", "1 stand", decks=decks).play.table.felt
    assert felt.shoe.total() == cards - 4
    assert set((felt.shoe + Counter(["9s", "7c", "Td", "Th"])).values()) == {int(decks)}


@pytest.mark.parametrize("decks", ["0", "-1", "half"])
def test_2_2_a_no_deck_is_refused(decks):
    with pytest.raises(HouseRuleError) as fault:
        open_table("blackjack", settings=Settings({"decks": decks}))
    assert fault.value.by == cite("2.2(a)")


@pytest.mark.parametrize("rank", "23456789T")
def test_2_2_b_1_cards_count_what_they_show(rank):
    assert value(f"{rank}s") == (10 if rank == "T" else int(rank))


def test_2_2_b_1_is_cited_where_such_a_hand_is_announced():
    found = bj(ONE, "9s 7c Td Th", "1 stand")
    read = [e.request for e in found.play.entries if e.request.name == "read-hand"]
    assert [(r.area, r.hand, str(r.by)) for r in read] == [("seat:1", "19", "2.2(b)1"), ("dealer", "17", "2.2(b)1")]


@pytest.mark.parametrize("rank", "JQK")
def test_2_2_b_2_court_cards_count_ten(rank):
    assert value(f"{rank}s") == 10
    assert said(bj(ONE, f"{rank}s 7c 5d Th", "1 stand"), "seat:1") == ["15"]


@pytest.mark.parametrize(
    ("cards", "total", "soft"),
    [
        ("As", 11, True),
        ("As 9d", 20, True),
        ("As Td", 21, True),
        ("As Ad", 12, True),
        ("As Ad 9c", 21, True),
        ("As Ad Tc", 12, False),
        ("As 5d Tc", 16, False),
        ("As 5d 5c", 21, True),
        ("Ts 5d 7c", 22, False),
    ],
)
def test_2_2_b_3_i_an_ace_counts_eleven_or_one(cards, total, soft):
    assert count(cards.split()) == (total, soft)


def test_2_2_b_3_i_soft_totals_are_announced():
    assert said(bj(ONE, "As 7c 6d Th Tc", "1 draw, 1 stand"), "seat:1") == ["soft 17", "17"]


# --- 2.3 wagers ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "decisions", "net"),
    [
        ("Ts 6c 9d Th Kh", "1 stand", 10),  # the dealer exceeds 21
        ("Ts 7c 9d Th", "1 stand", 10),  # the higher total
        ("Ts 7c 6d Th", "1 stand", -10),  # the lower
        ("Ts 6c 2d Th Kh", "1 draw", -10),  # over 21 loses although the dealer would have too
    ],
)
def test_2_3_a_three_ways_to_win(cards, decisions, net):
    assert total(bj(ONE, cards, decisions)) == net


def test_2_3_a_a_blackjack_wins_against_a_21_that_is_none():
    """Ruling 15."""
    found = bj("1 blackjack 10.00, 2 blackjack 10.00", "As 9s Tc Kd 9h 5h 6h", "2 stand")
    assert said(found, "dealer") == ["15", "21"]
    assert found.net[1, "blackjack"] == "15.00"


def test_2_3_b_a_tie_is_void():
    found = bj(ONE, "Ts 7c 7d Th", "1 stand")
    assert (found.result[1, "blackjack"], found.net[1, "blackjack"]) == ("push", "0.00")
    assert found.cite[1, "blackjack"] == "2.3(b)"
    both = bj(ONE, "As Tc Kd Ah")
    assert (both.result[1, "blackjack"], both.cite[1, "blackjack"]) == ("push", "2.3(b)")


def test_2_3_b_a_dealers_blackjack_beats_21():
    """Ruling 14."""
    assert nets(bj(ONE, "5s Tc 6d Ah Kh", "1 draw")) == [(1, "blackjack", "-10.00")]


def test_2_3_c_nothing_is_wagered_after_the_first_card():
    late = {"before_card": 2, "what": "late-wager", "seat": 2, "wager": "blackjack", "amount": "10.00"}
    found = bj(ONE, "9s 7c Td Th", "1 stand", wrong=(late,))
    assert (found.result[2, "blackjack"], found.cite[2, "blackjack"]) == ("void", "R-2.3-late")
    assert acts(found).index("take-wagers") < acts(found).index("announce") < acts(found).index("draw")


@pytest.mark.parametrize("kind", ["double", "split", "insurance"])
def test_2_3_c_what_belongs_to_a_hand_is_not_wagered_before_it(kind):
    with pytest.raises(WagerRefused, match="it is made only") as fault:
        verify_wager(Round(open_table("blackjack")), Wager(1, kind, 1000))
    assert fault.value.accepts == "blackjack"


def test_2_3_d_wagers_are_chips():
    with pytest.raises(WagerRefused, match="nothing but chips"):
        verify_wager(Round(open_table("blackjack")), Wager(1, "blackjack", 1000, verbal="confirmed"))
    with pytest.raises(WagerRefused) as fault:
        open_table("blackjack").place("pass")
    assert fault.value.by == cite("2.3(d)")


@pytest.mark.parametrize(("boxes", "seat", "taken"), [("6", 6, True), ("6", 7, False), ("7", 7, True), ("1", 2, False)])
def test_2_1_boxes(boxes, seat, taken):
    at = Round(open_table("blackjack", settings=Settings({"boxes": boxes})))
    if taken:
        verify_wager(at, Wager(seat, "blackjack", 1000))
    else:
        with pytest.raises(WagerRefused, match="no such box"):
            verify_wager(at, Wager(seat, "blackjack", 1000))


def test_2_1_no_more_than_seven_boxes():
    with pytest.raises(HouseRuleError):
        open_table("blackjack", settings=Settings({"boxes": "8"}))


@pytest.mark.parametrize(
    ("options", "amount", "taken"),
    [
        ({"smallest-chip": "0.25"}, 25, False),  # 3 to 2 of it is no whole number of cents
        ({"smallest-chip": "0.25"}, 50, True),
        ({"smallest-chip": "0.05", "blackjack-pays": "6:5"}, 5, True),
        ({"smallest-chip": "0.05", "blackjack-pays": "6:5", "surrender": "late"}, 5, False),  # no half of it
        ({"smallest-chip": "0.05", "blackjack-pays": "6:5", "surrender": "late"}, 10, True),
    ],
)
def test_2_3_a_wager_can_be_paid_and_halved_to_the_cent(options, amount, taken):
    at = Round(open_table("blackjack", settings=Settings(dict(options))))
    if taken:
        verify_wager(at, Wager(1, "blackjack", amount))
    else:
        with pytest.raises(WagerRefused):
            verify_wager(at, Wager(1, "blackjack", amount))


@pytest.mark.parametrize(
    ("fee", "rows"), [("0.00", {}), ("0.25", {(1, "hand-fee"): "-0.25", (2, "hand-fee"): "-0.25"})]
)
def test_2_3_hand_fee(fee, rows):
    found = bj(TWO, "9s 9d 7c Td Tc Th", "1 stand, 2 stand", hand_fee=fee)
    assert found.net == {(1, "blackjack"): "10.00", (2, "blackjack"): "10.00", **rows}


def test_2_3_hand_fee_is_not_doubled_by_a_split():
    found = bj(ONE, "8s 6c 8d Th Ts 9s Kc", "1 split, 1 stand, 1 stand", hand_fee="0.50")
    assert nets(found) == [(1, "blackjack", "10.00"), (1, "hand-fee", "-0.50"), (2, "split", "10.00")]


# --- 2.6 the deal ----------------------------------------------------------------------------------------------------


def test_2_6_order_of_the_initial_deal():
    found = bj("1 blackjack 10.00, 3 blackjack 10.00", "9s 9d 7c Td Tc Th", "1 stand, 3 stand")
    assert areas(found) == ["seat:1", "seat:3", "dealer", "seat:1", "seat:3", "dealer"]
    faces = [e.request.face for e in found.play.entries if e.request.name == "draw"]
    assert faces == ["up", "up", "up", "up", "up", "down"]
    assert found.called == ["No more bets"]


def test_2_6_one_card_is_burned_after_a_shuffle():
    found = bj(ONE, "9s 7c Td Th", "1 stand")
    assert acts(found).index("shuffle") < acts(found).index("cut") < acts(found).index("burn")
    assert found.play.next_opening.state["burned"] == "1"


def test_2_6_totals_are_announced_at_each_turn_and_after_each_card():
    found = bj(ONE, "2s 7c 3d Th 4c 5c 6h", "1 draw, 1 draw, 1 draw, 1 stand")
    assert said(found, "seat:1") == ["5", "9", "14", "20"]


def test_2_6_settlement_runs_from_the_dealers_right():
    found = bj(
        "1 blackjack 10.00, 2 blackjack 10.00, 5 blackjack 10.00",
        "9s 9d 9c 7c Td Tc Ts Th",
        "1 stand, 2 stand, 5 stand",
    )
    assert list(found.net) == [(5, "blackjack"), (2, "blackjack"), (1, "blackjack")]


def test_2_6_cards_are_picked_up_so_that_hands_can_be_rebuilt():
    felt = bj(TWO, "9s 8d 7c Td Tc Th", "1 stand, 2 stand").play.table.felt
    assert felt.rack == ["8d", "Tc", "9s", "Td", "7c", "Th"]  # from the right, the dealer's last


def test_2_6_the_hole_card_is_hidden_until_it_is_shown():
    found = bj(ONE, "9s 7c Td Th", "1 stand")
    asked = acts(found).index("ask")
    felt = Felt()
    for entry in found.play.entries[:asked]:
        entry.request.apply(felt, entry.answer)
    assert felt.seen_by(1)["dealer"] == ["7c", "??"]


def test_2_6a_cards_lie_face_down_until_they_are_played():
    found = bj(ONE, "9s 7c Td Th", "1 stand", dealing="hand", decks="1")
    faces = [(e.request.to, e.request.face) for e in found.play.entries if e.request.name == "draw"]
    assert faces == [("seat:1", "down"), ("dealer", "up"), ("seat:1", "down"), ("dealer", "down")]
    shuffled = next(e.request for e in found.play.entries if e.request.name == "shuffle")
    assert shuffled.method == "automated"
    assert total(found) == 10


@pytest.mark.parametrize(("day", "exists"), [("2012-03-18", False), ("2012-03-19", True)])
def test_2_6a_dealing_from_the_hand_came_with_13_69f(day, exists):
    settings = Settings({"dealing": "hand", "decks": "1"})
    if exists:
        assert open_table("blackjack", date.fromisoformat(day), settings).house.options["dealing"] == "hand"
    else:
        with pytest.raises(EditionError):
            open_table("blackjack", date.fromisoformat(day), settings)


def test_2_6a_cards_are_turned_up_to_double_to_split_and_over_21():
    for cards, decisions in (
        ("5s 7c 6d Th 9s", "1 double"),
        ("8s 7c 8d Th Ts 9s", "1 split, 1 stand, 1 stand"),
        ("Ts 7c 6d Th Ks", "1 draw"),
    ):
        found = bj(ONE, cards, decisions, dealing="hand", decks="2")
        turned = [e.request.area for e in found.play.entries if e.request.name == "turn-up"]
        assert turned[0] == "seat:1", cards


# --- 2.7 blackjacks --------------------------------------------------------------------------------------------------


def test_2_7_a_against_a_two_to_a_nine_a_blackjack_is_paid_before_any_third_card():
    """Ruling 13."""
    found = bj(TWO, "As 5s 7c Kd 6d Th Tc", "2 draw")
    names = acts(found)
    assert names.index("pay") < names.index("ask")
    assert found.net[1, "blackjack"] == "15.00"
    paid = next(e.request for e in found.play.entries if e.request.name == "pay")
    assert paid.by == cite("2.7(a)")
    assert names.index("to-rack") < names.index("ask")  # and its cards are removed


@pytest.mark.parametrize("up", ["Tc", "Ac"])
def test_2_7_b_against_an_ace_or_a_ten_a_blackjack_waits_for_the_hole_card(up):
    found = bj(TWO, f"As 5s {up} Kd 6d 9h Tc", "2 draw")
    names = acts(found)
    assert names.index("pay") > names.index("ask")
    assert found.net[1, "blackjack"] == "15.00"


def test_2_7_b_all_that_is_left_is_a_blackjack():
    """Ruling 17: the hole card is shown, the blackjack paid, and no card drawn."""
    found = bj(ONE, "As Tc Kd 6h")
    assert found.net == {(1, "blackjack"): "15.00"}
    assert "turn-up" in acts(found)
    assert areas(found).count("dealer") == 2


def test_2_7_c_even_money():
    """Ruling 11."""
    found = bj(ONE, "As Ac Kd 9h", "1 even-money")
    assert found.net == {(1, "blackjack"): "10.00"}
    assert found.cite == {(1, "blackjack"): "R-2.7-consolidated"}
    assert "turn-up" not in acts(found)  # settled at once, whatever the hole card is
    assert bj(ONE, "As Ac Kd Th", "1 even-money").net == {(1, "blackjack"): "10.00"}


def test_2_7_c_even_money_is_offered_to_blackjacks_only_and_where_the_house_does():
    with pytest.raises(RulesError):
        bj(ONE, "9s Ac Kd 9h", "1 even-money, 1 stand")
    with pytest.raises(RulesError):
        bj(ONE, "As Ac Kd 9h", "1 even-money", even_money="off")


@pytest.mark.parametrize(("hole", "insurance", "main"), [("Th", "10.00", "0.00"), ("9h", "-5.00", "15.00")])
def test_2_7_c_is_what_blackjack_and_insurance_come_to(hole, insurance, main):
    """Ruling 12."""
    found = bj(ONE, f"As Ac Kd {hole}", "1 insure")
    assert found.net == {(1, "insurance"): insurance, (1, "blackjack"): main}
    assert total(found) == 10


@pytest.mark.parametrize(("pays", "net"), [("3:2", "15.00"), ("6:5", "12.00")])
def test_2_7_what_a_blackjack_pays(pays, net):
    assert bj(ONE, "As 7c Kd 9h", blackjack_pays=pays).net == {(1, "blackjack"): net}


def test_2_7_better_odds_are_paid_and_worse_refused():
    table = open_table("blackjack", settings=Settings(pay_table={"blackjack.blackjack": "2 to 1"}))
    assert rules_of(table.house).blackjack_pays == 2
    with pytest.raises(HouseRuleError, match="minimum is 3 to 2"):
        open_table("blackjack", settings=Settings(pay_table={"blackjack.blackjack": "1 to 1"}))


# --- 2.8 surrender ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hole", "net"), [("Ah", -10), ("9h", -5)])
def test_2_8_a_surrender_against_a_ten_waits_for_the_hole_card(hole, net):
    """Ruling 8."""
    found = bj(ONE, f"Ts Tc 6d {hole}", "1 surrender", surrender="late")
    assert total(found) == net
    assert acts(found).index("turn-up") < acts(found).index("collect")


def test_2_8_a_surrender_against_a_low_card_is_settled_at_once():
    found = bj(TWO, "Ts 9s 9c 6d Ts 8h", "1 surrender, 2 stand", surrender="late")
    names = [(e.request.name, getattr(e.request, "seat", 0)) for e in found.play.entries]
    assert names.index(("collect", 0)) < names.index(("ask", 2))
    assert found.net[1, "blackjack"] == "-5.00"


def test_2_8_a_only_before_any_other_decision():
    with pytest.raises(WagerRefused) as fault:
        bj(ONE, "5s 9c 6d 8h 2c", "1 draw, 1 surrender", surrender="late")
    assert fault.value.accepts == "draw, stand"
    with pytest.raises(WagerRefused):  # no split hand either
        bj(ONE, "8s 9c 8d 8h 7c", "1 split, 1 surrender", surrender="late")


@pytest.mark.parametrize(("hole", "net"), [("Th", 0), ("7h", -10)])
def test_2_8_b_insurance_on_a_surrendered_hand_is_settled_by_itself(hole, net):
    """Rulings 9 and 10."""
    found = bj(ONE, f"Ts Ac 6d {hole}", "1 insure, 1 surrender", surrender="late")
    assert total(found) == net


def test_2_8_c_surrender_is_the_licensees_choice():
    with pytest.raises(WagerRefused):
        bj(ONE, "Ts 9c 6d 8h", "1 surrender")
    found = check(b'[[table]]\ngame = "blackjack"\noptions = { surrender = "late" }')
    assert [v.paragraph for v in found] == ["13:69F-8.3"]


@pytest.mark.parametrize(("hole", "net"), [("Ah", -5), ("9h", -5)])
def test_2_8_a_early_surrender_until_1981(hole, net):
    found = bj(ONE, f"Ts Tc 6d {hole}", "1 surrender", as_of="1981-08-31")
    assert total(found) == net
    assert found.cite[1, "blackjack"] == "R-2.8-early"


@pytest.mark.parametrize(("day", "default"), [("1978-06-02", "early"), ("1981-08-31", "early"), ("1981-09-01", "none")])
def test_2_8_a_what_there_was_on_a_day(day, default):
    assert open_table("blackjack", date.fromisoformat(day)).house.options["surrender"] == default


@pytest.mark.parametrize(("day", "possible"), [("1981-08-31", True), ("1981-09-01", False)])
def test_2_8_a_early_surrender_ended_with_august_1981(day, possible):
    """Reading R-2.8-early."""
    found = check(f'as_of = {day}\n[[table]]\ngame = "blackjack"\noptions = {{ surrender = "early" }}'.encode())
    assert ("analysis only" not in str([violation.what for violation in found])) is possible


def test_2_8_a_early_surrender_is_priced_today_but_no_table_may_be_run_so():
    assert rules_of(open_table("blackjack", settings=Settings({"surrender": "early"})).house).surrender == "early"
    found = check(b'[[table]]\ngame = "blackjack"\noptions = { surrender = "early" }')
    assert "analysis only" in found[0].what


# --- 2.9 insurance ---------------------------------------------------------------------------------------------------


def test_2_9_a_insurance_is_offered_against_an_ace_only():
    assert "Insurance" in bj(ONE, "9s Ac Td 9h", "1 stand").called
    assert "Insurance" not in bj(ONE, "9s Tc Td 9h", "1 stand").called
    with pytest.raises(RulesError):
        bj(ONE, "9s Tc Td 9h", "1 insure, 1 stand")


def test_2_9_a_all_boxes_decide_before_any_further_card():
    found = bj(TWO, "9s 5s Ac Td 6d 8h Tc", "1 insure, 2 insure, 1 stand, 2 draw")
    names = acts(found)
    assert names.count("ask-all") == 1
    assert names.index("ask-all") < names.index("ask")
    assert found.net[1, "insurance"] == found.net[2, "insurance"] == "-5.00"


@pytest.mark.parametrize(
    ("wager", "chip", "most"), [(1500, 500, 1000), (1000, 500, 500), (2500, 50, 1250), (500, 500, 500), (50, 50, 50)]
)
def test_2_9_b_half_or_the_next_amount_in_chips(wager, chip, most):
    """Ruling 24."""
    assert most_insurance(wager, chip) == most


@pytest.mark.parametrize(("amount", "taken"), [("10.00", True), ("15.00", False), ("5.00", True), ("0.00", True)])
def test_2_9_b_no_more_than_half(amount, taken):
    options = {"smallest_chip": "5.00"}
    if taken:
        found = bj("1 blackjack 15.00", "9s Ac Td 9h", f"1 insure {amount}, 1 stand", **options)
        assert found.net[1, "insurance"] == f"-{'10.00' if amount == '0.00' else amount}"  # unsaid, it is the most
    else:
        with pytest.raises(WagerRefused, match=r"insure of \$15 refused") as fault:
            bj("1 blackjack 15.00", "9s Ac Td 9h", f"1 insure {amount}, 1 stand", **options)
        assert fault.value.accepts == "$5 to $10 in chips of $5"


@pytest.mark.parametrize("hole", ["Th", "Jh", "Qh", "Kh"])
def test_2_9_c_every_ten_wins_two_to_one(hole):
    found = bj(ONE, f"9s Ac Td {hole}", "1 insure, 1 stand")
    assert found.net == {(1, "insurance"): "10.00", (1, "blackjack"): "-10.00"}


def test_2_9_d_insurance_that_loses_is_collected_before_the_dealer_draws():
    found = bj(ONE, "9s Ac Td 5h 2c", "1 insure, 1 stand")
    entries = [(e.request.name, getattr(e.request, "to", "")) for e in found.play.entries]
    assert entries.index(("collect", "")) < entries.index(("draw", "dealer"), entries.index(("turn-up", "")))
    assert found.cite[1, "insurance"] == "2.9(d)"


# --- 2.10 doubling ---------------------------------------------------------------------------------------------------


def test_2_10_a_one_more_card_and_no_decision():
    found = bj(ONE, "5s 7c 6d Th 2c", "1 double")
    assert nets(found) == [(1, "blackjack", "-10.00"), (1, "double", "-10.00")]
    assert areas(found)[4:] == ["seat:1"]


@pytest.mark.parametrize(("amount", "taken"), [("10.00", True), ("4.50", True), ("0.50", True), ("10.50", False)])
def test_2_10_a_up_to_the_original_wager(amount, taken):
    if taken:
        found = bj(ONE, "5s 7c 6d Th Tc", f"1 double {amount}")
        assert found.net == {(1, "blackjack"): "10.00", (1, "double"): amount}
    else:
        with pytest.raises(WagerRefused) as fault:
            bj(ONE, "5s 7c 6d Th Tc", f"1 double {amount}")
        assert fault.value.accepts == "$0.50 to $10 in chips of $0.50"


def test_2_10_a_only_with_two_cards():
    with pytest.raises(WagerRefused) as fault:
        bj(ONE, "2s 7c 3d Th 4c 5c", "1 draw, 1 double")
    assert fault.value.by == cite("2.10(a)")
    assert fault.value.accepts == "draw, stand"


def test_2_10_a_not_with_21():
    with pytest.raises(TranscriptError) as fault:
        bj(ONE, "5s 7c 6d Th Tc", "1 draw, 1 double")
    assert fault.value.by == cite("2.10(a)")


@pytest.mark.parametrize(
    ("rule", "cards", "allowed"),
    [
        ("any-two", "Ts 2d", True),
        ("9-11", "5s 3d", False),
        ("9-11", "5s 4d", True),
        ("9-11", "6s 5d", True),
        ("9-11", "As 8d", False),  # 19, whatever the ace might count
        ("10-11", "5s 4d", False),
        ("10-11", "6s 4d", True),
        ("10-11", "7s 5d", False),
    ],
)
def test_2_10_a_totals_that_may_be_doubled(rule, cards, allowed):
    first, second = cards.split()
    deal = f"{first} 7c {second} Th 2c"
    if allowed:
        assert (1, "double") in bj(ONE, deal, "1 double", double_on=rule).net
    else:
        with pytest.raises(WagerRefused):
            bj(ONE, deal, "1 double", double_on=rule)


def test_2_10_b_a_dealers_blackjack_takes_only_the_original_wager():
    found = bj(ONE, "5s Tc 6d Ah 2c", "1 double")
    assert nets(found) == [(1, "blackjack", "-10.00"), (1, "double", "0.00")]
    assert found.cite[1, "double"] == "2.10(b)"


@pytest.mark.parametrize(("relief", "net"), [("original-only", -10), ("busted-plus-one", -20)])
def test_2_10_b_a_doubled_hand_that_went_over_21_before(relief, net):
    found = bj(ONE, "Ts Tc 2d Ah Kc", "1 double", dealer_bj_relief=relief)
    assert total(found) == net


# --- 2.11 splitting --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "pair"),
    [("Ks Td", True), ("Qs Jd", True), ("8s 8d", True), ("As Ad", True), ("Ks 9d", False), ("As Kd", False)],
)
def test_2_11_a_equal_in_value(cards, pair):
    """Ruling 4."""
    assert is_pair(cards.split()) is pair


def test_2_11_a_king_and_ten_may_be_split_for_an_equal_wager():
    found = bj(ONE, "Ks 6c Td Th 9s 8s Kc", "1 split, 1 stand, 1 stand")
    assert nets(found) == [(1, "blackjack", "10.00"), (2, "split", "10.00")]


def test_2_11_a_unlike_values_are_refused_and_so_is_another_amount():
    with pytest.raises(WagerRefused) as fault:
        bj(ONE, "Ks 6c 9d Th", "1 split")
    assert (fault.value.by, fault.value.accepts) == (cite("2.11(a)"), "draw, double, stand")
    for amount in ("5.00", "20.00"):
        with pytest.raises(WagerRefused, match=r"split of .* refused"):
            bj(ONE, "8s 6c 8d Th Ts 9s 5c", f"1 split {amount}, 1 stand, 1 stand")


def test_2_11_b_the_first_hand_is_completed_before_the_second_gets_its_card():
    found = bj(ONE, "8s 6c 8d Th 3s 7s 9s 5c", "1 split, 1 draw, 1 stand, 1 stand")
    assert areas(found)[4:] == ["seat:1", "seat:1", "seat:1#2", "dealer"]
    hands = [(e.request.hand, e.answer.choice) for e in found.play.entries if e.request.name == "ask"]
    assert hands == [(1, "split"), (1, "draw"), (1, "stand"), (2, "stand")]


def test_2_11_c_a_split_hand_may_be_doubled():
    found = bj(ONE, "8s 6c 8d Th 3s 9s Ts Kc", "1 split, 1 double, 1 stand")
    assert nets(found) == [(1, "blackjack", "10.00"), (1, "double", "10.00"), (2, "split", "10.00")]
    assert found.json["required"][0]["hand"] == 1


def test_2_11_c_a_house_without_doubling_after_splits_is_priced_but_not_run():
    with pytest.raises(WagerRefused):
        bj(ONE, "8s 6c 8d Th 3s 9s", "1 split, 1 double", double_after_split="off")
    found = check(b'[[table]]\ngame = "blackjack"\noptions = { double-after-split = "off" }')
    assert [v.paragraph for v in found] == ["13:69F-2.11(c)"]


def test_2_11_c_1_a_pair_is_not_split_again():
    """Ruling 5."""
    with pytest.raises(WagerRefused) as fault:
        bj(ONE, "8s 6c 8d Th 8h", "1 split, 1 split")
    assert fault.value.accepts == "draw, double, stand"


def test_2_11_c_2_each_ace_gets_one_card():
    """Ruling 2."""
    found = bj(ONE, "As Tc Ad Qh Ts Kd", "1 split")
    assert total(found) == 20
    assert acts(found).count("ask") == 1
    with pytest.raises(TranscriptError):
        bj(ONE, "As Tc Ad Qh 2s 3d", "1 split, 1 draw")


def test_2_11_d_a_dealers_blackjack_takes_one_original_wager():
    """Rulings 1 and 3."""
    found = bj(ONE, "8s Tc 8d Ah 3s 9s Ts", "1 split, 1 double, 1 stand")
    assert nets(found) == [(1, "blackjack", "-10.00"), (1, "double", "0.00"), (2, "split", "0.00")]
    aces = bj(ONE, "As Tc Ad Ah Ts 2s", "1 split")
    assert total(aces) == -10


@pytest.mark.parametrize(
    ("cards", "decisions", "original_only", "busted_plus_one"),
    [
        # the second hand went over 21 first
        ("8s Tc 8d Ah Ts 7s Ks", "1 split, 1 stand, 1 draw", -10, -20),
        # the first
        ("8s Tc 8d Ah 7s Ts 9s", "1 split, 1 draw, 1 stand", -10, -20),
        # both
        ("8s Tc 8d Ah 7s Ts 7d Td", "1 split, 1 draw, 1 draw", -10, -20),
        # the second, doubled
        ("8s Tc 8d Ah Ts 4s Ks", "1 split, 1 stand, 1 double", -10, -30),
        # none
        ("8s Tc 8d Ah Ts 9s", "1 split, 1 stand, 1 stand", -10, -10),
    ],
)
def test_2_11_d_hands_that_went_over_21_before(cards, decisions, original_only, busted_plus_one):
    assert total(bj(ONE, cards, decisions)) == original_only
    assert total(bj(ONE, cards, decisions, dealer_bj_relief="busted-plus-one")) == busted_plus_one
    lost = total(bj(ONE, cards.replace("Ah", "8h"), decisions))  # no blackjack: what went over 21 is lost
    assert lost <= 0


RESPLIT = "8s 6c 8d Th 8h 8c"  # a pair, another eight on the first hand, and another


@pytest.mark.parametrize(("boxes", "third"), [("7", False), ("6", True), ("1", True)])
def test_2_11_e_hands_by_the_number_of_boxes(boxes, third):
    """Rulings 6 and 7."""
    options = {"resplit": "up-to-limit", "boxes": boxes}
    if third:
        cards = f"{RESPLIT} Ts 9s Ts 9s Kc"
        found = bj(ONE, cards, "1 split, 1 split, 1 split, 1 stand, 1 stand, 1 stand, 1 stand", **options)
        assert [hand for hand, *_ in nets(found)] == [1, 2, 3, 4]
        with pytest.raises(WagerRefused):
            bj(ONE, f"{RESPLIT} 8s", "1 split, 1 split, 1 split, 1 split", decks="8", **options)
    else:
        with pytest.raises(WagerRefused) as fault:
            bj(ONE, RESPLIT, "1 split, 1 split, 1 split", **options)
        assert fault.value.accepts == "draw, double, stand"
        assert str(fault.value.by) == "2.11(e)"


@pytest.mark.parametrize(
    ("cards", "decided", "by"),
    [
        ("8s 6c 8d Th 8h", "1 split, 1 split", "2.11(c)1"),  # a pair of a hand that was split (ruling 5)
        ("8s 6c 9d Th", "1 split", "2.11(a)"),  # no pair
    ],
)
def test_2_11_a_split_is_refused_by_the_paragraph_that_forbids_it(cards, decided, by):
    with pytest.raises(WagerRefused) as fault:
        bj(ONE, cards, decided)
    assert str(fault.value.by) == by


@pytest.mark.parametrize(("aces", "again"), [("forbidden", False), ("allowed", True)])
def test_2_11_e_aces_are_split_again_only_where_the_house_says_so(aces, again):
    options = {"resplit": "up-to-limit", "resplit_aces": aces}
    cards = "As 6c Ad Th Ah 9s Ts 5s Kc"
    if again:
        found = bj(ONE, cards, "1 split, 1 split", **options)
        assert [hand for hand, *_ in nets(found)] == [1, 2, 3]
        assert acts(found).count("ask") == 2  # each ace one card
    else:
        with pytest.raises(TranscriptError):
            bj(ONE, cards, "1 split, 1 split", **options)


def test_2_11_e_needs_notice():
    found = check(b'[[table]]\ngame = "blackjack"\noptions = { resplit = "up-to-limit" }')
    assert [v.paragraph for v in found] == ["13:69F-2.11(e)"]


# --- 2.12 drawing ----------------------------------------------------------------------------------------------------


def test_2_12_a_no_card_at_21():
    found = bj(ONE, "5s 7c 6d Th Tc", "1 draw")
    assert acts(found).count("ask") == 1
    soft = bj(ONE, "As 7c 2d Th 8c", "1 draw")
    assert acts(soft).count("ask") == 1


@pytest.mark.parametrize(
    ("cards", "stand", "hit"),
    [
        ("Ts 6d", True, True),
        ("Ts 7d", False, False),
        ("As 5d", True, True),
        ("As 6d", False, True),
        ("As 7d", False, False),
        ("As 6d Tc", False, False),
        ("2s 2d Ac 2h", False, True),
    ],
)
def test_2_12_b_and_c_when_the_dealer_draws(cards, stand, hit):
    assert dealer_draws(cards.split(), hit_soft_17=False) is stand
    assert dealer_draws(cards.split(), hit_soft_17=True) is hit


def test_2_12_b_the_dealer_stands_on_soft_17():
    """Ruling 21."""
    assert total(bj(ONE, "9s Ac Td 6h", "1 stand")) == 10


def test_2_12_c_the_dealer_draws_to_soft_17_where_the_table_says_so():
    found = bj(ONE, "9s Ac Td 6h 4c", "1 stand", soft_17="hit")
    assert total(found) == -10
    assert said(found, "dealer") == ["soft 17", "soft 21"]
    drawn = [str(e.request.by) for e in found.play.entries if e.request.name == "draw"][-1]
    assert drawn == "2.12(c)"


@pytest.mark.parametrize(("day", "exists"), [("2012-03-18", False), ("2012-03-19", True)])
def test_2_12_c_came_later(day, exists):
    if exists:
        open_table("blackjack", date.fromisoformat(day), Settings({"soft-17": "hit"}))
    else:
        with pytest.raises(EditionError):
            open_table("blackjack", date.fromisoformat(day), Settings({"soft-17": "hit"}))


def test_2_12_d_the_dealer_draws_nothing_that_cannot_matter():
    """Ruling 16."""
    found = bj(TWO, "Ts 9s 6c 6d 7d Th Kc Kd", "1 draw, 2 draw")
    assert areas(found).count("dealer") == 2
    assert "turn-up" not in acts(found)
    assert "2.12(d)" in [str(e.request.by) for e in found.play.entries if e.request.name == "attest"]


def test_2_12_d_the_hole_card_is_shown_where_something_depends_on_it():
    insured = bj(ONE, "Ts Ac 6d 5h Kc", "1 insure, 1 draw")
    assert "turn-up" in acts(insured)
    assert areas(insured).count("dealer") == 2
    surrendered = bj(ONE, "Ts Tc 6d 5h", "1 surrender", surrender="late")
    assert "turn-up" in acts(surrendered)
    assert areas(surrendered).count("dealer") == 2


# --- the card reader -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("up", "hole"), [("Tc", "Ah"), ("Ac", "Th")])
def test_2_6_with_a_reader_a_dealers_blackjack_ends_the_round_at_once(up, hole):
    found = bj(TWO, f"8s 9s {up} 8d Td {hole}", card_reader="on", surrender="late")
    assert acts(found).count("ask") == 0
    assert found.net == {(1, "blackjack"): "-10.00", (2, "blackjack"): "-10.00"}


def test_2_6_with_a_reader_insurance_is_collected_before_anybody_plays():
    found = bj(TWO, "As 9s Ac Kd Td 9h", "1 insure, 2 insure, 2 stand", card_reader="on")
    names = acts(found)
    assert names.index("collect") < names.index("pay") < names.index("ask")
    assert found.net[1, "blackjack"] == "15.00"


@pytest.mark.parametrize("up", ["2c", "9c"])
def test_2_6_the_reader_is_not_used_against_other_cards(up):
    found = bj(ONE, f"9s {up} Td 8h Tc", "1 stand", card_reader="on") if up == "2c" else None
    found = found or bj(ONE, "9s 9c Td 8h", "1 stand", card_reader="on")
    assert "inspect-reader" not in acts(found)


# --- 2.13, 2.14: boxes and players -----------------------------------------------------------------------------------

SHARED = """
game = "blackjack"
house = {{ players-per-box = "2"{house} }}
wagers = [
  {{seat = 1, player = "A", wager = "blackjack", amount = "10.00"}},
  {{seat = 1, player = "B", wager = "blackjack", amount = "20.00"}},
]
cards = "{cards}"
decisions = [{decisions}]
"""


def shared(cards: str, decisions: str, house: str = "") -> Told:
    return Told(read_transcript(SHARED.format(cards=cards, decisions=decisions, house=house).encode()))


def by_player(found: Told) -> dict[tuple[str, int, str], float]:
    return {(r.player, r.hand, r.wager): r.net / 100 for r in found.verdict.required}


@pytest.mark.parametrize(("most", "taken"), [("1", 1), ("2", 2), ("3", 3)])
def test_2_13_a_so_many_players_on_a_box(most, taken):
    at = Round(open_table("blackjack", settings=Settings({"players-per-box": most})))
    people = tuple(Wager(1, "blackjack", 1000, player=name) for name in "ABCD")
    verify_bets(at, people[:taken], (), cite("2.3(a)"))
    with pytest.raises(WagerRefused, match="others wager on this box") as fault:
        verify_bets(at, people[: taken + 1], (), cite("2.3(a)"))
    assert fault.value.by == cite("2.13(a)")


def test_2_13_a_no_more_than_three():
    with pytest.raises(HouseRuleError):
        open_table("blackjack", settings=Settings({"players-per-box": "4"}))


def test_2_13_b_the_first_player_decides_for_the_box():
    found = shared("9s 7c Td Th", '{seat = 1, player = "A", choose = "stand"}')
    assert by_player(found) == {("A", 1, "blackjack"): 10, ("B", 1, "blackjack"): 20}
    asked = [e.request.player for e in found.play.entries if e.request.name == "ask"]
    assert asked == ["A"]
    accounts = found.play.table.felt.ledger.balance
    assert (accounts["patron:1:A"], accounts["patron:1:B"]) == (1000, 2000)


def test_2_13_d_another_player_need_not_double():
    """Ruling 23."""
    found = shared("5s 7c 6d Th Tc", '{seat = 1, player = "A", choose = "double"}')
    assert by_player(found) == {("A", 1, "blackjack"): 10, ("A", 1, "double"): 10, ("B", 1, "blackjack"): 20}
    both = shared(
        "5s 7c 6d Th Tc", '{seat = 1, player = "A", choose = "double"}, {seat = 1, player = "B", choose = "double"}'
    )
    assert by_player(both)["B", 1, "double"] == 20
    assert areas(both).count("seat:1") == 3


def test_2_13_e_each_insures_for_himself():
    found = shared(
        "9s Ac Td 9h", '{seat = 1, player = "B", choose = "insure"}, {seat = 1, player = "A", choose = "stand"}'
    )
    assert by_player(found) == {("A", 1, "blackjack"): -10, ("B", 1, "blackjack"): -20, ("B", 1, "insurance"): -10}


def test_2_13_e_the_first_insures_by_name_as_the_others_do():
    stand = '{seat = 1, player = "A", choose = "stand"}'
    found = shared("9s Ac Td 9h", f'{{seat = 1, player = "A", choose = "insure"}}, {stand}')
    assert by_player(found) == {("A", 1, "blackjack"): -10, ("A", 1, "insurance"): -5, ("B", 1, "blackjack"): -20}


@pytest.mark.parametrize(
    ("stakes", "behind", "order"),
    [
        ({"": 500, "B": 500, "C": 1000}, "BC", ("", "B", "C")),  # who sits there decides
        ({"B": 500, "C": 1000}, "BC", ("C", "B")),
        ({"B": 500, "C": 500}, "BC", ("B", "C")),  # both alike: who came first
        ({"B": 500, "C": 1000}, "", ("B", "C")),  # told of nobody behind: the first told sits there
    ],
)
def test_2_13_b_of_those_who_wager_behind_the_highest_decides(stakes, behind, order):
    table = open_table("blackjack", settings=Settings({"players-per-box": "3"}))
    at = Round(table, seats={1: 0}, behind={(1, player): 0 for player in behind})
    for player, amount in stakes.items():
        at.felt.put_down(Wager(1, "blackjack", amount, player=player), cite("2.3(a)"))
    assert players_on(at, 1, ("blackjack",)) == order


def test_2_13_each_has_the_limits_of_his_own_wager():
    settings = Settings({"players-per-box": "2"}, {}, {"blackjack": {"min": "10.00", "max": "20.00"}})
    at = Round(open_table("blackjack", settings=settings))
    at.felt.put_down(Wager(1, "blackjack", 2000, player="A"), cite("2.3(a)"))
    verify_wager(at, Wager(1, "blackjack", 2000, player="B"))
    for amount in (950, 2050):
        with pytest.raises(WagerRefused, match="the posted m"):
            verify_wager(at, Wager(1, "blackjack", amount, player="B"))


@pytest.mark.parametrize("follows", [True, False])
def test_2_13_a_split_is_matched_or_not(follows):
    match = '{seat = 1, player = "B", choose = "split"},' if follows else ""
    stand = '{seat = 1, player = "A", choose = "stand"}'
    found = shared("8s 6c 8d Th Ts 9s Kc", f'{{seat = 1, player = "A", choose = "split"}}, {match} {stand}, {stand}')
    assert by_player(found)["A", 2, "split"] == 10
    assert by_player(found).get(("B", 2, "split")) == (20 if follows else None)


def test_2_13_players_are_told_apart_in_the_rows():
    rows = shared("9s 7c Td Th", '{seat = 1, player = "A", choose = "stand"}').json["required"]
    assert [(row["player"], row["net"]) for row in rows] == [("A", "10.00"), ("B", "20.00")]


@pytest.mark.parametrize(("most", "boxes", "taken"), [("1", 1, True), ("1", 2, False), ("3", 3, True), ("2", 3, False)])
def test_2_14_boxes_of_a_player(most, boxes, taken):
    table = open_table("blackjack", settings=Settings({"boxes-per-player": most}))
    at = Round(table, Felt.opened(Opening({SAME_PLAYER: "1 3 5"})))
    wagers = tuple(Wager(seat, "blackjack", 1000) for seat in (1, 3, 5)[:boxes])
    if taken:
        verify_bets(at, wagers, (), cite("2.3(a)"))
    else:
        with pytest.raises(WagerRefused) as fault:
            verify_bets(at, wagers, (), cite("2.3(a)"))
        assert fault.value.by == cite("2.14")


# --- 2.15 irregularities ---------------------------------------------------------------------------------------------


def wrong(what: str, before: int, **more: object) -> tuple[dict[str, object], ...]:
    return ({"before_card": before, "what": what, **more},)


@pytest.mark.parametrize("before", [1, 3, 4, 5])
def test_2_15_a_card_found_face_up_is_not_used(before):
    cards = "5s 7c 6d Th Tc".split()
    found = bj(
        ONE,
        " ".join([*cards[: before - 1], "2h", *cards[before - 1 :]]),
        "1 draw",
        wrong=wrong("card-found-face-up", before),
    )
    assert total(found) == 10
    assert "2h" in found.play.table.felt.rack
    assert found.remedied_by == {"card-found-face-up": "R-2.15-face-up"}


def test_2_15_a_second_card_face_up_makes_the_round_void():
    two = (*wrong("card-found-face-up", 1), *wrong("card-found-face-up", 3))
    found = bj(ONE, "2h 5s 3h", wrong=two)
    assert found.result == {(1, "blackjack"): "void"}
    assert found.play.next_opening.state[SHOE] == ""


def test_2_15_in_a_void_round_a_hand_that_was_lost_before_is_void_too():
    two = (*wrong("card-found-face-up", 8), *wrong("card-found-face-up", 9))
    found = bj(TWO, "Ks 9s 9c 6c 6d 6h Kd 2d 3d", "1 draw, 2 draw", wrong=two)
    assert found.cite == {(1, "blackjack"): "R-2.15-lost-before", (2, "blackjack"): "R-2.15-face-up"}
    assert found.verdict.void


def test_2_15_a_card_drawn_in_error_unseen_is_the_next_card():
    found = bj(ONE, "5s 7c 6d Th Tc", "1 draw", wrong=wrong("card-drawn-in-error", 5))
    assert total(found) == 10
    assert found.remedied_by == {"card-drawn-in-error": "R-2.15-in-error"}


def test_2_15_an_exposed_card_that_is_refused_goes_to_the_next_box():
    """Ruling 22."""
    out = wrong("card-drawn-in-error", 9, exposed=True, refused=[2])
    wagers = "1 blackjack 10.00, 2 blackjack 10.00, 3 blackjack 10.00"
    found = bj(wagers, "Ts 5s 6s 7c 9d 7d 5d Th Tc", "1 stand, 2 draw, 3 draw", wrong=out)
    assert areas(found)[-1] == "seat:2"  # it was meant for box 2
    moved = [e.request.to for e in found.play.entries if e.request.name == "move-card"]
    assert moved == ["seat:3"]
    assert [total(found, seat) for seat in (1, 2, 3)] == [10, -10, 10]  # 19, 12, 21 against 17
    asked = [e.request.seat for e in found.play.entries if e.request.name == "ask"]
    assert asked == [1, 2, 3]  # box 2 is not asked again


def test_2_15_an_exposed_card_that_is_taken():
    out = wrong("card-drawn-in-error", 5, exposed=True)
    assert total(bj(ONE, "5s 7c 6d Th Tc", "1 draw", wrong=out)) == 10


def test_2_15_an_exposed_card_goes_to_the_dealer_or_is_burned():
    out = wrong("card-drawn-in-error", 5, exposed=True, refused=[1])
    dealer = bj(ONE, "5s 6c 6d Th 5c", "1 draw", wrong=out)
    assert said(dealer, "dealer") == ["16", "21"]
    burned = bj(ONE, "5s 7c 6d Th 5c", "1 draw", wrong=out)
    assert said(burned, "dealer") == ["17"]
    assert "5c" in burned.play.table.felt.rack
    assert "burned" in burned.remedies["card-drawn-in-error"]


def test_2_15_only_an_exposed_card_after_the_initial_deal_can_be_refused():
    for before, more in (
        (5, {"refused": [1]}),
        (3, {"exposed": True, "refused": [1]}),
        (5, {"exposed": True, "refused": [4]}),
    ):
        with pytest.raises(DealerError):
            bj(ONE, "5s 7c 6d Th Tc", "1 draw", wrong=wrong("card-drawn-in-error", before, **more))


def test_2_15_a_card_drawn_by_a_dealer_bound_to_stand_is_burned():
    found = bj(ONE, "9s 7c Td Th 2c", "1 stand", wrong=wrong("dealer-overdrew", 5))
    assert total(found) == 10
    assert said(found, "dealer") == ["17"]
    assert "2c" in found.play.table.felt.rack


@pytest.mark.parametrize(
    ("before", "order"),
    [
        (3, ["seat:1", "seat:2", "dealer", "seat:1", "seat:2", "dealer", "dealer", "dealer"]),
        (6, ["seat:1", "seat:2", "dealer", "seat:1", "seat:2", "dealer", "dealer"]),
    ],
)
def test_2_15_a_dealer_who_passed_himself_over(before, order):
    cards = "9s 9d Td Tc 7c Th" if before == 3 else "9s 9d 7c Td Tc Th"
    found = bj(TWO, cards, "1 stand, 2 stand", wrong=wrong("dealer-skipped", before))
    assert [total(found, seat) for seat in (1, 2)] == [10, 10]
    came = [e for e in found.play.entries if e.request.name == "draw" and e.answer.card]
    assert [e.request.to for e in came][-2:] == (["dealer", "dealer"] if before == 3 else ["seat:2", "dealer"])
    dealers = [(e.answer.card, e.request.face) for e in came if e.request.to == "dealer"]
    assert dealers == [("7c", "up"), ("Th", "down")]


@pytest.mark.parametrize(("before", "second"), [(None, False), (1, False), (2, False), (4, True), (5, True)])
def test_2_15_a_dealer_who_passed_himself_over_need_not_be_told_to_the_card(before, second):
    """It was the first card unless the number lies behind that: what is told before the moment comes up then."""
    told_when = {} if before is None else {"before_card": before}
    cards = "9s 9d 7c Td Tc Th" if second else "9s 9d Td Tc 7c Th"
    found = bj(TWO, cards, "1 stand, 2 stand", wrong=({"what": "dealer-skipped", **told_when},))
    assert [total(found, seat) for seat in (1, 2)] == [10, 10]
    assert found.remedied_by == {"dealer-skipped": "R-2.15-dealer-skipped"}
    dealers = [e.answer.card for e in found.play.entries if e.request.name == "draw" and e.request.to == "dealer"]
    assert [card for card in dealers if card] == ["7c", "Th"]


def test_2_15_a_seat_that_got_no_card_says_when_and_other_things_do_not():
    found = bj(TWO, "9s 7c Td Th", "1 stand", wrong=({"what": "hand-not-dealt", "seat": 2},))
    assert found.result[2, "blackjack"] == "void"
    assert found.cite[2, "blackjack"] == "R-2.15-not-dealt"
    with pytest.raises(TranscriptError, match="must say before which outcome") as fault:
        bj(TWO, "9s 7c Td Th", "1 stand", wrong=({"what": "card-found-face-up"},))
    assert "before_card" in fault.value.accepts


@pytest.mark.parametrize("told_of", [True, False])
def test_2_5_a_a_shuffle_at_will_may_be_told_in_a_transcript(told_of):
    line = ({"what": "shuffled-at-will"},) if told_of else ()
    found = bj(ONE, "9s 7c Td Th", "1 stand", wrong=line, shuffle_at_will="on")
    assert total(found) == 10
    assert found.remedied_by == ({"shuffled-at-will": "2.5(a)"} if told_of else {})
    assert bool(found.play.next_opening.state.get(SHOE)) is not told_of


def test_2_5_a_no_shuffle_at_will_where_the_licensee_has_not_chosen_it():
    with pytest.raises(TranscriptError, match="cannot happen at this table"):
        bj(ONE, "9s 7c Td Th", "1 stand", wrong=({"what": "shuffled-at-will"},))


@pytest.mark.parametrize("before", [1, 2, 3, 4, 5, 6])
def test_2_15_a_card_too_many_in_the_initial_deal_is_the_next_card(before):
    found = bj(TWO, "9s 8s 7c Td Tc Th", "1 stand, 2 stand", wrong=wrong("extra-card", before))
    assert found.remedied_by == {"extra-card": "R-2.15-extra-card"}
    assert [total(found, seat) for seat in (1, 2)] == [10, 10]
    assert areas(found) == ["seat:1", "seat:2", "dealer", "seat:1", "seat:2", "dealer"]


def test_2_15_a_card_too_many_later_is_one_drawn_in_error():
    with pytest.raises(TranscriptError):
        bj(ONE, "5s 7c 6d Th Tc", "1 draw", wrong=wrong("extra-card", 5))


@pytest.mark.parametrize("decks", ["1"])
def test_2_15_a_shoe_that_runs_out(decks):
    found = bj(ONE, "5s 7c 6d Th Tc", "1 draw", wrong=wrong("shoe-exhausted", 5), decks=decks)
    assert total(found) == 10
    names = acts(found)
    assert names.index("refill-shoe") < names.index("cut", names.index("refill-shoe"))
    assert names.index("refill-shoe") < names.index("burn", names.index("refill-shoe"))
    assert found.remedied_by == {"shoe-exhausted": "R-2.15-exhausted"}


def test_2_15_a_player_without_an_initial_card():
    found = bj(TWO, "9s 7c Td Th", "1 stand", wrong=wrong("hand-not-dealt", 2, seat=2))
    assert found.net == {(2, "blackjack"): "0.00", (1, "blackjack"): "10.00"}
    assert found.result[2, "blackjack"] == "void"


def test_2_15_the_only_player_without_an_initial_card():
    found = bj(ONE, "", wrong=wrong("hand-not-dealt", 1))
    assert found.result == {(1, "blackjack"): "void"}


@pytest.mark.parametrize("cards", [2, 9, 20, 26, 27, 29, 30, 33, 35, 36, 52])
def test_2_5_c_a_stack_too_short_for_the_usual_cut_is_cut_in_the_middle(cards):
    """Discards that are shuffled because the cards have run out; ten from either end, where there are enough."""
    at = Round(open_table("blackjack", settings=Settings({"decks": "1"})), Felt())
    at.felt.shoe = Counter({"As": cards})
    cutting = cut_shoe(at, BLACKJACK_SHOE)
    asked = next(cutting)
    made = asked.usual()
    asked.verify(at, made)
    assert made.taken == (26 if 26 < cards < 30 or cards >= 36 else cards // 2)
    with pytest.raises(StopIteration):  # it was a proper cut, and the cards are not cut again
        cutting.send(made)


def test_2_15_one_deck_that_runs_out_in_the_middle_of_a_round_is_dealt_to_its_end():
    table, opening, refilled = open_table("blackjack", settings=Settings({"decks": "1"})), Opening(), 0
    for seed in range(16):
        played = play(Round(table, Felt.opened(opening)), bots_at(table, "variety", 6, SeededChance(seed)))
        refilled += "refill-shoe" in [e.request.name for e in played.entries]
        opening = played.next_opening
    assert refilled


@pytest.mark.parametrize("takes", [True, False])
def test_2_15_a_player_with_one_card(takes):
    cards = "9s 8s 7c Tc Th Td" if takes else "9s 8s 7c Tc Th"
    decided = "1 stand, 2 stand" if takes else "2 stand"
    found = bj(TWO, cards, decided, wrong=wrong("one-card-only", 4, seat=1, takes=takes))
    assert found.result[1, "blackjack"] == ("win" if takes else "void")
    assert takes or found.cite[1, "blackjack"] == "R-2.15-one-card"
    assert found.net[2, "blackjack"] == "10.00"


@pytest.mark.parametrize("takes", [True, False])
def test_2_15_a_card_that_was_forgotten(takes):
    cards = "5s 9s 7c 6d Tc Th Ts" if takes else "5s 9s 7c 6d Tc Th"
    found = bj(TWO, cards, "1 draw, 2 stand", wrong=wrong("card-forgotten", 7, takes=takes))
    assert found.result[1, "blackjack"] == ("win" if takes else "void")
    names = [(e.request.name, getattr(e.request, "to", getattr(e.request, "seat", 0))) for e in found.play.entries]
    if takes:
        assert names.index(("ask", 2)) < len(names) - 1 - names[::-1].index(("draw", "seat:1"))
        assert len(names) - 1 - names[::-1].index(("draw", "seat:1")) < acts(found).index("turn-up")


def test_2_15_a_hole_card_that_was_exposed_stays_the_hole_card():
    found = bj(ONE, "9s Tc Td Ah", "1 stand", wrong=wrong("hole-card-exposed", 4))
    assert total(found) == -10
    assert found.remedied_by == {"hole-card-exposed": "R-2.15-hole-card"}
    seen = Felt()
    for entry in found.play.entries[: acts(found).index("ask")]:
        entry.request.apply(seen, entry.answer)
    assert seen.seen_by(1)["dealer"] == ["Tc", "Ah"]


@pytest.mark.parametrize("before", [1, 2, 4])
def test_2_15_the_seat_says_which_card_never_came(before):
    found = bj(TWO, "9s 7c Td Th", "1 stand", wrong=wrong("hand-not-dealt", before, seat=2))
    assert found.result == {(2, "blackjack"): "void", (1, "blackjack"): "win"}


def test_2_15_whose_card_it_was_must_fit():
    with pytest.raises(DealerError, match="not due to seat 2 but to seat 1"):
        bj(TWO, "5s 9s 7c 6d Tc Th Ts", "1 draw, 2 stand", wrong=wrong("card-forgotten", 7, seat=2))


@pytest.mark.parametrize("what", ["shuffler-jam", "device-not-removed"])
def test_2_15_a_shuffle_that_went_wrong(what):
    found = bj(ONE, "9s 7c Td Th", "1 stand", wrong=wrong(what, 1))
    assert acts(found).count("shuffle") == 2


@pytest.mark.parametrize(("known", "result"), [(True, "void"), (False, "win")])
def test_2_15_a_reader_that_was_misused(known, result):
    misused = wrong("reader-misused", 5, value_known=known)
    found = bj(ONE, "9s 7c Td Th", "" if known else "1 stand", wrong=misused, card_reader="on")
    assert found.result == {(1, "blackjack"): result}
    assert found.verdict.void is known


def test_2_15_a_reader_that_fails():
    found = bj(ONE, "5s Tc 6d Ah Tc", "1 double", wrong=wrong("reader-failed", 5), card_reader="on")
    assert nets(found) == [(1, "blackjack", "-10.00"), (1, "double", "0.00")]


@pytest.mark.parametrize("what", ["reader-misused", "reader-failed"])
def test_2_15_without_a_reader_nothing_is_wrong_with_it(what):
    with pytest.raises(TranscriptError, match="card-reader = off"):
        bj(ONE, "9s 7c Td Th", "1 stand", wrong=wrong(what, 5))


# --- 2.16 five cards -------------------------------------------------------------------------------------------------

FIVE = "2s 7c 3d Th 4c 5c 7h"


@pytest.mark.parametrize(("option", "net"), [("off", 10), ("2:1", 20), ("3:1", 30)])
def test_2_16_five_cards_totaling_21(option, net):
    assert total(bj(ONE, FIVE, "1 draw, 1 draw, 1 draw", five_card_21=option)) == net


def test_2_16_not_with_another_number_of_cards_or_another_total():
    assert total(bj(ONE, "5s 7c 6d Th 4c 6c", "1 draw, 1 draw", five_card_21="2:1")) == 10  # four cards
    assert total(bj(ONE, "2s 7c 3d Th 4c 5c 6h", "1 draw, 1 draw, 1 draw, 1 stand", five_card_21="2:1")) == 10  # 20
    six = bj(ONE, "2s 7c 2d Th 2c 3c 4h 8h", "1 draw, 1 draw, 1 draw, 1 draw", five_card_21="2:1")
    assert total(six) == 10


def test_2_16_a_dealers_blackjack_beats_it_and_21_ties_it():
    assert total(bj(ONE, "2s Tc 3d Ah 4c 5c 7h", "1 draw, 1 draw, 1 draw", five_card_21="2:1")) == -10
    assert total(bj(ONE, f"{FIVE.replace('Th', '6h')} 8h", "1 draw, 1 draw, 1 draw", five_card_21="2:1")) == 0


def test_2_16_not_on_a_split_hand():
    cards = "8s 6c 8d Th 2c 2d 3c 6h 9s Kc"
    found = bj(ONE, cards, "1 split, 1 draw, 1 draw, 1 draw, 1 stand", five_card_21="2:1")
    assert nets(found)[0] == (1, "blackjack", "10.00")


def test_2_16_no_worse_than_even_money():
    with pytest.raises(HouseRuleError):
        open_table("blackjack", settings=Settings({"five-card-21": "1:1"}))
    with pytest.raises(EditionError):
        open_table("blackjack", date(1990, 1, 1), Settings({"five-card-21": "2:1"}))


# --- what is told ----------------------------------------------------------------------------------------------------


def test_decisions_by_other_words():
    assert total(bj(ONE, "5s 7c 6d Th Tc", "1 hit")) == 10


def test_a_play_that_is_not_told_is_an_error_and_an_offer_is_declined():
    with pytest.raises(TranscriptError, match="seat 1 is asked and decides nothing"):
        bj(ONE, "9s 7c Td Th")
    assert (1, "insurance") not in bj(ONE, "9s Ac Td 9h", "1 stand").net


def test_what_was_done_is_compared_hand_by_hand():
    done = (
        {"seat": 1, "hand": 2, "wager": "split", "collected": "10.00"},
        {"seat": 1, "wager": "blackjack", "paid": "10.00"},
    )
    found = bj(ONE, "8s 6c 8d Th Ts 9s Kc", "1 split, 1 stand, 1 stand", done=done)
    (difference,) = found.json["differences"]
    assert (difference["hand"], difference["wager"], difference["done"], difference["required"]) == (
        2,
        "split",
        "-10.00",
        "10.00",
    )


def test_the_basis_is_honest():
    assert law.basis(cite("2.11(d)"), date(2012, 3, 19)) == "text"
    assert law.basis(cite("2.11(d)"), date(2000, 1, 3)) == "parallel"  # read in 13:69F only
    assert law.basis(cite("2.7(b)"), date(2012, 3, 19)) == "reconstructed"
    rows = bj(ONE, "8s Tc 8d Ah 3s 9s Ts", "1 split, 1 double, 1 stand").json["required"]
    assert {row["wager"]: row["basis"] for row in rows} == {
        "blackjack": "reconstructed",
        "double": "parallel",
        "split": "text",
    }


def test_a_transcript_reads_the_house():
    assert 'dealer-bj-relief = "original-only"' in text_of("blackjack", ONE, "", dealer_bj_relief="original-only")


# --- 2.18 multiple action --------------------------------------------------------------------------------------------

MULTI = "1 multi-1 10.00, 1 multi-2 20.00, 1 multi-3 30.00"


def multi(wagers: str, cards: str, decisions: str = "", **more) -> Told:
    return bj(wagers, cards, decisions, multiple_action="on", **more)


def test_2_18_three_hands_of_the_dealer_from_one_first_card():
    # 19 against 7 with a ten, a five and a six, and an ace
    found = multi(MULTI, "9s 7c Td Th 5c 6c Ac", "1 stand")
    assert nets(found) == [(1, "multi-1", "10.00"), (1, "multi-2", "20.00"), (1, "multi-3", "30.00")]
    assert areas(found) == ["seat:1", "dealer", "seat:1", "dealer", "dealer", "dealer", "dealer"]
    assert said(found, "dealer") == ["17", "12", "18", "soft 18"]
    assert found.play.table.felt.rack.count("7c") == 1


def test_2_18_over_21_loses_all_wagers_at_once():
    found = multi(MULTI, "9s 7c 6d Tc", "1 draw")
    assert nets(found) == [(1, "multi-1", "-10.00"), (1, "multi-2", "-20.00"), (1, "multi-3", "-30.00")]
    assert areas(found).count("dealer") == 1


def test_2_18_a_blackjack_is_settled_against_each_hand():
    found = multi(MULTI, "As Tc Kd Ah 9h 6h")
    assert nets(found) == [(1, "multi-1", "0.00"), (1, "multi-2", "30.00"), (1, "multi-3", "45.00")]
    assert multi(MULTI, "As 9c Kd").net[1, "multi-3"] == "45.00"  # at once, without a card of the dealer


def test_2_18_insurance_for_each_wager():
    found = multi(MULTI, "9s Ac Td Th 9h 6h", "1 insure, 1 no-insurance, 1 insure, 1 stand")
    rows = {row: net for (_, row), net in found.net.items()}
    assert rows == {
        "insurance:1": "10.00",
        "insurance:3": "-15.00",
        "multi-1": "-10.00",
        "multi-2": "-20.00",
        "multi-3": "30.00",
    }


def test_2_18_doubling_and_splitting_are_for_every_wager():
    found = multi("1 multi-1 10.00, 1 multi-2 20.00", "5s 7c 6d Tc Th 9h 2h", "1 double")
    rows = {row: net for (_, row), net in found.net.items()}
    assert rows == {"multi-1": "10.00", "double:1": "10.00", "multi-2": "20.00", "double:2": "20.00"}
    found = multi("1 multi-1 10.00, 1 multi-2 20.00", "8s 7c 8d Tc 9c Th Kh", "1 split, 1 stand, 1 stand")
    assert nets(found) == [
        (1, "multi-1", "10.00"),
        (1, "multi-2", "20.00"),
        (2, "split:1", "0.00"),
        (2, "split:2", "0.00"),
    ]


def test_2_18_the_first_wager_comes_before_the_second():
    table = open_table("blackjack", settings=Settings({"multiple-action": "on"}))
    assert "blackjack" not in table.layout
    verify_bets(Round(table), (Wager(1, "multi-1", 1000),), (), cite("2.3(a)"))
    with pytest.raises(WagerRefused, match="there is no multi-1"):
        verify_bets(Round(table), (Wager(1, "multi-2", 1000),), (), cite("2.3(a)"))
    with pytest.raises(WagerRefused):
        open_table("blackjack").place("multi-1")


# --- 2.5 shuffle and cut, 2.21 ---------------------------------------------------------------------------------------


def rounds(number: int, seats: int = 3, opening: Opening | None = None, **options: object):
    """Rounds at one table, each opened as the one before left it."""
    table = open_table("blackjack", settings=Settings({k.replace("_", "-"): v for k, v in options.items()}))
    bots, games, opened = bots_at(table, "variety", seats, SeededChance(7)), [], opening or Opening()
    for _ in range(number):
        people = dict.fromkeys(range(1, seats + 1), 0)
        games.append(play(Round(table, Felt.opened(opened), people), bots))
        opened = games[-1].next_opening
    return games


def requests(game, name: str):
    return [e.request for e in game.entries if e.request.name == name]


def test_2_5_a_the_cards_are_shuffled_when_the_cutting_card_has_come_out():
    games = rounds(40, decks="1")
    shuffled = [bool(requests(g, "shuffle")) for g in games]
    assert shuffled[0]
    assert 5 < sum(shuffled) < 30
    for before, after in zip(games, shuffled[1:], strict=False):
        assert after is (before.next_opening.state[SHOE] == "")


@pytest.mark.parametrize("shuffles", [True, False])
def test_2_5_a_at_will_after_any_round(shuffles):
    table = open_table("blackjack", settings=Settings({"shuffle-at-will": "on"}))
    bots = bots_at(table, "variety", 2, SeededChance(1))

    def answer(request, at):
        return AtWill(shuffles) if request.name == "shuffle-at-will" else bots(request, at)

    first = play(Round(table, seats={1: 0, 2: 0}), answer)
    assert (first.next_opening.state[SHOE] == "") is shuffles
    second = play(Round(table, Felt.opened(first.next_opening), {1: 0, 2: 0}), answer)
    assert bool(requests(second, "shuffle")) is shuffles
    if shuffles:  # 2.5(e)4
        assert cutter(second) == ("seat 2", "2.5(e)4")


def test_2_5_a_not_at_will_unless_the_house_says_so():
    assert requests(rounds(1)[0], "shuffle-at-will") == []


@pytest.mark.parametrize(("taken", "recut"), [(9, True), (10, False), (406, False), (407, True)])
def test_2_5_c_ten_cards_from_either_end(taken, recut):
    cut = ({"before_card": 1, "what": "improper-cut", "taken": taken},)
    if not recut:  # it was a proper cut
        with pytest.raises(TranscriptError, match="leads to nothing"):
            bj(ONE, "9s 7c Td Th", "1 stand", wrong=cut)
        return
    assert acts(bj(ONE, "9s 7c Td Th", "1 stand", wrong=cut)).count("cut") == 2


@pytest.mark.parametrize(
    ("decks", "depth", "behind"), [("8", "1/4", "104"), ("6", "1/3", "104"), ("1", "1/4", "13"), ("2", "30", "30")]
)
def test_2_5_d_the_cutting_card_a_quarter_from_the_back_or_more(decks, depth, behind):
    assert (
        bj(ONE, "9s 7c Td Th", "1 stand", decks=decks, cut_depth=depth).play.next_opening.state[CUTTING_CARD] == behind
    )


@pytest.mark.parametrize(("depth", "fits"), [("104", True), ("103", False), ("1/5", False), ("1/2", True)])
def test_2_5_d_no_deeper_than_a_quarter(depth, fits):
    if fits:
        open_table("blackjack", settings=Settings({"cut-depth": depth}))
    else:
        with pytest.raises(HouseRuleError) as fault:
            open_table("blackjack", settings=Settings({"cut-depth": depth}))
        assert fault.value.by == cite("2.5(d)")


def test_2_5_d_a_bart_carter_shuffle_leaves_the_cutting_card_out_and_the_shoe_full():
    games = rounds(60, bart_carter="on", decks="2")
    assert sum(bool(requests(g, "shuffle")) for g in games) == 1
    assert {g.next_opening.state[CUTTING_CARD] for g in games} == {"0"}
    left = [
        read_shoe(g.next_opening.state[SHOE]).total() + read_shoe(g.next_opening.state["discards"]).total()
        for g in games
    ]
    assert set(left) == {104}  # nothing is lost; the burned card is one of them for all anybody knows
    assert max(read_shoe(g.next_opening.state["discards"]).total() for g in games) < 52


def cutter(game) -> tuple[str, str]:
    first = requests(game, "attest")[1]
    return first.what.split(" first")[0].removeprefix("the cut is offered to "), first.by.reading or str(first.by)


def test_2_5_b_the_stack_is_offered_with_its_backs_away_from_the_dealer():
    first = requests(rounds(1)[0], "attest")[0]
    assert (str(first.by), "backs away" in first.what) == ("2.5(b)", True)


def test_2_5_e_1_the_first_player_is_offered_the_cut_of_a_new_game():
    assert cutter(rounds(1)[0]) == ("seat 1", "R-2.5-first-player")


def cuts_after(out_at: str) -> tuple[str, str]:
    return cutter(rounds(1, opening=Opening({"cutting-card-at": out_at, SHOE: ""}))[0])


def test_2_5_e_2_the_player_on_whose_box_the_cutting_card_came_out():
    assert cuts_after("2") == ("seat 2", "2.5(e)2")


@pytest.mark.parametrize("out_at", ["0", "6"])  # nobody sits at box 6 any more
def test_2_5_e_3_the_player_farthest_right_where_it_was_the_dealers_hand(out_at):
    assert cuts_after(out_at) == ("seat 3", "2.5(e)3")


def test_2_5_e_4_the_same_player_where_the_licensee_chose_to_shuffle():
    assert cuts_after("will") == ("seat 3", "2.5(e)4")


def test_2_5_e_2_where_the_cutting_card_came_out_is_remembered():
    games = rounds(30, decks="1")
    ended = next(g for g in games if g.next_opening.state[SHOE] == "")
    noted = [e.request.value for e in ended.entries if e.request.name == "note" and e.request.what == "cutting-card-at"]
    at = next(
        i for i, e in enumerate(ended.entries) if e.request.name == "note" and e.request.what == "cutting-card-at"
    )
    drawn = ended.entries[at - 1].request
    owner = drawn.to.removeprefix("seat:").split("#")[0] if drawn.to != "dealer" else "0"
    assert noted == [owner]


def test_2_5_f_a_refused_cut_goes_on_clockwise():
    second = requests(rounds(1)[0], "attest")[2]
    assert "clockwise" in second.what
    assert second.by.reading == "R-2.5-nobody-cuts"


@pytest.mark.parametrize(("entry", "barred"), [("allow", False), ("bar-until-shuffle", True)])
def test_2_3_whoever_passed_a_round_waits_for_the_shuffle(entry, barred):
    games = rounds(2, seats=2, mid_shoe_entry=entry)
    table = games[0].table.table
    at = Round(table, Felt.opened(games[-1].next_opening))
    verify_wager(at, Wager(1, "blackjack", 1000))
    if barred:
        with pytest.raises(WagerRefused, match="passed a round since the shuffle"):
            verify_wager(at, Wager(3, "blackjack", 1000))
    else:
        verify_wager(at, Wager(3, "blackjack", 1000))
    shuffled = Opening({**games[-1].next_opening.state, SHOE: ""})
    verify_wager(Round(table, Felt.opened(shuffled)), Wager(3, "blackjack", 1000))


def test_2_21_a_continuous_device_has_no_cutting_card_no_cut_and_no_burned_card():
    games = rounds(5, dealing="continuous")
    for game in games:
        assert requests(game, "cut") == requests(game, "burn") == []
        assert len(requests(game, "shuffle")) == 1  # every round from all cards
        assert CUTTING_CARD not in game.next_opening.state


@pytest.mark.parametrize(("day", "exists"), [("1999-12-31", False), ("2000-01-03", True)])
def test_2_21_is_listed_since_2000(day, exists):
    if exists:
        open_table("blackjack", date.fromisoformat(day), Settings({"dealing": "continuous"}))
    else:
        with pytest.raises(EditionError):
            open_table("blackjack", date.fromisoformat(day), Settings({"dealing": "continuous"}))


@pytest.mark.parametrize(("decks", "fits"), [("1", True), ("2", True), ("4", False)])
def test_2_2_a_1_from_the_hand_with_one_or_two_decks(decks, fits):
    if fits:
        open_table("blackjack", settings=Settings({"dealing": "hand", "decks": decks}))
    else:
        with pytest.raises(HouseRuleError) as fault:
            open_table("blackjack", settings=Settings({"dealing": "hand", "decks": decks}))
        assert fault.value.by == cite("2.2(a)1")


def test_2_2_c_from_the_hand_a_device_shuffles():
    found = bj(ONE, "9s 7c Td Th", "1 stand", dealing="hand", decks="1")
    said_by = [str(r.by) for r in requests(found.play, "attest")]
    assert "2.2(c)" in said_by


def test_2_4_a_table_that_opens_shows_its_cards():
    found = bj(ONE, "9s 7c Td Th", "1 stand", opening={"table": "just-opened"})
    names = acts(found)
    assert names.index("inspect-cards") < names.index("inspect-mixing") < names.index("shuffle")


# --- side wagers in the round ----------------------------------------------------------------------------------------


def test_2_17_d_and_e_side_wagers_are_settled_before_any_third_card():
    found = bj(
        f"{TWO}, 1 over-13 1.00, 2 under-13 1.00",
        "9s 2d 7c 9d 3d Th Ts",
        "1 stand, 2 draw, 2 stand",
        additional_wager="over-under",
    )
    names = acts(found)
    assert max(i for i, n in enumerate(names) if n == "pay" and i < names.index("ask")) < names.index("ask")
    assert (found.net[1, "over-13"], found.net[2, "under-13"]) == ("1.00", "1.00")


def test_2_17_cards_from_the_hand_are_turned_up_for_a_side_wager():
    options = {"dealing": "hand", "decks": "2", "additional_wager": "same-suit"}
    wagers = f"{TWO}, 1 same-suit 1.00, 2 streak-2 5.00"  # a streak goes by no card
    found = bj(wagers, "Ks 9d 7c Qs Ts Th", "1 stand, 2 stand", streak="on", **options)
    before = found.play.entries[: acts(found).index("ask")]
    assert [e.request.area for e in before if e.request.name == "turn-up"] == ["seat:1"]


def test_2_17_a_2_same_suit_is_settled_on_the_first_two_cards():
    found = bj(f"{ONE}, 1 same-suit 1.00", "Ks 7c Qs Th", "1 stand", additional_wager="same-suit")
    assert found.net[1, "same-suit"] == "25.00"
    assert (
        bj(f"{ONE}, 1 same-suit 1.00", "Ks 7c Qd Th", "1 stand", additional_wager="same-suit").net[1, "same-suit"]
        == "-1.00"
    )
    with pytest.raises(WagerRefused):  # one of the three kinds at a table
        bj(f"{ONE}, 1 sevens 1.00", "Ks 7c Qs Th", "1 stand", additional_wager="same-suit")


def test_2_17_a_3_two_sevens_get_a_third_card_although_the_hand_has_ended():
    found = bj(f"{ONE}, 1 sevens 1.00", "7s Tc 7d Th 7h", "1 stand", additional_wager="sevens")
    assert found.net[1, "sevens"] == "500.00"
    assert areas(found)[-1] == "seat:1:next"
    split = bj(
        f"{ONE}, 1 sevens 1.00",
        "7s 6c 7d Th 7h 9s Kc",
        "1 split, 1 stand, 1 stand",
        additional_wager="sevens",
    )
    assert split.net[1, "sevens"] == "500.00"  # the first card to the first seven


def test_2_15_a_forgotten_card_that_comes_late_is_the_third_card():
    options = {"wrong": wrong("card-forgotten", 7), "additional_wager": "sevens"}
    found = bj(f"{TWO}, 1 sevens 1.00", "7s 9s 6c 7d Tc Th 7h Kc", "1 draw, 2 stand", **options)
    assert found.net[1, "sevens"] == "500.00"
    assert areas(found)[-2:] == ["seat:1", "dealer"]  # none is dealt for the wager alone


def test_2_19_the_progressive_wager_feeds_the_meter():
    found = bj(
        f"{ONE}, 1 progressive 1.00", "As 6c Ad Th 5h 9s Kc", "1 split", progressive="on", opening={"meter": "10000.00"}
    )
    assert found.net[1, "progressive"] == "24.00"
    assert found.play.next_opening.state["meter"] == "1000020"


def test_2_19_four_aces_of_one_suit_win_the_meter_and_it_starts_again():
    found = bj(
        f"{ONE}, 1 progressive 1.00",
        "As 6c As Th As 9s Kc As",
        "1 split",
        progressive="on",
        opening={"meter": "10000.00"},
    )
    assert found.net[1, "progressive"] == "9999.20"
    assert found.play.next_opening.state["meter"] == "2500000"


@pytest.mark.parametrize(
    ("cards", "wrong"),
    [
        ("8s 7c Tc Th", wrong("hand-not-dealt", 1, seat=1)),
        ("As 8s 7c Tc Th", wrong("one-card-only", 4, seat=1, takes=False)),
    ],
    ids=["not-dealt", "one-card"],
)
def test_2_15_the_progressive_wager_of_a_dead_hand_goes_back_with_the_others(cards, wrong):
    chips = "1 progressive 1.00, 2 progressive 1.00"
    options = {"wrong": wrong, "progressive": "on", "opening": {"meter": "10000.00"}}
    found = bj(f"{TWO}, {chips}", cards, "2 stand", **options)
    assert found.result[1, "progressive"] == found.result[1, "blackjack"] == "void"
    assert found.cite[1, "progressive"] == found.cite[1, "blackjack"]
    assert found.net[2, "progressive"] == "-1.00"
    assert found.play.next_opening.state["meter"] == "1000020"  # what the chip of the other box added
    assert not found.play.table.felt.banked


def test_2_22_a_streak_lives_across_rounds():
    """Ruling 25: won, tied, won."""
    text = """
game = "blackjack"
house = { streak = "on" }
wagers = [
  {seat = 1, wager = "blackjack", amount = "10.00"}, {seat = 1, wager = "streak-2", amount = "5.00"},
  {seat = 1, wager = "blackjack", amount = "10.00", before_card = 5},
  {seat = 1, wager = "blackjack", amount = "10.00", before_card = 9},
]
cards = "9s 7c Td Th  7s 7d Td Ts  9s 7c Td Th"
decisions = [ {seat = 1, choose = "stand"}, {seat = 1, choose = "stand"}, {seat = 1, choose = "stand"} ]
"""
    found = Told(read_transcript(text.encode()))
    assert found.net[1, "streak-2"] == "15.00"


def test_2_22_a_lost_round_ends_it():
    found = bj(f"{ONE}, 1 streak-2 5.00, 1 streak-5 1.00", "6s 7c Td Th", "1 stand", streak="on")
    assert (found.net[1, "streak-2"], found.net[1, "streak-5"]) == ("-5.00", "-1.00")
    won = bj(f"{ONE}, 1 streak-2 5.00", "9s 7c Td Th", "1 stand", streak="on")
    assert won.result[1, "streak-2"] == "stands"
    assert won.play.next_opening.state["streak:1"] == "1"


def test_2_22_a_pending_streak_stays_up_and_no_other_is_made():
    table = open_table("blackjack", settings=Settings({"streak": "on"}))
    up = Wager(1, "streak-3", 500)
    at = Round(table, Felt.opened(Opening({"streak:1": "1"}, (up,))))
    with pytest.raises(WagerRefused, match="under way"):
        verify_wager(at, Wager(1, "streak-2", 500))
    with pytest.raises(WagerRefused, match="stays until it is decided"):
        verify_bets(at, (), (up,), cite("2.3(a)"))


def test_2_22_a_streak_goes_by_its_own_box_where_another_was_doubled_and_over_21():
    found = bj(f"{TWO}, 2 streak-2 5.00", "9s 9d Ac 7d Td 7h Kc", "1 double, 2 stand", streak="on")
    assert found.net[2, "blackjack"] == "10.00"
    assert found.play.next_opening.state["streak:2"] == "1"
    assert not found.play.next_opening.state.get("streak:1")  # no marker lies where no streak wager does


def test_2_22_a_pending_streak_waits_for_a_main_wager_and_no_other_side_wager_does():
    table = open_table("blackjack", settings=Settings({"streak": "on", "additional-wager": "over-under"}))
    main, up = Wager(1, "blackjack", 1000), Wager(1, "streak-3", 500)
    at = Round(table, Felt.opened(Opening({"streak:1": "1"}, (up,))))
    at.felt.put_down(main, cite("2.3(a)"))
    verify_bets(at, (), (main,), cite("2.3(a)"))
    with pytest.raises(WagerRefused, match=r"Over 13.*only with a main wager"):
        verify_bets(at, (Wager(1, "over-13", 100),), (main,), cite("2.3(a)"))
    with pytest.raises(WagerRefused, match="only with a main wager"):  # none is under way
        verify_bets(Round(table), (up,), (), cite("2.3(a)"))


MULTIPLE = "1 multi-1 10.00, 1 multi-2 10.00"


@pytest.mark.parametrize(
    ("cards", "decided", "result"),
    [("As 9c Kd", "", "stands"), ("Ts 9c 6d Kd", "1 draw", "lose")],
    ids=["paid-at-once", "over-21"],
)
@pytest.mark.parametrize("wager", ["", ", 1 streak-2 5.00"])
def test_2_18_streaks_where_the_dealer_needs_no_second_card(cards, decided, result, wager):
    found = bj(MULTIPLE + wager, cards, decided, multiple_action="on", streak="on")
    assert areas(found).count("dealer") == 1
    assert found.result.get((1, "streak-2"), result) == result


@pytest.mark.parametrize(("second", "net"), [("Ac", "75.00"), ("9c", "-5.00")])
def test_2_18_a_side_wager_on_the_dealers_blackjack_has_his_second_card_dealt(second, net):
    wagers = f"{MULTIPLE}, 1 blackjack-bonus:dealer 5.00"
    options = {"multiple_action": "on", "blackjack_bonus": "on"}
    found = bj(wagers, f"Ts Tc 6d Kd {second}", "1 draw", **options)
    assert found.net[1, "blackjack-bonus:dealer"] == net
    assert total(found) == float(net) - 20
    low = bj(wagers, "Ts 9c 6d Kd", "1 draw", **options)  # a nine makes no blackjack
    assert low.net[1, "blackjack-bonus:dealer"] == "-5.00"


def with_streak(cards: str, decisions: str, wrong: str) -> Told:
    """A round of two boxes, on the first of which a streak of two has been won of the three it needs."""
    text = f"""
game = "blackjack"
house = {{ streak = "on" }}
opening = {{ "streak:1" = "2", wagers = [{{ seat = 1, wager = "streak-3", amount = "5.00" }}] }}
wagers = [{{ seat = 1, wager = "blackjack", amount = "10.00" }}, {{ seat = 2, wager = "blackjack", amount = "10.00" }}]
cards = "{cards}"
decisions = [{decisions}]
irregularities = [{wrong}]
"""
    return Told(read_transcript(text.encode()))


SECOND_STANDS = '{ seat = 2, choose = "stand" }'


@pytest.mark.parametrize(
    ("cards", "decisions", "wrong"),
    [
        ("9s 7c Td Th", SECOND_STANDS, '{ what = "hand-not-dealt", seat = 1 }'),
        ("9s 9c 7c Td Th", SECOND_STANDS, '{ what = "one-card-only", seat = 1, takes = false }'),
        (
            "2s 9c 7c 3d Td Th",
            f'{{ seat = 1, choose = "draw" }}, {SECOND_STANDS}',
            '{ before_card = 7, what = "card-forgotten", takes = false }',
        ),
        (
            "9s 9c 7c Td",
            "",
            '{ before_card = 3, what = "card-found-face-up" }, { before_card = 4, what = "card-found-face-up" }',
        ),
    ],
    ids=["not-dealt", "one-card", "forgotten", "void"],
)
def test_2_22_a_pending_streak_outlasts_a_dead_hand_and_a_void_round(cards, decisions, wrong):
    found = with_streak(cards, decisions, wrong)
    assert found.result[1, "blackjack"] == "void"
    assert found.result[1, "streak-3"] == "stands"
    after = found.play.next_opening
    assert after.state["streak:1"] == "2"
    assert [(w.seat, w.on, w.amount) for w in after.wagers] == [(1, "streak-3", 500)]


def test_2_22_a_streak_wager_made_in_a_void_round_goes_back():
    twice = (*wrong("card-found-face-up", 3), *wrong("card-found-face-up", 4))
    found = bj(f"{ONE}, 1 streak-2 5.00", "9s 7c Td Th", wrong=twice, streak="on")
    assert found.result == {(1, "blackjack"): "void", (1, "streak-2"): "void"}


def test_2_22_a_streak_is_up_before_a_round_counts_and_gone_when_all_are_decided():
    tied = bj(f"{ONE}, 1 streak-2 5.00", "7s 7d Td Ts", "1 stand", streak="on")
    assert tied.result[1, "streak-2"] == "stands"
    opening = tied.play.next_opening
    assert opening.state["streak:1"] == "0"
    with pytest.raises(WagerRefused, match="under way"):
        verify_wager(Round(tied.play.table.table, Felt.opened(opening)), Wager(1, "streak-3", 500))
    lost = bj(f"{ONE}, 1 streak-2 5.00", "6s 7c Td Th", "1 stand", streak="on")
    assert not lost.play.next_opening.state.get("streak:1")


# --- hands instead of cards ------------------------------------------------------------------------------------------


def by_hands(hands: str, cards: str = "", decisions: str = "", more: str = "") -> Told:
    text = f"""
game = "blackjack"
wagers = [{{seat = 1, wager = "blackjack", amount = "10.00"}}, {{seat = 2, wager = "blackjack", amount = "10.00"}}]
hands = {{ {hands} }}
cards = "{cards}"
decisions = [{decisions}]
{more}"""
    return Told(read_transcript(text.encode()))


STAND = '{seat = 1, choose = "stand"}, {seat = 2, choose = "stand"}'


def test_hands_may_be_told_instead_of_the_order_of_the_shoe():
    found = by_hands('1 = "9s Td", 2 = "8s Ts", dealer = "7c Th"', decisions=STAND)
    assert [total(found, seat) for seat in (1, 2)] == [10, 10]
    draws = '{seat = 1, choose = "draw"}, {seat = 1, choose = "stand"}, {seat = 2, choose = "stand"}'
    later = by_hands('1 = "5s 6d", 2 = "8s Ts", dealer = "6c Th"', "8d Kc", draws)
    assert said(later, "seat:1") == ["11", "19"]
    within = by_hands('1 = "5s 6d 8d", 2 = "8s Ts", dealer = "6c Th"', "Kc", draws)
    assert nets(within) == nets(later)


def test_a_card_of_a_hand_that_never_came_is_an_error():
    with pytest.raises(TranscriptError, match="'2c' of '1' was never dealt"):
        by_hands('1 = "9s Td 2c", 2 = "8s Ts", dealer = "7c Th"', decisions=STAND)
    with pytest.raises(TranscriptError, match=r"draw .to seat 2. is asked"):
        by_hands('1 = "9s Td", two = "8s Ts"', decisions=STAND)


def test_before_card_counts_cards_of_hands_too():
    wrong = 'irregularities = [{before_card = 2, what = "card-drawn-in-error"}]'
    found = by_hands('1 = "9s Td", 2 = "8s Ts", dealer = "7c Th"', decisions=STAND, more=wrong)
    reported = [e.request.to for e in found.play.entries if e.request.name == "draw" and e.answer.found]
    assert reported == ["seat:2"]


# --- the double shoe -------------------------------------------------------------------------------------------------


def test_2_2_a_double_shoe_deals_a_round_from_the_side_that_its_first_card_names():
    red = bj(ONE, "2d 9s 7c Td Th", "1 stand", dealing="double-shoe", decks="2")
    black = bj(ONE, "2s 9s 7c Td Th", "1 stand", dealing="double-shoe", decks="2")
    for found, shuffles in ((red, 1), (black, 2)):
        assert total(found) == 10
        assert acts(found).count("shuffle") == shuffles  # the other side is shuffled when it is first dealt from
    state = black.play.next_opening.state
    assert read_shoe(state["other-shoe"]).total() == 51  # the card that named the side came from this one
    assert read_shoe(state[SHOE]).total() == 48
    assert red.play.table.felt.rack[0] == "2d"


def test_2_2_a_double_shoe_over_many_rounds_no_card_comes_more_often_than_its_side_holds_it():
    seen: dict[bool, Counter[str]] = {False: Counter(), True: Counter()}
    side = False
    for game in rounds(60, dealing="double-shoe", decks="2"):
        for entry in game.entries:
            if entry.request.name == "shuffle":
                seen[side].clear()
            elif entry.request.name == "take-other-side":
                side = not side
            elif entry.request.name == "draw":
                seen[side][entry.answer.card] += 1
                assert seen[side][entry.answer.card] == 1


@pytest.mark.parametrize(("decks", "fits"), [("2", True), ("3", False), ("8", True)])
def test_2_2_a_double_shoe_has_as_many_decks_on_either_side(decks, fits):
    settings = Settings({"dealing": "double-shoe", "decks": decks})
    if fits:
        assert rules_of(open_table("blackjack", settings=settings).house).decks == int(decks) // 2
    else:
        with pytest.raises(HouseRuleError):
            open_table("blackjack", settings=settings)
