"""Spanish 21, simulated: shoe after shoe by a compiled loop, paid as at the table.

The rounds counted are the first so many of each shoe, of which every shoe has enough: so none is left out because of
the cards it used, and what is counted is what the exact odds price.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nomorebets.equipment.packs import pack
from nomorebets.games.spanish_21.automaton import machine_of, parts_of, symbol_of
from nomorebets.games.spanish_21.game import GAME
from nomorebets.games.spanish_21.odds import rules_at
from nomorebets.games.spanish_21.settlement import FirstCards
from nomorebets.games.spanish_21.strategies import NAMES
from nomorebets.games.spanish_21.terms import RAISES
from nomorebets.games.twenty_one.automaton import dealer_machine
from nomorebets.games.twenty_one.cutting import cards_behind
from nomorebets.games.twenty_one.hand import value
from nomorebets.games.twenty_one.loop import loop_of, moves_of
from nomorebets.games.twenty_one.outcome import HoleCard
from nomorebets.games.twenty_one.rules import Rules
from nomorebets.games.twenty_one.shoe import BEHIND
from nomorebets.pricing.facet import Pricing
from nomorebets.sim.blocks import Kernel
from nomorebets.sim.facet import GameSimulation
from nomorebets.sim.simulate import Simulated, Simulator
from nomorebets.table import Table, Wager

# three times the matches of rank, and those of suit: cards that match a queen of diamonds so
MATCHED = {0: "Kc 9d", 3: "Qc Kd", 4: "Qd Kc", 6: "Qc Qs", 7: "Qd Qc", 8: "Qd Qd"}
SPREAD_ROUNDS, SPREAD_SEED = 2**21, 19  # from which it is told what split boxes gain
MOST_PARTS = 4096  # of a unit that a split box may gain or lose
NOT_COUNTED: NDArray[np.int64] = np.zeros(0, np.int64)


def deck_of() -> list[str]:
    """The cards of a deck; the first has the number 1 in a shoe."""
    return list(pack(GAME.chance.pack))


def shoe_of(rules: Rules, boxes: int) -> NDArray[np.uint8]:
    """The cards of a full shoe, with room for discards that follow them, and for nothing."""
    from nomorebets.games.twenty_one.kernels import BEYOND, MARGIN

    deck = np.arange(1, len(deck_of()) + 1)
    room = np.zeros((MARGIN + BEYOND) * (boxes + 1), np.uint8)
    return np.concatenate((np.repeat(deck, rules.decks).astype(np.uint8), room))


def kernel_of(rules: Rules, way: str, boxes: int = 1, gains: NDArray[np.int64] = NOT_COUNTED) -> Kernel:
    """The compiled loop for a table and a way to play; ``gains`` counts what boxes gain that are split."""
    from nomorebets.games.spanish_21 import kernel

    deck, parts = deck_of(), parts_of(rules)
    built, shoe = machine_of(rules, way), shoe_of(rules, boxes)
    machine = kernel.Machine(built.then, built.doubled, built.act, built.total, built.paid, built.dealt, built.split)
    cards = kernel.Cards(
        np.array([0, *(symbol_of(value(card) - 1, card[1]) for card in deck)], np.uint8),
        np.array([0, *(value(card) for card in deck)], np.uint8),
        np.array([0, *(ord(card[0]) for card in deck)], np.uint8),
    )
    pays = kernel.Pays(parts, int(parts * rules.win_pays), int(parts * rules.blackjack_pays))
    loop = loop_of(rules, cards_behind(BEHIND, sum(rules.shoe)), boxes)
    dealer = moves_of(dealer_machine(rules.hit_soft_17))

    def run(seed: int, block: int, rounds: int) -> NDArray[np.int64]:
        words = np.uint64(seed), np.uint64(block), np.uint64(rounds)
        return kernel.play(*words, shoe.copy(), loop, cards, machine, dealer, pays, gains)

    return run


@lru_cache(maxsize=32)
def split_gains(rules: Rules, way: str) -> dict[Fraction, int]:
    """What boxes gained that were split, and how many did, in so many rounds."""
    gains, parts = np.zeros(2 * MOST_PARTS + 1, np.int64), parts_of(rules)
    kernel_of(rules, way, gains=gains)(SPREAD_SEED, 0, SPREAD_ROUNDS)
    return {Fraction(int(at) - MOST_PARTS, parts): int(gains[at]) for at in np.nonzero(gains)[0]}


def simulator(table: Table, pricing: Pricing) -> Simulator:
    """One box, shoe after shoe, played by a named strategy; with the super bonus where a stake is named."""
    rules = rules_at(table, pricing)
    wanted = "main" if pricing.wager in ("split", *RAISES) else pricing.wager

    def lines(counts: list[int], rounds: int) -> list[Simulated]:
        from nomorebets.games.spanish_21.kernel import ACES, ACES_TEN, GAIN, MATCHES, SQUARE

        parts = parts_of(rules)
        found = [_estimate("main", counts[GAIN] / parts, counts[SQUARE] / parts**2, rounds)]
        if counts[ACES]:
            ways = {HoleCard("Kd"): counts[ACES_TEN], HoleCard("9d"): counts[ACES] - counts[ACES_TEN]}
            found.append(_settled(table, "insurance", ways))
        if "match-dealer" in table.layout:
            matched = {FirstCards(tuple(cards.split()), "Qd"): counts[MATCHES + at] for at, cards in MATCHED.items()}
            found.append(_settled(table, "match-dealer", matched))
        return [line for line in found if wanted in (None, line.wager)]

    return Simulator(kernel_of(rules, pricing.strategy or NAMES[0]), lines)


def _settled(table: Table, wager: str, ways: Mapping[Any, int]) -> Simulated:
    """A wager whose ends were counted one by one, each settled by the table."""
    stake = 100
    nets = [table.game.settle([Wager(1, wager, stake)], end, table.house)[0].net / stake for end in ways]
    gained = sum(net * n for net, n in zip(nets, ways.values(), strict=True))
    squared = sum(net**2 * n for net, n in zip(nets, ways.values(), strict=True))
    return _estimate(wager, gained, squared, sum(ways.values()))


def _estimate(wager: str, gained: float, squared: float, rounds: int) -> Simulated:
    mean = gained / rounds
    return Simulated(wager, -mean, sqrt(max(squared / rounds - mean**2, 0) / rounds), rounds)


SIMULATION = GameSimulation(simulator=simulator)
