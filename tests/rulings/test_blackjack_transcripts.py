"""Rounds of blackjack as somebody at the table would write them down; every figure was worked out by hand."""

from __future__ import annotations

from datetime import date

import pytest

from nomorebets.errors import RulesError
from nomorebets.library import dispute
from nomorebets.rulings.dispute import Verdict

ONE = '{seat = 1, wager = "blackjack", amount = "10.00"}'
TWO = '{seat = 2, wager = "blackjack", amount = "20.00"}'
THREE = '{seat = 3, wager = "blackjack", amount = "30.00"}'
SHARED = ", ".join(
    ONE.replace("10.00", n).replace("}", f", player = '{who}'}}") for who, n in (("A", "10.00"), ("B", "20.00"))
)
MULTI = '{seat = 1, wager = "multi-1", amount = "10.00"}, {seat = 1, wager = "multi-2", amount = "20.00"}'


def choices(text: str) -> str:
    """``1 draw, 1B insure 3.00, 1/2 stand``: seat, player, hand, choice and amount."""
    lines = []
    for words in text.split(", ") if text else []:
        who, choice, *amount = words.split()
        seat, _, hand = who.partition("/")
        line = [f"seat = {seat.rstrip('AB')}", f'choose = "{choice}"', *(f'amount = "{n}"' for n in amount)]
        line += [f'player = "{seat[-1]}"'] if seat[-1] in "AB" else []
        lines.append("{" + ", ".join([*line, *([f"hand = {hand}"] if hand else [])]) + "}")
    return ", ".join(lines)


def ruled(wagers: str, cards: str, decided: str = "", house: str = "", wrong: str = "", more: str = "") -> Verdict:
    lines = [
        'game = "blackjack"',
        more,
        f"house = {{ {house} }}",
        f"wagers = [ {wagers} ]",
        f'cards = "{cards}"',
        f"decisions = [ {choices(decided)} ]",
        f"irregularities = [ {wrong} ]",
    ]
    return dispute("\n".join(lines))


def nets(verdict: Verdict) -> list[str]:
    """Each row in short: ``1/2 split 10.00``."""
    rows = verdict.to_dict()["required"]
    hand = [f"/{row['hand']}" if row.get("hand", 1) != 1 else "" for row in rows]
    return sorted(
        f"{row['seat']}{row.get('player', '')}{at} {row['wager']} {row['net']}"
        for row, at in zip(rows, hand, strict=True)
    )


# wagers, cards in the order they left the shoe, decisions, house, what went wrong; and the net of every row
ROUNDS: dict[str, tuple[tuple[str, ...], list[str]]] = {
    "2.9(b) half of $15 in chips of $5": (
        (ONE.replace("10.00", "15.00"), "Ts Ac 9d Kh", "1 insure, 1 stand", 'smallest-chip = "5.00"'),
        ["1 blackjack -15.00", "1 insurance 20.00"],
    ),
    "2.8(b) insured and surrendered, a ten in the hole": (
        (ONE, "Ts Ac 6d Kh", "1 insure, 1 surrender", 'surrender = "late"'),
        ["1 blackjack -10.00", "1 insurance 10.00"],
    ),
    "2.8(b) insured and surrendered, a seven in the hole": (
        (ONE, "Ts Ac 6d 7h", "1 insure, 1 surrender", 'surrender = "late"'),
        ["1 blackjack -5.00", "1 insurance -5.00"],
    ),
    "2.10(a) doubled for less": (
        (ONE, "6s 6c 5d Th 9c Kc", "1 double 4.00"),
        ["1 blackjack 10.00", "1 double 4.00"],
    ),
    "2.11(d) a split and a double against a blackjack": (
        (ONE, "8s Tc 8d Ah 3s Ts Ts", "1 split, 1/1 double, 1/2 stand"),
        ["1 blackjack -10.00", "1 double 0.00", "1/2 split 0.00"],
    ),
    "2.11(e) four hands at six boxes": (
        (
            ONE,
            "8s 6c 8d Th 8c 8h Tc Tc Td Td Kc",
            "1 split, 1 split, 1 split, 1/1 stand, 1/4 stand, 1/3 stand, 1/2 stand",
            'resplit = "up-to-limit"',
        ),
        ["1 blackjack 10.00", "1/2 split 10.00", "1/3 split 10.00", "1/4 split 10.00"],
    ),
    "2.13(d) only the first doubles": (
        (SHARED, "6s 7c 5d Th 9h", "1A double", 'players-per-box = "2"'),
        ["1A blackjack 10.00", "1A double 10.00", "1B blackjack 20.00"],
    ),
    "2.13(e) only the second insures": (
        (SHARED, "Ts Ac 9d Kh", "1B insure, 1A stand", 'players-per-box = "3"'),
        ["1A blackjack -10.00", "1B blackjack -20.00", "1B insurance 20.00"],
    ),
    "2.13 the second does not split and rides on the first hand": (
        (SHARED, "8s 6c 8d Th Ts 3s Ks Tc", "1A split, 1A stand, 1A/2 double", 'players-per-box = "2"'),
        ["1A blackjack 10.00", "1A/2 double 10.00", "1A/2 split 10.00", "1B blackjack 20.00"],
    ),
    "2.16 five cards, and a dealer's 21": (
        (ONE, "2s 6c 3d Th 4c 5c 7d 5h", "1 draw, 1 draw, 1 draw", 'five-card-21 = "2:1"'),
        ["1 blackjack 0.00"],
    ),
    "2.18 a bust loses every wager": (
        (MULTI, "Ts 6c 9d Th", "1 draw", 'multiple-action = "on"'),
        ["1 multi-1 -10.00", "1 multi-2 -20.00"],
    ),
    "2.18 a blackjack against two hands of an ace": (
        (MULTI, "As Ac Kd Th 7c", "1 insure", 'multiple-action = "on"'),
        ["1 insurance:1 10.00", "1 multi-1 0.00", "1 multi-2 30.00"],
    ),
    "2.15 an exposed card that a box refuses goes to the next": (
        (
            f"{ONE}, {TWO}, {THREE}",
            "Ts 5s 6s 7c 9d 7d 5d Th Tc",
            "1 stand, 2 draw, 3 draw",
            "",
            '{before_card = 9, what = "card-drawn-in-error", exposed = true, refused = [2]}',
        ),
        ["1 blackjack 10.00", "2 blackjack -20.00", "3 blackjack 30.00"],
    ),
    "2.15 an exposed card that a box refuses goes to the dealer": (
        (
            ONE,
            "Ts 6c 6d Th 4c",
            "1 stand",
            "",
            '{before_card = 5, what = "card-drawn-in-error", exposed = true, refused = [1]}',
        ),
        ["1 blackjack -10.00"],
    ),
    "2.15 a card drawn on 17 is burned": (
        (ONE, "Ts 9c 6d 8h Tc", "1 stand", "", '{before_card = 5, what = "dealer-overdrew"}'),
        ["1 blackjack -10.00"],
    ),
    "2.15 a card drawn on 17 that nobody named": ((ONE, "Ts 9c 6d 8h Tc", "1 stand"), ["1 blackjack -10.00"]),
    "2.15 a forgotten card comes when the others are served": (
        (
            f"{ONE}, {TWO}",
            "Ts 5s 9c 6d 6d 8h Tc 5c",
            "1 draw, 2 draw",
            "",
            '{before_card = 7, what = "card-forgotten", takes = true}',
        ),
        ["1 blackjack 10.00", "2 blackjack 20.00"],
    ),
    "2.15 the shoe runs out while the dealer draws": (
        (ONE, "Ts 6c 9d Th 4c", "1 stand", "", '{before_card = 5, what = "shoe-exhausted"}'),
        ["1 blackjack -10.00"],
    ),
    "2.15 a reader used in vain, and the card was seen": (
        (ONE, "Ts 9c 9d 8h", "", 'card-reader = "on"', '{what = "reader-misused", value_known = true}'),
        ["1 blackjack 0.00"],
    ),
    "2.15 a reader used in vain, and nobody saw the card": (
        (ONE, "Ts 9c 9d 8h", "1 stand", 'card-reader = "on"', '{what = "reader-misused", value_known = false}'),
        ["1 blackjack 10.00"],
    ),
    "2.15 a reader that fails": (
        (ONE, "Ts Tc 6d Ah 4c", "1 draw, 1 stand", 'card-reader = "on"', '{what = "reader-failed"}'),
        ["1 blackjack -10.00"],
    ),
    "2.22 a streak that stood from before is won": (
        (
            ONE,
            "Ts 9c 9d 8h",
            "1 stand",
            'streak = "on"',
            "",
            'opening = { "streak:1" = "2", wagers = [ {seat = 1, wager = "streak-3", amount = "5.00"} ] }',
        ),
        ["1 blackjack 10.00", "1 streak-3 35.00"],
    ),
}


@pytest.mark.parametrize(("told", "rows"), ROUNDS.values(), ids=ROUNDS)
def test_what_a_round_requires(told: tuple[str, ...], rows: list[str]) -> None:
    assert nets(ruled(*told)) == rows


def test_2_15_a_card_that_the_dealer_must_draw_is_none_too_many() -> None:
    """Soft 17 at a table where the dealer draws to it: he is not bound to stand yet."""
    wrong = '{before_card = 5, what = "dealer-overdrew"}'
    with pytest.raises(RulesError, match="never came to the irregularity 'dealer-overdrew'") as fault:
        ruled(ONE, "Ts Ac 8d 6h 4c", "1 stand", 'soft-17 = "hit"', wrong)
    assert "before_card = 6" in (fault.value.accepts or "")
    assert nets(ruled(ONE, "Ts Ac 8d 6h 4c", "1 stand", "", wrong)) == ["1 blackjack 10.00"]


@pytest.mark.parametrize("players", ["2", "3"])
def test_2_13_a_one_player_too_many_on_a_box_has_his_wager_back(players: str) -> None:
    many = ", ".join(ONE.replace("}", f", player = '{who}'}}") for who in "ABCD")
    verdict = ruled(many, "Ts 7c 9d Th", "1A stand", f'players-per-box = "{players}"')
    taken = int(players)
    assert nets(verdict) == [f"1{who} blackjack {'10.00' if n < taken else '0.00'}" for n, who in enumerate("ABCD")]
    assert [r.by.full(verdict.as_of) for r in verdict.required if r.player == "D"] == ["13:69F-2.13(a)"]


REFUSED = {
    "2.10(a)": (ONE, "6s 6c 5d Th 9c Kc", "1 double 10.50"),
    "2.8(c)": (ONE, "Ts Tc 6d 7h", "1 surrender"),
    "2.8(a)": (ONE, "5s Tc 6d 7h 4c", "1 draw, 1 surrender", 'surrender = "late"'),
    "2.11(a)": (ONE, "Ks 6c 9d Th 9c 8c", "1 split"),
    "2.9(a)": (ONE, "Ts Ac 9d 7h", "1 insure 5.50, 1 stand"),
    "2.2(a)3": (ONE, "7s 9c 7d 8h", "1 stand", 'decks = "2", additional-wager = "sevens"'),
}


@pytest.mark.parametrize(("by", "told"), REFUSED.items(), ids=REFUSED)
def test_a_decision_or_an_option_is_refused_by_its_own_paragraph(by: str, told: tuple[str, ...]) -> None:
    with pytest.raises(RulesError) as fault:
        ruled(*told)
    assert fault.value.by is not None
    assert fault.value.by.full(dispute_day()) == f"13:69F-{by}"
    assert fault.value.accepts


def dispute_day() -> date:
    """The day of a transcript that names none."""
    return ruled(ONE, "Ts 9c 9d 8h", "1 stand").as_of


def test_2_3_a_main_wager_does_not_stand_from_before() -> None:
    standing = f"opening = {{ wagers = [ {ONE} ] }}"
    with pytest.raises(RulesError, match="blackjack does not stand from one round") as fault:
        ruled(ONE, "Ts 9c 9d 8h", "1 stand", 'streak = "on"', "", standing)
    assert fault.value.accepts == "streak-2, streak-3, streak-4, streak-5"


@pytest.mark.parametrize("second", ["1#2", "seat:1#2"])
def test_the_second_hand_of_a_spot_is_told_by_its_number(second):
    verdict = dispute(
        f"""
        game = "blackjack-switch"
        wagers = [ {{seat = 1, wager = "switch-hands", amount = "10.00"}} ]
        hands = {{ 1 = "Ts 9c", "{second}" = "9s 6c", dealer = "8h Th" }}
        decisions = [ {{seat = 1, choose = "stand"}}, {{seat = 1, choose = "stand"}} ]
        """
    )
    assert nets(verdict) == ["1 switch-hand-1 10.00", "1/2 switch-hand-2 -10.00"]
