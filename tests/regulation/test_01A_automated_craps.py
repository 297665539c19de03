"""Automated craps, section by section: 13:69F-1A. Only the headings were read; everything is reconstructed."""

from datetime import date

import pytest

from nomorebets.errors import EditionError, RulesError, WagerRefused
from nomorebets.games import open_table
from nomorebets.pricing.sheet import odds
from nomorebets.regulation import law, reading
from nomorebets.table import Round, Settings, Wager
from nomorebets.table.acceptance import verify_bets
from throws import throw

GAME = "automated-craps"


def refused(*args, **named) -> str:
    with pytest.raises(RulesError) as found:
        throw(GAME, *args, **named)
    assert found.value.accepts
    return found.value.by.reading or str(found.value.by)


@pytest.mark.parametrize(
    ("wager", "stake", "dice", "net"),
    [
        ("pass", 10, "3-4", 10),
        ("pass", 10, "1-3 2-2", 10),
        ("pass", 10, "1-3 3-4", -10),
        ("dont-pass", 10, "6-6", 0),
        ("dont-pass", 10, "1-3 3-4", 10),
        ("place-win-6", 12, "1-3 3-3", 14),
        ("place-lose-6", 5, "1-3 3-4", 4),
        ("field", 5, "6-6", 10),
        ("any-seven", 1, "3-4", 4),
        ("hard-4", 5, "2-2", 35),
    ],
)
def test_1a_2_wagers_win_and_lose_as_at_craps(wager, stake, dice, net):
    thrown = throw(GAME, {wager: stake}, dice)
    assert (thrown.net(wager), thrown.cite(wager)) == (net * 100, "R-1A.2-as-craps")


@pytest.mark.parametrize("wager", ["pass-odds", "buy-4", "lay-4", "horn", "hop:3-4", "eleven", "fire", "big-6"])
def test_1a_2_other_wagers_are_refused(wager):
    assert refused({wager: 10}, "3-4") == "R-1A.2-others"


def test_1a_2_come_bets_travel():
    thrown = throw(GAME, [{"wager": "come", "amount": 10, "roll": 2}], "1-3 3-6 4-5")
    assert (thrown.net("come"), thrown.one("come").on) == (1000, "come:9")


def test_1a_2_everything_is_reconstructed():
    assert {line.basis for line in odds(GAME).values()} == {"reconstructed"}
    assert law.basis(reading("R-1A.2-as-craps"), law.newest()) == "reconstructed"


def test_1a_2_did_not_exist_before_2012():
    with pytest.raises(EditionError, match="2012-03-19"):
        open_table(GAME, date(2012, 3, 18))
    assert open_table(GAME, date(2012, 3, 19))


def test_1a_3_two_dice():
    request = next(
        e.request for e in throw(GAME, {"pass": 10}, "3-4").rounds[0].entries if e.request.name == "dice-rest"
    )
    assert request.number == 2


def test_1a_4_the_removal_matrix_of_craps():
    made = [{"wager": "pass", "amount": 10}]
    assert refused([*made, {"wager": "pass", "remove": True, "roll": 2}], "1-3 3-4") == "R-1A.4-as-craps"
    assert refused([*made, {"wager": "pass", "amount": 10, "roll": 2}], "1-3 3-4") == "R-1A.4-as-craps"
    assert refused({"come": 10}, "3-4") == "R-1A.4-as-craps"
    taken = [{"wager": "dont-pass", "amount": 10}, {"wager": "dont-pass", "remove": True, "roll": 2}]
    assert throw(GAME, taken, "1-3 3-4").all("dont-pass") == []


def test_1a_4_late_wagers_go_back():
    late = {"roll": 1, "what": "late-wager", "seat": 1, "wager": "any-seven", "amount": 5}
    thrown = throw(GAME, {"pass": 10}, "3-4", wrong=[late])
    assert (thrown.result("any-seven"), thrown.cite("any-seven")) == ("void", "R-1A.4-late")


def test_1a_5_no_more_bets_then_the_shake_then_the_call():
    thrown = throw(GAME, {"pass": 10}, "3-4")
    assert thrown.called == ["No More Bets", "7"]
    asked = [e.request.name for e in thrown.rounds[0].entries]
    assert asked.index("announce") < asked.index("shake") < asked.index("dice-rest")


def test_1a_5_losers_first():
    asked = [e.request.name for e in throw(GAME, {"pass": 10, "field": 5}, "3-4").rounds[0].entries]
    assert asked.index("collect") < asked.index("pay")


def test_1a_5_a_wrong_total_is_corrected():
    thrown = throw(GAME, {"pass": 10}, "3-4", wrong=[{"roll": 1, "what": "wrong-total-called"}])
    assert (thrown.net("pass"), thrown.remedies) == (1000, {"wrong-total-called": "R-1A.5-procedure"})


def test_1a_6_amounts_must_be_payable():
    assert refused({"place-win-6": 5}, "3-4") == "R-1A.6-payable"
    assert throw(GAME, {"place-win-6": 5}, "1-3 3-3", rounding="up").net("place-win-6") == 600


def test_1a_6_odds_are_minima_and_printed_with_to():
    with pytest.raises(RulesError, match="the minimum is 9 to 1"):
        open_table(GAME, settings=Settings(pay_table={"hard-8": "8 to 1"}))
    with pytest.raises(RulesError, match='stated with "for"'):
        open_table(GAME, settings=Settings(pay_table={"hard-8": "10 for 1"}))


def test_1a_6_no_fee_on_any_wager():
    at = Round(open_table(GAME))
    for wager, fee in (("pass", 50), ("place-win-6", 60)):
        verify_bets(at, (Wager(1, wager, 1200),), (), at.game.terms.dealt_by)
        with pytest.raises(WagerRefused, match="without any fee"):
            verify_bets(at, (Wager(1, wager, 1200, fee=fee),), (), at.game.terms.dealt_by)


@pytest.mark.parametrize("what", ["shaker-relinquished", "shaker-taken-by-order"])
def test_1a_7_the_shaker_passes_on(what):
    made = [{"seat": s, "wager": "pass", "amount": 10} for s in (1, 2)]
    thrown = throw(GAME, made, "1-3 1-1", wrong=[{"roll": 2, "what": what}])
    assert (thrown.state["shooter"], thrown.remedies) == ("2", {what: "R-1A.7-passes"})


def test_1a_7_a_loser_seven_passes_the_shaker():
    assert throw(GAME, {"pass": 10}, "1-3 3-4").state["shooter"] == ""
    assert throw(GAME, {"pass": 10}, "3-4").state["shooter"] == "1"


@pytest.mark.parametrize("what", ["machine-fails", "die-not-flat", "dice-stacked", "tampering"])
def test_1a_8_the_shake_is_void(what):
    thrown = throw(GAME, {"pass": 10}, "3-4 1-3", wrong=[{"roll": 1, "what": what}])
    assert thrown.called == ["No More Bets", "No Shake", "No More Bets", "4"]
    assert thrown.remedies == {what: "R-1A.8-void"}
    assert thrown.result("pass") == "stands"


def test_1A_6_payments_and_bets_that_are_off_rest_on_readings_of_1A():
    thrown = throw("automated-craps", {"pass": 10, "place-win-6": 12}, "3-4")
    won, off = (next(r for r in thrown.verdict.required if r.wager == wager) for wager in ("pass", "place-win-6"))
    assert (won.by.reading, won.amount_by.reading) == ("R-1A.2-as-craps", "R-1A.6-as-craps")
    assert (off.result, off.by.reading) == ("stands", "R-1A.4-as-craps")
