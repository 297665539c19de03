"""Cards dealt in compiled loops, from a pack of any size. Imports numba: not before a simulation starts.

Every round takes its cards from one fair word: they are the front of a pack of which each card in turn changes places
with one behind it or itself. The pack goes on from round to round as it lies, which is as good as a new one.

Faster, a deck is a word with a bit for each card that is left, and a hand is drawn as the number of a set of cards:
`deck_rule` says from how large numbers, `sets_of` has the sets, `cards_at` finds them among the cards that are left.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from math import comb, perm, prod
from typing import Any

import numpy as np
from llvmlite import ir
from llvmlite.binding import get_host_cpu_features, get_host_cpu_name
from numba.core import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from nomorebets.compiling import compiled
from nomorebets.equipment.cards import DECK
from nomorebets.sim.kernels import WORD_VALUES, DrawRule, State, Word, _block_state, draw_rule, fair_word, umulh

ONE = np.uint64(1)


def deal_rule(cards: int, pack: int = len(DECK)) -> DrawRule:
    """How the cards of a round are drawn from one word: by numbers below the size of the pack, one less, and so on."""
    product = perm(pack, cards)
    if product > WORD_VALUES:
        raise ValueError(f"{cards} cards of {pack} cannot be dealt from one word")
    return DrawRule(np.uint64(cards), np.uint64(product), np.uint64(WORD_VALUES % product))


@compiled
def stream_of(seed: Word, block: Word) -> State:
    """The random stream of a block."""
    return _block_state(seed, block)


@compiled
def deal(stream: State, rule: DrawRule, pack: NDArray[np.uint64]) -> State:
    """Bring the cards of a round to the front of the pack; the stream after it."""
    word, stream = fair_word(stream, rule)
    size = np.uint64(pack.size)
    for place in range(rule.draws):
        left = size - place
        chosen = place + umulh(word, left)
        word *= left
        pack[place], pack[chosen] = pack[chosen], pack[place]
    return stream


@compiled
def deal_hands(seed: Word, block: Word, rounds: Word, rule: DrawRule, pack: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """The cards of every round of a block, by their index in a deck; a pack of several decks counts on."""
    state, cards = stream_of(seed, block), rule.draws
    hands = np.empty((rounds, cards), np.uint8)
    for at in range(rounds):
        state = deal(state, rule, pack)
        for card in range(cards):
            hands[at, card] = pack[card] % np.uint64(52)
    return hands


# A deck as a word: a bit for each card that is left ---------------------------------------------------------------


BINOMIALS = np.array([[comb(n, k) for k in range(6)] for n in range(53)], np.uint64)


def deck_rule(*sizes: int, pack: int = len(DECK)) -> DrawRule:
    """How sets of these sizes are drawn one after the other from a deck, as many rounds from a word as it can give.

    >>> deck_rule(3, 1, 1).draws, deck_rule(3, 2, 1, 3, 1).draws
    (np.uint64(2), np.uint64(1))
    """
    return draw_rule(prod(int(number) for number in numbers_of_sets(*sizes, pack=pack)))


def numbers_of_sets(*sizes: int, pack: int = len(DECK)) -> tuple[Word, ...]:
    """How many sets of each size there are among the cards that those before leave."""
    left = [pack - sum(sizes[:i]) for i in range(len(sizes))]
    return tuple(np.uint64(comb(cards, size)) for cards, size in zip(left, sizes, strict=True))


@cache
def sets_of(cards: int, pack: int = len(DECK)) -> NDArray[np.uint64]:
    """Every set of so many cards of a pack, a bit for each card; the sets of the lowest n cards come first."""
    every = [sum(1 << card for card in chosen) for chosen in combinations(range(pack), cards)]
    return np.sort(np.array(every, np.uint64))


def _scattered(typing_context: Any, places: Any, left: Any) -> Any:
    """The bits of `left` at the places that are bits of `places`: one instruction where the processor has it."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word = ir.IntType(64)
        instruction = ir.FunctionType(word, [word, word])
        return builder.call(builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), instruction), arguments)

    return types.uint64(types.uint64, types.uint64), generate


def scattered_bit_by_bit(places: Word, left: Word) -> Word:
    """The same for processors without that instruction, or with a slow one."""
    chosen = np.uint64(0)
    while places:
        lowest = left & (~left + ONE)
        if places & ONE:
            chosen |= lowest
        left ^= lowest
        places >>= ONE
    return chosen


def _has_fast_instruction() -> bool:
    return bool(get_host_cpu_features().get("bmi2")) and get_host_cpu_name() not in ("znver1", "znver2")


cards_at: Any = intrinsic(_scattered) if _has_fast_instruction() else compiled(scattered_bit_by_bit)


def _gathered(typing_context: Any, cards: Any, among: Any) -> Any:
    """The other way round: of some cards, which places they have among others."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word = ir.IntType(64)
        instruction = ir.FunctionType(word, [word, word])
        return builder.call(builder.module.declare_intrinsic("llvm.x86.bmi.pext.64", (), instruction), arguments)

    return types.uint64(types.uint64, types.uint64), generate


def gathered_bit_by_bit(cards: Word, among: Word) -> Word:
    """The same for processors without that instruction, or with a slow one."""
    places, place = np.uint64(0), ONE
    while among:
        lowest = among & (~among + ONE)
        if cards & lowest:
            places |= place
        among ^= lowest
        place <<= ONE
    return places


places_of: Any = intrinsic(_gathered) if _has_fast_instruction() else compiled(gathered_bit_by_bit)


def _trailing_zeros(typing_context: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), generate


def _highest_bit(typing_context: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        zeros = builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 1))
        return builder.xor(zeros, ir.Constant(ir.IntType(64), 63))

    return types.uint64(types.uint64), generate


def _number_of_bits(typing_context: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), generate


bits_of: Any = intrinsic(_number_of_bits)
lowest_card: Any = intrinsic(_trailing_zeros)
highest_card: Any = intrinsic(_highest_bit)


@compiled
def number_of_set(cards: Word, binomials: NDArray[np.uint64]) -> Word:
    """The place of a set of cards among the sets of its size, as `sets_of` has them."""
    number, size = np.uint64(0), ONE
    while cards:
        number += binomials[lowest_card(cards), size]
        cards &= cards - ONE
        size += ONE
    return number
