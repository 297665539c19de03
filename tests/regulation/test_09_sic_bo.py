"""Sic bo, section by section: 19:47-9 and 13:69F-9. The text was not read; wagers by Pennsylvania 625a.3."""

from collections import Counter
from datetime import date

import pytest

from nomorebets.compliance.check import check
from nomorebets.equipment.dice import rolls
from nomorebets.errors import EditionError, RulesError, TranscriptError
from nomorebets.games import open_table
from nomorebets.pricing.sheet import odds
from nomorebets.regulation import law
from nomorebets.table import Settings
from throws import throw

GAME = "sic-bo"
EVERY = list(open_table(GAME).layout)


def winners(dice: str, **options) -> dict[str, int]:
    """Every place that wins on a throw with a dollar on each, and what it is paid in dollars."""
    thrown = throw(GAME, dict.fromkeys(EVERY, 1), dice, **options)
    return {r.wager: r.net // 100 for r in thrown.verdict.required if r.result == "win"}


def test_9_2_fifty_places():
    assert len(EVERY) == 50


@pytest.mark.parametrize(
    "wager", ["odd", "even", "total-3", "total-18", "combo-2-2", "four-numbers", "triple-7", "red"]
)
def test_9_2_the_list_is_closed(wager):
    with pytest.raises(RulesError) as fault:
        throw(GAME, {wager: 1}, "1-2-3")
    assert fault.value.by.reading == "R-9.2-closed-list"


@pytest.mark.parametrize(
    ("dice", "won"),
    [
        (
            "1-2-6",
            {
                "small": 1,
                "total-9": 6,
                "combo-1-2": 5,
                "combo-1-6": 5,
                "combo-2-6": 5,
                "single-1": 1,
                "single-2": 1,
                "single-6": 1,
            },
        ),
        ("4-4-6", {"big": 1, "total-14": 12, "double-4": 10, "combo-4-6": 5, "single-4": 2, "single-6": 1}),
        ("3-3-3", {"triple-3": 180, "any-triple": 30, "double-3": 10, "total-9": 6, "single-3": 3}),
        ("5-5-5", {"triple-5": 180, "any-triple": 30, "double-5": 10, "total-15": 17, "single-5": 3}),
        ("1-1-1", {"triple-1": 180, "any-triple": 30, "double-1": 10, "single-1": 3}),
        ("6-6-5", {"big": 1, "total-17": 60, "double-6": 10, "combo-5-6": 5, "single-6": 2, "single-5": 1}),
        ("2-2-2", {"triple-2": 180, "any-triple": 30, "double-2": 10, "total-6": 17, "single-2": 3}),
    ],
)
def test_9_2_worked_examples(dice, won):
    assert winners(dice) == won


@pytest.mark.parametrize("roll", rolls(3), ids=str)
def test_9_2_every_throw(roll):
    """Said once more in other words: by counting faces."""
    shown, total = Counter(roll), sum(roll)
    won = {f"single-{n}" for n in shown} | {f"double-{n}" for n in shown if shown[n] > 1}
    won |= {f"triple-{n}" for n in shown if shown[n] == 3} | ({"any-triple"} if len(shown) == 1 else set())
    won |= {f"combo-{a}-{b}" for a in shown for b in shown if a < b}
    won |= {f"total-{total}"} if total not in (3, 18) else set()
    if len(shown) > 1:
        won |= {"small" if total <= 10 else "big"}
    assert set(winners("-".join(map(str, roll)))) == won


@pytest.mark.parametrize(("option", "wins"), [("on", True), ("off", False)])
def test_9_2_two_of_a_kind_on_three_of_a_kind(option, wins):
    assert ("double-2" in winners("2-2-2", double_includes_triple=option)) == wins
    assert "double-2" in winners("2-2-3", double_includes_triple=option)


def test_9_3_no_wager_after_the_call():
    late = {"roll": 1, "what": "late-wager", "seat": 1, "wager": "small", "amount": 5}
    thrown = throw(GAME, {"big": 5}, "1-2-6", wrong=[late])
    assert (thrown.result("small"), thrown.cite("small")) == ("void", "R-9.3-until")


def test_9_3_non_value_chips_are_of_one_seat():
    made = [
        {"seat": 1, "wager": "small", "amount": 5, "chips": "blue"},
        {"seat": 2, "wager": "big", "amount": 5, "chips": "blue"},
    ]
    with pytest.raises(RulesError, match="another seat plays the same"):
        throw(GAME, made, "1-2-6")
    with pytest.raises(RulesError, match="not played here"):
        throw(GAME, made[:1], "1-2-6", non_value_chips="off")
    assert throw(GAME, made[:1], "1-2-6").net("small") == 500


def test_9_3_wagers_are_made_until_the_call():
    asked = [e.request for e in throw(GAME, {"small": 5}, "1-2-6").rounds[0].entries]
    names = [getattr(request, "words", request.name) for request in asked]
    assert names.index("take-wagers") < names.index("No More Bets") < names.index("dice-rest")


@pytest.mark.parametrize(
    ("row", "least", "less"),
    [
        ("any-triple", "30 to 1", "29 to 1"),
        ("double", "10 to 1", "9 to 1"),
        ("total-4", "60 to 1", "59 to 1"),
        ("total-10", "6 to 1", "5 to 1"),
        ("combo", "5 to 1", "4 to 1"),
        ("small", "1 to 1", "9 to 10"),
        ("single-1-die", "1 to 1", "9 to 10"),
    ],
)
def test_9_4_every_wager_has_its_least_odds(row, least, less):
    assert str(open_table(GAME).house.pays[row]) == least
    with pytest.raises(RulesError, match="the minimum is"):
        open_table(GAME, settings=Settings(pay_table={row: less}))


def test_9_4_odds_are_minima():
    with pytest.raises(RulesError, match="the minimum is 180 to 1"):
        open_table(GAME, settings=Settings(pay_table={"triple": "150 to 1"}))
    assert throw(GAME, {"single-2": 5}, "2-2-2", **{"pay-table": {"single-3-dice": "12 to 1"}}).net("single-2") == 6000


@pytest.mark.parametrize(("first", "second", "conforms"), [("5", "5", True), ("6", "6", True), ("5", "6", False)])
def test_9_4_higher_odds_are_the_same_throughout_the_casino(first, second, conforms):
    tables = [f'[[table]]\ngame = "sic-bo"\npay-table = {{ combo = "{odds} to 1" }}\n' for odds in (first, second)]
    found = check("".join(tables).encode())
    assert [violation.cite.reading for violation in found] == ([] if conforms else ["R-9.4-to"])


def test_9_4_printed_with_to():
    with pytest.raises(RulesError, match='stated with "for"') as fault:
        open_table(GAME, settings=Settings(pay_table={"combo": "6 for 1"}))
    assert fault.value.by.reading == "R-9.4-to"


def test_9_5_shaken_before_the_wagers_uncovered_after_the_call():
    thrown = throw(GAME, {"small": 5, "big": 5}, "6-1-2")
    asked = [e.request.name for e in thrown.rounds[0].entries]
    assert asked == ["shake", "take-wagers", "announce", "dice-rest", "announce", "collect", "pay"]
    assert thrown.called == ["No More Bets", "1-2-6, 9"]


def test_9_5_two_shakes_are_no_shake():
    wrong = [{"roll": 1, "what": "fewer-than-three-shakes", "shakes": 2}]
    assert "No Shake" in throw(GAME, {"small": 5}, "?? 1-2-6", wrong=wrong).called


def test_9_5_at_least_three_shakes():
    wrong = [{"roll": 1, "what": "fewer-than-three-shakes", "shakes": 3}]
    with pytest.raises(TranscriptError, match="leads to nothing that the rules remedy"):
        throw(GAME, {"small": 5}, "1-2-6", wrong=wrong)


@pytest.mark.parametrize("what", ["lid-off", "opened-early", "machine-fails", "die-not-flat", "dice-stacked"])
def test_9_6_the_shake_is_void(what):
    thrown = throw(GAME, {"small": 5}, "6-6-5 1-2-6", wrong=[{"roll": 1, "what": what}])
    assert (thrown.net("small"), thrown.remedies) == (500, {what: "R-9.6-void"})


@pytest.mark.parametrize("what", ["wrong-entry", "device-fails", "wrong-total-called"])
def test_9_6_the_dice_and_not_the_lights_decide(what):
    thrown = throw(GAME, {"small": 5}, "1-2-6", wrong=[{"roll": 1, "what": what}])
    assert (thrown.net("small"), thrown.remedies) == (500, {what: "R-9.6-device"})


def test_9_6_tampering():
    thrown = throw(GAME, {"small": 5}, "?? 1-2-6", wrong=[{"roll": 1, "what": "tampering"}])
    assert thrown.remedies == {"tampering": "R-9.6-tampering"}


def test_9_2_adopted_in_1991():
    with pytest.raises(EditionError):
        open_table(GAME, date(1991, 12, 15))
    assert open_table(GAME, date(1991, 12, 16))


def test_9_4_the_basis_is_shown():
    assert {line.basis for line in odds(GAME).values()} == {"reconstructed"}
    thrown = throw(GAME, {"small": 5}, "6-6-5")
    assert law.basis(thrown.one("small").by, law.newest()) == "parallel"


def test_9_6_a_dispute():
    done = [{"seat": 1, "wager": "single-2", "paid": "10.00"}]
    [difference] = throw(GAME, {"single-2": 5}, "2-2-2", done=done).verdict.differences
    assert (difference.done, difference.required) == (1000, 1500)


@pytest.mark.parametrize(("pays", "net"), [("3 to 1", 1500), ("4 to 1", 2000)])
def test_9_4_three_of_one_number_may_pay_better(pays, net):
    assert throw("sic-bo", {"single-2": 5}, "2-2-2", single_triple_pays=pays).net("single-2") == net
    assert throw("sic-bo", {"single-2": 5}, "2-2-3", single_triple_pays=pays).net("single-2") == 1000


@pytest.mark.parametrize("pays", ["2 to 1", "5 to 2", "lots"])
def test_9_4_three_of_one_number_pays_three_to_one_at_least(pays):
    with pytest.raises(RulesError) as fault:
        throw("sic-bo", {"single-2": 5}, "2-2-2", single_triple_pays=pays)
    assert fault.value.accepts
