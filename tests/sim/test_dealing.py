"""Cards dealt in compiled loops: every order of the cards of a round is as likely as any other."""

import numpy as np
import pytest
from scipy.stats import chisquare

from nomorebets.compiling import compiled
from nomorebets.sim.dealing import (
    cards_at,
    deal,
    deal_rule,
    gathered_bit_by_bit,
    highest_card,
    lowest_card,
    numbers_of_sets,
    places_of,
    scattered_bit_by_bit,
    sets_of,
    stream_of,
)


@compiled
def _count(seed, block, rounds, rule, pack):
    stream, counts = stream_of(seed, block), np.zeros((pack.size, pack.size), np.int64)
    for _ in range(rounds):
        stream = deal(stream, rule, pack)
        counts[pack[0], pack[1]] += 1
    return counts


@pytest.mark.parametrize("size", [2, 7, 53])
def test_every_order_of_two_cards_is_as_likely_as_any_other(size):
    """By chance a fair deal would fail once in 10,000 seeds."""
    pack = np.arange(size).astype(np.uint64)
    counts = _count(np.uint64(1), np.uint64(0), np.uint64(200_000), deal_rule(2, size), pack)
    assert not np.diagonal(counts).any()
    assert sorted(pack.tolist()) == list(range(size))
    assert chisquare(counts[~np.eye(size, dtype=bool)]).pvalue > 1e-4


@pytest.mark.parametrize(("cards", "pack", "can"), [(10, 52, True), (11, 52, True), (12, 52, False), (4, 416, True)])
def test_the_cards_of_a_round_must_fit_a_word(cards, pack, can):
    if can:
        assert int(deal_rule(cards, pack).draws) == cards
    else:
        with pytest.raises(ValueError, match="cannot be dealt from one word"):
            deal_rule(cards, pack)


_bit_by_bit, _places_bit_by_bit = compiled(scattered_bit_by_bit), compiled(gathered_bit_by_bit)


@compiled
def _found(places, left):
    return cards_at(places, left), lowest_card(left), highest_card(left)


@compiled
def _places(cards, among):
    return places_of(cards, among)


def test_cards_are_found_among_those_left_with_and_without_the_instruction_for_it():
    random = np.random.default_rng(1)
    for places, left in random.integers(1, 2**52, (200, 2), np.uint64):
        cards = [card for card in range(52) if int(left) >> card & 1]
        chosen = sum(1 << card for at, card in enumerate(cards) if int(places) >> at & 1)
        assert _found(places, left) == (chosen, cards[0], cards[-1])
        assert _bit_by_bit(places, left) == chosen
        there = int(places) & (1 << len(cards)) - 1
        assert _places(np.uint64(chosen), left) == _places_bit_by_bit(np.uint64(chosen), left) == there


def test_every_set_of_three_has_one_number_and_those_of_the_lowest_cards_come_first():
    threes = sets_of(3).tolist()
    assert len(set(threes)) == 22_100
    assert all(mask.bit_count() == 3 for mask in threes)
    assert max(threes[:18_424]) < 2**49 <= min(threes[18_424:])  # 18,424 sets of 49 cards
    assert [int(n) for n in numbers_of_sets(3, 2, 1)] == [22_100, 1_176, 47]
