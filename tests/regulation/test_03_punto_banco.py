"""Baccarat-punto banco by paragraph: N.J.A.C. 19:47-3."""

from collections import Counter
from datetime import date

import pytest

from nomorebets.compliance.check import check
from nomorebets.errors import EditionError, HouseRuleError, RulesError, TranscriptError
from nomorebets.games import open_table
from nomorebets.games.baccarat.settlement import passes
from nomorebets.hands.baccarat import BANKER_TABLE, DRAWING_TABLE, PLAYER_TABLE, coup_of, point_count, value
from nomorebets.procedures.shoe_text import shoe_text
from nomorebets.regulation import cite, law
from nomorebets.table import Settings
from nomorebets.table.house import required_notices, required_signs
from nomorebets.table.record import record_of
from shoes import Shoe, cards, told

KINDS = ("player", "banker", "tie", "cards-4", "cards-5", "cards-6", "bonus-player", "bonus-banker")
ALL = ", ".join(f"1 {kind} 10" for kind in KINDS)
OFFERED = 'offer-cards-456 = "on", offer-bonus = "on"'


def punto(drawn, wagers="1 player 10", more="", as_of="", house="") -> Shoe:
    return told("punto-banco", drawn, wagers, more, as_of, house)


def wrong(what, before, **facts) -> str:
    extra = "".join(f", {k} = {str(v).lower() if isinstance(v, bool) else v}" for k, v in facts.items())
    return f'irregularities = [{{before_card = {before}, what = "{what}"{extra}}}]'


# --- 3.1: cards, values, counts --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("decks", "allowed"), [("5", False), ("6", True), ("8", True), ("12", True), ("0", False)])
def test_3_1_a_six_decks_or_more(decks, allowed):
    if allowed:
        assert open_table("punto-banco", settings=Settings({"decks": decks})).house.options["decks"] == decks
        return
    with pytest.raises(HouseRuleError) as refused:
        open_table("punto-banco", settings=Settings({"decks": decks}))
    assert str(refused.value.by) == "3.1(a)"
    assert refused.value.accepts == "6 or more"


@pytest.mark.parametrize("decks", ["100", "101"])
def test_3_1_a_names_no_most_and_a_hundred_is_what_anybody_would_count(decks):
    if decks == "100":
        assert open_table("punto-banco", settings=Settings({"decks": decks})).house.options["decks"] == decks
        return
    with pytest.raises(HouseRuleError, match="101 decks are more than a shoe is made of") as refused:
        open_table("punto-banco", settings=Settings({"decks": decks}))
    assert refused.value.accepts == "at most 100"


@pytest.mark.parametrize("face", range(2, 10))
def test_3_1_b_1_two_to_nine_count_their_face(face):
    assert value(f"{face}s") == face


@pytest.mark.parametrize("rank", "TJQK")
def test_3_1_b_2_ten_and_pictures_count_nothing(rank):
    assert value(rank + "d") == 0


def test_3_1_b_3_the_ace_counts_one():
    assert value("Ah") == 1


def test_3_1_b_no_other_card_has_a_value():
    with pytest.raises(KeyError):
        value("1h")


@pytest.mark.parametrize(
    ("hand", "count"), [("As 2s 4s", 7), ("As 2s 9s", 2), ("5s 5s", 0), ("9s 9s 9s", 7), ("Ks", 0), ("9s", 9)]
)
def test_3_1_c_the_left_digit_is_discarded(hand, count):
    """The first two are the examples of (c)1 and (c)2."""
    assert point_count(hand.split()) == count


# --- 3.2: wagers, by the deals of the dossier ------------------------------------------------------------------------

DEALS = {  # cards: player, banker, tie, four, five, six cards, bonus on the player, on the banker; in dollars of 10
    "9 K T 8": (10, -10, -10, 15, -10, -10, 10, -10),  # natural 9 against natural 8
    "4 2 4 7": (-10, 9.5, -10, 15, -10, -10, -10, 10),  # natural 8 against natural 9
    "K 8 8 Q": (0, 0, 80, 15, -10, -10, 0, 0),  # two naturals of 8
    "A 6 3 K 6 9": (-10, 9.5, -10, -10, -10, 20, -10, 20),  # the banker by 5, six cards
    "A 6 5 K": (0, 0, 80, 15, -10, -10, -10, -10),  # 6 and 6, nobody draws
    "2 3 3 K 8": (0, 0, 80, -10, 20, -10, -10, -10),  # 3 against an 8 stays
    "2 2 3 3 4 4": (0, 0, 80, -10, -10, 20, -10, -10),  # 9 and 9 with three cards each are no naturals
    "K Q J K 9 T": (10, -10, -10, -10, -10, 20, 300, -10),  # the player by 9 without a natural
}


@pytest.mark.parametrize("drawn", DEALS)
def test_3_2_a_every_wager_on_the_deals_of_the_dossier(drawn):
    found = punto(drawn, ALL, house=OFFERED).net
    assert [found[1, kind] / 100 for kind in KINDS] == list(DEALS[drawn])


@pytest.mark.parametrize(
    ("drawn", "kind", "paragraph", "result"),
    [
        ("4 2 4 7", "banker", "3.2(a)1i", "win"),
        ("9 K T 8", "banker", "3.2(a)1ii", "lose"),
        ("K 8 8 Q", "banker", "3.2(a)1iii", "void"),
        ("9 K T 8", "player", "3.2(a)2i", "win"),
        ("4 2 4 7", "player", "3.2(a)2ii", "lose"),
        ("K 8 8 Q", "player", "3.2(a)2iii", "void"),
        ("K 8 8 Q", "tie", "3.2(a)3", "win"),
        ("9 K T 8", "tie", "3.2(a)3", "lose"),
        ("9 K T 8", "cards-4", "3.2(a)4", "win"),
        ("9 K T 8", "cards-5", "3.2(a)4", "lose"),
        ("K Q J K 9 T", "bonus-player", "3.2(a)5i", "win"),
        ("9 K T 8", "bonus-player", "R-3.2a5-natural-line", "win"),
        ("4 2 4 7", "bonus-player", "R-3.2a5-loses", "lose"),
        ("K 8 8 Q", "bonus-player", "R-3.2a5-natural-tie", "void"),
    ],
)
def test_3_2_a_each_result_names_its_paragraph(drawn, kind, paragraph, result):
    found = punto(drawn, f"1 {kind} 10", house=OFFERED)
    assert (found.cites[1, kind], found.results[1, kind]) == (paragraph, result)


def test_3_2_a_1_banker():
    assert punto("4 2 4 7", "1 banker 100").net == {(1, "banker"): 9500}


@pytest.mark.parametrize(("drawn", "net"), [("4 2 4 7", 950), ("9 K T 8", -1000), ("K 8 8 Q", 0)])
def test_3_2_a_1_i_ii_iii_higher_lower_equal(drawn, net):
    assert punto(drawn, "1 banker 10").net == {(1, "banker"): net}


def test_3_2_a_1_ii_a_lower_banker_loses():
    assert punto("9 K T 8", "1 banker 10").results == {(1, "banker"): "lose"}


def test_3_2_a_1_iii_equal_counts_are_void():
    assert punto("K 8 8 Q", "1 banker 10").results == {(1, "banker"): "void"}


def test_3_2_a_2_player():
    assert punto("9 K T 8", "1 player 100").net == {(1, "player"): 10000}


def test_3_2_a_2_i_a_higher_player_wins():
    assert punto("9 K T 8").results == {(1, "player"): "win"}


def test_3_2_a_2_ii_a_lower_player_loses():
    assert punto("4 2 4 7").results == {(1, "player"): "lose"}


def test_3_2_a_2_iii_equal_counts_are_void():
    assert punto("K 8 8 Q").results == {(1, "player"): "void"}


@pytest.mark.parametrize(("drawn", "net"), [("K 8 8 Q", 8000), ("9 K T 8", -1000)])
def test_3_2_a_3_the_tie_bet(drawn, net):
    assert punto(drawn, "1 tie 10").net == {(1, "tie"): net}


@pytest.mark.parametrize("offered", ["on", "off"])
def test_3_2_a_4_only_where_the_licensee_offers_it(offered):
    layout = open_table("punto-banco", settings=Settings({"offer-cards-456": offered})).layout
    assert ("cards-4" in layout) is (offered == "on")
    assert "bonus-player" not in layout


def test_3_2_a_4_a_card_dealt_in_error_does_not_count():
    """Natural: a fifth card was drawn, and four were required."""
    found = punto(
        "9 K T 8 5", "1 cards-4 10, 1 cards-5 10", wrong("third-card-to-player", 5, disclosed=False), house=OFFERED
    )
    assert found.net == {(1, "cards-4"): 1500, (1, "cards-5"): -1000}


def test_3_2_a_5_on_either_hand_or_both():
    found = punto("4 2 4 7", "1 bonus-player 10, 1 bonus-banker 10", house=OFFERED)
    assert found.net == {(1, "bonus-player"): -1000, (1, "bonus-banker"): 1000}


@pytest.mark.parametrize("offered", ["on", "off"])
def test_3_2_a_5_is_offered_to_each_player_or_to_nobody(offered):
    wagers, house = "1 bonus-player 10, 4 bonus-banker 10, 14 bonus-player 10", f'offer-bonus = "{offered}"'
    if offered == "on":
        assert {seat for seat, _ in punto("9 K T 8", wagers, house=house).net} == {1, 4, 14}
        return
    with pytest.raises(RulesError, match="bonus-player"):
        punto("9 K T 8", wagers, house=house)


@pytest.mark.parametrize(("to", "cited"), [("everyone", []), ("known patrons", ["3.2(a)5"] * 2)])
def test_3_2_a_5_a_house_that_offers_it_to_some_only_is_found_out(to, cited):
    house = '[[table]]\ngame = "punto-banco"\noptions = { offer-bonus = true, settlement-order = "pay-vig-each" }\n'
    house += f'offered-to = "{to}"\nnotices = {{ settlement-order = true, offer-bonus = true }}'
    assert [str(found.cite) for found in check(house.encode())] == cited


@pytest.mark.parametrize(
    ("drawn", "result"),
    [
        ("9 K K 7", "win"),  # a natural, and the other hand has none
        ("8 7 K K", "win"),  # also where it leads by one
        ("9 K T 8", "win"),  # a natural 9 against a natural 8
        ("8 9 K K", "lose"),  # and the other way round
        ("8 K K 8", "void"),
        ("K 2 2 K 7 K", "win"),  # no natural: 9 against 2
        ("7 K K 7", "lose"),  # none, and no lead
    ],
)
def test_3_2_a_5_i_a_natural_wins_unless_the_other_is_as_good(drawn, result):
    assert punto(drawn, "1 bonus-player 10", house=OFFERED).results == {(1, "bonus-player"): result}


@pytest.mark.parametrize(("lead", "odds"), [(3, None), (4, 1), (5, 2), (6, 4), (7, 6), (8, 10), (9, 30)])
def test_3_2_a_5_i_each_lead_by_table_A(lead, odds):
    """The player draws to 9, the banker to 9 less the lead."""
    drawn = f"K K K K 9 {(9 - lead) or 'K'}"
    net = punto(drawn, "1 bonus-player 10", house=OFFERED).net[1, "bonus-player"]
    assert net == (-1000 if odds is None else odds * 1000)


@pytest.mark.parametrize(("lead", "odds"), [(4, 2), (5, 2), (6, 4), (7, 4), (8, 10), (9, 30)])
def test_3_2_a_5_i_each_lead_by_table_B(lead, odds):
    drawn = f"K K K K 9 {(9 - lead) or 'K'}"
    net = punto(drawn, "1 bonus-player 10", house=OFFERED + ', bonus-paytable = "B"').net[1, "bonus-player"]
    assert net == odds * 1000


def test_3_2_a_5_i_a_natural_is_paid_as_a_natural_whatever_its_lead():
    assert punto("9 K K K", "1 bonus-player 10", house=OFFERED).net == {(1, "bonus-player"): 1000}


@pytest.mark.parametrize(("choice", "net"), [("push", 0), ("lose", -1000)])
def test_3_2_a_5_two_naturals_of_the_same_count(choice, net):
    house = OFFERED + f', bonus-natural-tie = "{choice}"'
    assert punto("K 8 8 Q", "1 bonus-player 10", house=house).net == {(1, "bonus-player"): net}


def test_3_2_a_a_late_wager_goes_back():
    late = 'irregularities = [{before_card = 1, what = "late-wager", seat = 2, wager = "player", amount = "10.00"}]'
    found = punto("9 K T 8", more=late)
    assert found.net == {(1, "player"): 1000, (2, "player"): 0}
    assert ("late-wager", "R-3.2a-closing") in found.remedies


@pytest.mark.parametrize(("verbal", "taken"), [("confirmed", True), ("unconfirmed", False)])
def test_3_2_a_a_spoken_wager_must_be_confirmed(verbal, taken):
    text = f'game = "punto-banco"\ncards = "{cards("9 K T 8")}"\n'
    text += f'wagers = [{{seat = 1, wager = "player", amount = "10.00", verbal = "{verbal}"}}]'
    if taken:
        assert Shoe(text).net == {(1, "player"): 1000}
        return
    with pytest.raises(RulesError) as refused:
        Shoe(text)
    assert refused.value.by.reading == "R-3.2a-form"


@pytest.mark.parametrize(
    ("wager", "drawn", "net"),
    [
        ("player", "9 K T 8", 1500),  # 10 and 5 at even money
        ("player", "4 2 4 7", -1000),  # the coupon is no money of the patron's
        ("banker", "4 2 4 7", 1450),  # vigorish on the 10 won by chips alone
        ("player", "K 8 8 Q", 0),
        ("tie", "K 8 8 Q", 12000),
    ],
)
def test_3_2_a_a_match_play_coupon_is_paid_with_its_wager(wager, drawn, net):
    text = f'game = "punto-banco"\ncards = "{cards(drawn)}"\nhouse = {{ match-play-accepted = "on" }}\n'
    text += f'wagers = [{{seat = 1, wager = "{wager}", amount = "10.00", coupon = "5.00"}}]'
    assert Shoe(text).net == {(1, wager): net}


@pytest.mark.parametrize(("house", "coupon"), [("", "5.00"), ('match-play-accepted = "on"', "5.25")])
def test_3_2_a_a_coupon_the_table_does_not_take(house, coupon):
    """Not taken unless the house does; and in whole chips, which are paid in whole cents at any odds."""
    text = f'game = "punto-banco"\ncards = "{cards("9 K T 8")}"\nhouse = {{ {house} }}\n'
    text += f'wagers = [{{seat = 1, wager = "player", amount = "10.00", coupon = "{coupon}"}}]'
    with pytest.raises(RulesError) as refused:
        Shoe(text)
    assert refused.value.by.reading == "R-3.2a-coupon"


@pytest.mark.parametrize("both", ["on", "off"])
def test_3_2_a_backing_both_hands_is_for_the_house_to_forbid(both):
    if both == "on":
        assert punto("9 K T 8", "1 player 10, 1 banker 10", house='back-both-hands = "on"').net[1, "player"] == 1000
        return
    with pytest.raises(RulesError, match="nobody back both hands"):
        punto("9 K T 8", "1 player 10, 1 banker 10", house='back-both-hands = "off"')


# --- 3.3: odds and vigorish ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stake", "rate", "rounding", "vigorish"),
    [
        ("5.00", 5, "up-to-25c", 25),
        ("5.50", 5, "up-to-25c", 50),
        ("10.00", 5, "up-to-25c", 50),
        ("10.50", 5, "up-to-25c", 75),
        ("0.50", 5, "up-to-25c", 25),
        ("1000.00", 5, "up-to-25c", 5000),
        ("6.00", 4, "up-to-25c", 25),
        ("6.50", 4, "up-to-25c", 50),
        ("10.00", 4, "exact", 40),
        ("11.00", 5, "exact", 55),
    ],
)
def test_3_3_vigorish_is_of_the_amount_won_rounded_up(stake, rate, rounding, vigorish):
    house = f'vig-rate = "{rate}", vig-rounding = "{rounding}", vig-collection = "at-payment"'
    found = punto("4 2 4 7", f"1 banker {stake}", house=house)
    won = int(float(stake) * 100)
    assert found.net == {(1, "banker"): won - vigorish}
    ((taken, _),) = found.asked("take-vigorish")
    assert (taken.amount, taken.marks) == (vigorish, False)
    assert found.play.table.felt.ledger.balance["patron:1"] == won - vigorish


def test_3_3_exact_vigorish_needs_whole_cents():
    with pytest.raises(RulesError, match=r"multiples of \$1"):
        punto("4 2 4 7", "1 banker 10.50", house='vig-rounding = "exact"')


@pytest.mark.parametrize("kind", ["player", "tie", "cards-4", "bonus-banker"])
def test_3_3_no_other_wager_owes_vigorish(kind):
    for drawn in DEALS:
        assert punto(drawn, f"1 {kind} 10", house=OFFERED).asked("take-vigorish") == []


def test_3_3_marked_vigorish_stays_at_the_seat_and_accrues():
    """Two rounds that the banker wins: 50 cents, then 1 dollar more."""
    found = punto("4 2 4 7 4 2 4 7", "3 banker 10, 3 banker 20 @5", house='vig-collection = "deferred"')
    assert found.state["vigorish:3"] == "150"
    assert found.net == {(3, "banker"): 2850}
    ledger = found.play.table.felt.ledger
    assert ledger.balance["vigorish:3"] == 100  # of this round
    assert ledger.total() == 0


def test_3_3_marked_vigorish_is_collected_before_the_reshuffle():
    last = 'opening = {shoe = "in play", cutting-card = "out", last-hand = "1", "vigorish:2" = "325"}'
    found = punto("9 K T 8", "1 player 10", more=last)
    ((collected, _),) = found.asked("collect-marked")
    assert (collected.seat, collected.amount, collected.by.reading) == (2, 325, "R-3.3-vigorish-collection")
    assert "vigorish:2" not in found.state
    assert found.state["shoe"] == ""


def test_3_3_the_least_odds_and_better_ones():
    assert punto("K 8 8 Q", "1 tie 10", house='tie-odds = "9"').net == {(1, "tie"): 9000}
    with pytest.raises(HouseRuleError):
        open_table("punto-banco", settings=Settings({"tie-odds": "7"}))
    with pytest.raises(HouseRuleError, match="the minimum is 1 to 1"):
        open_table("punto-banco", settings=Settings(pay_table={"player": "4 to 5"}))
    with pytest.raises(HouseRuleError, match="for"):
        open_table("punto-banco", settings=Settings(pay_table={"tie": "9 for 1"}))


@pytest.mark.parametrize(("row", "odds", "allowed"), [("9", "20", True), ("9", "19", False), ("7", "12", True)])
def test_3_3_a_bonus_table_of_the_house(row, odds, allowed):
    """Its rows may be set, none below the least of the tables known."""
    options = {"offer-bonus": "on", "bonus-paytable": "custom"}
    settings = Settings(options, {f"bonus.by-{row}": f"{odds} to 1"})
    if allowed:
        assert str(open_table("punto-banco", settings=settings).house.pays[f"bonus.by-{row}"]) == f"{odds} to 1"
        return
    with pytest.raises(HouseRuleError, match="the minimum is 20 to 1"):
        open_table("punto-banco", settings=settings)


# --- 3.5: shuffle, cut, burn -----------------------------------------------------------------------------------------

NEW_SHOE = 'opening = {shoe = ""}'


@pytest.mark.parametrize(("first", "further"), [("A", 1), ("2", 2), ("9", 9), ("T", 10), ("K", 10)])
def test_3_5_the_first_card_decides_how_many_are_burned(first, further):
    found = punto(f"{first} {'5 ' * further} 9 K T 8", more=NEW_SHOE)
    assert found.burned() == 1 + further
    assert found.net == {(1, "player"): 1000}
    assert sum(Counter({k: int(v) for k, v in _held(found.state["shoe"]).items()}).values()) == 416 - 5 - further


def _held(text: str) -> dict[str, str]:
    return {word[-2:]: word[:-2] for word in text.split()}


def test_3_5_a_house_may_burn_none():
    assert punto("9 K T 8", more=NEW_SHOE, house='burn-rule = "none"').burned() == 0


def test_3_5_shuffled_cut_marked_and_burned_before_any_wager():
    entries = [e.request for e in punto("A 5 9 K T 8", more=NEW_SHOE, house='cutoff-from-back = "16"').play.entries]
    names = [getattr(r, "what", "") or getattr(r, "to", "") or r.name for r in entries]
    assert names.index("shuffle") < names.index("cut") < names.index("cutting-card") < names.index("burn")
    assert names.index("burn") < names.index("take-wagers")
    assert next(r.value for r in entries if r.name == "note" and r.what == "cutting-card") == "16"


def test_3_5_the_shoe_lasts_over_rounds():
    found = punto("9 K T 8 4 2 4 7", "1 player 10, 1 banker 10 @5")
    assert len(found.rounds) == 2
    left = _held(found.state["shoe"])
    assert sum(map(int, left.values())) == 408
    assert left["4s"] == "7"


def test_3_5_b_the_reshuffle_option_is_off():
    assert open_table("punto-banco").house.options["reshuffle-option"] == "off"
    with pytest.raises(HouseRuleError):
        open_table("punto-banco", settings=Settings({"reshuffle-option": "on"}))


def test_3_5_c_the_cut_is_offered_to_the_highest_seat():
    found = punto("A 5 9 K T 8", "1 player 10, 7 player 10", more=NEW_SHOE)
    assert [r.what for r, _ in found.asked("attest") if r.by.section == "3.5"] == ["the cut is offered to seat 7 first"]


@pytest.mark.parametrize(("taken", "improper"), [(9, True), (10, False), (406, False), (407, True)])
def test_3_5_f_a_cut_nearer_than_ten_cards_is_made_again(taken, improper):
    told_cut = f'irregularities = [{{before_card = 1, what = "improper-cut", taken = {taken}}}]'
    if improper:
        assert punto("A 5 9 K T 8", more=told_cut).remedies == [("improper-cut", "3.5(f)")]
        return
    with pytest.raises(TranscriptError, match="leads to nothing that the rules remedy"):
        punto("A 5 9 K T 8", more=told_cut)


@pytest.mark.parametrize(("by", "who"), [("last-cutter", "whoever cut last"), ("next-entitled", "the next person")])
def test_3_5_f_who_cuts_again_is_the_licensees_choice(by, who):
    found = punto("A 5 9 K T 8", more=wrong("improper-cut", 1), house=f'recut-by = "{by}"')
    assert who in found.texts[0]


@pytest.mark.parametrize(("day", "cited"), [("1996-05-19", "R-3.5-cut"), ("1996-05-20", "3.5(f)")])
def test_3_5_f_since_1996(day, cited):
    assert punto("A 5 9 K T 8", more=wrong("improper-cut", 1), as_of=day).remedies == [("improper-cut", cited)]
    there_is = "recut-by" in open_table("punto-banco", date.fromisoformat(day)).house.options
    assert there_is is (cited == "3.5(f)")


def test_3_5_f_no_recut_once_a_card_is_dealt():
    with pytest.raises(TranscriptError, match="never came to the irregularity 'improper-cut'"):
        punto("A 5 9 K T 8", more=wrong("improper-cut", 2))


# --- 3.6 and 3.11: the curator ---------------------------------------------------------------------------------------

THREE = "1 tie 10, 2 tie 10, 5 tie 10"


def decided(*lines) -> str:
    return "decisions = [" + ", ".join(f'{{seat = {s}, choose = "{c}"}}' for s, c in lines) + "]"


def test_3_6_b_seat_one_first_then_counterclockwise():
    offered = punto("4 2 4 7", THREE, decided((1, "refuse"), (2, "refuse"))).asked("ask")
    assert [(r.seat, a.choice) for r, a in offered][:3] == [(1, "refuse"), (2, "refuse"), (5, "accept")]


def test_3_6_b_an_empty_seat_one_is_passed_over():
    assert punto("4 2 4 7", "4 tie 10, 9 tie 10").state["curator"] == "4"


@pytest.mark.parametrize(("day", "possible"), [("1998-09-07", False), ("1998-09-08", True)])
def test_3_6_d_the_dealer_as_curator_since_1998(day, possible):
    if possible:
        assert punto("4 2 4 7", THREE, decided((1, "designate-dealer")), day).state["shoe-dealt-by"] == "dealer"
        return
    found = punto("4 2 4 7", THREE, as_of=day)
    assert "designate-dealer" not in found.asked("ask")[0][0].choices


def test_3_6_d_1_whoever_receives_the_shoe_may_designate_the_dealer_anew():
    """Seat 1 has the dealer deal; the banker loses, and seat 2 deals itself."""
    found = punto("9 K T 8", THREE, decided((1, "designate-dealer"), (2, "accept")))
    assert (found.state["curator"], found.state["shoe-dealt-by"]) == ("2", "curator")


def test_3_6_d_1_somebody_to_whom_the_shoe_is_passed_may_name_the_dealer():
    found = punto("9 K T 8", THREE, decided((1, "accept"), (2, "designate-dealer")))
    assert (found.state["curator"], found.state["shoe-dealt-by"]) == ("2", "dealer")
    named = [r for r, _ in found.asked("note") if (r.what, r.value) == ("shoe-dealt-by", "dealer")]
    assert [str(r.by) for r in named] == ["3.6(d)1"]


@pytest.mark.parametrize(("day", "cited"), [("1998-09-07", "R-3.6b-nobody"), ("1998-09-08", "3.6(d)2")])
def test_3_6_d_2_nobody_accepts(day, cited):
    found = punto("4 2 4 7", THREE, decided((1, "refuse"), (2, "refuse"), (5, "refuse")), day)
    assert found.state["curator"] == "dealer"
    notes = [r for r, _ in found.asked("note") if r.what == "curator"]
    assert (notes[0].by.reading or str(notes[0].by)) == cited


@pytest.mark.parametrize(("drawn", "next_curator"), [("9 K T 8", "2"), ("4 2 4 7", "1"), ("K 8 8 Q", "1")])
def test_3_11_a_1_the_shoe_passes_when_the_banker_loses(drawn, next_curator):
    """It may be kept when the Banker's Hand wins or ties."""
    assert punto(drawn, THREE).state["curator"] == next_curator


def test_3_11_a_the_curator_may_pass_it_at_will():
    assert punto("4 2 4 7", THREE, decided((1, "accept"), (1, "pass"))).state["curator"] == "2"


def test_3_11_the_shoe_is_offered_on_counterclockwise():
    found = punto("9 K T 8 9 K T 8", THREE + ", 1 tie 10 @5", decided((1, "accept"), (2, "refuse"), (5, "accept")))
    assert found.rounds[0].next_opening.state["curator"] == "5"
    assert [r.seat for r, _ in found.asked("ask")] == [1, 2, 5, 1]
    assert found.state["curator"] == "1"  # and round the table again


def test_3_11_nobody_wants_it_the_dealer_deals():
    found = punto("9 K T 8", THREE, decided((1, "accept"), (2, "refuse"), (5, "refuse")))
    assert found.state["curator"] == "dealer"


def test_3_11_a_curator_who_misdeals_may_be_made_to_pass():
    found = punto("4 2 4 7", THREE, wrong("curator-ordered-to-pass", 5))
    assert found.remedies == [("curator-ordered-to-pass", "R-3.11-compulsory")]
    assert found.state["curator"] == "2"


def of_curator(what, before, kept=False) -> str:
    """What went wrong with the curator, before a decision; and whether the curator said to keep the shoe."""
    lines = decided((1, "keep")) if kept else ""
    return f'irregularities = [{{before_decision = {before}, what = "{what}"}}]\n{lines}'


@pytest.mark.parametrize(("drawn", "cited"), [("K 8 8 Q", "R-3.11-compulsory"), ("9 K T 8", "3.11(a)1")])
def test_3_11_an_order_told_before_there_was_a_curator_is_carried_out_after_the_round(drawn, cited):
    """A tie, after which the curator would keep the shoe; or a loss, after which it is passed in any case."""
    found = punto(drawn, THREE, of_curator("curator-ordered-to-pass", 1, kept=drawn[0] == "K"))
    assert found.remedies == [("curator-ordered-to-pass", cited)]
    assert found.state["curator"] == "2"


@pytest.mark.parametrize("opening", ["", 'opening = {shoe = "in play", curator = "1"}\n'])
def test_3_11_a_1_a_curator_who_keeps_the_shoe_after_a_loss_passes_it_all_the_same(opening):
    found = punto("9 K T 8", THREE, opening + of_curator("curator-kept-shoe", 1))
    assert found.remedies == [("curator-kept-shoe", "3.11(a)1")]
    assert "seat 1 must pass the shoe" in found.texts[0]
    assert found.state["curator"] == "2"


@pytest.mark.parametrize("drawn", ["4 2 4 7", "K 8 8 Q"])
def test_3_11_a_1_after_a_win_or_a_tie_keeping_it_is_nothing_wrong(drawn):
    with pytest.raises(RulesError, match=r"may keep the shoe \[13:69F-3.11\(a\)1"):
        punto(drawn, THREE, of_curator("curator-kept-shoe", 1))


@pytest.mark.parametrize("drawn", ["4 2 4 7", "9 K T 8"])
@pytest.mark.parametrize("what", ["curator-kept-shoe", "curator-ordered-to-pass"])
def test_3_11_nobody_can_be_ordered_to_pass_a_shoe_that_the_dealer_deals(what, drawn):
    more = decided((1, "refuse"), (2, "refuse"), (5, "refuse")) + f"\n{of_curator(what, 1)}"
    with pytest.raises(RulesError, match="the dealer deals"):
        punto(drawn, THREE, more)


def test_3_11_an_order_told_of_somebody_who_is_only_offered_the_shoe_is_refused():
    more = decided((1, "accept"), (1, "pass")) + f"\n{of_curator('curator-ordered-to-pass', 3)}"
    with pytest.raises(RulesError, match="only offered"):
        punto("4 2 4 7", THREE, more)


def test_3_11_a_curator_who_has_left_has_passed():
    found = punto("4 2 4 7", "2 tie 10, 5 tie 10", 'opening = {shoe = "in play", curator = "3"}')
    assert found.state["curator"] == "5"


# --- 3.7 and 3.8: dealing --------------------------------------------------------------------------------------------


def test_3_7_b_no_more_bets_then_cards():
    assert punto("9 K T 8").called[:2] == ["No More Bets", "Cards"]


def test_3_7_b_both_calls_come_before_the_first_card():
    names = [e.request.name for e in punto("9 K T 8").play.entries]
    first, second = [at for at, name in enumerate(names) if name == "announce"][:2]
    assert names.index("take-wagers") < first < second < names.index("draw")


def test_3_7_c_first_and_third_second_and_fourth_face_up():
    drawn = [(r.to, r.face, a.card[0]) for r, a in punto("9 K T 8").asked("draw")]
    assert drawn == [("player", "up", "9"), ("banker", "up", "K"), ("player", "up", "T"), ("banker", "up", "8")]


def test_3_7_c_a_card_laid_to_the_wrong_hand_belongs_by_its_order():
    found = punto("9 K T 8", more=wrong("card-in-wrong-hand", 5))
    assert found.net == {(1, "player"): 1000}
    assert found.remedies == [("card-in-wrong-hand", "R-3.7c-order-governs")]


SQUEEZE = 'deal-display = "squeeze"'


@pytest.mark.parametrize(("day", "possible"), [("2005-04-03", False), ("2005-04-04", True)])
def test_3_7_d_face_down_since_2005(day, possible):
    if possible:
        faces = {r.face for r, _ in punto("9 K T 8", as_of=day, house=SQUEEZE).asked("draw")}
        assert faces == {"down"}
        return
    with pytest.raises(EditionError, match="it came on 2005-04-04"):
        punto("9 K T 8", as_of=day, house=SQUEEZE)


def handed(found: Shoe) -> list[tuple[int, str, str]]:
    return [(r.seat, r.area, str(r.by)) for r, _ in found.asked("hand-over")]


def test_3_7_d_1_and_2_the_highest_bettors_turn_the_hands():
    found = punto("9 K T 8", "1 player 10, 2 player 30, 3 banker 20, 4 banker 15", house=SQUEEZE)
    assert handed(found) == [(2, "player", "3.7(d)1"), (3, "banker", "3.7(d)2")]


def test_3_7_d_2_the_bankers_hand_after_the_players():
    asked = [e.request for e in punto("9 K T 8", "1 player 5, 2 banker 5", house=SQUEEZE).play.entries]
    named = [getattr(r, "words", "") or getattr(r, "area", "") for r in asked if r.name in ("hand-over", "announce")]
    assert named[2:6] == ["player", "Player's Hand 9", "banker", "Banker's Hand 8"]


def shown_around(found: Shoe, area: str) -> list[tuple[list[str], list[str], str]]:
    """What everybody sees of a hand before and after it is handed over, each time; and what is done next."""
    record = record_of(found.play)
    over = [n for n, e in enumerate(record.entries) if (e.request.name, getattr(e.request, "area", "")) == HANDED[area]]
    seen = [[record.felt(at).seen_by(None)[area] for at in (n, n + 1)] for n in over]
    return [(*pair, record.entries[n + 1].request.name) for pair, n in zip(seen, over, strict=True)]


HANDED = {area: ("hand-over", area) for area in ("player", "banker")}
BOTH = "1 player 10, 2 banker 10"


def test_3_7_d_1_handed_over_covered_given_back_face_up_and_counted():
    found = punto("A 6 3 K 6 9", BOTH, house=SQUEEZE)
    assert shown_around(found, "player")[0] == (["??", "??"], ["As", "3d"], "read-hand")
    assert found.called[2] == "Player's Hand 4"


def test_3_7_d_2_handed_over_covered_given_back_face_up_and_counted():
    found = punto("A 6 3 K 6 9", BOTH, house=SQUEEZE)
    assert shown_around(found, "banker")[0] == (["??", "??"], ["6h", "Kc"], "read-hand")
    assert found.called[3] == "Banker's Hand 6"


def test_3_7_d_3_the_third_card_is_handed_over_covered_and_given_back_face_up():
    before, after, _ = shown_around(punto("A 6 3 K 6 9", BOTH, house=SQUEEZE), "player")[1]
    assert (before, after) == (["As", "3d", "??"], ["As", "3d", "6s"])


def test_3_7_d_4_the_third_card_is_handed_over_covered_and_given_back_face_up():
    before, after, _ = shown_around(punto("A 6 3 K 6 9", BOTH, house=SQUEEZE), "banker")[1]
    assert (before, after) == (["6h", "Kc", "??"], ["6h", "Kc", "9h"])


def test_3_7_d_3_and_4_third_cards_go_to_the_same_persons():
    found = punto("A 6 3 K 6 9", "1 player 10, 2 banker 10", house=SQUEEZE)
    assert handed(found)[2:] == [(1, "player", "3.7(d)3"), (2, "banker", "3.7(d)4")]


def test_3_7_d_4_a_third_card_is_laid_down_covered():
    drawn = punto("A 6 3 K 6 9", "1 player 10, 2 banker 10", house=SQUEEZE).asked("draw")
    assert {r.face for r, _ in drawn} == {"down"}


@pytest.mark.parametrize(
    ("wagers", "seat", "by"),
    [
        ("2 player 30, 7 player 30, 9 player 10", 2, "3.7(d)5"),
        ("7 player 30, 2 player 30", 2, "3.7(d)5"),
        ("2 player 29.50, 7 player 30", 7, "3.7(d)1"),
    ],
)
def test_3_7_d_5_among_equals_the_closest_counterclockwise(wagers, seat, by):
    assert handed(punto("9 K T 8", wagers, house=SQUEEZE))[0] == (seat, "player", by)


@pytest.mark.parametrize(("hand", "other"), [("player", "banker"), ("banker", "player")])
def test_3_7_d_5_of_either_hand_and_of_its_third_card(hand, other):
    wagers = f"3 {other} 10, 7 {hand} 30, 5 {hand} 30, 2 {hand} 20"
    found = handed(punto("A 6 3 K 6 9", wagers, house=SQUEEZE))
    assert [(seat, by) for seat, area, by in found if area == hand] == [(5, "3.7(d)5")] * 2
    assert {seat for seat, area, _ in found if area == other} == {3}


@pytest.mark.parametrize(("choice", "turned"), [("dealer-turns", []), ("other-side-player-may-turn", [(4, "3.7(d)6")])])
def test_3_7_d_6_a_hand_nobody_has_wagered_on(choice, turned):
    found = punto("9 K T 8", "3 player 10, 4 player 20", house=SQUEEZE + f', squeeze-no-wager-hand = "{choice}"')
    assert [(seat, by) for seat, area, by in handed(found) if area == "banker"] == turned
    by_dealer = [r.by.reading for r, _ in found.asked("turn-up") if r.area == "banker"]
    assert by_dealer == ([] if turned else ["R-3.7d6-dealer"])


@pytest.mark.parametrize(("hand", "other"), [("player", "banker"), ("banker", "player")])
def test_3_7_d_6_either_hand_and_its_third_card(hand, other):
    house = SQUEEZE + ', squeeze-no-wager-hand = "other-side-player-may-turn"'
    found = punto("A 6 3 K 6 9", f"5 {other} 10, 6 {other} 20", house=house)
    assert [(seat, by) for seat, area, by in handed(found) if area == hand] == [(6, "3.7(d)6")] * 2


def test_3_7_d_6_only_somebody_with_a_wager_on_the_other_hand():
    house = SQUEEZE + ', squeeze-no-wager-hand = "other-side-player-may-turn"'
    found = punto("A 6 3 K 6 9", "2 tie 20", house=house)
    assert handed(found) == []
    assert [r.area for r, _ in found.asked("turn-up")] == ["player", "banker"] * 2


def test_3_8_a_the_players_count_is_announced_first():
    assert punto("9 K T 8").called[2:4] == ["Player's Hand 9", "Banker's Hand 8"]


@pytest.mark.parametrize(
    ("curator", "option", "day", "first"),
    [
        ((1, "designate-dealer"), "on", "2005-04-04", "banker"),
        ((1, "accept"), "on", "2005-04-04", "player"),
        ((1, "designate-dealer"), "off", "2005-04-04", "player"),
    ],
)
def test_3_8_a_the_banker_first_if_the_dealer_deals_and_a_player_asks(curator, option, day, first):
    lines = [curator, (1, "banker-first")] if first == "banker" else [curator]
    found = punto("9 K T 8", "1 player 10", decided(*lines), day, f'banker-first-on-request = "{option}"')
    assert found.called[2].lower().startswith(first)
    assert any("banker-first" in r.choices for r, _ in found.asked("ask")) is (first == "banker")


def test_3_8_a_the_banker_first_where_the_bettors_turn_the_hands():
    decisions = decided((1, "designate-dealer"), (1, "banker-first"))
    found = punto("9 K T 8", "1 player 10, 2 banker 10", decisions, house=SQUEEZE)
    assert handed(found) == [(2, "banker", "3.7(d)2"), (1, "player", "3.7(d)1")]
    assert found.called[2:4] == ["Banker's Hand 8", "Player's Hand 9"]


def test_3_8_a_before_2005_nobody_could_ask():
    assert "banker-first-on-request" not in open_table("punto-banco", date(2005, 4, 3)).house.options


def test_3_8_b_the_caller_instructs_after_both_counts():
    entries = [e.request for e in punto("2 2 3 3 4 4").play.entries]
    called = [at for at, r in enumerate(entries) if r.name == "announce" and r.by == cite("3.8(a)")]
    instructed = [at for at, r in enumerate(entries) if r.name.startswith("instruct")]
    assert len(called) == len(instructed) == 2
    assert called[1] < instructed[0]


def test_3_8_c_the_players_third_card_before_the_bankers_face_up():
    drawn = [(r.to, r.face) for r, _ in punto("2 2 3 3 4 4").asked("draw")]
    assert drawn[4:] == [("player", "up"), ("banker", "up")]


@pytest.mark.parametrize("drawn", DEALS)
def test_3_8_d_never_more_than_one_further_card(drawn):
    to = Counter(r.to for r, _ in punto(drawn).asked("draw"))
    assert max(to.values()) <= 3


def shoe_of(number: int, behind: int, more: str = "") -> str:
    """A shoe in which the cutting card comes after so many cards."""
    return f'opening = {{shoe = "in play", cutting-card = "{416 - number}"{more}}}'


@pytest.mark.parametrize(
    ("cards_before", "calls"),
    [
        (3, ["hand", "last hand", "hand"]),  # during the first hand
        (0, ["hand", "last hand", "hand"]),  # before its first card: it belongs to that hand
        (4, ["hand", "hand", "last hand", "hand"]),  # right after it: to the next
        (9, ["hand", "hand", "hand", "last hand", "hand"]),
    ],
)
def test_3_8_e_the_hand_is_finished_and_one_more_dealt(cards_before, calls):
    hands = sum(call == "hand" for call in calls)
    found = punto(" ".join(["9 K T 8"] * hands), more=shoe_of(cards_before, 14))
    heard = ["last hand" if c == "last hand" else "hand" for c in found.called if c in ("last hand", "No More Bets")]
    assert heard == calls
    assert found.state["shoe"] == ""  # no more cards until the reshuffle
    assert len(found.rounds) == hands


def test_3_8_e_after_the_last_hand_the_cards_are_shuffled():
    """The third hand begins with a shuffle, a cut and a burn."""
    found = punto("9 K T 8 9 K T 8 A 5 9 K T 8", more=shoe_of(2, 14))
    assert [e.request.name for e in found.play.entries][:2] == ["shuffle", "attest"]
    assert found.burned() == 2


# --- 3.9: the drawing tables, cell by cell ---------------------------------------------------------------------------


@pytest.mark.parametrize("natural", ["8 K K K", "9 K K K", "K 8 K K", "K 9 K K", "8 9 K K"])
def test_3_9_a_a_natural_on_either_side_ends_the_drawing(natural):
    assert len(punto(natural).asked("draw")) == 4


def test_3_9_a_seven_is_no_natural():
    assert len(punto("7 K K K 5").asked("draw")) == 5  # the banker draws on nothing


@pytest.mark.parametrize("count", range(8))
def test_3_9_b_table_1(count):
    """Draws on 0 to 5, stays on 6 and 7; a banker of 7 stays anyway."""
    two = f"{count or 'K'} 7 K K"
    drawn = len(punto(two + (" K" if count <= 5 else "")).asked("draw"))
    assert drawn == (5 if count <= 5 else 4)
    assert PLAYER_TABLE[count] == ("D" if count <= 5 else "S")


STANDARD = {  # by hand: the columns in which the banker draws; None is no third card
    0: {None, *range(10)},
    1: {None, *range(10)},
    2: {None, *range(10)},
    3: {None, *range(10)} - {8},
    4: {None, 2, 3, 4, 5, 6, 7},
    5: {None, 4, 5, 6, 7},
    6: {6, 7},
    7: set(),
}


@pytest.mark.parametrize("third", [None, *range(10)])
@pytest.mark.parametrize("count", range(8))
def test_3_9_c_table_2_cell_by_cell(count, third):
    """The script, the table as data, and the standard tableau written down once more."""
    draws = third in STANDARD[count]
    assert (DRAWING_TABLE.banker_action(count, third) == "D") is draws
    first_two = "6" if third is None else "K"
    drawn = f"{first_two} {count or 'K'} K K" + ("" if third is None else f" {third or 'K'}") + (" K" if draws else "")
    found = punto(drawn, "1 tie 10").asked("draw")
    assert ([r.to for r, _ in found].count("banker") == 3) is draws


PRINTED = {3: "DDDDDDDDSD", 4: "DSSDDDDDSS", 5: "DSSSSDDDSS", 6: "SSSSSSDDSS"}  # ten letters under eleven headings


@pytest.mark.parametrize("row", PRINTED)
def test_3_9_c_the_printed_row_has_lost_one_letter(row):
    """The table as restored is the printed one with one letter more: R-3.9c-table."""
    whole = BANKER_TABLE[row]
    assert len(whole) == 11
    assert len(PRINTED[row]) == 10
    assert PRINTED[row] in {whole[:at] + whole[at + 1 :] for at in range(11)}
    assert law.reading("R-3.9c-table").basis == "parallel"


def test_3_9_c_the_worked_example_of_g_rules_out_the_other_readings():
    """A banker of 5 draws against a 4: not so if the ten letters were read as the values 0 to 9."""
    assert DRAWING_TABLE.banker_action(5, 4) == "D"
    assert PRINTED[5][4] == "S"
    assert len(punto("2 2 3 3 4 4").asked("draw")) == 6


# --- 3.10: result and settlement -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("drawn", "words"),
    [
        ("9 K T 8", "Player's Hand 9, Banker's Hand 8: Player's Hand wins"),
        ("4 2 4 7", "Player's Hand 8, Banker's Hand 9: Banker's Hand wins"),
        ("K 8 8 Q", "Player's Hand 8, Banker's Hand 8: Tie Hand"),
        ("K K 2 2 4 4", "Player's Hand 6, Banker's Hand 6: Tie Hand"),
    ],
)
def test_3_10_a_the_counts_and_the_winner_are_announced(drawn, words):
    assert punto(drawn).called[-1] == words


@pytest.mark.parametrize(("drawn", "counts"), [("K 8 8 Q", ["natural 8"] * 2), ("6 6 K K", ["6"] * 2)])
def test_3_10_a_on_a_tie_too_both_final_counts_are_read_aloud(drawn, counts):
    asked = [entry.request for entry in punto(drawn).play.entries]
    tie = next(at for at, request in enumerate(asked) if getattr(request, "words", "").endswith("Tie Hand"))
    read = asked[tie - 2 : tie]
    assert [(request.area, request.hand) for request in read] == [("player", counts[0]), ("banker", counts[1])]
    assert all(request.is_aloud for request in read)


def acts(found: Shoe) -> list[tuple[str, int]]:
    """Who is collected from, paid, and gives vigorish, in order."""
    done = []
    for entry in found.play.entries:
        request = entry.request
        if request.name in ("collect", "pay-in-full"):
            done += [({"collect": "lose", "pay-in-full": "pay"}[request.name], r.wager.seat) for r in request.results]
        elif request.name == "take-vigorish":
            done.append(("vig", request.seat))
    return done


FIVE = "1 banker 10, 2 player 10, 4 banker 10, 9 banker 10"
ORDERS = {
    "pay-all-then-vig": [("pay", 9), ("pay", 4), ("pay", 1), ("vig", 9), ("vig", 4), ("vig", 1)],
    "vig-all-then-pay": [("vig", 9), ("vig", 4), ("vig", 1), ("pay", 9), ("pay", 4), ("pay", 1)],
    "pay-vig-each": [("pay", 9), ("vig", 9), ("pay", 4), ("vig", 4), ("pay", 1), ("vig", 1)],
    "vig-pay-each": [("vig", 9), ("pay", 9), ("vig", 4), ("pay", 4), ("vig", 1), ("pay", 1)],
}


@pytest.mark.parametrize("collection", ["at-payment", "deferred"])
@pytest.mark.parametrize("order", ORDERS)
def test_3_10_b_losers_first_then_by_the_procedure_chosen(order, collection):
    found = punto("4 2 4 7", FIVE, house=f'settlement-order = "{order}", vig-collection = "{collection}"')
    assert acts(found) == [("lose", 2), *ORDERS[order]]
    assert found.net[9, "banker"] == 950


@pytest.mark.parametrize(("order", "paragraph"), [(o, f"3.10(b){n}") for n, o in enumerate(ORDERS, 1)])
def test_3_10_b_each_procedure_names_its_paragraph(order, paragraph):
    found = punto("4 2 4 7", FIVE, house=f'settlement-order = "{order}"')
    assert {str(r.by) for r, _ in found.asked("take-vigorish")} == {paragraph}


def test_3_10_b_1_pay_all_then_vigorish():
    assert list(passes("pay-all-then-vig", [3, 1])) == [("pay", 3), ("pay", 1), ("vig", 3), ("vig", 1)]


def test_3_10_b_2_vigorish_all_then_pay():
    assert list(passes("vig-all-then-pay", [3, 1])) == [("vig", 3), ("vig", 1), ("pay", 3), ("pay", 1)]


def test_3_10_b_3_pay_and_vigorish_each():
    assert list(passes("pay-vig-each", [3, 1])) == [("pay", 3), ("vig", 3), ("pay", 1), ("vig", 1)]


def test_3_10_b_4_vigorish_and_pay_each():
    assert list(passes("vig-pay-each", [3, 1])) == [("vig", 3), ("pay", 3), ("vig", 1), ("pay", 1)]


@pytest.mark.parametrize(
    ("paragraph", "day", "basis"),
    [
        ("3.8(e)", date(1980, 4, 28), "reading"),  # amended the day after, content not stated
        ("3.8(e)", date(1980, 4, 29), "text"),
        ("3.5(f)", date(1996, 10, 6), "reading"),  # R.1996 d.478, content not stated
        ("3.5(f)", date(1996, 10, 7), "text"),
        ("3.8(a)", date(2005, 4, 3), "reading"),  # a sentence more
        ("3.8(a)", date(2005, 4, 4), "text"),
        ("3.8(a)", date(2012, 3, 18), "text"),
        ("3.8(a)", date(2012, 3, 19), "parallel"),  # 13:69F-3.8 was not read
        ("3.1(a)", date(2012, 3, 18), "parallel"),  # read in 13:69F only
        ("3.1(a)", date(2012, 3, 19), "text"),
    ],
)
def test_3_how_firm_a_paragraph_is_on_each_day(paragraph, day, basis):
    assert law.basis(cite(paragraph), day) == basis


@pytest.mark.parametrize(("day", "basis"), [(date(1995, 6, 18), "reading"), (date(1995, 6, 19), "text")])
@pytest.mark.parametrize("paragraph", ["3.10(b)1", "3.10(b)4", "3.10(c)", "3.10(c)2"])
def test_3_10_b_read_in_the_text_of_1995(paragraph, day, basis):
    """What R.1995 d.309 changed its note does not say: before that day the section is our reading."""
    assert law.basis(cite(paragraph), day) == basis


def test_3_10_c_any_of_the_four_may_be_chosen():
    option = next(o for o in open_table("punto-banco").game.terms.options if o.id == "settlement-order")
    assert list(option.choices) == list(ORDERS)
    assert str(option.by) == "3.10(c)"


HOUSE = """
[[table]]
id = "PB-1"
game = "punto-banco"
pit = "{pit_1}"
options = {{ settlement-order = "pay-vig-each" }}
notices = {{ settlement-order = true }}
[[table]]
id = "PB-2"
game = "{game}"
pit = "{pit_2}"
options = {{ settlement-order = "{order}" }}
notices = {{ settlement-order = true }}
"""


@pytest.mark.parametrize(
    ("pits", "game", "order", "conforms"),
    [
        (("A", "A"), "punto-banco", "pay-vig-each", True),
        (("A", "A"), "punto-banco", "vig-pay-each", False),
        (("A", "B"), "punto-banco", "vig-pay-each", True),
        (("A", "A"), "minibaccarat", "vig-pay-each", True),  # each game for itself
    ],
)
def test_3_10_c_1_one_procedure_in_a_pit(pits, game, order, conforms):
    found = check(HOUSE.format(pit_1=pits[0], pit_2=pits[1], game=game, order=order).encode())
    assert [str(v.cite) for v in found] == ([] if conforms else ["3.10(c)1"])


def test_3_10_c_2_the_procedure_needs_a_notice():
    table = open_table("punto-banco")
    assert str(required_notices(table.game, table.house)["settlement-order"]) == "3.10(c)2"
    assert "settlement-order" not in required_signs(table.game, table.house)  # written, and not for patrons
    (missing,) = check(b'[[table]]\ngame = "punto-banco"\noptions = { settlement-order = "vig-pay-each" }')
    assert str(missing.cite) == "3.10(c)2"
    assert "the regulator and the surveillance department have no written notice" in missing.what
    assert "30 minutes" in missing.remedy


def notified(notice: str, day: str = "2008-07-21") -> list[str]:
    text = f'as_of = {day}\n[[table]]\ngame = "punto-banco"\noptions = {{ settlement-order = "vig-pay-each" }}\n'
    return [violation.what for violation in check((text + f"notices = {{ settlement-order = {notice} }}").encode())]


@pytest.mark.parametrize(("given", "late"), [("09:30:00", False), ("09:30:01", True), ("10:05:00", True)])
def test_3_10_c_2_thirty_minutes_before_it_is_used(given, late):
    moments = f'{{ states = "vig-pay-each", given = 2008-07-21T{given}, in-use = 2008-07-21T10:00:00 }}'
    assert [("minutes after its notice" in what) for what in notified(moments)] == [True] * late


@pytest.mark.parametrize(
    "notice",
    [
        "{ given = 2008-07-21T09:30:00 }",
        "{ given = 2008-07-21, in-use = 2008-07-22 }",
        "{ given = 2008-07-21T09:30:00Z, in-use = 2008-07-21T10:00:00 }",
        "{ given = 2008-07-21T09:30:00, in-use = 2008-07-21T10:00:00, by = 1 }",
    ],
)
def test_3_10_c_2_a_notice_that_cannot_be_read(notice):
    assert notified(notice) == ["the notice of settlement-order cannot be read"]


def test_3_10_c_2_the_notice_names_the_procedure_in_use():
    wrong_one = '{ states = "pay-vig-each", given = 2008-07-21T09:00:00, in-use = 2008-07-21T10:00:00 }'
    (what,) = notified(wrong_one)
    assert "pay-vig-each; the option in force is vig-pay-each" in what


# --- 3.12: irregularities --------------------------------------------------------------------------------------------


def test_3_12_a_third_card_for_a_player_who_stays_becomes_the_bankers():
    """6 stays, the banker of 5 must draw: the 4 is the banker's."""
    found = punto("6 5 K K 4", "1 banker 10", wrong("third-card-to-player", 5))
    assert found.remedies == [("third-card-to-player", "R-3.12-third-to-player")]
    assert found.called[-1] == "Player's Hand 6, Banker's Hand 9: Banker's Hand wins"
    assert len(found.asked("draw")) == 5


@pytest.mark.parametrize(("banker", "becomes"), [("5", True), ("6", False), ("7", False)])
def test_3_12_only_if_the_banker_must_draw(banker, becomes):
    found = punto(f"6 {banker} K K 4", more=wrong("third-card-to-player", 5, disclosed=False))
    assert ("set-aside" in found.state) is not becomes


@pytest.mark.parametrize("what", ["third-card-to-player", "third-card-to-banker"])
def test_3_12_a_card_dealt_wrongly_that_was_face_up_in_the_shoe_is_gone(what):
    """7 and 7: a third card, a two, was dealt and lay face up in the shoe; two further cards go with it."""
    more = f'irregularities = [{{before_card = 5, what = "{what}"}}, {{before_card = 5, what = "card-found-face-up"}}]'
    found = punto("7 7 K K 2 9 9", more=more)
    assert found.remedies == [("card-found-face-up", "R-3.12-face-up"), (what, "R-3.12-gone")]
    assert found.burned() == 2
    assert found.called[-1] == "Player's Hand 7, Banker's Hand 7: Tie Hand"


@pytest.mark.parametrize(("left", "kept"), [(7, True), (6, False), (5, False)])
def test_3_12_a_card_set_aside_is_let_go_when_the_cutting_card_comes_in_the_hand(left, kept):
    """416 cards. The fifth is dealt to the Player's Hand in error and set aside, and 7 against 7 needs no other; the
    next hand of the same shoe would begin with it."""
    more = wrong("third-card-to-player", 5, disclosed=False)
    more += f'\nopening = {{shoe = "in play", cutting-card = "{416 - left + 1}"}}'
    found = punto("7 7 K K 9", more=more)
    assert bool(found.state.get("set-aside")) is kept


def test_3_12_two_cards_set_aside_open_the_next_hand():
    more = 'irregularities = [{before_card = 5, what = "third-card-to-player", disclosed = false}, '
    more += '{before_card = 6, what = "third-card-to-banker", disclosed = false}]'
    found = punto("7 7 K K 9 2 K K", "1 player 10, 1 player 10 @7", more)
    assert [r.to for r, _ in found.asked("use-set-aside")] == ["player", "banker"]
    assert found.called[-1] == "Player's Hand 9, Banker's Hand 2: Player's Hand wins"


def test_3_12_an_undisclosed_card_opens_the_next_hand():
    """The 9 is the first card of the next Player's Hand."""
    found = punto(
        "7 7 K K 9 K K K", more=wrong("third-card-to-banker", 5, disclosed=False), wagers="1 tie 10, 1 player 10 @6"
    )
    assert found.remedies == [("third-card-to-banker", "R-3.12-undisclosed")]
    assert found.net == {(1, "tie"): 8000, (1, "player"): 1000}
    assert "set-aside" not in found.state


@pytest.mark.parametrize(("left", "kept"), [(6, True), (5, False), (4, False)])
def test_3_12_unless_the_cutting_card_is_seen_or_drawn(left, kept):
    """After the error card it shows at the mouth of the shoe, or has come before it."""
    more = wrong("third-card-to-banker", 5, disclosed=False) + "\n" + shoe_of(left, 14)
    found = punto("7 7 K K 9", more=more)
    assert ("set-aside" in found.state) is kept
    assert ("discarded unseen" in found.texts[0]) is not kept


PROCEDURES = [  # procedure, exposed card, extra for tens, further cards, day, whether the proviso for tens is cited
    ("burn-by-value", "7", "1", 7, "2012-03-19", False),
    ("burn-by-value", "A", "1", 1, "2012-03-19", False),
    ("burn-by-value", "Q", "1", 1, "2008-07-21", True),
    ("burn-by-value", "Q", "10", 10, "2008-07-21", True),
    ("burn-by-value", "Q", None, 0, "2008-07-20", False),
    ("burn-by-value", "7", None, 7, "2006-09-05", False),
    ("burn-one-face-down", "7", None, 1, "2012-03-19", False),
    ("burn-one-face-down", "Q", None, 1, "2012-03-19", False),
    (None, "7", None, 0, "2006-09-04", False),
]


@pytest.mark.parametrize(("procedure", "card", "tens", "further", "day", "by_proviso"), PROCEDURES)
def test_3_12_a_disclosed_card_no_hand_can_use(procedure, card, tens, further, day, by_proviso):
    house = ", ".join(
        filter(
            None,
            [
                procedure and f'exposed-card-procedure = "{procedure}"',
                tens and f'exposed-ten-extra = "{tens}"',
            ],
        )
    )
    found = punto(f"7 7 K K {card} {'5 ' * further}", "1 tie 10", wrong("third-card-to-banker", 5), day, house)
    assert found.burned() == further
    assert found.net == {(1, "tie"): 8000}
    assert found.play.table.felt.rack[0][0] == card  # the disclosed card first
    assert ("R-3.12-disclosed-ten" in dict(found.remedies).values()) is by_proviso
    faces = {r.face for r, _ in found.asked("draw") if r.to == "burn"}
    assert faces <= {"down" if procedure == "burn-one-face-down" else "up"}


@pytest.mark.parametrize("day", ["2006-09-04", "2008-07-20"])
def test_3_12_options_that_had_not_come(day):
    house = 'exposed-card-procedure = "burn-by-value"' if day < "2006-09-05" else 'exposed-ten-extra = "10"'
    with pytest.raises(EditionError):
        punto("9 K T 8", as_of=day, house=house)


def test_3_12_a_simulated_round():
    """The 9 and K against 8 and K: naturals, no third cards; nobody's wager."""
    house = 'exposed-card-procedure = "simulated-round"'
    found = punto("7 7 K K 9 8 K K", "1 tie 10", wrong("third-card-to-banker", 5), house=house)
    simulated = [r.to for r, _ in found.asked("draw")][5:]
    assert simulated == ["simulated:banker", "simulated:player", "simulated:banker"]
    assert found.net == {(1, "tie"): 8000}
    assert len(found.rounds) == 1


@pytest.mark.parametrize(("card", "further"), [("3", 3), ("K", 0), ("A", 1)])
def test_3_12_a_card_found_face_up_goes_with_as_many_as_its_value(card, further):
    found = punto(f"9 {card} {'5 ' * further} K T 8", more=wrong("card-found-face-up", 2))
    assert found.remedies == [("card-found-face-up", "R-3.12-face-up")]
    assert found.burned() == further
    assert found.net == {(1, "player"): 1000}


def test_3_12_a_card_face_up_in_the_last_hand_voids_it():
    last = wrong("card-found-face-up", 2) + '\nopening = {shoe = "in play", cutting-card = "out", last-hand = "1"}'
    found = punto("9 3", more=last)
    assert found.results == {(1, "player"): "void"}
    assert found.state["shoe"] == ""


@pytest.mark.parametrize("told_so", [True, False])
def test_3_12_too_few_cards_make_the_round_void(told_so):
    """As the dealer finds it, or because the shoe is empty."""
    if told_so:
        found = punto("9 K T", more=wrong("insufficient-cards", 4))
    else:
        held = shoe_text(Counter(cards("9 K T").split()))
        found = punto("9 K T", more=f'opening = {{shoe = "{held}", cutting-card = "out", last-hand = "1"}}')
    assert found.results == {(1, "player"): "void"}
    assert found.remedies == [("insufficient-cards", "R-3.12-too-few")]
    assert found.state["shoe"] == ""


@pytest.mark.parametrize(("what", "before"), [("third-card-not-dealt", 5), ("banker-third-card-not-dealt", 6)])
def test_3_12_a_third_card_that_was_forgotten_is_dealt_from_the_next(what, before):
    found = punto("2 2 3 3 4 4", "1 tie 10", wrong(what, before))
    assert found.remedies == [(what, "R-3.12-not-dealt")]
    assert found.net == {(1, "tie"): 8000}


def test_3_12_what_cannot_have_happened_is_refused():
    with pytest.raises(RulesError, match="the hand draws"):
        punto("2 2 3 3 4 4", more=wrong("third-card-to-player", 5))


def test_3_12_a_shuffler_that_jams():
    found = punto("A 5 9 K T 8", more=wrong("shuffler-jam", 1))
    assert found.remedies == [("shuffler-jam", "R-3.12-shuffler")]
    assert len(found.asked("shuffle")) == 2


def test_3_12_a_device_must_leave_before_another_method_is_used():
    found = punto("A 5 9 K T 8", more=wrong("device-not-removed", 1))
    assert found.remedies == [("device-not-removed", "R-3.12-shuffler")]
    assert "removed from the table first" in found.texts[0]


def test_a_dispute_names_what_should_have_been_paid():
    done = 'done = [{seat = 1, wager = "banker", paid = "9.50"}]'
    (difference,) = punto("4 2 4 7", "1 banker 10", done).verdict.differences
    assert (difference.done, difference.required, str(difference.by)) == (950, 950, "3.2(a)1i")
    assert difference.required_as == {"paid": 1000, "returned": 1000}  # and the vigorish is marked


def test_the_coup_of_two_hands():
    coup = coup_of(["2s", "3s", "4s"], ["2h", "3h", "4h"])
    assert (coup.winner, coup.cards, coup.natural("player")) == ("tie", 6, False)
