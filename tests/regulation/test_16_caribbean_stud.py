"""Caribbean stud, paragraph by paragraph: 19:47-16."""

import itertools
from datetime import date

import pytest

from nomorebets.compliance.check import check
from nomorebets.compliance.signs import signs_at
from nomorebets.errors import DealerError, EditionError, HouseRuleError, RulesError, TranscriptError, WagerRefused
from nomorebets.games import open_table
from nomorebets.games.caribbean_stud.script import RANKING
from nomorebets.hands.poker import five_card_hand
from nomorebets.regulation import cite
from nomorebets.rulings.dispute import play_transcript, rule_on
from nomorebets.rulings.transcript import read_transcript
from nomorebets.table import Round, Settings, Wager
from nomorebets.table.acceptance import verify_bets, verify_wager
from nomorebets.table.cards import Draw
from nomorebets.table.money import show
from nomorebets.table.record import read, record_of, reproduce, write
from told import noticed, remedied

PAIR_OF_NINES = "9c 9d Ah 7s 2h"
NOTHING = "Ac Qd Jh 8s 3c"  # a dealer's hand that does not qualify
ACE_KING = "Ad Kd 5h 4s 3c"  # the dealer qualifies, barely above the lowest
ROYAL = "As Ks Qs Js Ts"


def told(
    hands: dict[int, str],
    dealer: str,
    antes: str = "10.00",
    choose: str = "bet",
    lit: tuple[int, ...] = (),
    more: str = "",
    house: str = "",
    as_of: str = "2000-03-01",
):
    """A round at the automated shoe: one stack of five to each seat, the dealer's last."""
    wagers = [f'{{seat = {s}, wager = "ante", amount = "{antes}"}}' for s in hands]
    wagers += [f'{{seat = {s}, wager = "progressive-payout", amount = "1.00"}}' for s in lit]
    decisions = [f'{{seat = {s}, choose = "{choose}"}}' for s in hands]
    return read_transcript(
        f"""
        game = "caribbean-stud"
        as_of = "{as_of}"
        house = {{ {house} }}
        wagers = [{", ".join(wagers)}]
        cards = "{" ".join(hands.values())} {dealer}"
        {"" if choose == "" else "decisions = [" + ", ".join(decisions) + "]"}
        {more}
        """.encode()
    )


def nets(transcript) -> dict[tuple[int, str], str]:
    return {(r.seat, r.wager): show(r.net) for r in rule_on(transcript).required}


def cites(transcript) -> dict[tuple[int, str], str]:
    return {(r.seat, r.wager): r.by.reading or str(r.by) for r in rule_on(transcript).required}


def requests(transcript) -> list:
    return [entry.request for entry in play_transcript(transcript).entries]


# --- 16.2 and 16.4: the deck, shuffle and cut -----------------------------------------------------------------------


def test_16_2_two_decks_alternate_with_a_shuffler():
    game = play_transcript(told({1: PAIR_OF_NINES}, NOTHING))
    assert game.next_opening.state["deck-in-play"] == "A"
    after = told({1: PAIR_OF_NINES}, NOTHING, more='opening = { deck-in-play = "A" }')
    assert play_transcript(after).next_opening.state["deck-in-play"] == "B"


def test_16_2_one_deck_where_the_cards_are_shuffled_by_hand():
    with pytest.raises(HouseRuleError, match="second-deck = on needs shuffle = automated"):
        open_table("caribbean-stud", None, Settings({"shuffle": "manual", "second-deck": "on"}))
    assert open_table("caribbean-stud", None, Settings({"shuffle": "manual"})).house.options["second-deck"] == "off"


def test_16_2_one_deck_of_52_is_dealt_from():
    game = play_transcript(told({1: PAIR_OF_NINES}, NOTHING))
    assert next(r.decks for r in requests(told({1: PAIR_OF_NINES}, NOTHING)) if r.name == "shuffle") == 1
    assert (len(game.table.felt.rack), game.table.felt.shoe.total()) == (10, 42)


def test_16_4_a_every_round_begins_with_a_shuffle():
    assert requests(told({1: PAIR_OF_NINES}, NOTHING))[1].name == "shuffle"


@pytest.mark.parametrize("method", ["manual", "automated"])
@pytest.mark.parametrize("stands", ["just-opened", "in-play"])
def test_16_4_a_before_play_begins_and_after_every_round_by_hand_or_by_device(method, stands):
    house, more = f'shuffle = "{method}"', f'opening = {{ table = "{stands}" }}'
    asked = requests(told({1: PAIR_OF_NINES}, NOTHING, house=house, more=more))
    assert [r.method for r in asked if r.name == "shuffle"] == [method]
    assert [r.name for r in asked].index("shuffle") < [r.name for r in asked].index("draw")


@pytest.mark.parametrize(("day", "possible"), [(date(2007, 3, 18), False), (date(2007, 3, 19), True)])
def test_16_4_a_pre_shuffled_cards_since_2007(day, possible):
    settings = Settings({"shuffle": "pre-shuffled"})
    if possible:
        assert open_table("caribbean-stud", day, settings).house.options["shuffle"] == "pre-shuffled"
    else:
        with pytest.raises(EditionError, match="2007-03-19"):
            open_table("caribbean-stud", day, settings)


def test_16_4_b_1_a_device_shuffles_no_cut():
    assert "cut" not in [r.name for r in requests(told({1: PAIR_OF_NINES}, NOTHING))]


@pytest.mark.parametrize("shuffle", ["manual", "pre-shuffled"])
def test_16_4_b_2_shuffled_by_hand_or_before_the_cards_are_cut(shuffle):
    told_so = told({1: PAIR_OF_NINES}, NOTHING, house=f'shuffle = "{shuffle}"', as_of="2008-01-01")
    assert [r.name for r in requests(told_so)].count("cut") == 1


def improper_cut(taken):
    more = f'irregularities = [{{ before_card = 1, what = "improper-cut", taken = {taken} }}]'
    return told({1: PAIR_OF_NINES}, NOTHING, house='shuffle = "manual"', more=more)


def test_16_4_c_1_ii_nine_cards_are_cut_again():
    assert [r.name for r in requests(improper_cut(9))].count("cut") == 2


@pytest.mark.parametrize("taken", [10, 51])
def test_16_4_c_1_ii_at_least_ten_cards_are_a_proper_cut(taken):
    with pytest.raises(TranscriptError, match=f"improper-cut, taken = '{taken}' was reported, and leads to nothing"):
        rule_on(improper_cut(taken))


def test_16_4_d_the_supervisor_has_them_recut():
    more = 'irregularities = [{ before_card = 1, what = "improper-cut" }]'
    verdict = rule_on(told({1: PAIR_OF_NINES}, NOTHING, house='shuffle = "manual"', more=more))
    assert [(r.what, str(r.by)) for r in verdict.remedies] == [("improper-cut", "16.4(d)")]


def test_16_4_d_no_recut_once_a_card_is_dealt():
    more = 'irregularities = [{ before_card = 2, what = "improper-cut" }]'
    with pytest.raises(TranscriptError, match="never came to the irregularity 'improper-cut'"):
        rule_on(told({1: PAIR_OF_NINES}, NOTHING, house='shuffle = "manual"', more=more))


@pytest.mark.parametrize(("as_of", "by"), [("1996-05-19", "R-16.4c-before-recut"), ("1996-05-20", "16.4(d)")])
def test_16_4_d_an_improper_cut_before_and_since_the_recut_came(as_of, by):
    more = 'irregularities = [{ before_card = 1, what = "improper-cut" }]'
    transcript = told({1: PAIR_OF_NINES}, NOTHING, house='shuffle = "manual"', more=more, as_of=as_of)
    (found,) = rule_on(transcript).remedies
    assert (found.what, found.by.reading or str(found.by)) == ("improper-cut", by)
    assert [r.name for r in requests(transcript)].count("cut") == 2


# --- 16.5: ranks ------------------------------------------------------------------------------------------------------


def read_as(cards: str) -> tuple[str, str]:
    hand = five_card_hand(cards)
    return hand.category, str(RANKING.by(hand))


@pytest.mark.parametrize(
    ("cards", "category", "paragraph"),
    [
        (ROYAL, "royal-flush", "16.5(b)1"),
        ("Kh Qh Jh Th 9h", "straight-flush", "16.5(b)2"),
        ("4c 4d 4h 4s Ah", "four-of-a-kind", "16.5(b)3"),
        ("2c 2d 2h 3s 3h", "full-house", "16.5(b)4"),
        ("2c 9c 7c Jc Kc", "flush", "16.5(b)5"),
        ("Ac Kd Qh Js Tc", "straight", "16.5(b)6"),
        ("5c 5d 5h 9s Kc", "three-of-a-kind", "16.5(b)7"),
        ("3c 3d 2h 2s Kc", "two-pair", "16.5(b)8"),
        ("2c 2d 7h 9s Kc", "pair", "16.5(b)9"),
        ("Ac Kd Qh Js 9c", "high-card", "16.5(c)"),
        ("Ac 2d 3h 4s 5c", "straight", "16.5(a)"),
        ("Ac 2c 3c 4c 5c", "straight-flush", "16.5(a)"),
        ("Qc Kd Ah 2s 3c", "high-card", "16.5(c)"),
    ],
)
def test_16_5_b_each_hand_and_its_paragraph(cards, category, paragraph):
    assert read_as(cards) == (category, paragraph)


IN_ORDER = (
    ROYAL,
    "Kh Qh Jh Th 9h",
    "Ac 2c 3c 4c 5c",
    "Ac Ad Ah As 2h",
    "2c 2d 2h 2s Ah",
    "Ac Ad Ah Ks Kh",
    "2c 2d 2h 3s 3h",
    "Ac Kc Qc Jc 9c",
    "Ac Kd Qh Js Tc",
    "6c 2d 3h 4s 5c",
    "Ac 2d 3h 4s 5c",
    "Ac Ad Ah 2s 3c",
    "Ac Ad Kh Ks 2c",
    "3c 3d 2h 2s Kc",
    "Ac Ad 4h 3s 2c",
    "2c 2d Ah Ks Qc",
    "Ac Kd Qh Js 9c",
)


@pytest.mark.parametrize(("higher", "lower"), list(itertools.pairwise(IN_ORDER)))
def test_16_5_b_1_to_9_rank_in_this_order(higher, lower):
    assert five_card_hand(higher) > five_card_hand(lower)


@pytest.mark.parametrize("paragraph", range(1, 10))
def test_16_5_b_every_item_is_read_by_its_own_paragraph(paragraph):
    assert f"16.5(b){paragraph}" in RANKING.listed


def test_16_5_b_1_royal_flush():
    assert read_as(ROYAL) == ("royal-flush", "16.5(b)1")


def test_16_5_b_2_king_high_is_the_best_straight_flush():
    assert five_card_hand("Kh Qh Jh Th 9h") > five_card_hand("Qc Jc Tc 9c 8c")


def test_16_5_b_3_aces_are_the_best_four_of_a_kind():
    assert five_card_hand("Ac Ad Ah As 2h") > five_card_hand("Kc Kd Kh Ks Ah")


def test_16_5_b_4_the_three_decide_between_full_houses():
    assert five_card_hand("3c 3d 3h 2s 2h") > five_card_hand("2c 2d 2s Ac Ah")


def test_16_5_b_5_flush():
    assert five_card_hand("2c 9c 7c Jc Kc").category == "flush"


def test_16_5_b_6_no_sequence_runs_through_the_ace():
    assert five_card_hand("Qc Kd Ah 2s 3c").category == "high-card"


def test_16_5_b_7_aces_are_the_best_three_of_a_kind():
    assert five_card_hand("Ac Ad Ah 2s 3c") > five_card_hand("Kc Kd Kh As Qc")


def test_16_5_b_8_the_higher_pair_decides():
    assert five_card_hand("4c 4d 2h 2s 3c") > five_card_hand("3h 3d 2c 2d Ac")


def test_16_5_b_9_the_pair_decides_before_the_other_cards():
    assert five_card_hand("3c 3d 4h 5s 6c") > five_card_hand("2c 2d Ah Ks Qc")


def test_16_5_a_the_ace_is_low_only_in_five_high():
    assert five_card_hand("6c 2d 3h 4s 5c") > five_card_hand("Ac 2d 3h 4s 5c")


@pytest.mark.parametrize(("higher", "lower"), list(itertools.pairwise("AKQJT98765432")))
def test_16_5_a_cards_rank_from_the_ace_down_to_the_two(higher, lower):
    """As a pair beside the same other cards."""
    others = next(three for three in ("3h 8s Jc", "4h 9s Qc", "2h 7s Tc") if not {higher, lower} & set(three))
    assert five_card_hand(f"{higher}c {higher}d {others}") > five_card_hand(f"{lower}c {lower}d {others}")


def ranked(hands: str) -> bool:
    """Whether hands stand in their order, the highest first."""
    return all(five_card_hand(high) > five_card_hand(low) for high, low in itertools.pairwise(hands.split("|")))


def test_16_5_b_2_ace_to_five_is_the_lowest_straight_flush():
    assert ranked("Kh Qh Jh Th 9h|7c 6c 5c 4c 3c|6d 5d 4d 3d 2d|5s 4s 3s 2s As")


def test_16_5_b_3_twos_are_the_lowest_four_of_a_kind():
    assert ranked("Ac Ad Ah As 2h|Kc Kd Kh Ks Ah|3c 3d 3h 3s 2h|2c 2d 2h 2s Ah")


def test_16_5_b_4_aces_over_kings_are_the_highest_and_twos_over_threes_the_lowest_full_house():
    assert ranked("Ac Ad Ah Ks Kh|Ac Ad Ah Qs Qh|Kc Kd Kh As Ah|3c 3d 3h 2s 2h|2c 2d 2h 4s 4h|2c 2d 2h 3s 3h")


def test_16_5_b_6_ace_high_is_the_highest_and_five_high_the_lowest_straight():
    assert ranked("Ac Kd Qh Js Tc|Kc Qd Jh Ts 9c|6c 5d 4h 3s 2c|5c 4d 3h 2s Ac")


def test_16_5_b_7_twos_are_the_lowest_three_of_a_kind():
    assert ranked("Ac Ad Ah 2s 3c|Kc Kd Kh As Qc|3c 3d 3h 2s 4c|2c 2d 2h As Kc")


def test_16_5_b_8_aces_and_kings_are_the_highest_and_threes_and_twos_the_lowest_two_pairs():
    assert ranked("Ac Ad Kh Ks 2c|Ac Ad Qh Qs Kc|Kc Kd Qh Qs Ac|4c 4d 2h 2s 3c|3c 3d 2h 2s Ac")


def test_16_5_b_9_aces_are_the_highest_and_twos_the_lowest_pair():
    assert ranked("Ac Ad 4h 3s 2c|Kc Kd Ah Qs Jc|3c 3d 2h 4s 5c|2c 2d Ah Ks Qc")


def test_16_5_c_the_highest_card_the_other_lacks():
    assert five_card_hand("Ac Kd Jh 8s 3c") > five_card_hand("Ad Kc Jd 8h 2c")
    assert five_card_hand("Ac Kd 9h 4s 2c") == five_card_hand("Ad Kc 9d 4h 2d")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("9c 9d Ah 7s 2h", "9h 9s Ac 6s 5h"),
        ("9c 9d 4h 4s 3h", "9h 9s 4c 4d 2h"),
        ("Ac Qc 9c 7c 3c", "Ad Qd 9d 7d 2d"),
        ("Kc Qd Jh 9s 7c", "Kd Qc Jd 9h 6c"),
    ],
)
def test_16_5_c_between_hands_of_the_same_rank_the_other_cards_decide(one, other):
    assert five_card_hand(one).category == five_card_hand(other).category
    assert five_card_hand(one) > five_card_hand(other)


# --- 16.6: wagers ---------------------------------------------------------------------------------------------------


@pytest.fixture
def table():
    return Round(open_table("caribbean-stud", date(2000, 3, 1)))


def refuse(table, *wagers) -> WagerRefused:
    from nomorebets.regulation import cite
    from nomorebets.table.acceptance import verify_bets

    with pytest.raises(WagerRefused) as found:
        verify_bets(table, tuple(wagers), (), cite("16.6(b)"))
    return found.value


def test_16_6_a_no_spoken_wagers(table):
    assert str(refuse(table, Wager(1, "ante", 1000, verbal="confirmed")).by) == "16.6(a)"


def test_16_6_a_no_unknown_areas(table):
    with pytest.raises(WagerRefused, match=r"16\.6\(a\)"):
        table.wager(1, "insurance", "5.00")


def test_16_6_b_an_ante_after_the_call_is_none():
    more = 'irregularities = [{ before_card = 1, what = "late-wager", seat = 4, wager = "ante", amount = "5.00" }]'
    assert nets(told({1: PAIR_OF_NINES}, NOTHING, more=more))[4, "ante"] == "0.00"


def test_16_6_b_an_ante_is_not_raised_after_the_call():
    more = 'irregularities = [{ before_card = 1, what = "late-wager", seat = 1, wager = "ante", amount = "5.00" }]'
    transcript = told({1: PAIR_OF_NINES}, NOTHING, more=more)
    found = [(r.wager, r.amount, r.result) for r in rule_on(transcript).required]
    assert found == [("ante", 1000, "win"), ("bet", 2000, "void"), ("ante", 500, "void")]


def test_16_6_b_antes_come_before_the_call():
    names = [r.name for r in requests(told({1: PAIR_OF_NINES}, NOTHING))]
    assert names.index("take-wagers") < names.index("announce") < names.index("draw")


@pytest.mark.parametrize(("amount", "legal"), [(50, False), (100, True), (200, False)])
def test_16_6_c_the_progressive_wager_is_one_dollar(table, amount, legal):
    wagers = (Wager(1, "ante", 1000), Wager(1, "progressive-payout", amount))
    if legal:
        table.game.betting.verify(table.copy(), wagers[0])
        assert nets(told({1: PAIR_OF_NINES}, NOTHING, lit=(1,)))[1, "progressive-payout"] == "-1.00"
    else:
        assert str(refuse(table, *wagers).by) == "16.6(c)"


def test_16_6_c_no_progressive_wager_without_an_ante(table):
    assert str(refuse(table, Wager(1, "ante", 1000), Wager(2, "progressive-payout", 100)).by) == "16.6(c)"


def test_16_6_d_the_bet_wager_is_not_made_before_the_deal(table):
    assert str(refuse(table, Wager(1, "ante", 1000), Wager(1, "bet", 2000)).by) == "16.6(d)"


@pytest.mark.parametrize(
    ("positions", "seat", "legal"), [("6", 6, True), ("6", 7, False), ("7", 7, True), ("7", 8, False)]
)
def test_16_6_f_only_the_seated_wager(positions, seat, legal):
    round_ = Round(open_table("caribbean-stud", None, Settings({"positions": positions})))
    wager = Wager(seat, "ante", 1000)
    if legal:
        round_.game.betting.verify(round_, wager)
    else:
        assert str(refuse(round_, wager).by) == "16.6(f)"


# --- 16.7, 16.8, 16.9: dealing --------------------------------------------------------------------------------------


def dealt_to(method: str, as_of: str = "2000-03-01", seats: int = 2) -> list[tuple[str, str, str]]:
    """Where each card went, face up or down, and by which paragraph."""
    hands = dict(zip(range(1, seats + 1), [PAIR_OF_NINES, "Kc Kd 5h 6s 8h"], strict=False))
    transcript = told(hands, NOTHING, house=f'dealing-method = "{method}"', as_of=as_of)
    return [(r.to, r.face, str(r.by)) for r in requests(transcript) if isinstance(r, Draw)]


@pytest.mark.parametrize(("method", "section"), [("manual-shoe", "16.7(d)"), ("hand", "16.8(c)")])
def test_16_7_d_single_cards_go_round_and_the_dealers_first_is_up(method, section):
    order = dealt_to(method)
    assert [to for to, _, _ in order] == ["seat:1", "seat:2", "dealer"] * 5
    assert [face for to, face, _ in order if to == "dealer"] == ["up"] + ["down"] * 4
    assert [by for to, _, by in order if to == "seat:1"] == [f"{section}{n}" for n in (1, 3, 5, 5, 5)]
    assert [by for to, _, by in order if to == "dealer"] == [f"{section}{n}" for n in (2, 4, 5, 5, 5)]


def test_16_7_d_1_each_players_first_card_face_down():
    assert dealt_to("manual-shoe")[:2] == [("seat:1", "down", "16.7(d)1"), ("seat:2", "down", "16.7(d)1")]


def test_16_7_d_2_the_dealers_first_card_face_up():
    assert dealt_to("manual-shoe")[2] == ("dealer", "up", "16.7(d)2")


def test_16_7_d_3_each_players_second_card():
    assert dealt_to("manual-shoe")[3] == ("seat:1", "down", "16.7(d)3")


def test_16_7_d_4_the_dealers_second_card_face_down():
    assert dealt_to("manual-shoe")[5] == ("dealer", "down", "16.7(d)4")


def test_16_7_d_5_the_other_three_circuits():
    order = dealt_to("manual-shoe")[6:]
    assert [to for to, _, _ in order] == ["seat:1", "seat:2", "dealer"] * 3
    assert {(face, by) for _, face, by in order} == {("down", "16.7(d)5")}


def test_16_8_c_1_each_players_first_card_face_down():
    assert dealt_to("hand")[0] == ("seat:1", "down", "16.8(c)1")


def test_16_8_c_2_the_dealers_first_card_face_up():
    assert dealt_to("hand")[2] == ("dealer", "up", "16.8(c)2")


def test_16_8_c_3_each_players_second_card():
    assert dealt_to("hand")[3] == ("seat:1", "down", "16.8(c)3")


def test_16_8_c_4_the_dealers_second_card_face_down():
    assert dealt_to("hand")[5] == ("dealer", "down", "16.8(c)4")


def test_16_8_c_5_the_other_three_circuits():
    order = dealt_to("hand")[6:]
    assert [to for to, _, _ in order] == ["seat:1", "seat:2", "dealer"] * 3
    assert {(face, by) for _, face, by in order} == {("down", "16.8(c)5")}


@pytest.mark.parametrize(("as_of", "up"), [("1999-07-18", 4), ("1999-07-19", 0)])
def test_16_7_d_which_card_is_up_changed_in_1999(as_of, up):
    faces = [face for to, face, _ in dealt_to("manual-shoe", as_of) if to == "dealer"]
    assert faces.index("up") == up


def test_16_9_c_stacks_of_five_the_dealers_last():
    order = dealt_to("automated-shoe")
    assert [to for to, _, _ in order] == ["seat:1"] * 5 + ["seat:2"] * 5 + ["dealer"] * 5
    assert {(face, by) for _, face, by in order} == {("down", "16.9(c)")}


def test_16_9_c_from_the_dealers_left_to_those_who_wagered():
    transcript = told({2: PAIR_OF_NINES, 5: "Kc Kd 5h 6s 8h"}, NOTHING)
    transcript.wagers.reverse()  # in whatever order they wagered
    stacks = [r.to for r in requests(transcript) if r.name == "draw"][::5]
    assert stacks == ["seat:2", "seat:5", "dealer"]


@pytest.mark.parametrize(("as_of", "at"), [("1999-07-18", 4), ("1999-07-19", 0)])
def test_16_9_g_the_bottom_card_is_turned_up(as_of, at):
    turned = next(r for r in requests(told({1: PAIR_OF_NINES}, NOTHING, as_of=as_of)) if r.name == "turn-up")
    assert (turned.area, turned.at) == ("dealer", at)


def test_16_9_a_the_automated_shoe_is_the_default():
    assert open_table("caribbean-stud").house.options["dealing-method"] == "automated-shoe"


@pytest.mark.parametrize(
    ("method", "by"), [("manual-shoe", "16.7(b)"), ("hand", "16.8(b)3"), ("automated-shoe", "16.9(b)2")]
)
def test_16_7_b_no_more_bets_before_any_card(method, by):
    asked = requests(told({1: PAIR_OF_NINES}, NOTHING, house=f'dealing-method = "{method}"'))
    call = next(r for r in asked if r.name == "announce")
    assert (call.words, str(call.by)) == ("No more bets", by)
    assert asked.index(call) < min(i for i, r in enumerate(asked) if r.name == "draw")


def test_16_7_b_the_progressive_chips_are_taken_in_before_the_deal():
    names = [r.name for r in requests(told({1: PAIR_OF_NINES}, NOTHING, lit=(1,)))]
    assert names.index("announce") < names.index("bank") < names.index("draw")


def locked_out(method: str) -> None:
    """After the call no progressive wager is taken; those made are taken in before any card, however it is dealt."""
    house = f'dealing-method = "{method}"'
    names = [r.name for r in requests(told({1: PAIR_OF_NINES}, NOTHING, lit=(1,), house=house))]
    assert names.index("announce") < names.index("inspect-lights") < names.index("bank") < names.index("draw")
    more = 'irregularities = [{ before_card = 1, what = "late-wager", seat = 1, wager = "progressive-payout", '
    late = told({1: ROYAL}, NOTHING, house=house, more=more + 'amount = "1.00" }]')
    assert nets(late)[1, "progressive-payout"] == "0.00"
    assert play_transcript(late).next_opening.state["meter"] == "1000000"


def test_16_7_b_lock_out_at_the_manual_shoe():
    locked_out("manual-shoe")


def test_16_8_b_3_lock_out_from_the_hand():
    locked_out("hand")


def test_16_9_b_2_lock_out_at_the_automated_shoe():
    locked_out("automated-shoe")


@pytest.mark.parametrize(("lit", "counted"), [((), False), ((1,), True), ((1, 2), True)])
def test_16_7_b_the_chips_are_counted_against_the_lights(lit, counted):
    asked = requests(told({1: PAIR_OF_NINES, 2: "Kc Kd 5h 6s 8h"}, NOTHING, lit=lit))
    assert ("inspect-lights" in [r.name for r in asked]) is counted
    assert next((w.seat for r in asked if r.name == "bank" for w in r.wagers), None) == (1 if counted else None)


def test_16_8_a_dealing_from_the_hand_is_allowed():
    settings = Settings({"dealing-method": "hand"})
    assert open_table("caribbean-stud", None, settings).house.options["dealing-method"] == "hand"


def test_16_8_b_1_only_with_a_shuffling_device():
    with pytest.raises(HouseRuleError) as found:
        open_table("caribbean-stud", None, Settings({"dealing-method": "hand", "shuffle": "manual"}))
    assert str(found.value.by) == "16.8(b)1"


def test_16_8_b_3_the_call_from_the_hand():
    asked = requests(told({1: PAIR_OF_NINES}, NOTHING, house='dealing-method = "hand"'))
    assert str(next(r for r in asked if r.name == "announce").by) == "16.8(b)3"


def test_16_9_b_2_the_call_at_the_automated_shoe():
    assert str(next(r for r in requests(told({1: PAIR_OF_NINES}, NOTHING)) if r.name == "announce").by) == "16.9(b)2"


@pytest.mark.parametrize(
    ("method", "by"), [("manual-shoe", "16.7(e)"), ("hand", "16.8(d)"), ("automated-shoe", "16.9(d)")]
)
def test_16_7_e_the_stub_goes_to_the_rack_unseen(method, by):
    asked = requests(told({1: PAIR_OF_NINES}, NOTHING, house=f'dealing-method = "{method}"'))
    names = [r.name for r in asked]
    assert [str(r.by) for r in asked if r.name == "stub-to-rack"] == [by]
    assert names[: names.index("stub-to-rack")].count("draw") == names.count("draw") == 10
    assert names.index("stub-to-rack") < names.index("ask")
    rack = play_transcript(told({1: PAIR_OF_NINES}, NOTHING, house=f'dealing-method = "{method}"')).table.felt.rack
    assert sorted(rack) == sorted(f"{PAIR_OF_NINES} {NOTHING}".split())  # no card of the stub is known


def test_16_8_d_stub_from_the_hand():
    asked = requests(told({1: PAIR_OF_NINES}, NOTHING, house='dealing-method = "hand"'))
    assert "16.8(d)" in [str(r.by) for r in asked]


def test_16_9_d_stub_from_the_automated_shoe():
    assert "16.9(d)" in [str(r.by) for r in requests(told({1: PAIR_OF_NINES}, NOTHING))]


@pytest.mark.parametrize(("rounds", "counted"), [(3, False), (4, True)])
@pytest.mark.parametrize(
    ("method", "by"), [("manual-shoe", "16.7(f)"), ("hand", "16.8(e)"), ("automated-shoe", "16.9(e)")]
)
def test_16_7_f_the_stub_is_counted_every_five_rounds(rounds, counted, method, by):
    more = f'opening = {{ rounds-since-stub-count = "{rounds}" }}'
    asked = requests(told({1: PAIR_OF_NINES}, NOTHING, house=f'dealing-method = "{method}"', more=more))
    found = [r for r in asked if r.name == "count-stub"]
    assert bool(found) is counted
    assert all((str(r.by), r.expected) == (by, 42) for r in found)


def test_16_7_f_1_a_right_count_goes_on():
    transcript = told({1: PAIR_OF_NINES}, NOTHING, more='opening = { rounds-since-stub-count = "4" }')
    assert "16.7(f)1" in [str(r.by) for r in requests(transcript)]
    names = [r.name for r in requests(transcript)]
    assert names.index("draw") < names.index("count-stub") < names.index("stub-to-rack") < names.index("ask")
    assert nets(transcript)[1, "ante"] == "10.00"


def test_16_8_e_from_the_hand_too():
    more = 'opening = { rounds-since-stub-count = "4" }'
    asked = requests(told({1: PAIR_OF_NINES}, NOTHING, house='dealing-method = "hand"', more=more))
    assert "16.8(e)" in [str(r.by) for r in asked if r.name == "count-stub"]


def test_16_9_e_at_the_automated_shoe_too():
    asked = requests(told({1: PAIR_OF_NINES}, NOTHING, more='opening = { rounds-since-stub-count = "4" }'))
    assert "16.9(e)" in [str(r.by) for r in asked if r.name == "count-stub"]


def test_16_9_f_a_counting_shuffler_relieves_of_the_count():
    more = 'opening = { rounds-since-stub-count = "4" }'
    asked = requests(told({1: PAIR_OF_NINES}, NOTHING, house="counting-shuffler = true", more=more))
    assert "count-stub" not in [r.name for r in asked]


@pytest.mark.parametrize("day", ["1999-06-01", "2012-03-19"])
@pytest.mark.parametrize(("shuffle", "relieved"), [("manual", False), ("pre-shuffled", False), ("automated", True)])
def test_16_9_f_only_a_shuffling_device_counts_the_cards(day, shuffle, relieved):
    if shuffle == "pre-shuffled" and day < "2007-03-19":
        return
    settings = Settings({"shuffle": shuffle, "counting-shuffler": "on"})
    if relieved:
        assert (
            open_table("caribbean-stud", date.fromisoformat(day), settings).house.options["counting-shuffler"] == "on"
        )
        return
    with pytest.raises(HouseRuleError, match="counting-shuffler = on needs shuffle = automated") as found:
        open_table("caribbean-stud", date.fromisoformat(day), settings)
    assert (str(found.value.by), found.value.accepts) == ("16.9(f)", "shuffle = automated")


@pytest.mark.parametrize(("misdealt", "removed"), [("false", True), ("true", False)])
def test_16_7_f_2_a_wrong_count_voids_all_hands(misdealt, removed):
    more = (
        f'irregularities = [{{ before_decision = 1, what = "stub-count-wrong", number = 41, misdealt = {misdealt} }}]'
    )
    transcript = told({1: PAIR_OF_NINES, 2: "Kc Kd 5h 6s 8h"}, NOTHING, choose="", lit=(1,), more=more)
    assert set(nets(transcript).values()) == {"0.00"}
    assert set(cites(transcript).values()) == {"16.7(f)2"}
    assert ("removed" in rule_on(transcript).remedies[0].remedy) is removed


# --- 16.10: bet or fold, settlement ---------------------------------------------------------------------------------


def test_16_10_a_the_bet_is_twice_the_ante():
    transcript = told({1: PAIR_OF_NINES}, ACE_KING, antes="25.00")
    down = next(r for r in requests(transcript) if r.name == "put-down")
    assert (down.wager.on, down.wager.amount) == ("bet", 5000)


def test_16_10_a_folding_forfeits_the_ante_at_once():
    transcript = told({1: PAIR_OF_NINES}, NOTHING, choose="fold")
    assert nets(transcript) == {(1, "ante"): "-10.00"}
    names = [r.name for r in requests(transcript)]
    assert names.index("collect") < names.index("to-rack") < len(names)


def test_16_10_a_a_folded_hand_is_gone_before_the_next_player_decides():
    names = [r.name for r in requests(told(TWO, NOTHING, choose="fold"))]
    first, second = [at for at, name in enumerate(names) if name == "ask"]
    assert names[first:second] == ["ask", "collect", "to-rack"]


def test_16_10_a_each_player_is_asked_before_a_hole_card_is_seen():
    record = record_of(play_transcript(told(TWO, NOTHING)))
    asked = [n for n, e in enumerate(record.entries) if e.request.name == "ask"]
    assert [record.entries[n].request.seat for n in asked] == [1, 2]
    assert all(record.felt(n).seen_by(None)["dealer"].count("??") == 4 for n in asked)


def test_16_10_a_folding_gives_up_the_progressive_wager():
    transcript = told({1: ROYAL}, NOTHING, choose="fold", lit=(1,))
    assert nets(transcript)[1, "progressive-payout"] == "-1.00"
    assert cites(transcript)[1, "progressive-payout"] == "R-16.10a-fold-progressive"
    both = told({1: PAIR_OF_NINES, 2: "7c 7d 7h 8s 8h"}, ACE_KING, lit=(1, 2))
    both.decisions[0].choose = "fold"
    assert (nets(both)[1, "progressive-payout"], nets(both)[2, "progressive-payout"]) == ("-1.00", "99.00")


def test_16_10_a_another_word_is_refused():
    with pytest.raises(WagerRefused, match=r"bet, fold"):
        play_transcript(told({1: PAIR_OF_NINES}, NOTHING, choose="raise"))


def test_16_10_a_an_undecided_seat_is_named():
    with pytest.raises(TranscriptError, match="seat 1 is asked"):
        play_transcript(told({1: PAIR_OF_NINES}, NOTHING, choose=""))


@pytest.mark.parametrize(("seats", "lost"), [("[1, 2]", {1, 2}), ("[1]", {1}), ("[2]", {2})])
def test_16_10_c_those_who_talk_forfeit_everything(seats, lost):
    more = f'irregularities = [{{ before_decision = 1, what = "players-communicated", seats = {seats} }}]'
    transcript = told({1: PAIR_OF_NINES, 2: "Kc Kd 5h 6s 8h", 3: "Qc Qh 6h 7d 8c"}, NOTHING, lit=(1, 2), more=more)
    told_by = [d for d in transcript.decisions if d.seat not in lost]
    transcript.decisions = told_by
    found = nets(transcript)
    for seat in (1, 2, 3):
        assert (found[seat, "ante"] == "-10.00") is (seat in lost)
    assert {cites(transcript)[seat, "ante"] for seat in lost} == {"16.10(c)"}


def test_16_10_c_ante_bet_and_progressive_wager_are_forfeited():
    transcript = told({**TWO, 3: ROYAL}, NOTHING, lit=(1, 2, 3))
    verdict = noticed(transcript, *SHOWN, found="players-communicated", seats=(1, 2))
    of_two = {(r.seat, r.wager): (r.net, str(r.by)) for r in verdict.required if r.seat < 3}
    lost = {"ante": -1000, "bet": -2000, "progressive-payout": -100}
    assert of_two == {(seat, kind): (net, "16.10(c)") for seat in (1, 2) for kind, net in lost.items()}
    assert next(r.net for r in verdict.required if (r.seat, r.wager) == (3, "progressive-payout")) > 0


def test_16_10_d_the_hole_cards_are_shown_after_all_decisions():
    asked = requests(told({1: PAIR_OF_NINES, 2: "Kc Kh 5d 6s 8h"}, ACE_KING))
    last_decision = max(i for i, r in enumerate(asked) if r.name == "ask")
    shown = next(i for i, r in enumerate(asked) if r.name == "turn-up" and r.area == "dealer" and r.at is None)
    assert last_decision < shown


def test_16_10_d_the_dealers_five_cards_are_set_as_the_best_hand():
    felt = play_transcript(told({1: PAIR_OF_NINES}, "Kd 4h Ks 4s Kc")).table.felt
    assert felt.hands_read["dealer"].startswith("full house, kings and fours")


def test_16_10_e_players_hands_are_shown_from_the_right():
    asked = requests(told({1: PAIR_OF_NINES, 2: "Kc Kh 5d 6s 8h"}, ACE_KING))
    assert [r.area for r in asked if r.name == "turn-up"][2:] == ["seat:2", "seat:1"]


THREE = {1: "2c 2d 7h 9s 8c", 2: "As Kc 5d 4h 3d", 3: "Qc Jd 9h 8s 2h"}  # wins, ties, loses to ace-king


def test_16_10_e_1_losers_lose_ante_and_bet():
    transcript = told(THREE, ACE_KING)
    assert (nets(transcript)[3, "ante"], nets(transcript)[3, "bet"]) == ("-10.00", "-20.00")
    assert cites(transcript)[3, "bet"] == "16.10(e)1"


def test_16_10_e_2_a_tie_is_a_push():
    transcript = told(THREE, ACE_KING)
    assert (nets(transcript)[2, "ante"], nets(transcript)[2, "bet"]) == ("0.00", "0.00")
    assert cites(transcript)[2, "ante"] == "16.10(e)2"


def test_16_10_e_3_winners_are_paid_last_from_the_right():
    asked = requests(told({**THREE, 4: "Jc Jh 7d 9d Tc"}, ACE_KING))
    settled = [r.name for r in asked if r.name in ("collect", "give-back", "pay")]
    assert settled == ["collect", "give-back", "pay"]
    paid = next(r for r in asked if r.name == "pay")
    assert [result.wager.seat for result in paid.results] == [4, 4, 1, 1]


def test_16_10_f_1_hands_are_shown_or_not_as_the_house_says():
    def shown(house: str, lit=()) -> list[str]:
        asked = requests(told({1: PAIR_OF_NINES, 2: "Kc Kd 5h 6s 8h"}, NOTHING, house=house, lit=lit))
        return [r.area for r in asked if r.name == "turn-up" and r.area != "dealer"]

    assert shown("show-hands-on-no-hand = true") == ["seat:2", "seat:1"]
    assert shown("show-hands-on-no-hand = false") == []
    assert shown("show-hands-on-no-hand = false", lit=(1,)) == ["seat:1"]


def test_16_10_f_2_no_hand_pays_the_ante():
    transcript = told({1: "2c 3d 7h 9s 8h"}, NOTHING)
    assert rule_on(transcript).announcements == ["No more bets", "No hand"]
    assert (nets(transcript)[1, "ante"], cites(transcript)[1, "ante"]) == ("10.00", "16.10(f)2")


def test_16_10_f_2_called_at_once_and_paid_from_the_right():
    asked = requests(told({**TWO, 4: QUEENS}, NOTHING))
    named = [getattr(r, "words", "") or r.name for r in asked]
    shown = next(at for at, r in enumerate(asked) if (r.name, getattr(r, "area", "")) == ("read-hand", "dealer"))
    assert named[shown + 1] == "No hand"
    (paid,) = [r for r in asked if r.name == "pay"]
    assert [(result.wager.seat, result.net) for result in paid.results] == [(4, 1000), (2, 1000), (1, 1000)]


def test_16_10_f_3_no_hand_voids_the_bet():
    transcript = told({1: ROYAL}, NOTHING)
    verdict = {(r.seat, r.wager): r.result for r in rule_on(transcript).required}
    assert verdict[1, "bet"] == "void"
    assert cites(transcript)[1, "bet"] == "16.10(f)3"


@pytest.mark.parametrize("dealer", [NOTHING, ACE_KING])
def test_16_10_f_4_all_cards_end_in_the_rack(dealer):
    felt = play_transcript(told({1: PAIR_OF_NINES}, dealer)).table.felt
    assert not any(felt.cards.values())
    assert len(felt.rack) == 10


@pytest.mark.parametrize(
    ("dealer", "qualifies"),
    [
        ("Ac Kd 4h 3s 2c", True),
        ("Ac Qd Jh Ts 9c", False),
        ("Kc Qd Jh Ts 9h", True),
        ("2c 2d 3h 4s 5c", True),
        ("Kc Qd Jh Ts 8c", False),
        ("Ac Kd Qh Js 9h", True),
    ],
)
def test_16_10_e_the_dealer_qualifies_with_ace_king(dealer, qualifies):
    transcript = told({1: "7c 7d 6h 8s 9d"}, dealer)
    assert ("No hand" not in rule_on(transcript).announcements) is qualifies


# --- 16.11 and 16.12: progressive, odds, limits ---------------------------------------------------------------------


def progressive(hand: str, dealer: str = "Ad Kd 8h 9s 3d", meter: str = "10000000", house: str = "", lit=(1,), **hands):
    seats = {1: hand, **{int(s): h for s, h in hands.items()}}
    return told(seats, dealer, lit=lit, house=house, more=f'opening = {{ meter = "{meter}" }}')


@pytest.mark.parametrize(
    ("hand", "wins"),
    [
        ("4c 4d 4h 4s Ah", "499.00"),
        ("4c 4d 4h 2s 2h", "99.00"),
        ("2c 9c 7c Jc Kc", "49.00"),
        ("2c 3h 4h 5s 6c", "-1.00"),
    ],
)
def test_16_12_e_fixed_progressive_amounts(hand, wins):
    assert nets(progressive(hand))[1, "progressive-payout"] == wins


@pytest.mark.parametrize(("hand", "least"), [("four-of-a-kind", 500), ("full-house", 100), ("flush", 50)])
def test_16_12_e_a_house_may_pay_more_but_not_less(hand, least):
    row = f"progressive-payout.{hand}"
    better = open_table("caribbean-stud", None, Settings(pay_table={row: f"${least + 1}"}))
    assert better.house.pays[row].of(100) == 100 * (least + 1)
    with pytest.raises(HouseRuleError, match="minimum") as found:
        open_table("caribbean-stud", None, Settings(pay_table={row: f"${least - 1}"}))
    assert str(found.value.by) == "16.12(e)"


def test_16_12_e_the_award_for_a_straight_flush_is_one_of_two_and_chosen_in_advance():
    option = next(o for o in open_table("caribbean-stud").game.terms.options if o.id == "progressive-straight-flush")
    assert list(option.choices) == ["ten-percent", "fixed-5000"]
    amounts = 'progressive-initial = "5000.00", progressive-reset = "5000.00"'
    assert faults(options=amounts) == ["16.12(e)"]
    assert faults(options=f'{amounts}, progressive-straight-flush = "fixed-5000"') == []


def test_16_12_e_a_royal_flush_takes_the_whole_meter():
    transcript = progressive(ROYAL, meter="10000000")
    assert nets(transcript)[1, "progressive-payout"] == show(10000070 - 100)
    assert play_transcript(transcript).next_opening.state["meter"] == "1000000"


@pytest.mark.parametrize(
    ("choice", "wins", "left"), [("ten-percent", 1000007, 9000063), ("fixed-5000", 500000, 10000070)]
)
def test_16_12_e_a_straight_flush_as_the_house_chose(choice, wins, left):
    transcript = progressive("Kh Qh Jh Th 9h", house=f'progressive-straight-flush = "{choice}"')
    assert nets(transcript)[1, "progressive-payout"] == show(wins - 100)
    assert play_transcript(transcript).next_opening.state["meter"] == str(left)


def test_16_11_a_the_progressive_is_paid_before_the_cards_are_collected():
    names = [r.name for r in requests(progressive("4c 4d 4h 2s 2h", dealer="5c 5d 5h 3s 3h"))]
    assert names.index("award") < names.index("to-rack")


def test_16_11_b_1_2_3_are_verified_before_a_payout():
    asked = [str(r.by) for r in requests(progressive("4c 4d 4h 2s 2h")) if r.name == "attest"]
    assert asked[-3:] == ["16.11(b)1", "16.11(b)2", "16.11(b)3"]


def test_16_11_b_1_a_hand_that_does_not_win_is_not_paid():
    assert cites(progressive(PAIR_OF_NINES))[1, "progressive-payout"] == "16.11(b)1"


def test_16_11_b_2_a_light_that_is_not_lit_pays_nothing():
    more = 'irregularities = [{ before_decision = 1, what = "light-not-lit", seat = 1 }]'
    transcript = told({1: ROYAL}, ACE_KING, lit=(1,), more=more)
    assert nets(transcript)[1, "progressive-payout"] == "-1.00"
    assert "16.11(b)2" in [str(r.by) for r in rule_on(transcript).remedies]
    both = told({1: PAIR_OF_NINES, 2: "7c 7d 7h 8s 8h"}, ACE_KING, lit=(1, 2), more=more)
    assert (nets(both)[1, "progressive-payout"], nets(both)[2, "progressive-payout"]) == ("-1.00", "99.00")


def test_16_11_b_3_a_supervisor_validates():
    assert "16.11(b)3" in [str(r.by) for r in requests(progressive("4c 4d 4h 2s 2h"))]


def test_16_11_c_paid_although_the_dealer_is_higher():
    transcript = progressive("4c 4d 4h 2s 2h", dealer="5c 5d 5h 3s 3h")
    assert nets(transcript) == {(1, "progressive-payout"): "99.00", (1, "ante"): "-10.00", (1, "bet"): "-20.00"}


def test_16_11_c_paid_although_the_dealer_does_not_qualify():
    assert nets(progressive("4c 4d 4h 2s 2h", dealer=NOTHING))[1, "progressive-payout"] == "99.00"


def test_16_12_a_odds_are_stated_with_to():
    with pytest.raises(HouseRuleError, match=r"16\.12\(a\)"):
        open_table("caribbean-stud", None, Settings(pay_table={"bet.flush": "6 for 1"}))


CHOSEN = 'progressive-straight-flush = "ten-percent", progressive-initial = "5000.00", progressive-reset = "5000.00"'


def faults(*lines: str, options: str = CHOSEN, signs: str = 'payout-limit = "5000.00"') -> list[str]:
    """What is wrong with a house, by paragraph."""
    house = f'[[table]]\ngame = "caribbean-stud"\noptions = {{ {options} }}\nnotices = {{ {signs} }}\n'
    house += "\n".join(lines)
    return [str(found.cite) for found in check(house.encode())]


@pytest.mark.parametrize(("printed", "conforms"), [("5 to 1", True), ("win 5", True), ("5 for 1", False)])
def test_16_12_a_printed_with_to_or_win_and_never_with_for(printed, conforms):
    assert faults(f'printed-odds = {{ "bet.flush" = "{printed}" }}') == ([] if conforms else ["16.12(a)"])


def test_16_12_b_a_winning_ante_is_paid_even_money():
    transcript = told({1: PAIR_OF_NINES}, ACE_KING)
    assert (nets(transcript)[1, "ante"], cites(transcript)[1, "ante"]) == ("10.00", "16.12(b)")


@pytest.mark.parametrize(("odds", "legal"), [("2 to 1", False), ("1 to 2", False), ("1 to 1", True)])
def test_16_12_b_the_ante_pays_even_money_no_more_and_no_less(odds, legal):
    settings = Settings(pay_table={"ante": odds})
    if legal:
        assert str(open_table("caribbean-stud", None, settings).house.pays["ante"]) == odds
        return
    with pytest.raises(HouseRuleError, match="no more and no less") as found:
        open_table("caribbean-stud", None, settings)
    assert (str(found.value.by), found.value.accepts) == ("16.12(b)", "1 to 1")


@pytest.mark.parametrize(
    ("hand", "paid"),
    [
        (ROYAL, "2000.00"),
        ("Kh Qh Jh Th 9h", "1000.00"),
        ("4c 4d 4h 4s 9h", "400.00"),
        ("4c 4d 4h 2s 2h", "140.00"),
        ("2c 9c 7c Jc Kc", "100.00"),
        ("2c 3d 4h 5s 6c", "80.00"),
        ("5c 5d 5s 9s Kc", "60.00"),
        ("3d 3h 2h 2s Kc", "40.00"),
        (PAIR_OF_NINES, "20.00"),
        ("Ac Kc Jh 8s 3h", "20.00"),
    ],
)
def test_16_12_c_the_bet_pays_by_the_players_hand(hand, paid):
    transcript = told({1: hand}, "Ad Kd 6h 8d Td")
    assert (nets(transcript)[1, "bet"], cites(transcript)[1, "bet"]) == (paid, "16.12(c)")


def test_16_12_c_a_house_may_pay_more_but_not_less():
    assert (
        open_table("caribbean-stud", None, Settings(pay_table={"bet.flush": "6 to 1"})).house.pays["bet.flush"].ratio
        == 6
    )
    with pytest.raises(HouseRuleError, match=r"minimum is 5 to 1 \[13:69F-16\.12\(c\) \(parallel text\)\]"):
        open_table("caribbean-stud", None, Settings(pay_table={"bet.flush": "4 to 1"}))


@pytest.mark.parametrize(
    ("ante", "paid", "by"),
    [("25.00", "5000.00", "16.12(c)"), ("25.50", "5000.00", "16.12(d)"), ("100.00", "5000.00", "16.12(d)")],
)
def test_16_12_d_no_bet_wager_pays_more_than_5000(ante, paid, by):
    transcript = told({1: ROYAL}, ACE_KING, antes=ante)
    assert (nets(transcript)[1, "bet"], cites(transcript)[1, "bet"]) == (paid, by)
    assert nets(transcript)[1, "ante"] == ante


def test_16_12_d_a_sign_explains_the_limit():
    """R-16.12d-sign: since 2012-03-19; there is nothing to choose."""
    assert faults(signs="") == ["16.12(d) R-16.12d-sign"]
    assert faults(signs='payout-limit = "6000.00"') == ["16.12(d) R-16.12d-sign"]
    assert faults("since = 2012-03-18", signs="") == []
    posted = [sign.lines for sign in signs_at(open_table("caribbean-stud"))]
    assert posted == [("A bet wins no more than $5,000, whatever the odds",)]
    with pytest.raises(HouseRuleError, match=r"16\.12\(d\).*accepted: 5000\.00"):
        open_table("caribbean-stud", None, Settings({"payout-limit": "6000.00"}))


@pytest.mark.parametrize(("rate", "legal"), [("0.69", False), ("0.70", True), ("1.00", True), ("1.01", False)])
def test_16_12_f_the_rate_is_at_least_70_percent(rate, legal):
    settings = Settings({"progressive-rate": rate})
    if legal:
        assert open_table("caribbean-stud", None, settings).house.options["progressive-rate"] == rate
    else:
        with pytest.raises(HouseRuleError, match=r"16\.12\(f\)"):
            open_table("caribbean-stud", None, settings)


def test_16_12_f_each_wager_adds_its_share_to_the_meter():
    transcript = told({1: PAIR_OF_NINES, 2: "Kc Kd 5h 6s 8h"}, NOTHING, lit=(1, 2), house='progressive-rate = "0.75"')
    assert play_transcript(transcript).next_opening.state["meter"] == str(1000000 + 150)


def test_16_12_f_the_house_sets_the_initial_and_the_reset_amount():
    house = 'progressive-initial = "4000.00", progressive-reset = "3000.00"'
    assert play_transcript(told({1: PAIR_OF_NINES}, NOTHING, house=house)).next_opening.state["meter"] == "400000"
    royal = told({1: ROYAL}, ACE_KING, lit=(1,), house=house)
    assert nets(royal)[1, "progressive-payout"] == show(400070 - 100)
    assert play_transcript(royal).next_opening.state["meter"] == "300000"
    award = 'progressive-straight-flush = "ten-percent"'
    assert faults(options=f'{award}, progressive-initial = "4000.00"') == ["16.12(f)"]
    assert faults(options=f'{award}, progressive-reset = "4000.00"') == ["16.12(f)"]


def test_16_12_g_two_royal_flushes_share_equally():
    transcript = progressive(ROYAL, meter="17999860", lit=(1, 2), **{"2": "Ah Kh Qh Jh Th"})
    found = nets(transcript)
    assert found[1, "progressive-payout"] == found[2, "progressive-payout"] == "89999.00"
    assert cites(transcript)[2, "progressive-payout"] == "16.12(g)"


def test_16_12_g_each_is_paid_from_the_meter_at_the_own_turn():
    transcript = progressive(ROYAL, meter="9999860", lit=(1, 2), **{"2": "Kh Qh Jh Th 9h"})
    found = nets(transcript)  # seat 2 sits to the right and is paid first
    assert (found[2, "progressive-payout"], found[1, "progressive-payout"]) == ("9999.00", "89999.00")


KING_HIGH = "Kd Qd Jd Td 9d"  # straight flushes
NINE_HIGH = "9h 8h 7h 6h 5h"
LOW_DEALER = "Ac Kc 8d 4s 3d"


def meter_after(transcript) -> str:
    return show(int(play_transcript(transcript).next_opening.state["meter"]))


def test_16_12_g_a_straight_flush_after_a_royal_is_paid_from_the_reset_amount():
    """Seat 2 sits to the right and is paid first."""
    transcript = progressive(NINE_HIGH, LOW_DEALER, meter="10000000", lit=(1, 2), **{"2": ROYAL})
    found = nets(transcript)
    assert (found[2, "progressive-payout"], found[1, "progressive-payout"]) == ("100000.40", "999.00")
    assert cites(transcript)[1, "progressive-payout"] == "R-16.12g-after-royal"
    assert meter_after(transcript) == "9000.00"


def test_16_12_g_a_straight_flush_before_a_royal_is_paid_from_the_whole_meter():
    transcript = progressive(ROYAL, LOW_DEALER, meter="9999860", lit=(1, 2), **{"2": NINE_HIGH})
    assert nets(transcript)[2, "progressive-payout"] == "9999.00"
    assert cites(transcript)[2, "progressive-payout"] == "16.12(e)"
    assert meter_after(transcript) == "10000.00"


@pytest.mark.parametrize("meter", ["9999790", "9999791", "300"])
def test_16_12_g_royal_straight_flush_royal_leaves_the_meter_what_it_has(meter):
    others = {"2": NINE_HIGH, "3": "Ah Kh Qh Jh Th"}
    transcript = progressive(ROYAL, LOW_DEALER, meter=meter, lit=(1, 2, 3), **others)
    found = nets(transcript)
    share = (int(meter) + 210) // 2
    assert found[1, "progressive-payout"] == found[3, "progressive-payout"] == show(share - 100)
    assert found[2, "progressive-payout"] == "999.00"
    assert meter_after(transcript) == "9000.00"
    record = record_of(play_transcript(transcript))
    shown = [int(record.felt(n).state.get("meter", "0")) for n in range(len(record.entries) + 1)]
    assert min(shown) >= 0


def test_16_12_g_each_straight_flush_after_a_royal_takes_from_what_the_one_before_left():
    others = {"2": KING_HIGH, "3": ROYAL}
    transcript = progressive(NINE_HIGH, LOW_DEALER, lit=(1, 2, 3), **others)
    found = nets(transcript)
    assert (found[2, "progressive-payout"], found[1, "progressive-payout"]) == ("999.00", "899.00")
    assert meter_after(transcript) == "8100.00"


def test_16_12_e_a_fixed_sum_after_a_royal_is_what_it_is_before_one():
    house = 'progressive-straight-flush = "fixed-5000"'
    transcript = progressive(NINE_HIGH, LOW_DEALER, house=house, lit=(1, 2), **{"2": ROYAL})
    assert nets(transcript)[1, "progressive-payout"] == "4999.00"
    assert cites(transcript)[1, "progressive-payout"] == "16.12(e)"
    assert meter_after(transcript) == "10000.00"


# --- 16.13: irregularities ------------------------------------------------------------------------------------------


def test_16_13_a_an_exposed_hole_card_voids_all_hands():
    more = 'irregularities = [{ before_decision = 2, what = "hole-card-exposed" }]'
    transcript = told({1: PAIR_OF_NINES, 2: "Kc Kd 5h 6s 8h"}, NOTHING, lit=(1,), more=more)
    transcript.decisions = transcript.decisions[:1]
    assert set(nets(transcript).values()) == {"0.00"}
    assert cites(transcript)[1, "ante"] == "R-16.13a-hole-card"


def test_16_13_b_one_card_face_up_is_not_used():
    more = 'irregularities = [{ before_card = 3, what = "card-found-face-up" }]'
    transcript = told({1: "9c 9d 4c Ah 7s 2h"}, NOTHING, more=more)
    felt = play_transcript(transcript).table.felt
    assert felt.hands_read["seat:1"].startswith("pair of nines")
    assert felt.rack[0] == "4c"


def test_16_13_b_a_second_card_face_up_voids_all_hands():
    more = """irregularities = [{ before_card = 3, what = "card-found-face-up" },
                               { before_card = 5, what = "card-found-face-up" }]"""
    transcript = told({1: "9c 9d 4c Ah 5c"}, "", choose="", more=more)
    assert nets(transcript) == {(1, "ante"): "0.00"}
    assert cites(transcript)[1, "ante"] == "16.13(b)"


def test_16_13_c_a_card_drawn_in_error_is_the_next_card():
    more = 'irregularities = [{ before_card = 3, what = "card-drawn-in-error" }]'
    transcript = told({1: PAIR_OF_NINES}, NOTHING, more=more)
    assert play_transcript(transcript).table.felt.hands_read["seat:1"].startswith("pair of nines")
    assert [str(r.by) for r in rule_on(transcript).remedies] == ["16.13(c)"]


def test_16_13_d_a_misdealt_player_alone_is_void():
    more = 'irregularities = [{ before_decision = 1, what = "player-wrong-number", seat = 1, cards = 6 }]'
    transcript = told({1: PAIR_OF_NINES, 2: "Kc Kd 5h 6s 8h"}, NOTHING, lit=(1,), more=more)
    transcript.decisions = transcript.decisions[1:]
    found = nets(transcript)
    assert (found[1, "ante"], found[1, "progressive-payout"], found[2, "ante"]) == ("0.00", "0.00", "10.00")
    assert cites(transcript)[1, "ante"] == "16.13(d)"


@pytest.mark.parametrize(("cards", "void"), [(3, True), (4, False), (6, True)])
def test_16_13_d_a_dealer_with_four_is_dealt_the_fifth(cards, void):
    more = f'irregularities = [{{ before_decision = 1, what = "dealer-wrong-number", cards = {cards} }}]'
    transcript = told({1: PAIR_OF_NINES}, NOTHING, choose="" if void else "bet", more=more)
    assert nets(transcript)[1, "ante"] == ("0.00" if void else "10.00")


def test_16_13_e_a_jammed_shuffler_shuffles_again():
    more = 'irregularities = [{ before_card = 1, what = "shuffler-jam" }]'
    transcript = told({1: PAIR_OF_NINES}, NOTHING, more=more)
    assert [r.name for r in requests(transcript)].count("shuffle") == 2
    assert [str(r.by) for r in rule_on(transcript).remedies] == ["16.13(e)"]


def test_16_13_f_a_jammed_shoe_voids_the_round():
    more = 'irregularities = [{ before_card = 8, what = "shoe-jam" }]'
    transcript = told({1: PAIR_OF_NINES}, "Ac Qd", choose="", lit=(1,), more=more)
    assert set(nets(transcript).values()) == {"0.00"}
    assert set(cites(transcript).values()) == {"16.13(f)"}
    assert play_transcript(transcript).next_opening.state["meter"] == "1000000"  # what the chip added is set back


def next_round(transcript) -> list:
    """The requests of the round after one that was told, in which somebody wagers again."""
    left = play_transcript(transcript).next_opening.state
    opening = ", ".join(f'{name} = "{value}"' for name, value in left.items())
    return requests(told({1: "2c 3d 4h 5s 7c"}, "2d 3h 4s 5c 7d", more=f"opening = {{ {opening} }}"))


VOID_ROUNDS = {
    "16.13(b)": ("9c 9d 4c Ah 5c", [(3, "card-found-face-up"), (5, "card-found-face-up")]),
    "16.13(d)": (f"{PAIR_OF_NINES} {NOTHING}", [(1, "dealer-wrong-number")]),
    "16.13(f)": (f"{PAIR_OF_NINES} Ac Qd", [(8, "shoe-jam")]),
}


def reshuffled(paragraph: str) -> None:
    """All hands are void, and the next round is dealt from all 52 cards, shuffled."""
    cards, wrong = VOID_ROUNDS[paragraph]
    told_so = ", ".join(f'{{ before_card = {n}, what = "{what}" }}' for n, what in wrong)
    transcript = told({1: cards}, "", choose="", more=f"irregularities = [{told_so}]")
    assert {(r.result, str(r.by)) for r in rule_on(transcript).required} == {("void", paragraph)}
    felt = play_transcript(transcript).table.felt
    assert not any(felt.cards.values())  # what was dealt goes back with the others
    again = next_round(transcript)
    assert [(r.decks, r.pack) for r in again if r.name == "shuffle"] == [(1, "")]


def test_16_13_b_after_a_second_card_face_up_the_cards_are_reshuffled():
    reshuffled("16.13(b)")


def test_16_13_d_after_a_misdeal_to_the_dealer_the_cards_are_reshuffled():
    reshuffled("16.13(d)")


def test_16_13_f_after_a_jam_the_cards_are_reshuffled_with_those_dealt():
    reshuffled("16.13(f)")


# --- the worked examples of the settlement --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ante", "player", "dealer", "on_ante", "on_bet"),
    [
        ("10.00", "9c 9d As 7h 2c", "Ah Qd Jc 8s 3d", "10.00", "0.00"),
        ("10.00", "Ac Kd Jh 8s 3c", "Ad Kc Jd 8h 2c", "10.00", "20.00"),
        ("10.00", "Ac Kd 9h 4s 2c", "Ad Kc 9d 4h 2d", "0.00", "0.00"),
        ("100.00", ROYAL, "2c 2d 5h 7d 9c", "100.00", "5000.00"),
        ("100.00", "8c 8d 8h 8s 2h", "Ac Kd 7h 5s 3c", "100.00", "4000.00"),
        ("10.00", "2c 3d 4h 5s 6c", "Ac 2d 3h 4s 5c", "10.00", "80.00"),
    ],
)
def test_16_12_worked_examples(ante, player, dealer, on_ante, on_bet):
    found = nets(told({1: player}, dealer, antes=ante))
    assert (found[1, "ante"], found[1, "bet"]) == (on_ante, on_bet)


def test_nobody_sees_a_hidden_card():
    game = play_transcript(told({1: PAIR_OF_NINES, 2: "Kc Kd 5h 6s 8h"}, NOTHING))
    record = record_of(game)
    before = next(i for i, e in enumerate(record.entries) if e.request.name == "ask")
    felt = record.felt(before)
    assert felt.seen_by(1)["seat:2"] == ["??"] * 5
    assert felt.seen_by(1)["seat:1"] == PAIR_OF_NINES.split()
    assert felt.seen_by(None)["dealer"] == ["Ac", "??", "??", "??", "??"]


# --- the device, the count, the lights, the coupon, and fingers on cards --------------------------------------------


def test_16_13_g_a_device_leaves_the_table_before_another_method():
    more = 'irregularities = [{ before_card = 1, what = "device-not-removed" }]'
    transcript = told({1: PAIR_OF_NINES}, NOTHING, more=more, house='shuffle = "manual"')
    assert [r.name for r in requests(transcript)].count("shuffle") == 2
    assert [str(r.by) for r in rule_on(transcript).remedies] == ["16.13(g)"]


def test_16_9_f_a_deck_the_shuffler_finds_wrong_leaves_the_table():
    more = 'irregularities = [{ before_card = 1, what = "shuffler-count-wrong" }]'
    transcript = told({1: PAIR_OF_NINES}, NOTHING, more=more, house='counting-shuffler = "on"')
    (found,) = rule_on(transcript).remedies
    assert (str(found.by), "removed from the table" in found.remedy) == ("16.9(f)", True)
    with pytest.raises(TranscriptError, match="counting-shuffler = off"):
        rule_on(told({1: PAIR_OF_NINES}, NOTHING, more=more))


@pytest.mark.parametrize(("day", "relieved"), [("2012-03-18", False), ("2012-03-19", True)])
def test_16_9_f_the_other_methods_are_relieved_from_2012_on(day, relieved):
    settings = Settings({"dealing-method": "hand", "counting-shuffler": "on"})
    if relieved:
        assert open_table("caribbean-stud", date.fromisoformat(day), settings)
    else:
        with pytest.raises(HouseRuleError, match="automated-shoe"):
            open_table("caribbean-stud", date.fromisoformat(day), settings)


def test_16_7_f_2_misdealt_and_short_at_once():
    facts = "number = 35, misdealt = true, short = true"
    more = f'irregularities = [{{ before_card = 1, what = "stub-count-wrong", {facts} }}]'
    transcript = told({1: PAIR_OF_NINES}, NOTHING, choose="", more=more)
    (found,) = rule_on(transcript).remedies
    assert (found.by.reading, "removed from the table" in found.remedy) == ("R-16.7f2-both", True)


def test_16_7_f_2_a_misdeal_found_by_the_count_voids_all_hands_and_found_at_the_table_only_one():
    two = {1: PAIR_OF_NINES, 2: "Kc Kd 5h 6s 8h"}
    counted = 'irregularities = [{ before_card = 1, what = "stub-count-wrong", number = 36, misdealt = true }]'
    by_count = rule_on(told(two, NOTHING, choose="", more=counted))
    assert {r.result for r in by_count.required} == {"void"}
    assert "removed" not in by_count.remedies[0].remedy
    seen = 'irregularities = [{ before_decision = 1, what = "player-wrong-number", seat = 1, cards = 6 }]'
    transcript = told(two, NOTHING, more=seen)
    transcript.decisions = transcript.decisions[1:]
    assert {(r.seat, r.result) for r in rule_on(transcript).required} == {(1, "void"), (2, "win"), (2, "void")}


def test_16_7_b_a_chip_without_a_light_goes_back_before_the_deal():
    more = 'irregularities = [{ before_card = 1, what = "chips-and-lights-differ", seat = 1 }]'
    transcript = told({1: "Ah 9h 7h 4h 2h", 2: ROYAL}, NOTHING, lit=(1, 2), more=more)
    found = nets(transcript)
    assert (found[1, "progressive-payout"], found[2, "progressive-payout"]) == ("0.00", "9999.70")
    assert cites(transcript)[1, "progressive-payout"] == "R-16.7b-lights"


def test_16_7_b_a_light_without_a_chip_is_put_out():
    more = 'irregularities = [{ before_card = 1, what = "chips-and-lights-differ", seat = 2 }]'
    transcript = told({1: "Ah 9h 7h 4h 2h", 2: ROYAL}, NOTHING, lit=(1,), more=more)
    assert nets(transcript)[1, "progressive-payout"] == "49.00"
    assert (2, "progressive-payout") not in nets(transcript)


def with_coupon(player: str, dealer: str, house: str = 'match-play-accepted = "on"'):
    transcript = told({1: player}, dealer, house=house)
    transcript.wagers[0].coupon = "5.00"
    return transcript


@pytest.mark.parametrize(
    ("player", "dealer", "ante", "bet"),
    [
        (PAIR_OF_NINES, NOTHING, "15.00", "0.00"),
        (PAIR_OF_NINES, ACE_KING, "15.00", "20.00"),
        ("Qc Qs 5s 6s 8h", "Ah As 2c 3d 4d", "-10.00", "-20.00"),
    ],
)
def test_16_6_a_a_coupon_lies_with_the_ante_and_is_paid_at_its_odds(player, dealer, ante, bet):
    found = nets(with_coupon(player, dealer))
    assert (found[1, "ante"], found[1, "bet"]) == (ante, bet)


def test_16_6_a_a_coupon_is_refused_where_the_house_takes_none():
    with pytest.raises(WagerRefused, match=r"a match play coupon is not taken here \[19:47-16.6\(a\)"):
        play_transcript(with_coupon(PAIR_OF_NINES, NOTHING, house=""))
    verdict = rule_on(with_coupon(PAIR_OF_NINES, NOTHING, house=""))  # the dealer took it: it goes back
    assert {(r.wager, r.result, r.by.reading) for r in verdict.required} == {
        ("ante", "void", "R-16.6a-coupon"),
        ("bet", "void", "R-16.6a-coupon"),
    }


def with_progressive_coupon(hand: str, amount: str = "0", coupon: str = "1.00", **more):
    transcript = told({1: hand}, "Ad Kd 8h 9s 3d", lit=(1,), **more)
    transcript.wagers[1].amount, transcript.wagers[1].coupon = amount, coupon
    return transcript


@pytest.mark.parametrize(
    ("hand", "by_coupon", "by_chip"),
    [("Ah 9h 7h 4h 2h", "50.00", "49.00"), (ROYAL, "10000.70", "9999.70"), (PAIR_OF_NINES, "0.00", "-1.00")],
)
def test_16_6_c_a_coupon_stakes_the_dollar_and_costs_the_player_nothing(hand, by_coupon, by_chip):
    assert nets(with_progressive_coupon(hand))[1, "progressive-payout"] == by_coupon
    assert nets(told({1: hand}, "Ad Kd 8h 9s 3d", lit=(1,)))[1, "progressive-payout"] == by_chip


def test_16_6_c_a_coupon_feeds_the_meter_like_a_chip():
    after = {
        kind: play_transcript(with_progressive_coupon(PAIR_OF_NINES, *kind)) for kind in (("0", "1.00"), ("1", "0"))
    }
    assert [game.next_opening.state["meter"] for game in after.values()] == ["1000070", "1000070"]
    assert [game.table.felt.ledger.total() for game in after.values()] == [0, 0]


@pytest.mark.parametrize(("amount", "coupon"), [("0", "0.99"), ("0", "1.01"), ("1.00", "1.00"), ("0.50", "0.50")])
def test_16_6_c_one_chip_or_one_coupon_for_a_dollar(amount, coupon):
    with pytest.raises(WagerRefused, match=r"its stake is \$1, .*16\.6\(c\)\]; accepted: exactly \$1, or a coupon"):
        play_transcript(with_progressive_coupon(PAIR_OF_NINES, amount, coupon))
    required = rule_on(with_progressive_coupon(PAIR_OF_NINES, amount, coupon)).required
    assert [str(r.by) for r in required if (r.wager, r.result) == ("progressive-payout", "void")] == ["16.6(c)"]


def test_16_6_c_a_coupon_stakes_nothing_else():
    table = Round(open_table("caribbean-stud", settings=Settings({"match-play-accepted": "on"})))
    with pytest.raises(WagerRefused, match="that is no stake"):
        verify_wager(table, Wager(1, "ante", 0, coupon=1000))


@pytest.mark.parametrize("again", [Wager(1, "progressive-payout", 100), Wager(1, "progressive-payout", 0, coupon=100)])
@pytest.mark.parametrize("first", [Wager(1, "progressive-payout", 100), Wager(1, "progressive-payout", 0, coupon=100)])
def test_16_6_c_one_progressive_wager_a_round(first, again):
    table = Round(open_table("caribbean-stud"))
    ante = Wager(1, "ante", 1000)
    verify_bets(table, (ante, first), (), cite("16.6(b)"))
    with pytest.raises(WagerRefused, match=r"it has been made \[.*16\.6\(c\)"):
        verify_bets(table, (ante, first, again), (), cite("16.6(b)"))


def test_16_6_c_limits_of_the_house_do_not_concern_the_fixed_stake():
    limits = 'smallest-chip = "5.00", limits = { table = { min = "5.00", max = "500.00" } }'
    assert nets(told({1: PAIR_OF_NINES}, NOTHING, lit=(1,), house=limits))[1, "progressive-payout"] == "-1.00"
    settings = Settings(limits={"progressive-payout": {"max": "5.00"}})
    with pytest.raises(HouseRuleError, match=r"limits of progressive-payout: its stake is \$1.*16\.6\(c\)"):
        open_table("caribbean-stud", settings=settings)


def test_16_10_b_touching_cards_changes_nothing():
    more = 'irregularities = [{ before_decision = 1, what = "cards-touched", seats = [1] }]'
    transcript = told({1: PAIR_OF_NINES}, NOTHING, more=more)
    assert nets(transcript) == nets(told({1: PAIR_OF_NINES}, NOTHING))
    assert [r.by.reading for r in rule_on(transcript).remedies] == ["R-16.10b-touch"]


# --- noticed at every moment up to the showing of the hole cards, and the order of the dealer's acts ----------------

KINGS = "Kc Kh 5d 6s 8h"
QUEENS = "Qc Qh 6h 7d 8c"
TWO = {1: PAIR_OF_NINES, 2: KINGS}
SHOWN = ("turn-up", "16.10(d)")  # the moment after the last decision
ASKED = ("ask", "16.10(a)")


def results(verdict) -> dict[tuple[int, str], tuple[str, str]]:
    return {(r.seat, r.wager): (r.result, r.by.reading or str(r.by)) for r in verdict.required}


# --- 16.10(e), (f): the order in which cards are picked up -----------------------------------------------------------

LOSE_TIE_WIN = {1: "2c 4d 6h 8s Th", 2: "As Kc 5d 4h 3d", 3: "9h 9s 5c 4c 2d"}  # loses, ties and wins against ace-king


def acts(transcript) -> list[str]:
    """The dealer's acts from the first collection on."""
    named = []
    for entry in play_transcript(transcript).entries:
        request = entry.request
        if request.name in ("collect", "give-back", "pay"):
            named.append(f"{request.name} {request.results[0].wager.seat}")
        elif request.name == "to-rack":
            named.append(f"{request.area} {request.by}")
        elif request.name == "attest" and "papers" in request.what:
            named.append(f"papers {request.by}")
    return named


def test_16_10_e_1_losing_hands_go_at_once_pushes_after_them_winners_when_paid():
    assert acts(told(LOSE_TIE_WIN, ACE_KING)) == [
        "collect 1",
        "seat:1 16.10(e)1",
        "give-back 2",
        "seat:2 16.10(e)2",
        "pay 3",
        "seat:3 16.10(e)3",
        "dealer 16.10(e)3",
    ]


def test_16_10_e_3_a_hand_paid_from_the_meter_stays_until_the_papers_are_complete():
    transcript = progressive(ROYAL, ACE_KING, lit=(1,), **{"2": KINGS})
    assert acts(transcript) == [
        "pay 2",
        "seat:2 16.10(e)3",
        "dealer 16.10(e)3",
        "papers 16.10(e)3",
        "seat:1 16.10(e)3",
    ]


def test_16_10_e_3_a_hand_without_a_progressive_wager_does_not_wait():
    assert not [act for act in acts(told({1: ROYAL}, ACE_KING)) if act.startswith("papers")]


def test_16_10_e_3_a_hand_paid_from_the_inventory_does_not_wait():
    transcript = progressive("7c 7d 7h 7s 9h", ACE_KING, lit=(1,), **{"2": KINGS})
    assert acts(transcript) == ["pay 2", "seat:2 16.10(e)3", "seat:1 16.10(e)3", "dealer 16.10(e)3"]


@pytest.mark.parametrize(("award", "waits"), [("ten-percent", True), ("fixed-5000", False)])
def test_16_10_e_3_a_losing_straight_flush_waits_for_its_papers_too(award, waits):
    house = f'progressive-straight-flush = "{award}"'
    transcript = progressive(NINE_HIGH, "Ts 9s 8s 7s 6s", lit=(1,), house=house)
    last = ["papers 16.10(e)3", "seat:1 16.10(e)3"]
    assert acts(transcript) == (
        ["collect 1", "dealer 16.10(e)3", *last] if waits else ["collect 1", "seat:1 16.10(e)1", "dealer 16.10(e)3"]
    )


@pytest.mark.parametrize(("hand", "waits"), [(ROYAL, True), (PAIR_OF_NINES, False)])
def test_16_10_f_4_without_a_qualifying_hand_the_same(hand, waits):
    transcript = progressive(hand, NOTHING, lit=(1,), **{"2": KINGS})
    rest = ["seat:2 16.10(f)4", "dealer 16.10(f)4", "papers 16.10(f)4", "seat:1 16.10(f)4"]
    assert (
        acts(transcript)[-4:] == rest
        if waits
        else acts(transcript)[-3:]
        == [
            "seat:2 16.10(f)4",
            "seat:1 16.10(f)4",
            "dealer 16.10(f)4",
        ]
    )


def test_16_10_e_a_record_says_by_which_procedure_its_round_was_dealt():
    content = write(record_of(play_transcript(told(LOSE_TIE_WIN, ACE_KING))))
    assert b'"procedure":2' in content.splitlines()[0]
    assert write(record_of(reproduce(read(content)))) == content


# --- 16.13(a), 16.10(c), 16.13(d): noticed after the last decision, and between two ----------------------------------


def test_16_13_a_a_hole_card_exposed_after_a_fold_voids_that_hand_too():
    more = 'irregularities = [{ before_decision = 2, what = "hole-card-exposed" }]'
    transcript = told(TWO, NOTHING, choose="fold", lit=(1,), more=more)
    transcript.decisions = transcript.decisions[:1]
    assert nets(transcript) == {(1, "ante"): "0.00", (1, "progressive-payout"): "0.00", (2, "ante"): "0.00"}
    assert cites(transcript)[1, "ante"] == "R-16.13a-folded"
    assert {r.result for r in rule_on(transcript).required} == {"void"}
    assert play_transcript(transcript).next_opening.state["meter"] == "1000000"


def test_16_13_f_a_void_round_takes_back_what_a_hand_void_before_added_to_the_meter():
    more = """irregularities = [{ before_decision = 1, what = "player-wrong-number", seat = 1, cards = 4 },
                               { before_decision = 1, what = "hole-card-exposed" }]"""
    transcript = told(TWO, NOTHING, choose="", lit=(1, 2), more=more)
    assert cites(transcript)[1, "progressive-payout"] == "16.13(d)"
    assert {r.result for r in rule_on(transcript).required} == {"void"}
    assert play_transcript(transcript).next_opening.state["meter"] == "1000000"


def test_16_13_a_what_was_forfeited_stays_forfeited():
    more = """irregularities = [{ before_decision = 1, what = "players-communicated", seats = [1, 2] },
                               { before_decision = 1, what = "hole-card-exposed" }]"""
    transcript = told({**TWO, 3: QUEENS}, NOTHING, choose="", more=more)
    assert nets(transcript) == {(1, "ante"): "-10.00", (2, "ante"): "-10.00", (3, "ante"): "0.00"}


def test_16_13_a_exposed_after_the_last_decision_it_changes_nothing():
    verdict = noticed(told(TWO, NOTHING), *SHOWN, found="hole-card-exposed")
    assert remedied(verdict) == [("hole-card-exposed", "R-16.13a-hole-card")]
    assert results(verdict)[1, "ante"] == ("win", "16.10(f)2")


def test_16_10_c_told_after_the_last_bet_is_still_before_the_hole_cards():
    verdict = noticed(told({**TWO, 3: QUEENS}, NOTHING), *SHOWN, found="players-communicated", seats=(1, 2))
    assert {results(verdict)[seat, kind] for seat in (1, 2) for kind in ("ante", "bet")} == {("lose", "16.10(c)")}
    assert results(verdict)[3, "ante"] == ("win", "16.10(f)2")


def test_16_10_c_somebody_without_a_hand_is_refused():
    with pytest.raises(DealerError, match="seat 5 has no hand"):
        noticed(told(TWO, NOTHING), *SHOWN, found="players-communicated", seats=(1, 5))


@pytest.mark.parametrize("moment", [SHOWN, ASKED])
def test_16_13_d_a_players_misdeal_found_after_the_bet_voids_that_hand(moment):
    where = {"at_seat": 2} if moment == ASKED else {}
    verdict = noticed(told(TWO, NOTHING, lit=(1,)), *moment, found="player-wrong-number", seat=1, cards=4, **where)
    void = {("void", "16.13(d)")}
    assert {results(verdict)[1, kind] for kind in ("ante", "bet", "progressive-payout")} == void
    assert results(verdict)[2, "ante"] == ("win", "16.10(f)2")


def test_16_13_d_a_player_whose_hand_is_void_decides_nothing():
    transcript = told(TWO, NOTHING)
    transcript.decisions = transcript.decisions[:1]
    verdict = noticed(transcript, *ASKED, at_seat=2, found="player-wrong-number", seat=2, cards=6)
    assert results(verdict) == {
        (2, "ante"): ("void", "16.13(d)"),
        (1, "ante"): ("win", "16.10(f)2"),
        (1, "bet"): ("void", "16.10(f)3"),
    }


def test_16_13_d_a_misdealt_hand_that_was_folded_is_void():
    transcript = told(TWO, NOTHING)
    transcript.decisions[0].choose = "fold"
    verdict = noticed(transcript, *SHOWN, found="player-wrong-number", seat=1, cards=4)
    assert results(verdict)[1, "ante"] == ("void", "16.13(d)")


def test_16_13_d_a_hand_that_is_void_leaves_the_wagers_of_another_that_was_folded_or_lit():
    folded = told(TWO, NOTHING)
    folded.decisions[1].choose = "fold"
    verdict = noticed(folded, *SHOWN, found="player-wrong-number", seat=1, cards=4)
    assert results(verdict)[2, "ante"] == ("lose", "16.10(a)")
    verdict = noticed(told(TWO, NOTHING, lit=(1, 2)), *SHOWN, found="player-wrong-number", seat=1, cards=4)
    assert results(verdict)[1, "progressive-payout"][0] == "void"
    assert results(verdict)[2, "progressive-payout"][0] == "lose"


@pytest.mark.parametrize(("cards", "void"), [(3, True), (4, False), (6, True)])
def test_16_13_d_the_dealers_misdeal_found_after_the_last_bet(cards, void):
    verdict = noticed(told(TWO, NOTHING), *SHOWN, found="dealer-wrong-number", cards=cards)
    assert {r.result for r in verdict.required if r.wager == "ante"} == ({"void"} if void else {"win"})
    assert remedied(verdict) == [("dealer-wrong-number", "16.13(d)")]


# --- 16.13(d): whose card was left out or came twice, at which card --------------------------------------------------


def by_hand(cards: str, *wrong: str, seats: tuple[int, ...] = (1,), decide: tuple[int, ...] = (1,)):
    wagers = [f'{{seat = {s}, wager = "ante", amount = "10.00"}}' for s in seats]
    decisions = [f'{{seat = {s}, choose = "bet"}}' for s in decide]
    return read_transcript(
        f"""
        game = "caribbean-stud"
        as_of = "2000-03-01"
        house = {{ dealing-method = "hand" }}
        wagers = [{", ".join(wagers)}]
        cards = "{cards}"
        decisions = [{", ".join(decisions)}]
        irregularities = [{", ".join(wrong)}]
        """.encode()
    )


DEALER_LEFT_OUT = "9s Ad 9c Kd 4d 9h 2c 2h 3d 7c"


def test_16_13_d_the_dealer_left_out_at_a_card_is_dealt_the_fifth_and_the_others_lie_where_they_went():
    transcript = by_hand(DEALER_LEFT_OUT, '{ before_card = 6, what = "card-left-out" }')
    game = play_transcript(transcript)
    assert game.table.felt.hands_read["seat:1"].startswith("three nines")
    assert nets(transcript) == {(1, "ante"): "10.00", (1, "bet"): "60.00"}
    assert remedied(rule_on(transcript)) == [("card-left-out", "16.13(d)"), ("dealer-wrong-number", "16.13(d)")]


def test_16_13_d_four_cards_may_be_told_beside_it():
    both = (
        '{ before_card = 6, what = "card-left-out" }',
        '{ before_card = 10, what = "dealer-wrong-number", cards = 4 }',
    )
    assert nets(by_hand(DEALER_LEFT_OUT, *both))[1, "bet"] == "60.00"


def test_16_13_d_four_cards_dealt_one_by_one_must_be_told_with_the_card():
    wrong = '{ before_card = 10, what = "dealer-wrong-number", cards = 4 }'
    with pytest.raises(DealerError, match="which of the five was left out") as found:
        rule_on(by_hand(DEALER_LEFT_OUT, wrong))
    assert "card-left-out" in found.value.accepts


def test_16_13_d_a_dealer_left_out_twice_voids_all_hands():
    twice = [f'{{ before_card = {n}, what = "card-left-out" }}' for n in (6, 7)]
    transcript = by_hand("9s Ad 9c Kd 4d 9h 2h 7c", *twice, decide=())
    assert {r.result for r in rule_on(transcript).required} == {"void"}


def test_16_13_d_a_player_left_out_alone_is_void():
    cards = "9s Qs Ad 9c Qc Kd 4d 2c 9h 4h 3d 2h 8h 7c"  # seat 2 gets no third card
    wrong = '{ before_card = 8, what = "card-left-out", seat = 2 }'
    transcript = by_hand(cards, wrong, seats=(1, 2), decide=(1,))
    assert (nets(transcript)[2, "ante"], nets(transcript)[1, "bet"]) == ("0.00", "60.00")
    assert cites(transcript)[2, "ante"] == "16.13(d)"


def test_16_13_d_a_card_is_left_out_only_where_it_was_due():
    wrong = '{ before_card = 6, what = "card-left-out", seat = 1 }'
    with pytest.raises(RulesError, match="not due to seat 1 but to dealer"):
        rule_on(by_hand(DEALER_LEFT_OUT, wrong))


@pytest.mark.parametrize(("whose", "void"), [(", seat = 1", {1}), (", seat = 2", {2}), ("", {1, 2})])
def test_16_13_d_whose_card_came_twice(whose, void):
    cards = "9s Qs Ad Jd 9c Qc Kd 4d 4s 2c 9h 4h 3d 2h 8h 7c"  # the jack is the card too many
    wrong = f'{{ before_card = 4, what = "card-dealt-twice"{whose} }}'
    transcript = by_hand(cards, wrong, seats=(1, 2), decide=tuple({1, 2} - void))
    verdict = rule_on(transcript)
    assert {r.seat for r in verdict.required if r.wager == "ante" and r.result == "void"} == void
    assert all(str(r.by) == "16.13(d)" for r in verdict.required if r.wager == "ante" and r.result == "void")


# --- 16.6(b): nothing is taken back after the call -------------------------------------------------------------------


@pytest.mark.parametrize("before", ["before_card = 3", "before_decision = 1"])
def test_16_6_b_a_wager_taken_back_after_the_call_stands(before):
    more = f'irregularities = [{{ {before}, what = "wager-withdrawn", seat = 1, wager = "ante" }}]'
    transcript = told({1: "2c 4d 6h 8s Th"}, ACE_KING, more=more)
    assert nets(transcript) == {(1, "ante"): "-10.00", (1, "bet"): "-20.00"}
    assert remedied(rule_on(transcript)) == [("wager-withdrawn", "16.6(b)")]


def test_16_6_b_a_bet_taken_back_before_the_hole_cards_are_shown_stands():
    verdict = noticed(told(TWO, ACE_KING), *SHOWN, found="wager-withdrawn", seat=1, wager="bet")
    assert remedied(verdict) == [("wager-withdrawn", "16.6(b)")]
    assert results(verdict)[1, "bet"] == ("win", "16.12(c)")


def test_16_6_b_it_must_be_said_whose_wager_it_was():
    more = 'irregularities = [{ before_card = 3, what = "wager-withdrawn" }]'
    with pytest.raises(DealerError, match="must say whose"):
        rule_on(told({1: PAIR_OF_NINES}, ACE_KING, more=more))


@pytest.mark.parametrize("before", ["before_card = 3", "before_decision = 1"])
def test_16_6_b_a_wager_that_was_not_made_yet_cannot_be_taken_back(before):
    more = f'irregularities = [{{ {before}, what = "wager-withdrawn", seat = 1, wager = "bet" }}]'
    with pytest.raises(DealerError, match="seat 1 has no bet yet"):
        rule_on(told({1: PAIR_OF_NINES}, ACE_KING, more=more))
