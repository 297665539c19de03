"""House rules against the regulation, by paragraph; both sides of every date and minimum."""

from datetime import date
from pathlib import Path

import pytest

from nomorebets.compliance.check import check, examine, report
from nomorebets.compliance.odds_in_print import read_printed
from nomorebets.pricing.facet import GameOdds
from nomorebets.regulation import cite, law, to

EXAMPLES = Path(__file__).parents[2] / "examples"
HALF = 'notices = { even-money-on-zero = "half" }'
WHOLE = 'notices = { even-money-on-zero = "whole" }'
VOID = 'notices = { clapper-between-two = "void-respin" }'


def house(*tables, as_of="1999-03-01"):
    """A house file: its tables are given by their lines."""
    head = f"as_of = {as_of}\n" if as_of else ""
    return (head + "".join(f"[[table]]\n{table}\n" for table in tables)).encode()


def roulette(*lines, as_of="1999-03-01", notices=HALF):
    return house("\n".join(('game = "roulette"', notices, *lines)), as_of=as_of)


def big_six(*lines, as_of="1999-03-01", notices=VOID):
    return house("\n".join(('game = "big-six"', notices, *lines)), as_of=as_of)


def only(content):
    [violation] = check(content)
    return violation


# --- 5.1: optional wagers ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("as_of", "conforms"), [("1995-03-19", False), ("1995-03-20", True), ("2012-03-18", True), ("2012-03-19", True)]
)
def test_5_1_e_1_i_five_adjacent_came_in_1995(as_of, conforms):
    found = check(roulette("options = { five-adjacent = true }", 'layout = ["wheel-replica"]', as_of=as_of))
    assert bool(found) is not conforms
    if found:
        assert found[0].what == "no text for five-adjacent before 1995-03-20"
        assert found[0].cite == cite("5.1(e)1i")
        assert "a date from 1995-03-20 on" in found[0].remedy


def test_5_1_e_1_i_1_five_adjacent_needs_the_wheel_replica():
    violation = only(roulette("options = { five-adjacent = true }"))
    assert violation.what == "five-adjacent is offered on a layout without wheel-replica"
    assert violation.paragraph == "19:47-5.1(e)1i(1)"
    assert 'layout = ["wheel-replica"]' in violation.remedy


def test_the_remedy_of_a_layout_names_the_value_that_brings_no_wager():
    [violation] = [v for v in check(house('game = "craps"', as_of="2012-03-19")) if "layout" in v.what]
    assert violation.what == "fire-offered is offered on a layout without fire-bet"
    assert "options = { fire-offered = false }" in violation.remedy


def test_tables_that_are_alike_are_priced_once(monkeypatch):
    priced = []
    counted = GameOdds(lines=lambda *asked: (), to_check=lambda table: priced.append(table) or {})
    monkeypatch.setattr("nomorebets.compliance.check.odds_of", lambda dealt: counted)
    alike = 'game = "roulette"'
    examine(house(alike, alike, alike + '\noptions = { even-money-on-zero = "whole" }'))
    assert len(priced) == 2


def test_5_1_f_1_seven_numbers_needs_its_area():
    violation = only(roulette("options = { seven-numbers = true }", as_of="2012-03-19"))
    assert violation.paragraph == "13:69F-5.1(f)1"
    assert violation.basis == "parallel"  # the newer chapter's own text was not read
    assert 'layout = ["seven-numbers-area"]' in violation.remedy


def test_5_1_f_1_the_remedy_lists_the_whole_layout():
    lines = ("options = { seven-numbers = true, five-adjacent = true }", 'layout = ["wheel-replica"]')
    assert 'layout = ["wheel-replica", "seven-numbers-area"]' in only(roulette(*lines)).remedy


@pytest.mark.parametrize("option", ["five-adjacent", "seven-numbers"])
@pytest.mark.parametrize(
    ("to_whom", "conforms"), [('"everyone"', True), ('"members"', False), ('["members"]', False), ("false", False)]
)
def test_5_1_e_1_i_and_5_1_f_offered_to_everyone(option, to_whom, conforms):
    features = 'layout = ["wheel-replica", "seven-numbers-area"]'
    found = check(roulette(f"options = {{ {option} = true }}", features, f"offered-to = {to_whom}"))
    assert bool(found) is not conforms
    if found:
        [violation] = found
        assert violation.cite == cite({"five-adjacent": "5.1(e)1i", "seven-numbers": "5.1(f)"}[option])
        assert 'offered-to = "everyone"' in violation.remedy


def test_5_1_f_without_an_optional_wager_there_is_nothing_to_offer():
    assert only(roulette('offered-to = "members"')).cite is None
    assert not check(roulette('offered-to = "everyone"'))


def test_5_1_e_1_i_2_five_adjacent_has_no_limits_of_its_own():
    lines = ("options = { five-adjacent = true }", 'layout = ["wheel-replica"]')
    violation = only(roulette(*lines, 'limits = { five-adjacent = { max = "50.00" } }'))
    assert violation.cite.reading == "R-5.1e1i-fifths"
    assert violation.paragraph == "19:47-5.1(e)1i(2)"
    assert violation.basis == "reading"
    assert "limits for straight" in violation.remedy


def test_5_1_e_1_i_2_five_adjacent_has_no_odds_of_its_own():
    lines = ("options = { five-adjacent = true }", 'layout = ["wheel-replica"]')
    violation = only(roulette(*lines, 'pay-table = { five-adjacent = "35 to 1" }'))
    assert violation.paragraph == "19:47-5.1(e)1i(2)"
    assert "odds for straight" in violation.remedy


def test_5_1_f_odds_and_limits_for_a_wager_that_is_not_offered():
    odds = only(roulette('pay-table = { seven-numbers = "4 to 1" }'))
    limits = only(roulette('limits = { seven-numbers = { max = "50.00" } }'))
    printed = only(roulette('printed-odds = { seven-numbers = "4 to 1" }'))
    assert odds.cite == limits.cite == printed.cite == cite("5.1(f)")
    assert "seven-numbers = on" in odds.remedy


def test_5_1_e_3_i_023_is_impossible_on_a_double_zero_layout():
    violation = only(roulette("options = { allow-trio023 = true }"))
    assert violation.paragraph == "19:47-5.1(e)3i"
    assert violation.remedy == "leave allow-trio023 out of options"


def test_5_1_a_match_play_came_in_1997():
    assert only(roulette("options = { match-play-accepted = true }", as_of="1997-10-05")).cite == cite("5.1(a)")
    assert not check(roulette("options = { match-play-accepted = true }", as_of="1997-10-06"))


# --- 5.2: odds and zeros -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("odds", "conforms"), [("5 to 1", False), ("6 to 1", True), ("13 to 2", True)])
def test_5_2_a_first_five_below_the_minimum(odds, conforms):
    found = check(roulette(f'pay-table = {{ first-five = "{odds}" }}'))
    assert bool(found) is not conforms
    if found:
        [violation] = found
        assert violation.what == "first-five pays 5 to 1; the minimum is 6 to 1"
        assert (violation.paragraph, violation.basis) == ("19:47-5.2(a)", "text")
        assert violation.remedy == 'write pay-table = { first-five = "6 to 1" } or better odds'


def test_5_2_a_every_wager_has_a_minimum():
    from nomorebets.games.roulette.terms import MINIMUM_ODDS

    lines = ("options = { seven-numbers = true }", 'layout = ["seven-numbers-area"]')
    exact = ", ".join(f'{kind} = "{odds}"' for kind, odds in MINIMUM_ODDS.items())
    below = ", ".join(f'{kind} = "{100 * odds.pays - 1} to 100"' for kind, odds in MINIMUM_ODDS.items())
    assert not check(roulette(*lines, f"pay-table = {{ {exact} }}"))
    found = check(roulette(*lines, f"pay-table = {{ {below} }}"))
    assert len(found) == len(MINIMUM_ODDS)
    assert {violation.paragraph for violation in found} == {"19:47-5.2(a)"}


def test_5_2_a_odds_with_for_are_refused_in_a_pay_table():
    violation = only(roulette('pay-table = { straight = "40 for 1" }'))
    assert violation.paragraph == "19:47-5.2(a)"
    assert violation.remedy == 'write pay-table = { straight = "39 to 1" }, which is the same payment'
    below = only(roulette('pay-table = { straight = "35 for 1" }'))
    assert below.remedy == 'write pay-table = { straight = "35 to 1" } or better odds'


@pytest.mark.parametrize("kind", ["single-zero", "double-as-single"])
def test_5_2_a_there_is_no_first_five_without_00(kind):
    notices = "" if kind == "single-zero" else "notices = { wheel-kind = true }"
    lines = (f'options = {{ wheel-kind = "{kind}" }}', 'pay-table = { first-five = "6 to 1" }')
    assert only(roulette(*lines, notices=notices)).what == "odds for first-five, which this table does not offer"


@pytest.mark.parametrize(("as_of", "conforms"), [("1998-08-16", False), ("1998-08-17", True)])
def test_5_2_b_the_whole_may_be_lost_since_1998(as_of, conforms):
    found = check(roulette('options = { even-money-on-zero = "whole" }', as_of=as_of, notices=WHOLE))
    assert bool(found) is not conforms
    if found:
        [option] = found  # the sign says the same: one fault
        assert option.what.endswith("did not exist on 1998-08-16: it came on 1998-08-17")
        assert option.remedy == 'write options = { even-money-on-zero = "half" }, and have the sign say the same'
        assert option.paragraph == "19:47-5.2(b)"


@pytest.mark.parametrize(("as_of", "due"), [("1998-08-16", False), ("1998-08-17", True)])
def test_5_2_b_the_choice_is_noticed_where_there_is_one(as_of, due):
    found = check(roulette(as_of=as_of, notices=""))
    assert bool(found) is due
    if found:
        assert found[0].paragraph == "19:47-5.2(b)"
        assert found[0].remedy == 'put up the sign and write notices = { even-money-on-zero = "half" }'


@pytest.mark.parametrize(
    ("stated", "conforms"), [('"half"', True), ("true", True), ('"whole"', False), ("false", False)]
)
def test_5_2_b_the_sign_must_state_the_option(stated, conforms):
    found = check(roulette(notices=f"notices = {{ even-money-on-zero = {stated} }}"))
    assert bool(found) is not conforms
    assert all(violation.paragraph == "19:47-5.2(b)" for violation in found)


def test_5_2_b_a_sign_with_a_value_nobody_knows():
    violation = only(roulette(notices='notices = { even-money-on-zero = "prison" }'))
    assert violation.what == "the sign states even-money-on-zero = prison; the option in force is half"
    assert "options" not in violation.remedy


def test_5_2_c_a_single_zero_wheel_has_no_choice():
    single = 'options = { wheel-kind = "single-zero" }'
    assert not check(roulette(single, notices=""))
    option = only(roulette('options = { wheel-kind = "single-zero", even-money-on-zero = "half" }', notices=""))
    assert (option.paragraph, option.remedy) == ("19:47-5.2(c)", "leave even-money-on-zero out of options")
    sign = only(roulette(single, notices=HALF))
    assert (sign.paragraph, sign.remedy) == (
        "19:47-5.2(c)",
        "take the sign down and leave even-money-on-zero out of notices",
    )


@pytest.mark.parametrize(("as_of", "conforms"), [("1992-11-15", False), ("1992-11-16", True)])
def test_5_2_d_double_zero_as_single_zero_came_in_1992(as_of, conforms):
    notices = 'notices = { wheel-kind = "double-as-single" }'
    found = check(roulette('options = { wheel-kind = "double-as-single" }', as_of=as_of, notices=notices))
    assert bool(found) is not conforms
    if found:
        assert found[0].paragraph == "19:47-5.2(d)"
        assert found[0].remedy == 'write options = { wheel-kind = "double-zero" }, or "single-zero"'


def test_5_2_d_1_its_use_is_noticed():
    violation = only(roulette('options = { wheel-kind = "double-as-single" }', notices=""))
    assert violation.paragraph == "19:47-5.2(d)1"
    assert 'notices = { wheel-kind = "double-as-single" }' in violation.remedy


# --- 5.5 and 5.6: big six ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("odds", "conforms"), [("44 to 1", False), ("45 to 1", True), ("50 to 1", True)])
def test_5_5_a_joker_below_the_minimum(odds, conforms):
    found = check(big_six(f'pay-table = {{ bigsix-joker = "{odds}" }}'))
    assert bool(found) is not conforms
    assert all(violation.paragraph == "19:47-5.5(a)" for violation in found)


@pytest.mark.parametrize(("as_of", "conforms"), [("1998-11-15", True), ("1998-11-16", False)])
@pytest.mark.parametrize("printed", ["46 for 1", "45 for 1"])
def test_5_5_b_printed_odds_say_to_since_1998(as_of, conforms, printed):
    found = check(big_six(f'printed-odds = {{ bigsix-joker = "{printed}" }}', as_of=as_of))
    assert bool(found) is not conforms
    if found:
        [violation] = found
        assert violation.paragraph == "19:47-5.5(b)"
        assert violation.remedy == 'write printed-odds = { bigsix-joker = "45 to 1" }'


@pytest.mark.parametrize("printed", ["45 to 1", "45 TO 1", "win 45 to 1", "1 wins 45", "$1 wins $45"])
def test_5_5_b_to_and_win_are_the_words(printed):
    assert not check(big_six(f'printed-odds = {{ bigsix-joker = "{printed}" }}'))


@pytest.mark.parametrize("printed", ["45:1", "45-1", "forty-five for one", "45"])
def test_5_5_b_neither_to_nor_win(printed):
    assert only(big_six(f'printed-odds = {{ bigsix-joker = "{printed}" }}')).paragraph == "19:47-5.5(b)"


def test_5_5_b_odds_in_a_pay_table_never_say_for():
    for as_of, by in (("1998-11-15", "19:47-5.5(a)"), ("1998-11-16", "19:47-5.5(b)")):
        violation = only(big_six('pay-table = { bigsix-joker = "46 for 1" }', as_of=as_of))
        assert violation.paragraph == by
        assert '"45 to 1"' in violation.remedy


def test_5_2_a_roulette_has_no_such_clause():
    assert not check(roulette('printed-odds = { straight = "36 for 1", column = "2:1" }'))


@pytest.mark.parametrize(
    ("printed", "by"),
    [("35 to 1", None), ("34 to 1", "5.2(a)"), ("34 for 1", "5.2(a)"), ("36 to 1", "8.5"), ("40 for 1", "8.5")],
)
def test_8_5_odds_in_print_are_those_paid(printed, by):
    found = check(roulette(f'printed-odds = {{ straight = "{printed}" }}'))
    assert [violation.cite for violation in found] == ([cite(by)] if by else [])


def test_8_5_better_odds_are_printed_as_paid():
    better = 'pay-table = { straight = "36 to 1" }'
    assert not check(roulette(better, 'printed-odds = { straight = "36 to 1" }'))
    violation = only(roulette(better, 'printed-odds = { straight = "35 to 1" }'))
    assert violation.what == "straight: the odds in print are 35 to 1; the odds paid are 36 to 1"
    assert violation.remedy.startswith('write printed-odds = { straight = "36 to 1" }')


def test_8_5_is_not_cited_before_it_was_adopted():
    assert only(roulette('printed-odds = { straight = "36 to 1" }', as_of="1983-12-04")).cite is None


def test_printed_odds_that_are_none():
    violation = only(roulette('printed-odds = { dozen = "double" }'))
    assert (violation.cite, violation.remedy) == (None, 'write printed-odds = { dozen = "2 to 1" }')


def test_read_printed_names_the_word_and_the_ways():
    assert read_printed("1,000 to 1") == ("to", (to(1000),))
    assert read_printed("1 for 1") == ("for", (to(1),))
    assert read_printed("0 to 0") == ("to", ())


def test_5_6_c_option_before_big_six_had_rules():
    violation = only(big_six(as_of="1989-04-30"))
    assert violation.what == "a procedure for big-six did not exist on 1989-04-30"
    assert violation.remedy == "write another as_of; accepted: dates from 1989-05-01 on"
    assert not check(big_six(as_of="1989-05-01"))


@pytest.mark.parametrize("chosen", ["void-respin", "previous-section-wins"])
@pytest.mark.parametrize("stated", ["void-respin", "previous-section-wins"])
def test_5_6_d_sign_must_state_the_option(chosen, stated):
    options = f'options = {{ clapper-between-two = "{chosen}" }}'
    found = check(big_six(options, notices=f'notices = {{ clapper-between-two = "{stated}" }}'))
    assert bool(found) is (chosen != stated)
    for violation in found:
        assert violation.paragraph == "19:47-5.6(d)"
        assert f'notices = {{ clapper-between-two = "{chosen}" }}' in violation.remedy


def test_5_6_d_sign_is_missing():
    assert only(big_six(notices="")).paragraph == "19:47-5.6(d)"
    assert only(big_six(notices="", as_of="2012-03-19")).paragraph == "13:69F-5.6(d)"


# --- 8.2: limits ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("low", "high", "conforms"), [("5.00", "4.50", False), ("5.00", "5.00", True)])
def test_8_2_minimum_above_the_maximum(low, high, conforms):
    found = check(roulette(f'limits = {{ straight = {{ min = "{low}", max = "{high}" }} }}'))
    assert bool(found) is not conforms
    for violation in found:
        assert (violation.paragraph, violation.basis) == ("19:47-8.2", "reconstructed")
        assert violation.remedy == 'set limits.straight.min to at most "4.50"'


@pytest.mark.parametrize(("high", "conforms"), [("4.50", False), ("5.00", True)])
def test_8_2_a_wagers_maximum_below_the_tables_minimum(high, conforms):
    found = check(roulette(f'limits = {{ table = {{ min = "5.00" }}, red = {{ max = "{high}" }} }}'))
    assert bool(found) is not conforms
    for violation in found:
        assert violation.remedy == 'set limits.red.max to at least "5.00"'


@pytest.mark.parametrize(("high", "conforms"), [("9.50", False), ("10.00", True)])
def test_8_2_no_step_fits_between_minimum_and_maximum(high, conforms):
    limits = f'limits = {{ dozen = {{ min = "6.00", max = "{high}", step = "5.00" }} }}'
    assert bool(check(roulette(limits))) is not conforms


@pytest.mark.parametrize(("low", "conforms"), [("0.25", False), ("0.50", True), ("0.75", False)])
@pytest.mark.parametrize("end", ["min", "step"])
def test_8_2_limits_in_whole_chips(low, conforms, end):
    found = check(roulette(f'limits = {{ straight = {{ {end} = "{low}" }} }}'))
    assert bool(found) is not conforms
    for violation in found:
        assert violation.cite.reading == "R-8.2-increments"
        assert f"set limits.straight.{end} to a multiple of $0.50" in violation.remedy


@pytest.mark.parametrize(
    ("limits", "remedy"),
    [
        ('red = { max = "20.00", total = "20.00" }', ""),
        ('red = { max = "20.00", total = "20.50" }', "set limits.red.total to at most $20"),
        ('table = { total = "0.75" }', "set limits.table.total to a multiple of $0.50"),
    ],
)
def test_8_2_a_total_can_be_reached_in_chips(limits, remedy):
    found = check(roulette(f"limits = {{ {limits} }}"))
    assert [(v.remedy, v.cite.reading) for v in found] == ([(remedy, "R-8.2-total")] if remedy else [])


def test_8_2_one_posted_limit_is_one_violation():
    assert len(check(roulette('limits = { table = { min = "5.25" } }'))) == 1


def test_8_2_odds_that_no_small_wager_can_be_paid_at():
    pays = 'pay-table = { red = "8 to 7" }'
    assert not check(roulette(pays, 'limits = { red = { min = "3.50" } }'))
    assert "multiple of $3.50" in only(roulette(pays, 'limits = { red = { min = "5.00" } }')).remedy


@pytest.mark.parametrize(
    "wrong", ['{ max = "0.00" }', '{ min = "-1.00" }', '{ max = "much" }', "{ step = true }", "500"]
)
def test_8_2_what_is_no_limit(wrong):
    violation = only(roulette(f"limits = {{ straight = {wrong} }}"))
    assert violation.paragraph == "19:47-8.2"
    assert violation.remedy.startswith("set limits.straight")


@pytest.mark.parametrize(
    ("table", "remedy"),
    [
        (
            'game = "keno"\noptions = { min-theoretical-return = "74.4%", max-spots = 3 }',
            "set pay-table-2 to higher prizes",
        ),
        ('game = "seven-card-stud"\noptions = { small-bet = "0.50" }', "set bring-in-amount to an amount up to 0.50"),
        (
            'game = "pai-gow-poker"\noptions = { bonus-package = "imperial" }\nlimits = { imperial = { min = "50" } }',
            "set imperial-limit to none, or 55000.00 and more",
        ),
    ],
)
def test_a_usual_value_that_does_not_go_with_what_is_written(table, remedy):
    """It is named like one that is written, and nothing is said of a sign that nobody put up."""
    remedies = [violation.remedy for violation in check(house(table, as_of="2013-01-01"))]
    assert any(told.startswith(remedy) for told in remedies)
    assert not any("say the same" in told for told in remedies)


def test_8_2_smallest_chip_must_be_money():
    assert not check(roulette('options = { smallest-chip = "0.25" }'))
    violation = only(roulette('options = { smallest-chip = "a nickel" }'))
    assert (violation.paragraph, violation.remedy) == (
        "19:47-8.2",
        'set smallest-chip to dollars and cents, like "25.00"',
    )


@pytest.mark.parametrize(("chip", "conforms"), [("25000.00", True), ("25000.01", False), ("1000000000", False)])
def test_8_2_no_smallest_chip_is_larger_than_any_chip(chip, conforms):
    found = check(roulette(f'options = {{ smallest-chip = "{chip}" }}'))
    assert [(v.cite.reading, v.remedy) for v in found] == (
        [] if conforms else [("R-8.2-largest-chip", "set smallest-chip to an amount up to 25000.00")]
    )


# --- names nobody knows --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "remedy"),
    [
        ('optoins = { wheel-kind = "double-zero" }', "write options instead of optoins"),
        ('options = { wheel-knd = "double-zero" }', "write wheel-kind instead of wheel-knd"),
        ('options = { wheel-kind = "doubel-zero" }', 'write options = { wheel-kind = "double-zero" }'),
        ("options = { five-adjacent = 7 }", "write options = { five-adjacent = true }, or false"),
        ('pay-table = { strait = "35 to 1" }', "write straight instead of strait"),
        ('limits = { insid = { max = "5.00" } }', "write inside instead of insid"),
        ('limits = { inside = { mx = "5.00" } }', "write max instead of mx"),
        ('layout = ["wheel-replcia"]', "write wheel-replica instead of wheel-replcia"),
        ('printed-odds = { dozens = "2 to 1" }', "write dozen instead of dozens"),
        ('options = { "pay-table.x" = 1 }', "leave pay-table.x out"),
        ('limits = { "table.min" = "5.00" }', "write table instead of table.min"),
    ],
)
def test_unknown_names_come_with_the_nearest(line, remedy):
    assert only(roulette(line)).remedy.startswith(remedy)


def test_unknown_notice():
    violation = only(roulette(notices='notices = { even-money-on-zero = "half", five-adjacnt = true }'))
    assert violation.remedy == "write five-adjacent instead of five-adjacnt"


def test_unknown_entry_of_the_file():
    violation = only(b"licence = 1\n" + roulette(as_of=None))
    assert (violation.table, violation.remedy) == (None, "write licensee instead of licence")


def test_unknown_game_and_no_game():
    wrong, none = check(house('game = "roulete"', 'id = "X"'))
    assert (wrong.table, wrong.remedy) == ("#1", "write roulette instead of roulete")
    assert (none.table, none.what) == ("X", "the table names no game")


def test_a_game_that_cannot_be_dealt_cannot_be_checked():
    from nomorebets.games import entries, is_written

    for name in entries():
        if not is_written(name):
            assert "leave the table out" in only(house(f'game = "{name}"')).remedy


def test_a_misspelt_option_does_not_make_its_sign_wrong():
    lines = ('options = { even-money-on-zero = "hole" }',)
    assert only(roulette(*lines, notices=WHOLE)).remedy == 'write options = { even-money-on-zero = "whole" }'


def test_ids_are_unique():
    table = f'id = "R-1"\ngame = "roulette"\n{HALF}'
    violation = only(house(table, table, table.replace("R-1", "R-2")))
    assert violation.what == "the id R-1 is already that of table #1"


# --- dates ---------------------------------------------------------------------------------------------------------


def test_each_table_goes_by_its_own_date():
    whole = f'game = "roulette"\noptions = {{ even-money-on-zero = "whole" }}\n{WHOLE}'
    assert not check(house(f"{whole}\nsince = 1998-08-17", as_of="1990-01-01"))
    assert {found.on for found in check(house(f"{whole}\nsince = 1990-01-01"))} == {date(1990, 1, 1)}


def test_before_the_chapter_nothing_conforms():
    violation = only(roulette(as_of="1978-06-01"))
    assert violation.remedy == "write another as_of; accepted: dates from 1978-06-02 on"


def test_without_a_date_the_newest_text_applies():
    assert only(roulette(as_of=None, notices="")).on == law.newest()


@pytest.mark.parametrize("day", law.effective_dates())
def test_a_plain_table_conforms_on_every_effective_date(day):
    assert not check(roulette(as_of=day))
    if day >= date(1989, 5, 1):
        assert not check(big_six(as_of=day))


# --- the examples and the report -----------------------------------------------------------------------------------


def test_the_example_conforms_and_names_its_signs():
    findings = examine((EXAMPLES / "house.toml").read_bytes())
    assert findings.violations == []
    assert [(t.label, t.on, t.notices) for t in findings.tables] == [
        ("R-1", date(1999, 3, 1), (("even-money-on-zero", "half", cite("5.2(b)")),)),
        ("B-1", date(1999, 4, 1), (("clapper-between-two", "previous-section-wins", cite("5.6(d)")),)),
    ]


def test_the_example_with_faults_shows_every_paragraph():
    found = check((EXAMPLES / "house-with-faults.toml").read_bytes())
    paragraphs = {str(violation.cite.paragraph) for violation in found if violation.cite}
    assert paragraphs == {
        "5.1(e)1i",
        "5.1(e)1i(1)",
        "5.1(e)1i(2)",
        "5.1(e)3i",
        "5.1(f)",
        "5.1(f)1",
        "5.2(a)",
        "5.2(b)",
        "5.2(c)",
        "5.2(d)",
        "5.5(b)",
        "5.6(b)",
        "5.6(d)",
        "8.2",
        "8.5",
    }
    commented = [line for line in (EXAMPLES / "house-with-faults.toml").read_text().splitlines() if " # " in line]
    assert len(found) >= len(commented) - 3  # three comments only explain
    assert len({violation.what for violation in found}) == len(found)
    assert all(violation.remedy and violation.what for violation in found)


def test_the_report_is_plain():
    findings = examine(roulette('pay-table = { first-five = "5 to 1" }'))
    assert report(findings) == {
        "licensee": None,
        "as_of": "1999-03-01",
        "conforms": False,
        "violations": [
            {
                "table": "#1",
                "game": "roulette",
                "what": "first-five pays 5 to 1; the minimum is 6 to 1",
                "cite": "19:47-5.2(a)",
                "basis": "text",
                "remedy": 'write pay-table = { first-five = "6 to 1" } or better odds',
            }
        ],
    }


# --- what the licensee must have chosen, and one fault named once ----------------------------------------------------


def chemin(*lines, as_of="2008-07-21"):
    return house("\n".join(('game = "chemin-de-fer"', *lines)), as_of=as_of)


TENS = 'options = { exposed-card-procedure = "burn-by-value", exposed-ten-extra = "10" }'


@pytest.mark.parametrize(
    ("lines", "as_of", "missing"),
    [
        ((), "2006-09-04", []),  # there was nothing to choose yet
        ((), "2006-09-05", ["4.12(h)"]),
        (('options = { exposed-card-procedure = "burn-one-face-down" }',), "2008-07-21", []),
        (('options = { exposed-card-procedure = "burn-by-value" }',), "2008-07-20", []),
        (('options = { exposed-card-procedure = "burn-by-value" }',), "2008-07-21", ["4.12(h)1"]),
        ((TENS,), "2008-07-21", []),
    ],
)
def test_4_12_h_the_house_has_chosen_its_procedure_in_advance(lines, as_of, missing):
    found = check(chemin(*lines, as_of=as_of))
    assert [str(violation.cite) for violation in found] == missing
    assert all("is not chosen" in violation.what and "among the options" in violation.remedy for violation in found)


def test_5_6_c_a_sign_states_the_choice_too():
    assert not check(big_six())
    assert not check(big_six('options = { clapper-between-two = "void-respin" }'))
    [missing] = check(big_six(notices=""))  # not chosen and no sign: one fault
    assert missing.paragraph == "19:47-5.6(d)"


def test_16_12_e_the_award_of_a_straight_flush_is_designated():
    game, meter = (
        'game = "caribbean-stud"\noptions = {{ {} }}',
        'progressive-initial = "5000", progressive-reset = "5000"',
    )
    assert only(house(game.format(meter))).paragraph == "19:47-16.12(e)"
    assert not check(house(game.format(f'{meter}, progressive-straight-flush = "fixed-5000"')))


def test_16_12_f_the_house_establishes_what_the_meter_begins_with():
    found = check(house('game = "caribbean-stud"\noptions = { progressive-straight-flush = "fixed-5000" }'))
    assert [v.paragraph for v in found] == ["19:47-16.12(f)"] * 2
    assert [v.what.split()[0] for v in found] == ["progressive-initial", "progressive-reset"]


@pytest.mark.parametrize("printed", ["win 45", "wins 45", "Win $45", "pays 45 to 1"])
def test_5_5_b_win_and_a_figure_are_lawful(printed):
    assert not check(big_six(f'printed-odds = {{ bigsix-joker = "{printed}" }}'))


def test_5_5_b_wins_twenty_on_the_twenty():
    assert not check(big_six('printed-odds = { bigsix-20 = "wins 20", bigsix-1 = "win 1" }'))
    short = only(big_six('printed-odds = { bigsix-20 = "wins 19" }'))
    assert short.what == "bigsix-20: the odds in print are 19 to 1; the minimum is 20 to 1"
    assert only(big_six('printed-odds = { bigsix-20 = "win 21 for 1" }')).paragraph == "19:47-5.5(b)"


def test_one_fault_is_named_once():
    sign = only(
        big_six('options = { clapper-between-two = "next" }', notices='notices = { clapper-between-two = "next" }')
    )
    assert sign.paragraph == "19:47-5.6(c)"
    assert sign.remedy.endswith("and have the sign say the same")
    odds = only(big_six('pay-table = { bigsix-joker = "40 to 1" }', 'printed-odds = { bigsix-joker = "40 to 1" }'))
    assert odds.what == "bigsix-joker pays 40 to 1; the minimum is 45 to 1"
    two = check(big_six('pay-table = { bigsix-joker = "40 to 1" }', 'printed-odds = { bigsix-joker = "30 to 1" }'))
    assert len(two) == 2


@pytest.mark.parametrize(("first", "second", "conforms"), [("4", "4", True), ("5", "5", True), ("4", "5", False)])
def test_13_6_b_higher_odds_are_the_same_throughout_the_casino(first, second, conforms):
    tables = [
        f'id = "M-{odds}{n}"\ngame = "mini-dice"\npay-table = {{ any-7 = "{odds} to 1" }}'
        for n, odds in enumerate((first, second))
    ]
    found = [v for v in check(house(*tables, as_of="2012-03-19")) if v.cite == cite("13.6(b)")]
    assert bool(found) is not conforms
    assert all(violation.what == "any-7 pays 5 to 1 where table M-40 pays 4 to 1" for violation in found)


def test_15_3_schedules_that_favour_patrons_or_give_back_too_little_are_reported():
    found = examine(
        b'[[table]]\nid = "K"\ngame = "keno"\nnotices = { payout-basis = "for" }\n'
        b'options = { pay-table-1 = "1:5", pay-table-2 = "2:8", min-theoretical-return = "60%" }'
    )
    assert [v.what.split(" gives back ")[0] for v in found.violations] == ["pay-table-2"]
    assert [w.what for w in found.warnings] == ["straight:1 favours the player: a unit gains 25.0000% on average (1/4)"]
    fair = examine(
        b'[[table]]\nid = "K"\ngame = "keno"\nnotices = { payout-basis = "for" }\noptions = { pay-table-1 = "1:4" }'
    )
    assert (fair.violations, fair.warnings) == ([], [])


FLOOR = """
[[table]]
id = "R-1"
game = "roulette"
since = 1999-01-01
until = 1999-04-01
approved = 1998-12-01
guide-filed = 1998-12-15
options = { even-money-on-zero = "whole" }
notices = { even-money-on-zero = "whole" }

[[table]]
id = "R-1"
game = "roulette"
since = 1999-04-01
approved = 1999-03-01
options = { even-money-on-zero = "half" }
notices = { even-money-on-zero = "half" }
"""


@pytest.mark.parametrize(
    ("was", "instead", "says"),
    [
        ("", "", ""),
        ("until = 1999-04-01", "until = 1999-03-31", "the next version begins on 1999-04-01"),
        ("until = 1999-04-01", "until = 1999-01-01", "from 1999-01-01 to before 1999-01-01"),
        ("approved = 1998-12-01\n", "", "without the day of its approval"),
        ("approved = 1999-03-01", "approved = 1999-04-01", ""),  # the same day is early enough
        ("approved = 1999-03-01", "approved = 1999-04-02", "approved on 1999-04-02"),
        ("until = 1999-04-01\n", "", "is already that of table #1"),
        (FLOOR[FLOOR.rindex("[[table]]") :], "", "no later version"),
    ],
)
def test_superseded_versions_of_a_table_are_kept_with_their_approval(was: str, instead: str, says: str) -> None:
    found = [violation.what for violation in check(FLOOR.replace(was, instead, 1).encode() if was else FLOOR.encode())]
    assert (found == []) is (says == "")
    assert not says or any(says in what for what in found), found


@pytest.mark.parametrize(("filed", "late"), [("1998-12-31", False), ("1999-01-01", False), ("1999-01-02", True)])
def test_8_5_a_guide_is_filed_before_it_is_used(filed: str, late: bool) -> None:
    found = check(FLOOR.replace("guide-filed = 1998-12-15", f"guide-filed = {filed}").encode())
    assert [violation.paragraph for violation in found] == (["19:47-8.5"] if late else [])
