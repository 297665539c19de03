"""Casino war and red dog simulated: games in which only ranks count. Imports numba.

Every round is dealt from a freshly shuffled shoe, so that the figures estimate the exact ones; cards burned unseen are
left out, for whatever is dealt later is equally likely to be any of the cards not seen.
"""

from __future__ import annotations

from math import perm

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiling import compiled
from nomorebets.equipment.cards import RANKS
from nomorebets.games.casino_war import odds as casino_war
from nomorebets.games.casino_war import terms as war_options
from nomorebets.games.red_dog import odds as red_dog
from nomorebets.games.red_dog import terms as dog_options
from nomorebets.pricing.ends import Ends
from nomorebets.pricing.facet import Pricing
from nomorebets.sim.blocks import Kernel
from nomorebets.sim.kernels import WORD_VALUES, DrawRule, State, Word, _block_state, _fair_word, umulh
from nomorebets.sim.simulate import Simulated, Simulator, estimate_of
from nomorebets.table import Table

WAR_ENDS = ("win", "lose", "surrender", "war won", "war tied", "war lost")
WIN, LOSE, SURRENDER, WAR_WON, WAR_TIED, WAR_LOST = (np.uint64(i) for i in range(len(WAR_ENDS)))
ZERO, ONE, TWO, THREE = (np.uint64(i) for i in range(4))
SPREADS = np.uint64(len(RANKS))  # of two cards: 0 and 1 in the tables below stand for a pair and a sequence


def _deal_rule(cards: int, pack: int) -> DrawRule:
    """How the cards of a round are drawn from one word: by numbers below the size of the pack, one less, and so on."""
    product = perm(pack, cards)
    return DrawRule(np.uint64(cards), np.uint64(product), np.uint64(WORD_VALUES % product))


def _ranks(decks: int) -> NDArray[np.uint64]:
    """A shoe as the ranks of its cards."""
    return np.repeat(np.arange(len(RANKS)), 4 * decks).astype(np.uint64)


@compiled
def _deal(state: State, rule: DrawRule, shoe: NDArray[np.uint64]) -> State:
    """Bring the cards of a round to the front of the shoe."""
    word, state = _fair_word(state, rule)
    size = np.uint64(shoe.size)
    for place in range(rule.draws):
        left = size - place
        chosen = place + umulh(word, left)
        word *= left
        shoe[place], shoe[chosen] = shoe[chosen], shoe[place]
    return state


@compiled
def _play_casino_war(
    seed: Word, block: Word, rounds: Word, rule: DrawRule, fresh: NDArray[np.uint64], wars: NDArray[np.bool_]
) -> NDArray[np.int64]:
    state, shoe = _block_state(seed, block), fresh.copy()
    counts = np.zeros(6, np.int64)
    for _ in range(rounds):
        state = _deal(state, rule, shoe)
        player, dealer = shoe[ZERO], shoe[ONE]
        end = LOSE
        if player > dealer:
            end = WIN
        elif player == dealer:
            end = SURRENDER
            if wars[player]:
                second, other = shoe[TWO], shoe[THREE]
                end = WAR_LOST
                if second > other:
                    end = WAR_WON
                elif second == other:
                    end = WAR_TIED
        counts[end] += 1
    return counts


def casino_war_kernel(decks: int, wars: dict[int, bool]) -> Kernel:
    """Rounds of casino war; counts as `WAR_ENDS` lists them."""
    rule, shoe = _deal_rule(4, 52 * decks), _ranks(decks)
    decided = np.array([wars[rank] for rank in range(len(RANKS))])

    def kernel(seed: int, block: int, rounds: int) -> NDArray[np.int64]:
        return _play_casino_war(np.uint64(seed), np.uint64(block), np.uint64(rounds), rule, shoe, decided)

    return kernel


def casino_war_simulator(table: Table, pricing: Pricing) -> Simulator:
    """Casino war by a named strategy, from a fresh shoe every round."""
    decks = int(table.house[war_options.DECKS])
    wars = casino_war.wars_by(casino_war.fresh(decks), table.house, pricing.strategy)
    wanted = [line.wager for line in casino_war.lines(table, pricing)]
    make = {"initial": casino_war.initial_line, "tie": casino_war.tie_line}

    def lines(counts: list[int], rounds: int) -> list[Simulated]:
        ends = Ends({(end,): n for end, n in zip(WAR_ENDS, counts, strict=True) if n}, rounds)
        return [estimate_of(make[wager](table, ends), rounds) for wager in wanted]

    return Simulator(casino_war_kernel(decks, wars), lines)


@compiled
def _play_red_dog(
    seed: Word, block: Word, rounds: Word, rule: DrawRule, fresh: NDArray[np.uint64], raises: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """Counts by spread (0: pair, 1: sequence, then the spread plus one), raised or not, won or not."""
    state, shoe = _block_state(seed, block), fresh.copy()
    counts = np.zeros(13 * 4, np.int64)
    for _ in range(rounds):
        state = _deal(state, rule, shoe)
        low, high, third = min(shoe[ZERO], shoe[ONE]), max(shoe[ZERO], shoe[ONE]), shoe[TWO]
        won = np.uint64(low < third < high)
        if low == high:
            won = np.uint64(third == low)
        raised = np.uint64(raises[low, high])
        counts[(high - low) * np.uint64(4) + raised * TWO + won] += 1
    return counts


def red_dog_kernel(decks: int, raises: NDArray[np.bool_]) -> Kernel:
    """Rounds of red dog; counts as `red_dog.ENDS` lists them."""
    rule, shoe = _deal_rule(3, 52 * decks), _ranks(decks)

    def kernel(seed: int, block: int, rounds: int) -> NDArray[np.int64]:
        return _play_red_dog(np.uint64(seed), np.uint64(block), np.uint64(rounds), rule, shoe, raises)

    return kernel


def red_dog_simulator(table: Table, pricing: Pricing) -> Simulator:
    """Red dog by a named strategy, from a fresh shoe every round."""
    decks = int(table.house[dog_options.DECKS])
    raised = red_dog.raises_by(red_dog.fresh(decks), table.house, pricing.strategy)
    raises = np.zeros((len(RANKS), len(RANKS)), np.bool_)
    for (low, high), does in raised.items():
        raises[low, high] = does
    wanted = [line.wager for line in red_dog.lines(table, pricing)]

    def lines(counts: list[int], rounds: int) -> list[Simulated]:
        found = dict.fromkeys(red_dog.ENDS, 0)
        for place, count in enumerate(counts):
            found[red_dog.end_of(place // 4, bool(place // 2 % 2), bool(place % 2))] += count
        line = red_dog.bet_line(table, Ends({end: n for end, n in found.items() if n}, rounds))
        return [estimate_of(line, rounds) for _ in wanted]

    return Simulator(red_dog_kernel(decks, raises), lines)
