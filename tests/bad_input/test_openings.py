"""What a table is told to remember, and whom an irregularity concerns: nonsense is refused by name."""

import pytest

from nomorebets.errors import DealerError, RecordError
from nomorebets.games import can_be_dealt, entries
from nomorebets.games import game as known
from nomorebets.table.memory import read_opening
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


@pytest.mark.parametrize("game", [id for id in entries() if can_be_dealt(id)])
def test_what_no_table_of_a_game_remembers(game):
    """Whatever is dealt: a name that the game does not know is refused before anything is played."""
    with pytest.raises(RecordError, match=f"no thing that a table of {game} remembers is called 'weather'"):
        read_opening(known(game), {"weather": "fair"})


@pytest.mark.parametrize(
    ("game", "name", "value"),
    [
        ("punto-banco", "vigorish:2", "some"),
        ("punto-banco", "vigorish:0", "325"),
        ("punto-banco", "curator", "nobody"),
        ("minibaccarat", "curator", "1"),
        ("chemin-de-fer", "rotation-anchor", "first"),
        ("chemin-de-fer", "vigorish:2", "325"),
        ("chemin-de-fer", "same-player", "1 2"),
        ("mini-dice", "point", "6"),
        ("automated-craps", "fire", "4-6"),
        ("roulette", "table", "just-opened"),
    ],
)
def test_what_another_table_remembers(game, name, value):
    with pytest.raises(RecordError, match=name):
        read_opening(known(game), {name: value})


def test_vigorish_is_told_for_a_seat_in_cents_or_in_dollars():
    for owed in ("325", "3.25"):
        assert read_opening(known("punto-banco"), {"vigorish:12": owed}) == {"vigorish:12": "325"}


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
