"""What options of a blackjack table need of each other, and what the check says of it."""

from __future__ import annotations

import pytest

from nomorebets.compliance import check as checking
from nomorebets.games.twenty_one.cutting import cards_behind
from nomorebets.table.house import Settings, set_up_house
from side_tables import GAME, faults, side_table


def paragraphs(**options: object) -> list[str]:
    return [str(fault.by) for fault in faults(**options)]


@pytest.mark.parametrize(("decks", "found"), [(1, []), (2, []), (3, ["2.2(a)1"]), (8, ["2.2(a)1"])])
def test_2_2_a_1_a_game_from_the_hand_has_one_or_two_decks(decks, found):
    assert paragraphs(dealing="hand", decks=str(decks)) == found
    assert paragraphs(dealing="shoe", decks=str(decks)) == []


@pytest.mark.parametrize(("decks", "fits"), [(1, False), (2, True), (3, False), (6, True)])
def test_2_2_a_double_shoe_has_as_many_decks_on_either_side(decks, fits):
    assert paragraphs(dealing="double-shoe", decks=str(decks)) == ([] if fits else ["2.2 R-2.2-double-shoe"])


def test_2_11_e_no_resplitting_at_a_multiple_action_table():
    (fault,) = faults(multiple_action="on", resplit="up-to-limit")
    assert str(fault) == (
        "multiple-action = on needs a table at which pairs are split once [13:69F-2.11(e)]; accepted: resplit = none"
    )
    assert paragraphs(multiple_action="on", resplit="none") == []
    assert paragraphs(multiple_action="off", resplit="up-to-limit") == []


def test_2_11_e_aces_are_split_again_only_where_other_pairs_are():
    assert paragraphs(resplit_aces="allowed", resplit="none") == ["2.11(e)"]
    assert paragraphs(resplit_aces="allowed", resplit="up-to-limit") == []


@pytest.mark.parametrize(("boxes", "fits"), [("0", False), ("1", True), ("7", True), ("8", False)])
def test_2_11_e_one_to_seven_boxes(boxes, fits):
    assert (faults(boxes=boxes) == []) == fits


def test_2_7_even_money_only_at_3_to_2():
    assert paragraphs(even_money="on", blackjack_pays="6:5") == ["2.7(c) R-2.7-even-money-odds"]
    assert paragraphs(even_money="on", blackjack_pays="3:2") == []
    assert side_table(blackjack_pays="3:2").house.options["even-money"] == "on"
    assert side_table(blackjack_pays="6:5").house.options["even-money"] == "off"


@pytest.mark.parametrize(
    ("depth", "decks", "fits"),
    [
        ("1/4", "8", True),
        ("1/3", "6", True),
        ("1/5", "6", False),
        ("78", "6", True),
        ("77", "6", False),
        ("13", "1", True),
        ("12", "1", False),
        ("51", "1", True),
        ("52", "1", False),
    ],
)
def test_2_5_d_a_quarter_of_the_stack_stays_behind_the_cutting_card(depth, decks, fits):
    assert paragraphs(cut_depth=depth, decks=decks) == ([] if fits else ["2.5(d)"])


@pytest.mark.parametrize("depth", ["", "1/0", "0/4", "5/4", "a quarter", "-3", "1/4/2", "12345"])
def test_2_5_d_what_is_no_depth_is_refused(depth):
    assert paragraphs(cut_depth=depth) == ["2.5(d)"]


def test_2_5_d_cards_behind():
    assert (cards_behind("1/4", 416), cards_behind("1/3", 52), cards_behind("100", 312)) == (104, 18, 100)


def test_2_2_a_whichever_is_settled_first_the_other_is_named():
    """A table whose decks come after the wager that needs them."""
    from msgspec.structs import replace

    later = tuple(option for option in GAME.terms.options if option.id != "decks")
    decks = next(option for option in GAME.terms.options if option.id == "decks")
    turned = replace(GAME, terms=replace(GAME.terms, options=(*later, decks)))
    _, found = set_up_house(turned, side_table().as_of, Settings({"in-between": "12", "decks": "1"}))
    assert [str(fault) for fault in found] == [
        "decks = 1 needs another in-between than 12, which needs two decks or more [13:69F-2.2(a)2]; "
        "accepted: decks = 2 or more, or another in-between than 12"
    ]


# --- the check -------------------------------------------------------------------------------------------------------


@pytest.fixture
def found():
    """The findings of the check on one table of blackjack with these options."""

    def examine(options: str, more: str = "") -> checking.Findings:
        return checking.examine(
            f'[[table]]\nid = "BJ-1"\ngame = "blackjack"\noptions = {{ {options} }}\n{more}'.encode()
        )

    return examine


def test_2_17_same_suit_by_table_b_favours_the_player_from_four_decks_on(found):
    for decks, warned in ((1, 0), (2, 0), (4, 1), (8, 1)):
        findings = found(f'decks = "{decks}", additional-wager = "same-suit", same-suit-table = "B"')
        warnings = [warning for warning in findings.warnings if warning.what.startswith("same-suit")]
        assert len(warnings) == warned, decks
        assert not any("same-suit" in violation.what for violation in findings.violations)
    (warning,) = findings.warnings
    assert warning.what.startswith("same-suit favours the player: a unit gains 1.3531% on average (")
    assert str(warning.cite) == "2.17(e) R-2.17-same-suit-odds"
    assert checking.report(findings)["warnings"][0]["remedy"].startswith("choose other odds or options for same-suit")


@pytest.mark.parametrize(("decks", "favours"), [("1", True), ("8", False)])
def test_2_3_the_main_wager_of_one_deck_favours_the_player(found, decks, favours):
    warned = [warning.what.split(":")[0] for warning in found(f'decks = "{decks}"').warnings]
    assert warned == (["blackjack favours the player"] if favours else [])


def test_2_17_same_suit_by_table_a_does_not(found):
    findings = found('decks = "8", additional-wager = "same-suit"')
    assert findings.warnings == []
    assert "warnings" not in checking.report(findings)


def test_2_25_better_odds_that_favour_the_player_are_warned_of(found):
    own = 'pay-table = { "optional-bonus.flush" = "12 to 1" }\nnotices = { optional-bonus = true }'
    findings = found('decks = "6", optional-bonus = true', own)
    assert [warning.what.split(":")[0] for warning in findings.warnings] == ["optional-bonus favours the player"]


def test_2_19_a_meter_above_its_break_even_is_warned_of(found):
    (warning,) = found('progressive = true, progressive-initial = "200000.00"').warnings
    assert warning.what.startswith("progressive favours the player")


def test_2_2_a_3_the_check_says_what_to_write(found):
    (violation,) = [
        v for v in found('decks = "2", progressive = true').violations if v.cite and v.cite.section == "2.2"
    ]
    assert (violation.what, violation.remedy) == (
        "progressive = on needs four decks or more",
        "set decks = 4 or more, or choose another progressive",
    )
