"""Cards dealt in compiled loops, from a pack of any size. Imports numba: not before a simulation starts.

Every round takes its cards from one fair word: they are the front of a pack of which each card in turn changes places
with one behind it or itself. The pack goes on from round to round as it lies, which is as good as a new one.
"""

from __future__ import annotations

from math import perm

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiling import compiled
from nomorebets.equipment.cards import DECK
from nomorebets.sim.kernels import WORD_VALUES, DrawRule, State, Word, _block_state, fair_word, umulh


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
