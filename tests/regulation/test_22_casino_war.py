"""Casino war, section by section: 19:47-22, 13:69F-22. No sentence of it was read: every basis says so."""

import itertools
from collections import Counter
from datetime import date

import pytest

from nomorebets.compliance.check import check
from nomorebets.drivers.bots import bots_at
from nomorebets.drivers.chance import SeededChance
from nomorebets.equipment.cards import RANKS
from nomorebets.errors import EditionError, HouseRuleError, TranscriptError, WagerRefused
from nomorebets.games import open_table
from nomorebets.games.casino_war.strategies import STRATEGIES
from nomorebets.pricing.sheet import odds
from nomorebets.procedures.shoe import CUTTING_CARD, SHOE
from nomorebets.procedures.shoe_text import read_shoe
from nomorebets.regulation import cite, law
from nomorebets.rulings.dispute import rule_on
from nomorebets.rulings.transcript import read_transcript
from nomorebets.table import Round, Settings, Wager, play
from nomorebets.table.acceptance import verify_bets, verify_wager
from nomorebets.table.felt import Felt, Opening
from told import areas, told

TIED = "1 initial 10.00, 1 tie 2.00"


def war(wagers: str, cards: str, decisions: str = "", **more):
    return told("casino-war", wagers, cards, decisions, **more)


# --- 22.2 cards, 22.3 rankings ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("decks", range(1, 9))
def test_22_2_decks(decks):
    felt = war("1 initial 10.00", "Qs 9d", decks=str(decks)).play.table.felt
    assert felt.shoe.total() == 52 * decks - 2
    assert set((felt.shoe + Counter(["Qs", "9d"])).values()) == {decks}


@pytest.mark.parametrize(("decks", "conforms"), [("6", True), ("5", False), ("8", False)])
def test_22_2_only_six_decks_may_be_offered(decks, conforms):
    found = check(f'[[table]]\ngame = "casino-war"\noptions = {{ decks = "{decks}" }}'.encode())
    assert [v.paragraph for v in found] == ([] if conforms else ["13:69F-22.2"])


@pytest.mark.parametrize(("players", "seat", "taken"), [("7", 7, True), ("7", 8, False), ("9", 9, True)])
def test_22_2_positions(players, seat, taken):
    at = Round(open_table("casino-war", settings=Settings({"players": players})))
    if taken:
        verify_wager(at, Wager(seat, "initial", 1000))
    else:
        with pytest.raises(WagerRefused, match="no such position"):
            verify_wager(at, Wager(seat, "initial", 1000))


@pytest.mark.parametrize(("low", "high"), list(itertools.pairwise(RANKS)))
def test_22_3_ace_high_and_every_rank_beats_the_next(low, high):
    assert war("1 initial 10.00", f"{high}s {low}d").net == {(1, "initial"): "10.00"}
    assert war("1 initial 10.00", f"{low}s {high}d").net == {(1, "initial"): "-10.00"}


def test_22_3_suits_are_equal_even_of_identical_cards():
    assert war("1 initial 10.00", "Ac Ad", "1 surrender").net == {(1, "initial"): "-5.00"}
    assert war("1 initial 10.00", "Ac Ac", "1 surrender").net == {(1, "initial"): "-5.00"}
    assert war("1 initial 10.00", "2c Ad").net == {(1, "initial"): "-10.00"}  # the ace is never low


# --- 22.5 shuffle and cut --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("method", "cut"), [("manual", True), ("automated", False)])
def test_22_5_cards_are_cut_unless_a_device_shuffled_them(method, cut):
    found = war("1 initial 10.00", "Qs 9d", shuffle_method=method)
    assert ("cut" in found.asked) is cut
    assert found.asked.index("shuffle") < found.asked.index("burn") < found.asked.index("take-wagers")


@pytest.mark.parametrize(("taken", "recut"), [(9, True), (10, False), (302, False), (303, True)])
def test_22_5_ten_cards_from_either_end(taken, recut):
    wrong = ({"before_card": 1, "what": "improper-cut", "taken": taken},)
    if recut:
        assert war("1 initial 10.00", "Qs 9d", wrong=wrong).asked.count("cut") == 2
        return
    with pytest.raises(TranscriptError, match="leads to nothing that the rules remedy"):
        war("1 initial 10.00", "Qs 9d", wrong=wrong)


@pytest.mark.parametrize(("shoe", "shuffled"), [("", True), ("4As 4Ks 4Qs 4Js 4Ts 4Qd 4Kd 49d", False)])
def test_22_5_shuffled_when_play_begins_or_a_shoe_is_finished(shoe, shuffled):
    found = war("1 initial 10.00", "Qs 9d", opening={SHOE: shoe, CUTTING_CARD: "3"})
    assert ("shuffle" in found.asked) is shuffled


def test_22_5_the_marking_card_goes_a_quarter_from_the_back():
    state = war("1 initial 10.00", "Qs 9d").play.next_opening.state
    assert state[CUTTING_CARD] == "78"


def many_rounds(rounds: int, **options: object):
    """Rounds at one table, each opened as the one before left it."""
    table = open_table("casino-war", settings=Settings({k.replace("_", "-"): v for k, v in options.items()}))
    bots, opening, games = bots_at(table, "always-war", 3, SeededChance(7)), Opening(), []
    for _ in range(rounds):
        games.append(play(Round(table, Felt.opened(opening), dict.fromkeys((1, 2, 3), 0)), bots))
        opening = games[-1].next_opening
    return games


def test_22_5_the_shoe_lasts_until_the_cutting_card_and_the_round_is_finished():
    games = many_rounds(120, decks="1")
    shuffled = [any(e.request.name == "shuffle" for e in g.entries) for g in games]
    assert shuffled[0]
    assert 5 < sum(shuffled) < 60
    left = 0
    for g, fresh in zip(games, shuffled, strict=True):
        drawn = sum(e.request.name == "draw" for e in g.entries)
        unseen = sum(e.request.number for e in g.entries if e.request.name.startswith("burn"))
        left = (52 if fresh else left) - drawn - unseen
        state = g.next_opening.state
        out = not state[SHOE]
        assert out is (left < 13)  # a card from behind the cutting card, a quarter of 52 deep, was dealt
        if not out:
            assert read_shoe(state[SHOE]).total() - int(state["burned"]) == left


def test_22_5_no_card_comes_more_often_than_the_shoe_holds_it():
    seen: Counter[str] = Counter()
    for g in many_rounds(60, decks="2"):
        if any(e.request.name == "shuffle" for e in g.entries):
            seen.clear()
        seen.update(e.answer.card for e in g.entries if e.request.name == "draw")
        assert max(seen.values()) <= 2


# --- 22.6 wagers -----------------------------------------------------------------------------------------------------


def test_22_6_a_tie_wager_goes_only_with_an_initial_wager():
    at = Round(open_table("casino-war"))
    verify_bets(at, (Wager(1, "initial", 1000), Wager(1, "tie", 200)), (), cite("22.6"))
    with pytest.raises(WagerRefused, match="only with an initial wager"):
        verify_bets(at, (Wager(1, "tie", 200),), (), cite("22.6"))


def test_22_6_the_tie_wager_may_be_left_out():
    table = open_table("casino-war", settings=Settings({"tie-wager-offered": "no"}))
    assert list(table.layout) == ["initial", "war"]
    with pytest.raises(WagerRefused):
        table.place("tie")


def test_22_6_a_war_wager_before_the_deal_is_refused():
    with pytest.raises(WagerRefused, match="only after a tie"):
        verify_wager(Round(open_table("casino-war")), Wager(1, "war", 1000))


def test_22_6_spoken_wagers_are_refused():
    with pytest.raises(WagerRefused, match="nothing but chips"):
        verify_wager(Round(open_table("casino-war")), Wager(1, "initial", 1000, verbal="confirmed"))


def test_22_6_a_late_wager_goes_back():
    late = {"before_card": 2, "what": "late-wager", "seat": 2, "wager": "initial", "amount": "10.00"}
    found = war("1 initial 10.00", "Qs 9d", wrong=(late,))
    assert (found.result[2, "initial"], found.cite[2, "initial"]) == ("void", "R-22.6-closing")


# --- 22.7 the deal ---------------------------------------------------------------------------------------------------


def test_22_7_one_card_face_up_to_each_player_then_to_the_dealer():
    found = war("1 initial 10.00, 3 initial 10.00", "Qs 4c 9d")
    assert areas(found) == ["seat:1", "seat:3", "dealer"]
    assert {e.request.face for e in found.play.entries if e.request.name == "draw"} == {"up"}
    assert found.called == ["No more bets"]
    assert found.asked.index("announce") < found.asked.index("draw")


# --- 22.8 the round: the worked examples of the dossier --------------------------------------------------------------


def test_22_8_example_1_a_higher_card_wins():
    assert war("1 initial 10.00", "Qs 9d").net == {(1, "initial"): "10.00"}


def test_22_8_example_2_surrender():
    found = war(TIED, "7s 7d", "1 surrender")
    assert found.net == {(1, "tie"): "20.00", (1, "initial"): "-5.00"}
    assert found.cite[1, "initial"] == "R-22.8-surrender"
    assert areas(found) == ["seat:1", "dealer"]
    assert "burn-for-war" not in found.asked  # no war: no card is burned


def test_22_8_example_3_a_lost_war():
    found = war(TIED, "7s 7d 4c Jd", "1 war 10.00")
    assert found.net == {(1, "tie"): "20.00", (1, "initial"): "-10.00", (1, "war"): "-10.00"}


def test_22_8_example_4_a_won_war():
    found = war(TIED, "7s 7d Kc 5d", "1 war")
    assert found.net == {(1, "tie"): "20.00", (1, "initial"): "0.00", (1, "war"): "10.00"}
    assert found.result[1, "initial"] == "push"


@pytest.mark.parametrize(("bonus", "earned"), [("initial-x1", "10.00"), ("none", None)])
def test_22_8_example_5_equal_war_cards(bonus, earned):
    found = war(TIED, "7s 7d 8c 8d", "1 war", war_tie_bonus=bonus)
    assert (found.net[1, "initial"], found.net[1, "war"]) == ("0.00", "10.00")
    assert found.net.get((1, "war-tie-bonus")) == earned
    assert found.asked.count("ask") == 1  # no second war


def test_22_8_example_6_one_surrenders_and_one_goes_to_war():
    found = war("1 initial 10.00, 2 initial 10.00", "7s 7c 7d 4c 2d", "1 surrender, 2 war")
    assert areas(found) == ["seat:1", "seat:2", "dealer", "seat:2", "dealer"]
    assert found.net == {(1, "initial"): "-5.00", (2, "initial"): "0.00", (2, "war"): "10.00"}
    burned = [e.request.number for e in found.play.entries if e.request.name == "burn-for-war"]
    assert burned == [3]


def test_22_8_example_8_a_war_wager_is_exactly_the_initial_wager():
    for amount in ("5.00", "20.00"):
        with pytest.raises(WagerRefused, match=r"war of .* refused"):
            war(TIED, "7s 7d 4c Jd", f"1 war {amount}")


def test_22_8_example_9_half_of_five_dollars():
    assert war("1 initial 5.00", "7s 7d", "1 surrender").net == {(1, "initial"): "-2.50"}


@pytest.mark.parametrize(("chip", "amount", "taken"), [("0.25", 25, False), ("0.25", 50, True), ("0.50", 50, True)])
def test_22_8_an_initial_wager_can_be_halved_to_the_cent(chip, amount, taken):
    at = Round(open_table("casino-war", settings=Settings({"smallest-chip": chip})))
    if taken:
        verify_wager(at, Wager(1, "initial", amount))
    else:
        with pytest.raises(WagerRefused):
            verify_wager(at, Wager(1, "initial", amount))
    verify_bets(at, (Wager(1, "initial", 1000), Wager(1, "tie", 25 if chip == "0.25" else 50)), (), cite("22.6"))


NETS = [
    # first cards, choice, war cards, bonus on, bonus off: the net result table of the dossier
    ("Qs 9d", "", "", "10.00", "10.00"),
    ("9s Qd", "", "", "-10.00", "-10.00"),
    ("9s 9d", "1 surrender", "", "-5.00", "-5.00"),
    ("9s 9d", "1 war", "Qc Jc", "10.00", "10.00"),
    ("9s 9d", "1 war", "Jc Jc", "20.00", "10.00"),
    ("9s 9d", "1 war", "Tc Jc", "-20.00", "-20.00"),
]


@pytest.mark.parametrize(("first", "choice", "second", "bonus_on", "bonus_off"), NETS)
def test_22_8_net_results(first, choice, second, bonus_on, bonus_off):
    for option, net in (("initial-x1", bonus_on), ("none", bonus_off)):
        found = war("1 initial 10.00", f"{first} {second}", choice, war_tie_bonus=option).net
        assert sum(float(n) for n in found.values()) == float(net)


@pytest.mark.parametrize(("burn", "burned"), [("3-once", 3), ("3-before-each-card", 9)])
def test_22_8_cards_burned_for_a_war(burn, burned):
    wagers = "1 initial 10.00, 2 initial 10.00"
    found = war(wagers, "7s 7c 7d 4c 5c 2d", "1 war, 2 war", war_burn=burn)
    times = [e.request.number for e in found.play.entries if e.request.name == "burn-for-war"]
    assert sum(times) == burned
    assert int(found.play.next_opening.state["burned"]) == burned + 1  # and one after the shuffle


def test_22_8_cards_burned_for_a_war_are_not_listed():
    with pytest.raises(TranscriptError, match=r"left over in cards.*burned unseen are not listed"):
        war("1 initial 10.00", "7s 7d 2c 3c 4c 9d 5d", "1 war")


def test_22_8_war_cards_are_compared_with_war_cards_only():
    found = war("1 initial 10.00, 2 initial 10.00", "7s 7c 7d 2c 9c 2d", "1 war, 2 war")
    assert found.net[1, "war"] == found.net[1, "war-tie-bonus"] == "10.00"
    assert found.net[2, "war"] == "10.00"
    assert (2, "war-tie-bonus") not in found.net


def test_22_8_settlement_runs_counterclockwise():
    found = war("1 initial 10.00, 2 initial 10.00, 5 initial 10.00", "Qs 2c Kc 9d")
    assert list(found.net) == [(5, "initial"), (2, "initial"), (1, "initial")]


def test_22_8_the_tie_wager_is_settled_on_the_first_cards_whatever_follows():
    for cards, choice in (("7s 7d", "1 surrender"), ("7s 7d 2c 3c", "1 war"), ("7s 7d Kc 3c", "1 war")):
        assert war(TIED, cards, choice).net[1, "tie"] == "20.00"
    assert war(TIED, "8s 7d").net[1, "tie"] == "-2.00"


# --- 22.9 payout odds ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("row", "less"), [("initial", "9 to 10"), ("war", "9 to 10"), ("tie", "9 to 1")])
def test_22_9_no_wager_is_paid_at_less(row, less):
    with pytest.raises(HouseRuleError, match="the minimum is"):
        open_table("casino-war", settings=Settings(pay_table={row: less}))


@pytest.mark.parametrize(
    ("printed", "conforms"), [("10 to 1", True), ("win 10", True), ("10 for 1", False), ("10:1", False)]
)
def test_22_9_odds_in_print_say_to_or_win(printed, conforms):
    found = check(f'[[table]]\ngame = "casino-war"\nprinted-odds = {{ tie = "{printed}" }}\n'.encode())
    assert [violation.cite.reading for violation in found] == ([] if conforms else ["R-22.9-printing"])


@pytest.mark.parametrize(("odds_given", "allowed"), [("9", False), ("10", True), ("11", True), ("ten", False)])
def test_22_9_the_tie_wager_pays_ten_to_one_or_more(odds_given, allowed):
    if allowed:
        net = war(TIED, "7s 7d", "1 surrender", tie_odds=odds_given).net
        assert net[1, "tie"] == f"{2 * int(odds_given)}.00"
    else:
        with pytest.raises(HouseRuleError) as fault:
            open_table("casino-war", settings=Settings({"tie-odds": odds_given}))
        assert fault.value.by.reading == "R-22.9-least"


def test_22_9_odds_are_stated_with_to():
    with pytest.raises(HouseRuleError, match='stated with "for"') as fault:
        open_table("casino-war", settings=Settings(pay_table={"tie": "11 for 1"}))
    assert fault.value.by.reading == "R-22.9-printing"


def test_22_9_better_odds_are_paid():
    table = open_table("casino-war", settings=Settings(pay_table={"war": "2 to 1"}))
    assert table.house.pays["war"].pays == 2


# --- 22.10 irregularities --------------------------------------------------------------------------------------------


def test_22_10_one_card_face_up_is_not_used_a_second_voids_all():
    one = ({"before_card": 1, "what": "card-found-face-up"},)
    found = war("1 initial 10.00", "As Qs 9d", wrong=one)
    assert found.net == {(1, "initial"): "10.00"}
    assert found.play.table.felt.rack[0] == "As"
    two = (*one, {"before_card": 3, "what": "card-found-face-up"})
    found = war("1 initial 10.00", "As Qs Ad", wrong=two)
    assert found.result == {(1, "initial"): "void"}
    assert found.play.next_opening.state[SHOE] == ""  # reshuffled before the next round


def test_22_10_a_card_drawn_in_error_unseen_is_the_next_card():
    found = war("1 initial 10.00", "Qs 9d", wrong=({"before_card": 2, "what": "card-drawn-in-error"},))
    assert found.net == {(1, "initial"): "10.00"}
    assert found.remedied_by == {"card-drawn-in-error": "R-22.10-in-error"}


def test_22_10_an_exposed_card_goes_to_the_next_position():
    found = war("1 initial 10.00", "Qs 9d", wrong=({"before_card": 2, "what": "card-exposed-in-error"},))
    assert found.play.table.felt.rack == ["Qs", "9d"]
    assert found.remedied_by == {"card-exposed-in-error": "R-22.10-exposed"}


@pytest.mark.parametrize("cards", ["Qs 9d Kd", "Qs 9d"])
def test_22_10_an_exposed_card_with_no_position_left_is_burned(cards):
    found = war("1 initial 10.00", cards, wrong=({"before_card": 3, "what": "surplus-card-exposed"},))
    assert found.net == {(1, "initial"): "10.00"}
    assert found.remedies["surplus-card-exposed"] == "the card is burned"
    rack = found.play.table.felt.rack
    assert rack == (["Kd", "Qs", "9d"] if cards.endswith("Kd") else ["Qs", "9d"])


def test_22_10_a_player_with_no_card_or_two_has_a_void_hand():
    wrong = ({"before_card": 4, "what": "player-wrong-number", "seat": 1, "cards": 2},)
    found = war("1 initial 10.00, 1 tie 2.00, 2 initial 10.00", "Qs Kc 9d", wrong=wrong)
    assert found.result == {(1, "initial"): "void", (1, "tie"): "void", (2, "initial"): "win"}


def test_22_10_a_dealer_without_a_card_is_dealt_it_before_comparing():
    found = war("1 initial 10.00", "Qs 9d", wrong=({"before_card": 2, "what": "dealer-no-card"},))
    assert found.net == {(1, "initial"): "10.00"}
    assert found.remedied_by == {"dealer-no-card": "R-22.10-dealer-none"}


def test_22_10_two_cards_to_the_dealer_void_all_hands():
    wrong = ({"before_card": 3, "what": "dealer-wrong-number", "cards": 2},)
    found = war("1 initial 10.00, 1 tie 2.00", "Qs 9d", wrong=wrong)
    assert set(found.result.values()) == {"void"}
    assert found.play.next_opening.state[SHOE] == ""


def test_22_10_a_misdeal_in_the_war_voids_that_hand():
    wrong = ({"before_card": 7, "what": "player-wrong-number", "seat": 2, "cards": 0},)
    wagers = "1 initial 10.00, 2 initial 10.00"
    found = war(wagers, "7s 7c 7d 9c 4c 2d", "1 war, 2 war", wrong=wrong)
    assert found.result[2, "initial"] == found.result[2, "war"] == "void"
    assert found.net[1, "war"] == "10.00"


@pytest.mark.parametrize(
    ("number", "late", "burned", "words"),
    [
        (2, False, 3, "1 more are burned"),
        (0, False, 3, "3 more are burned"),
        (2, True, 2, "the cards stand"),
        (4, False, 4, "the cards stand"),
    ],
)
def test_22_10_a_wrong_number_burned(number, late, burned, words):
    wrong = ({"before_card": 3, "what": "wrong-number-burned", "number": number, "late": late},)
    found = war("1 initial 10.00", "7s 7d 4c Jd", "1 war", wrong=wrong)
    assert words in found.remedies["wrong-number-burned"]
    assert int(found.play.next_opening.state["burned"]) == 1 + burned


def test_22_10_the_shoe_runs_out():
    wrong = ({"before_card": 3, "what": "insufficient-cards"},)
    found = war("1 initial 10.00", "7s 7d 4c Jd", "1 war", wrong=wrong)
    assert found.net == {(1, "initial"): "-10.00", (1, "war"): "-10.00"}
    assert found.remedied_by == {"insufficient-cards": "R-22.10-shoe-empty"}
    at = found.asked.index("refill-shoe")
    assert found.asked[at : at + 3] == ["refill-shoe", "cut", "burn"]


def test_22_10_a_shoe_that_is_really_empty_is_filled_with_the_discards():
    table = open_table("casino-war", settings=Settings({"decks": "1"}))
    opening = Opening({SHOE: "1As 1Kd", CUTTING_CARD: "13"})
    bots = bots_at(table, "always-war", 2, SeededChance(1))
    played = play(Round(table, Felt.opened(opening), {1: 0, 2: 0}), bots)
    assert [r.what for r in played.table.felt.remedies] == ["insufficient-cards"]
    assert played.next_opening.state[SHOE] == ""  # the cutting card is out: shuffled before the next round


def test_22_10_a_player_who_leaves_after_a_tie_surrenders():
    wrong = ({"before_decision": 1, "what": "player-left"},)
    found = war("1 initial 10.00", "7s 7d", wrong=wrong)
    assert found.net == {(1, "initial"): "-5.00"}
    assert found.remedied_by == {"player-left": "R-22.10-player-leaves"}


def test_22_10_shuffling_devices():
    jam = ({"before_card": 1, "what": "shuffler-jam"},)
    assert war("1 initial 10.00", "Qs 9d", wrong=jam, shuffle_method="automated").asked.count("shuffle") == 2
    left = ({"before_card": 1, "what": "device-not-removed"},)
    assert war("1 initial 10.00", "Qs 9d", wrong=left).remedied_by == {"device-not-removed": "R-22.10-shuffler"}


# --- disputes, basis, dates ------------------------------------------------------------------------------------------


def test_22_8_a_dispute_about_a_won_war():
    done = (
        {"seat": 1, "wager": "initial", "paid": "10.00"},
        {"seat": 1, "wager": "war", "paid": "10.00"},
        {"seat": 1, "wager": "war-tie-bonus", "paid": "10.00"},
    )
    found = war("1 initial 10.00", "7s 7d Kc 5d", "1 war", done=done).json["differences"]
    assert {(d["wager"], d["required"]) for d in found} == {("initial", "0.00"), ("war-tie-bonus", "0.00")}


def test_22_8_the_basis_shows_everywhere():
    required = war(TIED, "7s 7d 8c 8d", "1 war").json["required"]
    assert {r["basis"] for r in required} == {"reconstructed"}
    assert {line.basis for line in odds("casino-war").values()} == {"reconstructed"}
    assert {law.basis(cite(f"22.{n}"), date(2012, 3, 19)) for n in range(1, 11)} <= {"parallel", "reconstructed"}


def test_22_8_before_the_game_is_known_there_is_none():
    with pytest.raises(EditionError):
        open_table("casino-war", date(1985, 1, 1))
    assert war("1 initial 10.00", "Qs 9d", as_of="2008-07-21").json["required"][0]["cite"] == "19:47-22.9"


def test_22_8_strategies_decide_at_the_table():
    table = open_table("casino-war")
    for name, choice in (("always-war", "war"), ("always-surrender", "surrender"), ("optimal", "war")):
        at = Round(table)
        at.felt.shoe.update(dict.fromkeys(["2c", "9d", "Kh"], 24))
        at.felt.draw("9d", "dealer", up=True)
        assert STRATEGIES.named[name](None, at).choice == choice


def test_22_8_a_war_wager_before_the_deal_gets_no_hand():
    told_first = 'game = "casino-war"\nwagers = [{ seat = 1, wager = "war", amount = "10.00" }'
    with pytest.raises(TranscriptError, match="left over"):
        rule_on(read_transcript(f'{told_first}]\ncards = "7s 7d"'.encode()))
    beside = f'{told_first}, {{ seat = 2, wager = "initial", amount = "10.00" }}]\ncards = "7s 9d"'
    verdict = rule_on(read_transcript(beside.encode())).to_dict()
    assert [(r["seat"], r["wager"], r["result"]) for r in verdict["required"] if r["seat"] == 2] == [
        (2, "initial", "lose")
    ]
    assert "only after a tie" in str(verdict)
