"""A card game of one's own, simulated: rounds of a compiled loop, settled as the exact odds are. Imports numba."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiling import compiled
from nomorebets.games.own_cards.community import boards, row_table
from nomorebets.games.own_cards.definition import FOLD, CardGame, game_at
from nomorebets.games.own_cards.odds import line_from, lines, played, situations_of
from nomorebets.games.own_cards.settlement import ENDS
from nomorebets.games.own_cards.solver import SIZE, SUITS, hands_of
from nomorebets.pricing.ends import Ends
from nomorebets.pricing.facet import Pricing
from nomorebets.sim.blocks import Kernel
from nomorebets.sim.dealing import deal, deal_hands, deal_rule, stream_of
from nomorebets.sim.facet import GameSimulation
from nomorebets.sim.kernels import DrawRule, Word
from nomorebets.sim.simulate import Simulated, Simulator, estimate_of
from nomorebets.table import Table

CARDS = np.uint64(SIZE)


@compiled
def _code(deck: NDArray[np.uint64], first: int, each: int) -> Word:
    code = np.uint64(0)
    for at in range(first, first + each):
        code = code * CARDS + deck[at]
    return code


@compiled
def _play(
    seed: Word,
    block: Word,
    rounds: Word,
    rule: DrawRule,
    each: int,
    row_of: NDArray[np.int64],
    number: NDArray[np.int64],
    place: NDArray[np.int64],
    choice: NDArray[np.int8],
    shown: int,
    lowest: int,
    fold: int,
) -> NDArray[np.int64]:
    """Rounds counted by class, choice and end."""
    state, deck = stream_of(seed, block), np.arange(52).astype(np.uint64)
    counts = np.zeros(16 * 6 * 5, np.int64)
    for _ in range(rounds):
        state = deal(state, rule, deck)
        mine = row_of[_code(deck, 0, each)]
        theirs = number[row_of[_code(deck, each, each)]]
        column = deck[each] if shown else np.uint64(0)
        chosen = np.int64(choice[mine, column])
        end = 0
        if chosen != fold:
            if theirs < lowest:
                end = 1
            elif number[mine] > theirs:
                end = 2
            elif number[mine] == theirs:
                end = 3
            else:
                end = 4
        counts[(place[mine] * 6 + chosen) * 5 + end] += 1
    return counts


def decisions(game: CardGame, table: Table, strategy: str | None) -> NDArray[np.int8]:
    """The place of the choice, by hand and by the card that the dealer shows."""
    hands = hands_of(game.ranking_name, game.each)
    chosen = np.zeros((len(hands.number), SIZE if game.shown else 1), np.int8)
    if not game.main:
        return chosen
    rows, made = situations_of(game), played(table, strategy).choice
    if not game.shown:
        chosen[rows.row, 0] = made
        return np.ascontiguousarray(chosen[hands.alike])
    chosen[rows.row, rows.shown] = made
    every, known = np.arange(SIZE), chosen.copy()
    for way, naming in enumerate(SUITS):
        ours = hands.naming == way
        chosen[ours] = known[hands.alike[ours]][:, every & ~3 | naming[every & 3]]
    return chosen


def board_kernel(game: CardGame, table: Table, strategy: str | None) -> Kernel:
    """Rounds of a game with cards for everybody, counted as those of the others are."""
    hands, rows = hands_of(game.ranking_name, game.size), row_table(game.ranking_name, game.size)
    each, rule = game.each, deal_rule(2 * game.each + game.community)
    fold = game.choices.index(FOLD) if FOLD in game.choices else -1
    chosen = np.zeros((SIZE,) * game.size, np.int8)
    if game.main:
        known, made = boards(game), played(table, strategy).choice
        for mine in permutations(range(each)):
            for lie in permutations(range(game.community)):
                chosen[(*known.own.T[list(mine)], *known.board.T[list(lie)])] = made

    def kernel(seed: int, block: int, rounds: int) -> NDArray[np.int64]:
        pack = np.arange(SIZE).astype(np.uint64)
        cards = deal_hands(np.uint64(seed), np.uint64(block), np.uint64(rounds), rule, pack).T
        own, theirs, board = cards[:each], cards[each : 2 * each], cards[2 * each :]
        row = rows[(*own, *board)]
        mine, dealer = hands.number[row], hands.number[rows[(*theirs, *board)]]
        choice = chosen[(*own, *board)].astype(np.int64)
        end = np.select([dealer < game.qualifies_from, mine > dealer, mine == dealer], [1, 2, 3], 4)
        at = (hands.place[row] * 6 + choice) * len(ENDS) + np.where(choice == fold, 0, end)
        return np.bincount(at, minlength=16 * 6 * len(ENDS)).astype(np.int64)

    return kernel


def kernel_of(game: CardGame, table: Table, strategy: str | None) -> Kernel:
    """Rounds of the game, counted."""
    if game.community:
        return board_kernel(game, table, strategy)
    hands, rule = hands_of(game.ranking_name, game.each), deal_rule(2 * game.each)
    fold = game.choices.index(FOLD) if FOLD in game.choices else -1
    rows, chosen = row_table(game.ranking_name, game.each).ravel(), decisions(game, table, strategy)
    more = game.shown, game.qualifies_from, fold

    def kernel(seed: int, block: int, rounds: int) -> NDArray[np.int64]:
        drawn = np.uint64(seed), np.uint64(block), np.uint64(rounds)
        return _play(*drawn, rule, game.each, rows, hands.number, hands.place, chosen, *more)

    return kernel


def simulator(table: Table, pricing: Pricing) -> Simulator:
    """Rounds by a named strategy, counted and settled line by line."""
    game = game_at(table.house)
    wanted = [line.wager for line in lines(table, pricing)]

    def estimates(counts: list[int], rounds: int) -> list[Simulated]:
        ended: Counter[tuple[str, ...]] = Counter()
        held: Counter[tuple[str, ...]] = Counter()
        for at, n in enumerate(counts):
            if n:
                hand, rest = divmod(at, 6 * len(ENDS))
                choice, end = divmod(rest, len(ENDS))
                name = game.ranking.classes[hand]
                held[name,] += n
                ended[name, game.choices[choice], ENDS[end]] += n
        by = {kind: Ends(ended if kind == game.main else held, rounds) for kind in wanted}
        return [estimate_of(line_from(table, kind, by[kind]), rounds) for kind in wanted]

    return Simulator(kernel_of(game, table, pricing.strategy), estimates)


SIMULATION = GameSimulation(simulator=simulator)
