"""Pots alone: against a definition that takes them apart chip by chip."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomorebets.procedures.pots import Pot, Share, award, pots_of, shares, uncalled, without

SEATS = st.dictionaries(st.integers(1, 11), st.integers(0, 40), min_size=2, max_size=11)


@st.composite
def contested(draw: st.DrawFn) -> tuple[dict[int, int], set[int], dict[int, int]]:
    """What each seat put in, who plays on, and what each hand is worth."""
    put = draw(SEATS)
    live = draw(st.sets(st.sampled_from(sorted(put)), min_size=1))
    return put, live, {seat: draw(st.integers(0, 5)) for seat in put}


def chip_by_chip(put: dict[int, int], live: set[int], worth: dict[int, int]) -> Counter[frozenset[int]]:
    """The best hands among those that matched a chip share it: how many chips each group of winners shares."""
    won: Counter[frozenset[int]] = Counter()
    reach = max(put[seat] for seat in live)
    for chips in put.values():
        for nth in range(1, chips + 1):
            matched = [seat for seat in live if put[seat] >= min(nth, reach)]
            best = max(worth[seat] for seat in matched)
            won[frozenset(seat for seat in matched if worth[seat] == best)] += 1
    return won


@given(contested())
def test_pots_are_what_each_chip_says(case: tuple[dict[int, int], set[int], dict[int, int]]) -> None:
    put, live, worth = case
    by_winners: Counter[frozenset[int]] = Counter()
    for pot in pots_of(put, live):
        best = max(worth[seat] for seat in pot.seats)
        by_winners[frozenset(seat for seat in pot.seats if worth[seat] == best)] += pot.amount
    assert by_winners == chip_by_chip(put, live, worth)


@given(contested(), st.sampled_from([1, 5, 25]), st.integers(0, 30))
def test_every_chip_goes_somewhere(case: tuple[dict[int, int], set[int], dict[int, int]], chip: int, dead: int) -> None:
    put, live, worth = case
    pots = pots_of(put, live, dead)
    given_out = sum(share.amount for pot in pots for share in award(pot, [worth], [sorted(put)], chip))
    assert given_out == sum(pot.amount for pot in pots) == sum(put.values()) + dead
    assert [set(pot.seats) for pot in pots] == sorted((set(pot.seats) for pot in pots), key=len, reverse=True)


@given(SEATS)
def test_an_uncalled_bet_is_what_nobody_matched(put: dict[int, int]) -> None:
    seat, amount = uncalled(put, set(put))
    first, second, *_ = sorted(put.values(), reverse=True)
    assert amount == first - second
    assert (seat == 0) == (amount == 0)
    if amount:
        assert put[seat] == first


def test_a_folded_hand_that_bet_most_has_nothing_returned() -> None:
    assert uncalled({1: 50, 2: 80}, live={1}) == (0, 0)


@pytest.mark.parametrize(
    ("amount", "among", "chip", "expected"),
    [
        (100, [4, 1], 25, {4: 50, 1: 50}),
        (75, [4, 1], 25, {4: 50, 1: 25}),
        (125, [4, 1, 2], 25, {4: 50, 1: 50, 2: 25}),
        (26, [4, 1], 25, {4: 26, 1: 0}),
    ],
)
def test_odd_chips_go_to_the_first(amount: int, among: list[int], chip: int, expected: dict[int, int]) -> None:
    assert shares(amount, among, chip) == expected


def test_the_odd_chip_of_a_split_goes_with_the_high_hand() -> None:
    high, low = {1: 9, 2: 5, 3: 5}, {2: 3, 3: 3}
    pot = Pot(105, (1, 2, 3))
    assert award(pot, [high, low], [(1, 2, 3), (3, 1, 2)], 5) == (
        Share(1, 55, 0),
        Share(3, 25, 1),
        Share(2, 25, 1),
    )
    assert award(pot, [high, {}], [(1, 2, 3), (3, 1, 2)], 5) == (Share(1, 105, 0),)


def test_a_low_in_another_pot_does_not_divide_this_one() -> None:
    high, low = {1: 9, 2: 5, 3: 7}, {1: 3}
    assert award(Pot(40, (2, 3)), [high, low], [(1, 2, 3)] * 2, 5) == (Share(3, 40, 0),)


def test_the_house_takes_from_the_main_pot_first() -> None:
    pots = (Pot(10, (1, 2, 3)), Pot(40, (2, 3)))
    assert without(pots, 10) == (Pot(0, (1, 2, 3)), Pot(40, (2, 3)))
    assert without(pots, 11) == (Pot(0, (1, 2, 3)), Pot(39, (2, 3)))
