"""Craps and mini-craps, paragraph by paragraph: 19:47-1 and 13:69F-1."""

from datetime import date
from fractions import Fraction

import pytest

from nomorebets.compliance.check import check
from nomorebets.equipment.dice import rolls
from nomorebets.errors import EditionError, HouseRuleError, RulesError, WagerRefused
from nomorebets.games import open_table
from nomorebets.games.craps.removal import MATRIX, allowed
from nomorebets.games.craps.settlement import decide, next_point
from nomorebets.games.craps.wagers import BOX, wagers
from nomorebets.pricing.sheet import odds
from nomorebets.regulation import law
from nomorebets.rulings.transcript import read_transcript
from nomorebets.table import Round, Settings, Wager, play
from nomorebets.table.acceptance import verify_bets
from nomorebets.table.felt import Felt, Opening
from nomorebets.table.record import read, record_of, reproduce, write
from nomorebets.table.wagers import Change
from throws import OLD, throw

ROLL = {2: "1-1", 3: "1-2", 4: "1-3", 5: "1-4", 6: "1-5", 7: "1-6", 8: "2-6", 9: "3-6", 10: "4-6", 11: "5-6", 12: "6-6"}


def refused(*args, **named) -> RulesError:
    with pytest.raises(RulesError) as found:
        throw(*args, **named)
    assert found.value.accepts
    return found.value


def by(fault: RulesError) -> str:
    return fault.by.reading or str(fault.by)


# --- 1.1: definitions ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("total", range(2, 13))
def test_1_1_a_come_out_point_is_a_box_total_of_the_come_out_roll(total):
    state = throw("craps", {"pass": 10}, ROLL[total]).state
    assert state.get("point", "") == (str(total) if total in BOX else "")


@pytest.mark.parametrize("decided", [(4, 4), (4, 7), (7,), (12,)])
def test_1_1_the_come_out_roll_follows_every_decision(decided):
    dice = " ".join(ROLL[t] for t in decided)
    assert throw("craps", {"field": 5}, dice).state.get("point", "") == ""


def test_1_1_a_come_point_is_of_the_bet_and_not_of_the_table():
    thrown = throw(
        "craps", [{"wager": "come", "amount": 10, "roll": 2}, {"wager": "come", "amount": 5, "roll": 3}], "1-3 3-6 2-6"
    )
    assert {(r.on, r.amount) for r in thrown.all("come")} == {("come:9", 1000), ("come:8", 500)}
    assert thrown.state["point"] == "4"


# --- 1.2(a): the closed list --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wager", "reading"),
    [
        ("big-6", "R-1.2a-big-six-eight"),
        ("big-8", "R-1.2a-big-six-eight"),
        ("over-7", "R-1.2a-over-under"),
        ("under-7", "R-1.2a-over-under"),
        ("all-tall-small", "R-1.2a-exclusive"),
        ("put-6", "R-1.2a-exclusive"),
    ],
)
def test_1_2_a_other_wagers_are_refused(wager, reading):
    assert by(refused("craps", {wager: 10}, "3-4")) == reading


def test_1_2_a_every_wager_of_the_notes_is_on_the_layout():
    layout = open_table("craps").layout
    for n in BOX:
        for kind in ("place-win", "place-lose", "buy", "lay"):
            assert f"{kind}-{n}" in layout
    assert {f"hard-{n}" for n in (4, 6, 8, 10)} <= set(layout)
    assert len([place for place in layout if place.startswith("hop:")]) == 21
    assert {"horn-high-2", "horn-high-3", "horn-high-11", "horn-high-12", "c-and-e", "world", "fire"} <= set(layout)


def test_1_2_a_the_list_is_that_of_mini_craps_too():
    assert set(open_table("mini-craps").layout) == set(open_table("craps").layout)


# --- 1.2(a)1 and 2: line bets -------------------------------------------------------------------------------------


def test_1_2_a_1_is_of_the_pass_line():
    assert open_table("craps").layout["pass"].where == "the Pass Line"


def test_1_2_a_2_is_of_the_dont_pass_line():
    assert open_table("craps").layout["dont-pass"].where == "the Don't Pass Line"


@pytest.mark.parametrize("total", [7, 11])
def test_1_2_a_1_i_1_pass_wins_on_a_natural(total):
    thrown = throw("craps", {"pass": 10}, ROLL[total], as_of=OLD)
    assert (thrown.result("pass"), thrown.net("pass"), thrown.cite("pass")) == ("win", 1000, "1.2(a)1i(1)")
    assert law.basis(thrown.one("pass").by, OLD) == "text"


@pytest.mark.parametrize("point", BOX)
def test_1_2_a_1_i_2_pass_wins_when_the_point_repeats(point):
    thrown = throw("craps", {"pass": 10}, f"{ROLL[point]} 5-6 1-1 {ROLL[point]}")
    assert (thrown.result("pass"), thrown.cite("pass")) == ("win", "1.2(a)1i(2)")


@pytest.mark.parametrize("total", [2, 3, 12])
def test_1_2_a_1_ii_1_pass_loses_on_craps(total):
    thrown = throw("craps", {"pass": 10}, ROLL[total])
    assert (thrown.result("pass"), thrown.net("pass"), thrown.cite("pass")) == ("lose", -1000, "1.2(a)1ii(1)")


@pytest.mark.parametrize("point", BOX)
def test_1_2_a_1_ii_2_pass_loses_to_a_seven(point):
    thrown = throw("craps", {"pass": 10}, f"{ROLL[point]} 6-6 3-4")
    assert (thrown.result("pass"), thrown.cite("pass")) == ("lose", "1.2(a)1ii(2)")


def test_1_2_a_1_is_made_before_the_come_out_roll_only():
    fault = refused("craps", [{"wager": "pass", "amount": 10, "roll": 2}], "1-3 3-4")
    assert isinstance(fault, WagerRefused)
    assert by(fault) == "1.2(a)1"
    throw("craps", [{"wager": "pass", "amount": 10, "roll": 2}], "1-1 3-4")  # the second roll is a come-out roll too


def test_1_2_a_1_a_put_bet_that_raises_is_refused():
    again = [{"wager": "pass", "amount": 10}, {"wager": "pass", "amount": 10, "roll": 2}]
    assert by(refused("craps", again, "1-3 3-4")) == "1.2(a)1"


@pytest.mark.parametrize("total", [2, 3])
def test_1_2_a_2_i_1_dont_pass_wins_on_two_and_three(total):
    thrown = throw("craps", {"dont-pass": 10}, ROLL[total])
    assert (thrown.net("dont-pass"), thrown.cite("dont-pass")) == (1000, "1.2(a)2i(1)")


@pytest.mark.parametrize("point", BOX)
def test_1_2_a_2_i_2_dont_pass_wins_on_a_seven_after_the_point(point):
    thrown = throw("craps", {"dont-pass": 10}, f"{ROLL[point]} 3-4")
    assert (thrown.net("dont-pass"), thrown.cite("dont-pass")) == (1000, "1.2(a)2i(2)")


@pytest.mark.parametrize("total", [7, 11])
def test_1_2_a_2_ii_1_dont_pass_loses_on_a_natural(total):
    thrown = throw("craps", {"dont-pass": 10}, ROLL[total])
    assert (thrown.net("dont-pass"), thrown.cite("dont-pass")) == (-1000, "1.2(a)2ii(1)")


@pytest.mark.parametrize("point", BOX)
def test_1_2_a_2_ii_2_dont_pass_loses_when_the_point_repeats(point):
    thrown = throw("craps", {"dont-pass": 10}, f"{ROLL[point]} {ROLL[point]}")
    assert (thrown.net("dont-pass"), thrown.cite("dont-pass")) == (-1000, "1.2(a)2ii(2)")


def test_1_2_a_2_iii_twelve_is_void():
    thrown = throw("craps", {"dont-pass": 10}, "6-6")
    assert (thrown.result("dont-pass"), thrown.net("dont-pass"), thrown.cite("dont-pass")) == ("void", 0, "1.2(a)2iii")


def test_1_2_a_2_iii_only_on_the_come_out_roll():
    assert throw("craps", {"dont-pass": 10}, "1-3 6-6").result("dont-pass") == "stands"


def test_1_2_a_2_is_made_before_the_come_out_roll_only():
    assert by(refused("craps", [{"wager": "dont-pass", "amount": 10, "roll": 2}], "1-3 3-4")) == "1.2(a)2"


# --- 1.2(a)3 and 4: come bets -------------------------------------------------------------------------------------


def come(kind: str, dice: str):
    """A come bet made before the second roll; the point is 4."""
    return throw("craps", [{"wager": kind, "amount": 10, "roll": 2}], f"1-3 {dice}")


@pytest.mark.parametrize("total", [7, 11])
def test_1_2_a_3_i_1_come_wins_on_a_natural(total):
    assert (come("come", ROLL[total]).net("come"), come("come", ROLL[total]).cite("come")) == (1000, "1.2(a)3i(1)")


@pytest.mark.parametrize("point", BOX)
def test_1_2_a_3_i_2_come_wins_on_its_point(point):
    thrown = come("come", f"{ROLL[point]} {ROLL[point]}")
    assert (thrown.net("come"), thrown.cite("come"), thrown.one("come").on) == (1000, "1.2(a)3i(2)", f"come:{point}")


@pytest.mark.parametrize("total", [2, 3, 12])
def test_1_2_a_3_ii_1_come_loses_on_craps(total):
    assert (come("come", ROLL[total]).net("come"), come("come", ROLL[total]).cite("come")) == (-1000, "1.2(a)3ii(1)")


@pytest.mark.parametrize("point", BOX)
def test_1_2_a_3_ii_2_come_loses_to_a_seven(point):
    thrown = come("come", f"{ROLL[point]} 3-4")
    assert (thrown.net("come"), thrown.cite("come")) == (-1000, "1.2(a)3ii(2)")


def test_1_2_a_3_a_come_out_seven_takes_the_come_bet_on_its_point():
    """R-1.2a3-working: never off."""
    thrown = come("come", "3-6 1-3 3-4")  # to 9, the point 4 is made, then a come-out 7
    assert (thrown.net("come"), thrown.cite("come")) == (-1000, "1.2(a)3ii(2)")


@pytest.mark.parametrize("kind", ["come", "dont-come"])
def test_1_2_a_3_not_before_a_come_out_roll(kind):
    reading = {"come": "R-1.2a3-point-on", "dont-come": "R-1.2a4-point-on"}[kind]
    assert by(refused("craps", {kind: 10}, "3-4")) == reading
    assert by(refused("craps", [{"wager": kind, "amount": 10, "roll": 3}], "1-3 2-2 3-4")) == reading


@pytest.mark.parametrize(("kind", "paragraph"), [("come:6", "1.2(a)3"), ("dont-come:6", "1.2(a)4")])
def test_1_2_a_3_is_not_put_on_a_number(kind, paragraph):
    assert by(refused("craps", [{"wager": kind, "amount": 10, "roll": 2}], "1-3 3-4")) == paragraph


@pytest.mark.parametrize("total", [2, 3])
def test_1_2_a_4_i_1_dont_come_wins_on_two_and_three(total):
    thrown = come("dont-come", ROLL[total])
    assert (thrown.net("dont-come"), thrown.cite("dont-come")) == (1000, "1.2(a)4i(1)")


@pytest.mark.parametrize("point", BOX)
def test_1_2_a_4_i_2_dont_come_wins_on_a_seven_after_its_point(point):
    thrown = come("dont-come", f"{ROLL[point]} 3-4")
    assert (thrown.net("dont-come"), thrown.cite("dont-come")) == (1000, "1.2(a)4i(2)")


@pytest.mark.parametrize("total", [7, 11])
def test_1_2_a_4_ii_1_dont_come_loses_on_a_natural(total):
    thrown = come("dont-come", ROLL[total])
    assert (thrown.net("dont-come"), thrown.cite("dont-come")) == (-1000, "1.2(a)4ii(1)")


@pytest.mark.parametrize("point", BOX)
def test_1_2_a_4_ii_2_dont_come_loses_to_its_point(point):
    thrown = come("dont-come", f"{ROLL[point]} {ROLL[point]}")
    assert (thrown.net("dont-come"), thrown.cite("dont-come")) == (-1000, "1.2(a)4ii(2)")


def test_1_2_a_4_iii_twelve_is_void():
    thrown = come("dont-come", "6-6")
    assert (thrown.result("dont-come"), thrown.cite("dont-come")) == ("void", "1.2(a)4iii")


def test_1_2_a_3_is_of_the_come_line():
    assert open_table("craps").layout["come"].where == "the Come Line"


@pytest.mark.parametrize("kind", ["come", "dont-come"])
@pytest.mark.parametrize("roll", [2, 3, 4])
def test_1_2_a_3_at_any_time_after_the_come_out_roll(kind, roll):
    thrown = throw("craps", [{"wager": kind, "amount": 10, "roll": roll}], "1-3 1-1 3-3 1-2", as_of=OLD)
    assert thrown.result(kind) in ("win", "lose", "stands")


def test_1_2_a_4_is_of_the_dont_come_area():
    assert open_table("craps").layout["dont-come"].where == "the Don't Come area"


def test_1_2_a_3_a_seven_out_wins_in_the_area_and_loses_on_the_points_in_one_roll():
    made = [{"wager": "pass", "amount": 10}, *({"wager": "come", "amount": 10, "roll": n} for n in (2, 3, 4))]
    thrown = throw("craps", made, "1-3 3-6 2-6 3-4", as_of=OLD)
    found = {r.on: (r.result, r.net, str(r.by), law.basis(r.by, OLD)) for r in thrown.all("come")}
    assert found == {
        "": ("win", 1000, "1.2(a)3i(1)", "text"),
        "come:9": ("lose", -1000, "1.2(a)3ii(2)", "text"),
        "come:8": ("lose", -1000, "1.2(a)3ii(2)", "text"),
    }
    assert thrown.cite("pass") == "1.2(a)1ii(2)"


def test_1_2_a_3_off_and_on():
    """The old bet is paid and the new one takes its place."""
    made = [{"wager": "come", "amount": 10, "roll": 2}, {"wager": "come", "amount": 20, "roll": 3}]
    thrown = throw("craps", made, "1-3 3-6 4-5")
    assert [(r.result, r.amount) for r in thrown.all("come:9")] == [("win", 1000), ("stands", 2000)]


# --- 1.2(a)5 to 7: place bets and hardways ------------------------------------------------------------------------


@pytest.mark.parametrize("number", BOX)
def test_1_2_a_5_place_to_win(number):
    point = 4 if number != 4 else 5
    stake = 30
    won = throw("craps", {f"place-win-{number}": stake}, f"{ROLL[point]} {ROLL[number]}")
    lost = throw("craps", {f"place-win-{number}": stake}, f"{ROLL[point]} 3-4")
    pays = {4: 54, 5: 42, 6: 35, 8: 35, 9: 42, 10: 54}[number]
    assert (won.net(f"place-win-{number}"), won.cite(f"place-win-{number}")) == (pays * 100, "1.2(a)5")
    assert lost.net(f"place-win-{number}") == -stake * 100


@pytest.mark.parametrize("kind", ["place-win", "place-lose"])
@pytest.mark.parametrize("number", range(2, 13))
def test_1_2_a_5_on_the_box_numbers_only(kind, number):
    assert (f"{kind}-{number}" in open_table("craps").layout) == (number in BOX)


@pytest.mark.parametrize("wager", ["place-win-6", "place-lose-6", "hard-4"])
@pytest.mark.parametrize("roll", [1, 2, 3])
def test_1_2_a_5_at_any_time(wager, roll):
    """Before a come-out roll, with a point on, and before the come-out roll after it."""
    thrown = throw("craps", [{"wager": wager, "amount": 30, "roll": roll}], "1-4 2-3 1-1")
    assert thrown.result(wager) == "stands"


def test_1_2_a_5_inactive_on_every_come_out_roll():
    for dice in ("3-3", "3-4", "1-1 3-4", "1-3 1-3 3-4"):
        assert throw("craps", {"place-win-6": 12}, dice).result("place-win-6") == "stands"


@pytest.mark.parametrize(("button", "dice", "net"), [(True, "3-4", -1200), (True, "3-3", 1400), (False, "3-4", 0)])
def test_1_2_a_5_on_needs_the_call_and_the_button(button, dice, net):
    made = [{"wager": "place-win-6", "amount": 12, "call": "on", "button": button}]
    assert throw("craps", made, dice).net("place-win-6") == net


def test_1_2_a_5_a_standing_bet_may_be_called_on():
    made = [{"wager": "place-win-6", "amount": 12}, {"wager": "place-win-6", "call": "on", "roll": 2}]
    assert throw("craps", made, "1-1 3-4").net("place-win-6") == -1200
    made[1]["button"] = False
    assert throw("craps", made, "1-1 3-4").result("place-win-6") == "stands"


def test_1_2_a_5_a_bet_may_be_called_on_in_the_pause_in_which_it_is_made():
    made = [{"wager": "place-win-6", "amount": 12}, {"wager": "place-win-6", "call": "on"}]
    assert throw("craps", made, "3-3").net("place-win-6") == 1400
    made[1]["button"] = False
    assert throw("craps", made, "3-3").result("place-win-6") == "stands"


def test_1_2_a_5_on_persists_until_called_off():
    made = [{"wager": "place-win-6", "amount": 12, "call": "on"}, {"wager": "place-win-6", "call": "off", "roll": 2}]
    assert throw("craps", made[:1], "1-1 3-4").net("place-win-6") == -1200
    assert throw("craps", made, "1-1 3-4").result("place-win-6") == "stands"


def test_1_2_a_5_called_off_with_a_point_on():
    made = [{"wager": "place-win-6", "amount": 12}, {"wager": "place-win-6", "call": "off", "roll": 2}]
    assert throw("craps", made, "1-3 3-4").result("place-win-6") == "stands"


@pytest.mark.parametrize("number", BOX)
def test_1_2_a_6_place_to_lose(number):
    point = 4 if number != 4 else 5
    stake = {4: 11, 10: 11, 5: 8, 9: 8, 6: 5, 8: 5}[number]
    pays = {4: 5, 10: 5, 5: 5, 9: 5, 6: 4, 8: 4}[number]
    won = throw("craps", {f"place-lose-{number}": stake}, f"{ROLL[point]} 3-4")
    lost = throw("craps", {f"place-lose-{number}": stake}, f"{ROLL[point]} {ROLL[number]}")
    assert (won.net(f"place-lose-{number}"), won.cite(f"place-lose-{number}")) == (pays * 100, "1.2(a)6")
    assert lost.net(f"place-lose-{number}") == -stake * 100


@pytest.mark.parametrize(("option", "result"), [("off", "stands"), ("on", "win")])
def test_1_2_a_5_all_place_bets_or_only_those_to_win(option, result):
    """R-1.2a5-lose-off: by the letter all of them; the house may have the others on."""
    for wager, stake in (("place-lose-4", 11), ("lay-4", 40)):
        assert throw("craps", {wager: stake}, "3-4", place_lose_come_out=option).result(wager) == result


def test_1_2_a_7_hard_four():
    assert throw("craps", {"hard-4": 5}, "2-2").net("hard-4") == 3500
    assert throw("craps", {"hard-4": 5}, "2-2").cite("hard-4") == "1.2(a)7"
    for dice in ("1-3", "3-4"):
        assert throw("craps", {"hard-4": 5}, dice).cite("hard-4") == "R-1.2a7-loses"
    assert throw("craps", {"hard-4": 5}, "3-3").result("hard-4") == "stands"


@pytest.mark.parametrize(
    ("number", "hard", "easy", "pays"), [(6, "3-3", "2-4", 45), (8, "4-4", "3-5", 45), (10, "5-5", "4-6", 35)]
)
def test_1_2_a_the_other_hardways(number, hard, easy, pays):
    wager = f"hard-{number}"
    assert throw("craps", {wager: 5}, hard).net(wager) == pays * 100
    assert throw("craps", {wager: 5}, easy).net(wager) == -500
    assert throw("craps", {wager: 5}, "3-4").net(wager) == -500


@pytest.mark.parametrize(("option", "result"), [("on", "lose"), ("off", "stands")])
def test_1_2_a_7_hardways_on_a_come_out_roll(option, result):
    assert throw("craps", {"hard-8": 5}, "3-4", hardways_come_out=option).result("hard-8") == result
    assert throw("craps", {"hard-8": 5}, "1-3 3-4", hardways_come_out=option).result("hard-8") == "lose"


# --- 8.1 and 8.2 of the notes, cell by cell -----------------------------------------------------------------------

W, L, V, S, T = "win", "lose", "void", "stands", "travel"
LINES = {  # come-out: pass, dont-pass; point on: pass, dont-pass, come, dont-come (in their areas)
    2: ((L, W), (S, S, L, W)),
    3: ((L, W), (S, S, L, W)),
    4: ((S, S), (S, S, T, T)),
    5: ((S, S), (S, S, T, T)),
    6: ((S, S), (W, L, T, T)),  # the point
    7: ((W, L), (L, W, W, L)),
    8: ((S, S), (S, S, T, T)),
    9: ((S, S), (S, S, T, T)),
    10: ((S, S), (S, S, T, T)),
    11: ((W, L), (S, S, W, L)),
    12: ((L, V), (S, S, L, V)),
}


@pytest.mark.parametrize("roll", rolls(2), ids=str)
def test_1_10_line_and_travelling_bets_by_the_table(roll):
    total, book = sum(roll), wagers()
    come_out, point_on = LINES[total]
    assert tuple(decide(book[k], roll, 0).outcome for k in ("pass", "dont-pass")) == come_out
    areas = ("pass", "dont-pass", "come", "dont-come")
    assert tuple(decide(book[k], roll, 6).outcome for k in areas) == point_on
    for point in (0, 6):
        for number in BOX:
            right = W if total == number else L if total == 7 else S
            wrong = {W: L, L: W, S: S}[right]
            assert decide(book[f"come:{number}"], roll, point).outcome == right
            assert decide(book[f"dont-come:{number}"], roll, point).outcome == wrong
    assert next_point(0, total) == (total if total in BOX else 0)
    assert next_point(6, total) == (0 if total in (6, 7) else 6)


@pytest.mark.parametrize("roll", rolls(2), ids=str)
def test_1_10_number_bets_by_the_table(roll):
    total, book = sum(roll), wagers()
    for number in BOX:
        for_number = W if total == number else L if total == 7 else S
        against = {W: L, L: W, S: S}[for_number]
        for kind in (f"place-win-{number}", f"buy-{number}", f"come-odds:{number}"):
            assert decide(book[kind], roll, 6).outcome == for_number
            assert decide(book[kind], roll, 0, active=False).outcome == S
        for kind in (f"place-lose-{number}", f"lay-{number}", f"dont-come-odds:{number}"):
            assert decide(book[kind], roll, 6).outcome == against
            assert decide(book[kind], roll, 0, active=False).outcome == S
        assert decide(book["pass-odds"], roll, number).outcome == for_number
        assert decide(book["dont-pass-odds"], roll, number).outcome == against
    for number in (4, 6, 8, 10):
        hard = (number // 2, number // 2)
        expected = W if roll == hard else L if total in (number, 7) else S
        assert decide(book[f"hard-{number}"], roll, 5).outcome == expected


ONE_ROLL = {
    "field": {2, 3, 4, 9, 10, 11, 12},
    "any-seven": {7},
    "any-craps": {2, 3, 12},
    "craps-2": {2},
    "craps-3": {3},
    "craps-12": {12},
    "eleven": {11},
    "horn": {2, 3, 11, 12},
    "horn-high-2": {2, 3, 11, 12},
    "horn-high-3": {2, 3, 11, 12},
    "horn-high-11": {2, 3, 11, 12},
    "horn-high-12": {2, 3, 11, 12},
    "c-and-e": {2, 3, 11, 12},
    "world": {2, 3, 7, 11, 12},
}


@pytest.mark.parametrize("roll", rolls(2), ids=str)
@pytest.mark.parametrize("point", [0, 6])
def test_1_10_one_roll_bets_are_always_decided(roll, point):
    book = wagers()
    for kind, totals in ONE_ROLL.items():
        assert decide(book[kind], roll, point).outcome == (W if sum(roll) in totals else L)
    for a, b in rolls(2):
        assert decide(book[f"hop:{a}-{b}"], roll, point).outcome == (W if roll == (a, b) else L)


# --- 1.3: making and removal; every row of the matrix -------------------------------------------------------------

YES, NO = True, False
# wager, state before the second roll, and whether it may be made, raised, reduced, removed, turned off
ROWS = [
    ("pass", "come-out", YES, YES, YES, YES, NO),
    ("pass", "point", NO, NO, NO, NO, NO),
    ("dont-pass", "come-out", YES, YES, YES, YES, NO),
    ("dont-pass", "point", NO, NO, YES, YES, NO),
    ("come", "point", YES, YES, YES, YES, NO),
    ("come:6", "point", NO, NO, NO, NO, NO),
    ("dont-come", "point", YES, YES, YES, YES, NO),
    ("dont-come:6", "point", NO, NO, YES, YES, NO),
    ("pass-odds", "point", YES, YES, YES, YES, YES),
    ("dont-pass-odds", "point", YES, YES, YES, YES, YES),
    ("come-odds:6", "point", YES, YES, YES, YES, YES),
    ("dont-come-odds:6", "point", YES, YES, YES, YES, YES),
    ("place-win-6", "come-out", YES, YES, YES, YES, YES),
    ("place-win-6", "point", YES, YES, YES, YES, YES),
    ("buy-6", "point", YES, YES, YES, YES, YES),
    ("place-lose-6", "point", YES, YES, YES, YES, YES),
    ("lay-6", "point", YES, YES, YES, YES, YES),
    ("hard-6", "come-out", YES, YES, YES, YES, YES),
    ("hard-6", "point", YES, YES, YES, YES, YES),
    ("field", "point", YES, YES, YES, YES, NO),
    ("hop:3-4", "point", YES, YES, YES, YES, NO),
    ("fire", "come-out", YES, YES, YES, YES, NO),
    ("fire", "point", NO, NO, NO, NO, NO),
]
STAKE = {"place-win-6": 1200, "place-lose-6": 1000, "buy-6": 4000, "lay-6": 4800, "fire": 200, "come-odds:6": 2000}


def standing(wager: str, state: str, lies: bool) -> Round:
    """A table with a wager on it (or not), and whatever it needs beside it."""
    point = {"state": {"point": "4", "hand": "under way", "shooter": "0"}} if state == "point" else {"state": {}}
    table = open_table("craps")
    parent = {
        "pass-odds": "pass",
        "dont-pass-odds": "dont-pass",
        "come-odds:6": "come:6",
        "dont-come-odds:6": "dont-come:6",
    }
    down = []
    if wager in parent:
        down.append(Wager(1, parent[wager], 2000, made_as=parent[wager].split(":")[0] if ":" in parent[wager] else ""))
    if lies:
        down.append(lying(table, wager))
    return Round(table, Felt.opened(Opening(point["state"], tuple(down))))


def lying(table, wager: str, share: int = 2) -> Wager:
    amount = STAKE.get(wager, 1200) * share
    return Wager(1, wager, amount, fee=table.game.betting.fee(table.house, table.layout[wager], amount))


def may(wager: str, state: str, act: str) -> bool:
    at = standing(wager, state, lies=act != "make")
    table = at.table
    by_what = law.paragraph(open_table("craps").game.terms.dealt_by).cite
    one, two = lying(table, wager, 1), lying(table, wager, 2)
    bets = {
        "make": ((one,), (), ()),
        "raise": ((one,), (), ()),
        "reduce": ((), (), (Change(two, one),)),
        "remove": ((), (two,), ()),
        "off": ((), (), (Change(two, replaced(two, "off")),)),
    }[act]
    fault = None
    try:
        verify_bets(at, bets[0], bets[1], by_what, bets[2])
    except WagerRefused as refusal:
        fault = refusal
    assert fault is None or (fault.accepts and law.paragraph(fault.by))
    return fault is None


def replaced(wager: Wager, call: str) -> Wager:
    import msgspec

    return msgspec.structs.replace(wager, call=call, button=True)


@pytest.mark.parametrize("act", ["make", "raise", "reduce", "remove", "off"])
@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]} {row[1]}")
def test_1_3_the_removal_matrix(row, act):
    wager, state, *answers = row
    assert may(wager, state, act) == dict(zip(("make", "raise", "reduce", "remove", "off"), answers, strict=True))[act]


def test_1_3_every_row_of_the_matrix_is_reached():
    reached = {("pass", "come-out"), ("pass", "point"), ("dont-pass", "come-out"), ("dont-pass", "point")}
    reached |= {("come", "area"), ("come", "on its point"), ("dont-come", "area"), ("dont-come", "on its point")}
    reached |= {("come", "come-out"), ("dont-come", "come-out"), ("one-roll", "")}
    assert set(MATRIX) == reached | {("fire", "new hand"), ("fire", "hand under way")}


@pytest.mark.parametrize(
    ("wager", "dice", "reading"),
    [("pass", "1-3", "R-1.3-contract"), ("come", "1-3 3-6", "R-1.3-contract")],
)
def test_1_3_a_contract_bet_stays(wager, dice, reading):
    made = [{"wager": wager, "amount": 10, "roll": 1 if wager == "pass" else 2}]
    last = len(dice.split()) + 1
    assert by(refused("craps", [*made, {"wager": wager, "remove": True, "roll": last}], f"{dice} 3-4")) == reading
    assert (
        by(refused("craps", [*made, {"wager": wager, "remove": True, "amount": 5, "roll": last}], f"{dice} 3-4"))
        == reading
    )


def test_1_3_a_dont_come_may_be_taken_down_and_not_put_back():
    made = [{"wager": "dont-come", "amount": 10, "roll": 2}, {"wager": "dont-come", "remove": True, "roll": 3}]
    assert throw("craps", made, "3-3 1-3 3-4").all("dont-come") == []
    assert by(refused("craps", [*made, {"wager": "dont-come:4", "amount": 10, "roll": 3}], "3-3 1-3 3-4")) == "1.2(a)4"


def test_1_3_a_dont_bet_may_be_reduced_and_not_raised_again():
    made = [{"wager": "dont-pass", "amount": 10}, {"wager": "dont-pass", "remove": True, "amount": 4, "roll": 2}]
    assert throw("craps", made, "1-3 3-4").net("dont-pass") == 600
    assert by(refused("craps", [*made, {"wager": "dont-pass", "amount": 4, "roll": 3}], "1-3 1-1 3-4")) == "R-1.3-dont"


@pytest.mark.parametrize(("confirmed", "result"), [(True, "win"), (False, "void")])
def test_1_3_a_wager_while_the_dice_roll_must_be_confirmed(confirmed, result):
    late = {"roll": 1, "what": "late-wager", "seat": 1, "wager": "any-seven", "amount": 5, "confirmed": confirmed}
    thrown = throw("craps", {"pass": 10}, "3-4", wrong=[late])
    assert thrown.result("any-seven") == result
    assert throw("craps", {"pass": 10}, "3-4", wrong=[late], late_bets="refuse").result("any-seven") == "void"


def test_1_3_a_spoken_wager_must_be_confirmed():
    assert by(refused("craps", [{"wager": "pass", "amount": 10, "verbal": "unconfirmed"}], "3-4")) == "R-1.3-verbal"
    assert throw("craps", [{"wager": "pass", "amount": 10, "verbal": "confirmed"}], "3-4").net("pass") == 1000


# --- 1.4: payout odds ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wager", "stake", "dice", "net"),
    [
        ("field", 5, "1-1", 10),
        ("field", 5, "6-6", 10),
        ("field", 5, "5-6", 5),
        ("field", 5, "1-4", -5),
        ("any-seven", 1, "3-4", 4),
        ("any-craps", 1, "1-2", 7),
        ("craps-2", 1, "1-1", 30),
        ("craps-3", 1, "1-2", 15),
        ("craps-12", 1, "6-6", 30),
        ("eleven", 1, "5-6", 15),
        ("hop:3-3", 1, "3-3", 30),
        ("hop:3-4", 1, "4-3", 15),
        ("horn", 4, "6-6", 27),
        ("horn", 4, "1-2", 12),
        ("horn", 4, "3-4", -4),
        ("horn-high-2", 5, "1-1", 57),
        ("horn-high-2", 5, "6-6", 26),
        ("horn-high-2", 5, "5-6", 11),
        ("horn-high-12", 5, "6-6", 57),
        ("horn-high-12", 5, "1-1", 26),
        ("horn-high-3", 5, "1-2", 27),
        ("horn-high-3", 5, "5-6", 11),
        ("horn-high-3", 5, "6-6", 26),
        ("horn-high-11", 5, "5-6", 27),
        ("horn-high-11", 5, "1-2", 11),
        ("c-and-e", 2, "1-1", 6),
        ("c-and-e", 2, "5-6", 14),
        ("world", 5, "6-6", 26),
        ("world", 5, "1-2", 11),
        ("world", 5, "3-4", 0),
        ("world", 5, "3-3", -5),
    ],
)
def test_1_4_one_roll_odds(wager, stake, dice, net):
    assert throw("craps", {wager: stake}, dice).net(wager) == net * 100


def test_1_4_a_seven_returns_the_world_bet():
    assert throw("craps", {"world": 5}, "3-4").result("world") == "push"


@pytest.mark.parametrize(
    ("option", "dice", "net"), [("field-2", "1-1", 15), ("field-12", "6-6", 15), ("field-12", "1-1", 10)]
)
def test_1_4_the_field_may_pay_three_to_one(option, dice, net):
    assert throw("craps", {"field": 5}, dice, **{option: "3 to 1"}).net("field") == net * 100


def test_1_4_odds_are_minima():
    with pytest.raises(RulesError, match="the minimum is 9 to 5"):
        open_table("craps", settings=Settings(pay_table={"place-win-4": "8 to 5"}))
    better = open_table("craps", settings=Settings(pay_table={"place-win-4": "2 to 1"}))
    assert str(better.house.pays["place-win-4"]) == "2 to 1"


@pytest.mark.parametrize(
    ("game", "row", "second", "cited"),
    [
        ("craps", "field-12", "2 to 1", []),
        ("craps", "field-12", "3 to 1", ["R-1.4-to"]),
        ("mini-craps", "any-seven", "5 to 1", ["R-1.4-to"]),
        ("automated-craps", "any-seven", "5 to 1", ["R-1A.6-to"]),
        ("craps", "fire-4", "30 to 1", []),  # 1.12 has tables of its own
    ],
)
def test_1_4_higher_odds_are_the_same_throughout_the_casino(game, row, second, cited):
    tables = [f'[[table]]\ngame = "{game}"\n', f'[[table]]\ngame = "{game}"\npay-table = {{ {row} = "{second}" }}\n']
    found = [violation for violation in check("".join(tables).encode()) if " where table " in violation.what]
    assert [violation.cite.reading for violation in found] == cited


@pytest.mark.parametrize(
    ("game", "cited"),
    [("craps", "R-1.4-payable"), ("automated-craps", "R-1A.6-payable"), ("mini-dice", "R-13.6b-up")],
)
def test_1_4_a_house_that_pays_up_does_so_for_everyone(game, cited):
    tables = f'[[table]]\ngame = "{game}"\n[[table]]\ngame = "{game}"\noptions = {{ rounding = "up" }}\n'
    found = [violation for violation in check(tables.encode()) if " where table " in violation.what]
    assert [(violation.what, violation.cite.reading) for violation in found] == [
        ("rounding = up where table #1 has refuse", cited)
    ]


def test_1_4_odds_say_to_and_not_for():
    with pytest.raises(RulesError, match='stated with "for"'):
        open_table("craps", settings=Settings(pay_table={"craps-2": "31 for 1"}))


@pytest.mark.parametrize(
    ("wager", "good", "bad"),
    [
        ("place-win-4", 5, 4),
        ("place-win-5", 5, 6),
        ("place-win-6", 6, 5),
        ("place-lose-4", 11, 10),
        ("place-lose-5", 8, 7),
        ("place-lose-6", 5, 6),
        ("horn", 4, 5),
        ("horn-high-2", 5, 4),
        ("world", 5, 4),
        ("c-and-e", 2, 1),
    ],
)
def test_1_4_amounts_that_cannot_be_paid_are_refused(wager, good, bad):
    throw("craps", {wager: good}, "3-4")
    assert by(refused("craps", {wager: bad}, "3-4")) == "R-1.4-payable"


def test_1_4_or_are_paid_up_but_never_down():
    """The complaint of 2004: $1 on the four must be paid $1.80 at least."""
    assert by(refused("craps", {"place-win-4": 1}, "3-3 1-3")) == "R-1.4-payable"
    assert throw("craps", {"place-win-4": 1}, "3-3 1-3", rounding="up").net("place-win-4") == 200
    taken = [{"wager": "place-win-4", "amount": 1, "accepted": True}]
    assert throw("craps", taken, "3-3 1-3").net("place-win-4") == 200
    done = [{"seat": 1, "wager": "place-win-4", "paid": "1.00"}]
    [difference] = throw("craps", taken, "3-3 1-3", done=done).verdict.differences
    assert (difference.done, difference.required) == (100, 200)


# --- 1.5: buy and lay ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wager", "stake", "dice", "net"),
    [
        ("buy-4", 20, "3-3 1-3", 39),
        ("buy-4", 20, "3-3 3-4", -21),
        ("buy-5", 20, "3-3 1-4", 29),
        ("buy-6", 20, "1-3 3-3", 23),
        ("lay-4", 40, "3-3 3-4", 19),
        ("lay-4", 40, "3-3 1-3", -41),
        ("lay-5", 30, "3-3 3-4", 19),
        ("lay-6", 24, "1-3 3-4", 19),
    ],
)
def test_1_5_true_odds_less_five_percent(wager, stake, dice, net):
    assert throw("craps", {wager: stake}, dice).net(wager) == net * 100


@pytest.mark.parametrize(("dice", "net"), [("3-3 1-3", 39), ("3-3 3-4", -20)])
def test_1_5_commission_only_when_it_wins(dice, net):
    assert throw("craps", {"buy-4": 20}, dice, commission_time="on-win").net("buy-4") == net * 100


def test_1_5_commission_is_returned_with_a_bet_taken_down():
    made = [{"wager": "buy-4", "amount": 20}, {"wager": "buy-4", "remove": True, "roll": 2}]
    thrown = throw("craps", made, "1-1 3-4")
    assert thrown.all("buy-4") == []
    assert sum(play.table.felt.ledger.balance["patron:1"] for play in thrown.rounds) == 0


def test_1_5_a_winning_buy_bet_stays_and_pays_its_commission_again():
    thrown = throw("craps", {"buy-4": 20}, "3-3 1-3 1-3 3-4")
    assert [r.net for r in thrown.all("buy-4")] == [3900, 3900, -2100]
    assert sum(play.table.felt.ledger.balance["patron:1"] for play in thrown.rounds) == 3900 + 3900 - 2100


@pytest.mark.parametrize(
    ("stake", "rounding", "fee"),
    [(10, "down-1", 100), (30, "down-1", 100), (40, "down-1", 200), (30, "down-0.25", 150)],
)
def test_1_5_commission_is_rounded_down_and_at_least_a_unit(stake, rounding, fee):
    assert throw("craps", {"buy-4": stake}, "3-3 3-4", commission_rounding=rounding).net("buy-4") == -stake * 100 - fee


def test_1_5_no_other_fee_and_no_commission_above_five_percent():
    with pytest.raises(RulesError, match="commission rate"):
        open_table("craps", settings=Settings({"commission-rate": "6%"}))
    at = Round(open_table("craps"))
    with pytest.raises(WagerRefused, match="commission is \\$0"):
        verify_bets(at, (Wager(1, "place-win-6", 1200, fee=100),), (), at.game.terms.dealt_by)


def test_1_5_buy_and_lay_need_not_be_offered():
    assert "buy-4" not in open_table("craps", settings=Settings({"buy-lay-offered": "off"})).layout
    assert "not offered" in str(refused("craps", {"buy-4": 20}, "3-4", buy_lay_offered="off"))


# --- 1.6: odds ----------------------------------------------------------------------------------------------------


def with_odds(line: str, stake: int, amount: int, point: int, dice: str, **options):
    made = [{"wager": line, "amount": stake}, {"wager": f"{line}-odds", "amount": amount, "roll": 2}]
    return throw("craps", made, f"{ROLL[point]} {dice}", **options)


@pytest.mark.parametrize(
    ("point", "most", "pays"), [(4, 30, 60), (5, 40, 60), (6, 50, 60), (8, 50, 60), (9, 40, 60), (10, 30, 60)]
)
def test_1_6_three_four_five_times_odds(point, most, pays):
    assert with_odds("pass", 10, most, point, ROLL[point]).net("pass-odds") == pays * 100
    with pytest.raises(WagerRefused, match="more than the posted multiple") as fault:
        with_odds("pass", 10, most + 10, point, "3-4")
    assert by(fault.value) == "R-1.6-ceiling"


@pytest.mark.parametrize("point", BOX)
def test_1_6_laying_odds_win_at_most_the_multiple(point):
    """With 3-4-5 times odds the most that may be laid is six times the bet on every point."""
    won = {4: 30, 10: 30, 5: 40, 9: 40, 6: 50, 8: 50}[point]
    assert with_odds("dont-pass", 10, 60, point, "3-4").net("dont-pass-odds") == won * 100
    with pytest.raises(WagerRefused, match="more than the posted multiple"):
        with_odds("dont-pass", 10, 66, point, "3-4")


@pytest.mark.parametrize(
    ("multiple", "most"), [("1x", 10), ("2x", 20), ("5x", 50), ("10x", 100), ("100x", 1000), ("7x", 70)]
)
def test_1_6_other_multiples(multiple, most):
    assert with_odds("pass", 10, most, 4, "2-2", odds_multiple=multiple).net("pass-odds") == 2 * most * 100
    with pytest.raises(WagerRefused):
        with_odds("pass", 10, most + 2, 4, "2-2", odds_multiple=multiple)


@pytest.mark.parametrize(("point", "amount"), [(5, 5), (6, 4)])
def test_1_6_odds_must_be_payable_on_their_number(point, amount):
    with pytest.raises(WagerRefused, match="cannot be paid exactly"):
        with_odds("pass", 10, amount, point, "3-4")


def test_1_6_odds_need_a_bet_with_a_point():
    assert by(refused("craps", {"pass": 10, "pass-odds": 10}, "3-4")) == "R-1.6-parent"
    assert by(refused("craps", [{"wager": "pass-odds", "amount": 10, "roll": 2}], "1-3 3-4")) == "R-1.6-parent"


def test_1_6_odds_go_back_when_the_bet_they_support_is_taken_down():
    made = [
        {"wager": "dont-pass", "amount": 10},
        {"wager": "dont-pass-odds", "amount": 20, "roll": 2},
        {"wager": "dont-pass", "remove": True, "roll": 3},
    ]
    thrown = throw("craps", made, "1-3 1-1 3-4")
    assert (thrown.result("dont-pass-odds"), thrown.cite("dont-pass-odds")) == ("void", "R-1.6-parent")


def test_1_6_a_bet_is_not_reduced_below_its_odds():
    made = [
        {"wager": "dont-pass", "amount": 10},
        {"wager": "dont-pass-odds", "amount": 60, "roll": 2},
        {"wager": "dont-pass", "remove": True, "amount": 5, "roll": 3},
    ]
    assert by(refused("craps", made, "1-3 1-1 3-4")) == "R-1.6-ceiling"


COME_ODDS = [{"wager": "come", "amount": 10, "roll": 2}, {"wager": "come-odds", "amount": 20, "roll": 3}]


@pytest.mark.parametrize(("option", "result"), [("off", "void"), ("on", "lose")])
def test_1_6_come_odds_on_a_come_out_seven(option, result):
    thrown = throw("craps", COME_ODDS, "3-3 3-6 3-3 3-4", come_odds_come_out=option)
    assert thrown.result("come-odds") == result
    assert thrown.net("come") == -1000


def test_1_6_come_odds_that_are_off_go_back_when_the_come_point_hits():
    thrown = throw("craps", COME_ODDS, "3-3 3-6 3-3 4-5")
    assert (thrown.net("come"), thrown.result("come-odds"), thrown.cite("come-odds")) == (
        1000,
        "void",
        "R-1.6-come-out",
    )


def test_1_6_come_odds_may_be_called_on():
    made = [*COME_ODDS, {"wager": "come-odds", "call": "on", "roll": 4}]
    assert throw("craps", made, "3-3 3-6 3-3 4-5").net("come-odds") == 3000


def test_1_6_odds_of_a_dont_come_bet_work_on_a_come_out_roll():
    made = [{"wager": "dont-come", "amount": 10, "roll": 2}, {"wager": "dont-come-odds", "amount": 30, "roll": 3}]
    assert throw("craps", made, "3-3 3-6 3-3 3-4").net("dont-come-odds") == 2000


# --- 1.7, 1.8, 1.11: the shooter and the dice ---------------------------------------------------------------------


def seats(*line_bets: int, others: tuple[int, ...] = ()):
    return [{"seat": s, "wager": "pass", "amount": 10} for s in line_bets] + [
        {"seat": s, "wager": "field", "amount": 5} for s in others
    ]


def test_1_7_two_of_them_are_thrown():
    [rest] = [e.request for e in throw("craps", {"pass": 10}, "3-4").rounds[0].entries if e.request.name == "dice-rest"]
    assert rest.number == 2


@pytest.mark.parametrize(("declined", "shooter"), [([], "2"), ([2], "3"), ([2, 3], "5")])
def test_1_7_offered_clockwise_until_one_accepts(declined, shooter):
    wrong = [{"roll": 1, "what": "dice-relinquished", "refused": declined}] if declined else []
    assert throw("craps", seats(5, 2, 3), "1-3", wrong=wrong).state["shooter"] == shooter


def test_1_8_a_shooter_found_without_a_line_bet_gives_the_dice_on():
    wrong = [{"roll": 1, "what": "shooter-without-line-bet", "to": 2}]
    thrown = throw("craps", seats(1, 2), "1-3", wrong=wrong)
    assert (thrown.remedies, thrown.state["shooter"]) == ({"shooter-without-line-bet": "R-1.8-line-bet"}, "2")


def test_1_7_five_dice_and_the_first_who_may_throw():
    state = throw("craps", seats(3, 2, others=(1,)), "1-3").state
    assert (state["dice"], state["shooter"]) == ("5", "2")


@pytest.mark.parametrize("what", ["die-lost", "die-damaged"])
def test_1_7_a_lost_or_damaged_die_changes_the_set(what):
    thrown = throw("craps", {"pass": 10}, "?? 3-4", wrong=[{"roll": 1, "what": what}])
    assert thrown.called == ["No Roll", "New dice", "7"]
    assert thrown.remedies == {what: "R-1.7-change"}


def test_1_8_the_shooter_needs_a_line_bet_before_a_come_out_roll():
    """Seat 1 has none after the decision: the dice go on to seat 2."""
    again = [
        *seats(1, 2),
        {"seat": 2, "wager": "pass", "amount": 10, "roll": 3},
        {"wager": "field", "amount": 5, "roll": 3},
    ]
    assert throw("craps", seats(1, 2), "1-3 2-2").state["shooter"] == "1"
    assert throw("craps", again, "1-3 2-2 1-3").state["shooter"] == "2"
    only_three = [*seats(1, 2, 3), {"seat": 3, "wager": "pass", "amount": 10, "roll": 3}]
    only_three += [{"seat": s, "wager": "field", "amount": 5, "roll": 3} for s in (1, 2)]
    assert throw("craps", only_three, "1-3 2-2 1-3").state["shooter"] == "3"  # seat 2 is passed over too


def test_1_8_with_a_point_on_the_shooter_keeps_the_dice_without_a_line_bet():
    made = [
        {"wager": "dont-pass", "amount": 10},
        {"wager": "dont-pass", "remove": True, "roll": 2},
        {"wager": "field", "amount": 5, "roll": 2},
    ]
    assert throw("craps", made, "1-3 1-1").state["shooter"] == "1"


def test_1_11_a_seven_out_passes_the_dice_to_the_left():
    again = [*seats(1, 2, 3), *({"seat": s, "wager": "pass", "amount": 10, "roll": 3} for s in (1, 2, 3))]
    assert throw("craps", seats(1, 2, 3), "1-3 3-4").state["shooter"] == ""
    assert throw("craps", again, "1-3 3-4 1-3").state["shooter"] == "2"


@pytest.mark.parametrize("dice", ["3-4", "5-6", "1-1", "6-6", "1-3 2-2"])
def test_1_11_other_decisions_do_not_change_the_shooter(dice):
    again = seats(1, 2) + [{"seat": s, "wager": "pass", "amount": 10, "roll": len(dice.split()) + 1} for s in (1, 2)]
    assert throw("craps", again, f"{dice} 1-3").state["shooter"] == "1"


@pytest.mark.parametrize(
    ("what", "reading"), [("dice-relinquished", "R-1.11-voluntary"), ("dice-taken-by-order", "R-1.11-ordered")]
)
def test_1_11_dice_given_up_with_a_point_on(what, reading):
    thrown = throw("craps", seats(1, 2), "1-3 6-6 2-2", wrong=[{"roll": 2, "what": what}])
    assert thrown.remedies == {what: reading}
    assert thrown.net("pass") == 1000
    assert thrown.state["shooter"] == "2"


# --- 1.9 and 1.10: invalid rolls ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "reading"),
    [
        ("die-off-table", "R-1.9-invalid"),
        ("dice-stacked", "R-1.9-invalid"),
        ("not-thrown-together", "R-1.9-may-call"),
        ("short-of-the-wall", "R-1.9-may-call"),
        ("die-on-bank", "R-1.9-may-call"),
        ("die-in-cup", "R-1.9-may-call"),
        ("die-on-rail", "R-1.9-may-call"),
        ("cheating-suspected", "R-1.9-may-call"),
        ("die-cocked-more-sides", "R-1.10-cocked-more"),
        ("face-disputed", "R-1.10-disputed"),
    ],
)
@pytest.mark.parametrize("listed", [True, False])
def test_1_9_no_roll(what, reading, listed):
    """The throw that did not count is listed, or that nobody read it."""
    dice = "3-4 1-3" if listed else "?? 1-3"
    thrown = throw("craps", {"pass": 10}, dice, wrong=[{"roll": 1, "what": what}])
    assert thrown.called == ["No Roll", "4"]
    assert thrown.remedies == {what: reading}
    assert thrown.result("pass") == "stands"


@pytest.mark.parametrize("what", ["short-of-the-wall", "die-on-rail", "not-thrown-together"])
def test_1_9_a_supervisor_may_let_it_count(what):
    thrown = throw("craps", {"pass": 10}, "3-4", wrong=[{"roll": 1, "what": what, "called": False}])
    assert thrown.net("pass") == 1000


def test_1_9_players_chips_are_no_reason():
    thrown = throw("craps", {"pass": 10}, "3-4", wrong=[{"roll": 1, "what": "dice-on-chips"}])
    assert (thrown.net("pass"), thrown.called) == (1000, ["7"])


@pytest.mark.parametrize(("dice", "sum_called"), [("1-1", "2"), ("2-6", "8"), ("6-6", "12")])
def test_1_10_the_sum_of_the_two_faces_is_called(dice, sum_called):
    thrown = throw("craps", {"field": 5}, dice)
    assert thrown.called == [sum_called]
    asked = [e.request.name for e in thrown.rounds[0].entries]
    assert asked.index("announce") == asked.index("dice-rest") + 1


@pytest.mark.parametrize("touching", range(1, 7))
def test_1_10_the_side_opposite_to_the_one_that_touches_counts(touching):
    thrown = throw("craps", {"pass": 10}, "1-3", wrong=[{"roll": 1, "what": "die-cocked", "touching": touching}])
    assert thrown.called == [str(7 - touching + 3)]


def test_1_10_the_boxperson_may_decide_a_disputed_face():
    thrown = throw("craps", {"pass": 10}, "3-4", wrong=[{"roll": 1, "what": "face-disputed", "decided": "5-6"}])
    assert (thrown.called, thrown.remedies) == (["11"], {"face-disputed": "R-1.10-disputed"})


def test_1_10_losers_are_collected_before_winners_are_paid_area_by_area():
    made = [
        {"seat": 2, "wager": "any-seven", "amount": 5},
        {"seat": 2, "wager": "dont-pass", "amount": 10},
        {"seat": 1, "wager": "pass", "amount": 10},
        {"seat": 1, "wager": "field", "amount": 5},
        {"seat": 1, "wager": "hard-8", "amount": 5},
    ]
    entries = throw("craps", made, "3-4").rounds[0].entries
    asked = [entry.request.name for entry in entries]
    assert asked.index("collect") < asked.index("pay")
    collect, pay = entries[asked.index("collect")].request, entries[asked.index("pay")].request
    assert [r.wager.on for r in collect.results] == ["dont-pass", "field", "hard-8"]
    assert [r.wager.on for r in pay.results] == ["pass", "any-seven"]


def test_1_10_place_and_horn_bets_stay_and_line_bets_do_not():
    thrown = throw("craps", {"pass": 10, "place-win-6": 12, "horn": 4}, "5-6 1-3 3-3")
    assert [r.result for r in thrown.all("pass")] == ["win"]
    assert [r.result for r in thrown.all("horn")] == ["win", "lose"]
    assert [w.on for w in thrown.rounds[-1].next_opening.wagers] == ["place-win-6"]


def test_1_10_the_stake_of_a_void_bet_is_left_for_the_next_roll():
    assert [r.result for r in throw("craps", {"dont-pass": 10}, "6-6 3-4").all("dont-pass")] == ["void", "lose"]
    taken = [{"wager": "dont-pass", "amount": 10}, {"wager": "dont-pass", "remove": True, "roll": 2}]
    assert [r.result for r in throw("craps", taken, "6-6 3-4").all("dont-pass")] == ["void"]


# --- 1.12: the fire bet -------------------------------------------------------------------------------------------


def make(*points: int) -> str:
    """Rolls that make these points, one after the other."""
    return " ".join(f"{ROLL[p]} {ROLL[p]}" for p in points)


@pytest.mark.parametrize(
    ("points", "table", "net"),
    [
        ((), "A", -5),
        ((6, 4, 9), "A", -5),
        ((6, 6, 4, 9, 10), "A", 120),
        ((6, 4, 9, 10), "B", 50),
        ((6, 4, 9, 10, 5), "A", 1245),
        ((6, 4, 9, 10, 5), "B", 1000),
    ],
)
def test_1_12_pays_by_the_number_of_different_points(points, table, net):
    dice = f"{make(*points)} 2-6 3-4".strip()
    thrown = throw("craps", {"fire": 5}, dice, fire_paytable=table)
    assert (thrown.net("fire"), thrown.cite("fire")) == (net * 100, "R-1.12-pays")


@pytest.mark.parametrize(("table", "net"), [("A", 4995), ("B", 10000)])
def test_1_12_six_points_are_paid_at_once(table, net):
    assert throw("craps", {"fire": 5}, make(4, 5, 6, 8, 9, 10), fire_paytable=table).net("fire") == net * 100


def test_1_12_naturals_and_craps_neither_help_nor_hurt():
    assert throw("craps", {"fire": 5}, "3-4 5-6 1-1 6-6").result("fire") == "stands"


def test_1_12_only_before_a_new_shooters_first_come_out_roll():
    for dice, roll in (("1-1 1-1", 2), ("1-3 1-3 1-1", 3), ("1-3 1-1", 2)):
        assert by(refused("craps", [{"wager": "fire", "amount": 5, "roll": roll}], dice)) == "R-1.12-when"
    throw("craps", [{"wager": "fire", "amount": 5, "roll": 3}], "1-3 3-4 1-3")  # after a loser 7


def test_1_12_points_carry_over_to_a_shooter_who_takes_the_dice():
    passed = [{"roll": 5, "what": "dice-relinquished"}]
    thrown = throw("craps", {"fire": 5}, f"{make(4, 5, 6)} {make(8)} 2-6 3-4", wrong=passed)
    assert thrown.net("fire") == 12000


@pytest.mark.parametrize("amount", [11, 20])
def test_1_12_has_its_own_limits(amount):
    assert by(refused("craps", {"fire": amount}, "3-4")) == "R-1.12-when"
    throw("craps", {"fire": amount}, "3-4", fire_max="20.00")


def test_8_2_a_fire_bet_that_was_accepted_outside_its_limits_is_settled_whole():
    thrown = throw("craps", [{"wager": "fire", "amount": 20, "accepted": True}], "1-3 3-4")
    assert thrown.net("fire") == -2000


@pytest.mark.parametrize(
    ("least", "most", "lets_in"),
    [("10.00", "10.00", True), ("10.01", "10.00", False), ("0.50", "0.99", False), ("0.50", "1.00", True)],
)
def test_8_2_limits_of_the_fire_bet_let_somebody_in(least, most, lets_in):
    settings = Settings({"fire-min": least, "fire-max": most})
    if lets_in:
        open_table("craps", settings=settings)
    else:
        with pytest.raises(HouseRuleError, match="no fire bet in chips of"):
            open_table("craps", settings=settings)


def test_1_12_is_of_13_69F_only():
    day = date(2012, 3, 18)
    with pytest.raises(EditionError, match="not yet a wager"):
        throw("craps", {"fire": 5}, "3-4", as_of=day)
    assert "fire" not in odds("craps", as_of=day)
    assert "fire" in odds("craps")


def test_1_12_need_not_be_offered():
    assert "not offered" in str(refused("craps", {"fire": 5}, "3-4", fire_offered="off"))


# --- mini-craps ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seat", "seated"), [(9, True), (10, False)])
def test_1_2_a_mini_craps_seats_nine(seat, seated):
    made = [{"seat": seat, "wager": "pass", "amount": 10}]
    if seated:
        assert throw("mini-craps", made, "3-4").net("pass", seat) == 1000
    else:
        assert by(refused("mini-craps", made, "3-4")) == "R-1.2a-mini-craps"
        throw("craps", made, "3-4")


# --- worked examples of the notes ---------------------------------------------------------------------------------


def test_1_2_a_example_1():
    made = [
        {"wager": "pass", "amount": 10},
        {"wager": "place-win-8", "amount": 12},
        {"wager": "eleven", "amount": 1, "roll": 2},
    ]
    thrown = throw("craps", made, "3-3 5-6 3-3")
    assert (thrown.net("pass"), thrown.net("eleven"), thrown.result("place-win-8")) == (1000, 1500, "stands")


def test_1_2_a_example_2():
    made = {"pass": 10, "dont-pass": 10, "craps-12": 1, "any-craps": 1, "field": 5, "horn": 4}
    thrown = throw("craps", made, "6-6")
    nets = {wager: thrown.net(wager) for wager in made}
    assert nets == {"pass": -1000, "dont-pass": 0, "craps-12": 3000, "any-craps": 700, "field": 1000, "horn": 2700}


def test_1_2_a_example_3():
    made = [
        {"wager": "pass", "amount": 10},
        {"wager": "come", "amount": 10, "roll": 2},
        {"wager": "come-odds", "amount": 20, "roll": 3},
        {"wager": "place-win-6", "amount": 12, "roll": 2},
        {"wager": "pass", "amount": 10, "roll": 4},
    ]
    thrown = throw("craps", made, "1-4 3-6 2-3 3-4")
    assert [r.net for r in thrown.all("pass")] == [1000, 1000]
    assert (thrown.net("come"), thrown.result("come-odds"), thrown.result("place-win-6")) == (-1000, "void", "stands")


def test_1_4_example_4():
    assert throw("craps", {"place-win-4": 25}, "3-3 1-3").net("place-win-4") == 4500
    assert throw("craps", {"place-win-6": 12}, "1-3 3-3").net("place-win-6") == 1400
    assert throw("craps", {"place-lose-10": 11}, "3-3 3-4").net("place-lose-10") == 500
    assert with_odds("dont-pass", 10, 60, 9, "3-4").net("dont-pass-odds") == 4000
    assert with_odds("pass", 5, 25, 8, "4-4").net("pass-odds") == 3000


# --- rounds that never end, and disputes --------------------------------------------------------------------------


def test_1_10_any_roll_can_be_replayed_alone():
    made = [
        {"wager": "pass", "amount": 10},
        {"wager": "come", "amount": 10, "roll": 2},
        {"wager": "buy-4", "amount": 20},
    ]
    for game in throw("craps", made, "3-3 3-6 1-3 3-4").rounds:
        written = write(record_of(game))
        again = reproduce(read(written))
        assert write(record_of(again)) == written
        assert again.next_opening == game.next_opening
    opening = read(written).header.opening
    assert opening.state["point"] == "6"
    assert {w.on for w in opening.wagers} == {"pass", "come:9", "buy-4"}


def test_1_10_a_table_survives_a_restart():
    """What a record remembers is enough to go on with another process."""
    first = throw("craps", {"pass": 10, "fire": 5}, "3-3 3-3 1-3").rounds[-1]
    opening = read(write(record_of(first))).felt().close()
    from nomorebets.table.requests import Bets

    def answer(request, table):
        if request.asks == "patrons":
            return Bets()
        return request.answer(dice="3-4") if request.asks == "chance" else request.usual()

    went_on = play(Round(first.table.table, Felt.opened(opening)), answer)
    assert {r.wager: r.net for r in went_on.rulings} == {"fire": -500}
    assert went_on.next_opening.state["point"] == ""


def test_1_10_a_dispute_finds_the_wrong_payment():
    done = [{"seat": 1, "wager": "come:9", "paid": "10.00"}, {"seat": 1, "wager": "pass", "collected": "10.00"}]
    made = [{"wager": "pass", "amount": 10}, {"wager": "come", "amount": 10, "roll": 2}]
    [difference] = throw("craps", made, "1-3 3-6 3-4", done=done).verdict.differences
    assert (difference.wager, difference.done, difference.required, str(difference.by)) == (
        "come:9",
        1000,
        -1000,
        "1.2(a)3ii(2)",
    )


def test_1_10_a_transcript_as_a_floorperson_types_it():
    told = b"""
game = "craps"
as_of = "2000-01-03"
wagers = [ {seat = 1, wager = "pass", amount = "10.00"}, {seat = 1, wager = "place-win-6", amount = "12.00"},
           {seat = 1, wager = "place-win-6", remove = true, before_roll = 3} ]
dice = "2-2 1-1 3-4"
done = [ {seat = 1, wager = "pass", collected = "10.00"} ]
"""
    from nomorebets.rulings.dispute import rule_on

    verdict = rule_on(read_transcript(told)).to_dict()
    assert verdict["announcements"] == ["4", "2", "7"]
    assert verdict["differences"] == []
    [row] = verdict["required"]
    assert row == {
        "seat": 1,
        "wager": "pass",
        "result": "lose",
        "net": "-10.00",
        "cite": "19:47-1.2(a)1ii(2)",
        "basis": "text",
    }


def test_1_4_the_basis_of_what_was_not_read_is_shown_everywhere():
    sheet = odds("craps", as_of=OLD)
    assert sheet["field"].basis == sheet["place-win-6"].basis == "parallel"
    assert sheet["pass"].basis == sheet["horn"].basis == sheet["buy-4"].basis == "reconstructed"
    assert {law.basis(o.by, OLD) for o in sheet["pass"].outcomes} == {"text"}
    assert sheet["pass"].edge == Fraction(7, 495)


def test_1_3_allowed_knows_every_wager():
    for bet in wagers().values():
        for point in (0, 6):
            assert allowed(bet, point, hand_is_new=point == 0)


@pytest.mark.parametrize(
    ("name", "value"),
    [("point", "five"), ("point", "7"), ("shooter", "x"), ("fire", "4-x"), ("fire", "4-"), ("hand", "?")],
)
def test_1_10_a_table_that_cannot_be_is_refused(name, value):
    with pytest.raises(RulesError, match=f"opening: {name} = ") as fault:
        throw("craps", {"field": 5}, "3-4", opening={name: value})
    assert fault.value.accepts


def test_1_10_a_transcript_may_begin_with_a_point_on():
    thrown = throw("craps", {"come": 10}, "3-4", opening={"point": "6", "fire": "4-6-9", "hand": "under way"})
    assert thrown.net("come") == 1000


# --- what a ruling rests on: the sentence that decides, and what decides the amount ---------------------------------


def row(thrown, wager):
    return next(r for r in thrown.verdict.to_dict()["required"] if r["wager"] == wager)


@pytest.mark.parametrize(
    ("wager", "dice", "decided", "paid", "basis"),
    [
        ("pass", "3-4", "19:47-1.2(a)1i(1)", "R-1.4-even-money", "reconstructed"),
        ("dont-pass", "1-1", "19:47-1.2(a)2i(1)", "R-1.4-even-money", "reconstructed"),
        ("hard-4", "2-2", "19:47-1.2(a)7", "R-1.4-hardways", "reconstructed"),
        ("place-win-6", "1-3 3-3", "19:47-1.2(a)5", "R-1.4-place-win", "parallel"),
        ("place-lose-4", "3-3 3-4", "19:47-1.2(a)6", "R-1.4-place-lose", "reconstructed"),
    ],
)
def test_1_4_a_payment_cites_what_decides_its_amount(wager, dice, decided, paid, basis):
    amount = {"place-win-6": 12, "place-lose-4": 11}.get(wager, 10)
    won = row(throw("craps", {wager: amount}, dice, as_of=OLD), wager)
    assert (won["result"], won["cite"], won["reading"], won["basis"]) == ("win", "19:47-1.4", paid, basis)
    assert won["decided"] == {"cite": decided, "basis": "text"}


@pytest.mark.parametrize(("wager", "dice", "by"), [("pass", "1-1", "1ii(1)"), ("dont-pass", "3-4", "2ii(1)")])
def test_1_2_a_a_loss_rests_on_the_sentence_that_was_read(wager, dice, by):
    lost = row(throw("craps", {wager: 10}, dice, as_of=OLD), wager)
    assert (lost["result"], lost["cite"], lost["basis"]) == ("lose", f"19:47-1.2(a){by}", "text")
    assert "decided" not in lost


def test_1_4_a_hardway_paid_short_differs_by_what_decides_the_amount():
    thrown = throw("craps", {"hard-4": 10}, "2-2", as_of=OLD, done=[{"seat": 1, "wager": "hard-4", "paid": 60}])
    [short] = thrown.verdict.to_dict()["differences"]
    assert (short["required"], short["cite"], short["reading"]) == ("70.00", "19:47-1.4", "R-1.4-hardways")


@pytest.mark.parametrize(
    ("wager", "amount", "dice", "by"),
    [
        ("place-win-6", 12, "3-4", "1.2(a)5"),  # a come-out roll: off
        ("place-win-6", 12, "3-3", "1.2(a)5"),
        ("place-win-6", 12, "2-2 1-1", "R-8.2-standing"),  # on, and nothing came up for it
        ("place-lose-6", 5, "3-4", "R-1.2a5-lose-off"),
        ("hard-4", 10, "3-3", "R-8.2-standing"),
    ],
)
def test_1_2_a_5_a_place_bet_stands_on_the_come_out_roll_because_it_is_off(wager, amount, dice, by):
    thrown = throw("craps", {wager: amount}, dice, as_of=OLD)
    assert (thrown.result(wager), thrown.cite(wager)) == ("stands", by)


def test_1_2_a_5_each_player_is_told_why_the_own_place_bet_stands():
    called = [{"seat": 1, "wager": "place-win-6", "amount": 12, "call": "on"}]
    thrown = throw("craps", [*called, {"seat": 2, "wager": "place-win-6", "amount": 12}], "2-2", as_of=OLD)
    assert thrown.cite("place-win-6", 1) == "R-8.2-standing"  # on, and nothing came up for it
    assert thrown.cite("place-win-6", 2) == "1.2(a)5"  # off on the come-out roll


def test_1_2_a_5_a_place_bet_called_on_is_decided_on_the_come_out_roll():
    on = throw("craps", [{"wager": "place-win-6", "amount": 12, "call": "on"}], "3-4", as_of=OLD)
    assert (on.result("place-win-6"), on.cite("place-win-6")) == ("lose", "1.2(a)5")
    off = throw("craps", [{"wager": "place-win-6", "amount": 12, "call": "off"}], "2-2 3-4", as_of=OLD)
    assert (off.result("place-win-6"), off.cite("place-win-6")) == ("stands", "R-1.3-turn-off")


def test_1_2_a_7_hardways_stand_where_the_house_has_them_off_on_the_come_out_roll():
    thrown = throw("craps", {"hard-4": 10}, "3-4", as_of=OLD, hardways_come_out="off")
    assert (thrown.result("hard-4"), thrown.cite("hard-4")) == ("stands", "R-1.2a7-come-out")
