"""Red dog, section by section: 19:47-6; in 13:69F the sections from 6.7 on are numbered one lower."""

from collections import Counter
from datetime import date

import pytest

from nomorebets.compliance.check import check
from nomorebets.drivers.bots import bots_at
from nomorebets.drivers.chance import SeededChance
from nomorebets.equipment.cards import RANKS
from nomorebets.errors import EditionError, HouseRuleError, TranscriptError, WagerRefused
from nomorebets.games import open_table
from nomorebets.games.red_dog.script import value
from nomorebets.games.red_dog.settlement import Outcome, settle_bet
from nomorebets.games.red_dog.terms import most_raise
from nomorebets.pricing.sheet import odds
from nomorebets.procedures.shoe import CUTTING_CARD, SHOE
from nomorebets.regulation import Citation, cite, law, reading
from nomorebets.table import Round, Settings, Wager, play
from nomorebets.table.acceptance import verify_wager
from nomorebets.table.felt import Felt, Opening
from told import told

BET = "1 bet 10.00"


def dog(cards: str, decisions: str = "", wagers: str = BET, **more):
    return told("red-dog", wagers, cards, decisions, **more)


# --- 6.1 decks and values --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("decks", "allowed"),
    [("1", True), ("12", True), ("100", True), ("0", False), ("101", False), ("two", False), ("8%", False)],
)
def test_6_1_a_one_deck_or_more(decks, allowed):
    if allowed:
        assert dog("7s 8d", decks=decks).play.table.felt.shoe.total() == 52 * int(decks) - 2
    else:
        with pytest.raises(HouseRuleError) as fault:
            open_table("red-dog", settings=Settings({"decks": decks}))
        assert str(fault.value.by) == "6.1(a)"


def test_6_1_a_was_read():
    assert law.basis(cite("6.1(a)"), date(2008, 7, 21)) == "text"
    assert law.basis(cite("6.1(a)"), date(2012, 3, 19)) == "parallel"


def test_6_1_values():
    assert [value(rank + "s") for rank in RANKS] == list(range(2, 15))


def test_6_1_suits_do_not_matter():
    for cards in ("5s 9s 7s", "5c 9d 7h", "5h 9h 7c"):
        assert dog(cards, "1 stand").net == {(1, "bet"): "20.00"}


def test_6_1_a_one_cutting_card_cuts_and_another_marks_the_reshuffle():
    asked = [e.request for e in dog("7s 8d", decks="1").play.entries]
    cut = next(r for r in asked if r.name == "cut")
    marked = next(r for r in asked if r.name == "note" and r.what == CUTTING_CARD)
    assert (cut.by.reading, marked.by.reading) == ("R-6.3-cut", "R-6.3-reshuffle-point")


# --- 6.3 shuffle, cut, shoe ------------------------------------------------------------------------------------------


def test_6_3_shuffle_cut_mark_burn():
    found = dog("7s 8d", decks="2")
    asked = found.asked
    assert asked.index("shuffle") < asked.index("cut") < asked.index("burn") < asked.index("take-wagers")
    assert found.play.next_opening.state[CUTTING_CARD] == "26"
    assert found.play.next_opening.state["burned"] == "1"


@pytest.mark.parametrize(("taken", "recut"), [(9, True), (10, False), (302, False), (303, True)])
def test_6_3_the_cutting_card_goes_ten_cards_from_either_end(taken, recut):
    wrong = ({"before_card": 1, "what": "improper-cut", "taken": taken},)
    if recut:
        assert dog("7s 8d", wrong=wrong).asked.count("cut") == 2
        return
    with pytest.raises(TranscriptError, match="leads to nothing that the rules remedy"):
        dog("7s 8d", wrong=wrong)


def test_6_3_no_burn_where_the_house_has_none():
    assert "burn" not in dog("7s 8d", burn_after_shuffle="0").asked


def rounds_at(rounds: int, **options: object):
    table = open_table("red-dog", settings=Settings({k.replace("_", "-"): v for k, v in options.items()}))
    bots, opening, games = bots_at(table, "optimal", 2, SeededChance(11)), Opening(), []
    for _ in range(rounds):
        games.append(play(Round(table, Felt.opened(opening), {1: 0, 2: 0}), bots))
        opening = games[-1].next_opening
    return games


def test_6_3_the_shoe_lasts_until_the_marking_card_and_the_round_is_finished():
    left, shuffles = 0, 0
    for g in rounds_at(100, decks="1"):
        asked = [e.request.name for e in g.entries]
        if "shuffle" in asked:
            left, shuffles = 51, shuffles + 1
        left -= asked.count("draw")
        assert (g.next_opening.state[SHOE] == "") is (left < 13)
    assert 5 < shuffles < 20  # roughly a dozen rounds to a deck


def test_6_3_the_house_may_reshuffle_after_any_round():
    wrong = ({"before_card": 3, "what": "house-reshuffles"},)
    found = dog("7s 8d", wrong=wrong)
    assert found.play.next_opening.state[SHOE] == ""
    assert found.remedied_by == {"house-reshuffles": "6.3"}
    with pytest.raises(TranscriptError, match="cannot happen at this table"):
        dog("7s 8d", wrong=wrong, reshuffle_at_will="off")


def test_6_3_who_cuts():
    table = open_table("red-dog")
    games = play(Round(table, seats={1: 0, 4: 0}), bots_at(table, "optimal", 1, SeededChance(1)))
    said = [e.request.words if hasattr(e.request, "words") else str(e.request) for e in games.entries]
    assert any("seat 4" in words for words in said)  # the player at the dealer's far right


# --- 6.4 and 6.5 the round -------------------------------------------------------------------------------------------


def test_6_4_first_left_second_right_third_between():
    found = dog("5s 9d 7c", "1 stand")
    draws = [e.request for e in found.play.entries if e.request.name == "draw"]
    assert [d.to for d in draws] == ["first", "second", "third"]
    assert {d.face for d in draws} == {"up"}
    assert found.play.table.felt.rack == ["5s", "7c", "9d"]


VECTORS = [
    # bet, raise, cards, net: the test vectors of the dossier
    ("5s 9d 7c", "1 stand", "20.00"),
    ("2s Ad Kc", "1 raise 10.00", "20.00"),
    ("2s Ad 2c", "1 raise 10.00", "-20.00"),
    ("7s 8d", "", "0.00"),
    ("Qs Qd Qc", "", "110.00"),
    ("Qs Qd Jc", "", "0.00"),
    ("8s Td 9c", "1 raise 4.00", "70.00"),
    ("Ks Td Tc", "1 raise 5.00", "-15.00"),
    ("3s 6d 4c", "1 raise 10.00", "80.00"),
]


@pytest.mark.parametrize(("cards", "decides", "net"), VECTORS)
def test_6_5_test_vectors(cards, decides, net):
    assert sum(float(n) for n in dog(cards, decides).net.values()) == float(net)


PAYS = {1: 5, 2: 4, 3: 2, **dict.fromkeys(range(4, 12), 1)}


@pytest.mark.parametrize("low", range(2, 15))
@pytest.mark.parametrize("high", range(2, 15))
def test_6_5_the_spread_matrix_cell_by_cell(low, high):
    """Every two values, in either order: sequence, pair, or spread with its odds; a value between wins, others lose."""
    if high < low:
        return
    cards = {v: RANKS[v - 2] for v in range(2, 15)}
    first, second = f"{cards[low]}s", f"{cards[high]}d"
    width = high - low - 1
    if width == 0:
        for order in (f"{first} {second}", f"{second} {first}"):
            found = dog(order)
            assert found.called == ["No more bets", "Tie"]
            assert found.net == {(1, "bet"): "0.00"}
        return
    if low == high:
        assert dog(f"{first} {second} {cards[low]}c").net == {(1, "bet"): "110.00"}
        other = cards[low % 13 + 2] if low < 14 else "2"
        assert dog(f"{first} {second} {other}c").net == {(1, "bet"): "0.00"}
        return
    for third in range(2, 15):
        found = dog(f"{second} {first} {cards[third]}c", "1 raise 10.00")
        won = low < third < high
        net = f"{10 * PAYS[width]}.00" if won else "-10.00"
        assert found.net == {(1, "bet"): net, (1, "raise"): net}
        assert f"Spread {width}" in found.called
        assert found.play.table.felt.markers["spread"] == str(width)


def test_6_5_a_row_for_every_spread_that_two_cards_can_have():
    """From one value between them to the eleven between a two and an ace."""
    rows = [*open_table("red-dog").house.pays]
    assert rows == ["bet.three-of-a-kind", *(f"bet.spread-{width}" for width in range(1, 12))]


def test_6_5_twelve_sequences_and_twelve_less_k_pairs_of_spread_k():
    widths = Counter(high - low - 1 for low in range(2, 15) for high in range(low + 1, 15))
    assert widths == {k: 12 - k for k in range(12)}


@pytest.mark.parametrize(
    ("cards", "decides", "called"),
    [
        ("Ks Ad", "", ["No more bets", "Tie"]),
        ("As 2d 5c", "1 stand", ["No more bets", "Spread 11", "No more bets"]),
        ("Ts Td 9c", "", ["No more bets", "Pair"]),
        ("Ts Ts Ts", "", ["No more bets", "Pair"]),
    ],
)
def test_6_5_announcements(cards, decides, called):
    assert dog(cards, decides).called == called


@pytest.mark.parametrize(
    ("amount", "accepted"), [("0.50", True), ("9.50", True), ("10.00", True), ("10.50", False), ("0.25", False)]
)
def test_6_5_a_raise_is_any_amount_up_to_the_bet(amount, accepted):
    if accepted:
        assert dog("5s 9d Ac", f"1 raise {amount}").net[1, "raise"] == f"-{amount}"
    else:
        with pytest.raises(WagerRefused, match=r"raise of .* refused"):
            dog("5s 9d Ac", f"1 raise {amount}")


@pytest.mark.parametrize(
    ("most", "amount", "accepted"), [("1/2", "5.00", True), ("0.5", "5.50", False), ("1", "10.00", True)]
)
def test_6_5_the_house_may_take_smaller_raises_only(most, amount, accepted):
    if accepted:
        assert (1, "raise") in dog("5s 9d Ac", f"1 raise {amount}", raise_max=most).net
    else:
        with pytest.raises(WagerRefused):
            dog("5s 9d Ac", f"1 raise {amount}", raise_max=most)


@pytest.mark.parametrize("most", ["2", "0", "1/0", "-1", "half"])
def test_6_5_a_raise_above_the_bet_cannot_be_offered(most):
    with pytest.raises(HouseRuleError):
        open_table("red-dog", settings=Settings({"raise-max": most}))


def test_6_5_no_raise_before_the_spread_on_a_pair_or_on_a_sequence():
    with pytest.raises(WagerRefused, match="only when a spread is announced"):
        verify_wager(Round(open_table("red-dog")), Wager(1, "raise", 1000))
    for cards in ("7s 8d", "Qs Qd Jc"):
        assert "ask" not in dog(cards).asked


def test_6_5_everybody_shares_the_cards_and_nobody_must_raise():
    found = dog("5s 9d 7c", "1 raise 10.00, 3 stand", "1 bet 10.00, 3 bet 25.00")
    assert found.net == {(3, "bet"): "50.00", (1, "bet"): "20.00", (1, "raise"): "20.00"}
    assert next(iter(found.net)) == (3, "bet")  # counterclockwise


@pytest.mark.parametrize(
    ("row", "pays", "allowed"),
    [("bet.spread-1", "6 to 1", True), ("bet.spread-1", "4 to 1", False), ("bet.three-of-a-kind", "10 to 1", False)],
)
def test_6_5_odds_may_be_better_never_worse(row, pays, allowed):
    house = f'[[table]]\ngame = "red-dog"\nnotices = {{ raise-max = 1 }}\npay-table = {{ "{row}" = "{pays}" }}'
    assert [v.paragraph for v in check(house.encode())] == ([] if allowed else ["13:69F-6.5"])


@pytest.mark.parametrize("before", [1, 3])
def test_6_5_a_wager_after_either_call_goes_back(before):
    late = {"before_card": before, "what": "late-wager", "seat": 2, "wager": "bet", "amount": "10.00"}
    found = dog("5s 9d 7c", "1 stand", wrong=(late,))
    assert (found.result[2, "bet"], found.cite[2, "bet"]) == ("void", "R-6.5-closing")


def test_6_5_odds_are_stated_with_to():
    with pytest.raises(HouseRuleError) as fault:
        open_table("red-dog", settings=Settings(pay_table={"bet.spread-1": "6 for 1"}))
    assert fault.value.by.reading == "R-6.5-printing"


@pytest.mark.parametrize(
    ("verbal", "option", "taken"),
    [("confirmed", "accept", True), ("unconfirmed", "accept", False), ("confirmed", "refuse", False)],
)
def test_6_5_spoken_wagers_only_where_the_house_takes_them(verbal, option, taken):
    at = Round(open_table("red-dog", settings=Settings({"verbal-cash-wagers": option})))
    if taken:
        verify_wager(at, Wager(1, "bet", 1000, verbal=verbal))
    else:
        with pytest.raises(WagerRefused):
            verify_wager(at, Wager(1, "bet", 1000, verbal=verbal))


def test_6_5_a_coupon_is_paid_with_the_bet():
    table = open_table("red-dog", settings=Settings({"match-play-accepted": "on"}))
    bet = Wager(1, "bet", 1000, coupon=500)
    verify_wager(Round(table), bet)
    assert settle_bet(bet, Outcome(apart=3, third_wins=True), table.house).net == 6000
    with pytest.raises(WagerRefused, match="not taken here"):
        verify_wager(Round(open_table("red-dog")), bet)


# --- 6.7 irregularities ----------------------------------------------------------------------------------------------


def test_6_7_a_card_face_up_is_not_used_a_second_voids_the_round():
    one = ({"before_card": 2, "what": "card-found-face-up"},)
    found = dog("5s Kd 9d 7c", "1 stand", wrong=one)
    assert found.net == {(1, "bet"): "20.00"}
    assert found.play.table.felt.rack[0] == "Kd"
    two = (*one, {"before_card": 4, "what": "card-found-face-up"})
    found = dog("5s Kd 9d 7c", "1 stand", wrong=two)
    assert found.result == {(1, "bet"): "void"}


def test_6_7_a_card_drawn_in_error_is_the_next_card():
    found = dog("5s 9d 7c", "1 stand", wrong=({"before_card": 2, "what": "card-drawn-in-error"},))
    assert found.net == {(1, "bet"): "20.00"}
    assert found.remedied_by == {"card-drawn-in-error": "R-6.7-in-error"}


@pytest.mark.parametrize(("choice", "net"), [("keep", "20.00"), ("withdraw", "0.00")])
def test_6_7_a_third_card_exposed_while_raises_are_open(choice, net):
    wagers = "1 bet 10.00, 2 bet 10.00, 3 bet 10.00"
    wrong = ({"before_decision": 2, "what": "third-card-exposed"},)
    found = dog("5s 9d 7c", f"1 raise 10.00, 1 {choice}", wagers, wrong=wrong)
    assert found.net[1, "raise"] == net
    assert {found.net[seat, "bet"] for seat in (1, 2, 3)} == {"20.00"}
    assert (2, "raise") not in found.net  # who had not raised yet may not any more
    assert found.remedied_by == {"third-card-exposed": "R-6.7-exposed-third"}


@pytest.mark.parametrize("cards", ["7s 8d Kc", "7s 8d"])
def test_6_7_a_third_card_on_a_sequence_is_burned(cards):
    found = dog(cards, wrong=({"before_card": 3, "what": "third-card-on-tie"},))
    assert found.net == {(1, "bet"): "0.00"}
    assert "burned" in found.remedies["third-card-on-tie"]
    assert ("Kc" in found.play.table.felt.rack) is cards.endswith("Kc")


def test_6_7_a_third_card_without_asking_for_raises():
    found = dog("5s 9d 7c", wrong=({"before_card": 3, "what": "raise-not-offered"},))
    assert found.net == {(1, "bet"): "20.00"}
    assert "ask" not in found.asked


@pytest.mark.parametrize(("choice", "net"), [("keep", "20.00"), ("withdraw", "0.00")])
def test_6_7_a_wrong_spread_the_cards_govern(choice, net):
    wrong = ({"before_card": 3, "what": "wrong-spread", "number": 4},)
    found = dog("5s 9d 7c", f"1 raise 10.00, 1 {choice}", wrong=wrong)
    assert (found.net[1, "bet"], found.net[1, "raise"]) == ("20.00", net)
    assert found.called == ["No more bets", "Spread 3", "Spread 3", "No more bets"]


def test_6_7_a_raise_on_a_pair_goes_back():
    wrong = ({"before_card": 3, "what": "raise-on-pair", "seat": 1, "amount": "10.00"},)
    found = dog("Qs Qd Qc", wrong=wrong)
    assert found.net == {(1, "raise"): "0.00", (1, "bet"): "110.00"}
    assert found.result[1, "raise"] == "void"


@pytest.mark.parametrize(("third", "net"), [("7c", "20.00"), ("9c", "-10.00")])
def test_6_7_what_a_raise_exceeds_the_bet_by_goes_back(third, net):
    wrong = ({"before_decision": 1, "what": "raise-too-large"},)
    found = dog(f"5s 9d {third}", "1 raise 15.00", wrong=wrong)
    assert (found.net[1, "bet"], found.net[1, "raise"]) == (net, net)
    assert found.remedies["raise-too-large"] == "$5 go back; $10 are settled"


def test_6_7_the_shoe_runs_out():
    wrong = ({"before_card": 3, "what": "insufficient-cards"},)
    found = dog("5s 9d 7c", "1 stand", wrong=wrong)
    assert found.net == {(1, "bet"): "20.00"}
    assert found.remedied_by == {"insufficient-cards": "R-6.7-shoe-empty"}
    assert found.play.table.felt.shoe.total() == 312 - 3


def test_6_7_shuffling_devices():
    jam = ({"before_card": 1, "what": "shuffler-jam"},)
    assert dog("7s 8d", wrong=jam, deal_method="continuous-shuffler").asked.count("shuffle") == 2
    left = ({"before_card": 1, "what": "device-not-removed"},)
    assert dog("7s 8d", wrong=left).remedied_by == {"device-not-removed": "R-6.7-shuffler"}


DISPUTES = [
    # the ruling examples of the dossier: cards, decisions, what was done, what was required
    ("4s 8d 4c", "1 stand", "returned", "10.00", "-10.00"),
    ("As 2d 5c", "1 stand", "returned", "10.00", "10.00"),
    ("Ts Td 9c", "", "collected", "10.00", "0.00"),
]


@pytest.mark.parametrize(("cards", "decides", "what", "amount", "required"), DISPUTES)
def test_6_7_disputes(cards, decides, what, amount, required):
    done = ({"seat": 1, "wager": "bet", what: amount},)
    (found,) = dog(cards, decides, done=done).json["differences"]
    assert (found["required"], found["fault"]) == (required, "dealer")


# --- 6.8 more than one area, 6.9 the continuous shuffler, the numbers of 13:69F --------------------------------------


def test_6_8_a_second_area_only_where_the_house_allows_it():
    with pytest.raises(WagerRefused) as fault:
        dog("7s 8d", wagers="1 bet 10.00, 1 bet:2 5.00")
    assert fault.value.by.reading == "R-6.8-second-area"
    found = dog("5s 9d 7c", "1 raise 10.00, 1 stand", "1 bet 10.00, 1 bet:2 5.00", multiple_areas="2")
    assert found.net == {(1, "bet"): "20.00", (1, "raise"): "20.00", (1, "bet:2"): "10.00"}
    second = dog("5s 9d Kc", "1 stand, 1 raise 5.00", "1 bet 10.00, 1 bet:2 5.00", multiple_areas="2")
    assert second.net == {(1, "bet"): "-10.00", (1, "bet:2"): "-5.00", (1, "raise:2"): "-5.00"}


def test_6_8_the_house_may_allow_up_to_three_areas():
    wagers = "1 bet 10.00, 1 bet:2 5.00, 1 bet:3 20.00"
    assert dog("7s 8d", wagers=wagers, multiple_areas="3").net[1, "bet:3"] == "0.00"
    with pytest.raises(WagerRefused):
        dog("7s 8d", wagers=wagers, multiple_areas="2")
    with pytest.raises(HouseRuleError, match="multiple-areas"):
        open_table("red-dog", settings=Settings({"multiple-areas": "4"}))


def test_6_9_a_continuous_shuffler_deals_every_round_from_the_whole_pack():
    for g in rounds_at(10, deal_method="continuous-shuffler", decks="1"):
        asked = [e.request.name for e in g.entries]
        assert asked.count("shuffle") == 1
        assert not {"cut", "burn", "leave-shoe"} & set(asked)
        assert g.table.felt.shoe.total() == 52 - asked.count("draw")
        assert SHOE not in g.next_opening.state


@pytest.mark.parametrize(
    ("section", "old", "new"),
    [("6.5", "6.5", "6.5"), ("6.7", "6.7", "6.6"), ("6.8", "6.8", "6.7"), ("6.9", "6.9", "6.8")],
)
def test_6_7_the_sections_after_6_6_are_numbered_one_lower_in_13_69f(section, old, new):
    assert cite(section).on(date(2012, 3, 18)) == f"19:47-{old}"
    assert cite(section).on(date(2012, 3, 19)) == f"13:69F-{new}"
    assert Citation.parse(f"13:69F-{new}") == cite(section)


def test_6_7_a_remedy_is_cited_by_the_number_of_its_chapter():
    wrong = ({"before_card": 2, "what": "card-drawn-in-error"},)
    for day, cited in (("2008-07-21", "19:47-6.7"), ("2012-03-19", "13:69F-6.6")):
        (remedy,) = dog("5s 9d 7c", "1 stand", wrong=wrong, as_of=day).json["remedies"]
        assert (remedy["cite"], remedy["reading"], remedy["basis"]) == (cited, "R-6.7-in-error", "parallel")


def test_6_5_the_basis_shows_everywhere():
    assert {r["basis"] for r in dog("5s 9d 7c", "1 stand").json["required"]} == {"reconstructed"}
    assert {line.basis for line in odds("red-dog").values()} == {"reconstructed"}
    assert reading("R-6.5-odds").on(date(2012, 3, 19)) == "13:69F-6.5"


def test_6_5_there_was_no_red_dog_before_1991():
    open_table("red-dog", date(1991, 11, 4))
    with pytest.raises(EditionError):
        open_table("red-dog", date(1991, 11, 3))


@pytest.mark.parametrize(("chip", "most"), [("0.50", 250), ("1", 200)])
def test_6_5_the_most_of_a_raise_is_made_of_whole_chips(chip: str, most: int) -> None:
    table = open_table("red-dog", settings=Settings({"raise-max": "1/2", "smallest-chip": chip}))
    assert most_raise(500, table.house) == most
