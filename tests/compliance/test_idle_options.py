"""An option that decides nothing at a table is in no guide, sign, report or form of it (8.3, 8.5)."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from nomorebets.compliance.guide import guide_of
from nomorebets.games import named, open_table
from nomorebets.papers.report import make_report
from nomorebets.pricing.changes import other_values
from nomorebets.pricing.sheet import odds_at
from nomorebets.regulation import names
from nomorebets.table import Settings, Table
from nomorebets.table.house import in_effect, required_signs

WAR = ("war-tie-bonus", "war-burn", "surrender", "war-tie")


def decided(table: Table) -> set[str]:
    return {option.id for option, _ in in_effect(table.game, table.house)}


def opened(game: str, *, pays: dict[str, object] | None = None, **options: object) -> Table:
    return open_table(game, None, Settings({k.replace("_", "-"): v for k, v in options.items()}, dict(pays or {})))


def test_what_a_file_leaves_without_effect_is_in_none_of_its_papers():
    table = open_table("sample:quick-peace")
    assert not {"tie-odds", *WAR} & decided(table)
    assert {"tie-odds", *WAR[:3]} <= decided(open_table("casino-war"))
    guide = guide_of(table)
    named = [names.option(option) for option in ("tie-odds", *WAR)]
    assert not [one.what for one in guide.choices if one.what.startswith(tuple(named))]
    assert not [one.says for one in guide.rules if "war wager equal" in one.says or "war card" in one.says]
    assert any("war wager equal" in one.says for one in guide_of(open_table("casino-war")).rules)
    report = make_report(table, made=date(2026, 1, 2), sensitivity=False)
    assert not {"tie-odds", *WAR} & {option.id for option, _, _ in report.options}
    assert not {"tie-odds", *WAR} & {option.id for option, _ in other_values(table)}


@pytest.mark.parametrize(
    ("game", "settings", "option", "decides"),
    [
        ("casino-war", {"tie_wager_offered": "off"}, "tie-odds", False),
        ("craps", {}, "commission-rate", True),
        ("craps", {"buy_lay_offered": "off"}, "commission-rate", False),
        ("craps", {"buy_lay_offered": "off"}, "place-lose-come-out", True),  # place bets to lose are still taken
        ("blackjack", {}, "progressive-rate", False),
        ("blackjack", {"progressive": "on"}, "progressive-rate", True),
        ("blackjack", {"additional_wager": "sevens"}, "sevens-mode", True),
        ("blackjack", {"additional_wager": "sevens"}, "same-suit-table", False),
        ("blackjack", {"resplit": "none"}, "resplit-aces", False),
        ("blackjack", {"resplit": "up-to-limit"}, "resplit-aces", True),
        ("blackjack", {"streak": "on"}, "streak-surrender", False),  # nobody surrenders there
        ("blackjack", {"streak": "on", "surrender": "late"}, "streak-surrender", True),
        ("roulette", {"even_money_on_zero": "half"}, "half-loss-rounding", True),
        ("roulette", {"even_money_on_zero": "whole"}, "half-loss-rounding", False),
        ("punto-banco", {"offer_bonus": "on"}, "bonus-paytable", True),
        ("punto-banco", {"offer_bonus": "off"}, "bonus-paytable", False),
        ("punto-banco", {"burn_rule": "none"}, "ten-burn-count", False),
        ("punto-banco", {"deal_display": "squeeze"}, "squeeze-no-wager-hand", True),
        ("three-card-poker", {"offer_pair_plus": "off"}, "pair-plus-table", False),
        ("three-card-poker", {"offer_pair_plus": "on"}, "pair-plus-table", True),
        ("double-down-stud", {"dealing_method": "manual-shoe"}, "shoe-location", True),
        ("pokette", {"offer_poker_hands": "off"}, "ace-low", False),
        ("holdem", {"structure": "no-limit"}, "raises-cap", False),
        ("holdem", {"structure": "fixed-limit"}, "raises-cap", True),
        ("holdem", {"ante_amount": "0.50"}, "ante-from", True),
        ("keno", {"aggregate_limit": "50000.00"}, "aggregate-rule", True),
        ("keno", {"aggregate_limit": "none"}, "aggregate-rule", False),
        ("red-dog", {"deal_method": "shoe"}, "burn-after-shuffle", True),
        ("red-dog", {"deal_method": "continuous-shuffler"}, "burn-after-shuffle", False),
        ("red-dog", {"deal_method": "continuous-shuffler"}, "reshuffle-at-will", False),
        ("holdem", {"button_rule": "dead-button"}, "missed-blind", True),
        ("holdem", {"button_rule": "moving-button"}, "missed-blind", False),
        ("holdem", {"rake_percent": "0"}, "rake-cap", False),
        ("holdem", {"rake_percent": "0"}, "rake-no-flop-no-drop", False),
        ("holdem", {"jackpot_drop": "1.00"}, "rake-no-flop-no-drop", True),
        ("holdem", {"rake_percent": "0", "jackpot_drop": "1.00"}, "rake-no-flop-no-drop", True),  # it spares that too
    ],
)
def test_an_option_decides_only_where_there_is_something_to_decide(game, settings, option, decides):
    assert (option in decided(opened(game, **settings))) is decides


@pytest.mark.parametrize(
    ("game", "pays", "option", "decides"),
    [
        ("casino-war", {"tie": "10 to 1"}, "tie-odds", True),
        ("casino-war", {"tie": "12 to 1"}, "tie-odds", False),
        ("craps", {"field-2": "5 to 1"}, "field-2", False),
        ("craps", {"field-2": "5 to 1"}, "field-12", True),
        ("blackjack", {"blackjack.blackjack": "2 to 1"}, "blackjack-pays", False),
        ("three-card-poker", {"pair-plus.pair": "2 to 1"}, "pair-plus-table", True),  # the other rows are the table's
    ],
)
def test_odds_that_a_pay_table_sets_are_not_stated_by_an_option_beside_it(game, pays, option, decides):
    assert (option in decided(opened(game, pays=pays))) is decides


def test_8_3_no_sign_is_due_of_an_option_that_decides_nothing():
    limited, unlimited = (opened("holdem", structure=name) for name in ("fixed-limit", "no-limit"))
    assert "raises-cap" in required_signs(limited.game, limited.house)
    assert "raises-cap" not in required_signs(unlimited.game, unlimited.house)


def test_a_wager_that_a_file_leaves_out_takes_its_options_along(tmp_path: Path):
    file = tmp_path / "peace.toml"
    limits = '[limits]\ntable = { min = "5.00", max = "500.00" }\n'
    file.write_text(f'without = ["tie"]\ngame = "casino-war"\nname = "No Ties"\n{limits}', encoding="utf-8")
    game, settings = named(str(file))
    assert not {"tie-odds", "tie-wager-offered"} & decided(open_table(game, None, settings))


@pytest.mark.parametrize("game", ["sample:quick-peace", "punto-banco", "double-down-stud", "three-card-poker"])
def test_what_is_said_to_decide_nothing_changes_no_edge(game):
    """The odds are asked what the register says: every other value of an idle option leaves them all as they are."""
    table = open_table(game)
    known = {wager: line.edge for wager, line in odds_at(table).items()}
    idle = [o for o in table.game.terms.all_options if table.house.get(o) is not None and o.id not in decided(table)]
    assert idle
    for option in idle:
        for value in option.possible(table.as_of):
            other = open_table(game, None, Settings({option.id: value}))
            assert {wager: line.edge for wager, line in odds_at(other).items()} == known, (option.id, value)
