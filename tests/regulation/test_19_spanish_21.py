"""Spanish 21, section by section: 19:47-19. Of its text 19.1 to 19.4 were read."""

from collections import Counter
from datetime import date
from itertools import pairwise

import pytest

from nomorebets.compliance.check import check
from nomorebets.drivers.bots import bots_at
from nomorebets.drivers.chance import SeededChance
from nomorebets.errors import DealerError, EditionError, HouseRuleError, TranscriptError, WagerRefused
from nomorebets.games import open_table
from nomorebets.games.spanish_21.settlement import bonus_row, is_super
from nomorebets.games.twenty_one.hand import count, value
from nomorebets.procedures.opening import JUST_OPENED, TABLE
from nomorebets.procedures.positions import SAME_PLAYER
from nomorebets.procedures.shoe import CUTTING_CARD, SHOE
from nomorebets.procedures.shoe_text import read_shoe
from nomorebets.regulation import cite, law
from nomorebets.rulings.transcript import read_transcript
from nomorebets.table import Play, Round, Settings, Wager, play
from nomorebets.table.acceptance import verify_bets, verify_wager
from nomorebets.table.felt import Felt, Opening
from nomorebets.table.record import house_lines, read, record_of, reproduce, write
from told import Told, areas, said, told, total

ONE = "1 main 10.00"
TWO = "1 main 10.00, 2 main 10.00"
OPENED = {"table": "just-opened"}


def sp(wagers: str, cards: str, decisions: str = "", **more) -> Told:
    return told("spanish-21", wagers, cards, decisions, **more)


def nets(found: Told, seat: int = 1) -> list[tuple[int, str, str]]:
    """Hand, wager and net of each row of a seat, hand by hand."""
    return sorted((r.hand, r.wager, f"{r.net / 100:.2f}") for r in found.verdict.required if r.seat == seat)


def attested(found: Told) -> dict[str, str]:
    """What the dealer did, and by which paragraph."""
    done = (e.request for e in found.play.entries if e.request.name == "attest")
    return {request.what: request.by.reading or str(request.by) for request in done}


def offered(found: Told, at: int = 0) -> tuple[str, ...]:
    """The choices of a decision."""
    return [e.request.choices for e in found.play.entries if e.request.name == "ask"][at]


# --- 19.1 definitions, 19.2 cards ------------------------------------------------------------------------------------


def test_19_1_blackjack_is_an_ace_and_a_ten_as_the_first_two_cards():
    found = sp(ONE, "As 7c Kd 9h")
    assert (nets(found), found.cite[1, "main"]) == ([(1, "main", "15.00")], "R-19.5-blackjack")
    assert nets(sp(ONE, "5s 9c 6d 9h Kh", "1 draw")) == [(1, "main", "10.00")]  # 21 with three cards


def test_19_1_an_ace_and_a_ten_after_a_split_are_no_blackjack():
    found = sp(ONE, "As 9c Ad Kh Ks Qd", "1 split")
    assert nets(found) == [(1, "main", "10.00"), (2, "split", "10.00")]


def test_19_1_soft_totals_are_announced():
    assert said(sp(ONE, "As 7c 6d Kh Jc", "1 draw, 1 stand"), "seat:1") == ["soft 17", "17"]


def test_19_1_push_is_never_a_21_or_a_blackjack():
    pushed = sp(ONE, "Js 9c 9d Kh", "1 stand")
    assert (pushed.result[1, "main"], pushed.cite[1, "main"]) == ("push", "19.1")
    assert nets(sp(ONE, "As Ac Kd Kh")) == [(1, "main", "15.00")]
    both = sp(TWO, "5s 9s 9c 6d 9h 3h Kh 9d", "1 draw, 2 stand")
    assert said(both, "dealer") == ["12", "21"]
    assert (nets(both), nets(both, 2)) == ([(1, "main", "10.00")], [(1, "main", "-10.00")])


@pytest.mark.parametrize("decks", ["6", "8"])
def test_19_2_a_decks_of_48_cards_without_tens(decks):
    cards = ["9s", "7c", "Jd", "Kh"]
    felt = sp(ONE, " ".join(cards), "1 stand", decks=decks).play.table.felt
    shoe = felt.shoe + Counter(cards)
    assert (shoe.total(), set(shoe.values())) == (48 * int(decks), {int(decks)})
    assert not [card for card in shoe if card[0] == "T"]


@pytest.mark.parametrize("decks", ["1", "2", "5", "7", "9"])
def test_19_2_a_six_or_eight_decks(decks):
    with pytest.raises(HouseRuleError) as fault:
        open_table("spanish-21", settings=Settings({"decks": decks}))
    assert (fault.value.by, fault.value.accepts) == (cite("19.2(a)"), "6, 8")


def test_19_2_a_a_ten_cannot_be_dealt():
    with pytest.raises((DealerError, TranscriptError), match="T"):
        sp(ONE, "Ts 7c Jd Kh", "1 stand")


@pytest.mark.parametrize("rank", "23456789")
def test_19_2_b_1_cards_count_what_they_show(rank):
    assert value(f"{rank}s") == int(rank)


def test_19_2_b_values_are_cited_where_a_hand_is_announced():
    found = sp(ONE, "9s 7c 6d 9h Kd", "1 draw")
    read = [(e.request.hand, str(e.request.by)) for e in found.play.entries if e.request.name == "read-hand"]
    assert read[:2] == [("15", "19.2(b)1"), ("25", "19.2(b)2")]
    soft = sp(ONE, "As 7c 6d Kh", "1 stand")
    assert next(str(e.request.by) for e in soft.play.entries if e.request.name == "read-hand") == "19.2(b)3"


@pytest.mark.parametrize("rank", "JQK")
def test_19_2_b_2_court_cards_count_ten(rank):
    assert said(sp(ONE, f"{rank}s 7c 5d Kh", "1 stand"), "seat:1") == ["15"]


@pytest.mark.parametrize(("cards", "total"), [("As 9d", 20), ("As Ad", 12), ("As Ad Kc", 12), ("As 5d Kc", 16)])
def test_19_2_b_3_an_ace_counts_eleven_or_one(cards, total):
    assert count(cards.split()).total == total


# --- 19.3 opening, 19.4 shuffle and cut ------------------------------------------------------------------------------


def test_19_3_a_the_decks_are_inspected():
    found = sp(ONE, "9s 7c Jd Kh", "1 stand", opening=OPENED)
    inspected = [e.request for e in found.play.entries if e.request.name == "inspect-cards"]
    assert [str(request.by) for request in inspected] == ["19.3(a)"]
    assert "inspect-cards" not in sp(ONE, "9s 7c Jd Kh", "1 stand").asked


def test_19_3_a_tens_are_taken_out_and_destroyed():
    found = sp(ONE, "9s 7c Jd Kh", "1 stand", wrong=({"before_card": 1, "what": "tens-in-the-decks"},), opening=OPENED)
    assert "destroys them" in found.remedies["tens-in-the-decks"]
    assert found.remedied_by["tens-in-the-decks"] == "19.3(a)"
    assert found.asked.count("inspect-cards") == 2


def test_19_3_a_a_deck_that_is_not_right_is_replaced():
    found = sp(ONE, "9s 7c Jd Kh", "1 stand", wrong=({"before_card": 1, "what": "deck-not-right"},), opening=OPENED)
    assert found.remedied_by == {"deck-not-right": "R-19.3-not-right"}


def test_19_3_b_each_deck_is_spread_by_suit_and_in_sequence():
    done = attested(sp(ONE, "9s 7c Jd Kh", "1 stand", opening=OPENED))
    assert done["the cards lie face up, each deck by itself, by suit and in sequence"] == "19.3(b)"
    assert done["the first player has had the chance to look at the cards"] == "19.3(b)"


def test_19_3_c_washed_stacked_and_shuffled():
    found = sp(ONE, "9s 7c Jd Kh", "1 stand", opening=OPENED)
    assert attested(found)["the cards are turned face down, washed and stacked"] == "19.3(c)"
    assert found.asked.index("inspect-mixing") < found.asked.index("shuffle") < found.asked.index("draw")


def test_19_3_c_a_card_seen_in_mixing_has_them_mixed_again():
    wrong = ({"before_card": 1, "what": "card-exposed-in-mixing"},)
    found = sp(ONE, "9s 7c Jd Kh", "1 stand", wrong=wrong, opening=OPENED)
    assert found.remedied_by == {"card-exposed-in-mixing": "19.3(c)"}
    assert found.asked.count("inspect-mixing") == 2


def rounds(number: int, **options: str) -> list[list[str]]:
    """The names of the requests of so many rounds from one shoe after the other."""
    table, opening, asked = open_table("spanish-21", settings=Settings(options)), Opening(), []
    for seed in range(number):
        played = play(Round(table, Felt.opened(opening)), bots_at(table, "variety", 3, SeededChance(seed)))
        asked.append([e.request.name for e in played.entries])
        opening = played.next_opening
    return asked


def test_19_4_a_shuffled_before_play_and_not_within_a_shoe():
    first, second = rounds(2)
    assert ("shuffle" in first, "shuffle" in second) == (True, False)


def test_19_4_a_shuffled_after_each_shoe():
    shuffled = [at for at, names in enumerate(rounds(40)) if "shuffle" in names]
    assert len(shuffled) >= 2
    assert min(b - a for a, b in pairwise(shuffled)) > 5


@pytest.mark.parametrize("method", ["manual", "automated"])
def test_19_4_a_by_hand_or_by_a_device(method):
    found = sp(ONE, "9s 7c Jd Kh", "1 stand", shuffle_method=method, opening=OPENED)
    shuffles = [e.request for e in found.play.entries if e.request.name == "shuffle"]
    assert [(s.method, str(s.by)) for s in shuffles] == [(method, "19.4(a)")]


def test_19_4_b_1_what_a_device_shuffled_is_not_cut():
    found = sp(ONE, "9s 7c Jd Kh", "1 stand", shuffle_method="automated", opening=OPENED)
    assert "cut" not in found.asked
    assert attested(found)["a device shuffled the cards: they are not cut"] == "19.4(b)1"


def test_19_4_b_2_what_was_shuffled_by_hand_is_cut():
    found = sp(ONE, "9s 7c Jd Kh", "1 stand", opening=OPENED)
    assert [str(e.request.by) for e in found.play.entries if e.request.name == "cut"] == ["19.4(b)2"]


def test_19_4_c_the_cut_is_offered_with_the_backs_away():
    done = attested(sp(ONE, "9s 7c Jd Kh", "1 stand", opening=OPENED))
    assert done["the stack is offered to be cut, its backs away from the dealer"] == "19.4(c)"


def test_19_4_c_where_nobody_cuts_the_dealer_does():
    done = attested(sp(ONE, "9s 7c Jd Kh", "1 stand", opening=OPENED))
    assert done["where nobody takes it the dealer cuts"] == "19.4(c)"


def cutter(played: Play) -> tuple[str, str]:
    """Whom the cut was offered to, and by which paragraph."""
    said = [e.request for e in played.entries if e.request.name == "attest" and "offered to seat" in e.request.what]
    return next((request.what, request.by.reading or str(request.by)) for request in said)


def at_shuffle(state: dict[str, str], seats: tuple[int, ...] = (1, 3, 4), procedure: int = 0) -> Play:
    """A round that begins with a shuffle, at a table with these players."""
    table = open_table("spanish-21")
    at = Round(table, Felt.opened(Opening({"shoe": "", **state})), dict.fromkeys(seats, 100000), procedure)
    return play(at, bots_at(table, "variety", 3, SeededChance(1)))


def test_19_4_d_1_the_first_player_cuts_at_a_new_game():
    assert cutter(at_shuffle({})) == ("the cut is offered to seat 1 first", "19.4(d)1")


@pytest.mark.parametrize(
    "state",
    [
        {"cut-offered": "first player"},  # also where the first shoe was void before its cutting card came
        {"cutting-card-at": "1"},
        {"cutting-card-at": "0"},
        {"cut-offered": "first player", "cutting-card-at": "3"},
    ],
)
def test_19_4_d_2_first_the_player_farthest_to_the_right(state):
    assert cutter(at_shuffle(state)) == ("the cut is offered to seat 4 first", "19.4(d)2")


@pytest.mark.parametrize(("last", "seat"), [("4", 3), ("3", 1), ("2", 1), ("1", 4), ("6", 4)])
def test_19_4_d_2_the_offer_goes_round_counterclockwise(last, seat):
    played = at_shuffle({"cut-offered": last, "cutting-card-at": "1"})
    assert cutter(played) == (f"the cut is offered to seat {seat} first", "19.4(d)2")
    assert played.next_opening.state["cut-offered"] == str(seat)


def test_19_4_d_2_a_table_without_players_begins_anew():
    idle = sp("", "", opening={"shoe": "", "cut-offered": "3", "cutting-card-at": "1"})
    after = idle.play.next_opening.state
    assert (after.get("cut-offered"), after.get("cutting-card-at")) == ("", "")


@pytest.mark.parametrize(
    ("out_at", "seat", "by"), [("", 1, "19.4(d)1"), ("3", 3, "R-19.4-on-box"), ("0", 4, "R-19.4-on-dealer")]
)
def test_19_4_d_records_of_the_first_procedure_are_reproduced_as_dealt(out_at, seat, by):
    played = at_shuffle({"cutting-card-at": out_at} if out_at else {}, procedure=1)
    assert cutter(played) == (f"the cut is offered to seat {seat} first", by)
    assert write(record_of(reproduce(read(write(record_of(played)))))) == write(record_of(played))


@pytest.mark.parametrize(("taken", "proper"), [(9, False), (10, True), (278, True), (279, False)])
def test_19_4_an_improper_cut_is_made_again(taken, proper):
    wrong = ({"before_card": 1, "what": "improper-cut", "taken": taken},)
    if proper:
        with pytest.raises(TranscriptError, match="nothing that the rules remedy"):
            sp(ONE, "9s 7c Jd Kh", "1 stand", wrong=wrong, opening={"shoe": ""})
    else:
        found = sp(ONE, "9s 7c Jd Kh", "1 stand", wrong=wrong, opening={"shoe": ""})
        assert found.remedied_by == {"improper-cut": "R-19.4-recut"}


@pytest.mark.parametrize(("decks", "behind"), [("6", "72"), ("8", "96")])
def test_19_4_the_cutting_card_marks_a_quarter(decks, behind):
    found = sp(ONE, "9s 7c Jd Kh", "1 stand", decks=decks, opening={"shoe": ""})
    assert found.play.next_opening.state[CUTTING_CARD] == behind


# --- 19.5 wagers and payouts -----------------------------------------------------------------------------------------


def test_19_5_nothing_is_wagered_after_the_first_card():
    late = {"before_card": 2, "what": "late-wager", "seat": 2, "wager": "main", "amount": "10.00"}
    found = sp(ONE, "9s 7c Jd Kh", "1 stand", wrong=(late,))
    assert (found.result[2, "main"], found.cite[2, "main"]) == ("void", "R-19.5-late")


@pytest.mark.parametrize("kind", ["double", "split", "insurance"])
def test_19_5_what_belongs_to_a_hand_is_not_wagered_before_it(kind):
    with pytest.raises(WagerRefused, match="it is made only"):
        verify_wager(Round(open_table("spanish-21")), Wager(1, kind, 1000))


@pytest.mark.parametrize(("seat", "taken"), [(6, True), (7, False)])
def test_19_2_six_boxes(seat, taken):
    at = Round(open_table("spanish-21"))
    if taken:
        verify_wager(at, Wager(seat, "main", 1000))
    else:
        with pytest.raises(WagerRefused, match="no such box"):
            verify_wager(at, Wager(seat, "main", 1000))


@pytest.mark.parametrize(
    ("cards", "decisions", "net"),
    [
        ("Js 6c 9d Kh Qh", "1 stand", 10),  # the dealer exceeds 21
        ("Js 7c 9d Kh", "1 stand", 10),
        ("Js 7c 6d Kh", "1 stand", -10),
        ("Js 9c 9d Kh", "1 stand", 0),
        ("Js 6c 2d Kh Qh", "1 draw", -10),
    ],
)
def test_19_5_higher_wins_lower_loses_equal_pushes(cards, decisions, net):
    assert total(sp(ONE, cards, decisions)) == net


def test_19_5_21_always_wins_at_once():
    found = sp(TWO, "5s 9s 9c 6d 9h 3h Kh 9d", "1 draw, 2 stand")
    paid = [e.request for e in found.play.entries if e.request.name == "pay"]
    assert (nets(found), str(paid[0].by.reading)) == ([(1, "main", "10.00")], "R-19.5-21")
    assert found.asked.index("pay") < found.asked.index("turn-up")  # before the hole card is shown
    without_reader = sp(ONE, "5s Kc 6d Ah Kh", "1 draw", card_reader="off")
    assert nets(without_reader) == [(1, "main", "10.00")]


@pytest.mark.parametrize("reader", ["on", "off"])
@pytest.mark.parametrize("dealer", [("Ac", "Kh"), ("Kc", "Ah"), ("9c", "9h")])
def test_19_5_a_blackjack_always_wins_3_to_2(reader, dealer):
    assert nets(sp(ONE, f"As {dealer[0]} Kd {dealer[1]}", card_reader=reader)) == [(1, "main", "15.00")]


@pytest.mark.parametrize(
    ("cards", "row"),
    [
        ("6s 7s 8s", "678-spades"),
        ("8h 6h 7h", "678-suited"),
        ("6h 7h 8c", "678-mixed"),
        ("7s 7s 7s", "777-spades"),
        ("7d 7d 7d", "777-suited"),
        ("7s 7s 7d", "777-mixed"),
        ("2s 3s 4d 5c 7h", "five-cards"),
        ("2s 2d 3d 3c 4c 7h", "six-cards"),
        ("As Ad 2d 2c 3c 5h 7h", "seven-cards"),
        ("As Ad 2d 2c 3c 3h 4h 5s", "seven-cards"),
        ("5s 6s Ks", ""),
        ("9s 3d 4c 5h", ""),
        ("As Ks", ""),
    ],
)
def test_19_5_f_which_hand_it_is(cards, row):
    assert bonus_row(tuple(cards.split())) == (f"main.{row}" if row else "")


@pytest.mark.parametrize(
    ("cards", "draws", "net"),
    [
        ("6s 9c 7s 9h 8s", 1, 30),  # 6-7-8 of spades
        ("6h 9c 7h 9d 8h", 1, 20),
        ("6h 9c 7h 9d 8c", 1, 15),
        ("7s 9c 7s 9h 7s", 1, 30),
        ("7d 9c 7d 9h 7d", 1, 20),
        ("7d 9c 7d 9h 7s", 1, 15),
        ("2s 9c 3s 9h 4d 5c 7h", 3, 15),
        ("2s 9c 2d 9h 3d 3c 4c 7h", 4, 20),
        ("As 9c Ad 9h 2d 2c 3c 5h 7h", 5, 30),
        ("9s 9c 3d 9h 4c 5h", 2, 10),  # four cards
    ],
)
def test_19_5_f_bonus_hands(cards, draws, net):
    assert total(sp(ONE, cards, ", ".join(["1 draw"] * draws))) == net


def test_19_5_f_not_on_a_doubled_hand():
    found = sp(ONE, "6s 9c 7s 9h 8s", "1 double")
    assert nets(found) == [(1, "double", "10.00"), (1, "main", "10.00")]
    assert found.cite[1, "main"] == "19.5(f)"


@pytest.mark.parametrize(("day", "due"), [("2012-03-18", []), ("2012-03-19", ["19.5(f) R-19.5f-sign"])])
def test_19_5_f_a_sign_says_that_doubled_hands_get_none(day, due):
    """R-19.5f-sign: there is nothing to choose, and a record does not have it."""
    house = f'as_of = {day}\n[[table]]\ngame = "spanish-21"\n'
    assert [str(found.cite) for found in check(house.encode())] == due
    assert check(f"{house}notices = {{ bonus-after-doubling = true }}".encode()) == []
    table = open_table("spanish-21", date.fromisoformat(day))
    assert "bonus-after-doubling" not in house_lines(table).options


def test_19_5_f_a_split_hand_is_paid_too():
    found = sp(ONE, "7d 9c 7c 9h 8d 6d 8h 6h", "1 split, 1 draw, 1 draw")
    assert nets(found) == [(1, "main", "20.00"), (2, "split", "15.00")]


@pytest.mark.parametrize(
    ("stake", "sum_"), [("4.00", 0), ("5.00", 1000), ("24.00", 1000), ("25.00", 5000), ("26.00", 5000)]
)
def test_19_5_g_super_bonus(stake, sum_):
    wagers = f"1 main {stake}, 2 main 10.00"
    found = sp(wagers, "7h 2s 7c 7h 3s 9h 7h Kd", "1 draw, 2 stand")
    assert found.net[1, "main"] == f"{2 * float(stake):.2f}"
    assert found.net.get((1, "super-bonus"), "0.00") == f"{sum_:.2f}"
    assert found.net.get((2, "super-bonus-others"), "0.00") == ("50.00" if sum_ else "0.00")


def test_19_5_g_needs_one_suit_and_a_dealers_seven():
    assert is_super(("7h", "7h", "7h"), "7c")
    assert not is_super(("7h", "7h", "7d"), "7c")
    assert not is_super(("7h", "7h", "7h"), "8c")
    assert not is_super(("6h", "7h", "8h"), "7c")
    against_nine = sp(ONE, "7h 9c 7h 9h 7h", "1 draw")
    assert (1, "super-bonus") not in against_nine.net


def test_19_5_g_not_doubled_not_split():
    doubled = sp(ONE, "7h 7c 7h 9h 7h", "1 double")
    assert nets(doubled) == [(1, "double", "10.00"), (1, "main", "10.00")]
    split = sp(ONE, "7h 7c 7h 9h 7h 7h 3s 4s", "1 split, 1 draw, 1 stand", max_splits="1")
    assert (1, "super-bonus") not in split.net
    assert split.net[1, "main"] == "20.00"


def test_19_5_g_fifty_dollars_to_everybody_else_once():
    found = sp(
        "1 main 10.00, 2 main 10.00, 3 main 10.00, 4 main 10.00",
        "Ks 7h 2s 3s 7c 6s 7h Kh Kc 9h Jd 7h Kd",
        "1 draw, 2 draw, 3 stand, 4 stand",
        opening={SAME_PLAYER: "3 4"},
        boxes_per_player="2",
    )
    assert found.net[2, "super-bonus"] == "1000.00"
    assert found.net[1, "super-bonus-others"] == "50.00"  # whose own hand has lost
    assert [seat for seat, wager in found.net if wager == "super-bonus-others"] == [1, 3]


# --- 19.6 match-the-dealer -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "six", "eight"),
    [
        ("Qc Qd Kh", 4, 3),
        ("Qc Qd Qh", 8, 6),
        ("Qd Qd Kh", 9, 12),
        ("Qd Qd Qs", 13, 15),
        ("Qd Qd Qd", 18, 24),
        ("Kd Qd 9d", -1, -1),  # by rank, not by value
    ],
)
def test_19_6_match_the_dealer_by_decks(cards, six, eight):
    wagers = "1 main 10.00, 1 match-dealer 1.00"
    for decks, net in (("6", six), ("8", eight)):
        found = sp(wagers, f"{cards} 9s", "1 stand", decks=decks)
        assert found.net[1, "match-dealer"] == f"{net:.2f}"


def test_19_6_only_beside_a_main_wager():
    at = Round(open_table("spanish-21"))
    with pytest.raises(WagerRefused, match="only with a main wager"):
        verify_bets(at, (Wager(1, "match-dealer", 500),), (), cite("19.5"))
    with pytest.raises(WagerRefused, match=r"seat 1: .*only with a main wager"):  # another box has one
        verify_bets(at, (Wager(1, "match-dealer", 500), Wager(2, "main", 1000)), (), cite("19.5"))
    verify_bets(at, (Wager(1, "match-dealer", 500), Wager(1, "main", 1000)), (), cite("19.5"))


def test_19_6_not_where_it_is_not_offered():
    with pytest.raises(WagerRefused):
        open_table("spanish-21", settings=Settings({"match-dealer-offered": "off"})).place("match-dealer")


# --- 19.7 dealing, 19.8 surrender ------------------------------------------------------------------------------------


def test_19_7_order_of_the_cards():
    found = sp(TWO, "9s 8s 7c Jd Qd Kh", "1 stand, 2 stand")
    assert areas(found) == ["seat:1", "seat:2", "dealer", "seat:1", "seat:2", "dealer"]
    faces = [e.request.face for e in found.play.entries if e.request.name == "draw"]
    assert faces == ["up"] * 5 + ["down"]


def test_19_7_h_cards_are_picked_up_so_that_hands_can_be_rebuilt():
    found = sp(TWO, "9s 8s 7c Jd Qd Kh", "1 stand, 2 stand")
    racked = [e.request.area for e in found.play.entries if e.request.name == "to-rack"]
    assert list(dict.fromkeys(racked)) == ["seat:2", "seat:1", "dealer"]


def test_19_8_half_is_lost():
    found = sp(ONE, "Js 9c 6d Kh", "1 surrender")
    assert (nets(found), found.cite[1, "main"]) == ([(1, "main", "-5.00")], "19.8")
    waits = sp(ONE, "Js Kc 6d 9h", "1 surrender", card_reader="off")
    assert nets(waits) == [(1, "main", "-5.00")]


def test_19_8_a_dealers_blackjack_takes_all():
    assert nets(sp(ONE, "Js Kc 6d Ah", "1 surrender", card_reader="off")) == [(1, "main", "-10.00")]


def test_19_8_only_with_the_first_two_cards():
    assert "surrender" in offered(sp(ONE, "Js 9c 6d Kh", "1 stand"))
    assert "surrender" not in offered(sp(ONE, "2s 9c 6d Kh 3c", "1 draw, 1 stand"), 1)
    assert "surrender" not in offered(sp(ONE, "8s 9c 8d Kh 3c 2h", "1 split, 1 stand, 1 stand"), 1)
    assert "surrender" not in offered(sp(ONE, "Js 9c 6d Kh", "1 stand", surrender_offered="off"))


# --- 19.9 doubling and rescue ----------------------------------------------------------------------------------------


def test_19_9_doubling_on_any_number_of_cards():
    found = sp(ONE, "2s 9c 3d 9h 4c 9d", "1 draw, 1 double, 1 stand")
    assert nets(found) == [(1, "double", "0.00"), (1, "main", "0.00")]
    split = sp(ONE, "8s 9c 8d 9h 3c Jh 2h 5s", "1 split, 1 double, 1 draw, 1 stand")
    assert nets(split)[0] == (1, "double", "10.00")


def test_19_9_one_card_and_no_more():
    found = sp(ONE, "5s 9c 6d Kh 2c", "1 double, 1 stand")
    assert offered(found, 1) == ("rescue", "stand")
    assert total(found) == -20


@pytest.mark.parametrize(("amount", "net"), [("6.00", -10), ("10.00", -10)])
def test_19_9_rescue_returns_the_double(amount, net):
    found = sp(ONE, "5s 9c 6d Kh 4c", f"1 double {amount}, 1 rescue")
    assert nets(found) == [(1, "double", "0.00"), (1, "main", f"{net:.2f}")]
    assert found.cite[1, "double"] == "R-19.9-rescue"
    assert "turn-up" not in found.asked  # nothing depends on the dealer's hand any more


def test_19_9_no_more_than_the_original_wager():
    with pytest.raises((DealerError, TranscriptError, WagerRefused)):
        sp(ONE, "5s 9c 6d Kh 4c", "1 double 11.00, 1 stand")


def test_19_9_rescue_only_after_a_double():
    assert "rescue" not in offered(sp(ONE, "5s 9c 6d Kh 4c", "1 draw, 1 stand"), 1)
    assert offered(sp(ONE, "5s 9c 6d Kh 4c", "1 double, 1 stand"), 1) == ("rescue", "stand")
    made_21 = sp(ONE, "5s 9c 6d Kh Kc", "1 double")
    assert made_21.asked.count("ask") == 1
    over = sp(ONE, "9s 9c 6d Kh Kc", "1 double")
    assert (over.asked.count("ask"), total(over)) == (1, -20)


@pytest.mark.parametrize(("most", "times"), [("0", 0), ("1", 1), ("2", 2)])
def test_19_9_redoubling_where_it_is_offered(most, times):
    decisions = ", ".join(["1 double", *["1 redouble"] * times, "1 stand"])
    cards = " ".join(["2s", "7c", "2d", "Kh", *["2c", "2h", "3c"][: times + 1]])
    found = sp(ONE, cards, decisions, redouble_max=most)
    assert total(found) == -10 * 2 ** (times + 1)
    assert "redouble" not in offered(found, times + 1)


def test_19_9_rescue_after_redoubling_returns_the_last_addition():
    found = sp(ONE, "2s 7c 2d Kh 2c 2h", "1 double, 1 redouble, 1 rescue", redouble_max="1")
    assert nets(found) == [(1, "double", "-10.00"), (1, "main", "-10.00"), (1, "redouble", "0.00")]


def test_19_9_a_dealers_blackjack_takes_only_the_original_wager():
    found = sp(ONE, "5s Kc 6d Ah 4c", "1 double, 1 stand", card_reader="off")
    assert nets(found) == [(1, "double", "0.00"), (1, "main", "-10.00")]
    over = sp(ONE, "9s Kc 6d Ah Jc", "1 double", card_reader="off")
    assert nets(over) == [(1, "double", "0.00"), (1, "main", "-10.00")]
    split = sp(ONE, "8s Kc 8d Ah Jc Qh", "1 split, 1 stand, 1 stand", card_reader="off")
    assert total(split) == -10


# --- 19.10 splitting, 19.11 insurance --------------------------------------------------------------------------------


def test_19_10_equal_value_suffices():
    assert "split" in offered(sp(ONE, "Js 9c Kd Kh", "1 stand"))
    assert "split" not in offered(sp(ONE, "Js 9c 9d Kh", "1 stand"))


@pytest.mark.parametrize(("most", "hands"), [("1", 2), ("2", 3), ("3", 4)])
def test_19_10_split_again_up_to_the_limit(most, hands):
    cards = "8s 9c 8d Kh " + " ".join(["8c", "8h", "8s"][: hands - 2] + ["8d"] + ["Jc"] * (hands - 1))
    decisions = ", ".join(["1 split"] * (hands - 1) + ["1 stand"] * hands)
    found = sp(ONE, cards, decisions, max_splits=most)
    assert [row[0] for row in nets(found)] == list(range(1, hands + 1))
    assert "split" not in offered(found, hands - 1)


@pytest.mark.parametrize(("again", "may"), [("on", True), ("off", False)])
def test_19_10_aces_are_split_again_unless_the_house_says_no(again, may):
    found = sp(ONE, "As 9c Ad Kh Ac 2h", "1 split, 1 stand, 1 stand", resplit_aces=again)
    assert ("split" in offered(found, 1)) is may


def test_19_10_split_aces_draw_unless_the_house_gives_one_card():
    assert "double" in offered(sp(ONE, "As 9c Ad Kh 5c 2h", "1 split, 1 stand, 1 stand"), 1)
    one = sp(ONE, "As 9c Ad Kh 5c 2h", "1 split", split_aces_draw="one-card")
    assert (one.asked.count("ask"), total(one)) == (1, -20)


def test_19_11_against_an_ace_up_to_half():
    assert "Insurance" not in sp(ONE, "9s Kc Jd 9h", "1 stand").called
    found = sp(ONE, "9s Ac Jd 9h", "1 insure, 1 stand")
    assert nets(found) == [(1, "insurance", "-5.00"), (1, "main", "-10.00")]
    with pytest.raises((DealerError, TranscriptError, WagerRefused)):
        sp(ONE, "9s Ac Jd 9h", "1 insure 6.00, 1 stand")


def test_19_11_pays_2_to_1():
    found = sp(ONE, "9s Ac Jd Kh", "1 insure")
    assert nets(found) == [(1, "insurance", "10.00"), (1, "main", "-10.00")]
    both = sp(ONE, "As Ac Jd Kh", "1 insure")
    assert nets(both) == [(1, "insurance", "10.00"), (1, "main", "15.00")]


# --- 19.12 drawing ---------------------------------------------------------------------------------------------------


def test_19_12_a_player_draws_below_21():
    assert sp(ONE, "5s 9c 6d 9h Kh", "1 draw").asked.count("ask") == 1
    assert "draw" in offered(sp(ONE, "Js 9c Kd 9h", "1 stand"))


def test_19_12_the_dealer_stands_on_all_17s():
    assert said(sp(ONE, "9s Ac 9d 6h", "1 no-insurance, 1 stand"), "dealer") == ["soft 17"]
    assert said(sp(ONE, "9s 9c 9d 7h 2c", "1 stand"), "dealer") == ["16", "18"]
    drawing = sp(ONE, "9s Ac 9d 6h 4c", "1 no-insurance, 1 stand", dealer_soft_17="hit")
    assert said(drawing, "dealer") == ["soft 17", "soft 21"]


def test_19_12_the_dealer_draws_no_card_that_changes_nothing():
    over = sp(ONE, "Js 6c 6d Kh Qc", "1 draw")
    assert attested(over)["the dealer draws no card: it could change no result"] == "19.12"
    assert areas(over).count("dealer") == 2


# --- 19.13, 19.14 boxes ----------------------------------------------------------------------------------------------

TWO_PLAYERS = """
game = "spanish-21"
house = {{ players-per-box = "2" }}
wagers = [
  {{ seat = 1, player = "A", wager = "main", amount = "10.00" }},
  {{ seat = 1, player = "B", wager = "main", amount = "20.00" }},
]
cards = "5s 9c 6d Kh 2c"
decisions = [
  {{ seat = 1, player = "A", choose = "double" }},
  {{ seat = 1, player = "B", choose = "double" }},
  {{ seat = 1, player = "A", choose = "{a}" }},
  {{ seat = 1, player = "B", choose = "{b}" }},
]
"""


@pytest.mark.parametrize(
    ("a", "b", "nets_"),
    [
        ("rescue", "stay", {"A": -1000, "B": -4000}),
        ("stand", "rescue", {"A": -2000, "B": -2000}),
        ("rescue", "rescue", {"A": -1000, "B": -2000}),
    ],
)
def test_19_13_each_player_on_a_box_rescues_for_himself(a, b, nets_):
    found = Told(read_transcript(TWO_PLAYERS.format(a=a, b=b).encode()))
    won: Counter[str] = Counter()
    for row in found.verdict.required:
        won[row.player] += row.net
    assert won == nets_


@pytest.mark.parametrize(("most", "taken"), [("1", False), ("2", True)])
def test_19_13_no_more_people_on_a_box_than_the_house_permits(most, taken):
    at = Round(open_table("spanish-21", settings=Settings({"players-per-box": most})))
    wagers = (Wager(1, "main", 1000, player="A"), Wager(1, "main", 1000, player="B"))
    if taken:
        verify_bets(at, wagers, (), cite("19.5"))
    else:
        with pytest.raises(WagerRefused, match="others wager on this box"):
            verify_bets(at, wagers, (), cite("19.5"))
    verify_bets(at, (wagers[0], Wager(2, "main", 1000, player="B")), (), cite("19.5"))  # each on a box of his own


@pytest.mark.parametrize(("most", "taken"), [("1", False), ("2", True)])
def test_19_14_several_boxes(most, taken):
    more = {"opening": {SAME_PLAYER: "1 2"}, "boxes_per_player": most}
    if taken:
        assert total(sp(TWO, "9s 8s 7c Jd Qd Kh", "1 stand, 2 stand", **more), 2) == 10
    else:
        with pytest.raises((TranscriptError, WagerRefused)):
            sp(TWO, "9s 8s 7c Jd Qd Kh", "1 stand, 2 stand", **more)


def test_19_5_mid_shoe_entry_is_barred_where_the_house_says_so():
    table = open_table("spanish-21", settings=Settings({"exclude-mid-shoe-entry": "on"}))
    played = play(Round(table, Felt.opened(Opening())), bots_at(table, "variety", 1, SeededChance(1)))
    later = Round(table, Felt.opened(played.next_opening))
    verify_wager(later, Wager(1, "main", 1000))
    with pytest.raises(WagerRefused, match="passed a round"):
        verify_wager(later, Wager(2, "main", 1000))


# --- 19.15 irregularities --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "wagers", "cards", "decisions", "by", "nets_"),
    [
        ({"what": "card-found-face-up", "before_card": 2}, ONE, "9s 2d 7c Jd Kh", "1 stand", "face-up", {1: 10}),
        (
            {"what": "card-drawn-in-error", "before_card": 5},
            ONE,
            "9s 7c 2d Kh 8c",
            "1 draw, 1 stand",
            "in-error",
            {1: 10},
        ),
        ({"what": "dealer-skipped", "before_card": 2}, ONE, "9s Jd 7c Kh", "1 stand", "dealer-skipped", {1: 10}),
        ({"what": "shoe-exhausted", "before_card": 3}, ONE, "9s 7c Jd Kh", "1 stand", "exhausted", {1: 10}),
        (
            {"what": "hand-not-dealt", "before_card": 1, "seat": 1},
            TWO,
            "9s 7c Jd Kh",
            "2 stand",
            "not-dealt",
            {1: 0, 2: 10},
        ),
        ({"what": "ten-found", "before_card": 3}, ONE, "9s 7c", "", "ten", {1: 0}),
    ],
)
def test_19_15_cards_that_went_wrong(wrong, wagers, cards, decisions, by, nets_):
    found = sp(wagers, cards, decisions, wrong=(wrong,))
    assert found.remedied_by[wrong["what"]] == f"R-19.15-{by}"
    assert {seat: total(found, seat) for seat in nets_} == nets_


@pytest.mark.parametrize(("third", "net"), [("Kd", 0), ("5d", 10)])
def test_19_15_in_a_void_round_a_hand_that_lost_before_is_void_too_and_a_21_stays_paid(third, net):
    found = sp(TWO, f"Ks 9s 9c 6c 6d 6h {third}", "1 draw, 2 draw", wrong=({"what": "ten-found", "before_card": 8},))
    assert (total(found), total(found, 2)) == (net, 0)


def test_19_15_after_a_ten_the_decks_are_inspected_again():
    found = sp(ONE, "9s 7c", "", wrong=({"what": "ten-found", "before_card": 3},))
    left = found.play.next_opening.state
    assert (left[TABLE], left[SHOE]) == (JUST_OPENED, "")


def test_19_15_reader():
    known = {"what": "reader-misused", "before_card": 5, "value_known": True}
    found = sp(ONE, "9s 7c Jd Kh", "", wrong=(known,))
    assert (found.remedied_by["reader-misused"], total(found)) == ("R-19.15-reader-misused", 0)
    failed = sp(ONE, "9s Kc Jd Ah", "1 stand", wrong=({"what": "reader-failed", "before_card": 5},))
    assert (failed.remedied_by["reader-failed"], total(failed)) == ("R-19.15-reader-failed", -10)


# --- dates -----------------------------------------------------------------------------------------------------------


def test_19_the_game_came_in_2000():
    assert open_table("spanish-21", as_of=law.subchapter("19").since)
    with pytest.raises(EditionError):
        sp(ONE, "9s 7c Jd Kh", "1 stand", as_of="2000-01-02")


def test_19_what_is_left_in_the_shoe_is_remembered():
    found = sp(ONE, "9s 7c Jd Kh", "1 stand", opening={"shoe": ""})
    assert read_shoe(found.play.next_opening.state[SHOE]).total() == 6 * 48 - 4
