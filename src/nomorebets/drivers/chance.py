"""Where chance comes from at a table that is really dealt: cryptographically strong, and free of bias."""

from __future__ import annotations

import secrets
from hashlib import sha256
from typing import Protocol

from nomorebets.table import Round
from nomorebets.table.requests import Answer, ChanceRequest, Request, falls_to


class Chance(Protocol):
    """A source of numbers, each equally likely."""

    def below(self, bound: int) -> int: ...


class SecureChance:
    """The operating system's generator; nobody can predict or repeat it."""

    def below(self, bound: int) -> int:
        return secrets.randbelow(bound)  # draws again whatever would favour a number


class SeededChance:
    """The same numbers for the same seed: SHA-256 of seed and counter. For demonstrations and tests, not for play."""

    def __init__(self, seed: int, drawn: int = 0) -> None:
        self._seed = seed
        self._begun = sha256(b"nomorebets %b " % str(seed).encode())  # what all blocks begin with, hashed once
        self.drawn: int = drawn  # how many blocks have been drawn: from here the same numbers follow

    def __reduce__(self) -> tuple[object, ...]:
        return SeededChance, (self._seed, self.drawn)

    def below(self, bound: int) -> int:
        if bound < 1:
            raise ValueError("there is nothing to draw from")  # as the other does
        beyond = 256 - bound.bit_length()
        while True:
            self.drawn += 1
            block = self._begun.copy()
            block.update(b"%d" % self.drawn)
            number = int.from_bytes(block.digest()) >> beyond
            if number < bound:  # a modulo would favour the small numbers
                return number


def draw(request: Request, table: Round, chance: Chance) -> Answer:
    """One answer of a request, as likely as its weight."""
    if isinstance(request, ChanceRequest):
        return request.come(table, chance.below)
    chances = list(request.chances(table))  # of what people may answer
    return falls_to(chance.below(sum(weight for _, weight in chances)), chances)
