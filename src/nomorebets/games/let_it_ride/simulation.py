"""Let it ride simulated: rounds dealt by a compiled loop, settled as the exact odds are. Imports numba."""

from __future__ import annotations

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiling import compiled
from nomorebets.games.let_it_ride import odds, solver
from nomorebets.games.stud.holdings import FEATURES, cards_seen, holdings
from nomorebets.games.stud.kernels import BINOMIALS
from nomorebets.games.stud.rounds import (
    DECK_SIZE,
    FOUR,
    TWO,
    by_three_cards,
    kernel_of,
    new_deck,
    number_of_four,
)
from nomorebets.games.stud.three_cards import three_card_hands
from nomorebets.hands.compiled import Tables, five_card_number, tables
from nomorebets.hands.poker import THREE_CARD_PAY_CLASSES
from nomorebets.hands.ranks import THREE_CARD_PLACE
from nomorebets.pricing.ends import Ends
from nomorebets.pricing.facet import Pricing
from nomorebets.sim.blocks import Kernel
from nomorebets.sim.dealing import deal, deal_rule, stream_of
from nomorebets.sim.facet import GameSimulation
from nomorebets.sim.kernels import DrawRule, Word
from nomorebets.sim.side_by_side import ByTables, Decisions
from nomorebets.sim.simulate import Simulated, Simulator, estimate_of
from nomorebets.table import Table

COUNTED = tuple(
    (hand, first, second) for hand in solver.CLASSES.names for first in (False, True) for second in (False, True)
)
FORTY = np.uint64(40)


@compiled
def _play(
    seed: Word,
    block: Word,
    rounds: Word,
    rule: DrawRule,
    first: NDArray[np.bool_],
    second: NDArray[np.bool_],
    class_of: NDArray[np.uint8],
    own: NDArray[np.uint8],
    binomials: NDArray[np.uint64],
    look_up: Tables,
) -> NDArray[np.int64]:
    state, deck = stream_of(seed, block), new_deck()
    counts = np.zeros(47, np.int64)
    for _ in range(rounds):
        state = deal(state, rule, deck)
        three = (deck[0] * DECK_SIZE + deck[1]) * DECK_SIZE + deck[2]
        one = np.uint64(first[three])
        counts[FORTY + np.uint64(own[three])] += 1
        two = np.uint64(second[one, number_of_four(deck, binomials)])
        number = np.uint64(five_card_number(deck[0], deck[1], deck[2], deck[3], deck[4], look_up))
        counts[np.uint64(class_of[number]) * FOUR + one * TWO + two] += 1
    return counts


def round_kernel(played: solver.Played) -> Kernel:
    """Rounds of let it ride, played by the exact solver's decisions; counts as `COUNTED` lists them, and after these
    by the pay class of the player's own three cards, as `THREE_CARD_PAY_CLASSES` lists them.
    """
    deck, rule, look_up = played.deck, deal_rule(5), tables()
    _, every, numbers = three_card_hands()
    first = by_three_cards(every, played.first[deck.three_of[deck.numbers_of(every)]])
    second = np.ascontiguousarray(played.second[:, deck.four_of])
    class_of = solver.CLASSES.of_number
    own = by_three_cards(every, np.array(THREE_CARD_PLACE, np.uint8)[numbers])
    return kernel_of(_play, rule, first, second, class_of, own, BINOMIALS, look_up)


def simulator(table: Table, pricing: Pricing) -> Simulator:
    """Play by a named strategy, or by the best one."""
    kernel = round_kernel(odds.played(*odds.priced_by(table, pricing), pricing.strategy))

    def lines(counts: list[int], rounds: int) -> list[Simulated]:
        came = {end: count for end, count in zip(COUNTED, counts, strict=False) if count}
        every = odds.lines_of(table, pricing, Ends(came, rounds))
        if "three-card-bonus" in table.layout:
            own = zip(THREE_CARD_PAY_CLASSES, counts[len(COUNTED) :], strict=True)
            every.append(odds.three_card_line(table, Counter({pay_class: count for pay_class, count in own if count})))
        return [estimate_of(line, rounds) for line in odds.asked_for(table, pricing, every)]

    return Simulator(kernel, lines)


def side_by_side(table: Table, number: int) -> ByTables:
    """Many rounds to be decided together: bet one on three cards, bet two on four; per unit of one bet."""
    house, stake = odds.priced_by(table, Pricing())
    deck, names = holdings(), solver.CLASSES.names
    last, threes, fours = deck.last_cards(solver.CLASSES), len(deck.threes), len(deck.fours)
    shape = 2, threes + 2 * fours, max(deck.then.shape[1], len(names))  # states: three cards, then four by bet one
    ways, net, then = np.zeros(shape, np.int64), np.zeros(shape), np.full(shape, -1, np.int64)
    for rides in range(2):
        ways[rides, :threes, : deck.then.shape[1]] = 1
        then[rides, :threes, : deck.then.shape[1]] = threes + rides * fours + deck.then
        first = slice(threes + rides * fours, threes + (rides + 1) * fours)
        ways[:, first, : len(names)] = last
        for second in range(2):
            ends = (odds.settled(house, stake, row, bool(rides), bool(second)) for row in names)
            net[second, first, : len(names)] = [sum(result.net for result in end) / stake for end in ends]
    seen = np.zeros((shape[1], len(FEATURES) + 1), np.int8)
    seen[:threes, :-1] = cards_seen(deck.threes)
    seen[threes:, :-1] = np.tile(cards_seen(deck.fours), (2, 1))
    seen[threes + fours :, -1] = 1
    begins = np.concatenate([deck.ways_of_3, np.zeros(2 * fours, np.int64)])
    game = Decisions(("withdraw", "let-it-ride"), (*FEATURES, "bet 1 rides"), seen, begins, ways, net, then)
    return ByTables(game, number)


SIMULATION = GameSimulation(simulator=simulator, side_by_side=side_by_side)
