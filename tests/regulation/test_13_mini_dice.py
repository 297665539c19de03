"""Mini-dice, paragraph by paragraph: 19:47-13 and 13:69F-13. 13.2 and 13.6 were read in 13:69F."""

from datetime import date

import pytest

from nomorebets.compliance.check import check
from nomorebets.equipment.dice import rolls
from nomorebets.errors import RulesError, TranscriptError
from nomorebets.games import open_table
from nomorebets.games.mini_dice.settlement import decide
from nomorebets.pricing.sheet import odds
from nomorebets.table import Round, Settings, Wager
from nomorebets.table.acceptance import verify_wager
from throws import throw

GAME = "mini-dice"
BOX = (4, 5, 6, 8, 9, 10)
ROLL = {2: "1-1", 3: "1-2", 4: "1-3", 5: "1-4", 6: "1-5", 7: "1-6", 8: "2-6", 9: "3-6", 10: "4-6", 11: "5-6", 12: "6-6"}


def refused(*args, **named) -> str:
    with pytest.raises(RulesError) as found:
        throw(GAME, *args, **named)
    assert found.value.accepts
    return found.value.by.reading or str(found.value.by)


@pytest.mark.parametrize("number", BOX)
def test_13_2_a_1_place_bet(number):
    wager = f"place-{number}"
    won, lost = throw(GAME, {wager: 30}, ROLL[number]), throw(GAME, {wager: 30}, "3-4")
    assert won.net(wager) == {4: 54, 5: 42, 6: 35, 8: 35, 9: 42, 10: 54}[number] * 100
    assert (lost.net(wager), lost.cite(wager)) == (-3000, "13.2(a)1")


def test_13_2_a_1_is_active_on_every_shake_until_decided():
    thrown = throw(GAME, {"place-6": 12}, "1-1 5-6 3-3 3-4")
    assert [(r.result, r.net) for r in thrown.all("place-6")] == [("win", 1400), ("lose", -1200)]


@pytest.mark.parametrize("call", ["on", "off"])
def test_13_2_a_1_is_never_off(call):
    assert refused([{"wager": "place-6", "amount": 12, "call": call}], "3-4") == "13.2(a)1"
    assert (
        refused([{"wager": "place-6", "amount": 12}, {"wager": "place-6", "call": call, "roll": 2}], "1-1 3-4")
        == "13.2(a)1"
    )


# total: place n stays or wins, field, any-7, over-7, under-7
TABLE = {
    2: ("win", "lose", "lose", "win"),
    3: ("win", "lose", "lose", "win"),
    4: ("win", "lose", "lose", "win"),
    5: ("lose", "lose", "lose", "win"),
    6: ("lose", "lose", "lose", "win"),
    7: ("lose", "win", "lose", "lose"),
    8: ("lose", "lose", "win", "lose"),
    9: ("win", "lose", "win", "lose"),
    10: ("win", "lose", "win", "lose"),
    11: ("win", "lose", "win", "lose"),
    12: ("win", "lose", "win", "lose"),
}


@pytest.mark.parametrize("roll", rolls(2), ids=str)
def test_13_2_the_resolution_table(roll):
    total = sum(roll)
    assert tuple(decide(kind, roll) for kind in ("field", "any-7", "over-7", "under-7")) == TABLE[total]
    for number in BOX:
        assert decide(f"place-{number}", roll) == ("win" if total == number else "lose" if total == 7 else "stands")


@pytest.mark.parametrize(("dice", "net"), [("1-1", 10), ("6-6", 10), ("1-2", 5), ("1-3", 5), ("5-6", 5), ("1-4", -5)])
def test_13_2_a_2_field(dice, net):
    thrown = throw(GAME, {"field": 5}, dice)
    assert (thrown.net("field"), thrown.cite("field")) == (net * 100, "13.2(a)2")


@pytest.mark.parametrize(("dice", "net"), [("3-4", 20), ("3-3", -5)])
def test_13_2_a_3_any_seven(dice, net):
    assert throw(GAME, {"any-7": 5}, dice).net("any-7") == net * 100


@pytest.mark.parametrize(("dice", "net"), [("3-4", -5), ("4-4", 5), ("3-3", -5)])
def test_13_2_a_4_over_seven(dice, net):
    assert throw(GAME, {"over-7": 5}, dice).net("over-7") == net * 100


@pytest.mark.parametrize(("dice", "net"), [("3-4", -5), ("4-4", -5), ("3-3", 5)])
def test_13_2_a_5_under_seven(dice, net):
    assert throw(GAME, {"under-7": 5}, dice).net("under-7") == net * 100


@pytest.mark.parametrize("wager", ["place-4", "field", "any-7", "over-7", "under-7"])
@pytest.mark.parametrize("shake", [1, 2, 3])
def test_13_2_b_each_wager_may_be_made_before_any_shake(wager, shake):
    made = [{"wager": wager, "amount": 5, "roll": shake}]
    assert len(throw(GAME, made, "1-1 3-3 1-1").all(wager)) == 1


@pytest.mark.parametrize("wager", ["pass", "place-lose-4", "hard-8", "horn", "hop:3-4", "place-7", "pass-odds"])
def test_13_2_b_no_other_wagers(wager):
    assert refused({wager: 10}, "3-4") == "13.2(b)"


def test_13_2_b_any_wager_before_any_shake():
    made = [{"wager": "place-4", "amount": 5, "roll": n} for n in (1, 2, 3)]
    assert throw(GAME, made, "1-1 1-1 1-3").net("place-4") == 2700


@pytest.mark.parametrize(("option", "removed"), [("allowed", True), ("not-allowed", False)])
def test_13_4_place_bets_may_be_taken_down(option, removed):
    made = [{"wager": "place-6", "amount": 12}, {"wager": "place-6", "remove": True, "roll": 2}]
    if removed:
        assert throw(GAME, made, "1-1 3-4", place_removal=option).all("place-6") == []
        made[1]["amount"] = 6
        assert throw(GAME, made, "1-1 3-4", place_removal=option).net("place-6") == -600
    else:
        with pytest.raises(RulesError, match="lets no place bet be taken down"):
            throw(GAME, made, "1-1 3-4", place_removal=option)


def test_13_4_late_wagers_go_back():
    late = {"roll": 1, "what": "late-wager", "seat": 1, "wager": "any-7", "amount": 5}
    thrown = throw(GAME, {"field": 5}, "3-4", wrong=[late])
    assert (thrown.result("any-7"), thrown.cite("any-7")) == ("void", "R-13.4-until")


def test_13_4_no_spoken_wagers():
    assert refused([{"wager": "field", "amount": 5, "verbal": "confirmed"}], "3-4") == "R-13.4-no-cash"


def test_13_5_the_order_of_a_shake():
    thrown = throw(GAME, {"field": 5, "any-7": 5}, "3-4")
    asked = [e.request.name for e in thrown.rounds[0].entries]
    assert asked.index("announce") < asked.index("shake") < asked.index("dice-rest") < asked.index("collect")
    assert asked.index("collect") < asked.index("pay")
    assert thrown.called == ["No More Bets", "7"]


def test_13_5_two_shakes_are_no_shake():
    wrong = [{"roll": 1, "what": "fewer-than-three-shakes", "shakes": 2}]
    assert "No Shake" in throw(GAME, {"field": 5}, "?? 3-4", wrong=wrong).called


@pytest.mark.parametrize("shakes", [3, 4])
def test_13_5_at_least_three_shakes(shakes):
    wrong = [{"roll": 1, "what": "fewer-than-three-shakes", "shakes": shakes}]
    with pytest.raises(TranscriptError, match="leads to nothing that the rules remedy"):
        throw(GAME, {"field": 5}, "3-4", wrong=wrong)


def test_13_5_a_wrong_total_is_corrected():
    thrown = throw(GAME, {"any-7": 5}, "3-4", wrong=[{"roll": 1, "what": "wrong-total-called"}])
    assert (thrown.net("any-7"), thrown.remedies) == (2000, {"wrong-total-called": "R-13.5-wrong-call"})


def test_13_4_wagers_are_made_changed_and_taken_down_until_the_call():
    made = [{"wager": "place-6", "amount": 12}, {"wager": "place-6", "amount": 6, "roll": 2}]
    assert throw(GAME, made, "1-1 3-4").net("place-6") == -1800
    asked = [e.request for e in throw(GAME, made, "1-1 3-4").rounds[1].entries]
    names = [getattr(request, "words", request.name) for request in asked]
    assert names.index("take-wagers") < names.index("No More Bets") < names.index("shake")


@pytest.mark.parametrize(
    ("printed", "conforms"), [("4 to 1", True), ("win 4", True), ("4 for 1", False), ("4:1", False)]
)
def test_13_6_a_odds_in_print_say_to_or_win(printed, conforms):
    found = check(f'[[table]]\ngame = "mini-dice"\nprinted-odds = {{ any-7 = "{printed}" }}\n'.encode())
    assert [violation.paragraph for violation in found] == ([] if conforms else ["13:69F-13.6(a)"])


def test_13_6_a_odds_say_to_and_not_for():
    with pytest.raises(RulesError, match='stated with "for"') as fault:
        open_table(GAME, settings=Settings(pay_table={"any-7": "5 for 1"}))
    assert str(fault.value.by) == "13.6(a)"


@pytest.mark.parametrize(
    ("wager", "least", "less"),
    [
        ("place-4", "9 to 5", "8 to 5"),
        ("place-6", "7 to 6", "1 to 1"),
        ("field-2", "2 to 1", "1 to 1"),
        ("any-7", "4 to 1", "3 to 1"),
    ],
)
def test_13_6_b_minimum_odds(wager, least, less):
    assert str(open_table(GAME).house.pays[wager]) == least
    with pytest.raises(RulesError, match="the minimum is") as fault:
        open_table(GAME, settings=Settings(pay_table={wager: less}))
    assert str(fault.value.by) == "13.6(b)"


def test_13_6_b_higher_odds_are_allowed():
    assert throw(GAME, {"field": 10}, "6-6", **{"pay-table": {"field-12": "3 to 1"}}).net("field") == 3000


def test_13_6_b_1_amounts_must_be_payable():
    assert refused({"place-4": 3}, "1-3") == "13.6(b)1"
    assert refused({"place-6": 5}, "1-3") == "13.6(b)1"
    assert throw(GAME, {"place-4": 3}, "1-3", rounding="up").net("place-4") == 600
    taken = [{"wager": "place-4", "amount": 3, "accepted": True}]
    assert throw(GAME, taken, "1-3").net("place-4") == 600


def test_13_6_b_2_no_fee():
    at = Round(open_table(GAME))
    with pytest.raises(RulesError) as fault:
        verify_wager(at, Wager(1, "field", 500, fee=100))
    assert str(fault.value.by) == "13.6(b)2"


@pytest.mark.parametrize(("option", "holder"), [("on-choice-only", "1"), ("on-seven", "")])
def test_13_7_whether_a_seven_passes_the_shaker(option, holder):
    assert throw(GAME, {"field": 5}, "3-4", shaker_rotation=option).state["holder"] == holder


@pytest.mark.parametrize("what", ["shaker-relinquished", "shaker-taken-by-order"])
def test_13_7_the_shaker_may_be_given_up_or_taken(what):
    made = [{"seat": s, "wager": "place-6", "amount": 12} for s in (1, 2)]
    thrown = throw(GAME, made, "1-1 1-1", wrong=[{"roll": 2, "what": what}])
    assert (thrown.state["holder"], thrown.remedies) == ("2", {what: "R-13.7-rotation"})


@pytest.mark.parametrize(
    "what", ["lid-off", "opened-early", "shaker-dropped", "die-lost", "machine-fails", "die-not-flat", "dice-stacked"]
)
@pytest.mark.parametrize(("day", "reading"), [(date(2008, 1, 1), "R-13.8-void"), (date(2012, 3, 19), "R-13.5-void")])
def test_13_8_the_shake_is_void(what, day, reading):
    """13.8 is not among the sections of 13:69F that are known; the rulings are taken to be the same."""
    thrown = throw(GAME, {"any-7": 5}, "3-4 3-3", wrong=[{"roll": 1, "what": what}], as_of=day)
    assert thrown.called == ["No More Bets", "No Shake", "No More Bets", "6"]
    assert thrown.remedies == {what: reading}
    assert thrown.net("any-7") == -500


def test_13_5_tampering_is_reported():
    thrown = throw(GAME, {"any-7": 5}, "?? 3-4", wrong=[{"roll": 1, "what": "tampering"}])
    assert thrown.remedies == {"tampering": "R-13.5-tampering"}


def test_13_2_examples_1_to_3():
    made = [
        {"wager": "place-6", "amount": 12},
        {"wager": "field", "amount": 5},
        {"wager": "under-7", "amount": 5},
        {"wager": "over-7", "amount": 10, "roll": 2},
        {"wager": "under-7", "amount": 10, "roll": 2},
    ]
    thrown = throw(GAME, made, "3-3 3-4")
    assert [r.net for r in thrown.all("place-6")] == [1400, -1200]
    assert thrown.net("field") == -500
    assert [r.net for r in thrown.all("under-7")] == [500, -1000]
    assert thrown.net("over-7") == -1000


def test_13_2_the_wagers_and_odds_were_read():
    assert {line.basis for line in odds(GAME).values()} == {"text"}
    assert {line.basis for line in odds(GAME, as_of=date(2008, 1, 1)).values()} == {"parallel"}


@pytest.mark.parametrize(
    ("wager", "dice", "net"), [("over-7", "4-4", 1500), ("over-7", "3-4", -1000), ("under-7", "1-1", 1500)]
)
def test_13_4_a_coupon_is_paid_with_over_and_under(wager, dice, net):
    made = [{"wager": wager, "amount": 10, "coupon": 5}]
    assert throw("mini-dice", made, dice, match_play_accepted="on").net(wager) == net


@pytest.mark.parametrize(("wager", "setting"), [("over-7", "off"), ("field", "on"), ("place-6", "on")])
def test_13_4_coupons_only_where_they_are_taken(wager, setting):
    with pytest.raises(RulesError, match="coupon") as fault:
        throw("mini-dice", [{"wager": wager, "amount": 30, "coupon": 5}], "4-4", match_play_accepted=setting)
    assert fault.value.by.reading == "R-13.4-coupon"


def test_13_6_b_a_payment_cites_the_table_of_odds():
    [won] = throw("mini-dice", {"any-7": 10}, "3-4").verdict.to_dict()["required"]
    assert (won["cite"], won["decided"]["cite"]) == ("13:69F-13.6(b)", "13:69F-13.2(a)3")
