"""Blackjack switch, section by section: 13:69F-2A. Of its text 2A.11(e) to 2A.15 and most of 2A.9 were read."""

from datetime import date

import pytest

from nomorebets.errors import EditionError, HouseRuleError, RulesError, WagerRefused
from nomorebets.games import open_table
from nomorebets.games.blackjack_switch.match import FourCards, matched
from nomorebets.procedures.positions import SAME_PLAYER
from nomorebets.procedures.shoe import SHOE, MoveCard
from nomorebets.regulation import cite, law, reading
from nomorebets.rulings.dispute import rule_on
from nomorebets.rulings.transcript import read_transcript
from nomorebets.table import Round, Settings, Wager
from nomorebets.table.acceptance import verify_bets
from nomorebets.table.felt import Felt, Laid, Opening
from nomorebets.table.house import required_signs
from nomorebets.table.requests import Answer
from told import Told, areas, text_of, told

ONE = "1 switch-hand-1 10.00, 1 switch-hand-2 10.00"
TWO = f"{ONE}, 2 switch-hand-1 10.00, 2 switch-hand-2 10.00"
H1, H2 = "switch-hand-1", "switch-hand-2"


def sw(wagers: str, cards: str, decisions: str = "", **more) -> Told:
    """A round told; cards of one spot: first card of each hand, the dealer's, second of each hand, the hole card."""
    return told("blackjack-switch", wagers, cards, decisions, **more)


def nets(found: Told, seat: int = 1) -> dict[str, float]:
    """What each wager of a seat gains, with the hand where it is not the wager's own."""
    return {
        r.wager if r.wager in (H1, H2, "match") else f"{r.wager}#{r.hand}": r.net / 100
        for r in found.verdict.required
        if r.seat == seat
    }


def both(found: Told, seat: int = 1) -> tuple[float, float]:
    own = nets(found, seat)
    return own[H1], own[H2]


def cited(found: Told, name: str) -> list[str]:
    return [e.request.by.reading or str(e.request.by) for e in found.play.entries if e.request.name == name]


def hands_asked(found: Told) -> list[int]:
    """The hand that each decision was about; the switch counts as of the first."""
    return [e.request.hand for e in found.play.entries if e.request.name == "ask"]


def wrong(what: str, before: int, **more: object) -> tuple[dict[str, object], ...]:
    return ({"before_card": before, "what": what, **more},)


def refused(*wagers: Wager, opening: dict[str, str] | None = None, **options: str) -> RulesError:
    settings = Settings({name.replace("_", "-"): value for name, value in options.items()})
    table = Round(open_table("blackjack-switch", settings=settings), Felt.opened(Opening(opening or {})))
    with pytest.raises(WagerRefused) as fault:
        verify_bets(table, wagers, (), cite("2A.5"))
    return fault.value


def accepted(*wagers: Wager, opening: dict[str, str] | None = None, **options: str) -> None:
    settings = Settings({name.replace("_", "-"): value for name, value in options.items()})
    table = Round(open_table("blackjack-switch", settings=settings), Felt.opened(Opening(opening or {})))
    verify_bets(table, wagers, (), cite("2A.5"))


def pair(seat: int = 1, amount: int = 1000, player: str = "") -> tuple[Wager, Wager]:
    return Wager(seat, H1, amount, player=player), Wager(seat, H2, amount, player=player)


# --- 2A.1 definitions, 2A.2 cards ------------------------------------------------------------------------------------


def test_2A_1_there_is_no_such_game_before_the_new_chapter():
    open_table("blackjack-switch", as_of=date(2012, 3, 19))
    with pytest.raises(EditionError):
        open_table("blackjack-switch", as_of=date(2012, 3, 18))


def test_2A_1_a_blackjack_as_dealt_beats_22_and_a_switched_one_pushes_it():
    kept = sw(ONE, "As 9s 6c Kd 9d Tc 6h", "1 keep, 1 stand")  # 6 + 10 + 6 = 22
    assert both(kept) == (10, 0)
    switched = sw(ONE, "As 4s 6c 9d Kd Tc 6h", "1 switch, 1 stand")
    assert both(switched) == (0, 0)


def test_2A_1_a_switched_ace_and_ten_by_option_is_a_blackjack():
    cards, house = "As 4s 6c 9d Kd Tc 6h", {"switched_blackjack": "counts-as-blackjack"}
    assert both(sw(ONE, cards, "1 switch, 1 stand", **house)) == (10, 0)


def test_2A_1_a_blackjack_that_is_switched_away_is_none():
    found = sw(ONE, "As 9s 6c Kd 5d Tc 6h", "1 switch, 1 stand, 1 stand")
    assert both(found) == (0, 0)


def test_2A_1_an_ace_and_a_ten_after_a_split_are_no_blackjack():
    found = sw(ONE, "As 9s 6c Ad 9d Tc Kh Qh 6h", "1 keep, 1 split, 1 stand")
    assert nets(found) == {H1: 0, "split#3": 0, H2: 0}


def test_2A_1_five_spots():
    accepted(*pair(5))
    assert refused(*pair(6)).by == reading("R-2A.1-spots")


@pytest.mark.parametrize("decks", ["6", "8"])
def test_2A_2_six_or_eight_decks(decks):
    felt = sw(ONE, "9s 9d 7c Td Tc Th", "1 keep, 1 stand, 1 stand", decks=decks).play.table.felt
    assert felt.shoe.total() == 52 * int(decks) - 6


@pytest.mark.parametrize("decks", ["1", "5", "7", "9"])
def test_2A_2_no_other_number(decks):
    with pytest.raises(HouseRuleError) as fault:
        open_table("blackjack-switch", settings=Settings({"decks": decks}))
    assert fault.value.by == reading("R-2A.2-decks")


# --- 2A.3 opening, 2A.4 shuffle and cut ------------------------------------------------------------------------------

PLAIN = "9s 8s 7c Td Tc Th", "1 keep, 1 stand, 1 stand"


def test_2A_3_the_cards_are_inspected_shown_and_mixed():
    found = sw(ONE, *PLAIN, opening={"table": "just-opened"})
    assert [str(e.request.by) for e in found.play.entries].count("2A.3") == 6
    assert "2A.3" not in [str(e.request.by) for e in sw(ONE, *PLAIN).play.entries]


def test_2A_3_a_deck_that_is_not_right_is_replaced():
    assert sw(ONE, *PLAIN, wrong=wrong("deck-not-right", 1)).remedied_by == {"deck-not-right": "R-2A.3-not-right"}


@pytest.mark.parametrize(("decks", "behind"), [("6", "78"), ("8", "104")])
def test_2A_4_a_quarter_of_the_stack_lies_behind_the_cutting_card(decks, behind):
    assert sw(ONE, *PLAIN, decks=decks).play.next_opening.state["cutting-card"] == behind


@pytest.mark.parametrize(("taken", "recut"), [(9, True), (10, False), (302, False), (303, True)])
def test_2A_4_ten_cards_from_either_end(taken, recut):
    cut = wrong("improper-cut", 1, taken=taken)
    if recut:
        assert sw(ONE, *PLAIN, wrong=cut).asked.count("cut") == 2
        return
    with pytest.raises(RulesError, match="leads to nothing"):
        sw(ONE, *PLAIN, wrong=cut)


def test_2A_4_cards_that_a_device_shuffled_are_not_cut():
    assert "cut" in sw(ONE, *PLAIN).asked
    assert "cut" not in sw(ONE, *PLAIN, shuffle_method="automated").asked


@pytest.mark.parametrize(("out_at", "seat"), [("", 1), ("2", 2), ("0", 2), ("5", 2)])
def test_2A_4_who_is_offered_the_cut(out_at, seat):
    opening = {"cutting-card-at": out_at, "shoe": ""} if out_at else None
    decided = "1 keep, 1 stand, 1 stand, 2 keep, 2 stand, 2 stand"
    found = sw(TWO, "9s 8s 9h 8h 7c Td Tc Ts Th Tc", decided, opening=opening)
    offered = [e.request.what for e in found.play.entries if e.request.name == "attest"]
    assert f"the cut is offered to seat {seat} first" in offered


# --- 2A.5 wagers -----------------------------------------------------------------------------------------------------


def test_2A_5_higher_wins_lower_loses_equal_pushes():
    assert both(sw(ONE, "9s 8s 7c Td Tc Th", "1 keep, 1 stand, 1 stand")) == (10, 10)
    assert both(sw(ONE, "7s 6s 7c Td Tc Th", "1 keep, 1 stand, 1 stand")) == (0, -10)


def test_2A_5_two_wagers_on_a_spot_and_equal_ones():
    accepted(*pair())
    assert refused(Wager(1, H1, 1000)).by == reading("R-2A.5-equal")
    assert refused(Wager(1, H2, 1000)).by == reading("R-2A.5-equal")
    assert refused(Wager(1, H1, 1000), Wager(1, H2, 1050)).by == reading("R-2A.5-equal")


def test_2A_5_both_are_made_by_one_word():
    assert both(sw("1 switch-hands 10.00", "9s 8s 7c Td Tc Th", "1 keep, 1 stand, 1 stand")) == (10, 10)


def test_2A_5_a_blackjack_pays_1_to_1():
    assert both(sw(ONE, "As 8s 7c Kd Tc Th", "1 keep, 1 stand")) == (10, 10)


@pytest.mark.parametrize(("card", "net"), [("5h", -10), ("6h", 0), ("7h", 10)])  # 21, 22, 23
def test_2A_5_a_dealers_22_pushes(card, net):
    found = sw(ONE, "9s 9d 6c Td Tc Ts " + card, "1 keep, 1 stand, 1 stand")
    assert both(found) == (net, net)
    if not net:
        assert found.cite[1, H1] == "R-2A.5-pushes"


def test_2A_5_a_hand_over_21_is_lost_whatever_the_dealer_has():
    found = sw(ONE, "9s 9d 6c 6d Tc Ts Kc 6h", "1 keep, 1 draw, 1 stand")
    assert both(found) == (-10, 0)


def test_2A_5_22_pushes_both_parts_of_a_doubled_hand():
    found = sw(ONE, "5s 9d 6c 6d Tc Ts 8c 6h", "1 keep, 1 double, 1 stand")
    assert nets(found) == {H1: 0, "double#1": 0, H2: 0}


def test_2A_5_the_second_hand_is_doubled_beside_its_own_wager():
    found = sw(ONE, "9d 5s 6c Tc 6d Ts 8c 7h", "1 keep, 1 stand, 1 double")
    assert nets(found) == {H1: 10, H2: 10, "double#2": 10}


def test_2A_5_who_passed_a_round_is_barred_where_the_house_says_so():
    opening = {"wagered-since-shuffle": "2", "shoe": "in play"}
    house = {"exclude_mid_shoe_entry": "on"}
    accepted(*pair(2), opening=opening, **house)
    assert refused(*pair(1), opening=opening, **house).by == reading("R-2A.5-mid-shoe")


# --- 2A.6 match wager ------------------------------------------------------------------------------------------------

MATCH = f"{ONE}, 1 match 5.00"


@pytest.mark.parametrize(
    ("first", "second", "net"),
    [
        ("7s 7d", "7c 7h", 200),
        ("8s 3d", "3c 8h", 40),
        ("8s 8d", "3c 8h", 25),
        ("Ks Qd", "Kc Jh", 5),
        ("Ks Qd", "Jc Th", -5),  # equal in value, and four ranks
        ("As Qd", "2c 3h", -5),
    ],
)
def test_2A_6_paid_once_by_the_highest_match(first, second, net):
    cards = f"{first} {second}".split()
    table = open_table("blackjack-switch")
    settled = table.game.settle([Wager(1, "match", 500)], FourCards(tuple(cards)), table.house)
    assert [result.net for result in settled] == [net * 100]
    assert bool(matched(cards)) == (net > 0)


def test_2A_6_settled_on_the_cards_as_dealt_before_the_switch():
    found = sw(MATCH, "9s 8s 7c 9d Tc Th", "1 switch, 1 stand, 1 stand")
    assert nets(found)["match"] == 5
    names = [e.request.name for e in found.play.entries]
    assert names.index("pay") < names.index("ask")


def test_2A_6_a_match_is_one_of_the_four_cards_on_the_own_spot():
    wagers = f"{TWO}, 1 match 5.00, 2 match 5.00"
    found = sw(wagers, "9s 8s 9h 7h 7c Td 2c 9d Ts Tc", "1 keep, 1 stand, 1 stand, 2 keep, 2 stand, 2 stand")
    assert {seat: result for (seat, wager), result in found.result.items() if wager == "match"} == {1: "lose", 2: "win"}


def test_2A_6_only_beside_the_two_wagers_and_only_where_it_is_offered():
    accepted(*pair(), Wager(1, "match", 500))
    assert refused(Wager(1, "match", 500)).by == cite("2A.6")
    with pytest.raises(WagerRefused):
        open_table("blackjack-switch", settings=Settings({"match-wager-offered": "off"})).place("match")


def test_2A_6_without_four_cards_it_goes_back():
    found = sw(MATCH, "9s 7c Td Th", "1 stand", wrong=wrong("hand-not-dealt", 2))
    assert found.result[1, "match"] == "void"


# --- 2A.7 dealing and switching --------------------------------------------------------------------------------------


def test_2A_7_a_card_to_each_box_then_the_dealer():
    found = sw(TWO, "9s 8s 9h 8h 7c Td Tc Ts Th Tc", "1 keep, 1 stand, 1 stand, 2 keep, 2 stand, 2 stand")
    boxes = ["seat:1", "seat:1#2", "seat:2", "seat:2#2", "dealer"]
    assert areas(found) == [*boxes, *boxes]


def test_2A_7_the_switch_exchanges_the_second_cards():
    found = sw(ONE, "Ts 6s 6c 5d Th Tc Kh Kc", "1 switch, 1 stand, 1 double")  # 10-10 and 6-5, doubled to 21
    assert nets(found) == {H1: 10, H2: 10, "double#2": 10}


def test_2A_7_the_switch_is_asked_once_and_after_the_reader():
    found = sw(ONE, "9s 8s Kc Td Tc Th", "1 keep, 1 stand, 1 stand")
    asked = [e.request.name for e in found.play.entries]
    assert asked.index("inspect-reader") < asked.index("ask")
    assert asked.count("ask") == 3
    with pytest.raises(RulesError):
        sw(ONE, "9s 8s 7c Td Tc Th", "1 switch, 1 switch, 1 stand, 1 stand")


def test_2A_7_a_dealers_blackjack_that_the_reader_finds_ends_the_round():
    found = sw(ONE, "As 8s Kc Td Tc Ah")
    assert both(found) == (0, -10)
    assert "ask" not in found.asked


def test_2A_7_without_a_reader_it_takes_one_wager_of_each_hand():
    found = sw(ONE, "8s 5s Kc 8d 6d Ah 3c 9c Tc Ts", "1 keep, 1 split, 1 double, 1 stand, 1 double", card_reader="off")
    assert nets(found) == {H1: -10, "double#1": 0, "split#3": 0, H2: -10, "double#2": 0}


# --- 2A.8 insurance --------------------------------------------------------------------------------------------------


def test_2A_8_each_hand_is_insured_by_itself():
    found = sw(ONE, "9s 8s Ac Td Tc Th", "1 insure, 1 no-insurance")
    assert nets(found) == {"insurance#1": 10, H1: -10, H2: -10}
    found = sw(ONE, "9s 8s Ac Td Tc 9h", "1 no-insurance, 1 insure 3.00, 1 keep, 1 stand, 1 stand")
    assert nets(found) == {"insurance#2": -3, H1: -10, H2: -10}


# --- 2A.9 surrender --------------------------------------------------------------------------------------------------


def test_2A_9_a_either_hand_or_both_for_half():
    house = {"surrender_offered": "on"}
    found = sw(ONE, "9s 8s 7c 7d Tc Th", "1 keep, 1 surrender, 1 stand", **house)
    assert both(found) == (-5, 10)
    assert both(sw(ONE, "9s 8s 7c 7d 8c Th", "1 keep, 1 surrender, 1 surrender", **house)) == (-5, -5)


def test_2A_9_a_not_after_another_decision():
    with pytest.raises(RulesError):
        sw(ONE, "2s 8s 7c 3d Tc Th 4c", "1 keep, 1 draw, 1 surrender", surrender_offered="on")


def test_2A_9_a_after_the_switch_too():
    found = sw(ONE, "9s 8s 7c Td 7h Th", "1 switch, 1 surrender, 1 stand", surrender_offered="on")
    assert both(found) == (-5, 10)


def test_2A_9_a_without_a_reader_it_waits_and_a_blackjack_takes_all():
    house = {"surrender_offered": "on", "card_reader": "off"}
    found = sw(ONE, "9s 8s Kc 7d Tc Ah", "1 keep, 1 surrender, 1 stand", **house)
    assert both(found) == (-10, -10)
    assert found.cite[1, H1] == "R-2A.9-waits"
    assert both(sw(ONE, "9s 8s Kc 7d Tc 7h", "1 keep, 1 surrender, 1 stand", **house)) == (-5, 10)


def test_2A_9_b_insurance_on_a_surrendered_hand_by_itself():
    house = {"surrender_offered": "on", "card_reader": "off"}
    found = sw(ONE, "9s 8s Ac 7d Tc Th", "1 insure, 1 no-insurance, 1 keep, 1 surrender, 1 stand", **house)
    assert nets(found) == {"insurance#1": 10, H1: -10, H2: -10}
    assert "2A.9(b)" in cited(found, "pay")


@pytest.mark.parametrize("offered", ["on", "off"])
def test_2A_9_c_notice_where_it_is_offered(offered):
    table = open_table("blackjack-switch", settings=Settings({"surrender-offered": offered}))
    signs = required_signs(table.game, table.house)
    assert ("surrender-offered" in signs) == (offered == "on")
    assert signs.get("surrender-offered", cite("2A.9(c)")) == cite("2A.9(c)")


def test_2A_9_c_only_where_it_is_offered():
    with pytest.raises(RulesError):
        sw(ONE, "9s 8s 7c 7d Tc Th", "1 keep, 1 surrender, 1 stand")


# --- 2A.10 doubling --------------------------------------------------------------------------------------------------


def test_2A_10_up_to_the_wager_of_the_hand():
    found = sw(ONE, "5s 9d 7c 6d Tc Ts 8c", "1 keep, 1 double 4.00, 1 stand")
    assert nets(found) == {H1: 10, "double#1": 4, H2: 10}
    with pytest.raises(RulesError):
        sw(ONE, "5s 9d 7c 6d Tc Ts 8c", "1 keep, 1 double 10.50, 1 stand")


def test_2A_10_only_two_cards_also_after_a_split():
    with pytest.raises(RulesError):
        sw(ONE, "2s 9d 7c 3d Tc Ts 2c 8c", "1 keep, 1 draw, 1 double, 1 stand")
    found = sw(ONE, "8s 9d 7c 8d Tc Ts 3c 8c Tc", "1 keep, 1 split, 1 double, 1 stand, 1 stand")
    assert nets(found) == {H1: 10, "double#1": 10, "split#3": 10, H2: 10}


# --- 2A.11 splitting -------------------------------------------------------------------------------------------------

EIGHTS = "8s 9s 6c 8d Td Ts "


def test_2A_11_equal_in_value_after_the_switch():
    found = sw(ONE, "Ks 9s 6c 8d Td Ts 9c 8c 7h", "1 switch, 1 split, 1 stand, 1 stand, 1 stand")  # king and ten
    assert nets(found) == {H1: 10, "split#3": 10, H2: 10}
    with pytest.raises(RulesError):
        sw(ONE, "Ks 9s 6c 9d Td Ts", "1 keep, 1 split")


def test_2A_11_split_aces_get_one_card_each():
    found = sw(ONE, "As 9s 6c Ad Td Ts 5c 6d 7h", "1 keep, 1 split, 1 stand")
    assert nets(found) == {H1: 10, "split#3": 10, H2: 10}
    assert hands_asked(found) == [1, 1, 2]


def test_2A_11_a_dealers_blackjack_takes_only_the_original_wager():
    found = sw(ONE, "8s 9s Kc 8d Td Ah Tc 7h", "1 keep, 1 split, 1 stand, 1 stand, 1 stand", card_reader="off")
    assert nets(found) == {H1: -10, "split#3": 0, H2: -10}


def test_2A_11_e_up_to_three_times_for_each_hand():
    decided = "1 keep, 1 split, 1 split, 1 split" + 5 * ", 1 stand"
    found = sw(ONE, EIGHTS + "8h 8c Tc Td Th Ts 7h", decided)
    assert nets(found) == {H1: 10, "split#3": 10, "split#4": 10, "split#5": 10, H2: 10}
    with pytest.raises(RulesError):  # a fourth
        sw(ONE, EIGHTS + "8h 8c 8s Td Th Ts 7h", "1 keep, 1 split, 1 split, 1 split, 1 split")


@pytest.mark.parametrize(("splits", "times", "by"), [("1", 1, "2A.11"), ("2", 2, "2A.11(e)"), ("3", 3, "2A.11(e)")])
def test_2A_11_e_as_often_as_the_house_allows(splits, times, by):
    asked = [f"1 {'split'}"] * times
    with pytest.raises(RulesError) as fault:
        sw(ONE, EIGHTS + "8h 8c 8s Td Th Ts 7h", ", ".join(["1 keep", *asked, "1 split"]), max_splits=splits)
    assert str(fault.value.by) == by


def test_2A_11_e_the_other_hand_has_its_own_count():
    found = sw(
        ONE,
        "8s 9s 6c 8d 9d Ts Tc Th Jc Jh 7h",
        "1 keep, 1 split, 1 stand, 1 stand, 1 split, 1 stand, 1 stand",
        max_splits="1",
    )
    assert nets(found) == {H1: 10, "split#3": 10, H2: 10, "split#4": 10}


def test_2A_11_e_aces_once_or_as_often_as_others():
    cards = "As 9s 6c Ad Td Ts Ah 5c 4c 7h"
    with pytest.raises(RulesError):
        sw(ONE, cards, "1 keep, 1 split, 1 split, 1 stand, 1 stand")
    found = sw(ONE, "As 9s 6c Ad Td Ts Ah 5c 4c 3c 7h", "1 keep, 1 split, 1 split, 1 stand", resplit_aces="allowed")
    assert nets(found) == {H1: 10, "split#3": 10, "split#4": 10, H2: 10}


def test_2A_11_e_aces_are_not_resplit_where_other_pairs_are_not():
    with pytest.raises(HouseRuleError) as fault:
        open_table("blackjack-switch", settings=Settings({"max-splits": "1", "resplit-aces": "allowed"}))
    assert fault.value.by == cite("2A.11(e)")


# --- 2A.12 drawing ---------------------------------------------------------------------------------------------------


def test_2A_12_a_a_player_draws_below_21():
    found = sw(ONE, "9s 8s 7c 2d Tc Th 9h Ac", "1 keep, 1 draw, 1 draw, 1 stand")  # 20 draws once more
    assert both(found) == (10, 10)
    assert hands_asked(found) == [1, 1, 1, 2]  # the switch, 11, 20, and the other hand; 21 is not asked


def test_2A_12_a_1_a_blackjack_and_21_take_no_card():
    for decided in ("keep", "switch"):  # a blackjack, and 21 that the switch made
        found = sw(ONE, "As 8s 7c Kd Tc Th", f"1 {decided}, 1 stand")
        assert hands_asked(found) == [1, 2]
        assert "2A.12(a)1" in cited(found, "attest")


def test_2A_12_a_2_one_card_when_doubled():
    found = sw(ONE, "5s 8s 7c 6d Tc Th 2h", "1 keep, 1 double, 1 stand")
    assert nets(found) == {H1: -10, "double#1": -10, H2: 10}
    assert cited(found, "draw")[-1] == "2A.12(a)2"


@pytest.mark.parametrize(
    ("up", "hole", "drawn"),
    [
        ("7c", "Th", ""),  # hard 17
        ("6c", "Th", "2c"),
        ("6c", "Ah", "Ac"),  # soft 17 draws
        ("7c", "Ah", ""),  # soft 18
        ("6c", "Th", "6h"),  # 22
        ("6c", "Ah", "5c Tc"),
    ],
)
def test_2A_12_b_the_dealer_stops_on_hard_17_and_any_18_to_22(up, hole, drawn):
    found = sw(ONE, f"9s 8s {up} Td Tc {hole} {drawn}", "1 keep, 1 stand, 1 stand")
    assert areas(found).count("dealer") == 2 + len(drawn.split())
    with pytest.raises(RulesError):
        sw(ONE, f"9s 8s {up} Td Tc {hole} {drawn} 2s", "1 keep, 1 stand, 1 stand")


def test_2A_12_c_no_card_that_can_change_nothing():
    found = sw(ONE, "9s 9d 6c 6d 6h Ts Kc Kh", "1 keep, 1 draw, 1 draw")
    assert areas(found).count("dealer") == 2
    assert "2A.12(c)" in cited(found, "attest")
    found = sw(ONE, "As Ad 6c Kd Kh Ts", "1 keep")  # two blackjacks
    assert areas(found).count("dealer") == 2


def test_2A_12_c_a_doubled_21_can_still_be_pushed():
    found = sw(ONE, "5s 9d 6c 6d 6h Ts Tc Kh 6h", "1 keep, 1 double, 1 draw")
    assert nets(found) == {H1: 0, "double#1": 0, H2: -10}


# --- 2A.13 several players on a spot, 2A.14 several spots ------------------------------------------------------------


def shared(cards: str, decisions: str, players: str = "A 10.00, B 20.00", more: str = "") -> Told:
    rows = []
    for line in players.split(","):
        name, amount = line.split()
        rows += [f'{{seat = 1, wager = "{hand}", amount = "{amount}", player = "{name}"}}' for hand in (H1, H2)]
    decided = []
    for line in decisions.split(","):
        words = line.split()
        decided.append(f'{{seat = 1, player = "{words[0]}", choose = "{words[1]}"}}')
    text = f'''game = "blackjack-switch"
house = {{ players-per-spot = "3" }}
wagers = [{", ".join(rows)}]
cards = "{cards}"
decisions = [{", ".join(decided)}]
{more}'''
    return Told(read_transcript(text.encode()))


def by_player(found: Told) -> dict[str, float]:
    return {f"{r.player} {r.wager}": r.net / 100 for r in found.verdict.required}


def test_2A_13_a_three_people_where_the_licensee_permits_it():
    three = (*pair(player="A"), *pair(player="B"), *pair(player="C"))
    accepted(*three, players_per_spot="3")
    assert refused(*three, players_per_spot="2").by == cite("2A.13(a)")
    assert refused(*three, *pair(player="D"), players_per_spot="3").by == cite("2A.13(a)")
    with pytest.raises(HouseRuleError):
        open_table("blackjack-switch", settings=Settings({"players-per-spot": "4"}))


def test_2A_13_a_only_with_the_consent_of_the_first():
    two = (*pair(player="A"), *pair(player="B"))
    accepted(*two, players_per_spot="3", opening={"no-consent": "2"})
    fault = refused(*two, players_per_spot="3", opening={"no-consent": "1"})
    assert fault.by == cite("2A.13(a)")
    assert "consent" in str(fault)


def test_2A_13_b_the_seated_player_decides_and_the_switch_binds_all():
    found = shared("Ts 6s 7c 6d Th Tc", "A switch, A stand, A stand")
    assert by_player(found) == {f"A {H1}": 10, f"A {H2}": -10, f"B {H1}": 20, f"B {H2}": -20}
    with pytest.raises(RulesError):
        shared("Ts 6s 7c 6d Th Tc", "B switch, B stand, B stand")


def test_2A_13_b_with_nobody_seated_the_highest_wager_decides():
    nobody = 'opening = {nobody-seated = "1"}'
    found = shared("Ts 6s 7c 6d Th Tc", "B switch, B stand, B stand", more=nobody)
    assert by_player(found)[f"B {H1}"] == 20
    with pytest.raises(RulesError):
        shared("Ts 6s 7c 6d Th Tc", "A switch, A stand, A stand", more=nobody)


@pytest.mark.parametrize(("follows", "row"), [("double", 20), ("stay", None)])
def test_2A_13_d_others_may_double_or_not_and_there_is_one_card(follows, row):
    found = shared("5s 9s 7c 6d Td Tc 9h", f"A keep, A double, B {follows}, A stand")
    assert by_player(found).get("B double") == row
    assert by_player(found)["A double"] == 10
    assert areas(found).count("seat:1") == 3


def test_2A_13_e_each_insures_as_he_likes():
    found = shared("9s 8s Ac Td Tc Kh", "A no-insurance, B insure, A insure, B no-insurance")
    rows = [(r.player, r.hand, r.net) for r in found.verdict.required if r.wager == "insurance"]
    assert sorted(rows) == [("A", 2, 1000), ("B", 1, 2000)]


def test_2A_14_one_spot_unless_the_licensee_permits_more():
    opening = {SAME_PLAYER: "1 2"}
    assert refused(*pair(1), *pair(2), opening=opening).by == cite("2A.14")
    accepted(*pair(1), *pair(2), opening=opening, spots_per_player="2")
    accepted(*pair(1), *pair(2))


# --- 2A.15 irregularities --------------------------------------------------------------------------------------------

CARDS = "5s 9s 7c 6d Tc Th Tc"
DECIDED = "1 keep, 1 draw, 1 stand"


@pytest.mark.parametrize("before", [1, 3, 5, 7])
def test_2A_15_a_a_card_found_face_up_is_not_used(before):
    cards = CARDS.split()
    cards.insert(before - 1, "2h")
    found = sw(ONE, " ".join(cards), DECIDED, wrong=wrong("card-found-face-up", before))
    assert both(found) == (10, 10)
    assert found.remedied_by == {"card-found-face-up": "2A.15(a)"}
    assert "2h" in found.play.table.felt.rack


def test_2A_15_a_a_second_one_makes_the_round_void():
    two = (*wrong("card-found-face-up", 1), *wrong("card-found-face-up", 3))
    found = sw(ONE, "2h 5s 3h", wrong=two)
    assert set(found.result.values()) == {"void"}
    assert found.play.next_opening.state[SHOE] == ""  # shuffled before the next round


def test_2A_15_a_a_hand_that_was_lost_before_is_void_too():
    two = (*wrong("card-found-face-up", 12), *wrong("card-found-face-up", 13))
    found = sw(TWO, "Ts 9d Ts Ts 6s 6c 7h 8s 8c Ts Kd 2d 3d", "1 keep, 1 draw, 1 draw", wrong=two)
    assert found.verdict.void
    assert (found.result[1, H1], found.cite[1, H1]) == ("void", "R-2A.15-lost-before")
    assert found.play.table.felt.ledger.balance["patron:1"] == 0


def test_2A_15_a_a_hand_that_was_given_up_or_paid_before_stays_so():
    two = (*wrong("card-found-face-up", 11), *wrong("card-found-face-up", 12))
    cards, decisions = "As 9d Ts Ts 6s Kc 7h 8s 8c Ts 2d 3d", "1 keep, 1 surrender, 2 keep, 2 draw"
    found = sw(TWO, cards, decisions, wrong=two, surrender_offered="on")
    assert both(found) == (10, -5)
    assert both(found, 2) == (0, 0)


def test_2A_15_b_an_unseen_card_is_the_next_card():
    found = sw(ONE, CARDS, DECIDED, wrong=wrong("card-drawn-in-error", 7))
    assert both(found) == (10, 10)
    assert found.remedied_by == {"card-drawn-in-error": "2A.15(b)"}


def test_2A_15_c_an_exposed_card_is_the_next_card():
    found = sw(ONE, CARDS, DECIDED, wrong=wrong("card-drawn-in-error", 7, exposed=True))
    assert both(found) == (10, 10)
    assert found.remedied_by == {"card-drawn-in-error": "2A.15(c)"}


def test_2A_15_c_whoever_refuses_it_gets_no_more_cards_and_the_dealer_uses_it_or_it_is_burned():
    out = wrong("card-drawn-in-error", 7, exposed=True, refused=[1])
    used = sw(ONE, "5s 9s 6c 6d Tc Th 5c", "1 keep, 1 draw", wrong=out)
    assert both(used) == (-10, -10)  # the dealer has 21; the second hand gets no card and no question either
    burned = sw(ONE, "5s 9s 7c 6d Tc Th 5c", "1 keep, 1 draw", wrong=out)
    assert both(burned) == (-10, 10)
    assert "5c" in burned.play.table.felt.rack
    assert "the card is burned" in str(burned.verdict.remedies[-1].remedy)


def test_2A_15_c_before_the_initial_four_cards_nobody_may_refuse():
    found = sw(ONE, CARDS, DECIDED, wrong=wrong("card-drawn-in-error", 4, exposed=True))
    assert both(found) == (10, 10)
    assert found.remedied_by == {"card-drawn-in-error": "R-2A.15-early"}


@pytest.mark.parametrize(
    ("up", "by"), [("7c", "2A.15(d)"), ("8c", "2A.15(d)"), ("9c", "R-2A.15-standing"), ("Tc", "R-2A.15-standing")]
)
def test_2A_15_d_a_card_drawn_by_a_dealer_bound_to_stand_is_burned(up, by):
    found = sw(ONE, f"9s 9d {up} Td Tc Th 2c", "1 keep, 1 stand, 1 stand", wrong=wrong("dealer-overdrew", 7))
    assert found.remedied_by == {"dealer-overdrew": by}
    plain = sw(ONE, f"9s 9d {up} Td Tc Th", "1 keep, 1 stand, 1 stand")
    assert both(found) == both(plain)


@pytest.mark.parametrize(("up", "hole"), [("6c", "Th"), ("6c", "Ah"), ("2c", "2h")])
def test_2A_12_c_a_card_drawn_though_it_could_change_no_result_is_burned(up, hole):
    cards = f"Ts 9s {up} 6d 7d {hole} Kc Kd 5c"  # both hands go over 21; the dealer draws a five
    found = sw(ONE, cards, "1 keep, 1 draw, 1 draw", wrong=wrong("dealer-overdrew", 9))
    assert found.remedied_by == {"dealer-overdrew": "R-2A.12-no-draw"}
    assert both(found) == (-10, -10)


@pytest.mark.parametrize(("before", "cards"), [(3, "9s 8s Td Tc 7c Th"), (6, "9s 8s 7c Td Tc Th")])
def test_2A_15_e_the_boxes_first_and_then_the_dealer(before, cards):
    found = sw(ONE, cards, "1 keep, 1 stand, 1 stand", wrong=wrong("dealer-skipped", before))
    assert both(found) == (10, 10)
    assert found.play.table.felt.remedies[0].by == cite("2A.15(e)")


def test_2A_15_e_a_box_that_got_its_second_card_late_has_it_before_the_dealer():
    late = ({"what": "dealer-skipped"}, {"what": "one-card-only", "before_card": 3, "seat": 1})
    found = sw(ONE, "9s 8s Tc Td 7c Th", "1 keep, 1 stand, 1 stand", wrong=late)
    assert found.play.table.felt.dealt["seat:1"] == ("9s", "Td")
    assert both(found) == (10, 10)


def test_2A_15_f_the_discards_are_shuffled_and_one_card_is_burned():
    found = sw(ONE, CARDS, DECIDED, wrong=wrong("shoe-exhausted", 7))
    assert both(found) == (10, 10)
    assert found.remedied_by == {"shoe-exhausted": "2A.15(f)"}
    names = [e.request.name for e in found.play.entries]
    again = names.index("refill-shoe")
    assert names[again + 1 :].count("cut") == 1
    burns = [e.request for e in found.play.entries if e.request.name == "burn"]
    burned = [(burn.number, burn.by.reading or str(burn.by)) for burn in burns]
    assert burned == [(1, "R-2A.7-burn"), (1, "2A.15(f)")]  # of the shoe, and of the discards


def test_2A_15_g_a_hand_without_a_card_is_dead_and_the_other_is_played():
    found = sw(ONE, "9s 7c Td Th", "1 stand", wrong=wrong("hand-not-dealt", 2))
    assert found.result == {(1, H1): "win", (1, H2): "void"}
    assert "R-2A.15-one-hand" in cited(found, "attest")
    found = sw(ONE, "9s 7c Td Th", "1 stand", wrong=wrong("hand-not-dealt", 1, seat=1))
    assert found.result == {(1, H1): "void", (1, H2): "win"}


def test_2A_15_g_a_player_without_any_card_is_out():
    none = (*wrong("hand-not-dealt", 1), *wrong("hand-not-dealt", 1))
    found = sw(TWO, "9s 8s 7c Td Tc Th", "2 keep, 2 stand, 2 stand", wrong=none)
    assert both(found) == (0, 0)
    assert both(found, 2) == (10, 10)


def test_2A_15_g_a_player_whose_hand_was_dead_is_in_the_next_deal():
    none = ({"before_card": 1, "what": "hand-not-dealt", "seat": 1}, {"before_card": 1, "what": "hand-not-dealt"})
    found = sw(TWO, "Ts Tc 7c 9s 9c Th", "2 keep, 2 stand, 2 stand", wrong=none, exclude_mid_shoe_entry="on")
    assert both(found) == (0, 0)
    left = found.play.next_opening.state
    accepted(*pair(1), opening=left, exclude_mid_shoe_entry="on")
    assert "passed a round" in str(refused(*pair(3), opening=left, exclude_mid_shoe_entry="on"))


@pytest.mark.parametrize("takes", [True, False])
def test_2A_15_g_the_second_card_after_all_others_if_the_player_wants_it(takes):
    cards, decided = ("9s 8s 7c Tc Th Td", "1 keep, 1 stand, 1 stand") if takes else ("9s 8s 7c Tc Th", "1 stand")
    found = sw(ONE, cards, decided, wrong=wrong("one-card-only", 4, seat=1, takes=takes))
    assert both(found) == ((10, 10) if takes else (0, 10))
    assert found.remedied_by == {"one-card-only": "2A.15(g)"}
    assert takes or found.cite[1, H1] == "R-2A.15-declined"


def test_2A_15_g_the_second_card_of_the_second_hand_goes_to_that_hand():
    late = wrong("one-card-only", 5, takes=True)
    found = sw(ONE, "9s 8s 7c Td Th Tc", "1 keep, 1 stand, 1 stand", wrong=late)
    assert found.play.table.felt.dealt["seat:1"] == ("9s", "Td")
    assert found.play.table.felt.dealt["seat:1#2"] == ("8s", "Tc")


@pytest.mark.parametrize("takes", [True, False])
def test_2A_15_h_a_forgotten_card_later_or_the_wager_back(takes):
    cards = "5s 9s 7c 6d Tc Th Tc" if takes else "5s 9s 7c 6d Tc Th"
    found = sw(ONE, cards, DECIDED, wrong=wrong("card-forgotten", 7, takes=takes))
    assert both(found) == ((10, 10) if takes else (0, 10))
    assert found.remedied_by == {"card-forgotten": "2A.15(h)"}


def test_2A_15_h_the_hand_takes_no_other_card_after_it():
    found = sw(ONE, "5s 9s 7c 6d Tc Th 2c", DECIDED, wrong=wrong("card-forgotten", 7))
    assert hands_asked(found) == [1, 1, 2]  # the switch, the card that was forgotten, the other hand
    assert both(found) == (-10, 10)


def test_2A_15_i_cards_that_a_device_did_not_finish_are_reshuffled():
    found = sw(ONE, CARDS, DECIDED, wrong=wrong("shuffler-jam", 1), shuffle_method="automated")
    assert found.remedied_by == {"shuffler-jam": "2A.15(i)"}
    assert found.asked.count("shuffle") == 2
    assert both(found) == (10, 10)


def test_2A_15_j_the_device_leaves_the_table_before_another_method():
    found = sw(ONE, CARDS, DECIDED, wrong=wrong("device-not-removed", 1), shuffle_method="automated")
    assert found.remedied_by == {"device-not-removed": "2A.15(j)"}
    assert both(found) == (10, 10)


def test_2A_15_k_1_where_a_player_may_know_the_hole_card_all_hands_are_dead():
    found = sw(ONE, CARDS[:-3], wrong=wrong("reader-misused", 7, value_known=True))
    assert set(found.result.values()) == {"void"}
    assert found.remedied_by["reader-misused"] == "2A.15(k)1"


def test_2A_15_k_2_where_nobody_does_play_goes_on():
    found = sw(ONE, CARDS, DECIDED, wrong=wrong("reader-misused", 7, value_known=False))
    assert both(found) == (10, 10)
    assert found.remedied_by["reader-misused"] == "2A.15(k)2"


def test_2A_15_k_with_an_ace_or_ten_it_is_no_misuse():
    with pytest.raises(RulesError):
        sw(ONE, CARDS.replace("7c", "Kc"), DECIDED, wrong=wrong("reader-misused", 7))


def test_2A_15_l_a_reader_that_fails_is_not_used():
    found = sw(ONE, "5s 9s Tc 6d Td Ah Tc", "1 keep, 1 double, 1 stand", wrong=wrong("reader-failed", 7))
    assert nets(found) == {H1: -10, "double#1": 0, H2: -10}
    assert found.remedied_by == {"reader-failed": "2A.15(l)"}


# --- the basis -------------------------------------------------------------------------------------------------------


def test_rows_say_which_hand_they_are_of():
    done = ({"seat": 1, "wager": H2, "hand": 2, "paid": "10.00"}, {"seat": 1, "wager": "match", "collected": "5.00"})
    found = sw(f"{ONE}, 1 match 5.00", CARDS, DECIDED, done=done)
    assert {r["wager"]: r.get("hand") for r in found.json["required"]} == {H1: 1, H2: 2, "match": None}
    assert not found.verdict.differences


def test_hands_are_told_each_by_its_number():
    lines = text_of("blackjack-switch", ONE, "Tc", DECIDED).splitlines()
    lines[2] = 'hands = { 1 = "5s 6d", "1#2" = "9s Tc", dealer = "7c Th" }\ncards = "Tc"'
    assert both(Told(read_transcript("\n".join(lines).encode()))) == (10, 10)
    without = "\n".join(lines).replace('"1#2" = "9s Tc", ', "").encode()
    with pytest.raises(RulesError) as fault:
        rule_on(read_transcript(without))
    assert '"1#2" = "…"' in str(fault.value)


def test_the_basis_is_honest():
    day = date(2012, 3, 19)
    assert law.basis(cite("2A.12(b)"), day) == "text"
    assert law.basis(cite("2A.5"), day) == "reconstructed"
    assert law.basis(cite("2A.11"), day) == "parallel"
    assert law.basis(reading("R-2A.6-pays"), day) == "reconstructed"


def test_2A_7_a_card_that_changes_hands_is_told():
    table = Round(open_table("blackjack-switch"))
    table.felt.cards |= {"seat:1": [Laid("Kd", True)], "seat:1#2": [Laid("5s", True), Laid("9d", True)]}
    told = MoveCard(cite("2A.7"), "seat:1", 1, "seat:1#2").tell(Answer(), table)
    assert (told.words, told.facts) == (
        "seat 1, hand 2: 9♦ from seat 1",
        {"from": "seat:1", "at": 1, "to": "seat:1#2"},
    )


def test_2A_5_both_hands_are_printed_with_what_they_pay():
    table = open_table("blackjack-switch")
    assert {table.pays(wager) for wager in (H1, H2, "switch-hands")} == {"1 to 1"}


def test_2A_11_e_notice_about_aces_only_where_other_pairs_are_split_again():
    for splits, due in (("1", False), ("2", True), ("3", True)):
        table = open_table("blackjack-switch", settings=Settings({"max-splits": splits}))
        assert ("resplit-aces" in required_signs(table.game, table.house)) is due


@pytest.mark.parametrize(
    ("wagered", "decisions"),
    [("1 switch-hand-1 20.00, 1 switch-hand-2 10.00", 2), ("1 switch-hand-1 20.00", 1), ("1 switch-hand-2 20.00", 1)],
)
def test_2A_5_wagers_that_are_not_two_equal_ones_go_back_and_those_of_others_stand(wagered, decisions):
    """Taken all the same, and told afterwards: 18 and 19 against 17 at the first spot, 20 and 20 at the second."""
    stands = ", ".join(["1 stand"] * decisions + ["2 stand"] * 2)
    text = text_of(
        "blackjack-switch", f"{wagered}, 2 {H1} 10.00, 2 {H2} 10.00", "Ts 9c Ks Kd 7d 8d Td Qs Qd Th", stands
    )
    required = rule_on(read_transcript(text.encode())).required
    assert {(r.seat, r.wager): (r.result, r.net) for r in required if r.seat == 2} == {
        (2, H1): ("win", 1000),
        (2, H2): ("win", 1000),
    }
    first = [r for r in required if r.seat == 1]
    assert len(first) == wagered.count("switch")
    assert {(r.result, r.net, r.by) for r in first} == {("void", 0, reading("R-2A.5-equal"))}


@pytest.mark.parametrize(("offered", "decided", "by"), [("off", "", "2A.9(c)"), ("on", "1 draw, ", "2A.9(a)")])
def test_2A_9_a_surrender_that_is_not_to_be_had_is_refused_by_its_paragraph(offered, decided, by):
    text = text_of("blackjack-switch", ONE, "Ks Kd 8d 4s 5d 9h 2c", f"{decided}1 surrender")
    with pytest.raises(WagerRefused) as fault:
        rule_on(read_transcript(f'{text}\nhouse = {{ surrender-offered = "{offered}" }}'.encode()))
    assert fault.value.by == cite(by)
    assert "stand" in str(fault.value)


@pytest.mark.parametrize(("offered", "due"), [("on", "R-2A.6-sign"), ("off", None)])
def test_2A_6_a_sign_says_that_a_match_wager_is_paid_once(offered, due):
    table = open_table("blackjack-switch", settings=Settings({"match-wager-offered": offered}))
    sign = required_signs(table.game, table.house).get("match-wager-offered")
    assert (sign and sign.reading) == due
