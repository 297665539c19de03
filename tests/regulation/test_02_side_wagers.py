"""Side wagers of blackjack: 13:69F-2.2(a) and (b)3ii, 2.17, 2.19, 2.20 and 2.22 to 2.26, paragraph by paragraph."""

from __future__ import annotations

from datetime import date

import pytest
from msgspec.structs import replace

from nomorebets.errors import EditionError, HouseRuleError, WagerRefused
from nomorebets.games.blackjack.side_wagers import marker_after
from nomorebets.regulation import cite, law
from nomorebets.table import Round, Wager
from nomorebets.table.house import required_signs
from side_tables import GAME, box, faults, net, settled, side_table
from told import told

# --- how many decks --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "value", "decks", "allowed", "by"),
    [
        ("twenty-point-bonus", "A", 1, False, "2.2(a)2"),
        ("twenty-point-bonus", "B", 2, True, ""),
        ("in-between", "10", 1, False, "2.2(a)2"),
        ("in-between", "12", 2, True, ""),
        ("additional-wager", "sevens", 3, False, "2.2(a)3"),
        ("additional-wager", "sevens", 4, True, ""),
        ("progressive", "on", 3, False, "2.2(a)3"),
        ("progressive", "on", 4, True, ""),
        *(
            (option, "on", decks, decks in (6, 8), "2.2(a)4")
            for option in ("match-the-dealer", "optional-bonus")
            for decks in (4, 5, 6, 7, 8, 9)
        ),
        ("additional-wager", "over-under", 1, True, ""),
        ("additional-wager", "same-suit", 1, True, ""),
        ("streak", "on", 1, True, ""),
        ("blackjack-bonus", "on", 1, True, ""),
    ],
)
def test_2_2_a_decks_that_a_wager_needs(option, value, decks, allowed, by):
    found = faults(**{option: value, "decks": str(decks)})
    assert [str(fault.by) for fault in found] == ([] if allowed else [by])


def test_2_2_a_2_the_refusal_says_what_would_be_accepted():
    (fault,) = faults(in_between="12", decks="1")
    assert isinstance(fault, HouseRuleError)
    assert str(fault) == ("in-between = 12 needs two decks or more [13:69F-2.2(a)2]; accepted: decks = 2 or more")


def test_2_2_a_4_a_wager_that_is_off_needs_no_decks():
    assert faults(match_the_dealer="off", decks="1") == []
    assert side_table(decks="1").house.options["match-the-dealer"] == "off"


def test_2_2_b_3_ii_an_ace_counts_one_for_over_and_under():
    table = side_table(additional_wager="over-under")
    lost = settled(table, "over-13", box("As Kd"))  # eleven, not twenty-one
    assert lost is not None
    assert (lost.net, str(lost.by)) == (-100, "2.2(b)3ii")
    assert net(table, "under-13", box("As Ad")) == 100  # two
    assert net(table, "under-13", box("As 5d")) == 100  # six, not sixteen
    assert str(settled(table, "over-13", box("As 2d")).by) == "2.17(b)1"  # as eleven it would have been 13


# --- over and under 13 -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "over", "under"),
    [("6s 6d", -100, 100), ("6s 7d", -100, -100), ("3s Td", -100, -100), ("7s 7d", 100, -100), ("Ts Kd", 100, -100)],
)
def test_2_17_b_1_more_and_less_than_13(cards, over, under):
    table = side_table(additional_wager="over-under")
    assert net(table, "over-13", box(cards)) == over
    assert net(table, "under-13", box(cards)) == under


def test_2_17_b_2_under_loses_by_its_own_paragraph():
    assert str(settled(side_table(additional_wager="over-under"), "under-13", box("Ts 4d")).by) == "2.17(b)2"


def test_2_17_c_thirteen_loses_both():
    table = side_table(additional_wager="over-under")
    for wager in ("over-13", "under-13"):
        lost = settled(table, wager, box("6s 7d"))
        assert (lost.outcome, str(lost.by)) == ("lose", "2.17(c)")


def test_2_17_a_one_kind_at_a_table():
    table = side_table(additional_wager="over-under")
    assert {"over-13", "under-13"} <= set(table.layout.kinds())
    assert not {"same-suit", "sevens"} & set(table.layout.kinds())
    assert not {"over-13", "under-13", "same-suit", "sevens"} & set(side_table().layout.kinds())


def offered_by(value: str) -> set[str]:
    return set(side_table(additional_wager=value).layout.kinds()) & {"over-13", "under-13", "same-suit", "sevens"}


def test_2_17_a_1_over_and_under_are_offered_together():
    assert offered_by("over-under") == {"over-13", "under-13"}


def test_2_17_a_2_same_suit():
    assert offered_by("same-suit") == {"same-suit"}


def test_2_17_a_3_sevens():
    assert offered_by("sevens") == {"sevens"}


@pytest.mark.parametrize("kind", ["over-13", "under-13", "same-suit", "sevens"])
def test_2_17_a_the_stake_is_exactly_one_dollar(kind):
    stake = GAME.bet[kind].stake
    assert stake is not None
    assert (stake.amount, str(stake.by)) == (100, "2.17(a)")


@pytest.mark.parametrize("kind", ["over-under", "same-suit", "sevens"])
def test_2_17_a_never_beside_the_progressive_wager(kind):
    (fault,) = faults(additional_wager=kind, progressive="on")
    assert str(fault) == (
        "progressive = on needs a table without an additional wager [13:69F-2.17(a)]; accepted: additional-wager = none"
    )
    assert faults(additional_wager="none", progressive="on") == []


def test_2_17_a_a_wager_that_is_not_offered_has_no_odds():
    with pytest.raises(HouseRuleError, match=r"does not offer.*accepted: additional-wager = same-suit"):
        side_table(pay_table={"same-suit.suited": "3 to 1"})


def test_2_17_a_there_was_none_before_the_section_is_seen():
    with pytest.raises(EditionError):
        side_table(as_of=date(1999, 12, 31), additional_wager="over-under")
    assert side_table(as_of=date(2000, 1, 3), additional_wager="over-under").house.options["decks"] == "8"


# --- same suit, sevens -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "by_a", "by_b"),
    [
        ("Ks Qs", 2500, 1000),
        ("Qd Kd", 2500, 1000),
        ("Ks Qd", -100, -100),
        ("Ks Ks", 250, 300),
        ("2c 9c", 250, 300),
        ("2c 2d", -100, -100),
    ],
)
def test_2_17_b_3_two_cards_of_one_suit(cards, by_a, by_b):
    for letter, wins in (("A", by_a), ("B", by_b)):
        table = side_table(additional_wager="same-suit", same_suit_table=letter, decks="2")
        assert net(table, "same-suit", box(cards)) == wins


@pytest.mark.parametrize(
    ("cards", "drawn", "wins"),
    [
        ("2c 7c", "7d", -100),
        ("7c 2c", "7d", 300),
        ("7c 2c", "", 300),
        ("7c 7d", "2c", 5000),
        ("7c 7c", "2c", 10_000),
        ("7c 7c", "7d", 50_000),
        ("7c 7d", "7h", 50_000),
        ("7c 7c", "7c", 500_000),
        ("7c 7d", "", None),
        ("7c 7c", "7c 7c", 500_000),
    ],
)
def test_2_17_b_4_sevens_from_the_first_card_on(cards, drawn, wins):
    assert net(side_table(additional_wager="sevens"), "sevens", box(cards, drawn=drawn)) == wins


@pytest.mark.parametrize(
    ("cards", "drawn", "wins"),
    [
        ("2c 3c", "4c", -100),
        ("2c 3c", "7c", 300),
        ("2c 7c", "4c", 300),
        ("7c 2c", "7d", 500),
        ("7c 2c", "7c", 1000),
        ("7c 7d", "7h", 10_000),
        ("7c 7c", "7c", 50_000),
        ("7c 2c", "", None),
        ("2c 3c", "", None),
    ],
)
def test_2_17_b_4_any_of_three_by_the_letter(cards, drawn, wins):
    table = side_table(additional_wager="sevens", sevens_mode="any-of-three")
    assert net(table, "sevens", box(cards, drawn=drawn)) == wins


def test_2_17_b_4_a_round_that_is_over_without_a_third_card():
    table = side_table(additional_wager="sevens")
    assert net(table, "sevens", box("7c 7d", net=-1000)) == 5000


@pytest.mark.parametrize(
    ("options", "wager", "cards"),
    [
        ({"additional_wager": "over-under"}, "over-13", "2c 3d"),
        ({"additional_wager": "over-under"}, "under-13", "Tc 9d"),
        ({"additional_wager": "same-suit"}, "same-suit", "2c 3d"),
        ({"additional_wager": "sevens"}, "sevens", "2c 7d"),
    ],
)
def test_2_17_d_losers_are_known_with_the_second_card(options, wager, cards):
    """Nothing but the two cards is needed, so that they can be collected before a third one is dealt."""
    result = settled(side_table(**options), wager, box(cards))
    assert result is not None
    assert result.outcome == "lose"


@pytest.mark.parametrize("main", [-1000, 0, 1000])
def test_2_17_e_a_side_wager_is_settled_on_its_own(main):
    table = side_table(additional_wager="over-under")
    assert net(table, "over-13", box("Tc 9d", drawn="9c", net=main)) == 100


def test_2_17_b_it_goes_only_with_a_blackjack_wager():
    table = Round(side_table(additional_wager="over-under"))
    table.felt.put_down(Wager(1, "over-13", 100), cite("2.17(b)"))
    with pytest.raises(
        WagerRefused, match=r"\$1 on Over 13 refused: it goes only with a main wager \[13:69F-2\.17\(b\)\]"
    ):
        GAME.betting.complete(table, 1)
    table.felt.put_down(Wager(1, "blackjack", 1000), cite("2.17(b)"))
    GAME.betting.complete(table, 1)


def test_2_20_both_blackjacks_can_be_wagered_on():
    table = side_table(blackjack_bonus="on")
    assert table.place("blackjack-bonus").id == table.place("blackjack-bonus:player").id == "blackjack-bonus"
    assert table.place("blackjack-bonus:dealer").kind == "blackjack-bonus"


# --- progressive blackjack -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "drawn", "wins"),
    [
        ("Kc As", "", -100),
        ("As Kc", "", 200),
        ("As Ad", "2c", 2400),
        ("As As", "2c", 4900),
        ("As Ad", "Ac 2c", 24_900),
        ("As As", "As 2c", 249_900),
        ("As As", "As Ad", 99_900),
        ("As As", "As As", 999_900),
        ("As Ad", "", None),
        ("As Ad", "Ah", None),
    ],
)
def test_2_19_aces_from_the_first_card_on(cards, drawn, wins):
    """Sums of money are won without the stake; four aces win of a meter of $10,000."""
    table = side_table(progressive="on")
    assert net(table, "progressive", box(cards, drawn=drawn, meter=1_000_000)) == wins


def test_2_19_a_round_that_is_over_is_paid_by_the_aces_there_are():
    assert net(side_table(progressive="on"), "progressive", box("As Ad", drawn="Ah", net=500, meter=1)) == 24_900


def test_2_19_the_whole_meter_may_be_shared_but_not_a_tenth():
    table = side_table(progressive="on", progressive_sharing="equal")
    assert net(table, "progressive", box("As As", drawn="As As", meter=1_000_001, sharing=2)) == 499_900
    assert net(table, "progressive", box("As As", drawn="As Ad", meter=1_000_001, sharing=2)) == 99_900


def test_2_19_the_pay_table_is_the_houses_to_say():
    table = side_table(progressive="on", pay_table={"progressive.one-ace": "$2"})
    assert net(table, "progressive", box("As 2d")) == 100


# --- blackjack bonus, streak -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("cards", "wins"), [("As Kd", 1500), ("Td As", 1500), ("As 9d", -100), ("7c 7d", -100)])
def test_2_20_the_players_blackjack(cards, wins):
    table = side_table(blackjack_bonus="on")
    assert net(table, "blackjack-bonus", box(cards)) == wins
    assert net(table, "blackjack-bonus:player", box(cards)) == wins


@pytest.mark.parametrize(
    ("up", "hole", "wins"),
    [
        ("As", None, None),
        ("Kd", None, None),
        ("9d", None, -100),
        ("As", "Kd", 1500),
        ("Kd", "As", 1500),
        ("As", "9d", -100),
    ],
)
def test_2_20_the_dealers_blackjack_is_a_wager_of_its_own(up, hole, wins):
    table = side_table(blackjack_bonus="on")
    assert net(table, "blackjack-bonus:dealer", box("2c 3c", up=up, hole=hole)) == wins


def test_2_20_less_may_be_paid_where_no_least_is_known():
    table = side_table(blackjack_bonus="on", pay_table={"blackjack-bonus.player": "12 to 1"})
    assert net(table, "blackjack-bonus", box("As Kd")) == 1200


def _streak(wager: str, *nets: int, **options: str) -> list[int | None]:
    """What a streak wager does in rounds of these results, one after the other."""
    table = side_table(streak="on", **options)
    outcome, ends = box("2c 3c"), []
    for gained in nets:
        outcome = replace(outcome, net=gained)
        ends.append(net(table, wager, outcome))
        outcome = replace(outcome, won_before=marker_after(outcome, table.house))
    return ends


def test_2_22_a_push_does_not_count():
    assert _streak("streak-2", 1000, 0, 1500) == [None, None, 300]


@pytest.mark.parametrize(("rounds", "pays"), [(2, 300), (3, 700), (4, 1700), (5, 3700)])
def test_2_22_so_many_rounds_in_a_row(rounds, pays):
    assert _streak(f"streak-{rounds}", *[1000] * rounds) == [None] * (rounds - 1) + [pays]


@pytest.mark.parametrize("wager", ["streak-2", "streak-3", "streak-4", "streak-5"])
def test_2_22_a_lost_round_loses_every_streak_wager(wager):
    assert _streak(wager, 1000, -1000) == [None, -100]
    assert _streak(wager, -500) == [-100]


def test_2_22_a_split_box_counts_once_by_its_net_result():
    """One hand wins what the other loses: a push; a doubled hand counts with its weight."""
    assert _streak("streak-3", 1000 - 1000) == [None]
    assert _streak("streak-3", 2000 - 1000, 1000, 1000) == [None, None, 700]
    assert _streak("streak-3", 1000 - 2000) == [-100]


def test_2_22_the_marker_goes_on_from_where_it_stands():
    table = side_table(streak="on")
    won = box("2c 3c", net=1000, won_before=1)
    assert marker_after(won, table.house) == 2
    assert marker_after(replace(won, net=0), table.house) == 1
    assert marker_after(replace(won, net=-1), table.house) == 0
    assert marker_after(replace(won, net=None), table.house) == 1


@pytest.mark.parametrize(("value", "wins", "marker"), [("loss", -100, 0), ("void", None, 1)])
def test_2_22_a_surrendered_round(value, wins, marker):
    table = side_table(streak="on", streak_surrender=value)
    given_up = box("Tc 6c", up="Td", net=-500, surrendered=True, won_before=1)
    assert net(table, "streak-3", given_up) == wins
    assert marker_after(given_up, table.house) == marker


def test_2_22_a_round_that_is_not_over_decides_nothing():
    assert net(side_table(streak="on"), "streak-2", box("As Kd", won_before=1)) is None


# --- with the dealer's first card ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "six", "eight"),
    [
        ("Ks Kh", 1500, 1700),
        ("Ks Ks", 2200, 2800),
        ("Kd Kh", 800, 600),
        ("Ks 2d", 1100, 1400),
        ("2d Kh", 400, 300),
        ("Qs Js", -100, -100),
        ("Ts Td", -100, -100),
    ],
)
def test_2_23_matches_by_rank_with_the_dealers_first_card(cards, six, eight):
    for decks, wins in (("6", six), ("8", eight)):
        table = side_table(match_the_dealer="on", decks=decks)
        assert net(table, "match-the-dealer", box(cards, up="Ks", hole="Kh")) == wins


@pytest.mark.parametrize(
    ("cards", "by_a", "by_b"),
    [
        ("Ac 9c", 900, 1000),
        ("Ac 9d", 400, 400),
        ("Kc Td", 400, 400),
        ("Kc Tc", 900, 1000),
        ("Kc Kd", 400, 400),
        ("Kc Kc", 1900, 2500),
        ("Qd Qd", 1900, 2500),
        ("Qh Qh", 12_500, 20_000),
        ("Ac Kc", -100, -100),
        ("Tc 9c", -100, -100),
    ],
)
def test_2_24_classes_of_a_20(cards, by_a, by_b):
    for letter, wins in (("A", by_a), ("B", by_b)):
        table = side_table(twenty_point_bonus=letter)
        assert net(table, "twenty-point-bonus", box(cards, up="9d")) == wins


@pytest.mark.parametrize(
    ("up", "hole", "wins"),
    [
        ("As", None, None),
        ("Ts", None, None),
        ("9s", None, 12_500),
        ("As", "Kd", 100_000),
        ("Kd", "As", 100_000),
        ("As", "9d", 12_500),
    ],
)
def test_2_24_queens_of_hearts_wait_for_the_hole_card(up, hole, wins):
    table = side_table(twenty_point_bonus="A")
    assert net(table, "twenty-point-bonus", box("Qh Qh", up=up, hole=hole)) == wins


def test_2_24_other_hands_do_not_wait():
    assert net(side_table(twenty_point_bonus="A"), "twenty-point-bonus", box("Kc Kc", up="As")) == 1900


@pytest.mark.parametrize(
    ("cards", "up", "wins"),
    [
        ("2c 3c", "4c", 900),
        ("2c 4d", "3h", 900),
        ("Ac 3d", "2h", 900),
        ("Ac Kd", "Qh", 900),
        ("Ac Kd", "2h", -100),
        ("2c 9c", "Jc", 900),
        ("2c 2c", "9c", 900),
        ("8c 8d", "8h", 900),
        ("8c 8d", "9h", -100),
        ("8c 9d", "Jh", -100),
    ],
)
def test_2_25_a_poker_hand_of_three(cards, up, wins):
    assert net(side_table(optional_bonus="on"), "optional-bonus", box(cards, up=up)) == wins


def test_2_25_the_pay_table_is_the_houses_to_say():
    table = side_table(optional_bonus="on", pay_table={"optional-bonus.flush": "5 to 1"})
    assert net(table, "optional-bonus", box("2c 9c", up="Jc")) == 500


@pytest.mark.parametrize(
    ("cards", "up", "wins"),
    [
        ("9c Jd", "Th", 1200),
        ("Jc 9d", "Th", 1200),
        ("9c Qd", "Th", 600),
        ("9c Kd", "Qh", 400),
        ("9c Ad", "Th", 100),
        ("Ac 2d", "7h", 100),
        ("Ac 2d", "2h", -100),
        ("Ac 2d", "Ah", -100),
        ("9c Jd", "9h", -100),
        ("9c Jd", "Qh", -100),
        ("9c Td", "9h", -100),
        ("Tc Kd", "Jh", 600),
        ("5c 5d", "5h", 3000),
        ("5c 5d", "6h", -100),
    ],
)
def test_2_26_strictly_between(cards, up, wins):
    assert net(side_table(in_between="12"), "in-between", box(cards, up=up)) == wins


@pytest.mark.parametrize(("version", "wins"), [("10", 1000), ("12", 1200)])
def test_2_26_what_one_rank_between_pays(version, wins):
    assert net(side_table(in_between=version), "in-between", box("9c Jd", up="Th")) == wins


@pytest.mark.parametrize("option", ["match-the-dealer", "twenty-point-bonus", "optional-bonus", "in-between"])
def test_2_23_to_2_26_came_with_the_second_chapter(option):
    value = {"twenty-point-bonus": "A", "in-between": "12"}.get(option, "on")
    with pytest.raises(EditionError):
        side_table(as_of=date(2012, 3, 18), **{option: value})
    assert side_table(as_of=date(2012, 3, 19), **{option: value}).house.options[option] == value


# --- notice ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("progressive", "on"),
        ("blackjack-bonus", "on"),
        ("streak", "on"),
        ("match-the-dealer", "on"),
        ("twenty-point-bonus", "A"),
        ("twenty-point-bonus", "B"),
        ("optional-bonus", "on"),
        ("in-between", "10"),
    ],
)
def test_8_3_a_side_wager_is_on_a_sign(option, value):
    offered = side_table(**{option: value})
    assert str(required_signs(offered.game, offered.house)[option]) == "8.3"
    assert option not in required_signs(offered.game, side_table().house)


def test_every_side_wager_says_how_firm_it_is():
    """What nobody could read is never text."""
    firm = {bet.kind: law.basis(bet.by, law.newest()) for bet in GAME.bets}
    for kind in ("over-13", "under-13", "same-suit", "sevens"):
        assert firm[kind] == "text"
    for kind in ("progressive", "blackjack-bonus", "match-the-dealer", "optional-bonus", "in-between"):
        assert firm[kind] == "reconstructed"
    for bet in GAME.bets:
        if bet.beside and bet.pays and bet.kind in firm and str(bet.by) >= "2.17":
            assert {law.basis(bet.pays.by_for(row), law.newest()) for row in bet.pays} <= {"reconstructed", "reading"}


@pytest.mark.parametrize(("side", "shown"), [("1 twenty-point-bonus 1.00", True), ("", False)])
def test_2_24_the_hole_card_is_shown_for_a_side_wager_although_every_hand_is_over_21(side, shown):
    wagers = ", ".join(filter(None, ("1 blackjack 10", side)))
    played = told("blackjack", wagers, "Qh Ks Qh 9d 5c", "1 draw", twenty_point_bonus="A")
    assert ("turn-up" in played.asked) is shown
