"""Signs and guides of blackjack tables with side wagers, made from what the table is run by."""

from __future__ import annotations

import pytest

from nomorebets.compliance.guide import guide_of
from nomorebets.games import open_table
from nomorebets.regulation import names
from nomorebets.table import Settings
from nomorebets.table.house import required_signs
from side_tables import side_table

OFFERED = {
    "progressive": ("on", "Progressive: one ace: win $3"),
    "blackjack-bonus": ("on", "Blackjack bonus: player: 15 to 1"),
    "streak": ("on", "Streak of 5: 37 to 1"),
    "match-the-dealer": ("on", "Match the dealer: two suited: 28 to 1"),
    "twenty-point-bonus": ("B", "20-point bonus: queens: 200 to 1"),
    "optional-bonus": ("on", "Optional bonus: flush: 9 to 1"),
    "in-between": ("10", "In between: spread 1: 10 to 1"),
}


@pytest.mark.parametrize("name", OFFERED)
def test_8_3_the_sign_of_a_side_wager_says_what_it_pays(name):
    value, line = OFFERED[name]
    signs = guide_of(side_table(**{name: value})).signs
    (sign,) = [sign for sign in signs if sign.lines[0] == names.sign(name, value)]
    assert line in sign.lines
    assert sign.by.cite == "13:69F-8.3"


def test_8_5_the_guide_lists_every_side_wager_with_its_odds():
    guide = guide_of(side_table(additional_wager="sevens", in_between="12"))
    pays = {row.wager: dict(row.pays) for row in guide.wagers}
    assert pays["sevens"]["first three suited"] == "5,000 to 1"
    assert pays["in-between"] == {
        "three of a kind": "30 to 1",
        "spread 1": "12 to 1",
        "spread 2": "6 to 1",
        "spread 3": "4 to 1",
        "spread 4 or more": "1 to 1",
    }
    assert "same-suit" not in pays


def test_8_5_the_guide_says_how_firm_a_side_wager_is():
    guide = guide_of(side_table(additional_wager="over-under", optional_bonus="on"))
    notes = {row.wager: row.by.note for row in guide.wagers}
    assert notes["over-13"] == ""
    assert notes["optional-bonus"] == "reconstructed"


def test_8_3_a_table_without_side_wagers_has_no_sign_of_them():
    said = [line for sign in guide_of(side_table()).signs for line in sign.lines]
    assert not any(name.replace("-", " ") in line.lower() for line in said for name in OFFERED)


@pytest.mark.parametrize(
    ("option", "value", "beside"),
    [
        ("surrender", "late", {}),
        ("soft-17", "hit", {}),
        ("resplit", "up-to-limit", {}),
        ("resplit-aces", "allowed", {"resplit": "up-to-limit"}),
        ("multiple-action", "on", {}),
        ("five-card-21", "2:1", {}),
        ("five-card-21", "3:1", {}),
        ("hand-fee", "0.25", {}),
        ("hand-fee", "0.50", {}),
    ],
)
def test_8_3_every_option_with_notice_has_its_sign(option, value, beside):
    """Also a value that is not in the list."""
    table = side_table(**{option: value}, **beside)
    assert option in required_signs(table.game, table.house)
    assert option not in required_signs(table.game, side_table().house)


def test_8_5_the_guide_of_a_table_prices_nothing_and_tells_how_a_round_is_played(monkeypatch):
    """What is added to a wager is paid as that is; three wagers against three hands are too."""

    def never(*words, **more):
        raise AssertionError("the whole sheet is priced for a guide")

    monkeypatch.setattr("nomorebets.pricing.sheet.odds_at", never)
    for options, mains in (({}, ["blackjack"]), ({"multiple-action": "on"}, ["multi-1", "multi-2", "multi-3"])):
        guide = guide_of(open_table("blackjack", settings=Settings(dict(options))))
        pays = {row.wager: row.pays for row in guide.wagers}
        assert pays["blackjack"] == (("win", "1 to 1"), ("blackjack", "3 to 2"))
        assert pays["double"] == pays["split"] == (("", "as the Blackjack wager"),)
        assert set(mains) <= set(pays)
        assert len(guide.steps) > 6
