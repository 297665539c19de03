"""What holds at every table, section by section: 19:47-8 and 13:69F-8. The text of 8.2 and 8.3 was not read."""

import re
from datetime import date

import msgspec
import pytest

from nomorebets.compliance.check import check
from nomorebets.compliance.guide import guide_of
from nomorebets.drivers.bots import BotTable, usual_stake, wagers_of
from nomorebets.drivers.chance import SeededChance
from nomorebets.drivers.facet import strategies_of
from nomorebets.errors import HouseRuleError, RulesError, WagerRefused
from nomorebets.games import open_table
from nomorebets.library import dispute
from nomorebets.regulation import cite
from nomorebets.table import Play, Round, Settings, Table, Wager, play
from nomorebets.table.acceptance import is_within_limits, verify_bets, verify_wager
from nomorebets.table.felt import Felt
from nomorebets.table.house import limit_of, limitable, required_signs
from nomorebets.table.wagers import Change
from rounds import DEALT

LIMITS = {"table": {"min": "5.00", "max": "500.00"}, "straight": {"max": "100.00"}, "dozen": {"step": "25.00"}}
TABLE = open_table("roulette", settings=Settings(limits=LIMITS))


def told(amount: str, more: str = "") -> str:
    return f"""
    game = "roulette"
    house = {{ limits = {{ table = {{ min = "5.00", max = "500.00" }} }} }}
    wagers = [{{ seat = 1, wager = "red", amount = "{amount}"{more} }}]
    spins = ["32"]
    """


@pytest.mark.parametrize(
    ("on", "cents", "taken"),
    [
        ("red", 450, False),
        ("red", 500, True),
        ("red", 50_000, True),
        ("red", 50_050, False),
        ("straight:17", 10_000, True),
        ("straight:17", 10_050, False),  # a limit of its own
    ],
)
def test_8_2_a_wager_outside_its_limits_is_refused(on, cents, taken):
    if taken:
        verify_wager(Round(TABLE), Wager(1, on, cents))
        return
    with pytest.raises(WagerRefused) as fault:
        verify_wager(Round(TABLE), Wager(1, on, cents))
    assert fault.value.by.reading == "R-8.2-limits"


@pytest.mark.parametrize(("day", "cited"), [(date(1983, 12, 4), None), (date(1983, 12, 5), "R-8.2-limits")])
def test_8_2_is_not_cited_before_there_was_such_a_section(day, cited):
    """Limits there were; they stood in a section of each game, and none of those was read."""
    table = open_table("roulette", day, Settings(limits={"table": {"min": "5.00", "max": "500.00"}}))
    with pytest.raises(WagerRefused, match="the posted minimum is") as fault:
        verify_wager(Round(table), Wager(1, "red", 100))
    assert (fault.value.by and fault.value.by.reading) == cited
    wrong = [("limits", {"table": {"min": "9.00", "max": "5.00"}}), ("limits", {"table": {"min": "0.01"}})]
    for setting, value in [*wrong, ("options", {"smallest-chip": "0.00"})]:
        with pytest.raises(HouseRuleError) as refused:
            open_table("roulette", day, Settings(**{setting: value}))
        assert (refused.value.by is None) == (cited is None)
        assert ("8.2" in str(refused.value)) == (cited is not None)
    wrong_sign = '[[table]]\ngame = "roulette"\nnotices = { even-money-on-zero = true, smallest-chip = "5.00" }\n'
    [found] = check(f"as_of = {day}\n{wrong_sign}".encode())
    assert (found.cite and found.cite.reading) == (cited and "R-8.3-sign")
    (chip,) = [one for one in guide_of(table).choices if one.what.startswith("Smallest chip")]
    assert ("8.2" in str(chip.by)) == (cited is not None)


@pytest.mark.parametrize(
    ("game", "option", "taken"),
    [("blackjack", "decks", False), ("keno", "max-spots", False), ("holdem", "rake-percent", True)],
)
def test_a_percent_sign_goes_with_a_rate_and_with_no_number_of_things(game, option, taken):
    settings = Settings({option: "5%"})
    if taken:
        assert open_table(game, settings=settings).house.options[option] == "5"
    else:
        with pytest.raises(HouseRuleError, match="'5%' is not a number of"):
            open_table(game, settings=settings)


MATCH_PLAY = open_table("roulette", settings=Settings({"match-play-accepted": "on"}))


def matched(on: str, chips: int, coupon: int, seat: int = 1) -> Wager:
    return Wager(seat, on, chips, coupon=coupon, chips=f"colour {seat}")


@pytest.mark.parametrize(
    ("wagers", "why"),
    [
        ([matched("red", 500, 500)], ""),
        ([matched("red", 1000, 500)], ""),
        ([matched("red", 450, 500)], r"a coupon of \$5 lies with \$4\.50 in chips"),
        ([matched("red", 500, 0), matched("red", 500, 1000)], ""),
        ([matched("red", 500, 500), matched("odd", 500, 500)], "has a coupon on the layout"),
        ([matched("red", 500, 500), matched("red", 500, 500)], "has a coupon on the layout"),
        ([matched("red", 500, 500), matched("red", 500, 0)], ""),
        ([matched("red", 500, 500), matched("red", 500, 500, seat=2)], ""),
    ],
)
@pytest.mark.parametrize("at_once", [True, False])
def test_8_2_a_match_play_coupon_lies_with_chips_of_its_value_and_is_the_only_one(wagers, why, at_once):
    def make():
        table = Round(MATCH_PLAY)
        for some in [wagers] if at_once else [[wager] for wager in wagers]:
            verify_bets(table, tuple(some), (), cite("5.1(a)"))
            if len(some) == 1:
                verify_wager(table, *some)
            for wager in some:
                table.felt.put_down(wager, cite("5.1(a)"))

    if not why:
        make()
        return
    with pytest.raises(WagerRefused, match=why) as fault:
        make()
    assert fault.value.by.reading == "R-8.2-coupon"


def test_8_2_chips_under_a_match_play_coupon_are_not_taken_away():
    table = Round(open_table("craps", settings=Settings({"match-play-accepted": "on"})))
    table.felt.put_down(lying := Wager(1, "dont-pass", 1000, coupon=500), cite("1.3"))
    for left, stays in ((500, True), (400, False)):
        change = Change(lying, msgspec.structs.replace(lying, amount=left))
        if stays:
            verify_bets(table, (), (), cite("1.3"), (change,))
            continue
        with pytest.raises(WagerRefused, match=r"a coupon of \$5 lies with \$4 in chips"):
            verify_bets(table, (), (), cite("1.3"), (change,))


@pytest.mark.parametrize(("cents", "taken"), [(2_500, True), (3_000, False), (5_000, True)])
def test_8_2_fixed_increments_where_the_house_has_them(cents, taken):
    if taken:
        verify_wager(Round(TABLE), Wager(1, "dozen:1", cents))
        return
    with pytest.raises(WagerRefused, match="25"):
        verify_wager(Round(TABLE), Wager(1, "dozen:1", cents))


TOTALS = {"table": {"total": "25.00"}, "inside": {"total": "10.00"}}


@pytest.mark.parametrize(
    ("wagers", "short"),
    [
        ({"red": 2_450}, "all wagers of a player must come to $25 and come to $24.50"),
        ({"red": 2_500}, ""),
        ({"red": 1_500, "odd": 1_000}, ""),
        ({"red": 2_500, "straight:17": 500, "split:17-20": 450}, "wagers on inside"),
        ({"red": 2_500, "straight:17": 500, "split:17-20": 500}, ""),
        ({}, ""),
    ],
)
def test_8_2_a_players_wagers_come_to_the_posted_total(wagers, short):
    round = Round(open_table("roulette", settings=Settings(limits=TOTALS)))
    placed = tuple(Wager(1, on, cents) for on, cents in wagers.items())
    others = (Wager(2, "red", 10_000),)  # what another player wagers does not count
    if not short:
        verify_bets(round, placed + others, (), cite("5.1(a)"))
        return
    with pytest.raises(WagerRefused, match=re.escape(short)) as fault:
        verify_bets(round, placed + others, (), cite("5.1(a)"))
    assert fault.value.by.reading == "R-8.2-total"
    accepted = tuple(Wager(1, on, cents, accepted=True) for on, cents in wagers.items())
    verify_bets(round, accepted, (), cite("5.1(a)"))  # what the dealer accepted stands


def test_8_2_bots_meet_the_total_and_a_sign_states_it():
    table = open_table("roulette", settings=Settings(limits=TOTALS))
    assert usual_stake(table, table.place("red")) == 2_500
    [limits] = [sign for sign in guide_of(table).signs if sign.heading.endswith("limits")]
    assert limits.lines[0] == "Each wager: all together at least $25"


@pytest.mark.parametrize(("most", "taken"), [("500.00", False), ("600.00", True)])
def test_8_2_tables_of_one_game_may_have_other_limits_for_a_wager(most, taken):
    """One house, one wager: what one table refuses another takes, and both conform."""
    tables = "".join(
        f'[[table]]\nid = "{name}"\ngame = "casino-war"\nlimits = {{ initial = {{ max = "{limit}" }} }}\n'
        for name, limit in (("W-1", "500.00"), ("W-2", most))
    )
    assert not [found for found in check(tables.encode()) if "limit" in found.what or "max" in found.what]
    at = Round(open_table("casino-war", settings=Settings(limits={"initial": {"max": most}})))
    if taken:
        verify_wager(at, Wager(1, "initial", 60_000))
    else:
        with pytest.raises(WagerRefused, match="500"):
            verify_wager(at, Wager(1, "initial", 60_000))


@pytest.mark.parametrize("amount", ["2.00", "600.00"])
def test_8_2_what_the_dealer_accepted_is_settled_whole(amount):  # R-8.2-accepted
    with pytest.raises(RulesError, match="posted"):
        dispute(told(amount))
    [row] = dispute(told(amount, ", accepted = true")).to_dict()["required"]
    assert (row["result"], row["net"]) == ("win", amount)


BANKED = [name for name in DEALT if all(bet.bank == "house" for bet in open_table(name).game.bets)]


def dealt(table: Table, wagers: tuple[Wager, ...], seed: int) -> Play:
    named = strategies_of(table.game).named
    decide = named.get("basic") or next(iter(named.values()), None)  # the one that is quick, where there are several
    return play(Round(table), BotTable(wagers, SeededChance(seed), decide))


@pytest.mark.parametrize("name", BANKED)
@pytest.mark.parametrize(("end", "limit", "stake"), [("max", "210.00", 42_000), ("min", "420.00", 21_000)])
def test_8_2_at_every_game_what_the_dealer_accepted_is_settled_as_if_no_limit_were_posted(name, end, limit, stake):
    """Raises, splits and odds that follow from it too; without the dealer's word it is refused."""
    free, tight = open_table(name), open_table(name, settings=Settings(limits={"table": {end: limit}}))
    made = wagers_of(free, "+".join(free.usual) or "variety", 2, stake)
    outside = [wager for wager in made if not is_within_limits(Round(tight), wager)]
    assert outside
    for wager in outside:
        with pytest.raises(WagerRefused) as fault:
            verify_wager(Round(tight), wager, alone=False)
        assert fault.value.by.reading == "R-8.2-limits"
    accepted = tuple(msgspec.structs.replace(wager, accepted=wager in outside) for wager in made)
    for seed in range(6):
        whole, limited = (dealt(table, accepted, seed) for table in (free, tight))
        assert limited.table.felt.ledger.balance == whole.table.felt.ledger.balance
        assert limited.rulings == whole.rulings


# the games whose table may keep whoever passed a round waiting for the shuffle
MID_SHOE = [
    (name, option) for name in DEALT for option in open_table(name).game.terms.options if "mid-shoe" in option.id
]


def test_8_2_every_game_of_the_blackjack_family_has_mid_shoe_entry():
    assert [name for name, _ in MID_SHOE] == ["blackjack", "blackjack-switch", "spanish-21"]


@pytest.mark.parametrize(
    ("name", "option", "value"), [(name, option, value) for name, option in MID_SHOE for value in option.choices]
)
def test_8_2_mid_shoe_entry_is_refused_only_where_a_sign_says_so(name, option, value):
    table = open_table(name, settings=Settings({option.id: value}))
    barred = value in ("on", "bar-until-shuffle")
    assert (option.id in required_signs(table.game, table.house)) is barred
    lines = [line for sign in guide_of(table).signs for line in sign.lines]
    assert any(line.startswith("No mid-shoe entry") for line in lines) is barred
    house = f'[[table]]\ngame = "{name}"\noptions = {{ {option.id} = "{value}" }}\n'
    unsigned = [found for found in check(house.encode()) if f" {option.id} " in found.what]
    assert [found.paragraph for found in unsigned] == (["13:69F-8.3"] if barred else [])
    both = wagers_of(table, "+".join(table.usual), 2)
    stays, comes = (tuple(wager for wager in both if wager.seat == seat) for seat in (1, 2))
    later = Round(table, Felt.opened(dealt(table, stays, 1).next_opening))
    verify_bets(later, stays, (), cite("8.2"))
    if not barred:
        verify_bets(later, comes, (), cite("8.2"))
        return
    with pytest.raises(WagerRefused, match="passed a round since the shuffle") as fault:
        verify_bets(later, comes, (), cite("8.2"))
    assert fault.value.accepts == "a wager after the next shuffle"
    assert fault.value.by == option.choices[value].by


def test_8_3_an_option_that_must_be_noticed_stands_on_a_sign():
    house = '[[table]]\ngame = "craps"\noptions = { fire-offered = false }\n'
    missing = {found.what.split()[3] for found in check(house.encode())}
    assert missing == {
        "odds-multiple",
        "customary-odds",
        "buy-lay-offered",
        "commission-time",
        "commission-rate",
        "commission-rounding",
    }
    stated = 'odds-multiple = "3-4-5x", customary-odds = "off", buy-lay-offered = true'
    stated += ', commission-time = "on-make", commission-rate = "5%", commission-rounding = "down-1"'
    assert check(f"{house}notices = {{ {stated} }}\n".encode()) == []
    no_sign = stated.replace('"off"', "false")
    [found] = check(f"{house}notices = {{ {no_sign} }}\n".encode())
    assert 'write notices = { customary-odds = "off" }' in found.remedy  # as the remedy says, it conforms
    wrong = stated.replace("3-4-5x", "2x")
    assert [found.paragraph for found in check(f"{house}notices = {{ {wrong} }}\n".encode())] == ["13:69F-8.3"]


@pytest.mark.parametrize(
    ("table", "unsigned"),
    [
        (
            'game = "punto-banco"\noptions = { offer-cards-456 = "on", offer-bonus = "on" }',
            "offer-cards-456 offer-bonus",
        ),
        ('game = "punto-banco"', ""),
        ('game = "minibaccarat"\noptions = { offer-cards-456 = "on", offer-bonus = "on" }', ""),
        ('game = "red-dog"', "raise-max"),
        ('game = "red-dog"\noptions = { raise-max = "1/2" }', "raise-max"),
        ('game = "pai-gow"', "vig-rounding two-areas"),
        ('game = "keno"', "payout-basis"),
    ],
)
def test_8_3_what_is_posted_stands_on_a_sign(table, unsigned):
    found = check(f"[[table]]\n{table}\n".encode())
    assert [v.what.split()[3] for v in found if v.what.startswith("no sign states")] == unsigned.split()
    assert {v.paragraph for v in found if v.what.startswith("no sign states")} <= {"13:69F-8.3"}


def test_8_3_a_rate_or_amount_that_the_house_sets_stands_on_a_sign_though_one_value_is_listed():
    house = '[[table]]\ngame = "craps"\nas_of = 2012-03-19\noptions = { commission-rate = "4%", fire-max = "5.00" }\n'
    missing = {found.what.split()[3]: found.what for found in check(house.encode())}
    assert "commission-rate = 4%" in missing["commission-rate"]
    assert ("fire-min" in missing, "fire-max" in missing) == (True, True)


EXCEPTION = 'exceptions = [{ player = "A. Smith", wager = "table", max = "2000.00", allowed-by = "J. Doe" }]\n'


@pytest.mark.parametrize(
    ("without", "instead", "says"),
    [
        ("", "", None),
        (', allowed-by = "J. Doe"', "", "does not say allowed-by"),
        ('player = "A. Smith", ', "", "does not say player"),
        ('"table"', '"nowhere"', "nowhere"),
        ('"2000.00"', '"a lot"', "a lot"),
    ],
)
def test_8_2_an_exception_for_one_player_says_who_allowed_it(without, instead, says):
    table = '[[table]]\ngame = "casino-war"\nlimits = { table = { max = "500.00" } }\n'
    found = check((table + EXCEPTION.replace(without, instead)).encode())
    told = [violation.what for violation in found if "exception" in violation.what]
    assert len(told) == (says is not None)
    if says is not None and says.startswith("does not say"):
        assert [v.cite.reading for v in found if v.what == told[0]] == ["R-8.2-player"]
    assert says is None or says in told[0]


def test_8_2_no_exception_changes_a_stake_that_the_rules_fix():
    table = '[[table]]\ngame = "caribbean-stud"\n' + EXCEPTION.replace('"table"', '"progressive-payout"')
    assert any("no more and no less" in violation.what for violation in check(table.encode()))


def test_8_2_limits_do_not_override_a_relation_that_a_rule_fixes():
    """Odds at craps are no more than the posted multiple of the line bet, whatever the limits let in."""
    limits = {"table": {"min": "1.00", "max": "10000.00"}}
    at = Round(open_table("craps", settings=Settings({"odds-multiple": "1x"}, limits=limits)))
    at.felt.put_down(Wager(1, "pass", 1000), at.layout["pass"].by)
    at.felt.state["point"] = "4"
    verify_wager(at, Wager(1, "pass-odds", 1000))
    with pytest.raises(WagerRefused) as fault:
        verify_wager(at, Wager(1, "pass-odds", 2000))
    assert fault.value.by.reading == "R-1.6-ceiling"


@pytest.mark.parametrize(
    ("name", "kind", "first"),
    [
        ("blackjack", "double", "blackjack"),
        ("blackjack", "split", "blackjack"),
        ("blackjack", "insurance", "blackjack"),
        ("blackjack-switch", "double", "switch-hand-1"),
        ("spanish-21", "split", "main"),
        ("red-dog", "raise", "bet"),
        ("caribbean-stud", "bet", "ante"),
        ("double-down-stud", "double-down", "original"),
        ("three-card-poker", "play", "ante"),
        ("casino-war", "war", "initial"),
        ("sample:three-card-duel", "raise", "ante"),
    ],
)
def test_8_2_no_limit_is_posted_for_a_wager_whose_amount_follows_from_another(name, kind, first):
    """A sign would state what nobody keeps: the rule fixes the amount by the first wager, whatever the limits are."""
    with pytest.raises(HouseRuleError) as fault:
        open_table(name, settings=Settings(limits={kind: {"max": "420.00"}}))
    assert f"limits for {first}" in str(fault.value.accepts)
    assert fault.value.by.subchapter != "8"
    table = open_table(name, settings=Settings(limits={first: {"max": "420.00"}}))
    assert kind not in limitable(table.game, table.house)
    assert first in limitable(table.game, table.house)


SIDE_WAGERS = {  # made beside another wager, and not held to the limits of the table
    "blackjack": "blackjack-bonus match-the-dealer twenty-point-bonus optional-bonus in-between streak-2 streak-5",
    "spanish-21": "match-dealer",
    "three-card-poker": "pair-plus six-card-bonus",
    "casino-war": "tie",
    "craps": "fire pass-odds dont-pass-odds come-odds dont-come-odds",
    "pai-gow-poker": "bonus insurance three-card seven-card imperial dynasty protection red-black queens-dragon",
}


@pytest.mark.parametrize(("name", "kinds"), SIDE_WAGERS.items())
def test_8_2_the_limits_of_the_table_are_not_those_of_its_side_wagers(name, kinds):
    table = open_table(name, settings=Settings(limits={"table": {"min": "25.00", "max": "500.00"}}))
    game, house = table.game, table.house
    limits = {kind: limit_of(game, house, kind) for kind in [*kinds.split(), game.betting.usual[0]]}
    assert {kind for kind, limit in limits.items() if limit.min or limit.max} == {game.betting.usual[0]}


@pytest.mark.parametrize("name", BANKED)
def test_8_2_each_wager_that_may_be_limited_may_have_limits_of_its_own(name):
    table = open_table(name)
    fixed = {kind for kind, places in table.kinds().items() if places[0].stake is not None}
    for kind in limitable(table.game, table.house):
        if kind not in fixed:
            limited = open_table(name, settings=Settings(limits={kind: {"max": "420.00"}}))
            assert limited.house.limits[kind].max == 42_000


@pytest.mark.parametrize(("stated", "wrong"), [("accept", False), ("refuse", True)])
def test_8_3_a_sign_that_no_rule_demands_states_the_option_in_force_all_the_same(stated, wrong):
    house = '[[table]]\ngame = "roulette"\noptions = { verbal-cash-wagers = "accept" }\n'
    found = check(f'{house}notices = {{ even-money-on-zero = "half", verbal-cash-wagers = "{stated}" }}'.encode())
    assert [violation.cite.reading for violation in found] == (["R-8.3-sign"] if wrong else [])
