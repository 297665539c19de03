"""Payout odds as they are written and read."""

from __future__ import annotations

import pytest

from nomorebets.errors import HouseRuleError
from nomorebets.games import open_table
from nomorebets.regulation.odds import LONGEST, Money, Odds, to
from nomorebets.table import Settings
from nomorebets.table.money import MOST
from nomorebets.table.record import house_lines


@pytest.mark.parametrize("odds", [to(1), to(3, 2), to(1_000), to(12_345), to(LONGEST), to(999_999_999, 10_000)])
def test_odds_are_read_back_as_they_are_written(odds: Odds) -> None:
    assert Odds.parse(str(odds)) == odds


@pytest.mark.parametrize("cents", [50, 2_500, 50_000_00, 999_999_999_99])
def test_sums_are_read_back_as_they_are_written(cents: int) -> None:
    assert Money.parse(str(Money(cents))) == Money(cents)


@pytest.mark.parametrize("text", ["100,001 to 1", "999999999 to 1", "999,999,999 to 9999", "999999999 for 1"])
def test_odds_beyond_any_table_are_refused(text: str) -> None:
    with pytest.raises(HouseRuleError, match="beyond what any table pays") as found:
        Odds.parse(text)
    assert found.value.accepts == "at most 100,000 to 1"
    with pytest.raises(HouseRuleError, match=r"red: .* beyond what any table pays"):
        open_table("roulette", settings=Settings(pay_table={"red": text}))


@pytest.mark.parametrize("text", ["1,0 to 1", ",,, to 1", "1,0000 to 1", "9999999999 to 1"])
def test_figures_that_nobody_writes_are_no_odds(text: str) -> None:
    with pytest.raises(HouseRuleError, match="is not payout odds"):
        Odds.parse(text)


def test_a_sum_beyond_any_table_is_refused() -> None:
    with pytest.raises(HouseRuleError, match=r"not a payout in dollars; accepted: .* below"):
        Money.parse("$1,000,000,000")


def test_the_largest_stake_at_the_longest_odds_fits_64_bits() -> None:
    assert 50 * to(LONGEST).of(MOST) < 2**63
    assert Money.parse("$999,999,999.99").of(MOST) <= MOST


def test_a_table_with_long_odds_is_opened_again_from_its_record() -> None:
    table = open_table("roulette", settings=Settings(pay_table={"straight": "100000 to 1"}))
    written = house_lines(table)
    again = open_table("roulette", settings=Settings(dict(written.options), dict(written.pays)))
    assert again.house == table.house
