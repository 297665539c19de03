"""Cards dealt in compiled loops: every order of the cards of a round is as likely as any other."""

import numpy as np
import pytest
from scipy.stats import chisquare

from nomorebets.compiling import compiled
from nomorebets.sim.dealing import deal, deal_rule, stream_of


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
