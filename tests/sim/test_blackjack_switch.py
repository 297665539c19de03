"""The loop of one spot by the machine of its hands, beside its tables and the loop of any number of spots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from itertools import product
from random import Random

import numpy as np
import pytest
from msgspec import structs

from nomorebets.games import open_table
from nomorebets.games.blackjack_switch import loop, rounds
from nomorebets.games.blackjack_switch.exact import start_hands
from nomorebets.games.blackjack_switch.hand_machine import (
    AGAIN,
    BLACKJACK,
    ENDS,
    RANK_ORDER,
    SPLIT,
    SURRENDERED,
    HandMachine,
    end_of,
    machine_of,
)
from nomorebets.games.blackjack_switch.kernels import LIKE
from nomorebets.games.blackjack_switch.loop import SpotEnd, ends_of, kernel_of, spot_kernel_of
from nomorebets.games.blackjack_switch.named import priced, spot_play
from nomorebets.games.blackjack_switch.simulation import shoe_kernel, simulator
from nomorebets.games.blackjack_switch.spots import ACE_TEN, SpotPlay, start_at
from nomorebets.games.blackjack_switch.terms import SpotRules, spot_rules_of
from nomorebets.games.twenty_one.analysis.hands import NO_HAND, all_hands
from nomorebets.games.twenty_one.analysis.play import DOUBLE, DRAW, Play
from nomorebets.games.twenty_one.hand import MOST, count
from nomorebets.games.twenty_one.rules import VALUES
from nomorebets.games.twenty_one.shoe_counts import fresh_shoe
from nomorebets.pricing.facet import Pricing
from nomorebets.sim.blocks import run_blocks
from nomorebets.table import Settings

ROUNDS = 1 << 20
OF_A_FILE = {"soft-17": "stand", "dealer-22": "lose"}  # what only a game file sets
TABLES: tuple[Mapping[str, str], ...] = (
    {},
    {"card-reader": "off"},
    {"surrender-offered": "on"},
    {"surrender-offered": "on", "card-reader": "off", "max-splits": "1"},
    {"max-splits": "2", "decks": "8", "resplit-aces": "allowed"},
    {"switched-blackjack": "counts-as-blackjack"},
    OF_A_FILE,
)


def spot_with(options: Mapping[str, str]) -> SpotRules:
    settings = {name: option for name, option in options.items() if name not in OF_A_FILE}
    spot = spot_rules_of(open_table("blackjack-switch", settings=Settings(settings)).house)
    if options != OF_A_FILE:
        return spot
    return replace(spot, rules=structs.replace(spot.rules, hit_soft_17=False, pushes_at=0))


@cache
def made(way: str, options: tuple[tuple[str, str], ...]) -> tuple[SpotRules, SpotPlay, HandMachine]:
    spot = spot_with(dict(options))
    play = spot_play(spot, way)
    return spot, play, machine_of(spot, play)


def played(acts: np.ndarray, hand: int, up: int, cards: list[int]) -> int:
    """How a hand ends by the tables of a play, that draws these cards."""
    hands, units = all_hands(), 1
    for card in cards:
        if units == 2 or acts[hand, up] not in (DRAW, DOUBLE):
            break
        units = 2 if acts[hand, up] == DOUBLE else 1
        hand = int(hands.after[hand, card])
        if hand == NO_HAND:
            return int(end_of(np.array(MOST + 1), units))
    return int(end_of(np.array(hands.total[hand]), units))


def walked(machine: HandMachine, state: int, cards: list[int]) -> int:
    for card in cards:
        if state < ENDS:
            break
        state = int(machine.then[state, card])
    return state


@pytest.mark.parametrize(("way", "options"), [("optimal", TABLES[0]), ("basic", TABLES[3])])
def test_the_machine_plays_every_hand_as_the_play_says(way: str, options: Mapping[str, str]) -> None:
    spot, play, machine = made(way, tuple(options.items()))
    random, at, found = Random(1), start_at(), set()
    for _ in range(20_000):
        a, b, c, d, up = (random.randrange(VALUES) for _ in range(5))
        cards = [random.randrange(VALUES) for _ in range(21)]
        switched = bool(play.switches[a, b, c, d, up])
        hands = ((a, d), (c, b)) if switched else ((a, b), (c, d))
        for own, other, state in zip(hands, hands[::-1], machine.starts[a, b, c, d, up].tolist(), strict=True):
            ends = _ends_by_tables(spot, play.plays[at[other]], own, up, cards, switched)
            assert walked(machine, state, cards) == ends, (own, other, up, cards)
            found.add(ends)
            if ends == SPLIT:
                _holds_for_splits(spot, play.plays[at[other]], machine, own[0], int(at[other]), up, cards)
    assert {SPLIT, BLACKJACK} <= found
    assert (SURRENDERED in found) == ("surrender-offered" in options)


def _ends_by_tables(
    spot: SpotRules, play: Play, own: tuple[int, int], up: int, cards: list[int], switched: bool
) -> int:
    start = start_at()[own]
    hand = start_hands()[start]
    if start == ACE_TEN and (not switched or spot.switched_counts):
        return BLACKJACK
    if play.surrenders[hand, up]:
        return SURRENDERED
    if own[0] == own[1] and spot.rules.splits_of(own[0]) and play.splits[own[0], up]:
        return SPLIT
    return played(play.acts, hand, up, cards)


def _holds_for_splits(
    spot: SpotRules, play: Play, machine: HandMachine, pair: int, other: int, up: int, cards: list[int]
) -> None:
    """A hand of a split pair, whose second card may make another pair; split aces get one card."""
    second, *further = cards
    acts = np.zeros_like(play.acts) if pair == 0 else play.after_split[pair]
    ends = played(acts, start_hands()[start_at()[pair, second]], up, further)
    first, last = (walked(machine, int(machine.splits[other, pair, up, closed]), cards) for closed in (0, 1))
    assert last == ends
    assert first == (AGAIN if second == pair and spot.rules.splits_of(pair) > 1 else ends)


def test_the_hands_of_a_pair_begin_as_the_machine_of_splits_says() -> None:
    """Two ways to the same: a table by the cards as dealt, and the switch made again for a pair that is split more."""
    spot, play, _ = made("optimal", ())
    hands = loop.hands_of(spot, play, 312, 100)
    found = 0
    for digits in range(0, len(hands.starts), 7):
        both = int(hands.starts[digits])
        for which, state in enumerate((both & 0xFFFF, both >> 16)):
            begins = hands.pairs[2 * digits + which]
            if state != hands.split:
                assert begins == 0
                continue
            row = rounds.split_row(np.uint64(digits), np.uint64(which), hands.start, hands.switches)
            assert begins == hands.splits[row], (digits, which)
            found += 1
    assert found > 500


def test_the_dealer_of_the_machine_draws_as_the_rules_say() -> None:
    _, _, machine = made("basic", ())
    for up, hole, third in product(range(VALUES), repeat=3):
        state = walked(machine, int(machine.dealer[up, hole]), [third])
        two = count(f"{RANK_ORDER[up]}{RANK_ORDER[hole]}")
        is_done = machine.dealer[up, hole] < ENDS
        assert is_done == (two.total > 17 or (two.total == 17 and not two.soft))
        assert is_done or state != machine.dealer[up, hole]


def means_of(counts: list[int], spot: SpotRules, rounds: int = ROUNDS) -> dict[str, tuple[float, float]]:
    """The means of what may be told of a round, and their errors."""
    ended = ends_of(counts)
    number = sum(times for _, times in ended)
    assert number == rounds

    def gain(end: SpotEnd) -> float:
        pays = spot.rules.blackjack_pays
        return float(end.won - end.lost + end.blackjacks * pays) - end.surrendered / 2

    told = {name: (lambda end, name=name: getattr(end, name)) for name in ("won", "lost", "blackjacks", "surrendered")}
    told |= {"gain": gain, "square": lambda end: gain(end) ** 2, "fourth": lambda end: min(gain(end) ** 4, 10**3)}
    found = {}
    for name, figure in told.items():
        mean = sum(figure(end) * times for end, times in ended) / number
        square = sum(figure(end) ** 2 * times for end, times in ended) / number
        found[name] = mean, max(square - mean * mean, 1e-9) / number
    for at, times in enumerate(counts[-9:]):
        share = times / number
        found[f"besides {at}"] = share, max(share * (1 - share), 1e-9) / number
    return found


def dealt_alike(spot: SpotRules, play: SpotPlay, ranks: list[int]) -> None:
    """By the loop of one spot, and by that of any number of spots."""
    one = means_of(spot_kernel_of(spot, play, ranks)(5, 0, ROUNDS).tolist(), spot)
    any_number = means_of(kernel_of(spot, play, ranks, 52)(6, 0, ROUNDS).tolist(), spot)
    for name, (mean, error) in one.items():
        other, other_error = any_number[name]
        assert abs(mean - other) < 4.5 * (error + other_error) ** 0.5, name


@pytest.mark.parametrize("options", TABLES, ids=lambda options: " ".join(options.values()) or "defaults")
def test_one_spot_is_dealt_like_any_number_of_spots(options: Mapping[str, str]) -> None:
    """Two loops with nothing in common but the play: their figures lie within 4.5 errors, of 16 figures a table."""
    spot, play, _ = made("basic", tuple(options.items()))
    ranks = [fresh_shoe(spot.rules.decks).rank[rank] for rank in RANK_ORDER]
    dealt_alike(spot, play, ranks)


@pytest.mark.parametrize("options", TABLES[:2], ids=["defaults", "off"])
def test_one_spot_is_dealt_like_any_number_of_spots_where_blackjacks_are_common(options: Mapping[str, str]) -> None:
    """As above, from a shoe of many aces and tens: a dealer's blackjack against two is one round of fifty."""
    spot, play, _ = made("basic", tuple(options.items()))
    ranks = [80, *[8] * 8, 168, 0, 0, 0]
    dealt_alike(spot, play, ranks)


@pytest.mark.parametrize("options", TABLES[:2], ids=["defaults", "off"])
def test_one_spot_gains_what_the_exact_analysis_says(options: Mapping[str, str]) -> None:
    """16 million rounds, within 4.5 errors of 0.0004 wagers: a tenth of what ties of two blackjacks are worth."""
    spot, play, _ = made("basic", tuple(options.items()))
    ranks = [fresh_shoe(spot.rules.decks).rank[rank] for rank in RANK_ORDER]
    kernel, blocks = spot_kernel_of(spot, play, ranks), 16
    counts = sum(kernel(8, block, ROUNDS) for block in range(blocks))
    mean, error = means_of(counts.tolist(), spot, blocks * ROUNDS)["gain"]
    assert abs(mean - 2 * float(priced(spot, "basic").mean)) < 4.5 * error**0.5


@pytest.mark.parametrize("rounds", [1, 27, 28, 29, 113])
def test_as_many_rounds_as_asked_for_are_counted_whatever_a_shoe_has(rounds: int) -> None:
    counts = shoe_kernel(open_table("blackjack-switch"), "basic")(3, 1, rounds)
    assert sum(times for _, times in ends_of(counts.tolist())) == rounds
    assert counts[-7:].sum() == rounds  # pairs of like ranks


def test_two_workers_count_what_one_does() -> None:
    kernel = simulator(open_table("blackjack-switch"), Pricing(strategy="basic")).kernel
    assert run_blocks(kernel, 10**7, 4, 1).counts == run_blocks(kernel, 10**7, 4, 2).counts


def test_a_shoe_has_cards_enough_for_its_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """A run in which a shoe began anew is refused; with more rounds a shoe there is one."""
    spot = spot_with({})
    ranks = [fresh_shoe(spot.rules.decks).rank[rank] for rank in RANK_ORDER]
    spot_kernel_of(spot, spot_play(spot, "basic"), ranks)(1, 0, ROUNDS)
    monkeypatch.setattr(loop, "CARDS_A_ROUND", 8)
    with pytest.raises(AssertionError, match="ran out"):
        spot_kernel_of(spot, spot_play(spot, "basic"), ranks)(1, 0, ROUNDS)


def test_counts_of_first_cards_do_not_run_over() -> None:
    """Only tens: six pairs in every round, of which a place would count more than its 16 bits hold."""
    spot = spot_with({})
    dealt = 2 * int(rounds.MOST_DEALS) * 4 * 28
    counts = spot_kernel_of(spot, spot_play(spot, "basic"), [0] * 9 + [312, 0, 0, 0])(1, 0, dealt)
    assert counts[LIKE + 6] == dealt
    assert not counts[LIKE : LIKE + 6].any()
