"""Seals of rounds that belong together: a shoe that is dealt down, wagers that stand, a meter that runs on.

All of them follow from one secret that is made before the first of these rounds. The root published then is a hash
tree over the commitments of all of them, so that no later round can get another seed than the one it had when the
cards were shuffled. Opening one round tells nothing about the others. docs/fairness.md says how to compute it by hand.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from functools import lru_cache

import msgspec

from nomorebets.errors import ScriptError
from nomorebets.fairness.sealed import SALT_BYTES, SEED_BYTES, Seal
from nomorebets.procedures.shoe import SHOE
from nomorebets.table.felt import Opening
from nomorebets.table.game import Game

MEMBER = b"nomorebets member 1\n"
NODE = b"nomorebets node 1\n"
LONGEST = 512  # rounds, a power of two: more than the 416 cards of eight decks, of which each round takes at least one


class Series(msgspec.Struct, frozen=True):
    """The seals of so many rounds of a table, from the first on. Nobody but the house's book has the secret."""

    table_id: str
    first: int
    length: int  # a power of two
    secret: bytes
    by_card: bool = False  # every card of their decks is sealed by itself

    @property
    def root(self) -> str:
        """What is published before the first round: for a single round, its commitment."""
        return _levels(self)[-1][0]

    def covers(self, number: int) -> bool:
        return self.first <= number < self.first + self.length

    def seal(self, number: int) -> Seal:
        """The seal of one of its rounds."""
        if not self.covers(number):
            raise ScriptError(f"round {number} is none of those from {self.first} on")
        round_id = f"{self.table_id}-{number}"
        drawn = hashlib.shake_256(MEMBER + self.secret + round_id.encode()).digest(SALT_BYTES + SEED_BYTES)
        return Seal(round_id, drawn[:SALT_BYTES], drawn[SALT_BYTES:], self.by_card)

    def path(self, number: int) -> list[str]:
        """From the commitment of a round up to the root: what stands beside it on every level."""
        at, beside = number - self.first, []
        for level in _levels(self)[:-1]:
            beside.append(level[at ^ 1])
            at //= 2
        return beside

    def __repr__(self) -> str:  # a log or a traceback must not tell the secret
        return f"Series({self.table_id!r}, {self.first}, {self.length})"


def fresh_series(
    table_id: str,
    first: int,
    length: int,
    entropy: Callable[[int], bytes] = secrets.token_bytes,
    by_card: bool = False,
) -> Series:
    """A series that nobody can know, from the operating system's generator."""
    return Series(table_id, first, length, entropy(SEED_BYTES), by_card)


@lru_cache(maxsize=16)
def _levels(series: Series) -> list[list[str]]:
    """The tree, from the commitments to the root."""
    numbers = range(series.first, series.first + series.length)
    levels = [[series.seal(number).commitment for number in numbers]]
    while len(below := levels[-1]) > 1:
        levels.append([_node(left, right) for left, right in zip(below[::2], below[1::2], strict=True)])
    return levels


def _node(left: str, right: str) -> str:
    return hashlib.sha256(NODE + bytes.fromhex(left) + bytes.fromhex(right)).hexdigest()


def length_for(game: Game) -> int:
    """How many rounds are sealed together: one where a table remembers nothing from round to round."""
    return LONGEST if game.memory.remembers else 1


def sealed_by_card(game: Game) -> bool:
    """Whether each card is sealed by itself: where players wager against each other, hands may stay covered."""
    return any(bet.bank == "pot" for bet in game.bets)


def goes_on(game: Game, opening: Opening) -> bool:
    """Whether a round belongs to those before it: a shoe is in use, wagers stand, or something else is remembered.

    Where the cards come from a shoe, its end is the end of what belongs together.
    """
    shoes = [name for name in game.memory.remembers if name == SHOE or name.endswith(f"-{SHOE}")]
    if shoes:
        return bool(opening.wagers) or any(opening.state.get(name) for name in shoes)
    return opening != Opening()
