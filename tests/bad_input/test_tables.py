"""Options, odds, limits, dates, strategies and figures that somebody asks for."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bad_input.nonsense import (
    ENDLESS,
    TABLES,
    amounts,
    anything,
    attempt,
    check_money,
    check_sentence,
    days,
    places,
)
from nomorebets.drivers.bots import BotTable, wagers_of
from nomorebets.drivers.chance import SeededChance
from nomorebets.errors import EditionError, RulesError
from nomorebets.games import entries, open_table
from nomorebets.pricing.sheet import odds, odds_at
from nomorebets.sim.simulate import MOST_ROUNDS, simulate
from nomorebets.table import Round, Settings, play
from nomorebets.table.record import read, record_of, reproduce, write

OPTIONS = {
    "wheel-kind": ("double-zero", "single-zero", "double-as-single"),
    "even-money-on-zero": ("half", "whole"),
    "half-loss-rounding": ("exact", "favour-player"),
    "five-adjacent": ("on", "off", True, 0, "yes"),
    "seven-numbers": ("on", "off"),
    "allow-trio023": ("on",),
    "match-play-accepted": ("on",),
    "verbal-cash-wagers": ("accept", "refuse"),
    "clapper-between-two": ("previous-section-wins", "void-respin"),
    "wheel": ("nj", "las-vegas", "$1 " * 54, "$1 $2 $5 $10 $20 joker flag " * 7 + "$1 $1 $1 $1 $1", "$1\n" * 3000),
    "smallest-chip": ("0.01", "0.07", 1, "10000000000", "0", "-1", "0\n\n"),
}
KINDS = (
    "straight",
    "split",
    "red",
    "five-adjacent",
    "seven-numbers",
    "first-five",
    "bigsix-joker",
    "table",
    "inside",
    "\n",
)

options = st.dictionaries(st.sampled_from(list(OPTIONS)) | st.text(max_size=8), st.none(), max_size=3).flatmap(
    lambda names: st.fixed_dictionaries({n: st.sampled_from(OPTIONS.get(n, ("on",))) | anything() for n in names})
)
odds_written = st.sampled_from(
    [
        "35 to 1",
        "36:1",
        "45 for 1",
        "999,999,999 to 1",
        "999999999 to 999999998",
        "0 to 0",
        "٣٦ to 1",
        "1" + " " * 3000 + "for 1",
    ]
)
pay_tables = st.dictionaries(st.sampled_from(KINDS) | st.text(max_size=8), odds_written | anything(), max_size=2)
limit = st.dictionaries(st.sampled_from(["min", "max", "step"]) | st.text(max_size=4), amounts(), max_size=3)
limits = st.dictionaries(st.sampled_from(KINDS) | st.text(max_size=8), limit | anything(), max_size=2)
asked = st.builds(Settings, options, st.just({}) | pay_tables, st.just({}) | limits)
games = st.sampled_from(["roulette", "big-six"])


@given(st.sampled_from(sorted(entries())) | st.text() | anything(), days())
@settings(max_examples=100, deadline=None)
def test_any_game_on_any_date_is_opened_or_refused(game_id: Any, day: Any) -> None:
    attempt(lambda: open_table(game_id, day))


@given(games, days(), asked)
@settings(max_examples=150, deadline=None)
def test_a_table_that_opens_can_be_dealt_recorded_and_reproduced(game_id: str, day: Any, asked: Settings) -> None:
    table = attempt(lambda: open_table(game_id, day, asked))
    if table is None:
        return
    wagers = attempt(lambda: wagers_of(table, "variety", 7))  # a smallest chip may be larger than any stake
    if wagers is None:
        return
    game = attempt(lambda: play(Round(table), BotTable(wagers, SeededChance(1))))
    if game is not None:
        check_money(game.table.felt)
        assert write(record_of(reproduce(read(write(record_of(game)))))) == write(record_of(game))


@given(st.data())
@settings(max_examples=80, deadline=None)
def test_odds_are_exact_or_refused(data: st.DataObject) -> None:
    game_id = data.draw(games)
    table = attempt(lambda: open_table(game_id, None, data.draw(asked)))
    if table is None:
        return
    wager = data.draw(places(table).filter(lambda name: name is not None))
    stake = data.draw(st.none() | amounts())
    strategy = data.draw(st.none() | st.text(max_size=10)) if data.draw(st.integers(0, 9)) == 0 else None
    sheet = attempt(lambda: odds_at(table, wager=wager, stake=stake, strategy=strategy))
    if sheet is not None:
        for line in sheet.values():
            assert sum(outcome.probability for outcome in line.outcomes) == 1
            assert line.edge <= 1


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_a_strategy_makes_wagers_or_is_refused(data: st.DataObject) -> None:
    table = data.draw(st.sampled_from(TABLES))
    one = st.builds(lambda on, amount: f"{on}@{amount}", places(table), amounts()) | places(table).map(str)
    strategy = data.draw(st.just("variety") | st.lists(one, max_size=3).map("+".join) | st.text())
    seats = data.draw(st.integers(-3, 105) | st.sampled_from([10**9, 10**400]))
    wagers = attempt(lambda: wagers_of(table, strategy, seats))
    if wagers is not None:
        assert {wager.seat for wager in wagers} == set(range(1, seats + 1))


@pytest.mark.parametrize("table", TABLES, ids=range(len(TABLES)))
def test_the_usual_bots_are_within_the_limits(table: Any) -> None:
    game = play(Round(table), BotTable(wagers_of(table, "variety", 100), SeededChance(2)))
    assert len(game.rulings) == 100


@given(
    st.sampled_from([0, -1, MOST_ROUNDS + 1, 10**400, 1.0, True, None, "1000", float("nan")]) | anything(),
    st.sampled_from([0, -1, 257, 1.0, None, "2"]) | st.just(1),
    st.sampled_from([-1, 2**64, 10**400, 1.5, None, "0"]) | st.just(0),
)
@settings(max_examples=80, deadline=None)
def test_simulations_nobody_can_run_are_refused(rounds: Any, workers: Any, seed: Any) -> None:
    if type(rounds) is int and 1 <= rounds <= MOST_ROUNDS:
        rounds = -rounds
    with pytest.raises(RulesError) as refused:
        simulate(TABLES[0], rounds, seed, workers)
    check_sentence(refused.value)


@given(st.data())
@settings(max_examples=30, deadline=None)
def test_a_simulated_wager_exists_or_is_refused(data: st.DataObject) -> None:
    table = data.draw(st.sampled_from(TABLES))
    wager = data.draw(places(table).filter(lambda name: isinstance(name, str)))
    result = attempt(lambda: simulate(table, data.draw(st.integers(1, 100)), wager=wager))
    if result is not None:
        assert all(-1e9 < line.edge <= 1 for line in result.lines)


def test_numbers_without_end_are_refused_like_others() -> None:
    for asked in (
        Settings({"smallest-chip": ENDLESS}),
        Settings({"wheel-kind": ENDLESS}),
        Settings({"wheel-kind": [ENDLESS]}),
        Settings({}, {"straight": ENDLESS}),
        Settings({}, {}, {"table": ENDLESS}),
        Settings({}, {}, {"table": {"min": ENDLESS}}),
        Settings({}, {}, {"table": {"min": {"max": ENDLESS}}}),
    ):
        with pytest.raises(RulesError) as refused:
            open_table("roulette", None, asked)
        check_sentence(refused.value)
    for rounds, seed, workers in ((ENDLESS, 0, 1), (1, ENDLESS, 1), (1, 0, ENDLESS)):
        with pytest.raises(RulesError) as refused:
            simulate(TABLES[0], rounds, seed, workers)
        check_sentence(refused.value)


def test_a_date_is_asked_for_where_none_was_given() -> None:
    with pytest.raises(EditionError, match=r"is not a date; accepted: a date, like date\(1998, 11, 16\)"):
        odds("roulette", as_of="1998-11-16")  # type: ignore[arg-type]
