"""The compiled loops that wheels are simulated with, and the random streams of all kernels. Imports numba.

Importing numba takes a noticeable part of a second: import this file when a simulation starts, not before.

Random numbers: every block of a simulation has its own xoshiro256++ stream. The blocks of one seed take their
four words of starting state, one block after the other, from one splitmix64 sequence that starts at the seed;
splitmix64 repeats no word before 2**64 of them, so no two blocks of a seed start alike.

Numba works at the speed of C only with unsigned indices, and turns unsigned plus signed into floating point;
hence the many `np.uint64`.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic
from numpy.typing import ArrayLike, NDArray

from nomorebets.compiling import compiled

MOST_COMPARTMENTS = 2**16

WORD_VALUES = 2**64

Word: TypeAlias = np.uint64
State: TypeAlias = tuple[Word, Word, Word, Word]


def _umulh(typing_context: Any, a: Any, b: Any) -> Any:
    """The high 64 bits of the product of two 64-bit words: one instruction, which Python has no name for."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word, double_word = ir.IntType(64), ir.IntType(128)
        a, b = (builder.zext(argument, double_word) for argument in arguments)
        return builder.trunc(builder.lshr(builder.mul(a, b), ir.Constant(double_word, 64)), word)

    return types.uint64(types.uint64, types.uint64), generate


umulh: Any = intrinsic(_umulh)


def _digit(typing_context: Any, word: Any, below: Any) -> Any:
    """A number below a bound, drawn from a word, and what is left of the word: both halves of one multiplication."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        half, whole = ir.IntType(64), ir.IntType(128)
        word, below = (builder.zext(argument, whole) for argument in arguments)
        product = builder.mul(word, below)
        high = builder.trunc(builder.lshr(product, ir.Constant(whole, 64)), half)
        return context.make_tuple(builder, signature.return_type, (high, builder.trunc(product, half)))

    two: Any = types.UniTuple
    return two(types.uint64, 2)(types.uint64, types.uint64), generate


digit: Any = intrinsic(_digit)


# Random words -----------------------------------------------------------------------------------------------

SPLITMIX_STEP = np.uint64(0x9E3779B97F4A7C15)


@compiled
def _splitmix64(counter: Word) -> Word:
    """The word of the splitmix64 sequence at a counter, which goes up by SPLITMIX_STEP from word to word."""
    mixed = (counter ^ (counter >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))


@compiled
def _block_state(seed: Word, block: Word) -> State:
    """The next four words of the splitmix64 sequence from the seed, after four for each block before."""
    words_before = np.uint64(4) * block
    s0 = _splitmix64(seed + (words_before + np.uint64(1)) * SPLITMIX_STEP)
    s1 = _splitmix64(seed + (words_before + np.uint64(2)) * SPLITMIX_STEP)
    s2 = _splitmix64(seed + (words_before + np.uint64(3)) * SPLITMIX_STEP)
    s3 = _splitmix64(seed + (words_before + np.uint64(4)) * SPLITMIX_STEP)
    return s0, s1, s2, s3


@compiled
def _rotate_left(word: Word, by: Word) -> Word:
    return (word << by) | (word >> (np.uint64(64) - by))


@compiled
def _next_word(state: State) -> tuple[Word, State]:
    """One step of xoshiro256++: the random word and the next state."""
    s0, s1, s2, s3 = state
    word = _rotate_left(s0 + s3, np.uint64(23)) + s0
    shifted = s1 << np.uint64(17)
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    s3 = _rotate_left(s3, np.uint64(45))
    return word, (s0, s1, s2, s3)


@compiled
def _fill_words(state: State, words: NDArray[np.uint64]) -> None:
    for i in range(np.uint64(words.size)):
        words[i], state = _next_word(state)


# Fair draws: several from one word --------------------------------------------------------------------------
#
# Read a word w as the fraction w / 2**64. Multiplied by m, its whole part is a number from 0 to m - 1 and the
# rest is a new fraction, from which the next number is drawn. After k draws the numbers are the k digits, to
# base m, of the whole part of w * m**k / 2**64. Unless m**k divides 2**64, some of the m**k rows of digits
# belong to one word more than others. Throwing away the words for which w * m**k mod 2**64 is below
# 2**64 mod m**k leaves every row equally many (Lemire, "Fast random integer generation in an interval", 2019,
# applied to m**k).


def draws_per_word(compartments: int) -> int:
    """How many fair draws are taken from one random word; like the block size, it decides what a seed gives.

    The most that throw away no more than one word in 64: a word is cheap, a mispredicted branch is not.

    >>> draws_per_word(38), draws_per_word(37), draws_per_word(54), draws_per_word(4096), draws_per_word(1)
    (11, 11, 10, 5, 64)
    """
    most = 1
    for draws in range(2, 65):
        product = compartments**draws
        if product <= WORD_VALUES and WORD_VALUES % product <= WORD_VALUES // 64:
            most = draws
    return most


class DrawRule(NamedTuple):
    """How a kernel draws from a word."""

    draws: Word  # k, taken from one word
    product: Word  # m**k; 0 stands for 2**64
    lowest_remainder: Word  # of a word that is kept


def draw_rule(compartments: int) -> DrawRule:
    draws = draws_per_word(compartments)
    product = compartments**draws
    return DrawRule(np.uint64(draws), np.uint64(product % WORD_VALUES), np.uint64(WORD_VALUES % product))


@compiled
def fair_word_below(state: State, product: Word) -> tuple[Word, State]:
    """A word from which numbers below the factors of a product can be drawn without bias."""
    word, state = _next_word(state)
    remainder = word * product
    if remainder < product:
        least = (np.uint64(0) - product) % product
        while remainder < least:
            word, state = _next_word(state)
            remainder = word * product
    return word, state


@compiled
def fair_word(state: State, rule: DrawRule) -> tuple[Word, State]:
    """The next random word that is not thrown away, and the state after it."""
    word, state = _next_word(state)
    while word * rule.product < rule.lowest_remainder:
        word, state = _next_word(state)
    return word, state


# Wheels -----------------------------------------------------------------------------------------------------


@compiled
def _spin_until_valid(
    seed: Word, block: Word, rounds: Word, rule: DrawRule, void: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """Spin once for every round, then once more for every void spin among those, until none was void.

    The order of spins does not matter to counts, and so the inner loop need not know what a void spin is.
    """
    state = _block_state(seed, block)
    compartments = np.uint64(void.size)
    counts = np.zeros(void.size, np.int64)
    void_before = np.uint64(0)
    spins = rounds
    while spins != np.uint64(0):
        for _ in range(spins // rule.draws):
            word, state = fair_word(state, rule)
            for _ in range(rule.draws):
                counts[umulh(word, compartments)] += 1
                word *= compartments
        remainder = spins % rule.draws
        if remainder != np.uint64(0):
            word, state = fair_word(state, rule)
            for _ in range(remainder):
                counts[umulh(word, compartments)] += 1
                word *= compartments
        void_now = np.uint64(0)
        for compartment in range(compartments):
            if void[compartment]:
                void_now += np.uint64(counts[compartment])
        spins = void_now - void_before
        void_before = void_now
    return counts


@compiled
def _bare_draws(seed: Word, block: Word, spins: Word, rule: DrawRule, compartments: Word) -> NDArray[np.int64]:
    """The least that a simulation of a wheel can do: draw and count."""
    state = _block_state(seed, block)
    counts = np.zeros(compartments, np.int64)
    left = spins
    while left != np.uint64(0):
        word, state = fair_word(state, rule)
        from_this_word = min(rule.draws, left)
        for _ in range(from_this_word):
            counts[umulh(word, compartments)] += 1
            word *= compartments
        left -= from_this_word
    return counts


# What the rest of the project calls -------------------------------------------------------------------------


def wheel_counts(seed: int, block: int, spins: int, compartments: int) -> NDArray[np.int64]:
    """How often each compartment came up in exactly `spins` spins of a wheel of equally likely compartments.

    >>> int(wheel_counts(seed=1, block=0, spins=1000, compartments=38).sum())
    1000
    """
    _verify_spins(seed, block, spins, compartments)
    return valid_wheel_counts(seed, block, spins, compartments, np.zeros(compartments, np.bool_))


def valid_wheel_counts(seed: int, block: int, rounds: int, compartments: int, void: ArrayLike) -> NDArray[np.int64]:
    """How often each compartment came up until exactly `rounds` spins were valid.

    `void` marks the compartments in which a spin does not count, so that the wheel is spun again. Void spins
    are counted too, in their own compartments: the valid ones add up to `rounds`, all together to more.

    >>> counts = valid_wheel_counts(1, 0, rounds=1000, compartments=54, void=[True] * 4 + [False] * 50)
    >>> int(counts[4:].sum()), bool(counts[:4].sum() > 0)
    (1000, True)
    """
    _verify_spins(seed, block, rounds, compartments)
    is_void = np.ascontiguousarray(void, np.bool_)
    if is_void.shape != (compartments,):
        raise ValueError(f"void marks {compartments} compartments, not an array of shape {is_void.shape}")
    if is_void.all():
        raise ValueError("a wheel needs a compartment that is not void")
    rule = draw_rule(compartments)
    return _spin_until_valid(np.uint64(seed), np.uint64(block), np.uint64(rounds), rule, is_void)


def bare_draws(seed: int, block: int, spins: int, compartments: int) -> NDArray[np.int64]:
    """The yardstick of the benchmark: the draws of `wheel_counts`, counted in the simplest compiled loop."""
    _verify_spins(seed, block, spins, compartments)
    rule = draw_rule(compartments)
    return _bare_draws(np.uint64(seed), np.uint64(block), np.uint64(spins), rule, np.uint64(compartments))


def block_state(seed: int, block: int) -> tuple[int, int, int, int]:
    """The four words of xoshiro256++ state a block starts from."""
    s0, s1, s2, s3 = _block_state(np.uint64(seed), np.uint64(block))
    return int(s0), int(s1), int(s2), int(s3)


def xoshiro_words(state4: Sequence[int], n: int) -> NDArray[np.uint64]:
    """The first `n` words of xoshiro256++ from a given state, to compare with published ones.

    >>> xoshiro_words((1, 2, 3, 4), 2).tolist()
    [41943041, 58720359]
    """
    s0, s1, s2, s3 = (np.uint64(word) for word in state4)
    words = np.empty(n, np.uint64)
    _fill_words((s0, s1, s2, s3), words)
    return words


def _verify_spins(seed: int, block: int, spins: int, compartments: int) -> None:
    if not 0 <= seed < WORD_VALUES:
        raise ValueError(f"a seed is a whole number from 0 to 2**64 - 1, not {seed}")
    if block < 0:
        raise ValueError(f"blocks are numbered from 0; there is no block {block}")
    if spins < 0:
        raise ValueError(f"a wheel cannot be spun {spins} times")
    if not 1 <= compartments <= MOST_COMPARTMENTS:
        raise ValueError(f"a wheel has 1 to {MOST_COMPARTMENTS} compartments, not {compartments}")
