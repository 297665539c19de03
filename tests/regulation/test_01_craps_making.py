"""Making, changing and taking down every wager of craps, cell by cell (1.3); coupons, odds by custom, new dice."""

import msgspec
import pytest

from nomorebets.errors import RulesError, WagerRefused
from nomorebets.games import open_table
from nomorebets.games.craps.removal import allowed
from nomorebets.games.craps.wagers import ODDS_BETS, wagers
from nomorebets.regulation import law, names
from nomorebets.table import Round, Settings, Wager
from nomorebets.table.acceptance import verify_bets
from nomorebets.table.felt import Felt, Opening
from nomorebets.table.wagers import Change
from throws import throw

ACTS = ("make", "raise", "reduce", "remove", "off")
# the removal matrix of the notes: family, whether it lies on a number, phase -> make, raise, reduce, remove, turn off
MATRIX = {
    ("pass", "come-out"): "yes yes yes yes no",
    ("pass", "point"): "no no no no no",
    ("dont-pass", "come-out"): "yes yes yes yes no",
    ("dont-pass", "point"): "no no yes yes no",
    ("come", "come-out"): "no no yes yes no",  # cannot lie in its area then
    ("come", "point"): "yes yes yes yes no",
    ("come on its point", "come-out"): "no no no no no",
    ("come on its point", "point"): "no no no no no",
    ("dont-come", "come-out"): "no no yes yes no",
    ("dont-come", "point"): "yes yes yes yes no",
    ("dont-come on its point", "come-out"): "no no yes yes no",
    ("dont-come on its point", "point"): "no no yes yes no",
    ("one-roll", "come-out"): "yes yes yes yes no",
    ("one-roll", "point"): "yes yes yes yes no",
    ("fire", "come-out"): "yes yes yes yes no",
    ("fire", "point"): "no no no no no",
}
ANY_TIME = "yes yes yes yes yes"  # place, buy, lay, hardway and odds bets
HANDS = {
    "come-out": {},
    "point": {"point": "5", "hand": "under way", "shooter": "0"},
}
EVERY = [
    (kind, phase)
    for kind, bet in wagers().items()
    for phase in HANDS
    if not (bet.family in ("pass-odds", "dont-pass-odds") and phase == "come-out")  # their point is the table's
]


def row_of(kind: str, phase: str) -> dict[str, bool]:
    bet = wagers()[kind]
    lies_on_point = bet.family in ("come", "dont-come") and bet.number
    answers = MATRIX.get((bet.family + (" on its point" if lies_on_point else ""), phase), ANY_TIME)
    return dict(zip(ACTS, (answer == "yes" for answer in answers.split()), strict=True))


def lying(table, kind: str, share: int) -> Wager:
    """An amount that divides on every number and is within every limit."""
    amount = (200 if kind == "fire" else 120 * 11 * 100) * share
    if wagers()[kind].family in ODDS_BETS:
        amount = 6000 * share
    fee = table.game.betting.fee(table.house, table.layout[kind], amount)
    came = wagers()[kind].family if kind.startswith(("come:", "dont-come:")) else ""
    return Wager(1, kind, amount, fee=fee, made_as=came)


def attempt(kind: str, phase: str, act: str) -> WagerRefused | None:
    """The refusal of an act, by the function the live table asks."""
    table = open_table("craps")
    bet = wagers()[kind]
    parent = ODDS_BETS.get(bet.family, "")
    beside = f"{parent}:{bet.number}" if parent and bet.number else parent
    one, two = lying(table, kind, 1), lying(table, kind, 2)
    down = ([Wager(1, beside, 6000, made_as=parent if bet.number else "")] if beside else []) + (
        [two] if act != "make" else []
    )
    at = Round(table, Felt.opened(Opening(dict(HANDS[phase]), tuple(down))))
    off = msgspec.structs.replace(two, call="off", button=True)
    placed, removed, changed = {
        "make": ((one,), (), ()),
        "raise": ((one,), (), ()),
        "reduce": ((), (), (Change(two, msgspec.structs.replace(one)),)),
        "remove": ((), (two,), ()),
        "off": ((), (), (Change(two, off),)),
    }[act]
    before = at.felt.wagers.copy()
    try:
        verify_bets(at, placed, removed, table.game.terms.dealt_by, changed)
    except WagerRefused as refusal:
        assert at.felt.wagers == before  # nothing has moved
        return refusal
    return None


@pytest.mark.parametrize(("kind", "phase"), EVERY, ids=str)
def test_1_3_every_cell_of_the_removal_matrix(kind, phase):
    for act, may in row_of(kind, phase).items():
        fault = attempt(kind, phase, act)
        assert (fault is None) == may, (kind, phase, act, str(fault))
        if fault is not None:
            assert fault.accepts
            assert law.paragraph(fault.by)
            assert f"on {names.wager(kind)} refused" in fault.text


def test_1_3_the_matrix_of_the_notes_is_that_of_the_game():
    for kind, phase in EVERY:
        refusals = allowed(wagers()[kind], int(HANDS[phase].get("point", 0)), hand_is_new=phase == "come-out")
        assert {act: refusals.refused(act) is None for act in ACTS} == row_of(kind, phase)


# --- coupons ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wager", "dice", "net"),
    [
        ("pass", "3-4", 1500),
        ("pass", "1-1", -1000),
        ("pass", "1-3 1-3", 1500),
        ("dont-pass", "1-3 3-4", 1500),
        ("dont-pass", "6-6 1-1", 1500),  # void, left with its coupon, and won on the next roll
        ("dont-pass", "6-6 3-4", -1000),
    ],
)
def test_1_3_a_coupon_is_paid_with_its_bet_and_never_lost(wager, dice, net):
    made = [{"wager": wager, "amount": 10, "coupon": 5}]
    assert throw("craps", made, dice, match_play_accepted="on").net(wager) == net


def test_1_3_a_coupon_travels_with_a_come_bet():
    made = [{"wager": "come", "amount": 10, "coupon": 10, "roll": 2}]
    assert throw("craps", made, "1-3 3-6 4-5", match_play_accepted="on").net("come") == 2000


def test_1_3_coupons_only_where_they_are_taken_and_with_line_and_come_bets():
    for wager, options in (("pass", {}), ("field", {"match_play_accepted": "on"}), ("place-win-6", {})):
        with pytest.raises(RulesError, match="coupon") as fault:
            throw("craps", [{"wager": wager, "amount": 30, "coupon": 5}], "3-4", **options)
        assert fault.value.by.reading == "R-1.3-coupon"


# --- late wagers --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wager", ["come", "dont-come", "pass", "place-win-6", "pass-odds", "any-seven"])
@pytest.mark.parametrize("dice", ["3-4", "1-3 3-4"])
def test_1_3_what_nobody_confirmed_in_time_goes_back_whatever_it_was(wager, dice):
    """Whether it could have been made just then does not matter any more."""
    last = len(dice.split())
    late = {"roll": last, "what": "late-wager", "seat": 2, "wager": wager, "amount": 12}
    thrown = throw("craps", {"pass": 10}, dice, wrong=[late])
    assert (thrown.result(wager, seat=2), thrown.cite(wager, seat=2)) == ("void", "R-1.3-late")
    assert thrown.remedies["late-wager"] == "R-1.3-late"


@pytest.mark.parametrize("more", [{"seat": 0}, {"seat": 1, "wager": "moon"}, {"amount": -5}])
def test_1_3_a_late_wager_must_still_be_a_wager(more):
    late = {"roll": 1, "what": "late-wager", "seat": 2, "wager": "come", "amount": 12, **more}
    with pytest.raises(RulesError) as fault:
        throw("craps", {"pass": 10}, "3-4", wrong=[late])
    assert fault.value.accepts


def test_1_3_a_confirmed_late_come_bet_is_a_come_bet():
    late = {"roll": 2, "what": "late-wager", "seat": 1, "wager": "come", "amount": 10, "confirmed": True}
    assert throw("craps", {"pass": 10}, "1-3 3-4", wrong=[late]).net("come") == 1000
    with pytest.raises(WagerRefused):  # but not before a come-out roll: the dealer may confirm only what may be made
        throw("craps", {"pass": 10}, "3-4", wrong=[{**late, "roll": 1}])


# --- odds by custom, and the minimum ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("point", "bet", "exactly", "custom"),
    [("1-4", 5, 4, 6), ("3-6", 15, 14, 16), ("3-3", 3, 0, 5), ("2-6", 4, 0, 5), ("3-3", 2, 0, 0), ("1-3", 5, 5, 5)],
)
def test_1_6_odds_of_once_the_bet_by_custom(point, bet, exactly, custom):
    """R-1.6-customary: an odd bet on 5 and 9 goes up to even, three units on 6 and 8 to five."""
    for setting, most in (("off", exactly), ("on", custom)):
        options = {"odds_multiple": "1x", "customary_odds": setting}
        for amount in range(1, 21):
            made = [{"wager": "pass", "amount": bet}, {"wager": "pass-odds", "amount": amount, "roll": 2}]
            try:
                throw("craps", made, f"{point} 3-4", **options)
            except WagerRefused:
                continue
            assert amount <= most
        if most:
            made = [{"wager": "pass", "amount": bet}, {"wager": "pass-odds", "amount": most, "roll": 2}]
            throw("craps", made, f"{point} 3-4", **options)


def test_1_6_other_multiples_are_not_rounded():
    made = [{"wager": "pass", "amount": 4}, {"wager": "pass-odds", "amount": 10, "roll": 2}]
    with pytest.raises(WagerRefused, match="posted multiple"):
        throw("craps", made, "3-3 3-4", odds_multiple="2x", customary_odds="on")


def test_1_6_odds_need_not_reach_the_minimum_alone():
    """R-1.6-minimum: a table of ten dollars; five of odds lie with ten on the line."""
    table = open_table("craps", settings=Settings(limits={"table": {"min": "10.00"}}))
    felt = Felt.opened(Opening({"point": "6"}, (Wager(1, "pass", 1000),)))
    verify_bets(Round(table, felt), (Wager(1, "pass-odds", 500),), (), table.game.terms.dealt_by)
    with pytest.raises(WagerRefused, match="posted minimum"):
        verify_bets(Round(table), (Wager(1, "pass", 500),), (), table.game.terms.dealt_by)


# --- the dice -----------------------------------------------------------------------------------------------------


def test_1_7_dice_of_24_hours_are_changed_before_the_throw():
    thrown = throw("craps", {"pass": 10}, "3-4", wrong=[{"roll": 1, "what": "dice-over-24-hours"}])
    assert thrown.called == ["New dice", "7"]
    assert thrown.remedies == {"dice-over-24-hours": "R-1.7-change"}
    assert thrown.net("pass") == 1000
