"""One player at two positions: 16.6(e), 18.6(e), and our readings of 17.6, 20.6 and 22.6."""

import pytest

from nomorebets.errors import RecordError, WagerRefused
from told import told

# the option that allows two positions, and two players' worth of a round at seats 3 and 4
ALLOWED = {
    "let-it-ride": {"two_adjacent_positions": "on"},
    "double-down-stud": {"max_positions_per_player": "2"},
    "three-card-poker": {"two_adjacent_positions": "on"},
    "casino-war": {"positions_per_player": "2"},
}
ROUNDS = {
    "caribbean-stud": ("ante", "9c 9d Ah 7s 2h Kc Kh 5d 6s 8h Ac Qd Jh 8s 3c", "{a} bet, {b} bet"),
    "let-it-ride": ("bets", "Ts Td 4c 9s 9d 4d Kh 7s 2c", "{a} let-it-ride, {b} withdraw, {a} withdraw, {b} withdraw"),
    "double-down-stud": ("original", "Js 5d Jd 7c 4s 2c", "{a} stand, {b} stand"),
    "three-card-poker": ("ante", "Kc 9d 4h Ac 9h 4c Jd Tc 6h", "{a} play, {b} play"),
    "casino-war": ("initial", "Qs Ks 9d", ""),
}


def at(game, a, b, same_player=True, **house):
    kind, cards, decisions = ROUNDS[game]
    opening = {"same-player": f"{a} {b}"} if same_player else None
    wagers = f"{a} {kind} 10, {b} {kind} 10"
    return told(game, wagers, cards, decisions.format(a=a, b=b), opening=opening, **house)


def one_hand_only(game, by):
    with pytest.raises(WagerRefused, match="the player wagers at seat 3 too") as refused:
        at(game, 3, 4)
    assert (refused.value.by.reading or str(refused.value.by)) == by
    assert at(game, 3, 4, same_player=False).net  # two players


def test_16_6_e_a_player_has_one_hand():
    one_hand_only("caribbean-stud", "16.6(e)")


def test_18_6_e_one_position_unless_the_house_allows_two():
    one_hand_only("let-it-ride", "18.6(e)")


def test_17_6_one_position_unless_the_house_allows_two():
    one_hand_only("double-down-stud", "R-17.6-positions")


def test_20_6_one_position_unless_the_house_allows_two():
    one_hand_only("three-card-poker", "R-20.6-two-positions")


def test_22_6_one_position_unless_the_house_allows_two():
    one_hand_only("casino-war", "R-22.6-two-positions")


@pytest.mark.parametrize("game", ALLOWED)
def test_18_6_e_two_positions_lie_side_by_side_and_are_settled_each_by_itself(game):
    both = at(game, 3, 4, **ALLOWED[game])
    assert both.net == at(game, 3, 4, same_player=False).net
    with pytest.raises(WagerRefused, match="it is not beside seat 3"):
        at(game, 3, 5, **ALLOWED[game])


def test_18_6_e_three_positions_are_one_too_many():
    with pytest.raises(WagerRefused, match="2 positions side by side"):
        told(
            "let-it-ride",
            "1 bets 10, 2 bets 10, 3 bets 10",
            "",
            opening={"same-player": "1 2 3"},
            **ALLOWED["let-it-ride"],
        )


@pytest.mark.parametrize("nonsense", ["three and four", "3;4", "-3 4", "3 4444"])
def test_seats_that_are_none_are_refused(nonsense):
    with pytest.raises(RecordError, match="same-player"):
        told("let-it-ride", "1 bets 10", "", opening={"same-player": nonsense})
