"""Spanish 21, simulated: one box, every round from a full shoe, paid by the table's own settlement."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nomorebets.equipment.packs import pack
from nomorebets.games.spanish_21.odds import HANDS, priced_rules
from nomorebets.games.spanish_21.settlement import FirstCards
from nomorebets.games.spanish_21.strategies import NAMES
from nomorebets.games.spanish_21.terms import RAISES, rules_of
from nomorebets.games.twenty_one.analysis.hands import all_hands
from nomorebets.games.twenty_one.analysis.named import play_named
from nomorebets.games.twenty_one.hand import value
from nomorebets.games.twenty_one.outcome import HoleCard
from nomorebets.games.twenty_one.rules import VALUES
from nomorebets.pricing.facet import Pricing
from nomorebets.sim.blocks import Kernel
from nomorebets.sim.facet import GameSimulation
from nomorebets.sim.simulate import Simulated, Simulator
from nomorebets.table import Table, Wager

SUITS = "cdhs"
# three times the matches of rank, and those of suit: cards that match a queen of diamonds so
MATCHED = {0: "Kc 9d", 3: "Qc Kd", 4: "Qd Kc", 6: "Qc Qs", 7: "Qd Qc", 8: "Qd Qd"}
PAID = (
    "win",
    "blackjack",
    "21 with five cards",
    "21 with six cards",
    "21 with seven cards or more",
    *(f"{ranks} {suits}" for ranks in ("678", "777") for suits in ("mixed", "of one suit", "of spades")),
)


def stake_of(table: Table) -> int:
    """A stake in cents that is paid and halved exactly."""
    return 2 * table.game.betting.unit(table.house, table.layout["main"])


def kernel_of(table: Table, way: str) -> Kernel:
    """The compiled loop for a table and a way to play."""
    from nomorebets.games.spanish_21 import kernel

    rules, hands, stake = rules_of(table.house), all_hands(), stake_of(table)
    play = play_named(way, rules)
    deck = pack(table.game.chance.pack)
    results = (table.game.settle([Wager(1, "main", stake)], HANDS[row], table.house)[0] for row in PAID)
    terms = kernel.Terms(
        stake,
        np.array([result.net for result in results], np.int64),
        rules.splits_of(VALUES - 1) + 1,
        rules.splits_of(0) + 1,
        rules.split_aces_play,
        rules.hit_soft_17,
    )
    cards = kernel.Cards(
        np.repeat(np.arange(len(deck)), rules.decks).astype(np.int64),
        np.array([value(card) - 1 for card in deck], np.int64),
        np.array([SUITS.index(card[1]) for card in deck], np.int64),
        np.array([ord(card[0]) for card in deck], np.int64),
    )
    one = np.array([hands.place[tuple(int(v == own) for v in range(VALUES))] for own in range(VALUES)], np.int64)
    moves = kernel.Moves(
        hands.after,
        hands.total,
        hands.size,
        play.acts,
        play.after_split,
        play.splits,
        play.surrenders,
        play.rescues if play.rescues is not None else np.zeros(play.acts.shape, np.bool_),
        one,
    )

    def run(seed: int, block: int, rounds: int) -> NDArray[np.int64]:
        return kernel.play(np.uint64(seed), np.uint64(block), np.uint64(rounds), cards, moves, terms)

    return run


def simulator(table: Table, pricing: Pricing) -> Simulator:
    """One box, played by a named strategy; without the super bonus."""
    priced_rules(table)
    wanted = "main" if pricing.wager in ("split", *RAISES) else pricing.wager

    def lines(counts: list[int], rounds: int) -> list[Simulated]:
        from nomorebets.games.spanish_21.kernel import ACES, ACES_TEN, GAIN, MATCHES, SQUARE

        stake = stake_of(table)
        found = [_estimate("main", counts[GAIN] / stake, counts[SQUARE] / stake**2, rounds)]
        if counts[ACES]:
            ways = {HoleCard("Kd"): counts[ACES_TEN], HoleCard("9d"): counts[ACES] - counts[ACES_TEN]}
            found.append(_settled(table, "insurance", ways))
        if "match-dealer" in table.layout:
            matched = {FirstCards(tuple(cards.split()), "Qd"): counts[MATCHES + at] for at, cards in MATCHED.items()}
            found.append(_settled(table, "match-dealer", matched))
        return [line for line in found if wanted in (None, line.wager)]

    return Simulator(kernel_of(table, pricing.strategy or NAMES[0]), lines)


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
