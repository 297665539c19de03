"""Big six wheel, paragraph by paragraph: 19:47-5.5 and 5.6."""

from datetime import date

import pytest

from nomorebets.errors import DealerError, EditionError, HouseRuleError, WagerRefused
from nomorebets.table import Play, Round, Wager
from nomorebets.table.house import required_notices
from nomorebets.table.requests import Bets
from nomorebets.table.wheels import WheelRest

MINIMUM = {
    "bigsix-1": ("$1", 1),
    "bigsix-2": ("$2", 2),
    "bigsix-5": ("$5", 5),
    "bigsix-10": ("$10", 10),
    "bigsix-20": ("$20", 20),
    "bigsix-joker": ("joker", 45),
    "bigsix-flag": ("flag", 45),
}
SYMBOLS = [symbol for symbol, _ in MINIMUM.values()]
EVERYTHING = {1: dict.fromkeys(MINIMUM, "10")}
BEFORE_THE_SPIN_RULES, SPIN_RULES_CAME = date(1989, 4, 30), date(1989, 5, 1)
BEFORE_TO_NOT_FOR, TO_NOT_FOR_CAME = date(1998, 11, 15), date(1998, 11, 16)


def wheel_about_to_turn(table, *wagers):
    """A round in which "No More Bets" was just called."""
    game = Play(Round(table))
    game.answer(Bets(placed=wagers))
    while game.request.name != "spin-wheel":
        game.answer(game.request.usual())
    return game


# --- 5.5 payout odds -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spun", SYMBOLS)
def test_5_5_a_each_symbol_pays_its_odds_and_the_others_lose(deal, spun):
    dealt = deal("big-six", EVERYTHING, spun)
    for wager, (symbol, to_one) in MINIMUM.items():
        assert dealt.net[1, wager] == (1000 * to_one if symbol == spun else -1000)
        assert dealt.cites[1, wager] == ("5.5(a)" if symbol == spun else "5.6(e)")


@pytest.mark.parametrize(("wager", "to_one"), [(wager, to_one) for wager, (_, to_one) in MINIMUM.items()])
def test_5_5_a_the_least_odds(opened, refused, cited, wager, to_one):
    """The table as printed; less is refused, more is the house's own affair."""
    assert str(opened("big-six").house.pays[wager]) == f"{to_one} to 1"
    assert str(opened("big-six", pay_table={wager: f"{to_one + 1} to 1"}).house.pays[wager]) == f"{to_one + 1} to 1"
    error = refused(opened, "big-six", pay_table={wager: f"{100 * to_one - 1} to 100"})
    assert isinstance(error, HouseRuleError)
    assert cited(error.by) == "5.5(a)"


@pytest.mark.parametrize(("spun", "other"), [("joker", "bigsix-flag"), ("flag", "bigsix-joker")])
def test_5_5_a_joker_and_flag_do_not_win_for_each_other(deal, spun, other):
    """Reading R-5.5a-not-wild."""
    assert deal("big-six", {1: {other: "10"}}, spun).net == {(1, other): -1000}


@pytest.mark.parametrize("spun", ["joker", "flag"])
def test_5_5_a_joker_and_flag_are_not_wild(deal, spun):
    wagers = {1: {w: "10" for w in MINIMUM if w not in ("bigsix-joker", "bigsix-flag")}}
    assert set(deal("big-six", wagers, spun).net.values()) == {-1000}


@pytest.mark.parametrize("words", ["$5", "5", "bigsix-5", " $5 "])
def test_5_5_a_how_a_patron_names_an_area(opened, words):
    assert opened("big-six").place(words).id == "bigsix-5"


@pytest.mark.parametrize("words", ["$3", "$", "", "straight:17", "logo", "bigsix-50", "$1 $2"])
def test_5_5_a_no_other_wager(opened, refused, cited, words):
    error = refused(opened("big-six").place, words)
    assert isinstance(error, WagerRefused)
    assert cited(error.by) == "5.5(a)"


def test_5_5_a_a_wheel_of_the_houses_own_order(deal, opened, refused):
    """The order is nobody's rule (R-5.5a-wheel): 54 sections, every symbol at least once."""
    own = "joker flag $20 $20 $10 $10 $10 $10" + " $5" * 8 + " $2" * 15 + " $1" * 23
    assert len(own.split()) == 54
    assert deal("big-six", {1: {"$20": "10"}}, "$20", options={"wheel": own}).net == {(1, "bigsix-20"): 20000}
    strange = own.removesuffix("$1") + "logo"  # beside every symbol that there must be
    for wheel in (own + " $1", own.removesuffix(" $1"), own.replace("joker", "flag"), strange):
        error = refused(opened, "big-six", wheel=wheel)
        assert isinstance(error, HouseRuleError)
        assert error.by.reading == "R-5.5a-wheel"


@pytest.mark.parametrize(("as_of", "by"), [(BEFORE_TO_NOT_FOR, "5.5(a)"), (TO_NOT_FOR_CAME, "5.5(b)")])
def test_5_5_b_odds_are_never_stated_with_for(opened, refused, cited, as_of, by):
    """Odds "for" are refused at any time (nobody can tell what they mean); since 1998-11-16 this paragraph says so."""
    error = refused(opened, "big-six", as_of, pay_table={"bigsix-1": "2 for 1"})
    assert isinstance(error, HouseRuleError)
    assert cited(error.by) == by
    assert "1 to 1" in error.accepts


@pytest.mark.parametrize("odds", ["45 to 1", "90 to 2", "46 TO 1"])
def test_5_5_b_to_is_right(opened, odds):
    assert opened("big-six", pay_table={"bigsix-joker": odds}).house.pays["bigsix-joker"].ratio >= 45


# --- 5.6 wagers and rotation of the wheel ----------------------------------------------------------------------------


def test_5_6_a_no_more_bets_before_the_wheel_is_spun(deal):
    dealt = deal("big-six", {1: {"$5": "10"}}, "$5")
    assert dealt.asked == ["take-wagers", "announce", "spin-wheel", "pay"]
    call = dealt.play.entries[1].request
    assert (call.words, str(call.by)) == ("No More Bets", "5.6(a)")


def test_5_6_a_a_wager_after_the_call_is_not_accepted(opened, refused):
    game = wheel_about_to_turn(opened("big-six"), Wager(1, "bigsix-5", 1000))
    assert isinstance(refused(game.answer, Bets(placed=(Wager(1, "bigsix-1", 1000),))), DealerError)
    assert game.table.wagers == (Wager(1, "bigsix-5", 1000),)


def test_5_6_a_what_comes_late_goes_back(deal, cited):
    """Reading R-5.6a-late."""
    late = {"spin": 1, "what": "late-wager", "seat": 2, "wager": "$20", "amount": "5.00"}
    verdict = deal("big-six", {1: {"$5": "10"}}, "$20", irregularities=[late]).verdict
    found = {(r.seat, r.wager): (r.result, r.net, cited(r.by)) for r in verdict.required}
    assert found == {(1, "bigsix-5"): ("lose", -1000, "5.6(e)"), (2, "bigsix-20"): ("void", 0, "R-5.6a-late")}


@pytest.mark.parametrize("line", [{"coupon": "5", "chips": "blue"}, {"verbal": "confirmed"}])
def test_5_6_a_knows_neither_coupons_nor_spoken_wagers(deal, refused, line):
    error = refused(deal, "big-six", [{"seat": 1, "wager": "$5", "amount": "5", **line}], "$5")
    assert isinstance(error, WagerRefused)
    assert error.by.section == "5.6"


@pytest.mark.parametrize(("revolutions", "counts"), [(0, False), (2, False), (3, True), (4, True)])
def test_5_6_b_at_least_three_revolutions(opened, revolutions, counts):
    game = wheel_about_to_turn(opened("big-six"), Wager(1, "bigsix-5", 1000))
    game.answer(WheelRest("$5", revolutions=revolutions))
    assert game.request.name == ("pay" if counts else "announce")


def test_5_6_b_two_revolutions_are_no_spin(deal):
    """Reading R-5.6b-respin: the paragraph gives no remedy."""
    wrong = [{"spin": 1, "what": "fewer-than-three-revolutions", "revolutions": 2}]
    dealt = deal("big-six", {1: {"$5": "10"}}, "$5 $1", irregularities=wrong)
    assert dealt.called == ["No More Bets", "No Spin", "No More Bets"]
    assert dealt.remedies == {"fewer-than-three-revolutions": "R-5.6b-respin"}
    assert dealt.net == {(1, "bigsix-5"): -1000}


def test_5_6_b_three_revolutions_are_not_told_as_fewer(deal, refused):
    three = [{"spin": 1, "what": "fewer-than-three-revolutions", "revolutions": 3}]
    error = refused(deal, "big-six", {1: {"$5": "10"}}, "$5", irregularities=three)
    assert "leads to nothing that the rules remedy" in error.text


def test_5_6_b_has_no_text_before_may_1_1989(opened, refused):
    assert opened("big-six", SPIN_RULES_CAME)
    error = refused(opened, "big-six", BEFORE_THE_SPIN_RULES)
    assert isinstance(error, EditionError)
    assert "1989-05-01" in error.accepts


def between(passed, then="$1"):
    return {"spin": 1, "what": "clapper-between", "passed": passed, "symbol": then}


def test_5_6_c_1_the_section_passed_last_wins(deal):
    options = {"clapper-between-two": "previous-section-wins"}
    dealt = deal("big-six", {1: {"$5": "10", "$1": "10"}}, "", options=options, irregularities=[between("$5", "$1")])
    assert dealt.net == {(1, "bigsix-5"): 5000, (1, "bigsix-1"): -1000}
    assert dealt.called == ["No More Bets"]
    assert dealt.remedies == {"clapper-between": "5.6(c)1"}


def test_5_6_c_2_the_spin_is_void_and_the_wheel_spun_again(deal):
    dealt = deal(
        "big-six",
        {1: {"$5": "10", "$1": "10"}},
        "$5 $1",
        options={"clapper-between-two": "void-respin"},
        irregularities=[between("$5")],
    )
    assert dealt.net == {(1, "bigsix-5"): -1000, (1, "bigsix-1"): 1000}
    assert dealt.called == ["No More Bets", "No Spin", "No More Bets"]
    assert dealt.remedies == {"clapper-between": "5.6(c)2"}


@pytest.mark.parametrize("option", ["previous-section-wins", "void-respin"])
def test_5_6_c_only_a_clapper_between_two_is_concerned(deal, option):
    dealt = deal("big-six", {1: {"$5": "10"}}, "$5", options={"clapper-between-two": option})
    assert (dealt.net, dealt.remedies) == ({(1, "bigsix-5"): 5000}, {})


def test_5_6_c_has_two_courses_and_no_third(opened, refused, cited):
    assert opened("big-six").house.options["clapper-between-two"] == "void-respin"
    error = refused(opened, "big-six", clapper_between_two="next-section-wins")
    assert isinstance(error, HouseRuleError)
    assert cited(error.by) == "5.6(c)"
    assert error.accepts == "previous-section-wins, void-respin"


def test_5_6_c_1_somebody_must_say_which_section_was_passed(opened, refused):
    game = wheel_about_to_turn(opened("big-six", clapper_between_two="previous-section-wins"))
    assert isinstance(refused(game.answer, WheelRest("$1", between=True)), DealerError)
    assert game.request.name == "spin-wheel"


def test_5_6_c_1_a_short_spin_is_void_wherever_the_clapper_stands(opened):
    game = wheel_about_to_turn(opened("big-six", clapper_between_two="previous-section-wins"))
    game.answer(WheelRest("$1", revolutions=2, between=True, passed="$5"))
    assert (game.request.words, game.request.by.reading) == ("No Spin", "R-5.6b-respin")


@pytest.mark.parametrize("option", ["previous-section-wins", "void-respin"])
def test_5_6_c_a_wheel_that_was_touched_is_spun_again(deal, option):
    """Reading R-5.6c-obstructed."""
    wrong = [{"spin": 1, "what": "wheel-obstructed"}]
    dealt = deal("big-six", {1: {"$5": "10"}}, "$5 $1", options={"clapper-between-two": option}, irregularities=wrong)
    assert dealt.called == ["No More Bets", "No Spin", "No More Bets"]
    assert dealt.remedies == {"wheel-obstructed": "R-5.6c-obstructed"}
    assert dealt.net == {(1, "bigsix-5"): -1000}


VOID_SPINS = [
    WheelRest("$5", revolutions=2),
    WheelRest("$1", between=True, passed="$5"),
    WheelRest("$5", obstructed=True),
]


@pytest.mark.parametrize("rest", VOID_SPINS)
def test_5_6_c_2_after_a_void_spin_wagers_stand_and_may_be_changed(opened, rest):
    wagers = (Wager(1, "bigsix-5", 1000), Wager(2, "bigsix-1", 1000))
    game = wheel_about_to_turn(opened("big-six"), *wagers)
    game.answer(rest)
    while game.request.name != "take-wagers":
        game.answer(game.request.usual())
    assert game.table.felt.called[-1] == "No Spin"
    assert game.table.wagers == wagers
    assert game.table.felt.results == []
    assert game.table.felt.ledger.balance["inventory"] == 0
    game.answer(Bets(placed=(Wager(2, "bigsix-joker", 500),), removed=wagers[1:]))
    assert game.table.wagers == (wagers[0], Wager(2, "bigsix-joker", 500))


@pytest.mark.parametrize("option", ["previous-section-wins", "void-respin"])
def test_5_6_d_a_sign_says_which_option_is_in_effect(opened, cited, option):
    table = opened("big-six", clapper_between_two=option)
    assert cited(required_notices(table.game, table.house)["clapper-between-two"]) == "5.6(d)"


def test_5_6_e_all_losers_are_collected_before_any_winner_is_paid(deal):
    wagers = {1: {"$5": "10"}, 2: {"$1": "10"}, 3: {"$5": "5", "joker": "1"}}
    dealt = deal("big-six", wagers, "$5")
    assert dealt.asked[-3:] == ["spin-wheel", "collect", "pay"]
    collect, pay = (e.request for e in dealt.play.entries[-2:])
    assert [(r.wager.seat, r.wager.on) for r in collect.results] == [(2, "bigsix-1"), (3, "bigsix-joker")]
    assert [(r.wager.seat, r.wager.on) for r in pay.results] == [(1, "bigsix-5"), (3, "bigsix-5")]
    assert str(collect.by) == str(pay.by) == "5.6(e)"
    into = [p.target == "inventory" for p in dealt.felt.ledger.postings if "inventory" in (p.source, p.target)]
    assert into == sorted(into, reverse=True)  # no cent leaves the inventory before the last has come in
