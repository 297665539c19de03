"""Pokette, paragraph by paragraph: 19:47-12 (13:69F-12)."""

from collections import Counter
from datetime import date

import pytest

from nomorebets.equipment.cards import DECK
from nomorebets.errors import HouseRuleError, WagerRefused
from nomorebets.games.pokette.hand import completing
from nomorebets.rulings.dispute import rule_on
from nomorebets.rulings.transcript import read_transcript
from nomorebets.table import Play, Round, Wager
from nomorebets.table.requests import Bets
from nomorebets.table.wheels import WheelRest, wheel

PAYS = {
    "card:Ks": ("Ks", 50),
    "split:Ks-Kh": ("Kh", 24),
    "corner:Qs-Ks-Qh-Kh": ("Qh", 12),
    "rank:K": ("Kd", 12),
    "double-rank:A-K": ("Kh", 5),
    "group-akq": ("Qc", 3),
    "group-j109": ("Tc", 3),
    "group-876": ("7c", 3),
    "group-543": ("3d", 3),
    "red": ("2d", 1),
    "black": ("2c", 1),
    "suit:hearts": ("4h", 3),
    "jacer": ("jacer", 12),
}
HANDS = {  # the hand that opens it, a card that completes it, one that does not
    "pair-in-two": ("9c", "9c", "8c", 11),
    "pair-in-three": ("9c 4d", "4h", "5h", 5),
    "three-of-a-kind": ("9c 9d", "9h", "8h", 11),
    "flush": ("9c 2c", "Kc", "Kd", 3),
    "straight-open": ("7h 8d", "6c", "Tc", 5),
    "straight-inside": ("Ts Qd", "Jd", "Kd", 11),
    "straight-flush-open": ("7h 8h", "9h", "9d", 24),
    "straight-flush-inside": ("Ts Qs", "Js", "Jd", 49),
}


def told(text):
    """The ruling on a transcript."""
    return rule_on(read_transcript(text.encode()))


def spun(wager, section, hand="", **house):
    """One wager on one spin, with the cards of the hand before it."""
    text = f'game = "pokette"\nspins = "{section}"\nwagers = [{{seat = 1, wager = "{wager}", amount = "10.00"}}]\n'
    if hand:
        text += f'opening = {{hand = "{hand}"}}\n'
    if house:
        text += "house = {" + ", ".join(f'{k.replace("_", "-")} = "{v}"' for k, v in house.items()) + "}\n"
    (ruling,) = told(text).required
    return ruling


def wheel_about_to_turn(table, *wagers):
    game = Play(Round(table))
    game.answer(Bets(placed=wagers))
    while game.request.name != "spin-wheel":
        game.answer(game.request.usual())
    return game


# --- 12.2 the wheel --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("jacers", [1, 2, 3, 4])
def test_12_2_the_wheel_has_each_card_once_and_the_jacers(jacers):
    sections = Counter(wheel(f"jacers-{jacers}"))
    assert sections.pop("jacer") == jacers
    assert sections == Counter(DECK)


def test_12_2_no_five_jacers(opened, refused):
    assert refused(opened, "pokette", jacer_sections="5").by.reading == "R-12.2-jacers"


# --- 12.4, 12.5 wagers -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", [{"coupon": "5", "chips": "blue"}, {"verbal": "confirmed"}])
def test_12_4_chips_on_the_layout_and_nothing_else(deal, refused, line):
    error = refused(deal, "pokette", [{"seat": 1, "wager": "red", "amount": "5", **line}], "7h")
    assert error.by.reading == "R-12.4-only-chips"


def test_12_4_nothing_is_wagered_after_the_call(opened, refused):
    game = wheel_about_to_turn(opened("pokette"), Wager(1, "red", 1000))
    refused(game.answer, Bets(placed=(Wager(1, "black", 1000),)))
    assert game.table.wagers == (Wager(1, "red", 1000),)


def test_12_5_splits_and_corners_are_those_of_the_layout(opened, refused):
    table = opened("pokette")
    kinds = {kind: len(places) for kind, places in table.layout.kinds().items()}
    assert (kinds["card"], kinds["split"], kinds["corner"], kinds["rank"], kinds["double-rank"]) == (52, 87, 36, 13, 12)
    assert table.place("split:8h-7h").id == "split:7h-8h"
    assert table.place("corner:8c-7h-8h-7c").id == "corner:7h-8h-7c-8c"
    for no_neighbours in ("split:7h-9h", "split:7s-7c", "split:As-2s", "corner:7s-8s-7c-8c", "double-rank:A-2"):
        error = refused(table.place, no_neighbours)
        assert isinstance(error, WagerRefused)
    other = opened("pokette", suit_order="scdh")
    assert other.place("split:7s-7c")
    assert refused(other.place, "split:7s-7h")


@pytest.mark.parametrize("order", ["shc", "shcc", "shcdx", ""])
def test_12_5_four_columns_each_once(opened, refused, order):
    error = refused(opened, "pokette", suit_order=order)
    assert isinstance(error, HouseRuleError)
    assert error.by.reading == "R-12.5-layout"


@pytest.mark.parametrize("words", ["group-2", "straight:17", "", "card:1h", "suit:stars", "rank:1", "pair", "jacer:1"])
def test_12_5_no_other_wager(opened, refused, cited, words):
    error = refused(opened("pokette").place, words)
    assert cited(error.by) == "12.5"


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("rank:10", "rank:T"),
        ("card:10h", "card:Th"),
        ("double-rank:q-k", "double-rank:K-Q"),
        ("SUIT:Hearts", "suit:hearts"),
        ("RED", "red"),
    ],
)
def test_12_5_how_a_patron_names_a_place(opened, words, place):
    assert opened("pokette").place(words).id == place


# --- 12.6 payout odds ------------------------------------------------------------------------------------------------


def test_12_6_a_odds_are_written_with_to(opened, refused, cited):
    assert opened("pokette", pay_table={"red": "2 to 1"})
    assert cited(refused(opened, "pokette", pay_table={"red": "2 for 1"}).by) == "12.6(a)"


@pytest.mark.parametrize(("wager", "section", "odds"), [(wager, *won) for wager, won in PAYS.items()])
def test_12_6_b_every_wager_pays_its_odds(cited, wager, section, odds):
    won = spun(wager, section)
    assert (won.net, cited(won.by)) == (1000 * odds, "12.6(b)")


@pytest.mark.parametrize(
    ("wager", "odds"),
    [(w.partition(":")[0], to) for w, (_, to) in PAYS.items()] + [(w, h[3]) for w, h in HANDS.items()],
)
def test_12_6_b_the_least_odds(opened, refused, cited, wager, odds):
    assert str(opened("pokette").house.pays[wager]) == f"{odds} to 1"
    assert opened("pokette", pay_table={wager: f"{odds + 1} to 1"})
    assert cited(refused(opened, "pokette", pay_table={wager: f"{100 * odds - 1} to 100"}).by) == "12.6(b)"


def test_12_6_b_the_two_belongs_to_no_group():
    assert [spun(group, "2d").net for group in ("group-akq", "group-j109", "group-876", "group-543")] == [-1000] * 4


# --- 12.7 the spin ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("revolutions", "counts"), [(0, False), (2, False), (3, True)])
def test_12_7_three_revolutions(opened, revolutions, counts):
    game = wheel_about_to_turn(opened("pokette"), Wager(1, "red", 1000))
    game.answer(WheelRest("7h", revolutions=revolutions))
    assert (game.request.words == "No Spin") is not counts


def test_12_7_a_ten_is_called_as_cards_print_it_and_kept_as_records_have_it(opened):
    game = wheel_about_to_turn(opened("pokette"), Wager(1, "red", 1000))
    game.answer(WheelRest("Th", revolutions=3))
    call = game.request
    assert call.words == "T♥"
    assert call.tell(call.usual(), game.table).words == "“10♥”"
    game.answer(call.usual())
    assert game.table.felt.called[-1] == "10♥"


def test_12_7_losers_first_then_cards_then_hands(deal):
    wagers = [{"seat": 1, "wager": w, "amount": "10"} for w in ("pair-in-two", "black", "rank:9", "red")]
    text = "\n".join(
        [
            'game = "pokette"',
            'spins = "9c"',
            'opening = {hand = "9d"}',
            "wagers = [" + ", ".join(f'{{seat = 1, wager = "{w["wager"]}", amount = "10"}}' for w in wagers) + "]",
        ]
    )
    order = [(r.wager, r.result) for r in told(text).required]
    assert order == [("red", "lose"), ("black", "win"), ("rank:9", "win"), ("pair-in-two", "win")]


@pytest.mark.parametrize("wager", [wager for wager in PAYS if wager != "jacer"])
def test_12_7_the_jacer_takes_every_card_wager(cited, wager):
    lost = spun(wager, "jacer")
    assert (lost.net, cited(lost.by)) == (-1000, "R-12.7-jacer")


# --- 12.8 poker hands ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wager", HANDS)
def test_12_8_the_next_spin_decides(cited, wager):
    hand, completes, does_not, odds = HANDS[wager]
    won, lost = spun(wager, completes, hand), spun(wager, does_not, hand)
    assert (won.net, cited(won.by)) == (1000 * odds, "12.6(b)")
    assert (lost.net, cited(lost.by)) == (-1000, "12.8")


OPEN = {
    "": set(),
    "9c": {"pair-in-two"},
    "9c 9d": {"three-of-a-kind"},
    "9c 9c": {"three-of-a-kind", "flush"},
    "9c 4d": {"pair-in-three"},
    "9c 4c": {"pair-in-three", "flush"},
    "7h 8d": {"pair-in-three", "straight-open"},
    "8h 7h": {"pair-in-three", "flush", "straight-open", "straight-flush-open"},
    "Qd Kc": {"pair-in-three", "straight-open"},
    "Kh Ad": {"pair-in-three", "straight-inside"},
    "2c 3d": {"pair-in-three", "straight-open"},
    "Ac 2d": {"pair-in-three", "straight-inside"},
    "Ac 3d": {"pair-in-three", "straight-inside"},
    "2c 4d": {"pair-in-three", "straight-inside"},
    "Qc Ad": {"pair-in-three", "straight-inside"},
    "Kc 2d": {"pair-in-three"},
    "7c Td": {"pair-in-three"},
}
WITHOUT_LOW_ACE = {
    "2c 3d": {"pair-in-three", "straight-inside"},
    "Ac 2d": {"pair-in-three"},
    "Ac 3d": {"pair-in-three"},
}


@pytest.mark.parametrize("hand", OPEN)
def test_12_8_which_poker_hands_are_open(opened, refused, hand):
    for low, wanted in (("on", OPEN[hand]), ("off", WITHOUT_LOW_ACE.get(hand, OPEN[hand]))):
        assert set(completing(opened("pokette", ace_low=low).house, tuple(hand.split()))) == wanted
    for wager in HANDS:
        if wager in OPEN[hand]:
            assert spun(wager, "2s", hand).result != "void"
        else:
            returned = spun(wager, "2s", hand)
            assert (returned.result, returned.net, returned.by.reading) == ("void", 0, "R-12.9-not-open")


def test_12_8_a_hand_has_three_cards():
    text = 'game = "pokette"\nspins = "7h 8h 9h 9d"\nwagers = ['
    text += '{seat = 1, wager = "pair-in-two", amount = "10", before_spin = 2},'
    text += '{seat = 1, wager = "flush", amount = "10", before_spin = 3},'
    text += '{seat = 2, wager = "pair-in-two", amount = "10", before_spin = 4}]'
    nets = [(r.seat, r.wager, r.result) for r in told(text).required]
    assert nets == [(1, "pair-in-two", "lose"), (1, "flush", "win"), (2, "pair-in-two", "void")]


def test_12_8_a_jacer_ends_the_hand(cited):
    lost = spun("pair-in-two", "jacer", "9c")
    assert (lost.net, cited(lost.by)) == (-1000, "R-12.8-jacer")
    text = 'game = "pokette"\nspins = "9c jacer 9d"\n'
    text += 'wagers = [{seat = 1, wager = "pair-in-two", amount = "10", before_spin = 3}]'
    assert told(text).required[0].result == "void"
    assert told(text + '\nhouse = {jacer-in-hand = "wild"}').required[0].result == "win"


def test_12_8_a_wild_jacer_completes_what_is_open():
    assert spun("straight-inside", "jacer", "Ts Qd", jacer_in_hand="wild").net == 11000
    assert spun("red", "jacer", jacer_in_hand="wild").net == -1000


def test_12_8_only_where_they_are_offered(opened, refused, cited):
    error = refused(opened("pokette", offer_poker_hands="off").place, "flush")
    assert (cited(error.by), error.accepts) == ("12.8", "offer-poker-hands = on")


# --- 12.9 irregularities ---------------------------------------------------------------------------------------------


def wrong(what, spins, wager="red", at=1, **facts):
    more = "".join(f', {name} = "{value}"' for name, value in facts.items())
    return (
        f'game = "pokette"\nopening = {{hand = "9c"}}\nspins = "{spins}"\n'
        f'wagers = [{{seat = 1, wager = "{wager}", amount = "10"}}]\n'
        f'irregularities = [{{before_spin = {at}, what = "{what}"{more}}}]\n'
    )


@pytest.mark.parametrize(
    ("what", "by"),
    [
        ("fewer-than-three-revolutions", "R-12.9-few"),
        ("wheel-obstructed", "R-12.9-obstructed"),
        ("clapper-between", "R-12.9-between"),
    ],
)
def test_12_9_a_void_spin_changes_nothing(what, by):
    """The wager stands and the hand too: the next spin decides."""
    verdict = told(wrong(what, "9d 9h", "pair-in-two"))
    assert verdict.required[0].net == 11000
    assert [r.by.reading for r in verdict.remedies] == [by]


def test_12_9_the_section_passed_last_wins_where_the_house_says_so():
    text = (
        wrong("clapper-between", "7h", "red", symbol="2c") + 'house = {clapper-between-two = "previous-section-wins"}'
    )
    assert told(text).required[0].net == 1000


def test_12_9_a_wrong_card_is_corrected():
    """Noticed before the spin the wager counts for the right card; noticed after it, it goes back."""
    assert told(wrong("wrong-card-shown", "9d", "pair-in-two")).required[0].net == 11000
    late = told(wrong("wrong-card-noticed-late", "9d", "pair-in-two")).required[0]
    assert (late.result, late.net, late.by.reading) == ("void", 0, "R-12.9-wrong-card")
    assert told(wrong("wrong-card-noticed-late", "9d", "red")).required[0].net == 1000


def test_12_is_no_game_before_it_was_adopted(opened, refused):
    assert opened("pokette", date(1992, 11, 16))
    assert refused(opened, "pokette", date(1992, 11, 15))
