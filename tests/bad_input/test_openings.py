"""What a table of cards is told to remember, and whom an irregularity concerns: nonsense is refused by name."""

import pytest

from nomorebets.errors import DealerError, RecordError
from told import told

HANDS = ("1 ante 10, 1 progressive-payout 1", "9c 9d Ah 7s 2h Ac Qd Jh 8s 3c", "1 bet")


@pytest.mark.parametrize(
    ("opening", "says"),
    [
        ({"meter": "banana"}, "cents, or dollars with a decimal point"),
        ({"meter": "-5"}, "cents, or dollars with a decimal point"),
        ({"mter": "1000000"}, "accepted: meter"),
        ({"table": "closed"}, "just-opened, idle-face-up, idle-face-down, in-play"),
        ({"rounds-since-stub-count": "many"}, "a whole number"),
        ({"deck-in-play": "C"}, "A, B"),
    ],
)
def test_what_a_table_cannot_remember(opening, says):
    with pytest.raises(RecordError, match=says):
        told("caribbean-stud", *HANDS, opening=opening)


@pytest.mark.parametrize(("name", "value"), [("shoe", "9Xx"), ("cutting-card", "in"), ("last-hand", "soon")])
def test_what_a_shoe_cannot_remember(name, value):
    with pytest.raises(RecordError, match=name):
        told("casino-war", "1 initial 10", "Qs 9d", opening={name: value})


def test_a_meter_is_told_in_cents_or_in_dollars():
    royal = ("1 ante 10, 1 progressive-payout 1", "As Ks Qs Js Ts Ac Qd Jh 8s 3c", "1 bet")
    found = [told("caribbean-stud", *royal, opening={"meter": meter}).net for meter in ("18000000", "180000.00")]
    assert found[0] == found[1]
    assert found[0][1, "progressive-payout"] == "179999.70"


@pytest.mark.parametrize("seat", [{}, {"seat": 9}])
@pytest.mark.parametrize(
    ("game", "what", "round_told"),
    [
        ("caribbean-stud", "player-wrong-number", HANDS),
        ("caribbean-stud", "light-not-lit", HANDS),
        ("caribbean-stud", "chips-and-lights-differ", HANDS),
        ("three-card-poker", "player-wrong-number", ("1 ante 10", "Kc 9d 4h Jd Tc 6h", "1 play")),
        ("casino-war", "player-wrong-number", ("1 initial 10", "Qs 9d", "")),
    ],
)
def test_whose_hand_it_was_must_be_said(game, what, round_told, seat):
    with pytest.raises(DealerError, match="seat 9 has no hand" if seat else "must say whose hand it is"):
        told(game, *round_told, wrong=({"before_card": 1, "what": what, **seat},))
