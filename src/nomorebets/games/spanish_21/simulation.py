"""Spanish 21, simulated: shoe after shoe by a compiled loop, paid as at the table.

The rounds counted are the first so many of each shoe, of which every shoe has enough: so none is left out because of
the cards it used, and what is counted is what the exact odds price.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from nomorebets.equipment.cards import RANKS, SUITS
from nomorebets.equipment.packs import pack
from nomorebets.games.spanish_21.automaton import Machine, machine_of, parts_of, symbol_of
from nomorebets.games.spanish_21.ends import exceptions
from nomorebets.games.spanish_21.game import GAME
from nomorebets.games.spanish_21.odds import rules_at, shoe_at
from nomorebets.games.spanish_21.round_machine import SpanishRounds
from nomorebets.games.spanish_21.strategies import NAMES
from nomorebets.games.spanish_21.terms import RAISES, rules_of
from nomorebets.games.twenty_one.analysis.exact import price
from nomorebets.games.twenty_one.analysis.named import Way, play_of
from nomorebets.games.twenty_one.automaton import dealer_machine
from nomorebets.games.twenty_one.cutting import cards_behind
from nomorebets.games.twenty_one.hand import value
from nomorebets.games.twenty_one.loop import STANDS, BoxLoop, box_rounds, loop_of, met_blackjack, moves_of
from nomorebets.games.twenty_one.outcome import FirstCards, HoleCard
from nomorebets.games.twenty_one.round_machine import AS_DEALT, BUSTED_HAND, DECIDED, Done
from nomorebets.games.twenty_one.rules import Rules
from nomorebets.games.twenty_one.shoe import BEHIND
from nomorebets.games.twenty_one.side_simulation import first_cards_kernel
from nomorebets.pricing.facet import Pricing
from nomorebets.sim.blocks import Kernel
from nomorebets.sim.facet import GameSimulation
from nomorebets.sim.plans import PlanSimulator
from nomorebets.sim.simulate import Simulated, Simulator
from nomorebets.table import Table, Wager

if TYPE_CHECKING:
    from nomorebets.games.spanish_21 import kernel
    from nomorebets.games.twenty_one.kernels import Count, Moves

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


def kernel_of(rules: Rules, way: Way, boxes: int = 1, gains: NDArray[np.int64] = NOT_COUNTED) -> Kernel:
    """The compiled loop for a table and a way to play; ``gains`` counts what boxes gain that are split."""
    machine = machine_by(rules, way)
    return box_with(rules, machine, gains) if boxes == 1 else loop_with(rules, machine, boxes, gains)


def machine_by(rules: Rules, way: Way) -> Machine:
    """The machine of a way to play, with the plays that suits call for."""
    return machine_of(rules, [play_of(rules, way)], exceptions(way, rules))


def parts_with(rules: Rules, built: Machine) -> tuple[kernel.Cards, kernel.Machine, Moves, kernel.Pays]:
    """What the compiled loops know of cards, hands, the dealer and payments."""
    from nomorebets.games.spanish_21 import kernel

    deck, parts = deck_of(), parts_of(rules)
    cards = kernel.Cards(
        np.array([0, *(symbol_of(value(card) - 1, card[1]) for card in deck)], np.uint8),
        np.array([0, *(value(card) for card in deck)], np.uint8),
        np.array([0, *(ord(card[0]) for card in deck)], np.uint8),
    )
    machine = kernel.Machine(built.then, built.doubled, built.act, built.total, built.paid, built.dealt, built.split)
    pays = kernel.Pays(parts, int(parts * rules.win_pays), int(parts * rules.blackjack_pays))
    return cards, machine, moves_of(dealer_machine(rules.hit_soft_17)), pays


def loop_with(
    rules: Rules, built: Machine, boxes: int, gains: NDArray[np.int64] = NOT_COUNTED, count: Count | None = None
) -> Kernel:
    """The compiled loop for a table and a machine; with a count it gives the figures of a plan."""
    from nomorebets.games.spanish_21 import kernel

    shoe, (cards, machine, dealer, pays) = shoe_of(rules, boxes), parts_with(rules, built)
    loop = loop_of(rules, cards_behind(BEHIND, sum(rules.shoe)), boxes)

    def run(seed: int, block: int, rounds: int) -> NDArray[np.int64]:
        words = np.uint64(seed), np.uint64(block), np.uint64(rounds)
        return kernel.play(*words, shoe.copy(), loop, cards, machine, dealer, pays, gains, count)

    return run


def box_with(rules: Rules, built: Machine, gains: NDArray[np.int64], shoe: NDArray[np.int64] | None = None) -> Kernel:
    """The same for one box, by a machine of hands; from a full shoe if no other is given."""
    from nomorebets.games.spanish_21 import kernel

    unit = parts_of(rules)
    played = played_by(rules, built, np.repeat(card_words(), rules.decks) if shoe is None else shoe)
    gained = np.array([int(ended.end or 0) for ended in played.ended], np.int64)
    is_split = np.array([ended.end is None for ended in played.ended])
    aces, tens = (np.array([getattr(ended, of) for ended in played.ended]) for of in ("ace_shown", "dealers"))

    def run(seed: int, block: int, rounds: int) -> NDArray[np.int64]:
        ended, split, met, matched = played.play(seed, block, rounds, match=True)
        for brought, stood, number in met_blackjack(met):  # takes one original wager
            split[len(split) // 2 + brought - unit * stood] += number
        gain = np.concatenate((gained, np.arange(len(split)) - len(split) // 2))
        every = np.concatenate((np.where(is_split, 0, ended), split))
        counts = np.zeros(kernel.SIZE, np.int64)
        counts[kernel.ROUNDS], counts[kernel.SPLITS] = every.sum(), split.sum()
        counts[kernel.GAIN], counts[kernel.SQUARE] = (every * gain).sum(), (every * gain**2).sum()
        counts[kernel.ACES], counts[kernel.ACES_TEN] = (ended * aces).sum(), (ended * tens).sum()
        counts[kernel.MATCHES :] = matched
        if gains.size:
            most = min(len(gains), len(split)) // 2
            gains[len(gains) // 2 - most :][: 2 * most + 1] += split[len(split) // 2 - most :][: 2 * most + 1]
        return counts

    return run


def card_words() -> NDArray[np.int64]:
    """The cards of a deck as the loop of one box knows them: rank, suit, and what its machine sees of them."""
    from nomorebets.games.twenty_one.four_shoes import CARD

    places = [RANKS.index(card[0]) * len(SUITS) + SUITS.index(card[1]) for card in deck_of()]
    return np.array(
        [
            place << int(CARD) | symbol_of(value(card) - 1, card[1])
            for place, card in zip(places, deck_of(), strict=True)
        ]
    )


def played_by(rules: Rules, built: Machine, cards: NDArray[np.int64]) -> BoxLoop:
    """One box by a machine, from shoes of these cards."""
    loop = loop_of(rules, cards_behind(BEHIND, len(cards)))
    return box_rounds(SpanishRounds(rules, built, dealer_machine(rules.hit_soft_17)), loop, hand_worth, cards)


def hand_worth(done: Done) -> list[int]:
    """A hand of a split pair: what it gains; a dealer's blackjack takes those that stand, and a first that busted."""
    gains = [int(end) for end in done.ends]
    if done.found in (DECIDED, AS_DEALT):
        return [*gains, gains[0], gains[0]]
    return [*gains, STANDS, 0 if done.found == BUSTED_HAND else STANDS]


@lru_cache(maxsize=32)
def split_gains(rules: Rules, way: Way) -> dict[Fraction, int]:
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


def plan_simulator(table: Table, source: bytes) -> PlanSimulator:
    """Play and wagers by a count of the cards."""
    from nomorebets.games.twenty_one.count_file import read_plan
    from nomorebets.games.twenty_one.counting import count_of, insured_gains, report_of

    rules = rules_of(table.house)
    plan = read_plan(table, source, rules)
    plays, parts = plan.plays(rules), parts_of(rules)
    count = count_of(plan, rules, insured_gains(table, rules), parts)
    kernel = loop_with(rules, machine_of(rules, plays), plan.boxes, count=count)
    return PlanSimulator(plan.name, kernel, report_of(plan, parts, lambda: price(rules, plays[0]).mean))


SIMULATION = GameSimulation(
    simulator=simulator, plan=plan_simulator, added=lambda table: first_cards_kernel(shoe_at(table, Pricing()))
)
