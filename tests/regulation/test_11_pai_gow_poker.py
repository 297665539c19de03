"""Pai gow poker, section by section: 19:47-11, 13:69F-11. Of the text only 11.20 was read; every basis says so."""

from datetime import date

import pytest

from nomorebets.compliance.check import check
from nomorebets.errors import DealerError, EditionError, HouseRuleError, TranscriptError, WagerRefused
from nomorebets.games import open_table
from nomorebets.regulation import law, reading
from nomorebets.regulation.citations import cite
from nomorebets.rulings.transcript import read_transcript
from nomorebets.table import Round, Settings, Wager
from nomorebets.table.acceptance import verify_bets, verify_wager
from nomorebets.table.areas import HIDDEN
from nomorebets.table.felt import Felt, Opening
from nomorebets.table.house import required_layout
from nomorebets.table.requests import Request
from told import Told

DEALER = 'dealer = "Ks Qh 8c 8d As 7h 3c"'  # A-K before 8-8-Q-7-3
OTHERS = 'dealer = "Kh Qd 8s 8d Th 7h 3h"'  # cards that no hand of the pay tables below has
WINS, PUSHES, LOSES = "Ac Ah Kd Kh 5c 4d 2s", "Qs Jd 9h 9s 7c 4d 2s", "Qs Jd 9h 7s 6c 4d 2s"


def tell(wagers: str, hands: str, more: str = "", dice: str = "2-3-5", **house: str) -> Told:
    """A round: ``tell("1 30.00", f'1 = "{WINS}"')`` with the dealer's usual cards, unless others are given."""
    rows = [line.split() for line in wagers.split(",") if line.strip()]
    made = [
        f'{{ seat = {seat if seat.isdigit() else repr(seat)}, wager = "{rest[0] if rest else "pgp"}",'
        f' amount = "{amount}" }}'
        for seat, amount, *rest in rows
    ]
    given = hands if "dealer" in hands or "choose" in more else f"{hands}, {DEALER}"
    chosen = ", ".join(f'{name.replace("_", "-")} = "{value}"' for name, value in house.items())
    lines = ['game = "pai-gow-poker"', f"house = {{ {chosen} }}", f"wagers = [ {', '.join(made)} ]"]
    lines += [f"hands = {{ {given} }}", more, *([f'dice = "{dice}"'] if dice else [])]
    return Told(read_transcript("\n".join(lines).encode()))


def table(**options: str):
    return open_table("pai-gow-poker", settings=Settings({name.replace("_", "-"): v for name, v in options.items()}))


def nets(told: Told) -> dict[tuple[int, str], int]:
    return {(r.seat, r.wager): r.net for r in told.verdict.required}


def results(told: Told) -> dict[tuple[int, str], str]:
    return {(r.seat, r.wager): r.result for r in told.verdict.required}


def requests_of(told: Told, name: str) -> list[Request]:
    return [entry.request for entry in told.play.entries if entry.request.name == name]


def dealt(told: Told) -> list[str]:
    """Where the cards went, one by one."""
    return [request.to for request in requests_of(told, "draw")]


# --- 11.2 to 11.6 cards, opening, shuffle ----------------------------------------------------------------------------


def test_11_2_one_deck_and_a_joker():
    from nomorebets.equipment.packs import pack

    assert len(pack(table().game.chance.pack)) == 53


def test_11_2_two_decks_alternate_only_with_a_device():
    with pytest.raises(HouseRuleError, match="two-decks"):
        table(shuffle="manual", two_decks="on")
    assert table(shuffle="manual", two_decks="off").house.options["two-decks"] == "off"


def test_11_2_two_decks_are_used_in_turn():
    assert tell("1 10.00", f'1 = "{WINS}"').play.next_opening.state["deck-in-play"] == "A"
    after = tell("1 10.00", f'1 = "{WINS}"', 'opening = { deck-in-play = "A" }')
    assert after.play.next_opening.state["deck-in-play"] == "B"


def test_11_5_inspected_shown_mixed_and_only_then_shuffled():
    told = tell("1 10.00", f'1 = "{WINS}"', 'opening = { table = "just-opened" }')
    steps = [f"{entry.request.name} {getattr(entry.request, 'what', '')}" for entry in told.play.entries]
    words = ("inspect-cards", "lie face up", "to look at the cards", "washed and stacked", "shuffle ")
    order = [next(at for at, step in enumerate(steps) if word in step) for word in words]
    assert order == sorted(order), steps


@pytest.mark.parametrize("stands", ["just-opened", "in-play"])
def test_11_6_shuffled_before_the_first_round_and_before_every_other(stands):
    told = tell("1 10.00", f'1 = "{WINS}"', f'opening = {{ table = "{stands}" }}')
    assert told.asked.count("shuffle") == 1
    assert told.asked.index("shuffle") < told.asked.index("draw")


def test_11_5_the_first_player_sees_the_cards():
    told = tell("1 10.00", f'1 = "{WINS}"', 'opening = { table = "just-opened" }')
    assert "the first player has had the chance to look at the cards" in [
        request.what for request in requests_of(told, "attest")
    ]


def test_11_6_cards_shuffled_by_hand_are_cut():
    by_hand = tell("1 10.00", f'1 = "{WINS}"', shuffle="manual", two_decks="off")
    assert "cut" in by_hand.asked
    assert "cut" not in tell("1 10.00", f'1 = "{WINS}"').asked


# --- 11.7 wagers -----------------------------------------------------------------------------------------------------


def test_11_7_a_bonus_wager_goes_only_beside_a_pai_gow_poker_wager():
    with pytest.raises(WagerRefused, match="goes only with a pai gow poker wager"):
        tell("1 10.00 bonus", f'1 = "{WINS}"', bonus_package="bonus")


def test_11_7_bonus_wagers_are_banked_by_the_house_where_a_player_banks():
    told = tell(
        "1 20.00, 1 5.00 bonus",
        '1 = "9c 9d 9h 9s Kd 4d 2s", 3 = "Ks Qh 8c 8d As 7h 3c"',
        'decisions = [ { seat = 3, choose = "bank" }, { seat = 3, choose = "none" } ]',
        bonus_package="bonus",
    )
    assert nets(told)[1, "bonus"] == 12_500
    assert nets(told)[3, "bank"] == 0
    assert told.play.table.felt.ledger.balance["inventory"] == -12_500


def test_11_7_no_wager_after_the_call():
    late = 'irregularities = [ { before_roll = 1, what = "late-wager", seat = 2, wager = "pgp", amount = "10.00" } ]'
    told = tell("1 10.00", f'1 = "{WINS}"', late)
    assert {r.seat: r.result for r in told.verdict.required} == {1: "win", 2: "void"}
    assert told.called[0] == "No More Bets"


@pytest.mark.parametrize(("seat", "taken"), [(6, True), (7, False)])
def test_11_8_six_betting_positions(seat, taken):
    at = Round(table())
    if taken:
        verify_wager(at, Wager(seat, "pgp", 1000))
    else:
        with pytest.raises(WagerRefused, match="no such position"):
            verify_wager(at, Wager(seat, "pgp", 1000))


# --- 11.8 to 11.8C the deal ------------------------------------------------------------------------------------------


ORDER = ["vacant:2", "seat:1", "dealer", "vacant:6", "vacant:5", "vacant:4", "vacant:3"]  # a total of 10


def deal_by(method: str) -> tuple[list[str], set[str]]:
    """Where the cards of a round go, and by which sections."""
    told = tell("1 10.00", f'1 = "{WINS}"', deal_method=method)
    assert requests_of(told, "count-stub")[0].expected == 4
    return dealt(told), {str(request.by) for request in requests_of(told, "draw")}


def test_11_8_one_card_at_a_time_clockwise_to_every_position():
    assert deal_by("manual-shoe") == (ORDER * 7, {"11.8"})


def test_11_8A_from_the_hand_as_from_a_manual_shoe():
    assert deal_by("hand") == (ORDER * 7, {"11.8A"})


def test_11_8B_stacks_of_seven_to_every_position():
    assert deal_by("automated-shoe") == ([area for area in ORDER for _ in range(7)], {"11.8B"})


@pytest.mark.parametrize(("dice", "first"), [("1-1-1", 2), ("2-3-3", 0), ("3-5-5", 5), ("4-5-5", 6), ("5-5-5", 0)])
def test_11_8C_positions_are_counted_counterclockwise_from_the_dealer(dice, first):
    told = tell("1 10.00", f'1 = "{WINS}"', dice=dice)
    assert dealt(told)[0] in (f"vacant:{first}", f"seat:{first}", "dealer" if not first else "")


def test_11_8C_the_bank_is_counted_first():
    told = tell(
        "1 20.00",
        f'1 = "{WINS}", 3 = "Ks Qh 8c 8d As 7h 3c"',
        'decisions = [ { seat = 3, choose = "bank" }, { seat = 3, choose = "none" } ]',
        dice="2-3-3",
    )
    assert dealt(told)[0] == "seat:3"


def test_11_8C_a_device_shows_a_number_of_seven():
    assert dealt(tell("1 10.00", f'1 = "{WINS}"', dice="6", start_method="rng"))[0] == "vacant:5"


@pytest.mark.parametrize(("method", "dice"), [("dice", "2-3-5"), ("rng", "6"), ("button", "")])
def test_11_8C_dice_are_shaken_for_the_next_round_when_the_stub_is_away(method, dice):
    told = tell("1 10.00", f'1 = "{WINS}"', dice=dice, start_method=method)
    put = [getattr(e.request, "what", "").startswith("the shaker is covered") for e in told.play.entries]
    last = max(at for at, e in enumerate(told.play.entries) if e.request.name == "draw")
    assert [at > last for at, is_put in enumerate(put) if is_put] == ([True] if method == "dice" else [])


def test_11_8C_the_button_moves_clockwise():
    assert dealt(tell("1 10.00", f'1 = "{WINS}"', dice="", start_method="button"))[0] == "dealer"
    told = tell("1 10.00", f'1 = "{WINS}"', 'opening = { button = "0" }', dice="", start_method="button")
    assert dealt(told)[0] == "vacant:6"


def test_11_8C_the_button_came_with_the_second_chapter():
    with pytest.raises(EditionError, match="start-method = button did not exist"):
        open_table("pai-gow-poker", date(2000, 3, 1), Settings({"start-method": "button"}))


# --- 11.9 setting, comparing, paying ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "calls"),
    [
        (WINS, []),
        (PUSHES, ["Push"]),
        (LOSES, []),
        ("Ac Kd 9h 9s 7c 4d 2s", ["Copy, low hand", "Push"]),
        ("Qs Jd 8h 8s Qc 7d 3s", []),
        ("Ac Kd 8h 8s Qc 7d 3s", ["Copy, high hand", "Copy, low hand"]),
    ],
)
def test_11_9_copies_and_pushes_are_called(hand, calls):
    called = tell("1 10.00", f'1 = "{hand}"').called
    assert [call for call in called if call.startswith(("Copy", "Push"))] == calls


@pytest.mark.parametrize(
    ("hand", "net"),
    [
        (WINS, 950),
        (PUSHES, 0),
        (LOSES, -1000),
        ("Ac Kd 9h 9s 7c 4d 2s", 0),  # a copy in front, better behind
        ("Ac Kd 8h 8s Qc 7d 3s", -1000),  # two copies
    ],
)
def test_11_9_both_better_wins_one_pushes_copies_are_the_dealers(hand, net):
    assert nets(tell("1 10.00", f'1 = "{hand}"')) == {(1, "pgp"): net}


@pytest.mark.parametrize(
    ("stake", "rounding", "vigorish"),
    [("35.00", "quarter-up", 175), ("22.00", "quarter-up", 125), ("22.00", "none", 110)],
)
def test_11_9_vigorish_is_five_percent_and_may_be_rounded_up(stake, rounding, vigorish):
    told = tell(f"1 {stake}", f'1 = "{WINS}"', vig_rounding=rounding)
    assert nets(told)[1, "pgp"] == int(stake.replace(".", "")) - vigorish


@pytest.mark.parametrize("odds", ["2 to 1", "19 to 20"])
def test_11_9_a_win_is_paid_one_to_one_and_nothing_else(odds):
    """What is paid less vigorish is even money; other odds on a sign would not be those paid."""
    with pytest.raises(HouseRuleError, match="no more and no less"):
        open_table("pai-gow-poker", settings=Settings(pay_table={"pgp": odds}))


def test_11_9_a_foul_loses_and_the_bonus_goes_by_the_seven_cards():
    told = tell(
        "1 10.00, 1 5.00 bonus",
        f'1 = "Ac Ah 9d 9h 9s 4d 2s", {DEALER}',
        'decisions = [ { seat = 1, choose = "set", low = "Ac Ah" } ]',
        bonus_package="bonus",
    )
    assert nets(told) == {(1, "pgp"): 950, (1, "bonus"): 2500}  # the pair before three of a kind is no foul
    foul = tell(
        "1 10.00, 1 5.00 bonus",
        f'1 = "Ac Ah Kd Kh Jk 4d 2s", {DEALER}',
        'decisions = [ { seat = 1, choose = "set", low = "Ac Ah" } ]',
        bonus_package="bonus",
    )
    assert nets(foul) == {(1, "pgp"): -1000, (1, "bonus"): 2500}
    assert "Foul" in foul.called


@pytest.mark.parametrize(
    ("low", "net"),
    [("", -1000), ("Kd", -1000), ("Kd Kh", 950), ("Kd Kh 4d", -1000), ("Ac Ah Ad Kd Kh 4d 2s", -1000)],
)
def test_11_9_a_wrong_number_of_cards_loses_and_the_bonus_goes_by_the_seven_cards(low, net):
    told = tell(
        "1 10.00, 1 5.00 bonus",
        f'1 = "Ac Ah Ad Kd Kh 4d 2s", {DEALER.replace("As", "Ts")}',
        f'decisions = [ {{ seat = 1, choose = "set", low = "{low}" }} ]',
        bonus_package="bonus",
    )
    assert nets(told) == {(1, "pgp"): net, (1, "bonus"): 2500}  # a full house, however it is set
    assert ("Foul" in told.called) == (net < 0)
    assert told.remedied_by == ({"wrong-number-set": "R-11.9-foul"} if net < 0 else {})


def test_11_9_a_wrong_number_is_told_by_what_was_laid():
    with pytest.raises(DealerError, match="wrong-number-set and a hand of other than 2 cards go together"):
        tell("1 10.00", f'1 = "{WINS}"', 'irregularities = [ { what = "wrong-number-set" } ]')


def test_11_9_hands_are_compared_from_the_dealers_right():
    told = tell("1 10.00, 3 10.00, 2 10.00", f'1 = "{WINS}", 2 = "Js Jc 9h 7s 6c 4s 2d", 3 = "Th Td 9c 7d 6h 4c 2h"')
    assert [r.seat for r in told.verdict.required] == [1, 2, 3]


def test_11_9_a_player_sees_nobody_elses_cards():
    told = tell("1 10.00, 2 10.00", f'1 = "{WINS}", 2 = "Js Jc 9h 7s 6c 4s 2d"')
    played = told.play
    drawn = [entry for entry in played.entries if entry.request.name == "draw" and entry.request.to == "seat:2"]
    assert len(drawn) == 7
    for entry in drawn:
        assert entry.request.tell(entry.answer, played.table).facts["card"] == HIDDEN


# --- 11.10 the bank --------------------------------------------------------------------------------------------------

BANK_HAND = '3 = "Ks Qh 8c 8d As 7h 3c"'
BANKS = 'decisions = [ { seat = 3, choose = "bank" } ]'


def test_11_10_losers_first_then_the_bank_pays():
    hands = f'1 = "{WINS}", 2 = "Qs Jd 9h 7s 6c 4s 2d", {BANK_HAND}, dealer = "Qc Js 9d 7c 6d 5h 2h"'
    told = tell("1 90.00, 2 60.00, dealer 25.00 dealer-vs-bank", hands, BANKS)
    assert nets(told) == {(1, "pgp"): 8550, (2, "pgp"): -6000, (0, "dealer-vs-bank"): -2500, (3, "bank"): -500}


def test_11_10_the_bank_pays_vigorish_on_its_net_win():
    hands = f'1 = "{WINS}", 2 = "Qs Jd 9h 7s 6c 4s 2d", {BANK_HAND}'
    told = tell("1 20.00, 2 80.00", hands, 'decisions = [ { seat = 3, choose = "co-bank" } ]')
    assert nets(told)[3, "bank"] == 2850


def offered(told: Told) -> list[int]:
    asked = (entry.request for entry in told.play.entries if entry.request.name == "ask")
    return [request.seat for request in asked if "decline" in request.choices]


TWO_HANDS = f'1 = "{WINS}", 2 = "Qs Jd 9h 7s 6c 4s 2d"'


@pytest.mark.parametrize(
    ("state", "seats"),
    [
        ('against-dealer = ""', []),  # the first round
        ('against-dealer = "1:1000 2:1000"', [1, 2]),
        ('against-dealer = "1:1000 2:1000", bank-turn = "1"', [2, 1]),
        ('against-dealer = "1:1000 2:1000", last-bank = "1"', [2]),  # not twice running
        ('against-dealer = "2:1000"', [2]),  # only who wagered against the dealer
    ],
)
def test_11_10_to_whom_and_in_which_order_the_bank_is_offered(state, seats):
    assert offered(tell("1 10.00, 2 10.00", TWO_HANDS, f"opening = {{ {state} }}")) == seats


def test_11_10_the_bank_covers_all_wagers():
    for marker, most in (("seat 3", 5000), ("seat 3, co-bank", 10_000)):
        at = Round(table(), Felt.opened(Opening()), {1: 100_000, 2: 100_000, 3: 5000})
        at.felt.markers["bank"] = marker
        at.felt.put_down(Wager(1, "pgp", most), cite("11.7"))
        at.game.betting.verify(at, Wager(1, "pgp", most))
        at.felt.put_down(Wager(2, "pgp", 100), cite("11.7"))
        with pytest.raises(WagerRefused, match="to cover all wagers"):
            at.game.betting.verify(at, Wager(2, "pgp", 100))


def test_11_10_a_shared_bank_is_set_by_the_house_way():
    told = tell("1 20.00", f'1 = "{WINS}", {BANK_HAND}', 'decisions = [ { seat = 3, choose = "co-bank" } ]')
    assert [request.area for request in requests_of(told, "set-by-house-way")] == ["seat:3"]
    assert [request.who for request in requests_of(told, "set-hand")] == [(1,)]


def test_11_10_the_bank_sets_last_and_wins_copies():
    copy = '1 = "Ac Kd 8h 8s Qc 7d 3s"'
    told = tell("1 10.00", f"{copy}, {BANK_HAND}", BANKS.replace(" ]", ', { seat = 3, choose = "none" } ]'))
    assert [request.who for request in requests_of(told, "set-hand")] == [(1,), (3,)]
    assert nets(told) == {(1, "pgp"): -1000, (3, "bank"): 950}


def test_11_10_the_dealer_wagers_what_the_bank_last_wagered_or_less():
    hands = f'1 = "{WINS}", {BANK_HAND}, dealer = "Qc Js 9d 7c 6d 5h 2h"'
    state = 'opening = { against-dealer = "3:2500" }'
    assert nets(tell("1 10.00", hands, f"{BANKS}\n{state}"))[0, "dealer-vs-bank"] == -2500
    less = tell("1 10.00, dealer 5.00 dealer-vs-bank", hands, f"{BANKS}\n{state}")
    assert nets(less)[0, "dealer-vs-bank"] == -500
    with pytest.raises(WagerRefused):
        tell("1 10.00, dealer 25.50 dealer-vs-bank", hands, f"{BANKS}\n{state}")


@pytest.mark.parametrize(("low", "again"), [("Ad Ac", True), ("Jc Tc", False), ("Jc", True), ("Jc Tc 8c", True)])
def test_11_10_a_foul_of_the_bank_is_set_again_by_the_house_way(low, again):
    told = tell(
        "1 20.00",
        '1 = "Qs Jd 9h 7s 6c 4s 2d", 3 = "Ad Ac Jc Tc 8c 5h 3h"',
        BANKS.replace(" ]", f', {{ seat = 3, choose = "none" }}, {{ seat = 3, low = "{low}" }} ]'),
    )
    assert nets(told) == {(1, "pgp"): -2000, (3, "bank"): 1900}
    assert told.remedied_by == ({"foul": "R-11.10-foul"} if again else {})


def test_11_8C_a_device_shows_no_dice():
    with pytest.raises(TranscriptError, match=r"a device shows no '5-1-1'.*accepted: a number"):
        tell("1 10.00", f'1 = "{WINS}"', dice="5-1-1", start_method="rng")


def test_11_10_the_bank_makes_no_wager():
    with pytest.raises(WagerRefused, match="banks this round"):
        tell("3 10.00", f'1 = "{WINS}", {BANK_HAND}', BANKS)


def test_11_10_no_bank_at_an_ez_table():
    assert "player-bank" not in table(ez="on").house.options
    with pytest.raises(HouseRuleError, match="player-bank cannot be chosen"):
        table(ez="on", player_bank="on")


# --- 11.11 irregularities --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "facts"),
    [
        ("wrong-count", ""),
        ("player-wrong-number", ", seat = 1, cards = 6"),
        ("dealer-wrong-number", ", cards = 8"),
        ("dealer-card-exposed", ""),
        ("stub-count-wrong", ", number = 5"),
        ("player-card-exposed", ", seat = 1, plays = false"),
    ],
)
def test_11_11_these_void_the_hand(what, facts):
    told = tell("1 10.00", f'1 = "{WINS}"', f'irregularities = [ {{ before_decision = 1, what = "{what}"{facts} }} ]')
    assert [(r.result, r.net) for r in told.verdict.required] == [("void", 0)]


def test_11_11_an_exposed_card_voids_one_hand_alone():
    wrong = 'irregularities = [ { before_decision = 1, what = "player-card-exposed", seat = 1, plays = false } ]'
    told = tell("1 10.00, 2 10.00", f'1 = "{LOSES}", 2 = "{WINS.replace("4d", "4h").replace("2s", "2c")}"', wrong)
    assert {r.seat: r.result for r in told.verdict.required} == {1: "void", 2: "win"}


def test_11_11_an_exposed_card_voids_the_progressive_wager_of_its_own_seat_alone():
    wrong = 'irregularities = [ { before_decision = 1, what = "player-card-exposed", seat = 1, plays = false } ]'
    wagers = "1 10.00, 1 1.00 progressive, 2 10.00, 2 1.00 progressive"
    hands = f'1 = "{LOSES}", 2 = "{WINS.replace("4d", "4h").replace("2s", "2c")}"'
    told = tell(wagers, hands, wrong, progressive="on")
    assert (nets(told)[1, "progressive"], nets(told)[2, "progressive"]) == (0, -100)
    assert told.play.next_opening.state["meter"] == "100020"  # a fifth of the other chip


@pytest.mark.parametrize(("bank", "plays"), [("bank", "true"), ("bank", "false"), ("co-bank", "false")])
def test_11_11_all_hands_are_void_with_the_hand_of_the_bank(bank, plays):
    alone = ', { seat = 3, choose = "none" }' if bank == "bank" else ""
    wrong = f'irregularities = [ {{ what = "player-card-exposed", seat = 3, plays = {plays} }} ]'
    more = f'decisions = [ {{ seat = 3, choose = "{bank}" }}{alone} ]\n{wrong}'
    told = tell("1 20.00", f'1 = "{WINS}", 3 = "Ks Qh 8c 8d As 7h 3c"', more)
    assert told.verdict.void is (plays == "false")


@pytest.mark.parametrize("what", ["die-not-flat", "die-left-shaker", "fewer-than-three-shakes"])
def test_11_11_no_roll_and_the_dice_are_shaken_again(what):
    told = tell("1 10.00", f'1 = "{WINS}"', f'irregularities = [ {{ before_roll = 1, what = "{what}" }} ]')
    assert "No Roll" in told.called
    assert nets(told) == {(1, "pgp"): 950}


def test_11_11_a_hand_the_dealer_set_otherwise_is_set_again():
    wrong = 'irregularities = [ { before_decision = 1, what = "dealer-set-wrong", low = "8c 8d" } ]'
    told = tell("1 10.00", '1 = "Qs Jd 9h 9s 7c 4d 2s"', wrong)
    assert nets(told) == {(1, "pgp"): 0}
    assert list(told.remedies) == ["dealer-set-wrong"]


def test_11_11_a_generator_that_fails_draws_another_number():
    wrong = 'irregularities = [ { before_roll = 1, what = "number-not-shown" } ]'
    told = tell("1 10.00", f'1 = "{WINS}"', wrong, dice="6", start_method="rng")
    assert told.asked.count("show-number") == 2
    assert dealt(told)[0] == "vacant:5"
    assert list(told.remedies) == ["number-not-shown"]


# --- 11.12 two areas -------------------------------------------------------------------------------------------------


def test_11_12_the_larger_wager_is_set_first_and_the_other_hand_waits():
    told = tell(
        "1 10.00, 2 25.00",
        f'1 = "{LOSES}", 2 = "Ac Ah Kd Kh 5c 4h 2c", {DEALER}',
        'opening = { same-player = "1 2" }\ndecisions = [ { seat = 2, choose = "set", low = "Kd Kh" } ]',
    )
    assert [request.who for request in requests_of(told, "set-hand")] == [(2,), (1,)]
    assert "waiting:1" in dealt(told)


@pytest.mark.parametrize(
    ("wagers", "turns"),
    [
        ("1 10.00, 2 20.00", [(2,), (1,)]),
        ("1 20.00, 2 10.00", [(1,), (2,)]),
        ("1 10.00, 2 10.00", [(1,), (2,)]),  # equal: counterclockwise
    ],
)
def test_11_12_of_equal_wagers_the_first_counterclockwise_is_set_first(wagers, turns):
    told = tell(wagers, TWO_HANDS, 'opening = { same-player = "1 2" }')
    assert [request.who for request in requests_of(told, "set-hand")] == turns


@pytest.mark.parametrize("seen", [1, 2])
def test_11_12_the_other_hand_is_played_where_one_of_two_is_void(seen):
    wrong = f'irregularities = [ {{ what = "player-card-exposed", seat = {seen}, plays = false }} ]'
    told = tell("1 10.00, 2 20.00", TWO_HANDS, f'opening = {{ same-player = "1 2" }}\n{wrong}')
    assert {r.seat: r.result == "void" for r in told.verdict.required} == {1: seen == 1, 2: seen == 2}


@pytest.mark.parametrize(("seats", "taken"), [((1, 2), True), ((1, 3), False)])
def test_11_12_two_areas_lie_side_by_side(seats, taken):
    at = Round(table(), Felt.opened(Opening({"same-player": " ".join(map(str, seats))})))
    at.felt.put_down(Wager(seats[0], "pgp", 1000), cite("11.7"))
    if taken:
        verify_wager(at, Wager(seats[1], "pgp", 1000))
    else:
        with pytest.raises(WagerRefused, match="not beside"):
            verify_wager(at, Wager(seats[1], "pgp", 1000))


def test_11_7_bonus_wagers_go_beside_a_wager_of_their_own_seat():
    at, by = Round(table(progressive="on")), cite("11.7")
    side, own, other = Wager(1, "progressive", 100), Wager(1, "pgp", 1000), Wager(2, "pgp", 1000)
    verify_bets(at, (side, own, other), (), by)
    with pytest.raises(WagerRefused, match="only with a pai gow poker wager"):
        verify_bets(at, (side, other), (), by)
    for wager in (own, other, Wager(2, "progressive", 100)):
        at.felt.put_down(wager, by)
    verify_bets(at, (), (own,), by)  # who plays no more needs none, whatever others wager


# --- the bonus wagers ------------------------------------------------------------------------------------------------


def test_11_14_the_progressive_pays_from_the_meter():
    five_aces = '1 = "Ac Ad Ah As Jk 4d 2s", dealer = "Ks Qh 8c 8d 9s 7h 3c"'
    told = tell("1 10.00, 1 1.00 progressive", five_aces, progressive="on")
    assert nets(told)[1, "progressive"] == 10_002 - 100  # a tenth of 1,000.20
    assert told.play.next_opening.state["meter"] == "90018"


@pytest.mark.parametrize(
    ("hand", "net"),
    [
        ("Tc Jc Qc Kc Ac 4d 2s", 49_900),
        ("9c 9d 9h 9s 5c 4d 2s", 7_400),
        ("9c 9d 9h 4s 4d Jd 2s", 300),
        ("2c 6c 7c 9c Jc 4d Ts", -100),  # a flush is below the table
    ],
)
def test_11_14_fixed_sums_below_the_meter(hand, net):
    told = tell("1 10.00, 1 1.00 progressive", f'1 = "{hand}"', progressive="on")
    assert nets(told)[1, "progressive"] == net
    assert results(told)[1, "progressive"] == ("win" if net > 0 else "lose")


def test_11_14_a_fifth_of_every_chip_goes_to_the_meter():
    lost = tell("1 10.00, 1 1.00 progressive", f'1 = "{LOSES}"', progressive="on")
    assert lost.play.next_opening.state["meter"] == "100020"


@pytest.mark.parametrize(("hand", "net"), [("Ac Qd 9h 7s 6c 4d 2s", 3000), ("Ac Ad 9h 7s 6c 4d 2s", -1000)])
def test_11_15_insurance_is_on_seven_cards_without_a_pair(hand, net):
    told = tell("1 10.00, 1 10.00 insurance", f'1 = "{hand}"', bonus_package="bonus")
    assert nets(told)[1, "insurance"] == net


def test_11_15_envy_is_for_other_players_premium_hands_and_needs_five_dollars():
    hands = (
        '1 = "Qs Jc 9h 7s 6c 4s 2s", 2 = "Tc Td Th Ts 5h 4h 2c", 3 = "3d 4d 5d 6d 7d 9d Kd", 4 = "Js Jh Qd 9c 6h 3h 2h"'
    )
    told = tell("1 10.00, 1 5.00 bonus, 2 10.00, 3 10.00, 4 10.00, 4 4.00 bonus", hands, bonus_package="bonus")
    assert nets(told)[1, "envy"] == 2500
    assert nets(told)[1, "bonus"] == -500
    assert (4, "envy") not in nets(told)


def test_11_15_no_envy_for_the_own_hand_or_the_dealers():
    told = tell(
        "1 10.00, 1 5.00 bonus", '1 = "Tc Td Th Ts 5h 4h 2c", dealer = "9c 9d 9h 9s As Kd 2s"', bonus_package="bonus"
    )
    assert (1, "envy") not in nets(told)


def test_11_16_the_hand_that_pays_most_is_paid():
    told = tell("1 10.00, 1 10.00 bonus", '1 = "5c 5d 5h 6s 7s 8h 9c"', bonus_package="bonus")
    assert nets(told)[1, "bonus"] == 3000  # three of a kind, not the straight


@pytest.mark.parametrize(("pays", "net"), [("T1", 0), ("T2", -1000)])
def test_11_16_three_pairs_push_by_one_table(pays, net):
    told = tell("1 10.00, 1 10.00 bonus", '1 = "5c 5d 6h 6s 9s 9h Kc"', bonus_package="bonus", bonus_table=pays)
    assert nets(told)[1, "bonus"] == net


def test_11_17_three_cards_are_dealt_and_settled_first():
    told = tell("1 10.00, 1 10.00 three-card", '1 = "7c 8s 9h 9s 9c 4d 2s"', bonus_package="three-seven")
    asked = told.asked
    assert asked[: asked.index("pay")].count("draw") == 21
    assert asked.count("draw") == 49


@pytest.mark.parametrize(
    ("hand", "three", "seven"),
    [
        ("7c 8s 9h 9s 9c 4d 2s", 4000, 3000),  # a straight; three of a kind
        ("Jk 7s 9s 2h 3h Jd Qc", 5000, -1000),  # a straight flush with the joker
        ("7s 8s 9s 2h 3h 4d Jc", 40_000, -1000),
        ("Kd Kc Jk 2h 3h 8h 6c", 1000, -1000),  # no third king
    ],
)
def test_11_18_the_three_and_the_seven_card_bonus_pay_their_rows(hand, three, seven):
    wagers = "1 10.00, 1 10.00 three-card, 1 10.00 seven-card"
    told = tell(wagers, f'1 = "{hand}"', bonus_package="three-seven")
    assert (nets(told)[1, "three-card"], nets(told)[1, "seven-card"]) == (three, seven)


def test_11_20_a_odds_are_stated_with_to():
    with pytest.raises(HouseRuleError, match='stated with "for"'):
        open_table(
            "pai-gow-poker",
            settings=Settings({"bonus-package": "bonus"}, pay_table={"insurance.9-high": "101 for 1"}),
        )


@pytest.mark.parametrize(
    ("package", "wager", "rows"),
    [
        ("bonus", "insurance", "9-high 100, 10-high 25, jack-high 15, queen-high 6, king-high 5, ace-high 3"),
        (
            "three-seven",
            "three-card",
            "straight-flush 40, three-of-a-kind 30, straight-flush-joker 5, straight 4, flush 3, pair 1",
        ),
        (
            "three-seven",
            "seven-card",
            "five-aces 500, royal-flush 250, straight-flush 50, four-of-a-kind 25, full-house 5, flush 4, "
            "three-of-a-kind 3, straight 2",
        ),
        ("imperial", "imperial", "banker-9-high 100, banker-10-high 20, banker-jack-high 5"),
    ],
)
def test_11_16_11_18_11_20_c_every_row_pays_its_odds(package, wager, rows):
    pays = table(bonus_package=package).house.pays
    for row in rows.split(", "):
        hand, odds = row.split()
        assert pays[f"{wager}.{hand}"].pays == int(odds), row


@pytest.mark.parametrize(
    ("bonus_table", "odds"),
    [
        ("T1", "5000 1000 750 250 100 50 20 5 4 3 2"),
        ("T2", "8000 2000 1000 400 150 50 25 5 4 3 2"),
        ("T3", "5000 2000 1000 400 150 50 25 5 4 3 2"),
        ("T4", "2500 1000 750 250 125 50 25 5 4 3 2"),
        ("T6", "5000 1000 500 300 110 45 25 5 4 3 2"),
    ],
)
def test_11_16_every_table_of_the_bonus_pays_its_rows(bonus_table, odds):
    hands = (
        "seven-card-straight-flush royal-match seven-card-straight-flush-joker five-aces royal-flush straight-flush "
        "four-of-a-kind full-house flush three-of-a-kind straight"
    ).split()
    pays = table(bonus_package="bonus", bonus_table=bonus_table).house.pays
    assert [pays[f"bonus.{hand}"].pays for hand in hands] == [int(each) for each in odds.split()]


IMPERIAL = {
    "five-aces": 1000,
    "royal-flush": 200,
    "straight-flush": 50,
    "four-of-a-kind": 25,
    "full-house": 5,
    "flush": 4,
    "straight": 2,
    "three-of-a-kind": 2,
}


def test_11_20_b_the_player_hand_bonus():
    pays = table(bonus_package="imperial").house.pays
    assert {row: pays[f"imperial.{row}"].pays for row in IMPERIAL} == IMPERIAL
    assert law.basis(cite("11.20(b)"), date(2012, 3, 19)) == "text"


def test_11_20_c_the_banker_hand_bonus_beside_the_players():
    nine = 'dealer = "9c 8d 7s 5h 4c 3d 2s"'
    both = tell("1 10.00, 1 10.00 imperial", f'1 = "Ah Kh 9h 7h 2h Qs 4d", {nine}', bonus_package="imperial")
    assert nets(both)[1, "imperial"] == 104_000
    alone = tell("1 10.00, 1 10.00 imperial", f'1 = "Ah Kh 9h 7d 3h Qs 4d", {nine}', bonus_package="imperial")
    assert nets(alone)[1, "imperial"] == 100_000


@pytest.mark.parametrize(("limit", "fine"), [("40000.00", True), ("39999.99", False)])
def test_11_20_d_a_limit_of_forty_thousand_or_more(limit, fine):
    if fine:
        assert table(bonus_package="imperial", imperial_limit=limit).house.options["imperial-limit"] == limit
    else:
        with pytest.raises(HouseRuleError, match="a limit of"):
            table(bonus_package="imperial", imperial_limit=limit)


@pytest.mark.parametrize(("least", "fine"), [("36.00", True), ("36.50", False)])
def test_11_20_d_nor_below_what_a_minimum_wager_could_win(least, fine):
    """Five aces and a nine-high banker are 1,100 to 1."""
    settings = Settings({"bonus-package": "imperial"}, limits={"imperial": {"min": least}})
    if fine:
        assert open_table("pai-gow-poker", settings=settings).house.options["imperial-limit"] == "40000.00"
    else:
        with pytest.raises(HouseRuleError, match="is below the"):
            open_table("pai-gow-poker", settings=settings)


def test_11_20_d_no_player_is_paid_more_than_the_limit():
    told = tell(
        "1 100.00, 1 100.00 imperial",
        '1 = "Ac Ad Ah As Jk 4d 2s", dealer = "Kd Qd 8c 8d 9s 7h 3c"',
        bonus_package="imperial",
    )
    assert nets(told)[1, "imperial"] == 4_000_000


@pytest.mark.parametrize(
    ("before", "now", "told_so", "conforms"),
    [
        ("75000.00", "40000.00", "", False),
        ("none", "40000.00", "", False),
        ("75000.00", "40000.00", 'notices = { imperial-limit = "40000.00" }', True),
        ("75000.00", "40000.00", "the payout limit", True),
        ("40000.00", "75000.00", "", True),
    ],
)
def test_11_20_d_a_lower_limit_needs_a_notice_unless_the_layout_shows_it(before, now, told_so, conforms):
    drawn = list(required_layout(table().game, table(bonus_package="imperial").house))
    shown = [*drawn, told_so] if told_so == "the payout limit" else drawn
    house = f"""
        [[table]]
        game = "pai-gow-poker"
        options = {{ imperial-limit = "{now}", bonus-package = "imperial" }}
        before = {{ imperial-limit = "{before}" }}
        layout = {shown!r}
        {told_so if "=" in told_so else ""}
    """
    cites = [violation.paragraph for violation in check(house.encode())]
    assert ("13:69F-11.20(d)" in cites) is not conforms, cites


def test_11_19_only_beside_a_pai_gow_poker_wager():
    with pytest.raises(WagerRefused, match="goes only with a pai gow poker wager"):
        tell("1 10.00 imperial", f'1 = "{WINS}"', bonus_package="imperial")


@pytest.mark.parametrize(
    ("hand", "net"),
    [
        ("Ac Ad Ah As Jk 4d 2s", 1_000_000),
        ("Tc Jc Qc Kc Ac 4d 2s", 200_000),
        ("5c 6c 7c 8c 9c 4d 2s", 50_000),
        ("9c 9d 9h 9s 5c 4d 2s", 25_000),
        ("9c 9d 9h 4s 4d Jd 2s", 5000),
        ("2c 6c 8c 9c Jc 4d Ts", 4000),
        ("5c 6d 7c 8h 9c Kd 2s", 2000),
        ("5c 5d 5h 6s 7s 8h 9c", 2000),  # a straight and three of a kind: one payment
        ("9c 9d 5h 5s 3s Jh Qc", -1000),  # two pairs
    ],
)
def test_11_20_b_one_payment_for_the_highest_hand(hand, net):
    told = tell("1 20.00, 1 10.00 imperial", f'1 = "{hand}", {OTHERS}', bonus_package="imperial", imperial_limit="none")
    assert nets(told)[1, "imperial"] == net


@pytest.mark.parametrize(
    ("dealer", "net"),
    [
        ("9c 8d 7s 5h 4c 3d 2s", 100_000),
        ("Tc 8d 7s 5h 4c 3d 2s", 20_000),
        ("Jc 8d 7s 5h 4c 3d 2s", 5000),
        ("Qc 8d 7s 5h 4c 3d 2s", -1000),  # queen high
    ],
)
def test_11_20_c_up_to_jack_high(dealer, net):
    told = tell(
        "1 20.00, 1 10.00 imperial", f'1 = "Ah Kh 9h 7d 3h Qs 4d", dealer = "{dealer}"', bonus_package="imperial"
    )
    assert nets(told)[1, "imperial"] == net


def test_11_19_no_banker_bonus_where_a_player_banks():
    told = tell(
        "1 20.00, 1 10.00 imperial",
        f'1 = "{LOSES}", 3 = "9c 8d 7h 5h 4c 3d 2d"',
        'decisions = [ { seat = 3, choose = "bank" }, { seat = 3, choose = "none" } ]',
        bonus_package="imperial",
    )
    assert nets(told)[1, "imperial"] == -1000


def test_11_21_only_with_a_filed_pay_table():
    assert "dragons-eye" not in table().layout
    told = tell("1 10.00, 1 5.00 dragons-eye", f'1 = "{WINS}"', dice="6-6-5", dragons_eye="17: 25 to 1")
    assert nets(told)[1, "dragons-eye"] == 12_500


def test_11_22_everything_pushes_with_a_queen_high_dealer():
    hands = '1 = "Ac Ah Kd Kh 5c 3d 3s", 2 = "Js Tc 8d 7s 5h 3h 2c", dealer = "Qs Jd 9h 8c 6s 4d 2h"'
    told = tell("1 10.00, 1 5.00 queens-dragon, 2 10.00, 2 5.00 protection", hands, ez="on", bonus_package="ez")
    assert nets(told) == {(1, "pgp"): 0, (1, "queens-dragon"): 25_000, (2, "pgp"): 0, (2, "protection"): 7_500}


def test_11_22_a_straight_is_no_pai_gow():
    hands = '1 = "Ac Ah Kd Kh 5c 3d 3s", dealer = "Qs Jd Th 9c 8s 4d 2h"'
    told = tell("1 10.00, 1 5.00 queens-dragon", hands, ez="on", bonus_package="ez")
    assert nets(told)[1, "queens-dragon"] == -500


def test_11_22_no_vigorish_at_an_ez_table():
    assert nets(tell("1 10.00", f'1 = "{WINS}"', ez="on")) == {(1, "pgp"): 1000}


@pytest.mark.parametrize(("colour", "net"), [("red", 500), ("black", -500)])
def test_11_22_red_and_black_go_by_more_than_half(colour, net):
    told = tell(f"1 10.00, 1 5.00 red-black:{colour}", '1 = "Ad Ah Kd Kh 5c 3d 3h"', ez="on", bonus_package="ez")
    assert nets(told)[1, f"red-black:{colour}"] == net


def test_11_22_three_of_each_colour_lose():
    told = tell("1 10.00, 1 5.00 red-black:red", '1 = "Ad Ah Kd Kc 5c 3s Jk"', ez="on", bonus_package="ez")
    assert nets(told)[1, "red-black:red"] == -500


def test_11_23_dynasty_pays_from_three_of_a_kind_up():
    told = tell("1 10.00, 1 5.00 dynasty", '1 = "9c 9d 9h Kc 5c 3d 2h"', ez="on", bonus_package="ez")
    assert nets(told)[1, "dynasty"] == 1500


@pytest.mark.parametrize(
    ("hand", "net"),
    [
        ("9c 9d 9h 9s 5c 4d 2s", 12_500),
        ("9c 9d 9h 4s 4d Jd 2s", 2500),
        ("9c 9d 9h Kc 5c 3d 2h", 1500),
        ("5c 6d 7c 8h 9c Kd 2s", -500),  # a straight is not paid
    ],
)
def test_11_23_the_rows_of_the_dynasty_wager(hand, net):
    told = tell("1 10.00, 1 5.00 dynasty", f'1 = "{hand}", {OTHERS}', ez="on", bonus_package="ez")
    assert nets(told)[1, "dynasty"] == net


def test_11_23_dynasty_envy_is_for_others_premium_hands():
    hands = '1 = "Qs Jc 9h 7s 6c 4s 2s", 2 = "Tc Td Th Ts 5h 4h 2c"'
    told = tell("1 10.00, 1 5.00 dynasty, 2 10.00, 2 5.00 dynasty", hands, ez="on", bonus_package="ez")
    assert nets(told)[1, "dynasty-envy"] == 500
    assert (2, "dynasty-envy") not in nets(told)


@pytest.mark.parametrize(("hand", "net"), [("9c 8d 7s 5h 4c 3d 2h", 50_000), ("9c 9h 7s 5h 4c 3d 2h", -500)])
def test_11_23_protection_is_on_seven_cards_without_a_pair(hand, net):
    told = tell(
        "1 10.00, 1 5.00 protection", f'1 = "{hand}", dealer = "Ks Qh 8c Td As 7h 3c"', ez="on", bonus_package="ez"
    )
    assert nets(told)[1, "protection"] == net


def test_11_22_the_wagers_are_offered_only_at_an_ez_table():
    with pytest.raises(HouseRuleError, match="needs ez = on"):
        table(bonus_package="ez")


def test_11_15_the_bonus_packages_came_with_the_second_chapter():
    with pytest.raises(EditionError):
        open_table("pai-gow-poker", date(2000, 3, 1), Settings({"bonus-package": "bonus"}))
    assert required_layout(table().game, table(bonus_package="bonus").house)
    assert law.basis(reading("R-11.9-house-way"), date(2012, 3, 19)) == "reconstructed"
