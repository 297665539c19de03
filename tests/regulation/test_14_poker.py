"""Poker, section by section: 19:47-14, 13:69F-14. Only 14.5 and most of 14.10 were read: every other basis says so."""

from __future__ import annotations

from datetime import date

import pytest

from nomorebets.errors import EditionError, HouseRuleError, RulesError, TranscriptError, WagerRefused
from nomorebets.games import game, open_table
from nomorebets.games.poker_room.cards import ShuffleDiscards
from nomorebets.games.poker_room.rankings import (
    BADUGI,
    BADUGI_ACE_HIGH,
    DEUCE_TO_SEVEN,
    EIGHT_OF_ALL,
    HIGH_OF_ALL,
    HIGH_OF_THREE,
    HIGH_TWO_OF_HAND,
    LOW_OF_ALL,
    SIX_OF_THREE,
    acts_first,
)
from nomorebets.pricing.sheet import odds
from nomorebets.regulation import law, reading
from nomorebets.rulings.dispute import rule_on
from nomorebets.rulings.writing import transcript_parts
from nomorebets.table import Play, Round, Settings, Wager
from nomorebets.table.acceptance import verify_wager
from nomorebets.table.cards import Cut, CutMade, Shuffle, TurnUp
from nomorebets.table.felt import Felt
from nomorebets.table.house import required_signs
from nomorebets.table.ledger import INVENTORY, JACKPOT
from nomorebets.table.requests import Attest, Done
from pots import BLINDS, FREE, STUD, Table, asked, deal, net, pots, tell

THREE = {1: 200, 2: 200, 3: 200}
TWO = {1: 200, 2: 200}
ACES = {1: "As Ad", 2: "Ks Kd", 3: "Qs Qd"}
BLANK = "2c 3c 4h 9h Td"
CHECKED = "1 check, 2 check, 3 check, "
FIXED = {**BLINDS, "structure": "fixed-limit"}
DOWN = CHECKED * 3  # flop, turn and river


def named(played: Play, kind: type) -> list[str]:
    return [str(getattr(e.request, "what", "")) for e in played.entries if isinstance(e.request, kind)]


# --- 14.3 rankings ---------------------------------------------------------------------------------------------------


def test_14_3_high_hands():
    hands = ["As Ks Qs Js Ts", "5h 4h 3h 2h Ah", "2c 2d 2h 2s 3c", "2c 2d 2h 3s 3c", "Kc 9c 7c 3c 2c", "5h 4c 3h 2h Ah"]
    worth = [HIGH_OF_ALL.best(hand.split(), ()) for hand in hands]
    assert worth == sorted(worth, reverse=True)
    assert HIGH_OF_ALL.best("2h 3h".split(), "As Ks Qs Js Ts".split()).category == "royal-flush"  # playing the board


def test_14_3_low_hands():
    hands = ["5h 4h 3h 2h Ah", "6c 4d 3h 2s Ac", "Kc 9c 7c 3c 2c", "2c 2d 3h 4s 5c", "2c 2d 3h 3s 4c", "2c 2d 2h 3s 4c"]
    worth = [LOW_OF_ALL.best(hand.split(), ()) for hand in hands]
    assert worth == sorted(worth, reverse=True)


@pytest.mark.parametrize(
    ("cards", "counts"), [("8c 7d 6h 5s 4c", True), ("9c 7d 6h 5s 4c", False), ("8c 8d 6h 5s 4c", False)]
)
def test_14_3_eight_or_better(cards, counts):
    assert (EIGHT_OF_ALL.best(cards.split(), ()) is not None) is counts


def test_14_3_deuce_to_seven_and_badugi():
    lows = ["7c 5d 4h 3s 2c", "Ah 5d 4h 3s 2c", "7c 5c 4c 3c 2c"]
    assert [DEUCE_TO_SEVEN.best(hand.split(), ()) for hand in lows] == sorted(
        (DEUCE_TO_SEVEN.best(hand.split(), ()) for hand in lows), reverse=True
    )
    # A-2-3-4-5 is no straight: an ace is high, and of one suit the hand is a flush
    order = ["Kc Qd Jh Ts 8c", "Ah 5d 4h 3s 2c", "3c 3d 4h 5s 2c", "6c 5d 4h 3s 2c", "Ac 5c 4c 3c 2c", "2c 2d 2h 3s 3c"]
    worth = [DEUCE_TO_SEVEN.best(hand.split(), ()) for hand in order]
    assert worth == sorted(worth, reverse=True)
    assert len(set(worth)) == len(worth)
    four, three = BADUGI.best("Kc Qd Jh Ts".split(), ()), BADUGI.best("Ac 2d 3h 4h".split(), ())
    assert four > three
    assert BADUGI_ACE_HIGH.best("2c 3d 4h 5s".split(), ()) > BADUGI_ACE_HIGH.best("Ac 2d 3h 4s".split(), ())


def test_14_3_mambo():
    board = ["2h"]
    assert HIGH_OF_THREE.best("As Ks Qs".split(), board) > HIGH_OF_THREE.best("2c 2d Ah".split(), board)
    assert HIGH_OF_THREE.best("3c 4d Kh".split(), board) > HIGH_OF_THREE.best("Kh 9h Ac".split(), board)  # over a flush
    assert SIX_OF_THREE.best("6c 5d Kh".split(), board) is not None
    assert SIX_OF_THREE.best("7c 5d Kh".split(), board) is None


def test_14_3_equal_hands_share():
    played = deal(
        "holdem", f"3 call, 1 call, 2 check, {DOWN}", hands={1: "As 2d", 2: "Ad 2s", 3: "3c 3d"}, board="Ah Kc Qc Js 9h"
    )
    assert net(played) == {1: 1, 2: 1, 3: -2}


# --- 14.4, 14.5 cards ------------------------------------------------------------------------------------------------


def shown(state: str) -> list[str]:
    played = Table("holdem", TWO, state={"table": state}).do("fold").play
    return named(played, Attest)


def test_14_4_inspected_shown_and_mixed():
    words = shown("just-opened")
    assert words.index("the first two players have had the chance to look at the cards") < words.index(
        "the cards are turned face down, washed and stacked"
    )


def test_14_5_d_an_idle_table_shows_the_cards_to_two_players():
    assert "the first two players have had the chance to look at the cards" in shown("idle-face-down")
    assert shown("in-play") == []


def test_14_5_a_shuffled_before_every_round():
    played = Table("holdem", TWO).do("fold").play
    assert sum(isinstance(entry.request, Shuffle) for entry in played.entries) == 1


@pytest.mark.parametrize("method", ["automated", "manual", "pre-shuffled"])
def test_14_5_b_cut_whatever_the_shuffle(method):
    played = Table("holdem", TWO, {**BLINDS, "shuffle": method}).do("fold").play
    assert sum(isinstance(entry.request, Cut) for entry in played.entries) == 1


@pytest.mark.parametrize(("taken", "cuts"), [(9, 2), (10, 1), (51, 1)])
def test_14_5_b_at_least_ten_cards(taken, cuts):
    played = Play(Round(open_table("holdem"), seats={1: 10_000, 2: 10_000}))
    while not isinstance(played.request, Cut):
        played.answer(played.request.usual())
    played.answer(CutMade(taken))
    while played.request is not None and played.request.asks == "dealer":
        played.answer(played.request.usual())
    assert sum(isinstance(entry.request, Cut) for entry in played.entries) == cuts


def test_14_5_c_cut_again():
    told = tell(
        "holdem",
        "1 fold",
        stacks=TWO,
        hands={1: "As Ad", 2: "Ks Kd"},
        button=1,
        more='irregularities = [{before_card = 1, what = "improper-cut", taken = 5}]',
    )
    verdict = rule_on(told)
    assert [(r.what, str(r.by)) for r in verdict.remedies] == [("improper-cut", "14.5(c)")]
    assert not verdict.void


# --- 14.6 the game ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("stacks", "is_dealt"), [({1: 200}, False), (TWO, True)])
def test_14_6_b_at_least_two_players(stacks, is_dealt):
    assert (Table("holdem", stacks).turn > 0) is is_dealt


def test_14_6_b_the_house_has_no_hand():
    played = deal("holdem", f"3 call, 1 call, 2 check, {DOWN}", hands=ACES, board=BLANK)
    assert played.table.felt.ledger.balance[INVENTORY] == 0
    assert sum(net(played).values()) == 0


def test_14_6_c_in_turn_only():
    with pytest.raises(WagerRefused, match="in turn only"):
        verify_wager(Round(open_table("holdem"), seats={1: 10_000}), Wager(1, "pot", 100))
    with pytest.raises(TranscriptError, match="seat 3 is asked"):  # the others have the word before
        deal("holdem", "1 raise 6", hands=ACES)


def test_14_6_c_betting_after_every_street():
    played = deal("holdem", f"3 call, 1 call, 2 check, {DOWN}", hands=ACES, board=BLANK)
    assert asked(played) == [3, 1, 2, 1, 2, 3, 1, 2, 3, 1, 2, 3]


def test_14_6_d_the_best_hand_wins():
    played = deal("holdem", f"3 call, 1 call, 2 check, {DOWN}", hands=ACES, board=BLANK)
    assert net(played) == {1: 4, 2: -2, 3: -2}
    assert {r.by.reading for r in played.rulings} == {"R-14.3-high"}


def test_14_6_d_the_last_one_left_does_not_show():
    played = deal("holdem", "3 raise 6, 1 fold, 2 fold", hands=ACES)
    assert net(played) == {1: -1, 2: -2, 3: 3}
    assert named(played, TurnUp) == []
    assert {r.by.reading for r in played.rulings} == {"R-14.6-only-one-left"}


# --- 14.7 wagers -----------------------------------------------------------------------------------------------------


def test_14_7_fixed_limits():
    table = Table("holdem", THREE, FIXED)
    assert table.range("raise") == (4, 4)
    table.do("call", "call", "check")
    assert table.range("bet") == (2, 2)
    table.do("check", "check", "check")
    assert table.range("bet") == (4, 4)
    table.do("bet 4")
    assert table.range("raise") == (8, 8)


def test_14_7_spread_limit():
    house = {**BLINDS, "structure": "spread-limit", "small-bet": "2.00", "big-bet": "10.00"}
    table = Table("holdem", THREE, house).do("call", "call", "check")
    assert table.range("bet") == (2, 10)
    table.do("bet 6")
    assert table.range("raise") == (12, 16)  # at least as much again, at most ten more


def test_14_7_pot_limit():
    house = {**BLINDS, "structure": "pot-limit", "ante-amount": "3.00"}
    table = Table("holdem", THREE, house)
    assert table.range("raise") == (4, 2 + (9 + 1 + 2) + 2)  # the pot after the call
    table.do("call", "call", "check")
    assert table.range("bet") == (2, 15)
    table.do("bet 15")
    assert table.range("raise") == (30, 15 + 30 + 15)


def test_14_7_no_limit():
    table = Table("holdem", {1: 200, 2: 200, 3: 90})
    assert table.range("raise") == (4, 90)
    table.do("raise 10")
    assert table.range("raise") == (18, 200)  # eight more than ten


@pytest.mark.parametrize(("cap", "raises"), [("3", 3), ("4", 4)])
def test_14_7_raises(cap, raises):
    table = Table("holdem", THREE, {**FIXED, "raises-cap": cap})
    for number in range(raises):  # the big blind is the bet
        assert table.range("raise") == (4 + 2 * number, 4 + 2 * number)
        table.do("raise")
    assert table.range("raise") is None
    two = Table("holdem", TWO, {**FIXED, "raises-cap": cap})
    for _ in range(2 * raises):  # without end between two players
        two.do("raise")
    assert two.range("raise") is not None


@pytest.mark.parametrize(("chips", "again"), [(15, False), (16, True)])
def test_14_7_short_all_ins(chips, again):
    """Without limits only a whole raise lets those raise again who have acted."""
    table = Table("holdem", {1: 200, 2: chips, 3: 200}).do("raise 9", "call", "all-in")
    assert table.turn == 3
    assert (table.range("raise") is not None) is again


@pytest.mark.parametrize(("chips", "again"), [(4, False), (5, True)])
def test_14_7_half_a_bet_reopens_fixed_limits(chips, again):
    """A raise of 2: one more is half of it."""
    table = Table("holdem", {1: 200, 2: 200, 3: 200, 4: chips}, {**FIXED, "blinds": "1.00 2.00"})
    table.do("raise")  # seat 3 to 4; seat 4 has 4 or 5
    table.do("all-in", "call", "call") if chips > 4 else table.do("call", "call", "call")
    assert (table.turn == 3) is again
    assert (table.range("raise") is not None and table.turn == 3) is again


@pytest.mark.parametrize(("chips", "least"), [(5, 8), (6, 10), (7, 11)])
def test_14_7_less_than_half_a_fixed_bet_is_completed_and_more_is_raised(chips, least):
    """Bets of 4: one more than the blind is completed to 8, two are half and raised by a whole bet."""
    table = Table("holdem", {1: 200, 2: 200, 3: chips, 4: 200}, {**FIXED, "blinds": "2.00 4.00"})
    table.do("all-in")
    assert (table.turn, table.range("raise")) == (4, (least, least))


def test_14_7_table_stakes():
    table = Table("holdem", {1: 200, 2: 200, 3: 30})
    with pytest.raises(WagerRefused, match=r"\$31 refused.*\$4 to \$30"):
        table.do("raise 31")
    assert table.turn == 3  # nothing moved
    table.do("all-in", "call", "fold", "show", "show")
    assert net(table.play)[3] in (-30, 32)


@pytest.mark.parametrize(("chips", "choices"), [(1, ("show", "muck")), (2, ("call", "fold"))])
def test_14_7_nobody_puts_in_more_than_another_can_match(chips, choices):
    """The small blind of 1 faces a big blind of 2, who is all in for half of it, or for the whole."""
    assert Table("holdem", {1: 200, 2: chips}, state={"button": "1"}).play.asked.choices == choices


def test_14_7_nobody_raises_whom_no_other_can_answer():
    table = Table("holdem", {1: 200, 2: 200, 3: 30}).do("all-in")
    assert (table.turn, table.range("raise")) == (1, (58, 200))  # seat 2 could answer
    table.do("fold")
    assert (table.turn, table.range("call"), table.range("raise")) == (2, (30, 30), None)


def test_14_7_an_all_in_for_less_is_a_call():
    table = Table("holdem", {1: 200, 2: 200, 3: 200, 4: 5}, state={"button": "4"}).do("raise 20", "all-in")
    assert (table.turn, table.range("call"), table.range("raise")) == (1, (20, 20), (38, 200))


def test_14_7_uncalled_bets_go_back():
    played = deal(
        "holdem",
        "3 raise 50, 1 fold, 2 fold",
        hands=ACES,
        house={
            **BLINDS,
            "rake-no-flop-no-drop": "off",
            "rake-percent": "10",
            "rake-step": "0.50",
            "smallest-chip": "0.50",
        },
    )
    assert pots(played)[0][1] == 4  # five less the rake of half a dollar, and not fifty-three
    assert played.table.felt.rake == 50


def test_14_7_side_pots():
    stacks = {1: 200, 2: 50, 3: 100}
    played = deal(
        "holdem",
        "3 raise 6, 1 raise 100, 2 all-in, 3 all-in",
        stacks=stacks,
        hands={1: "Qs Qd", 2: "As Ad", 3: "Ks Kd"},
        board=BLANK,
    )
    assert pots(played) == [("main", 150, {2: 150}), ("side 1", 100, {3: 100})]
    assert net(played) == {1: -100, 2: 100, 3: 0}


@pytest.mark.parametrize(
    ("id", "most"),
    [
        ("omaha", 11),
        ("five-card-omaha", 8),
        ("seven-card-stud", 8),
        ("five-card-stud", 9),
        ("mambo-stud", 11),
        ("badugi", 8),
    ],
)
def test_14_7_how_many_may_play(id, most):
    assert Table(id, dict.fromkeys(range(1, most + 1), 100), {}).turn
    with pytest.raises(WagerRefused, match=f"at most {most} players"):
        Table(id, dict.fromkeys(range(1, most + 2), 100), {})


# --- 14.8 games ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("id", "first"),
    [
        *((id, date(1994, 3, 21)) for id in ("seven-card-stud", "holdem", "omaha", "five-card-draw", "five-card-stud")),
        ("mambo-stud", date(1998, 1, 1)),
        *((id, date(2012, 3, 19)) for id in ("five-card-omaha", "triple-draw", "badugi")),
    ],
)
def test_14_8_games_by_the_day(id, first):
    assert open_table(id, first).as_of == first
    with pytest.raises(EditionError):
        open_table(id, date.fromordinal(first.toordinal() - 1))


# --- 14.9 seven-card stud --------------------------------------------------------------------------------------------

STUD_HANDS = {1: "As Ad 9c", 2: "Ks Kd 2c", 3: "Qs Qd 2d"}


def test_14_9_the_cards():
    table = Table("seven-card-stud", TWO, FREE, "As Ks Ad Kd 9c 2c")
    assert table.dealt == [(f"seat:{s}", face) for face in ("down", "down", "up") for s in (1, 2)]
    table.do("bring-in", "call", *["check"] * 8)
    later = table.dealt[6:]
    assert [face for _, face in later] == [*["down", "up", "up"] * 3, "down", "down", "down"]  # a burn each time
    assert [to for to, _ in later[:3]] == ["burn", "seat:1", "seat:2"]


@pytest.mark.parametrize(
    ("wins", "up", "brings"),
    [("high", "2h 2c As", 2), ("high", "Ah Ks Kd", 3), ("low", "Kh Ks As", 2), ("low", "2h 2c As", 1)],
)
def test_14_9_bring_in(wins, up, brings):
    down = "3c 4c 5c 6d 7d 8d"
    table = Table("seven-card-stud", THREE, {**FREE, "variant-wins": wins}, f"{down} {up}")
    assert table.turn == brings
    assert (table.range("bring-in"), table.range("raise")) == ((2, 2), (4, 4))
    table.do("bring-in")
    assert table.range("raise") == (4, 4)  # it is completed first
    table.do("call", "call")
    assert len(table.dealt) > 9  # whoever brought it in is not asked again


@pytest.mark.parametrize(("chips", "least"), [(4, 3), (5, 4), (9, 4)])
def test_14_9_the_whole_bet_is_made_as_far_as_another_can_match_it(chips, least):
    """Who brings in has 200; the other has the ante of 1 and so much more, and the whole bet is 4."""
    table = Table("seven-card-stud", {1: 200, 2: chips}, FREE, cards="Ks Kd Qs Qd 2c Ah")
    assert (table.turn, table.range("raise")) == (1, (least, 4))


def test_14_9_the_whole_bet_instead_of_the_bring_in_is_read_back_from_its_transcript():
    """Without its amount the raise would be taken for his next decision, behind the forced bet."""
    table = Table("seven-card-stud", TWO, STUD).do("raise", "fold")
    assert transcript_parts(table.play)["decisions"][0] == {"seat": 1, "choose": "raise", "amount": "4.00"}


def test_14_9_a_completed_bring_in_is_told_as_a_raise():
    decisions = "2 raise 4, 3 fold, 1 raise 8, 2 fold"
    played = deal("seven-card-stud", decisions, hands=STUD_HANDS, house=FREE)
    assert net(played) == {1: 6, 2: -5, 3: -1}
    for said in ("2 raise 8", "2 raise"):  # not the forced bet's completion: a raise over it
        for brings in ("", "2 bring-in, ", "2 bring-in 2, "):
            decisions = f"{brings}3 raise 4, 1 call, {said}, 3 fold, 1 fold"
            assert net(deal("seven-card-stud", decisions, hands=STUD_HANDS, house=FREE)) == {1: -5, 2: 10, 3: -5}


@pytest.mark.parametrize(
    ("wins", "up", "first"),
    [("high", "9c Kd 3c 9d Ks 2h", 2), ("high", "9c Ad 3c Td Qs 2h", 2), ("low", "9c 4d 3c 9d 5s 2h", 3)],
)
def test_14_9_order(wins, up, first):
    table = Table(
        "seven-card-stud",
        THREE,
        {**FREE, "variant-wins": wins},
        f"4c 5c 6c 6d 7d 8d {' '.join(up.split()[:3])} 2c {' '.join(up.split()[3:])}",
    )
    table.do("bring-in", "call", "call")
    assert table.turn == first


@pytest.mark.parametrize(
    ("opens_low", "first"),
    [(False, 2), (True, 1)],
)
def test_14_9_order_two_pairs_show_more_than_a_higher_pair(opens_low, first):
    shown = {1: "Jc Js 9d 4h".split(), 2: "8d 6h 6s 8c".split()}
    assert acts_first(shown, opens_low) == first
    assert acts_first({1: shown[1], 2: "8d 6h 6s 7c".split()}, opens_low) == 3 - first


@pytest.mark.parametrize(("players", "board", "burned"), [(6, 0, 4), (7, 0, 3), (8, 1, 3)])
def test_14_9_short_stub(players, board, burned):
    """Seven players are served without the last burn; to eight one card is everybody's."""
    dealt, own = dealt_to_the_last_street(players)
    assert (dealt.count("community"), dealt.count("burn")) == (board, burned)
    assert own == (6 if board else 7)


def test_14_9_short_stub_where_a_card_is_out_of_play():
    """Then no card is left, and everybody's comes from the burned ones."""
    dealt, own = dealt_to_the_last_street(8, found="card-found-face-up")
    assert len(dealt) == 52 + 1
    assert (dealt.count("community"), dealt.count("burn"), own) == (1, 3, 6)


def test_14_9_an_empty_stub_where_the_burned_cards_serve_those_who_are_left():
    """Eight stay for six cards with a card out of play and five fold then: the three burned ones are dealt."""
    dealt, own = dealt_to_the_last_street(8, found="card-found-face-up", fold_at_the_end=(2, 3, 4, 5, 6))
    assert dealt[-3:] == ["seat:1", "seat:7", "seat:8"]
    assert (dealt.count("community"), dealt.count("burn"), own) == (0, 3, 7)


def dealt_to_the_last_street(players, found="", fold_at_the_end=()):
    """Where the cards went when nobody folded before the sixth, and how many the first player has."""
    table = Table("seven-card-stud", dict.fromkeys(range(1, players + 1), 200), FREE, found=found)
    while not table.play.over and table.play.asked is not None and "show" not in table.play.asked.choices:
        if table.turn in fold_at_the_end and len(table.hand(table.turn)) == 6:
            table.do("fold")
        else:
            table.do("bring-in" if table.range("bring-in") else "call" if table.range("call") else "check")
    return [to for to, _ in table.dealt], len(table.hand(1))


# --- 14.10 hold 'em --------------------------------------------------------------------------------------------------


def test_14_10_a_high_only():
    with pytest.raises(HouseRuleError, match="variant-wins"):
        open_table("holdem", settings=Settings({"variant-wins": "high-low-8"}))


@pytest.mark.parametrize(("players", "is_dealt"), [(11, True), (12, False)])
def test_14_10_b_at_most_eleven(players, is_dealt):
    stacks = dict.fromkeys(range(1, players + 1), 100)
    if is_dealt:
        assert Table("holdem", stacks).turn == 3
        return
    with pytest.raises(WagerRefused, match=r"seat 12.*14\.10\(b\).*at most 11"):
        Table("holdem", stacks)


@pytest.mark.parametrize(("ante", "lost"), [("0.00", 0), ("1.00", 1)])
def test_14_10_b_an_optional_ante(ante, lost):
    played = deal("holdem", "3 fold, 1 fold", hands=ACES, house={**BLINDS, "ante-amount": ante})
    assert net(played) == {**({3: -lost} if lost else {}), 1: -1 - lost, 2: 1 + 2 * lost}


def test_14_7_an_ante_of_the_big_blind_matches_no_bet():
    house = {**BLINDS, "ante-amount": "3.00", "ante-from": "big-blind"}
    table = Table("holdem", THREE, house)
    assert table.range("call") == (2, 2)
    played = table.do("fold", "fold").play
    assert net(played) == {1: -1, 2: 1}  # the ante comes back with the pot, the second dollar of the blind before it


@pytest.mark.parametrize(
    ("seats", "state", "button", "blinds"),
    [
        ((1, 2, 3), {"button": "3"}, "1", {1: 1, 2: 2}),
        ((1, 2, 3), {"button": "1", "last-big-blind": "2"}, "2", {2: 1, 3: 2}),
        ((1, 3, 4), {"button": "1", "last-big-blind": "2"}, "2", {3: 2}),  # seat 2 has left: no small blind, …
        ((1, 3, 4), {"button": "2", "last-big-blind": "3"}, "3", {3: 1, 4: 2}),  # … and then a dead button
        ((1, 3), {"button": "1", "last-big-blind": "2"}, "1", {1: 1, 3: 2}),
        ((1, 3), {"button": "1", "last-big-blind": "3"}, "3", {3: 1, 1: 2}),
    ],
)
def test_14_10_c_the_button(seats, state, button, blinds):
    table = Table("holdem", dict.fromkeys(seats, 200), state=state)
    felt = table.play.table.felt
    assert {wager.seat: wager.amount // 100 for wager in felt.wagers} == blinds
    while table.play.asked is not None:
        table.do("fold")
    assert felt.state["button"] == button


@pytest.mark.parametrize(
    ("stacks", "state", "owed"),
    [  # seat 2 or 3 keeps the seat and sits out
        ({1: 200, 2: 200, 3: 0, 4: 200}, {"button": "1", "last-big-blind": "2"}, "3:both"),  # the big blind passes it
        ({1: 200, 2: 0, 3: 200, 4: 200}, {"button": "1", "last-big-blind": "2"}, "2:small"),  # and here the small one
        ({1: 200, 2: 0, 3: 0, 4: 200}, {"button": "1", "last-big-blind": "2"}, "2:small 3:both"),
        ({1: 200, 2: 200, 3: 200, 4: 0}, {"button": "1", "last-big-blind": "2"}, None),  # nothing has passed seat 4
        ({1: 200, 2: 200, 4: 200}, {"button": "1", "last-big-blind": "2", "missed-blinds": "3:both"}, ""),  # has left
        ({1: 0, 2: 200, 3: 200, 4: 200}, {"button": "1", "last-big-blind": "2", "missed-blinds": "1:both"}, "1:both"),
    ],
)
def test_14_10_c_missed_blinds(stacks, state, owed):
    table = Table("holdem", stacks, state=state)
    while table.play.asked is not None:
        table.do("fold")
    assert table.play.table.felt.state.get("missed-blinds") == owed


@pytest.mark.parametrize(
    ("rule", "owed", "put", "call"),
    [("post", "4:both", 3, 2), ("post", "4:small", 1, 2), ("post", "", 0, 2), ("wait", "4:both", None, 2)],
)
def test_14_10_c_missed_blinds_are_made_good(rule, owed, put, call):
    state = {"button": "1", "last-big-blind": "2"} | ({"missed-blinds": owed} if owed else {})
    table = Table("holdem", dict.fromkeys((1, 2, 3, 4), 200), {**BLINDS, "missed-blind": rule}, state=state)
    lie = {wager.seat: wager.amount // 100 for wager in table.play.table.felt.wagers}
    assert lie == {2: 1, 3: 2} | ({4: put} if put else {})
    assert (table.turn == 4) is (put is not None)
    if owed == "4:both" and put:
        assert table.range("call") is None  # the big blind is a live bet, and its player has the option
        assert table.range("raise") == (4, 199)  # a dollar of the small one matches nothing
    elif put is not None:
        assert table.range("call") == (call, call)
    while table.play.asked is not None:
        table.do("fold")
    assert table.play.table.felt.state.get("missed-blinds", "") == ("4:both" if put is None else "")


def test_14_10_c_who_waits_is_dealt_in_as_the_big_blind():
    state = {"button": "1", "last-big-blind": "2", "missed-blinds": "3:both"}
    table = Table("holdem", dict.fromkeys((1, 2, 3, 4), 200), {**BLINDS, "missed-blind": "wait"}, state=state)
    assert {wager.seat: wager.amount // 100 for wager in table.play.table.felt.wagers} == {2: 1, 3: 2}


def test_14_10_c_a_button_that_moves():
    table = Table(
        "holdem", dict.fromkeys((1, 3, 4), 200), {**BLINDS, "button-rule": "moving-button"}, state={"button": "1"}
    )
    table.do("fold", "fold")
    assert table.play.table.felt.state == {"button": "3"}


@pytest.mark.parametrize(("button", "blinds"), [(3, {1: 1, 2: 2}), (1, {2: 1, 3: 2}), (2, {3: 1, 1: 2})])
def test_14_10_d_blinds(button, blinds):
    table = Table("holdem", THREE, state={"button": str(button)})
    assert {wager.seat: wager.amount // 100 for wager in table.play.table.felt.wagers} == blinds


def test_14_10_d_between_two_players_the_button_posts_the_small_blind():
    table = Table("holdem", TWO, state={"button": "1"})
    assert {wager.seat: wager.amount // 100 for wager in table.play.table.felt.wagers} == {1: 1, 2: 2}
    assert table.turn == 1
    table.do("call", "check")
    assert table.turn == 2


def test_14_7_the_forced_bet_is_no_bet_of_the_three_raises():
    """It is completed, and then raised three times."""
    table = Table("seven-card-stud", {1: 200, 2: 200, 3: 200}, {**FREE, "structure": "fixed-limit"})
    table.do("bring-in", "raise 4", "raise 8", "raise 12")
    assert table.range("raise") == (16, 16)
    assert table.do("raise 16").range("raise") is None


def test_14_10_c_a_button_that_nobody_had_lies_with_the_last_player():
    table = Table("holdem", dict.fromkeys((1, 2, 3), 200))
    assert table.play.table.felt.state["button"] == "3"


@pytest.mark.parametrize("offered", ["on", "off"])
def test_14_10_d_straddle(offered):
    table = Table("holdem", dict.fromkeys((1, 2, 3, 4), 200), {**BLINDS, "straddle": offered}, state={"button": "4"})
    assert (table.range("straddle") == (4, 4)) is (offered == "on")
    if offered == "on":
        table.do("straddle")
        assert table.turn == 4
        assert table.range("raise") == (8, 200)
        table.do("call", "call", "call")
        assert (table.turn, table.range("raise")) == (3, (8, 200))  # the straddle has the option


def test_14_10_e_two_cards_each():
    table = Table("holdem", THREE, state={"button": "1"})
    assert table.dealt == [(f"seat:{seat}", "down") for seat in (2, 3, 1, 2, 3, 1)]


def test_14_10_f_who_acts_first():
    table = Table("holdem", dict.fromkeys((1, 2, 3, 4), 200), state={"button": "4"})
    assert table.turn == 3
    table.do("call", "call", "fold", "check")
    assert table.turn == 2  # the first live player left of the button


def test_14_10_f_the_option():
    table = Table("holdem", THREE).do("call", "call")
    assert (table.turn, table.range("raise")) == (2, (4, 200))
    table.do("raise 10", "call", "call")
    assert len(table.dealt) == 6 + 4  # everybody has answered: the flop comes


def test_14_10_g_the_flop():
    table = Table("holdem", THREE).do("call", "call", "check")
    assert table.dealt[6:] == [("burn", "down"), *[("community", "up")] * 3]
    table.do("check", "check", "check", "check", "check", "check")
    assert table.dealt[10:] == [("burn", "down"), ("community", "up")] * 2


# --- 14.11 to 14.13A the other games ---------------------------------------------------------------------------------


def test_14_11_two_and_three():
    four_hearts = "Kh Qh Jh 2h 3c".split()
    assert HIGH_TWO_OF_HAND.best("Ah 4c 5d 9s".split(), four_hearts).category != "flush"
    assert HIGH_TWO_OF_HAND.best("Ah 4h 5d 9s".split(), four_hearts).category == "flush"
    assert Table("omaha", TWO).dealt == [(f"seat:{s}", "down") for _ in range(4) for s in (1, 2)]
    assert len(Table("five-card-omaha", TWO).dealt) == 10


def test_14_11_a_pot_is_quartered():
    """One seat has the high half and half of the low one; the odd chip of a half goes to the left of the button."""
    house = {**BLINDS, "variant-wins": "high-low-8", "structure": "pot-limit"}
    hands = {1: "As 2d Kc Kd", 2: "Ad 2s 9c 9d", 3: "Jc Td 7h 7s"}
    played = deal("omaha", f"3 call, 1 call, 2 check, {DOWN}", hands=hands, board="3h 4h 8c Qs Ks", house=house)
    assert pots(played) == [("main", 6, {1: 5, 2: 1})]


def test_14_12_the_draw():
    hands = {1: "As Ad 2c 3c 4c Ah Ac 9s", 2: "Ks Kd Kh 5c 6c 7c 8c"}
    decisions = "1 call, 2 check, 2 draw 5c 6c, 1 draw 2c 3c 4c, 2 bet 4, 1 raise 8, 2 call"
    played = deal("five-card-draw", decisions, stacks=TWO, button=1, hands=hands, house=BLINDS)
    assert net(played) == {1: 10, 2: -10}
    assert [len(cards) for cards in played.table.felt.dealt.values()][:2] == [7, 8]


def test_14_12_order():
    """Bets first from the left of the blinds, then cards and bets from the left of the button."""
    table = Table("five-card-draw", dict.fromkeys((1, 2, 3, 4), 200), state={"button": "4"})
    turns = []
    for act in ("call", "call", "fold", "check", *["draw"] * 3, *["check"] * 3):
        turns.append(table.turn)
        table.do(act)
    assert turns == [3, 4, 1, 2, *[2, 3, 4] * 2]


def test_14_12_a_card_that_is_not_held_cannot_be_discarded():
    with pytest.raises(WagerRefused, match="5h is not in the hand"):
        deal(
            "five-card-draw",
            "1 call, 2 check, 2 draw 5h",
            stacks=TWO,
            button=1,
            hands={1: "As Ad 2c 3c 4c", 2: "Ks Kd Kh 5c 6c"},
        )


def test_14_12_discards_are_shuffled():
    """Eight players who all draw five: what was discarded comes again, but never to its own player."""
    table = Table("five-card-draw", dict.fromkeys(range(1, 9), 200))
    while table.play.asked is not None and table.play.asked.name == "ask":
        table.do("call" if table.range("call") else "check")
    for _ in range(8):
        seat, felt = table.turn, table.play.table.felt
        own = set(table.hand(seat))
        table.do(f"draw {' '.join(own)}")
        assert not own & set(felt.dealt[f"seat:{seat}"][5:])
    names = [entry.request.name for entry in table.play.entries]
    assert names.count("shuffle-discards") >= 2
    assert names[: names.index("shuffle-discards")].count("draw") == 51  # the last card of the stub is not dealt


def test_14_12_discards_are_shuffled_for_a_burn_where_none_is_left():
    """Six draw all cards but the last, which is burned before the second draw; all stand pat, and there is a third."""
    table = Table("triple-draw", dict.fromkeys(range(1, 7), 200))
    for drawn in [(5, 5, 5, 5, 0, 0), (0,) * 6, (0,) * 6]:
        while table.play.asked is not None and table.play.asked.name == "ask":
            table.do("call" if table.range("call") else "check")
        for number in drawn:
            table.do(" ".join(("draw", *table.hand(table.turn)[:number])))
    assert [to for to, _ in table.dealt].count("burn") == 3
    names = [entry.request.name for entry in table.play.entries]
    assert names[: names.index("shuffle-discards")].count("draw") == 52


def test_14_13_the_cards():
    table = Table("five-card-stud", TWO, FREE).do("bring-in", "call", *["check"] * 6)
    assert [face for _, face in table.dealt] == ["down", "down", "up", "up", *["down", "up", "up"] * 3]


def test_14_13A_any_three_of_four():
    hands = {1: "Ac 2d Kh", 2: "Ks Qs 4d"}
    decisions = "2 call, 1 check, 2 check, 1 check, 2 check"
    played = deal(
        "mambo-stud", decisions, stacks=TWO, hands=hands, board="3h", house={**FREE, "bring-in-amount": "1.00"}
    )
    assert pots(played) == [("main", 4, {1: 4})]  # A-2-3 is the better high hand too
    assert net(played) == {1: 2, 2: -2}


@pytest.mark.parametrize("face", ["up", "down"])
def test_14_13A_the_third_card(face):
    table = Table("mambo-stud", TWO, {**FREE, "third-card": face}).do("bring-in", "call")
    assert table.dealt[5:7] == [("seat:1", face), ("seat:2", face)]


@pytest.mark.parametrize("name", ["holdem", "seven-card-stud"])
def test_14_7_a_bet_of_nothing_is_no_bet(name):
    with pytest.raises(HouseRuleError, match=r"a bet of nothing is no bet.*above 0\.00"):
        open_table(name, settings=Settings({"small-bet": "0.00"}))


@pytest.mark.parametrize(
    ("name", "posted"),
    [
        ("holdem", {"blinds": "0.25 0.50"}),
        ("holdem", {"ante-amount": "0.25"}),
        ("holdem", {"small-bet": "2.25", "big-bet": "5.00"}),
        ("holdem", {"big-bet": "4.25"}),
        ("seven-card-stud", {"bring-in-amount": "0.75"}),
    ],
)
def test_8_2_posted_wagers_are_whole_chips(name, posted):
    with pytest.raises(HouseRuleError, match=r"\$\d\.\d5 is no whole number of chips of \$0\.50 .*smallest-chip"):
        open_table(name, settings=Settings(posted))
    open_table(name, settings=Settings({**posted, "smallest-chip": "0.25"}))


@pytest.mark.parametrize(
    ("posted", "option"),
    [
        ({"ante-amount": "200.50"}, "ante-amount"),
        ({"blinds": "1.00 201.00", "small-bet": "2.00"}, "blinds"),
        ({"time-charge": "200.01"}, "time-charge"),
    ],
)
def test_14_7_nobody_owes_more_than_he_may_sit_down_with(posted, option):
    with pytest.raises(HouseRuleError, match=rf"{option}: \$20.* is more than the \$200 with which"):
        open_table("holdem", settings=Settings(posted))
    open_table("holdem", settings=Settings({**posted, "buy-in-max": "201.00"}))


# --- 14.14 rake ------------------------------------------------------------------------------------------------------

RAKED = {**BLINDS, "rake-percent": "10", "rake-cap": "4.00", "rake-step": "1.00"}


@pytest.mark.parametrize(
    ("to", "percent", "cap", "step", "rake"),
    [
        (19, "10", "4.00", "1.00", 300),  # 38 and the small blind: 3.90
        (20, "10", "4.00", "1.00", 400),
        (80, "10", "4.00", "1.00", 400),
        (80, "10", "5.00", "1.00", 500),
        (20, "5", "4.00", "0.50", 200),
        (80, "0", "4.00", "1.00", 0),
    ],
)
def test_14_14_rake(to, percent, cap, step, rake):
    house = {**RAKED, "rake-percent": percent, "rake-cap": cap, "rake-step": step, "smallest-chip": "0.50"}
    played = deal(
        "holdem", f"3 raise {to}, 1 fold, 2 call, {'2 check, 3 check, ' * 3}", hands=ACES, board=BLANK, house=house
    )
    assert played.table.felt.rake == rake
    assert sum(r.net for r in played.rulings) == -rake


def test_14_14_at_most_ten_percent():
    with pytest.raises(HouseRuleError, match="0 to 10"):
        open_table("holdem", settings=Settings({"rake-percent": "11"}))


@pytest.mark.parametrize(("rule", "rake"), [("on", 0), ("off", 100)])
def test_14_14_no_flop_no_drop(rule, rake):
    house = {**RAKED, "rake-no-flop-no-drop": rule}
    played = deal("holdem", "3 raise 10, 1 raise 20, 2 fold, 3 fold", hands=ACES, house=house)
    assert played.table.felt.rake == 2 * rake


def test_14_14_the_rake_is_posted():
    decisions = f"3 raise 20, 1 fold, 2 call, {'2 check, 3 check, ' * 3}"
    played = deal("holdem", decisions, hands=ACES, board=BLANK, house=RAKED)
    (posting,) = [p for p in played.table.felt.ledger.postings if p.target == INVENTORY]
    assert (posting.source, posting.amount, posting.by) == ("pot:1", 400, reading("R-14.14-rake"))
    verdict = rule_on(tell("holdem", decisions, hands=ACES, board=BLANK, house=RAKED)).to_dict()
    assert verdict["rake"] == "4.00"
    assert verdict["pots"] == [{"pot": "main", "amount": "37.00", "shares": [{"seat": 2, "amount": "37.00"}]}]


@pytest.mark.parametrize(("least", "drop"), [("41.00", 100), ("41.50", 0)])  # the pot holds 41.00
def test_14_14_jackpot_drop(least, drop):
    house = {**RAKED, "jackpot-drop": "1.00", "jackpot-drop-from": least, "smallest-chip": "0.50"}
    played = deal(
        "holdem", f"3 raise 20, 1 fold, 2 call, {'2 check, 3 check, ' * 3}", hands=ACES, board=BLANK, house=house
    )
    felt = played.table.felt
    assert (felt.rake, felt.drop, felt.ledger.balance[JACKPOT]) == (400, drop, drop)
    assert sum(r.net for r in played.rulings) == -400 - drop
    assert [p.by for p in felt.ledger.postings if p.target == JACKPOT] == [reading("R-14.14-jackpot")] * (drop > 0)


@pytest.mark.parametrize(("pot", "says"), [("19.99", False), ("20.00", True)])
def test_14_14_odds_state_what_goes_to_the_jackpot(pot, says):
    line = odds("holdem", stake=pot, options={"jackpot-drop": "1.00"})["pot"]
    assert ("$1 more goes to the jackpot" in line.note) == says


@pytest.mark.parametrize(
    ("drop", "least", "leaves"),
    [("19.99", "20.00", True), ("20.00", "20.00", False), ("1.99", "0.00", True), ("2.00", "0.00", False)],
)
def test_14_14_a_jackpot_drop_leaves_something_of_the_pot(drop, least, leaves):
    settings = Settings({"jackpot-drop": drop, "jackpot-drop-from": least})
    if leaves:
        open_table("holdem", settings=settings)
    else:
        with pytest.raises(HouseRuleError, match=r"jackpot-drop: .* would be all of a pot of"):
            open_table("holdem", settings=settings)


TIMED = {**BLINDS, "time-charge": "7.00"}


def test_14_14_time_charge():
    """Each seat that is due pays before the cards; one with less pays what it has, and is not dealt in."""
    played = deal(
        "holdem", "1 fold", hands={1: "As Ad", 2: "Ks Kd"}, stacks={1: 200, 2: 200, 3: 5}, house=TIMED, button=1,
        more="paid_time = [1, 3]",
    )  # fmt: skip
    felt = played.table.felt
    paid = [(p.source, p.target, p.amount, p.by.reading) for p in felt.ledger.postings[:2]]
    assert paid == [("patron:1", INVENTORY, 700, "R-14.14-time"), ("patron:3", INVENTORY, 500, "R-14.14-time")]
    assert (felt.time_charge, felt.ledger.balance[INVENTORY], felt.rake) == (1200, 1200, 0)
    assert net(played) == {1: -1, 2: 1}


def test_14_14_nobody_pays_for_time_where_nothing_is_posted_or_without_a_seat():
    for house, seats in ((BLINDS, "[1]"), (TIMED, "[4]"), (TIMED, "[1, 1]")):
        with pytest.raises(RulesError, match=r"time.*accepted: "):
            deal("holdem", "3 fold, 1 fold", hands=ACES, house=house, more=f"paid_time = {seats}")


def test_14_14_odds_state_the_charge_for_time():
    """Nine players at $7: $63, as much as the rake of $4 of 63/4 pots of $60."""
    options = {"time-charge": "7.00", "max-players": "9"}
    assert (
        "full table $63: as much as the rake of 63/4 such pots"
        in odds("holdem", stake="60", options=options)["pot"].note
    )
    assert "half hour" not in odds("holdem", stake="60")["pot"].note
    assert "time-charge" in required_signs(open_table("holdem").game, open_table("holdem").house)


# --- 14.15 what goes wrong -------------------------------------------------------------------------------------------


def wrong(what: str, decisions: str, when: str, **more: object):
    return rule_on(
        tell("holdem", decisions, hands=ACES, more=f'irregularities = [{{{when}, what = "{what}"}}]', **more)
    )


def test_14_15_misdeal():
    verdict = wrong("misdeal", "", "before_card = 7")
    assert verdict.void
    assert [(r.seat, r.result, r.net) for r in verdict.required] == [(1, "void", 0), (2, "void", 0)]
    assert [r.by.reading for r in verdict.remedies] == ["R-14.15-misdeal"]


def test_14_15_fouled_deck():
    verdict = wrong("fouled-deck", "3 raise 10, 1 call, 2 fold, 1 bet 10, 3 fold", "before_card = 11", board="2c 3c 4h")
    assert verdict.void
    assert {r.net for r in verdict.required} == {0}
    assert verdict.rake == 0


def test_14_15_a_shuffler_that_jams():
    verdict = wrong("shuffler-jam", "3 fold, 1 fold", "before_card = 1")
    assert (verdict.void, [r.by.reading for r in verdict.remedies]) == (False, ["R-14.15-shuffler"])
    with pytest.raises(RulesError, match="shuffler-jam"):  # where the dealer shuffles
        wrong("shuffler-jam", "3 fold, 1 fold", "before_card = 1", house={**BLINDS, "shuffle": "manual"})


def test_14_15_boxed_cards():
    once = wrong("card-found-face-up", "3 fold, 1 fold", "before_card = 3")
    assert not once.void
    assert [r.by.reading for r in once.remedies] == ["R-14.15-boxed"]
    two = ', {before_card = 5, what = "card-found-face-up"}'
    told = tell(
        "holdem",
        hands={1: "As Ad", 2: "Ks", 3: "Qs"},
        more=f'irregularities = [{{before_card = 3, what = "card-found-face-up"}}{two}]',
    )
    assert rule_on(told).void


@pytest.mark.parametrize("what", ["string-raise", "oversized-chip"])
def test_14_15_what_is_only_a_call(what):
    told = "3 raise 6, 1 fold, 2 raise 6, 3 fold"
    verdict = wrong(what, told, "before_decision = 1")
    assert {r.seat: r.net for r in verdict.required} == {1: -100, 2: 300, 3: -200}
    assert wrong(what, told, "before_decision = 1").remedies[0].what == what
    with pytest.raises(RulesError, match="no raise can be made"):  # there is nothing to call any more
        wrong(what, "3 call, 1 call, 2 check, 1 fold, 2 fold, 3 fold", "before_decision = 3")


def test_14_15_dead_hand():
    verdict = wrong("dead-hand", "1 fold", "before_decision = 1")
    assert {r.seat: r.net for r in verdict.required} == {1: -100, 2: 100}


@pytest.mark.parametrize("what", ["acted-out-of-turn", "players-communicated"])
def test_14_15_out_of_turn(what):
    verdict = wrong(what, "3 fold, 1 fold", "before_decision = 1")
    assert {r.seat: r.net for r in verdict.required} == {1: -100, 2: 100}
    assert [remedy.what for remedy in verdict.remedies] == [what]


def test_14_16_communication():
    verdict = wrong("players-communicated", "3 fold, 1 fold", "before_decision = 2")
    assert "supervisor" in verdict.remedies[0].remedy


def test_14_15_who_is_gone_is_folded():
    table = Table("holdem", THREE)
    request = table.play.asked
    assert request.default(3, gone=True).choice == "fold"
    assert request.default(3).choice == "fold"
    table.do("call", "call")
    assert table.play.asked.default(2, gone=True).choice == "fold"
    assert table.play.asked.default(2).choice == "check"  # who is there and says nothing


# --- 14.16, 14.17 ----------------------------------------------------------------------------------------------------


def order_of_showing(decisions: str) -> list[int]:
    house = {**BLINDS, "reveal-discarded": "all-show"}
    played = deal("holdem", decisions, hands=ACES, board=BLANK, house=house)
    return [int(e.request.area.partition(":")[2]) for e in played.entries if isinstance(e.request, TurnUp)]


def test_14_16_who_shows_first():
    early = "3 call, 1 call, 2 check, 1 check, 2 check, 3 check, 1 check, 2 check, 3 check, "
    assert order_of_showing(early + "1 check, 2 check, 3 check") == [1, 2, 3]
    assert order_of_showing(early + "1 check, 2 bet 10, 3 call, 1 call") == [2, 3, 1]
    assert order_of_showing(early + "1 bet 10, 2 call, 3 raise 30, 1 call, 2 call") == [3, 1, 2]


def test_14_16_cards_speak():
    """Nobody says what he has: the straight wins that lies on the board and in the hand that is shown last."""
    hands = {1: "As Ad", 2: "Ks Kd", 3: "5s 6d"}
    assert net(deal("holdem", "3 call, 1 call, 2 check, " + DOWN, hands=hands, board=BLANK)) == {1: -2, 2: -2, 3: 4}


def test_14_16_mucking():
    """Seat 1 shows first; the others are beaten and concede unless they say otherwise."""
    played = deal("holdem", f"3 call, 1 call, 2 check, {DOWN}", hands=ACES, board=BLANK)
    assert [e.request.area for e in played.entries if isinstance(e.request, TurnUp)] == ["seat:1"]
    conceded = deal("holdem", f"3 call, 1 call, 2 check, {DOWN}1 muck", hands=ACES, board=BLANK)
    assert net(conceded) == {1: -2, 2: 4, 3: -2}


@pytest.mark.parametrize(
    ("option", "decisions", "turned"),
    [
        ("shown", "3 all-in, 1 all-in, 2 fold", ["seat:1", "seat:3", "seat:1", "seat:3"]),
        ("covered", "3 all-in, 1 all-in, 2 fold", ["seat:1", "seat:3"]),
        ("shown", "3 call, 1 call, 2 check, " + DOWN, ["seat:1"]),  # who can bet does not show before the end
        ("shown", "3 call, 1 call, 2 check, " + CHECKED * 2 + "1 all-in, 2 all-in, 3 fold", ["seat:1"]),
    ],
)
def test_14_16_all_in_hands(option, decisions, turned):
    """Before the board comes, and again with what they are worth; after the last street there is only the showdown."""
    house = {**BLINDS, "all-in-hands": option, "reveal-discarded": "may-muck"}
    played = deal("holdem", decisions, hands={**ACES, 1: "Ks Kd", 2: "Js Jd", 3: "As Ad"}, board=BLANK, house=house)
    areas = [e.request.area for e in played.entries if isinstance(e.request, TurnUp)]
    assert areas[: len(turned)] == turned
    boards = [e for e in played.entries if getattr(e.request, "to", "") == "community"]
    is_early = option == "shown" and "3 all-in" in decisions
    first = next(e for e in played.entries if isinstance(e.request, TurnUp))
    assert (played.entries.index(first) < played.entries.index(boards[0])) is is_early


@pytest.mark.parametrize(("name", "option"), [("seven-card-stud", {}), ("mambo-stud", {"third-card": "down"})])
def test_14_16_all_in_hands_ask_nobody_about_an_exposed_card(name, option):
    """Hands that lie open because nobody can bet were not exposed by the dealer: there is nothing to choose."""
    house = {**FREE, **option, "all-in-hands": "shown", "structure": "no-limit"}
    table = Table(name, {1: 20, 2: 20}, house).do("bring-in", "all-in", "all-in")
    assert table.play.over


def test_14_17_posted():
    table = open_table("holdem")
    assert {"blinds", "structure", "ante-amount", "rake-percent", "rake-cap"} <= set(
        required_signs(table.game, table.house)
    )


@pytest.mark.parametrize(
    ("name", "options", "posted"),
    [
        ("mambo-stud", {"third-card": "down"}, {"third-card"}),
        ("mambo-stud", {"third-card": "up"}, set()),
        ("holdem", {"rake-no-flop-no-drop": "on"}, {"rake-no-flop-no-drop"}),
        ("holdem", {"rake-no-flop-no-drop": "off"}, set()),
        ("holdem", {"rake-no-flop-no-drop": "on", "rake-percent": "0"}, set()),
    ],
)
def test_14_17_what_holds_where_the_house_posts_it_is_posted(name, options, posted):
    """R-14.13A-third-card, R-14.14-no-flop."""
    table = open_table(name, settings=Settings(dict(options)))
    assert set(required_signs(table.game, table.house)) & {"third-card", "rake-no-flop-no-drop"} == posted


def test_14_17_amounts_that_do_not_go_together():
    with pytest.raises(HouseRuleError, match="big bet"):
        open_table("holdem", settings=Settings({"small-bet": "10.00", "big-bet": "5.00"}))
    with pytest.raises(HouseRuleError, match="forced bet"):
        open_table("seven-card-stud", settings=Settings({**STUD, "bring-in-amount": "5.00"}))
    with pytest.raises(HouseRuleError, match="no blinds"):
        open_table("holdem", settings=Settings({"blinds": "2.00 1.00"}))


def test_what_was_not_read_says_so():
    played = deal("holdem", "3 fold, 1 fold", hands=ACES)
    bases = {law.basis(entry.request.by, played.table.as_of) for entry in played.entries}
    assert "text" in bases  # the shuffle and the deal
    assert law.basis(game("badugi").terms.dealt_by, played.table.as_of) == "reconstructed"


# --- 14.3 odd chips --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("button", "decisions", "winners"),
    [(3, "3 fold, 1 call, 2 check, ", (1, 2)), (1, "1 fold, 2 call, 3 check, ", (2, 3))],
)
def test_14_3_an_odd_chip_goes_to_the_left_of_the_button(button, decisions, winners):
    """Seven dollars for two equal hands; that the second one has the ace of spades does not matter."""
    first, second = winners
    hands = {button: "7c 7d", first: "Ac 2d", second: "As 2s"}
    streets = f"{first} check, {second} check, " * 3
    house = {**BLINDS, "ante-amount": "1.00"}
    played = deal("holdem", decisions + streets, hands=hands, button=button, house=house, board="Ah Kc Qc Js 9h")
    assert pots(played) == [("main", 7, {first: 4, second: 3})]


def test_14_3_at_stud_an_odd_chip_goes_to_the_highest_card():
    hands = {1: "Ac Kd 9h Jc 7d 4s 2h", 2: "As Kh 9d Jd 7c 4h 2s", 3: "Qs Qd Kc"}
    played = deal("seven-card-stud", "3 fold, 1 call, " + "1 check, 2 check, " * 4, hands=hands, house=FREE)
    assert pots(played) == [("main", 7, {2: 4, 1: 3})]


def test_14_12_ones_own_discards_do_not_come_back():
    felt = Felt()
    felt.rack = ["2c", "3c", "4c"]
    felt.draw("5c", "burn", up=False)
    ShuffleDiscards(reading("R-14.12-discards"), ("3c",)).apply(felt, Done())
    assert sorted(felt.shoe) == ["2c", "4c", "5c"]
    assert felt.rack == ["3c"]
