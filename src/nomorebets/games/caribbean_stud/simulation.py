"""Caribbean stud simulated: rounds dealt by a compiled loop, settled as the exact odds are. Imports numba."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiling import compiled
from nomorebets.games.caribbean_stud import odds, solver
from nomorebets.games.caribbean_stud.script import lowest_of
from nomorebets.games.stud.rounds import DECK_BITS, FIVE, ONE, THREE, TWO, ZERO, kernel_of, own_rows, place_of_end
from nomorebets.games.stud.showdown import ENDS
from nomorebets.games.stud.side_by_side import against_dealer
from nomorebets.hands.compiled import FIFTEEN, FOUR, Tables, slot_of_set, tables
from nomorebets.hands.poker import FIVE_CARD_CATEGORIES
from nomorebets.hands.ranks import FIVE_CARD_HANDS, FIVE_CARD_PLACE
from nomorebets.pricing.ends import Ends
from nomorebets.pricing.facet import Pricing
from nomorebets.sim.blocks import Kernel
from nomorebets.sim.dealing import (
    cards_at,
    deck_rule,
    highest_card,
    lowest_card,
    numbers_of_sets,
    sets_of,
    stream_of,
)
from nomorebets.sim.facet import GameSimulation
from nomorebets.sim.kernels import DrawRule, Word, fair_word, umulh
from nomorebets.sim.side_by_side import ByTables
from nomorebets.sim.simulate import Simulated, Simulator, estimate_of
from nomorebets.table import Table

COUNTED = tuple((category, end) for category in FIVE_CARD_CATEGORIES for end in ENDS)
SIZES = (3, 2, 1, 3, 1)  # three and two of the player's, the upcard, three and one behind it
BY_SUIT = np.uint64(2)


@compiled
def _in_suit(hand: Word, upcard: Word) -> Word:
    """Which ranks of a hand are held in the suit of the upcard: a bit for each, the lowest first."""
    suit = upcard & THREE
    bits, place = ZERO, ZERO
    while hand:
        rank = lowest_card(hand) >> TWO
        if hand >> (FOUR * rank + suit) & ONE:
            bits |= ONE << place
        place += ONE
        hand &= ~(FIFTEEN << FOUR * rank)
    return bits


@compiled
def _play(
    seed: Word,
    block: Word,
    rounds: Word,
    rule: DrawRule,
    sets: tuple[Word, ...],
    rows: NDArray[np.uint64],
    pairs: NDArray[np.uint64],
    bets: NDArray[np.uint8],
    by_suit: NDArray[np.uint32],
    place_of: NDArray[np.uint8],
    lowest: Word,
    look_up: Tables,
) -> NDArray[np.int64]:
    state, words, numbers = stream_of(seed, block), look_up.words, look_up.numbers
    counts = np.zeros(50, np.int64)
    for _ in range(rounds):
        word, state = fair_word(state, rule)
        three = umulh(word, sets[0])
        word *= sets[0]
        left, total = rows[three, 0], rows[three, 1]
        pair = cards_at(pairs[umulh(word, sets[1])], left)
        word *= sets[1]
        total += words[lowest_card(pair)] + words[highest_card(pair)]
        left ^= pair
        hand = left ^ DECK_BITS
        shown = cards_at(ONE << umulh(word, sets[2]), left)
        word *= sets[2]
        left ^= shown
        upcard = lowest_card(shown)
        behind = cards_at(rows[umulh(word, sets[3]), 0] ^ DECK_BITS, left)
        word *= sets[3]
        last = cards_at(ONE << umulh(word, sets[4]), left ^ behind)
        middle = behind & (behind - ONE)
        dealers = words[upcard] + words[lowest_card(behind)] + words[highest_card(behind)]
        dealers += words[lowest_card(middle)] + words[lowest_card(last)]
        number = np.uint64(numbers[slot_of_set(total, hand)])
        dealer = np.uint64(numbers[slot_of_set(dealers, shown | behind | last)])
        bet = np.uint64(bets[number, upcard >> TWO])
        if bet == BY_SUIT:
            bet = np.uint64(by_suit[number, upcard >> TWO]) >> _in_suit(hand, upcard) & ONE
        counts[np.uint64(place_of[number]) * FIVE + place_of_end(bet, number, dealer, lowest)] += 1
    return counts


def round_kernel(played: solver.Played) -> Kernel:
    """Rounds of Caribbean stud, played by the exact solver's decisions; counts as `COUNTED` lists them."""
    by_suit = solver.bet_table(played)
    bets = np.where(by_suit == 0, 0, np.where(by_suit == 0xFFFFFFFF, 1, BY_SUIT)).astype(np.uint8)
    place_of, lowest = np.array(FIVE_CARD_PLACE, np.uint8), np.uint64(played.situations.qualifies_from)
    dealt = deck_rule(*SIZES), numbers_of_sets(*SIZES), own_rows(), sets_of(2)
    return kernel_of(_play, *dealt, bets, by_suit, place_of, lowest, tables())


def simulator(table: Table, pricing: Pricing) -> Simulator:
    """Play by a named strategy, or by the best one."""
    odds.require_line(table, pricing)
    played = odds.played(table.house, odds.ante_of(table, pricing), pricing.strategy)

    def lines(counts: list[int], rounds: int) -> list[Simulated]:
        ends = {end: count for end, count in zip(COUNTED, counts, strict=True) if count}
        return [estimate_of(line, rounds) for line in odds.lines_of(table, Ends(ends, rounds), pricing)]

    return Simulator(round_kernel(played), lines)


def side_by_side(table: Table, number: int) -> ByTables:
    """Many rounds to be decided together: the ante with its bet."""
    rows = solver.situations(qualifies_from=lowest_of(table.house))
    hands = np.zeros((len(FIVE_CARD_HANDS), 5), np.int8)
    for place, hand in enumerate(FIVE_CARD_HANDS):
        hands[place, : len(hand.ranks)] = [rank + 2 for rank in hand.ranks]
    held = rows.in_suit[:, None] >> np.arange(solver.MOST_HELD) & 1
    seen = np.column_stack([rows.category, hands[rows.hand], rows.upcard + 2, held]).astype(np.int8)
    of_hand = *(f"rank {n}" for n in range(1, 6)), "dealer shows"  # the pair first, then the others
    features = "category", *of_hand, *(f"lowest {n} in its suit" for n in range(1, 6))
    net = odds.net_at(table.house, odds.USUAL_ANTE)
    return ByTables(against_dealer(rows, net, odds.USUAL_ANTE, "bet", features, seen), number)


SIMULATION = GameSimulation(simulator=simulator, side_by_side=side_by_side)
