"""Let it ride simulated: rounds dealt by a compiled loop, settled as the exact odds are. Imports numba."""

from __future__ import annotations

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiling import compiled
from nomorebets.games.let_it_ride import odds, solver
from nomorebets.games.stud.holdings import FEATURES, cards_seen, holdings
from nomorebets.games.stud.rounds import (
    DECK_BITS,
    ONE,
    TWO,
    ZERO,
    by_fourth,
    by_set,
    fours_of_threes,
    kernel_of,
    own_rows,
)
from nomorebets.games.stud.three_cards import three_card_hands
from nomorebets.hands.compiled import FOUR, slot_of_set, tables
from nomorebets.hands.poker import THREE_CARD_PAY_CLASSES
from nomorebets.hands.ranks import THREE_CARD_PLACE
from nomorebets.pricing.ends import Ends
from nomorebets.pricing.facet import Pricing
from nomorebets.sim.blocks import Kernel
from nomorebets.sim.dealing import cards_at, deck_rule, lowest_card, numbers_of_sets, stream_of
from nomorebets.sim.facet import GameSimulation
from nomorebets.sim.kernels import DrawRule, Word, fair_word, umulh
from nomorebets.sim.side_by_side import ByTables, Decisions
from nomorebets.sim.simulate import Simulated, Simulator, estimate_of
from nomorebets.table import Table

COUNTED = tuple(
    (hand, first, second) for hand in solver.CLASSES.names for first in (False, True) for second in (False, True)
)
OWN, FIRST_RIDES, OWN_CLASS = np.uint64(8), np.uint64(49), np.uint64(50)


@compiled
def _play(
    seed: Word,
    block: Word,
    rounds: Word,
    rule: DrawRule,
    sets: tuple[Word, ...],
    rows: NDArray[np.uint64],
    class_of: NDArray[np.uint8],
    words: NDArray[np.uint64],
) -> NDArray[np.int64]:
    """Counts by pay class, whether each bet rides, and the class of the player's own cards."""
    state, word, left_in_word = stream_of(seed, block), ZERO, ZERO
    counts = np.zeros(40 * 8, np.int64)
    for _ in range(rounds):
        if left_in_word == ZERO:
            word, state = fair_word(state, rule)
            left_in_word = rule.draws
        left_in_word -= ONE
        three = umulh(word, sets[0])
        word *= sets[0]
        place = umulh(word, sets[1])
        word *= sets[1]
        left, total, known = rows[three, 0], rows[three, 1], rows[three, 2]
        fourth = cards_at(ONE << place, left)
        fifth = cards_at(ONE << umulh(word, sets[2]), left ^ fourth)
        word *= sets[2]
        total += words[lowest_card(fourth)] + words[lowest_card(fifth)]
        pay_class = np.uint64(class_of[slot_of_set(total, left ^ DECK_BITS | fourth | fifth)])
        rides = (known >> FIRST_RIDES & ONE) * TWO + (known >> place & ONE)
        counts[(pay_class * FOUR + rides) * OWN + (known >> OWN_CLASS)] += 1
    return counts


def round_kernel(played: solver.Played) -> Kernel:
    """Rounds of let it ride, played by the exact solver's decisions; counts as `COUNTED` lists them, and after these
    by the pay class of the player's own three cards, as `THREE_CARD_PAY_CLASSES` lists them.
    """
    deck, look_up = played.deck, tables()
    first = played.first[deck.three_of]
    fours = deck.four_of[fours_of_threes()]
    second = np.where(first[:, None], played.second[1][fours], played.second[0][fours])
    _, every, numbers = three_card_hands()
    own = by_set(every, np.array(THREE_CARD_PLACE, np.uint64)[numbers])
    rows = own_rows(by_fourth(second) | first.astype(np.uint64) << FIRST_RIDES | own << OWN_CLASS)
    class_of = solver.CLASSES.of_number[look_up.numbers]
    play = kernel_of(_play, deck_rule(3, 1, 1), numbers_of_sets(3, 1, 1), rows, class_of, look_up.words)

    def kernel(seed: int, block: int, rounds: int) -> NDArray[np.int64]:
        counts = play(seed, block, rounds).reshape(len(COUNTED), int(OWN))
        return np.concatenate([counts.sum(axis=1), counts.sum(axis=0)[: len(THREE_CARD_PAY_CLASSES)]])

    return kernel


def simulator(table: Table, pricing: Pricing) -> Simulator:
    """Play by a named strategy, or by the best one."""
    odds.require_line(table, pricing)
    kernel = round_kernel(odds.played(*odds.priced_by(table, pricing), pricing.strategy))

    def lines(counts: list[int], rounds: int) -> list[Simulated]:
        came = {end: count for end, count in zip(COUNTED, counts, strict=False) if count}
        every = odds.lines_of(table, pricing, Ends(came, rounds))
        if "three-card-bonus" in table.layout:
            own = zip(THREE_CARD_PAY_CLASSES, counts[len(COUNTED) :], strict=True)
            every.append(odds.three_card_line(table, Counter({pay_class: count for pay_class, count in own if count})))
        return [estimate_of(line, rounds) for line in odds.asked_for(pricing, every)]

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
