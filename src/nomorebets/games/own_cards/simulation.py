"""A card game of one's own, simulated: rounds of compiled loops, settled as the exact odds are. Imports numba."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from math import perm

import numpy as np
from numpy.typing import NDArray

from nomorebets.games.own_cards.definition import CardGame, game_at
from nomorebets.games.own_cards.odds import NAMED, ends_of, kinds, line_from, nets, require_known, way_of
from nomorebets.games.own_cards.settlement import ENDS
from nomorebets.games.own_cards.showdown import best_choice, deal_rounds, seen_codes
from nomorebets.games.own_cards.solution import Gone, Level, nets_of, not_solved, solution
from nomorebets.games.own_cards.solver import (
    CHOOSE,
    MOST_BY_TABLE,
    SIZE,
    SUITS,
    hands_of,
    in_order_taken,
    number_table,
    place_table,
)
from nomorebets.hands.compiled_seven import best_five_tables
from nomorebets.pricing.ends import Ends
from nomorebets.pricing.facet import Pricing
from nomorebets.sim.blocks import Kernel
from nomorebets.sim.dealing import deal_rule
from nomorebets.sim.facet import GameSimulation
from nomorebets.sim.kernels import WORD_VALUES
from nomorebets.sim.simulate import Simulated, Simulator, estimate_of
from nomorebets.table import Table

Ints = NDArray[np.int64]
Cards = NDArray[np.uint8]
ROUNDS = 1_000_000  # of the line of a game that is not solved


def numbers_at(game: CardGame, own: Cards, board: Cards) -> Ints:
    """The numbers of hands, a row of cards each, with the cards for everybody."""
    cards = np.concatenate([own, board], axis=1)
    if game.size <= MOST_BY_TABLE:
        return np.asarray(number_table(game.ranking_name, game.size)[tuple(cards.T)], np.int64)
    from nomorebets.games.own_cards.showdown import numbers_of

    return np.asarray(numbers_of(cards, np.zeros(0, np.uint8), best_five_tables(game.size)), np.int64)


def ways_chosen(game: CardGame, worth: bytes, own: Cards, shown: Cards, board: Cards) -> Ints:
    """The way, by its place among all, that the best play takes in every round."""
    solved, places = solution(game, worth), {way.choices: at for at, way in enumerate(game.ways)}
    at = np.zeros(len(own), np.int64)
    for level, decision in enumerate(game.decisions):
        nodes = [way for way in game.ways if way.asked == level]
        best = solved.levels[level]
        for number, node in enumerate(nodes):
            ours = np.flatnonzero(at == places[node.choices])
            if not len(ours):
                continue
            ways = in_order_taken(game, node)
            seen = board[ours, : decision.seen]
            if best is not None:
                choice = _looked_up(game, best, number, own[ours], shown[ours], seen, level)
            else:
                gains = nets_of(game, worth)
                by_way = np.stack([gains[game.played_out.index(way)] for way in ways])
                choice = best_choice(
                    own[ours], seen, hands_of(game.each, 1), best_five_tables(game.size), game.qualifies_from,
                    place_table(game.ranking_name, game.size) if gains.shape[1] > 1 else _ONE_PLACE, by_way,
                )  # fmt: skip
            at[ours] = np.array([places[way.choices] for way in ways])[choice]
    return at


_ONE_PLACE = np.zeros(8000, np.uint8)


def _looked_up(game: CardGame, best: Level, node: int, own: Cards, shown: Cards, seen: Cards, level: int) -> Ints:
    """The best choices where they are kept, by what is seen but for the names of suits."""
    streets, before = [shown.shape[1]], 0
    for decision in game.decisions[: level + 1]:
        streets.append(decision.seen - before)
        before = decision.seen
    sizes = np.array([size for size in streets if size], np.int64)
    many = np.array([len(hands_of(int(size), game.decks)) for size in sizes], np.int64)
    cards = np.ascontiguousarray(np.concatenate([shown, seen], axis=1))
    codes, rows = seen_codes(cards, sizes, many, own, np.array(SUITS), CHOOSE, int(game.decks > 1))
    return np.asarray(best.chosen[np.searchsorted(best.codes, codes), node, rows], np.int64)


def kernel_of(game: CardGame, worth: bytes, strategy: str, gone: Gone = ()) -> Kernel:
    """Rounds of the game, counted by class, way and end; some cards may have left, where nobody plays by them."""
    each, cards = game.each, 2 * game.each + game.community
    left = without(gone, game.decks)
    pack = len(left)
    first = next(n for n in range(cards, 0, -1) if perm(pack, n) <= WORD_VALUES)
    rules = deal_rule(first, pack), deal_rule(max(cards - first, 1), pack - first)
    classes = place_table(game.ranking_name, game.size)
    out = np.array([game.played_out.index(way) if way.asked is None else 0 for way in game.ways])
    is_solved = not not_solved(game, gone)
    fixed = None if strategy == NAMED[0] and is_solved and game.decisions else way_of(game, strategy)
    size = len(game.ranking.classes) * len(game.played_out) * (len(ENDS) - 1)

    def kernel(seed: int, block: int, rounds: int) -> Ints:
        dealt = deal_rounds(np.uint64(seed), np.uint64(block), rounds, *rules, cards - first, left.copy())
        own, theirs, board = dealt[:, :each], dealt[:, each : 2 * each], dealt[:, 2 * each :]
        mine, dealer = numbers_at(game, own, board), numbers_at(game, theirs, board)
        if fixed is not None:
            path = np.full(rounds, game.played_out.index(fixed))
        else:
            path = out[ways_chosen(game, worth, own, theirs[:, : game.shown], board)]
        end = np.select([dealer < game.qualifies_from, mine > dealer, mine == dealer], [0, 1, 2], 3)
        at = (classes[mine].astype(np.int64) * len(game.played_out) + path) * (len(ENDS) - 1) + end
        return np.bincount(at, minlength=size).astype(np.int64)

    return kernel


def without(gone: Gone, decks: int) -> NDArray[np.uint64]:
    """The cards of some decks, less those that have left."""
    there = decks - np.bincount(np.array(gone, np.int64), minlength=SIZE)
    copies = (copy * SIZE + card for copy in range(decks) for card in range(SIZE) if copy < there[card])
    return np.array([*copies], np.uint64)


def _ends(game: CardGame, counts: list[int]) -> tuple[Ends, Ends]:
    """Counts of a kernel as ends of the first wager, and as classes."""
    shaped = np.array(counts, np.int64).reshape(len(game.ranking.classes), len(game.played_out), -1).transpose(1, 0, 2)
    held = Counter({(name,): int(n) for name, n in zip(game.ranking.classes, shaped.sum((0, 2)), strict=True) if n})
    if not game.bonus:
        shaped = shaped.sum(1, keepdims=True)
    return ends_of(game, shaped), Ends(held, int(shaped.sum()))


@lru_cache(maxsize=8)
def simulated_ends(game: CardGame, strategy: str, gone: Gone) -> Ends:
    """How rounds end that are not counted: a million of them."""
    return _ends(game, kernel_of(game, b"", strategy, gone)(1, 0, ROUNDS).tolist())[0]


def simulator(table: Table, pricing: Pricing) -> Simulator:
    """Rounds by a named strategy, counted and settled line by line."""
    game = game_at(table.house)
    wanted = kinds(table, pricing)

    def estimates(counts: list[int], rounds: int) -> list[Simulated]:
        ended, held = _ends(game, counts)
        return [estimate_of(line_from(table, kind, ended if kind == game.main else held), rounds) for kind in wanted]

    return Simulator(
        kernel_of(game, nets(table) if game.main else b"", require_known(table, pricing.strategy)), estimates
    )


SIMULATION = GameSimulation(simulator=simulator)
